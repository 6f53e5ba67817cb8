//! Drawing as people get it wrong. How that looks is in `verify`, which knows the screen.

use std::borrow::Cow;

use super::{Mistake, MistakenGame, ViewMistake};
use crate::color::Color;
use crate::game::{Game, Outcome};
use crate::part::Part;
use crate::screen::{Cell, HUD_MESSAGES};

mistakes! {
    /// A mistake in what is painted, or when.
    PaintMistake {
        /// Wherever the first glyph belongs, the second is drawn.
        Glyph(u8, u8),
        /// Wherever this cell belongs, it is drawn in this colour.
        Colour(Cell, Color),
        /// The HUD shows this many messages.
        HudLines(usize),
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
    ItemsMemoryLit "memory-lit" "remembered items are drawn in the colours of lit ones (Game::render)"
    ItemsForgotten "memory-dark" "remembered items are not drawn (Game::render)"
    ItemsShown "hidden-shown" "items are drawn on tiles that are not explored (Game::render)"
    ItemsOnTop "draw-layers" "items are drawn over monsters, not under them (Game::render)"
    StairsMemoryLit "memory-lit" "remembered stairs are drawn in the colour of lit ones (Game::render)"
    StairsForgotten "memory-dark" "remembered stairs are not drawn (Game::render)"
    StairsShown "hidden-shown" "the stairs are drawn on a tile that is not explored (Game::render)"
    StairsMissing "stairs-not-drawn" "the stairs are not drawn (Game::render)"
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

    /// Returns true if a part has what it is about.
    fn exists(self, part: Part) -> bool {
        use PaintMistake::*;
        match self {
            PlayerBelow | HiddenShown | DeadShown | NoMonsters => part.has_monsters(),
            NoPlayer => part.has_player(),
            FloorLit | MemoryLit | NoMemory | NoFog => part.has_fog(),
            ItemsMemoryLit | ItemsForgotten | ItemsShown | ItemsOnTop => part.has_items(),
            StairsMemoryLit | StairsForgotten | StairsShown | StairsMissing => part.has_floors(),
            _ => part.has_hud() || !self.is_of_hud(),
        }
    }
}

/// Returns the mistakes of a part.
pub(super) fn all(part: Part) -> impl Iterator<Item = (Mistake, &'static str, String)> {
    let table = PaintMistake::TABLE.iter().map(|&(mistake, name, text)| (mistake, name, text.to_owned()));
    let right = HUD_MESSAGES;
    let counts = [right - 1, right + 1, right - 2, 1, right + 2].map(|count| {
        let text = format!("the HUD has lines for {count} messages instead of {right} (Game::drawHud)");
        (PaintMistake::HudLines(count), "hud-lines", text)
    });
    let all = table.chain(counts).filter(move |(mistake, ..)| mistake.exists(part));
    all.map(|(mistake, name, text)| (Mistake::Paint(mistake), name, text))
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
        let Mistake::View(ViewMistake::UnexploredDrawn | ViewMistake::NeverExploredDrawn) = self.mistake
        else {
            return Cow::Borrowed(&self.game);
        };
        let mut game = self.game.clone();
        for tile in game.cur_mut().map.tiles.as_flattened_mut() {
            tile.explored |= tile.visible;
        }
        Cow::Owned(game)
    }
}
