//! From a key to its pixels in a real window: SDL's event is pushed, the game takes it, the run's file gets
//! it, what changed is drawn, and the display has it.
//!
//! The window needs a display, for example that of `xvfb-run -s "-screen 0 3840x2160x24"`. The keys are the
//! first of the recorded victory in Part 17, in plain play.

use std::env;
use std::fs;
use std::time::{Duration, Instant};

use roguelike::desktop::kept::GamesFolder;
use roguelike::desktop::settings::window_place::WindowPlace;
use roguelike::desktop::window::Window;
use roguelike::desktop::window::display::open_display;
use roguelike::desktop::{Events, Session};
use roguelike::game::Game;
use roguelike::key::Key;
use roguelike::picture::new_picture;
use roguelike_bench::victory;
use sdl2::event::Event;
use sdl2::keyboard::{Keycode, Mod, Scancode};

/// Number of keys that are measured in each window.
const KEYS: usize = 200;

/// Returns SDL's event of a key.
fn pressed(key: Key) -> Event {
    let scancode = Scancode::from_i32(key.0.into());
    let keycode = scancode.and_then(Keycode::from_scancode);
    Event::KeyDown { timestamp: 0, window_id: 0, keycode, scancode, keymod: Mod::NOMOD, repeat: false }
}

/// Returns how long each key took in a window of this size.
fn measured(size: (u32, u32)) -> Vec<Duration> {
    let folder = env::temp_dir().join(format!("roguelike-bench-{}", std::process::id()));
    let (setup, keys) = victory();
    let mut session = Session::new(Game::new(setup.clone()), Some(GamesFolder::new(folder.clone())), None);
    session.log_keys(&setup);
    session.set_free_play(true);
    session
        .change_settings(|settings| settings.window = WindowPlace { size: Some(size), corner: Some((0, 0)) });
    let (sdl, video) = open_display().expect("a display");
    let ttf = sdl2::ttf::init().expect("SDL_ttf starts");
    let renderer = new_picture(8).expect("a renderer");
    let textures = renderer.texture_creator();
    let window = Window::open(&video, (renderer, &textures), (&ttf, None), &mut session, None);
    let mut window = window.expect("a window");
    let mut events = Events::new(sdl.event_pump().expect("SDL's events"));
    // What the window manager and the display have to say comes first.
    let end = Instant::now() + Duration::from_secs(1);
    while Instant::now() < end {
        events.wait(Duration::from_millis(50)).into_iter().for_each(|input| _ = window.notice(input));
        window.show(&session, &events).expect("drawn");
    }
    let queue = sdl.event().expect("SDL's queue");
    // The first key asks for a save where there is none, and shows a page.
    let times = keys.into_iter().skip(1).take(KEYS).map(|key| {
        let begin = Instant::now();
        queue.push_event(pressed(key)).expect("there is room");
        for input in events.wait(Duration::ZERO) {
            session.handle(window.notice(input));
        }
        window.set_title(&session.title());
        assert!(session.take_redraw(), "{key} changes something");
        window.show(&session, &events).expect("drawn");
        begin.elapsed()
    });
    let times = times.collect();
    drop(session);
    fs::remove_dir_all(folder).ok();
    times
}

fn main() {
    for size in [(1280, 820), (3840, 2160)] {
        let mut times = measured(size);
        times.sort_unstable();
        let ms = |index: usize| times[index].as_secs_f64() * 1_000.0;
        println!(
            "key to pixels {}x{}: median {:.2} ms of {KEYS} keys, 95 % below {:.2} ms",
            size.0,
            size.1,
            ms(KEYS / 2),
            ms(KEYS * 95 / 100)
        );
    }
}
