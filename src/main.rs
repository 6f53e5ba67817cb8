//! The program. To play, it opens the window and runs the event-wait loop.
#![forbid(unsafe_code)]

use std::process::ExitCode;

use roguelike::cli::{self, Failure, PlayArgs, load_font};
use roguelike::desktop::window::display::open_display;
use roguelike::desktop::window::{Window, WindowError};
use roguelike::desktop::{Announcer, Events, Session};
use roguelike::picture::{new_picture, start_ttf};
use sdl2::Sdl;

/// The program (`main`): runs the command that the command line names.
fn main() -> ExitCode {
    cli::run(play)
}

/// `roguelike play`: the game in a window.
fn play(args: &PlayArgs) -> Result<ExitCode, Failure> {
    // Problems with files are reported before a window opens.
    let font = load_font(args.font.as_deref())?;
    let mut start = args.start()?;
    let mut session = start.session()?;
    let setup = start.setup.clone();
    // Without a window nothing is played. The recording is removed, because the next start would refuse to
    // write over it.
    let (sdl, video) = open_display().inspect_err(|_| session.discard_recording())?;
    let ttf = start_ttf().inspect_err(|_| session.discard_recording())?;
    let mut announcer = Announcer::new(setup.part, (!args.mute).then(|| sdl.clone()));
    // Changed parts of the window are drawn on this picture and then copied.
    let picture = new_picture(16).inspect_err(|_| session.discard_recording()).map_err(WindowError::from)?;
    let textures = picture.texture_creator();
    let font = args.font.is_some().then_some(&*font);
    let window = Window::open(&video, (picture, &textures), (&ttf, font), &mut session, args.scale);
    let mut window = window.inspect_err(|_| session.discard_recording())?;
    Announcer::announce_seed(&setup, args.is_free_play());
    let mut events = Events::new(sdl.event_pump().map_err(WindowError::NoSdl)?);
    start.begin(&mut session, || events.wants_to_quit());
    let played = event_loop(&sdl, &mut events, &mut session, &mut window, &mut announcer);
    window.keep_place(&mut session);
    // The game is not lost, even if the window failed.
    session.keep_run();
    window.carry_out(&mut session, &mut announcer, &events);
    window.leave_open();
    played.map(|()| if args.exit && session.has_failed() { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// The event-wait loop (`Game::run`): waits for events, handles all that have come, and draws once.
///
/// An SDL event becomes an `Input`, an input becomes an `Action`, and an action that is a move of the game
/// becomes a key, which `Session::press` gives to `Game::press`.
fn event_loop(
    sdl: &Sdl,
    events: &mut Events,
    session: &mut Session,
    window: &mut Window,
    announcer: &mut Announcer,
) -> Result<(), Failure> {
    draw(session, window, announcer, events)?;
    // These take time, so the first frame is shown before.
    window.set_icon()?;
    events.open_pads(sdl);
    while !session.is_over() {
        let timeout = session.timeout().min(announcer.timeout());
        for input in events.wait(timeout) {
            session.handle(window.notice(input));
        }
        window.follow();
        if let Some(key) = session.due_key() {
            session.press(key);
        }
        draw(session, window, announcer, events)?;
    }
    Ok(())
}

/// Draws the window again if it shows something else, and does what the session wants.
fn draw(
    session: &mut Session,
    window: &mut Window,
    announcer: &mut Announcer,
    events: &Events,
) -> Result<(), WindowError> {
    window.set_title(&session.title());
    session.set_window(window.size());
    if session.take_redraw() {
        window.show(session, events)?;
    }
    window.carry_out(session, announcer, events);
    announcer.close_if_quiet();
    Ok(())
}
