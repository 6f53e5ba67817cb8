//! The screen that shows algorithms at work.

use crate::desktop::actions::{Action, Place, Way};
use crate::desktop::assist::neighbour;
use crate::desktop::screens::content::{Body, Content, Room, Screen, Shown, possible};
use crate::fov_lab::steps::{Stage, topics_of};
use crate::game::Game;

/// The numbers of a topic and of a step.
#[derive(Default)]
pub(crate) struct Steps {
    topic: usize,
    step: usize,
}

impl Steps {
    /// Returns the stages of the topic.
    fn stages(&self, game: &Game) -> Vec<Stage> {
        topics_of(game.part()).nth(self.topic).map_or_else(Vec::new, |topic| (topic.stages)(game))
    }
}

impl Screen for Steps {
    fn place(&self) -> Place {
        Place::Steps
    }

    fn content(&self, shown: &Shown) -> Content {
        let game = &shown.played.game;
        let stages = self.stages(game);
        let count = stages.len();
        let hints = possible([
            (self.step > 0, Action::Go(Way::Left), "back"),
            (self.step + 1 < count, Action::Go(Way::Right), "next"),
            (topics_of(game.part()).count() > 1, Action::Go(Way::Down), "topics"),
            (true, Action::Back, "close"),
        ]);
        let stage = stages.into_iter().nth(self.step);
        let text = |stage: &Stage| format!("{} of {count}. {}", self.step + 1, stage.text);
        let stage = stage.map(|stage| Box::new(Stage { text: text(&stage), ..stage }));
        let name = topics_of(game.part()).nth(self.topic).map_or("", |topic| topic.name);
        Content::new(name, Body::Stage(stage)).with_hints(hints)
    }

    /// The first topic follows the last.
    fn act(&mut self, action: Action, shown: &Shown, _: Room) -> Option<Action> {
        let game = &shown.played.game;
        match action {
            Action::Go(way @ (Way::Up | Way::Down)) => {
                self.topic = neighbour(self.topic, topics_of(game.part()).count(), way == Way::Down);
                self.step = 0;
            }
            Action::Go(way) => self.step = way.turned(self.step, self.stages(game).len()),
            _ => return Some(action),
        }
        None
    }
}
