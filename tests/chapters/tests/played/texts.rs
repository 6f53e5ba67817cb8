//! The shape that chapters have when they play recordings: like the table in `forms/texts.rs`.

use chapters::shapes::Row;

/// Chapters, a text of the sources, and what stands there in those chapters.
pub const TEXTS: &[Row] = &[
    // A constant in a pattern needs it, and the compiler does not say so in a way that is understood.
    (
        1..=17,
        "#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]\npub struct Key",
        "#[derive(Clone, Copy, Debug, std::cmp::PartialEq)]\npub struct Key",
    ),
    (8..=8, "item_word(lying.item)", "format_args!(\"potion:{}\", lying.kind.effect())"),
    (1..=17, "use crate::screen::{Frame, render, rows};", "use crate::screen::{Frame, render};"),
    (1..=17, "sort_by_key(|(pos, _)|", "sort_by_key(|(pos, ..)|"),
    (1..=17, "for (pos, Cell { glyph, color }) in cells", "for (pos, glyph, color) in cells"),
    (1..=17, "for (pos, cell) in frame.cells() {", "for &(pos, glyph, _) in frame.cells() {"),
    (1..=17, "[pos.x as usize] = cell.glyph;", "[pos.x as usize] = glyph;"),
    (1..=15, "frame.rows()", "crate::map::MAP_HEIGHT"),
    (16..=17, "frame.rows()", "crate::screen::ROWS"),
    (1..=4, "&self.title", "crate::game::TITLE"),
    (16..=17, "&self.title", "crate::game::TITLE"),
    (
        1..=10,
        "        let level = self.cur();
        self.state != GameState::ClassSelect
            || [self.player.pos, level.stairs].iter().any(|&pos| level.map.is_floor(pos))
",
        "        Map::positions().any(|pos| self.map.is_floor(pos))
",
    ),
    (
        11..=17,
        "        let level = self.cur();
        self.state != GameState::ClassSelect
            || [self.player.pos, level.stairs].iter().any(|&pos| level.map.is_floor(pos))
",
        "        !self.levels.is_empty()
",
    ),
    (11..=17, "PotionType::of(part)", "&PotionType::ALL"),
    (8..=17, "&PotionType::ALL.iter()", "PotionType::ALL.iter()"),
    (
        2..=3,
        "format!(\"{} {} hp {}/{}\", body.pos.x, body.pos.y, body.hp, body.max_hp)",
        "format!(\"{} {} hp 30/30\", body.pos.x, body.pos.y)",
    ),
    (2..=3, "body: &Entity", "body: &crate::player::Player"),
    (1..=10, "game.cur().", "game."),
    (5..=5, "screen_name(game.state())", "if game.dead { \"dead\" } else { \"map\" }"),
    (9..=17, "word(game.wielded())", "word(game.weapon)"),
    (9..=17, "word(game.worn())", "word(game.armour)"),
    (
        8..=14,
        "        let (look, known) = game.potions()[potion as usize];
        let (name, look) = (potion.effect(), COLOURS[look]);
",
        "        let known = game.potion_ident[potion as usize];
        let (name, look) = (potion.effect(), game.potion_appear_idx[potion as usize]);
",
    ),
    (
        13..=14,
        "            let (look, known) = game.scrolls()[scroll as usize];
            let (name, look) = (scroll.effect(), LABELS[look]);
",
        "            let known = game.scroll_ident[scroll as usize];
            let (name, look) = (scroll.effect(), game.scroll_appear_idx[scroll as usize]);
",
    ),
    (8..=17, "(key as usize, Key::A as usize, Key::Z as usize)", "(usize::from(key.0), 4, 29)"),
    (8..=8, "item_word(item)", "format_args!(\"potion:{}\", item.effect())"),
];
