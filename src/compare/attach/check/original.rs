//! The files of the user's own folder that a build reads, although it has a copy (Linux). The way there may
//! be written outside of the folder, or be made of variables.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::time::SystemTime;

use super::dependencies::changed;
use super::listing::{is_binary, is_made_library};
use super::objects::is_object;
use super::opened::Opened;
use super::told::listed;
use super::workspace::Workspace;
use roguelike::support::file;
use roguelike::support::terminal::complain;

/// Maximum size of a file that is compared, in bytes.
const MAX_SIZE: u64 = 512 << 20;

/// The user's folder while a copy of it is built.
pub(super) struct Original<'a> {
    workspace: &'a Workspace<'a>,
    /// The real path of the folder.
    folder: PathBuf,
    begin: SystemTime,
    opened: Opened,
}

impl Original<'_> {
    /// Begins to watch the folder of a workspace. `None` if the system cannot.
    pub fn watch<'a>(workspace: &'a Workspace<'a>) -> Option<Original<'a>> {
        let folder = fs::canonicalize(workspace.folder).ok()?;
        let opened = Opened::new(&folder)?;
        Some(Original { workspace, folder, begin: SystemTime::now(), opened })
    }

    /// Tells which older files the build has read.
    pub fn tell(&self) {
        let mut read = BTreeSet::new();
        let is_complete = self.opened.take(&mut |place, is_folder| {
            if !is_folder {
                read.insert(place);
            }
        });
        read.retain(|place| self.is_older(place));
        if is_complete && read.is_empty() {
            return;
        }
        let mut names = listed(read.iter().map(|place| place.to_string_lossy()));
        // Nobody knows how many these are.
        if !is_complete {
            names += if read.is_empty() { "other files" } else { " and other files" };
        }
        complain(&format!(
            "the build reads {names} in {} itself, so it may use older files there, and the answer is not \
             certain; a relative path leads into the copy",
            self.workspace.folder.display()
        ));
    }

    /// Returns true for what an earlier build has left, and for a file that the copy lacks or has otherwise.
    /// Editors and git have files of their own in hidden folders, and write others at any time.
    fn is_older(&self, place: &Path) -> bool {
        let [own, copied] = [&self.folder, &self.workspace.source].map(|top| top.join(place));
        let is_made = || is_object(&place.to_string_lossy()) || is_binary(&own) || is_made_library(&own);
        let is_hidden = |part: Component<'_>| part.as_os_str().as_encoded_bytes().starts_with(b".");
        let is_of_others = || place.parent().is_some_and(|above| above.components().any(is_hidden));
        let text = |path: &Path| file::read_regular(path, MAX_SIZE).ok();
        let was_there = changed(&own).is_some_and(|time| time < self.begin);
        was_there && (is_made() || !is_of_others() && text(&own) != text(&copied))
    }
}
