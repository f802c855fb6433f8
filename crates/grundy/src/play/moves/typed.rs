//! Moves as one types them.

use crate::language::message;
use crate::play::{Move, Position, Session, Target};
use crate::rule::{RuleError, Span};

impl Session {
    /// Reads a move: `8 -> 1`, `[20, 31] -> [17, 28]`, `12 -> 1 + 10`; `9 -> []` leaves nothing. It
    /// is not checked to be legal.
    ///
    /// ```
    /// use grundy::play::{Session, Target};
    /// let mut session = Session::with_game("kayles")?;
    /// let position = session.position("12 9")?;
    /// let made = session.read_move(&position, "9 -> []")?;
    /// assert_eq!((made.part, made.to), (1, Target::Sum(Vec::new())));
    /// let error = session.read_move(&position, "7 -> 6").unwrap_err();
    /// assert_eq!(error.message.to_string(), "the position has no 7");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A mistake with its place, or a component that the position does not have.
    pub fn read_move(&mut self, position: &Position, text: &str) -> Result<Move, RuleError> {
        let arrows = ["->", "→", "=>", "-＞", "－>", "－＞", "—>"];
        let arrow = arrows.iter().find_map(|arrow| Some((text.find(arrow)?, arrow.len())));
        let Some((at, length)) = arrow else {
            let error = RuleError::new(Span::new(0, text.len()), message!("this is no move"));
            return Err(error
                .help(message!("a move is typed like 8 -> 1 or 12 -> 1 + 10"))
                .in_source(text));
        };
        let from = self.position(&text[..at])?;
        let to = match text[at + length..].trim() {
            "" => {
                let end = Span::new(text.len(), text.len());
                let error = RuleError::new(end, message!("nothing stands after the arrow"));
                return Err(error.help(message!("`[]` leaves nothing")).in_source(text));
            }
            "[]" => Position::default(),
            to => self.position(to)?,
        };
        let [from] = &from.parts[..] else {
            let error = RuleError::new(Span::new(0, at), message!("a move changes one component"));
            return Err(error.in_source(text));
        };
        match position.parts.iter().position(|part| part == from) {
            Some(part) => Ok(Move { part, to: Target::Sum(to.parts), at_once: false }),
            None => {
                let message =
                    message!("the position has no {from}", from = self.describe_part(from));
                Err(RuleError::new(Span::new(0, at), message).in_source(text))
            }
        }
    }
}
