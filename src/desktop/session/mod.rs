//! A game as it is played in a window: the way from an input to the game, and from the game to a frame.
//!
//! Everything here is around the game and changes none of its rules. An input becomes a key of the original
//! or does not reach the game.

mod announcer;
mod continuing;
mod controls;
mod replay;
mod start;

pub use announcer::{Announcer, Report};
pub use start::Start;

use std::fmt::Display;
use std::fs;
use std::mem;
use std::path::{self, PathBuf};
use std::time::Duration;

use crate::desktop::assist::effects::Effects;
use crate::desktop::assist::examine::Examine;
use crate::desktop::assist::stop::{Stop, full_sentence};
use crate::desktop::assist::tips;
use crate::desktop::assist::travel::Journey;
use crate::desktop::assist::walk::Walk;
use crate::desktop::pages::hints;
use crate::desktop::pages::sheet::{Click, Sheet};
use crate::desktop::pages::{Page, Shown, hud, note, pack, panel, settings, steps, summary};
use crate::desktop::run::PlayedRun;
use crate::desktop::runs::RunsFolder;
use crate::desktop::runs::folder::RunError;
use crate::desktop::runs::keeper::{RunKeeper, end_of};
use crate::desktop::runs::run_file::Claimed;
use crate::desktop::session::announcer::LOW;
use crate::desktop::session::replay::Playback;
use crate::desktop::settings::{Preferences, Settings};
use crate::explorer::snapshot::Snapshot;
use crate::fov_lab::Algorithm;
use crate::fov_lab::steps::Stage;
use crate::game::{Game, GameState, Outcome, SaveResult, Setup, direction};
use crate::key::Key;
use crate::map::{MAP_WIDTH, Pos};
use crate::part::Part;
use crate::screen::{self, Frame};
use crate::support::folders;
use crate::support::owned::OwnFolder;
use crate::support::save_slot::SaveSlot;
use crate::trace::record::{Recorder, Transcript};
use crate::trace::replay::{self as trace_replay, RecordedKey};

/// What a session does.
enum Mode {
    /// The player plays.
    Playing,
    /// A replay is shown, until the player takes over or goes back.
    Replaying(Box<Playback>),
    /// The keys of a run that was left are pressed again.
    Continuing(Box<Claimed>),
    /// The player quit.
    Over,
}

impl Mode {
    /// Returns the replay that is shown.
    const fn playback(&self) -> Option<&Playback> {
        if let Mode::Replaying(playback) = self { Some(playback) } else { None }
    }
}

/// What a frame of a session is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// The map, also with texts over it and below it.
    Map,
    /// Another screen of the game.
    Screen,
    /// A page of text.
    Page,
}

/// Returns the folder of a save file, if saves go into one.
fn folder_of(slot: &SaveSlot) -> Option<OwnFolder> {
    let SaveSlot::File(path) = slot else { return None };
    Some(OwnFolder::new(path::absolute(path).ok()?.parent()?.to_owned()))
}

/// Returns the save file of a part, the one that the player chose if there is one; none for parts without
/// saves.
/// Fails if none was chosen and the folder for data cannot be made.
fn save_file(part: Part, chosen: Option<PathBuf>) -> Result<Option<PathBuf>, String> {
    if chosen.is_some() || !part.has_saves() {
        return Ok(chosen.filter(|_| part.has_saves()));
    }
    let in_data_folder = || {
        let folder = folders::data()?;
        fs::create_dir_all(&folder)
            .map_err(|error| format!("cannot make the folder {}: {error}", folder.display()))?;
        Ok(Some(folder.join(format!("part{part}.save"))))
    };
    in_data_folder().map_err(|error: String| {
        format!("no place for saves: {error}; they last until the game ends; --save-file chooses a place")
    })
}

/// A game in a window.
pub struct Session {
    run: PlayedRun,
    /// The files that keep the run.
    files: RunKeeper,
    /// The folder of the save file; none if saves stay in memory.
    saves: Option<OwnFolder>,
    mode: Mode,
    /// True in plain play, where neither a part nor a replay was asked for: the window may show more than the
    /// series does.
    pub is_plain: bool,
    recorder: Option<Recorder>,
    /// The pages that lie over the game. The last one is shown.
    pages: Vec<Page>,
    /// The line of the menu or of the pack that the player points at; none while the pointer is hidden.
    pointer: Option<usize>,
    walk: Walk,
    examine: Examine,
    effects: Effects,
    preferences: Preferences,
    /// True if each hero begins as in a program that was just started, with a seed and a file of its own:
    /// nothing is recorded, and no keys came from the command line.
    starts_over: bool,
    /// True if the player chose the dungeon that the menu begins.
    is_chosen: bool,
    /// What is shown.
    sheet: Sheet,
    /// True if the window shows a panel.
    pub has_panel: bool,
    /// False if no device for sounds was found.
    has_device: bool,
    /// How the window is drawn, for the settings.
    pub(crate) drawn_by: String,
    /// What the panel shows beside the picture.
    panel: Sheet,
    needs_redraw: bool,
    /// What is to be announced. Who announces something takes it out.
    pub report: Report,
}

impl Session {
    /// Plays a game that has just been started. `folder` is where its runs are kept, if they are.
    pub fn new(game: Game, folder: Option<RunsFolder>, recorder: Option<Recorder>) -> Session {
        let mut report = Report::default();
        report.add_step(&game);
        Session {
            sheet: Sheet::new(screen::rows(game.part())),
            saves: folder_of(game.slot()),
            run: PlayedRun::new(game, None),
            files: RunKeeper::new(folder),
            mode: Mode::Playing,
            is_plain: false,
            recorder,
            pages: Vec::new(),
            pointer: None,
            walk: Walk::default(),
            examine: Examine::default(),
            effects: Effects::default(),
            preferences: Preferences::default(),
            starts_over: false,
            is_chosen: false,
            has_panel: false,
            has_device: true,
            drawn_by: String::new(),
            panel: Sheet::new(0),
            needs_redraw: true,
            report,
        }
    }

    /// The game was started like this. Its keys are kept in files from now on.
    pub fn log_keys(&mut self, setup: &Setup) {
        self.files.begin(Transcript::of_keys(setup));
        self.run.setup = Some(setup.clone());
        self.run.history.tally.seed = Some(setup.seed);
        self.starts_over = self.can_begin();
    }

    /// Returns true if another dungeon can be begun on the menu.
    fn can_begin(&self) -> bool {
        self.recorder.is_none() && self.run.game.part().has_classes() && self.run.setup.is_some()
    }

    /// Shows the menu with the seed that the player chose for the next hero, or with a new one.
    fn begin(&mut self, chosen: Option<u32>) {
        if let Some(setup) = self.run.setup.clone() {
            self.begin_as(Setup { seed: chosen.unwrap_or_else(rand::random), ..setup });
            self.is_chosen &= chosen.is_some();
        }
    }

    /// Leaves the run that is played, and shows the menu as after a start with this setup, because the player
    /// chose its dungeon.
    fn begin_as(&mut self, setup: Setup) {
        if !self.can_begin() {
            return self.show_text("This run is recorded, so no other one can begin.");
        }
        self.leave_replay();
        self.keep_run();
        if let Err(problem) = self.files.check(&self.run) {
            return self.warn(format!("the run that you play would be lost: {problem}"));
        }
        let setup = Setup { slot: self.run.game.slot().clone(), ..setup };
        self.play(PlayedRun::start(setup.clone()));
        self.log_keys(&setup);
        self.is_chosen = true;
    }

    /// Plays another run from now on.
    fn play(&mut self, run: PlayedRun) {
        (self.run, self.walk, self.mode) = (run, Walk::default(), Mode::Playing);
        self.pages.clear();
    }

    /// The game that is played.
    pub const fn game(&self) -> &Game {
        &self.run.game
    }

    /// Returns true once the player quit, or a replay that ends the program is over.
    pub fn is_over(&self) -> bool {
        matches!(self.mode, Mode::Over) || self.mode.playback().is_some_and(Playback::ends_program)
    }

    /// Removes the recording, because nothing was played.
    pub fn discard_recording(&mut self) {
        self.recorder.take().into_iter().for_each(Recorder::discard);
    }

    /// Presses a key of the original. F9 is not pressed if the run that it leaves cannot be kept. V, which
    /// the original does not know, changes the view as it did in the recorded window.
    pub fn press(&mut self, key: Key) {
        // No key may follow one that quits.
        if matches!(self.mode, Mode::Over) {
            return;
        }
        if trace_replay::changes_view(&self.run.game, key) {
            return self.next_algorithm();
        }
        if key == Key::F9
            && let Err(error) = self.files.before_load(&self.run)
        {
            return self.warn(format!("F9 would lose the run that you play: {error}"));
        }
        if key == Key::F5
            && let Some(Err(error)) = self.saves.as_ref().map(OwnFolder::check)
        {
            return self.warn(self.run.game.slot().not_saved(&error.to_string()));
        }
        let starts_over = self.starts_over && matches!(self.mode, Mode::Playing);
        if starts_over && key == Key::SPACE && end_of(&self.run.game).is_some() {
            return self.begin(None);
        }
        let is_kept = || self.run.is_worth_keeping() && self.files.check(&self.run).is_ok();
        let is_left = key == Key::F9 && self.recorder.is_none() && is_kept();
        let left = self.run.game.class().filter(|_| is_left);
        let before = Snapshot::new(&self.run.game);
        let outcome = self.run.game.press(key);
        let recorded = self.recorder.as_mut().map(|recorder| recorder.write(&self.run.game, key, outcome));
        self.warn_of(recorded.unwrap_or(Ok(())));
        self.note_step(&before, key);
        let is_another = self.run.history.is_of_another(&self.run.game);
        let kept = match starts_over && is_another {
            true => self.begin_loaded(),
            false => self.files.note_step(&before, key, outcome, &self.run),
        };
        self.follow(outcome);
        let is_sign = key.letter().is_some() || key == Key::SIGN;
        self.give_tip(outcome == Outcome::Nothing && is_sign && direction(key).is_none());
        if let Some(hero) = left.filter(|_| is_another) {
            self.show_text(format!("The {} that you left is kept: R continues it.", hero.name()));
        }
        self.warn_of(kept);
    }

    /// F9 has loaded a run that was not saved in this one. It goes on as in a program that was just started,
    /// so its file begins with that save.
    fn begin_loaded(&mut self) -> Result<(), RunError> {
        let PlayedRun { game, setup, .. } = &mut self.run;
        let save = SaveSlot::Memory(Some(game.save_text()));
        let seed = rand::random();
        let Some(setup) = setup.as_mut() else { return Ok(()) };
        *setup = Setup { seed, slot: game.slot().clone(), ..setup.clone() };
        let mut loaded = Game::new(setup.clone());
        let recorded = RecordedKey { key: Key::F9, slot: Some(save) };
        trace_replay::press(&mut loaded, &recorded);
        let log = Transcript::of_recorded_keys(setup, &[recorded], &loaded);
        loaded.set_slot(game.slot().clone());
        *game = loaded;
        self.files.begin(log);
        self.files.write_new(&self.run)
    }

    /// Remembers what a step brought, and stops walks if it was something to look at.
    fn note_step(&mut self, before: &Snapshot, key: Key) {
        // Blows and magic are not seen in parts of the series and in recordings, and where keys follow each
        // other fast.
        let is_fast = self.mode.playback().is_some_and(Playback::is_fast);
        let shows_effects = self.is_plain && self.settings().effects && self.recorder.is_none() && !is_fast;
        let PlayedRun { game, history, .. } = &mut self.run;
        history.add(before, key, game);
        if before.began_run(game) {
            self.walk = Walk::default();
        }
        self.walk.notice(game.player().hp);
        if self.preferences.settings.low_sound && before.falls_low(game) {
            self.report.tones.extend(LOW);
        }
        self.effects = if shows_effects { Effects::of(before, key, game) } else { Effects::default() };
        let picks_up = self.preferences.settings.explore_on && self.walk.journey() == Some(Journey::Explore);
        let Some(stop) = Stop::after(before, game) else { return };
        if picks_up && matches!(stop, Stop::PickedUp(_)) {
            return;
        }
        if self.walk.stop(stop.clone()) && stop != Stop::NotHere {
            self.show_text(stop);
        }
    }

    /// Gives a new player the next tip, each once. `is_idle` is true after a key that does nothing.
    fn give_tip(&mut self, is_idle: bool) {
        let Settings { hints, hinted, .. } = self.settings();
        let is_shown = self.is_plain && *hints && self.pages.is_empty() && matches!(self.mode, Mode::Playing);
        let game = &self.run.game;
        if is_shown
            && game.state() == GameState::Playing
            && let Some(tip) = tips::next(game, is_idle, hinted)
        {
            self.change_settings(|settings| settings.hinted.push(tip.name));
            self.show_text(tip.text);
        }
    }

    /// Does what follows from a step of the game.
    fn follow(&mut self, outcome: Outcome) {
        self.report.add_step(&self.run.game);
        match outcome {
            Outcome::Nothing => {}
            Outcome::Redraw => self.needs_redraw = true,
            Outcome::Quit => self.mode = Mode::Over,
        }
        if let Some(written) = self.files.end_if_over(&self.run) {
            let text = summary::text(&self.run);
            self.files.path().into_iter().for_each(|path| RunsFolder::write_summary(path, &text));
            self.warn_of(written);
        }
        self.explain_failed_file();
        self.look_for_runs();
    }

    /// A load that fails repaints nothing, the log gives no reasons, and the menu shows no messages. So a
    /// text says what failed.
    fn explain_failed_file(&mut self) {
        let problem = match self.run.game.save_result() {
            Some(SaveResult::BadSave(reason) | SaveResult::SaveFailed(reason)) => reason.clone(),
            Some(SaveResult::NoSave) => format!("no save found{}; F5 saves a run", self.run.game.slot()),
            _ => return,
        };
        if !self.is_replay() {
            self.show_text(full_sentence(&problem));
            self.report.failures.push(problem);
        }
    }

    /// Looks for runs for the menu, once. A run whose keys are being pressed again seems to be played.
    fn look_for_runs(&mut self) {
        if !self.is_busy() {
            self.files.look_for_runs(&self.run.game, self.recorder.is_some());
        }
    }

    /// V: the next algorithm for the view. A recording has no line for that, so during one the algorithm
    /// stays.
    fn next_algorithm(&mut self) {
        if self.recorder.is_some() {
            return self.warn("the view stays as it is while the run is recorded; use --fov".to_owned());
        }
        trace_replay::next_algorithm(&mut self.run.game);
        self.run.history.has_other_view = true;
        let noted = self.files.note_view(&self.run);
        let algorithm = Algorithm::of(self.run.game.other_view());
        self.show_text(format!("The view is computed by {algorithm} now."));
        self.warn_of(noted);
    }

    /// Returns true while the keys of a run are pressed again, some with each call of
    /// [`due_key`](Session::due_key). The window answers in between.
    pub fn is_busy(&self) -> bool {
        matches!(self.mode, Mode::Continuing(_)) || self.mode.playback().is_some_and(Playback::is_jumping)
    }

    /// Returns the maximum time to wait for an input. Then [`due_key`](Session::due_key) has something to do.
    pub fn timeout(&self) -> Duration {
        if self.is_busy() || self.needs_redraw {
            return Duration::ZERO;
        }
        let replay = self.mode.playback().and_then(|it| it.timeout(&self.run.game, self.has_page()));
        let timeouts = [
            replay,
            self.files.timeout(&self.run),
            self.walk.timeout(),
            self.examine.timeout(),
            self.effects.timeout(),
        ];
        timeouts.into_iter().flatten().min().unwrap_or(Duration::MAX)
    }

    /// Returns true while a replay is watched, and after it until the player plays on.
    pub const fn is_replay(&self) -> bool {
        self.mode.playback().is_some()
    }

    /// Does what is due without an input: after a pause of the player the run is written to its file, and
    /// texts go. Returns the next key of a replay or of a journey if it is due.
    pub fn due_key(&mut self) -> Option<Key> {
        if self.files.timeout(&self.run).is_some_and(|timeout| timeout.is_zero()) {
            self.keep_run();
        }
        if self.is_busy() {
            self.needs_redraw = true;
            match &mut self.mode {
                Mode::Replaying(playback) => playback.jump_on(&mut self.run),
                _ => self.press_kept_keys(),
            }
            return None;
        }
        self.needs_redraw |= self.examine.end_text_if_due() | self.effects.end_if_due();
        if let Mode::Replaying(playback) = &mut self.mode {
            return playback.due_key(&mut self.run, !self.pages.is_empty());
        }
        match self.walk.due_key(&self.run.game)? {
            Ok(key) => Some(key),
            Err(stop) => {
                if stop != Stop::Arrived {
                    self.show_text(stop);
                }
                None
            }
        }
    }

    /// Writes the run to its file if it changed. To be called before the program ends.
    pub fn keep_run(&mut self) {
        let kept = self.files.keep(&self.run);
        // The menu says whether the run is kept.
        self.needs_redraw |= matches!(self.page(), Some(Page::Leave(_)));
        self.warn_of(kept);
    }

    /// Draws what is to be shown now: a page, or the game's screen with what is added on free rows.
    pub fn render(&mut self) -> &Frame {
        self.look_for_runs();
        let mut sheet = mem::replace(&mut self.sheet, Sheet::new(0));
        let (shown, game, page) = (self.shown(), &self.run.game, self.page());
        sheet.clear(screen::rows(game.part()));
        if page.is_none() {
            screen::render(game, &mut sheet.frame);
        }
        match (page, game.state()) {
            (Some(page), _) => page.draw(&shown, &mut sheet),
            (None, GameState::Playing) => {
                hud::adapt(&shown, &mut sheet.frame);
                self.effects.draw(&mut sheet.frame);
                note::draw_examined(&self.examine, &shown, &mut sheet);
            }
            (None, GameState::ClassSelect) => shown.draw_menu(&mut sheet),
            (None, GameState::Inventory) => pack::adapt(&shown, &mut sheet),
            (None, GameState::Dead | GameState::Won) => summary::draw_ending(&shown, &mut sheet),
        }
        // Before the end the title says how far a replay is, and no text covers the map.
        let replay = self.mode.playback().filter(|it| page.is_none() && it.is_over() && !self.has_panel);
        replay.into_iter().for_each(|it| note::draw_status(&it.status(game, false), &mut sheet.frame));
        sheet.mark();
        if let Some(text) = self.examine.text() {
            let avoid = (self.view() == View::Map).then(|| game.player().pos);
            // The tiles of a page are as narrow as its letters.
            let is_narrow = self.view() != View::Page && shown.settings.texts.is_narrow(self.is_plain);
            note::draw(std::slice::from_ref(text), avoid, is_narrow, &mut sheet);
        }
        self.sheet = sheet;
        &self.sheet.frame
    }

    /// Returns what pages and the game's own screens show.
    fn shown(&self) -> Shown<'_> {
        Shown {
            run: &self.run,
            files: &self.files,
            settings: &self.preferences.settings,
            is_plain: self.is_plain,
            can_begin: self.can_begin(),
            is_chosen: self.is_chosen,
            has_panel: self.has_panel,
            has_device: self.has_device,
            drawn_by: &self.drawn_by,
            pointer: self.pointer,
        }
    }

    /// Returns what [`render`](Session::render) draws.
    pub fn view(&self) -> View {
        match self.page() {
            Some(page) if *page != Page::Map => View::Page,
            None if self.run.game.state() != GameState::Playing => View::Screen,
            _ => View::Map,
        }
    }

    /// Returns the tile of the map that has a box around it: that of the cursor, or of the thing that the
    /// mouse is over in the panel.
    pub fn boxed(&self) -> Option<Pos> {
        let on_panel = || match self.panel.click_at(self.panel.mouse?)? {
            Click::Examine(tile) | Click::GoTo(tile) => Some(tile),
            _ => None,
        };
        if self.view() == View::Map { self.examine.cursor.or_else(on_panel) } else { None }
    }

    /// Returns what the window draws on the page, above its last rows.
    pub(crate) fn stage(&self) -> Option<Stage> {
        let Some(&Page::Steps(topic, step)) = self.page() else { return None };
        steps::stage((topic, step), &self.run.game)
    }

    /// Draws the panel beside the picture, on this many columns and rows.
    pub fn render_panel(&mut self, columns: i32, rows: i32) -> &Frame {
        self.look_for_runs();
        let (game, has_page) = (&self.run.game, self.has_page());
        let hints = match self.mode.playback() {
            Some(playback) if !has_page => playback.hints(game),
            // The menu of plain play names its keys itself.
            _ if self.is_plain && game.state() == GameState::ClassSelect && !has_page => Vec::new(),
            _ if self.settings().hints => hints::of_panel(game, !self.files.runs().is_empty(), has_page),
            _ => Vec::new(),
        };
        let is_map = self.view() == View::Map;
        self.panel.clear(rows);
        panel::draw(&self.run, &hints, columns.min(MAP_WIDTH), is_map, &mut self.panel);
        self.panel.mark();
        &self.panel.frame
    }

    /// The player's settings.
    pub const fn settings(&self) -> &Settings {
        &self.preferences.settings
    }

    /// Says whether sounds are on, in the settings and after F4. `has_device` looks for a device.
    fn tell_sounds(&mut self, has_device: impl FnOnce() -> bool) {
        let was_switched = mem::take(&mut self.report.switched_sounds);
        if !was_switched && !matches!(self.page(), Some(Page::Settings(_))) {
            return;
        }
        let before = mem::replace(&mut self.has_device, has_device());
        self.needs_redraw |= before != self.has_device;
        if was_switched {
            self.show_text(format!("Sounds are {}.", settings::sounds(self.settings(), self.has_device)));
        }
    }

    /// Returns true if the window shows something else than [`render`](Session::render) draws, once for each
    /// change.
    pub fn take_redraw(&mut self) -> bool {
        mem::take(&mut self.needs_redraw)
    }

    /// The title of the window: that of the game, the algorithm of the view if it is not the chapters' own,
    /// and how far a replay is.
    pub fn title(&self) -> String {
        // The whole game is no part of a series.
        let mut title = if self.is_plain { "Roguelike" } else { self.run.game.title() }.to_owned();
        let algorithm = Algorithm::of(self.run.game.other_view());
        if algorithm != Algorithm::Shadowcast {
            title += &format!("   [{algorithm}]");
        }
        if let Some(playback) = self.mode.playback() {
            title += &format!("   [{}]", playback.status(&self.run.game, self.has_page()));
        }
        title
    }

    /// Shows a short text over the screen until the next input, and for a few seconds at most.
    pub fn show_text(&mut self, text: impl Display) {
        self.examine.show_text(text.to_string());
        self.needs_redraw = true;
    }

    /// Reports a problem if there is one.
    pub(super) fn warn_of(&mut self, result: Result<(), impl Display>) {
        result.err().into_iter().for_each(|error| self.warn(error.to_string()));
    }

    /// Reports a problem: on standard error, and on a page for players without a terminal.
    pub fn warn(&mut self, problem: String) {
        self.pages.push(Page::Notice(full_sentence(&problem)));
        self.needs_redraw = true;
        self.report.problems.push(problem);
    }

    /// Returns the page that is shown, if there is one.
    fn page(&self) -> Option<&Page> {
        self.pages.last()
    }

    fn has_page(&self) -> bool {
        !self.pages.is_empty()
    }

    /// Shows a page over the game and over other pages. Neither settings nor keys lead back to the other.
    fn open(&mut self, page: Page) {
        self.pages.retain(|page| !matches!(page, Page::Help(_) | Page::Settings(_)));
        self.pages.push(page);
    }

    /// Returns the beginning of the name of a picture of the window.
    pub fn picture_name(&self) -> String {
        let seed = self.run.history.tally.seed.map_or_else(String::new, |seed| format!("-seed{seed}"));
        format!("roguelike-part{}{seed}", self.run.game.part())
    }
}
