//! The keys that the panel names.

use crate::desktop::actions::{Action, Place, row_of};
use crate::desktop::screens::content::Hint;
use crate::game::{Game, GameState};
use crate::key::Key;

/// Returns the hints of the panel for what can be done in a place. `has_games` is true if there
/// are kept games. On a screen only some keys mean the same as on the map.
pub(crate) fn of_panel(game: &Game, base: Place, has_games: bool, on_screen: bool) -> Vec<Hint> {
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
    // The key of the menu first closes the cursor.
    let now = |(action, text)| match action {
        Action::Leave if base == Place::Cursor => (Action::Back, "close"),
        _ => (action, text),
    };
    hints.map(now).map(|(action, text)| Hint::new(action, text)).collect()
}

/// Returns true if the part that is played has an action in a place.
fn is_available(action: Action, place: Place, game: &Game) -> bool {
    row_of(action).is_some_and(|row| row.is_of(place) && (row.has)(game.part()))
}
