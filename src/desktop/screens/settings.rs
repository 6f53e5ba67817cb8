//! The screen of settings.

use crate::desktop::actions::{Action, Place, Way};
use crate::desktop::screens::content::{Body, Content, Hint, Line, Room, Screen, Shown};
use crate::desktop::settings::{SETTINGS, Setting, Settings as Values};

/// The settings, with the number of the one that is chosen.
#[derive(Default)]
pub(crate) struct Settings {
    chosen: usize,
}

impl Screen for Settings {
    fn place(&self) -> Place {
        Place::Settings
    }

    fn content(&self, shown: &Shown) -> Content {
        let line = |setting: &Setting| {
            let can_step = [false, true].map(|forward| setting.can_step(shown.settings, forward));
            Line { value: Some((value(setting, shown).to_owned(), can_step)), ..Line::new(setting.label) }
        };
        let lines = SETTINGS.iter().map(line).collect();
        let keys = Hint::text("up / down  choose      left / right  change");
        let content = Content::new("Settings", Body::List(lines, self.chosen, false));
        let content = content.with_hints([keys, Hint::new(Action::Back, "close")]);
        let help = SETTINGS[self.chosen].help.to_owned();
        Content { status: shown.drawn_by.to_owned(), notes: vec![help], ..content }
    }

    fn act(&mut self, action: Action, _: &Shown, room: Room) -> Option<Action> {
        match action {
            Action::Go(Way::Left) => return Some(Action::Change(self.chosen, false)),
            Action::Go(Way::Right) | Action::Choose => return Some(Action::Change(self.chosen, true)),
            Action::Go(way) => self.chosen = room.moved(self.chosen, SETTINGS.len(), way),
            _ => return Some(action),
        }
        None
    }

    fn chosen(&mut self) -> Option<&mut usize> {
        Some(&mut self.chosen)
    }
}

/// Returns the value of a setting, with the reason if it has no effect.
fn value(setting: &Setting, shown: &Shown) -> &'static str {
    let can_have_panel = shown.played.game.part().has_monsters();
    match (setting.name, setting.value(shown.settings).1) {
        ("mute", _) => sounds(shown.settings, shown.has_device),
        ("panel", "on") if can_have_panel && !shown.has_panel => "on: window too narrow",
        (_, value) => value,
    }
}

/// Describes whether sounds are on.
pub(crate) const fn sounds(settings: &Values, has_device: bool) -> &'static str {
    match (settings.mute, has_device) {
        (true, _) => "off",
        (false, true) => "on",
        (false, false) => "on: no device found",
    }
}
