//! The settings that are kept, in a readable file of lines `name = value`.

use std::fmt::Write;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use crate::desktop::settings::{Setting, Settings};
use crate::support::file;

/// The folder of this program's settings, below the platform's.
const FOLDER: &str = "roguelike-sdl2";
const FILE: &str = "settings.txt";
/// Maximum size of the file in bytes.
const MAX_FILE: u64 = 1 << 20;

/// The settings of a session, and the file that keeps them.
#[derive(Clone, Debug, Default)]
pub struct Preferences {
    /// The settings.
    pub settings: Settings,
    /// None if the environment names no folder for such files.
    file: Option<SettingsFile>,
}

impl Preferences {
    /// Reads the player's settings. What is wrong with the file is told, and the rest of it is used.
    pub fn read() -> (Preferences, Option<SettingsError>) {
        let Some(path) = path() else { return (Preferences::default(), None) };
        let (file, settings, problem) = SettingsFile::read(path);
        (Preferences { settings, file }, problem)
    }

    /// Writes the settings to their file.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn keep(&mut self) -> Result<(), SettingsError> {
        self.file.as_mut().map_or(Ok(()), |file| file.write(&self.settings))
    }
}

/// The settings and the file that they came from.
#[derive(Clone, Debug)]
pub struct SettingsFile {
    path: PathBuf,
    /// The lines of the file, and the setting that each one sets. Other lines are comments, unknown or wrong.
    lines: Vec<(String, Option<Setting>)>,
}

/// Why settings are not used or not kept.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// The file cannot be read.
    #[error(
        "cannot read the settings in {}: {error}; the defaults are used, and changes are not kept",
        path.display()
    )]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// Some lines say nothing that can be used.
    #[error("settings in {}: {what}; these lines are kept but not used", path.display())]
    Lines {
        /// The file.
        path: PathBuf,
        /// The lines, and what would be right.
        what: String,
    },
    /// The file cannot be written.
    #[error("cannot keep the settings in {}: {error}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
}

impl SettingsFile {
    /// Reads the settings. A file that is not there has the defaults. What is wrong with the file is told and
    /// does not prevent a game. A file that cannot be read is not returned, so that it is not replaced.
    pub fn read(path: PathBuf) -> (Option<SettingsFile>, Settings, Option<SettingsError>) {
        let text = match file::read_text(&path, MAX_FILE) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                return (Some(SettingsFile { path, lines: Vec::new() }), Settings::default(), None);
            }
            Err(error) => return (None, Settings::default(), Some(SettingsError::Read { path, error })),
        };
        let mut settings = Settings::default();
        let (mut lines, mut wrong) = (Vec::new(), Vec::new());
        for (number, line) in (1..).zip(text.lines()) {
            let setting = match parse(line, &mut settings) {
                Ok(setting) => setting,
                Err(problem) => {
                    wrong.push(format!("line {number}: {problem}"));
                    None
                }
            };
            lines.push((line.to_owned(), setting));
        }
        let problem =
            (!wrong.is_empty()).then(|| SettingsError::Lines { path: path.clone(), what: wrong.join("; ") });
        (Some(SettingsFile { path, lines }), settings, problem)
    }

    /// Writes the settings. Comments and lines that are unknown or wrong stay where they are.
    ///
    /// # Errors
    /// If the file cannot be written. The old one is whole then.
    pub fn write(&mut self, settings: &Settings) -> Result<(), SettingsError> {
        for setting in Setting::ALL {
            let new = format!("{} = {}", setting.name(), setting.get(settings));
            let mut known = false;
            for (line, _) in self.lines.iter_mut().filter(|(_, sets)| *sets == Some(setting)) {
                line.clone_from(&new);
                known = true;
            }
            if !known {
                self.lines.push((new, Some(setting)));
            }
        }
        let mut text = String::new();
        for (line, _) in &self.lines {
            // Writing to a string cannot fail.
            writeln!(text, "{line}").ok();
        }
        let folder = self.path.parent().unwrap_or(Path::new(""));
        fs::create_dir_all(folder)
            .and_then(|()| file::write_whole(&self.path, text.as_bytes()))
            .map_err(|error| SettingsError::Write { path: self.path.clone(), error })
    }
}

/// Reads a line into the settings. Returns the setting, if the line sets one.
fn parse(line: &str, settings: &mut Settings) -> Result<Option<Setting>, String> {
    let line = line.trim();
    if line.is_empty() || line.starts_with('#') {
        return Ok(None);
    }
    let (name, value) = line.split_once('=').ok_or_else(|| format!("'{line}' is not name = value"))?;
    let (name, value) = (name.trim(), value.trim());
    let setting = Setting::ALL.into_iter().find(|setting| setting.name() == name);
    let setting = setting.ok_or_else(|| format!("there is no setting '{name}'"))?;
    match setting.set(settings, value) {
        Some(()) => Ok(Some(setting)),
        None => Err(format!("{name} is {} and not '{value}'", setting.values())),
    }
}

/// Returns the file of the settings: below the folder that the platform has for such files. None if there is
/// no home folder.
pub(crate) fn path() -> Option<PathBuf> {
    Some(dirs::config_dir()?.join(FOLDER).join(FILE))
}

#[cfg(test)]
mod tests {
    use std::env;

    use super::*;
    use crate::desktop::window::palette::Palette;

    /// A file of its own for a test, not there yet.
    fn scratch(test: &str) -> PathBuf {
        let folder = env::temp_dir().join(format!("roguelike-settings-{}-{test}", std::process::id()));
        fs::remove_dir_all(&folder).ok();
        folder.join("below").join(FILE)
    }

    fn remove(path: &Path) {
        fs::remove_dir_all(path.parent().unwrap().parent().unwrap()).unwrap();
    }

    #[test]
    fn what_is_set_is_there_the_next_time() {
        let path = scratch("kept");
        let (mut file, mut settings, problem) = SettingsFile::read(path.clone());
        assert!(settings == Settings::default() && problem.is_none());
        for setting in Setting::ALL {
            setting.step(&mut settings, false);
            assert_ne!(setting.get(&settings), setting.get(&Settings::default()), "{setting:?}");
        }
        file.as_mut().unwrap().write(&settings).unwrap();
        let (_, read, problem) = SettingsFile::read(path.clone());
        assert!(problem.is_none());
        assert_eq!(read, settings);
        remove(&path);
    }

    #[test]
    fn comments_and_wrong_lines_are_told_of_and_kept() {
        let path = scratch("wrong");
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let text =
            "# mine\nvolume = loud\n  palette=high-contrast  \n\ncolor = red\nmute\nscale = 9\nmute = yes\n";
        fs::write(&path, text).unwrap();
        let (mut file, mut settings, problem) = SettingsFile::read(path.clone());
        let expected = Settings { palette: Palette::HighContrast, mute: true, ..Settings::default() };
        assert_eq!(settings, expected);
        let problem = problem.unwrap().to_string();
        assert_eq!(problem.lines().count(), 1);
        for part in [
            "line 2: volume is 0 to 100 and not 'loud'",
            "line 5: there is no setting 'color'",
            "line 6: 'mute' is not name = value",
            "line 7: scale is fit or 1 to 8 and not '9'",
        ] {
            assert!(problem.contains(part), "{problem}");
        }
        settings.volume = 40;
        file.as_mut().unwrap().write(&settings).unwrap();
        let written = fs::read_to_string(&path).unwrap();
        assert!(written.starts_with("# mine\nvolume = loud\npalette = high-contrast\n\ncolor = red\nmute\n"));
        assert_eq!(SettingsFile::read(path.clone()).1, settings);
        remove(&path);
    }

    #[test]
    fn a_file_that_cannot_be_written_is_told_of() {
        let path = scratch("folder");
        let (mut file, settings, _) = SettingsFile::read(path.clone());
        fs::create_dir_all(&path).unwrap();
        let error = file.as_mut().unwrap().write(&settings).unwrap_err().to_string();
        assert!(error.starts_with("cannot keep the settings in"), "{error}");
        remove(&path);
    }

    #[test]
    fn a_file_that_cannot_be_read_is_told_of_and_not_replaced() {
        let path = scratch("latin1");
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, b"# f\xfcr mich\nvolume = 40\n").unwrap();
        let (file, settings, problem) = SettingsFile::read(path.clone());
        assert!(settings == Settings::default() && problem.unwrap().to_string().starts_with("cannot read"));
        assert!(file.is_none());
        remove(&path);
    }
}
