//! Size and place that the player gave the window. The next window begins with them.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::support::text::shortened;

/// Minimum and maximum width and height of a window that SDL opens.
pub(crate) const SIDES: RangeInclusive<u32> = 1..=16_384;

/// Size and place of a window outside of fullscreen, in units of the desktop. As text they are
/// `1280x820+50+60`, or the half that the player chose: `1280x820` or `+50+60`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WindowPlace {
    /// Width and height, or `None` for the size that suits the screen.
    pub size: Option<(u32, u32)>,
    /// The upper left corner, or `None` for the middle of the screen. It is negative on a screen to the left
    /// of the first one, or above it.
    pub corner: Option<(i32, i32)>,
}

impl fmt::Display for WindowPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((width, height)) = self.size {
            write!(f, "{width}x{height}")?;
        }
        if let Some((x, y)) = self.corner {
            write!(f, "{x:+}{y:+}")?;
        }
        Ok(())
    }
}

/// A text that is not the size or the place of a window.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("window is a size and a corner like 1280x820+50+60, not '{}'", shortened(.0))]
pub struct NoPlace(String);

impl FromStr for WindowPlace {
    type Err = NoPlace;

    fn from_str(text: &str) -> Result<WindowPlace, NoPlace> {
        let read_size = |size: &str| -> Option<(u32, u32)> {
            let (width, height) = size.split_once('x')?;
            let size: (u32, u32) = (width.parse().ok()?, height.parse().ok()?);
            (SIDES.contains(&size.0) && SIDES.contains(&size.1)).then_some(size)
        };
        let read_corner = |corner: &str| -> Option<(i32, i32)> {
            let (x, y) = corner.split_at(corner.rfind(['+', '-'])?);
            Some((x.parse().ok()?, y.parse().ok()?))
        };
        let (size, corner) = text.split_at(text.find(['+', '-']).unwrap_or(text.len()));
        let place = WindowPlace { size: read_size(size), corner: read_corner(corner) };
        let is_whole = place.size.is_some() != size.is_empty() && place.corner.is_some() != corner.is_empty();
        is_whole.then_some(place).ok_or_else(|| NoPlace(text.to_owned()))
    }
}
