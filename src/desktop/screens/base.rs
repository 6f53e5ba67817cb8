//! The game's own screens with what the window adds to them.

use crate::desktop::actions::Action;
use crate::desktop::assist::effects::Effects;
use crate::desktop::assist::examine::Examine;
use crate::desktop::screens::content::Shown;
use crate::desktop::screens::sheet::Sheet;
use crate::desktop::screens::{character, hud, inventory, note, title};
use crate::desktop::settings::palette::CHOSEN;
use crate::game::GameState;
use crate::map::Pos;
use crate::screen;

/// What the player can choose on the title screen and in the inventory: the tile of the pointer at each line,
/// and what it does, if it does something.
pub(crate) fn choices(shown: &Shown) -> Vec<(Pos, Option<Action>)> {
    match shown.played.game.state() {
        GameState::ClassSelect => {
            let lines = title::lines(shown).into_iter().enumerate();
            lines.map(|(line, (action, _))| (title::pointer_at(line, shown), Some(action))).collect()
        }
        GameState::Inventory => {
            let Pos { x, y } = inventory::first_slot(&shown.played.game);
            let slots = 0..shown.played.game.inventory().len().min(inventory::LETTERS);
            let action = |slot| inventory::key_of(slot).map(Action::Press);
            slots.map(|slot| (Pos::new(x - 2, y + slot as i32), action(slot))).collect()
        }
        _ => Vec::new(),
    }
}

/// Returns the line that is chosen: the one that the player points at, or the first choice.
pub(crate) fn chosen_line(shown: &Shown) -> Option<usize> {
    let is_title = shown.played.game.state() == GameState::ClassSelect;
    shown.pointer.or_else(|| title::first_choice(shown).filter(|_| is_title))
}

/// Draws the game's screen, and what is added to it.
pub(crate) fn draw(shown: &Shown, examine: &Examine, effects: &Effects, sheet: &mut Sheet) {
    let game = &shown.played.game;
    screen::render(game, &mut sheet.frame);
    match game.state() {
        GameState::Playing => {
            hud::adapt(shown, &mut sheet.frame);
            effects.draw(&mut sheet.frame);
            note::draw_examined(examine, shown, sheet);
        }
        GameState::ClassSelect => title::draw(shown, sheet),
        GameState::Inventory => inventory::adapt(shown, sheet),
        GameState::Dead | GameState::Won => character::draw_ending(shown, sheet),
    }
    draw_pointer(shown, sheet);
}

/// Draws the pointer to the left of the chosen line, which is lit if it can be used. A click uses a line.
fn draw_pointer(shown: &Shown, sheet: &mut Sheet) {
    let choices = choices(shown);
    // A line may be gone since.
    if let Some(&(start, action)) = chosen_line(shown).and_then(|line| choices.get(line)) {
        sheet.frame.put(start, b'>', CHOSEN);
        sheet.frame.recolor(|pos| action.is_some() && pos.y == start.y && pos.x >= start.x, CHOSEN);
    }
    for (line, (pos, action)) in choices.into_iter().enumerate() {
        sheet.add_row(pos.y, Some(line), action);
    }
}
