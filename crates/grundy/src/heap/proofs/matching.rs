//! Finding an earlier window again in a growing sequence, in amortised linear time.
//!
//! The state of a subtraction game is a window of its last `M` symbols, and it has entered its
//! cycle when a window comes back. As in Brent's cycle finding, one window is the anchor; it moves
//! to the newest window whenever the sequence has doubled since. The anchor is found again by the
//! automaton of Knuth, Morris and Pratt, which compares symbols exactly and never twice: `O(1)`
//! amortised per symbol, `O(M)` memory. Once the anchor stands in the cycle and the doubling is
//! longer than the cycle, the first return gives the shortest period.

/// Watches a sequence for a window that returns.
pub(super) struct WindowMatcher {
    /// Symbols per window, at least 1.
    window: usize,
    /// Position after the anchor's last symbol.
    anchor: usize,
    /// Position at which the anchor moves.
    next: usize,
    /// Length of the longest proper border of each prefix of the anchor.
    borders: Vec<usize>,
    /// How many symbols of the anchor end at the newest symbol.
    matched: usize,
}

impl WindowMatcher {
    /// A watch for windows of `window >= 1` symbols.
    pub(super) fn new(window: usize) -> WindowMatcher {
        WindowMatcher { window, anchor: 0, next: window, borders: Vec::new(), matched: 0 }
    }

    /// The bytes that a watch for windows of `window` symbols takes.
    pub(super) fn bytes(window: usize) -> u64 {
        (window as u64).saturating_mul(size_of::<usize>() as u64)
    }

    /// Tells that symbol `newest` is known, and every one before it. Symbols are told in order
    /// from 0. Answers the end of the earlier window that has just returned, if one has.
    pub(super) fn told<T: PartialEq>(
        &mut self,
        newest: usize,
        symbol: impl Fn(usize) -> T,
    ) -> Option<usize> {
        let end = newest + 1;
        if self.anchor > 0 {
            let start = self.anchor - self.window;
            let new = symbol(newest);
            if self.matched == self.window {
                self.matched = self.borders[self.window - 1];
            }
            while self.matched > 0 && symbol(start + self.matched) != new {
                self.matched = self.borders[self.matched - 1];
            }
            self.matched += usize::from(symbol(start + self.matched) == new);
            if self.matched == self.window {
                return Some(self.anchor);
            }
        }
        if end == self.next {
            self.anchor = end;
            self.next = 2 * end;
            self.rebuild(symbol);
        }
        None
    }

    /// The prefix function of the anchor. The window itself is the first match, at distance 0, so
    /// matching goes on from its longest proper border.
    fn rebuild<T: PartialEq>(&mut self, symbol: impl Fn(usize) -> T) {
        let start = self.anchor - self.window;
        self.borders.clear();
        self.borders.push(0);
        let mut border = 0;
        for length in 1..self.window {
            let new = symbol(start + length);
            while border > 0 && symbol(start + border) != new {
                border = self.borders[border - 1];
            }
            border += usize::from(symbol(start + border) == new);
            self.borders.push(border);
        }
        self.matched = border;
    }
}
