//! Verdicts written down: for people, for scripts, and as a picture. All sentences are made here.

mod answer;
mod cause_text;
mod difference_text;
mod explain;
mod hint_text;
mod json;
mod lines;
mod side_by_side;
mod verdict_text;

pub use answer::{
    Format, Output, UNREADABLE, Verified, exit_code, not_shown, verify_files, verify_recording,
};
pub use explain::Explanation;
pub use side_by_side::{Side, SideBySide, verify_step};

/// Returns the text of each of these.
fn texts<T: ToString>(items: &[T]) -> Vec<String> {
    items.iter().map(ToString::to_string).collect()
}
