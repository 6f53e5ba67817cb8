//! The history of a game while it is played: its messages and its numbers.

use crate::explorer::snapshot::Snapshot;
use crate::game::{Game, GameState};
use crate::key::Key;
use crate::trace::last_key::{self, Subject};

/// The messages and numbers of the game that is played.
#[derive(Clone, Debug, Default)]
pub(crate) struct History {
    pub messages: Messages,
    pub tally: Tally,
    /// The last save of F5, with messages and numbers at that moment.
    saved: Option<Box<(String, Messages, Tally)>>,
}

impl History {
    /// Begins with the messages of a game's first screen. The seed is that of its dungeon, if it is known.
    pub fn new(game: &Game, seed: Option<u32>) -> History {
        let mut history = History::default();
        history.messages.add(last_key::texts(game), 0, 0);
        history.tally.seed = seed;
        history
    }

    /// Adds the step of a key. `before` is the game before it.
    pub fn add(&mut self, before: &Snapshot, key: Key, game: &Game) {
        if before.began_run(game) {
            self.messages = Messages::default();
        }
        self.tally.count(before, key, game);
        if last_key::has_loaded(game) {
            // Of another save than the last one of F5 the past is not known. With another algorithm of the
            // view, what was loaded sees more than what was saved.
            let text = game.slot().read().ok().flatten();
            let saved = self.saved.as_deref().filter(|(save, ..)| Some(save) == text.as_ref());
            if let Some((_, messages, tally)) = saved {
                (self.messages, self.tally) = (messages.clone(), tally.clone());
            }
        }
        self.messages.add(last_key::texts(game), self.tally.turns(), game.depth());
        if last_key::has_saved(game) {
            self.saved = Some(Box::new((game.save_text(), self.messages.clone(), self.tally.clone())));
        }
    }

    /// Returns true if a game was just loaded that was not saved in this one.
    pub fn is_of_another(&self, game: &Game) -> bool {
        last_key::has_loaded(game) && self.tally.continued && self.tally.turns() == 0
    }
}

/// A message, and when it came.
#[derive(Clone, Debug)]
pub(crate) struct Message {
    pub text: String,
    /// The turn and the depth, both counted from 0.
    pub turn: u64,
    pub depth: usize,
    pub subject: Subject,
    /// The number of its key, among the keys with messages.
    key: usize,
}

/// The messages of a game, oldest first, in all parts that have messages. The original prints them on
/// standard error (Parts 5 to 15) or shows the last four (Parts 16 and 17).
#[derive(Clone, Debug, Default)]
pub(crate) struct Messages {
    pub all: Vec<Message>,
}

impl Messages {
    /// Adds the messages of a key.
    pub fn add<'m>(&mut self, messages: impl Iterator<Item = &'m str>, turn: u64, depth: usize) {
        let key = self.all.last().map_or(0, |last| last.key + 1);
        // Tiles show one byte each, and a dash has three.
        self.all.extend(messages.map(|text| {
            let subject = last_key::subject(text);
            Message { text: text.replace('—', "-"), turn, depth, subject, key }
        }));
    }

    /// Returns true for the messages of the last key that had any.
    pub fn is_new(&self, message: &Message) -> bool {
        self.all.last().is_some_and(|last| last.key == message.key)
    }
}

/// The numbers of a game that is played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    /// The seed of the dungeon, or `None` if it is unknown: after a load, and for later games of the same
    /// program.
    pub seed: Option<u32>,
    /// Turns taken on each level.
    pub floors: Vec<u64>,
    /// The names of the monsters that died, and how many of each, in the order of the first death.
    pub kills: Vec<(&'static str, u64)>,
    /// The causes of lost hit points, monsters or poison, with the number of points.
    pub damage: Vec<(&'static str, u64)>,
    /// True if the game was loaded. The numbers begin there.
    pub continued: bool,
    /// The cause of the player's death: a monster's name, or poison.
    pub killer: Option<&'static str>,
}

impl Tally {
    /// Counts the step of a key. `before` is the game before it.
    fn count(&mut self, before: &Snapshot, key: Key, game: &Game) {
        if before.began_run(game) {
            let continued = last_key::has_loaded(game);
            let is_first = before.state == GameState::ClassSelect && self.turns() == 0 && !continued;
            *self = Tally { continued, seed: self.seed.filter(|_| is_first), ..Tally::default() };
            return;
        }
        if before.took_turn(key, game) {
            self.floors.resize(self.floors.len().max(before.depth + 1), 0);
            self.floors[before.depth] += 1;
        }
        let killed = before.hurt(game).filter(|(_, body)| !body.is_alive());
        killed.for_each(|(_, body)| add(&mut self.kills, body.name, 1));
        let lost = before.lost(key, game);
        if game.state() == GameState::Dead && before.state != GameState::Dead {
            // The monsters and the poison that follow in the same turn take no more hit points.
            self.killer = lost.last().map(|(name, _)| *name);
        }
        lost.into_iter().for_each(|(name, points)| add(&mut self.damage, name, points));
    }

    /// Returns the number of turns taken.
    pub fn turns(&self) -> u64 {
        self.floors.iter().sum()
    }
}

/// Adds to the number of a name in a list.
fn add(list: &mut Vec<(&'static str, u64)>, name: &'static str, number: u64) {
    match list.iter_mut().find(|(known, _)| *known == name) {
        Some((_, sum)) => *sum += number,
        None => list.push((name, number)),
    }
}

/// Describes a death: `killed by a goblin`, or `died` if the cause is unknown.
pub(crate) fn death(killer: Option<&str>) -> String {
    killer.map_or_else(|| "died".to_owned(), |killer| format!("killed by {}", with_article(killer)))
}

/// Returns a monster's name for any one of its kind: `a goblin` for `the goblin`. Others stay as they are.
pub(crate) fn with_article(name: &str) -> String {
    name.strip_prefix("the ").map_or_else(|| name.to_owned(), |kind| format!("a {kind}"))
}
