//! The page that shows algorithms at work. The window draws the picture above the hints.

use crate::desktop::pages::hints::{Targets, draw_hints};
use crate::desktop::pages::turned;
use crate::desktop::settings::palette::{HEADING, HINT, TEXT};
use crate::fov_lab::steps::{Stage, topics_of};
use crate::game::Game;
use crate::key::Key;
use crate::screen::Frame;

/// Rows of the page above and below the picture.
pub(crate) const AROUND: [i32; 2] = [2, 4];

/// Draws the title, the keys that lead somewhere, and why there is no picture.
pub(crate) fn draw((topic, step): (usize, usize), game: &Game, frame: &mut Frame) -> Targets {
    let stages = stages(topic, game).len();
    let name = topics_of(game.part()).nth(topic).map_or("", |topic| topic.name);
    frame.draw_centred(0, &format!("{name} (all of the floor is shown)"), HEADING);
    if stages == 0 {
        frame.draw_centred(14, "This floor is from a save file, which does not say its seed.", TEXT);
    }
    let topics = topics_of(game.part()).count();
    let across = [(step > 0, Key::LEFT, "back"), (step + 1 < stages, Key::RIGHT, "next")];
    let up_and_down =
        [(topic > 0, Key::UP, "previous algorithm"), (topic + 1 < topics, Key::DOWN, "next algorithm")];
    let mut targets = Targets::new();
    for (row, keys) in [(3, across), (2, up_and_down)] {
        let close = (row == 3, Key::ESCAPE, "close");
        let keys = keys.into_iter().chain([close]).filter(|(leads, ..)| *leads);
        let hints = keys.map(|(_, key, text)| (key, text).into());
        targets.extend(draw_hints(frame.rows() - row, hints, HINT, frame));
    }
    targets
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
