//! The run that was left last, in the free lines of the menu (Parts 15 to 17).

use crate::color::Color;
use crate::desktop::runs::Run;
use crate::game::{Game, GameState, PlayerClass};
use crate::part::Part;
use crate::screen::{self, Frame};

/// Colour of the offer.
const OFFER: Color = Color(205, 200, 215);

/// Returns the row of the menu that offers a run: where a fourth class would stand.
fn offer_row(part: Part) -> i32 {
    screen::first_class_row(part) + 2 * PlayerClass::ALL.len() as i32
}

/// Returns the row of the menu that names the key of the list of runs. It lies below the original's lines.
pub(crate) fn list_row(part: Part) -> i32 {
    offer_row(part) + 5
}

/// Draws the offer and the key of the list, if the menu is shown and there is a run.
pub(crate) fn draw(offered: Option<&Run>, game: &Game, frame: &mut Frame) {
    if let Some(run) = offered.filter(|_| game.state() == GameState::ClassSelect) {
        frame.draw_centred(offer_row(game.part()), &run.offer(), OFFER);
        frame.draw_centred(list_row(game.part()), "R)  All runs", OFFER);
    }
}
