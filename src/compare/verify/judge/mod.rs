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

use super::data::{Gap, Verdict};
use super::input::{Options, StoredTrace, is_too_long};
use comparison::Comparison;
use roguelike::support::text::counted;
use roguelike::trace::TraceError;

/// Replays a recording, which is given as text, and compares it step by step.
///
/// # Errors
/// When it is not a trace, or a brief one that leaves lines out.
pub fn compare(text: &[u8], options: &Options) -> Result<Verdict, TraceError> {
    judge(&StoredTrace::of_text(text)?, options, &|_, _| {})
}

/// Compares a recording. `progress` is called with the number of steps that are compared, and the number of
/// all.
///
/// # Errors
/// When the recording cannot be read again, or not be compared.
pub(super) fn judge(
    trace: &StoredTrace,
    options: &Options,
    progress: &dyn Fn(usize, usize),
) -> Result<Verdict, TraceError> {
    let comparison = Comparison::of(trace, options, progress)?;
    if comparison.rules.is_some() {
        progress(trace.count, trace.count);
    } else if let Some(older) = options.older.filter(|older| has_other_steps(trace, older)) {
        let [ours, theirs] = [trace.count, older.count].map(|count| counted(count - 1, "step"));
        let words = format!("it has {ours}, and the older recording {theirs}; record the same keys");
        return Err(refusal(1, words));
    }
    let mut verdict = verdict::of(&comparison)?;
    if let Some(cut) = &trace.cut {
        if is_too_long(cut) && verdict.main().is_none() {
            return Err(cut.clone());
        }
        verdict.not_compared.push(Gap::Unreadable(verdict.steps, cut.clone()));
    }
    let older = options.older.filter(|older| older.count < trace.count);
    verdict.not_compared.extend(older.map(|older| Gap::OlderEnds(older.count - 1)));
    Ok(verdict)
}

/// Returns true if recordings have different numbers of steps, and the shorter one was not cut off.
fn has_other_steps(trace: &StoredTrace, older: &StoredTrace) -> bool {
    let is_cut = |trace: &StoredTrace| trace.cut.is_some() || trace.marks.broke_off();
    let (first, last) = if trace.count < older.count { (trace, older) } else { (older, trace) };
    first.count < last.count && !is_cut(first)
}
