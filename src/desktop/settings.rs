//! What a player has set, kept in a readable file of lines `name = value`.

use std::fmt::Write;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::palette::Palette;
use crate::color::Color;
use crate::screen::Frame;
use crate::support::file;

const HEADING: Color = Color(230, 220, 180);
const CHOSEN: Color = Color(255, 230, 150);
const TEXT: Color = Color(205, 200, 215);
const HINT: Color = Color(120, 112, 132);

/// The folder of this program's settings, below the platform's.
const FOLDER: &str = "roguelike-sdl2";
const FILE: &str = "settings.txt";
/// Maximum size of the file in bytes.
const MAX_FILE: u64 = 1 << 20;
/// Maximum scale of a new window.
const MAX_SCALE: u32 = 8;
/// Steps of the volume on the page, in percent.
const VOLUME_STEP: u8 = 10;

/// What can be set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Times the original's size that a new window has; as large as fits if none.
    pub scale: Option<u32>,
    /// True if the game begins on the whole screen.
    pub fullscreen: bool,
    /// The window's colours.
    pub palette: Palette,
    /// Loudness of sounds in percent, 0 to 100.
    pub volume: u8,
    /// True if there are no sounds.
    pub mute: bool,
    /// True if the panel is shown where there is room.
    pub panel: bool,
    /// True if the menu and the first screen name the key for help.
    pub hints: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            scale: None,
            fullscreen: false,
            palette: Palette::Original,
            volume: 100,
            mute: false,
            panel: true,
            hints: true,
        }
    }
}

/// One of the settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// [`Settings::scale`].
    Scale,
    /// [`Settings::fullscreen`].
    Fullscreen,
    /// [`Settings::palette`].
    Palette,
    /// [`Settings::volume`].
    Volume,
    /// [`Settings::mute`].
    Mute,
    /// [`Settings::panel`].
    Panel,
    /// [`Settings::hints`].
    Hints,
}

impl Setting {
    /// All settings, in the order of the page and of a new file.
    pub const ALL: [Setting; 7] = [
        Setting::Scale,
        Setting::Fullscreen,
        Setting::Palette,
        Setting::Volume,
        Setting::Mute,
        Setting::Panel,
        Setting::Hints,
    ];

    const fn name(self) -> &'static str {
        match self {
            Setting::Scale => "scale",
            Setting::Fullscreen => "fullscreen",
            Setting::Palette => "palette",
            Setting::Volume => "volume",
            Setting::Mute => "mute",
            Setting::Panel => "panel",
            Setting::Hints => "hints",
        }
    }

    /// What the page says about it.
    const fn meaning(self) -> &'static str {
        match self {
            Setting::Scale => "size of a new window",
            Setting::Fullscreen => "begin on the whole screen",
            Setting::Palette => "colours of the window",
            Setting::Volume => "loudness in percent",
            Setting::Mute => "no sounds",
            Setting::Panel => "a panel where there is room",
            Setting::Hints => "name the key for help",
        }
    }

    /// The values that it can have, for a message about a wrong one.
    const fn values(self) -> &'static str {
        match self {
            Setting::Scale => "fit or 1 to 8",
            Setting::Palette => "original, high-contrast or colour-blind",
            Setting::Volume => "0 to 100",
            Setting::Fullscreen | Setting::Mute | Setting::Panel | Setting::Hints => "yes or no",
        }
    }

    /// Returns the value as the file has it.
    fn get(self, settings: &Settings) -> String {
        let yes_or_no = |flag: bool| if flag { "yes" } else { "no" }.to_owned();
        match self {
            Setting::Scale => settings.scale.map_or_else(|| "fit".to_owned(), |scale| scale.to_string()),
            Setting::Fullscreen => yes_or_no(settings.fullscreen),
            Setting::Palette => settings.palette.to_string(),
            Setting::Volume => settings.volume.to_string(),
            Setting::Mute => yes_or_no(settings.mute),
            Setting::Panel => yes_or_no(settings.panel),
            Setting::Hints => yes_or_no(settings.hints),
        }
    }

    /// Sets the value that the file has. Returns nothing, and changes nothing, if there is no such value.
    fn set(self, settings: &mut Settings, value: &str) -> Option<()> {
        let flag = match value {
            "yes" => Some(true),
            "no" => Some(false),
            _ => None,
        };
        match self {
            Setting::Scale if value == "fit" => settings.scale = None,
            Setting::Scale => {
                settings.scale = Some(value.parse().ok().filter(|scale| (1..=MAX_SCALE).contains(scale))?);
            }
            Setting::Palette => settings.palette = value.parse().ok()?,
            Setting::Volume => settings.volume = value.parse().ok().filter(|&volume| volume <= 100)?,
            Setting::Fullscreen => settings.fullscreen = flag?,
            Setting::Mute => settings.mute = flag?,
            Setting::Panel => settings.panel = flag?,
            Setting::Hints => settings.hints = flag?,
        }
        Some(())
    }

    /// Changes the setting to its next value, or to the one before.
    pub fn step(self, settings: &mut Settings, forward: bool) {
        match self {
            Setting::Scale => {
                let now = settings.scale.unwrap_or(0);
                let next = if forward { now + 1 } else { now + MAX_SCALE } % (MAX_SCALE + 1);
                settings.scale = (next > 0).then_some(next);
            }
            Setting::Palette => {
                let all = Palette::ALL;
                let now = all.iter().position(|&palette| palette == settings.palette).unwrap_or_default();
                settings.palette = all[(now + if forward { 1 } else { all.len() - 1 }) % all.len()];
            }
            Setting::Volume if forward => settings.volume = (settings.volume + VOLUME_STEP).min(100),
            Setting::Volume => settings.volume = settings.volume.saturating_sub(VOLUME_STEP),
            Setting::Fullscreen => settings.fullscreen = !settings.fullscreen,
            Setting::Mute => settings.mute = !settings.mute,
            Setting::Panel => settings.panel = !settings.panel,
            Setting::Hints => settings.hints = !settings.hints,
        }
    }
}

/// Draws the page of settings, with a pointer at one of them.
pub fn draw(settings: &Settings, chosen: Setting, frame: &mut Frame) {
    frame.clear();
    frame.draw_centred(4, "S E T T I N G S", HEADING);
    for (row, setting) in (8..).step_by(2).zip(Setting::ALL) {
        let color = if setting == chosen { CHOSEN } else { TEXT };
        if setting == chosen {
            frame.draw_left(3, row, ">", CHOSEN);
        }
        frame.draw_left(5, row, setting.name(), color);
        frame.draw_left(17, row, &setting.get(settings), color);
        frame.draw_left(33, row, setting.meaning(), HINT);
    }
    frame.draw_centred(frame.rows() - 4, "up / down  choose      left / right  change      ESC  close", HINT);
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
    #[error("cannot read the settings in {}: {error}; the defaults are used", path.display())]
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
    /// does not keep anybody from playing.
    pub fn read(path: PathBuf) -> (SettingsFile, Settings, Option<SettingsError>) {
        let empty = |path| SettingsFile { path, lines: Vec::new() };
        let text = match file::read_text(&path, MAX_FILE) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                return (empty(path), Settings::default(), None);
            }
            Err(error) => {
                let problem = SettingsError::Read { path: path.clone(), error };
                return (empty(path), Settings::default(), Some(problem));
            }
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
        (SettingsFile { path, lines }, settings, problem)
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
pub fn path() -> Option<PathBuf> {
    Some(dirs::config_dir()?.join(FOLDER).join(FILE))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desktop::summary::text_rows;
    use std::env;

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
        file.write(&settings).unwrap();
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
        file.write(&settings).unwrap();
        let written = fs::read_to_string(&path).unwrap();
        assert!(written.starts_with("# mine\nvolume = loud\npalette = high-contrast\n\ncolor = red\nmute\n"));
        assert_eq!(SettingsFile::read(path.clone()).1, settings);
        remove(&path);
    }

    #[test]
    fn a_file_that_cannot_be_read_or_written_is_told_of() {
        let path = scratch("folder");
        fs::create_dir_all(&path).unwrap();
        let (mut file, settings, problem) = SettingsFile::read(path.clone());
        assert!(settings == Settings::default() && problem.unwrap().to_string().starts_with("cannot read"));
        assert!(file.write(&settings).unwrap_err().to_string().starts_with("cannot keep the settings in"));
        remove(&path);
    }

    #[test]
    fn steps_go_through_all_values_and_back() {
        let mut settings = Settings::default();
        for _ in 0..9 {
            Setting::Scale.step(&mut settings, true);
        }
        assert_eq!(settings.scale, None);
        Setting::Scale.step(&mut settings, false);
        assert_eq!(settings.scale, Some(8));
        for (expected, forward) in [(100, true), (90, false), (80, false), (90, true)] {
            Setting::Volume.step(&mut settings, forward);
            assert_eq!(settings.volume, expected);
        }
        settings.volume = 3;
        Setting::Volume.step(&mut settings, false);
        assert_eq!(settings.volume, 0);
    }

    #[test]
    fn the_page_shows_every_setting_within_the_window() {
        let mut frame = Frame::new(36);
        draw(&Settings::default(), Setting::Volume, &mut frame);
        let page = text_rows(&frame);
        assert_eq!(page[14], "   > volume      100             loudness in percent");
        for setting in Setting::ALL {
            assert!(page.iter().any(|row| row.contains(setting.name())));
            assert!(33 + setting.meaning().len() <= 64, "{}", setting.meaning());
        }
    }
}
