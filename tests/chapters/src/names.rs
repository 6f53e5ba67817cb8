//! What a program defines, and what a path means.

use std::collections::HashMap;
use std::ops::Range;

use syn::visit::{self, Visit};
use syn::{
    Block, Expr, Fields, FnArg, Generics, ImplItem, Item, ItemImpl, Signature, TraitItem, Type, UseTree,
    Visibility,
};

use crate::program::{Program, address};
use crate::text::range;
use crate::ty::Ty;

/// A definition, by its position in [`Names::defs`].
pub type DefId = usize;

/// What is defined.
pub enum Kind<'p> {
    /// A module; the root has no declaration.
    Module,
    /// A function or method.
    Fn { sig: &'p Signature, block: Option<&'p Block> },
    /// A struct.
    Struct(&'p syn::ItemStruct),
    /// An enum.
    Enum(&'p syn::ItemEnum),
    /// A variant of its parent.
    Variant(&'p syn::Variant),
    /// A field of its parent, which is a struct or a variant.
    Field(&'p syn::Field),
    /// A constant or static.
    Const { ty: &'p Type, value: Option<&'p Expr> },
    /// A type by another name, or one that belongs to a trait.
    Alias(&'p Type),
    /// A trait.
    Trait,
    /// An `impl` block.
    Impl(&'p ItemImpl),
}

/// A definition.
pub struct Def<'p> {
    /// Its own name; a tuple's fields have numbers, `impl` blocks nothing.
    pub name: String,
    pub kind: Kind<'p>,
    /// What it is part of: the module, struct, enum, variant, `impl` block, trait or function.
    pub parent: Option<DefId>,
    /// The module whose names it sees.
    pub module: DefId,
    /// The file it stands in.
    pub file: usize,
    /// Where it stands there, attributes and documentation included.
    pub range: Range<usize>,
    pub attrs: &'p [syn::Attribute],
    pub generics: Option<&'p Generics>,
}

/// What a path leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// Something this program defines.
    Def(DefId),
    /// Something of another crate, or of the language.
    External,
}

/// A name that a `use` brings into a module.
pub struct Import {
    pub module: DefId,
    pub file: usize,
    /// The name it has there.
    pub name: String,
    /// The path, from its first segment.
    pub path: Vec<String>,
    /// The address of the [`UseTree`] that ends with the name.
    pub leaf: usize,
    /// Returns true if other modules may see it.
    pub public: bool,
    pub types: Option<Target>,
    pub values: Option<Target>,
}

#[derive(Clone, Copy)]
struct Binding {
    target: Target,
    import: Option<usize>,
}

/// What a program defines, and what its modules call it.
#[derive(Default)]
pub struct Names<'p> {
    pub defs: Vec<Def<'p>>,
    pub imports: Vec<Import>,
    /// Modules, types and traits by module and name.
    types: HashMap<(DefId, String), Binding>,
    /// Functions and constants by module and name.
    values: HashMap<(DefId, String), Binding>,
    /// Globs: names of the second module, or variants of the enum, are seen in the first one.
    globs: Vec<(DefId, DefId)>,
    /// Methods, associated functions and constants by type and name.
    members: HashMap<(DefId, String), Vec<DefId>>,
    /// Fields and variants by parent and name.
    parts: HashMap<(DefId, String), DefId>,
    /// Definitions by the address of their syntax.
    by_address: HashMap<usize, DefId>,
    /// The type that an `impl` block is for.
    pub impl_types: HashMap<DefId, DefId>,
    children: HashMap<DefId, Vec<DefId>>,
}

/// The root module.
pub const ROOT: DefId = 0;

impl<'p> Names<'p> {
    /// Collects all definitions, following `mod` declarations from `main.rs`.
    pub fn new(program: &'p Program) -> Names<'p> {
        let mut names = Names::default();
        let Some(main) = program.file("main.rs") else { return names };
        names.define(Def {
            name: "crate".to_owned(),
            kind: Kind::Module,
            parent: None,
            module: ROOT,
            file: main,
            range: 0..0,
            attrs: &[],
            generics: None,
        });
        names.module(program, ROOT, main, "", &program.files[main].tree.items);
        names.resolve_imports();
        names.collect_members();
        names
    }

    fn define(&mut self, def: Def<'p>) -> DefId {
        let id = self.defs.len();
        if let Some(parent) = def.parent {
            self.children.entry(parent).or_default().push(id);
        }
        self.defs.push(def);
        id
    }

    fn module(&mut self, program: &'p Program, module: DefId, file: usize, folder: &str, items: &'p [Item]) {
        for item in items {
            self.item(program, module, module, file, folder, item);
        }
    }

    fn item(
        &mut self,
        program: &'p Program,
        module: DefId,
        parent: DefId,
        file: usize,
        folder: &str,
        item: &'p Item,
    ) {
        let span = || range(item);
        let make = |name: String, kind, attrs, generics| Def {
            name,
            kind,
            parent: Some(parent),
            module,
            file,
            range: span(),
            attrs,
            generics,
        };
        let (def, is_type, is_value) = match item {
            Item::Mod(node) => {
                let name = node.ident.to_string();
                let id = self.define(make(name.clone(), Kind::Module, &node.attrs, None));
                self.types.insert((module, name.clone()), Binding { target: Target::Def(id), import: None });
                self.by_address.insert(address(item), id);
                self.defs[id].module = id;
                let inner = format!("{folder}{name}");
                match &node.content {
                    Some((_, items)) => self.module(program, id, file, &format!("{inner}/"), items),
                    None => {
                        let found = program
                            .file(&format!("{inner}.rs"))
                            .or_else(|| program.file(&format!("{inner}/mod.rs")));
                        if let Some(found) = found {
                            let items = &program.files[found].tree.items;
                            self.module(program, id, found, &format!("{inner}/"), items);
                        }
                    }
                }
                return;
            }
            Item::Use(node) => {
                let public = !matches!(node.vis, Visibility::Inherited);
                self.import(module, file, public, &node.tree, Vec::new());
                return;
            }
            Item::Fn(node) => {
                let kind = Kind::Fn { sig: &node.sig, block: Some(&node.block) };
                let generics = Some(&node.sig.generics);
                (make(node.sig.ident.to_string(), kind, &node.attrs, generics), false, true)
            }
            Item::Struct(node) => {
                let kind = Kind::Struct(node);
                let value = !matches!(node.fields, Fields::Named(_));
                (make(node.ident.to_string(), kind, &node.attrs, Some(&node.generics)), true, value)
            }
            Item::Enum(node) => {
                let kind = Kind::Enum(node);
                (make(node.ident.to_string(), kind, &node.attrs, Some(&node.generics)), true, false)
            }
            Item::Const(node) => {
                let kind = Kind::Const { ty: &node.ty, value: Some(&node.expr) };
                (make(node.ident.to_string(), kind, &node.attrs, None), false, true)
            }
            Item::Static(node) => {
                let kind = Kind::Const { ty: &node.ty, value: Some(&node.expr) };
                (make(node.ident.to_string(), kind, &node.attrs, None), false, true)
            }
            Item::Type(node) => {
                let kind = Kind::Alias(&node.ty);
                (make(node.ident.to_string(), kind, &node.attrs, Some(&node.generics)), true, false)
            }
            Item::Trait(node) => {
                let def = make(node.ident.to_string(), Kind::Trait, &node.attrs, Some(&node.generics));
                (def, true, false)
            }
            Item::Impl(node) => {
                (make(String::new(), Kind::Impl(node), &node.attrs, Some(&node.generics)), false, false)
            }
            _ => return,
        };
        let name = def.name.clone();
        let id = self.define(def);
        self.by_address.insert(address(item), id);
        let binding = Binding { target: Target::Def(id), import: None };
        // What a function defines inside is seen there alone.
        if parent == module {
            if is_type {
                self.types.insert((module, name.clone()), binding);
            }
            if is_value && name != "_" {
                self.values.insert((module, name), binding);
            }
        }
        self.inner(program, module, file, folder, item, id);
    }

    /// Fields, variants, members, and what functions define inside.
    fn inner(
        &mut self,
        program: &'p Program,
        module: DefId,
        file: usize,
        folder: &str,
        item: &'p Item,
        id: DefId,
    ) {
        match item {
            Item::Struct(node) => self.fields(module, file, id, &node.fields),
            Item::Enum(node) => {
                for variant in &node.variants {
                    let name = variant.ident.to_string();
                    let of = self.define(Def {
                        name: name.clone(),
                        kind: Kind::Variant(variant),
                        parent: Some(id),
                        module,
                        file,
                        range: range(variant),
                        attrs: &variant.attrs,
                        generics: None,
                    });
                    self.parts.insert((id, name), of);
                    self.by_address.insert(address(variant), of);
                    self.fields(module, file, of, &variant.fields);
                }
            }
            Item::Impl(node) => {
                for item in &node.items {
                    let (name, kind, attrs, generics) = match item {
                        ImplItem::Fn(node) => {
                            let kind = Kind::Fn { sig: &node.sig, block: Some(&node.block) };
                            (node.sig.ident.to_string(), kind, &node.attrs, Some(&node.sig.generics))
                        }
                        ImplItem::Const(node) => {
                            let kind = Kind::Const { ty: &node.ty, value: Some(&node.expr) };
                            (node.ident.to_string(), kind, &node.attrs, None)
                        }
                        ImplItem::Type(node) => {
                            (node.ident.to_string(), Kind::Alias(&node.ty), &node.attrs, None)
                        }
                        _ => continue,
                    };
                    let member = self.define(Def {
                        name,
                        kind,
                        parent: Some(id),
                        module,
                        file,
                        range: range(item),
                        attrs,
                        generics,
                    });
                    self.by_address.insert(address(item), member);
                    if let ImplItem::Fn(node) = item {
                        self.nested(program, module, file, folder, member, &node.block);
                    }
                }
            }
            Item::Trait(node) => {
                for item in &node.items {
                    if let TraitItem::Fn(node) = item {
                        let kind = Kind::Fn { sig: &node.sig, block: node.default.as_ref() };
                        let member = self.define(Def {
                            name: node.sig.ident.to_string(),
                            kind,
                            parent: Some(id),
                            module,
                            file,
                            range: range(item),
                            attrs: &node.attrs,
                            generics: Some(&node.sig.generics),
                        });
                        self.by_address.insert(address(item), member);
                    }
                }
            }
            Item::Fn(node) => self.nested(program, module, file, folder, id, &node.block),
            _ => {}
        }
    }

    fn fields(&mut self, module: DefId, file: usize, parent: DefId, fields: &'p Fields) {
        for (number, field) in fields.iter().enumerate() {
            let name = field.ident.as_ref().map_or_else(|| number.to_string(), ToString::to_string);
            let id = self.define(Def {
                name: name.clone(),
                kind: Kind::Field(field),
                parent: Some(parent),
                module,
                file,
                range: range(field),
                attrs: &field.attrs,
                generics: None,
            });
            self.parts.insert((parent, name), id);
            self.by_address.insert(address(field), id);
        }
    }

    fn nested(
        &mut self,
        program: &'p Program,
        module: DefId,
        file: usize,
        folder: &str,
        parent: DefId,
        block: &'p Block,
    ) {
        struct Items<'p>(Vec<&'p Item>);
        impl<'p> Visit<'p> for Items<'p> {
            fn visit_item(&mut self, item: &'p Item) {
                self.0.push(item);
            }
        }
        let mut items = Items(Vec::new());
        visit::visit_block(&mut items, block);
        for item in items.0 {
            self.item(program, module, parent, file, folder, item);
        }
    }

    fn import(&mut self, module: DefId, file: usize, public: bool, tree: &'p UseTree, mut path: Vec<String>) {
        let (name, own) = match tree {
            UseTree::Path(node) => {
                path.push(node.ident.to_string());
                return self.import(module, file, public, &node.tree, path);
            }
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.import(module, file, public, tree, path.clone());
                }
                return;
            }
            UseTree::Name(node) => (node.ident.to_string(), node.ident.to_string()),
            UseTree::Rename(node) => (node.rename.to_string(), node.ident.to_string()),
            UseTree::Glob(_) => ("*".to_owned(), "*".to_owned()),
        };
        let name = match own.as_str() {
            "self" if name == "self" => path.last().cloned().unwrap_or_default(),
            _ => {
                if own != "self" {
                    path.push(own);
                }
                name
            }
        };
        let leaf = address(tree);
        self.imports.push(Import { module, file, name, path, leaf, public, types: None, values: None });
    }

    /// Imports may lead to other imports, so they are followed until nothing new is found.
    fn resolve_imports(&mut self) {
        for _ in 0..4 {
            for index in 0..self.imports.len() {
                let Import { module, ref path, ref name, .. } = self.imports[index];
                let (path, name) = (path.clone(), name.clone());
                let path: Vec<&str> = path.iter().map(String::as_str).collect();
                if name == "*" {
                    let found = self.follow(module, &path[..path.len() - 1], true).0;
                    if let Some(Target::Def(of)) = found
                        && !self.globs.contains(&(module, of))
                    {
                        self.globs.push((module, of));
                    }
                    continue;
                }
                let (mut types, mut values) =
                    (self.follow(module, &path, true).0, self.follow(module, &path, false).0);
                let first = path.first().copied().unwrap_or_default();
                if !["crate", "self", "super"].contains(&first) && self.lookup(module, first, true).is_none()
                {
                    (types, values) = (Some(Target::External), Some(Target::External));
                }
                let external = Some(Target::External);
                // What leads into this program in one way does not lead out of it in the other.
                let inside = [types, values].iter().any(|target| matches!(target, Some(Target::Def(_))));
                let [types, values] =
                    [types, values].map(|found| found.filter(|_| !inside || found != external));
                for (table, found) in [(&mut self.types, types), (&mut self.values, values)] {
                    if let Some(target) = found {
                        let binding = Binding { target, import: Some(index) };
                        table.entry((module, name.clone())).or_insert(binding);
                    }
                }
                self.imports[index].types = types;
                self.imports[index].values = values;
            }
        }
    }

    fn collect_members(&mut self) {
        for id in 0..self.defs.len() {
            let Kind::Impl(node) = self.defs[id].kind else { continue };
            let Type::Path(path) = &*node.self_ty else { continue };
            let segments: Vec<String> =
                path.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
            let segments: Vec<&str> = segments.iter().map(String::as_str).collect();
            let Some(Target::Def(of)) = self.follow(self.defs[id].module, &segments, true).0 else {
                continue;
            };
            let of = self.unalias(of);
            self.impl_types.insert(id, of);
            for member in self.children(id).to_vec() {
                let name = self.defs[member].name.clone();
                self.members.entry((of, name)).or_default().push(member);
            }
        }
    }

    /// What an alias stands for, if it stands for a type of this program.
    pub fn unalias(&self, id: DefId) -> DefId {
        if let Kind::Alias(Type::Path(path)) = &self.defs[id].kind {
            let segments: Vec<String> =
                path.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
            let segments: Vec<&str> = segments.iter().map(String::as_str).collect();
            if let Some(Target::Def(of)) = self.follow(self.defs[id].module, &segments, true).0 {
                return of;
            }
        }
        id
    }

    fn lookup(&self, module: DefId, name: &str, types: bool) -> Option<(Target, Option<usize>)> {
        let table = if types { &self.types } else { &self.values };
        if let Some(binding) = table.get(&(module, name.to_owned())) {
            return Some((binding.target, binding.import));
        }
        self.globs.iter().filter(|(into, _)| *into == module).find_map(|(_, from)| {
            let direct = table.get(&(*from, name.to_owned())).map(|binding| binding.target);
            direct.or_else(|| self.part(*from, name).map(Target::Def)).map(|target| (target, None))
        })
    }

    /// Where a path leads that is written in a module, and the import it goes through.
    pub fn follow(&self, module: DefId, path: &[&str], types: bool) -> (Option<Target>, Option<usize>) {
        let Some((&first, mut rest)) = path.split_first() else { return (None, None) };
        let mut at = match first {
            "crate" => ROOT,
            "self" => module,
            "super" => self.parent_module(module),
            _ => match self.lookup(module, first, types || !rest.is_empty()) {
                Some((Target::Def(id), import)) if !rest.is_empty() => {
                    return (self.descend(id, rest, types), import);
                }
                Some((target, import)) => return (Some(target), import),
                None => return (None, None),
            },
        };
        while let Some((&"super", after)) = rest.split_first() {
            at = self.parent_module(at);
            rest = after;
        }
        (self.descend(at, rest, types), None)
    }

    fn parent_module(&self, module: DefId) -> DefId {
        self.defs[module].parent.map_or(ROOT, |parent| self.defs[parent].module)
    }

    fn descend(&self, from: DefId, path: &[&str], types: bool) -> Option<Target> {
        let Some((&name, rest)) = path.split_first() else { return Some(Target::Def(from)) };
        let from = self.unalias(from);
        let found = match self.defs[from].kind {
            Kind::Module => self.lookup(from, name, types || !rest.is_empty()).map(|(target, _)| target),
            _ => self
                .part(from, name)
                .filter(|&part| matches!(self.defs[part].kind, Kind::Variant(_)))
                .or_else(|| self.members(from, name).first().copied())
                .map(Target::Def),
        };
        match found {
            Some(Target::Def(id)) => self.descend(id, rest, types),
            other => other,
        }
    }

    /// A field or variant.
    pub fn part(&self, parent: DefId, name: &str) -> Option<DefId> {
        self.parts.get(&(parent, name.to_owned())).copied()
    }

    /// The methods, associated functions and constants of a type that have this name, from traits too.
    pub fn members(&self, of: DefId, name: &str) -> &[DefId] {
        self.members.get(&(of, name.to_owned())).map_or(&[], Vec::as_slice)
    }

    /// The variant of `StdLib` that was chosen.
    pub fn chosen_library(&self, name: &str) -> Option<DefId> {
        let found =
            self.defs.iter().position(|def| matches!(def.kind, Kind::Enum(_)) && def.name == "StdLib");
        found.and_then(|id| self.part(id, name))
    }

    /// What is part of a definition.
    pub fn children(&self, of: DefId) -> &[DefId] {
        self.children.get(&of).map_or(&[], Vec::as_slice)
    }

    /// The definition that stands at an address.
    pub fn at<T>(&self, node: &T) -> Option<DefId> {
        self.by_address.get(&address(node)).copied()
    }

    /// The trait that an `impl` block implements: its last word.
    pub fn trait_of(&self, id: DefId) -> Option<String> {
        match self.defs[id].kind {
            Kind::Impl(node) => {
                let (path, _) = node.trait_.as_ref()?;
                path.segments.last().map(|segment| segment.ident.to_string())
            }
            _ => None,
        }
    }

    /// The `impl` block that a method stands in.
    pub fn impl_of(&self, id: DefId) -> Option<DefId> {
        self.defs[id].parent.filter(|&parent| matches!(self.defs[parent].kind, Kind::Impl(_)))
    }

    /// The type whose method this is.
    pub fn self_type(&self, id: DefId) -> Option<DefId> {
        let parent = self.defs[id].parent?;
        match self.defs[parent].kind {
            Kind::Impl(_) => self.impl_types.get(&parent).copied(),
            Kind::Fn { .. } => self.self_type(parent),
            _ => None,
        }
    }

    /// The nearest enum or struct that a variant or field belongs to.
    pub fn owner(&self, id: DefId) -> DefId {
        match self.defs[id].kind {
            Kind::Field(_) | Kind::Variant(_) => self.defs[id].parent.map_or(id, |parent| self.owner(parent)),
            _ => id,
        }
    }

    /// The path that readers know it by: `Game::press`, `fov::compute`, `GameState::Dead`.
    pub fn path(&self, id: DefId) -> String {
        let def = &self.defs[id];
        match (&def.kind, def.parent) {
            (_, None) => String::new(),
            (Kind::Impl(_), _) => self.impl_types.get(&id).map_or_else(String::new, |&of| self.path(of)),
            (_, Some(parent)) => {
                let outer = self.path(parent);
                if outer.is_empty() { def.name.clone() } else { format!("{outer}::{}", def.name) }
            }
        }
    }

    /// The methods that any type has under this name.
    pub fn methods_named(&self, name: &str) -> impl Iterator<Item = DefId> {
        let named = self.members.iter().filter(move |((_, known), _)| known == name);
        named.flat_map(|(_, ids)| ids.iter().copied())
    }

    /// The fields that any struct or variant has under this name.
    pub fn fields_named(&self, name: &str) -> impl Iterator<Item = DefId> {
        let named = self.parts.iter().filter(move |((_, known), _)| known == name);
        named.map(|(_, &id)| id).filter(|&id| matches!(self.defs[id].kind, Kind::Field(_)))
    }

    /// Returns true if the definition or one around it is generic over a type of this name, with what is
    /// known about it.
    pub fn type_parameter(&self, id: DefId, name: &str) -> Option<Ty> {
        let mut at = Some(id);
        while let Some(of) = at {
            if let Some(generics) = self.defs[of].generics {
                for param in generics.type_params() {
                    if param.ident == name {
                        return Some(self.bound(of, generics, name));
                    }
                }
            }
            at = self.defs[of].parent.filter(|_| !matches!(self.defs[of].kind, Kind::Module));
        }
        None
    }

    fn bound(&self, of: DefId, generics: &Generics, name: &str) -> Ty {
        let direct =
            generics.type_params().filter(|param| param.ident == name).flat_map(|param| &param.bounds);
        let clauses = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
        let clauses = clauses.filter_map(|predicate| match predicate {
            syn::WherePredicate::Type(predicate) => match &predicate.bounded_ty {
                Type::Path(path) if path.path.is_ident(name) => Some(&predicate.bounds),
                _ => None,
            },
            _ => None,
        });
        direct.chain(clauses.flatten()).find_map(|bound| self.bound_type(bound, of)).unwrap_or(Ty::Param)
    }
}

/// The parameters of a function but `self`.
pub fn parameters(sig: &Signature) -> impl Iterator<Item = &syn::PatType> {
    sig.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(param) => Some(param),
        FnArg::Receiver(_) => None,
    })
}

/// The receiver of a method.
pub fn receiver(sig: &Signature) -> Option<&syn::Receiver> {
    sig.inputs.iter().find_map(|input| match input {
        FnArg::Receiver(receiver) => Some(receiver),
        FnArg::Typed(_) => None,
    })
}

/// Returns true if a method changes what it is called on.
pub fn takes_mut_self(sig: &Signature) -> bool {
    receiver(sig).is_some_and(|receiver| match &receiver.kind {
        syn::ReceiverKind::Reference(_, _, mutability) => mutability.is_some(),
        _ => false,
    })
}
