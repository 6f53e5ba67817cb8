//! Hints, in lines like `F1  keys      ESC  close`. Their keys are looked up in the table.

use crate::color::Color;
use crate::desktop::actions::{Action, Bindings, Place, key_name, row_of};
use crate::desktop::screens::content::{Hint, Shown};
use crate::desktop::screens::sheet::Sheet;
use crate::game::{Game, GameState};
use crate::key::Key;
use crate::map::Pos;

/// Number of columns between two hints of a screen.
const GAP: usize = 6;
/// The column of the second hint in a row of the panel.
const PANEL_COLUMN: i32 = 13;

impl Hint {
    /// Returns the hint as a text, with this many spaces after its key.
    fn words(&self, keys: Bindings, place: Place, spaces: usize) -> String {
        let key = self.action.and_then(|action| keys.key(action, place));
        key.map_or_else(String::new, |key| key_name(key) + &" ".repeat(spaces)) + &self.text
    }
}

/// Draws hints of a place in the middle of a row, with gaps between them.
pub(crate) fn draw_hints(
    row: i32,
    hints: impl IntoIterator<Item = Hint>,
    color: Color,
    (keys, place): (Bindings, Place),
    sheet: &mut Sheet,
) {
    let words = |hint: Hint| (hint.words(keys, place, 2), hint.action);
    let hints: Vec<(String, Option<Action>)> = hints.into_iter().map(words).collect();
    let texts: Vec<&str> = hints.iter().map(|(text, _)| text.as_str()).collect();
    sheet.frame.draw_centred(row, &texts.join(&" ".repeat(GAP)), color);
    let mut column = sheet.frame.texts().last().map_or(0, |line| line.pos.x);
    for (text, action) in &hints {
        sheet.add_action(Pos::new(column, row), text, *action);
        column += (text.len() + GAP) as i32;
    }
}

/// Draws one or two hints in a row of the panel, the second below the second of other rows.
pub(crate) fn draw_panel_hints(
    row: i32,
    hints: &[Hint],
    color: Color,
    (keys, place): (Bindings, Place),
    sheet: &mut Sheet,
) {
    for (hint, column) in hints.iter().zip([0, PANEL_COLUMN]) {
        let text = hint.words(keys, place, 1);
        sheet.frame.draw_left(column, row, &text, color);
        sheet.add_action(Pos::new(column, row), &text, hint.action);
    }
}

/// Notes the keys in the last text that the series draws on a screen other than the map.
pub(crate) fn add_keys_of_series(shown: &Shown, sheet: &mut Sheet) {
    const BETWEEN: &str = "    ";
    let Some(footer) = sheet.frame.texts().last().cloned() else { return };
    for key in [Key::SPACE, Key::F9, Key::ESCAPE] {
        if let Some(column) = footer.text.find(&key_name(key)) {
            let text = footer.text[column..].split(BETWEEN).next().unwrap_or_default();
            let action = Bindings::default().action(shown.base, shown.played.game.part(), key, key, false);
            sheet.add_action(footer.pos + Pos::new(column as i32, 0), text, action);
        }
    }
}

/// Returns the hints of the panel for what can be done in a place, two in a line. `has_games` is true if
/// there are kept games. On a screen only some keys mean the same as on the map.
pub(crate) fn of_panel(game: &Game, base: Place, has_games: bool, on_screen: bool) -> Vec<Vec<Hint>> {
    let hints = [
        (Action::Explore, "explore"),
        (Action::TakeStairs, "stairs"),
        (Action::Examine, "examine"),
        (Action::Press(Key::I), "inventory"),
        (Action::Open(Place::Messages), "messages"),
        (Action::Open(Place::Character), "character"),
        (Action::Open(Place::Games), "games"),
        (Action::Open(Place::Keys), "keys"),
        (Action::Leave, "menu"),
        (Action::Open(Place::Settings), "settings"),
    ];
    let is_playing = game.state() == GameState::Playing;
    let has_menu = is_playing && !on_screen && game.part().has_classes();
    let is_useful = |action| match action {
        Action::Open(Place::Keys) => true,
        // The pause screen leads to the settings.
        Action::Leave => has_menu,
        Action::Open(Place::Settings) => !has_menu,
        Action::Open(Place::Games) if !has_games => false,
        // The screens of the end name it.
        Action::Open(Place::Character) if !is_playing => false,
        action => !on_screen && is_available(action, base, game),
    };
    let hints = hints.into_iter().filter(|(action, _)| is_useful(*action));
    let hints: Vec<Hint> = hints.map(|(action, text)| Hint::new(action, text)).collect();
    hints.rchunks(2).rev().map(<[Hint]>::to_vec).collect()
}

/// Returns true if the part that is played has an action in a place.
fn is_available(action: Action, place: Place, game: &Game) -> bool {
    row_of(action).is_some_and(|row| row.is_of(place) && (row.has)(game.part()))
}
