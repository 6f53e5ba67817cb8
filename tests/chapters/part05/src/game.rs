//! The game: its state, what each key does, and how a run begins.

mod title;
pub mod turn;

use crate::fov;
use crate::key::Key;
use crate::level::Level;
use crate::map::{DIRECTIONS, Pos};
use crate::player::{self, Player};
use crate::rng::{Rng, SeedStream};

/// Part 5: the screen that is shown. It decides what keys mean.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum GameState {
    /// The map.
    Playing,
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

/// The game.
#[derive(Clone)]
pub struct Game {
    pub seeds: SeedStream,
    /// Part 4: the game's own generator. Maps have one of their own.
    pub rng: Rng,
    pub state: GameState,
    pub player: Player,
    /// The level; before the first dungeon solid wall.
    pub level: Level,
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
            log: Vec::new(),
            // `update_title` puts the player's numbers in its place.
            title: "Roguelike - Part 5: Melee Combat".to_owned(),
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
        self.state = GameState::Playing;
        fov::compute(&mut self.level.map, self.player.pos);
        self.level.place_monsters(&mut self.rng);
        self.update_title();
    }

    /// Handles a key (the case `SDL_EVENT_KEY_DOWN` of `main`). A key without a meaning does nothing.
    pub fn press(&mut self, key: Key) -> Outcome {
        if self.state == GameState::Dead {
            match key {
                Key::SPACE => self.new_game(),
                Key::ESCAPE => return Outcome::Quit,
                _ => return Outcome::Nothing,
            }
            return Outcome::Redraw;
        }
        if let Some(step) = direction(key) {
            let mut took_turn = false;
            // A monster in the way is attacked. Where there is none, the player steps.
            if let Some(target) = self.level.monster_at_mut(self.player.pos + step) {
                turn::attack(&self.player, &mut target.entity, &mut self.log);
                took_turn = true;
            } else if self.player.try_move(step, &self.level.map) {
                fov::compute(&mut self.level.map, self.player.pos);
                took_turn = true;
            }
            if !took_turn {
                return Outcome::Nothing;
            }
            self.monsters_act();
            self.update_title();
            // Quirk: the hit points decide, not `alive`.
            if self.player.hp <= 0 {
                self.state = GameState::Dead;
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
