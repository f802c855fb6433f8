//! Nimbers as a field: reference values, the definition, and the laws.

use grundy::nimber::field::{
    definition, inverse, order, power, product, quadratic_roots, square, square_root,
};
use grundy::nimber::{Nimber, mex};
use proptest::prelude::*;
use serde_json::Value;

const REFERENCE: &str = include_str!("../../../../testdata/nim_field.json");
const SEQUENCES: &str = include_str!("../../../../testdata/nim_sequences.txt");

const EDGES: [u128; 12] = [
    0,
    1,
    2,
    (1 << 16) - 1,
    1 << 16,
    1 << 32,
    1 << 63,
    (1 << 64) - 1,
    1 << 64,
    1 << 127,
    u128::MAX - 1,
    u128::MAX,
];

/// Nimbers of every length, and the edges.
fn nimber() -> impl Strategy<Value = u128> {
    prop_oneof![
        1 => prop::sample::select(&EDGES[..]),
        6 => (any::<u128>(), 0..128u32).prop_map(|(bits, shift)| bits >> shift),
    ]
}

fn hexadecimal(value: &Value) -> u128 {
    u128::from_str_radix(value.as_str().unwrap(), 16).unwrap()
}

fn hexadecimals(value: &Value) -> Vec<u128> {
    value.as_array().unwrap().iter().map(hexadecimal).collect()
}

#[test]
fn reference_values_are_reproduced() {
    let reference: Value = serde_json::from_str(REFERENCE).unwrap();
    let widths = reference.as_object().unwrap();
    let mut compared = 0;
    for (width, tables) in widths {
        let width: u32 = width.parse().unwrap();
        for (operation, rows) in tables.as_object().unwrap() {
            for row in rows.as_array().unwrap() {
                compared += 1;
                if operation == "quadratic_x2_bx_c" {
                    let mut roots = quadratic_roots(hexadecimal(&row[0]), hexadecimal(&row[1]));
                    roots.retain(|root| root.checked_shr(width).unwrap_or(0) == 0);
                    let mut expected = hexadecimals(&row[2]);
                    expected.sort_unstable();
                    assert_eq!(roots, expected, "{width} {operation} {row}");
                    continue;
                }
                let (found, expected) = match (operation.as_str(), &hexadecimals(row)[..]) {
                    ("mul", &[a, b, expected]) => (product(a, b), expected),
                    ("inv", &[a, expected]) => (inverse(a).unwrap(), expected),
                    ("sqrt", &[a, expected]) => (square_root(a), expected),
                    ("pow", &[a, exponent, expected]) => (power(a, exponent), expected),
                    _ => panic!("{operation} {row}"),
                };
                assert_eq!(found, expected, "{width} {operation} {row}");
            }
        }
    }
    assert_eq!((widths.len(), compared), (5, 1439));
}

#[test]
fn published_sequences_are_computed() {
    for line in SEQUENCES.lines().filter(|line| !line.starts_with('#')) {
        let [id, operation, first, terms] = line.split(' ').collect::<Vec<_>>()[..] else {
            panic!("four fields in {line}");
        };
        let function = match operation {
            "square" => square,
            "square_root" => square_root,
            "cube" => |n| power(n, 3),
            "order" => |n| order(n).unwrap(),
            _ => panic!("{operation}"),
        };
        let first: u128 = first.parse().unwrap();
        let terms: Vec<u128> = terms.split(',').map(|term| term.parse().unwrap()).collect();
        let found: Vec<u128> = (first..).take(terms.len()).map(function).collect();
        assert_eq!(found, terms, "{id}");
    }
}

/// The nim-products below `size` from the mex rule alone.
fn table_by_mex(size: usize) -> Vec<Vec<u64>> {
    let mut table = vec![vec![0; size]; size];
    for a in 0..size {
        for b in 0..size {
            let smaller = (0..a).flat_map(|x| (0..b).map(move |y| (x, y)));
            let options = smaller.map(|(x, y)| Nimber(table[x][b] ^ table[a][y] ^ table[x][y]));
            table[a][b] = mex(options).0;
        }
    }
    table
}

#[test]
fn small_products_follow_the_mex_rule() {
    for (a, row) in table_by_mex(64).iter().enumerate() {
        for (b, &expected) in row.iter().enumerate() {
            let expected = u128::from(expected);
            assert_eq!(definition::product(a as u128, b as u128), expected, "{a} {b}");
            assert_eq!(product(a as u128, b as u128), expected, "{a} {b}");
        }
    }
}

#[test]
fn products_at_the_edges_agree_with_the_recursion() {
    for a in EDGES {
        for b in EDGES {
            assert_eq!(product(a, b), definition::product(a, b), "{a} {b}");
        }
    }
}

#[test]
fn zero_has_no_inverse_and_no_order() {
    assert_eq!((inverse(0), order(0)), (None, None));
    assert_eq!((power(0, 0), power(0, 1), power(0, u128::MAX)), (1, 0, 0));
    assert_eq!((square(0), square_root(0)), (0, 0));
    assert_eq!(quadratic_roots(0, 0), [0]);
    for b in EDGES.into_iter().filter(|&b| b != 0) {
        assert_eq!(quadratic_roots(b, 0), [0, b]);
    }
}

#[test]
fn quadratic_equations_over_sixteen_nimbers_have_the_roots_that_trying_finds() {
    for b in 0..16 {
        for c in 0..16 {
            let solves = |&x: &u128| definition::product(x, x ^ b) == c;
            let tried: Vec<u128> = (0..256).filter(solves).collect();
            assert_eq!(quadratic_roots(b, c), tried, "x^2 + {b} x + {c}");
        }
    }
}

#[test]
fn orders_of_small_nimbers_are_the_lengths_of_their_cycles() {
    for a in 1..=256u128 {
        let mut power = a;
        let mut length = 1;
        while power != 1 {
            power = definition::product(power, a);
            length += 1;
        }
        assert_eq!(order(a), Some(length), "{a}");
    }
}

proptest! {
    #[test]
    fn products_agree_with_the_recursion(a in nimber(), b in nimber()) {
        let expected = definition::product(a, b);
        prop_assert_eq!(product(a, b), expected);
        if let (Ok(a), Ok(b)) = (u64::try_from(a), u64::try_from(b)) {
            prop_assert_eq!(u128::from((Nimber(a) * Nimber(b)).0), expected);
            let mut assigned = Nimber(a);
            assigned *= Nimber(b);
            prop_assert_eq!(u128::from(assigned.0), expected);
        }
    }

    #[test]
    fn nimbers_are_a_field(a in nimber(), b in nimber(), c in nimber()) {
        prop_assert_eq!(product(a, b), product(b, a));
        prop_assert_eq!(product(product(a, b), c), product(a, product(b, c)));
        prop_assert_eq!(product(a, b ^ c), product(a, b) ^ product(a, c));
        prop_assert_eq!(product(a, 1), a);
        prop_assert_eq!(inverse(a).map(|inverse| product(a, inverse)), (a != 0).then_some(1));
    }

    #[test]
    fn small_fields_are_closed(a in nimber(), b in nimber(), level in 0..7u32) {
        let within = |x: u128| x < 1 << (1 << level);
        let mask = (1 << (1 << level)) - 1;
        let (a, b) = (a & mask, b & mask);
        prop_assert!(within(product(a, b)) && within(square_root(a)));
        prop_assert!(inverse(a).is_none_or(within));
    }

    #[test]
    fn squares_and_roots_undo_each_other(a in nimber()) {
        prop_assert_eq!(square(a), definition::product(a, a));
        prop_assert_eq!(square_root(square(a)), a);
        prop_assert_eq!(square(square_root(a)), a);
        prop_assert_eq!(quadratic_roots(0, a), [square_root(a)]);
    }

    #[test]
    fn exponents_add_and_multiply(a in nimber(), m: u64, n: u64) {
        let (m, n) = (u128::from(m), u128::from(n));
        prop_assert_eq!(product(power(a, m), power(a, n)), power(a, m + n));
        prop_assert_eq!(power(power(a, m), n), power(a, m * n));
        prop_assert_eq!(power(a, u128::MAX), u128::from(a != 0));
        prop_assert_eq!(power(a, u128::MAX - 1), inverse(a).unwrap_or(0));
    }

    #[test]
    fn small_powers_are_repeated_products(a in nimber(), exponent in 0..40u128) {
        let repeated = (0..exponent).fold(1, |power, _| definition::product(power, a));
        prop_assert_eq!(power(a, exponent), repeated);
    }

    #[test]
    fn the_order_is_the_least_exponent_that_gives_one(a in nimber()) {
        if let Some(order) = order(a) {
            prop_assert_eq!(power(a, order), 1);
            let mut rest = order;
            for prime in [3, 5, 17, 257, 641, 65_537, 274_177, 6_700_417, 67_280_421_310_721] {
                if rest % prime == 0 {
                    rest /= prime;
                    prop_assert_ne!(power(a, order / prime), 1);
                }
            }
            prop_assert_eq!(rest, 1);
        }
    }

    #[test]
    fn both_roots_of_a_product_are_found(r in nimber(), s in nimber()) {
        let mut expected = vec![r.min(s), r.max(s)];
        expected.dedup();
        prop_assert_eq!(quadratic_roots(r ^ s, product(r, s)), expected);
    }

    /// The trace of c / b^2, a sum of 128 conjugates, is 0 exactly when there are roots.
    #[test]
    fn roots_are_found_whenever_there_are_some(b in nimber(), c in nimber()) {
        let roots = quadratic_roots(b, c);
        for &root in &roots {
            prop_assert_eq!(square(root) ^ product(b, root) ^ c, 0);
        }
        let trace = inverse(b).map_or(0, |inverse| {
            let mut conjugate = product(c, square(inverse));
            (0..128).fold(0, |sum, _| {
                conjugate = square(conjugate);
                sum ^ conjugate
            })
        });
        let expected = if b == 0 { 1 } else { 2 * (1 - trace) };
        prop_assert_eq!(roots.len() as u128, expected);
        prop_assert!(roots.is_sorted_by(|a, b| a < b));
    }

    #[test]
    fn every_equation_over_half_the_bits_has_roots(b: u64, c: u64) {
        prop_assert!(!quadratic_roots(b.into(), c.into()).is_empty());
    }
}
