//! Where each line of trace.hpp goes in the sources of a part: those of the beginning, and of what is drawn
//! and said. `events.rs` does the same for the event loop.

use std::collections::{HashMap, HashSet};

use super::folder::is_far;
use super::source::{Group, GroupKind, Source, Variable, is_name};
use super::{LeftOut, glyphs, save_file};
use roguelike::part::Part;
use roguelike::trace::last_key::EFFECTS;

/// Maximum number of reported places, of replaced calls, and of objects and members that are tried. Hostile
/// sources have any number.
pub(super) const MAX_PLACES: usize = 50;
/// The report about a seed outside of all functions.
const EARLY: &str = "this generator is made before main: make it without a seed, and write \
                     NAME.seed(trace::seeded_device{}()); in main, after trace::begin";
/// Functions whose seeds, numbers or keys cannot be repeated or compared, with the report about each.
const NOT_REPEATABLE: [(&str, &str); 5] = [
    ("srand", "is not what the series draws with: make a std::mt19937 rng{ trace::seeded_device{}() };"),
    ("rand", "gives other numbers than the series: use std::uniform_int_distribution<int>(first, last)(rng)"),
    ("time", "is a seed that cannot be repeated: write trace::seeded_device{}() in its place"),
    ("time_since_epoch", "is a seed that cannot be repeated: write trace::seeded_device{}() in its place"),
    ("SDL_GetKeyboardState", "cannot be recorded: use event.key.scancode of each SDL_EVENT_KEY_DOWN"),
];

/// Returns the name of a member without a leading `m_` and a trailing `_`.
pub(super) fn plain_name(name: &str) -> &str {
    name.strip_prefix("m_").unwrap_or(name).trim_end_matches('_')
}

/// A class or a function: its source and its group.
pub(super) type Definition<'s> = (&'s Source, &'s Group);

/// The lines that are added.
pub(super) struct Lines<'s> {
    pub part: Part,
    /// The sources of the program, those that are used before others.
    pub sources: &'s [Source],
    /// The classes by their names.
    pub classes: HashMap<&'s str, Definition<'s>>,
    /// The lines without a place, each with a description of its place.
    pub left_out: Vec<LeftOut>,
    /// The braces of the loops that record a step, and the names of their sources.
    pub loops: HashSet<(&'s str, usize)>,
}

/// Adds the edits to all sources of a program, but those of its tiles.
pub(super) fn find(part: Part, sources: &[Source]) -> Lines<'_> {
    let mut classes: Vec<Definition> = definitions(sources, GroupKind::Class).collect();
    // If several classes have one name, the longest of the used sources counts, and of those near the top.
    // The others are old versions or declarations, belong to libraries, or conditions have cut them off.
    classes.sort_by_key(|(source, class)| {
        let is_whole = source.token(class.close) == "}";
        let length = if is_whole { class.close - class.open } else { 0 };
        (source.is_reached, !is_far(&source.name), length)
    });
    let classes =
        classes.into_iter().map(|(source, class)| (source.name_of(class), (source, class))).collect();
    let mut lines = Lines { part, sources, classes, left_out: Vec::new(), loops: HashSet::new() };
    lines.seeds();
    lines.begin();
    lines.events();
    lines.glyphs();
    if part.has_hud() {
        lines.messages_and_sounds();
    }
    lines
}

/// Returns the classes or the functions of a program.
pub(super) fn definitions(sources: &[Source], kind: GroupKind) -> impl Iterator<Item = Definition<'_>> {
    sources.iter().flat_map(move |source| source.groups_of(kind).map(move |group| (source, group)))
}

/// Returns the function with which a program begins, if a source has one.
pub(super) fn entry(source: &Source) -> Option<&Group> {
    let is_entry = |group: &&Group| {
        matches!(source.name_of(group), "main" | "SDL_main" | "SDL_AppInit")
            && source.class_of(group).is_none()
    };
    source.groups_of(GroupKind::Function).find(is_entry)
}

/// Returns true if a function is in a class whose name contains one of these words.
fn is_in_class((source, function): &Definition, words: &[&str]) -> bool {
    let class = source.class_of(function).unwrap_or_default().to_lowercase();
    words.iter().any(|word| class.contains(word))
}

impl<'s> Lines<'s> {
    pub fn not_found(&mut self, line: &str, place: &str) {
        let text = format!("{line} goes first into {place}, which was not found");
        self.left_out.push(LeftOut::Needed(text));
    }

    /// Adds a line at the beginning of a function, or reports that the function is missing.
    pub fn add(&mut self, found: Option<Definition>, line: &str, place: &str) {
        match found {
            Some((source, function)) => source.insert_first(function.open, line),
            None => self.not_found(line, place),
        }
    }

    /// Reports a token of a source.
    pub fn report(&mut self, source: &Source, index: usize, text: &str) {
        if self.left_out.len() < MAX_PLACES {
            let text = format!("{}:{}: {text}", source.name, source.line(index));
            let left_out = if is_far(&source.name) { LeftOut::Far } else { LeftOut::Needed };
            self.left_out.push(left_out(text));
        }
    }

    /// Returns the class of an object.
    pub fn class_of(&self, variable: &Variable<'s>) -> Option<Definition<'s>> {
        let mut words = variable.type_words().filter(|_| !variable.is_container());
        words.find_map(|word| self.classes.get(word)).copied()
    }

    /// Returns the functions with a name, or all functions if it is empty.
    pub fn functions(&self, name: &str) -> impl Iterator<Item = Definition<'s>> {
        let functions = definitions(self.sources, GroupKind::Function);
        functions.filter(move |(source, function)| name.is_empty() || source.name_of(function) == name)
    }

    /// Returns the calls of functions with these names.
    pub fn calls(&self, names: &[&str]) -> impl Iterator<Item = (&'s Source, usize)> {
        self.sources.iter().flat_map(|source| source.calls(names).map(move |index| (source, index)))
    }

    /// Replaces each `std::random_device` by the header's device, and reports seeds, random numbers and keys
    /// that cannot be repeated or are not those of the series.
    fn seeds(&mut self) {
        for source in self.sources {
            for index in 0..source.len() {
                let (word, before) = (source.token(index), source.before(index));
                if word == "random_device" {
                    let is_in_std = before == "::" && source.before(index - 1) == "std";
                    let first = if is_in_std { index - 2 } else { index };
                    source.replace(first, index, "trace::seeded_device");
                    // The seed of a generator before `main` is not known. References and aliases make none.
                    let (outside, next) = (source.before(first), source.token(index + 1));
                    let is_made = matches!(next, "(" | "{" | ">")
                        || outside == "new"
                        || is_name(next) && outside != "typedef";
                    let mut kinds = source.groups_around(index).map(|group| group.kind);
                    if is_made && !kinds.any(|kind| matches!(kind, GroupKind::Function | GroupKind::Class)) {
                        self.report(source, index, EARLY);
                    }
                }
                let Some((_, text)) = NOT_REPEATABLE.iter().find(|(name, _)| *name == word) else { continue };
                let is_member = matches!(before, "." | "->") && word != "time_since_epoch";
                let is_declared = is_name(before) && before != "return";
                if source.token(index + 1) == "(" && !is_member && !is_declared {
                    self.report(source, index, &format!("{word}(...) {text}"));
                }
            }
        }
        if !self.sources.iter().any(Source::is_changed) {
            let line = "trace::seeded_device: no std::random_device was found; write it wherever a generator \
                        takes its seed";
            self.left_out.push(LeftOut::Needed(line.to_owned()));
        }
    }

    /// Starts the recording at the beginning of `main`, or of the function that SDL calls in its place.
    fn begin(&mut self) {
        let part = self.part;
        let found = self.sources.iter().find_map(|source| {
            let main = entry(source)?;
            Some((source, main, source.brackets(main)?))
        });
        let Some((source, main, brackets)) = found else {
            return self.not_found(&format!("trace::begin({part}, argc, argv);"), "main");
        };
        // SDL_AppInit has a pointer to the state first.
        let parameters = source.parameters(main).skip_while(|parameter| !parameter.is("int"));
        let names: Vec<&str> = parameters.map(|parameter| parameter.name).collect();
        let (argc, argv) = if let [argc, argv, ..] = names[..] {
            (argc, argv)
        } else {
            let is_int = |&index: &usize| source.token(index) == "int";
            let first = (brackets.open + 1..brackets.close).find(is_int).unwrap_or(brackets.open + 1);
            source.replace(first, brackets.close, "int argc, char* argv[])");
            ("argc", "argv")
        };
        let mut statements = format!("trace::begin({part}, {argc}, {argv});");
        if let Some(name) = save_file::own_name(self.sources).filter(|_| part.has_saves()) {
            statements = format!("trace::save_file() = \"{name}\"; {statements}");
        }
        if part.has_melee() && !part.has_hud() {
            statements += " SDL_SetLogOutputFunction(trace::sdl_log, nullptr);";
        }
        source.insert_first(main.open, &statements);
    }

    /// Records what is drawn.
    fn glyphs(&mut self) {
        let recorded = self.functions("").filter_map(|(source, function)| {
            let (line, is_usual) = glyphs::recorded(source, function)?;
            let rank = (source.name_of(function) != "drawGlyph", !source.is_reached, !is_usual);
            Some((rank, source, function, line))
        });
        // Without a drawGlyph, it is another function that draws a single character.
        match recorded.min_by_key(|(rank, ..)| *rank) {
            Some((_, source, function, line)) => source.insert_first(function.open, &line),
            None => self.left_out.push(LeftOut::Glyph),
        }
    }

    /// Records the messages and the sounds.
    fn messages_and_sounds(&mut self) {
        let text_of = |(source, function): &Definition<'s>| {
            let mut parameters = source.parameters(function);
            let text = parameters.next().filter(|text| text.is("string") || text.is("string_view"));
            text.filter(|_| parameters.next().is_none())
        };
        // An inventory may have an `add`, too.
        let lines = self.functions("add").filter(|function| text_of(function).is_some());
        let log = lines.min_by_key(|function| !is_in_class(function, &["log", "message"]));
        let name = log.as_ref().and_then(text_of).map_or("line", |text| text.name);
        self.add(log, &format!("trace::log({name});"), "MessageLog::add");
        for (sound, _) in EFFECTS {
            let found = self.functions(sound).find(|function| is_in_class(function, &["sound", "audio"]));
            self.add(found, &format!("trace::sound(\"{sound}\");"), "the function that plays this sound");
        }
    }
}
