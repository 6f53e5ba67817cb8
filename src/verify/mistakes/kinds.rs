//! The table of kinds (Part 4 on) with mistakes, and the monsters that are made of it.

use super::number::Number;
use super::{KnownMistake, Mistake, MistakenGame, StartMistake, exchanged, pairs, parts};
use crate::map::Pos;
use crate::monster::{self, Monster};
use crate::part::Part;

mistakes! {
    /// A mistake in `KINDS`.
    KindMistake as Kind {
        /// The kind with the first glyph has the second one.
        Glyph(u8, u8),
        /// Two kinds, by their index, have the value of each other in a column of the table.
        Exchanged(Column, usize, usize),
        /// The hp and the power of a kind are exchanged.
        HpIsPower(usize),
        /// The venomous kind is not.
        VenomMissing,
        /// A kind that is not venomous in the series is.
        Venomous {
            /// Its index.
            kind: usize,
            /// True if the snake is not venomous then.
            instead: bool,
        },
    }
    AllHpIsPower MELEE "kind-columns" "the hp and the power of every kind are exchanged (KINDS)"
    HpNotCopied STATUSES "kind-columns"
        "every monster has 1 hp, the value of Entity: the line that copies it from KINDS is missing"
    PowerNotCopied MELEE "kind-columns"
        "every monster has power 1, the value of Entity: the line that copies it from KINDS is missing"
    VenomAll STATUSES "venom"
        "every kind of monster is venomous: the column in KINDS, or the line that copies it into the monster"
}

/// A column of the table of kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    /// The character.
    Glyph,
    /// The colour.
    Color,
    /// The name in messages.
    Name,
    /// The hit points.
    Hp,
    /// The power.
    Power,
}

impl KindMistake {
    /// Returns true if neither the map nor the numbers of a monster show it.
    pub(super) const fn shows_late(self) -> bool {
        matches!(self, KindMistake::Exchanged(Column::Name | Column::Color, ..))
    }
}

/// Returns the mistakes of a part that come in families.
pub(super) fn families(part: Part) -> Vec<KnownMistake> {
    let kinds = monster::kinds(part);
    let columns: [(Column, parts::Has, &str); 5] = [
        (Column::Glyph, parts::MONSTERS, "glyphs"),
        (Column::Hp, parts::MONSTERS, "hp"),
        (Column::Power, parts::MELEE, "powers"),
        (Column::Name, parts::MELEE, "names"),
        (Column::Color, parts::MONSTERS, "colours"),
    ];
    let mut all = Vec::new();
    for (column, _, words) in columns.into_iter().filter(|(_, exists, _)| exists(part)) {
        all.extend(pairs(kinds.len()).map(|(a, b)| {
            let [one, other] = [a, b].map(|kind| kinds[kind].name);
            let text = format!("the {words} of {one} and {other} are exchanged (KINDS)");
            KnownMistake::new(KindMistake::Exchanged(column, a, b), "kinds-exchanged", text)
        }));
    }
    for (kind, row) in kinds.iter().enumerate().filter(|_| part.has_melee()) {
        let text = format!("the hp and the power of {} are exchanged (KINDS)", row.name);
        all.push(KnownMistake::new(KindMistake::HpIsPower(kind), "kind-columns", text));
    }
    if let Some(snake) = kinds.iter().find(|kind| kind.venom) {
        let place = "the column in KINDS, or the line that copies it into the monster";
        let text = format!("{} is never venomous: {place}", snake.name);
        all.push(KnownMistake::new(KindMistake::VenomMissing, "venom", text));
        for (kind, row) in kinds.iter().enumerate().filter(|(_, row)| !row.venom) {
            for (instead, words) in [(true, "instead of"), (false, "as well as")] {
                let text = format!("{} is venomous {words} {} (KINDS)", row.name, snake.name);
                all.push(KnownMistake::new(KindMistake::Venomous { kind, instead }, "venom", text));
            }
        }
    }
    all
}

impl MistakenGame {
    /// Makes a monster of a kind.
    pub(super) fn spawn(&self, kind: usize, depth: i32, pos: Pos) -> Monster {
        let part = self.game.part;
        let kinds = monster::kinds(part);
        let mut monster = kinds[kind].spawn(part, depth, pos);
        // The kind that a column is taken from.
        let from = |column: Column| match self.mistake {
            Mistake::Kind(KindMistake::Exchanged(wrong, a, b)) if wrong == column => exchanged(kind, [a, b]),
            _ => kind,
        };
        let hp = self.number(Number::Hp(from(Column::Hp)));
        let power = self.number(Number::Power(from(Column::Power)));
        // The values of `Entity` stay where none is copied.
        let (base, power) = match self.mistake {
            Mistake::Kind(KindMistake::AllHpIsPower) => (power, hp),
            Mistake::Kind(KindMistake::HpIsPower(turned)) if turned == kind => (power, hp),
            Mistake::Kind(KindMistake::HpNotCopied) => (1, power),
            Mistake::Kind(KindMistake::PowerNotCopied) => (hp, 1),
            _ => (hp, power),
        };
        let (more_hp, more_power) = match part.has_floors() {
            true => (self.number(Number::HpPerDepth) * depth, depth / self.number(Number::DepthPerPower)),
            false => (0, 0),
        };
        let body = &mut monster.entity;
        if part.has_melee() {
            body.power = power + more_power;
        }
        body.hp = base + more_hp;
        body.max_hp = if self.makes(StartMistake::MaxHpFlat) { base } else { body.hp };
        body.glyph = match self.mistake {
            Mistake::Kind(KindMistake::Glyph(right, wrong)) if kinds[kind].glyph == right => wrong,
            _ => kinds[from(Column::Glyph)].glyph,
        };
        body.color = kinds[from(Column::Color)].color;
        body.name = kinds[from(Column::Name)].name;
        monster.venomous = match self.mistake {
            Mistake::Kind(KindMistake::VenomMissing) => false,
            Mistake::Kind(KindMistake::VenomAll) => true,
            Mistake::Kind(KindMistake::Venomous { kind: wrong, instead }) => {
                kind == wrong || monster.venomous && !instead
            }
            _ => monster.venomous,
        };
        monster
    }
}
