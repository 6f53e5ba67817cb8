//! The settings that are kept, in a readable file of lines `name = value`.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use crate::desktop::settings::{SETTINGS, Setting, Settings};
use crate::support::file;
use crate::support::text::{joined, shortened};

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
    /// The settings that this session has read from the file or written to it.
    kept: Settings,
    /// None if the environment names no folder for such files, or if the file cannot be read.
    file: Option<PathBuf>,
}

impl Preferences {
    /// Reads the player's settings. What is wrong with the file is told, and the rest of it is used.
    pub fn read() -> (Preferences, Option<SettingsError>) {
        path().map_or_else(Default::default, Preferences::read_from)
    }

    /// Reads settings. A file that is not there has the defaults. A file that cannot be read is not replaced.
    pub fn read_from(path: PathBuf) -> (Preferences, Option<SettingsError>) {
        let text = match read_if_there(&path) {
            Ok(text) => text,
            Err(error) => return (Preferences::default(), Some(SettingsError::Read { path, error })),
        };
        let mut settings = Settings::default();
        let lines = (1..).zip(text.lines()).map(|(number, line)| (number, parse(line, &mut settings)));
        let wrong = lines.filter_map(|(number, line)| Some(format!("line {number}: {}", line.err()?)));
        let wrong: Vec<String> = wrong.collect();
        let problem =
            (!wrong.is_empty()).then(|| SettingsError::Lines { path: path.clone(), what: joined(&wrong) });
        (Preferences { kept: settings.clone(), settings, file: Some(path) }, problem)
    }

    /// Writes the settings that changed to their file. All other lines stay as they are: another window may
    /// have written them.
    ///
    /// # Errors
    /// If the file cannot be read or written. The old one is whole then.
    pub fn keep(&mut self) -> Result<(), SettingsError> {
        let Some(path) = &self.file else { return Ok(()) };
        let (settings, kept) = (&self.settings, &self.kept);
        let changed = SETTINGS.iter().filter(|setting| setting.value(settings) != setting.value(kept));
        let changed: Vec<&Setting> = changed.collect();
        if changed.is_empty() {
            return Ok(());
        }
        let text = read_if_there(path).map_err(|error| SettingsError::Write { path: path.clone(), error })?;
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        for setting in changed {
            let new = format!("{} = {}", setting.name, setting.value(settings));
            match lines.iter_mut().rfind(|line| sets(line, setting)) {
                Some(line) => *line = new,
                None => lines.push(new),
            }
        }
        let text = lines.join("\n") + "\n";
        fs::create_dir_all(path.parent().unwrap_or(Path::new("")))
            .and_then(|()| file::write_whole(path, text.as_bytes()))
            .map_err(|error| SettingsError::Write { path: path.clone(), error })?;
        self.kept = self.settings.clone();
        Ok(())
    }
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

/// Returns the text of the file, without the mark that editors on Windows begin it with; nothing if it is not
/// there.
fn read_if_there(path: &Path) -> io::Result<String> {
    match file::read_text(path, MAX_FILE) {
        Ok(text) => Ok(text.strip_prefix('\u{feff}').unwrap_or(&text).to_owned()),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(String::new()),
        Err(error) => Err(error),
    }
}

/// Returns true if a line sets this setting.
fn sets(line: &str, setting: &Setting) -> bool {
    parse(line, &mut Settings::default()).is_ok_and(|name| name == Some(setting.name))
}

/// Reads a line into the settings. Returns the name of the setting, if the line sets one.
fn parse(line: &str, settings: &mut Settings) -> Result<Option<&'static str>, String> {
    let line = line.trim();
    if line.is_empty() || line.starts_with('#') {
        return Ok(None);
    }
    let (name, value) =
        line.split_once('=').ok_or_else(|| format!("'{}' is not name = value", shortened(line)))?;
    let (name, value) = (name.trim(), value.trim());
    let setting = SETTINGS.iter().find(|setting| setting.name == name);
    let setting = setting.ok_or_else(|| format!("there is no setting '{}'", shortened(name)))?;
    if setting.set(settings, value) {
        Ok(Some(setting.name))
    } else {
        Err(format!("{name} is {} and not '{}'", setting.values(), shortened(value)))
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
        let (mut mine, problem) = Preferences::read_from(path.clone());
        assert!(mine.settings == Settings::default() && problem.is_none());
        for setting in &SETTINGS {
            setting.step(&mut mine.settings, false);
            assert_ne!(setting.value(&mine.settings), setting.value(&Settings::default()), "{setting:?}");
        }
        mine.keep().unwrap();
        let (read, problem) = Preferences::read_from(path.clone());
        assert!(problem.is_none());
        assert_eq!(read.settings, mine.settings);
        remove(&path);
    }

    #[test]
    fn each_window_writes_only_what_it_changed_itself() {
        let path = scratch("two_windows");
        let [mut first, mut second] = [(); 2].map(|()| Preferences::read_from(path.clone()).0);
        first.settings.volume = 40;
        first.keep().unwrap();
        second.settings.palette = Palette::HighContrast;
        second.keep().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "volume = 40\npalette = high-contrast\n");
        // What was changed and changed back is written, too.
        first.settings.volume = 100;
        first.keep().unwrap();
        let expected = Settings { palette: Palette::HighContrast, ..Settings::default() };
        assert_eq!(Preferences::read_from(path.clone()).0.settings, expected);
        remove(&path);
    }

    #[test]
    fn comments_and_wrong_lines_are_told_of_and_kept() {
        let path = scratch("wrong");
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let text =
            "# mine\nvolume = loud\n  palette=high-contrast  \n\ncolor = red\nmute\nscale = 9\nmute = yes\n";
        fs::write(&path, text).unwrap();
        let (mut mine, problem) = Preferences::read_from(path.clone());
        let expected = Settings { palette: Palette::HighContrast, mute: true, ..Settings::default() };
        assert_eq!(mine.settings, expected);
        let problem = problem.unwrap().to_string();
        assert_eq!(problem.lines().count(), 1);
        for part in [
            "line 2: volume is 0, 10, 20, 30, 40, 50, 60, 70, 80, 90 or 100 and not 'loud'",
            "line 5: there is no setting 'color'",
            "line 6: 'mute' is not name = value",
            "line 7: scale is fit, 1, 2, 3, 4, 5, 6, 7 or 8 and not '9'",
        ] {
            assert!(problem.contains(part), "{problem}");
        }
        mine.settings.volume = 40;
        mine.keep().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), format!("{text}volume = 40\n"));
        assert_eq!(Preferences::read_from(path.clone()).0.settings, mine.settings);
        remove(&path);
    }

    #[test]
    fn a_file_that_cannot_be_written_is_told_of() {
        let path = scratch("folder");
        let mut mine = Preferences::read_from(path.clone()).0;
        fs::create_dir_all(&path).unwrap();
        mine.settings.mute = true;
        let error = mine.keep().unwrap_err().to_string();
        assert!(error.starts_with("cannot keep the settings in"), "{error}");
        remove(&path);
    }

    #[test]
    fn a_file_that_cannot_be_read_is_told_of_and_not_replaced() {
        let path = scratch("latin1");
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let text = b"# f\xfcr mich\nvolume = 40\n";
        fs::write(&path, text).unwrap();
        let (mut mine, problem) = Preferences::read_from(path.clone());
        assert!(problem.unwrap().to_string().starts_with("cannot read"));
        mine.settings.mute = true;
        mine.keep().unwrap();
        assert_eq!(fs::read(&path).unwrap(), text);
        remove(&path);
    }

    #[test]
    fn a_byte_order_mark_is_skipped() {
        let path = scratch("mark");
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, "\u{feff}mute = yes\nvolume = 40\n").unwrap();
        let (mut preferences, problem) = Preferences::read_from(path.clone());
        assert!(problem.is_none() && preferences.settings.mute && preferences.settings.volume == 40);
        preferences.settings.mute = false;
        preferences.keep().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "mute = no\nvolume = 40\n");
        remove(&path);
    }

    #[test]
    fn a_message_about_many_wrong_lines_is_short() {
        let path = scratch("many");
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, "nonsense = \u{1b}[2J\n".repeat(10_000) + &"x".repeat(100_000)).unwrap();
        let problem = Preferences::read_from(path.clone()).1.unwrap().to_string();
        assert!(problem.len() < 1_000 && !problem.contains('\u{1b}'), "{problem}");
        assert!(
            problem.contains("line 1: there is no setting 'nonsense'; ") && problem.contains(" more; these"),
            "{problem}"
        );
        remove(&path);
    }
}
