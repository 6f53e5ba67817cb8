//! Drawing as people get it wrong. How that looks is in `verify`, which knows the screen.

use std::borrow::Cow;

use super::{Slip, Slipped, ViewSlip};
use crate::color::Color;
use crate::game::{Game, Outcome};
use crate::map::Map;
use crate::screen::Cell;

slips! {
    /// A mistake in what is painted, or when.
    PaintSlip {
        /// Wherever the first glyph belongs, the second is drawn.
        Glyph(u8, u8),
        /// Wherever this cell belongs, it is drawn in this colour.
        Colour(Cell, Color),
    }:
    PlayerBelow "player-below" "the player is drawn before the monsters, not last"
    FloorLit "memory-lit" "remembered floor is drawn in the colour of lit floor"
    MemoryLit "memory-lit" "remembered tiles are drawn in the colours of lit ones"
    NoMemory "memory-dark" "remembered tiles are not drawn"
    NoFog "no-fog" "unexplored tiles are drawn"
    HiddenShown "hidden-shown" "monsters are drawn on tiles that are not visible"
    DeadShown "dead-shown" "dead monsters are drawn"
    NoMonsters "monsters-not-drawn" "monsters in view are not drawn"
    NoPlayer "player-not-drawn" "the player is not drawn"
    Stale "not-repainted" "the window is not repainted after this key"
}

impl Slipped {
    /// Returns what a key leads to in the mistaken program.
    pub(super) fn repaints(&self, outcome: Outcome) -> Outcome {
        match (self.slip, outcome) {
            (_, Outcome::Quit) => Outcome::Quit,
            (Slip::Paint(PaintSlip::Stale), _) => Outcome::Nothing,
            _ => outcome,
        }
    }

    /// Returns the game as it is drawn: what is in view can be drawn though it is not marked as explored.
    pub fn drawn_game(&self) -> Cow<'_, Game> {
        let Slip::View(ViewSlip::UnexploredDrawn | ViewSlip::NeverExploredDrawn) = self.slip else {
            return Cow::Borrowed(&self.game);
        };
        let mut game = self.game.clone();
        let map = &mut game.level.map;
        Map::positions().filter(|&pos| self.game.level.map.is_visible(pos)).for_each(|pos| map.reveal(pos));
        Cow::Owned(game)
    }
}
