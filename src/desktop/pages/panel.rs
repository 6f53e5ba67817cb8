//! A panel beside the picture, or a page of its own: the player's numbers in full, what is in view, and the
//! last messages. A part shows what it has.

use crate::color::Color;
use crate::desktop::assist::look::{seen_monsters, title};
use crate::desktop::assist::travel::known_stairs;
use crate::desktop::pages::messages::{Messages, wrap};
use crate::desktop::pages::summary::text_rows;
use crate::desktop::pages::totals::Totals;
use crate::desktop::pages::{BACK, HEADING, HINT, TEXT, Text, pack};
use crate::desktop::window::palette::BARS;
use crate::entity::{Entity, Status};
use crate::game::AMULETS_TO_WIN;
use crate::game::{Game, GameState, PlayerClass};
use crate::key::Key;
use crate::map::{MAP_HEIGHT, MAP_WIDTH, Pos};
use crate::screen::Frame;

const GEAR: Color = Color(150, 205, 160);
const HEALTHY: Color = BARS[0];
const HURT: Color = BARS[1];
const DYING: Color = BARS[2];
const STAIRS: Color = Color(235, 215, 90);

/// Number of columns of the panel beside the picture.
pub const COLUMNS: i32 = 26;
/// Columns of a monster's bar.
const MONSTER_BAR: usize = 8;
/// Number of rows from which on all hints are shown.
const LEAST_ROWS: i32 = 24;
/// Number of columns of the page.
const PAGE_COLUMNS: i32 = 52;
/// Number of columns between two columns of text.
const GAP: i32 = 2;

/// The lines of a panel, top to bottom.
struct Lines {
    columns: i32,
    lines: Vec<Vec<Text>>,
    /// The numbers of the lines about the pack, and the letters that use their items.
    slots: Vec<(usize, Key)>,
}

/// The panel beside the picture, as it was drawn last.
pub(crate) struct Panel {
    pub frame: Frame,
    /// Where its lines about the pack stand, their columns, and the letter that uses the item.
    slots: Vec<(Pos, i32, Key)>,
}

impl Panel {
    /// A panel without rows.
    pub fn new() -> Panel {
        Panel { frame: Frame::new(0), slots: Vec::new() }
    }

    /// Draws the panel into the first columns of its frame. On the menu and after the end of a run it has the
    /// totals of all runs. `hints` are its last lines.
    pub fn draw(
        &mut self,
        shown: (&Game, &Messages, &Totals),
        hints: &[String],
        (columns, rows): (i32, i32),
    ) {
        if self.frame.rows() != rows {
            self.frame = Frame::new(rows);
        }
        self.slots = draw(shown, hints, columns, &mut self.frame);
    }

    /// Returns the letter that uses the item whose line is at a tile.
    pub fn slot_at(&self, tile: Pos) -> Option<Key> {
        letter_at(&self.slots, tile)
    }
}

fn letter_at(slots: &[(Pos, i32, Key)], tile: Pos) -> Option<Key> {
    let is_at = |&&(pos, columns, _): &&(Pos, i32, Key)| {
        pos.y == tile.y && (pos.x..pos.x + columns).contains(&tile.x)
    };
    slots.iter().find(is_at).map(|&(.., key)| key)
}

fn draw(
    shown: (&Game, &Messages, &Totals),
    hints: &[String],
    columns: i32,
    frame: &mut Frame,
) -> Vec<(Pos, i32, Key)> {
    frame.clear();
    // In a low panel the numbers come first.
    let hints = if frame.rows() < LEAST_ROWS { &hints[hints.len().saturating_sub(1)..] } else { hints };
    let hint_rows = hints.len() as i32 + i32::from(!hints.is_empty());
    let area = Area { corner: Pos::new(0, 0), columns, rows: frame.rows() - hint_rows };
    let (game, messages, totals) = shown;
    let mut slots = Vec::new();
    if game.is_run_alive() {
        slots = draw_at(game, messages, area, frame);
    } else {
        frame.draw_left(0, 0, "All your runs", HEADING);
        for (row, line) in (2..area.rows).zip(totals.lines()) {
            frame.draw_left(0, row, &line, TEXT);
        }
    }
    for (row, hint) in (frame.rows() - hints.len() as i32..).zip(hints) {
        frame.draw_left(0, row, hint, HINT);
    }
    slots
}

/// Where the panel lies in a frame.
#[derive(Clone, Copy)]
struct Area {
    corner: Pos,
    columns: i32,
    rows: i32,
}

/// Draws the panel as a page of its own.
pub fn draw_page(game: &Game, messages: &Messages, frame: &mut Frame) {
    page_slots(game, messages, frame);
}

/// Returns the letter that uses the item whose line is at a tile of the page with this many rows.
pub(crate) fn letter_on_page(game: &Game, messages: &Messages, rows: i32, tile: Pos) -> Option<Key> {
    letter_at(&page_slots(game, messages, &mut Frame::new(rows)), tile)
}

fn page_slots(game: &Game, messages: &Messages, frame: &mut Frame) -> Vec<(Pos, i32, Key)> {
    frame.clear();
    let left = (MAP_WIDTH - PAGE_COLUMNS) / 2;
    let area = Area { corner: Pos::new(left, 2), columns: PAGE_COLUMNS, rows: frame.rows() - 5 };
    let slots = draw_at(game, messages, area, frame);
    frame.draw_centred(frame.rows() - 2, BACK, HINT);
    slots
}

/// Draws the panel. Returns where its lines about the pack stand, their columns, and their letters.
fn draw_at(game: &Game, messages: &Messages, area: Area, frame: &mut Frame) -> Vec<(Pos, i32, Key)> {
    if area.rows <= 0 {
        return Vec::new();
    }
    // A wide panel has two columns of text with a gap between them.
    let across = if area.columns > PAGE_COLUMNS { 2 } else { 1 };
    let columns = (area.columns - GAP * (across - 1)) / across;
    let mut lines = Lines { columns, lines: Vec::new(), slots: Vec::new() };
    lines.add_player(game);
    // The second column is for what is in view, if the first has room for the rest.
    if across == 2 && (lines.lines.len() as i32) < area.rows {
        lines.lines.resize_with(area.rows as usize, Vec::new);
    } else {
        lines.add_blank();
    }
    lines.add_view(game);
    lines.add_pack(game);
    lines.fit(area.rows * across);
    let free = area.rows * across - lines.lines.len() as i32 - 2;
    // From Part 16 on the picture shows them.
    if game.part().has_melee() && !game.part().has_hud() && free > 0 {
        lines.add_messages(messages, free as usize);
    }
    let place = |number: i32| {
        let left = area.corner.x + number / area.rows * (columns + GAP);
        Pos::new(left, area.corner.y + number % area.rows)
    };
    let count = lines.lines.len();
    for (number, line) in (0..).zip(lines.lines) {
        let Pos { x, y } = place(number);
        for Text { column, text, color } in line {
            let room = usize::try_from(columns - column).unwrap_or_default();
            let text = text.get(..room).unwrap_or(&text);
            frame.draw_left(x + column, y, text, color);
        }
    }
    let slots = lines.slots.into_iter().filter(|&(number, _)| number < count);
    slots.map(|(number, key)| (place(number as i32), columns, key)).collect()
}

impl Lines {
    fn add(&mut self, text: impl Into<String>, color: Color) {
        self.lines.push(vec![Text::new(0, text, color)]);
    }

    /// Lines of a text that is indented, as many as it takes.
    fn add_indented(&mut self, text: impl AsRef<str>, color: Color) {
        let width = usize::try_from(self.columns - 2).unwrap_or_default();
        let lines = wrap(text.as_ref(), width.max(1));
        self.lines.extend(lines.into_iter().map(|line| vec![Text::new(2, line, color)]));
    }

    /// A line with something at its right end too.
    fn add_both(&mut self, left: &str, right: &str, color: Color) {
        self.add(left, color);
        let column = self.columns - right.len() as i32;
        self.add_to_last(column, right, color);
    }

    fn add_to_last(&mut self, column: i32, text: &str, color: Color) {
        if let Some(line) = self.lines.last_mut() {
            line.push(Text::new(column, text, color));
        }
    }

    fn add_blank(&mut self) {
        self.lines.push(Vec::new());
    }

    fn add_player(&mut self, game: &Game) {
        let part = game.part();
        let name = game.class().map_or("You", PlayerClass::name);
        let depth = if part.has_floors() { format!("Depth {}", game.depth() + 1) } else { String::new() };
        self.add_both(name, &depth, HEADING);
        if !part.has_melee() {
            return;
        }
        let body = &game.player();
        let color = if is_low(body) { DYING } else { TEXT };
        self.add_both("Hit points", &format!("{} of {}", body.hp, body.max_hp), color);
        self.add(bar(body, self.columns as usize), health_color(body));
        if is_low(body) {
            self.add(format!("low: {} of {}", body.hp, body.max_hp), DYING);
        }
        if part.has_statuses() {
            self.add_status(body, Status::Poisoned, "Poisoned", DYING);
            self.add_status(body, Status::Regen, "Regenerating", HEALTHY);
        }
        self.add_blank();
        self.add_gear(game);
        if part.has_amulets() {
            self.add_both("Amulets", &format!("{} of {AMULETS_TO_WIN}", game.amulets()), TEXT);
        }
    }

    fn add_status(&mut self, body: &Entity, status: Status, name: &str, color: Color) {
        let turns = match body.status_turns[status as usize] {
            ..=0 => return,
            1 => "1 turn".to_owned(),
            turns => format!("{turns} turns"),
        };
        self.add_both(name, &turns, color);
    }

    fn add_gear(&mut self, game: &Game) {
        let player = game.player();
        self.add_both("Power", &player.power.to_string(), TEXT);
        if !game.part().has_equipment() {
            return;
        }
        let weapon = game.wielded().map(|item| game.item_label(item));
        self.add_indented(weapon.unwrap_or_else(|| "bare fists".to_owned()), GEAR);
        if game.strength_bonus != 0 {
            self.add_indented(format!("strength (+{} pow)", game.strength_bonus), GEAR);
        }
        if game.magic_bonus != 0 {
            self.add_indented(format!("magic (+{} for scrolls)", game.magic_bonus), GEAR);
        }
        self.add_both("Defense", &player.defense.to_string(), TEXT);
        let armour = game.worn().map(|item| game.item_label(item));
        self.add_indented(armour.unwrap_or_else(|| "no armour".to_owned()), GEAR);
    }

    /// Monsters and items in view, the nearest first, and the stairs if they are known.
    fn add_view(&mut self, game: &Game) {
        let (level, here) = (game.cur(), game.player().pos);
        self.add("In view", HEADING);
        let before = self.lines.len();
        let mut monsters: Vec<&Entity> = seen_monsters(game).map(|monster| &monster.entity).collect();
        monsters.sort_by_key(|body| body.pos.manhattan(here));
        for body in monsters {
            self.add_glyph(body.glyph, body.color, &title(body.name));
            let column = self.columns - MONSTER_BAR as i32;
            self.add_to_last(column, &bar(body, MONSTER_BAR), health_color(body));
        }
        if game.part().has_items() {
            let seen = level.items.iter().filter(|lying| level.map.tile(lying.pos).visible);
            let mut items: Vec<_> = seen.collect();
            items.sort_by_key(|lying| lying.pos.manhattan(here));
            for lying in items {
                let (glyph, color) = lying.item.look();
                self.add_with(char::from(glyph), color, &game.item_label(lying.item));
            }
        }
        if let Some(stairs) = known_stairs(game) {
            let seen = if level.map.tile(stairs).visible { "stairs" } else { "stairs, seen before" };
            self.add_glyph(b'>', STAIRS, seen);
        }
        if self.lines.len() == before {
            self.add("nothing", HINT);
        }
    }

    fn add_glyph(&mut self, glyph: u8, color: Color, name: &str) {
        self.add(char::from(glyph), color);
        self.add_to_last(2, name, TEXT);
    }

    /// What is in the pack, with the letters that use it.
    fn add_pack(&mut self, game: &Game) {
        if !game.part().has_items() {
            return;
        }
        self.add_blank();
        self.add("Pack", HEADING);
        if game.inventory().is_empty() {
            self.add("empty", HINT);
        }
        // Like things are on one line, with the letter of the first that has one.
        let mut stacks: Vec<(String, Option<usize>, u32)> = Vec::new();
        for (slot, &item) in game.inventory().iter().enumerate() {
            let usable = pack::key_of(slot).map(|_| slot);
            let label = game.item_label(item);
            match stacks.iter_mut().find(|(known, ..)| *known == label) {
                Some((_, first, number)) => (*first, *number) = (first.or(usable), *number + 1),
                None => stacks.push((label, usable, 1)),
            }
        }
        for (label, slot, number) in stacks {
            let letter = slot.map_or(' ', |slot| char::from(b'a' + slot as u8));
            let count = if number == 1 { String::new() } else { format!(" x{number}") };
            let begin = self.lines.len();
            self.add_with(letter, TEXT, &(label + &count));
            let key = slot.and_then(pack::key_of);
            self.slots.extend(
                key.into_iter().flat_map(|key| (begin..self.lines.len()).map(move |line| (line, key))),
            );
        }
    }

    /// A character in a colour, and a text beside it.
    fn add_with(&mut self, first: char, color: Color, text: &str) {
        let begin = self.lines.len();
        self.add_indented(text, TEXT);
        self.lines[begin].insert(0, Text::new(0, first, color));
    }

    /// Leaves out what is below the last row.
    fn fit(&mut self, rows: i32) {
        let rows = usize::try_from(rows).unwrap_or_default();
        if self.lines.len() > rows && rows > 0 {
            self.lines.truncate(rows - 1);
            self.add("and more", HINT);
        }
    }

    fn add_messages(&mut self, messages: &Messages, rows: usize) {
        let messages = messages.last_lines(self.columns as usize, rows);
        if messages.is_empty() {
            return;
        }
        self.add_blank();
        self.add("Messages", HEADING);
        for (line, newest) in messages {
            self.add(line, if newest { TEXT } else { HINT });
        }
    }
}

/// Returns a bar as wide as `width`: `[####--]`. The living have at least one piece.
fn bar(body: &Entity, width: usize) -> String {
    let pieces = width.saturating_sub(2);
    let (hp, max) = (i64::from(body.hp.max(0)).unsigned_abs(), i64::from(body.max_hp.max(1)).unsigned_abs());
    let full = (hp * pieces as u64).div_ceil(max).min(pieces as u64) as usize;
    format!("[{}{}]", "#".repeat(full), "-".repeat(pieces - full))
}

/// Returns true with less than a third of the hit points.
pub(crate) const fn is_low(body: &Entity) -> bool {
    (body.hp as i64) * 3 < body.max_hp as i64
}

/// Returns the colour of a bar.
const fn health_color(body: &Entity) -> Color {
    if is_low(body) {
        DYING
    } else if (body.hp as i64) * 2 > body.max_hp as i64 {
        HEALTHY
    } else {
        HURT
    }
}

/// Part 16: gives the player's hit points in the HUD the colour of a warning where they are low.
pub(crate) fn warn_in_hud(game: &Game, frame: &mut Frame) {
    if game.state() != GameState::Playing || !game.part().has_hud() || !is_low(game.player()) {
        return;
    }
    let row = text_rows(frame).swap_remove(MAP_HEIGHT as usize);
    let Some(start) = row.find("HP ") else { return };
    let length = row[start..].find("  ").unwrap_or(row.len() - start);
    let columns = start as i32..(start + length) as i32;
    for (pos, cell) in &mut frame.cells {
        if pos.y == MAP_HEIGHT && columns.contains(&pos.x) {
            cell.color = DYING;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_is_never_empty_while_a_hit_point_is_left() {
        let mut body = crate::player::new();
        for (hp, expected) in
            [(30, "[####]"), (29, "[####]"), (15, "[##--]"), (1, "[#---]"), (0, "[----]"), (-6, "[----]")]
        {
            body.hp = hp;
            assert_eq!(bar(&body, 6), expected, "{hp}");
        }
        body.hp = i32::MAX;
        assert_eq!(bar(&body, 6), "[####]");
        assert_eq!(health_color(&body), HEALTHY);
    }
}
