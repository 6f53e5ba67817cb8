//! A game as it is played in a window: the way from an input to the game, and from the game to a frame.
//!
//! Everything here is around the game and changes none of its rules. An input becomes an action. One that is
//! a move of the game presses a key of the original; any other does not reach the game.

mod announcer;
mod continuing;
mod controls;
pub mod lines;
mod orders;
mod replay;
mod start;

pub use announcer::Announcer;
pub use orders::Order;
pub use start::Start;

use std::fmt::Display;
use std::mem;
use std::path::{self, PathBuf};
use std::time::Duration;

use crate::desktop::actions::Place;
use crate::desktop::assist::examine::Examine;
use crate::desktop::assist::stop::{Stop, full_sentence};
use crate::desktop::assist::travel::Journey;
use crate::desktop::assist::walk::Walk;
use crate::desktop::bindings::{Bindings, named};
use crate::desktop::history::PlayedGame;
use crate::desktop::kept::GamesFolder;
use crate::desktop::kept::folder::KeepError;
use crate::desktop::kept::game_file::Claimed;
use crate::desktop::kept::keeper::{Keeper, end_of};
use crate::desktop::scene::effects::Effects;
use crate::desktop::scene::theme::Theme;
use crate::desktop::scene::{Look, Scene};
use crate::desktop::screens::carving::Carving;
use crate::desktop::screens::content::{Hint, Screen, Shown};
use crate::desktop::screens::texts::Notice;
use crate::desktop::screens::{base, hints, page, settings, title};
use crate::desktop::session::orders::Orders;
use crate::desktop::session::replay::Playback;
use crate::desktop::settings::{Preferences, Settings};
use crate::explorer::snapshot::Snapshot;
use crate::fov_lab::Algorithm;
use crate::game::{Game, GameState, Outcome, SaveResult, Setup};
use crate::key::Key;
use crate::map::Pos;
use crate::part::Part;
use crate::screen::BG;
use crate::support::folders::{self, NoFolder};
use crate::support::owned::OwnFolder;
use crate::support::save_slot::SaveSlot;
use crate::trace::RecordedSave;
use crate::trace::last_key;
use crate::trace::record::{Recorder, Transcript};
use crate::trace::replay::{self as trace_replay, RecordedKey};

/// The mode of a session.
enum Mode {
    /// Keys of the command line are pressed, before the window is shown.
    Starting,
    /// The player plays.
    Playing,
    /// A replay is shown, until the player takes over or goes back.
    Replaying(Box<Playback>),
    /// The keys of an unfinished game are pressed again.
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

/// Returns the folder of a save file, if saves go into one.
fn folder_of(slot: &SaveSlot) -> Option<OwnFolder> {
    let SaveSlot::File(path) = slot else { return None };
    Some(OwnFolder::new(path::absolute(path).ok()?.parent()?.to_owned()))
}

/// Why a game can't save into a file.
#[derive(Debug, thiserror::Error)]
#[error("no place for saves: {0}; they last until the game ends; --save-file chooses a place")]
struct NoSaveFile(#[from] NoFolder);

/// Returns the save file of a part, the one that the player chose if there is one; `None` for parts without
/// saves.
/// Fails if none was chosen and the folder for data cannot be made.
fn save_file(part: Part, chosen: Option<PathBuf>) -> Result<Option<PathBuf>, NoSaveFile> {
    if chosen.is_some() || !part.has_saves() {
        return Ok(chosen.filter(|_| part.has_saves()));
    }
    Ok(Some(folders::make_data()?.join(format!("part{part}.save"))))
}

/// The kind of play.
#[derive(Debug, Default)]
struct Play {
    /// True in free play, without `--part` and `--replay`: the window may show more than the series does.
    free_play: bool,
    /// True if each hero begins as in a program that was just started, with a seed and a file of its own:
    /// nothing is recorded, and no keys came from the command line.
    starts_over: bool,
    /// True with `play --text`: texts name actions instead of keys.
    as_text: bool,
    /// True if the player chose the dungeon that the title screen begins.
    is_chosen: bool,
}

/// The window, and where the player points.
struct Around {
    /// Width and height in pixels.
    size: (i32, i32),
    /// False if no device for sounds was found.
    has_device: bool,
    /// How the window is drawn, for the settings.
    drawn_by: String,
    /// The dungeon in the background of the title screen of free play.
    carving: Option<Carving>,
    /// The pixel that the mouse is over, and the tile of what is there in the panel.
    mouse: Option<(i32, i32)>,
    pointed: Option<Pos>,
    /// The line of the title screen or of the inventory that the player points at; `None` while the pointer
    /// is hidden.
    pointer: Option<usize>,
}

/// Why a key is not pressed.
#[derive(Debug, thiserror::Error)]
enum Refused {
    #[error("{{load}} would lose the game that you play: {0}")]
    Load(KeepError),
    #[error("{0}")]
    Save(String),
}

/// A game in a window.
pub struct Session {
    played: PlayedGame,
    /// The files that keep the game.
    files: Keeper,
    mode: Mode,
    play: Play,
    recorder: Option<Recorder>,
    /// The screens that lie over the game. The last one is shown.
    screens: Vec<Box<dyn Screen>>,
    walk: Walk,
    examine: Examine,
    effects: Effects,
    preferences: Preferences,
    around: Around,
    orders: Orders,
}

impl Session {
    /// Plays a game that has just been started. `folder` is where its games are kept, if they are.
    pub fn new(game: Game, folder: Option<GamesFolder>, recorder: Option<Recorder>) -> Session {
        let mut orders = Orders::default();
        orders.needs_redraw = true;
        orders.add_step(&game, false);
        let saves = folder_of(game.slot());
        let mut session = Session {
            played: PlayedGame::new(game, None),
            files: Keeper::new(folder, saves),
            mode: Mode::Playing,
            play: Play::default(),
            recorder,
            screens: Vec::new(),
            walk: Walk::default(),
            examine: Examine::default(),
            effects: Effects::default(),
            preferences: Preferences::default(),
            around: Around {
                size: (1280, 820),
                has_device: true,
                drawn_by: String::new(),
                carving: None,
                mouse: None,
                pointed: None,
                pointer: None,
            },
            orders,
        };
        session.look_for_games();
        session
    }

    /// Chooses between free play and the play of a part.
    pub fn set_free_play(&mut self, free_play: bool) {
        self.play.free_play = free_play;
    }

    /// Returns true in free play, without `--part` and `--replay`.
    pub fn is_free_play(&self) -> bool {
        self.play.free_play
    }

    /// The game was started like this. Its keys are kept in files from now on.
    pub fn log_keys(&mut self, setup: &Setup) {
        self.files.begin(Transcript::of_keys(setup));
        self.played.setup = Some(setup.clone());
        self.played.history.tally.seed = Some(setup.seed);
        self.play.starts_over = self.can_begin();
    }

    /// Returns true if another dungeon can be begun on the menu.
    fn can_begin(&self) -> bool {
        self.recorder.is_none() && self.played.game.part().has_classes() && self.played.setup.is_some()
    }

    /// Shows the menu with the seed that the player chose for the next hero, or with a new one.
    fn begin(&mut self, chosen: Option<u32>) {
        if let Some(setup) = self.played.setup.clone() {
            self.begin_as(Setup { seed: chosen.unwrap_or_else(rand::random), ..setup });
            self.play.is_chosen &= chosen.is_some();
        }
    }

    /// Leaves the game that is played, and shows the title screen as after a start with this setup, because
    /// the player chose its dungeon.
    fn begin_as(&mut self, setup: Setup) {
        if self.recorder.is_some() {
            return self.show_text("You can't begin another game while this one is being recorded.");
        }
        self.leave_replay();
        self.keep_run();
        if let Err(problem) = self.files.check(&self.played) {
            return self.warn(format!("the game that you play would be lost: {problem}"));
        }
        let setup = Setup { slot: self.played.game.slot().clone(), ..setup };
        self.play_on(PlayedGame::start(setup.clone()));
        self.log_keys(&setup);
        self.play.is_chosen = true;
    }

    /// Plays another game from now on.
    fn play_on(&mut self, played: PlayedGame) {
        (self.played, self.walk, self.mode) = (played, Walk::default(), Mode::Playing);
        self.screens.clear();
    }

    /// The game that is played.
    pub const fn game(&self) -> &Game {
        &self.played.game
    }

    /// Returns true once the player quit, or a replay that ends the program is over.
    pub fn is_over(&self) -> bool {
        matches!(self.mode, Mode::Over) || self.mode.playback().is_some_and(Playback::ends_program)
    }

    /// Returns true if a save, a load or the recording has failed. The problem was reported then.
    pub const fn has_failed(&self) -> bool {
        self.orders.has_failed
    }

    /// Removes the recording, because nothing was played.
    pub fn discard_recording(&mut self) {
        self.recorder.take().into_iter().for_each(Recorder::discard);
    }

    /// Presses a key of the original. F9 is not pressed if the game that it leaves cannot be kept.
    pub fn press(&mut self, key: Key) {
        // No key may follow one that quits.
        if matches!(self.mode, Mode::Over) {
            return;
        }
        if let Err(problem) = self.may_press(key) {
            self.orders.has_failed = true;
            return self.warn(self.filled(&problem.to_string()));
        }
        let starts_over = self.play.starts_over && matches!(self.mode, Mode::Playing);
        if starts_over && key == Key::SPACE && end_of(&self.played.game).is_some() {
            return self.begin(None);
        }
        let is_kept = || self.played.is_worth_keeping() && self.files.check(&self.played).is_ok();
        let is_left = key == Key::F9 && self.recorder.is_none() && is_kept();
        let left = self.played.game.class().filter(|_| is_left);
        let before = Snapshot::new(&self.played.game);
        let outcome = self.played.game.press(key);
        let recorded = self.recorder.as_mut().map(|recorder| recorder.write(&self.played.game, key, outcome));
        let recorded = recorded.unwrap_or(Ok(()));
        let is_played = !self.is_replay();
        self.orders.has_failed |=
            recorded.is_err() || is_played && last_key::problem(&self.played.game).is_some();
        self.warn_of(recorded);
        self.note_step(&before, key);
        let is_another = self.played.history.is_of_another(&self.played.game);
        let kept = match starts_over && is_another {
            true => self.begin_loaded(),
            false => self.files.note_step(&before, key, outcome, &self.played),
        };
        self.follow(outcome);
        if let Some(hero) = left.filter(|_| is_another) {
            self.show_text(format!("The {} that you left is kept: {{games}} continues it.", hero.name()));
        }
        self.warn_of(kept);
    }

    /// Checks that a key loses nothing.
    fn may_press(&mut self, key: Key) -> Result<(), Refused> {
        match key {
            Key::F9 => self.files.before_load(&self.played).map_err(Refused::Load),
            Key::F5 => {
                let not_saved = |error: std::io::Error| self.played.game.slot().not_saved(&error.to_string());
                self.files.check_saves().map_err(not_saved).map_err(Refused::Save)
            }
            _ => Ok(()),
        }
    }

    /// F9 has loaded a game that was not saved in this one. It goes on as in a program that was just started,
    /// so its file begins with that save.
    fn begin_loaded(&mut self) -> Result<(), KeepError> {
        let PlayedGame { game, setup, .. } = &mut self.played;
        let save = RecordedSave::Text(game.save_text());
        let seed = rand::random();
        let Some(setup) = setup.as_mut() else { return Ok(()) };
        *setup = Setup { seed, slot: game.slot().clone(), ..setup.clone() };
        let mut loaded = Game::new(setup.clone());
        let recorded = RecordedKey { key: Key::F9, save: Some(save) };
        trace_replay::press(&mut loaded, &recorded);
        let log = Transcript::of_recorded_keys(setup, &[recorded], &loaded);
        loaded.set_slot(game.slot().clone());
        *game = loaded;
        self.files.begin(log);
        self.files.write_new(&self.played)
    }

    /// Remembers what a step brought, and stops walks if it was something to look at.
    fn note_step(&mut self, before: &Snapshot, key: Key) {
        // Blows and magic are not seen in parts of the series and in recordings, and where keys follow each
        // other fast.
        let is_fast = self.mode.playback().is_some_and(Playback::is_fast);
        let is_shown = self.play.free_play && !is_fast && !matches!(self.mode, Mode::Starting);
        let shows_effects = is_shown && self.settings().effects && self.recorder.is_none();
        let PlayedGame { game, history, .. } = &mut self.played;
        history.add(before, key, game);
        if before.began_run(game) {
            self.walk = Walk::default();
        }
        self.walk.notice(game.player().hp);
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

    /// Does what follows from a step of the game.
    fn follow(&mut self, outcome: Outcome) {
        self.orders.add_step(&self.played.game, self.play.free_play);
        match outcome {
            Outcome::Nothing => {}
            Outcome::Redraw => self.orders.needs_redraw = true,
            Outcome::Quit => self.mode = Mode::Over,
        }
        let ended = self.files.end_if_over(&self.played);
        ended.into_iter().for_each(|written| self.warn_of(written));
        self.explain_failed_file();
        self.look_for_games();
    }

    /// A load that fails repaints nothing, the log gives no reasons, and the title screen shows no messages.
    /// So a text explains what failed.
    fn explain_failed_file(&mut self) {
        let problem = match self.played.game.save_result() {
            Some(SaveResult::BadSave(reason) | SaveResult::SaveFailed(reason)) => reason.clone(),
            Some(SaveResult::NoSave) => {
                format!("no save found{}; {{save}} saves a game", self.played.game.slot())
            }
            _ => return,
        };
        if !self.is_replay() {
            let problem = self.filled(&problem);
            self.show_text(full_sentence(&problem));
            self.orders.add(Order::Failed(problem));
        }
    }

    /// Looks for games for the title screen, once. A game whose keys are being pressed again seems to be
    /// played.
    fn look_for_games(&mut self) {
        if !self.is_busy() {
            self.files.look_for_games(&self.played.game, self.recorder.is_some());
        }
        self.carve();
    }

    /// Begins to carve the dungeon in the background of the title screen, once for each seed.
    fn carve(&mut self) {
        let is_shown = self.play.free_play && !self.play.as_text && self.base() == Place::Title;
        let seed = is_shown.then(|| title::background(&self.shown()));
        if self.around.carving.as_ref().map(Carving::seed) != seed {
            self.around.carving = seed.map(Carving::new);
        }
    }

    /// Returns the dungeon that is carved, unless nothing is to move.
    fn carving(&self) -> Option<&Carving> {
        self.around.carving.as_ref().filter(|_| self.settings().effects)
    }

    /// Returns true while the keys of a game are pressed again, some with each call of
    /// [`due_key`](Session::due_key). The window answers in between.
    pub fn is_busy(&self) -> bool {
        matches!(self.mode, Mode::Continuing(_)) || self.mode.playback().is_some_and(Playback::is_jumping)
    }

    /// Returns the maximum time to wait for an input. Then [`due_key`](Session::due_key) has something to do.
    pub fn timeout(&self) -> Duration {
        if self.is_busy() || self.orders.needs_redraw {
            return Duration::ZERO;
        }
        let replay = self.mode.playback().and_then(|it| it.timeout(&self.played.game, self.has_screen()));
        let timeouts = [
            replay,
            self.files.timeout(&self.played),
            self.walk.timeout(),
            self.examine.timeout(),
            self.effects.timeout(),
            self.carving().and_then(Carving::timeout),
        ];
        timeouts.into_iter().flatten().min().unwrap_or(Duration::MAX)
    }

    /// Returns true while a replay is watched, and after it until the player plays on.
    pub const fn is_replay(&self) -> bool {
        self.mode.playback().is_some()
    }

    /// Does what is due without an input: after a pause of the player the game is written to its file, and
    /// texts go. Returns the next key of a replay or of a journey if it is due.
    pub fn due_key(&mut self) -> Option<Key> {
        if self.files.timeout(&self.played).is_some_and(|timeout| timeout.is_zero()) {
            self.keep_run();
        }
        if self.is_busy() {
            self.orders.needs_redraw = true;
            match &mut self.mode {
                Mode::Replaying(playback) => playback.jump_on(&mut self.played),
                _ => self.press_kept_keys(),
            }
            self.look_for_games();
            return None;
        }
        self.orders.needs_redraw |= self.examine.end_text_if_due() | self.effects.end_if_due();
        if self.carving().is_some() {
            self.orders.needs_redraw |= self.around.carving.as_mut().is_some_and(Carving::advance);
        }
        if let Mode::Replaying(playback) = &mut self.mode {
            return playback.due_key(&mut self.played, !self.screens.is_empty());
        }
        match self.walk.due_key(&self.played.game)? {
            Ok(key) => Some(key),
            Err(stop) => {
                if stop != Stop::Arrived {
                    self.show_text(stop);
                }
                None
            }
        }
    }

    /// Writes the game to its file if it changed. To be called before the program ends.
    pub fn keep_run(&mut self) {
        let kept = self.files.keep(&self.played);
        // The pause screen shows whether the game is kept.
        self.orders.needs_redraw |= self.place() == Place::Pause;
        self.warn_of(kept);
    }

    /// Returns what the window shows now: a screen, or the game with what is added to it.
    pub fn scene(&self) -> Scene {
        let (shown, mouse) = (self.shown(), self.around.mouse);
        let mut scene = Scene::new(self.look());
        let Some(screen) = self.screens.last() else {
            base::draw(&shown, (&self.examine, &self.effects), &self.hints(), mouse, &mut scene);
            // With a panel, the panel shows how far a replay is.
            if let Some(playback) = self.mode.playback().filter(|it| it.is_over() && !shown.has_panel) {
                base::draw_status(&playback.status(&self.played.game, false, self.keys()), &mut scene);
            }
            return scene;
        };
        let content = screen.content(&shown);
        if page::is_card(&content) && self.play.free_play {
            let card = page::frame(&content, &shown, screen.place(), &scene.look);
            base::draw_below(&shown, card, &mut scene);
        }
        page::draw(content, &shown, screen.place(), mouse, &mut scene);
        scene
    }

    /// Returns what the window shows as lines of text: the map, and then all texts from top to bottom.
    pub fn text(&self) -> String {
        self.scene().lines().join("\n")
    }

    /// Returns the sizes and colours of the window.
    fn look(&self) -> Look {
        let settings = self.settings();
        let theme = Theme::of(settings.palette);
        let background = settings.palette.of_window(false).apply(BG);
        // Around the series' pictures is their own background.
        let theme = if self.play.free_play { theme } else { Theme { background, ..theme } };
        Look::new(self.around.size, theme, settings.weight, settings.text.percent())
    }

    /// The keys that the panel names.
    fn hints(&self) -> Vec<Hint> {
        let game = &self.played.game;
        match self.mode.playback() {
            Some(playback) => playback.hints(game, self.keys()),
            None if self.settings().hints => {
                hints::of_panel(game, self.base(), !self.files.games().is_empty())
            }
            None => Vec::new(),
        }
    }

    /// Returns what screens show.
    fn shown(&self) -> Shown<'_> {
        Shown {
            played: &self.played,
            files: &self.files,
            settings: &self.preferences.settings,
            base: self.base(),
            free_play: self.play.free_play,
            can_begin: self.can_begin(),
            is_chosen: self.play.is_chosen,
            has_panel: self.has_panel(),
            has_device: self.around.has_device,
            toast: self.examine.text(),
            drawn_by: &self.around.drawn_by,
            carving: self.carving(),
            pointer: self.around.pointer,
            pointed: self.around.pointed,
        }
    }

    /// The player's keys.
    fn keys(&self) -> Bindings<'_> {
        Bindings::new(&self.preferences.settings.keys)
    }

    /// Where the player is.
    fn place(&self) -> Place {
        self.screens.last().map_or_else(|| self.base(), |screen| screen.place())
    }

    /// Where the player is without the screens over the game.
    fn base(&self) -> Place {
        match self.played.game.state() {
            _ if self.is_replay() => Place::Replay,
            GameState::ClassSelect => Place::Title,
            GameState::Inventory => Place::Inventory,
            GameState::Dead | GameState::Won => Place::End,
            GameState::Playing if self.examine.cursor().is_some() => Place::Cursor,
            GameState::Playing => Place::Map,
        }
    }

    /// Returns true if the window shows a panel with keys.
    fn has_panel(&self) -> bool {
        base::has_panel(&self.look(), self.settings(), self.played.game.part(), self.play.free_play)
    }

    /// The window has this size in pixels from now on.
    pub fn set_window(&mut self, size: (i32, i32)) {
        self.orders.needs_redraw |= self.around.size != size;
        self.around.size = size;
    }

    /// The window is drawn like this.
    pub fn set_drawn_by(&mut self, drawn_by: String) {
        self.around.drawn_by = drawn_by;
    }

    /// Returns what the program around the session has to do now, once.
    pub fn take_orders(&mut self) -> Vec<Order> {
        self.orders.take()
    }

    /// The player's settings.
    pub const fn settings(&self) -> &Settings {
        &self.preferences.settings
    }

    /// Notes whether a device for sounds was found. Over the game a text shows whether sounds are on.
    fn note_device(&mut self, has_device: bool) {
        self.around.has_device = has_device;
        if self.place() != Place::Settings {
            self.show_text(format!("Sounds are {}.", settings::sounds(self.settings(), has_device)));
        }
    }

    /// Returns true if the window shows something other than [`scene`](Session::scene), once for each
    /// change.
    pub fn take_redraw(&mut self) -> bool {
        mem::take(&mut self.orders.needs_redraw)
    }

    /// The title of the window: that of the game, the algorithm of the view if it is not the chapters' own,
    /// and how far a replay is.
    pub fn title(&self) -> String {
        // Free play is not a part of the series.
        let mut title = if self.play.free_play { "Roguelike" } else { self.played.game.title() }.to_owned();
        let algorithm = Algorithm::of(self.played.game.other_view());
        if algorithm != Algorithm::Shadowcast {
            title += &format!("   [{algorithm}]");
        }
        if let Some(playback) = self.mode.playback() {
            title += &format!("   [{}]", playback.status(&self.played.game, self.has_screen(), self.keys()));
        }
        title
    }

    /// Shows a short text over the screen until the next input, and for a few seconds at most. A
    /// name of an action in braces becomes its key.
    pub fn show_text(&mut self, text: impl Display) {
        self.examine.show_text(self.filled(&text.to_string()));
        self.orders.needs_redraw = true;
    }

    /// Returns a text with the player's keys in place of the names of actions in braces. `play --text` has no
    /// keys.
    fn filled(&self, text: &str) -> String {
        if self.play.as_text { named(text) } else { self.keys().fill(text) }
    }

    /// Reports a problem if there is one.
    pub(super) fn warn_of(&mut self, result: Result<(), impl Display>) {
        result.err().into_iter().for_each(|error| self.warn(error.to_string()));
    }

    /// Reports a problem: on standard error, and on a screen for players without a terminal.
    pub fn warn(&mut self, problem: String) {
        self.screens.push(Box::new(Notice(full_sentence(&problem))));
        self.orders.needs_redraw = true;
        self.orders.add(Order::Complain(problem));
    }

    /// Says what no key does any more because of a key of the player's own.
    fn say_what_has_no_key(&mut self) {
        let names: Vec<&str> = self.keys().without_key().map(|row| row.name).collect();
        if !names.is_empty() {
            let names = names.join(", ");
            let way_out = self.keys().fill("change them in the settings ({settings})");
            self.orders.add(Order::Complain(format!("your own keys leave no key for {names}; {way_out}")));
        }
    }

    fn has_screen(&self) -> bool {
        !self.screens.is_empty()
    }

    /// Shows a screen over the game and over the other screens. An older one of the same kind is closed.
    fn show(&mut self, screen: Box<dyn Screen>) {
        self.screens.retain(|below| below.place() != screen.place());
        self.screens.push(screen);
    }

    /// Returns the beginning of the name of a picture of the window.
    pub fn picture_name(&self) -> String {
        let seed = self.played.history.tally.seed.map_or_else(String::new, |seed| format!("-seed{seed}"));
        format!("roguelike-part{}{seed}", self.played.game.part())
    }
}
