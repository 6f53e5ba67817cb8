// Chapters, a text of the sources, and what stands there in those chapters.
[
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
    (
        1..=17,
        "if let Some(Loudness(loudness)) = self.loudness {\n            volume *= loudness;\n        }\n",
        "",
    ),
    // Only windows of the desktop ask where texts are.
    (1..=17, "use std::ops::Range;\n\nuse crate::color::Color;\nuse crate::entity", "use crate::color::Color;\nuse crate::entity"),
    (
        1..=17,
        "/// A text that was drawn on a frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextRun {
    /// The tile of its first letter.
    pub pos: Pos,
    /// What it says.
    pub text: String,
    /// True if it stands in the middle of its row.
    pub is_centred: bool,
    /// The indices of its cells. Blanks have none.
    pub(crate) cells: Range<usize>,
}

",
        "",
    ),
    (
        1..=17,
        "    /// Returns the texts among them in drawing order.
    pub fn texts(&self) -> &[TextRun] {
        &self.texts
    }

",
        "",
    ),
    (
        1..=17,
        "    /// Notes that the cells from this index on are a text.
    fn note_text(&mut self, first: usize, pos: Pos, text: &str, is_centred: bool) {
        let cells = first..self.cells.len();
        self.texts.push(TextRun { pos, text: text.to_owned(), is_centred, cells });
    }

",
        "",
    ),
    (1..=17, "    pub(crate) texts: Vec<TextRun>,\n", ""),
    (1..=17, "cells: Vec::new(), texts: Vec::new()", "cells: Vec::new()"),
    (1..=17, "        self.texts.clear();\n", ""),
    (1..=17, "        let first = self.cells.len();\n", ""),
    (1..=17, "        self.note_text(first, Pos::new(start_col, row), text, true);\n", ""),
    (1..=17, "        self.note_text(first, Pos::new(column, row), text, false);\n", ""),
    (1..=17, "    frame.clear();\n", "    frame.cells.clear();\n"),
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
        "            answer: None,\n        }\n",
        "        };\n        game.new_game(game.class);\n        game\n",
    ),
    // What the last key led to is for the tools. The messages of Parts 5 to 15 are printed, and then gone.
    (14..=17, "            answer: None,\n", ""),
    (
        1..=17,
        "    /// Part 15: what F5 or F9 led to, if that was the last key.\n    pub(crate) answer: Option<Answer>,\n",
        "",
    ),
    (
        1..=17,
        "    /// Part 15: what F5 or F9 led to, if that was the last key.
    pub fn answer(&self) -> Option<&Answer> {
        self.answer.as_ref()
    }

    /// Clears the messages, the sounds and the answer of the last key: tools look at those of one key.
    pub(crate) fn forget_last_key(&mut self) {
        self.log.new.clear();
        self.sound.tones.clear();
        self.answer = None;
    }

",
        "",
    ),
    (1..=17, "use super::{Answer, Game, GameState, PlayerClass};", "use super::{Game, GameState, PlayerClass};"),
    (1..=17, "\npub use save::Answer;\n", ""),
    (6..=17, "        self.forget_last_key();\n", ""),
    (1..=15, "log: &mut MessageLog", "log: &mut Vec<String>"),
    (1..=15, "log: MessageLog,", "log: Vec<String>,"),
    (1..=15, "log: MessageLog::default(),", "log: Vec::new(),"),
    (1..=15, "log.add(", "log.push("),
    (1..=15, "self.log(", "self.log.push("),
    (16..=17, "game.log.drain(..)", "game.log.lines()"),
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
    // The view is computed where the original does it.
    (3..=17, "self.update_view();", "fov::compute(&mut self.levels[self.depth].map, self.player.pos);"),
    (5..=17, "use crate::dijkstra_map::UNREACHABLE;\n", "use crate::dijkstra_map::UNREACHABLE;\nuse crate::fov;\n"),
    // From Part 6 on every direction key repaints, so there is no question whether something was done.
    (10..=17, "fn player_act(&mut self, step: Pos) -> bool {", "fn player_act(&mut self, step: Pos) {"),
    (10..=17, " Returns true if something was done.", ""),
    (10..=17, "        took_turn\n    }\n", "    }\n"),
    (6..=17, "            let acted = self.player_act(step);\n", "            self.player_act(step);\n"),
    (
        6..=17,
        "return if self.part.has_game_class() || acted { Outcome::Redraw } else { Outcome::Nothing };",
        "return Outcome::Redraw;",
    ),
    (
        17..=17,
        "(!self.part.has_amulets() || self.state == GameState::Playing)",
        "self.state == GameState::Playing",
    ),
    (
        10..=16,
        "        // The third amulet ends the run in the middle of the turn: the monsters do not act any more.\n",
        "",
    ),
    // From Part 16 on saving always repaints.
    (16..=17, "fn save(&mut self) -> Outcome {", "fn save(&mut self) {"),
    (
        16..=17,
        "            self.log(msg.to_owned());
            Outcome::Redraw
        } else {
            self.flash(msg);
            Outcome::Nothing
        }
",
        "            self.log(msg.to_owned());
        } else {
            self.flash(msg);
        }
",
    ),
    (16..=17, "=> return self.save(),", "=> self.save(),"),
    // The tools ask for a tile's cell, for the damage of an attack, and whether a monster flees.
    (
        3..=17,
        "        } else if let Some(Cell { glyph, color }) = draw_tile(tile) {
            frame.draw_glyph(pos, glyph, color);
        }
",
        "        } else {
            draw_tile(pos, tile, frame);
        }
",
    ),
    (5..=8, "let dmg = damage(part, attacker, defender);", "let dmg = attacker.power;"),
    (
        9..=17,
        "    let dmg = damage(part, attacker, defender);
",
        "    // At least 1, so that armour never makes anyone invulnerable.
    let dmg = (attacker.power - defender.defense).max(1);
",
    ),
    (
        7..=17,
        "        let flee = monster.entity.flees();
",
        "        // A third of its hit points or less is left.
        let flee = monster.entity.hp * 3 <= monster.entity.max_hp;
",
    ),
    // Before Part 9 there is no `drawLeft`.
    (
        8..=8,
        "        frame.draw_left(x, y + slot as i32, &line, UI_TEXT);
",
        "        for (column, byte) in (x..).zip(line.bytes()) {
            frame.draw_glyph(Pos::new(column, y + slot as i32), byte, UI_TEXT);
        }
",
    ),
    // Before Part 16 the window is as high as the map.
    (1..=15, "rows(part)", "MAP_HEIGHT"),
    (1..=15, "use map::MAP_WIDTH;", "use map::{MAP_HEIGHT, MAP_WIDTH};"),
    // The font cannot be another one.
    (1..=17, "{reason}; give a TrueType or OpenType font file", "{reason}"),
    (1..=17, " cannot read the font, and what to do.", " cannot read the font."),
    // What a table or a place is in this chapter.
    (4..=8, "monster::kinds(part)", "monster::FIRST_KINDS"),
    (9..=17, "monster::kinds(part)", "monster::KINDS"),
    (8..=17, "PotionType::of(part)", "PotionType::ALL"),
    (8..=9, "Self::Strength, Self::Regen]", "Self::Strength]"),
    (8..=8, "first_slot(game.part)", "FIRST_SLOT_IN_BOX"),
    (9..=17, "first_slot(game.part)", "FIRST_SLOT"),
    (14..=16, "first_class_row(part) + 2", "15"),
    (14..=16, "first_class_row(part) + 4", "17"),
    (14..=16, "first_class_row(part)", "13"),
    (17..=17, "first_class_row(part) + 2", "17"),
    (17..=17, "first_class_row(part) + 4", "19"),
    (17..=17, "first_class_row(part)", "15"),
    (15..=16, "SAVE_VERSION", "2"),
    (17..=17, "SAVE_VERSION", "3"),
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
    (8..=8, "let FloorItem { item, pos } = ", "let FloorItem { kind: item, pos } = "),
    (8..=8, "{}.\", self.item_label(item)", "{}.\", self.potion_name(item)"),
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
]
