//! Finds the place of a crash, of a hang, or of behaviour that C++ leaves undefined: builds the program once
//! more with the compiler's sanitizers, in a folder of its own, and presses the same keys.

use super::finding::Finding;
use super::tools::Tools;
use super::workspace::Workspace;
use super::{Check, Prepared};
use roguelike::part::Part;

/// Builds and records a program with sanitizers. Returns the first thing that they find. `None` if they find
/// nothing, or if the compiler or the build does not take them.
pub(super) fn find(
    check: &Check<'_>,
    workspace: &Workspace<'_>,
    program: &Prepared,
    (part, seed, keys): (Part, &str, &str),
) -> Option<Finding> {
    let inner = workspace.inner("sanitized").ok()?;
    let tools = Tools::make(&inner, check.limits_of_builds())?;
    let recorder = check.build(&inner, program, (Some(&tools), None)).ok()?;
    let recording = recorder.record(part, seed, keys).ok()?;
    Finding::in_output(&recording.output, &inner.source).or_else(|| Finding::in_recording(&recording.path))
}
