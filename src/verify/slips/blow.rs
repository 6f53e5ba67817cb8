//! One blow (Part 5), and one turn of poison and regeneration (Part 10), with mistakes.

use super::number::Number;
use super::{SaySlip, Slip, TurnSlip};
use crate::entity::{Entity, Status};
use crate::event::Event;
use crate::part::Part;
use crate::rng::Rng;

/// One blow.
pub(super) fn strike(
    slip: Slip,
    part: Part,
    rng: &mut Rng,
    attacker: &mut Entity,
    defender: &mut Entity,
) -> Vec<Event> {
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
pub(super) fn tick(slip: Slip, part: Part, body: &mut Entity) -> Vec<Event> {
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
