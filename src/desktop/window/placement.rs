//! Sizes of windows, and where the picture goes in them. All sizes are width and height in pixels.

use sdl2::rect::Rect;

use crate::desktop::pages::panel;
use crate::glyph_cache::TILE;
use crate::map::{MAP_WIDTH, Pos};

/// Maximum share of the screen that a new window takes, in percent of height and width. The rest is for title
/// bar and borders.
const SCREEN_SHARE: u32 = 94;
/// Minimum size of a tile that makes room for the panel, in percent of its size without the panel.
const SMALLER_TILE: i32 = 85;
/// Minimum size of letters in the panel, in points.
const SMALLEST_TEXT: i32 = 11;
/// Minimum number of lines of the panel below the picture.
const LINES_BELOW: i32 = 9;

/// Returns the size of a new window on a screen, for a picture of this many rows of tiles: the original's
/// size at the largest whole scale that leaves some of the screen free. If the picture itself does not fit,
/// the tiles are smaller.
pub(crate) fn opening_size((width, height): (u32, u32), rows: i32) -> (u32, u32) {
    let (w, h) = original_size(rows);
    let free = (width * SCREEN_SHARE / 100, height * SCREEN_SHARE / 100);
    let scale = (free.0 / w).min(free.1 / h);
    match scale {
        0 if width >= w && height >= h => (w, h),
        0 => {
            let tile = Layout::new(free, rows).tile.unsigned_abs();
            (w / TILE.unsigned_abs() * tile, h / TILE.unsigned_abs() * tile)
        }
        _ => (w * scale, h * scale),
    }
}

/// Returns the size of a new window at a scale that the player chose. It is at most the largest that fits the
/// screen, and at least the size of the original.
pub(crate) fn scaled((width, height): (u32, u32), rows: i32, scale: u32) -> (u32, u32) {
    let (w, h) = original_size(rows);
    let scale = scale.min((width / w).min(height / h)).max(1);
    (w * scale, h * scale)
}

/// Returns the size of the original's window.
pub(crate) const fn original_size(rows: i32) -> (u32, u32) {
    ((MAP_WIDTH * TILE).unsigned_abs(), (rows * TILE).unsigned_abs())
}

/// How the picture lies in a window, and the panel where there is room for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    /// Width and height of a tile, at least 1.
    pub tile: i32,
    /// Where the first tile begins.
    pub origin: Pos,
    /// The panel beside or below the picture.
    pub panel: Option<PanelPlace>,
}

/// Where the panel is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PanelPlace {
    /// Its pixels.
    pub area: Rect,
    /// Size of its letters in points.
    pub points: i32,
}

impl Layout {
    /// Returns the layout of a picture with this many rows of tiles: in the middle of the window, with the
    /// largest tiles that fit.
    pub fn new(window: (u32, u32), rows: i32) -> Layout {
        let [width, height] = pixels(window);
        let tile = largest_tile(window, rows);
        let origin = Pos::new((width - tile * MAP_WIDTH) / 2, (height - tile * rows) / 2);
        Layout { tile, origin, panel: None }
    }

    /// Returns the layout of a picture with a panel, if both fit. For the panel, tiles become a little
    /// smaller than without it, but not smaller than the original's.
    pub fn with_panel(window: (u32, u32), rows: i32) -> Layout {
        let largest = largest_tile(window, rows);
        let picture = Layout::new(window, rows);
        // A window of the picture's shape was made for the picture alone.
        if picture.origin == Pos::new(0, 0) {
            return picture;
        }
        let smallest = (largest * SMALLER_TILE / 100).max(TILE).min(largest);
        let mut tiles = (smallest..=largest).rev();
        let found = tiles.find_map(|tile| beside(window, rows, tile).or_else(|| below(window, rows, tile)));
        found.unwrap_or(picture)
    }

    /// Returns the pixels of a picture with this many rows of tiles.
    pub fn picture(self, rows: i32) -> Rect {
        let [width, height] = [MAP_WIDTH, rows].map(|tiles| (tiles * self.tile).unsigned_abs());
        Rect::new(self.origin.x, self.origin.y, width, height)
    }
}

/// Returns the largest tile of a picture that fits a window, at least 1.
fn largest_tile(window: (u32, u32), rows: i32) -> i32 {
    let [width, height] = pixels(window);
    (width / MAP_WIDTH).min(height / rows).max(1)
}

fn pixels((width, height): (u32, u32)) -> [i32; 2] {
    [width, height].map(|size| i32::try_from(size).unwrap_or(i32::MAX))
}

/// The panel to the right of the picture, as high as the picture.
fn beside(window: (u32, u32), rows: i32, tile: i32) -> Option<Layout> {
    let [width, height] = pixels(window);
    let margin = tile / 2;
    let letter = (width - tile * MAP_WIDTH - 2 * margin) / panel::COLUMNS;
    let points = points(letter * 5 / 3, tile)?;
    let panel_width = letter_width(points) * panel::COLUMNS;
    let left = (width - tile * MAP_WIDTH - margin - panel_width) / 2;
    let top = (height - tile * rows) / 2;
    let area = Rect::new(
        left + tile * MAP_WIDTH + margin,
        top,
        panel_width.unsigned_abs(),
        (tile * rows).unsigned_abs(),
    );
    Some(Layout { tile, origin: Pos::new(left, top), panel: Some(PanelPlace { area, points }) })
}

/// The panel below the picture, as wide as the picture, in two columns of text.
fn below(window: (u32, u32), rows: i32, tile: i32) -> Option<Layout> {
    let [width, height] = pixels(window);
    let margin = tile / 2;
    let room = height - tile * rows - 2 * margin;
    // A line is 27 pixels high at 20 points.
    let of_lines = room / LINES_BELOW * 20 / 27;
    let points = points(of_lines, tile)?;
    let left = (width - tile * MAP_WIDTH) / 2;
    let panel_width = tile * MAP_WIDTH - 2 * margin;
    let area =
        Rect::new(left + margin, tile * rows + margin, panel_width.unsigned_abs(), room.unsigned_abs());
    Some(Layout { tile, origin: Pos::new(left, 0), panel: Some(PanelPlace { area, points }) })
}

/// Returns the size of letters for which this many points are free, if it can be read. Letters are smaller
/// than those of the picture.
fn points(free: i32, tile: i32) -> Option<i32> {
    let points = free.min(tile * 4 / 5);
    (points >= SMALLEST_TEXT).then_some(points)
}

/// Returns how wide a letter of this size in points is. In a monospaced font that is about 3/5.
const fn letter_width(points: i32) -> i32 {
    (points * 3 + 4) / 5
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_picture_lies_in_the_middle_with_tiles_that_fit() {
        let layout = |width, height, rows| {
            let Layout { tile, origin, .. } = Layout::new((width, height), rows);
            (tile, origin.x, origin.y)
        };
        assert_eq!(layout(1280, 820, 41), (20, 0, 0));
        assert_eq!(layout(1280, 720, 36), (20, 0, 0));
        assert_eq!(layout(1366, 768, 41), (18, 107, 15));
        assert_eq!(layout(1920, 1080, 41), (26, 128, 7));
        assert_eq!(layout(2560, 1440, 41), (35, 160, 2));
        assert_eq!(layout(3840, 2160, 41), (52, 256, 14));
        assert_eq!(layout(640, 410, 41), (10, 0, 0));
        assert_eq!(layout(0, 0, 41).0, 1);
    }

    #[test]
    fn a_new_window_fits_the_screen() {
        let (part_1, part_17) = (36, 41);
        assert_eq!(opening_size((1920, 1053), part_17), (1280, 820));
        assert_eq!(opening_size((2560, 1413), part_17), (1280, 820), "twice would fill the width");
        assert_eq!(opening_size((3840, 2133), part_17), (2560, 1640));
        assert_eq!(opening_size((1366, 741), part_1), (1280, 720), "it just fits");
        assert_eq!(opening_size((1366, 741), part_17), (1024, 656));
        assert_eq!(opening_size((800, 600), part_1), (704, 396));
        assert_eq!(scaled((3840, 2133), part_17, 2), (2560, 1640));
        assert_eq!(scaled((1920, 1053), part_17, 4), (1280, 820), "the title bar stays on the screen");
        assert_eq!(scaled((800, 600), part_17, 2), (1280, 820));
    }

    #[test]
    fn the_panel_is_where_there_is_room() {
        let sides = |width, height| {
            let Layout { tile, origin, panel } = Layout::with_panel((width, height), 41);
            let picture = Layout { tile, origin, panel }.picture(41);
            let window = Rect::new(0, 0, width, height);
            assert_eq!(picture.intersection(window), Some(picture));
            let side = panel.map(|PanelPlace { area, points }| {
                assert_eq!(area.intersection(window), Some(area));
                assert!(!area.has_intersection(picture) && points >= SMALLEST_TEXT);
                if area.x() >= picture.right() { "beside" } else { "below" }
            });
            (tile, side)
        };
        assert_eq!(sides(1280, 820), (20, None), "the original's window is all picture");
        assert_eq!(sides(800, 600), (12, None));
        assert_eq!(sides(2560, 1640), (40, None));
        assert_eq!(sides(1366, 768), (18, Some("beside")));
        assert_eq!(sides(1920, 1080), (26, Some("beside")));
        assert_eq!(sides(2560, 1440), (35, Some("beside")));
        assert_eq!(sides(3840, 2160), (52, Some("beside")));
        assert_eq!(sides(1700, 1000), (23, Some("beside")), "tiles of 24 would leave too little");
        assert_eq!(sides(1280, 1024), (20, Some("below")));
        assert_eq!(sides(1440, 2560), (22, Some("below")));
        assert_eq!(sides(640, 410), (10, None));
    }
}
