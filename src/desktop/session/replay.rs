//! Replays: recorded keys, pressed one after another with a pause between them. The player can stop a replay,
//! go back and forth key by key, and change its speed. A run of the list is watched in the same way, while
//! what was played before waits.

use std::mem;
use std::path::Path;
use std::time::{Duration, Instant};

use sdl2::controller::Button;

use crate::desktop::assist::walk::Walk;
use crate::desktop::commands::Action;
use crate::desktop::input::Input;
use crate::desktop::input::pads::arrow;
use crate::desktop::pages::Page;
use crate::desktop::pages::run_list::RunList;
use crate::desktop::run::PlayedRun;
use crate::desktop::runs::keeper::RunKeeper;
use crate::desktop::runs::{RunsFolder, run_file};
use crate::desktop::session::save_location::SaveLocation;
use crate::desktop::session::{Mode, Session};
use crate::game::{Game, GameState};
use crate::key::Key;
use crate::support::save_slot::SaveSlot;
use crate::trace::replay::{self, Replay, Stroke};

/// Shortest and longest time between two keys that the player can choose.
const FASTEST: Duration = Duration::from_millis(5);
const SLOWEST: Duration = Duration::from_secs(10);
/// Time between two keys of a run of the list, at first.
const WATCHING: Duration = Duration::from_millis(100);
/// Number of keys between two moments that are remembered, at first.
const FIRST_DISTANCE: usize = 250;
/// Maximum number of moments that are remembered.
const MAX_MOMENTS: usize = 32;
/// The keys that lead elsewhere: a key back, the start, the end, a floor back, and a floor on.
const JUMPS: [Key; 5] = [Key::LEFT, Key::HOME, Key::END, Key::PAGE_UP, Key::PAGE_DOWN];

/// What follows a replay.
pub(super) enum After {
    /// The program ends. Nothing pauses the replay.
    End,
    /// The player plays on. The game saves to this place, and runs are kept in this folder.
    PlayOn(SaveLocation, Option<RunsFolder>),
    /// What was played before goes on, and the list is shown again.
    GoBack(Box<Waiting>),
}

/// What waits while a run of the list is watched.
pub(super) struct Waiting {
    run: PlayedRun,
    files: RunKeeper,
    list: Box<RunList>,
}

/// The keys of a replay, and when the next one is pressed.
pub(super) struct Playback {
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
    moments: Moments,
    after: After,
}

impl Playback {
    /// The first key is due after one pause.
    pub fn new(keys: Vec<Stroke>, pause: Duration, after: After) -> Playback {
        Playback {
            keys,
            count: 0,
            pause,
            has_new_pause: false,
            is_held: false,
            went_back: false,
            due: Instant::now() + pause,
            moments: Moments::default(),
            after,
        }
    }

    /// Returns true once every key was taken, or Escape ended the replay, unless the player stopped it there.
    fn is_over(&self) -> bool {
        self.count == self.keys.len() && !self.is_held
    }

    /// Returns true if the program ends now.
    pub fn ends_program(&self) -> bool {
        matches!(self.after, After::End) && self.is_over()
    }

    /// Returns true if a run of the list is watched.
    pub fn is_of_list(&self) -> bool {
        matches!(self.after, After::GoBack(_))
    }

    /// Handles an input that does not go to the game. Escape ends the replay, Space stops it and lets it go
    /// on, Right presses the next key, Up and Down change the speed. On the win screen any other input
    /// returns the next key.
    fn translate(&mut self, input: Input, game: &mut Game) -> Option<Key> {
        let control = control(input);
        if control == Some(Key::RIGHT) {
            self.is_held = true;
            return self.take_key(game);
        }
        if matches!(input, Input::Key { repeat: true, .. } | Input::PadHeld(_) | Input::PadRun(_)) {
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
    pub fn remember(&mut self, run: &PlayedRun) {
        self.moments.add(self.count, run);
    }

    /// Goes where one of the [`JUMPS`] leads, and stops there. Returns a moment, and the keys that lead from
    /// it to there; none if there is no such place.
    fn jump(&mut self, key: Key) -> Option<(PlayedRun, &[Stroke])> {
        let count = match key {
            Key::LEFT => self.count.checked_sub(1)?,
            Key::HOME => 0,
            Key::END => self.keys.len(),
            Key::PAGE_UP => self.floors().into_iter().rfind(|&count| count < self.count)?,
            _ => self.floors().into_iter().find(|&count| count > self.count)?,
        };
        let (from, run) = self.moments.last_until(count)?;
        self.count = count;
        self.is_held = true;
        self.went_back = true;
        Some((run, &self.keys[from..count]))
    }

    /// Returns after how many keys the player came to each floor, the start first.
    fn floors(&self) -> Vec<usize> {
        let mut floors = vec![0];
        let Some((_, run)) = self.moments.kept.first() else { return floors };
        let mut game = run.game.clone();
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
            let next = if self.is_of_list() { "any key goes back" } else { "you play on" };
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
        !matches!(self.after, After::End) && (game.state() == GameState::Won || has_page)
    }
}

/// Returns the key that controls a replay: the cross of a pad stands for the arrows, A for Space, and B for
/// Escape.
pub(super) const fn control(input: Input) -> Option<Key> {
    match input {
        Input::Key { key, .. } => Some(key),
        Input::Pad(Button::A) | Input::PadHeld(Button::A) => Some(Key::SPACE),
        Input::Pad(Button::B) | Input::PadHeld(Button::B) => Some(Key::ESCAPE),
        Input::Pad(button) | Input::PadHeld(button) => arrow(button),
        _ => None,
    }
}

impl Session {
    /// Begins to watch the run of a file of keys.
    pub(super) fn watch(&mut self, path: &Path, list: Box<RunList>) {
        let (setup, keys) = match run_file::read(path) {
            Ok(Replay { header: Some(header), keys, .. }) => (header.setup(), keys),
            Ok(_) => return,
            Err(error) => return self.warn(format!("cannot watch {}: {error}", path.display())),
        };
        // Should the program end now, the run is kept.
        self.keep_run();
        let run = mem::replace(&mut self.run, PlayedRun::start(setup));
        let files = mem::take(&mut self.files);
        let waiting = Box::new(Waiting { run, files, list });
        self.mode = Mode::Replaying(Playback::new(keys, WATCHING, After::GoBack(waiting)));
        self.set_page(None);
    }

    /// Returns true if an input goes to the replay. The first one after its end takes over. If that fails, a
    /// notice says so, and the input must not close it.
    pub(super) fn replay_takes(&mut self, input: Input) -> bool {
        let Mode::Replaying(playback) = &self.mode else { return false };
        // Pages can be opened and closed during a replay.
        if self.page.is_some() || self.only_shows(input) {
            return false;
        }
        // After the end some keys lead back into the replay. An arrow walks on from there.
        let leads_back = matches!(control(input), Some(Key::HOME | Key::PAGE_UP));
        if !playback.is_over() || leads_back || playback.is_of_list() {
            return true;
        }
        self.leave_replay();
        self.page.is_some()
    }

    /// Returns true if an input only shows something, and so may come in the middle of a replay.
    fn only_shows(&self, input: Input) -> bool {
        match input {
            Input::Key { key, shift, .. } => self.action_of(key, shift).is_some_and(Action::only_shows),
            Input::Pad(button) => self.pad_shows(button),
            _ => false,
        }
    }

    /// Gives an input to the replay. Returns the next key of the replay if the input asks for it.
    pub(super) fn control_replay(&mut self, input: Input) -> Option<Key> {
        self.needs_redraw = true;
        let key = control(input);
        let is_recorded = self.recorder.is_some();
        let run = &mut self.run;
        let Mode::Replaying(playback) = &mut self.mode else { return None };
        playback.remember(run);
        match key.filter(|key| JUMPS.contains(key)) {
            Some(_) if is_recorded => self.show_text("A replay that is recorded does not jump."),
            Some(jump) => {
                if let Some((moment, keys)) = playback.jump(jump) {
                    *run = moment;
                    run.press_all(keys);
                }
            }
            None if playback.is_of_list() && (key == Some(Key::ESCAPE) || playback.is_over()) => {
                self.leave_replay();
            }
            None => return playback.translate(input, &mut run.game),
        }
        None
    }

    /// After a replay the game saves where any other does. After a run of the list the run that waited goes
    /// on.
    fn leave_replay(&mut self) {
        let Mode::Replaying(playback) = mem::replace(&mut self.mode, Mode::Playing) else { return };
        let Playback { keys, count, went_back, after, .. } = playback;
        self.walk = Walk::default();
        // Otherwise nothing was pressed twice.
        if let Some(setup) = self.run.setup.as_ref().filter(|_| went_back) {
            self.files.replace_log(setup, &keys[..count], &self.run.game);
        }
        match after {
            After::End => self.mode = Mode::Over,
            After::GoBack(waiting) => {
                let Waiting { run, files, list } = *waiting;
                (self.run, self.files) = (run, files);
                self.set_page(Some(Page::Runs(list)));
            }
            After::PlayOn(saves, runs) => match saves.find() {
                Ok(save) => {
                    self.files.set_folder(runs);
                    if let Some(path) = save {
                        self.run.game.set_slot(SaveSlot::File(path));
                    }
                    self.look_for_run();
                    self.count_runs();
                }
                Err(problem) => self.warn(problem),
            },
        }
    }
}

/// Moments of a replay, at equal distances from the beginning on.
struct Moments {
    /// Number of keys between two of them.
    distance: usize,
    /// The run after this number of keys.
    kept: Vec<(usize, PlayedRun)>,
}

impl Default for Moments {
    fn default() -> Moments {
        Moments { distance: FIRST_DISTANCE, kept: Vec::new() }
    }
}

impl Moments {
    /// Adds a moment if it has the right distance. If there are too many, every second one goes.
    fn add(&mut self, count: usize, run: &PlayedRun) {
        let is_new = self.kept.last().is_none_or(|(last, _)| *last < count);
        if !is_new || !count.is_multiple_of(self.distance) {
            return;
        }
        self.kept.push((count, run.clone()));
        if self.kept.len() > MAX_MOMENTS {
            self.distance *= 2;
            self.kept.retain(|(count, _)| count.is_multiple_of(self.distance));
        }
    }

    /// Returns the last moment after `count` keys or before. Later ones are forgotten.
    fn last_until(&mut self, count: usize) -> Option<(usize, PlayedRun)> {
        self.kept.retain(|(kept, _)| *kept <= count);
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
        let run = PlayedRun::start(Setup::new(Part::FIRST, 1));
        let mut moments = Moments::default();
        for count in 0..100_000 {
            moments.add(count, &run);
            assert!(moments.kept.len() <= MAX_MOMENTS);
        }
        let (last, ..) = moments.last_until(70_000).unwrap();
        assert!((60_000..=70_000).contains(&last), "{last}");
        assert_eq!(moments.last_until(17).unwrap().0, 0);
    }
}
