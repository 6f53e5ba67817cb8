//! The page with the list of runs. Runs that were left can be continued or given up, others watched again.

use std::path::PathBuf;

use crate::color::Color;
use crate::desktop::pages::list_page::ListPage;
use crate::desktop::pages::{HINT, TEXT, Text, notice};
use crate::desktop::runs::list::{End, Run};
use crate::desktop::runs::totals::Totals;
use crate::key::Key;
use crate::part::Part;
use crate::screen::Frame;

const OVER: Color = Color(160, 155, 170);

/// The row of the first run.
const TOP: i32 = 11;
/// Number of rows below the last run.
const BELOW: i32 = 7;

/// The list, and the run that is chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunList {
    part: Part,
    runs: Vec<Run>,
    totals: Totals,
    chosen: usize,
    /// The number of the first run on the page.
    first: usize,
    /// True while the page asks whether the run is to be given up.
    asks: bool,
}

/// What a key on the page asks for.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum RunChoice {
    /// Nothing but the page.
    Stay,
    Close,
    Continue(PathBuf),
    GiveUp(Box<Run>),
    Watch(PathBuf),
}

impl RunList {
    pub(crate) fn new(part: Part, runs: Vec<Run>) -> RunList {
        RunList { part, totals: Totals::of(&runs), runs, chosen: 0, first: 0, asks: false }
    }

    /// Shows these runs instead. The same line is chosen.
    pub(crate) fn update(&mut self, runs: Vec<Run>) {
        self.chosen = self.chosen.min(runs.len().saturating_sub(1));
        self.first = self.first.min(self.chosen);
        self.totals = Totals::of(&runs);
        self.runs = runs;
    }

    /// Chooses a line of the page.
    pub(crate) fn choose(&mut self, line: usize) {
        self.chosen = self.first + line;
    }

    /// Handles a key. `rows` is the number of rows of the page.
    pub(crate) fn press(&mut self, key: Key, rows: i32) -> RunChoice {
        let Some(run) = self.runs.get(self.chosen) else { return RunChoice::Close };
        if std::mem::take(&mut self.asks) {
            return if key == Key::G { RunChoice::GiveUp(Box::new(run.clone())) } else { RunChoice::Stay };
        }
        let (last, page) = (self.runs.len() - 1, lines_on_page(rows));
        match (key, run.end()) {
            (Key::UP | Key::W, _) => self.chosen = self.chosen.saturating_sub(1),
            (Key::DOWN | Key::S, _) => self.chosen = (self.chosen + 1).min(last),
            (Key::LEFT | Key::A, _) => self.chosen = self.chosen.saturating_sub(page),
            (Key::RIGHT | Key::D, _) => self.chosen = (self.chosen + page).min(last),
            (Key::RETURN | Key::KEYPAD_ENTER | Key::C, End::Left) => {
                return RunChoice::Continue(run.path().to_owned());
            }
            (Key::G, _) if run.may_be_given_up() => self.asks = true,
            (Key::RETURN | Key::KEYPAD_ENTER | Key::C | Key::G, End::Open | End::Damaged) => {}
            (Key::RETURN | Key::KEYPAD_ENTER, _) => return RunChoice::Watch(run.path().to_owned()),
            (Key::C | Key::G, _) => {}
            _ => return RunChoice::Close,
        }
        self.first = self.first.clamp((self.chosen + 1).saturating_sub(page), self.chosen);
        RunChoice::Stay
    }

    /// Draws the question whether the run is to be given up. Returns false if the page does not ask.
    pub(crate) fn draw_question(&self, frame: &mut Frame) -> bool {
        let Some(run) = self.runs.get(self.chosen).filter(|_| self.asks) else { return false };
        frame.clear();
        notice::draw(&run.question(), "any other key  back to the list", frame);
        true
    }

    /// Returns the page; none while it asks. `rows` is the number of its rows.
    pub(crate) fn list(&self, rows: i32) -> Option<ListPage> {
        if self.asks {
            return None;
        }
        let line = |run: &Run| {
            let is_unfinished = matches!(run.end(), End::Left | End::Open);
            vec![Text::new(3, run.line(), if is_unfinished { TEXT } else { OVER })]
        };
        let shown = self.runs.iter().skip(self.first).take(lines_on_page(rows));
        let chosen = self.runs.get(self.chosen);
        let hint = match chosen.map(Run::end) {
            None => "no runs yet",
            Some(End::Left) => "RETURN  continue it      G  give it up",
            Some(End::Open) => "a window plays this run",
            Some(End::Damaged) => "it cannot be read      G  give it up",
            Some(End::Ended) if chosen.is_some_and(Run::may_be_given_up) => {
                "RETURN  watch it again      G  remove it"
            }
            Some(End::Died | End::Won | End::Ended) => "RETURN  watch it again",
        };
        let (number, count) = ((self.chosen + 1).min(self.runs.len()), self.runs.len());
        let keys = format!("{number} of {count}      up / down  choose      ESC  close");
        let subtitle = format!("Part {}, the latest first", self.part);
        let mut footer = vec![(5, hint.to_owned(), TEXT), (3, keys, HINT), (rows - 3, subtitle, HINT)];
        footer.extend((5..).zip(self.totals.lines()).map(|(row, line)| (rows - row, line, HINT)));
        Some(ListPage {
            heading: "R U N S",
            heading_row: 2,
            top: TOP,
            distance: 1,
            pointer: 1,
            lines: shown.map(line).collect(),
            chosen: self.chosen - self.first,
            footer,
        })
    }
}

fn lines_on_page(rows: i32) -> usize {
    usize::try_from(rows - TOP - BELOW).unwrap_or_default().max(1)
}
