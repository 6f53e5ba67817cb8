//! The settings of a player.

pub(crate) mod file;
pub mod palette;
pub mod text;
pub mod window_place;

pub use file::{Preferences, SettingsError};

use crate::desktop::actions::{Action, Change};
use crate::desktop::assist::neighbour;
use crate::desktop::bindings::{OwnKeyError, bind, own_key, unbind};
use crate::desktop::settings::palette::Palette;
use crate::desktop::settings::text::{TextSize, Weight};
use crate::desktop::settings::window_place::{NoPlace, WindowPlace};
use crate::key::Key;
use crate::support::text::shortened;

/// The settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// True if the window takes the whole screen.
    pub fullscreen: bool,
    /// The window's colours.
    pub palette: Palette,
    /// Volume of sounds in percent, 0 to 100.
    pub volume: u8,
    /// True if sounds are off.
    pub mute: bool,
    /// True if the panel is shown where there is room.
    pub panel: bool,
    /// Steps by which tiles are larger than those with which all that is known is seen, or smaller.
    pub zoom: i32,
    /// Size of all texts but the series'.
    pub text: TextSize,
    /// Weight of ordinary text.
    pub weight: Weight,
    /// True if exploring goes on after something was picked up.
    pub explore_on: bool,
    /// True if attacks and magic are animated, and the title screen carves its dungeon.
    pub effects: bool,
    /// True if the panel and screens name keys.
    pub hints: bool,
    /// Size and place that the player gave the window.
    pub window: WindowPlace,
    /// Keys of the player's own, and what they do. The last one counts most.
    pub keys: Vec<(Key, Action)>,
}

impl Settings {
    /// Returns the volume of sounds, from 0 to 1; 0 if they are muted.
    pub fn tone_volume(&self) -> f32 {
        if self.mute { 0.0 } else { f32::from(self.volume) / 100.0 }
    }

    /// Makes the map a step larger (1) or smaller (-1), or shows all that is known (0).
    pub fn zoom_by(&mut self, step: i32) {
        let zoom = self.zoom;
        self.zoom = match step {
            0 => 0,
            1.. => ZOOMS.into_iter().find(|larger| *larger > zoom).unwrap_or(zoom),
            _ => ZOOMS.into_iter().rfind(|smaller| *smaller < zoom).unwrap_or(zoom),
        };
    }

    /// Makes a change.
    pub fn apply(&mut self, change: Change) {
        match change {
            Change::Step(number, forward) => SETTINGS[number].step(self, forward),
            Change::Usual(number) => SETTINGS[number].reset(self),
            Change::AllUsual => SETTINGS.iter().for_each(|setting| setting.reset(self)),
            Change::Bind(number, key) => bind(&mut self.keys, number, key),
            Change::Unbind(number) => unbind(&mut self.keys, number),
            Change::Keys(preset) => self.keys = preset.keys().to_vec(),
        }
    }
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            fullscreen: false,
            palette: Palette::Automatic,
            volume: 100,
            mute: false,
            panel: true,
            text: TextSize::Medium,
            weight: Weight::Medium,
            zoom: 0,
            explore_on: false,
            effects: true,
            hints: true,
            window: WindowPlace::default(),
            keys: Vec::new(),
        }
    }
}

/// Why a line of the file cannot be used. Each is a part of a sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum WrongLine {
    #[error("'{}' is not name = value", shortened(.0))]
    NoPair(String),
    #[error("there is no setting '{}'", shortened(.0))]
    NoSetting(String),
    #[error("{name} is {values} and not '{}'", shortened(.value))]
    NoValue { name: &'static str, values: String, value: String },
    #[error(transparent)]
    Place(#[from] NoPlace),
    #[error(transparent)]
    Key(#[from] OwnKeyError),
}

/// A setting: a row of the table.
#[derive(Debug)]
pub struct Setting {
    /// The name in the file.
    pub name: &'static str,
    /// The name on the screen.
    pub label: &'static str,
    /// The sentences on the screen: one for each value, or one for all.
    help: &'static [&'static str],
    /// The thing that it changes.
    pub subject: Subject,
    /// The values as the file has them and as the page has them, in the order of the page.
    values: &'static [(&'static str, &'static str)],
    get: fn(&Settings) -> usize,
    set: fn(&mut Settings, usize),
}

/// The thing that a setting changes, and that its preview shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Subject {
    Window,
    Scene,
    Motion,
    Exploring,
    Sound,
}

/// A setting that is a field: the values of the field, and their names in the same order.
macro_rules! setting {
    (
        $name:literal, $label:literal, $subject:ident, $field:ident, $values:expr, $names:expr, $help:expr
    ) => {
        Setting {
            name: $name,
            label: $label,
            help: $help,
            subject: Subject::$subject,
            values: $names,
            get: |settings| $values.iter().position(|value| *value == settings.$field).unwrap_or_default(),
            set: |settings, value| settings.$field = $values[value],
        }
    };
}

/// All settings, in the order of the screen.
#[rustfmt::skip]
pub static SETTINGS: [Setting; 11] = [
    setting!("fullscreen", "Fullscreen", Window, fullscreen, NO_YES, OFF_ON,
        &["The game has a window of its own.", "The game takes the whole screen."]),
    setting!("palette", "Colours", Scene, palette, Palette::ALL, Palette::NAMES, &[
        "Light is warm and bright, memory cold and dark. With --part: the colours of the series.",
        "The colours of the series, with its violet walls.",
        "Blue and orange take the place of green and red.",
        "Bright walls and white text on black.",
    ]),
    setting!("text-size", "Text size", Scene, text, TextSize::ALL, TextSize::NAMES,
        &["Larger text needs room: in a small window the panel gives way to a line."]),
    setting!("text-weight", "Text weight", Scene, weight, Weight::ALL, WEIGHTS,
        &["Bold letters are easier to read from afar."]),
    setting!("zoom", "Map size", Scene, zoom, ZOOMS, ZOOM_NAMES,
        &["A map that is too large for the window follows you."]),
    setting!("panel", "Panel", Scene, panel, NO_YES, OFF_ON, &[
        "In free play, a line below the map has your health and your numbers.",
        "Health, what is in view, and your inventory, beside the map or below it.",
    ]),
    setting!("effects", "Motion", Motion, effects, NO_YES, OFF_ON, &[
        "Attacks and magic are not animated.",
        "In free play: flashes, rising numbers, a red edge when your health is low. No key waits.",
    ]),
    setting!("hints", "Key hints", Scene, hints, NO_YES, OFF_ON,
        &["The panel names no keys.", "The panel names the most useful keys."]),
    setting!("explore-on", "Explore past items", Exploring, explore_on, NO_YES, OFF_ON, &[
        "Exploring stops when you pick something up.",
        "Exploring goes on after you pick something up.",
    ]),
    setting!("volume", "Volume", Sound, volume, PERCENT, VOLUMES, &["How loud sounds are."]),
    setting!("mute", "Sounds", Sound, mute, NO_YES, &[("no", "on"), ("yes", "off")],
        &["Sounds for attacks, items, magic, and death.", "The game is silent."]),
];

/// Weights and zooms, as the file has them and as the screen has them.
const WEIGHTS: &[(&str, &str)] = &[("light", "light"), ("medium", "medium"), ("bold", "bold")];
/// The steps of the zoom, smallest first.
pub const ZOOMS: [i32; 8] = [-2, -1, 0, 1, 2, 3, 5, 8];
#[rustfmt::skip]
const ZOOM_NAMES: &[(&str, &str)] = &[
    ("-2", "smaller"), ("-1", "a little smaller"), ("0", "all that is known"), ("1", "a little larger"),
    ("2", "larger"), ("3", "large"), ("5", "very large"), ("8", "huge"),
];

/// No and yes, and their names.
const NO_YES: [bool; 2] = [false, true];
const OFF_ON: &[(&str, &str)] = &[("no", "off"), ("yes", "on")];
/// Volumes in percent, and their names.
const PERCENT: [u8; 11] = [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100];
#[rustfmt::skip]
const VOLUMES: &[(&str, &str)] = &[
    ("0", "0 %"), ("10", "10 %"), ("20", "20 %"), ("30", "30 %"), ("40", "40 %"), ("50", "50 %"),
    ("60", "60 %"), ("70", "70 %"), ("80", "80 %"), ("90", "90 %"), ("100", "100 %"),
];

impl Setting {
    /// Returns the value as the file has it, and as the page has it.
    pub(crate) fn value(&self, settings: &Settings) -> (&'static str, &'static str) {
        self.values[(self.get)(settings)]
    }

    /// Returns the sentence about its value.
    pub fn sentence(&self, settings: &Settings) -> &'static str {
        self.help[(self.get)(settings).min(self.help.len() - 1)]
    }

    /// Sets the value that the file has.
    /// Fails if the value does not exist. The error lists those that do: `yes or no`.
    pub(crate) fn set(&self, settings: &mut Settings, value: &str) -> Result<(), WrongLine> {
        let names: Vec<&str> = self.values.iter().map(|(name, _)| *name).collect();
        if let Some(index) = names.iter().position(|name| *name == value) {
            (self.set)(settings, index);
            return Ok(());
        }
        let (last, rest) = names.split_last().unwrap_or((&"", &[]));
        let values = format!("{} or {last}", rest.join(", "));
        Err(WrongLine::NoValue { name: self.name, values, value: value.to_owned() })
    }

    /// Changes the setting to its next value, or to the one before. Only a setting of two values begins again
    /// after the last, so that no step leads from silence to the loudest sounds.
    pub fn step(&self, settings: &mut Settings, forward: bool) {
        if self.can_step(settings, forward) {
            (self.set)(settings, neighbour((self.get)(settings), self.values.len(), forward));
        }
    }

    /// Gives the setting its usual value.
    fn reset(&self, settings: &mut Settings) {
        (self.set)(settings, (self.get)(&Settings::default()));
    }

    /// Returns true if it has its usual value.
    pub(crate) fn is_usual(&self, settings: &Settings) -> bool {
        (self.get)(settings) == (self.get)(&Settings::default())
    }

    /// Returns true if such a step changes it.
    pub(crate) fn can_step(&self, settings: &Settings, forward: bool) -> bool {
        let (value, count) = ((self.get)(settings), self.values.len());
        count == 2 || value != if forward { count - 1 } else { 0 }
    }
}

/// Returns the names and the values of everything that the file keeps. Size and place of the window are not
/// on the screen.
pub(crate) fn kept_values(settings: &Settings) -> impl Iterator<Item = (&'static str, String)> {
    let rows = SETTINGS.iter().map(|row| (row.name, row.value(settings).0.to_owned()));
    rows.chain([("window", settings.window.to_string())])
}

/// Sets a value of the file, or a key of the player's own.
/// Fails if the name or the value does not exist. The error is a part of a sentence.
pub(crate) fn set_kept(settings: &mut Settings, name: &str, value: &str) -> Result<(), WrongLine> {
    match (name, SETTINGS.iter().find(|row| row.name == name)) {
        ("window", _) => settings.window = value.parse()?,
        // Settings of earlier versions.
        ("texts" | "panel-text" | "hinted" | "low-sound", _) => {}
        (_, Some(row)) => row.set(settings, value)?,
        (_, None) => {
            let own = own_key(name, value);
            settings.keys.push(own.ok_or_else(|| WrongLine::NoSetting(name.to_owned()))??);
        }
    }
    Ok(())
}
