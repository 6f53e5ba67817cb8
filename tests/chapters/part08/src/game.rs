//! The game: its state, what each key does, and how a game begins.

mod pack;
mod turn;

use sdl2::keyboard::Scancode;

use crate::dijkstra_map::DijkstraMap;
use crate::fov;
use crate::item::{COLOURS, Item, PotionType};
use crate::map::{DIRECTIONS, Map, Pos};
use crate::monster::{self, Monster};
use crate::player::{self, Player};
use crate::rng::{Rng, SeedStream};

const MONSTER_COUNT: usize = 8; // Maximum number of monsters
const ITEM_COUNT: u32 = 6; // Number of tries at placing a potion

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
    /// The dungeon.
    pub map: Map,
    pub player: Player,
    /// The monsters in the order in which they act, the dead ones included.
    pub monsters: Vec<Monster>,
    /// What lies on the floor, in the order in which it was placed (`m_items`).
    pub items: Vec<Item>,
    /// What the player carries, in slot order.
    pub inventory: Vec<PotionType>,
    /// The distance of every tile to the player.
    to_player: DijkstraMap,
    /// The game's own generator. Maps have one of their own.
    pub rng: Rng,
    pub state: GameState,
    /// What each type of potion looks like, one of [`COLOURS`] (`m_appearance`).
    appearance: [&'static str; PotionType::ALL.len()],
    /// True for each type of potion that is identified (`m_identified`).
    identified: [bool; PotionType::ALL.len()],
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
            map: Map::default(),
            player: player::new(),
            monsters: Vec::new(),
            items: Vec::new(),
            inventory: Vec::new(),
            to_player: DijkstraMap::new(),
            rng: Rng::new(game_seed),
            state: GameState::Playing,
            appearance: [""; PotionType::ALL.len()],
            identified: [false; PotionType::ALL.len()],
            title: String::new(),
        };
        game.new_game();
        game
    }

    /// A new dungeon (`newGame`). Random numbers are drawn in the original's order.
    fn new_game(&mut self) {
        let seed = self.seeds.next_seed();
        self.map.generate(seed);
        self.player.pos = self.map.rooms[0].centre();
        self.player.hp = self.player.max_hp;
        self.player.power = player::POWER;
        self.player.alive = true;
        self.state = GameState::Playing;
        fov::compute(&mut self.map, self.player.pos);
        self.shuffle_appearances();
        self.place_monsters();
        self.inventory.clear();
        self.place_items();
        self.update_title();
    }

    /// Puts a random monster into every room but the first, at most `MONSTER_COUNT` (in `newGame`).
    fn place_monsters(&mut self) {
        self.monsters.clear();
        // The player starts in the first room.
        for room in self.map.rooms.iter().skip(1).take(MONSTER_COUNT) {
            let kind = self.rng.uniform(0, monster::KINDS.len() as i32 - 1);
            self.monsters.push(monster::KINDS[kind as usize].spawn(room.centre()));
        }
    }

    /// Puts potions on random floor tiles of random rooms (in `newGame`).
    fn place_items(&mut self) {
        self.items.clear();
        for _ in 0..ITEM_COUNT {
            let index = self.rng.uniform(0, self.map.rooms.len() as i32 - 1);
            let room = self.map.rooms[index as usize];
            let x = self.rng.uniform(room.x, room.x + room.w - 1);
            let y = self.rng.uniform(room.y, room.y + room.h - 1);
            let pos = Pos::new(x, y);
            if self.map.is_floor(pos) {
                let kind = self.rng.uniform(0, PotionType::ALL.len() as i32 - 1);
                self.items.push(Item { kind: PotionType::ALL[kind as usize], pos });
            }
        }
    }

    /// Gives each type a new appearance for one game, and makes all unknown (in `newGame`).
    fn shuffle_appearances(&mut self) {
        let mut order: Vec<usize> = (0..COLOURS.len()).collect();
        self.rng.shuffle(&mut order);
        for potion in PotionType::ALL {
            self.appearance[potion as usize] = COLOURS[order[potion as usize]];
            self.identified[potion as usize] = false;
        }
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
            Scancode::I | Scancode::Escape => self.state = GameState::Playing,
            _ => {
                let Some(slot) = letter(key) else { return Outcome::Nothing };
                // A letter without an item repaints, too.
                self.quaff(slot);
            }
        }
        Outcome::Redraw
    }

    /// A key on the map.
    fn press_while_playing(&mut self, key: Scancode) -> Outcome {
        match key {
            Scancode::I => self.state = GameState::Inventory,
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

    /// Writes the player's state into the title, which `main` shows (`updateTitle`).
    fn update_title(&mut self) {
        let Player { hp, max_hp, .. } = &self.player;
        self.title = format!(
            "Roguelike - Part 8   |   HP: {hp} / {max_hp}   |   Items: {}   (i = inventory)",
            self.inventory.len()
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
