//! Boards beside other components, against the definition: every move of every component, one after the other.

use std::collections::HashMap;
use std::ops::ControlFlow;

use grundy::board::{Board, Source, is_sum_of_graphs, open, open_sum};
use grundy::explain::{Step, explain_sum};
use grundy::games::find_board;
use grundy::limits::Limits;
use grundy::outcome::Outcome;
use grundy::play::{Move, Session, Sum, SumMove, Target};
use grundy::position::Part;
use grundy::ruleset::{Failure, Value};
use num_bigint::BigUint;

/// Boards and a heap of Nim, by the definition.
struct Twin {
    boards: Vec<Box<dyn Board>>,
    lost: HashMap<(Vec<String>, u64), bool>,
}

impl Twin {
    /// Whether the player to move loses.
    fn is_lost(&mut self, heap: u64) -> bool {
        let key = (self.boards.iter().map(|board| board.show()).collect(), heap);
        if let Some(&known) = self.lost.get(&key) {
            return known;
        }
        let (heaps, on_boards) = self.winning(heap);
        let lost = heaps.is_empty() && on_boards.is_empty();
        self.lost.insert(key, lost);
        lost
    }

    /// What the heap may become, and on which board which move, for the opponent to lose.
    fn winning(&mut self, heap: u64) -> (Vec<u64>, Vec<(usize, usize)>) {
        if self.boards.iter().any(|board| board.is_over()) {
            return (Vec::new(), Vec::new());
        }
        let heaps = (0..heap).filter(|&left| self.is_lost(left)).collect();
        let mut on_boards = Vec::new();
        for at in 0..self.boards.len() {
            let mut number = 0;
            while self.boards[at].make(number) {
                if self.is_lost(heap) {
                    on_boards.push((at, number));
                }
                assert!(self.boards[at].take_back());
                number += 1;
            }
        }
        (heaps, on_boards)
    }
}

/// The winning moves of a sum: those of components as they are shown, and on which board the others are.
fn winning(sum: &mut Sum) -> (Vec<String>, Vec<String>) {
    let mut found = Vec::new();
    let shown = sum.each_winning_move(&Limits::default(), &mut |made| {
        assert_eq!(made.count(), BigUint::from(1_u8));
        found.push(made);
        ControlFlow::Continue(())
    });
    shown.unwrap();
    let mut first = Vec::new();
    let shown = sum.each_winning_move(&Limits::default(), &mut |made| {
        first.push(made);
        ControlFlow::Break(())
    });
    shown.unwrap();
    assert_eq!(first, found[..found.len().min(1)]);
    let (mut components, mut on_boards) = (Vec::new(), Vec::new());
    for made in found {
        match made {
            SumMove::Component(made) => components.push(sum.describe_move(&made)),
            SumMove::Board { board, .. } => on_boards.push(board),
        }
    }
    (components, on_boards)
}

const BOARDS: [(&str, &str); 16] = [
    ("cram", "2x3"),
    ("cram", "##./.##"),
    ("cram", "1x2 + 1x4"),
    ("chomp", "3,2"),
    ("chomp", "2,2,1"),
    ("node-kayles", "path 4"),
    ("arc-kayles", "a-b b-c c-a c-d"),
    ("poset", "a<b c"),
    ("hackenbush", "ground-a a-b a-c"),
    ("turning-turtles", "THTH"),
    ("staircase", "1,2"),
    ("treblecross", "....."),
    ("treblecross", "X...."),
    ("treblecross", "XX.."),
    ("treblecross", "X... + ...."),
    ("treblecross", "XX. + ..."),
];

#[test]
fn boards_beside_a_heap_are_played_as_the_definition_says() {
    for (index, &(game, board)) in BOARDS.iter().enumerate() {
        let next = BOARDS[(index + 5) % BOARDS.len()];
        for (other, other_board) in [("", ""), next, (game, board)] {
            let named: Vec<(&str, &str)> = [(game, board), (other, other_board)]
                .into_iter()
                .filter(|b| !b.0.is_empty())
                .collect();
            let boards =
                named.iter().map(|(game, text)| open(game, Source::Text(text)).unwrap()).collect();
            let mut twin = Twin { boards, lost: HashMap::new() };
            for heap in 0..4 {
                let terms: Vec<String> =
                    named.iter().map(|(game, text)| format!("{game}[{text}]")).collect();
                let text = format!("nim[{heap}] + {}", terms.join("+"));
                let mut sum = Sum::read(Session::new(), None, &text).unwrap();
                let (heaps, on_boards) = twin.winning(heap);
                let lost = heaps.is_empty() && on_boards.is_empty();
                let outcome = sum.outcome(&Limits::default()).unwrap();
                assert_eq!(outcome == Outcome::P, lost, "{text}");
                assert_eq!(sum.value(&Limits::default()).unwrap().outcome(), outcome, "{text}");
                let heaps: Vec<String> =
                    heaps.iter().map(|left| format!("nim[{heap}] -> nim[{left}]")).collect();
                let on_boards: Vec<String> =
                    on_boards.iter().map(|&(at, _)| terms[at].clone()).collect();
                assert_eq!(winning(&mut sum), (heaps, on_boards), "{text}");
            }
        }
    }
}

/// All moves of a sum.
fn moves(sum: &mut Sum) -> Vec<SumMove> {
    let mut moves = Vec::new();
    let listed = sum.each_move(&Limits::default(), &mut |made| {
        moves.push(made);
        ControlFlow::Continue(())
    });
    listed.unwrap();
    moves
}

/// Whoever can win does so, whatever the other one does, and all moves can be taken back.
#[test]
fn sums_are_played_to_the_end_and_back() {
    let limits = Limits::default();
    for text in [
        "cram[2x3] + nim[5]",
        "cram[2x2 + 1x4] + 2 * chomp[3,2] + kayles[7]",
        "northcott[.W..B./W...B.] + nim[3]",
        "northcott[.W..B.] + northcott[W..B] + staircase[1,2] + nim[1]",
        "treblecross[.....] + treblecross[....] + nim[2] + node-kayles[path 5]",
        "hackenbush[ground-a a-b a-c] + wythoff[3,5]",
        "turning-turtles[THTH] + 0.77[6]",
    ] {
        for play in 0..6_usize {
            let mut sum = Sum::read(Session::new(), None, text).unwrap();
            let mut shown = Vec::new();
            let mut dice = play;
            // Whether the player to move can win.
            let mut wins = sum.outcome(&limits).unwrap() == Outcome::N;
            while let Some(any) = sum.any_move(&limits).unwrap() {
                let all = moves(&mut sum);
                assert!(!sum.is_over(&limits).unwrap() && !all.is_empty(), "{text}");
                dice = dice * 5 + 3;
                let made = match (wins, dice % 11) {
                    (true, _) => sum.best(&limits).unwrap().unwrap(),
                    (false, 0) => sum.best(&limits).unwrap().unwrap(),
                    (false, 1) => any,
                    (false, _) => all[dice % all.len()].clone(),
                };
                if let SumMove::Board { number, index, .. } = made {
                    let called = |one: &SumMove| matches!(one, SumMove::Board { number: n, index: i, made, .. } if (*n, *i) == (number, index) && Some(made) == sum.name_on_board(number, index).as_ref());
                    assert_eq!(all.iter().filter(|one| called(one)).count(), 1, "{text}: {made:?}");
                }
                shown.push(sum.show());
                assert!(sum.make(&made), "{text}: {made:?}");
                assert_eq!(sum.outcome(&limits).unwrap() == Outcome::P, wins, "{text}: {made:?}");
                wins = !wins;
                assert!(shown.len() < 200, "{text}");
            }
            assert!(moves(&mut sum).is_empty() && !wins, "{text}");
            assert_eq!(sum.best(&limits), Ok(None));
            while let Some(before) = shown.pop() {
                assert!(sum.take_back());
                assert_eq!(sum.show(), before, "{text}");
            }
            assert!(!sum.take_back());
        }
    }
}

/// An entry that stands for several winning moves is told from those that do not win.
#[test]
fn a_move_is_known_among_those_that_an_entry_stands_for() {
    let text = "half[20] + nim[4]";
    let mut sum = Sum::read(Session::new(), None, &format!("{text} + cram[1x1]")).unwrap();
    let mut won = Vec::new();
    let shown = sum.each_winning_move(&Limits::default(), &mut |made| {
        won.push(made);
        ControlFlow::Continue(())
    });
    shown.unwrap();
    assert!(won.iter().any(|made| made.count() > BigUint::from(1_u8)), "{won:?}");
    for made in moves(&mut sum) {
        assert!(sum.make(&made));
        let wins = sum.outcome(&Limits::default()) == Ok(Outcome::P);
        assert!(sum.take_back());
        assert_eq!(won.iter().any(|entry| made.leads_alike(entry)), wins, "{made:?}");
    }
}

#[test]
fn a_sum_without_a_name_is_of_the_game_at_hand() {
    let limits = Limits::default();
    let value = |game: Option<&str>, board: Option<&str>, text: &str| {
        let session = game.map_or_else(Session::new, |game| Session::with_game(game).unwrap());
        let default = board.map(|board| find_board(board).unwrap());
        assert!(Sum::names_board(&session, default, text), "{text}");
        let mut sum = Sum::read(session, default, text).unwrap();
        (sum.value(&limits).unwrap().to_string(), sum.show())
    };
    let three = |value: &str, shown: &str| (value.to_owned(), shown.to_owned());
    assert_eq!(
        value(Some("nim"), None, "5 7 + cram[1x2]"),
        three("3", "cram[1x2] + nim[5] + nim[7]")
    );
    assert_eq!(value(None, Some("cram"), "1x2 + nim[2]"), three("3", "cram[1x2] + nim[2]"));
    assert_eq!(
        value(None, None, "3 * plugg[ 1x2 ]"),
        three("1", "cram[1x2] + cram[1x2] + cram[1x2]")
    );
    assert_eq!(value(None, None, "cram[1x2] + nim[10^30]").0, "1000000000000000000000000000001");
    // A kind of the rule at hand goes before a board of that name.
    let rule = Session::with_game("stones[n] -> stones[n-1]").unwrap();
    assert!(!Sum::names_board(&rule, None, "stones[4]"));
    for text in [
        "* cram[1x2]",
        "x * cram[1x2]",
        "nim * cram[1x2]",
        "5 7",
        "nim[3] + wythoff[3, 5]",
        "",
        "+",
        "cram",
        "cram 3x3",
        "[3x3]",
    ] {
        assert!(!Sum::names_board(&Session::new(), None, text), "{text}");
    }
}

#[test]
fn a_mistake_in_a_sum_is_shown_at_its_place() {
    let mistake = |text: &str| {
        let error = Sum::read(Session::new(), None, text).err().unwrap();
        assert_eq!(error.source, text);
        (error.span.start, error.span.end)
    };
    assert_eq!(mistake("nim[3] + cram[3y3]"), (14, 15));
    assert_eq!(mistake("cram[3x3] + nims[3]"), (12, 16));
    assert_eq!(mistake("cram[1x2] + 5"), (12, 13));
    assert_eq!(mistake("nim[1] + 1001 * cram[1x2]"), (9, 25));
    assert_eq!(mistake("cram[2x2] + 99999999999999999999 * cram[1x2]"), (12, 44));
    assert_eq!(mistake("cram[2x2] + "), (12, 12));
    assert_eq!(mistake("+ cram[2x2]"), (0, 0));
    assert_eq!(mistake("nim[2] + cram[2x2"), (9, 17));
    assert_eq!(mistake("cram[2x2]]"), (7, 9));
    assert_eq!(mistake("cram[2x2] ++ nim[2]"), (11, 11));
    assert_eq!(mistake("turtles[T]+nim[2]+cram[1x2] + nim{3]"), (30, 36));
}

#[test]
fn a_win_on_the_spot_goes_before_all_else() {
    let rule = "[n] -> [n-1] | [n-2]\nwin on [1]";
    let moves = |text: &str| {
        let mut sum = Sum::read(Session::with_game(rule).unwrap(), None, text).unwrap();
        (sum.value(&Limits::default()).unwrap(), winning(&mut sum))
    };
    let strip = "treblecross[XX...]".to_owned();
    let win = Value::Win;
    assert_eq!(
        moves("3 + treblecross[XX...]"),
        (win.clone(), (vec!["[3] -> [1]".to_owned()], vec![strip.clone()]))
    );
    assert_eq!(moves("5 + treblecross[XX...]"), (win.clone(), (Vec::new(), vec![strip])));
    assert_eq!(moves("3 + cram[1x2]"), (win, (vec!["[3] -> [1]".to_owned()], Vec::new())));
    assert_eq!(moves("1 + cram[1x2]"), (Value::Over, (Vec::new(), Vec::new())));
    assert_eq!(moves("3 + treblecross[XXX]"), (Value::Over, (Vec::new(), Vec::new())));
}

#[test]
fn misere_rules_have_no_place_beside_boards() {
    let mut sum = Sum::read(Session::new(), None, "misere-nim[3] + cram[1x2]").unwrap();
    let refused = sum.value(&Limits::default());
    assert!(matches!(refused, Err(Failure::Domain(_))), "{refused:?}");
}

/// The values that are named add up to that of the sum, and the move that is named changes one of them as it says.
#[test]
fn reasons_are_true() {
    for (text, rows, reduces) in [
        ("cram[2x3] + nim[5]", 2, true),
        ("cram[3x5] + 2 * node-kayles[path 7] + nim[3] + kayles[9]", 5, true),
        ("cram[1x2] + 3 * nim[1]", 4, false),
        ("cram[1x2]", 0, true),
        ("cram[3x5] + nim[4] + nim[9]", 3, true),
    ] {
        let mut sum = Sum::read(Session::new(), None, text).unwrap();
        let Value::Nimber(value) = sum.value(&Limits::default()).unwrap() else { panic!("{text}") };
        let steps = explain_sum(&mut sum, &Limits::default()).unwrap();
        let named = steps.iter().filter(|step| matches!(step, Step::Component { .. })).count();
        let sums: Vec<_> = steps
            .iter()
            .filter_map(|step| match step {
                Step::NimSum { rows, sum } => Some((rows.len(), sum.clone())),
                _ => None,
            })
            .collect();
        let expected: &[_] = if rows > 0 { &[(rows, value.clone())] } else { &[] };
        assert_eq!((named, &sums[..]), (rows.max(1), expected), "{text}");
        let wins = Outcome::next_wins(value != BigUint::ZERO);
        assert!(steps.contains(&Step::Outcome(wins)), "{text}");
        let Some(Step::Reduce { play, from, to }) = steps.last() else {
            assert!(!reduces, "{text}");
            continue;
        };
        assert_eq!(from ^ to, value, "{text}");
        let (components, on_boards) = winning(&mut sum);
        let play = play.to_string();
        let on_board = || on_boards.iter().any(|board| play.starts_with(&format!("{board}: ")));
        assert!(reduces && (components.contains(&play) || on_board()), "{text}: {play}");
    }
    let mut won = Sum::read(Session::new(), None, "treblecross[XX...] + nim[2]").unwrap();
    let steps = explain_sum(&mut won, &Limits::default()).unwrap();
    assert!(matches!(steps.last(), Some(Step::Play { .. })), "{steps:?}");
    let mut over = Sum::read(Session::new(), None, "treblecross[XXX..] + nim[2]").unwrap();
    let steps = explain_sum(&mut over, &Limits::default()).unwrap();
    assert!(matches!(steps[..], [Step::Over { .. }, .., Step::Outcome(Outcome::P)]), "{steps:?}");
}

/// Graphs with vertices of the same names are different boards.
#[test]
fn graphs_in_sums_are_told_apart_by_their_edges() {
    let limits = Limits::default();
    for (text, value) in [
        ("node-kayles[path 5] + node-kayles[cycle 5]", 3),
        ("arc-kayles[path 6] + arc-kayles[cycle 6]", 3),
        ("arc-kayles[a-b] + arc-kayles[a b]", 1),
        ("poset[a b] + poset[a<b]", 2),
        ("hackenbush[ground-a] + hackenbush[ground-a ground-a]", 1),
    ] {
        let mut sum = Sum::read(Session::new(), None, text).unwrap();
        assert_eq!(sum.value(&limits).unwrap().to_string(), value.to_string(), "{text}");
    }
    for (game, text, value) in [
        ("node-kayles", "path 5 + cycle 5", 3),
        ("node-kayles", "a b + a-b", 1),
        ("arc-kayles", "a-b + a b + nim[7]", 6),
        ("poset", "a b + a<b", 2),
        ("hackenbush", "ground-a + ground-a a-b", 3),
    ] {
        let entry = find_board(game);
        assert!(Sum::names_board(&Session::new(), entry, text), "{game} {text}");
        let mut sum = Sum::read(Session::new(), entry, text).unwrap();
        assert_eq!(sum.value(&limits).unwrap().to_string(), value.to_string(), "{game} {text}");
        let message = open(game, Source::Text(text)).err().unwrap().message.to_string();
        assert_eq!(message, "`+` stands between components, not in a graph");
    }
}

/// A sum of graphs is lost in misère play when one graph with all of them is, whose vertices have different names.
#[test]
fn graphs_in_misere_sums_are_one_graph() {
    let limits = Limits::default();
    let won = |board: &mut dyn Board| {
        board.play_misere().unwrap();
        !board.is_lost(&limits).unwrap()
    };
    let mut outcomes = [0, 0];
    for (game, sums) in [
        (
            "node-kayles",
            &[
                ("a b + a", "a b c"),
                ("a-b + a", "a-b c"),
                ("path 3 + cycle 4", "1-2 2-3 5-6 6-7 7-8 5-8"),
                ("path 2 + path 2 + path 4", "1-2 3-4 5-6 6-7 7-8"),
            ][..],
        ),
        (
            "arc-kayles",
            &[("a-b + a-b", "a-b c-d"), ("path 5 + path 4", "1-2 2-3 3-4 4-5 6-7 7-8 8-9")],
        ),
        (
            "poset",
            &[("a<b + a<b", "a<b c<d"), ("a<b a<c + a<b b<c", "a<b a<c x<y y<z"), ("a + b", "a b")],
        ),
        (
            "hackenbush",
            &[
                ("ground-a + ground-a", "ground-a ground-b"),
                ("ground-a a-b + ground-a", "ground-a a-b ground-c"),
                ("0-a a-b b-0 + 0-a a-a + ground-b", "0-a a-b b-0 0-c c-c 0-d"),
            ],
        ),
    ] {
        for &(text, together) in sums {
            assert!(is_sum_of_graphs(game, text), "{game} {text}");
            let mut sum = open_sum(game, text).unwrap();
            assert_eq!(sum.boards(), text.split('+').count(), "{game} {text}");
            let mut one = open(game, Source::Text(together)).unwrap();
            let [sum, one] = [&mut sum, &mut one].map(|board| {
                let mut wins = vec![won(board.as_mut())];
                // After each of the moves, which need not be in the same order.
                let mut number = 0;
                while board.make(number) {
                    wins.push(won(board.as_mut()));
                    assert!(board.take_back());
                    number += 1;
                }
                wins[1..].sort_unstable();
                wins
            });
            assert_eq!(sum, one, "{game} {text}");
            one.iter().for_each(|&won| outcomes[usize::from(won)] += 1);
        }
    }
    assert!(outcomes[0] > 5 && outcomes[1] > 5, "{outcomes:?}");
    assert!(!is_sum_of_graphs("node-kayles", "path 3 + nim[4]"));
    let error = open_sum("node-kayles", "a-b + c-").err().unwrap();
    assert_eq!((error.span.start, error.span.end), (6, 8));
    assert!(open_sum("poset", &["subsets 9"; 3].join(" + ")).is_err(), "too many together");
}

/// A position belongs to the session that read it: another one refuses it, where it has no such game or kind, and does not
/// take it for one of its own.
#[test]
fn positions_of_other_sessions_are_refused() {
    let limits = Limits::default();
    let mixed = Session::new().position("nim[3] + wythoff[2,3]").unwrap();
    let pair = Session::with_game("wythoff").unwrap().position("2,3").unwrap();
    let heap = Session::with_game("nim").unwrap().position("7").unwrap();
    for (game, position) in [("nim", &mixed), ("kayles", &pair), ("wythoff", &heap)] {
        let mut session = Session::with_game(game).unwrap();
        assert!(matches!(session.value(position, &limits), Err(Failure::Domain(_))), "{game}");
        assert!(matches!(session.outcome(position, &limits), Err(Failure::Domain(_))), "{game}");
        assert!(session.winning_moves(position, &limits).is_err(), "{game}");
        assert!(session.is_finished(position, &limits).is_err(), "{game}");
    }
    let rules = grundy::games::open("wythoff").unwrap().rules;
    assert!(grundy::table::Table::new(&rules, 7).is_err());
}

#[test]
fn moves_that_a_sum_does_not_have_are_not_made() {
    let mut sum = Sum::read(Session::new(), None, "cram[2x3] + nim[5]").unwrap();
    let part = |game: usize, coords: &[u8]| Part {
        game,
        kind: 0,
        coords: coords.iter().map(|&coord| coord.into()).collect(),
    };
    let made = |at: usize, left: Vec<Part>| {
        SumMove::Component(Move { part: at, to: Target::Sum(left), at_once: false })
    };
    let shown = sum.show();
    for wrong in [made(1, Vec::new()), made(0, vec![part(9, &[1])]), made(0, vec![part(0, &[])])] {
        assert!(!sum.make(&wrong));
        assert_eq!(sum.show(), shown);
    }
    // A range has no component without coordinates.
    let range = Target::Range { from: 1_u8.into(), to: 3_u8.into() };
    let range = SumMove::Component(Move { part: 0, to: range, at_once: false });
    assert!(!made(0, vec![part(0, &[])]).leads_alike(&range));
    assert!(made(0, vec![part(0, &[2])]).leads_alike(&range));
    assert!(sum.make(&made(0, vec![part(0, &[1])])));
    assert!(sum.take_back());
}
