//! The page with the list of runs. Runs that were left can be continued or given up, others watched again.

use std::path::PathBuf;

use crate::color::Color;
use crate::desktop::pages::{CHOSEN, HEADING, HINT, TEXT, notice};
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

    /// Chooses the run at a row of the page. Returns true if there is one.
    pub(crate) fn point(&mut self, row: i32, rows: i32) -> bool {
        let page = lines_on_page(rows);
        let line = usize::try_from(row - TOP).ok().filter(|&line| line < page && !self.asks);
        let number = line.map(|line| self.first + line).filter(|&number| number < self.runs.len());
        number.map(|number| self.chosen = number).is_some()
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
            (Key::G, end) if end.may_be_given_up() => self.asks = true,
            (Key::RETURN | Key::KEYPAD_ENTER | Key::C | Key::G, End::Open | End::Damaged) => {}
            (Key::RETURN | Key::KEYPAD_ENTER, _) => return RunChoice::Watch(run.path().to_owned()),
            (Key::C | Key::G, _) => {}
            _ => return RunChoice::Close,
        }
        self.first = self.first.clamp((self.chosen + 1).saturating_sub(page), self.chosen);
        RunChoice::Stay
    }

    pub(crate) fn draw(&self, frame: &mut Frame) {
        frame.clear();
        let chosen = self.runs.get(self.chosen);
        if let Some(run) = chosen.filter(|_| self.asks) {
            return notice::draw(&run.question(), "any other key  back to the list", frame);
        }
        frame.draw_centred(2, "R U N S", HEADING);
        frame.draw_centred(3, &format!("Part {}, the latest first", self.part), HINT);
        for (row, line) in (5..).zip(self.totals.lines()) {
            frame.draw_left(3, row, &line, HINT);
        }
        let page = lines_on_page(frame.rows());
        let shown = self.runs.iter().enumerate().skip(self.first).take(page);
        for (row, (number, run)) in (TOP..).zip(shown) {
            let color = match run.end() {
                _ if number == self.chosen => CHOSEN,
                End::Left | End::Open => TEXT,
                End::Died | End::Won | End::Ended | End::Damaged => OVER,
            };
            if number == self.chosen {
                frame.draw_left(1, row, ">", CHOSEN);
            }
            frame.draw_left(3, row, &run.line(), color);
        }
        let hint = match chosen.map(Run::end) {
            None => "no runs yet",
            Some(End::Left) => "RETURN  continue it      G  give it up",
            Some(End::Open) => "a window plays this run",
            Some(End::Damaged) => "it cannot be read      G  give it up",
            Some(End::Died | End::Won | End::Ended) => "RETURN  watch it again",
        };
        frame.draw_centred(frame.rows() - 5, hint, TEXT);
        let count = format!("{} of {}", (self.chosen + 1).min(self.runs.len()), self.runs.len());
        frame.draw_centred(
            frame.rows() - 3,
            &format!("{count}      up / down  choose      ESC  close"),
            HINT,
        );
    }
}

fn lines_on_page(rows: i32) -> usize {
    usize::try_from(rows - TOP - BELOW).unwrap_or_default().max(1)
}
