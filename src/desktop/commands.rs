//! The keys, and what they do: one table for the page of keys, for `play --help`, and for the commands that
//! the original does not have.

use Command::{
    Again, Continue, Explore, GoToStairs, Help, Look, Messages, OfDay, Press, Runs, Screenshot, Seed,
    Settings, Share, Sound, Steps, Summary,
};

use crate::game::{Game, GameState, direction};
use crate::key::Key;
use crate::part::Part;
use crate::support::text::shortened;

/// What a key or a line of a page does. The table says what each does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the table says what each does")]
pub enum Command {
    /// Presses a key of the original, or V.
    Press(Key),
    Explore,
    GoToStairs,
    Look,
    Continue,
    Seed,
    OfDay,
    Again,
    Share,
    /// Shows the menu with this seed for the next hero, or with a new one.
    Begin(Option<u32>),
    Runs,
    Help,
    Messages,
    Settings,
    Steps,
    Summary,
    Sound,
    Screenshot,
}

impl Command {
    /// Returns true if it changes nothing in the game.
    pub const fn only_shows(self) -> bool {
        matches!(self, Help | Messages | Settings | Steps | Summary | Screenshot | Sound)
    }
}

/// A line of the table.
pub struct KeyRow {
    /// Returns true for the parts that have the key.
    pub has: fn(Part) -> bool,
    /// The name of the command in the file of settings; empty if no key of the player's own can stand for it.
    name: &'static str,
    /// The keys as they are printed, with two blanks between them. Without keys the line parts two groups.
    pub keys: &'static str,
    /// What they do.
    pub meaning: &'static str,
    /// What the line does; none for lines about several keys.
    pub command: Option<Command>,
    /// The screens on which they do it.
    screens: Screens,
}

impl KeyRow {
    /// Returns the keys as they are printed, with the player's own.
    pub fn all_keys(&self, own: &OwnKeys) -> String {
        let own = own.iter().filter(|(_, command)| Some(*command) == self.command);
        own.fold(self.keys.to_owned(), |keys, (key, _)| format!("{keys}  {}", key.name().to_uppercase()))
    }

    /// Returns true if a key does what the line says.
    pub fn has_key(&self, key: Key, shift: bool) -> bool {
        match self.command {
            Some(Press(its_key)) => its_key == key,
            // On an American keyboard > is Shift and the full stop.
            Some(GoToStairs) => key == Key::PERIOD && shift,
            Some(_) => self.keys.split("  ").any(|name| Key::from_name(name) == Some(key)),
            None => false,
        }
    }

    /// Returns what the line does on a screen, if it does something there.
    pub fn command_on(&self, screen: GameState) -> Option<Command> {
        self.command.filter(|_| self.screens.contains(&screen))
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

const fn always(_: Part) -> bool {
    true
}

/// A line about keys of the original.
const fn original(has: fn(Part) -> bool, keys: &'static str, meaning: &'static str) -> KeyRow {
    KeyRow { has, name: "", keys, meaning, command: None, screens: &[] }
}

/// A line about a command.
const fn does(
    has: fn(Part) -> bool,
    name: &'static str,
    keys: &'static str,
    meaning: &'static str,
    command: Command,
    screens: Screens,
) -> KeyRow {
    KeyRow { has, name, keys, meaning, command: Some(command), screens }
}

/// The lines in order, by page. An empty line separates two groups.
pub(crate) const PAGES: [&[KeyRow]; 2] = [GAME, OTHERS];

/// The keys of the game and of the window.
#[rustfmt::skip]
const GAME: &[KeyRow] = &[
    original(Part::has_player, "arrows, W A S D", "walk, or attack what is in the way"),
    original(Part::has_player, "H J K L, number pad", "the same"),
    original(Part::has_player, "SHIFT + direction", "run until there is a choice to make"),
    does(Part::has_items, "pack", "I", "the pack: letters use items, I closes", Press(Key::I), MAP),
    does(Part::has_floors, "stairs", ">", "go to the stairs; on them, go down", GoToStairs, MAP),
    does(Part::has_floors, "descend", ".", "go down the stairs >", Press(Key::PERIOD), MAP),
    does(Part::has_fog, "explore", "X", "explore and pick up what you find", Explore, MAP),
    does(Part::has_saves, "save", "F5", "save the run", Press(Key::F5), MAP),
    does(Part::has_saves, "load", "F9", "load the saved run", Press(Key::F9), ANYWHERE),
    does(|part| !part.has_classes(), "new", "SPACE", "begin a new dungeon", Press(Key::SPACE), ANYWHERE),
    original(Part::has_classes, "1 2 3", "on the menu: choose a class"),
    does(Part::has_saves, "", "C", "on the menu: continue the last run", Continue, MENU),
    does(Part::has_classes, "", "N", "on the menu: type a seed", Seed, MENU),
    does(Part::has_classes, "", "T", "on the menu: the dungeon of the day", OfDay, MENU),
    does(Part::has_classes, "runs", "R", "runs: continue, watch, or give up", Runs, NOT_PACK),
    does(Part::has_classes, "", "SPACE", "after the end: the menu", Press(Key::SPACE), END),
    does(Part::has_classes, "", "N", "after the end: this dungeon again", Again, END),
    does(Part::has_melee, "", "C", "after the end: copy a line about it", Share, END),
    does(Part::has_items, "", "ESC", "a menu: save, quit; closes the pack", Press(Key::ESCAPE), ANYWHERE),
    does(|part| !part.has_items(), "", "ESC", "a menu, or quit", Press(Key::ESCAPE), ANYWHERE),
    original(always, "", ""),
    does(Part::has_player, "examine", "E  ;", "examine; TAB: next thing in view", Look, MAP),
    does(Part::has_melee, "messages", "M", "all messages of the run", Messages, RUN),
    does(Part::has_monsters, "summary", "P", "your character, and what is in view", Summary, RUN),
    does(Part::has_fog, "view", "V", "change the algorithm of the view", Press(Key::V), MAP),
    does(always, "steps", "Y", "the algorithms at work, step by step", Steps, MAP),
    does(always, "help", "F1", "show this page", Help, ANYWHERE),
    does(always, "settings", "F2", "settings", Settings, ANYWHERE),
    does(Part::has_hud, "sound", "F4", "switch the sounds on or off", Sound, ANYWHERE),
    original(always, "F11  ALT+ENTER", "switch to full screen and back"),
    does(always, "screenshot", "F12", "save a screenshot", Screenshot, ANYWHERE),
];

/// Replays, game pads and the mouse.
const OTHERS: &[KeyRow] = &[
    original(always, "SPACE", "in a replay: pause, or go on"),
    original(always, "LEFT  RIGHT", "in a replay: one step back, forward"),
    original(always, "UP  DOWN", "in a replay: faster, slower"),
    original(always, "HOME  END", "in a replay: the start, the end"),
    original(Part::has_floors, "PAGE UP, DOWN", "in a replay: previous and next floor"),
    original(always, "ESC", "in a replay: end it"),
    original(always, "drop a file", "watch that recording"),
    original(always, "", ""),
    original(always, "game pad", "START: a menu; A: choose; B: back"),
    original(Part::has_player, "pad cross", "walk"),
    original(Part::has_fog, "pad A  B", "explore; examine"),
    original(Part::has_items, "pad X  Y", "open the pack, take the stairs"),
    original(Part::has_melee, "pad LB  RB", "messages; your character"),
    original(always, "pad BACK", "switch to full screen and back"),
    original(always, "pad cross, A, B", "in a replay: arrows, SPACE, ESC"),
    original(always, "", ""),
    original(Part::has_player, "mouse", "point to see the path; click to go"),
    original(Part::has_player, "click on yourself", "take stairs, pick up; else this page"),
    original(Part::has_player, "right button", "examine a tile"),
    original(Part::has_melee, "wheel", "messages, and their pages"),
];

/// Keys that the player has given to commands.
pub(crate) type OwnKeys = [(Key, Command)];

/// The names of the directions in the file of settings.
const DIRECTIONS: [(&str, Key); 4] =
    [("up", Key::UP), ("down", Key::DOWN), ("left", Key::LEFT), ("right", Key::RIGHT)];
/// Keys that have a meaning on the map or on pages, besides those of the table.
const TAKEN: [Key; 7] =
    [Key::RETURN, Key::KEYPAD_ENTER, Key::TAB, Key::NUM_1, Key::NUM_2, Key::NUM_3, Key::F11];

/// Returns the name of the direction in which a command walks, if it does.
pub(crate) fn walk_name(command: Command) -> Option<&'static str> {
    DIRECTIONS.iter().find(|(_, key)| command == Press(*key)).map(|(name, _)| *name)
}

/// Reads a line `key = command` of the file of settings. Returns none if its beginning is no name of a key.
/// Fails if the command is not known, or the key has a meaning already. The error is a part of a sentence.
pub(crate) fn own_key(key: &str, command: &str, own: &OwnKeys) -> Option<Result<(Key, Command), String>> {
    let name = key;
    let key = Key::from_name(key)?;
    let rows = || PAGES.into_iter().flatten();
    let is_taken = TAKEN.contains(&key) || key.is_modifier() || direction(key.walking()).is_some();
    let named = rows().find(|row| !row.name.is_empty() && row.name == command).and_then(|row| row.command);
    let walks = DIRECTIONS.iter().find(|(name, _)| *name == command).map(|(_, key)| Press(*key));
    Some(match (rows().find(|row| row.has_key(key, true)), named.or(walks)) {
        (Some(row), _) => Err(format!("{name} has a meaning already: {}", row.meaning)),
        _ if is_taken => Err(format!("{name} has a meaning already")),
        _ if own.iter().any(|(other, _)| *other == key) => Err(format!("{name} has a command already")),
        (None, Some(command)) => Ok((key, command)),
        (None, None) => {
            let names = rows().map(|row| row.name).filter(|name| !name.is_empty());
            let names: Vec<&str> = DIRECTIONS.iter().map(|(name, _)| *name).chain(names).collect();
            Err(format!("'{}' is no command; there are {}", shortened(command), names.join(", ")))
        }
    })
}

/// Returns what a key does on the screen of a game, if the table has it. In the pack letters use items.
pub(crate) fn command_of(key: Key, shift: bool, game: &Game) -> Option<Command> {
    let is_item = game.state() == GameState::Inventory && key.letter().is_some();
    available(game.part(), game.state()).find(|line| !is_item && line.has_key(key, shift))?.command
}

/// Returns the lines that do something on a screen of a part.
pub fn available(part: Part, state: GameState) -> impl Iterator<Item = &'static KeyRow> {
    PAGES.into_iter().flatten().filter(move |line| (line.has)(part) && line.command_on(state).is_some())
}

/// Returns true if a command is possible on the screen of a game.
pub(crate) fn is_available(command: Command, game: &Game) -> bool {
    available(game.part(), game.state()).any(|line| line.command == Some(command))
}

/// Returns the table as text, with the keys of all parts.
pub fn keys_text() -> String {
    let lines = PAGES.into_iter().flatten().filter(|line| !line.meaning.is_empty());
    let line = |KeyRow { keys, meaning, has, .. }: &KeyRow| {
        format!("  {keys:<21}{meaning:<41}{}", parts(*has)).trim_end().to_owned() + "\n"
    };
    "Keys in the window:\n".to_owned() + &lines.map(line).collect::<String>()
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

/// Keys that the original does not have, and what they mean where.
impl Key {
    /// Stands for a printed sign that means nothing to the game.
    pub(crate) const SIGN: Key = Key::COMMA;

    /// Returns the key of a letter, 0 to 25 for A to Z.
    pub(crate) fn from_letter(letter: usize) -> Option<Key> {
        (letter < 26).then(|| Key(Key::A.0 + letter as u16))
    }

    /// Returns true for keys that change the meaning of others, like Shift.
    pub(crate) fn is_modifier(self) -> bool {
        (224..=231).contains(&self.0)
    }

    /// Returns the original's key for one that is pressed on the map. The keys that walk are known by their
    /// place, the others by what is printed on them. None for a letter that walks on an
    /// American keyboard, and lies elsewhere on this one.
    pub(crate) fn on_map(physical: Key, printed: Key) -> Option<Key> {
        let walks = physical.walking();
        if direction(walks).is_some() {
            return Some(walks);
        }
        Some(printed.walking()).filter(|&key| direction(key).is_none())
    }

    /// Returns the original's key for vi's keys and the number pad.
    pub(crate) fn walking(self) -> Key {
        match self {
            Key::H | Key::KEYPAD_4 => Key::LEFT,
            Key::J | Key::KEYPAD_2 => Key::DOWN,
            Key::K | Key::KEYPAD_8 => Key::UP,
            Key::L | Key::KEYPAD_6 => Key::RIGHT,
            Key::KEYPAD_PERIOD => Key::PERIOD,
            other => other,
        }
    }

    /// Returns the original's key for one that is pressed on any other screen. There the number pad has
    /// digits.
    pub(crate) fn off_map(self) -> Key {
        match self {
            Key::KEYPAD_1 => Key::NUM_1,
            Key::KEYPAD_2 => Key::NUM_2,
            Key::KEYPAD_3 => Key::NUM_3,
            other => other,
        }
    }
}
