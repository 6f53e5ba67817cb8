//! Pages with lines that can be chosen: commands, settings, and runs. What does not fit is on further pages.

use std::ops::Range;

use crate::color::Color;
use crate::desktop::assist::neighbour;
use crate::desktop::pages::Text;
use crate::desktop::pages::hints::{Click, Hint, Target, Targets, draw_hints};
use crate::desktop::settings::palette::{CHOSEN, HEADING};
use crate::key::Key;
use crate::map::Pos;
use crate::screen::Frame;

/// What such a page shows.
pub(crate) struct ListPage {
    pub heading: &'static str,
    /// Number of rows from the first line to the end of the lines.
    pub room: i32,
    /// Number of rows from one line to the next.
    pub distance: i32,
    /// All lines, also those of other pages.
    pub lines: Vec<Vec<Text>>,
    /// The number of the line that is chosen.
    pub chosen: usize,
    /// The columns where a click on a line presses Left. Elsewhere it presses Return.
    pub left: Range<i32>,
    /// Texts and hints around the lines, each with its row, counted from the last row up.
    pub footer: Vec<(i32, Vec<Hint>, Color)>,
}

/// The rows of the heading and of the first line.
const HEADING_ROW: i32 = 2;
const TOP: i32 = 6;

impl ListPage {
    /// Draws the page with the chosen line, which has a colour of its own.
    pub fn draw(&self, frame: &mut Frame) -> Targets {
        frame.draw_centred(HEADING_ROW, self.heading, HEADING);
        let mut targets = Targets::new();
        let page = self.lines_on_page();
        let lines = self.lines.iter().enumerate().skip(self.chosen / page * page).take(page);
        for ((number, texts), row) in lines.zip((TOP..).step_by(self.distance as usize)) {
            let (pos, columns) = (Pos::new(self.left.start, row), self.left.len() as i32);
            targets.push(Target { pos, columns, click: Click::Choose(number, Some(Key::LEFT)) });
            targets.push(Target::row(row, Click::Choose(number, Some(Key::RETURN))));
            let is_chosen = number == self.chosen;
            for Text { column, text, color } in texts {
                frame.draw_left(*column, row, text, if is_chosen { CHOSEN } else { *color });
            }
            if let Some(first) = texts.first().filter(|_| is_chosen) {
                frame.draw_left(first.column - 2, row, ">", CHOSEN);
            }
        }
        for (row, hints, color) in &self.footer {
            targets.extend(draw_hints(frame.rows() - row, hints.clone(), *color, frame));
        }
        targets
    }

    /// Returns the line to which a key leads. The first one follows the last.
    pub fn moved(&self, key: Key) -> usize {
        let (chosen, last, page) = (self.chosen, self.lines.len().saturating_sub(1), self.lines_on_page());
        match key {
            Key::UP | Key::DOWN => neighbour(chosen, self.lines.len(), key == Key::DOWN),
            Key::LEFT | Key::PAGE_UP => chosen.saturating_sub(page),
            Key::RIGHT | Key::PAGE_DOWN => (chosen + page).min(last),
            Key::HOME => 0,
            Key::END => last,
            _ => chosen,
        }
    }

    /// Returns the number of lines that fit a page.
    pub fn lines_on_page(&self) -> usize {
        usize::try_from(self.room / self.distance).unwrap_or_default().max(1)
    }
}
