//! Where the game saves: the file that the player chose, or one in the folder for the program's data.

use std::env;
use std::path::{Path, PathBuf};

use crate::part::Part;

/// The name of the folder for this program's data.
const DATA_FOLDER: &str = "roguelike-sdl2";

/// The place of a part's save file.
#[derive(Clone, Debug)]
pub(super) struct SavePlace {
    /// The part that is played.
    pub part: Part,
    /// The file that the player chose.
    pub chosen: Option<PathBuf>,
}

impl SavePlace {
    /// Returns the save file; none for parts without saves.
    ///
    /// # Errors
    /// If the player chose no file and the folder for data cannot be made.
    pub fn find(&self) -> Result<Option<PathBuf>, String> {
        match &self.chosen {
            _ if !self.part.has_saves() => Ok(None),
            Some(path) => Ok(Some(path.clone())),
            None => match data_folder() {
                Ok(folder) => Ok(Some(folder.join(format!("part{}.save", self.part)))),
                Err(error) => Err(format!(
                    "no place for saves: {error}; they last until the game ends; --save-file chooses a place"
                )),
            },
        }
    }
}

/// Returns the folder for this program's data, and makes it if it is not there.
fn data_folder() -> Result<PathBuf, String> {
    // SDL returns the path as text, so a name that is not UTF-8 would change on the way.
    if ["HOME", "XDG_DATA_HOME"].into_iter().filter_map(env::var_os).any(|path| path.to_str().is_none()) {
        return Err("the home folder's name is not UTF-8".to_owned());
    }
    // SDL uses the first of these variables that is set. A relative path in it would mean a folder below the
    // current one, so saves would depend on where the program is started.
    for name in ["XDG_DATA_HOME", "HOME"] {
        match env::var_os(name) {
            Some(path) if Path::new(&path).is_relative() => {
                return Err(format!("{name} is no absolute path"));
            }
            Some(_) => break,
            None => {}
        }
    }
    sdl2::filesystem::pref_path("", DATA_FOLDER).map(PathBuf::from).map_err(|error| error.to_string())
}
