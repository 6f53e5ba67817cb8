//! The facts of a step: the game before a key compared with the game after it.

use crate::entity::{Entity, Status};
use crate::explorer::seen_monsters;
use crate::explorer::snapshot::Snapshot;
use crate::game::pack::{HEALING, POISON};
use crate::game::turn::damage;
use crate::game::{Game, GameState, direction};
use crate::item::{Item, PotionType};
use crate::key::Key;
use crate::map::Pos;
use crate::trace::last_key;

/// The snapshot is the game before the key.
impl Snapshot {
    /// Returns true if the key, which was just pressed, took a turn: a step, an attack, or an item used.
    pub fn took_turn(&self, key: Key, game: &Game) -> bool {
        match self.state {
            GameState::Playing => {
                let Some(step) = direction(key) else { return false };
                let target = self.player.pos + step;
                game.player().pos != self.player.pos || self.hurt(game).any(|(pos, _)| pos == target)
            }
            GameState::Inventory => self.slot(key).is_some() && game.state() != GameState::Inventory,
            _ => false,
        }
    }

    /// Returns true if another game is played now: a new one, or one that was loaded. A new game takes a seed
    /// for its first dungeon. Deeper dungeons take seeds, too.
    pub fn began_run(&self, game: &Game) -> bool {
        let is_new = game.seeds != self.seeds && game.depth() == 0;
        is_new || last_key::has_loaded(game)
    }

    /// Returns the monsters of the same level that lost hit points, each with its tile before.
    pub fn hurt<'g>(&self, game: &'g Game) -> impl Iterator<Item = (Pos, &'g Entity)> {
        self.hurt_from(game).map(|(pos, _, body)| (pos, body))
    }

    /// Returns the same with the hit points before.
    pub fn hurt_from<'g>(&self, game: &'g Game) -> impl Iterator<Item = (Pos, i32, &'g Entity)> {
        let is_same_level = game.depth() == self.depth;
        let bodies = self.level.monsters.iter().zip(&game.cur().monsters).filter(move |_| is_same_level);
        let bodies = bodies.map(|(before, now)| (&before.entity, &now.entity));
        let hurt = bodies.filter(|(before, now)| before.is_alive() && now.hp < before.hp);
        hurt.map(|(before, now)| (before.pos, before.hp, now))
    }

    /// Returns the causes of lost hit points with the number of points, in their order: a used item,
    /// monsters, and poison. Points below zero do not count.
    pub fn lost(&self, key: Key, game: &Game) -> Vec<(&'static str, u64)> {
        if !self.took_turn(key, game) {
            return Vec::new();
        }
        let (you, max_hp) = (game.player(), game.player().max_hp);
        let has_statuses = game.part().has_statuses();
        let mut hp = self.player.hp;
        let mut lost = Vec::new();
        let mut lose = |name: &'static str, points: i32| {
            let points = points.min(hp.max(0));
            hp -= points;
            lost.extend(u64::try_from(points).ok().filter(|it| *it > 0).map(|points| (name, points)));
        };
        match self.used(key) {
            Some(Item::Potion(PotionType::Poison)) if !has_statuses => lose(POTION, POISON),
            Some(Item::Potion(PotionType::Healing)) => lose(POTION, -HEALING.min(max_hp - self.player.hp)),
            _ => {}
        }
        for monster in self.attackers(game) {
            lose(monster.name, damage(game.part(), monster, you));
        }
        let poisoned = [&self.player, you].into_iter().any(|body| body.has_status(Status::Poisoned));
        if has_statuses && poisoned {
            lose(POISONED, 1);
        }
        lost
    }

    /// Returns the monsters that attacked the player in this turn, in their order. One that is beside the
    /// player and in view attacks and stays where it is; one that comes there has used its turn.
    fn attackers<'g>(&self, game: &'g Game) -> impl Iterator<Item = &'g Entity> {
        let acts = game.part().has_melee() && game.state() != GameState::Won && game.depth() == self.depth;
        let bodies = self.level.monsters.iter().zip(&game.cur().monsters).filter(move |_| acts);
        let bodies = bodies.map(|(before, now)| (before.entity.pos, &now.entity));
        let attacks = |(before, now): &(Pos, &Entity)| {
            let is_beside = now.pos.manhattan(game.player().pos) == 1;
            now.is_alive() && *before == now.pos && is_beside && game.cur().map.tile(now.pos).visible
        };
        bodies.filter(attacks).map(|(_, now)| now)
    }
}

/// Causes of lost hit points besides monsters: the status, and the potion of Parts 8 and 9.
pub(crate) const POISONED: &str = "poison";
pub(crate) const POTION: &str = "a potion of poison";

/// Returns the indices of the living monsters in view. Before Part 5 monsters do no harm, so there are none
/// to be careful of.
pub fn monsters_in_view(game: &Game) -> impl Iterator<Item = usize> {
    seen_monsters(game.cur()).map(|(index, _)| index).filter(|_| game.part().has_melee())
}

/// Returns true with less than a third of the hit points.
pub(crate) const fn is_low(body: &Entity) -> bool {
    (body.hp as i64) * 3 < body.max_hp as i64
}

/// Returns the name of the nearest monster in view that could attack.
pub(crate) fn threat_in_view(game: &Game) -> Option<&'static str> {
    let bodies = monsters_in_view(game).map(|index| &game.cur().monsters[index].entity);
    let threats = bodies.filter(|body| is_threat(game, body));
    threats.min_by_key(|body| body.pos.manhattan(game.player().pos)).map(|body| body.name)
}

/// Returns true unless the monster flees and is too far away to attack. A fleeing monster still attacks a
/// player who steps beside it.
pub(crate) fn is_threat(game: &Game, monster: &Entity) -> bool {
    let flees = game.part().has_dijkstra_maps() && monster.flees();
    !flees || monster.pos.manhattan(game.player().pos) <= 2
}
