//! The game: its state, what each key does, and how a run begins.

use crate::fov;
use crate::key::Key;
use crate::level::Level;
use crate::map::{DIRECTIONS, Pos};
use crate::player::{self, Player};
use crate::rng::SeedStream;

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
    pub player: Player,
    /// The level; before the first dungeon solid wall.
    pub level: Level,
    pub title: String,
}

impl Game {
    /// Starts the game.
    pub fn new(seed: u32) -> Game {
        let seeds = SeedStream(seed);
        let mut game = Game {
            seeds,
            player: player::new(),
            level: Level::default(),
            title: "Roguelike - Part 3: Field of View".to_owned(),
        };
        game.new_game();
        game
    }

    /// A new dungeon (`newGame`).
    pub fn new_game(&mut self) {
        let seed = self.seeds.next_seed();
        self.level = Level::generate(seed);
        self.player = player::new();
        self.player.pos = self.level.start();
        fov::compute(&mut self.level.map, self.player.pos);
    }

    /// Handles a key (the case `SDL_EVENT_KEY_DOWN` of `main`). A key without a meaning does nothing.
    pub fn press(&mut self, key: Key) -> Outcome {
        if let Some(step) = direction(key) {
            if !self.player.try_move(step, &self.level.map) {
                return Outcome::Nothing;
            }
            fov::compute(&mut self.level.map, self.player.pos);
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
