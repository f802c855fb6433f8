//! The formats against game trees: whoever cannot move loses, and nothing else is known.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::hash::Hash;

use proptest::collection::vec;
use proptest::prelude::*;

use super::answers;

/// A game by its moves; whether its positions are won, as far as that was asked.
struct Tree<P, M> {
    moves: M,
    known: HashMap<P, bool>,
}

impl<P: Clone + Eq + Hash, M: Fn(&P) -> Vec<P>> Tree<P, M> {
    fn new(moves: M) -> Tree<P, M> {
        Tree { moves, known: HashMap::new() }
    }

    fn wins(&mut self, position: &P) -> bool {
        if let Some(&known) = self.known.get(position) {
            return known;
        }
        let wins = (self.moves)(position).iter().any(|option| !self.wins(option));
        self.known.insert(position.clone(), wins);
        wins
    }
}

/// The moves of a sum of heaps, kept in order and without empty ones: each replaces one heap by
/// heaps that `options` names.
fn sum_moves(heaps: &[u64], options: impl Fn(u64) -> Vec<Vec<u64>>) -> Vec<Vec<u64>> {
    let mut moves = Vec::new();
    for (at, &heap) in heaps.iter().enumerate() {
        for option in options(heap) {
            let mut left = heaps.to_vec();
            left.swap_remove(at);
            left.extend(option);
            moves.push(tidy(left));
        }
    }
    moves
}

fn tidy(mut heaps: Vec<u64>) -> Vec<u64> {
    heaps.retain(|&heap| heap > 0);
    heaps.sort_unstable();
    heaps
}

/// A game of heaps.
fn heaps(
    options: impl Fn(u64) -> Vec<Vec<u64>>,
) -> Tree<Vec<u64>, impl Fn(&Vec<u64>) -> Vec<Vec<u64>>> {
    Tree::new(move |position: &Vec<u64>| sum_moves(position, &options))
}

fn take(amounts: impl IntoIterator<Item = u64>, heap: u64) -> Vec<Vec<u64>> {
    amounts.into_iter().filter(|k| (1..=heap).contains(k)).map(|k| vec![heap - k]).collect()
}

fn nim() -> Tree<Vec<u64>, impl Fn(&Vec<u64>) -> Vec<Vec<u64>>> {
    heaps(|heap| take(1..=heap, heap))
}

fn said(wins: bool, yes: &str, no: &str) -> String {
    format!("{}\n", if wins { yes } else { no })
}

fn counted(numbers: &[u64]) -> String {
    format!("{} {}", numbers.len(), super::text(numbers.iter().copied()))
}

type Pair = (u64, u64);

fn wythoff_moves(&(a, b): &Pair) -> Vec<Pair> {
    let one = (1..=a).map(|k| (a - k, b)).chain((1..=b).map(|k| (a, b - k)));
    one.chain((1..=a.min(b)).map(|k| (a - k, b - k))).collect()
}

/// The least number that `values` lacks.
fn mex(values: &[u64]) -> u64 {
    (0..).find(|candidate| !values.contains(candidate)).expect("one is missing")
}

/// Conway's definition of the nim-product.
fn product(a: u64, b: u64, known: &mut HashMap<Pair, u64>) -> u64 {
    if let Some(&product) = known.get(&(a, b)) {
        return product;
    }
    let mut excluded = Vec::new();
    for x in 0..a {
        for y in 0..b {
            excluded.push(product(x, b, known) ^ product(a, y, known) ^ product(x, y, known));
        }
    }
    let result = mex(&excluded);
    known.insert((a, b), result);
    result
}

/// Who wins at a position of sheets, by the rule as it is told: cut one, and win by making 1x1.
fn sheets_win(sheets: &[Pair], known: &mut HashMap<Vec<Pair>, bool>) -> bool {
    if let Some(&wins) = known.get(sheets) {
        return wins;
    }
    let mut wins = false;
    for (at, &(w, h)) in sheets.iter().enumerate() {
        let upright = (1..w).map(|k| [(k, h), (w - k, h)]);
        let flat = (1..h).map(|k| [(w, k), (w, h - k)]);
        for pieces in upright.chain(flat) {
            let mut left = sheets.to_vec();
            left.swap_remove(at);
            left.extend(pieces);
            left.sort_unstable();
            wins = wins || pieces.contains(&(1, 1)) || !sheets_win(&left, known);
        }
    }
    known.insert(sheets.to_vec(), wins);
    wins
}

proptest! {
    #![proptest_config(ProptestConfig { cases: ProptestConfig::default().cases.div_ceil(4), ..ProptestConfig::default() })]

    #[test]
    fn nim_moves(groups in vec(vec(0u64..6, 1..5), 0..4)) {
        let mut tree = nim();
        let (mut input, mut moves, mut counts) = (String::new(), String::new(), String::new());
        for piles in groups {
            input += &counted(&piles);
            let mut winning = String::new();
            for (at, &pile) in piles.iter().enumerate() {
                for left in 0..pile {
                    let mut option = piles.clone();
                    option[at] = left;
                    if !tree.wins(&tidy(option)) {
                        writeln!(winning, "{pile} {left}").expect("a string takes all");
                    }
                }
            }
            moves += if winning.is_empty() { "No\n" } else { "Yes\n" };
            moves += &winning;
            counts += &format!("{}\n", winning.lines().count());
        }
        prop_assert_eq!(answers("hdu2176", &input), moves);
        prop_assert_eq!(answers("poj2975", &input), counts);
    }

    #[test]
    fn the_first_winning_move_of_nim(piles in vec(0u64..6, 1..5)) {
        let mut tree = nim();
        let mut expected = "lose\n".to_owned();
        'found: for (at, &pile) in piles.iter().enumerate() {
            for taken in 1..=pile {
                let mut option = piles.clone();
                option[at] -= taken;
                if !tree.wins(&tidy(option.clone())) {
                    let left: Vec<String> = option.iter().map(u64::to_string).collect();
                    expected = format!("{taken} {}\n{}\n", at + 1, left.join(" "));
                    break 'found;
                }
            }
        }
        prop_assert_eq!(answers("p1247", &counted(&piles)), expected);
    }

    #[test]
    fn who_wins_nim(groups in vec(vec(0u64..6, 1..5), 0..6)) {
        let mut tree = nim();
        let (mut input, mut wins) = (String::new(), Vec::new());
        for piles in groups {
            input += &counted(&piles);
            wins.push(tree.wins(&tidy(piles)));
        }
        let all = |yes, no| wins.iter().map(|&wins| said(wins, yes, no)).collect::<String>();
        prop_assert_eq!(answers("p2197", &format!("{} {input}", wins.len())), all("Yes", "No"));
        prop_assert_eq!(answers("poj2234", &input), all("Yes", "No"));
        prop_assert_eq!(answers("hdu1849", &(input + "0 x")), all("Rabbit Win!", "Grass Win!"));
    }

    #[test]
    fn euclid(pairs in vec((1u64..40, 1u64..40), 0..20)) {
        let mut tree = Tree::new(|&(a, b): &Pair| {
            let (smaller, larger) = (a.min(b), a.max(b));
            let most = larger.checked_div(smaller).unwrap_or(0);
            (1..=most).map(|times| (smaller, larger - times * smaller)).collect()
        });
        let output: String =
            pairs.iter().map(|pair| said(tree.wins(pair), "Stan wins", "Ollie wins")).collect();
        let input = super::text(pairs.iter().flat_map(|&(a, b)| [a, b]));
        prop_assert_eq!(&answers("p1290", &format!("{} {input}", pairs.len())), &output);
        prop_assert_eq!(answers("poj2348", &(input + "0 0 x")), output);
    }

    #[test]
    fn misere_nim(groups in vec(vec(0u64..5, 0..5), 0..6)) {
        // Who cannot move wins: one more move from there for whoever would otherwise be stuck.
        let mut tree = Tree::new(|position: &Option<Vec<u64>>| match position {
            None => Vec::new(),
            Some(piles) if piles.is_empty() => vec![None],
            Some(piles) => {
                sum_moves(piles, |heap| take(1..=heap, heap)).into_iter().map(Some).collect()
            }
        });
        let (mut input, mut output) = (format!("{} ", groups.len()), String::new());
        for piles in groups {
            input += &counted(&piles);
            output += &said(tree.wins(&Some(tidy(piles))), "John", "Brother");
        }
        prop_assert_eq!(answers("hdu1907", &input), output);
    }

    #[test]
    fn wythoff(pairs in vec((0u64..30, 0u64..30), 1..20)) {
        let mut tree = Tree::new(wythoff_moves);
        let (mut outcomes, mut moves) = (String::new(), String::new());
        for &(a, b) in &pairs {
            outcomes += &said(tree.wins(&(a, b)), "1", "0");
        }
        let sorted: Vec<Pair> = pairs
            .iter()
            .map(|&(a, b)| (a.min(b), a.max(b)))
            .take_while(|&pair| pair != (0, 0))
            .collect();
        for &(a, b) in &sorted {
            let mut lost = |options: Vec<Pair>| -> Vec<Pair> {
                let options = options.into_iter().map(|(x, y)| (x.min(y), x.max(y)));
                let mut lost: Vec<Pair> = options.filter(|pair| !tree.wins(pair)).collect();
                lost.sort_unstable();
                lost
            };
            let mut results = lost((1..=a).map(|k| (a - k, b - k)).collect());
            let one = (1..=a).map(|k| (a - k, b)).chain((1..=b).map(|k| (a, b - k)));
            for result in lost(one.collect()) {
                if !results.contains(&result) {
                    results.push(result);
                }
            }
            moves += &said(!results.is_empty(), "1", "0");
            for (x, y) in results {
                writeln!(moves, "{x} {y}").expect("a string takes all");
            }
        }
        let input = super::text(pairs.iter().flat_map(|&(a, b)| [a, b]));
        prop_assert_eq!(answers("poj1067", &input), outcomes);
        let input = super::text(sorted.iter().flat_map(|&(a, b)| [a, b]));
        prop_assert_eq!(answers("hdu2177", &(input + "0 0")), moves);
    }

    #[test]
    fn subtraction_sets(
        groups in vec((vec(1u64..9, 1..5), vec(vec(0u64..12, 0..4), 0..5)), 0..4)
    ) {
        let (mut input, mut output) = (String::new(), String::new());
        for (amounts, positions) in groups {
            input += &counted(&amounts);
            input += &format!("{} ", positions.len());
            let mut tree = heaps(|heap| take(amounts.iter().copied(), heap));
            for position in positions {
                input += &counted(&position);
                output += if tree.wins(&tidy(position)) { "W" } else { "L" };
            }
            output.push('\n');
        }
        prop_assert_eq!(answers("hdu1536", &(input + "0")), output);
    }

    #[test]
    fn single_heaps(cases in vec((0u64..60, 0u64..9), 0..9)) {
        let (mut bounded, mut powers, mut firsts) = (String::new(), String::new(), String::new());
        for &(heap, most) in &cases {
            let wins = heaps(|heap| take(1..=most, heap)).wins(&tidy(vec![heap]));
            bounded += &said(wins, "first", "second");
            let wins = heaps(|heap| take((0..6).map(|e| 1 << e), heap)).wins(&tidy(vec![heap]));
            powers += &said(wins, "Kiki", "Cici");
            let prime_power = |k: &u64| {
                let least = (2..=*k).find(|p| k.is_multiple_of(*p));
                least.is_none_or(|p| (0..7).any(|e| p.pow(e) == *k))
            };
            let wins = heaps(|heap| take((1..=heap).filter(prime_power), heap));
            firsts += &said({ wins }.wins(&tidy(vec![heap])), "October wins!", "Roy wins!");
        }
        let lines = super::text(cases.iter().flat_map(|&(heap, most)| [heap, most]));
        prop_assert_eq!(answers("hdu1846", &format!("{} {lines}", cases.len())), bounded);
        let only: Vec<u64> = cases.iter().map(|case| case.0).collect();
        prop_assert_eq!(answers("hdu1847", &super::text(only.iter().copied())), powers);
        prop_assert_eq!(answers("p4018", &counted(&only)), firsts);
    }

    #[test]
    fn fibonacci_amounts(cases in vec([0u64..14, 0u64..14, 0u64..14], 0..9)) {
        let mut tree = heaps(|heap| take([1, 2, 3, 5, 8, 13], heap));
        let cases = cases.iter().take_while(|case| **case != [0; 3]);
        let (mut input, mut output) = (String::new(), String::new());
        for case in cases {
            input += &super::text(*case);
            output += &said(tree.wins(&tidy(case.to_vec())), "Fibo", "Nacci");
        }
        prop_assert_eq!(answers("hdu1848", &(input + "0 0 0 9")), output);
    }

    #[test]
    fn fibonacci_nim(heaps in vec(1u64..70, 0..9)) {
        let mut tree = Tree::new(|&(heap, most): &Pair| {
            (1..=most.min(heap)).map(|k| (heap - k, 2 * k)).collect()
        });
        let answer = |&heap: &u64| said(tree.wins(&(heap, heap - 1)), "First win", "Second win");
        let output: String = heaps.iter().map(answer).collect();
        prop_assert_eq!(answers("hdu2516", &(super::text(heaps) + "0")), output);
    }

    #[test]
    fn laskers_nim(groups in vec(vec(0u64..7, 0..4), 0..4)) {
        let mut tree = heaps(|heap| {
            let splits = (1..=heap / 2).map(|part| vec![part, heap - part]);
            take(1..=heap, heap).into_iter().chain(splits).collect()
        });
        let (mut input, mut output) = (format!("{} ", groups.len()), String::new());
        for group in groups {
            input += &counted(&group);
            output += &said(tree.wins(&tidy(group)), "Alice", "Bob");
        }
        prop_assert_eq!(answers("hdu3032", &input), output);
    }

    #[test]
    fn tokens_on_a_graph(
        graphs in vec((vec(vec(any::<prop::sample::Index>(), 0..4), 1..9),
            vec(vec(any::<prop::sample::Index>(), 1..4), 0..4)), 0..3),
        turn in 0u64..9,
    ) {
        let (mut input, mut output) = (String::new(), String::new());
        for (edges, queries) in graphs {
            let count = edges.len();
            // Each edge leads to a smaller number, before the vertices get their names.
            let name = |vertex: usize| (vertex as u64 + turn) % count as u64;
            let mut targets = vec![Vec::new(); count];
            for (vertex, choices) in edges.iter().enumerate().skip(1) {
                targets[name(vertex) as usize] =
                    choices.iter().map(|choice| name(choice.index(vertex))).collect();
            }
            input += &format!("{count} ");
            for list in &targets {
                input += &counted(list);
            }
            let mut tree = Tree::new(|tokens: &Vec<u64>| {
                let mut moves = Vec::new();
                for (at, &vertex) in tokens.iter().enumerate() {
                    for &target in &targets[vertex as usize] {
                        let mut left = tokens.clone();
                        left[at] = target;
                        left.sort_unstable();
                        moves.push(left);
                    }
                }
                moves
            });
            for query in queries {
                let tokens: Vec<u64> = query.iter().map(|at| name(at.index(count))).collect();
                input += &counted(&tokens);
                output += &said(tree.wins(&tokens), "WIN", "LOSE");
            }
            input += "0 ";
        }
        prop_assert_eq!(answers("poj2425", &input), output);
    }

    #[test]
    fn heaps_with_limits(position in vec((0u64..5, 0u64..9), 0..4)) {
        let mut tree = Tree::new(|position: &Vec<Pair>| {
            let mut moves = Vec::new();
            for (at, &(most, heap)) in position.iter().enumerate() {
                for k in 1..=most.min(heap) {
                    let mut left = position.clone();
                    left[at].1 -= k;
                    moves.push(left);
                }
            }
            moves
        });
        let input = super::text(position.iter().flat_map(|&(most, heap)| [most, heap]));
        let input = format!("{} {input}", position.len());
        prop_assert_eq!(answers("example3", &input), said(tree.wins(&position), "N", "P"));
    }

    #[test]
    fn strips(lengths in [1u64..6, 1u64..6, 1u64..6], boards in vec(0u64..16, 0..6)) {
        let mut tree = heaps(|board| {
            let fitting = lengths.iter().filter(|&&length| length <= board);
            let places = |&length: &u64| {
                (0..=board - length).map(move |left| vec![left, board - length - left])
            };
            fitting.flat_map(places).collect()
        });
        let answer = |&board: &u64| said(tree.wins(&tidy(vec![board])), "1", "2");
        let output: String = boards.iter().map(answer).collect();
        let input = super::text(lengths) + &counted(&boards);
        prop_assert_eq!(answers("pas", &input), output);
    }

    #[test]
    fn seven_subsets(numbers in vec(0u64..7, 0..6), wide in any::<bool>()) {
        // Only one number may have three bits: its tree is large enough.
        let numbers: Vec<u64> = numbers.into_iter().chain(wide.then_some(7)).collect();
        // How many numbers have one, two and three bits; those with none are out of the game.
        let mut tree = Tree::new(|&[one, two, three]: &[u64; 3]| {
            let mut moves = Vec::new();
            if one > 0 {
                moves.push([one - 1, two, three]);
            }
            for ones in 0..=7 {
                if two > 0 {
                    moves.push([one + ones, two - 1, three]);
                }
                for twos in 0..=7 - ones {
                    if three > 0 {
                        moves.push([one + ones, two + twos, three - 1]);
                    }
                }
            }
            moves
        });
        let with = |bits| numbers.iter().filter(|number| number.count_ones() == bits).count() as u64;
        let output = said(tree.wins(&[with(1), with(2), with(3)]), "B", "L");
        prop_assert_eq!(answers("sslb1633", &counted(&numbers)), output);
    }

    #[test]
    fn numbers_of_the_digit_game(numbers in vec(0usize..30_000, 0..20)) {
        let mut wins = vec![false];
        for n in 1..30_000usize {
            let digits = n.to_string().into_bytes();
            let digits = digits.iter().map(|digit| usize::from(digit - b'0')).filter(|&d| d > 0);
            let (largest, smallest) = (digits.clone().max(), digits.min());
            let options = largest.into_iter().chain(smallest);
            wins.push(options.map(|digit| n - digit).any(|option| !wins[option]));
        }
        let output: String = numbers.iter().map(|&n| said(wins[n], "YES", "NO")).collect();
        let numbers: Vec<u64> = numbers.iter().map(|&n| n as u64).collect();
        prop_assert_eq!(answers("p2953", &counted(&numbers)), output);
    }
}

#[test]
fn values_of_laskers_nim() {
    // A position of Lasker's heaps and one heap of Nim: lost where the two values are the same.
    let mut tree = Tree::new(|(heaps, nim): &(Vec<u64>, u64)| {
        let lasker = sum_moves(heaps, |heap| {
            let splits = (1..=heap / 2).map(|part| vec![part, heap - part]);
            take(1..=heap, heap).into_iter().chain(splits).collect()
        });
        let lasker = lasker.into_iter().map(|heaps| (heaps, *nim));
        lasker.chain((0..*nim).map(|left| (heaps.clone(), left))).collect()
    });
    let mut output = String::new();
    for heap in 1..10 {
        let value = (0..).find(|&nim| !tree.wins(&(vec![heap], nim))).expect("a value");
        writeln!(output, "{heap}: {value}").expect("a string takes all");
    }
    assert_eq!(answers("lasker", "9"), output);
}

#[test]
fn nim_products() {
    let mut known = HashMap::new();
    let pairs = (0..20).flat_map(|a| (0..20).map(move |b| (a, b)));
    let output: String =
        pairs.clone().map(|(a, b)| format!("{}\n", product(a, b, &mut known))).collect();
    let input = super::text(pairs.flat_map(|(a, b)| [a, b]));
    assert_eq!(answers("nimprod", &format!("400 {input}")), output);
}

#[test]
fn sheets() {
    let mut known = HashMap::new();
    for (w, h) in (1..=6).flat_map(|w| (1..=30 / w).map(move |h| (w, h.min(8)))) {
        let output = said(sheets_win(&[(w, h)], &mut known), "WIN", "LOSE");
        assert_eq!(answers("poj2311", &format!("{w} {h}")), output, "{w} x {h}");
    }
}
