//! Recordings replayed and compared (`roguelike verify`).
//!
//! A recording is replayed from its header and its keys, and every line that it has must be reproduced.
//! Lines that it leaves out are not compared. Where only messages, sounds, the title or the frame differ,
//! that is noted once, and the comparison goes on. At the first step in which the rules differ the replay
//! ends, and the search for [causes](Cause) begins.
//!
//! Each folder uses only those before it: `input` reads recordings and options, `data` is what is found out
//! about a recording, `judge` finds it out, and `report` writes it down, for people and for scripts.

mod data;
mod input;
mod judge;
mod report;

pub use data::{
    BrokeOff, Cause, Compared, Difference, Divergence, Draws, Ending, Exchange, Explained, FieldChange,
    FrameChange, Gap, Hint, Line, Of, Own, Reason, SearchCut, Suspicion, TileChanges, Turn, Verdict, What,
};
pub use input::{LONGEST_SEARCH, Options, OwnConstant, OwnSources, Place, StoredTrace, Wanted};
pub use judge::{Stage, compare};
pub use report::{
    Explanation, Format, Output, Side, SideBySide, UNREADABLE, Verified, exit_code, not_shown, verify_files,
    verify_recording, verify_step,
};
