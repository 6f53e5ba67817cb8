//! Recordings, and the options of their comparison.

mod options;
mod own_constant;
mod own_sources;
mod stored_trace;

pub(super) use options::SEARCH;
pub use options::{LONGEST_SEARCH, Options, Wanted};
pub use own_constant::OwnConstant;
pub(super) use own_constant::edits_of;
pub use own_sources::{OwnSources, Place};
pub use stored_trace::StoredTrace;
pub(super) use stored_trace::{Steps, is_too_long};
