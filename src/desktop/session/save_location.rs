//! Where the game saves: the file that the player chose, or one in the folder for the program's data.

use std::fs;
use std::path::{Path, PathBuf};

use crate::desktop::runs::folder::RunsFolder;
use crate::part::Part;
use crate::support::folders;

/// The place of a part's save file.
#[derive(Clone, Debug)]
pub(crate) struct SaveLocation {
    /// The part that is played.
    pub part: Part,
    /// The file that the player chose.
    pub chosen: Option<PathBuf>,
    /// Where runs are kept; none if they are not.
    pub runs: Option<RunsFolder>,
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

    /// Returns where the runs of a game are kept that saves to this file.
    pub fn runs_folder(&self, save: Option<&Path>) -> Option<RunsFolder> {
        let folder = self.runs.clone()?;
        Some(match save {
            Some(save) => folder.with_saves(self.part, save.to_owned()),
            None => folder,
        })
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
