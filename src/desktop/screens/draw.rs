//! How the content of a screen is drawn on tiles.

use crate::color::Color;
use crate::desktop::actions::{Action, Bindings, Place, Way, key_name};
use crate::desktop::screens::LEFT;
use crate::desktop::screens::content::{Body, Content, Hint, KeyLine, Line, MessageLine, Room, possible};
use crate::desktop::screens::hints::draw_hints;
use crate::desktop::screens::note::draw_status;
use crate::desktop::screens::sheet::{Sheet, Target};
use crate::desktop::settings::palette::{CHOSEN, HEADING, HINT, OVER, TEXT};
use crate::game::Game;
use crate::map::Pos;
use crate::screen::{self, MSG_NEW};
use crate::support::text::{wrap, wrap_words};

/// Rows of a screen with a stage above and below the picture.
pub(crate) const AROUND: [i32; 2] = [1, 2];
/// The row of the first line of lists and keys.
const TOP: i32 = 6;
/// The column of a setting's value, between `<` and `>`.
const VALUES: i32 = 38;
/// The columns of a message, after its turn.
const MESSAGE: (i32, usize) = (8, 55);
/// The columns of notes and of texts.
const NOTE: usize = 58;
const PARAGRAPH: usize = 54;
/// The columns of names and facts.
const FACT: (i32, usize) = (3, 11);

/// Returns how much of a screen has room on this many rows.
pub(crate) fn room(content: &Content, rows: i32) -> Room {
    let lines = match &content.body {
        Body::List(.., true) => rows - 15,
        Body::List(..) => (rows - 12) / 2,
        Body::Keys(..) => rows - TOP - 4,
        _ => rows - 6,
    };
    let lines = usize::try_from(lines).unwrap_or_default().max(1);
    let count = match &content.body {
        Body::Messages(all, _) => message_lines(all).len(),
        Body::Keys(all, _) => all.len(),
        _ => 1,
    };
    Room { lines, pages: count.div_ceil(lines).max(1) }
}

/// Draws what a screen of a place shows.
pub(crate) fn draw(content: &Content, game: &Game, keys: (Bindings, Place), sheet: &mut Sheet) {
    let room = room(content, sheet.frame.rows());
    let rows = sheet.frame.rows();
    match &content.body {
        Body::Text(text) => return draw_text(text, &content.hints, keys, sheet),
        Body::Level => {
            screen::draw_level(game, &mut sheet.frame);
            let key = keys.0.key(Action::Back, keys.1).map_or_else(String::new, key_name);
            return draw_status(&format!("{key}  back"), &mut sheet.frame);
        }
        Body::List(lines, chosen, is_dense) => {
            sheet.frame.draw_centred(2, &spaced(&content.heading), HEADING);
            draw_list(lines, *chosen, *is_dense, room.lines, sheet);
        }
        Body::Facts(facts, messages) => {
            sheet.frame.draw_centred(3, &content.heading, HEADING);
            draw_facts(facts, messages, sheet);
        }
        Body::Messages(messages, page) => {
            sheet.frame.draw_centred(1, &spaced(&content.heading), HEADING);
            return draw_messages(messages, *page, room, keys, sheet);
        }
        Body::Keys(lines, page) => {
            sheet.frame.draw_centred(2, &spaced(&content.heading), HEADING);
            let page = (*page).min(room.pages - 1);
            draw_keys(lines.chunks(room.lines).nth(page).unwrap_or_default(), sheet);
        }
        Body::Stage(stage) => {
            sheet.frame.draw_centred(0, &content.heading, HEADING);
            if stage.is_none() {
                let why = "This level is from a save file, which does not say its seed.";
                sheet.frame.draw_centred(14, why, TEXT);
            }
        }
    }
    let below = if content.status.is_empty() { 2 } else { 4 };
    let count = content.hints.len() as i32;
    for (row, hints) in (rows - below - count + 1..).zip(&content.hints) {
        draw_hints(row, hints.clone(), HINT, keys, sheet);
    }
    if !content.status.is_empty() {
        sheet.frame.draw_centred(rows - 2, &content.status, HINT);
    }
    let notes: Vec<String> = content.notes.iter().flat_map(|note| wrap(note, NOTE)).collect();
    for (row, note) in (rows - below - count - notes.len() as i32..).zip(&notes) {
        sheet.frame.draw_centred(row, note, HINT);
    }
}

/// Returns a title as the series writes it: `K E Y S`.
fn spaced(title: &str) -> String {
    let letters: Vec<String> = title.chars().map(|letter| letter.to_uppercase().to_string()).collect();
    letters.join(" ")
}

/// Draws a text in lines that fit the window, and hints below it. A long text begins further up, and the
/// hints are always seen.
fn draw_text(text: &str, hints: &[Vec<Hint>], keys: (Bindings, Place), sheet: &mut Sheet) {
    let lines: Vec<String> = text.split('\n').flat_map(|line| wrap(line, PARAGRAPH)).collect();
    let rows = sheet.frame.rows();
    let top = (rows - 5 - lines.len() as i32).clamp(1, 14);
    for (row, line) in (top..rows - 4).zip(&lines) {
        sheet.frame.draw_left(LEFT, row, line, TEXT);
    }
    let bottom = (top + lines.len() as i32 + 2).min(rows - 2);
    draw_hints(bottom, hints.iter().flatten().cloned(), HINT, keys, sheet);
}

/// Draws the page with the chosen line, which has a colour of its own.
fn draw_list(lines: &[Line], chosen: usize, is_dense: bool, page: usize, sheet: &mut Sheet) {
    let (distance, column) = if is_dense { (1, 3) } else { (2, LEFT) };
    let shown = lines.iter().enumerate().skip(chosen / page * page).take(page);
    for ((number, line), row) in shown.zip((TOP..).step_by(distance)) {
        let color = match line.is_dim {
            _ if number == chosen => CHOSEN,
            true => OVER,
            false => TEXT,
        };
        sheet.add_row(row, Some(number), Some(Action::Choose));
        sheet.frame.draw_left(column, row, &line.text, color);
        if let Some((value, [back, on])) = &line.value {
            let arrow = |can_step, arrow| if can_step { arrow } else { ' ' };
            let value = format!("{} {value} {}", arrow(*back, '<'), arrow(*on, '>'));
            sheet.frame.draw_left(VALUES, row, &value, color);
            let target = Target { line: Some(number), action: Some(Action::Go(Way::Left)) };
            sheet.add(Pos::new(VALUES, row), 2, target);
        }
        if number == chosen {
            sheet.frame.draw_left(column - 2, row, ">", CHOSEN);
        }
    }
}

fn draw_facts(facts: &[(&str, String)], messages: &[String], sheet: &mut Sheet) {
    let ((column, name_width), frame) = (FACT, &mut sheet.frame);
    let mut row = TOP;
    for (name, value) in facts {
        frame.draw_left(column, row, name, TEXT);
        // A line ends after a comma.
        let words = value.split_inclusive(", ").map(str::trim_end);
        for line in wrap_words(words, NOTE - name_width) {
            frame.draw_left(column + name_width as i32, row, &line, TEXT);
            row += 1;
        }
    }
    let messages = messages.iter().flat_map(|message| wrap(message, NOTE));
    for (row, line) in (row + 1..frame.rows() - 4).zip(messages) {
        frame.draw_left(column, row, &line, HINT);
    }
}

fn draw_keys(lines: &[KeyLine], sheet: &mut Sheet) {
    const RIGHT: i32 = 26;
    for (row, KeyLine { keys, how, meaning, action }) in (TOP..).zip(lines) {
        let names: Vec<String> = keys.iter().map(|key| key_name(*key)).collect();
        let gap =
            if names.iter().map(String::len).sum::<usize>() + 2 * names.len() > 21 { " " } else { "  " };
        let keys = if names.is_empty() { (*how).to_owned() } else { names.join(gap) };
        sheet.frame.draw_left(LEFT, row, &keys, CHOSEN);
        sheet.frame.draw_left(RIGHT, row, meaning, TEXT);
        if action.is_some() {
            sheet.add_row(row, None, *action);
        }
    }
}

/// Returns the messages in lines: the turn, the text, and its colour.
fn message_lines(messages: &[MessageLine]) -> Vec<(String, String, Color)> {
    let lines = messages.iter().flat_map(|message| match message {
        MessageLine::Level(depth) => vec![(String::new(), format!("Depth {depth}"), HEADING)],
        MessageLine::Message { turn, text, is_new } => {
            let color = if *is_new { MSG_NEW } else { OVER };
            let mut turn = turn.map_or_else(String::new, |turn| format!("{turn:>6}"));
            let line = |line| (std::mem::take(&mut turn), line, color);
            wrap(text, MESSAGE.1).into_iter().map(line).collect()
        }
    });
    lines.collect()
}

/// Draws a page of messages. The last one is full.
fn draw_messages(
    messages: &[MessageLine],
    page: usize,
    room: Room,
    keys: (Bindings, Place),
    sheet: &mut Sheet,
) {
    let (lines, page) = (message_lines(messages), page.min(room.pages - 1));
    let shown = lines.rchunks(room.lines).rev().nth(page).unwrap_or_default();
    for (row, (turn, line, color)) in (3..).zip(shown) {
        sheet.frame.draw_left(1, row, turn, HINT);
        sheet.frame.draw_left(if *color == HEADING { 1 } else { MESSAGE.0 }, row, line, *color);
    }
    if lines.is_empty() {
        sheet.frame.draw_centred(3, "nothing has happened yet", HINT);
    }
    let number = Hint::text(format!("page {} of {}", page + 1, room.pages));
    let turns = possible([
        (page > 0, Action::Go(Way::Up), "older"),
        (page + 1 < room.pages, Action::Go(Way::Down), "newer"),
        (true, Action::Back, "close"),
    ]);
    draw_hints(sheet.frame.rows() - 2, [number].into_iter().chain(turns), HINT, keys, sheet);
}
