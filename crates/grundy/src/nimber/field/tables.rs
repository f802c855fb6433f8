//! What the field needs at hand, made at the first use.

#[cfg(target_arch = "x86_64")]
use super::carryless::Carryless;
use super::logarithm::Logarithms;
use std::sync::OnceLock;

/// The tables behind every operation of the field.
pub(super) struct Tables {
    pub(super) logarithms: Logarithms,
    /// Where the processor multiplies polynomials over GF(2).
    #[cfg(target_arch = "x86_64")]
    pub(super) carryless: Option<Carryless>,
}

impl Tables {
    /// The tables; the first call makes them, in less than a millisecond.
    #[inline]
    pub(super) fn get() -> &'static Tables {
        static TABLES: OnceLock<Tables> = OnceLock::new();
        TABLES.get_or_init(|| {
            let portable = Tables::portable();
            #[cfg(target_arch = "x86_64")]
            let portable = Tables { carryless: Carryless::new(&portable), ..portable };
            portable
        })
    }

    /// The tables that serve every processor.
    pub(super) fn portable() -> Tables {
        Tables {
            logarithms: Logarithms::new(),
            #[cfg(target_arch = "x86_64")]
            carryless: None,
        }
    }
}
