//! The beginning of a run, with mistakes.

use super::draw::{Dice, Draw};
use super::number::Number;
use super::{Mistake, MistakenGame, ViewMistake};
use crate::event::Event;
use crate::game::{Game, GameState, PlayerClass};
use crate::item::{PotionType, ScrollType};
use crate::part::Part;
use crate::player;

mistakes! {
    /// A mistake in what is set up before the first step (`Game::newGame`, `Level::generate`).
    StartMistake [Part::has_player] {
        /// The keys of two classes stand for each other.
        ClassesExchanged(usize, usize),
        /// The amulets lie this number of floors lower.
        AmuletsLower(i32),
    }:
    HpKept "hp-not-reset" "a new dungeon leaves the player's hp as they were (Game::newGame)"
    StatusesKept [Part::has_statuses] "statuses-not-reset" "a new run leaves the player poisoned or regenerating (Game::newGame)"
    PackKept [Part::has_items] "pack-not-cleared" "a new run leaves the pack as it was (Game::newGame)"
    LoreKept [Part::has_items] "not-forgotten" "a new run leaves potions and scrolls identified (Game::newGame)"
    LooksKept [Part::has_items] "looks-kept" "a new run does not shuffle the appearances again (Game::newGame)"
    BonusKept [Part::has_equipment] "bonus-not-reset" "a new run leaves the strength bonus as it was (Game::newGame)"
    GearKept [Part::has_equipment] "gear-not-reset" "a new run leaves weapon and armour as they were (Game::newGame)"
    PowerKept "power-not-reset" "a new dungeon leaves the player's power as it was (Game::newGame)"
    AmuletsKept [Part::has_amulets] "amulets-not-reset" "a new run leaves the amulets as they were (Game::newGame)"
    MessagesKept [Part::has_hud] "messages-not-cleared"
        "a new run leaves the messages of the old one in the log (Game::newGame, MessageLog::clear)"
    MonstersKept [Part::has_monsters] "monsters-not-cleared" "a new dungeon keeps the monsters of the old one (Game::newGame)"
    ItemsKept [Part::has_items] "items-not-cleared" "a new dungeon keeps the items of the old one (Game::newGame)"
    MapKept [|_| true] "map-not-cleared"
        "a new dungeon is carved into the old one: the tiles are not reset (Map::generate)"
    RoomsKept [|_| true] "rooms-not-cleared" "the rooms of the old dungeon stay in the list (Map::generate)"
    PlayerStays "player-stays" "a new dungeon leaves the player where they were (Game::newGame)"
    ExploredKept [Part::has_fog] "map-not-cleared"
        "a new dungeon leaves tiles explored and visible: only their types are reset (Map::generate)"
    FirstRoom [Part::has_monsters] "first-room"
        "monsters are placed from the first room on, where the player starts; it should be from the second"
    ThirdRoom [Part::has_monsters] "first-room" "monsters are placed from the third room on; it should be from the second"
    LastRoomEmpty [Part::has_monsters] "last-room" "no monster is placed in the last room"
    NoMonsters [Part::has_monsters] "no-monsters" "no monsters are placed, or the placed ones do not come into the list: push_back is missing"
    NoItems [Part::has_items] "no-items" "no items are placed, or the placed ones do not come into the list: push_back is missing"
    NoAmulets [Part::has_amulets] "no-amulets" "no amulets are placed (Level::generate)"
    AmuletLastRoom [Part::has_amulets] "amulet-room"
        "the amulet lies in the last room instead of the middle one (Level::generate)"
    AmuletFirstRoom [Part::has_amulets] "amulet-room"
        "the amulet lies in the first room instead of the middle one (Level::generate)"
    AmuletBefore [Part::has_amulets] "amulet-room" "the amulet lies in the room before the middle one (Level::generate)"
    AmuletEarly [Part::has_amulets] "amulet-order"
        "the amulet comes before the other items of its level; it should come last (Level::generate)"
    MonsterCorner [Part::has_monsters] "monster-place" "monsters are placed in the corner of their room instead of its centre"
    MonsterAnywhere [Part::has_monsters] "monster-place"
        "monsters are placed on a random tile of their room, x drawn before y, instead of its centre"
    MonsterRowFirst [Part::has_monsters] "monster-place"
        "monsters are placed on a random tile of their room, y drawn before x, instead of its centre"
    KindsInTurn [Part::has_monsters] "kinds-in-turn" "the kinds of monsters are taken in turn, without a draw"
    ShuffleMoved [Part::has_items] "shuffle-order"
        "the appearances are shuffled in another order with the monsters and items (first up to Part 10, \
         last from Part 11 on)"
    LabelsFirst [Part::has_scrolls] "shuffle-order"
        "the labels of scrolls are shuffled before the appearances of potions (Game::newGame)"
    ItemsFirst [Part::has_items] "items-first" "items are placed before monsters"
    ItemBeforePlace [Part::has_items] "item-order" "an item is drawn before its place"
    RowFirst [Part::has_items] "item-order" "an item's y is drawn before its x"
    ItemsApart [Part::has_items] "item-place" "no item is placed where another one lies"
    ItemsNotFirst [Part::has_items] "item-order" "no item is placed in the first room"
    LastRoom "start-room" "the player starts in the last room instead of the first"
    MapCentre "start-room" "the player starts in the centre of the map instead of the first room"
    Corner "start-room" "the player starts in the corner of the first room instead of its centre"
    StairsFirst [Part::has_floors] "stairs-room" "the stairs are in the first room instead of the last (Level::generate)"
    StairsCorner [Part::has_floors] "stairs-room"
        "the stairs are in the corner of the last room instead of its centre (Level::generate)"
    StairsSecond [Part::has_floors] "stairs-room" "the stairs are in the second room instead of the last (Level::generate)"
    StairsMiddle [Part::has_floors] "stairs-room" "the stairs are in the middle room instead of the last (Level::generate)"
    StairsBeforeLast [Part::has_floors] "stairs-room" "the stairs are in the last room but one (Level::generate)"
    MaxHpFlat [Part::has_floors] "depth-bonus" "the depth is added to a monster's hp, but not to its maximum (Level::generate)"
    DepthFromOne [Part::has_floors] "depth-bonus"
        "the depth is counted from 1 instead of 0 where monsters are made (Level::generate)"
    SnakeMissing [Part::has_statuses] "kind-missing" "the snake is never drawn (KINDS)"
    KitReversed [Part::has_classes] "kit" "a class's first items are put into the pack in the reverse order (Game::newGame)"
    KitMissing [Part::has_classes] "kit" "a class begins without its items (Game::newGame)"
    GearMissing [Part::has_classes] "kit" "a class does not begin with its weapon and armour (Game::newGame)"
    StatsNotComputed [Part::has_equipment] "kit" "recomputeStats is not called for a new run (Game::newGame)"
    ClassIgnored [Part::has_classes] "kit" "the hp of the class are not taken (Game::newGame)"
}

/// Returns the mistakes of a part that come in families.
pub(super) fn families(part: Part) -> impl Iterator<Item = (StartMistake, &'static str, String)> {
    let classes = [(0, 1), (0, 2), (1, 2)].into_iter().filter(move |_| part.has_classes()).map(|(a, b)| {
        let [one, other] = [a, b].map(|class: usize| PlayerClass::ALL[class].name());
        let text = format!("the keys of {one} and {other} are exchanged");
        (StartMistake::ClassesExchanged(a, b), "classes-exchanged", text)
    });
    let amulets = [-1, 1, -2, 2].into_iter().filter(move |_| part.has_amulets()).map(|by| {
        let text = format!(
            "the amulets lie at the depths {} to {}, counted from 0, instead of 2 to 4 (Level::generate)",
            2 + by,
            4 + by
        );
        (StartMistake::AmuletsLower(by), "amulet-depths", text)
    });
    classes.chain(amulets)
}

impl MistakenGame {
    pub(super) fn starts(&self, mistake: StartMistake) -> bool {
        self.makes(Mistake::Start(mistake))
    }

    /// Begins a new dungeon, or from Part 11 on a new run.
    pub(super) fn start_run(&mut self) {
        let part = self.game.part;
        let before = self.game.clone();
        let is_first = !self.dug;
        let mut level = self.new_level(0);
        let shuffles_late = part.has_floors() != self.starts(StartMistake::ShuffleMoved);
        if shuffles_late && !part.has_floors() {
            self.populate(&mut level, 0);
        }
        if !self.starts(StartMistake::MessagesKept) {
            self.game.log.clear();
        }
        if !self.starts(StartMistake::PackKept) {
            self.game.inventory.clear();
        }
        self.game.depth = 0;
        self.game.amulets = if self.starts(StartMistake::AmuletsKept) { before.amulets } else { 0 };
        self.reset_player(&before);
        self.game.player.pos = match self.starts(StartMistake::PlayerStays) && !is_first {
            true => before.player.pos,
            false => self.arrival(&level),
        };
        if part.has_items() {
            self.shuffle_looks(&before);
        }
        if !shuffles_late {
            self.populate(&mut level, 0);
        }
        self.game.levels = vec![level];
        let start = self.game.player.pos;
        if self.mistake != Mistake::View(ViewMistake::NotAtStart) {
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

    fn reset_player(&mut self, before: &Game) {
        let (part, mistake) = (self.game.part, self.mistake);
        let number = |number: Number| mistake.number(number, part);
        let game = &mut self.game;
        game.player = player::new();
        game.player.hp = number(Number::PlayerHp);
        game.player.max_hp = game.player.hp;
        game.base_max_hp = game.player.hp;
        game.player.power = number(Number::PlayerPower);
        game.base_power = game.player.power;
        (game.strength_bonus, game.magic_bonus) = (0, 0);
        (game.has_weapon, game.has_armour) = (false, false);
        if let Some(class) = game.class {
            let kept = game.inventory.len();
            game.equip_class();
            if mistake == Mistake::Start(StartMistake::ClassIgnored) {
                game.player.hp = number(Number::PlayerHp);
                game.player.max_hp = game.player.hp;
            }
            let (hp, power) = match class {
                PlayerClass::Fighter => (Number::FighterHp, Number::FighterPower),
                PlayerClass::Rogue => (Number::RogueHp, Number::RoguePower),
                PlayerClass::Mage => (Number::MageHp, Number::MagePower),
            };
            if mistake != Mistake::Start(StartMistake::ClassIgnored) {
                game.player.hp = number(hp);
                game.player.max_hp = number(hp);
            }
            game.base_max_hp = number(hp);
            game.base_power = number(power);
            match class {
                PlayerClass::Fighter => {
                    game.weapon = number(Number::FighterWeapon);
                    game.armour = number(Number::FighterArmour);
                }
                PlayerClass::Rogue => {
                    game.weapon = number(Number::RogueWeapon);
                    game.armour = number(Number::RogueArmour);
                }
                PlayerClass::Mage => game.magic_bonus = number(Number::MageMagic),
            }
            match mistake {
                Mistake::Start(StartMistake::KitMissing) => game.inventory.truncate(kept),
                Mistake::Start(StartMistake::KitReversed) => game.inventory[kept..].reverse(),
                _ => {}
            }
        }
        match mistake {
            Mistake::Start(StartMistake::HpKept) => game.player.hp = before.player.hp,
            Mistake::Start(StartMistake::StatusesKept) => {
                game.player.status_turns = before.player.status_turns;
            }
            Mistake::Start(StartMistake::PowerKept) => game.player.power = before.player.power,
            Mistake::Start(StartMistake::BonusKept) => game.strength_bonus = before.strength_bonus,
            Mistake::Start(StartMistake::GearKept) => {
                (game.has_weapon, game.weapon) = (before.has_weapon, before.weapon);
                (game.has_armour, game.armour) = (before.has_armour, before.armour);
            }
            Mistake::Start(StartMistake::GearMissing) => {
                (game.has_weapon, game.has_armour) = (false, false);
            }
            _ => {}
        }
        if part.has_equipment() && mistake != Mistake::Start(StartMistake::StatsNotComputed) {
            game.recompute_stats();
        }
    }

    /// Deals the appearances of potions and scrolls.
    fn shuffle_looks(&mut self, before: &Game) {
        let part = self.game.part;
        let (mut looks, mut labels) = ([0, 1, 2, 3, 4, 5], [0, 1, 2, 3, 4]);
        let mistake = self.mistake;
        let dice = &mut Dice { rng: &mut self.game.rng, mistake, seeds: &mut self.next_seed };
        if part.has_scrolls() && mistake == Mistake::Start(StartMistake::LabelsFirst) {
            dice.shuffle(Draw::Labels, &mut labels);
        }
        dice.begin(Draw::Looks);
        dice.shuffle(Draw::Looks, &mut looks);
        if part.has_scrolls() && mistake != Mistake::Start(StartMistake::LabelsFirst) {
            dice.shuffle(Draw::Labels, &mut labels);
        }
        let game = &mut self.game;
        game.potion_appear_idx.copy_from_slice(&looks[..PotionType::ALL.len()]);
        game.potion_ident.fill(false);
        if part.has_scrolls() {
            game.scroll_appear_idx.copy_from_slice(&labels[..ScrollType::ALL.len()]);
            game.scroll_ident.fill(false);
        }
        if mistake == Mistake::Start(StartMistake::LooksKept) && self.run > 0 {
            game.potion_appear_idx = before.potion_appear_idx;
            game.scroll_appear_idx = before.scroll_appear_idx;
        }
        if mistake == Mistake::Start(StartMistake::LoreKept) {
            game.potion_ident = before.potion_ident;
            game.scroll_ident = before.scroll_ident;
        }
        self.run += 1;
    }
}
