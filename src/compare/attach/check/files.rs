//! Writes and removes files of a workspace. Links are never followed.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::Path;

/// The file that marks a workspace as ours, and that is locked while a check uses it.
pub(super) const LOCK: &str = "roguelike-check.lock";

/// All permissions of a file's owner.
#[cfg(unix)]
const OWNER: u32 = 0o700;

/// Removes a file, a link, or a folder with everything in it. Links are not followed. Succeeds if nothing is
/// there.
pub(super) fn remove(path: &Path) -> io::Result<()> {
    let gone = |result: io::Result<()>| match result {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    };
    if !fs::symlink_metadata(path).is_ok_and(|about| about.is_dir()) {
        return gone(fs::remove_file(path));
    }
    gone(fs::remove_dir_all(path)).or_else(|_| {
        // A build may leave folders without write permission.
        open_folders(path)?;
        gone(fs::remove_dir_all(path))
    })
}

/// Lets the user read and change a folder and those in it.
pub(super) fn open_folders(folder: &Path) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mut permissions = fs::symlink_metadata(folder)?.permissions();
        if permissions.mode() & OWNER != OWNER {
            permissions.set_mode(permissions.mode() | OWNER);
            fs::set_permissions(folder, permissions)?;
        }
    }
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            open_folders(&entry.path())?;
        }
    }
    Ok(())
}

/// Creates a file, and removes whatever has its name before.
pub(super) fn create(path: &Path) -> io::Result<File> {
    remove(path)?;
    File::create_new(path)
}

/// Returns true for a file with more than one name.
pub(super) fn has_names(about: &fs::Metadata) -> bool {
    #[cfg(unix)]
    return std::os::unix::fs::MetadataExt::nlink(about) > 1;
    #[cfg(not(unix))]
    {
        let _ = about;
        false
    }
}

/// Makes a link.
pub(super) fn link(target: &Path, path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    return std::os::unix::fs::symlink(target, path);
    // The copies of other systems have none.
    #[cfg(not(unix))]
    {
        let _ = (target, path);
        Ok(())
    }
}
