//! Makes the copy of a folder in which its program is built and run. Each check makes a new one. Copied files
//! keep their times, because make and CMake compare them.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::error::{CheckError, of_file};
use super::files::link;
use super::listing::{Item, Listing, NotCopied, What, Why};
use super::workspace::Workspace;
use crate::attach::{AttachError, HEADER, HEADER_NAME, HEADER_START};
use roguelike::support::file;

/// Maximum size of the files that are copied, in bytes.
const MAX_SIZE: u64 = 512 << 20;
/// Errors of a full disk, a quota, and a limit for the size of files.
const FULL: [ErrorKind; 3] = [ErrorKind::StorageFull, ErrorKind::QuotaExceeded, ErrorKind::FileTooLarge];

/// The libraries of the folder that a copy has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Libraries {
    /// All of them.
    All,
    /// None: those that are there afterwards are of this build.
    None,
}

impl Workspace<'_> {
    /// Copies the folder. `changed` has the files that are new or different in the copy. Returns the
    /// entries that the copy lacks.
    /// Fails if the folder cannot be read, the copy cannot be written, or there is too much.
    pub fn copy(
        &self,
        changed: &BTreeMap<String, Vec<u8>>,
        libraries: Libraries,
    ) -> Result<Vec<NotCopied>, CheckError> {
        self.tidy()?;
        let folder = fs::canonicalize(self.folder).map_err(of_file(self.folder))?;
        let mut listing = Listing::of(&folder)?;
        if libraries == Libraries::None {
            listing.leave_out_libraries();
        }
        let Listing { items, mut not_copied } = listing;
        let new = &self.source;
        let mut copying = Copying { to: new, size: 0, changed, old_headers: Vec::new() };
        fs::create_dir(new).map_err(of_file(new))?;
        for item in items {
            match copying.item(&item) {
                Ok(()) => {}
                // The system's own error of this kind means a limit for the size of written files.
                Err(error) if error.kind() == ErrorKind::FileTooLarge && error.raw_os_error().is_none() => {
                    return Err(AttachError::TooMuch(folder, "512 MiB").into());
                }
                Err(error) if FULL.contains(&error.kind()) => return Err(of_file(new)(error)),
                Err(error) => not_copied.push(NotCopied { place: item.place, why: error.into() }),
            }
        }
        for (name, bytes) in changed {
            let path = new.join(name);
            copying.write(Path::new(name), bytes).map_err(of_file(&path))?;
            // A rule that makes this file of a newer one runs in the copy, too.
            let own = fs::metadata(folder.join(name));
            own.map_or(Ok(()), |own| keep_time(&path, &own)).map_err(of_file(&path))?;
        }
        let old_headers = copying.old_headers.into_iter();
        not_copied.extend(old_headers.map(|place| NotCopied { place, why: Why::OldHeader }));
        not_copied.sort_by(|a, b| a.place.cmp(&b.place));
        Ok(not_copied)
    }
}

/// A copy that is being made.
struct Copying<'a> {
    to: &'a Path,
    /// Size of the copied files, in bytes.
    size: u64,
    changed: &'a BTreeMap<String, Vec<u8>>,
    /// The places of headers that the newest one replaces.
    old_headers: Vec<PathBuf>,
}

impl Copying<'_> {
    /// Copies a file, folder or link. The files of `changed` are written later.
    fn item(&mut self, Item { place, path, what }: &Item) -> io::Result<()> {
        let to = self.to.join(place);
        match what {
            What::Folder => fs::create_dir(to),
            What::File(about) => {
                let is_changed = place.to_str().is_some_and(|name| self.changed.contains_key(name));
                if is_changed { Ok(()) } else { self.file(path, place, about) }
            }
            What::Link(target) => {
                // The way leads up to the top of the copy, and down to the target.
                let up = place.components().skip(1).map(|_| "..").collect::<PathBuf>();
                let target = up.join(target);
                link(if target.as_os_str().is_empty() { Path::new(".") } else { &target }, &to)
            }
        }
    }

    /// Copies a file, unless the copy becomes too large.
    fn file(&mut self, path: &Path, to: &Path, about: &fs::Metadata) -> io::Result<()> {
        file::check_regular(about)?;
        let bytes = file::read_regular(path, MAX_SIZE - self.size)?;
        self.size += bytes.len() as u64;
        let is_header =
            to.file_name().is_some_and(|name| name == HEADER_NAME) && bytes.starts_with(HEADER_START);
        if is_header && bytes != HEADER.as_bytes() {
            self.old_headers.push(to.to_owned());
        }
        self.write(to, if is_header { HEADER.as_bytes() } else { &bytes })?;
        let copied = self.to.join(to);
        keep_time(&copied, about)?;
        fs::set_permissions(copied, about.permissions())
    }

    /// Writes a file of the copy.
    fn write(&self, name: &Path, bytes: &[u8]) -> io::Result<()> {
        File::create_new(self.to.join(name))?.write_all(bytes)
    }
}

/// Gives a file the time of the original. On other systems than Unix it has the time of the copy.
fn keep_time(path: &Path, about: &fs::Metadata) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;

        use rustix::fs::{AtFlags, CWD, Timespec, Timestamps, utimensat};
        let time = Timespec { tv_sec: about.mtime(), tv_nsec: about.mtime_nsec() as _ };
        let times = Timestamps { last_access: time, last_modification: time };
        utimensat(CWD, path, &times, AtFlags::SYMLINK_NOFOLLOW)?;
    }
    #[cfg(not(unix))]
    let _ = (path, about);
    Ok(())
}
