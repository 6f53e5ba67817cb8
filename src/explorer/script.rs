//! Keys for a recording that reaches what a part has (`roguelike keys`), and their file.

use std::fmt::Write as _;

use super::player::Explorer;
use super::seeds::{Exposed, exposed, good_seed};
use crate::game::Setup;
use crate::key::Key;
use crate::part::Part;
use crate::rng::StdLib;

/// A run that reaches much.
pub struct Script {
    /// How the run begins.
    pub setup: Setup,
    /// The keys, in order.
    pub keys: Vec<Key>,
    /// What the run does not reach, in words.
    pub not_reached: Vec<&'static str>,
}

impl Script {
    /// Returns the run of a part, with the random numbers of a library. Without a seed one is taken that
    /// reaches much.
    pub fn new(part: Part, library: StdLib, seed: Option<u32>) -> Script {
        let seed = seed.unwrap_or_else(|| good_seed(part, library));
        let setup = Setup { library, ..Setup::new(part, seed) };
        let mut player = Explorer::new(setup.clone());
        player.play();
        Script { setup, not_reached: player.not_reached(), keys: player.keys }
    }

    /// Returns how many mistakes show in the run, in a comment, where that was measured.
    fn exposed(&self) -> String {
        let Setup { part, seed, library, .. } = self.setup;
        let Exposed { more, counts: [shown, together, all] } = exposed(part);
        if library != StdLib::default() || seed != good_seed(part, library) {
            return String::new();
        }
        let mut text =
            format!("# {shown} of the {all} known mistakes that show in any run tried show in this one");
        let seeds: Vec<String> = more.iter().map(u32::to_string).collect();
        if let Some(first) = seeds.first() {
            let runs = if seeds.len() == 1 { "that" } else { "those" };
            let with = seeds.join(" and ");
            text += &format!(
                ", {together} in this and {runs} of --seed {with}: roguelike keys --part {part} --seed {first}"
            );
        }
        text + ".\n"
    }

    /// Returns the run as a file of keys. Its comments say how to use it.
    pub fn to_text(&self) -> String {
        let Setup { part, seed, library, .. } = &self.setup;
        let mut text = format!(
            "# Part {part}, seed {seed}, random numbers of {library} ({}). Record your program with it:\n\
             #   ./mygame --seed {seed} --keys-file part{part}.keys --colors --trace mine.trace\n",
            library.compilers()
        );
        text += &self.exposed();
        if !self.not_reached.is_empty() {
            text += &format!("# Not reached: {}.\n", self.not_reached.join(", "));
        }
        let mut column = 0;
        for word in words(&self.keys) {
            let gap = match column {
                0 => "",
                _ if column + 1 + word.len() > 100 => {
                    column = 0;
                    "\n"
                }
                _ => " ",
            };
            column += gap.trim_end_matches('\n').len() + word.len();
            // Writing to a string cannot fail.
            write!(text, "{gap}{word}").ok();
        }
        text + "\n"
    }
}

/// Returns the words of a script of keys: a name each, with a number where a key comes several times.
pub(crate) fn words(keys: &[Key]) -> impl Iterator<Item = String> {
    keys.chunk_by(|a, b| a == b).map(|run| {
        let name = run[0].name().replace(' ', "_");
        if run.len() == 1 { name } else { format!("{name}*{}", run.len()) }
    })
}
