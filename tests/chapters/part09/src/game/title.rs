//! The title of the window.

use super::Game;
use crate::entity::Entity;

impl Game {
    /// Shows the player's numbers in the title (`updateTitle`).
    pub fn update_title(&mut self) {
        let Entity { hp, max_hp, power, defense, .. } = &self.player;
        self.title = format!(
            "Roguelike - Part 9   |   HP: {hp}/{max_hp}   POW: {power}   DEF: {defense}   (i = inventory)"
        );
    }
}
