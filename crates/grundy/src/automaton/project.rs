//! Projection: "there is a number such that", by the subset construction.

use hashbrown::HashMap;
use rapidhash::fast::RandomState;

use super::dfa::{Dfa, TooLarge, Track, bounded, letters, spell};

impl Dfa {
    /// The tuples to which some number on this track can be added so that the whole is in the set.
    ///
    /// The number may have more digits than the others: the states that are reached while the
    /// others read zeros in front all belong to the start. States from which nothing is accepted
    /// are left out of the subsets.
    ///
    /// # Errors
    /// [`TooLarge`].
    pub fn exists(&self, track: Track) -> Result<Dfa, TooLarge> {
        let Some(place) = self.tracks().iter().position(|&name| name == track) else {
            return Ok(self.clone());
        };
        let numeration = self.numeration();
        let radix = numeration.digits();
        let mut tracks = self.tracks().to_vec();
        tracks.remove(place);
        let letters = letters(numeration, tracks.len())?;
        // The letters that become one when the track is forgotten.
        let below = radix.pow(place as u32);
        let widened = |letter: usize| {
            let (low, high) = (letter % below, letter / below);
            (0..radix).map(move |digit| low + digit * below + high * below * radix)
        };
        let alive = self.alive();
        let mut start = vec![0_u32];
        let mut at = 0;
        while at < start.len() {
            let row = self.row(start[at] as usize);
            for letter in widened(0) {
                if !start.contains(&row[letter]) {
                    start.push(row[letter]);
                }
            }
            at += 1;
        }
        start.retain(|&state| alive[state as usize]);
        start.sort_unstable();
        let mut index: HashMap<Vec<u32>, u32, RandomState> = HashMap::default();
        index.insert(start.clone(), 0);
        let mut sets = vec![start];
        let mut next = Vec::new();
        let mut to = Vec::new();
        let mut at = 0;
        while at < sets.len() {
            for letter in 0..letters {
                to.clear();
                for &state in &sets[at] {
                    let row = self.row(state as usize);
                    to.extend(widened(letter).map(|wide| row[wide]));
                }
                to.retain(|&state| alive[state as usize]);
                to.sort_unstable();
                to.dedup();
                let known = sets.len() as u32;
                let found = index.get(&to[..]).copied().unwrap_or_else(|| {
                    index.insert(to.clone(), known);
                    sets.push(to.clone());
                    known
                });
                next.push(found);
            }
            at += 1;
            bounded(sets.len(), next.len())?;
        }
        let accepting = |set: &Vec<u32>| set.iter().any(|&state| self.is_accepting(state as usize));
        let accepts = sets.iter().map(accepting).collect();
        Ok(Dfa::made(numeration, tracks, next, accepts).minimised())
    }

    /// From which states something is accepted.
    pub(crate) fn alive(&self) -> Vec<bool> {
        let mut alive: Vec<bool> =
            (0..self.states()).map(|state| self.is_accepting(state)).collect();
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); self.states()];
        for state in 0..self.states() {
            for &to in self.row(state) {
                before[to as usize].push(state as u32);
            }
        }
        let mut waiting: Vec<usize> = (0..self.states()).filter(|&state| alive[state]).collect();
        while let Some(state) = waiting.pop() {
            for &from in &before[state] {
                if !alive[from as usize] {
                    alive[from as usize] = true;
                    waiting.push(from as usize);
                }
            }
        }
        alive
    }

    /// The automaton as a graph in the language of Graphviz; letters are written track by track.
    pub fn dot(&self) -> String {
        let mut text =
            "digraph {\n  rankdir=LR;\n  start [shape=point];\n  start -> 0;\n".to_owned();
        let alive = self.alive();
        for state in (0..self.states()).filter(|&state| alive[state]) {
            let shape = if self.is_accepting(state) { "doublecircle" } else { "circle" };
            text.push_str(&format!("  {state} [shape={shape}];\n"));
            let mut labels: Vec<(u32, Vec<String>)> = Vec::new();
            for (letter, &to) in self.row(state).iter().enumerate() {
                let word = format!("[{}]", self.word(letter, ","));
                match labels.iter_mut().find(|(known, _)| *known == to) {
                    Some((_, words)) => words.push(word),
                    None => labels.push((to, vec![word])),
                }
            }
            for (to, words) in labels.iter().filter(|(to, _)| alive[*to as usize]) {
                text.push_str(&format!("  {state} -> {to} [label=\"{}\"];\n", words.join(" ")));
            }
        }
        text.push_str("}\n");
        text
    }

    /// The automaton in the text format of Walnut (H. Mousavi; J. Shallit, The Logical Approach to
    /// Automatic Sequences, 2022): the numeration of each track, then each state with its output
    /// and a line per letter. States from which nothing is accepted are left out, and the others
    /// numbered without a gap, as Walnut wants them.
    pub fn walnut(&self) -> String {
        let name = self.numeration().walnut_name();
        let mut text = vec![&name[..]; self.tracks().len()].join(" ");
        text.push('\n');
        let alive = self.alive();
        let kept: Vec<usize> =
            (0..self.states()).filter(|&state| alive[state] || state == 0).collect();
        let number = |state: usize| kept.binary_search(&state).ok();
        for (at, &state) in kept.iter().enumerate() {
            text.push_str(&format!("\n{at} {}\n", u8::from(self.is_accepting(state))));
            for (letter, &to) in self.row(state).iter().enumerate() {
                if let Some(to) = number(to as usize).filter(|_| alive[to as usize]) {
                    text.push_str(&format!("{} -> {to}\n", self.word(letter, " ")));
                }
            }
        }
        text
    }

    fn word(&self, letter: usize, separator: &str) -> String {
        let digits = spell(self.numeration(), self.tracks().len(), letter);
        digits.iter().map(ToString::to_string).collect::<Vec<_>>().join(separator)
    }
}
