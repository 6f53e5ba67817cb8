//! The table of kinds (Part 4 on) with mistakes, and the monsters that are made of it.

use super::number::Number;
use super::{Mistake, MistakenGame, StartMistake};
use crate::map::Pos;
use crate::monster::{self, Monster};
use crate::part::Part;

mistakes! {
    /// A mistake in `KINDS`.
    KindMistake [Part::has_statuses] {
        /// The kind with the first glyph has the second one.
        Glyph(u8, u8),
        /// Two kinds, by their index, have the value of each other in a column of the table.
        Exchanged(Column, usize, usize),
        /// The hp and the power of a kind are exchanged.
        HpIsPower(usize),
        /// A kind that is not venomous in the series is.
        Venomous {
            /// Its index.
            kind: usize,
            /// True if the snake is not venomous then.
            instead: bool,
        },
    }:
    AllHpIsPower [Part::has_melee] "kind-columns" "the hp and the power of every kind are exchanged (KINDS)"
    HpNotCopied "kind-columns"
        "every monster has 1 hp, the value of Entity: the line that copies it from KINDS is missing"
    PowerNotCopied [Part::has_melee] "kind-columns"
        "every monster has power 1, the value of Entity: the line that copies it from KINDS is missing"
    VenomMissing "venom" "the snake is never venomous: the column in KINDS, or the line that copies it into the monster"
    VenomAll "venom" "every kind of monster is venomous: the column in KINDS, or the line that copies it into the monster"
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
pub(super) fn families(part: Part) -> impl Iterator<Item = (KindMistake, &'static str, String)> {
    let kinds = monster::kinds(part);
    let columns = [
        (Column::Glyph, "glyphs"),
        (Column::Hp, "hp"),
        (Column::Power, "powers"),
        (Column::Name, "names"),
        (Column::Color, "colours"),
    ];
    let columns = columns
        .into_iter()
        .filter(move |(column, _)| part.has_melee() || !matches!(column, Column::Power | Column::Name));
    let pairs = (0..kinds.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
    let exchanged = columns.flat_map(move |(column, words)| {
        pairs.clone().map(move |(a, b)| {
            let [one, other] = [a, b].map(|kind| kinds[kind].name);
            let text = format!("the {words} of {one} and {other} are exchanged (KINDS)");
            (KindMistake::Exchanged(column, a, b), "kinds-exchanged", text)
        })
    });
    let turned = (0..kinds.len()).filter(move |_| part.has_melee()).map(move |kind| {
        let text = format!("the hp and the power of {} are exchanged (KINDS)", kinds[kind].name);
        (KindMistake::HpIsPower(kind), "kind-columns", text)
    });
    let harmless = kinds.iter().enumerate().filter(move |(_, row)| part.has_statuses() && !row.venom);
    let venomous = harmless.flat_map(|(kind, row)| {
        [(true, "instead of the snake"), (false, "as well as the snake")].map(|(instead, words)| {
            let text = format!("{} is venomous {words} (KINDS)", row.name);
            (KindMistake::Venomous { kind, instead }, "venom", text)
        })
    });
    exchanged.chain(turned).chain(venomous)
}

impl MistakenGame {
    /// Makes a monster of a kind.
    pub(super) fn spawn(&self, kind: usize, depth: i32, pos: Pos) -> Monster {
        let part = self.game.part;
        let kinds = monster::kinds(part);
        let mut monster = kinds[kind].spawn(part, depth, pos);
        // The kind that a column is taken from.
        let from = |column: Column| match self.mistake {
            Mistake::Kind(KindMistake::Exchanged(wrong, a, b)) if wrong == column && kind == a => b,
            Mistake::Kind(KindMistake::Exchanged(wrong, a, b)) if wrong == column && kind == b => a,
            _ => kind,
        };
        let mut hp = self.number(Number::Hp(from(Column::Hp)));
        let mut power = self.number(Number::Power(from(Column::Power)));
        match self.mistake {
            Mistake::Kind(KindMistake::AllHpIsPower) => std::mem::swap(&mut hp, &mut power),
            Mistake::Kind(KindMistake::HpIsPower(turned)) if turned == kind => {
                std::mem::swap(&mut hp, &mut power)
            }
            _ => {}
        }
        if self.mistake == Mistake::Kind(KindMistake::HpNotCopied) {
            hp = 1;
        }
        if self.mistake == Mistake::Kind(KindMistake::PowerNotCopied) {
            power = 1;
        }
        let base = hp;
        if part.has_floors() {
            hp += self.number(Number::HpPerDepth) * depth;
            power += depth / self.number(Number::DepthPerPower);
        }
        let body = &mut monster.entity;
        if part.has_melee() {
            body.power = power;
        }
        let flat = self.mistake == Mistake::Start(StartMistake::MaxHpFlat);
        (body.hp, body.max_hp) = (hp, if flat { base } else { hp });
        body.glyph = kinds[from(Column::Glyph)].glyph;
        body.color = kinds[from(Column::Color)].color;
        body.name = kinds[from(Column::Name)].name;
        match self.mistake {
            Mistake::Kind(KindMistake::Glyph(right, wrong)) if body.glyph == right => body.glyph = wrong,
            Mistake::Kind(KindMistake::VenomMissing) => monster.venomous = false,
            Mistake::Kind(KindMistake::VenomAll) => monster.venomous = true,
            Mistake::Kind(KindMistake::Venomous { kind: wrong, instead }) => {
                monster.venomous = kind == wrong || monster.venomous && !instead;
            }
            _ => {}
        }
        monster
    }
}
