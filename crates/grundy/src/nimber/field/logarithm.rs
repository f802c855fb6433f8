//! The nimbers below 2^16, a field, multiplied through tables of discrete logarithms.

use super::definition;
use super::tables::Tables;
use super::tower::Level;

/// The least nimber whose powers are all the non-zero nimbers below 2^16.
const GENERATOR: u16 = 258;

/// The order of the multiplicative group.
const ORDER: u16 = u16::MAX;

/// Logarithms to base [`GENERATOR`] of the non-zero nimbers below 2^16, and its powers.
pub(super) struct Logarithms {
    /// The entry of 0 means nothing.
    log: Box<[u16; 1 << 16]>,
    /// Exponents up to twice the order, so that a sum of two logarithms needs no reduction.
    power: Box<[u16; 1 << 17]>,
    /// The logarithm of 2^15.
    log_of_top: u16,
}

impl Logarithms {
    /// The tables, 384 KiB, made from the definition of the product.
    pub(super) fn new() -> Logarithms {
        let mut log = Box::new([0; 1 << 16]);
        let mut power = Box::new([0; 1 << 17]);
        let [low, high] = multiples_of_generator();
        let mut element = 1u16;
        for exponent in 0..ORDER {
            log[usize::from(element)] = exponent;
            power[usize::from(exponent)] = element;
            power[usize::from(exponent) + usize::from(ORDER)] = element;
            let [l, h] = element.to_le_bytes();
            element = low[usize::from(l)] ^ high[usize::from(h)];
        }
        let log_of_top = log[1 << 15];
        Logarithms { log, power, log_of_top }
    }

    #[inline]
    fn log(&self, element: u16) -> u16 {
        self.log[usize::from(element)]
    }

    /// The generator to the power of `x + y`.
    #[inline]
    fn power(&self, x: u16, y: u16) -> u16 {
        self.power[usize::from(x) + usize::from(y)]
    }
}

/// The product of the generator with each low byte and with each high byte.
fn multiples_of_generator() -> [[u16; 256]; 2] {
    let mut tables = [[0u16; 256]; 2];
    for (table, shift) in tables.iter_mut().zip([0, 8]) {
        for bit in 0..8 {
            let factor = 1u128 << (bit + shift);
            let product = definition::product(u128::from(GENERATOR), factor) as u16;
            let size = 1 << bit;
            for smaller in 0..size {
                table[size + smaller] = table[smaller] ^ product;
            }
        }
    }
    tables
}

impl Level for u16 {
    #[inline]
    fn product(self, other: u16, tables: &Tables) -> u16 {
        if self == 0 || other == 0 {
            return 0;
        }
        let logarithms = &tables.logarithms;
        logarithms.power(logarithms.log(self), logarithms.log(other))
    }

    #[inline]
    fn times_top(self, tables: &Tables) -> u16 {
        if self == 0 {
            return 0;
        }
        let logarithms = &tables.logarithms;
        logarithms.power(logarithms.log(self), logarithms.log_of_top)
    }

    #[inline]
    fn square(self, tables: &Tables) -> u16 {
        self.product(self, tables)
    }

    fn square_root(self, tables: &Tables) -> u16 {
        if self == 0 {
            return 0;
        }
        let logarithms = &tables.logarithms;
        // The order is odd: one of `log` and `log + ORDER` is even, and half of it is the answer.
        let log = logarithms.log(self);
        logarithms.power(log / 2, if log.is_multiple_of(2) { 0 } else { ORDER / 2 + 1 })
    }

    fn inverse(self, tables: &Tables) -> u16 {
        if self == 0 {
            return 0;
        }
        let logarithms = &tables.logarithms;
        logarithms.power(ORDER - logarithms.log(self), 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generator_reaches_every_element() {
        let tables = Logarithms::new();
        for element in 1..=u16::MAX {
            assert_eq!(tables.power(tables.log(element), 0), element);
            assert_eq!(tables.power(tables.log(element), ORDER), element);
        }
    }
}
