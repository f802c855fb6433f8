//! Components, sums and moves as one types them.

use super::{Move, Position, Session, Target};
use crate::position::{Described, Part};

impl Session {
    /// A component as one types it: a plain number where the only game has plain heaps, else with
    /// brackets, and with the game's name where there are several.
    ///
    /// # Panics
    /// If it is of a game or a kind that the session does not have.
    pub fn describe_part(&self, part: &Part) -> String {
        let opened = &self.opened[part.game];
        let kinds = opened.rules.kinds();
        let kind = kinds[part.kind];
        if self.opened.len() > 1 {
            let name = opened.name.as_deref().unwrap_or("");
            let separator = match kind.name() {
                Some(_) if kinds.len() > 1 => ".",
                _ => "",
            };
            let bare = Described(opened, part.kind, &part.coords).to_string();
            if name.is_empty() {
                return bare;
            }
            let bare = match (separator, bare.find('[')) {
                ("", Some(bracket)) => bare[bracket..].to_owned(),
                _ => bare,
            };
            return format!("{name}{separator}{bare}");
        }
        match &part.coords[..] {
            [heap] if kind.name().is_none() => heap.to_string(),
            _ => Described(opened, part.kind, &part.coords).to_string(),
        }
    }

    /// A sum as one types it.
    ///
    /// # Panics
    /// As [`Session::describe_part`].
    pub fn describe_sum(&self, parts: &[Part]) -> String {
        match parts {
            [] => "[]".to_owned(),
            _ => {
                let parts: Vec<String> =
                    parts.iter().map(|part| self.describe_part(part)).collect();
                parts.join(" + ")
            }
        }
    }

    /// A move, `8 -> 1`.
    ///
    /// # Panics
    /// As [`Session::describe_part`], and if the position has no such component.
    pub fn describe_move(&self, position: &Position, found: &Move) -> String {
        let from = self.describe_part(&position.parts[found.part]);
        match &found.to {
            Target::Sum(parts) => format!("{from} -> {}", self.describe_sum(parts)),
            Target::Range { from: least, to: most } => format!("{from} -> {least}..{most}"),
        }
    }
}
