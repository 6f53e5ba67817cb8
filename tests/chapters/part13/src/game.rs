//! The game: its state, what each key does, and how a game begins.

mod magic;
mod pack;
mod turn;

use sdl2::keyboard::Scancode;

use crate::dijkstra_map::DijkstraMap;
use crate::fov;
use crate::item::{COLOURS, Item, LABELS, PotionType, ScrollType};
use crate::level::Level;
use crate::map::{DIRECTIONS, Pos};
use crate::player::{self, Player};
use crate::rng::{Rng, SeedStream};

const BASE_POWER: i32 = player::POWER; // Power before bonuses
const BASE_DEFENSE: i32 = 0; // Defense without armour

/// The screen that is shown. It decides what keys mean (enum `GameState`).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum GameState {
    /// The map.
    Playing,
    /// The inventory.
    Inventory,
    /// The death screen.
    Dead,
}

/// The effect of a key on the program: the window stays as it is, is repainted, or closes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Outcome {
    Nothing,
    Redraw,
    Quit,
}

/// The game (class `Game`). The window, the renderer and the glyphs (`m_window`, `m_sdl`, `m_glyphs`) belong
/// to `main` here.
pub struct Game {
    seeds: SeedStream,
    /// The messages (`SDL_Log`).
    pub log: Vec<String>,
    /// The levels made so far, by depth.
    pub levels: Vec<Level>,
    /// The depth of the current level, counted from 0.
    pub depth: usize,
    pub player: Player,
    /// What the player carries, in slot order.
    pub inventory: Vec<Item>,
    /// The distance of every tile to the player.
    to_player: DijkstraMap,
    /// The game's own generator. Maps have one of their own.
    pub rng: Rng,
    pub state: GameState,
    /// What each type of potion looks like, one of [`COLOURS`] (`m_potionAppear`).
    potion_appear: [&'static str; PotionType::ALL.len()],
    /// True for each type of potion that is identified (`m_potionIdent`).
    potion_ident: [bool; PotionType::ALL.len()],
    /// The label of each type of scroll, one of [`LABELS`] (`m_scrollAppear`).
    scroll_appear: [&'static str; ScrollType::ALL.len()],
    /// True for each type of scroll that is identified.
    scroll_ident: [bool; ScrollType::ALL.len()],
    /// Power gained from strength potions.
    strength_bonus: i32,
    /// Damage that is added to that of scrolls.
    magic_bonus: i32,
    /// The weapon in hand, whose bonus adds to power (`m_weapon`, `m_hasWeapon`).
    pub weapon: Option<Item>,
    /// The armour that is worn, whose bonus adds to defense (`m_armour`, `m_hasArmour`).
    pub armour: Option<Item>,
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
            log: Vec::new(),
            levels: Vec::new(),
            depth: 0,
            player: player::new(),
            inventory: Vec::new(),
            to_player: DijkstraMap::new(),
            rng: Rng::new(game_seed),
            state: GameState::Playing,
            potion_appear: [""; PotionType::ALL.len()],
            potion_ident: [false; PotionType::ALL.len()],
            scroll_appear: [""; ScrollType::ALL.len()],
            scroll_ident: [false; ScrollType::ALL.len()],
            strength_bonus: 0,
            magic_bonus: 0,
            weapon: None,
            armour: None,
            title: String::new(),
        };
        game.new_game();
        game
    }

    /// Power is base, strength and weapon together; defense is the armour (`recomputeStats`).
    fn recompute_stats(&mut self) {
        self.player.power = BASE_POWER + self.strength_bonus + self.weapon.map_or(0, Item::bonus);
        self.player.defense = BASE_DEFENSE + self.armour.map_or(0, Item::bonus);
    }

    /// A new dungeon (`newGame`). Random numbers are drawn in the original's order.
    fn new_game(&mut self) {
        let seed = self.seeds.next_seed();
        self.levels.clear();
        self.levels.push(Level::generate(0, seed, &mut self.rng));
        self.depth = 0;
        self.player = player::new();
        self.player.pos = self.cur().start();
        self.state = GameState::Playing;
        self.strength_bonus = 0;
        self.magic_bonus = 0;
        self.weapon = None;
        self.armour = None;
        self.recompute_stats();
        self.inventory.clear();
        self.shuffle_appearances();
        fov::compute(&mut self.levels[self.depth].map, self.player.pos);
        self.update_title();
    }

    /// Gives each type a new appearance for one game, and makes all unknown (in `newGame`).
    fn shuffle_appearances(&mut self) {
        let mut order: Vec<usize> = (0..COLOURS.len()).collect();
        self.rng.shuffle(&mut order);
        for potion in PotionType::ALL {
            self.potion_appear[potion as usize] = COLOURS[order[potion as usize]];
            self.potion_ident[potion as usize] = false;
        }
        let mut order: Vec<usize> = (0..LABELS.len()).collect();
        self.rng.shuffle(&mut order);
        for scroll in ScrollType::ALL {
            self.scroll_appear[scroll as usize] = LABELS[order[scroll as usize]];
            self.scroll_ident[scroll as usize] = false;
        }
    }

    /// Goes down the stairs (`descend`). It takes no turn, and nothing is picked up on arrival.
    fn descend(&mut self) {
        if self.player.pos != self.cur().stairs {
            self.log.push("There are no stairs here.".to_owned());
            return;
        }
        self.depth += 1;
        if self.depth >= self.levels.len() {
            let seed = self.seeds.next_seed();
            self.levels.push(Level::generate(self.depth as i32, seed, &mut self.rng));
        }
        self.player.pos = self.cur().start();
        fov::compute(&mut self.levels[self.depth].map, self.player.pos);
        self.log.push(format!("You descend to depth {}.", self.depth + 1));
        self.update_title();
    }

    /// Handles a key (in `Game::run`). A key without a meaning on this screen does nothing.
    pub fn press(&mut self, key: Scancode) -> Outcome {
        match self.state {
            GameState::Dead => self.press_when_dead(key),
            GameState::Inventory => self.press_in_inventory(key),
            GameState::Playing => self.press_while_playing(key),
        }
    }

    /// A key on the death screen.
    fn press_when_dead(&mut self, key: Scancode) -> Outcome {
        match key {
            Scancode::Space => self.new_game(),
            Scancode::Escape => return Outcome::Quit,
            _ => return Outcome::Nothing,
        }
        Outcome::Redraw
    }

    /// A key in the inventory.
    fn press_in_inventory(&mut self, key: Scancode) -> Outcome {
        match key {
            // Quirk: I closes the inventory before it could mean the ninth slot, which can never be used.
            Scancode::I | Scancode::Escape => self.state = GameState::Playing,
            _ => {
                let Some(slot) = letter(key) else { return Outcome::Nothing };
                // A letter without an item repaints, too.
                self.use_item(slot);
            }
        }
        Outcome::Redraw
    }

    /// A key on the map.
    fn press_while_playing(&mut self, key: Scancode) -> Outcome {
        match key {
            Scancode::I => self.state = GameState::Inventory,
            Scancode::Period => self.descend(),
            Scancode::Space => self.new_game(),
            Scancode::Escape => return Outcome::Quit,
            _ => {
                let Some(step) = direction(key) else { return Outcome::Nothing };
                // A step that is blocked repaints too.
                self.player_act(step);
            }
        }
        Outcome::Redraw
    }

    /// Returns the current level (`cur`). The call borrows the whole game, not only `levels`.
    pub fn cur(&self) -> &Level {
        &self.levels[self.depth]
    }

    /// Writes the player's state into the title, which `main` shows (`updateTitle`).
    fn update_title(&mut self) {
        let Player { hp, max_hp, power, defense, .. } = &self.player;
        let depth = self.depth + 1;
        let status = self.player.status_text();
        self.title = format!(
            "Roguelike - Part 13   |   Depth {depth}   |   HP {hp}/{max_hp}  POW{power} DEF{defense}{status}   \
             (i inv, > stairs)"
        );
    }
}

/// Returns the step of a direction key: an arrow, or W A S D.
fn direction(key: Scancode) -> Option<Pos> {
    let [up, down, left, right] = DIRECTIONS;
    match key {
        Scancode::Up | Scancode::W => Some(up),
        Scancode::Down | Scancode::S => Some(down),
        Scancode::Left | Scancode::A => Some(left),
        Scancode::Right | Scancode::D => Some(right),
        _ => None,
    }
}

/// Returns the number of a letter, A to Z as 0 to 25. Their scancodes follow each other.
fn letter(key: Scancode) -> Option<usize> {
    let (sc, a, z) = (key as usize, Scancode::A as usize, Scancode::Z as usize);
    if (a..=z).contains(&sc) { Some(sc - a) } else { None }
}
