//! Sizes of windows, and where the picture goes in them. All sizes are width and height in pixels.

use sdl2::rect::Rect;
use sdl2::render::ScaleMode;

/// Maximum share of the screen that a new window takes, in percent of height and width. The rest is for title
/// bar and borders.
const SCREEN_SHARE: u32 = 94;

/// Returns the size of a new window on a screen: the picture at the largest whole scale that leaves some of
/// the screen free. If the picture itself does not fit, the window is smaller and has the same shape.
pub(super) fn opening_size(screen: (u32, u32), (w, h): (u32, u32)) -> (u32, u32) {
    let free = (screen.0 * SCREEN_SHARE / 100, screen.1 * SCREEN_SHARE / 100);
    let scale = (free.0 / w).min(free.1 / h);
    match scale {
        0 if screen.0 >= w && screen.1 >= h => (w, h),
        0 => shrunk(free, (w, h)),
        _ => (w * scale, h * scale),
    }
}

/// Returns the size of a new window at a scale that the player chose. It is at most the largest that fits the
/// screen, and at least the size of the picture.
pub(super) fn scaled(screen: (u32, u32), (w, h): (u32, u32), scale: u32) -> (u32, u32) {
    let largest = (screen.0 / w).min(screen.1 / h).max(1);
    let scale = scale.min(largest);
    (w * scale, h * scale)
}

/// Returns the largest size of the same shape that fits.
fn shrunk((width, height): (u32, u32), (w, h): (u32, u32)) -> (u32, u32) {
    let factor = (f64::from(width) / f64::from(w)).min(f64::from(height) / f64::from(h));
    let shrink = |size: u32| ((f64::from(size) * factor) as u32).max(1);
    (shrink(w), shrink(h))
}

/// Returns where in a window a picture goes, and how it is scaled: in the middle, at the largest whole scale
/// that fits. A window smaller than the picture shows all of it, smaller and smoothed, because the HUD must
/// not be cut off.
pub(super) fn placement((width, height): (u32, u32), (w, h): (u32, u32)) -> (Rect, ScaleMode) {
    let scale = (width / w).min(height / h);
    let (mode, (w, h)) = match scale {
        0 => (ScaleMode::Linear, shrunk((width, height), (w, h))),
        _ => (ScaleMode::Nearest, (w * scale, h * scale)),
    };
    let x = (width as i32 - w as i32) / 2;
    let y = (height as i32 - h as i32) / 2;
    (Rect::new(x, y, w, h), mode)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_picture_lies_in_the_middle_at_a_whole_scale() {
        let part_17 = (1280, 820);
        assert_eq!(placement((1280, 820), part_17), (Rect::new(0, 0, 1280, 820), ScaleMode::Nearest));
        assert_eq!(placement((2559, 1700), part_17), (Rect::new(639, 440, 1280, 820), ScaleMode::Nearest));
        assert_eq!(placement((3840, 2160), part_17), (Rect::new(640, 260, 2560, 1640), ScaleMode::Nearest));
        assert_eq!(placement((640, 820), part_17), (Rect::new(0, 205, 640, 410), ScaleMode::Linear));
        assert_eq!(placement((0, 0), part_17).0.size(), (1, 1));
    }

    #[test]
    fn a_new_window_fits_the_screen() {
        let (part_1, part_17) = ((1280, 720), (1280, 820));
        assert_eq!(opening_size((1920, 1053), part_17), part_17);
        assert_eq!(opening_size((2560, 1413), part_17), part_17, "twice would fill the width");
        assert_eq!(opening_size((3840, 2133), part_17), (2560, 1640));
        assert_eq!(opening_size((1366, 741), part_1), part_1, "it just fits, and stays sharp");
        assert_eq!(opening_size((1366, 741), part_17), (1086, 696));
        assert_eq!(opening_size((800, 600), part_1), (752, 423));
        assert_eq!(scaled((3840, 2133), part_17, 2), (2560, 1640));
        assert_eq!(scaled((1920, 1053), part_17, 4), part_17, "the title bar stays on the screen");
        assert_eq!(scaled((800, 600), part_17, 2), part_17);
    }
}
