//! Programs for components that are sums of games with fewer coordinates: a function for each game, in a room of its
//! own, and their exclusive or.

use std::time::{Duration, Instant};

use super::language::{Body, Prints, TargetLanguage};
use super::{Basis, body_of, names};
use crate::automatic::{self, Answers, Attempt, Subject};
use crate::games::{Opened, open};
use crate::limits::Limits;
use crate::plan::{Engine, plan};
use crate::rule::ir::Kind;
use crate::rule::{Program, summands};
use crate::ruleset::Failure;

/// How long a theorem is sought about each game for which there is no theory.
const SEEK: Duration = Duration::from_secs(2);

/// The body of a program for a rule whose components are sums; nothing where they are none, or the values of a game
/// are not known.
pub(super) fn body(
    program: &Program,
    of: &Kind,
    language: TargetLanguage,
    limits: &Limits,
) -> Result<Option<Body>, Failure> {
    let parts = summands(program);
    let mut games: Vec<(String, Body)> = Vec::new();
    let (names, mut terms) = (names(of), Vec::new());
    for part in &parts {
        let rule = part.program.to_string();
        let at = match games.iter().position(|(known, _)| *known == rule) {
            Some(at) => at,
            None => {
                let Ok(opened) = open(&rule) else { return Ok(None) };
                let body = alone(&opened, language, limits)?;
                if body.prints != Prints::Values {
                    return Ok(None);
                }
                games.push((rule, body));
                games.len() - 1
            }
        };
        let coords: Vec<&str> = part.axes.iter().map(|&axis| names[axis].as_str()).collect();
        terms.push(language.in_room(at + 1, &coords.join(", ")));
    }
    if games.is_empty() {
        return Ok(None);
    }
    let rooms: String =
        (1..).zip(&games).map(|(number, (_, body))| language.room(number, &body.code)).collect();
    let sum = language.returning(&names, &terms.join(" ^ "));
    let basis = |basis: Basis| games.iter().any(|(_, body)| body.basis == basis);
    let weakest =
        [Basis::Definition, Basis::Automaton, Basis::Period].into_iter().find(|&it| basis(it));
    let said = games.iter().map(|(rule, body)| {
        let words: Vec<&str> = rule.split_whitespace().collect();
        format!("\n  {}: {}", words.join(" "), body.reason)
    });
    Ok(Some(Body {
        basis: weakest.unwrap_or(Basis::Formula),
        reason: format!(
            "the exclusive or of the values of games with fewer coordinates{}",
            said.collect::<String>()
        ),
        code: rooms + &sum,
        prints: Prints::Values,
        recursive: games.iter().any(|(_, body)| body.recursive),
    }))
}

/// The body of a program for a game of a sum, for which a theorem is sought where there is no theory.
fn alone(opened: &Opened, language: TargetLanguage, limits: &Limits) -> Result<Body, Failure> {
    let mut plan = plan(opened);
    if matches!(plan.engine, Engine::Definition) {
        let soon = Instant::now().checked_add(SEEK);
        let deadline = [soon, limits.deadline].into_iter().flatten().min();
        let short = Limits { deadline, ..limits.clone() };
        match automatic::prove(&opened.rules, Subject::Values, &short) {
            Ok(Attempt::Proved(certificate)) => {
                if let Ok(answers) = Answers::new(certificate) {
                    plan.engine = Engine::Automatic(Box::new(answers));
                }
            }
            Err(Failure::Stop(_)) => limits.check()?,
            // The program says what is wrong with the rule.
            Ok(_) | Err(_) => {}
        }
    }
    body_of(opened, &mut plan, 0, language, limits)
}
