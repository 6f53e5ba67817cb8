//! Sizes of windows, and where the picture goes in them. All sizes are width and height in pixels.

use sdl2::rect::Rect;

use crate::desktop::screens::panel;
use crate::desktop::settings::letters::{TextSize, narrow_columns};
use crate::glyph_cache::TILE_SIZE;
use crate::map::{MAP_HEIGHT, MAP_WIDTH};

/// Maximum share of the screen that a new window takes, in percent of height and width: with tiles of at most
/// the original's size, with larger ones in free play, and with larger ones of a part. The rest is for title
/// bar and borders.
const SCREEN_SHARE: [i32; 3] = [94, 80, 67];
/// Minimum size of a tile that makes room for the panel, in percent of its size without the panel.
const SMALLER_TILE: i32 = 85;
/// Minimum size of a tile in a new window with a panel, in pixels.
const SMALLEST_TILE: i32 = 12;
/// Minimum size of letters in the panel, in points: their height in pixels.
pub const SMALLEST_TEXT: i32 = 13;

/// Returns the size of the panel's letters in points beside tiles of this size. Beside small tiles it is as
/// beside those of the original.
fn points(text: TextSize, tile: i32) -> i32 {
    (tile.max(TILE_SIZE) * text.percent() / 100).max(SMALLEST_TEXT)
}

/// Returns the size of a new window on a screen, for a picture of this many rows of tiles and a panel, if
/// there is one. Its tiles are the largest that fit. Where they would be smaller than 12 pixels beside a
/// panel, there is none.
pub fn opening_size(screen: (u32, u32), rows: i32, panel: Option<TextSize>, free_play: bool) -> (u32, u32) {
    let [width, height] = pixels(screen);
    let is_free = |plan: &Plan| {
        let share = SCREEN_SHARE[if plan.tile <= TILE_SIZE { 0 } else { 2 - usize::from(free_play) }];
        fits(plan.new_window(), [width * share / 100, height * share / 100])
    };
    let largest = |smallest: i32, text: Option<TextSize>| {
        let plan = |tile| Plan { tile, rows, panel: text.map(|text| points(text, tile)) };
        (smallest..=height / rows).rev().map(plan).find(is_free)
    };
    // In a small window the letters of the panel become smaller, too.
    let with_panel = |text| largest(SMALLEST_TILE, Some(text));
    let plan = panel.and_then(|text| with_panel(text).or_else(|| with_panel(TextSize::Small)));
    let plan = plan.or_else(|| largest(1, None));
    let [w, h] = plan.unwrap_or(Plan { tile: 1, rows, panel: None }).new_window();
    (w.unsigned_abs(), h.unsigned_abs().min(screen.1))
}

/// Returns the size of a new window at a scale that the player chose; none if it does not fit the screen.
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

/// How the picture lies in a window, and the panel where there is room for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Width and height of a tile, at least 1.
    pub tile: i32,
    /// The pixels of the picture, with those below its last row of tiles that its letters reach into.
    pub picture: Rect,
    /// The pixels of the panel beside the picture, and the size of its letters in points.
    pub panel: Option<(Rect, i32)>,
}

impl Layout {
    /// Returns the layout of a picture with this many rows of tiles: in the middle of the window, with the
    /// largest tiles that fit. With letters for a panel there is a panel, too, if both fit. For it tiles
    /// become a little smaller, and so do its letters if they do not fit.
    pub fn new(window: (u32, u32), rows: i32, text: Option<TextSize>) -> Layout {
        let [width, height] = pixels(window);
        let largest = (width / MAP_WIDTH).min(height / rows).max(1);
        let alone = Plan { tile: largest, rows, panel: None }.layout([width, height]);
        // A window of the picture's shape was made for the picture alone.
        let is_full = width - largest * MAP_WIDTH < largest && height - largest * rows < largest;
        let Some(text) = text.filter(|_| !is_full) else { return alone };
        let tiles = ((largest * SMALLER_TILE / 100).max(1)..=largest).rev();
        let wanted = tiles.clone().map(|tile| (tile, points(text, tile)));
        let smaller =
            tiles.flat_map(|tile| (SMALLEST_TEXT..points(text, tile)).rev().map(move |it| (tile, it)));
        let mut plans = wanted.chain(smaller).map(|(tile, it)| Plan { tile, rows, panel: Some(it) });
        let plan = plans.find(|plan| fits(plan.size(), [width, height]));
        plan.map_or(alone, |plan| plan.layout([width, height]))
    }

    /// Returns the pixels of a page of text in place of the picture, in the middle of it.
    pub fn page(self) -> Rect {
        let picture = self.picture;
        let width = (narrow_columns(self.tile) * MAP_WIDTH).unsigned_abs().min(picture.width());
        let left = picture.x() + (picture.width() - width).cast_signed() / 2;
        Rect::new(left, picture.y(), width, picture.height())
    }

    /// Returns the pixels of the picture without some rows at its top, whose letters stay whole, and at its
    /// bottom.
    pub(super) fn between(self, [top, bottom]: [i32; 2]) -> Rect {
        let Layout { tile, picture, .. } = self;
        let [top, bottom] = [top * tile + letter_feet(tile), bottom * tile];
        let height = picture.height().saturating_sub((top + bottom).unsigned_abs());
        Rect::new(picture.x(), picture.y() + top, picture.width(), height.max(1))
    }
}

/// A picture with tiles of this size, and the size in points of the letters of the panel beside it, if there
/// is one.
#[derive(Clone, Copy, Debug)]
struct Plan {
    tile: i32,
    rows: i32,
    panel: Option<i32>,
}

impl Plan {
    /// Returns width and height of the smallest window that has room for it.
    fn size(self) -> [i32; 2] {
        // Half a tile is free on both sides of the panel.
        let across = |points| self.tile / 2 * 2 + narrow_columns(points) * panel::COLUMNS;
        [self.tile * MAP_WIDTH + self.panel.map_or(0, across), self.tile * self.rows]
    }

    /// Returns width and height of a new window, which has room for the letters of the last row, too.
    fn new_window(self) -> [i32; 2] {
        let [width, height] = self.size();
        [width, height + feet(self.tile, self.rows)]
    }

    /// Returns where everything is in a window of this size. The picture is in the middle of the height, or
    /// above it if its letters need that. In a height without room for them the picture begins above the
    /// window. Nothing is drawn on these pixels.
    fn layout(self, [width, height]: [i32; 2]) -> Layout {
        let Plan { tile, rows, panel } = self;
        let (picture, margin, feet) = (tile * MAP_WIDTH, tile / 2, feet(tile, rows));
        let free = height - tile * rows;
        let top = (free / 2).min(free - feet);
        let at = |left, top, [w, h]: [i32; 2]| Rect::new(left, top, w.unsigned_abs(), h.unsigned_abs());
        let size = [picture, tile * rows + feet];
        let Some(points) = panel else {
            return Layout { tile, picture: at((width - picture) / 2, top, size), panel: None };
        };
        let (letter, room) = (narrow_columns(points), width - picture - 2 * margin);
        let across = letter * (room / letter).min(panel::MAX_COLUMNS);
        let left = (room - across) / 2;
        // As high as the picture.
        let (first, last) = (top.max(0), (top.max(0) + tile * rows).min(height));
        let area = at(left + picture + margin, first, [across, last - first]);
        Layout { tile, picture: at(left, top, size), panel: Some((area, points)) }
    }
}

/// Returns true if a size is not larger than another one.
fn fits([w, h]: [i32; 2], [width, height]: [i32; 2]) -> bool {
    w <= width && h <= height
}

fn pixels((width, height): (u32, u32)) -> [i32; 2] {
    [width, height].map(|size| i32::try_from(size).unwrap_or(i32::MAX))
}

/// Returns how far letters reach below their tile, in pixels. As many pixels at the top of a tile are empty.
/// Only from Part 16 on the last row has letters.
const fn feet(tile: i32, rows: i32) -> i32 {
    if rows > MAP_HEIGHT { letter_feet(tile) } else { 0 }
}

/// Returns how far letters of any row reach below their tile, in pixels.
const fn letter_feet(tile: i32) -> i32 {
    (tile * 3 + 19) / 20
}
