//! What a step of both runs looks like, and which tiles differ.
//!
//! Both pictures show the topmost character of each tile, as traces have them. The recorded one is made of
//! the rows of its frame. Where the recording has only hashes, the game that its lines tell of is drawn.

use std::ops::Range;

use crate::color::Color;
use crate::desktop::settings::palette::TEXT;
use crate::game::{Game, GameState};
use crate::map::{MAP_WIDTH, Map, Pos};
use crate::screen::{self, Cell, Frame};
use crate::trace::{Fact, Kind, screen_name};
use crate::verify::side_by_side::Pair;
use crate::verify::{cells, picture};

/// The colour of what differs out of view.
const HIDDEN: Color = Color(160, 152, 172);
/// Number of columns that are seen on both sides of what differs.
const AROUND: i32 = 2;

/// What is said of a picture that was not recorded as it is shown.
const NO_COLORS: &str =
    "The recording has no colours. The picture has the expected ones. --colors records them.";
const OF_CAUSE: &str = "The recording has only a hash of the frame. The picture is that of the cause, which \
     gives this hash. --full records the frame itself.";
const OF_MAP: &str = "The recording has no rows of the frame. The picture is made of its map and of its other \
     lines. --full records the frame itself.";
const OF_LINES: &str = "The recording has only hashes of map and frame. The picture is made of its other \
     lines. --full records the frame itself.";
/// What is shown in place of a step that ends the program.
const END: &str = "The program ends with this key.";

/// The topmost cell of each tile, row by row.
type Cells = Vec<Option<Cell>>;

/// A step of one run.
#[derive(PartialEq, Eq)]
pub struct Side {
    /// What it shows.
    pub cells: Cells,
    /// The tiles that differ from the other run.
    pub marks: Vec<Pos>,
}

/// Both sides of a step.
pub struct Sides {
    /// What the rules play, and what was recorded.
    pub both: [Side; 2],
    /// Number of rows of tiles.
    pub rows: i32,
    /// What is to be said of the recorded picture, if anything.
    pub note: &'static str,
    /// The columns to be seen: those of what differs on the map, or else of the player; all of other screens.
    pub columns: Range<i32>,
    /// The column that is in the middle if the others allow it: the player's.
    middle: i32,
}

impl Sides {
    /// Returns what a step looks like. `worked_out` are the frame's rows as the named cause gives them.
    pub fn new(pair: &Pair, worked_out: Option<&[String]>) -> Sides {
        let is_over = pair.expected.is_none();
        let told = pair.recorded.restore(pair.game.clone(), |kind| is_over || pair.differs_in(kind));
        let things = [&pair.game, &told].map(things);
        let ours = pair.expected.as_ref().filter(|block| !block.quits());
        let ours = ours.map(|block| cells(&block.screen, &block.colors));
        let (theirs, note) = recorded(pair, worked_out, &told, &things[1]);
        let has_map = [(&pair.game, &ours), (&told, &theirs)]
            .map(|(game, picture)| picture.is_some() && game.state == GameState::Playing);

        let mut marks = Vec::new();
        if let (Some(ours), Some(theirs)) = (&ours, &theirs)
            && (pair.recorded.screen.is_some() || worked_out.is_some())
            && pair.differs_in(Kind::Frame)
        {
            let differ = (0..).zip(ours.iter().zip(theirs)).filter(|(_, (ours, theirs))| ours != theirs);
            marks.extend(differ.map(|(number, _)| tile(number)));
        }
        if let (Some(block), Some(tiles)) = (&pair.expected, &pair.recorded.tiles)
            && has_map == [true; 2]
            && pair.differs_in(Kind::Tiles)
        {
            let differ = picture::changes(&block.tiles, tiles).into_iter();
            marks.extend(differ.map(|(x, y)| Pos::new(x as i32, y as i32)));
        }
        let rows = screen::rows(told.part);
        let end = if is_over { "The program should have ended before." } else { END };
        let mut both = [
            Side { cells: ours.unwrap_or_else(|| message(rows, &[end])), marks: marks.clone() },
            Side { cells: theirs.unwrap_or_else(|| no_picture(pair, &told, rows)), marks },
        ];
        for difference in &pair.differences {
            for (index, line) in [&difference.expected, &difference.recorded].into_iter().enumerate() {
                if let Some(line) = line.as_deref().filter(|_| has_map[index]) {
                    both[index].mark(line, &things[index]);
                }
            }
        }

        let player = told.part.has_player().then_some(pair.game.player.pos.x);
        let differing = || both.iter().flat_map(|side| &side.marks).map(|pos| pos.x);
        let ends = differing().min().zip(differing().max()).or(player.zip(player));
        let ends = ends.filter(|_| has_map == [true; 2]);
        let columns = ends.map_or(0..MAP_WIDTH, |(first, last)| first - AROUND..last + AROUND + 1);
        let middle = player.unwrap_or((columns.start + columns.end) / 2);
        Sides { both, rows, note, columns, middle }
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
        let [expected, recorded] = &self.both;
        expected == recorded && expected.marks.is_empty()
    }
}

impl Side {
    /// Marks the place that a line tells. What is out of view there is drawn on the ground.
    fn mark(&mut self, line: &str, things: &[Option<Cell>]) {
        let place = Fact::parse(line).ok().and_then(|fact| fact.place());
        let Some(pos) = place.filter(|&pos| Map::in_bounds(pos)) else { return };
        self.marks.push(pos);
        let number = (pos.y * MAP_WIDTH + pos.x) as usize;
        if let (Some(&Some(thing)), Some(cell)) = (things.get(number), self.cells.get_mut(number))
            && cell.is_none_or(is_ground)
        {
            *cell = Some(Cell { color: HIDDEN, ..thing });
        }
    }

    /// Returns what is seen from this column on, on this number of rows, and the marks there.
    pub fn from_column(&self, first: i32, rows: i32) -> (Frame, Vec<Pos>) {
        let moved = |pos: Pos| Pos::new(pos.x - first, pos.y);
        let mut frame = Frame::new(rows);
        for (number, cell) in (0..).zip(&self.cells) {
            if let Some(Cell { glyph, color }) = *cell {
                frame.draw_glyph(moved(tile(number)), glyph, color);
            }
        }
        (frame, self.marks.iter().copied().map(moved).collect())
    }
}

/// Returns the picture of a recorded step, if there is one, and what is to be said of it. Its lines tell of a
/// game, in which `things` lie and stand.
fn recorded(
    pair: &Pair,
    worked_out: Option<&[String]>,
    told: &Game,
    things: &[Option<Cell>],
) -> (Option<Cells>, &'static str) {
    let step = &pair.recorded;
    let drawn = drawn(told, screen::render);
    // A character without a colour has that of the same one on its tile, or else on another one, or in view.
    let color = |number: usize, glyph: u8| {
        let mut known = drawn.get(number).into_iter().chain(&drawn).chain(things).flatten();
        known.find(|cell| cell.glyph == glyph).map_or(TEXT, |cell| cell.color)
    };
    let colored = |rows: &[String]| {
        let glyphs = rows.iter().flat_map(|row| row.bytes()).enumerate();
        let cell = |(number, glyph)| (glyph != b' ').then(|| Cell { glyph, color: color(number, glyph) });
        Some(glyphs.map(cell).collect())
    };
    let agrees = |kind| {
        let mut lines = pair.expected.iter().flat_map(|block| &block.lines);
        let line = lines.find(|line| Kind::of_line(line) == Some(kind));
        line.is_some_and(|line| step.lines().any(|recorded| recorded == line))
    };
    match (&step.screen, &step.colors, &pair.expected, worked_out) {
        _ if step.quits() => (None, ""),
        (Some(rows), Some(colors), ..) => (Some(cells(rows, colors)), ""),
        (Some(rows), ..) => (colored(rows), NO_COLORS),
        (.., Some(block), _) if agrees(Kind::Frame) => (Some(cells(&block.screen, &block.colors)), ""),
        (.., Some(rows)) => (colored(rows), OF_CAUSE),
        _ if told.state != GameState::Playing => (None, ""),
        _ if step.tiles.is_some() || agrees(Kind::Tiles) => (Some(drawn), OF_MAP),
        _ if things.iter().any(Option::is_some) => (Some(things.to_vec()), OF_LINES),
        _ => (None, ""),
    }
}

/// Returns what lies and stands on a level, as it looks in view.
fn things(game: &Game) -> Cells {
    let mut game = game.clone();
    for tile in game.levels[game.depth].map.tiles.as_flattened_mut() {
        (tile.visible, tile.explored) = (true, true);
    }
    let cells = drawn(&game, screen::draw_level).into_iter();
    cells.map(|cell| cell.filter(|&cell| !is_ground(cell))).collect()
}

/// Returns true for what is drawn of a wall or a floor.
const fn is_ground(cell: Cell) -> bool {
    matches!(cell.glyph, b'#' | b'.')
}

/// Returns what is seen of a game.
fn drawn(game: &Game, draw: impl FnOnce(&Game, &mut Frame)) -> Cells {
    let mut frame = Frame::new(screen::rows(game.part));
    draw(game, &mut frame);
    topmost(&frame)
}

/// Returns what is seen of a frame.
fn topmost(frame: &Frame) -> Cells {
    let mut cells = vec![None; (MAP_WIDTH * frame.rows()) as usize];
    for &(pos, cell) in frame.cells() {
        cells[(pos.y * MAP_WIDTH + pos.x) as usize] = Some(cell);
    }
    cells
}

/// Returns the place of a tile, given its number, row by row.
const fn tile(number: i32) -> Pos {
    Pos::new(number % MAP_WIDTH, number / MAP_WIDTH)
}

/// A picture that says something.
fn message(rows: i32, lines: &[&str]) -> Cells {
    let mut frame = Frame::new(rows);
    for (row, line) in (rows / 3..).zip(lines) {
        frame.draw_centred(row, line, TEXT);
    }
    topmost(&frame)
}

/// What is shown of a recorded step without a picture.
fn no_picture(pair: &Pair, told: &Game, rows: i32) -> Cells {
    if pair.recorded.quits() {
        return message(rows, &[END]);
    }
    let screen = format!("Screen: {}", screen_name(told.state));
    message(rows, &[&screen, "", "The recording has no picture of this step.", "", "--full records it."])
}
