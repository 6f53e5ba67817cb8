//! Calls of functions, methods and closures, of the program itself and of the standard library.

use syn::visit::Visit;
use syn::{Expr, ExprMethodCall, Type};

use super::value::{bool_of, is_vague};
use super::{Mentions, Walker};
use crate::facts::{Call, Declared, HARMLESS, Needed};
use crate::known::{Const, Known, Val};
use crate::names::{DefId, Kind, parameters, receiver, takes_mut_self};
use crate::program::address;
use crate::ty::Ty;

impl<'p> Walker<'p, '_> {
    pub(super) fn closure(&mut self, node: &'p syn::ExprClosure, params: &[Ty]) -> Ty {
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

    pub(super) fn call(&mut self, node: &'p syn::ExprCall) -> Val {
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

    pub(super) fn method_call(&mut self, expr: &'p Expr, node: &'p ExprMethodCall) -> Val {
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

    pub(super) fn callbacks(&mut self, args: impl IntoIterator<Item = &'p Expr>, params: &[Ty]) -> Vec<Ty> {
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
}
