//! The keys of one player: those of the table, and the player's own.

use crate::desktop::actions::{Action, Place, Preset};
use crate::desktop::key_table::{Row, is_modifier, key_from_name, key_name, row_of, rows};
use crate::key::Key;
use crate::part::Part;
use crate::support::text::shortened;

/// The keys of a player: those of the table, and the player's own, which count more.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bindings<'s> {
    own: &'s [(Key, Action)],
}

impl<'s> Bindings<'s> {
    /// The keys with these of the player's own.
    pub fn new(own: &'s [(Key, Action)]) -> Bindings<'s> {
        Bindings { own }
    }

    /// Returns what a key does: what is printed on it, and the key at the same place of an American
    /// keyboard, by which the keys that walk are known. In the inventory letters use items, and digits make a
    /// seed.
    pub fn action(
        self,
        place: Place,
        part: Part,
        printed: Key,
        physical: Key,
        shift: bool,
    ) -> Option<Action> {
        let is_here = |row: &&Row| row.is_of(place) && (row.has)(part);
        let own = self.own.iter().rev().filter(|(key, _)| *key == printed);
        let mut own = own.filter_map(|(_, action)| row_of(*action)).filter(is_here);
        let walks = || rows().find(|row| row.is_physical() && is_here(row) && row.keys.contains(&physical));
        let other = || rows().find(|row| !row.is_physical() && is_here(row) && row.keys.contains(&printed));
        let action = match place {
            Place::Inventory if printed.letter().is_some() || printed == Key::ESCAPE => {
                Action::Press(printed)
            }
            Place::Seed if digit(printed).is_some() => Action::Digit(digit(printed)?),
            Place::NewKey if printed != Key::ESCAPE => Action::NewKey(printed),
            _ => own.next().or_else(walks).or_else(other)?.action,
        };
        Some(match (action, place) {
            (Action::Go(way), Place::Map | Place::Cursor) if shift => Action::Run(way),
            (Action::NextSight(_), _) => Action::NextSight(!shift),
            _ => action,
        })
    }

    /// Returns the keys of a row, the player's own first. A key that the player gave to something else in the
    /// same place is left out.
    pub fn keys(self, row: &Row) -> Vec<Key> {
        let own = self.own.iter().rev().filter(|(_, action)| *action == row.action).map(|(key, _)| *key);
        let is_taken = |key: Key| {
            let mut others = self.own.iter().filter(|(other, action)| *other == key && *action != row.action);
            others.any(|(_, action)| row_of(*action).is_some_and(|other| other.shares_a_place(row)))
        };
        let mut keys: Vec<Key> = own.filter(|_| row.can_have_keys()).collect();
        let usual: Vec<Key> =
            row.keys.iter().copied().filter(|key| !is_taken(*key) && !keys.contains(key)).collect();
        keys.extend(usual);
        keys
    }

    /// Returns the name of the first key of an action in a place, if it has one.
    pub fn key(self, action: Action, place: Place) -> Option<String> {
        let rows = rows().filter(|row| row.action == action && row.is_of(place));
        rows.flat_map(|row| self.keys(row)).next().map(key_name)
    }

    /// Returns the actions that lost their last key to one of the player's own keys.
    pub fn without_key(self) -> impl Iterator<Item = &'static Row> {
        rows().filter(move |row| row.can_have_keys() && self.keys(row).is_empty())
    }

    /// Returns the text with the keys of actions in place of their names: `{explore}` becomes `X`.
    pub fn fill(self, text: &str) -> String {
        let named = rows().filter(|row| row.can_have_keys());
        named.fold(text.to_owned(), |text, row| {
            let hole = format!("{{{}}}", row.name);
            if !text.contains(&hole) {
                return text;
            }
            let key = self.keys(row).first().map_or_else(|| "(no key)".to_owned(), |key| key_name(*key));
            text.replace(&hole, &key)
        })
    }
}

/// Returns the same text with the names of actions instead of their keys.
pub(crate) fn named(text: &str) -> String {
    text.replace(['{', '}'], "")
}

/// Gives an action a key, which comes first from now on. In the same places the key does nothing else.
pub(crate) fn bind(own: &mut Vec<(Key, Action)>, number: usize, key: Key) {
    let Some(row) = rows().nth(number).filter(|row| row.can_have_keys()) else { return };
    let is_free = |action: Action| row_of(action).is_none_or(|other| !other.shares_a_place(row));
    own.retain(|(other, action)| *other != key || is_free(*action));
    own.push((key, row.action));
}

/// Gives an action its usual keys again, and takes them from other actions.
pub(crate) fn unbind(own: &mut Vec<(Key, Action)>, number: usize) {
    let Some(row) = rows().nth(number) else { return };
    let takes = |other: &Row, key: Key| row.keys.contains(&key) && other.shares_a_place(row);
    own.retain(|(key, action)| {
        *action != row.action && row_of(*action).is_none_or(|other| !takes(other, *key))
    });
}

impl Preset {
    /// All layouts.
    pub const ALL: [Preset; 3] = [Preset::Standard, Preset::LeftHand, Preset::RightHand];

    /// Returns the keys that differ from the usual ones. The left hand is on W A S D, the right hand on the
    /// arrows, on H J K L or on the number pad.
    pub fn keys(self) -> &'static [(Key, Action)] {
        match self {
            Preset::Standard => &[],
            Preset::LeftHand => &[
                (Key::F, Action::Press(Key::I)),
                (Key::Q, Action::Examine),
                (Key::E, Action::TakeStairs),
                (Key::Z, Action::Open(Place::Messages)),
                (Key::V, Action::Open(Place::Character)),
            ],
            Preset::RightHand => &[
                (Key::KEYPAD_5, Action::TakeStairs),
                (Key::U, Action::TakeStairs),
                (Key::KEYPAD_0, Action::Explore),
                (Key::O, Action::Explore),
                (Key::BACKSPACE, Action::Leave),
            ],
        }
    }
}

/// Names that actions had before, in the settings file, and those of today.
const OLD_NAMES: [(&str, &str); 4] =
    [("pack", "inventory"), ("runs", "games"), ("summary", "character"), ("help", "keys")];

/// Why a key cannot have an action. Each is a part of a sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum OwnKeyError {
    #[error("{0} changes the meaning of other keys")]
    Modifier(String),
    #[error("'{}' is not an action; there are {}", shortened(.0), action_names())]
    NoAction(String),
}

/// Returns the names of all actions that can have keys of the player's own.
fn action_names() -> String {
    let names = rows().filter(|row| row.can_have_keys()).map(|row| row.name);
    names.collect::<Vec<_>>().join(", ")
}

/// Reads a line `key = action` of the settings file. Returns `None` if it does not begin with a key.
///
/// # Errors
/// If the action is unknown, or the key is a modifier.
pub(crate) fn own_key(key: &str, action: &str) -> Option<Result<(Key, Action), OwnKeyError>> {
    let found = key_from_name(key)?;
    let old = OLD_NAMES.into_iter().find(|(old, _)| *old == action);
    let name = old.map_or(action, |(_, name)| name);
    let row = rows().find(|row| row.can_have_keys() && row.name == name);
    Some(match row {
        Some(_) if is_modifier(found) => Err(OwnKeyError::Modifier(key.to_owned())),
        Some(row) => Ok((found, row.action)),
        None => Err(OwnKeyError::NoAction(action.to_owned())),
    })
}

/// Returns the digit that is printed on a key, also on the number pad.
fn digit(key: Key) -> Option<u32> {
    let name = key.name();
    name.strip_prefix("Keypad ").unwrap_or(name).parse().ok()
}
