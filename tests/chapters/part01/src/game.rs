//! The game: its state, what each key does, and how a run begins.

use crate::key::Key;
use crate::level::Level;
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
    /// The level; before the first dungeon solid wall.
    pub level: Level,
    pub title: String,
}

impl Game {
    /// Starts the game.
    pub fn new(seed: u32) -> Game {
        let seeds = SeedStream(seed);
        let mut game =
            Game { seeds, level: Level::default(), title: "Roguelike - Part 1: Map Generation".to_owned() };
        game.new_game();
        game
    }

    /// A new dungeon.
    pub fn new_game(&mut self) {
        let seed = self.seeds.next_seed();
        self.level = Level::generate(seed);
    }

    /// Handles a key (the case `SDL_EVENT_KEY_DOWN` of `main`). A key without a meaning does nothing.
    pub fn press(&mut self, key: Key) -> Outcome {
        match key {
            Key::SPACE => self.new_game(),
            Key::ESCAPE => return Outcome::Quit,
            _ => return Outcome::Nothing,
        }
        Outcome::Redraw
    }
}
