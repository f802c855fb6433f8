//! Random rules that turn over binary digits of a coordinate under conditions on some of them: right ones, by which
//! play ends, and near misses.

use super::Choices;

/// The text of a rule.
pub(crate) fn rule(c: &mut Choices) -> String {
    let names: &[&str] = if c.once_in(3) { &["m", "n"] } else { &["m"] };
    let families = c.several(1, 3, |c| family(c, names));
    format!("[{}] -> {}", names.join(", "), families.join("\n | "))
}

fn family(c: &mut Choices, names: &[&str]) -> String {
    let two = c.once_in(2);
    let digits = match two {
        true => c.one_of(&[
            "for i in 0..5, j in 0..i-1",
            "for i in 0..5, j in 0..5",
            "for i in 0..5, j in 0..5 if j < i",
            "for j in 1..3, i in 0..4-j",
        ]),
        false => {
            c.one_of(&["for i in 0..5", "for i in 1..4", "for i in {0, 2, 3}", "for i in 0..40"])
        }
    };
    let place = |c: &mut Choices| {
        let all = ["i", "i", "i", "i+1", "i-1", "0", "2", "j", "j", "i+j", "i+j-1"];
        c.one_of(if two { &all } else { &all[..7] })
    };
    let mask = |c: &mut Choices| {
        let place = place(c);
        let ones = c.one_of(&["1", "1", "1", "3", "5"]);
        match c.below(if two { 7 } else { 4 }) {
            0 => format!("{ones}*2**({place})"),
            1 => format!("shl({ones}, {place})"),
            2 => format!("2**({place})"),
            3 => format!("(2**({place}+1) - 1)"),
            4 => "shl(shl(1, j) - 1, i)".to_owned(),
            5 => "(2**i - 2**j)".to_owned(),
            _ => "(2**i + 2**j)".to_owned(),
        }
    };
    let own = c.one_of(names);
    let first = mask(c);
    let changed = match c.below(7) {
        0 => format!("{own} - {first}"),
        1 => format!("{own} + {first}"),
        2 => format!("or({own}, {first})"),
        3 => format!("xor({own} - {first}, {})", mask(c)),
        4 => format!("xor(xor({}, {own}), {first})", mask(c)),
        5 => format!("{own} - {first} + {}", mask(c)),
        _ => format!("xor({own}, {first})"),
    };
    let coords: Vec<&str> =
        names.iter().map(|name| if *name == own { &changed[..] } else { *name }).collect();
    let conds = c.several(1, 3, |c| {
        let of = if c.once_in(6) { c.one_of(names) } else { own };
        let place = place(c);
        let compared = c.one_of(&["== 1", "== 1", "!= 0", "> 0", ">= 1", "== 0", "< 1", "!= 1"]);
        match c.below(8) {
            0 => format!("and(shr({of}, {place}), 1) {compared}"),
            1 => format!("shr({of}, {place}) % 2 {compared}"),
            2 => format!("{of} / 2**({place}) % 2 {compared}"),
            3 => format!("and({of}, {first}) == {}", c.one_of(&["0", &first])),
            4 => {
                format!("and(shr({of}, {place}), {}) == {}", c.one_of(&["3", "5", "7"]), c.below(8))
            }
            5 => format!("{of} / 2**({place}) % 4 != {}", c.below(5)),
            6 => format!("not and({of}, {first}) == {}", c.one_of(&["0", &first])),
            _ => format!("{changed} {} {of}", c.one_of(&["<", "<", ">", "<="])),
        }
    });
    let joined = if digits.contains(" if ") { " and " } else { " if " };
    format!("[{}] {digits}{joined}{}", coords.join(", "), conds.join(" and "))
}
