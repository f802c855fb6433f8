//! The graph that is asked about: from a file, or explored from a rule.

use grundy::games::Opened;
use grundy::graph::{Named, Reading, Refused, explore_rules};
use grundy::language::Message;
use grundy::limits::Limits;
use grundy::play::{Position, Session};
use grundy::rule::{Component, Rules};
use grundy::ruleset::{Failure, Ruleset as _};

use super::{Geography, Graph};
use crate::language::{message, say};
use crate::number::plain;
use crate::shared::doubts;
use crate::shared::graph_file::read_file;
use crate::shared::opening::{open, origin};
use crate::trouble::Trouble;

/// A graph, and the tokens if a position was asked for.
pub(in crate::command) struct AskedGraph {
    pub(in crate::command) named: Named,
    pub(in crate::command) tokens: Option<Vec<u32>>,
    /// Whether the rule says that play is misère.
    pub(in crate::command) misere: bool,
    pub(super) games: Vec<Opened>,
}

pub(super) fn read(command: &Graph, limits: &Limits) -> Result<AskedGraph, Trouble> {
    if let Some(rule) = &command.rule {
        return explored(rule, &command.words.join(" "), limits);
    }
    let [path] = &command.words[..] else {
        let others = command.words.get(1..).unwrap_or_default();
        let tokens = [&command.tokens[..], others].concat().join(",");
        return Err(Trouble::Input(say!(
            "error: one file is read\n  help: a position of tokens on vertices is --tokens {tokens}; for a rule and a position use --rule GAME",
            tokens
        )));
    };
    let Graph { self_loops, names, vertices, undirected, .. } = *command;
    let repeats = command.geography.is_some_and(Geography::counts_edges);
    let reading = Reading { self_loops, names, vertices, repeats, undirected };
    let named = read_file(path, reading, command.format, &help_for, limits)?;
    if named.graph.vertices() == 0 {
        return Err(Trouble::Input(say!("error: {path}: there is no vertex", path = origin(path))));
    }
    let vertex = |name: &String| {
        named.find(name.trim()).ok_or_else(|| {
            let error = say!(
                "error: there is no vertex `{name}` in {path}",
                name = name.trim(),
                path = origin(path)
            );
            let are_there =
                |plain: &String| plain.split(',').all(|vertex| named.find(vertex.trim()).is_some());
            let help = plain(name.trim())
                .filter(are_there)
                .map(|plain| say!("\n  help: its signs are wide ones: write {plain}", plain));
            Trouble::Input(error + &help.unwrap_or_default())
        })
    };
    let tokens = match &command.tokens[..] {
        [] => None,
        names => Some(names.iter().map(vertex).collect::<Result<_, _>>()?),
    };
    Ok(AskedGraph { named, tokens, misere: false, games: Vec::new() })
}

/// All that can be reached from a typed position.
pub(in crate::command) fn explored(
    rule: &str,
    position: &str,
    limits: &Limits,
) -> Result<AskedGraph, Trouble> {
    let typed = Typed::new(rule, position)?;
    typed.explored(limits).map_err(|failure| typed.trouble(&failure))
}

/// A typed rule and a position of it.
pub(super) struct Typed {
    session: Session,
    position: Position,
}

impl Typed {
    pub(super) fn new(rule: &str, position: &str) -> Result<Typed, Trouble> {
        let mut session = open(rule)?;
        let position = session.position(position);
        let position = position.map_err(|error| Trouble::of_rule(&error, "position"))?;
        doubts::tell_first(&session, Some(&position));
        Ok(Typed { session, position })
    }

    pub(super) fn trouble(&self, failure: &Failure) -> Trouble {
        Trouble::of_failure(failure, self.session.games())
    }

    pub(super) fn rules(&self) -> &Rules {
        &self.session.games()[0].rules
    }

    /// The components of the position.
    pub(super) fn roots(&self) -> Result<Vec<Component>, Failure> {
        let mut roots = Vec::new();
        for part in &self.position.parts {
            if part.game != 0 {
                let message = message!("all components must be of the one game that is explored");
                return Err(Failure::Domain(message));
            }
            let coords: Result<Vec<i64>, _> = part.coords.iter().map(i64::try_from).collect();
            let coords = coords.map_err(|_| {
                Failure::Domain(message!("coordinates of an explored game are below 2^63"))
            })?;
            roots.push(self.rules().component(part.kind, &coords)?);
        }
        Ok(roots)
    }

    /// Everything that can be reached.
    pub(super) fn explored(&self, limits: &Limits) -> Result<AskedGraph, Failure> {
        let (rules, roots) = (self.rules(), self.roots()?);
        let found = explore_rules(rules, roots.iter().cloned(), limits)?;
        let token = |root| found.positions.find(&Some(root));
        let tokens = roots.into_iter().filter_map(token).collect();
        let named = found.into_named(|component| described(rules, component.as_ref()))?;
        let games = self.session.games().to_vec();
        Ok(AskedGraph { named, tokens: Some(tokens), misere: rules.is_misere(), games })
    }
}

/// The name of what a token stands on; the empty sum has one too.
pub(super) fn described(rules: &Rules, component: Option<&Component>) -> String {
    component.map_or("[]".to_owned(), |component| rules.describe(component))
}

/// The options of `grundy graph`.
fn help_for(refused: &Refused) -> Option<Message> {
    match refused {
        Refused::SelfLoop(_) => Some(message!("--self-loops takes it as a move that passes")),
        Refused::LargeNumber(_) => {
            Some(message!("--names takes every vertex as a name, numbers too"))
        }
        _ => None,
    }
}
