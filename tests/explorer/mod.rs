//! Runs that reach what a part has: those of `roguelike keys`, and those of the bot that made them.

mod player;

use roguelike::game::Setup;
use roguelike::key::Key;
use roguelike::keys::script::read_all;
use roguelike::part::Part;
use roguelike::rng::StdLib;
use roguelike_compare::keys::key_file;

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
        let setup = Setup { library, ..Setup::new(part, seed.unwrap_or(file.seed)) };
        match seed {
            Some(_) => Script::of_bot(setup).0,
            None => Script { setup, keys: read_all(file.text.as_bytes()).unwrap() },
        }
    }

    /// The run that the bot plays, and what it does not reach, in words.
    pub fn of_bot(setup: Setup) -> (Script, Vec<&'static str>) {
        let (keys, not_reached) = player::play(setup.clone());
        (Script { setup, keys }, not_reached)
    }
}
