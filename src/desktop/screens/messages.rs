//! The screen with all messages of a game.

use crate::desktop::actions::{Action, Place};
use crate::desktop::history::tally::{Message, Messages as All};
use crate::desktop::screens::content::{Body, Content, MessageLine, Room, Screen, Shown};

/// The messages, and the number of the page: 0 has the oldest.
pub(crate) struct Messages {
    page: usize,
}

/// The last page is shown first.
impl Default for Messages {
    fn default() -> Messages {
        Messages { page: usize::MAX }
    }
}

impl Screen for Messages {
    fn place(&self) -> Place {
        Place::Messages
    }

    fn content(&self, shown: &Shown) -> Content {
        Content::new("Messages", Body::Messages(lines(&shown.played.history.messages), self.page))
            .with_hints([])
    }

    fn act(&mut self, action: Action, _: &Shown, room: Room) -> Option<Action> {
        let Action::Go(way) = action else { return Some(action) };
        self.page = way.turned(self.page, room.pages);
        None
    }
}

/// All messages. A turn is named before its first message, and each level has a heading.
fn lines(messages: &All) -> Vec<MessageLine> {
    let mut lines = Vec::new();
    let mut before = (None, None);
    for message in &messages.all {
        let Message { text, turn, depth, .. } = message;
        if before.1.is_some_and(|before| before != depth) {
            lines.push(MessageLine::Level(depth + 1));
        }
        let is_known = before.0 == Some(turn);
        lines.push(MessageLine::Message {
            turn: (!is_known).then_some(*turn),
            text: text.clone(),
            is_new: messages.is_new(message),
        });
        before = (Some(turn), Some(depth));
    }
    lines
}
