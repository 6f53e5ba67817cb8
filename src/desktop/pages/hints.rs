//! Hints, in lines like `F1  keys      ESC  close`, and what else of a frame can be clicked.

use crate::color::Color;
use crate::desktop::commands::{Command, command_of};
use crate::desktop::settings::palette::CHOSEN;
use crate::game::{Game, GameState};
use crate::key::Key;
use crate::map::{MAP_WIDTH, Pos};
use crate::screen::Frame;

/// Number of columns between two hints of a page.
const GAP: usize = 6;
/// The column of the second hint in a row of the panel.
const PANEL_COLUMN: i32 = 13;

/// What a click does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Click {
    /// It presses a key.
    Press(Key),
    /// It chooses the line with this number, and presses a key if the line was chosen already.
    Choose(usize, Option<Key>),
    /// It closes the text that lies there.
    Close,
    /// It uses the item of the pack with this letter.
    Use(Key),
    /// It examines a tile of the map.
    Examine(Pos),
    /// It goes to a tile of the map.
    GoTo(Pos),
    /// It does what a line of the table of keys says.
    Act(Command),
}

/// Some tiles of a row that can be clicked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Target {
    /// The first tile.
    pub pos: Pos,
    /// Number of tiles.
    pub columns: i32,
    pub click: Click,
}

impl Target {
    /// A whole row.
    pub fn row(row: i32, click: Click) -> Target {
        Target { pos: Pos::new(0, row), columns: MAP_WIDTH, click }
    }

    fn has(&self, tile: Pos) -> bool {
        tile.y == self.pos.y && (self.pos.x..self.pos.x + self.columns).contains(&tile.x)
    }
}

/// What can be clicked of a frame.
pub(crate) type Targets = Vec<Target>;

/// Returns what a click on a tile does, if it does something.
pub(crate) fn click_at(targets: &[Target], tile: Pos) -> Option<Click> {
    targets.iter().find(|target| target.has(tile)).map(|target| target.click)
}

/// Marks the hint at a tile, which a click would choose. Lines that can be chosen have a pointer.
pub(crate) fn mark(targets: &[Target], tile: Pos, frame: &mut Frame) {
    let target = targets.iter().find(|target| target.has(tile));
    if let Some(target) = target.filter(|it| !matches!(it.click, Click::Choose(..) | Click::Close)) {
        frame.recolor(|pos| target.has(pos), CHOSEN);
    }
}

/// A part of a line of hints.
#[derive(Clone, Debug)]
pub(crate) struct Hint {
    /// The key that a click presses; none for a text that cannot be clicked.
    key: Option<Key>,
    /// What the key does, or the text.
    text: String,
}

impl Hint {
    /// A text that cannot be clicked.
    pub fn text(text: impl Into<String>) -> Hint {
        Hint { key: None, text: text.into() }
    }

    /// Returns the hint as a text, with this many blanks behind its key.
    fn words(&self, blanks: usize) -> String {
        let key = self.key.map_or_else(String::new, |key| name(key) + &" ".repeat(blanks));
        key + &self.text
    }

    /// Returns the tiles of its text that can be clicked.
    fn target(&self, pos: Pos, text: &str) -> Option<Target> {
        Some(Target { pos, columns: text.len() as i32, click: Click::Press(self.key?) })
    }
}

/// A key, and what it does.
impl From<(Key, &str)> for Hint {
    fn from((key, meaning): (Key, &str)) -> Hint {
        Hint { key: Some(key), text: meaning.to_owned() }
    }
}

/// Returns the hints whose keys lead somewhere.
pub(crate) fn useful<'t>(
    hints: impl IntoIterator<Item = (bool, Key, &'t str)>,
) -> impl Iterator<Item = Hint> {
    hints.into_iter().filter(|(leads, ..)| *leads).map(|(_, key, meaning)| (key, meaning).into())
}

/// Returns the name of a key in hints.
pub(crate) fn name(key: Key) -> String {
    match key {
        Key::ESCAPE => "ESC".to_owned(),
        Key::PAGE_UP => "PGUP".to_owned(),
        Key::PAGE_DOWN => "PGDN".to_owned(),
        // With Shift the full stop leads to the stairs.
        Key::PERIOD => ">".to_owned(),
        key => key.name().to_uppercase(),
    }
}

/// Draws hints in the middle of a row, with gaps between them. Returns what can be clicked.
pub(crate) fn draw_hints(
    row: i32,
    hints: impl IntoIterator<Item = Hint>,
    color: Color,
    frame: &mut Frame,
) -> Targets {
    let (hints, mut targets) = (hints.into_iter().collect::<Vec<_>>(), Targets::new());
    let texts: Vec<String> = hints.iter().map(|hint| hint.words(2)).collect();
    frame.draw_centred(row, &texts.join(&" ".repeat(GAP)), color);
    let mut column = frame.texts().last().map_or(0, |line| line.pos.x);
    for (hint, text) in hints.iter().zip(&texts) {
        targets.extend(hint.target(Pos::new(column, row), text));
        column += (text.len() + GAP) as i32;
    }
    targets
}

/// Draws one or two hints in a row of the panel, the second below the second of other rows. Returns what can
/// be clicked.
pub(crate) fn draw_panel_hints(row: i32, hints: &[Hint], color: Color, frame: &mut Frame) -> Targets {
    let mut targets = Targets::new();
    for (hint, column) in hints.iter().zip([0, PANEL_COLUMN]) {
        let text = hint.words(1);
        frame.draw_left(column, row, &text, color);
        targets.extend(hint.target(Pos::new(column, row), &text));
    }
    targets
}

/// Returns what can be clicked of the last text that the series draws on a screen other than the map.
pub(crate) fn of_series(frame: &Frame) -> Targets {
    const BETWEEN: &str = "    ";
    let Some(footer) = frame.texts().last() else { return Targets::new() };
    let target = |key| {
        let column = footer.text.find(&name(key))?;
        let columns = footer.text[column..].split(BETWEEN).next()?.len() as i32;
        Some(Target { pos: footer.pos + Pos::new(column as i32, 0), columns, click: Click::Press(key) })
    };
    [Key::SPACE, Key::F9, Key::ESCAPE].into_iter().filter_map(target).collect()
}

/// Returns the hints of the panel for what can be done on the screen of a game, two in a line. `has_runs` is
/// true if the list of runs is not empty. On a page only some keys mean the same as on the map.
pub(crate) fn of_panel(game: &Game, has_runs: bool, on_page: bool) -> Vec<Vec<Hint>> {
    let hints = [
        (Key::X, "explore"),
        (Key::PERIOD, "stairs"),
        (Key::E, "examine"),
        (Key::I, "pack"),
        (Key::M, "messages"),
        (Key::P, "character"),
        (Key::R, "runs"),
        (Key::F1, "keys"),
        (Key::ESCAPE, "menu"),
        (Key::F2, "settings"),
    ];
    let is_playing = game.state() == GameState::Playing;
    let has_menu = is_playing && !on_page && game.part().has_classes();
    let is_useful = |key| match key {
        Key::F1 => true,
        // The menu leads to the settings.
        Key::ESCAPE => has_menu,
        Key::F2 => !has_menu,
        Key::R if !has_runs => false,
        // The screens of the end name it.
        Key::P if !is_playing => false,
        key => !on_page && command_of(key, true, game).is_some(),
    };
    let hints: Vec<Hint> = hints.into_iter().filter(|&(key, _)| is_useful(key)).map(Hint::from).collect();
    hints.rchunks(2).rev().map(<[Hint]>::to_vec).collect()
}
