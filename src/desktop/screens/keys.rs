//! The screen of keys: all actions with their keys, which can be changed, what the mouse and game pads do,
//! and layouts for one hand.

use crate::desktop::actions::{Action, Change, Place, Preset, Way};
use crate::desktop::key_table::{How, Row, key_name, number_of, sections};
use crate::desktop::scene::Style;
use crate::desktop::screens::content::{Body, Content, Hint, Line, Room, Screen, Shown, Value, possible};

/// The number of the line that is chosen, and whether its new key is awaited.
#[derive(Default)]
pub(crate) struct Keys {
    chosen: usize,
    waits: bool,
}

/// The letters of a line.
const COLUMNS: i32 = 66;

/// The subject of a line.
#[derive(Clone, Copy)]
enum Item {
    Row(&'static Row),
    /// An input that is always the same, and its meaning.
    Fixed(How, &'static str),
    Layout(Preset),
}

/// Returns the subjects of the lines, each with the heading of its section. While a replay is watched, its
/// keys come first.
fn items(shown: &Shown) -> Vec<(&'static str, Item)> {
    let part = shown.played.game.part();
    let of_sections = sections(shown.base == Place::Replay).flat_map(|section| {
        let fixed = section.others_of(part).map(|(how, meaning)| Item::Fixed(how, meaning));
        section.rows_of(part).map(Item::Row).chain(fixed).map(move |item| (section.heading, item))
    });
    of_sections.chain(Preset::ALL.map(|preset| ("Layouts", Item::Layout(preset)))).collect()
}

/// Returns the name of a layout and its advantage.
const fn describe(preset: Preset) -> (&'static str, &'static str) {
    match preset {
        Preset::Standard => ("Standard", "The usual keys. Your own are replaced."),
        Preset::LeftHand => (
            "Left hand",
            "The left hand stays on W A S D and reaches everything. Your own keys are replaced.",
        ),
        Preset::RightHand => {
            ("Right hand", "For the arrows, H J K L, or the number pad. Your own keys are replaced.")
        }
    }
}

impl Keys {
    fn line(&self, (heading, item): (&'static str, Item), is_chosen: bool, shown: &Shown) -> Line {
        let (text, value) = match item {
            Item::Layout(preset) => {
                let is_used = shown.settings.keys == preset.keys();
                let value = if is_used { Value::Text("in use".to_owned()) } else { Value::None };
                (describe(preset).0, value)
            }
            Item::Fixed(How::Caps(caps), meaning) => {
                (meaning, Value::Caps(caps.iter().map(|cap| (*cap).to_owned()).collect()))
            }
            Item::Fixed(How::Gesture(gesture), meaning) => (meaning, Value::Text(gesture.to_owned())),
            Item::Row(row) => {
                let caps: Vec<String> = shown.keys().keys(row).into_iter().map(key_name).collect();
                let value = match caps.is_empty() {
                    _ if self.waits && is_chosen => Value::Text("press the new key".to_owned()),
                    true => Value::Text("no key".to_owned()),
                    false => Value::Caps(caps),
                };
                (row.meaning, value)
            }
        };
        let click = match item {
            Item::Row(row) if row.is_of(shown.base) && !matches!(row.action, Action::Go(_)) => row.action,
            _ => Action::Choose,
        };
        Line { value, click, group: Some(heading.to_owned()), ..Line::new(text) }
    }
}

impl Screen for Keys {
    fn place(&self) -> Place {
        if self.waits { Place::NewKey } else { Place::Keys }
    }

    fn content(&self, shown: &Shown) -> Content {
        let (items, part) = (items(shown), shown.played.game.part());
        let line = |(number, item): (usize, &_)| self.line(*item, number == self.chosen, shown);
        let lines = items.iter().enumerate().map(line).collect();
        let item = items.get(self.chosen).map(|(_, item)| *item);
        let note = match item {
            _ if self.waits => "If the key already has another action, this one replaces it.",
            Some(Item::Layout(preset)) => describe(preset).1,
            Some(Item::Fixed(..)) => "This is the same in every layout.",
            _ => "The keys that you add come first, also in hints. The usual ones stay.",
        };
        let is_row = !self.waits && matches!(item, Some(Item::Row(_)));
        let hints = possible([
            (is_row, Action::Choose, "new key"),
            (is_row, Action::Reset, "usual keys"),
            (matches!(item, Some(Item::Layout(_))), Action::Choose, "use this layout"),
            (true, Action::Back, if self.waits { "cancel" } else { "close" }),
        ]);
        let hints: Vec<Hint> = hints.collect();
        let content = Content::new("Keys", Body::List(lines, Some(self.chosen))).with_hints(hints);
        // The whole game needs no number.
        let corner = if shown.free_play { String::new() } else { format!("Part {part}") };
        Content { notes: vec![(note.to_owned(), Style::Body)], columns: COLUMNS, corner, ..content }
    }

    fn act(&mut self, action: Action, shown: &Shown, room: Room) -> Option<Action> {
        let items = items(shown);
        let item = items.get(self.chosen).map(|(_, item)| *item);
        if self.waits {
            self.waits = matches!(action, Action::Go(_));
            return match (action, item) {
                (Action::NewKey(key), Some(Item::Row(row))) => {
                    number_of(row.action).map(|number| Action::Change(Change::Bind(number, key)))
                }
                (Action::Quit | Action::Fullscreen, _) => Some(action),
                _ => None,
            };
        }
        match (action, item) {
            (Action::Choose, Some(Item::Layout(preset))) => {
                return Some(Action::Change(Change::Keys(preset)));
            }
            (Action::Choose, Some(Item::Row(_))) => self.waits = true,
            (Action::Reset, Some(Item::Row(row))) => {
                return number_of(row.action).map(|number| Action::Change(Change::Unbind(number)));
            }
            (Action::Choose | Action::Reset | Action::Go(Way::Left | Way::Right), _) => {}
            (Action::Go(way), _) => self.chosen = room.moved(self.chosen, items.len(), way),
            _ => return Some(action),
        }
        None
    }

    /// While a key is awaited, the mouse chooses no other line.
    fn chosen(&mut self) -> Option<&mut usize> {
        Some(&mut self.chosen).filter(|_| !self.waits)
    }
}
