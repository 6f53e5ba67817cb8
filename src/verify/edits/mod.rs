//! Mistakes as edits of the series. The build script writes a copy of its files in which each edit is chosen
//! by a number, see `generator`. `checked.txt` lists the edits that do not compile.
//!
//! The library's own tests search no causes. They are compiled without the copy, which takes as long as all
//! the rest.

#[cfg(not(test))]
pub mod known;
#[cfg(not(test))]
mod list;
#[cfg(not(test))]
mod run;
#[cfg(not(test))]
mod search;
#[cfg(not(test))]
mod sets;
#[cfg(not(test))]
#[allow(missing_docs, dead_code, clippy::unnecessary_cast, reason = "the copy of the series calls them")]
pub(crate) mod switches;
#[cfg(not(test))]
mod threads;
#[cfg(not(test))]
mod walk;

use super::cause::Cause;
use super::search::{Search, SearchInput as Scene};
use crate::trace::{Kind, Step};

/// Maximum number of edits that are made at once.
pub(super) const MOST: usize = 3;

/// Fuel of the series itself, and of an edit that is played on: passes of loops and calls in a step.
#[cfg(not(test))]
const PLENTY: u32 = 4_000_000;

/// What a search found.
#[derive(Default)]
pub(super) struct Answer {
    /// The edits that explain the most.
    pub cause: Option<Cause>,
    /// True if they explain everything but the lines that may be the program's own.
    pub without_own: bool,
    /// True if not everything was tried.
    pub cut: bool,
}

/// Finds edits of the series that give what was recorded, or else all of it but lines of the kinds that may
/// be the program's own.
pub(super) fn find(scene: &Scene<'_>, own: &[Kind], limits: &Search) -> Answer {
    #[cfg(not(test))]
    return search::find(scene, own, limits);
    #[cfg(test)]
    Answer {
        cut: scene.found.number() == usize::MAX && own.is_empty() && limits.is_over(),
        ..Answer::default()
    }
}

/// Returns the cause as it explains another difference of the same recording, if it does.
pub(super) fn try_again(scene: &Scene<'_>, cause: &Cause, edits: [u32; MOST]) -> Option<Cause> {
    #[cfg(not(test))]
    return search::try_again(scene, cause, edits);
    #[cfg(test)]
    Some(cause.clone()).filter(|_| edits == [0; MOST] && scene.found.number() == usize::MAX)
}

/// Plays the recorded keys with edits, as long as the steps are wanted.
pub(super) fn replay(
    scene: &Scene<'_>,
    edits: [u32; MOST],
    goes_on: &mut (dyn FnMut(usize, Step) -> bool + Send),
) {
    #[cfg(not(test))]
    let _played = threads::in_thread(|| {
        let made = run::Made { edits, fuel: PLENTY };
        let mut run = run::EditedRun::start(scene.setup, made);
        for (index, step) in scene.steps.iter().enumerate() {
            run = run.take_if(|run| index == 0 || run.press(step, made));
            let block = run.as_mut().and_then(|run| match step.step.screen {
                Some(_) => run.block(step.step.key, made),
                None => run.lines_and_frame(step.step.key, made),
            });
            if !block.is_some_and(|block| goes_on(index, block)) {
                return;
            }
        }
    });
    #[cfg(test)]
    let _ = (scene, edits, goes_on);
}

/// The copy. Its types are its own: what leaves it are the lines of a step.
#[cfg(not(test))]
#[allow(warnings, clippy::all, rustdoc::all, reason = "most of it is text of the series with one edit")]
#[rustfmt::skip]
pub(crate) mod series {
    include!(concat!(env!("OUT_DIR"), "/series.rs"));
}
