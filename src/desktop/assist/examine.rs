//! The map examined: a cursor that keys move, the tile under the mouse, and a short text over the map.

use crate::desktop::assist::look::look;
use crate::desktop::input::pointer::POINTER;
use crate::desktop::pages::note;
use crate::game::{self, Game};
use crate::key::Key;
use crate::map::{MAP_HEIGHT, Map, Pos};
use crate::screen::Frame;

/// Tiles that the cursor moves with Shift.
const LEAP: i32 = 8;

/// What is told over the map, until the next input.
#[derive(Debug, Default)]
pub(crate) struct Examine {
    /// The tile that is examined with keys.
    cursor: Option<Pos>,
    /// The tile that the mouse is over.
    hover: Option<Pos>,
    text: Option<String>,
}

impl Examine {
    /// Shows the cursor on a tile.
    pub fn begin(&mut self, pos: Pos) {
        self.cursor = Some(pos);
    }

    /// Returns true while the cursor is shown.
    pub const fn has_cursor(&self) -> bool {
        self.cursor.is_some()
    }

    /// Directions move the cursor, with Shift further. Every other key hides it. Returns the tile if Return
    /// chose it.
    pub fn press(&mut self, key: Key, shift: bool) -> Option<Pos> {
        let cursor = self.cursor.take()?;
        if key == Key::RETURN || key == Key::KEYPAD_ENTER {
            return Some(cursor);
        }
        let step = game::direction(key)?;
        let length = if shift { LEAP } else { 1 };
        let target = Pos::new(cursor.x + step.x * length, cursor.y + step.y * length);
        self.cursor = Some(if Map::in_bounds(target) { target } else { cursor });
        None
    }

    /// The mouse is over this tile of the window. Returns true if it was over another one.
    pub fn hover(&mut self, tile: Option<Pos>) -> bool {
        let tile = tile.filter(|tile| tile.y < MAP_HEIGHT);
        std::mem::replace(&mut self.hover, tile) != tile
    }

    /// Shows a text.
    pub fn tell(&mut self, text: String) {
        self.text = Some(text);
    }

    /// Hides everything, as any input of the game does. Returns true if something was shown.
    pub fn end(&mut self) -> bool {
        let before = std::mem::take(self);
        before.cursor.is_some() || before.hover.is_some() || before.text.is_some()
    }

    /// Draws what is told: about the tile of the cursor, the text, or about what the mouse is over.
    pub fn draw(&self, game: &Game, frame: &mut Frame) {
        if let Some(cursor) = self.cursor {
            frame.draw_glyph(Pos::new(cursor.x - 1, cursor.y), b'[', POINTER);
            frame.draw_glyph(Pos::new(cursor.x + 1, cursor.y), b']', POINTER);
            note::draw(&look(game, cursor), cursor, frame);
        } else if let Some(text) = &self.text {
            note::draw(std::slice::from_ref(text), game.player().pos, frame);
        } else if let Some(hover) = self.hover {
            let lines = look(game, hover);
            // Bare ground needs no explanation.
            if lines.len() > 1 {
                note::draw(&lines, hover, frame);
            }
        }
    }
}
