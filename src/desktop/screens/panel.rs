//! The panel: the hero's health as the largest number, what is in view with the dangerous first, the
//! inventory, and the keys. It is beside the map, below it in a tall window, and a single line in a small
//! one. What can hurt the hero is never left out: a monster in view that would have no row has that of an
//! item or of the inventory, and at last those of the keys.

use crate::color::Color;
use crate::desktop::actions::{Action, Place};
use crate::desktop::assist::look::{Sight, sights};
use crate::desktop::bindings::Bindings;
use crate::desktop::history::PlayedGame;
use crate::desktop::history::step::is_low;
use crate::desktop::key_table::key_name;
use crate::desktop::scene::area::Area;
use crate::desktop::scene::map::item_color;
use crate::desktop::scene::theme::{Theme, readable};
use crate::desktop::scene::{Align, Look, Scene, Style, Target};
use crate::desktop::screens::content::Hint;
use crate::desktop::stacks::{Stack, inventory, stacked, times};
use crate::entity::{Entity, Status};
use crate::game::{AMULETS_TO_WIN, Game, GameState, PlayerClass};
use crate::item::{Item, LABELS};
use crate::map::Pos;
use crate::support::text::counted;

/// Where the parts of the panel are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PanelPlace {
    /// One column beside the map.
    Beside(Area),
    /// Two columns below the map.
    Below(Area),
    /// One line above the messages, and what is in view beside them if there is room.
    Line(Area, Option<Area>),
}

/// Hints, and the keys that they name.
type Keys<'k> = (&'k [Hint], (Bindings<'k>, Place));

/// Width of the panel beside the map, in letters.
const COLUMNS: i32 = 36;
/// Width of a monster's bar, in letters, and the least and the most of the hero's in a line.
const BAR: i32 = 9;
const HEROS_BAR: [i32; 2] = [12, 36];
/// The most columns of keys beside the map, and below it.
const KEYS_BESIDE: i32 = 3;
const KEYS_BELOW: i32 = 5;
/// The most letters of what is in view beside messages.
const VIEW: i32 = 30;

/// Returns the width of the panel beside the map.
pub fn width(look: &Look) -> i32 {
    COLUMNS * look.advance(Style::Body)
}

/// Returns the space around everything below the map.
pub fn margin(look: &Look) -> i32 {
    (look.advance(Style::Body) * 3 / 2).max(12)
}

/// Draws the panel. `lost` is the number of hit points that are just being lost. The row at `mouse` is lit.
pub(crate) fn draw(
    run: &PlayedGame,
    keys: Keys,
    (place, lost, mouse): (PanelPlace, i32, Option<(i32, i32)>),
    scene: &mut Scene,
) {
    let line = scene.look.line();
    match place {
        PanelPlace::Beside(area) => {
            let border = (scene.look.unit / 14).max(1);
            scene.fill(Area { w: border, ..area }, scene.look.theme.line);
            let keys = without_crowd(run, keys, place, scene.look);
            let area = inside(area, line, line);
            let mut pen = Pen { scene, area, y: area.y + line / 2, end: area.bottom(), mouse };
            pen.end = pen.keys(keys, KEYS_BESIDE, None) - line / 2;
            if run.game.has_run() && !matches!(run.game.state(), GameState::ClassSelect) {
                pen.hero(run, lost, true);
                if run.game.is_run_alive() {
                    let end = pen.above_inventory(&run.game);
                    pen.in_view(&run.game, end);
                }
                pen.inventory(&run.game);
                pen.messages(run);
            }
        }
        PanelPlace::Below(area) => {
            let keys = without_crowd(run, keys, place, scene.look);
            let area = inside(area, margin(&scene.look), line);
            let (left, right) = halves(area, line);
            let mut pen = Pen { scene, area, y: area.y, end: area.bottom(), mouse };
            let end = pen.keys(keys, KEYS_BELOW, None);
            (pen.area, pen.end) = (left, end - line / 2);
            pen.hero(run, lost, true);
            if run.game.is_run_alive() {
                pen.in_view(&run.game, pen.end);
            }
            // Its heading is in one row with the hero's name.
            (pen.area, pen.y) = (right, area.y - line * 5 / 12);
            pen.inventory(&run.game);
        }
        PanelPlace::Line(area, side) => {
            one_line(run, lost, area, scene);
            let Some(side) = side else { return };
            let (view, rest) = side.cut_left(side.w * 6 / 11);
            let margin = margin(&scene.look);
            let most = VIEW * scene.look.advance(Style::Body);
            let view = Area { x: view.x + margin, w: (view.w - 2 * margin).min(most), ..view };
            let mut pen = Pen { scene, area: view, y: side.y - line / 6, end: side.bottom(), mouse };
            let (y, rest) = (pen.y, Area { w: rest.w - margin, ..rest });
            if y + pen.height_in_view(&run.game)[0] <= pen.end {
                pen.in_view(&run.game, pen.end);
                pen.area = rest;
                pen.keys(keys, 2, Some(y + line * 7 / 6));
            } else {
                pen.crowd(&run.game, Area { w: rest.w.min(most), ..rest });
            }
        }
    }
}

/// Returns the panel without its margins.
fn inside(area: Area, side: i32, line: i32) -> Area {
    Area::new(area.x + side, area.y, area.w - 2 * side, area.h - line / 3)
}

/// Returns the two columns of a panel below the map.
fn halves(area: Area, line: i32) -> (Area, Area) {
    let gap = 2 * line;
    let (left, right) = area.cut_left((area.w - gap) / 2);
    (left, Area::new(right.x + gap, right.y, right.w - gap, right.h))
}

/// Returns how many pixels are left between what is in view and the keys: if only monsters have rows, and
/// with a line that counts the other things.
fn room_above(run: &PlayedGame, keys: Keys, place: PanelPlace, look: Look) -> [i32; 2] {
    let line = look.line();
    let (all, hero, top, columns) = match place {
        PanelPlace::Beside(area) => {
            let area = inside(area, line, line);
            (area, area, area.y + line / 2, KEYS_BESIDE)
        }
        PanelPlace::Below(area) | PanelPlace::Line(area, _) => {
            let area = inside(area, margin(&look), line);
            (area, halves(area, line).0, area.y, KEYS_BELOW)
        }
    };
    let mut scene = Scene::new(look);
    let mut pen = Pen { scene: &mut scene, area: all, y: top, end: all.bottom(), mouse: None };
    let end = pen.keys(keys, columns, None) - line / 2;
    pen.area = hero;
    pen.hero(run, 0, true);
    pen.height_in_view(&run.game).map(|height| end - pen.y - height)
}

/// Returns true if the monsters in view, and a line that counts the other things, have no room above the
/// keys.
pub(crate) fn is_crowded(run: &PlayedGame, keys: Keys, place: PanelPlace, look: Look) -> bool {
    run.game.is_run_alive() && room_above(run, keys, place, look)[1] < 0
}

/// Returns the keys, or none if they would leave no room for the monsters in view.
fn without_crowd<'k>(run: &PlayedGame, keys: Keys<'k>, place: PanelPlace, look: Look) -> Keys<'k> {
    let has_crowd = run.game.is_run_alive() && room_above(run, keys, place, look)[0] < 0;
    (if has_crowd { &[] } else { keys.0 }, keys.1)
}

/// The line of small windows: what a fight needs.
fn one_line(run: &PlayedGame, lost: i32, area: Area, scene: &mut Scene) {
    let (game, look) = (&run.game, scene.look);
    let (theme, y, body) = (look.theme, area.middle(), game.player());
    let gap = look.advance(Style::Body);
    let (margin, color) = (margin(&look), health_color(body, &look));
    let border = Area::new(area.x + margin, area.y + look.line() / 4, area.w - 2 * margin, 1);
    scene.fill(Area { h: (look.unit / 14).max(1), ..border }, theme.line);
    let name = game.class().map_or("You", PlayerClass::name);
    let (ink, label) = (readable(color, theme.background, 4.5), readable(theme.label, theme.background, 4.5));
    let mut x = scene.text((area.x + margin, y), body.hp.max(0).to_string(), Style::Number, ink);
    x = scene.text((x, y), format!(" / {}", body.max_hp), Style::Body, label) + gap;
    let facts = [
        (true, format!("Depth {}", game.depth() + 1)),
        (game.part().has_equipment(), format!("Power {}", body.power)),
        (game.part().has_equipment(), format!("Defense {}", body.defense)),
    ];
    let facts = facts.into_iter().filter(|(has, _)| *has).map(|(_, text)| (text, Style::Body, theme.text));
    let states = states(game).map(|(name, turns, is_bad)| {
        (format!("{name} {turns}"), Style::Body, if is_bad { theme.low } else { theme.health })
    });
    let mut texts = vec![(name.to_owned(), Style::Strong, theme.title)];
    texts.extend(states.chain(facts));
    // The bar takes what the texts leave, and the last texts go if it would be too short.
    let amulets = AMULETS_TO_WIN as i32 * look.unit * 5 / 4 + margin;
    let [least, most] = HEROS_BAR.map(|letters| letters * gap);
    let mut room = area.right() - amulets - x - 3 * gap - least;
    texts.retain(|(text, style, _)| {
        let width = look.width(text, *style) + 2 * gap;
        let fits = width <= room;
        room -= if fits { width } else { 0 };
        fits
    });
    let bar = Area::new(x, y - look.unit / 2, (least + room.max(0)).min(most), look.unit);
    scene.bar(bar, (body.hp, body.max_hp), lost, color);
    x = bar.right() + 2 * gap;
    for (text, style, color) in texts {
        x = scene.text((x, y), text, style, readable(color, theme.background, 4.5)) + 2 * gap;
    }
    if game.part().has_amulets() {
        scene.words.push((y, area.right() - amulets - 1, "amulets".to_owned()));
        draw_amulets(game, (area.right() - amulets, y), scene);
    }
}

/// Lets a part of the panel be drawn that is only read. Returns the row below it.
pub(super) fn draw_section(area: Area, scene: &mut Scene, draw: impl FnOnce(&mut Pen)) -> i32 {
    let targets = scene.targets.len();
    let mut pen = Pen { scene, area, y: area.y, end: area.bottom(), mouse: None };
    draw(&mut pen);
    let end = pen.y;
    scene.targets.truncate(targets);
    end
}

/// A row that can be clicked: a sign, a name in as many lines as it takes, and a note at the right end.
struct Row {
    /// The letter that uses it; may be empty.
    letter: String,
    sign: char,
    /// The colour of the sign.
    its: Color,
    name: String,
    color: Color,
    note: String,
    /// A monster's hit points, and the most that it can have.
    bar: Option<(i32, i32)>,
    action: Option<Action>,
}

/// Returns how many rows of these heights are shown, and whether a line below them counts the others. That
/// line has no room if a row of the first `must` would go for it.
fn fitting(heights: &[i32], must: usize, room: i32, line: i32) -> (usize, bool) {
    let within = |room: i32| {
        let ends = heights.iter().scan(0, |end, height| {
            *end += height;
            Some(*end)
        });
        ends.take_while(|end| *end <= room).count()
    };
    match (within(room), within(room - line)) {
        (all, _) if all == heights.len() => (all, false),
        (_, above) if above >= must => (above, true),
        (most, _) => (most.min(must), false),
    }
}

/// Returns the name of an item as far as the player knows it. That of an unknown scroll fits one line.
pub(crate) fn short_label(game: &Game, item: Item) -> String {
    match item {
        Item::Scroll(scroll) if !game.scrolls()[scroll as usize].1 => {
            format!("scroll \"{}\"", LABELS[game.scrolls()[scroll as usize].0])
        }
        _ => game.item_label(item),
    }
}

/// Returns the note of some like things.
fn note_of(count: usize) -> String {
    if count > 1 { format!("x{count}") } else { String::new() }
}

/// Returns rows for everything in view: monsters, nearest first, then amulets, other items and the stairs. An
/// item below a monster is not seen.
fn sights_in_rows(game: &Game, theme: &Theme) -> Vec<Row> {
    let mut sights = sights(game, false);
    let bodies = sights.iter().filter(|sight| sight.body.is_some());
    let bodies: Vec<Pos> = bodies.map(|sight| sight.pos).collect();
    sights.retain(|sight| sight.item.is_none() || !bodies.contains(&sight.pos));
    sights.sort_by_key(|sight| (sight.body.is_none(), sight.item != Some(Item::Amulet)));
    let stacks = stacked(sights.into_iter().map(|sight| {
        let points = sight.body.map(|body| (body.hp, body.max_hp));
        ((sight.name.clone(), points), sight)
    }));
    let rows = stacks.into_iter().map(|((name, points), things)| {
        let Sight { glyph: (glyph, color), pos, item, .. } = things[0];
        let its = match (item, points) {
            (Some(item), _) => item_color(game, item, theme),
            (None, Some(_)) => color,
            (None, None) => theme.stairs,
        };
        Row {
            letter: String::new(),
            sign: char::from(glyph),
            its,
            name: item.map_or(name, |item| short_label(game, item)),
            color: if item == Some(Item::Amulet) { theme.amulet } else { theme.text },
            note: note_of(things.len()),
            bar: points,
            action: Some(if points.is_some() { Action::ExamineTile(pos) } else { Action::GoTo(pos) }),
        }
    });
    rows.collect()
}

/// Writes rows from top to bottom.
pub(super) struct Pen<'s> {
    scene: &'s mut Scene,
    area: Area,
    /// The upper end of the next row.
    y: i32,
    /// Nothing is written below.
    pub(super) end: i32,
    mouse: Option<(i32, i32)>,
}

impl Pen<'_> {
    /// Reserves a row of this height and returns its middle, or `None` if it doesn't fit.
    fn row(&mut self, height: i32) -> Option<i32> {
        let fits = self.y + height <= self.end;
        let middle = self.y + height / 2;
        self.y += if fits { height } else { 0 };
        fits.then_some(middle)
    }

    /// Returns the colour of a text that has enough contrast.
    fn ink(&self, color: Color) -> Color {
        readable(color, self.scene.look.theme.background, 4.5)
    }

    /// Returns the height of a heading with the gap above it.
    const fn heading_height(&self) -> i32 {
        self.scene.look.line() + self.scene.look.line() * 2 / 3
    }

    /// A small heading, with a note at the right end.
    fn heading(&mut self, text: &str, note: &str) {
        let look = self.scene.look;
        self.y += self.heading_height() - look.line();
        let Some(y) = self.row(look.line()) else { return };
        let color = self.ink(look.theme.label);
        self.scene.text((self.area.x, y), text, Style::Label, color);
        self.scene.aligned((self.area.right(), y), Align::Right, note, Style::Label, color);
    }

    /// The hero's numbers.
    pub(super) fn hero(&mut self, run: &PlayedGame, lost: i32, has_depth: bool) {
        let (game, look) = (&run.game, self.scene.look);
        let (theme, body, line) = (look.theme, game.player(), look.line());
        let Some(y) = self.row(line * 3 / 2) else { return };
        let name = game.class().map_or("You", PlayerClass::name);
        self.scene.text((self.area.x, y), name, Style::Name, theme.title);
        if has_depth && game.part().has_floors() {
            let depth = format!("Depth {}", game.depth() + 1);
            self.scene.aligned((self.area.right(), y), Align::Right, &depth, Style::Body, theme.text);
        }
        if !game.part().has_melee() {
            return;
        }
        let color = health_color(body, &look);
        let Some(y) = self.row(line * 3 / 2) else { return };
        self.scene.text((self.area.x, y), "Health", Style::Body, self.ink(theme.label));
        let whole = format!(" / {}", body.max_hp);
        let left = self.area.right() - look.width(&whole, Style::Body);
        self.scene.text((left, y), whole, Style::Body, self.ink(theme.label));
        let ink = self.ink(color);
        self.scene.aligned((left, y), Align::Right, &body.hp.max(0).to_string(), Style::Number, ink);
        if let Some(y) = self.row(look.unit) {
            let bar = Area::new(self.area.x, y - look.unit * 3 / 8, self.area.w, look.unit * 3 / 4);
            self.scene.bar(bar, (body.hp, body.max_hp), lost, color);
        }
        for (name, turns, is_bad) in states(game) {
            let Some(y) = self.row(line) else { break };
            let (color, turns) =
                (self.ink(if is_bad { theme.low } else { theme.health }), counted(turns, "turn"));
            self.scene.text((self.area.x, y), name, Style::Body, color);
            self.scene.aligned((self.area.right(), y), Align::Right, &turns, Style::Body, color);
        }
        self.y += line / 3;
        self.fact("Power", &body.power.to_string(), gear(game, game.wielded(), "bare fists", &theme));
        if game.part().has_equipment() {
            self.fact("Defense", &body.defense.to_string(), gear(game, game.worn(), "no armour", &theme));
        }
        if game.magic_bonus != 0 {
            self.fact(
                "Magic",
                &format!("+{}", game.magic_bonus),
                ("scrolls hit harder".to_owned(), theme.gear),
            );
        }
        if game.part().has_amulets()
            && let Some(y) = self.row(line)
        {
            let column = self.area.x + 10 * look.advance(Style::Body);
            self.scene.text((self.area.x, y), "Amulets", Style::Body, self.ink(theme.label));
            draw_amulets(game, (column, y), self.scene);
        }
    }

    /// A number of the hero, and what adds to it.
    fn fact(&mut self, name: &str, number: &str, (why, color): (String, Color)) {
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

    /// Returns the lines of a row's name, and how far it is from the left.
    fn name_of(&self, row: &Row) -> (Vec<String>, i32) {
        let look = self.scene.look;
        let advance = look.advance(Style::Body);
        let indent = if row.letter.is_empty() { 2 * advance } else { 4 * advance };
        let bar = row.bar.map_or(0, |_| (BAR + 1) * advance);
        let room = self.area.w - bar - indent - look.width(&row.note, Style::Body) - advance;
        (look.wrapped(&row.name, Style::Body, room), indent)
    }

    /// Writes rows below a heading, down to `end`. If some don't fit, the last line counts them. Without room
    /// for one, the heading is left out, too.
    fn rows(&mut self, (heading, note): (&str, &str), rows: &[Row], end: i32, more: &str) {
        let line = self.scene.look.line();
        let must = rows.iter().filter(|row| row.bar.is_some()).count();
        let heights = self.heights(rows);
        let (count, has_line) = fitting(&heights, must, end - self.y - self.heading_height(), line);
        if count == 0 && !rows.is_empty() {
            return;
        }
        let rest = rows.len() - count;
        let counter = if rest > 0 { format!("and {rest} more{more}") } else { String::new() };
        self.heading(heading, if has_line || rest == 0 { note } else { &counter });
        rows[..count].iter().for_each(|row| self.thing(row));
        if has_line && let Some(y) = self.row(line) {
            let color = self.ink(self.scene.look.theme.label);
            self.scene.text((self.area.x, y), counter, Style::Body, color);
        }
    }

    /// Returns the heights of rows.
    fn heights(&self, rows: &[Row]) -> Vec<i32> {
        rows.iter().map(|row| self.scene.look.line() * self.name_of(row).0.len() as i32).collect()
    }

    /// Returns the height of the monsters in view below a heading, and the height with a line that counts
    /// other things. Without monsters nothing needs room.
    fn height_in_view(&self, game: &Game) -> [i32; 2] {
        let rows = sights_in_rows(game, &self.scene.look.theme);
        let monsters = rows.iter().filter(|row| row.bar.is_some()).count();
        let height = self.heading_height() + self.heights(&rows[..monsters]).iter().sum::<i32>();
        let counter = if rows.len() > monsters { self.scene.look.line() } else { 0 };
        if monsters > 0 { [height, height + counter] } else { [0, 0] }
    }

    /// Writes what is in view in two columns: first as many monsters as fit, and in the next one the others.
    fn crowd(&mut self, game: &Game, next: Area) {
        let (top, rows) = (self.y, sights_in_rows(game, &self.scene.look.theme));
        let room = self.end - top - self.heading_height();
        let (count, _) = fitting(&self.heights(&rows), rows.len(), room, self.scene.look.line());
        let (first, others) = rows.split_at(count);
        self.rows(("IN VIEW", ""), first, self.end, "");
        (self.area, self.y) = (next, top);
        self.rows(("", ""), others, self.end, "");
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

    /// Everything in view. Nothing is written below `end`.
    pub(super) fn in_view(&mut self, game: &Game, end: i32) {
        let look = self.scene.look;
        let rows = sights_in_rows(game, &look.theme);
        self.rows(("IN VIEW", ""), &rows, end, "");
        if rows.is_empty()
            && let Some(y) = self.row(look.line())
        {
            self.scene.text((self.area.x, y), "nothing", Style::Body, self.ink(look.theme.label));
        }
    }

    /// Returns the row down to which things in view leave room for the inventory, which is below all
    /// monsters.
    fn above_inventory(&self, game: &Game) -> i32 {
        let kinds =
            if game.part().has_items() { inventory(game).len().min(3) as i32 } else { return self.end };
        let end = self.end - self.scene.look.line() * (kinds + 2);
        end.max(self.y + self.height_in_view(game)[1]).min(self.end)
    }

    /// The inventory, with the letters that use each thing.
    pub(super) fn inventory(&mut self, game: &Game) {
        if !game.part().has_items() {
            return;
        }
        let theme = self.scene.look.theme;
        let stacks = inventory(game);
        let count = game.inventory().len();
        let note = match count {
            0 => "empty".to_owned(),
            _ if stacks.len() == count => counted(count, "item"),
            _ => format!("{}, {}", counted(stacks.len(), "kind"), counted(count, "item")),
        };
        let rows = stacks.into_iter().map(|Stack { letter, item, count, key, .. }| Row {
            letter: letter.map_or_else(|| "-".to_owned(), String::from),
            sign: char::from(item.look().0),
            its: item_color(game, item, &theme),
            name: short_label(game, item),
            color: if key.is_some() { theme.text } else { theme.label },
            note: note_of(count),
            bar: None,
            action: key.map(Action::UseItem),
        });
        let more = if game.is_run_alive() { ": I shows all" } else { "" };
        self.rows(("INVENTORY", &note), &rows.collect::<Vec<_>>(), self.end, more);
    }

    /// The last messages, in parts whose screen has none.
    fn messages(&mut self, run: &PlayedGame) {
        let (look, part) = (self.scene.look, run.game.part());
        if !part.has_melee() || part.has_hud() || run.history.messages.all.is_empty() {
            return;
        }
        let messages = &run.history.messages;
        let lines = messages.all.iter().rev().flat_map(|message| {
            let color = if messages.is_new(message) { look.theme.text } else { look.theme.label };
            let lines = look.wrapped(&message.text, Style::Body, self.area.w);
            lines.into_iter().rev().map(move |line| (line, color))
        });
        let room = (self.end - self.y - self.heading_height()) / look.line();
        let mut lines: Vec<_> = lines.take(usize::try_from(room).unwrap_or_default()).collect();
        lines.reverse();
        self.texts("MESSAGES", lines);
    }

    /// Lines of text below a heading.
    pub(super) fn texts(&mut self, heading: &str, lines: Vec<(String, Color)>) {
        self.heading(heading, "");
        for (text, color) in lines {
            let Some(y) = self.row(self.scene.look.line()) else { return };
            self.scene.text((self.area.x, y), text, Style::Body, self.ink(color));
        }
    }

    /// The keys, in the last rows or from a row on, and texts above them. Returns the row above both.
    fn keys(&mut self, (hints, (keys, place)): Keys, columns: i32, from: Option<i32>) -> i32 {
        let look = self.scene.look;
        let caps: Vec<(String, &Hint)> =
            hints.iter().filter_map(|hint| Some((key_name(keys.key(hint.action?, place)?), hint))).collect();
        let texts: Vec<&Hint> = hints.iter().filter(|hint| hint.action.is_none()).collect();
        let widest = caps.iter().map(|(key, hint)| self.scene.key_width(key, &hint.text)).max();
        let gap = look.advance(Style::Label);
        let columns = columns.min(self.area.w / (widest.unwrap_or(1) + gap)).max(1);
        let height = if from.is_some() { look.line() } else { look.unit * 7 / 4 };
        let most = (self.area.bottom() - from.map_or(self.area.y, |middle| middle - height / 2)) / height;
        let caps = &caps[..caps.len().min((columns * most).max(0) as usize)];
        let rows = (caps.len() as i32 + columns - 1) / columns;
        // All rows are as long, if that is possible.
        let columns = (caps.len() as i32 + rows - 1) / rows.max(1);
        let last = self.area.bottom() - rows * height - look.unit / 2;
        let top = from.map_or(last, |middle| middle - height / 2);
        for (index, (key, hint)) in (0..).zip(caps) {
            let (column, row) = (index % columns, index / columns);
            let x = self.area.x + column * self.area.w / columns;
            let y = top + row * height + height / 2;
            let area = Area::new(x, y - height / 2, self.area.w / columns, height);
            let lit = self.mouse.is_some_and(|mouse| area.contains(mouse));
            self.scene.key((x, y), key, &hint.text, lit);
            self.scene.targets.extend(hint.action.map(|action| (area, Target::of(action))));
        }
        let above = top - texts.len() as i32 * look.line();
        for (row, hint) in (0..).zip(texts) {
            let y = above + row * look.line() + look.line() / 2;
            self.scene.text((self.area.x, y), hint.text.clone(), Style::Label, self.ink(look.theme.title));
        }
        above
    }
}

/// Returns the name and bonus of a wielded or worn item, or `none`, and its colour.
fn gear(game: &Game, item: Option<Item>, none: &str, theme: &Theme) -> (String, Color) {
    match item {
        _ if !game.part().has_equipment() => (String::new(), theme.label),
        Some(Item::Weapon { name, bonus } | Item::Armour { name, bonus }) => {
            (format!("{name} +{bonus}"), theme.gear)
        }
        _ => (none.to_owned(), theme.label),
    }
}

/// Returns the hero's states, the turns that each lasts, and whether it does harm.
pub(crate) fn states(game: &Game) -> impl Iterator<Item = (&'static str, i32, bool)> {
    let states = [(Status::Poisoned, "Poisoned", true), (Status::Regen, "Regenerating", false)];
    let states = states.into_iter().filter(|_| game.part().has_statuses());
    states
        .filter(|(state, ..)| game.player().has_status(*state))
        .map(|(state, name, is_bad)| (name, game.player().status_turns[state as usize], is_bad))
}

/// Draws a sign for each amulet that wins the game: golden if it is held.
pub(crate) fn draw_amulets(game: &Game, (x, y): (i32, i32), scene: &mut Scene) {
    let look = scene.look;
    let half = look.unit * 5 / 12;
    scene.words.push((y, x, format!("{} of {AMULETS_TO_WIN}", game.amulets())));
    // All of them together shine.
    let all = Area::new(x, y - half, 2 * half + (AMULETS_TO_WIN as i32 - 1) * look.unit * 5 / 4, 2 * half);
    for ring in (1..=10).filter(|_| game.amulets() >= AMULETS_TO_WIN) {
        let around = all.inset(-look.unit * ring / 10);
        scene.veil(around, around.h / 2, look.theme.amulet, 5);
    }
    for number in 0..AMULETS_TO_WIN {
        let is_held = number < game.amulets();
        let color = if is_held { look.theme.amulet } else { look.theme.line };
        draw_diamond((x + half + number as i32 * look.unit * 5 / 4, y), half, color, scene);
    }
}

/// Draws a diamond around a point.
pub(crate) fn draw_diamond((x, y): (i32, i32), half: i32, color: Color, scene: &mut Scene) {
    for row in -half..=half {
        let width = half - row.abs();
        scene.fill(Area::new(x - width, y + row, 2 * width + 1, 1), color);
    }
}

/// Returns the colour of the hero's health.
pub(crate) const fn health_color(body: &Entity, look: &Look) -> Color {
    if is_low(body) { look.theme.low } else { points_color((body.hp, body.max_hp), look) }
}

const fn points_color((hp, max): (i32, i32), look: &Look) -> Color {
    if (hp as i64) * 3 < max as i64 {
        look.theme.low
    } else if (hp as i64) * 2 > max as i64 {
        look.theme.health
    } else {
        look.theme.hurt
    }
}

/// Returns names with their numbers.
pub(crate) fn names(names: impl Iterator<Item = String>) -> impl Iterator<Item = String> {
    stacked(names.map(|name| (name, ()))).into_iter().map(|(name, all)| times(name, all.len()))
}

/// Returns the bonuses to attacks and scrolls that don't come from gear.
pub(crate) fn bonuses(game: &Game) -> impl Iterator<Item = String> {
    let (strength, magic) = (game.strength_bonus, game.magic_bonus);
    let strength = (strength != 0).then(|| format!("strength (+{strength} pow)"));
    strength.into_iter().chain((magic != 0).then(|| format!("magic (+{magic} for scrolls)")))
}
