//! Graphs as they are written: edge lists and dot, whole and with mistakes.

use std::collections::BTreeSet;

use grundy::graph::draw::Picture;
use grundy::graph::read::{EdgeList, ReadError, read_dot};
use grundy::graph::{Draft, Labels, Named, Race, Reading};
use grundy::language::Language;
use grundy::limits::Limits;
use proptest::prelude::*;

fn read(text: &[u8], reading: Reading) -> Result<Named, ReadError> {
    let mut list = EdgeList::new(Draft::new(reading, Limits::default()));
    list.feed(text)?;
    Ok(list.finish()?.expect("no limits"))
}

pub(crate) fn read_dot_text(text: &str) -> Result<Named, ReadError> {
    let mut draft = Draft::new(Reading::default(), Limits::default());
    read_dot(text, &mut draft)?;
    Ok(draft.finish().expect("no limits"))
}

/// All vertices and all edges by name.
pub(crate) fn named_edges(named: &Named) -> (Vec<String>, Vec<(String, String)>) {
    let name = |vertex: u32| named.names.name(vertex).to_string();
    let vertices = (0..named.graph.vertices()).map(name).collect();
    let edges = (0..named.graph.vertices())
        .flat_map(|from| named.graph.followers(from).iter().map(move |&to| (name(from), name(to))));
    (vertices, edges.collect())
}

#[test]
fn mistakes_in_edge_lists_have_a_line() {
    let plain = Reading::default();
    let five = Reading { vertices: Some(5), ..plain };
    let cases: [(&[u8], Reading, &str); 30] = [
        (b"0 1\n1 1\n", plain, "line 2: 1 leads to itself"),
        (b"a b\n\nb b\n", plain, "line 3: b leads to itself"),
        (b"0 1\n0 1000000000\n", plain, "line 2: vertex number 1000000000 is too large"),
        (b"0 300000000\n", plain, "line 1: vertex number 300000000 is too large"),
        (b"5000000000\n", plain, "line 1: vertex number 5000000000 is too large"),
        (
            b"0 1\n4 5\n",
            five,
            "line 2: vertex 5 is out of range: the graph has the vertices 0 to 4",
        ),
        (b"0 1\n0 x\n", five, "line 2: vertex x is out of range"),
        (b"0 1\n2", plain, "line 2: the file ends in the middle of a line"),
        (b"0 1 2\n", plain, "line 1: expected one vertex or two"),
        (b"a -> b\n", plain, "line 1: expected one vertex or two"),
        (b"a \"b\n", plain, "line 1: a name in an edge list has no quotes"),
        (b"0 1\n0 \xff\n", plain, "line 2: not UTF-8 text, at byte 3"),
        (b"0 1\n\xc3 1", plain, "line 2: not UTF-8 text, at byte 1"),
        (b"0 1\n-1 0 \x00 0\n", plain, "line 2: U+0000 is a control character"),
        (b"a->b\nb->c\n", plain, "line 1: `a->b` is taken as one vertex, and there is no edge"),
        (b"a\nb--c\n", plain, "line 2: `b--c` is taken as one vertex, and there is no edge"),
        (b"a\nb,c\nc,d\n", plain, "line 2: `b,c` is taken as one vertex, and there is no edge"),
        (b"-1\na-b\n", plain, "line 2: `a-b` is taken as one vertex, and there is no edge"),
        (b"0 1\na, b\n", plain, "line 2: `a,` is no vertex: it ends in `,`"),
        (b"1, 2\n", plain, "line 1: `1,` is no vertex: it ends in `,`"),
        (b"a b;\n", plain, "line 1: `b;` is no vertex: it ends in `;`"),
        (b"a: b\n", plain, "line 1: `a:` is no vertex: it ends in `:`"),
        (b"a: b c\n", plain, "line 1: `a:` is no vertex: it ends in `:`"),
        (b"{\"edges\": [[\"a\",\"b\"]]}\n", plain, "line 1: `{\"edges\":` is no vertex"),
        (b"{\n", plain, "line 1: `{` is no vertex: it begins with `{`"),
        (
            b"{\"edges\":[[\"a\",\"b\"]]}",
            plain,
            "line 1: `{\"edges\":[[\"a\",\"b\"]]}` is no vertex",
        ),
        (b"digraph {\na->b\n}\n", plain, "line 1: `{` is no vertex: it begins with `{`"),
        (b"digraph {a->b}\n", plain, "line 1: `{a->b}` is no vertex: it begins with `{`"),
        (b"graph G\n{ a--b }", plain, "line 2: `{` is no vertex: it begins with `{`"),
        (b"(a b)\n", plain, "line 1: `(a` is no vertex: it begins with `(`"),
    ];
    for (text, reading, message) in cases {
        let error = read(text, reading).expect_err(message).to_string();
        assert!(error.starts_with(message), "{error}");
    }
    // Names with dashes, numbers below 0 and whatever stands in brackets are vertices as before.
    let names = b"-1 x-y\nnew-york a:b\n[3] {1,2}\n(1,2) c;d\n";
    assert_eq!(read(names, plain).unwrap().graph.edges(), 4);
    assert_eq!(read(b"-1\n-2\n", plain).unwrap().graph.vertices(), 2);
    // Positions may be vertices, if there are edges between them.
    assert_eq!(read(b"2,1\n2,0 1,0\n", plain).unwrap().graph.vertices(), 3);
    let long = vec![b'x'; 1 << 17];
    assert!(read(&long, plain).is_err() && read(&[&long[..], b"\n"].concat(), plain).is_err());
}

/// Names are looked up several at once; however the text is cut, the edges are those that were written.
#[test]
fn names_that_are_looked_up_together_are_those_of_one_line_each() {
    let mut text = String::from("start x0\n");
    let mut edges = BTreeSet::from([("start".to_owned(), "x0".to_owned())]);
    for at in 0..300_u32 {
        let (from, to) = (format!("x{}", at * 7919 % 37), format!("x{}", at * 104_729 % 41 + 40));
        let (line, edge) = match at % 9 {
            4 => (format!("{from}\n"), None),
            5 => (format!("{from}\t{to} # x1\n"), Some((from, to))),
            6 => (format!("  {to} {from}  \r\n\n"), Some((to, from))),
            7 => (format!("{from} new{at}\r\n"), Some((from, format!("new{at}")))),
            _ => (format!("{from} {to}\n"), Some((from, to))),
        };
        text += &line;
        edges.extend(edge);
    }
    let by_bytes = |text: &str| {
        let mut list = EdgeList::new(Draft::new(Reading::default(), Limits::default()));
        text.bytes().try_for_each(|byte| list.feed(&[byte]))?;
        Ok::<_, ReadError>(list.finish()?.expect("no limits"))
    };
    let whole = read(text.as_bytes(), Reading::default()).unwrap();
    assert_eq!(named_edges(&whole), named_edges(&by_bytes(&text).unwrap()));
    assert_eq!(BTreeSet::from_iter(named_edges(&whole).1), edges);
    for (mistake, said) in [("x1 x1\n", "x1 leads to itself"), ("x1 x2 x3\n", "a third word")] {
        let wrong = format!("{text}x0 x41\n{mistake}x0 x42\n");
        let line = wrong.lines().count() - 1;
        let (whole, cut) = (read(wrong.as_bytes(), Reading::default()), by_bytes(&wrong));
        let whole = whole.unwrap_err().to_string();
        assert_eq!(whole, cut.unwrap_err().to_string());
        assert!(whole.contains(&format!("line {line}")) && whole.contains(said), "{whole}");
    }
}

#[test]
fn mistakes_in_dot_have_a_line() {
    for (text, message) in [
        ("", "line 1: expected `digraph` or `graph`"),
        ("digraph {\n a -> b\n", "line 3: the brace opened in line 1 is not closed"),
        ("digraph a -> b }", "line 1: expected `{`, found `->`"),
        ("digraph {\n a -> ;\n}", "line 2: expected a vertex, found `;`"),
        ("digraph {\n a -> a\n}", "line 2: a leads to itself"),
        ("digraph {\n a -- b\n}", "line 2: `--` in a digraph"),
        ("graph {\n a -> b\n}", "line 2: `->` in a graph"),
        ("digraph {\n a -> {b\n c\n", "line 4: the brace opened in line 2 is not closed"),
        ("digraph {\n subgraph x a\n}", "line 2: expected `{`, found `a`"),
        ("digraph {\n subgraph -> a\n}", "line 2: expected a name or `{`, found `->`"),
        ("digraph {\n a ->\n {b -- c}\n}", "line 3: `--` in a digraph"),
        ("digraph {\n a -> b,\n}", "line 3: expected a vertex, found `}`"),
        ("digraph {\n a, b = c\n}", "line 2: expected a vertex, found `=`"),
        ("digraph {\n {a} = c\n}", "line 2: expected a vertex, found `=`"),
        ("digraph {\n {a b} -> {c\n a}\n}", "line 3: a leads to itself"),
        ("digraph {\n a [x=1\n}", "line 3: the `[` of line 2 is not closed"),
        ("digraph {\n \"a -> b\n}", "line 2: this quote is not closed"),
        ("digraph { /* a\n}", "line 1: this comment is not closed"),
        ("digraph { a -> <b> }", "line 1: names in HTML are not read"),
        ("digraph { a [label=<b <i>] }", "line 1: this `<` is not closed"),
        ("digraph { a % b }", "line 1: expected a vertex or an edge, found `%`"),
        ("digraph { a }\ndigraph { b }", "line 2: expected nothing after the graph"),
        ("digraph {\n 1 -> 1000000000\n}", "line 2: vertex number 1000000000 is too large"),
    ] {
        let error = read_dot_text(text).expect_err(message).to_string();
        assert!(error.starts_with(message), "{error}");
    }
}

#[test]
fn dot_is_read_with_chains_attributes_and_both_directions() {
    let text = "strict digraph \"my game\" {\n# a line\nrankdir=LR; node [shape=box, x=\"]\"];\n\
        a -> \"b c\":port -> -1.5 [label=<]; z; // end\n}";
    assert!(read_dot_text(text).is_err(), "what is in HTML ends somewhere");
    let named = read_dot_text(&text.replace("=<]", "=x]")).expect("dot");
    let (vertices, edges) = named_edges(&named);
    assert_eq!(vertices, ["a", "b c", "-1.5", "z"]);
    let wanted = [("a", "b c"), ("b c", "-1.5")].map(|(a, b)| (a.to_owned(), b.to_owned()));
    assert_eq!(edges, wanted);
    let html =
        text.replace("=<]", "=<a <b>]</b>; x\n>, x=<>]").replace("rankdir=LR", "label=<<i>x</i>>");
    assert_eq!(named_edges(&read_dot_text(&html).expect("dot")).1, wanted);
    let (_, edges) = named_edges(&read_dot_text("graph { 1 -- 2 -- 3 }").expect("dot"));
    let wanted = [("1", "2"), ("2", "1"), ("2", "3"), ("3", "2")];
    assert_eq!(edges, wanted.map(|(a, b)| (a.to_owned(), b.to_owned())));
}

#[test]
fn edges_of_subgraphs_in_dot_lead_to_each_of_their_vertices() {
    // As the language of Graphviz is described: https://graphviz.org/doc/info/lang.html
    for (text, expected) in [
        ("digraph { b -> {c d} }", "bc bd"),
        ("digraph { {a b} -> {c d} -> e }", "ac ad bc bd ce de"),
        ("digraph { a -> {b -> c; {d}} }", "ab ac ad bc"),
        ("digraph { a -> subgraph x { b; label = big; node [shape=box] } }", "ab"),
        ("digraph { subgraph x { a b }; subgraph x { c } -> d }", "ad bd cd"),
        ("digraph { subgraph x { a }; subgraph { subgraph x { c } -> d } }", "cd"),
        ("digraph { a -> {} }", ""),
        ("digraph { a, b -> c, d }", "ac ad bc bd"),
        ("graph { a -- {b c} }", "ab ac ba ca"),
    ] {
        let named = read_dot_text(text).expect(text);
        let (_, edges) = named_edges(&named);
        let mut edges: Vec<String> = edges.iter().map(|(a, b)| format!("{a}{b}")).collect();
        edges.sort_unstable();
        assert_eq!(edges.join(" "), expected, "{text}");
    }
    let named = read_dot_text("digraph { a -> {}; subgraph { z } }").expect("dot");
    assert_eq!(named_edges(&named).0, ["a", "z"]);
    let deep = |depth: usize| format!("digraph {{ {}a{} }}", "{".repeat(depth), "}".repeat(depth));
    assert!(read_dot_text(&deep(200)).is_ok());
    let error = read_dot_text(&deep(100_000)).expect_err("too deep").to_string();
    assert!(error.contains("deeper than 200"), "{error}");
}

/// Each vertex of one set to each of another: that there are too many is known before they are made.
#[test]
fn products_in_dot_that_do_not_fit_are_refused_at_once() {
    let set =
        |letter: char| (0..60_000).map(|number| format!("{letter}{number};")).collect::<String>();
    let text = format!("digraph {{ {{{}}} -> {{{}}} }}", set('a'), set('b'));
    let limits = Limits::default().memory(1 << 30);
    let mut draft = Draft::new(Reading::default(), limits);
    let error = read_dot(&text, &mut draft).expect_err("too many edges").to_string();
    assert!(error.contains("memory"), "{error}");
    assert_eq!(draft.edges(), 0);
}

#[test]
fn what_a_text_says_of_its_edges_decides_whether_they_lead_both_ways() {
    let read = |text: &str, undirected: bool| {
        let reading = Reading { repeats: true, undirected, ..Reading::default() };
        let mut draft = Draft::new(reading, Limits::default());
        read_dot(text, &mut draft).expect("dot");
        let Named { undirected, given, .. } = draft.finish().expect("small");
        (undirected, given)
    };
    let both = vec![(0, 1), (1, 0)];
    for (text, said, expected) in [
        ("digraph { a -> b -> a }", false, (false, both.clone())),
        ("digraph { \"x\\\\\" -> y }", false, (false, vec![(0, 1)])),
        ("digraph { a -> b -> a }", true, (true, both.clone())),
        ("graph { a -- b -- a }", false, (true, both.clone())),
        ("digraph { a -> b; a -> b }", false, (false, vec![(0, 1), (0, 1)])),
        ("strict digraph { a -> b -> a -> b }", false, (false, both)),
        ("strict graph { a -- b -- a }", false, (true, vec![(0, 1)])),
    ] {
        assert_eq!(read(text, said), expected, "{text} {said}");
    }
}

/// What terminals obey, and what breaks the lines of a table.
#[test]
fn names_with_control_characters_are_refused() {
    for (text, code) in [
        ("digraph { a -> \"b\u{1b}[31m\" }", "U+001B"),
        ("digraph {\n \"b\nc\" -> d }", "U+000A"),
        ("graph { \"\u{9b}\" }", "U+009B"),
    ] {
        let mut draft = Draft::new(Reading::default(), Limits::default());
        let error = read_dot(text, &mut draft).unwrap_err().to_string();
        assert!(error.contains(code), "{error}");
    }
    let mut draft = Draft::new(Reading::default(), Limits::default());
    assert_eq!(read_dot("digraph { \"a\\\nb\" -> \"\u{e9} \u{4e2d}\" }", &mut draft), Ok(()));
}

/// Names that are numbers, near-numbers and texts.
fn name() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => (0..40_u32).prop_map(|n| n.to_string()),
        2 => (1000..1100_u32).prop_map(|n| n.to_string()),
        1 => "0[0-9]|[a-c]{1,2}|é|abcdefghij[kl]{0,4}",
    ]
}

/// What stands at an end of an edge in dot: mostly a plain word of this pattern.
fn dot_end(plain: &'static str) -> impl Strategy<Value = String> {
    prop_oneof![
        60 => plain,
        1 => "é|aé|1\\.5|-3|\"a b\"|12a|\\{a b\\}|c,d|e:f",
        1 => "[Nn]ode|STRICT|a\\.b",
    ]
}

proptest! {
    /// Whatever stands in names.
    #[test]
    fn what_is_written_in_dot_is_read_back(
        edges in prop::collection::vec(("[a\\\\\"n ]{0,4}", "[a\\\\\"n ]{0,4}"), 1..6),
    ) {
        let reading = Reading { self_loops: true, ..Reading::default() };
        let mut draft = Draft::new(reading, Limits::default());
        for (from, to) in &edges {
            draft.edge(from, to).expect("names");
        }
        let named = draft.finish().expect("small");
        let labels = Labels::new(&named.graph, &Limits::default()).expect("small");
        let race = Race::new(&named.graph, false, &Limits::default()).expect("small");
        let mut text = String::new();
        let picture = Picture { named: &named, labels: Some(&labels), race: &race, language: Language::English };
        picture.dot(&mut text).expect("a text");
        let mut draft = Draft::new(reading, Limits::default());
        prop_assert_eq!(read_dot(&text, &mut draft), Ok(()), "{}", text);
        prop_assert_eq!(named_edges(&draft.finish().expect("small")), named_edges(&named), "{}", text);
    }

    /// Statements of one plain edge are read at once, and those with attributes word by word.
    #[test]
    fn plain_edges_of_dot_are_those_with_attributes(
        edges in prop::collection::vec(
            (dot_end("[ab_][a1]?|[1-3]{1,2}"), dot_end("[p-t][0-9]?|[4-9]0?")),
            0..80,
        ),
        blanks in "[ \t\n]?",
        ends in prop::collection::vec("[ \t]?(;|\r?\n|;;|// b -> c\n|\n#d\n|/\\* -> \\*/|\n\\[w\\]\n)[ \n]?", 1..4),
        directed: bool,
        strict: bool,
    ) {
        let arrow = if directed { "->" } else { "--" };
        let text = |attributes: &str| {
            let mut text = format!("{}{}graph {{", if strict { "strict " } else { "" }, if directed { "di" } else { "" });
            for (at, (from, to)) in edges.iter().enumerate() {
                let end = &ends[at % ends.len()];
                text += &format!("{from}{blanks}{arrow}{blanks}{to}{attributes}{end}");
            }
            text + "}"
        };
        let seen = |text: &str| read_dot_text(text).map(|named| named_edges(&named)).map_err(|error| error.to_string());
        prop_assert_eq!(seen(&text("")), seen(&text("[]")), "{}", text(""));
    }

    #[test]
    fn edge_lists_keep_every_name_however_they_are_cut(
        lines in prop::collection::vec(prop::collection::vec(name(), 1..=2), 0..30),
        numbers_only: bool,
        cut in 1..20_usize,
    ) {
        let numeric = |name: &String| name == "0" || !name.starts_with('0') && name.bytes().all(|b| b.is_ascii_digit());
        let kept: Vec<Vec<String>> = lines
            .into_iter()
            .filter(|line| line.len() == 1 || line[0] != line[1])
            .filter(|line| !numbers_only || line.iter().all(numeric))
            .collect();
        let mut text = String::from("# vertices\n\n");
        for (index, line) in kept.iter().enumerate() {
            let end = ["\n", "\r\n", " # c\n", "\t\n"][index % 4];
            text.push_str(&(line.join([" ", "\t", "  "][index % 3]) + end));
        }
        let mut list = EdgeList::new(Draft::new(Reading::default(), Limits::default()));
        for piece in text.as_bytes().chunks(cut) {
            list.feed(piece).expect("no mistake");
        }
        let named = list.finish().expect("no mistake").expect("no limits");
        let (mut vertices, mut edges) = named_edges(&named);
        for (vertex, name) in vertices.iter().enumerate() {
            prop_assert_eq!(named.find(name), Some(vertex as u32));
        }
        vertices.sort();
        edges.sort();
        let all: BTreeSet<String> = kept.iter().flatten().cloned().collect();
        let pairs: BTreeSet<(String, String)> =
            kept.iter().filter(|line| line.len() == 2).map(|line| (line[0].clone(), line[1].clone())).collect();
        prop_assert_eq!(vertices, all.into_iter().collect::<Vec<_>>());
        prop_assert_eq!(edges, pairs.into_iter().collect::<Vec<_>>());
    }

    #[test]
    fn no_text_makes_a_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..60), words in "((di)?graph \\{)?[ab1\"/*#{}\\[\\]<>=;:\n -]{0,30}") {
        for text in [&bytes[..], words.as_bytes()] {
            let _ = read(text, Reading::default());
            let _ = std::str::from_utf8(text).map(read_dot_text);
        }
    }
}
