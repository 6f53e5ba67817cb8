//! The screen of settings.

use crate::desktop::actions::{Action, Change, Place, Way};
use crate::desktop::scene::Style;
use crate::desktop::screens::content::{
    Body, Content, Example, Hint, Line, Room, Screen, Shown, Value, possible,
};
use crate::desktop::settings::{SETTINGS, Setting, Settings as Values, Subject};

/// The settings, and two lines below them; the number of the line that is chosen.
#[derive(Default)]
pub(crate) struct Settings {
    chosen: usize,
}

/// The lines below the settings.
const OTHERS: [(Example, Action); 2] = [
    (
        example("Keys", "Every action and its keys: change them, or take a layout for one hand."),
        Action::Open(Place::Keys),
    ),
    (
        example("Usual settings", "Everything above becomes as it was at first. Keys stay."),
        Action::Change(Change::AllUsual),
    ),
];

const fn example(label: &'static str, sentence: &'static str) -> Example {
    Example { label, sentence, subject: Subject::Scene }
}

impl Settings {
    /// Returns the number of the chosen line below the settings.
    const fn other(&self) -> usize {
        self.chosen.wrapping_sub(SETTINGS.len())
    }

    /// Returns what is shown of the chosen line.
    fn example(&self, values: &Values) -> Option<Example> {
        let of_setting = |setting: &Setting| Example {
            label: setting.label,
            sentence: setting.sentence(values),
            subject: setting.subject,
        };
        let other = OTHERS.get(self.other()).map(|(example, _)| *example);
        SETTINGS.get(self.chosen).map(of_setting).or(other)
    }
}

impl Screen for Settings {
    fn place(&self) -> Place {
        Place::Settings
    }

    fn content(&self, shown: &Shown) -> Content {
        let line = |setting: &Setting| {
            let can_step = [false, true].map(|forward| setting.can_step(shown.settings, forward));
            Line {
                value: Value::Choice(value(setting, shown).to_owned(), can_step),
                ..Line::new(setting.label)
            }
        };
        let value = || Value::Choice(String::new(), [false, true]);
        let others = OTHERS.iter().map(|(other, _)| Line { value: value(), ..Line::new(other.label) });
        let lines = SETTINGS.iter().map(line).chain(others).collect();
        let example = self.example(shown.settings);
        let sentence = example.map_or("", |example| example.sentence);
        let can_reset = SETTINGS.get(self.chosen).is_some_and(|setting| !setting.is_usual(shown.settings));
        let keys = [(Way::Down, "choose"), (Way::Right, "change")];
        let keys = keys.map(|(way, text)| Hint::new(Action::Go(way), text));
        let hints = possible([(can_reset, Action::Reset, "usual value"), (true, Action::Back, "close")]);
        let content = Content::new("Settings", Body::List(lines, Some(self.chosen)));
        let content = content.with_hints(keys.into_iter().chain(hints));
        let notes = vec![(sentence.to_owned(), Style::Body), (shown.drawn_by.to_owned(), Style::Label)];
        Content { notes, example, ..content }
    }

    fn act(&mut self, action: Action, _: &Shown, room: Room) -> Option<Action> {
        let change = |change| Some(Action::Change(change));
        match (action, OTHERS.get(self.other())) {
            (Action::Go(Way::Left), None) => return change(Change::Step(self.chosen, false)),
            (Action::Go(Way::Right) | Action::Choose, None) => {
                return change(Change::Step(self.chosen, true));
            }
            (Action::Choose, Some((_, action))) => return Some(*action),
            (Action::Reset, None) => return change(Change::Usual(self.chosen)),
            (Action::Reset | Action::Go(Way::Left | Way::Right), Some(_)) => {}
            (Action::Go(way), _) => {
                self.chosen = room.moved(self.chosen, SETTINGS.len() + OTHERS.len(), way);
            }
            _ => return Some(action),
        }
        None
    }

    fn chosen(&mut self) -> Option<&mut usize> {
        Some(&mut self.chosen)
    }
}

/// Returns the value of a setting, with the reason if it currently does nothing.
fn value(setting: &Setting, shown: &Shown) -> &'static str {
    let wants_panel = shown.settings.panel && shown.played.game.part().has_monsters();
    match setting.name {
        "mute" => sounds(shown.settings, shown.has_device),
        "panel" if wants_panel && !shown.has_panel => "on: window too narrow",
        _ => setting.value(shown.settings).1,
    }
}

/// Describes whether sounds are on.
pub(crate) const fn sounds(settings: &Values, has_device: bool) -> &'static str {
    match (settings.mute, has_device) {
        (true, _) => "off",
        (false, true) => "on",
        (false, false) => "on, but there is no device",
    }
}
