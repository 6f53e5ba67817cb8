//! The words for a run on the list, on the menu and in the output of `roguelike runs`.

use std::fmt;

use crate::desktop::runs::facts::RunFacts;
use crate::desktop::runs::{Run, RunEnd};
use crate::game::PlayerClass;

/// Returns the word for the end of a run.
const fn word(end: RunEnd) -> &'static str {
    match end {
        RunEnd::Left => "left",
        RunEnd::Open => "open",
        RunEnd::Died => "died",
        RunEnd::Won => "won",
        RunEnd::Ended => "ended",
        RunEnd::Damaged => "damaged",
        RunEnd::Newer => "newer",
    }
}

/// Returns the text of a column whose value may not be known.
fn known<T: ToString>(value: Option<T>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| value.to_string())
}

/// Returns how a run ended and when, its part, and the rest, each as columns of the list.
fn columns(run: &Run) -> [String; 3] {
    let RunFacts { class, depth, .. } = run.facts;
    let (class, depth, seed) = (class.map_or("-", PlayerClass::name), known(depth), known(run.facts.seed));
    [
        format!("{:<5}  {}", word(run.end()), run.date.format("%Y-%m-%d %H:%M")),
        format!("part {:<2}", known(run.part)),
        format!("{class:<7}  depth {depth:<3}  seed {seed:<10}"),
    ]
}

fn file_name(run: &Run) -> String {
    run.path().file_name().unwrap_or_default().display().to_string()
}

/// Returns the line of the page, whose runs are all of one part. `is_own` is true for the run that this
/// window plays.
pub(super) fn line(run: &Run, is_own: bool) -> String {
    let [when, _, what] = columns(run);
    let when = if is_own { format!("{:<width$}", "this run", width = when.len()) } else { when };
    match run.end() {
        RunEnd::Damaged | RunEnd::Newer => format!("{when}  {}", file_name(run)),
        _ => format!("{when}  {}", what.trim_end()),
    }
}

/// Returns the question before a run is given up.
pub(super) fn question(run: &Run) -> String {
    let name = file_name(run);
    if run.end() != RunEnd::Left {
        let note = run.note.as_deref().unwrap_or_default();
        return format!("Remove {name}? It cannot be continued: {note}. Press G to remove it.");
    }
    let RunFacts { class, depth, .. } = run.facts;
    let hero = class.map_or_else(|| format!("the run in {name}"), |class| format!("the {}", class.name()));
    let depth = depth.map_or_else(String::new, |depth| format!(" on depth {depth}"));
    format!(
        "Give up {hero}{depth}? The run cannot be continued any more. It stays on the list, and you can watch it \
         again. Press G to give it up."
    )
}

impl Run {
    /// Returns what the menu says of the run that it offers.
    pub fn offer(&self) -> String {
        match (self.facts, self.facts.seed) {
            (RunFacts { class: Some(class), depth: Some(depth), hp: Some([hp, max_hp]), .. }, _) => {
                format!("{}, depth {depth}, HP {hp}/{max_hp}", class.name())
            }
            (_, Some(seed)) => format!("the run of seed {seed}"),
            _ => "the last run".to_owned(),
        }
    }
}

/// The line of `roguelike runs`.
impl fmt::Display for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [when, part, what] = columns(self);
        write!(f, "{when}  {part}  {what}  {}", self.path().display())?;
        self.note.iter().try_for_each(|note| write!(f, ": {note}"))
    }
}
