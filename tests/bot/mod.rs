//! A bot that plays: fights, drinks, reads, wears what is better, looks into every corner and goes down,
//! until it wins or dies.
//!
//! It knows only what a player can see: explored tiles, monsters in view, items it has passed.

use std::collections::VecDeque;

use roguelike::entity::Status;
use roguelike::game::{Game, GameState};
use roguelike::item::{Item, PotionType};
use roguelike::key::Key;
use roguelike::map::{DIRECTIONS, MAP_HEIGHT, MAP_WIDTH, Map, Pos};
use roguelike::monster::Monster;

/// The keys of [`DIRECTIONS`].
const STEPS: [Key; 4] = [Key::UP, Key::DOWN, Key::LEFT, Key::RIGHT];
/// I would close the pack.
const UNREACHABLE_SLOT: usize = 8;

/// The key that the bot presses now; none when there is nothing left to do in this run.
pub fn next_key(game: &Game) -> Option<Key> {
    match game.state() {
        GameState::ClassSelect => Some([Key::NUM_1, Key::NUM_2, Key::NUM_3][game.rng().peek() as usize % 3]),
        GameState::Playing => play(game),
        // Something may have changed its mind since the pack was opened.
        GameState::Inventory => Some(wanted_slot(game).and_then(letter).unwrap_or(Key::ESCAPE)),
        GameState::Dead | GameState::Won => None,
    }
}

fn letter(slot: usize) -> Option<Key> {
    let letter = char::from(b'A' + u8::try_from(slot).ok()?);
    Key::from_name(&letter.to_string())
}

fn play(game: &Game) -> Option<Key> {
    if wanted_slot(game).is_some() {
        return Some(Key::I);
    }
    let here = game.player().pos;
    let level = game.cur();
    // Hunted prey is struck when it is near; what flees is let go.
    let prey = |monster: &&Monster| in_view(game, monster) && game.part().has_melee();
    let near = level.monsters.iter().filter(prey).find(|monster| monster.entity.pos.manhattan(here) == 1);
    if let Some(monster) = near {
        return step_towards(here, monster.entity.pos);
    }
    let hunted = level.monsters.iter().filter(prey).find(|monster| !flees(monster));
    let known = |pos: Pos| level.map.tile(pos).explored && level.map.is_floor(pos);
    let ways = Ways::from(here, known);
    let hunt = hunted.and_then(|monster| ways.first_step_to(|pos| pos == monster.entity.pos));
    hunt.or_else(|| ways.first_step_to(|pos| level.items.iter().any(|lying| lying.pos == pos)))
        .or_else(|| ways.first_step_to(|pos| borders_the_unknown(&level.map, pos)))
        .or_else(|| leave(game, &ways))
}

/// Down the stairs, if the part has any and they have been found.
fn leave(game: &Game, ways: &Ways) -> Option<Key> {
    if !game.part().has_floors() {
        return None;
    }
    let stairs = game.cur().stairs;
    if game.player().pos == stairs { Some(Key::PERIOD) } else { ways.first_step_to(|pos| pos == stairs) }
}

fn in_view(game: &Game, monster: &Monster) -> bool {
    monster.entity.is_alive() && game.cur().map.tile(monster.entity.pos).visible
}

fn flees(monster: &Monster) -> bool {
    monster.entity.hp * 3 <= monster.entity.max_hp
}

fn borders_the_unknown(map: &Map, pos: Pos) -> bool {
    DIRECTIONS.iter().any(|&step| Map::in_bounds(pos + step) && !map.tile(pos + step).explored)
}

fn step_towards(from: Pos, to: Pos) -> Option<Key> {
    DIRECTIONS.iter().position(|&step| from + step == to).map(|index| STEPS[index])
}

/// What in the pack is worth a turn now.
fn wanted_slot(game: &Game) -> Option<usize> {
    let fighting = game.cur().monsters.iter().any(|monster| in_view(game, monster));
    let usable = |&slot: &usize| slot != UNREACHABLE_SLOT && slot < 26;
    (0..game.inventory().len()).filter(usable).find(|&slot| is_wanted(game, game.inventory()[slot], fighting))
}

fn is_wanted(game: &Game, item: Item, fighting: bool) -> bool {
    let player = game.player();
    let body = &player;
    let hurt = body.hp * 2 < body.max_hp;
    match item {
        Item::Weapon(bonus) => !game.has_weapon || game.weapon < bonus,
        Item::Armour(bonus) => !game.has_armour || game.armour < bonus,
        Item::Scroll(_) => fighting,
        // An unknown potion is tried in peace and health.
        Item::Potion(potion) if !game.potions()[potion as usize].1 => {
            !fighting && body.hp * 4 > body.max_hp * 3
        }
        Item::Potion(PotionType::Healing) => hurt,
        Item::Potion(PotionType::Regen) => hurt && !body.has_status(Status::Regen),
        Item::Potion(PotionType::Strength) => true,
        Item::Potion(PotionType::Poison) | Item::Amulet => false,
    }
}

const TILES: usize = (MAP_WIDTH * MAP_HEIGHT) as usize;

/// The shortest ways from a place over tiles that are known.
struct Ways {
    start: Pos,
    /// The tile before each that was reached.
    before: [Option<Pos>; TILES],
    /// In the order they were reached, so that the nearest come first.
    reached: VecDeque<Pos>,
}

impl Ways {
    fn from(start: Pos, known: impl Fn(Pos) -> bool) -> Ways {
        let mut ways = Ways { start, before: [None; TILES], reached: VecDeque::from([start]) };
        let mut next = 0;
        while let Some(&pos) = ways.reached.get(next) {
            for target in DIRECTIONS.map(|step| pos + step) {
                if target != start && known(target) && ways.before[index(target)].is_none() {
                    ways.before[index(target)] = Some(pos);
                    ways.reached.push_back(target);
                }
            }
            next += 1;
        }
        ways
    }

    /// The first step of the way to the nearest place like that.
    fn first_step_to(&self, wanted: impl Fn(Pos) -> bool) -> Option<Key> {
        let mut target = *self.reached.iter().skip(1).find(|&&pos| wanted(pos))?;
        while let Some(before) = self.before[index(target)].filter(|&before| before != self.start) {
            target = before;
        }
        step_towards(self.start, target)
    }
}

fn index(pos: Pos) -> usize {
    (pos.y * MAP_WIDTH + pos.x) as usize
}
