//! How far a sequence agrees with itself a shift further on.

use crate::limits::{Limits, Stop};

/// For each shift from 1 to `most`, how many of the first terms are those that stand a shift further on: the Z algorithm,
/// which takes from the match that reaches furthest what it tells of the shifts within.
pub(crate) fn agreements<T: Eq>(
    terms: &[T],
    most: usize,
    limits: &Limits,
) -> Result<Vec<usize>, Stop> {
    let mut all = vec![terms.len()];
    let (mut from, mut to) = (0, 0);
    for shift in 1..=most {
        if shift.is_multiple_of(1 << 12) {
            limits.check()?;
        }
        let known = if shift < to { all[shift - from].min(to - shift) } else { 0 };
        let more = terms[shift + known..].iter().zip(&terms[known..]);
        let agree = known + more.take_while(|(a, b)| a == b).count();
        if shift + agree > to {
            (from, to) = (shift, shift + agree);
        }
        all.push(agree);
    }
    Ok(all.split_off(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_are_those_of_the_definition() {
        let mut random = fastrand::Rng::with_seed(1);
        for length in 1..200 {
            let terms: Vec<u8> = (0..length).map(|_| random.u8(..3)).collect();
            let most = random.usize(..length);
            let expected: Vec<usize> = (1..=most)
                .map(|shift| {
                    let later = terms[shift..].iter().zip(&terms);
                    later.take_while(|(one, other)| one == other).count()
                })
                .collect();
            assert_eq!(agreements(&terms, most, &Limits::default()), Ok(expected));
        }
    }
}
