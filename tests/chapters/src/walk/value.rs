//! Values that are known while writing: literals, and what operators make of them.

use syn::{BinOp, Lit};

use crate::known::{Const, Known, Val};
use crate::ty::Ty;

pub(super) fn literal(lit: &Lit) -> Val {
    let value = match lit {
        Lit::Bool(value) => Some(Const::Bool(value.value)),
        Lit::Int(value) => value.base10_parse().ok().map(Const::Int),
        Lit::Str(value) => Some(Const::Str(value.value())),
        _ => None,
    };
    Val { ty: Ty::External, known: value.map(Known::written) }
}

/// Values together are known when each is.
pub(super) fn combine(vals: &[Val], ty: Ty, make: fn(Vec<Const>) -> Const) -> Val {
    let known: Option<Vec<&Known>> = vals.iter().map(|val| val.known.as_ref()).collect();
    let known = known.map(|known| Known {
        fixed: known.iter().any(|known| known.fixed),
        value: make(known.into_iter().map(|known| known.value.clone()).collect()),
    });
    Val { ty, known }
}

/// A truth value that is known, and whether it is fixed.
pub fn bool_of(known: Option<&Known>) -> Option<(bool, bool)> {
    match known {
        Some(Known { value: Const::Bool(value), fixed }) => Some((*value, *fixed)),
        _ => None,
    }
}

pub(super) fn with_fixed(val: Val, fixed: bool) -> Val {
    let known = val.known.map(|known| Known { fixed: known.fixed || fixed, ..known });
    Val { known, ..val }
}

pub(super) fn compute(op: &BinOp, left: Option<&Known>, right: Option<&Known>) -> Option<Known> {
    let (a, b) = match (op, left, right) {
        // One side can be enough.
        (BinOp::And(_), Some(Known { value: Const::Bool(false), fixed }), _)
        | (BinOp::And(_), _, Some(Known { value: Const::Bool(false), fixed })) => {
            return Some(Known { value: Const::Bool(false), fixed: *fixed });
        }
        (BinOp::Or(_), Some(Known { value: Const::Bool(true), fixed }), _)
        | (BinOp::Or(_), _, Some(Known { value: Const::Bool(true), fixed })) => {
            return Some(Known { value: Const::Bool(true), fixed: *fixed });
        }
        _ => (left?, right?),
    };
    let value = match (op, &a.value, &b.value) {
        (BinOp::And(_), Const::Bool(a), Const::Bool(b)) => Const::Bool(*a && *b),
        (BinOp::Or(_), Const::Bool(a), Const::Bool(b)) => Const::Bool(*a || *b),
        (_, Const::Int(a), Const::Int(b)) => match op {
            BinOp::Add(_) => Const::Int(a.checked_add(*b)?),
            BinOp::Sub(_) => Const::Int(a.checked_sub(*b)?),
            BinOp::Mul(_) => Const::Int(a.checked_mul(*b)?),
            BinOp::Div(_) => Const::Int(a.checked_div(*b)?),
            BinOp::Rem(_) => Const::Int(a.checked_rem(*b)?),
            BinOp::Lt(_) => Const::Bool(a < b),
            BinOp::Le(_) => Const::Bool(a <= b),
            BinOp::Gt(_) => Const::Bool(a > b),
            BinOp::Ge(_) => Const::Bool(a >= b),
            _ => return None,
        },
        _ => return None,
    };
    Some(Known { value, fixed: a.fixed || b.fixed })
}

/// Returns true if another branch may say more about the type: `None` does not say of what.
pub(super) fn is_vague(ty: &Ty) -> bool {
    match ty {
        Ty::Unknown => true,
        Ty::Option(inner) | Ty::Result(inner) | Ty::List(inner) | Ty::Iter(inner) => is_vague(inner),
        Ty::Tuple(types) => types.iter().any(is_vague),
        _ => false,
    }
}
