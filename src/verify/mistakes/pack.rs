//! Items and stairs (Part 8 on) with mistakes. What scrolls do is in the module `magic`.

use super::number::Number;
use super::{Mistake, MistakenGame, TurnMistake, ViewMistake, blow};
use crate::entity::Status;
use crate::event::Event;
use crate::game::{AMULETS_TO_WIN, GameState};
use crate::item::{Item, PotionType};
use crate::part::Part;

mistakes! {
    /// A mistake in picking up or using an item.
    PackMistake [Part::has_items] {
        /// Two potions do the work of each other, by their numbers.
        EffectsExchanged(usize, usize),
    }:
    NoPickup "no-pickup" "nothing is picked up (Game::pickUpHere)"
    PickupLost "pickup"
        "an item that is picked up does not come into the pack: push_back is missing (Game::pickUpHere)"
    PickupKeeps "pickup" "an item that is picked up stays on the floor (Game::pickUpHere)"
    PickupAll "pickup" "all items of a tile are picked up at once; it is one a step (Game::pickUpHere)"
    PickupLast "pickup" "the last item of a tile is picked up; it should be the first (Game::pickUpHere)"
    PickupFront "pickup"
        "an item that is picked up goes to the front of the pack; it should be the end (Game::pickUpHere)"
    PickupSilent [Part::has_amulets] "pickup" "amulets go into the pack; they should only be counted (Game::pickUpHere)"
    AmuletPacked [Part::has_amulets] "pickup" "an amulet also goes into the pack; it should only be counted (Game::pickUpHere)"
    PickupAfter "pickup" "items are picked up after the monsters acted, not before (Game::playerAct)"
    ItemKept "item-kept" "an item stays in the pack when it is used (Game::useItem)"
    LastRemoved "item-kept"
        "the last item of the pack is removed instead of the one that was used (Game::useItem)"
    NextSlot "item-slot" "a letter means the next slot: a is the second item (Game::useItem)"
    StateAfterTurn "inventory-stays"
        "the state is set to Playing after the turn that an item takes, so a death in it is lost (Game::useItem)"
    InventoryStays "inventory-stays" "the inventory stays open after an item was used (Game::useItem)"
    NoIdentify "identify" "a potion or scroll that is used is not identified"
    IdentifyUnmarked "identify"
        "a potion or scroll that is used is called by its name, but stays unidentified"
    PotionsUnknown "identify" "a potion that is used is not identified (Game::quaff)"
    ScrollsUnknown [Part::has_scrolls] "identify" "a scroll that is read is not identified (Game::readScroll)"
    IdentifyAll "identify" "one use identifies every potion or every scroll"
    IdentifySilent "identify" "a potion or scroll is identified before its name is said"
    HealCures [Part::has_statuses] "heal" "a potion of healing also ends poison (Game::applyPotion)"
    HealBeyond "heal" "a potion of healing exceeds the maximum of hp (Game::applyPotion)"
    HealFull "heal" "a potion of healing restores all hp (Game::applyPotion)"
    HealMax "heal" "a potion of healing raises the maximum of hp (Game::applyPotion)"
    PoisonClamped [|part| part.has_items() && !part.has_statuses()] "poison-potion"
        "a potion of poison leaves at least 0 hp before the turn ends (Game::applyPotion)"
    PoisonSpares [|part| part.has_items() && !part.has_statuses()] "poison-potion" "a potion of poison leaves at least 1 hp (Game::applyPotion)"
    PoisonAtOnce [Part::has_statuses] "poison-potion"
        "a potion of poison takes 6 hp at once instead of poisoning for turns (Game::applyPotion)"
    PoisonBoth [Part::has_statuses] "poison-potion" "a potion of poison takes 6 hp and poisons as well (Game::applyPotion)"
    RegenPoisons [Part::has_statuses] "potions-swapped" "regeneration and poison are swapped in the statuses (Status)"
    StrengthHeals "strength" "a potion of strength also restores a hit point (Game::applyPotion)"
    StrengthLost [Part::has_equipment] "strength"
        "a potion of strength raises the power and not the bonus, so equipment resets it (Game::applyPotion)"
    StrengthStale [Part::has_equipment] "strength" "recomputeStats is not called after a potion of strength (Game::applyPotion)"
    EquipKept [Part::has_equipment] "equip" "equipment stays in the pack when it is used (Game::equip)"
    EquipLost [Part::has_equipment] "equip" "equipment that is replaced does not go back into the pack (Game::equip)"
    EquipFront [Part::has_equipment] "equip"
        "equipment that is replaced goes to the front of the pack; it should be the end (Game::equip)"
    EquipSameSlot [Part::has_equipment] "equip"
        "equipment that is replaced goes to the slot of the new one; it should be the end (Game::equip)"
    EquipStale [Part::has_equipment] "equip" "recomputeStats is not called after equipment changed (Game::equip)"
    EquipAdds [Part::has_equipment] "equip"
        "equipment adds its bonus each time instead of the stats being computed anew (Game::equip)"
    BaseMissing [Part::has_equipment] "stats" "the base power is missing from the power (Game::recomputeStats)"
    BaseOnly [Part::has_equipment] "stats" "the strength bonus is missing from the power (Game::recomputeStats)"
    WeaponMissing [Part::has_equipment] "stats" "the weapon's bonus is missing from the power (Game::recomputeStats)"
    ArmourMissing [Part::has_equipment] "stats" "the armour's bonus is missing from the defense (Game::recomputeStats)"
    ArmourPower [Part::has_equipment] "stats" "the armour's bonus goes to the power (Game::recomputeStats)"
    TargetFirst [Part::has_scrolls] "target"
        "a scroll takes the first monster in view, not the nearest (Game::nearestVisibleMonster)"
    TargetLastTie [Part::has_scrolls] "target"
        "of equally near monsters the last is taken: <= instead of < (Game::nearestVisibleMonster)"
    TargetFarthest [Part::has_scrolls] "target" "a scroll takes the farthest monster in view (Game::nearestVisibleMonster)"
    TargetChebyshev [Part::has_scrolls] "target"
        "the nearest monster is found with max(|dx|, |dy|) instead of |dx| + |dy| \
         (Game::nearestVisibleMonster)"
    TargetEuclid [Part::has_scrolls] "target"
        "the nearest monster is found with dx*dx + dy*dy instead of |dx| + |dy| (Game::nearestVisibleMonster)"
    TargetUnseen [Part::has_scrolls] "target" "a scroll finds monsters that are not in view (Game::nearestVisibleMonster)"
    TargetExplored [Part::has_scrolls] "target"
        "a scroll finds monsters on explored tiles; they should be visible (Game::nearestVisibleMonster)"
    TargetDead [Part::has_scrolls] "target" "a scroll finds dead monsters (Game::nearestVisibleMonster)"
    FireballAlone [Part::has_scrolls] "fireball" "a fireball hurts its target alone (Game::readScroll)"
    FireballOthers [Part::has_scrolls] "fireball" "a fireball spares its target (Game::readScroll)"
    FireballDiamond [Part::has_scrolls] "fireball" "a fireball reaches |dx| + |dy| <= 1, not the diagonals (Game::readScroll)"
    FireballPlayer [Part::has_scrolls] "fireball"
        "a fireball is thrown around the player, not around its target (Game::readScroll)"
    FireballHurtsPlayer [Part::has_scrolls] "fireball" "a fireball also hurts the player (Game::readScroll)"
    FireballDead [Part::has_scrolls] "fireball" "a fireball hurts the dead again (Game::readScroll)"
    FireballSeen [Part::has_scrolls] "fireball" "a fireball hurts every monster in view (Game::readScroll)"
    ScrollsSwapped [Part::has_scrolls] "scrolls-swapped" "lightning and fireball do the work of each other: their cases are swapped (Game::readScroll), or the \
         members of ScrollType"
    MagicMissing [Part::has_scrolls] "magic" "the magic bonus is missing from the damage of scrolls (Game::readScroll)"
    MagicNotLightning [Part::has_scrolls] "magic" "the magic bonus is missing from lightning (Game::readScroll)"
    MagicNotFireball [Part::has_scrolls] "magic" "the magic bonus is missing from fireballs (Game::readScroll)"
    MagicStrength [Part::has_scrolls] "magic"
        "the strength bonus is added to scrolls instead of the magic bonus (Game::readScroll)"
    ZapAlive [Part::has_scrolls] "alive-kept" "alive is not set to false when magic kills (Game::zap)"
    ZapNegative [Part::has_scrolls] "hp-negative" "the hp of a monster that magic kills stay below 0 (Game::zap)"
    FizzleKeeps [Part::has_scrolls] "fizzle" "a scroll without a target stays in the pack (Game::readScroll)"
    FizzleUnknown [Part::has_scrolls] "fizzle" "a scroll without a target is not identified (Game::readScroll)"
    FizzleIsNoTurn [Part::has_scrolls] "fizzle" "a scroll without a target takes no turn (Game::readScroll)"
    DescendAnywhere [Part::has_floors] "descend" "the stairs need not be under the player (Game::descend)"
    DescendStays [Part::has_floors] "descend" "the player keeps the position of the floor above (Game::descend)"
    DescendPicksUp [Part::has_floors] "descend" "the player picks up what lies at the arrival (Game::descend)"
    DescendLast [Part::has_floors] "descend" "the player arrives in the last room, not in the first (Game::descend)"
    DescendCures [Part::has_floors] "descend" "going down ends poison and regeneration (Game::descend)"
    DescendHeals [Part::has_floors] "descend" "going down restores all hp (Game::descend)"
    DescendSilent [Part::has_floors] "descend" "the title is not refreshed on arrival (Game::descend)"
    WinGoesOn [Part::has_amulets] "win" "the turn goes on after the third amulet (Game::playerAct)"
    WinLate [Part::has_amulets] "win" "the third amulet does not win: > 3 instead of >= 3 (Game::pickUpHere)"
}

/// What the potions do, in the order of their types.
pub(super) const POTIONS: [&str; PotionType::ALL.len()] = ["healing", "poison", "strength", "regeneration"];

/// Returns the mistakes of a part that come in families.
pub(super) fn families(part: Part) -> impl Iterator<Item = (Mistake, &'static str, String)> {
    let count = if part.has_statuses() { PotionType::ALL.len() } else { PotionType::ALL.len() - 1 };
    let pairs = (0..count).flat_map(|b| (0..b).map(move |a| (a, b)));
    pairs.filter(move |_| part.has_items()).map(|(a, b)| {
        let [one, other] = [a, b].map(|potion| POTIONS[potion]);
        let text = format!(
            "the potions of {one} and {other} do the work of each other: their cases are swapped \
             (Game::applyPotion), or the members of PotionType"
        );
        (Mistake::Pack(PackMistake::EffectsExchanged(a, b)), "potions-swapped", text)
    })
}

impl MistakenGame {
    pub(super) fn packs(&self, mistake: PackMistake) -> bool {
        self.makes(Mistake::Pack(mistake))
    }

    /// Picks up what lies on the player's tile.
    pub(super) fn pick_up_here(&mut self) {
        if !self.game.part.has_items() || self.packs(PackMistake::NoPickup) {
            return;
        }
        let pos = self.game.player.pos;
        loop {
            let mistake = self.mistake;
            let items = &mut self.game.cur_mut().items;
            let found = if mistake == Mistake::Pack(PackMistake::PickupLast) {
                items.iter().rposition(|lying| lying.pos == pos)
            } else {
                items.iter().position(|lying| lying.pos == pos)
            };
            let Some(index) = found else { return };
            let item = items[index].item;
            if mistake != Mistake::Pack(PackMistake::PickupKeeps) {
                items.remove(index);
            }
            self.take(item);
            if !self.packs(PackMistake::PickupAll) {
                return;
            }
        }
    }

    fn take(&mut self, item: Item) {
        if self.game.part.has_amulets() && item == Item::Amulet && !self.packs(PackMistake::PickupSilent) {
            self.game.amulets += 1;
            let held = self.game.amulets;
            self.say(Event::SeizedAmulet { held, of: AMULETS_TO_WIN });
            if self.packs(PackMistake::AmuletPacked) {
                self.game.inventory.push(item);
            }
            let needed = self.number(Number::Amulets) + i32::from(self.packs(PackMistake::WinLate));
            if held as i32 >= needed {
                self.game.state = GameState::Won;
                self.say(Event::Won);
            }
            return;
        }
        self.say(Event::PickedUp(self.game.item_label(item)));
        let at = if self.packs(PackMistake::PickupFront) { 0 } else { self.game.inventory.len() };
        if !self.packs(PackMistake::PickupLost) {
            self.game.inventory.insert(at, item);
        }
    }

    /// Uses the item in a slot of the pack.
    pub(super) fn use_item(&mut self, slot: usize) {
        let pos = self.game.player.pos;
        let slot = if self.packs(PackMistake::NextSlot) { slot + 1 } else { slot };
        let Some(&item) = self.game.inventory.get(slot) else { return };
        if self.packs(PackMistake::LastRemoved) {
            self.game.inventory.pop();
        } else {
            let is_gear = matches!(item, Item::Weapon(_) | Item::Armour(_));
            if !(self.packs(PackMistake::ItemKept) || is_gear && self.packs(PackMistake::EquipKept)) {
                self.game.inventory.remove(slot);
            }
        }
        let mut is_turn = true;
        match item {
            Item::Potion(potion) => self.quaff(potion),
            Item::Scroll(scroll) => {
                let worked = self.read(scroll);
                is_turn = worked || !self.packs(PackMistake::FizzleIsNoTurn);
                if !worked && self.packs(PackMistake::FizzleKeeps) {
                    self.game.inventory.insert(slot, item);
                }
            }
            Item::Weapon(_) | Item::Armour(_) => self.equip(item, slot),
            Item::Amulet => {}
        }
        if !self.packs(PackMistake::InventoryStays) {
            self.game.state = GameState::Playing;
        }
        let is_late = self.packs(PackMistake::StateAfterTurn);
        if is_turn && self.mistake != Mistake::Turn(TurnMistake::ItemIsNoTurn) {
            self.end_player_turn(pos);
        }
        if is_late {
            self.game.state = GameState::Playing;
        }
    }

    fn quaff(&mut self, potion: PotionType) {
        let early = self.packs(PackMistake::IdentifySilent);
        let was_known = self.game.potion_ident[potion as usize];
        self.game.potion_ident[potion as usize] |= early;
        self.say(Event::Quaffed(self.game.potion_name(potion)));
        self.apply_potion(potion);
        if !was_known
            && !matches!(self.mistake, Mistake::Pack(PackMistake::NoIdentify | PackMistake::PotionsUnknown))
        {
            if self.packs(PackMistake::IdentifyAll) {
                self.game.potion_ident.fill(true);
            }
            self.game.potion_ident[potion as usize] = true;
            self.say(Event::IdentifiedPotion(self.game.potion_name(potion)));
            self.game.potion_ident[potion as usize] = !self.packs(PackMistake::IdentifyUnmarked);
        }
    }

    fn apply_potion(&mut self, potion: PotionType) {
        let potion = match (potion, self.mistake) {
            (potion, Mistake::Pack(PackMistake::EffectsExchanged(a, b))) if potion as usize == a => {
                PotionType::ALL[b]
            }
            (potion, Mistake::Pack(PackMistake::EffectsExchanged(a, b))) if potion as usize == b => {
                PotionType::ALL[a]
            }
            (potion, _) => potion,
        };
        let event = match potion {
            PotionType::Healing => self.heal(),
            PotionType::Poison => self.swallow_poison(),
            PotionType::Strength => self.strengthen(),
            PotionType::Regen => {
                let turns = self.number(Number::RegenTurns);
                let status =
                    if self.packs(PackMistake::RegenPoisons) { Status::Poisoned } else { Status::Regen };
                blow::apply(self.mistake, &mut self.game.player, status, turns);
                Event::BeganRegenerating
            }
        };
        self.say(event);
    }

    fn heal(&mut self) -> Event {
        let points = self.number(Number::Healing);
        let mistake = self.mistake;
        let body = &mut self.game.player;
        if mistake == Mistake::Pack(PackMistake::HealCures) {
            body.status_turns[Status::Poisoned as usize] = 0;
        }
        body.hp = match mistake {
            Mistake::Pack(PackMistake::HealBeyond) => body.hp + points,
            Mistake::Pack(PackMistake::HealFull) => body.max_hp,
            Mistake::Pack(PackMistake::HealMax) => {
                body.max_hp = body.max_hp.max(body.hp + points);
                body.hp + points
            }
            _ => body.max_hp.min(body.hp + points),
        };
        Event::Healed { hp: body.hp, max_hp: body.max_hp }
    }

    fn swallow_poison(&mut self) -> Event {
        let (mistake, part) = (self.mistake, self.game.part);
        let turns = self.number(Number::PoisonTurns);
        let points = self.number(Number::Poison);
        let body = &mut self.game.player;
        let at_once = matches!(mistake, Mistake::Pack(PackMistake::PoisonAtOnce | PackMistake::PoisonBoth));
        if !part.has_statuses() || at_once {
            body.hp -= points;
            match mistake {
                Mistake::Pack(PackMistake::PoisonClamped) => body.hp = body.hp.max(0),
                Mistake::Pack(PackMistake::PoisonSpares) => body.hp = body.hp.max(1),
                _ => {}
            }
        }
        if part.has_statuses() && mistake != Mistake::Pack(PackMistake::PoisonAtOnce) {
            let swapped = mistake == Mistake::Pack(PackMistake::RegenPoisons);
            blow::apply(mistake, body, if swapped { Status::Regen } else { Status::Poisoned }, turns);
        }
        Event::SwallowedPoison { left: body.hp.max(0) }
    }

    fn strengthen(&mut self) -> Event {
        let points = self.number(Number::Strength);
        if self.game.part.has_equipment() {
            match self.mistake {
                Mistake::Pack(PackMistake::StrengthLost) => self.game.player.power += points,
                _ => self.game.strength_bonus += points,
            }
            if !matches!(self.mistake, Mistake::Pack(PackMistake::StrengthLost | PackMistake::StrengthStale))
            {
                self.recompute_stats();
            }
        } else {
            self.game.player.power += points;
        }
        let body = &mut self.game.player;
        if self.mistake == Mistake::Pack(PackMistake::StrengthHeals) {
            body.hp = body.max_hp.min(body.hp + 1);
        }
        Event::Strengthened(body.power)
    }

    fn recompute_stats(&mut self) {
        let game = &mut self.game;
        game.recompute_stats();
        match self.mistake {
            Mistake::Pack(PackMistake::BaseMissing) => game.player.power -= game.base_power,
            Mistake::Pack(PackMistake::BaseOnly) => game.player.power -= game.strength_bonus,
            Mistake::Pack(PackMistake::WeaponMissing) if game.has_weapon => game.player.power -= game.weapon,
            Mistake::Pack(PackMistake::ArmourMissing) => game.player.defense = 0,
            Mistake::Pack(PackMistake::ArmourPower) => {
                game.player.power += game.player.defense;
                game.player.defense = 0;
            }
            _ => {}
        }
    }

    fn equip(&mut self, item: Item, slot: usize) {
        let game = &mut self.game;
        let (old, event) = match item {
            Item::Weapon(bonus) => {
                let old = game.has_weapon.then_some(Item::Weapon(game.weapon));
                (game.has_weapon, game.weapon) = (true, bonus);
                (old, Event::Wielded(item.name()))
            }
            Item::Armour(bonus) => {
                let old = game.has_armour.then_some(Item::Armour(game.armour));
                (game.has_armour, game.armour) = (true, bonus);
                (old, Event::Donned(item.name()))
            }
            Item::Potion(_) | Item::Scroll(_) | Item::Amulet => return,
        };
        let at = match self.mistake {
            Mistake::Pack(PackMistake::EquipFront) => 0,
            Mistake::Pack(PackMistake::EquipSameSlot) => slot.min(self.game.inventory.len()),
            _ => self.game.inventory.len(),
        };
        if let Some(old) = old.filter(|_| !self.packs(PackMistake::EquipLost)) {
            self.game.inventory.insert(at, old);
        }
        self.say(event);
        match (self.mistake, item) {
            (Mistake::Pack(PackMistake::EquipStale), _) => {}
            (Mistake::Pack(PackMistake::EquipAdds), Item::Weapon(bonus)) => self.game.player.power += bonus,
            (Mistake::Pack(PackMistake::EquipAdds), Item::Armour(bonus)) => self.game.player.defense += bonus,
            _ => self.recompute_stats(),
        }
    }

    /// Goes down the stairs.
    pub(super) fn descend(&mut self) {
        let pos = self.game.player.pos;
        if pos != self.game.cur().stairs && !self.packs(PackMistake::DescendAnywhere) {
            self.say(Event::NoStairs);
            return;
        }
        let below = self.game.depth + 1;
        if below == self.game.levels.len() {
            let level = self.new_level(below as i32);
            self.game.levels.push(level);
        }
        self.game.depth = below;
        if !self.packs(PackMistake::DescendStays) {
            self.game.player.pos = self.arrival(self.game.cur());
        }
        if let Some(&room) = self.game.cur().map.rooms.last().filter(|_| self.packs(PackMistake::DescendLast))
        {
            self.game.player.pos = room.centre();
        }
        let start = self.game.player.pos;
        if self.packs(PackMistake::DescendCures) {
            self.game.player.status_turns = [0; 2];
        }
        if self.packs(PackMistake::DescendHeals) {
            self.game.player.hp = self.game.player.max_hp;
        }
        if !matches!(self.mistake, Mistake::View(ViewMistake::NotAtStart | ViewMistake::NotBelow)) {
            self.update_view(start);
        }
        if self.packs(PackMistake::DescendPicksUp) {
            self.pick_up_here();
        }
        self.say(Event::Descended(below + 1));
        if self.mistake == Mistake::Turn(TurnMistake::StairsAreTurn) {
            self.end_player_turn(start);
        }
        if !self.packs(PackMistake::DescendSilent) {
            self.game.update_title();
        }
    }
}
