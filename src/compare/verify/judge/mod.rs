//! Compares a recording with the rules, or with an older recording, and finds the causes of a difference.

mod broke_off;
mod causes;
mod compared_kinds;
mod comparison;
mod differences;
mod divergence;
mod draws;
mod gaps;
mod hints;
mod looks;
mod not_compared;
mod own;
mod question;
mod reference;
mod search;
mod verdict;

pub(super) use compared_kinds::ComparedKinds;
pub(super) use draws::describe as describe_draws;
pub(super) use reference::{Reference, refusal};

use super::data::Verdict;
use super::input::{Options, StoredTrace, is_too_long};
use comparison::Comparison;
use roguelike::trace::TraceError;

/// Replays a recording, which is given as text, and compares it step by step.
///
/// # Errors
/// When it is not a trace, or a brief one that leaves lines out.
pub fn compare(text: &[u8], options: &Options) -> Result<Verdict, TraceError> {
    judge(&StoredTrace::of_text(text)?, options, &|_| {})
}

/// How far a comparison is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// So many steps of all are compared.
    Steps(usize, usize),
    /// Causes are searched, and so many percent of the effort are done.
    Search(u64),
}

/// Compares a recording. `progress` is called while it does.
///
/// # Errors
/// When the recording cannot be read again, or not be compared.
pub(super) fn judge(
    trace: &StoredTrace,
    options: &Options,
    progress: &dyn Fn(Stage),
) -> Result<Verdict, TraceError> {
    let comparison = Comparison::of(trace, options, progress)?;
    if comparison.rules.is_some() {
        progress(Stage::Steps(trace.count, trace.count));
    }
    match &trace.cut {
        Some(cut) if is_too_long(cut) && !comparison.differs() => Err(cut.clone()),
        _ => verdict::of(&comparison, progress),
    }
}
