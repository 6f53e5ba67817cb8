//! What a mistaken game tells: the words of each message, and its sound.

use crate::part::Part;
use crate::player;
use crate::sound::Sound;

/// Something that happened. `damage` is the hit points lost; `hp` and `left` are those left, at least 0.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the fields are explained above")]
pub enum Event {
    /// An attack hit (`attack`).
    Hit { attacker: &'static str, defender: &'static str, damage: i32, left: i32 },
    /// The defender of this name died of an attack (`attack`).
    Died(&'static str),
    /// Part 16: the turn ended with the player dead (`endPlayerTurn`, which plays a sound there).
    PlayerDied,

    /// Part 8: an item of this name went into the pack (`pickUpHere`).
    PickedUp(String),
    /// Part 8: a potion of this name was drunk (`quaff`, and so the next four).
    Quaffed(String),
    /// Part 8: a healing potion worked.
    Healed { hp: i32, max_hp: i32 },
    /// Part 8: a poison potion worked.
    SwallowedPoison { left: i32 },
    /// Part 8: a strength potion worked. The number is the power now.
    Strengthened(i32),
    /// Part 8: a potion was identified as this.
    IdentifiedPotion(String),

    /// Part 9: a weapon of this name is wielded now (`equip`).
    Wielded(&'static str),
    /// Part 9: armour of this name is worn now (`equip`).
    Donned(&'static str),

    /// Part 10: a regeneration potion worked (`quaff`).
    BeganRegenerating,
    /// Part 10: a bite of this monster poisoned the player (`monstersAct`).
    VenomousBite(&'static str),
    /// Part 10: poison took a hit point (`tickStatuses`).
    Poisoned { name: &'static str, left: i32 },
    /// Part 10: the player or monster of this name died of poison (`tickStatuses`).
    Succumbed(&'static str),

    /// Part 11: the player wanted to go down where there are no stairs (`descend`).
    NoStairs,
    /// Part 11: the player went down to this depth, counted from 1 (`descend`).
    Descended(usize),

    /// Part 13: a scroll of this name was read (`readScroll`).
    Read(String),
    /// Part 13: a scroll found no monster in view (`readScroll`).
    Fizzled,
    /// Part 13: a scroll hurt a monster (`zap`).
    Blasted { name: &'static str, damage: i32, left: i32 },
    /// Part 13: the monster of this name died of a scroll (`zap`).
    Destroyed(&'static str),
    /// Part 13: a scroll was identified as this (`readScroll`).
    IdentifiedScroll(String),

    /// Part 16: a run began (`newGame`).
    RunStarted,

    /// Part 17: an amulet was picked up (`pickUpHere`): the amulets held now, of those that win.
    SeizedAmulet { held: u32, of: u32 },
    /// Part 17: that was the last amulet (`pickUpHere`).
    Won,
}

impl Event {
    /// Returns the event's message. From Part 16 on some events have none.
    pub fn text(&self, part: Part) -> Option<String> {
        Some(match self {
            // Quirk: the player is called You, and the verb stays that of a monster: `You hits the rat.`
            Event::Hit { attacker, defender, damage, .. } if part.has_hud() => {
                format!("{attacker} hits {defender} for {damage}.")
            }
            Event::Hit { attacker, defender, damage, left } => {
                format!("{attacker} hits {defender} for {damage}. ({defender}: {left} hp)")
            }
            Event::Died(name) => format!("{name} dies."),
            // The death screen tells it.
            Event::PlayerDied => return None,

            Event::PickedUp(item) => format!("You pick up a {item}."),
            Event::Quaffed(potion) => format!("You quaff the {potion}."),
            Event::Healed { hp, max_hp } if part.has_hud() => {
                format!("A warm glow restores you. (HP {hp}/{max_hp})")
            }
            Event::Healed { hp, max_hp } => format!("A warm glow spreads through you. (HP {hp}/{max_hp})"),
            Event::SwallowedPoison { .. } if part.has_statuses() => "Your veins burn — poison!".to_owned(),
            Event::SwallowedPoison { left } if part.has_equipment() => {
                format!("You retch — poison! (HP {left})")
            }
            Event::SwallowedPoison { left } => format!("You retch — it was poison! (HP {left})"),
            Event::Strengthened(power) => format!("Your muscles swell. (power {power})"),
            Event::IdentifiedPotion(name) => format!("It was {name}!"),

            Event::Wielded(weapon) => format!("You wield the {weapon}."),
            Event::Donned(armour) => format!("You don the {armour}."),

            Event::BeganRegenerating if part.has_hud() => "Your wounds begin to close.".to_owned(),
            Event::BeganRegenerating => "Your wounds begin to knit closed.".to_owned(),
            Event::VenomousBite(name) => format!("{name}'s bite is venomous!"),
            // The log tells of the player's poison only, not of a monster's.
            Event::Poisoned { name, .. } if part.has_hud() && *name != player::NAME => return None,
            Event::Poisoned { left, .. } if part.has_hud() => format!("Poison gnaws at you. (hp {left})"),
            Event::Poisoned { name, left } => format!("{name} is wracked by poison. (hp {left})"),
            Event::Succumbed(name) => format!("{name} succumbs to poison."),

            Event::NoStairs => "There are no stairs here.".to_owned(),
            Event::Descended(depth) => format!("You descend to depth {depth}."),

            Event::Read(scroll) => format!("You read the {scroll}."),
            Event::Fizzled if part.has_hud() => "The magic fades — nothing in sight.".to_owned(),
            Event::Fizzled => "The magic crackles and fades — nothing in sight.".to_owned(),
            Event::Blasted { name, damage, .. } if part.has_saves() => {
                format!("{name} is blasted for {damage}.")
            }
            Event::Blasted { name, damage, left } => {
                format!("{name} is blasted for {damage}. ({name}: {left} hp)")
            }
            Event::Destroyed(name) => format!("{name} is destroyed."),
            Event::IdentifiedScroll(name) => format!("It was a {name}!"),

            Event::RunStarted if part.has_amulets() => {
                "Recover the three Amulets of SDL from the deep. Descend with >.".to_owned()
            }
            Event::RunStarted => "You enter the dungeon. Good luck.".to_owned(),

            Event::SeizedAmulet { held, of } => format!("You seize an Amulet of SDL!  ({held}/{of})"),
            Event::Won => "All three Amulets are yours — you have won!".to_owned(),
        })
    }

    /// Returns the event's sound, if it has one.
    pub fn effect(&self) -> Option<fn(&mut Sound)> {
        match self {
            Event::Hit { .. } => Some(Sound::hit),
            Event::PickedUp(_) => Some(Sound::pickup),
            Event::Descended(_) => Some(Sound::descend),
            Event::Read(_) => Some(Sound::zap),
            Event::PlayerDied => Some(Sound::die),
            Event::SeizedAmulet { .. } => Some(Sound::win),
            _ => None,
        }
    }
}
