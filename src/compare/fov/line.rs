//! The definition of a clear line of sight, by which the algorithms are judged.
//!
//! Tiles are squares, walls are solid, and a line is straight. A line is blocked if it passes through
//! the inside of a wall. A line that only touches the corner of a wall is clear; so is one that passes
//! between two walls that touch at a corner. All computations are exact, in whole numbers.

use roguelike::map::{Map, Pos};

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

/// Returns the number of columns and of rows between two tiles.
const fn distance(from: Pos, to: Pos) -> (i32, i32) {
    ((to.x - from.x).abs(), (to.y - from.y).abs())
}

/// Returns the first wall on a ray from one tile on the map towards another, before that: how many columns
/// and rows it is away.
fn first_wall(map: &Map, from: Pos, to: Pos, ray: Ray) -> Option<(i32, i32)> {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let (columns, rows) = distance(from, to);
    let is_before = |&(x, y): &(i32, i32)| (x, y) != (columns, rows) && x <= columns && y <= rows;
    let is_wall = |&(x, y): &(i32, i32)| !map.is_floor(from + Pos::new(x * dx.signum(), y * dy.signum()));
    ray.tiles().take_while(is_before).find(is_wall)
}

/// Returns true if the line from the centre of one tile to the centre of the other is clear. The two tiles
/// themselves do not block it, so that a wall can be seen. Both are on the map.
///
/// The line from `a` to `b` touches a wall's corner and is clear. So is the one from `c` to `d`, between two
/// walls that touch at a corner. The one from `e` to `f` passes through a wall.
///
/// ```
/// use roguelike::fov_lab::line;
/// use roguelike::map::{Map, Pos};
///
/// let map = Map::drawn(&[
///     "a.#.c#",
///     "...b#d",
///     "e#....",
///     "...f..",
/// ]);
/// assert!(line::is_clear(&map, Pos::new(0, 0), Pos::new(3, 1)));
/// assert!(line::is_clear(&map, Pos::new(4, 0), Pos::new(5, 1)));
/// assert!(!line::is_clear(&map, Pos::new(0, 2), Pos::new(3, 3)));
/// ```
pub fn is_clear(map: &Map, from: Pos, to: Pos) -> bool {
    let (columns, rows) = distance(from, to);
    first_wall(map, from, to, Ray { columns, rows }).is_none()
}

/// Returns true if there is a clear line from the centre of one tile to any point of the other, edges
/// and corners included. Both are on the map.
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
    let tile = distance(from, to);
    if tile.0 == 0 || tile.1 == 0 {
        // No line to the tile leaves the row or column.
        return is_clear(map, from, to);
    }
    // Tries the flattest line to the tile. If a wall is in its way, tries the flattest that passes above
    // the wall.
    let mut ray = Ray::below(tile);
    while !ray.is_steeper(Ray::above(tile)) {
        match first_wall(map, from, to, ray) {
            Some(wall) => ray = Ray::above(wall),
            None => return true,
        }
    }
    false
}
