//! The game: its state, what each key does, and how a game begins.

use sdl2::keyboard::Scancode;

use crate::map::Map;
use crate::rng::SeedStream;

pub const TITLE: &str = "Roguelike - Part 1: Map Generation"; // The title of the window

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
}

impl Game {
    /// Starts the game.
    pub fn new(seed: u32) -> Game {
        let seeds = SeedStream(seed);
        let mut game = Game { seeds, map: Map::default() };
        game.new_game();
        game
    }

    /// A new dungeon.
    fn new_game(&mut self) {
        let seed = self.seeds.next_seed();
        self.map.generate(seed);
    }

    /// Handles a key (in `main`, the case `SDL_EVENT_KEY_DOWN`). A key without a meaning does nothing.
    pub fn press(&mut self, key: Scancode) -> Outcome {
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
