//! What is remembered of a run while it is played: its messages, and what was counted.

use crate::desktop::run::messages::Messages;
use crate::desktop::run::snapshot::Snapshot;
use crate::game::Game;
use crate::key::Key;
use crate::trace::happened;

/// The messages and numbers of the run that is played.
#[derive(Clone, Debug, Default)]
pub(crate) struct RunHistory {
    pub messages: Messages,
    pub tally: Tally,
    /// The last save of F5, with messages and numbers at that moment.
    saved: Option<Box<(String, Messages, Tally)>>,
}

impl RunHistory {
    /// Begins with the messages of a game's first screen.
    pub fn new(game: &Game) -> RunHistory {
        let mut history = RunHistory::default();
        history.messages.add(happened::told(game));
        history
    }

    /// Adds what a key led to. `before` is the game before it.
    pub fn add(&mut self, before: &Snapshot, key: Key, game: &Game) {
        if before.began_run(game) {
            self.messages.clear();
        }
        self.tally.count(before, key, game);
        // Of a save whose past is not known, the log of Parts 16 and 17 has the last messages.
        if happened::has_loaded(game) && !self.restore(game) && game.part().has_hud() {
            self.messages.replace(game.messages().lines().iter().map(String::as_str));
        } else {
            self.messages.add(happened::told(game));
        }
        if happened::has_saved(game) {
            self.saved = Some(Box::new((game.save_text(), self.messages.clone(), self.tally.clone())));
        }
    }

    /// Goes back to the last save of F5, if that was loaded.
    fn restore(&mut self, game: &Game) -> bool {
        let text = game.save_text();
        let saved = self.saved.as_deref().filter(|(save, ..)| *save == text);
        let Some((_, messages, tally)) = saved else { return false };
        (self.messages, self.tally) = (messages.clone(), tally.clone());
        true
    }

    /// Returns true if a run was just loaded whose past is not known.
    pub fn lacks_past(&self, game: &Game) -> bool {
        happened::has_loaded(game) && self.tally.continued && self.tally.turns == 0
    }

    /// Uses the past that another run has of the save that was just loaded. Returns false if it has none.
    pub fn learn(&mut self, other: &RunHistory, game: &Game) -> bool {
        let mut history = RunHistory { saved: other.saved.clone(), ..RunHistory::default() };
        let is_known = history.restore(game);
        if is_known {
            history.messages.add(happened::told(game));
            *self = history;
        }
        is_known
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
    /// Counts what a key led to. `before` is the game before it.
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
