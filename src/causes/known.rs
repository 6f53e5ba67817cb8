//! The mistakes that are known by name: the rows of `rows.txt`.

use crate::key::Key;
use crate::list::Edit;
use crate::part::Part;
use crate::run::{Attempt, Run};
use crate::threads::in_thread;
use crate::{MOST, Setup, Step, StepInput};

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

/// Returns every mistake of the table that a part can have, the likeliest first; none for a part that does
/// not exist.
pub fn all(part: u8) -> Vec<KnownMistake> {
    let Ok(part) = Part::new(part) else { return Vec::new() };
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

/// Plays keys, by their names, with some mistakes, of which there are at most three, as long as the steps
/// are wanted. Returns how many steps were made: up to the end of the program, or to a step that a mistake
/// does not let end.
pub fn play(
    setup: &Setup<'_>,
    keys: &[&str],
    mistakes: &[u32],
    mut goes_on: impl FnMut(Step) -> bool + Send,
) -> usize {
    let mut edits = [0; MOST];
    edits.iter_mut().zip(mistakes).for_each(|(edit, mistake)| *edit = *mistake);
    let attempt = Attempt::of(edits);
    let play = || {
        let Some(mut run) = Run::start(setup, attempt) else { return 0 };
        let mut count = 0;
        for name in std::iter::once(None).chain(keys.iter().map(Some)) {
            let key = name.and_then(|name| Key::from_name(name)).map(|key| key.0);
            let step = StepInput { key, ..StepInput::default() };
            if name.is_some() && !run.press(&step, attempt) {
                break;
            }
            let Some(made) = run.lines_and_frame(&step, attempt) else { break };
            count += 1;
            if !goes_on(made) {
                break;
            }
        }
        count
    };
    in_thread(play).unwrap_or_default()
}
