//! A game as a step of a trace. Only this file knows both. The search for bugs has its own
//! copy of it, because it has a copy of the series.

use super::{COLOR_DIGITS, Kind, Step, Value, last_key};
use crate::color::Color;
use crate::entity::{Entity, Status};
use crate::game::{Game, GameState};
use crate::item::{COLOURS, Item, LABELS, PotionType, ScrollType};
use crate::key::Key;
use crate::map::{MAP_WIDTH, Map, Pos, Tile, TileType};
use crate::part::Part;
use crate::screen::{Cell, Frame};
use crate::support::hash::Fnv;

/// Describes a game after the `number`-th key, without its frame, whose drawing takes most of the time. The
/// facts are in the order of the format, and the table leaves out those that the part does not have.
pub(crate) fn without_frame(game: &Game, number: usize, key: Option<Key>) -> Step {
    let (mut step, part) = (Step::new(number, key), game.part());
    for text in last_key::messages(game) {
        step.add(part, Kind::Log, [text.clone().into()]);
    }
    for name in last_key::sounds(game) {
        step.add(part, Kind::Sound, [name.into()]);
    }
    step.add(part, Kind::Title, [game.title().to_owned().into()]);
    step.add(part, Kind::Screen, [screen_name(game.state()).into()]);
    if game.has_run() {
        add_run(game, &mut step);
    }
    step.add(part, Kind::Rng, [game.rng().peek().into()]);
    if game.has_run() {
        step.add(part, Kind::Tiles, [Fnv::of(&tile_numbers(part, &game.cur().map)).into()]);
    }
    step
}

/// Adds the last fact: the hash of the frame.
pub(crate) fn add_frame(game: &Game, step: &mut Step, frame: &Frame) {
    step.add(game.part(), Kind::Frame, [frame_hash(frame).into()]);
}

/// Adds the rows of the map and of the frame.
pub(crate) fn add_pictures(step: &mut Step, game: &Game, frame: &Frame) {
    step.tiles = game.has_run().then(|| tile_rows(game.part(), &game.cur().map));
    step.screen = Some(screen_rows(frame));
    step.colors = Some(color_rows(frame));
}

/// Adds everything between the screen and the generator. Only a run has these facts.
fn add_run(game: &Game, step: &mut Step) {
    let part = game.part();
    if let Some(class) = game.class() {
        step.add(part, Kind::Class, [class.name().into()]);
    }
    let player = game.player();
    let Pos { x, y } = player.pos;
    let [poison, regen] = turns(player);
    let [hp, most] = [player.hp, player.max_hp].map(Value::from);
    let [power, defense] = [player.power, player.defense].map(Value::from);
    let alive = player.alive.into();
    step.add(part, Kind::Player, [x.into(), y.into(), hp, most, power, defense, poison, regen, alive]);
    step.add(part, Kind::Bonus, [game.strength_bonus.into(), game.magic_bonus.into()]);
    step.add(part, Kind::Amulets, [game.amulets().into()]);
    if part.has_floors() {
        let Pos { x, y } = game.cur().stairs;
        step.add(part, Kind::Depth, [game.depth().into(), game.level_count().into(), x.into(), y.into()]);
    }
    for (index, monster) in game.cur().monsters.iter().enumerate() {
        let body = &monster.entity;
        let [index, glyph] = [index.into(), char::from(body.glyph).into()];
        let [x, y, hp, most, power] =
            [body.pos.x, body.pos.y, body.hp, body.max_hp, body.power].map(Value::from);
        let [poison, regen] = turns(body);
        let [venom, alive] = [monster.venomous, body.alive].map(Value::from);
        let values = [index, glyph, x, y, hp, most, power, poison, regen, venom, alive];
        step.add(part, Kind::Monster, values);
    }
    add_items(game, step);
}

/// Returns how many turns an entity is poisoned and regenerates.
fn turns(body: &Entity) -> [Value; 2] {
    [Status::Poisoned, Status::Regen].map(|kind| body.status_turns[kind as usize].into())
}

/// Adds the items on the floor, those that are carried, and what is identified.
fn add_items(game: &Game, step: &mut Step) {
    let part = game.part();
    for (index, lying) in game.cur().items.iter().enumerate() {
        let Pos { x, y } = lying.pos;
        step.add(part, Kind::Item, [index.into(), item_word(lying.item).into(), x.into(), y.into()]);
    }
    for (slot, &item) in game.inventory().iter().enumerate() {
        step.add(part, Kind::Pack, [slot.into(), item_word(item).into()]);
    }
    let word = |item: Option<Item>| item.map_or_else(|| "-".to_owned(), item_word).into();
    step.add(part, Kind::Wield, [word(game.wielded())]);
    step.add(part, Kind::Wear, [word(game.worn())]);
    for potion in PotionType::of(part).iter().copied() {
        let (look, known) = game.potions()[potion as usize];
        step.add(part, Kind::Potion, [potion.effect().into(), COLOURS[look].into(), known.into()]);
    }
    for scroll in ScrollType::ALL {
        let (look, known) = game.scrolls()[scroll as usize];
        step.add(part, Kind::Scroll, [scroll.effect().into(), LABELS[look].into(), known.into()]);
    }
}

/// Returns an item as traces write it.
pub fn item_word(item: Item) -> String {
    match item {
        Item::Potion(potion) => format!("potion:{}", potion.effect()),
        Item::Scroll(scroll) => format!("scroll:{}", scroll.effect()),
        Item::Weapon { bonus, .. } => format!("weapon:{bonus}"),
        Item::Armour { bonus, .. } => format!("armour:{bonus}"),
        Item::Amulet => "amulet".to_owned(),
    }
}

/// Returns each tile as a number, row by row: the sum of 1 for floor, 2 for visible and 4 for explored.
fn tile_numbers(part: Part, map: &Map) -> Vec<u8> {
    let number = |tile: &Tile| {
        let seen = if part.has_fog() { 2 * u8::from(tile.visible) + 4 * u8::from(tile.explored) } else { 0 };
        u8::from(tile.kind == TileType::Floor) + seen
    };
    map.tiles.as_flattened().iter().map(number).collect()
}

fn tile_rows(part: Part, map: &Map) -> Vec<String> {
    let digits: Vec<u8> = tile_numbers(part, map).into_iter().map(|number| b'0' + number).collect();
    digits.chunks(MAP_WIDTH as usize).map(ascii).collect()
}

/// Returns bytes that are all ASCII as a text.
fn ascii(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap_or_default()
}

/// Returns the name of a screen.
pub const fn screen_name(state: GameState) -> &'static str {
    match state {
        GameState::Playing => "map",
        GameState::Dead => "dead",
        GameState::Inventory => "inventory",
        GameState::ClassSelect => "class-select",
        GameState::Won => "won",
    }
}

/// Returns the hash over every cell of a frame, tile by tile in rows, within a tile in drawing order.
pub fn frame_hash(frame: &Frame) -> u64 {
    let mut cells = frame.cells().to_vec();
    // The sort is stable, so the drawing order within a tile stays.
    cells.sort_by_key(|(pos, _)| (pos.y, pos.x));
    let mut bytes = Vec::with_capacity(6 * cells.len());
    for (pos, Cell { glyph, color }) in cells {
        bytes.extend_from_slice(&[pos.x as u8, pos.y as u8, glyph, color.0, color.1, color.2]);
    }
    Fnv::of(&bytes)
}

/// Returns the topmost character of every tile, row by row, and a blank where nothing is drawn.
pub fn screen_rows(frame: &Frame) -> Vec<String> {
    let mut rows = vec![[b' '; MAP_WIDTH as usize]; frame.rows() as usize];
    for (pos, cell) in frame.cells() {
        rows[pos.y as usize][pos.x as usize] = cell.glyph;
    }
    rows.as_flattened().chunks(MAP_WIDTH as usize).map(ascii).collect()
}

/// Returns the colour of the topmost character of every tile, row by row, and blanks where nothing is drawn.
fn color_rows(frame: &Frame) -> Vec<String> {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let mut rows = vec![[b' '; COLOR_DIGITS * MAP_WIDTH as usize]; frame.rows() as usize];
    for (pos, Cell { color: Color(r, g, b), .. }) in frame.cells() {
        let places = rows[pos.y as usize].iter_mut().skip(COLOR_DIGITS * pos.x as usize);
        let digits = [r, g, b].into_iter().flat_map(|byte| [byte >> 4, byte & 15]);
        places.zip(digits).for_each(|(place, digit)| *place = DIGITS[usize::from(digit)]);
    }
    rows.as_flattened().chunks(COLOR_DIGITS * MAP_WIDTH as usize).map(ascii).collect()
}
