//! `grundy nim`: arithmetic with nimbers.

use std::collections::HashSet;
use std::io::Write as _;

use clap::{Args, Subcommand};
use grundy::nimber::field;
use grundy::theory::nim::nim_sum;
use num_bigint::BigUint;

use crate::language::{say, tell};
use crate::number::{large, wide_or};
use crate::report::json;
use crate::trouble::Trouble;

/// Arithmetic with nimbers: the values of games form a field
///
/// Numbers are decimal or, with 0x, hexadecimal. Sums take numbers of any size, everything else
/// numbers below 2^128.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    grundy nim sum 5 7 8 9 10\n  \
    grundy nim product 8 8\n  \
    grundy nim inverse 2\n  \
    grundy nim power 2 10\n  \
    grundy nim root 13\n  \
    grundy nim solve 1 1                 the x with x^2 + 1*x + 1 = 0\n  \
    grundy nim mex 0 1 3                 the least that is not among them")]
pub(crate) struct Nim {
    #[command(subcommand)]
    operation: Operation,
    /// Print JSON
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Debug, Subcommand)]
enum Operation {
    /// The nim-sum: exclusive or
    #[command(aliases = ["xor", "add"])]
    Sum {
        /// Numbers of any size
        #[arg(required = true, value_parser = big, allow_negative_numbers = true)]
        numbers: Vec<BigUint>,
    },
    /// The nim-product
    #[command(aliases = ["mul", "multiply", "times", "prod"])]
    Product {
        /// Numbers below 2^128
        #[arg(required = true, value_parser = word, allow_negative_numbers = true)]
        numbers: Vec<u128>,
    },
    /// The number whose product with A is 1
    #[command(aliases = ["inv"])]
    Inverse {
        /// At least 1
        #[arg(value_parser = word, allow_negative_numbers = true)]
        a: u128,
    },
    /// A to the power E
    #[command(aliases = ["pow"])]
    Power {
        /// The base
        #[arg(value_parser = word, allow_negative_numbers = true)]
        a: u128,
        /// The exponent, an ordinary number
        #[arg(value_parser = word, allow_negative_numbers = true)]
        e: u128,
    },
    /// The square root: every nimber has exactly one
    #[command(aliases = ["sqrt"])]
    Root {
        /// The square
        #[arg(value_parser = word, allow_negative_numbers = true)]
        a: u128,
    },
    /// The multiplicative order: the least E > 0 for which A to the power E is 1
    Order {
        /// At least 1
        #[arg(value_parser = word, allow_negative_numbers = true)]
        a: u128,
    },
    /// The solutions of x^2 + B x + C = 0; exit status 1 if there are none below 2^128
    Solve {
        /// The factor of x
        #[arg(value_parser = word, allow_negative_numbers = true)]
        b: u128,
        /// The constant
        #[arg(value_parser = word, allow_negative_numbers = true)]
        c: u128,
    },
    /// The least number that is not among these: the value of a game whose options have these values
    Mex {
        /// Numbers below 2^128
        #[arg(required = true, value_parser = word, allow_negative_numbers = true)]
        numbers: Vec<u128>,
    },
}

fn big(text: &str) -> Result<BigUint, String> {
    if text.starts_with('-') {
        return Err(say!("nimbers are at least 0"));
    }
    let number = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => {
            let digits = digits.replace('_', "");
            let plain = digits.chars().all(|c| c.is_ascii_hexdigit());
            BigUint::parse_bytes(digits.as_bytes(), 16).filter(|_| plain)
        }
        None => large(text),
    };
    number.ok_or_else(|| wide_or(text, || say!("expected a number such as 10, 0xff or 2^40")))
}

fn word(text: &str) -> Result<u128, String> {
    u128::try_from(big(text)?).map_err(|_| say!("this operation takes numbers below 2^128"))
}

pub(crate) fn run(nim: &Nim) -> Result<bool, Trouble> {
    let no_inverse = || Trouble::Input(say!("error: 0 has no inverse and no order"));
    let one = |number: u128| vec![BigUint::from(number)];
    let results = match &nim.operation {
        Operation::Sum { numbers } => vec![nim_sum(numbers)],
        Operation::Product { numbers } => {
            one(numbers.iter().fold(1, |product, &number| field::product(product, number)))
        }
        Operation::Inverse { a } => one(field::inverse(*a).ok_or_else(no_inverse)?),
        Operation::Power { a, e } => one(field::power(*a, *e)),
        Operation::Root { a } => one(field::square_root(*a)),
        Operation::Order { a } => one(field::order(*a).ok_or_else(no_inverse)?),
        Operation::Solve { b, c } => {
            field::quadratic_roots(*b, *c).into_iter().map(BigUint::from).collect()
        }
        Operation::Mex { numbers } => {
            let there: HashSet<&u128> = numbers.iter().collect();
            (0..).find(|number| !there.contains(number)).map(BigUint::from).into_iter().collect()
        }
    };
    if results.is_empty() && !nim.json {
        tell!("{}", say!("there is no solution below 2^128"));
    }
    let mut out = std::io::stdout().lock();
    match nim.json {
        true => json::write(&mut out, &json::Numbers::new(&results))?,
        false => {
            for result in &results {
                writeln!(out, "{result}")?;
            }
        }
    }
    Ok(!results.is_empty())
}
