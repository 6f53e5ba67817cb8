//! A copy as its build left it, from which each run of the program begins.

use std::collections::BTreeMap;
use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};

use super::error::{CheckError, of_file};
use super::files::{has_names, link, open_folders, remove};
use crate::attach::folder::{Entry, walk};

/// The files and folders of a copy, and the contents of its files in a second folder, as long as this lives.
pub(super) struct Kept {
    /// The copy.
    source: PathBuf,
    /// The folder with the contents.
    contents: PathBuf,
    /// What the copy has, by the path in it. A folder comes before its own entries.
    entries: BTreeMap<PathBuf, Stamp>,
}

/// The facts by which a changed entry is recognised.
#[derive(PartialEq, Eq)]
struct Stamp {
    kind: fs::FileType,
    permissions: fs::Permissions,
    /// The size of a file, and when it was written and changed last. Any time of a folder is right.
    written: Option<(u64, Option<std::time::SystemTime>, (i64, i64))>,
}

impl Stamp {
    fn of(about: &Metadata) -> Stamp {
        let written = || (about.len(), about.modified().ok(), changed(about));
        let permissions = about.permissions();
        Stamp { kind: about.file_type(), permissions, written: (!about.is_dir()).then(written) }
    }
}

/// Returns the time of the last change of a file, which no program can set, and its number.
fn changed(about: &Metadata) -> (i64, i64) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        (about.ctime(), about.ctime_nsec() ^ about.ino().cast_signed())
    }
    #[cfg(not(unix))]
    {
        let _ = about;
        (0, 0)
    }
}

impl Kept {
    /// Keeps a copy, with the contents in a new folder. Files with several names become files of their own:
    /// the others may be outside.
    /// Fails if a file cannot be read or written, or a folder is somebody else's.
    pub fn new(source: &Path, contents: PathBuf) -> Result<Kept, CheckError> {
        remove(&contents).and_then(|()| fs::create_dir(&contents)).map_err(of_file(&contents))?;
        // A program may use files of a folder that nobody may list.
        open_folders(source).map_err(of_file(source))?;
        let mut kept = Kept { source: source.to_owned(), contents, entries: BTreeMap::new() };
        for Entry { path, about, .. } in walk(source, usize::MAX, &|_| true)? {
            let place = kept.place(&path);
            let own = kept.contents.join(&place);
            let made = if about.is_dir() {
                fs::create_dir(&own)
            } else if about.is_file() {
                fs::copy(&path, &own).and_then(|_| match has_names(&about) {
                    true => remove(&path).and_then(|()| fs::copy(&own, &path).map(drop)),
                    false => Ok(()),
                })
            } else if about.is_symlink() {
                fs::read_link(&path).and_then(|target| link(&target, &own))
            } else {
                Ok(())
            };
            made.map_err(of_file(&path))?;
            let about = fs::symlink_metadata(&path).map_err(of_file(&path))?;
            kept.entries.insert(place, Stamp::of(&about));
        }
        Ok(kept)
    }

    /// Returns the path in the copy of one of its entries.
    fn place(&self, path: &Path) -> PathBuf {
        path.strip_prefix(&self.source).unwrap_or(path).to_owned()
    }

    /// Removes what is new in the copy, and restores what has changed.
    /// Fails if a file cannot be read or written.
    pub fn restore(&mut self) -> Result<(), CheckError> {
        for (place, stamp) in self.entries.iter().filter(|(_, stamp)| stamp.kind.is_dir()) {
            let path = self.source.join(place);
            let restore = || {
                if !fs::symlink_metadata(&path).is_ok_and(|about| about.is_dir()) {
                    remove(&path)?;
                    fs::create_dir(&path)?;
                }
                fs::set_permissions(&path, stamp.permissions.clone())
            };
            restore().map_err(of_file(&path))?;
        }
        for Entry { path, .. } in walk(&self.source, usize::MAX, &|_| true)? {
            if !self.entries.contains_key(&self.place(&path)) {
                remove(&path).map_err(of_file(&path))?;
            }
        }
        for (place, stamp) in &mut self.entries {
            let (path, own) = (self.source.join(place), self.contents.join(place));
            let about = fs::symlink_metadata(&path);
            if about.is_ok_and(|about| Stamp::of(&about) == *stamp) || fs::symlink_metadata(&own).is_err() {
                continue;
            }
            let restore = || {
                remove(&path)?;
                match stamp.kind.is_symlink() {
                    true => link(&fs::read_link(&own)?, &path)?,
                    false => _ = fs::copy(&own, &path)?,
                }
                fs::symlink_metadata(&path)
            };
            *stamp = Stamp::of(&restore().map_err(of_file(&path))?);
        }
        Ok(())
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        // The next check removes what cannot be removed now.
        remove(&self.contents).ok();
    }
}
