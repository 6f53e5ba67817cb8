//! Mistakes as edits of the series. The build script writes a copy of its files in which each edit is chosen
//! by a number, see `generator.rs`. `checked.txt` lists the edits that do not compile.
//!
//! The library's own tests search no causes. They are compiled without the copy, which takes as long as all
//! the rest.

#[cfg(not(test))]
mod list;
#[cfg(not(test))]
mod run;
#[cfg(not(test))]
mod search;
#[cfg(not(test))]
#[allow(missing_docs, dead_code, reason = "the copy of the series calls them")]
pub(crate) mod switches;

use super::cause::Cause;
use super::search::Scene;

/// Maximum number of edits that are made at once.
pub(super) const MOST: usize = 3;

/// What a search found.
#[derive(Default)]
pub(super) struct Answer {
    /// The edits that explain the most.
    pub cause: Option<Cause>,
    /// True if not everything was tried.
    pub cut: bool,
}

/// Finds edits of the series that give what was recorded.
pub(super) fn find(scene: &Scene<'_>) -> Answer {
    #[cfg(not(test))]
    return search::find(scene);
    #[cfg(test)]
    Answer { cut: scene.step == usize::MAX, ..Answer::default() }
}

/// Returns the cause as it explains another difference of the same recording, if it does.
pub(super) fn try_again(scene: &Scene<'_>, cause: &Cause, edits: [u32; MOST]) -> Option<Cause> {
    #[cfg(not(test))]
    return search::try_again(scene, cause, edits);
    #[cfg(test)]
    Some(cause.clone()).filter(|_| edits == [0; MOST] && scene.step == usize::MAX)
}

/// The copy. Its types are its own: what leaves it are the lines of a step.
#[cfg(not(test))]
#[allow(warnings, clippy::all, rustdoc::all, reason = "most of it is text of the series with one edit")]
#[rustfmt::skip]
pub(crate) mod series {
    include!(concat!(env!("OUT_DIR"), "/series.rs"));
}
