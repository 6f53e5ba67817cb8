//! Sizes of windows, and where the picture goes in them. All sizes are width and height in pixels.

use sdl2::rect::Rect;

use crate::desktop::pages::panel;
use crate::glyph_cache::TILE_SIZE;
use crate::map::{MAP_HEIGHT, MAP_WIDTH, Pos};

/// Maximum share of the screen that a new window takes, in percent of height and width. The rest is for title
/// bar and borders.
const SCREEN_SHARE: u32 = 94;
/// Share of the width and of the height of a large screen that a new window takes, in percent.
const LARGE_SHARE: (u32, u32) = (67, 75);
/// Minimum size of a tile that makes room for the panel, in percent of its size without the panel.
const SMALLER_TILE: i32 = 85;
/// Minimum size of a tile in a new window with a panel, in pixels.
const SMALLEST_TILE: i32 = 12;
/// Minimum size of letters in the panel, in points: their height in pixels.
const SMALLEST_TEXT: i32 = 13;
/// Minimum number of lines of the panel below the picture.
const LINES_BELOW: i32 = 9;

/// Size of the letters in the panel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TextSize {
    /// Two thirds of a tile.
    Small,
    /// Three quarters of a tile.
    #[default]
    Medium,
    /// Nine tenths of a tile.
    Large,
}

impl TextSize {
    /// All sizes, in the order of the settings page.
    pub const ALL: [TextSize; 3] = [TextSize::Small, TextSize::Medium, TextSize::Large];
    /// Their names in the file of settings, and on the page.
    pub(crate) const NAMES: &[(&str, &str)] = &[("small", "small"), ("medium", "medium"), ("large", "large")];

    /// Returns the size in points beside tiles of this size. Beside small tiles it is as beside those of the
    /// original.
    fn points(self, tile: i32) -> i32 {
        let percent = [65, 75, 90][self as usize];
        (tile.max(TILE_SIZE) * percent / 100).max(SMALLEST_TEXT)
    }
}

/// Returns the size of a new window on a screen, for a picture of this many rows of tiles and a panel, if
/// there is one. It takes about two thirds of a large screen. On a smaller one its tiles are as large as the
/// original's, and on one without room for them and the panel as large as fit. The panel is beside the
/// picture or below it, where tiles can be larger. Where they would be smaller than 12 pixels, there is none.
pub(crate) fn opening_size(screen: (u32, u32), rows: i32, panel: Option<TextSize>) -> (u32, u32) {
    let [width, height] = pixels(screen);
    let share = |(x, y): (u32, u32)| (width * x.cast_signed() / 100, height * y.cast_signed() / 100);
    let free = share((SCREEN_SHARE, SCREEN_SHARE));
    let fits = |(w, h): (i32, i32), (width, height): (i32, i32)| w <= width && h <= height;
    let large = (TILE_SIZE..=height / rows.max(1)).rev().map(|tile| size(tile, rows, panel));
    let large = large.into_iter().find(|&size| fits(size, share(LARGE_SHARE)));
    let small = |panel: Option<TextSize>| {
        let below = |tile| panel.map(|text| size_with_panel_below(tile, rows, text));
        let tiles = (SMALLEST_TILE..=TILE_SIZE).rev();
        let mut sizes = tiles.flat_map(|tile| [Some(size(tile, rows, panel)), below(tile)]).flatten();
        sizes.find(|&size| fits(size, free))
    };
    // In a small window the letters of the panel become smaller, too.
    let smaller = || panel.and_then(|_| small(Some(TextSize::Small)));
    let (w, h) = match large.or_else(|| small(panel)).or_else(smaller) {
        Some(size) => size,
        None => size((free.0 / MAP_WIDTH).min(free.1 / rows).max(1), rows, None),
    };
    (w.unsigned_abs(), h.min(height).unsigned_abs())
}

/// Returns the size of a window with tiles of this size, and with the panel below them.
fn size_with_panel_below(tile: i32, rows: i32, text: TextSize) -> (i32, i32) {
    let below = tile / 2 + line_height(text.points(tile)) * LINES_BELOW;
    (tile * MAP_WIDTH, tile * rows + feet(tile, rows) + below)
}

/// Returns the size of a window with tiles of this size.
fn size(tile: i32, rows: i32, panel: Option<TextSize>) -> (i32, i32) {
    let panel = panel.map_or(0, |text| panel_width(tile, text.points(tile)));
    (tile * MAP_WIDTH + panel, tile * rows + feet(tile, rows))
}

/// Returns the size of a new window at a scale that the player chose; none if it does not fit the screen.
pub(crate) fn scaled((width, height): (u32, u32), rows: i32, scale: u32) -> Option<(u32, u32)> {
    let (w, h) = original_size(rows);
    let feet = feet(TILE_SIZE * scale.cast_signed(), rows).unsigned_abs();
    // A few pixels of the last row's letters may be missing.
    (w * scale <= width && h * scale <= height).then_some((w * scale, (h * scale + feet).min(height)))
}

/// Returns the size of the original's window.
pub(crate) const fn original_size(rows: i32) -> (u32, u32) {
    ((MAP_WIDTH * TILE_SIZE).unsigned_abs(), (rows * TILE_SIZE).unsigned_abs())
}

/// How the picture lies in a window, and the panel where there is room for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    /// Width and height of a tile, at least 1.
    pub tile: i32,
    /// Where the first tile begins.
    pub origin: Pos,
    /// Pixels below the last row of tiles that its letters reach into.
    pub feet: i32,
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
        let tile = largest_tile(window, rows);
        let [width, height] = pixels(window);
        Layout::at((width - tile * MAP_WIDTH) / 2, tile, rows, height)
    }

    /// Returns the layout of a picture in the middle of this height, or above it if its letters need that. In
    /// a height without room for them the picture begins above the window. Nothing is drawn on these pixels.
    fn at(left: i32, tile: i32, rows: i32, height: i32) -> Layout {
        let (free, feet) = (height - tile * rows, feet(tile, rows));
        Layout { tile, origin: Pos::new(left, (free / 2).min(free - feet)), feet, panel: None }
    }

    /// Returns the layout of a picture with a panel, if both fit. For the panel, tiles become a little
    /// smaller than without it. If the letters of this size do not fit, they are smaller.
    pub fn with_panel(window: (u32, u32), rows: i32, text: TextSize) -> Layout {
        let largest = largest_tile(window, rows);
        let picture = Layout::new(window, rows);
        let [width, height] = pixels(window);
        // A window of the picture's shape was made for the picture alone.
        if width - largest * MAP_WIDTH < largest && height - largest * rows < largest {
            return picture;
        }
        let tiles = || (largest * SMALLER_TILE / 100..=largest).rev();
        let place =
            |tile, points| beside(window, rows, tile, points).or_else(|| below(window, rows, tile, points));
        let wanted = tiles().find_map(|tile| place(tile, text.points(tile)));
        let smaller = || {
            tiles().find_map(|tile| (SMALLEST_TEXT..text.points(tile)).rev().find_map(|it| place(tile, it)))
        };
        wanted.or_else(smaller).unwrap_or(picture)
    }

    /// Returns the pixels of a picture with this many rows of tiles.
    pub fn picture(self, rows: i32) -> Rect {
        let [width, height] = [MAP_WIDTH * self.tile, rows * self.tile + self.feet].map(i32::unsigned_abs);
        Rect::new(self.origin.x, self.origin.y, width, height)
    }

    /// Returns the pixels of a page of text in place of the picture, in the middle of it.
    pub fn page(self, rows: i32) -> Rect {
        let picture = self.picture(rows);
        let width = (letter_width(self.tile) * MAP_WIDTH).unsigned_abs().min(picture.width());
        let left = picture.x() + (picture.width() - width).cast_signed() / 2;
        Rect::new(left, picture.y(), width, picture.height())
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

/// Returns how far letters reach below their tile, in pixels. As many pixels at the top of a tile are empty.
/// Only from Part 16 on the last row has letters.
const fn feet(tile: i32, rows: i32) -> i32 {
    if rows > MAP_HEIGHT { (tile * 3 + 19) / 20 } else { 0 }
}

/// Returns the width of a panel beside tiles of this size, with its margins.
const fn panel_width(tile: i32, points: i32) -> i32 {
    tile / 2 * 2 + letter_width(points) * panel::COLUMNS
}

/// The panel to the right of the picture, as high as the picture, and as wide as there is room for.
fn beside(window: (u32, u32), rows: i32, tile: i32, points: i32) -> Option<Layout> {
    let [width, height] = pixels(window);
    let margin = tile / 2;
    let columns = (width - tile * MAP_WIDTH - 2 * margin) / letter_width(points);
    if columns < panel::COLUMNS {
        return None;
    }
    let panel_width = letter_width(points) * columns.min(MAP_WIDTH);
    let left = (width - tile * MAP_WIDTH - 2 * margin - panel_width) / 2;
    let layout = Layout::at(left, tile, rows, height);
    let top = layout.origin.y.max(0);
    let panel_height = (tile * rows).min(height - top).unsigned_abs();
    let area = Rect::new(left + tile * MAP_WIDTH + margin, top, panel_width.unsigned_abs(), panel_height);
    Some(Layout { panel: Some(PanelPlace { area, points }), ..layout })
}

/// The panel below the picture, as wide as the window.
fn below(window: (u32, u32), rows: i32, tile: i32, points: i32) -> Option<Layout> {
    let [width, height] = pixels(window);
    let margin = tile / 2;
    let top = tile * rows + feet(tile, rows) + margin;
    let columns = (width - 2 * margin) / letter_width(points);
    if height - top < line_height(points) * LINES_BELOW || columns < panel::COLUMNS {
        return None;
    }
    let panel_width = letter_width(points) * columns.min(MAP_WIDTH);
    let area =
        Rect::new((width - panel_width) / 2, top, panel_width.unsigned_abs(), (height - top).unsigned_abs());
    let layout = Layout::at((width - tile * MAP_WIDTH) / 2, tile, rows, top - margin);
    Some(Layout { panel: Some(PanelPlace { area, points }), ..layout })
}

/// Returns how high a line of letters of this size in points is: 27 pixels at 20 points.
const fn line_height(points: i32) -> i32 {
    (points * 27 + 19) / 20
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
            let Layout { tile, origin, feet, .. } = Layout::new((width, height), rows);
            (tile, origin.x, origin.y, feet)
        };
        assert_eq!(layout(1280, 820, 41), (20, 0, -3, 3));
        assert_eq!(layout(1280, 824, 41), (20, 0, 1, 3));
        assert_eq!(layout(1280, 720, 36), (20, 0, 0, 0));
        assert_eq!(layout(1366, 768, 41), (18, 107, 15, 3));
        assert_eq!(layout(1920, 1080, 41), (26, 128, 7, 4));
        assert_eq!(layout(2560, 1440, 41), (35, 160, -1, 6), "above the middle, for the letters");
        assert_eq!(layout(3840, 2160, 41), (52, 256, 14, 8));
        assert_eq!(layout(640, 410, 41), (10, 0, -2, 2));
        assert_eq!(layout(0, 0, 41).0, 1);
    }

    #[test]
    fn a_new_window_fits_the_screen() {
        let size = |screen, rows, panel: bool| opening_size(screen, rows, panel.then_some(TextSize::Medium));
        assert_eq!(size((1920, 1053), 41, true), (1534, 823), "the original's tiles, and the panel");
        assert_eq!(size((1920, 1053), 41, false), (1280, 823));
        assert_eq!(size((2560, 1413), 41, true), (1690, 906), "two thirds of the screen");
        assert_eq!(size((3840, 2133), 41, true), (2534, 1358));
        assert_eq!(size((1366, 741), 36, false), (1216, 684));
        assert_eq!(size((1366, 741), 41, true), (1274, 659), "the panel beside smaller tiles");
        assert_eq!(size((1024, 741), 41, true), (768, 689), "the panel below them");
        assert_eq!(size((800, 600), 36, false), (704, 396));
        assert_eq!(size((800, 600), 41, true), (704, 453), "tiles of 11 pixels, without the panel");
        assert_eq!(scaled((3840, 2133), 41, 2), Some((2560, 1646)));
        assert_eq!(scaled((1920, 1053), 41, 4), None);
        assert_eq!(scaled((1280, 820), 41, 1), Some((1280, 820)));
        assert_eq!(scaled((1366, 741), 41, 1), None, "it would hide its last rows");
    }

    /// What a new window is made for is laid out in it.
    #[test]
    fn the_first_window_has_the_panel_on_every_screen() {
        for rows in [36, 41] {
            for screen in
                [(1024, 741), (1024, 768), (1280, 773), (1366, 741), (1920, 1053), (2560, 1413), (3840, 2133)]
            {
                for text in TextSize::ALL {
                    let window = opening_size(screen, rows, Some(text));
                    let layout = Layout::with_panel(window, rows, text);
                    assert!(window.0 <= screen.0 && window.1 <= screen.1, "{screen:?} {window:?}");
                    // Letters that the player wants large may take a little from the tiles.
                    let least = if text == TextSize::Large { 10 } else { 12 };
                    assert!(
                        layout.panel.is_some() && layout.tile >= least,
                        "{screen:?} {window:?} {layout:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn the_panel_is_where_there_is_room() {
        let sides = |width, height, text| {
            let layout = Layout::with_panel((width, height), 41, text);
            let picture = layout.picture(41);
            let above = layout.feet.max(0);
            let room = Rect::new(0, -above, width, height + above.unsigned_abs());
            assert_eq!(picture.intersection(room), Some(picture));
            let window = Rect::new(0, 0, width, height);
            assert_eq!(layout.page(41).intersection(picture), Some(layout.page(41)));
            let side = layout.panel.map(|PanelPlace { area, points }| {
                assert_eq!(area.intersection(window), Some(area));
                assert!(!area.has_intersection(picture) && points >= SMALLEST_TEXT);
                (if area.x() >= picture.right() { "beside" } else { "below" }, points)
            });
            (layout.tile, side)
        };
        let medium = |width, height| sides(width, height, TextSize::Medium);
        assert_eq!(medium(1280, 820), (20, None), "the original's window is all picture");
        assert_eq!(medium(1280, 823), (20, None));
        assert_eq!(medium(800, 600), (10, Some(("below", 14))));
        assert_eq!(medium(2560, 1640), (40, None));
        assert_eq!(medium(1366, 768), (17, Some(("beside", 15))));
        assert_eq!(medium(1534, 823), (20, Some(("beside", 15))), "a new window");
        assert_eq!(medium(1920, 1080), (25, Some(("beside", 18))));
        assert_eq!(medium(2560, 1440), (33, Some(("beside", 24))));
        assert_eq!(medium(3840, 2160), (49, Some(("beside", 36))));
        assert_eq!(medium(1280, 1024), (20, Some(("below", 15))));
        assert_eq!(medium(1440, 2560), (22, Some(("below", 16))));
        assert_eq!(medium(1560, 560), (13, Some(("beside", 15))), "low and wide");
        assert_eq!(medium(700, 950), (10, Some(("below", 15))), "high and narrow");
        assert_eq!(sides(1560, 560, TextSize::Small), (13, Some(("beside", 13))));
        assert_eq!(sides(1560, 560, TextSize::Large), (13, Some(("beside", 18))));
        assert_eq!(medium(640, 410), (10, None));
    }
}
