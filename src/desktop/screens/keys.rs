//! The screen of keys. A click on a line does what its key does.

use crate::desktop::actions::{Action, Place, Way};
use crate::desktop::key_table::{How, key_name, sections};
use crate::desktop::scene::area::Area;
use crate::desktop::scene::theme::readable;
use crate::desktop::scene::{Look, Scene, Style, Target};
use crate::desktop::screens::content::{Body, Content, Hint, KeyLine, Room, Screen, Shown, possible};
use crate::desktop::screens::list::{beside_scroll, draw_scroll, scroll_width};

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

/// The letters of a line of the keys: its keys, and what they do.
const KEYS: [i32; 2] = [21, 40];

/// Returns the width of the keys: of two columns where there is room, otherwise the usual one.
pub(super) fn width(look: &Look, usual: i32) -> i32 {
    let two = 2 * KEYS.iter().sum::<i32>() * look.advance(Style::Label) + look.unit + scroll_width(look) + 2;
    if two <= look.size.0 - 8 * look.advance(Style::Body) { two } else { usual }
}

/// Returns the style of keys: in a single column they may be as large as other text.
fn style(area: Area, look: &Look) -> Style {
    let is_single = column(area, look).0 == 1;
    let is_narrow = beside_scroll(area, look).w < KEYS.iter().sum::<i32>() * look.advance(Style::Body);
    if is_single && !is_narrow { Style::Body } else { Style::Label }
}

/// Returns how many columns of keys have room, and their width.
fn column(area: Area, look: &Look) -> (usize, i32) {
    let area = beside_scroll(area, look);
    let column = KEYS.iter().sum::<i32>() * look.advance(Style::Label);
    let columns = (area.w / column).clamp(1, 2);
    (columns as usize, area.w / columns)
}

/// Returns the height of a row of keys.
const fn row_height(look: &Look) -> i32 {
    look.line() * 6 / 5
}

/// Returns the number of pages.
pub(super) fn pages(lines: &[KeyLine], look: &Look, area: Area) -> usize {
    columns(lines, area, look).len().div_ceil(column(area, look).0)
}

/// Returns the row of each key in its column. A section that fits in one column stays together.
fn columns<'k>(lines: &'k [KeyLine], area: Area, look: &Look) -> Vec<Vec<(i32, &'k KeyLine)>> {
    let row = row_height(look);
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

pub(super) fn draw(lines: &[KeyLine], page: usize, area: Area, mouse: Option<(i32, i32)>, scene: &mut Scene) {
    let look = scene.look;
    let style = style(area, &look);
    let (advance, row) = (look.advance(style), row_height(&look));
    let (count, width) = column(area, &look);
    let columns = columns(lines, area, &look);
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
            draw_key_line(line, (place, style), mouse, scene);
            end = end.max(place.bottom());
        }
    }
    if page.len() < columns.len() {
        draw_scroll((page, columns.len()), Area { h: end - area.y, ..area }, scene);
    }
}

/// Draws a row of the screen of keys, which is lit under the mouse if it can be clicked.
fn draw_key_line(
    line: &KeyLine,
    (place, style): (Area, Style),
    mouse: Option<(i32, i32)>,
    scene: &mut Scene,
) {
    let look = scene.look;
    let advance = look.advance(style);
    let lit = line.action.is_some() && mouse.is_some_and(|mouse| place.contains(mouse));
    if lit {
        scene.round(place, look.unit / 3, look.theme.chosen);
    }
    let mut x = place.x;
    let color = readable(look.theme.label, look.theme.background, 4.5);
    if line.caps.is_empty() {
        scene.text((x, place.middle()), line.gesture, style, color);
    }
    for cap in &line.caps {
        if x + look.width(cap, Style::Label) + advance < place.x + KEYS[0] * advance {
            x = scene.key((x, place.middle()), cap, "", false);
        }
    }
    let text = (place.x + KEYS[0] * advance, place.middle());
    scene.text(text, line.meaning, style, if lit { look.theme.title } else { look.theme.text });
    if line.action.is_some() {
        scene.targets.push((place, Target { line: None, action: line.action }));
    }
}
