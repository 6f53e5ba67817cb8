//! What is remembered of a run while it is played: its messages, and what was counted.

use crate::desktop::assist::alarm::Snapshot;
use crate::desktop::pages::messages::Messages;
use crate::game::Game;
use crate::key::Key;
use crate::trace::happened;
use crate::trace::replay::{self, Replay, Stroke};

/// The messages and numbers of the run that is played.
#[derive(Clone, Debug, Default)]
pub(crate) struct RunHistory {
    pub messages: Messages,
    pub tally: Tally,
    /// What was known when F5 saved last, and the save.
    saved: Option<Box<(String, Messages, Tally)>>,
    /// The seed of the game; none if it is not known.
    pub seed: Option<u32>,
}

impl RunHistory {
    /// Begins with what the first screen of a game told.
    pub fn new(game: &Game) -> RunHistory {
        let mut history = RunHistory::default();
        history.messages.add(happened::told(game));
        history
    }

    /// Adds what a key led to. `before` is what the player knew before it.
    pub fn add(&mut self, before: &Snapshot, key: Key, game: &Game) {
        if before.began_run(game) {
            self.messages.clear();
        }
        self.tally.count(before, key, game);
        if happened::has_loaded(game) {
            let text = game.save_text();
            if let Some(saved) = self.saved.as_deref().filter(|(save, ..)| *save == text) {
                (self.messages, self.tally) = (saved.1.clone(), saved.2.clone());
            }
        }
        self.messages.add(happened::told(game));
        if happened::has_saved(game) {
            self.saved = Some(Box::new((game.save_text(), self.messages.clone(), self.tally.clone())));
        }
    }

    /// Returns true if a run was loaded whose past is not known.
    pub const fn lacks_past(&self) -> bool {
        self.tally.continued && self.tally.turns == 0
    }

    /// Uses what the keys of a run tell about its past. `save` is what the last key of this game loaded.
    /// Returns false if the keys do not lead there.
    pub fn learn(&mut self, keys: &Replay, save: &str, loaded: &Game) -> bool {
        let Some(header) = &keys.header else { return false };
        let mut game = Game::new(header.setup());
        let mut history = RunHistory::new(&game);
        history.press_all(&keys.keys, &mut game);
        let Some(saved) = history.saved.filter(|saved| saved.0 == save) else { return false };
        (self.messages, self.tally) = (saved.1, saved.2);
        self.messages.add(happened::told(loaded));
        true
    }

    /// Presses keys again, and adds what they led to.
    pub fn press_all(&mut self, keys: &[Stroke], game: &mut Game) {
        for stroke in keys {
            let before = Snapshot::new(game);
            replay::press(game, stroke);
            self.add(&before, stroke.key, game);
        }
    }
}

/// What is counted while a run is played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    /// Turns taken.
    pub turns: u64,
    /// The names of the monsters that died, and how many of each, in the order of the first death.
    pub kills: Vec<(&'static str, u64)>,
    /// True if the run was loaded, so that only what came after is counted.
    pub continued: bool,
    /// The cause of the player's death: a monster's name, or poison.
    pub killer: Option<&'static str>,
}

impl Tally {
    /// Counts what a key led to. `before` is what the player knew before it.
    fn count(&mut self, before: &Snapshot, key: Key, game: &Game) {
        if before.began_run(game) {
            *self = Tally { continued: happened::has_loaded(game), ..Tally::default() };
            return;
        }
        self.turns += u64::from(before.took_turn(key, game));
        before.killed(game).for_each(|name| self.add_kill(name));
        self.killer = before.killer(game).or(self.killer);
    }

    fn add_kill(&mut self, name: &'static str) {
        match self.kills.iter_mut().find(|(known, _)| *known == name) {
            Some((_, number)) => *number += 1,
            None => self.kills.push((name, 1)),
        }
    }

    /// Returns the kills in a line: `9: 5 rats, 4 kobolds`.
    pub fn kills_line(&self) -> String {
        let total: u64 = self.kills.iter().map(|(_, number)| number).sum();
        let each = self.kills.iter().map(|(name, number)| {
            let name = name.strip_prefix("the ").unwrap_or(name);
            format!("{number} {name}{}", if *number == 1 { "" } else { "s" })
        });
        match total {
            0 => "none".to_owned(),
            _ => format!("{total}: {}", each.collect::<Vec<_>>().join(", ")),
        }
    }
}
