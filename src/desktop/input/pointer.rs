//! What the buttons of a game pad mean, and the pointer that they move on the menu and in the pack.

use sdl2::controller::Button;

use crate::color::Color;
use crate::desktop::pages::offer::list_row;
use crate::desktop::pages::pack;
use crate::desktop::settings::neighbour;
use crate::game::PlayerClass;
use crate::game::{Game, GameState};
use crate::key::Key;
use crate::map::Pos;
use crate::screen::{self, Frame};

/// Colour of the pointer.
pub(crate) const POINTER: Color = Color(255, 230, 150);
/// The keys of the lines on the menu. The last two lines are there only while a run can be continued.
const MENU_KEYS: [Key; PlayerClass::ALL.len() + 2] = [Key::NUM_1, Key::NUM_2, Key::NUM_3, Key::C, Key::R];

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
        if button == Button::A && self.0.is_some() {
            return self.0.take().and_then(|line| key_of(line, game));
        }
        let lines = lines(game, can_continue);
        self.0 = match self.0 {
            _ if lines == 0 => None,
            None => Some(0),
            Some(line) => Some(neighbour(line, lines, button == Button::DPadDown)),
        };
        None
    }

    /// Points at the line below the mouse. Returns its key.
    pub(crate) fn hover(&mut self, tile: Option<Pos>, game: &Game, can_continue: bool) -> Option<Key> {
        let row = tile.map(|tile| tile.y);
        self.0 = (0..lines(game, can_continue)).find(|&line| row == Some(place_of(line, game).y));
        self.0.and_then(|line| key_of(line, game))
    }

    /// Draws the pointer to the left of its line.
    pub(crate) fn draw(self, game: &Game, frame: &mut Frame) {
        // A line may be gone since.
        if let Some(line) = self.0.filter(|&line| line < lines(game, true)) {
            frame.draw_glyph(place_of(line, game), b'>', POINTER);
        }
    }
}

/// Returns the number of lines that can be chosen on the game's screen.
fn lines(game: &Game, can_continue: bool) -> usize {
    match game.state() {
        GameState::ClassSelect if can_continue => MENU_KEYS.len(),
        GameState::ClassSelect => PlayerClass::ALL.len(),
        GameState::Inventory => game.inventory().len().min(pack::LETTERS),
        _ => 0,
    }
}

/// Returns the key of a line.
fn key_of(line: usize, game: &Game) -> Option<Key> {
    if game.state() == GameState::Inventory { pack::key_of(line) } else { MENU_KEYS.get(line).copied() }
}

/// Returns where the pointer at a line is.
fn place_of(line: usize, game: &Game) -> Pos {
    let (part, row) = (game.part(), line as i32);
    match game.state() {
        GameState::Inventory => Pos::new(pack::first_slot(game).x - 2, pack::first_slot(game).y + row),
        _ if line + 1 == MENU_KEYS.len() => Pos::new(2, list_row(part)),
        _ => Pos::new(2, screen::first_class_row(part) + 2 * row),
    }
}
