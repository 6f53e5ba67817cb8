//! The screen with all messages of a game.

use crate::color::Color;
use crate::desktop::actions::{Action, Place};
use crate::desktop::history::tally::{Message, Messages as All};
use crate::desktop::scene::area::Area;
use crate::desktop::scene::theme::{Theme, mix, readable};
use crate::desktop::scene::{Align, Look, Scene, Style};
use crate::desktop::screens::content::{Body, Content, MessageLine, Room, Screen, Shown};
use crate::desktop::stacks::times;
use crate::trace::last_key::Subject;

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
        let body = Body::Messages(told(&shown.played.history.messages), self.page);
        Content { columns: COLUMNS, ..Content::new("Messages", body).with_hints([]) }
    }

    fn act(&mut self, action: Action, _: &Shown, room: Room) -> Option<Action> {
        let Action::Go(way) = action else { return Some(action) };
        self.page = way.turned(self.page, room.pages);
        None
    }
}

/// All messages. A turn is named before its first message, each level has a heading, and of poison turn after
/// turn the last message is shown.
fn told(messages: &All) -> Vec<MessageLine> {
    let mut lines = Vec::new();
    let mut before: Option<&Message> = None;
    let is_same = |a: &Message, b: &Message| (a.subject, a.depth) == (b.subject, b.depth);
    let poisons = |message: &Message| message.subject == Subject::Poison && !messages.is_new(message);
    let runs = messages.all.chunk_by(|a, b| is_same(a, b) && poisons(a) && poisons(b));
    for (first, last, count) in runs.filter_map(|run| Some((run.first()?, run.last()?, run.len()))) {
        if before.is_some_and(|before| before.depth != first.depth) {
            lines.push(MessageLine::Depth(first.depth + 1));
        }
        let is_known = before.is_some_and(|before| before.turn == first.turn);
        lines.push(MessageLine::Message {
            turn: (!is_known).then_some(first.turn),
            text: times(last.text.clone(), count),
            is_new: messages.is_new(last),
            subject: last.subject,
        });
        before = Some(last);
    }
    lines
}

/// Returns the colour of a message: red for lost health, green for a kill, and gold for an amulet.
pub(super) fn color_of(subject: Subject, theme: &Theme) -> Color {
    match subject {
        Subject::Harm | Subject::Poison => readable(theme.low, theme.background, 6.0),
        Subject::Kill => readable(theme.health, theme.background, 6.0),
        Subject::Amulet => theme.amulet,
        Subject::Other => theme.text,
    }
}

/// The letters of a line, and those of the turn of a message.
const COLUMNS: i32 = 56;
const TURN: i32 = 6;

/// Returns the messages in lines: the turn, the text, its style, and its colour.
fn in_lines(messages: &[MessageLine], look: &Look, area: Area) -> Vec<(String, String, Style, Color)> {
    let theme = look.theme;
    let width = area.w - TURN * look.advance(Style::Body);
    let lines = messages.iter().flat_map(|message| match message {
        MessageLine::Depth(depth) => {
            vec![(String::new(), format!("Depth {depth}"), Style::Strong, theme.title)]
        }
        MessageLine::Message { turn, text, is_new, subject } => {
            let color = color_of(*subject, &theme);
            let (style, faded) = if *is_new { (Style::Strong, 0.0) } else { (Style::Body, 0.2) };
            let color = readable(mix(color, theme.background, faded), theme.background, 4.5);
            let mut turn = turn.map_or_else(String::new, |turn| turn.to_string());
            let line = |line| (std::mem::take(&mut turn), line, style, color);
            look.wrapped(text, Style::Body, width).into_iter().map(line).collect()
        }
    });
    lines.collect()
}

/// Returns the number of lines.
pub(super) fn lines(messages: &[MessageLine], look: &Look, area: Area) -> usize {
    in_lines(messages, look, area).len()
}

/// Draws a page of messages. The last one is full.
pub(super) fn draw(messages: &[MessageLine], page: usize, (area, room): (Area, Room), scene: &mut Scene) {
    let look = scene.look;
    let advance = look.advance(Style::Body);
    let (lines, page) = (in_lines(messages, &look, area), page.min(room.pages - 1));
    let shown = lines.rchunks(room.lines).rev().nth(page).unwrap_or_default();
    let label = readable(look.theme.label, look.theme.background, 4.5);
    for (row, (turn, line, style, color)) in (0..).zip(shown) {
        let y = area.y + row * look.line() + look.line() / 2;
        scene.aligned((area.x + (TURN - 2) * advance, y), Align::Right, turn, Style::Body, label);
        scene.text((area.x + TURN * advance, y), line.clone(), *style, *color);
    }
    if lines.is_empty() {
        let y = area.y + look.line();
        scene.aligned((area.centre(), y), Align::Centre, "nothing has happened yet", Style::Body, label);
    }
}
