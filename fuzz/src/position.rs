//! Any bytes as a position, of a given game and of none: reading ends in a position or a message
//! that lies within the text, and a position prints as a text that means the same position.

use std::time::Duration;

use grundy::limits::Limits;
use grundy::play::Session;

/// Games of one heap, of two coordinates, of several kinds, and with a named kind.
const GAMES: [&str; 6] = [
    "nim",
    "wythoff",
    "fibonacci-nim",
    "cutting",
    "0.77",
    "[a, b, c] -> [a-1, b, c] | [b-1, a, c]",
];

/// Reads bytes as a position of each of some games.
pub(crate) fn target(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for game in GAMES {
        let session = Session::with_game(game).expect("these games are known");
        read(session, &text);
    }
    read(Session::new(), &text);
}

fn read(mut session: Session, text: &str) {
    let position = match session.position(text) {
        Ok(position) => position,
        Err(error) => {
            assert!(error.source.get(error.span.start..error.span.end).is_some(), "{error:?}");
            let _ = (error.to_string(), error.line_column());
            return;
        }
    };
    let printed = session.describe_sum(&position.parts);
    let again = session.position(&printed).expect("a printed position can be read");
    assert_eq!(again, position, "{printed}");
    let few = position.parts.len() <= 4;
    if few {
        let limits =
            Limits::default().positions(2000).memory(64 << 20).time(Duration::from_millis(50));
        let _ = session.outcome(&position, &limits);
        let _ = session
            .each_winning_move(&position, &limits, &mut |_| std::ops::ControlFlow::Break(()));
    }
}
