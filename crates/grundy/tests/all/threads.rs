//! What may go to another thread.

use grundy::heap::Run;
use grundy::play::{Opponent, Session, Sum};
use grundy::rule::Rules;
use grundy::search::Values;
use grundy::table::Table;
use grundy::theorem::{Certificate, Theorem};

#[test]
fn sessions_and_what_they_give_may_go_to_another_thread() {
    fn may_go<T: Send>() {}
    may_go::<Session>();
    may_go::<Sum>();
    may_go::<Opponent>();
    may_go::<Rules>();
    may_go::<Values<Rules>>();
    may_go::<Run>();
    may_go::<Table>();
    may_go::<Theorem>();
    may_go::<Certificate>();
}
