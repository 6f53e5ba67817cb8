//! What stands in place of `causes.rs` in a program without the feature `causes`: no edit is tried.

use super::cause::{Cause, Edits};
use super::search::{Answer, SearchInput};
use crate::game::Setup;
use crate::trace::{Kind, RecordedStep, Step};

/// What is said where a recording differs.
pub(super) const NOTE: Option<&str> = Some(
    "this program does not search for mistakes in the rules; \
     'cargo install --locked --path . --features causes' installs one that does",
);

pub(super) fn find(_: &SearchInput<'_>, _: &[Kind]) -> Answer {
    Answer::default()
}

pub(super) fn try_again(_: &SearchInput<'_>, _: &Cause, _: Edits) -> Option<Cause> {
    None
}

pub(super) fn edit_of(_: &str, _: u16) -> Result<u32, String> {
    Err(NOTE.unwrap_or_default().to_owned())
}

pub(super) fn replay(
    _: &Setup,
    _: &[RecordedStep],
    _: Edits,
    _: &mut (dyn FnMut(usize, Step) -> bool + Send),
) {
}
