//! Pages with lines that can be chosen: commands, settings, and runs.

use crate::color::Color;
use crate::desktop::pages::{CHOSEN, HEADING, Text};
use crate::screen::Frame;

/// What such a page shows.
pub(crate) struct ListPage {
    pub heading: &'static str,
    /// The row of the heading.
    pub heading_row: i32,
    /// The row of the first line.
    pub top: i32,
    /// Number of rows from one line to the next.
    pub distance: i32,
    /// The column of the pointer.
    pub pointer: i32,
    pub lines: Vec<Vec<Text>>,
    /// The number of the line that is chosen.
    pub chosen: usize,
    /// Texts below the lines, each with its row, counted from the last row up.
    pub footer: Vec<(i32, String, Color)>,
}

impl ListPage {
    /// Draws the page, with the chosen line in a colour of its own.
    pub fn draw(&self, frame: &mut Frame) {
        frame.clear();
        frame.draw_centred(self.heading_row, self.heading, HEADING);
        for (number, (row, line)) in self.rows().zip(&self.lines).enumerate() {
            let is_chosen = number == self.chosen;
            if is_chosen {
                frame.draw_left(self.pointer, row, ">", CHOSEN);
            }
            for Text { column, text, color } in line {
                frame.draw_left(*column, row, text, if is_chosen { CHOSEN } else { *color });
            }
        }
        for (row, text, color) in &self.footer {
            frame.draw_centred(frame.rows() - row, text, *color);
        }
    }

    /// Returns the number of the line at a row.
    pub fn line_at(&self, row: i32) -> Option<usize> {
        self.rows().take(self.lines.len()).position(|its_row| its_row == row)
    }

    fn rows(&self) -> impl Iterator<Item = i32> {
        (0..).map(|number| self.top + number * self.distance)
    }
}
