//! The way from an input to an action, and the effect of each action.

use std::mem;

use crate::desktop::actions::{Action, Change, Place, Way};
use crate::desktop::assist::neighbour;
use crate::desktop::assist::travel::{Journey, has_item, known_stairs, step_to};
use crate::desktop::history::step::threat_in_view;
use crate::desktop::input::{Input, pads};
use crate::desktop::kept::facts::{Fate, GameFacts, seed_of_today};
use crate::desktop::kept::keeper::end_of;
use crate::desktop::key_table::is_modifier;
use crate::desktop::scene::Target;
use crate::desktop::screens::{base, page, screen_of};
use crate::desktop::session::{Mode, Order, Session};
use crate::desktop::settings::{SETTINGS, Settings, Subject};
use crate::desktop::stacks;
use crate::explorer::key_of;
use crate::game::GameState;
use crate::key::Key;
use crate::map::{MAP_HEIGHT, Map, Pos};
use crate::sound::Sound;

impl Session {
    /// Handles an input. One that is for the game becomes a key of the original, which is pressed. The mouse
    /// in pixels is for the window and does nothing here.
    pub fn handle(&mut self, input: Input) {
        self.look_for_games();
        self.handle_input(input);
        self.look_for_games();
    }

    fn handle_input(&mut self, input: Input) {
        if self.ends_replay(&input) && !self.take_over() {
            return;
        }
        // The mouse changes nothing as long as it stays on its tile.
        self.orders.needs_redraw |= !matches!(input, Input::Hover(_));
        match input {
            // Inputs that came after the last one are ignored.
            _ if matches!(self.mode, Mode::Over) => {}
            Input::Close if self.warns_of_loss() => self.open(Place::Pause),
            Input::Quit | Input::Close => self.mode = Mode::Over,
            Input::Fullscreen => self.perform(Action::Fullscreen),
            Input::Copy => self.copy_screen(),
            Input::Device(has_device) => self.note_device(has_device),
            Input::Exposed => {}
            Input::Key { key, physical, shift, repeat } => self.press_key((key, physical), shift, repeat),
            Input::Pad { button, repeat } => {
                if let Some(action) = pads::action(button, self.place()) {
                    self.take(action, repeat);
                }
            }
            _ if self.is_busy() => {}
            Input::Hover(point) => self.hover(point),
            Input::Dropped(path) => self.watch(&path, false),
            Input::Examine(_) | Input::Wheel(_) if self.place() == Place::Replay => {}
            Input::Click(point) => self.click(point),
            Input::Examine(point) => {
                let tile = self.scene().grid.and_then(|grid| grid.tile_at(point));
                tile.into_iter().for_each(|tile| self.act(Action::ExamineTile(tile)));
            }
            Input::Wheel(up) => self.turn_wheel(up),
        }
    }

    /// Handles a key: what is printed on it, and the physical key.
    fn press_key(&mut self, keys: (Key, Key), shift: bool, repeat: bool) {
        // A modifier does nothing by itself, but may begin a combination.
        if is_modifier(keys.0) {
            return;
        }
        let mut action = self.action_of(keys, shift);
        if action.is_none() && self.place() == Place::Pause {
            self.screens.clear();
            action = self.action_of(keys, shift);
        }
        match (action, self.place()) {
            (_, Place::Notice) if !repeat => _ = self.screens.pop(),
            (Some(action), _) => self.take(action, repeat),
            (None, Place::Replay) if !repeat => self.say_how_far(),
            (None, Place::Map) if !repeat => self.begin_input(),
            _ => {}
        }
    }

    /// Returns what a key does where the player is.
    pub(super) fn action_of(&self, (key, physical): (Key, Key), shift: bool) -> Option<Action> {
        let action = self.keys().action(self.place(), self.played.game.part(), key, physical, shift)?;
        let Action::Press(letter) = action else { return Some(action) };
        let is_letter = self.place() == Place::Inventory && letter != Key::I && letter.letter().is_some();
        if !self.play.free_play || !is_letter {
            return Some(action);
        }
        // In free play like things have one letter.
        let stacks = stacks::inventory(&self.played.game);
        let its = |stack: &stacks::Stack| stack.letter.map(|letter| letter as usize - 'a' as usize);
        let stack = stacks.into_iter().find(|stack| its(stack) == letter.letter())?;
        stack.key.map(Action::Press)
    }

    /// Does what a key or a button does. Keys that are held down walk and move pointers. Everything else
    /// happens once, or a held Escape would close screens and quit.
    pub(super) fn take(&mut self, action: Action, repeat: bool) {
        if self.is_busy() && action != Action::Fullscreen {
            return self.stop_pressing(action);
        }
        let place = self.place();
        match action {
            Action::Replay(control) => self.control_replay(control, repeat),
            Action::Go(way) if repeat => match (place, way.step()) {
                (Place::Title | Place::Inventory | Place::Notice, _) => {}
                (Place::Map, Some(step)) => match self.walk.refusal(step, &self.played.game) {
                    None => key_of(step).into_iter().for_each(|key| self.press(key)),
                    // While the key is held, the text is shown once.
                    Some(stop) if self.examine.text().is_none() => self.show_text(stop),
                    Some(_) => {}
                },
                _ => self.act(action),
            },
            _ if repeat => {}
            _ => self.act(action),
        }
    }

    /// Gives an action to the screen that is shown, or to the cursor, and does what they leave to do.
    pub(super) fn act(&mut self, action: Action) {
        let left = match self.screens.pop() {
            Some(mut screen) => {
                self.examine.end_text();
                let shown = self.shown();
                let room = page::room(&screen.content(&shown), &shown, screen.place(), &self.look());
                let left = screen.act(action, &shown, room);
                let place = screen.place();
                self.screens.push(screen);
                // The key that opens a screen also closes it.
                left.map(|left| if left == Action::Open(place) { Action::Back } else { left })
            }
            None if self.examine.cursor().is_some() => self.examine.act(action, &self.played.game),
            None => Some(action),
        };
        left.into_iter().for_each(|action| self.perform(action));
    }

    /// Does the rest of an action that no screen handled, or opens the question about it. Actions that only
    /// show something leave the cursor. Others close the screens.
    pub(super) fn perform(&mut self, action: Action) {
        let from = self.place();
        match action {
            Action::Back if self.has_screen() => {
                self.screens.pop();
                return;
            }
            Action::Go(_) | Action::Choose if matches!(from, Place::Title | Place::Inventory) => {
                return self.move_pointer(action);
            }
            Action::Change(change) => {
                self.change_settings(|settings| settings.apply(change));
                return self.play_sample(change);
            }
            Action::Resume | Action::Watch | Action::GiveUp | Action::Again | Action::Share => {
                if let Some(game) = self.screens.last().and_then(|screen| screen.game().cloned()) {
                    return self.act_on_game(action, &game);
                }
            }
            Action::Leave if self.walk.journey().is_some() => return self.begin_input(),
            _ => {}
        }
        if self.examine.cursor().is_none() || !action.only_shows() {
            self.begin_input();
        }
        if !matches!(action, Action::Open(_) | Action::Share) && !action.only_shows() {
            self.screens.clear();
        }
        match action {
            Action::Go(way) => self.step(way),
            Action::Run(way) => self.run(way),
            Action::Press(key) => self.press(key),
            Action::UseItem(letter) => [Key::I, letter].into_iter().for_each(|key| self.press(key)),
            Action::Explore => _ = self.set_out(Journey::Explore),
            Action::TakeStairs if known_stairs(&self.played.game) == Some(self.played.game.player().pos) => {
                self.press(Key::PERIOD);
            }
            Action::TakeStairs => _ = self.set_out(Journey::Stairs),
            Action::GoTo(target) => self.go_to(target),
            Action::Examine => {
                let game = &self.played.game;
                let nearest =
                    game.nearest_visible_monster().map(|index| game.cur().monsters[index].entity.pos);
                self.examine.show_cursor(nearest.unwrap_or(game.player().pos), false);
            }
            Action::ExamineTile(tile) => self.examine_tile(tile),
            Action::Leave if self.asks_before(true) => self.open(Place::Pause),
            // The title screen of free play is never left by accident.
            Action::Leave if self.play.free_play && from == Place::Title => self.open(Place::AskQuit),
            Action::Leave | Action::Quit => self.press(Key::ESCAPE),
            Action::Back if from == Place::Inventory => self.press(Key::ESCAPE),
            Action::NewDungeon if from != Place::Pause && self.asks_before(false) => self.open(Place::Pause),
            Action::NewDungeon | Action::ToTitle => self.press(Key::SPACE),
            Action::Continue => {
                let left = self.files.offered().map(|game| game.path().to_owned());
                left.into_iter().for_each(|path| self.resume(&path));
            }
            Action::Today => self.begin(Some(seed_of_today())),
            Action::Again => match self.played.history.tally.seed {
                Some(seed) => self.begin(Some(seed)),
                None => self.show_text("The seed of this dungeon is not known."),
            },
            Action::Begin(seed) => self.begin(seed),
            Action::Share => {
                let end = end_of(&self.played.game).unwrap_or(Fate::Open);
                self.share(GameFacts::of(&self.played).shared(end));
            }
            Action::Zoom(step) => self.zoom(step),
            Action::Open(Place::Games) => self.show_games(),
            // In free play a question comes before a level that the player has not seen.
            Action::Open(Place::Steps)
                if self.play.free_play && !self.is_replay() && from != Place::AskSteps =>
            {
                self.open(Place::AskSteps);
            }
            Action::Open(place) => {
                self.screens.retain(|screen| screen.place() != Place::AskSteps);
                self.open(place);
            }
            Action::Sound => {
                self.change_settings(|settings| settings.mute = !settings.mute);
                self.orders.add(Order::LookForDevice);
            }
            Action::Fullscreen => self.change_settings(|settings| settings.fullscreen = !settings.fullscreen),
            Action::Screenshot => {
                self.examine.end_text();
                self.orders.add(Order::Screenshot);
            }
            _ => {}
        }
    }

    /// Opens a screen over the game.
    pub(super) fn open(&mut self, place: Place) {
        screen_of(place).into_iter().for_each(|screen| self.show(screen));
        if place == Place::Settings {
            self.orders.add(Order::LookForDevice);
        }
    }

    /// Ends a journey, a text, the cursor, and the pointer, as any input of the player does.
    pub(super) fn begin_input(&mut self) {
        self.walk.interrupt();
        self.examine.end();
        self.around.pointer = None;
    }

    /// Begins a journey, or shows why it cannot begin. Returns true if it begins.
    fn set_out(&mut self, journey: Journey) -> bool {
        let begun = self.walk.begin(journey, &self.played.game);
        begun.map_err(|stop| self.show_text(stop)).is_ok()
    }

    /// A step or an attack.
    fn step(&mut self, way: Way) {
        way.step().and_then(key_of).into_iter().for_each(|key| self.press(key));
    }

    /// A run, which begins with a step.
    fn run(&mut self, way: Way) {
        if way.step().is_some_and(|step| self.set_out(Journey::Run(step))) {
            self.step(way);
        }
    }

    /// Up and down move the pointer of the title screen or of the inventory, and a choice uses its line.
    /// While it is hidden they only show it. Any other action hides it.
    fn move_pointer(&mut self, action: Action) {
        let shown = self.shown();
        let (choices, line) = (base::choices(&shown), base::chosen_line(&shown));
        match (action, line) {
            (Action::Choose, Some(line)) => {
                self.around.pointer = None;
                let chosen = choices.get(line).copied().flatten();
                chosen.into_iter().for_each(|action| self.act(action));
            }
            (Action::Go(way), Some(line)) => {
                self.around.pointer = Some(neighbour(line, choices.len(), way == Way::Down));
            }
            _ => self.around.pointer = Some(0),
        }
    }

    /// Returns true for an action that happens only after a question: leaving a living game and, in parts
    /// without classes, beginning another dungeon. A game in which nothing was done is left at once there.
    fn asks_before(&self, leaves: bool) -> bool {
        let (part, may_be_lost) = (self.played.game.part(), self.played.is_worth_keeping());
        let asks = match leaves {
            true => part.has_classes() || may_be_lost,
            false => part.has_monsters() && may_be_lost,
        };
        asks && self.played.game.state() == GameState::Playing
    }

    /// Returns true if closing the window would lose the game, and the player does not know it.
    fn warns_of_loss(&self) -> bool {
        self.place() != Place::Pause && !self.is_replay() && self.files.check(&self.played).is_err()
    }

    /// Copies a line to the clipboard, and shows it. Without a window it is only printed.
    pub(super) fn share(&mut self, line: String) {
        if !self.play.as_text {
            self.show_text(format!("Copied: {line}"));
        }
        self.orders.add(Order::Copy(line));
    }

    /// Copies what the window shows to the clipboard, as text.
    fn copy_screen(&mut self) {
        let text = self.text();
        self.show_text("Copied the screen as text.");
        self.orders.add(Order::Copy(text));
    }

    /// Changes the player's settings, and keeps them.
    pub fn change_settings(&mut self, change: impl FnOnce(&mut Settings)) {
        let was_fullscreen = self.settings().fullscreen;
        change(&mut self.preferences.settings);
        self.orders.needs_redraw = true;
        if self.settings().fullscreen != was_fullscreen {
            self.orders.add(Order::Fullscreen(!was_fullscreen));
        }
        let kept = self.preferences.keep();
        self.warn_of(kept);
    }

    /// Shows the map larger or smaller. Only free play can: the series' screen has one size.
    fn zoom(&mut self, step: i32) {
        if !self.play.free_play {
            return self.show_text(
                "The map changes its size only in free play: start it without --part or --replay.",
            );
        }
        self.change_settings(|settings| settings.zoom_by(step));
        // Another tile is below the mouse.
        self.hover(self.around.mouse);
    }

    /// Lets the player hear a change of the sounds.
    fn play_sample(&mut self, change: Change) {
        let Change::Step(number, _) = change else { return };
        if SETTINGS[number].subject == Subject::Sound {
            let mut sound = Sound::default();
            sound.hit();
            self.orders.add(Order::Play(sound.tones));
        }
    }

    /// Goes to a tile. With a monster in view the player decides on each step, so this is a single one.
    fn go_to(&mut self, target: Pos) {
        if threat_in_view(&self.played.game).is_none() {
            self.set_out(Journey::To(target));
            return;
        }
        match step_to(&self.played.game, target) {
            Ok(key) => self.press(key),
            Err(stop) => self.show_text(stop),
        }
    }

    /// Shows the cursor on a tile of the map.
    fn examine_tile(&mut self, tile: Pos) {
        let (game, has_screen) = (&self.played.game, self.has_screen());
        let can_look = game.state() == GameState::Playing && game.part().has_player();
        if can_look && !has_screen && Map::in_bounds(tile) {
            self.examine.show_cursor(tile, true);
        }
    }

    /// Chooses a line of the screen, the title screen or the inventory. Returns true if it was chosen before.
    fn choose(&mut self, line: usize) -> bool {
        match self.screens.last_mut().map(|screen| screen.chosen()) {
            Some(chosen) => chosen.is_some_and(|chosen| mem::replace(chosen, line) == line),
            None => self.around.pointer.replace(line) == Some(line),
        }
    }

    /// The mouse is over another pixel of the window. In lists it chooses the line.
    fn hover(&mut self, point: Option<(i32, i32)>) {
        let scene = self.scene();
        let before = mem::replace(&mut self.around.mouse, point);
        let over = |point: Option<(i32, i32)>| point.and_then(|point| scene.target_at(point)).copied();
        let (old, new) = (over(before), over(point));
        let tile = point.filter(|_| new.is_none()).and_then(|point| scene.grid?.tile_at(point));
        let pointed = match new.and_then(|(_, target)| target.action) {
            Some(Action::ExamineTile(tile) | Action::GoTo(tile)) => Some(tile),
            _ => None,
        };
        if mem::replace(&mut self.around.pointed, pointed) != pointed {
            // The mouse has left the row of the panel that it examined.
            self.examine.end_of_mouse();
        }
        if scene.grid.is_some() {
            self.orders.needs_redraw |= self.examine.hover(tile);
        }
        self.orders.needs_redraw |= old != new;
        if before == point {
            return;
        }
        // Hints about the chosen game or key: the mouse passes other lines on the way to them.
        let stays = matches!(self.place(), Place::Games | Place::Keys);
        match new.and_then(|(_, target)| target.line).filter(|_| !stays) {
            Some(line) => {
                let was_chosen = self.choose(line);
                self.orders.needs_redraw |= !was_chosen;
            }
            None if !self.has_screen() => self.around.pointer = None,
            None => {}
        }
    }

    /// A click chooses a line or a hint. On the map it attacks or steps next to the player, and travels
    /// elsewhere. On the player's own tile the command to explore steps off and on again to pick up what lies
    /// there, or in a fight names the monster in view.
    fn click(&mut self, point: (i32, i32)) {
        let scene = self.scene();
        let target = scene.target_at(point).map(|(_, target)| *target);
        let tile = scene.grid.and_then(|grid| grid.tile_at(point));
        if self.place() == Place::Replay {
            // The keys of the replay can be clicked.
            if let Some(action @ Action::Replay(_)) = target.and_then(|target| target.action) {
                self.take(action, false);
            }
            return;
        }
        // The mouse would end a text, and the click would act on what lay below it.
        if target.is_none_or(|target| target.action != Some(Action::CloseText)) {
            self.hover(Some(point));
        }
        match (target, tile, self.place()) {
            (Some(target), ..) => self.click_target(target),
            (None, _, Place::Notice | Place::Level) => _ = self.screens.pop(),
            (None, Some(tile), Place::Map | Place::Cursor) => {
                self.begin_input();
                let action = self.action_of_tile(tile);
                self.act(action);
            }
            _ => {}
        }
    }

    /// Returns what a click on a tile of the map does.
    fn action_of_tile(&self, tile: Pos) -> Action {
        let game = &self.played.game;
        let here = game.player().pos;
        match tile {
            _ if tile.y > MAP_HEIGHT => Action::Open(Place::Messages),
            _ if tile.y == MAP_HEIGHT || !game.part().has_player() => Action::Open(Place::Keys),
            _ if tile != here => {
                let key = key_of(Pos::new(tile.x - here.x, tile.y - here.y));
                key.map_or(Action::GoTo(tile), Action::Press)
            }
            _ if known_stairs(game) == Some(here) => Action::TakeStairs,
            _ if has_item(game, here) || threat_in_view(game).is_some() => Action::Explore,
            _ => Action::Open(Place::Keys),
        }
    }

    /// A click on something of a screen or of the panel. Things on the map are for a game that is played.
    fn click_target(&mut self, Target { line, action }: Target) {
        let is_of_map = matches!(action, Some(Action::UseItem(_) | Action::ExamineTile(_) | Action::GoTo(_)));
        let is_played = self.played.game.state() == GameState::Playing && matches!(self.mode, Mode::Playing);
        if is_of_map && !is_played || line.is_some_and(|line| !self.choose(line)) {
            return;
        }
        // The effect of a click on the screen of keys has to be seen.
        if self.place() == Place::Keys && line.is_some() && action != Some(Action::Choose) {
            self.screens.pop();
        }
        match action {
            Some(Action::CloseText) => self.begin_input(),
            Some(action) => self.take(action, false),
            None => {}
        }
    }

    /// The wheel turns pages, moves the pointer of lists, zooms the map of free play below the mouse, and
    /// elsewhere shows the messages of the game.
    fn turn_wheel(&mut self, up: bool) {
        let is_over_map = |point| self.scene().grid.is_some_and(|grid| grid.area.contains(point));
        match self.place() {
            Place::Notice => {}
            Place::Map | Place::Cursor
                if self.play.free_play && self.around.mouse.is_some_and(is_over_map) =>
            {
                self.act(Action::Zoom(if up { 1 } else { -1 }));
            }
            Place::Map | Place::Cursor if up && self.played.game.part().has_melee() => {
                self.act(Action::Open(Place::Messages));
            }
            Place::Map | Place::Cursor => {}
            _ => self.act(Action::Go(if up { Way::Up } else { Way::Down })),
        }
    }
}
