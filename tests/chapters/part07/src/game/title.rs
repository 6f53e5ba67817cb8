//! The title of the window.

use super::Game;
use crate::entity::Entity;

impl Game {
    /// Writes the player's state into the title, which `main` shows (`updateTitle`).
    pub fn update_title(&mut self) {
        let Entity { hp, max_hp, .. } = &self.player;
        self.title = format!("Roguelike - Part 7   |   HP: {hp} / {max_hp}");
    }
}
