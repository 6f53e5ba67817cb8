//! Where each line of trace.hpp goes in the sources of a part.

use std::collections::{HashMap, HashSet};

use super::source::{Group, GroupKind, Source, Variable, is_name};
use super::{LeftOut, glyphs};
use roguelike::part::Part;
use roguelike::trace::last_key::EFFECTS;

/// Maximum number of reported places, of replaced calls, and of objects and members that are tried. Hostile
/// sources have any number.
pub(super) const MAX_PLACES: usize = 50;
/// SDL's functions that return an event.
const EVENT_FUNCTIONS: [&str; 3] = ["SDL_WaitEvent", "SDL_WaitEventTimeout", "SDL_PollEvent"];
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

/// A variable that a step records: the function of trace.hpp, the parts that have it, its type or that of its
/// elements, and names to try if no variable has the type.
struct Recorded {
    call: &'static str,
    exists: fn(Part) -> bool,
    ty: &'static str,
    names: &'static [&'static str],
}

const RECORDED: [Recorded; 6] = [
    Recorded { call: "title", exists: |_| true, ty: "SDL_Window", names: &[] },
    Recorded { call: "map", exists: |_| true, ty: "Map", names: &["map", "dungeon"] },
    Recorded { call: "player", exists: Part::has_player, ty: "Player", names: &["player", "hero"] },
    Recorded { call: "monsters", exists: Part::has_monsters, ty: "Monster", names: &["monsters", "enemies"] },
    Recorded { call: "rng", exists: Part::has_monsters, ty: "mt19937", names: &["rng", "generator"] },
    Recorded { call: "state", exists: Part::has_melee, ty: "", names: &["dead", "isDead", "gameOver"] },
];

impl Recorded {
    fn is_type_of(&self, variable: &Variable) -> bool {
        let is_list = self.call == "monsters";
        let is_usable = self.call != "title" || variable.is_pointer();
        variable.is(self.ty) && variable.is_container() == is_list && is_usable
    }

    /// Returns the one of these variables that is recorded.
    fn find<'s>(&self, variables: impl Iterator<Item = Variable<'s>> + Clone) -> Option<Variable<'s>> {
        let of_type = variables.clone().find(|variable| self.is_type_of(variable));
        of_type.or_else(|| variables.clone().find(|variable| self.names.contains(&plain_name(variable.name))))
    }

    /// Returns the call that records a variable, or the member of an object whose name comes before.
    fn written(&self, object: &str, variable: &Variable) -> String {
        let value = format!("{object}{}", variable.name);
        let get = if variable.is_smart_pointer() { ".get()" } else { "" };
        match self.call {
            "title" => format!(".title(SDL_GetWindowTitle({value}{get}))"),
            "state" => format!(".state({value} ? \"dead\" : \"map\")"),
            call => format!(".{call}({value})"),
        }
    }
}

/// Returns the name of a member without a leading `m_` and a trailing `_`.
pub(super) fn plain_name(name: &str) -> &str {
    name.strip_prefix("m_").unwrap_or(name).trim_end_matches('_')
}

/// A class or a function: its source and its group.
pub(super) type Definition<'s> = (&'s Source, &'s Group);

/// The lines that are added.
pub(super) struct Lines<'s> {
    part: Part,
    pub sources: &'s [Source],
    /// The classes by their names.
    pub classes: HashMap<&'s str, Definition<'s>>,
    /// The lines without a place, each with a description of its place.
    pub left_out: Vec<LeftOut>,
    /// The braces of the loops that record a step, and the names of their sources.
    loops: HashSet<(&'s str, usize)>,
}

/// Adds the edits to all sources of a program, but those of its tiles.
pub(super) fn find(part: Part, sources: &[Source]) -> Lines<'_> {
    let mut classes: Vec<Definition> = definitions(sources, GroupKind::Class).collect();
    // If several classes have one name, the longest counts. The others are declarations, or conditions have
    // cut them off.
    classes.sort_by_key(|(source, class)| match source.token(class.close) {
        "}" => class.close - class.open,
        _ => 0,
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

fn definitions(sources: &[Source], kind: GroupKind) -> impl Iterator<Item = Definition<'_>> {
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
    fn not_found(&mut self, line: &str, place: &str) {
        let text = format!("{line} goes first into {place}, which was not found");
        self.left_out.push(LeftOut::Needed(text));
    }

    /// Adds a line at the beginning of a function, or reports that the function is missing.
    fn add(&mut self, found: Option<Definition>, line: &str, place: &str) {
        match found {
            Some((source, function)) => source.insert_first(function.open, line),
            None => self.not_found(line, place),
        }
    }

    /// Reports a token of a source.
    fn report(&mut self, source: &Source, index: usize, text: &str) {
        if self.left_out.len() < MAX_PLACES {
            let text = format!("{}:{}: {text}", source.name, source.line(index));
            self.left_out.push(LeftOut::Needed(text));
        }
    }

    /// Returns the functions with a name, or all functions if it is empty.
    fn functions(&self, name: &str) -> impl Iterator<Item = Definition<'s>> {
        let functions = definitions(self.sources, GroupKind::Function);
        functions.filter(move |(source, function)| name.is_empty() || source.name_of(function) == name)
    }

    /// Returns the calls of functions with these names.
    fn calls(&self, names: &[&str]) -> impl Iterator<Item = (&'s Source, usize)> {
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
        if part.has_melee() && !part.has_hud() {
            statements += " SDL_SetLogOutputFunction(trace::sdl_log, nullptr);";
        }
        source.insert_first(main.open, &statements);
    }

    /// Records a step at the beginning of the loop's body, and replaces SDL's functions for events by the
    /// header's.
    fn events(&mut self) {
        let calls: Vec<_> = self.calls(&EVENT_FUNCTIONS).take(MAX_PLACES).collect();
        let iterate = self.functions("SDL_AppIterate").next();
        if let Some((source, iterate)) = iterate {
            self.callbacks(source, iterate);
        } else if calls.is_empty() {
            let lines = "trace::step(...); trace::wait(SDL_WaitEvent, &event);";
            self.not_found(lines, "the body of the event loop");
        }
        for (source, call) in calls {
            self.event_call(source, call);
        }
    }

    fn event_call(&mut self, source: &'s Source, call: usize) {
        let name = source.token(call);
        let Some(close) = source.group_at(call + 1).map(|group| group.close) else { return };
        // `SDL_WaitEvent(NULL)` only waits.
        let event = source.token(call + 2);
        if matches!(event, "NULL" | "0") {
            source.replace(call + 2, call + 2, "nullptr");
        }
        let waits = name != "SDL_PollEvent" && !matches!(event, "NULL" | "0" | "nullptr");
        let wait = format!("trace::wait({name}, ");
        let loops: Vec<&Group> = source.loops_around(call).collect();
        // In `while (SDL_WaitEvent(&event)) {` only the condition has a place for a step.
        let head = loops.first().filter(|group| group.kind != GroupKind::Loop && waits);
        let condition = head.map(|head| head.close + 1).filter(|&brace| source.token(brace) == "{");
        // A function without a loop takes the events of the loop that calls it.
        let function = source.groups_around(call).find(|group| group.kind == GroupKind::Function);
        let is_helper = |function: &&Group| {
            let name = [source.name_of(function)];
            let mut calls = self.calls(&name);
            calls.any(|(source, index)| source.loops_around(index).next().is_some())
        };
        let body = loops.iter().copied().find(|group| group.kind == GroupKind::Loop);
        let body = body.or(function.filter(is_helper)).map(|body| body.open);
        let has_step = |brace: usize| self.loops.contains(&(source.name.as_str(), brace));
        let Some(block) = condition.or(body) else {
            let text = format!(
                "{name} has no braced loop: write while (running) {{ trace::step(...); {wait}&event); ... }}"
            );
            return self.report(source, call, &text);
        };
        if loops.iter().map(|group| group.open).chain(body).any(has_step) {
            return source.replace(call, call + 1, &wait);
        }
        self.loops.insert((&source.name, block));
        let step = self.step(source, function, block);
        if condition.is_some() {
            source.replace(call, call + 1, &format!("[&] {{ {step} return {wait}"));
            source.insert_after(close, "; }()");
        } else {
            source.insert_first(block, &step);
            source.replace(call, call + 1, &wait);
        }
    }

    /// Returns the statement that records a step in a function. `at` is the token before the statement.
    fn step(&mut self, source: &'s Source, function: Option<&'s Group>, at: usize) -> String {
        let Some(class) = function.and_then(|function| source.class_of(function)) else {
            // The variables in scope: the parameters, and what is declared before in the groups around.
            let groups = source.groups_around(at).chain([&source.groups[0]]);
            let declared = groups.flat_map(|group| source.variables(group));
            let parameters = function.into_iter().flat_map(|function| source.parameters(function));
            let variables: Vec<_> = parameters.chain(declared.filter(|variable| variable.at < at)).collect();
            return format!("trace::step(){};", self.recorded(&variables, false, &source.name));
        };
        let Some(&(source, class)) = self.classes.get(class) else {
            self.not_found("friend struct trace::peek;", &format!("the class {class}"));
            return "trace::step(*this);".to_owned();
        };
        source.befriend(class);
        let members: Vec<Variable> = source.variables(class).collect();
        format!("trace::step(*this){};", self.recorded(&members, true, &source.name))
    }

    /// Returns the calls that record these variables or public members of them, such as `world.map`. They
    /// are the members of a class or those in scope.
    fn recorded(&mut self, variables: &[Variable<'s>], is_class: bool, source: &str) -> String {
        let part = self.part;
        let mut calls = String::new();
        for recorded in RECORDED.iter().filter(|recorded| (recorded.exists)(part)) {
            let call = recorded.call;
            let found = recorded.find(variables.iter().copied());
            // The header finds a state, and a member by its name. From Part 11 on levels have maps and
            // monsters.
            let is_of_level = part.has_floors() && matches!(call, "map" | "monsters");
            let is_known = found.is_some_and(|member| plain_name(member.name) == call);
            if is_class && (is_of_level || is_known || call == "state") {
                continue;
            }
            let of_object = || {
                self.objects(variables.iter().copied()).find_map(|(object, (source, class))| {
                    let members = source.variables(class);
                    let member = recorded.find(members).filter(|member| member.is_public(class))?;
                    let sign = if object.is_pointer() { "->" } else { "." };
                    Some(recorded.written(&format!("{}{sign}", object.name), &member))
                })
            };
            match found.map(|variable| recorded.written("", &variable)).or_else(of_object) {
                Some(written) => calls += &written,
                None if !is_class || call == "title" => self.left_out.push(LeftOut::Needed(format!(
                    "{source}: .{call}(...) goes after trace::step(...) with the name of yours, which was \
                     not found"
                ))),
                None => {}
            }
        }
        calls
    }

    /// Returns the variables that are objects of classes that the series does not have, with these classes.
    fn objects(
        &self,
        variables: impl Iterator<Item = Variable<'s>>,
    ) -> impl Iterator<Item = (Variable<'s>, Definition<'s>)> {
        let of_series = |variable: &Variable| RECORDED.iter().any(|recorded| recorded.is_type_of(variable));
        let others = variables.filter(move |variable| !of_series(variable));
        others.filter_map(|object| Some((object, self.class_of(&object)?))).take(MAX_PLACES)
    }

    /// Returns the class of an object.
    pub fn class_of(&self, variable: &Variable<'s>) -> Option<Definition<'s>> {
        let mut words = variable.type_words().filter(|_| !variable.is_container());
        words.find_map(|word| self.classes.get(word)).copied()
    }

    /// Records a program whose loop is in SDL: keys come from the header at the beginning of each round.
    fn callbacks(&mut self, source: &'s Source, iterate: &'s Group) {
        let on_event = self.functions("SDL_AppEvent").next();
        let event = on_event.and_then(|(source, function)| source.parameters(function).last());
        let line = |event| format!("if (!trace::takes({event})) return SDL_APP_CONTINUE;");
        self.add(on_event, &line(event.map_or("event", |event| event.name)), "SDL_AppEvent");
        let state = source.parameters(iterate).next().map_or("nullptr", |state| state.name);
        let step = match self.game_of_callbacks(source, iterate, state) {
            Some((game, (source, class))) => {
                source.befriend(class);
                format!("trace::step({game});")
            }
            None => self.step(source, Some(iterate), iterate.open),
        };
        let line = format!(
            "{step} SDL_Event traced{{}}; if (trace::wait([](SDL_Event*) {{ return false; }}, &traced)) \
             if (const auto result = SDL_AppEvent({state}, &traced); result != SDL_APP_CONTINUE) \
             return result;"
        );
        source.insert_first(iterate.open, &line);
    }

    /// Returns the game of a program whose loop is in SDL: the object that the state is cast to, or else a
    /// member of it, or a global variable where nothing is cast.
    fn game_of_callbacks(
        &self,
        source: &'s Source,
        iterate: &Group,
        state: &str,
    ) -> Option<(String, Definition<'s>)> {
        let cast = (iterate.open..iterate.close).find_map(|index| {
            let class = source.token(index);
            let is_cast = source.token(index + 1) == "*" && matches!(source.token(index + 2), ">" | ")");
            Some((format!("static_cast<{class}*>({state})"), *self.classes.get(class).filter(|_| is_cast)?))
        });
        let whole = cast.as_ref().map(|(pointer, class)| (format!("*{pointer}"), *class));
        let holder = cast.as_ref().map_or_else(String::new, |(pointer, _)| format!("{pointer}->"));
        let (source, group) = cast.map_or((source, &source.groups[0]), |(_, class)| class);
        let members = self.objects(source.variables(group)).map(|(object, class)| {
            let sign = if object.is_pointer() { "*" } else { "" };
            (format!("{sign}{holder}{}", object.name), class)
        });
        let is_of_game = |member: Variable| {
            plain_name(member.name) == "levels" || RECORDED[1..].iter().any(|other| other.is_type_of(&member))
        };
        whole.into_iter().chain(members).find(|(_, (source, class))| source.variables(class).any(is_of_game))
    }

    /// Records what is drawn.
    fn glyphs(&mut self) {
        let recorded = self.functions("").filter_map(|(source, function)| {
            let (line, is_usual) = glyphs::recorded(source, function)?;
            Some(((source.name_of(function) != "drawGlyph", !is_usual), source, function, line))
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
