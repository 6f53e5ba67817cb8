//! The mistakes in a turn, and the player's own part of it (Part 2 on): a key, a step or a blow.
//!
//! `monsters.rs` has the monsters' part, `blow.rs` has fights and statuses.

use super::blow::{strike, tick};
use super::event::Event;
use super::{CLASS_KEYS, KnownMistake, Mistake, MistakenGame, PackMistake, ViewMistake, pairs, parts};
use crate::game::{Game, GameState, Outcome};
use crate::key::Key;
use crate::map::{DIRECTIONS, Map, Pos};
use crate::part::Part;
use crate::support::text::counted;

mistakes! {
    /// A mistake in what a key does to the world.
    TurnMistake as Turn {
        /// A key does nothing.
        KeyMissing(Key),
        /// Two keys stand for each other.
        KeysExchanged(Key, Key),
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
    }
    StepSwapped PLAYER "step-swapped" "dx and dy are swapped in the player's step"
    MirroredRows PLAYER "step-mirrored" "up and down are swapped in the player's step: y grows downwards"
    MirroredColumns PLAYER "step-mirrored" "left and right are swapped in the player's step"
    LettersIgnored PLAYER "key-ignored" "the keys W, A, S and D do nothing; they should step like arrows"
    ArrowsIgnored PLAYER "key-ignored" "the arrow keys do nothing; they should step like W, A, S and D"
    KeyIgnored PLAYER "key-ignored" "the key does nothing, but it should mean a step"
    TwoSteps PLAYER "two-steps" "the player steps twice for one key"
    TilesSwapped PLAYER "tiles-swapped" "a step asks tiles[x][y] instead of tiles[y][x] (Entity::tryMove)"
    WallsOpen PLAYER "walls-open" "walls do not stop the player (Entity::tryMove)"
    BumpIsTurn MONSTERS "bump-turn" "a bump into a wall lets the monsters act; it should be no turn"
    BlowIsNoTurn MELEE "blow-turn" "the monsters do not act after the player's blow"
    StepIsNoTurn MONSTERS "step-turn" "the monsters do not act after the player's step"
    NoBlow MELEE "no-blow" "the player steps onto a monster instead of attacking it"
    BlowAndStep MELEE "blow-and-step" "the player attacks a monster and then steps as well"
    StepAfterKill MELEE "blow-and-step" "the player steps onto the tile of a monster that was just killed"
    DamageLess MELEE "damage" "a blow does 1 less than it should: power - defense - 1 (attack)"
    DamageMore MELEE "damage" "a blow does 1 more than it should: power - defense + 1 (attack)"
    DamageTwice MELEE "damage" "a blow does twice the damage (attack)"
    DamageDrawn MELEE "damage" "the damage of a blow is drawn, up to the power; nothing should be (attack)"
    OwnPower MELEE "own-power" "a blow hurts by the power of the defender, not of the attacker (attack)"
    Healthy MELEE "own-power" "a blow hurts the attacker, not the defender (attack)"
    NoDefense EQUIPMENT "no-defense" "a blow ignores the defender's defense (attack)"
    DefenseAdded EQUIPMENT "no-defense" "a blow adds the defender's defense, not subtracts it (attack)"
    NoLeastDamage EQUIPMENT "least-damage" "a blow can do less than 1 damage (attack)"
    NegativeDamage EQUIPMENT "least-damage" "a blow does negative damage: max(1, ...) is missing (attack)"
    HpNegative MELEE "hp-negative" "the hp of the dead stay below 0 instead of exactly 0 (attack)"
    AliveKept MELEE "alive-kept" "alive is not set to false when a monster dies of a blow (attack)"
    DiesLate MELEE "dies-late" "a blow kills only below 0 hp: < 0 instead of <= 0 (attack)"
    DiesAtOne MELEE "dies-late" "a blow kills at 1 hp: <= 1 instead of <= 0 (attack)"
    DeadInTheWay MELEE "dead-in-the-way"
        "the dead block tiles or are attacked: isAlive is missing (monsterAt)"
    Backwards MONSTERS "monster-order" "the monsters act in another order: last first (Game::monstersAct)"
    Frozen MONSTERS "monsters-frozen" "the monsters do not act"
    FirstOnly MONSTERS "monsters-frozen" "only the first living monster acts (Game::monstersAct)"
    TwiceActing MONSTERS "monsters-twice" "the monsters act twice in a turn"
    Ghosts MELEE "ghosts" "dead monsters still act (Game::monstersAct)"
    MonstersFirst MONSTERS "monsters-first" "the monsters act before the player does"
    WanderRestsFirst MONSTERS "wander-rest" "a wanderer rests at 0, and steps from 1 on (Monster::wander)"
    WanderTwoDraws MONSTERS "wander-draws" "a wanderer draws dx and dy from -1 to 1 each (Monster::wander)"
    WanderUntilFree MONSTERS "wander-draws" "a wanderer whose way is blocked draws again (Monster::wander)"
    WanderDiagonal MONSTERS "wander-draws" "a wanderer's directions have the diagonals (Monster::wander)"
    NoWander MONSTERS "wander-missing" "monsters out of sight stay, without a draw (Game::monstersAct)"
    WanderStill MONSTERS "wander-missing"
        "a wanderer draws its direction and does not step: the step is missing (Monster::wander), or the \
         loop over the monsters has copies of them (Game::monstersAct)"
    DeadDraw MELEE "ghosts" "a direction is drawn for dead monsters too (Game::monstersAct)"
    CopiesAct MELEE "monster-copies"
        "the monsters act, but no change is kept: the loop has copies of them (Game::monstersAct)"
    WanderBlind MONSTERS "wander-blocked" "walls do not stop a wanderer (Monster::wander)"
    NoSharing MONSTERS "wander-blocked" "monsters stop a wanderer; only walls should (Monster::wander)"
    NoSharingPlayer MONSTERS "wander-blocked" "monsters and the player stop a wanderer (Monster::wander)"
    NotOntoPlayer MONSTERS "wander-blocked" "the player stops a wanderer; only walls do (Monster::wander)"
    AlwaysHunt MELEE "always-hunt" "monsters out of sight hunt, where they should wander (Game::monstersAct)"
    NeverHunt MELEE "never-hunt" "monsters in sight wander, where they should hunt (Game::monstersAct)"
    HuntExplored MELEE "always-hunt" "monsters hunt on explored tiles, not visible ones (Game::monstersAct)"
    HuntPlayerTile MELEE "always-hunt"
        "the player's tile is asked whether it is visible, not the monster's (Game::monstersAct)"
    HuntUnseen MELEE "never-hunt" "monsters in sight wander, others hunt: turned round (Game::monstersAct)"
    DiagonalBlow MELEE "diagonal-blow"
        "monsters attack diagonally; only Manhattan distance 1 is next to the player (Game::monstersAct)"
    LongBlow MELEE "blow-range" "monsters attack from two tiles away (Game::monstersAct)"
    BlowAndMove MELEE "blow-range" "a monster that attacked also moves (Game::monstersAct)"
    NoMonsterBlow MELEE "blow-range" "monsters next to the player do not attack (Game::monstersAct)"
    YFirst CHASE "axis-tie" "on a tie a hunter steps along y; it should be x (Game::monstersAct)"
    AlwaysX CHASE "axis-tie" "a hunter always tries x before y, not the longer axis (Game::monstersAct)"
    AlwaysY CHASE "axis-tie" "a hunter always tries y before x, not the longer axis (Game::monstersAct)"
    ShorterAxis CHASE "axis-tie" "a hunter tries the shorter axis first (Game::monstersAct)"
    HuntAway CHASE "hunt-away" "a hunter steps away from the player: the sign is turned round (sgn)"
    HuntDiagonal CHASE "hunt-diagonal" "a hunter steps along both axes at once (Game::monstersAct)"
    OneAxis CHASE "one-axis" "a hunter whose way is blocked does not try the other axis (Game::monstersAct)"
    HuntersShare MELEE "hunters-share" "a hunting monster steps onto another one's tile (stepIfFree)"
    HuntersInWalls MELEE "hunters-share" "walls do not stop a hunting monster (stepIfFree)"
    HuntersDraw MELEE "hunters-draw" "hunters draw a number too; only wanderers should (Game::monstersAct)"
    BlockedWander MELEE "hunters-draw" "a hunter without a way wanders; it should stay (Game::monstersAct)"
    NeverFlee DIJKSTRA "never-flee" "badly hurt monsters do not flee (Game::monstersAct)"
    AlwaysFlee DIJKSTRA "never-flee" "all monsters flee (Game::monstersAct)"
    FleeTurned DIJKSTRA "never-flee" "the healthy flee and the badly hurt hunt (Game::monstersAct)"
    FleeLate DIJKSTRA "flee-bounds"
        "monsters flee below a third of their hp, not at it: hp*3 < maxHp, not <= (Game::monstersAct)"
    FleeStill DIJKSTRA "flee-still" "a fleeing monster steps away instead of attacking (Game::monstersAct)"
    LastBest DIJKSTRA "follow-first" "of equal neighbours the last is taken: <= for < (Game::monstersAct)"
    AnyNeighbour DIJKSTRA "follow-first"
        "the best neighbour is taken even if it is no better than the monster's own tile (Game::monstersAct)"
    FollowBlocked DIJKSTRA "follow-blocked"
        "the best neighbour is picked first, and the monster stays if it is not free (Game::monstersAct)"
    StillChases DIJKSTRA "still-chases" "monsters chase along the longer axis, not along the Dijkstra map"
    FloodStale DIJKSTRA "flood-stale" "the Dijkstra map is not computed again after a step"
    FloodOnce DIJKSTRA "flood-stale" "the Dijkstra map is computed only once in a dungeon"
    FloodEight DIJKSTRA "flood-ways" "the Dijkstra map counts diagonal steps (DijkstraMap::compute)"
    FloodBlocked DIJKSTRA "flood-ways" "monsters block the Dijkstra map (DijkstraMap::compute)"
    FloodDeep DIJKSTRA "flood-ways" "the Dijkstra map has a stack, not a queue (DijkstraMap::compute)"
    FloodWalls DIJKSTRA "flood-ways" "walls do not stop the Dijkstra map (DijkstraMap::compute)"
    FloodExplored DIJKSTRA "flood-ways" "the Dijkstra map covers only explored tiles (DijkstraMap::compute)"
    NoticeDeath MELEE "death-noticed" "the monsters stop when the player dies; all act (Game::monstersAct)"
    DeathUnnoticed MELEE "death-late"
        "the state does not become Dead at 0 hp: the test is missing, comes before the monsters act, or a \
         later line sets another state (Game::endPlayerTurn)"
    DeathEarly MELEE "death-late"
        "the player's death is tested before the monsters act: a turn too late (Game::endPlayerTurn)"
    DeathLate MELEE "death-late" "the player dies only below 0 hp: < 0 instead of <= 0"
    DeathByFlag MELEE "death-flag" "the player's alive decides about death, not the hp (Game::endPlayerTurn)"
    TickFirst STATUSES "tick-order" "the player's statuses tick before the monsters act (Game::endPlayerTurn)"
    NoTick STATUSES "no-tick" "the player's statuses do not tick (Game::endPlayerTurn)"
    RegenFirst STATUSES "tick-order" "regeneration comes before poison (Game::tickStatuses)"
    TicksLate STATUSES "tick-count"
        "a status has no effect in its last turn: the turn is taken off before the test (Game::tickStatuses)"
    TicksNeverEnd STATUSES "tick-count" "a status does not lose turns (Game::tickStatuses)"
    RegenBeyond STATUSES "regen-beyond" "regeneration exceeds the maximum of hp (Game::tickStatuses)"
    PoisonSpares STATUSES "poison-spares" "poison does not kill: it stops at 1 hp (Game::tickStatuses)"
    PoisonNotAlive STATUSES "alive-kept" "alive is not set to false when poison kills (Game::tickStatuses)"
    StatusAdds STATUSES "status-adds"
        "a status that is applied again adds its turns; the longer time should count (Entity::addStatus)"
    StatusReplaces STATUSES "status-adds"
        "a status applied again replaces the turns; the longer time should count (Entity::addStatus)"
    StatusKeeps STATUSES "status-adds"
        "a status that is applied again changes nothing; the longer time should count (Entity::addStatus)"
    BiteNever STATUSES "bite" "a venomous bite does not poison (Game::monstersAct)"
    BiteAlways STATUSES "bite" "every monster's bite poisons (Game::monstersAct)"
    BiteOnce STATUSES "bite" "a bite does nothing to a player who is poisoned already (Game::monstersAct)"
    BiteDead STATUSES "bite" "a venomous bite also poisons a dead player (Game::monstersAct)"
    BiteFirst STATUSES "bite" "a venomous bite poisons before the blow (Game::monstersAct)"
    ItemIsNoTurn ITEMS "item-turn" "the monsters do not act after an item is used (Game::useItem)"
    ItemSparesMonsters BEFORE_STATUSES "item-turn" "monstersAct is missing after an item is used (Game::useItem)"
    StairsAreTurn FLOORS "stairs-turn" "the monsters act after the stairs, which take no turn (Game::descend)"
    InventoryIsTurn ITEMS "inventory-turn" "the monsters act when the inventory opens; it should take no turn"
    TickAlways STATUSES "tick-always" "the player's statuses also tick after a bump (Game::tickStatuses)"
    StatusEndsOther STATUSES "status-other" "a status that is applied ends the other (Entity::addStatus)"
    TitleEarly TITLE "title-stale" "the title is refreshed before the monsters act (Game::updateTitle)"
    TitleStale TITLE "title-stale" "the title is not refreshed after a turn (Game::updateTitle)"
}

/// The direction keys, in the order of the directions.
const ARROWS: [Key; 4] = [Key::UP, Key::DOWN, Key::LEFT, Key::RIGHT];
const LETTERS: [Key; 4] = [Key::W, Key::S, Key::A, Key::D];

/// The keys that are no directions, and the parts that have them.
const OTHER_KEYS: [(Key, parts::Has); 8] = [
    (Key::PERIOD, parts::FLOORS),
    (Key::I, parts::ITEMS),
    (Key::SPACE, parts::ALWAYS),
    (Key::F5, parts::SAVES),
    (Key::F9, parts::SAVES),
    (CLASS_KEYS[0], parts::CLASSES),
    (CLASS_KEYS[1], parts::CLASSES),
    (CLASS_KEYS[2], parts::CLASSES),
];

/// Returns the mistakes that come in families.
pub(super) fn families(part: Part) -> Vec<KnownMistake> {
    let missing = |key: Key, words| {
        let text = format!("the key {} does nothing{words}", key.name());
        KnownMistake::new(TurnMistake::KeyMissing(key), "key-ignored", text)
    };
    let mut all = Vec::new();
    if part.has_player() {
        all.extend(ARROWS.into_iter().chain(LETTERS).map(|key| missing(key, "; it should mean a step")));
    }
    let others = OTHER_KEYS.into_iter().filter(|(_, exists)| exists(part));
    all.extend(others.map(|(key, _)| missing(key, ": another key code stands there (Game::run)")));
    for keys in [ARROWS, LETTERS].into_iter().filter(|_| part.has_player()) {
        all.extend(pairs(keys.len()).map(|(a, b)| {
            let text = format!("the keys {} and {} are exchanged", keys[a].name(), keys[b].name());
            KnownMistake::new(TurnMistake::KeysExchanged(keys[a], keys[b]), "keys-exchanged", text)
        }));
    }
    if part.has_dijkstra_maps() {
        all.extend((1..=5).map(|hp| {
            let text = format!(
                "a monster flees at {hp} hp or less; it should at a third of its maximum (Game::monstersAct)"
            );
            KnownMistake::new(TurnMistake::FleeAt(hp), "flee-bounds", text)
        }));
    }
    if part.has_melee() {
        all.extend((1..=16).map(|steps| {
            let within = counted(steps, "step");
            let text = format!(
                "monsters hunt within {within} of the player, seen or not; they should when seen \
                 (Game::monstersAct)"
            );
            KnownMistake::new(TurnMistake::HuntWithin(steps), "always-hunt", text)
        }));
    }
    all.extend(orders(part));
    all
}

/// What the directions are called, in their order.
pub(super) const WAYS: [&str; DIRECTIONS.len()] = ["up", "down", "left", "right"];

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
fn orders(part: Part) -> impl Iterator<Item = KnownMistake> {
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
            let ways = order.map(|way| WAYS[way]).join(", ");
            let text = format!("{words} {ways} instead of {}{function}", WAYS.join(", "));
            KnownMistake::new(TurnMistake::Order { who, order }, "direction-order", text)
        })
    })
}

impl MistakenGame {
    /// Handles a direction key while playing.
    pub(super) fn press_direction(&mut self, step: Pos, key: Key) -> Outcome {
        let part = self.game.part;
        let ignored = match self.mistake {
            Mistake::Turn(TurnMistake::KeyIgnored) => true,
            Mistake::Turn(TurnMistake::ArrowsIgnored) => ARROWS.contains(&key),
            Mistake::Turn(TurnMistake::LettersIgnored) => LETTERS.contains(&key),
            _ => false,
        };
        if !part.has_player() || ignored {
            return Outcome::Nothing;
        }
        let step = match self.mistake {
            Mistake::Turn(TurnMistake::StepSwapped) => Pos::new(step.y, step.x),
            Mistake::Turn(TurnMistake::MirroredRows) => Pos::new(step.x, -step.y),
            Mistake::Turn(TurnMistake::MirroredColumns) => Pos::new(-step.x, step.y),
            Mistake::Turn(TurnMistake::TwoSteps) => Pos::new(2 * step.x, 2 * step.y),
            _ => step,
        };
        let from = self.game.player.pos;
        if self.makes(TurnMistake::MonstersFirst) && part.has_monsters() {
            self.monsters_act(from);
        }
        let acted = self.player_acts(step);
        if acted.is_none() && self.makes(TurnMistake::TickAlways) {
            self.player_ticks();
        }
        let goes_on = self.game.state == GameState::Playing || self.makes(PackMistake::WinGoesOn);
        let ends = match acted {
            Some(Act::Blow) => !self.makes(TurnMistake::BlowIsNoTurn),
            Some(Act::Step) => !self.makes(TurnMistake::StepIsNoTurn),
            Some(Act::Bump) => true,
            None => false,
        };
        if goes_on && ends {
            self.end_player_turn(from);
        }
        if goes_on && acted == Some(Act::Step) {
            if self.makes(ViewMistake::AfterMonsters) {
                self.update_view(from);
            }
            if self.makes(PackMistake::PickupAfter) {
                self.pick_up_here();
            }
        }
        let redraw = acted.is_some() || part.has_game_class();
        if redraw { Outcome::Redraw } else { Outcome::Nothing }
    }

    /// The player's own part of a turn. Returns none if it was no turn.
    fn player_acts(&mut self, step: Pos) -> Option<Act> {
        let from = self.game.player.pos;
        let target = from + step;
        let melee = self.game.part.has_melee() && !self.makes(TurnMistake::NoBlow);
        let struck = self.monster_at(target).filter(|_| melee);
        if let Some(index) = struck {
            let part = self.game.part;
            let Game { levels, depth, player, rng, .. } = &mut self.game;
            let monster = &mut levels[*depth].monsters[index].entity;
            let blow = strike(self.mistake, part, rng, player, monster);
            let killed = !monster.is_alive();
            self.say_all(blow);
            if !(self.makes(TurnMistake::BlowAndStep) || killed && self.makes(TurnMistake::StepAfterKill)) {
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
            return self.makes(TurnMistake::BumpIsTurn).then_some(Act::Bump);
        }
        self.game.player.pos = target;
        if !(self.makes(ViewMistake::Stale) || self.makes(ViewMistake::AfterMonsters)) {
            self.update_view(from);
        }
        if !self.makes(PackMistake::PickupAfter) {
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
        if self.makes(TurnMistake::TickFirst) {
            self.player_ticks();
        }
        if part.has_melee() && self.makes(TurnMistake::TitleEarly) {
            self.game.update_title();
        }
        if !self.makes(TurnMistake::MonstersFirst) {
            self.monsters_act(from);
        }
        if self.makes(TurnMistake::TwiceActing) {
            self.monsters_act(from);
        }
        if !(self.makes(TurnMistake::TickFirst) || self.makes(TurnMistake::NoTick)) {
            self.player_ticks();
        }
        if part.has_melee() {
            self.note_turn(dead_before);
        }
    }

    /// What `Game::endPlayerTurn` does after the monsters have acted: the title, and the player's death.
    pub(super) fn note_turn(&mut self, dead_before: bool) {
        if !(self.makes(TurnMistake::TitleStale) || self.makes(TurnMistake::TitleEarly)) {
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
            if self.game.part.has_hud() {
                self.say(Event::PlayerDied);
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
