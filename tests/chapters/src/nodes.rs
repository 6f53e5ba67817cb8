//! Everything that can be taken away by itself, and where it stands.

use std::ops::Range;

use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{BinOp, Expr, FnArg, ImplItem, Item, Pat, Stmt, Type};

use crate::program::visit_inside;
use crate::text::range;

/// What a piece of syntax is. In brackets: which part of it is its [name](Node::name).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A function, type, constant or module.
    Item,
    /// An `impl` (its type).
    Impl,
    /// An `impl` of a trait (its type).
    TraitImpl,
    /// A function or constant in an `impl`.
    Member,
    Field,
    Variant,
    /// A parameter of a function (its pattern).
    Param,
    /// A `let` (its pattern).
    Let,
    /// Any other statement.
    Stmt,
    /// An assignment (its left side).
    Assign,
    /// An arm of a `match` (its pattern).
    Arm,
    /// One of several patterns.
    Case,
    /// An element of an array.
    Row,
    /// A field in a literal.
    FieldValue,
    /// A field in a pattern.
    FieldPat,
    Arg,
    /// A whole `use`.
    Use,
    /// A name in a `use`.
    UsePart,
}

/// A piece of syntax.
#[derive(Clone, Debug)]
pub struct Node {
    pub kind: Kind,
    /// Its bytes.
    pub range: Range<usize>,
    /// The bytes of what it is known by.
    pub name: Range<usize>,
    /// The list that it is an element of, and its place there.
    pub list: Option<(usize, usize)>,
}

/// Elements between separators.
#[derive(Default)]
pub struct List {
    /// Their bytes.
    pub elements: Vec<Range<usize>>,
    /// The bytes of the function that is declared or called; where a pattern ends.
    pub owner: Range<usize>,
}

/// The nodes and lists of a file.
#[derive(Default)]
pub struct Nodes {
    pub nodes: Vec<Node>,
    pub lists: Vec<List>,
}

impl Nodes {
    /// Collects them.
    pub fn of(file: &syn::File) -> Nodes {
        let mut nodes = Nodes::default();
        nodes.visit_file(file);
        nodes
    }

    /// The smallest node of some kinds around a place.
    pub fn around(&self, kinds: &[Kind], place: &Range<usize>) -> Option<&Node> {
        let holds = |node: &&Node| {
            kinds.contains(&node.kind) && node.range.start <= place.start && node.range.end >= place.end
        };
        self.nodes.iter().filter(holds).min_by_key(|node| node.range.len())
    }

    /// The node of some kinds that is known by what stands at a place.
    pub fn named(&self, kinds: &[Kind], place: &Range<usize>) -> Option<&Node> {
        let found = self.nodes.iter().filter(|node| kinds.contains(&node.kind) && node.name == *place);
        found.min_by_key(|node| node.range.len())
    }

    fn one(&mut self, kind: Kind, node: &impl Spanned, name: Range<usize>) {
        self.nodes.push(Node { kind, range: range(node), name, list: None });
    }

    fn list<'a, T: Spanned + 'a>(
        &mut self,
        kind: Kind,
        owner: Range<usize>,
        elements: impl Iterator<Item = &'a T>,
        name: impl Fn(&T) -> Range<usize>,
    ) {
        let number = self.lists.len();
        let mut list = List { elements: Vec::new(), owner };
        for (index, element) in elements.enumerate() {
            let range = range(element);
            list.elements.push(range.clone());
            self.nodes.push(Node { kind, range, name: name(element), list: Some((number, index)) });
        }
        self.lists.push(list);
    }
}

/// The names of functions, types, constants and variants that a file defines.
pub fn defined(file: &syn::File, text: &str) -> Vec<String> {
    let kinds = [Kind::Item, Kind::Member, Kind::Variant];
    let nodes = Nodes::of(file).nodes;
    nodes
        .iter()
        .filter(|node| kinds.contains(&node.kind))
        .map(|node| text[node.name.clone()].to_owned())
        .collect()
}

/// Returns true for `+=` and the like.
fn is_assignment(op: &BinOp) -> bool {
    use BinOp::{AddAssign, BitAndAssign, BitOrAssign, BitXorAssign, DivAssign, MulAssign, SubAssign};
    matches!(op, AddAssign(_) | SubAssign(_) | MulAssign(_) | DivAssign(_))
        || matches!(op, BitAndAssign(_) | BitOrAssign(_) | BitXorAssign(_))
}

impl<'ast> Visit<'ast> for Nodes {
    fn visit_item(&mut self, item: &'ast Item) {
        let name = match item {
            Item::Fn(node) => Some(&node.sig.ident),
            Item::Const(node) => Some(&node.ident),
            Item::Struct(node) => Some(&node.ident),
            Item::Enum(node) => Some(&node.ident),
            Item::Type(node) => Some(&node.ident),
            Item::Trait(node) => Some(&node.ident),
            Item::Mod(node) => Some(&node.ident),
            _ => None,
        };
        if let Some(name) = name {
            self.one(Kind::Item, item, range(name));
        }
        match item {
            Item::Impl(node) => {
                let kind = if node.trait_.is_some() { Kind::TraitImpl } else { Kind::Impl };
                let name = match &*node.self_ty {
                    Type::Path(path) => path.path.segments.last().map_or(0..0, |last| range(&last.ident)),
                    other => range(other),
                };
                self.one(kind, item, name);
            }
            Item::Use(_) => self.one(Kind::Use, item, range(item)),
            _ => {}
        }
        visit::visit_item(self, item);
    }

    fn visit_use_group(&mut self, node: &'ast syn::UseGroup) {
        self.list(Kind::UsePart, 0..0, node.items.iter(), range);
        visit::visit_use_group(self, node);
    }

    fn visit_impl_item(&mut self, item: &'ast ImplItem) {
        match item {
            ImplItem::Fn(node) => self.one(Kind::Member, item, range(&node.sig.ident)),
            ImplItem::Const(node) => self.one(Kind::Member, item, range(&node.ident)),
            _ => {}
        }
        visit::visit_impl_item(self, item);
    }

    fn visit_fields_named(&mut self, node: &'ast syn::FieldsNamed) {
        self.list(Kind::Field, 0..0, node.named.iter(), |field| range(&field.ident));
        visit::visit_fields_named(self, node);
    }

    fn visit_item_enum(&mut self, node: &'ast syn::ItemEnum) {
        self.list(Kind::Variant, 0..0, node.variants.iter(), |variant| range(&variant.ident));
        visit::visit_item_enum(self, node);
    }

    fn visit_signature(&mut self, node: &'ast syn::Signature) {
        self.list(Kind::Param, range(&node.ident), node.inputs.iter(), |input| match input {
            FnArg::Typed(param) => range(&param.pat),
            FnArg::Receiver(receiver) => range(receiver),
        });
        visit::visit_signature(self, node);
    }

    fn visit_stmt(&mut self, stmt: &'ast Stmt) {
        match stmt {
            Stmt::Local(local) => self.one(Kind::Let, stmt, range(&local.pat)),
            Stmt::Expr(Expr::Assign(node), _) => self.one(Kind::Assign, stmt, range(&node.left)),
            Stmt::Expr(Expr::Binary(node), _) if is_assignment(&node.op) => {
                self.one(Kind::Assign, stmt, range(&node.left));
            }
            _ => self.one(Kind::Stmt, stmt, range(stmt)),
        }
        visit::visit_stmt(self, stmt);
    }

    fn visit_arm(&mut self, node: &'ast syn::Arm) {
        self.one(Kind::Arm, node, range(&node.pat));
        visit::visit_arm(self, node);
    }

    fn visit_pat(&mut self, pat: &'ast Pat) {
        match pat {
            Pat::Or(node) => self.list(Kind::Case, range(pat), node.cases.iter(), range),
            Pat::Struct(node) => {
                self.list(Kind::FieldPat, range(pat), node.fields.iter(), |field| range(&field.pat));
            }
            _ => {}
        }
        visit::visit_pat(self, pat);
    }

    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
            Expr::Struct(node) => {
                self.list(Kind::FieldValue, 0..0, node.fields.iter(), |field| range(&field.member));
            }
            Expr::Array(node) => self.list(Kind::Row, 0..0, node.elems.iter(), range),
            Expr::Call(node) => self.list(Kind::Arg, range(&node.func), node.args.iter(), range),
            Expr::MethodCall(node) => self.list(Kind::Arg, range(&node.method), node.args.iter(), range),
            _ => {}
        }
        visit::visit_expr(self, expr);
    }

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        visit_inside(self, mac);
    }
}
