//! Draws only what a new frame changes. Most keys change a few tiles of 2,624.

use sdl2::rect::Rect;
use sdl2::render::{Canvas, RenderTarget};

use crate::desktop::picture::{GlyphError, rgb};
use crate::glyph_cache::GlyphCache;
use crate::map::{MAP_WIDTH, Pos};
use crate::screen::{BACKGROUND, Cell, Frame};

/// Draws the tiles of `frame` that differ from `shown`, which is what this area of the canvas shows now.
/// Returns the rectangles of pixels that were drawn.
///
/// # Errors
/// If SDL cannot draw.
pub fn draw_changes<T: RenderTarget>(
    glyphs: &mut GlyphCache,
    shown: &Frame,
    frame: &Frame,
    area: Rect,
    canvas: &mut Canvas<T>,
) -> Result<Vec<Rect>, GlyphError> {
    let (before, after) = (ByTile::new(shown), ByTile::new(frame));
    let tiles = after.changes(&before);
    // To draw a single tile costs more than its share of a whole picture. If many tiles differ, the whole
    // picture is cheaper.
    if tiles.len() as i32 * 2 > MAP_WIDTH * frame.rows() {
        glyphs.draw(frame, canvas)?;
        return Ok(vec![area]);
    }
    let reach = reach(glyphs);
    let mut changed = Vec::with_capacity(tiles.len());
    for tile in tiles {
        let touched =
            before.on(tile).chain(after.on(tile)).filter_map(|&(pos, cell)| glyphs.place(pos, cell));
        let part = touched.reduce(|a, b| a.union(b)).and_then(|touched| touched.intersection(area));
        let Some(part) = part else { continue };
        canvas.set_clip_rect(part);
        canvas.set_draw_color(rgb(glyphs.background));
        canvas.fill_rect(part).map_err(GlyphError::draw)?;
        // Glyphs reach into neighbouring tiles, so the tiles around are drawn again, too, inside of the part.
        for (pos, cell) in after.around(part, glyphs.tile(), reach) {
            if glyphs.place(pos, cell).is_some_and(|place| place.has_intersection(part)) {
                glyphs.draw_glyph(pos, cell, canvas)?;
            }
        }
        changed.push(part);
    }
    canvas.set_clip_rect(None);
    Ok(changed)
}

/// Returns how many tiles a glyph reaches beyond its own: to the left and right, and up and down.
fn reach(glyphs: &GlyphCache) -> Pos {
    let tile = glyphs.tile();
    let tiles = |pixels: i32, tile: i32| {
        pixels.max(0).unsigned_abs().div_ceil(tile.unsigned_abs().max(1)).cast_signed()
    };
    let beyond = |from: i32, to: i32, tile: i32| tiles(-from, tile).max(tiles(to - tile, tile));
    let color = BACKGROUND;
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
    /// The index in `order` where the cells of each tile begin, row by row, and where those of the last tile
    /// end.
    starts: Vec<usize>,
    /// Indices of [`Frame::cells`], by tile, within a tile in drawing order.
    order: Vec<usize>,
}

impl<'f> ByTile<'f> {
    /// Sorts the cells by tile. The counts of all tiles give the index where the cells of each tile begin.
    fn new(frame: &'f Frame) -> ByTile<'f> {
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
        ByTile { frame, starts, order }
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

    /// Returns the tiles that look different from another frame of the same window, row by row.
    fn changes(&self, other: &ByTile) -> Vec<Pos> {
        let tiles = (0..self.frame.rows()).flat_map(|y| (0..MAP_WIDTH).map(move |x| Pos::new(x, y)));
        tiles.filter(|&pos| !self.on(pos).eq(other.on(pos))).collect()
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
