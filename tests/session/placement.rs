//! Sizes of new windows, and where picture and panel are in a window.

use roguelike::desktop::settings::letters::TextSize;
use roguelike::desktop::window::placement::{Layout, SMALLEST_TEXT, opening_size, scaled};
use sdl2::rect::Rect;

#[test]
fn the_picture_lies_in_the_middle_with_tiles_that_fit() {
    let layout = |width, height, rows| {
        let Layout { tile, picture, .. } = Layout::new((width, height), rows, None);
        let feet = picture.height().cast_signed() - rows * tile;
        (tile, picture.x(), picture.y(), feet)
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
fn a_new_window_fits_the_screen_and_takes_most_of_it() {
    let screens = [(800, 600), (1024, 741), (1366, 741), (1920, 1053), (2560, 1413), (3840, 2133)];
    for (width, height) in screens {
        for panel in [None, Some(TextSize::Medium)] {
            let (w, h) = opening_size((width, height), 41, panel, true);
            assert!(w <= width && h <= height, "{width}x{height}: {w}x{h}");
            assert!(w * h * 2 >= width * height, "{width}x{height}: {w}x{h}");
        }
    }
    assert_eq!(scaled((3840, 2133), 41, 2), Some((2560, 1646)));
    assert_eq!(scaled((1920, 1053), 41, 4), None);
    assert_eq!(scaled((1280, 820), 41, 1), Some((1280, 820)));
    assert_eq!(scaled((1366, 741), 41, 1), None, "it would hide its last rows");
}

/// What a new window is made for is laid out in it.
#[test]
fn the_first_window_has_the_panel_on_every_wide_screen() {
    for rows in [36, 41] {
        for screen in [(1280, 773), (1366, 741), (1920, 1053), (2560, 1413), (3840, 2133)] {
            for text in TextSize::ALL {
                let window = opening_size(screen, rows, Some(text), true);
                let layout = Layout::new(window, rows, Some(text));
                assert!(window.0 <= screen.0 && window.1 <= screen.1, "{screen:?} {window:?}");
                // Letters that the player wants large may take a little from the tiles.
                let least = if text == TextSize::Large { 10 } else { 12 };
                assert!(layout.panel.is_some() && layout.tile >= least, "{screen:?} {window:?} {layout:?}");
            }
        }
    }
}

#[test]
fn the_panel_is_where_there_is_room() {
    let sides = |width, height, text| {
        let layout = Layout::new((width, height), 41, Some(text));
        let picture = layout.picture;
        let feet = picture.height() - 41 * layout.tile.unsigned_abs();
        let room = Rect::new(0, -feet.cast_signed(), width, height + feet);
        assert_eq!(picture.intersection(room), Some(picture));
        let window = Rect::new(0, 0, width, height);
        assert_eq!(layout.page().intersection(picture), Some(layout.page()));
        let side = layout.panel.map(|(area, points)| {
            assert_eq!(area.intersection(window), Some(area));
            assert!(!area.has_intersection(picture) && points >= SMALLEST_TEXT);
            assert!(area.x() >= picture.right(), "beside the picture");
            points
        });
        (layout.tile, side)
    };
    let medium = |width, height| sides(width, height, TextSize::Medium);
    assert_eq!(medium(1280, 820), (20, None), "the original's window is all picture");
    assert_eq!(medium(1280, 823), (20, None));
    assert_eq!(medium(800, 600), (12, None));
    assert_eq!(medium(2560, 1640), (40, None));
    assert_eq!(medium(1366, 768), (17, Some(15)));
    assert_eq!(medium(1534, 823), (20, Some(15)), "a new window");
    assert_eq!(medium(1920, 1080), (25, Some(18)));
    assert_eq!(medium(2560, 1440), (33, Some(24)));
    assert_eq!(medium(3840, 2160), (49, Some(36)));
    assert_eq!(medium(1280, 1024), (20, None));
    assert_eq!(medium(1440, 2560), (18, Some(15)), "high and narrow");
    assert_eq!(medium(1560, 560), (13, Some(15)), "low and wide");
    assert_eq!(sides(1560, 560, TextSize::Small), (13, Some(13)));
    assert_eq!(sides(1560, 560, TextSize::Large), (13, Some(18)));
    assert_eq!(medium(640, 410), (10, None));
}

/// A window manager may make a window as small or as large as it likes.
#[test]
fn every_window_has_a_layout() {
    for (width, height) in (1..=60).flat_map(|size| [(size, size), (size, 900), (1600, size), (30_000, size)])
    {
        for text in TextSize::ALL {
            let layout = Layout::new((width, height), 41, Some(text));
            assert!(layout.tile >= 1, "{width}x{height}: {layout:?}");
        }
    }
    assert_eq!(Layout::new((30_000, 30_000), 41, Some(TextSize::Large)).tile, 458);
}
