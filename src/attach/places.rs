//! Where each line of trace.hpp goes in the sources of a part.

use std::collections::{HashMap, HashSet};

use super::source::{Group, GroupKind, Source, Variable, is_name};
use super::tiles;
use crate::part::Part;
use crate::trace::happened::EFFECTS;

/// Maximum number of seeds and draws that are reported.
const MAX_REPORTED: usize = 50;
/// Maximum number of calls of SDL's functions for events that are replaced.
const MAX_CALLS: usize = 100;
/// Maximum number of objects in which a recorded member is searched.
const MAX_OBJECTS: usize = 50;
/// SDL's functions that return an event.
const EVENT_FUNCTIONS: [&str; 3] = ["SDL_WaitEvent", "SDL_WaitEventTimeout", "SDL_PollEvent"];
/// What is said of a seed whose place is outside of all functions.
const EARLY: &str = "this generator is made before main: make it without a seed, and write \
                     NAME.seed(trace::seeded_device{}()); in main, after trace::begin";
/// Functions whose seeds, numbers or keys cannot be repeated or compared, with what is said of them.
const NOT_REPEATABLE: [(&str, &str); 5] = [
    (
        "srand",
        "srand(...) is not what the series draws with: make a std::mt19937 rng{ trace::seeded_device{}() };",
    ),
    (
        "rand",
        "rand() gives other numbers than the series: draw with \
         std::uniform_int_distribution<int>(first, last)(rng)",
    ),
    ("time", "the time is no seed that can be repeated: write trace::seeded_device{}() in its place"),
    (
        "time_since_epoch",
        "a clock is no seed that can be repeated: write trace::seeded_device{}() in its place",
    ),
    (
        "SDL_GetKeyboardState",
        "SDL_GetKeyboardState tells which keys are held down, and a recording presses keys one by one: use \
         event.key.scancode of each SDL_EVENT_KEY_DOWN",
    ),
];

/// A variable that a step records: the function of trace.hpp, the parts that have it, its type or that of the
/// objects in it, and names that are tried if no variable has the type.
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

    /// Returns the variable among these that is recorded.
    fn find<'s>(&self, variables: impl Iterator<Item = Variable<'s>> + Clone) -> Option<Variable<'s>> {
        let of_type = variables.clone().find(|variable| self.is_type_of(variable));
        of_type.or_else(|| variables.clone().find(|variable| self.names.contains(&plain_name(variable.name))))
    }

    /// Returns the call that records a value.
    fn written(&self, value: &str) -> String {
        match self.call {
            "title" => format!(".title(SDL_GetWindowTitle({value}))"),
            "state" => format!(".state({value} ? \"dead\" : \"map\")"),
            call => format!(".{call}({value})"),
        }
    }
}

/// Returns the name of a member without `m_` in front and `_` behind.
pub(super) fn plain_name(name: &str) -> &str {
    name.strip_prefix("m_").unwrap_or(name).trim_end_matches('_')
}

/// A class: its source and its group.
pub(super) type Class<'s> = (&'s Source, &'s Group);

/// The lines that are added.
pub(super) struct Lines<'s> {
    part: Part,
    pub sources: &'s [Source],
    /// The classes by their names.
    pub classes: HashMap<&'s str, Class<'s>>,
    /// The lines whose place was not found, each with where it goes.
    left_out: Vec<String>,
    /// The braces after which a step is recorded or the header gets access, with the names of their sources.
    done: HashSet<(&'s str, usize)>,
}

/// Adds the edits to all sources of a program. Returns the lines whose place was not found, each with where
/// it goes.
pub(super) fn find<'s>(part: Part, sources: &'s [Source]) -> Vec<String> {
    let in_source = |source: &'s Source| source.groups_of(GroupKind::Class).map(move |class| (source, class));
    let mut classes: Vec<Class> = sources.iter().flat_map(in_source).collect();
    // Of several classes with a name, the longest one counts: others have less in them, or no end, because
    // they are in conditions.
    classes.sort_by_key(|(source, class)| match source.token(class.close) {
        "}" => class.close - class.open,
        _ => 0,
    });
    let classes =
        classes.into_iter().map(|(source, class)| (source.name_of(class), (source, class))).collect();
    let mut lines = Lines { part, sources, classes, left_out: Vec::new(), done: HashSet::new() };
    lines.seeds();
    lines.begin();
    lines.events();
    lines.functions();
    tiles::read(&mut lines);
    lines.left_out
}

/// Returns the function with which a program begins, if a source has one.
pub(super) fn entry(source: &Source) -> Option<&Group> {
    let is_free = |group: &&Group| source.class_of(group).is_none();
    ["main", "SDL_main", "SDL_AppInit"].into_iter().find_map(|name| source.functions(name).find(is_free))
}

/// Returns the calls of SDL's functions for events in a source.
fn event_calls(source: &Source) -> impl Iterator<Item = (&Source, usize)> {
    let is_call =
        |&index: &usize| EVENT_FUNCTIONS.contains(&source.token(index)) && source.token(index + 1) == "(";
    (0..source.len()).filter(is_call).map(move |index| (source, index))
}

/// Returns true if a source takes events from SDL.
pub(super) fn takes_events(source: &Source) -> bool {
    event_calls(source).next().is_some()
}

impl<'s> Lines<'s> {
    fn not_found(&mut self, line: &str, place: &str) {
        self.left_out.push(format!("{line} goes first into {place}, which was not found"));
    }

    /// Adds a line at the beginning of a function, or reports that there is none.
    fn add(&mut self, found: Option<(&Source, &Group)>, line: &str, place: &str) {
        match found {
            Some((source, function)) => source.insert_first(function.open, line),
            None => self.not_found(line, place),
        }
    }

    /// Reports a token of a source.
    fn report(&mut self, source: &Source, index: usize, text: &str) {
        if self.left_out.len() < MAX_REPORTED {
            self.left_out.push(format!("{}:{}: {text}", source.name, source.line(index)));
        }
    }

    /// Replaces each `std::random_device` by the header's device, and reports seeds, random numbers and keys
    /// that cannot be repeated or are not those of the series.
    fn seeds(&mut self) {
        for source in self.sources {
            for index in 0..source.len() {
                let (word, before) = (source.token(index), source.token(index.wrapping_sub(1)));
                if word == "random_device" {
                    // The seed of a generator that is made before `main` is not known.
                    let is_inside =
                        |group: &Group| matches!(group.kind, GroupKind::Function | GroupKind::Class);
                    if !source.groups_around(index).any(is_inside) {
                        self.report(source, index, EARLY);
                    }
                    let is_in_std = before == "::" && source.token(index.wrapping_sub(2)) == "std";
                    source.replace(if is_in_std { index - 2 } else { index }, index, "trace::seeded_device");
                }
                let Some((_, text)) = NOT_REPEATABLE.iter().find(|(name, _)| *name == word) else { continue };
                let is_member = matches!(before, "." | "->") && word != "time_since_epoch";
                let is_declared = is_name(before) && before != "return";
                if source.token(index + 1) == "(" && !is_member && !is_declared {
                    self.report(source, index, text);
                }
            }
        }
        if !self.sources.iter().any(Source::is_changed) {
            let line = "trace::seeded_device: no std::random_device was found; write it wherever a generator \
                        takes its seed";
            self.left_out.push(line.to_owned());
        }
    }

    /// Starts the recording at the beginning of `main`, or of the function that SDL calls in its place.
    fn begin(&mut self) {
        let part = self.part;
        let found = self.sources.iter().find_map(|source| Some((source, entry(source)?)));
        let Some((source, main)) = found else {
            return self.not_found(&format!("trace::begin({part}, argc, argv);"), "main");
        };
        // SDL_AppInit has a pointer to the state first.
        let is_callback = source.name_of(main) == "SDL_AppInit";
        let names: Vec<&str> = source.parameters(main).iter().map(|parameter| parameter.name).collect();
        let (argc, argv) = match names.get(usize::from(is_callback)..) {
            Some([argc, argv, ..]) => (*argc, *argv),
            _ => {
                let state = names.first().copied().unwrap_or("appstate");
                let state = if is_callback { format!("void** {state}, ") } else { String::new() };
                if let Some(group) = main.parameters.map(|group| &source.groups[group]) {
                    source.replace(group.open, group.close, &format!("({state}int argc, char* argv[])"));
                }
                ("argc", "argv")
            }
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
        let calls: Vec<_> = self.sources.iter().flat_map(event_calls).take(MAX_CALLS).collect();
        if let Some((source, iterate)) = self.function("SDL_AppIterate", &[], |_| true) {
            self.callbacks(source, iterate);
        } else if calls.is_empty() {
            let lines = "trace::step(...); trace::wait(SDL_WaitEvent, &event);";
            self.not_found(lines, "the body of the event loop");
        }
        for (source, call) in calls {
            self.event_call(source, call);
        }
    }

    /// Returns the first function with this name or, if that is empty, with any, whose parameters fit and
    /// whose class has one of these words in its name, if there are any.
    fn function(
        &self,
        name: &'s str,
        words: &[&str],
        fits: impl Fn(&[Variable]) -> bool,
    ) -> Option<(&'s Source, &'s Group)> {
        self.sources.iter().find_map(|source| {
            let mut functions = source.functions(name).filter(|function| {
                let class = source.class_of(function).unwrap_or_default().to_lowercase();
                words.is_empty() || words.iter().any(|word| class.contains(word))
            });
            Some((source, functions.find(|function| fits(&source.parameters(function)))?))
        })
    }

    fn event_call(&mut self, source: &'s Source, call: usize) {
        let name = source.token(call);
        let Some(close) = source.group_at(call + 1).map(|group| group.close) else { return };
        // `SDL_WaitEvent(NULL)` only waits.
        let event = source.token(call + 2);
        if matches!(event, "NULL" | "0") {
            source.replace(call + 2, call + 2, "nullptr");
        }
        let wait = format!("trace::wait({name}, ");
        let function = source.groups_around(call).find(|group| group.kind == GroupKind::Function);
        let loops: Vec<&Group> = source.loops_around(call).collect();
        // A function without a loop takes the events of the loop that calls it.
        let helper = || function.filter(|function| self.is_called_in_a_loop(source, function));
        let body = loops.iter().copied().find(|group| group.kind == GroupKind::Loop).or_else(helper);
        // `while (SDL_WaitEvent(&event)) {` has no place for a step but its condition.
        let waits = name != "SDL_PollEvent" && !matches!(event, "NULL" | "0" | "nullptr");
        let head = loops.first().filter(|group| group.kind == GroupKind::LoopHead && waits);
        let condition = head.map(|head| head.close + 1).filter(|&brace| source.token(brace) == "{");
        let is_done = |group: &&Group| self.done.contains(&(source.name.as_str(), group.open));
        if loops.iter().copied().chain(body).any(|group| is_done(&group)) {
            return source.replace(call, call + 1, &wait);
        }
        let Some(block) = condition.or(body.map(|body| body.open)) else {
            let text = format!(
                "{name} is in no loop: write while (running) {{ trace::step(...); {wait}&event); ... }}"
            );
            return self.report(source, call, &text);
        };
        self.done.insert((&source.name, block));
        let step = self.step(source, function, block);
        if condition.is_some() {
            source.replace(call, call + 1, &format!("[&] {{ {step} return {wait}"));
            source.insert_after(close, "; }()");
        } else {
            source.insert_first(block, &step);
            source.replace(call, call + 1, &wait);
        }
    }

    /// Returns true if a loop calls a function.
    fn is_called_in_a_loop(&self, source: &Source, function: &Group) -> bool {
        let name = source.name_of(function);
        self.sources.iter().any(|source| {
            let mut calls = source.places(name).filter(|&index| source.token(index + 1) == "(");
            calls.any(|index| source.loops_around(index).next().is_some())
        })
    }

    /// Returns the statement that records a step in a function. `at` is the token before the statement.
    fn step(&mut self, source: &'s Source, function: Option<&Group>, at: usize) -> String {
        let Some(class) = function.and_then(|function| source.class_of(function)) else {
            // The variables in scope: the parameters, and what is declared before in the groups around.
            let mut variables = function.map(|function| source.parameters(function)).unwrap_or_default();
            for group in source.groups_around(at).chain([&source.groups[0]]) {
                variables.extend(source.variables(group).filter(|variable| variable.at < at));
            }
            return format!("trace::step(){};", self.calls(&variables, false, &source.name));
        };
        let Some(&(source, group)) = self.classes.get(class) else {
            self.not_found("friend struct trace::peek;", &format!("the class {class}"));
            return "trace::step(*this);".to_owned();
        };
        self.befriend(source, group);
        let members: Vec<Variable> = source.variables(group).collect();
        format!("trace::step(*this){};", self.calls(&members, true, &source.name))
    }

    /// Returns the calls that record these variables, which are the members of a class or those in scope.
    fn calls(&mut self, variables: &[Variable<'s>], is_class: bool, source: &str) -> String {
        let part = self.part;
        let mut calls = String::new();
        for recorded in RECORDED.iter().filter(|recorded| (recorded.exists)(part)) {
            let call = recorded.call;
            // The header finds a state, and a member by its name. From Part 11 on levels have maps and
            // monsters.
            let is_of_level = part.has_floors() && matches!(call, "map" | "monsters");
            let is_known = recorded
                .find(variables.iter().copied())
                .is_some_and(|member| plain_name(member.name) == call);
            if is_class && (is_of_level || is_known || call == "state") {
                continue;
            }
            match self.value_of(recorded, variables) {
                Some(value) => calls += &recorded.written(&value),
                None if !is_class || call == "title" => self.left_out.push(format!(
                    "{source}: .{call}(...) goes after trace::step(...) with the name of yours, which was \
                     not found"
                )),
                None => {}
            }
        }
        calls
    }

    /// Lets the header read the private members of a class.
    pub fn befriend(&mut self, source: &'s Source, class: &Group) {
        if self.done.insert((&source.name, class.open)) {
            source.insert_first(class.open, "friend struct trace::peek;");
        }
    }

    /// Returns the class of an object.
    pub fn class_of(&self, variable: &Variable<'s>) -> Option<Class<'s>> {
        let mut words = variable.type_words().filter(|_| !variable.is_container());
        words.find_map(|word| self.classes.get(word)).copied()
    }

    /// Returns what is recorded of these variables: one of them, or a member of one, such as `world.map`.
    fn value_of(&self, recorded: &Recorded, variables: &[Variable<'s>]) -> Option<String> {
        let written = |variable: Variable| {
            let get = if variable.is_smart_pointer() && recorded.call == "title" { ".get()" } else { "" };
            format!("{}{get}", variable.name)
        };
        let of_series = |variable: &Variable| RECORDED.iter().any(|recorded| recorded.is_type_of(variable));
        let others = variables.iter().filter(|variable| !of_series(variable));
        let objects = others.filter_map(|object| Some((object, self.class_of(object)?)));
        let in_objects = || {
            objects.take(MAX_OBJECTS).find_map(|(object, (source, class))| {
                let member =
                    recorded.find(source.variables(class)).filter(|member| member.is_public(class))?;
                let sign = if object.is_pointer() { "->" } else { "." };
                Some(format!("{}{sign}{}", object.name, written(member)))
            })
        };
        recorded.find(variables.iter().copied()).map(written).or_else(in_objects)
    }

    /// Records a program whose loop is in SDL: keys come from the header at the beginning of each round.
    fn callbacks(&mut self, source: &'s Source, iterate: &Group) {
        let on_event = self.function("SDL_AppEvent", &[], |_| true);
        let event = on_event.and_then(|(source, function)| source.parameters(function).last().copied());
        let Some(((event_source, on_event), event)) = on_event.zip(event) else {
            return self.not_found("if (!trace::takes(event)) return SDL_APP_CONTINUE;", "SDL_AppEvent");
        };
        let line = format!("if (!trace::takes({})) return SDL_APP_CONTINUE;", event.name);
        event_source.insert_first(on_event.open, &line);
        let state = source.parameters(iterate).first().map_or("nullptr", |state| state.name);
        let step = match self.game_of_callbacks(source, iterate, state) {
            Some((game, (source, class))) => {
                self.befriend(source, class);
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
    /// member of it or a global variable.
    fn game_of_callbacks(
        &self,
        source: &'s Source,
        iterate: &Group,
        state: &str,
    ) -> Option<(String, Class<'s>)> {
        let cast = (iterate.open..iterate.close).find_map(|index| {
            let class = source.token(index);
            let is_cast = source.token(index + 1) == "*" && matches!(source.token(index + 2), ">" | ")");
            Some((format!("static_cast<{class}*>({state})"), *self.classes.get(class).filter(|_| is_cast)?))
        });
        // What the state is cast to, and the members of that; or else the global variables.
        let (mut objects, mut holder, mut variables) =
            (Vec::new(), String::new(), source.variables(&source.groups[0]));
        if let Some((pointer, (source, class))) = cast {
            objects.push((format!("*{pointer}"), (source, class)));
            (holder, variables) = (format!("{pointer}->"), source.variables(class));
        }
        objects.extend(variables.filter_map(|variable| {
            let sign = if variable.is_pointer() { "*" } else { "" };
            Some((format!("{sign}{holder}{}", variable.name), self.class_of(&variable)?))
        }));
        let is_of_game = |member: Variable| {
            plain_name(member.name) == "levels" || RECORDED[1..].iter().any(|other| other.is_type_of(&member))
        };
        objects.into_iter().find(|(_, (source, class))| source.variables(class).any(is_of_game))
    }

    /// Records what is drawn, and from Part 16 on the messages and the sounds, in the functions that do that.
    fn functions(&mut self) {
        // The header takes a column, a row, a character and a colour, in this order.
        let is_glyph = |parameters: &[Variable]| match parameters {
            [col, row, ch, color] => {
                let is_number = ["char", "int", "unsigned"].iter().any(|ty| color.is(ty));
                let has_types = col.is("int") && row.is("int") && ch.is("char") && !is_number;
                has_types && parameters.iter().all(|one| !one.is_pointer() && !one.is_container())
            }
            _ => false,
        };
        // Without a drawGlyph, it is another function that draws a single character.
        let found = self.function("drawGlyph", &[], is_glyph).or_else(|| self.function("", &[], is_glyph));
        let (names, is_void) = match found {
            Some((source, function)) => {
                let names: Vec<&str> = source.parameters(function).iter().map(|one| one.name).collect();
                (names.join(", "), source.returned(function) == "void")
            }
            None => ("col, row, ch, color".to_owned(), false),
        };
        // Without a window a function that returns nothing ends there, because what it draws is not shown.
        let line = match is_void {
            true => format!("if (trace::glyph({names})) return;"),
            false => format!("trace::glyph({names});"),
        };
        self.add(found, &line, "the function that draws a glyph");
        if !self.part.has_hud() {
            return;
        }
        let is_line = |parameters: &[Variable]| match parameters {
            [text] => text.is("string") || text.is("string_view"),
            _ => false,
        };
        // An inventory may have an `add`, too.
        let of_log = self.function("add", &["log", "message"], is_line);
        let found = of_log.or_else(|| self.function("add", &[], is_line));
        let name = found.map_or("line", |(source, function)| source.parameters(function)[0].name);
        self.add(found, &format!("trace::log({name});"), "MessageLog::add");
        for (sound, _) in EFFECTS {
            let found = self.function(sound, &["sound", "audio"], |parameters| parameters.is_empty());
            self.add(found, &format!("trace::sound(\"{sound}\");"), "the function that plays this sound");
        }
    }
}
