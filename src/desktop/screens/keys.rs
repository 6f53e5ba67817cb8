//! The screen of keys. A click on a line does what its key does.

use crate::desktop::actions::{Action, How, Place, Way, key_name, sections};
use crate::desktop::screens::content::{Body, Content, Hint, KeyLine, Room, Screen, Shown, possible};

/// The keys of the part that is played: a page of them.
#[derive(Default)]
pub(crate) struct Keys {
    page: usize,
}

/// Returns the keys of the part, those of a replay first while one is watched. A line of a game can be
/// clicked where its keys do something.
fn lines(shown: &Shown) -> Vec<KeyLine> {
    let part = shown.played.game.part();
    let mut lines = Vec::new();
    for section in sections(shown.base == Place::Replay) {
        let heading = section.heading;
        lines.extend(section.rows_of(part).map(|row| KeyLine {
            heading,
            caps: shown.keys().keys(row).into_iter().map(key_name).collect(),
            gesture: "-",
            meaning: row.meaning,
            action: Some(row.action).filter(|_| row.is_of(shown.base)),
        }));
        lines.extend(section.others_of(part).map(|(how, meaning)| {
            let (caps, gesture) = match how {
                How::Caps(caps) => (caps.iter().map(|cap| (*cap).to_owned()).collect(), ""),
                How::Gesture(gesture) => (Vec::new(), gesture),
            };
            KeyLine { heading, caps, gesture, meaning, action: None }
        }));
    }
    lines
}

impl Screen for Keys {
    fn place(&self) -> Place {
        Place::Keys
    }

    fn content(&self, shown: &Shown) -> Content {
        let part = shown.played.game.part();
        let status = format!("Part {part}: {}", part.name());
        let hints = possible([
            (self.page > 0, Action::Go(Way::Up), "before"),
            (true, Action::Go(Way::Down), "further"),
            (true, Action::Open(Place::Bindings), "change keys"),
            (true, Action::Back, "back"),
        ]);
        let hints: Vec<Hint> = hints.collect();
        let content = Content::new("Keys", Body::Keys(lines(shown), self.page)).with_hints(hints);
        // The whole game needs no name.
        Content { status: if shown.free_play { String::new() } else { status }, ..content }
    }

    fn act(&mut self, action: Action, _: &Shown, room: Room) -> Option<Action> {
        match action {
            Action::Go(way) => self.page = way.turned(self.page, room.pages),
            Action::Choose => return Some(Action::Back),
            _ => return Some(action),
        }
        None
    }
}
