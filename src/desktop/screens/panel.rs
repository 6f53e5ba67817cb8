//! The panel beside the picture: the player's numbers, what is in view, and the last messages. A part shows
//! what it has.

use crate::color::Color;
use crate::desktop::actions::{Action, Bindings, Place, key_name};
use crate::desktop::assist::look::{Sight, sights};
use crate::desktop::history::PlayedGame;
use crate::desktop::history::step::is_low;
use crate::desktop::history::tally::Messages;
use crate::desktop::screens::content::Hint;
use crate::desktop::screens::hints::draw_panel_hints;
use crate::desktop::screens::inventory;
use crate::desktop::screens::sheet::Sheet;
use crate::desktop::settings::palette::{BARS, HEADING, HINT, TEXT};
use crate::entity::{Entity, Status};
use crate::game::{AMULETS_TO_WIN, Game, PlayerClass};
use crate::key::Key;
use crate::support::text::{counted, wrap};

const GEAR: Color = Color(150, 205, 160);
const HEALTHY: Color = BARS[0];
const HURT: Color = BARS[1];
const DYING: Color = BARS[2];

/// Minimum and maximum number of columns of the panel.
pub const COLUMNS: i32 = 26;
pub const MAX_COLUMNS: i32 = 52;
/// Columns of a monster's bar.
const MONSTER_BAR: usize = 8;
/// Number of rows for messages that nothing else takes.
const LAST_MESSAGES: usize = 2;

/// Draws the panel into the first columns of a sheet. On the menu and after the end of a run it has `hints`
/// alone, which are its last lines. Things can be clicked while the map is shown.
pub(crate) fn draw(
    run: &PlayedGame,
    hints: &[Vec<Hint>],
    keys: (Bindings, Place),
    columns: i32,
    is_map: bool,
    sheet: &mut Sheet,
) {
    let (game, messages) = (&run.game, &run.history.messages);
    let mut lines = PanelLines { columns, lines: Vec::new() };
    if game.is_run_alive() {
        lines.add_player(run);
        lines.add("", HINT);
        lines.add_view(game);
        lines.add_pack(game);
    }
    for (row, hints) in (sheet.frame.rows() - hints.len() as i32..).zip(hints) {
        draw_panel_hints(row, hints, HINT, keys, sheet);
    }
    let height = usize::try_from(sheet.frame.rows()).unwrap_or_default();
    let rows = height.saturating_sub(hints.len() + usize::from(!hints.is_empty()));
    if lines.lines.is_empty() || rows == 0 {
        return;
    }
    // From Part 16 on the picture shows messages.
    let has_messages = game.part().has_melee() && !game.part().has_hud();
    // The last messages have room also in a full panel.
    let kept = if has_messages && !messages.all.is_empty() { LAST_MESSAGES + 2 } else { 0 };
    let all = keys.0.key(Action::Open(Place::Character), Place::Map).map_or_else(String::new, key_name);
    lines.fit(rows.saturating_sub(kept).max(1), &all);
    if has_messages {
        lines.add_messages(messages, rows.saturating_sub(lines.lines.len() + 2));
    }
    for (row, PanelLine { texts, click, .. }) in (0..).zip(lines.lines) {
        for (column, text, color) in texts {
            let room = usize::try_from(columns - column).unwrap_or_default();
            sheet.frame.draw_left(column, row, text.get(..room).unwrap_or(&text), color);
        }
        if is_map && click.is_some() {
            sheet.add_row(row, None, click);
        }
    }
}

/// The column where a text begins, the text, and its colour.
type Text = (i32, String, Color);

/// A line of a panel, and what a click on it does.
#[derive(Default)]
struct PanelLine {
    texts: Vec<Text>,
    click: Option<Action>,
    /// True if the text of the line before goes on.
    goes_on: bool,
}

/// The lines of a panel, top to bottom.
struct PanelLines {
    columns: i32,
    lines: Vec<PanelLine>,
}

impl PanelLines {
    fn add(&mut self, text: impl Into<String>, color: Color) {
        self.lines.push(PanelLine { texts: vec![(0, text.into(), color)], ..PanelLine::default() });
    }

    /// A line with something at its right end too.
    fn add_both(&mut self, left: &str, right: &str, color: Color) {
        self.add(left, color);
        self.add_right(right, color);
    }

    /// Something at the right end of the last line.
    fn add_right(&mut self, text: &str, color: Color) {
        let column = self.columns - text.len() as i32;
        self.lines
            .iter_mut()
            .last()
            .into_iter()
            .for_each(|it| it.texts.push((column, text.to_owned(), color)));
    }

    /// A text that is indented, in as many lines as it takes, with a sign before the first, and what a click
    /// does.
    fn add_indented(
        &mut self,
        (sign, its_color): (char, Color),
        (text, color): (&str, Color),
        click: Option<Action>,
    ) {
        let width = usize::try_from(self.columns - 2).unwrap_or_default().max(1);
        for (number, line) in wrap(text, width).into_iter().enumerate() {
            let goes_on = number > 0;
            let sign = if goes_on { ' ' } else { sign };
            let texts = vec![(0, sign.to_string(), its_color), (2, line, color)];
            self.lines.push(PanelLine { texts, click, goes_on });
        }
    }

    /// The player's numbers.
    fn add_player(&mut self, run: &PlayedGame) {
        let game = &run.game;
        let (part, body) = (game.part(), game.player());
        let name = game.class().map_or("You", PlayerClass::name);
        let depth = if part.has_floors() { format!("Depth {}", game.depth() + 1) } else { String::new() };
        self.add_both(name, &depth, HEADING);
        if !part.has_melee() {
            return;
        }
        let (points, color) = if is_low(body) { ("Hit points: low", DYING) } else { ("Hit points", TEXT) };
        self.add_both(points, &format!("{} of {}", body.hp, body.max_hp), color);
        self.add(bar(body, self.columns as usize), health_color(body));
        for (name, turns, color) in states(game) {
            self.add_both(name, &turns, color);
        }
        self.add("", HINT);
        self.add_both("Power", &body.power.to_string(), TEXT);
        if part.has_equipment() {
            self.add_gear(game.wielded().map_or("bare fists".to_owned(), |item| game.item_label(item)));
            inventory::bonuses(game).for_each(|bonus| self.add_gear(bonus));
            self.add_both("Defense", &body.defense.to_string(), TEXT);
            self.add_gear(game.worn().map_or("no armour".to_owned(), |item| game.item_label(item)));
        }
        if part.has_amulets() {
            self.add_both("Amulets", &format!("{} of {AMULETS_TO_WIN}", game.amulets()), TEXT);
        }
        if let Some(seed) = run.history.tally.seed {
            self.add_both("Seed", &seed.to_string(), HINT);
        }
    }

    /// What adds to the number above.
    fn add_gear(&mut self, text: String) {
        self.add_indented((' ', GEAR), (&text, GEAR), None);
    }

    /// Monsters and items in view, the nearest first, and the stairs if they are known. Like things have one
    /// row. A click on a monster examines it, and one on anything else goes there.
    fn add_view(&mut self, game: &Game) {
        self.add("In view", HEADING);
        let sights =
            sights(game, false).into_iter().map(|Sight { name, glyph: (glyph, color), pos, body }| {
                let bar = body.map(|body| (bar(body, MONSTER_BAR), health_color(body)));
                let click = if body.is_some() { Action::ExamineTile(pos) } else { Action::GoTo(pos) };
                ((name, bar), ((char::from(glyph), color), click))
            });
        let stacks = inventory::stacked(sights);
        if stacks.is_empty() {
            self.add("nothing", HINT);
        }
        for ((name, bar), things) in stacks {
            let (sign, click) = things[0];
            let text = inventory::times(name, things.len());
            self.add_indented(sign, (&text, TEXT), Some(click));
            bar.into_iter().for_each(|(bar, color)| self.add_right(&bar, color));
        }
    }

    /// What is in the pack, with the letters that use it.
    fn add_pack(&mut self, game: &Game) {
        if !game.part().has_items() {
            return;
        }
        self.add("", HINT);
        let count = match game.inventory().len() {
            0 => "empty".to_owned(),
            count => counted(count, "item"),
        };
        self.add_both("Inventory", &count, HEADING);
        let slots = game.inventory().iter().enumerate();
        let items = slots.map(|(slot, &item)| (game.item_label(item), inventory::key_of(slot)));
        for (label, keys) in inventory::stacked(items) {
            let key = keys.iter().flatten().next().copied();
            let letter = key.and_then(Key::letter).map_or(' ', |letter| char::from(b'a' + letter as u8));
            let text = inventory::times(label, keys.len());
            self.add_indented((letter, TEXT), (&text, TEXT), key.map(Action::UseItem));
        }
    }

    /// Leaves out what is below the last row, and names the key that shows all. No text is cut off.
    fn fit(&mut self, rows: usize, key: &str) {
        if self.lines.len() > rows {
            let ends = |end: &usize| !self.lines[*end].goes_on;
            self.lines.truncate((0..rows).rfind(ends).unwrap_or_default());
            self.add(format!("{key} shows all"), HINT);
        }
    }

    fn add_messages(&mut self, messages: &Messages, rows: usize) {
        let messages = messages.last_lines(self.columns as usize, rows);
        if messages.is_empty() {
            return;
        }
        self.add("", HINT);
        self.add("Messages", HEADING);
        for (line, newest) in messages {
            self.add(line, if newest { TEXT } else { HINT });
        }
    }
}

/// Returns the player's states, how long each lasts, and its colour.
pub(super) fn states(game: &Game) -> impl Iterator<Item = (&'static str, String, Color)> {
    let states = [(Status::Poisoned, "Poisoned", DYING), (Status::Regen, "Regenerating", HEALTHY)];
    let states = states.into_iter().filter(|_| game.part().has_statuses());
    states.filter(|(state, ..)| game.player().has_status(*state)).map(|(state, name, color)| {
        (name, counted(game.player().status_turns[state as usize], "turn"), color)
    })
}

/// Returns a bar as wide as `width`: `[####--]`. The living have at least one piece.
fn bar(body: &Entity, width: usize) -> String {
    let pieces = width.saturating_sub(2);
    let (hp, max) = (i64::from(body.hp.max(0)).unsigned_abs(), i64::from(body.max_hp.max(1)).unsigned_abs());
    let full = (hp * pieces as u64).div_ceil(max).min(pieces as u64) as usize;
    format!("[{}{}]", "#".repeat(full), "-".repeat(pieces - full))
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
