//! The page with the list of runs. Runs that were left can be continued or given up, others watched again.

use std::path::PathBuf;

use crate::color::Color;
use crate::desktop::pages::hints::{Hint, Targets};
use crate::desktop::pages::list_page::ListPage;
use crate::desktop::pages::run_words::{line, question};
use crate::desktop::pages::{Text, note};
use crate::desktop::runs::facts::day_of_seed;
use crate::desktop::runs::{Run, RunEnd};
use crate::desktop::settings::palette::{HINT, OVER, TEXT};
use crate::key::Key;
use crate::part::Part;
use crate::screen::Frame;
use crate::support::text::wrap;

/// Number of rows above and below the runs.
const AROUND: i32 = 15;

/// The list, and the run that is chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunList {
    part: Part,
    runs: Vec<Run>,
    /// The file of the run that this window plays, or that ended here.
    own: Option<PathBuf>,
    pub(super) chosen: usize,
    /// True while the page asks whether the run is to be given up.
    pub(super) asks: bool,
}

/// What a key on the page asks for.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum RunChoice {
    /// Nothing but the page.
    Stay,
    Continue(PathBuf),
    GiveUp(Box<Run>),
    Watch(PathBuf),
    /// The dungeon of this run once more.
    Again(PathBuf),
    /// A line about the run, for the clipboard.
    Share(String),
}

impl RunList {
    /// The run that is played or has just ended is chosen.
    pub(crate) fn new(part: Part, runs: Vec<Run>, own: Option<PathBuf>) -> RunList {
        let chosen = runs.iter().position(|run| own.as_deref() == Some(run.path())).unwrap_or_default();
        RunList { part, runs, own, chosen, asks: false }
    }

    /// Shows these runs instead. The same line is chosen.
    pub(crate) fn update(&mut self, runs: Vec<Run>) {
        self.chosen = self.chosen.min(runs.len().saturating_sub(1));
        self.runs = runs;
    }

    fn is_own(&self, run: &Run) -> bool {
        self.own.as_deref() == Some(run.path())
    }

    /// Handles a key. Returns none for one that means nothing here.
    pub(crate) fn press(&mut self, key: Key) -> Option<RunChoice> {
        let run = self.runs.get(self.chosen)?;
        if std::mem::take(&mut self.asks) {
            let given_up = RunChoice::GiveUp(Box::new(run.clone()));
            return Some(if key == Key::G { given_up } else { RunChoice::Stay });
        }
        match (key, run.end) {
            (_, RunEnd::Damaged | RunEnd::Newer) if key != Key::G => None,
            (Key::N, _) => run.facts.seed.map(|_| RunChoice::Again(run.path().to_owned())),
            (Key::C, _) => Some(RunChoice::Share(run.facts.shared(run.end))),
            (Key::RETURN, RunEnd::Left) => Some(RunChoice::Continue(run.path().to_owned())),
            (Key::RETURN, RunEnd::Died | RunEnd::Won | RunEnd::Ended) => {
                Some(RunChoice::Watch(run.path().to_owned()))
            }
            (Key::G, _) if run.may_be_given_up => {
                self.asks = true;
                Some(RunChoice::Stay)
            }
            _ => None,
        }
    }

    /// Draws the question whether the run is to be given up.
    pub(crate) fn draw_question(&self, frame: &mut Frame) -> Targets {
        let question = self.runs.get(self.chosen).map(question).unwrap_or_default();
        note::draw_page(&question, [(Key::G, "yes").into(), (Key::ESCAPE, "back to the list").into()], frame)
    }

    /// Returns what can be done with the chosen run.
    fn hints(&self) -> Vec<Hint> {
        let give_up = || (Key::G, "give it up").into();
        let Some(run) = self.runs.get(self.chosen) else { return vec![Hint::text("no runs yet")] };
        match run.end {
            RunEnd::Left => vec![(Key::RETURN, "continue it").into(), give_up()],
            RunEnd::Open if self.is_own(run) => vec![Hint::text("you are playing this run")],
            RunEnd::Open => vec![Hint::text("another window is playing this run")],
            RunEnd::Damaged if run.may_be_given_up => vec![Hint::text("it cannot be read"), give_up()],
            RunEnd::Damaged => vec![Hint::text("it cannot be read, and this program did not make it")],
            RunEnd::Newer => vec![Hint::text("made by a newer version")],
            RunEnd::Died | RunEnd::Won | RunEnd::Ended => vec![(Key::RETURN, "watch it").into()],
        }
    }

    /// Returns what can be done with every run that can be read, what else is known of it, and the path of
    /// its file.
    fn details(&self) -> Vec<(i32, Vec<Hint>, Color)> {
        let Some(run) = self.runs.get(self.chosen) else { return Vec::new() };
        let is_run = !matches!(run.end, RunEnd::Damaged | RunEnd::Newer);
        let again = run.facts.seed.map(|_| (Key::N, "this dungeon again").into());
        let about = match run.facts.seed {
            Some(seed) => match day_of_seed(seed) {
                Some(day) => format!("seed {seed}, the dungeon of {day}"),
                None => format!("seed {seed}"),
            },
            None if run.facts.loaded => run.facts.turn().unwrap_or_default(),
            None => String::new(),
        };
        let hints = again.into_iter().chain([(Key::C, "copy a line").into()]);
        let path = wrap(&run.path().display().to_string(), 58).into_iter().take(2);
        let texts = (6..).zip([about].into_iter().chain(path.rev()));
        let hints: Vec<Hint> = hints.filter(|_| is_run).collect();
        texts.map(|(row, line)| (row, vec![Hint::text(line)], HINT)).chain([(4, hints, TEXT)]).collect()
    }

    /// Returns the page; none while it asks. `rows` is the number of its rows.
    pub(crate) fn list(&self, rows: i32) -> Option<ListPage> {
        if self.asks {
            return None;
        }
        let row = |run: &Run| {
            let is_unfinished = matches!(run.end, RunEnd::Left | RunEnd::Open);
            vec![Text::new(3, line(run, self.is_own(run)), if is_unfinished { TEXT } else { OVER })]
        };
        let (number, count) = ((self.chosen + 1).min(self.runs.len()), self.runs.len());
        let subtitle = format!("Part {}: unfinished runs first, then the latest", self.part);
        let subtitle = Hint::text(subtitle);
        let mut footer = vec![(5, self.hints(), TEXT), (rows - 3, vec![subtitle], HINT)];
        footer.extend(self.details());
        let mut page = ListPage {
            heading: "R U N S",
            room: rows - AROUND,
            distance: 1,
            lines: self.runs.iter().map(row).collect(),
            chosen: self.chosen,
            footer,
        };
        let place = (count > 0).then(|| Hint::text(format!("{number} of {count}")));
        let mut hints: Vec<Hint> = place.into_iter().collect();
        if count > page.lines_on_page() {
            hints.extend([(Key::PAGE_UP, "back"), (Key::PAGE_DOWN, "further")].map(Hint::from));
        } else if count > 1 {
            hints.push(Hint::text("up / down  choose"));
        }
        hints.push((Key::ESCAPE, "close").into());
        page.footer.push((3, hints, HINT));
        Some(page)
    }
}
