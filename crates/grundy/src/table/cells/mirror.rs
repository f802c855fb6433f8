//! Where the order of two coordinates does not matter: the values on one side of the diagonal of a square, written on
//! the other.
//!
//! ```text
//! for some rows, as many as the nearest cache has room for, and a line of it in each:
//!     for 16 of these rows, and 16 columns:
//!         swap the halves of this square across its diagonal, then those of each quarter, and so on
//! ```
//!
//! Several values are swapped at a time: those of a word, and the words of a row. A square of 64 x 64 bits is turned in
//! the same way.

use std::sync::{Mutex, PoisonError};

use super::{BIT, BYTE};
use crate::table::order::BLOCK;
use crate::table::threads::Helpers;

/// Rows and columns that are turned together.
const TILE: usize = 16;
/// Rows of which a line of the cache each is read before the next line is.
const ROWS: usize = 1 << 9;
/// The bytes of a line of the cache.
const LINE: usize = 64;
/// Values from which on it pays to mirror them by several threads.
const MUCH: usize = 1 << 14;

/// In a square of so many rows: writes the values of the earlier rows, in columns from the first of these to less than
/// the second, into the rows of these numbers. Where that is much, so many threads do it.
pub(super) fn mirror(
    (bytes, width): (&mut [u8], u8),
    side: usize,
    columns: (usize, usize),
    helpers: Option<&Helpers>,
) {
    match width {
        BIT => mirror_bits(bytes, side, columns.0),
        BYTE => mirror_numbers::<2>(bytes, side, columns, helpers),
        4 => mirror_numbers::<4>(bytes, side, columns, helpers),
        _ => mirror_numbers::<8>(bytes, side, columns, helpers),
    }
}

/// The same for bits: rows begin with a word, and the columns are those of one word from `start` on,
/// fewer if the rows end there.
fn mirror_bits(bytes: &mut [u8], side: usize, start: usize) {
    let words = side.div_ceil(BLOCK as usize);
    let (earlier, later) = bytes.as_chunks_mut::<8>().0.split_at_mut(start * words);
    for first in 0..start / BLOCK as usize {
        let mut tile: [[u64; 1]; BLOCK as usize] = std::array::from_fn(|row| {
            let word = (first * BLOCK as usize + row) * words + start / BLOCK as usize;
            [u64::from_le_bytes(earlier[word])]
        });
        turn(&mut tile, BLOCK as usize);
        for (row, [word]) in later.chunks_mut(words).zip(tile) {
            row[first] = word.to_le_bytes();
        }
    }
}

/// The same for numbers of which [`TILE`] take so many words.
fn mirror_numbers<const WORDS: usize>(
    bytes: &mut [u8],
    side: usize,
    (start, end): (usize, usize),
    helpers: Option<&Helpers>,
) {
    let size = 8 * WORDS / TILE;
    let row = side * size;
    let helpers = helpers.filter(|_| start * (end - start) >= MUCH);
    let threads = helpers.map_or(1, |helpers| 1 + helpers.count());
    let (earlier, later) = bytes.split_at_mut(start * row);
    let rows = (end - start).div_ceil(threads).next_multiple_of(TILE);
    let parts = later[..(end - start) * row].chunks_mut(rows * row).enumerate();
    let work = |(part, later): (usize, &mut [u8])| {
        let (start_here, end_here) = (start + part * rows, end.min(start + (part + 1) * rows));
        for (rows, columns) in squares((0, start), (start_here, end_here), (ROWS, LINE / size)) {
            for (rows, columns) in squares(rows, columns, (TILE, TILE)) {
                let from = (&earlier[rows.0 * row + columns.0 * size..], row);
                let to = (&mut later[(columns.0 - start_here) * row + rows.0 * size..], row);
                match (rows.1 - rows.0, columns.1 - columns.0) {
                    (TILE, TILE) if turn_whole::<WORDS>(from, (&mut *to.0, row)).is_some() => {}
                    some => turn_some(from, to, some, size),
                }
            }
        }
    };
    match helpers {
        Some(helpers) => share(parts, helpers, work),
        None => parts.for_each(work),
    }
}

/// Cuts a square in smaller ones of so many rows and columns, or fewer at its end. All are given by their first row or
/// column, and that after the last.
fn squares(
    rows: (usize, usize),
    columns: (usize, usize),
    size: (usize, usize),
) -> impl Iterator<Item = ((usize, usize), (usize, usize))> {
    let steps = |(start, end): (usize, usize), step: usize| {
        (start..end).step_by(step).map(move |first| (first, end.min(first + step)))
    };
    steps(rows, size.0)
        .flat_map(move |rows| steps(columns, size.1).map(move |columns| (rows, columns)))
}

/// Writes [`TILE`] rows as columns. Both begin where the slices do, and rows are so many bytes apart.
fn turn_whole<const WORDS: usize>(
    (from, apart): (&[u8], usize),
    (to, apart_there): (&mut [u8], usize),
) -> Option<()> {
    let mut tile = [[0; WORDS]; TILE];
    for (row, words) in tile.iter_mut().enumerate() {
        let bytes = from.get(row * apart..)?.as_chunks().0;
        *words = bytes.first_chunk::<WORDS>()?.map(u64::from_le_bytes);
    }
    let each = TILE / WORDS;
    turn(&mut tile, each);
    for column in 0..TILE {
        // Square after square was turned where it stood.
        let words: [u64; WORDS] =
            std::array::from_fn(|square| tile[square * each + column % each][column / each]);
        let bytes = to.get_mut(column * apart_there..)?.as_chunks_mut().0;
        *bytes.first_chunk_mut::<WORDS>()? = words.map(u64::to_le_bytes);
    }
    Some(())
}

/// The same of so many rows and columns of numbers of so many bytes.
fn turn_some(
    (from, apart): (&[u8], usize),
    (to, apart_there): (&mut [u8], usize),
    (rows, columns): (usize, usize),
    size: usize,
) {
    for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
        let number = &from[row * apart + column * size..][..size];
        to[column * apart_there + row * size..][..size].copy_from_slice(number);
    }
}

/// Writes rows as columns in squares of as many values as a word has: swaps the halves of each across the diagonal, then
/// those of each quarter, and so on.
#[inline(always)]
fn turn<const WORDS: usize, const ROWS: usize>(tile: &mut [[u64; WORDS]; ROWS], each: usize) {
    let (mut half, mut low) = (each / 2, u64::MAX >> 32);
    while half > 0 {
        let bits = half * (64 / each);
        for row in (0..ROWS).filter(|row| row & half == 0) {
            let (upper, lower) = tile.split_at_mut(row + half);
            for (upper, lower) in upper[row].iter_mut().zip(&mut lower[0]) {
                let differ = (*upper >> bits ^ *lower) & low;
                *upper ^= differ << bits;
                *lower ^= differ;
            }
        }
        half /= 2;
        low ^= low << (bits / 2);
    }
}

/// Work in parts, by this thread and those that help: each takes the next part when it is done with one.
fn share<T: Send>(
    parts: impl Iterator<Item = T> + Send,
    helpers: &Helpers,
    work: impl Fn(T) + Sync,
) {
    let parts = Mutex::new(parts);
    let next = || parts.lock().unwrap_or_else(PoisonError::into_inner).next();
    let work = || {
        while let Some(part) = next() {
            work(part);
        }
    };
    helpers.step(&mut vec![(); helpers.count()], |()| work(), work);
}
