//! Takes away what nothing needs any more: definitions, fields, variables, parameters, imports.

use std::collections::HashSet;

use syn::visit::{self, Visit};
use syn::{Expr, Fields, FnArg, Pat, Stmt, UseTree};

use crate::facts::{Declared, Facts, Local, is_assignment};
use crate::fold::Studied;
use crate::names::{DefId, Kind, Target, parameters};
use crate::program::address;
use crate::reach::{Reach, may_change_params};
use crate::text::{Change, Changes, range, remove_elements, with_comments};

/// Finds the changes that take away what nothing needs.
pub fn sweep(studied: &Studied, reach: &Reach, later: &HashSet<DefId>) -> Changes {
    let mut sweeper =
        Sweeper { studied, reach, gone: gone(studied, reach, later), changes: Changes::default() };
    sweeper.definitions();
    sweeper.imports();
    for file in 0..studied.program.files.len() {
        let mut places = Places { sweeper: &mut sweeper, file };
        places.visit_file(&studied.program.files[file].tree);
    }
    sweeper.changes
}

/// Everything that is not needed.
fn gone(studied: &Studied, reach: &Reach, later: &HashSet<DefId>) -> HashSet<DefId> {
    let names = studied.names;
    let mut gone: HashSet<DefId> = later.clone();
    for (id, def) in names.defs.iter().enumerate() {
        if matches!(def.kind, Kind::Module) {
            continue;
        }
        let alive = match def.kind {
            Kind::Variant(_) => reach.made.contains(&id),
            _ => reach.live.contains(&id),
        };
        if !alive {
            gone.insert(id);
        }
    }
    // A variant goes when nothing speaks of it any more: patterns and comparisons go first.
    let facts = studied.facts;
    let mut spoken: HashSet<DefId> = facts.shape_of.values().copied().collect();
    spoken.extend(facts.target_of.values().filter_map(|target| match target {
        Target::Def(id) => Some(*id),
        Target::External => None,
    }));
    gone.retain(|id| !matches!(names.defs[*id].kind, Kind::Variant(_)) || !spoken.contains(id));
    // A field stays as long as something happens while it is filled.
    let mut busy = Busy { studied, fields: HashSet::new() };
    for file in &studied.program.files {
        busy.visit_file(&file.tree);
    }
    gone.retain(|id| !busy.fields.contains(id));
    gone
}

/// Finds the fields whose values cannot be left out.
struct Busy<'s, 'k, 'p> {
    studied: &'s Studied<'k, 'p>,
    fields: HashSet<DefId>,
}

impl<'ast> Visit<'ast> for Busy<'_, '_, '_> {
    fn visit_field_value(&mut self, node: &'ast syn::FieldValue) {
        if let Some(&field) = self.studied.facts.entry_of.get(&address(node))
            && !self.studied.is_pure(&node.expr)
        {
            self.fields.insert(field);
        }
        visit::visit_field_value(self, node);
    }

    fn visit_expr(&mut self, expr: &'ast Expr) {
        let (left, right) = match expr {
            Expr::Assign(node) => (&node.left, &node.right),
            Expr::Binary(node) if is_assignment(&node.op) => (&node.left, &node.right),
            _ => return visit::visit_expr(self, expr),
        };
        if let Some(&field) = self.studied.facts.field_of.get(&address(&**left))
            && !self.studied.is_pure(right)
        {
            self.fields.insert(field);
        }
        visit::visit_expr(self, expr);
    }
}

struct Sweeper<'s, 'k, 'p> {
    studied: &'s Studied<'k, 'p>,
    reach: &'s Reach,
    gone: HashSet<DefId>,
    changes: Changes,
}

impl<'p> Sweeper<'_, '_, 'p> {
    fn facts(&self) -> &Facts<'p> {
        self.studied.facts
    }

    // Definitions.

    fn definitions(&mut self) {
        let names = self.studied.names;
        for (id, def) in names.defs.iter().enumerate() {
            let Some(parent) = def.parent else { continue };
            if self.gone.contains(&parent) {
                continue;
            }
            match def.kind {
                Kind::Module if !self.has_content(id) => {
                    self.remove(id);
                }
                Kind::Field(_) => {}
                Kind::Variant(node) if !self.gone.contains(&id) => {
                    self.fields(id, &node.fields);
                }
                Kind::Struct(node) if !self.gone.contains(&id) => self.fields(id, &node.fields),
                Kind::Enum(_) if !self.gone.contains(&id) => self.variants(id),
                // A trait's block is needed as a whole.
                _ if self.gone.contains(&id) && names.trait_of(parent).is_none() => self.remove(id),
                Kind::Impl(_)
                    if names.trait_of(id).is_none()
                        && names.children(id).iter().all(|child| self.gone.contains(child)) =>
                {
                    self.remove(id);
                }
                _ => {}
            }
        }
    }

    fn has_content(&self, module: DefId) -> bool {
        self.studied.names.children(module).iter().any(|&id| match self.studied.names.defs[id].kind {
            Kind::Module => self.has_content(id),
            _ => !self.gone.contains(&id),
        })
    }

    fn remove(&mut self, id: DefId) {
        let def = &self.studied.names.defs[id];
        let text = self.studied.text(def.file);
        self.changes.delete(def.file, with_comments(text, def.range.clone()));
    }

    fn variants(&mut self, id: DefId) {
        let names = self.studied.names;
        let variants = names.children(id);
        let keep: Vec<bool> = variants.iter().map(|id| !self.gone.contains(id)).collect();
        let places: Vec<_> = variants.iter().map(|&id| names.defs[id].range.clone()).collect();
        let file = names.defs[id].file;
        let mut change = Change::default();
        remove_elements(&mut change, file, self.studied.text(file), &places, &keep);
        self.changes.push(change);
    }

    /// The fields of a struct or variant that are written by their names.
    fn fields(&mut self, id: DefId, fields: &Fields) {
        if !matches!(fields, Fields::Named(_)) {
            return;
        }
        let names = self.studied.names;
        let all = names.children(id);
        let keep: Vec<bool> = all.iter().map(|id| !self.gone.contains(id)).collect();
        let places: Vec<_> = all.iter().map(|&id| names.defs[id].range.clone()).collect();
        let file = names.defs[id].file;
        let mut change = Change::default();
        if let Kind::Variant(node) = names.defs[id].kind
            && !keep.contains(&true)
        {
            // Nothing is left between the braces.
            self.changes.delete(file, range(&node.ident).end..range(fields).end);
            return;
        }
        remove_elements(&mut change, file, self.studied.text(file), &places, &keep);
        self.changes.push(change);
    }

    // Imports.

    fn imports(&mut self) {
        let used = &self.facts().imports_used;
        let mut unused = HashSet::new();
        for (index, import) in self.studied.names.imports.iter().enumerate() {
            let lives = |target: Option<Target>| match target {
                Some(Target::Def(id)) => self.reach.live.contains(&id) || self.is_module_with_content(id),
                _ => false,
            };
            let glob = import.name == "*";
            let asked = import.public && (lives(import.types) || lives(import.values));
            let is_trait = self.is_used_trait(import.file, &import.path);
            if !used.contains(&index) && !asked && !is_trait && !glob {
                unused.insert(import.leaf);
            }
        }
        for (file, source) in self.studied.program.files.iter().enumerate() {
            let mut uses = Uses { file, text: &source.text, unused: &unused, changes: &mut self.changes };
            uses.visit_file(&source.tree);
        }
    }

    fn is_module_with_content(&self, id: DefId) -> bool {
        matches!(self.studied.names.defs[id].kind, Kind::Module) && self.has_content(id)
    }

    /// Traits are used by their methods, without their name.
    fn is_used_trait(&self, file: usize, path: &[String]) -> bool {
        let calls: &[&str] = match path.last().map(String::as_str) {
            Some("Write") => {
                &["write!(", "writeln!(", ".write_all(", ".flush(", ".write_str(", ".write_char("]
            }
            Some("Read") => &[".read(", ".read_to_string(", ".read_to_end(", ".take("],
            Some("BufRead") => &[".lines(", ".read_line("],
            Some("FromStr") => &["::from_str("],
            Some("Hash" | "Hasher") => &[".hash(", ".finish("],
            _ => return false,
        };
        let text = self.studied.text(file);
        calls.iter().any(|call| text.contains(call))
    }

    // Variables.

    /// Nothing reads the variable.
    fn is_unused(&self, local: &Local) -> bool {
        local.reads == 0 && local.name != "self" && !local.name.starts_with('_')
    }

    fn unused_in(&self, pat: &Pat) -> Option<&Local> {
        self.facts().bound(pat).filter(|local| self.is_unused(local))
    }
}

/// Looks at each place of a file.
struct Places<'w, 's, 'k, 'p> {
    sweeper: &'w mut Sweeper<'s, 'k, 'p>,
    file: usize,
}

impl<'s> Places<'_, 's, '_, '_> {
    fn text(&self) -> &'s str {
        self.sweeper.studied.text(self.file)
    }

    fn delete_stmt(&mut self, stmt: &Stmt) {
        let place = with_comments(self.text(), range(stmt));
        self.sweeper.changes.delete(self.file, place);
    }

    fn skip_gone(&self, node: Option<DefId>) -> bool {
        node.is_some_and(|id| self.sweeper.gone.contains(&id))
    }

    /// Something is done to a place that nothing reads.
    fn is_idle(&self, expr: &Expr) -> bool {
        let pure = |expr: &Expr| self.sweeper.studied.is_pure(expr);
        match expr {
            Expr::Assign(node) => self.is_unseen(&node.left) && pure(&node.right),
            Expr::Binary(node) if is_assignment(&node.op) => self.is_unseen(&node.left) && pure(&node.right),
            Expr::MethodCall(node) => self.is_unseen(&node.receiver) && node.args.iter().all(pure),
            _ => false,
        }
    }

    /// Returns true for a field that goes, a part of it, or a variable that nothing reads.
    fn is_unseen(&self, place: &Expr) -> bool {
        let facts = self.sweeper.facts();
        match place {
            Expr::Field(node) => {
                let field = facts.field_of.get(&address(place));
                field.is_some_and(|field| self.sweeper.gone.contains(field))
                    || facts.missing.contains(&address(place))
                    || self.is_unseen(&node.base)
            }
            Expr::Path(_) => facts.local(place).is_some_and(|id| self.sweeper.is_unused(&facts.locals[id])),
            Expr::Index(node) => self.is_unseen(&node.expr),
            Expr::Paren(node) => self.is_unseen(&node.expr),
            Expr::Unary(node) => self.is_unseen(&node.expr),
            _ => false,
        }
    }

    /// A name that nothing reads becomes `_`; one that nothing changes is not `mut`.
    fn name_pattern(&mut self, pat: &Pat, node: &syn::PatIdent) {
        let facts = self.sweeper.facts();
        if let Some(token) = &node.mutability
            && facts.bound(pat).is_some_and(|local| !local.mutated && local.reads > 0)
        {
            let place = range(token).start..range(&node.ident).start;
            self.sweeper.changes.delete(self.file, place);
        }
        if self.sweeper.unused_in(pat).is_some() {
            match &node.subpat {
                Some((_, inner)) => {
                    let place = range(pat).start..range(&**inner).start;
                    self.sweeper.changes.delete(self.file, place);
                }
                None => self.sweeper.changes.replace(self.file, range(pat), "_"),
            }
        }
    }

    fn parameters(&mut self, id: DefId, sig: &syn::Signature) {
        for param in parameters(sig) {
            if let Pat::Ident(node) = &*param.pat
                && let Some(token) = &node.mutability
                && self.sweeper.facts().bound(&param.pat).is_some_and(|local| !local.mutated)
            {
                self.sweeper.changes.delete(self.file, range(token).start..range(&node.ident).start);
            }
        }
        let facts = self.sweeper.facts();
        let names = self.sweeper.studied.names;
        let unused: Vec<bool> = parameters(sig)
            .map(|param| match &*param.pat {
                Pat::Ident(_) => self.sweeper.unused_in(&param.pat).is_some(),
                Pat::Wild(_) => true,
                _ => false,
            })
            .collect();
        if !unused.contains(&true) {
            return;
        }
        if !may_change_params(names, facts, id) {
            for (param, _) in parameters(sig)
                .zip(&unused)
                .filter(|(param, unused)| **unused && !matches!(*param.pat, Pat::Wild(_)))
            {
                self.sweeper.changes.replace(self.file, range(&param.pat), "_");
            }
            return;
        }
        let studied = self.sweeper.studied;
        let no_calls = Vec::new();
        let calls = studied.facts.calls.get(&id).unwrap_or(&no_calls);
        let keep: Vec<bool> = unused
            .iter()
            .enumerate()
            .map(|(index, unused)| {
                // Naming a value is free, so it need not be named.
                let free = |arg: &&Expr| studied.is_pure(arg) || is_plain_reference(arg);
                !unused || !calls.iter().all(|call| call.args.get(index).is_some_and(free))
            })
            .collect();
        let mut change = Change::default();
        let with_receiver = matches!(sig.inputs.first(), Some(FnArg::Receiver(_)));
        let places: Vec<_> = sig.inputs.iter().map(range).collect();
        let inputs: Vec<bool> =
            with_receiver.then_some(true).into_iter().chain(keep.iter().copied()).collect();
        remove_elements(&mut change, self.file, self.text(), &places, &inputs);
        for call in calls {
            let places: Vec<_> = call.args.iter().map(|arg| range(*arg)).collect();
            remove_elements(&mut change, call.file, studied.text(call.file), &places, &keep);
        }
        self.sweeper.changes.push(change);
    }
}

fn is_plain_reference(expr: &Expr) -> bool {
    match expr {
        Expr::Reference(node) => is_plain_reference(&node.expr),
        Expr::Field(node) => is_plain_reference(&node.base),
        Expr::Path(_) => true,
        _ => false,
    }
}

impl<'ast> Visit<'ast> for Places<'_, '_, '_, '_> {
    fn visit_item(&mut self, item: &'ast syn::Item) {
        let id = self.sweeper.studied.names.at(item);
        if self.skip_gone(id) {
            return;
        }
        if let (syn::Item::Fn(node), Some(id)) = (item, id) {
            self.parameters(id, &node.sig);
        }
        visit::visit_item(self, item);
    }

    fn visit_impl_item(&mut self, item: &'ast syn::ImplItem) {
        let id = self.sweeper.studied.names.at(item);
        if self.skip_gone(id) {
            return;
        }
        if let (syn::ImplItem::Fn(node), Some(id)) = (item, id) {
            self.parameters(id, &node.sig);
        }
        visit::visit_impl_item(self, item);
    }

    fn visit_signature(&mut self, _: &'ast syn::Signature) {}

    fn visit_stmt(&mut self, stmt: &'ast Stmt) {
        if let Stmt::Expr(expr, _) = stmt
            && self.is_idle(expr)
        {
            self.delete_stmt(stmt);
            return;
        }
        visit::visit_stmt(self, stmt);
    }

    fn visit_local(&mut self, node: &'ast syn::Local) {
        let pat = if let Pat::Type(typed) = &node.pat { &*typed.pat } else { &node.pat };
        let facts = self.sweeper.facts();
        let init = node.init.as_ref().filter(|init| init.diverge.is_none()).map(|init| &*init.expr);
        let declared = facts.bound(pat).filter(|local| local.declared == Declared::Let(address(node)));
        if let (Some(local), Pat::Ident(_)) = (declared, pat)
            && self.sweeper.is_unused(local)
        {
            let pure = init.is_none_or(|init| self.sweeper.studied.is_pure(init) || is_plain_reference(init));
            if pure {
                let place = with_comments(self.text(), range(node));
                self.sweeper.changes.delete(self.file, place);
                return;
            }
            if let Some(init) = init {
                self.sweeper.changes.delete(self.file, range(node).start..range(init).start);
            }
            visit::visit_local(self, node);
            return;
        }
        if let (Pat::Tuple(pats), Some(Expr::Tuple(values))) = (pat, init)
            && pats.elems.len() == values.elems.len()
        {
            let keep: Vec<bool> = pats
                .elems
                .iter()
                .zip(&values.elems)
                .map(|(pat, value)| {
                    let unused = matches!(pat, Pat::Wild(_))
                        || matches!(pat, Pat::Ident(_)) && self.sweeper.unused_in(pat).is_some();
                    !(unused && self.sweeper.studied.is_pure(value))
                })
                .collect();
            if keep.contains(&false) {
                self.shorten(node, pats, values, &keep);
                return;
            }
        }
        visit::visit_local(self, node);
    }

    fn visit_pat(&mut self, pat: &'ast Pat) {
        match pat {
            Pat::Ident(node) => self.name_pattern(pat, node),
            Pat::Struct(node) => {
                self.struct_pattern(node);
                return;
            }
            _ => {}
        }
        visit::visit_pat(self, pat);
    }

    fn visit_expr(&mut self, expr: &'ast Expr) {
        if let Expr::Struct(node) = expr {
            self.struct_literal(node);
        }
        // The body of an arm or closure.
        if matches!(expr, Expr::Assign(_)) && self.is_idle(expr) {
            self.sweeper.changes.replace(self.file, range(expr), "{}");
            return;
        }
        visit::visit_expr(self, expr);
    }

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        if let Some(inside) = self.sweeper.studied.program.inside(mac) {
            inside.args.iter().for_each(|arg| self.visit_expr(arg));
            if let Some(pattern) = &inside.pattern {
                self.visit_pat(pattern);
            }
        }
    }
}

impl Places<'_, '_, '_, '_> {
    fn shorten(&mut self, node: &syn::Local, pats: &syn::PatTuple, values: &syn::ExprTuple, keep: &[bool]) {
        let left = keep.iter().filter(|keep| **keep).count();
        let mut change = Change::default();
        match left {
            0 => {
                let place = with_comments(self.text(), range(node));
                change.delete(self.file, place);
            }
            1 => {
                let at = keep.iter().position(|keep| *keep).unwrap_or_default();
                let text = self.text();
                let pat = text[range(&pats.elems[at])].to_owned();
                let value = text[range(&values.elems[at])].to_owned();
                change.replace(self.file, range(pats), pat).replace(self.file, range(values), value);
            }
            _ => {
                let places: Vec<_> = pats.elems.iter().map(range).collect();
                remove_elements(&mut change, self.file, self.text(), &places, keep);
                let places: Vec<_> = values.elems.iter().map(range).collect();
                remove_elements(&mut change, self.file, self.text(), &places, keep);
            }
        }
        self.sweeper.changes.push(change);
    }

    /// Returns true for a variant that had fields, and has lost all of them.
    fn is_without_fields(&self, path: &syn::Path) -> bool {
        self.sweeper.facts().target(path).is_some_and(|id| match self.sweeper.studied.names.defs[id].kind {
            Kind::Variant(node) => matches!(node.fields, Fields::Unit),
            _ => false,
        })
    }

    /// Fields that go, and fields whose variables nothing reads.
    fn struct_pattern(&mut self, node: &syn::PatStruct) {
        let facts = self.sweeper.facts();
        if self.is_without_fields(&node.path) {
            self.sweeper.changes.delete(self.file, range(&node.path).end..range(node).end);
            return;
        }
        let keep: Vec<bool> = node
            .fields
            .iter()
            .map(|field| {
                let entry = facts.entry_of.get(&address(field));
                let gone = entry.is_some_and(|id| self.sweeper.gone.contains(id))
                    || facts.missing.contains(&address(field));
                let idle = match &*field.pat {
                    Pat::Wild(_) => true,
                    Pat::Ident(_) => self.sweeper.unused_in(&field.pat).is_some(),
                    _ => false,
                };
                !gone && !idle
            })
            .collect();
        if keep.contains(&false) {
            let text = self.text();
            let mut change = Change::default();
            let places: Vec<_> = node.fields.iter().map(range).collect();
            if keep.contains(&true) {
                remove_elements(&mut change, self.file, text, &places, &keep);
                if node.rest.is_none() {
                    let brace = range(&node.brace_token.span.close()).start;
                    let last = places.last().map_or(brace, |place| place.end);
                    let comma =
                        if text[last..brace].trim_start().starts_with(',') { " .. " } else { ", .. " };
                    change.replace(self.file, brace..brace, comma);
                }
            } else {
                let brace = &node.brace_token.span;
                let inside = range(&brace.open()).end..range(&brace.close()).start;
                change.replace(self.file, inside, " .. ");
            }
            self.sweeper.changes.push(change);
            return;
        }
        // All fields are named, so there is no rest.
        if let (Some(rest), Some(&of)) = (&node.rest, facts.target_of.get(&address(&node.path)))
            && let Target::Def(of) = of
            && self.sweeper.studied.names.children(of).len() == node.fields.len()
            && let Some(last) = node.fields.last()
        {
            let place = range(last).end..range(rest).end;
            self.sweeper.changes.delete(self.file, place);
        }
        for field in &node.fields {
            self.visit_pat(&field.pat);
        }
    }

    fn struct_literal(&mut self, node: &syn::ExprStruct) {
        let facts = self.sweeper.facts();
        if self.is_without_fields(&node.path) {
            self.sweeper.changes.delete(self.file, range(&node.path).end..range(node).end);
            return;
        }
        let keep: Vec<bool> = node
            .fields
            .iter()
            .map(|field| {
                let entry = facts.entry_of.get(&address(field));
                let gone = entry.is_some_and(|id| self.sweeper.gone.contains(id));
                !gone && !facts.missing.contains(&address(field))
            })
            .collect();
        let places: Vec<_> = node.fields.iter().map(range).collect();
        let mut change = Change::default();
        remove_elements(&mut change, self.file, self.text(), &places, &keep);
        self.sweeper.changes.push(change);
    }
}

/// Takes unused names out of `use` items.
struct Uses<'u> {
    file: usize,
    text: &'u str,
    unused: &'u HashSet<usize>,
    changes: &'u mut Changes,
}

impl Uses<'_> {
    fn is_unused(&self, tree: &UseTree) -> bool {
        match tree {
            UseTree::Path(node) => self.is_unused(&node.tree),
            UseTree::Group(group) => group.items.iter().all(|tree| self.is_unused(tree)),
            leaf => self.unused.contains(&address(leaf)),
        }
    }

    fn tree(&mut self, tree: &UseTree) {
        match tree {
            UseTree::Path(node) => self.tree(&node.tree),
            UseTree::Group(group) => {
                let keep: Vec<bool> = group.items.iter().map(|tree| !self.is_unused(tree)).collect();
                if keep.contains(&false) {
                    let places: Vec<_> = group.items.iter().map(range).collect();
                    let mut change = Change::default();
                    remove_elements(&mut change, self.file, self.text, &places, &keep);
                    self.changes.push(change);
                    return;
                }
                // Braces around a single name.
                if let [only] = &group.items.iter().collect::<Vec<_>>()[..] {
                    let place = range(group);
                    match only {
                        UseTree::Name(name) if name.ident == "self" => {
                            self.changes.delete(self.file, place.start - "::".len()..place.end);
                        }
                        only => self.changes.replace(self.file, place, self.text[range(*only)].to_owned()),
                    }
                    return;
                }
                group.items.iter().for_each(|tree| self.tree(tree));
            }
            _ => {}
        }
    }
}

impl<'ast> Visit<'ast> for Uses<'_> {
    fn visit_item_use(&mut self, node: &'ast syn::ItemUse) {
        if self.is_unused(&node.tree) {
            self.changes.delete(self.file, with_comments(self.text, range(node)));
        } else {
            self.tree(&node.tree);
        }
    }
}
