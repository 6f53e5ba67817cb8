//! The map examined: a cursor that keys move, the tile under the mouse, and a short text over the map.

use std::time::{Duration, Instant};

use crate::desktop::actions::{Action, Way};
use crate::desktop::assist::look::sights;
use crate::desktop::assist::neighbour;
use crate::game::Game;
use crate::map::{MAP_HEIGHT, Map, Pos};

/// Tiles that the cursor moves with Shift.
const LEAP: i32 = 8;
/// How long a text is shown, if no input ends it before.
const TEXT_TIME: Duration = Duration::from_secs(5);

/// The cursor, and what ends it.
#[derive(Clone, Copy, Debug)]
enum Cursor {
    /// Keys move it, until they hide it.
    OfKeys(Pos),
    /// It goes when the mouse moves on.
    OfMouse(Pos),
}

/// The map examined.
#[derive(Debug, Default)]
pub(crate) struct Examine {
    cursor: Option<Cursor>,
    /// The tile that the mouse is over.
    hover: Option<Pos>,
    /// A short text, and when it goes.
    text: Option<(String, Instant)>,
}

impl Examine {
    /// Returns the tile of the cursor, while it is shown.
    pub fn cursor(&self) -> Option<Pos> {
        self.cursor.map(|(Cursor::OfKeys(tile) | Cursor::OfMouse(tile))| tile)
    }

    /// Returns true if the mouse shows the cursor.
    pub fn is_by_mouse(&self) -> bool {
        matches!(self.cursor, Some(Cursor::OfMouse(_)))
    }

    /// Shows the cursor on a tile, for the mouse until it moves on.
    pub fn show_cursor(&mut self, tile: Pos, by_mouse: bool) {
        self.cursor = Some(if by_mouse { Cursor::OfMouse(tile) } else { Cursor::OfKeys(tile) });
    }

    /// Hides the cursor of the mouse.
    pub fn end_of_mouse(&mut self) {
        self.cursor.take_if(|cursor| matches!(cursor, Cursor::OfMouse(_)));
    }

    /// Handles an action while the cursor is shown: directions move it, and a choice goes to its tile.
    /// Returns what is left to do; `None` if that is nothing.
    pub fn act(&mut self, action: Action, game: &Game) -> Option<Action> {
        let Some(tile) = self.cursor() else { return Some(action) };
        let target = match action {
            Action::Choose | Action::Back | Action::Examine => {
                self.cursor = None;
                return (action == Action::Choose).then_some(Action::GoTo(tile));
            }
            Action::NextSight(forward) => next_sight(tile, forward, game),
            Action::Go(way) => moved(tile, way, 1)?,
            Action::Run(way) => moved(tile, way, LEAP)?,
            _ => return Some(action),
        };
        self.cursor = Some(Cursor::OfKeys(if Map::in_bounds(target) { target } else { tile }));
        None
    }

    /// Notes the tile under the mouse. Returns true if it is new. A text is removed then, because it would
    /// hide the description of the tile.
    pub fn hover(&mut self, tile: Option<Pos>) -> bool {
        let tile = tile.filter(|tile| tile.y < MAP_HEIGHT);
        let is_new = std::mem::replace(&mut self.hover, tile) != tile;
        if is_new {
            self.text = None;
            self.cursor.take_if(|cursor| matches!(cursor, Cursor::OfMouse(its) if tile != Some(*its)));
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
    pub fn text(&self) -> Option<&str> {
        self.text.as_ref().map(|(text, _)| text.as_str()).filter(|_| self.cursor.is_none())
    }
}

/// Returns the tile that lies some steps further.
fn moved(tile: Pos, way: Way, steps: i32) -> Option<Pos> {
    let step = way.step()?;
    Some(Pos::new(tile.x + step.x * steps, tile.y + step.y * steps))
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
