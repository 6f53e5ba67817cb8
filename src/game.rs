//! The game: its state, what each key does, and how a run begins (class `Game`; before Part 6 the same code stands in `main`).
//!
//! Keys come in through [`Game::press`], which applies the rules of the part and says whether the screen changed; what happened
//! meanwhile is in [`Game::events`]. Only a few things go past the keys: [`Game::load`] and [`Game::resume`] go on with a run from
//! a save file's text, [`Game::set_algorithm`] has the view computed in another way, and [`Game::end_turn`] lets everybody but
//! the player act.
//!
//! The rules themselves are in the modules below: `turn` has fights and monsters, `pack` has items and gear, `magic` has scrolls,
//! `save` has save files, `title` has the window's title, `slips` has the mistakes that `verify` looks for.

mod magic;
mod pack;
pub mod save;
pub mod slips;
mod title;
mod turn;

use crate::event::Event;
use crate::fov::Algorithm;
use crate::item::{Item, Lore};
use crate::key::Key;
use crate::level::Level;
use crate::map::{DIRECTIONS, Pos};
use crate::message_log::MessageLog;
use crate::part::Part;
use crate::player::{Class, Player};
use crate::rng::{Rng, SeedStream, StdLib};
use save::{LoadError, SaveSlot};

/// Which screen is shown, and with it what keys mean (enum `GameState`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Part 14: the menu of classes.
    ClassSelect,
    /// The map.
    Playing,
    /// Part 8: the pack.
    Inventory,
    /// Part 5: the death screen.
    Dead,
    /// Part 17: the win screen.
    Won,
}

impl State {
    /// The screen's name in traces.
    pub const fn name(self) -> &'static str {
        match self {
            State::ClassSelect => "class-select",
            State::Playing => "map",
            State::Inventory => "inventory",
            State::Dead => "dead",
            State::Won => "won",
        }
    }
}

/// What a key led to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// The original repaints its window now.
    pub redraw: bool,
    /// The program ends.
    pub quit: bool,
}

impl Outcome {
    const NOTHING: Outcome = Outcome { redraw: false, quit: false };
    const REDRAW: Outcome = Outcome { redraw: true, quit: false };
    const QUIT: Outcome = Outcome { redraw: false, quit: true };

    const fn redraw_if(redraw: bool) -> Outcome {
        Outcome { redraw, quit: false }
    }
}

/// What a game is started with.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The chapter that is played.
    pub part: Part,
    /// The first value of the seed stream.
    pub seed: u32,
    /// Whose random numbers.
    pub library: StdLib,
    /// How the view is computed.
    pub algorithm: Algorithm,
    /// Where F5 saves and F9 loads (Part 15 on).
    pub save: SaveSlot,
}

impl Setup {
    /// The chapter as it plays by default: GCC's random numbers, shadowcasting, a save that lives as long as the game.
    pub fn new(part: Part, seed: u32) -> Setup {
        Setup {
            part,
            seed,
            library: StdLib::default(),
            algorithm: Algorithm::default(),
            save: SaveSlot::default(),
        }
    }
}

/// A game of one part, from its first screen to its end (class `Game`).
#[derive(Clone)]
pub struct Game {
    part: Part,
    seeds: SeedStream,
    rng: Rng,
    algorithm: Algorithm,
    state: State,
    class: Option<Class>,
    player: Player,
    /// Never empty; parts without floors only have one.
    levels: Vec<Level>,
    depth: usize,
    pack: Vec<Item>,
    lore: Lore,
    amulets: u32,
    log: MessageLog,
    title: String,
    save: SaveSlot,
    events: Vec<Event>,
}

impl Game {
    /// Starts the part: in its first dungeon, or from Part 14 on at the menu.
    pub fn new(setup: Setup) -> Game {
        let mut game = Game::unstarted(setup);
        if !game.part.has_classes() {
            game.start_run();
        }
        game
    }

    /// The program before its first dungeon.
    fn unstarted(setup: Setup) -> Game {
        let Setup { part, seed, library, algorithm, save } = setup;
        let mut seeds = SeedStream::new(seed);
        // Before there are monsters only maps are random, and the first value is the first map's.
        let rng = Rng::new(if part.has_monsters() { seeds.next_seed() } else { seed }, library);
        Game {
            part,
            seeds,
            rng,
            algorithm,
            state: State::ClassSelect,
            class: None,
            player: Player::new(),
            levels: vec![Level::default()],
            depth: 0,
            pack: Vec::new(),
            lore: Lore::default(),
            amulets: 0,
            log: MessageLog::default(),
            title: title::opening(part),
            save,
            events: Vec::new(),
        }
    }

    /// Handles a key (`Game::handleEvent`). One that means nothing now does nothing.
    pub fn press(&mut self, key: Key) -> Outcome {
        self.events.clear();
        match self.state {
            State::ClassSelect => self.press_on_menu(key),
            State::Playing => self.press_while_playing(key),
            State::Inventory => self.press_in_pack(key),
            State::Dead | State::Won => self.press_at_the_end(key),
        }
    }

    /// Goes on with a run that was saved elsewhere than in the game's own slot, as if F9 had loaded it.
    ///
    /// # Errors
    /// When the text is no save file of this part. The game is unchanged then.
    pub fn resume(&mut self, text: &str) -> Result<Outcome, LoadError> {
        self.events.clear();
        self.load(text)?;
        self.answer(Event::Loaded);
        Ok(Outcome::REDRAW)
    }

    fn press_on_menu(&mut self, key: Key) -> Outcome {
        let class = match key {
            Key::NUM_1 => Class::Fighter,
            Key::NUM_2 => Class::Rogue,
            Key::NUM_3 => Class::Mage,
            Key::F9 if self.part.has_saves() => return Outcome::redraw_if(self.load_game()),
            Key::ESCAPE => return Outcome::QUIT,
            _ => return Outcome::NOTHING,
        };
        self.class = Some(class);
        self.start_run();
        Outcome::REDRAW
    }

    fn press_while_playing(&mut self, key: Key) -> Outcome {
        if let Some(step) = direction(key) {
            return self.press_direction(step);
        }
        match key {
            Key::ESCAPE => return Outcome::QUIT,
            Key::SPACE if !self.part.has_classes() => self.start_run(),
            Key::I if self.part.has_items() => self.state = State::Inventory,
            Key::PERIOD if self.part.has_floors() => self.descend(),
            Key::F5 if self.part.has_saves() => {
                self.save_game();
                return Outcome::redraw_if(self.part.has_hud());
            }
            // Quirk: a load that fails repaints nothing, so in Parts 16 and 17 its message is in the log but shows one key later.
            Key::F9 if self.part.has_saves() => return Outcome::redraw_if(self.load_game()),
            _ => return Outcome::NOTHING,
        }
        Outcome::REDRAW
    }

    fn press_direction(&mut self, step: Pos) -> Outcome {
        if !self.part.has_player() {
            return Outcome::NOTHING;
        }
        let acted = self.try_player_step(step);
        Outcome::redraw_if(acted || self.part.has_game_class())
    }

    fn press_in_pack(&mut self, key: Key) -> Outcome {
        // Quirk: I closes the pack before it could mean the ninth slot, so that slot can never be used.
        if key == Key::I || key == Key::ESCAPE {
            self.state = State::Playing;
            return Outcome::REDRAW;
        }
        match key.letter() {
            Some(slot) if slot < self.pack.len() => {
                self.use_item(slot);
                Outcome::REDRAW
            }
            _ => Outcome::NOTHING,
        }
    }

    fn press_at_the_end(&mut self, key: Key) -> Outcome {
        match key {
            Key::SPACE if self.part.has_classes() => self.state = State::ClassSelect,
            Key::SPACE => self.start_run(),
            Key::ESCAPE => return Outcome::QUIT,
            _ => return Outcome::NOTHING,
        }
        Outcome::REDRAW
    }

    /// A new dungeon and a new player in it (`newDungeon`, from Part 11 on `newGame`). The order of the draws is the original's:
    /// from Part 11 on the level is filled before the appearances are shuffled, earlier it is filled after.
    fn start_run(&mut self) {
        self.log.clear();
        self.pack.clear();
        self.depth = 0;
        self.amulets = 0;
        self.levels.clear();
        let part = self.part;
        let mut level = self.new_level(0);
        if part.has_floors() {
            self.populate(&mut level, 0);
        }
        self.player.reset(self.class);
        self.player.entity.pos = level.start();
        self.pack.extend(self.class.iter().flat_map(|class| class.kit().pack));
        if part.has_items() {
            self.lore = Lore::shuffle(part, &mut self.rng);
        }
        if !part.has_floors() {
            self.populate(&mut level, 0);
        }
        self.levels.push(level);
        self.update_view();
        self.state = State::Playing;
        self.refresh_title();
        self.tell(Event::RunStarted);
    }

    /// A level with nobody on it, from the next value of the seed stream.
    fn new_level(&mut self, depth: i32) -> Level {
        let seed = self.seeds.next_seed();
        Level::new(self.part, depth, seed, &self.rng)
    }

    /// Monsters, items and an amulet for a level, as far as the part has them.
    fn populate(&mut self, level: &mut Level, depth: i32) {
        let part = self.part;
        if part.has_monsters() {
            level.spawn_monsters(part, depth, &mut self.rng);
        }
        if part.has_items() {
            level.spawn_items(part, &mut self.rng);
        }
        if part.has_amulets() {
            level.place_amulet(depth);
        }
    }

    /// Part 11: down the stairs, if the player stands on them. It takes no turn, and nothing is picked up on arrival.
    fn descend(&mut self) {
        if self.player.entity.pos != self.level().stairs {
            self.tell(Event::NoStairs);
            return;
        }
        self.depth += 1;
        if self.depth == self.levels.len() {
            let depth = self.depth as i32;
            let mut level = self.new_level(depth);
            self.populate(&mut level, depth);
            self.levels.push(level);
        }
        self.player.entity.pos = self.level().start();
        self.update_view();
        self.tell(Event::Descended(self.depth + 1));
        self.refresh_title();
    }

    /// Computes what the player sees (Part 3 on).
    fn update_view(&mut self) {
        if self.part.has_fog() {
            let origin = self.player.entity.pos;
            self.algorithm.compute(&mut self.levels[self.depth].map, origin);
        }
    }

    /// Reports an event: it is told in the message log (Part 16 on) and kept for whoever pressed the key.
    fn tell(&mut self, event: Event) {
        if self.part.has_hud()
            && let Some(text) = event.text(self.part)
        {
            self.log.add(text);
        }
        self.events.push(event);
    }

    /// The chapter that is played.
    pub fn part(&self) -> Part {
        self.part
    }

    /// Which screen is shown.
    pub fn state(&self) -> State {
        self.state
    }

    /// The window's title.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// What happened since the last key, that included.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// Where F5 saves and F9 loads.
    pub const fn save_slot(&self) -> &SaveSlot {
        &self.save
    }

    /// Is there a run that could be lost?
    pub fn is_run_alive(&self) -> bool {
        self.has_run() && matches!(self.state, State::Playing | State::Inventory)
    }

    /// The messages so far (Part 16 on).
    pub fn log(&self) -> &MessageLog {
        &self.log
    }

    /// Who is played; none before the first choice, and in parts without classes.
    pub fn class(&self) -> Option<Class> {
        self.class
    }

    /// Has a run begun? Until then, from Part 14 on, there is neither a player nor a map to speak of.
    pub fn has_run(&self) -> bool {
        !self.part.has_classes() || self.class.is_some()
    }

    /// The player.
    pub fn player(&self) -> &Player {
        &self.player
    }

    /// The floor the player is on.
    pub fn level(&self) -> &Level {
        &self.levels[self.depth]
    }

    /// Depth of that floor, from 0.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// How many floors exist so far.
    pub fn level_count(&self) -> usize {
        self.levels.len()
    }

    /// What the player carries, in slot order.
    pub fn pack(&self) -> &[Item] {
        &self.pack
    }

    /// What the player knows about potions and scrolls.
    pub fn lore(&self) -> &Lore {
        &self.lore
    }

    /// Amulets held (Part 17).
    pub fn amulets(&self) -> u32 {
        self.amulets
    }

    /// The game's random generator (Part 4 on).
    pub fn rng(&self) -> &Rng {
        &self.rng
    }

    /// Saves to and loads from another slot from now on.
    pub fn set_save_slot(&mut self, slot: SaveSlot) {
        self.save = slot;
    }

    /// How the view is computed.
    pub fn algorithm(&self) -> Algorithm {
        self.algorithm
    }

    /// Looks at the world with another algorithm from now on; the view changes at once.
    pub fn set_algorithm(&mut self, algorithm: Algorithm) {
        self.algorithm = algorithm;
        if self.has_run() {
            self.update_view();
        }
    }
}

/// The step that a key means, if it means one: arrows, or W A S D.
fn direction(key: Key) -> Option<Pos> {
    let [up, down, left, right] = DIRECTIONS;
    match key {
        Key::UP | Key::W => Some(up),
        Key::DOWN | Key::S => Some(down),
        Key::LEFT | Key::A => Some(left),
        Key::RIGHT | Key::D => Some(right),
        _ => None,
    }
}
