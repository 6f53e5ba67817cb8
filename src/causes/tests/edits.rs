//! The list of the edits of the series that do not compile, `checked.txt`.
//!
//! `RENEW_EDITS=1 cargo test -p roguelike-causes --test edits` renews it after a change of the series: it
//! compiles a copy of the series with all edits, takes out those with errors, and begins again until there
//! are none. Edits that did not compile before are tried again only in functions that were changed, so a few
//! rounds are enough. `RENEW_EDITS=all` tries everything, which takes about two minutes.

use std::collections::BTreeSet;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Command;

#[path = "../generator/names.rs"]
#[allow(dead_code, reason = "it is the generator's")]
mod names;
#[path = "../generator/operators.rs"]
#[allow(dead_code, reason = "it is the generator's")]
mod operators;

use names::*;

const LIST: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/checked.txt");
/// Maximum number of times that the copy is compiled.
const ROUNDS: usize = 60;

/// Returns the words of the lines that begin with one.
fn words(text: &str, begin: &str) -> BTreeSet<String> {
    let lines = text.lines().filter_map(|line| line.strip_prefix(begin));
    lines.flat_map(str::split_whitespace).map(str::to_owned).collect()
}

/// Edits are made in every function of the series: each is in the list as it is now, with its rows.
#[test]
fn every_function_was_checked() {
    if is_renewed() {
        renew();
        return;
    }
    let list = fs::read_to_string(LIST).unwrap();
    let now = fs::read_to_string(concat!(env!("OUT_DIR"), "/checked.txt")).unwrap();
    let way_out = "the series was changed: run RENEW_EDITS=1 cargo test -p roguelike-causes --test edits, \
                   and commit the list";
    let left_out = fs::read_to_string(concat!(env!("OUT_DIR"), "/left_out.txt")).unwrap();
    assert_eq!(left_out, "", "rows of rows.txt are in no program; {way_out}");
    let (listed, functions) = (words(&list, "functions "), words(&now, "functions "));
    let missing: Vec<&String> = functions.difference(&listed).collect();
    assert!(missing.is_empty(), "{way_out}; not checked: {missing:?}");
    assert!(list.len() < 100 << 10, "the list has more than 100 KiB");
}

/// Every name that the generator knows is in the series, and has edits.
#[test]
fn every_known_name_has_edits() {
    if is_renewed() {
        return;
    }
    let edits = fs::read_to_string(concat!(env!("OUT_DIR"), "/edits.txt")).unwrap();
    let has = |operator: &str, name: &str| {
        let of_kind = edits.lines().filter(|line| line.starts_with(&format!("{operator}\t")));
        of_kind
            .map(|line| line.split('\t').nth(6).unwrap())
            .any(|from| words_in(from).any(|word| word == name))
    };
    for name in [POSITIONS[0], POSITIONS[1], STEP, TARGET] {
        assert!(has("coordinate", name), "{name}");
    }
    for name in ["manhattan", "max", "min", "abs", "signum"] {
        assert!(has("method", name), "{name}");
    }
    for name in [CHOICE, UNIFORM, COIN, SHUFFLE] {
        assert!(has("draw", name), "{name}");
    }
    assert!(GRID.rsplit("::").all(|name| has("loop", name)), "{GRID}");
    for (member, _) in operators::kinds("Entity::new") {
        assert!(words_in(member).all(|name| has("unset", name)), "{member}");
    }
    assert!(edits.lines().any(|line| line.contains("\tpos.x and pos.y\t")), "{POSITION}");
    let copy = fs::read_to_string(concat!(env!("OUT_DIR"), "/series.rs")).unwrap();
    let begins =
        |text: &str| copy.lines().any(|line| line.contains("{ let mut new = ") && line.contains(text));
    assert!(begins(&NEW_ENTITY.join("::")) && begins(&format!(".{NEW_MONSTER}(")));
    assert!(copy.contains(TRUSTING[1]) && !copy.contains(TRUSTING[0]));
    // The original sets members with a literal where it declares them, so none is set in place of another.
    let placed: Vec<&str> = edits.lines().filter(|line| line.starts_with("place\t")).collect();
    assert!(!placed.is_empty() && placed.iter().all(|line| !line.contains("\tbefore_first_run\t")));
    // Members that only tools use cannot have a bug of a program.
    let file = format!("{OF_TOOLS}.rs");
    assert!(Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(&file).exists());
    let mut of_tools = edits.lines().filter(|line| line.contains(&format!("\t{file}\t")));
    assert!(of_tools.all(|line| line.starts_with("row\t")));
}

fn words_in(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_alphanumeric() && letter != '_')
}

/// Edits are described with the original's name of their function, and those of a helper with the name of
/// the function that it is a piece of.
#[test]
fn edits_have_the_names_of_the_original() {
    let list = fs::read_to_string(concat!(env!("OUT_DIR"), "/edits.txt")).unwrap();
    for place in [
        "dijkstra_map.rs\tcompute\tDijkstraMap::compute\t",
        "entity.rs\tstatus_text\tGame::updateTitle, Game::drawHud\t",
        "game/turn.rs\tfollow_dijkstra_map\tGame::monstersAct\t",
        "game.rs\tdirection\tGame::run\t",
        // Called from everywhere.
        "map.rs\tin_bounds\t\t",
    ] {
        assert!(list.contains(place), "{place}");
    }
}

/// A row has a mistake for each of its values, or for each two of them that differ, with a sentence.
#[test]
fn values_of_rows_are_in_sentences() {
    // Names of the C++ are marked.
    let list = fs::read_to_string(concat!(env!("OUT_DIR"), "/edits.txt")).unwrap().replace('`', "");
    let count = |sentence: &str| list.matches(&format!("\nrow\t{sentence}")).count();
    for sentence in [
        "MIN_LEAF_W, the minimum width of an area, is 8; it should be 12",
        "a cave is smoothed 1 time; it should be 5 times",
        "a cave is smoothed 10 times; it should be 5 times",
        "the game's generator gets a seed 2 values too late in the stream, and the map 1 value too early",
        "the row of octant 0 is used for octant 7",
        "visible walls are drawn at (row, col) instead of (col, row)",
        "a weapon is worn as well: an else is missing",
        "no item is used: useItem is not called",
        "the names of the goblin and the snake are swapped",
        "the player starts in the first room, but x is that of the second room",
        "a sword on the floor has the bonus 3; it should be 4",
        "only the first item can be used: slot > 0 instead of slot < 0",
        "in a new game FOV::compute gets the player's place with y for x",
        "a wall beside a hunting monster ends the turn of all: return instead of continue",
        "each tile is saved as '1' + code instead of '0' + code",
        "the rogue's dagger has the bonus 3; it should be 2",
    ] {
        assert_eq!(count(sentence), 1, "{sentence}");
    }
    assert_eq!(count("the row of octant 3 is used for octant 3"), 0);
    assert_eq!(count("the row of octant 3 is used for octant "), 7);
}

/// Bugs of real programs without a row: a function, its text, and the replacement.
const REAL_MISTAKES: [[&str; 3]; 49] = [
    ["tick_statuses", "body.hp += 1", "body.max_hp += 1"],
    ["attack", "defender.hp <= 0", "defender.hp == 0"],
    ["compute", "1.0", "0.0"],
    ["equip_class", "self.inventory.push(scroll)", ""],
    ["build_item", "potion", "PotionType::Healing"],
    ["try_move", "self.pos = target", "x is set to y"],
    ["try_move", "self.pos = target", "the step's y is added to x"],
    ["step_if_free", "self.is_free(target)", "x is subtracted"],
    ["follow_dijkstra_map", "best = next", "y is not set"],
    ["compute", "frontier.push_back(pos)", "x and y are swapped"],
    ["player_act", "self.player.pos + step", "x is computed from y"],
    ["is_free", "pos != self.player.pos", "both are compared with y"],
    ["place_monsters", "hp = maxHp", "1"],
    [
        "largest_region",
        "self.is_floor(pos) && !visited[pos.y as usize][pos.x as usize]",
        "!(self.is_floor(pos)) && !visited[pos.y as usize][pos.x as usize]",
    ],
    ["build_rooms", "ry..ry + rh", "one more"],
    ["build_rooms", "ry..ry + rh", "one earlier"],
    ["split", "w", "split_y - y"],
    ["attack", "defender.hp.max(0)", "std::min instead of std::max"],
    ["attack", "def", "atk"],
    ["attack", "defender.hp = 0;", "defender.alive = false;"],
    ["split", "w", "h"],
    ["place_items", "x", "y"],
    ["build_rooms", "x", "y"],
    ["monsters_act", "if self.part.has_dijkstra_maps() { self.follow_dijkstra_map(index); }", ""],
    ["press_in_inventory", "self.use_item(slot)", ""],
    ["quaff", "self.player.hp -= POISON;", "let left = self.player.hp.max(0);"],
    ["build_rooms", "node.w - ROOM_PADDING * 2", "node.w - ROOM_PADDING + 2"],
    ["random_item", "pick(PotionType::of(part), rng)", "lower bound +1"],
    [
        "read",
        "check_floor(&words, &game.cur().map, game.player.pos, player_line, \"the player stands\")",
        "y is used for x",
    ],
    ["connect_rooms", "self.carve_h_line(x1, x2, y1)", "self.carve_h_line(x1, x2, y2)"],
    ["build_rooms", "node.y + ROOM_PADDING", "node.x + ROOM_PADDING"],
    ["place_items", "room.x + room.w", "room.x + room.h"],
    ["damage", "attacker.power - defender.defense", "attacker.power - attacker.defense"],
    ["fill_with_noise", "MAP_WIDTH - 1", "MAP_HEIGHT - 1"],
    ["centre", "self.x + self.w / 2", "(self.x + self.w) / 2"],
    ["follow_dijkstra_map", "continue", "return"],
    ["direction", "Some(left)", "Some(up)"],
    ["new_game", "self.player.pos = self.cur().start()", "x is set to y, and y is not set"],
    [
        "stands_at",
        "self.entity.is_alive() && self.entity.pos == pos",
        "self.entity.is_alive() && self.entity.pos.x == pos.x || self.entity.pos.y == pos.y",
    ],
    [
        "draw_level",
        "body.is_alive() && level.map.tile(body.pos).visible",
        "!(body.is_alive() && level.map.tile(body.pos).visible)",
    ],
    ["damage", "(attacker.power - defender.defense).max(1)", "a smaller number becomes one more than that"],
    ["appearance_fields", "u8::from(known)", "0 and 1 are swapped"],
    ["read_monster", "body.power", "1"],
    ["read_appearances", "words.flag(\"whether it is known\", FLAG)", "true and false are swapped"],
    ["update_title", "5", "6"],
    ["draw_class_select", "9", "10"],
    [
        "read_monster",
        "[body.hp, body.max_hp] = read_hit_points(words, \"a monster's\", AMOUNT, POSITIVE)?",
        "[body.max_hp, body.hp] = read_hit_points(words, \"a monster's\", AMOUNT, POSITIVE)?",
    ],
    ["render", "game.state == GameState::Dead", "game.state != GameState::Dead"],
    ["press_while_playing", "key == Key::F5", "key != Key::F5"],
];

#[test]
fn mistakes_of_real_programs_are_edits() {
    if is_renewed() {
        return;
    }
    let list = fs::read_to_string(concat!(env!("OUT_DIR"), "/edits.txt")).unwrap();
    let fields = |line| -> Vec<&str> { str::split(line, '\t').collect() };
    let edits: BTreeSet<[&str; 3]> =
        list.lines().map(fields).map(|line| [line[3], line[6], line[1]]).collect();
    let missing: Vec<_> = REAL_MISTAKES.iter().filter(|edit| !edits.contains(*edit)).collect();
    assert!(missing.is_empty(), "{missing:#?}");
}

/// Returns true if the list is to be renewed. Until then the edits of what has changed are missing.
fn is_renewed() -> bool {
    std::env::var_os("RENEW_EDITS").is_some()
}

/// An edit in the copy.
struct Region {
    place: Range<usize>,
    key: String,
    /// True for a row of the table.
    is_row: bool,
}

/// Compiles all edits until the rest compiles, and writes the list.
fn renew() {
    let is_all = std::env::var_os("RENEW_EDITS").is_some_and(|value| value == "all");
    if is_all {
        fs::write(LIST, "").unwrap();
    }
    for _ in 0..ROUNDS {
        let (out, errors) = compile();
        let now = fs::read_to_string(out.join("checked.txt")).unwrap();
        if errors.is_empty() {
            fs::write(LIST, now).unwrap();
            return;
        }
        // Those of unchanged functions, and in later rounds all that have errors.
        let mut dropped = words(&now, "dropped ");
        let copy = fs::read_to_string(out.join("series.rs")).unwrap();
        let regions = regions(&copy);
        let before = dropped.len();
        let culprits = errors.iter().filter_map(|places| culprit(&copy, &regions, places));
        let (rows, edits): (Vec<&Region>, Vec<&Region>) = culprits.partition(|region| region.is_row);
        // An edit that makes a value of another type makes errors wherever the value is used.
        let culprits = if edits.is_empty() { rows } else { edits };
        dropped.extend(culprits.iter().map(|region| region.key.clone()));
        assert!(
            dropped.len() > before,
            "an error is in no edit: CHECK_EDITS=1 cargo check -p roguelike-causes shows it"
        );
        let keys: Vec<&str> = dropped.iter().map(String::as_str).collect();
        fs::write(LIST, format!("dropped {}\n", keys.join(" "))).unwrap();
    }
    panic!("the copy does not compile after {ROUNDS} rounds");
}

/// Returns the edit that an error comes from: the smallest one around a place. A value of another type makes
/// an error around all values in its place, and rustc shows their first line and their last two.
fn culprit<'r>(copy: &str, regions: &'r [Region], places: &[Range<usize>]) -> Option<&'r Region> {
    let smallest = |near: &dyn Fn(&Range<usize>) -> bool| {
        regions.iter().filter(|region| near(&region.place)).min_by_key(|region| region.place.len())
    };
    let around = |place: &Range<usize>| smallest(&|region| region.contains(&place.start));
    let shown = |place: &Range<usize>| {
        let line_end = |from: usize| copy[from..].find('\n').map_or(copy.len(), |end| from + end);
        let last = copy[..place.end].rmatch_indices('\n').nth(1).map_or(0, |(at, _)| at);
        let (first, last) = (place.start..line_end(place.start), last..line_end(place.end));
        let is_at = |lines: &Range<usize>, region: &Range<usize>| {
            region.start < lines.end && lines.start < region.end
        };
        smallest(&|region| is_at(&first, region) || is_at(&last, region))
    };
    // A row has whole statements, and with them the places of other edits.
    let is_edit = |region: &&Region| !region.is_row;
    let edit = places.iter().filter_map(around).find(is_edit);
    edit.or_else(|| places.iter().find_map(around)).or_else(|| places.iter().find_map(shown))
}

/// Compiles the copy with all edits but those of the list. Returns its folder, and the places in it that each
/// error names, the main one first.
fn compile() -> (PathBuf, Vec<Vec<Range<usize>>>) {
    let output = Command::new(env!("CARGO"))
        .args(["check", "--lib", "--message-format=json"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("CHECK_EDITS", "1")
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    let errors =
        text.lines().filter(|line| line.contains("\"level\":\"error\"") && line.contains("series.rs"));
    let errors: Vec<Vec<Range<usize>>> = errors.map(places).collect();
    assert!(output.status.success() || !errors.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    (folder(&text).expect("cargo runs the build script"), errors)
}

/// Returns the places in the copy that a message of rustc names, in JSON.
fn places(message: &str) -> Vec<Range<usize>> {
    // Those of the notes come before.
    let own = message.rsplit("\"spans\":[").next().unwrap_or_default();
    let mut places: Vec<(bool, usize, usize)> = Vec::new();
    for span in own.split("{\"byte_end\":").skip(1).filter(|span| span.contains("series.rs\"")) {
        let number = |text: &str| text.split(',').next()?.parse().ok();
        let begin = span.split("\"byte_start\":").nth(1).and_then(number);
        let ends = begin.zip(number(span));
        places.extend(ends.map(|(begin, end)| (!span.contains("\"is_primary\":true"), begin, end)));
    }
    places.sort();
    places.into_iter().map(|(_, begin, end)| begin..end).collect()
}

/// Returns the folder of the copy, from the messages of cargo.
fn folder(messages: &str) -> Option<PathBuf> {
    let is_own =
        |line: &&str| line.contains("\"build-script-executed\"") && line.contains("#roguelike-causes@");
    let (_, out) = messages.lines().find(is_own)?.split_once("\"out_dir\":\"")?;
    Some(out.split('"').next()?.replace(r"\\", r"\").into())
}

/// Returns the edits that are marked in the copy.
fn regions(copy: &str) -> Vec<Region> {
    let mut open = Vec::new();
    let mut regions = Vec::new();
    for (at, _) in copy.match_indices("/*") {
        let rest = &copy[at + 2..];
        if rest.starts_with('@') {
            open.push((at, rest[1..9].to_owned(), rest.as_bytes()[9]));
        } else if rest.starts_with("#*/")
            && let Some((begin, key, mark)) = open.pop()
        {
            regions.push(Region { place: begin..at, key, is_row: mark == b'=' });
        }
    }
    regions
}
