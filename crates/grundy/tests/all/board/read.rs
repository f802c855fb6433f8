//! Boards as they are typed: what is shown can be typed again, spaces, and what is no board.

use grundy::board::{Source, open};
use grundy::limits::Limits;
use grundy::ruleset::Failure;

/// Whatever is shown of a position means the same when it is typed.
#[test]
fn what_is_shown_can_be_typed() {
    for (game, text) in [
        ("cram", "##.#/####/.##."),
        ("cram", "0x0"),
        ("chomp", "4,3,1"),
        ("node-kayles", "cycle 5"),
        ("node-kayles", "a b-c c-d"),
        ("node-kayles", "1-2 2-3 4"),
        ("arc-kayles", "path 6"),
        ("node-kayles", "3x3"),
        ("arc-kayles", "a-b b-c c-a c-d e"),
        ("arc-kayles", "nothing"),
        ("poset", "a<b<c d<c a<e f"),
        ("poset", "subsets 3"),
        ("poset", "divisors 60"),
        ("poset", "nothing"),
        ("hackenbush", "ground-a a-b a-b b-c c-c ground-c"),
        ("hackenbush", "nothing"),
        ("turning-turtles", "THTHH"),
        ("turning-corners", "TH/HT/HH"),
        ("treblecross", "X......"),
        ("staircase", "3 1 4"),
        ("northcott", "W..B/.W.B"),
    ] {
        let limits = Limits::default();
        for seed in 0..6 {
            let mut board = open(game, Source::Text(text)).unwrap();
            for step in 0..4 {
                let shown = board.show();
                let mut again = open(game, Source::Text(&shown))
                    .unwrap_or_else(|error| panic!("{game} {shown}: {error}"));
                let moves = |board: &dyn grundy::board::Board| {
                    let mut count = 0;
                    board.each_move(&mut |_| {
                        count += 1;
                        std::ops::ControlFlow::Continue(())
                    });
                    count
                };
                assert_eq!(moves(board.as_ref()), moves(again.as_ref()), "{game} {shown}");
                assert_eq!(board.value(&limits), again.value(&limits), "{game} {shown}");
                assert_eq!(board.is_lost(&limits), again.is_lost(&limits), "{game} {shown}");
                match moves(board.as_ref()) {
                    0 => break,
                    count => assert!(board.make((seed * 7 + step * 3) % count)),
                }
            }
        }
    }
}

/// A number is a vertex of that name, and what comes first may say what follows.
#[test]
fn words_before_edges_and_numbers_alone_are_no_kinds_of_graphs() {
    let value = |game: &str, text: &str| {
        open(game, Source::Text(text)).unwrap().value(&Limits::default()).unwrap().0
    };
    for (game, text, expected) in [
        ("node-kayles", "3", 1),
        ("node-kayles", "4", 1),
        ("node-kayles", "1 2", 0),
        ("node-kayles", "5 7 9", 1),
        ("arc-kayles", "5", 0),
        ("node-kayles", "edges a-b", 1),
        ("node-kayles", "Edges a-b b-c", 2),
        ("node-kayles", "graph 1-2 2-3", 2),
        ("node-kayles", "edges", 0),
        ("arc-kayles", "edges a-b b-c c-d", 2),
        ("poset", "relations a<b d", 3),
        ("poset", "a<b d", 3),
    ] {
        let found = if text == "edges" {
            // One word may be the name of a kind of graph.
            u64::from(open(game, Source::Text(text)).is_ok())
        } else {
            value(game, text)
        };
        assert_eq!(found, expected, "{game} {text}");
    }
}

#[test]
fn boards_are_read_however_they_are_typed() {
    for (game, typed, plain) in [
        ("node-kayles", "a->b b->c", "a-b b-c"),
        ("arc-kayles", "a->b b->c c->d", "a-b b-c c-d"),
        ("poset", "a<=b b<=c<=d", "a<b b<c<d"),
        ("poset", "a≤b b≤c", "a<b b<c"),
        ("poset", "{1}<{1,2} {2}<={1,2}", "{1}<{1,2} {2}<{1,2}"),
        ("staircase", "10^3 2**3 3e2 1_000", "1000 8 300 1000"),
        ("chomp", "3,2,", "3,2"),
        ("chomp", "3, 2", "3,2"),
        ("cram", "3*4", "3x4"),
        ("chomp", "2 × 3", "2x3"),
        ("node-kayles", "3*4", "3x4"),
        ("node-kayles", "grid 3x4", "3x4"),
        ("arc-kayles", " Grid 2 x 3", "2x3"),
        ("cram", "grid 2x3 + 方格 1x2", "2x3 + 1x2"),
        ("node-kayles", "f(1)-[2] [2]-{3,4}", "f(1)-[2] [2]-{3,4}"),
    ] {
        let read = |text| open(game, Source::Text(text)).unwrap().show();
        assert_eq!(read(typed), read(plain), "{game} {typed}");
    }
}

#[test]
fn rows_of_boards_may_stand_between_spaces() {
    for (game, spaced, plain) in [
        ("cram", "### / #.#", "###/#.#"),
        ("node-kayles", ". / #", "./#"),
        ("turning-corners", "TH / HH", "TH/HH"),
        ("chomp", "####/###/#", "4,3,1"),
        ("chomp", "## / #. / ..", "2,1"),
    ] {
        let read = |text| open(game, Source::Text(text)).unwrap().show();
        assert_eq!(read(spaced), read(plain), "{game} {spaced}");
    }
}

#[test]
fn boards_that_are_none_get_a_message() {
    for (game, text, expected) in [
        ("cram", "3x", "expected a number of rows or columns"),
        ("node-kayles", "gird 3x4", "expected a number of rows or columns"),
        ("node-kayles", "grid3x4", "expected a number of rows or columns"),
        ("cram", "", "there is no board here"),
        ("cram", "3x4 + 2q", "expected `#` or `.`, found `2`"),
        ("cram", "99999x99999", "a board has at most 65536 cells"),
        ("turning-corners", "T H/HH", "expected H or T"),
        ("cram", "# #", "expected `#` or `.`, found ` `"),
        (
            "chomp",
            "#/##",
            "what bites leave are rows from the left, none longer than the one above, at most 1000",
        ),
        ("chomp", "3,4", "this row is longer than the one above it"),
        ("chomp", "3,,2", "expected the length of a row, from 1 to 1000"),
        ("chomp", ",3", "expected the length of a row, from 1 to 1000"),
        ("staircase", "3 x", "expected a number of coins up to 1048576"),
        ("staircase", "3 10^", "expected a number of coins up to 1048576"),
        (
            "staircase",
            "3 10^30",
            "a stair has at most 1048576 coins here, so that every move can be listed",
        ),
        ("chomp", "3,0", "expected the length of a row, from 1 to 1000"),
        ("node-kayles", "a-", "this edge lacks an end"),
        ("poset", "a<b b<c c<a", "`a` would be above itself"),
        ("poset", "a<a", "`a` would be above itself"),
        ("poset", "a<", "an element is missing here"),
        ("poset", "a>b", "what is below stands first: a<b"),
        ("poset", "divisors 0", "expected a number from 1 to 10^8"),
        ("poset", "subsets 99", "expected a number from 1 to 10"),
        ("node-kayles", "a-a", "an edge joins two different vertices"),
        ("node-kayles", "cycle", "expected a number of vertices after `cycle`"),
        ("node-kayles", "cycle 2", "there is no `cycle` of this size"),
        ("node-kayles", "K1000", "there is no `K` of this size"),
        ("node-kayles", "a–b b–c", "`–` is not the plain `-`"),
        ("arc-kayles", "a-b，b-c", "`，` is not the plain `,`"),
        ("node-kayles", "graph.tx", "there is no such file, and no vertex is called so"),
        ("poset", "a-b", "an order is typed a<b; `-` is of graphs"),
        ("poset", "a＜b", "`＜` is not the plain `<`"),
        ("node-kayles", "{a-b, b-c}", "`{` stands in no name here"),
        ("node-kayles", "(a-b) (b-c)", "`(` stands in no name here"),
        ("node-kayles", "a-b) b-c", "`)` stands in no name here"),
        ("node-kayles", "a=b b=c", "`=` stands in no name here"),
        ("node-kayles", "a<-b", "`<` stands in no name here"),
        ("node-kayles", "a-b; b-c", "`;` stands in no name here"),
        ("node-kayles", "a: b c", "`:` stands in no name here"),
        ("arc-kayles", "a|b", "`|` stands in no name here"),
        ("arc-kayles", "a->", "this edge lacks an end"),
        ("node-kayles", "a-b path 3", "`path 3` stands alone"),
        ("poset", "{a<b, b<c}", "`{` stands in no name here"),
        ("poset", "a=b", "`=` stands in no name here"),
        ("poset", "a≥b", "what is below stands first: a<b"),
        ("poset", "a<=", "an element is missing here"),
        ("poset", "a<b; b<c", "`;` stands in no name here"),
        ("poset", "chain 3 chain 2", "`chain 3` stands alone"),
        ("poset", "chain 3 d", "`chain 3` stands alone"),
        ("poset", "a<b subsets 3", "`subsets 3` stands alone"),
    ] {
        let error = open(game, Source::Text(text)).err().unwrap();
        assert_eq!(error.message.to_string(), expected, "{game} {text}");
        assert!(error.span.end <= error.source.len(), "{game} {text}: {error:?}");
    }
    let too_large = open("cram", Source::Text("11x12")).unwrap().value(&Limits::default());
    assert!(matches!(too_large, Err(Failure::Domain(_))));
}
