//! What a program needs, beginning with `main`.

use std::collections::{HashMap, HashSet};

use syn::{Attribute, Fields, Meta};

use crate::facts::{Facts, Needed, Use};
use crate::known::{Choice, Knowledge, Known};
use crate::names::{DefId, Kind, Names, ROOT, Target, parameters};
use crate::program::Program;
use crate::ty::Ty;
use crate::walk::walk;

/// Traits whose `impl` blocks are only needed where something asks for them. Others stay with their type.
const ASKED_FOR: [&str; 20] = [
    "Default",
    "Error",
    "Display",
    "FromStr",
    "From",
    "Add",
    "Sub",
    "Mul",
    "Div",
    "Rem",
    "Neg",
    "AddAssign",
    "SubAssign",
    "MulAssign",
    "BitOr",
    "BitAnd",
    "BitOrAssign",
    "BitAndAssign",
    "Iterator",
    "IntoIterator",
];

/// What is needed.
#[derive(Default)]
pub struct Reach {
    /// Definitions that are needed.
    pub live: HashSet<DefId>,
    /// Variants and types of which there may be values.
    pub made: HashSet<DefId>,
    traits: HashSet<(DefId, String)>,
    any_traits: HashSet<String>,
    any_methods: HashSet<String>,
    any_fields: HashSet<String>,
}

/// Finds out what a program needs, and what is always the same in it, until nothing new is found.
pub fn learn<'p>(
    program: &'p Program,
    names: &Names<'p>,
    choice: &Choice,
    later: &HashSet<DefId>,
) -> (Facts<'p>, Reach, Knowledge) {
    let mut knowledge = Knowledge::default();
    loop {
        let facts = walk(program, names, choice, &knowledge);
        let mut made = single_variants(names, &knowledge);
        made.extend(names.chosen_library(&choice.library));
        let reach = Reach::from_main(names, &facts, made);
        let learned = Knowledge {
            returns: facts
                .returns
                .iter()
                .filter(|(_, known)| known.fixed)
                .map(|(&id, known)| (id, known.clone()))
                .collect(),
            params: constant_params(names, &facts, &reach),
            fields: constant_fields(&facts, &reach, later),
            consts: facts.consts.clone(),
            made: Some(reach.made.clone()),
        };
        if learned == knowledge {
            return (facts, reach, knowledge);
        }
        knowledge = learned;
    }
}

/// The single variants of enums. Nothing needs to make them, because they are known; yet there they are.
fn single_variants(names: &Names, knowledge: &Knowledge) -> HashSet<DefId> {
    let mut single = HashSet::new();
    for (id, _) in names.defs.iter().enumerate().filter(|(_, def)| matches!(def.kind, Kind::Enum(_))) {
        let mut made = names.children(id).iter().copied().filter(|&variant| knowledge.may_be(variant));
        if let (Some(only), None) = (made.next(), made.next()) {
            single.insert(only);
        }
    }
    single
}

/// Parameters for which every call has the same value, because it was chosen.
fn constant_params(names: &Names, facts: &Facts, reach: &Reach) -> HashMap<(DefId, usize), Known> {
    let mut params = HashMap::new();
    for (&id, calls) in &facts.calls {
        let Kind::Fn { sig, .. } = names.defs[id].kind else { continue };
        if !may_change_params(names, facts, id) {
            continue;
        }
        for index in 0..parameters(sig).count() {
            let mut values = calls.iter().filter(|call| reach.live.contains(&call.owner)).map(|call| {
                call.args.get(index).and_then(|arg| facts.known(arg)).filter(|known| known.fixed)
            });
            if let Some(Some(first)) = values.next()
                && values.all(|value| value.is_some_and(|value| value.value == first.value))
            {
                params.insert((id, index), first.clone());
            }
        }
    }
    params
}

/// Fields of later chapters that always have the value that every literal gives them.
fn constant_fields(facts: &Facts, reach: &Reach, later: &HashSet<DefId>) -> HashMap<DefId, Known> {
    let changed: HashSet<DefId> = facts
        .changed
        .iter()
        .filter(|(owner, _)| reach.live.contains(owner))
        .map(|&(_, field)| field)
        .collect();
    let mut fields = HashMap::new();
    for &id in later.difference(&changed) {
        if let Some([Some(first), others @ ..]) = facts.filled.get(&id).map(Vec::as_slice)
            && others.iter().flatten().filter(|known| known.value == first.value).count() == others.len()
        {
            fields.insert(id, Known::fixed(first.value.clone()));
        }
    }
    fields
}

/// Returns true if all calls of a function are known, so that its parameters can be changed.
pub fn may_change_params(names: &Names, facts: &Facts, id: DefId) -> bool {
    let of_trait = names.defs[id].parent.is_some_and(|parent| match names.defs[parent].kind {
        Kind::Impl(node) => node.trait_.is_some(),
        Kind::Trait => true,
        _ => false,
    });
    !of_trait && !facts.escaped.contains(&id)
}

impl Reach {
    /// What `main` needs. There are values of what is `made` without that anything needs them.
    fn from_main(names: &Names, facts: &Facts, made: HashSet<DefId>) -> Reach {
        let mut reach = Reach { made, ..Reach::default() };
        if let (Some(Target::Def(main)), _) = names.follow(ROOT, &["main"], false) {
            reach.live.insert(main);
        }
        let mut waiting: Vec<&Use> = facts.uses.iter().collect();
        loop {
            let before = reach.size();
            waiting.retain(|one| {
                let active = reach.live.contains(&one.owner) && reach.is_possible(facts, one.condition);
                if active {
                    reach.need(names, &one.needed);
                }
                !active
            });
            reach.close(names);
            if reach.size() == before {
                if reach.keep_assertions(names, facts) {
                    continue;
                }
                return reach;
            }
        }
    }

    fn size(&self) -> usize {
        self.live.len()
            + self.made.len()
            + self.traits.len()
            + self.any_traits.len()
            + self.any_methods.len()
            + self.any_fields.len()
    }

    fn is_possible(&self, facts: &Facts, mut condition: Option<usize>) -> bool {
        while let Some(id) = condition {
            let condition_at = &facts.conditions[id];
            let possible = |needed: &Vec<DefId>| needed.iter().all(|id| self.made.contains(id));
            if !condition_at.alternatives.iter().any(possible) {
                return false;
            }
            condition = condition_at.outer;
        }
        true
    }

    fn need(&mut self, names: &Names, needed: &Needed) {
        match needed {
            Needed::Def(id) => self.need_def(names, *id),
            Needed::Made(id) => self.need_made(names, *id),
            Needed::Trait(id, name) => {
                self.traits.insert((*id, name.clone()));
            }
            Needed::AnyTrait(name) => {
                self.any_traits.insert(name.clone());
            }
            Needed::AnyMethod(name) => {
                self.any_methods.insert(name.clone());
            }
            Needed::AnyField(name) => {
                self.any_fields.insert(name.clone());
            }
        }
    }

    fn need_def(&mut self, names: &Names, id: DefId) {
        // A variant that is only named is not made.
        if !matches!(names.defs[id].kind, Kind::Variant(_)) {
            self.live.insert(id);
        }
        let owner = names.owner(id);
        self.live.insert(owner);
        self.live.extend(names.impl_of(id));
    }

    fn need_made(&mut self, names: &Names, id: DefId) {
        self.made.insert(id);
        self.live.insert(id);
        self.live.insert(names.owner(id));
    }

    /// What follows from what is needed.
    fn close(&mut self, names: &Names) {
        for (id, def) in names.defs.iter().enumerate() {
            match def.kind {
                Kind::Impl(_) => self.close_impl(names, id),
                Kind::Fn { .. }
                    if self.any_methods.contains(&def.name)
                        && names.self_type(id).is_some_and(|of| self.live.contains(&of)) =>
                {
                    self.need_def(names, id);
                }
                Kind::Field(_) => {
                    let owner = def.parent.is_some_and(|parent| self.live.contains(&parent));
                    if owner && (self.any_fields.contains(&def.name) || def.name.starts_with('_')) {
                        self.live.insert(id);
                    }
                }
                Kind::Struct(_) | Kind::Enum(_) if self.asks(id, "Default") => self.make_default(names, id),
                _ => {}
            }
        }
    }

    /// Returns true if something asks for a trait of a type.
    pub fn asks(&self, id: DefId, name: &str) -> bool {
        self.live.contains(&id)
            && (self.any_traits.contains(name) || self.traits.contains(&(id, name.to_owned())))
    }

    fn close_impl(&mut self, names: &Names, id: DefId) {
        let Kind::Impl(node) = names.defs[id].kind else { return };
        let (Some(name), Some(&of)) = (names.trait_of(id), names.impl_types.get(&id)) else { return };
        if !self.live.contains(&of) {
            return;
        }
        let local = node.trait_.as_ref().and_then(|(path, _)| {
            let words: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            match names.follow(names.defs[id].module, &words, true).0 {
                Some(Target::Def(id)) => Some(id),
                _ => None,
            }
        });
        let needed = match local {
            Some(local) => self.live.contains(&local),
            None => !ASKED_FOR.contains(&name.as_str()) || self.asks(of, &name),
        };
        if needed {
            self.live.insert(id);
            self.live.extend(names.children(id));
        }
    }

    /// A type that derives `Default`: all its fields are made, or the variant that says so.
    fn make_default(&mut self, names: &Names, id: DefId) {
        let def = &names.defs[id];
        if !derives(def.attrs, "Default") {
            return;
        }
        match def.kind {
            Kind::Struct(node) => {
                self.made.insert(id);
                if !matches!(node.fields, Fields::Unit) {
                    for &field in names.children(id) {
                        if let Kind::Field(node) = names.defs[field].kind
                            && let Ty::Adt(of) = names.ty(&node.ty, field)
                            && self.live.contains(&field)
                        {
                            self.traits.insert((of, "Default".to_owned()));
                        }
                    }
                }
            }
            Kind::Enum(_) => {
                for &variant in names.children(id) {
                    if names.defs[variant].attrs.iter().any(|attr| attr.path().is_ident("default")) {
                        self.need_made(names, variant);
                    }
                }
            }
            _ => {}
        }
    }

    /// Assertions about constants stay as long as all they speak of stays.
    fn keep_assertions(&mut self, names: &Names, facts: &Facts) -> bool {
        let mut kept = false;
        for (id, def) in names.defs.iter().enumerate() {
            if def.name != "_" || self.live.contains(&id) || !matches!(def.kind, Kind::Const { .. }) {
                continue;
            }
            let mut needs = facts.uses.iter().filter(|one| one.owner == id);
            let known = needs.all(|one| match one.needed {
                Needed::Def(id) | Needed::Made(id) => self.live.contains(&id),
                _ => true,
            });
            if known {
                self.live.insert(id);
                kept = true;
            }
        }
        kept
    }
}

/// Returns true if a type derives a trait.
pub fn derives(attrs: &[Attribute], name: &str) -> bool {
    attrs.iter().filter(|attr| attr.path().is_ident("derive")).any(|attr| match &attr.meta {
        Meta::List(list) => {
            let mut words = list.tokens.clone().into_iter();
            words.any(|token| matches!(token, proc_macro2::TokenTree::Ident(ident) if ident == name))
        }
        _ => false,
    })
}
