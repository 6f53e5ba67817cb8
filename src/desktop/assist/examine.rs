//! The map examined: a cursor that keys move, the tile under the mouse, and a short text over the map.

use std::time::{Duration, Instant};

use crate::desktop::assist::look::sights;
use crate::desktop::assist::neighbour;
use crate::game::{self, Game};
use crate::key::Key;
use crate::map::{MAP_HEIGHT, Map, Pos};

/// Tiles that the cursor moves with Shift.
const LEAP: i32 = 8;
/// How long a text is shown, if no input ends it before.
const TEXT_TIME: Duration = Duration::from_secs(5);

/// The map examined.
#[derive(Debug, Default)]
pub(crate) struct Examine {
    /// The tile of the cursor, while it is shown.
    pub cursor: Option<Pos>,
    /// True if the mouse began that. Then it ends when the mouse moves on.
    pub by_mouse: bool,
    /// The tile that the mouse is over.
    hover: Option<Pos>,
    /// A short text, and when it goes.
    text: Option<(String, Instant)>,
}

/// What a key did while the cursor was shown.
pub(crate) enum Looked {
    /// It moved the cursor, or hid it.
    Moved,
    /// It chose the tile of the cursor.
    Chose(Pos),
    /// It means nothing to the cursor.
    OtherKey,
}

impl Examine {
    /// Directions move the cursor, with Shift further. Tab moves it to the next monster, item or stairs, with
    /// Shift to the one before. Return chooses its tile, and Escape or what showed it hides it.
    pub fn press(&mut self, key: Key, shift: bool, game: &Game) -> Looked {
        let Some(cursor) = self.cursor else { return Looked::OtherKey };
        self.by_mouse = false;
        self.cursor = match key {
            Key::RETURN | Key::KEYPAD_ENTER | Key::ESCAPE | Key::E | Key::SEMICOLON => None,
            Key::TAB => Some(next_sight(cursor, !shift, game)),
            _ => {
                let Some(step) = game::direction(key) else { return Looked::OtherKey };
                let length = if shift { LEAP } else { 1 };
                let target = Pos::new(cursor.x + step.x * length, cursor.y + step.y * length);
                Some(if Map::in_bounds(target) { target } else { cursor })
            }
        };
        if matches!(key, Key::RETURN | Key::KEYPAD_ENTER) { Looked::Chose(cursor) } else { Looked::Moved }
    }

    /// The mouse is over this tile of the window. Returns true if it was over another one. A text goes then:
    /// it would hide what is known about the tile.
    pub fn hover(&mut self, tile: Option<Pos>) -> bool {
        let tile = tile.filter(|tile| tile.y < MAP_HEIGHT);
        let is_new = std::mem::replace(&mut self.hover, tile) != tile;
        if is_new {
            self.text = None;
            self.cursor = self.cursor.filter(|&cursor| !self.by_mouse || tile == Some(cursor));
        }
        is_new
    }

    /// Shows a text until the next input, and for a few seconds at most.
    pub fn show_text(&mut self, text: String) {
        self.text = Some((text, Instant::now() + TEXT_TIME));
    }

    /// Returns the time until the text goes; none without a text.
    pub fn timeout(&self) -> Option<Duration> {
        Some(self.text.as_ref()?.1.saturating_duration_since(Instant::now()))
    }

    /// Removes the text if its time is over. Returns true if it was removed.
    pub fn end_text_if_due(&mut self) -> bool {
        self.text.take_if(|(_, end)| *end <= Instant::now()).is_some()
    }

    /// Removes the text. Returns true if there was one.
    pub fn end_text(&mut self) -> bool {
        self.text.take().is_some()
    }

    /// Hides everything, as any input of the game does. Returns true if something was shown.
    pub fn end(&mut self) -> bool {
        let before = std::mem::take(self);
        before.cursor.is_some() || before.hover.is_some() || before.text.is_some()
    }

    /// The tile that the mouse is over, unless a text is shown.
    pub fn hovered(&self) -> Option<Pos> {
        self.hover.filter(|_| self.text.is_none())
    }

    /// The text, unless the cursor is shown.
    pub fn text(&self) -> Option<&String> {
        self.text.as_ref().map(|(text, _)| text).filter(|_| self.cursor.is_none())
    }
}

/// Returns the tile of the next sight that is known, or of the one before; that of the first or the last one
/// if the tile has none.
fn next_sight(pos: Pos, forward: bool, game: &Game) -> Pos {
    let mut tiles: Vec<Pos> = Vec::new();
    for sight in sights(game, true) {
        if !tiles.contains(&sight.pos) {
            tiles.push(sight.pos);
        }
    }
    let next = match tiles.iter().position(|&tile| tile == pos) {
        Some(number) => neighbour(number, tiles.len(), forward),
        None if forward => 0,
        None => tiles.len().saturating_sub(1),
    };
    tiles.get(next).copied().unwrap_or(pos)
}
