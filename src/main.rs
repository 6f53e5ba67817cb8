//! The program: the command line is parsed, the window opened, the event-wait loop run.
#![forbid(unsafe_code)]

use std::collections::VecDeque;
use std::env;
use std::error::Error;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Parser;
use roguelike::autosave::Autosave;
use roguelike::bindings::{self, Happening, Pads};
use roguelike::cli::{Cli, Command, PlayArgs};
use roguelike::commands::{self, Failure, WRONG_USE, complain, load_font};
use roguelike::game::save::SaveSlot;
use roguelike::game::{Game, Setup, State};
use roguelike::glyph_cache::to_png;
use roguelike::key::Key;
use roguelike::pictures;
use roguelike::record::Recorder;
use roguelike::rng::StdLib;
use roguelike::session::{Reaction, Session};
use roguelike::sound::Speaker;
use roguelike::window::{self, Opening, Window, WindowError};
use sdl2::EventPump;

/// What the desktop knows the program by.
const APP_ID: &str = "roguelike-sdl2";
/// What SDL is told before it starts.
const HINTS: [(&str, &str); 3] = [
    ("SDL_VIDEO_X11_WMCLASS", APP_ID),
    ("SDL_VIDEO_WAYLAND_WMCLASS", APP_ID),
    ("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2"),
];
/// How often to look whether the last sound has faded.
const SOUND_CHECK: Duration = Duration::from_millis(100);

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return explain(&error),
    };
    match run(&cli.command.unwrap_or(Command::Play(cli.play))) {
        Ok(code) => code,
        Err(error) if is_closed_pipe(error.as_ref()) => ExitCode::SUCCESS,
        Err(error) => {
            complain(&error.to_string());
            ExitCode::FAILURE
        }
    }
}

fn run(command: &Command) -> Result<ExitCode, Failure> {
    match command {
        Command::Play(args) => play(args)?,
        Command::Trace(args) => commands::trace(args)?,
        Command::Shot(args) => commands::shot(args)?,
        Command::Fov(args) => commands::fov(args)?,
        Command::Verify(args) => return commands::verify(args),
        Command::Generate { prefix } => commands::generate(prefix)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Prints help and the version as they are, and a wrong use in one line.
fn explain(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        return if error.print().is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    }
    let text = error.to_string();
    let cause = text.split("\n\nUsage:").next().unwrap_or(&text);
    let cause = cause.split("\n\nFor more information").next().unwrap_or(cause);
    let words: Vec<&str> = cause.trim_start_matches("error: ").split_whitespace().collect();
    complain(&format!("{}; see 'roguelike --help'", words.join(" ")));
    ExitCode::from(WRONG_USE)
}

/// Whoever read our output has seen enough.
fn is_closed_pipe(error: &(dyn Error + 'static)) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// `roguelike play`: the game in a window.
fn play(args: &PlayArgs) -> Result<(), Failure> {
    // Whatever is wrong with files shows before a window opens.
    let font = load_font(args.font.as_deref())?;
    let replay = args.replay()?;
    let mut setup = args.setup(&replay)?;
    let autosave = find_saves(&mut setup, args);
    let keys = args.keys.read()?;
    let game = Game::new(setup.clone());
    let recorder = args.record.as_deref().map(|path| {
        Recorder::new(path, &setup, &game)
            .map_err(|error| format!("cannot record to {}: {error}; give another file", path.display()))
    });
    let mut session = Session::new(game, autosave, recorder.transpose()?);

    for (hint, value) in HINTS {
        sdl2::hint::set(hint, value);
    }
    let sdl = sdl2::init()?;
    let video = sdl.video().map_err(WindowError::NoDisplay)?;
    window::check_visible(&video)?;
    let ttf = sdl2::ttf::init().map_err(|error| error.to_string())?;
    let opening = Opening { scale: args.scale, fullscreen: args.fullscreen };
    let opened = window::open(&video, setup.part, &session.title(), opening)?;
    let (window_textures, glyph_textures) = (opened.0.texture_creator(), opened.1.texture_creator());
    let window = Window::new(opened, setup.part, &window_textures, &glyph_textures, &ttf, &font)?;

    announce(&setup)?;
    for key in keys {
        if session.press(key?) == Reaction::Quit {
            return Ok(());
        }
    }
    let silent = args.mute || !setup.part.has_hud();
    let speaker = Speaker::new(if silent { None } else { sdl.audio().ok() });
    let mut desk =
        Desk { args, session, window, speaker, setup, replay: replay.keys, next_key: Instant::now() };
    let pads = Pads::new(sdl.game_controller().ok());
    let played = desk.run(&mut sdl.event_pump()?, pads);
    // Also when the window failed: the run is not lost.
    desk.session.leave();
    desk.report();
    played
}

/// Everything the event loop works with.
struct Desk<'r> {
    args: &'r PlayArgs,
    session: Session,
    window: Window<'r>,
    speaker: Speaker,
    setup: Setup,
    /// Keys still to be replayed, and when the next one is due.
    replay: VecDeque<Key>,
    next_key: Instant,
}

impl Desk<'_> {
    /// Waits for an event, handles it, and repaints when it changed something, until the player leaves.
    fn run(&mut self, events: &mut EventPump, mut pads: Pads) -> Result<(), Failure> {
        self.window.show(self.session.compose())?;
        self.report();
        self.next_key += self.args.pause();
        while !(self.args.exit && self.replay.is_empty()) {
            let happening = self.wait(events).and_then(|event| bindings::read(event, &mut pads));
            let reaction = match happening {
                Some(happening) => self.react(happening)?,
                None if self.next_key <= Instant::now() && !self.replay_rests() => self.replay_key(),
                None => Reaction::Nothing,
            };
            match reaction {
                Reaction::Nothing => {}
                Reaction::Redraw => self.window.show(self.session.compose())?,
                Reaction::Fullscreen => self.window.toggle_fullscreen()?,
                Reaction::Screenshot => self.take_picture(),
                Reaction::Quit => break,
            }
            if reaction != Reaction::Screenshot {
                self.window.set_title(&self.session.title());
            }
            self.report();
        }
        Ok(())
    }

    /// A replay that is watched rests on the win screen, also when the recording goes on: any key goes on with it.
    fn replay_rests(&self) -> bool {
        !self.args.exit && self.session.game().state() == State::Won
    }

    /// Sleeps until something happens. Only a replay and a sound that is fading end the sleep by themselves.
    fn wait(&mut self, events: &mut EventPump) -> Option<sdl2::event::Event> {
        self.speaker.rest();
        let sleep = if !self.replay.is_empty() && !self.replay_rests() {
            self.next_key.saturating_duration_since(Instant::now())
        } else if self.speaker.is_open() {
            SOUND_CHECK
        } else {
            return Some(events.wait_event());
        };
        if sleep.is_zero() {
            return events.poll_event();
        }
        events.wait_event_timeout(sleep.as_millis().max(1) as u32)
    }

    fn react(&mut self, happening: Happening) -> Result<Reaction, Failure> {
        match happening {
            Happening::Quit => return Ok(Reaction::Quit),
            Happening::Exposed => self.window.present()?,
            Happening::TexturesLost => self.window.restore()?,
            Happening::Input(input) if self.replay.is_empty() => return Ok(self.session.handle(input)),
            // Escape ends a replay and hands over; other keys would only disturb it.
            Happening::Input(input) if input.is_escape() => self.replay.clear(),
            Happening::Input(_) if self.replay_rests() => return Ok(self.replay_key()),
            Happening::Input(_) => {}
        }
        Ok(Reaction::Nothing)
    }

    /// Presses the next key of the replay, if there is one.
    fn replay_key(&mut self) -> Reaction {
        self.next_key = Instant::now() + self.args.pause();
        self.replay.pop_front().map_or(Reaction::Nothing, |key| self.session.press(key))
    }

    /// F12: saves the picture, and says where in the title until that changes, and on standard output.
    fn take_picture(&mut self) {
        let png = to_png(self.window.picture().surface()).map_err(|error| error.to_string());
        let saved = png.and_then(|png| pictures::save(&png, self.setup.part, self.setup.seed));
        match saved {
            Ok(path) => {
                let place = format!("picture saved as {}", path.display());
                self.window.set_title(&place);
                // Whoever closed standard output reads the title.
                writeln!(io::stdout(), "{place}").ok();
            }
            Err(problem) => {
                self.window.set_title(&problem);
                complain(&problem);
            }
        }
    }

    /// Tells what happened: sounds, from Part 5 to 15 messages on standard error, and always what went wrong.
    fn report(&mut self) {
        let part = self.setup.part;
        for event in self.session.take_events() {
            if part.has_melee()
                && !part.has_hud()
                && let Some(text) = event.text(part)
            {
                writeln!(io::stderr(), "{text}").ok();
            }
            event.problem().into_iter().for_each(complain);
            event.sound(part).into_iter().for_each(|sound| self.speaker.play(sound));
        }
        self.session.take_problems().iter().for_each(|problem| complain(problem));
    }
}

/// Decides where the game saves, and where it keeps an unfinished run: where the options say, or where the platform keeps such
/// data. A replay keeps nothing.
fn find_saves(setup: &mut Setup, args: &PlayArgs) -> Option<Autosave> {
    let part = setup.part;
    if !part.has_saves() || args.replay.is_some() {
        return None;
    }
    if setup.save == SaveSlot::default() {
        match data_folder() {
            Ok(folder) => setup.save = SaveSlot::File(folder.join(format!("part{part}.save"))),
            Err(error) => complain(&format!(
                "no place for saves: {error}; they will last until the game ends, or give --save-file"
            )),
        }
    }
    match &setup.save {
        SaveSlot::File(path) => Some(Autosave::beside(path, part)),
        SaveSlot::Memory(_) => None,
    }
}

/// The folder for this program's data, made if need be.
fn data_folder() -> Result<PathBuf, String> {
    // SDL's path is text; a home that is none would not survive the way.
    if ["HOME", "XDG_DATA_HOME"].into_iter().filter_map(env::var_os).any(|path| path.to_str().is_none()) {
        return Err("the home folder's name is no UTF-8".to_owned());
    }
    sdl2::filesystem::pref_path("", APP_ID).map(PathBuf::from).map_err(|error| error.to_string())
}

/// Says how to have the run again.
fn announce(setup: &Setup) -> io::Result<()> {
    let Setup { part, seed, library, .. } = setup;
    let other = if *library == StdLib::default() { String::new() } else { format!(" --stdlib {library}") };
    writeln!(io::stdout(), "seed {seed}: play it again with 'roguelike --part {part} --seed {seed}{other}'")
}
