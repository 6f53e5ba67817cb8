//! Access for windows, traces and screens. No chapter needs it.

use super::{Game, GameState, PlayerClass, SaveResult};
use crate::dijkstra_map::DijkstraMap;
use crate::item::{Item, PotionType, ScrollType};
use crate::map::{Map, Pos};
use crate::message_log::MessageLog;
use crate::part::Part;
use crate::player::Player;
use crate::rng::{Rng, SeedStream};
use crate::support::save_slot::SaveSlot;

/// An algorithm of the laboratory that computes the view in place of that of the series (`--fov`).
#[derive(Clone, Copy, Debug)]
pub struct OtherView {
    /// Its name on the command line and in traces.
    pub name: &'static str,
    /// Replaces the map's view by what is seen from a position.
    pub compute: fn(&mut Map, Pos),
}

impl Game {
    /// The chapter that is played.
    pub fn part(&self) -> Part {
        self.part
    }

    /// The screen that is shown.
    pub fn state(&self) -> GameState {
        self.state
    }

    /// The title of the window.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Part 15: the result of F5 or F9, if that was the last key.
    pub fn save_result(&self) -> Option<&SaveResult> {
        self.save_result.as_ref()
    }

    /// Clears the messages, the sounds and the result of the last key: tools look at each key by itself.
    pub(crate) fn forget_last_key(&mut self) {
        self.log.new.clear();
        self.sound.tones.clear();
        self.save_result = None;
    }

    /// The player.
    pub fn player(&self) -> &Player {
        &self.player
    }

    /// Part 11: the depth of the current level, counted from 0.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// Part 11: the number of levels made so far.
    pub fn level_count(&self) -> usize {
        self.levels.len()
    }

    /// Part 8: what the player carries, in slot order.
    pub fn inventory(&self) -> &[Item] {
        &self.inventory
    }

    /// Part 9: the wielded weapon.
    pub fn wielded(&self) -> Option<Item> {
        self.weapon
    }

    /// Part 9: the worn armour.
    pub fn worn(&self) -> Option<Item> {
        self.armour
    }

    /// Part 8: the appearance of each type of potion, as an index into `COLOURS`, and whether it is
    /// identified.
    pub fn potions(&self) -> [(usize, bool); PotionType::ALL.len()] {
        std::array::from_fn(|potion| (self.potion_appear_idx[potion], self.potion_ident[potion]))
    }

    /// Part 13: the label of each type of scroll, as an index into `LABELS`, and whether it is identified.
    pub fn scrolls(&self) -> [(usize, bool); ScrollType::ALL.len()] {
        std::array::from_fn(|scroll| (self.scroll_appear_idx[scroll], self.scroll_ident[scroll]))
    }

    /// Part 14: the class of the player, or `None` before the first choice.
    pub fn class(&self) -> Option<PlayerClass> {
        (self.part.has_classes() && self.has_run()).then_some(self.class)
    }

    /// Part 16: the messages that the HUD shows.
    pub fn messages(&self) -> &MessageLog {
        &self.log
    }

    /// Part 17: amulets held.
    pub fn amulets(&self) -> u32 {
        self.amulets
    }

    /// Part 4: the game's own generator.
    pub fn rng(&self) -> &Rng {
        &self.rng
    }

    /// The seeds that games and levels begin with.
    pub fn seed_stream(&self) -> SeedStream {
        self.seeds
    }

    /// Part 7: the distance of every tile to the player.
    pub fn ways_to_player(&self) -> &DijkstraMap {
        &self.to_player
    }

    /// Returns true once a game has begun. Before the first choice of a class (Part 14) the only level is
    /// solid wall, also where the player and the stairs are.
    pub fn has_run(&self) -> bool {
        let level = self.cur();
        self.state != GameState::ClassSelect
            || [self.player.pos, level.stairs].iter().any(|&pos| level.map.is_floor(pos))
    }

    /// Returns true while there is a game to lose.
    pub fn is_run_alive(&self) -> bool {
        matches!(self.state, GameState::Playing | GameState::Inventory)
    }

    /// Part 15: where F5 saves and F9 loads.
    pub fn slot(&self) -> &SaveSlot {
        &self.slot
    }

    /// Part 15: saves to and loads from another slot from now on.
    pub fn set_slot(&mut self, slot: SaveSlot) {
        self.slot.replace(slot);
    }

    /// The algorithm that computes the view in place of that of the series.
    pub fn other_view(&self) -> Option<OtherView> {
        self.other_view
    }
}
