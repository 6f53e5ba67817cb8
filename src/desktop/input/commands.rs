//! The keys, and what they do: one table for the page of keys, for `play --help`, and for the commands that
//! the original does not have.

use Command::{
    Continue, Explore, GoToStairs, Help, Look, Messages, NextView, Panel, Runs, Screenshot, Settings, Sound,
    Summary,
};
use Where::{Anywhere, End, Map, Menu, NotPack, Run};

use crate::game::GameState;
use crate::key::Key;
use crate::part::Part;

/// A command that the original does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Command {
    /// Goes where something is to be explored or picked up.
    Explore,
    /// Goes to the stairs.
    GoToStairs,
    /// Moves a cursor over the map and tells what is there.
    Look,
    /// Shows the messages of the run.
    Messages,
    /// Shows the player's numbers and what is in view.
    Panel,
    /// Shows the summary of the run.
    Summary,
    /// Continues the run that was kept.
    Continue,
    /// Shows the list of runs.
    Runs,
    /// Changes the algorithm of the view.
    NextView,
    /// Shows the keys.
    Help,
    /// Shows the settings.
    Settings,
    /// Switches the sounds on or off.
    Sound,
    /// Saves a screenshot.
    Screenshot,
}

/// A line of the table.
pub(crate) struct Line {
    /// Returns true for the parts that have the key.
    pub has: fn(Part) -> bool,
    /// The keys as they are printed. Without keys the line separates two groups or goes on with the last one.
    pub keys: &'static str,
    /// What they do.
    pub meaning: &'static str,
    /// What the line does, with which keys, and where.
    action: Option<(Action, &'static [Key], Shift, Where)>,
}

impl Line {
    /// Returns what the line does; none for lines about several keys.
    pub fn action(&self) -> Option<Action> {
        self.action.map(|(action, ..)| action)
    }
}

/// What a line of the table does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// Presses a key of the original.
    Press(Key),
    /// Gives a command.
    Give(Command),
}

impl Action {
    /// Returns true if it changes nothing in the game.
    pub const fn only_shows(self) -> bool {
        matches!(self, Action::Give(Help | Messages | Panel | Screenshot | Settings | Sound | Summary))
    }
}

/// Whether Shift is held.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shift {
    Down,
    Any,
}

/// The screens on which a command can be given.
#[derive(Clone, Copy)]
enum Where {
    Map,
    Menu,
    End,
    /// The map, and the end of the run.
    Run,
    /// Everywhere but in the pack, where letters use items.
    NotPack,
    Anywhere,
}

impl Where {
    const fn includes(self, state: GameState) -> bool {
        match self {
            Where::Map => matches!(state, GameState::Playing),
            Where::Menu => matches!(state, GameState::ClassSelect),
            Where::End => matches!(state, GameState::Dead | GameState::Won),
            Where::Run => Where::Map.includes(state) || Where::End.includes(state),
            Where::NotPack => !matches!(state, GameState::Inventory),
            Where::Anywhere => true,
        }
    }
}

const fn always(_: Part) -> bool {
    true
}

fn space_restarts(part: Part) -> bool {
    !part.has_classes()
}

fn lacks_items(part: Part) -> bool {
    !part.has_items()
}

/// A line about keys of the original.
const fn original(has: fn(Part) -> bool, keys: &'static str, meaning: &'static str) -> Line {
    Line { has, keys, meaning, action: None }
}

/// A line about a single key of the original, and other keys that stand for it.
const fn key(
    has: fn(Part) -> bool,
    keys: &'static str,
    meaning: &'static str,
    key: Key,
    its_keys: &'static [Key],
    place: Where,
) -> Line {
    Line { has, keys, meaning, action: Some((Action::Press(key), its_keys, Shift::Any, place)) }
}

/// A line about a command.
const fn give(
    has: fn(Part) -> bool,
    keys: &'static str,
    meaning: &'static str,
    command: Command,
    its_keys: &'static [Key],
    place: Where,
) -> Line {
    // On an American keyboard > is Shift and the full stop.
    let shift = if matches!(command, Command::GoToStairs) { Shift::Down } else { Shift::Any };
    Line { has, keys, meaning, action: Some((Action::Give(command), its_keys, shift, place)) }
}

/// The lines in order, by page. An empty line separates two groups.
pub(crate) const PAGES: [&[Line]; 2] = [GAME, OTHERS];

/// The keys of the game and of the window.
const GAME: &[Line] = &[
    original(Part::has_player, "arrows, W A S D", "walk, or attack what is in the way"),
    original(Part::has_player, "H J K L, number pad", "the same"),
    original(Part::has_player, "SHIFT + direction", "run until there is a choice to make"),
    key(Part::has_items, "I", "the pack: letters use items, I closes", Key::I, &[], Map),
    key(Part::has_floors, ".", "go down the stairs >", Key::PERIOD, &[], Map),
    give(Part::has_floors, ">", "go to the stairs; on them, go down", GoToStairs, &[Key::PERIOD], Map),
    give(Part::has_fog, "X", "explore and pick up what you find", Explore, &[Key::X], Map),
    key(Part::has_saves, "F5  B", "save the run", Key::F5, &[Key::B], Map),
    key(Part::has_saves, "F9  U", "load the saved run", Key::F9, &[Key::U], Anywhere),
    key(space_restarts, "SPACE", "begin a new dungeon", Key::SPACE, &[], Anywhere),
    original(Part::has_classes, "1 2 3", "on the menu: choose a class"),
    give(Part::has_saves, "C", "on the menu: continue the last run", Continue, &[Key::C], Menu),
    give(Part::has_classes, "R", "runs: continue, watch, or give up", Runs, &[Key::R], NotPack),
    key(Part::has_classes, "SPACE", "after a death or a win: the menu", Key::SPACE, &[], End),
    key(Part::has_items, "ESC", "close the pack, end a replay, or quit", Key::ESCAPE, &[], Anywhere),
    key(lacks_items, "ESC", "end a replay, or quit", Key::ESCAPE, &[], Anywhere),
    original(always, "", ""),
    give(
        Part::has_player,
        "E  ;",
        "examine the map; TAB: the next sight",
        Look,
        &[Key::E, Key::SEMICOLON],
        Map,
    ),
    give(Part::has_melee, "M", "all messages of the run", Messages, &[Key::M], Run),
    give(Part::has_monsters, "P", "your numbers, and what is in view", Panel, &[Key::P], Map),
    give(Part::has_melee, "P", "after the end: what the run was like", Summary, &[Key::P], End),
    give(Part::has_fog, "V", "change the algorithm of the view", NextView, &[Key::V], Map),
    give(always, "F1", "show this page", Help, &[Key::F1], Anywhere),
    give(always, "F2  O", "settings", Settings, &[Key::F2, Key::O], Anywhere),
    give(Part::has_hud, "F4", "switch the sounds on or off", Sound, &[Key::F4], Anywhere),
    original(always, "F11  ALT+ENTER", "switch to fullscreen and back"),
    give(always, "F12  T", "save a screenshot", Screenshot, &[Key::T], Anywhere),
];

/// Replays, game pads and the mouse.
const OTHERS: &[Line] = &[
    original(always, "SPACE", "in a replay: stop it, or let it go on"),
    original(always, "LEFT  RIGHT", "in a replay: a key back, a key forth"),
    original(always, "UP  DOWN", "in a replay: faster, slower"),
    original(always, "HOME  END", "in a replay: the start, the end"),
    original(Part::has_floors, "PAGE UP, DOWN", "in a replay: a floor back, a floor on"),
    original(always, "", ""),
    original(always, "game pad", "START lists all commands; A confirms"),
    original(Part::has_player, "cross, left stick", "walk; the right stick runs"),
    original(Part::has_fog, "pad A  B", "explore; examine, or go back"),
    original(Part::has_items, "pad X  Y", "open the pack, take the stairs"),
    original(Part::has_melee, "pad LB  RB", "messages; numbers and what is in view"),
    original(always, "pad BACK", "switch to fullscreen and back"),
    original(always, "cross, A, B", "in a replay: arrows, SPACE, ESC"),
    original(always, "", ""),
    original(Part::has_player, "mouse", "tells, shows the way; a click does it"),
    original(Part::has_player, "click on yourself", "stairs, picking up; else all commands"),
    original(Part::has_player, "right button", "examine a tile"),
    original(Part::has_melee, "wheel", "messages, and their pages"),
];

/// Returns all lines.
fn lines() -> impl Iterator<Item = &'static Line> {
    PAGES.into_iter().flatten()
}

/// Returns what a key does on a screen of a part, if it is no key of the original. In the pack letters use
/// items.
pub(crate) fn action_of(key: Key, shift: bool, part: Part, state: GameState) -> Option<Action> {
    let is_item = state == GameState::Inventory && key.is_letter();
    lines().filter(|line| (line.has)(part) && !is_item).find_map(|line| {
        let (action, keys, its_shift, place) = line.action?;
        let shifted = match its_shift {
            Shift::Down => shift,
            Shift::Any => true,
        };
        (keys.contains(&key) && shifted && place.includes(state)).then_some(action)
    })
}

/// Returns the lines that do something on a screen of a part.
pub(crate) fn available(part: Part, state: GameState) -> Vec<&'static Line> {
    let lines = lines().filter(|line| (line.has)(part));
    lines.filter(|line| line.action.is_some_and(|(.., place)| place.includes(state))).collect()
}

/// Returns true if a command can be given on a screen of a part.
pub(crate) fn is_available(command: Command, part: Part, state: GameState) -> bool {
    available(part, state).iter().any(|line| line.action() == Some(Action::Give(command)))
}

/// Returns the table as text, with the keys of all parts.
pub fn keys_text() -> String {
    let mut text = "Keys in the window:\n".to_owned();
    for line in lines().filter(|line| !line.meaning.is_empty()) {
        let line = format!("  {:<21}{:<41}{}", line.keys, line.meaning, parts(line.has));
        text += &format!("{}\n", line.trim_end());
    }
    text
}

/// Returns the table as Markdown, for the README.
pub fn keys_table() -> String {
    let mut table = "| key | does | parts |\n|---|---|---|\n".to_owned();
    for line in lines().filter(|line| !line.meaning.is_empty()) {
        table += &format!("| {} | {} | {} |\n", line.keys, line.meaning, parts(line.has));
    }
    table
}

/// Returns the parts that have a key: `11 on`, `1 to 13` or `all`.
fn parts(has: fn(Part) -> bool) -> String {
    let parts: Vec<Part> = Part::all().filter(|&part| has(part)).collect();
    match (parts.first(), parts.last()) {
        (Some(&Part::FIRST), Some(&Part::LAST)) => "all".to_owned(),
        (Some(first), Some(&Part::LAST)) => format!("{first} on"),
        (Some(first), Some(last)) => format!("{first} to {last}"),
        _ => "none".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_has_two_meanings_on_a_screen() {
        let states = [GameState::Playing, GameState::Dead, GameState::Won, GameState::ClassSelect];
        for part in Part::all() {
            for state in states {
                let mut seen = Vec::new();
                for line in lines().filter(|line| (line.has)(part)) {
                    let Some((_, keys, shift, place)) = line.action else { continue };
                    for &key in keys.iter().filter(|_| place.includes(state)) {
                        let taken = |&(other, its): &(Key, Shift)| {
                            other == key && (its == shift || its == Shift::Any || shift == Shift::Any)
                        };
                        assert!(!seen.iter().any(taken), "part {part}: {}", line.keys);
                        seen.push((key, shift));
                    }
                }
            }
        }
    }

    #[test]
    fn commands_belong_to_their_parts_and_screens() {
        let part = |number| Part::new(number).unwrap();
        let of = |key, shift, number, state| match action_of(key, shift, part(number), state) {
            Some(Action::Give(command)) => Some(command),
            _ => None,
        };
        // Letters for keyboards without function keys, but not in the pack.
        for (letter, key) in [(Key::B, Key::F5), (Key::U, Key::F9)] {
            let action = |state| action_of(letter, false, Part::LAST, state);
            assert_eq!(action(GameState::Playing), Some(Action::Press(key)));
            assert_eq!(action(GameState::Inventory), None);
        }
        assert_eq!(of(Key::O, false, 1, GameState::Playing), Some(Command::Settings));
        assert_eq!(of(Key::F2, false, 17, GameState::Inventory), Some(Command::Settings));
        assert_eq!(of(Key::T, false, 17, GameState::ClassSelect), Some(Command::Screenshot));
        assert_eq!(of(Key::X, false, 3, GameState::Playing), Some(Command::Explore));
        assert_eq!(of(Key::X, false, 2, GameState::Playing), None);
        assert_eq!(of(Key::X, false, 17, GameState::Inventory), None);
        assert_eq!(of(Key::PERIOD, true, 11, GameState::Playing), Some(Command::GoToStairs));
        assert_eq!(of(Key::PERIOD, false, 11, GameState::Playing), None, "the original's key");
        assert_eq!(of(Key::P, false, 17, GameState::Playing), Some(Command::Panel));
        assert_eq!(of(Key::P, false, 17, GameState::Dead), Some(Command::Summary));
        assert_eq!(of(Key::C, false, 15, GameState::ClassSelect), Some(Command::Continue));
    }

    #[test]
    fn every_line_fits_the_page() {
        for line in lines() {
            assert!(line.keys.len() <= 20 && line.meaning.len() <= 38, "{}", line.meaning);
        }
    }

    #[test]
    fn the_text_has_every_key() {
        let text = keys_text();
        for line in lines() {
            assert!(text.contains(line.keys) && text.contains(line.meaning));
        }
        assert!(text.lines().all(|line| line.len() <= 80));
    }
}
