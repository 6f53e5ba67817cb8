//! The map examined, as it is drawn: what is known about a tile, and the way of a click.

use crate::desktop::assist::examine::Examine;
use crate::desktop::assist::look::look;
use crate::desktop::assist::travel::route;
use crate::desktop::pages::{Shown, note};
use crate::desktop::run::snapshot::first_in_view;
use crate::desktop::settings::palette::CHOSEN;
use crate::screen::Frame;

/// The keys of the cursor.
const KEYS: &str = "TAB  next thing    RETURN  go there    ESC  close";

/// Draws what is known about the tile of the cursor, or about the one that the mouse is over, with the way
/// that a click there would take: with a monster in view it is a single step. Hints name the keys of the
/// cursor.
pub(crate) fn draw(examine: &Examine, shown: &Shown, frame: &mut Frame) {
    let (game, is_narrow) = (&shown.run.game, shown.settings.texts.is_narrow(shown.is_plain));
    if let Some(cursor) = examine.cursor {
        let mut lines = look(game, cursor);
        lines.extend((shown.settings.hints && !examine.by_mouse).then(|| KEYS.to_owned()));
        note::draw(&lines, Some(cursor), is_narrow, frame);
    } else if let Some(tile) = examine.hovered() {
        let mut way = route(game, tile);
        if first_in_view(game).is_some() {
            way = way.split_off(way.len().saturating_sub(1));
        }
        way.into_iter().for_each(|pos| frame.put(pos, b'.', CHOSEN));
        let lines = look(game, tile);
        // Bare ground needs no explanation.
        if lines.len() > 1 {
            note::draw(&lines, Some(tile), is_narrow, frame);
        }
    }
}
