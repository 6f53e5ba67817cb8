//! No bytes break the comparison: random edits of recordings, and the fuzz targets on random bytes.

use std::fs;

use proptest::collection::vec;
use proptest::prelude::*;

use super::comparing::{compare, compare_edited};
use super::edits::{apply, config, edited_trace, folder};

proptest! {
    // Each looks for the cause of a difference, which takes longer.
    #![proptest_config(config(40))]

    #[test]
    fn no_edit_of_a_trace_breaks_the_comparison((file, edits) in edited_trace()) {
        compare(&apply(file, edits));
    }
}

proptest! {
    #![proptest_config(config(14))]

    #[test]
    fn no_edited_steps_break_the_comparison(bytes in vec(any::<u8>(), 30..60)) {
        compare_edited(&bytes);
    }
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn no_bytes_break_the_comparison(bytes in vec(any::<u8>(), 0..400)) {
        compare(&bytes);
    }
}

/// The inputs with which fuzzers and random tests have found mistakes.
#[test]
fn what_was_found_once_stays_mended() {
    for (name, target) in [("compare", compare as fn(&[u8])), ("compare_edited", compare_edited)] {
        let folder = folder("fuzz/regressions").join(name);
        for entry in fs::read_dir(folder).into_iter().flatten() {
            target(&fs::read(entry.unwrap().path()).unwrap());
        }
    }
}
