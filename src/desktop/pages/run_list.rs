//! The page with the list of runs, and the words for a run there, on the menu and in the output of
//! `roguelike runs`. Runs that were left can be continued or given up, others watched again.

use std::fmt;
use std::mem;
use std::path::PathBuf;

use crate::color::Color;
use crate::desktop::pages::hints::Hint;
use crate::desktop::pages::list_page::ListPage;
use crate::desktop::pages::note;
use crate::desktop::pages::sheet::Sheet;
use crate::desktop::run::history::death;
use crate::desktop::runs::facts::{RunFacts, day_of_seed, known};
use crate::desktop::runs::{Run, RunEnd};
use crate::desktop::settings::palette::{HINT, OVER, TEXT};
use crate::game::PlayerClass;
use crate::key::Key;
use crate::part::Part;
use crate::support::text::wrap;

/// Number of rows above and below the runs.
const AROUND: i32 = 15;

/// The list, and the run that is chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunList {
    runs: Vec<Run>,
    /// The file of the run that this window plays, or that ended here.
    own: Option<PathBuf>,
    pub(super) chosen: usize,
    /// True while the question is shown whether the chosen run is to be given up.
    pub(super) asks: bool,
}

/// What a key on the page asks for. Most of it is about the chosen run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RunChoice {
    /// To give it up, after a question.
    GiveUp,
    Continue,
    Watch,
    /// The dungeon of this run once more.
    Again,
    /// A line about the run, for the clipboard.
    Share,
}

impl RunList {
    /// The run that is played or has just ended is chosen.
    pub(crate) fn new(runs: Vec<Run>, own: Option<PathBuf>) -> RunList {
        let chosen = runs.iter().position(|run| own.as_deref() == Some(run.path())).unwrap_or_default();
        RunList { runs, own, chosen, asks: false }
    }

    /// Shows these runs instead. The same line is chosen.
    pub(crate) fn update(&mut self, runs: Vec<Run>) {
        self.chosen = self.chosen.min(runs.len().saturating_sub(1));
        self.runs = runs;
    }

    fn is_own(&self, run: &Run) -> bool {
        self.own.as_deref() == Some(run.path())
    }

    /// Returns the chosen run; none if there are no runs.
    pub(crate) fn run(&self) -> Option<&Run> {
        self.runs.get(self.chosen)
    }

    /// Returns what can be done with the chosen run: the key, what it does in words, and the choice.
    fn choices(&self) -> impl Iterator<Item = (Key, &'static str, RunChoice)> {
        let choices = self.run().map(|run| {
            let is_readable = !matches!(run.end, RunEnd::Damaged | RunEnd::Newer);
            [
                (run.end == RunEnd::Left, Key::RETURN, "continue it", RunChoice::Continue),
                (run.end.is_over(), Key::RETURN, "watch it", RunChoice::Watch),
                (run.may_be_given_up, Key::G, "give it up", RunChoice::GiveUp),
                (is_readable && run.facts.seed.is_some(), Key::N, "this dungeon again", RunChoice::Again),
                (is_readable, Key::C, "copy a line", RunChoice::Share),
            ]
        });
        let possible = choices.into_iter().flatten().filter(|(is_possible, ..)| *is_possible);
        possible.map(|(_, key, meaning, choice)| (key, meaning, choice))
    }

    /// Returns the choice that a key makes; none for a key that means nothing here. To give a run up, its key
    /// is pressed twice.
    pub(super) fn choose(&mut self, key: Key) -> Option<RunChoice> {
        let choice = self.choices().find(|(its_key, ..)| *its_key == key).map(|(.., choice)| choice);
        if mem::take(&mut self.asks) {
            return choice.filter(|choice| *choice == RunChoice::GiveUp);
        }
        self.asks = choice == Some(RunChoice::GiveUp);
        choice.filter(|_| !self.asks)
    }

    /// Draws the question whether the chosen run is to be given up.
    pub(super) fn draw_question(&self, sheet: &mut Sheet) {
        let question = self.run().map(question).unwrap_or_default();
        note::draw_page(&question, [(Key::G, "yes").into(), (Key::ESCAPE, "back to the list").into()], sheet);
    }

    /// Returns why the chosen run cannot be continued or watched, if it cannot.
    fn reason(&self) -> Option<&str> {
        let Some(run) = self.run() else { return Some("no runs yet") };
        match run.end {
            RunEnd::Open if self.is_own(run) => Some("you are playing this run"),
            RunEnd::Open => Some("another window is playing this run"),
            RunEnd::Damaged => run.note.as_deref(),
            RunEnd::Newer => Some("made by a newer version"),
            RunEnd::Left | RunEnd::Died | RunEnd::Won | RunEnd::Ended => None,
        }
    }

    /// Returns the rows below the list: what can be done with the chosen run, what else is known of it, and
    /// the path of its file.
    fn details(&self) -> Vec<(i32, Vec<Hint>, Color)> {
        let choices = self.choices().map(|(key, meaning, _)| (key, meaning).into());
        let hints: Vec<Hint> = choices.collect();
        // Two have room in a row.
        let hints = hints.chunks(2).map(<[Hint]>::to_vec);
        let rows = self.reason().map(|reason| vec![Hint::text(reason)]).into_iter().chain(hints);
        let hints = [5, 4].into_iter().zip(rows).map(|(row, hints)| (row, hints, TEXT));
        let texts = self.run().into_iter().flat_map(|run| {
            let seed = run.facts.seed.map(|seed| match day_of_seed(seed) {
                Some(day) => format!("seed {seed}, the dungeon of {day}"),
                None => format!("seed {seed}"),
            });
            let path = wrap(&run.path().display().to_string(), 58).into_iter().take(2);
            [seed.or_else(|| run.facts.turn()).unwrap_or_default()].into_iter().chain(path.rev())
        });
        let texts = (6..).zip(texts).map(|(row, text)| (row, vec![Hint::text(text)], HINT));
        hints.chain(texts).collect()
    }

    /// Returns the page. `rows` is the number of its rows.
    pub(crate) fn list(&self, rows: i32) -> ListPage {
        let row =
            |run: &Run| (line(run, self.is_own(run)), if run.end.is_unfinished() { TEXT } else { OVER });
        let count = self.runs.len();
        let mut page = ListPage {
            heading: "R U N S",
            room: rows - AROUND,
            distance: 1,
            column: 3,
            lines: self.runs.iter().map(row).collect(),
            chosen: self.chosen,
            left: 0..0,
            footer: self.details(),
        };
        let place = (count > 0).then(|| Hint::text(format!("{} of {count}", self.chosen + 1)));
        let mut hints: Vec<Hint> = place.into_iter().collect();
        if count > page.lines_on_page() {
            hints.extend([(Key::PAGE_UP, "back"), (Key::PAGE_DOWN, "further")].map(Hint::from));
        } else if count > 1 {
            hints.push(Hint::text("up / down  choose"));
        }
        hints.push((Key::ESCAPE, "close").into());
        page.footer.push((3, hints, HINT));
        page
    }
}

/// Returns the word for what became of a run.
fn word(run: &Run) -> &'static str {
    match run.end {
        RunEnd::Left => "left",
        RunEnd::Open => "open",
        RunEnd::Died => "died",
        RunEnd::Won => "won",
        RunEnd::Ended if !run.is_kept => "recording",
        RunEnd::Ended if run.part.is_some_and(Part::has_saves) => "given up",
        RunEnd::Ended => "ended",
        RunEnd::Damaged => "damaged",
        RunEnd::Newer => "newer",
    }
}

fn file_name(run: &Run) -> String {
    run.path().file_name().unwrap_or_default().display().to_string()
}

/// Returns the line of the page, whose runs are all of one part: when the run was played last, its class,
/// what became of it, and where. `is_own` is true for the run that this window plays.
fn line(run: &Run, is_own: bool) -> String {
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
fn question(run: &Run) -> String {
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
