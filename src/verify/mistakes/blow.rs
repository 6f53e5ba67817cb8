//! One blow (Part 5), and one turn of poison and regeneration (Part 10), with mistakes.

use super::event::Event;
use super::number::Number;
use super::{Mistake, SayMistake, TurnMistake};
use crate::entity::{Entity, Status};
use crate::part::Part;
use crate::rng::Rng;

/// One blow.
pub(super) fn strike(
    mistake: Mistake,
    part: Part,
    rng: &mut Rng,
    attacker: &mut Entity,
    defender: &mut Entity,
) -> Vec<Event> {
    let power = if mistake == Mistake::Turn(TurnMistake::OwnPower) { defender.power } else { attacker.power };
    let defense = match mistake {
        Mistake::Turn(TurnMistake::NoDefense) => 0,
        Mistake::Turn(TurnMistake::DefenseAdded) => -defender.defense,
        _ => defender.defense,
    };
    let damage = match mistake {
        Mistake::Turn(TurnMistake::DamageLess) => (power - defense - 1).max(1),
        Mistake::Turn(TurnMistake::DamageMore) => (power - defense + 1).max(1),
        Mistake::Turn(TurnMistake::DamageTwice) => (2 * (power - defense)).max(1),
        Mistake::Turn(TurnMistake::DamageDrawn) => (rng.uniform(1, power.max(1)) - defense).max(1),
        Mistake::Turn(TurnMistake::NoLeastDamage) => (power - defense).max(0),
        Mistake::Turn(TurnMistake::NegativeDamage) => power - defense,
        _ => (power - defense).max(mistake.number(Number::MinDamage, part)),
    };
    let (attacker_name, defender_name) = (attacker.name, defender.name);
    let hurt = if mistake == Mistake::Turn(TurnMistake::Healthy) { attacker } else { defender };
    let before = hurt.hp;
    hurt.hp -= damage;
    let told = match mistake {
        Mistake::Say(SayMistake::HpBefore) => before,
        Mistake::Say(SayMistake::HpNegative) => hurt.hp,
        _ => hurt.hp.max(0),
    };
    let last = match mistake {
        Mistake::Turn(TurnMistake::DiesLate) => -1,
        Mistake::Turn(TurnMistake::DiesAtOne) => 1,
        _ => 0,
    };
    let died = hurt.hp <= last;
    if died {
        if mistake != Mistake::Turn(TurnMistake::HpNegative) {
            hurt.hp = 0;
        }
        hurt.alive = mistake == Mistake::Turn(TurnMistake::AliveKept);
    }
    let hit = Event::Hit { attacker: attacker_name, defender: defender_name, damage, left: told };
    if died { vec![hit, Event::Died(hurt.name)] } else { vec![hit] }
}

/// Applies a status.
pub(super) fn apply(mistake: Mistake, body: &mut Entity, status: Status, turns: i32) {
    let before = body.status_turns[status as usize];
    if mistake == Mistake::Turn(TurnMistake::StatusEndsOther) {
        body.status_turns = [0; 2];
    }
    match mistake {
        Mistake::Turn(TurnMistake::StatusAdds) => body.status_turns[status as usize] = before + turns,
        Mistake::Turn(TurnMistake::StatusReplaces) => body.status_turns[status as usize] = turns,
        Mistake::Turn(TurnMistake::StatusKeeps) if before > 0 => {}
        _ => body.add_status(status, turns),
    }
}

/// One turn of poison and regeneration.
pub(super) fn tick(mistake: Mistake, part: Part, body: &mut Entity) -> Vec<Event> {
    let mut events = Vec::new();
    if mistake == Mistake::Turn(TurnMistake::RegenFirst) {
        regenerate(mistake, part, body);
        poison(mistake, part, body, &mut events);
    } else {
        poison(mistake, part, body, &mut events);
        regenerate(mistake, part, body);
    }
    events
}

/// Returns true if the status takes effect in this turn.
fn spend(mistake: Mistake, body: &mut Entity, status: Status) -> bool {
    let turns = body.status_turns[status as usize];
    let late = mistake == Mistake::Turn(TurnMistake::TicksLate);
    if turns > 0 && mistake != Mistake::Turn(TurnMistake::TicksNeverEnd) {
        body.status_turns[status as usize] = turns - 1;
    }
    if late { turns > 1 } else { turns > 0 }
}

fn poison(mistake: Mistake, part: Part, body: &mut Entity, events: &mut Vec<Event>) {
    if !spend(mistake, body, Status::Poisoned) {
        return;
    }
    let alive = body.alive;
    body.hp -= mistake.number(Number::PoisonDamage, part);
    if body.hp <= 0 {
        (body.hp, body.alive) = (0, false);
    }
    if mistake == TurnMistake::PoisonSpares.into() {
        body.hp = body.hp.max(1);
    }
    if mistake == TurnMistake::PoisonSpares.into() || mistake == TurnMistake::PoisonNotAlive.into() {
        body.alive = alive;
    }
    events.push(Event::Poisoned { name: body.name, left: body.hp });
    if body.hp == 0 {
        events.push(Event::Succumbed(body.name));
    }
}

fn regenerate(mistake: Mistake, part: Part, body: &mut Entity) {
    if spend(mistake, body, Status::Regen) {
        let hp = body.hp + mistake.number(Number::RegenPoints, part);
        body.hp = if mistake == Mistake::Turn(TurnMistake::RegenBeyond) { hp } else { hp.min(body.max_hp) };
    }
}
