//! Save files, in the original's own format, so that a run can move between the two programs (`Game::saveGame`,
//! `Game::loadGame`, Part 15 on).
//!
//! The original believes whatever a file says after its first word. Here a file is read and checked whole before the running
//! game is touched; `load` below has the checks.

mod load;

use std::fmt::{self, Write};
use std::io;
use std::path::PathBuf;

use super::{Game, State};
use crate::event::Event;
use crate::file;
use crate::item::{Item, Secret};
use crate::level::Level;
use crate::map::{MAP_HEIGHT, MAP_WIDTH, Pos};
use crate::player::Gear;
pub use load::LoadError;

/// A save file is never larger than this, in bytes; all that [`Game::load`] accepts fits in.
pub(crate) const LARGEST_SAVE: u64 = 256 << 20;

/// Where a game saves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SaveSlot {
    /// For as long as the game lives: what was saved last.
    Memory(Option<String>),
    /// In a file.
    File(PathBuf),
}

impl Default for SaveSlot {
    fn default() -> SaveSlot {
        SaveSlot::Memory(None)
    }
}

impl SaveSlot {
    /// Keeps this text in place of what was saved before.
    fn write(&mut self, text: String) -> io::Result<()> {
        match self {
            SaveSlot::Memory(kept) => *kept = Some(text),
            SaveSlot::File(path) => file::write_whole(path, text.as_bytes())?,
        }
        Ok(())
    }

    /// What was saved last, if anything was.
    ///
    /// # Errors
    /// When there is a file that cannot be read.
    pub fn read(&self) -> io::Result<Option<String>> {
        match self {
            SaveSlot::Memory(kept) => Ok(kept.clone()),
            SaveSlot::File(path) => match file::read_text(path, LARGEST_SAVE) {
                Ok(text) => Ok(Some(text)),
                Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
                Err(error) => Err(error),
            },
        }
    }
}

/// As part of a sentence about saving or loading: the file's path, if there is one.
impl fmt::Display for SaveSlot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SaveSlot::Memory(_) => Ok(()),
            SaveSlot::File(path) => write!(f, " in {}", path.display()),
        }
    }
}

impl Game {
    /// Saves the run to its slot and says so.
    pub(super) fn save_game(&mut self) {
        let event = match self.write_to_slot() {
            Ok(()) => Event::Saved,
            Err(error) => Event::SaveFailed(format!(
                "cannot save the game{}: {error}; --save-file chooses another place",
                self.save
            )),
        };
        self.answer(event);
    }

    fn write_to_slot(&mut self) -> io::Result<()> {
        let text = self.checked_save()?;
        self.save.write(text)
    }

    /// The run as a save file that can be loaded again.
    ///
    /// # Errors
    /// When the run has outgrown what a file may hold. It must not replace one that can be loaded then.
    pub fn checked_save(&self) -> io::Result<String> {
        let text = self.to_save();
        match load::parse(&text, self.part) {
            Ok(_) => Ok(text),
            Err(error) => {
                Err(io::Error::new(io::ErrorKind::InvalidData, format!("it could never be loaded: {error}")))
            }
        }
    }

    /// Loads the run from its slot and says so. True when it worked; the game is as it was when not.
    pub(super) fn load_game(&mut self) -> bool {
        let event = match self.save.read() {
            Ok(Some(text)) => match self.load(&text) {
                Ok(()) => Event::Loaded,
                Err(error) => Event::BadSave(format!("cannot load the game{}: {error}", self.save)),
            },
            Ok(None) => Event::NoSave,
            Err(error) => Event::BadSave(format!("cannot load the game{}: {error}", self.save)),
        };
        let loaded = event == Event::Loaded;
        self.answer(event);
        loaded
    }

    /// Part 15 answers in the title, later parts in the message log.
    pub(super) fn answer(&mut self, event: Event) {
        if let Some(notice) = event.notice()
            && !self.part.has_hud()
        {
            notice.clone_into(&mut self.title);
        }
        self.tell(event);
    }

    /// Continues the run that `text`, a save file of this part, describes. The random generator and the message log go on from
    /// where they are.
    ///
    /// # Errors
    /// When the text is no such file, with the line where that shows. The game is unchanged then.
    pub fn load(&mut self, text: &str) -> Result<(), LoadError> {
        let saved = load::parse(text, self.part)?;
        self.class = Some(saved.class);
        self.player = saved.player;
        self.levels = saved.levels;
        self.depth = saved.depth;
        self.pack = saved.pack;
        self.lore = saved.lore;
        self.amulets = saved.amulets;
        self.player.update_stats();
        self.state = State::Playing;
        self.update_view();
        Ok(())
    }

    /// The run as a save file. Without a run, or in a part without saves, the text is no file that loads.
    pub fn to_save(&self) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        self.write_save(&mut text).ok();
        text
    }

    fn write_save(&self, out: &mut String) -> fmt::Result {
        let player = &self.player;
        let body = &player.entity;
        writeln!(out, "RLSAVE {}", self.part.save_version().unwrap_or_default())?;
        write!(out, "{} {}", self.class.map_or(0, |class| class as usize), self.depth)?;
        if self.part.has_amulets() {
            write!(out, " {}", self.amulets)?;
        }
        writeln!(
            out,
            "\n{} {} {} {}",
            player.base_power, player.base_max_hp, player.strength_bonus, player.magic_bonus
        )?;
        let Pos { x, y } = body.pos;
        let (poison, regen) = (body.poisoned, body.regenerating);
        writeln!(out, "{x} {y} {} {} {poison} {regen}", body.hp, body.max_hp)?;
        let gear = |gear: Gear| format!("{} {}", u8::from(gear.present), gear.bonus);
        writeln!(out, "{} {}", gear(player.weapon), gear(player.armour))?;
        writeln!(out, "{}", secrets_line(&self.lore.potions))?;
        writeln!(out, "{}", secrets_line(&self.lore.scrolls))?;
        writeln!(out, "{}", self.pack.len())?;
        for &item in &self.pack {
            writeln!(out, "{}", item_fields(item))?;
        }
        writeln!(out, "{}", self.levels.len())?;
        self.levels.iter().try_for_each(|level| write_level(level, out))
    }
}

/// Appearance and knowledge of each type; every number is followed by a blank, the last one too.
fn secrets_line(secrets: &[Secret]) -> String {
    secrets.iter().map(|secret| format!("{} {} ", secret.look, u8::from(secret.known))).collect()
}

/// Category, potion, scroll and bonus; what does not apply is 0.
fn item_fields(item: Item) -> String {
    match item {
        Item::Potion(potion) => format!("0 {} 0 0", potion.index()),
        Item::Weapon(bonus) => format!("1 0 0 {bonus}"),
        Item::Armour(bonus) => format!("2 0 0 {bonus}"),
        Item::Scroll(scroll) => format!("3 0 {} 0", scroll.index()),
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
        writeln!(
            out,
            "{} {} {} {} {} {} {} {} {} {}",
            char::from(body.glyph),
            body.pos.x,
            body.pos.y,
            body.hp,
            body.max_hp,
            body.power,
            body.poisoned,
            body.regenerating,
            u8::from(monster.venomous),
            u8::from(body.alive)
        )?;
    }
    writeln!(out, "{}", level.items.len())?;
    for lying in &level.items {
        writeln!(out, "{} {} {}", item_fields(lying.item), lying.pos.x, lying.pos.y)?;
    }
    Ok(())
}
