//! Where the two pictures and the texts below them are in a window.

use sdl2::rect::Rect;

use crate::map::{MAP_WIDTH, Pos};

/// Maximum share of the height that a picture takes, in percent. The rest is for the text below it.
const PICTURE: i32 = 70;
/// Number of lines that a text has at least, where letters can still be read then.
const LINES: i32 = 16;
/// Minimum size of letters, in points.
const SMALLEST_TEXT: i32 = 11;
/// Width of the line between the two halves of a window, in pixels for each 1000 of the window's width.
const DIVIDER: i32 = 2;
/// Share of the screen that a new window takes, in percent of height and width.
const SCREEN_SHARE: u32 = 94;

/// The two halves of a window: side by side, or one above the other in a window that is higher than wide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Width and height of a tile, at least 1.
    pub tile: i32,
    /// The pictures: expected and recorded.
    pub pictures: [Rect; 2],
    /// The texts below them.
    pub texts: [Rect; 2],
    /// Size of their letters, in points.
    pub points: i32,
    /// The line between the halves.
    pub divider: Rect,
}

impl Layout {
    /// Returns the layout of a window of this size in pixels, for pictures with this many columns and rows of
    /// tiles.
    pub fn new((width, height): (u32, u32), Pos { x: columns, y: rows }: Pos) -> Layout {
        let [width, height] = [width, height].map(|size| i32::try_from(size).unwrap_or(i32::MAX).max(1));
        let is_wide = width >= height;
        let [w, h] = if is_wide { [width / 2, height] } else { [width, height / 2] };
        let tile = (w / columns).min(h * PICTURE / 100 / rows).max(1);
        let (picture_width, picture_height) = (tile * columns, tile * rows);
        let margin = (w / 64).max(2);
        let text_width = (w - 2 * margin).max(1);
        let text_height = (h - picture_height - 2 * margin).max(1);
        // At 20 points a letter is 12 pixels wide and 27 high.
        let points = (text_width / MAP_WIDTH * 5 / 3).min(text_height / LINES * 20 / 27).max(SMALLEST_TEXT);
        let half = |number: i32| {
            let (x, y) = if is_wide { (number * (width - w), 0) } else { (0, number * (height - h)) };
            let picture = rect(x + (w - picture_width) / 2, y, picture_width, picture_height);
            // Text begins where the picture does.
            let left = (x + (w - picture_width) / 2).max(x + margin);
            let text = rect(left, y + picture_height + margin, x + w - margin - left, text_height);
            (picture, text)
        };
        let [(expected, told), (recorded, told_of_recording)] = [half(0), half(1)];
        let line = (width.max(height) * DIVIDER / 1000).max(1);
        let divider = if is_wide {
            rect((width - line) / 2, 0, line, height)
        } else {
            rect(0, (height - line) / 2, width, line)
        };
        Layout { tile, pictures: [expected, recorded], texts: [told, told_of_recording], points, divider }
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

    fn layout(width: u32, height: u32, rows: i32) -> Layout {
        Layout::new((width, height), Pos::new(MAP_WIDTH, rows))
    }

    #[test]
    fn nothing_lies_over_anything_else() {
        for (width, height) in
            [(1280, 720), (1920, 1080), (3840, 2160), (1080, 1920), (640, 400), (5120, 1440)]
        {
            for size in [Pos::new(64, 36), Pos::new(64, 41), Pos::new(32, 18)] {
                let Layout { tile, pictures, texts, .. } = Layout::new((width, height), size);
                let parts = [pictures, texts].concat();
                for (index, part) in parts.iter().enumerate() {
                    let window = Rect::new(0, 0, width, height);
                    assert_eq!(part.intersection(window), Some(*part), "{width} x {height}");
                    assert!(parts[..index].iter().all(|other| !other.has_intersection(*part)));
                }
                assert_eq!(pictures[0].size(), ((tile * size.x) as u32, (tile * size.y) as u32));
                assert!(texts.iter().all(|text| text.height() * 4 > height / 2), "{width} x {height}");
            }
        }
    }

    #[test]
    fn a_wide_window_has_them_side_by_side_and_a_high_one_below_each_other() {
        let wide = layout(1280, 720, 36);
        assert_eq!((wide.tile, wide.points), (10, 15));
        assert_eq!(wide.pictures, [Rect::new(0, 0, 640, 360), Rect::new(640, 0, 640, 360)]);
        let high = layout(1080, 1920, 36);
        assert_eq!(high.tile, 16);
        assert_eq!(high.pictures, [Rect::new(28, 0, 1024, 576), Rect::new(28, 960, 1024, 576)]);
        let tiles = [(1920, 1080), (2560, 1440), (3840, 2160)].map(|(w, h)| layout(w, h, 41).tile);
        assert_eq!(tiles, [15, 20, 30]);
    }

    #[test]
    fn windows_without_room_have_a_layout_too() {
        for (width, height) in [(0, 0), (1, 1), (30, 2000), (2000, 30)] {
            let Layout { tile, texts, points, .. } = layout(width, height, 41);
            assert_eq!((tile, points), (1, SMALLEST_TEXT));
            assert!(texts.iter().all(|text| text.width() > 0 && text.height() > 0));
        }
    }
}
