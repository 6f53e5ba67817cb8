//! What chapters have in another shape, or under another name, than the sources. These have the shape of the
//! last chapter, and what the tools need.

use std::ops::{Range, RangeInclusive};

use crate::chapter::root;
use crate::files::collect;
use crate::nodes::{Kind, Nodes};
use crate::program::Sources;

/// Chapters, a text of the sources, and what stands there in those chapters.
type Row = (RangeInclusive<u8>, &'static str, &'static str);

const TEXTS: &[Row] = &include!("../forms/texts.rs");

/// Rows of what is handed out, without what plays recordings.
const UNTRACED: &[Row] = &[
    (
        1..=17,
        "    /// The messages of the last key. None of them is dropped.\n    pub(crate) new: Vec<String>,\n",
        "",
    ),
    (1..=17, "        self.new.push(line.clone());\n", ""),
    // A key is SDL's own type. Recordings need the keys' names too.
    (1..=17, "mod key;\n", ""),
    (1..=17, "use key::Key;\n", ""),
    (1..=17, "use crate::key::Key;\n", ""),
    (
        1..=17,
        "use crate::dijkstra_map::DijkstraMap;\nuse crate::fov",
        "use sdl2::keyboard::Scancode;\n\nuse crate::dijkstra_map::DijkstraMap;\nuse crate::fov",
    ),
    (1..=17, "key: Key", "key: Scancode"),
    (1..=17, "Key(scancode as u16)", "scancode"),
    (1..=17, "Key::SPACE", "Scancode::Space"),
    (1..=17, "Key::ESCAPE", "Scancode::Escape"),
    (1..=17, "Key::UP", "Scancode::Up"),
    (1..=17, "Key::DOWN", "Scancode::Down"),
    (1..=17, "Key::LEFT", "Scancode::Left"),
    (1..=17, "Key::RIGHT", "Scancode::Right"),
    (1..=17, "Key::PERIOD", "Scancode::Period"),
    (1..=17, "Key::NUM_", "Scancode::Num"),
    (1..=17, "Key::F5", "Scancode::F5"),
    (1..=17, "Key::F9", "Scancode::F9"),
    (1..=17, "Key::W", "Scancode::W"),
    (1..=17, "Key::A", "Scancode::A"),
    (1..=17, "Key::S", "Scancode::S"),
    (8..=17, "Key::Z", "Scancode::Z"),
    (1..=17, "Key::D", "Scancode::D"),
    (1..=17, "Key::I", "Scancode::I"),
];

/// Rows of what the tests of this tool add, to play recordings.
const TRACE: &[Row] = &[
    // A constant in a pattern needs it, and the compiler does not say so in a way that is understood.
    (
        1..=17,
        "#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]\npub struct Key",
        "#[derive(Clone, Copy, Debug, std::cmp::PartialEq)]\npub struct Key",
    ),
    (8..=8, "item_word(lying.item)", "format_args!(\"potion:{}\", lying.kind.effect())"),
    (1..=17, "use crate::screen::{Frame, render, rows};", "use crate::screen::{Frame, render};"),
    (1..=15, "frame.rows()", "crate::map::MAP_HEIGHT"),
    (16..=17, "frame.rows()", "crate::screen::ROWS"),
    (1..=4, "&self.title", "crate::game::TITLE"),
    (16..=17, "&self.title", "crate::game::TITLE"),
    (11..=17, "Map::positions().any(|pos| self.cur().map.is_floor(pos))", "!self.levels.is_empty()"),
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
    (9..=14, "Item::Weapon(bonus) => format!(\"w", "Item::Weapon { bonus, .. } => format!(\"w"),
    (9..=14, "Item::Armour(bonus) => format!(\"a", "Item::Armour { bonus, .. } => format!(\"a"),
    (9..=14, "word(game.wielded())", "word(game.weapon)"),
    (9..=14, "word(game.worn())", "word(game.armour)"),
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

/// What has another name in some chapters: chapters, name in the sources, name there.
const NAMES: &[Row] = &[
    (1..=5, "render", "draw"),
    (8..=8, "use_item", "quaff"),
    (8..=8, "quaff", "apply_potion"),
    (4..=8, "FIRST_KINDS", "KINDS"),
    (8..=8, "FIRST_ITEM_COUNT", "ITEM_COUNT"),
    (8..=8, "FloorItem", "Item"),
    (8..=8, "draw_inventory_box", "draw_inventory"),
    (8..=12, "POTION_TRUE", "TRUE_NAME"),
    (8..=12, "potion_appear_idx", "appearance"),
    (8..=12, "potion_ident", "identified"),
    (13..=14, "potion_appear_idx", "potion_appear"),
    (13..=14, "scroll_appear_idx", "scroll_appear"),
    (6..=16, "press_at_the_end", "press_when_dead"),
];

/// Puts in what chapters have in a form of their own: in chapters 1 to 4, the functions of
/// `forms/01-04/game.rs` take the place of those of the same names in `src/game.rs`. One that `src` does not
/// have is put behind the one before it. A form that begins as a file does, with `//!`, is the whole file.
fn put_forms(sources: &mut Sources, part: u8) -> Result<(), String> {
    let forms = collect(&root().join("tests/chapters/forms"))?;
    for (path, form) in forms.iter().filter(|(path, _)| path.contains('/')) {
        let unknown =
            || format!("tests/chapters/forms/{path} is not called like 01-04/game.rs, or has no functions");
        let (parts, file) = path.split_once('/').ok_or_else(unknown)?;
        let (first, last) = parts.split_once('-').ok_or_else(unknown)?;
        let (first, last): (u8, u8) = first.parse().ok().zip(last.parse().ok()).ok_or_else(unknown)?;
        let text = sources.get_mut(file).filter(|_| (first..=last).contains(&part));
        let Some(text) = text else { continue };
        if form.starts_with("//!") {
            text.clone_from(form);
            continue;
        }
        let mut end = None;
        for (name, function) in functions(form)? {
            let place =
                functions(text)?.into_iter().find(|(known, _)| *known == name).map(|(_, place)| place);
            let start = place.as_ref().map(|place| place.start).or(end).ok_or_else(|| {
                format!("src/{file} has no function {name} any more: correct tests/chapters/forms/{path}")
            })?;
            let function = match place {
                Some(_) => form[function].to_owned(),
                None => format!("\n\n{}", &form[function]),
            };
            text.replace_range(start..place.map_or(start, |place| place.end), &function);
            end = Some(start + function.len());
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
    let trace = if sources.contains_key("trace/block.rs") {
        TRACE
    } else {
        sources.remove("key.rs");
        UNTRACED
    };
    for (_, from, to) in TEXTS.iter().chain(trace).filter(|(parts, ..)| parts.contains(&part)) {
        let mut found = false;
        for text in sources.values_mut() {
            found |= text.contains(from);
            *text = text.replace(from, to);
        }
        if !found {
            return Err(format!("src does not say '{from}' any more: correct tests/chapters/forms/texts.rs"));
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
