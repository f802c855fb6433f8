//! What is said in sentences beside the moves: who wins, and that something is denied.

/// Sayings for who wins.
pub(super) const LAST_LOSES: [&str; 28] = [
    "whoever takes the last stone loses",
    "the player who takes the last stone loses",
    "the player taking the last stone loses",
    "取到最后一个的人输",
    "取最后一个的人输",
    "最后取的人输",
    "misere play",
    "misère play",
    "misere",
    "misère",
    "取到最后一个者输",
    "最后取者输",
    "the last player loses",
    "last player loses",
    "whoever takes the last loses",
    "whoever takes the last one loses",
    "who takes the last loses",
    "who takes the last one loses",
    "takes the last stone loses",
    "taking the last loses",
    "last loses",
    "取最后一颗者输",
    "取到最后一颗者输",
    "取走最后一颗的人输",
    "取走最后一个的人输",
    "取最后一颗的人输",
    "最后取完者输",
    "取完者输",
];
pub(super) const LAST_WINS: [&str; 25] = [
    "whoever takes the last stone wins",
    "the player who takes the last stone wins",
    "取到最后一个的人胜",
    "取最后一个的人胜",
    "最后取的人胜",
    "最后取者胜",
    "cannot move loses",
    "can not move loses",
    "can't move loses",
    "unable to move loses",
    "no moves loses",
    "不能取者输",
    "无法取者输",
    "不能操作者输",
    "无法操作者输",
    "不能移动者输",
    "无法移动者输",
    "不能操作的人输",
    "the last player wins",
    "whoever takes the last wins",
    "whoever takes the last one wins",
    "who takes the last wins",
    "takes the last stone wins",
    "取最后一颗者胜",
    "取完者胜",
];

/// Whether something is excepted or denied, which no rule here has.
pub(super) fn is_denied(text: &str) -> bool {
    let words = [
        "not",
        "no",
        "never",
        "except",
        "excluding",
        "but",
        "without",
        "unless",
        "cannot",
        "non",
        "lose",
        "loses",
        "composite",
    ];
    let denies = |word: &str| words.contains(&word) || word.ends_with("n't");
    // These deny nothing of the moves.
    let plain = [
        "non-empty",
        "nonempty",
        "no more than",
        "not more than",
        "非空",
        "整除",
        "除以",
        "不相等",
        "不等",
        "不同",
        "不少于",
        "不超过",
        "不大于",
        "不小于",
        "不多于",
    ]
    .iter()
    .fold(text.to_owned(), |text, word| text.replace(word, " "));
    plain.split(|c: char| !(c.is_alphabetic() || c == '\'' || c == '’')).any(denies)
        || ["不", "非", "除", "但", "输", "合数"].iter().any(|sign| plain.contains(sign))
}
