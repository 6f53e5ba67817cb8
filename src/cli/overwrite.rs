//! The rule for `-o`: a command may replace a file of the kind that it writes, and no other. What it reads is
//! of another kind, so it never overwrites its input. Recordings need new names and saves replace only saves,
//! which the code that writes them ensures.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::cli::exit::Failure;
use crate::cli::output::{named_file, replace_file, write_output};
use crate::support::{file, folders};
use crate::trace;

/// Number of bytes at the beginning of a file that show its kind.
const START: u64 = 64;

/// A file that a command writes.
#[derive(Clone, Copy)]
pub struct Output {
    /// The option that names it.
    pub option: &'static str,
    /// The kind of file that it may replace, as errors name it.
    pub kind: &'static str,
    /// Returns true for the first bytes of such a file.
    pub begins: fn(&[u8]) -> bool,
}

/// The output of `trace`.
pub const TRACE: Output = Output::replacing("trace", trace::is_trace);
/// The output of `shot`.
pub const PICTURE: Output = Output::replacing("PNG file", |start| start.starts_with(b"\x89PNG\r\n\x1a\n"));

impl Output {
    /// The file of `-o`, which may replace one of this kind.
    pub const fn replacing(kind: &'static str, begins: fn(&[u8]) -> bool) -> Output {
        Output { option: "-o", kind, begins }
    }

    /// Checks that the command may write this file.
    /// Fails if it may not.
    pub fn check(self, path: Option<&Path>) -> Result<(), Failure> {
        let refused = named_file(path).and_then(|path| Some((path.display(), self.refusal(path)?)));
        refused.map_or(Ok(()), |(path, reason)| {
            let problem = format!("{} cannot write {path}: {reason}; give another file", self.option);
            Err(Failure::WrongUse(problem))
        })
    }

    /// Writes a whole output to a file, or to standard output without one.
    /// Fails if it cannot be written, or the command may not write this file.
    pub fn write(self, path: Option<&Path>, bytes: &[u8]) -> Result<(), Failure> {
        match named_file(path) {
            Some(path) => self.replace(path, |file| Ok(file.write_all(bytes)?)),
            None => write_output(bytes),
        }
    }

    /// Replaces a file with the bytes that `write` writes. That may take a while, in which another file can
    /// take this name, so it is checked again.
    /// Fails if it cannot be written, or the command may not write this file.
    pub fn replace<T>(
        self,
        path: &Path,
        write: impl FnOnce(&mut File) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        replace_file(path, |file| {
            let written = write(file)?;
            self.check(Some(path))?;
            Ok(written)
        })
    }

    /// Returns the reason why the file must not be overwritten, if there is one. Links are followed.
    fn refusal(self, path: &Path) -> Option<String> {
        if is_in_own_folder(path) {
            return Some("the game keeps its own files there".to_owned());
        }
        // The command itself refuses to write a folder or a device.
        match file::start_of(path, START) {
            Ok(start) => (!(self.begins)(&start?)).then(|| format!("it exists and is not a {}", self.kind)),
            Err(error) => Some(format!("its contents cannot be read: {error}")),
        }
    }
}

/// Returns true if a path leads into the folder of the settings, of the saves or of the kept games.
fn is_in_own_folder(path: &Path) -> bool {
    let path = file::place(path).unwrap_or_else(|_| path.to_owned());
    let is_in = |folder: PathBuf| folder.canonicalize().is_ok_and(|folder| path.parent() == Some(&folder));
    let games = folders::data().map(|data| data.join("runs"));
    [folders::settings(), folders::data(), games].into_iter().flatten().any(is_in)
}
