//! What a player can set, and the page of settings.

pub(crate) mod file;

pub use file::{Preferences, SettingsError};

use crate::color::Color;
use crate::desktop::window::palette::Palette;
use crate::screen::Frame;

const HEADING: Color = Color(230, 220, 180);
const CHOSEN: Color = Color(255, 230, 150);
const TEXT: Color = Color(205, 200, 215);
const HINT: Color = Color(150, 143, 162);

/// Maximum scale of a new window.
const MAX_SCALE: u32 = 8;
/// Steps of the volume on the page, in percent.
const VOLUME_STEP: u8 = 10;

/// What can be set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Times the original's size that a new window has; as large as fits if none.
    pub scale: Option<u32>,
    /// True if the window takes the whole screen.
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

impl Settings {
    /// Returns the loudness of sounds, from 0 to 1.
    pub fn loudness(&self) -> f32 {
        if self.mute { 0.0 } else { f32::from(self.volume) / 100.0 }
    }
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

    pub(crate) const fn name(self) -> &'static str {
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
            Setting::Fullscreen => "the whole screen, as F11",
            Setting::Palette => "colours of the window",
            Setting::Volume => "loudness in percent",
            Setting::Mute => "no sounds",
            Setting::Panel => "a panel where there is room",
            Setting::Hints => "name the key for help",
        }
    }

    /// The values that it can have, for a message about a wrong one.
    pub(crate) const fn values(self) -> &'static str {
        match self {
            Setting::Scale => "fit or 1 to 8",
            Setting::Palette => "original, high-contrast or colour-blind",
            Setting::Volume => "0 to 100",
            Setting::Fullscreen | Setting::Mute | Setting::Panel | Setting::Hints => "yes or no",
        }
    }

    /// Returns the value as the file has it.
    pub(crate) fn get(self, settings: &Settings) -> String {
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
    pub(crate) fn set(self, settings: &mut Settings, value: &str) -> Option<()> {
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

    /// Returns the next setting of the page, or the one before. The last one is followed by the first.
    pub(crate) fn neighbour(self, forward: bool) -> Setting {
        let all = Setting::ALL;
        let now = all.iter().position(|&setting| setting == self).unwrap_or_default();
        all[(now + if forward { 1 } else { all.len() - 1 }) % all.len()]
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desktop::pages::summary::text_rows;

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
    fn the_page_goes_around() {
        assert_eq!(Setting::Scale.neighbour(false), Setting::Hints);
        assert_eq!(Setting::Hints.neighbour(true), Setting::Scale);
        assert_eq!(Settings { mute: true, ..Settings::default() }.loudness(), 0.0);
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
