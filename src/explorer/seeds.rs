//! Seeds with which a run reaches much. They were found by trying the numbers from 0 on.

use crate::part::Part;
use crate::rng::StdLib;

/// Returns the seed that reaches the most.
pub(super) fn good_seed(part: Part, library: StdLib) -> u32 {
    let column = StdLib::ALL.iter().position(|&known| known == library).unwrap_or_default();
    GOOD_SEEDS[usize::from(part.number()) - 1][column]
}

/// Good seeds, a row for each part, a column for each library in the order of [`StdLib::ALL`].
#[rustfmt::skip]
const GOOD_SEEDS: [[u32; StdLib::ALL.len()]; 17] = [
    [0, 0, 0, 0, 0, 0],
    [3, 3, 3, 3, 3, 3],
    [3, 0, 0, 0, 0, 0],
    [2, 0, 0, 0, 0, 0],
    [8, 8, 7, 8, 8, 1],
    [8, 8, 7, 8, 8, 1],
    [8, 8, 1, 8, 8, 5],
    [13, 0, 2, 1, 1, 2],
    [4, 0, 0, 0, 0, 0],
    [15, 1, 1, 0, 0, 0],
    [6, 2, 0, 0, 0, 0],
    [4, 0, 1, 0, 0, 0],
    [7, 8, 12, 36, 15, 13],
    [458, 32, 4, 4, 25, 4],
    [1035, 14, 10, 0, 5, 19],
    [1035, 14, 10, 0, 5, 19],
    [5, 14, 7, 5, 5, 0],
];

/// What the keys of a part show of the mistakes that `verify` knows, with GCC's random numbers.
pub(super) struct Exposed {
    /// Seeds whose runs show the most of what the first one's does not.
    pub more: &'static [u32],
    /// Number of mistakes that show in the first run, in all of these together, and in any run that was
    /// tried.
    pub counts: [usize; 3],
}

/// A row for each part. `tests/verify/known.rs` says how they are measured.
static EXPOSED: [Exposed; 17] = [
    Exposed { more: &[], counts: [91, 91, 91] },
    Exposed { more: &[], counts: [111, 111, 111] },
    Exposed { more: &[], counts: [176, 176, 176] },
    Exposed { more: &[], counts: [225, 225, 225] },
    Exposed { more: &[50], counts: [275, 276, 276] },
    Exposed { more: &[50], counts: [275, 276, 276] },
    Exposed { more: &[24], counts: [277, 278, 278] },
    Exposed { more: &[13], counts: [332, 337, 337] },
    Exposed { more: &[35, 0], counts: [358, 364, 364] },
    Exposed { more: &[1, 17], counts: [386, 394, 394] },
    Exposed { more: &[7, 38], counts: [405, 414, 414] },
    Exposed { more: &[30, 3], counts: [435, 441, 441] },
    Exposed { more: &[1, 2], counts: [466, 478, 479] },
    Exposed { more: &[2, 4], counts: [479, 485, 486] },
    Exposed { more: &[5, 2], counts: [503, 511, 512] },
    Exposed { more: &[5, 2], counts: [514, 522, 523] },
    Exposed { more: &[7, 2], counts: [535, 542, 542] },
];

/// Returns seeds whose runs show the most of what the keys of a part do not.
pub fn more_seeds(part: Part) -> &'static [u32] {
    exposed(part).more
}

/// Returns what the keys of a part show.
pub(super) fn exposed(part: Part) -> &'static Exposed {
    &EXPOSED[usize::from(part.number()) - 1]
}
