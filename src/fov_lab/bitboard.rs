//! Shadowcasting with a row of tiles in one machine word.
//!
//! It sees exactly what [`fov::compute`](crate::fov::compute) sees, in less time. It has data of its own for
//! that, a [`Board`], which is made from a map once: a row is a 64-bit word, with a bit for each column. What
//! an arc lights of a row is a run of bits, and the slopes of the arc give both ends of the run. Counting
//! zeros finds the walls in the run. In four of the eight octants the rows of the octant are columns of the
//! map, so these octants work on the transpose: a word for each column, and a bit for each row.

use super::line::Ray;
use super::{FARTHEST, light};
use crate::map::{MAP_HEIGHT, MAP_WIDTH, Map, Pos};

/// A word for each row, with a bit for each column; or the transpose. Outside the map all bits are 0.
type Bits = [u64; 64];

/// The floor of a map, and the last view from one of its tiles, as bits.
#[derive(Clone, Debug)]
pub struct Board {
    /// The floor.
    rows: Bits,
    /// The transpose: a word for each column.
    columns: Bits,
    /// The tiles in view.
    visible: Bits,
}

impl Board {
    /// Makes the board of a map, with nothing in view. Tiles that change later must be changed here as well.
    pub fn new(map: &Map) -> Board {
        let mut rows = [0; 64];
        for Pos { x, y } in Map::positions().filter(|&pos| map.is_floor(pos)) {
            rows[y as usize] |= 1 << x;
        }
        Board { rows, columns: transpose(&rows), visible: [0; 64] }
    }

    /// Replaces the view by what is seen from `origin`: a disc of `radius` tiles, without the tiles that
    /// walls hide. From outside the map nothing is seen.
    pub fn compute(&mut self, origin: Pos, radius: i32) {
        self.visible = [0; 64];
        if !Map::in_bounds(origin) {
            return;
        }
        let (Pos { x, y }, radius) = (origin, radius.clamp(0, FARTHEST));
        let (mut rows, mut columns) = ([0; 64], [0; 64]);
        cast_four(&self.rows, &mut rows, (y, x), radius);
        cast_four(&self.columns, &mut columns, (x, y), radius);
        rows[y as usize] |= 1 << x;
        let others = transpose(&columns);
        for row in (y - radius).max(0)..(y + radius + 1).min(MAP_HEIGHT) {
            let half_width = (radius.pow(2) - (y - row).pow(2)).isqrt();
            let disc = bits((x - half_width).max(0), (x + half_width).min(MAP_WIDTH - 1));
            self.visible[row as usize] = (rows[row as usize] | others[row as usize]) & disc;
        }
    }
}

/// Lights the disc of `radius` tiles around `origin` on a map, by way of a board. The origin is on the map.
pub(super) fn compute(map: &mut Map, origin: Pos, radius: i32) {
    let mut board = Board::new(map);
    board.compute(origin, radius);
    for (y, row) in (0..).zip(board.visible) {
        ones(row).for_each(|x| light(map, Pos::new(x, y)));
    }
}

/// Returns the columns of rows, or the rows of columns.
fn transpose(lines: &Bits) -> Bits {
    let mut transposed = [0; 64];
    for (number, &line) in lines.iter().enumerate() {
        ones(line).for_each(|bit| transposed[bit as usize] |= 1 << number);
    }
    transposed
}

/// Lights the four octants whose rows are lines of these bits. `line` and `bit` are the position of the
/// origin.
fn cast_four(floor: &Bits, lit: &mut Bits, (line, bit): (i32, i32), radius: i32) {
    for (step, lines) in [(-1, line), (1, 63 - line)] {
        for is_mirrored in [false, true] {
            let rows = lines.min(radius);
            let mut octant = Octant { floor, lit, line, bit, step, rows, is_mirrored };
            octant.cast_light(1, Ray::DIAGONAL, Ray::AXIS);
        }
    }
}

/// An octant. Its rows are counted from the origin, its columns from the axis.
struct Octant<'m> {
    floor: &'m Bits,
    lit: &'m mut Bits,
    /// The origin's line.
    line: i32,
    /// The origin's bit.
    bit: i32,
    /// From one row to the next, in lines: 1 or -1.
    step: i32,
    /// Number of rows up to the radius or the edge of the map.
    rows: i32,
    /// True if columns go down from the origin's bit, and not up.
    is_mirrored: bool,
}

impl Octant<'_> {
    /// Lights the rows from a distance on, within the arc between two rays. It does what `FOV::castLight`
    /// does, a run of bits at a time.
    fn cast_light(&mut self, from: i32, mut start: Ray, end: Ray) {
        for distance in from..self.rows + 1 {
            let inner = end.first_column(distance);
            let outer = start.last_column(distance).min(distance);
            if outer < inner {
                continue;
            }
            let run = bits(inner, outer);
            let floor = run & self.light(distance, run);
            let mut walls = run & !floor;
            while walls != 0 {
                let wall = highest(walls);
                let left = Ray::below((wall, distance));
                if !start.is_steeper(left) {
                    self.cast_light(distance + 1, start, left);
                }
                let rest = floor & bits_below(wall);
                if rest == 0 {
                    return;
                }
                let open = highest(rest);
                start = Ray::above((open + 1, distance));
                walls &= bits_below(open);
            }
        }
    }

    /// Lights columns of a row, and returns its floor. Outside the map is wall.
    fn light(&mut self, distance: i32, columns: u64) -> u64 {
        let line = (self.line + self.step * distance) as usize;
        let (floor, lit) = (self.floor[line], &mut self.lit[line]);
        if self.is_mirrored {
            *lit |= (columns << (63 - self.bit)).reverse_bits();
            floor.reverse_bits() >> (63 - self.bit)
        } else {
            *lit |= columns << self.bit;
            floor >> self.bit
        }
    }
}

/// Returns the numbers of the bits that are 1, the lowest first.
pub(super) fn ones(word: u64) -> impl Iterator<Item = i32> {
    let words = std::iter::successors(Some(word), |word| Some(word & word.wrapping_sub(1)));
    words.take_while(|&word| word != 0).map(|word| word.trailing_zeros() as i32)
}

/// Returns the number of the highest bit that is 1. At least one bit is 1.
fn highest(word: u64) -> i32 {
    63 - word.leading_zeros() as i32
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
