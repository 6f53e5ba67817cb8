//! The table of keys: the actions of each key, with their names. The screen of keys, `play --help` and hints
//! are made from it.

use crate::desktop::actions::{Action, Control, Place, Way};
use crate::key::Key;
use crate::part::Part;

/// Signs that are known by what is printed on a key, wherever that is. On an American keyboard `>` is Shift
/// and the full stop.
const SIGNS: &str = "><!\"#$%&'()*,/:?@[\\]^_`{|}~";
/// The number of the key of the first sign.
const FIRST_SIGN: u16 = 2_000;
/// The key of the sign `>`.
pub const STAIRS: Key = Key(FIRST_SIGN);

/// Returns the key of a sign that is printed on a keyboard.
pub fn key_of_sign(sign: char) -> Option<Key> {
    SIGNS.find(sign).map(|at| Key(FIRST_SIGN + at as u16))
}

/// Returns the sign of such a key.
fn sign_of(key: Key) -> Option<&'static str> {
    let at = usize::from(key.0.checked_sub(FIRST_SIGN)?);
    SIGNS.get(at..=at)
}

/// Returns the name of a key for players: `X`, `ESC`, `>`.
pub fn key_name(key: Key) -> String {
    match key {
        Key::ESCAPE => "ESC".to_owned(),
        Key::PAGE_UP => "PGUP".to_owned(),
        Key::PAGE_DOWN => "PGDN".to_owned(),
        // Plus is on the same key of an American keyboard, and players look for that.
        Key::EQUALS => "+".to_owned(),
        key => sign_of(key).unwrap_or(key.name()).to_uppercase().replace("KEYPAD", "NUM"),
    }
}

/// The names of keys whose signs have a meaning in the settings file.
const WORDS: [(&str, &str); 2] = [("#", "hash"), ("=", "+")];

/// Returns the name of a key in the settings file; empty for keys that have none.
pub(crate) fn file_name(key: Key) -> &'static str {
    let name = sign_of(key).unwrap_or(key.name());
    WORDS.into_iter().find(|(sign, _)| *sign == name).map_or(name, |(_, word)| word)
}

/// Reads such a name.
pub(crate) fn key_from_name(name: &str) -> Option<Key> {
    let name = WORDS.into_iter().find(|(_, word)| *word == name).map_or(name, |(sign, _)| sign);
    let sign = name.parse().ok().and_then(key_of_sign);
    sign.or_else(|| Key::from_name(name))
}

/// Returns the key of a letter, 0 to 25 for A to Z.
pub(crate) fn from_letter(letter: usize) -> Option<Key> {
    (letter < 26).then(|| Key(Key::A.0 + letter as u16))
}

/// Returns true for keys that change the meaning of others, like Shift.
pub(crate) fn is_modifier(key: Key) -> bool {
    (224..=231).contains(&key.0)
}

/// A line of the table.
pub struct Row {
    /// Returns true for the parts that have it.
    pub has: fn(Part) -> bool,
    /// The name in the settings file; empty if no key of the player's own can do it.
    pub name: &'static str,
    /// Its usual keys, the first of which hints name.
    pub(crate) keys: &'static [Key],
    /// Its description.
    pub meaning: &'static str,
    /// The action of its keys.
    pub action: Action,
    places: &'static [Place],
}

use Action::{Choose, Go, Open, Press, Replay};
use Key as K;
use Part as P;
use Place::{
    AskGiveUp, AskQuit, AskSteps, Character, Cursor, End, Games, Inventory, Keys, Level, Map, Messages,
    NewKey, Pause, Replay as Watching, Seed, Settings, Steps, Title,
};

/// The map, with and without the cursor.
const MAP: &[Place] = &[Map, Cursor];
/// Where lines or pages are turned.
const LISTS: &[Place] = &[Keys, Messages, Settings, Steps, Games];
const ARROWS: &[Place] = &[Title, Inventory, Keys, Messages, Settings, Steps, Games, Pause];
const WALKS: &[Place] = &[Map, Cursor, Keys, Messages, Settings, Steps, Games];
const CHOOSES: &[Place] =
    &[Keys, Character, Level, Settings, Games, Pause, AskSteps, Seed, Cursor, Title, Inventory, AskQuit];
const SCREENS: &[Place] = &[
    Keys, Messages, Character, Level, Settings, NewKey, Steps, AskSteps, Games, AskGiveUp, Pause, Seed,
    Cursor, AskQuit,
];
/// Everywhere but where a text is typed or a question is answered.
const ANYWHERE: &[Place] = &[
    Map, Cursor, Inventory, Title, End, Watching, Keys, Messages, Character, Level, Settings, Steps,
    AskSteps, Games, Pause,
];
const NO_LIST: &[Place] = &[Map, Cursor, Inventory, Title, End, Watching];
const GAME: &[Place] = &[Map, Cursor, Title, End];
/// Where a map is seen.
const MAPS: &[Place] = &[Map, Cursor, End, Watching];
const BEGINS: &[Place] = &[Map, Cursor, End, Pause];
const TITLE: &[Place] = &[Title];
const BAG: &[Place] = &[Map, Cursor, Inventory];
/// After the end of a game, and where one of the kept games is chosen.
const OVER: &[Place] = &[End, Character, Games];
const REPLAY: &[Place] = &[Watching];

pub(crate) type Has = fn(P) -> bool;

const fn row(
    has: Has,
    name: &'static str,
    keys: &'static [K],
    meaning: &'static str,
    action: Action,
    places: &'static [Place],
) -> Row {
    Row { has, name, keys, meaning, action, places }
}

pub(crate) const fn all(_: P) -> bool {
    true
}

/// A section of the table of keys.
pub struct Section {
    /// Its heading.
    pub heading: &'static str,
    rows: &'static [Row],
    others: &'static [Other],
}

/// An input that can't be bound to a key: the parts that have it, how it is done, and its description.
type Other = (Has, How, &'static str);

/// How something is done without a key that can be changed.
#[derive(Clone, Copy)]
pub(crate) enum How {
    /// Keys or buttons.
    Caps(&'static [&'static str]),
    Gesture(&'static str),
}

/// The table of keys.
#[rustfmt::skip]
static SECTIONS: [Section; 9] = [
    Section { heading: "Walk", rows: &[
      row(P::has_player, "up", &[K::UP, K::W, K::K, K::KEYPAD_8], "walk up, or attack", Go(Way::Up), WALKS),
      row(P::has_player, "down", &[K::DOWN, K::S, K::J, K::KEYPAD_2], "walk down", Go(Way::Down), WALKS),
      row(P::has_player, "left", &[K::LEFT, K::A, K::H, K::KEYPAD_4], "walk left", Go(Way::Left), WALKS),
      row(P::has_player, "right", &[K::RIGHT, K::D, K::L, K::KEYPAD_6], "walk right", Go(Way::Right), WALKS),
      row(P::has_fog, "explore", &[K::X], "explore and pick up what you find", Action::Explore, MAP),
      row(P::has_floors, "stairs", &[STAIRS], "go to the stairs; on them, go down", Action::TakeStairs, MAP),
      row(P::has_floors, "descend", &[K::PERIOD, K::KEYPAD_PERIOD], "go down", Press(K::PERIOD), MAP),
    ], others: &[(P::has_player, How::Caps(&["SHIFT"]), "with a direction: run")] },
    Section { heading: "Act", rows: &[
      row(P::has_items, "inventory", &[K::I], "the inventory: letters use items", Press(K::I), BAG),
      row(P::has_player, "examine", &[K::E, K::SEMICOLON], "examine what is in view", Action::Examine, MAP),
      row(P::has_saves, "save", &[K::F5], "save the game", Press(K::F5), MAP),
      row(P::has_saves, "load", &[K::F9], "load the saved game", Press(K::F9), GAME),
      row(|part| !part.has_classes(), "new", &[K::SPACE], "begin a new dungeon", Action::NewDungeon, BEGINS),
      row(all, "leave", &[K::ESCAPE], "the pause menu, or quit", Action::Leave, &[Map, Title, End]),
    ], others: &[] },
    Section { heading: "Screens", rows: &[
      row(P::has_melee, "messages", &[K::M], "all messages of the game", Open(Messages),
          &[Map, Cursor, End, Watching, Messages]),
      row(P::has_monsters, "character", &[K::P], "your character, and what is in view", Open(Character),
          &[Map, Cursor, End, Watching, Character]),
      row(P::has_classes, "games", &[K::R], "games: continue, watch, or give up", Open(Games),
          &[Map, Cursor, Title, End, Games]),
      row(all, "steps", &[K::Y], "the algorithms at work, step by step", Open(Steps),
          &[Map, Cursor, Watching, Steps]),
      row(all, "keys", &[K::F1], "list the keys", Open(Keys), ANYWHERE),
      row(all, "settings", &[K::F2], "settings", Open(Settings), ANYWHERE),
    ], others: &[] },
    Section { heading: "Window and sound", rows: &[
      row(P::has_amulets, "zoom-in", &[K::EQUALS, K::KEYPAD_PLUS], "a larger map, which follows you",
          Action::Zoom(1), MAPS),
      row(P::has_amulets, "zoom-out", &[K::MINUS, K::KEYPAD_MINUS], "a smaller map", Action::Zoom(-1), MAPS),
      row(P::has_amulets, "zoom-reset", &[K::NUM_0, K::KEYPAD_0], "all that you know", Action::Zoom(0), MAPS),
      row(P::has_hud, "sound", &[K::F4], "switch the sounds on or off", Action::Sound, NO_LIST),
      row(all, "fullscreen", &[K::F11], "fullscreen and back; also ALT+ENTER", Action::Fullscreen, ANYWHERE),
      row(all, "screenshot", &[K::F12], "save a screenshot", Action::Screenshot, ANYWHERE),
    ], others: &[
      (all, How::Caps(&["CTRL+C"]), "copy the screen as text"),
    ] },
    Section { heading: "On the title screen", rows: &[
      row(P::has_classes, "fighter", &[K::NUM_1, K::KEYPAD_1], "begin as a Fighter", Press(K::NUM_1), TITLE),
      row(P::has_classes, "rogue", &[K::NUM_2, K::KEYPAD_2], "begin as a Rogue", Press(K::NUM_2), TITLE),
      row(P::has_classes, "mage", &[K::NUM_3, K::KEYPAD_3], "begin as a Mage", Press(K::NUM_3), TITLE),
      row(P::has_saves, "continue", &[K::C], "continue the last game", Action::Continue, TITLE),
      row(P::has_classes, "seed", &[K::N], "type a seed", Open(Seed), TITLE),
      row(P::has_classes, "today", &[K::T], "play the dungeon of the day", Action::Today, TITLE),
    ], others: &[] },
    Section { heading: "After the end", rows: &[
      row(P::has_classes, "title", &[K::SPACE], "go to the title screen", Action::ToTitle, &[End]),
      row(P::has_classes, "again", &[K::N], "play this dungeon again", Action::Again, OVER),
      row(P::has_melee, "share", &[K::C], "share a line about the game", Action::Share, OVER),
    ], others: &[] },
    Section { heading: "In a replay", rows: &[
      row(all, "pause", &[K::SPACE, K::RETURN], "pause, or go on", Replay(Control::Pause), REPLAY),
      row(all, "step-back", &[K::LEFT], "one step back", Replay(Control::Back), REPLAY),
      row(all, "step-forward", &[K::RIGHT], "one step forward", Replay(Control::Forward), REPLAY),
      row(all, "faster", &[K::UP], "faster", Replay(Control::Faster), REPLAY),
      row(all, "slower", &[K::DOWN], "slower", Replay(Control::Slower), REPLAY),
      row(all, "start", &[K::HOME], "to the start", Replay(Control::Start), REPLAY),
      row(all, "end", &[K::END], "to the end", Replay(Control::End), REPLAY),
      row(P::has_floors, "level-back", &[K::PAGE_UP], "a level back", Replay(Control::LevelBack), REPLAY),
      row(P::has_floors, "level-on", &[K::PAGE_DOWN], "a level forward", Replay(Control::LevelForward),
          REPLAY),
      row(all, "stop", &[K::ESCAPE], "end the replay", Replay(Control::Stop), REPLAY),
    ], others: &[] },
    Section { heading: "Mouse", rows: &[], others: &[
      (P::has_player, How::Gesture("point and click"), "see the path, and go"),
      (P::has_player, How::Gesture("click on yourself"), "take stairs, pick up, or list the keys"),
      (P::has_player, How::Gesture("right button"), "examine a tile"),
      (P::has_melee, How::Gesture("wheel"), "messages, and their pages"),
      (P::has_amulets, How::Gesture("wheel on the map"), "a larger map, or a smaller one"),
      (all, How::Gesture("drop a file"), "watch that recording"),
    ] },
    Section { heading: "Game pad", rows: &[], others: &[
      (all, How::Caps(&["START", "A", "B"]), "pause menu; choose; back"),
      (P::has_player, How::Caps(&["D-PAD"]), "walk"),
      (P::has_fog, How::Caps(&["A", "B"]), "explore; examine"),
      (P::has_items, How::Caps(&["X", "Y"]), "open the inventory; take the stairs"),
      (P::has_melee, How::Caps(&["LB", "RB"]), "messages; your character"),
      (all, How::Caps(&["BACK"]), "switch to fullscreen and back"),
      (all, How::Caps(&["D-PAD", "A", "B"]), "in a replay: step; pause; end"),
    ] },
];
/// The section of the actions in a replay.
const IN_A_REPLAY: usize = 6;

/// Actions on other screens, which name them in their hints.
#[rustfmt::skip]
static OTHERS: [Row; 17] = [
    row(all, "", &[K::UP], "", Go(Way::Up), ARROWS),
    row(all, "", &[K::DOWN], "", Go(Way::Down), ARROWS),
    row(all, "", &[K::LEFT], "", Go(Way::Left), LISTS),
    row(all, "", &[K::RIGHT], "", Go(Way::Right), LISTS),
    row(all, "", &[K::TAB], "", Action::NextSight(true), &[Cursor]),
    row(all, "", &[K::PAGE_UP], "", Go(Way::PageUp), LISTS),
    row(all, "", &[K::PAGE_DOWN], "", Go(Way::PageDown), LISTS),
    row(all, "", &[K::HOME], "", Go(Way::First), LISTS),
    row(all, "", &[K::END], "", Go(Way::Last), LISTS),
    row(all, "", &[K::RETURN, K::KEYPAD_ENTER], "", Choose, CHOOSES),
    row(all, "", &[K::SPACE], "", Choose, &[Character, Level, Settings]),
    row(all, "", &[K::BACKSPACE], "", Action::Reset, &[Settings, Keys]),
    row(all, "", &[K::Y], "", Choose, &[AskSteps]),
    row(all, "", &[K::ESCAPE], "", Action::Back, SCREENS),
    row(all, "", &[K::G], "", Action::GiveUp, &[Games, AskGiveUp]),
    row(all, "", &[K::M], "", Open(Level), &[Character, Level]),
    row(all, "", &[K::BACKSPACE], "", Action::Erase, &[Seed]),
];

pub(crate) fn rows() -> impl Iterator<Item = &'static Row> {
    SECTIONS.iter().flat_map(|section| section.rows).chain(&OTHERS)
}

/// Returns the table of keys: of a replay first, or last.
pub(crate) fn sections(replay_first: bool) -> impl Iterator<Item = &'static Section> {
    let first = SECTIONS.get(IN_A_REPLAY).filter(|_| replay_first);
    let rest = SECTIONS.iter().enumerate().filter(move |(at, _)| !replay_first || *at != IN_A_REPLAY);
    first.into_iter().chain(rest.map(|(_, section)| section))
}

/// Returns what can be done with keys in a part.
pub fn rows_of(part: P) -> impl Iterator<Item = &'static Row> {
    SECTIONS.iter().flat_map(move |section| section.rows_of(part))
}

impl Section {
    /// Returns what can be done in a part.
    pub fn rows_of(&self, part: P) -> impl Iterator<Item = &'static Row> + use<> {
        self.rows.iter().filter(move |row| (row.has)(part))
    }

    /// Returns what the mouse, game pads, files and some fixed keys do in a part.
    pub(crate) fn others_of(&self, part: P) -> impl Iterator<Item = (How, &'static str)> + use<> {
        self.others.iter().filter(move |(has, ..)| has(part)).map(|(_, how, meaning)| (*how, *meaning))
    }
}

impl Row {
    /// Returns true if a key of the player's own can do it.
    pub fn can_have_keys(&self) -> bool {
        !self.name.is_empty()
    }

    /// Returns true if it does something in a place.
    pub fn is_of(&self, place: Place) -> bool {
        self.places.contains(&place)
    }

    /// Returns true if one key can't do both.
    pub(crate) fn shares_a_place(&self, other: &Row) -> bool {
        self.places.iter().any(|place| other.is_of(*place))
    }

    /// Returns true for walking: its keys are known by their place on the keyboard.
    pub(crate) fn is_physical(&self) -> bool {
        matches!(self.action, Go(_)) && self.can_have_keys()
    }
}

/// Returns the number in the table of an action that can have keys of the player's own.
pub(crate) fn number_of(action: Action) -> Option<usize> {
    rows().position(|row| row.can_have_keys() && row.action == action)
}

/// Returns the row of such an action.
pub(crate) fn row_of(action: Action) -> Option<&'static Row> {
    rows().nth(number_of(action)?)
}

/// Returns the table as text, with the keys of all parts. Headings are lines with two spaces before them, and
/// rows have four.
pub fn keys_text() -> String {
    let line = |keys: &str, meaning: &str, has: Has| format!("    {keys:<21}{meaning:<41}{}\n", parts(has));
    let keys = |row: &Row| row.keys.iter().map(|key| key_name(*key)).collect::<Vec<_>>().join("  ");
    let section = |section: &Section| {
        let rows = section.rows.iter().map(|row| line(&keys(row), row.meaning, row.has));
        let others = section.others.iter().map(|(has, how, meaning)| match how {
            How::Caps(caps) => line(&caps.join("  "), meaning, *has),
            How::Gesture(gesture) => line(gesture, meaning, *has),
        });
        format!("  {}\n{}", section.heading, rows.chain(others).collect::<String>())
    };
    "Keys in the window:\n".to_owned() + &SECTIONS.iter().map(section).collect::<String>()
}

/// Returns the parts that have something: `11 on`, `1 to 13` or `all`.
fn parts(has: Has) -> String {
    let parts: Vec<P> = P::all().filter(|&part| has(part)).collect();
    match (parts.first(), parts.last()) {
        (Some(&P::FIRST), Some(&P::LAST)) => "all".to_owned(),
        (Some(first), Some(&P::LAST)) => format!("{first} on"),
        (Some(first), Some(last)) => format!("{first} to {last}"),
        _ => "none".to_owned(),
    }
}
