//! Where a part is saved.

use std::fs;
use std::path::PathBuf;

use crate::part::Part;
use crate::support::folders;

/// The place of a part's save file.
#[derive(Clone, Debug)]
pub(crate) struct SaveLocation {
    /// The part that is played.
    pub part: Part,
    /// The file that the player chose.
    pub chosen: Option<PathBuf>,
}

impl SaveLocation {
    /// Returns the save file; none for parts without saves.
    /// Fails if the player chose no file and the folder for data cannot be made.
    pub fn find(&self) -> Result<Option<PathBuf>, String> {
        match &self.chosen {
            _ if !self.part.has_saves() => Ok(None),
            Some(path) => Ok(Some(path.clone())),
            None => self.in_data_folder().map(Some).map_err(|error| {
                format!(
                    "no place for saves: {error}; they last until the game ends; --save-file chooses a place"
                )
            }),
        }
    }

    fn in_data_folder(&self) -> Result<PathBuf, String> {
        let folder = folders::data()?;
        fs::create_dir_all(&folder)
            .map_err(|error| format!("cannot make the folder {}: {error}", folder.display()))?;
        Ok(folder.join(format!("part{}.save", self.part)))
    }
}
