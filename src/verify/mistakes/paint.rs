//! Drawing as people get it wrong. How that looks is in `verify`, which knows the screen.

use std::borrow::Cow;

use super::{Mistake, MistakenGame, ViewMistake};
use crate::color::Color;
use crate::game::{Game, Outcome};
use crate::part::Part;
use crate::screen::{Cell, HUD_MESSAGES};

mistakes! {
    /// A mistake in what is painted, or when.
    PaintMistake [Part::has_hud] {
        /// Wherever the first glyph belongs, the second is drawn.
        Glyph(u8, u8),
        /// Wherever this cell belongs, it is drawn in this colour.
        Colour(Cell, Color),
        /// The HUD shows this many messages.
        HudLines(usize),
    }:
    PlayerBelow [Part::has_monsters] "player-below" "the player is drawn before the monsters, not last"
    FloorLit [Part::has_fog] "memory-lit" "remembered floor is drawn in the colour of lit floor"
    MemoryLit [Part::has_fog] "memory-lit" "remembered tiles are drawn in the colours of lit ones"
    NoMemory [Part::has_fog] "memory-dark" "remembered tiles are not drawn"
    NoFog [Part::has_fog] "no-fog" "unexplored tiles are drawn"
    HiddenShown [Part::has_monsters] "hidden-shown" "monsters are drawn on tiles that are not visible"
    DeadShown [Part::has_melee] "dead-shown" "dead monsters are drawn"
    NoMonsters [Part::has_monsters] "monsters-not-drawn" "monsters in view are not drawn"
    NoPlayer [Part::has_player] "player-not-drawn" "the player is not drawn"
    Stale [|_| true] "not-repainted" "the window is not repainted after this key"
    ItemsMemoryLit [Part::has_items] "memory-lit" "remembered items are drawn in the colours of lit ones (Game::render)"
    ItemsForgotten [Part::has_items] "memory-dark" "remembered items are not drawn (Game::render)"
    ItemsShown [Part::has_items] "hidden-shown" "items are drawn on tiles that are not explored (Game::render)"
    ItemsOnTop [Part::has_items] "draw-layers" "items are drawn over monsters, not under them (Game::render)"
    StairsMemoryLit [Part::has_floors] "memory-lit" "remembered stairs are drawn in the colour of lit ones (Game::render)"
    StairsForgotten [Part::has_floors] "memory-dark" "remembered stairs are not drawn (Game::render)"
    StairsShown [Part::has_floors] "hidden-shown" "the stairs are drawn on a tile that is not explored (Game::render)"
    StairsMissing [Part::has_floors] "stairs-not-drawn" "the stairs are not drawn (Game::render)"
    HudMissing "hud-missing" "the HUD is not drawn (Game::drawHud)"
    HudNewestFirst "hud-order" "the HUD shows the newest message first; it should be last (Game::drawHud)"
    HudOldest "hud-order"
        "the HUD shows the first messages of the log instead of the last ones (Game::drawHud)"
    HudAllBright "hud-colours" "all messages of the HUD have the colour of the newest (Game::drawHud)"
    HudAllDim "hud-colours" "the newest message of the HUD has the colour of the older ones (Game::drawHud)"
    HudFirstBright "hud-colours"
        "the first message of the HUD has the colour of the newest, which is the last (Game::drawHud)"
    HudLow "hud-place" "the HUD begins a row too low (Game::drawHud)"
    HudLeft "hud-place" "the HUD begins at column 0 instead of 1 (Game::drawHud)"
    HudDepthFromZero "hud-numbers" "the HUD counts the depth from 0; it should be from 1 (Game::drawHud)"
    HudNoStatuses "hud-numbers" "the HUD does not show the statuses (Game::drawHud)"
}

impl PaintMistake {
    /// Returns true if it is in the HUD.
    pub(crate) fn is_of_hud(self) -> bool {
        use PaintMistake::*;
        matches!(
            self,
            HudLines(_)
                | HudMissing
                | HudNewestFirst
                | HudOldest
                | HudAllBright
                | HudAllDim
                | HudFirstBright
                | HudLow
                | HudLeft
                | HudDepthFromZero
                | HudNoStatuses
        )
    }
}

/// Returns the mistakes of a part.
pub(super) fn all(part: Part) -> impl Iterator<Item = (Mistake, &'static str, String)> {
    let table = PaintMistake::TABLE.iter().filter(move |row| (row.exists)(part));
    let right = HUD_MESSAGES;
    let counts = [right - 1, right + 1, right - 2, 1, right + 2].map(|count| {
        let text = format!("the number of messages in the HUD is {count} instead of {right} (Game::drawHud)");
        (PaintMistake::HudLines(count), "hud-lines", text)
    });
    let table = table.map(|row| (row.mistake, row.name, row.text.to_owned()));
    let counts = counts.into_iter().filter(move |_| part.has_hud());
    table.chain(counts).map(|(mistake, name, text)| (Mistake::Paint(mistake), name, text))
}

impl MistakenGame {
    /// Returns what a key leads to in the mistaken program.
    pub(super) fn repaints(&self, outcome: Outcome) -> Outcome {
        match (self.mistake, outcome) {
            (_, Outcome::Quit) => Outcome::Quit,
            (Mistake::Paint(PaintMistake::Stale), _) => Outcome::Nothing,
            _ => outcome,
        }
    }

    /// Returns the game as it is drawn: what is in view can be drawn though it is not marked as explored.
    pub fn drawn_game(&self) -> Cow<'_, Game> {
        let mistakes = [ViewMistake::UnexploredDrawn, ViewMistake::NeverExploredDrawn].map(Mistake::View);
        if !mistakes.into_iter().any(|mistake| self.makes(mistake)) {
            return Cow::Borrowed(&self.game);
        }
        let mut game = self.game.clone();
        for tile in game.cur_mut().map.tiles.as_flattened_mut() {
            tile.explored |= tile.visible;
        }
        Cow::Owned(game)
    }
}
