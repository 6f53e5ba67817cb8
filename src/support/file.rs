//! Files that are read whole and written whole.

use std::fs::{self, File, OpenOptions};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{self, Path, PathBuf};
use std::thread;
use std::time::Duration;

const NOT_REGULAR: &str = "it is not a regular file";

/// Reads a text file of at most `limit` bytes.
/// Fails if it cannot be read, is larger, or is not a regular file of UTF-8. That error names the line.
pub fn read_text(path: &Path, limit: u64) -> io::Result<String> {
    String::from_utf8(read_regular(path, limit)?).map_err(|error| {
        let text = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + text.iter().filter(|&&byte| byte == b'\n').count();
        io::Error::new(ErrorKind::InvalidData, format!("line {line}: this is not UTF-8"))
    })
}

/// Reads at most `limit` bytes of a regular file, also through links.
/// Fails if it cannot be read, is larger, or is anything else, such as a pipe.
pub fn read_regular(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    // This comes before opening, because opening a pipe waits for a writer.
    check_regular(&fs::metadata(path).map_err(of_device)?)?;
    let mut bytes = Vec::new();
    open(path)?.take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        return Err(io::Error::new(ErrorKind::FileTooLarge, format!("it is larger than {limit} bytes")));
    }
    Ok(bytes)
}

/// Checks that this is a regular file.
/// Fails if it is anything else.
pub fn check_regular(file: &fs::Metadata) -> io::Result<()> {
    let problem = if file.is_symlink() { "it is a symbolic link" } else { NOT_REGULAR };
    let problem = io::Error::other(problem);
    let folder = || io::Error::new(ErrorKind::IsADirectory, "it is a folder");
    if file.is_file() { Ok(()) } else { Err(if file.is_dir() { folder() } else { problem }) }
}

/// Returns the first bytes of a regular file, at most `length`, or `None` if it does not exist or is empty.
/// Fails if it cannot be read.
pub fn start_of(path: &Path, length: u64) -> io::Result<Option<Vec<u8>>> {
    if !fs::metadata(path).is_ok_and(|file| file.is_file() && file.len() > 0) {
        return Ok(None);
    }
    let mut start = Vec::new();
    open(path)?.take(length).read_to_end(&mut start)?;
    Ok(Some(start))
}

/// Opens a file for reading, which may be a pipe or a device.
/// Fails if it cannot be opened, or is a folder, for which Windows would report a missing permission.
pub fn open(path: &Path) -> io::Result<File> {
    if path.is_dir() {
        check_regular(&fs::metadata(path)?)?;
    }
    retry_while_open(|| File::open(path))
}

/// Calls `action` again for half a second while another program has the file open. On Windows, virus scanners
/// and backups open new files for a moment.
fn retry_while_open<T>(action: impl Fn() -> io::Result<T>) -> io::Result<T> {
    for _ in 0..20 {
        match action() {
            // Access denied, sharing violation and lock violation.
            Err(error) if cfg!(windows) && matches!(error.raw_os_error(), Some(5 | 32 | 33)) => {
                thread::sleep(Duration::from_millis(25));
            }
            result => return result,
        }
    }
    action()
}

/// Replaces a file so that a crash at any moment leaves either the old or the new one whole: writes a
/// temporary file beside it, flushes that to the disk, and renames it. If `path` is a link, the file at its
/// end is replaced and the link stays. Temporary files that earlier crashes left are removed.
///
/// # Errors
/// If any of this fails, or the user may not write to the old file. The old file is unchanged then.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    replace(path, |file| file.write_all(bytes))
}

/// Replaces a file in the same way with the bytes that `write` writes, and returns the result of `write`.
/// Fails if any of this fails. The old file is unchanged then.
pub fn replace<T, E: From<io::Error>>(
    path: &Path,
    write: impl FnOnce(&mut File) -> Result<T, E>,
) -> Result<T, E> {
    let target = follow_links(path)?;
    let old = match fs::metadata(&target) {
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        old => Some(old.map_err(of_device)?),
    };
    if let Some(old) = &old {
        check_replaceable(&target, old)?;
    }
    let folder = folder_of(&target)?;
    remove_stale_files(folder);
    let (mut file, temporary) = create_in(folder)?;
    let written = (|| {
        let result = write(&mut file)?;
        if let Some(old) = &old {
            file.set_permissions(old.permissions())?;
        }
        file.sync_all()?;
        retry_while_open(|| fs::rename(&temporary, &target))?;
        Ok(result)
    })();
    if written.is_err() {
        // The first error is the one to report. The next writer removes a file that stays here.
        fs::remove_file(&temporary).ok();
        return written;
    }
    // The new file is in place. If the folder cannot be flushed, a power cut may bring back the old file, but
    // whole. Elsewhere than on Unix folders cannot be opened.
    if cfg!(unix) {
        File::open(folder).and_then(|folder| folder.sync_all()).ok();
    }
    written
}

/// A file to which whole texts are appended.
#[derive(Debug)]
pub struct AppendedFile {
    /// The file.
    pub handle: File,
    /// Size of the file after the last whole text, in bytes.
    length: u64,
}

impl AppendedFile {
    /// Appends to a file that is open for writing.
    /// Fails if its size cannot be read.
    pub fn new(file: File) -> io::Result<AppendedFile> {
        Ok(AppendedFile { length: file.metadata()?.len(), handle: file })
    }

    /// Returns true if another program has changed the size of the file.
    pub fn is_changed(&self) -> bool {
        !self.handle.metadata().is_ok_and(|file| file.len() == self.length)
    }

    /// Removes everything after the first `length` bytes.
    /// Fails if the file cannot be cut.
    pub fn cut(&mut self, length: u64) -> io::Result<()> {
        // A file that is only continued keeps its time.
        if length < self.length {
            self.handle.set_len(length)?;
            self.length = length;
        }
        Ok(())
    }

    /// Appends a text. After a failure, for example on a full disk, the file ends with the text before.
    /// Fails if the text cannot be written, or another program has changed the file. The other program's text
    /// stays.
    pub fn append(&mut self, text: &str) -> io::Result<()> {
        if self.is_changed() {
            return Err(io::Error::other("another program has changed the file"));
        }
        self.handle.seek(SeekFrom::End(0))?;
        let written = self.handle.write_all(text.as_bytes());
        match written {
            Ok(()) => self.length += text.len() as u64,
            // The first error is the one to report. A file that cannot be cut counts as changed.
            Err(_) => _ = self.handle.set_len(self.length),
        }
        written
    }
}

/// Returns the absolute path to which `path` leads. The file does not have to exist.
/// Fails if its folder does not exist.
pub fn place(path: &Path) -> io::Result<PathBuf> {
    let target = follow_links(path)?;
    let folder = fs::canonicalize(folder_of(&target)?)?;
    let name = target.file_name().unwrap_or_default();
    // On systems that ignore the case of names, two files that do not exist yet would seem to differ.
    let ignores_case = cfg!(any(windows, target_os = "macos"));
    Ok(folder.join(if ignores_case { name.to_ascii_lowercase() } else { name.to_owned() }))
}

/// Returns the absolute path to which a path leads, also if its last link leads to nothing yet.
fn follow_links(path: &Path) -> io::Result<PathBuf> {
    match fs::canonicalize(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => match fs::read_link(path) {
            Ok(next) => follow_links(&path.with_file_name(next)),
            Err(_) => path::absolute(path),
        },
        found => found.map_err(of_device),
    }
}

/// Explains the error that Windows returns for NUL, CON and the other devices. Returns other errors
/// unchanged.
fn of_device(error: io::Error) -> io::Error {
    match error.raw_os_error() {
        Some(1 | 87) if cfg!(windows) => io::Error::other(NOT_REGULAR),
        _ => error,
    }
}

/// Checks that a file may be replaced. Renaming needs no permission for the file itself and would turn a
/// device into a file, so both are checked here. Opening a file for writing changes nothing in it.
fn check_replaceable(target: &Path, old: &fs::Metadata) -> io::Result<()> {
    check_regular(old)?;
    match retry_while_open(|| OpenOptions::new().write(true).open(target)) {
        Ok(_) => Ok(()),
        Err(error) if error.kind() == ErrorKind::PermissionDenied => {
            Err(io::Error::new(ErrorKind::PermissionDenied, "it is write-protected"))
        }
        Err(error) => Err(error),
    }
}

fn folder_of(target: &Path) -> io::Result<&Path> {
    let folder = target.file_name().and_then(|_| target.parent());
    folder.ok_or_else(|| io::Error::new(ErrorKind::InvalidInput, "the path names no file"))
}

/// Prefix and suffix of the names of temporary files, with 16 hexadecimal digits between them.
const PREFIX: &str = ".roguelike-";
const SUFFIX: &str = ".tmp";

/// Creates a temporary file in the folder. Its lock shows other processes that it is in use. A name is never
/// used twice, because another process may just have found the last file of that name unlocked, and be about
/// to remove it.
fn create_in(folder: &Path) -> io::Result<(File, PathBuf)> {
    loop {
        let random = RandomState::new().build_hasher().finish();
        let path = folder.join(format!("{PREFIX}{random:016x}{SUFFIX}"));
        let file = OpenOptions::new().write(true).create_new(true).open(&path)?;
        // On a file system without locks, `remove_stale_files` removes nothing either.
        file.lock().ok();
        // Before it was locked, another process may have removed it.
        if path.exists() {
            return Ok((file, path));
        }
    }
}

/// Removes temporary files that no process uses. A failure only costs a little space, so it is not reported.
fn remove_stale_files(folder: &Path) {
    // This program writes only names with a number between prefix and suffix.
    let is_number =
        |text: &str| text.len() == 16 && text.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'));
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let number = name.strip_prefix(PREFIX).and_then(|rest| rest.strip_suffix(SUFFIX));
        if number.is_some_and(is_number)
            && entry.file_type().is_ok_and(|kind| kind.is_file())
            && let Ok(file) = OpenOptions::new().write(true).open(entry.path())
            && file.try_lock().is_ok()
        {
            fs::remove_file(entry.path()).ok();
        }
    }
}
