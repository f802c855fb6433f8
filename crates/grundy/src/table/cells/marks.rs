//! The marks with which a mex is found.

use super::{BIT, BYTE};
use crate::nimber::Nimber;

/// One stamp for each value that an option may have: the value is marked if its stamp is that of
/// the component looked at.
#[derive(Debug, Default)]
pub(in crate::table) struct Marks {
    /// With [`PAGE`] to spare.
    stamps: Vec<u32>,
    /// Where the stamp of value 0 stands.
    first: usize,
    pub(in crate::table) stamp: u32,
    /// In the greatest width: values stay below this power of two, unless it is made larger.
    bound: u64,
}

/// Stamps in a page. A processor compares addresses within pages when it decides whether a load must wait for a store.
const PAGE: usize = 4096 / size_of::<u32>();

impl Marks {
    /// Makes enough marks for a table of this width, and enough new stamps. Returns the value from
    /// which on there is no room.
    pub(in crate::table) fn prepare(&mut self, width: u8, stamps: u64) -> u64 {
        self.bound = self.bound.max(1 << 17);
        // Nim-sums of values stay below the same power of two; one more mark ends the search for
        // the mex.
        let (sums, limit) = match width {
            BIT => (1 << 1, 2),
            BYTE => (1 << 8, (1 << 8) - 2),
            4 => (1 << 16, (1 << 16) - 2),
            _ => (self.bound as usize, self.bound),
        };
        if self.stamps.len() <= sums + PAGE {
            self.stamps.resize(sums + 1 + PAGE, 0);
        }
        if u64::from(u32::MAX - self.stamp) <= stamps {
            self.stamps.fill(0);
            self.stamp = 0;
        }
        limit
    }

    /// Makes at least so many marks, which is what comes back.
    #[cfg(feature = "jit")]
    pub(in crate::table) fn reach(&mut self, count: usize) -> usize {
        self.stamps.resize((count + PAGE).max(self.stamps.len()), 0);
        count
    }

    /// The stamps, from that of value 0 on, for code that looks values up which begin at this address and begins
    /// with a new stamp. They begin half a page apart from the values: where marks of small values and
    /// values of small positions stood at one place of their pages, each would wait for the other.
    #[cfg(feature = "jit")]
    pub(in crate::table) fn apart_from(&mut self, values: usize) -> *mut u32 {
        let aim = values.wrapping_add(4096 / 2);
        let start = self.stamps.as_ptr().addr();
        self.first = aim.wrapping_sub(start) % 4096 / size_of::<u32>();
        self.stamps[self.first..].as_mut_ptr()
    }

    /// Makes room for sums of values that stand in a table already, and says how many bytes that
    /// takes in all. Nothing if they do not fit in 31 bits.
    pub(super) fn admit(&mut self, greatest: u32) -> Option<u64> {
        self.bound = self.bound.max((u64::from(greatest) + 1).next_power_of_two());
        (self.bound <= 1 << 31).then_some(4 * self.bound)
    }

    /// New marks with as much room.
    pub(in crate::table) fn alike(&self) -> Marks {
        Marks { bound: self.bound, ..Marks::default() }
    }

    /// Makes room for values twice as large, and says how many bytes that takes in all. Nothing if
    /// they would not fit in 31 bits.
    pub(in crate::table) fn double(&mut self) -> Option<u64> {
        self.bound = (2 * self.bound).max(1 << 18);
        (self.bound <= 1 << 31).then_some(4 * self.bound)
    }

    /// Marks a value; those for which there is no room are above every mex.
    pub(in crate::table) fn mark(&mut self, Nimber(value): Nimber) {
        if let Some(stamp) =
            usize::try_from(value).ok().and_then(|v| self.stamps[self.first..].get_mut(v))
        {
            *stamp = self.stamp;
        }
    }

    /// The values up to `most` that were marked since the last new stamp.
    pub(in crate::table) fn marked(&self, most: u64) -> impl Iterator<Item = u64> + '_ {
        let all = self.stamps[self.first..].iter().zip(0..=most);
        all.filter(|&(stamp, _)| *stamp == self.stamp).map(|(_, value)| value)
    }

    /// Whether a value was marked since the last new stamp.
    pub(in crate::table) fn has(&self, value: usize) -> bool {
        self.stamps[self.first..].get(value) == Some(&self.stamp)
    }
}
