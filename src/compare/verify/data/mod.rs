//! The results of a comparison, as types. Their texts are made in `report`.

mod broke_off;
mod cause;
mod difference;
mod gap;
mod hint;
mod own;
pub(super) mod picture;
mod turn;
mod verdict;

pub use broke_off::{BrokeOff, Ending};
pub(super) use cause::Variation;
pub use cause::{Cause, Explained, Reason};
pub use difference::{Difference, Draws, FieldChange, FrameChange, Line, TileChanges, What};
pub use gap::Gap;
pub use hint::{Hint, Suspicion};
pub use own::{Own, Thing};
pub use picture::Exchange;
pub use turn::Turn;
pub use verdict::{Compared, Divergence, Of, SearchCut, Verdict};
