//! What an engine is called.

use super::Engine;
use crate::heap::HeapGame;
use crate::language::{Message, message};

impl Engine {
    /// What it does, in a few words.
    ///
    /// ```
    /// use grundy::play::Session;
    /// let session = Session::with_game("[n] -> [n-k] for k in 1..3")?;
    /// assert_eq!(session.plan(0).engine.name().to_string(), "closed form: take 1 to 3");
    /// # Ok::<(), grundy::rule::RuleError>(())
    /// ```
    pub fn name(&self) -> Message {
        match self {
            Engine::Nim => message!("Nim: the size of the heap"),
            Engine::Heaps { .. } => message!("Nim: the nim-sum of the coordinates"),
            Engine::Interval { least, most } => {
                message!("closed form: take {least} to {most}", least, most)
            }
            Engine::OneMore { most, far } => {
                message!("closed form: take 1 to {most}, or {far}", most, far)
            }
            Engine::Powers(set) => {
                message!("closed form: take a power of {base}", base = set.base())
            }
            Engine::Remainders(set) => match (set.unit(), set.modulus()) {
                (1, modulus) => message!("closed form: the remainder modulo {modulus}", modulus),
                (unit, modulus) => message!(
                    "closed form: the heap divided by {unit}, modulo {modulus}",
                    unit,
                    modulus
                ),
            },
            Engine::Half => message!("closed form: number of binary digits"),
            Engine::Divisors { .. } => message!("closed form: the number of twos in the heap"),
            Engine::InnerDivisors => {
                message!("closed form for who wins, definition for values")
            }
            Engine::Coprimes { .. } => message!("closed form: the index of the least prime factor"),
            Engine::Share { .. } => message!("closed form: the value of a heap that is a multiple"),
            Engine::UpTo(..) => {
                message!("closed form: the value of a heap at which the limit grows")
            }
            Engine::Lasker => message!("closed form: Lasker's Nim"),
            Engine::Subtraction(..) => {
                message!("finite subtraction set: heap by heap, until a period is proved")
            }
            Engine::AllBut(..) => {
                message!("all-but set: heap by heap, until an arithmetic period is proved")
            }
            Engine::Heap(HeapGame::Grundys, _) => message!("heap sequence of Grundy's game"),
            Engine::Heap(game, _) => message!("heap sequence of {game}", game),
            Engine::Choose(_) => message!("sets of nim-sums"),
            Engine::Wythoff { .. } => message!("golden ratio for who wins, definition for values"),
            Engine::Plateaus(_) => message!("plateaus of equal values"),
            Engine::Bounded { .. } => message!("closed form: n mod (m + 1)"),
            Engine::Euclid { .. } => message!("closed form: quotients of Euclid's algorithm"),
            Engine::FibonacciNim { .. } => {
                message!("Zeckendorf for who wins, definition for values")
            }
            Engine::Multiple { .. } => {
                message!("Schwenk's numbers for who wins, definition for values")
            }
            Engine::Automatic(theorem) => {
                let set = &theorem.certificate().set;
                message!(
                    "theorem: an automaton of {states} states, {numeration} numeration",
                    states = set.states(),
                    numeration = set.numeration()
                )
            }
            Engine::Definition => message!("definition: memoised mex over the options"),
        }
    }
}
