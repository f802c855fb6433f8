//! The largest legal input of every judge format.
//!
//! Where the format sets no number of cases, so many that reading and answering them takes well
//! longer than the start of a process.

use std::fmt::Display;
use std::io::{self, Write};

use super::random::Random;

type Out<'a> = &'a mut dyn Write;

/// A judge format with its input.
pub(super) struct Format {
    /// What `grundy judge` calls it; the plain program's file has the same name.
    pub(super) id: &'static str,
    /// The size of the input, in words.
    pub(super) size: &'static str,
    /// How many times as fast as the plain program it is to be.
    pub(super) goal: f64,
    /// Writes the input.
    pub(super) write: fn(&mut Random, Out<'_>) -> io::Result<()>,
}

/// Every format. Formats with two ids stand under the first.
pub(super) const FORMATS: &[Format] = &[
    Format { id: "hdu2176", size: "5 groups of 200000 piles", goal: 3.0, write: hdu2176 },
    Format { id: "poj1067", size: "10^6 pairs to 10^9", goal: 1.0, write: poj1067 },
    Format { id: "hdu2177", size: "10^6 pairs to 10^6", goal: 1.0, write: hdu2177 },
    Format { id: "poj2975", size: "1000 cases of 1000 heaps", goal: 1.0, write: poj2975 },
    Format { id: "hdu1907", size: "20000 cases of 50 piles", goal: 1.0, write: hdu1907 },
    Format { id: "hdu1536", size: "20 groups of 100 x 100 heaps", goal: 1.0, write: hdu1536 },
    Format { id: "hdu1846", size: "10^6 cases", goal: 1.0, write: hdu1846 },
    Format { id: "hdu1847", size: "10^6 cases", goal: 1.0, write: hdu1847 },
    Format { id: "hdu1848", size: "500000 cases", goal: 1.0, write: hdu1848 },
    Format { id: "hdu2516", size: "10^6 cases", goal: 1.0, write: hdu2516 },
    Format { id: "hdu3032", size: "1000 cases of 1000 heaps", goal: 1.0, write: hdu3032 },
    Format { id: "poj2425", size: "3 graphs of 499500 edges", goal: 1.0, write: poj2425 },
    Format { id: "example3", size: "10^6 heaps", goal: 1.0, write: example3 },
    Format { id: "lasker", size: "10^6 values", goal: 1.0, write: lasker },
    Format { id: "pas", size: "200000 boards to 1000", goal: 1.0, write: pas },
    Format { id: "pas", size: "20000 boards to 20000", goal: 1.0, write: pas_long },
    Format { id: "sslb1633", size: "10^5 numbers", goal: 1.0, write: sslb1633 },
    Format { id: "poj2311", size: "500000 sheets to 200 x 200", goal: 1.0, write: poj2311 },
    Format { id: "p2953", size: "10^6 games to 10^6", goal: 1.0, write: p2953 },
    Format { id: "p4018", size: "10^5 games", goal: 1.0, write: p4018 },
    Format { id: "nimprod", size: "10^6 products", goal: 1.0, write: nimprod },
];

/// A number, then as many numbers on one line.
fn heaps<T: Display>(out: Out<'_>, count: u64, mut heap: impl FnMut() -> T) -> io::Result<()> {
    write!(out, "{count}")?;
    for _ in 0..count {
        write!(out, " {}", heap())?;
    }
    writeln!(out)
}

fn hdu2176(random: &mut Random, out: Out<'_>) -> io::Result<()> {
    for _ in 0..5 {
        heaps(out, 200_000, || random.within(1..=i32::MAX as u64))?;
    }
    writeln!(out, "0")
}

/// Half of the pairs are lost: `floor(n phi)` and `n` more.
fn poj1067(random: &mut Random, out: Out<'_>) -> io::Result<()> {
    for case in 0..1_000_000 {
        let n = random.within(0..=381_966_011);
        let a = (n + (5 * n * n).isqrt()) / 2;
        let off = if case % 2 == 0 { 0 } else { random.within(0..=n) };
        writeln!(out, "{} {}", a, a + n - off)?;
    }
    Ok(())
}

fn hdu2177(random: &mut Random, out: Out<'_>) -> io::Result<()> {
    for _ in 0..1_000_000 {
        let b = random.within(1..=1_000_000);
        writeln!(out, "{} {b}", random.within(0..=b))?;
    }
    writeln!(out, "0 0")
}

fn poj2975(random: &mut Random, out: Out<'_>) -> io::Result<()> {
    for _ in 0..1000 {
        heaps(out, 1000, || random.within(1..=1_000_000_000))?;
    }
    writeln!(out, "0")
}

fn hdu1907(random: &mut Random, out: Out<'_>) -> io::Result<()> {
    writeln!(out, "20000")?;
    for case in 0..20_000 {
        let largest = if case % 4 == 0 { 1 } else { 5000 };
        heaps(out, 50, || random.within(1..=largest))?;
    }
    Ok(())
}

fn hdu1536(random: &mut Random, out: Out<'_>) -> io::Result<()> {
    for group in 0..20 {
        let largest = if group % 2 == 0 { 200 } else { 10_000 };
        heaps(out, 100, || random.within(1..=largest))?;
        writeln!(out, "100")?;
        for _ in 0..100 {
            heaps(out, 100, || random.within(0..=10_000))?;
        }
    }
    writeln!(out, "0")
}

fn hdu1846(random: &mut Random, out: Out<'_>) -> io::Result<()> {
    writeln!(out, "1000000")?;
    for _ in 0..1_000_000 {
        writeln!(out, "{} {}", random.within(1..=1000), random.within(1..=1000))?;
    }
    Ok(())
}

fn hdu1847(random: &mut Random, out: Out<'_>) -> io::Result<()> {
    for _ in 0..1_000_000 {
        writeln!(out, "{}", random.within(1..=1000))?;
    }
    Ok(())
}

fn hdu1848(random: &mut Random, out: Out<'_>) -> io::Result<()> {
    for _ in 0..500_000 {
        let [m, n, p] = [(); 3].map(|()| random.within(1..=1000));
        writeln!(out, "{m} {n} {p}")?;
    }
    writeln!(out, "0 0 0")
}

fn hdu2516(random: &mut Random, out: Out<'_>) -> io::Result<()> {
    for _ in 0..1_000_000 {
        writeln!(out, "{}", random.within(2..=i32::MAX as u64))?;
    }
    writeln!(out, "0")
}

fn hdu3032(random: &mut Random, out: Out<'_>) -> io::Result<()> {
    writeln!(out, "1000")?;
    for _ in 0..1000 {
        heaps(out, 1000, || random.within(1..=i32::MAX as u64))?;
    }
    Ok(())
}

/// Every later vertex is an option.
fn poj2425(random: &mut Random, out: Out<'_>) -> io::Result<()> {
    for _ in 0..3 {
        writeln!(out, "1000")?;
        for from in 0..1000 {
            let mut to = from;
            heaps(out, 999 - from, || {
                to += 1;
                to
            })?;
        }
        for _ in 0..1000 {
            heaps(out, 10, || random.within(0..=999))?;
        }
        writeln!(out, "0")?;
    }
    Ok(())
}

fn example3(random: &mut Random, out: Out<'_>) -> io::Result<()> {
    writeln!(out, "1000000")?;
    for _ in 0..1_000_000 {
        let limit = random.within(1..=i32::MAX as u64);
        writeln!(out, "{limit} {}", random.within(1..=i32::MAX as u64))?;
    }
    Ok(())
}

fn lasker(_: &mut Random, out: Out<'_>) -> io::Result<()> {
    writeln!(out, "1000000")
}

fn pas(random: &mut Random, out: Out<'_>) -> io::Result<()> {
    writeln!(out, "2 3 7")?;
    boards(random, out, 200_000, 1000)
}

fn pas_long(random: &mut Random, out: Out<'_>) -> io::Result<()> {
    writeln!(out, "2 3 7")?;
    boards(random, out, 20_000, 20_000)
}

fn boards(random: &mut Random, out: Out<'_>, count: u64, most: u64) -> io::Result<()> {
    writeln!(out, "{count}\n{most}")?;
    for _ in 1..count {
        writeln!(out, "{}", random.within(1..=most))?;
    }
    Ok(())
}

fn sslb1633(random: &mut Random, out: Out<'_>) -> io::Result<()> {
    let mut first = true;
    heaps(out, 100_000, || if std::mem::take(&mut first) { u64::MAX } else { random.next() })
}

fn poj2311(random: &mut Random, out: Out<'_>) -> io::Result<()> {
    writeln!(out, "200 200")?;
    for _ in 1..500_000 {
        writeln!(out, "{} {}", random.within(2..=200), random.within(2..=200))?;
    }
    Ok(())
}

fn p2953(random: &mut Random, out: Out<'_>) -> io::Result<()> {
    writeln!(out, "1000000\n1000000")?;
    for _ in 1..1_000_000 {
        writeln!(out, "{}", random.within(1..=1_000_000))?;
    }
    Ok(())
}

fn p4018(random: &mut Random, out: Out<'_>) -> io::Result<()> {
    writeln!(out, "100000")?;
    for _ in 0..100_000 {
        writeln!(out, "{}", random.within(1..=50_000_000))?;
    }
    Ok(())
}

fn nimprod(random: &mut Random, out: Out<'_>) -> io::Result<()> {
    writeln!(out, "1000000")?;
    for _ in 0..1_000_000 {
        writeln!(out, "{} {}", random.next(), random.next())?;
    }
    Ok(())
}
