//! What follows from the compiler's messages: what it calls unused goes, and then what its errors name goes
//! too, for a fixed list of cases. Everything else is told, with the line of `src` that it comes from.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;

use syn::visit::{self, Visit};
use syn::{Expr, Pat, Stmt};

use crate::check::{Message, Spot};
use crate::nodes::{Kind, Node, Nodes};
use crate::program::{Inside, Program, visit_inside};
use crate::pure::Purity;
use crate::text::{Change, Changes, range, remove_elements, with_comments};

/// Parameters that were taken out of functions, and are still handed on by those that call them. A function
/// is known by its file, its line in the sources and its name.
#[derive(Default)]
pub struct Removed(HashMap<(String, u32, String), Params>);

/// The parameters of a function before any went: how many there were, and which went.
struct Params {
    count: usize,
    gone: Vec<usize>,
}

/// Functions that do not compile in this chapter. The compiler calls nothing unused before all compiles, so
/// they get an empty body first; if they are unused they go. The others are mistakes in the sources.
#[derive(Default)]
pub struct Emptied(Vec<String>);

impl Emptied {
    /// Returns what is wrong with a function that the compiler does not call unused.
    pub fn mistake(&self, program: &Program, messages: &[Message]) -> Option<&String> {
        let unused = |path: &str, range: &Range<usize>| {
            let spots = messages
                .iter()
                .filter(|message| message.code == "dead_code")
                .flat_map(|message| &message.spots);
            spots.filter(|spot| spot.primary).any(|spot| spot.path == path && spot.range == *range)
        };
        (0..self.0.len())
            .find(|&number| {
                program.files.iter().any(|file| {
                    let Some(at) = file.text().find(&empty_body(number)) else { return false };
                    let (nodes, place) = (Nodes::of(&file.tree), at..at + 1);
                    let function = nodes.around(&[Kind::Item, Kind::Member], &place);
                    let block = nodes.around(&[Kind::Impl, Kind::TraitImpl], &place);
                    // What a type can do is not reported when the type is not.
                    let own_type = block.is_some_and(|block| {
                        let name = &file.text()[block.name.clone()];
                        messages.iter().flat_map(|message| &message.spots).any(|spot| {
                            spot.primary
                                && program.file(&spot.path).is_some_and(|file| {
                                    program.files[file].text().get(spot.range.clone()) == Some(name)
                                })
                        })
                    });
                    !own_type && function.is_none_or(|function| !unused(&file.path, &function.name))
                })
            })
            .map(|number| &self.0[number])
    }
}

fn empty_body(number: usize) -> String {
    format!("{{ loop {{ /* emptied {number} */ }} }}")
}

/// Finds the changes that follow from messages. With an error among them only errors count.
///
/// # Errors
/// When nothing follows from them: the first message, its place, and what to write instead.
pub fn react(
    program: &Program,
    messages: &[Message],
    removed: &mut Removed,
    emptied: &mut Emptied,
) -> Result<Changes, String> {
    let broken = messages.iter().any(|message| message.error);
    let mut reaction = Reaction {
        program,
        nodes: program.files.iter().map(|file| Nodes::of(&file.tree)).collect(),
        purity: Purity::of(program),
        gone: vec![Vec::new(); program.files.len()],
        changes: Changes::default(),
        removed,
    };
    let mut left = Vec::new();
    for message in messages.iter().filter(|message| message.error == broken) {
        let followed = if message.error { reaction.error(message) } else { reaction.lint(message) };
        if !followed {
            left.push(message);
        }
    }
    let mut changes = reaction.finish();
    if changes.is_empty() {
        for message in left {
            match body(program, message).filter(|_| broken) {
                Some((file, range)) => {
                    changes.replace(file, range, empty_body(emptied.0.len()));
                    emptied.0.push(told(program, message));
                }
                None => return Err(told(program, message)),
            }
        }
    }
    Ok(changes)
}

/// The body of the function that an error is in, unless it is empty already.
fn body(program: &Program, message: &Message) -> Option<(usize, Range<usize>)> {
    let spot = message.spots.iter().find(|spot| spot.primary)?;
    let file = program.file(&spot.path)?;
    let mut bodies = Bodies { place: &spot.range, found: None };
    bodies.visit_file(&program.files[file].tree);
    let found = bodies.found?;
    let text = &program.files[file].text()[found.clone()];
    (!text.contains("/* emptied")).then_some((file, found))
}

/// Finds the innermost body of a function around a place.
struct Bodies<'p> {
    place: &'p Range<usize>,
    found: Option<Range<usize>>,
}

impl Bodies<'_> {
    fn body(&mut self, block: &syn::Block) {
        let whole = range(block);
        if whole.start <= self.place.start && self.place.end <= whole.end {
            self.found = Some(whole);
        }
    }
}

impl<'ast> Visit<'ast> for Bodies<'_> {
    fn visit_item_fn(&mut self, node: &'ast syn::ItemFn) {
        self.body(&node.block);
        visit::visit_item_fn(self, node);
    }

    fn visit_impl_item_fn(&mut self, node: &'ast syn::ImplItemFn) {
        self.body(&node.block);
        visit::visit_impl_item_fn(self, node);
    }
}

/// A message as a sentence, with the line of `src` that it is about.
pub fn told(program: &Program, message: &Message) -> String {
    let spot = message.spots.iter().find(|spot| spot.primary).or(message.spots.first());
    let place = spot.map_or_else(String::new, |spot| program.place(&spot.path, spot.range.start));
    let advice = match message.code.as_str() {
        "E0609" | "E0560" | "E0425" | "E0599" | "E0615" => {
            "this chapter does not have it; put what uses it under the question of its part"
        }
        "E0061" | "E0308" | "E0107" | "E0631" | "E0593" => {
            "a parameter went that nothing reads in this chapter; call the function by its name, with the arguments written out"
        }
        "E0282" | "E0283" => "its type follows only from what later chapters do with it; write the type",
        "E0004" => "a `match` lost an arm that it needs; do not guard all arms by questions",
        "dead_code" | "unused_variables" => {
            "nothing uses it in this chapter; put it under the question of its part"
        }
        _ => "write it so that it compiles without what later chapters bring",
    };
    format!("{place}: {} [{}]: {advice} (see tests/chapters/README.md)", message.text, message.code)
}

struct Reaction<'p> {
    program: &'p Program,
    nodes: Vec<Nodes>,
    purity: Purity,
    /// The nodes of each file that go.
    gone: Vec<Vec<Node>>,
    changes: Changes,
    removed: &'p mut Removed,
}

const PATTERN: [&str; 8] = ["E0599", "E0531", "E0532", "E0533", "E0164", "E0574", "E0422", "E0433"];

impl Reaction<'_> {
    /// Takes a node away with all that it consists of.
    fn take(&mut self, file: usize, node: Option<Node>) -> bool {
        let Some(node) = node else { return false };
        if !self.gone[file].iter().any(|gone| gone.range == node.range && gone.kind == node.kind) {
            self.gone[file].push(node);
        }
        true
    }

    fn named(&self, file: usize, kinds: &[Kind], place: &Range<usize>) -> Option<Node> {
        self.nodes[file].named(kinds, place).cloned()
    }

    fn around(&self, file: usize, kinds: &[Kind], place: &Range<usize>) -> Option<Node> {
        self.nodes[file].around(kinds, place).cloned()
    }

    /// Reacts to a warning. Returns false if it does not know how.
    fn lint(&mut self, message: &Message) -> bool {
        let mut followed = false;
        for spot in message.spots.iter().filter(|spot| spot.primary) {
            let Some(file) = self.program.file(&spot.path) else { continue };
            followed |= match message.code.as_str() {
                "dead_code" => {
                    let kinds = [Kind::Item, Kind::Member, Kind::Field, Kind::Variant];
                    let node = self.named(file, &kinds, &spot.range);
                    self.take(file, node)
                }
                "unused_variables" => self.unused_variable(file, &spot.range),
                "unused_assignments" => {
                    let node = self.around(file, &[Kind::Assign], &spot.range);
                    self.take(file, node)
                }
                "unreachable_patterns" => {
                    let node = self.named(file, &[Kind::Case], &spot.range);
                    let node = node.or_else(|| self.around(file, &[Kind::Arm], &spot.range));
                    self.take(file, node)
                }
                "unused_must_use"
                | "path_statements"
                | "unreachable_code"
                | "clippy::no_effect"
                | "clippy::unnecessary_operation" => {
                    let kinds = [Kind::Stmt, Kind::Let, Kind::Assign];
                    let node = self.around(file, &kinds, &spot.range);
                    self.take(file, node)
                }
                _ => false,
            };
        }
        followed || self.mend(message)
    }

    /// Makes the change that the compiler is sure of.
    fn mend(&mut self, message: &Message) -> bool {
        for fix in &message.fixes {
            let mut change = Change::default();
            for (spot, text) in fix {
                let Some(file) = self.program.file(&spot.path) else { continue };
                let whole = self.named(file, &[Kind::Use], &spot.range).filter(|_| text.is_empty());
                let range = match whole {
                    Some(_) => with_comments(self.program.files[file].text(), spot.range.clone()),
                    None => spot.range.clone(),
                };
                change.replace(file, range, text.clone());
            }
            if !change.is_empty() {
                self.changes.push(change);
                return true;
            }
        }
        false
    }

    /// Takes a variable away that nothing reads.
    fn unused_variable(&mut self, file: usize, place: &Range<usize>) -> bool {
        let text = self.program.files[file].text();
        let holds = |name: &Range<usize>| name.start <= place.start && place.end <= name.end;
        let is_whole = |node: &Node| {
            holds(&node.name) && node.name.end == place.end && {
                let before = text[node.name.start..place.start].trim();
                before.is_empty() || before == "mut"
            }
        };
        let kinds = [Kind::Param, Kind::FieldPat, Kind::Let];
        let found = self.nodes[file].nodes.iter().filter(|node| kinds.contains(&node.kind));
        let node = found.filter(|node| holds(&node.name)).min_by_key(|node| node.name.len()).cloned();
        match node {
            Some(node) if node.kind != Kind::Let && is_whole(&node) => self.take(file, Some(node)),
            Some(node) if node.kind == Kind::Let => {
                let mut lets = Lets { at: node.range.start, purity: &self.purity, text, place, change: None };
                lets.visit_file(&self.program.files[file].tree);
                match lets.change {
                    Some(Removal::Whole) => self.take(file, Some(node)),
                    Some(Removal::Edits(edits)) => {
                        let mut change = Change::default();
                        for (range, text) in edits {
                            change.replace(file, range, text);
                        }
                        self.changes.push(change);
                        true
                    }
                    None => self.nameless(file, place),
                }
            }
            _ => self.nameless(file, place),
        }
    }

    /// Puts `_` in place of a variable.
    fn nameless(&mut self, file: usize, place: &Range<usize>) -> bool {
        let text = self.program.files[file].text();
        let before = text[..place.start].trim_end();
        let start = before.strip_suffix("mut").map_or(place.start, str::len);
        self.changes.replace(file, start..place.end, "_");
        true
    }

    /// Reacts to an error. Returns false if it does not know how.
    fn error(&mut self, message: &Message) -> bool {
        match message.code.as_str() {
            "E0061" => return self.arguments(message),
            "E0369" | "E0277" => return self.derive(message),
            _ => {}
        }
        let mut followed = false;
        for spot in message.spots.iter().filter(|spot| spot.primary) {
            let Some(file) = self.program.file(&spot.path) else { continue };
            let place = &spot.range;
            let import = self.around(file, &[Kind::Use], place);
            followed |= match message.code.as_str() {
                _ if import.is_some() => {
                    let part = self.around(file, &[Kind::UsePart], place);
                    self.take(file, part.or(import))
                }
                "E0560" | "E0559" => {
                    let node = self.named(file, &[Kind::FieldValue], place);
                    self.take(file, node)
                }
                "E0026" => {
                    let node = self.around(file, &[Kind::FieldPat], place);
                    self.take(file, node)
                }
                "E0405" => self.without_type(file, place),
                "E0412" | "E0425" if self.is_type(file, place) => self.without_type(file, place),
                "E0609" => self.without_field(file, place),
                code if PATTERN.contains(&code) => self.without_variant(file, place),
                _ => false,
            };
        }
        followed || (message.code == "E0432" && self.mend(message))
    }

    /// Returns true if a place is in a type, by what stands around it.
    fn is_type(&self, file: usize, place: &Range<usize>) -> bool {
        let kinds =
            [Kind::Field, Kind::Param, Kind::TraitImpl, Kind::Impl, Kind::Item, Kind::Member, Kind::Stmt];
        self.around(file, &kinds, place).is_some_and(|node| match node.kind {
            Kind::Field | Kind::Param | Kind::TraitImpl => true,
            Kind::Impl => node.name == *place,
            _ => false,
        })
    }

    /// A type is gone: so is what is declared with it.
    fn without_type(&mut self, file: usize, place: &Range<usize>) -> bool {
        let node = self.around(file, &[Kind::Field, Kind::Param, Kind::TraitImpl, Kind::Impl], place);
        self.take(file, node)
    }

    /// A field is gone: so are assignments to it, and it holds nothing.
    fn without_field(&mut self, file: usize, place: &Range<usize>) -> bool {
        let assignment = self.around(file, &[Kind::Assign], place);
        if let Some(node) =
            assignment.filter(|node| node.name.start <= place.start && place.end <= node.name.end)
        {
            return self.take(file, Some(node));
        }
        let condition = self.around(file, &[Kind::Condition], place);
        if let Some(node) = condition {
            self.changes.replace(file, node.range, "false");
            return true;
        }
        // `self.field.clear();`
        let text = self.program.files[file].text();
        let called = self.around(file, &[Kind::Stmt], place).filter(|node| {
            let before = &text[node.range.start..place.start];
            before.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.'))
                && text[place.end..].starts_with('.')
                && text[node.range.clone()].ends_with(';')
        });
        self.take(file, called)
    }

    /// A variant is gone: so are the patterns with it, and nothing equals it.
    fn without_variant(&mut self, file: usize, place: &Range<usize>) -> bool {
        let within = |node: &Node| node.name.start <= place.start && place.end <= node.name.end;
        let case = self.around(file, &[Kind::Case], place);
        if case.is_some() {
            return self.take(file, case);
        }
        if let Some(arm) = self.around(file, &[Kind::Arm], place).filter(within) {
            return self.take(file, Some(arm));
        }
        let text = self.program.files[file].text();
        if let Some(node) = self.around(file, &[Kind::Matches], place).filter(within) {
            self.changes.replace(file, node.range, "false");
            return true;
        }
        if let Some(node) = self.around(file, &[Kind::Compare], place) {
            let same = &text[node.name.clone()] == "==";
            self.changes.replace(file, node.range, if same { "false" } else { "true" });
            return true;
        }
        let condition = self.around(file, &[Kind::Condition], place);
        if let Some(node) = condition.filter(|node| text[node.range.start..place.start].find('=').is_none()) {
            self.changes.replace(file, node.range, "false");
            return true;
        }
        false
    }

    /// A call has too many arguments: those of parameters that went go too.
    fn arguments(&mut self, message: &Message) -> bool {
        let Some(spot) = message.spots.iter().find(|spot| spot.primary) else { return false };
        let Some(file) = self.program.file(&spot.path) else { return false };
        let lists = &self.nodes[file].lists;
        let owns = |list: &crate::nodes::List| list.owner == spot.range && !list.elements.is_empty();
        let Some(number) = lists.iter().position(owns) else { return false };
        let Some(params) = message.notes.iter().find_map(|note| self.removed.0.get(&self.key(note)?)) else {
            return false;
        };
        let given = lists[number].elements.len();
        // `Type::method(object, ...)` has one more.
        let shift = given.wrapping_sub(params.count);
        if shift > 1 {
            return false;
        }
        let indices: Vec<usize> = params.gone.iter().map(|index| index + shift).collect();
        let args = self.nodes[file].nodes.iter().filter(|node| {
            node.kind == Kind::Arg
                && node.list.is_some_and(|(list, index)| list == number && indices.contains(&index))
        });
        let args: Vec<Node> = args.cloned().collect();
        for arg in args {
            self.take(file, Some(arg));
        }
        true
    }

    /// What a function is known by, whose name stands at a place.
    fn key(&self, spot: &Spot) -> Option<(String, u32, String)> {
        let file = &self.program.files[self.program.file(&spot.path)?];
        let name = file.text().get(spot.range.clone())?.to_owned();
        Some((spot.path.clone(), file.line(spot.range.start), name))
    }

    /// A type lacks a trait that it derives in the sources.
    fn derive(&mut self, message: &Message) -> bool {
        let derives = |fix: &&Vec<(Spot, String)>| fix.iter().any(|(_, text)| text.starts_with("#[derive("));
        let Some(fix) = message.fixes.iter().find(derives) else { return false };
        for (spot, text) in fix {
            if let Some(file) = self.program.file(&spot.path) {
                self.changes.replace(file, spot.range.clone(), text.clone());
            }
        }
        true
    }

    /// Turns the nodes that go into changes.
    fn finish(mut self) -> Changes {
        for file in 0..self.gone.len() {
            self.implementations(file);
            self.lists(file);
        }
        self.changes
    }

    /// Types go with their implementations.
    fn implementations(&mut self, file: usize) {
        let text = self.program.files[file].text();
        let names: HashSet<String> = self.gone[file]
            .iter()
            .filter(|node| node.kind == Kind::Item)
            .map(|node| text[node.name.clone()].to_owned())
            .collect();
        for (other, source) in self.program.files.iter().enumerate() {
            let nodes = self.nodes[other].nodes.iter();
            let blocks = nodes.filter(|node| matches!(node.kind, Kind::Impl | Kind::TraitImpl));
            let blocks: Vec<Node> =
                blocks.filter(|node| names.contains(&source.text()[node.name.clone()])).cloned().collect();
            for block in blocks {
                self.take(other, Some(block));
            }
        }
    }

    fn lists(&mut self, file: usize) {
        let text = self.program.files[file].text();
        let mut by_list: BTreeMap<usize, Vec<Node>> = BTreeMap::new();
        let mut whole: Vec<Range<usize>> = Vec::new();
        for node in std::mem::take(&mut self.gone[file]) {
            match node.list {
                Some((list, _)) => by_list.entry(list).or_default().push(node),
                None => whole.push(node.range),
            }
        }
        for (number, gone) in by_list {
            let list = &self.nodes[file].lists[number];
            let indices: Vec<usize> = gone.iter().filter_map(|node| Some(node.list?.1)).collect();
            let keep: Vec<bool> = (0..list.elements.len()).map(|index| !indices.contains(&index)).collect();
            let none = keep.iter().all(|keep| !keep);
            match gone[0].kind {
                Kind::Case | Kind::UsePart if none => {
                    // With all its cases goes the arm, with all its names the import.
                    let kinds = [Kind::Arm, Kind::Use, Kind::Matches, Kind::Condition];
                    match self.nodes[file].around(&kinds, &list.elements[0]) {
                        Some(node) if matches!(node.kind, Kind::Matches | Kind::Condition) => {
                            self.changes.replace(file, node.range.clone(), "false");
                        }
                        Some(node) => whole.push(node.range.clone()),
                        None => {}
                    }
                    continue;
                }
                Kind::FieldPat => {
                    let kept = list.elements.iter().zip(&keep).filter(|(_, keep)| **keep);
                    let mut kept: Vec<&str> = kept.map(|(range, _)| &text[range.clone()]).collect();
                    kept.push("..");
                    let end = list.owner.end - 1;
                    self.changes.replace(file, list.elements[0].start..end, format!("{} ", kept.join(", ")));
                    continue;
                }
                Kind::Param => {
                    let name = text[list.owner.clone()].to_owned();
                    let line = self.program.files[file].line(list.owner.start);
                    let key = (self.program.files[file].path.clone(), line, name);
                    let own = usize::from(list.flag);
                    let indices = indices.iter().map(|index| index - own).collect();
                    self.removed.add(key, list.elements.len() - own, indices);
                }
                _ => {}
            }
            let mut change = Change::default();
            remove_elements(&mut change, file, text, &list.elements, &keep);
            self.changes.push(change);
        }
        whole.sort_by_key(|range| range.start);
        whole.dedup();
        for range in whole {
            self.changes.delete(file, with_comments(text, range));
        }
    }
}

impl Removed {
    /// Forgets everything: all calls have the arguments that they need.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Adds parameters by their places in the present list of this length.
    fn add(&mut self, key: (String, u32, String), length: usize, indices: Vec<usize>) {
        let params = self.0.entry(key).or_insert(Params { count: length, gone: Vec::new() });
        let left: Vec<usize> = (0..params.count).filter(|index| !params.gone.contains(index)).collect();
        params.gone.extend(indices.iter().filter_map(|&index| left.get(index)));
    }
}

/// How a variable goes.
enum Removal {
    /// With its whole statement.
    Whole,
    /// By changes inside it.
    Edits(Vec<(Range<usize>, String)>),
}

/// Finds a `let` and how a variable of it goes.
struct Lets<'t> {
    at: usize,
    purity: &'t Purity,
    text: &'t str,
    place: &'t Range<usize>,
    change: Option<Removal>,
}

impl<'ast> Visit<'ast> for Lets<'_> {
    fn visit_stmt(&mut self, stmt: &'ast Stmt) {
        if let Stmt::Local(local) = stmt
            && range(stmt).start == self.at
        {
            let value = local.init.as_ref().map(|init| &*init.expr);
            let diverges = local.init.as_ref().is_some_and(|init| init.diverge.is_some());
            self.change = match (&local.pat, value) {
                _ if diverges => None,
                (Pat::Ident(_), Some(value)) if !self.purity.is_pure(value) => {
                    Some(Removal::Edits(vec![(range(stmt).start..range(value).start, String::new())]))
                }
                (Pat::Ident(_), _) => Some(Removal::Whole),
                (Pat::Type(typed), Some(value)) if matches!(*typed.pat, Pat::Ident(_)) => {
                    self.purity.is_pure(value).then_some(Removal::Whole)
                }
                (Pat::Tuple(names), Some(Expr::Tuple(values))) if names.elems.len() == values.elems.len() => {
                    let keeps = |(name, value): (&Pat, &Expr)| {
                        let name = range(name);
                        let own = name.start <= self.place.start && self.place.end <= name.end;
                        !(own && self.purity.is_pure(value))
                    };
                    let keep: Vec<bool> = names.elems.iter().zip(&values.elems).map(keeps).collect();
                    let changed = keep.contains(&false);
                    changed.then(|| Removal::Edits(thinned(self.text, local, names, values, &keep)))
                }
                _ => None,
            };
        }
        visit::visit_stmt(self, stmt);
    }

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        if Inside::of(mac).is_some() {
            visit_inside(self, mac);
        }
    }
}

/// The edits that take names and values out of `let (a, b) = (x, y);`.
pub fn thinned(
    text: &str,
    local: &syn::Local,
    names: &syn::PatTuple,
    values: &syn::ExprTuple,
    keep: &[bool],
) -> Vec<(Range<usize>, String)> {
    let kept = |ranges: Vec<Range<usize>>| {
        let kept = ranges.into_iter().zip(keep).filter(|(_, keep)| **keep);
        let texts: Vec<&str> = kept.map(|(range, _)| &text[range]).collect();
        if texts.len() == 1 { texts[0].to_owned() } else { format!("({})", texts.join(", ")) }
    };
    let count = keep.iter().filter(|keep| **keep).count();
    if count == 0 {
        return vec![(range(local), String::new())];
    }
    vec![
        (range(names), kept(names.elems.iter().map(range).collect())),
        (range(values), kept(values.elems.iter().map(range).collect())),
    ]
}
