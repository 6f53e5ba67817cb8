//! What chapters have in another shape, or under another name, than the sources. These have the shape of the
//! last chapter, and what the tools need.

use std::ops::{Range, RangeInclusive};

use crate::chapter::{collect, root};
use crate::nodes::{Kind, Nodes};
use crate::program::Sources;

/// Chapters, a text of the sources, and what stands there in those chapters.
type Row = (RangeInclusive<u8>, &'static str, &'static str);

const TEXTS: &[Row] = &[
    // A game begins with a seed, and nothing else is chosen.
    (1..=17, "setup: Setup", "part: Part, seed: u32"),
    (1..=17, "before_first_run(setup)", "before_first_run(part, seed)"),
    (
        1..=17,
        "let Setup { part, seed, library, other_view, slot } = setup;",
        "let library = StdLib::default();\n        let slot = SaveSlot::default();",
    ),
    (1..=17, "            other_view,\n", "            other_view: None,\n"),
    (
        1..=17,
        "let map = &mut self.levels[self.depth].map;
        match self.other_view {
            None => fov::compute(map, self.player.pos),
            Some(other) => {
                (other.compute)(map, self.player.pos);
                map.view_origin = None;
            }
        }",
        "fov::compute(&mut self.levels[self.depth].map, self.player.pos);",
    ),
    (
        1..=17,
        "if let Some(Loudness(loudness)) = self.loudness {\n            volume *= loudness;\n        }\n",
        "",
    ),
    // The font of the chapters has all of ASCII.
    (
        1..=17,
        "            if font.find_glyph(character).is_none() {
                return Err(format!(\"the font has no glyph for '{character}'; the game needs all of ASCII\"));
            }
",
        "",
    ),
    // One function makes a game. Before Part 14 it begins the first run too.
    (
        1..=17,
        "    /// Starts the game. From Part 14 on it begins with the menu.
    pub fn new(part: Part, seed: u32) -> Game {
        let mut game = Game::before_first_run(part, seed);
        if !game.part.has_classes() {
            game.new_game(PlayerClass::Fighter);
        }
        game
    }
",
        "",
    ),
    (1..=13, "/// The program before its first dungeon.", "/// Starts the game."),
    (14..=17, "/// The program before its first dungeon.", "/// Starts the game. It begins with the menu."),
    (1..=17, "fn before_first_run(", "fn new("),
    (1..=17, "Game::before_first_run(", "Game::new("),
    (1..=13, "        Game {\n            part,", "        let mut game = Game {\n            part,"),
    (
        1..=13,
        "            events: Vec::new(),\n        }\n",
        "            events: Vec::new(),\n        };\n        game.new_game(game.class);\n        game\n",
    ),
    (
        1..=17,
        ", thiserror::Error)]
#[error(\"unknown standard library '{0}': use libstdc++, libstdc++-10, libc++, msvc, msvc-2022 or msvc-2019\")]",
        ")]",
    ),
    // The number and the subject of the chapter are written when it is cut.
    (
        1..=17,
        "format!(\"Roguelike - Part {part}: {}\", part.name())",
        "\"Roguelike - Part PART_NUMBER: PART_TITLE\".to_owned()",
    ),
    (1..=17, "Roguelike - Part {part}   |", "Roguelike - Part PART_NUMBER   |"),
    // A view clears the whole map, as in the original.
    (
        3..=17,
        "    clear_visible(map);",
        "    for tile in map.tiles.as_flattened_mut() {\n        tile.visible = false;\n    }",
    ),
    (3..=17, "    map.view_origin = Some(origin);\n", ""),
    // Only the answer tells that saving or loading failed, not why.
    (1..=17, "SaveFailed { reason: String }", "SaveFailed"),
    (1..=17, "BadSave { reason: String }", "BadSave"),
    (1..=17, "Event::SaveFailed { .. }", "Event::SaveFailed"),
    (1..=17, "Event::BadSave { .. }", "Event::BadSave"),
    (1..=17, "Event::SaveFailed { reason } | Event::BadSave { reason } => Some(reason),", ""),
    // From Part 6 on every direction key repaints, so nobody asks whether something was done.
    (6..=17, "fn player_act(&mut self, step: Pos) -> bool {", "fn player_act(&mut self, step: Pos) {"),
    (6..=17, " Returns true if something was done.", ""),
    (6..=17, "            return took_turn;\n", "            return;\n"),
    (6..=17, "        took_turn\n    }\n", "    }\n"),
    (6..=17, "            let acted = self.player_act(step);\n", "            self.player_act(step);\n"),
    (
        6..=17,
        "return if self.part.has_game_class() || acted { Outcome::Redraw } else { Outcome::Nothing };",
        "return Outcome::Redraw;",
    ),
    // What a table or a place is in this chapter.
    (4..=8, "monster::kinds(part)", "monster::FIRST_KINDS"),
    (9..=17, "monster::kinds(part)", "monster::KINDS"),
    (8..=17, "PotionType::of(part)", "PotionType::ALL"),
    (8..=9, "Self::Strength, Self::Regen]", "Self::Strength]"),
    (8..=8, "first_slot(game.part)", "FIRST_SLOT_IN_BOX"),
    (9..=17, "first_slot(game.part)", "FIRST_SLOT"),
    (14..=16, "first_class_row(part)", "13"),
    (17..=17, "first_class_row(part)", "15"),
    // Before Part 11 there is one level.
    (
        1..=10,
        "The levels made so far, by depth; before the first dungeon one of solid wall. Parts 1 to 10 have one.",
        "The level; before the first dungeon solid wall.",
    ),
    (1..=10, "levels: Vec<Level>", "level: Level"),
    (1..=10, "levels: vec![Level::default()]", "level: Level::default()"),
    (
        1..=10,
        "self.levels.clear();
        self.levels.push(Level::generate(part, 0, seed, &mut self.rng))",
        "self.level = Level::generate(part, 0, seed, &mut self.rng)",
    ),
    (1..=10, "levels[self.depth]", "level"),
    (1..=10, "let level = self.cur();", "let level = &self.level;"),
    (1..=10, "let level = game.cur();", "let level = &game.level;"),
    (1..=10, "self.cur()", "self.level"),
    // In Part 8 every item is a potion: on the floor a type and a place, in the pack a type.
    (
        8..=8,
        "/// An item that lies on the floor, and where.",
        "/// A potion that lies on the floor, and where (struct `Item`). In the pack it is a [`PotionType`].",
    ),
    (8..=8, "pub item: Item,", "pub kind: PotionType,"),
    (8..=8, "inventory: Vec<Item>", "inventory: Vec<PotionType>"),
    (8..=8, "fn inventory(&self) -> &[Item]", "fn inventory(&self) -> &[PotionType]"),
    (8..=8, "FloorItem { item: random_item(part, rng), pos }", "FloorItem { kind: pick(PotionType::ALL, rng), pos }"),
    (8..=8, "let item = level.items.remove(index).item;", "let item = level.items.remove(index).kind;"),
    (8..=8, "Event::PickedUp(self.item_label(item))", "Event::PickedUp(self.potion_name(item))"),
    (8..=8, "game.item_label(item)", "game.potion_name(item)"),
    (
        8..=8,
        "match self.inventory.remove(slot) {
            Item::Potion(potion) => self.quaff(potion),
            Item::Scroll(scroll) => self.read_scroll(scroll),
            item @ (Item::Weapon(_) | Item::Armour(_)) => self.equip(item),
            // Never in the pack, see `pick_up_here`.
            Item::Amulet => {}
        }",
        "let potion = self.inventory.remove(slot);\n        self.quaff(potion);",
    ),
    (
        8..=8,
        "/// Part 8: any item in memory.\n",
        "/// Potions in view, and potions in memory.\nconst POTION_LIT: Color = Color(200, 120, 220);\n",
    ),
    (8..=8, "let (glyph, color) = lying.item.look();", "let (glyph, color) = (b'!', POTION_LIT);"),
    (8..=17, " (in Parts 8 to 12 `TRUE_NAME`)", ""),
    // Functions that have other names at first, see below.
    (1..=5, "(`render`; in Parts 1 to 5 the lambda `draw`)", "(`draw`)"),
    (6..=17, "(`render`; in Parts 1 to 5 the lambda `draw`)", "(`render`)"),
    (8..=8, "(`useItem`; in Part 8 `quaff`)", "(`quaff`)"),
    (8..=8, "(`quaff`; in Part 8 `applyPotion`)", "(`applyPotion`)"),
    (9..=17, "(`useItem`; in Part 8 `quaff`)", "(`useItem`)"),
    (9..=17, "(`quaff`; in Part 8 `applyPotion`)", "(`quaff`)"),
];

/// Rows of what the tests of this tool add, to play recordings.
const TRACE: &[Row] = &[
    (8..=8, "item_word(lying.item)", "format_args!(\"potion:{}\", lying.kind.effect())"),
    (8..=8, "item_word(item)", "format_args!(\"potion:{}\", item.effect())"),
];

/// What has another name in some chapters: chapters, name in the sources, name there.
const NAMES: &[Row] = &[
    (1..=5, "render", "draw"),
    (8..=8, "use_item", "quaff"),
    (8..=8, "quaff", "apply_potion"),
    (4..=8, "FIRST_KINDS", "KINDS"),
    (8..=8, "FIRST_ITEM_COUNT", "ITEM_COUNT"),
    (8..=8, "FloorItem", "Item"),
    (8..=12, "POTION_TRUE", "TRUE_NAME"),
];

/// Puts the functions in that chapters have in a form of their own: those of `forms/01-04/game.rs` take the place
/// of the functions of the same names in `src/game.rs` in chapters 1 to 4.
fn put_forms(sources: &mut Sources, part: u8) -> Result<(), String> {
    let mut forms = Sources::new();
    collect(&root().join("tests/chapters/forms"), "", &mut forms)?;
    for (path, form) in &forms {
        let unknown =
            || format!("tests/chapters/forms/{path} is not called like 01-04/game.rs, or has no functions");
        let (parts, file) = path.split_once('/').ok_or_else(unknown)?;
        let (first, last) = parts.split_once('-').ok_or_else(unknown)?;
        let (first, last): (u8, u8) = first.parse().ok().zip(last.parse().ok()).ok_or_else(unknown)?;
        let text = sources.get_mut(file).filter(|_| (first..=last).contains(&part));
        let Some(text) = text else { continue };
        for (name, function) in functions(form)? {
            let (_, place) =
                functions(text)?.into_iter().find(|(known, _)| *known == name).ok_or_else(|| {
                    format!("src/{file} has no function {name} any more: correct tests/chapters/forms/{path}")
                })?;
            text.replace_range(place, &form[function]);
        }
    }
    Ok(())
}

/// Returns the names of the functions of a file, and where they stand.
fn functions(text: &str) -> Result<Vec<(String, Range<usize>)>, String> {
    let tree = syn::parse_file(text).map_err(|error| error.to_string())?;
    let nodes =
        Nodes::of(&tree).nodes.into_iter().filter(|node| matches!(node.kind, Kind::Item | Kind::Member));
    let named = nodes.filter(|node| text[..node.name.start].ends_with("fn "));
    Ok(named.map(|node| (text[node.name].to_owned(), node.range)).collect())
}

/// Gives the sources the shape that a chapter has.
///
/// # Errors
/// When a text of the table or a function of a form is not in the sources any more.
pub fn reshape(sources: &mut Sources, part: u8) -> Result<(), String> {
    put_forms(sources, part)?;
    let trace = if sources.contains_key("trace/block.rs") { TRACE } else { &[] };
    for (_, from, to) in TEXTS.iter().chain(trace).filter(|(parts, ..)| parts.contains(&part)) {
        let mut found = false;
        for text in sources.values_mut() {
            found |= text.contains(from);
            *text = text.replace(from, to);
        }
        if !found {
            return Err(format!("src does not say '{from}' any more: correct tests/chapters/src/shapes.rs"));
        }
    }
    Ok(())
}

/// A text with the names that a chapter has. Comments and strings stay.
pub fn renamed(text: &str, part: u8) -> String {
    let names: Vec<&Row> = NAMES.iter().filter(|(parts, ..)| parts.contains(&part)).collect();
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let mut out = String::new();
    for line in text.lines() {
        let (mut rest, comment) = line.split_at(line.find("//").unwrap_or(line.len()));
        let mut quoted = false;
        while let Some(start) = rest.find(is_part) {
            let word = &rest[start..];
            let (word, after) = word.split_at(word.find(|c| !is_part(c)).unwrap_or(word.len()));
            quoted ^= rest[..start].matches('"').count() % 2 == 1;
            // `sdl2::render::Canvas` is another one.
            let other =
                names.iter().find(|(_, from, _)| *from == word && !quoted && !after.starts_with("::"));
            out += &rest[..start];
            out += other.map_or(word, |(.., to)| to);
            rest = after;
        }
        out += &format!("{rest}{comment}\n");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::renamed;

    #[test]
    fn names_are_those_of_the_chapter() {
        let line = "self.use_item(quaff(a), \"to quaff\"); quaff_all() // quaff()\n";
        assert_eq!(renamed(line, 9), line);
        let other = "self.quaff(apply_potion(a), \"to quaff\"); quaff_all() // quaff()\n";
        assert_eq!(renamed(line, 8), other);
        let line = "use sdl2::render::Canvas; render(&game)\n";
        assert_eq!(renamed(line, 5), "use sdl2::render::Canvas; draw(&game)\n");
    }
}
