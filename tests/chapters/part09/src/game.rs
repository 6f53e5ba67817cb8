//! The game: its state, what each key does, and how a run begins (class `Game`, Part 6; before in `main`).

pub mod pack;
mod title;
pub mod turn;

use crate::dijkstra_map::DijkstraMap;
use crate::fov;
use crate::item::{COLOURS, Item, PotionType};
use crate::key::Key;
use crate::level::Level;
use crate::map::{DIRECTIONS, Pos};
use crate::player::{self, Player};
use crate::rng::{Rng, SeedStream};

/// Part 9: power before bonuses, and defense without armour.
const BASE_POWER: i32 = 5;
const BASE_DEFENSE: i32 = 0;

/// Part 5: the screen that is shown. It decides what keys mean (enum `GameState`).
#[derive(Clone, Copy, Debug)]
pub enum GameState {
    /// The map.
    Playing,
    /// Part 8: the inventory.
    Inventory,
    /// Part 5: the death screen.
    Dead,
}

/// What a key led to: the window stays as it is, or is repainted, or the program ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Outcome {
    Nothing,
    Redraw,
    Quit,
}

/// The game (class `Game`).
#[derive(Clone)]
pub struct Game {
    pub seeds: SeedStream,
    /// Part 4: the game's own generator. Maps have one of their own.
    pub rng: Rng,
    pub state: GameState,
    pub player: Player,
    /// The level; before the first dungeon solid wall.
    pub level: Level,
    /// Part 7: the distance of every tile to the player.
    pub to_player: DijkstraMap,
    /// Part 8: what the player carries, in slot order.
    pub inventory: Vec<Item>,
    /// Part 8: each potion's appearance, an index into [`COLOURS`] (`m_appearance`).
    pub potion_appear_idx: [usize; PotionType::ALL.len()],
    /// Part 8: true for each type of potion that is identified (`m_identified`).
    pub potion_ident: [bool; PotionType::ALL.len()],
    /// Part 9: power gained from strength potions.
    pub strength_bonus: i32,
    /// Part 9: true if a weapon is wielded.
    pub has_weapon: bool,
    /// Part 9: the weapon's bonus, which adds to power. Without a weapon it is that of the last one.
    pub weapon: i32,
    /// Part 9: true if armour is worn.
    pub has_armour: bool,
    /// Part 9: the armour's bonus, which adds to defense. Without armour it is that of the last one.
    pub armour: i32,
    /// Part 5: the messages (`SDL_Log`).
    pub log: Vec<String>,
    pub title: String,
}

impl Game {
    /// Starts the game.
    pub fn new(seed: u32) -> Game {
        let mut seeds = SeedStream(seed);
        // The first seed is that of the game's own generator.
        let game_seed = seeds.next_seed();
        let mut game = Game {
            seeds,
            rng: Rng::new(game_seed),
            state: GameState::Playing,
            player: player::new(),
            level: Level::default(),
            to_player: DijkstraMap::new(),
            inventory: Vec::new(),
            potion_appear_idx: [0; PotionType::ALL.len()],
            potion_ident: [false; PotionType::ALL.len()],
            strength_bonus: 0,
            has_weapon: false,
            weapon: 0,
            has_armour: false,
            armour: 0,
            log: Vec::new(),
            // `update_title` puts the player's numbers in its place.
            title: "Roguelike - Part 9: Equipment & Stat Modifiers".to_owned(),
        };
        game.new_game();
        game
    }

    /// Part 9: power is base, strength and weapon together; defense is the armour (`recomputeStats`).
    pub fn recompute_stats(&mut self) {
        let weapon = if self.has_weapon { self.weapon } else { 0 };
        let armour = if self.has_armour { self.armour } else { 0 };
        self.player.power = BASE_POWER + self.strength_bonus + weapon;
        self.player.defense = BASE_DEFENSE + armour;
    }

    /// A new dungeon (`newGame`). From Part 4 on random numbers are drawn in the original's order.
    pub fn new_game(&mut self) {
        let seed = self.seeds.next_seed();
        self.level = Level::generate(seed);
        self.player = player::new();
        self.player.pos = self.level.start();
        self.state = GameState::Playing;
        fov::compute(&mut self.level.map, self.player.pos);
        self.strength_bonus = 0;
        self.has_weapon = false;
        self.has_armour = false;
        self.recompute_stats();
        self.shuffle_appearances();
        self.level.place_monsters(&mut self.rng);
        self.inventory.clear();
        self.level.place_items(&mut self.rng);
        self.update_title();
    }

    /// Part 8: deals new appearances for a run; nothing is identified (in `newGame`).
    pub fn shuffle_appearances(&mut self) {
        let mut order: [usize; COLOURS.len()] = std::array::from_fn(|index| index);
        self.rng.shuffle(&mut order);
        self.potion_appear_idx = std::array::from_fn(|potion| order[potion]);
        self.potion_ident.fill(false);
    }

    /// Handles a key (the body of `Game::run`'s loop). A key without a meaning on this screen does nothing.
    pub fn press(&mut self, key: Key) -> Outcome {
        match self.state {
            GameState::Dead => self.press_at_the_end(key),
            GameState::Inventory => self.press_in_inventory(key),
            GameState::Playing => self.press_while_playing(key),
        }
    }

    /// Part 5: a key on the death screen.
    fn press_at_the_end(&mut self, key: Key) -> Outcome {
        match key {
            Key::SPACE => self.new_game(),
            Key::ESCAPE => return Outcome::Quit,
            _ => return Outcome::Nothing,
        }
        Outcome::Redraw
    }

    /// Part 8: a key in the inventory.
    fn press_in_inventory(&mut self, key: Key) -> Outcome {
        match key.letter() {
            // Quirk: I closes the inventory before it could mean the ninth slot, which can never be used.
            _ if key == Key::I || key == Key::ESCAPE => self.state = GameState::Playing,
            Some(slot) if slot < self.inventory.len() => self.use_item(slot),
            Some(_) => {} // No item, and so no turn. The original repaints all the same.
            None => return Outcome::Nothing,
        }
        Outcome::Redraw
    }

    /// A key on the map.
    fn press_while_playing(&mut self, key: Key) -> Outcome {
        if let Some(step) = direction(key) {
            self.player_act(step);
            // From Part 6 on every direction key repaints, also when nothing moved.
            return Outcome::Redraw;
        }
        match key {
            Key::I => self.state = GameState::Inventory,
            Key::SPACE => self.new_game(),
            Key::ESCAPE => return Outcome::Quit,
            _ => return Outcome::Nothing,
        }
        Outcome::Redraw
    }
}

/// Part 2: returns the step of a direction key: an arrow, or W A S D.
pub fn direction(key: Key) -> Option<Pos> {
    let [up, down, left, right] = DIRECTIONS;
    match key {
        Key::UP | Key::W => Some(up),
        Key::DOWN | Key::S => Some(down),
        Key::LEFT | Key::A => Some(left),
        Key::RIGHT | Key::D => Some(right),
        _ => None,
    }
}
