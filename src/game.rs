//! The game: its state, what each key does, and how a game begins (class `Game`, Part 6; before in `main`).

mod inspect;
pub(crate) mod magic;
pub(crate) mod pack;
pub mod save;
mod title;
pub(crate) mod turn;

pub use inspect::OtherView;
pub use save::SaveResult;

use crate::dijkstra_map::DijkstraMap;
use crate::fov;
use crate::item::{ARMOURS, COLOURS, Item, LABELS, PotionType, ScrollType, WEAPONS};
use crate::key::Key;
use crate::level::Level;
use crate::map::{DIRECTIONS, Pos};
use crate::message_log::MessageLog;
use crate::part::Part;
use crate::player::{self, Player};
use crate::rng::{Rng, SeedStream, StdLib};
use crate::sound::Sound;
use crate::support::save_slot::SaveSlot;

/// Part 9: power before bonuses.
const BASE_POWER: i32 = player::POWER;
/// Part 9: defense without armour.
const BASE_DEFENSE: i32 = 0;
/// Part 17: number of amulets that win the game.
pub(crate) const AMULETS_TO_WIN: u32 = 3;

/// Part 5: the screen that is shown. It decides what keys mean (enum `GameState`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameState {
    /// Part 14: the menu of classes.
    ClassSelect,
    /// The map.
    Playing,
    /// Part 8: the inventory.
    Inventory,
    /// Part 5: the death screen.
    Dead,
    /// Part 17: the win screen.
    Won,
}

/// The effect of a key on the program: the window stays as it is, is repainted, or closes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the variants are explained above")]
pub enum Outcome {
    Nothing,
    Redraw,
    Quit,
}

/// The values that a game starts with.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The chapter that is played.
    pub part: Part,
    /// The first value of the seed stream.
    pub seed: u32,
    /// The standard library whose random numbers are rolled.
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

/// Part 14: the class of the player (enum `PlayerClass`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "`equip_class` lists what each class starts with")]
pub enum PlayerClass {
    Fighter,
    Rogue,
    Mage,
}

impl PlayerClass {
    /// The classes in the order of the menu. From Part 15 on the index is the number in save files.
    pub const ALL: [PlayerClass; 3] = [PlayerClass::Fighter, PlayerClass::Rogue, PlayerClass::Mage];

    /// The name as the player reads it.
    pub fn name(self) -> &'static str {
        match self {
            PlayerClass::Fighter => "Fighter",
            PlayerClass::Rogue => "Rogue",
            PlayerClass::Mage => "Mage",
        }
    }
}

/// The game (class `Game`). The window, the renderer and the glyphs (`m_window`, `m_sdl`, `m_glyphs`) belong
/// to `main` here. From Part 16 on the audio device does too.
#[derive(Clone)]
pub struct Game {
    pub(crate) part: Part,
    pub(crate) seeds: SeedStream,
    pub(crate) other_view: Option<OtherView>,
    /// Part 5: the messages (`SDL_Log`). From Part 16 on the HUD shows the last ones (`m_log`).
    pub(crate) log: MessageLog,
    /// Part 16: the sounds of the last key press (`m_sound`).
    pub(crate) sound: Sound,
    /// The levels made so far, by depth; before the first dungeon one of solid wall. Parts 1 to 10 have one.
    pub(crate) levels: Vec<Level>,
    /// Part 11: the depth of the current level, counted from 0.
    pub(crate) depth: usize,
    pub(crate) player: Player,
    /// Part 8: what the player carries, in slot order.
    pub(crate) inventory: Vec<Item>,
    /// Part 7: the distance of every tile to the player.
    pub(crate) to_player: DijkstraMap,
    /// Part 4: the game's own generator. Maps have one of their own.
    pub(crate) rng: Rng,
    pub(crate) state: GameState,
    /// Part 14: the class that was chosen last, at first the fighter.
    pub(crate) class: PlayerClass,
    /// Part 17: amulets held.
    pub(crate) amulets: u32,
    /// Part 8: each potion's appearance, an index into `COLOURS` (`m_appearance`, Part 13: `m_potionAppear`).
    pub(crate) potion_appear_idx: [usize; PotionType::ALL.len()],
    /// Part 8: true for each type of potion that is identified (`m_identified`).
    pub(crate) potion_ident: [bool; PotionType::ALL.len()],
    /// Part 13: the label of each type of scroll, as an index into `LABELS` (`m_scrollAppear`).
    pub(crate) scroll_appear_idx: [usize; ScrollType::ALL.len()],
    /// Part 13: true for each type of scroll that is identified.
    pub(crate) scroll_ident: [bool; ScrollType::ALL.len()],
    /// Part 14: power before bonuses, which the class sets.
    pub base_power: i32,
    /// Part 14: the class's hit points. From Part 15 on saved beside the player's `max_hp`.
    pub base_max_hp: i32,
    /// Part 9: power gained from strength potions.
    pub strength_bonus: i32,
    /// Part 13: damage that is added to that of scrolls. From Part 14 on the class sets it.
    pub magic_bonus: i32,
    /// Part 9: the weapon in hand, whose bonus adds to power (`m_weapon`, `m_hasWeapon`).
    pub weapon: Option<Item>,
    /// Part 9: the armour that is worn, whose bonus adds to defense (`m_armour`, `m_hasArmour`).
    pub armour: Option<Item>,
    /// Part 15: the bonus of the weapon that was wielded last. Saved even when no weapon is wielded.
    pub last_weapon_bonus: i32,
    /// Part 15: the bonus of the armour that was worn last.
    pub last_armour_bonus: i32,
    /// Part 15: where F5 saves and F9 loads (`SAVE_PATH`).
    pub(crate) slot: SaveSlot,
    pub(crate) title: String,
    /// Part 15: the result of F5 or F9, if that was the last key.
    pub(crate) save_result: Option<SaveResult>,
}

impl Game {
    /// Starts the game. From Part 14 on it begins with the menu.
    pub fn new(setup: Setup) -> Game {
        let mut game = Game::before_first_run(setup);
        if !game.part.has_classes() {
            game.new_game(PlayerClass::Fighter);
        }
        game
    }

    /// Starts a game on a given level, for examples and tests. `player` brings position and hit
    /// points. From Part 14 on it counts as a fighter, without the fighter's kit. Appearances are shuffled as
    /// in any new game.
    pub fn on_level(setup: Setup, level: Level, player: Player) -> Game {
        let mut game = Game::before_first_run(setup);
        game.levels = vec![level];
        game.player = player;
        game.state = GameState::Playing;
        if game.part.has_equipment() {
            game.recompute_stats();
        }
        if game.part.has_items() {
            game.shuffle_appearances();
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
            seeds,
            other_view,
            log: MessageLog::default(),
            sound: Sound::default(),
            levels: vec![Level::default()],
            depth: 0,
            player: player::new(),
            inventory: Vec::new(),
            to_player: DijkstraMap::new(),
            rng: Rng::new(game_seed, library),
            state: if part.has_classes() { GameState::ClassSelect } else { GameState::Playing },
            class: PlayerClass::Fighter,
            amulets: 0,
            potion_appear_idx: [0; PotionType::ALL.len()],
            potion_ident: [false; PotionType::ALL.len()],
            scroll_appear_idx: [0; ScrollType::ALL.len()],
            scroll_ident: [false; ScrollType::ALL.len()],
            base_power: BASE_POWER,
            base_max_hp: player::HP,
            strength_bonus: 0,
            magic_bonus: 0,
            weapon: None,
            armour: None,
            last_weapon_bonus: 0,
            last_armour_bonus: 0,
            slot,
            // `update_title` puts the player's numbers in its place.
            title: format!("Roguelike - Part {part}: {}", part.name()),
            save_result: None,
        }
    }

    /// Part 16: adds a message (`Game::log`).
    pub(crate) fn log(&mut self, msg: String) {
        self.log.add(msg);
    }

    /// Part 9: power is base, strength and weapon together; defense is the armour (`recomputeStats`).
    pub fn recompute_stats(&mut self) {
        self.last_weapon_bonus = self.weapon.map_or(self.last_weapon_bonus, Item::bonus);
        self.last_armour_bonus = self.armour.map_or(self.last_armour_bonus, Item::bonus);
        self.player.power = self.base_power + self.strength_bonus + self.weapon.map_or(0, Item::bonus);
        self.player.defense = BASE_DEFENSE + self.armour.map_or(0, Item::bonus);
    }

    /// A new dungeon (`newGame`). The steps are in the order of Part 14. Up to Part 10 the original has some
    /// in another order with the same result, and up to Part 9 it sets the player's members back one by one.
    pub(crate) fn new_game(&mut self, class: PlayerClass) {
        let part = self.part;
        if part.has_classes() {
            self.class = class;
        }
        let seed = self.seeds.next_seed();
        self.levels.clear();
        self.levels.push(Level::generate(part, 0, seed, &mut self.rng));
        if part.has_floors() {
            self.depth = 0;
        }
        if part.has_amulets() {
            self.amulets = 0;
        }
        if part.has_player() {
            self.player = player::new();
        }
        if part.has_equipment() {
            self.strength_bonus = 0;
            if part.has_classes() {
                self.magic_bonus = 0;
            }
            self.weapon = None;
            self.armour = None;
        }
        if part.has_items() {
            self.inventory.clear();
        }
        if part.has_hud() {
            self.log.clear();
        }
        if part.has_classes() {
            self.equip_class(class);
        }
        if part.has_equipment() {
            self.recompute_stats();
        }
        if part.has_player() {
            self.player.pos = self.cur().start();
        }
        self.state = GameState::Playing;
        if part.has_items() {
            self.shuffle_appearances();
        }
        if !part.has_floors() {
            if part.has_monsters() {
                self.levels[self.depth].place_monsters(part, 0, &mut self.rng);
            }
            if part.has_items() {
                self.levels[self.depth].place_items(part, &mut self.rng);
            }
        }
        if part.has_fog() {
            self.update_view();
        }
        if part.has_melee() {
            self.update_title();
        }
        if part.has_hud() {
            self.log(if part.has_amulets() {
                "Recover the three Amulets of SDL from the deep. Descend with >.".to_owned()
            } else {
                "You enter the dungeon. Good luck.".to_owned()
            });
        }
    }

    /// Part 14: gives the player the numbers, the gear and the items of the class (in `newGame`).
    pub(crate) fn equip_class(&mut self, class: PlayerClass) {
        let [dagger, sword] = WEAPONS;
        let [leather, chain_mail] = ARMOURS;
        let potion = Item::Potion(PotionType::Healing);
        let scroll = Item::Scroll(ScrollType::Lightning);
        match class {
            PlayerClass::Fighter => {
                self.base_max_hp = 36;
                self.base_power = 6;
                self.weapon = Some(sword);
                self.armour = Some(chain_mail);
                self.inventory.push(potion);
            }
            PlayerClass::Rogue => {
                self.base_max_hp = 28;
                self.base_power = 5;
                self.weapon = Some(dagger);
                self.armour = Some(leather);
                self.inventory.extend([potion, scroll]);
            }
            PlayerClass::Mage => {
                self.base_max_hp = 22;
                self.base_power = 3;
                self.magic_bonus = 6;
                self.inventory.extend([scroll, Item::Scroll(ScrollType::Fireball), potion]);
            }
        }
        self.player.max_hp = self.base_max_hp;
        self.player.hp = self.base_max_hp;
    }

    /// Part 8: gives each type a new appearance for one game, and makes all unknown (in `newGame`).
    pub(crate) fn shuffle_appearances(&mut self) {
        let mut order: Vec<usize> = (0..COLOURS.len()).collect();
        self.rng.shuffle(&mut order);
        for potion in PotionType::ALL {
            self.potion_appear_idx[potion as usize] = order[potion as usize];
            self.potion_ident[potion as usize] = false;
        }
        if self.part.has_scrolls() {
            let mut order: Vec<usize> = (0..LABELS.len()).collect();
            self.rng.shuffle(&mut order);
            for scroll in ScrollType::ALL {
                self.scroll_appear_idx[scroll as usize] = order[scroll as usize];
                self.scroll_ident[scroll as usize] = false;
            }
        }
    }

    /// Part 11: goes down the stairs (`descend`). It takes no turn, and nothing is picked up on arrival.
    pub(crate) fn descend(&mut self) {
        if self.player.pos != self.cur().stairs {
            self.log("There are no stairs here.".to_owned());
            return;
        }
        self.depth += 1;
        if self.depth >= self.levels.len() {
            let seed = self.seeds.next_seed();
            self.levels.push(Level::generate(self.part, self.depth as i32, seed, &mut self.rng));
        }
        self.player.pos = self.cur().start();
        self.update_view();
        if self.part.has_hud() {
            self.sound.descend();
        }
        self.log(format!("You descend to depth {}.", self.depth + 1));
        self.update_title();
    }

    /// Handles a key (in `Game::run`). A key without a meaning on this screen does nothing.
    pub fn press(&mut self, key: Key) -> Outcome {
        self.forget_last_key();
        match self.state {
            // Parts 1 to 4 have one screen.
            _ if !self.part.has_melee() => self.press_while_playing(key),
            GameState::ClassSelect => self.press_on_menu(key),
            GameState::Dead | GameState::Won => self.press_at_the_end(key),
            GameState::Inventory => self.press_in_inventory(key),
            GameState::Playing => self.press_while_playing(key),
        }
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
        self.new_game(class);
        Outcome::Redraw
    }

    /// Part 5: a key on the death screen. From Part 17 on also one on the win screen.
    fn press_at_the_end(&mut self, key: Key) -> Outcome {
        match key {
            Key::SPACE if self.part.has_classes() => self.state = GameState::ClassSelect,
            Key::SPACE => self.new_game(self.class),
            Key::ESCAPE => return Outcome::Quit,
            _ => return Outcome::Nothing,
        }
        Outcome::Redraw
    }

    /// Part 8: a key in the inventory.
    fn press_in_inventory(&mut self, key: Key) -> Outcome {
        match key.letter() {
            // Quirk: from Part 11 on I closes the inventory before it could mean the ninth slot, which can
            // never be used.
            _ if key == Key::I || key == Key::ESCAPE => self.state = GameState::Playing,
            // A letter without an item repaints, too.
            Some(slot) => self.use_item(slot),
            None => return Outcome::Nothing,
        }
        Outcome::Redraw
    }

    /// A key on the map.
    fn press_while_playing(&mut self, key: Key) -> Outcome {
        if self.part.has_player()
            && let Some(step) = direction(key)
        {
            let acted = self.player_act(step);
            // From Part 6 on every direction key repaints, also when nothing moved.
            return if self.part.has_game_class() || acted { Outcome::Redraw } else { Outcome::Nothing };
        }
        match key {
            Key::F5 if self.part.has_saves() => return self.save(),
            Key::F9 if self.part.has_saves() => return self.load(),
            Key::I if self.part.has_items() => self.state = GameState::Inventory,
            Key::PERIOD if self.part.has_floors() => self.descend(),
            Key::SPACE if !self.part.has_classes() => self.new_game(self.class),
            Key::ESCAPE => return Outcome::Quit,
            _ => return Outcome::Nothing,
        }
        Outcome::Redraw
    }

    /// Part 11: returns the current level (`cur`). The call borrows the whole game, not only `levels`.
    pub fn cur(&self) -> &Level {
        &self.levels[self.depth]
    }

    /// Part 3: computes what the player sees.
    pub(crate) fn update_view(&mut self) {
        let map = &mut self.levels[self.depth].map;
        match self.other_view {
            None => fov::compute(map, self.player.pos),
            Some(other) => (other.compute)(map, self.player.pos),
        }
    }
}

/// Part 2: returns the step of a direction key: an arrow, or W A S D.
pub fn direction(key: Key) -> Option<Pos> {
    let [up, down, left, right] = DIRECTIONS;
    match key {
        Key::UP | Key::W => Some(up),
        Key::DOWN | Key::S => Some(down),
        Key::LEFT | Key::A => Some(left),
        Key::RIGHT | Key::D => Some(right),
        _ => None,
    }
}
