//! The game: its state, what each key does, and how a game begins.

use sdl2::keyboard::Scancode;

use crate::fov;
use crate::map::{DIRECTIONS, Map, Pos};
use crate::monster::{self, Monster};
use crate::player::{self, Player};
use crate::rng::{Rng, SeedStream};

pub const TITLE: &str = "Roguelike - Part 4: Monsters & AI"; // The title of the window
const MONSTER_COUNT: usize = 8; // Maximum number of monsters

/// The effect of a key on the program: the window stays as it is, is repainted, or closes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Outcome {
    Nothing,
    Redraw,
    Quit,
}

/// What changes while the game runs. In the original these are variables of `main`.
pub struct Game {
    seeds: SeedStream,
    /// The dungeon.
    pub map: Map,
    pub player: Player,
    /// The monsters in the order in which they act, the dead ones included.
    pub monsters: Vec<Monster>,
    /// The game's own generator. Maps have one of their own.
    pub rng: Rng,
}

impl Game {
    /// Starts the game.
    pub fn new(seed: u32) -> Game {
        let mut seeds = SeedStream(seed);
        // The first seed is that of the game's own generator.
        let game_seed = seeds.next_seed();
        let mut game = Game {
            seeds,
            map: Map::default(),
            player: player::new(),
            monsters: Vec::new(),
            rng: Rng::new(game_seed),
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
        fov::compute(&mut self.map, self.player.pos);
        self.place_monsters();
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

    /// Handles a key (in `main`, the case `SDL_EVENT_KEY_DOWN`). A key without a meaning does nothing.
    pub fn press(&mut self, key: Scancode) -> Outcome {
        if let Some(step) = direction(key) {
            if !self.player.try_move(step, &self.map) {
                return Outcome::Nothing;
            }
            fov::compute(&mut self.map, self.player.pos);
            // The player took a turn, so every living monster takes one.
            for monster in &mut self.monsters {
                if monster.entity.is_alive() {
                    monster.wander(&self.map, &mut self.rng);
                }
            }
            return Outcome::Redraw;
        }
        match key {
            Scancode::Space => {
                self.new_game();
                Outcome::Redraw
            }
            Scancode::Escape => Outcome::Quit,
            _ => Outcome::Nothing,
        }
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
