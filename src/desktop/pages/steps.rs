//! The page that shows algorithms at work. The window draws the picture above the hints.

use crate::desktop::assist::neighbour;
use crate::desktop::pages::hints::useful;
use crate::desktop::pages::sheet::Sheet;
use crate::desktop::pages::turned;
use crate::desktop::settings::palette::{HEADING, HINT, TEXT};
use crate::fov_lab::steps::{Stage, topics_of};
use crate::game::Game;
use crate::key::Key;

/// Rows of the page above and below the picture.
pub(crate) const AROUND: [i32; 2] = [1, 2];

/// Draws the title, the keys that lead somewhere, and why there is no picture.
pub(crate) fn draw((topic, step): (usize, usize), game: &Game, sheet: &mut Sheet) {
    let stages = stages(topic, game).len();
    let name = topics_of(game.part()).nth(topic).map_or("", |topic| topic.name);
    sheet.frame.draw_centred(0, name, HEADING);
    if stages == 0 {
        sheet.frame.draw_centred(14, "This floor is from a save file, which does not say its seed.", TEXT);
    }
    let keys = [
        (step > 0, Key::LEFT, "back"),
        (step + 1 < stages, Key::RIGHT, "next"),
        (topics_of(game.part()).count() > 1, Key::DOWN, "topics"),
        (true, Key::ESCAPE, "close"),
    ];
    sheet.draw_hints(sheet.frame.rows() - 2, useful(keys), HINT);
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

/// Returns the topic and the step to which a key turns. The first topic follows the last.
pub(crate) fn turn((topic, step): (usize, usize), key: Key, game: &Game) -> (usize, usize) {
    match key {
        Key::UP | Key::DOWN => (neighbour(topic, topics_of(game.part()).count(), key == Key::DOWN), 0),
        _ => (topic, turned(step, stages(topic, game).len(), key)),
    }
}
