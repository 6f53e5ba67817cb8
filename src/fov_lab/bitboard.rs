//! Shadowcasting with a row of tiles in one machine word.
//!
//! It sees exactly what [`fov::compute`](crate::fov::compute) sees, in a third of the time. It has data of
//! its own for that, a [`Board`], which is made from a map once: a row is a 64-bit word, with a bit for each
//! column. What an arc lights of a row is a run of bits, and the slopes of the arc give both ends of the
//! run. Counting zeros finds the walls in the run. In four of the eight octants the rows of the octant are
//! columns of the map, so these octants work on the transpose: a word for each column, and a bit for each
//! row.

use super::{FARTHEST, light};
use crate::map::{MAP_HEIGHT, MAP_WIDTH, Map, Pos};

const WIDTH: usize = MAP_WIDTH as usize;
const HEIGHT: usize = MAP_HEIGHT as usize;

/// The floor of a map, and the last view from one of its tiles, as bits.
#[derive(Clone, Debug)]
pub struct Board {
    /// The floor: a word for each row, with a bit for each column.
    rows: [u64; HEIGHT],
    /// The transpose: a word for each column, with a bit for each row.
    columns: [u64; WIDTH],
    /// The tiles in view: a word for each row.
    visible: [u64; HEIGHT],
}

impl Board {
    /// Makes the board of a map, with nothing in view. Tiles that change later must be changed here as well.
    pub fn new(map: &Map) -> Board {
        let mut board = Board { rows: [0; HEIGHT], columns: [0; WIDTH], visible: [0; HEIGHT] };
        for pos in Map::positions().filter(|&pos| map.is_floor(pos)) {
            let (x, y) = (pos.x as usize, pos.y as usize);
            board.rows[y] |= 1 << x;
            board.columns[x] |= 1 << y;
        }
        board
    }

    /// Replaces the view by what is seen from `origin`: a disc of `radius` tiles, without the tiles that
    /// walls hide. From outside the map nothing is seen.
    pub fn compute(&mut self, origin: Pos, radius: i32) {
        self.visible = [0; HEIGHT];
        if !Map::in_bounds(origin) {
            return;
        }
        let radius = radius.clamp(0, FARTHEST) as usize;
        let (x, y) = (origin.x as usize, origin.y as usize);
        let mut lit_columns = [0; WIDTH];
        self.visible[y] = 1 << x;
        cast_four(&self.rows, &mut self.visible, (y, x), WIDTH, radius);
        cast_four(&self.columns, &mut lit_columns, (x, y), HEIGHT, radius);
        let rows = y.saturating_sub(radius)..(y + radius + 1).min(HEIGHT);
        let blocks = x.saturating_sub(radius) / 8..(x + radius).min(WIDTH - 1) / 8 + 1;
        for top in (rows.start / 8 * 8..rows.end).step_by(8) {
            for i in blocks.clone() {
                let block =
                    transpose(std::array::from_fn(|column| (lit_columns[8 * i + column] >> top) as u8));
                for (row, byte) in self.visible[top..].iter_mut().zip(block) {
                    *row |= u64::from(byte) << (8 * i);
                }
            }
        }
        for row in rows {
            self.visible[row] &= disc(radius, y.abs_diff(row), x);
        }
    }
}

/// Lights the disc of `radius` tiles around `origin` on a map, by way of a board. The origin is on the map.
pub(super) fn compute(map: &mut Map, origin: Pos, radius: i32) {
    let mut board = Board::new(map);
    board.compute(origin, radius);
    for (y, &row) in (0..).zip(&board.visible) {
        columns(row).for_each(|x| light(map, Pos::new(x, y)));
    }
}

/// Returns the columns of the bits of a row that are 1.
pub(super) fn columns(row: u64) -> impl Iterator<Item = i32> {
    std::iter::successors(Some(row), |row| Some(row & row.wrapping_sub(1)))
        .take_while(|&row| row != 0)
        .map(|row| row.trailing_zeros() as i32)
}

/// Returns the transpose of eight rows of eight bits: byte x of the result has bit x of each row.
fn transpose(rows: [u8; 8]) -> [u8; 8] {
    let mut bits = u64::from_le_bytes(rows);
    // Exchanges the bits across the diagonal: in blocks of one bit, of two bits, and of four bits.
    for (distance, mask) in
        [(7, 0x00AA_00AA_00AA_00AA), (14, 0x0000_CCCC_0000_CCCC), (28, 0x0000_0000_F0F0_F0F0)]
    {
        let swap = (bits ^ bits >> distance) & mask;
        bits ^= swap ^ swap << distance;
    }
    bits.to_le_bytes()
}

/// Returns the bits of a row that lie in the disc around column `x`, `distance` rows from its centre.
fn disc(radius: usize, distance: usize, x: usize) -> u64 {
    let half = usize::from(HALF_WIDTHS[radius][distance]);
    bits(x.saturating_sub(half), (x + half).min(63))
}

/// The discs of all radii: by radius and distance from the middle row, the number of columns on either side.
static HALF_WIDTHS: [[u8; MAP_HEIGHT as usize]; FARTHEST as usize + 1] = {
    let mut widths = [[0; MAP_HEIGHT as usize]; FARTHEST as usize + 1];
    let mut radius = 0;
    while radius < widths.len() {
        let mut distance = 0;
        while distance <= radius && distance < widths[radius].len() {
            widths[radius][distance] = (radius * radius - distance * distance).isqrt() as u8;
            distance += 1;
        }
        radius += 1;
    }
    widths
};

/// A slope from 0 to a little above 1, in units of 2⁻³². It is computed from a table and may be wrong by some
/// units. Two different slopes of tiles are thousands of units apart, so comparisons allow for [`SLACK`].
type Slope = u64;

const ONE: Slope = 1 << 32;
/// More than the error of a slope, less than the difference between two slopes.
const SLACK: Slope = 1 << 16;

/// The reciprocals of the odd numbers 1, 3, 5 ... 127.
static RECIPROCALS: [Slope; 64] = {
    let mut reciprocals = [0; 64];
    let mut i = 0;
    while i < reciprocals.len() {
        reciprocals[i] = ONE / (2 * i as u64 + 1);
        i += 1;
    }
    reciprocals
};

/// Returns the slope of a tile's edge away from the axis, `(column + 1/2) / (distance - 1/2)`.
fn outer_slope(column: usize, distance: usize) -> Slope {
    (2 * column + 1) as u64 * RECIPROCALS[(distance - 1) & 63]
}

/// Returns the slope of a tile's edge towards the axis, `(column - 1/2) / (distance + 1/2)`.
fn inner_slope(column: usize, distance: usize) -> Slope {
    (2 * column - 1) as u64 * RECIPROCALS[distance & 63]
}

/// Returns the last column, up to the diagonal, whose inner slope is not above `start`.
fn last_column(start: Slope, distance: usize) -> usize {
    let halves = start * (2 * distance + 1) as u64 + ONE + SLACK;
    ((halves >> 33) as usize).min(distance)
}

/// Returns the first column whose outer slope is not below `end`.
fn first_column(end: Slope, distance: usize) -> usize {
    let halves = end * (2 * distance - 1) as u64 + ONE - SLACK;
    (halves >> 33) as usize
}

/// Lights the four octants whose rows are lines of these bits. `line` and `bit` are the position of the
/// origin. A line has `length` bits.
fn cast_four(floor: &[u64], lit: &mut [u64], (line, bit): (usize, usize), length: usize, radius: usize) {
    for (step, lines) in [(-1, line), (1, floor.len() - 1 - line)] {
        Quarter { floor, lit, line, bit, bits_above: length - 1 - bit, step, rows: lines.min(radius) }.cast();
    }
}

/// Two octants on both sides of an axis. Their rows are counted from the origin, their columns from the
/// axis. In one octant columns go up from the origin's bit, in the other, mirrored one they go down.
struct Quarter<'m> {
    floor: &'m [u64],
    lit: &'m mut [u64],
    /// The origin's line.
    line: usize,
    /// The origin's bit.
    bit: usize,
    /// Number of bits of a line above the origin's.
    bits_above: usize,
    /// From one row to the next, in lines: 1 or -1.
    step: isize,
    /// Number of rows up to the radius or the edge of the map.
    rows: usize,
}

impl Quarter<'_> {
    /// Lights both octants. Most rows have walls at their ends only, and are done for both octants at
    /// once. From the first row on that has other walls, each octant is cast alone.
    fn cast(&mut self) {
        let (mut low_start, mut high_start) = (ONE, ONE);
        for distance in 1..self.rows + 1 {
            let line = self.line_at(distance);
            let low = last_column(low_start, distance).min(self.bit);
            let high = last_column(high_start, distance).min(self.bits_above);
            let run = bits(self.bit - low, self.bit + high);
            self.lit[line] |= run;
            let floor = run & self.floor[line];
            if floor == run {
                continue;
            }
            if floor == 0 {
                return;
            }
            let (first, last) = (lowest(floor), highest(floor));
            if first > self.bit || last < self.bit || floor != bits(first, last) {
                self.cast_light::<true>(distance, low_start, 0);
                self.cast_light::<false>(distance, high_start, 0);
                return;
            }
            if first > self.bit - low {
                low_start = inner_slope(self.bit - first + 1, distance);
            }
            if last < self.bit + high {
                high_start = inner_slope(last - self.bit + 1, distance);
            }
        }
    }

    /// Lights the rows of one octant from a distance on, within the arc between two slopes. It does what
    /// `FOV::castLight` does, a run of bits at a time.
    fn cast_light<const MIRRORED: bool>(&mut self, from: usize, mut start: Slope, end: Slope) {
        let columns = if MIRRORED { self.bit } else { self.bits_above };
        for distance in from..self.rows + 1 {
            let line = self.line_at(distance);
            let outer = last_column(start, distance).min(columns);
            let inner = first_column(end, distance);
            if outer < inner {
                continue;
            }
            let run = if MIRRORED {
                bits(self.bit - outer, self.bit - inner)
            } else {
                bits(self.bit + inner, self.bit + outer)
            };
            self.lit[line] |= run;
            let floor = run & self.floor[line];
            if floor == run {
                continue;
            }
            if floor == 0 {
                return;
            }
            // Walls at the outer end only narrow the arc: nothing of the map lies outside of them.
            let mut open = outermost::<MIRRORED>(floor);
            if self.column(open) < outer {
                start = inner_slope(self.column(open) + 1, distance);
            }
            let mut walls = run & !floor & inside::<MIRRORED>(open);
            while walls != 0 {
                let wall = outermost::<MIRRORED>(walls);
                let left = outer_slope(self.column(wall), distance);
                if start + SLACK >= left {
                    self.cast_light::<MIRRORED>(distance + 1, start, left);
                }
                let rest = floor & inside::<MIRRORED>(wall);
                if rest == 0 {
                    return;
                }
                open = outermost::<MIRRORED>(rest);
                start = inner_slope(self.column(open) + 1, distance);
                walls &= inside::<MIRRORED>(open);
            }
        }
    }

    /// Returns the line that is this many rows away from the origin.
    fn line_at(&self, distance: usize) -> usize {
        self.line.wrapping_add_signed(self.step * distance as isize)
    }

    /// Returns the column of a bit: its distance from the axis.
    fn column(&self, bit: usize) -> usize {
        self.bit.abs_diff(bit)
    }
}

/// Returns the bits from `first` to `last`, both included.
fn bits(first: usize, last: usize) -> u64 {
    // Where `last` is 63, the first term is 0, and the subtraction wraps to the right result.
    (2_u64 << last).wrapping_sub(1 << first)
}

/// Returns the bits nearer to the axis than this one.
fn inside<const MIRRORED: bool>(bit: usize) -> u64 {
    if MIRRORED { !1 << bit } else { !(!0 << bit) }
}

/// Returns the number of the bit that is farthest from the axis. At least one bit is 1.
fn outermost<const MIRRORED: bool>(bits: u64) -> usize {
    if MIRRORED { lowest(bits) } else { highest(bits) }
}

/// Returns the number of the lowest bit that is 1.
fn lowest(bits: u64) -> usize {
    bits.trailing_zeros() as usize
}

/// Returns the number of the highest bit that is 1. At least one bit is 1.
fn highest(bits: u64) -> usize {
    63 - bits.leading_zeros() as usize
}
