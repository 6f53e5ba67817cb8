//! The mistakes that `verify` knows by name: the rows of `rows.txt`.

use super::list::Edit;
use super::run::{EditedRun, Made};
use super::threads::in_thread;
use super::{MOST, PLENTY};
use crate::game::Setup;
use crate::key::Key;
use crate::part::Part;
use crate::trace::Step;

/// A mistake of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownMistake {
    /// Its number among the edits.
    pub number: u32,
    /// The number of its row: one row has a number for each value.
    pub row: u32,
    /// A short name for scripts. Related mistakes share one.
    pub name: &'static str,
    /// What it is, in words.
    pub text: String,
}

/// Returns every mistake of the table that a part can have, the likeliest first.
pub fn all(part: Part) -> Vec<KnownMistake> {
    let rows = (1..).map_while(Edit::of).take_while(|edit| edit.is_row()).zip(1..);
    let of_part = rows.filter(|(edit, _)| edit.exists(part));
    let known = of_part.map(|(edit, number)| KnownMistake {
        number,
        row: edit.row(number),
        name: edit.name(),
        text: edit.text(part),
    });
    known.collect()
}

/// Plays keys with some mistakes, of which there are at most three. Returns the steps up to the end of the
/// program, or to a step that a mistake does not let end.
pub fn play(setup: &Setup, keys: &[Key], mistakes: &[u32]) -> Vec<Step> {
    let mut blocks = Vec::new();
    play_while(setup, keys, mistakes, |block| {
        blocks.push(block);
        true
    });
    blocks
}

/// Plays keys with some mistakes as long as the steps are wanted. Returns how many steps were made.
pub fn play_while(
    setup: &Setup,
    keys: &[Key],
    mistakes: &[u32],
    mut goes_on: impl FnMut(Step) -> bool + Send,
) -> usize {
    let mut edits = [0; MOST];
    edits.iter_mut().zip(mistakes).for_each(|(edit, mistake)| *edit = *mistake);
    let made = Made { edits, fuel: PLENTY };
    in_thread(|| {
        let Some(mut run) = EditedRun::start(setup, made) else { return 0 };
        let mut count = 0;
        for key in std::iter::once(None).chain(keys.iter().copied().map(Some)) {
            let is_made = key.is_none_or(|key| run.press_key(key, made));
            let Some(block) = run.lines_and_frame(key, made).filter(|_| is_made) else { return count };
            count += 1;
            if !goes_on(block) {
                break;
            }
        }
        count
    })
    .unwrap_or_default()
}
