//! Takes away what types derive and nothing asks for. A type that is copied keeps all that it derives.

use std::collections::HashSet;

use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::{Attribute, Path, Token};

use crate::names::{DefId, Kind, Names};
use crate::privacy::words;
use crate::program::{Program, is_name};
use crate::reach::Reach;
use crate::text::{Changes, line_end, line_start, range};

/// A type that derives something.
struct Deriving<'p> {
    id: DefId,
    attribute: &'p Attribute,
    derived: Vec<String>,
    /// The words of its definition: the types of its fields are among them.
    words: HashSet<&'p str>,
    /// What something asks for.
    asked: HashSet<String>,
}

/// Finds the changes that shorten the lists of derived traits.
pub fn needless(program: &Program, names: &Names, reach: &Reach) -> Changes {
    let cloned = Clones::find(program, names);
    let shown = program.files.iter().any(|file| shows_debug(&file.text));
    let mut types: Vec<Deriving> = Vec::new();
    for (id, def) in names.defs.iter().enumerate() {
        let Some((attribute, derived)) = derive(def.attrs) else { continue };
        let words = words(&program.files[def.file].text[def.range.clone()]);
        let copied = derived.iter().any(|name| name == "Copy");
        let asks = |name: &str| match name {
            "Clone" => cloned.all || cloned.types.contains(&id),
            "Debug" => shown,
            "Eq" | "Hash" => reach.asks(id, "PartialEq"),
            "PartialEq" | "Default" => reach.asks(id, name),
            _ => true,
        };
        let asked = derived.iter().filter(|name| copied || asks(name)).cloned().collect();
        types.push(Deriving { id, attribute, derived, words, asked });
    }
    pass_on(&mut types, names);
    let mut changes = Changes::default();
    for Deriving { id, attribute, derived, asked, .. } in &types {
        let file = names.defs[*id].file;
        let text = &program.files[file].text;
        let place = range(*attribute);
        let kept: Vec<&str> =
            derived.iter().map(String::as_str).filter(|name| asked.contains(*name)).collect();
        if kept.is_empty() {
            changes.delete(file, line_start(text, place.start)..line_end(text, place.end) + 1);
        } else if kept.len() < derived.len() {
            changes.replace(file, place, format!("#[derive({})]", kept.join(", ")));
        }
    }
    changes
}

/// What is asked of a type is asked of the types of its fields.
fn pass_on(types: &mut [Deriving], names: &Names) {
    loop {
        let mut passed = false;
        for outer in 0..types.len() {
            for inner in 0..types.len() {
                if types[outer].words.contains(names.defs[types[inner].id].name.as_str()) {
                    for name in types[outer].asked.clone() {
                        passed |= types[inner].derived.contains(&name) && types[inner].asked.insert(name);
                    }
                }
            }
        }
        if !passed {
            return;
        }
    }
}

/// The list of derived traits, and their names.
fn derive(attrs: &[Attribute]) -> Option<(&Attribute, Vec<String>)> {
    let attribute = attrs.iter().find(|attr| attr.path().is_ident("derive"))?;
    let paths = attribute.parse_args_with(Punctuated::<Path, Token![,]>::parse_terminated).ok()?;
    let last = |path: &Path| path.segments.last().map(|segment| segment.ident.to_string());
    Some((attribute, paths.iter().filter_map(last).collect()))
}

/// Returns true if a program may show values of its types as `Debug` does.
fn shows_debug(text: &str) -> bool {
    [":?}", ":#?}", ".unwrap()", ".unwrap_err()", ".expect(", "assert", "dbg!"]
        .iter()
        .any(|word| text.contains(word))
}

/// Finds the types whose values are cloned.
#[derive(Default)]
struct Clones {
    types: HashSet<DefId>,
    /// True if it is not known which are.
    all: bool,
}

impl Clones {
    fn find(program: &Program, names: &Names) -> Clones {
        let mut clones = Clones::default();
        for (id, def) in names.defs.iter().enumerate() {
            let Kind::Fn { block: Some(block), .. } = def.kind else { continue };
            let mut calls = Calls { program, of_self: false, of_others: false };
            calls.visit_block(block);
            clones.all |= calls.of_others;
            if calls.of_self {
                clones.types.extend(names.self_type(id));
            }
        }
        clones
    }
}

struct Calls<'p> {
    program: &'p Program,
    of_self: bool,
    of_others: bool,
}

impl<'ast> Visit<'ast> for Calls<'_> {
    fn visit_expr_method_call(&mut self, node: &'ast syn::ExprMethodCall) {
        let name = node.method.to_string();
        if ["clone", "cloned", "clone_from", "clone_into", "to_vec", "resize"].contains(&name.as_str()) {
            let of_self = name == "clone" && is_name(&node.receiver, "self");
            self.of_self |= of_self;
            self.of_others |= !of_self;
        }
        visit::visit_expr_method_call(self, node);
    }

    fn visit_path(&mut self, path: &'ast Path) {
        self.of_others |=
            path.segments.iter().any(|segment| segment.ident == "Clone" || segment.ident == "clone");
    }

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        // `vec![value; count]` clones.
        self.of_others |= mac.path.is_ident("vec") && mac.tokens.to_string().contains(';');
        if let Some(inside) = self.program.inside(mac) {
            inside.args.iter().for_each(|arg| self.visit_expr(arg));
        }
    }
}
