//! Goes through all code once, finds out types and values, and notes what each piece of code needs.

mod call;
mod expr;
mod macros;
pub mod pattern;
pub mod value;

use std::collections::HashMap;

use syn::visit::{self, Visit};
use syn::{Block, Expr, Fields, FnArg, Pat, Path, Stmt, Type};

use crate::facts::{Declared, Facts, Local, Needed, Use};
use crate::known::{Choice, Const, Knowledge, Known, Val};
use crate::names::{DefId, Kind, Names, Target, parameters, receiver};
use crate::program::{Program, address, macro_name};
use crate::ty::Ty;

/// Finds out what can be found out about every place of a program.
pub fn walk<'p>(
    program: &'p Program,
    names: &Names<'p>,
    choice: &Choice,
    knowledge: &Knowledge,
) -> Facts<'p> {
    let mut facts = Facts::default();
    for (id, def) in names.defs.iter().enumerate() {
        let mut walker = Walker {
            program,
            names,
            choice,
            knowledge,
            facts,
            file: def.file,
            module: def.module,
            owner: id,
            scopes: vec![HashMap::new()],
            items: Vec::new(),
            condition: None,
            reads: Vec::new(),
        };
        walker.definition(id);
        facts = walker.facts;
    }
    facts
}

struct Walker<'p, 'k> {
    program: &'p Program,
    names: &'k Names<'p>,
    choice: &'k Choice,
    knowledge: &'k Knowledge,
    facts: Facts<'p>,
    file: usize,
    module: DefId,
    owner: DefId,
    /// Variables by name, the innermost block last.
    scopes: Vec<HashMap<String, usize>>,
    /// What blocks define inside functions, by name.
    items: Vec<HashMap<String, DefId>>,
    condition: Option<usize>,
    /// The variables that were read, in order.
    reads: Vec<usize>,
}

impl<'p> Walker<'p, '_> {
    fn definition(&mut self, id: DefId) {
        let names = self.names;
        match names.defs[id].kind {
            Kind::Fn { sig, block } => self.function(id, sig, block),
            Kind::Const { ty, value } => {
                self.mention(ty);
                if let Some(value) = value {
                    let val = self.expr(value);
                    if let Some(known) = val.known {
                        self.facts.consts.insert(id, known);
                    }
                }
            }
            Kind::Field(field) => self.mention(&field.ty),
            Kind::Alias(ty) => self.mention(ty),
            Kind::Impl(node) => {
                self.mention(&node.self_ty);
                if let Some((path, _)) = &node.trait_ {
                    self.mention_path(path);
                }
            }
            Kind::Struct(node) => self.mention_generics(&node.generics),
            Kind::Enum(node) => {
                self.mention_generics(&node.generics);
                for variant in &node.variants {
                    if let Some((_, value)) = &variant.discriminant {
                        self.expr(value);
                    }
                }
            }
            Kind::Variant(_) | Kind::Module | Kind::Trait => {}
        }
    }

    fn function(&mut self, id: DefId, sig: &'p syn::Signature, block: Option<&'p Block>) {
        self.mention_generics(&sig.generics);
        if let syn::ReturnType::Type(_, ty) = &sig.output {
            self.mention(ty);
        }
        // A function inside another one sees what stands beside it.
        self.outer_items(id);
        if let Some(of) = receiver(sig).and_then(|_| self.names.self_type(id)) {
            self.declare("self", 0, Declared::Inside, Val::from(Ty::Adt(of)));
        } else if receiver(sig).is_some() {
            self.declare("self", 0, Declared::Inside, Val::from(Ty::Unknown));
        }
        for (index, param) in parameters(sig).enumerate() {
            self.mention(&param.ty);
            let ty = self.names.ty(&param.ty, id);
            let known = self.knowledge.params.get(&(id, index)).cloned();
            let val = self.typed(Val { ty, known });
            self.pat(&param.pat, &val, Declared::Param(id, index));
        }
        for input in &sig.inputs {
            if let FnArg::Receiver(receiver) = input
                && let syn::ReceiverKind::Typed(_, ty) = &receiver.kind
            {
                self.mention(ty);
            }
        }
        let Some(block) = block else { return };
        let val = self.block(block);
        let only = matches!(&block.stmts[..], [Stmt::Expr(_, None)]);
        if let Some(known) = val.known.filter(|_| only) {
            // A function that returns the same to every caller is no question any more.
            let fixed = known.fixed || matches!(known.value, Const::Bool(_) | Const::Variant(_));
            self.facts.returns.insert(id, Known { fixed, ..known });
        }
    }

    fn outer_items(&mut self, id: DefId) {
        let mut at = self.names.defs[id].parent;
        let mut outer = Vec::new();
        while let Some(parent) = at {
            if matches!(self.names.defs[parent].kind, Kind::Fn { .. }) {
                outer.push(parent);
            }
            at = self.names.defs[parent]
                .parent
                .filter(|_| !matches!(self.names.defs[parent].kind, Kind::Module));
        }
        for parent in outer.into_iter().rev() {
            let items = self.names.children(parent).iter();
            self.items.push(items.map(|&id| (self.names.defs[id].name.clone(), id)).collect());
        }
    }

    // What is needed.

    fn needs(&mut self, needed: Needed) {
        self.facts.uses.push(Use { owner: self.owner, needed, condition: self.condition });
    }

    fn needs_trait(&mut self, ty: &Ty, name: &str) {
        match ty {
            Ty::Adt(id) => self.needs(Needed::Trait(*id, name.to_owned())),
            Ty::Unknown => self.needs(Needed::AnyTrait(name.to_owned())),
            Ty::Tuple(types) => types.iter().for_each(|ty| self.needs_trait(ty, name)),
            Ty::List(ty) | Ty::Option(ty) | Ty::Result(ty) => self.needs_trait(ty, name),
            Ty::External | Ty::Param | Ty::Iter(_) | Ty::Func(_) => {}
        }
    }

    fn mention(&mut self, ty: &'p Type) {
        Mentions { walker: self }.visit_type(ty);
    }

    fn mention_generics(&mut self, generics: &'p syn::Generics) {
        Mentions { walker: self }.visit_generics(generics);
    }

    fn mention_path(&mut self, path: &'p Path) {
        let (target, _) = self.resolve(path, true);
        if let Some(Target::Def(id)) = target {
            self.needs(Needed::Def(id));
        }
        for segment in &path.segments {
            Mentions { walker: self }.visit_path_arguments(&segment.arguments);
        }
    }

    /// What a path means, noting the import it goes through.
    fn resolve(&mut self, path: &Path, types: bool) -> (Option<Target>, Vec<String>) {
        let words: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let segments: Vec<&str> = words.iter().map(String::as_str).collect();
        let target = match segments[..] {
            ["Self", ref rest @ ..] => {
                let of = self.self_type();
                of.and_then(|of| match rest {
                    [] => Some(Target::Def(of)),
                    [name] => self.member(of, name).map(Target::Def),
                    _ => None,
                })
            }
            [first, ..] => {
                let local = self.items.iter().rev().find_map(|items| items.get(first)).copied();
                match (local, &segments[1..]) {
                    (Some(id), []) => Some(Target::Def(id)),
                    (Some(id), [name]) => self.member(id, name).map(Target::Def),
                    _ => {
                        let (target, import) = self.names.follow(self.module, &segments, types);
                        self.facts.imports_used.extend(import);
                        target
                    }
                }
            }
            [] => None,
        };
        if let Some(target) = target {
            self.facts.target_of.insert(address(path), target);
        }
        (target, words)
    }

    fn self_type(&self) -> Option<DefId> {
        match self.names.defs[self.owner].kind {
            Kind::Impl(_) => self.names.impl_types.get(&self.owner).copied(),
            _ => self.names.self_type(self.owner),
        }
    }

    fn member(&self, of: DefId, name: &str) -> Option<DefId> {
        let variant = self.names.part(of, name);
        let variant = variant.filter(|&part| matches!(self.names.defs[part].kind, Kind::Variant(_)));
        variant.or_else(|| self.names.members(of, name).first().copied())
    }

    // Variables.

    fn declare(&mut self, name: &str, pattern: usize, declared: Declared, val: Val) {
        let id = self.facts.locals.len();
        self.facts.bound.insert(pattern, id);
        self.facts.locals.push(Local {
            name: name.to_owned(),
            declared,
            val,
            reads: 0,
            writes: 0,
            mutated: false,
        });
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name.to_owned(), id);
        }
    }

    fn local(&self, name: &str) -> Option<usize> {
        self.scopes.iter().rev().find_map(|scope| scope.get(name)).copied()
    }

    fn read(&mut self, id: usize) {
        self.facts.locals[id].reads += 1;
        self.reads.push(id);
    }

    /// A value that is only handed on. If its type has a single value, nothing is needed for that: where it
    /// arrives it is known.
    fn passed(&mut self, expr: &'p Expr) -> Val {
        let (uses, reads) = (self.facts.uses.len(), self.reads.len());
        let val = self.expr(expr);
        if self.has_single_value(&val.ty) {
            self.facts.uses.truncate(uses);
            for id in self.reads.drain(reads..) {
                self.facts.locals[id].reads -= 1;
            }
        }
        val
    }

    fn has_single_value(&self, ty: &Ty) -> bool {
        match ty {
            Ty::Adt(id) => self.only_value(*id).is_some(),
            Ty::Option(inner) => matches!(**inner, Ty::Adt(id) if !self.is_made(id)),
            _ => false,
        }
    }

    /// A value of a type that only has one value is known.
    fn typed(&self, val: Val) -> Val {
        if val.known.is_some() {
            return val;
        }
        let known = match &val.ty {
            Ty::Adt(id) => self.only_value(*id),
            Ty::Option(inner) => match **inner {
                Ty::Adt(id) if !self.is_made(id) => Some(Const::None),
                _ => None,
            },
            _ => None,
        };
        Val { known: known.map(Known::fixed), ..val }
    }

    fn is_made(&self, id: DefId) -> bool {
        match self.names.defs[id].kind {
            Kind::Enum(_) => self.names.children(id).iter().any(|&variant| self.knowledge.may_be(variant)),
            _ => self.knowledge.may_be(id),
        }
    }

    fn only_value(&self, id: DefId) -> Option<Const> {
        let def = &self.names.defs[id];
        match (&def.kind, def.name.as_str()) {
            (Kind::Struct(_), "Part") => {
                Some(Const::Struct(id, vec![Const::Int(i64::from(self.choice.part))]))
            }
            (Kind::Enum(_), "StdLib") => self.names.part(id, &self.choice.library).map(Const::Variant),
            (Kind::Enum(_), _) => {
                self.knowledge.made.as_ref()?;
                let mut made =
                    self.names.children(id).iter().copied().filter(|&id| self.knowledge.may_be(id));
                let only = made.next()?;
                let unit = matches!(self.names.defs[only].kind, Kind::Variant(node) if matches!(node.fields, Fields::Unit));
                (unit && made.next().is_none()).then_some(Const::Variant(only))
            }
            _ => None,
        }
    }

    // Blocks and statements.

    fn block(&mut self, block: &'p Block) -> Val {
        self.scopes.push(HashMap::new());
        let mut items = HashMap::new();
        for stmt in &block.stmts {
            if let Stmt::Item(item) = stmt
                && let Some(id) = self.names.at(item)
            {
                items.insert(self.names.defs[id].name.clone(), id);
            }
        }
        self.items.push(items);
        let outer = self.condition;
        let mut last = Val::from(Ty::Tuple(Vec::new()));
        for (index, stmt) in block.stmts.iter().enumerate() {
            match stmt {
                Stmt::Local(local) => self.let_stmt(local),
                Stmt::Expr(expr, semi) => {
                    let val = self.stmt_expr(expr, semi.is_some());
                    if index + 1 == block.stmts.len() {
                        let ends = semi.is_some() && diverges(expr);
                        last = match (semi, ends) {
                            (None, _) => val,
                            (_, true) => Val::from(Ty::Unknown),
                            _ => last,
                        };
                    }
                }
                Stmt::Macro(stmt) => {
                    let val = self.macro_call(&stmt.mac);
                    if index + 1 == block.stmts.len() && stmt.semi_token.is_none() {
                        last = val;
                    }
                }
                Stmt::Item(_) => {}
            }
        }
        self.condition = outer;
        self.items.pop();
        self.scopes.pop();
        last
    }

    /// What is only filled and emptied is not read.
    fn stmt_expr(&mut self, expr: &'p Expr, ends: bool) -> Val {
        if let Expr::MethodCall(node) = expr
            && let Expr::Field(field) = &*node.receiver
            && FILLING.contains(&node.method.to_string().as_str())
            && ends
        {
            let val = self.field(&node.receiver, field, false);
            self.facts.values.insert(address(&*node.receiver), val.clone());
            if matches!(val.ty, Ty::List(_)) {
                self.mutate(&node.receiver);
                let element = val.ty.element();
                self.callbacks(&node.args, &[element]);
                let val = Val::from(Ty::External);
                self.facts.values.insert(address(expr), val.clone());
                return val;
            }
        }
        let val = self.expr(expr);
        if let Expr::MethodCall(node) = expr
            && let Some(id) = self.facts.local(&node.receiver)
            && FILLING.contains(&node.method.to_string().as_str())
            && let Local { declared: Declared::Let(_), val: Val { ty: Ty::List(_), .. }, .. } =
                self.facts.locals[id]
            && ends
        {
            self.facts.locals[id].reads -= 1;
        }
        val
    }

    fn let_stmt(&mut self, local: &'p syn::Local) {
        let mut val = Val::from(Ty::Unknown);
        if let Some(init) = &local.init {
            val = match &local.pat {
                Pat::Ident(_) => self.passed(&init.expr),
                _ => self.expr(&init.expr),
            };
        }
        let mut pat = &local.pat;
        if let Pat::Type(typed) = pat {
            self.mention(&typed.ty);
            let ty = self.names.ty(&typed.ty, self.owner);
            if ty != Ty::Unknown && val.ty != ty {
                val = self.typed(Val { ty, known: val.known });
            }
            pat = &typed.pat;
        }
        if let Some((_, diverge)) = local.init.as_ref().and_then(|init| init.diverge.as_ref()) {
            self.expr(diverge);
        }
        self.pat(pat, &val, Declared::Let(address(local)));
        if local.init.as_ref().is_some_and(|init| init.diverge.is_some()) {
            // What follows only runs when the pattern matched.
            self.push_condition(pat);
        }
    }
}

/// Methods that fill and empty a container.
const FILLING: [&str; 5] = ["push", "push_back", "extend", "clear", "truncate"];

/// Notes the types that are named in a piece of syntax.
struct Mentions<'w, 'p, 'k> {
    walker: &'w mut Walker<'p, 'k>,
}

impl<'p> Visit<'p> for Mentions<'_, 'p, '_> {
    fn visit_path(&mut self, path: &'p Path) {
        let (target, _) = self.walker.resolve(path, true);
        if let Some(Target::Def(id)) = target {
            self.walker.needs(Needed::Def(id));
        }
        visit::visit_path(self, path);
    }

    fn visit_expr(&mut self, expr: &'p Expr) {
        // The length of an array.
        self.walker.expr(expr);
    }
}

/// Returns true if control never goes on behind the expression.
pub fn diverges(expr: &Expr) -> bool {
    match expr {
        Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) => true,
        Expr::Macro(node) => matches!(macro_name(&node.mac).as_str(), "panic" | "unreachable" | "todo"),
        Expr::Paren(node) => diverges(&node.expr),
        Expr::Block(node) => node.block.stmts.iter().any(|stmt| match stmt {
            Stmt::Expr(expr, _) => diverges(expr),
            _ => false,
        }),
        Expr::If(node) => {
            let ends = |block: &Block| {
                block.stmts.iter().any(|stmt| matches!(stmt, Stmt::Expr(expr, _) if diverges(expr)))
            };
            ends(&node.then_branch) && node.else_branch.as_ref().is_some_and(|(_, branch)| diverges(branch))
        }
        Expr::Match(node) => !node.arms.is_empty() && node.arms.iter().all(|arm| diverges(&arm.body)),
        _ => false,
    }
}
