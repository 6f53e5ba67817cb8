//! Where the game saves: the file that the player chose, or one in the folder for the program's data.

use std::fs;
use std::path::PathBuf;

use crate::desktop::runs::archive::Archive;
use crate::desktop::runs::folders;
use crate::part::Part;

/// The place of a part's save file.
#[derive(Clone, Debug)]
pub(crate) struct SaveLocation {
    /// The part that is played.
    pub part: Part,
    /// The seed that it is played with.
    pub seed: u32,
    /// The file that the player chose.
    pub chosen: Option<PathBuf>,
}

impl SaveLocation {
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

    /// Returns where the keys of runs go; none if there is no folder for data.
    pub fn archive(&self) -> Option<Archive> {
        Some(Archive::new(folders::data().ok()?.join("runs"), self.seed))
    }
}

/// Returns the folder for this program's data, and makes it if it is not there.
fn data_folder() -> Result<PathBuf, String> {
    let folder = folders::data()?;
    match fs::create_dir_all(&folder) {
        Ok(()) => Ok(folder),
        Err(error) => Err(format!("cannot make the folder {}: {error}", folder.display())),
    }
}
