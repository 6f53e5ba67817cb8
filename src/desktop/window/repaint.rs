//! Draws only what a new frame changes. Most keys change a few tiles of 2,624.

use sdl2::rect::Rect;
use sdl2::render::{Canvas, RenderTarget};

use crate::desktop::window::close_texts::Lines;
use crate::desktop::window::marks;
use crate::desktop::window::picture::{GlyphError, rgb};
use crate::glyph_cache::GlyphCache;
use crate::map::{MAP_WIDTH, Pos};
use crate::screen::{BG, Cell, Frame};

/// Maximum height of a part, in pixels. A pane draws the parts one after the other on a texture of this
/// height, because a texture for the whole of a large window would take as much memory as the window.
pub const PART_ROWS: u32 = 128;

/// The parts of a picture that a frame changes.
pub struct Repaint<'f> {
    cells: ByTile<'f>,
    /// How many tiles a glyph reaches beyond its own.
    reach: Pos,
    parts: Vec<Rect>,
}

impl<'f> Repaint<'f> {
    /// Finds the pixels of an area that differ from the frame that is shown there now. Without one, that is
    /// the whole area.
    pub fn new(
        glyphs: &GlyphCache,
        shown: Option<(&Frame, &Lines)>,
        (frame, lines): (&'f Frame, &'f Lines),
        area: Rect,
    ) -> Repaint<'f> {
        let cells = ByTile::new(frame, lines);
        let parts = match shown {
            Some((shown, lines)) => cells.changes(&ByTile::new(shown, lines), glyphs, area),
            None => vec![area],
        };
        let parts = parts.into_iter().flat_map(low_parts).collect();
        let mut reach = reach(glyphs);
        if !lines.is_empty() {
            // Close letters may stand anywhere in their row.
            reach.x = MAP_WIDTH;
        }
        Repaint { cells, reach, parts }
    }

    /// Returns the parts, none of which is higher than [`PART_ROWS`].
    pub fn parts(&self) -> &[Rect] {
        &self.parts
    }

    /// Draws a part of the frame, with some of its tiles marked. Pixels around the part stay as they are.
    ///
    /// # Errors
    /// If SDL cannot draw.
    pub fn draw<T: RenderTarget>(
        &self,
        part: Rect,
        marks: &[Pos],
        glyphs: &mut GlyphCache,
        canvas: &mut Canvas<T>,
    ) -> Result<(), GlyphError> {
        canvas.set_clip_rect(part);
        canvas.set_draw_color(rgb(glyphs.background));
        canvas.fill_rect(part).map_err(GlyphError::draw)?;
        marks::draw_behind(marks, glyphs.tile(), canvas)?;
        // Glyphs reach into neighbouring tiles, so the tiles around are drawn, too, inside of the part.
        for (pos, cell) in self.cells.around(part, glyphs.tile(), self.reach) {
            let place = self.cells.lines.place(glyphs, pos, cell);
            if let Some(place) = place.filter(|place| place.has_intersection(part)) {
                glyphs.draw_at(place, cell, canvas).map_err(GlyphError::draw)?;
            }
        }
        marks::draw_lines(marks, glyphs.tile(), canvas)?;
        canvas.set_clip_rect(None);
        Ok(())
    }
}

/// Cuts a part into parts that are not too high.
fn low_parts(part: Rect) -> impl Iterator<Item = Rect> {
    (0..part.height()).step_by(PART_ROWS as usize).map(move |row| {
        let rows = (part.height() - row).min(PART_ROWS);
        Rect::new(part.x(), part.y() + row.cast_signed(), part.width(), rows)
    })
}

/// Returns how many tiles a glyph reaches beyond its own: to the left and right, and up and down.
fn reach(glyphs: &GlyphCache) -> Pos {
    let tile = glyphs.tile();
    let tiles = |pixels: i32, tile: i32| {
        pixels.max(0).unsigned_abs().div_ceil(tile.unsigned_abs().max(1)).cast_signed()
    };
    let beyond = |from: i32, to: i32, tile: i32| tiles(-from, tile).max(tiles(to - tile, tile));
    let color = BG;
    let places = (33..=126).filter_map(|glyph| glyphs.place(Pos::default(), Cell { glyph, color }));
    places.fold(Pos::default(), |reach, place| {
        let (x, y) =
            (beyond(place.left(), place.right(), tile.x), beyond(place.top(), place.bottom(), tile.y));
        Pos::new(reach.x.max(x), reach.y.max(y))
    })
}

/// The cells of a frame, found by tile.
struct ByTile<'f> {
    frame: &'f Frame,
    lines: &'f Lines,
    /// The index in `order` where the cells of each tile begin, row by row, and where those of the last tile
    /// end.
    starts: Vec<usize>,
    /// Indices of [`Frame::cells`], by tile, within a tile in drawing order.
    order: Vec<usize>,
}

impl<'f> ByTile<'f> {
    /// Sorts the cells by tile. The counts of all tiles give the index where the cells of each tile begin.
    fn new(frame: &'f Frame, lines: &'f Lines) -> ByTile<'f> {
        let mut starts = vec![0; (MAP_WIDTH * frame.rows()) as usize + 1];
        for &(pos, _) in frame.cells() {
            starts[index(pos) + 1] += 1;
        }
        for tile in 1..starts.len() {
            starts[tile] += starts[tile - 1];
        }
        let mut next = starts.clone();
        let mut order = vec![0; frame.cells().len()];
        for (number, &(pos, _)) in frame.cells().iter().enumerate() {
            let place = &mut next[index(pos)];
            order[*place] = number;
            *place += 1;
        }
        ByTile { frame, lines, starts, order }
    }

    /// Returns what is drawn on a tile of the window, in drawing order.
    fn on(&self, pos: Pos) -> impl Iterator<Item = &(Pos, Cell)> {
        self.numbers(pos).iter().map(|&number| &self.frame.cells()[number])
    }

    /// Returns what is drawn on the tiles of an area of pixels and on this many tiles around it, in drawing
    /// order.
    fn around(
        &self,
        area: Rect,
        tile: Pos,
        Pos { x: columns, y: rows }: Pos,
    ) -> impl Iterator<Item = (Pos, Cell)> {
        let column = |x: i32| x.div_euclid(tile.x);
        let row = |y: i32| y.div_euclid(tile.y);
        let mut numbers = Vec::new();
        let last_row = self.frame.rows() - 1;
        for y in (row(area.top()) - rows).max(0)..=(row(area.bottom()) + rows).min(last_row) {
            for x in
                (column(area.left()) - columns).max(0)..=(column(area.right()) + columns).min(MAP_WIDTH - 1)
            {
                numbers.extend_from_slice(self.numbers(Pos::new(x, y)));
            }
        }
        numbers.sort_unstable();
        numbers.into_iter().map(|number| self.frame.cells()[number])
    }

    /// Returns the pixels that the tiles cover which look different from another frame of the same window.
    fn changes(&self, before: &ByTile, glyphs: &GlyphCache, area: Rect) -> Vec<Rect> {
        let rows = self.frame.rows();
        let tiles = (0..rows).flat_map(|y| (0..MAP_WIDTH).map(move |x| Pos::new(x, y)));
        let is_same = |pos: Pos| self.on(pos).eq(before.on(pos)) && self.lines.is_same(before.lines, pos.y);
        let changed: Vec<Pos> = tiles.filter(|&pos| !is_same(pos)).collect();
        // To draw a single tile costs more than its share of a whole picture. If many tiles differ, the whole
        // picture is cheaper.
        if changed.len() as i32 * 2 > MAP_WIDTH * rows {
            return vec![area];
        }
        let touched = changed.into_iter().filter_map(|pos| {
            let places = [before, self]
                .map(|all| all.on(pos).filter_map(|&(pos, cell)| all.lines.place(glyphs, pos, cell)));
            places.into_iter().flatten().reduce(|a, b| a.union(b))
        });
        touched.filter_map(|touched| touched.intersection(area)).collect()
    }

    fn numbers(&self, pos: Pos) -> &[usize] {
        let tile = index(pos);
        &self.order[self.starts[tile]..self.starts[tile + 1]]
    }
}

/// Returns the number of a tile of the window, row by row.
const fn index(pos: Pos) -> usize {
    (pos.y * MAP_WIDTH + pos.x) as usize
}
