//! What a page or a panel shows: a frame, and what of it can be clicked.

use crate::color::Color;
use crate::desktop::actions::Action;
use crate::desktop::settings::palette::CHOSEN;
use crate::map::{MAP_WIDTH, Pos};
use crate::screen::Frame;

/// What can be clicked. A click chooses a line that is not chosen yet, and otherwise does the action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Target {
    pub line: Option<usize>,
    pub action: Option<Action>,
}

/// A frame, and what of it can be clicked: the first tile, the number of tiles in its row, and the target.
#[derive(Clone, Debug)]
pub(crate) struct Sheet {
    pub frame: Frame,
    targets: Vec<(Pos, i32, Target)>,
}

fn has((pos, columns, _): &(Pos, i32, Target), tile: Pos) -> bool {
    tile.y == pos.y && (pos.x..pos.x + columns).contains(&tile.x)
}

impl Sheet {
    /// An empty sheet with this many rows of tiles.
    pub fn new(rows: i32) -> Sheet {
        Sheet { frame: Frame::new(rows), targets: Vec::new() }
    }

    /// Notes what can be clicked on some tiles of a row. It counts more than what was noted before.
    pub fn add(&mut self, pos: Pos, columns: i32, target: Target) {
        self.targets.push((pos, columns, target));
    }

    /// Notes what a click on a row does.
    pub fn add_row(&mut self, row: i32, line: Option<usize>, action: Option<Action>) {
        self.add(Pos::new(0, row), MAP_WIDTH, Target { line, action });
    }

    /// Notes what a click on a text does, if it does something.
    pub fn add_action(&mut self, pos: Pos, text: &str, action: Option<Action>) {
        if action.is_some() {
            self.add(pos, text.len() as i32, Target { line: None, action });
        }
    }

    /// Returns what is clicked on a tile.
    pub fn target_at(&self, tile: Pos) -> Option<Target> {
        self.targets.iter().rfind(|target| has(target, tile)).map(|(.., target)| *target)
    }

    /// Marks the hint below the mouse, which a click would choose. Lines that can be chosen have a pointer.
    pub fn mark(&mut self, mouse: Option<Pos>) {
        let below = self.targets.iter().rfind(|target| mouse.is_some_and(|tile| has(target, tile)));
        let is_marked = |target: &Target| target.line.is_none() && target.action != Some(Action::CloseText);
        if let Some(area) = below.filter(|(.., target)| is_marked(target)) {
            self.frame.recolor(|pos| has(area, pos), CHOSEN);
        }
    }
}

/// Changes of what is already drawn. Texts stay as they were noted.
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
