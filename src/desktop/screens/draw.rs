//! How the content of a screen is drawn: a heading in the middle of the window, the body, and the keys below.

use std::ops::Range;

use crate::color::Color;
use crate::desktop::actions::{Action, Bindings, Place, Way, key_name};
use crate::desktop::scene::area::Area;
use crate::desktop::scene::map::{self, Marks};
use crate::desktop::scene::theme::{Theme, readable};
use crate::desktop::scene::tiles::Grid;
use crate::desktop::scene::{Align, Look, Scene, Style, Target};
use crate::desktop::screens::content::{
    Body, Content, Hint, KeyLine, Line, MessageLine, Room, Shown, Tone, Value, possible,
};
use crate::desktop::screens::panel::draw_diamond;
use crate::desktop::screens::preview;
use crate::support::text::wrap_words;

/// The widest column of text, in letters.
const COLUMN: i32 = 86;
/// The widest paragraph.
const PARAGRAPH: i32 = 60;
/// The letters of the name of a fact, and of the turn of a message.
const NAME: i32 = 13;
const TURN: i32 = 8;
/// The letters of the cells of a line, with the gaps before them.
const CELLS: [i32; 3] = [7, 8, 9];
/// The letters of a line of the keys: its keys, and what they do.
const KEYS: [i32; 2] = [23, 40];

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

/// Returns the row of the last hints of every screen.
pub(crate) const fn footer(look: &Look) -> i32 {
    let (usual, least) = (look.line() * 5 / 4, look.line() / 2 + 16);
    look.size.1 - if usual > least { usual } else { least }
}

/// Returns the lines of hints as they fit.
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

/// Returns the area of the body. `notes` is the number of lines below it.
fn body_area(content: &Content, notes: usize, keys: (Bindings, Place), look: &Look) -> Area {
    let column = match content.body {
        // The keys have two columns where there is room.
        Body::Keys(..) => keys_column(look),
        _ => column(look),
    };
    let rows = match content.body {
        // How pages are turned is known only when they are drawn.
        Body::Messages(..) => 1,
        _ => hint_rows(&content.hints, keys, look).len() as i32,
    };
    let notes = notes as i32;
    let status = i32::from(!content.status.is_empty());
    let foot = look.size.1 - footer(look);
    let below = look.line() * (rows + status) * 4 / 3 + look.line() * notes + foot + look.line() / 4;
    let head = match &content.body {
        // The picture has as much of the window as there is.
        Body::Stage(_) => look.line() - 1,
        _ if content.heading.is_empty() => look.line(),
        _ => top(look),
    };
    let below = match content.body {
        // It reaches down to the caps of the keys.
        Body::Stage(_) => look.line() * notes + foot + look.font(Style::Label).0 * 4 / 5,
        _ => below,
    };
    Area::new(column.x, head, column.w, look.size.1 - head - below)
}

/// Returns the lines below the body. A preview has them itself, and a toast takes their place.
fn notes(content: &Content, toast: Option<&str>, look: &Look) -> Vec<String> {
    let has_notes = toast.is_none() && !has_preview(content, look);
    let notes = content.notes.iter().map(String::as_str).filter(|_| has_notes);
    let wrapped = |note| look.wrapped(note, Style::Body, column(look).w);
    toast.into_iter().chain(notes).flat_map(wrapped).collect()
}

/// The letters of a list beside a preview, and of a preview; the lines of a tall window that has one.
const BESIDE: [i32; 2] = [46, 72];
const TALL: i32 = 36;

fn has_preview(content: &Content, look: &Look) -> bool {
    let (w, h) = look.size;
    let is_wide = w > h && w >= (BESIDE[0] * 2 + 6) * look.advance(Style::Body);
    content.preview.is_some() && (is_wide || h > w && h >= TALL * look.line())
}

/// Returns the areas of the list and of the preview beside it, or below it in a tall window.
fn with_preview(content: &Content, area: Area, look: &Look) -> (Area, Option<Area>) {
    let advance = look.advance(Style::Body);
    match &content.body {
        _ if !has_preview(content, look) => (area, None),
        Body::List(lines, ..) if look.size.1 > look.size.0 => {
            let (list, rest) = area.cut_top(lines.len() as i32 * look.line() * 4 / 3);
            let (_, preview) = rest.cut_top(look.line());
            (list, Some(preview))
        }
        _ => {
            let width = (BESIDE.iter().sum::<i32>() * advance).min(look.size.0 - 4 * advance);
            let whole = Area { x: (look.size.0 - width) / 2, w: width, ..area };
            let (list, rest) = whole.cut_left(BESIDE[0] * advance);
            let (_, preview) = rest.cut_left(3 * advance);
            (list, Some(preview))
        }
    }
}

/// Returns how much of a screen fits a window.
pub(crate) fn room(content: &Content, keys: (Bindings, Place), look: &Look) -> Room {
    let card = dialog(content, None, keys, look);
    let look = Look { size: card.map_or(look.size, |card| (card.w, card.h)), ..*look };
    let area = body_area(content, notes(content, None, &look).len(), keys, &look);
    room_of(content, with_preview(content, area, &look).0, &look)
}

fn room_of(content: &Content, area: Area, look: &Look) -> Room {
    let lines = match &content.body {
        Body::List(lines, chosen) => page(lines, *chosen, area, look).len(),
        _ => usize::try_from(area.h / look.line()).unwrap_or_default(),
    };
    let lines = lines.max(1);
    let pages = match &content.body {
        Body::Messages(all, _) => message_lines(all, look, area).len().div_ceil(lines),
        Body::Keys(all, _) => key_columns(all, area, look).len().div_ceil(key_width(area, look).0),
        _ => 1,
    };
    Room { lines, pages: pages.max(1) }
}

/// Returns the place of a dialog, or `None` for a screen that fills the window.
fn dialog(content: &Content, toast: Option<&str>, keys: (Bindings, Place), look: &Look) -> Option<Area> {
    let advance = look.advance(Style::Body);
    let width = ((PARAGRAPH + 6) * advance).min(look.size.0 - 2 * advance);
    let inner = Look { size: (width, look.size.1), ..*look };
    let body = match &content.body {
        _ if !content.is_dialog => return None,
        Body::Text(text) => text_lines(text, &inner).len() as i32 * look.line(),
        Body::List(lines, ..) => lines.len() as i32 * (look.line() * 4 / 3),
        _ => return None,
    };
    let around = look.size.1 - body_area(content, notes(content, toast, &inner).len(), keys, &inner).h;
    Some(look.window().centred(width, (around + body).min(look.size.1)))
}

/// Draws the content of a screen. The row under the mouse is highlighted.
pub(crate) fn draw(
    content: Content,
    shown: &Shown,
    place: Place,
    mouse: Option<(i32, i32)>,
    scene: &mut Scene,
) {
    let Some(card) = dialog(&content, shown.toast, (shown.keys(), place), &scene.look) else {
        return draw_content(content, shown, place, mouse, scene);
    };
    scene.card(card, scene.look.theme.label);
    let theme = Theme { background: scene.look.theme.card, ..scene.look.theme };
    let mut inner = Scene::new(Look { size: (card.w, card.h), theme, ..scene.look });
    inner.shapes.clear();
    let mouse = mouse.map(|(x, y)| (x - card.x, y - card.y));
    draw_content(content, shown, place, mouse, &mut inner);
    scene.add(inner, (card.x, card.y));
}

fn draw_content(
    mut content: Content,
    shown: &Shown,
    place: Place,
    mouse: Option<(i32, i32)>,
    scene: &mut Scene,
) {
    let (look, game, keys) = (scene.look, &shown.played.game, (shown.keys(), place));
    let notes = notes(&content, shown.toast, &look);
    let (area, preview) = with_preview(&content, body_area(&content, notes.len(), keys, &look), &look);
    if let (Some(area), Some(setting)) = (preview, content.preview) {
        preview::draw(setting, shown, area, scene);
    }
    let room = room_of(&content, area, &look);
    if let Body::Stage(stage) = &mut content.body {
        let place = Area { x: 0, w: look.size.0, ..area };
        scene.stage = stage.take().map(|stage| (place, *stage));
    }
    // The end of a list, which has its notes right below it where there is room.
    let mut end = area.bottom();
    match &content.body {
        Body::Text(text) => draw_text(text, area, scene),
        Body::Level => {
            let whole = Area { x: 0, w: look.size.0, y: 0, h: area.bottom() };
            let grid = Grid::new(whole, map::tile_size(whole, 0), game.player().pos);
            map::draw(game, grid, &Marks::default(), scene);
        }
        Body::List(lines, chosen) => end = draw_list(lines, *chosen, area, scene),
        Body::Facts(facts, messages) => draw_facts(facts, messages, area, scene),
        Body::Messages(messages, page) => draw_messages(messages, *page, (area, room), scene),
        Body::Keys(lines, page) => draw_keys(lines, (*page).min(room.pages - 1), area, mouse, scene),
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
        _ => draw_heading(&content.heading, preview.map_or(area, |preview| area.union(preview)), scene),
    }
    let mut y = footer(&look);
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
    y = draw_hints(&hints, y, keys, mouse, scene);
    let height = look.line() * notes.len() as i32;
    y -= height - look.line() * 3 / 4;
    let card = Area::new(area.x, end + look.line() / 2, area.w, height + look.line());
    let has_card = !content.is_dialog && !notes.is_empty() && card.bottom() <= area.bottom();
    if has_card {
        scene.card(card, look.theme.line);
        y = card.y + look.line();
    }
    let ground = if has_card { look.theme.card } else { look.theme.background };
    for (row, note) in (0..).zip(notes) {
        let color = if shown.toast.is_some() { look.theme.amulet } else { look.theme.label };
        let color = readable(color, ground, 4.5);
        scene.aligned((look.size.0 / 2, y + row * look.line()), Align::Centre, &note, Style::Body, color);
    }
}

/// Draws the heading of a screen, in the middle of the window.
fn draw_heading(text: &str, rule: Area, scene: &mut Scene) {
    let look = scene.look;
    let (middle, y) = (look.size.0 / 2, look.line() * 3 / 2);
    let style =
        if look.width(text, Style::Name) > look.size.0 - look.line() { Style::Strong } else { Style::Name };
    scene.aligned((middle, y), Align::Centre, text, style, look.theme.title);
    scene.fill(Area::new(rule.x, y + look.line(), rule.w, (look.unit / 14).max(1)), look.theme.line);
}

/// Draws lines of hints in the middle of the window, as many as they take: the last one at `y`. Returns the
/// row of the line above them.
pub(crate) fn draw_hints(
    hints: &[Vec<Hint>],
    mut y: i32,
    keys: (Bindings, Place),
    mouse: Option<(i32, i32)>,
    scene: &mut Scene,
) -> i32 {
    for row in hint_rows(hints, keys, &scene.look).iter().rev() {
        draw_hint_row(row, y, keys, mouse, scene);
        y -= scene.look.line() * 4 / 3;
    }
    y
}

/// Draws a line of hints in the middle of the window.
fn draw_hint_row(
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

/// Breaks a text into lines, each paragraph on its own.
fn text_lines(text: &str, look: &Look) -> Vec<String> {
    let width = look.size.0 - 6 * look.advance(Style::Body);
    text.split('\n').flat_map(|text| look.wrapped(text, Style::Body, width)).collect()
}

fn draw_text(text: &str, area: Area, scene: &mut Scene) {
    let look = scene.look;
    for (row, text) in (0..).zip(text_lines(text, &look)) {
        let at = (look.size.0 / 2, area.y + row * look.line() + look.line() / 2);
        scene.aligned(at, Align::Centre, &text, Style::Body, look.theme.text);
    }
}

/// Returns the height of a line of a list. Short lists have more room between their lines.
fn list_line(lines: &[Line], area: Area, look: &Look) -> i32 {
    let wide = look.line() * 4 / 3;
    if list_height(lines, wide) <= area.h { wide } else { look.line() }
}

/// Returns the height of lines of a list with the headings above them.
fn list_height(lines: &[Line], line: i32) -> i32 {
    let groups = lines.chunk_by(|a, b| a.group == b.group).filter(|lines| lines[0].group.is_some());
    let groups = groups.count() as i32;
    (lines.len() as i32 + groups) * line + (groups - 1).max(0) * (line / 2)
}

/// Returns the lines on the page with the chosen one. The last page is full.
fn page(lines: &[Line], chosen: usize, area: Area, look: &Look) -> Range<usize> {
    let height = list_line(lines, area, look);
    let fits = |first: usize, end: usize| list_height(&lines[first..end], height) <= area.h;
    let (mut first, mut end) = (0, 0);
    while end <= chosen && end < lines.len() {
        first = end;
        end = (first + 1..=lines.len()).take_while(|end| fits(first, *end)).last().unwrap_or(first + 1);
    }
    while end == lines.len() && first > 0 && fits(first - 1, end) {
        first -= 1;
    }
    first..end
}

/// Draws the ground of the chosen line of any list.
pub(crate) fn draw_chosen(row: Area, scene: &mut Scene) {
    let Look { unit, theme, .. } = scene.look;
    scene.round(row, unit / 3, theme.chosen);
    scene.round(Area { w: (unit / 4).max(2), ..row }, unit / 8, theme.title);
}

/// Draws the page with the chosen line, which is lit. Returns where it ends.
fn draw_list(lines: &[Line], chosen: usize, area: Area, scene: &mut Scene) -> i32 {
    let look = scene.look;
    let theme = look.theme;
    let height = list_line(lines, area, &look);
    let page = page(lines, chosen, area, &look);
    let is_whole = page.len() == lines.len();
    let (whole, area) = (area, if is_whole { area } else { beside_scroll(area, &look) });
    let first = page.start;
    let shown = lines.iter().enumerate().skip(first).take(page.len());
    let mut y = area.y;
    let advance = look.advance(Style::Body);
    let letters = lines.iter().map(|line| match &line.value {
        Value::Text(text) => line.text.len() + text.len(),
        Value::Columns(_) => line.text.len() + CELLS.iter().sum::<i32>() as usize,
        _ => 0,
    });
    let has_texts = (letters.max().unwrap_or_default() as i32 + 5) * advance < area.w;
    let mut above = None;
    for (number, line) in shown {
        if let Some(group) = line.group.as_ref().filter(|_| above != line.group) {
            above.clone_from(&line.group);
            y += if number > first { height / 2 } else { 0 };
            let color = readable(theme.label, theme.background, 4.5);
            scene.text((area.x + advance, y + height / 2), group.clone(), Style::Label, color);
            if let Value::Columns(cells) = &line.value
                && number == first
                && has_texts
            {
                for ((head, _), x) in cells.iter().zip(cell_ends(area, advance)) {
                    scene.aligned((x, y + height / 2), Align::Right, head, Style::Label, color);
                }
            }
            y += height;
        }
        let row = Area::new(area.x, y, area.w, height);
        y += height;
        let is_chosen = number == chosen;
        if is_chosen {
            draw_chosen(row, scene);
        }
        let color = match line.tone {
            _ if is_chosen => theme.title,
            Tone::Dim => readable(theme.label, theme.background, 4.5),
            Tone::Plain | Tone::Won => theme.text,
        };
        if line.tone == Tone::Won {
            draw_diamond((row.x + advance, row.middle()), look.unit / 4, theme.amulet, scene);
        }
        scene.targets.push((row, Target { line: Some(number), action: Some(Action::Choose) }));
        let style = if is_chosen { Style::Strong } else { Style::Body };
        let end = scene.text((row.x + 2 * advance, row.middle()), line.text.clone(), style, color);
        if has_texts || !matches!(line.value, Value::Text(_) | Value::Columns(_)) {
            draw_value(&line.value, (row, end + advance), (number, style, color), scene);
        }
    }
    if !is_whole {
        draw_scroll((page, lines.len()), Area { h: y - whole.y, ..whole }, scene);
    }
    y
}

/// Returns where the cells of a line end.
fn cell_ends(row: Area, advance: i32) -> [i32; 3] {
    let [_, second, third] = CELLS;
    [second + third, third, 0].map(|letters| row.right() - (letters + 2) * advance)
}

/// Draws the value at the end of a line, whose text ends at `end`.
fn draw_value(
    value: &Value,
    (row, end): (Area, i32),
    (number, style, color): (usize, Style, Color),
    scene: &mut Scene,
) {
    let advance = scene.look.advance(Style::Body);
    let right = row.right() - 4 * advance;
    match value {
        Value::None => {}
        Value::Text(text) => {
            scene.aligned((row.right() - 2 * advance, row.middle()), Align::Right, text, style, color);
        }
        Value::Columns(cells) => {
            for ((_, cell), x) in cells.iter().zip(cell_ends(row, advance)) {
                scene.aligned((x, row.middle()), Align::Right, cell, style, color);
            }
        }
        Value::Choice(value, [can_back, can_on]) => {
            let arrow = |can: bool, sign: &'static str| if can { sign } else { "" };
            scene.text((right + advance, row.middle()), arrow(*can_on, ">"), Style::Strong, color);
            scene.aligned((right, row.middle()), Align::Right, value, style, color);
            let left = right - scene.look.width(value, style) - 2 * advance;
            scene.text((left, row.middle()), arrow(*can_back, "<"), Style::Strong, color);
            let target = Target { line: Some(number), action: Some(Action::Go(Way::Left)) };
            scene.targets.push((Area::new(left - advance, row.y, 3 * advance, row.h), target));
        }
        Value::Keys(keys) => {
            // The caps have one column, and those without room in it are left out.
            let mut x = end.max(row.x + row.w * 3 / 5);
            for key in keys {
                let name = key_name(*key);
                if x + scene.key_width(&name, "") <= row.right() - advance {
                    x = scene.key((x, row.middle()), &name, "", false);
                }
            }
        }
    }
}

/// Returns the width of the bar that shows where a page is.
fn scroll_width(look: &Look) -> i32 {
    (look.unit / 4).max(2)
}

/// Returns an area without the bar on its right, and without the gap before it.
fn beside_scroll(area: Area, look: &Look) -> Area {
    Area { w: area.w - scroll_width(look) - look.unit, ..area }
}

/// Draws where a page is in a longer list: a bar on the right of the area.
fn draw_scroll((page, count): (Range<usize>, usize), area: Area, scene: &mut Scene) {
    let (width, theme) = (scroll_width(&scene.look), scene.look.theme);
    let track = Area { x: area.right() - width, w: width, ..area };
    scene.round(track, width / 2, theme.line);
    let at = |line: usize| (line * area.h as usize / count.max(1)) as i32;
    let (top, bottom) = (at(page.start), at(page.end));
    let thumb = Area { y: area.y + top, h: (bottom - top).max(width), ..track };
    scene.round(thumb, width / 2, theme.label);
}

/// Draws names and facts, and the last messages: side by side, or one below the other with room for the
/// last messages. Too many facts get smaller letters.
fn draw_facts(facts: &[(&str, String)], messages: &[String], area: Area, scene: &mut Scene) {
    let whole = scene.look;
    let (lines, texts) = loop {
        let (lines, texts) = facts_in_lines(facts, messages, area, &scene.look);
        if lines.len() as i32 * scene.look.unit <= area.h || scene.look.unit <= 6 {
            break (lines, texts);
        }
        scene.look.unit -= 1;
    };
    let look = scene.look;
    let (theme, advance) = (look.theme, look.advance(Style::Body));
    let is_wide = is_wide(area, &look);
    // Lines are closer where there are many.
    let rows = lines.len() as i32 + if is_wide { 0 } else { texts.len().min(4) as i32 + 1 };
    let line = look.line().min(area.h / rows.max(1)).max(look.unit);
    let label = readable(theme.label, theme.background, 4.5);
    for (row, (name, text)) in (0..).zip(&lines) {
        let y = area.y + row * line + line / 2;
        scene.text((area.x, y), *name, Style::Body, label);
        scene.text((area.x + NAME * advance, y), text.clone(), Style::Body, theme.text);
    }
    let (x, y) = match is_wide {
        true => (area.x + area.w * 7 / 12 + 2 * advance, area.y),
        false => (area.x, area.y + (lines.len() as i32 + 1) * line),
    };
    let room = usize::try_from((area.bottom() - y) / line).unwrap_or_default();
    for (row, text) in (0..).zip(texts.iter().skip(texts.len().saturating_sub(room))) {
        scene.text((x, y + row * line + line / 2), text.clone(), Style::Body, label);
    }
    scene.look = whole;
}

/// Returns true if messages have room beside the facts.
fn is_wide(area: Area, look: &Look) -> bool {
    area.w >= 80 * look.advance(Style::Body)
}

/// Breaks facts, after commas, and messages into lines.
fn facts_in_lines<'f>(
    facts: &[(&'f str, String)],
    messages: &[String],
    area: Area,
    look: &Look,
) -> (Vec<(&'f str, String)>, Vec<String>) {
    let advance = look.advance(Style::Body);
    let (left, right) = if is_wide(area, look) { area.cut_left(area.w * 7 / 12) } else { (area, area) };
    let columns = ((left.w - (NAME + 1) * advance) / advance).max(8) as usize;
    let in_lines = |(name, value): &(&'f str, String)| {
        let lines = wrap_words(value.split_inclusive(", ").map(str::trim_end), columns);
        let name = *name;
        let lines = lines.into_iter().enumerate();
        lines.map(move |(row, text)| (if row == 0 { name } else { "" }, text)).collect::<Vec<_>>()
    };
    let texts = messages.iter().flat_map(|text| look.wrapped(text, Style::Body, right.w - 2 * advance));
    (facts.iter().flat_map(in_lines).collect(), texts.collect())
}

/// Returns the area of the keys: of two columns where there is room.
fn keys_column(look: &Look) -> Area {
    let two = 2 * KEYS.iter().sum::<i32>() * look.advance(Style::Label) + look.unit + scroll_width(look);
    let column = column(look);
    let has_room = two <= look.size.0 - 3 * look.advance(Style::Body);
    look.window().centred(if has_room { two } else { column.w }, look.size.1)
}

/// Returns how many columns of keys have room, and their width.
fn key_width(area: Area, look: &Look) -> (usize, i32) {
    let area = beside_scroll(area, look);
    let column = KEYS.iter().sum::<i32>() * look.advance(Style::Label);
    let columns = (area.w / column).clamp(1, 2);
    (columns as usize, area.w / columns)
}

/// Returns the height of a row of keys.
const fn key_row(look: &Look) -> i32 {
    look.line() * 6 / 5
}

/// Returns the row of each key in its column. A section that fits in one column stays together.
fn key_columns<'k>(lines: &'k [KeyLine], area: Area, look: &Look) -> Vec<Vec<(i32, &'k KeyLine)>> {
    let row = key_row(look);
    let mut columns = vec![Vec::new()];
    let mut y = 0;
    for section in lines.chunk_by(|a, b| a.heading == b.heading) {
        let height = row * (section.len() as i32 + 1);
        let room = area.h - y - row / 2;
        if y > 0 && (height <= area.h && height > room || room < 3 * row) {
            columns.push(Vec::new());
            y = 0;
        }
        y += if y > 0 { row * 3 / 2 } else { row };
        for line in section {
            if y + row > area.h && y > row {
                columns.push(Vec::new());
                y = row;
            }
            columns.last_mut().into_iter().for_each(|column| column.push((y, line)));
            y += row;
        }
    }
    columns
}

fn draw_keys(lines: &[KeyLine], page: usize, area: Area, mouse: Option<(i32, i32)>, scene: &mut Scene) {
    let look = scene.look;
    let (advance, row) = (look.advance(Style::Label), key_row(&look));
    let (count, width) = key_width(area, &look);
    let columns = key_columns(lines, area, &look);
    let page = page * count..((page + 1) * count).min(columns.len());
    let mut end = area.y;
    for (x, column) in (0..).zip(&columns[page.clone()]) {
        let mut heading = "";
        for (y, line) in column {
            let place = Area::new(area.x + x * width, area.y + y, width - advance, row);
            if heading != line.heading {
                heading = line.heading;
                let at = (place.x, place.middle() - row);
                scene.text(at, heading, Style::Strong, look.theme.title);
            }
            draw_key_line(line, place, mouse, scene);
            end = end.max(place.bottom());
        }
    }
    if page.len() < columns.len() {
        draw_scroll((page, columns.len()), Area { h: end - area.y, ..area }, scene);
    }
}

/// Draws a row of the screen of keys, which is lit under the mouse if it can be clicked.
fn draw_key_line(line: &KeyLine, place: Area, mouse: Option<(i32, i32)>, scene: &mut Scene) {
    let look = scene.look;
    let advance = look.advance(Style::Label);
    let lit = line.action.is_some() && mouse.is_some_and(|mouse| place.contains(mouse));
    if lit {
        scene.round(place, look.unit / 3, look.theme.chosen);
    }
    let mut x = place.x;
    let color = readable(look.theme.label, look.theme.background, 4.5);
    if line.caps.is_empty() {
        scene.text((x, place.middle()), line.gesture, Style::Label, color);
    }
    for cap in &line.caps {
        if x + look.width(cap, Style::Label) + advance < place.x + KEYS[0] * advance {
            x = scene.key((x, place.middle()), cap, "", false);
        }
    }
    let text = (place.x + KEYS[0] * advance, place.middle());
    scene.text(text, line.meaning, Style::Label, if lit { look.theme.title } else { look.theme.text });
    if line.action.is_some() {
        scene.targets.push((place, Target { line: None, action: line.action }));
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
