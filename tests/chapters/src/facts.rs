//! What is found out about each place of a program.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use syn::{Expr, Pat, Path, UnOp};

use crate::known::{Known, Val};
use crate::names::{DefId, Names, Target, receiver, takes_mut_self};
use crate::program::{address, macro_name};
use crate::{names::Kind, program::Program};

/// What a piece of code needs.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Needed {
    /// A function that is called, a field that is read, a type that is named ...
    Def(DefId),
    /// A value of a variant or type is made.
    Made(DefId),
    /// What a trait does for a type.
    Trait(DefId, String),
    /// A method whose type is not known.
    AnyMethod(String),
    /// A field whose type is not known.
    AnyField(String),
    /// What a trait does for a type that is not known.
    AnyTrait(String),
}

/// A need, and what must be possible for it.
#[derive(Debug)]
pub struct Use {
    pub owner: DefId,
    pub needed: Needed,
    /// The innermost condition.
    pub condition: Option<usize>,
}

/// Code that only runs when a value has a certain shape.
#[derive(Debug)]
pub struct Condition {
    pub outer: Option<usize>,
    /// One of these lists of variants must be possible as a whole.
    pub alternatives: Vec<Vec<DefId>>,
}

/// How a variable comes to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Declared {
    /// The whole pattern of a `let`, at the address of its statement.
    Let(usize),
    /// The whole pattern of a function's parameter.
    Param(DefId, usize),
    /// Part of a pattern, or a closure's parameter.
    Inside,
}

/// A variable.
#[derive(Debug)]
pub struct Local {
    pub name: String,
    pub declared: Declared,
    pub val: Val,
    pub reads: usize,
    pub writes: usize,
    /// Returns true if something needs it to be `mut`.
    pub mutated: bool,
}

/// A call of a function of this program.
pub struct Call<'p> {
    pub file: usize,
    /// The function that calls.
    pub owner: DefId,
    /// The arguments but `self`.
    pub args: Vec<&'p Expr>,
}

/// What is known about each place of a program, by addresses.
#[derive(Default)]
pub struct Facts<'p> {
    pub values: HashMap<usize, Val>,
    pub uses: Vec<Use>,
    pub conditions: Vec<Condition>,
    pub locals: Vec<Local>,
    /// Variables by the address of a pattern that binds them.
    pub bound: HashMap<usize, usize>,
    /// Variables by the address of the expression.
    pub local_of: HashMap<usize, usize>,
    /// What a path means.
    pub target_of: HashMap<usize, Target>,
    /// The field of an `a.b`.
    pub field_of: HashMap<usize, DefId>,
    /// The methods that a call may mean.
    pub methods_of: HashMap<usize, Vec<DefId>>,
    /// The field of a struct that an entry of a literal or a pattern is for.
    pub entry_of: HashMap<usize, DefId>,
    /// What literals put into a field: each value, if it is known.
    pub filled: HashMap<DefId, Vec<Option<Known>>>,
    /// Fields that are changed later, with the functions that change them.
    pub changed: Vec<(DefId, DefId)>,
    /// Fields, and entries of literals and patterns, that their type does not have any more.
    pub missing: HashSet<usize>,
    /// The variant or struct of a pattern.
    pub shape_of: HashMap<usize, DefId>,
    pub calls: HashMap<DefId, Vec<Call<'p>>>,
    /// Functions that are used as values, or may be called without it being known.
    pub escaped: HashSet<DefId>,
    /// Imports that a path goes through.
    pub imports_used: HashSet<usize>,
    /// What functions return, where it is known.
    pub returns: HashMap<DefId, Known>,
    pub consts: HashMap<DefId, Known>,
}

impl<'p> Facts<'p> {
    /// What is known about an expression.
    pub fn known(&self, expr: &Expr) -> Option<&Known> {
        self.values.get(&address(expr)).and_then(|val| val.known.as_ref())
    }

    /// What a path means.
    pub fn target(&self, path: &Path) -> Option<DefId> {
        match self.target_of.get(&address(path)) {
            Some(&Target::Def(id)) => Some(id),
            _ => None,
        }
    }

    /// The variable that a pattern binds.
    pub fn bound(&self, pat: &Pat) -> Option<&Local> {
        self.bound.get(&address(pat)).map(|&id| &self.locals[id])
    }

    /// The variable that an expression names.
    pub fn local(&self, expr: &Expr) -> Option<usize> {
        self.local_of.get(&address(expr)).copied()
    }

    /// Returns true if nothing is lost when the expression is not computed: it changes nothing and does not
    /// end anything.
    pub fn is_pure(&self, program: &Program, names: &Names, expr: &Expr) -> bool {
        let pure = |expr: &Expr| self.is_pure(program, names, expr);
        match expr {
            Expr::Lit(_) | Expr::Path(_) => true,
            Expr::Field(node) => pure(&node.base),
            Expr::Paren(node) => pure(&node.expr),
            Expr::Group(node) => pure(&node.expr),
            Expr::Reference(node) => node.mutability.is_none() && pure(&node.expr) || is_place(&node.expr),
            Expr::Unary(node) => !matches!(node.op, UnOp::Deref(_)) && pure(&node.expr) || is_place(expr),
            Expr::Binary(node) => !is_assignment(&node.op) && pure(&node.left) && pure(&node.right),
            Expr::Cast(node) => pure(&node.expr),
            Expr::Index(node) => pure(&node.expr) && pure(&node.index),
            Expr::Range(node) => [&node.start, &node.end].into_iter().flatten().all(|expr| pure(expr)),
            Expr::Tuple(node) => node.elems.iter().all(pure),
            Expr::Array(node) => node.elems.iter().all(pure),
            Expr::Repeat(node) => pure(&node.expr),
            Expr::Struct(node) => {
                node.fields.iter().all(|field| pure(&field.expr)) && node.rest.iter().all(|rest| pure(rest))
            }
            Expr::Closure(node) => pure(&node.body),
            Expr::Call(node) => {
                let free = match &*node.func {
                    Expr::Path(path) => match self.target(&path.path) {
                        Some(id) => match names.defs[id].kind {
                            Kind::Fn { sig, .. } => receiver(sig).is_none() || !takes_mut_self(sig),
                            _ => true,
                        },
                        None => is_harmless_function(&path.path),
                    },
                    _ => false,
                };
                free && node.args.iter().all(|arg| pure(arg) && !is_mut_reference(arg))
            }
            Expr::MethodCall(node) => {
                let free = match self.methods_of.get(&address(expr)) {
                    Some(methods) => methods.iter().all(|&id| match names.defs[id].kind {
                        Kind::Fn { sig, .. } => !takes_mut_self(sig),
                        _ => true,
                    }),
                    // A method that is gone was one that nothing needed.
                    None => {
                        HARMLESS.contains(&node.method.to_string().as_str())
                            || self.values.get(&address(&*node.receiver)).is_some_and(Val::is_of_this_program)
                    }
                };
                free && pure(&node.receiver)
                    && node.args.iter().all(|arg| pure(arg) && !is_mut_reference(arg))
            }
            Expr::If(node) => {
                pure(&node.cond)
                    && self.is_pure_block(program, names, &node.then_branch)
                    && node.else_branch.iter().all(|(_, branch)| pure(branch))
            }
            Expr::Let(node) => pure(&node.expr),
            Expr::Block(node) => self.is_pure_block(program, names, &node.block),
            Expr::Match(node) => {
                let guards = node.arms.iter().all(|arm| match &arm.pat {
                    Pat::Guard(guard) => pure(&guard.guard),
                    _ => true,
                });
                pure(&node.expr) && guards && node.arms.iter().all(|arm| pure(&arm.body))
            }
            Expr::Macro(node) => {
                let name = macro_name(&node.mac);
                ["format", "vec", "matches", "include_bytes", "include_str", "concat", "env"]
                    .contains(&name.as_str())
                    && program.inside(&node.mac).is_some_and(|inside| inside.args.iter().all(pure))
            }
            _ => false,
        }
    }

    fn is_pure_block(&self, program: &Program, names: &Names, block: &syn::Block) -> bool {
        block.stmts.iter().all(|stmt| match stmt {
            syn::Stmt::Expr(expr, _) => self.is_pure(program, names, expr),
            syn::Stmt::Local(local) => local
                .init
                .as_ref()
                .is_some_and(|init| init.diverge.is_none() && self.is_pure(program, names, &init.expr)),
            syn::Stmt::Item(_) => true,
            syn::Stmt::Macro(_) => false,
        })
    }
}

/// Returns true for `a = b`'s relatives such as `a += b`.
pub fn is_assignment(op: &syn::BinOp) -> bool {
    use syn::BinOp::*;
    matches!(
        op,
        AddAssign(_)
            | SubAssign(_)
            | MulAssign(_)
            | DivAssign(_)
            | RemAssign(_)
            | BitXorAssign(_)
            | BitAndAssign(_)
            | BitOrAssign(_)
            | ShlAssign(_)
            | ShrAssign(_)
    )
}

fn is_mut_reference(expr: &Expr) -> bool {
    matches!(expr, Expr::Reference(node) if node.mutability.is_some())
}

/// Returns true for variables, fields and elements: naming one changes nothing.
fn is_place(expr: &Expr) -> bool {
    match expr {
        Expr::Path(_) => true,
        Expr::Field(node) => is_place(&node.base),
        Expr::Index(node) => {
            is_place(&node.expr) && matches!(*node.index, Expr::Path(_) | Expr::Lit(_) | Expr::Field(_))
        }
        Expr::Paren(node) => is_place(&node.expr),
        Expr::Unary(node) => matches!(node.op, UnOp::Deref(_)) && is_place(&node.expr),
        _ => false,
    }
}

fn is_harmless_function(path: &Path) -> bool {
    let words: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    matches!(
        words[..],
        ["Some" | "Ok" | "Err"] | [.., "new" | "with_capacity" | "from" | "default" | "try_from"]
    )
}

/// Methods of the standard library that change nothing.
pub const HARMLESS: [&str; 82] = [
    "abs",
    "all",
    "and_then",
    "any",
    "as_bytes",
    "as_deref",
    "as_mut",
    "as_ref",
    "as_slice",
    "as_str",
    "bytes",
    "cast_signed",
    "cast_unsigned",
    "chain",
    "char_indices",
    "chars",
    "clamp",
    "clone",
    "cloned",
    "cmp",
    "collect",
    "contains",
    "copied",
    "count",
    "enumerate",
    "eq",
    "filter",
    "filter_map",
    "find",
    "first",
    "flat_map",
    "flatten",
    "fold",
    "get",
    "get_mut",
    "into_iter",
    "is_ascii_graphic",
    "is_empty",
    "is_err",
    "is_none",
    "is_none_or",
    "is_ok",
    "is_some",
    "is_some_and",
    "iter",
    "iter_mut",
    "last",
    "len",
    "lines",
    "map",
    "map_err",
    "map_or",
    "map_or_else",
    "max",
    "max_by_key",
    "min",
    "min_by_key",
    "ok",
    "ok_or",
    "ok_or_else",
    "or",
    "parse",
    "position",
    "rev",
    "saturating_sub",
    "signum",
    "skip",
    "split_whitespace",
    "starts_with",
    "step_by",
    "sum",
    "take_while",
    "then",
    "then_some",
    "to_owned",
    "to_string",
    "to_vec",
    "unwrap_or",
    "unwrap_or_default",
    "unwrap_or_else",
    "wrapping_add",
    "zip",
];

/// A range with the number of its file.
pub type Place = (usize, Range<usize>);
