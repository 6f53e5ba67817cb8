//! Finds the place of a crash, of a hang, or of behaviour that C++ leaves undefined: builds the program once
//! more with the compiler's sanitizers, in a folder of its own, and presses the same keys.

use super::finding::Finding;
use super::process::Failure;
use super::programs::has_sanitizer;
use super::tools::Tools;
use super::workspace::Workspace;
use super::{Check, Prepared};
use crate::attach::source::Source;
use roguelike::part::Part;

/// The reason why the sanitizers have not seen a whole game.
#[derive(Debug, thiserror::Error)]
pub(super) enum NotSanitized {
    #[error("the compiler has none that work here")]
    NoTools,
    #[error("the program with them does not build or start")]
    NoRecording,
    #[error(
        "the build does not use them, because it names its compiler itself; call it c++ there, or add \
         -fsanitize=address,undefined to its options"
    )]
    NotUsed,
    #[error("with them, {0}")]
    Ended(Failure),
}

/// Builds and records a program with sanitizers. Returns the first thing that they find, or `None` if they
/// find nothing.
/// Fails if they cannot see the whole game.
pub(super) fn find(
    (check, program, sources): (&Check<'_>, &Prepared, &[Source]),
    workspace: &Workspace<'_>,
    (part, seed, keys): (Part, &str, &str),
) -> Result<Option<Finding>, NotSanitized> {
    let not_made = |_| NotSanitized::NoRecording;
    let inner = workspace.inner("sanitized").map_err(not_made)?;
    let tools = Tools::make(&inner, check.limits_of_builds()).ok_or(NotSanitized::NoTools)?;
    let recorder = check.build(&inner, program, (Some(&tools), None)).map_err(not_made)?;
    if !has_sanitizer(&recorder.program) {
        return Err(NotSanitized::NotUsed);
    }
    let recording = recorder.record(part, seed, keys).map_err(not_made)?;
    let finding = Finding::in_output(&recording.output, (&inner.source, sources))
        .or_else(|| Finding::in_recording(&recording.path, sources));
    match recording.failure {
        Some(failure) if finding.is_none() => Err(NotSanitized::Ended(failure)),
        _ => Ok(finding),
    }
}
