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
}

impl Event {
    /// Returns the event's message.
    pub fn text(&self) -> Option<String> {
        Some(match self {
            Event::Hit { attacker, defender, damage, left } => {
                format!("{attacker} hits {defender} for {damage}. ({defender}: {left} hp)")
            }
            Event::Died(name) => format!("{name} dies."),
        })
    }
}
