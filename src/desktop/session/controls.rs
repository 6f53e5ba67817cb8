//! The way from an input to a key of the original: pages, commands, the cursor and the mouse.

use std::mem;

use crate::desktop::assist::examine::Looked;
use crate::desktop::assist::neighbour;
use crate::desktop::assist::travel::{Journey, has_item, known_stairs, step_to};
use crate::desktop::commands::{Command, command_of, is_available};
use crate::desktop::input::Input;
use crate::desktop::pages::leave;
use crate::desktop::pages::sheet::Click;
use crate::desktop::pages::{Page, Response};
use crate::desktop::run::step::first_in_view;
use crate::desktop::runs::facts::{RunEnd, RunFacts, seed_of_today};
use crate::desktop::runs::keeper::end_of;
use crate::desktop::session::{Mode, Session, View};
use crate::desktop::settings::{SETTINGS, Settings};
use crate::explorer::key_of;
use crate::game::{self, GameState};
use crate::key::Key;
use crate::map::{MAP_HEIGHT, Map, Pos};

impl Session {
    /// Handles an input. One that is for the game becomes a key of the original, which is pressed. The mouse
    /// in pixels is for the window and does nothing here.
    pub fn handle(&mut self, input: Input) {
        self.look_for_runs();
        // The mouse changes nothing as long as it stays on its tile.
        self.needs_redraw |= !matches!(input, Input::Mouse(..) | Input::Hover(_) | Input::HoverPanel(_));
        match input {
            // Inputs that came after the last one are ignored.
            _ if matches!(self.mode, Mode::Over) => {}
            Input::Close if self.warns_of_loss() => self.ask_to_leave(),
            Input::Quit | Input::Close => self.mode = Mode::Over,
            Input::Fullscreen => self.change_settings(|settings| settings.fullscreen = !settings.fullscreen),
            ref input if self.is_busy() => self.stop_pressing(input),
            Input::Screenshot => self.want_screenshot(),
            Input::Exposed | Input::Mouse(..) => {}
            Input::Hover(tile) => self.hover(tile, None),
            Input::HoverPanel(tile) => self.hover(None, Some(tile)),
            Input::ClickPanel(tile) => {
                self.panel.click_at(tile).into_iter().for_each(|thing| self.click_thing(thing));
            }
            Input::Dropped(path) => self.watch(&path, None),
            ref input if self.replay_takes(input) => self.control_replay(input),
            Input::Key { key, physical, shift, repeat } => self.press_key((key, physical), shift, repeat),
            Input::Pad { on_map, elsewhere } => {
                let has_page = self.has_page();
                let key = match self.run.game.state() {
                    GameState::Playing if !has_page && self.examine.cursor.is_none() => Some(on_map),
                    GameState::Dead | GameState::Won if !has_page => elsewhere.map(|_| Key::SPACE),
                    _ => elsewhere,
                };
                key.into_iter().for_each(|key| self.press_named(key));
            }
            Input::Click(tile) => self.click(tile),
            Input::Examine(tile) => self.examine_tile(tile, true),
            Input::Wheel(up) => self.turn_wheel(up),
        }
    }

    /// Handles a key of a hint or of a game pad, where the full stop stands for the sign above it.
    fn press_named(&mut self, key: Key) {
        self.handle(Input::Key { key, physical: key, shift: key == Key::PERIOD, repeat: false });
    }

    /// Handles a key: what is printed on it, and the physical key.
    fn press_key(&mut self, (key, physical): (Key, Key), shift: bool, repeat: bool) {
        // Shift alone does nothing: it may be the beginning of another key.
        if key.is_modifier() {
            return;
        }
        if matches!(self.page(), Some(Page::Leave(..))) && !leave::handles(self.run.game.part(), key) {
            self.pages.clear();
        }
        let (state, on_page) = (self.run.game.state(), self.has_page());
        let on_map = state == GameState::Playing && !on_page;
        let own = self.settings().keys.iter().find(|(own, _)| on_map && *own == key);
        let (key, physical) = match own.map(|(_, command)| *command) {
            Some(Command::Press(key)) => (key, key),
            Some(command) if repeat || !is_available(command, &self.run.game) => return,
            Some(command) => return self.act(command),
            None => (key, physical),
        };
        let in_list = matches!(state, GameState::Inventory | GameState::ClassSelect) && !on_page;
        let chooses = matches!(key, Key::RETURN | Key::KEYPAD_ENTER) && !repeat;
        if in_list && (chooses || matches!(key, Key::UP | Key::DOWN)) {
            return self.move_pointer(key);
        }
        let key = match on_map {
            true => Key::on_map(physical, key),
            false if on_page => Some(key),
            false => Some(key.off_map()),
        };
        let Some(key) = key else { return };
        // Keys that are held down walk and move pointers. Everything else happens once, or a held Escape
        // would close screens and quit, and a held arrow a notice that was not read.
        let moves = on_map || self.page().is_some_and(|page| !page.closes_by_any_key());
        if repeat && !(moves && game::direction(key.walking()).is_some()) {
            return;
        }
        if on_page {
            return self.turn_page(key);
        }
        if self.examine.cursor.is_some() {
            return self.move_cursor(key, shift);
        }
        if repeat {
            return match self.walk.refusal(key, &self.run.game) {
                None => self.press(key),
                // While the key is held, the text is shown once.
                Some(stop) if self.examine.text().is_none() => self.show_text(stop),
                Some(_) => {}
            };
        }
        // Escape leaves one thing at a time.
        let leaves = key == Key::ESCAPE && (self.walk.journey().is_some() || self.examine.text().is_some());
        self.begin_input();
        match (command_of(key, shift, &self.run.game), game::direction(key)) {
            _ if leaves => {}
            (Some(command), _) => self.act(command),
            // A run begins with a step.
            (None, Some(step)) if shift && on_map && !self.set_out(Journey::Run(step)) => {}
            (None, _) => self.press(key),
        }
    }

    /// Takes a screenshot, without the text that an earlier one left. Like any other key, F12 closes a
    /// notice.
    fn want_screenshot(&mut self) {
        self.examine.end_text();
        self.report.wants_screenshot |= self.pages.pop_if(|page| page.closes_by_any_key()).is_none();
    }

    /// Up and Down move the pointer of the menu or of the pack, and other keys use its line. While it is
    /// hidden they only show it.
    fn move_pointer(&mut self, key: Key) {
        let (choices, line) = (self.shown().choices(), self.shown().chosen_line());
        match line {
            Some(line) if !matches!(key, Key::UP | Key::DOWN) => {
                self.pointer = None;
                let chosen = choices.get(line).and_then(|(_, key)| *key);
                chosen.into_iter().for_each(|key| self.press_named(key));
            }
            Some(line) => self.pointer = Some(neighbour(line, choices.len(), key == Key::DOWN)),
            None => self.pointer = Some(0),
        }
    }

    /// What an input of the player ends: a journey, a text, and the pointer.
    fn begin_input(&mut self) {
        self.walk.interrupt();
        self.examine.end();
        self.pointer = None;
    }

    /// Begins a journey, or tells why it cannot begin. Returns true if it begins.
    fn set_out(&mut self, journey: Journey) -> bool {
        let begun = self.walk.begin(journey, &self.run.game);
        begun.map_err(|stop| self.show_text(stop)).is_ok()
    }

    /// Returns true for a key that does something only after another one: Escape and, in parts without
    /// classes, Space open the menu of a living run. A run in which nothing was done is left at once there.
    fn asks_before(&self, key: Key) -> bool {
        let (part, may_be_lost) = (self.run.game.part(), self.run.is_worth_keeping());
        let asks = match key {
            Key::ESCAPE => part.has_classes() || may_be_lost,
            Key::SPACE => part.has_monsters() && !part.has_classes() && may_be_lost,
            _ => false,
        };
        asks && self.run.game.state() == GameState::Playing
    }

    /// Opens the menu of a living run, which says what becomes of the run if it is left now.
    fn ask_to_leave(&mut self) {
        self.open(Page::Leave(0));
    }

    /// Returns true if closing the window would lose the run, and the player does not know it.
    fn warns_of_loss(&self) -> bool {
        let is_asked = matches!(self.page(), Some(Page::Leave(..)));
        !is_asked && !self.is_replay() && self.files.check(&self.run).is_err()
    }

    /// Gives a key to the page that is shown.
    fn turn_page(&mut self, key: Key) {
        let Some(mut page) = self.pages.pop() else { return };
        self.examine.end_text();
        // Keys and settings lie over other pages.
        let over = command_of(key, false, &self.run.game)
            .filter(|command| matches!(command, Command::Help | Command::Settings));
        if let Some(over) = over
            && !page.closes_by_any_key()
            && !page.is_shown_by(key, &self.shown())
        {
            self.pages.push(page);
            return self.act(over);
        }
        let response = page.press(key, &self.shown(), self.sheet.frame.rows());
        self.pages.push(page);
        match response {
            Response::Stay => {}
            Response::Close => _ = self.pages.pop(),
            Response::Over(page) => self.pages.push(page),
            Response::Press(key) => {
                self.pages.pop();
                self.press(key);
            }
            Response::Act(command) => {
                self.pages.pop();
                self.act(command);
            }
            Response::Share => self.act(Command::Share),
            Response::Step(number, forward) => {
                self.change_settings(|settings| SETTINGS[number].step(settings, forward));
            }
            Response::Choose(choice) => self.choose_run(choice),
        }
    }

    /// Does what a command says, or asks before. The cursor stays below what only shows something.
    fn act(&mut self, command: Command) {
        if self.examine.cursor.is_none() || !command.only_shows() {
            self.begin_input();
        }
        match command {
            Command::Press(key) if self.asks_before(key) => self.ask_to_leave(),
            Command::Press(key) => self.press(key),
            Command::Explore => _ = self.set_out(Journey::Explore),
            Command::GoToStairs if known_stairs(&self.run.game) == Some(self.run.game.player().pos) => {
                self.press(Key::PERIOD);
            }
            Command::GoToStairs => _ = self.set_out(Journey::Stairs),
            Command::Look => self.examine_tile(self.run.game.player().pos, false),
            Command::Continue => {
                let run = self.files.offered().map(|run| run.path().to_owned());
                run.into_iter().for_each(|path| self.resume(&path));
            }
            Command::Seed => self.open(Page::Seed(None)),
            Command::OfDay => self.begin(Some(seed_of_today())),
            Command::Again => match self.run.history.tally.seed {
                Some(seed) => self.begin(Some(seed)),
                None => self.show_text("The seed of this dungeon is not known."),
            },
            Command::Share => {
                self.share(RunFacts::of(&self.run).shared(end_of(&self.run.game).unwrap_or(RunEnd::Open)))
            }
            Command::Begin(seed) => self.begin(seed),
            Command::Runs => self.show_runs(),
            // The second page has the keys of a replay.
            Command::Help => self.open(Page::Help(usize::from(self.is_replay()))),
            Command::Messages => self.open(Page::Messages(usize::MAX)),
            Command::Settings => self.open(Page::Settings(0)),
            Command::Steps if self.is_plain && !self.is_replay() => self.open(Page::AskSteps),
            Command::Steps => self.open(Page::Steps(0, 0)),
            Command::Summary => self.open(Page::Summary),
            Command::Screenshot => self.want_screenshot(),
            Command::Sound => {
                self.change_settings(|settings| settings.mute = !settings.mute);
                self.report.switched_sounds = true;
            }
        }
    }

    /// Copies a line to the clipboard, and shows it.
    pub(super) fn share(&mut self, line: String) {
        self.show_text(format!("Copied: {line}"));
        self.report.shared = Some(line);
    }

    /// Changes the player's settings, and keeps them.
    pub fn change_settings(&mut self, change: impl FnOnce(&mut Settings)) {
        change(&mut self.preferences.settings);
        self.needs_redraw = true;
        let kept = self.preferences.keep();
        self.warn_of(kept);
    }

    /// A key while the map is examined. Return goes to the tile of the cursor. Other keys with a meaning act
    /// here too.
    fn move_cursor(&mut self, key: Key, shift: bool) {
        match self.examine.press(key, shift, &self.run.game) {
            Looked::Moved => {}
            Looked::Chose(target) => self.go_to(target),
            Looked::OtherKey => {
                command_of(key, shift, &self.run.game).into_iter().for_each(|command| self.act(command));
            }
        }
    }

    /// Goes to a tile. With a monster in view the player decides on each step, so this is a single one.
    fn go_to(&mut self, target: Pos) {
        if first_in_view(&self.run.game).is_none() {
            self.set_out(Journey::To(target));
            return;
        }
        match step_to(&self.run.game, target) {
            Ok(key) => self.press(key),
            Err(stop) => self.show_text(stop),
        }
    }

    /// Returns what a click on a tile of the window does, if it is more than a click on the map.
    fn click_at(&mut self, tile: Pos) -> Option<Click> {
        // What can be clicked may have changed since it was drawn.
        if self.needs_redraw {
            self.render();
        }
        self.sheet.click_at(tile)
    }

    /// Chooses a line of the page, the menu or the pack. Returns true if it was chosen before.
    fn choose(&mut self, line: usize) -> bool {
        match self.pages.last_mut().map(Page::chosen) {
            Some(chosen) => chosen.is_some_and(|chosen| mem::replace(chosen, line) == line),
            None => self.pointer.replace(line) == Some(line),
        }
    }

    /// The mouse is over another tile of the window, or of the panel. On pages and lists it chooses the line.
    fn hover(&mut self, tile: Option<Pos>, on_panel: Option<Pos>) {
        let before = mem::replace(&mut self.panel.mouse, on_panel);
        if before.map(|tile| tile.y) != on_panel.map(|tile| tile.y) {
            // What the mouse examines in a row of the panel is over.
            self.examine.cursor = self.examine.cursor.filter(|_| !self.examine.by_mouse);
            self.needs_redraw = true;
        }
        let has_moved = mem::replace(&mut self.sheet.mouse, tile) != tile;
        if self.view() == View::Map {
            self.needs_redraw |= self.examine.hover(tile);
        } else if has_moved {
            self.needs_redraw = true;
            // In the list of runs the hints are about the chosen run, and the mouse passes other runs on the
            // way to them.
            let is_runs = matches!(self.page(), Some(Page::Runs(_)));
            match tile.filter(|_| !is_runs).and_then(|tile| self.click_at(tile)) {
                Some(Click::Choose(line, _)) => _ = self.choose(line),
                _ => self.pointer = None,
            }
        }
    }

    /// A click chooses a line or a hint. On the map it attacks or steps next to the player, and travels
    /// elsewhere. On the player's own tile the command to explore steps off and on again to pick up what lies
    /// there, or says in a fight which monster is in view.
    fn click(&mut self, tile: Pos) {
        let thing = self.click_at(tile);
        // The mouse would end a text, and the click would act on what lay below it.
        if thing != Some(Click::Close) {
            self.hover(Some(tile), None);
        }
        if let Some(thing) = thing {
            return self.click_thing(thing);
        }
        if let Some(page) = self.page() {
            if page.closes_by_any_key() || *page == Page::Map {
                self.turn_page(Key::ESCAPE);
            }
            return;
        }
        if self.run.game.state() != GameState::Playing {
            return;
        }
        self.begin_input();
        let game = &self.run.game;
        let here = game.player().pos;
        let command = match tile {
            _ if tile.y > MAP_HEIGHT => Command::Messages,
            _ if tile.y == MAP_HEIGHT || !game.part().has_player() => Command::Help,
            _ if tile != here => {
                return match key_of(Pos::new(tile.x - here.x, tile.y - here.y)) {
                    Some(key) => self.press(key),
                    None => self.go_to(tile),
                };
            }
            _ if known_stairs(game) == Some(here) => Command::GoToStairs,
            _ if has_item(game, here) || first_in_view(game).is_some() => Command::Explore,
            _ => Command::Help,
        };
        self.act(command);
    }

    /// Shows the cursor on a tile of the map.
    fn examine_tile(&mut self, tile: Pos, by_mouse: bool) {
        let can_look = is_available(Command::Look, &self.run.game);
        if can_look && !self.has_page() && Map::in_bounds(tile) {
            self.begin_input();
            (self.examine.cursor, self.examine.by_mouse) = (Some(tile), by_mouse);
        }
    }

    /// Does what a click on something of a page, the panel or another screen says. Things on the map and
    /// commands are for a game that is played.
    fn click_thing(&mut self, thing: Click) {
        if matches!(thing, Click::Use(_) | Click::Examine(_) | Click::GoTo(_) | Click::Act(_)) {
            let is_there = self.run.game.state() == GameState::Playing || matches!(thing, Click::Act(_));
            if !is_there || !matches!(self.mode, Mode::Playing) {
                return;
            }
            self.begin_input();
            self.pages.clear();
        }
        match thing {
            Click::Press(key) => self.press_named(key),
            Click::Choose(line, key) => {
                if let (true, Some(key)) = (self.choose(line), key) {
                    self.press_named(key);
                }
            }
            Click::Close => self.begin_input(),
            Click::Use(letter) => [Key::I, letter].into_iter().for_each(|key| self.press(key)),
            Click::Examine(tile) => self.examine_tile(tile, true),
            Click::GoTo(tile) => self.go_to(tile),
            Click::Act(command) => self.act(command),
        }
    }

    /// The wheel turns pages, moves the pointer of lists, and shows the messages of the run.
    fn turn_wheel(&mut self, up: bool) {
        let key = if up { Key::UP } else { Key::DOWN };
        match (self.page(), self.run.game.state()) {
            (Some(page), _) if page.closes_by_any_key() => {}
            (Some(_), _) => self.turn_page(key),
            (None, GameState::Playing) if up && self.run.game.part().has_melee() => {
                self.act(Command::Messages);
            }
            (None, GameState::Playing) => {}
            (None, _) => self.press_named(key),
        }
    }
}
