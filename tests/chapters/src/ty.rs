//! Types, as far as they must be known to tell which method, field or variant is meant.

use syn::{GenericArgument, PathArguments, ReturnType, Type, TypeParamBound};

use crate::names::{DefId, Kind, Names, Target};

/// A type. References and boxes are looked through; generic arguments are kept for the containers of the
/// standard library only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ty {
    /// Could be anything, also a type of this program.
    Unknown,
    /// Some type of another crate, numbers and texts among them, with nothing of this program inside.
    External,
    /// A generic parameter.
    Param,
    /// A type that this program defines.
    Adt(DefId),
    Tuple(Vec<Ty>),
    /// An array, slice, `Vec` or another container.
    List(Box<Ty>),
    Iter(Box<Ty>),
    Option(Box<Ty>),
    Result(Box<Ty>),
    /// A function, closure or pointer to one, by what it returns.
    Func(Box<Ty>),
}

impl Ty {
    /// Returns true if no type of this program can be inside.
    pub fn is_external(&self) -> bool {
        match self {
            Ty::External | Ty::Param => true,
            Ty::Unknown | Ty::Adt(_) => false,
            Ty::Tuple(types) => types.iter().all(Ty::is_external),
            Ty::List(ty) | Ty::Iter(ty) | Ty::Option(ty) | Ty::Result(ty) | Ty::Func(ty) => ty.is_external(),
        }
    }

    /// What is in a list, an iterator or an option.
    pub fn element(&self) -> Ty {
        match self {
            Ty::List(ty) | Ty::Iter(ty) | Ty::Option(ty) | Ty::Result(ty) => (**ty).clone(),
            Ty::External => Ty::External,
            _ => Ty::Unknown,
        }
    }

    /// The type as a caller sees it, which does not know what the generic parameters stand for.
    pub fn for_caller(self) -> Ty {
        let inner = |ty: Box<Ty>| Box::new(ty.for_caller());
        match self {
            Ty::Param => Ty::Unknown,
            Ty::Tuple(types) => Ty::Tuple(types.into_iter().map(Ty::for_caller).collect()),
            Ty::List(ty) => Ty::List(inner(ty)),
            Ty::Iter(ty) => Ty::Iter(inner(ty)),
            Ty::Option(ty) => Ty::Option(inner(ty)),
            Ty::Result(ty) => Ty::Result(inner(ty)),
            Ty::Func(ty) => Ty::Func(inner(ty)),
            other => other,
        }
    }
}

/// What the standard library calls its containers.
const LISTS: [&str; 8] =
    ["Vec", "VecDeque", "HashSet", "BTreeSet", "BinaryHeap", "IntoIter", "Chunks", "Peekable"];
/// What can be looked through.
const WRAPPERS: [&str; 7] = ["Box", "Rc", "Arc", "Cow", "Ref", "RefMut", "MutexGuard"];

impl Names<'_> {
    /// A type as it is written inside a definition.
    pub fn ty(&self, ty: &Type, at: DefId) -> Ty {
        match ty {
            Type::Array(array) => Ty::List(Box::new(self.ty(&array.elem, at))),
            Type::Slice(slice) => Ty::List(Box::new(self.ty(&slice.elem, at))),
            Type::Reference(reference) => self.ty(&reference.elem, at),
            Type::Paren(paren) => self.ty(&paren.elem, at),
            Type::Group(group) => self.ty(&group.elem, at),
            Type::Tuple(tuple) => Ty::Tuple(tuple.elems.iter().map(|ty| self.ty(ty, at)).collect()),
            Type::FnPtr(function) => Ty::Func(Box::new(self.returned(&function.output, at))),
            Type::ImplTrait(node) => self.bounds(node.bounds.iter(), at),
            Type::TraitObject(node) => self.bounds(node.bounds.iter(), at),
            Type::Path(path) if path.qself.is_none() => self.path_type(&path.path, at),
            Type::Never(_) => Ty::External,
            _ => Ty::Unknown,
        }
    }

    fn bounds<'b>(&self, mut bounds: impl Iterator<Item = &'b TypeParamBound>, at: DefId) -> Ty {
        bounds.find_map(|bound| self.bound_type(bound, at)).unwrap_or(Ty::Unknown)
    }

    /// What a bound says about a type: that it is a function, or gives values one after the other.
    pub fn bound_type(&self, bound: &TypeParamBound, at: DefId) -> Option<Ty> {
        let TypeParamBound::Trait(bound) = bound else { return None };
        let segment = bound.path.segments.last()?;
        match (segment.ident.to_string().as_str(), &segment.arguments) {
            ("Fn" | "FnMut" | "FnOnce", PathArguments::Parenthesized(args)) => {
                Some(Ty::Func(Box::new(self.returned(&args.output, at))))
            }
            ("Iterator" | "IntoIterator" | "ExactSizeIterator" | "DoubleEndedIterator", arguments) => {
                let PathArguments::AngleBracketed(args) = arguments else { return None };
                args.args.iter().find_map(|arg| match arg {
                    GenericArgument::AssocType(assoc) if assoc.ident == "Item" => {
                        Some(Ty::Iter(Box::new(self.ty(&assoc.ty, at))))
                    }
                    _ => None,
                })
            }
            _ => match self.follow(self.defs[at].module, &[&segment.ident.to_string()], true).0 {
                Some(Target::Def(_)) => Some(Ty::Unknown),
                _ => None,
            },
        }
    }

    /// What a function returns.
    pub fn returned(&self, output: &ReturnType, at: DefId) -> Ty {
        match output {
            ReturnType::Default => Ty::Tuple(Vec::new()),
            ReturnType::Type(_, ty) => self.ty(ty, at),
        }
    }

    fn path_type(&self, path: &syn::Path, at: DefId) -> Ty {
        let segments: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let segments: Vec<&str> = segments.iter().map(String::as_str).collect();
        let Some(last) = path.segments.last() else { return Ty::Unknown };
        let arguments: Vec<Ty> = match &last.arguments {
            PathArguments::AngleBracketed(args) => args
                .args
                .iter()
                .filter_map(|arg| match arg {
                    GenericArgument::Type(ty) => Some(self.ty(ty, at)),
                    _ => None,
                })
                .collect(),
            _ => Vec::new(),
        };
        let first = arguments.first().cloned();
        if let [name] = segments[..] {
            if name == "Self" {
                let of = self.self_type(at).or_else(|| match self.defs[at].kind {
                    Kind::Impl(_) => self.impl_types.get(&at).copied(),
                    Kind::Struct(_) | Kind::Enum(_) => Some(at),
                    _ => None,
                });
                return of.map_or(Ty::Unknown, Ty::Adt);
            }
            if let Some(ty) = self.type_parameter(at, name) {
                return ty;
            }
        }
        match self.follow(self.defs[at].module, &segments, true).0 {
            Some(Target::Def(id)) => {
                return match self.defs[id].kind {
                    Kind::Alias(ty) => self.ty(ty, id),
                    Kind::Struct(_) | Kind::Enum(_) => Ty::Adt(id),
                    _ => Ty::Unknown,
                };
            }
            Some(Target::External) | None => {}
        }
        if segments.first() == Some(&"Self") {
            // An associated type: look for its definition in this block.
            let block = self.impl_of(at).unwrap_or(at);
            let name = segments.last().copied().unwrap_or_default();
            let alias = self.children(block).iter().find(|&&id| self.defs[id].name == name);
            return match alias.map(|&id| (&self.defs[id].kind, id)) {
                Some((Kind::Alias(ty), id)) => self.ty(ty, id),
                _ => Ty::Unknown,
            };
        }
        let name = segments.last().copied().unwrap_or_default();
        match (name, first) {
            ("Option", Some(inner)) => Ty::Option(Box::new(inner)),
            ("Result", inner) => Ty::Result(Box::new(inner.unwrap_or(Ty::External))),
            ("Range" | "RangeInclusive", _) => Ty::Iter(Box::new(Ty::External)),
            ("HashMap" | "BTreeMap", Some(key)) => {
                Ty::List(Box::new(Ty::Tuple(vec![key, arguments.get(1).cloned().unwrap_or(Ty::Unknown)])))
            }
            (name, Some(inner)) if LISTS.contains(&name) => Ty::List(Box::new(inner)),
            (name, Some(_)) if WRAPPERS.contains(&name) => arguments.last().cloned().unwrap_or(Ty::Unknown),
            _ if arguments.iter().all(Ty::is_external) => Ty::External,
            _ => Ty::Unknown,
        }
    }
}
