//! A game as it is played in a window: the way from an input to the game, and from the game to a frame.
//!
//! Everything here is around the game and changes none of its rules. An input becomes a key of the original
//! or does not reach the game.

use std::time::Duration;

use sdl2::controller::Button;

use crate::desktop::archive::Archive;
use crate::desktop::autosave::Autosave;
use crate::desktop::input::Input;
use crate::desktop::page::Page;
use crate::desktop::playback::Playback;
use crate::desktop::pointer::Pointer;
use crate::desktop::readable;
use crate::desktop::run_keeper::{Resumed, RunKeeper};
use crate::desktop::view;
use crate::event::Event;
use crate::game::{self, Game, GameState, Outcome, Setup};
use crate::key::Key;
use crate::screen::{self, Frame};
use crate::support::save_slot::SaveSlot;
use crate::trace::key_log::Logged;
use crate::trace::record::Recorder;
use crate::trace::replay;

/// A game in a window.
pub struct Session {
    game: Game,
    frame: Frame,
    runs: RunKeeper,
    recorder: Option<Recorder>,
    /// A replay, until the player takes over.
    playback: Option<Playback>,
    page: Option<Page>,
    pointer: Pointer,
    /// A text that is the title until the next input.
    title: Option<String>,
    /// What the game was started with; none if it is not known.
    setup: Option<Setup>,
    /// True if a run with another setup goes on, until it is announced.
    is_continued: bool,
    /// What happened, until it is announced.
    events: Vec<Event>,
    /// What went wrong, until it is announced. One line each.
    problems: Vec<String>,
    needs_redraw: bool,
    is_over: bool,
}

impl Session {
    /// Plays a game that has just been started. `autosave` is where its runs are kept, if they are.
    pub fn new(game: Game, autosave: Option<Autosave>, recorder: Option<Recorder>) -> Session {
        let mut session = Session {
            frame: Frame::new(screen::rows(game.part())),
            runs: RunKeeper::new(autosave),
            recorder,
            playback: None,
            page: None,
            pointer: Pointer::default(),
            title: None,
            setup: None,
            is_continued: false,
            events: game.events().to_vec(),
            problems: Vec::new(),
            needs_redraw: true,
            is_over: false,
            game,
        };
        session.look_for_run();
        session
    }

    /// The game was started like this. Its keys are kept in files from now on.
    pub(super) fn log_keys(&mut self, setup: &Setup, archive: Option<Archive>) {
        self.runs.log_keys(setup, archive);
        self.setup = Some(setup.clone());
    }

    /// The game that is played.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Returns true once the player quit, or a replay that ends the program is over.
    pub fn is_over(&self) -> bool {
        self.is_over || self.playback.as_ref().is_some_and(Playback::ends_program)
    }

    /// Returns the key of the original that an input stands for. An input that is not for the game is handled
    /// here, and there is no key. [`Input::Fullscreen`] and [`Input::TexturesLost`] are for the window and do
    /// nothing here.
    pub fn translate(&mut self, input: Input) -> Option<Key> {
        match input {
            // Inputs that came after the last one are ignored.
            _ if self.is_over => {}
            Input::Quit => self.is_over = true,
            Input::Exposed => self.needs_redraw = true,
            // Like any other key, F12 closes a notice.
            Input::Screenshot => self.set_page(None),
            Input::Fullscreen | Input::TexturesLost => {}
            _ if self.replay_takes(input) => {
                return self.playback.as_mut().and_then(|playback| playback.translate(input, &mut self.game));
            }
            Input::Key { key, repeat } => return self.translate_key(key, repeat),
            Input::Pad(button) => return self.translate_button(button),
        }
        None
    }

    /// Returns true if a key or a button goes to the replay. The first one after the replay takes over. If
    /// that fails, a notice says so, and the key must not close it.
    fn replay_takes(&mut self, input: Input) -> bool {
        self.title = None;
        let had_page = self.page.is_some();
        match &self.playback {
            None => false,
            Some(playback) if playback.is_over() => {
                self.take_over();
                self.page.is_some() && !had_page
            }
            Some(playback) => playback.takes(input, had_page),
        }
    }

    fn translate_key(&mut self, key: Key, repeat: bool) -> Option<Key> {
        let on_map = self.game.state() == GameState::Playing && self.page.is_none();
        let key = if on_map { key.on_map() } else { key.off_map() };
        // Keys that are held down walk. Everything else happens once, or a held Escape would close screens
        // and quit.
        if repeat && !(on_map && game::direction(key).is_some()) {
            return None;
        }
        if self.page.is_some() {
            // Shift alone does nothing: it may be the beginning of another key.
            if !key.is_modifier() {
                self.set_page(None);
            }
            return None;
        }
        self.needs_redraw |= self.pointer.hide();
        match key {
            Key::F1 => self.set_page(Some(Page::Help)),
            Key::V if on_map => self.next_algorithm(),
            Key::C if self.game.state() == GameState::ClassSelect => self.resume(),
            key => return Some(key),
        }
        None
    }

    fn translate_button(&mut self, button: Button) -> Option<Key> {
        if self.page.is_some() || button == Button::Start {
            self.set_page(if self.page.is_some() { None } else { Some(Page::Help) });
            return None;
        }
        let before = self.pointer;
        let key = self.pointer.translate(button, &self.game, self.runs.has_offer());
        self.needs_redraw |= self.pointer != before;
        self.translate_key(key?, false)
    }

    /// Presses a key of the original. F9 is not pressed if the run that it leaves cannot be kept.
    pub fn press(&mut self, key: Key) {
        self.title = None;
        if key == Key::F9
            && let Err(error) = self.runs.before_load(&self.game)
        {
            return self.warn(format!("F9 would lose the run that you play: {error}"));
        }
        let before = self.game.state();
        let outcome = self.game.press(key);
        self.record(key, outcome);
        let noted = self.runs.note_step(before, key, outcome, &self.game);
        self.follow(outcome);
        if let Err(error) = noted {
            self.warn(error.to_string());
        }
    }

    /// The last line of the menu: continues the run that was kept.
    fn resume(&mut self) {
        match self.runs.take_offer() {
            Ok(None) => {}
            // A recording of this session would not be that of the continued run's game.
            Ok(Some(Resumed { keys: Some(keys), .. })) if self.recorder.is_none() => self.go_on(&keys),
            Ok(Some(Resumed { text, .. })) => match self.game.resume(&text) {
                Ok(()) => {
                    self.record(Key::F9, Outcome::Redraw);
                    self.runs.go_on_loaded(&self.game);
                    self.follow(Outcome::Redraw);
                }
                Err(error) => self.warn(format!("cannot continue the run: {error}")),
            },
            Err(error) => {
                self.warn(error.to_string());
                self.look_for_run();
            }
        }
    }

    /// Continues a run in the game that its keys lead to, under its own seed.
    fn go_on(&mut self, keys: &Logged) {
        let slot = self.game.slot().clone();
        self.game = keys.replay();
        self.runs.go_on(keys, &self.game);
        self.game.set_slot(slot);
        self.setup = Some(keys.setup.clone());
        self.is_continued = true;
        self.needs_redraw = true;
    }

    /// Does what follows from a step of the game.
    fn follow(&mut self, outcome: Outcome) {
        self.events.extend_from_slice(self.game.events());
        match outcome {
            Outcome::Nothing => {}
            Outcome::Redraw => self.needs_redraw = true,
            Outcome::Quit => self.is_over = true,
        }
        self.tell_failed_load();
        self.look_for_run();
    }

    /// A load that fails repaints nothing, and the menu shows no messages. So the title says it, and on the
    /// menu a page.
    fn tell_failed_load(&mut self) {
        if self.is_replay() {
            return;
        }
        let failed = |event: &&Event| matches!(event, Event::NoSave | Event::BadSave(_));
        let Some(event) = self.game.events().iter().find(failed) else { return };
        let text = match event.problem() {
            Some(problem) => problem.to_owned(),
            None => format!("No save found{}. F5 saves a run.", self.game.slot()),
        };
        self.show(text, self.game.state() == GameState::ClassSelect);
    }

    fn look_for_run(&mut self) {
        for problem in self.runs.look_for_run(&self.game) {
            self.warn(problem.to_string());
        }
    }

    /// V: the next algorithm for the view. A recording has no line for that, so during one the algorithm
    /// stays.
    fn next_algorithm(&mut self) {
        if !self.game.part().has_fog() {
            return;
        }
        if self.recorder.is_some() {
            self.warn("the view stays as it is while the run is recorded; use --fov".to_owned());
            return;
        }
        replay::next_algorithm(&mut self.game);
        self.runs.note_view();
        self.needs_redraw = true;
    }

    fn record(&mut self, key: Key, outcome: Outcome) {
        if let Some(recorder) = &mut self.recorder
            && let Err(error) = recorder.write(&self.game, key, outcome)
        {
            self.warn(error.to_string());
        }
    }

    /// Begins a replay.
    pub(super) fn play_back(&mut self, playback: Playback) {
        self.playback = Some(playback);
    }

    /// After a replay the game saves where any other does.
    fn take_over(&mut self) {
        let Some(playback) = self.playback.take() else { return };
        let found = playback.saves.find();
        let path = found.as_ref().ok().and_then(Option::as_deref);
        let autosave = path.map(|path| Autosave::beside(path, self.game.part()));
        self.runs.settle(autosave, playback.saves.archive());
        match found {
            Ok(Some(path)) => {
                self.game.set_slot(SaveSlot::File(path));
                self.look_for_run();
            }
            Ok(None) => {}
            Err(problem) => self.warn(problem),
        }
    }

    /// Returns the maximum time to wait for an input. Then [`due_key`](Session::due_key) and
    /// [`keep_run_if_due`](Session::keep_run_if_due) have something to do.
    pub fn timeout(&self) -> Duration {
        let replay = self.playback.as_ref().and_then(|it| it.timeout(&self.game, self.page.is_some()));
        replay.into_iter().chain(self.runs.timeout(&self.game)).min().unwrap_or(Duration::MAX)
    }

    /// Returns true while a replay is watched.
    pub const fn is_replay(&self) -> bool {
        self.playback.is_some()
    }

    /// Returns the next key of a replay if it is due.
    pub fn due_key(&mut self) -> Option<Key> {
        let playback = self.playback.as_mut().filter(|_| !self.is_over)?;
        let key = playback.due_key(&mut self.game, self.page.is_some())?;
        if replay::changes_view(&self.game, key) {
            self.next_algorithm();
            return None;
        }
        Some(key)
    }

    /// Writes the run to its file if the player has done nothing for a while.
    pub fn keep_run_if_due(&mut self) {
        if self.runs.timeout(&self.game).is_some_and(|timeout| timeout.is_zero()) {
            self.keep_run();
        }
    }

    /// Writes the run to its file if it changed. To be called before the program ends.
    pub fn keep_run(&mut self) {
        if let Err(error) = self.runs.keep(&self.game) {
            self.warn(error.to_string());
        }
    }

    /// Draws what is to be shown now: a page, or the game's screen with what is added on free rows.
    pub fn render(&mut self) -> &Frame {
        let Session { game, frame, .. } = self;
        if let Some(page) = &self.page {
            page.render(game.part(), frame);
        } else {
            screen::render(game, frame);
            readable::mend_dashes(game, frame);
            self.runs.draw_offer(game, frame);
            self.pointer.draw(game, frame);
        }
        frame
    }

    /// Returns true if the window shows something else than [`render`](Session::render) draws, once for each
    /// change.
    pub fn take_redraw(&mut self) -> bool {
        std::mem::take(&mut self.needs_redraw)
    }

    /// The title of the window: that of the game, and the algorithm of the view if it is not the chapters'
    /// own.
    pub fn title(&self) -> String {
        match &self.title {
            Some(title) => title.clone(),
            None => self.game.title().to_owned() + &view::title_suffix(&self.game),
        }
    }

    /// Shows a text until the next key: on a page, or as the title.
    pub fn show(&mut self, text: String, on_page: bool) {
        if on_page {
            self.set_page(Some(Page::Notice(text)));
        } else {
            self.title = Some(text);
        }
    }

    /// Returns true while a notice is shown.
    pub const fn has_notice(&self) -> bool {
        matches!(self.page, Some(Page::Notice(_)))
    }

    /// Tells about a problem: on standard error, and on a page for players without a terminal.
    pub(super) fn warn(&mut self, problem: String) {
        self.show(problem.clone(), true);
        self.problems.push(problem);
    }

    fn set_page(&mut self, page: Option<Page>) {
        self.page = page;
        self.needs_redraw = true;
    }

    /// Returns the beginning of the name of a picture of the window.
    pub fn picture_name(&self) -> String {
        let seed = self.setup.as_ref().map_or_else(String::new, |setup| format!("-seed{}", setup.seed));
        format!("roguelike-part{}{seed}", self.game.part())
    }

    /// Returns what the game of a continued run was started with, once.
    pub fn take_continued(&mut self) -> Option<&Setup> {
        if std::mem::take(&mut self.is_continued) { self.setup.as_ref() } else { None }
    }

    /// Returns what happened since the last call.
    pub fn take_events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }

    /// Returns what went wrong since the last call, a line each.
    pub fn take_problems(&mut self) -> Vec<String> {
        std::mem::take(&mut self.problems)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desktop::pointer::POINTER;
    use crate::map::Pos;
    use crate::part::Part;
    use crate::player::PlayerClass;

    fn session(part: &str, keys: &str) -> Session {
        let mut session = Session::new(Game::new(Setup::new(part.parse::<Part>().unwrap(), 42)), None, None);
        for name in keys.split_whitespace() {
            session.press(Key::from_name(name).unwrap());
        }
        session.take_redraw();
        session
    }

    /// Returns true if the input changes what is shown.
    fn changes(session: &mut Session, input: Input) -> bool {
        if let Some(key) = session.translate(input) {
            session.press(key);
        }
        session.take_redraw()
    }

    fn press(session: &mut Session, key: Key) -> bool {
        changes(session, Input::Key { key, repeat: false })
    }

    fn hold(session: &mut Session, key: Key) -> bool {
        changes(session, Input::Key { key, repeat: true })
    }

    fn pad(session: &mut Session, button: Button) -> bool {
        changes(session, Input::Pad(button))
    }

    /// Returns where the pointer is drawn.
    fn pointer(session: &mut Session) -> Option<Pos> {
        let pointer = screen::Cell { glyph: b'>', color: POINTER };
        session.render().cells().iter().find(|&&(_, cell)| cell == pointer).map(|&(pos, _)| pos)
    }

    #[test]
    fn a_pad_plays_the_whole_game() {
        let mut session = session("17", "");
        assert_eq!(pointer(&mut session), None, "players with a keyboard see the original's menu");
        for (button, class) in
            [(Button::A, 0), (Button::DPadUp, 2), (Button::DPadDown, 0), (Button::DPadDown, 1)]
        {
            assert!(pad(&mut session, button));
            assert_eq!(pointer(&mut session), Some(Pos::new(2, screen::menu_row(Part::LAST, class))));
        }
        assert!(!pad(&mut session, Button::B), "nothing to go back to");
        pad(&mut session, Button::A);
        assert_eq!(
            (session.game.state(), session.game.class()),
            (GameState::Playing, Some(PlayerClass::Rogue))
        );

        let start = session.game.player().entity.pos;
        pad(&mut session, Button::DPadLeft);
        pad(&mut session, Button::DPadUp);
        assert_eq!(session.game.player().entity.pos, Pos::new(start.x - 1, start.y - 1));
        pad(&mut session, Button::DPadRight);
        pad(&mut session, Button::DPadDown);
        assert_eq!(session.game.player().entity.pos, start);
        pad(&mut session, Button::Y);
        assert!(session.game.events().contains(&Event::NoStairs));

        // A potion and a scroll: down to the scroll, and read it.
        pad(&mut session, Button::X);
        assert_eq!(session.game.state(), GameState::Inventory);
        pad(&mut session, Button::DPadDown);
        pad(&mut session, Button::DPadDown);
        let first = screen::first_slot(Part::LAST);
        assert_eq!(pointer(&mut session), Some(Pos::new(first.x - 2, first.y + 1)));
        pad(&mut session, Button::A);
        assert!(session.game.events().iter().any(|event| matches!(event, Event::Read(_))));
        for close in [Button::B, Button::X] {
            pad(&mut session, Button::X);
            pad(&mut session, close);
            assert_eq!(session.game.state(), GameState::Playing);
        }
        pad(&mut session, Button::Start);
        assert_eq!(session.page, Some(Page::Help));
        pad(&mut session, Button::A);
        assert_eq!(session.page, None);
    }

    #[test]
    fn a_key_hides_the_pads_pointer() {
        let mut session = session("17", "");
        pad(&mut session, Button::DPadDown);
        assert!(pointer(&mut session).is_some());
        assert!(press(&mut session, Key::H));
        assert_eq!(pointer(&mut session), None);
        assert!(!press(&mut session, Key::H));
    }

    #[test]
    fn held_keys_only_walk() {
        let mut session = session("17", "1 I");
        assert!(!hold(&mut session, Key::ESCAPE));
        assert_eq!(session.game.state(), GameState::Inventory);
        press(&mut session, Key::ESCAPE);
        assert!(!hold(&mut session, Key::ESCAPE));
        assert!(!hold(&mut session, Key::I));
        for key in [Key::DOWN, Key::J, Key::S, Key::KEYPAD_2] {
            assert!(hold(&mut session, key));
        }
        assert!(!session.is_over());
        press(&mut session, Key::ESCAPE);
        assert!(session.is_over());
    }

    #[test]
    fn letters_are_letters_in_the_pack_and_digits_digits_on_the_menu() {
        let mut session = session("17", "");
        assert!(!press(&mut session, Key::KEYPAD_8));
        press(&mut session, Key::KEYPAD_3);
        assert_eq!(session.game.class(), Some(PlayerClass::Mage));
        press(&mut session, Key::I);
        let pos = session.game.player().entity.pos;
        assert!(!press(&mut session, Key::H), "there is no slot h");
        assert_eq!((session.game.state(), session.game.player().entity.pos), (GameState::Inventory, pos));
    }

    #[test]
    fn any_key_but_shift_closes_a_notice() {
        let mut session = session("17", "1");
        let before = session.game.player().entity.pos;
        for input in
            [Input::Screenshot, Input::Pad(Button::DPadRight), Input::Key { key: Key::RIGHT, repeat: false }]
        {
            session.show("Picture saved".to_owned(), true);
            assert!(session.take_redraw());
            assert!(!press(&mut session, Key::from_name("Left Shift").unwrap()));
            assert!(session.has_notice());
            assert!(changes(&mut session, input));
            assert_eq!((session.page.as_ref(), session.game.player().entity.pos), (None, before));
        }
    }

    #[test]
    fn nothing_happens_after_the_end() {
        let mut session = session("17", "1");
        let before = session.game.player().entity.pos;
        session.translate(Input::Quit);
        assert!(session.is_over());
        press(&mut session, Key::RIGHT);
        assert_eq!(session.game.player().entity.pos, before);
    }
}
