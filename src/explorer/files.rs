//! The files of keys that `roguelike keys` writes: one for each part and library.
//!
//! With correct rules their keys reach what the part has.
//! `RENEW_KEYS=1 cargo test --release -p roguelike-causes --test causes key_files` makes them again.

use crate::part::Part;
use crate::rng::StdLib;

/// The files of a library, Part 1 first.
macro_rules! files_of {
    ($library:literal) => {
        files_of!($library, "01" "02" "03" "04" "05" "06" "07" "08" "09" "10" "11" "12" "13" "14" "15" "16" "17")
    };
    ($library:literal, $($part:literal)*) => {
        [$(include_str!(concat!("keys/", $library, "/", $part, ".keys"))),*]
    };
}

/// Returns the text of the file for a part and a library: comments that name the seed and say how to use
/// it, and the keys.
pub fn key_file(part: Part, library: StdLib) -> &'static str {
    let files: &[&str; 17] = match library {
        StdLib::Libstdcxx => &files_of!("libstdc++"),
        StdLib::Libstdcxx10 => &files_of!("libstdc++-10"),
        StdLib::Libcxx => &files_of!("libc++"),
        StdLib::Msvc => &files_of!("msvc"),
        StdLib::Msvc2022 => &files_of!("msvc-2022"),
        StdLib::Msvc2019 => &files_of!("msvc-2019"),
    };
    files[usize::from(part.number()) - 1]
}
