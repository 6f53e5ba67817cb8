//! The keys, and what they do: one table for the page of keys, for `play --help`, and for the commands that
//! the original does not have.

mod keys;

use Action::{Give, Press, Show};
use Command::{Continue, Explore, GoToStairs, Look, NextView, Runs, Screenshot, Sound};
use PageName::{Help, Messages, Panel, Settings, Steps, Summary};

use crate::game::GameState;
use crate::key::Key;
use crate::part::Part;

/// A command that the original does not have. The table says what each does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Command {
    Explore,
    GoToStairs,
    Look,
    Continue,
    Runs,
    NextView,
    Sound,
    Screenshot,
}

/// A page that a key shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PageName {
    Help,
    Messages,
    Panel,
    Settings,
    Steps,
    Summary,
}

/// A line of the table.
pub(crate) struct KeyRow {
    /// Returns true for the parts that have the key.
    pub has: fn(Part) -> bool,
    /// The keys as they are printed. Without keys the line separates two groups or goes on with the last one.
    pub keys: &'static str,
    /// What they do.
    pub meaning: &'static str,
    /// What the line does, with which keys, and on which screens.
    action: Option<(Action, &'static [Key], Screens)>,
}

impl KeyRow {
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
    /// Shows a page.
    Show(PageName),
}

impl Action {
    /// Returns true if it changes nothing in the game.
    pub const fn only_shows(self) -> bool {
        matches!(self, Show(_) | Give(Screenshot | Sound))
    }
}

/// The screens on which a key means something.
type Screens = &'static [GameState];
const MAP: Screens = &[GameState::Playing];
const MENU: Screens = &[GameState::ClassSelect];
const END: Screens = &[GameState::Dead, GameState::Won];
/// The map, and the end of the run.
const RUN: Screens = &[GameState::Playing, GameState::Dead, GameState::Won];
/// Everywhere but in the pack, where letters use items.
const NOT_PACK: Screens = &[GameState::Playing, GameState::ClassSelect, GameState::Dead, GameState::Won];
const ANYWHERE: Screens =
    &[GameState::Playing, GameState::Inventory, GameState::ClassSelect, GameState::Dead, GameState::Won];

/// The keys that begin to examine.
const EXAMINE: &[Key] = &[Key::E, Key::SEMICOLON];

const fn always(_: Part) -> bool {
    true
}

/// A line about keys of the original.
const fn original(has: fn(Part) -> bool, keys: &'static str, meaning: &'static str) -> KeyRow {
    KeyRow { has, keys, meaning, action: None }
}

/// A line about an action, the keys that stand for it besides those of the original, and its screens.
const fn does(
    has: fn(Part) -> bool,
    keys: &'static str,
    meaning: &'static str,
    action: Action,
    its_keys: &'static [Key],
    screens: Screens,
) -> KeyRow {
    KeyRow { has, keys, meaning, action: Some((action, its_keys, screens)) }
}

/// The lines in order, by page. An empty line separates two groups.
pub(crate) const PAGES: [&[KeyRow]; 2] = [GAME, OTHERS];

/// The keys of the game and of the window.
const GAME: &[KeyRow] = &[
    original(Part::has_player, "arrows, W A S D", "walk, or attack what is in the way"),
    original(Part::has_player, "H J K L, number pad", "the same"),
    original(Part::has_player, "SHIFT + direction", "run until there is a choice to make"),
    does(Part::has_items, "I", "the pack: letters use items, I closes", Press(Key::I), &[], MAP),
    does(Part::has_floors, ".", "go down the stairs >", Press(Key::PERIOD), &[], MAP),
    does(Part::has_floors, ">", "go to the stairs; on them, go down", Give(GoToStairs), &[Key::PERIOD], MAP),
    does(Part::has_fog, "X", "explore and pick up what you find", Give(Explore), &[Key::X], MAP),
    does(Part::has_saves, "F5  B", "save the run", Press(Key::F5), &[Key::B], MAP),
    does(Part::has_saves, "F9  U", "load the saved run", Press(Key::F9), &[Key::U], ANYWHERE),
    does(|part| !part.has_classes(), "SPACE", "begin a new dungeon", Press(Key::SPACE), &[], ANYWHERE),
    original(Part::has_classes, "1 2 3", "on the menu: choose a class"),
    does(Part::has_saves, "C", "on the menu: continue the last run", Give(Continue), &[Key::C], MENU),
    does(Part::has_classes, "R", "runs: continue, watch, or give up", Give(Runs), &[Key::R], NOT_PACK),
    does(Part::has_classes, "SPACE", "after a death or a win: the menu", Press(Key::SPACE), &[], END),
    does(Part::has_items, "ESC", "close the pack, end a replay, or quit", Press(Key::ESCAPE), &[], ANYWHERE),
    does(|part| !part.has_items(), "ESC", "end a replay, or quit", Press(Key::ESCAPE), &[], ANYWHERE),
    original(always, "", ""),
    does(Part::has_player, "E  ;", "examine the map; TAB: the next sight", Give(Look), EXAMINE, MAP),
    does(Part::has_melee, "M", "all messages of the run", Show(Messages), &[Key::M], RUN),
    does(Part::has_monsters, "P", "your numbers, and what is in view", Show(Panel), &[Key::P], MAP),
    does(Part::has_melee, "P", "after the end: what the run was like", Show(Summary), &[Key::P], END),
    does(Part::has_fog, "V", "change the algorithm of the view", Give(NextView), &[Key::V], MAP),
    does(always, "Y", "the algorithms at work, step by step", Show(Steps), &[Key::Y], MAP),
    does(always, "F1", "show this page", Show(Help), &[Key::F1], ANYWHERE),
    does(always, "F2  O", "settings", Show(Settings), &[Key::F2, Key::O], ANYWHERE),
    does(Part::has_hud, "F4", "switch the sounds on or off", Give(Sound), &[Key::F4], ANYWHERE),
    original(always, "F11  ALT+ENTER", "switch to fullscreen and back"),
    does(always, "F12  T", "save a screenshot", Give(Screenshot), &[Key::T], ANYWHERE),
];

/// Replays, game pads and the mouse.
const OTHERS: &[KeyRow] = &[
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

/// Returns what a key does on a screen of a part, if it is no key of the original. In the pack letters use
/// items.
pub(crate) fn action_of(key: Key, shift: bool, part: Part, state: GameState) -> Option<Action> {
    let is_item = state == GameState::Inventory && key.letter().is_some();
    available(part, state).filter(|_| !is_item).find_map(|line| {
        let (action, keys, _) = line.action?;
        // On an American keyboard > is Shift and the full stop.
        (keys.contains(&key) && (shift || action != Give(GoToStairs))).then_some(action)
    })
}

/// Returns the lines that do something on a screen of a part.
pub(crate) fn available(part: Part, state: GameState) -> impl Iterator<Item = &'static KeyRow> {
    let includes = move |line: &&KeyRow| line.action.is_some_and(|(.., screens)| screens.contains(&state));
    PAGES.into_iter().flatten().filter(move |line| (line.has)(part)).filter(includes)
}

/// Returns true if an action is possible on a screen of a part.
pub(crate) fn is_available(action: Action, part: Part, state: GameState) -> bool {
    available(part, state).any(|line| line.action() == Some(action))
}

/// Returns keys, meaning and parts of each line.
fn rows() -> impl Iterator<Item = (&'static str, &'static str, String)> {
    let lines = PAGES.into_iter().flatten().filter(|line| !line.meaning.is_empty());
    lines.map(|line| (line.keys, line.meaning, parts(line.has)))
}

/// Returns the table as text, with the keys of all parts.
pub fn keys_text() -> String {
    let line =
        |(keys, meaning, parts)| format!("  {keys:<21}{meaning:<41}{parts}").trim_end().to_owned() + "\n";
    "Keys in the window:\n".to_owned() + &rows().map(line).collect::<String>()
}

/// Returns the table as Markdown, for the README.
pub fn keys_table() -> String {
    let line = |(keys, meaning, parts)| format!("| {keys} | {meaning} | {parts} |\n");
    "| key | does | parts |\n|---|---|---|\n".to_owned() + &rows().map(line).collect::<String>()
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
        for (part, state) in Part::all().flat_map(|part| states.map(|state| (part, state))) {
            let keys = available(part, state).filter_map(|line| line.action).flat_map(|(_, keys, _)| keys);
            let keys: Vec<&Key> = keys.collect();
            assert!((1..keys.len()).all(|number| !keys[..number].contains(&keys[number])), "part {part}");
        }
    }
}
