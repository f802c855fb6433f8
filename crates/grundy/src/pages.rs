//! Large arrays in large pages of memory.
//!
//! Where an array is read at random, much of the time goes to finding where its pages are: a page of 4 KB has an entry of its
//! own in the processor's tables, which are themselves too many to stay at hand. A page of 2 MB needs one entry for 512
//! of these. On Linux a program may ask for such pages; elsewhere nothing is done.

/// Bytes of a large page.
const PAGE: usize = 2 << 20;
/// Arrays of fewer bytes stay as they are.
const LEAST: usize = 4 * PAGE;

/// So many zeros, in large pages if they are many.
pub(crate) fn zeros<T: Copy + Default>(count: usize) -> Vec<T> {
    let mut array = vec![T::default(); count];
    in_large_pages(&mut array);
    array
}

/// Asks that the memory of an array, with what it has room for, be in large pages: what is written from now on, and what stands
/// there already. Best before most of it is written, and again after it grew. The system may do otherwise.
pub(crate) fn in_large_pages<T>(array: &mut Vec<T>) {
    let bytes = array.capacity() * size_of::<T>();
    if bytes >= LEAST {
        let start = array.as_mut_ptr().cast::<u8>();
        let before = start.align_offset(PAGE).min(bytes);
        ask(start.wrapping_add(before), (bytes - before) / PAGE * PAGE);
    }
}

/// Asks the system for large pages from an address on.
#[cfg(target_os = "linux")]
fn ask(first: *mut u8, bytes: usize) {
    #[allow(unsafe_code, reason = "the system is asked about memory by its address")]
    // SAFETY: neither advice changes what stands in memory, whosever it is, and where there is none the system refuses.
    unsafe {
        libc::madvise(first.cast(), bytes, libc::MADV_HUGEPAGE);
        libc::madvise(first.cast(), bytes, libc::MADV_COLLAPSE);
    }
}

/// Nothing is asked of this system.
#[cfg(not(target_os = "linux"))]
fn ask(_: *mut u8, _: usize) {}

#[cfg(test)]
mod tests {
    use super::{LEAST, in_large_pages, zeros};

    #[test]
    fn what_stands_in_an_array_stays() {
        for bytes in [0, 1, LEAST - 1, LEAST, LEAST + 12_345, 3 * LEAST] {
            let mut array = zeros::<u32>(bytes / 4);
            assert!(array.iter().all(|&item| item == 0));
            (0..).zip(&mut array).for_each(|(number, item)| *item = number);
            array.reserve_exact(bytes);
            in_large_pages(&mut array);
            assert!((0..).zip(&array).all(|(number, &item)| item == number), "{bytes} bytes");
        }
    }
}
