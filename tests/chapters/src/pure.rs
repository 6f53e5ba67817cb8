//! Which expressions do nothing but have a value, so that nothing is lost when it is not computed.

use std::collections::HashMap;

use syn::visit::{self, Visit};
use syn::{Expr, FnArg, ReceiverKind, Type};

use crate::program::{Program, visit_inside};

/// Functions of the standard library that change nothing.
const PURE: &str = "abs as_ref bytes chars clone contains count default find first get is_empty is_none \
                    is_some iter last len map map_or max min new to_owned unwrap_or";

/// What is known about the functions of a program.
pub struct Purity {
    /// Functions by name: true if none of this name can change what it is given.
    functions: HashMap<String, bool>,
}

impl Purity {
    /// Looks at all functions of a program.
    pub fn of(program: &Program) -> Purity {
        let mut purity = Purity { functions: HashMap::new() };
        program.files.iter().for_each(|file| purity.visit_file(&file.tree));
        purity
    }

    /// Returns true if an expression changes nothing.
    pub fn is_pure(&self, expr: &Expr) -> bool {
        let mut reader = Reader { purity: self, pure: true };
        reader.visit_expr(expr);
        reader.pure
    }

    fn knows(&self, name: &str) -> bool {
        let begins_large = name.chars().next().is_some_and(char::is_uppercase);
        let otherwise = begins_large || PURE.split_whitespace().any(|pure| pure == name);
        self.functions.get(name).copied().unwrap_or(otherwise)
    }
}

impl<'ast> Visit<'ast> for Purity {
    fn visit_signature(&mut self, node: &'ast syn::Signature) {
        let changes = node.inputs.iter().any(|input| match input {
            FnArg::Receiver(receiver) => matches!(receiver.kind, ReceiverKind::Reference(_, _, Some(_))),
            FnArg::Typed(param) => matches!(&*param.ty, Type::Reference(ty) if ty.mutability.is_some()),
        });
        let known = self.functions.entry(node.ident.to_string()).or_insert(true);
        *known &= !changes;
    }
}

struct Reader<'p> {
    purity: &'p Purity,
    pure: bool,
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        let pure = match expr {
            Expr::Assign(_) | Expr::Return(_) | Expr::Try(_) | Expr::Break(_) | Expr::Continue(_) => false,
            Expr::Binary(node) => !is_assignment(&node.op),
            Expr::Call(node) => match &*node.func {
                Expr::Path(path) => {
                    path.path.segments.last().is_some_and(|last| self.purity.knows(&last.ident.to_string()))
                }
                _ => false,
            },
            Expr::MethodCall(node) => self.purity.knows(&node.method.to_string()),
            _ => true,
        };
        self.pure &= pure;
        visit::visit_expr(self, expr);
    }

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        self.pure &= ["format", "matches", "vec"].iter().any(|name| mac.path.is_ident(name));
        visit_inside(self, mac);
    }
}

/// Returns true for `+=` and the like.
pub fn is_assignment(op: &syn::BinOp) -> bool {
    use syn::BinOp::{
        Add, And, BitAnd, BitOr, BitXor, Div, Eq, Ge, Gt, Le, Lt, Mul, Ne, Or, Rem, Shl, Shr, Sub,
    };
    !matches!(
        op,
        Add(_) | Sub(_) | Mul(_) | Div(_) | Rem(_) | And(_) | Or(_) | BitXor(_) | BitAnd(_) | BitOr(_)
    ) && !matches!(op, Shl(_) | Shr(_) | Eq(_) | Lt(_) | Le(_) | Ne(_) | Ge(_) | Gt(_))
}
