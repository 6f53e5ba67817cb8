//! The algorithm of the view, which V changes, in the title.

use crate::fov_lab::Algorithm;
use crate::game::Game;

/// Returns what the title says about the algorithm; nothing about the chapters' own.
pub(crate) fn title_suffix(game: &Game) -> String {
    match Algorithm::of(game.other_view()) {
        Algorithm::Shadowcast => String::new(),
        algorithm => format!("   [{algorithm}]"),
    }
}
