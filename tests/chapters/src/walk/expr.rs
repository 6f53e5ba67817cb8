//! Expressions: their types, their values if they are known, and what they need.

use std::collections::HashMap;

use syn::visit::Visit;
use syn::{BinOp, Expr, Fields, Path, UnOp};

use super::value::{bool_of, combine, compute, is_vague, literal, with_fixed};
use super::{Mentions, Walker};
use crate::facts::{Declared, Needed, is_assignment};
use crate::known::{Const, Known, Val};
use crate::names::{DefId, Kind, Target};
use crate::program::{address, member_name};
use crate::ty::Ty;

impl<'p> Walker<'p, '_> {
    pub(super) fn expr(&mut self, expr: &'p Expr) -> Val {
        let val = self.inner(expr);
        let val = self.typed(val);
        self.facts.values.insert(address(expr), val.clone());
        val
    }

    pub(super) fn exprs<'e>(&mut self, exprs: impl IntoIterator<Item = &'p Expr>) -> Vec<Val>
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

    pub(super) fn scoped<T>(&mut self, inside: impl FnOnce(&mut Self) -> T) -> T {
        self.scopes.push(HashMap::new());
        let outer = self.condition;
        let result = inside(self);
        self.condition = outer;
        self.scopes.pop();
        result
    }

    pub(super) fn path(&mut self, expr: &'p Expr, path: &'p Path, escapes: bool) -> Val {
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
    pub(super) fn value_of(&mut self, id: DefId, escapes: bool) -> Val {
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

    pub(super) fn field(&mut self, expr: &'p Expr, node: &'p syn::ExprField, read: bool) -> Val {
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
    pub(super) fn mutate(&mut self, place: &'p Expr) {
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
