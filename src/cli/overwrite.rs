//! The rule for every file that a command writes: it may replace a file of the same kind, but not one that
//! the game keeps. Commands read files of other kinds, so no command overwrites its input.

use std::path::{Path, PathBuf};

use crate::cli::exit::Failure;
use crate::cli::output::named_file;
use crate::support::{file, folders};
use crate::trace;

/// Number of bytes at the beginning of a file that show its kind.
const START: u64 = 64;

/// A kind of file: its name, and a function that recognizes its first bytes.
pub type FileKind = (&'static str, fn(&[u8]) -> bool);

/// A file that a command writes: its option, and its kind if it may replace an older file of that kind.
#[derive(Clone, Copy)]
pub struct Output {
    /// The option.
    pub option: &'static str,
    /// The kind.
    pub kind: Option<FileKind>,
}

/// The output of `trace`.
pub const TRACE: Output = Output::replacing("trace", trace::is_trace);
/// The output of `shot`.
pub const PICTURE: Output = Output::replacing("PNG file", |start| start.starts_with(b"\x89PNG\r\n\x1a\n"));
/// The output of `keys`.
pub const KEYS: Output = Output::replacing("file of keys from this command", is_keys);
/// The save of F5. Its old contents are checked when the game saves, because many games only load it.
pub const SAVE: Output = Output { option: "--save-file", kind: None };
/// A recording of `play`, whose name must be new.
pub const RECORDING: Output = Output { option: "--record", kind: None };

impl Output {
    /// The file of `-o`, which may replace one of this kind.
    pub const fn replacing(name: &'static str, begins: fn(&[u8]) -> bool) -> Output {
        Output { option: "-o", kind: Some((name, begins)) }
    }

    /// Checks that the command may write this file. `save` is the file that F5 writes.
    /// Fails if it may not.
    pub fn check(self, path: Option<&Path>, save: Option<&Path>) -> Result<(), Failure> {
        let refused = named_file(path).and_then(|path| Some((path.display(), self.refusal(path, save)?)));
        refused.map_or(Ok(()), |(path, reason)| {
            let problem = format!("{} would overwrite {path}: {reason}; give another file", self.option);
            Err(Failure::WrongUse(problem))
        })
    }

    /// Returns the reason why the file must not be overwritten, if there is one. Links are followed.
    fn refusal(self, path: &Path, save: Option<&Path>) -> Option<String> {
        if save.is_some_and(|save| file::is_same_place(path, save)) {
            return Some(format!("{} names the same file", SAVE.option));
        }
        match kept_file(path) {
            Some(Kept::Save) if self.option == SAVE.option => {}
            Some(Kept::Settings) => return Some("it is the file of the settings".to_owned()),
            Some(Kept::Game) => return Some("it is the file of a kept run".to_owned()),
            Some(Kept::Save) => return Some("it is the save of a part".to_owned()),
            None => {}
        }
        let (name, begins) = self.kind?;
        // The command itself refuses to write a folder or a device.
        match file::start_of(path, START) {
            Ok(start) => (!begins(&start?)).then(|| format!("it is not a {name}")),
            Err(error) => Some(format!("its contents cannot be read: {error}")),
        }
    }
}

/// A file that the game keeps.
enum Kept {
    Settings,
    Game,
    /// The file that F5 writes without `--save-file`.
    Save,
}

/// Returns which of the files that the game keeps is under this path, or would be.
fn kept_file(path: &Path) -> Option<Kept> {
    let path = file::place(path).unwrap_or_else(|_| path.to_owned());
    let is_in = |folder: PathBuf| folder.canonicalize().is_ok_and(|folder| path.parent() == Some(&folder));
    if folders::settings().is_ok_and(is_in) {
        return Some(Kept::Settings);
    }
    let data = folders::data().ok()?;
    if is_in(data.join("runs")) {
        return Some(Kept::Game);
    }
    is_in(data).then_some(Kept::Save)
}

/// Returns true for the first bytes of a file of `keys`: `# Part 3, seed 0, `.
fn is_keys(start: &[u8]) -> bool {
    let start = String::from_utf8_lossy(start);
    let part = start.strip_prefix("# Part ").and_then(|rest| rest.split_once(", seed "));
    part.is_some_and(|(part, _)| part.parse::<u8>().is_ok())
}
