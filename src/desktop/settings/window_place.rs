//! Size and place of the window, which the next window begins with.

use std::fmt;
use std::str::FromStr;

use sdl2::VideoSubsystem;
use sdl2::rect::Rect;
use sdl2::video::{FullscreenType, Window};

use crate::support::text::shortened;

/// The drivers that let a program choose where its window is. Wayland does not.
const PLACING_DRIVERS: [&str; 4] = ["x11", "windows", "cocoa", "dummy"];

/// Maximum width and height of a window that SDL opens.
const MAX_SIDE: u32 = 16_384;

/// Size and place of a window in units of the desktop, as text `1280x820+50+60`: width, height, and the upper
/// left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WindowPlace {
    /// Width and height, each from 1 to 16,384.
    pub size: (u32, u32),
    /// The upper left corner. It is negative on a screen to the left of the first one, or above it.
    pub corner: (i32, i32),
}

impl WindowPlace {
    /// Returns the place of a window; none for a window that has the whole screen, is maximized or minimized,
    /// or is larger than any that can be opened.
    pub(crate) fn of(window: &Window) -> Option<WindowPlace> {
        let is_free = window.fullscreen_state() == FullscreenType::Off;
        let is_free = is_free && !window.is_maximized() && !window.is_minimized();
        let place = WindowPlace { size: window.size(), corner: window.position() };
        Some(place).filter(|place| is_free && place.has_size_of_window())
    }

    fn has_size_of_window(&self) -> bool {
        let sides = 1..=MAX_SIDE;
        sides.contains(&self.size.0) && sides.contains(&self.size.1)
    }

    /// Returns the place this far to the right and down.
    pub(crate) fn moved(self, by: i32) -> WindowPlace {
        WindowPlace { corner: (self.corner.0 + by, self.corner.1 + by), ..self }
    }

    /// Returns the place of the frame of such a window. Its borders are those above, to the left, below, and
    /// to the right.
    pub fn with_borders(self, borders: (u16, u16, u16, u16)) -> WindowPlace {
        let ((width, height), (x, y)) = (self.size, self.corner);
        let (top, left, bottom, right) = borders;
        WindowPlace {
            size: (width + u32::from(left) + u32::from(right), height + u32::from(top) + u32::from(bottom)),
            corner: (x - i32::from(left), y - i32::from(top)),
        }
    }

    /// Returns true if the whole window is on one of these screens.
    pub fn is_on(self, mut screens: impl Iterator<Item = Rect>) -> bool {
        let ((width, height), (x, y)) = (self.size, self.corner);
        let place = Rect::new(x, y, width, height);
        screens.any(|screen| screen & place == Some(place))
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
        let WindowPlace { size: (width, height), corner: (x, y) } = self;
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
            let size = (width.parse().ok()?, height.parse().ok()?);
            let place = WindowPlace { size, corner: (x.parse().ok()?, y.parse().ok()?) };
            Some(place).filter(WindowPlace::has_size_of_window)
        };
        read().ok_or_else(|| {
            format!("window is a size and a corner like 1280x820+50+60, not '{}'", shortened(text))
        })
    }
}
