//! The game: its state, what each key does, and how a run begins.

mod title;
mod turn;

use sdl2::keyboard::Scancode;

use crate::fov;
use crate::map::{DIRECTIONS, Map, Pos};
use crate::monster::{self, Monster};
use crate::player::{self, Player};
use crate::rng::{Rng, SeedStream};

const MONSTER_COUNT: i32 = 8; // Maximum number of monsters

/// What a key led to: the window stays as it is, or is repainted, or the program ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Outcome {
    Nothing,
    Redraw,
    Quit,
}

/// The game.
#[derive(Clone)]
pub struct Game {
    seeds: SeedStream,
    /// The game's own generator. Maps have one of their own.
    pub rng: Rng,
    /// True once the player is dead.
    pub dead: bool,
    pub player: Player,
    /// The dungeon.
    pub map: Map,
    /// The monsters in the order in which they act, the dead ones included.
    pub monsters: Vec<Monster>,
    /// The messages (`SDL_Log`).
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
            dead: false,
            player: player::new(),
            map: Map::default(),
            monsters: Vec::new(),
            log: Vec::new(),
            // `update_title` puts the player's numbers in its place.
            title: "Roguelike - Part 5: Melee Combat".to_owned(),
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
        self.player.alive = true;
        self.dead = false;
        fov::compute(&mut self.map, self.player.pos);
        self.place_monsters();
        self.update_title();
    }

    /// Puts a random monster into every room but the first, up to a number (in `newGame`).
    fn place_monsters(&mut self) {
        self.monsters.clear();
        // The player starts in the first room.
        for room in self.map.rooms.iter().skip(1) {
            if self.monsters.len() as i32 >= MONSTER_COUNT {
                break;
            }
            let kind = self.rng.uniform(0, monster::KINDS.len() as i32 - 1);
            self.monsters.push(monster::KINDS[kind as usize].spawn(room.centre()));
        }
    }

    /// Handles a key (the case `SDL_EVENT_KEY_DOWN` of `main`). A key without a meaning does nothing.
    pub fn press(&mut self, key: Scancode) -> Outcome {
        if self.dead {
            match key {
                Scancode::Space => self.new_game(),
                Scancode::Escape => return Outcome::Quit,
                _ => return Outcome::Nothing,
            }
            return Outcome::Redraw;
        }
        if let Some(step) = direction(key) {
            // A monster in the way is attacked. Where there is none, the player steps.
            if let Some(index) = self.monster_at(self.player.pos + step) {
                let target = &mut self.monsters[index].entity;
                turn::attack(&self.player, target, &mut self.log);
            } else if self.player.try_move(step, &self.map) {
                fov::compute(&mut self.map, self.player.pos);
            } else {
                return Outcome::Nothing;
            }
            self.monsters_act();
            self.update_title();
            // Quirk: the hit points decide, not `alive`.
            if self.player.hp <= 0 {
                self.dead = true;
            }
            return Outcome::Redraw;
        }
        match key {
            Scancode::Space => self.new_game(),
            Scancode::Escape => return Outcome::Quit,
            _ => return Outcome::Nothing,
        }
        Outcome::Redraw
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
