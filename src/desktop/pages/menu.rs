//! Lines of the game's own screens that can be chosen: classes and runs on the menu, and items in the pack.
//! Plain play has a menu of its own, with the numbers of the classes.

use crate::desktop::pages::hints::Hint;
use crate::desktop::pages::sheet::{Click, Sheet};
use crate::desktop::pages::{LEFT, Shown, pack};
use crate::desktop::runs::facts::day_of_seed;
use crate::desktop::settings::palette::{CHOSEN, HEADING, HINT, TEXT};
use crate::entity::Entity;
use crate::game::{Game, GameState, PlayerClass, Setup};
use crate::item::Item;
use crate::key::Key;
use crate::map::Pos;
use crate::screen;

/// The keys of the classes on the menu.
const CLASS_KEYS: [Key; PlayerClass::ALL.len()] = [Key::NUM_1, Key::NUM_2, Key::NUM_3];
/// The column of the pointer on the menu.
const POINTER_COLUMN: i32 = 3;
/// The row of the first line of the menu of plain play, and the names of its columns.
const TOP: i32 = 13;
const COLUMNS: &str = "             HP  POW  DEF  carries";

impl Shown<'_> {
    /// Returns the lines that can be chosen: where the pointer at each is, and its key.
    pub fn choices(&self) -> Vec<(Pos, Option<Key>)> {
        match self.run.game.state() {
            GameState::ClassSelect => {
                self.menu_lines().map(|(row, key, _)| (Pos::new(POINTER_COLUMN, row), Some(key))).collect()
            }
            GameState::Inventory => {
                let Pos { x, y } = pack::first_slot(&self.run.game);
                let slots = 0..self.run.game.inventory().len().min(pack::LETTERS);
                slots.map(|slot| (Pos::new(x - 2, y + slot as i32), pack::key_of(slot))).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Returns the line that is chosen: the one that the player points at. Before that it is, on the menu of
    /// plain play, the first line, or that of the class played last if the player chose the dungeon.
    pub fn chosen_line(&self) -> Option<usize> {
        if self.pointer.is_some() || !self.is_plain || self.run.game.state() != GameState::ClassSelect {
            return self.pointer;
        }
        let last = self.files.runs().iter().max_by_key(|run| run.date).and_then(|run| run.facts.class);
        let class = CLASS_KEYS[last.map_or(0, |class| class as usize)];
        let line = self.choices().iter().position(|(_, key)| *key == Some(class));
        line.filter(|_| self.is_chosen).or(Some(0))
    }

    /// Returns the lines of the menu: the row of each, its key, and its text. Below the original's classes
    /// stand the run that was left last and the list of runs.
    fn menu_lines(&self) -> impl Iterator<Item = (i32, Key, String)> {
        let part = self.run.game.part();
        let gap = if self.is_plain { "  " } else { " -  " };
        let run = self.files.offered().map(|run| (Key::C, format!("Continue{gap}{}", run.offer())));
        let classes = CLASS_KEYS.map(|key| {
            let mut hero = Game::new(Setup::new(part, 1));
            hero.press(key);
            (key, class_line(&hero))
        });
        let seeds = [(Key::T, "Dungeon of the day"), (Key::N, "Type a seed")];
        let seeds = seeds.into_iter().filter(|_| self.can_begin && self.is_plain);
        let list = (!self.files.runs().is_empty()).then_some((Key::R, "All runs"));
        let others = seeds.chain(list).map(|(key, text)| (key, text.to_owned()));
        let (top, first, fourth) = match self.is_plain {
            true => (TOP, run, None),
            false => (screen::first_class_row(part), None, run),
        };
        let lines = first.into_iter().chain(classes).chain(fourth).chain(others);
        (top..).step_by(2).zip(lines).map(|(row, (key, text))| (row, key, text))
    }

    /// Draws the pointer to the left of the chosen line, which is lit if it can be used. A click uses a
    /// line.
    pub fn draw_pointer(&self, sheet: &mut Sheet) {
        let choices = self.choices();
        // A line may be gone since.
        if let Some(&(start, key)) = self.chosen_line().and_then(|line| choices.get(line)) {
            sheet.frame.put(start, b'>', CHOSEN);
            sheet.frame.recolor(|pos| key.is_some() && pos.y == start.y && pos.x >= start.x, CHOSEN);
        }
        for (line, (pos, key)) in choices.into_iter().enumerate() {
            sheet.add_row(pos.y, Click::Choose(line, key));
        }
    }

    /// Draws the menu: the whole of it in plain play, and what the original's lacks elsewhere.
    pub fn draw_menu(&self, sheet: &mut Sheet) {
        if !self.is_plain {
            sheet.add_keys_of_series();
            for (row, key, text) in self.menu_lines().skip(CLASS_KEYS.len()) {
                sheet.frame.draw_centred(row, &format!("{key})  {text}"), TEXT);
            }
            return self.draw_pointer(sheet);
        }
        let frame = &mut sheet.frame;
        frame.clear();
        frame.draw_centred(4, "R O G U E L I K E", HEADING);
        frame.draw_centred(6, "Find the three Amulets on the deep floors, and live.", TEXT);
        frame.draw_left(LEFT, TOP - 2, COLUMNS, HINT);
        for (row, key, text) in self.menu_lines() {
            frame.draw_left(LEFT, row, &format!("{key}  {text}"), TEXT);
        }
        let tally = &self.run.history.tally;
        // The next hero of a recorded program has no seed.
        let seed = tally.seed.filter(|_| tally.turns() == 0);
        let text = seed.map_or_else(String::new, |seed| match day_of_seed(seed) {
            Some(day) => format!("Dungeon of {day}: seed {seed}"),
            None => format!("The next dungeon has the seed {seed}."),
        });
        frame.draw_centred(frame.rows() - 8, &text, if self.is_chosen { CHOSEN } else { HINT });
        let choose =
            [Hint::text("up / down  choose"), Hint::text("RETURN  begin"), (Key::ESCAPE, "quit").into()];
        let load = self.run.game.slot().exists().then_some((Key::F9, "load the save"));
        let keys = [(Key::F1, "keys"), (Key::F2, "settings")].into_iter().chain(load).map(Hint::from);
        let rows = frame.rows();
        sheet.draw_hints(rows - 6, choose, HINT);
        sheet.draw_hints(rows - 4, keys, HINT);
        self.draw_pointer(sheet);
    }
}

/// Returns the line of a class, whose run has just begun.
fn class_line(hero: &Game) -> String {
    let Entity { max_hp, power, defense, .. } = hero.player();
    let gear = [hero.wielded(), hero.worn()].into_iter().flatten().map(|item| hero.item_label(item));
    let gear = gear.map(|label| label.split(" (").next().unwrap_or_default().to_owned());
    let kinds = hero.inventory().iter().map(|item| match item {
        Item::Potion(_) => "potion",
        Item::Scroll(_) => "scroll",
        _ => "thing",
    });
    let pack = pack::stacked_names(kinds.map(str::to_owned));
    let name = hero.class().map_or("", PlayerClass::name);
    let things = gear.chain(pack).collect::<Vec<_>>().join(", ");
    format!("{name:<10}{max_hp:<4}{power:<5}{defense:<5}{things}")
}
