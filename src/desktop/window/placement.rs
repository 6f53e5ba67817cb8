//! Sizes of windows, and where the picture goes in them. All sizes are width and height in pixels.

use crate::glyph_cache::TILE_SIZE;
use crate::map::{MAP_HEIGHT, MAP_WIDTH};

/// Maximum share of the screen that a new window takes, in percent of height and width: with tiles of at most
/// the original's size, with larger ones in free play, and with larger ones of a part. The rest is for title
/// bar and borders.
const SCREEN_SHARE: [i32; 3] = [94, 85, 67];
/// Minimum size of a tile in a new window with a panel, in pixels.
const SMALLEST_TILE: i32 = 12;
/// Width of the panel beside tiles of the original's size or larger, in tiles.
const PANEL: i32 = 17;

/// Returns the size of a new window on a screen, for a picture of this many rows of tiles and a panel, if
/// there is one. Its tiles are the largest that fit. Where they would be smaller than 12 pixels beside a
/// panel, there is none.
pub fn opening_size(screen: (u32, u32), rows: i32, panel: bool, free_play: bool) -> (u32, u32) {
    let [width, height] = pixels(screen);
    let is_free = |plan: &Plan| {
        let share = SCREEN_SHARE[if plan.tile <= TILE_SIZE { 0 } else { 2 - usize::from(free_play) }];
        fits(plan.new_window(), [width * share / 100, height * share / 100])
    };
    let largest = |smallest: i32, panel: bool| {
        let plan = |tile| Plan { tile, rows, panel };
        (smallest..=height / rows).rev().map(plan).find(is_free)
    };
    let plan = panel.then(|| largest(SMALLEST_TILE, true)).flatten().or_else(|| largest(1, false));
    let [w, h] = plan.unwrap_or(Plan { tile: 1, rows, panel: false }).new_window();
    (w.unsigned_abs(), h.unsigned_abs().min(screen.1))
}

/// Returns the size of a new window at a scale that the player chose, or `None` if the screen is too small.
pub fn scaled((width, height): (u32, u32), rows: i32, scale: u32) -> Option<(u32, u32)> {
    let (w, h) = original_size(rows);
    let feet = feet(TILE_SIZE * scale.cast_signed(), rows).unsigned_abs();
    // A few pixels of the last row's letters may be missing.
    (w * scale <= width && h * scale <= height).then_some((w * scale, (h * scale + feet).min(height)))
}

/// Returns the size of the original's window.
pub(super) const fn original_size(rows: i32) -> (u32, u32) {
    ((MAP_WIDTH * TILE_SIZE).unsigned_abs(), (rows * TILE_SIZE).unsigned_abs())
}

/// A picture with tiles of this size, and whether there is a panel beside it.
#[derive(Clone, Copy, Debug)]
struct Plan {
    tile: i32,
    rows: i32,
    panel: bool,
}

impl Plan {
    /// Returns width and height of a new window, which has room for the letters of the last row, too.
    fn new_window(self) -> [i32; 2] {
        let panel = if self.panel { self.tile.max(TILE_SIZE) * PANEL } else { 0 };
        [self.tile * MAP_WIDTH + panel, self.tile * self.rows + feet(self.tile, self.rows)]
    }
}

/// Returns true if the first size fits into the second.
fn fits([w, h]: [i32; 2], [width, height]: [i32; 2]) -> bool {
    w <= width && h <= height
}

fn pixels((width, height): (u32, u32)) -> [i32; 2] {
    [width, height].map(|size| i32::try_from(size).unwrap_or(i32::MAX))
}

/// Returns how far letters reach below their tile, in pixels. As many pixels at the top of a tile are empty.
/// Only from Part 16 on the last row has letters.
const fn feet(tile: i32, rows: i32) -> i32 {
    if rows > MAP_HEIGHT { (tile * 3 + 19) / 20 } else { 0 }
}
