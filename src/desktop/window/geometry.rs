//! Where the window is: where it opens, where the player puts it, and the way to fullscreen and back.

use sdl2::VideoSubsystem;
use sdl2::rect::{Point, Rect};
use sdl2::video::{FullscreenType, Window, WindowPos::Positioned};

use crate::desktop::settings::window_place::{SIDES, WindowPlace};

/// The drivers that let a program choose where its window is. Wayland does not.
const PLACING_DRIVERS: [&str; 4] = ["x11", "windows", "cocoa", "dummy"];
/// How wide the frame of a window is: above, to the left, below, and to the right.
pub type Borders = (u16, u16, u16, u16);

/// Returns the area of a window and its frame.
fn with_borders(area: Rect, (top, left, bottom, right): Borders) -> Rect {
    let (width, height) = (u32::from(left) + u32::from(right), u32::from(top) + u32::from(bottom));
    let corner = area.left_shifted(left.into()).top_shifted(top.into());
    Rect::new(corner.x(), corner.y(), area.width() + width, area.height() + height)
}

/// Returns the area with its frame moved to the nearest place on a screen, or `None` if it does not fit.
pub fn moved_onto(screen: Rect, area: Rect, borders: Borders) -> Option<Rect> {
    let frame = with_borders(area, borders);
    let near = |at: i32, length: u32, start: i32, room: u32| {
        Some(at.clamp(start, start + room.checked_sub(length)?.cast_signed()))
    };
    let x = near(frame.x(), frame.width(), screen.x(), screen.width())?;
    let y = near(frame.y(), frame.height(), screen.y(), screen.height())?;
    Some(area.right_shifted(x - frame.x()).bottom_shifted(y - frame.y()))
}

/// SDL refuses to switch, for this reason.
#[derive(Debug, thiserror::Error)]
#[error("cannot switch to fullscreen or back: {0}; the window stays as it is")]
pub struct NoSwitch(String);

/// A window that is to be opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The area of the window without its frame.
    pub area: Rect,
    /// The screen, without what its desktop keeps for itself.
    pub screen: Rect,
    /// True if it opens where the player left the last one. Others open in the middle of the screen.
    pub is_placed: bool,
}

impl Opening {
    /// Returns where a window opens: with the player's size if the screen has room for it, and at the
    /// player's corner if there is a screen. Each is judged apart from the other. `new_size` returns the size
    /// that suits a screen. Without a screen there is nothing to choose.
    pub fn new(
        kept: WindowPlace,
        screens: &[Rect],
        new_size: impl FnOnce((u32, u32)) -> (u32, u32),
    ) -> Option<Opening> {
        let corner = kept.corner.map(Point::from);
        let there = corner.and_then(|corner| screens.iter().find(|screen| screen.contains_point(corner)));
        let screen = *there.or(screens.first())?;
        let fits = |size: &(u32, u32)| size.0 <= screen.width() && size.1 <= screen.height();
        let (width, height) = kept.size.filter(fits).unwrap_or_else(|| new_size(screen.size()));
        let placed = corner.filter(|_| there.is_some()).map(|at| Rect::new(at.x(), at.y(), width, height));
        let area = placed.unwrap_or_else(|| Rect::from_center(screen.center(), width, height));
        let area = moved_onto(screen, area, Borders::default()).unwrap_or(area);
        Some(Opening { area, screen, is_placed: placed.is_some() })
    }
}

/// Follows the window, so that what the player chose is known at any time: a size or a place that the program
/// chose itself is not the player's.
pub(super) struct Geometry {
    /// The player's choice from an earlier window.
    kept: WindowPlace,
    /// Where the program has put the window, which is not the player's choice.
    opened: Rect,
    /// Where the window was last, while it was neither maximized, minimized nor fullscreen.
    last: Option<Rect>,
    /// Where it was before that. The desktop may report the size of a maximized window before it reports that
    /// the window is maximized.
    before: Option<Rect>,
    /// Where SDL does not bring the window back from fullscreen, its area outside of it.
    windowed: Option<Rect>,
}

impl Geometry {
    /// Puts a new window on its place. `windowed` is the area of a window that begins fullscreen.
    pub fn begin(
        window: &mut Window,
        opening: Option<Opening>,
        (kept, windowed): (WindowPlace, Option<Rect>),
    ) -> Geometry {
        let opening = opening.filter(|it| it.is_placed && windowed.is_none() && can_place(window));
        if let Some(Opening { area, screen, .. }) = opening {
            // Window managers of X11 put the corner of the frame there. SDL knows the frame by now.
            let borders = window.border_size().unwrap_or_default();
            moved_onto(screen, area, borders).into_iter().for_each(|place| set_corner(window, place));
        }
        let opened = windowed.unwrap_or_else(|| area(window));
        let last = is_free(window).then_some(opened);
        Geometry { kept, opened, last, before: None, windowed }
    }

    /// Takes note of where the window is. To be called after events.
    pub fn note(&mut self, window: &Window) {
        let now = area(window);
        if is_free(window) && self.last != Some(now) {
            (self.before, self.last) = (self.last, Some(now));
        }
    }

    /// Returns what the player chose, in this window or in an earlier one.
    pub fn chosen(&self, window: &Window) -> WindowPlace {
        let WindowPlace { size, corner } = self.kept;
        let is_larger = !is_free(window) && self.last == Some(area(window));
        let Some(last) = (if is_larger { self.before } else { self.last }) else { return self.kept };
        let (top, left, ..) = window.border_size().unwrap_or_default();
        // SDL learns of the frame a moment later.
        let corner_of = self.opened.top_left();
        let corners = [corner_of, corner_of.offset(left.into(), top.into())];
        let is_moved = can_place(window) && !corners.contains(&last.top_left());
        let is_possible = SIDES.contains(&last.width()) && SIDES.contains(&last.height());
        let is_resized = is_possible && self.opened.size() != last.size();
        WindowPlace {
            size: if is_resized { Some(last.size()) } else { size },
            corner: if is_moved { Some(last.top_left().into()) } else { corner },
        }
    }

    /// Makes the window fullscreen, or ends that.
    /// Fails if SDL refuses. The window is as before then.
    pub fn set_fullscreen(&mut self, window: &mut Window, is_on: bool) -> Result<(), NoSwitch> {
        if !is_on {
            window.set_fullscreen(FullscreenType::Off).map_err(NoSwitch)?;
            self.leave_fullscreen(window);
            return Ok(());
        }
        // Without a window manager SDL believes that the window has the size of the screen, although it stays
        // as it is. So it gets that size before.
        if let Some(screen) = full_screen(window).filter(|_| may_be_unmanaged(window)) {
            self.windowed = Some(area(window));
            put(window, screen);
        }
        let switched = window.set_fullscreen(FullscreenType::Desktop);
        if switched.is_err() {
            self.leave_fullscreen(window);
        }
        switched.map_err(NoSwitch)
    }

    fn leave_fullscreen(&mut self, window: &mut Window) {
        self.windowed.take().into_iter().for_each(|area| put(window, area));
    }
}

/// Returns the part of each screen that windows may use.
pub(super) fn usable_screens(video: &VideoSubsystem) -> Vec<Rect> {
    let count = video.num_video_displays().unwrap_or(0);
    let screens = (0..count).filter_map(|index| video.display_usable_bounds(index).ok());
    // That of a screen that is gone may be empty. SDL's rectangles are at least a pixel large.
    screens.filter(|screen| screen.width() > 1 && screen.height() > 1).collect()
}

/// Returns the screen of a window, with what its desktop keeps for itself.
fn full_screen(window: &Window) -> Option<Rect> {
    window.subsystem().display_bounds(window.display_index().ok()?).ok()
}

fn whole_screens(video: &VideoSubsystem) -> Vec<Rect> {
    let count = video.num_video_displays().unwrap_or(0);
    (0..count).filter_map(|index| video.display_bounds(index).ok()).collect()
}

/// Returns the whole screen that the middle of an area is on.
pub(super) fn full_screen_of(video: &VideoSubsystem, area: Rect) -> Option<Rect> {
    whole_screens(video).into_iter().find(|screen| screen.contains_point(area.center()))
}

/// Returns true if nothing shows that there is a window manager: the window has no frame, and no part of the
/// screen is kept for a panel. Only X11 can be without one.
fn may_be_unmanaged(window: &Window) -> bool {
    let usable = window.display_index().and_then(|index| window.subsystem().display_usable_bounds(index));
    window.subsystem().current_video_driver() == "x11"
        && window.border_size().unwrap_or_default() == Borders::default()
        && usable.ok() == full_screen(window)
}

fn can_place(window: &Window) -> bool {
    PLACING_DRIVERS.contains(&window.subsystem().current_video_driver())
}

/// Returns true for a window that is neither fullscreen nor maximized nor minimized.
fn is_free(window: &Window) -> bool {
    window.fullscreen_state() == FullscreenType::Off && !window.is_maximized() && !window.is_minimized()
}

/// Returns the area of a window without its frame, in units of the desktop.
fn area(window: &Window) -> Rect {
    let ((x, y), (width, height)) = (window.position(), window.size());
    Rect::new(x, y, width, height)
}

fn set_corner(window: &mut Window, area: Rect) {
    window.set_position(Positioned(area.x()), Positioned(area.y()));
}

fn put(window: &mut Window, area: Rect) {
    // SDL refuses only sizes of 0, which no area has.
    window.set_size(area.width(), area.height()).ok();
    set_corner(window, area);
}
