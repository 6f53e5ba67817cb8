//! Messages (Part 5 on) with mistakes.

use super::{KnownMistake, Mistake, MistakenGame, exchanged, pairs, parts};
use crate::event::Event;
use crate::game::Game;
use crate::part::Part;

mistakes! {
    /// A mistake in what is said.
    SayMistake as Say {
        /// This message is missing: an index into the table below.
        Missing(usize),
        /// A sound is missing: an index into the table of sounds.
        Silent(usize),
        /// Two sounds stand for each other.
        SoundsExchanged(usize, usize),
    }
    NamesSwapped MELEE "message-names" "the message of a blow swaps attacker and defender (attack)"
    DeathFirst MELEE "message-order" "the message of a death comes before that of the blow (attack)"
    HpBefore TITLE "message-numbers" "the message of a blow has the hp before it, not after (attack)"
    HpNegative TITLE "message-numbers" "the message of a blow has hp below 0, not at least 0 (attack)"
    DepthFromZero FLOORS "message-numbers" "the message of going down counts the depth from 0 (Game::descend)"
}

/// A message that can be missing.
struct Message {
    words: &'static str,
    /// The function of the series that writes it.
    function: &'static str,
    exists: fn(Part) -> bool,
    is: fn(&Event) -> bool,
}

/// Declares the messages: the event, the parts that have it, the function that writes it, and words for it.
macro_rules! messages {
    ($($event:ident $(($field:tt))? $({ $fields:tt })? $parts:ident $function:literal $words:literal)*) => {
        const MESSAGES: &[Message] = &[$(Message {
            words: $words,
            function: $function,
            exists: parts::$parts,
            is: |event| matches!(event, Event::$event $(($field))? $({ $fields })?),
        }),*];
    };
}

messages! {
    Hit { .. } MELEE "attack" "a blow"
    Died(_) MELEE "attack" "a death"
    PickedUp(_) ITEMS "Game::pickUpHere" "an item picked up"
    Quaffed(_) ITEMS "Game::quaff" "a potion drunk"
    Healed { .. } ITEMS "Game::applyPotion" "the effect of healing"
    SwallowedPoison { .. } ITEMS "Game::applyPotion" "the effect of poison"
    Strengthened(_) ITEMS "Game::applyPotion" "the effect of strength"
    IdentifiedPotion(_) ITEMS "Game::quaff" "a potion identified"
    Wielded(_) EQUIPMENT "Game::equip" "a weapon wielded"
    Donned(_) EQUIPMENT "Game::equip" "armour donned"
    BeganRegenerating STATUSES "Game::applyPotion" "the effect of regeneration"
    VenomousBite(_) STATUSES "Game::monstersAct" "a venomous bite"
    Poisoned { .. } STATUSES "Game::tickStatuses" "a turn of poison"
    Succumbed(_) STATUSES "Game::tickStatuses" "a death by poison"
    NoStairs FLOORS "Game::descend" "missing stairs"
    Descended(_) FLOORS "Game::descend" "the way down"
    Read(_) SCROLLS "Game::readScroll" "a scroll read"
    Fizzled SCROLLS "Game::readScroll" "a scroll without a target"
    Blasted { .. } SCROLLS "Game::zap" "damage by magic"
    Destroyed(_) SCROLLS "Game::zap" "a death by magic"
    IdentifiedScroll(_) SCROLLS "Game::readScroll" "a scroll identified"
    RunStarted HUD "Game::newGame" "a new run"
    SeizedAmulet { .. } AMULETS "Game::pickUpHere" "an amulet"
    Won AMULETS "Game::pickUpHere" "the win"
}

/// Returns the function of the series that reports an event.
pub(in crate::verify) fn function(event: &Event) -> &'static str {
    let message = MESSAGES.iter().find(|message| (message.is)(event));
    message.map_or_else(
        || if matches!(event, Event::Saved | Event::SaveFailed { .. }) { "Game::save" } else { "Game::load" },
        |message| message.function,
    )
}

/// The sounds of Part 16, by their names in [`effect`](crate::sound::effect).
const SOUNDS: [&str; 6] = ["hit", "pickup", "descend", "zap", "die", "win"];

/// Returns the mistakes of a part that come in families.
pub(super) fn families(part: Part) -> Vec<KnownMistake> {
    let missing = MESSAGES.iter().enumerate().filter(|(_, message)| (message.exists)(part));
    let missing = missing.map(|(index, Message { words, function, .. })| {
        let text = format!("there is no message for {words} ({function})");
        KnownMistake::new(SayMistake::Missing(index), "message-missing", text)
    });
    let mut all: Vec<KnownMistake> = missing.collect();
    if part.has_hud() {
        all.extend(SOUNDS.iter().enumerate().map(|(sound, name)| {
            let text = format!("the sound {name} is missing (Sound)");
            KnownMistake::new(SayMistake::Silent(sound), "sound-missing", text)
        }));
        all.extend(pairs(SOUNDS.len()).map(|(a, b)| {
            let [one, other] = [a, b].map(|sound| SOUNDS[sound]);
            let text = format!("the sounds {one} and {other} are exchanged (Sound)");
            KnownMistake::new(SayMistake::SoundsExchanged(a, b), "sounds-exchanged", text)
        }));
    }
    all
}

impl SayMistake {
    /// Returns true if it is in messages or sounds alone, which the game does not depend on.
    pub(super) const fn is_only_said(self) -> bool {
        matches!(self, SayMistake::Missing(_) | SayMistake::Silent(_) | SayMistake::SoundsExchanged(..))
    }

    /// Changes the messages and sounds among the lines of a block.
    pub(super) fn change_lines(self, game: &Game, lines: &mut Vec<String>) {
        let sound_of = |line: &str| {
            let name = line.strip_prefix("sound ")?;
            SOUNDS.iter().position(|sound| *sound == name)
        };
        match self {
            SayMistake::Missing(index) => {
                for event in game.events.iter().filter(|event| (MESSAGES[index].is)(event)) {
                    let unwritten = event.message(game.part).map(|text| format!("log {text}"));
                    if let Some(at) = lines.iter().position(|line| Some(line) == unwritten.as_ref()) {
                        lines.remove(at);
                    }
                }
            }
            SayMistake::Silent(sound) => lines.retain(|line| sound_of(line) != Some(sound)),
            SayMistake::SoundsExchanged(a, b) => {
                for line in lines {
                    if let Some(sound) = sound_of(line) {
                        *line = format!("sound {}", SOUNDS[exchanged(sound, [a, b])]);
                    }
                }
            }
            // These change the events.
            SayMistake::NamesSwapped
            | SayMistake::DeathFirst
            | SayMistake::HpBefore
            | SayMistake::HpNegative
            | SayMistake::DepthFromZero => {}
        }
    }
}

impl MistakenGame {
    /// Reports an event as the mistaken program does.
    pub(super) fn say(&mut self, event: Event) {
        let event = match (self.either(|mistake| matches!(mistake, Mistake::Say(_))), event) {
            (Mistake::Say(SayMistake::Missing(index)), event) if (MESSAGES[index].is)(&event) => {
                // Its sound still plays.
                self.game.events.push(event);
                return;
            }
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
