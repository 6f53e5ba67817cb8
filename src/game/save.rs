//! Save files in the original's own format, so that a run can move between the two programs (Part 15).
//!
//! The original believes everything that a file says after its first word. Here a file is read and checked
//! whole, in `parse`, before the running game is touched.

mod parse;

use std::fmt::{self, Write};

use super::{Game, GameState};
use crate::entity::{Entity, Status};
use crate::event::Event;
use crate::item::{Item, Secret};
use crate::level::Level;
use crate::map::{MAP_HEIGHT, MAP_WIDTH, Pos};
use crate::part::Part;
use crate::player::Gear;
use crate::support::save_slot::MAGIC;
pub use parse::LoadError;

/// Returns the version of the save files of a part. A part reads and writes its own version only.
const fn version(part: Part) -> u32 {
    if part.has_amulets() { 3 } else { 2 }
}

impl Game {
    /// Saves the run to its slot (`save`), and reports whether that worked.
    pub(crate) fn save(&mut self) {
        let saved = self.checked_save().and_then(|text| self.slot.write(text).map_err(|e| e.to_string()));
        match saved {
            Ok(()) => self.answer(Event::Saved),
            Err(reason) => self.answer(Event::SaveFailed(format!(
                "cannot save the game{}: {reason}; --save-file chooses another place",
                self.slot
            ))),
        }
    }

    /// Loads the run from its slot (`load`), and reports whether that worked. Returns true if it did. If not,
    /// the game is unchanged.
    pub(crate) fn load(&mut self) -> bool {
        let loaded = match self.slot.read() {
            Ok(Some(text)) => {
                self.load_text(&text).map(|()| Event::Loaded).map_err(|error| error.to_string())
            }
            Ok(None) => Ok(Event::NoSave),
            Err(error) => Err(error.to_string()),
        };
        let bad = |reason| Event::BadSave(format!("cannot load the game{}: {reason}", self.slot));
        let answer = loaded.unwrap_or_else(bad);
        let worked = answer == Event::Loaded;
        self.answer(answer);
        worked
    }

    /// Reports the answer to saving or loading: in the title in Part 15, in the message log later.
    pub(crate) fn answer(&mut self, event: Event) {
        if !self.part.has_hud()
            && let Some(notice) = event.notice()
        {
            notice.clone_into(&mut self.title);
        }
        self.log(event);
    }

    /// Continues the run of a save file's text. The random generator and the message log go on from where
    /// they are.
    ///
    /// # Errors
    /// If the text is no save file of this part. The game is unchanged then.
    pub fn load_text(&mut self, text: &str) -> Result<(), LoadError> {
        let saved = parse::parse(text, self.part)?;
        self.class = Some(saved.class);
        self.player = saved.player;
        self.levels = saved.levels;
        self.depth = saved.depth;
        self.level = std::mem::take(&mut self.levels[saved.depth]);
        self.pack = saved.pack;
        self.lore = saved.lore;
        self.amulets = saved.amulets;
        self.player.recompute_stats();
        self.state = GameState::Playing;
        self.update_view();
        Ok(())
    }

    /// Continues a run that was saved elsewhere than in the game's own slot, as if F9 had loaded it.
    ///
    /// # Errors
    /// If the text is no save file of this part. The game is unchanged then.
    pub fn resume(&mut self, text: &str) -> Result<(), LoadError> {
        self.events.clear();
        self.load_text(text)?;
        self.answer(Event::Loaded);
        Ok(())
    }

    /// Returns the run as a save file that can be loaded again.
    ///
    /// # Errors
    /// If the run has outgrown what a file may hold, with the reason. Such a file must not replace a good
    /// one.
    pub fn checked_save(&self) -> Result<String, String> {
        let text = self.save_text();
        match parse::parse(&text, self.part) {
            Ok(_) => Ok(text),
            Err(error) => Err(format!("it could never be loaded: {error}")),
        }
    }

    /// Returns the run as a save file. Without a run, or in a part without saves, no game loads the text.
    pub fn save_text(&self) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        self.write_save(&mut text).ok();
        text
    }

    fn write_save(&self, out: &mut String) -> fmt::Result {
        let player = &self.player;
        writeln!(out, "{MAGIC} {}", version(self.part))?;
        write!(out, "{} {}", self.class.map_or(0, |class| class as usize), self.depth)?;
        if self.part.has_amulets() {
            write!(out, " {}", self.amulets)?;
        }
        writeln!(
            out,
            "\n{} {} {} {}",
            player.base_power, player.base_max_hp, player.strength_bonus, player.magic_bonus
        )?;
        let body = &player.entity;
        let (Pos { x, y }, [poison, regen]) = (body.pos, turns(body));
        writeln!(out, "{x} {y} {} {} {poison} {regen}", body.hp, body.max_hp)?;
        writeln!(out, "{} {}", gear_fields(player.weapon), gear_fields(player.armour))?;
        writeln!(out, "{}", secret_fields(&self.lore.potions))?;
        writeln!(out, "{}", secret_fields(&self.lore.scrolls))?;
        writeln!(out, "{}", self.pack.len())?;
        for &item in &self.pack {
            writeln!(out, "{}", item_fields(item))?;
        }
        writeln!(out, "{}", self.levels.len())?;
        for (depth, level) in self.levels.iter().enumerate() {
            // The current level is not in the list, see `Game::levels`.
            write_level(if depth == self.depth { &self.level } else { level }, out)?;
        }
        Ok(())
    }
}

/// The turns left of both statuses.
const fn turns(body: &Entity) -> [i32; 2] {
    [body.turns_left(Status::Poisoned), body.turns_left(Status::Regen)]
}

fn gear_fields(gear: Gear) -> String {
    format!("{} {}", u8::from(gear.present), gear.bonus)
}

/// Appearance and knowledge of each type. A blank follows every number, also the last one.
fn secret_fields(secrets: &[Secret]) -> String {
    secrets.iter().map(|secret| format!("{} {} ", secret.look, u8::from(secret.known))).collect()
}

/// Category, potion, scroll and bonus. What does not apply is 0.
fn item_fields(item: Item) -> String {
    match item {
        Item::Potion(potion) => format!("0 {} 0 0", potion as usize),
        Item::Weapon(bonus) => format!("1 0 0 {bonus}"),
        Item::Armour(bonus) => format!("2 0 0 {bonus}"),
        Item::Scroll(scroll) => format!("3 0 {} 0", scroll as usize),
        Item::Amulet => "4 0 0 0".to_owned(),
    }
}

fn write_level(level: &Level, out: &mut String) -> fmt::Result {
    writeln!(out, "{} {}", level.stairs.x, level.stairs.y)?;
    for y in 0..MAP_HEIGHT {
        for x in 0..MAP_WIDTH {
            let pos = Pos::new(x, y);
            let digit = 2 * u8::from(level.map.is_floor(pos)) + u8::from(level.map.is_explored(pos));
            write!(out, "{digit}")?;
        }
        writeln!(out)?;
    }
    writeln!(out, "{}", level.monsters.len())?;
    for monster in &level.monsters {
        let body = &monster.entity;
        let (glyph, Pos { x, y }, [poison, regen]) = (char::from(body.glyph), body.pos, turns(body));
        let (venomous, alive) = (u8::from(monster.venomous), u8::from(body.alive));
        writeln!(
            out,
            "{glyph} {x} {y} {} {} {} {poison} {regen} {venomous} {alive}",
            body.hp, body.max_hp, body.power
        )?;
    }
    writeln!(out, "{}", level.items.len())?;
    for lying in &level.items {
        writeln!(out, "{} {} {}", item_fields(lying.item), lying.pos.x, lying.pos.y)?;
    }
    Ok(())
}
