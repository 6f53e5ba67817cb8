//! Lines of the game's own screens that can be chosen: classes and runs on the menu, and items in the pack.

use sdl2::controller::Button;

use crate::desktop::pages::{CHOSEN, TEXT, pack};
use crate::desktop::runs::Run;
use crate::desktop::settings::neighbour;
use crate::game::{Game, GameState, PlayerClass};
use crate::key::Key;
use crate::map::Pos;
use crate::part::Part;
use crate::screen::{self, Frame};

/// The keys of the lines on the menu. The last two lines are there only while a run can be continued.
const MENU_KEYS: [Key; 5] = [Key::NUM_1, Key::NUM_2, Key::NUM_3, Key::C, Key::R];

/// Returns the row of the menu that names the key of the list of runs. It lies below the original's lines,
/// and the run that was left last stands where a fourth class would.
fn list_row(part: Part) -> i32 {
    screen::first_class_row(part) + 2 * PlayerClass::ALL.len() as i32 + 5
}

/// Draws the run that can be continued (Parts 15 to 17) and the key of the list, if the menu is shown.
pub(crate) fn draw_offer(offered: Option<&Run>, game: &Game, frame: &mut Frame) {
    if let Some(run) = offered.filter(|_| game.state() == GameState::ClassSelect) {
        frame.draw_centred(list_row(game.part()) - 5, &run.offer(), TEXT);
        frame.draw_centred(list_row(game.part()), "R)  All runs", TEXT);
    }
}

/// The line that the pad points at, on the menu or in the pack. None while the pointer is hidden.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pointer(Option<usize>);

impl Pointer {
    /// Hides the pointer. Returns true if it was shown.
    pub(crate) fn hide(&mut self) -> bool {
        self.0.take().is_some()
    }

    /// Up and Down move the pointer on the menu and in the pack; the first move and the first A only show it.
    /// Returns the key of the line if A chose one; then the pointer is hidden. `can_continue` tells whether
    /// the menu has its last two lines.
    pub(crate) fn turn(&mut self, button: Button, game: &Game, can_continue: bool) -> Option<Key> {
        let choices = choices(game, can_continue);
        if button == Button::A && self.0.is_some() {
            return self.0.take().and_then(|line| choices.get(line)?.1);
        }
        self.0 = match self.0 {
            _ if choices.is_empty() => None,
            None => Some(0),
            Some(line) => Some(neighbour(line, choices.len(), button == Button::DPadDown)),
        };
        None
    }

    /// Points at the line below the mouse. Returns its key.
    pub(crate) fn hover(&mut self, tile: Option<Pos>, game: &Game, can_continue: bool) -> Option<Key> {
        let choices = choices(game, can_continue);
        self.0 = choices.iter().position(|(pos, _)| tile.is_some_and(|tile| tile.y == pos.y));
        choices[self.0?].1
    }

    /// Draws the pointer to the left of its line.
    pub(crate) fn draw(self, game: &Game, frame: &mut Frame) {
        // A line may be gone since.
        let line = self.0.and_then(|line| choices(game, true).get(line).copied());
        line.into_iter().for_each(|(pos, _)| frame.draw_glyph(pos, b'>', CHOSEN));
    }
}

/// Returns the lines that can be chosen on the game's screen: where the pointer at each is, and its key.
fn choices(game: &Game, can_continue: bool) -> Vec<(Pos, Option<Key>)> {
    let part = game.part();
    match game.state() {
        GameState::ClassSelect => {
            let first = screen::first_class_row(part);
            let rows = (first..).step_by(2).take(MENU_KEYS.len() - 1).chain([list_row(part)]);
            let count = MENU_KEYS.len() - if can_continue { 0 } else { 2 };
            let lines = rows.zip(MENU_KEYS).take(count);
            lines.map(|(row, key)| (Pos::new(2, row), Some(key))).collect()
        }
        GameState::Inventory => {
            let Pos { x, y } = pack::first_slot(game);
            let slots = 0..game.inventory().len().min(pack::LETTERS);
            slots.map(|slot| (Pos::new(x - 2, y + slot as i32), pack::key_of(slot))).collect()
        }
        _ => Vec::new(),
    }
}
