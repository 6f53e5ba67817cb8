//! How the content of a screen is drawn: a heading in the middle of the window, the body, and the keys below.

use crate::color::Color;
use crate::desktop::actions::{Action, Bindings, Place, Way, key_name};
use crate::desktop::scene::area::Area;
use crate::desktop::scene::map::{self, Marks};
use crate::desktop::scene::theme::readable;
use crate::desktop::scene::tiles::Grid;
use crate::desktop::scene::{Align, Look, Scene, Style, Target};
use crate::desktop::screens::content::{
    Body, Content, Hint, KeyLine, Line, MessageLine, Room, Shown, possible,
};
use crate::support::text::wrap_words;

/// The widest column of text, in letters.
const COLUMN: i32 = 86;
/// The widest paragraph.
const PARAGRAPH: i32 = 60;
/// The letters of the name of a fact, and of the turn of a message.
const NAME: i32 = 13;
const TURN: i32 = 8;
/// The letters of a line of the keys: its keys, and what they do.
const KEYS: [i32; 2] = [20, 38];

/// Returns the column in the middle of the window that has the text.
fn column(look: &Look) -> Area {
    let advance = look.advance(Style::Body);
    let width = (COLUMN * advance).min(look.size.0 - 3 * advance);
    look.window().centred(width, look.size.1)
}

/// Returns the height of the heading.
const fn top(look: &Look) -> i32 {
    look.line() * 7 / 2
}

/// Returns the lines of hints as they fit: the keys of each that have one.
fn hint_rows(hints: &[Vec<Hint>], keys: (Bindings, Place), look: &Look) -> Vec<Vec<Hint>> {
    let scene: Scene = Scene::new(*look);
    let room = look.size.0 - 2 * look.line();
    let mut rows: Vec<Vec<Hint>> = Vec::new();
    for row in hints {
        let mut used = room + 1;
        for hint in row {
            let width = hint_width(hint, keys, &scene) + look.line();
            if used + width > room {
                rows.push(Vec::new());
                used = 0;
            }
            used += width;
            rows.last_mut().into_iter().for_each(|row| row.push(hint.clone()));
        }
    }
    rows
}

fn key_of(hint: &Hint, (keys, place): (Bindings, Place)) -> Option<String> {
    hint.action.and_then(|action| keys.key(action, place)).map(key_name)
}

fn hint_width(hint: &Hint, keys: (Bindings, Place), scene: &Scene) -> i32 {
    match key_of(hint, keys) {
        Some(key) => scene.key_width(&key, &hint.text),
        None => scene.look.width(&hint.text, Style::Label),
    }
}

/// Returns the area of the body.
fn body_area(content: &Content, keys: (Bindings, Place), look: &Look) -> Area {
    let column = column(look);
    let rows = hint_rows(&content.hints, keys, look).len() as i32;
    let notes = notes(content, look).len() as i32;
    let status = i32::from(!content.status.is_empty());
    let below = look.line() * (rows + status) * 4 / 3 + look.line() * notes + look.line();
    let head = match &content.body {
        // The picture has as much of the window as there is.
        Body::Stage(_) => look.line() - 1,
        _ if content.heading.is_empty() => look.line(),
        _ => top(look),
    };
    let below = if matches!(content.body, Body::Stage(_)) { look.line() * 3 / 2 } else { below };
    Area::new(column.x, head, column.w, look.size.1 - head - below)
}

fn notes(content: &Content, look: &Look) -> Vec<String> {
    content.notes.iter().flat_map(|note| look.wrapped(note, Style::Body, column(look).w)).collect()
}

/// Returns how much of a screen has room in a window.
pub(crate) fn room(content: &Content, keys: (Bindings, Place), look: &Look) -> Room {
    let area = body_area(content, keys, look);
    let line = match &content.body {
        Body::List(lines, _, is_dense) => list_line(lines, *is_dense, area, look),
        _ => look.line(),
    };
    let headings = match &content.body {
        Body::List(lines, ..) => lines.iter().filter(|line| line.group.is_some()).count() as i32 * 2,
        _ => 0,
    };
    let lines = usize::try_from(area.h / line - headings).unwrap_or_default().max(1);
    let (count, columns) = match &content.body {
        Body::Messages(all, _) => (message_lines(all, look, area).len(), 1),
        Body::Keys(all, _) => (all.len(), key_columns(area, look)),
        _ => (1, 1),
    };
    Room { lines, pages: count.div_ceil(lines * columns).max(1) }
}

/// Draws what a screen of a place shows. What the mouse is over is lit.
pub(crate) fn draw(
    mut content: Content,
    shown: &Shown,
    place: Place,
    mouse: Option<(i32, i32)>,
    scene: &mut Scene,
) {
    let (look, game, keys) = (scene.look, &shown.played.game, (shown.keys(), place));
    let area = body_area(&content, keys, &look);
    let room = room(&content, keys, &look);
    if let Body::Stage(stage) = &mut content.body {
        let place = Area { x: 0, w: look.size.0, ..area };
        scene.stage = stage.take().map(|stage| (place, *stage));
    }
    match &content.body {
        Body::Text(text) => return draw_text(text, &content.hints, keys, mouse, scene),
        Body::Level => {
            let whole = Area { x: 0, w: look.size.0, y: 0, h: area.bottom() };
            let grid = Grid::new(whole, map::tile_size(whole, 0), game.player().pos);
            map::draw(game, grid, &Marks::default(), scene);
        }
        Body::List(lines, chosen, is_dense) => draw_list(lines, *chosen, *is_dense, (area, room), scene),
        Body::Facts(facts, messages) => draw_facts(facts, messages, area, scene),
        Body::Messages(messages, page) => draw_messages(messages, *page, (area, room), scene),
        Body::Keys(lines, page) => draw_keys(lines, (*page).min(room.pages - 1), (area, room), mouse, scene),
        Body::Stage(_) if scene.stage.is_some() => {}
        Body::Stage(_) => {
            let why = "This level is from a save file, which does not say its seed.";
            let color = look.theme.text;
            scene.aligned((look.size.0 / 2, area.middle()), Align::Centre, why, Style::Body, color);
        }
    }
    match content.body {
        Body::Level => {}
        Body::Stage(_) => {
            let at = (look.size.0 / 2, look.line() / 2);
            scene.aligned(at, Align::Centre, &content.heading, Style::Strong, look.theme.title);
        }
        _ if content.heading.is_empty() => {}
        _ => draw_heading(&content.heading, scene),
    }
    let mut y = look.size.1 - look.line() * 3 / 4;
    if !content.status.is_empty() {
        let color = readable(look.theme.label, look.theme.background, 4.5);
        scene.aligned((look.size.0 / 2, y), Align::Centre, &content.status, Style::Label, color);
        y -= look.line() * 4 / 3;
    }
    let mut hints = content.hints.clone();
    if let Body::Messages(_, page) = &content.body {
        let page = (*page).min(room.pages - 1);
        let turns = possible([
            (page > 0, Action::Go(Way::Up), "older"),
            (page + 1 < room.pages, Action::Go(Way::Down), "newer"),
            (true, Action::Back, "close"),
        ]);
        let number = Hint::text(format!("page {} of {}", page + 1, room.pages));
        hints = vec![[number].into_iter().chain(turns).collect()];
    }
    for row in hint_rows(&hints, keys, &look).iter().rev() {
        draw_hints(row, y, keys, mouse, scene);
        y -= look.line() * 4 / 3;
    }
    let notes = notes(&content, &look);
    y -= look.line() * (notes.len() as i32 - 1) + look.line() / 4;
    for (row, note) in (0..).zip(notes) {
        let color = readable(look.theme.label, look.theme.background, 4.5);
        scene.aligned((look.size.0 / 2, y + row * look.line()), Align::Centre, &note, Style::Body, color);
    }
}

/// Draws the heading of a screen, in the middle of the window.
fn draw_heading(text: &str, scene: &mut Scene) {
    let look = scene.look;
    let (middle, y) = (look.size.0 / 2, look.line() * 3 / 2);
    let style =
        if look.width(text, Style::Name) > look.size.0 - look.line() { Style::Strong } else { Style::Name };
    scene.aligned((middle, y), Align::Centre, text, style, look.theme.title);
    let rule = column(&look);
    scene.fill(Area::new(rule.x, y + look.line(), rule.w, (look.unit / 14).max(1)), look.theme.line);
}

/// Draws a line of hints in the middle of the window.
pub(crate) fn draw_hints(
    hints: &[Hint],
    y: i32,
    keys: (Bindings, Place),
    mouse: Option<(i32, i32)>,
    scene: &mut Scene,
) {
    let look = scene.look;
    let widths: Vec<i32> = hints.iter().map(|hint| hint_width(hint, keys, scene)).collect();
    let whole = widths.iter().sum::<i32>() + look.line() * (hints.len() as i32 - 1).max(0);
    let mut x = (look.size.0 - whole) / 2;
    for (hint, width) in hints.iter().zip(widths) {
        let area = Area::new(
            x - look.line() / 3,
            y - look.line() * 2 / 3,
            width + look.line() * 2 / 3,
            look.line() * 4 / 3,
        );
        let lit = hint.action.is_some() && mouse.is_some_and(|mouse| area.contains(mouse));
        match key_of(hint, keys) {
            Some(key) => _ = scene.key((x, y), &key, &hint.text, lit),
            None => {
                let color = readable(look.theme.label, look.theme.background, 4.5);
                scene.text((x, y), hint.text.clone(), Style::Label, color);
            }
        }
        if hint.action.is_some() {
            scene.targets.push((area, Target { line: None, action: hint.action }));
        }
        x += width + look.line();
    }
}

/// Draws a text in a box in the middle of the window, and hints below it.
fn draw_text(
    text: &str,
    hints: &[Vec<Hint>],
    keys: (Bindings, Place),
    mouse: Option<(i32, i32)>,
    scene: &mut Scene,
) {
    let look = scene.look;
    let (line, advance) = (look.line(), look.advance(Style::Body));
    let width = (PARAGRAPH * advance).min(look.size.0 - 6 * advance);
    let lines: Vec<String> =
        text.split('\n').flat_map(|text| look.wrapped(text, Style::Body, width)).collect();
    let rows = hint_rows(hints, keys, &look);
    let height = line * lines.len() as i32 + line * 3 / 2 * rows.len() as i32 + 2 * line;
    let area = look.window().centred(width + 4 * advance, height.min(look.size.1));
    scene.card(area, look.theme.line);
    for (row, text) in (0..).zip(lines) {
        let y = area.y + line * 3 / 2 + row * line;
        scene.text((area.x + 2 * advance, y), text, Style::Body, look.theme.text);
    }
    for (row, hints) in (0..).zip(rows.iter().rev()) {
        draw_hints(hints, area.bottom() - line - row * line * 3 / 2, keys, mouse, scene);
    }
}

/// Returns the height of a line of a list. Lines that are not close together have more room if there is some.
fn list_line(lines: &[Line], is_dense: bool, area: Area, look: &Look) -> i32 {
    let wide = look.line() * 4 / 3;
    let fits = wide * lines.len() as i32 <= area.h;
    if is_dense && !fits {
        look.line()
    } else {
        wide.max(look.line()).min(if fits { wide } else { look.line() })
    }
}

/// Draws the page with the chosen line, which is lit.
fn draw_list(lines: &[Line], chosen: usize, is_dense: bool, (area, room): (Area, Room), scene: &mut Scene) {
    let look = scene.look;
    let theme = look.theme;
    let height = list_line(lines, is_dense, area, &look);
    let first = chosen / room.lines * room.lines;
    let shown = lines.iter().enumerate().skip(first).take(room.lines);
    let mut y = area.y;
    let advance = look.advance(Style::Body);
    for (number, line) in shown {
        if let Some(group) = &line.group {
            y += height / 2;
            let color = readable(theme.label, theme.background, 4.5);
            scene.text((area.x + advance, y + height / 2), group.clone(), Style::Label, color);
            y += height;
        }
        let row = Area::new(area.x, y, area.w, height);
        y += height;
        let is_chosen = number == chosen;
        let back = if is_chosen { theme.chosen } else { theme.background };
        if is_chosen {
            scene.round(row, look.unit / 3, theme.chosen);
            scene.round(Area { w: (look.unit / 4).max(2), ..row }, look.unit / 8, theme.title);
        }
        let color = match line.is_dim {
            _ if is_chosen => theme.title,
            true => readable(theme.label, back, 4.5),
            false => theme.text,
        };
        scene.targets.push((row, Target { line: Some(number), action: Some(Action::Choose) }));
        let style = if is_chosen { Style::Strong } else { Style::Body };
        scene.text((row.x + 2 * advance, row.middle()), line.text.clone(), style, color);
        let Some((value, [can_back, can_on])) = &line.value else { continue };
        let right = row.right() - 4 * advance;
        let arrow = |can: bool, sign: &'static str| if can { sign } else { "" };
        scene.text((right + advance, row.middle()), arrow(*can_on, ">"), Style::Strong, color);
        scene.aligned((right, row.middle()), Align::Right, value, style, color);
        let left = right - look.width(value, style) - 2 * advance;
        scene.text((left, row.middle()), arrow(*can_back, "<"), Style::Strong, color);
        let target = Target { line: Some(number), action: Some(Action::Go(Way::Left)) };
        scene.targets.push((Area::new(left - advance, row.y, 3 * advance, row.h), target));
    }
    if lines.len() > room.lines {
        draw_scroll((first, room.lines, lines.len()), area, scene);
    }
}

/// Draws where a page is in a longer list.
fn draw_scroll((first, shown, count): (usize, usize, usize), area: Area, scene: &mut Scene) {
    let (width, theme) = ((scene.look.unit / 4).max(2), scene.look.theme);
    let track = Area::new(area.right() + width, area.y, width, area.h);
    scene.round(track, width / 2, theme.line);
    let at = |line: usize| (line * area.h as usize / count.max(1)) as i32;
    let thumb = Area { y: area.y + at(first), h: at(shown.min(count - first)).max(width), ..track };
    scene.round(thumb, width / 2, theme.label);
}

/// Draws names and facts, and the last messages: beside each other, or below each other with room for the
/// last messages.
fn draw_facts(facts: &[(&str, String)], messages: &[String], area: Area, scene: &mut Scene) {
    let look = scene.look;
    let (theme, advance, line) = (look.theme, look.advance(Style::Body), look.line());
    let is_wide = area.w >= 80 * advance;
    let (left, right) = if is_wide { area.cut_left(area.w * 7 / 12) } else { (area, area) };
    let width = left.w - (NAME + 1) * advance;
    let lines: Vec<(&str, String)> = facts
        .iter()
        .flat_map(|(name, value)| {
            // A line ends after a comma.
            let words = value.split_inclusive(", ").map(str::trim_end);
            let lines = wrap_words(words, (width / advance).max(8) as usize);
            lines.into_iter().enumerate().map(|(row, text)| (if row == 0 { *name } else { "" }, text))
        })
        .collect();
    let texts: Vec<String> = messages
        .iter()
        .flat_map(|text| look.wrapped(text, Style::Body, if is_wide { right.w } else { left.w }))
        .collect();
    // A long inventory makes lines closer, so that nothing is lost.
    let rows = lines.len() as i32 + if is_wide { 0 } else { texts.len().min(4) as i32 + 1 };
    let line = line.min(area.h / rows.max(1)).max(look.unit);
    let label = readable(theme.label, theme.background, 4.5);
    for (row, (name, text)) in (0..).zip(&lines) {
        let y = left.y + row * line + line / 2;
        scene.text((left.x, y), *name, Style::Body, label);
        scene.text((left.x + NAME * advance, y), text.clone(), Style::Body, theme.text);
    }
    let first = if is_wide { right.y } else { left.y + (lines.len() as i32 + 1) * line };
    let room = usize::try_from((area.bottom() - first) / line).unwrap_or_default();
    let shown = texts.iter().skip(texts.len().saturating_sub(room));
    for (row, text) in (0..).zip(shown) {
        let x = if is_wide { right.x + 2 * advance } else { left.x };
        scene.text((x, first + row * line + line / 2), text.clone(), Style::Body, label);
    }
}

/// Returns how many columns of keys have room.
fn key_columns(area: Area, look: &Look) -> usize {
    usize::try_from(area.w / (KEYS.iter().sum::<i32>() * look.advance(Style::Label))).unwrap_or(1).clamp(1, 2)
}

fn draw_keys(
    lines: &[KeyLine],
    page: usize,
    (area, room): (Area, Room),
    mouse: Option<(i32, i32)>,
    scene: &mut Scene,
) {
    let look = scene.look;
    let columns = key_columns(area, &look);
    let (advance, line) = (look.advance(Style::Label), look.line());
    let width = area.w / columns as i32;
    let shown = lines.chunks(room.lines * columns).nth(page).unwrap_or_default();
    for (index, KeyLine { keys, how, meaning, action }) in shown.iter().enumerate() {
        let (column, row) = ((index / room.lines) as i32, (index % room.lines) as i32);
        let place = Area::new(area.x + column * width, area.y + row * line, width - advance, line);
        let lit = action.is_some() && mouse.is_some_and(|mouse| place.contains(mouse));
        if lit {
            scene.round(place, look.unit / 3, look.theme.chosen);
        }
        let mut x = place.x + advance / 2;
        let color = readable(look.theme.label, look.theme.background, 4.5);
        if keys.is_empty() {
            scene.text((x, place.middle()), *how, Style::Label, color);
        }
        for key in keys {
            let name = key_name(*key);
            if x + look.width(&name, Style::Label) + advance < place.x + KEYS[0] * advance {
                x = scene.key((x, place.middle()), &name, "", false);
            }
        }
        let text = (place.x + KEYS[0] * advance, place.middle());
        scene.text(text, meaning.clone(), Style::Label, if lit { look.theme.title } else { look.theme.text });
        if action.is_some() {
            scene.targets.push((place, Target { line: None, action: *action }));
        }
    }
}

/// Returns the messages in lines: the turn, the text, and its colour.
fn message_lines(messages: &[MessageLine], look: &Look, area: Area) -> Vec<(String, String, Color)> {
    let theme = look.theme;
    let width = area.w - TURN * look.advance(Style::Body);
    let lines = messages.iter().flat_map(|message| match message {
        MessageLine::Level(level) => vec![(String::new(), format!("Level {level}"), theme.title)],
        MessageLine::Message { turn, text, is_new } => {
            let old = readable(theme.label, theme.background, 4.5);
            let color = if *is_new { theme.text } else { old };
            let mut turn = turn.map_or_else(String::new, |turn| turn.to_string());
            let line = |line| (std::mem::take(&mut turn), line, color);
            look.wrapped(text, Style::Body, width).into_iter().map(line).collect()
        }
    });
    lines.collect()
}

/// Draws a page of messages. The last one is full.
fn draw_messages(messages: &[MessageLine], page: usize, (area, room): (Area, Room), scene: &mut Scene) {
    let look = scene.look;
    let advance = look.advance(Style::Body);
    let (lines, page) = (message_lines(messages, &look, area), page.min(room.pages - 1));
    let shown = lines.rchunks(room.lines).rev().nth(page).unwrap_or_default();
    let label = readable(look.theme.label, look.theme.background, 4.5);
    for (row, (turn, line, color)) in (0..).zip(shown) {
        let y = area.y + row * look.line() + look.line() / 2;
        scene.aligned((area.x + (TURN - 2) * advance, y), Align::Right, turn, Style::Body, label);
        scene.text((area.x + TURN * advance, y), line.clone(), Style::Body, *color);
    }
    if lines.is_empty() {
        let y = area.y + look.line();
        scene.aligned((look.size.0 / 2, y), Align::Centre, "nothing has happened yet", Style::Body, label);
    }
}
