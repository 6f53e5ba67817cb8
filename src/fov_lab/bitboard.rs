//! Shadowcasting with a row of tiles in one machine word.
//!
//! It sees exactly what [`fov::compute`](crate::fov::compute) sees, in less time. It has data of its own for
//! that, a [`Board`], which is made from a map once. What an arc lights of a row is a run of bits, and the
//! slopes of the arc give both ends of the run. Counting zeros finds the walls in the run. In four of the
//! eight octants the rows of the octant are columns of the map, so these octants work on the transpose.

use std::ops::Range;

use super::light;
use super::line::Ray;
use super::tile_set::TileSet;
use crate::map::{MAP_HEIGHT, MAP_WIDTH, Map, Pos};

/// Maximum distance between two tiles of the map, rounded up. A larger radius shows nothing more.
const FARTHEST: i32 = 73;

/// The floor of a map as bits.
#[derive(Clone, Debug)]
pub struct Board {
    floor: TileSet,
    transposed: TileSet,
}

impl Board {
    /// Makes the board of a map. When tiles change, the map needs a new one.
    pub fn new(map: &Map) -> Board {
        let floor = TileSet::floor(map);
        Board { floor, transposed: floor.transposed() }
    }

    /// Returns what is seen from `origin`: a disc of `radius` tiles, without the tiles that walls hide.
    ///
    /// # Panics
    /// If `origin` is not on the map.
    pub fn view(&self, origin: Pos, radius: i32) -> TileSet {
        let (Pos { x, y }, radius) = (origin, radius.clamp(0, FARTHEST));
        let mut lit = cast_four(&self.floor, origin, radius);
        lit.rows[y as usize] |= 1 << x;
        let others = cast_four(&self.transposed, Pos::new(y, x), radius).transposed();
        let mut view = TileSet::EMPTY;
        for row in (y - radius).max(0)..(y + radius + 1).min(MAP_HEIGHT) {
            let half_width = (radius.pow(2) - (y - row).pow(2)).isqrt();
            let disc = bits((x - half_width).max(0), (x + half_width).min(MAP_WIDTH - 1));
            let row = row as usize;
            view.rows[row] = (lit.rows[row] | others.rows[row]) & disc;
        }
        view
    }
}

/// Lights the disc of `radius` tiles around `origin` on a map, by way of a board. The origin is on the map.
pub(super) fn compute(map: &mut Map, origin: Pos, radius: i32) {
    Board::new(map).view(origin, radius).tiles().for_each(|pos| light(map, pos));
}

/// Returns what is lit in the four octants whose rows are rows of this floor.
fn cast_four(floor: &TileSet, Pos { x, y }: Pos, radius: i32) -> TileSet {
    let mut lit = TileSet::EMPTY;
    for (step, rows) in [(-1, y), (1, 63 - y)] {
        for is_mirrored in [false, true] {
            let axis = if is_mirrored { 63 - x } else { x };
            let mirrored = |row: u64| if is_mirrored { row.reverse_bits() } else { row };
            let mut light = |distance: i32, columns: u64| {
                let row = (y + step * distance) as usize;
                lit.rows[row] |= mirrored(columns << axis);
                mirrored(floor.rows[row]) >> axis
            };
            cast_light(&mut light, 1..rows.min(radius) + 1, Ray::DIAGONAL, Ray::AXIS);
        }
    }
    lit
}

/// Lights rows of an octant, within the arc between two rays. It does what `FOV::castLight` does, a run of
/// bits at a time. Rows are counted from the origin, and columns from the axis. `light` lights columns of a
/// row, and returns its floor.
fn cast_light(light: &mut impl FnMut(i32, u64) -> u64, rows: Range<i32>, mut start: Ray, end: Ray) {
    for row in rows.clone() {
        let inner = end.first_column(row);
        let outer = start.last_column(row).min(row);
        if outer < inner {
            continue;
        }
        let run = bits(inner, outer);
        let floor = run & light(row, run);
        let mut walls = run & !floor;
        while walls != 0 {
            let wall = highest(walls);
            let left = Ray::below((wall, row));
            if !start.is_steeper(left) {
                cast_light(light, row + 1..rows.end, start, left);
            }
            let rest = floor & bits_below(wall);
            if rest == 0 {
                return;
            }
            let open = highest(rest);
            start = Ray::above((open + 1, row));
            walls &= bits_below(open);
        }
    }
}

/// Returns the number of the highest bit that is 1. At least one bit is 1.
fn highest(word: u64) -> i32 {
    word.ilog2().cast_signed()
}

/// Returns the bits from `first` to `last`, both included.
fn bits(first: i32, last: i32) -> u64 {
    // Where `last` is 63, the first term is 0, and the subtraction wraps to the right result.
    (2_u64 << last).wrapping_sub(1 << first)
}

/// Returns the bits below this one.
fn bits_below(bit: i32) -> u64 {
    (1 << bit) - 1
}
