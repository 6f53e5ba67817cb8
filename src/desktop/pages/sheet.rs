//! What a page or a panel shows: a frame, and what of it can be clicked.

use crate::color::Color;
use crate::desktop::commands::Command;
use crate::desktop::settings::palette::CHOSEN;
use crate::key::Key;
use crate::map::{MAP_WIDTH, Pos};
use crate::screen::Frame;

/// What a click does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Click {
    /// It presses a key.
    Press(Key),
    /// It chooses the line with this number, and presses a key if the line was chosen already.
    Choose(usize, Option<Key>),
    /// It closes the text that lies there.
    Close,
    /// It uses the item of the pack with this letter.
    Use(Key),
    /// It examines a tile of the map.
    Examine(Pos),
    /// It goes to a tile of the map.
    GoTo(Pos),
    /// It does what a line of the table of keys says.
    Act(Command),
}

/// Some tiles of a row that can be clicked: the first tile, and the number of tiles.
#[derive(Debug)]
struct Target {
    pos: Pos,
    columns: i32,
    click: Click,
}

impl Target {
    fn has(&self, tile: Pos) -> bool {
        tile.y == self.pos.y && (self.pos.x..self.pos.x + self.columns).contains(&tile.x)
    }
}

/// A frame, what of it can be clicked, and where the mouse is.
#[derive(Debug)]
pub(crate) struct Sheet {
    pub frame: Frame,
    targets: Vec<Target>,
    /// The tile that the mouse is over.
    pub mouse: Option<Pos>,
}

impl Sheet {
    /// An empty sheet with this many rows of tiles.
    pub fn new(rows: i32) -> Sheet {
        Sheet { frame: Frame::new(rows), targets: Vec::new(), mouse: None }
    }

    /// Removes what is drawn. The sheet has this many rows of tiles from now on.
    pub fn clear(&mut self, rows: i32) {
        self.frame = Frame::new(rows);
        self.targets.clear();
    }

    /// Notes what a click on some tiles of a row does. It counts more than what was noted before.
    pub fn add(&mut self, pos: Pos, columns: i32, click: Click) {
        self.targets.push(Target { pos, columns, click });
    }

    /// Notes what a click on a row does.
    pub fn add_row(&mut self, row: i32, click: Click) {
        self.add(Pos::new(0, row), MAP_WIDTH, click);
    }

    /// Returns what a click on a tile does, if it does something.
    pub fn click_at(&self, tile: Pos) -> Option<Click> {
        self.targets.iter().rfind(|target| target.has(tile)).map(|target| target.click)
    }

    /// Marks the hint below the mouse, which a click would choose. Lines that can be chosen have a pointer.
    pub fn mark(&mut self) {
        let below = self.targets.iter().rfind(|target| self.mouse.is_some_and(|tile| target.has(tile)));
        if let Some(target) = below.filter(|it| !matches!(it.click, Click::Choose(..) | Click::Close)) {
            self.frame.recolor(|pos| target.has(pos), CHOSEN);
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
