//! Explains a step by the right rules, for differences without a known cause.

use std::fmt;

use crate::verify::data::picture::{self, changes, rows};
use crate::verify::data::{BrokeOff, Difference, Divergence, Line, Of, Turn};
use roguelike::dijkstra_map::UNREACHABLE;
use roguelike::game::{Game, GameState, SaveResult, direction};
use roguelike::key::Key;
use roguelike::map::{DIRECTIONS, MAP_HEIGHT, Map, Pos};
use roguelike::part::Part;
use roguelike::support::text::counted;
use roguelike::trace::{COLOR_DIGITS, Kind, Step, last_key};
use roguelike_causes::functions;

const DIRECTION_NAMES: [&str; 4] = ["up", "down", "left", "right"];

/// An explanation of a step, with the functions of the series that make it.
pub struct Explanation {
    part: Part,
    clauses: Vec<Clause>,
}

/// Words, and the functions of the series that they are about, by their names in Part 17.
struct Clause {
    words: String,
    functions: Vec<&'static str>,
}

fn clause(words: impl Into<String>, functions: &[&'static str]) -> Clause {
    Clause { words: words.into(), functions: functions.to_vec() }
}

/// The functions have their names in the part.
impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.clauses.iter().try_for_each(|Clause { words, functions }| {
            f.write_str(words)?;
            match &functions::in_part(functions.iter().copied(), self.part)[..] {
                [] => Ok(()),
                own => write!(f, " ({})", own.join(", ")),
            }
        })
    }
}

impl Divergence {
    /// Explains the step, if no cause is known.
    pub fn explanation(&self) -> Option<Explanation> {
        if self.cause.is_some() {
            return None;
        }
        let turn = self.turn.as_ref()?;
        let clauses = match self.of {
            Of::SaveFile => vec![clause("F5 saves the run", &["Game::save"])],
            Of::Rules | Of::Shown => turn.explain(&self.expected, &self.differences, &self.recorded)?,
        };
        Some(Explanation { part: turn.after.part(), clauses })
    }
}

impl BrokeOff {
    /// Explains the key after which the recording broke off.
    pub fn explanation(&self) -> Option<Explanation> {
        let (key, turn) = self.key.zip(self.turn.as_ref())?;
        let does = match turn.before.state() {
            _ if !turn.is_turn(key) => turn.key(key),
            GameState::Inventory => clause(format!("{} uses an item", key.name()), &["Game::useItem"]),
            _ => clause(format!("{} is a step or an attack", key.name()), &["Game::playerAct"]),
        };
        let clauses = std::iter::once(does).chain(events(&turn.after, "; ")).collect();
        Some(Explanation { part: turn.after.part(), clauses })
    }
}

/// Returns where the frame of a step differs, whose other lines are right, and the function that draws there.
fn frame(game: &Game, expected: &Step, step: &Step) -> Clause {
    let glyphs = changes(rows(&expected.screen), rows(&step.screen));
    let colors = changes(rows(&expected.colors), rows(&step.colors));
    let all_rows: Vec<i32> = glyphs.iter().chain(&colors).map(|pos| pos.y).collect();
    let (shown, function) = drawn_in(game, &all_rows);
    let text =
        |step: &Step, row: i32| rows(&step.screen).get(row as usize).map_or("", |row| row.trim()).to_owned();
    let how = match (glyphs.first(), colors.first()) {
        (Some(&Pos { y: row, .. }), _) => {
            format!(": row {row} is '{}', recorded '{}'", text(expected, row), text(step, row))
        }
        (None, Some(&Pos { x: digit, y: row })) => {
            let column = digit as usize / COLOR_DIGITS;
            format!(": row {row}, '{}', has other colours from column {column} on", text(expected, row))
        }
        (None, None) => String::new(),
    };
    clause(format!("{shown} differs{how}"), function)
}

/// Returns what the window shows in these rows, and the function of the series that draws it. Without rows
/// nothing is known of the place.
fn drawn_in(game: &Game, rows: &[i32]) -> (&'static str, &'static [&'static str]) {
    let is_in_hud = |row: &i32| *row >= MAP_HEIGHT;
    match game.state() {
        GameState::ClassSelect => ("the class menu", &["Game::drawClassSelect"]),
        GameState::Dead => ("the death screen", &["Game::drawDeathScreen"]),
        GameState::Won => ("the win screen", &["Game::drawWinScreen"]),
        GameState::Inventory => ("the inventory", &["Game::drawInventory"]),
        GameState::Playing if !rows.is_empty() && rows.iter().all(is_in_hud) => {
            ("the HUD", &["Game::drawHud"])
        }
        GameState::Playing if !game.part().has_hud() || !rows.is_empty() && !rows.iter().any(is_in_hud) => {
            ("the drawing of the map", &["Game::render"])
        }
        GameState::Playing => ("the window", &["Game::render"]),
    }
}

/// Returns the number of the first monster that differs.
fn first_monster(differences: &[Difference]) -> Option<usize> {
    let facts = differences.iter().filter_map(|difference| difference.expected.as_ref()?.fact());
    let mut monsters = facts.filter(|fact| fact.kind == Kind::Monster);
    monsters.find_map(|fact| usize::try_from(fact.which()?.number()?).ok())
}

impl Turn {
    /// Returns why the first thing that differs should be as it is. The function that it names is the one
    /// that the key and the kind of difference belong to.
    fn explain(&self, expected: &Step, differences: &[Difference], recorded: &Step) -> Option<Vec<Clause>> {
        let only = |kinds: &[Kind]| {
            differences.iter().all(|difference| difference.kind().is_some_and(|kind| kinds.contains(&kind)))
        };
        let found = if expected.quits() {
            Some(clause(format!("{} ends the program", expected.key_name()), &["Game::run"]))
        } else if let Some(SaveResult::BadSave(_)) = self.after.save_result() {
            Some(self.key(expected.key?))
        } else if only(&[Kind::Frame]) {
            Some(frame(&self.after, expected, recorded))
        } else if only(&[Kind::Title]) {
            let title = self.after.title();
            Some(clause(format!("the window is called '{title}'"), &["Game::updateTitle"]))
        } else if only(&[Kind::Log, Kind::Sound, Kind::Title, Kind::Frame]) {
            None
        } else if self.is_turn(expected.key?) {
            // Where anything else differs the view follows from it.
            let same_map = || !picture::has_other_floor(expected, recorded);
            let view = || self.view(recorded.tiles.as_deref().filter(|_| same_map())?);
            let step_of_player = self.moved_player(expected.key?, differences);
            step_of_player
                .or_else(|| first_monster(differences).and_then(|index| self.monster(index)))
                .or_else(|| only(&[Kind::Tiles, Kind::Frame]).then(view).flatten())
        } else {
            Some(self.key(expected.key?))
        };
        let clauses = found.map_or_else(|| events(&self.after, "").collect(), |found| vec![found]);
        Some(clauses).filter(|clauses: &Vec<Clause>| !clauses.is_empty())
    }

    /// Returns true if a key was a turn: a step, or the use of an item.
    fn is_turn(&self, key: Key) -> bool {
        match self.before.state() {
            GameState::Playing => self.before.part().has_player() && direction(key).is_some(),
            GameState::Inventory => {
                self.after.state() != GameState::Inventory && ![Key::I, Key::ESCAPE].contains(&key)
            }
            GameState::Dead | GameState::Won | GameState::ClassSelect => false,
        }
    }

    /// Explains a key that takes no turn.
    fn key(&self, key: Key) -> Clause {
        use GameState::{ClassSelect, Inventory, Playing};
        let went_down = self.after.depth() > self.before.depth();
        let begins_run = !went_down && self.after.seed_stream() != self.before.seed_stream();
        let has_floors = self.before.part().has_floors();
        let (does, functions): (_, &[&str]) =
            match (self.after.save_result(), self.before.state(), self.after.state()) {
                (Some(SaveResult::Saved | SaveResult::SaveFailed(_)), ..) => {
                    ("saves the game", &["Game::save"])
                }
                (Some(SaveResult::BadSave(reason)), ..) => (reason.as_str(), &["Game::load"]),
                (Some(_), ..) => ("loads the saved game, if there is one", &["Game::load"]),
                _ if went_down => ("goes down the stairs", &["Game::descend", "Level::generate"]),
                (_, Playing, _) if has_floors && key == Key::PERIOD => {
                    ("goes down only on stairs, and there are none here", &["Game::descend"])
                }
                _ if begins_run => ("begins a new game", &["Game::newGame"]),
                (_, Playing, Inventory) => ("opens the inventory", &["Game::run"]),
                (_, Inventory, Playing) => ("closes the inventory", &["Game::run"]),
                (_, was, ClassSelect) if was != ClassSelect => ("opens the class menu", &["Game::run"]),
                _ => ("does nothing on this screen", &["Game::run"]),
            };
        clause(format!("{} {does}", key.name()), functions)
    }

    /// Returns where a step leads the player, if the recording has the player elsewhere.
    fn moved_player(&self, key: Key, differences: &[Difference]) -> Option<Clause> {
        let place = |line: &Option<Line>| line.as_ref()?.fact()?.place();
        let of_player = differences.iter().find(|difference| difference.kind() == Some(Kind::Player))?;
        let places = [place(&of_player.expected)?, place(&of_player.recorded)?];
        if places[0] == places[1] || self.before.state() != GameState::Playing {
            return None;
        }
        let target = self.before.player().pos + direction(key)?;
        let (name, Pos { x, y }) = (key.name(), target);
        Some(if self.after.player().pos == target {
            clause(format!("{name} moves the player to {x} {y}"), &["Entity::tryMove"])
        } else if self.before.cur().map.is_floor(target) {
            clause(format!("{name} is an attack on the monster at {x} {y}"), &["Game::playerAct"])
        } else {
            clause(format!("the player stays, because {x} {y} is a wall"), &["Entity::tryMove"])
        })
    }

    /// Returns what a monster does, and why.
    fn monster(&self, index: usize) -> Option<Clause> {
        if self.before.depth() != self.after.depth() {
            return None;
        }
        let was = &self.before.cur().monsters.get(index)?.entity;
        let is = &self.after.cur().monsters.get(index)?.entity;
        let (part, player) = (self.after.part(), self.after.player().pos);
        let went = match DIRECTIONS.iter().position(|&step| was.pos + step == is.pos) {
            Some(way) => format!("it goes {}", DIRECTION_NAMES[way]),
            None => "it stays".to_owned(),
        };
        let Clause { words, functions } = if self.after.state() == GameState::Won {
            clause("does nothing, because the game is won", &["Game::playerAct"])
        } else if !was.is_alive() {
            clause("is dead and does nothing", &["Game::monstersAct"])
        } else if is.hp < was.hp {
            clause(format!("loses {} of its {} hp in this step", was.hp - is.hp, was.hp), &[])
        } else if player == self.before.player().pos && is == was {
            return None;
        } else if !part.has_melee() {
            clause(format!("wanders; by its roll, {went}"), &["Monster::wander"])
        } else if !self.after.cur().map.tile(was.pos).visible {
            clause(format!("is not in view, so it wanders; by its roll, {went}"), &["Monster::wander"])
        } else if was.pos.manhattan(player) == 1 {
            clause("is in view and next to the player, so it attacks", &["Game::monstersAct"])
        } else if part.has_dijkstra_maps() {
            let why = if was.flees() { "flees, because it has a third of its hp or less" } else { "hunts" };
            let at = self.steps_to_player(was.pos);
            let at = at.map_or_else(|| "no steps".to_owned(), |steps| counted(steps, "step"));
            let ways = DIRECTIONS.iter().zip(DIRECTION_NAMES).filter_map(|(&step, name)| {
                Some(format!("{name} {}", self.steps_to_player(was.pos + step)?))
            });
            let ways = ways.collect::<Vec<String>>().join(", ");
            let words =
                format!("is in view and {why}: it is {at} from the player; the steps lead to {ways}: {went}");
            clause(words, &["DijkstraMap::at", "Game::monstersAct"])
        } else {
            let (dx, dy) = (player.x - was.pos.x, player.y - was.pos.y);
            let words = format!(
                "is in view and hunts: to the player dx is {dx} and dy is {dy}; it tries the longer axis \
                 first, x on a tie: {went}"
            );
            clause(words, &["Game::monstersAct"])
        };
        let name = was.name.trim_start_matches("the ");
        Some(clause(format!("monster {index} ({name}) {words}"), &functions))
    }

    /// Returns the nearest tile that is in view in one map only.
    fn view(&self, recorded: &[String]) -> Option<Clause> {
        let (map, origin) = (&self.after.cur().map, self.after.player().pos);
        let was_seen = |pos: Pos| {
            let digit = recorded.get(pos.y as usize)?.as_bytes().get(pos.x as usize)?;
            Some(digit & 2 != 0)
        };
        let differing =
            Map::positions().filter(|&pos| was_seen(pos).is_some_and(|seen| seen != map.tile(pos).visible));
        let distance = |pos: Pos| ((pos.x - origin.x).abs(), (pos.y - origin.y).abs());
        let square = |(columns, rows): (i32, i32)| columns.pow(2) + rows.pow(2);
        let tile = differing.min_by_key(|&pos| square(distance(pos)))?;
        let (columns, rows) = distance(tile);
        // The header may name another algorithm.
        let is_ours = self.after.other_view().is_none();
        let functions: &[&str] = if is_ours { &["FOV::castLight"] } else { &[] };
        let seen = if map.tile(tile).visible { "should be in view" } else { "should not be in view" };
        let kind = if map.is_floor(tile) { "floor" } else { "wall" };
        let words = format!(
            "the nearest tile that differs, {} {} ({kind}), {seen}: {} and {} from the player",
            tile.x,
            tile.y,
            counted(columns as usize, "column"),
            counted(rows as usize, "row")
        );
        Some(clause(words, functions))
    }

    /// Returns the number of steps to the player, as the Dijkstra map of this turn has it.
    fn steps_to_player(&self, pos: Pos) -> Option<i32> {
        Some(self.after.ways_to_player().at(pos)).filter(|&steps| steps != UNREACHABLE)
    }
}

/// Returns what happened in the last step of a game: its messages, after some text.
fn events(game: &Game, before: &'static str) -> impl Iterator<Item = Clause> {
    last_key::messages(game).iter().enumerate().map(move |(index, text)| {
        let start = if index == 0 { format!("{before}in this step") } else { ", then".to_owned() };
        let function = functions::of_message(text).unwrap_or("Game::load");
        clause(format!("{start} '{}'", text.trim_end_matches('.')), &[function])
    })
}
