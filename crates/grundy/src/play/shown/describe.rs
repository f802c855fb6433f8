//! Components, sums and moves as one types them.

use crate::play::{Move, Position, Session, Target};
use crate::position::{Described, Part};

impl Session {
    /// A component as one types it: a plain number where the only game has plain heaps, else with
    /// brackets, and with the game's name where there are several.
    ///
    /// ```
    /// use grundy::play::Session;
    /// let mut session = Session::with_game("kayles")?;
    /// let position = session.position("12")?;
    /// assert_eq!(session.describe_part(&position.parts[0]), "12");
    /// // Once there is another game, the name is needed.
    /// session.position("nim[3]")?;
    /// assert_eq!(session.describe_part(&position.parts[0]), "kayles[12]");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
    /// It can be read again by [`Session::position`].
    ///
    /// ```
    /// use grundy::play::Session;
    /// let mut session = Session::with_game("wythoff")?;
    /// let position = session.position("3,5 1,2")?;
    /// let typed = session.describe_sum(&position.parts);
    /// assert_eq!(typed, "[3, 5] + [1, 2]");
    /// assert_eq!(session.position(&typed)?, position);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
    /// ```
    /// use grundy::play::{Move, Session, Target};
    /// let mut session = Session::with_game("half")?;
    /// let position = session.position("2 12")?;
    /// let to = Target::Range { from: 2_u8.into(), to: 3_u8.into() };
    /// let made = Move { part: 1, to, at_once: false };
    /// assert_eq!(session.describe_move(&position, &made), "12 -> 2..3");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
