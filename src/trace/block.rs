//! The lines of one step of a trace.

use std::fmt::Display;

use super::fact::Kind;
use super::happened;
use crate::color::Color;
use crate::entity::{Entity, Status};
use crate::game::{Game, GameState};
use crate::item::{COLOURS, Item, LABELS, PotionType, ScrollType};
use crate::key::Key;
use crate::map::{MAP_WIDTH, Map, Pos, Tile, TileType};
use crate::monster::Monster;
use crate::part::Part;
use crate::screen::{Cell, Frame};
use crate::support::hash::Fnv;

/// How much a trace says about each step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// Every fact. Tiles and frame are hashes.
    #[default]
    Normal,
    /// Tiles and frame as pictures too.
    Full,
    /// One hash over all facts of a step.
    Brief,
    /// Tiles and frame as pictures, and the colours of the frame too.
    Colors,
}

/// What a game or a recording has in one step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// 0 for the state after the first draw, and 1 more for each key.
    pub number: usize,
    /// The key; none in step 0.
    pub key: Option<Key>,
    /// The lines, each with its end.
    text: String,
    /// The map's tiles as digits, row by row, if there is a map and its rows are known.
    pub tiles: Option<Vec<String>>,
    /// The topmost character of every tile of the window, row by row, if it is known.
    pub screen: Option<Vec<String>>,
    /// The colours of these characters, row by row: six hexadecimal digits each, or blanks.
    pub colors: Option<Vec<String>>,
}

impl Step {
    /// Returns a step without pictures.
    pub(crate) fn new<T: AsRef<str>>(
        number: usize,
        key: Option<Key>,
        lines: impl IntoIterator<Item = T>,
    ) -> Step {
        let mut step = Step { number, key, ..Step::default() };
        lines.into_iter().for_each(|line| step.push(line.as_ref()));
        step
    }

    /// Describes a game and what is drawn, after the `number`-th key.
    pub fn of(game: &Game, frame: &Frame, number: usize, key: Option<Key>) -> Step {
        let mut step = Step::without_pictures(game, frame, number, key);
        step.add_pictures(game, frame);
        step
    }

    /// Describes a game and what is drawn by its lines alone.
    pub(crate) fn without_pictures(game: &Game, frame: &Frame, number: usize, key: Option<Key>) -> Step {
        let mut step = Step::without_frame(game, number, key);
        step.push_frame(frame);
        step
    }

    /// Describes a game without what is drawn. That takes a small part of the time.
    pub(crate) fn without_frame(game: &Game, number: usize, key: Option<Key>) -> Step {
        let mut step = Step { number, key, ..Step::default() };
        add_facts(game, &mut step);
        step
    }

    /// Adds the last line: the hash of what is drawn.
    pub(crate) fn push_frame(&mut self, frame: &Frame) {
        self.push(&format!("frame {:016x}", frame_hash(frame)));
    }

    /// Adds the rows of the map and of what is drawn.
    pub(crate) fn add_pictures(&mut self, game: &Game, frame: &Frame) {
        self.tiles = game.has_run().then(|| tile_rows(game.part(), &game.cur().map));
        self.screen = Some(screen_rows(frame));
        self.colors = Some(color_rows(frame));
    }

    /// Returns the step of a key that ends the program.
    pub fn quit(number: usize, key: Key) -> Step {
        Step::new(number, Some(key), [Kind::Quit.word()])
    }

    /// Adds a line.
    pub(crate) fn push(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// Returns the lines.
    pub fn lines(&self) -> impl DoubleEndedIterator<Item = &str> {
        self.text.lines()
    }

    /// Returns the lines as text, each with its end.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the name after `step n`: that of the key, or `start`.
    pub fn key_name(&self) -> &'static str {
        self.key.map_or("start", Key::name)
    }

    /// Returns true if the program ends with this step.
    pub fn quits(&self) -> bool {
        self.lines().next() == Some(Kind::Quit.word())
    }

    /// Returns the hash that brief traces have for the step.
    pub fn hash(&self) -> u64 {
        Fnv::of(self.text.as_bytes())
    }

    /// Returns the step as a trace of this form has it.
    pub fn to_text(&self, form: Form) -> String {
        let mut text = format!("step {} {}", self.number, self.key_name());
        if form == Form::Brief {
            return text + &format!(" {:016x}\n", self.hash());
        }
        for line in self.lines() {
            text.push('\n');
            text += line;
            let pictures = match (line.split(' ').next(), form) {
                (Some("tiles"), Form::Full | Form::Colors) => [&self.tiles, &None],
                (Some("frame"), Form::Full) => [&self.screen, &None],
                (Some("frame"), Form::Colors) => [&self.screen, &self.colors],
                _ => continue,
            };
            for row in pictures.into_iter().flatten().flatten() {
                text += &format!("\n|{row}|");
            }
        }
        text.push('\n');
        text
    }
}

/// Adds the lines of a step but that of the frame, in the order of the format.
fn add_facts(game: &Game, step: &mut Step) {
    let mut add = |kind: Kind, values: &[&dyn Display]| kind.write(game.part(), values, &mut step.text);
    happened::messages(game).iter().for_each(|text| add(Kind::Log, &[text]));
    happened::sounds(game).iter().for_each(|name| add(Kind::Sound, &[name]));
    add(Kind::Title, &[&game.title()]);
    add(Kind::Screen, &[&screen_name(game.state())]);
    if game.has_run() {
        add_run(game, &mut add);
    }
    add(Kind::Rng, &[&game.rng().peek()]);
    if game.has_run() {
        let hash = Fnv::of(&tile_numbers(game.part(), &game.cur().map));
        add(Kind::Tiles, &[&format_args!("{hash:016x}")]);
    }
}

/// Adds everything between the screen and the generator. Only a run has these lines.
fn add_run(game: &Game, add: &mut dyn FnMut(Kind, &[&dyn Display])) {
    let level = game.cur();
    game.class().iter().for_each(|class| add(Kind::Class, &[&class.name()]));
    let body = game.player();
    let [poison, regen] = statuses(body);
    let (place, hp, alive) = (place_words(body.pos), hit_points(body), u8::from(body.alive));
    add(Kind::Player, &[&place, &hp, &body.power, &body.defense, &poison, &regen, &alive]);
    add(Kind::Bonus, &[&game.strength_bonus, &game.magic_bonus]);
    add(Kind::Amulets, &[&game.amulets()]);
    add(Kind::Depth, &[&game.depth(), &game.level_count(), &place_words(level.stairs)]);
    // The dead ones, too.
    for (index, Monster { entity: body, venomous }) in level.monsters.iter().enumerate() {
        let [poison, regen] = statuses(body);
        let (glyph, place) = (char::from(body.glyph), place_words(body.pos));
        let (hp, venom, alive) = (hit_points(body), u8::from(*venomous), u8::from(body.alive));
        let values: [&dyn Display; 9] =
            [&index, &glyph, &place, &hp, &body.power, &poison, &regen, &venom, &alive];
        add(Kind::Monster, &values);
    }
    for (index, lying) in level.items.iter().enumerate() {
        add(Kind::Item, &[&index, &item_word(lying.item), &place_words(lying.pos)]);
    }
    for (slot, &item) in game.inventory().iter().enumerate() {
        add(Kind::Pack, &[&slot, &item_word(item)]);
    }
    for (kind, item) in [(Kind::Wield, game.wielded()), (Kind::Wear, game.worn())] {
        add(kind, &[&item.map_or_else(|| "-".to_owned(), item_word)]);
    }
    for &potion in PotionType::of(game.part()) {
        let (look, is_known) = game.potions()[potion as usize];
        add(Kind::Potion, &[&potion.effect(), &COLOURS[look], &u8::from(is_known)]);
    }
    for scroll in ScrollType::ALL {
        let (look, is_known) = game.scrolls()[scroll as usize];
        add(Kind::Scroll, &[&scroll.effect(), &LABELS[look], &u8::from(is_known)]);
    }
}

fn place_words(Pos { x, y }: Pos) -> String {
    format!("{x} {y}")
}

fn hit_points(body: &Entity) -> String {
    format!("{}/{}", body.hp, body.max_hp)
}

/// Returns the turns that poison and regeneration last.
fn statuses(body: &Entity) -> [i32; 2] {
    [Status::Poisoned, Status::Regen].map(|status| body.status_turns[status as usize])
}

/// Returns an item as traces write it.
pub(crate) fn item_word(item: Item) -> String {
    match item {
        Item::Potion(potion) => format!("potion:{}", potion.effect()),
        Item::Scroll(scroll) => format!("scroll:{}", scroll.effect()),
        Item::Weapon(bonus) => format!("weapon:{bonus}"),
        Item::Armour(bonus) => format!("armour:{bonus}"),
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
pub(crate) const fn screen_name(state: GameState) -> &'static str {
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

/// Number of digits of a colour in the rows of a frame.
pub(crate) const COLOR_DIGITS: usize = 6;

/// Returns the colour of the topmost character of every tile, row by row, and blanks where nothing is drawn.
fn color_rows(frame: &Frame) -> Vec<String> {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let mut rows = vec![[b' '; COLOR_DIGITS * MAP_WIDTH as usize]; frame.rows() as usize];
    for (pos, Cell { color: Color(r, g, b), .. }) in frame.cells() {
        let start = COLOR_DIGITS * pos.x as usize;
        for (at, byte) in (start..).step_by(2).zip([r, g, b]) {
            rows[pos.y as usize][at] = DIGITS[usize::from(byte >> 4)];
            rows[pos.y as usize][at + 1] = DIGITS[usize::from(byte & 15)];
        }
    }
    rows.as_flattened().chunks(COLOR_DIGITS * MAP_WIDTH as usize).map(ascii).collect()
}

/// Returns the colour of six digits; none for blanks.
pub(crate) fn color_of(digits: &str) -> Option<Color> {
    let number = u32::from_str_radix(digits, 16).ok().filter(|_| digits.len() == COLOR_DIGITS)?;
    let [_, r, g, b] = number.to_be_bytes();
    Some(Color(r, g, b))
}
