//! Writes the rows of the panel: headings, names with their numbers, and things that can be clicked.

use crate::color::Color;
use crate::desktop::actions::Action;
use crate::desktop::scene::area::Area;
use crate::desktop::scene::theme::readable;
use crate::desktop::scene::{Align, Look, Scene, Style, Target};
use crate::desktop::screens::panel::room::Section;

/// Width of a monster's bar, in letters.
const BAR: i32 = 9;

/// A row that can be clicked: a sign, a name in as many lines as it takes, and a note at the right end.
pub(super) struct Row {
    /// The letter that uses it; may be empty.
    pub letter: String,
    pub sign: char,
    /// The colour of the sign.
    pub its: Color,
    pub name: String,
    pub color: Color,
    pub note: String,
    /// A monster's hit points, and the most that it can have.
    pub bar: Option<(i32, i32)>,
    pub action: Option<Action>,
}

/// Writes rows from top to bottom.
pub(in crate::desktop::screens) struct Pen<'s> {
    pub(super) scene: &'s mut Scene,
    pub(super) area: Area,
    /// The upper end of the next row.
    pub(super) y: i32,
    /// Nothing is written below.
    pub(super) end: i32,
    pub(super) mouse: Option<(i32, i32)>,
}

impl Pen<'_> {
    /// Reserves a row of this height and returns its middle, or `None` if it doesn't fit.
    pub(super) fn row(&mut self, height: i32) -> Option<i32> {
        let fits = self.y + height <= self.end;
        let middle = self.y + height / 2;
        self.y += if fits { height } else { 0 };
        fits.then_some(middle)
    }

    /// Returns the colour of a text that has enough contrast.
    pub(super) fn ink(&self, color: Color) -> Color {
        readable(color, self.scene.look.theme.background, 4.5)
    }

    /// Returns the height of a heading with the gap above it.
    pub(super) const fn heading_height(&self) -> i32 {
        self.scene.look.line() + self.scene.look.line() * 2 / 3
    }

    /// A small heading, with a note at the right end.
    pub(super) fn heading(&mut self, text: &str, note: &str) {
        let look = self.scene.look;
        self.y += self.heading_height() - look.line();
        let Some(y) = self.row(look.line()) else { return };
        let color = self.ink(look.theme.label);
        self.scene.text((self.area.x, y), text, Style::Label, color);
        self.scene.aligned((self.area.right(), y), Align::Right, note, Style::Label, color);
    }

    /// Lines of text below a heading.
    pub(in crate::desktop::screens) fn texts(&mut self, heading: &str, lines: Vec<(String, Color)>) {
        self.heading(heading, "");
        for (text, color) in lines {
            let Some(y) = self.row(self.scene.look.line()) else { return };
            self.scene.text((self.area.x, y), text, Style::Body, self.ink(color));
        }
    }

    /// A number of the hero, and what adds to it.
    pub(super) fn fact(&mut self, name: &str, number: &str, (why, color): (String, Color)) {
        let look = self.scene.look;
        let Some(y) = self.row(look.line()) else { return };
        let column = self.area.x + 10 * look.advance(Style::Body);
        self.scene.text((self.area.x, y), name, Style::Body, self.ink(look.theme.label));
        self.scene.text((column, y), number, Style::Strong, look.theme.text);
        let gear = self.ink(color);
        let room = self.area.right() - column - look.width(number, Style::Strong) - look.advance(Style::Body);
        // In a narrow panel the number has to do.
        if look.width(&why, Style::Body) <= room {
            self.scene.aligned((self.area.right(), y), Align::Right, &why, Style::Body, gear);
        }
    }

    /// Returns how high a heading and rows below it are. Rows with bars are those of monsters.
    pub(super) fn section(&self, rows: &[Row]) -> Section {
        let line = self.scene.look.line();
        Section {
            heading: self.heading_height(),
            rows: rows.iter().map(|row| line * self.name_of(row).0.len() as i32).collect(),
            monsters: rows.iter().filter(|row| row.bar.is_some()).count(),
            counter: line,
        }
    }

    /// Writes rows below a heading, as many as fit a room. If some don't, the last line counts them. Without
    /// room for one, the heading is left out, too.
    pub(super) fn rows(&mut self, (heading, note): (&str, &str), rows: &[Row], room: i32, more: &str) {
        let (count, has_line) = self.section(rows).shown(room);
        if count == 0 && !rows.is_empty() {
            return;
        }
        let rest = rows.len() - count;
        let counter = if rest > 0 { format!("and {rest} more{more}") } else { String::new() };
        self.heading(heading, if has_line || rest == 0 { note } else { &counter });
        rows[..count].iter().for_each(|row| self.thing(row));
        if has_line && let Some(y) = self.row(self.scene.look.line()) {
            let color = self.ink(self.scene.look.theme.label);
            self.scene.text((self.area.x, y), counter, Style::Body, color);
        }
    }

    /// Returns the lines of a row's name, and how far it is from the left.
    fn name_of(&self, row: &Row) -> (Vec<String>, i32) {
        let look = self.scene.look;
        let advance = look.advance(Style::Body);
        let indent = if row.letter.is_empty() { 2 * advance } else { 4 * advance };
        let bar = row.bar.map_or(0, |_| (BAR + 1) * advance);
        let room = self.area.w - bar - indent - look.width(&row.note, Style::Body) - advance;
        (look.wrapped(&row.name, Style::Body, room), indent)
    }

    /// Writes a row.
    fn thing(&mut self, row: &Row) {
        let look = self.scene.look;
        let advance = look.advance(Style::Body);
        let (lines, indent) = self.name_of(row);
        let height = look.line() * lines.len() as i32;
        let area = Area::new(self.area.x - advance / 2, self.y, self.area.w + advance, height);
        if let Some(action) = row.action {
            if self.mouse.is_some_and(|mouse| area.contains(mouse)) {
                self.scene.round(area, look.unit / 3, look.theme.chosen);
            }
            self.scene.targets.push((area, Target::of(action)));
        }
        let (label, its, color) = (self.ink(look.theme.label), self.ink(row.its), self.ink(row.color));
        for (number, text) in lines.into_iter().enumerate() {
            let Some(y) = self.row(look.line()) else { return };
            self.scene.text((self.area.x + indent, y), text, Style::Body, color);
            if number > 0 {
                continue;
            }
            self.scene.text((self.area.x, y), row.letter.clone(), Style::Body, label);
            let column = self.area.x + indent - 2 * advance;
            self.scene.text((column, y), row.sign.to_string(), Style::Strong, its);
            let mut right = self.area.right();
            if let Some(points) = row.bar {
                let w = BAR * advance;
                let bar = Area::new(right - w, y - look.unit / 4, w, look.unit / 2);
                self.scene.bar(bar, points, 0, points_color(points, &look));
                right -= w + advance;
            }
            self.scene.aligned((right, y), Align::Right, &row.note, Style::Body, label);
        }
    }
}

/// Returns the colour of hit points, of which there can be at most `max`.
pub(super) const fn points_color((hp, max): (i32, i32), look: &Look) -> Color {
    if (hp as i64) * 3 < max as i64 {
        look.theme.low
    } else if (hp as i64) * 2 > max as i64 {
        look.theme.health
    } else {
        look.theme.hurt
    }
}
