//! The page that shows algorithms at work. The window draws the picture above the hints.

use crate::desktop::pages::hints::{Targets, draw_hints};
use crate::desktop::pages::turned;
use crate::desktop::settings::palette::{HINT, TEXT};
use crate::fov_lab::steps::{Stage, topics_of};
use crate::game::Game;
use crate::key::Key;
use crate::screen::Frame;

/// Rows of the page below the picture.
pub(crate) const HINT_ROWS: i32 = 3;

/// Draws what the keys do, and why there is no picture.
pub(crate) fn draw(topic: usize, game: &Game, frame: &mut Frame) -> Targets {
    if stages(topic, game).is_empty() {
        frame.draw_centred(14, "This floor is from a save file, which does not say its seed.", TEXT);
    }
    let keys = [(Key::LEFT, "back"), (Key::RIGHT, "next"), (Key::DOWN, "another"), (Key::ESCAPE, "close")];
    draw_hints(frame.rows() - 2, keys.map(Into::into), HINT, frame)
}

/// Returns the stages of a topic of the game's part.
fn stages(topic: usize, game: &Game) -> Vec<Stage> {
    topics_of(game.part()).nth(topic).map_or_else(Vec::new, |topic| (topic.stages)(game))
}

/// Returns a stage of a topic, with its number in the text.
pub(crate) fn stage((topic, step): (usize, usize), game: &Game) -> Option<Stage> {
    let stages = stages(topic, game);
    let count = stages.len();
    let stage = stages.into_iter().nth(step)?;
    Some(Stage { text: format!("{} of {count}. {}", step + 1, stage.text), ..stage })
}

/// Returns the topic and the step to which a key turns.
pub(crate) fn turn((topic, step): (usize, usize), key: Key, game: &Game) -> (usize, usize) {
    match key {
        Key::UP | Key::DOWN => (turned(topic, topics_of(game.part()).count(), key), 0),
        _ => (topic, turned(step, stages(topic, game).len(), key)),
    }
}
