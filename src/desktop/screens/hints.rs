//! Hints: the keys that the panel names, and rows of hints below any screen.

use crate::desktop::actions::{Action, Place};
use crate::desktop::bindings::Bindings;
use crate::desktop::key_table::row_of;
use crate::desktop::scene::area::Area;
use crate::desktop::scene::theme::readable;
use crate::desktop::scene::{Look, Scene, Style, Target};
use crate::desktop::screens::content::Hint;
use crate::game::{Game, GameState};
use crate::key::Key;

/// Returns the hints of the panel for what can be done in a place. `has_games` is true if there are kept
/// games.
pub(crate) fn of_panel(game: &Game, base: Place, has_games: bool) -> Vec<Hint> {
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
    let has_menu = is_playing && game.part().has_classes();
    let is_useful = |action| match action {
        Action::Open(Place::Keys) => true,
        // The pause screen leads to the settings.
        // The cursor's own keys name the one that closes it.
        Action::Leave => has_menu && base != Place::Cursor,
        Action::Open(Place::Settings) => !has_menu,
        Action::Open(Place::Games) if !has_games => false,
        // The screens of the end name it.
        Action::Open(Place::Character) if !is_playing => false,
        action => row_of(action).is_some_and(|row| row.is_of(base) && (row.has)(game.part())),
    };
    let hints = hints.into_iter().filter(|(action, _)| is_useful(*action));
    hints.map(|(action, text)| Hint::new(action, text)).collect()
}

/// Returns the lines of hints as they fit a width.
pub(super) fn rows(hints: &[Hint], keys: (Bindings, Place), width: i32, look: &Look) -> Vec<Vec<Hint>> {
    let scene = Scene::new(*look);
    let room = width - 2 * look.line();
    let (mut rows, mut used): (Vec<Vec<Hint>>, i32) = (Vec::new(), width);
    for hint in hints {
        let width = width_of(hint, keys, &scene) + look.line();
        if used + width > room + look.line() {
            rows.push(Vec::new());
            used = 0;
        }
        used += width;
        rows.last_mut().into_iter().for_each(|row| row.push(hint.clone()));
    }
    rows
}

/// Returns the name of the key of a hint.
pub(super) fn key_of(hint: &Hint, (keys, place): (Bindings, Place)) -> Option<String> {
    hint.action.and_then(|action| keys.key(action, place))
}

fn width_of(hint: &Hint, keys: (Bindings, Place), scene: &Scene) -> i32 {
    match key_of(hint, keys) {
        Some(key) => scene.key_width(&key, &hint.text),
        None => scene.look.width(&hint.text, Style::Label),
    }
}

/// Draws lines of hints in the middle of a frame, as many as they take: the last one at `y`. Returns the row
/// of the line above them.
pub(super) fn draw(
    hints: &[Hint],
    (frame, mut y): (Area, i32),
    keys: (Bindings, Place),
    mouse: Option<(i32, i32)>,
    scene: &mut Scene,
) -> i32 {
    let gap = scene.look.line();
    for row in rows(hints, keys, frame.w, &scene.look).iter().rev() {
        draw_row(row, (frame.centre() - width_of_row(row, keys, scene) / 2, y), keys, mouse, scene);
        y -= gap * 4 / 3;
    }
    y
}

/// Returns the width of a line of hints.
pub(super) fn width_of_row(hints: &[Hint], keys: (Bindings, Place), scene: &Scene) -> i32 {
    let widths = hints.iter().map(|hint| width_of(hint, keys, scene) + scene.look.line());
    widths.sum::<i32>() - scene.look.line()
}

/// Draws a line of hints from a point to the right.
pub(super) fn draw_row(
    hints: &[Hint],
    (mut x, y): (i32, i32),
    keys: (Bindings, Place),
    mouse: Option<(i32, i32)>,
    scene: &mut Scene,
) {
    let (look, line) = (scene.look, scene.look.line());
    for hint in hints {
        let width = width_of(hint, keys, scene);
        let area = Area::new(x - line / 3, y - line * 2 / 3, width + line * 2 / 3, line * 4 / 3);
        let lit = hint.action.is_some() && mouse.is_some_and(|mouse| area.contains(mouse));
        match key_of(hint, keys) {
            Some(key) => _ = scene.key((x, y), &key, &hint.text, lit),
            None => {
                let color = readable(look.theme.label, look.theme.background, 4.5);
                scene.text((x, y), hint.text.clone(), Style::Label, color);
            }
        }
        if let Some(action) = hint.action {
            scene.targets.push((area, Target::of(action)));
        }
        x += width + line;
    }
}
