//! The title of the window.

use super::Game;
use crate::entity::Entity;

impl Game {
    /// Writes the player's state into the title, which `main` shows (`updateTitle`).
    pub fn update_title(&mut self) {
        let Entity { hp, max_hp, power, defense, .. } = &self.player;
        let depth = self.depth + 1;
        let status = self.player.status_text();
        self.title = format!(
            "Roguelike - Part 11   |   Depth {depth}   |   HP {hp}/{max_hp}  POW{power} DEF{defense}{status}   \
             (i inv, > stairs)"
        );
    }
}
