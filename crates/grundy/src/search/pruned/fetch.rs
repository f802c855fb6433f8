//! Memory that is read soon.

#![allow(unsafe_code, reason = "the instruction that fetches takes a pointer")]

/// Lets the processor fetch the line of the cache where this stands, while other work goes on; nothing where the
/// language knows no such instruction.
#[inline]
pub(super) fn fetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: every processor of this kind has it, and it reads nothing that the program sees.
        unsafe { _mm_prefetch::<_MM_HINT_T0>((&raw const *place).cast()) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}
