//! Which option of a rule leads from one component to another.

use std::ops::{ControlFlow, Range};
use std::time::Duration;

use crate::limits::Limits;
use crate::rule::rules::{Component, Rules};
use crate::ruleset::Ruleset;

/// How long options are gone through for a message.
const PATIENCE: Duration = Duration::from_millis(100);
/// Options of one component that are looked at.
const MOST_OPTIONS: u64 = 1 << 20;

impl Rules {
    /// The place in the text of the option by which the component described as `from` becomes a sum
    /// with the component described as `to`, both as [`Ruleset::describe`] writes them; `None` if
    /// there is no such option, or it is not found among the first million.
    ///
    /// ```
    /// use grundy::rule::{Rules, parse};
    /// let text = "[n] -> [n-1] | [n+1] if n > 3";
    /// let rules = Rules::new(parse(text)?, &[])?;
    /// assert_eq!(rules.place_of_option("[4]", "[5]"), Some(15..29));
    /// assert_eq!(rules.place_of_option("[2]", "[3]"), None);
    /// # Ok::<(), grundy::rule::RuleError>(())
    /// ```
    pub fn place_of_option(&self, from: &str, to: &str) -> Option<Range<usize>> {
        let component = self.described(from)?;
        let rule = self.program().rules.get(usize::from(component.kind))?;
        let mut left = MOST_OPTIONS;
        for (index, family) in rule.families.iter().enumerate() {
            let mut found = false;
            let listed = self.with_families(component.kind.into(), &[index]).options(
                &component,
                &Limits::default().time(PATIENCE),
                &mut |option| {
                    found = option.iter().any(|part| self.describe(part) == to);
                    left = left.saturating_sub(1);
                    if found || left == 0 {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    }
                },
            );
            if found {
                return Some(family.span.start..family.span.end);
            }
            if listed.is_err() || left == 0 {
                break;
            }
        }
        None
    }

    /// The component that is described so.
    fn described(&self, text: &str) -> Option<Component> {
        let (name, coords) = text.strip_suffix(']')?.split_once('[')?;
        let name = Some(name).filter(|name| !name.is_empty());
        let coords: Vec<i64> =
            coords.split(',').map(|coord| coord.trim().parse().ok()).collect::<Option<_>>()?;
        let kind = self.kinds().iter().position(|kind| kind.name() == name)?;
        self.component(kind, &coords).ok()
    }
}
