//! The keys that `roguelike keys` writes: a file for each part, with a section for each library.
//!
//! Played by correct rules, they reach what the part has.
//! `RENEW_KEYS=1 cargo test -p roguelike-causes --test causes key_files` makes them again.

pub mod goals;
pub mod hidden;

use roguelike::part::Part;
use roguelike::rng::StdLib;

/// The files of these parts.
macro_rules! files {
    ($($part:literal)*) => { [$(include_str!(concat!($part, ".keys"))),*] };
}

static FILES: [&str; 17] =
    files!("01" "02" "03" "04" "05" "06" "07" "08" "09" "10" "11" "12" "13" "14" "15" "16" "17");

/// The start of the line with the goals that the keys do not reach.
pub const NOT_REACHED: &str = "# Not reached: ";

/// The keys for a part and a library.
#[derive(Clone, Debug)]
pub struct KeyFile {
    /// The file, with comments: how to use the keys.
    pub text: String,
    /// The seed of the dungeon in which the keys are pressed.
    pub seed: u32,
    /// The names of the goals that the keys do not reach.
    pub not_reached: Vec<String>,
}

/// Returns the keys for a part and a library.
pub fn key_file(part: Part, library: StdLib) -> KeyFile {
    // Between sections is an empty line.
    let mut sections = FILES[usize::from(part.number()) - 1].split("\n\n").map(str::trim_end);
    let of_library = format!(", random numbers of {library} (");
    let keys = sections.find(|section| section.contains(&of_library)).unwrap_or_default();
    let seed = keys.split_once(", seed ").and_then(|(_, rest)| rest.split(',').next()?.parse().ok());
    let gaps = keys.lines().filter_map(|line| line.strip_prefix(NOT_REACHED));
    KeyFile {
        text: format!("{keys}\n"),
        seed: seed.unwrap_or_default(),
        not_reached: gaps
            .flat_map(|gaps| gaps.trim_end_matches('.').split(", "))
            .map(str::to_owned)
            .collect(),
    }
}
