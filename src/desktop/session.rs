//! A game as it is played at a desk: more keys than the original has, game pads, help, autosave and recording.
//!
//! All of it lies around the game and changes none of its rules: whatever is pressed becomes one of the original's keys, or never
//! reaches the game. No SDL here; `main` brings the input and the window.

use std::path::PathBuf;

use crate::color::Color;
use crate::desktop::autosave::{self, Autosave, AutosaveError, Unfinished};
use crate::desktop::help;
use crate::desktop::readable;
use crate::event::Event;
use crate::fov_lab::Algorithm;
use crate::game::{Game, GameState, Outcome};
use crate::key::Key;
use crate::map::Pos;
use crate::player::PlayerClass;
use crate::screen::{self, Frame};
use crate::support::save_slot::SaveSlot;
use crate::trace::record::Recorder;

/// Something the player did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// A key went down.
    Key {
        /// Which.
        key: Key,
        /// With shift held.
        shift: bool,
        /// With alt held.
        alt: bool,
        /// Because it was held, not because it was pressed.
        repeat: bool,
    },
    /// A button of a game pad went down.
    Pad(Button),
}

impl Input {
    /// Is it the Escape key?
    pub fn is_escape(self) -> bool {
        matches!(self, Input::Key { key: Key::ESCAPE, .. })
    }

    /// Is it a key that is only held?
    pub fn is_repeated(self) -> bool {
        matches!(self, Input::Key { repeat: true, .. })
    }
}

/// The buttons of a game pad that mean something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Button {
    /// The cross, upwards.
    Up,
    /// The cross, downwards.
    Down,
    /// The cross, to the left.
    Left,
    /// The cross, to the right.
    Right,
    /// A.
    Confirm,
    /// B.
    Back,
    /// X.
    Pack,
    /// Y.
    Stairs,
    /// Start.
    Help,
}

/// What an input led to, beyond the game itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reaction {
    /// Nothing that can be seen.
    Nothing,
    /// The screen changed.
    Redraw,
    /// The window is to fill the screen, or no longer.
    Fullscreen,
    /// A picture is to be saved.
    Screenshot,
    /// The game is over for today.
    Quit,
}

impl From<Outcome> for Reaction {
    fn from(outcome: Outcome) -> Reaction {
        match outcome {
            Outcome::Nothing => Reaction::Nothing,
            Outcome::Redraw => Reaction::Redraw,
            Outcome::Quit => Reaction::Quit,
        }
    }
}

/// A page that lies over the game until a key is pressed.
enum Page {
    /// The keys.
    Help,
    /// Something the player should know.
    Notice(String),
}

/// A game at a desk.
pub struct Session {
    game: Game,
    frame: Frame,
    page: Option<Page>,
    /// The line that a game pad points at, on the menu or in the pack; none while only keys are used.
    cursor: Option<usize>,
    autosave: Option<Autosave>,
    unfinished: Option<Unfinished>,
    /// Where this run is kept, once it is; its end is the file's end.
    place: Option<PathBuf>,
    /// Has something happened since the run was kept?
    unkept: bool,
    /// Has the player been told that the run cannot be kept?
    told_unkeepable: bool,
    recorder: Option<Recorder>,
    events: Vec<Event>,
    problems: Vec<String>,
}

const LETTERS: usize = 26;
const OFFER: Color = Color(205, 200, 215);
const POINTER: Color = Color(255, 230, 150);

impl Session {
    /// Sits down to a game that has just been started. `autosave` is where its unfinished runs are kept, if they are.
    pub fn new(game: Game, autosave: Option<Autosave>, recorder: Option<Recorder>) -> Session {
        let mut session = Session {
            frame: Frame::new(screen::rows(game.part())),
            events: game.events().to_vec(),
            game,
            page: None,
            cursor: None,
            autosave,
            unfinished: None,
            place: None,
            unkept: false,
            told_unkeepable: false,
            recorder,
            problems: Vec::new(),
        };
        session.look_for_unfinished();
        session
    }

    /// The game that is played.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The window's title: the game's, and the algorithm if it is not the usual one.
    pub fn title(&self) -> String {
        let title = self.game.title();
        match Algorithm::of(self.game.other_view()) {
            Algorithm::Shadowcast => title.to_owned(),
            algorithm => format!("{title}   [{algorithm}]"),
        }
    }

    /// What happened since this was asked last.
    pub fn take_events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }

    /// What went wrong since this was asked last, a line each.
    pub fn take_problems(&mut self) -> Vec<String> {
        std::mem::take(&mut self.problems)
    }

    /// Paints what is to be shown now.
    pub fn compose(&mut self) -> &Frame {
        match &self.page {
            Some(Page::Help) => help::compose(self.game.part(), &mut self.frame),
            Some(Page::Notice(text)) => help::compose_notice(text, &mut self.frame),
            None => self.compose_game(),
        }
        &self.frame
    }

    /// The game's screen, and what is added to it on free rows.
    fn compose_game(&mut self) {
        screen::render(&self.game, &mut self.frame);
        readable::mend_dashes(&self.game, &mut self.frame);
        let menu = self.game.state() == GameState::ClassSelect;
        if let Some(unfinished) = self.unfinished.as_ref().filter(|_| menu) {
            let row = screen::menu_row(self.game.part(), PlayerClass::ALL.len() as i32);
            self.frame.draw_centred(row, &unfinished.to_string(), OFFER);
        }
        if let Some(line) = self.cursor
            && let Some(pos) = self.pointer(line)
        {
            self.frame.draw_glyph(pos, b'>', POINTER);
        }
    }

    /// Where a game pad's pointer is drawn, left of the line it points at.
    fn pointer(&self, line: usize) -> Option<Pos> {
        match self.game.state() {
            GameState::ClassSelect => Some(Pos::new(2, screen::menu_row(self.game.part(), line as i32))),
            GameState::Inventory if line < self.game.pack().len() => {
                let first = screen::first_slot(self.game.part());
                Some(Pos::new(first.x - 2, first.y + line as i32))
            }
            _ => None,
        }
    }

    /// Takes an input to whatever it is for.
    pub fn handle(&mut self, input: Input) -> Reaction {
        match input {
            Input::Key { key, shift, alt, repeat } => self.handle_key(key, shift, alt, repeat),
            Input::Pad(button) => self.handle_button(button),
        }
    }

    fn handle_key(&mut self, key: Key, shift: bool, alt: bool, repeat: bool) -> Reaction {
        let walks = self.game.state() == GameState::Playing && self.page.is_none();
        let key = if walks { walking_key(key) } else { menu_key(key) };
        // Held keys walk on; they neither leaf through screens nor quit.
        if repeat && !(walks && is_arrow(key)) {
            return Reaction::Nothing;
        }
        match key {
            Key::F11 => return Reaction::Fullscreen,
            Key::RETURN | Key::KEYPAD_ENTER if alt => return Reaction::Fullscreen,
            Key::F12 if !matches!(self.page, Some(Page::Notice(_))) => return Reaction::Screenshot,
            // Shift and its like only begin something.
            _ if self.page.is_some() && !key.is_modifier() => return self.turn_page(None),
            Key::F1 => return self.turn_page(Some(Page::Help)),
            Key::SLASH if shift => return self.turn_page(Some(Page::Help)),
            _ => {}
        }
        let pointed = self.cursor.take().is_some();
        let reaction = match key {
            Key::V if walks => self.next_algorithm(),
            Key::C if self.game.state() == GameState::ClassSelect => self.resume(),
            _ => self.press(key),
        };
        if pointed && reaction == Reaction::Nothing { Reaction::Redraw } else { reaction }
    }

    fn handle_button(&mut self, button: Button) -> Reaction {
        if self.page.is_some() {
            return self.turn_page(None);
        }
        if button == Button::Help {
            return self.turn_page(Some(Page::Help));
        }
        match self.game.state() {
            GameState::Playing => match button {
                Button::Up => self.press(Key::UP),
                Button::Down => self.press(Key::DOWN),
                Button::Left => self.press(Key::LEFT),
                Button::Right => self.press(Key::RIGHT),
                Button::Pack => self.press(Key::I),
                Button::Stairs => self.press(Key::PERIOD),
                _ => Reaction::Nothing,
            },
            GameState::Inventory => match button {
                Button::Up | Button::Down => self.move_cursor(button),
                Button::Confirm => match self.cursor.take() {
                    Some(line) => Key::from_letter(line).map_or(Reaction::Nothing, |key| self.press(key)),
                    None => self.move_cursor(button),
                },
                Button::Back | Button::Pack => self.press(Key::ESCAPE),
                _ => Reaction::Nothing,
            },
            GameState::ClassSelect => match button {
                Button::Up | Button::Down => self.move_cursor(button),
                Button::Confirm => match self.cursor.take() {
                    Some(0) => self.press(Key::NUM_1),
                    Some(1) => self.press(Key::NUM_2),
                    Some(2) => self.press(Key::NUM_3),
                    Some(_) => self.resume(),
                    None => self.move_cursor(button),
                },
                _ => Reaction::Nothing,
            },
            GameState::Dead | GameState::Won => match button {
                Button::Confirm => self.press(Key::SPACE),
                _ => Reaction::Nothing,
            },
        }
    }

    /// Moves the pointer by a line; the first move only shows it.
    fn move_cursor(&mut self, button: Button) -> Reaction {
        let lines = match self.game.state() {
            GameState::ClassSelect => PlayerClass::ALL.len() + usize::from(self.unfinished.is_some()),
            _ => self.game.pack().len().min(LETTERS),
        };
        if lines == 0 {
            return Reaction::Nothing;
        }
        self.cursor = Some(match (self.cursor, button) {
            (None, _) => 0,
            (Some(line), Button::Up) => (line + lines - 1) % lines,
            (Some(line), _) => (line + 1) % lines,
        });
        Reaction::Redraw
    }

    fn turn_page(&mut self, page: Option<Page>) -> Reaction {
        self.page = page;
        Reaction::Redraw
    }

    /// Shows a line on a page of its own, until a key is pressed.
    pub fn notify(&mut self, text: String) {
        self.page = Some(Page::Notice(text));
    }

    /// Tells of something that went wrong: on standard error for who has a terminal, on a page of its own for who has none.
    pub fn warn(&mut self, problem: String) {
        self.notify(problem.clone());
        self.problems.push(problem);
    }

    /// Saves to this file from now on, and keeps the run beside it: what was a replay goes on as a game.
    pub fn settle(&mut self, save_file: PathBuf) {
        self.autosave = Some(Autosave::beside(&save_file, self.game.part()));
        self.game.set_slot(SaveSlot::File(save_file));
        if let Some(recorder) = &mut self.recorder {
            recorder.slot_changed();
        }
        self.look_for_unfinished();
    }

    /// Presses a key of the original.
    pub fn press(&mut self, key: Key) -> Reaction {
        let menu = self.game.state() == GameState::ClassSelect;
        let outcome = self.game.press(key);
        if menu && outcome == Outcome::Redraw {
            // A new hero, or a run from the slot: neither has a place yet.
            self.place = None;
        }
        if let Some(recorder) = &mut self.recorder
            && let Err(error) = recorder.write(&self.game, key, outcome)
        {
            self.warn(error.to_string());
        }
        self.after_step(outcome);
        outcome.into()
    }

    /// The menu's extra line: on with the run that was left.
    fn resume(&mut self) -> Reaction {
        let Some(unfinished) = self.unfinished.take() else { return Reaction::Nothing };
        match self.game.resume(&unfinished.text) {
            Ok(()) => {
                let outcome = Outcome::Redraw;
                if let Some(recorder) = &mut self.recorder
                    && let Err(error) = recorder.write_resumed(&self.game, &unfinished.text, outcome)
                {
                    self.warn(error.to_string());
                }
                self.place = Some(unfinished.path);
                self.after_step(outcome);
                outcome.into()
            }
            Err(error) => {
                self.warn(format!("cannot continue the unfinished run: {error}"));
                Reaction::Redraw
            }
        }
    }

    /// V: the same dungeon seen with the next algorithm. A recording could not tell of it, so it is not done during one.
    fn next_algorithm(&mut self) -> Reaction {
        if !self.game.part().has_fog() {
            return Reaction::Nothing;
        }
        if self.recorder.is_some() {
            self.warn("the view stays as it is while the run is recorded; use --fov".to_owned());
            return Reaction::Redraw;
        }
        let all = Algorithm::ALL;
        let now = all
            .iter()
            .position(|&algorithm| algorithm == Algorithm::of(self.game.other_view()))
            .unwrap_or_default();
        self.game.set_other_view(all[(now + 1) % all.len()].other_view());
        Reaction::Redraw
    }

    /// Keeps what is kept in step with the run: a new hero has no place yet, a death or a win gives it up.
    fn after_step(&mut self, outcome: Outcome) {
        self.events.extend_from_slice(self.game.events());
        self.unkept |= outcome == Outcome::Redraw;
        let over = matches!(self.game.state(), GameState::Dead | GameState::Won);
        if let Some(place) = self.place.take_if(|_| over)
            && let Err(error) = autosave::forget(&place)
        {
            self.warn(error.to_string());
        }
        if self.game.state() == GameState::ClassSelect {
            self.look_for_unfinished();
        }
    }

    fn look_for_unfinished(&mut self) {
        if self.game.state() == GameState::ClassSelect
            && let Some(autosave) = &self.autosave
        {
            let (unfinished, problems) = autosave.read();
            self.unfinished = unfinished;
            problems.iter().for_each(|problem| self.warn(problem.to_string()));
        }
    }

    /// Is there a living run that has gone on since it was kept?
    pub fn is_unkept(&self) -> bool {
        self.unkept && self.autosave.is_some() && self.game.part().has_saves() && self.game.is_run_alive()
    }

    /// Keeps a run that has gone on. To be called whenever there is a moment, and when the player leaves: whatever happens to the
    /// program then, the run waits.
    pub fn keep_run(&mut self) {
        if !self.is_unkept() {
            return;
        }
        self.unkept = false;
        match self.write_run() {
            Ok(()) => self.told_unkeepable = false,
            Err(error) if !self.told_unkeepable => {
                self.told_unkeepable = true;
                self.warn(error.to_string());
            }
            Err(_) => {}
        }
    }

    fn write_run(&mut self) -> Result<(), AutosaveError> {
        let Some(autosave) = &self.autosave else { return Ok(()) };
        let place = match &self.place {
            Some(place) => place.clone(),
            None => autosave.place()?,
        };
        autosave::keep(&place, &self.game)?;
        self.place = Some(place);
        Ok(())
    }

    /// Does the input leave the game alone, so that it may come in the middle of a replay?
    pub fn is_aside(&self, input: Input) -> bool {
        match input {
            Input::Key { key, alt, .. } => {
                self.page.is_some()
                    || matches!(key, Key::F1 | Key::F11 | Key::F12)
                    || alt && matches!(key, Key::RETURN | Key::KEYPAD_ENTER)
            }
            Input::Pad(button) => self.page.is_some() || button == Button::Help,
        }
    }

    /// Does a page lie over the game?
    pub const fn has_page(&self) -> bool {
        self.page.is_some()
    }
}

/// While walking, vi keys and the number pad mean what the arrows mean.
fn walking_key(key: Key) -> Key {
    match key {
        Key::H | Key::KEYPAD_4 => Key::LEFT,
        Key::J | Key::KEYPAD_2 => Key::DOWN,
        Key::K | Key::KEYPAD_8 => Key::UP,
        Key::L | Key::KEYPAD_6 => Key::RIGHT,
        Key::KEYPAD_PERIOD => Key::PERIOD,
        other => other,
    }
}

/// Elsewhere the number pad has digits.
fn menu_key(key: Key) -> Key {
    match key {
        Key::KEYPAD_1 => Key::NUM_1,
        Key::KEYPAD_2 => Key::NUM_2,
        Key::KEYPAD_3 => Key::NUM_3,
        other => other,
    }
}

fn is_arrow(key: Key) -> bool {
    matches!(key, Key::UP | Key::DOWN | Key::LEFT | Key::RIGHT | Key::W | Key::A | Key::S | Key::D)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Setup;
    use crate::part::Part;

    fn session(part: &str, keys: &str) -> Session {
        let mut session = Session::new(Game::new(Setup::new(part.parse::<Part>().unwrap(), 42)), None, None);
        for name in keys.split_whitespace() {
            session.press(Key::from_name(name).unwrap());
        }
        session
    }

    fn press(session: &mut Session, key: Key) -> Reaction {
        session.handle(Input::Key { key, shift: false, alt: false, repeat: false })
    }

    fn hold(session: &mut Session, key: Key) -> Reaction {
        session.handle(Input::Key { key, shift: false, alt: false, repeat: true })
    }

    /// Where the pointer is drawn, if it is.
    fn pointer(session: &mut Session) -> Option<Pos> {
        let pointer = screen::Cell { glyph: b'>', color: POINTER };
        session.compose().cells().iter().find(|&&(_, cell)| cell == pointer).map(|&(pos, _)| pos)
    }

    #[test]
    fn a_pad_plays_the_whole_game() {
        let mut session = session("17", "");
        assert_eq!(pointer(&mut session), None, "whoever has keys sees the original's menu");
        for (button, class) in [(Button::Confirm, 0), (Button::Up, 2), (Button::Down, 0), (Button::Down, 1)] {
            assert_eq!(session.handle(Input::Pad(button)), Reaction::Redraw);
            assert_eq!(pointer(&mut session), Some(Pos::new(2, screen::menu_row(Part::LAST, class))));
        }
        assert_eq!(session.handle(Input::Pad(Button::Back)), Reaction::Nothing);
        session.handle(Input::Pad(Button::Confirm));
        assert_eq!(
            (session.game.state(), session.game.class()),
            (GameState::Playing, Some(PlayerClass::Rogue))
        );

        let start = session.game.player().entity.pos;
        session.handle(Input::Pad(Button::Left));
        session.handle(Input::Pad(Button::Up));
        assert_eq!(session.game.player().entity.pos, Pos::new(start.x - 1, start.y - 1));
        session.handle(Input::Pad(Button::Right));
        session.handle(Input::Pad(Button::Down));
        assert_eq!(session.game.player().entity.pos, start);
        session.handle(Input::Pad(Button::Stairs));
        assert!(session.game.events().contains(&Event::NoStairs));

        // A potion and a scroll: down to the scroll, and read it.
        session.handle(Input::Pad(Button::Pack));
        assert_eq!(session.game.state(), GameState::Inventory);
        session.handle(Input::Pad(Button::Down));
        session.handle(Input::Pad(Button::Down));
        let first = screen::first_slot(Part::LAST);
        assert_eq!(pointer(&mut session), Some(Pos::new(first.x - 2, first.y + 1)));
        session.handle(Input::Pad(Button::Confirm));
        assert!(session.game.events().iter().any(|event| matches!(event, Event::Read(_))));
        for close in [Button::Back, Button::Pack] {
            session.handle(Input::Pad(Button::Pack));
            session.handle(Input::Pad(close));
            assert_eq!(session.game.state(), GameState::Playing);
        }
        session.handle(Input::Pad(Button::Help));
        assert!(session.page.is_some());
        session.handle(Input::Pad(Button::Confirm));
        assert!(session.page.is_none());
    }

    #[test]
    fn a_key_takes_the_pads_pointer_away() {
        let mut session = session("17", "");
        session.handle(Input::Pad(Button::Down));
        assert!(pointer(&mut session).is_some());
        assert_eq!(press(&mut session, Key::H), Reaction::Redraw);
        assert_eq!(pointer(&mut session), None);
        assert_eq!(press(&mut session, Key::H), Reaction::Nothing);
    }

    #[test]
    fn held_keys_only_walk() {
        let mut session = session("17", "1 I");
        assert_eq!(hold(&mut session, Key::ESCAPE), Reaction::Nothing);
        assert_eq!(session.game.state(), GameState::Inventory);
        press(&mut session, Key::ESCAPE);
        assert_eq!(hold(&mut session, Key::ESCAPE), Reaction::Nothing);
        assert_eq!(hold(&mut session, Key::I), Reaction::Nothing);
        for key in [Key::DOWN, Key::J, Key::S, Key::KEYPAD_2] {
            assert_eq!(hold(&mut session, key), Reaction::Redraw);
        }
        assert_eq!(press(&mut session, Key::ESCAPE), Reaction::Quit);
    }

    #[test]
    fn letters_are_letters_in_the_pack_and_digits_digits_on_the_menu() {
        let mut session = session("17", "");
        assert_eq!(press(&mut session, Key::KEYPAD_8), Reaction::Nothing);
        press(&mut session, Key::KEYPAD_3);
        assert_eq!(session.game.class(), Some(PlayerClass::Mage));
        press(&mut session, Key::I);
        let pos = session.game.player().entity.pos;
        assert_eq!(press(&mut session, Key::H), Reaction::Nothing, "there is no slot h");
        assert_eq!((session.game.state(), session.game.player().entity.pos), (GameState::Inventory, pos));
    }

    #[test]
    fn a_notice_stays_until_a_key_and_is_not_pictured() {
        let mut session = session("17", "1");
        session.notify("Picture saved".to_owned());
        let shift = Key::from_name("Left Shift").unwrap();
        press(&mut session, shift);
        assert!(session.page.is_some());
        assert_eq!(press(&mut session, Key::F12), Reaction::Redraw);
        assert!(session.page.is_none());
        assert_eq!(press(&mut session, Key::F12), Reaction::Screenshot);
    }
}
