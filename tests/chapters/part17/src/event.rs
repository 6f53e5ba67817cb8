//! What happened in a turn, and the messages that tell it (Part 5 on).
//!
//! Where the original writes a message, the rules report an [`Event`]. This file has the words.

use crate::player;

/// Something that happened. `damage` is the hit points lost; `hp` and `left` are those left, at least 0.
#[derive(Clone, Debug)]
pub enum Event {
    /// An attack hit (`attack`).
    Hit { attacker: &'static str, defender: &'static str, damage: i32 },
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
    SwallowedPoison,
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
    Blasted { name: &'static str, damage: i32 },
    /// Part 13: the monster of this name died of a scroll (`zap`).
    Destroyed(&'static str),
    /// Part 13: a scroll was identified as this (`readScroll`).
    IdentifiedScroll(String),

    /// Part 15: the run was saved (`save`).
    Saved,
    /// Part 15: the run could not be saved (`save`).
    SaveFailed,
    /// Part 15: a saved run was loaded (`load`).
    Loaded,
    /// Part 15: there is no saved run (`load`).
    NoSave,
    /// Part 15: the saved run cannot be loaded (`load`).
    BadSave,

    /// Part 16: a run began (`newGame`).
    RunStarted,

    /// Part 17: an amulet was picked up (`pickUpHere`): the amulets held now, of those that win.
    SeizedAmulet { held: u32, of: u32 },
    /// Part 17: that was the last amulet (`pickUpHere`).
    Won,
}

impl Event {
    /// Returns the event's message. From Part 16 on some events have none.
    pub fn text(&self) -> Option<String> {
        Some(match self {
            // Quirk: the player is called You, and the verb stays that of a monster: `You hits the rat.`
            Event::Hit { attacker, defender, damage, .. } => {
                format!("{attacker} hits {defender} for {damage}.")
            }
            Event::Died(name) => format!("{name} dies."),
            Event::PlayerDied => return None, // The death screen tells it

            Event::PickedUp(item) => format!("You pick up a {item}."),
            Event::Quaffed(potion) => format!("You quaff the {potion}."),
            Event::Healed { hp, max_hp } => format!("A warm glow restores you. (HP {hp}/{max_hp})"),
            Event::SwallowedPoison => "Your veins burn — poison!".to_owned(),
            Event::Strengthened(power) => format!("Your muscles swell. (power {power})"),
            Event::IdentifiedPotion(name) => format!("It was {name}!"),

            Event::Wielded(weapon) => format!("You wield the {weapon}."),
            Event::Donned(armour) => format!("You don the {armour}."),

            Event::BeganRegenerating => "Your wounds begin to close.".to_owned(),
            Event::VenomousBite(name) => format!("{name}'s bite is venomous!"),
            // The log tells of the player's poison only, not of a monster's.
            Event::Poisoned { name, .. } if *name != player::NAME => return None,
            Event::Poisoned { left, .. } => format!("Poison gnaws at you. (hp {left})"),
            Event::Succumbed(name) => format!("{name} succumbs to poison."),

            Event::NoStairs => "There are no stairs here.".to_owned(),
            Event::Descended(depth) => format!("You descend to depth {depth}."),

            Event::Read(scroll) => format!("You read the {scroll}."),
            Event::Fizzled => "The magic fades — nothing in sight.".to_owned(),
            Event::Blasted { name, damage, .. } => format!("{name} is blasted for {damage}."),
            Event::Destroyed(name) => format!("{name} is destroyed."),
            Event::IdentifiedScroll(name) => format!("It was a {name}!"),

            Event::Saved => "Game saved.".to_owned(),
            Event::SaveFailed => "Could not save.".to_owned(),
            Event::Loaded => "Game loaded.".to_owned(),
            Event::NoSave => "No save found.".to_owned(),
            Event::BadSave => "Bad save file.".to_owned(),

            Event::RunStarted => "Recover the three Amulets of SDL from the deep. Descend with >.".to_owned(),

            Event::SeizedAmulet { held, of } => format!("You seize an Amulet of SDL!  ({held}/{of})"),
            Event::Won => "All three Amulets are yours — you have won!".to_owned(),
        })
    }
}
