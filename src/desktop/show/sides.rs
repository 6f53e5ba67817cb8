//! What a step of both runs looks like: a frame for each, and the tiles that differ.
//!
//! Both frames show the topmost character of each tile, as traces have them. The recorded one is made of the
//! recording's own text: of the rows of its frame, or where it has only hashes, of the map's rows and of what
//! its lines tell about stairs, items, monsters and the player.

use std::ops::Range;

use crate::color::Color;
use crate::desktop::pages::TEXT;
use crate::item::{ARMOURS, Item, PotionType, ScrollType, WEAPONS};
use crate::map::{MAP_HEIGHT, MAP_WIDTH, Map, Pos, Tile, TileType};
use crate::monster::KINDS;
use crate::part::Part;
use crate::player;
use crate::screen::{self, Cell, Frame, STAIRS_LIT, draw_tile};
use crate::trace::{Block, COLOR_DIGITS, Fact, Kind, color_of};
use crate::verify::side_by_side::Pair;

/// The colour of what differs out of view.
const HIDDEN: Color = Color(160, 152, 172);
/// What is drawn of a wall or a floor of which the recording does not say whether it is in view.
const FLOOR: (u8, TileType) = (b'.', TileType::Floor);
const WALL: (u8, TileType) = (b'#', TileType::Wall);

/// A step of one run.
#[derive(PartialEq, Eq)]
pub struct Side {
    /// What it shows.
    pub frame: Frame,
    /// The tiles that differ from the other run.
    pub marks: Vec<Pos>,
}

/// Where the picture of a recorded step comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The rows of the frame, and their colours.
    Colors,
    /// The rows of the frame.
    Rows,
    /// The hash of the frame. It is the expected one.
    Hash,
    /// The cause that verifying has named. It gives the recorded hash.
    Cause,
    /// The map's rows, or its hash if it is the expected one, and the other lines.
    Map,
    /// The other lines.
    Lines,
    /// There is none.
    Nothing,
}

impl Origin {
    /// Returns what is to be said about it.
    pub const fn note(self) -> &'static str {
        match self {
            Origin::Colors | Origin::Hash | Origin::Nothing => "",
            Origin::Rows => {
                "The recording has no colours. The picture has the expected ones. --colors records them."
            }
            Origin::Cause => {
                "The recording has only a hash of the frame. The picture is that of the cause, which gives \
                 this hash. --full records the frame itself."
            }
            Origin::Map => {
                "The recording has no rows of the frame. The picture is made of its map and of its other \
                 lines. --full records the frame itself."
            }
            Origin::Lines => {
                "The recording has only hashes of map and frame. The picture is made of its other lines. \
                 --full records the frame itself."
            }
        }
    }
}

/// Number of columns that are seen on both sides of what differs.
const AROUND: i32 = 2;

/// Both sides of a step.
pub struct Sides {
    /// What the rules play.
    pub expected: Side,
    /// What was recorded.
    pub recorded: Side,
    /// Where the recorded picture comes from.
    pub origin: Origin,
    /// The columns to be seen: those of what differs on the map, or else of the player; all of other screens.
    pub columns: Range<i32>,
    /// The column that is in the middle if the others allow it: the player's.
    pub middle: i32,
}

impl Sides {
    /// Returns what a step of a part looks like. `worked_out` are the frame's rows as the named cause gives
    /// them in this step.
    pub fn new(part: Part, pair: &Pair, worked_out: Option<&[String]>) -> Sides {
        let rows = screen::rows(part);
        let mut ours = pair.expected.as_ref().filter(|block| !block.quits()).map(Picture::of_block);
        let (mut theirs, origin) = Painter { part, pair, ours: ours.as_ref() }.recorded(worked_out);
        let [expected, recorded] = marks(pair, [ours.as_ref(), theirs.as_ref()], origin);
        draw_hidden(pair, [ours.as_mut(), theirs.as_mut()]);
        let is_map = shows_map(pair, [ours.is_some(), theirs.is_some()]) == [true; 2];
        let is_over = pair.expected.is_none();
        let ours = match ours {
            Some(picture) => picture.frame(rows),
            None if is_over => message(rows, &["The program should have ended before."]),
            None => message(rows, &["The program ends with this key."]),
        };
        let theirs = match theirs {
            Some(picture) => picture.frame(rows),
            None if pair.recorded.quits() => message(rows, &["The program ends with this key."]),
            None => {
                let screen = screen_of(pair.recorded.lines()).map(|name| format!("Screen: {name}"));
                let told = ["The recording has no picture of this step.", "", "--full records it."];
                message(rows, &[&[screen.as_deref().unwrap_or_default(), ""], &told[..]].concat())
            }
        };
        let glyph = player::new().glyph;
        let player = ours.cells().iter().find(|(_, cell)| cell.glyph == glyph).map(|(pos, _)| pos.x);
        let differing = || expected.iter().chain(&recorded).map(|pos| pos.x);
        let ends = differing().min().zip(differing().max()).or(player.zip(player)).filter(|_| is_map);
        let columns = ends.map_or(0..MAP_WIDTH, |(first, last)| first - AROUND..last + AROUND + 1);
        let middle = player.unwrap_or((columns.start + columns.end) / 2);
        let [expected, recorded] =
            [(ours, expected), (theirs, recorded)].map(|(frame, marks)| Side { frame, marks });
        Sides { expected, recorded, origin, columns, middle }
    }

    /// Returns the first of this number of columns that a window shows.
    pub fn first_of(&self, count: i32) -> i32 {
        let Range { start, end } = self.columns;
        // What is to be seen is seen, if there is room for it.
        let first = (self.middle - count / 2).max(end - count).min(start);
        first.clamp(0, MAP_WIDTH - count)
    }

    /// Returns true if both runs look the same.
    pub fn are_equal(&self) -> bool {
        self.expected == self.recorded && self.expected.marks.is_empty()
    }
}

impl Side {
    /// Returns the part that begins with this column.
    pub fn part(&self, first: i32) -> Side {
        let moved = |pos: Pos| Pos::new(pos.x - first, pos.y);
        let mut frame = Frame::new(self.frame.rows());
        for &(pos, Cell { glyph, color }) in self.frame.cells() {
            frame.draw_glyph(moved(pos), glyph, color);
        }
        Side { frame, marks: self.marks.iter().copied().map(moved).collect() }
    }
}

/// Returns the tiles to mark on each side: where frame or map differ, and the places that lines tell which
/// differ. So something out of view is marked, too.
fn marks(pair: &Pair, pictures: [Option<&Picture>; 2], origin: Origin) -> [Vec<Pos>; 2] {
    let is_map = shows_map(pair, pictures.map(|picture| picture.is_some()));
    let mut both = Vec::new();
    if let [Some(ours), Some(theirs)] = pictures
        && differs(pair, Kind::Frame)
        && !matches!(origin, Origin::Map | Origin::Lines)
    {
        both = ours.changes(theirs);
    }
    if is_map == [true; 2] && differs(pair, Kind::Tiles) {
        let tiles = pair.expected.as_ref().map_or(&[][..], |block| &block.tiles);
        both.extend(tile_changes(tiles, pair.recorded.tiles.as_deref()));
    }
    let mut marks = [both.clone(), both];
    for [ours, theirs] in lines_that_differ(pair) {
        for ((marks, line), is_map) in marks.iter_mut().zip([ours, theirs]).zip(is_map) {
            marks.extend(line.and_then(|fact| place(&fact)).filter(|_| is_map));
        }
    }
    marks.map(|mut marks| {
        marks.sort_by_key(|pos| (pos.y, pos.x));
        marks.dedup();
        marks
    })
}

/// Draws what differs and is out of view, on the ground at its place.
fn draw_hidden(pair: &Pair, mut pictures: [Option<&mut Picture>; 2]) {
    let is_map = shows_map(pair, [pictures[0].is_some(), pictures[1].is_some()]);
    for lines in lines_that_differ(pair) {
        for ((picture, fact), is_map) in pictures.iter_mut().zip(lines).zip(is_map) {
            let (Some(picture), Some(fact)) = (picture, fact.filter(|fact| is_map && !is_dead(fact))) else {
                continue;
            };
            let Some((pos, glyph)) = place(&fact).zip(glyph_of(&fact)) else { continue };
            if picture.at(pos).is_none_or(|cell| [FLOOR.0, WALL.0].contains(&cell.glyph)) {
                picture.put(pos, Cell { glyph, color: HIDDEN });
            }
        }
    }
}

/// Returns on which sides there is a picture of the map.
fn shows_map(pair: &Pair, has_picture: [bool; 2]) -> [bool; 2] {
    let ours = pair.expected.iter().flat_map(|block| &block.lines).map(String::as_str);
    [has_picture[0] && on_map(ours), has_picture[1] && on_map(pair.recorded.lines())]
}

/// Returns the lines that differ, taken apart: as they should be, and as they were recorded.
fn lines_that_differ(pair: &Pair) -> impl Iterator<Item = [Option<Fact>; 2]> {
    pair.differences.iter().map(|difference| {
        [&difference.expected, &difference.recorded].map(|line| Fact::parse(line.as_deref()?).ok())
    })
}

/// Returns true if lines of this kind differ.
fn differs(pair: &Pair, kind: Kind) -> bool {
    pair.differences.iter().any(|difference| difference.kind == Some(kind))
}

/// Returns the name of the screen that these lines tell.
fn screen_of<'l>(mut lines: impl Iterator<Item = &'l str>) -> Option<&'l str> {
    lines.find_map(|line| line.strip_prefix("screen "))
}

fn on_map<'l>(lines: impl Iterator<Item = &'l str>) -> bool {
    screen_of(lines).is_none_or(|name| name == "map")
}

/// Returns the place on the map that a line tells, if it tells one.
fn place(fact: &Fact) -> Option<Pos> {
    let pos = Pos::new(fact.get("x")?.parse().ok()?, fact.get("y")?.parse().ok()?);
    Some(pos).filter(|&pos| Map::in_bounds(pos))
}

fn is_dead(fact: &Fact) -> bool {
    fact.kind == Kind::Monster && fact.get("alive") == Some("0")
}

/// Returns the tiles that differ in two maps.
fn tile_changes(ours: &[String], theirs: Option<&[String]>) -> Vec<Pos> {
    let Some(theirs) = theirs.filter(|_| !ours.is_empty()) else { return Vec::new() };
    Map::positions().filter(|&pos| byte(ours, pos) != byte(theirs, pos)).collect()
}

fn byte(rows: &[String], pos: Pos) -> Option<u8> {
    rows.get(pos.y as usize)?.as_bytes().get(pos.x as usize).copied()
}

/// A frame that says something in place of a picture.
fn message(rows: i32, lines: &[&str]) -> Frame {
    let mut frame = Frame::new(rows);
    for (row, line) in (rows / 3..).zip(lines) {
        frame.draw_centred(row, line, TEXT);
    }
    frame
}

/// The topmost cell of each tile, row by row.
struct Picture {
    cells: Vec<Option<Cell>>,
}

impl Picture {
    /// An empty picture with room for every part.
    fn empty() -> Picture {
        Picture { cells: vec![None; (MAP_WIDTH * screen::rows(Part::LAST)) as usize] }
    }

    /// What a step of the rules shows.
    fn of_block(block: &Block) -> Picture {
        Picture::of_rows(&block.screen, |pos, _| color_at(&block.colors, pos).unwrap_or(TEXT))
    }

    /// Characters in rows, in colours that are asked for.
    fn of_rows(rows: &[String], color: impl Fn(Pos, u8) -> Color) -> Picture {
        let mut picture = Picture::empty();
        for (y, row) in (0..).zip(rows) {
            for (x, glyph) in (0..).zip(row.bytes()).filter(|(_, glyph)| *glyph != b' ') {
                let pos = Pos::new(x, y);
                picture.put(pos, Cell { glyph, color: color(pos, glyph) });
            }
        }
        picture
    }

    fn at(&self, pos: Pos) -> Option<Cell> {
        self.cells.get(index(pos)?).copied().flatten()
    }

    fn put(&mut self, pos: Pos, cell: Cell) {
        if let Some(place) = index(pos).and_then(|index| self.cells.get_mut(index)) {
            *place = Some(cell);
        }
    }

    fn frame(&self, rows: i32) -> Frame {
        let mut frame = Frame::new(rows);
        for (index, cell) in (0..).zip(&self.cells) {
            if let Some(Cell { glyph, color }) = *cell {
                frame.draw_glyph(Pos::new(index % MAP_WIDTH, index / MAP_WIDTH), glyph, color);
            }
        }
        frame
    }

    /// Returns the tiles that look different.
    fn changes(&self, other: &Picture) -> Vec<Pos> {
        let pairs = (0..).zip(self.cells.iter().zip(&other.cells));
        let changed = pairs.filter(|(_, (ours, theirs))| ours != theirs);
        changed.map(|(index, _)| Pos::new(index % MAP_WIDTH, index / MAP_WIDTH)).collect()
    }
}

fn index(pos: Pos) -> Option<usize> {
    ((0..MAP_WIDTH).contains(&pos.x) && pos.y >= 0).then_some((pos.y * MAP_WIDTH + pos.x) as usize)
}

/// Returns a colour from rows of colours.
fn color_at(rows: &[String], pos: Pos) -> Option<Color> {
    let start = COLOR_DIGITS * pos.x as usize;
    color_of(rows.get(pos.y as usize)?.get(start..start + COLOR_DIGITS)?)
}

/// Makes the picture of a recorded step.
struct Painter<'a> {
    part: Part,
    pair: &'a Pair,
    /// What the rules show in this step.
    ours: Option<&'a Picture>,
}

impl Painter<'_> {
    fn recorded(&self, worked_out: Option<&[String]>) -> (Option<Picture>, Origin) {
        let step = &self.pair.recorded;
        if step.quits() {
            return (None, Origin::Nothing);
        }
        if let (Some(rows), Some(colors)) = (&step.screen, &step.colors) {
            let color = |pos, _| color_at(colors, pos).unwrap_or(TEXT);
            return (Some(Picture::of_rows(rows, color)), Origin::Colors);
        }
        if let Some(rows) = &step.screen {
            return (Some(Picture::of_rows(rows, |pos, glyph| self.color(pos, glyph))), Origin::Rows);
        }
        if let Some(block) = self.pair.expected.as_ref().filter(|block| self.is_same(block, "frame ")) {
            return (Some(Picture::of_block(block)), Origin::Hash);
        }
        if let Some(rows) = worked_out {
            return (Some(Picture::of_rows(rows, |pos, glyph| self.color(pos, glyph))), Origin::Cause);
        }
        if !on_map(step.lines()) {
            return (None, Origin::Nothing);
        }
        self.of_lines()
    }

    /// Returns true if the recording has this line, and it is the expected one.
    fn is_same(&self, block: &Block, begin: &str) -> bool {
        let ours = block.lines.iter().find(|line| line.starts_with(begin));
        let theirs = self.pair.recorded.lines().find(|line| line.starts_with(begin));
        ours.map(String::as_str).is_some_and(|ours| theirs == Some(ours))
    }

    /// Returns the map's rows, if the recording has them, or its hash is the expected one.
    fn tiles(&self) -> Option<&[String]> {
        let recorded = self.pair.recorded.tiles.as_deref();
        let expected = || self.pair.expected.as_ref().filter(|block| self.is_same(block, "tiles "));
        recorded.or_else(|| expected().map(|block| block.tiles.as_slice())).filter(|rows| !rows.is_empty())
    }

    /// Returns the number of a tile as the recording has it: the sum of 1 for floor, 2 for visible and 4 for
    /// explored.
    fn tile(&self, pos: Pos) -> Option<u8> {
        byte(self.tiles().filter(|_| pos.y < MAP_HEIGHT)?, pos)?.checked_sub(b'0')
    }

    /// Puts a picture together from the map and from what lies and stands on it.
    fn of_lines(&self) -> (Option<Picture>, Origin) {
        let mut picture = Picture::empty();
        let has_fog = self.part.has_fog();
        for pos in Map::positions() {
            let Some(tile) = self.tile(pos).filter(|tile| !has_fog || tile & 4 != 0) else { continue };
            let (glyph, _) = if tile & 1 != 0 { FLOOR } else { WALL };
            picture.put(pos, Cell { glyph, color: self.color(pos, glyph) });
        }
        let mut drawn = 0;
        let facts = self.pair.recorded.facts();
        let of_kind = |kind| facts.iter().filter(move |fact: &&Fact| fact.kind == kind);
        for fact in [Kind::Depth, Kind::Item, Kind::Monster, Kind::Player].into_iter().flat_map(of_kind) {
            let (Some(pos), Some(glyph)) = (place(fact), glyph_of(fact)) else { continue };
            // What is out of view is not drawn, and neither are the dead. Things stay in memory.
            let needed = if fact.kind == Kind::Monster { 2 } else { 4 };
            let is_hidden = has_fog && self.tile(pos).is_some_and(|tile| tile & needed == 0);
            if fact.kind == Kind::Player || !is_hidden && !is_dead(fact) {
                picture.put(pos, Cell { glyph, color: self.color(pos, glyph) });
                drawn += 1;
            }
        }
        match (self.tiles().is_some(), drawn) {
            (true, _) => (Some(picture), Origin::Map),
            (false, 1..) => (Some(picture), Origin::Lines),
            (false, _) => (None, Origin::Nothing),
        }
    }

    /// Returns the colour of a character that was recorded without one. Walls and floors have that of their
    /// tile in the recorded map. A character that is expected there has the expected colour. Others have the
    /// colour of what they stand for, in view.
    fn color(&self, pos: Pos, glyph: u8) -> Color {
        let kind = [FLOOR, WALL].into_iter().find(|(tile, _)| *tile == glyph).map(|(_, kind)| kind);
        let tile = self.tile(pos).filter(|_| self.part.has_fog() && on_map(self.pair.recorded.lines()));
        let drawn = kind.zip(tile).and_then(|(kind, tile)| {
            draw_tile(Tile { kind, visible: tile & 2 != 0, explored: tile & 4 != 0 })
        });
        let expected = |pos| self.ours.and_then(|ours| ours.at(pos)).filter(|cell| cell.glyph == glyph);
        let elsewhere = || {
            let cells = self.ours.into_iter().flat_map(|ours| ours.cells.iter().flatten());
            cells.copied().find(|cell| cell.glyph == glyph && kind.is_some())
        };
        let cell = drawn.or_else(|| expected(pos)).or_else(elsewhere);
        cell.map(|cell| cell.color).or_else(|| look_of(glyph)).unwrap_or(TEXT)
    }
}

/// Returns the character that a line is drawn with.
fn glyph_of(fact: &Fact) -> Option<u8> {
    match fact.kind {
        Kind::Depth => Some(b'>'),
        Kind::Player => Some(player::new().glyph),
        Kind::Monster => fact.get("glyph")?.bytes().next(),
        Kind::Item => {
            let what = fact.get("what")?;
            let category = what.split(':').next()?;
            items().find(|item| word_of(*item) == category).map(|item| item.look().0)
        }
        _ => None,
    }
}

/// Returns an item of each category.
fn items() -> impl Iterator<Item = Item> {
    let potion = Item::Potion(PotionType::Healing);
    let scroll = Item::Scroll(ScrollType::Lightning);
    [potion, scroll, WEAPONS[0], ARMOURS[0], Item::Amulet].into_iter()
}

/// Returns how traces begin the word for an item.
const fn word_of(item: Item) -> &'static str {
    match item {
        Item::Potion(_) => "potion",
        Item::Scroll(_) => "scroll",
        Item::Weapon(_) => "weapon",
        Item::Armour(_) => "armour",
        Item::Amulet => "amulet",
    }
}

/// Returns the colour of what a character stands for, in view.
fn look_of(glyph: u8) -> Option<Color> {
    let player = player::new();
    let monsters = KINDS.iter().map(|kind| (kind.glyph, kind.color));
    let looks =
        monsters.chain(items().map(Item::look)).chain([(player.glyph, player.color), (b'>', STAIRS_LIT)]);
    let mut looks = looks.filter(|(known, _)| *known == glyph);
    looks.next().map(|(_, color)| color)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desktop::pages::summary::text_rows;
    use crate::game::Setup;
    use crate::keys::script::KeyReader;
    use crate::trace::{Form, Header, Tracer};
    use crate::verify::side_by_side::SideBySide;

    /// What the port records for a part with seed 42, step by step.
    fn record(part: u8, keys: &str, form: Form) -> Vec<String> {
        let setup = Setup::new(Part::new(part).unwrap(), 42);
        let (mut tracer, first) = Tracer::new(setup.clone());
        let mut steps = vec![Header::new(&setup, form).to_string() + &first.to_text(form)];
        let keys = KeyReader::new(keys.as_bytes());
        steps.extend(keys.map(|key| tracer.press(key.unwrap()).to_text(form)));
        steps
    }

    /// Returns what a step looks like in a recording of these steps.
    fn sides(part: u8, steps: &[String], step: usize) -> (Sides, Pair) {
        let pair = SideBySide::of_text(steps.concat()).pair(step).unwrap();
        (Sides::new(Part::new(part).unwrap(), &pair, None), pair)
    }

    /// Returns the cell that a frame shows on a tile.
    fn at(side: &Side, pos: Pos) -> Option<Cell> {
        side.frame.cells().iter().find(|(place, _)| *place == pos).map(|(_, cell)| *cell)
    }

    /// Puts a text in the place of the first one, which has to be there.
    fn put(text: &mut String, from: &str, to: &str) {
        assert!(text.contains(from), "{from}");
        *text = text.replacen(from, to, 1);
    }

    /// Returns the text with another hash in its last line of this kind.
    fn with_other_hash(text: &str, kind: &str) -> String {
        let (before, hash) = text.rsplit_once(&format!("\n{kind} ")).unwrap();
        format!("{before}\n{kind} 0123456789abcdef{}", &hash[16..])
    }

    #[test]
    fn a_character_that_differs_is_marked_and_has_the_colour_of_what_it_is() {
        let mut steps = record(7, "Down", Form::Full);
        let (right, _) = sides(7, &steps, 1);
        assert!(right.expected.marks.is_empty() && right.recorded.marks.is_empty());
        assert_eq!((right.origin, &right.expected.frame), (Origin::Rows, &right.recorded.frame));
        let &(player, _) = right.expected.frame.cells().iter().find(|(_, cell)| cell.glyph == b'@').unwrap();
        put(&mut steps[1], "@", "k");
        let (wrong, _) = sides(7, &steps, 1);
        assert_eq!(wrong.expected.frame, right.expected.frame);
        assert_eq!([wrong.expected.marks, wrong.recorded.marks.clone()], [vec![player], vec![player]]);
        assert_eq!(at(&wrong.recorded, player), Some(Cell { glyph: b'k', color: KINDS[1].color }));
    }

    #[test]
    fn recorded_colours_are_shown_and_compared() {
        let mut steps = record(3, "Down", Form::Colors);
        let (right, _) = sides(3, &steps, 1);
        let (pos, cell) = *right.expected.frame.cells().iter().find(|(_, cell)| cell.glyph == b'@').unwrap();
        let Color(r, g, b) = cell.color;
        put(&mut steps[1], &format!("{r:02x}{g:02x}{b:02x}"), "010203");
        let (wrong, _) = sides(3, &steps, 1);
        assert_eq!((wrong.origin, &wrong.expected.frame), (Origin::Colors, &right.expected.frame));
        assert_eq!(wrong.recorded.marks, [pos]);
        assert_eq!(at(&wrong.recorded, pos), Some(Cell { glyph: b'@', color: Color(1, 2, 3) }));
    }

    /// What differs in its lines only is drawn in its mark, on each side at its own place.
    #[test]
    fn a_monster_out_of_view_is_marked_where_it_is() {
        let mut steps = record(7, "Down", Form::Normal);
        let line = steps[1].lines().find(|line| line.starts_with("monster 3 r")).unwrap().to_owned();
        put(&mut steps[1], &line, "monster 3 r 60 33 hp 3/3 power 1 alive 1");
        let (wrong, _) = sides(7, &steps, 1);
        let there = place(&Fact::parse(&line).unwrap()).unwrap();
        let hidden = Some(Cell { glyph: b'r', color: HIDDEN });
        assert_eq!((wrong.origin, wrong.expected.marks.clone()), (Origin::Hash, vec![there]));
        assert_eq!(wrong.recorded.marks, [Pos::new(60, 33)]);
        assert_eq!([at(&wrong.expected, there), at(&wrong.recorded, Pos::new(60, 33))], [hidden; 2]);
        assert_eq!(at(&wrong.recorded, there), None);
        // The dead are not drawn.
        put(&mut steps[1], "hp 3/3 power 1 alive 1", "hp 0/3 power 1 alive 0");
        let (dead, _) = sides(7, &steps, 1);
        assert_eq!((dead.recorded.marks.len(), at(&dead.recorded, Pos::new(60, 33))), (1, None));
    }

    /// Where only the frame's hash is wrong, the picture that is made of the other lines is the expected one,
    /// in all its characters and colours.
    #[test]
    fn a_picture_is_made_of_map_and_lines() {
        for part in [1, 2, 3, 7, 11, 13] {
            let keys = "Right*3 Down*4 Left*2 Up Right*9 Down*3";
            for step in [0, 5, 21] {
                let mut steps = record(part, keys, Form::Normal);
                steps[step] = with_other_hash(&steps[step], "frame");
                let (rebuilt, pair) = sides(part, &steps, step);
                assert!(pair.differs);
                assert_eq!(rebuilt.origin, Origin::Map, "part {part}");
                assert_eq!(rebuilt.recorded.frame, rebuilt.expected.frame, "part {part}, step {step}");
                assert!(rebuilt.recorded.marks.is_empty());
            }
        }
    }

    #[test]
    fn without_the_map_there_are_things_and_without_things_there_is_a_message() {
        let mut steps = record(8, "Down I", Form::Normal);
        steps[1] = with_other_hash(&with_other_hash(&steps[1], "frame"), "tiles");
        let (things, pair) = sides(8, &steps, 1);
        assert_eq!(things.origin, Origin::Lines);
        let lines = pair
            .recorded
            .lines()
            .filter(|line| ["player", "monster", "item"].iter().any(|word| line.starts_with(word)));
        assert_eq!(things.recorded.frame.cells().len(), lines.count());
        steps[2] = with_other_hash(&steps[2], "frame");
        let (pack, _) = sides(8, &steps, 2);
        assert_eq!(pack.origin, Origin::Nothing);
        let told = text_rows(&pack.recorded.frame).join(" ");
        assert!(told.contains("Screen: inventory") && told.contains("--full records it"), "{told}");
        assert!(text_rows(&pack.expected.frame).join(" ").contains("I N V E N T O R Y"));
    }

    /// A view that differs is marked, although the characters are the same. Their colours are those of the
    /// recorded map.
    #[test]
    fn a_view_that_differs_is_marked_and_has_the_colours_of_the_recorded_map() {
        let right = record(3, "Down", Form::Full);
        let setup = Setup {
            other_view: crate::fov_lab::Algorithm::Octant.other_view(),
            ..Setup::new(Part::new(3).unwrap(), 42)
        };
        let (mut tracer, first) = Tracer::new(setup);
        let header = right[0].split("step 0").next().unwrap();
        let steps = [
            header.to_owned() + &first.to_text(Form::Full),
            tracer.press(crate::key::Key::DOWN).to_text(Form::Full),
        ];
        let (wrong, _) = sides(3, &steps, 1);
        let map = &tracer.game().cur().map;
        assert!(!wrong.recorded.marks.is_empty());
        for &(pos, cell) in wrong.recorded.frame.cells().iter().filter(|(_, cell)| cell.glyph != b'@') {
            assert_eq!(Some(cell), draw_tile(map.tile(pos)), "{pos:?}");
        }
    }

    #[test]
    fn the_end_of_the_program_is_told() {
        let steps = record(4, "Right Escape", Form::Full);
        let (end, _) = sides(4, &steps, 2);
        for side in [&end.expected, &end.recorded] {
            assert!(text_rows(&side.frame).join(" ").contains("The program ends with this key."));
        }
    }

    #[test]
    fn the_columns_of_what_differs_are_seen() {
        let mut steps = record(7, "Down I", Form::Full);
        let (right, _) = sides(7, &steps, 1);
        let &(player, _) = right.expected.frame.cells().iter().find(|(_, cell)| cell.glyph == b'@').unwrap();
        assert!(right.are_equal());
        assert_eq!(right.columns, player.x - AROUND..player.x + AROUND + 1);
        put(&mut steps[1], "@.", "k@");
        let (wrong, _) = sides(7, &steps, 1);
        assert!(!wrong.are_equal());
        assert_eq!(wrong.columns, player.x - AROUND..player.x + 1 + AROUND + 1);
        // The player is in the middle, unless that is too far from what differs, or beyond the map.
        let first = |columns, middle| Sides { columns, middle, ..sides(7, &steps, 1).0 }.first_of(40);
        assert_eq!([first(20..30, 25), first(4..11, 39), first(20..30, 2), first(50..60, 55)], [5, 4, 0, 24]);
        let part = wrong.recorded.part(player.x);
        assert_eq!(at(&part, Pos::new(0, player.y)).map(|cell| cell.glyph), Some(b'k'));
        assert!(part.marks.contains(&Pos::new(1, player.y)));
    }
}
