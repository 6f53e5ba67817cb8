//! A game as it is played in a window: the way from an input to the game, and from the game to a frame.
//!
//! Everything here is around the game and changes none of its rules. An input becomes a key of the original
//! or does not reach the game.

use std::time::Duration;

use sdl2::controller::Button;

use crate::desktop::autosave::Autosave;
use crate::desktop::caution::Watch;
use crate::desktop::chronicle::Chronicle;
use crate::desktop::commands::{Command, command_of};
use crate::desktop::input::Input;
use crate::desktop::look::look;
use crate::desktop::note;
use crate::desktop::page::Page;
use crate::desktop::playback::Playback;
use crate::desktop::pointer::{POINTER, Pointer};
use crate::desktop::readable;
use crate::desktop::run_keeper::RunKeeper;
use crate::desktop::travel::{Halt, Journey, key_of, known_stairs};
use crate::desktop::view;
use crate::desktop::walk::Walk;
use crate::event::Event;
use crate::game::{self, Game, GameState, Outcome};
use crate::key::Key;
use crate::map::{MAP_HEIGHT, Map, Pos};
use crate::screen::{self, Frame};
use crate::support::save_slot::SaveSlot;
use crate::trace::record::Recorder;

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
    walk: Walk,
    chronicle: Chronicle,
    /// The tile that is examined.
    cursor: Option<Pos>,
    /// The tile that the mouse is over.
    hover: Option<Pos>,
    /// A text over the map until the next input.
    note: Option<String>,
    /// A text that is the title until the next input.
    title: Option<String>,
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
            walk: Walk::default(),
            chronicle: Chronicle::new(&game),
            cursor: None,
            hover: None,
            note: None,
            title: None,
            events: game.events().to_vec(),
            problems: Vec::new(),
            needs_redraw: true,
            is_over: false,
            game,
        };
        session.look_for_run();
        session
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
            Input::Fullscreen | Input::TexturesLost | Input::MouseAt(..) | Input::MousePressed(..) => {}
            Input::Hover(tile) => self.hover(tile),
            _ if self.replay_takes(input) => {
                return self.playback.as_mut().and_then(|playback| playback.translate(input, &mut self.game));
            }
            Input::Key { key, shift, repeat } => return self.translate_key(key, shift, repeat),
            Input::Pad(button) => return self.translate_button(button, false),
            Input::PadHeld(button) => return self.translate_button(button, true),
            Input::Click(tile) => return self.click(tile),
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

    fn translate_key(&mut self, key: Key, shift: bool, repeat: bool) -> Option<Key> {
        let on_map = self.game.state() == GameState::Playing && self.page.is_none();
        let key = if on_map { key.on_map() } else { key.off_map() };
        // Keys that are held down walk. Everything else happens once, or a held Escape would close screens
        // and quit.
        if repeat && !(on_map && game::direction(key).is_some()) {
            return None;
        }
        // Shift alone does nothing: it may be the beginning of another key.
        if key.is_modifier() || self.page.is_some() {
            return self.turn_page(key);
        }
        if self.cursor.is_some() {
            self.move_cursor(key, shift);
            return None;
        }
        if repeat {
            return Some(key).filter(|_| self.walk.repeats());
        }
        self.begin_input();
        match command_of(key, shift, self.game.part(), self.game.state()) {
            Some(command) => self.obey(command),
            None => {
                if shift
                    && on_map
                    && let Some(step) = game::direction(key)
                {
                    self.walk.begin(Journey::Run(step));
                }
                Some(key)
            }
        }
    }

    /// What an input of the player ends: a journey, a text, and the pointer of a pad.
    fn begin_input(&mut self) {
        self.walk.interrupt();
        self.needs_redraw |= self.note.take().is_some() | self.pointer.hide();
    }

    fn turn_page(&mut self, key: Key) -> Option<Key> {
        if !key.is_modifier() {
            let pages = self.chronicle.history.pages(self.frame.rows());
            let next = self.page.as_ref().and_then(|page| page.turn(key, pages));
            self.set_page(next);
        }
        None
    }

    /// Does what a command says. Returns the key of the original that it stands for, if it is one.
    fn obey(&mut self, command: Command) -> Option<Key> {
        match command {
            Command::Explore => self.walk.begin(Journey::Explore),
            Command::GoToStairs if known_stairs(&self.game) == Some(self.game.player().entity.pos) => {
                return Some(Key::PERIOD);
            }
            Command::GoToStairs => self.walk.begin(Journey::Stairs),
            Command::Look => {
                self.cursor = Some(self.game.player().entity.pos);
                self.needs_redraw = true;
            }
            Command::Messages => self.set_page(Some(Page::Messages(0))),
            Command::Panel => self.set_page(Some(Page::Panel)),
            Command::Summary => self.set_page(Some(Page::Summary)),
            Command::Continue => self.resume(),
            Command::NextView => self.next_algorithm(),
            Command::Help => self.set_page(Some(Page::Help)),
        }
        None
    }

    /// A key while the map is examined: directions move the cursor, with Shift further, Return goes there, and
    /// every other key ends it.
    fn move_cursor(&mut self, key: Key, shift: bool) {
        let Some(cursor) = self.cursor.take() else { return };
        self.needs_redraw = true;
        if key == Key::RETURN || key == Key::KEYPAD_ENTER {
            self.walk.begin(Journey::To(cursor));
        } else if let Some(step) = game::direction(key) {
            let length = if shift { 8 } else { 1 };
            let target = Pos::new(cursor.x + step.x * length, cursor.y + step.y * length);
            self.cursor = Some(if Map::in_bounds(target) { target } else { cursor });
        }
    }

    /// The mouse is over another tile of the window.
    fn hover(&mut self, tile: Option<Pos>) {
        let tile = tile.filter(|tile| tile.y < MAP_HEIGHT);
        if tile != self.hover {
            self.hover = tile;
            self.needs_redraw |= self.game.state() == GameState::Playing && self.page.is_none();
        }
    }

    /// A click closes a page, attacks or steps next to the player, and travels elsewhere.
    fn click(&mut self, tile: Pos) -> Option<Key> {
        if self.page.is_some() {
            self.set_page(None);
            return None;
        }
        self.cursor = None;
        self.begin_input();
        if self.game.state() != GameState::Playing || tile.y >= MAP_HEIGHT {
            return None;
        }
        let here = self.game.player().entity.pos;
        let key = key_of(Pos::new(tile.x - here.x, tile.y - here.y));
        if key.is_none() {
            self.walk.begin(Journey::To(tile));
        }
        key
    }

    fn translate_button(&mut self, button: Button, repeat: bool) -> Option<Key> {
        if self.page.is_some() || button == Button::Start {
            self.set_page(if self.page.is_some() { None } else { Some(Page::Help) });
            return None;
        }
        let before = self.pointer;
        let key = self.pointer.translate(button, &self.game, self.runs.has_offer());
        self.needs_redraw |= self.pointer != before;
        self.translate_key(key?, false, repeat)
    }

    /// Presses a key of the original.
    pub fn press(&mut self, key: Key) {
        self.title = None;
        let on_menu = self.game.state() == GameState::ClassSelect;
        let before = Watch::new(&self.game);
        let outcome = self.game.press(key);
        if on_menu && outcome == Outcome::Redraw {
            self.runs.begin_run();
        }
        self.record(key, outcome);
        self.note_step(&before, key);
        self.follow(outcome);
    }

    /// The last line of the menu: continues the run that was kept.
    fn resume(&mut self) {
        let Some(kept) = self.runs.take_offer() else { return };
        let before = Watch::new(&self.game);
        match self.game.resume(&kept.text) {
            Ok(()) => {
                self.record(Key::F9, Outcome::Redraw);
                self.note_step(&before, Key::F9);
                self.follow(Outcome::Redraw);
            }
            Err(error) => self.warn(format!("cannot continue the run: {error}")),
        }
    }

    /// Remembers what a step brought, and stops walks if it was something to look at.
    fn note_step(&mut self, before: &Watch, key: Key) {
        self.chronicle.add(before, key, &self.game);
        if before.alarm(&self.game).is_some() {
            self.walk.stop();
        }
    }

    /// Does what follows from a step of the game.
    fn follow(&mut self, outcome: Outcome) {
        self.events.extend_from_slice(self.game.events());
        match outcome {
            Outcome::Nothing => {}
            Outcome::Redraw => {
                self.needs_redraw = true;
                self.runs.note_change();
            }
            Outcome::Quit => self.is_over = true,
        }
        if let Err(error) = self.runs.forget_if_over(&self.game) {
            self.warn(error.to_string());
        }
        self.look_for_run();
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
        view::next_algorithm(&mut self.game);
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
        match playback.saves.find() {
            Ok(Some(path)) => {
                self.runs.settle(&path, &self.game);
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
        let timeouts = [replay, self.runs.timeout(&self.game), self.walk.timeout()];
        timeouts.into_iter().flatten().min().unwrap_or(Duration::MAX)
    }

    /// Returns the next key of a replay or of a journey if it is due.
    pub fn due_key(&mut self) -> Option<Key> {
        if self.is_over {
            return None;
        }
        if let Some(playback) = &mut self.playback {
            return playback.due_key(&mut self.game, self.page.is_some());
        }
        match self.walk.due_key(&self.game)? {
            Ok(key) => Some(key),
            Err(Halt::EndOfRun | Halt::Arrived) => None,
            Err(halt) => {
                self.note = Some(halt.to_string());
                self.needs_redraw = true;
                None
            }
        }
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
            page.draw(game, &self.chronicle, frame);
        } else {
            screen::render(game, frame);
            readable::mend_dashes(game, frame);
            self.runs.draw_offer(game, frame);
            self.pointer.draw(game, frame);
            if game.state() == GameState::Playing {
                draw_note(game, self.cursor, self.hover, self.note.as_deref(), frame);
            }
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

    /// Returns what happened since the last call.
    pub fn take_events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }

    /// Returns what went wrong since the last call, a line each.
    pub fn take_problems(&mut self) -> Vec<String> {
        std::mem::take(&mut self.problems)
    }
}

/// Draws what is told over the map: about the tile that is examined, a text, or what the mouse is over.
fn draw_note(game: &Game, cursor: Option<Pos>, hover: Option<Pos>, note: Option<&str>, frame: &mut Frame) {
    let here = game.player().entity.pos;
    if let Some(cursor) = cursor {
        frame.draw_glyph(Pos::new(cursor.x - 1, cursor.y), b'[', POINTER);
        frame.draw_glyph(Pos::new(cursor.x + 1, cursor.y), b']', POINTER);
        note::draw(&look(game, cursor), cursor, frame);
    } else if let Some(note) = note {
        note::draw(&[note.to_owned()], here, frame);
    } else if let Some(hover) = hover {
        let lines = look(game, hover);
        // Bare ground needs no explanation.
        if lines.len() > 1 {
            note::draw(&lines, hover, frame);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;
    use crate::desktop::drawn;
    use crate::desktop::summary::text_rows;
    use crate::game::Setup;
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
        changes(session, Input::Key { key, shift: false, repeat: false })
    }

    fn hold(session: &mut Session, key: Key) -> bool {
        changes(session, Input::Key { key, shift: false, repeat: true })
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
        press(&mut session, Key::DOWN);
        for key in [Key::DOWN, Key::J, Key::S, Key::KEYPAD_2] {
            assert!(hold(&mut session, key));
        }
        assert!(!session.is_over());
        press(&mut session, Key::ESCAPE);
        assert!(session.is_over());
    }

    fn on(game: Game) -> Session {
        Session::new(game, None, None)
    }

    /// Presses the keys of a journey until it ends. Returns their number.
    fn travel(session: &mut Session) -> usize {
        let mut steps = 0;
        while let Some(timeout) = session.walk.timeout() {
            thread::sleep(timeout);
            if let Some(key) = session.due_key() {
                session.press(key);
                steps += 1;
            }
        }
        steps
    }

    fn player(session: &Session) -> Pos {
        session.game.player().entity.pos
    }

    #[test]
    fn a_held_key_stops_before_a_fight_until_it_is_pressed_again() {
        // The goblin waits around the corner.
        let mut session = on(drawn::game(17, &["@....", "####.", "####.", "####.", "####.", "####g"]));
        press(&mut session, Key::RIGHT);
        for _ in 0..30 {
            hold(&mut session, Key::RIGHT);
        }
        let body = session.game.player().entity.clone();
        assert_eq!(body.hp, body.max_hp, "it stopped as the goblin came into view");
        assert!(!hold(&mut session, Key::DOWN));
        press(&mut session, Key::DOWN);
        assert_ne!(player(&session), body.pos, "a fresh press walks");
    }

    #[test]
    fn a_pads_repeat_stops_like_a_held_key() {
        let mut session = on(drawn::game(17, &["@.!.."]));
        pad(&mut session, Button::DPadRight);
        for _ in 0..9 {
            changes(&mut session, Input::PadHeld(Button::DPadRight));
        }
        assert_eq!(player(&session), Pos::new(3, 1), "something was picked up");
        pad(&mut session, Button::DPadRight);
        assert_eq!(player(&session), Pos::new(4, 1));
    }

    #[test]
    fn explore_travel_and_run_press_the_originals_keys() {
        let mut session = on(drawn::game(17, &["@...#!..", "###.###.", "!......>"]));
        for _ in 0..2 {
            press(&mut session, Key::X);
            assert!(travel(&mut session) > 0);
        }
        press(&mut session, Key::X);
        travel(&mut session);
        assert_eq!(session.note.as_deref(), Some("Explored: nothing is left here."));
        assert_eq!(session.game.pack().len(), 3);

        let stairs = session.game.cur().stairs;
        changes(&mut session, Input::Key { key: Key::PERIOD, shift: true, repeat: false });
        travel(&mut session);
        assert_eq!((player(&session), session.game.depth()), (stairs, 0));
        changes(&mut session, Input::Click(Pos::new(1, 3)));
        assert_eq!(travel(&mut session), 7);
        changes(&mut session, Input::Key { key: Key::L, shift: true, repeat: false });
        assert_eq!(travel(&mut session) + 1, 3, "it ends where the corridor opens");
        changes(&mut session, Input::Click(stairs));
        travel(&mut session);
        changes(&mut session, Input::Key { key: Key::PERIOD, shift: true, repeat: false });
        assert_eq!(session.game.depth(), 1);
    }

    #[test]
    fn any_key_ends_a_journey() {
        let mut session = on(drawn::game(17, &["@..........!"]));
        press(&mut session, Key::X);
        let first = session.due_key().unwrap();
        session.press(first);
        press(&mut session, Key::F1);
        assert_eq!(travel(&mut session), 0);
        assert_eq!(player(&session), Pos::new(2, 1));
    }

    #[test]
    fn the_map_is_examined_with_keys_and_with_the_mouse() {
        let mut session = on(drawn::game(17, &["@.r......."]));
        let shown = |session: &mut Session| text_rows(session.render()).join("\n");
        press(&mut session, Key::E);
        for _ in 0..2 {
            press(&mut session, Key::RIGHT);
        }
        assert!(shown(&mut session).contains("Rat: 3 of 3 hit points."));
        assert_eq!(player(&session), Pos::new(1, 1));
        press(&mut session, Key::ESCAPE);
        assert!(!session.is_over() && !shown(&mut session).contains("Rat:"));
        assert!(changes(&mut session, Input::Hover(Some(Pos::new(3, 1)))));
        assert!(shown(&mut session).contains("Rat: 3 of 3 hit points."));
        assert!(!changes(&mut session, Input::Hover(Some(Pos::new(3, 1)))));
        changes(&mut session, Input::Hover(None));
        assert!(!shown(&mut session).contains("Rat:"));
    }

    #[test]
    fn pages_tell_of_the_run() {
        let mut session = on(drawn::game(17, &["g@g"]));
        for _ in 0..40 {
            press(&mut session, Key::PERIOD);
        }
        let shown = |session: &mut Session| text_rows(session.render()).join("\n");
        press(&mut session, Key::M);
        assert!(shown(&mut session).contains("page 2 of 2"));
        press(&mut session, Key::UP);
        assert!(shown(&mut session).contains("page 1 of 2"));
        press(&mut session, Key::ESCAPE);
        press(&mut session, Key::P);
        assert!(shown(&mut session).contains("g Goblin"));
        press(&mut session, Key::ESCAPE);
        session.game.player.entity.hp = 1;
        press(&mut session, Key::RIGHT);
        assert_eq!(session.game.state(), GameState::Dead);
        press(&mut session, Key::P);
        assert!(shown(&mut session).contains("Killed by the goblin on depth 1"));
        press(&mut session, Key::M);
        assert!(shown(&mut session).contains("@"));
        press(&mut session, Key::ESCAPE);
        press(&mut session, Key::ESCAPE);
        assert!(shown(&mut session).contains("Y O U   D I E D") && !session.is_over());
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
        for input in [
            Input::Screenshot,
            Input::Pad(Button::DPadRight),
            Input::Key { key: Key::RIGHT, shift: false, repeat: false },
        ] {
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
