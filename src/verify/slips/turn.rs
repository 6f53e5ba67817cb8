//! A step, fights and the monsters' turn (Part 2 on) with mistakes.

use std::collections::VecDeque;

use super::draw::{Dice, Draw};
use super::number::Number;
use super::{PackSlip, SaySlip, Slip, Slipped, ViewSlip};
use crate::dijkstra_map::UNREACHABLE;
use crate::entity::{Entity, Status};
use crate::event::Event;
use crate::game::{Game, GameState, Outcome};
use crate::key::Key;
use crate::map::{DIRECTIONS, MAP_HEIGHT, MAP_WIDTH, Map, Pos};
use crate::part::Part;
use crate::rng::Rng;

slips! {
    /// A mistake in what a key does to the world.
    TurnSlip {
        /// A direction key does nothing: an index into `KEYS`.
        KeyMissing(usize),
        /// Two direction keys stand for each other.
        KeysExchanged(usize, usize),
        /// A monster flees at this number of hit points.
        FleeAt(i32),
        /// Monsters hunt within this number of steps, seen or not.
        HuntWithin(i32),
        /// Directions are in another order, for wanderers or for those who follow the Dijkstra map.
        Order {
            /// True for wanderers.
            wander: bool,
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
    TilesSwapped "tiles-swapped" "a step asks tiles[x][y] instead of tiles[y][x] whether there is floor (Entity::tryMove)"
    WallsOpen "walls-open" "walls do not stop the player (Entity::tryMove)"
    BumpIsTurn "bump-turn" "a bump into a wall lets the monsters act; only a step or a blow is a turn"
    BlowIsNoTurn "blow-turn" "the monsters do not act after the player's blow"
    StepIsNoTurn "step-turn" "the monsters do not act after the player's step"
    NoBlow "no-blow" "the player steps onto a monster instead of attacking it"
    BlowAndStep "blow-and-step" "the player attacks a monster and then steps as well"
    StepAfterKill "blow-and-step" "the player steps onto the tile of the monster that was just killed"
    DamageLess "damage" "a blow does 1 less than it should: power - defense - 1 (attack)"
    DamageMore "damage" "a blow does 1 more than it should: power - defense + 1 (attack)"
    DamageTwice "damage" "a blow does twice the damage (attack)"
    DamageDrawn "damage" "a blow does a random damage from 1 to the power, which is drawn; nothing should be (attack)"
    OwnPower "own-power" "a blow hurts by the power of the defender, not of the attacker (attack)"
    Healthy "own-power" "a blow hurts the attacker, not the defender (attack)"
    NoDefense "no-defense" "a blow ignores the defender's defense (attack)"
    DefenseAdded "no-defense" "a blow adds the defender's defense instead of subtracting it (attack)"
    NoLeastDamage "least-damage" "a blow can do less than 1 damage (attack)"
    NegativeDamage "least-damage" "a blow can do negative damage: max(1, ...) is missing (attack)"
    HpNegative "hp-negative" "the hp of the dead stay below 0 instead of exactly 0 (attack)"
    AliveKept "alive-kept" "alive is not set to false when a monster dies of a blow (attack)"
    DiesLate "dies-late" "a blow kills only below 0 hp: < 0 instead of <= 0 (attack)"
    DiesAtOne "dies-late" "a blow kills at 1 hp: <= 1 instead of <= 0 (attack)"
    DeadInTheWay "dead-in-the-way"
        "dead monsters still block tiles or get attacked: the test for isAlive is missing (monsterAt)"
    Backwards "monster-order" "the monsters act in another order: last one first (Game::monstersAct)"
    Frozen "monsters-frozen" "the monsters do not act"
    FirstOnly "monsters-frozen" "only the first living monster acts (Game::monstersAct)"
    TwiceActing "monsters-twice" "the monsters act twice in a turn"
    Ghosts "ghosts" "dead monsters still act (Game::monstersAct)"
    MonstersFirst "monsters-first" "the monsters act before the player does"
    ColumnsFirst "direction-order"
        "directions are tried left, right, up, down instead of up, down, left, right"
    ClockwiseFrom "direction-order" "directions are tried up, right, down, left instead of up, down, left, right"
    DownFirst "direction-order" "directions are tried down, up, right, left instead of up, down, left, right"
    RightFirst "direction-order" "directions are tried right, left, down, up instead of up, down, left, right"
    UpLeftFirst "direction-order" "directions are tried up, left, down, right instead of up, down, left, right"
    UpDownRight "direction-order" "directions are tried up, down, right, left instead of up, down, left, right"
    WanderColumns "direction-order" "a wanderer's directions are left, right, up, down instead of up, down, left, right (Monster::wander)"
    WanderClockwise "direction-order" "a wanderer's directions are up, right, down, left instead of up, down, left, right (Monster::wander)"
    WanderUpright "direction-order" "a wanderer's directions are up, down, right, left instead of up, down, left, right (Monster::wander)"
    WanderRestsFirst "wander-rest" "a wanderer rests at 0 and takes the directions from 1 on; it rests at 4 (Monster::wander)"
    WanderTwoDraws "wander-draws" "a wanderer draws dx and dy from -1 to 1 each (Monster::wander)"
    WanderUntilFree "wander-draws" "a wanderer whose way is blocked draws again (Monster::wander)"
    WanderDiagonal "wander-draws" "a wanderer's directions include the diagonals (Monster::wander)"
    NoWander "wander-missing" "monsters out of sight stay where they are, without a draw; they should wander (Game::monstersAct)"
    WanderStill "wander-missing" "a wanderer draws its direction and does not step (Monster::wander)"
    DeadDraw "ghosts" "a direction is drawn for dead monsters too (Game::monstersAct)"
    WanderBlind "wander-blocked" "walls do not stop a wanderer (Monster::wander)"
    NoSharing "wander-blocked" "other monsters stop a wanderer; only walls should (Monster::wander)"
    NoSharingPlayer "wander-blocked" "other monsters and the player stop a wanderer; only walls should (Monster::wander)"
    NotOntoPlayer "wander-blocked" "the player stops a wanderer; only walls should (Monster::wander)"
    AlwaysHunt "always-hunt" "monsters hunt the player from out of sight, where they should wander (Game::monstersAct)"
    NeverHunt "never-hunt" "monsters in sight wander, where they should hunt and attack (Game::monstersAct)"
    HuntExplored "always-hunt" "monsters hunt on explored tiles; they should on visible ones (Game::monstersAct)"
    HuntPlayerTile "always-hunt" "the player's tile is asked whether it is visible, not the monster's (Game::monstersAct)"
    HuntUnseen "never-hunt" "monsters hunt out of sight and wander in sight: the test is turned round (Game::monstersAct)"
    DiagonalBlow "diagonal-blow" "monsters attack diagonally; only Manhattan distance 1 is next to the player (Game::monstersAct)"
    LongBlow "blow-range" "monsters attack from two tiles away (Game::monstersAct)"
    BlowAndMove "blow-range" "a monster that attacked also moves (Game::monstersAct)"
    NoMonsterBlow "blow-range" "monsters next to the player do not attack (Game::monstersAct)"
    YFirst "axis-tie" "on a tie a hunter steps along y; it should be x (Game::monstersAct)"
    AlwaysX "axis-tie" "a hunter always tries x before y; it should try the longer axis first (Game::monstersAct)"
    AlwaysY "axis-tie" "a hunter always tries y before x; it should try the longer axis first (Game::monstersAct)"
    ShorterAxis "axis-tie" "a hunter tries the shorter axis first (Game::monstersAct)"
    HuntAway "hunt-away" "a hunter steps away from the player: the sign is turned round (sgn)"
    HuntDiagonal "hunt-diagonal" "a hunter steps along both axes at once (Game::monstersAct)"
    OneAxis "one-axis" "a hunter whose way is blocked does not try the other axis (Game::monstersAct)"
    HuntersShare "hunters-share" "a hunting monster steps onto a tile where another one stands (stepIfFree)"
    HuntersInWalls "hunters-share" "walls do not stop a hunting monster (stepIfFree)"
    HuntersDraw "hunters-draw" "a number is drawn for every monster, also for one that hunts; only a wanderer draws (Game::monstersAct)"
    BlockedWander "hunters-draw" "a hunter that cannot step nearer wanders instead of staying (Game::monstersAct)"
    NeverFlee "never-flee" "badly hurt monsters do not flee (Game::monstersAct)"
    AlwaysFlee "never-flee" "all monsters flee (Game::monstersAct)"
    FleeTurned "never-flee" "healthy monsters flee and badly hurt ones hunt (Game::monstersAct)"
    FleeLate "flee-bounds"
        "monsters flee below a third of their hp instead of at a third: hp*3 < maxHp instead of <= (Game::monstersAct)"
    FleeStill "flee-still" "a fleeing monster next to the player steps away instead of attacking (Game::monstersAct)"
    LastBest "follow-first" "of equally good neighbours the last is taken: <= instead of < (Game::monstersAct)"
    AnyNeighbour "follow-first" "the best neighbour is taken even if it is no better than the monster's own tile (Game::monstersAct)"
    FollowBlocked "follow-blocked" "the best neighbour is picked first, and the monster stays if it is not free (Game::monstersAct)"
    StillChases "still-chases" "monsters chase along the longer axis as in Part 5 instead of following the Dijkstra map"
    FloodStale "flood-stale" "the Dijkstra map is not computed again after the player's step"
    FloodOnce "flood-stale" "the Dijkstra map is computed only once in a dungeon"
    FloodEight "flood-ways" "the Dijkstra map also counts diagonal steps (DijkstraMap::compute)"
    FloodBlocked "flood-ways" "monsters block the Dijkstra map (DijkstraMap::compute)"
    FloodDeep "flood-ways" "the Dijkstra map is filled with a stack instead of a queue (DijkstraMap::compute)"
    FloodWalls "flood-ways" "walls do not stop the Dijkstra map (DijkstraMap::compute)"
    FloodExplored "flood-ways" "the Dijkstra map covers only explored tiles (DijkstraMap::compute)"
    NoticeDeath "death-noticed"
        "the monsters stop when the player dies; the rest of the list should still act (Game::monstersAct)"
    DeathUnnoticed "death-late" "the death of the player is not noticed: the state stays Playing"
    DeathLate "death-late" "the player dies only below 0 hp: < 0 instead of <= 0"
    DeathByFlag "death-flag" "the player's alive decides about the death, not the hp (Game::endPlayerTurn)"
    TickFirst "tick-order" "the player's statuses tick before the monsters act, not after (Game::endPlayerTurn)"
    NoTick "no-tick" "the player's statuses do not tick (Game::endPlayerTurn)"
    RegenFirst "tick-order" "regeneration comes before poison (Game::tickStatuses)"
    TicksLate "tick-count" "a status has no effect in its last turn: the turn is taken off before the test (Game::tickStatuses)"
    TicksNeverEnd "tick-count" "a status does not lose turns (Game::tickStatuses)"
    RegenBeyond "regen-beyond" "regeneration exceeds the maximum of hp (Game::tickStatuses)"
    PoisonSpares "poison-spares" "poison does not kill: it stops at 1 hp (Game::tickStatuses)"
    PoisonNotAlive "alive-kept" "alive is not set to false when poison kills (Game::tickStatuses)"
    StatusAdds "status-adds" "a status that is applied again adds its turns; the longer time should count (Entity::addStatus)"
    StatusReplaces "status-adds" "a status that is applied again replaces the old turns; the longer time should count (Entity::addStatus)"
    StatusKeeps "status-adds" "a status that is applied again changes nothing; the longer time should count (Entity::addStatus)"
    BiteNever "bite" "a venomous bite does not poison (Game::monstersAct)"
    BiteAlways "bite" "every monster's bite poisons (Game::monstersAct)"
    BiteOnce "bite" "a venomous bite does nothing to a player who is poisoned already (Game::monstersAct)"
    BiteDead "bite" "a venomous bite also poisons a dead player (Game::monstersAct)"
    BiteFirst "bite" "a venomous bite poisons before the blow (Game::monstersAct)"
    ItemIsNoTurn "item-turn" "the monsters do not act after an item is used (Game::useItem)"
    StairsAreTurn "stairs-turn" "the monsters act after the stairs are taken; it should take no turn (Game::descend)"
    InventoryIsTurn "inventory-turn" "the monsters act when the inventory is opened; it should take no turn"
    TickAlways "tick-always" "the player's statuses also tick when a bump was no turn (Game::tickStatuses)"
    StatusEndsOther "status-other" "a status that is applied ends the other one (Entity::addStatus)"
    TitleEarly "title-stale" "the title is refreshed before the monsters act, not after (Game::updateTitle)"
    TitleStale "title-stale" "the title is not refreshed after a turn (Game::updateTitle)"
}

/// The direction keys, in the order of the directions: arrows, then letters.
const KEYS: [Key; 8] = [Key::UP, Key::DOWN, Key::LEFT, Key::RIGHT, Key::W, Key::S, Key::A, Key::D];

/// Returns the mistakes that come in families.
pub(super) fn families(part: Part) -> impl Iterator<Item = (TurnSlip, &'static str, String)> {
    let missing = (0..KEYS.len()).map(|key| {
        let text = format!("the key {} does nothing; it should mean a step", KEYS[key].name());
        (TurnSlip::KeyMissing(key), "key-ignored", text)
    });
    let pairs = (0..KEYS.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
    let exchanged = pairs.filter(|(a, b)| a / 4 == b / 4).map(|(a, b)| {
        let text = format!("the keys {} and {} are exchanged", KEYS[a].name(), KEYS[b].name());
        (TurnSlip::KeysExchanged(a, b), "keys-exchanged", text)
    });
    let fleeing = (1..=5).filter(move |_| part.has_dijkstra_maps()).map(|hp| {
        let text = format!(
            "a monster flees at {hp} hp or less; it should at a third of its maximum (Game::monstersAct)"
        );
        (TurnSlip::FleeAt(hp), "flee-bounds", text)
    });
    let hunting = (1..=16).filter(move |_| part.has_melee()).map(|steps| {
        let text = format!(
            "monsters hunt within {steps} steps of the player, seen or not; they should when seen (Game::monstersAct)"
        );
        (TurnSlip::HuntWithin(steps), "always-hunt", text)
    });
    missing.chain(exchanged).chain(fleeing).chain(hunting).chain(orders(part))
}

/// Returns the wrong orders of the directions.
fn orders(part: Part) -> impl Iterator<Item = (TurnSlip, &'static str, String)> {
    const NAMES: [&str; 4] = ["up", "down", "left", "right"];
    let orders = (0..256).map(|code| [code / 64, code / 16 % 4, code / 4 % 4, code % 4]);
    let is_order = |order: &[usize; 4]| (0..4).all(|way| order.contains(&way)) && *order != [0, 1, 2, 3];
    let wander =
        orders.clone().filter(is_order).filter(move |_| part.has_monsters()).map(|order| (true, order));
    let follow =
        orders.filter(is_order).filter(move |_| part.has_dijkstra_maps()).map(|order| (false, order));
    wander.chain(follow).map(|(wander, order)| {
        let ways = order.map(|way| NAMES[way]).join(", ");
        let (who, function) = match wander {
            true => ("a wanderer's directions are", "Monster::wander"),
            false => ("who follows the Dijkstra map tries", "Game::monstersAct"),
        };
        let text = format!("{who} {ways} instead of up, down, left, right ({function})");
        (TurnSlip::Order { wander, order }, "direction-order", text)
    })
}

impl Slipped {
    fn turns(&self, slip: TurnSlip) -> bool {
        self.slip == Slip::Turn(slip)
    }

    /// Handles a direction key while playing.
    pub(super) fn press_direction(&mut self, step: Pos, key: Key) -> Outcome {
        let part = self.game.part;
        let is_arrow = [Key::UP, Key::DOWN, Key::LEFT, Key::RIGHT].contains(&key);
        let ignored = match self.slip {
            Slip::Turn(TurnSlip::KeyIgnored) => true,
            Slip::Turn(TurnSlip::ArrowsIgnored) => is_arrow,
            Slip::Turn(TurnSlip::LettersIgnored) => !is_arrow,
            Slip::Turn(TurnSlip::KeyMissing(index)) => key == KEYS[index],
            _ => false,
        };
        if !part.has_player() || ignored {
            return Outcome::Nothing;
        }
        let step = match self.slip {
            Slip::Turn(TurnSlip::StepSwapped) => Pos::new(step.y, step.x),
            Slip::Turn(TurnSlip::MirroredRows) => Pos::new(step.x, -step.y),
            Slip::Turn(TurnSlip::MirroredColumns) => Pos::new(-step.x, step.y),
            Slip::Turn(TurnSlip::KeysExchanged(a, b)) if key == KEYS[a] => DIRECTIONS[b % 4],
            Slip::Turn(TurnSlip::KeysExchanged(a, b)) if key == KEYS[b] => DIRECTIONS[a % 4],
            Slip::Turn(TurnSlip::TwoSteps) => Pos::new(2 * step.x, 2 * step.y),
            _ => step,
        };
        let from = self.game.player.entity.pos;
        if self.turns(TurnSlip::MonstersFirst) && part.has_monsters() {
            self.monsters_act(from);
        }
        let acted = self.player_acts(step);
        if acted.is_none() && self.turns(TurnSlip::TickAlways) {
            self.player_ticks();
        }
        let goes_on = self.game.state == GameState::Playing || self.slip == Slip::Pack(PackSlip::WinGoesOn);
        if acted.is_some() && goes_on {
            let ends = match acted {
                Some(Act::Blow) => !self.turns(TurnSlip::BlowIsNoTurn),
                Some(Act::Step) => !self.turns(TurnSlip::StepIsNoTurn),
                _ => true,
            };
            if ends {
                self.end_player_turn(from);
            }
            match self.slip {
                Slip::View(ViewSlip::AfterMonsters) if acted == Some(Act::Step) => self.update_view(from),
                Slip::Pack(PackSlip::PickupAfter) if acted == Some(Act::Step) => self.pick_up_here(),
                _ => {}
            }
        }
        let redraw = matches!(acted, Some(Act::Step | Act::Blow)) || part.has_game_class();
        if redraw { Outcome::Redraw } else { Outcome::Nothing }
    }

    /// The player's own part of a turn. Returns none if it was no turn.
    fn player_acts(&mut self, step: Pos) -> Option<Act> {
        let from = self.game.player.entity.pos;
        let target = from + step;
        let melee = self.game.part.has_melee() && !self.turns(TurnSlip::NoBlow);
        let struck = self.monster_at(target).filter(|_| melee);
        if let Some(index) = struck {
            let part = self.game.part;
            let Game { level, player, rng, .. } = &mut self.game;
            let blow = strike(self.slip, part, rng, &mut player.entity, &mut level.monsters[index].entity);
            let killed = !level.monsters[index].entity.is_alive();
            self.say_all(blow);
            if !(self.turns(TurnSlip::BlowAndStep) || killed && self.turns(TurnSlip::StepAfterKill)) {
                return Some(Act::Blow);
            }
        }
        let map = &self.game.level.map;
        let open = match self.slip {
            Slip::Turn(TurnSlip::WallsOpen) => Map::in_bounds(target),
            Slip::Turn(TurnSlip::TilesSwapped) => {
                Map::in_bounds(target) && map.is_floor(Pos::new(target.y, target.x))
            }
            _ => map.is_floor(target),
        };
        if !open {
            return self.turns(TurnSlip::BumpIsTurn).then_some(Act::Bump);
        }
        self.game.player.entity.pos = target;
        match self.slip {
            Slip::View(ViewSlip::Stale | ViewSlip::AfterMonsters) => {}
            _ => self.update_view(from),
        }
        if self.slip != Slip::Pack(PackSlip::PickupAfter) {
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
        if self.turns(TurnSlip::TickFirst) {
            self.player_ticks();
        }
        if part.has_melee() && self.turns(TurnSlip::TitleEarly) {
            self.game.update_title();
        }
        if !self.turns(TurnSlip::MonstersFirst) {
            self.monsters_act(from);
        }
        if self.turns(TurnSlip::TwiceActing) {
            self.monsters_act(from);
        }
        if !matches!(self.slip, Slip::Turn(TurnSlip::TickFirst | TurnSlip::NoTick)) {
            self.player_ticks();
        }
        if part.has_melee() {
            if !matches!(self.slip, Slip::Turn(TurnSlip::TitleStale | TurnSlip::TitleEarly)) {
                self.game.update_title();
            }
            let body = &self.game.player.entity;
            let dead = match self.slip {
                Slip::Turn(TurnSlip::DeathUnnoticed) => false,
                Slip::Turn(TurnSlip::DeathLate) => body.hp < 0,
                Slip::Turn(TurnSlip::DeathByFlag) => !body.alive,
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
            let ticks = tick(self.slip, self.game.part, &mut self.game.player.entity);
            self.say_all(ticks);
        }
    }

    fn monsters_act(&mut self, from: Pos) {
        if self.turns(TurnSlip::Frozen) {
            return;
        }
        if self.game.part.has_dijkstra_maps() {
            self.flood(from);
        }
        let count = self.game.level.monsters.len();
        for turn in 0..count {
            let index = if self.turns(TurnSlip::Backwards) { count - 1 - turn } else { turn };
            if self.turns(TurnSlip::NoticeDeath) && self.game.player.entity.hp <= 0 {
                return;
            }
            if !self.game.level.monsters[index].entity.is_alive() && !self.turns(TurnSlip::Ghosts) {
                if self.turns(TurnSlip::DeadDraw) {
                    self.game.rng.uniform(0, 4);
                }
                continue;
            }
            if self.monster_ticks(index) || self.turns(TurnSlip::Ghosts) {
                self.monster_acts(index);
            }
            if self.turns(TurnSlip::FirstOnly) {
                return;
            }
        }
    }

    /// Returns true if the monster lives on.
    fn monster_ticks(&mut self, index: usize) -> bool {
        if !self.game.part.has_statuses() {
            return true;
        }
        let body = &mut self.game.level.monsters[index].entity;
        let ticks = tick(self.slip, self.game.part, body);
        let survived = body.is_alive();
        self.say_all(ticks);
        survived
    }

    fn monster_acts(&mut self, index: usize) {
        let player = self.game.player.entity.pos;
        let part = self.game.part;
        let pos = self.game.level.monsters[index].entity.pos;
        let map = &self.game.level.map;
        let next_to = pos.manhattan(player) == 1;
        let hunts = match self.slip {
            Slip::Turn(TurnSlip::AlwaysHunt) => true,
            Slip::Turn(TurnSlip::NeverHunt) => false,
            Slip::Turn(TurnSlip::HuntExplored) => map.is_explored(pos),
            Slip::Turn(TurnSlip::HuntPlayerTile) => map.is_visible(player),
            Slip::Turn(TurnSlip::HuntWithin(steps)) => pos.manhattan(player) <= steps,
            Slip::Turn(TurnSlip::HuntUnseen) => !map.is_visible(pos),
            _ => map.is_visible(pos),
        };
        let (dx, dy) = ((player.x - pos.x).abs(), (player.y - pos.y).abs());
        let attacks = match self.slip {
            Slip::Turn(TurnSlip::DiagonalBlow) => dx.max(dy) == 1,
            Slip::Turn(TurnSlip::LongBlow) => dx + dy == 1 || dx + dy == 2,
            Slip::Turn(TurnSlip::NoMonsterBlow) => false,
            Slip::Turn(TurnSlip::FleeStill) => next_to && !self.flees(index),
            _ => next_to,
        };
        if !part.has_melee() || !hunts {
            if !self.turns(TurnSlip::NoWander) {
                self.wander(index);
            }
            return;
        }
        if self.turns(TurnSlip::HuntersDraw) {
            self.game.rng.uniform(0, 4);
        }
        if attacks {
            self.monster_attacks(index);
            if !self.turns(TurnSlip::BlowAndMove) {
                return;
            }
        }
        let follows = part.has_dijkstra_maps() && !self.turns(TurnSlip::StillChases);
        let target = if follows { self.follow(index) } else { self.chase(index) };
        if target == pos && self.turns(TurnSlip::BlockedWander) {
            self.wander(index);
            return;
        }
        self.game.level.monsters[index].entity.pos = target;
    }

    fn monster_attacks(&mut self, index: usize) {
        let part = self.game.part;
        let (venomous, name) = {
            let monster = &self.game.level.monsters[index];
            (monster.venomous, monster.entity.name)
        };
        let bites = part.has_statuses()
            && match self.slip {
                Slip::Turn(TurnSlip::BiteNever) => false,
                Slip::Turn(TurnSlip::BiteAlways) => true,
                _ => venomous,
            };
        if bites && self.turns(TurnSlip::BiteFirst) {
            self.bite(name);
        }
        let Game { level, player, rng, .. } = &mut self.game;
        let blow = strike(self.slip, part, rng, &mut level.monsters[index].entity, &mut player.entity);
        self.say_all(blow);
        let poisoned = self.game.player.entity.has_status(Status::Poisoned);
        let bites = bites && !(poisoned && self.turns(TurnSlip::BiteOnce));
        let alive = self.game.player.entity.is_alive() || self.turns(TurnSlip::BiteDead);
        if bites && alive && !self.turns(TurnSlip::BiteFirst) {
            self.bite(name);
        }
    }

    fn bite(&mut self, name: &'static str) {
        let turns = self.number(Number::BiteTurns);
        apply(self.slip, &mut self.game.player.entity, Status::Poisoned, turns);
        self.say(Event::VenomousBite(name));
    }

    fn directions(&self) -> [Pos; 4] {
        let [up, down, left, right] = DIRECTIONS;
        match self.slip {
            Slip::Turn(TurnSlip::ColumnsFirst) => [left, right, up, down],
            Slip::Turn(TurnSlip::ClockwiseFrom) => [up, right, down, left],
            Slip::Turn(TurnSlip::DownFirst) => [down, up, right, left],
            Slip::Turn(TurnSlip::RightFirst) => [right, left, down, up],
            Slip::Turn(TurnSlip::UpLeftFirst) => [up, left, down, right],
            Slip::Turn(TurnSlip::UpDownRight) => [up, down, right, left],
            _ => DIRECTIONS,
        }
    }

    fn wander(&mut self, index: usize) {
        let [up, down, left, right] = self.directions();
        let ways = match self.slip {
            Slip::Turn(TurnSlip::Order { wander: true, order }) => order.map(|way| DIRECTIONS[way]).to_vec(),
            Slip::Turn(TurnSlip::WanderColumns) => vec![left, right, up, down],
            Slip::Turn(TurnSlip::WanderClockwise) => vec![up, right, down, left],
            Slip::Turn(TurnSlip::WanderUpright) => vec![up, down, right, left],
            Slip::Turn(TurnSlip::WanderRestsFirst) => vec![Pos::default(), up, down, left, right],
            Slip::Turn(TurnSlip::WanderDiagonal) => {
                vec![up, down, left, right, up + left, up + right, down + left, down + right]
            }
            _ => vec![up, down, left, right],
        };
        let last = if ways.len() > 5 { ways.len() as i32 } else { 4 };
        let mut tries = 0;
        loop {
            let mut dice = Dice { rng: &mut self.game.rng, slip: self.slip, seeds: &mut self.next_seed };
            let step = if self.slip == Slip::Turn(TurnSlip::WanderTwoDraws) {
                let dx = dice.uniform(Draw::Wander, -1, 1);
                Some(Pos::new(dx, dice.uniform(Draw::Wander, -1, 1)))
            } else {
                let draw = dice.uniform(Draw::Wander, 0, last);
                usize::try_from(draw).ok().and_then(|draw| ways.get(draw).copied())
            };
            let Some(step) = step else { return };
            let target = self.game.level.monsters[index].entity.pos + step;
            let onto_player = target == self.game.player.entity.pos;
            let occupied = match self.slip {
                Slip::Turn(TurnSlip::NoSharing) => self.monster_at(target).is_some(),
                Slip::Turn(TurnSlip::NoSharingPlayer) => self.monster_at(target).is_some() || onto_player,
                Slip::Turn(TurnSlip::NotOntoPlayer) => onto_player,
                _ => false,
            };
            let level = &mut self.game.level;
            let body = &mut level.monsters[index].entity;
            if self.slip == Slip::Turn(TurnSlip::WanderBlind) && Map::in_bounds(target) {
                body.pos = target;
                return;
            }
            tries += 1;
            if self.slip == Slip::Turn(TurnSlip::WanderStill) {
                return;
            }
            let moved = !occupied && body.try_move(step, &level.map);
            if moved || self.slip != Slip::Turn(TurnSlip::WanderUntilFree) || tries > 100 {
                return;
            }
        }
    }

    fn chase(&mut self, index: usize) -> Pos {
        let pos = self.game.level.monsters[index].entity.pos;
        let player = self.game.player.entity.pos;
        let (dx, dy) = (player.x - pos.x, player.y - pos.y);
        let sign = if self.turns(TurnSlip::HuntAway) { -1 } else { 1 };
        let along_x = Pos::new(sign * dx.signum(), 0);
        let along_y = Pos::new(0, sign * dy.signum());
        let x_first = match self.slip {
            Slip::Turn(TurnSlip::YFirst) => dx.abs() > dy.abs(),
            Slip::Turn(TurnSlip::AlwaysX) => dx != 0,
            Slip::Turn(TurnSlip::AlwaysY) => dy == 0,
            Slip::Turn(TurnSlip::ShorterAxis) => dx.abs() < dy.abs(),
            _ => dx.abs() >= dy.abs() && dx != 0,
        };
        if self.turns(TurnSlip::HuntDiagonal) {
            let target = pos + along_x + along_y;
            return if self.is_free(target) { target } else { pos };
        }
        let tries = if x_first { [along_x, along_y] } else { [along_y, along_x] };
        let count = if self.turns(TurnSlip::OneAxis) { 1 } else { 2 };
        let steps = tries.into_iter().take(count).filter(|&step| step != Pos::default());
        steps.map(|step| pos + step).find(|&target| self.is_free(target)).unwrap_or(pos)
    }

    fn flees(&self, index: usize) -> bool {
        let body = &self.game.level.monsters[index].entity;
        let (hp, most) = (body.hp, body.max_hp);
        let factor = self.number(Number::FleeFactor);
        let flees = hp.saturating_mul(factor) <= most;
        match self.slip {
            Slip::Turn(TurnSlip::NeverFlee) => false,
            Slip::Turn(TurnSlip::AlwaysFlee) => true,
            Slip::Turn(TurnSlip::FleeTurned) => !flees,
            Slip::Turn(TurnSlip::FleeAt(least)) => hp <= least,
            Slip::Turn(TurnSlip::FleeLate) => hp.saturating_mul(factor) < most,
            _ => flees,
        }
    }

    fn follow(&mut self, index: usize) -> Pos {
        self.finish_flood();
        let flees = self.flees(index);
        let pos = self.game.level.monsters[index].entity.pos;
        let at = |pos: Pos| match &self.distances {
            Some(distances) if Map::in_bounds(pos) => distances[(pos.y * MAP_WIDTH + pos.x) as usize],
            Some(_) => UNREACHABLE,
            None => self.game.dijkstra_map.at(pos),
        };
        let mut best = pos;
        let ways = match self.slip {
            Slip::Turn(TurnSlip::Order { wander: false, order }) => order.map(|way| DIRECTIONS[way]),
            _ => self.directions(),
        };
        for target in ways.map(|step| pos + step) {
            let (distance, so_far) = (at(target), at(best));
            let mut better = if flees { distance > so_far } else { distance < so_far };
            if self.turns(TurnSlip::LastBest) {
                better |= distance == so_far && best != pos;
            }
            if self.turns(TurnSlip::AnyNeighbour) {
                better |= best == pos;
            }
            let reachable = distance < UNREACHABLE;
            let free = self.is_free(target) || self.turns(TurnSlip::FollowBlocked);
            if better && reachable && free {
                best = target;
            }
        }
        if self.is_free(best) { best } else { pos }
    }

    /// Computes the Dijkstra map.
    fn flood(&mut self, from: Pos) {
        let goal = if self.turns(TurnSlip::FloodStale) { from } else { self.game.player.entity.pos };
        if self.turns(TurnSlip::FloodOnce) && self.flooded {
            return;
        }
        self.flooded = true;
        if !matches!(
            self.slip,
            Slip::Turn(
                TurnSlip::FloodEight
                    | TurnSlip::FloodBlocked
                    | TurnSlip::FloodDeep
                    | TurnSlip::FloodWalls
                    | TurnSlip::FloodExplored
            )
        ) {
            // Most turns have no monster that asks for it. The player and the map stay as they are until
            // then.
            self.flood_from = Some(goal);
            if self.turns(TurnSlip::FloodOnce) {
                self.finish_flood();
            }
            return;
        }
        self.distances = Some(self.mistaken_flood(goal));
    }

    fn finish_flood(&mut self) {
        if let Some(goal) = self.flood_from.take() {
            self.game.dijkstra_map.compute(&self.game.level.map, goal);
        }
    }

    fn mistaken_flood(&self, goal: Pos) -> Vec<i32> {
        let map = &self.game.level.map;
        let open = |pos: Pos| match self.slip {
            Slip::Turn(TurnSlip::FloodWalls) => Map::in_bounds(pos),
            Slip::Turn(TurnSlip::FloodBlocked) => {
                map.is_floor(pos) && self.game.level.monster_at(pos).is_none()
            }
            Slip::Turn(TurnSlip::FloodExplored) => map.is_floor(pos) && map.is_explored(pos),
            _ => map.is_floor(pos),
        };
        let [up, down, left, right] = DIRECTIONS;
        let mut steps = DIRECTIONS.to_vec();
        if self.turns(TurnSlip::FloodEight) {
            steps.extend([up + left, up + right, down + left, down + right]);
        }
        let place = |pos: Pos| (pos.y * MAP_WIDTH + pos.x) as usize;
        let mut distances = vec![UNREACHABLE; (MAP_WIDTH * MAP_HEIGHT) as usize];
        let mut frontier = VecDeque::from([goal]);
        distances[place(goal)] = 0;
        loop {
            let deep = self.turns(TurnSlip::FloodDeep);
            let next = if deep { frontier.pop_back() } else { frontier.pop_front() };
            let Some(pos) = next else { return distances };
            for target in steps.iter().map(|&step| pos + step) {
                if open(target) && distances[place(target)] == UNREACHABLE {
                    distances[place(target)] = distances[place(pos)] + 1;
                    frontier.push_back(target);
                }
            }
        }
    }

    fn is_free(&self, pos: Pos) -> bool {
        let occupied = self.monster_at(pos).is_some() && !self.turns(TurnSlip::HuntersShare);
        let on_player = pos == self.game.player.entity.pos;
        let floor =
            self.game.level.map.is_floor(pos) || self.turns(TurnSlip::HuntersInWalls) && Map::in_bounds(pos);
        floor && !on_player && !occupied
    }

    fn monster_at(&self, pos: Pos) -> Option<usize> {
        if self.turns(TurnSlip::DeadInTheWay) {
            return self.game.level.monsters.iter().position(|monster| monster.entity.pos == pos);
        }
        self.game.level.monster_at(pos)
    }
}

/// One blow.
fn strike(slip: Slip, part: Part, rng: &mut Rng, attacker: &mut Entity, defender: &mut Entity) -> Vec<Event> {
    let power = if slip == Slip::Turn(TurnSlip::OwnPower) { defender.power } else { attacker.power };
    let defense = match slip {
        Slip::Turn(TurnSlip::NoDefense) => 0,
        Slip::Turn(TurnSlip::DefenseAdded) => -defender.defense,
        _ => defender.defense,
    };
    let damage = match slip {
        Slip::Turn(TurnSlip::DamageLess) => (power - defense - 1).max(1),
        Slip::Turn(TurnSlip::DamageMore) => (power - defense + 1).max(1),
        Slip::Turn(TurnSlip::DamageTwice) => (2 * (power - defense)).max(1),
        Slip::Turn(TurnSlip::DamageDrawn) => (rng.uniform(1, power.max(1)) - defense).max(1),
        Slip::Turn(TurnSlip::NoLeastDamage) => (power - defense).max(0),
        Slip::Turn(TurnSlip::NegativeDamage) => power - defense,
        _ => (power - defense).max(slip.number(Number::MinDamage, part)),
    };
    let (attacker_name, defender_name) = (attacker.name, defender.name);
    let hurt = if slip == Slip::Turn(TurnSlip::Healthy) { attacker } else { defender };
    let before = hurt.hp;
    hurt.hp -= damage;
    let told = match slip {
        Slip::Say(SaySlip::HpBefore) => before,
        Slip::Say(SaySlip::HpNegative) => hurt.hp,
        _ => hurt.hp.max(0),
    };
    let last = match slip {
        Slip::Turn(TurnSlip::DiesLate) => -1,
        Slip::Turn(TurnSlip::DiesAtOne) => 1,
        _ => 0,
    };
    let died = hurt.hp <= last;
    if died {
        if slip != Slip::Turn(TurnSlip::HpNegative) {
            hurt.hp = 0;
        }
        hurt.alive = slip == Slip::Turn(TurnSlip::AliveKept);
    }
    let hit = Event::Hit { attacker: attacker_name, defender: defender_name, damage, left: told };
    if died { vec![hit, Event::Died(hurt.name)] } else { vec![hit] }
}

/// Applies a status.
pub(super) fn apply(slip: Slip, body: &mut Entity, status: Status, turns: i32) {
    let before = body.turns_left(status);
    if slip == Slip::Turn(TurnSlip::StatusEndsOther) {
        body.statuses = [0; 2];
    }
    match slip {
        Slip::Turn(TurnSlip::StatusAdds) => body.set_status(status, before + turns),
        Slip::Turn(TurnSlip::StatusReplaces) => body.set_status(status, turns),
        Slip::Turn(TurnSlip::StatusKeeps) if before > 0 => {}
        _ => body.add_status(status, turns),
    }
}

/// One turn of poison and regeneration.
fn tick(slip: Slip, part: Part, body: &mut Entity) -> Vec<Event> {
    let mut events = Vec::new();
    if slip == Slip::Turn(TurnSlip::RegenFirst) {
        regenerate(slip, part, body);
        poison(slip, part, body, &mut events);
    } else {
        poison(slip, part, body, &mut events);
        regenerate(slip, part, body);
    }
    events
}

/// Returns true if the status takes effect in this turn.
fn spend(slip: Slip, body: &mut Entity, status: Status) -> bool {
    let turns = body.turns_left(status);
    let late = slip == Slip::Turn(TurnSlip::TicksLate);
    if turns > 0 && slip != Slip::Turn(TurnSlip::TicksNeverEnd) {
        body.set_status(status, turns - 1);
    }
    if late { turns > 1 } else { turns > 0 }
}

fn poison(slip: Slip, part: Part, body: &mut Entity, events: &mut Vec<Event>) {
    if !spend(slip, body, Status::Poisoned) {
        return;
    }
    let alive = body.alive;
    body.suffer(slip.number(Number::PoisonDamage, part));
    match slip {
        Slip::Turn(TurnSlip::PoisonSpares) => (body.hp, body.alive) = (body.hp.max(1), alive),
        Slip::Turn(TurnSlip::PoisonNotAlive) => body.alive = alive,
        _ => {}
    }
    events.push(Event::Poisoned { name: body.name, left: body.hp });
    if body.hp == 0 {
        events.push(Event::Succumbed(body.name));
    }
}

fn regenerate(slip: Slip, part: Part, body: &mut Entity) {
    if spend(slip, body, Status::Regen) {
        let hp = body.hp + slip.number(Number::RegenPoints, part);
        body.hp = if slip == Slip::Turn(TurnSlip::RegenBeyond) { hp } else { hp.min(body.max_hp) };
    }
}

/// What the player did with a turn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Act {
    Step,
    Blow,
    Bump,
}
