//! The game: its state, what each key does, and how a game begins.

use sdl2::keyboard::Scancode;

use crate::map::{DIRECTIONS, Map, Pos};
use crate::player::Player;
use crate::rng::SeedStream;

pub const TITLE: &str = "Roguelike - Part 2: Player & Movement"; // The title of the window

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
}

impl Game {
    /// Starts the game.
    pub fn new(seed: u32) -> Game {
        let seeds = SeedStream(seed);
        let mut game = Game { seeds, map: Map::default(), player: Player::default() };
        game.new_game();
        game
    }

    /// A new dungeon (`newGame`).
    fn new_game(&mut self) {
        let seed = self.seeds.next_seed();
        self.map.generate(seed);
        self.player.pos = self.map.rooms[0].centre();
    }

    /// Handles a key (in `main`, the case `SDL_EVENT_KEY_DOWN`). A key without a meaning does nothing.
    pub fn press(&mut self, key: Scancode) -> Outcome {
        if let Some(step) = direction(key) {
            let moved = self.player.try_move(step, &self.map);
            return if moved { Outcome::Redraw } else { Outcome::Nothing };
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
