//! The content of screens as data, and the trait of all screens. `page` draws it.

use crate::color::Color;
use crate::desktop::actions::{Action, Place, Way};
use crate::desktop::assist::neighbour;
use crate::desktop::bindings::Bindings;
use crate::desktop::history::PlayedGame;
use crate::desktop::kept::KeptGame;
use crate::desktop::kept::keeper::Keeper;
use crate::desktop::scene::Style;
use crate::desktop::screens::carving::Carving;
use crate::desktop::settings::{Settings, Subject};
use crate::fov_lab::steps::Stage;
use crate::map::Pos;

/// A screen over the game, with its content and its reaction to actions.
pub(crate) trait Screen {
    /// Where the player is on this screen: that decides what keys do.
    fn place(&self) -> Place;

    /// Returns its content.
    fn content(&self, shown: &Shown) -> Content;

    /// Handles an action. Returns what is left to do; `None` if that is nothing.
    fn act(&mut self, action: Action, shown: &Shown, room: Room) -> Option<Action>;

    /// The number of the line that is chosen, if the screen has lines.
    fn chosen(&mut self) -> Option<&mut usize> {
        None
    }

    /// The kept game that is chosen.
    fn game(&self) -> Option<&KeptGame> {
        None
    }
}

/// Everything that screens read.
#[derive(Clone, Copy)]
pub(crate) struct Shown<'s> {
    pub played: &'s PlayedGame,
    /// The game's file, and all games of the part.
    pub files: &'s Keeper,
    pub settings: &'s Settings,
    /// Where the player is, without the screens over the game.
    pub base: Place,
    /// True in free play, which has a title screen of its own.
    pub free_play: bool,
    /// True if another dungeon can be begun on the title screen.
    pub can_begin: bool,
    /// True if the player chose the next hero's dungeon.
    pub is_chosen: bool,
    /// True if the window shows a panel with keys.
    pub has_panel: bool,
    /// False if no device for sounds was found.
    pub has_device: bool,
    /// A short text that is shown for a few seconds.
    pub toast: Option<&'s str>,
    /// How the window is drawn.
    pub drawn_by: &'s str,
    /// The dungeon in the background of the title screen, if it is carved before the player's eyes.
    pub carving: Option<&'s Carving>,
    /// The line of the title screen or of the inventory that the player points at; `None` while the pointer
    /// is hidden.
    pub pointer: Option<usize>,
    /// The tile of what the mouse is over in the panel.
    pub pointed: Option<Pos>,
}

impl<'s> Shown<'s> {
    /// The player's keys.
    pub fn keys(&self) -> Bindings<'s> {
        Bindings::new(&self.settings.keys)
    }
}

/// How much of a screen has room in the window: the lines of a page, and the number of pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Room {
    pub lines: usize,
    pub pages: usize,
}

impl Room {
    /// Returns the line, of `count`, to which a way leads from the chosen one. The first follows the last.
    pub fn moved(self, chosen: usize, count: usize, way: Way) -> usize {
        let last = count.saturating_sub(1);
        match way {
            Way::Up | Way::Down => neighbour(chosen, count, way == Way::Down),
            Way::Left | Way::PageUp => chosen.saturating_sub(self.lines),
            Way::Right | Way::PageDown => (chosen + self.lines).min(last),
            Way::First => 0,
            Way::Last => last,
        }
    }
}

/// The letters of a line of most screens, and of those with little text.
const WIDE: i32 = 86;
const NARROW: i32 = 60;

/// The content of a screen.
pub(crate) struct Content {
    /// The title; empty for a text.
    pub heading: String,
    /// Names and values above the body.
    pub above: Vec<(&'static str, String)>,
    pub body: Body,
    /// Texts below the body: sentences about the chosen line, and small ones.
    pub notes: Vec<(String, Style)>,
    /// What is shown at work beside the body, in place of its notes, where there is room.
    pub example: Option<Example>,
    /// Hints below that.
    pub hints: Vec<Hint>,
    /// A small text in the upper right corner.
    pub corner: String,
    /// The letters of a line: how wide the screen is.
    pub columns: i32,
}

impl Content {
    /// A screen with this title and one hint: how to leave it.
    pub fn new(heading: impl Into<String>, body: Body) -> Content {
        let hints = vec![Hint::new(Action::Back, "back")];
        let columns = if matches!(body, Body::Text(_)) { NARROW } else { WIDE };
        Content {
            heading: heading.into(),
            above: Vec::new(),
            body,
            notes: Vec::new(),
            example: None,
            hints,
            corner: String::new(),
            columns,
        }
    }

    /// The same with these hints.
    pub fn with_hints(self, hints: impl IntoIterator<Item = Hint>) -> Content {
        Content { hints: hints.into_iter().collect(), ..self }
    }
}

/// A setting with its sentence, and the thing that its preview shows.
#[derive(Clone, Copy)]
pub(crate) struct Example {
    pub label: &'static str,
    pub sentence: &'static str,
    pub subject: Subject,
}

/// The main part of a screen.
pub(crate) enum Body {
    /// Paragraphs.
    Text(String),
    /// Lines that can be chosen, and the number of the chosen one.
    List(Vec<Line>, Option<usize>),
    /// Names and facts, and the last messages.
    Facts(Vec<(&'static str, String)>, Vec<String>),
    /// A page of the game's messages: 0 has the oldest. A page after the last one is the last one.
    Messages(usize),
    /// The level of the game.
    Level,
    /// An algorithm at work.
    Stage(Option<Box<Stage>>),
}

/// A line that can be chosen.
pub(crate) struct Line {
    pub text: String,
    pub value: Value,
    pub tone: Tone,
    /// The heading above it and its neighbours with the same one.
    pub group: Option<String>,
    pub lead: Option<Lead>,
    /// The action of a click on the line while it is chosen.
    pub click: Action,
}

/// The beginning of a line about an item: the letter that uses it, and its sign.
pub(crate) struct Lead {
    pub letter: String,
    pub sign: char,
    pub color: Color,
}

/// The right end of a line.
pub(crate) enum Value {
    None,
    /// Left out if the window is too narrow for all texts of the list.
    Text(String),
    /// Two numbers with the heads of their columns, and how many amulets were held; left out like a text.
    Columns([(&'static str, String); 2], u32),
    /// The value of a setting, and whether it can be changed back and on.
    Choice(String, [bool; 2]),
    /// Keys and buttons.
    Caps(Vec<String>),
}

/// How much a line stands out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tone {
    Dim,
    Plain,
    /// Like a plain one, and ends with this word in gold.
    Won(&'static str),
}

impl Line {
    pub fn new(text: impl Into<String>) -> Line {
        Line {
            text: text.into(),
            value: Value::None,
            tone: Tone::Plain,
            group: None,
            lead: None,
            click: Action::Choose,
        }
    }
}

/// Names an action and its key, which is looked up when the hint is drawn; or is just a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Hint {
    pub action: Option<Action>,
    pub text: String,
}

impl Hint {
    pub fn new(action: Action, text: impl Into<String>) -> Hint {
        Hint { action: Some(action), text: text.into() }
    }

    /// A text that cannot be clicked.
    pub fn text(text: impl Into<String>) -> Hint {
        Hint { action: None, text: text.into() }
    }
}

/// Returns hints for the possible actions.
pub(crate) fn possible<'t>(
    hints: impl IntoIterator<Item = (bool, Action, &'t str)>,
) -> impl Iterator<Item = Hint> {
    hints
        .into_iter()
        .filter(|(is_possible, ..)| *is_possible)
        .map(|(_, action, text)| Hint::new(action, text))
}
