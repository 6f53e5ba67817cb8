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
    [12, 0, 2, 1, 1, 2],
    [2, 0, 0, 0, 0, 0],
    [17, 1, 1, 0, 0, 0],
    [4, 2, 0, 0, 0, 0],
    [0, 0, 1, 0, 0, 0],
    [16, 8, 12, 36, 15, 13],
    [13, 32, 4, 4, 25, 4],
    [8, 14, 10, 0, 5, 19],
    [8, 14, 10, 0, 5, 19],
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
    Exposed { more: &[], counts: [94, 94, 94] },
    Exposed { more: &[], counts: [115, 115, 115] },
    Exposed { more: &[], counts: [181, 181, 181] },
    Exposed { more: &[], counts: [229, 229, 229] },
    Exposed { more: &[50, 14], counts: [281, 283, 283] },
    Exposed { more: &[50, 14], counts: [281, 283, 283] },
    Exposed { more: &[24], counts: [284, 285, 285] },
    Exposed { more: &[1, 13], counts: [344, 353, 354] },
    Exposed { more: &[1, 3], counts: [379, 386, 388] },
    Exposed { more: &[15, 3], counts: [400, 411, 413] },
    Exposed { more: &[7, 5], counts: [422, 430, 433] },
    Exposed { more: &[13, 7], counts: [453, 461, 462] },
    Exposed { more: &[1, 5], counts: [485, 493, 497] },
    Exposed { more: &[3, 458], counts: [492, 501, 505] },
    Exposed { more: &[1035, 5], counts: [521, 527, 529] },
    Exposed { more: &[1035, 5], counts: [532, 538, 540] },
    Exposed { more: &[7, 4], counts: [551, 559, 560] },
];

/// Returns seeds whose runs show the most of what the keys of a part do not.
pub fn more_seeds(part: Part) -> &'static [u32] {
    exposed(part).more
}

/// Returns what the keys of a part show.
pub(super) fn exposed(part: Part) -> &'static Exposed {
    &EXPOSED[usize::from(part.number()) - 1]
}
