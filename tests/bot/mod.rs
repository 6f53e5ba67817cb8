//! A bot that plays: fights, drinks, reads, wears what is better, looks into every corner and goes down,
//! until it wins or dies.
//!
//! It knows only what a player can see: explored tiles, monsters in view, items it has passed.

use roguelike::entity::Status;
use roguelike::explorer::{Ways, key_of};
use roguelike::game::{Game, GameState};
use roguelike::item::{Item, PotionType};
use roguelike::key::Key;
use roguelike::map::{DIRECTIONS, Map, Pos};
use roguelike::monster::Monster;

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
    // A monster next to the player is attacked; one that flees is not followed.
    let prey = |monster: &&Monster| in_view(game, monster) && game.part().has_melee();
    let near = level.monsters.iter().filter(prey).find(|monster| monster.entity.pos.manhattan(here) == 1);
    if let Some(monster) = near {
        return key_of(Pos::new(monster.entity.pos.x - here.x, monster.entity.pos.y - here.y));
    }
    let hunted = level.monsters.iter().filter(prey).find(|monster| !monster.entity.flees());
    let known = |pos: Pos| level.map.tile(pos).explored && level.map.is_floor(pos);
    let ways = Ways::from(here, known, |_| false);
    let hunt = hunted.and_then(|monster| ways.first_step_to(monster.entity.pos));
    hunt.or_else(|| ways.first_step_to_nearest(|pos| level.items.iter().any(|lying| lying.pos == pos)))
        .or_else(|| ways.first_step_to_nearest(|pos| borders_the_unknown(&level.map, pos)))
        .map_or_else(|| leave(game, &ways), key_of)
}

/// Goes down the stairs, if the part has any and they have been found.
fn leave(game: &Game, ways: &Ways) -> Option<Key> {
    if !game.part().has_floors() {
        return None;
    }
    let stairs = game.cur().stairs;
    if game.player().pos == stairs {
        return Some(Key::PERIOD);
    }
    ways.first_step_to(stairs).and_then(key_of)
}

fn in_view(game: &Game, monster: &Monster) -> bool {
    monster.entity.is_alive() && game.cur().map.tile(monster.entity.pos).visible
}

fn borders_the_unknown(map: &Map, pos: Pos) -> bool {
    DIRECTIONS.iter().any(|&step| Map::in_bounds(pos + step) && !map.tile(pos + step).explored)
}

/// Returns the slot of an item that is worth a turn now.
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
        Item::Weapon { bonus, .. } => game.weapon.is_none_or(|weapon| weapon.bonus() < bonus),
        Item::Armour { bonus, .. } => game.armour.is_none_or(|armour| armour.bonus() < bonus),
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
