//! The folder of the repository.

use std::path::Path;

/// Returns the folder of the repository. The package of the tests is there, or in a folder below.
pub fn root() -> &'static Path {
    let mut folders = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    folders.find(|folder| folder.join("tests/common/root.rs").is_file()).unwrap()
}
