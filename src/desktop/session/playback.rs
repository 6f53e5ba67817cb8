//! A replay: recorded keys, pressed one after another with a pause between them. The player can stop it, go
//! back and forth key by key, and change its speed.

use std::time::{Duration, Instant};

use sdl2::controller::Button;

use crate::desktop::input::Input;
use crate::desktop::input::pads::arrow;
use crate::desktop::session::history::RunHistory;
use crate::desktop::session::save_location::SaveLocation;
use crate::game::{Game, GameState};
use crate::key::Key;
use crate::trace::replay::{self, Stroke};

/// Shortest and longest time between two keys that the player can choose.
const FASTEST: Duration = Duration::from_millis(5);
const SLOWEST: Duration = Duration::from_secs(10);
/// Number of keys between two moments that are remembered, at first.
const FIRST_DISTANCE: usize = 250;
/// Maximum number of moments that are remembered.
const MAX_MOMENTS: usize = 32;

/// The keys of a replay, and when the next one is pressed.
pub(crate) struct Playback {
    keys: Vec<Stroke>,
    /// Number of keys that were pressed.
    count: usize,
    pause: Duration,
    /// True once the player changed the pause.
    has_new_pause: bool,
    /// True if the player stopped the replay, to go on key by key.
    is_held: bool,
    /// True once the player went back.
    went_back: bool,
    /// When the next key is due.
    due: Instant,
    /// True if the program ends after the last key. Then nothing pauses the replay.
    exit: bool,
    moments: Moments,
    /// Where the game saves once the player takes over. None if the session goes back to what it did before.
    pub saves: Option<SaveLocation>,
}

impl Playback {
    /// The first key is due after one pause.
    pub fn new(keys: Vec<Stroke>, pause: Duration, exit: bool, saves: Option<SaveLocation>) -> Playback {
        Playback {
            keys,
            count: 0,
            pause,
            has_new_pause: false,
            is_held: false,
            went_back: false,
            due: Instant::now() + pause,
            exit,
            moments: Moments::default(),
            saves,
        }
    }

    /// Returns true once every key was taken, or Escape ended the replay, unless the player stopped it there.
    pub fn is_over(&self) -> bool {
        self.count == self.keys.len() && !self.is_held
    }

    /// Returns true if the program ends now.
    pub fn ends_program(&self) -> bool {
        self.exit && self.is_over()
    }

    /// Returns the keys that were pressed, if the player went back on the way. Otherwise nothing was pressed
    /// twice.
    pub fn keys_after_going_back(&self) -> Option<&[Stroke]> {
        self.went_back.then(|| &self.keys[..self.count])
    }

    /// Handles an input that does not go to the game. Escape ends the replay, Space stops it and lets it go
    /// on, Right presses the next key, Up and Down change the speed. On the win screen any other input
    /// returns the next key.
    pub fn translate(&mut self, input: Input, game: &mut Game) -> Option<Key> {
        let control = control(input);
        if control == Some(Key::RIGHT) {
            self.is_held = true;
            return self.take_key(game);
        }
        if is_repeated(input) {
            return None;
        }
        match control {
            Some(Key::ESCAPE) => {
                self.keys.truncate(self.count);
                self.is_held = false;
            }
            _ if self.pauses_by_itself(game, false) => return self.take_key(game),
            Some(Key::SPACE) => {
                self.is_held = !self.is_held;
                self.due = Instant::now();
            }
            Some(Key::UP) => self.set_pause((self.pause / 2).max(FASTEST).min(self.pause)),
            Some(Key::DOWN) => self.set_pause((self.pause * 2).clamp(FASTEST, SLOWEST.max(self.pause))),
            _ => {}
        }
        None
    }

    fn set_pause(&mut self, pause: Duration) {
        self.pause = pause;
        self.has_new_pause = true;
        self.due = self.due.min(Instant::now() + pause);
    }

    /// Remembers the moment before the next key, if it is far enough from the last one. So going back need
    /// not begin at the start.
    pub fn remember(&mut self, game: &Game, history: &RunHistory) {
        self.moments.add(self.count, game, history);
    }

    /// Goes to another place and stops there. Returns a moment, and the keys that lead from it to there; none
    /// if there is no such place.
    pub fn jump(&mut self, jump: Jump) -> Option<(Game, RunHistory, &[Stroke])> {
        let count = match jump {
            Jump::Back => self.count.checked_sub(1)?,
            Jump::Start => 0,
            Jump::End => self.keys.len(),
            Jump::FloorBefore => self.floors().into_iter().rfind(|&count| count < self.count)?,
            Jump::NextFloor => self.floors().into_iter().find(|&count| count > self.count)?,
        };
        let (from, game, history) = self.moments.last_until(count)?;
        self.count = count;
        self.is_held = true;
        self.went_back = true;
        Some((game, history, &self.keys[from..count]))
    }

    /// Returns after how many keys the player came to each floor, the start first.
    fn floors(&self) -> Vec<usize> {
        let mut floors = vec![0];
        let Some((_, game, _)) = self.moments.kept.first() else { return floors };
        let mut game = game.clone();
        for (count, stroke) in (1..).zip(&self.keys) {
            let before = game.depth();
            replay::press(&mut game, stroke);
            if game.depth() != before {
                floors.push(count);
            }
        }
        floors
    }

    /// Returns how far the replay is, and whether it is stopped or has another speed.
    pub fn status(&self) -> String {
        let Playback { keys, count, .. } = self;
        if self.is_held {
            format!("replay stopped at key {count} of {}", keys.len())
        } else if self.is_over() {
            let next = if self.saves.is_some() { "you play on" } else { "any key goes back" };
            format!("end of the replay: {next}")
        } else if self.has_new_pause {
            format!("replay: key {count} of {}, one every {} ms", keys.len(), self.pause.as_millis())
        } else {
            format!("replay: key {count} of {}", keys.len())
        }
    }

    /// Returns the time until the next key is due; none while the replay is paused, and after the last key.
    pub fn timeout(&self, game: &Game, has_page: bool) -> Option<Duration> {
        if self.is_over() || self.is_held || self.pauses_by_itself(game, has_page) {
            return None;
        }
        Some(self.due.saturating_duration_since(Instant::now()))
    }

    /// Returns the next key if it is due.
    pub fn due_key(&mut self, game: &mut Game, has_page: bool) -> Option<Key> {
        if self.timeout(game, has_page)?.is_zero() { self.take_key(game) } else { None }
    }

    /// Takes the next key. A save that the recording brings along goes into the game's slot before.
    fn take_key(&mut self, game: &mut Game) -> Option<Key> {
        self.due = Instant::now() + self.pause;
        let stroke = self.keys.get(self.count)?;
        self.count += 1;
        if let Some(slot) = &stroke.slot {
            game.set_slot(slot.clone());
        }
        Some(stroke.key)
    }

    /// A replay that is watched pauses on the win screen, also if the recording goes on after it, and while a
    /// page lies over the game.
    fn pauses_by_itself(&self, game: &Game, has_page: bool) -> bool {
        !self.exit && (game.state() == GameState::Won || has_page)
    }
}

/// Another place of a replay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Jump {
    /// A key back.
    Back,
    Start,
    End,
    FloorBefore,
    NextFloor,
}

impl Jump {
    /// Returns the jump of a key.
    pub fn of(key: Key) -> Option<Jump> {
        const JUMPS: [(Key, Jump); 5] = [
            (Key::LEFT, Jump::Back),
            (Key::HOME, Jump::Start),
            (Key::END, Jump::End),
            (Key::PAGE_UP, Jump::FloorBefore),
            (Key::PAGE_DOWN, Jump::NextFloor),
        ];
        JUMPS.into_iter().find(|(its_key, _)| *its_key == key).map(|(_, jump)| jump)
    }
}

/// Returns the key that controls a replay: the cross of a pad stands for the arrows, A for Space, and B for
/// Escape.
pub(crate) const fn control(input: Input) -> Option<Key> {
    match input {
        Input::Key { key, .. } => Some(key),
        Input::Pad(Button::A) | Input::PadHeld(Button::A) => Some(Key::SPACE),
        Input::Pad(Button::B) | Input::PadHeld(Button::B) => Some(Key::ESCAPE),
        Input::Pad(button) | Input::PadHeld(button) => arrow(button),
        _ => None,
    }
}

const fn is_repeated(input: Input) -> bool {
    matches!(input, Input::Key { repeat: true, .. } | Input::PadHeld(_) | Input::PadRun(_))
}

/// Moments of a replay, at equal distances from the beginning on.
struct Moments {
    /// Number of keys between two of them.
    distance: usize,
    /// After how many keys it was, the game, and what was remembered of the run.
    kept: Vec<(usize, Game, RunHistory)>,
}

impl Default for Moments {
    fn default() -> Moments {
        Moments { distance: FIRST_DISTANCE, kept: Vec::new() }
    }
}

impl Moments {
    /// Adds a moment if it has the right distance. If there are too many, every second one goes.
    fn add(&mut self, count: usize, game: &Game, history: &RunHistory) {
        let is_new = self.kept.last().is_none_or(|(last, ..)| *last < count);
        if !is_new || !count.is_multiple_of(self.distance) {
            return;
        }
        self.kept.push((count, game.clone(), history.clone()));
        if self.kept.len() > MAX_MOMENTS {
            self.distance *= 2;
            self.kept.retain(|(count, ..)| count.is_multiple_of(self.distance));
        }
    }

    /// Returns the last moment after `count` keys or before. Later ones are forgotten.
    fn last_until(&mut self, count: usize) -> Option<(usize, Game, RunHistory)> {
        self.kept.retain(|(kept, ..)| *kept <= count);
        self.kept.last().cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Setup;
    use crate::part::Part;

    #[test]
    fn moments_stay_few_and_near() {
        let game = Game::new(Setup::new(Part::FIRST, 1));
        let history = RunHistory::new(&game);
        let mut moments = Moments::default();
        for count in 0..100_000 {
            moments.add(count, &game, &history);
            assert!(moments.kept.len() <= MAX_MOMENTS);
        }
        let (last, ..) = moments.last_until(70_000).unwrap();
        assert!((60_000..=70_000).contains(&last), "{last}");
        assert_eq!(moments.last_until(17).unwrap().0, 0);
    }

    #[test]
    fn the_speed_has_limits_and_faster_is_never_slower() {
        let mut game = Game::new(Setup::new(Part::FIRST, 1));
        for pause in [0, 5, 100, 60_000].map(Duration::from_millis) {
            let mut playback = Playback::new(Vec::new(), pause, false, None);
            for _ in 0..20 {
                let before = playback.pause;
                playback.translate(Input::key(Key::UP), &mut game);
                assert!(playback.pause <= before);
            }
            assert!(playback.pause <= FASTEST);
            for _ in 0..20 {
                let before = playback.pause;
                playback.translate(Input::Pad(Button::DPadDown), &mut game);
                assert!(playback.pause >= before);
            }
            assert_eq!(playback.pause, SLOWEST);
        }
    }
}
