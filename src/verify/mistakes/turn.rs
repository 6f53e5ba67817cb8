//! The mistakes in a turn, and the player's own part of it (Part 2 on): a key, a step or a blow.
//!
//! `monsters.rs` has the monsters' part, `blow.rs` has fights and statuses.

use super::blow::{strike, tick};
use super::{Mistake, MistakenGame, PackMistake, ViewMistake};
use crate::event::Event;
use crate::game::{Game, GameState, Outcome};
use crate::key::Key;
use crate::map::{DIRECTIONS, Map, Pos};
use crate::part::Part;
use crate::support::text::counted;

mistakes! {
    /// A mistake in what a key does to the world.
    TurnMistake [Part::has_player] {
        /// A direction key does nothing: an index into `KEYS`.
        KeyMissing(usize),
        /// Another key does nothing: an index into `OTHER_KEYS`.
        OtherKeyMissing(usize),
        /// Two direction keys stand for each other.
        KeysExchanged(usize, usize),
        /// A monster flees at this number of hit points.
        FleeAt(i32),
        /// Monsters hunt within this number of steps, seen or not.
        HuntWithin(i32),
        /// Directions are in another order.
        Order {
            /// For which monsters.
            who: Walkers,
            /// Indices into the right order.
            order: [usize; 4],
        },
    }:
    StepSwapped "step-swapped" "dx and dy are swapped in the player's step"
    MirroredRows "step-mirrored" "up and down are swapped in the player's step: y grows downwards"
    MirroredColumns "step-mirrored" "left and right are swapped in the player's step"
    LettersIgnored "key-ignored" "the keys W, A, S and D do nothing; they should step like the arrows"
    ArrowsIgnored "key-ignored" "the arrow keys do nothing; they should step like W, A, S and D"
    KeyIgnored "key-ignored" "the key does nothing, but it should mean a step"
    TwoSteps "two-steps" "the player steps twice for one key"
    TilesSwapped "tiles-swapped"
        "a step asks tiles[x][y] instead of tiles[y][x] whether there is floor (Entity::tryMove)"
    WallsOpen "walls-open" "walls do not stop the player (Entity::tryMove)"
    BumpIsTurn [Part::has_monsters] "bump-turn" "a bump into a wall lets the monsters act; only a step or a blow is a turn"
    BlowIsNoTurn [Part::has_melee] "blow-turn" "the monsters do not act after the player's blow"
    StepIsNoTurn [Part::has_monsters] "step-turn" "the monsters do not act after the player's step"
    NoBlow [Part::has_melee] "no-blow" "the player steps onto a monster instead of attacking it"
    BlowAndStep [Part::has_melee] "blow-and-step" "the player attacks a monster and then steps as well"
    StepAfterKill [Part::has_melee] "blow-and-step" "the player steps onto the tile of the monster that was just killed"
    DamageLess [Part::has_melee] "damage" "a blow does 1 less than it should: power - defense - 1 (attack)"
    DamageMore [Part::has_melee] "damage" "a blow does 1 more than it should: power - defense + 1 (attack)"
    DamageTwice [Part::has_melee] "damage" "a blow does twice the damage (attack)"
    DamageDrawn [Part::has_melee] "damage"
        "a blow does a random damage from 1 to the power, which is drawn; nothing should be (attack)"
    OwnPower [Part::has_melee] "own-power" "a blow hurts by the power of the defender, not of the attacker (attack)"
    Healthy [Part::has_melee] "own-power" "a blow hurts the attacker, not the defender (attack)"
    NoDefense [Part::has_equipment] "no-defense" "a blow ignores the defender's defense (attack)"
    DefenseAdded [Part::has_equipment] "no-defense" "a blow adds the defender's defense instead of subtracting it (attack)"
    NoLeastDamage [Part::has_equipment] "least-damage" "a blow can do less than 1 damage (attack)"
    NegativeDamage [Part::has_equipment] "least-damage" "a blow can do negative damage: max(1, ...) is missing (attack)"
    HpNegative [Part::has_melee] "hp-negative" "the hp of the dead stay below 0 instead of exactly 0 (attack)"
    AliveKept [Part::has_melee] "alive-kept" "alive is not set to false when a monster dies of a blow (attack)"
    DiesLate [Part::has_melee] "dies-late" "a blow kills only below 0 hp: < 0 instead of <= 0 (attack)"
    DiesAtOne [Part::has_melee] "dies-late" "a blow kills at 1 hp: <= 1 instead of <= 0 (attack)"
    DeadInTheWay [Part::has_melee] "dead-in-the-way"
        "dead monsters still block tiles or get attacked: the test for isAlive is missing (monsterAt)"
    Backwards [Part::has_monsters] "monster-order" "the monsters act in another order: last one first (Game::monstersAct)"
    Frozen [Part::has_monsters] "monsters-frozen" "the monsters do not act"
    FirstOnly [Part::has_monsters] "monsters-frozen" "only the first living monster acts (Game::monstersAct)"
    TwiceActing [Part::has_monsters] "monsters-twice" "the monsters act twice in a turn"
    Ghosts [Part::has_melee] "ghosts" "dead monsters still act (Game::monstersAct)"
    MonstersFirst [Part::has_monsters] "monsters-first" "the monsters act before the player does"
    WanderRestsFirst [Part::has_monsters] "wander-rest"
        "a wanderer rests at 0 and takes the directions from 1 on; it rests at 4 (Monster::wander)"
    WanderTwoDraws [Part::has_monsters] "wander-draws" "a wanderer draws dx and dy from -1 to 1 each (Monster::wander)"
    WanderUntilFree [Part::has_monsters] "wander-draws" "a wanderer whose way is blocked draws again (Monster::wander)"
    WanderDiagonal [Part::has_monsters] "wander-draws" "a wanderer's directions include the diagonals (Monster::wander)"
    NoWander [Part::has_monsters] "wander-missing"
        "monsters out of sight stay where they are, without a draw; they should wander (Game::monstersAct)"
    WanderStill [Part::has_monsters] "wander-missing" "a wanderer draws its direction and does not step: the step is missing (Monster::wander), or the loop \
         over the monsters has copies of them (Game::monstersAct)"
    DeadDraw [Part::has_melee] "ghosts" "a direction is drawn for dead monsters too (Game::monstersAct)"
    CopiesAct [Part::has_melee] "monster-copies"
        "the monsters act, but nothing that changes in them is kept: the loop has copies of them \
         (Game::monstersAct)"
    WanderBlind [Part::has_monsters] "wander-blocked" "walls do not stop a wanderer (Monster::wander)"
    NoSharing [Part::has_monsters] "wander-blocked" "other monsters stop a wanderer; only walls should (Monster::wander)"
    NoSharingPlayer [Part::has_monsters] "wander-blocked"
        "other monsters and the player stop a wanderer; only walls should (Monster::wander)"
    NotOntoPlayer [Part::has_monsters] "wander-blocked" "the player stops a wanderer; only walls should (Monster::wander)"
    AlwaysHunt [Part::has_melee] "always-hunt"
        "monsters hunt the player from out of sight, where they should wander (Game::monstersAct)"
    NeverHunt [Part::has_melee] "never-hunt" "monsters in sight wander, where they should hunt and attack (Game::monstersAct)"
    HuntExplored [Part::has_melee] "always-hunt"
        "monsters hunt on explored tiles; they should on visible ones (Game::monstersAct)"
    HuntPlayerTile [Part::has_melee] "always-hunt"
        "the player's tile is asked whether it is visible, not the monster's (Game::monstersAct)"
    HuntUnseen [Part::has_melee] "never-hunt"
        "monsters hunt out of sight and wander in sight: the test is turned round (Game::monstersAct)"
    DiagonalBlow [Part::has_melee] "diagonal-blow"
        "monsters attack diagonally; only Manhattan distance 1 is next to the player (Game::monstersAct)"
    LongBlow [Part::has_melee] "blow-range" "monsters attack from two tiles away (Game::monstersAct)"
    BlowAndMove [Part::has_melee] "blow-range" "a monster that attacked also moves (Game::monstersAct)"
    NoMonsterBlow [Part::has_melee] "blow-range" "monsters next to the player do not attack (Game::monstersAct)"
    YFirst [chases] "axis-tie" "on a tie a hunter steps along y; it should be x (Game::monstersAct)"
    AlwaysX [chases] "axis-tie"
        "a hunter always tries x before y; it should try the longer axis first (Game::monstersAct)"
    AlwaysY [chases] "axis-tie"
        "a hunter always tries y before x; it should try the longer axis first (Game::monstersAct)"
    ShorterAxis [chases] "axis-tie" "a hunter tries the shorter axis first (Game::monstersAct)"
    HuntAway [chases] "hunt-away" "a hunter steps away from the player: the sign is turned round (sgn)"
    HuntDiagonal [chases] "hunt-diagonal" "a hunter steps along both axes at once (Game::monstersAct)"
    OneAxis [chases] "one-axis" "a hunter whose way is blocked does not try the other axis (Game::monstersAct)"
    HuntersShare [Part::has_melee] "hunters-share" "a hunting monster steps onto a tile where another one stands (stepIfFree)"
    HuntersInWalls [Part::has_melee] "hunters-share" "walls do not stop a hunting monster (stepIfFree)"
    HuntersDraw [Part::has_melee] "hunters-draw"
        "a number is drawn for every monster, also for one that hunts; only a wanderer draws \
         (Game::monstersAct)"
    BlockedWander [Part::has_melee] "hunters-draw"
        "a hunter that cannot step nearer wanders instead of staying (Game::monstersAct)"
    NeverFlee [Part::has_dijkstra_maps] "never-flee" "badly hurt monsters do not flee (Game::monstersAct)"
    AlwaysFlee [Part::has_dijkstra_maps] "never-flee" "all monsters flee (Game::monstersAct)"
    FleeTurned [Part::has_dijkstra_maps] "never-flee" "healthy monsters flee and badly hurt ones hunt (Game::monstersAct)"
    FleeLate [Part::has_dijkstra_maps] "flee-bounds"
        "monsters flee below a third of their hp instead of at a third: hp*3 < maxHp instead of <= \
         (Game::monstersAct)"
    FleeStill [Part::has_dijkstra_maps] "flee-still"
        "a fleeing monster next to the player steps away instead of attacking (Game::monstersAct)"
    LastBest [Part::has_dijkstra_maps] "follow-first"
        "of equally good neighbours the last is taken: <= instead of < (Game::monstersAct)"
    AnyNeighbour [Part::has_dijkstra_maps] "follow-first"
        "the best neighbour is taken even if it is no better than the monster's own tile (Game::monstersAct)"
    FollowBlocked [Part::has_dijkstra_maps] "follow-blocked"
        "the best neighbour is picked first, and the monster stays if it is not free (Game::monstersAct)"
    StillChases [Part::has_dijkstra_maps] "still-chases"
        "monsters chase along the longer axis as in Part 5 instead of following the Dijkstra map"
    FloodStale [Part::has_dijkstra_maps] "flood-stale" "the Dijkstra map is not computed again after the player's step"
    FloodOnce [Part::has_dijkstra_maps] "flood-stale" "the Dijkstra map is computed only once in a dungeon"
    FloodEight [Part::has_dijkstra_maps] "flood-ways" "the Dijkstra map also counts diagonal steps (DijkstraMap::compute)"
    FloodBlocked [Part::has_dijkstra_maps] "flood-ways" "monsters block the Dijkstra map (DijkstraMap::compute)"
    FloodDeep [Part::has_dijkstra_maps] "flood-ways" "the Dijkstra map is filled with a stack instead of a queue (DijkstraMap::compute)"
    FloodWalls [Part::has_dijkstra_maps] "flood-ways" "walls do not stop the Dijkstra map (DijkstraMap::compute)"
    FloodExplored [Part::has_dijkstra_maps] "flood-ways" "the Dijkstra map covers only explored tiles (DijkstraMap::compute)"
    NoticeDeath [Part::has_melee] "death-noticed"
        "the monsters stop when the player dies; the rest of the list should still act (Game::monstersAct)"
    DeathUnnoticed [Part::has_melee] "death-late" "the state does not become Dead at 0 hp: the test is missing, comes before the monsters act, or a later \
         line sets another state (Game::endPlayerTurn)"
    DeathEarly [Part::has_melee] "death-late"
        "the death of the player is tested before the monsters act, so it is noticed a turn too late \
         (Game::endPlayerTurn)"
    DeathLate [Part::has_melee] "death-late" "the player dies only below 0 hp: < 0 instead of <= 0"
    DeathByFlag [Part::has_melee] "death-flag" "the player's alive decides about the death, not the hp (Game::endPlayerTurn)"
    TickFirst [Part::has_statuses] "tick-order"
        "the player's statuses tick before the monsters act, not after (Game::endPlayerTurn)"
    NoTick [Part::has_statuses] "no-tick" "the player's statuses do not tick (Game::endPlayerTurn)"
    RegenFirst [Part::has_statuses] "tick-order" "regeneration comes before poison (Game::tickStatuses)"
    TicksLate [Part::has_statuses] "tick-count"
        "a status has no effect in its last turn: the turn is taken off before the test (Game::tickStatuses)"
    TicksNeverEnd [Part::has_statuses] "tick-count" "a status does not lose turns (Game::tickStatuses)"
    RegenBeyond [Part::has_statuses] "regen-beyond" "regeneration exceeds the maximum of hp (Game::tickStatuses)"
    PoisonSpares [Part::has_statuses] "poison-spares" "poison does not kill: it stops at 1 hp (Game::tickStatuses)"
    PoisonNotAlive [Part::has_statuses] "alive-kept" "alive is not set to false when poison kills (Game::tickStatuses)"
    StatusAdds [Part::has_statuses] "status-adds"
        "a status that is applied again adds its turns; the longer time should count (Entity::addStatus)"
    StatusReplaces [Part::has_statuses] "status-adds"
        "a status that is applied again replaces the old turns; the longer time should count \
         (Entity::addStatus)"
    StatusKeeps [Part::has_statuses] "status-adds"
        "a status that is applied again changes nothing; the longer time should count (Entity::addStatus)"
    BiteNever [Part::has_statuses] "bite" "a venomous bite does not poison (Game::monstersAct)"
    BiteAlways [Part::has_statuses] "bite" "every monster's bite poisons (Game::monstersAct)"
    BiteOnce [Part::has_statuses] "bite" "a venomous bite does nothing to a player who is poisoned already (Game::monstersAct)"
    BiteDead [Part::has_statuses] "bite" "a venomous bite also poisons a dead player (Game::monstersAct)"
    BiteFirst [Part::has_statuses] "bite" "a venomous bite poisons before the blow (Game::monstersAct)"
    ItemIsNoTurn [Part::has_items] "item-turn" "the monsters do not act after an item is used (Game::useItem)"
    StairsAreTurn [Part::has_floors] "stairs-turn"
        "the monsters act after the stairs are taken; it should take no turn (Game::descend)"
    InventoryIsTurn [Part::has_items] "inventory-turn" "the monsters act when the inventory is opened; it should take no turn"
    TickAlways [Part::has_statuses] "tick-always" "the player's statuses also tick when a bump was no turn (Game::tickStatuses)"
    StatusEndsOther [Part::has_statuses] "status-other" "a status that is applied ends the other one (Entity::addStatus)"
    TitleEarly [has_title] "title-stale" "the title is refreshed before the monsters act, not after (Game::updateTitle)"
    TitleStale [has_title] "title-stale" "the title is not refreshed after a turn (Game::updateTitle)"
}

/// The direction keys, in the order of the directions: arrows, then letters.
const KEYS: [Key; 8] = [Key::UP, Key::DOWN, Key::LEFT, Key::RIGHT, Key::W, Key::S, Key::A, Key::D];

/// A key, and the parts that have it.
type KeyOfParts = (Key, fn(Part) -> bool);

/// The keys that are no directions.
const OTHER_KEYS: [KeyOfParts; 8] = [
    (Key::PERIOD, Part::has_floors),
    (Key::I, Part::has_items),
    (Key::SPACE, |_| true),
    (Key::F5, Part::has_saves),
    (Key::F9, Part::has_saves),
    (Key::NUM_1, Part::has_classes),
    (Key::NUM_2, Part::has_classes),
    (Key::NUM_3, Part::has_classes),
];

/// In Parts 5 and 6 hunting monsters step along an axis.
fn chases(part: Part) -> bool {
    part.has_melee() && !part.has_dijkstra_maps()
}

/// From Part 5 up to 15 the title changes with every turn.
fn has_title(part: Part) -> bool {
    part.has_melee() && !part.has_hud()
}

/// Returns the mistakes that come in families.
pub(super) fn families(part: Part) -> impl Iterator<Item = (TurnMistake, &'static str, String)> {
    let missing = (0..KEYS.len()).map(|key| {
        let text = format!("the key {} does nothing; it should mean a step", KEYS[key].name());
        (TurnMistake::KeyMissing(key), "key-ignored", text)
    });
    let missing = missing.filter(move |_| part.has_player());
    let others = OTHER_KEYS.iter().enumerate().filter(move |(_, (_, exists))| exists(part));
    let others = others.map(|(index, (key, _))| {
        let text = format!("the key {} does nothing: another key code stands there (Game::run)", key.name());
        (TurnMistake::OtherKeyMissing(index), "key-ignored", text)
    });
    let pairs = (0..KEYS.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
    let exchanged = pairs.filter(move |(a, b)| a / 4 == b / 4 && part.has_player()).map(|(a, b)| {
        let text = format!("the keys {} and {} are exchanged", KEYS[a].name(), KEYS[b].name());
        (TurnMistake::KeysExchanged(a, b), "keys-exchanged", text)
    });
    let fleeing = (1..=5).filter(move |_| part.has_dijkstra_maps()).map(|hp| {
        let text = format!(
            "a monster flees at {hp} hp or less; it should at a third of its maximum (Game::monstersAct)"
        );
        (TurnMistake::FleeAt(hp), "flee-bounds", text)
    });
    let hunting = (1..=16).filter(move |_| part.has_melee()).map(|steps| {
        let text = format!(
            "monsters hunt within {} of the player, seen or not; they should when seen (Game::monstersAct)",
            counted(steps, "step")
        );
        (TurnMistake::HuntWithin(steps), "always-hunt", text)
    });
    missing.chain(others).chain(exchanged).chain(fleeing).chain(hunting).chain(orders(part))
}

/// The monsters that take the directions in some order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Walkers {
    /// All.
    All,
    /// Those that wander.
    Wanderers,
    /// Those that follow the Dijkstra map.
    Followers,
}

/// Returns the wrong orders of the directions.
fn orders(part: Part) -> impl Iterator<Item = (TurnMistake, &'static str, String)> {
    const NAMES: [&str; 4] = ["up", "down", "left", "right"];
    // Before there are Dijkstra maps only wanderers take directions.
    const WALKERS: [(Walkers, &str, &str); 3] = [
        (Walkers::All, "directions are tried", ""),
        (Walkers::Wanderers, "a wanderer's directions are", " (Monster::wander)"),
        (Walkers::Followers, "a monster that follows the Dijkstra map tries", " (Game::monstersAct)"),
    ];
    let orders = (0..256).map(|code| [code / 64, code / 16 % 4, code / 4 % 4, code % 4]);
    let is_order = |order: &[usize; 4]| (0..4).all(|way| order.contains(&way)) && *order != [0, 1, 2, 3];
    let orders = orders.filter(is_order);
    let count = if part.has_dijkstra_maps() { WALKERS.len() } else { usize::from(part.has_monsters()) };
    WALKERS.into_iter().take(count).flat_map(move |(who, words, function)| {
        orders.clone().map(move |order| {
            let ways = order.map(|way| NAMES[way]).join(", ");
            let text = format!("{words} {ways} instead of up, down, left, right{function}");
            (TurnMistake::Order { who, order }, "direction-order", text)
        })
    })
}

impl MistakenGame {
    pub(super) fn turns(&self, mistake: TurnMistake) -> bool {
        self.makes(Mistake::Turn(mistake))
    }

    /// Returns true if the mistaken program does not know this key, which is no direction.
    pub(super) fn ignores(&self, key: Key) -> bool {
        matches!(self.mistake, Mistake::Turn(TurnMistake::OtherKeyMissing(index)) if OTHER_KEYS[index].0 == key)
    }

    /// Handles a direction key while playing.
    pub(super) fn press_direction(&mut self, step: Pos, key: Key) -> Outcome {
        let part = self.game.part;
        let is_arrow = [Key::UP, Key::DOWN, Key::LEFT, Key::RIGHT].contains(&key);
        let ignored = match self.mistake {
            Mistake::Turn(TurnMistake::KeyIgnored) => true,
            Mistake::Turn(TurnMistake::ArrowsIgnored) => is_arrow,
            Mistake::Turn(TurnMistake::LettersIgnored) => !is_arrow,
            Mistake::Turn(TurnMistake::KeyMissing(index)) => key == KEYS[index],
            _ => false,
        };
        if !part.has_player() || ignored {
            return Outcome::Nothing;
        }
        let step = match self.mistake {
            Mistake::Turn(TurnMistake::StepSwapped) => Pos::new(step.y, step.x),
            Mistake::Turn(TurnMistake::MirroredRows) => Pos::new(step.x, -step.y),
            Mistake::Turn(TurnMistake::MirroredColumns) => Pos::new(-step.x, step.y),
            Mistake::Turn(TurnMistake::KeysExchanged(a, b)) if key == KEYS[a] => DIRECTIONS[b % 4],
            Mistake::Turn(TurnMistake::KeysExchanged(a, b)) if key == KEYS[b] => DIRECTIONS[a % 4],
            Mistake::Turn(TurnMistake::TwoSteps) => Pos::new(2 * step.x, 2 * step.y),
            _ => step,
        };
        let from = self.game.player.pos;
        if self.turns(TurnMistake::MonstersFirst) && part.has_monsters() {
            self.monsters_act(from);
        }
        let acted = self.player_acts(step);
        if acted.is_none() && self.turns(TurnMistake::TickAlways) {
            self.player_ticks();
        }
        let goes_on =
            self.game.state == GameState::Playing || self.mistake == Mistake::Pack(PackMistake::WinGoesOn);
        if acted.is_some() && goes_on {
            let ends = match acted {
                Some(Act::Blow) => !self.turns(TurnMistake::BlowIsNoTurn),
                Some(Act::Step) => !self.turns(TurnMistake::StepIsNoTurn),
                _ => true,
            };
            if ends {
                self.end_player_turn(from);
            }
            match self.mistake {
                Mistake::View(ViewMistake::AfterMonsters) if acted == Some(Act::Step) => {
                    self.update_view(from)
                }
                Mistake::Pack(PackMistake::PickupAfter) if acted == Some(Act::Step) => self.pick_up_here(),
                _ => {}
            }
        }
        let redraw = matches!(acted, Some(Act::Step | Act::Blow)) || part.has_game_class();
        if redraw { Outcome::Redraw } else { Outcome::Nothing }
    }

    /// The player's own part of a turn. Returns none if it was no turn.
    fn player_acts(&mut self, step: Pos) -> Option<Act> {
        let from = self.game.player.pos;
        let target = from + step;
        let melee = self.game.part.has_melee() && !self.turns(TurnMistake::NoBlow);
        let struck = self.monster_at(target).filter(|_| melee);
        if let Some(index) = struck {
            let part = self.game.part;
            let Game { levels, depth, player, rng, .. } = &mut self.game;
            let monster = &mut levels[*depth].monsters[index].entity;
            let blow = strike(self.mistake, part, rng, player, monster);
            let killed = !monster.is_alive();
            self.say_all(blow);
            if !(self.turns(TurnMistake::BlowAndStep) || killed && self.turns(TurnMistake::StepAfterKill)) {
                return Some(Act::Blow);
            }
        }
        let map = &self.game.cur().map;
        let open = match self.mistake {
            Mistake::Turn(TurnMistake::WallsOpen) => Map::in_bounds(target),
            Mistake::Turn(TurnMistake::TilesSwapped) => {
                Map::in_bounds(target) && map.is_floor(Pos::new(target.y, target.x))
            }
            _ => map.is_floor(target),
        };
        if !open {
            return self.turns(TurnMistake::BumpIsTurn).then_some(Act::Bump);
        }
        self.game.player.pos = target;
        match self.mistake {
            Mistake::View(ViewMistake::Stale | ViewMistake::AfterMonsters) => {}
            _ => self.update_view(from),
        }
        if self.mistake != Mistake::Pack(PackMistake::PickupAfter) {
            self.pick_up_here();
        }
        Some(if struck.is_some() { Act::Blow } else { Act::Step })
    }

    /// Everything that follows the player's action. The player stood at `from` before.
    pub(super) fn end_player_turn(&mut self, from: Pos) {
        let part = self.game.part;
        if !part.has_monsters() {
            return;
        }
        let dead_before = self.game.player.hp <= 0;
        if self.turns(TurnMistake::TickFirst) {
            self.player_ticks();
        }
        if part.has_melee() && self.turns(TurnMistake::TitleEarly) {
            self.game.update_title();
        }
        if !self.turns(TurnMistake::MonstersFirst) {
            self.monsters_act(from);
        }
        if self.turns(TurnMistake::TwiceActing) {
            self.monsters_act(from);
        }
        if !matches!(self.mistake, Mistake::Turn(TurnMistake::TickFirst | TurnMistake::NoTick)) {
            self.player_ticks();
        }
        if part.has_melee() {
            if !matches!(self.mistake, Mistake::Turn(TurnMistake::TitleStale | TurnMistake::TitleEarly)) {
                self.game.update_title();
            }
            let body = &self.game.player;
            let dead = match self.mistake {
                Mistake::Turn(TurnMistake::DeathUnnoticed) => false,
                Mistake::Turn(TurnMistake::DeathEarly) => dead_before,
                Mistake::Turn(TurnMistake::DeathLate) => body.hp < 0,
                Mistake::Turn(TurnMistake::DeathByFlag) => !body.alive,
                _ => body.hp <= 0,
            };
            if dead {
                self.game.state = GameState::Dead;
                if part.has_hud() {
                    self.say(Event::PlayerDied);
                }
            }
        }
    }

    fn player_ticks(&mut self) {
        if self.game.part.has_statuses() {
            let ticks = tick(self.mistake, self.game.part, &mut self.game.player);
            self.say_all(ticks);
        }
    }
}

/// What the player did with a turn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Act {
    Step,
    Blow,
    Bump,
}
