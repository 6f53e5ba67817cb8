//! Starting SDL, on a display that the player can see.

use std::env;

use sdl2::hint::Hint;
use sdl2::messagebox::{MessageBoxFlag, show_simple_message_box};
use sdl2::{Sdl, VideoSubsystem};

use crate::desktop::window::WindowError;

/// The desktop's name for the program's windows. SDL can't change it on every platform, so it is the name of
/// the program file.
const APP_ID: &str = "roguelike";
/// Settings of SDL that have to be made before it starts.
const HINTS: [(&str, &str); 9] = [
    ("SDL_APP_NAME", "Roguelike"),
    ("SDL_APP_ID", APP_ID),
    ("SDL_VIDEO_X11_WMCLASS", APP_ID),
    ("SDL_VIDEO_WAYLAND_WMCLASS", APP_ID),
    ("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2"),
    // The desktop keeps its effects, and a fullscreen window stays where it is when the player uses another
    // screen.
    ("SDL_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR", "0"),
    ("SDL_VIDEO_MINIMIZE_ON_FOCUS_LOSS", "0"),
    // The close button may warn first.
    ("SDL_QUIT_ON_LAST_WINDOW_CLOSE", "0"),
    // SDL would read game pads a thousand times a second. `Pads` reads them less often.
    ("SDL_AUTO_UPDATE_JOYSTICKS", "0"),
];
/// Drivers that SDL falls back to although their windows are not visible.
const INVISIBLE: [&str; 3] = ["offscreen", "dummy", "evdev"];
/// True where programs reach the screen by X11 or Wayland, which environment variables name. Elsewhere
/// DISPLAY may be set as well, for another kind of program, and SDL knows best how to open a window.
pub(super) const HAS_X11_OR_WAYLAND: bool = cfg!(all(unix, not(target_os = "macos")));
/// The environment variables that name a display of X11 or Wayland. Without any of them there is none.
const DISPLAY_VARIABLES: [&str; 4] = ["SDL_VIDEODRIVER", "DISPLAY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR"];

/// Shows a problem in a box of its own, which stays until the user closes it. Nothing is shown where there is
/// no display.
pub fn show_problem(problem: &str) {
    // Otherwise a driver that does not exist would also keep its own error from the user.
    sdl2::hint::set_with_priority("SDL_VIDEODRIVER", "", &Hint::Override);
    show_simple_message_box(MessageBoxFlag::ERROR, "Roguelike", problem, None).ok();
}

/// Starts SDL with the program's settings, and its video on a display that the player can see, unless
/// `SDL_VIDEODRIVER` names another driver.
///
/// # Errors
/// If SDL does not start, or it finds no visible display.
pub fn open_display() -> Result<(Sdl, VideoSubsystem), WindowError> {
    for (hint, value) in HINTS {
        sdl2::hint::set(hint, value);
    }
    let is_set = |name| env::var_os(name).is_some_and(|value| !value.is_empty());
    // SDL would try Wayland first, whose library prints a line of its own where there is none.
    if HAS_X11_OR_WAYLAND && is_set("DISPLAY") && !is_set("WAYLAND_DISPLAY") && !is_set("XDG_RUNTIME_DIR") {
        sdl2::hint::set("SDL_VIDEODRIVER", "x11");
    }
    let sdl = sdl2::init().map_err(WindowError::NoSdl)?;
    // SDL's drivers would print messages of their own if they were started in vain.
    if HAS_X11_OR_WAYLAND && !DISPLAY_VARIABLES.into_iter().any(is_set) {
        return Err(WindowError::NoDisplay("neither DISPLAY nor WAYLAND_DISPLAY is set".to_owned()));
    }
    let way_out = if is_set("SDL_VIDEODRIVER") { " (unset SDL_VIDEODRIVER)" } else { "" };
    let video = sdl.video().map_err(|error| WindowError::NoDisplay(error + way_out))?;
    if INVISIBLE.contains(&video.current_video_driver()) && !is_set("SDL_VIDEODRIVER") {
        return Err(WindowError::NoDisplay("neither X11 nor Wayland answers".to_owned()));
    }
    // To copy finished pixels, X11 needs no OpenGL, and starting OpenGL takes longer than everything else
    // together. On other drivers OpenGL may be the only way.
    if video.current_video_driver() == "x11" {
        sdl2::hint::set("SDL_FRAMEBUFFER_ACCELERATION", "0");
    }
    Ok((sdl, video))
}
