//! Screens of a text: problems, questions, and the level on which a game ended.

use crate::desktop::actions::{Action, Place};
use crate::desktop::screens::content::{Body, Content, Hint, Room, Screen, Shown};

/// A problem, which any key closes.
pub(crate) struct Notice(pub String);

impl Screen for Notice {
    fn place(&self) -> Place {
        Place::Notice
    }

    fn content(&self, _: &Shown) -> Content {
        Content::new("", Body::Text(self.0.clone())).with_hints([Hint::text("any key  back")])
    }

    fn act(&mut self, _: Action, _: &Shown, _: Room) -> Option<Action> {
        Some(Action::Back)
    }
}

/// A question, and what a yes does.
pub(crate) struct Question {
    place: Place,
    text: &'static str,
    yes: (&'static str, Action),
}

/// The question before the steps of the algorithms, which also show what the player has not seen.
pub(crate) const BEFORE_STEPS: Question = Question {
    place: Place::AskSteps,
    text: "Show the algorithms at work?\n\nThis shows the whole level, including parts you have not seen.",
    yes: ("show it", Action::Open(Place::Steps)),
};
/// The question before the program ends.
pub(crate) const BEFORE_QUIT: Question =
    Question { place: Place::AskQuit, text: "Leave the dungeon for today?", yes: ("quit", Action::Quit) };

impl Screen for Question {
    fn place(&self) -> Place {
        self.place
    }

    fn content(&self, _: &Shown) -> Content {
        let hints = [Hint::new(Action::Choose, self.yes.0), Hint::new(Action::Back, "back")];
        Content::new("", Body::Text(self.text.to_owned())).with_hints(hints)
    }

    fn act(&mut self, action: Action, _: &Shown, _: Room) -> Option<Action> {
        Some(if action == Action::Choose { self.yes.1 } else { action })
    }
}

/// The level on which a game ended.
pub(crate) struct Level;

impl Screen for Level {
    fn place(&self) -> Place {
        Place::Level
    }

    fn content(&self, _: &Shown) -> Content {
        Content::new("", Body::Level)
    }

    fn act(&mut self, action: Action, _: &Shown, _: Room) -> Option<Action> {
        Some(if action == Action::Choose { Action::Back } else { action })
    }
}

/// The seed that the player types, or `None` before the first digit.
#[derive(Default)]
pub(crate) struct Seed(Option<u32>);

impl Screen for Seed {
    fn place(&self) -> Place {
        Place::Seed
    }

    fn content(&self, _: &Shown) -> Content {
        let digits = self.0.map_or_else(String::new, |seed| seed.to_string());
        let text = format!("Seed of the next dungeon: {digits}_\n\nIt is at most {}.", u32::MAX);
        let hints = [Hint::new(Action::Choose, "use it"), Hint::new(Action::Back, "back")];
        Content::new("", Body::Text(text)).with_hints(hints)
    }

    /// A digit that would make the seed too large is ignored.
    fn act(&mut self, action: Action, _: &Shown, _: Room) -> Option<Action> {
        let Seed(seed) = self;
        match action {
            Action::Digit(digit) => {
                let longer = seed.unwrap_or(0).checked_mul(10).and_then(|tens| tens.checked_add(digit));
                *seed = longer.or(*seed);
            }
            Action::Erase => *seed = seed.filter(|seed| *seed >= 10).map(|seed| seed / 10),
            Action::Choose => return seed.map(|seed| Action::Begin(Some(seed))),
            _ => return Some(action),
        }
        None
    }
}
