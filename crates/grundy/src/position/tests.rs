use super::*;

fn read(game: Option<&str>, text: &str) -> Result<String, RuleError> {
    let mut games: Vec<Opened> = game.map(|game| open(game).unwrap()).into_iter().collect();
    let parts = parse_position(text, &mut games)?;
    let described = parts.iter().map(|part| {
        let opened = &games[part.game];
        let name = opened.name.as_deref().unwrap_or("");
        format!("{name}:{}", Described(opened, part.kind, &part.coords))
    });
    Ok(described.collect::<Vec<_>>().join(" "))
}

#[test]
fn positions_are_read_in_every_form() {
    for (game, text, expected) in [
        (Some("nim"), "5 7 8", "nim:[5] nim:[7] nim:[8]"),
        (Some("nim"), "[5] + [7]", "nim:[5] nim:[7]"),
        (Some("nim"), "3 * [5] + 2", "nim:[5] nim:[5] nim:[5] nim:[2]"),
        (Some("nim"), "[]", ""),
        (Some("nim"), "123456789012345678901234567890", "nim:[123456789012345678901234567890]"),
        (Some("nim"), "10^3 2**5 3e2 2^0 0^9", "nim:[1000] nim:[32] nim:[300] nim:[1] nim:[0]"),
        (Some("wythoff"), "10^2,2^3 + [1e1, 5]", "wythoff:[8, 100] wythoff:[5, 10]"),
        (Some("wythoff"), "31,20  5 , 3", "wythoff:[20, 31] wythoff:[3, 5]"),
        (Some("cutting"), "sheet[4,2] + 3,3", "cutting:sheet[4, 2] cutting:sheet[3, 3]"),
        (Some("fibonacci-nim"), "13 [13, 4]", "fibonacci-nim:fresh[13] fibonacci-nim:[13, 4]"),
        (Some("nim"), "10^2-1 2^5-2^3-3", "nim:[99] nim:[21]"),
        (Some("nim"), "[10^2+1] + [2^5+2-4] + 2+3", "nim:[101] nim:[30] nim:[2] nim:[3]"),
        (None, "wythoff[10^2+1,5-2+1]", "wythoff:[4, 101]"),
        (Some("fibonacci-nim"), "10^2 [9,4]", "fibonacci-nim:fresh[100] fibonacci-nim:[9, 4]"),
        (Some("fibonacci-nim"), "1e2 [9,4]", "fibonacci-nim:fresh[100] fibonacci-nim:[9, 4]"),
        (
            None,
            "nim[3] + wythoff[3,5] + 0.77[12] + pas(1, 5, 1)[6] + S{1, 3}[4] + nim [8]",
            "nim:[3] wythoff:[3, 5] 0.77:[12] pas(1, 5, 1):[6] S{1, 3}:[4] nim:[8]",
        ),
        (
            None,
            "fibonacci-nim.fresh[8] + cutting[2, 2]",
            "fibonacci-nim:fresh[8] cutting:sheet[2, 2]",
        ),
        (Some("nim"), "5 + kayles[4]", "nim:[5] kayles:[4]"),
        (Some("S{..4}"), "[7] + S{..4}[3] + sub(1..2)[5]", "S{..4}:[7] S{..4}:[3] sub(1..2):[5]"),
        (None, "allbut{2..4}[7] + cutting.sheet[2, 3]", "allbut{2..4}:[7] cutting:sheet[2, 3]"),
        (Some("game mine [n] -> [n-1]"), "mine[5] + nim[3] + [2]", "mine:[5] nim:[3] mine:[2]"),
    ] {
        assert_eq!(read(game, text).as_deref(), Ok(expected), "{text}");
    }
}

#[test]
fn mistakes_in_positions_are_placed_and_mended() {
    for (game, text, at, message, help) in [
        (Some("nim"), "", 0, "no position", "5 7 8"),
        (Some("nim"), "5 -7", 2, "found `-`", "at least 0"),
        (Some("nim"), "5,7", 0, "one component", "spaces"),
        (Some("nim"), "7 3-5", 2, "below 0", ""),
        (Some("wythoff"), "5", 0, "1 coordinate; the game has [a, b]", "commas: 3,5"),
        (Some("wythoff"), "4  7", 0, "1 coordinate; the game has [a, b]", "commas: 4,7"),
        (Some("nim"), "[5", 2, "`,` or `]`", ""),
        (Some("nim"), "[5+]", 2, "`,` or `]`", ""),
        (Some("nim"), "[1+3-5]", 1, "below 0", ""),
        (Some("nim"), "5 +", 3, "missing after `+`", ""),
        (None, "5 7", 0, "no game", "name the game"),
        (None, "wytoff[3, 5]", 0, "no game called", "wythoff"),
        (None, "nim[3] + pas(1,2)[3]", 9, "needs a value for `n`", "pas(1,5,1)"),
        (None, "nim[3] + 0.7x[3]", 12, "0-9 or A-F", "0.77"),
        (Some("nim"), "9999999999 * [1]", 0, "at most", ""),
        (Some("nim"), "2 9^999999999", 2, "binary digits", ""),
        (Some("nim"), "2 ^3", 2, "found `^`", ""),
        (Some("nim"), "3 1000000*[2^99999]", 10, "the numbers up to here", ""),
        (Some("nim"), "2.5", 0, "not a whole number", ""),
        (Some("wythoff"), "(5,4)", 0, "found `(`", "no round brackets: 5,4"),
        (Some("nim"), "(5,7,8)", 0, "found `(`", "no round brackets: 5 7 8"),
        (Some("nim"), "[5,7,8]", 0, "3 coordinates", "between heaps: 5 7 8"),
        (Some("nim"), "5,7", 0, "joined by commas", "between heaps: 5 7"),
        (Some("nim"), "nim[3] + cram(2x3)", 9, "square brackets", "write cram[2x3]"),
        (Some("nim"), "( 5 ) + (7)", 0, "found `(`", "no round brackets: 5 7"),
        (Some("nim"), "(5 7)", 0, "found `(`", "between heaps: 5 7"),
        (Some("nim"), "{3,5,7}", 0, "found `{`", "between heaps: 3 5 7"),
        (Some("nim"), "3;5;7", 1, "found `;`", "between heaps: 3 5 7"),
        (Some("nim"), "1,000 5", 0, "joined by commas", "no commas: 1000"),
        (Some("nim"), "1,001,000", 0, "joined by commas", "no commas: 1001000"),
        (Some("nim"), "100,200,300", 0, "joined by commas", "between heaps: 100 200 300"),
        (Some("nim"), "3，5", 1, "found `，`", "between heaps: 3 5"),
        (Some("nim"), "wythoff", 0, "square brackets", "nim[3]"),
        (
            Some("nim"),
            "2[3]",
            0,
            "directly before a component",
            "write 2 * [3] for so many of them, 2 [3] for",
        ),
        (Some("nim"), "5 2[3] 7", 2, "directly before a component", "2 * [3]"),
        (Some("wythoff"), "2[3,5]", 0, "directly before a component", "write 2 * [3,5]"),
        (None, "bash[3] 5", 8, "no game", "round brackets: 'bash(3)'"),
        (None, "nim[3] 5", 7, "no game", "name the game"),
        (Some("nim"), "3.5", 0, "not a whole number", "coordinates are whole numbers"),
        (Some("nim"), "1e-3", 0, "not a whole number", "coordinates are whole numbers"),
        (Some("nim"), "10k", 0, "not a whole number", "all its digits"),
        (Some("nim"), "+3", 0, "found `+`", "begins with a number or a component: 3"),
        (Some("wythoff"), ",3", 0, "found `,`", "typed like"),
    ] {
        let error = read(game, text).unwrap_err();
        assert!(error.message.to_string().contains(message), "{text}: {error}");
        assert!(
            error.help.as_ref().map(ToString::to_string).unwrap_or_default().contains(help),
            "{text}: {error}"
        );
        assert_eq!(error.span.start, at, "{text}: {error}");
    }
}

/// What the help about a count says can be typed.
#[test]
fn a_count_directly_before_a_component_is_asked_about() {
    for (game, text, forms) in [
        ("nim", "2[3]", &["2 * [3]", "2 [3]"][..]),
        ("wythoff", "2[3,5]", &["2 * [3,5]"]),
        ("fibonacci-nim", "2[13, 4]", &["2 * [13, 4]", "2 [13, 4]"]),
    ] {
        let help = read(Some(game), text).unwrap_err().help.unwrap().to_string();
        for form in forms {
            assert!(help.contains(form), "{help}");
            assert!(read(Some(game), form).is_ok(), "{form}");
        }
    }
    assert!(read(Some("nim"), "2 [3]").is_ok());
}
