//! Size and place of the window, which the next window begins with.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use sdl2::VideoSubsystem;
use sdl2::rect::Rect;
use sdl2::video::{FullscreenType, Window};

use crate::support::text::shortened;

/// The drivers that let a program choose where its window is. Wayland does not.
const PLACING_DRIVERS: [&str; 4] = ["x11", "windows", "cocoa", "dummy"];

/// Minimum and maximum width and height of a window that SDL opens.
const SIDES: RangeInclusive<u32> = 1..=16_384;

/// Size and place of a window in units of the desktop, as text `1280x820+50+60`: width, height, and the upper
/// left corner. That is negative on a screen to the left of the first one, or above it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WindowPlace(pub Rect);

impl WindowPlace {
    /// Returns the place of a window; none for a window that has the whole screen, is maximized or minimized,
    /// or is larger than any that can be opened.
    pub(crate) fn of(window: &Window) -> Option<WindowPlace> {
        let is_free = window.fullscreen_state() == FullscreenType::Off;
        let is_free = is_free && !window.is_maximized() && !window.is_minimized();
        WindowPlace::new(window.position(), window.size()).filter(|_| is_free)
    }

    /// A window of this size; none if SDL opens no such window.
    fn new((x, y): (i32, i32), (width, height): (u32, u32)) -> Option<WindowPlace> {
        let is_possible = SIDES.contains(&width) && SIDES.contains(&height);
        is_possible.then(|| WindowPlace(Rect::new(x, y, width, height)))
    }

    /// Returns the place this far to the right and down.
    pub(crate) fn moved(self, by: i32) -> WindowPlace {
        WindowPlace(self.0.right_shifted(by).bottom_shifted(by))
    }

    /// Returns the place of the frame of such a window. Its borders are those above, to the left, below, and
    /// to the right.
    pub fn with_borders(self, (top, left, bottom, right): (u16, u16, u16, u16)) -> WindowPlace {
        let (width, height) = (u32::from(left) + u32::from(right), u32::from(top) + u32::from(bottom));
        let corner = self.0.left_shifted(left.into()).top_shifted(top.into());
        WindowPlace(Rect::new(corner.x(), corner.y(), self.0.width() + width, self.0.height() + height))
    }

    /// Returns true if the whole window is on one of these screens.
    pub fn is_on(self, mut screens: impl Iterator<Item = Rect>) -> bool {
        screens.any(|screen| screen & self.0 == Some(self.0))
    }

    /// Returns true if a window can be opened there: the screens may be others than those of the last time.
    pub(crate) fn is_possible(self, video: &VideoSubsystem) -> bool {
        let count = video.num_video_displays().unwrap_or(0);
        PLACING_DRIVERS.contains(&video.current_video_driver())
            && self.is_on((0..count).filter_map(|index| video.display_usable_bounds(index).ok()))
    }
}

impl fmt::Display for WindowPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (x, y, width, height) = (self.0.x(), self.0.y(), self.0.width(), self.0.height());
        write!(f, "{width}x{height}{x:+}{y:+}")
    }
}

impl FromStr for WindowPlace {
    type Err = String;

    fn from_str(text: &str) -> Result<WindowPlace, String> {
        let read = || {
            let at = text.find(['+', '-'])?;
            let (size, corner) = text.split_at(at);
            let (width, height) = size.split_once('x')?;
            let (x, y) = corner.split_at(corner.rfind(['+', '-'])?);
            let corner = (x.parse().ok()?, y.parse().ok()?);
            WindowPlace::new(corner, (width.parse().ok()?, height.parse().ok()?))
        };
        read().ok_or_else(|| {
            format!("window is a size and a corner like 1280x820+50+60, not '{}'", shortened(text))
        })
    }
}
