//! Pages with lines that can be chosen: commands, settings, and runs. What does not fit is on further pages.

use std::ops::Range;

use crate::color::Color;
use crate::desktop::assist::neighbour;
use crate::desktop::pages::hints::Hint;
use crate::desktop::pages::sheet::{Click, Sheet};
use crate::desktop::settings::palette::{CHOSEN, HEADING};
use crate::key::Key;
use crate::map::Pos;

/// What such a page shows.
pub(crate) struct ListPage {
    pub heading: &'static str,
    /// Number of rows from the first line to the end of the lines.
    pub room: i32,
    /// Number of rows from one line to the next.
    pub distance: i32,
    /// The column where lines begin, behind the pointer.
    pub column: i32,
    /// All lines, also those of other pages, with their colours.
    pub lines: Vec<(String, Color)>,
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
    pub fn draw(&self, sheet: &mut Sheet) {
        sheet.frame.draw_centred(HEADING_ROW, self.heading, HEADING);
        let page = self.lines_on_page();
        let lines = self.lines.iter().enumerate().skip(self.chosen / page * page).take(page);
        for ((number, (text, color)), row) in lines.zip((TOP..).step_by(self.distance as usize)) {
            sheet.add_row(row, Click::Choose(number, Some(Key::RETURN)));
            let (left, columns) = (Pos::new(self.left.start, row), self.left.len() as i32);
            sheet.add(left, columns, Click::Choose(number, Some(Key::LEFT)));
            let is_chosen = number == self.chosen;
            sheet.frame.draw_left(self.column, row, text, if is_chosen { CHOSEN } else { *color });
            if is_chosen {
                sheet.frame.draw_left(self.column - 2, row, ">", CHOSEN);
            }
        }
        for (row, hints, color) in &self.footer {
            sheet.draw_hints(sheet.frame.rows() - row, hints.clone(), *color);
        }
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
