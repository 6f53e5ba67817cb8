//! Goes through all code once, finds out types and values, and notes what each piece of code needs.

use std::collections::HashMap;

use syn::visit::{self, Visit};
use syn::{
    BinOp, Block, Expr, ExprMethodCall, Fields, FnArg, Lit, Macro, Member, Pat, Path, Stmt, Type, UnOp,
};

use crate::facts::{Call, Condition, Declared, Facts, HARMLESS, Local, Needed, Use, is_assignment};
use crate::known::{Choice, Const, Knowledge, Known, Val};
use crate::names::{DefId, Kind, Names, Target, parameters, receiver, takes_mut_self};
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

    fn push_condition(&mut self, pat: &Pat) {
        let alternatives = self.alternatives(pat);
        if alternatives.iter().all(|needed| !needed.is_empty()) {
            self.facts.conditions.push(Condition { outer: self.condition, alternatives });
            self.condition = Some(self.facts.conditions.len() - 1);
        }
    }

    /// The variants that must be possible for a pattern to match, for each way in which it can.
    fn alternatives(&self, pat: &Pat) -> Vec<Vec<DefId>> {
        let all = |pats: Vec<&Pat>| {
            let mut needed = Vec::new();
            for pat in pats {
                if let [only] = &self.alternatives(pat)[..] {
                    needed.extend(only);
                }
            }
            needed
        };
        let own = self.facts.shape_of.get(&address(pat)).copied();
        let own = own.filter(|&id| matches!(self.names.defs[id].kind, Kind::Variant(_)));
        let with_own = |mut needed: Vec<DefId>| {
            needed.extend(own);
            vec![needed]
        };
        match pat {
            Pat::Or(node) => node.cases.iter().flat_map(|case| self.alternatives(case)).collect(),
            Pat::Guard(node) => self.alternatives(&node.pat),
            Pat::Paren(node) => self.alternatives(&node.pat),
            Pat::Reference(node) => self.alternatives(&node.pat),
            Pat::Type(node) => self.alternatives(&node.pat),
            Pat::Tuple(node) => with_own(all(node.elems.iter().collect())),
            Pat::TupleStruct(node) => with_own(all(node.elems.iter().collect())),
            Pat::Struct(node) => with_own(all(node.fields.iter().map(|field| &*field.pat).collect())),
            Pat::Slice(node) => with_own(all(node.elems.iter().collect())),
            Pat::Ident(node) => match &node.subpat {
                Some((_, pat)) => self.alternatives(pat),
                None => with_own(Vec::new()),
            },
            _ => with_own(Vec::new()),
        }
    }

    // Patterns.

    fn pat(&mut self, pat: &'p Pat, val: &Val, declared: Declared) {
        match pat {
            Pat::Ident(node) => {
                let name = node.ident.to_string();
                if node.by_ref.is_none() && node.mutability.is_none() && node.subpat.is_none() {
                    let (target, import) = self.names.follow(self.module, &[&name], false);
                    let local = self.items.iter().rev().find_map(|items| items.get(&name)).copied();
                    let found = local.map(Target::Def).or(target);
                    if let Some(Target::Def(id)) = found
                        && matches!(
                            self.names.defs[id].kind,
                            Kind::Const { .. } | Kind::Variant(_) | Kind::Struct(_)
                        )
                    {
                        self.facts.imports_used.extend(import);
                        self.named_pattern(pat, id);
                        return;
                    }
                    if name == "None" {
                        return;
                    }
                }
                let known = val.known.clone().filter(|_| node.mutability.is_none());
                let declared = if node.subpat.is_some() { Declared::Inside } else { declared };
                self.declare(&name, address(pat), declared, Val { ty: val.ty.clone(), known });
                if let Some((_, inner)) = &node.subpat {
                    self.pat(inner, val, Declared::Inside);
                }
            }
            Pat::Type(node) => {
                self.mention(&node.ty);
                let ty = self.names.ty(&node.ty, self.owner);
                let val = self.typed(Val { ty, known: val.known.clone() });
                self.pat(&node.pat, &val, declared);
            }
            Pat::Paren(node) => self.pat(&node.pat, val, declared),
            Pat::Reference(node) => self.pat(&node.pat, val, declared),
            Pat::Guard(node) => {
                self.pat(&node.pat, val, declared);
                self.expr(&node.guard);
            }
            Pat::Or(node) => {
                let mut first: HashMap<String, usize> = HashMap::new();
                for case in &node.cases {
                    self.scopes.push(HashMap::new());
                    self.pat(case, val, Declared::Inside);
                    for (name, id) in self.scopes.pop().unwrap_or_default() {
                        // The same variable, bound in another way.
                        match first.get(&name) {
                            Some(&known) => {
                                self.facts
                                    .bound
                                    .values_mut()
                                    .filter(|bound| **bound == id)
                                    .for_each(|bound| *bound = known);
                            }
                            None => {
                                first.insert(name, id);
                            }
                        }
                    }
                }
                if let Some(scope) = self.scopes.last_mut() {
                    scope.extend(first);
                }
            }
            Pat::Tuple(node) => {
                let elems: Vec<&'p Pat> = node.elems.iter().collect();
                self.sequence(&elems, val);
            }
            Pat::Slice(node) => {
                let element = Val::from(val.ty.element());
                for elem in &node.elems {
                    // What is bound to the rest is a list again.
                    let is_rest = matches!(elem, Pat::Ident(node) if node.subpat.is_some());
                    let of = if is_rest { Val::from(val.ty.clone()) } else { element.clone() };
                    self.pat(elem, &of, Declared::Inside);
                }
            }
            Pat::TupleStruct(node) => self.tuple_struct(pat, node, val),
            Pat::Struct(node) => {
                let (target, _) = self.resolve(&node.path, true);
                let of = match target {
                    Some(Target::Def(id)) => Some(self.names.unalias(id)),
                    _ => None,
                };
                if let Some(id) = of {
                    self.named_pattern(pat, id);
                }
                for field in &node.fields {
                    self.field_pattern(of, field);
                }
            }
            Pat::Path(node) => {
                if let (Some(Target::Def(id)), _) = self.resolve(&node.path, false) {
                    self.named_pattern(pat, id);
                }
            }
            Pat::Range(node) => {
                for end in [&node.start, &node.end].into_iter().flatten() {
                    self.expr(end);
                }
            }
            Pat::Const(node) => {
                self.block(&node.block);
            }
            Pat::Macro(node) => {
                self.macro_call(&node.mac);
            }
            _ => {}
        }
    }

    /// Needs the type of the pattern, not that there is such a value.
    fn named_pattern(&mut self, pat: &Pat, id: DefId) {
        self.facts.shape_of.insert(address(pat), id);
        self.needs(Needed::Def(self.names.owner(id)));
    }

    fn field_pattern(&mut self, of: Option<DefId>, field: &'p syn::FieldPat) {
        let name = member_name(&field.member);
        let Some(id) = of.and_then(|of| self.names.part(of, &name)) else {
            match of {
                Some(_) => {
                    self.facts.missing.insert(address(field));
                }
                None => self.needs(Needed::AnyField(name)),
            }
            self.pat(&field.pat, &Val::from(Ty::Unknown), Declared::Inside);
            return;
        };
        self.facts.entry_of.insert(address(field), id);
        let val = self.typed(Val::from(self.field_type(id)));
        if !matches!(*field.pat, Pat::Wild(_)) && !self.has_single_value(&val.ty) {
            self.needs(Needed::Def(id));
        }
        self.pat(&field.pat, &val, Declared::Inside);
    }

    fn tuple_struct(&mut self, pat: &'p Pat, node: &'p syn::PatTupleStruct, val: &Val) {
        let (target, words) = self.resolve(&node.path, false);
        let elems: Vec<&'p Pat> = node.elems.iter().collect();
        if let Some(Target::Def(id)) = target {
            self.named_pattern(pat, id);
            let fields = self.names.children(id).to_vec();
            for (index, elem) in elems.iter().enumerate() {
                if matches!(elem, Pat::Rest(_)) {
                    break;
                }
                let Some(&field) = fields.get(index) else { break };
                if !matches!(elem, Pat::Wild(_)) {
                    self.needs(Needed::Def(field));
                }
                let val = self.typed(Val::from(self.field_type(field)));
                self.pat(elem, &val, Declared::Inside);
            }
            return;
        }
        let inner = match words.last().map(String::as_str) {
            Some("Some" | "Ok") => Val::from(val.ty.element()),
            Some("Err") => Val::from(if val.ty == Ty::External { Ty::External } else { Ty::Unknown }),
            _ => Val::from(Ty::Unknown),
        };
        let inner = self.typed(inner);
        for elem in elems {
            self.pat(elem, &inner, Declared::Inside);
        }
    }

    fn sequence(&mut self, elems: &[&'p Pat], val: &Val) {
        let rest = elems.iter().position(|elem| matches!(elem, Pat::Rest(_)));
        for (index, elem) in elems.iter().enumerate() {
            let of = match &val.ty {
                Ty::Tuple(types) => {
                    let index = match rest {
                        Some(rest) if index > rest => (types.len() + index).checked_sub(elems.len()),
                        _ => Some(index),
                    };
                    index.and_then(|index| types.get(index)).cloned().unwrap_or(Ty::Unknown)
                }
                Ty::External => Ty::External,
                _ => Ty::Unknown,
            };
            let known = match &val.known {
                Some(Known { value: Const::Tuple(values), fixed }) if rest.is_none() => {
                    values.get(index).map(|value| Known { value: value.clone(), fixed: *fixed })
                }
                _ => None,
            };
            let of = self.typed(Val { ty: of, known });
            self.pat(elem, &of, Declared::Inside);
        }
    }

    fn field_type(&self, field: DefId) -> Ty {
        match self.names.defs[field].kind {
            Kind::Field(node) => {
                // A field of a variant sees what its enum is generic over.
                self.names.ty(&node.ty, field).for_caller()
            }
            _ => Ty::Unknown,
        }
    }

    // Expressions.

    fn expr(&mut self, expr: &'p Expr) -> Val {
        let val = self.inner(expr);
        let val = self.typed(val);
        self.facts.values.insert(address(expr), val.clone());
        val
    }

    fn exprs<'e>(&mut self, exprs: impl IntoIterator<Item = &'p Expr>) -> Vec<Val>
    where
        'p: 'e,
    {
        exprs.into_iter().map(|expr| self.expr(expr)).collect()
    }

    fn inner(&mut self, expr: &'p Expr) -> Val {
        match expr {
            Expr::Lit(node) => literal(&node.lit),
            Expr::Path(node) => self.path(expr, &node.path, true),
            Expr::Field(node) => self.field(expr, node, true),
            Expr::MethodCall(node) => self.method_call(expr, node),
            Expr::Call(node) => self.call(node),
            Expr::Macro(node) => self.macro_call(&node.mac),
            Expr::Paren(node) => self.expr(&node.expr),
            Expr::Group(node) => self.expr(&node.expr),
            Expr::Reference(node) => {
                let val = self.expr(&node.expr);
                if node.mutability.is_some() {
                    self.mutate(&node.expr);
                }
                val
            }
            Expr::Unary(node) => self.unary(node),
            Expr::Binary(node) => self.binary(node),
            Expr::Cast(node) => {
                let val = self.expr(&node.expr);
                self.mention(&node.ty);
                let known = val.known.filter(|known| matches!(known.value, Const::Int(_)));
                Val { ty: Ty::External, known }
            }
            Expr::Index(node) => self.index(node),
            Expr::Range(node) => {
                for end in [&node.start, &node.end].into_iter().flatten() {
                    self.expr(end);
                }
                Ty::Iter(Box::new(Ty::External)).into()
            }
            Expr::Tuple(node) => {
                let vals = self.exprs(&node.elems);
                combine(&vals, Ty::Tuple(vals.iter().map(|val| val.ty.clone()).collect()), Const::Tuple)
            }
            Expr::Array(node) => {
                let vals = self.exprs(&node.elems);
                let ty = vals.iter().map(|val| val.ty.clone()).find(|ty| *ty != Ty::Unknown);
                combine(&vals, Ty::List(Box::new(ty.unwrap_or(Ty::Unknown))), Const::Array)
            }
            Expr::Repeat(node) => {
                let val = self.expr(&node.expr);
                self.expr(&node.len);
                Ty::List(Box::new(val.ty)).into()
            }
            Expr::Struct(node) => self.struct_literal(node),
            Expr::Block(node) => self.block(&node.block),
            Expr::Unsafe(node) => self.block(&node.block),
            Expr::Const(node) => self.block(&node.block),
            Expr::If(node) => self.if_expr(node),
            Expr::Match(node) => self.match_expr(node),
            Expr::Let(node) => {
                let val = self.expr(&node.expr);
                self.pat(&node.pat, &val, Declared::Inside);
                let known = self.matches(&node.pat, &val);
                self.push_condition(&node.pat);
                Val { ty: Ty::External, known: known.map(|matches| Known::fixed(Const::Bool(matches))) }
            }
            Expr::While(node) => {
                self.scoped(|walker| {
                    walker.expr(&node.cond);
                    walker.block(&node.body);
                });
                Ty::Tuple(Vec::new()).into()
            }
            Expr::ForLoop(node) => {
                let val = self.expr(&node.expr);
                self.needs_trait(&val.ty, "Iterator");
                self.needs_trait(&val.ty, "IntoIterator");
                let element = self.typed(val.ty.element().into());
                self.scoped(|walker| {
                    walker.pat(&node.pat, &element, Declared::Inside);
                    walker.block(&node.body);
                });
                Ty::Tuple(Vec::new()).into()
            }
            Expr::Loop(node) => {
                self.block(&node.body);
                Ty::Unknown.into()
            }
            Expr::Closure(node) => {
                let returned = self.closure(node, &[]);
                Ty::Func(Box::new(returned)).into()
            }
            Expr::Return(node) => {
                self.exprs(node.expr.as_deref());
                Ty::Unknown.into()
            }
            Expr::Break(node) => {
                self.exprs(node.expr.as_deref());
                Ty::Unknown.into()
            }
            Expr::Assign(node) => {
                self.expr(&node.right);
                self.assign(&node.left);
                Ty::Tuple(Vec::new()).into()
            }
            Expr::Try(node) => {
                let val = self.expr(&node.expr);
                self.needs(Needed::AnyTrait("From".to_owned()));
                Val::from(val.ty.element())
            }
            _ => Ty::Unknown.into(),
        }
    }

    fn scoped<T>(&mut self, inside: impl FnOnce(&mut Self) -> T) -> T {
        self.scopes.push(HashMap::new());
        let outer = self.condition;
        let result = inside(self);
        self.condition = outer;
        self.scopes.pop();
        result
    }

    fn path(&mut self, expr: &'p Expr, path: &'p Path, escapes: bool) -> Val {
        if let Some(ident) = path.get_ident()
            && let Some(id) = self.local(&ident.to_string())
        {
            self.facts.local_of.insert(address(expr), id);
            self.read(id);
            return self.facts.locals[id].val.clone();
        }
        let (target, words) = self.resolve(path, false);
        for segment in &path.segments {
            Mentions { walker: self }.visit_path_arguments(&segment.arguments);
        }
        let Some(Target::Def(id)) = target else {
            return self.external_path(path, &words);
        };
        self.value_of(id, escapes)
    }

    fn external_path(&mut self, path: &'p Path, words: &[String]) -> Val {
        // An associated function that no `impl` block has: a trait's, perhaps one that is derived.
        if let [.., ty, name] = words
            && let Some(Target::Def(of)) = self.type_of_member(path, ty)
        {
            let of = self.names.unalias(of);
            self.needs(Needed::Def(of));
            let trait_name = match name.as_str() {
                "default" => "Default",
                "from" => "From",
                "from_str" => "FromStr",
                "from_iter" => "FromIterator",
                _ => "",
            };
            self.needs(Needed::Trait(of, trait_name.to_owned()));
            return Ty::Func(Box::new(Ty::Adt(of))).into();
        }
        match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
            ["None"] => {
                Val { ty: Ty::Option(Box::new(Ty::Unknown)), known: Some(Known::written(Const::None)) }
            }
            ["Default", "default"] => {
                self.needs(Needed::AnyTrait("Default".to_owned()));
                Ty::Func(Box::new(Ty::Unknown)).into()
            }
            ["Some"] => Ty::Func(Box::new(Ty::Option(Box::new(Ty::Unknown)))).into(),
            ["Ok" | "Err"] => Ty::Func(Box::new(Ty::Result(Box::new(Ty::Unknown)))).into(),
            _ => Ty::External.into(),
        }
    }

    fn type_of_member(&mut self, path: &Path, _: &str) -> Option<Target> {
        let words: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let segments: Vec<&str> = words.iter().map(String::as_str).collect();
        let before = &segments[..segments.len() - 1];
        if before == ["Self"] {
            return self.self_type().map(Target::Def);
        }
        let (target, import) = self.names.follow(self.module, before, true);
        self.facts.imports_used.extend(import);
        target.filter(|target| matches!(target, Target::Def(_)))
    }

    /// What a definition is worth where its name stands for a value.
    fn value_of(&mut self, id: DefId, escapes: bool) -> Val {
        match self.names.defs[id].kind {
            Kind::Fn { sig, .. } => {
                self.needs(Needed::Def(id));
                if escapes {
                    self.facts.escaped.insert(id);
                }
                Ty::Func(Box::new(self.names.returned(&sig.output, id).for_caller())).into()
            }
            Kind::Const { ty, .. } => {
                self.needs(Needed::Def(id));
                let known = self.knowledge.consts.get(&id).cloned();
                Val { ty: self.names.ty(ty, id), known }
            }
            Kind::Variant(node) => {
                self.needs(Needed::Made(id));
                let ty = Ty::Adt(self.names.owner(id));
                match node.fields {
                    Fields::Unit => Val { ty, known: Some(Known::written(Const::Variant(id))) },
                    _ => Ty::Func(Box::new(ty)).into(),
                }
            }
            Kind::Struct(node) => {
                self.needs(Needed::Made(id));
                match node.fields {
                    Fields::Unit => Ty::Adt(id).into(),
                    _ => Ty::Func(Box::new(Ty::Adt(id))).into(),
                }
            }
            _ => Ty::Unknown.into(),
        }
    }

    fn field(&mut self, expr: &'p Expr, node: &'p syn::ExprField, read: bool) -> Val {
        let base = self.expr(&node.base);
        let name = member_name(&node.member);
        match &base.ty {
            Ty::Adt(of) => {
                let Some(id) = self.names.part(*of, &name) else {
                    self.facts.missing.insert(address(expr));
                    return Ty::Unknown.into();
                };
                self.facts.field_of.insert(address(expr), id);
                if read {
                    self.needs(Needed::Def(id));
                }
                let known = match (&base.known, name.parse::<usize>()) {
                    (Some(Known { value: Const::Struct(_, values), fixed }), Ok(index)) => {
                        values.get(index).map(|value| Known { value: value.clone(), fixed: *fixed })
                    }
                    _ => self.knowledge.fields.get(&id).cloned(),
                };
                Val { ty: self.field_type(id), known }
            }
            Ty::Tuple(types) => {
                let index = name.parse::<usize>().ok();
                index.and_then(|index| types.get(index)).cloned().unwrap_or(Ty::Unknown).into()
            }
            Ty::External | Ty::Param => Ty::External.into(),
            _ => {
                self.needs(Needed::AnyField(name));
                Ty::Unknown.into()
            }
        }
    }

    fn assign(&mut self, left: &'p Expr) {
        match left {
            Expr::Path(node) => {
                if let Some(ident) = node.path.get_ident()
                    && let Some(id) = self.local(&ident.to_string())
                {
                    self.facts.local_of.insert(address(left), id);
                    self.facts.locals[id].writes += 1;
                    self.facts.locals[id].mutated = true;
                    let val = self.facts.locals[id].val.clone();
                    self.facts.values.insert(address(left), val);
                }
            }
            Expr::Field(node) => {
                let val = self.field(left, node, false);
                self.facts.values.insert(address(left), val);
                self.mutate(left);
            }
            Expr::Tuple(node) => node.elems.iter().for_each(|elem| self.assign(elem)),
            Expr::Paren(node) => self.assign(&node.expr),
            _ => {
                self.expr(left);
                self.mutate(left);
            }
        }
    }

    /// Notes that the variable at the bottom of a place is changed.
    fn mutate(&mut self, place: &'p Expr) {
        match place {
            Expr::Path(_) => {
                if let Some(id) = self.facts.local(place) {
                    self.facts.locals[id].mutated = true;
                }
            }
            Expr::Field(node) => {
                if let Some(&field) = self.facts.field_of.get(&address(place)) {
                    self.facts.changed.push((self.owner, field));
                }
                self.mutate(&node.base);
            }
            Expr::Index(node) => self.mutate(&node.expr),
            Expr::Paren(node) => self.mutate(&node.expr),
            Expr::Unary(node) => self.mutate(&node.expr),
            Expr::MethodCall(node) => self.mutate(&node.receiver),
            _ => {}
        }
    }

    fn unary(&mut self, node: &'p syn::ExprUnary) -> Val {
        let val = self.expr(&node.expr);
        match (&node.op, &val.known) {
            (UnOp::Not(_), Some(Known { value: Const::Bool(value), fixed })) => {
                let known = Known { value: Const::Bool(!value), fixed: *fixed };
                Val { ty: Ty::External, known: Some(known) }
            }
            (UnOp::Deref(_), _) => val,
            (UnOp::Neg(_), Some(Known { value: Const::Int(value), fixed })) => {
                let known = Known { value: Const::Int(-value), fixed: *fixed };
                Val { ty: Ty::External, known: Some(known) }
            }
            (UnOp::Neg(_), _) => {
                self.needs_trait(&val.ty, "Neg");
                val.ty.into()
            }
            _ => Val::from(val.ty),
        }
    }

    fn binary(&mut self, node: &'p syn::ExprBinary) -> Val {
        if is_assignment(&node.op) {
            self.expr(&node.right);
            self.assign(&node.left);
            if let Some(val) = self.facts.values.get(&address(&*node.left)).cloned()
                && let Some(name) = operator_trait(&node.op)
            {
                self.needs_trait(&val.ty, name);
            }
            return Ty::Tuple(Vec::new()).into();
        }
        if matches!(node.op, BinOp::Eq(_) | BinOp::Ne(_)) {
            return self.comparison(node);
        }
        let left = self.expr(&node.left);
        let right = self.expr(&node.right);
        if let Some(name) = operator_trait(&node.op) {
            self.needs_trait(&left.ty, name);
        }
        let known = compute(&node.op, left.known.as_ref(), right.known.as_ref());
        let ty = match (&node.op, &left.ty) {
            (BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_) | BinOp::Div(_), Ty::Adt(_) | Ty::Unknown) => {
                left.ty
            }
            _ => Ty::External,
        };
        Val { ty, known }
    }

    /// To compare with a variant does not make one.
    fn comparison(&mut self, node: &'p syn::ExprBinary) -> Val {
        let mut sides = Vec::new();
        let mut impossible = false;
        for side in [&*node.left, &*node.right] {
            if let Expr::Path(path) = side
                && path.path.segments.len() > 1
                && let (Some(Target::Def(id)), _) = self.resolve(&path.path, false)
                && matches!(self.names.defs[id].kind, Kind::Variant(_))
            {
                self.needs(Needed::Def(self.names.owner(id)));
                impossible |= !self.knowledge.may_be(id);
                let val = Val {
                    ty: Ty::Adt(self.names.owner(id)),
                    known: Some(Known::written(Const::Variant(id))),
                };
                self.facts.values.insert(address(side), val.clone());
                sides.push(val);
                continue;
            }
            let val = self.expr(side);
            self.needs_trait(&val.ty, "PartialEq");
            sides.push(val);
        }
        let equal = match (&sides[0].known, &sides[1].known) {
            _ if impossible => Some(Known::fixed(Const::Bool(false))),
            (Some(left), Some(right)) if left.fixed || right.fixed => {
                Some(Known::fixed(Const::Bool(left.value == right.value)))
            }
            _ => None,
        };
        let known = equal.map(|known| match (known.value, &node.op) {
            (Const::Bool(equal), BinOp::Ne(_)) => Known::fixed(Const::Bool(!equal)),
            (value, _) => Known::fixed(value),
        });
        Val { ty: Ty::External, known }
    }

    fn index(&mut self, node: &'p syn::ExprIndex) -> Val {
        let base = self.expr(&node.expr);
        let index = self.expr(&node.index);
        self.needs_trait(&base.ty, "Index");
        let known = match (&base.known, &index.known) {
            (
                Some(Known { value: Const::Array(values), .. }),
                Some(Known { value: Const::Int(index), fixed }),
            ) => {
                let value = usize::try_from(*index).ok().and_then(|index| values.get(index));
                value.map(|value| Known { value: value.clone(), fixed: *fixed })
            }
            _ => None,
        };
        let ty = match (&base.ty, &*node.index) {
            (Ty::List(_), Expr::Range(_)) => base.ty,
            (Ty::List(inner), _) => match &**inner {
                // A map gives what belongs to the key.
                Ty::Tuple(types) if types.len() == 2 => Ty::Unknown,
                other => other.clone(),
            },
            (Ty::External | Ty::Param, _) => Ty::External,
            _ => Ty::Unknown,
        };
        Val { ty, known }
    }

    fn struct_literal(&mut self, node: &'p syn::ExprStruct) -> Val {
        let (target, _) = self.resolve(&node.path, true);
        let of = match target {
            Some(Target::Def(id)) => Some(self.names.unalias(id)),
            _ => None,
        };
        if let Some(id) = of {
            self.needs(Needed::Made(id));
        }
        for field in &node.fields {
            let val = self.passed(&field.expr);
            match of.map(|of| self.names.part(of, &member_name(&field.member))) {
                Some(Some(id)) => {
                    self.facts.entry_of.insert(address(field), id);
                    self.facts.filled.entry(id).or_default().push(val.known);
                }
                Some(None) => {
                    self.facts.missing.insert(address(field));
                }
                None => {}
            }
        }
        if let Some(rest) = &node.rest {
            if let (Some(of), Expr::Call(call)) = (of, &**rest)
                && let Expr::Path(path) = &*call.func
                && path.path.segments.last().is_some_and(|segment| segment.ident == "default")
            {
                self.needs(Needed::Trait(of, "Default".to_owned()));
                self.facts.values.insert(address(&**rest), Ty::Adt(of).into());
                if path.path.segments.first().is_none_or(|segment| segment.ident != "Default") {
                    self.expr(rest);
                }
            } else {
                self.expr(rest);
            }
        }
        of.map_or(Ty::Unknown, |id| Ty::Adt(self.names.owner(id))).into()
    }

    fn if_expr(&mut self, node: &'p syn::ExprIf) -> Val {
        let (cond, then) = self.scoped(|walker| {
            let cond = walker.expr(&node.cond);
            (cond, walker.block(&node.then_branch))
        });
        let other = node.else_branch.as_ref().map(|(_, branch)| self.expr(branch));
        match (bool_of(cond.known.as_ref()), other) {
            (Some((true, fixed)), _) => with_fixed(then, fixed),
            (Some((false, fixed)), Some(other)) => with_fixed(other, fixed),
            (_, Some(other)) if then.ty == Ty::Unknown || is_vague(&then.ty) => Val::from(other.ty),
            _ => Val::from(then.ty),
        }
    }

    fn match_expr(&mut self, node: &'p syn::ExprMatch) -> Val {
        let val = self.expr(&node.expr);
        let mut ty = Ty::Unknown;
        let mut chosen = None;
        let mut open = val.known.is_some();
        for arm in &node.arms {
            let (body, matches) = self.scoped(|walker| {
                walker.pat(&arm.pat, &val, Declared::Inside);
                let matches = walker.matches(&arm.pat, &val);
                walker.push_condition(&arm.pat);
                (walker.expr(&arm.body), matches)
            });
            if ty == Ty::Unknown || is_vague(&ty) && body.ty != Ty::Unknown {
                ty = body.ty.clone();
            }
            match matches {
                Some(true) if open => {
                    chosen = Some(body);
                    open = false;
                }
                Some(false) => {}
                _ => open = false,
            }
        }
        match (chosen, &val.known) {
            (Some(body), Some(known)) => with_fixed(body, known.fixed),
            _ => ty.into(),
        }
    }

    /// Returns true if a pattern matches a value, false if it does not, nothing if that is not known.
    fn matches(&self, pat: &Pat, val: &Val) -> Option<bool> {
        let known = val.known.as_ref().map(|known| &known.value);
        let impossible =
            self.alternatives(pat).iter().all(|needed| needed.iter().any(|&id| !self.knowledge.may_be(id)));
        if impossible {
            return Some(false);
        }
        matches(self.names, &self.facts, pat, known?)
    }

    // Calls.

    fn closure(&mut self, node: &'p syn::ExprClosure, params: &[Ty]) -> Ty {
        self.scoped(|walker| {
            for (index, pat) in node.inputs.iter().enumerate() {
                let val = walker.typed(params.get(index).cloned().unwrap_or(Ty::Unknown).into());
                walker.pat(pat, &val, Declared::Inside);
            }
            if let syn::ReturnType::Type(_, ty) = &node.output {
                walker.mention(ty);
            }
            let body = walker.expr(&node.body).ty;
            match &node.output {
                syn::ReturnType::Type(_, ty) => walker.names.ty(ty, walker.owner),
                syn::ReturnType::Default => body,
            }
        })
    }

    /// An argument that is called with these types, if it is a closure; what it returns then.
    fn callback(&mut self, arg: &'p Expr, params: &[Ty]) -> Ty {
        if let Expr::Closure(node) = arg {
            let returned = self.closure(node, params);
            let val = Val::from(Ty::Func(Box::new(returned.clone())));
            self.facts.values.insert(address(arg), val);
            return returned;
        }
        match self.expr(arg).ty {
            Ty::Func(returned) => *returned,
            Ty::External => Ty::External,
            _ => Ty::Unknown,
        }
    }

    fn call(&mut self, node: &'p syn::ExprCall) -> Val {
        let callee = match &*node.func {
            Expr::Path(path) => {
                let val = self.path(&node.func, &path.path, false);
                self.facts.values.insert(address(&*node.func), val.clone());
                let local = self.facts.local(&node.func);
                if let Some(id) = local {
                    // A closure may change what it has captured.
                    self.facts.locals[id].mutated = true;
                }
                let def = if local.is_some() { None } else { self.facts.target(&path.path) };
                if def.is_none() && local.is_none() {
                    let words: Vec<String> = path.path.segments.iter().map(|s| s.ident.to_string()).collect();
                    return self.external_call(node, &words, val);
                }
                if let Some(id) = def {
                    return self.local_call(node, id, val);
                }
                val
            }
            func => self.expr(func),
        };
        self.exprs(&node.args);
        match callee.ty {
            Ty::Func(returned) => Val::from(*returned),
            _ => Ty::Unknown.into(),
        }
    }

    fn local_call(&mut self, node: &'p syn::ExprCall, id: DefId, val: Val) -> Val {
        let Kind::Fn { sig, .. } = self.names.defs[id].kind else {
            // A tuple struct or variant, or a constant that is a function.
            self.exprs(&node.args);
            return match val.ty {
                Ty::Func(returned) => Val::from(*returned),
                _ => Ty::Unknown.into(),
            };
        };
        let mut args: Vec<&'p Expr> = node.args.iter().collect();
        if receiver(sig).is_some() && !args.is_empty() {
            self.expr(args.remove(0));
        }
        self.arguments(id, sig, &args);
        let Ty::Func(returned) = val.ty else { return Ty::Unknown.into() };
        Val { ty: *returned, known: self.knowledge.returns.get(&id).cloned() }
    }

    /// The arguments of a function of this program.
    fn arguments(&mut self, id: DefId, sig: &'p syn::Signature, args: &[&'p Expr]) {
        for (arg, param) in args.iter().zip(parameters(sig)) {
            match arg {
                Expr::Closure(_) => {
                    let params = self.callback_params(&param.ty, id);
                    self.callback(arg, &params);
                }
                _ => {
                    self.passed(arg);
                }
            }
        }
        let call = Call { file: self.file, owner: self.owner, args: args.to_vec() };
        self.facts.calls.entry(id).or_default().push(call);
    }

    /// What a parameter that is a function is called with.
    fn callback_params(&self, ty: &Type, id: DefId) -> Vec<Ty> {
        let Type::ImplTrait(node) = ty else { return Vec::new() };
        let inputs = node.bounds.iter().find_map(|bound| match bound {
            syn::TypeParamBound::Trait(bound) => match &bound.path.segments.last()?.arguments {
                syn::PathArguments::Parenthesized(args) => Some(&args.inputs),
                _ => None,
            },
            _ => None,
        });
        inputs.into_iter().flatten().map(|input| self.names.ty(&input.ty, id).for_caller()).collect()
    }

    fn external_call(&mut self, node: &'p syn::ExprCall, words: &[String], val: Val) -> Val {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        if let [.., "from_fn"] = words[..] {
            let inner = node.args.first().map_or(Ty::Unknown, |arg| self.callback(arg, &[Ty::External]));
            return Ty::List(Box::new(inner)).into();
        }
        let args = self.exprs(&node.args);
        let first = args.first().map_or(Ty::Unknown, |val| val.ty.clone());
        let known = args.first().and_then(|val| val.known.clone());
        match words[..] {
            ["Some"] => {
                let known =
                    known.map(|Known { value, fixed }| Known { value: Const::Some(Box::new(value)), fixed });
                Val { ty: Ty::Option(Box::new(first)), known }
            }
            ["Ok"] => Ty::Result(Box::new(first)).into(),
            ["Err"] => Ty::Result(Box::new(Ty::Unknown)).into(),
            [.., "mem", "take"] => {
                self.needs_trait(&first, "Default");
                first.into()
            }
            [.., "mem", "replace" | "swap"] => first.into(),
            ["Box" | "Rc" | "Arc" | "Cell" | "RefCell", "new"] => first.into(),
            ["Vec" | "VecDeque" | "HashMap" | "HashSet" | "BTreeSet", ..] => {
                Ty::List(Box::new(Ty::Unknown)).into()
            }
            ["usize" | "i32" | "u8" | "u32" | "u64" | "i64" | "u16", "from"] => {
                let known = known.and_then(|Known { value, fixed }| match value {
                    Const::Bool(value) => Some(Known { value: Const::Int(i64::from(value)), fixed }),
                    Const::Int(_) => Some(Known { value, fixed }),
                    _ => None,
                });
                Val { ty: Ty::External, known }
            }
            ["usize" | "i32" | "u8" | "u32" | "u64" | "i64" | "u16", "try_from"] => {
                Ty::Result(Box::new(Ty::External)).into()
            }
            _ => match val.ty {
                Ty::Func(returned) if *returned != Ty::Unknown => Val::from(*returned),
                _ if args.iter().all(|arg| arg.ty.is_external()) => Ty::External.into(),
                _ => Ty::Unknown.into(),
            },
        }
    }

    fn method_call(&mut self, expr: &'p Expr, node: &'p ExprMethodCall) -> Val {
        let of = self.expr(&node.receiver);
        let name = node.method.to_string();
        if let Some(turbofish) = &node.turbofish {
            Mentions { walker: self }.visit_angle_bracketed_generic_arguments(turbofish);
        }
        match &of.ty {
            Ty::Adt(id) => {
                let methods = self.names.members(*id, &name).to_vec();
                match methods.first() {
                    Some(_) => self.local_method(expr, node, &methods),
                    None => self.derived_method(node, *id, &name, &of),
                }
            }
            Ty::Unknown => {
                let methods: Vec<DefId> = self.names.methods_named(&name).collect();
                if !methods.is_empty() {
                    self.facts.escaped.extend(&methods);
                    self.facts.methods_of.insert(address(expr), methods);
                }
                self.needs(Needed::AnyMethod(name.clone()));
                if name == "to_string" {
                    self.needs(Needed::AnyTrait("Display".to_owned()));
                }
                if !HARMLESS.contains(&name.as_str()) {
                    self.mutate(&node.receiver);
                }
                self.callbacks(&node.args, &[Ty::Unknown, Ty::Unknown]);
                Ty::Unknown.into()
            }
            _ => self.std_method(node, &name, of),
        }
    }

    fn local_method(&mut self, expr: &'p Expr, node: &'p ExprMethodCall, methods: &[DefId]) -> Val {
        self.facts.methods_of.insert(address(expr), methods.to_vec());
        for &method in methods {
            self.needs(Needed::Def(method));
        }
        let method = methods[0];
        let Kind::Fn { sig, .. } = self.names.defs[method].kind else { return Ty::Unknown.into() };
        if takes_mut_self(sig) {
            self.mutate(&node.receiver);
        }
        let args: Vec<&'p Expr> = node.args.iter().collect();
        self.arguments(method, sig, &args);
        if methods.len() > 1 {
            self.facts.escaped.extend(methods);
        }
        let ty = self.names.returned(&sig.output, method).for_caller();
        Val { ty, known: self.knowledge.returns.get(&method).cloned() }
    }

    /// A method that a type of this program has from a trait without spelling it out.
    fn derived_method(&mut self, node: &'p ExprMethodCall, id: DefId, name: &str, of: &Val) -> Val {
        match name {
            "to_string" => {
                self.needs(Needed::Trait(id, "Display".to_owned()));
                self.exprs(&node.args);
                Ty::External.into()
            }
            "clone" | "to_owned" | "clone_from" | "clone_into" | "as_ref" | "as_mut" | "max" | "min" => {
                if matches!(name, "clone_from" | "as_mut") {
                    self.mutate(&node.receiver);
                }
                self.exprs(&node.args);
                if name == "clone_from" { Ty::External.into() } else { of.clone() }
            }
            "eq" | "ne" | "cmp" | "partial_cmp" | "hash" => {
                self.exprs(&node.args);
                Ty::External.into()
            }
            "into" => {
                self.needs(Needed::AnyTrait("From".to_owned()));
                Ty::Unknown.into()
            }
            _ => {
                self.needs(Needed::Trait(id, "Iterator".to_owned()));
                self.needs(Needed::Trait(id, "Deref".to_owned()));
                self.mutate(&node.receiver);
                self.callbacks(&node.args, &[Ty::Unknown, Ty::Unknown]);
                Ty::Unknown.into()
            }
        }
    }

    fn callbacks(&mut self, args: impl IntoIterator<Item = &'p Expr>, params: &[Ty]) -> Vec<Ty> {
        args.into_iter().map(|arg| self.callback(arg, params)).collect()
    }

    /// A method of the standard library, or of another crate.
    fn std_method(&mut self, node: &'p ExprMethodCall, name: &str, of: Val) -> Val {
        if !HARMLESS.contains(&name) {
            self.mutate(&node.receiver);
        }
        let args: Vec<&'p Expr> = node.args.iter().collect();
        if let (Some((value, fixed)), "then" | "then_some") = (bool_of(of.known.as_ref()), name) {
            let inner = self.callbacks(args.iter().copied(), &[]).pop().unwrap_or(Ty::Unknown);
            let known = (!value).then_some(Known { value: Const::None, fixed });
            return Val { ty: Ty::Option(Box::new(inner)), known };
        }
        let element = of.ty.element();
        let of_kind = |ty: Ty| match &of.ty {
            Ty::Option(_) => Ty::Option(Box::new(ty)),
            Ty::Result(_) => Ty::Result(Box::new(ty)),
            Ty::List(_) => Ty::List(Box::new(ty)),
            _ => Ty::Iter(Box::new(ty)),
        };
        let is_none = matches!(of.known, Some(Known { value: Const::None, fixed: true }));
        if is_none
            && ["map", "and_then", "filter", "as_ref", "as_mut", "as_deref", "copied", "cloned"]
                .contains(&name)
        {
            let inner =
                self.callbacks(args.iter().copied(), std::slice::from_ref(&element)).pop().unwrap_or(element);
            let inner = if name == "and_then" { inner.element() } else { inner };
            return Val { ty: Ty::Option(Box::new(inner)), known: of.known };
        }
        match (&of.ty, name) {
            (Ty::External | Ty::Param, _) => self.external_method(node, name, &args),
            (Ty::Func(_), _) => {
                self.exprs(args);
                of
            }
            (Ty::Result(_), "map_err") => {
                self.callbacks(args, &[Ty::Unknown]);
                of
            }
            (Ty::Result(_), "ok") => Ty::Option(Box::new(element)).into(),
            (Ty::Result(_), "err" | "unwrap_err") => Ty::Unknown.into(),
            (Ty::Option(_), "ok_or" | "ok_or_else") => {
                self.callbacks(args, &[]);
                Ty::Result(Box::new(element)).into()
            }
            (_, "map") => {
                let inner = self.callbacks(args, &[element]).pop().unwrap_or(Ty::Unknown);
                of_kind(inner).into()
            }
            (Ty::Option(_) | Ty::Result(_), "and_then" | "or_else") => {
                self.callbacks(args, &[element]).pop().unwrap_or(Ty::Unknown).into()
            }
            (Ty::Option(_) | Ty::Result(_), "map_or" | "map_or_else") => {
                let types = self.callbacks(args, &[element]);
                let mut known = types.into_iter().filter(|ty| *ty != Ty::Unknown);
                known.next_back().unwrap_or(Ty::Unknown).into()
            }
            (
                Ty::Option(_) | Ty::Result(_),
                "unwrap" | "expect" | "unwrap_or" | "unwrap_or_default" | "unwrap_or_else"
                | "get_or_insert_with" | "insert",
            ) => {
                if name == "unwrap_or_default" {
                    self.needs_trait(&element, "Default");
                }
                let types = self.callbacks(args, &[Ty::Unknown]);
                let other = types.into_iter().find(|ty| *ty != Ty::Unknown).unwrap_or(Ty::Unknown);
                if is_vague(&element) && !matches!(name, "expect") { other.into() } else { element.into() }
            }
            (Ty::Option(_) | Ty::Result(_), "is_some_and" | "is_none_or" | "is_ok_and") => {
                self.callbacks(args, &[element]);
                Ty::External.into()
            }
            (Ty::Option(_), "zip") => {
                let other = self.exprs(args).pop().map_or(Ty::Unknown, |val| val.ty.element());
                Ty::Option(Box::new(Ty::Tuple(vec![element, other]))).into()
            }
            (Ty::Option(_) | Ty::Result(_), "into_iter" | "iter" | "iter_mut") => {
                Ty::Iter(Box::new(element)).into()
            }
            (Ty::Option(_) | Ty::Result(_), "is_some" | "is_none" | "is_ok" | "is_err") => {
                Ty::External.into()
            }
            (Ty::Option(_) | Ty::Result(_), "flatten" | "transpose") => element.into(),
            (Ty::Option(_) | Ty::Result(_), _) => {
                // as_ref, take, filter, or, copied, inspect ...
                self.callbacks(args, &[element]);
                of.ty.into()
            }
            (Ty::Tuple(_), _) => {
                self.exprs(args);
                of.ty.into()
            }
            _ => self.list_method(node, name, &args, of.ty),
        }
    }

    fn external_method(&mut self, node: &'p ExprMethodCall, name: &str, args: &[&'p Expr]) -> Val {
        let types = self.callbacks(args.iter().copied(), &[Ty::External, Ty::External]);
        let last = types.last().cloned().unwrap_or(Ty::External);
        match name {
            "then" | "then_some" => Ty::Option(Box::new(last)).into(),
            "parse" => {
                let target = node.turbofish.as_ref().and_then(|turbofish| match turbofish.args.first() {
                    Some(syn::GenericArgument::Type(ty)) => Some(self.names.ty(ty, self.owner)),
                    _ => None,
                });
                let target = target.unwrap_or(Ty::Unknown);
                self.needs_trait(&target, "FromStr");
                Ty::Result(Box::new(target)).into()
            }
            "into" => {
                self.needs(Needed::AnyTrait("From".to_owned()));
                Ty::Unknown.into()
            }
            "map" | "map_or" | "flat_map" | "filter_map" | "fold" | "and_then" | "unwrap_or"
            | "unwrap_or_else"
                if !last.is_external() =>
            {
                match name {
                    "map" => Ty::Iter(Box::new(last)).into(),
                    "flat_map" | "filter_map" => Ty::Iter(Box::new(last.element())).into(),
                    _ => last.into(),
                }
            }
            _ => Ty::External.into(),
        }
    }

    fn list_method(&mut self, node: &'p ExprMethodCall, name: &str, args: &[&'p Expr], of: Ty) -> Val {
        let element = of.element();
        let args = args.iter().copied();
        let iter = |ty: Ty| Val::from(Ty::Iter(Box::new(ty)));
        let option = |ty: Ty| Val::from(Ty::Option(Box::new(ty)));
        match name {
            "flat_map" | "filter_map" | "map_while" => {
                let inner = self.callbacks(args, &[element]).pop().unwrap_or(Ty::Unknown);
                iter(inner.element())
            }
            "find_map" => {
                let inner = self.callbacks(args, &[element]).pop().unwrap_or(Ty::Unknown);
                inner.into()
            }
            "flatten" => iter(element.element()),
            "enumerate" => iter(Ty::Tuple(vec![Ty::External, element])),
            "zip" => {
                let other = self.exprs(args).pop().map_or(Ty::Unknown, |val| val.ty.element());
                iter(Ty::Tuple(vec![element, other]))
            }
            "fold" => {
                let mut args = args;
                let start = args.next().map_or(Ty::Unknown, |arg| self.expr(arg).ty);
                self.callbacks(args, &[start.clone(), element]);
                start.into()
            }
            "reduce" | "max_by" | "min_by" => {
                self.callbacks(args, &[element.clone(), element.clone()]);
                option(element)
            }
            "find" | "max_by_key" | "min_by_key" | "next" | "last" | "first" | "get" | "get_mut" | "pop"
            | "nth" | "min" | "max" | "first_mut" | "last_mut" | "pop_front" | "pop_back" | "front"
            | "back" | "peek" | "next_back" | "next_if" => {
                let ranged = node.args.first().is_some_and(|arg| matches!(arg, Expr::Range(_)));
                self.callbacks(args, std::slice::from_ref(&element));
                if ranged { option(of) } else { option(element) }
            }
            "rev" | "skip" | "take" | "step_by" | "chain" | "copied" | "cloned" | "peekable" | "by_ref"
            | "filter" | "into_iter" | "iter" | "iter_mut" | "drain" | "take_while" | "skip_while"
            | "inspect" | "cycle" | "fuse" | "splice" | "extract_if" => {
                self.callbacks(args, std::slice::from_ref(&element));
                iter(element)
            }
            "chunks" | "chunks_exact" | "chunks_exact_mut" | "windows" | "split" | "chunks_mut" => {
                self.callbacks(args, &[element]);
                iter(of)
            }
            "split_at" | "split_at_mut" => {
                self.exprs(args);
                Ty::Tuple(vec![of.clone(), of]).into()
            }
            "collect" => {
                let target = node.turbofish.as_ref().and_then(|turbofish| match turbofish.args.first() {
                    Some(syn::GenericArgument::Type(ty)) => Some(self.names.ty(ty, self.owner)),
                    _ => None,
                });
                match target {
                    Some(Ty::List(_) | Ty::Unknown) | None => Ty::List(Box::new(element)).into(),
                    Some(target) => target.into(),
                }
            }
            "clone" | "to_vec" | "to_owned" | "as_slice" | "as_ref" | "as_mut" | "as_mut_slice"
            | "concat" => of.into(),
            "remove" | "swap_remove" => {
                self.exprs(args);
                element.into()
            }
            "partition" | "unzip" => {
                self.callbacks(args, &[element]);
                Ty::Unknown.into()
            }
            "sum" | "product" => element.into(),
            "sort_by" => {
                self.callbacks(args, &[element.clone(), element]);
                Ty::External.into()
            }
            // all, any, position, for_each, len, push, extend, contains, retain, sort_by_key, swap ...
            _ => {
                self.callbacks(args, &[element]);
                Ty::External.into()
            }
        }
    }

    // Macros.

    fn macro_call(&mut self, mac: &'p Macro) -> Val {
        let name = macro_name(mac);
        let Some(inside) = self.program.inside(mac) else {
            self.anything(mac.tokens.clone());
            return Ty::Unknown.into();
        };
        if let Some(pattern) = &inside.pattern {
            return self.scoped(|walker| {
                let val = walker.expr(&inside.args[0]);
                walker.pat(pattern, &val, Declared::Inside);
                let known = walker.matches(pattern, &val);
                let known = known.map(|matches| Known::fixed(Const::Bool(matches)));
                Val { ty: Ty::External, known }
            });
        }
        let mut types = Vec::new();
        for arg in &inside.args {
            let val = match (inside.format, arg) {
                // A name for an argument of a format string.
                (Some(_), Expr::Assign(assign)) => self.expr(&assign.right),
                _ => self.expr(arg),
            };
            types.push(val.ty);
        }
        if inside.format.is_some() {
            let mut position = 0;
            for placeholder in inside.placeholders(&self.program.files[self.file].text) {
                let shown = match inside.argument(&placeholder, position) {
                    Some(arg) => self.facts.values.get(&address(arg)).map(|val| val.ty.clone()),
                    None => placeholder.name.as_ref().and_then(|name| self.inline(name)),
                };
                position += usize::from(placeholder.name.is_none());
                if !placeholder.debug {
                    self.needs_trait(&shown.unwrap_or(Ty::Unknown), "Display");
                }
            }
        }
        match name.as_str() {
            "vec" => {
                let ty = types.into_iter().find(|ty| *ty != Ty::Unknown).unwrap_or(Ty::Unknown);
                Ty::List(Box::new(ty)).into()
            }
            "write" | "writeln" => {
                if let Some(target) = inside.args.first() {
                    self.mutate(target);
                }
                Ty::Result(Box::new(Ty::External)).into()
            }
            "format" | "concat" | "env" | "include_str" | "include_bytes" | "cfg" => Ty::External.into(),
            _ => Ty::Unknown.into(),
        }
    }

    /// A variable or constant that a format string names.
    fn inline(&mut self, name: &str) -> Option<Ty> {
        if let Some(id) = self.local(name) {
            self.read(id);
            return Some(self.facts.locals[id].val.ty.clone());
        }
        let local = self.items.iter().rev().find_map(|items| items.get(name)).copied();
        let (target, import) = self.names.follow(self.module, &[name], false);
        match local.map(Target::Def).or(target) {
            Some(Target::Def(id)) => {
                self.facts.imports_used.extend(import);
                Some(self.value_of(id, true).ty)
            }
            _ => None,
        }
    }

    /// A macro whose arguments cannot be read: every name in it may be needed.
    fn anything(&mut self, tokens: proc_macro2::TokenStream) {
        for token in tokens {
            match token {
                proc_macro2::TokenTree::Ident(ident) => {
                    let name = ident.to_string();
                    if let Some(id) = self.local(&name) {
                        self.facts.locals[id].reads += 1;
                        self.facts.locals[id].mutated = true;
                    }
                    self.needs(Needed::AnyMethod(name.clone()));
                    self.needs(Needed::AnyField(name));
                }
                proc_macro2::TokenTree::Group(group) => self.anything(group.stream()),
                _ => {}
            }
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

fn member_name(member: &Member) -> String {
    match member {
        Member::Named(ident) => ident.to_string(),
        Member::Unnamed(index) => index.index.to_string(),
    }
}

fn literal(lit: &Lit) -> Val {
    let value = match lit {
        Lit::Bool(value) => Some(Const::Bool(value.value)),
        Lit::Int(value) => value.base10_parse().ok().map(Const::Int),
        Lit::Str(value) => Some(Const::Str(value.value())),
        _ => None,
    };
    Val { ty: Ty::External, known: value.map(Known::written) }
}

/// Values together are known when each is.
fn combine(vals: &[Val], ty: Ty, make: fn(Vec<Const>) -> Const) -> Val {
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

fn with_fixed(val: Val, fixed: bool) -> Val {
    let known = val.known.map(|known| Known { fixed: known.fixed || fixed, ..known });
    Val { known, ..val }
}

/// Returns true if another branch may say more about the type: `None` does not say of what.
fn is_vague(ty: &Ty) -> bool {
    match ty {
        Ty::Unknown => true,
        Ty::Option(inner) | Ty::Result(inner) | Ty::List(inner) | Ty::Iter(inner) => is_vague(inner),
        Ty::Tuple(types) => types.iter().any(is_vague),
        _ => false,
    }
}

fn operator_trait(op: &BinOp) -> Option<&'static str> {
    Some(match op {
        BinOp::Add(_) => "Add",
        BinOp::Sub(_) => "Sub",
        BinOp::Mul(_) => "Mul",
        BinOp::Div(_) => "Div",
        BinOp::Rem(_) => "Rem",
        BinOp::AddAssign(_) => "AddAssign",
        BinOp::SubAssign(_) => "SubAssign",
        BinOp::MulAssign(_) => "MulAssign",
        BinOp::BitOr(_) => "BitOr",
        BinOp::BitAnd(_) => "BitAnd",
        BinOp::BitOrAssign(_) => "BitOrAssign",
        BinOp::BitAndAssign(_) => "BitAndAssign",
        BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_) => "PartialOrd",
        _ => return None,
    })
}

fn compute(op: &BinOp, left: Option<&Known>, right: Option<&Known>) -> Option<Known> {
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

/// Returns true if a pattern matches a value, false if it does not, nothing if that cannot be told.
pub fn matches(names: &Names, facts: &Facts, pat: &Pat, value: &Const) -> Option<bool> {
    let inner = |pat: &Pat, value: &Const| matches(names, facts, pat, value);
    let shape = facts.shape_of.get(&address(pat)).copied();
    let shape = shape.filter(|&id| matches!(names.defs[id].kind, Kind::Variant(_)));
    match (pat, value) {
        (Pat::Wild(_) | Pat::Rest(_), _) => Some(true),
        (Pat::Paren(node), _) => inner(&node.pat, value),
        (Pat::Reference(node), _) => inner(&node.pat, value),
        (Pat::Type(node), _) => inner(&node.pat, value),
        (Pat::Guard(node), _) => match (inner(&node.pat, value), bool_of(facts.known(&node.guard))) {
            (Some(false), _) | (_, Some((false, _))) => Some(false),
            (Some(true), Some((true, _))) => Some(true),
            _ => None,
        },
        (Pat::Or(node), _) => {
            let cases: Vec<_> = node.cases.iter().map(|case| inner(case, value)).collect();
            if cases.contains(&Some(true)) {
                Some(true)
            } else {
                cases.iter().all(|case| *case == Some(false)).then_some(false)
            }
        }
        (_, Const::Variant(id)) if shape.is_some() => Some(shape == Some(*id)),
        (Pat::Ident(node), Const::None | Const::Some(_)) if node.ident == "None" => {
            Some(*value == Const::None)
        }
        (Pat::Ident(node), _) => match (&node.subpat, facts.shape_of.contains_key(&address(pat))) {
            (Some((_, pat)), _) => inner(pat, value),
            (None, false) => Some(true),
            (None, true) => None,
        },
        (Pat::Lit(node), _) => literal(&node.lit).known.map(|known| known.value == *value),
        (Pat::TupleStruct(node), Const::None) => (node.path.is_ident("Some")).then_some(false),
        (Pat::TupleStruct(node), Const::Some(value)) if node.path.is_ident("Some") => {
            node.elems.first().and_then(|elem| inner(elem, value))
        }
        (Pat::Tuple(node), Const::Tuple(values)) if node.elems.len() == values.len() => {
            let all: Vec<_> = node.elems.iter().zip(values).map(|(elem, value)| inner(elem, value)).collect();
            if all.contains(&Some(false)) {
                Some(false)
            } else {
                all.iter().all(|one| *one == Some(true)).then_some(true)
            }
        }
        _ => None,
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
