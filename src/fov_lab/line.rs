//! What a line of sight is, exactly: the measure by which the algorithms are judged.
//!
//! Tiles are squares, walls are solid, and a line is straight. A line is blocked where it passes through the inside of a wall;
//! one that only touches a wall's corner is clear, and so is one that slips between two walls that touch at a corner. All
//! numbers are whole, nothing is rounded.

use crate::map::{Map, Pos};

/// A direction from the centre of a tile: so many columns to so many rows, neither negative.
#[derive(Clone, Copy)]
struct Ray {
    columns: i32,
    rows: i32,
}

impl Ray {
    /// Past the corner of a tile that the flattest line touches. The tile is at least one row away.
    const fn below((x, y): (i32, i32)) -> Ray {
        Ray { columns: 2 * x + 1, rows: 2 * y - 1 }
    }

    /// Past the corner of a tile that the steepest line touches; straight on if the tile is in the same column.
    const fn above((x, y): (i32, i32)) -> Ray {
        Ray { columns: if x == 0 { 0 } else { 2 * x - 1 }, rows: 2 * y + 1 }
    }

    const fn is_steeper(self, other: Ray) -> bool {
        self.rows * other.columns > other.rows * self.columns
    }

    /// The tiles through whose inside the ray passes, without the first: columns and rows away from there.
    fn tiles(self) -> impl Iterator<Item = (i32, i32)> {
        // The next border between two columns is met after `2x + 1` of `2 columns`; rows likewise. In a corner both are.
        std::iter::successors(Some((0, 0)), move |&(x, y)| {
            let order = ((2 * x + 1) * self.rows).cmp(&((2 * y + 1) * self.columns));
            Some((x + i32::from(order.is_le()), y + i32::from(order.is_ge())))
        })
        .skip(1)
    }
}

/// The map as it looks from a place towards one of its four quarters.
struct Quarter<'m> {
    map: &'m Map,
    from: Pos,
    right: i32,
    down: i32,
}

impl Quarter<'_> {
    /// The quarter in which `to` lies, and where in it. None if one of the two is not on the map.
    fn toward(map: &Map, from: Pos, to: Pos) -> Option<(Quarter<'_>, (i32, i32))> {
        if !Map::in_bounds(from) || !Map::in_bounds(to) {
            return None;
        }
        let (dx, dy) = (to.x - from.x, to.y - from.y);
        Some((Quarter { map, from, right: dx.signum(), down: dy.signum() }, (dx.abs(), dy.abs())))
    }

    fn is_wall(&self, (x, y): (i32, i32)) -> bool {
        !self.map.is_floor(self.from + Pos::new(x * self.right, y * self.down))
    }

    /// Does the line from centre to centre pass through no wall?
    fn is_clear(&self, to: (i32, i32)) -> bool {
        let ray = Ray { columns: to.0, rows: to.1 };
        to == (0, 0) || !ray.tiles().take_while(|&tile| tile != to).any(|tile| self.is_wall(tile))
    }

    /// The first wall on a ray that is before the tile `to`.
    fn first_wall(&self, ray: Ray, to: (i32, i32)) -> Option<(i32, i32)> {
        let mut before = ray.tiles().take_while(|&(x, y)| (x, y) != to && x <= to.0 && y <= to.1);
        before.find(|&tile| self.is_wall(tile))
    }
}

/// Is there a clear line from the centre of one tile to the centre of the other? The two tiles themselves do not block it, so
/// that a wall can be seen. Never, if one of them is not on the map.
///
/// The line from `a` to `b` touches a wall's corner and is clear; the one from `c` to `d` passes through a wall.
///
/// ```
/// use roguelike::fov_lab::line;
/// use roguelike::map::{Map, Pos};
///
/// let map = Map::drawn(&[
///     "a.#.",
///     "...b",
///     "c#..",
///     "...d",
/// ]);
/// assert!(line::is_clear(&map, Pos::new(0, 0), Pos::new(3, 1)));
/// assert!(!line::is_clear(&map, Pos::new(0, 2), Pos::new(3, 3)));
/// ```
///
/// Between two walls that touch at a corner there is room for a line:
///
/// ```
/// # use roguelike::fov_lab::line;
/// # use roguelike::map::{Map, Pos};
/// let map = Map::drawn(&[
///     "a#",
///     "#b",
/// ]);
/// assert!(line::is_clear(&map, Pos::new(0, 0), Pos::new(1, 1)));
/// ```
pub fn is_clear(map: &Map, from: Pos, to: Pos) -> bool {
    Quarter::toward(map, from, to).is_some_and(|(quarter, to)| quarter.is_clear(to))
}

/// Is there a clear line from the centre of one tile to any point of the other, its edges and corners included? Never, if one
/// of them is not on the map.
///
/// The centre of `b` is hidden from `a`, but not its upper right corner. Of `c` nothing can be seen.
///
/// ```
/// use roguelike::fov_lab::line;
/// use roguelike::map::{Map, Pos};
///
/// let map = Map::drawn(&[
///     "a..",
///     ".#b",
///     "..c",
/// ]);
/// let (a, b, c) = (Pos::new(0, 0), Pos::new(2, 1), Pos::new(2, 2));
/// assert!(!line::is_clear(&map, a, b) && line::reaches(&map, a, b));
/// assert!(!line::is_clear(&map, a, c) && !line::reaches(&map, a, c));
/// ```
pub fn reaches(map: &Map, from: Pos, to: Pos) -> bool {
    let Some((quarter, to)) = Quarter::toward(map, from, to) else { return false };
    if to.0 == 0 || to.1 == 0 {
        // No line to the tile leaves the row or column.
        return quarter.is_clear(to);
    }
    // Tries the flattest line to the tile; whenever a wall is in the way, the flattest that passes above it.
    let mut ray = Ray::below(to);
    while !ray.is_steeper(Ray::above(to)) {
        match quarter.first_wall(ray, to) {
            Some(wall) => ray = Ray::above(wall),
            None => return true,
        }
    }
    false
}
