//! What happened, how it is told (Part 5 on), and how it sounds (Part 16 on).
//!
//! The original has no class for this. Here the rules only report events. The chapters change their wording more than once; all
//! of that is here, and so is which event makes which sound. Parts 5 to 15 tell events on standard error, Parts 16 and 17 in the
//! message log.

use crate::part::Part;

/// Something that happened to somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A blow landed, leaving the defender this many hit points.
    Hit {
        /// Who struck.
        attacker: &'static str,
        /// Who was struck.
        defender: &'static str,
        /// Hit points lost.
        damage: i32,
        /// Hit points left, at least 0.
        left: i32,
    },
    /// Somebody died of a blow.
    Died(&'static str),
    /// A venomous monster's bite went through.
    VenomousBite(&'static str),
    /// The player's poison took a hit point.
    PlayerPoisoned {
        /// The player's name.
        name: &'static str,
        /// Hit points left, at least 0.
        left: i32,
    },
    /// A monster's poison took a hit point.
    MonsterPoisoned {
        /// The monster's name.
        name: &'static str,
        /// Hit points left, at least 0.
        left: i32,
    },
    /// Somebody died of poison.
    Succumbed(&'static str),
    /// The turn ended with the player dead.
    PlayerDied,

    /// An item of this name went into the pack.
    PickedUp(String),
    /// A potion of this name was drunk.
    Quaffed(String),
    /// A healing potion worked.
    Healed {
        /// Hit points now.
        hp: i32,
        /// The most possible.
        max_hp: i32,
    },
    /// A poison potion worked; hit points left, at least 0.
    SwallowedPoison(i32),
    /// A strength potion worked; power now.
    Strengthened(i32),
    /// A regeneration potion worked.
    BeganRegenerating,
    /// A potion turned out to be this.
    IdentifiedPotion(String),
    /// A weapon of this name is wielded now.
    Wielded(String),
    /// Armour of this name is worn now.
    Donned(String),

    /// A scroll of this name was read.
    Read(String),
    /// A scroll found nobody in sight.
    Fizzled,
    /// A scroll hurt a monster.
    Blasted {
        /// Whom.
        name: &'static str,
        /// Hit points lost.
        damage: i32,
        /// Hit points left, at least 0.
        left: i32,
    },
    /// A monster died of a scroll.
    Destroyed(&'static str),
    /// A scroll turned out to be this.
    IdentifiedScroll(String),

    /// The way down was sought where there is none.
    NoStairs,
    /// The player went down to this depth, counted from 1.
    Descended(usize),
    /// A run began (told from Part 16 on).
    RunStarted,
    /// An amulet was picked up; so many are held now.
    SeizedAmulet(u32),
    /// That was the last amulet.
    Won,

    /// The run was written to the save file.
    Saved,
    /// It could not be written, and why.
    SaveFailed(String),
    /// A run was read from the save file.
    Loaded,
    /// There is no save file.
    NoSave,
    /// The save file is none that can be played, and why.
    BadSave(String),
}

/// A sound effect (Part 16 on).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sound {
    /// A blow.
    Hit,
    /// An item goes into the pack.
    Pickup,
    /// Down the stairs.
    Descend,
    /// A scroll is read.
    Zap,
    /// The player dies.
    Die,
    /// An amulet is seized.
    Win,
}

impl Sound {
    /// Its name in traces.
    pub const fn name(self) -> &'static str {
        match self {
            Sound::Hit => "hit",
            Sound::Pickup => "pickup",
            Sound::Descend => "descend",
            Sound::Zap => "zap",
            Sound::Die => "die",
            Sound::Win => "win",
        }
    }
}

impl Event {
    /// The message of this part for the event, if it has one.
    pub fn text(&self, part: Part) -> Option<String> {
        let hud = part.has_hud();
        let text = match self {
            // Quirk: the player is called You, and strikes like anybody else: `You hits the rat.`
            Event::Hit { attacker, defender, damage, left } => match hud {
                true => format!("{attacker} hits {defender} for {damage}."),
                false => format!("{attacker} hits {defender} for {damage}. ({defender}: {left} hp)"),
            },
            Event::Died(name) => format!("{name} dies."),
            Event::VenomousBite(name) => format!("{name}'s bite is venomous!"),
            Event::PlayerPoisoned { left, .. } if hud => format!("Poison gnaws at you. (hp {left})"),
            Event::MonsterPoisoned { .. } if hud => return None,
            Event::PlayerPoisoned { name, left } | Event::MonsterPoisoned { name, left } => {
                format!("{name} is wracked by poison. (hp {left})")
            }
            Event::Succumbed(name) => format!("{name} succumbs to poison."),
            Event::PlayerDied => return None,

            Event::PickedUp(item) => format!("You pick up a {item}."),
            Event::Quaffed(potion) => format!("You quaff the {potion}."),
            Event::Healed { hp, max_hp } => match hud {
                true => format!("A warm glow restores you. (HP {hp}/{max_hp})"),
                false => format!("A warm glow spreads through you. (HP {hp}/{max_hp})"),
            },
            Event::SwallowedPoison(_) if part.has_statuses() => "Your veins burn — poison!".to_owned(),
            Event::SwallowedPoison(hp) => match part.has_equipment() {
                true => format!("You retch — poison! (HP {hp})"),
                false => format!("You retch — it was poison! (HP {hp})"),
            },
            Event::Strengthened(power) => format!("Your muscles swell. (power {power})"),
            Event::BeganRegenerating => match hud {
                true => "Your wounds begin to close.".to_owned(),
                false => "Your wounds begin to knit closed.".to_owned(),
            },
            Event::IdentifiedPotion(name) => format!("It was {name}!"),
            Event::Wielded(weapon) => format!("You wield the {weapon}."),
            Event::Donned(armour) => format!("You don the {armour}."),

            Event::Read(scroll) => format!("You read the {scroll}."),
            Event::Fizzled => match hud {
                true => "The magic fades — nothing in sight.".to_owned(),
                false => "The magic crackles and fades — nothing in sight.".to_owned(),
            },
            Event::Blasted { name, damage, left } => match part.has_saves() {
                true => format!("{name} is blasted for {damage}."),
                false => format!("{name} is blasted for {damage}. ({name}: {left} hp)"),
            },
            Event::Destroyed(name) => format!("{name} is destroyed."),
            Event::IdentifiedScroll(name) => format!("It was a {name}!"),

            Event::NoStairs => "There are no stairs here.".to_owned(),
            Event::Descended(depth) => format!("You descend to depth {depth}."),
            Event::RunStarted if part.has_amulets() => {
                "Recover the three Amulets of SDL from the deep. Descend with >.".to_owned()
            }
            Event::RunStarted if hud => "You enter the dungeon. Good luck.".to_owned(),
            Event::RunStarted => return None,
            Event::SeizedAmulet(held) => format!("You seize an Amulet of SDL!  ({held}/3)"),
            Event::Won => "All three Amulets are yours — you have won!".to_owned(),

            // Part 15 answers in the title alone.
            Event::Saved | Event::SaveFailed(_) | Event::Loaded | Event::NoSave | Event::BadSave(_) => {
                return self.notice().filter(|_| hud).map(str::to_owned);
            }
        };
        Some(text)
    }

    /// What saving and loading answer: in the title in Part 15, in the log later.
    pub const fn notice(&self) -> Option<&'static str> {
        match self {
            Event::Saved => Some("Game saved."),
            Event::SaveFailed(_) => Some("Could not save."),
            Event::Loaded => Some("Game loaded."),
            Event::NoSave => Some("No save found."),
            Event::BadSave(_) => Some("Bad save file."),
            _ => None,
        }
    }

    /// Why saving or loading failed, for standard error.
    pub fn problem(&self) -> Option<&str> {
        match self {
            Event::SaveFailed(reason) | Event::BadSave(reason) => Some(reason),
            _ => None,
        }
    }

    /// The sound of this part for the event, if it has one.
    pub const fn sound(&self, part: Part) -> Option<Sound> {
        if !part.has_hud() {
            return None;
        }
        match self {
            Event::Hit { .. } => Some(Sound::Hit),
            Event::PickedUp(_) => Some(Sound::Pickup),
            Event::Descended(_) => Some(Sound::Descend),
            Event::Read(_) => Some(Sound::Zap),
            Event::PlayerDied => Some(Sound::Die),
            Event::SeizedAmulet(_) => Some(Sound::Win),
            _ => None,
        }
    }
}
