//! Messages (Part 5 on) with mistakes.

use super::event::Event;
use super::{KnownMistake, Mistake, MistakenGame, exchanged, pairs, parts};
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
    /// Its texts, with `*` for what differs, and `|` between two of them.
    texts: &'static str,
}

impl Message {
    /// Returns true if a text is one of these.
    fn is(&self, text: &str) -> bool {
        self.texts.split('|').any(|pattern| {
            let (start, rest) = pattern.split_once('*').unwrap_or((pattern, ""));
            let Some(mut text) = text.strip_prefix(start) else { return false };
            let (middle, end) = rest.rsplit_once('*').unwrap_or(("", rest));
            if !middle.is_empty() {
                let Some(at) = text.find(middle) else { return false };
                text = &text[at + middle.len()..];
            }
            if pattern.contains('*') { text.ends_with(end) } else { text.is_empty() }
        })
    }
}

/// Declares the messages: the texts, the parts that have them, the function that writes them, and words for
/// them.
macro_rules! messages {
    ($($texts:literal $parts:ident $function:literal $words:literal)*) => {
        const MESSAGES: &[Message] = &[$(Message {
            words: $words,
            function: $function,
            exists: parts::$parts,
            texts: $texts,
        }),*];
    };
}

messages! {
    "* hits *" MELEE "attack" "a blow"
    "* dies." MELEE "attack" "a death"
    "You pick up a *" ITEMS "Game::pickUpHere" "an item picked up"
    "You quaff the *" ITEMS "Game::quaff" "a potion drunk"
    "A warm glow *" ITEMS "Game::applyPotion" "the effect of healing"
    "You retch *|Your veins burn *" ITEMS "Game::applyPotion" "the effect of poison"
    "Your muscles swell.*" ITEMS "Game::applyPotion" "the effect of strength"
    "It was potion *" ITEMS "Game::quaff" "a potion identified"
    "You wield the *" EQUIPMENT "Game::equip" "a weapon wielded"
    "You don the *" EQUIPMENT "Game::equip" "armour donned"
    "Your wounds begin to *" STATUSES "Game::applyPotion" "the effect of regeneration"
    "*'s bite is venomous!" STATUSES "Game::monstersAct" "a venomous bite"
    "* is wracked by poison.*|Poison gnaws at you.*" STATUSES "Game::tickStatuses" "a turn of poison"
    "* succumbs to poison." STATUSES "Game::tickStatuses" "a death by poison"
    "There are no stairs here." FLOORS "Game::descend" "missing stairs"
    "You descend to depth *" FLOORS "Game::descend" "the way down"
    "You read the *" SCROLLS "Game::readScroll" "a scroll read"
    "The magic *" SCROLLS "Game::readScroll" "a scroll without a target"
    "* is blasted for *" SCROLLS "Game::zap" "damage by magic"
    "* is destroyed." SCROLLS "Game::zap" "a death by magic"
    "It was a *" SCROLLS "Game::readScroll" "a scroll identified"
    "You enter the dungeon.*|Recover the three *" HUD "Game::newGame" "a new run"
    "You seize an Amulet *" AMULETS "Game::pickUpHere" "an amulet"
    "All three Amulets *" AMULETS "Game::pickUpHere" "the win"
}

/// Returns the function of the series that writes a message.
pub(in crate::verify) fn function(text: &str) -> &'static str {
    let message = MESSAGES.iter().find(|message| message.is(text));
    message
        .map_or(if text == "Game saved." { "Game::save" } else { "Game::load" }, |message| message.function)
}

/// The sounds of Part 16, by their names in traces.
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
    pub(super) fn change_lines(self, lines: &mut Vec<String>) {
        let sound_of = |line: &str| {
            let name = line.strip_prefix("sound ")?;
            SOUNDS.iter().position(|sound| *sound == name)
        };
        match self {
            SayMistake::Missing(index) => {
                lines.retain(|line| !line.strip_prefix("log ").is_some_and(|text| MESSAGES[index].is(text)))
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
        let part = self.game.part;
        if part.has_hud()
            && let Some(effect) = event.effect()
        {
            effect(&mut self.game.sound);
        }
        let said = self.either(|mistake| matches!(mistake, Mistake::Say(_)));
        let event = match (said, event) {
            (Mistake::Say(SayMistake::NamesSwapped), Event::Hit { attacker, defender, damage, left }) => {
                Event::Hit { attacker: defender, defender: attacker, damage, left }
            }
            (Mistake::Say(SayMistake::DepthFromZero), Event::Descended(depth)) => Event::Descended(depth - 1),
            (_, event) => event,
        };
        let Some(text) = event.text(part) else { return };
        if let Mistake::Say(SayMistake::Missing(index)) = said
            && MESSAGES[index].is(&text)
        {
            return;
        }
        self.game.log.add(text);
    }

    /// Reports events in their order.
    pub(super) fn say_all(&mut self, mut events: Vec<Event>) {
        if self.mistake == Mistake::Say(SayMistake::DeathFirst) {
            events.reverse();
        }
        events.into_iter().for_each(|event| self.say(event));
    }
}
