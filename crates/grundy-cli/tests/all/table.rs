//! `grundy table` of games with more than two coordinates, and of boards.

use grundy::board::{Source, open};
use grundy::limits::Limits;
use grundy::outcome::Outcome;
use grundy::play::Session;

fn printed(arguments: &[&str]) -> String {
    let output = crate::grundy().arg("table").args(arguments).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

const GAMES: [&str; 5] = [
    "[a, b, c] -> [a-1, b, c] | [a, b-1, c+1] | [a, b, c-k] for k in 1..c if k != 2",
    "unordered [a, b, c] -> [a-k, b, c] for k in 1..a | [a-1, b-1, c-1]",
    "[a, b, c] -> [a-1, b, c] + [0, 0, c] | [a, b-k, 0] for k in 1..b",
    "pile[a, b, c] -> cut[a+b, c] if a > 0 | pile[a, b-1, c]\ncut[p, q] -> cut[p-1, q] | cut[p, q-1]",
    "[a, b, c, d] -> [a-1, d, b, c] | [a, b-1, c-1, d] | [a, b, c, d-k] for k in {1, 3}",
];

#[test]
fn lines_of_positions_say_what_the_definition_says() {
    for (game, kind) in GAMES.into_iter().zip([None, None, None, Some("pile"), None]) {
        let mut session = Session::with_game(game).unwrap();
        let number = |kind: &str| {
            session.games()[0].rules.kinds().iter().position(|one| one.name() == Some(kind))
        };
        let index = kind.map_or(0, |kind| number(kind).unwrap());
        let arity = session.games()[0].rules.kinds()[index].coords().len();
        let (from, to) = (["1,0,2", "0"][arity - 3], ["4,3,5", "3,2,3,4"][arity - 3]);
        let mut arguments = vec![game, "--from", from, "--to", to];
        arguments.extend(kind.into_iter().flat_map(|kind| ["--kind", kind]));
        let lines = printed(&arguments);
        let mut last = Vec::new();
        for line in lines.lines() {
            let numbers: Vec<i64> =
                line.split('\t').map(|number| number.parse().unwrap()).collect();
            let (value, coords) = numbers.split_last().unwrap();
            assert!(last < coords.to_vec(), "{game}: {line}");
            last = coords.to_vec();
            let mut position = session.component(index, coords).unwrap();
            if session.games()[0].rules.kinds()[index].is_unordered() {
                position.parts[0].coords.sort_unstable();
            }
            let defined = session.by_definition(&position, &Limits::default()).unwrap();
            assert_eq!(defined.to_string(), value.to_string(), "{game}: {line}");
        }
        let end: Vec<i64> = to.split(',').map(|number| number.parse().unwrap()).collect();
        assert_eq!((last, lines.lines().count()), (end, [4 * 4 * 4, 4 * 3 * 4 * 5][arity - 3]));
        // The same in commas, and who wins.
        let commas = printed(&[&arguments[..], &["--csv"]].concat());
        assert_eq!(commas.split_once('\n').unwrap().1, lines.replace('\t', ","));
        let lost = printed(&[&arguments[..], &["--lost"]].concat());
        let outcomes = printed(&[&arguments[..], &["--outcomes"]].concat());
        let of = |text: &str, end: &str| -> Vec<String> {
            text.lines().filter_map(|line| line.strip_suffix(end)).map(str::to_owned).collect()
        };
        assert_eq!(of(&outcomes, "\tP"), of(&lines, "\t0"), "{game}");
        if !game.starts_with("unordered") {
            assert_eq!(of(&lost, ""), of(&lines, "\t0"), "{game}");
        }
    }
}

/// Lost are the heaps of value 0 in normal play, and in misère Nim the heap of one alone.
#[test]
fn b_files_number_the_lost_heaps() {
    let zeros = printed(&["0.07", "--from", "5", "--to", "40"]);
    let zeros = zeros.lines().filter_map(|line| line.strip_suffix("\t0"));
    let numbered: Vec<String> =
        (1..).zip(zeros).map(|(at, heap)| format!("{at} {heap}\n")).collect();
    let shown = printed(&["0.07", "--from", "5", "--to", "40", "--lost", "--bfile"]);
    assert_eq!(shown, numbered.concat());
    assert!(shown.starts_with("1 5\n2 9\n"), "{shown}");
    assert_eq!(printed(&["misere-nim", "--to", "9", "--lost", "--bfile"]), "1 1\n");
}

#[test]
fn pages_are_layers_of_the_whole() {
    let game = GAMES[0];
    let rows = |page: &str| -> Vec<Vec<String>> {
        let rows = page.lines().filter(|line| line.ends_with("\\\\"));
        rows.map(|row| {
            row.trim_end_matches(" \\\\").split(" & ").skip(1).map(str::to_owned).collect()
        })
        .collect()
    };
    let whole: Vec<String> = printed(&[game, "--to", "3,4,5"]).lines().map(str::to_owned).collect();
    let value = |a: usize, b: usize, c: usize| {
        whole[(a * 5 + b) * 6 + c].rsplit('\t').next().unwrap().to_owned()
    };
    for at in 0..=3 {
        let page = printed(&[
            game,
            "--latex",
            "--from",
            &format!("{at},0,0"),
            "--to",
            &format!("{at},4,5"),
        ]);
        let layer: Vec<Vec<String>> =
            (0..5).map(|b| (0..6).map(|c| value(at, b, c)).collect()).collect();
        assert_eq!(rows(&page), layer);
        let page = printed(&[
            game,
            "--latex",
            "--from",
            &format!("0,{at},1"),
            "--to",
            &format!("3,{at},4"),
        ]);
        let layer: Vec<Vec<String>> =
            (0..4).map(|a| (1..5).map(|c| value(a, at, c)).collect()).collect();
        assert_eq!(rows(&page), layer);
    }
}

/// The board of a size, with its game.
type OfSize = fn(u64, u64) -> String;

/// Games on boards, the first and the last sizes, and the board of a size.
const BOARDS: [(&str, u64, u64, OfSize); 9] = [
    ("cram", 1, 4, |m, n| format!("cram {m}x{n}")),
    ("chomp", 1, 4, |m, n| format!("chomp {m}x{n}")),
    ("arc-kayles Km,n", 1, 3, |m, n| format!("arc-kayles K{m},{n}")),
    ("turning-corners", 1, 4, |m, n| {
        let row = |last| format!("{}{last}", "T".repeat(n as usize - 1));
        format!("turning-corners {}{}", format!("{}/", row('T')).repeat(m as usize - 1), row('H'))
    }),
    ("cram nxn", 1, 4, |_, n| format!("cram {n}x{n}")),
    ("node-kayles cycle n", 3, 14, |_, n| format!("node-kayles cycle {n}")),
    ("treblecross", 3, 11, |_, n| format!("treblecross {n}")),
    ("chomp n,n,2", 2, 5, |_, n| format!("chomp {n},{n},2")),
    ("mock-turtles", 1, 20, |_, n| format!("mock-turtles {}H", "T".repeat(n as usize - 1))),
];

/// Of every game on boards there is a table, or it is told how to ask for one, or that there is none.
#[test]
fn every_game_on_boards_has_a_table_or_says_how() {
    for entry in grundy::games::BOARDS {
        let ask = |game: &str| crate::grundy().args(["table", game, "--to", "4"]).output().unwrap();
        let said =
            |output: &std::process::Output| String::from_utf8_lossy(&output.stderr).into_owned();
        let output = ask(entry.name);
        if output.status.success() || said(&output).contains("have no sizes") {
            continue;
        }
        let help = said(&output);
        let typed = help.split("grundy table '").nth(1).and_then(|rest| rest.split('\'').next());
        let typed = typed.unwrap_or_else(|| panic!("{}: {help}", entry.name));
        let output = ask(typed);
        assert!(output.status.success(), "{}: {typed}: {}", entry.name, said(&output));
    }
}

#[test]
fn tables_of_boards_say_what_each_board_is_worth() {
    for (game, first, last, board) in BOARDS {
        for how in [&[][..], &["--outcomes"], &["--misere"]] {
            let (from, to) = (first.to_string(), last.to_string());
            let mut arguments = vec![game, "--from", &from, "--to", &to];
            arguments.extend(how);
            let lines = printed(&arguments);
            let rows: Vec<Vec<&str>> =
                lines.lines().map(|line| line.split('\t').collect()).collect();
            let size = (last - first + 1) as usize;
            let columns = if rows[0].len() == size { first..=last } else { first..=first };
            assert_eq!(rows.len(), size, "{game}");
            for (row, m) in rows.iter().zip(first..) {
                // A single number stands before its value.
                let cells = if columns.end() > columns.start() { &row[..] } else { &row[1..] };
                for (cell, n) in cells.iter().zip(columns.clone()) {
                    let n = if cells.len() == 1 { m } else { n };
                    let words = board(m, n);
                    let (name, position) = words.split_once(' ').unwrap();
                    let mut opened = open(name, Source::Text(position)).unwrap();
                    let limits = Limits::default();
                    let right = match how {
                        [] => opened.value(&limits).unwrap().to_string(),
                        how => {
                            if *how == ["--misere"] {
                                opened.play_misere().unwrap();
                            }
                            let lost = opened.is_lost(&limits).unwrap();
                            Outcome::next_wins(!lost).to_string()
                        }
                    };
                    assert_eq!(*cell, right, "{words} {how:?}");
                }
            }
        }
    }
}

/// Outcomes of positions that play may come back to, backwards from the ends: what no round settles is a draw.
fn settled(moves: &[Vec<usize>], misere: bool) -> Vec<Outcome> {
    let mut known: Vec<Option<Outcome>> = vec![None; moves.len()];
    loop {
        let before = known.clone();
        for (at, moves) in moves.iter().enumerate() {
            let leads = |outcome| moves.iter().any(|&to| before[to] == Some(outcome));
            known[at] = if moves.is_empty() {
                Some(Outcome::next_wins(misere))
            } else if leads(Outcome::P) {
                Some(Outcome::N)
            } else if moves.iter().all(|&to| before[to] == Some(Outcome::N)) {
                Some(Outcome::P)
            } else {
                None
            };
        }
        if known == before {
            return known.into_iter().map(|outcome| outcome.unwrap_or(Outcome::D)).collect();
        }
    }
}

/// Put or take a square (Epstein): the lost heaps begin with 5, 20, 29, 45, 80 (Guy, Unsolved problems in
/// combinatorial games).
#[test]
fn loopy_tables_say_what_is_told_backwards() {
    let game = "[n] if n > 0 -> [n-isqrt(n)**2] | [n+isqrt(n)**2] if n < 5000";
    let heaps: Vec<Vec<usize>> = (0..10_000_usize)
        .map(|heap| {
            let square = heap.isqrt() * heap.isqrt();
            let puts = (0 < heap && heap < 5000).then_some(heap + square);
            (heap > 0).then_some(heap - square).into_iter().chain(puts).collect()
        })
        .collect();
    for (options, misere) in [(&[][..], false), (&["--misere"], true)] {
        let outcomes = settled(&heaps, misere);
        assert!(outcomes[..200].contains(&Outcome::D));
        let asked = [&[game, "--loopy", "--from", "3", "--to", "200"][..], options].concat();
        let lines: Vec<String> =
            (3..=200).map(|heap| format!("{heap}\t{}\n", outcomes[heap])).collect();
        assert_eq!(printed(&asked), lines.concat());
        let lost = (3..=200).filter(|&heap| outcomes[heap] == Outcome::P);
        let lost: Vec<String> = lost.map(|heap| format!("{heap}\n")).collect();
        assert_eq!(printed(&[&asked[..], &["--lost"]].concat()), lost.concat());
        if !misere {
            assert_eq!(lost[..5].concat(), "5\n20\n29\n45\n80\n");
            let numbered = printed(&[&asked[..], &["--lost", "--bfile"]].concat());
            assert!(numbered.starts_with("1 5\n2 20\n"), "{numbered}");
            let csv = printed(&[&asked[..], &["--csv"]].concat());
            assert!(csv.starts_with("n,value\n3,"), "{csv}");
            let json = printed(&[&asked[..], &["--json"]].concat());
            assert!(json.contains("\"shows\": \"outcome\"") && json.contains("\"D\""), "{json}");
        }
    }
}

/// The white knight, and pairs in either order.
#[test]
fn loopy_tables_have_rows_and_unordered_positions() {
    let game = "unordered [a, b] if a > 0 or b > 0 -> [a-2, b+1] if b < 9 | [a-2, b-1] | [a-1, b-2] | [a+1, b-2] if a < 9";
    let place = |a: i64, b: i64| (10 * a + b) as usize;
    let mut moves = vec![Vec::new(); 100];
    for (a, b) in (0..100).map(|place| (place / 10, place % 10)) {
        // The coordinates stand in order when the rule is read.
        let (small, large) = (a.min(b), a.max(b));
        for (to, may) in [
            ((small - 2, large + 1), large < 9),
            ((small - 2, large - 1), true),
            ((small - 1, large - 2), true),
            ((small + 1, large - 2), small < 9),
        ] {
            if may && (0..10).contains(&to.0) && (0..10).contains(&to.1) {
                moves[place(a, b)].push(place(to.0, to.1));
            }
        }
    }
    let outcomes = settled(&moves, false);
    let row = |a: i64| (0..7).map(|b| outcomes[place(a, b)].to_string()).collect::<Vec<_>>();
    let rows: Vec<String> = (0..5).map(|a| row(a).join("\t") + "\n").collect();
    assert_eq!(printed(&[game, "--loopy", "--to", "4,6"]), rows.concat());
    let lost = (0..5).flat_map(|a| (a..7).map(move |b| (a, b)));
    let lost = lost.filter(|&(a, b)| outcomes[place(a, b)] == Outcome::P);
    let lost: Vec<String> = lost.map(|(a, b)| format!("{a}\t{b}\n")).collect();
    assert_eq!(printed(&[game, "--loopy", "--to", "4,6", "--lost"]), lost.concat());
}
