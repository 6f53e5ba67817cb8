//! Where the window is: where it opens, where the player puts it, and the way to fullscreen and back.

use std::time::{Duration, Instant};

use sdl2::VideoSubsystem;
use sdl2::rect::{Point, Rect};
use sdl2::video::{FullscreenType, Window, WindowPos::Positioned};

use crate::desktop::settings::window_place::{SIDES, WindowPlace};

/// The drivers that let a program choose where its window is. Wayland does not.
const PLACING_DRIVERS: [&str; 4] = ["x11", "windows", "cocoa", "dummy"];
/// How far a second window is from the place of the first, to the right and down, in pixels.
const BESIDE: i32 = 28;
/// Time in which a desktop has arranged its windows after its screens have changed. It is longer than any
/// sleep of the program.
const REARRANGING: Duration = Duration::from_secs(4);

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
    /// Where the program or the desktop has put the window so far. None of these is the player's choice.
    ours: Vec<Rect>,
    /// Where the window was last, while it was neither maximized, minimized nor fullscreen.
    last: Option<Rect>,
    /// Where it was before that. The desktop may report the size of a maximized window before it reports that
    /// the window is maximized.
    before: Option<Rect>,
    /// Where SDL does not bring the window back from fullscreen, its area outside of it.
    windowed: Option<Rect>,
    /// The whole screens, which SDL knows without a question to the display. Some of its versions never learn
    /// of changes on X11.
    whole: Vec<Rect>,
    /// The part of each screen that windows may use.
    screens: Vec<Rect>,
    /// When the screens changed.
    rearranged: Option<Instant>,
    /// When a part of the window was uncovered: the screens may have changed then. The desktop reports the
    /// usable area a moment later.
    pub uncovered: Instant,
}

impl Geometry {
    /// Puts a new window on its place: beside the first one if it `is_second`. `windowed` is the area of a
    /// window that begins fullscreen.
    pub fn begin(
        window: &mut Window,
        opening: Option<Opening>,
        (kept, windowed): (WindowPlace, Option<Rect>),
        is_second: bool,
    ) -> Geometry {
        let opening = opening.filter(|_| windowed.is_none() && can_place(window));
        if let Some(Opening { area, screen, is_placed }) = opening {
            // Window managers of X11 put the corner of the frame there. SDL knows the frame by now.
            let borders = window.border_size().unwrap_or_default();
            let on_screen = |area| moved_onto(screen, area, borders);
            // The title of the first window stays in view, unless the second one would leave the screen.
            let moved = [BESIDE, -BESIDE].map(|by| area.right_shifted(by).bottom_shifted(by));
            let beside = moved.into_iter().find(|&area| is_second && on_screen(area) == Some(area));
            let place = beside.or_else(|| on_screen(area).filter(|_| is_placed));
            place.into_iter().for_each(|place| set_corner(window, place));
        }
        let opened = windowed.unwrap_or_else(|| area(window));
        let last = is_free(window).then_some(opened);
        let (whole, screens) = (whole_screens(window.subsystem()), usable_screens(window.subsystem()));
        Geometry {
            kept,
            ours: vec![opened],
            last,
            before: None,
            windowed,
            whole,
            screens,
            rearranged: None,
            uncovered: Instant::now(),
        }
    }

    /// Takes note of where the window is. To be called after events.
    pub fn note(&mut self, window: &mut Window) {
        self.look_at_screens(window);
        let now = area(window);
        if !is_free(window) || self.last == Some(now) {
            return;
        }
        (self.before, self.last) = (self.last, Some(now));
        // The window manager moves windows from a screen that is gone.
        if self.rearranged.is_some_and(|at| at.elapsed() < REARRANGING) {
            self.ours.push(now);
        }
    }

    fn look_at_screens(&mut self, window: &mut Window) {
        let whole = whole_screens(window.subsystem());
        if self.uncovered.elapsed() > REARRANGING && whole == self.whole {
            return;
        }
        self.whole = whole;
        let screens = usable_screens(window.subsystem());
        if screens != self.screens {
            self.kept = self.chosen(window);
            self.rearranged = Some(Instant::now());
            self.stay_in_view(window, &screens);
            self.screens = screens;
        }
    }

    /// Moves the window if less of it is in view than before the screens changed, and makes it smaller if the
    /// screen has no room for it.
    fn stay_in_view(&mut self, window: &mut Window, screens: &[Rect]) {
        let Some(area) = self.last.filter(|_| is_free(window) && can_place(window)) else { return };
        let seen = |screens: &[Rect]| -> u64 {
            let parts = screens.iter().filter_map(|screen| screen.intersection(area));
            parts.map(|part| u64::from(part.width()) * u64::from(part.height())).sum()
        };
        if seen(screens) >= seen(&self.screens) {
            return;
        }
        let near = screens.iter().find(|screen| screen.has_intersection(area)).or(screens.first());
        let Some(&screen) = near else { return };
        let borders = window.border_size().unwrap_or_default();
        let frame = with_borders(area, borders);
        let width = area.width().min(screen.width().saturating_sub(frame.width() - area.width()));
        let height = area.height().min(screen.height().saturating_sub(frame.height() - area.height()));
        let smaller = Rect::new(area.x(), area.y(), width, height);
        let place = moved_onto(screen, smaller, borders).unwrap_or(smaller);
        self.ours.push(place);
        put(window, place);
    }

    /// Returns what the player chose, in this window or in an earlier one.
    pub fn chosen(&self, window: &Window) -> WindowPlace {
        let WindowPlace { size, corner } = self.kept;
        let is_larger = !is_free(window) && self.last == Some(area(window));
        let Some(last) = (if is_larger { self.before } else { self.last }) else { return self.kept };
        let (top, left, ..) = window.border_size().unwrap_or_default();
        // SDL learns of the frame a moment later.
        let corners = |area: &Rect| [area.top_left(), area.top_left().offset(left.into(), top.into())];
        let is_moved =
            can_place(window) && !self.ours.iter().flat_map(corners).any(|it| it == last.top_left());
        let is_possible = SIDES.contains(&last.width()) && SIDES.contains(&last.height());
        let is_resized = is_possible && self.ours.iter().all(|area| area.size() != last.size());
        WindowPlace {
            size: if is_resized { Some(last.size()) } else { size },
            corner: if is_moved { Some(last.top_left().into()) } else { corner },
        }
    }

    /// Makes the window fullscreen, or ends that.
    /// Fails if SDL refuses. The window is as before then.
    pub fn set_fullscreen(&mut self, window: &mut Window, is_on: bool) -> Result<(), String> {
        if !is_on {
            window.set_fullscreen(FullscreenType::Off)?;
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
        switched
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
