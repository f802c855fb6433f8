//! Certificates of periods.

use serde::{Deserialize, Deserializer, Serialize};

use super::Unread;
use crate::language::message;
use crate::prove::{Certificate, Split, Theorem, hex};

/// How the field `format` begins in every version.
pub(super) const KIND: &str = "grundy certificate";
/// What it says.
pub(super) const FORMAT: &str = "grundy certificate 1";

/// The one JSON form of a certificate: every field, nothing else, numbers as decimal strings but
/// for the values. The three fields of a split come together or not at all.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    format: String,
    rule: String,
    theorem: String,
    start: String,
    period: String,
    saltus: String,
    pieces: String,
    reach: String,
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    mask: Option<String>,
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    size_counts: Option<bool>,
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    last_rare: Option<String>,
    values_needed: String,
    digest: String,
    values: Listing,
}

/// A field that is there has a value, and is not `null`.
fn given<'a, D: Deserializer<'a>, T: Deserialize<'a>>(field: D) -> Result<Option<T>, D::Error> {
    T::deserialize(field).map(Some)
}

/// The values, or the word `recompute`.
#[derive(Serialize, Deserialize)]
#[serde(untagged, expecting = "the values are neither a list of numbers nor \"recompute\"")]
enum Listing {
    Listed(Vec<u64>),
    Word(String),
}

/// The JSON text of a certificate, with a line end.
pub(super) fn print(certificate: &Certificate) -> String {
    let hex = hex(&certificate.digest);
    let document = Document {
        format: FORMAT.to_owned(),
        rule: certificate.rule.clone(),
        theorem: certificate.theorem.to_string(),
        start: certificate.start.to_string(),
        period: certificate.period.to_string(),
        saltus: certificate.saltus.to_string(),
        pieces: certificate.pieces.to_string(),
        reach: certificate.reach.to_string(),
        mask: certificate.split.map(|split| split.mask.to_string()),
        size_counts: certificate.split.map(|split| split.with_size),
        last_rare: certificate.split.map(|split| split.last_rare.to_string()),
        values_needed: certificate.values_needed.to_string(),
        digest: hex,
        values: Listing::Word(RECOMPUTE.to_owned()),
    };
    let fields = serde_json::to_string_pretty(&document).unwrap_or_default();
    let Some(values) = &certificate.values else { return fields + "\n" };
    // The values on one line: a line each would bury the rest.
    let listed = values.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
    fields.replace(&format!("\"{RECOMPUTE}\""), &format!("[{listed}]")) + "\n"
}

/// What stands for values that are left out.
const RECOMPUTE: &str = "recompute";

/// Reads a certificate; its fields may stand in any order.
pub(super) fn read(text: &str) -> Result<Certificate, Unread> {
    let refused = Unread::Refused;
    let not_written = |error: serde_json::Error| refused(message!("{error}", error));
    let document: Document = serde_json::from_str(text).map_err(not_written)?;
    let theorem = Theorem::ALL.into_iter().find(|theorem| theorem.name() == document.theorem);
    let theorem = theorem.ok_or_else(|| {
        refused(message!(
            "there is no theorem called {theorem}",
            theorem = format!("{:?}", document.theorem)
        ))
    })?;
    let split = match (&document.mask, document.size_counts, &document.last_rare) {
        (None, None, None) => None,
        (Some(mask), Some(with_size), Some(last_rare)) => Some(Split {
            mask: number("mask", mask)?,
            with_size,
            last_rare: number("last_rare", last_rare)?,
        }),
        _ => return Err(refused(message!("mask, size_counts and last_rare go together"))),
    };
    Ok(Certificate {
        rule: document.rule,
        theorem,
        start: number("start", &document.start)?,
        period: number("period", &document.period)?,
        saltus: number("saltus", &document.saltus)?,
        pieces: number("pieces", &document.pieces)?,
        reach: number("reach", &document.reach)?,
        split,
        values_needed: number("values_needed", &document.values_needed)?,
        digest: digest(&document.digest)?,
        values: match document.values {
            Listing::Listed(values) => Some(values),
            Listing::Word(word) if word == RECOMPUTE => None,
            Listing::Word(word) => {
                return Err(refused(message!(
                    "values is {word}, not a list or {recompute}",
                    word = format!("{word:?}"),
                    recompute = format!("{RECOMPUTE:?}")
                )));
            }
        },
    })
}

/// A number in its shortest decimal form.
fn number(name: &str, text: &str) -> Result<u64, Unread> {
    let number = text.parse::<u64>().ok().filter(|number| number.to_string() == text);
    number.ok_or_else(|| {
        Unread::Refused(message!(
            "{name} is {text}, not a number from 0 to 2^64 - 1 in its shortest form",
            name,
            text = format!("{text:?}")
        ))
    })
}

/// 64 digits 0-9 and a-f.
fn digest(text: &str) -> Result<[u8; 32], Unread> {
    let wrong = || Unread::Refused(message!("digest is not 64 digits 0-9 and a-f"));
    let digit = |byte: u8| match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        _ => None,
    };
    let digits: Vec<u8> = text.bytes().map(digit).collect::<Option<_>>().ok_or_else(wrong)?;
    let bytes: Vec<u8> =
        digits.chunks(2).map(|pair| pair.iter().fold(0, |byte, digit| byte << 4 | digit)).collect();
    if digits.len() != 64 {
        return Err(wrong());
    }
    bytes.try_into().map_err(|_| wrong())
}

#[cfg(test)]
mod tests {
    use super::super::Certificate as Any;
    use super::*;
    use crate::heap::guy_smith;
    use crate::limits::Limits;

    fn parse(text: &str) -> Result<Certificate, Unread> {
        Any::from_text(text).map(|certificate| match certificate {
            Any::Period(certificate) => certificate,
            Any::Automaton(_) => panic!("of another kind"),
        })
    }

    fn kayles() -> Certificate {
        let code = "0.77".parse().unwrap();
        let proved = guy_smith::prove(&code, 1000, &Limits::default()).proved().unwrap();
        Certificate::of_code(&code, &proved).unwrap()
    }

    #[test]
    fn what_is_printed_is_read() {
        let mut certificate = kayles();
        assert_eq!(parse(&print(&certificate)), Ok(certificate.clone()));
        certificate.values = None;
        assert_eq!(parse(&print(&certificate)), Ok(certificate.clone()));
        certificate.split = Some(Split { mask: 15, with_size: true, last_rare: 70 });
        let text = print(&certificate);
        assert_eq!(parse(&text), Ok(certificate));
        for (from, to) in [
            ("  \"mask\": \"15\",\n", ""),
            ("\"15\"", "15"),
            ("\"15\"", "null"),
            ("true", "\"true\""),
            ("\"last_rare\": \"70\"", "\"last_rare\": \"070\""),
        ] {
            assert!(text.contains(from), "{from}");
            let altered = text.replacen(from, to, 1);
            assert!(matches!(parse(&altered), Err(Unread::Refused(_))), "{to}");
        }
    }

    #[test]
    fn there_is_one_spelling() {
        let text = print(&kayles());
        for (from, to) in [
            ("certificate 1", "certificate 2"),
            ("\"71\"", "\"071\""),
            ("\"71\"", "\"+71\""),
            ("\"71\"", "71"),
            ("\"71\"", "\" 71\""),
            ("guy-smith", "Guy-Smith"),
            ("\"saltus\": \"0\",", ""),
            ("\"saltus\": \"0\",", "\"saltus\": \"0\", \"saltus\": \"0\","),
            ("\"saltus\": \"0\",", "\"saltus\": \"0\", \"note\": \"0\","),
            ("[0, 1,", "[0, 1.0,"),
            ("[0, 1,", "[0, \"1\","),
            ("[0, 1,", "[0, -1,"),
            ("[0, 1,", "[0, 18446744073709551616,"),
        ] {
            assert!(text.contains(from), "{from}");
            let altered = text.replacen(from, to, 1);
            assert!(matches!(parse(&altered), Err(Unread::Refused(_))), "{to}");
        }
        let from = text.find("digest").unwrap() + 10;
        for letter in ["A", "", "g", "00", "é"] {
            let mut altered = text.clone();
            altered.replace_range(from..=from, letter);
            let verdict = parse(&altered).map(|read| read != kayles());
            assert!(matches!(verdict, Err(Unread::Refused(_))), "{letter}");
        }
    }

    #[test]
    fn other_files_are_not_certificates() {
        for text in ["", "{", "[n] -> [n-1]", "{}", "[1]", "{\"format\": 3}", "{\"schema\": 1}"] {
            assert!(matches!(parse(text), Err(Unread::NotACertificate(_))), "{text}");
        }
    }
}
