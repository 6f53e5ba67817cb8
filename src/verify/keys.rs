//! Keys for a recording that reaches what a part has (`roguelike keys`).
//!
//! A mistake shows only where a run comes to the rule that has it. So the keys come from a player that knows
//! which goals are left: it looks into every corner, fights, tries every item, goes down,
//! saves, loads, wins if it can, and dies in the end. It knows only what a player sees. Seeds with which it
//! reaches much were found by trying the numbers from 0 on, and are kept in a table.

use std::collections::VecDeque;
use std::fmt::Write as _;

use super::reach::Reach;
use crate::entity::Status;
use crate::game::{Game, GameState, Setup};
use crate::item::{Item, PotionType};
use crate::key::Key;
use crate::map::{DIRECTIONS, MAP_HEIGHT, MAP_WIDTH, Map, Pos};
use crate::monster::Monster;
use crate::part::Part;
use crate::rng::StdLib;

/// Number of keys after which a run is ended even if goals are left, and after which the player seeks death.
const MAX_KEYS: usize = 2_500;
const MAX_KEYS_OF_A_LIFE: usize = 1_400;
/// Number of keys that a run has at least. What follows the last goal can show mistakes too.
const MIN_KEYS: usize = 150;
/// Maximum number of dungeons in the parts where Space makes a new one.
const MAX_DUNGEONS: usize = 8;
/// Number of keys between saving and loading.
const KEYS_BEFORE_LOAD: usize = 6;
/// The ninth slot of the pack cannot be used: its letter closes the inventory.
const UNREACHABLE_SLOT: usize = 8;

/// The keys of [`DIRECTIONS`], as arrows and as letters.
const ARROWS: [Key; 4] = [Key::UP, Key::DOWN, Key::LEFT, Key::RIGHT];
const LETTERS: [Key; 4] = [Key::W, Key::S, Key::A, Key::D];

/// A run that reaches much.
pub struct Script {
    /// How the run begins.
    pub setup: Setup,
    /// The keys, in order.
    pub keys: Vec<Key>,
    /// What the run does not reach, in words.
    pub not_reached: Vec<&'static str>,
}

impl Script {
    /// Returns the run of a part, with the random numbers of a library. Without a seed one is taken that
    /// reaches much.
    pub fn new(part: Part, library: StdLib, seed: Option<u32>) -> Script {
        let seed = seed.unwrap_or_else(|| good_seed(part, library));
        let setup = Setup { library, ..Setup::new(part, seed) };
        let mut player = Explorer::new(setup.clone());
        player.play();
        Script { setup, keys: player.keys, not_reached: player.reach.missing() }
    }

    /// Returns the run as a file of keys. Its comments say how to use it.
    pub fn to_text(&self) -> String {
        let Setup { part, seed, library, .. } = &self.setup;
        let mut text = format!(
            "# Part {part}, seed {seed}, random numbers of {library} ({}). Record your program with it:\n\
             #   ./mygame --seed {seed} --keys-file part{part}.keys --full --trace mine.trace\n",
            library.compilers()
        );
        if !self.not_reached.is_empty() {
            text += &format!("# Not reached: {}.\n", self.not_reached.join(", "));
        }
        let mut column = 0;
        for run in self.keys.chunk_by(|a, b| a == b) {
            let name = run[0].name().replace(' ', "_");
            let word = if run.len() == 1 { name } else { format!("{name}*{}", run.len()) };
            let gap = match column {
                0 => "",
                _ if column + 1 + word.len() > 100 => {
                    column = 0;
                    "\n"
                }
                _ => " ",
            };
            column += gap.trim_end_matches('\n').len() + word.len();
            // Writing to a string cannot fail.
            write!(text, "{gap}{word}").ok();
        }
        text + "\n"
    }
}

/// Returns the seed that reaches the most.
fn good_seed(part: Part, library: StdLib) -> u32 {
    let column = StdLib::ALL.iter().position(|&known| known == library).unwrap_or_default();
    GOOD_SEEDS[usize::from(part.number()) - 1][column]
}

/// Good seeds, a row for each part, a column for each library in the order of [`StdLib::ALL`].
#[rustfmt::skip]
const GOOD_SEEDS: [[u32; StdLib::ALL.len()]; 17] = [[0; 6]; 17];

/// A player that is after goals.
struct Explorer {
    game: Game,
    reach: Reach,
    keys: Vec<Key>,
    /// Number of keys when this life began, and when the game was saved last.
    born: usize,
    saved: usize,
    /// Number of dungeons, or of classes that were played.
    dungeons: usize,
}

impl Explorer {
    fn new(setup: Setup) -> Explorer {
        let reach = Reach::new(setup.part);
        let game = Game::new(setup);
        let mut player = Explorer { game, reach, keys: Vec::new(), born: 0, saved: 0, dungeons: 1 };
        player.reach.observe(None, &player.game, None);
        player
    }

    fn play(&mut self) {
        while self.keys.len() < MAX_KEYS {
            if self.reach.is_complete() && self.keys.len() >= MIN_KEYS {
                return;
            }
            let Some(key) = self.next_key() else { return };
            self.press(key);
        }
    }

    fn press(&mut self, key: Key) {
        let before = self.game.clone();
        self.game.press(key);
        self.keys.push(key);
        self.reach.observe(Some(&before), &self.game, Some(key));
        match key {
            Key::F5 => self.saved = self.keys.len(),
            Key::SPACE => (self.born, self.dungeons) = (self.keys.len(), self.dungeons + 1),
            _ => {}
        }
    }

    fn lacks(&self, goal: &str) -> bool {
        self.reach.lacks(goal)
    }

    fn next_key(&self) -> Option<Key> {
        match self.game.state() {
            GameState::ClassSelect => [Key::NUM_1, Key::NUM_2, Key::NUM_3].get(self.dungeons - 1).copied(),
            GameState::Playing => self.play_on(),
            GameState::Inventory => Some(self.wanted_slot().and_then(letter).unwrap_or(Key::ESCAPE)),
            GameState::Dead | GameState::Won => Some(Key::SPACE),
        }
    }

    fn play_on(&self) -> Option<Key> {
        let part = self.game.part();
        if !part.has_player() {
            return (self.dungeons < MAX_DUNGEONS).then_some(Key::SPACE);
        }
        let here = self.game.player().entity.pos;
        if self.lacks("a bump into a wall")
            && let Some(way) = DIRECTIONS.iter().position(|&step| !self.game.cur().map.is_floor(here + step))
        {
            return Some(ARROWS[way]);
        }
        if self.lacks("a save") && self.keys.len() - self.born >= KEYS_BEFORE_LOAD {
            return Some(Key::F5);
        }
        if self.lacks("a load") && !self.lacks("a save") && self.keys.len() >= self.saved + KEYS_BEFORE_LOAD {
            return Some(Key::F9);
        }
        if self.seeks_death() {
            return self.seek_death();
        }
        if self.wanted_slot().is_some() {
            return Some(Key::I);
        }
        self.fight().or_else(|| self.explore()).or_else(|| self.leave())
    }

    /// Attacks what is near, and goes to what is in view and does not flee.
    fn fight(&self) -> Option<Key> {
        if !self.game.part().has_melee() {
            return None;
        }
        let here = self.game.player().entity.pos;
        let prey = || self.game.cur().monsters.iter().filter(|monster| self.sees(monster));
        if let Some(monster) = prey().find(|monster| monster.entity.pos.manhattan(here) == 1) {
            return self.step_towards(monster.entity.pos);
        }
        let hunted = prey().find(|monster| monster.entity.hp * 3 > monster.entity.max_hp)?;
        self.ways().first_step_to(|pos| pos == hunted.entity.pos).map(|step| self.key_of(step))
    }

    /// Goes to the next item, or else to the edge of what is known.
    fn explore(&self) -> Option<Key> {
        let level = self.game.cur();
        let ways = self.ways();
        let items = ways.first_step_to(|pos| level.items.iter().any(|lying| lying.pos == pos));
        let unknown = |pos: Pos| Map::in_bounds(pos) && !self.is_known(pos);
        let edge = || ways.first_step_to(|pos| DIRECTIONS.iter().any(|&step| unknown(pos + step)));
        items.or_else(edge).map(|step| self.key_of(step))
    }

    /// Leaves a level where nothing is left to be found: down the stairs, or for a new dungeon.
    fn leave(&self) -> Option<Key> {
        if self.game.part().has_floors() {
            let stairs = self.game.cur().stairs;
            if self.game.player().entity.pos == stairs {
                return Some(Key::PERIOD);
            }
            return self.ways().first_step_to(|pos| pos == stairs).map(|step| self.key_of(step));
        }
        (self.dungeons < MAX_DUNGEONS).then_some(Key::SPACE)
    }

    /// Returns true if nothing is left to do in this life but to lose it.
    fn seeks_death(&self) -> bool {
        const LAST: [&str; 5] =
            ["a death", "a new run after a death", "the Fighter", "the Rogue", "the Mage"];
        let all = self.reach.missing();
        self.lacks("a new run after a death") && all.iter().all(|goal| LAST.contains(goal))
            || self.keys.len() - self.born > MAX_KEYS_OF_A_LIFE
            || self.game.part().has_classes() && self.dungeons > 1 && self.keys.len() - self.born > MIN_KEYS
    }

    /// Looks for monsters and lets them attack.
    fn seek_death(&self) -> Option<Key> {
        let here = self.game.player().entity.pos;
        let level = self.game.cur();
        let free = |pos: Pos| level.map.is_floor(pos) && level.monster_at(pos).is_none();
        let near = |pos: Pos| {
            level.monsters.iter().any(|monster| self.sees(monster) && monster.entity.pos.manhattan(pos) == 1)
        };
        let seen = level.monsters.iter().any(|monster| self.sees(monster));
        if seen || near(here) {
            // A step is a turn, a bump is none.
            let aside = DIRECTIONS
                .into_iter()
                .filter(|&step| free(here + step))
                .max_by_key(|&step| near(here + step));
            return aside.map(|step| self.key_of(step)).or_else(|| self.fight());
        }
        self.explore().or_else(|| self.leave())
    }

    fn sees(&self, monster: &Monster) -> bool {
        monster.entity.is_alive() && self.game.cur().map.is_visible(monster.entity.pos)
    }

    /// Before Part 3 the whole map is known.
    fn is_known(&self, pos: Pos) -> bool {
        !self.game.part().has_fog() && self.keys.len() > MIN_KEYS || self.game.cur().map.is_explored(pos)
    }

    fn ways(&self) -> Ways {
        let map = &self.game.cur().map;
        Ways::from(self.game.player().entity.pos, |pos| {
            map.is_floor(pos) && (self.is_known(pos) || !self.game.part().has_fog())
        })
    }

    fn step_towards(&self, to: Pos) -> Option<Key> {
        let here = self.game.player().entity.pos;
        DIRECTIONS.into_iter().find(|&step| here + step == to).map(|step| self.key_of(step))
    }

    /// Returns the key of a step: by turns an arrow and a letter.
    fn key_of(&self, step: Pos) -> Key {
        let way = DIRECTIONS.iter().position(|&known| known == step).unwrap_or_default();
        if self.keys.len() % 40 < 30 { ARROWS[way] } else { LETTERS[way] }
    }

    /// Returns the slot of the pack that is worth a turn now.
    fn wanted_slot(&self) -> Option<usize> {
        let pack = self.game.pack();
        let fighting = self.game.cur().monsters.iter().any(|monster| self.sees(monster));
        let usable = |&slot: &usize| slot != UNREACHABLE_SLOT && slot < 26;
        (0..pack.len()).filter(usable).find(|&slot| self.is_wanted(pack[slot], fighting))
    }

    fn is_wanted(&self, item: Item, fighting: bool) -> bool {
        let player = self.game.player();
        let body = &player.entity;
        let hurt = body.hp * 2 < body.max_hp;
        match item {
            Item::Weapon(bonus) => {
                player.weapon.get().is_none_or(|worn| worn < bonus) || self.lacks("a weapon")
            }
            Item::Armour(bonus) => {
                player.armour.get().is_none_or(|worn| worn < bonus) || self.lacks("armour")
            }
            Item::Scroll(_) => fighting != self.lacks("a scroll without a target"),
            // An unknown potion is tried with some hit points missing, so that its effect shows.
            Item::Potion(potion) if !self.game.lore().potions[potion as usize].known => {
                !fighting && body.hp < body.max_hp && body.hp * 2 > body.max_hp
            }
            Item::Potion(PotionType::Healing) => hurt,
            Item::Potion(PotionType::Regeneration) => hurt && !body.has_status(Status::Regen),
            Item::Potion(PotionType::Strength) => true,
            Item::Potion(PotionType::Poison) | Item::Amulet => false,
        }
    }
}

fn letter(slot: usize) -> Option<Key> {
    let letter = char::from(b'A' + u8::try_from(slot).ok()?);
    Key::from_name(&letter.to_string())
}

const TILES: usize = (MAP_WIDTH * MAP_HEIGHT) as usize;

const fn index(pos: Pos) -> usize {
    (pos.y * MAP_WIDTH + pos.x) as usize
}

/// The shortest ways from a position over tiles that are known.
struct Ways {
    /// The first step towards each tile that was reached.
    steps: [Option<Pos>; TILES],
    /// The tiles in the order in which they were reached, so that the nearest come first.
    reached: VecDeque<Pos>,
}

impl Ways {
    fn from(start: Pos, known: impl Fn(Pos) -> bool) -> Ways {
        let mut ways = Ways { steps: [None; TILES], reached: VecDeque::from([start]) };
        let mut next = 0;
        while let Some(&pos) = ways.reached.get(next) {
            for step in DIRECTIONS {
                let target = pos + step;
                if target != start && known(target) && ways.steps[index(target)].is_none() {
                    ways.steps[index(target)] = ways.steps[index(pos)].or(Some(step));
                    ways.reached.push_back(target);
                }
            }
            next += 1;
        }
        ways
    }

    /// Returns the first step of the way to the nearest tile like that.
    fn first_step_to(&self, wanted: impl Fn(Pos) -> bool) -> Option<Pos> {
        let target = self.reached.iter().skip(1).find(|&&pos| wanted(pos))?;
        self.steps[index(*target)]
    }
}
