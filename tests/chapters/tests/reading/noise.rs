//! How much of a diff between two chapters has no counterpart in the original's own diff: changed lines of
//! functions that the original neither adds nor changes in that part.

use std::collections::BTreeMap;
use std::fs;

use chapters::chapter::{Chapter, root, series};
use chapters::diff::diff;
use chapters::readme::{ITEMS, items, original};
use similar::{ChangeTag, TextDiff};

use crate::chapters_of_the_repository;

/// Maximum share of the changed lines, in percent.
const MOST: usize = 8;

/// Functions of the chapters that are a piece of one of the original, by the names of both.
const PIECES: &[(&str, &[&str])] = &[
    ("Game::new", &["Game", "newGame"]),
    ("Game::press", &["main", "run"]),
    ("Game::press_while_playing", &["main", "run"]),
    ("Game::press_at_the_end", &["main", "run"]),
    ("Game::press_when_dead", &["main", "run"]),
    ("Game::press_in_inventory", &["run"]),
    ("Game::press_on_menu", &["run"]),
    ("Game::chase", &["monstersAct"]),
    ("Game::step_if_free", &["monstersAct"]),
    ("Game::is_free", &["monstersAct", "monsterAt"]),
    ("Game::follow_dijkstra_map", &["monstersAct"]),
    ("Game::equip_class", &["newGame"]),
    ("Game::shuffle_appearances", &["newGame"]),
    ("Level", &["newGame", "generate"]),
    ("Level::generate", &["newGame", "generate"]),
    ("Level::place_monsters", &["newGame", "generate"]),
    ("Level::place_items", &["newGame", "generate"]),
    ("Game::place_monsters", &["newGame"]),
    ("Game::place_items", &["newGame"]),
    ("letter", &["run"]),
    ("MonsterKind::spawn", &["newGame", "generate"]),
    ("draw", &["draw", "render"]),
    ("render", &["draw", "render"]),
    ("draw_inventory", &["drawInventory", "weaponNameFor"]),
    ("draw_remembered", &["render"]),
    ("Game::load_text", &["load"]),
    ("Game::save_text", &["save"]),
    ("item_fields", &["save"]),
    ("build_item", &["load", "buildItem"]),
    ("Entity", &["Player"]),
    ("new", &["Player"]),
    ("Entity::new", &["Player", "Entity", "power", "defense", "statusTurns"]),
    ("kind", &["KINDS"]),
    ("Game", &["main"]),
    ("DIRECTIONS", &["main"]),
    ("Map::is_floor", &["tryMove"]),
    ("Level::start", &["newGame"]),
    ("Pos::manhattan", &["monstersAct"]),
    ("DijkstraMap::new", &["DijkstraMap"]),
    ("Rng::shuffle", &["newGame"]),
    ("PotionType::ALL", &["PotionType", "TRUE_NAME"]),
    ("ScrollType::ALL", &["ScrollType"]),
    ("PlayerClass::ALL", &["load"]),
    ("PlayerClass::name", &["PlayerClass"]),
    ("Item::look", &["randomItem", "render", "generate", "weaponNameFor"]),
    ("Item::name", &["itemLabel"]),
    ("FloorItem", &["ItemCategory"]),
    ("DAGGER", &["makeWeapon"]),
    ("SWORD", &["makeWeapon"]),
    ("LEATHER", &["makeArmour"]),
    ("CHAIN_MAIL", &["makeArmour"]),
    ("WEAPONS", &["randomItem", "weaponNameFor"]),
    ("ARMOURS", &["randomItem", "armourNameFor"]),
    ("STATUS_COUNT", &["Status"]),
    ("Map::fill_with_noise", &["generateCaves"]),
    ("Map::smooth", &["generateCaves"]),
    ("Map::walls_around", &["generateCaves"]),
    ("Map::largest_region", &["generateCaves"]),
    ("Map::keep_only", &["generateCaves"]),
    ("WALL_CHANCE", &["generateCaves"]),
    ("SMOOTHING_PASSES", &["generateCaves"]),
    ("CROWDED", &["generateCaves"]),
    ("MAX_EXTRA", &["generateCaves"]),
    ("read_level", &["load"]),
    ("level_lines", &["save"]),
    ("appearance_line", &["save"]),
    ("read_appearances", &["load"]),
    ("numbers", &["load"]),
    ("AudioDevice", &["Sound"]),
    ("AudioDevice::play", &["Sound"]),
    ("RATE", &["Sound"]),
    ("CAPACITY", &["MessageLog"]),
    ("ROWS", &["main"]),
    // The name of a weapon follows from a number when save files need it.
    ("Item", &["weaponNameFor"]),
    ("Game::equip", &["weaponNameFor"]),
    ("Game::recompute_stats", &["weaponNameFor"]),
    ("Game::item_label", &["weaponNameFor"]),
    ("AMULET_DEPTHS", &["generate"]),
];

/// A table of `tests/names`: the part and the name in each row.
fn rows(file: &str, part: usize, name: usize) -> Vec<(u8, String)> {
    let text = fs::read_to_string(root().join("tests/names").join(file)).unwrap();
    let cells = text.lines().skip(1).map(|line| line.split('\t').collect::<Vec<_>>());
    let rows = cells.map(|cells| {
        let own = cells[name].rsplit("::").next().unwrap_or_default();
        (cells[part].parse().unwrap(), own.to_owned())
    });
    rows.collect()
}

/// The text of every function, type and constant.
fn known(chapter: &Chapter) -> BTreeMap<String, String> {
    items(&chapter.sources, &ITEMS).unwrap().into_values().flatten().collect()
}

/// A `pub` that a chapter takes away, with its last user, never comes back.
#[test]
fn no_pub_comes_back() {
    let is_public = |text: &str| {
        let code = |line: &&str| !line.trim_start().starts_with(['/', '#']);
        text.lines().find(code).is_some_and(|line| line.trim_start().starts_with("pub "))
    };
    let mut seen: BTreeMap<String, Vec<bool>> = BTreeMap::new();
    for (name, text) in chapters_of_the_repository().iter().flat_map(known) {
        seen.entry(name).or_default().push(is_public(&text));
    }
    let comes_back = |shown: &Vec<bool>| {
        shown.iter().skip_while(|shown| !**shown).skip_while(|shown| **shown).any(|shown| *shown)
    };
    let flips: Vec<&String> =
        seen.iter().filter(|(_, shown)| comes_back(shown)).map(|(name, _)| name).collect();
    assert!(flips.is_empty(), "{flips:#?}");
}

#[test]
fn diffs_show_what_the_chapter_changes() {
    let list = fs::read_to_string(root().join("tests/names/names.tsv")).unwrap();
    let meant = [rows("names.tsv", 4, 1), rows("changes.tsv", 0, 1)].concat();
    // The mark in the sources says which chapter brings something.
    let marked: BTreeMap<String, String> =
        items(&series().unwrap(), &ITEMS).unwrap().into_values().flatten().collect();
    let mut over = Vec::new();
    let chapters = chapters_of_the_repository();
    for pair in chapters.windows(2).filter(|pair| pair[0].part + 1 == pair[1].part) {
        let part = pair[1].part;
        let is_meant = |name: &str| meant.iter().any(|(own, known)| *own == part && known == name);
        let letters = |name: &str| name.replace('_', "").to_lowercase();
        let (old, new) = (known(&pair[0]), known(&pair[1]));
        let mut noise: Vec<(usize, &str)> = Vec::new();
        for (name, text) in &new {
            let own = name.rsplit("::").next().unwrap_or(name);
            let as_original = original(name, text, &list);
            let pieces = PIECES.iter().filter(|(known, _)| known == name).flat_map(|(_, names)| *names);
            let is_own = marked.get(name).is_some_and(|text| text.contains(&format!("Part {part}:")))
                || as_original.as_deref().is_some_and(is_meant)
                || pieces.into_iter().any(|name| is_meant(name))
                || meant.iter().any(|(known, name)| *known == part && letters(name) == letters(own));
            let before = old.get(name).map_or("", String::as_str);
            let diff = TextDiff::from_lines(before, text);
            let changed = diff.iter_all_changes().filter(|change| change.tag() != ChangeTag::Equal);
            let code = changed.filter(|change| !change.value().trim_start().starts_with("//"));
            let lines = code.filter(|change| !change.value().trim().is_empty()).count();
            if lines > 0 && !is_own {
                noise.push((lines, name));
            }
        }
        let text = diff(&pair[0], &pair[1]);
        let is_changed = |line: &&str| {
            line.starts_with(['+', '-']) && !line.starts_with("+++") && !line.starts_with("---")
        };
        let all = text.lines().filter(is_changed).count();
        let lines: usize = noise.iter().map(|(lines, _)| lines).sum();
        noise.sort_unstable_by(|a, b| b.cmp(a));
        println!("diff {} to {part}: {lines} of {all} changed lines are noise: {noise:?}", part - 1);
        if lines * 100 > all * MOST {
            over.push(format!("diff {} to {part}: {lines} of {all}: {noise:?}", part - 1));
        }
    }
    assert!(over.is_empty(), "{over:#?}");
}
