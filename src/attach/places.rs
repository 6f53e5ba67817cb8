//! Where each line of trace.hpp goes in the sources of a part.

use std::ops::Range;

use super::source::{BlockKind, Source};
use crate::part::Part;

/// The functions of `Sound` that are recorded (Part 16).
const SOUNDS: [&str; 6] = ["hit", "pickup", "descend", "zap", "die", "win"];
/// Maximum number of seeds and draws that are reported.
const MAX_TOLD: usize = 50;
/// Maximum number of calls of a function for events that are looked at in a source.
const MAX_CALLS: usize = 100;
/// SDL's functions that return an event.
const EVENT_FUNCTIONS: [&str; 2] = ["SDL_WaitEvent", "SDL_PollEvent"];

/// A variable of `main` in Parts 1 to 5: the call of trace.hpp, the parts that have it, its type, and names
/// that are tried if no variable has the type.
type Local = (&'static str, fn(Part) -> bool, &'static [&'static str], &'static [&'static str]);
const LOCALS: [Local; 4] = [
    ("map", |_| true, &["Map"], &["map", "dungeon"]),
    ("player", Part::has_player, &["Player"], &["player", "hero"]),
    ("monsters", Part::has_monsters, &["vector", "<", "Monster", ">"], &["monsters", "enemies"]),
    ("rng", Part::has_monsters, &["mt19937"], &["rng", "generator"]),
];

/// Adds the edits to all sources. Returns the lines whose place was not found, each with where it goes.
pub(super) fn find(part: Part, sources: &mut [Source]) -> Vec<String> {
    let mut left_out = Vec::new();
    replace_devices(sources, &mut left_out);
    other_seeds(sources, &mut left_out);
    held_keys(sources, &mut left_out);
    begin(part, sources, &mut left_out);
    event_loop(part, sources, &mut left_out);
    drawing(sources, &mut left_out);
    if part.has_hud() {
        messages(sources, &mut left_out);
        sounds(sources, &mut left_out);
    }
    left_out
}

/// Replaces each `std::random_device` by the header's device.
fn replace_devices(sources: &mut [Source], left_out: &mut Vec<String>) {
    let mut count = 0;
    for source in sources.iter_mut() {
        let devices: Vec<usize> = source.sequences(&["random_device"]).collect();
        for index in devices {
            let is_in_std = index >= 3 && source.sequences(&["std", ":", ":"]).any(|std| std == index - 3);
            let first = if is_in_std { index - 3 } else { index };
            let range = source.tokens[first].at..source.tokens[index].end();
            // The seed of a generator that is made before `main` is not known.
            if source.braces_around(index).iter().all(|&brace| is_initializer(source, brace)) {
                left_out.push(format!(
                    "{}:{}: this generator is made before main: make it without a seed, and write \
                     NAME.seed(trace::seeded_device{{}}()); in main, after trace::begin",
                    source.name,
                    source.line(index)
                ));
            }
            source.edits.push((range, "trace::seeded_device".to_owned()));
            count += 1;
        }
    }
    if count == 0 {
        left_out.push(
            "trace::seeded_device: no std::random_device was found; write it wherever a generator takes its seed"
                .to_owned(),
        );
    }
}

/// Returns true if a brace begins the value of a variable, as in `std::mt19937 rng{ ... };`.
fn is_initializer(source: &Source, brace: usize) -> bool {
    let start = source.head_start(brace);
    source.block_kind(brace) == BlockKind::Other && source.token(start) != "namespace"
}

/// Reports seeds and random numbers that are not those of the series.
fn other_seeds(sources: &[Source], left_out: &mut Vec<String>) {
    let device = "write trace::seeded_device{}() in its place";
    for source in sources {
        for index in 0..source.tokens.len() {
            let next = source.token(index + 1);
            let is_call = next == "(" && !matches!(source.token(index.wrapping_sub(1)), "." | ">");
            let told = match source.token(index) {
                "srand" if is_call => {
                    "srand(...) is not what the series draws with: make a std::mt19937 rng{ trace::seeded_device{}() };"
                        .to_owned()
                }
                "rand" if is_call => "rand() gives other numbers than the series: draw with \
                                      std::uniform_int_distribution<int>(first, last)(rng)"
                    .to_owned(),
                "time" if is_call => format!("the time is no seed that can be repeated: {device}"),
                "time_since_epoch" => format!("a clock is no seed that can be repeated: {device}"),
                _ => continue,
            };
            left_out.push(format!("{}:{}: {told}", source.name, source.line(index)));
            if left_out.len() >= MAX_TOLD {
                return;
            }
        }
    }
}

/// Reports keys that are not taken from events.
fn held_keys(sources: &[Source], left_out: &mut Vec<String>) {
    for source in sources {
        if let Some(index) = source.sequences(&["SDL_GetKeyboardState", "("]).next() {
            left_out.push(format!(
                "{}:{}: SDL_GetKeyboardState tells which keys are held down, and a recording presses keys one by one: \
                 use event.key.scancode of each SDL_EVENT_KEY_DOWN",
                source.name,
                source.line(index)
            ));
        }
    }
}

/// Starts the recording at the beginning of `main`.
fn begin(part: Part, sources: &mut [Source], left_out: &mut Vec<String>) {
    let line = format!("trace::begin({part}, argc, argv);");
    let found = sources.iter().enumerate().find_map(|(index, source)| {
        let open = source.functions("main").next()?;
        Some((index, source.body(open)?, source.parameters(open)))
    });
    let Some((index, brace, parameters)) = found else {
        left_out.push(format!("{line} goes first into main, which was not found"));
        return;
    };
    let source = &mut sources[index];
    let [argc, argv] = parameters.as_slice() else {
        let name = &source.name;
        left_out.push(format!("{name}: {line} goes first into main, which needs (int argc, char* argv[])"));
        return;
    };
    if argc.is_empty() || argv.is_empty() {
        let name = &source.name;
        left_out.push(format!("{name}: {line} goes first into main, whose parameters need names"));
        return;
    }
    let mut statements = format!("trace::begin({part}, {argc}, {argv});");
    if part.has_melee() && !part.has_hud() {
        statements += " SDL_SetLogOutputFunction(trace::sdl_log, nullptr);";
    }
    source.insert_first(brace, &statements);
}

/// Records a step at the beginning of the loop's body, and replaces SDL's functions for events by the
/// header's.
fn event_loop(part: Part, sources: &mut [Source], left_out: &mut Vec<String>) {
    let mut found = false;
    for index in 0..sources.len() {
        let calls: Vec<(usize, &str)> = EVENT_FUNCTIONS
            .into_iter()
            .flat_map(|name| {
                sources[index]
                    .sequences(&[name, "("])
                    .take(MAX_CALLS)
                    .map(move |at| (at, name))
                    .collect::<Vec<_>>()
            })
            .collect();
        let mut loops = Vec::new();
        for (at, name) in calls {
            found = true;
            let source = &sources[index];
            let braces = source.braces_around(at);
            let Some(&body) = braces.iter().find(|&&brace| source.block_kind(brace) == BlockKind::Loop)
            else {
                if let Some(helper) = helper(source, &braces, sources) {
                    let statement = match owner(source, &braces) {
                        Some(class) => step_of_class(part, &class, sources, left_out),
                        None => {
                            left_out.push(format!(
                                "{}: trace::step(...); goes first into the loop that calls {}",
                                source.name,
                                source.token(helper.name)
                            ));
                            String::new()
                        }
                    };
                    let source = &mut sources[index];
                    let range = source.tokens[at].at..source.tokens[at + 1].end();
                    source.edits.push((range, format!("trace::wait({name}, ")));
                    if !statement.is_empty() && !loops.contains(&helper.brace) {
                        loops.push(helper.brace);
                        source.insert_first(helper.brace, &statement);
                    }
                    continue;
                }
                left_out.push(format!(
                    "{}: {name} stands in the head of its loop: write while (running) {{ trace::step(...); \
                     trace::wait({name}, &event); ... }}",
                    source.name
                ));
                continue;
            };
            let owner = owner(source, &braces);
            // The variables of `main` are declared between its brace and the loop.
            let function = braces.iter().find(|&&brace| source.block_kind(brace) == BlockKind::Function);
            let before = function.map_or(0, |&brace| brace)..body;
            let edit = (source.tokens[at].at..source.tokens[at + 1].end(), format!("trace::wait({name}, "));
            sources[index].edits.push(edit);
            if loops.contains(&body) {
                continue;
            }
            loops.push(body);
            let statement = match owner {
                Some(class) => step_of_class(part, &class, sources, left_out),
                None => step_of_main(part, &sources[index], before, left_out),
            };
            sources[index].insert_first(body, &statement);
        }
    }
    if !found {
        left_out.push(
            "trace::step(...); goes first into the body of the event loop, and trace::wait(SDL_WaitEvent, &event); \
             in place of SDL_WaitEvent(&event), which was not found"
                .to_owned(),
        );
    }
}

/// A function that takes the events, and is called in the loop.
struct Helper {
    /// The index of its name where it is defined.
    name: usize,
    /// The index of the brace with which its body begins.
    brace: usize,
}

/// Returns the function that these braces belong to, if a loop calls it.
fn helper(source: &Source, braces: &[usize], sources: &[Source]) -> Option<Helper> {
    let brace = *braces.iter().find(|&&brace| source.block_kind(brace) == BlockKind::Function)?;
    let open = (source.head_start(brace)..brace).find(|&index| source.token(index) == "(")?;
    let name = open.checked_sub(1)?;
    let wanted = source.token(name);
    let is_called = sources.iter().any(|source| {
        source.sequences(&[wanted, "("]).any(|at| {
            let around = source.braces_around(at);
            around.iter().any(|&brace| source.block_kind(brace) == BlockKind::Loop)
                || matches!(source.token(source.head_start(at)), "while" | "for")
        })
    });
    is_called.then_some(Helper { name, brace })
}

/// Returns the class of the function that these braces belong to, if it has one.
fn owner(source: &Source, braces: &[usize]) -> Option<String> {
    let function = braces.iter().position(|&brace| source.block_kind(brace) == BlockKind::Function)?;
    let brace = braces[function];
    // `void Game::run() {` names the class; a function that is defined in its class is inside of the class's
    // braces.
    let open = (source.head_start(brace)..brace).find(|&index| source.token(index) == "(")?;
    if open >= 4 && source.token(open - 2) == ":" && source.token(open - 3) == ":" {
        return Some(source.token(open - 4).to_owned());
    }
    let class =
        *braces[function + 1..].iter().find(|&&brace| source.block_kind(brace) == BlockKind::Class)?;
    class_name(source, class)
}

fn class_name(source: &Source, brace: usize) -> Option<String> {
    let head = source.head_start(brace)..brace;
    let class = { head }.rfind(|&index| matches!(source.token(index), "class" | "struct"))?;
    Some(source.token(class + 1).to_owned())
}

/// Returns the line that records a game of a class, which lets the header read its members.
fn step_of_class(part: Part, class: &str, sources: &mut [Source], left_out: &mut Vec<String>) -> String {
    let (mut window, mut held) = (None, String::new());
    let mut is_found = false;
    for index in 0..sources.len() {
        let source = &sources[index];
        let braces = (0..source.tokens.len()).filter(|&index| source.token(index) == "{");
        let brace = { braces }.find(|&brace| {
            source.block_kind(brace) == BlockKind::Class
                && class_name(source, brace).as_deref() == Some(class)
        });
        let Some(brace) = brace else { continue };
        is_found = true;
        let end = source.closing(brace).unwrap_or(source.tokens.len());
        window = source.variable(&["SDL_Window", "*"], brace..end);
        held = held_state(part, source, brace..end, sources);
        let source = &mut sources[index];
        let line = "friend struct trace::peek;";
        if source.edits.iter().all(|(_, text)| !text.contains(line)) {
            source.insert_first(brace, line);
        }
    }
    if !is_found {
        left_out.push(format!(
            "friend struct trace::peek; goes first into the class {class}, which was not found"
        ));
    }
    let title = window.map(|window| format!(".title(SDL_GetWindowTitle({window}))"));
    if title.is_none() {
        left_out.push(format!(
            ".title(SDL_GetWindowTitle(...)) goes after trace::step(*this): {class} has no SDL_Window*"
        ));
    }
    format!("trace::step(*this){held}{};", title.unwrap_or_default())
}

/// Returns the calls for what a game keeps in a class of its own, such as `.map(m_world.map)`. `within` are
/// the tokens of the game's class.
fn held_state(part: Part, game: &Source, within: Range<usize>, sources: &[Source]) -> String {
    let mut calls = String::new();
    let is_member = |ty: &[&str]| game.variable(ty, within.clone()).is_some();
    let missing = LOCALS.iter().filter(|(_, exists, ty, _)| exists(part) && !is_member(ty));
    // From Part 11 on these are members of a level.
    let missing: Vec<&Local> = missing.filter(|_| !part.has_floors()).collect();
    for source in sources.iter().filter(|_| !missing.is_empty()) {
        let braces = (0..source.tokens.len()).filter(|&index| source.token(index) == "{");
        for brace in braces.filter(|&brace| source.block_kind(brace) == BlockKind::Class) {
            let Some(name) = class_name(source, brace) else { continue };
            let is_of_series = LOCALS.iter().any(|(_, _, ty, _)| ty == &[name.as_str()]);
            let Some(holder) = game.variable(&[&name], within.clone()).filter(|_| !is_of_series) else {
                continue;
            };
            let end = source.closing(brace).unwrap_or(source.tokens.len());
            for (call, _, ty, names) in &missing {
                let member = source.variable(ty, brace..end);
                let member = member.or_else(|| source.variable_named(names, brace..end));
                calls += &member.map(|member| format!(".{call}({holder}.{member})")).unwrap_or_default();
            }
        }
    }
    calls
}

/// Returns the line that records the state in `main`. Its variables are among these tokens, or are global.
fn step_of_main(part: Part, source: &Source, within: Range<usize>, left_out: &mut Vec<String>) -> String {
    let of_type = |ty: &[&str]| {
        let own = source.variable(ty, within.clone());
        own.or_else(|| source.variable(ty, 0..within.start))
    };
    let named = |names: &[&str]| source.variable_named(names, within.clone());

    let mut line = "trace::step()".to_owned();
    let mut add = |call: &str, variable: Option<String>, argument: fn(&str) -> String| match variable {
        Some(variable) => line += &format!(".{call}({})", argument(&variable)),
        None => left_out.push(format!(
            "{}: .{call}(...) goes after trace::step() with the name of yours, which was not found",
            source.name
        )),
    };
    add("title", of_type(&["SDL_Window", "*"]), |window| format!("SDL_GetWindowTitle({window})"));
    for (call, exists, ty, names) in LOCALS {
        if exists(part) {
            add(call, of_type(ty).or_else(|| named(names)), str::to_owned);
        }
    }
    if part.has_melee() {
        add("state", named(&["dead", "isDead", "gameOver"]), |dead| format!("{dead} ? \"dead\" : \"map\""));
    }
    line + ";"
}

/// Records each glyph at the beginning of `drawGlyph`. If no source has it, another function that draws a
/// single character is taken.
fn drawing(sources: &mut [Source], left_out: &mut Vec<String>) {
    let first = |is_wanted: fn(&Source, usize) -> bool| {
        sources.iter().enumerate().find_map(|(index, source)| {
            let mut opens = (1..source.tokens.len()).filter(|&open| has_four_parameters(source, open));
            opens.find(|&open| is_wanted(source, open)).map(|open| (index, open))
        })
    };
    let by_name = first(|source, open| source.token(open - 1) == "drawGlyph");
    let place = by_name.or_else(|| first(draws_a_glyph));
    let Some((source, open)) = place.map(|(index, open)| (&mut sources[index], open)) else {
        left_out.push(
            "trace::glyph(col, row, ch, color); goes first into the function that draws a glyph, which was not found"
                .to_owned(),
        );
        return;
    };
    let statement = format!("trace::glyph({});", source.parameters(open).join(", "));
    if let Some(brace) = source.body(open) {
        source.insert_first(brace, &statement);
    }
}

/// Returns true if the parameters of a function's definition begin here, and they are four with names.
fn has_four_parameters(source: &Source, open: usize) -> bool {
    let is_definition =
        source.token(open) == "(" && source.tokens[open - 1].is_name() && source.body(open).is_some();
    let names = || source.parameters(open);
    is_definition && names().len() == 4 && names().iter().all(|name| !name.is_empty())
}

/// Returns true if the first three parameters are two numbers and one character. A text, as in
/// `const char* text`, is none.
fn draws_a_glyph(source: &Source, open: usize) -> bool {
    let close = source.closing(open).unwrap_or(open);
    let tokens: Vec<&str> = (open + 1..close).map(|index| source.token(index)).collect();
    let parameters: Vec<&[&str]> = tokens.split(|&token| token == ",").collect();
    let is = |index: usize, ty: &str| parameters.get(index).is_some_and(|tokens| tokens.contains(&ty));
    is(0, "int") && is(1, "int") && is(2, "char") && !is(2, "*") && !is(2, "[")
}

/// Records each message in `MessageLog::add` (Part 16).
fn messages(sources: &mut [Source], left_out: &mut Vec<String>) {
    for source in sources.iter_mut() {
        let adds_a_text = |&open: &usize| {
            let names = source.parameters(open);
            let close = source.closing(open).unwrap_or(open);
            let is_text = (open..close).any(|index| matches!(source.token(index), "string" | "string_view"));
            is_text && names.len() == 1 && !names[0].is_empty()
        };
        let open = source.functions("add").find(adds_a_text);
        let Some((open, brace)) = open.and_then(|open| Some((open, source.body(open)?))) else { continue };
        let line = format!("trace::log({});", source.parameters(open)[0]);
        source.insert_first(brace, &line);
        return;
    }
    left_out.push("trace::log(line); goes first into MessageLog::add, which was not found".to_owned());
}

/// Records each sound in the function that plays it (Part 16).
fn sounds(sources: &mut [Source], left_out: &mut Vec<String>) {
    for sound in SOUNDS {
        let place = sources.iter().enumerate().find_map(|(index, source)| {
            let open = source
                .functions(sound)
                .find(|&open| source.token(open + 1) == ")" && is_of_sound(source, open))?;
            Some((index, source.body(open)?))
        });
        match place {
            Some((index, brace)) => sources[index].insert_first(brace, &format!("trace::sound(\"{sound}\");")),
            None => left_out.push(format!(
                "trace::sound(\"{sound}\"); goes first into the function that plays this sound, which was not found"
            )),
        }
    }
}

/// Returns true if the function with this `(` belongs to a class with `sound` or `audio` in its name.
fn is_of_sound(source: &Source, open: usize) -> bool {
    let class = match source.token(open.wrapping_sub(2)) {
        ":" => Some(source.token(open.wrapping_sub(4)).to_owned()),
        _ => source.braces_around(open).first().and_then(|&brace| class_name(source, brace)),
    };
    class.is_some_and(|class| ["sound", "audio"].iter().any(|name| class.to_lowercase().contains(name)))
}

/// Includes the header by this path after the last `#include` that is not inside of a condition and stands
/// before all lines that need the header.
pub(super) fn include(source: &mut Source, header: &str) {
    let needed = source.edits.iter().map(|(range, _)| range.start).min().unwrap_or(source.text.len());
    let mut depth: usize = 0;
    let mut last: Option<(usize, usize)> = None;
    let mut at = 0;
    for line in source.text.split_inclusive('\n') {
        at += line.len();
        if at > needed {
            break;
        }
        let directive = line.trim_start().strip_prefix('#').map(str::trim_start).unwrap_or_default();
        if directive.starts_with("if") {
            depth += 1;
        } else if directive.starts_with("endif") {
            depth = depth.saturating_sub(1);
        } else if (directive.starts_with("include") || directive.starts_with("pragma once"))
            && last.is_none_or(|(least, _)| depth <= least)
        {
            last = Some((depth, at));
        }
    }
    source.insert_lines(last.map_or(0, |(_, at)| at), &format!("#include \"{header}\""));
}
