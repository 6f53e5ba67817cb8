//! The goals of a part that a run reaches. A mistake in a rule that the run never uses cannot show.

use roguelike::entity::{Entity, Status};
use roguelike::explorer::seen_monsters;
use roguelike::explorer::snapshot::Snapshot;
use roguelike::game::{Game, GameState, PlayerClass, SaveResult, direction};
use roguelike::item::{Item, PotionType, ScrollType};
use roguelike::key::Key;
use roguelike::level::Level;
use roguelike::map::{DIRECTIONS, MAP_HEIGHT, MAP_WIDTH, Pos};
use roguelike::monster::KINDS;
use roguelike::part::Part;
use roguelike::player;
use roguelike::trace::last_key;

/// Something that a run can reach.
struct Goal {
    words: &'static str,
    exists: fn(Part) -> bool,
    is_met: fn(&Moment<'_>) -> bool,
}

/// Returns true if the two nearest monsters in view are equally far from the player.
pub fn has_two_nearest_monsters(now: &Snapshot) -> bool {
    let [first, second, ..] = now.targets()[..] else { return false };
    first.manhattan(now.player.pos) == second.manhattan(now.player.pos)
}

/// Returns true if another monster in view is this number of tiles away from the nearest one.
pub fn has_bystander(now: &Snapshot, tiles: i32) -> bool {
    let monsters = now.targets();
    let Some((target, others)) = monsters.split_first() else { return false };
    others.iter().any(|other| (other.x - target.x).abs().max((other.y - target.y).abs()) == tiles)
}

/// A key of a run with the correct rules.
struct Moment<'a> {
    before: &'a Snapshot,
    key: Key,
    /// The game after the key.
    game: &'a Game,
}

impl Moment<'_> {
    /// Returns true if a key was pressed in this state.
    fn pressed(&self, key: Key, state: GameState) -> bool {
        self.key == key && self.before.state == state
    }

    /// Returns the item that was used.
    fn used(&self) -> Option<Item> {
        self.before.used(self.key)
    }
}

/// Declares the goals: the words, the parts that have it, and when it is met.
macro_rules! goals {
    ($($words:tt $exists:expr, $is_met:expr;)*) => {
        static GOALS: &[Goal] = &[$(Goal { words: $words, exists: $exists, is_met: $is_met }),*];
    };
}

goals! {
    "a step" Part::has_player, has_moved;
    "a step with Up" Part::has_player, |now| stepped_with(now, Key::UP);
    "a step with Down" Part::has_player, |now| stepped_with(now, Key::DOWN);
    "a step with Left" Part::has_player, |now| stepped_with(now, Key::LEFT);
    "a step with Right" Part::has_player, |now| stepped_with(now, Key::RIGHT);
    "a step with W" Part::has_player, |now| stepped_with(now, Key::W);
    "a step with S" Part::has_player, |now| stepped_with(now, Key::S);
    "a step with A" Part::has_player, |now| stepped_with(now, Key::A);
    "a step with D" Part::has_player, |now| stepped_with(now, Key::D);
    "a bump into a wall" Part::has_player, |now| bumped_into(now).is_some();
    "a bump into the map's edge" Part::has_player, |now| bumped_into(now).is_some_and(is_edge);
    "a second dungeon" |part| !part.has_classes(), |now| now.pressed(Key::SPACE, GameState::Playing);
    "a monster in view" Part::has_monsters,
        |now| sees_monster(&now.before.level) || sees_monster(now.game.cur());
    "an attack of the player" Part::has_melee,
        |now| last_key::blows(now.game).any(|blow| blow.attacker == player::NAME);
    "an attack of a monster" Part::has_melee,
        |now| last_key::blows(now.game).any(|blow| blow.defender == player::NAME);
    "a monster's death" Part::has_melee,
        |now| acts(now) && living(now.game.cur()) < living(&now.before.level);
    "a monster with two equally good steps" Part::has_melee, |now| has_two_steps(now.before, now.game.part());
    "a death" Part::has_melee, |now| now.game.state() == GameState::Dead;
    "a direction key after a death" Part::has_melee,
        |now| now.before.state == GameState::Dead && direction(now.key).is_some();
    "a new game after a death" Part::has_melee, |now| now.pressed(Key::SPACE, GameState::Dead);
    // In Part 7 no blow leaves a monster with a third of its hit points.
    "a fleeing monster" Part::has_items, has_flight;
    "an item picked up" Part::has_items,
        |now| acts(now) && now.game.inventory().len() > now.before.pack.len();
    "I to close the inventory" Part::has_items, |now| now.pressed(Key::I, GameState::Inventory);
    "Escape to close the inventory" Part::has_items, |now| now.pressed(Key::ESCAPE, GameState::Inventory);
    "a letter without an item" Part::has_items,
        |now| now.before.slot(now.key).is_some() && now.used().is_none();
    "a potion of healing" Part::has_items, |now| now.used() == Some(Item::Potion(PotionType::Healing));
    "a potion of healing that heals less than it could" Part::has_items,
        |now| now.used() == Some(Item::Potion(PotionType::Healing))
            && now.before.is_hardly_hurt();
    "a potion of poison" Part::has_items, |now| now.used() == Some(Item::Potion(PotionType::Poison));
    "a potion of strength" Part::has_items, |now| now.used() == Some(Item::Potion(PotionType::Strength));
    "a weapon" Part::has_equipment, |now| matches!(now.used(), Some(Item::Weapon { .. }));
    "armour" Part::has_equipment, |now| matches!(now.used(), Some(Item::Armour { .. }));
    "a potion of regeneration" Part::has_statuses, |now| now.used() == Some(Item::Potion(PotionType::Regen));
    "poison and regeneration at once" Part::has_statuses,
        |now| [Status::Poisoned, Status::Regen].iter().all(|&status| now.game.player().has_status(status));
    "a venomous bite" Part::has_statuses, was_poisoned_by_a_bite;
    "the stairs" Part::has_floors, |now| now.pressed(Key::PERIOD, GameState::Playing)
            && now.before.player.pos == now.before.level.stairs;
    "the key . in the row of the stairs" Part::has_floors, |now| is_in_line(now, |pos| pos.y);
    "the key . in the column of the stairs" Part::has_floors, |now| is_in_line(now, |pos| pos.x);
    "a third level" Part::has_floors, |now| now.game.depth() >= 2;
    "a scroll of lightning" Part::has_scrolls,
        |now| now.used() == Some(Item::Scroll(ScrollType::Lightning)) && !fizzled(now);
    "a scroll of fireball" Part::has_scrolls,
        |now| now.used() == Some(Item::Scroll(ScrollType::Fireball)) && !fizzled(now);
    "a scroll without a target" Part::has_scrolls, fizzled;
    "the Fighter" Part::has_classes, |now| now.game.class() == Some(PlayerClass::Fighter);
    "the Rogue" Part::has_classes, |now| now.game.class() == Some(PlayerClass::Rogue);
    "the Mage" Part::has_classes, |now| now.game.class() == Some(PlayerClass::Mage);
    "a game after the Mage's" Part::has_classes,
        |now| now.before.class == Some(PlayerClass::Mage) && now.game.class() != Some(PlayerClass::Mage);
    "a save" Part::has_saves, |now| last_key::has_saved(now.game);
    "a load" Part::has_saves, |now| last_key::has_loaded(now.game);
    "a load without a file" Part::has_saves, |now| now.game.save_result() == Some(&SaveResult::NoSave);
    "F9 on the class menu" |part| part.has_saves() && part.has_classes(),
        |now| now.pressed(Key::F9, GameState::ClassSelect) && last_key::has_loaded(now.game);
    "an amulet" Part::has_amulets, |now| acts(now) && now.game.amulets() > now.before.amulets;
    "the win" Part::has_amulets, |now| now.game.state() == GameState::Won;
    "a scroll with two nearest monsters" Part::has_scrolls,
        |now| matches!(now.used(), Some(Item::Scroll(_))) && has_two_nearest_monsters(now.before);
    "a fireball with a monster beside its target" Part::has_scrolls, |now| struck_with_bystander(now, 1);
    "a fireball with a monster two tiles from its target" Part::has_scrolls,
        |now| struck_with_bystander(now, 2);
}

/// Returns the tile that a step did not lead to, because it is a wall.
fn bumped_into(now: &Moment<'_>) -> Option<Pos> {
    let Snapshot { state, player, level, .. } = now.before;
    let target = player.pos + direction(now.key)?;
    let stays = *state == GameState::Playing && player.pos == now.game.player().pos;
    (stays && !level.map.is_floor(target)).then_some(target)
}

/// Returns true if a tile is in the outermost row or column of the map.
pub fn is_edge(pos: Pos) -> bool {
    pos.x <= 0 || pos.y <= 0 || pos.x >= MAP_WIDTH - 1 || pos.y >= MAP_HEIGHT - 1
}

/// Returns true if a monster in view that is not beside the player could step to two floor tiles that are
/// equally near to the player.
fn has_two_steps(before: &Snapshot, part: Part) -> bool {
    let player = before.player.pos;
    before.targets().into_iter().any(|monster| {
        let nearer = DIRECTIONS.iter().filter(|&&step| {
            let target = monster + step;
            target.manhattan(player) < monster.manhattan(player) && before.level.map.is_floor(target)
        });
        let is_as_far_both_ways = (player.x - monster.x).abs() == (player.y - monster.y).abs();
        nearer.count() == 2 && (is_as_far_both_ways || part.has_dijkstra_maps())
    })
}

/// Returns true if the key for the stairs was pressed beside them in line.
fn is_in_line(now: &Moment<'_>, along: fn(Pos) -> i32) -> bool {
    let (pos, stairs) = (now.before.player.pos, now.before.level.stairs);
    now.pressed(Key::PERIOD, GameState::Playing) && pos != stairs && along(pos) == along(stairs)
}

/// Returns true if a fireball's target had another monster at this distance.
fn struck_with_bystander(now: &Moment<'_>, tiles: i32) -> bool {
    now.used() == Some(Item::Scroll(ScrollType::Fireball)) && has_bystander(now.before, tiles)
}

fn has_moved(now: &Moment<'_>) -> bool {
    direction(now.key).is_some() && now.before.player.pos != now.game.player().pos
}

fn stepped_with(now: &Moment<'_>, key: Key) -> bool {
    now.key == key && has_moved(now)
}

/// Returns true if a scroll found no monster in view.
fn fizzled(now: &Moment<'_>) -> bool {
    matches!(now.used(), Some(Item::Scroll(_))) && !sees_monster(&now.before.level)
}

/// Returns true if the key was one that steps or strikes.
fn acts(now: &Moment<'_>) -> bool {
    now.before.state == GameState::Playing && direction(now.key).is_some()
}

/// Returns true if a monster had to flee after the player's step. Beside the player it attacks instead.
fn has_flight(now: &Moment<'_>) -> bool {
    let (player, map) = (now.game.player().pos, &now.game.cur().map);
    let flees = |body: &Entity| body.flees() && body.pos.manhattan(player) > 1 && map.tile(body.pos).visible;
    has_moved(now) && seen_monsters(&now.before.level).any(|(_, monster)| flees(&monster.entity))
}

fn was_poisoned_by_a_bite(now: &Moment<'_>) -> bool {
    let is_venomous = |name| KINDS.iter().any(|kind| kind.venom && kind.name == name);
    let is_bitten = last_key::blows(now.game).any(|blow| is_venomous(blow.attacker));
    is_bitten && now.game.player().has_status(Status::Poisoned)
}

fn sees_monster(level: &Level) -> bool {
    seen_monsters(level).next().is_some()
}

/// Returns the number of living monsters on a level.
fn living(level: &Level) -> usize {
    level.monsters.iter().filter(|monster| monster.entity.is_alive()).count()
}

/// The goals that a run has reached so far.
#[derive(Clone)]
pub struct ReachedGoals {
    /// The goals that the part has, and that were not met yet.
    missing: Vec<&'static Goal>,
    /// The game after the last step.
    before: Snapshot,
}

impl ReachedGoals {
    /// Nothing is reached yet by a run that begins with this game.
    pub fn new(game: &Game) -> ReachedGoals {
        let missing = GOALS.iter().filter(|goal| (goal.exists)(game.part())).collect();
        ReachedGoals { missing, before: Snapshot::new(game) }
    }

    /// Adds the next key of a run with the correct rules, and the game after it.
    pub fn observe(&mut self, key: Key, game: &Game) {
        self.missing.retain(|goal| !(goal.is_met)(&Moment { before: &self.before, key, game }));
        self.before = Snapshot::new(game);
    }

    /// Describes the goals that were not reached.
    pub fn missing(&self) -> impl Iterator<Item = &'static str> {
        self.missing.iter().map(|goal| goal.words)
    }
}
