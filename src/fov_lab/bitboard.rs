//! Shadowcasting a row at a time: what the game computes its views with.
//!
//! It sees exactly what [`compute`](super::compute) sees, which is the algorithm as the chapter has it, tile by tile. But a row
//! of the map is one machine word here. What an arc lights of a row is a run of bits, and both its ends follow from the arc's
//! slopes; walls in the run are found by counting zeros. Quarters of the view whose rows are columns of the map read the map
//! turned. What they light is turned back at the end, and all is cut to the disc.

use std::ops::Range;

use super::FARTHEST;
use crate::map::{MAP_HEIGHT, MAP_WIDTH, Map, Pos};

type Plane = [u64; MAP_HEIGHT as usize];
type Columns = [u64; MAP_WIDTH as usize];

/// Lights the disc of `radius` tiles around `origin`, less what walls hide. The origin is on the map.
pub(super) fn compute(map: &mut Map, origin: Pos, radius: i32) {
    let radius = radius.clamp(0, FARTHEST) as usize;
    let (x, y) = (origin.x as usize, origin.y as usize);
    let mut floor: Plane = [0; MAP_HEIGHT as usize];
    for pos in Map::positions() {
        floor[pos.y as usize] |= u64::from(map.is_floor(pos)) << pos.x;
    }
    let mut rows: Plane = [0; MAP_HEIGHT as usize];
    let mut columns: Columns = [0; MAP_WIDTH as usize];
    cast_four(&floor, &mut rows, (y, x), MAP_WIDTH as usize, radius);
    let floor: Columns = turn(&floor, 0..MAP_HEIGHT as usize);
    cast_four(&floor, &mut columns, (x, y), MAP_HEIGHT as usize, radius);

    let columns: Plane = turn(&columns, around(x, radius, MAP_WIDTH as usize));
    for row in around(y, radius, MAP_HEIGHT as usize) {
        let width = usize::from(WIDTHS[radius][row.abs_diff(y)]);
        let disc = bits(x.saturating_sub(width), (x + width).min(63));
        let mut lit = (rows[row] | columns[row]) & disc;
        while lit != 0 {
            map.reveal(Pos::new(lit.trailing_zeros() as i32, row as i32));
            lit &= lit - 1;
        }
    }
}

/// All places of a line that are not farther than the radius from one of them.
fn around(place: usize, radius: usize, length: usize) -> Range<usize> {
    place.saturating_sub(radius)..length.min(place + radius + 1)
}

/// The disc of each radius: to how many columns it reaches on either side, at a distance of so many rows.
static WIDTHS: [[u8; MAP_HEIGHT as usize]; FARTHEST as usize + 1] = {
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

/// A slope from 0 to a little above 1, in units of 2⁻³². It comes from a table and so may err by some units; slopes of two tiles
/// that are not the same are thousands of times farther apart, so every comparison has room for that.
type Slope = u64;

const ONE: Slope = 1 << 32;
/// More than a slope errs, less than lies between two.
const SLACK: Slope = 1 << 16;

/// One by every odd number.
static PARTS: [Slope; 64] = {
    let mut parts = [0; 64];
    let mut half = 0;
    while half < 64 {
        parts[half] = ONE / (2 * half as u64 + 1);
        half += 1;
    }
    parts
};

/// The slope of a tile's side away from the axis, `(column + 1/2) / (distance - 1/2)`.
fn outer_slope(column: usize, distance: usize) -> Slope {
    (2 * column + 1) as u64 * PARTS[(distance - 1) & 63]
}

/// The slope of a tile's side towards the axis, `(column - 1/2) / (distance + 1/2)`.
fn inner_slope(column: usize, distance: usize) -> Slope {
    (2 * column - 1) as u64 * PARTS[distance & 63]
}

/// The last column up to the diagonal whose inner slope is not above this one.
fn last_column(start: Slope, distance: usize) -> usize {
    let halves = start * (2 * distance + 1) as u64 + ONE + SLACK;
    ((halves >> 33) as usize).min(distance)
}

/// The first column whose outer slope is not below this one.
fn first_column(end: Slope, distance: usize) -> usize {
    let halves = end * (2 * distance - 1) as u64 + ONE - SLACK;
    (halves >> 33) as usize
}

/// The four octants whose rows are lines of these bits. The origin is a line and a bit; a line has `length` bits.
fn cast_four(floor: &[u64], lit: &mut [u64], (line, bit): (usize, usize), length: usize, radius: usize) {
    for (step, lines) in [(-1, line), (1, floor.len() - 1 - line)] {
        Quarter { floor, lit, line, bit, bits_above: length - 1 - bit, step, rows: lines.min(radius) }.cast();
    }
}

/// Two octants on both sides of an axis. Their rows are counted from the origin, their columns from the axis: upwards from the
/// bit of the origin in one octant, downwards in the other, which is mirrored.
struct Quarter<'m> {
    floor: &'m [u64],
    lit: &'m mut [u64],
    /// Where the origin is.
    line: usize,
    bit: usize,
    /// Bits of a line that are above the origin's.
    bits_above: usize,
    /// From one row to the next, in lines.
    step: isize,
    /// How many rows there are to look at.
    rows: usize,
}

impl Quarter<'_> {
    /// Lights both octants. Most rows have walls at their ends only and are done for both at once; from the first on that has
    /// more in it, each octant goes its own way.
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

    /// Lights an octant's rows from a distance on, within the arc between two slopes (`FOV::castLight`).
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
            // Walls at the outer end stop nothing but the arc itself: it passes no tile of the map outside of them.
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

    fn line_at(&self, distance: usize) -> usize {
        self.line.wrapping_add_signed(self.step * distance as isize)
    }

    fn column(&self, bit: usize) -> usize {
        self.bit.abs_diff(bit)
    }
}

/// The bits from one to another.
fn bits(first: usize, last: usize) -> u64 {
    (!0 >> (63 - last)) & (!0 << first)
}

/// The bits nearer to the axis than this one.
fn inside<const MIRRORED: bool>(bit: usize) -> u64 {
    if MIRRORED { !1 << bit } else { !(!0 << bit) }
}

/// The bit that is farthest from the axis.
fn outermost<const MIRRORED: bool>(bits: u64) -> usize {
    if MIRRORED { lowest(bits) } else { highest(bits) }
}

fn lowest(bits: u64) -> usize {
    bits.trailing_zeros() as usize
}

fn highest(bits: u64) -> usize {
    63 - bits.leading_zeros() as usize
}

/// Turns part of a plane: where a line of the range has a bit, the line that is numbered like the bit has one that is numbered like
/// the line. Bits come in long runs, so only where a run begins or ends something is carried over, and then filled up.
fn turn<const LINES: usize>(plane: &[u64], range: Range<usize>) -> [u64; LINES] {
    let mut turned = [0; LINES];
    for (line, &bits) in plane.iter().enumerate().take(range.end).skip(range.start) {
        let mut ends = bits ^ bits << 1;
        while ends != 0 {
            // A run that goes on to the last line ends after it.
            if let Some(changed) = turned.get_mut(ends.trailing_zeros() as usize) {
                *changed |= 1 << line;
            }
            ends &= ends - 1;
        }
    }
    let mut filled = 0;
    for bits in &mut turned {
        filled ^= *bits;
        *bits = filled;
    }
    turned
}
