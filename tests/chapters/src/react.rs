//! What follows from the compiler's messages: what it calls unused goes, and then what its errors name goes
//! too, for a fixed list of cases. Everything else is told, with the line of `src` that it comes from.

use std::collections::{BTreeMap, HashSet};
use std::ops::Range;

use crate::check::{Message, Spot};
use crate::fold::is_called;
use crate::nodes::{Kind, Node, Nodes};
use crate::program::{File, Program};
use crate::text::{Changes, remove_elements, with_comments};

/// The type and the value of a parameter that nothing reads. Every call has to hand it over then, and the
/// compiler tells where. [`sweep`] takes both away.
const GONE: &str = "[(); 9]";

/// What a function does that does not compile in this chapter: the compiler calls nothing unused before all
/// compiles. If it is unused it goes. Otherwise the message is a mistake in the sources, see [`mistake`].
const EMPTIED: [&str; 2] = ["{ loop { /* ", " */ } }"];

/// Finds the changes that follow from messages. With an error among them only errors count.
///
/// # Errors
/// When nothing follows from them: the first message, its place, and what to write instead.
pub fn react(program: &Program, messages: &[Message]) -> Result<Changes, String> {
    let broken = messages.iter().any(|message| message.error);
    let mut reaction = Reaction::new(program);
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
            let told = told(program, message);
            match body(program, message).filter(|_| broken) {
                Some((file, range)) => {
                    changes.replace(file, range, format!("{}{told}{}", EMPTIED[0], EMPTIED[1]));
                }
                None => return Err(mistake(program).unwrap_or(told)),
            }
        }
    }
    Ok(changes)
}

/// Returns what is wrong with a function that does not compile and is used.
pub fn mistake(program: &Program) -> Option<String> {
    let emptied = |text: &str| Some(text.split_once(EMPTIED[0])?.1.split_once(EMPTIED[1])?.0.to_owned());
    program.files.iter().find_map(|file| emptied(file.text()))
}

/// The body of the function that an error is in, unless it is emptied already.
fn body(program: &Program, message: &Message) -> Option<(usize, Range<usize>)> {
    let spot = message.spots.iter().find(|spot| spot.primary)?;
    let file = program.file(&spot.path)?;
    let (text, nodes) = (program.files[file].text(), program.files[file].nodes());
    let function = nodes.around(&[Kind::Item, Kind::Member], &spot.range)?;
    let start = function.name.end + text[function.name.end..].find('{')?;
    let is_free = text[..function.name.start].ends_with("fn ") && !text[start..].starts_with(EMPTIED[0]);
    (is_free && start <= spot.range.start).then_some((file, start..function.range.end))
}

/// Takes away what has one value in a chapter: everything that is called `part` or `library`.
pub fn erase(program: &Program) -> Changes {
    let one_value =
        |text: &str| text == "Part::LAST" || is_called(text, "part") || is_called(text, "library");
    take_all(program, |node, text| match node.kind {
        Kind::Arg => one_value(&text[node.range.clone()]),
        Kind::Param | Kind::Field | Kind::FieldValue | Kind::Member | Kind::Let => {
            one_value(&text[node.name.clone()])
        }
        _ => false,
    })
}

/// Takes away the parameters that are gone, when all calls are without them.
pub fn sweep(program: &Program) -> Changes {
    take_all(program, |node, text| match node.kind {
        Kind::Arg => &text[node.range.clone()] == GONE,
        Kind::Param => text[node.range.clone()].ends_with(GONE),
        _ => false,
    })
}

/// Takes away assignments to fields that nothing reads: the compiler counts them as use. Fields of the same
/// name are not told apart.
pub fn unread(program: &Program) -> Changes {
    let reaction = Reaction::new(program);
    let count = |ends: &dyn Fn(&Node, &str) -> bool| -> usize {
        let nodes = program.files.iter().zip(&reaction.nodes);
        nodes.map(|(file, own)| own.nodes.iter().filter(|node| ends(node, file.text())).count()).sum()
    };
    let is_unread = |field: &str| {
        let dotted = format!(".{field}");
        let is_read = |after: &str| !after.starts_with(|c: char| c.is_alphanumeric() || c == '_');
        let uses = |text: &str| text.split(&dotted).skip(1).filter(|after| is_read(after)).count();
        let written =
            |node: &Node, text: &str| node.kind == Kind::Assign && text[node.name.clone()].ends_with(&dotted);
        let declared =
            |node: &Node, text: &str| node.kind == Kind::Field && &text[node.name.clone()] == field;
        let in_pattern = |node: &Node, text: &str| {
            node.kind == Kind::FieldPat && text[node.range.clone()].split(':').next() == Some(field)
        };
        program.files.iter().map(|file| uses(file.text())).sum::<usize>() == count(&written)
            && count(&declared) > 0
            && count(&in_pattern) == 0
    };
    take_all(program, |node, text| {
        let field = text[node.name.clone()].rsplit_once('.').filter(|_| node.kind == Kind::Assign);
        field.is_some_and(|(_, field)| is_unread(field)) && !reaction.has_effect(&text[node.range.clone()])
    })
}

/// Takes away all nodes of which `goes` is true.
pub fn take_all(program: &Program, goes: impl Fn(&Node, &str) -> bool) -> Changes {
    let mut reaction = Reaction::new(program);
    for (file, source) in program.files.iter().enumerate() {
        let nodes = reaction.nodes[file].nodes.iter();
        reaction.gone[file] = nodes.filter(|node| goes(node, source.text())).cloned().collect();
    }
    reaction.finish()
}

/// A message as a sentence, with the line of `src` that it is about.
fn told(program: &Program, message: &Message) -> String {
    let spot = message.spots.iter().find(|spot| spot.primary).or(message.spots.first());
    let place = spot.map_or_else(String::new, |spot| program.place(&spot.path, spot.range.start));
    let advice = match message.code.as_str() {
        "E0609" | "E0560" | "E0425" | "E0599" | "E0615" => {
            "this chapter does not have it; put the code that uses it under its part check"
        }
        "E0061" | "E0308" | "E0107" | "E0631" | "E0593" => {
            "this chapter does not read the parameter; call the function by name, with its arguments"
        }
        "E0282" | "E0283" => "its type follows only from code of later chapters; write the type",
        "E0004" => "a `match` lost an arm that it needs; leave one arm without a part check",
        "dead_code" | "unused_variables" => "nothing uses it in this chapter; put it under its part check",
        _ => "write it so that it compiles without the code of later chapters",
    };
    format!("{place}: {} [{}]: {advice} (see tests/chapters/README.md)", message.text, message.code)
}

struct Reaction<'p> {
    program: &'p Program,
    nodes: Vec<&'p Nodes>,
    /// The nodes of each file that go.
    gone: Vec<Vec<Node>>,
    changes: Changes,
}

impl Reaction<'_> {
    fn new(program: &Program) -> Reaction<'_> {
        Reaction {
            program,
            nodes: program.files.iter().map(File::nodes).collect(),
            gone: vec![Vec::new(); program.files.len()],
            changes: Changes::default(),
        }
    }

    /// Takes a node away with all that it consists of.
    fn take(&mut self, file: usize, node: Option<Node>) -> bool {
        let Some(node) = node else { return false };
        if !self.gone[file].iter().any(|gone| gone.range == node.range && gone.kind == node.kind) {
            self.gone[file].push(node);
        }
        true
    }

    /// Takes away the node that is known by what is at a place.
    fn take_named(&mut self, file: usize, kinds: &[Kind], place: &Range<usize>) -> bool {
        self.take(file, self.nodes[file].named(kinds, place).cloned())
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
                    self.take_named(file, &kinds, &spot.range)
                }
                "unused_variables" => self.unused_variable(file, &spot.range),
                "unreachable_patterns" => {
                    self.take_named(file, &[Kind::Case], &spot.range)
                        || self.take(file, self.around(file, &[Kind::Arm], &spot.range))
                }
                _ => false,
            };
        }
        followed || self.mend(message)
    }

    /// Makes the change that the compiler is sure of.
    fn mend(&mut self, message: &Message) -> bool {
        let Some(fix) = message.fixes.first() else { return false };
        let Some(file) = self.program.file(&fix[0].0.path) else { return false };
        let text = self.program.files[file].text();
        let mut places: Vec<&(Spot, String)> = fix.iter().collect();
        places.sort_by_key(|(spot, _)| spot.range.start);
        // All of it is one change, so that it is not made by half.
        let start = places[0].0.range.start;
        let (mut new, mut at) = (String::new(), start);
        for (spot, replacement) in places {
            new += &text[at..spot.range.start];
            new += replacement;
            at = spot.range.end;
        }
        self.changes.replace(file, start..at, new);
        true
    }

    /// Takes a variable away that nothing reads.
    fn unused_variable(&mut self, file: usize, place: &Range<usize>) -> bool {
        let text = self.program.files[file].text();
        let is_whole = |node: &&Node| {
            node.name.start <= place.start && node.name.end == place.end && {
                let before = text[node.name.start..place.start].trim();
                before.is_empty() || before == "mut"
            }
        };
        let kinds = [Kind::Param, Kind::FieldPat, Kind::Let];
        let mut nodes = self.nodes[file].nodes.iter().filter(|node| kinds.contains(&node.kind));
        match nodes.find(is_whole).cloned() {
            Some(node) if node.kind == Kind::Param => {
                self.changes.replace(file, node.range, format!("_: {GONE}"));
                true
            }
            Some(node) if node.kind == Kind::Let && self.has_effect(&text[node.range.clone()]) => {
                let value = text[place.end..].find("= ").map_or(place.end, |at| place.end + at + "= ".len());
                self.changes.delete(file, node.range.start..value);
                true
            }
            node => self.take(file, node),
        }
    }

    /// Returns true if a statement calls a function of the program that changes what it is given, or returns.
    fn has_effect(&self, statement: &str) -> bool {
        let leaves = statement.contains("return") || statement.contains('?');
        leaves
            || self.program.files.iter().zip(&self.nodes).any(|(file, nodes)| {
                let text = file.text();
                nodes.nodes.iter().filter(|node| node.kind == Kind::Param).any(|node| {
                    let owner = node.list.map_or(0..0, |(list, _)| nodes.lists[list].owner.clone());
                    text[node.range.clone()].contains("&mut")
                        && statement.contains(&format!("{}(", &text[owner]))
                })
            })
    }

    /// Reacts to an error. Returns false if it does not know how.
    fn error(&mut self, message: &Message) -> bool {
        match message.code.as_str() {
            "E0308" => return self.arguments(message),
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
                "E0560" | "E0559" => self.take_named(file, &[Kind::FieldValue], place),
                "E0405" => self.take(file, self.around(file, &[Kind::TraitImpl], place)),
                "E0609" => self.without_field(file, place),
                "E0599" => self.without_variant(file, place) || self.called(file, place),
                _ => false,
            };
        }
        followed || (message.code == "E0432" && self.mend(message))
    }

    /// A field is gone: so are assignments to it.
    fn without_field(&mut self, file: usize, place: &Range<usize>) -> bool {
        let within = |node: &Node| node.name.start <= place.start && place.end <= node.name.end;
        if let Some(node) = self.around(file, &[Kind::Assign], place).filter(within) {
            return self.take(file, Some(node));
        }
        self.called(file, place)
    }

    /// A statement that calls what is gone goes: `self.field.clear();`, `self.method();`.
    fn called(&mut self, file: usize, place: &Range<usize>) -> bool {
        let text = self.program.files[file].text();
        let called = self.around(file, &[Kind::Stmt], place).filter(|node| {
            let before = &text[node.range.start..place.start];
            before.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.'))
                && text[place.end..].starts_with(['.', '('])
                && text[node.range.clone()].ends_with(';')
        });
        self.take(file, called)
    }

    /// A variant is gone: so are the patterns with it.
    fn without_variant(&mut self, file: usize, place: &Range<usize>) -> bool {
        let within = |node: &Node| node.name.start <= place.start && place.end <= node.name.end;
        let case = self.around(file, &[Kind::Case], place);
        let node = case.or_else(|| self.around(file, &[Kind::Arm], place).filter(within));
        self.take(file, node)
    }

    /// A call hands over an argument of a parameter that is gone.
    fn arguments(&mut self, message: &Message) -> bool {
        let is_gone = |note: &Spot| {
            let file = self.program.file(&note.path).map(|file| self.program.files[file].text());
            file.and_then(|text| text.get(note.range.clone())).is_some_and(|text| text.ends_with(GONE))
        };
        let mut followed = false;
        for spot in message.spots.iter().filter(|_| message.notes.iter().any(is_gone)) {
            let is_argument = |node: &Node| node.kind == Kind::Arg && node.range == spot.range;
            if let Some(file) = self.program.file(&spot.path)
                && self.nodes[file].nodes.iter().any(is_argument)
            {
                self.changes.replace(file, spot.range.clone(), GONE);
                followed = true;
            }
        }
        followed
    }

    /// A type lacks a trait that it derives in the sources.
    fn derive(&mut self, message: &Message) -> bool {
        let derived = message.fixes.iter().flatten().find(|(_, text)| text.starts_with("#[derive("));
        let Some((spot, text)) = derived else { return false };
        let file = self.program.file(&spot.path);
        self.changes.replace(file.unwrap_or_default(), spot.range.clone(), text.clone());
        file.is_some()
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
        let gone = self.gone[file].iter().filter(|node| node.kind == Kind::Item);
        let names: HashSet<String> = gone.map(|node| text[node.name.clone()].to_owned()).collect();
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
            match gone[0].kind {
                // With all its cases goes the arm, with all its names the import.
                Kind::Case | Kind::UsePart if !keep.contains(&true) => {
                    let node = self.nodes[file].around(&[Kind::Arm, Kind::Use], &list.elements[0]);
                    whole.extend(node.map(|node| node.range.clone()));
                }
                Kind::FieldPat => {
                    let kept = list.elements.iter().zip(&keep).filter(|(_, keep)| **keep);
                    let mut kept: Vec<&str> = kept.map(|(range, _)| &text[range.clone()]).collect();
                    kept.push("..");
                    let range = list.elements[0].start..list.owner.end - 1;
                    self.changes.replace(file, range, format!("{} ", kept.join(", ")));
                }
                _ => remove_elements(&mut self.changes, file, text, &list.elements, &keep),
            }
        }
        for range in whole {
            self.changes.delete(file, with_comments(text, range));
        }
    }
}
