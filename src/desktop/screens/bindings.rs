//! The screen that changes keys: layouts, and every action with its keys.

use crate::desktop::actions::{Action, Change, Place, Preset, Way};
use crate::desktop::key_table::{Row, bindable};
use crate::desktop::screens::content::{Body, Content, Hint, Line, Room, Screen, Shown, Value, possible};
use crate::part::Part;

/// The number of the line that is chosen, and whether its new key is awaited.
#[derive(Default)]
pub(crate) struct Bindings {
    chosen: usize,
    waits: bool,
}

/// The letters of a line.
const COLUMNS: i32 = 66;

/// The subject of a line.
#[derive(Clone, Copy)]
enum Item {
    Layout(Preset),
    /// An action, with its number.
    Row(usize, &'static Row),
}

/// Returns the subjects of the lines, in groups with a heading.
fn groups(part: Part) -> impl Iterator<Item = (&'static str, Vec<Item>)> {
    let rows = |rows: Vec<_>| rows.into_iter().map(|(number, row)| Item::Row(number, row)).collect();
    let sections = bindable(part).into_iter().map(move |(heading, items)| (heading, rows(items)));
    [("Layouts", Preset::ALL.map(Item::Layout).to_vec())].into_iter().chain(sections)
}

fn items(part: Part) -> Vec<Item> {
    groups(part).flat_map(|(_, items)| items).collect()
}

/// Returns the name of a layout, and what is good about it.
const fn describe(preset: Preset) -> (&'static str, &'static str) {
    match preset {
        Preset::Standard => ("Standard", "The usual keys. Your own changes are undone."),
        Preset::LeftHand => ("Left hand", "The left hand stays on W A S D and reaches everything."),
        Preset::RightHand => {
            ("Right hand", "The right hand stays on the arrows, on H J K L, or on the number pad.")
        }
    }
}

impl Bindings {
    fn line(&self, item: Item, is_chosen: bool, shown: &Shown) -> Line {
        match item {
            Item::Layout(preset) => {
                let is_used = shown.settings.keys == preset.keys();
                let value = if is_used { Value::Text("in use".to_owned()) } else { Value::None };
                Line { value, ..Line::new(describe(preset).0) }
            }
            Item::Row(_, row) => {
                let keys = shown.keys().keys(row);
                let value = match keys.is_empty() {
                    _ if self.waits && is_chosen => Value::Text("press the new key".to_owned()),
                    true => Value::Text("no key".to_owned()),
                    false => Value::Keys(keys),
                };
                Line { value, ..Line::new(row.meaning) }
            }
        }
    }
}

impl Screen for Bindings {
    fn place(&self) -> Place {
        if self.waits { Place::NewKey } else { Place::Bindings }
    }

    fn content(&self, shown: &Shown) -> Content {
        let mut lines: Vec<Line> = Vec::new();
        for (heading, items) in groups(shown.played.game.part()) {
            for item in items {
                let group = Some(heading.to_owned());
                let line = self.line(item, lines.len() == self.chosen, shown);
                lines.push(Line { group, ..line });
            }
        }
        let item = items(shown.played.game.part()).get(self.chosen).copied();
        let note = match item {
            _ if self.waits => "If the key does something else there, it does this from now on.",
            Some(Item::Layout(preset)) => describe(preset).1,
            _ => "Hints name the first key. A new key comes first, and the usual ones stay.",
        };
        let hints = match item {
            _ if self.waits => vec![Hint::new(Action::Back, "no new key")],
            Some(Item::Layout(_)) => {
                vec![Hint::new(Action::Choose, "use this layout"), Hint::new(Action::Back, "close")]
            }
            _ => possible([
                (true, Action::Choose, "new key"),
                (true, Action::Reset, "usual keys"),
                (true, Action::Back, "close"),
            ])
            .collect(),
        };
        let content = Content::new("Change keys", Body::List(lines, Some(self.chosen))).with_hints(hints);
        Content { notes: vec![note.to_owned()], columns: COLUMNS, ..content }
    }

    fn act(&mut self, action: Action, shown: &Shown, room: Room) -> Option<Action> {
        let items = items(shown.played.game.part());
        let item = items.get(self.chosen).copied();
        if self.waits {
            self.waits = matches!(action, Action::Go(_));
            return match (action, item) {
                (Action::NewKey(key), Some(Item::Row(number, _))) => {
                    Some(Action::Change(Change::Bind(number, key)))
                }
                (Action::Quit | Action::Fullscreen, _) => Some(action),
                _ => None,
            };
        }
        match (action, item) {
            (Action::Choose, Some(Item::Layout(preset))) => {
                return Some(Action::Change(Change::Keys(preset)));
            }
            (Action::Choose, _) => self.waits = true,
            (Action::Reset, Some(Item::Row(number, _))) => {
                return Some(Action::Change(Change::Unbind(number)));
            }
            (Action::Reset | Action::Go(Way::Left | Way::Right), _) => {}
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
