//! `roguelike play --text`: a game as lines on a terminal, for screen readers, Braille displays and pipes. A
//! line of input is the name of an action; the answer is what happened and what is in view.

use std::io::{self, BufRead, Read, Write};

use crate::desktop::actions::{Action, Place, Way};
use crate::desktop::assist::look::{Sight, item_line, look, sights};
use crate::desktop::assist::stop::sentence;
use crate::desktop::kept::Fate;
use crate::desktop::key_table::{Has, Row, all, rows_of};
use crate::desktop::screens::{character, panel, title};
use crate::desktop::session::{Mode, Order, Session};
use crate::desktop::stacks::inventory;
use crate::game::{AMULETS_TO_WIN, PlayerClass};
use crate::map::{DIRECTIONS, Pos};
use crate::part::Part;
use crate::support::terminal::complain;
use crate::support::text::{shortened, visible};

/// Maximum number of bytes of a line. The rest counts as the next line.
const LONGEST: u64 = 1_000;
/// Maximum number of steps of a line.
const MOST_STEPS: usize = 100;
/// Messages that the word `messages` repeats.
const MESSAGES: usize = 20;

/// The directions as they are named in descriptions of where things are.
const COMPASS: [(&str, &str, Way); 4] =
    [("north", "n", Way::Up), ("south", "s", Way::Down), ("west", "w", Way::Left), ("east", "e", Way::Right)];

/// Words of this mode besides the names of actions: the parts that have them, the place where they count, or
/// all, and what they do.
#[rustfmt::skip]
const WORDS: [(Has, Option<Place>, &str, &str); 14] = [
    (all, None, "help", "list these words"),
    (all, None, "look", "list where you are and all you know of this level; so does an empty line"),
    (all, Some(Place::Map), "status", "describe your hero"),
    (all, Some(Place::Map), "north 5", "walk five steps; n, south, s, west, w, east and e do so, too"),
    (all, Some(Place::Map), "run north", "walk until there is a choice to make"),
    (all, Some(Place::Map), "go NAME", "walk to the thing with this name"),
    (all, Some(Place::Map), "examine", "describe what is in view; with a NAME, only that"),
    (Part::has_items, Some(Place::Map), "inventory", "list what you carry, and what it would do"),
    (Part::has_items, Some(Place::Map), "use B", "use the item with the letter b"),
    (Part::has_classes, Some(Place::Map), "title", "go to the title screen"),
    (all, Some(Place::Title), "seed 42", "play the dungeon of this seed"),
    (all, None, "games", "list your games"),
    (all, None, "resume 1", "continue the first game of that list"),
    (all, None, "quit", "end the program"),
];
/// Names of actions that only a window has, or that have a word above.
const NOT_HERE: [&str; 15] = [
    "leave",
    "inventory",
    "examine",
    "character",
    "steps",
    "keys",
    "settings",
    "sound",
    "fullscreen",
    "screenshot",
    "seed",
    "games",
    "zoom-in",
    "zoom-out",
    "zoom-reset",
];

/// The answer to a name of nothing that the player knows.
const UNKNOWN: &str = "You know of no such thing: look lists what you know.";

/// The news that the player knows already.
#[derive(Default)]
struct Told {
    messages: usize,
    hp: i32,
    sights: Vec<(String, Pos)>,
    place: Option<Place>,
}

/// Plays the game with these lines, until one is `quit` or there are no more. Each answer is written before
/// the next line is read.
///
/// # Errors
/// If lines cannot be read, or answers cannot be written.
pub fn play(session: &mut Session, mut input: impl BufRead, mut out: impl Write) -> io::Result<()> {
    session.play.as_text = true;
    let mut told = Told::default();
    let mut answer = told.news(session);
    loop {
        for line in answer {
            writeln!(out, "{}", visible(&line))?;
        }
        out.flush()?;
        let mut line = Vec::new();
        let count = input.by_ref().take(LONGEST).read_until(b'\n', &mut line)?;
        if count == 0 || matches!(session.mode, Mode::Over) {
            return Ok(());
        }
        answer = told.obey(session, &String::from_utf8_lossy(&line).to_lowercase());
        if matches!(session.mode, Mode::Over) {
            return Ok(());
        }
    }
}

impl Told {
    /// Obeys a line. Returns the answer.
    fn obey(&mut self, session: &mut Session, line: &str) -> Vec<String> {
        let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        let rest = rest.trim();
        let on_map = session.base() == Place::Map;
        let is_here = words(session).any(|(its, _)| its.split(' ').next() == Some(word));
        match word {
            "" | "look" => {
                *self = Told { messages: self.messages, ..Told::default() };
                let mut lines = self.news(session);
                lines.extend(on_map.then(|| ways(session)));
                return lines;
            }
            "help" => return help(session),
            "quit" => session.mode = Mode::Over,
            "status" if is_here => return vec![status(session)],
            "inventory" if is_here => return carried(session),
            "messages" => return last_messages(session),
            "examine" if is_here => return examined(session, rest),
            "games" => return kept(session),
            "title" if is_here => session.act(Action::Begin(None)),
            "resume" => {
                match rest.parse::<usize>().ok().and_then(|number| left(session).nth(number.max(1) - 1)) {
                    Some(path) => session.resume(&path),
                    None => return vec!["There is no such game: games lists them.".to_owned()],
                }
            }
            "seed" if is_here => match rest.parse() {
                Ok(seed) => session.act(Action::Begin(Some(seed))),
                Err(_) => return vec![format!("A seed is a number up to {}: seed 42.", u32::MAX)],
            },
            "use" if is_here => match item(session, rest) {
                Some(action) => session.act(action),
                None => return vec!["You carry no such thing: inventory lists what you carry.".to_owned()],
            },
            "go" if is_here => match named(session, rest) {
                Some(pos) => session.act(Action::GoTo(pos)),
                None => return vec![UNKNOWN.to_owned()],
            },
            "run" if is_here && way(rest).is_some() => {
                way(rest).into_iter().for_each(|way| session.act(Action::Run(way)));
            }
            _ => match (way(word), row(session, word)) {
                (Some(way), _) if on_map => walk(session, way, rest.parse().unwrap_or(1)),
                (_, Some(row)) => session.act(row.action),
                _ => {
                    let word = shortened(word);
                    return vec![format!("'{word}' is not a word here: help lists them.")];
                }
            },
        }
        finish(session);
        self.news(session)
    }

    /// Returns what the player does not know yet: messages, problems, health, and what is in view.
    fn news(&mut self, session: &mut Session) -> Vec<String> {
        let mut lines = Vec::new();
        for order in session.take_orders() {
            match order {
                Order::Copy(line) => lines.push(line),
                Order::Complain(problem) | Order::Failed(problem) => complain(&problem),
                _ => {}
            }
        }
        let messages = &session.played.history.messages.all;
        // Another game has other messages.
        let known = if self.messages <= messages.len() { self.messages } else { 0 };
        lines.extend(messages[known..].iter().map(|message| message.text.clone()));
        // A text over the map explains what no message does.
        lines.extend(session.examine.text().filter(|_| known == messages.len()).map(str::to_owned));
        self.messages = messages.len();
        session.examine.end();
        session.screens.clear();
        let place = session.base();
        let is_new = self.place.replace(place) != Some(place);
        match place {
            Place::Title if is_new => lines.extend(choices(session)),
            Place::End if is_new => lines.extend(end(session)),
            Place::Map => self.add_map(is_new, session, &mut lines),
            _ => {}
        }
        // Every line has an answer.
        if lines.is_empty() {
            lines.push(format!("Turn {}.", session.played.history.tally.turns()));
        }
        lines
    }

    /// Adds health if it changed, monsters in view, and other things that were not in view before.
    fn add_map(&mut self, is_new: bool, session: &Session, lines: &mut Vec<String>) {
        let game = &session.played.game;
        if is_new {
            lines.push(status(session));
        } else if self.hp != game.player().hp {
            lines.push(health(session));
        }
        self.hp = game.player().hp;
        let mut sights_now = Vec::new();
        for sight in sights(game, is_new) {
            let known = (sight.name.clone(), sight.pos);
            if sight.body.is_some() || !self.sights.contains(&known) {
                lines.push(describe(&sight, game.player().pos));
            }
            sights_now.push(known);
        }
        self.sights.extend(sights_now);
    }
}

/// Walks some steps. Like a held key, it stops when something happens.
fn walk(session: &mut Session, way: Way, steps: usize) {
    let Some(step) = way.step() else { return };
    session.take(Action::Go(way), false);
    for _ in 1..steps.min(MOST_STEPS) {
        if session.walk.refusal(step, &session.played.game).is_some() || session.base() != Place::Map {
            return;
        }
        session.take(Action::Go(way), true);
    }
}

/// Makes all steps of a journey, and presses the keys of a game that is continued.
fn finish(session: &mut Session) {
    while session.is_busy() || session.walk.journey().is_some() {
        session.walk.hurry();
        if let Some(key) = session.due_key() {
            session.press(key);
        }
    }
    // Now and then the file is flushed.
    session.due_key();
}

fn way(word: &str) -> Option<Way> {
    let found = COMPASS.iter().find(|(name, letter, _)| *name == word || *letter == word);
    found.map(|(.., way)| *way)
}

/// Returns the action with this name where the player is.
fn row(session: &Session, name: &str) -> Option<&'static Row> {
    rows(session).find(|row| row.name == name)
}

/// Returns the actions that have a name where the player is.
fn rows(session: &Session) -> impl Iterator<Item = &'static Row> {
    let place = session.base();
    rows_of(session.played.game.part())
        .filter(move |row| row.can_have_keys() && row.is_of(place) && !NOT_HERE.contains(&row.name))
}

/// Returns the words of this mode that count where the player is, and what they do.
fn words(session: &Session) -> impl Iterator<Item = (&'static str, &'static str)> {
    let (part, place) = (session.played.game.part(), session.base());
    let here = WORDS.iter().filter(move |(has, its, ..)| has(part) && its.is_none_or(|its| its == place));
    here.map(|(.., word, meaning)| (*word, *meaning))
}

fn help(session: &Session) -> Vec<String> {
    let actions = rows(session).map(|row| (row.name, row.meaning));
    words(session).chain(actions).map(|(word, meaning)| format!("{word}: {meaning}")).collect()
}

/// Returns where something is: `3 north, 1 east`.
fn direction(from: Pos, to: Pos) -> String {
    let part = |steps: i32, names: [&str; 2]| match steps {
        0 => None,
        steps => Some(format!("{} {}", steps.abs(), names[usize::from(steps > 0)])),
    };
    let parts = [part(to.y - from.y, ["north", "south"]), part(to.x - from.x, ["west", "east"])];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    if parts.is_empty() { "here".to_owned() } else { parts.join(", ") }
}

fn describe(sight: &Sight, from: Pos) -> String {
    format!("{}, {}.", sentence(&sight.name), direction(from, sight.pos))
}

fn health(session: &Session) -> String {
    let body = session.played.game.player();
    format!("Health {} of {}.", body.hp.max(0), body.max_hp)
}

/// Returns one line about the hero.
fn status(session: &Session) -> String {
    let (played, game) = (&session.played, &session.played.game);
    let (part, body) = (game.part(), game.player());
    let states =
        panel::states(game).map(|(name, turns, _)| format!("{} for {turns} turns", name.to_lowercase()));
    let facts = [
        (part.has_classes(), game.class().map_or("", PlayerClass::name).to_owned()),
        (part.has_floors(), format!("depth {}", game.depth() + 1)),
        (true, format!("health {} of {}", body.hp.max(0), body.max_hp)),
        (part.has_equipment(), format!("power {}, defense {}", body.power, body.defense)),
        (part.has_amulets(), format!("{} of {AMULETS_TO_WIN} amulets", game.amulets())),
        (true, format!("turn {}", played.history.tally.turns())),
    ];
    let facts = facts.into_iter().filter(|(has, _)| *has).map(|(_, fact)| fact);
    let seed = played.history.tally.seed.map(|seed| format!("seed {seed}"));
    let facts: Vec<String> = facts.chain(states).chain(seed).collect();
    sentence(&facts.join(", ")) + "."
}

/// Returns where the hero can walk.
fn ways(session: &Session) -> String {
    let game = &session.played.game;
    let open = DIRECTIONS.iter().zip(["north", "south", "west", "east"]);
    let open = open.filter(|(step, _)| game.cur().map.is_floor(game.player().pos + **step));
    let open: Vec<&str> = open.map(|(_, name)| name).collect();
    format!("Open ways: {}.", open.join(", "))
}

/// Returns what is carried, and what each thing would do.
fn carried(session: &Session) -> Vec<String> {
    let game = &session.played.game;
    let gear = [("Wielded", game.wielded()), ("Worn", game.worn())];
    let gear =
        gear.into_iter().filter_map(|(name, item)| Some(format!("{name}: {}.", game.item_label(item?))));
    let things = inventory(game).into_iter().map(|stack| {
        let letter = stack.letter.map_or_else(|| "-".to_owned(), String::from);
        let count = if stack.count == 1 { String::new() } else { format!(" You have {}.", stack.count) };
        format!("{letter}: {}{count}", item_line(game, stack.item))
    });
    let lines: Vec<String> = gear.chain(things).collect();
    if lines.is_empty() { vec!["You carry nothing.".to_owned()] } else { lines }
}

/// Returns what uses the thing with a letter.
fn item(session: &Session, letter: &str) -> Option<Action> {
    let mut stacks = inventory(&session.played.game).into_iter();
    let stack = stacks.find(|stack| stack.letter.is_some_and(|its| letter == its.to_string()))?;
    stack.key.map(Action::UseItem)
}

/// Returns the nearest known thing with these words in its name.
fn named(session: &Session, words: &str) -> Option<Pos> {
    let game = &session.played.game;
    let is_it = |sight: &Sight| !words.is_empty() && sight.name.to_lowercase().contains(words);
    let found = sights(game, true).into_iter().filter(is_it);
    found.map(|sight| sight.pos).min_by_key(|pos| pos.manhattan(game.player().pos))
}

/// Returns all that is known about what is in view, or about what has these words in its name.
fn examined(session: &Session, words: &str) -> Vec<String> {
    let game = &session.played.game;
    let found =
        sights(game, !words.is_empty()).into_iter().filter(|it| it.name.to_lowercase().contains(words));
    let mut tiles: Vec<Pos> = found.map(|sight| sight.pos).collect();
    tiles.dedup();
    let here = game.player().pos;
    let lines = tiles
        .into_iter()
        .map(|pos| format!("{}: {}", sentence(&direction(here, pos)), look(game, pos).join(" ")));
    let lines: Vec<String> = lines.collect();
    match lines.is_empty() {
        true if words.is_empty() => vec!["Nothing is in view.".to_owned()],
        true => vec![UNKNOWN.to_owned()],
        false => lines,
    }
}

fn last_messages(session: &Session) -> Vec<String> {
    let messages = &session.played.history.messages.all;
    let last = &messages[messages.len().saturating_sub(MESSAGES)..];
    last.iter().map(|message| format!("Turn {}: {}", message.turn, message.text)).collect()
}

/// Returns the lines of the title screen.
fn choices(session: &Session) -> Vec<String> {
    let mut lines =
        vec!["Roguelike. Three amulets lie in the deep. Bring them together, and live.".to_owned()];
    lines.extend(title::told(&session.shown()));
    lines.push("help lists all words.".to_owned());
    lines
}

/// Returns how the game ended, and what can be done.
fn end(session: &Session) -> Vec<String> {
    let names: Vec<&str> = rows(session).map(|row| row.name).collect();
    let next = format!("You can say {}; help explains them.", names.join(", "));
    vec![format!("{}.", character::heading(&session.played)), status(session), next]
}

/// Returns the games that can be continued.
fn left(session: &Session) -> impl Iterator<Item = std::path::PathBuf> {
    let games = session.list().into_iter().filter(|game| game.end == Fate::Left);
    games.map(|game| game.path().to_owned())
}

/// Returns the kept games. Those that can be continued have a number.
fn kept(session: &Session) -> Vec<String> {
    let mut number = 0;
    let lines = session.list().into_iter().map(|game| {
        let line = game.facts.shared(game.end);
        let date = game.date_as("%-d %B %Y, %H:%M");
        if game.end == Fate::Left {
            number += 1;
            return format!("{number}: {line}, {date}.");
        }
        format!("{line}, {date}.")
    });
    let lines: Vec<String> = lines.collect();
    if lines.is_empty() { vec!["No games yet.".to_owned()] } else { lines }
}
