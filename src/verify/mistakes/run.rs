//! The beginning of a run, with mistakes.

use super::draw::Draw;
use super::event::Event;
use super::number::Number;
use super::{CLASS_KEYS, KnownMistake, Mistake, MistakenGame, TurnMistake, ViewMistake, pairs};
use crate::game::{Game, GameState, PlayerClass};
use crate::item::{COLOURS, LABELS, PotionType, ScrollType};
use crate::level::{AMULET_DEPTHS, Level};
use crate::map::{Tile, TileType};
use crate::part::Part;
use crate::{monster, player};

changes! {
    /// A mistake in what a new run begins with (`Game::newGame`). The second game is the one before.
    ResetMistake as Reset: fn(&mut Game, &Game);
    HpKept PLAYER "hp-not-reset" "a new dungeon leaves the player's hp as they were (Game::newGame)" =>
        |game, before| game.player.hp = before.player.hp;
    AliveKept MELEE "alive-not-reset" "a new dungeon leaves a dead player's alive at false (Game::newGame)" =>
        |game, before| game.player.alive = before.player.alive;
    StatusesKept STATUSES "statuses-not-reset"
        "a new run leaves the player poisoned or regenerating (Game::newGame)" =>
        |game, before| game.player.status_turns = before.player.status_turns;
    PackKept ITEMS "pack-not-cleared" "a new run leaves the pack as it was (Game::newGame)" =>
        |game, before| game.inventory.splice(0..0, before.inventory.iter().copied()).for_each(drop);
    LoreKept ITEMS "not-forgotten" "a new run leaves potions and scrolls identified (Game::newGame)" =>
        |game, before| (game.potion_ident, game.scroll_ident) = (before.potion_ident, before.scroll_ident);
    LooksKept ITEMS "looks-kept" "a new run does not shuffle the appearances again (Game::newGame)" =>
        |game, before| if !is_first_run(before) {
            game.potion_appear_idx = before.potion_appear_idx;
            game.scroll_appear_idx = before.scroll_appear_idx;
        };
    BonusKept EQUIPMENT "bonus-not-reset" "a new run leaves the strength bonus as it was (Game::newGame)" =>
        |game, before| game.strength_bonus = before.strength_bonus;
    GearKept EQUIPMENT "gear-not-reset" "a new run leaves weapon and armour as they were (Game::newGame)" =>
        |game, before| {
            (game.has_weapon, game.weapon) = (before.has_weapon, before.weapon);
            (game.has_armour, game.armour) = (before.has_armour, before.armour);
        };
    PowerKept PLAYER "power-not-reset" "a new dungeon leaves the player's power as it was (Game::newGame)" =>
        |game, before| game.player.power = before.player.power;
    AmuletsKept AMULETS "amulets-not-reset" "a new run leaves the amulets as they were (Game::newGame)" =>
        |game, before| game.amulets = before.amulets;
    MessagesKept HUD "messages-not-cleared"
        "a new run leaves the messages of the old one in the log (Game::newGame, MessageLog::clear)" =>
        |game, before| game.log.clone_from(&before.log);
    PlayerStays PLAYER "player-stays" "a new dungeon leaves the player where they were (Game::newGame)" =>
        |game, before| if !is_first_run(before) {
            game.player.pos = before.player.pos;
        };
    KitReversed CLASSES "kit" "a class's first items come into the pack in reverse (Game::newGame)" =>
        |game, _| game.inventory.reverse();
    KitMissing CLASSES "kit" "a class begins without its items (Game::newGame)" =>
        |game, _| game.inventory.clear();
    GearMissing CLASSES "kit" "a class does not begin with its weapon and armour (Game::newGame)" =>
        |game, _| (game.has_weapon, game.has_armour) = (false, false);
    ClassIgnored CLASSES "kit" "the hp of the class are not taken (Game::newGame)" =>
        |game, _| (game.player.hp, game.player.max_hp) = (player::HP, player::HP);
}

/// Returns true for a game before its first dungeon.
fn is_first_run(game: &Game) -> bool {
    game.cur().map.rooms.is_empty()
}

changes! {
    /// Something of the old dungeon that a new one keeps. The second level is the old one.
    KeptMistake as Kept: fn(&mut Level, &Level);
    MonstersKept MONSTERS "monsters-not-cleared"
        "a new dungeon keeps the monsters of the old one (Game::newGame)" =>
        |level, old| level.monsters.clone_from(&old.monsters);
    ItemsKept ITEMS "items-not-cleared" "a new dungeon keeps the items of the old one (Game::newGame)" =>
        |level, old| level.items.clone_from(&old.items);
    MapKept ALWAYS "map-not-cleared"
        "a new dungeon is carved into the old one: the tiles are not reset (Map::generate)" =>
        |level, old| each_tile(level, old, |tile, old| {
            tile.explored = old.explored;
            if old.kind == TileType::Floor {
                tile.kind = TileType::Floor;
            }
        });
    RoomsKept ALWAYS "rooms-not-cleared" "the rooms of the old dungeon stay in the list (Map::generate)" =>
        |level, old| level.map.rooms.splice(0..0, old.map.rooms.iter().copied()).for_each(drop);
    ExploredKept FOG "map-not-cleared"
        "a new dungeon leaves tiles explored and visible: only their types are reset (Map::generate)" =>
        |level, old| each_tile(level, old, |tile, old| *tile = Tile { kind: tile.kind, ..*old });
}

fn each_tile(level: &mut Level, old: &Level, change: fn(&mut Tile, &Tile)) {
    let tiles = level.map.tiles.as_flattened_mut().iter_mut().zip(old.map.tiles.as_flattened());
    tiles.for_each(|(tile, old)| change(tile, old));
}

mistakes! {
    /// A mistake in what is set up before the first step (`Game::newGame`, `Level::generate`).
    StartMistake as Start {
        /// The amulets lie this number of floors lower.
        AmuletsLower(i32),
        /// The last kind of monsters is never drawn.
        LastKindMissing,
    }
    FirstRoom MONSTERS "first-room" "monsters are placed from the first room on, the player's, not the second"
    ThirdRoom MONSTERS "first-room" "monsters are placed from the third room on; it should be the second"
    LastRoomEmpty MONSTERS "last-room" "no monster is placed in the last room"
    NoMonsters MONSTERS "no-monsters" "no monsters are placed"
    MonstersLost MONSTERS "no-monsters" "the monsters do not come into the list: push_back is missing"
    NoItems ITEMS "no-items" "no items are placed"
    ItemsLost ITEMS "no-items" "the items do not come into the list: push_back is missing"
    NoAmulets AMULETS "no-amulets" "no amulets are placed (Level::generate)"
    AmuletLastRoom AMULETS "amulet-room" "the amulet is in the last room, not the middle (Level::generate)"
    AmuletFirstRoom AMULETS "amulet-room" "the amulet is in the first room, not the middle (Level::generate)"
    AmuletBefore AMULETS "amulet-room" "the amulet lies in the room before the middle (Level::generate)"
    AmuletEarly AMULETS "amulet-order" "the amulet comes before other items, not last (Level::generate)"
    MonsterCorner MONSTERS "monster-place" "monsters are placed in their room's corner instead of its centre"
    MonsterAnywhere MONSTERS "monster-place" "monsters are anywhere in a room, x before y, not in its centre"
    MonsterRowFirst MONSTERS "monster-place" "monsters are anywhere in a room, y before x, not in its centre"
    KindsInTurn MONSTERS "kinds-in-turn" "the kinds of monsters are taken in turn, without a draw"
    ShuffleMoved ITEMS "shuffle-order"
        "the appearances are shuffled in another order with the monsters and items (first up to Part 10, \
         last from Part 11 on)"
    LabelsFirst SCROLLS "shuffle-order" "the labels of scrolls are shuffled before the looks (Game::newGame)"
    ItemsFirst ITEMS "items-first" "items are placed before monsters"
    ItemBeforePlace ITEMS "item-order" "an item is drawn before its place"
    RowFirst ITEMS "item-order" "an item's y is drawn before its x"
    ItemsApart ITEMS "item-place" "no item is placed where another one lies"
    ItemsNotFirst ITEMS "item-order" "no item is placed in the first room"
    LastRoom PLAYER "start-room" "the player starts in the last room instead of the first"
    MapCentre PLAYER "start-room" "the player starts in the centre of the map instead of the first room"
    Corner PLAYER "start-room" "the player starts in the corner of the first room instead of its centre"
    StairsFirst FLOORS "stairs-room" "the stairs are in the first room, not in the last (Level::generate)"
    StairsCorner FLOORS "stairs-room" "the stairs are in a corner of the last room (Level::generate)"
    StairsSecond FLOORS "stairs-room" "the stairs are in the second room, not in the last (Level::generate)"
    StairsMiddle FLOORS "stairs-room" "the stairs are in the middle room, not in the last (Level::generate)"
    StairsBeforeLast FLOORS "stairs-room" "the stairs are in the last room but one (Level::generate)"
    MaxHpFlat FLOORS "depth-bonus" "the depth adds to a monster's hp, not to its maximum (Level::generate)"
    DepthFromOne FLOORS "depth-bonus" "the depth counts from 1 instead of 0 for monsters (Level::generate)"
    StatsBeforeClass CLASSES "kit" "recomputeStats is called before the class is set up (Game::newGame)"
    StatsNotComputed EQUIPMENT "kit" "recomputeStats is not called for a new run (Game::newGame)"
}

/// Returns the mistakes of a part that come in families.
pub(super) fn families(part: Part) -> Vec<KnownMistake> {
    let mut all = Vec::new();
    if part.has_classes() {
        all.extend(pairs(PlayerClass::ALL.len()).map(|(a, b)| {
            let [one, other] = [a, b].map(|class| PlayerClass::ALL[class].name());
            let text = format!("the keys of {one} and {other} are exchanged");
            KnownMistake::new(
                TurnMistake::KeysExchanged(CLASS_KEYS[a], CLASS_KEYS[b]),
                "classes-exchanged",
                text,
            )
        }));
    }
    if let Some(last) = monster::kinds(part).last().filter(|_| part.has_statuses()) {
        let text = format!("{} is never drawn (KINDS)", last.name);
        all.push(KnownMistake::new(StartMistake::LastKindMissing, "kind-missing", text));
    }
    if part.has_amulets() {
        let (first, last) = AMULET_DEPTHS.into_inner();
        all.extend([-1, 1, -2, 2].map(|by| {
            let text = format!(
                "the amulets lie at the depths {} to {}, counted from 0, instead of {first} to {last} \
                 (Level::generate)",
                first + by,
                last + by
            );
            KnownMistake::new(StartMistake::AmuletsLower(by), "amulet-depths", text)
        }));
    }
    all
}

impl MistakenGame {
    /// Begins a new dungeon, or from Part 11 on a new run.
    pub(super) fn start_run(&mut self) {
        let part = self.game.part;
        let before = self.game.clone();
        let mut level = self.new_level(0);
        let shuffles_late = part.has_floors() != self.makes(StartMistake::ShuffleMoved);
        if shuffles_late && !part.has_floors() {
            self.populate(&mut level, 0);
        }
        self.game.log.clear();
        self.game.inventory.clear();
        (self.game.depth, self.game.amulets) = (0, 0);
        self.reset_player();
        self.game.player.pos = self.arrival(&level);
        if part.has_items() {
            self.shuffle_looks();
        }
        if let Mistake::Reset(mistake) = self.either(|mistake| matches!(mistake, Mistake::Reset(_))) {
            mistake.change()(&mut self.game, &before);
        }
        if self.makes(StartMistake::StatsBeforeClass) {
            self.game.player.power = before.base_power;
        } else if part.has_equipment() && !self.makes(StartMistake::StatsNotComputed) {
            self.game.recompute_stats();
        }
        if !shuffles_late {
            self.populate(&mut level, 0);
        }
        self.game.levels = vec![level];
        let start = self.game.player.pos;
        if !self.makes(ViewMistake::NotAtStart) {
            self.update_view(start);
        }
        self.game.state = GameState::Playing;
        if part.has_melee() {
            self.game.update_title();
        }
        if part.has_hud() {
            self.say(Event::RunStarted);
        }
    }

    fn reset_player(&mut self) {
        let [hp, power] = [Number::PlayerHp, Number::PlayerPower].map(|number| self.number(number));
        let mistake = self.mistake;
        let game = &mut self.game;
        game.player = player::new();
        (game.base_max_hp, game.base_power, game.player.power) = (hp, power, power);
        (game.strength_bonus, game.magic_bonus) = (0, 0);
        (game.has_weapon, game.has_armour) = (false, false);
        if game.part.has_classes() {
            game.equip_class();
        } else {
            (game.player.hp, game.player.max_hp) = (hp, hp);
        }
        if let Mistake::Number(Number::Class(class, stat), value) = mistake
            && game.class == class
        {
            *stat.of(game) = value;
            (game.player.hp, game.player.max_hp) = (game.base_max_hp, game.base_max_hp);
        }
    }

    /// Deals the appearances of potions and scrolls.
    fn shuffle_looks(&mut self) {
        let part = self.game.part;
        let mut looks: [usize; COLOURS.len()] = std::array::from_fn(|index| index);
        let mut labels: [usize; LABELS.len()] = std::array::from_fn(|index| index);
        let labels_first = self.makes(StartMistake::LabelsFirst);
        let dice = &mut self.dice();
        if part.has_scrolls() && labels_first {
            dice.shuffle(Draw::Labels, &mut labels);
        }
        dice.begin(Draw::Looks);
        dice.shuffle(Draw::Looks, &mut looks);
        if part.has_scrolls() && !labels_first {
            dice.shuffle(Draw::Labels, &mut labels);
        }
        let game = &mut self.game;
        game.potion_appear_idx.copy_from_slice(&looks[..PotionType::ALL.len()]);
        game.potion_ident.fill(false);
        if part.has_scrolls() {
            game.scroll_appear_idx.copy_from_slice(&labels[..ScrollType::ALL.len()]);
            game.scroll_ident.fill(false);
        }
    }
}
