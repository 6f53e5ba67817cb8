//! The game below all screens, as free play or as the series shows it.

use crate::desktop::actions::Action;
use crate::desktop::assist::examine::Examine;
use crate::desktop::scene::area::Area;
use crate::desktop::scene::effects::Effects;
use crate::desktop::scene::{Look, Scene, Style};
use crate::desktop::screens::content::{Hint, Shown};
use crate::desktop::screens::panel::PanelPlace;
use crate::desktop::screens::{ending, inventory, play, series, title};
use crate::desktop::settings::Settings;
use crate::desktop::stacks;
use crate::game::GameState;
use crate::part::Part;
use crate::screen;

/// Returns what the lines of the title screen and of the inventory do, those that do something.
pub(crate) fn choices(shown: &Shown) -> Vec<Option<Action>> {
    match shown.played.game.state() {
        GameState::ClassSelect => title::lines(shown).into_iter().map(|line| Some(line.action)).collect(),
        GameState::Inventory if shown.free_play => {
            let stacks = stacks::inventory(&shown.played.game).into_iter();
            stacks.map(|stack| stack.key.map(Action::Press)).collect()
        }
        _ => series::choices(shown).into_iter().map(|(_, action)| action).collect(),
    }
}

/// Returns the line that is chosen: the one that the player points at, or the first choice.
pub(crate) fn chosen_line(shown: &Shown) -> Option<usize> {
    let is_title = shown.played.game.state() == GameState::ClassSelect;
    let first = || is_title.then(|| title::first_choice(&title::lines(shown), shown)).flatten();
    shown.pointer.or_else(first)
}

/// Returns true if the window has room for a panel with keys, and the player wants it.
pub(crate) fn has_panel(look: &Look, settings: &Settings, part: Part, free_play: bool) -> bool {
    match free_play {
        true => !matches!(play::Layout::new(look, settings.panel).panel, PanelPlace::Line(..)),
        false => {
            let wants_panel = settings.panel && part.has_monsters();
            series::Layout::new(look, screen::rows(part), wants_panel).panel.is_some()
        }
    }
}

/// Draws the game's screen, and what is added to it.
pub(crate) fn draw(
    shown: &Shown,
    (examine, effects): (&Examine, &Effects),
    keys: &[Hint],
    mouse: Option<(i32, i32)>,
    scene: &mut Scene,
) {
    let chosen = chosen_line(shown);
    if !shown.free_play {
        return series::draw(shown, examine, keys, (chosen, mouse), scene);
    }
    match shown.played.game.state() {
        GameState::Playing => play::draw(shown, (examine, effects), keys, mouse, scene),
        GameState::ClassSelect => title::draw(shown, chosen, mouse, scene),
        GameState::Inventory => inventory::draw(shown, chosen, mouse, scene),
        GameState::Dead | GameState::Won => ending::draw(shown, keys, mouse, scene),
    }
}

/// Draws the game of free play, or the dungeon of the title screen, as the background of a card.
pub(crate) fn draw_below(shown: &Shown, card: Area, scene: &mut Scene) {
    match shown.played.game.state() {
        GameState::ClassSelect => title::draw_dungeon(shown, scene),
        _ => play::draw_behind(shown, card, scene),
    }
    scene.step_back();
}

/// Draws how far a replay is, at the right end of the first row.
pub(crate) fn draw_status(text: &str, scene: &mut Scene) {
    let look = scene.look;
    let height = scene.map_grid().map_or(look.line(), |grid| grid.tile);
    let width = look.width(text, Style::Label) + 2 * look.advance(Style::Label);
    let top = scene.map_grid().map_or(0, |grid| grid.area.y.max(0));
    let right = scene.map_grid().map_or(look.size.0, |grid| grid.area.right().min(look.size.0));
    scene.fill(Area::new(right - width, top, width, height), look.theme.background);
    let at = (right - width + look.advance(Style::Label), top + height / 2);
    scene.text(at, text, Style::Label, look.theme.title);
}
