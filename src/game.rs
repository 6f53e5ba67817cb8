//! The game: its state, what each key does, and how a run begins (class `Game`, Part 6; before in `main`).
//!
//! The original handles keys in its loop over SDL's events (`Game::run`). Here `main` has the loop, and
//! [`Game::press`] handles one key.

pub(crate) mod magic;
pub(crate) mod pack;
pub mod save;
mod title;
pub(crate) mod turn;

use crate::dijkstra_map::DijkstraMap;
use crate::event::Event;
use crate::fov::{self, OtherView};
use crate::item::{Item, Lore};
use crate::key::Key;
use crate::level::Level;
use crate::map::{DIRECTIONS, Pos};
use crate::message_log::MessageLog;
use crate::part::Part;
use crate::player::{Player, PlayerClass};
use crate::rng::{Rng, SeedStream, StdLib};
use crate::support::save_slot::SaveSlot;

/// The screen that is shown. It decides what keys mean (enum `GameState`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameState {
    /// The map.
    Playing,
    /// Part 5: the death screen.
    Dead,
    /// Part 8: the inventory.
    Inventory,
    /// Part 14: the menu of classes.
    ClassSelect,
    /// Part 17: the win screen.
    Won,
}

/// What a key led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The window stays as it is.
    Nothing,
    /// The window is repainted.
    Redraw,
    /// The program ends.
    Quit,
}

/// What a game is started with.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The chapter that is played.
    pub part: Part,
    /// The first value of the seed stream.
    pub seed: u32,
    /// The standard library whose random numbers are drawn.
    pub library: StdLib,
    /// An algorithm of the laboratory that computes the view in place of [`fov::compute`] (`--fov`).
    pub other_view: Option<OtherView>,
    /// Part 15: where F5 saves and F9 loads.
    pub slot: SaveSlot,
}

impl Setup {
    /// A game that begins with this seed. The random numbers are GCC's, see [`StdLib`].
    pub fn new(part: Part, seed: u32) -> Setup {
        Setup { part, seed, library: StdLib::default(), other_view: None, slot: SaveSlot::default() }
    }
}

/// The game, from its first screen to its end (class `Game`).
#[derive(Clone)]
pub struct Game {
    pub(crate) part: Part,
    pub(crate) library: StdLib,
    pub(crate) seeds: SeedStream,
    /// Part 4: the game's own generator. Maps have one of their own.
    pub(crate) rng: Rng,
    pub(crate) other_view: Option<OtherView>,
    pub(crate) state: GameState,
    pub(crate) player: Player,
    /// The current level. From Part 11 on the original has a function for it, `cur`.
    pub(crate) level: Level,
    /// Part 11: its depth, counted from 0.
    pub(crate) depth: usize,
    /// Part 11: the levels made so far, by depth. The current one's place is empty.
    pub(crate) levels: Vec<Level>,
    /// Part 8: what the player carries, in slot order.
    pub(crate) pack: Vec<Item>,
    /// Part 8: what potions and scrolls look like.
    pub(crate) lore: Lore,
    /// Part 14: the class that was chosen last.
    pub(crate) class: Option<PlayerClass>,
    /// Part 15: where F5 saves and F9 loads.
    pub(crate) slot: SaveSlot,
    /// Part 16: the messages that the HUD shows.
    pub(crate) messages: MessageLog,
    /// Part 17: amulets held.
    pub(crate) amulets: u32,
    pub(crate) title: String,
    /// Part 7: the distance of every tile to the player.
    pub(crate) dijkstra_map: DijkstraMap,
    /// Part 5: what happened since the last key.
    pub(crate) events: Vec<Event>,
}

impl Game {
    /// Starts the game: with its first dungeon, or from Part 14 on with the menu.
    pub fn new(setup: Setup) -> Game {
        let mut game = Game::before_first_run(setup);
        if !game.part.has_classes() {
            game.new_game();
        }
        game
    }

    /// Starts a game on a given level, for examples and tests. `player` brings position, hit points and gear.
    /// From Part 14 on it counts as a fighter, without the fighter's kit. Appearances are dealt as in any new
    /// run.
    pub fn on_level(setup: Setup, level: Level, player: Player) -> Game {
        let mut game = Game::before_first_run(setup);
        game.level = level;
        game.levels = vec![Level::default()];
        game.player = player;
        game.class = game.part.has_classes().then_some(PlayerClass::Fighter);
        game.state = GameState::Playing;
        if game.part.has_equipment() {
            game.player.recompute_stats();
        }
        if game.part.has_items() {
            game.lore.shuffle(game.part, &mut game.rng);
        }
        if game.part.has_fog() {
            game.update_view();
        }
        if game.part.has_melee() {
            game.update_title();
        }
        game
    }

    /// The program before its first dungeon.
    pub(crate) fn before_first_run(setup: Setup) -> Game {
        let Setup { part, seed, library, other_view, slot } = setup;
        let mut seeds = SeedStream(seed);
        // The first seed is that of the game's own generator. Before Part 4 it is that of the first map.
        let game_seed = if part.has_monsters() { seeds.next_seed() } else { seed };
        Game {
            part,
            library,
            seeds,
            rng: Rng::new(game_seed, library),
            other_view,
            state: if part.has_classes() { GameState::ClassSelect } else { GameState::Playing },
            player: Player::new(),
            level: Level::default(),
            depth: 0,
            levels: Vec::new(),
            pack: Vec::new(),
            lore: Lore::default(),
            class: None,
            slot,
            messages: MessageLog::default(),
            amulets: 0,
            // From Part 5 to Part 15 the player's numbers take its place.
            title: format!("Roguelike - Part {part}: {}", part.name()),
            dijkstra_map: DijkstraMap::new(),
            events: Vec::new(),
        }
    }

    /// Handles a key (the body of `Game::run`'s loop). A key without a meaning on this screen does nothing.
    pub fn press(&mut self, key: Key) -> Outcome {
        self.events.clear();
        match self.state {
            GameState::Playing => self.press_while_playing(key),
            GameState::Dead | GameState::Won => self.press_at_the_end(key),
            GameState::Inventory => self.press_in_inventory(key),
            GameState::ClassSelect => self.press_on_menu(key),
        }
    }

    fn press_while_playing(&mut self, key: Key) -> Outcome {
        if self.part.has_player()
            && let Some(step) = direction(key)
        {
            let acted = self.player_act(step);
            // From Part 6 on every direction key repaints, also when nothing moved.
            return if acted || self.part.has_game_class() { Outcome::Redraw } else { Outcome::Nothing };
        }
        match key {
            Key::ESCAPE => return Outcome::Quit,
            Key::SPACE if !self.part.has_classes() => self.new_game(),
            Key::I if self.part.has_items() => self.state = GameState::Inventory,
            Key::PERIOD if self.part.has_floors() => self.descend(),
            Key::F5 if self.part.has_saves() => return self.save(),
            Key::F9 if self.part.has_saves() => return self.load(),
            _ => return Outcome::Nothing,
        }
        Outcome::Redraw
    }

    /// Part 5: a key on the death screen. From Part 17 on also one on the win screen.
    fn press_at_the_end(&mut self, key: Key) -> Outcome {
        match key {
            Key::ESCAPE => return Outcome::Quit,
            Key::SPACE if self.part.has_classes() => self.state = GameState::ClassSelect,
            Key::SPACE => self.new_game(),
            _ => return Outcome::Nothing,
        }
        Outcome::Redraw
    }

    /// Part 8: a key in the inventory.
    fn press_in_inventory(&mut self, key: Key) -> Outcome {
        // Quirk: I closes the inventory before it could mean the ninth slot, so that slot can never be used.
        if key == Key::I || key == Key::ESCAPE {
            self.state = GameState::Playing;
            return Outcome::Redraw;
        }
        let Some(slot) = key.letter().filter(|&slot| slot < self.pack.len()) else { return Outcome::Nothing };
        self.use_item(slot);
        Outcome::Redraw
    }

    /// Part 14: a key on the menu of classes.
    fn press_on_menu(&mut self, key: Key) -> Outcome {
        let class = match key {
            Key::NUM_1 => PlayerClass::Fighter,
            Key::NUM_2 => PlayerClass::Rogue,
            Key::NUM_3 => PlayerClass::Mage,
            Key::F9 if self.part.has_saves() => return self.load(),
            Key::ESCAPE => return Outcome::Quit,
            _ => return Outcome::Nothing,
        };
        self.class = Some(class);
        self.new_game();
        Outcome::Redraw
    }

    /// A new dungeon (`newGame`). From Part 11 on monsters and items are placed before the appearances are
    /// shuffled, earlier after them, because the original draws in that order.
    pub(crate) fn new_game(&mut self) {
        let part = self.part;
        if part.has_hud() {
            self.messages.clear();
        }
        let seed = self.seeds.next_seed();
        self.level = Level::generate(part, 0, seed, &mut self.rng);
        if part.has_floors() {
            self.depth = 0;
            self.levels = vec![Level::default()];
        }
        if part.has_player() {
            let last_bonuses = self.player.gear_bonuses();
            self.player = Player::new();
            self.player.last_bonuses = last_bonuses;
            self.player.entity.pos = self.level.start();
        }
        if part.has_items() {
            self.pack.clear();
        }
        if part.has_classes()
            && let Some(class) = self.class
        {
            self.player.become_class(class);
            self.pack.extend(class.pack());
        }
        if part.has_equipment() {
            self.player.recompute_stats();
        }
        if part.has_items() {
            self.lore.shuffle(part, &mut self.rng);
        }
        if !part.has_floors() {
            if part.has_monsters() {
                self.level.place_monsters(part, 0, &mut self.rng);
            }
            if part.has_items() {
                self.level.place_items(part, &mut self.rng);
            }
        }
        if part.has_fog() {
            self.update_view();
        }
        self.state = GameState::Playing;
        if part.has_melee() {
            self.update_title();
        }
        if part.has_amulets() {
            self.amulets = 0;
        }
        if part.has_hud() {
            self.log(Event::RunStarted);
        }
    }

    /// Part 11: goes down the stairs (`descend`). It takes no turn, and nothing is picked up on arrival.
    pub(crate) fn descend(&mut self) {
        if self.player.entity.pos != self.level.stairs {
            self.log(Event::NoStairs);
            return;
        }
        let below = self.depth + 1;
        if below == self.levels.len() {
            let seed = self.seeds.next_seed();
            let level = Level::generate(self.part, below as i32, seed, &mut self.rng);
            self.levels.push(level);
        }
        self.go_to_level(below);
        self.player.entity.pos = self.level.start();
        self.update_view();
        self.log(Event::Descended(below + 1));
        self.update_title();
    }

    /// Part 11: exchanges the current level with the one of another depth.
    pub(crate) fn go_to_level(&mut self, depth: usize) {
        self.levels[self.depth] = std::mem::take(&mut self.level);
        self.level = std::mem::take(&mut self.levels[depth]);
        self.depth = depth;
    }

    /// Part 3: computes what the player sees.
    pub(crate) fn update_view(&mut self) {
        if let Some(other) = self.other_view {
            (other.compute)(&mut self.level.map, self.player.entity.pos);
        } else {
            fov::compute(&mut self.level.map, self.player.entity.pos);
        }
    }

    /// Part 5: reports an event. From Part 16 on its message goes to the log (`Game::log`).
    pub(crate) fn log(&mut self, event: Event) {
        if self.part.has_hud()
            && let Some(text) = event.text(self.part)
        {
            self.messages.add(text);
        }
        self.events.push(event);
    }

    /// The chapter that is played.
    pub fn part(&self) -> Part {
        self.part
    }

    /// The screen that is shown.
    pub fn state(&self) -> GameState {
        self.state
    }

    /// The title of the window.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Part 5: what happened since the last key, that of the key included.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// The player.
    pub fn player(&self) -> &Player {
        &self.player
    }

    /// The level that the player is on (`Game::cur`, Part 11).
    pub fn cur(&self) -> &Level {
        &self.level
    }

    /// Part 11: the depth of the current level, counted from 0.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// Part 11: the number of levels made so far.
    pub fn level_count(&self) -> usize {
        self.levels.len()
    }

    /// Part 8: what the player carries, in slot order.
    pub fn pack(&self) -> &[Item] {
        &self.pack
    }

    /// Part 8: what potions and scrolls look like, and what the player has identified.
    pub fn lore(&self) -> &Lore {
        &self.lore
    }

    /// Part 14: the class of the player; none before the first choice.
    pub fn class(&self) -> Option<PlayerClass> {
        self.class
    }

    /// Part 16: the messages that the HUD shows.
    pub fn messages(&self) -> &MessageLog {
        &self.messages
    }

    /// Part 17: amulets held.
    pub fn amulets(&self) -> u32 {
        self.amulets
    }

    /// Part 4: the game's own generator.
    pub fn rng(&self) -> &Rng {
        &self.rng
    }

    /// Returns true once a run has begun. Until then, from Part 14 on, there is neither a player nor a map.
    pub fn has_run(&self) -> bool {
        !self.part.has_classes() || self.class.is_some()
    }

    /// Returns true while there is a run that could be lost.
    pub fn is_run_alive(&self) -> bool {
        self.has_run() && matches!(self.state, GameState::Playing | GameState::Inventory)
    }

    /// Part 15: where F5 saves and F9 loads.
    pub fn slot(&self) -> &SaveSlot {
        &self.slot
    }

    /// Part 15: saves to and loads from another slot from now on.
    pub fn set_slot(&mut self, slot: SaveSlot) {
        self.slot = slot;
    }

    /// The algorithm that computes the view in place of [`fov::compute`].
    pub fn other_view(&self) -> Option<OtherView> {
        self.other_view
    }

    /// Computes the view with another algorithm from now on, or with the chapters' own. It changes at once.
    pub fn set_other_view(&mut self, other_view: Option<OtherView>) {
        self.other_view = other_view;
        if self.part.has_fog() && self.has_run() {
            self.update_view();
        }
    }
}

/// Part 2: returns the step of a direction key: an arrow, or W A S D.
pub(crate) fn direction(key: Key) -> Option<Pos> {
    let [up, down, left, right] = DIRECTIONS;
    match key {
        Key::UP | Key::W => Some(up),
        Key::DOWN | Key::S => Some(down),
        Key::LEFT | Key::A => Some(left),
        Key::RIGHT | Key::D => Some(right),
        _ => None,
    }
}
