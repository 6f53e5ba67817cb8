//! The screen of keys. A click on a line does what its key does.

use crate::desktop::actions::{Action, Place, Way, groups, without_keys};
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
    let [play, watch] = groups(part);
    let line = |is_replay: bool| {
        move |row: &crate::desktop::actions::Row| KeyLine {
            keys: shown.keys().keys(row),
            how: if row.can_have_keys() { "-" } else { "" },
            meaning: if is_replay { format!("in a replay: {}", row.meaning) } else { row.meaning.to_owned() },
            action: Some(row.action).filter(|_| row.is_of(shown.base)),
        }
    };
    let play = play.into_iter().map(line(false));
    let watch = watch.into_iter().map(line(true));
    let mut keys: Vec<KeyLine> = match shown.base {
        Place::Replay => watch.chain(play).collect(),
        _ => play.chain(watch).collect(),
    };
    let others = without_keys(part);
    keys.extend(others.map(|(how, meaning)| KeyLine {
        keys: Vec::new(),
        how,
        meaning: meaning.to_owned(),
        action: None,
    }));
    keys
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
