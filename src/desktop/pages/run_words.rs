//! The words for a run on the list, on the menu and in the output of `roguelike runs`.

use std::fmt;

use crate::desktop::run::history::death;
use crate::desktop::runs::facts::RunFacts;
use crate::desktop::runs::{Run, RunEnd};
use crate::game::PlayerClass;
use crate::part::Part;

/// Returns the word for what became of a run.
fn word(run: &Run) -> &'static str {
    match run.end {
        RunEnd::Left => "left",
        RunEnd::Open => "open",
        RunEnd::Died => "died",
        RunEnd::Won => "won",
        // Of a recording that somebody put there nothing more is known.
        RunEnd::Ended if run.facts.turns.is_none() => "recording",
        RunEnd::Ended if run.part.is_some_and(Part::has_saves) => "given up",
        RunEnd::Ended => "ended",
        RunEnd::Damaged => "damaged",
        RunEnd::Newer => "newer",
    }
}

/// Returns the text of a column whose value may not be known.
fn known<T: ToString>(value: Option<T>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| value.to_string())
}

fn file_name(run: &Run) -> String {
    run.path().file_name().unwrap_or_default().display().to_string()
}

/// Returns the line of the page, whose runs are all of one part: when the run was played last, its class,
/// what became of it, and where. `is_own` is true for the run that this window plays.
pub(super) fn line(run: &Run, is_own: bool) -> String {
    let RunFacts { class, depth, turns, loaded, killer, .. } = run.facts;
    let fate = match run.end {
        RunEnd::Damaged | RunEnd::Newer => format!("{}: {}", word(run), file_name(run)),
        RunEnd::Left => "can be continued".to_owned(),
        RunEnd::Open if is_own => "this run".to_owned(),
        RunEnd::Open => "playing".to_owned(),
        RunEnd::Died => death(killer),
        RunEnd::Won | RunEnd::Ended => word(run).to_owned(),
    };
    let depth = depth.map(|depth| format!(", depth {depth}"));
    // The turns since a load are below the list.
    let turns = turns.map(|turns| if loaded { ", loaded".to_owned() } else { format!(", turn {turns}") });
    let place = depth.into_iter().chain(turns).collect::<String>();
    let class = class.map_or("-", PlayerClass::name);
    format!("{}  {class:<7}  {fate}{place}", run.date.format("%d %b %H:%M"))
}

/// Returns the question before a run is given up.
pub(super) fn question(run: &Run) -> String {
    let name = file_name(run);
    if run.end != RunEnd::Left {
        let note = run.note.as_deref().unwrap_or_default();
        return format!("Remove {name}? It cannot be continued: {note}.");
    }
    let class = run.facts.class;
    let hero = class.map_or_else(|| format!("the run in {name}"), |class| format!("the {}", class.name()));
    let place = run.facts.place();
    format!(
        "Give up {hero}{place}? You will not be able to continue the run, but it stays on the list and can \
         be watched."
    )
}

impl Run {
    /// Returns what the menu says of the run that it offers.
    pub fn offer(&self) -> String {
        let RunFacts { class, depth, hp, .. } = self.facts;
        let hp = hp.map_or_else(String::new, |[hp, max_hp]| format!(", HP {hp}/{max_hp}"));
        match (class, depth) {
            (Some(class), Some(depth)) => format!("{}, depth {depth}{hp}", class.name()),
            _ => "the last run".to_owned(),
        }
    }
}

/// The line of `roguelike runs`.
impl fmt::Display for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RunFacts { class, depth, turns, seed, .. } = self.facts;
        let (part, depth, turns, seed) = (known(self.part), known(depth), known(turns), known(seed));
        let (date, class) = (self.date.format("%Y-%m-%d %H:%M"), class.map_or("-", PlayerClass::name));
        write!(
            f,
            "{:<9}  {date}  part {part:<2}  {class:<7}  depth {depth:<3}  turn {turns:<5}  ",
            word(self)
        )?;
        write!(f, "seed {seed:<10}  {}", self.path().display())?;
        self.note.iter().try_for_each(|note| write!(f, ": {note}"))
    }
}
