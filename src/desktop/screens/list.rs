//! A list of lines in pages, with one line chosen.

use std::ops::Range;

use crate::color::Color;
use crate::desktop::actions::{Action, Way};
use crate::desktop::scene::area::Area;
use crate::desktop::scene::theme::{mix, readable};
use crate::desktop::scene::{Align, Look, Scene, Style, Target};
use crate::desktop::screens::content::{Lead, Line, Tone, Value};
use crate::desktop::screens::panel::draw_diamond;

/// The letters of the cells of a line, with the gaps before them.
const CELLS: [i32; 3] = [7, 8, 9];
/// The heading of the last cell, which has signs.
const AMULETS: &str = "amulets";
/// The letters between the arrows of a choice.
const CHOICE: i32 = 17;
/// The letters that a lead takes.
const LEAD: i32 = 6;

/// Returns the height of a line of a list. Lists of one page have more room between their lines, or less.
fn list_line(lines: &[Line], area: Area, look: &Look) -> i32 {
    let line = look.line();
    let fitting = [line * 4 / 3, line].into_iter().find(|line| height(lines, *line) <= area.h);
    fitting.unwrap_or(line * 8 / 7)
}

/// Returns the height of lines of a list with the headings above them.
pub(super) fn height(lines: &[Line], line: i32) -> i32 {
    let groups = lines.chunk_by(|a, b| a.group == b.group).filter(|lines| lines[0].group.is_some());
    let groups = groups.count() as i32;
    (lines.len() as i32 + groups) * line + (groups - 1).max(0) * (line / 2)
}

/// Returns the lines on the page with the chosen one. The last page is full.
pub(super) fn page(lines: &[Line], chosen: Option<usize>, area: Area, look: &Look) -> Range<usize> {
    let chosen = chosen.unwrap_or_default();
    let line = list_line(lines, area, look);
    let fits = |first: usize, end: usize| height(&lines[first..end], line) <= area.h;
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
pub(super) fn draw_chosen(row: Area, scene: &mut Scene) {
    let Look { unit, theme, .. } = scene.look;
    scene.round(row, unit / 3, theme.chosen);
    scene.round(Area { w: (unit / 4).max(2), ..row }, unit / 8, theme.title);
}

/// Draws the page with the chosen line, which is lit.
pub(super) fn draw(lines: &[Line], chosen: Option<usize>, area: Area, scene: &mut Scene) {
    let (look, theme) = (scene.look, scene.look.theme);
    let page = page(lines, chosen, area, &look);
    // A page of several fills its area.
    let least = list_line(lines, area, &look);
    let fits = |line: &i32| self::height(&lines[page.clone()], *line) <= area.h;
    let is_whole = page.len() == lines.len();
    let height = (least..2 * least).take_while(|line| !is_whole && fits(line)).last().unwrap_or(least);
    // The bar on its right has a gap before it.
    let beside = if is_whole { 0 } else { scroll_width(&look) + look.unit };
    let (whole, area) = (area, Area { w: area.w - beside, ..area });
    let has_texts = has_texts(lines, area, &look);
    let (first, advance) = (page.start, look.advance(Style::Body));
    let mut y = area.y;
    let mut above = None;
    for (number, line) in lines.iter().enumerate().skip(first).take(page.len()) {
        if let Some(group) = line.group.as_ref().filter(|_| above != line.group) {
            above.clone_from(&line.group);
            y += if number > first { height / 2 } else { 0 };
            scene.text((area.x, y + height / 2), group.clone(), Style::Strong, theme.title);
            if let Value::Columns([first, second], _) = &line.value
                && has_texts
                && area.y == y
            {
                for (head, x) in [first.0, second.0, AMULETS].into_iter().zip(cell_ends(area, advance)) {
                    scene.aligned((x, y + height / 2), Align::Right, head, Style::Label, theme.label);
                }
            }
            y += height;
        }
        let row = Area::new(area.x, y, area.w, height);
        y += height;
        scene.targets.push((row, Target { line: Some(number), action: Some(line.click) }));
        draw_line(line, (number, chosen == Some(number)), (row, has_texts), scene);
    }
    if !is_whole {
        draw_scroll((page, lines.len()), Area { h: y - whole.y, ..whole }, scene);
    }
}
/// Returns true if all lines have room for their values.
fn has_texts(lines: &[Line], area: Area, look: &Look) -> bool {
    let letters = lines.iter().map(|line| {
        let value = match &line.value {
            Value::Text(text) => text.chars().count() as i32,
            Value::Columns(..) => CELLS.iter().sum(),
            _ => return 0,
        };
        line.text.chars().count() as i32 + value + if line.lead.is_some() { LEAD } else { 0 }
    });
    (letters.max().unwrap_or_default() + 5) * look.advance(Style::Body) < area.w
}

fn draw_line(
    line: &Line,
    (number, is_chosen): (usize, bool),
    (row, has_texts): (Area, bool),
    scene: &mut Scene,
) {
    let theme = scene.look.theme;
    let (advance, y) = (scene.look.advance(Style::Body), row.middle());
    if is_chosen {
        draw_chosen(row, scene);
    }
    let color = match line.tone {
        _ if is_chosen => theme.title,
        Tone::Dim => mix(theme.text, theme.background, 0.2),
        Tone::Plain | Tone::Won(_) => theme.text,
    };
    let mut x = row.x + 2 * advance;
    if let Some(Lead { letter, sign, color }) = &line.lead {
        let (ink, ground) =
            if is_chosen { (theme.amulet, theme.chosen) } else { (theme.label, theme.background) };
        scene.text((x, y), letter.clone(), Style::Strong, ink);
        scene.text((x + 3 * advance, y), *sign, Style::Strong, readable(*color, ground, 4.5));
        x += LEAD * advance;
    }
    let style = if is_chosen { Style::Strong } else { Style::Body };
    let mut end = scene.text((x, y), line.text.clone(), style, color);
    if let Tone::Won(word) = line.tone {
        end = scene.text((end, y), word, Style::Strong, theme.amulet);
    }
    if has_texts || !matches!(line.value, Value::Text(_) | Value::Columns(..)) {
        draw_value(&line.value, (row, end + advance), (number, style, color), scene);
    }
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
    let (advance, unit, y) = (scene.look.advance(Style::Body), scene.look.unit, row.middle());
    match value {
        Value::None => {}
        Value::Text(text) => {
            scene.aligned((row.right() - 2 * advance, y), Align::Right, text, style, color);
        }
        Value::Columns(numbers, amulets) => {
            let [first, second, last] = cell_ends(row, advance);
            for ((_, number), x) in numbers.iter().zip([first, second]) {
                scene.aligned((x, y), Align::Right, number, style, color);
            }
            for amulet in 0..i32::try_from(*amulets).unwrap_or_default() {
                let at = (last - unit / 2 - amulet * unit * 5 / 4, y);
                draw_diamond(at, unit / 3, scene.look.theme.amulet, scene);
            }
            scene.words.extend((*amulets > 0).then(|| (y, last, amulets.to_string())));
        }
        Value::Choice(value, [can_back, can_on]) => {
            let right = row.right() - 4 * advance;
            let left = right - scene.look.width(value, style).max(CHOICE * advance);
            scene.aligned(((left + right) / 2, y), Align::Centre, value, style, color);
            if *can_on {
                draw_arrow((right + 2 * advance, y), -1, color, scene);
            }
            if *can_back {
                draw_arrow((left - 2 * advance, y), 1, color, scene);
                let target = Target { line: Some(number), action: Some(Action::Go(Way::Left)) };
                scene.targets.push((Area::new(left - 3 * advance, row.y, 3 * advance, row.h), target));
            }
        }
        Value::Caps(caps) => {
            // The first ones that have room.
            let right = row.right() - 2 * advance + scene.look.font(Style::Label).0 / 2;
            let mut x = right;
            let fits = |cap: &&String| {
                x -= scene.key_width(cap, "");
                x >= end
            };
            let caps: Vec<&String> = caps.iter().take_while(fits).collect();
            x = right - caps.iter().map(|cap| scene.key_width(cap, "")).sum::<i32>();
            for cap in caps {
                x = scene.key((x, y), cap, "", false);
            }
        }
    }
}

/// Draws an arrow, whose point is at `x`; it becomes wider to the right (1) or to the left (-1).
fn draw_arrow((x, y): (i32, i32), way: i32, color: Color, scene: &mut Scene) {
    let half = scene.look.unit / 3;
    for column in 0..=half {
        scene.fill(Area::new(x + way * column, y - column, 1, 2 * column + 1), color);
    }
}

/// Returns the width of the bar that shows where a page is.
fn scroll_width(look: &Look) -> i32 {
    (look.unit / 4).max(2)
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
