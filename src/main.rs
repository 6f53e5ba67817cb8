//! The program: the command line is parsed, the window opened, the event-wait loop run.
#![forbid(unsafe_code)]

use std::collections::VecDeque;
use std::env;
use std::error::Error;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::{CommandFactory, Parser};
use roguelike::cli::args::{Cli, Command, PlayArgs};
use roguelike::cli::commands::{self, Failure, WRONG_USE, complain, load_font};
use roguelike::desktop::autosave::Autosave;
use roguelike::desktop::bindings::{self, Happening, Pads};
use roguelike::desktop::picture::to_png;
use roguelike::desktop::pictures;
use roguelike::desktop::session::{Input, Reaction, Session};
use roguelike::desktop::window::{self, Opening, Window, WindowError};
use roguelike::game::{Game, GameState, Setup};
use roguelike::key::Key;
use roguelike::part::Part;
use roguelike::rng::StdLib;
use roguelike::sound::{Effect, Sound};
use roguelike::support::save_slot::SaveSlot;
use roguelike::trace::record::Recorder;
use sdl2::{EventPump, Sdl};

/// What the desktop knows the program's windows by. It is the name of the program file, because that is what a desktop goes by
/// where SDL has no way to give another.
const APP_ID: &str = "roguelike";
/// The folder of this program's data.
const DATA_FOLDER: &str = "roguelike-sdl2";
/// What SDL is told before it starts.
const HINTS: [(&str, &str); 8] = [
    ("SDL_APP_NAME", "Roguelike"),
    ("SDL_APP_ID", APP_ID),
    ("SDL_VIDEO_X11_WMCLASS", APP_ID),
    ("SDL_VIDEO_WAYLAND_WMCLASS", APP_ID),
    ("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2"),
    // The desktop keeps its effects, and the window stays where it is while one looks at the other screen.
    ("SDL_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR", "0"),
    ("SDL_VIDEO_MINIMIZE_ON_FOCUS_LOSS", "0"),
    // SDL would ask a game pad a thousand times a second; `Pads` asks less often.
    ("SDL_AUTO_UPDATE_JOYSTICKS", "0"),
];
/// A run is kept when nothing has been pressed for so long.
const KEEP_AFTER: Duration = Duration::from_secs(1);
/// How often to look whether the last sound has faded.
const SOUND_CHECK: Duration = Duration::from_millis(100);

/// The program (`main`).
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
    complain(&format!("{}; see '{} --help'", words.join(" "), asked_command()));
    ExitCode::from(WRONG_USE)
}

/// The program and, where the command line begins with one, the command: whose help has the options that were meant.
fn asked_command() -> String {
    let cli = Cli::command();
    let command = env::args_os().nth(1).and_then(|word| cli.find_subcommand(word));
    command.map_or_else(|| "roguelike".to_owned(), |command| format!("roguelike {}", command.get_name()))
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
    let replays = args.replay.is_some();
    // A replay keeps nothing until somebody plays on.
    let saves = if replays { Ok(None) } else { find_saves(setup.part, args) };
    let autosave = saves.as_ref().ok().and_then(Option::as_ref).map(|path| {
        setup.slot = SaveSlot::File(path.clone());
        Autosave::beside(path, setup.part)
    });
    let keys = args.keys.read()?.collect::<Result<Vec<Key>, _>>()?;
    let game = Game::new(setup.clone());
    let recorder = args.record.as_deref().map(|path| {
        Recorder::new(path, &setup, &game)
            .map_err(|error| format!("cannot record to {}: {error}; give another file", path.display()))
    });
    let mut session = Session::new(game, autosave, recorder.transpose()?);
    if let Err(problem) = saves {
        session.warn(problem);
    }

    for (hint, value) in HINTS {
        sdl2::hint::set(hint, value);
    }
    let sdl = sdl2::init()?;
    let video = window::find_display(&sdl)?;
    let ttf = sdl2::ttf::init().map_err(|error| error.to_string())?;
    let opening = Opening { scale: args.scale, fullscreen: args.fullscreen };
    let opened = window::open(&video, setup.part, &session.title(), opening)?;
    let (window_textures, glyph_textures) = (opened.0.texture_creator(), opened.1.texture_creator());
    let window = Window::new(opened, &window_textures, &glyph_textures, &ttf, &font)?;

    announce(&setup);
    let sound = setup.part.has_hud() && !args.mute;
    let mut desk = Desk {
        args,
        session,
        window,
        speaker: Sound::new(sound.then(|| sdl.clone())),
        setup,
        replay: replay.keys,
        replays,
        last_step: Instant::now(),
        next_key: Instant::now(),
        stale: true,
        done: false,
    };
    let played = desk.run(&sdl, keys);
    // Also when the window failed: the run is not lost.
    desk.session.keep_run();
    desk.report();
    played
}

/// Everything the event loop works with.
struct Desk<'r> {
    args: &'r PlayArgs,
    session: Session,
    window: Window<'r>,
    speaker: Sound,
    setup: Setup,
    /// Keys still to be replayed, and when the next one is due.
    replay: VecDeque<Key>,
    next_key: Instant,
    /// Has nobody played on yet where a replay ended?
    replays: bool,
    last_step: Instant,
    /// Does the window show something else than the session?
    stale: bool,
    /// Has the player left?
    done: bool,
}

impl Desk<'_> {
    /// Waits for events, handles all that have come, and repaints once if they changed something, until the player leaves.
    fn run(&mut self, sdl: &Sdl, keys: Vec<Key>) -> Result<(), Failure> {
        let mut events = sdl.event_pump()?;
        for key in keys {
            self.press(key);
        }
        self.refresh()?;
        self.next_key += self.args.pause();
        if self.is_over() {
            return Ok(());
        }
        // What takes its time waits for the first frame.
        self.window.set_icon()?;
        let mut pads = Pads::new(sdl.game_controller().ok());
        while !self.is_over() {
            let mut next = self.wait(&mut events, &mut pads);
            while let Some(event) = next.filter(|_| !self.done) {
                if let Some(happening) = bindings::read(event, &mut pads) {
                    self.react(happening)?;
                }
                next = events.poll_event();
            }
            if let Some(button) = pads.repeat() {
                self.react(Happening::Input(Input::Pad(button)))?;
            }
            if !self.replay.is_empty() && !self.replay_rests() && self.next_key <= Instant::now() {
                self.replay_key();
            }
            if self.last_step.elapsed() >= KEEP_AFTER {
                self.session.keep_run();
            }
            self.refresh()?;
        }
        Ok(())
    }

    /// Is there nothing more to do?
    fn is_over(&self) -> bool {
        self.done || self.args.exit && self.replay.is_empty()
    }

    /// A replay that is watched rests on the win screen, also when the recording goes on: any key goes on with it. And it rests
    /// while a page lies over it.
    fn replay_rests(&self) -> bool {
        !self.args.exit && (self.session.game().state() == GameState::Won || self.session.has_page())
    }

    /// Sleeps until something happens. Only a replay, a sound that is fading, a run that is to be kept and game pads end the sleep by
    /// themselves.
    fn wait(&mut self, events: &mut EventPump, pads: &mut Pads) -> Option<sdl2::event::Event> {
        self.speaker.close_if_quiet();
        pads.look();
        let mut sleep = pads.patience();
        if self.speaker.is_open() {
            sleep = sleep.min(SOUND_CHECK);
        }
        if self.session.is_unkept() {
            sleep = sleep.min(KEEP_AFTER.saturating_sub(self.last_step.elapsed()));
        }
        if !self.replay.is_empty() && !self.replay_rests() {
            sleep = sleep.min(self.next_key.saturating_duration_since(Instant::now()));
        }
        if sleep.is_zero() {
            return events.poll_event();
        }
        events.wait_event_timeout(sleep.as_millis().max(1) as u32)
    }

    fn react(&mut self, happening: Happening) -> Result<(), Failure> {
        match happening {
            Happening::Quit => self.done = true,
            Happening::Exposed => self.stale = true,
            Happening::TexturesLost => self.window.restore()?,
            Happening::Input(input) if self.replay.is_empty() || self.session.is_aside(input) => {
                if self.replay.is_empty() {
                    self.play_on();
                }
                self.last_step = Instant::now();
                let reaction = self.session.handle(input);
                return self.follow(reaction);
            }
            // Escape ends a replay and hands over; other keys would only disturb it.
            Happening::Input(input) if input.is_escape() => self.replay.clear(),
            Happening::Input(input) if self.replay_rests() && !input.is_repeated() => self.replay_key(),
            Happening::Input(_) => {}
        }
        Ok(())
    }

    /// From the end of a replay on the game saves where any other does.
    fn play_on(&mut self) {
        if !std::mem::take(&mut self.replays) {
            return;
        }
        match find_saves(self.setup.part, self.args) {
            Ok(Some(path)) => self.session.settle(path),
            Ok(None) => {}
            Err(problem) => self.session.warn(problem),
        }
    }

    /// Does what an input led to.
    fn follow(&mut self, reaction: Reaction) -> Result<(), Failure> {
        match reaction {
            Reaction::Nothing => {}
            Reaction::Redraw => self.stale = true,
            Reaction::Quit => self.done = true,
            Reaction::Fullscreen => self.window.toggle_fullscreen()?,
            Reaction::Screenshot => {
                self.refresh()?;
                self.take_picture();
                return Ok(());
            }
        }
        self.window.set_title(&self.session.title());
        Ok(())
    }

    /// Presses one of the original's keys.
    fn press(&mut self, key: Key) {
        match self.session.press(key) {
            Reaction::Quit => self.done = true,
            Reaction::Redraw => self.stale = true,
            _ => {}
        }
        self.window.set_title(&self.session.title());
    }

    /// Presses the next key of the replay.
    fn replay_key(&mut self) {
        self.next_key = Instant::now() + self.args.pause();
        if let Some(key) = self.replay.pop_front() {
            self.press(key);
        }
    }

    /// Brings window, ears and terminal up to date. The window comes first, but what is to be told may be on a page of its own.
    fn refresh(&mut self) -> Result<(), WindowError> {
        self.show()?;
        self.report();
        self.show()
    }

    fn show(&mut self) -> Result<(), WindowError> {
        if std::mem::take(&mut self.stale) {
            self.window.show(self.session.compose())?;
        }
        Ok(())
    }

    /// F12: saves the picture, and says where on standard output and in the title, on the whole screen, which has none, on a page.
    fn take_picture(&mut self) {
        let png = to_png(self.window.picture().surface()).map_err(|error| error.to_string());
        let saved = png.and_then(|png| pictures::save(&png, self.setup.part, self.setup.seed));
        let notice = match saved {
            Ok(path) => {
                let place = format!("Picture saved as {}", path.display());
                tell(&place);
                place
            }
            Err(problem) => {
                complain(&problem);
                problem
            }
        };
        if self.window.is_fullscreen() {
            self.session.notify(notice);
            self.stale = true;
        } else {
            self.window.set_title(&notice);
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
                // If standard error is closed, nobody wants to know.
                writeln!(io::stderr(), "{text}").ok();
            }
            event.problem().into_iter().for_each(complain);
            if part.has_hud() {
                Effect::of(&event).into_iter().for_each(|effect| self.speaker.play(effect));
            }
        }
        for problem in self.session.take_problems() {
            complain(&problem);
            self.stale = true;
        }
    }
}

/// A line on standard output. Who closed that wants to play without it.
fn tell(line: &str) {
    writeln!(io::stdout(), "{line}").ok();
}

/// The file that the game saves to: the one that the options name, or one where the platform keeps such data. Parts without saves
/// have none.
fn find_saves(part: Part, args: &PlayArgs) -> Result<Option<PathBuf>, String> {
    match &args.game.save_file {
        _ if !part.has_saves() => Ok(None),
        Some(path) => Ok(Some(path.clone())),
        None => match data_folder() {
            Ok(folder) => Ok(Some(folder.join(format!("part{part}.save")))),
            Err(error) => Err(format!(
                "no place for saves: {error}; they will last until the game ends, or give --save-file"
            )),
        },
    }
}

/// The folder for this program's data, made if need be.
fn data_folder() -> Result<PathBuf, String> {
    // SDL's path is text; a home that is none would not survive the way.
    if ["HOME", "XDG_DATA_HOME"].into_iter().filter_map(env::var_os).any(|path| path.to_str().is_none()) {
        return Err("the home folder's name is no UTF-8".to_owned());
    }
    // It goes by the first of them that is set, and would take an empty or relative one for a place below wherever we are.
    for name in ["XDG_DATA_HOME", "HOME"] {
        match env::var_os(name) {
            Some(path) if Path::new(&path).is_relative() => {
                return Err(format!("{name} is no absolute path"));
            }
            Some(_) => break,
            None => {}
        }
    }
    sdl2::filesystem::pref_path("", DATA_FOLDER).map(PathBuf::from).map_err(|error| error.to_string())
}

/// Says how to have the run again.
fn announce(setup: &Setup) {
    let Setup { part, seed, library, other_view, .. } = setup;
    let mut options = format!("--part {part} --seed {seed}");
    if *library != StdLib::default() {
        options += &format!(" --stdlib {library}");
    }
    if let Some(other) = other_view {
        options += &format!(" --fov {}", other.name);
    }
    tell(&format!("seed {seed}: play it again with 'roguelike {options}'"));
}
