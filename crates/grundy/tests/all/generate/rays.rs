//! Random rules of two coordinates whose options lie on rays, as in Wythoff's game; sometimes one
//! that does not.

use super::Choices;

/// The text of a rule.
pub(crate) fn rule(c: &mut Choices) -> String {
    let unordered = c.once_in(5);
    let mut families = vec![along(c, "a", "[a-AMOUNT, b]"), along(c, "b", "[a, b-AMOUNT]")];
    families.extend(c.several(0, 3, family));
    if unordered {
        families.extend(families.clone().iter().map(|text| exchanged(text)));
        return format!("unordered [a, b] -> {}", families.join("\n | "));
    }
    if c.once_in(6) {
        families.reverse();
    }
    format!("[a, b] -> {}", families.join("\n | "))
}

/// Such a rule whose last family may ask for more, which most often takes its options from their ray.
pub(crate) fn near(c: &mut Choices) -> String {
    let asked = c.one_of(&[
        "",
        " if a >= 0",
        " if a % 3 != 1",
        " if b > 3",
        " if a <= b",
        " if a + b != 4",
        " if b < 2*a",
    ]);
    rule(c) + asked
}

/// The same family with the coordinates exchanged: `[a, b-1]` becomes `[a-1, b]`.
fn exchanged(family: &str) -> String {
    let (inside, rest) = family[1..].split_once(']').unwrap_or_default();
    let (first, second) = inside.split_once(", ").unwrap_or_default();
    let mut text = String::new();
    let mut word = String::new();
    for letter in format!("[{second}, {first}]{rest} ").chars() {
        if letter.is_alphanumeric() {
            word.push(letter);
            continue;
        }
        text += match word.as_str() {
            "a" => "b",
            "b" => "a",
            other => other,
        };
        word.clear();
        text.push(letter);
    }
    text
}

fn along(c: &mut Choices, of: &str, component: &str) -> String {
    match c.below(6) {
        0..=2 => format!("{} for k in 1..{of}", component.replace("AMOUNT", "k")),
        3 => format!("{} for k in {}..{of}", component.replace("AMOUNT", "k"), c.between(1, 3)),
        4 => {
            let left = component.replace(&format!("{of}-AMOUNT"), "k");
            format!("{left} for k in 0..{of}-{}", c.between(1, 2))
        }
        _ => format!("{} for k in 0..a+b", component.replace("AMOUNT", "k-1")),
    }
}

fn family(c: &mut Choices) -> String {
    let band = |c: &mut Choices| {
        c.one_of(&[
            "if abs(k-l) < 3",
            "if abs(k-l) <= 1",
            "if k-l < 2 and l-k < 4",
            "if abs(k-l) < 4 if k != l",
            "if k - l in {-1, 2} and abs(l - k) < 5",
            "if abs(k-l+1) < 2 and (k-l) % 2 == 0",
            "if k == l or k == l + 1",
            "if k == l",
        ])
    };
    match c.below(12) {
        0 => "[a-k, b-k] for k in 1..a".to_owned(),
        1 => "[a-k, b-k] for k in 2..min(a, b)".to_owned(),
        2..=4 => format!("[a-k, b-l] for k in 1..a, l in 1..b {}", band(c)),
        5 => format!("[a-l, b-k] for k in 1..b, l in 0..a {}", band(c)),
        6 => c
            .one_of(&[
                "[a-k, b-l] for k in 1..a, l in k..k+2",
                "[a-k, b-l] for k in 1..a, l in max(1, k-1)..min(b, k+1)",
                "[a-k, b-l] for k in 2..a, l in k-2..k",
            ])
            .to_owned(),
        7 => format!("[a-{}*k, b-{}*k] for k in 1..a", c.between(1, 3), c.between(0, 2)),
        8 => format!("[a-k, b-2*k-1] for k in {}..b", c.between(0, 2)),
        9 => format!("[a-{}, b-{}]", c.between(0, 2), c.between(1, 3)),
        10 => "[a-k, b-k-1] for k in {0, 2, 5}".to_owned(),
        _ => c
            .one_of(&[
                "[a-2*k, b-k] for k in 1..a/2",
                "[a-k, b] for k in 1..a step 2",
                "[a-k, b-k] for k in 1..a/2",
                "[a-k, b-k] for k in 1..7",
                "[a-k, b-l] for k in 1..a, l in 1..b if k + l < 5",
            ])
            .to_owned(),
    }
}
