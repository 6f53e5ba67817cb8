//! Values that are known while a chapter is written.

use std::collections::{HashMap, HashSet};

use crate::names::DefId;
use crate::ty::Ty;

/// A value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Const {
    Bool(bool),
    Int(i64),
    Str(String),
    /// A variant without fields.
    Variant(DefId),
    /// A tuple struct.
    Struct(DefId, Vec<Const>),
    None,
    Some(Box<Const>),
    Array(Vec<Const>),
    Tuple(Vec<Const>),
}

/// A value that is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    pub value: Const,
    /// Returns true if it is the same in every run because of what was chosen while writing. Other values are
    /// just written down in the source, and stay there.
    pub fixed: bool,
}

impl Known {
    /// A value that the source spells out.
    pub fn written(value: Const) -> Known {
        Known { value, fixed: false }
    }

    /// A value that follows from what was chosen.
    pub fn fixed(value: Const) -> Known {
        Known { value, fixed: true }
    }
}

/// What is known about an expression.
#[derive(Clone, Debug)]
pub struct Val {
    pub ty: Ty,
    pub known: Option<Known>,
}

impl Val {
    /// Returns true for a value of a type that the program defines.
    pub fn is_of_this_program(&self) -> bool {
        matches!(self.ty, Ty::Adt(_))
    }
}

impl From<Ty> for Val {
    fn from(ty: Ty) -> Val {
        Val { ty, known: None }
    }
}

/// What is chosen while a chapter is written, by the names of the types in the sources.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The chapter: every value of the type `Part`.
    pub part: u8,
    /// Every value of the enum `StdLib`: the name of a variant.
    pub library: String,
}

/// What was found out about a program as a whole.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Knowledge {
    /// What functions return, where it is always the same.
    pub returns: HashMap<DefId, Known>,
    /// Parameters that have the same value in every call.
    pub params: HashMap<(DefId, usize), Known>,
    /// Fields of later chapters that always have the value they were made with.
    pub fields: HashMap<DefId, Known>,
    /// Constants.
    pub consts: HashMap<DefId, Known>,
    /// Variants and types of which there is ever a value. None as long as that is not known.
    pub made: Option<HashSet<DefId>>,
}

impl Knowledge {
    /// Returns true if there may be a value of this variant or type.
    pub fn may_be(&self, id: DefId) -> bool {
        self.made.as_ref().is_none_or(|made| made.contains(&id))
    }
}
