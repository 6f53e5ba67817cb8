//! A map as a grid of tiles: the look of each, and its place in the window.

use crate::color::Color;
use crate::desktop::scene::area::Area;
use crate::desktop::scene::theme::mix;
use crate::map::{MAP_HEIGHT, MAP_WIDTH, Pos};

/// The look of a tile, with at most one glyph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TileLook {
    /// The whole tile: floor, or the top of a wall.
    pub fill: Color,
    /// The front of a wall, in the lower part.
    pub face: Option<Color>,
    /// The joints between the stones of a wall.
    pub joint: Option<Color>,
    /// The dot in the middle of floor.
    pub dot: Option<Color>,
    /// The glyph on it, and its colour.
    pub glyph: Option<(u8, Color)>,
    /// A line around it.
    pub outline: Option<Color>,
}

impl TileLook {
    /// A tile of one colour.
    pub const fn of(fill: Color) -> TileLook {
        TileLook { fill, face: None, joint: None, dot: None, glyph: None, outline: None }
    }

    /// Brings the ground nearer to a colour: not at all with 0, and completely with 1.
    pub fn mix(&mut self, color: Color, part: f32) {
        self.fill = mix(self.fill, color, part);
        for detail in [&mut self.face, &mut self.joint, &mut self.dot].into_iter().flatten() {
            *detail = mix(*detail, color, part);
        }
    }

    /// Returns the tile as a sign of text.
    pub fn sign(&self) -> u8 {
        let ground = if self.joint.is_some() { b'#' } else { b'.' };
        self.glyph.map_or(ground, |(glyph, _)| glyph)
    }
}

/// Some columns and rows of a map.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Tiles {
    /// The pixels of all tiles. Those at the edges may be cut.
    pub area: Area,
    /// Where the tiles are.
    pub grid: Grid,
    /// The looks of all tiles of the map, row by row; `None` where nothing is known.
    pub looks: Vec<Option<TileLook>>,
    /// Lights over the ground and below the glyphs.
    pub glows: Vec<Glow>,
}

/// Light around a point that fades with the distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Glow {
    /// The point.
    pub centre: (i32, i32),
    /// Its reach in pixels.
    pub radius: i32,
    /// Its colour.
    pub color: Color,
    /// Its strength, 0 to 255.
    pub alpha: u8,
    /// True if it is added to what is there, as cold light to a warm ground; otherwise it covers it.
    pub adds: bool,
}

impl Glow {
    /// Returns the pixels that it may change.
    pub const fn area(&self) -> Area {
        let (x, y) = self.centre;
        Area::new(x - self.radius, y - self.radius, 2 * self.radius, 2 * self.radius)
    }
}

/// The parts of its area by which the view of a map that is played moves: of one that is seen as a whole, and
/// of a larger one.
pub(crate) const STRIDES: [i32; 2] = [8, 4];

/// Where the tiles of a map are in the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Grid {
    /// Width and height of a tile in pixels.
    pub tile: i32,
    /// The pixel where the first tile of the map begins; it may be outside of the area.
    pub origin: (i32, i32),
    /// The pixels that show the map.
    pub area: Area,
}

impl Grid {
    /// Returns tiles of this size on an area. The known part of the map, in tiles, is in the middle if there
    /// is room, otherwise what is around a tile. The view moves by these parts of the area, so that most
    /// steps move only the hero, and no further than the known part reaches.
    pub fn new(area: Area, tile: i32, [whole, part]: [i32; 2], (known, around): (Area, Pos)) -> Grid {
        let start = |(first, length): (i32, i32), (from, to): (i32, i32), count: i32, around: i32| {
            let (begin, end) = (from * tile, to * tile);
            let (wanted, stride) = match end - begin <= length {
                true => ((begin + end) / 2, length / whole),
                false => (around * tile + tile / 2, length / part),
            };
            let (middle, stride) = (count * tile / 2, stride.max(1));
            let strides = (wanted - middle + stride / 2).div_euclid(stride);
            let view = middle + strides * stride - length / 2;
            first - view.clamp(begin.min(end - length), begin.max(end - length))
        };
        let x = start((area.x, area.w), (known.x, known.right()), MAP_WIDTH, around.x);
        let y = start((area.y, area.h), (known.y, known.bottom()), MAP_HEIGHT, around.y);
        let shown = Area::new(x, y, MAP_WIDTH * tile, MAP_HEIGHT * tile).intersection(area);
        Grid { tile, origin: (x, y), area: shown }
    }

    /// Returns the pixels of some columns and rows.
    pub const fn pixels(&self, Area { x, y, w, h }: Area) -> Area {
        let Area { x, y, .. } = self.place(Pos { x, y });
        Area::new(x, y, w * self.tile, h * self.tile)
    }

    /// Returns the pixels of a tile.
    pub const fn place(&self, Pos { x, y }: Pos) -> Area {
        Area::new(self.origin.0 + x * self.tile, self.origin.1 + y * self.tile, self.tile, self.tile)
    }

    /// Returns the pixel in the middle of a tile.
    pub const fn centre(&self, pos: Pos) -> (i32, i32) {
        let Area { x, y, .. } = self.place(pos);
        (x + self.tile / 2, y + self.tile / 2)
    }

    /// Returns the tile at a pixel, if the map is shown there.
    pub fn tile_at(&self, point: (i32, i32)) -> Option<Pos> {
        let at = |pixel: i32, origin: i32| (pixel - origin).div_euclid(self.tile.max(1));
        self.area.contains(point).then(|| Pos::new(at(point.0, self.origin.0), at(point.1, self.origin.1)))
    }
}
