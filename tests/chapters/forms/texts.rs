// Chapters, a text of the sources, and what stands there in those chapters.
[
    // A chapter always has a window.
    (1..=17, "#[cfg(feature = \"desktop\")]\n", ""),
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
            Some(other) => (other.compute)(map, self.player.pos),
        }",
        "fov::compute(&mut self.levels[self.depth].map, self.player.pos);",
    ),
    // The window of a chapter has one height.
    (
        1..=17,
        "#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    rows: i32,
",
        "#[derive(Debug, Default, PartialEq, Eq)]
pub struct Frame {
",
    ),
    (
        1..=17,
        "    /// An empty window with this many rows of tiles.
    pub fn new(rows: i32) -> Frame {
        Frame { rows, cells: Vec::new() }
    }

    /// Height of the window in tiles.
    pub fn rows(&self) -> i32 {
        self.rows
    }

",
        "",
    ),
    (1..=17, "Frame::new(rows(part))", "Frame::default()"),
    (16..=17, "pos.y < self.rows", "pos.y < ROWS"),
    // A cell of a chapter is drawn and nothing else, so it has no type of its own.
    (1..=17, "([cells](Cell)) into", "into"),
    (
        1..=17,
        "/// The contents of the window: cells on their tiles in drawing order. Later ones lie on top.
",
        "/// The contents of the window in drawing order: tiles, the characters on them (33 to 126), and their colours.
",
    ),
    (1..=17, "cells: Vec<(Pos, Cell)>", "cells: Vec<(Pos, u8, Color)>"),
    (1..=17, "-> &[(Pos, Cell)] {", "-> &[(Pos, u8, Color)] {"),
    (
        1..=17,
        "        } else if let Some(Cell { glyph, color }) = draw_tile(tile) {
            frame.put(pos, glyph, color);
",
        "        } else {
            draw_tile(pos, tile, frame);
",
    ),
    (16..=17, "self.cells.push((pos, Cell { glyph, color }));", "self.cells.push((pos, glyph, color));"),
    // A chapter draws on its window only.
    (
        1..=17,
        "use sdl2::render::{BlendMode, Canvas, RenderTarget, Texture, TextureCreator};",
        "use sdl2::render::{BlendMode, Canvas, RenderTarget, Texture, TextureCreator, WindowCanvas};",
    ),
    // The size of the font is that of SDL_ttf.
    (1..=17, "pub const FONT_PT: i32 = 20;", "pub const FONT_PT: u16 = 20;"),
    (
        1..=17,
        "        pt_size: i32,
    ) -> Result<GlyphCache<'r>, String> {
        let stream = RWops::from_bytes(font).map_err(unusable_font)?;
        let size = u16::try_from(pt_size).unwrap_or(u16::MAX);
        let font = ttf.load_font_from_rwops(stream, size)",
        "        pt_size: u16,
    ) -> Result<GlyphCache<'r>, String> {
        let stream = RWops::from_bytes(font).map_err(unusable_font)?;
        let font = ttf.load_font_from_rwops(stream, pt_size)",
    ),
    (1..=17, "tile: Pos::new(pt_size, pt_size)", "tile: Pos::new(TILE_SIZE, TILE_SIZE)"),
    (1..=17, "GlyphCache::new(ttf, creator, font, pt_size)?", "GlyphCache::new(ttf, creator, font, FONT_PT)?"),
    // The font of the chapters has all of ASCII.
    (
        1..=17,
        "            if font.find_glyph(character).is_none() {
                return Err(format!(\"the font has no glyph for '{character}'; the game needs all of ASCII\"));
            }
",
        "",
    ),
    // Nothing copies these.
    (1..=17, "#[derive(Clone, Debug, PartialEq, Eq)]\npub struct Map {", "#[derive(Debug, PartialEq, Eq)]\npub struct Map {"),
    (1..=17, "#[derive(Clone, Debug)]\npub struct DijkstraMap {", "#[derive(Debug)]\npub struct DijkstraMap {"),
    (1..=17, "#[derive(Clone, Debug, Default, PartialEq, Eq)]\npub struct Level {", "#[derive(Debug, Default, PartialEq, Eq)]\npub struct Level {"),
    (1..=17, "#[derive(Clone, Debug, PartialEq, Eq)]\npub struct Monster {", "#[derive(Debug, PartialEq, Eq)]\npub struct Monster {"),
    (1..=17, "#[derive(Clone, Debug, Default)]\npub struct Sound {", "#[derive(Debug, Default)]\npub struct Sound {"),
    (
        1..=17,
        "#[derive(Clone, Debug, Default)]\npub struct MessageLog {",
        "#[derive(Debug, Default)]\npub struct MessageLog {",
    ),
    (1..=17, "#[derive(Clone)]\npub struct Game {", "pub struct Game {"),
    (1..=17, "#[derive(Clone)]\npub struct Rng {", "pub struct Rng {"),
    // There are no messages to keep before the HUD shows them.
    (15..=15, "        std::mem::swap(&mut game.log, &mut self.log);\n", ""),
    // The functions that make items in the original are variants in a chapter, which its page says.
    (1..=17, "/// Is drunk once (Part 14: `makePotion`).", "/// Is drunk once."),
    (1..=17, "/// Part 13: is read once (Part 14: `makeScroll`).", "/// Part 13: is read once."),
    (1..=17, "adds this bonus to power (Part 14: `makeWeapon`).", "adds this bonus to power."),
    (1..=17, "adds this bonus to defense (Part 14: `makeArmour`).", "adds this bonus to defense."),
    // A class has its gear by name.
    (
        14..=17,
        "/// Part 9: dagger and sword.
pub const WEAPONS: [Item; 2] =
    [Item::Weapon { name: \"dagger\", bonus: 2 }, Item::Weapon { name: \"sword\", bonus: 4 }];
/// Part 9: leather and chain mail.
pub const ARMOURS: [Item; 2] =
    [Item::Armour { name: \"leather\", bonus: 1 }, Item::Armour { name: \"chain mail\", bonus: 3 }];
",
        "pub const DAGGER: Item = Item::Weapon { name: \"dagger\", bonus: 2 };
pub const SWORD: Item = Item::Weapon { name: \"sword\", bonus: 4 };
pub const LEATHER: Item = Item::Armour { name: \"leather\", bonus: 1 };
pub const CHAIN_MAIL: Item = Item::Armour { name: \"chain mail\", bonus: 3 };

/// The weapons on the floor.
pub const WEAPONS: [Item; 2] = [DAGGER, SWORD];
/// The armour on the floor.
pub const ARMOURS: [Item; 2] = [LEATHER, CHAIN_MAIL];
",
    ),
    (
        14..=17,
        "use crate::item::{ARMOURS, COLOURS, Item, LABELS, PotionType, ScrollType, WEAPONS};
",
        "use crate::item::{CHAIN_MAIL, COLOURS, DAGGER, Item, LABELS, LEATHER, PotionType, SWORD, ScrollType};
",
    ),
    (14..=17, "        let [dagger, sword] = WEAPONS;\n        let [leather, chain_mail] = ARMOURS;\n", ""),
    (14..=17, "self.weapon = Some(sword);", "self.weapon = Some(SWORD);"),
    (14..=17, "self.armour = Some(chain_mail);", "self.armour = Some(CHAIN_MAIL);"),
    (14..=17, "self.weapon = Some(dagger);", "self.weapon = Some(DAGGER);"),
    (14..=17, "self.armour = Some(leather);", "self.armour = Some(LEATHER);"),
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
    (14..=17, "/// The program before its first dungeon.", "/// Creates a game with the menu of classes open. [`Game::new_game`] starts it."),
    (14..=17, "/// A new dungeon (`newGame`).", "/// Starts a game of this class (`newGame`)."),
    (1..=17, "fn before_first_run(", "fn new("),
    (1..=17, "Game::before_first_run(", "Game::new("),
    (1..=13, "        Game {\n            part,", "        let mut game = Game {\n            part,"),
    (
        1..=13,
        "            save_result: None,\n        }\n",
        "        };\n        game.new_game(game.class);\n        game\n",
    ),
    // What the last key led to is for the tools. The messages of Parts 5 to 15 are printed, and then gone.
    (14..=17, "            save_result: None,\n", ""),
    (
        1..=17,
        "    /// Part 15: the result of F5 or F9, if that was the last key.\n    pub(crate) save_result: Option<SaveResult>,\n",
        "",
    ),
    (
        1..=17,
        "    /// Part 15: the result of F5 or F9, if that was the last key.
    pub fn save_result(&self) -> Option<&SaveResult> {
        self.save_result.as_ref()
    }

    /// Clears the messages, the sounds and the result of the last key: tools look at each key by itself.
    pub(crate) fn forget_last_key(&mut self) {
        self.log.new.clear();
        self.sound.tones.clear();
        self.save_result = None;
    }

",
        "",
    ),
    (1..=17, "use super::{Game, GameState, PlayerClass, SaveResult};", "use super::{Game, GameState, PlayerClass};"),
    (1..=17, "\npub use inspect::OtherView;\npub use save::SaveResult;\n", "\nuse inspect::OtherView;\n"),
    (1..=17, "mod title;\n", ""),
    (6..=17, "        self.forget_last_key();\n", ""),
    (1..=15, "log: &mut MessageLog", "log: &mut Vec<String>"),
    (1..=15, "log: MessageLog,", "log: Vec<String>,"),
    (1..=15, "log: MessageLog::default(),", "log: Vec::new(),"),
    (1..=15, "log.add(", "log.push("),
    (1..=15, "self.log(", "self.log.push("),
    // `format!` does what the original's `Game::log` does before it calls `add`.
    (16..=17, "self.log(", "self.log.add("),
    (16..=17, "game.log.drain(..)", "game.log.lines()"),
    (
        1..=17,
        ", thiserror::Error)]
#[error(\"unknown standard library '{0}': use libstdc++, libstdc++-10, libc++, msvc, msvc-2022 or msvc-2019\")]",
        ")]",
    ),
    // The number and the subject of the chapter are written when it is cut. Only in Parts 5 to 15 the title
    // of the window changes, and up to Part 13 a new game sets it at once.
    (
        14..=17,
        "format!(\"Roguelike - Part {part}: {}\", part.name())",
        "\"Roguelike - Part PART_NUMBER: PART_TITLE\".to_owned()",
    ),
    (
        5..=13,
        "            // `update_title` puts the player's numbers in its place.
            title: format!(\"Roguelike - Part {part}: {}\", part.name()),
",
        "            title: String::new(),
",
    ),
    (
        1..=4,
        "            // `update_title` puts the player's numbers in its place.
            title: format!(\"Roguelike - Part {part}: {}\", part.name()),
",
        "",
    ),
    (1..=4, "    pub(crate) title: String,\n", ""),
    (
        1..=4,
        "/// Part 9: power before bonuses.",
        "/// The title of the window.
pub const TITLE: &str = \"Roguelike - Part PART_NUMBER: PART_TITLE\";
/// Part 9: power before bonuses.",
    ),
    (1..=4, "use game::{Game, Outcome};", "use game::{Game, Outcome, TITLE};"),
    (1..=4, "video.window(&game.title,", "video.window(TITLE,"),
    (
        16..=17,
        "/// Part 9: power before bonuses.",
        "/// The title of the window.
pub const TITLE: &str = \"Roguelike - Part PART_NUMBER: PART_TITLE\";
/// Part 9: power before bonuses.",
    ),
    (16..=17, "use game::{Game, Outcome};", "use game::{Game, Outcome, TITLE};"),
    (16..=17, "video.window(&game.title,", "video.window(TITLE,"),
    (5..=15, "Roguelike - Part {part}   |", "Roguelike - Part PART_NUMBER   |"),
    // The view is computed where the original does it.
    (11..=17, "self.update_view();", "fov::compute(&mut self.levels[self.depth].map, self.player.pos);"),
    (5..=17, "use crate::dijkstra_map::UNREACHABLE;\n", "use crate::dijkstra_map::UNREACHABLE;\nuse crate::fov;\n"),
    (5..=17, "use crate::message_log::MessageLog;\nuse crate::part::Part;\nuse crate::sound::Sound;", "use crate::message_log::MessageLog;\nuse crate::monster::Monster;\nuse crate::part::Part;\nuse crate::sound::Sound;"),
    // The tools ask for the damage of an attack, and whether a monster flees.
    (
        7..=17,
        "        let flee = monster.entity.flees();
",
        "        // A third of its hit points or less is left.
        let flee = monster.entity.hp * 3 <= monster.entity.max_hp;
",
    ),
    // Before Part 16 the window is as high as the map.
    (1..=15, "rows(part)", "MAP_HEIGHT"),
    (1..=15, "use map::MAP_WIDTH;", "use map::{MAP_HEIGHT, MAP_WIDTH};"),
    (
        16..=17,
        "/// Returns the height of the window in tiles. From Part 16 on it has the rows of the HUD too.
pub fn rows(part: Part) -> i32 {
    if part.has_hud() { MAP_HEIGHT + HUD_ROWS } else { MAP_HEIGHT }
}
",
        "/// Height of the window in tiles.
pub const ROWS: i32 = MAP_HEIGHT + HUD_ROWS;
",
    ),
    (16..=17, "rows(part)", "ROWS"),
    (16..=17, "use screen::{Frame, render, rows};", "use screen::{Frame, ROWS, render};"),
    // The font cannot be another one.
    (1..=17, "{reason}; give a TrueType or OpenType font file", "{reason}"),
    (1..=17, " cannot read the font, and what to do.", " cannot read the font."),
    // What a table or a place is in this chapter.
    (4..=8, "monster::kinds(part)", "monster::FIRST_KINDS"),
    (9..=17, "monster::kinds(part)", "monster::KINDS"),
    (8..=10, "PotionType::of(part)", "&PotionType::ALL"),
    (8..=9, "Self::Strength, Self::Regen]", "Self::Strength]"),
    (8..=9, "pub const ALL: [Self; 4]", "pub const ALL: [Self; 3]"),
    (1..=9, "POTION_TRUE: [&str; 4]", "POTION_TRUE: [&str; 3]"),
    (14..=16, "first_class_row(part) + 2", "15"),
    (14..=16, "first_class_row(part) + 4", "17"),
    (14..=16, "first_class_row(part)", "13"),
    (17..=17, "first_class_row(part) + 2", "17"),
    (17..=17, "first_class_row(part) + 4", "19"),
    (17..=17, "first_class_row(part)", "15"),
    (1..=16, "let [class, depth, amulets] = ", "let [class, depth] = "),
    (1..=16, "        game.amulets = amulets as u32;\n", ""),
    (17..=17, "        &format!(\"You held", "        format!(\"You held"),
    (
        5..=16,
        "    let verdict = if part.has_amulets() {
        &format!(\"You held {} of 3 Amulets. The dark keeps them.\", game.amulets)
    } else {
        \"The dungeon claims another.\"
    };
    frame.draw_centred(y0 + 4, verdict, DEAD_TEXT);
",
        "    frame.draw_centred(y0 + 4, \"The dungeon claims another.\", DEAD_TEXT);
",
    ),
    (17..=17, "        \"The dungeon claims another.\"", "        String::from(\"The dungeon claims another.\")"),
    (17..=17, "y0 + 4, verdict, DEAD_TEXT", "y0 + 4, &verdict, DEAD_TEXT"),
    (15..=16, "SAVE_VERSION", "2"),
    (17..=17, "SAVE_VERSION", "3"),
    // Before Part 11 there is no `Level`: its members are those of the game.
    (
        1..=10,
        "    /// The levels made so far, by depth; before the first dungeon one of solid wall. Parts 1 to 10 have one.
    pub(crate) levels: Vec<Level>,
    /// Part 11: the depth of the current level, counted from 0.
    pub(crate) depth: usize,
    pub(crate) player: Player,
",
        "    /// The dungeon.
    pub(crate) map: Map,
    /// Part 11: the depth of the current level, counted from 0.
    pub(crate) depth: usize,
    pub(crate) player: Player,
    /// Part 4: the monsters in the order in which they act, the dead ones included.
    pub(crate) monsters: Vec<Monster>,
    /// Part 8: what lies on the floor, in the order in which it was placed (`m_items`).
    pub(crate) items: Vec<FloorItem>,
",
    ),
    (
        1..=10,
        "            levels: vec![Level::default()],
            depth: 0,
            player: player::new(),
",
        "            map: Map::default(),
            depth: 0,
            player: player::new(),
            monsters: Vec::new(),
            items: Vec::new(),
",
    ),
    (
        1..=10,
        "use crate::item::{ARMOURS, COLOURS, Item, LABELS, PotionType, ScrollType, WEAPONS};
",
        "use crate::item::{ARMOURS, COLOURS, FloorItem, Item, PotionType, ScrollType, WEAPONS};
use crate::monster::{self, Monster};
",
    ),
    (
        1..=10,
        "use crate::map::{DIRECTIONS, Pos};
use crate::message_log::MessageLog;
use crate::part::Part;
use crate::player::{self, Player};
",
        "use crate::map::{DIRECTIONS, Map, Pos};
use crate::message_log::MessageLog;
use crate::part::Part;
use crate::player::{self, Player};
",
    ),
    (
        4..=8,
        "/// Part 17: number of amulets",
        "/// Part 4: maximum number of monsters.
const MONSTER_COUNT: usize = 8;
/// Part 8: number of tries at placing a potion.
const ITEM_COUNT: u32 = 6;
/// Part 17: number of amulets",
    ),
    (
        9..=10,
        "/// Part 17: number of amulets",
        "/// Part 4: maximum number of monsters.
const MONSTER_COUNT: usize = 8;
/// Part 9: number of tries at placing an item.
const ITEM_COUNT: u32 = 7;
/// Part 17: number of amulets",
    ),
    (
        1..=10,
        "            let level = &mut self.levels[self.depth];
            let monster = &mut level.monsters[index];
",
        "            let monster = &mut self.monsters[index];
",
    ),
    (1..=10, "|| !level.map.tile(monster", "|| !self.map.tile(monster"),
    (1..=10, "monster.wander(&level.map, &mut self.rng);", "monster.wander(&self.map, &mut self.rng);"),
    (
        6..=10,
        "        let index = self.monster_at(self.player.pos + step);
        let level = &mut self.levels[self.depth];
        if let Some(index) = index {",
        "        if let Some(index) = self.monster_at(self.player.pos + step) {",
    ),
    (6..=10, "let target = &mut level.monsters[index].entity;", "let target = &mut self.monsters[index].entity;"),
    (
        6..=10,
        "self.player.try_move(step, &level.map) {
            fov::compute(&mut level.map, self.player.pos);",
        "self.player.try_move(step, &self.map) {
            fov::compute(&mut self.map, self.player.pos);",
    ),
    (
        1..=10,
        "    let level = game.cur();
    for pos in Map::positions() {
        let tile = level.map.tile(pos);
",
        "    for pos in Map::positions() {
        let tile = game.map.tile(pos);
",
    ),
    (1..=10, "for lying in &level.items {", "for lying in &game.items {"),
    (1..=10, "for monster in &level.monsters {", "for monster in &game.monsters {"),
    (1..=10, "&& level.map.tile(body.pos).visible {", "&& game.map.tile(body.pos).visible {"),
    (1..=10, "self.levels[self.depth].", "self."),
    (1..=10, "self.cur().", "self."),
    (11..=17, "; before the first dungeon one of solid wall. Parts 1 to 10 have one.", "."),
    (11..=17, "levels: vec![Level::default()],", "levels: Vec::new(),"),
    // What is to be made on a level has no name of its own any more.
    (11..=17, "if part.has_floors() { MONSTER_COUNT + depth * 2 } else { MONSTER_COUNT };", "8 + depth * 2;"),
    (
        11..=17,
        "        let item_count = if part.has_equipment() { ITEM_COUNT } else { FIRST_ITEM_COUNT };",
        "        // Number of tries at placing an item.\n        let item_count = 7;",
    ),
    // What the title showed before is a message.
    (16..=17, "self.flash(msg);", "self.log.add(msg.to_owned());"),
    (16..=17, "self.flash(\"No save found.\");", "self.log.add(\"No save found.\".to_owned());"),
    (16..=17, "self.flash(\"Bad save file.\");", "self.log.add(\"Bad save file.\".to_owned());"),
    (16..=17, "self.flash(\"Game loaded.\");", "self.log.add(\"Game loaded.\".to_owned());"),
    // A chapter has the random numbers of one library.
    (1..=17, "what a standard library makes of its numbers.", "what LIBRARY_WORDS makes of its numbers."),
    (1..=17, "together with the distributions of one standard library.", "together with the distributions of LIBRARY_NAME."),
    (1..=17, "to `range - 1`, as the library does it.", "to `range - 1`, as LIBRARY_NAME draws it."),
    (1..=17, "if items.len() >= 2 && items.len()", "if items.len()"),
    // The comment of `Game` names the class, so the top of its file needn't.
    (1..=17, " (class `Game`, Part 6; before in `main`).", "."),
    // There is no class `Game` yet.
    (
        1..=5,
        "/// The game (class `Game`). The window, the renderer and the glyphs (`m_window`, `m_sdl`, `m_glyphs`) belong
/// to `main` here. From Part 16 on the audio device does too.
",
        "/// What changes while the game runs. In the original these are variables of `main`.
",
    ),
    // The player of Parts 2 and 3 is a place and nothing else.
    (2..=3, "player: player::new(),", "player: Player::default(),"),
    (
        2..=3,
        "/// Part 8: any item in memory.\n",
        "/// The colour of `@`.\nconst PLAYER: Color = Color(255, 230, 150);\n/// Part 8: any item in memory.\n",
    ),
    (
        2..=3,
        "        let body = &game.player;
        frame.put(body.pos, body.glyph, body.color);
",
        "        frame.put(game.player.pos, b'@', PLAYER);
",
    ),
    (
        4..=17,
        "        let body = &game.player;
        frame.put(body.pos, body.glyph, body.color);
",
        "        let player = &game.player;
        frame.put(player.pos, player.glyph, player.color);
",
    ),
    // In Part 5 a `bool` says that the player is dead.
    (5..=5, "    pub(crate) state: GameState,\n", "    /// True once the player is dead.\n    pub(crate) dead: bool,\n"),
    (
        5..=5,
        "            state: if part.has_classes() { GameState::ClassSelect } else { GameState::Playing },
",
        "            dead: false,
",
    ),
    (5..=5, "self.state = GameState::Playing;", "self.dead = false;"),
    (5..=5, "game.state == GameState::Dead", "game.dead"),
    (9..=13, "power = self.base_power + self", "power = BASE_POWER + self"),
    // Until Part 14 an appearance is a text. Save files need numbers, so from Part 15 on it is an index.
    (
        8..=14,
        "    /// Part 8: each potion's appearance, an index into `COLOURS` (`m_appearance`, Part 13: `m_potionAppear`).
    pub(crate) potion_appear_idx: [usize; PotionType::ALL.len()],
",
        "    /// Part 8: what each type of potion looks like, one of [`COLOURS`] (`m_appearance`, `m_potionAppear`).
    pub(crate) potion_appear_idx: [&'static str; PotionType::ALL.len()],
",
    ),
    (8..=12, "(`m_appearance`, `m_potionAppear`)", "(`m_appearance`)"),
    (13..=14, "(`m_appearance`, `m_potionAppear`)", "(`m_potionAppear`)"),
    (15..=17, "(`m_appearance`, Part 13: `m_potionAppear`)", "(`m_potionAppearIdx`)"),
    (13..=17, "that is identified (`m_identified`)", "that is identified (`m_potionIdent`)"),
    (
        13..=14,
        "    /// Part 13: the label of each type of scroll, as an index into `LABELS` (`m_scrollAppear`).
    pub(crate) scroll_appear_idx: [usize; ScrollType::ALL.len()],
",
        "    /// Part 13: the label of each type of scroll, one of [`LABELS`] (`m_scrollAppear`).
    pub(crate) scroll_appear_idx: [&'static str; ScrollType::ALL.len()],
",
    ),
    (15..=17, "into `LABELS` (`m_scrollAppear`)", "into `LABELS` (`m_scrollAppearIdx`)"),
    (8..=14, "potion_appear_idx: [0; PotionType::ALL.len()],", "potion_appear_idx: [\"\"; PotionType::ALL.len()],"),
    (13..=14, "scroll_appear_idx: [0; ScrollType::ALL.len()],", "scroll_appear_idx: [\"\"; ScrollType::ALL.len()],"),
    (8..=14, "COLOURS[self.potion_appear_idx[potion as usize]]", "self.potion_appear_idx[potion as usize]"),
    (8..=14, "= order[potion as usize];", "= COLOURS[order[potion as usize]];"),
    (13..=14, "= order[scroll as usize];", "= LABELS[order[scroll as usize]];"),
    (13..=14, "LABELS[self.scroll_appear_idx[scroll as usize]]", "self.scroll_appear_idx[scroll as usize]"),
    (
        8..=8,
        "const UI_TITLE: Color = Color(230, 220, 180);
const UI_TEXT: Color = Color(205, 200, 215);
const UI_HINT: Color = Color(120, 112, 132);
const UI_FRAME: Color = Color(120, 110, 140);
",
        "const UI_FRAME: Color = Color(120, 110, 140);
const UI_TITLE: Color = Color(230, 220, 180);
const UI_TEXT: Color = Color(205, 200, 215);
const UI_HINT: Color = Color(120, 112, 132);
",
    ),
    (8..=8, "uses the item in a slot, which", "drinks the potion in a slot, which"),
    // In Part 8 every item is a potion: on the floor a type and a place, in the pack a type.
    (
        8..=8,
        "/// An item that lies on the floor, and where (`x` and `y` of the struct `Item`).",
        "/// A potion that lies on the floor, and where (struct `Item`). In the inventory it is a [`PotionType`].",
    ),
    (8..=8, "pub item: Item,", "pub kind: PotionType,"),
    (8..=8, "inventory: Vec<Item>", "inventory: Vec<PotionType>"),
    (8..=8, "fn inventory(&self) -> &[Item]", "fn inventory(&self) -> &[PotionType]"),
    (
        8..=8,
        "if slot >= self.inventory.len() {
            return; // No such item, so no turn
        }
        match self.inventory.remove(slot) {
            Item::Potion(potion) => self.quaff(potion),
            Item::Scroll(scroll) => self.read_scroll(scroll),
            item @ (Item::Weapon { .. } | Item::Armour { .. }) => self.equip(item),
            // Never in the inventory, see `pick_up_here`.
            Item::Amulet => {}
        }",
        "let Some(&potion) = self.inventory.get(slot) else {
            return; // No such item, so no turn
        };\n        self.quaff(potion);\n        self.inventory.remove(slot);",
    ),
    (
        8..=8,
        "/// Part 8: any item in memory.\n",
        "/// Potions in view, and potions in memory.\nconst POTION_LIT: Color = Color(200, 120, 220);\n",
    ),
    (
        8..=8,
        "for lying in &game.items {
            let (glyph, color) = lying.item.look();
            let memory = if part.has_equipment() { ITEM_MEM } else { POTION_MEM };
            draw_remembered(lying.pos, &level.map, glyph, color, memory, frame);
",
        "for item in &game.items {
            let tile = game.map.tile(item.pos);
            if tile.visible {
                frame.put(item.pos, b'!', POTION_LIT);
            } else if tile.explored {
                frame.put(item.pos, b'!', POTION_MEM);
            }
",
    ),
    // What is drawn from memory, as the original does it.
    (
        9..=17,
        "            let memory = if part.has_equipment() { ITEM_MEM } else { POTION_MEM };
            draw_remembered(lying.pos, &level.map, glyph, color, memory, frame);
",
        "            let tile = level.map.tile(lying.pos);
            if tile.visible {
                frame.put(lying.pos, glyph, color);
            } else if tile.explored {
                frame.put(lying.pos, glyph, ITEM_MEM);
            }
",
    ),
    (9..=10, "let tile = level.map.tile(lying.pos);", "let tile = game.map.tile(lying.pos);"),
    (
        11..=17,
        "    if part.has_floors() {
        draw_remembered(level.stairs, &level.map, b'>', STAIRS_LIT, STAIRS_MEM, frame);
    }
",
        "    let tile = level.map.tile(level.stairs);
    if tile.visible {
        frame.put(level.stairs, b'>', STAIRS_LIT);
    } else if tile.explored {
        frame.put(level.stairs, b'>', STAIRS_MEM);
    }
",
    ),
    (10..=17, "    // Part 10: regeneration\n", ""),
    (10..=17, "From Part 10 on it poisons for 6 turns.", "Poisons for 6 turns."),
    (4..=10, "/// A monster on a level (struct", "/// A monster (struct"),
    (
        3..=17,
        "        // Up to 0. This range makes the view faster than `-distance..=0`.
        for dx in -distance..1 {
",
        "        for dx in -distance..=0 {
",
    ),
    // The table of monsters names its fields.
    (4..=8, "    kind(b'r', Color(150, 150, 160), 3, 1, \"the rat\", false),", "    MonsterKind { glyph: b'r', color: Color(150, 150, 160), hp: 3, power: 1, name: \"the rat\", venom: false },"),
    (4..=8, "    kind(b'k', Color(110, 200, 120), 5, 2, \"the kobold\", false),", "    MonsterKind { glyph: b'k', color: Color(110, 200, 120), hp: 5, power: 2, name: \"the kobold\", venom: false },"),
    (4..=8, "    kind(b'g', Color(120, 170, 230), 8, 3, \"the goblin\", false),", "    MonsterKind { glyph: b'g', color: Color(120, 170, 230), hp: 8, power: 3, name: \"the goblin\", venom: false },"),
    (9..=17, "    kind(b'r', Color(150, 150, 160), 3, 2, \"the rat\", false),", "    MonsterKind { glyph: b'r', color: Color(150, 150, 160), hp: 3, power: 2, name: \"the rat\", venom: false },"),
    (9..=17, "    kind(b'k', Color(110, 200, 120), 5, 4, \"the kobold\", false),", "    MonsterKind { glyph: b'k', color: Color(110, 200, 120), hp: 5, power: 4, name: \"the kobold\", venom: false },"),
    (9..=17, "    kind(b'g', Color(120, 170, 230), 8, 6, \"the goblin\", false),", "    MonsterKind { glyph: b'g', color: Color(120, 170, 230), hp: 8, power: 6, name: \"the goblin\", venom: false },"),
    (10..=17, "    kind(b'S', Color(90, 200, 90), 4, 3, \"the snake\", true),", "    MonsterKind { glyph: b'S', color: Color(90, 200, 90), hp: 4, power: 3, name: \"the snake\", venom: true },"),
    (10..=17, "    // Part 10: the snake\n", ""),
    (17..=17, "        // Part 17: the amulet\n", ""),
    (17..=17, "Item::Amulet => item.name().to_owned(),", "Item::Amulet => \"Amulet of SDL\".to_owned(),"),
    (16..=17, "/// Part 5: the messages (`SDL_Log`). From Part 16 on the HUD shows the last ones (`m_log`).", "/// The messages, of which the HUD shows the last ones (`m_log`)."),
    (17..=17, "// Never in the inventory, see `pick_up_here`.", "// Only a changed save file can put one into the inventory."),
    (17..=17, "took_turn && (!self.part.has_amulets() || self.state == GameState::Playing)", "took_turn && self.state == GameState::Playing"),
    (17..=17, "/// Part 5: a key on the death screen. From Part 17 on also one on the win screen.", "/// A key on the death screen or on the win screen."),
    (14..=17, "base_power: BASE_POWER,", "base_power: player::POWER,"),
    (1..=8, "const BASE_POWER: i32 = player::POWER;", "const BASE_POWER: i32 = 5;"),
    (8..=17, " (in Parts 8 to 12 `TRUE_NAME`)", ""),
    (9..=17, " (in Part 8 `POTION_LIT`)", ""),
    (14..=17, " The steps are in the order of Part 14.", ""),
    (5..=5, "//! A turn: the player acts, then the monsters.", "//! What happens in a turn besides the player's step: attacks, and the monsters."),
    // Functions that have other names at first, see below.
    (1..=5, "(`render`; in Parts 1 to 5 the lambda `draw`)", "(`draw`)"),
    (6..=17, "(`render`; in Parts 1 to 5 the lambda `draw`)", "(`render`)"),
    (9..=17, "with its bonus (`itemLabel`, Part 9).", "with its bonus (`itemLabel`)."),
    (8..=8, "(`useItem`; in Part 8 `quaff`)", "(`quaff`)"),
    (8..=8, "(`quaff`; in Part 8 `applyPotion`)", "(`applyPotion`)"),
    (9..=17, "(`useItem`; in Part 8 `quaff`)", "(`useItem`)"),
    (9..=17, "(`quaff`; in Part 8 `applyPotion`)", "(`quaff`)"),
]
