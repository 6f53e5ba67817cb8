//! The bot that finds the keys of `roguelike keys`.
//!
//! A mistake shows only where a run comes to the rule that has it. So the bot knows which goals are left:
//! it looks into every corner, fights, tries every item, goes down, saves, loads, wins if it can, and dies in
//! the end. It knows only what a player sees.

use super::RARE;
use roguelike::entity::Status;
use roguelike::explorer::snapshot::Snapshot;
use roguelike::explorer::{ARROWS, Ways};
use roguelike::game::{Game, GameState, Setup};
use roguelike::item::{Item, PotionType, ScrollType};
use roguelike::key::Key;
use roguelike::map::{DIRECTIONS, Map, Pos};
use roguelike::monster::Monster;
use roguelike_compare::keys::goals::{ReachedGoals, has_bystander, has_two_nearest_monsters, is_edge};

/// Number of keys after which a run is ended even if goals are left, and after which the player seeks death.
const MAX_KEYS: usize = 3_000;
const MAX_KEYS_OF_A_LIFE: usize = 1_600;
/// Number of keys that a run has at least. What follows the last goal can show mistakes too.
const MIN_KEYS: usize = 600;
/// Number of keys after which the player does what shows more with some experience.
const KEYS_OF_EXPERIENCE: usize = 150;
/// Number of keys before death is sought in the lives that only show another class.
const KEYS_OF_A_LATER_LIFE: usize = 150;
/// Maximum number of dungeons in the parts where Space makes a new one, and in the part that has nothing
/// else.
const MAX_DUNGEONS: usize = 8;
const MANY_DUNGEONS: usize = 40;
/// Number of dungeons after all goals: what one of them keeps of another shows in few.
const LAST_DUNGEONS: usize = 12;
/// Number of lives in the parts with classes: one for each, and one after the Mage's.
const LIVES: usize = 4;
/// Number of keys between saving and loading.
const KEYS_BEFORE_LOAD: usize = 6;
/// Number of keys before the pack is opened to be closed.
const KEYS_BEFORE_PACK: usize = 12;
/// Number of keys before the one for the stairs is pressed where there are none.
const KEYS_BEFORE_STAIRS: usize = 20;
/// Number of hit points that a potion of poison takes.
const POISON: i32 = 6;
/// The ninth slot of the pack cannot be used: its letter closes the inventory.
const UNREACHABLE_SLOT: usize = 8;

/// The keys of [`DIRECTIONS`] that are letters.
const LETTERS: [Key; 4] = [Key::W, Key::S, Key::A, Key::D];

/// The keys of other screens, which do nothing on these. They are pressed there once.
const AT_THE_END: &str = "Up Down Left Right W I A . F5 F9 1";
const IN_PACK: &str = "Z Up Space . F5 F9";
const AT_CHOICE: &str = "Up I Space . F5";

/// Returns the keys that do nothing on a screen, and the place of their number in a list.
fn idle_keys(state: GameState) -> (usize, &'static str) {
    match state {
        GameState::Playing => (0, ""),
        GameState::Dead => (1, AT_THE_END),
        GameState::Won => (2, AT_THE_END),
        GameState::Inventory => (3, IN_PACK),
        GameState::ClassSelect => (4, AT_CHOICE),
    }
}

/// Returns the keys with which the bot plays a run, and what the run does not reach.
pub fn play(setup: Setup) -> (Vec<Key>, Vec<&'static str>) {
    let mut player = Explorer::new(setup);
    player.play();
    let not_reached = player.reach.missing().collect();
    (player.keys, not_reached)
}

/// A player that is after goals.
struct Explorer {
    game: Game,
    reach: ReachedGoals,
    /// The keys that it pressed.
    keys: Vec<Key>,
    /// Number of keys when this life began, and when the game was saved last.
    born: usize,
    saved: Option<usize>,
    /// What every save so far had to restore.
    saved_aspects: u32,
    /// Number of dungeons, or of classes that were played.
    dungeons: usize,
    /// True once an old run was loaded at the choice of classes.
    reloaded: bool,
    /// Number of keys that were pressed of those that do nothing, by screen.
    idle: [usize; 5],
    /// True once a weapon, and armour, was replaced by another one.
    replaced: [bool; 2],
    /// Number of dungeons since all goals were reached.
    last_dungeons: usize,
}

impl Explorer {
    /// A player at the start of a run.
    fn new(setup: Setup) -> Explorer {
        let game = Game::new(setup);
        Explorer {
            reach: ReachedGoals::new(&game),
            game,
            keys: Vec::new(),
            born: 0,
            saved: None,
            saved_aspects: 0,
            dungeons: 1,
            reloaded: false,
            idle: [0; 5],
            replaced: [false; 2],
            last_dungeons: 0,
        }
    }

    /// Plays until the goals are reached, or too many keys are pressed.
    fn play(&mut self) {
        while self.keys.len() < MAX_KEYS {
            if self.lacks_only(&[]) && self.keys.len() >= MIN_KEYS && !self.has_more_to_show() {
                if !self.wants_last_dungeons() {
                    return;
                }
                self.last_dungeons += 1;
                self.press(Key::SPACE);
                continue;
            }
            let Some(key) = self.next_key() else { return };
            self.press(key);
        }
    }

    /// Returns true in the last life until its class and the old save have been seen.
    fn has_more_to_show(&self) -> bool {
        let shown = KEYS_OF_A_LATER_LIFE + KEYS_OF_EXPERIENCE / 5;
        self.game.part().has_classes() && self.keys.len() - self.born < shown
    }

    /// Returns true if Space still makes dungeons that can show something.
    fn wants_last_dungeons(&self) -> bool {
        let part = self.game.part();
        part.has_player() && !part.has_classes() && self.last_dungeons < LAST_DUNGEONS
    }

    fn press(&mut self, key: Key) {
        let state = self.game.state();
        let equipped = |game: &Game| [game.wielded(), game.worn()];
        let had = equipped(&self.game);
        self.idle[idle_keys(state).0] += usize::from(self.idle_key() == Some(key));
        self.game.press(key);
        for (replaced, (old, new)) in self.replaced.iter_mut().zip(had.into_iter().zip(equipped(&self.game)))
        {
            *replaced |= state == GameState::Inventory && old.is_some() && old != new;
        }
        self.keys.push(key);
        self.reach.observe(key, &self.game);
        match key {
            Key::F5 if state == GameState::Playing => {
                self.saved = Some(self.keys.len());
                self.saved_aspects |= self.aspects();
            }
            Key::F9 if matches!(state, GameState::Playing | GameState::ClassSelect) => {
                self.saved = None;
                // The class is chosen in the next life.
                if state == GameState::ClassSelect && self.game.state() == GameState::Playing {
                    (self.dungeons, self.reloaded) = (self.dungeons - 1, true);
                }
            }
            Key::SPACE if !matches!(state, GameState::Inventory | GameState::ClassSelect) => {
                (self.born, self.dungeons) = (self.keys.len(), self.dungeons + 1);
            }
            _ => {}
        }
    }

    fn lacks(&self, goal: &str) -> bool {
        self.reach.missing().any(|missing| missing == goal)
    }

    /// Returns true if nothing but these goals is left, and what is rare.
    fn lacks_only(&self, goals: &[&str]) -> bool {
        self.reach.missing().all(|goal| goals.contains(&goal) || RARE.contains(&goal))
    }

    /// Returns what a save has to restore now, a bit for each.
    fn aspects(&self) -> u32 {
        let (player, level) = (self.game.player(), self.game.cur());
        let known = |types: &[(usize, bool)]| types.iter().any(|&(_, known)| known);
        [
            player.has_status(Status::Poisoned),
            player.has_status(Status::Regen),
            !self.game.inventory().is_empty(),
            known(&self.game.potions()),
            known(&self.game.scrolls()),
            self.game.weapon.is_some(),
            self.game.armour.is_some(),
            self.game.strength_bonus > 0,
            self.game.amulets() > 0,
            level.monsters.iter().any(|monster| !monster.entity.is_alive()),
            player.hp < player.max_hp,
            self.game.depth() > 0,
            self.game.magic_bonus > 0,
        ]
        .into_iter()
        .enumerate()
        .fold(0, |bits, (bit, is_there)| bits | u32::from(is_there) << bit)
    }

    /// Returns the next of the keys that do nothing on this screen.
    fn idle_key(&self) -> Option<Key> {
        let (screen, keys) = idle_keys(self.game.state());
        keys.split(' ').nth(self.idle[screen]).and_then(Key::from_name)
    }

    fn next_key(&self) -> Option<Key> {
        if let Some(key) = self.idle_key() {
            return Some(key);
        }
        match self.game.state() {
            GameState::ClassSelect if self.tries_to_load() => Some(Key::F9),
            GameState::ClassSelect => {
                [Key::NUM_1, Key::NUM_2, Key::NUM_3, Key::NUM_1].get(self.dungeons - 1).copied()
            }
            GameState::Playing => self.play_on(),
            GameState::Inventory => {
                let close = if self.lacks("I to close the inventory") { Key::I } else { Key::ESCAPE };
                Some(self.chosen_slot().and_then(letter).unwrap_or(close))
            }
            GameState::Dead | GameState::Won => Some(Key::SPACE),
        }
    }

    fn play_on(&self) -> Option<Key> {
        let part = self.game.part();
        if !part.has_player() {
            return (self.dungeons < MANY_DUNGEONS).then_some(Key::SPACE);
        }
        let here = self.game.player().pos;
        if self.lacks("a bump into a wall")
            && let Some(way) = DIRECTIONS.iter().position(|&step| !self.game.cur().map.is_floor(here + step))
        {
            return Some(ARROWS[way]);
        }
        // Each key of a step, while nothing is near.
        let sees_monster = self.game.cur().monsters.iter().any(|monster| self.sees(monster));
        if !sees_monster && let Some(key) = self.unseen_step() {
            return Some(key);
        }
        let is_wall = |pos: Pos| !self.game.cur().map.is_floor(pos);
        if self.lacks("a bump into the map's edge")
            && let Some(way) =
                DIRECTIONS.iter().position(|&step| is_edge(here + step) && is_wall(here + step))
        {
            return Some(ARROWS[way]);
        }
        if let Some(key) = self.save_or_load().or_else(|| self.try_keys()) {
            return Some(key);
        }
        if part.has_floors() && self.keys.len() == KEYS_BEFORE_STAIRS && here != self.game.cur().stairs {
            return Some(Key::PERIOD);
        }
        if self.wants_second_dungeon() {
            return Some(Key::SPACE);
        }
        if self.seeks_death() {
            return self.seek_death();
        }
        if self.chosen_slot().is_some() {
            return Some(Key::I);
        }
        self.fight().or_else(|| self.explore()).or_else(|| self.go_to_edge()).or_else(|| self.leave())
    }

    /// Returns a key of a step onto floor that was not seen to step yet.
    fn unseen_step(&self) -> Option<Key> {
        let here = self.game.player().pos;
        let open = |&way: &usize| self.game.cur().map.is_floor(here + DIRECTIONS[way]);
        (0..DIRECTIONS.len()).filter(open).find_map(|way| self.unseen_key(way))
    }

    /// Returns a key of a direction that was not seen to step yet.
    fn unseen_key(&self, way: usize) -> Option<Key> {
        let mut keys = [ARROWS[way], LETTERS[way]].into_iter();
        keys.find(|key| self.lacks(&format!("a step with {}", key.name())))
    }

    /// Goes to the edge of the map to bump into it.
    fn go_to_edge(&self) -> Option<Key> {
        let beside = |pos: Pos| DIRECTIONS.iter().any(|&step| is_edge(pos + step));
        if !self.lacks("a bump into the map's edge") {
            return None;
        }
        self.ways().first_step_to_nearest(beside).map(|step| self.key_of(step))
    }

    /// Loads at the choice of classes: first without a file, then the run before.
    fn tries_to_load(&self) -> bool {
        let has_saved = self.saved_aspects != 0;
        self.game.part().has_saves()
            && (!has_saved && self.lacks("a load without a file")
                || has_saved && self.lacks("F9 on the class menu"))
    }

    /// Presses keys where they do little: the pack is opened and closed, and the stairs are elsewhere.
    fn try_keys(&self) -> Option<Key> {
        let lacks_one = |goals: [&str; 2]| goals.iter().any(|goal| self.lacks(goal));
        let part = self.game.part();
        let closes = lacks_one(["I to close the inventory", "Escape to close the inventory"]);
        if part.has_items() && closes && self.keys.len() >= KEYS_BEFORE_PACK {
            return Some(Key::I);
        }
        let (here, stairs) = (self.game.player().pos, self.game.cur().stairs);
        let in_row = here.y == stairs.y && self.lacks("the key . in the row of the stairs");
        let in_column = here.x == stairs.x && self.lacks("the key . in the column of the stairs");
        let elsewhere = part.has_floors() && here != stairs && self.is_known(stairs);
        (elsewhere && (in_row || in_column)).then_some(Key::PERIOD)
    }

    /// Saves whenever there is something new to be restored, and loads a little later.
    fn save_or_load(&self) -> Option<Key> {
        if !self.game.part().has_saves() {
            return None;
        }
        // A save of an earlier run brings back everything that the new run has dealt again.
        let is_last_life = self.game.part().has_classes() && self.dungeons == LIVES;
        if is_last_life && self.keys.len() - self.born == KEYS_OF_A_LATER_LIFE {
            return Some(Key::F9);
        }
        match self.saved {
            _ if self.seeks_death() => None,
            Some(saved) => (self.keys.len() >= saved + KEYS_BEFORE_LOAD).then_some(Key::F9),
            None if is_last_life => None,
            None => (self.aspects() & !self.saved_aspects != 0).then_some(Key::F5),
        }
    }

    /// Before there are classes Space begins a new game at any time. What it has to reset shows best while a
    /// status lasts.
    fn wants_second_dungeon(&self) -> bool {
        let body = &self.game.player();
        let lasts = body.has_status(Status::Poisoned) || body.has_status(Status::Regen);
        self.game.part().has_floors()
            && self.lacks("a second dungeon")
            && (lasts && self.keys.len() > KEYS_OF_EXPERIENCE || self.keys.len() > MAX_KEYS_OF_A_LIFE / 2)
    }

    /// Attacks what is near, and goes to what is in view and does not flee.
    fn fight(&self) -> Option<Key> {
        if !self.game.part().has_melee() {
            return None;
        }
        let here = self.game.player().pos;
        let prey = || self.game.cur().monsters.iter().filter(|monster| self.sees(monster));
        if let Some(monster) = prey().find(|monster| monster.entity.pos.manhattan(here) == 1) {
            let lets_flee = monster.entity.flees() && self.lacks("a fleeing monster");
            let back = if lets_flee { self.step_back(monster.entity.pos) } else { None };
            return back.or_else(|| self.step_towards(monster.entity.pos));
        }
        let hunted = prey().find(|monster| !monster.entity.flees())?;
        self.ways().first_step_to_nearest(|pos| pos == hunted.entity.pos).map(|step| self.key_of(step))
    }

    /// Steps away from a monster beside the player, which attacks there and does not flee.
    fn step_back(&self, monster: Pos) -> Option<Key> {
        let (level, here) = (self.game.cur(), self.game.player().pos);
        let is_way = |&step: &Pos| {
            let to = here + step;
            level.map.is_floor(to) && level.monster_at(to).is_none() && to.manhattan(monster) == 2
        };
        DIRECTIONS.iter().position(is_way).map(|way| ARROWS[way])
    }

    /// Goes to the next item, or else to the edge of what is known.
    fn explore(&self) -> Option<Key> {
        let level = self.game.cur();
        let ways = self.ways();
        let items = ways.first_step_to_nearest(|pos| level.items.iter().any(|lying| lying.pos == pos));
        let unknown = |pos: Pos| Map::in_bounds(pos) && !self.is_known(pos);
        let edge = || ways.first_step_to_nearest(|pos| DIRECTIONS.iter().any(|&step| unknown(pos + step)));
        items.or_else(edge).map(|step| self.key_of(step))
    }

    /// Leaves a level where nothing is left to be found: down the stairs, or for a new dungeon.
    fn leave(&self) -> Option<Key> {
        if self.game.part().has_floors() {
            let stairs = self.game.cur().stairs;
            if self.game.player().pos == stairs {
                return Some(Key::PERIOD);
            }
            return self.ways().first_step_to_nearest(|pos| pos == stairs).map(|step| self.key_of(step));
        }
        (self.dungeons < MAX_DUNGEONS).then_some(Key::SPACE)
    }

    /// Returns true if nothing is left to do in this life but to lose it.
    fn seeks_death(&self) -> bool {
        const LAST: [&str; 7] = [
            "a death",
            "a direction key after a death",
            "a new game after a death",
            "the Fighter",
            "the Rogue",
            "the Mage",
            "a game after the Mage's",
        ];
        let age = self.keys.len() - self.born;
        self.lacks("a new game after a death") && self.lacks_only(&LAST)
            || age > MAX_KEYS_OF_A_LIFE
            || self.game.part().has_classes()
                && (self.dungeons > 1 || self.reloaded)
                && age > KEYS_OF_A_LATER_LIFE
    }

    /// Goes to monsters and lets them strike. Steps alone do not help: a monster that follows is one step too
    /// late each time. The use of an item is a turn on the same tile; a blow is one as well.
    fn seek_death(&self) -> Option<Key> {
        if self.chosen_slot().is_some() {
            return Some(Key::I);
        }
        let here = self.game.player().pos;
        let seen = || self.game.cur().monsters.iter().filter(|monster| self.sees(monster));
        let near = seen().filter(|monster| monster.entity.pos.manhattan(here) == 1);
        if let Some(toughest) = near.max_by_key(|monster| monster.entity.hp) {
            return self.step_towards(toughest.entity.pos);
        }
        let ways = self.ways();
        let hunter = |pos: Pos| seen().any(|monster| monster.entity.pos == pos && !monster.entity.flees());
        let stairs = self.game.cur().stairs;
        if self.game.part().has_floors() && here == stairs {
            return Some(Key::PERIOD);
        }
        let down = || ways.first_step_to_nearest(|pos| self.game.part().has_floors() && pos == stairs);
        let step = ways.first_step_to_nearest(hunter).or_else(down);
        step.map(|step| self.key_of(step)).or_else(|| self.explore()).or_else(|| self.leave())
    }

    /// Returns the slot of the pack that is used next.
    fn chosen_slot(&self) -> Option<usize> {
        if self.seeks_death() { self.deadly_slot() } else { self.wanted_slot() }
    }

    /// Returns the slot of the pack whose use brings death nearer, or shows what a last scroll does.
    fn deadly_slot(&self) -> Option<usize> {
        let body = &self.game.player();
        let seen = || self.game.cur().monsters.iter().filter(|monster| self.sees(monster));
        let attacked = seen().any(|monster| monster.entity.pos.manhattan(body.pos) == 1);
        let bitten = seen().any(|monster| monster.venomous && monster.entity.pos.manhattan(body.pos) == 1);
        let is_deadly = |item: Item| match item {
            Item::Potion(PotionType::Poison) => body.hp <= POISON || bitten,
            Item::Scroll(_) => seen().next().is_some(),
            Item::Weapon { .. } | Item::Armour { .. } => attacked,
            _ => false,
        };
        self.usable_slots().find(|&slot| is_deadly(self.game.inventory()[slot]))
    }

    fn usable_slots(&self) -> impl Iterator<Item = usize> {
        (0..self.game.inventory().len()).filter(|&slot| slot != UNREACHABLE_SLOT && slot < 26)
    }

    fn sees(&self, monster: &Monster) -> bool {
        monster.entity.is_alive() && self.game.cur().map.tile(monster.entity.pos).visible
    }

    /// Before Part 3 the whole map is known.
    fn is_known(&self, pos: Pos) -> bool {
        !self.game.part().has_fog() && self.keys.len() > KEYS_OF_EXPERIENCE
            || self.game.cur().map.tile(pos).explored
    }

    fn ways(&self) -> Ways {
        let map = &self.game.cur().map;
        let is_open = |pos| map.is_floor(pos) && (self.is_known(pos) || !self.game.part().has_fog());
        Ways::from(self.game.player().pos, is_open, |_| false)
    }

    fn step_towards(&self, to: Pos) -> Option<Key> {
        let here = self.game.player().pos;
        DIRECTIONS.into_iter().find(|&step| here + step == to).map(|step| self.key_of(step))
    }

    /// Returns the key of a step: one that was not seen to step yet, or by turns an arrow and a letter.
    fn key_of(&self, step: Pos) -> Key {
        let way = DIRECTIONS.iter().position(|&known| known == step).unwrap_or_default();
        let usual = if self.keys.len() % 40 < 30 { ARROWS[way] } else { LETTERS[way] };
        self.unseen_key(way).unwrap_or(usual)
    }

    /// Returns the slot of the pack that is worth a turn now.
    fn wanted_slot(&self) -> Option<usize> {
        let foes = self.game.cur().monsters.iter().filter(|monster| self.sees(monster)).count();
        self.usable_slots().find(|&slot| self.is_wanted(self.game.inventory()[slot], foes))
    }

    fn is_wanted(&self, item: Item, foes: usize) -> bool {
        let fighting = foes > 0;
        let game = &self.game;
        let body = game.player();
        let hurt = body.hp * 2 < body.max_hp;
        match item {
            Item::Weapon { .. } if game.weapon.is_some() && !self.replaced[0] && !fighting => {
                game.weapon != Some(item)
            }
            Item::Armour { .. } if game.armour.is_some() && !self.replaced[1] && !fighting => {
                game.armour != Some(item)
            }
            Item::Weapon { bonus, .. } => {
                game.weapon.is_none_or(|weapon| weapon.bonus() < bonus) || self.lacks("a weapon")
            }
            Item::Armour { bonus, .. } => {
                game.armour.is_none_or(|armour| armour.bonus() < bonus) || self.lacks("armour")
            }
            Item::Scroll(_) if self.lacks("a scroll without a target") => !fighting,
            Item::Scroll(scroll) if fighting && self.shows_targets(scroll) => true,
            // Which target a scroll takes shows only where there are several.
            Item::Scroll(_) if self.game.part().has_classes() && self.dungeons > 1 => fighting,
            Item::Scroll(_) => foes > 1 || fighting && self.keys.len() - self.born > MAX_KEYS_OF_A_LIFE / 4,
            // An unknown potion is tried with some hit points missing, so that its effect shows.
            Item::Potion(potion) if !self.game.potions()[potion as usize].1 => {
                !fighting && body.hp < body.max_hp && body.hp * 2 > body.max_hp
            }
            Item::Potion(PotionType::Healing) => {
                hurt || self.lacks("a potion of healing that heals less than it could")
                    && body.hp < body.max_hp
            }
            // Both statuses show best together.
            Item::Potion(PotionType::Regen | PotionType::Poison)
                if self.lacks("poison and regeneration at once") && !fighting =>
            {
                let other =
                    if item == Item::Potion(PotionType::Regen) { Status::Poisoned } else { Status::Regen };
                body.has_status(other) && body.hp > POISON
            }
            Item::Potion(PotionType::Regen) => hurt && !body.has_status(Status::Regen),
            Item::Potion(PotionType::Strength) => true,
            Item::Potion(PotionType::Poison) | Item::Amulet => false,
        }
    }

    /// Returns true if a scroll shows now which monsters it takes, as no one before did.
    fn shows_targets(&self, scroll: ScrollType) -> bool {
        let now = Snapshot::new(&self.game);
        self.lacks("a scroll with two nearest monsters") && has_two_nearest_monsters(&now)
            || scroll == ScrollType::Fireball
                && (self.lacks("a fireball with a monster beside its target") && has_bystander(&now, 1)
                    || self.lacks("a fireball with a monster two tiles from its target")
                        && has_bystander(&now, 2))
    }
}

fn letter(slot: usize) -> Option<Key> {
    let letter = char::from(b'A' + u8::try_from(slot).ok()?);
    Key::from_name(&letter.to_string())
}
