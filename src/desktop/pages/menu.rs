//! Lines of the game's own screens that can be chosen: classes and runs on the menu, and items in the pack.

use sdl2::controller::Button;

use crate::desktop::assist::neighbour;
use crate::desktop::pages::pack;
use crate::desktop::runs::keeper::Offer;
use crate::desktop::settings::palette::{CHOSEN, TEXT};
use crate::game::{Game, GameState, PlayerClass};
use crate::key::Key;
use crate::map::Pos;
use crate::part::Part;
use crate::screen::{self, Frame};

/// The keys of the classes on the menu.
const CLASS_KEYS: [Key; PlayerClass::ALL.len()] = [Key::NUM_1, Key::NUM_2, Key::NUM_3];

/// Returns the lines of what the menu offers: row, key and text of each. The run that was left last stands
/// where a fourth class would, and the list of runs below the original's lines.
fn lines(offer: &Offer, part: Part) -> impl Iterator<Item = (i32, Key, String)> {
    let row = screen::first_class_row(part) + 2 * CLASS_KEYS.len() as i32;
    let run = offer.run.as_ref().map(|run| (row, Key::C, run.offer()));
    run.into_iter().chain(offer.has_list.then(|| (row + 5, Key::R, "R)  All runs".to_owned())))
}

/// Draws what is offered, if the menu is shown.
pub(crate) fn draw_offer(offer: &Offer, game: &Game, frame: &mut Frame) {
    if game.state() == GameState::ClassSelect {
        lines(offer, game.part()).for_each(|(row, _, text)| frame.draw_centred(row, &text, TEXT));
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
    /// Returns the key of the line if A chose one; then the pointer is hidden.
    pub(crate) fn turn(&mut self, button: Button, game: &Game, offer: &Offer) -> Option<Key> {
        let choices = choices(game, offer);
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
    pub(crate) fn hover(&mut self, tile: Option<Pos>, game: &Game, offer: &Offer) -> Option<Key> {
        let choices = choices(game, offer);
        self.0 = choices.iter().position(|(pos, _)| tile.is_some_and(|tile| tile.y == pos.y));
        choices[self.0?].1
    }

    /// Draws the pointer to the left of its line.
    pub(crate) fn draw(self, game: &Game, offer: &Offer, frame: &mut Frame) {
        // A line may be gone since.
        let line = self.0.and_then(|line| choices(game, offer).get(line).copied());
        line.into_iter().for_each(|(pos, _)| frame.draw_glyph(pos, b'>', CHOSEN));
    }
}

/// Returns the lines that can be chosen on the game's screen: where the pointer at each is, and its key.
fn choices(game: &Game, offer: &Offer) -> Vec<(Pos, Option<Key>)> {
    match game.state() {
        GameState::ClassSelect => {
            let classes = (screen::first_class_row(game.part())..).step_by(2).zip(CLASS_KEYS);
            let offered = lines(offer, game.part()).map(|(row, key, _)| (row, key));
            classes.chain(offered).map(|(row, key)| (Pos::new(2, row), Some(key))).collect()
        }
        GameState::Inventory => {
            let Pos { x, y } = pack::first_slot(game);
            let slots = 0..game.inventory().len().min(pack::LETTERS);
            slots.map(|slot| (Pos::new(x - 2, y + slot as i32), pack::key_of(slot))).collect()
        }
        _ => Vec::new(),
    }
}
