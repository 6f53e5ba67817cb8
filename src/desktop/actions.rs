//! The actions of a player, and where each is possible.

use crate::key::Key;
use crate::map::{DIRECTIONS, Pos};

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
            Action::Open(Place::Keys | Place::Messages | Place::Settings | Place::Steps | Place::Character)
                | Action::Zoom(_)
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
    /// Every action with its keys, which can be changed.
    Keys,
    /// The same, while it waits for a new key.
    NewKey,
    Messages,
    Character,
    /// The level on which a game ended.
    Level,
    Settings,
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
