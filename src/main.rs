//! The program. To play, it opens the window and runs the event-wait loop.
#![forbid(unsafe_code)]

use std::process::ExitCode;
use std::time::Duration;

use roguelike::cli::{self, Failure, PlayArgs, load_font};
use roguelike::desktop::display::{find_display, start_sdl};
use roguelike::desktop::window::{Canvases, Opening, Window, WindowError};
use roguelike::desktop::{Announcer, Events, Input, Session, Start, screenshot};
use roguelike::sound::Sound;
use sdl2::Sdl;

/// The program (`main`): runs the command that the command line names.
fn main() -> ExitCode {
    cli::run(play)
}

/// `roguelike play`: the game in a window.
fn play(args: &PlayArgs) -> Result<(), Failure> {
    // Problems with files are reported before a window opens.
    let font = load_font(args.font.as_deref())?;
    let replay = args.replay()?;
    let mut start = Start {
        setup: args.setup(replay.as_ref())?,
        save_file: args.game.save_file.clone(),
        record: args.record.clone(),
        keys: args.keys.read_whole()?,
        replay,
        other_files: args.other_files(),
        pause: Duration::from_millis(args.delay),
        exit: args.exit,
    };
    let mut session = start.session()?;
    let setup = start.setup.clone();

    let sdl = start_sdl()?;
    let video = find_display(&sdl)?;
    let ttf = sdl2::ttf::init().map_err(|error| error.to_string())?;
    let opening = Opening { scale: args.scale, fullscreen: args.fullscreen };
    let canvases = Canvases::open(&video, setup.part, &session.title(), opening)?;
    let textures = canvases.texture_creators();
    let mut window = Window::new(canvases, &textures, &ttf, &font)?;
    let has_sound = setup.part.has_hud() && !args.mute;
    let mut announcer = Announcer::new(setup.part, Sound::new(has_sound.then(|| sdl.clone())));
    announcer.announce_seed(&setup);

    start.begin(&mut session);
    let played = event_loop(&sdl, &mut session, &mut window, &mut announcer);
    // Also if the window failed, the run is not lost.
    session.keep_run();
    announcer.announce(&mut session);
    played
}

/// The event-wait loop (`Game::run`): waits for events, handles all that have come, and draws once.
///
/// An SDL event becomes an [`Input`], and an input that is for the game becomes one of the original's keys.
/// `Session::press` gives the key to `Game::press`.
fn event_loop(
    sdl: &Sdl,
    session: &mut Session,
    window: &mut Window,
    announcer: &mut Announcer,
) -> Result<(), Failure> {
    draw(session, window)?;
    // These take time, so the first frame is shown before.
    window.set_icon()?;
    let mut events = Events::new(sdl)?;
    while !session.is_over() {
        announcer.announce(session);
        let timeout = session.timeout().min(announcer.timeout());
        for input in events.wait(timeout) {
            match window.locate(input) {
                Input::Fullscreen => window.toggle_fullscreen()?,
                Input::TexturesLost => window.restore()?,
                Input::Screenshot if !session.has_notice() => {
                    draw(session, window)?;
                    let told = screenshot::take(window.picture(), &session.picture_name());
                    session.show(told, window.is_fullscreen());
                }
                input => session.translate(input).into_iter().for_each(|key| session.press(key)),
            }
        }
        session.due_key().into_iter().for_each(|key| session.press(key));
        session.keep_run_if_due();
        draw(session, window)?;
    }
    Ok(())
}

/// Draws the screen (`screen::render`) if the window shows something else.
fn draw(session: &mut Session, window: &mut Window) -> Result<(), WindowError> {
    window.set_title(&session.title());
    if session.take_redraw() {
        window.show(session.render())?;
    }
    Ok(())
}
