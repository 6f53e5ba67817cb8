//! The sections of the panel: the hero's numbers, what is in view, the inventory, messages, and keys.

use crate::color::Color;
use crate::desktop::actions::Action;
use crate::desktop::assist::look::{Sight, sights};
use crate::desktop::history::PlayedGame;
use crate::desktop::scene::area::Area;
use crate::desktop::scene::map::item_color;
use crate::desktop::scene::theme::Theme;
use crate::desktop::scene::{Align, Style, Target};
use crate::desktop::screens::content::Hint;
use crate::desktop::screens::hints::key_of;
use crate::desktop::screens::panel::pen::{Pen, Row};
use crate::desktop::screens::panel::room::Section;
use crate::desktop::screens::panel::{Keys, draw_amulets, health_color, short_label, states};
use crate::desktop::stacks::{Stack, inventory, stacked};
use crate::game::{Game, PlayerClass};
use crate::item::Item;
use crate::map::Pos;
use crate::support::text::counted;

impl Pen<'_> {
    /// The hero's numbers.
    pub(in crate::desktop::screens) fn hero(&mut self, run: &PlayedGame, lost: i32, has_depth: bool) {
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

    /// Everything in view. The inventory below it, if there is one, has room for its first rows.
    pub(in crate::desktop::screens) fn in_view(&mut self, game: &Game, has_inventory: bool) {
        let look = self.scene.look;
        let rows = sights_in_rows(game, &look.theme);
        let room = match has_inventory && game.part().has_items() {
            true => self.section(&rows).above_inventory(self.end - self.y, inventory(game).len()),
            false => self.end - self.y,
        };
        self.rows(("IN VIEW", ""), &rows, room, "");
        if rows.is_empty()
            && let Some(y) = self.row(look.line())
        {
            self.scene.text((self.area.x, y), "nothing", Style::Body, self.ink(look.theme.label));
        }
    }

    /// Writes what is in view in two columns: first as many things as fit, and in the next one the others.
    pub(super) fn crowd(&mut self, game: &Game, next: Area) {
        let (top, rows) = (self.y, sights_in_rows(game, &self.scene.look.theme));
        let room = self.end - top;
        let (first, others) = rows.split_at(self.section(&rows).fitting(room));
        self.rows(("IN VIEW", ""), first, room, "");
        (self.area, self.y) = (next, top);
        self.rows(("", ""), others, room, "");
    }

    /// Returns how high everything in view is.
    pub(super) fn section_in_view(&self, game: &Game) -> Section {
        self.section(&sights_in_rows(game, &self.scene.look.theme))
    }

    /// The inventory, with the letters that use each thing. `more` follows the number of things without room.
    pub(in crate::desktop::screens) fn inventory(&mut self, game: &Game, more: &str) {
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
        self.rows(("INVENTORY", &note), &rows.collect::<Vec<_>>(), self.end - self.y, more);
    }

    /// The last messages, in parts whose screen has none.
    pub(super) fn messages(&mut self, run: &PlayedGame) {
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

    /// The keys, in the last rows or from a row on, and texts above them. Returns the row above both.
    pub(super) fn keys(&mut self, (hints, keys): Keys, columns: i32, from: Option<i32>) -> i32 {
        let look = self.scene.look;
        let caps: Vec<(String, &Hint)> =
            hints.iter().filter_map(|hint| Some((key_of(hint, keys)?, hint))).collect();
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

/// Returns the note of some like things.
fn note_of(count: usize) -> String {
    if count > 1 { format!("x{count}") } else { String::new() }
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
