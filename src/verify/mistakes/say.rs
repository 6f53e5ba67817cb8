//! Messages (Part 5 on) with mistakes.

use super::{Mistake, MistakenGame};
use crate::event::Event;
use crate::part::Part;

/// A mistake in what is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SayMistake {
    /// This message is missing: an index into the table below.
    Missing(usize),
    /// The names of attacker and defender are swapped.
    NamesSwapped,
    /// The message of a death comes before that of the blow.
    DeathFirst,
    /// The message of a blow has the hit points before it.
    HpBefore,
    /// The message of a blow has hit points below 0.
    HpNegative,
    /// The message of going down counts the depth from 0.
    DepthFromZero,
    /// A sound is missing: an index into the table of sounds.
    Silent(usize),
    /// Two sounds stand for each other.
    SoundsExchanged(usize, usize),
}

/// A message that can be missing.
struct Message {
    words: &'static str,
    exists: fn(Part) -> bool,
    is: fn(&Event) -> bool,
}

const fn message(words: &'static str, exists: fn(Part) -> bool, is: fn(&Event) -> bool) -> Message {
    Message { words, exists, is }
}

const MESSAGES: &[Message] = &[
    message("a blow (attack)", Part::has_melee, |event| matches!(event, Event::Hit { .. })),
    message("a death (attack)", Part::has_melee, |event| matches!(event, Event::Died(_))),
    message("an item picked up (Game::pickUpHere)", Part::has_items, |event| {
        matches!(event, Event::PickedUp(_))
    }),
    message("a potion drunk (Game::quaff)", Part::has_items, |event| matches!(event, Event::Quaffed(_))),
    message("the effect of healing (Game::applyPotion)", Part::has_items, |event| {
        matches!(event, Event::Healed { .. })
    }),
    message("the effect of poison (Game::applyPotion)", Part::has_items, |event| {
        matches!(event, Event::SwallowedPoison { .. })
    }),
    message("the effect of strength (Game::applyPotion)", Part::has_items, |event| {
        matches!(event, Event::Strengthened(_))
    }),
    message("a potion identified (Game::quaff)", Part::has_items, |event| {
        matches!(event, Event::IdentifiedPotion(_))
    }),
    message("a weapon wielded (Game::equip)", Part::has_equipment, |event| {
        matches!(event, Event::Wielded(_))
    }),
    message("armour donned (Game::equip)", Part::has_equipment, |event| matches!(event, Event::Donned(_))),
    message("the effect of regeneration (Game::applyPotion)", Part::has_statuses, |event| {
        matches!(event, Event::BeganRegenerating)
    }),
    message("a venomous bite (Game::monstersAct)", Part::has_statuses, |event| {
        matches!(event, Event::VenomousBite(_))
    }),
    message("a turn of poison (Game::tickStatuses)", Part::has_statuses, |event| {
        matches!(event, Event::Poisoned { .. })
    }),
    message("a death by poison (Game::tickStatuses)", Part::has_statuses, |event| {
        matches!(event, Event::Succumbed(_))
    }),
    message("missing stairs (Game::descend)", Part::has_floors, |event| matches!(event, Event::NoStairs)),
    message("the way down (Game::descend)", Part::has_floors, |event| matches!(event, Event::Descended(_))),
    message("a scroll read (Game::readScroll)", Part::has_scrolls, |event| matches!(event, Event::Read(_))),
    message("a scroll without a target (Game::readScroll)", Part::has_scrolls, |event| {
        matches!(event, Event::Fizzled)
    }),
    message("damage by magic (Game::zap)", Part::has_scrolls, |event| matches!(event, Event::Blasted { .. })),
    message("a death by magic (Game::zap)", Part::has_scrolls, |event| matches!(event, Event::Destroyed(_))),
    message("a scroll identified (Game::readScroll)", Part::has_scrolls, |event| {
        matches!(event, Event::IdentifiedScroll(_))
    }),
    message("a new run (Game::newGame)", Part::has_hud, |event| matches!(event, Event::RunStarted)),
    message("an amulet (Game::pickUpHere)", Part::has_amulets, |event| {
        matches!(event, Event::SeizedAmulet(_))
    }),
    message("the win (Game::pickUpHere)", Part::has_amulets, |event| matches!(event, Event::Won)),
];

/// Returns the mistakes of a part.
pub(super) fn all(part: Part) -> impl Iterator<Item = (Mistake, &'static str, String)> {
    let missing = MESSAGES.iter().enumerate().filter(move |(_, message)| (message.exists)(part));
    let missing = missing.map(|(index, message)| {
        (
            Mistake::Say(SayMistake::Missing(index)),
            "message-missing",
            format!("there is no message for {}", message.words),
        )
    });
    let others = [
        (
            SayMistake::NamesSwapped,
            "message-names",
            "the message of a blow swaps attacker and defender (attack)",
        ),
        (
            SayMistake::DeathFirst,
            "message-order",
            "the message of a death comes before that of the blow (attack)",
        ),
    ];
    let others =
        others.into_iter().map(|(mistake, name, text)| (Mistake::Say(mistake), name, text.to_owned()));
    let numbers = [
        (SayMistake::HpBefore, "the message of a blow has the hp before it, not after (attack)"),
        (SayMistake::HpNegative, "the message of a blow has hp below 0; it should have at least 0 (attack)"),
    ];
    let numbers = numbers.into_iter().filter(move |_| part.has_melee() && !part.has_hud());
    let depth =
        (SayMistake::DepthFromZero, "the message of going down counts the depth from 0 (Game::descend)");
    let numbers = numbers.chain(Some(depth).filter(|_| part.has_floors()));
    let numbers = numbers.map(|(mistake, text)| (Mistake::Say(mistake), "message-numbers", text.to_owned()));
    let silent = (0..SOUNDS.len()).map(|sound| {
        (
            Mistake::Say(SayMistake::Silent(sound)),
            "sound-missing",
            format!("the sound {} is missing (Sound)", SOUNDS[sound]),
        )
    });
    let pairs = (0..SOUNDS.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
    let exchanged = pairs.map(|(a, b)| {
        let text = format!("the sounds {} and {} are exchanged (Sound)", SOUNDS[a], SOUNDS[b]);
        (Mistake::Say(SayMistake::SoundsExchanged(a, b)), "sounds-exchanged", text)
    });
    let sounds = silent.chain(exchanged).filter(move |_| part.has_amulets());
    missing.chain(others.filter(move |_| part.has_melee())).chain(numbers).chain(sounds)
}

/// The sounds of Part 17.
const SOUNDS: [&str; 6] = ["hit", "pickup", "descend", "zap", "die", "win"];

impl SayMistake {
    /// Returns true if it is in sounds alone, of which the game knows nothing.
    pub(super) const fn is_of_sounds(self) -> bool {
        matches!(self, SayMistake::Silent(_) | SayMistake::SoundsExchanged(..))
    }

    /// Changes the sounds among the lines of a block.
    pub(super) fn change_sounds(self, lines: &mut Vec<String>) {
        let is = |line: &str, sound: usize| line.strip_prefix("sound ") == Some(SOUNDS[sound]);
        match self {
            SayMistake::Silent(sound) => lines.retain(|line| !is(line, sound)),
            SayMistake::SoundsExchanged(a, b) => {
                for line in lines.iter_mut().filter(|line| line.starts_with("sound ")) {
                    let other = if is(line, a) {
                        b
                    } else if is(line, b) {
                        a
                    } else {
                        continue;
                    };
                    *line = format!("sound {}", SOUNDS[other]);
                }
            }
            _ => {}
        }
    }
}

impl MistakenGame {
    /// Reports an event as the mistaken program does.
    pub(super) fn say(&mut self, event: Event) {
        let event = match (self.either(|mistake| matches!(mistake, Mistake::Say(_))), event) {
            (Mistake::Say(SayMistake::Missing(index)), event) if (MESSAGES[index].is)(&event) => return,
            (Mistake::Say(SayMistake::NamesSwapped), Event::Hit { attacker, defender, damage, left }) => {
                Event::Hit { attacker: defender, defender: attacker, damage, left }
            }
            (Mistake::Say(SayMistake::DepthFromZero), Event::Descended(depth)) => Event::Descended(depth - 1),
            (_, event) => event,
        };
        if self.game.part.has_hud()
            && let Some(text) = event.text(self.game.part)
        {
            self.game.log.add(text);
        }
        self.game.events.push(event);
    }

    /// Reports events in their order.
    pub(super) fn say_all(&mut self, mut events: Vec<Event>) {
        if self.mistake == Mistake::Say(SayMistake::DeathFirst) {
            events.reverse();
        }
        events.into_iter().for_each(|event| self.say(event));
    }
}
