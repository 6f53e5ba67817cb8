//! The definition of a clear line of sight, by which the algorithms are judged.
//!
//! Tiles are squares, walls are solid, and a line is straight. A line is blocked if it passes through
//! the inside of a wall. A line that only touches the corner of a wall is clear; so is one that passes
//! between two walls that touch at a corner. All computations are exact, in whole numbers.

use crate::map::{Map, Pos};

/// A direction from the centre of a tile: a number of columns to a number of rows, neither negative.
#[derive(Clone, Copy)]
struct Ray {
    columns: i32,
    rows: i32,
}

impl Ray {
    /// Returns the flattest ray that touches a tile, at its lower right corner. The tile is at least one
    /// row away.
    const fn below((x, y): (i32, i32)) -> Ray {
        Ray { columns: 2 * x + 1, rows: 2 * y - 1 }
    }

    /// Returns the steepest ray that touches a tile, at its upper left corner. It is vertical if the
    /// tile is in the column of the origin.
    const fn above((x, y): (i32, i32)) -> Ray {
        Ray { columns: if x == 0 { 0 } else { 2 * x - 1 }, rows: 2 * y + 1 }
    }

    /// Returns true if this ray is steeper than the other.
    const fn is_steeper(self, other: Ray) -> bool {
        self.rows * other.columns > other.rows * self.columns
    }

    /// Returns the tiles through whose inside the ray passes, without the origin: each as its columns
    /// and rows from there.
    fn tiles(self) -> impl Iterator<Item = (i32, i32)> {
        // The ray leaves column x at `(2x + 1) / (2 columns)` of its length, and row y at `(2y + 1) / (2
        // rows)`. In a corner it leaves both at once.
        std::iter::successors(Some((0, 0)), move |&(x, y)| {
            let order = ((2 * x + 1) * self.rows).cmp(&((2 * y + 1) * self.columns));
            Some((x + i32::from(order.is_le()), y + i32::from(order.is_ge())))
        })
        .skip(1)
    }
}

/// One of the four quarters of the map around a position, mirrored so that its columns and rows are
/// counted from there.
struct Quarter<'m> {
    map: &'m Map,
    from: Pos,
    right: i32,
    down: i32,
}

impl Quarter<'_> {
    /// Returns the quarter around `from` in which `to` lies, and where in it. None if one of the two is
    /// not on the map.
    fn toward(map: &Map, from: Pos, to: Pos) -> Option<(Quarter<'_>, (i32, i32))> {
        if !Map::in_bounds(from) || !Map::in_bounds(to) {
            return None;
        }
        let (dx, dy) = (to.x - from.x, to.y - from.y);
        Some((Quarter { map, from, right: dx.signum(), down: dy.signum() }, (dx.abs(), dy.abs())))
    }

    /// Returns true if the tile is wall.
    fn is_wall(&self, (x, y): (i32, i32)) -> bool {
        !self.map.is_floor(self.from + Pos::new(x * self.right, y * self.down))
    }

    /// Returns true if the line from centre to centre passes through no wall.
    fn is_clear(&self, to: (i32, i32)) -> bool {
        let ray = Ray { columns: to.0, rows: to.1 };
        to == (0, 0) || !ray.tiles().take_while(|&tile| tile != to).any(|tile| self.is_wall(tile))
    }

    /// Returns the first wall on a ray before the tile `to`.
    fn first_wall(&self, ray: Ray, to: (i32, i32)) -> Option<(i32, i32)> {
        let mut before = ray.tiles().take_while(|&(x, y)| (x, y) != to && x <= to.0 && y <= to.1);
        before.find(|&tile| self.is_wall(tile))
    }
}

/// Returns true if the line from the centre of one tile to the centre of the other is clear. The two tiles
/// themselves do not block it, so that a wall can be seen. False if one of them is not on the map.
///
/// The line from `a` to `b` touches a wall's corner and is clear; the one from `c` to `d` passes through
/// a wall.
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
/// A line can pass between two walls that touch at a corner:
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

/// Returns true if there is a clear line from the centre of one tile to any point of the other, edges
/// and corners included. False if one of them is not on the map.
///
/// From `a` the centre of `b` is hidden, but not its upper right corner. Nothing of `c` can be seen.
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
    // Tries the flattest line to the tile. If a wall is in its way, tries the flattest that passes above
    // the wall.
    let mut ray = Ray::below(to);
    while !ray.is_steeper(Ray::above(to)) {
        match quarter.first_wall(ray, to) {
            Some(wall) => ray = Ray::above(wall),
            None => return true,
        }
    }
    false
}
