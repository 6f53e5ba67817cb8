//! Files that compilers write beside programs, and data with names like theirs.

use std::path::Path;

use roguelike::support::file;

/// Endings of the names of these files.
const OBJECTS: [&str; 6] = [".o", ".obj", DEPENDENCIES, ".pdb", ".ilk", ".gch"];
/// The ending of a text with the files that an object was made of.
const DEPENDENCIES: &str = ".d";
/// Number of bytes in which other files than texts have a NUL.
const START: u64 = 512;

/// Returns true for the name of a file that compilers write beside programs.
pub(super) fn is_object(name: &str) -> bool {
    OBJECTS.iter().any(|end| name.ends_with(end))
}

/// Returns true for a file with such a name that is a text of another kind, such as a 3D model (`.obj`).
pub(super) fn is_data(path: &Path) -> bool {
    let Ok(Some(start)) = file::start_of(path, START) else { return false };
    let first = start.split(|&byte| byte == b'\n').next().unwrap_or_default().trim_ascii_end();
    let is_list = first.ends_with(b":") || first.ends_with(b"\\") || first.windows(2).any(|two| two == b": ");
    let can_be_list = path.extension().is_some_and(|end| DEPENDENCIES[1..] == *end);
    let is_text = !start.contains(&0);
    is_text && (!can_be_list || !is_list)
}
