//! What a key led to, for the player.

use crate::entity::Entity;
use crate::explorer::seen_monsters;
use crate::explorer::snapshot::Snapshot;
use crate::game::pack::{HEALING, POISON};
use crate::game::{Game, GameState, direction};
use crate::key::Key;
use crate::map::Pos;
use crate::monster::KINDS;
use crate::player;
use crate::trace::last_key;

/// The snapshot is the game before the key.
impl Snapshot {
    /// Returns true if the key, which was just pressed, took a turn: a step, an attack, or an item used.
    pub fn took_turn(&self, key: Key, game: &Game) -> bool {
        match self.state {
            GameState::Playing => {
                let attacked = last_key::blows(game).any(|blow| blow.attacker == player::NAME);
                direction(key).is_some() && (attacked || game.player().pos != self.player.pos)
            }
            GameState::Inventory => self.slot(key).is_some() && game.state() != GameState::Inventory,
            _ => false,
        }
    }

    /// Returns true if another run is played now: a new one, or one that was loaded. A new run takes a seed
    /// for its first dungeon. Deeper dungeons take seeds, too.
    pub fn began_run(&self, game: &Game) -> bool {
        let is_new = game.seeds != self.seeds && game.depth() == 0;
        is_new || last_key::has_loaded(game)
    }

    /// Returns true if the last key left few hit points where there were more before.
    pub fn falls_low(&self, game: &Game) -> bool {
        let now = game.player();
        let is_same_run = game.is_run_alive() && !self.began_run(game);
        is_same_run && is_low(now) && !is_low(&self.player)
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

    /// Returns what took hit points from the player, and how many of those that were left, in order:
    /// monsters and poison. Only the messages have it, because the same turn may heal.
    pub fn lost(&self, game: &Game) -> Vec<(&'static str, u64)> {
        let mut hp = self.player.hp;
        let lost = last_key::messages(game).iter().filter_map(|message| {
            let (name, points) = harm(message)?;
            let points = points.min(hp.max(0));
            hp = (hp - points).min(game.player().max_hp);
            Some((name, u64::try_from(points).ok()?))
        });
        lost.filter(|(_, points)| *points > 0).collect()
    }
}

/// How messages about hit points begin, other than those of blows, what changed them, and how many it takes.
pub(crate) const HP_MESSAGES: [(&str, &str, i32); 4] = [
    ("Poison gnaws at you.", "poison", 1),
    ("You is wracked by poison.", "poison", 1),
    // Parts 8 and 9.
    ("You retch", "a potion of poison", POISON),
    ("A warm glow", "healing", -HEALING),
];

/// Returns what takes hit points from the player in a message, and how many.
pub(crate) fn harm(message: &str) -> Option<(&'static str, i32)> {
    if let Some((name, rest)) = message.split_once(" hits You for ") {
        let kind = KINDS.iter().find(|kind| kind.name == name)?;
        return Some((kind.name, rest.split('.').next()?.parse().ok()?));
    }
    let (_, cause, points) = HP_MESSAGES.iter().find(|(begin, ..)| message.starts_with(begin))?;
    Some((cause, *points))
}

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
