//! Compares a recording with the rules, or with an older recording, and finds the causes of a difference.

mod broke_off;
mod causes;
mod compared_kinds;
mod comparison;
mod differences;
mod draws;
mod hints;
mod not_compared;
mod own;
mod question;
mod reference;
mod search;
mod verdict;

pub(super) use compared_kinds::ComparedKinds;
pub(super) use draws::describe as describe_draws;
pub(super) use reference::{Reference, refusal};

use std::cmp::Ordering;

use super::data::{Gap, Verdict};
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
    let mut verdict = verdict::of(&comparison, progress)?;
    if let Some(cut) = &trace.cut {
        if is_too_long(cut) && verdict.main().is_none() {
            return Err(cut.clone());
        }
        verdict.not_compared.push(Gap::Unreadable(verdict.steps, cut.clone()));
    }
    verdict.not_compared.extend(options.older.and_then(|older| match trace.count.cmp(&older.count) {
        Ordering::Less => Some(Gap::NewerEnds(verdict.steps)).filter(|_| trace.cut.is_none()),
        Ordering::Equal => None,
        Ordering::Greater => Some(Gap::OlderEnds(older.count - 1)),
    }));
    Ok(verdict)
}
