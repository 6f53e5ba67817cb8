//! Shadowcasting with a row of tiles in one machine word.
//!
//! It sees exactly what [`fov::compute`](crate::fov::compute) sees, in about half the time. A row of the
//! map is a 64-bit word, with a bit for each column. What an arc lights of a row is a run of bits, and
//! the slopes of the arc give both ends of the run. Counting zeros finds the walls in the run. In four
//! of the eight octants the rows of the octant are columns of the map, so these octants work on the
//! transpose: a word for each column, and a bit for each row.

use super::FARTHEST;
use crate::map::{MAP_HEIGHT, MAP_WIDTH, Map, Pos, TileType};

/// Lights the disc of `radius` tiles around `origin`, without the tiles that walls hide. The origin is
/// on the map.
pub(super) fn compute(map: &mut Map, origin: Pos, radius: i32) {
    let radius = radius.clamp(0, FARTHEST) as usize;
    // The compiler unrolls loops of constant length. 24 columns are enough for the radius of the game.
    if 2 * radius < Window::<3>::WIDTH {
        Window::<3>::around(origin, radius).compute(map);
    } else {
        Window::<8>::around(origin, radius).compute(map);
    }
}

/// One fact of the tiles in a window, in both orders.
struct Plane {
    /// A word for each row, with a bit for each column.
    rows: [u64; MAP_HEIGHT as usize],
    /// The transpose: a word for each column, with a bit for each row.
    columns: [u64; MAP_WIDTH as usize],
}

impl Plane {
    const EMPTY: Plane = Plane { rows: [0; MAP_HEIGHT as usize], columns: [0; MAP_WIDTH as usize] };
}

/// The part of the map that can come into view. It is `8 * EIGHTS` columns wide.
///
/// Bits and bytes are exchanged in blocks of eight rows and eight columns, each block in one word. Byte
/// x of a block has a bit for each row of column x.
struct Window<const EIGHTS: usize> {
    /// The leftmost column of the window on the map.
    left: usize,
    /// The topmost row of the window on the map.
    top: usize,
    /// Number of rows.
    height: usize,
    /// Column of the origin in the window.
    x: usize,
    /// Row of the origin in the window.
    y: usize,
    /// Radius of the disc that may be lit.
    radius: usize,
}

impl<const EIGHTS: usize> Window<EIGHTS> {
    const WIDTH: usize = 8 * EIGHTS;

    /// Returns the window with all tiles of the map that are not farther from the origin than the radius.
    fn around(origin: Pos, radius: usize) -> Window<EIGHTS> {
        let (x, y) = (origin.x as usize, origin.y as usize);
        let top = y.saturating_sub(radius);
        let bottom = (y + radius + 1).min(MAP_HEIGHT as usize);
        let left = x.saturating_sub(radius).min(MAP_WIDTH as usize - Self::WIDTH);
        Window { left, top, height: bottom - top, x: x - left, y: y - top, radius }
    }

    /// Computes the view inside the window.
    fn compute(&self, map: &mut Map) {
        let Window { x, y, height, radius, .. } = *self;
        let mut floor = Plane::EMPTY;
        self.read_floor(map, &mut floor);
        let mut lit = Plane::EMPTY;
        lit.rows[y] = 1 << x;
        cast_four(&floor.rows[..height], &mut lit.rows, (y, x), Self::WIDTH, radius);
        cast_four(&floor.columns[..Self::WIDTH], &mut lit.columns, (x, y), height, radius);
        self.write_visible(map, &mut lit);
        self.write_explored(map);
    }

    /// Sets the bits of the tiles that are floor. What comes last in a word is read first, and then moves up.
    fn read_floor(&self, map: &Map, floor: &mut Plane) {
        let kinds = &map.kinds[self.top..self.top + self.height];
        for (kinds, rows) in kinds.chunks(8).zip(floor.rows.chunks_mut(8)).rev() {
            let mut blocks = [0; EIGHTS];
            for (kinds, row) in kinds.iter().zip(rows).rev() {
                let (eights, _) = kinds[self.left..self.left + Self::WIDTH].as_chunks::<8>();
                for (i, (eight, block)) in eights.iter().zip(&mut blocks).enumerate() {
                    let bytes = u64::from_le_bytes(eight.map(|kind| u8::from(kind == TileType::Floor)));
                    *row |= pack(bytes) << (8 * i);
                    *block = *block << 1 | bytes;
                }
            }
            for (columns, block) in floor.columns.as_chunks_mut::<8>().0.iter_mut().zip(blocks) {
                for (column, byte) in columns.iter_mut().zip(block.to_le_bytes()) {
                    *column = *column << 8 | u64::from(byte);
                }
            }
        }
    }

    /// Brings the lit tiles of the disc into view. `lit.columns` is used up: what was written is shifted out.
    fn write_visible(&self, map: &mut Map, lit: &mut Plane) {
        let visible = map.visible[self.top..self.top + self.height].chunks_mut(8);
        for (strip, (visible, rows)) in visible.zip(lit.rows.chunks(8)).enumerate() {
            let mut blocks = [0; EIGHTS];
            for (columns, block) in lit.columns.as_chunks_mut::<8>().0.iter_mut().zip(&mut blocks) {
                *block = u64::from_le_bytes(columns.map(|column| column as u8));
                for column in columns {
                    *column >>= 8;
                }
            }
            for (line, (visible, row)) in visible.iter_mut().zip(rows).enumerate() {
                let mut lit = *row;
                for (i, block) in blocks.iter_mut().enumerate() {
                    lit |= pack(*block & LOWEST_OF_EACH_BYTE) << (8 * i);
                    *block >>= 1;
                }
                lit &= disc(self.radius, self.y.abs_diff(8 * strip + line), self.x);
                let (eights, _) = visible[self.left..self.left + Self::WIDTH].as_chunks_mut::<8>();
                for (i, eight) in eights.iter_mut().enumerate() {
                    *eight = UNPACKED[usize::from((lit >> (8 * i)) as u8)];
                }
            }
        }
    }

    /// Marks as explored what is in view.
    fn write_explored(&self, map: &mut Map) {
        let rows = self.top..self.top + self.height;
        let visible = map.visible[rows.clone()].as_flattened();
        for (explored, visible) in map.explored[rows].as_flattened_mut().iter_mut().zip(visible) {
            *explored |= visible;
        }
    }
}

const LOWEST_OF_EACH_BYTE: u64 = 0x0101_0101_0101_0101;

/// Returns eight bits for eight bytes that are 0 or 1.
fn pack(bytes: u64) -> u64 {
    // The multiplication adds up the bytes, each shifted to another bit of the highest byte.
    bytes.wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// The eight bits of every byte, the lowest first.
static UNPACKED: [[bool; 8]; 256] = {
    let mut unpacked = [[false; 8]; 256];
    let mut byte = 0;
    while byte < unpacked.len() {
        let mut bit = 0;
        while bit < 8 {
            unpacked[byte][bit] = byte >> bit & 1 == 1;
            bit += 1;
        }
        byte += 1;
    }
    unpacked
};

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
        let (mut distance, mut width) = (0, radius);
        while distance <= radius && distance < widths[radius].len() {
            while width * width + distance * distance > radius * radius {
                width -= 1;
            }
            widths[radius][distance] = width as u8;
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
