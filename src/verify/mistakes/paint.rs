//! Drawing as people get it wrong. How that looks is in `verify`, which knows the screen.

use std::borrow::Cow;

use super::{KnownMistake, Mistake, MistakenGame, ViewMistake};
use crate::color::Color;
use crate::game::{Game, Outcome};
use crate::part::Part;
use crate::screen::{Cell, HUD_MESSAGES};

mistakes! {
    /// A mistake in what is painted, or when.
    PaintMistake as Paint {
        /// Wherever the first glyph belongs, the second is drawn.
        Glyph(u8, u8),
        /// Wherever this cell belongs, it is drawn in this colour.
        Colour(Cell, Color),
    }
    PlayerBelow MONSTERS "player-below" "the player is drawn before the monsters, not last"
    FloorLit FOG "memory-lit" "remembered floor is drawn in the colour of lit floor"
    MemoryLit FOG "memory-lit" "remembered tiles are drawn in the colours of lit ones"
    NoMemory FOG "memory-dark" "remembered tiles are not drawn"
    NoFog FOG "no-fog" "unexplored tiles are drawn"
    HiddenShown MONSTERS "hidden-shown" "monsters are drawn on tiles that are not visible"
    DeadShown MELEE "dead-shown" "dead monsters are drawn"
    NoMonsters MONSTERS "monsters-not-drawn" "monsters in view are not drawn"
    NoPlayer PLAYER "player-not-drawn" "the player is not drawn"
    Stale ALWAYS "not-repainted" "the window is not repainted after this key"
    ItemsMemoryLit ITEMS "memory-lit" "remembered items have the colours of lit ones (Game::render)"
    ItemsForgotten ITEMS "memory-dark" "remembered items are not drawn (Game::render)"
    ItemsShown ITEMS "hidden-shown" "items are drawn on tiles that are not explored (Game::render)"
    ItemsOnTop ITEMS "draw-layers" "items are drawn over monsters, not under them (Game::render)"
    StairsMemoryLit FLOORS "memory-lit" "remembered stairs have the colour of lit ones (Game::render)"
    StairsForgotten FLOORS "memory-dark" "remembered stairs are not drawn (Game::render)"
    StairsShown FLOORS "hidden-shown" "the stairs are drawn on a tile that is not explored (Game::render)"
    StairsMissing FLOORS "stairs-not-drawn" "the stairs are not drawn (Game::render)"
}

mistakes! {
    /// A mistake in the HUD.
    HudMistake as Hud {
        /// It shows this number of messages.
        Lines(usize),
    }
    Missing HUD "hud-missing" "the HUD is not drawn (Game::drawHud)"
    NewestFirst HUD "hud-order" "the HUD shows the newest message first, not last (Game::drawHud)"
    Oldest HUD "hud-order" "the HUD shows the log's first messages, not the last ones (Game::drawHud)"
    AllBright HUD "hud-colours" "all messages of the HUD have the colour of the newest (Game::drawHud)"
    AllDim HUD "hud-colours" "the newest message of the HUD has the colour of the older ones (Game::drawHud)"
    FirstBright HUD "hud-colours" "the first message has the colour of the newest, the last (Game::drawHud)"
    Low HUD "hud-place" "the HUD begins a row too low (Game::drawHud)"
    Left HUD "hud-place" "the HUD begins at column 0 instead of 1 (Game::drawHud)"
    DepthFromZero HUD "hud-numbers" "the HUD counts the depth from 0, not from 1 (Game::drawHud)"
    NoStatuses HUD "hud-numbers" "the HUD does not show the statuses (Game::drawHud)"
}

/// Returns the mistakes of a part that come in families.
pub(super) fn families(part: Part) -> Vec<KnownMistake> {
    let right = HUD_MESSAGES;
    let counts = [right - 1, right + 1, right - 2, 1, right + 2].into_iter().filter(|_| part.has_hud());
    let lines = counts.map(|count| {
        let text = format!("the number of messages in the HUD is {count} instead of {right} (Game::drawHud)");
        KnownMistake::new(HudMistake::Lines(count), "hud-lines", text)
    });
    lines.collect()
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
