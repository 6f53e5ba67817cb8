//! Where the event loop of a program records a step, and what a step records.

use super::LeftOut;
use super::places::{Definition, Lines, MAX_PLACES, plain_name};
use super::source::{Group, GroupKind, Source, Variable};
use roguelike::part::Part;

/// SDL's functions that return an event.
const EVENT_FUNCTIONS: [&str; 3] = ["SDL_WaitEvent", "SDL_WaitEventTimeout", "SDL_PollEvent"];

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

impl<'s> Lines<'s> {
    /// Records a step at the beginning of the loop's body, and replaces SDL's functions for events by the
    /// header's.
    pub fn events(&mut self) {
        let mut calls: Vec<_> = self.calls(&EVENT_FUNCTIONS).take(MAX_PLACES).collect();
        // Sources that are used come first.
        if calls.first().is_some_and(|(source, _)| source.is_reached) {
            calls.retain(|(source, _)| source.is_reached);
        }
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
}
