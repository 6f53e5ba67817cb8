//! Replays: recorded keys, pressed one after another with a pause between them. The player can stop a replay,
//! go back and forth key by key, and change its speed. One of the kept games is watched in the same way,
//! while what was played before waits.

use std::mem;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::desktop::actions::{Action, Control, Place};
use crate::desktop::assist::stop::full_sentence;
use crate::desktop::assist::walk::Walk;
use crate::desktop::bindings::Bindings;
use crate::desktop::history::PlayedGame;
use crate::desktop::input::{Input, pads};
use crate::desktop::kept::keeper::Keeper;
use crate::desktop::kept::{GamesFolder, game_file};
use crate::desktop::key_table::is_modifier;
use crate::desktop::screens::content::{Hint, Screen, possible};
use crate::desktop::session::{Mode, Session, folder_of, save_file};
use crate::game::{Game, GameState};
use crate::key::Key;
use crate::support::save_slot::SaveSlot;
use crate::support::text::counted;
use crate::trace::record::Transcript;
use crate::trace::replay::RecordedKey;

/// Shortest and longest time between two keys that the player can choose.
const FASTEST: Duration = Duration::from_millis(5);
const SLOWEST: Duration = Duration::from_secs(10);
/// Time between two keys of one of the kept games, at first.
const WATCHING: Duration = Duration::from_millis(100);
/// Maximum number of moments that are remembered.
const MAX_MOMENTS: usize = 128;

/// The continuation after a replay.
pub(super) enum After {
    /// The program ends. Nothing pauses the replay.
    End,
    /// The player plays on. The game saves to this file, if the player chose one, and games are kept in this
    /// folder.
    PlayOn(Option<PathBuf>, Option<GamesFolder>),
    /// The game that was played before goes on, below the screens that were shown.
    GoBack { played: Box<PlayedGame>, files: Box<Keeper>, screens: Vec<Box<dyn Screen>> },
}

/// The state of a replay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// It presses keys. The next one is due then.
    Running(Instant),
    /// It waits for the player, to go on key by key.
    Held,
    /// It goes to the place after this many keys; if true, to any level before it that was not known.
    Jumping(usize, bool),
    /// Every key was taken, or the player ended it.
    Over,
}

/// The keys of a replay, and what it does.
pub(super) struct Playback {
    keys: Vec<RecordedKey>,
    /// Number of keys that were pressed.
    count: usize,
    pause: Duration,
    state: State,
    track: Track,
    after: After,
}

impl Playback {
    /// The first key is due after one pause.
    pub fn new(start: PlayedGame, keys: Vec<RecordedKey>, pause: Duration, after: After) -> Playback {
        let track = Track::new(start, keys.len());
        let mut playback = Playback { track, keys, count: 0, pause, state: State::Held, after };
        playback.run();
        playback
    }

    /// Presses the next key after one pause, if there is one.
    fn run(&mut self) {
        let has_keys = self.count < self.keys.len();
        self.state = if has_keys { State::Running(Instant::now() + self.pause) } else { State::Over };
    }

    /// Returns true once every key was taken, or the player ended the replay.
    pub fn is_over(&self) -> bool {
        self.state == State::Over
    }

    /// Returns true if the program ends now.
    pub fn ends_program(&self) -> bool {
        matches!(self.after, After::End) && self.is_over()
    }

    /// Returns true if keys follow each other faster than blows are shown.
    pub fn is_fast(&self) -> bool {
        self.pause < WATCHING && self.state != State::Held
    }

    /// Returns true if one of the kept games is watched.
    pub fn goes_back(&self) -> bool {
        matches!(self.after, After::GoBack { .. })
    }

    /// Returns true for a control that leads back into a replay that is over: to the start or the level
    /// before, and a step back into one of the kept games.
    fn leads_back(&self, control: Control) -> bool {
        matches!(control, Control::Start | Control::LevelBack) || self.goes_back() && control == Control::Back
    }

    /// Halves or doubles the time between two keys.
    fn change_speed(&mut self, is_faster: bool) {
        let pause = self.pause;
        self.pause = match is_faster {
            true => (pause / 2).max(FASTEST).min(pause),
            false => (pause * 2).clamp(FASTEST, SLOWEST.max(pause)),
        };
        if let State::Running(due) = &mut self.state {
            *due = (*due).min(Instant::now() + self.pause);
        }
    }

    /// Returns the number of keys where a control leads: a key back, to the start, a level back or on, or to
    /// the end; `None` for other controls. At the end nothing is further on.
    fn goal(&self, control: Control) -> Option<usize> {
        let (mut levels, end, goes_on) = (self.track.levels(), self.keys.len(), !self.is_over());
        match control {
            Control::Back => Some(self.count.saturating_sub(1)),
            Control::Start => Some(0),
            Control::LevelBack => Some(levels.rfind(|level| *level < self.count).unwrap_or(0)),
            Control::LevelForward if goes_on => Some(levels.find(|level| *level > self.count).unwrap_or(end)),
            Control::End if goes_on => Some(end),
            _ => None,
        }
    }

    /// Begins to go there, and stops there, or on the next level that was not known.
    fn begin_jump(&mut self, goal: usize, to_level: bool, played: &mut PlayedGame) {
        (self.count, *played) = self.track.moment(goal).clone();
        self.state = State::Jumping(goal, to_level);
        self.jump_on(played);
    }

    /// Returns true while the keys up to the place of a jump are pressed.
    pub const fn is_jumping(&self) -> bool {
        matches!(self.state, State::Jumping(..))
    }

    /// Presses the next keys of a jump.
    pub fn jump_on(&mut self, played: &mut PlayedGame) {
        let State::Jumping(goal, to_level) = self.state else { return };
        let before = self.count;
        // The next level may not have been known.
        let mut is_there = false;
        self.count += played.press_while(&self.keys[before..goal], |pressed, played| {
            is_there = self.track.note(before + pressed, played) && to_level;
            !is_there
        });
        if self.count == goal || is_there {
            self.end_jump();
        }
    }

    /// Ends a jump where it is.
    fn end_jump(&mut self) {
        // The end of one of the kept games is the same as without a jump, because a step leads back from
        // there.
        let is_over = self.count == self.keys.len() && self.goes_back();
        self.state = if is_over { State::Over } else { State::Held };
    }

    /// Returns what the replay does, and how far it is or what its keys do. It is as long at every key.
    fn state(&self, is_paused: bool, keys: Bindings) -> [String; 2] {
        let (count, width) = (self.keys.len(), self.keys.len().to_string().len());
        let place = format!("key {:>width$} of {count}", self.count);
        let key = |control| keys.key(Action::Replay(control), Place::Replay).unwrap_or_default();
        let others = match self.goes_back() {
            true => format!("{} goes back", key(Control::Pause)),
            false => "an arrow plays on".to_owned(),
        };
        match self.pause.as_millis() {
            _ if self.is_over() => {
                ["end of the replay".to_owned(), format!("{} rewinds, {others}", key(Control::Start))]
            }
            _ if is_paused => ["replay paused".to_owned(), place],
            pause @ ..=1_000 => {
                [format!("replay, {} a second", counted((1_000 + pause / 2) / pause.max(1), "key")), place]
            }
            _ => [format!("replay, a key every {} seconds", self.pause.as_secs_f64()), place],
        }
    }

    /// Returns what the replay does and how far it is, for the title and the first row of the map.
    pub fn status(&self, game: &Game, has_screen: bool, keys: Bindings) -> String {
        self.state(self.is_paused(game, has_screen), keys).join(": ")
    }

    /// Returns the same for the panel beside the game, with what can be done now.
    pub fn hints(&self, game: &Game, keys: Bindings) -> Vec<Hint> {
        let (is_paused, goes_on) = (self.is_paused(game, false), !self.is_over());
        let has_screens = !goes_on && game.part().has_melee();
        let next = if is_paused { "go on" } else { "pause" };
        let end = if self.goes_back() { "go back" } else { "play on" };
        let control = |is_possible, control, text| (is_possible, Action::Replay(control), text);
        let can_go_back = goes_on || self.goes_back();
        let has_levels = game.part().has_floors();
        let hints = possible([
            control(goes_on, Control::Pause, next),
            control(goes_on, Control::Stop, end),
            control(can_go_back, Control::Back, "back"),
            control(goes_on, Control::Forward, "forward"),
            control(goes_on, Control::Faster, "faster"),
            control(goes_on, Control::Slower, "slower"),
            control(true, Control::Start, "start"),
            control(goes_on, Control::End, "end"),
            control(has_levels, Control::LevelBack, "previous level"),
            control(has_levels && goes_on, Control::LevelForward, "next level"),
            (has_screens, Action::Open(Place::Messages), "messages"),
            (has_screens, Action::Open(Place::Character), "summary"),
        ]);
        let [state, place] = self.state(is_paused, keys);
        let others = (!goes_on).then(|| Hint::text(format!("other keys {end}")));
        let texts = [Some(state), goes_on.then_some(place)].into_iter().flatten();
        texts.map(Hint::text).chain(hints).chain(others).collect()
    }

    /// Returns the time until the next key is due; `None` while the replay is paused, and after the last key.
    pub fn timeout(&self, game: &Game, has_screen: bool) -> Option<Duration> {
        match self.state {
            State::Running(due) if !self.pauses_by_itself(game, has_screen) => {
                Some(due.saturating_duration_since(Instant::now()))
            }
            _ => None,
        }
    }

    /// Returns the next key if it is due.
    pub fn due_key(&mut self, played: &mut PlayedGame, has_screen: bool) -> Option<Key> {
        if !self.timeout(&played.game, has_screen)?.is_zero() {
            return None;
        }
        let key = self.take_key(played);
        self.run();
        key
    }

    /// Takes the next key. A save that the recording brings along goes into the game's slot before.
    fn take_key(&mut self, played: &mut PlayedGame) -> Option<Key> {
        self.track.note(self.count, played);
        let recorded = self.keys.get(self.count)?;
        self.count += 1;
        if let Some(save) = &recorded.save {
            played.game.set_slot(save.slot());
        }
        Some(recorded.key)
    }

    /// Returns true while the next key waits for the player.
    fn is_paused(&self, game: &Game, has_screen: bool) -> bool {
        self.state == State::Held || self.pauses_by_itself(game, has_screen)
    }

    /// A replay that is watched pauses on the win screen, also if the recording goes on after it, and while a
    /// screen lies over the game.
    fn pauses_by_itself(&self, game: &Game, has_screen: bool) -> bool {
        !matches!(self.after, After::End) && (game.state() == GameState::Won || has_screen)
    }
}

/// The way of a replay until the last key that was pressed: moments, so that going back need not begin at the
/// start.
struct Track {
    /// The game after some numbers of keys, the start first, and each new level among them.
    moments: Vec<(usize, PlayedGame)>,
    /// Minimum number of keys between two moments of a level.
    distance: usize,
}

impl Track {
    /// The way of a replay of this many keys.
    fn new(start: PlayedGame, keys: usize) -> Track {
        Track { moments: vec![(0, start)], distance: keys / MAX_MOMENTS + 1 }
    }

    /// Returns the last moment after at most this many keys.
    fn moment(&self, count: usize) -> &(usize, PlayedGame) {
        let later = self.moments.partition_point(|(its_count, _)| *its_count <= count);
        &self.moments[later.saturating_sub(1)]
    }

    /// Returns after how many keys the player came to each level but the first.
    fn levels(&self) -> impl DoubleEndedIterator<Item = usize> {
        let changes = self.moments.windows(2).filter(|two| two[0].1.game.depth() != two[1].1.game.depth());
        changes.map(|two| two[1].0)
    }

    /// Takes note of the game after a number of keys. Returns true if the player has just come to a level
    /// that was not known.
    fn note(&mut self, count: usize, played: &PlayedGame) -> bool {
        let (last, before) = self.moment(count);
        let is_level = before.game.depth() != played.game.depth();
        if is_level || count - last >= self.distance {
            self.moments.push((count, played.clone()));
        }
        is_level
    }
}

impl Session {
    /// Begins to watch the game of a file of keys. Afterwards what was played goes on, with the screens that
    /// are shown if the game was chosen there.
    pub(super) fn watch(&mut self, path: &Path, from_screen: bool) {
        if self.recorder.is_some() || self.is_replay() {
            return self.show_text("End this replay or recording before you watch another game.");
        }
        let (setup, keys) = match game_file::read(path, self.played.game.part()) {
            Ok(read) => read,
            Err(error) => return self.warn(format!("cannot watch {}: {error}", path.display())),
        };
        // Should the program end now, the game is kept.
        self.keep_run();
        let watched = PlayedGame::start(setup);
        let played = Box::new(mem::replace(&mut self.played, watched.clone()));
        let mut screens = mem::take(&mut self.screens);
        screens.retain(|_| from_screen);
        let after = After::GoBack { played, files: Box::new(mem::take(&mut self.files)), screens };
        self.mode = Mode::Replaying(Box::new(Playback::new(watched, keys, WATCHING, after)));
    }

    /// Returns true for the first input after the end of a replay, unless it leads back or only shows
    /// something.
    pub(super) fn ends_replay(&self, input: &Input) -> bool {
        let Mode::Replaying(playback) = &self.mode else { return false };
        if !playback.is_over() || self.has_screen() {
            return false;
        }
        let action = match *input {
            Input::Key { key, repeat, .. } if repeat || is_modifier(key) => return false,
            Input::Key { key, physical, shift, .. } => self.action_of((key, physical), shift),
            Input::Pad { button, repeat: false } => pads::action(button, Place::Replay),
            Input::Click(_) | Input::Examine(_) | Input::Wheel(_) => None,
            _ => return false,
        };
        action.is_none_or(|action| match action {
            Action::Replay(control) => !playback.leads_back(control),
            action => !action.only_shows(),
        })
    }

    /// Leaves a replay that is over. Returns true if the player plays on: not if what was played before goes
    /// on, or a problem has to be read first.
    pub(super) fn take_over(&mut self) -> bool {
        let goes_back = self.mode.playback().is_some_and(Playback::goes_back);
        self.leave_replay();
        !goes_back && !self.has_screen()
    }

    /// Shows how far the replay is, in a window without a panel. In fullscreen the title is hidden, too.
    pub(super) fn say_how_far(&mut self) {
        let Mode::Replaying(playback) = &self.mode else { return };
        if !self.has_panel() {
            let status = full_sentence(&playback.status(&self.played.game, false, self.keys()));
            self.show_text(format!("{status} {{keys}}: keys."));
        }
    }

    /// Controls the replay. On the win screen a pause presses the next key.
    pub(super) fn control_replay(&mut self, control: Control, repeat: bool) {
        self.examine.end();
        let is_recorded = self.recorder.is_some();
        let Mode::Replaying(playback) = &mut self.mode else { return };
        let played = &mut self.played;
        match (control, playback.goal(control)) {
            (_, Some(_)) if is_recorded => {
                self.show_text("While it is recorded, a replay can't jump or go back.")
            }
            (_, Some(goal)) => playback.begin_jump(goal, control == Control::LevelForward, played),
            (Control::Forward, _) => {
                playback.state = State::Held;
                playback.take_key(played).into_iter().for_each(|key| self.press(key));
            }
            _ if repeat => {}
            (Control::Stop, _) if playback.goes_back() => self.leave_replay(),
            (Control::Stop, _) => playback.state = State::Over,
            (Control::Faster | Control::Slower, _) => playback.change_speed(control == Control::Faster),
            (Control::Pause, _) if playback.pauses_by_itself(&played.game, false) => {
                let key = playback.take_key(played);
                if playback.state != State::Held {
                    playback.run();
                }
                key.into_iter().for_each(|key| self.press(key));
            }
            (Control::Pause, _) if playback.state == State::Held => {
                playback.run();
                if let State::Running(due) = &mut playback.state {
                    *due = Instant::now();
                }
            }
            (Control::Pause, _) => playback.state = State::Held,
            _ => {}
        }
    }

    /// Handles an action while keys are pressed again. Escape ends that: a game that was to be continued
    /// stays as it was, and a jump ends on its way.
    pub(super) fn stop_pressing(&mut self, action: Action) {
        if !matches!(action, Action::Replay(Control::Stop) | Action::Leave | Action::Back) {
            return;
        }
        match &mut self.mode {
            Mode::Replaying(playback) => playback.end_jump(),
            _ => self.mode = Mode::Playing,
        }
        self.examine.end_text();
        self.screens.clear();
    }

    /// After a replay the game saves where any other does. After one of the kept games the game that waited
    /// goes on.
    pub(super) fn leave_replay(&mut self) {
        let Mode::Replaying(playback) = mem::replace(&mut self.mode, Mode::Playing) else { return };
        let Playback { keys, count, after, .. } = *playback;
        self.walk = Walk::default();
        // The player may have gone back and forth.
        if let Some(setup) = self.played.setup.as_ref().filter(|_| count > 0) {
            self.files.begin(Transcript::of_recorded_keys(setup, &keys[..count], &self.played.game));
        }
        match after {
            After::End => self.mode = Mode::Over,
            After::GoBack { played, files, screens } => {
                (self.played, self.files) = (*played, *files);
                self.screens.extend(screens);
            }
            After::PlayOn(chosen, games) => match save_file(self.played.game.part(), chosen) {
                Ok(save) => {
                    self.files.set_folder(games);
                    if let Some(path) = save {
                        self.played.game.set_slot(SaveSlot::File(path));
                        self.files.set_saves(folder_of(self.played.game.slot()));
                    }
                }
                Err(problem) => self.warn(problem.to_string()),
            },
        }
    }
}
