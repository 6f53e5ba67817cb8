//! What happened in a turn, and the messages that tell it (Part 5 on).
//!
//! Where the original writes a message, the rules report an [`Event`]. This file has the words.

/// Something that happened. `damage` is the hit points lost; `hp` and `left` are those left, at least 0.
#[derive(Clone, Debug)]
pub enum Event {
    /// An attack hit (`attack`).
    Hit { attacker: &'static str, defender: &'static str, damage: i32, left: i32 },
    /// The defender of this name died of an attack (`attack`).
    Died(&'static str),
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
}

impl Event {
    /// Returns the event's message.
    pub fn text(&self) -> Option<String> {
        Some(match self {
            Event::Hit { attacker, defender, damage, left } => {
                format!("{attacker} hits {defender} for {damage}. ({defender}: {left} hp)")
            }
            Event::Died(name) => format!("{name} dies."),

            Event::PickedUp(item) => format!("You pick up a {item}."),
            Event::Quaffed(potion) => format!("You quaff the {potion}."),
            Event::Healed { hp, max_hp } => format!("A warm glow spreads through you. (HP {hp}/{max_hp})"),
            Event::SwallowedPoison => "Your veins burn — poison!".to_owned(),
            Event::Strengthened(power) => format!("Your muscles swell. (power {power})"),
            Event::IdentifiedPotion(name) => format!("It was {name}!"),

            Event::Wielded(weapon) => format!("You wield the {weapon}."),
            Event::Donned(armour) => format!("You don the {armour}."),

            Event::BeganRegenerating => "Your wounds begin to knit closed.".to_owned(),
            Event::VenomousBite(name) => format!("{name}'s bite is venomous!"),
            Event::Poisoned { name, left } => format!("{name} is wracked by poison. (hp {left})"),
            Event::Succumbed(name) => format!("{name} succumbs to poison."),
        })
    }
}
