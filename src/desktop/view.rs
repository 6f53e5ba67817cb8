//! The algorithm of the view, which V changes.

use crate::fov_lab::Algorithm;
use crate::game::Game;

/// Computes the view with the next algorithm from now on.
pub(super) fn next_algorithm(game: &mut Game) {
    let now = Algorithm::of(game.other_view());
    let mut after = Algorithm::ALL.into_iter().cycle().skip_while(|&algorithm| algorithm != now).skip(1);
    game.set_other_view(after.next().and_then(Algorithm::other_view));
}

/// Returns what the title says about the algorithm; nothing about the chapters' own.
pub(super) fn title_suffix(game: &Game) -> String {
    match Algorithm::of(game.other_view()) {
        Algorithm::Shadowcast => String::new(),
        algorithm => format!("   [{algorithm}]"),
    }
}
