//! The keys that `roguelike keys` writes: a file for each part, with a section for each library.
//!
//! With correct rules they reach what the part has.
//! `RENEW_KEYS=1 cargo test --release -p roguelike-causes --test causes key_files` makes them again.

use crate::part::Part;
use crate::rng::StdLib;

/// The files of these parts.
macro_rules! files {
    ($($part:literal)*) => { [$(include_str!(concat!("keys/", $part, ".keys"))),*] };
}

static FILES: [&str; 17] =
    files!("01" "02" "03" "04" "05" "06" "07" "08" "09" "10" "11" "12" "13" "14" "15" "16" "17");

/// The line before the mistakes that `verify` knows and that the keys of no library show.
pub const HIDDEN: &str = "# The keys of no library show these mistakes:";

/// Returns the keys for a part and a library, with comments: the seed, how to use them, and which mistakes
/// none of the files of the part shows.
pub fn key_file(part: Part, library: StdLib) -> String {
    // Between sections is an empty line. The last one is that of all libraries.
    let mut sections = FILES[usize::from(part.number()) - 1].split("\n\n").map(str::trim_end);
    let of_library = format!(", random numbers of {library} (");
    let keys = sections.find(|section| section.contains(&of_library)).unwrap_or_default();
    let hidden = sections.last().filter(|section| section.starts_with(HIDDEN));
    hidden.map_or_else(|| format!("{keys}\n"), |hidden| format!("{keys}\n{hidden}\n"))
}
