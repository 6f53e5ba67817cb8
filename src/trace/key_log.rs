//! The keys of a game since it was started, as a trace without facts. It is small, and a replay needs nothing
//! else.

use std::io::Read;

use crate::event::Event;
use crate::game::{Game, Outcome, Setup};
use crate::key::Key;
use crate::support::save_slot::SaveSlot;
use crate::trace::record::{SaveFollower, save_lines};
use crate::trace::replay::{Stroke, changes_view, press};
use crate::trace::{Form, Header, Reader, TraceError};

/// Maximum size of a log, in bytes. That is about 300,000 keys.
const MAX_LOG: usize = 4 << 20;

/// The keys of a game, as the text of a trace.
#[derive(Clone, Debug)]
pub struct KeyLog {
    text: String,
    /// Number of keys.
    count: usize,
    saves: SaveFollower,
    is_whole: bool,
}

impl KeyLog {
    /// Returns the log of a game that has just been started.
    pub fn new(setup: &Setup) -> KeyLog {
        let text = format!("{}step 0 start\n", Header::new(setup, Form::Normal));
        KeyLog { text, count: 0, saves: SaveFollower::default(), is_whole: true }
    }

    /// Adds the key that was pressed last. Returns the lines that were added. There are none for the end of
    /// the program and for a save that failed, because these change nothing in a run.
    pub fn add(&mut self, game: &Game, key: Key, outcome: Outcome) -> &str {
        let start = self.text.len();
        let has_failed = game.events().iter().any(|event| matches!(event, Event::SaveFailed { .. }));
        if self.is_whole && outcome != Outcome::Quit && !has_failed {
            match self.saves.follow(game) {
                Ok(save) if start + save.len() < MAX_LOG => {
                    self.count += 1;
                    self.text += &format!("step {} {}\n{save}", self.count, key.name());
                }
                // Without this step a replay of the later ones would be another run.
                _ => self.is_whole = false,
            }
        }
        &self.text[start..]
    }

    /// Adds that the view is computed with the next algorithm from now on. Returns the line.
    pub fn add_view(&mut self) -> &str {
        let start = self.text.len();
        if self.is_whole {
            self.count += 1;
            self.text += &format!("step {} V\n", self.count);
        }
        &self.text[start..]
    }

    /// Returns the trace.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns true if every key is in the log. A very long game exceeds the maximum size of a log.
    pub const fn is_whole(&self) -> bool {
        self.is_whole
    }
}

/// A log that was read.
#[derive(Clone, Debug)]
pub struct Logged {
    /// What the game was started with.
    pub setup: Setup,
    /// The keys that were pressed.
    pub strokes: Vec<Stroke>,
    /// What is wrong after these keys, unless the file was only cut off there.
    pub damage: Option<TraceError>,
}

impl Logged {
    /// Reads a log, or any other trace. One that was cut off has its whole steps. Returns none if the file is
    /// no trace.
    pub fn read(input: impl Read) -> Option<Logged> {
        let mut bytes = Vec::new();
        input.take(4 * MAX_LOG as u64).read_to_end(&mut bytes).ok()?;
        // After a power cut, a file may end with zeros where its last bytes were to be written.
        let length = bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
        let mut steps = Reader::new(&bytes[..length]).ok()?;
        let setup = steps.header().setup();
        let mut strokes = Vec::new();
        let mut damage = None;
        for step in steps.by_ref() {
            match step {
                Ok(step) => strokes.extend(step.key.map(|key| Stroke { key, slot: step.slot })),
                Err(error) => damage = (!error.is_cut_off()).then_some(error),
            }
        }
        Some(Logged { setup, strokes, damage })
    }

    /// Plays the game.
    pub fn replay(&self) -> Game {
        let mut game = Game::new(self.setup.clone());
        for stroke in &self.strokes {
            press(&mut game, stroke);
        }
        game
    }

    /// Plays the game, and returns the log of it.
    pub fn log_again(&self) -> KeyLog {
        let mut game = Game::new(self.setup.clone());
        let mut log = KeyLog::new(&self.setup);
        for stroke in &self.strokes {
            if !log.is_whole {
                break;
            }
            let is_view = changes_view(&game, stroke.key);
            let outcome = press(&mut game, stroke);
            if is_view {
                log.add_view();
            } else {
                log.add(&game, stroke.key, outcome);
            }
        }
        log
    }

    /// Plays the game. Also returns true if after some key its save is this text. `saved` is a game that has
    /// loaded the text.
    pub fn replay_past(&self, save: &str, saved: &Game) -> (Game, bool) {
        let mut game = Game::new(self.setup.clone());
        let mut is_past = false;
        for stroke in &self.strokes {
            press(&mut game, stroke);
            // Making a save takes longer than a step, so it is done only where the games are alike.
            is_past = is_past || is_alike(&game, saved) && game.is_run_alive() && game.save_text() == save;
        }
        (game, is_past)
    }

    /// Returns the log, to be continued. `game` is what [`replay`](Logged::replay) returned.
    pub fn to_log(&self, game: &Game) -> KeyLog {
        let mut log = KeyLog::new(&self.setup);
        for Stroke { key, slot } in &self.strokes {
            // A save that was read is small enough to be written.
            let save = slot.as_ref().and_then(|slot| save_lines(slot).ok()).unwrap_or_default();
            log.count += 1;
            log.text += &format!("step {} {}\n{save}", log.count, key.name());
        }
        let slot = match game.slot() {
            SaveSlot::Memory(saved) => SaveSlot::Memory(saved.clone()),
            SaveSlot::File(_) => SaveSlot::default(),
        };
        log.saves = SaveFollower::new(slot);
        log
    }
}

/// Returns true if two games may be in the same state.
fn is_alike(game: &Game, other: &Game) -> bool {
    let facts = |game: &Game| {
        let body = game.player();
        (game.depth(), body.pos, body.hp, game.inventory().len(), game.class())
    };
    facts(game) == facts(other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::part::Part;

    #[test]
    fn a_log_plays_the_same_game_and_goes_on() {
        let setup = Setup::new(Part::LAST, 42);
        let mut game = Game::new(setup.clone());
        let mut log = KeyLog::new(&setup);
        for name in ["2", "Down", "Down", "F5", "Left", "F9", "Right", "I", "Escape"] {
            let key = Key::from_name(name).unwrap();
            let outcome = game.press(key);
            assert_eq!(log.add(&game, key, outcome).lines().count(), 1, "{name}");
        }
        let path = std::env::temp_dir().join(format!("roguelike-key-log-{}", std::process::id()));
        std::fs::write(&path, log.text().to_owned() + "step 10 Do").unwrap();
        let logged = Logged::read(std::fs::File::open(&path).unwrap()).unwrap();
        std::fs::remove_file(&path).unwrap();
        let again = logged.replay();
        assert_eq!(again.save_text(), game.save_text());
        assert_eq!(again.rng().peek(), game.rng().peek());
        let (played, is_past) = logged.replay_past(&game.save_text(), &game);
        assert!(is_past && played.save_text() == game.save_text());
        assert!(!logged.replay_past("", &game).1);
        let mut continued = logged.to_log(&again);
        assert_eq!(continued.text(), log.text());
        let outcome = game.press(Key::F9);
        assert_eq!(continued.add(&game, Key::F9, outcome), "step 10 F9\n", "the replay has that save");
        assert_eq!(continued.add(&game, Key::ESCAPE, Outcome::Quit), "");
    }
}
