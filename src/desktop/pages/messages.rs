//! The page with all messages of a run.

use std::mem;

use crate::color::Color;
use crate::desktop::pages::hints::{Hint, useful};
use crate::desktop::pages::sheet::Sheet;
use crate::desktop::run::history::{Message, Messages};
use crate::desktop::settings::palette::{HEADING, HINT, OVER};
use crate::key::Key;
use crate::screen::MSG_NEW;
use crate::support::text::wrap;

/// The column of a message, behind its turn, and the columns that it has.
const COLUMN: i32 = 8;
const WIDTH: usize = 55;

/// Returns the number of pages on a window with this many rows, at least 1.
pub(crate) fn count_pages(messages: &Messages, rows: i32) -> usize {
    lines(messages).len().div_ceil(lines_on_page(rows)).max(1)
}

/// Draws a page of the messages: page 0 has the oldest messages. A page behind the last one is the last one,
/// which is full.
pub(crate) fn draw(messages: &Messages, page: usize, sheet: &mut Sheet) {
    let frame = &mut sheet.frame;
    let (lines, pages) = (lines(messages), count_pages(messages, frame.rows()));
    let page = page.min(pages - 1);
    let shown = lines.rchunks(lines_on_page(frame.rows())).rev().nth(page).unwrap_or_default();
    frame.draw_centred(1, "M E S S A G E S", HEADING);
    for (row, (turn, line, color)) in (3..).zip(shown) {
        frame.draw_left(1, row, turn, HINT);
        frame.draw_left(if *color == HEADING { 1 } else { COLUMN }, row, line, *color);
    }
    if lines.is_empty() {
        frame.draw_centred(3, "nothing has happened yet", HINT);
    }
    let number = Hint::text(format!("page {} of {pages}", page + 1));
    let keys =
        [(page > 0, Key::UP, "older"), (page + 1 < pages, Key::DOWN, "newer"), (true, Key::ESCAPE, "close")];
    sheet.draw_hints(sheet.frame.rows() - 2, [number].into_iter().chain(useful(keys)), HINT);
}

/// All messages as lines of the page with their colours. The turn stands before its first message, and each
/// floor has a heading.
fn lines(messages: &Messages) -> Vec<(String, String, Color)> {
    let mut lines = Vec::new();
    let mut before = (None, None);
    for message in &messages.all {
        let Message { text, turn, depth, .. } = message;
        if before.1.is_some_and(|before| before != depth) {
            lines.push((String::new(), format!("Depth {}", depth + 1), HEADING));
        }
        let mut number = if before.0 == Some(turn) { String::new() } else { format!("{turn:>6}") };
        let color = if messages.is_new(message) { MSG_NEW } else { OVER };
        for line in wrap(text, WIDTH) {
            lines.push((mem::take(&mut number), line, color));
        }
        before = (Some(turn), Some(depth));
    }
    lines
}

/// Returns how many lines of messages a page has: all rows but a heading and a hint, each with free rows.
fn lines_on_page(rows: i32) -> usize {
    usize::try_from(rows - 6).unwrap_or_default().max(1)
}
