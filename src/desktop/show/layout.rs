//! Where the pictures and the texts below them are in a window.

use sdl2::rect::Rect;

use crate::map::{MAP_WIDTH, Pos};

/// Share of the height that pictures have, in percent. The rest is for the texts below them.
const PICTURES: i32 = 75;
/// Minimum number of columns that a picture shows. With less the place on the map is hard to tell.
const LEAST_COLUMNS: i32 = MAP_WIDTH / 2;
/// Number of lines that a text has at least, where letters can still be read then.
const LINES: i32 = 10;
/// Minimum size of letters, in points.
const SMALLEST_TEXT: i32 = 11;
/// Width of the line between two halves of a window, in pixels for each 1000 of the window's width.
const DIVIDER: i32 = 2;
/// Share of the screen that a new window takes, in percent of height and width.
const SCREEN_SHARE: u32 = 94;

/// One picture or two, and two texts below them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Width and height of a tile, at least 1.
    pub tile: i32,
    /// Number of columns that a picture shows.
    pub columns: i32,
    /// The pictures. Two are side by side, or one above the other where they are larger so.
    pub pictures: Vec<Rect>,
    /// The texts, side by side.
    pub texts: [Rect; 2],
    /// Size of their letters, in points.
    pub points: i32,
    /// The lines between two pictures and between the texts.
    pub dividers: Vec<Rect>,
}

impl Layout {
    /// Returns the layout of a window of this size in pixels. Tiles are as large as fits, if `count` pictures
    /// show all their rows, and this number of columns.
    pub fn new((width, height): (u32, u32), count: usize, Pos { x: columns, y: rows }: Pos) -> Layout {
        let [width, height] = [width, height].map(|size| i32::try_from(size).unwrap_or(i32::MAX).max(1));
        let columns = columns.clamp(LEAST_COLUMNS, MAP_WIDTH);
        let high = height * PICTURES / 100;
        let tile_in = |(w, h): (i32, i32)| (w / columns).min(h / rows);
        let halves = [(width / 2, high), (width, high / 2)];
        let (w, h) = match count {
            1 => (width, high),
            _ if tile_in(halves[1]) > tile_in(halves[0]) => halves[1],
            _ => halves[0],
        };
        let tile = tile_in((w, h)).max(1);
        let columns = (w / tile).min(MAP_WIDTH);
        let picture = |left: i32, top: i32| {
            let (picture_width, picture_height) = (tile * columns, tile * rows);
            let (x, y) = (left + (w - picture_width) / 2, top + (h - picture_height).max(0) / 2);
            rect(x, y, picture_width, picture_height)
        };
        let others = (1..count).map(|_| picture(width - w, high - h));
        let pictures: Vec<Rect> = std::iter::once(picture(0, 0)).chain(others).collect();

        let half = width / 2;
        let margin = (half.min(height) / 64).max(2);
        let (text_width, text_height) = ((half - 2 * margin).max(1), (height - high - 2 * margin).max(1));
        // At 20 points a letter is 12 pixels wide and 27 high.
        let points = (text_width / MAP_WIDTH * 5 / 3).min(text_height / LINES * 20 / 27).max(SMALLEST_TEXT);
        let texts = [0, half].map(|left| rect(left + margin, high + margin, text_width, text_height));

        let line = (width.max(height) * DIVIDER / 1000).max(1);
        let upright = |top: i32, bottom: i32| rect((width - line) / 2, top, line, bottom - top);
        let dividers = match count {
            1 => vec![upright(high, height)],
            _ if w < width => vec![upright(0, height)],
            _ => vec![upright(high, height), rect(0, h - line / 2, width, line)],
        };
        Layout { tile, columns, pictures, texts, points, dividers }
    }
}

fn rect(x: i32, y: i32, width: i32, height: i32) -> Rect {
    Rect::new(x, y, width.max(1).unsigned_abs(), height.max(1).unsigned_abs())
}

/// Returns the size of a new window on a screen.
pub fn opening_size((width, height): (u32, u32)) -> (u32, u32) {
    (width * SCREEN_SHARE / 100, height * SCREEN_SHARE / 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZES: [(u32, u32); 7] =
        [(1280, 720), (1280, 820), (1920, 1080), (3840, 2160), (1080, 1920), (640, 400), (5120, 1440)];

    #[test]
    fn nothing_lies_over_anything_else() {
        for (width, height) in SIZES {
            for (count, columns, rows) in [(1, 64, 36), (1, 64, 41), (2, 64, 36), (2, 64, 41), (2, 5, 41)] {
                let layout = Layout::new((width, height), count, Pos::new(columns, rows));
                let parts = [layout.pictures, layout.texts.to_vec()].concat();
                for (index, part) in parts.iter().enumerate() {
                    let window = Rect::new(0, 0, width, height);
                    assert_eq!(part.intersection(window), Some(*part), "{width} x {height}");
                    assert!(parts[..index].iter().all(|other| !other.has_intersection(*part)));
                }
                assert!(layout.texts.iter().all(|text| text.height() * 5 > height), "{width} x {height}");
            }
        }
    }

    /// The next larger tile has no room, neither side by side nor one above the other.
    #[test]
    fn tiles_are_as_large_as_fits() {
        for (width, height) in SIZES.map(|(width, height)| (width as i32, height as i32)) {
            for (count, columns, rows) in [(1, 64, 36), (2, 64, 36), (2, 40, 36), (2, 32, 41)] {
                let size = (width.unsigned_abs(), height.unsigned_abs());
                let layout = Layout::new(size, count, Pos::new(columns, rows));
                let (high, larger) = (height * PICTURES / 100, layout.tile + 1);
                let fits = |w: i32, h: i32| larger * columns <= w && larger * rows <= h;
                let is_larger = match count {
                    1 => fits(width, high),
                    _ => fits(width / 2, high) || fits(width, high / 2),
                };
                assert!(!is_larger && layout.columns >= columns, "{width} x {height}: {layout:?}");
            }
        }
        let tiles = [(1280, 820), (1920, 1080)].map(|size| Layout::new(size, 1, Pos::new(64, 36)).tile);
        assert_eq!(tiles, [17, 22]);
    }

    #[test]
    fn a_wide_window_has_two_side_by_side_and_a_high_one_below_each_other() {
        let wide = Layout::new((1280, 720), 2, Pos::new(20, 36));
        assert_eq!((wide.tile, wide.columns, wide.points), (15, 42, 11));
        assert_eq!(wide.pictures, [Rect::new(5, 0, 630, 540), Rect::new(645, 0, 630, 540)]);
        let high = Layout::new((1080, 1920), 2, Pos::new(20, 36));
        assert_eq!((high.tile, high.columns), (20, 54));
        assert_eq!(high.pictures, [Rect::new(0, 0, 1080, 720), Rect::new(0, 720, 1080, 720)]);
    }

    #[test]
    fn windows_without_room_have_a_layout_too() {
        for (width, height) in [(0, 0), (1, 1), (30, 2000), (2000, 30)] {
            for count in [1, 2] {
                let Layout { tile, texts, points, .. } =
                    Layout::new((width, height), count, Pos::new(64, 41));
                assert_eq!((tile, points), (1, SMALLEST_TEXT));
                assert!(texts.iter().all(|text| text.width() > 0 && text.height() > 0));
            }
        }
    }
}
