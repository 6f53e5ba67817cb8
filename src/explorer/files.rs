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

/// Returns the section for a part and a library: comments that name the seed and say how to use it, and the
/// keys. Between sections is an empty line.
pub fn key_file(part: Part, library: StdLib) -> &'static str {
    let mut sections = FILES[usize::from(part.number()) - 1].split_inclusive("\n\n");
    let of_library = format!(", random numbers of {library} (");
    let section = sections.find(|section| section.contains(&of_library)).unwrap_or_default();
    section.strip_suffix('\n').filter(|keys| keys.ends_with('\n')).unwrap_or(section)
}
