//! The game: its state, what each key does, and how a game begins.

mod magic;
mod pack;
mod save;
mod turn;

use sdl2::keyboard::Scancode;

use crate::dijkstra_map::DijkstraMap;
use crate::fov;
use crate::item::{CHAIN_MAIL, COLOURS, DAGGER, Item, LABELS, LEATHER, PotionType, SWORD, ScrollType};
use crate::level::Level;
use crate::map::{DIRECTIONS, Pos};
use crate::message_log::MessageLog;
use crate::player::{self, Player};
use crate::rng::{Rng, SeedStream};
use crate::sound::Sound;

pub const TITLE: &str = "Roguelike - Part 17: Win Condition"; // The title of the window
const BASE_DEFENSE: i32 = 0; // Defense without armour
pub const AMULETS_TO_WIN: u32 = 3; // Number of amulets that win the game

/// The screen that is shown. It decides what keys mean (enum `GameState`).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum GameState {
    /// The menu of classes.
    ClassSelect,
    /// The map.
    Playing,
    /// The inventory.
    Inventory,
    /// The death screen.
    Dead,
    /// The win screen.
    Won,
}

/// The effect of a key on the program: the window stays as it is, is repainted, or closes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Outcome {
    Nothing,
    Redraw,
    Quit,
}

/// The class of the player (enum `PlayerClass`).
#[derive(Clone, Copy, Debug)]
pub enum PlayerClass {
    Fighter,
    Rogue,
    Mage,
}

impl PlayerClass {
    /// The classes in the order of the menu. The index is the number in save files.
    const ALL: [PlayerClass; 3] = [PlayerClass::Fighter, PlayerClass::Rogue, PlayerClass::Mage];

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
/// to `main` here. The audio device does too.
pub struct Game {
    seeds: SeedStream,
    /// The messages, of which the HUD shows the last ones (`m_log`).
    pub log: MessageLog,
    /// The sounds of the last key press (`m_sound`).
    pub sound: Sound,
    /// The levels made so far, by depth.
    pub levels: Vec<Level>,
    /// The depth of the current level, counted from 0.
    pub depth: usize,
    pub player: Player,
    /// What the player carries, in slot order.
    pub inventory: Vec<Item>,
    /// The distance of every tile to the player.
    to_player: DijkstraMap,
    /// The game's own generator. Maps have one of their own.
    pub rng: Rng,
    pub state: GameState,
    /// The class that was chosen last, at first the fighter.
    pub class: PlayerClass,
    /// Amulets held.
    pub amulets: u32,
    /// Each potion's appearance, an index into `COLOURS` (`m_potionAppearIdx`).
    potion_appear_idx: [usize; PotionType::ALL.len()],
    /// True for each type of potion that is identified (`m_potionIdent`).
    potion_ident: [bool; PotionType::ALL.len()],
    /// The label of each type of scroll, as an index into `LABELS` (`m_scrollAppearIdx`).
    scroll_appear_idx: [usize; ScrollType::ALL.len()],
    /// True for each type of scroll that is identified.
    scroll_ident: [bool; ScrollType::ALL.len()],
    /// Power before bonuses, which the class sets.
    base_power: i32,
    /// The class's hit points. Saved beside the player's `max_hp`.
    base_max_hp: i32,
    /// Power gained from strength potions.
    strength_bonus: i32,
    /// Damage that is added to that of scrolls. The class sets it.
    magic_bonus: i32,
    /// The weapon in hand, whose bonus adds to power (`m_weapon`, `m_hasWeapon`).
    pub weapon: Option<Item>,
    /// The armour that is worn, whose bonus adds to defense (`m_armour`, `m_hasArmour`).
    pub armour: Option<Item>,
    /// The bonus of the weapon that was wielded last. Saved even when no weapon is wielded.
    last_weapon_bonus: i32,
    /// The bonus of the armour that was worn last.
    last_armour_bonus: i32,
}

impl Game {
    /// Creates a game with the menu of classes open. [`Game::new_game`] starts it.
    pub fn new(seed: u32) -> Game {
        let mut seeds = SeedStream(seed);
        // The first seed is that of the game's own generator.
        let game_seed = seeds.next_seed();
        Game {
            seeds,
            log: MessageLog::default(),
            sound: Sound::default(),
            levels: Vec::new(),
            depth: 0,
            player: player::new(),
            inventory: Vec::new(),
            to_player: DijkstraMap::new(),
            rng: Rng::new(game_seed),
            state: GameState::ClassSelect,
            class: PlayerClass::Fighter,
            amulets: 0,
            potion_appear_idx: [0; PotionType::ALL.len()],
            potion_ident: [false; PotionType::ALL.len()],
            scroll_appear_idx: [0; ScrollType::ALL.len()],
            scroll_ident: [false; ScrollType::ALL.len()],
            base_power: player::POWER,
            base_max_hp: player::HP,
            strength_bonus: 0,
            magic_bonus: 0,
            weapon: None,
            armour: None,
            last_weapon_bonus: 0,
            last_armour_bonus: 0,
        }
    }

    /// Power is base, strength and weapon together; defense is the armour (`recomputeStats`).
    fn recompute_stats(&mut self) {
        self.last_weapon_bonus = self.weapon.map_or(self.last_weapon_bonus, Item::bonus);
        self.last_armour_bonus = self.armour.map_or(self.last_armour_bonus, Item::bonus);
        self.player.power = self.base_power + self.strength_bonus + self.weapon.map_or(0, Item::bonus);
        self.player.defense = BASE_DEFENSE + self.armour.map_or(0, Item::bonus);
    }

    /// Starts a game of this class (`newGame`).
    fn new_game(&mut self, class: PlayerClass) {
        self.class = class;
        let seed = self.seeds.next_seed();
        self.levels.clear();
        self.levels.push(Level::generate(0, seed, &mut self.rng));
        self.depth = 0;
        self.amulets = 0;
        self.player = player::new();
        self.strength_bonus = 0;
        self.magic_bonus = 0;
        self.weapon = None;
        self.armour = None;
        self.inventory.clear();
        self.log.clear();
        self.equip_class(class);
        self.recompute_stats();
        self.player.pos = self.cur().start();
        self.state = GameState::Playing;
        self.shuffle_appearances();
        fov::compute(&mut self.levels[self.depth].map, self.player.pos);
        self.log.add("Recover the three Amulets of SDL from the deep. Descend with >.".to_owned());
    }

    /// Gives the player the numbers, the gear and the items of the class (in `newGame`).
    fn equip_class(&mut self, class: PlayerClass) {
        let potion = Item::Potion(PotionType::Healing);
        let scroll = Item::Scroll(ScrollType::Lightning);
        match class {
            PlayerClass::Fighter => {
                self.base_max_hp = 36;
                self.base_power = 6;
                self.weapon = Some(SWORD);
                self.armour = Some(CHAIN_MAIL);
                self.inventory.push(potion);
            }
            PlayerClass::Rogue => {
                self.base_max_hp = 28;
                self.base_power = 5;
                self.weapon = Some(DAGGER);
                self.armour = Some(LEATHER);
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

    /// Gives each type a new appearance for one game, and makes all unknown (in `newGame`).
    fn shuffle_appearances(&mut self) {
        let mut order: Vec<usize> = (0..COLOURS.len()).collect();
        self.rng.shuffle(&mut order);
        for potion in PotionType::ALL {
            self.potion_appear_idx[potion as usize] = order[potion as usize];
            self.potion_ident[potion as usize] = false;
        }
        let mut order: Vec<usize> = (0..LABELS.len()).collect();
        self.rng.shuffle(&mut order);
        for scroll in ScrollType::ALL {
            self.scroll_appear_idx[scroll as usize] = order[scroll as usize];
            self.scroll_ident[scroll as usize] = false;
        }
    }

    /// Goes down the stairs (`descend`). It takes no turn, and nothing is picked up on arrival.
    fn descend(&mut self) {
        if self.player.pos != self.cur().stairs {
            self.log.add("There are no stairs here.".to_owned());
            return;
        }
        self.depth += 1;
        if self.depth >= self.levels.len() {
            let seed = self.seeds.next_seed();
            self.levels.push(Level::generate(self.depth as i32, seed, &mut self.rng));
        }
        self.player.pos = self.cur().start();
        fov::compute(&mut self.levels[self.depth].map, self.player.pos);
        self.sound.descend();
        self.log.add(format!("You descend to depth {}.", self.depth + 1));
    }

    /// Handles a key (in `Game::run`). A key without a meaning on this screen does nothing.
    pub fn press(&mut self, key: Scancode) -> Outcome {
        match self.state {
            GameState::ClassSelect => self.press_on_menu(key),
            GameState::Dead | GameState::Won => self.press_at_the_end(key),
            GameState::Inventory => self.press_in_inventory(key),
            GameState::Playing => self.press_while_playing(key),
        }
    }

    /// A key on the menu of classes.
    fn press_on_menu(&mut self, key: Scancode) -> Outcome {
        let class = match key {
            Scancode::Num1 => PlayerClass::Fighter,
            Scancode::Num2 => PlayerClass::Rogue,
            Scancode::Num3 => PlayerClass::Mage,
            Scancode::F9 => return self.load(),
            Scancode::Escape => return Outcome::Quit,
            _ => return Outcome::Nothing,
        };
        self.new_game(class);
        Outcome::Redraw
    }

    /// A key on the death screen or on the win screen.
    fn press_at_the_end(&mut self, key: Scancode) -> Outcome {
        match key {
            Scancode::Space => self.state = GameState::ClassSelect,
            Scancode::Escape => return Outcome::Quit,
            _ => return Outcome::Nothing,
        }
        Outcome::Redraw
    }

    /// A key in the inventory.
    fn press_in_inventory(&mut self, key: Scancode) -> Outcome {
        match key {
            // Quirk: I closes the inventory before it could mean the ninth slot, which can never be used.
            Scancode::I | Scancode::Escape => self.state = GameState::Playing,
            _ => {
                let Some(slot) = letter(key) else { return Outcome::Nothing };
                // A letter without an item repaints, too.
                self.use_item(slot);
            }
        }
        Outcome::Redraw
    }

    /// A key on the map.
    fn press_while_playing(&mut self, key: Scancode) -> Outcome {
        match key {
            Scancode::F5 => self.save(),
            Scancode::F9 => return self.load(),
            Scancode::I => self.state = GameState::Inventory,
            Scancode::Period => self.descend(),
            Scancode::Escape => return Outcome::Quit,
            _ => {
                let Some(step) = direction(key) else { return Outcome::Nothing };
                // A step that is blocked repaints too.
                self.player_act(step);
            }
        }
        Outcome::Redraw
    }

    /// Returns the current level (`cur`). The call borrows the whole game, not only `levels`.
    pub fn cur(&self) -> &Level {
        &self.levels[self.depth]
    }
}

/// Returns the step of a direction key: an arrow, or W A S D.
fn direction(key: Scancode) -> Option<Pos> {
    let [up, down, left, right] = DIRECTIONS;
    match key {
        Scancode::Up | Scancode::W => Some(up),
        Scancode::Down | Scancode::S => Some(down),
        Scancode::Left | Scancode::A => Some(left),
        Scancode::Right | Scancode::D => Some(right),
        _ => None,
    }
}

/// Returns the number of a letter, A to Z as 0 to 25. Their scancodes follow each other.
fn letter(key: Scancode) -> Option<usize> {
    let (sc, a, z) = (key as usize, Scancode::A as usize, Scancode::Z as usize);
    if (a..=z).contains(&sc) { Some(sc - a) } else { None }
}
