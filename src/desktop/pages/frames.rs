//! Changes of a frame that is already drawn. Its texts stay as they were noted.

use crate::color::Color;
use crate::map::Pos;
use crate::screen::Frame;

impl Frame {
    /// Removes what is drawn on some tiles.
    pub(crate) fn erase(&mut self, is_erased: impl Fn(Pos) -> bool) {
        let mut kept = 0;
        let mut new_index = vec![0];
        for (pos, _) in &self.cells {
            kept += usize::from(!is_erased(*pos));
            new_index.push(kept);
        }
        for text in &mut self.texts {
            text.cells = new_index[text.cells.start]..new_index[text.cells.end];
        }
        self.cells.retain(|(pos, _)| !is_erased(*pos));
    }

    /// Gives another colour to what is drawn on some tiles.
    pub(crate) fn recolor(&mut self, is_recolored: impl Fn(Pos) -> bool, color: Color) {
        let cells = self.cells.iter_mut().filter(|(pos, _)| is_recolored(*pos));
        cells.for_each(|(_, cell)| cell.color = color);
    }

    /// Moves everything up by some rows.
    pub(crate) fn move_up(&mut self, rows: i32) {
        self.cells.iter_mut().for_each(|(pos, _)| pos.y -= rows);
        self.texts.iter_mut().for_each(|text| text.pos.y -= rows);
    }
}
