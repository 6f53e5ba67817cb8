//! What a player can set.

pub(crate) mod file;

pub use file::{Preferences, SettingsError};

use crate::desktop::pages::neighbour;
use crate::desktop::window::palette::Palette;
use crate::desktop::window::placement::TextSize;

/// Difference of two values of the volume, in percent.
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
    /// Size of the letters in the panel.
    pub text: TextSize,
    /// True if exploring goes on after something was picked up.
    pub explore_on: bool,
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
            text: TextSize::Medium,
            explore_on: false,
            hints: true,
        }
    }
}

/// A setting: a row of the table.
#[derive(Debug)]
pub struct Setting {
    /// The name in the file.
    pub name: &'static str,
    /// The name on the page.
    pub label: &'static str,
    /// The values in the order of the page, each as the file and as the page have it.
    values: &'static [(&'static str, &'static str)],
    get: fn(&Settings) -> usize,
    set: fn(&mut Settings, usize),
}

/// All settings, in the order of the page.
pub static SETTINGS: [Setting; 9] = [
    Setting {
        name: "scale",
        label: "Size of the window",
        values: SCALES,
        get: |settings| settings.scale.unwrap_or(0) as usize,
        set: |settings, value| settings.scale = (value > 0).then_some(value as u32),
    },
    Setting {
        name: "fullscreen",
        label: "Whole screen (F11)",
        values: OFF_ON,
        get: |settings| settings.fullscreen.into(),
        set: |settings, value| settings.fullscreen = value == 1,
    },
    Setting {
        name: "palette",
        label: "Colours",
        values: Palette::WORDS,
        get: |settings| settings.palette as usize,
        set: |settings, value| settings.palette = Palette::ALL[value],
    },
    Setting {
        name: "volume",
        label: "Loudness",
        values: VOLUMES,
        get: |settings| usize::from(settings.volume / VOLUME_STEP),
        set: |settings, value| settings.volume = value as u8 * VOLUME_STEP,
    },
    Setting {
        name: "mute",
        label: "Sounds (F4)",
        values: &[("no", "on"), ("yes", "off")],
        get: |settings| settings.mute.into(),
        set: |settings, value| settings.mute = value == 1,
    },
    Setting {
        name: "panel",
        label: "Panel beside the map",
        values: OFF_ON,
        get: |settings| settings.panel.into(),
        set: |settings, value| settings.panel = value == 1,
    },
    Setting {
        name: "panel-text",
        label: "Letters of the panel",
        values: &[("small", "small"), ("medium", "medium"), ("large", "large")],
        get: |settings| settings.text as usize,
        set: |settings, value| settings.text = TextSize::ALL[value],
    },
    Setting {
        name: "explore-on",
        label: "X picks up and goes on",
        values: OFF_ON,
        get: |settings| settings.explore_on.into(),
        set: |settings, value| settings.explore_on = value == 1,
    },
    Setting {
        name: "hints",
        label: "Hints about keys",
        values: OFF_ON,
        get: |settings| settings.hints.into(),
        set: |settings, value| settings.hints = value == 1,
    },
];

/// The values of a setting that is on or off.
const OFF_ON: &[(&str, &str)] = &[("no", "off"), ("yes", "on")];
/// The values of the window's size.
const SCALES: &[(&str, &str)] = &[
    ("fit", "as suits the screen"),
    ("1", "1x"),
    ("2", "2x"),
    ("3", "3x"),
    ("4", "4x"),
    ("5", "5x"),
    ("6", "6x"),
    ("7", "7x"),
    ("8", "8x"),
];
/// The values of the volume.
const VOLUMES: &[(&str, &str)] = &[
    ("0", "0 %"),
    ("10", "10 %"),
    ("20", "20 %"),
    ("30", "30 %"),
    ("40", "40 %"),
    ("50", "50 %"),
    ("60", "60 %"),
    ("70", "70 %"),
    ("80", "80 %"),
    ("90", "90 %"),
    ("100", "100 %"),
];

impl Setting {
    /// Returns the value as the file has it.
    pub(crate) fn value(&self, settings: &Settings) -> &'static str {
        self.values[(self.get)(settings)].0
    }

    /// Returns the value as the page has it.
    pub(crate) fn words(&self, settings: &Settings) -> &'static str {
        self.values[(self.get)(settings)].1
    }

    /// Returns the values of the file, for a message about a wrong one: `yes or no`.
    pub(crate) fn values(&self) -> String {
        let values: Vec<&str> = self.values.iter().map(|(value, _)| *value).collect();
        values.split_last().map_or_else(String::new, |(last, rest)| format!("{} or {last}", rest.join(", ")))
    }

    /// Sets the value that the file has. Returns false, and changes nothing, if there is no such value.
    pub(crate) fn set(&self, settings: &mut Settings, value: &str) -> bool {
        let found = self.values.iter().position(|(known, _)| *known == value);
        found.inspect(|&index| (self.set)(settings, index)).is_some()
    }

    /// Changes the setting to its next value, or to the one before. The first one follows the last.
    pub fn step(&self, settings: &mut Settings, forward: bool) {
        let next = neighbour((self.get)(settings), self.values.len(), forward);
        (self.set)(settings, next);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_go_through_all_values_and_back() {
        for setting in &SETTINGS {
            let mut settings = Settings::default();
            let (first, mut seen) = (setting.value(&settings), Vec::new());
            for _ in setting.values {
                seen.push(setting.value(&settings));
                setting.step(&mut settings, true);
            }
            seen.sort_unstable();
            seen.dedup();
            assert_eq!(
                (seen.len(), setting.value(&settings)),
                (setting.values.len(), first),
                "{}",
                setting.name
            );
            setting.step(&mut settings, true);
            setting.step(&mut settings, false);
            assert_eq!(settings, Settings::default());
        }
        assert_eq!(Settings { mute: true, ..Settings::default() }.loudness(), 0.0);
    }
}
