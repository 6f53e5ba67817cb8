//! Results of the last key: messages, sounds, and whether F5 or F9 worked. Everything else is seen by
//! comparing the game with what was known before.

use crate::game::{Game, SaveResult};
use crate::monster::KINDS;
use crate::player;
use crate::sound::{Sound, Tone};

/// Returns the messages of the last key, as the original prints or logs them (Part 5 on).
pub fn messages(game: &Game) -> &[String] {
    &game.log.new
}

/// Returns the texts that the last key gave the player: the messages, or the result of F5 or F9 in the title
/// of Part 15.
pub fn texts(game: &Game) -> impl Iterator<Item = &str> {
    let is_in_title = game.save_result().is_some() && !game.part().has_hud();
    messages(game).iter().map(String::as_str).chain(is_in_title.then(|| game.title()))
}

/// Returns true if the last key loaded a run.
pub fn has_loaded(game: &Game) -> bool {
    game.save_result() == Some(&SaveResult::Loaded)
}

/// Returns true if the last key saved the run.
pub fn has_saved(game: &Game) -> bool {
    game.save_result() == Some(&SaveResult::Saved)
}

/// Returns why the last key could not save or load, if it could not.
pub fn problem(game: &Game) -> Option<&str> {
    match game.save_result()? {
        SaveResult::SaveFailed(reason) | SaveResult::BadSave(reason) => Some(reason),
        SaveResult::Saved | SaveResult::Loaded | SaveResult::NoSave => None,
    }
}

/// The names of the attacker and the defender of a blow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Blow {
    pub attacker: &'static str,
    pub defender: &'static str,
}

/// Returns the attacks of the last key in their order, which only the messages show. Monsters attack only the
/// player, so the player takes part in each.
pub fn blows(game: &Game) -> impl DoubleEndedIterator<Item = Blow> {
    messages(game).iter().filter_map(|message| blow(message))
}

fn blow(message: &str) -> Option<Blow> {
    let (attacker, rest) = message.split_once(" hits ")?;
    let (defender, _) = rest.split_once(" for ")?;
    Some(Blow { attacker: name(attacker)?, defender: name(defender)? })
}

/// How messages begin that report lost hit points, other than those of blows and of poison in each turn.
const HARMS: [&str; 2] = ["You is wracked by poison.", "You retch"];
const POISON: &str = "Poison gnaws at you.";
/// How messages end that report the death of a monster, whose name they begin with.
const KILLS: [&str; 2] = [" dies.", " is destroyed."];
/// How the message about an amulet begins.
const AMULET: &str = "You seize an Amulet";

/// The subject of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The player loses hit points to an attack or a potion.
    Harm,
    /// The player loses a hit point to poison, as in the turns before and after.
    Poison,
    /// A monster dies.
    Kill,
    /// The player takes an amulet.
    Amulet,
    /// Anything else.
    Other,
}

/// Returns the subject of a message.
pub fn subject(message: &str) -> Subject {
    let is_attack = || blow(message).is_some_and(|blow| blow.defender == player::NAME);
    let dies =
        || KILLS.iter().any(|end| message.strip_suffix(end).is_some_and(|dying| name(dying).is_some()));
    match message {
        _ if message.starts_with(POISON) => Subject::Poison,
        _ if is_attack() || HARMS.iter().any(|begin| message.starts_with(begin)) => Subject::Harm,
        _ if message.starts_with(AMULET) => Subject::Amulet,
        _ if dies() => Subject::Kill,
        _ => Subject::Other,
    }
}

/// Returns the name of the player or of a monster that a message begins or goes on with.
fn name(text: &str) -> Option<&'static str> {
    let mut names = KINDS.iter().map(|kind| kind.name).chain([player::NAME]);
    names.find(|name| *name == text)
}

/// The sound effects (Part 16 on), by their names in traces: those of their functions.
pub const EFFECTS: &[Effect] = &[
    ("hit", Sound::hit),
    ("pickup", Sound::pickup),
    ("descend", Sound::descend),
    ("zap", Sound::zap),
    ("die", Sound::die),
    // Part 17: an amulet
    ("win", Sound::win),
];

type Effect = (&'static str, fn(&mut Sound));

/// Returns the names of the sound effects of the last key (Part 16 on).
pub fn sounds(game: &Game) -> Vec<&'static str> {
    let mut rest: &[Tone] = &game.sound.tones;
    let mut names = Vec::new();
    while let Some((name, length)) = EFFECTS.iter().find_map(|(name, effect)| {
        let mut sound = Sound::default();
        effect(&mut sound);
        rest.starts_with(&sound.tones).then_some((*name, sound.tones.len()))
    }) {
        names.push(name);
        rest = &rest[length..];
    }
    names
}
