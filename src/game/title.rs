//! The window's title, which is where Parts 5 to 15 show the player's numbers (`Game::updateTitle`).

use super::Game;
use crate::part::Part;

/// The title before the first run; parts that show no numbers there keep it.
pub(super) fn opening(part: Part) -> String {
    format!("Roguelike - Part {part}: {}", part.name())
}

impl Game {
    /// Brings the numbers in the title up to date. Parts 1 to 4, and from 16 on, have none there.
    pub(super) fn refresh_title(&mut self) {
        let part = self.part;
        if !part.has_melee() || part.has_hud() {
            return;
        }
        let body = &self.player.entity;
        let (hp, max, power, defense) = (body.hp, body.max_hp, body.power, body.defense);
        let (depth, statuses) = (self.depth + 1, self.status_text());
        let class = self.class.map_or("", |class| class.name());
        let numbers = if part.has_saves() {
            format!(
                "{class}  Depth {depth}  HP {hp}/{max} POW{power} DEF{defense}{statuses}   (F5 save  F9 load)"
            )
        } else if part.has_classes() {
            format!(
                "{class}   Depth {depth}   HP {hp}/{max} POW{power} DEF{defense}{statuses}   (i inv, > stairs)"
            )
        } else if part.has_floors() {
            format!(
                "Depth {depth}   |   HP {hp}/{max}  POW{power} DEF{defense}{statuses}   (i inv, > stairs)"
            )
        } else if part.has_statuses() {
            format!("HP: {hp}/{max}   POW:{power} DEF:{defense}{statuses}   (i = inventory)")
        } else if part.has_equipment() {
            format!("HP: {hp}/{max}   POW: {power}   DEF: {defense}   (i = inventory)")
        } else if part.has_items() {
            format!("HP: {hp} / {max}   |   Items: {}   (i = inventory)", self.pack.len())
        } else {
            format!("HP: {hp} / {max}")
        };
        self.title = format!("Roguelike - Part {part}   |   {numbers}");
    }

    /// The statuses as titles and the HUD append them: nothing for a healthy player.
    pub fn status_text(&self) -> String {
        let body = &self.player.entity;
        let mut text = String::new();
        if body.poisoned > 0 {
            text += &format!("  POISON({})", body.poisoned);
        }
        if body.regenerating > 0 {
            text += &format!("  REGEN({})", body.regenerating);
        }
        text
    }
}
