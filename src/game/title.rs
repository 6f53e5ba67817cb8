//! The title of the window.

use super::Game;
use crate::entity::Entity;

impl Game {
    /// Part 5: writes the player's state into the title, which `main` shows (`updateTitle`). From Part 16
    /// on the HUD shows it.
    pub(crate) fn update_title(&mut self) {
        let part = self.part;
        if part.has_hud() {
            return;
        }
        let Entity { hp, max_hp: max, power, defense, .. } = &self.player;
        let depth = self.depth + 1;
        let status = self.player.status_text();
        let cn = self.class.name();
        let numbers = if part.has_saves() {
            format!("{cn}  Depth {depth}  HP {hp}/{max} POW{power} DEF{defense}{status}   (F5 save  F9 load)")
        } else if part.has_classes() {
            format!(
                "{cn}   Depth {depth}   HP {hp}/{max} POW{power} DEF{defense}{status}   \
                 (i inv, > stairs)"
            )
        } else if part.has_floors() {
            format!("Depth {depth}   |   HP {hp}/{max}  POW{power} DEF{defense}{status}   (i inv, > stairs)")
        } else if part.has_statuses() {
            format!("HP: {hp}/{max}   POW:{power} DEF:{defense}{status}   (i = inventory)")
        } else if part.has_equipment() {
            format!("HP: {hp}/{max}   POW: {power}   DEF: {defense}   (i = inventory)")
        } else if part.has_items() {
            format!("HP: {hp} / {max}   |   Items: {}   (i = inventory)", self.inventory.len())
        } else {
            format!("HP: {hp} / {max}")
        };
        self.title = format!("Roguelike - Part {part}   |   {numbers}");
    }
}
