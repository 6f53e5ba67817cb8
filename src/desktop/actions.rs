//! The player's actions and their keys, in one table. The screen of keys, `play --help`, hints and own keys
//! are made from it.

use crate::key::Key;
use crate::map::{DIRECTIONS, Pos};
use crate::part::Part;
use crate::support::text::shortened;

/// An action of a key, a button of a game pad, a click, or a line of a screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// A key of the original that needs nothing around it: a class, an item's letter, F5.
    Press(Key),
    /// A step on the map; on other screens to another line or page.
    Go(Way),
    /// Steps in a direction until there is a choice to make; a leap of the cursor.
    Run(Way),
    /// Walks to what is unexplored, or to what lies there.
    Explore,
    /// Walks to the stairs; on them, goes down.
    TakeStairs,
    /// Walks to a tile.
    GoTo(Pos),
    /// Shows the cursor, and hides it.
    Examine,
    /// Shows the cursor on a tile until the mouse moves on.
    ExamineTile(Pos),
    /// The cursor goes to the next thing that is known, or to the one before.
    NextSight(bool),
    /// Uses the item of the inventory with this letter.
    UseItem(Key),
    /// Leaves the game, with a question first if it is worth keeping.
    Leave,
    /// Ends the program.
    Quit,
    /// Begins another dungeon in Parts 1 to 13, with a question first if the game is worth keeping.
    NewDungeon,
    /// After the end of a game: shows the title screen.
    ToTitle,
    /// Continues the game that the title screen offers.
    Continue,
    /// Shows the title screen with this seed for the next hero, or with a new one.
    Begin(Option<u32>),
    /// Shows the title screen with the seed of the day.
    Today,
    /// Shows the title screen with the seed of this game.
    Again,
    /// Copies a line about the game.
    Share,
    /// The chosen one of the kept games goes on.
    Resume,
    /// Watches the chosen one of the kept games.
    Watch,
    /// Gives the chosen one of the kept games up.
    GiveUp,
    /// Opens a screen over the game, and closes it again.
    Open(Place),
    /// Chooses the line, or answers yes.
    Choose,
    /// Leads back from a screen.
    Back,
    /// Closes the text over the screen.
    CloseText,
    /// A digit of a seed.
    Digit(u32),
    /// Removes the last digit.
    Erase,
    /// Shows the map of free play larger (1) or smaller (-1) by a step, or as a whole (0).
    Zoom(i32),
    /// Changes the settings.
    Change(Change),
    /// Sets a setting or the keys of an action back to the usual ones.
    Reset,
    /// A key that is meant itself, not what it does.
    NewKey(Key),
    /// Controls a replay.
    Replay(Control),
    /// Switches the sounds on or off.
    Sound,
    /// Switches to fullscreen and back.
    Fullscreen,
    /// Saves a screenshot.
    Screenshot,
}

impl Action {
    /// Returns true if it changes nothing in the game, and leaves what lies over it.
    pub const fn only_shows(self) -> bool {
        matches!(
            self,
            Action::Open(
                Place::Keys
                    | Place::Messages
                    | Place::Settings
                    | Place::Bindings
                    | Place::Steps
                    | Place::Character
            ) | Action::Zoom(_)
                | Action::Screenshot
                | Action::Sound
                | Action::Fullscreen
        )
    }
}

/// A way on the map or in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Way {
    Up,
    Down,
    Left,
    Right,
    PageUp,
    PageDown,
    First,
    Last,
}

impl Way {
    /// The four that are directions, in the order of [`DIRECTIONS`].
    const DIRECTIONS: [Way; 4] = [Way::Up, Way::Down, Way::Left, Way::Right];

    /// Returns the step on the map.
    pub fn step(self) -> Option<Pos> {
        let number = Way::DIRECTIONS.iter().position(|way| *way == self)?;
        Some(DIRECTIONS[number])
    }

    /// Returns the number of the page, of `count`, to which this leads from `page`.
    pub fn turned(self, page: usize, count: usize) -> usize {
        let last = count.saturating_sub(1);
        match self {
            Way::Up | Way::Left | Way::PageUp => page.min(last).saturating_sub(1),
            Way::Down | Way::Right | Way::PageDown => page.saturating_add(1).min(last),
            Way::First => 0,
            Way::Last => last,
        }
    }
}

/// A change of the settings. Numbers are those of the tables of settings and of actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// A setting gets its next value, or the one before.
    Step(usize, bool),
    /// A setting gets its usual value.
    Usual(usize),
    /// All settings on the screen get their usual values.
    AllUsual,
    /// An action gets a key, which does nothing else in the same places any more.
    Bind(usize, Key),
    /// An action gets its usual keys.
    Unbind(usize),
    /// All actions get the keys of a layout.
    Keys(Preset),
}

/// A layout of keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Preset {
    Standard,
    LeftHand,
    RightHand,
}

/// How a replay is controlled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the table says it")]
pub enum Control {
    Pause,
    Back,
    Forward,
    Faster,
    Slower,
    Start,
    End,
    LevelBack,
    LevelForward,
    Stop,
}

/// Where the player is: what a key does depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Place {
    Map,
    /// The map while the cursor is shown.
    Cursor,
    Inventory,
    Title,
    /// The death screen and the win screen.
    End,
    Replay,
    /// A problem that any key closes.
    Notice,
    Keys,
    Messages,
    Character,
    /// The level on which a game ended.
    Level,
    Settings,
    /// Every action with its keys, which can be changed.
    Bindings,
    /// The same, while it waits for a new key.
    NewKey,
    Steps,
    /// The question before the steps, which show the whole level.
    AskSteps,
    /// The question before the program ends.
    AskQuit,
    Games,
    /// The question before one of the kept games is given up.
    AskGiveUp,
    Pause,
    Seed,
}

/// Signs that are known by what is printed on a key, wherever that is. On an American keyboard `>` is Shift and
/// the full stop.
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
pub(crate) fn sign_of(key: Key) -> Option<&'static str> {
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
fn key_from_name(name: &str) -> Option<Key> {
    let name = WORDS.into_iter().find(|(_, word)| *word == name).map_or(name, |(sign, _)| sign);
    let sign = name.parse().ok().and_then(key_of_sign);
    sign.or_else(|| Key::from_name(name))
}

/// A line of the table.
pub struct Row {
    /// Returns true for the parts that have it.
    pub has: fn(Part) -> bool,
    /// The name in the settings file; empty if no key of the player's own can do it.
    pub name: &'static str,
    keys: &'static [Key],
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
    NewKey, Pause, Seed, Settings, Steps, Title,
};

/// The map, with and without the cursor.
const MAP: &[Place] = &[Map, Cursor];
/// Where lines or pages are turned.
const LISTS: &[Place] = &[Keys, Messages, Settings, Place::Bindings, Steps, Games];
const ARROWS: &[Place] = &[Title, Inventory, Keys, Messages, Settings, Place::Bindings, Steps, Games, Pause];
const WALKS: &[Place] = &[Map, Cursor, Keys, Messages, Settings, Place::Bindings, Steps, Games];
const CHOOSES: &[Place] = &[
    Keys,
    Character,
    Level,
    Settings,
    Place::Bindings,
    Games,
    Pause,
    AskSteps,
    Seed,
    Cursor,
    Title,
    Inventory,
    AskQuit,
];
const SCREENS: &[Place] = &[
    Keys,
    Messages,
    Character,
    Level,
    Settings,
    Place::Bindings,
    NewKey,
    Steps,
    AskSteps,
    Games,
    AskGiveUp,
    Pause,
    Seed,
    Cursor,
    AskQuit,
];
/// Everywhere but where a text is typed or a question is answered.
const ANYWHERE: &[Place] = &[
    Map,
    Cursor,
    Inventory,
    Title,
    End,
    Place::Replay,
    Keys,
    Messages,
    Character,
    Level,
    Settings,
    Place::Bindings,
    Steps,
    AskSteps,
    Games,
    Pause,
];
const NO_LIST: &[Place] = &[Map, Cursor, Inventory, Title, End, Place::Replay];
const GAME: &[Place] = &[Map, Cursor, Title, End];
/// Where a map is seen.
const MAPS: &[Place] = &[Map, Cursor, End, Place::Replay];
const BEGINS: &[Place] = &[Map, Cursor, End, Pause];
const TITLE: &[Place] = &[Title];
const BAG: &[Place] = &[Map, Cursor, Inventory];
/// After the end of a game, and where one of the kept games is chosen.
const OVER: &[Place] = &[End, Character, Games];
const REPLAY: &[Place] = &[Place::Replay];

type Has = fn(P) -> bool;

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

const fn all(_: P) -> bool {
    true
}

fn no_classes(part: P) -> bool {
    !part.has_classes()
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
      row(no_classes, "new", &[K::SPACE], "begin a new dungeon", Action::NewDungeon, BEGINS),
      row(all, "leave", &[K::ESCAPE], "a menu: save, quit", Action::Leave, &[Map, Title, End]),
    ], others: &[] },
    Section { heading: "Screens", rows: &[
      row(P::has_melee, "messages", &[K::M], "all messages of the game", Open(Messages),
          &[Map, Cursor, End, Place::Replay, Messages]),
      row(P::has_monsters, "character", &[K::P], "your character, and what is in view", Open(Character),
          &[Map, Cursor, End, Place::Replay, Character]),
      row(P::has_classes, "games", &[K::R], "games: continue, watch, or give up", Open(Games),
          &[Map, Cursor, Title, End, Games]),
      row(all, "steps", &[K::Y], "the algorithms at work, step by step", Open(Steps),
          &[Map, Cursor, Place::Replay, Steps]),
      row(all, "keys", &[K::F1], "show this screen", Open(Keys), ANYWHERE),
      row(all, "settings", &[K::F2], "settings", Open(Settings), ANYWHERE),
    ], others: &[] },
    Section { heading: "Window and sound", rows: &[
      row(P::has_amulets, "zoom-in", &[K::EQUALS, K::KEYPAD_PLUS], "a larger map, which follows you",
          Action::Zoom(1), MAPS),
      row(P::has_amulets, "zoom-out", &[K::MINUS, K::KEYPAD_MINUS], "a smaller map", Action::Zoom(-1), MAPS),
      row(P::has_amulets, "zoom-reset", &[K::NUM_0, K::KEYPAD_0], "the whole map", Action::Zoom(0), MAPS),
      row(P::has_hud, "sound", &[K::F4], "switch the sounds on or off", Action::Sound, NO_LIST),
      row(all, "fullscreen", &[K::F11], "switch to fullscreen and back", Action::Fullscreen, ANYWHERE),
      row(all, "screenshot", &[K::F12], "save a screenshot", Action::Screenshot, ANYWHERE),
    ], others: &[
      (all, How::Caps(&["ALT+ENTER"]), "switch to fullscreen and back"),
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
      row(P::has_melee, "share", &[K::C], "copy a line about the game", Action::Share, OVER),
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
      (P::has_player, How::Gesture("click on yourself"), "take stairs, pick up; else this screen"),
      (P::has_player, How::Gesture("right button"), "examine a tile"),
      (P::has_melee, How::Gesture("wheel"), "messages, and their pages"),
      (P::has_amulets, How::Gesture("wheel on the map"), "a larger map, or a smaller one"),
      (all, How::Gesture("drop a file"), "watch that recording"),
    ] },
    Section { heading: "Game pad", rows: &[], others: &[
      (all, How::Caps(&["START", "A", "B"]), "a menu; choose; back"),
      (P::has_player, How::Caps(&["CROSS"]), "walk"),
      (P::has_fog, How::Caps(&["A", "B"]), "explore; examine"),
      (P::has_items, How::Caps(&["X", "Y"]), "open the inventory; take the stairs"),
      (P::has_melee, How::Caps(&["LB", "RB"]), "messages; your character"),
      (all, How::Caps(&["BACK"]), "switch to fullscreen and back"),
      (all, How::Caps(&["CROSS", "A", "B"]), "in a replay: step; pause; end"),
    ] },
];
/// The section of the actions in a replay.
const IN_A_REPLAY: usize = 6;

/// Actions on other screens, which name them in their hints.
#[rustfmt::skip]
static OTHERS: [Row; 18] = [
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
    row(all, "", &[K::SPACE], "", Choose, &[Keys, Character, Level, Settings, Place::Bindings]),
    row(all, "", &[K::C], "", Open(Place::Bindings), &[Keys]),
    row(all, "", &[K::BACKSPACE], "", Action::Reset, &[Settings, Place::Bindings]),
    row(all, "", &[K::Y], "", Choose, &[AskSteps]),
    row(all, "", &[K::ESCAPE], "", Action::Back, SCREENS),
    row(all, "", &[K::G], "", Action::GiveUp, &[Games, AskGiveUp]),
    row(all, "", &[K::M], "", Open(Level), &[Character, Level]),
    row(all, "", &[K::BACKSPACE], "", Action::Erase, &[Seed]),
];

fn rows() -> impl Iterator<Item = &'static Row> {
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

    fn shares_a_place(&self, other: &Row) -> bool {
        self.places.iter().any(|place| other.is_of(*place))
    }

    /// Returns true for walking: its keys are known by their place on the keyboard.
    fn is_physical(&self) -> bool {
        matches!(self.action, Go(_)) && self.can_have_keys()
    }
}

/// Returns the row of an action that can have keys of the player's own.
pub(crate) fn row_of(action: Action) -> Option<&'static Row> {
    rows().find(|row| row.can_have_keys() && row.action == action)
}

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
    pub fn action(self, place: Place, part: P, printed: K, physical: K, shift: bool) -> Option<Action> {
        let is_here = |row: &&Row| row.is_of(place) && (row.has)(part);
        let own = self.own.iter().rev().filter(|(key, _)| *key == printed);
        let mut own = own.filter_map(|(_, action)| row_of(*action)).filter(is_here);
        let walks = || rows().find(|row| row.is_physical() && is_here(row) && row.keys.contains(&physical));
        let other = || rows().find(|row| !row.is_physical() && is_here(row) && row.keys.contains(&printed));
        let action = match place {
            Inventory if printed.letter().is_some() || printed == K::ESCAPE => Press(printed),
            Seed if digit(printed).is_some() => Action::Digit(digit(printed)?),
            NewKey if printed != K::ESCAPE => Action::NewKey(printed),
            _ => own.next().or_else(walks).or_else(other)?.action,
        };
        Some(match (action, place) {
            (Go(way), Map | Cursor) if shift => Action::Run(way),
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

    /// Returns the first key of an action in a place, if it has one.
    pub fn key(self, action: Action, place: Place) -> Option<Key> {
        let rows = rows().filter(|row| row.action == action && row.is_of(place));
        rows.flat_map(|row| self.keys(row)).next()
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

/// Returns what can have keys of the player's own in a part, with the number of each, in sections with a
/// heading.
pub(crate) fn bindable(part: P) -> Vec<(&'static str, Vec<(usize, &'static Row)>)> {
    let mut number = 0;
    let sections = SECTIONS.iter().map(|section| {
        let rows = (number..).zip(section.rows);
        number += section.rows.len();
        (section.heading, rows.filter(|(_, row)| row.can_have_keys() && (row.has)(part)).collect())
    });
    sections.filter(|(_, rows): &(_, Vec<_>)| !rows.is_empty()).collect()
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
                (K::F, Press(K::I)),
                (K::Q, Action::Examine),
                (K::E, Action::TakeStairs),
                (K::Z, Open(Messages)),
                (K::V, Open(Character)),
            ],
            Preset::RightHand => &[
                (K::KEYPAD_5, Action::TakeStairs),
                (K::U, Action::TakeStairs),
                (K::KEYPAD_0, Action::Explore),
                (K::O, Action::Explore),
                (K::BACKSPACE, Action::Leave),
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
fn digit(key: K) -> Option<u32> {
    let name = key.name();
    name.strip_prefix("Keypad ").unwrap_or(name).parse().ok()
}

/// Returns the key of a letter, 0 to 25 for A to Z.
pub(crate) fn from_letter(letter: usize) -> Option<K> {
    (letter < 26).then(|| Key(K::A.0 + letter as u16))
}

/// Returns true for keys that change the meaning of others, like Shift.
pub(crate) fn is_modifier(key: Key) -> bool {
    (224..=231).contains(&key.0)
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
