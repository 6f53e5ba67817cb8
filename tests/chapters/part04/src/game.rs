//! The game: its state, what each key does, and how a run begins.

use crate::fov;
use crate::key::Key;
use crate::level::Level;
use crate::map::{DIRECTIONS, Pos};
use crate::player::{self, Player};
use crate::rng::{Rng, SeedStream};

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
    pub seeds: SeedStream,
    /// Part 4: the game's own generator. Maps have one of their own.
    pub rng: Rng,
    pub player: Player,
    /// The level; before the first dungeon solid wall.
    pub level: Level,
    pub title: String,
}

impl Game {
    /// Starts the game.
    pub fn new(seed: u32) -> Game {
        let mut seeds = SeedStream(seed);
        // The first seed is that of the game's own generator. Before Part 4 it is that of the first map.
        let game_seed = seeds.next_seed();
        let mut game = Game {
            seeds,
            rng: Rng::new(game_seed),
            player: player::new(),
            level: Level::default(),
            title: "Roguelike - Part 4: Monsters & AI".to_owned(),
        };
        game.new_game();
        game
    }

    /// A new dungeon (`newGame`). From Part 4 on random numbers are drawn in the original's order.
    pub fn new_game(&mut self) {
        let seed = self.seeds.next_seed();
        self.level = Level::generate(seed);
        self.player = player::new();
        self.player.pos = self.level.start();
        fov::compute(&mut self.level.map, self.player.pos);
        self.level.place_monsters(&mut self.rng);
    }

    /// Handles a key (the case `SDL_EVENT_KEY_DOWN` of `main`). A key without a meaning does nothing.
    pub fn press(&mut self, key: Key) -> Outcome {
        if let Some(step) = direction(key) {
            if !self.player.try_move(step, &self.level.map) {
                return Outcome::Nothing;
            }
            fov::compute(&mut self.level.map, self.player.pos);
            // The player took a turn, so every living monster takes one.
            let level = &mut self.level;
            for monster in &mut level.monsters {
                if monster.entity.is_alive() {
                    monster.wander(&level.map, &mut self.rng);
                }
            }
            return Outcome::Redraw;
        }
        match key {
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
