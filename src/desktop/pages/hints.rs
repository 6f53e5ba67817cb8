//! Hints, in lines like `F1  keys      ESC  close`.

use crate::color::Color;
use crate::desktop::commands::command_of;
use crate::desktop::pages::sheet::{Click, Sheet};
use crate::game::{Game, GameState};
use crate::key::Key;
use crate::map::Pos;

/// Number of columns between two hints of a page.
const GAP: usize = 6;
/// The column of the second hint in a row of the panel.
const PANEL_COLUMN: i32 = 13;

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

impl Sheet {
    /// Draws hints in the middle of a row, with gaps between them.
    pub fn draw_hints(&mut self, row: i32, hints: impl IntoIterator<Item = Hint>, color: Color) {
        let hints: Vec<(Option<Key>, String)> =
            hints.into_iter().map(|hint| (hint.key, hint.words(2))).collect();
        let texts: Vec<&str> = hints.iter().map(|(_, text)| text.as_str()).collect();
        self.frame.draw_centred(row, &texts.join(&" ".repeat(GAP)), color);
        let mut column = self.frame.texts().last().map_or(0, |line| line.pos.x);
        for (key, text) in &hints {
            self.add_key(Pos::new(column, row), text, *key);
            column += (text.len() + GAP) as i32;
        }
    }

    /// Draws one or two hints in a row of the panel, the second below the second of other rows.
    pub fn draw_panel_hints(&mut self, row: i32, hints: &[Hint], color: Color) {
        for (hint, column) in hints.iter().zip([0, PANEL_COLUMN]) {
            let text = hint.words(1);
            self.frame.draw_left(column, row, &text, color);
            self.add_key(Pos::new(column, row), &text, hint.key);
        }
    }

    /// Notes that a click on a text presses a key, if there is one.
    fn add_key(&mut self, pos: Pos, text: &str, key: Option<Key>) {
        key.into_iter().for_each(|key| self.add(pos, text.len() as i32, Click::Press(key)));
    }

    /// Notes the keys in the last text that the series draws on a screen other than the map.
    pub fn add_keys_of_series(&mut self) {
        const BETWEEN: &str = "    ";
        let Some(footer) = self.frame.texts().last().cloned() else { return };
        for key in [Key::SPACE, Key::F9, Key::ESCAPE] {
            if let Some(column) = footer.text.find(&name(key)) {
                let text = footer.text[column..].split(BETWEEN).next().unwrap_or_default();
                self.add_key(footer.pos + Pos::new(column as i32, 0), text, Some(key));
            }
        }
    }
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
