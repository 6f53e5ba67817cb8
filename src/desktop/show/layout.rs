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

/// One picture or two, and two texts below them.
#[derive(Debug, PartialEq, Eq)]
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
    pub fn new((width, height): (u32, u32), count: i32, Pos { x: columns, y: rows }: Pos) -> Layout {
        let [width, height] = [width, height].map(|size| i32::try_from(size).unwrap_or(i32::MAX).max(1));
        let columns = columns.clamp(LEAST_COLUMNS, MAP_WIDTH);
        let high = height * PICTURES / 100;
        let tile_in = |(w, h): (i32, i32)| (w / columns).min(h / rows);
        let (beside, below) = ((width / count, high), (width, high / count));
        let (w, h) = if tile_in(below) > tile_in(beside) { below } else { beside };
        let tile = tile_in((w, h)).max(1);
        let columns = (w / tile).min(MAP_WIDTH);
        let picture = |number: i32| {
            let (picture_width, picture_height) = (tile * columns, tile * rows);
            let (left, top) = (number * (width - w), number * (high - h));
            let (x, y) = (left + (w - picture_width) / 2, top + (h - picture_height).max(0) / 2);
            rect(x, y, picture_width, picture_height)
        };

        let half = width / 2;
        let margin = (half.min(height) / 64).max(2);
        let (text_width, text_height) = ((half - 2 * margin).max(1), (height - high - 2 * margin).max(1));
        // At 20 points a letter is 12 pixels wide and 27 high.
        let points = (text_width / MAP_WIDTH * 5 / 3).min(text_height / LINES * 20 / 27).max(SMALLEST_TEXT);
        let texts = [0, half].map(|left| rect(left + margin, high + margin, text_width, text_height));

        let line = (width.max(height) * DIVIDER / 1000).max(1);
        let top = if w < width { 0 } else { high };
        let upright = rect((width - line) / 2, top, line, height - top);
        let flat = (h < high).then(|| rect(0, h - line / 2, width, line));
        let dividers = [upright].into_iter().chain(flat).collect();
        Layout { tile, columns, pictures: (0..count).map(picture).collect(), texts, points, dividers }
    }
}

fn rect(x: i32, y: i32, width: i32, height: i32) -> Rect {
    Rect::new(x, y, width.max(1).unsigned_abs(), height.max(1).unsigned_abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nothing lies over anything else, and the next larger tile has no room.
    #[test]
    fn pictures_are_as_large_as_fits_above_the_texts() {
        for (width, height) in
            [(1280, 720), (1920, 1080), (3840, 2160), (1080, 1920), (640, 400), (5120, 1440)]
        {
            for (count, columns, rows) in [(1, 64, 36), (1, 64, 41), (2, 64, 41), (2, 40, 36), (2, 5, 41)] {
                let layout = Layout::new((width, height), count, Pos::new(columns, rows));
                let parts = [layout.pictures, layout.texts.to_vec()].concat();
                for (index, part) in parts.iter().enumerate() {
                    assert_eq!(part.intersection(Rect::new(0, 0, width, height)), Some(*part));
                    assert!(parts[..index].iter().all(|other| !other.has_intersection(*part)));
                }
                assert!(layout.texts.iter().all(|text| text.height() * 5 > height), "{width} x {height}");
                let (width, high) = (width.cast_signed(), height.cast_signed() * PICTURES / 100);
                let columns = columns.max(LEAST_COLUMNS);
                let fits = |w: i32, h: i32| (layout.tile + 1) * columns <= w && (layout.tile + 1) * rows <= h;
                assert!(
                    !fits(width / count, high) && !fits(width, high / count) && layout.columns >= columns
                );
            }
        }
    }

    #[test]
    fn a_wide_window_has_two_side_by_side_and_a_high_one_below_each_other() {
        let wide = Layout::new((1280, 720), 2, Pos::new(20, 36));
        assert_eq!((wide.tile, wide.columns, wide.points), (15, 42, 11));
        assert_eq!(wide.pictures, [Rect::new(5, 0, 630, 540), Rect::new(645, 0, 630, 540)]);
        let high = Layout::new((1080, 1920), 2, Pos::new(20, 36));
        assert_eq!((high.tile, high.columns), (20, 54));
        assert_eq!(high.pictures, [Rect::new(0, 0, 1080, 720), Rect::new(0, 720, 1080, 720)]);
        // One without room has a layout, too.
        for size in [(0, 0), (1, 1), (30, 2000), (2000, 30)] {
            let Layout { tile, texts, points, .. } = Layout::new(size, 2, Pos::new(64, 41));
            assert_eq!((tile, points), (1, SMALLEST_TEXT));
            assert!(texts.iter().all(|text| text.width() > 0 && text.height() > 0));
        }
    }
}
