//! Runs that reach what a part has: those of `roguelike keys`, and those of the bot that made them.

mod player;

use roguelike::explorer::files::key_file;
use roguelike::explorer::goals::Reach;
use roguelike::game::{Game, Setup};
use roguelike::key::Key;
use roguelike::keys::script::read_all;
use roguelike::part::Part;
use roguelike::rng::StdLib;

/// Goals that need several monsters in view of a reader of scrolls, two potions, or a blow that a monster
/// hardly survives. Few runs come to them.
pub const RARE: [&str; 5] = [
    "a scroll with two nearest monsters",
    "a fireball with a monster beside its target",
    "a fireball with a monster two tiles from its target",
    "poison and regeneration at once",
    "a fleeing monster",
];

/// A run that reaches much.
pub struct Script {
    /// How the run begins.
    pub setup: Setup,
    /// The keys, in order.
    pub keys: Vec<Key>,
}

impl Script {
    /// The run of `roguelike keys`; with a seed, the one that the bot plays.
    pub fn new(part: Part, library: StdLib, seed: Option<u32>) -> Script {
        let file = key_file(part, library);
        let setup = Setup { library, ..Setup::new(part, seed.unwrap_or_else(|| seed_of(&file))) };
        let keys = match seed {
            Some(_) => player::keys(setup.clone()),
            None => read_all(file.as_bytes()).unwrap(),
        };
        Script { setup, keys }
    }

    /// What the run does not reach, in words.
    pub fn not_reached(&self) -> Vec<&'static str> {
        let mut game = Game::new(self.setup.clone());
        let mut reach = Reach::new(&game);
        for &key in &self.keys {
            game.press(key);
            reach.observe(key, &game);
        }
        reach.missing()
    }
}

/// The seed that a file of keys names.
fn seed_of(file: &str) -> u32 {
    let (_, rest) = file.split_once(", seed ").unwrap();
    rest.split(',').next().unwrap().parse().unwrap()
}
