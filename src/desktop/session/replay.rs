//! Replays: recorded keys, pressed one after another with a pause between them. The player can stop a replay,
//! go back and forth key by key, and change its speed. A run of the list is watched in the same way, while
//! what was played before waits.

use std::mem;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::desktop::assist::stop::full_sentence;
use crate::desktop::assist::walk::Walk;
use crate::desktop::commands::{Command, command_of};
use crate::desktop::input::Input;
use crate::desktop::pages::Page;
use crate::desktop::pages::hints::{Hint, useful};
use crate::desktop::pages::run_list::RunList;
use crate::desktop::run::PlayedRun;
use crate::desktop::runs::keeper::RunKeeper;
use crate::desktop::runs::{RunsFolder, run_file};
use crate::desktop::session::{Mode, Session, folder_of, save_file};
use crate::game::{Game, GameState};
use crate::key::Key;
use crate::support::save_slot::SaveSlot;
use crate::trace::record::Transcript;
use crate::trace::replay::RecordedKey;

/// Shortest and longest time between two keys that the player can choose.
const FASTEST: Duration = Duration::from_millis(5);
const SLOWEST: Duration = Duration::from_secs(10);
/// Time between two keys of a run of the list, at first.
const WATCHING: Duration = Duration::from_millis(100);
/// Maximum number of moments that are remembered.
const MAX_MOMENTS: usize = 128;
/// What follows a replay.
pub(super) enum After {
    /// The program ends. Nothing pauses the replay.
    End,
    /// The player plays on. The game saves to this file, if the player chose one, and runs are kept in this
    /// folder.
    PlayOn(Option<PathBuf>, Option<RunsFolder>),
    /// What was played before goes on, and the list is shown again if the run was chosen there.
    GoBack { run: Box<PlayedRun>, files: Box<RunKeeper>, list: Option<RunList> },
}

/// The keys of a replay, and when the next one is pressed.
pub(super) struct Playback {
    keys: Vec<RecordedKey>,
    /// Number of keys that were pressed.
    count: usize,
    pause: Duration,
    /// True if the player stopped the replay, to go on key by key.
    is_held: bool,
    /// When the next key is due.
    due: Instant,
    track: Track,
    /// Number of keys at the end of a jump that is on its way, and true if it ends on any floor that was not
    /// known before.
    jump: Option<(usize, bool)>,
    after: After,
}

impl Playback {
    /// The first key is due after one pause.
    pub fn new(start: PlayedRun, keys: Vec<RecordedKey>, pause: Duration, after: After) -> Playback {
        Playback {
            track: Track::new(start, keys.len()),
            keys,
            count: 0,
            pause,
            is_held: false,
            due: Instant::now() + pause,
            jump: None,
            after,
        }
    }

    /// Returns true once every key was taken, or Escape ended the replay, unless the player stopped it there.
    pub fn is_over(&self) -> bool {
        self.count == self.keys.len() && !self.is_held
    }

    /// Returns true if the program ends now.
    pub fn ends_program(&self) -> bool {
        matches!(self.after, After::End) && self.is_over()
    }

    /// Returns true if keys follow each other faster than blows are shown.
    pub fn is_fast(&self) -> bool {
        self.pause < WATCHING && !self.is_held
    }

    /// Returns true if a run of the list is watched.
    pub fn is_of_list(&self) -> bool {
        matches!(self.after, After::GoBack { .. })
    }

    /// Halves or doubles the time between two keys.
    fn change_speed(&mut self, is_faster: bool) {
        let pause = self.pause;
        self.pause = match is_faster {
            true => (pause / 2).max(FASTEST).min(pause),
            false => (pause * 2).clamp(FASTEST, SLOWEST.max(pause)),
        };
        self.due = self.due.min(Instant::now() + self.pause);
    }

    /// Returns the number of keys where a key leads: a key back, to the start, a floor back or on, or to the
    /// end; none for other keys. At the end nothing is further on.
    fn goal(&self, key: Key) -> Option<usize> {
        let (mut floors, end, goes_on) = (self.track.floors(), self.keys.len(), !self.is_over());
        match key {
            Key::LEFT => Some(self.count.saturating_sub(1)),
            Key::HOME => Some(0),
            Key::PAGE_UP => Some(floors.rfind(|floor| *floor < self.count).unwrap_or(0)),
            Key::PAGE_DOWN if goes_on => Some(floors.find(|floor| *floor > self.count).unwrap_or(end)),
            Key::END if goes_on => Some(end),
            _ => None,
        }
    }

    /// Begins to go there, and stops there, or on the next floor that was not known.
    fn begin_jump(&mut self, goal: usize, to_floor: bool, run: &mut PlayedRun) {
        (self.count, *run) = self.track.moment(goal).clone();
        (self.jump, self.is_held) = (Some((goal, to_floor)), true);
        self.jump_on(run);
    }

    /// Returns true while the keys up to the place of a jump are pressed.
    pub const fn is_jumping(&self) -> bool {
        self.jump.is_some()
    }

    /// Presses the next keys of a jump.
    pub fn jump_on(&mut self, run: &mut PlayedRun) {
        let Some((goal, to_floor)) = self.jump else { return };
        let before = self.count;
        // The next floor may not have been known.
        let mut is_there = false;
        self.count += run.press_while(&self.keys[before..goal], |pressed, run| {
            is_there = self.track.note(before + pressed, run) && to_floor;
            !is_there
        });
        if self.count == goal || is_there {
            self.end_jump();
        }
    }

    /// Ends a jump where it is.
    fn end_jump(&mut self) {
        self.jump = None;
        // The end of a run of the list is the same as without a jump, because Left leads back from there.
        self.is_held = self.count < self.keys.len() || !self.is_of_list();
    }

    /// Returns what the replay does, and how far it is or what its keys do. It is as long at every key.
    fn state(&self, is_paused: bool) -> [String; 2] {
        let (keys, width) = (self.keys.len(), self.keys.len().to_string().len());
        let place = format!("key {:>width$} of {keys}", self.count);
        let others = if self.is_of_list() { "SPACE goes back" } else { "an arrow plays on" };
        match self.pause.as_millis() {
            _ if self.is_over() => ["end of the replay".to_owned(), format!("HOME rewinds, {others}")],
            _ if is_paused => ["replay paused".to_owned(), place],
            pause @ ..=1_000 => {
                [format!("replay, {} keys a second", (1_000 + pause / 2) / pause.max(1)), place]
            }
            pause => [format!("replay, a key every {} seconds", pause / 1_000), place],
        }
    }

    /// Returns what the replay does and how far it is, for the title and the first row of the map.
    pub fn status(&self, game: &Game, has_page: bool) -> String {
        self.state(self.is_paused(game, has_page)).join(": ")
    }

    /// Returns the same for the panel beside the game, with the keys that do something now.
    pub fn hints(&self, game: &Game) -> Vec<Vec<Hint>> {
        let (is_paused, goes_on) = (self.is_paused(game, false), !self.is_over());
        let has_pages = !goes_on && game.part().has_melee();
        let next = if is_paused { "go on" } else { "pause" };
        let end = if self.is_of_list() { "go back" } else { "play on" };
        let rows: [&[(bool, Key, &str)]; 7] = [
            &[(goes_on, Key::SPACE, next), (goes_on, Key::ESCAPE, end)],
            &[(goes_on || self.is_of_list(), Key::LEFT, "back"), (goes_on, Key::RIGHT, "forward")],
            &[(goes_on, Key::UP, "faster"), (goes_on, Key::DOWN, "slower")],
            &[(true, Key::HOME, "start"), (goes_on, Key::END, "end")],
            &[(true, Key::PAGE_UP, "previous floor")],
            &[(goes_on, Key::PAGE_DOWN, "next floor")],
            &[(has_pages, Key::M, "messages"), (has_pages, Key::P, "summary")],
        ];
        let rows = rows.into_iter().map(|row| useful(row.iter().copied()).collect());
        let [state, place] = self.state(is_paused);
        let others = (!goes_on).then(|| vec![Hint::text(format!("other keys {end}"))]);
        let texts = [Some(state), goes_on.then_some(place)].into_iter().flatten();
        let rows = texts.map(|text| vec![Hint::text(text)]).chain(rows).chain(others);
        rows.filter(|row| !row.is_empty()).collect()
    }

    /// Returns the time until the next key is due; none while the replay is paused, and after the last key.
    pub fn timeout(&self, game: &Game, has_page: bool) -> Option<Duration> {
        if self.is_over() || self.is_paused(game, has_page) {
            return None;
        }
        Some(self.due.saturating_duration_since(Instant::now()))
    }

    /// Returns the next key if it is due.
    pub fn due_key(&mut self, run: &mut PlayedRun, has_page: bool) -> Option<Key> {
        if self.timeout(&run.game, has_page)?.is_zero() { self.take_key(run) } else { None }
    }

    /// Takes the next key. A save that the recording brings along goes into the game's slot before.
    fn take_key(&mut self, run: &mut PlayedRun) -> Option<Key> {
        self.track.note(self.count, run);
        self.due = Instant::now() + self.pause;
        let recorded = self.keys.get(self.count)?;
        self.count += 1;
        if let Some(slot) = &recorded.slot {
            run.game.set_slot(slot.clone());
        }
        Some(recorded.key)
    }

    /// Returns true while the next key waits for the player.
    fn is_paused(&self, game: &Game, has_page: bool) -> bool {
        self.is_held || self.pauses_by_itself(game, has_page)
    }

    /// A replay that is watched pauses on the win screen, also if the recording goes on after it, and while a
    /// page lies over the game.
    fn pauses_by_itself(&self, game: &Game, has_page: bool) -> bool {
        !matches!(self.after, After::End) && (game.state() == GameState::Won || has_page)
    }
}

/// The way of a replay until the last key that was pressed: moments, so that going back need not begin at the
/// start.
struct Track {
    /// The run after some numbers of keys, the start first, and each new floor among them.
    moments: Vec<(usize, PlayedRun)>,
    /// Minimum number of keys between two moments of a floor.
    distance: usize,
}

impl Track {
    /// The way of a replay of this many keys.
    fn new(start: PlayedRun, keys: usize) -> Track {
        Track { moments: vec![(0, start)], distance: keys / MAX_MOMENTS + 1 }
    }

    /// Returns the last moment after at most this many keys.
    fn moment(&self, count: usize) -> &(usize, PlayedRun) {
        let later = self.moments.partition_point(|(its_count, _)| *its_count <= count);
        &self.moments[later.saturating_sub(1)]
    }

    /// Returns after how many keys the player came to each floor but the first.
    fn floors(&self) -> impl DoubleEndedIterator<Item = usize> {
        let changes = self.moments.windows(2).filter(|two| two[0].1.game.depth() != two[1].1.game.depth());
        changes.map(|two| two[1].0)
    }

    /// Takes note of the run after a number of keys. Returns true if the player has just come to a floor that
    /// was not known.
    fn note(&mut self, count: usize, run: &PlayedRun) -> bool {
        let (last, before) = self.moment(count);
        let is_floor = before.game.depth() != run.game.depth();
        if is_floor || count - last >= self.distance {
            self.moments.push((count, run.clone()));
        }
        is_floor
    }
}

/// Returns the key that controls a replay.
pub(super) const fn control(input: &Input) -> Option<Key> {
    match input {
        Input::Key { key, .. } => Some(*key),
        Input::Pad { elsewhere, .. } => *elsewhere,
        _ => None,
    }
}

impl Session {
    /// Begins to watch the run of a file of keys. Afterwards the list is shown again, if there is one.
    pub(super) fn watch(&mut self, path: &Path, list: Option<RunList>) {
        if self.recorder.is_some() || self.is_replay() {
            return self.show_text("No other run can be watched now.");
        }
        let (setup, keys) = match run_file::read(path, self.run.game.part()) {
            Ok(read) => read,
            Err(error) => return self.warn(format!("cannot watch {}: {error}", path.display())),
        };
        // Should the program end now, the run is kept.
        self.keep_run();
        let watched = PlayedRun::start(setup);
        let run = Box::new(mem::replace(&mut self.run, watched.clone()));
        let after = After::GoBack { run, files: Box::new(mem::take(&mut self.files)), list };
        self.mode = Mode::Replaying(Box::new(Playback::new(watched, keys, WATCHING, after)));
        self.pages.clear();
    }

    /// Returns true if an input goes to the replay. The first one after its end takes over. If that fails, a
    /// notice says so, and the input must not close it.
    pub(super) fn replay_takes(&mut self, input: &Input) -> bool {
        let Mode::Replaying(playback) = &self.mode else { return false };
        let only_shows = matches!(input, Input::Key { key, shift, .. }
            if command_of(*key, *shift, &self.run.game).is_some_and(Command::only_shows));
        // Pages can be opened and closed during a replay.
        if self.has_page() || only_shows {
            return false;
        }
        // After the end some keys lead back into the replay. An arrow walks on from there.
        let leads_back = matches!(control(input), Some(Key::HOME | Key::PAGE_UP));
        if !playback.is_over() || leads_back || playback.is_of_list() {
            return true;
        }
        self.leave_replay();
        self.has_page()
    }

    /// Gives an input to the replay. Escape ends it, Space stops it and lets it go on, Right presses the next
    /// key, Up and Down change the speed, and others jump. On the win screen any other input presses the next
    /// key, and after the end of a run of the list it leads back.
    pub(super) fn control_replay(&mut self, input: &Input) {
        self.examine.end();
        let repeats = matches!(input, Input::Key { repeat: true, .. });
        let is_recorded = self.recorder.is_some();
        let run = &mut self.run;
        let Mode::Replaying(playback) = &mut self.mode else { return };
        let key = control(input);
        match (key, key.and_then(|key| playback.goal(key))) {
            (_, Some(_)) if is_recorded => self.show_text("A replay that is recorded does not jump."),
            (_, Some(goal)) => playback.begin_jump(goal, key == Some(Key::PAGE_DOWN), run),
            _ if playback.is_of_list() && (key == Some(Key::ESCAPE) || playback.is_over()) => {
                self.leave_replay();
            }
            (Some(Key::RIGHT), _) => {
                playback.is_held = true;
                playback.take_key(run).into_iter().for_each(|key| self.press(key));
            }
            _ if repeats => {}
            (Some(Key::ESCAPE), _) => {
                playback.keys.truncate(playback.count);
                playback.is_held = false;
            }
            (Some(key @ (Key::UP | Key::DOWN)), _) => playback.change_speed(key == Key::UP),
            _ if playback.pauses_by_itself(&run.game, false) => {
                playback.take_key(run).into_iter().for_each(|key| self.press(key));
            }
            (Some(Key::SPACE | Key::RETURN), _) => {
                playback.is_held = !playback.is_held;
                playback.due = Instant::now();
            }
            // A panel would say it. In full screen there is no title either.
            (Some(key), _) if !self.has_panel && !key.is_modifier() => {
                let status = full_sentence(&playback.status(&run.game, false));
                self.show_text(format!("{status} F1: keys."));
            }
            _ => {}
        }
    }

    /// Handles an input while keys are pressed again. Escape ends that: a run that was to be continued stays
    /// as it was, and a jump ends on its way.
    pub(super) fn stop_pressing(&mut self, input: &Input) {
        if control(input) != Some(Key::ESCAPE) {
            return;
        }
        match &mut self.mode {
            Mode::Replaying(playback) => playback.end_jump(),
            _ => self.mode = Mode::Playing,
        }
        self.examine.end_text();
        self.pages.clear();
    }

    /// After a replay the game saves where any other does. After a run of the list the run that waited goes
    /// on.
    pub(super) fn leave_replay(&mut self) {
        let Mode::Replaying(playback) = mem::replace(&mut self.mode, Mode::Playing) else { return };
        let Playback { keys, count, after, .. } = *playback;
        self.walk = Walk::default();
        // The player may have gone back and forth.
        if let Some(setup) = self.run.setup.as_ref().filter(|_| count > 0) {
            self.files.begin(Transcript::of_recorded_keys(setup, &keys[..count], &self.run.game));
        }
        match after {
            After::End => self.mode = Mode::Over,
            After::GoBack { run, files, list } => {
                (self.run, self.files) = (*run, *files);
                self.pages.extend(list.map(Page::Runs));
            }
            After::PlayOn(chosen, runs) => match save_file(self.run.game.part(), chosen) {
                Ok(save) => {
                    self.files.set_folder(runs);
                    if let Some(path) = save {
                        self.run.game.set_slot(SaveSlot::File(path));
                        self.saves = folder_of(self.run.game.slot());
                    }
                }
                Err(problem) => self.warn(problem),
            },
        }
    }
}
