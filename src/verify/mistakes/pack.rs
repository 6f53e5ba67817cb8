//! Items and stairs (Part 8 on) with mistakes. What scrolls do is in the module `magic`.

use super::event::Event;
use super::number::Number;
use super::{KnownMistake, Mistake, MistakenGame, TurnMistake, ViewMistake, blow, exchanged, pairs};
use crate::entity::Status;
use crate::game::{AMULETS_TO_WIN, Game, GameState};
use crate::item::{Item, PotionType};
use crate::map::Room;
use crate::part::Part;

mistakes! {
    /// A mistake in picking up or using an item.
    PackMistake as Pack {
        /// Two potions do the work of each other, by their numbers.
        EffectsExchanged(usize, usize),
    }
    NoPickup ITEMS "no-pickup" "nothing is picked up (Game::pickUpHere)"
    PickupLost ITEMS "pickup" "what is picked up is not in the pack: push_back is missing (Game::pickUpHere)"
    PickupKeeps ITEMS "pickup" "an item that is picked up stays on the floor (Game::pickUpHere)"
    PickupAll ITEMS "pickup" "all items of a tile are picked up; it is one a step (Game::pickUpHere)"
    PickupLast ITEMS "pickup" "a tile's last item is picked up; it should be the first (Game::pickUpHere)"
    PickupFront ITEMS "pickup" "an item goes to the front of the pack, not to the end (Game::pickUpHere)"
    PickupSilent AMULETS "pickup" "amulets go into the pack; they should only count (Game::pickUpHere)"
    AmuletPacked AMULETS "pickup" "an amulet also goes into the pack; it should only count (Game::pickUpHere)"
    PickupAfter ITEMS "pickup" "items are picked up after the monsters act, not before (Game::playerAct)"
    ItemKept ITEMS "item-kept" "an item stays in the pack when it is used (Game::useItem)"
    LastRemoved ITEMS "item-kept" "the last item of the pack is removed, not the used one (Game::useItem)"
    NextSlot ITEMS "item-slot" "a letter means the next slot: a is the second item (Game::useItem)"
    StateAfterTurn ITEMS "inventory-stays"
        "the state becomes Playing after the turn of an item, so a death in it is lost (Game::useItem)"
    InventoryStays ITEMS "inventory-stays" "the inventory stays open after using an item (Game::useItem)"
    NoIdentify ITEMS "identify" "a potion or scroll that is used is not identified"
    IdentifyUnmarked ITEMS "identify" "what is used is called by its name, but stays unidentified"
    PotionUnmarked SCROLLS "identify"
        "a potion that is quaffed is called by its name, but stays unidentified (Game::quaff)"
    ScrollUnmarked SCROLLS "identify"
        "a scroll that is read is called by its name, but stays unidentified (Game::readScroll)"
    PotionsUnknown ITEMS "identify" "a potion that is used is not identified (Game::quaff)"
    ScrollsUnknown SCROLLS "identify" "a scroll that is read is not identified (Game::readScroll)"
    IdentifyAll ITEMS "identify" "one use identifies every potion or every scroll"
    IdentifySilent ITEMS "identify" "a potion or scroll is identified before its name is said"
    HealCures STATUSES "heal" "a potion of healing also ends poison (Game::applyPotion)"
    HealBeyond ITEMS "heal" "a potion of healing exceeds the maximum of hp (Game::applyPotion)"
    HealFull ITEMS "heal" "a potion of healing restores all hp (Game::applyPotion)"
    HealMax ITEMS "heal" "a potion of healing raises the maximum of hp (Game::applyPotion)"
    PoisonClamped BEFORE_STATUSES "poison-potion" "a potion of poison leaves 0 hp or more (Game::applyPotion)"
    PoisonSpares BEFORE_STATUSES "poison-potion" "a potion of poison leaves at least 1 hp (Game::applyPotion)"
    PoisonAtOnce STATUSES "poison-potion" "poison takes hp at once, as in Part 9 (Game::applyPotion)"
    PoisonBoth STATUSES "poison-potion" "a potion of poison takes hp at once and poisons (Game::applyPotion)"
    RegenPoisons STATUSES "potions-swapped" "regeneration and poison are swapped in the statuses (Status)"
    StrengthHeals ITEMS "strength" "a potion of strength also restores a hit point (Game::applyPotion)"
    StrengthLost EQUIPMENT "strength"
        "a potion of strength raises the power and not the bonus, so equipment resets it (Game::applyPotion)"
    StrengthStale EQUIPMENT "strength" "recomputeStats is missing after strength (Game::applyPotion)"
    EquipKept EQUIPMENT "equip" "equipment stays in the pack when it is used (Game::equip)"
    EquipLost EQUIPMENT "equip" "replaced equipment does not go back into the pack (Game::equip)"
    WeaponLost EQUIPMENT "equip" "a replaced weapon does not go back into the pack (Game::equip)"
    ArmourLost EQUIPMENT "equip" "replaced armour does not go back into the pack (Game::equip)"
    EquipFront EQUIPMENT "equip" "replaced equipment goes to the front of the pack, not the end (Game::equip)"
    EquipSameSlot EQUIPMENT "equip"
        "equipment that is replaced goes to the slot of the new one; it should be the end (Game::equip)"
    EquipStale EQUIPMENT "equip" "recomputeStats is not called after equipment changed (Game::equip)"
    EquipAdds EQUIPMENT "equip" "equipment adds its bonus each time, without recomputeStats (Game::equip)"
    TargetFirst SCROLLS "target" "a scroll hits the first seen, not the nearest (Game::nearestVisibleMonster)"
    TargetLastTie SCROLLS "target" "of equally near the last counts: <= for < (Game::nearestVisibleMonster)"
    TargetFarthest SCROLLS "target" "a scroll takes the farthest in view (Game::nearestVisibleMonster)"
    TargetChebyshev SCROLLS "target" "the nearest is found with max(|dx|, |dy|) (Game::nearestVisibleMonster)"
    TargetEuclid SCROLLS "target" "the nearest is found with dx*dx + dy*dy (Game::nearestVisibleMonster)"
    TargetUnseen SCROLLS "target" "a scroll finds monsters out of view (Game::nearestVisibleMonster)"
    TargetExplored SCROLLS "target" "a scroll finds monsters on explored tiles (Game::nearestVisibleMonster)"
    TargetDead SCROLLS "target" "a scroll finds dead monsters (Game::nearestVisibleMonster)"
    FireballAlone SCROLLS "fireball" "a fireball hurts its target alone (Game::readScroll)"
    FireballOthers SCROLLS "fireball" "a fireball spares its target (Game::readScroll)"
    FireballDiamond SCROLLS "fireball" "a fireball reaches |dx| + |dy| <= 1, no diagonals (Game::readScroll)"
    FireballPlayer SCROLLS "fireball" "a fireball is around the player, not its target (Game::readScroll)"
    FireballHurtsPlayer SCROLLS "fireball" "a fireball also hurts the player (Game::readScroll)"
    FireballDead SCROLLS "fireball" "a fireball hurts the dead again (Game::readScroll)"
    FireballSeen SCROLLS "fireball" "a fireball hurts every monster in view (Game::readScroll)"
    ScrollsSwapped SCROLLS "scrolls-swapped"
        "lightning and fireball do the work of each other: their cases are swapped (Game::readScroll), or \
         the members of ScrollType"
    MagicMissing SCROLLS "magic" "the magic bonus is missing from the damage of scrolls (Game::readScroll)"
    MagicNotLightning SCROLLS "magic" "the magic bonus is missing from lightning (Game::readScroll)"
    MagicNotFireball SCROLLS "magic" "the magic bonus is missing from fireballs (Game::readScroll)"
    MagicStrength SCROLLS "magic" "scrolls add the strength bonus, not the magic bonus (Game::readScroll)"
    ZapAlive SCROLLS "alive-kept" "alive is not set to false when magic kills (Game::zap)"
    ZapNegative SCROLLS "hp-negative" "the hp of a monster that magic kills stay below 0 (Game::zap)"
    FizzleKeeps SCROLLS "fizzle" "a scroll without a target stays in the pack (Game::readScroll)"
    FizzleUnknown SCROLLS "fizzle" "a scroll without a target is not identified (Game::readScroll)"
    FizzleIsNoTurn SCROLLS "fizzle" "a scroll without a target takes no turn (Game::readScroll)"
    DescendAnywhere FLOORS "descend" "the stairs need not be under the player (Game::descend)"
    DescendStays FLOORS "descend" "the player keeps the position of the floor above (Game::descend)"
    DescendPicksUp FLOORS "descend" "the player picks up what lies at the arrival (Game::descend)"
    DescendLast FLOORS "descend" "the player arrives in the last room, not in the first (Game::descend)"
    DescendCures FLOORS "descend" "going down ends poison and regeneration (Game::descend)"
    DescendHeals FLOORS "descend" "going down restores all hp (Game::descend)"
    DescendSilent FLOORS "descend" "the title is not refreshed on arrival (Game::descend)"
    WinGoesOn AMULETS "win" "the turn goes on after the last amulet (Game::playerAct)"
    WinLate AMULETS "win" "the last amulet does not win: > instead of >= (Game::pickUpHere)"
}

changes! {
    /// A mistake in `Game::recomputeStats`.
    StatsMistake as Stats: fn(&mut Game);
    BaseMissing EQUIPMENT "stats" "the base power is missing from the power (Game::recomputeStats)" =>
        |game| game.player.power -= game.base_power;
    BaseOnly EQUIPMENT "stats" "the strength bonus is missing from the power (Game::recomputeStats)" =>
        |game| game.player.power -= game.strength_bonus;
    WeaponMissing EQUIPMENT "stats" "the weapon's bonus is missing from power (Game::recomputeStats)" =>
        |game| game.player.power -= if game.has_weapon { game.weapon } else { 0 };
    ArmourMissing EQUIPMENT "stats" "the armour's bonus is missing from defense (Game::recomputeStats)" =>
        |game| game.player.defense = 0;
    ArmourPower EQUIPMENT "stats" "the armour's bonus goes to power (Game::recomputeStats)" => |game| {
        game.player.power += std::mem::take(&mut game.player.defense);
    };
}

/// Returns the mistakes of a part that come in families.
pub(super) fn families(part: Part) -> Vec<KnownMistake> {
    let count = if part.has_items() { PotionType::of(part).len() } else { 0 };
    let exchanged = pairs(count).map(|(a, b)| {
        let [one, other] = [a, b].map(|potion| PotionType::ALL[potion].effect());
        let text = format!(
            "the potions of {one} and {other} do the work of each other: their cases are swapped \
             (Game::applyPotion), or the members of PotionType"
        );
        KnownMistake::new(PackMistake::EffectsExchanged(a, b), "potions-swapped", text)
    });
    exchanged.collect()
}

impl MistakenGame {
    /// Picks up what lies on the player's tile.
    pub(super) fn pick_up_here(&mut self) {
        if !self.game.part.has_items() || self.makes(PackMistake::NoPickup) {
            return;
        }
        let pos = self.game.player.pos;
        loop {
            let items = &self.game.cur().items;
            let found = match self.makes(PackMistake::PickupLast) {
                true => items.iter().rposition(|lying| lying.pos == pos),
                false => items.iter().position(|lying| lying.pos == pos),
            };
            let Some(index) = found else { return };
            let item = items[index].item;
            if !self.makes(PackMistake::PickupKeeps) {
                self.game.cur_mut().items.remove(index);
            }
            self.take(item);
            if !self.makes(PackMistake::PickupAll) {
                return;
            }
        }
    }

    fn take(&mut self, item: Item) {
        if self.game.part.has_amulets() && item == Item::Amulet && !self.makes(PackMistake::PickupSilent) {
            self.game.amulets += 1;
            let held = self.game.amulets;
            self.say(Event::SeizedAmulet { held, of: AMULETS_TO_WIN });
            if self.makes(PackMistake::AmuletPacked) {
                self.game.inventory.push(item);
            }
            let needed = self.number(Number::Amulets) + i32::from(self.makes(PackMistake::WinLate));
            if held as i32 >= needed {
                self.game.state = GameState::Won;
                self.say(Event::Won);
            }
            return;
        }
        self.say(Event::PickedUp(self.game.item_label(item)));
        let at = if self.makes(PackMistake::PickupFront) { 0 } else { self.game.inventory.len() };
        if !self.makes(PackMistake::PickupLost) {
            self.game.inventory.insert(at, item);
        }
    }

    /// Uses the item in a slot of the pack.
    pub(super) fn use_item(&mut self, slot: usize) {
        let pos = self.game.player.pos;
        let slot = if self.makes(PackMistake::NextSlot) { slot + 1 } else { slot };
        let Some(&item) = self.game.inventory.get(slot) else { return };
        let is_gear = matches!(item, Item::Weapon(_) | Item::Armour(_));
        let is_kept = self.makes(PackMistake::ItemKept) || is_gear && self.makes(PackMistake::EquipKept);
        let last = self.game.inventory.len() - 1;
        if !is_kept {
            self.game.inventory.remove(if self.makes(PackMistake::LastRemoved) { last } else { slot });
        }
        let mut is_turn = true;
        match item {
            Item::Potion(potion) => self.quaff(potion),
            Item::Scroll(scroll) => {
                let worked = self.read(scroll);
                is_turn = worked || !self.makes(PackMistake::FizzleIsNoTurn);
                if !worked && self.makes(PackMistake::FizzleKeeps) {
                    self.game.inventory.insert(slot, item);
                }
            }
            Item::Weapon(_) | Item::Armour(_) => self.equip(item, slot),
            Item::Amulet => {}
        }
        if !self.makes(PackMistake::InventoryStays) {
            self.game.state = GameState::Playing;
        }
        if self.makes(TurnMistake::ItemSparesMonsters) {
            self.note_turn(self.game.player.hp <= 0);
        } else if is_turn && !self.makes(TurnMistake::ItemIsNoTurn) {
            self.end_player_turn(pos);
        }
        if self.makes(PackMistake::StateAfterTurn) {
            self.game.state = GameState::Playing;
        }
    }

    fn quaff(&mut self, potion: PotionType) {
        let early = self.makes(PackMistake::IdentifySilent);
        let was_known = self.game.potion_ident[potion as usize];
        self.game.potion_ident[potion as usize] |= early;
        self.say(Event::Quaffed(self.game.potion_name(potion)));
        self.apply_potion(potion);
        let never = self.makes(PackMistake::NoIdentify) || self.makes(PackMistake::PotionsUnknown);
        if !was_known && !never {
            if self.makes(PackMistake::IdentifyAll) {
                self.game.potion_ident.fill(true);
            }
            self.game.potion_ident[potion as usize] = true;
            self.say(Event::IdentifiedPotion(self.game.potion_name(potion)));
            self.game.potion_ident[potion as usize] =
                !self.makes(PackMistake::IdentifyUnmarked) && !self.makes(PackMistake::PotionUnmarked);
        }
    }

    fn apply_potion(&mut self, potion: PotionType) {
        let potion = match self.mistake {
            Mistake::Pack(PackMistake::EffectsExchanged(a, b)) => {
                PotionType::ALL[exchanged(potion as usize, [a, b])]
            }
            _ => potion,
        };
        let event = match potion {
            PotionType::Healing => self.heal(),
            PotionType::Poison => self.swallow_poison(),
            PotionType::Strength => self.strengthen(),
            PotionType::Regen => {
                let turns = self.number(Number::RegenTurns);
                let status =
                    if self.makes(PackMistake::RegenPoisons) { Status::Poisoned } else { Status::Regen };
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
        let part = self.game.part;
        let turns = self.number(Number::PoisonTurns);
        let points = self.number(Number::Poison);
        let at_once = self.makes(PackMistake::PoisonAtOnce);
        if !part.has_statuses() || at_once || self.makes(PackMistake::PoisonBoth) {
            let hp = self.game.player.hp - points;
            self.game.player.hp = match self.mistake {
                Mistake::Pack(PackMistake::PoisonClamped) => hp.max(0),
                Mistake::Pack(PackMistake::PoisonSpares) => hp.max(1),
                _ => hp,
            };
        }
        if part.has_statuses() && !at_once {
            let swapped = self.makes(PackMistake::RegenPoisons);
            let status = if swapped { Status::Regen } else { Status::Poisoned };
            blow::apply(self.mistake, &mut self.game.player, status, turns);
        }
        Event::SwallowedPoison { left: self.game.player.hp.max(0) }
    }

    fn strengthen(&mut self) -> Event {
        let points = self.number(Number::Strength);
        let lost = self.makes(PackMistake::StrengthLost);
        if self.game.part.has_equipment() && !lost {
            self.game.strength_bonus += points;
            if !self.makes(PackMistake::StrengthStale) {
                self.recompute_stats();
            }
        } else {
            self.game.player.power += points;
        }
        let heals = self.makes(PackMistake::StrengthHeals);
        let body = &mut self.game.player;
        if heals {
            body.hp = body.max_hp.min(body.hp + 1);
        }
        Event::Strengthened(body.power)
    }

    fn recompute_stats(&mut self) {
        self.game.recompute_stats();
        if let Mistake::Stats(mistake) = self.either(|mistake| matches!(mistake, Mistake::Stats(_))) {
            mistake.change()(&mut self.game);
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
        let lost =
            if matches!(item, Item::Weapon(_)) { PackMistake::WeaponLost } else { PackMistake::ArmourLost };
        if let Some(old) = old.filter(|_| !(self.makes(PackMistake::EquipLost) || self.makes(lost))) {
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
        if pos != self.game.cur().stairs && !self.makes(PackMistake::DescendAnywhere) {
            self.say(Event::NoStairs);
            return;
        }
        let below = self.game.depth + 1;
        if below == self.game.levels.len() {
            let level = self.new_level(below as i32);
            self.game.levels.push(level);
        }
        self.game.depth = below;
        if !self.makes(PackMistake::DescendStays) {
            let level = self.game.cur();
            let last = level.map.rooms.last().filter(|_| self.makes(PackMistake::DescendLast));
            self.game.player.pos = last.map_or_else(|| self.arrival(level), Room::centre);
        }
        let start = self.game.player.pos;
        if self.makes(PackMistake::DescendCures) {
            self.game.player.status_turns = [0; 2];
        }
        if self.makes(PackMistake::DescendHeals) {
            self.game.player.hp = self.game.player.max_hp;
        }
        if !(self.makes(ViewMistake::NotAtStart) || self.makes(ViewMistake::NotBelow)) {
            self.update_view(start);
        }
        if self.makes(PackMistake::DescendPicksUp) {
            self.pick_up_here();
        }
        self.say(Event::Descended(below + 1));
        if self.makes(TurnMistake::StairsAreTurn) {
            self.end_player_turn(start);
        }
        if !self.makes(PackMistake::DescendSilent) {
            self.game.update_title();
        }
    }
}
