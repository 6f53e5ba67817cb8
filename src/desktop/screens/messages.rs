//! The screen with all messages of a game.

use std::collections::VecDeque;

use crate::color::Color;
use crate::desktop::actions::{Action, Place};
use crate::desktop::history::tally::{Message, Messages as All};
use crate::desktop::scene::area::Area;
use crate::desktop::scene::theme::{Theme, mix, readable};
use crate::desktop::scene::{Align, Look, Scene, Style};
use crate::desktop::screens::content::{Body, Content, Room, Screen, Shown};
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

    fn content(&self, _: &Shown) -> Content {
        Content { columns: COLUMNS, ..Content::new("Messages", Body::Messages(self.page)).with_hints([]) }
    }

    fn act(&mut self, action: Action, _: &Shown, room: Room) -> Option<Action> {
        let Action::Go(way) = action else { return Some(action) };
        self.page = way.turned(self.page, room.pages);
        None
    }
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

/// A line: the turn if it is a new one, the text, its style, and its colour.
type Line = (Option<String>, String, Style, Color);

/// Returns the messages in lines. A turn is named before its first message, each level has a heading, and of
/// poison turn after turn the last message is shown.
fn in_lines(messages: &All, look: &Look, area: Area) -> Vec<Line> {
    let (theme, width) = (look.theme, area.w - TURN * look.advance(Style::Body));
    let mut lines = Vec::new();
    let mut before: Option<&Message> = None;
    let is_same = |a: &Message, b: &Message| (a.subject, a.depth) == (b.subject, b.depth);
    let poisons = |message: &Message| message.subject == Subject::Poison && !messages.is_new(message);
    let runs = messages.all.chunk_by(|a, b| is_same(a, b) && poisons(a) && poisons(b));
    for (first, last, count) in runs.filter_map(|run| Some((run.first()?, run.last()?, run.len()))) {
        if before.is_some_and(|before| before.depth != first.depth) {
            let heading = format!("Depth {}", first.depth + 1);
            lines.push((Some(String::new()), heading, Style::Strong, theme.title));
        }
        let is_known = before.is_some_and(|before| before.turn == first.turn);
        let mut turn = (!is_known).then(|| first.turn.to_string());
        let (style, faded) = if messages.is_new(last) { (Style::Strong, 0.0) } else { (Style::Body, 0.2) };
        let color = mix(color_of(last.subject, &theme), theme.background, faded);
        let color = readable(color, theme.background, 4.5);
        let text = times(last.text.clone(), count);
        let text = look.wrapped(&text, Style::Body, width).into_iter();
        lines.extend(text.map(|line| (turn.take(), line, style, color)));
        before = Some(last);
    }
    lines
}

/// Returns the height of a line, with the gap above a new turn.
fn height((turn, ..): &Line, look: &Look) -> i32 {
    look.line() + turn.as_ref().map_or(0, |_| look.line() * 2 / 7)
}

/// Returns the height of all lines.
pub(super) fn whole(messages: &All, look: &Look, area: Area) -> i32 {
    in_lines(messages, look, area).iter().map(|line| height(line, look)).sum()
}

/// Returns the pages. The last one is full.
pub(super) fn pages(messages: &All, look: &Look, area: Area) -> Vec<Vec<Line>> {
    let (mut pages, mut room) = (VecDeque::from([VecDeque::new()]), area.h);
    for line in in_lines(messages, look, area).into_iter().rev() {
        let height = height(&line, look);
        if height > room && !pages[0].is_empty() {
            pages.push_front(VecDeque::new());
            room = area.h;
        }
        room -= height;
        pages[0].push_front(line);
    }
    pages.into_iter().map(Vec::from).collect()
}

/// Draws a page of messages. One that begins within a turn names that turn again.
pub(super) fn draw(messages: &All, page: usize, area: Area, scene: &mut Scene) {
    let look = scene.look;
    let advance = look.advance(Style::Body);
    let mut pages = pages(messages, &look, area);
    let shown = pages.split_off(page.min(pages.len() - 1)).swap_remove(0);
    let mut turns = pages.iter().flatten().rev().filter_map(|(turn, ..)| turn.clone());
    let mut before = turns.find(|turn| !turn.is_empty());
    let label = readable(look.theme.label, look.theme.background, 4.5);
    if shown.is_empty() {
        let y = area.y + look.line();
        scene.aligned((area.centre(), y), Align::Centre, "nothing has happened yet", Style::Body, label);
    }
    // The first line needs no gap above it.
    let mut y = area.y + look.line() / 2 - shown.first().map_or(0, |line| height(line, &look));
    for line in shown {
        y += height(&line, &look);
        let (turn, line, style, color) = line;
        scene.text((area.x, y), turn.or(before.take()).unwrap_or_default(), Style::Body, label);
        scene.text((area.x + TURN * advance, y), line, style, color);
    }
}
