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

mistakes! {
    /// A mistake in what a key does to the world.
    TurnMistake {
        /// A direction key does nothing: an index into `KEYS`.
        KeyMissing(usize),
        /// Two direction keys stand for each other.
        KeysExchanged(usize, usize),
        /// A monster flees at this number of hit points.
        FleeAt(i32),
        /// Monsters hunt within this number of steps, seen or not.
        HuntWithin(i32),
        /// Directions are in another order, for wanderers or for monsters that follow the Dijkstra map.
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
    TilesSwapped "tiles-swapped"
        "a step asks tiles[x][y] instead of tiles[y][x] whether there is floor (Entity::tryMove)"
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
    DamageDrawn "damage"
        "a blow does a random damage from 1 to the power, which is drawn; nothing should be (attack)"
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
    ClockwiseFrom "direction-order"
        "directions are tried up, right, down, left instead of up, down, left, right"
    DownFirst "direction-order" "directions are tried down, up, right, left instead of up, down, left, right"
    RightFirst "direction-order" "directions are tried right, left, down, up instead of up, down, left, right"
    UpLeftFirst "direction-order"
        "directions are tried up, left, down, right instead of up, down, left, right"
    UpDownRight "direction-order"
        "directions are tried up, down, right, left instead of up, down, left, right"
    WanderColumns "direction-order"
        "a wanderer's directions are left, right, up, down instead of up, down, left, right (Monster::wander)"
    WanderClockwise "direction-order"
        "a wanderer's directions are up, right, down, left instead of up, down, left, right (Monster::wander)"
    WanderUpright "direction-order"
        "a wanderer's directions are up, down, right, left instead of up, down, left, right (Monster::wander)"
    WanderRestsFirst "wander-rest"
        "a wanderer rests at 0 and takes the directions from 1 on; it rests at 4 (Monster::wander)"
    WanderTwoDraws "wander-draws" "a wanderer draws dx and dy from -1 to 1 each (Monster::wander)"
    WanderUntilFree "wander-draws" "a wanderer whose way is blocked draws again (Monster::wander)"
    WanderDiagonal "wander-draws" "a wanderer's directions include the diagonals (Monster::wander)"
    NoWander "wander-missing"
        "monsters out of sight stay where they are, without a draw; they should wander (Game::monstersAct)"
    WanderStill "wander-missing" "a wanderer draws its direction and does not step (Monster::wander)"
    DeadDraw "ghosts" "a direction is drawn for dead monsters too (Game::monstersAct)"
    WanderBlind "wander-blocked" "walls do not stop a wanderer (Monster::wander)"
    NoSharing "wander-blocked" "other monsters stop a wanderer; only walls should (Monster::wander)"
    NoSharingPlayer "wander-blocked"
        "other monsters and the player stop a wanderer; only walls should (Monster::wander)"
    NotOntoPlayer "wander-blocked" "the player stops a wanderer; only walls should (Monster::wander)"
    AlwaysHunt "always-hunt"
        "monsters hunt the player from out of sight, where they should wander (Game::monstersAct)"
    NeverHunt "never-hunt" "monsters in sight wander, where they should hunt and attack (Game::monstersAct)"
    HuntExplored "always-hunt"
        "monsters hunt on explored tiles; they should on visible ones (Game::monstersAct)"
    HuntPlayerTile "always-hunt"
        "the player's tile is asked whether it is visible, not the monster's (Game::monstersAct)"
    HuntUnseen "never-hunt"
        "monsters hunt out of sight and wander in sight: the test is turned round (Game::monstersAct)"
    DiagonalBlow "diagonal-blow"
        "monsters attack diagonally; only Manhattan distance 1 is next to the player (Game::monstersAct)"
    LongBlow "blow-range" "monsters attack from two tiles away (Game::monstersAct)"
    BlowAndMove "blow-range" "a monster that attacked also moves (Game::monstersAct)"
    NoMonsterBlow "blow-range" "monsters next to the player do not attack (Game::monstersAct)"
    YFirst "axis-tie" "on a tie a hunter steps along y; it should be x (Game::monstersAct)"
    AlwaysX "axis-tie"
        "a hunter always tries x before y; it should try the longer axis first (Game::monstersAct)"
    AlwaysY "axis-tie"
        "a hunter always tries y before x; it should try the longer axis first (Game::monstersAct)"
    ShorterAxis "axis-tie" "a hunter tries the shorter axis first (Game::monstersAct)"
    HuntAway "hunt-away" "a hunter steps away from the player: the sign is turned round (sgn)"
    HuntDiagonal "hunt-diagonal" "a hunter steps along both axes at once (Game::monstersAct)"
    OneAxis "one-axis" "a hunter whose way is blocked does not try the other axis (Game::monstersAct)"
    HuntersShare "hunters-share" "a hunting monster steps onto a tile where another one stands (stepIfFree)"
    HuntersInWalls "hunters-share" "walls do not stop a hunting monster (stepIfFree)"
    HuntersDraw "hunters-draw"
        "a number is drawn for every monster, also for one that hunts; only a wanderer draws \
         (Game::monstersAct)"
    BlockedWander "hunters-draw"
        "a hunter that cannot step nearer wanders instead of staying (Game::monstersAct)"
    NeverFlee "never-flee" "badly hurt monsters do not flee (Game::monstersAct)"
    AlwaysFlee "never-flee" "all monsters flee (Game::monstersAct)"
    FleeTurned "never-flee" "healthy monsters flee and badly hurt ones hunt (Game::monstersAct)"
    FleeLate "flee-bounds"
        "monsters flee below a third of their hp instead of at a third: hp*3 < maxHp instead of <= \
         (Game::monstersAct)"
    FleeStill "flee-still"
        "a fleeing monster next to the player steps away instead of attacking (Game::monstersAct)"
    LastBest "follow-first"
        "of equally good neighbours the last is taken: <= instead of < (Game::monstersAct)"
    AnyNeighbour "follow-first"
        "the best neighbour is taken even if it is no better than the monster's own tile (Game::monstersAct)"
    FollowBlocked "follow-blocked"
        "the best neighbour is picked first, and the monster stays if it is not free (Game::monstersAct)"
    StillChases "still-chases"
        "monsters chase along the longer axis as in Part 5 instead of following the Dijkstra map"
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
    TickFirst "tick-order"
        "the player's statuses tick before the monsters act, not after (Game::endPlayerTurn)"
    NoTick "no-tick" "the player's statuses do not tick (Game::endPlayerTurn)"
    RegenFirst "tick-order" "regeneration comes before poison (Game::tickStatuses)"
    TicksLate "tick-count"
        "a status has no effect in its last turn: the turn is taken off before the test (Game::tickStatuses)"
    TicksNeverEnd "tick-count" "a status does not lose turns (Game::tickStatuses)"
    RegenBeyond "regen-beyond" "regeneration exceeds the maximum of hp (Game::tickStatuses)"
    PoisonSpares "poison-spares" "poison does not kill: it stops at 1 hp (Game::tickStatuses)"
    PoisonNotAlive "alive-kept" "alive is not set to false when poison kills (Game::tickStatuses)"
    StatusAdds "status-adds"
        "a status that is applied again adds its turns; the longer time should count (Entity::addStatus)"
    StatusReplaces "status-adds"
        "a status that is applied again replaces the old turns; the longer time should count \
         (Entity::addStatus)"
    StatusKeeps "status-adds"
        "a status that is applied again changes nothing; the longer time should count (Entity::addStatus)"
    BiteNever "bite" "a venomous bite does not poison (Game::monstersAct)"
    BiteAlways "bite" "every monster's bite poisons (Game::monstersAct)"
    BiteOnce "bite" "a venomous bite does nothing to a player who is poisoned already (Game::monstersAct)"
    BiteDead "bite" "a venomous bite also poisons a dead player (Game::monstersAct)"
    BiteFirst "bite" "a venomous bite poisons before the blow (Game::monstersAct)"
    ItemIsNoTurn "item-turn" "the monsters do not act after an item is used (Game::useItem)"
    StairsAreTurn "stairs-turn"
        "the monsters act after the stairs are taken; it should take no turn (Game::descend)"
    InventoryIsTurn "inventory-turn" "the monsters act when the inventory is opened; it should take no turn"
    TickAlways "tick-always" "the player's statuses also tick when a bump was no turn (Game::tickStatuses)"
    StatusEndsOther "status-other" "a status that is applied ends the other one (Entity::addStatus)"
    TitleEarly "title-stale" "the title is refreshed before the monsters act, not after (Game::updateTitle)"
    TitleStale "title-stale" "the title is not refreshed after a turn (Game::updateTitle)"
}

/// The direction keys, in the order of the directions: arrows, then letters.
const KEYS: [Key; 8] = [Key::UP, Key::DOWN, Key::LEFT, Key::RIGHT, Key::W, Key::S, Key::A, Key::D];

/// Returns the mistakes that come in families.
pub(super) fn families(part: Part) -> impl Iterator<Item = (TurnMistake, &'static str, String)> {
    let missing = (0..KEYS.len()).map(|key| {
        let text = format!("the key {} does nothing; it should mean a step", KEYS[key].name());
        (TurnMistake::KeyMissing(key), "key-ignored", text)
    });
    let pairs = (0..KEYS.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
    let exchanged = pairs.filter(|(a, b)| a / 4 == b / 4).map(|(a, b)| {
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
            "monsters hunt within {steps} steps of the player, seen or not; they should when seen \
             (Game::monstersAct)"
        );
        (TurnMistake::HuntWithin(steps), "always-hunt", text)
    });
    missing.chain(exchanged).chain(fleeing).chain(hunting).chain(orders(part))
}

/// Returns the wrong orders of the directions.
fn orders(part: Part) -> impl Iterator<Item = (TurnMistake, &'static str, String)> {
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
            false => ("a monster that follows the Dijkstra map tries", "Game::monstersAct"),
        };
        let text = format!("{who} {ways} instead of up, down, left, right ({function})");
        (TurnMistake::Order { wander, order }, "direction-order", text)
    })
}

impl MistakenGame {
    pub(super) fn turns(&self, mistake: TurnMistake) -> bool {
        self.mistake == Mistake::Turn(mistake)
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
