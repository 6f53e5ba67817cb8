//! Runs to what is rare: the keys of `roguelike keys` up to where it can be done, and the keys that do it.

use roguelike::entity::{Entity, Status};
use roguelike::game::{Game, GameState, Setup};
use roguelike::item::{Item, PotionType, ScrollType};
use roguelike::key::Key;
use roguelike::map::{DIRECTIONS, Pos};

/// Hit points that a potion of poison takes in Part 9.
const POISON: i32 = 6;
/// The scancode of the first letter.
const LETTER_A: i32 = 4;

/// Plays a run until `detour` returns keys that lead to something rare. Returns the keys of the whole way.
pub fn with_detour(
    setup: &Setup,
    keys: &[Key],
    detour: impl Fn(&Game) -> Option<Vec<Key>>,
) -> Option<Vec<Key>> {
    let mut game = Game::new(setup.clone());
    keys.iter().enumerate().find_map(|(index, &key)| {
        let rare = Some(&game).filter(|game| game.state() == GameState::Playing).and_then(&detour);
        game.press(key);
        rare.map(|rare| [&keys[..index], &rare].concat())
    })
}

/// A player that takes the stairs while a status lasts.
pub fn sick_on_the_stairs(game: &Game) -> Option<Vec<Key>> {
    if game.player().pos != game.cur().stairs {
        return None;
    }
    let lasting = [PotionType::Poison, PotionType::Regen].map(Item::Potion);
    let mut keys = if is_sick(game) { Vec::new() } else { use_first(game, |item| lasting.contains(&item))? };
    keys.push(Key::PERIOD);
    Some(keys)
}

/// A player that bumps into a wall while a status lasts.
pub fn sick_at_a_wall(game: &Game) -> Option<Vec<Key>> {
    let pos = game.player().pos;
    let ways = DIRECTIONS.into_iter().zip([Key::UP, Key::DOWN, Key::LEFT, Key::RIGHT]);
    let mut walls = ways.filter(|&(step, _)| !game.cur().map.is_floor(pos + step));
    let (_, key) = walls.next().filter(|_| is_sick(game))?;
    Some(vec![key])
}

/// A potion of poison that takes more than the player has, where no monster comes next.
pub fn deadly_potion(game: &Game) -> Option<Vec<Key>> {
    let Entity { hp, pos, .. } = *game.player();
    let mut alive = game.cur().monsters.iter().map(|monster| &monster.entity).filter(|body| body.is_alive());
    let is_deadly = hp < POISON && alive.all(|body| body.pos.manhattan(pos) > 2);
    is_deadly.then(|| use_first(game, |item| item == Item::Potion(PotionType::Poison)))?
}

/// A game that is saved on the second level and loaded on the first, in the game after a death.
pub fn loaded_on_another_level(game: &Game) -> Option<Vec<Key>> {
    let is_on_the_stairs = game.player().pos == game.cur().stairs;
    let dying = [Key::LEFT, Key::UP, Key::RIGHT, Key::DOWN].map(|key| [key; 12]).concat().repeat(20);
    is_on_the_stairs
        .then(|| [&[Key::PERIOD, Key::F5], &dying[..], &[Key::SPACE, Key::NUM_1, Key::F9]].concat())
}

/// A fireball at a monster that has a dead one beside it.
pub fn fireball_beside_the_dead(game: &Game) -> Option<Vec<Key>> {
    let (level, player) = (game.cur(), game.player().pos);
    let bodies = || level.monsters.iter().map(|monster| &monster.entity);
    let in_view = bodies().filter(|body| body.is_alive() && level.map.tile(body.pos).visible);
    let target = in_view.min_by_key(|body| body.pos.manhattan(player))?.pos;
    let near = |pos: Pos| (pos.x - target.x).abs().max((pos.y - target.y).abs()) <= 1;
    bodies().find(|body| !body.is_alive() && near(body.pos))?;
    use_first(game, |item| item == Item::Scroll(ScrollType::Fireball))
}

/// Returns the keys that use the first item of the pack that is wanted. The letter i closes the inventory.
fn use_first(game: &Game, wanted: impl Fn(Item) -> bool) -> Option<Vec<Key>> {
    let slot = game.inventory().iter().take(8).position(|&item| wanted(item))?;
    let letter = Key::from_scancode(LETTER_A + slot as i32)?;
    Some(vec![Key::I, letter])
}

fn is_sick(game: &Game) -> bool {
    let body = &game.player();
    body.has_status(Status::Poisoned) || body.has_status(Status::Regen)
}
