//! The page of settings that F2 shows.

use crate::desktop::pages::hints::Hint;
use crate::desktop::pages::list_page::ListPage;
use crate::desktop::pages::{LEFT, Shown};
use crate::desktop::settings::palette::{HINT, TEXT};
use crate::desktop::settings::{SETTINGS, Setting, Settings};
use crate::key::Key;

/// The column of the values, which stand between `<` and `>`.
const VALUES: i32 = 38;

/// Returns the page.
pub(crate) fn list(shown: &Shown, chosen: usize, rows: i32) -> ListPage {
    let texts = |setting: &Setting| {
        // An arrow stands where a key leads somewhere.
        let arrow = |forward, arrow| if setting.can_step(shown.settings, forward) { arrow } else { ' ' };
        let (back, on) = (arrow(false, '<'), arrow(true, '>'));
        let width = (VALUES - LEFT) as usize;
        (format!("{:width$}{back} {} {on}", setting.label, value(setting, shown)), TEXT)
    };
    let keys = Hint::text("up / down  choose      left / right  change");
    ListPage {
        heading: "S E T T I N G S",
        room: rows - 12,
        distance: 2,
        column: LEFT,
        lines: SETTINGS.iter().map(texts).collect(),
        chosen,
        // `<` leads to the value before.
        left: VALUES..VALUES + 2,
        footer: vec![
            (4, vec![keys, (Key::ESCAPE, "close").into()], HINT),
            (2, vec![Hint::text(shown.drawn_by)], HINT),
        ],
    }
}

/// Returns the value of a setting, and why it has no effect where something else is missing.
fn value(setting: &Setting, shown: &Shown) -> &'static str {
    let can_have_panel = shown.run.game.part().has_monsters();
    match (setting.name, setting.value(shown.settings).1) {
        ("mute", _) => sounds(shown.settings, shown.has_device),
        ("panel", "on") if can_have_panel && !shown.has_panel => "on: window too narrow",
        (_, value) => value,
    }
}

/// Returns whether sounds are on, in words.
pub(crate) const fn sounds(settings: &Settings, has_device: bool) -> &'static str {
    match (settings.mute, has_device) {
        (true, _) => "off",
        (false, true) => "on",
        (false, false) => "on: no device found",
    }
}
