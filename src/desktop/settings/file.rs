//! The settings that are kept, in a readable file of lines `name = value`.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use crate::desktop::actions::Action;
use crate::desktop::bindings::own_key;
use crate::desktop::key_table::{file_name, row_of};
use crate::desktop::settings::{Settings, WrongLine, kept_values, set_kept};
use crate::key::Key;
use crate::support::owned::{OwnFolder, lock_folder};
use crate::support::text::joined;
use crate::support::{file, folders};

const FILE: &str = "settings.txt";
/// Maximum size of the file in bytes.
const MAX_FILE: u64 = 1 << 20;

/// The settings of a session, and the file that keeps them.
#[derive(Clone, Debug, Default)]
pub struct Preferences {
    /// The settings.
    pub settings: Settings,
    /// The settings that this session has read from the file or written to it.
    kept: Settings,
    /// `None` if the environment lacks a folder for such files, or if the file cannot be read.
    file: Option<(PathBuf, OwnFolder)>,
}

impl Preferences {
    /// Reads the player's settings. Returns what is wrong with the file, too. The rest of it is used.
    pub fn read() -> (Preferences, Option<SettingsError>) {
        path().map_or_else(Default::default, Preferences::read_from)
    }

    /// Reads settings. A file that is not there has the defaults. A file that cannot be read is not replaced.
    pub fn read_from(path: PathBuf) -> (Preferences, Option<SettingsError>) {
        let text = match read_if_there(&path) {
            Ok(text) => text,
            Err(error) => return (Preferences::default(), Some(SettingsError::Read(path, error))),
        };
        let mut settings = Settings::default();
        let lines = (1..).zip(text.lines()).map(|(number, line)| (number, parse(line, &mut settings)));
        let wrong = lines.filter_map(|(number, line)| Some(format!("line {number}: {}", line.err()?)));
        let wrong: Vec<String> = wrong.collect();
        let problem = (!wrong.is_empty()).then(|| SettingsError::Lines(path.clone(), joined(&wrong)));
        let folder = OwnFolder::new(path.parent().unwrap_or(Path::new("")).to_owned());
        (Preferences { kept: settings.clone(), settings, file: Some((path, folder)) }, problem)
    }

    /// Applies options of the command line. They are written only when the player changes them.
    pub fn set_for_now(&mut self, set: impl Fn(&mut Settings)) {
        set(&mut self.settings);
        set(&mut self.kept);
    }

    /// Writes the settings that changed to their file. All other lines stay as they are: another window may
    /// have written them.
    ///
    /// # Errors
    /// If the file cannot be read or written. The old one is whole then.
    pub fn keep(&mut self) -> Result<(), SettingsError> {
        let Some((path, folder)) = &self.file else { return Ok(()) };
        let values = kept_values(&self.settings).zip(kept_values(&self.kept));
        let changed = values.filter(|(value, kept)| value != kept).map(|(value, _)| value);
        let changed: Vec<(&str, String)> = changed.collect();
        let lacks = |keys: &[(Key, Action)]| {
            let keys = keys.to_vec();
            move |own: &&(Key, Action)| !keys.contains(own)
        };
        let new_keys: Vec<_> = self.settings.keys.iter().filter(lacks(&self.kept.keys)).copied().collect();
        let old_keys: Vec<_> = self.kept.keys.iter().filter(lacks(&self.settings.keys)).copied().collect();
        if changed.is_empty() && new_keys.is_empty() && old_keys.is_empty() {
            return Ok(());
        }
        let failed = |error| SettingsError::Write(path.clone(), error);
        folder.make().map_err(failed)?;
        // Another window may be about to write its own changes.
        let _lock = lock_folder(&folder.path);
        let text = read_if_there(path).map_err(failed)?;
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        for (name, value) in changed {
            let new = format!("{name} = {value}");
            let sets = |line: &str| parse(line, &mut Settings::default()) == Ok(Some(name));
            match lines.iter_mut().rfind(|line| sets(line)) {
                Some(line) => *line = new,
                None => lines.push(new),
            }
        }
        lines.retain(|line| !old_keys.iter().any(|own| key_of(line) == Some(*own)));
        let line =
            |(key, action): (Key, Action)| Some(format!("{} = {}", file_name(key), row_of(action)?.name));
        lines.extend(new_keys.into_iter().filter_map(line));
        // A last line without its end may have half of one. With the other half it would be another line.
        let line_end = if text.contains("\r\n") || text.ends_with('\r') { "\r\n" } else { "\n" };
        let text = lines.join(line_end) + line_end;
        file::write_whole(path, text.as_bytes()).map_err(failed)?;
        self.kept = self.settings.clone();
        Ok(())
    }
}

/// Why settings are not used or not kept. The path is that of their file.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// The file cannot be read.
    #[error(
        "cannot read the settings in {}: {}; the defaults are used, and changes are not kept",
        .0.display(), .1
    )]
    Read(PathBuf, io::Error),
    /// Some lines are wrong: these, and how they would be right.
    #[error("settings in {}: {}; these lines are kept but not used", .0.display(), .1)]
    Lines(PathBuf, String),
    /// The file cannot be written.
    #[error("cannot keep the settings in {}: {}", .0.display(), .1)]
    Write(PathBuf, io::Error),
}

/// Returns the text of the file, without the mark that editors on Windows begin it with; nothing if it is not
/// there.
fn read_if_there(path: &Path) -> io::Result<String> {
    match file::read_text(path, MAX_FILE) {
        Ok(text) => Ok(text.strip_prefix('\u{feff}').unwrap_or(&text).to_owned()),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(String::new()),
        Err(error) => Err(error),
    }
}

/// Reads a line into the settings. Returns the name in front of its value; none for an empty line or a
/// comment.
fn parse<'l>(line: &'l str, settings: &mut Settings) -> Result<Option<&'l str>, WrongLine> {
    let line = line.trim();
    if line.is_empty() || line.starts_with('#') {
        return Ok(None);
    }
    let (name, value) = line.split_once('=').ok_or_else(|| WrongLine::NoPair(line.to_owned()))?;
    let (name, value) = (name.trim(), value.trim());
    set_kept(settings, name, value).map(|()| Some(name))
}

/// Returns the key of the player's own that a line has.
fn key_of(line: &str) -> Option<(Key, Action)> {
    let (key, action) = line.split_once('=')?;
    own_key(key.trim(), action.trim())?.ok()
}

/// Returns the file of the settings, or `None` if the environment lacks a folder for it.
pub(crate) fn path() -> Option<PathBuf> {
    Some(folders::settings().ok()?.join(FILE))
}
