//! What a player can set.

pub(crate) mod file;

pub use file::{Preferences, SettingsError};

use crate::desktop::window::close_texts::Texts;
use crate::desktop::window::palette::Palette;
use crate::desktop::window::placement::TextSize;
use crate::desktop::window::window_place::WindowPlace;

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
    /// How the texts of the series are drawn.
    pub texts: Texts,
    /// Loudness of sounds in percent, 0 to 100.
    pub volume: u8,
    /// True if there are no sounds.
    pub mute: bool,
    /// True if a sound tells that few hit points are left (Parts 16 and 17, which have sounds).
    pub low_sound: bool,
    /// True if the panel is shown where there is room.
    pub panel: bool,
    /// Size of the letters in the panel.
    pub text: TextSize,
    /// True if exploring goes on after something was picked up.
    pub explore_on: bool,
    /// True if the menu and the first screen name the key for help.
    pub hints: bool,
    /// Size and place of the window when it was closed last; none at first. It is no row of the page.
    pub window: Option<WindowPlace>,
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
            texts: Texts::Fitting,
            volume: 100,
            mute: false,
            low_sound: false,
            panel: true,
            text: TextSize::Medium,
            explore_on: false,
            hints: true,
            window: None,
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
    /// The values as the file has them, in the order of the page.
    values: &'static [&'static str],
    /// The values as the page has them.
    words: &'static [&'static str],
    get: fn(&Settings) -> usize,
    set: fn(&mut Settings, usize),
}

/// A setting that is true or false.
macro_rules! switch {
    ($name:literal, $label:literal, $field:ident, $words:expr) => {
        Setting {
            name: $name,
            label: $label,
            values: &["no", "yes"],
            words: $words,
            get: |settings| settings.$field.into(),
            set: |settings, value| settings.$field = value == 1,
        }
    };
}

/// All settings, in the order of the page.
pub static SETTINGS: [Setting; 11] = [
    Setting {
        name: "scale",
        label: "Size of the window",
        values: &["fit", "1", "2", "3", "4", "5", "6", "7", "8"],
        words: &["as suits the screen", "1x", "2x", "3x", "4x", "5x", "6x", "7x", "8x"],
        get: |settings| settings.scale.unwrap_or(0) as usize,
        set: |settings, value| settings.scale = (value > 0).then_some(value as u32),
    },
    switch!("fullscreen", "Whole screen (F11)", fullscreen, OFF_ON),
    Setting {
        name: "palette",
        label: "Colours",
        values: Palette::NAMES,
        words: Palette::WORDS,
        get: |settings| settings.palette as usize,
        set: |settings, value| settings.palette = Palette::ALL[value],
    },
    Setting {
        name: "texts",
        label: "Letters of texts",
        values: Texts::NAMES,
        words: Texts::WORDS,
        get: |settings| settings.texts as usize,
        set: |settings, value| settings.texts = Texts::ALL[value],
    },
    Setting {
        name: "volume",
        label: "Loudness",
        values: &["0", "10", "20", "30", "40", "50", "60", "70", "80", "90", "100"],
        words: &["0 %", "10 %", "20 %", "30 %", "40 %", "50 %", "60 %", "70 %", "80 %", "90 %", "100 %"],
        get: |settings| usize::from(settings.volume / VOLUME_STEP),
        set: |settings, value| settings.volume = value as u8 * VOLUME_STEP,
    },
    switch!("mute", "Sounds (F4)", mute, &["on", "off"]),
    switch!("low-sound", "Sound at few hit points", low_sound, OFF_ON),
    switch!("panel", "Panel beside the map", panel, OFF_ON),
    Setting {
        name: "panel-text",
        label: "Letters of the panel",
        values: TEXT_SIZES,
        words: TEXT_SIZES,
        get: |settings| settings.text as usize,
        set: |settings, value| settings.text = TextSize::ALL[value],
    },
    switch!("explore-on", "X picks up and goes on", explore_on, OFF_ON),
    switch!("hints", "Hints about keys", hints, OFF_ON),
];

/// How the page names no and yes.
const OFF_ON: &[&str] = &["off", "on"];
/// The sizes of the panel's letters.
const TEXT_SIZES: &[&str] = &["small", "medium", "large"];

impl Setting {
    /// Returns the value as the file has it.
    pub(crate) fn value(&self, settings: &Settings) -> &'static str {
        self.values[(self.get)(settings)]
    }

    /// Returns the value as the page has it.
    pub(crate) fn words(&self, settings: &Settings) -> &'static str {
        self.words[(self.get)(settings)]
    }

    /// Returns the values of the file, for a message about a wrong one: `yes or no`.
    pub(crate) fn values(&self) -> String {
        self.values
            .split_last()
            .map_or_else(String::new, |(last, rest)| format!("{} or {last}", rest.join(", ")))
    }

    /// Sets the value that the file has. Returns false, and changes nothing, if there is no such value.
    pub(crate) fn set(&self, settings: &mut Settings, value: &str) -> bool {
        let found = self.values.iter().position(|known| *known == value);
        found.inspect(|&index| (self.set)(settings, index)).is_some()
    }

    /// Changes the setting to its next value, or to the one before. Only a setting of two values begins again
    /// after the last, so that no step leads from silence to the loudest sounds.
    pub fn step(&self, settings: &mut Settings, forward: bool) {
        let (value, count) = ((self.get)(settings), self.values.len());
        let is_end = value == if forward { count - 1 } else { 0 };
        if count == 2 || !is_end {
            (self.set)(settings, neighbour(value, count, forward));
        }
    }
}

/// Returns what follows `chosen` in a list of `count` things, or what comes before it. The first one follows
/// the last.
pub(crate) fn neighbour(chosen: usize, count: usize, forward: bool) -> usize {
    let count = count.max(1);
    (chosen + if forward { 1 } else { count - 1 }) % count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sounds_are_as_loud_as_the_setting_says() {
        for (volume, mute, loudness) in
            [(100, false, 1.0), (50, false, 0.5), (0, false, 0.0), (100, true, 0.0)]
        {
            let settings = Settings { volume, mute, ..Settings::default() };
            assert!((settings.loudness() - loudness).abs() < 1e-6, "{volume}: {}", settings.loudness());
        }
    }

    #[test]
    fn every_value_is_read_as_it_is_written() {
        for setting in &SETTINGS {
            for &value in setting.values {
                let mut settings = Settings { scale: Some(7), ..Settings::default() };
                assert!(setting.set(&mut settings, value), "{} = {value}", setting.name);
                assert_eq!(setting.value(&settings), value, "{}", setting.name);
            }
            assert!(!setting.set(&mut Settings::default(), "nonsense"), "{}", setting.name);
        }
        let mut settings = Settings { scale: Some(7), ..Settings::default() };
        SETTINGS[0].set(&mut settings, "fit");
        assert_eq!(settings.scale, None);
    }
}
