//! The command line: every command and option, and how options become a game.

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

use clap::error::ErrorKind;
use clap::{ArgGroup, Args, CommandFactory, Parser, Subcommand, ValueHint};

use crate::cli::VERSION;
use crate::cli::exit::Failure;
use crate::cli::overwrite::{PICTURE, TRACE};
use crate::cli::values::{OutputArg, number, one_of, place};
use crate::desktop::{Preferences, SettingsError, Start, keys_text};
use crate::fov_lab::Algorithm;
use crate::game::Setup;
use crate::key::Key;
use crate::keys::script::{KeyError, KeyReader, read_all};
use crate::map::Pos;
use crate::part::Part;
use crate::rng::StdLib;
use crate::support::file;
use crate::support::save_slot::SaveSlot;
use crate::trace::input::{InputError, is_stdin, name_of};
use crate::trace::replay::Replay;
use crate::trace::{Form, lines_of_steps};

/// The end of a command's `--help`: examples and notes.
macro_rules! help {
    ($name:literal) => {
        include_str!(concat!("help/", $name, ".txt")).trim_ascii_end()
    };
}

/// Returns the page of the format of traces.
fn trace_format() -> String {
    help!("trace-format").replace("{facts}\n", &lines_of_steps())
}

/// The game of the series 'Roguelikes in C++ with SDL3', in Rust on SDL2: all 17 parts, exact to the bit.
#[derive(Debug, Parser)]
#[command(name = "roguelike", version = VERSION)]
#[command(args_conflicts_with_subcommands = true, after_help = help!("roguelike"))]
pub struct Cli {
    /// The command. Without one, the game is played.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// How to play.
    #[command(flatten)]
    pub play: PlayArgs,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Play in a window (the default).
    #[command(after_help = help!("play"), after_long_help = format!("{}\n\n{}", help!("play"), keys_text()))]
    Play(PlayArgs),
    /// Print a game as text, step by step.
    #[command(after_help = help!("trace"))]
    #[command(after_long_help = format!("{}\n\n{}", help!("trace"), trace_format()))]
    Trace(TraceArgs),
    /// Draw the last screen of a game into a PNG file, without a display.
    #[command(after_help = help!("shot"))]
    Shot(ShotArgs),
    /// Draw an algorithm at work, step by step, as an animated picture.
    #[command(after_help = help!("steps"))]
    Steps(StepsArgs),
    /// List your games, unfinished and finished.
    #[command(after_help = help!("runs"))]
    Runs {
        /// Give up an unfinished game, which stays on the list, or remove a damaged file
        #[arg(long, value_name = "FILE")]
        give_up: Option<PathBuf>,
    },
    /// Write manual pages, shell completions, a desktop entry and icons below a folder like ~/.local.
    Generate {
        /// The folder that contains, or will contain, `share`
        prefix: PathBuf,
    },
    /// The commands of `roguelike-compare`.
    #[command(flatten)]
    Compare(CompareCommand),
}

/// The commands of `roguelike-compare`. This program lists them beside its own and hands them over.
#[derive(Debug, Subcommand)]
pub enum CompareCommand {
    /// Build, record and compare your C++ program, in a copy of its folder.
    #[command(disable_help_flag = true)]
    Check(HandedOver),
    /// Replay recordings, and find the first step that differs and the bug behind it.
    #[command(disable_help_flag = true)]
    Verify(HandedOver),
    /// Compare two recordings of the same keys with each other.
    #[command(disable_help_flag = true)]
    Diff(HandedOver),
    /// Print a patch that lets your C++ program record its games.
    #[command(disable_help_flag = true)]
    Attach(HandedOver),
    /// Print keys that reveal most bugs in a part.
    #[command(disable_help_flag = true)]
    Keys(HandedOver),
    /// Show what each FOV algorithm sees in a dungeon, and count their errors.
    #[command(disable_help_flag = true)]
    Fov(HandedOver),
}

/// Options and files that are for `roguelike-compare`.
#[derive(Clone, Debug, Args)]
pub struct HandedOver {
    /// See the command's own --help
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    #[arg(value_name = "OPTIONS", value_hint = ValueHint::FilePath)]
    pub words: Vec<OsString>,
}

/// The options that choose a game and its keys.
#[derive(Clone, Debug, Default, Args)]
#[command(allow_negative_numbers = true)]
pub struct RunArgs {
    /// The part, 1 to 17 [default: 17, the whole game]
    #[arg(long, value_name = "N")]
    pub part: Option<Part>,
    /// The seed, 0 to 4294967295. The same seed and keys give the same game [default: a random one]
    #[arg(long, value_name = "N", value_parser = number("a seed", 0..=u32::MAX))]
    pub seed: Option<u32>,
    /// The C++ standard library whose random numbers the game uses [default: libstdc++]
    #[arg(long, value_name = "NAME", value_parser = one_of(StdLib::ALL, StdLib::name))]
    pub stdlib: Option<StdLib>,
    /// The FOV algorithm [default: shadowcast]
    #[arg(long, value_name = "ALGORITHM", value_parser = one_of(Algorithm::ALL, Algorithm::name))]
    pub fov: Option<Algorithm>,
    /// The file that F5 saves to and F9 loads from, in Parts 15 to 17
    #[arg(long, value_name = "PATH")]
    pub save_file: Option<PathBuf>,
    /// Keys to press, like "Right*5 Down I"
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true, conflicts_with = "keys_file")]
    pub keys: Option<String>,
    /// A file of keys to press, or - for standard input
    #[arg(long, value_name = "PATH")]
    pub keys_file: Option<PathBuf>,
}

/// The options of `play`.
#[derive(Clone, Debug, Default, Args)]
#[command(allow_negative_numbers = true)]
pub struct PlayArgs {
    /// The game, and keys to begin with.
    #[command(flatten)]
    pub run: RunArgs,
    /// Press the keys of this recording or key file, then let the player take over. Until then, nothing is
    /// saved
    #[arg(long, value_name = "FILE", conflicts_with_all = ["keys", "keys_file"])]
    pub replay: Option<PathBuf>,
    /// Milliseconds between replayed keys
    #[arg(long, value_name = "MS", default_value_t = 100)]
    #[arg(value_parser = number("a delay in milliseconds", 0..=60_000_u64))]
    pub delay: u64,
    /// Quit after the last key
    #[arg(long)]
    pub exit: bool,
    /// Play in the terminal, as lines of text, for screen readers and pipes; `help` lists the words
    #[arg(long, conflicts_with_all = ["replay", "exit", "font", "fullscreen", "scale"])]
    pub text: bool,
    /// Record the game to this file
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// A TrueType or OpenType font instead of the built-in one
    #[arg(long, value_name = "PATH")]
    pub font: Option<PathBuf>,
    /// Play no sounds
    #[arg(long)]
    pub mute: bool,
    /// Start in fullscreen
    #[arg(long)]
    pub fullscreen: bool,
    /// The window's size, as a multiple of the original's. If the screen is too small, the largest size that
    /// fits is used [default: the best one for the screen]
    #[arg(long, value_name = "N", value_parser = number("a scale", 1..=16_u32))]
    pub scale: Option<u32>,
}

/// The options of `trace`.
#[derive(Clone, Debug, Args)]
pub struct TraceArgs {
    #[command(flatten)]
    pub run: RunArgs,
    /// Also print tiles and screen as pictures
    #[arg(long, conflicts_with = "brief")]
    pub full: bool,
    /// Print only a hash for each step
    #[arg(long)]
    pub brief: bool,
    /// Also print the colours of the screen; implies --full
    #[arg(long, conflicts_with = "brief")]
    pub colors: bool,
    #[command(flatten)]
    pub output: OutputArg,
}

/// The options of `shot`.
#[derive(Clone, Debug, Args)]
pub struct ShotArgs {
    #[command(flatten)]
    pub run: RunArgs,
    /// The PNG file to write, or - for standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// A TrueType or OpenType font instead of the built-in one
    #[arg(long, value_name = "PATH")]
    pub font: Option<PathBuf>,
}

/// The options of `steps`.
#[derive(Clone, Debug, Default, Args)]
#[command(group = ArgGroup::new("pictures").args(["output", "frames"]).required(true).multiple(true))]
pub struct StepsArgs {
    #[command(flatten)]
    pub run: RunArgs,
    /// Put the player on column X of row Y
    #[arg(long, value_name = "X,Y", value_parser = place, allow_hyphen_values = true)]
    pub at: Option<Pos>,
    /// The animated PNG file to write, or - for standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// A new folder for the frames: 001.png, 002.png and so on
    #[arg(long, value_name = "DIR")]
    pub frames: Option<PathBuf>,
}

impl RunArgs {
    /// Returns the game that the options describe. Missing options are as in the recorded game, or else the
    /// whole game, with GCC's random numbers, shadowcasting and a random seed.
    pub fn setup(&self, recorded: Option<Setup>) -> Setup {
        let open = recorded.unwrap_or_else(|| Setup::new(Part::LAST, rand::random()));
        Setup {
            part: self.part.unwrap_or(open.part),
            seed: self.seed.unwrap_or(open.seed),
            library: self.stdlib.unwrap_or(open.library),
            other_view: self.fov.map_or(open.other_view, Algorithm::other_view),
            slot: self.save_file.clone().map_or_else(SaveSlot::default, SaveSlot::File),
        }
    }

    /// Returns the keys one after another. Text and files are read whole first, so that a mistake in them is
    /// reported before the first key. Standard input is read as it comes.
    /// Fails if a file cannot be read, or a word is not a key.
    pub fn read_keys(&self) -> Result<Box<dyn Iterator<Item = Result<Key, InputError>>>, InputError> {
        let Some(path) = self.keys_file.clone().filter(|path| is_stdin(path)) else {
            return Ok(Box::new(self.read_all_keys()?.into_iter().map(Ok)));
        };
        let keys = KeyReader::new(io::stdin().lock());
        Ok(Box::new(keys.map(move |key| key.map_err(|error| InputError::from_keys(&name_of(&path), error)))))
    }

    /// Returns all keys. Standard input is read to its end.
    /// Fails if a file cannot be read, a word is not a key, or there are too many.
    pub fn read_all_keys(&self) -> Result<Vec<Key>, InputError> {
        let (name, keys) = match (&self.keys, &self.keys_file) {
            (Some(text), _) => ("--keys".to_owned(), read_all(text.as_bytes())),
            (_, Some(path)) if is_stdin(path) => (name_of(path), read_all(io::stdin().lock())),
            (_, Some(path)) => (name_of(path), file::open(path).map_err(KeyError::from).and_then(read_all)),
            _ => return Ok(Vec::new()),
        };
        keys.map_err(|error| InputError::from_keys(&name, error))
    }
}

impl PlayArgs {
    /// Returns the start of a session as the options describe it.
    ///
    /// # Errors
    /// If the keys, the replay or the save file of a replay cannot be read.
    pub fn start(&self) -> Result<Start, InputError> {
        let replay = self.replay.as_deref().map(Replay::read).transpose()?;
        let setup = self.setup(replay.as_ref())?;
        Ok(Start {
            record: self.record.clone(),
            keys: self.run.read_all_keys()?,
            replay,
            pause: Duration::from_millis(self.delay),
            exit: self.exit,
            free_play: self.is_free_play(),
            preferences: self.preferences(),
            ..Start::new(setup, self.run.save_file.clone())
        })
    }

    /// Returns true in free play: without `--part` and `--replay`.
    pub fn is_free_play(&self) -> bool {
        self.run.part.is_none() && self.replay.is_none()
    }

    /// Returns the player's settings, which options override, and the problem with their file if it has one.
    fn preferences(&self) -> (Preferences, Option<SettingsError>) {
        let (mut preferences, problem) = Preferences::read();
        preferences.set_for_now(|settings| settings.fullscreen |= self.fullscreen);
        (preferences, problem)
    }

    /// Returns the game to play. Options have precedence over the header of a replayed trace. A replay does
    /// not write the save file: F5 and F9 use a slot in memory, which begins with the contents of
    /// `--save-file`.
    /// Fails if the save file of a replay cannot be read.
    fn setup(&self, replay: Option<&Replay>) -> Result<Setup, InputError> {
        let mut setup = self.run.setup(replay.and_then(Replay::setup));
        if replay.is_some() {
            let name = || self.run.save_file.as_deref().map_or_else(String::new, name_of);
            let saved = setup.slot.read().map_err(|error| InputError::Read { path: name(), error })?;
            setup.slot = SaveSlot::Memory(saved);
        }
        Ok(setup)
    }
}

impl Command {
    /// Checks that its options go together.
    /// Fails if one of them makes no sense beside another.
    pub(super) fn check(&self) -> Result<(), clap::Error> {
        let problem = match self {
            Command::Play(PlayArgs { run, .. })
            | Command::Trace(TraceArgs { run, .. })
            | Command::Shot(ShotArgs { run, .. })
            | Command::Steps(StepsArgs { run, .. }) => match run.part {
                Some(part) if !part.has_saves() && run.save_file.is_some() => {
                    format!("--save-file is for Parts 15 to 17, and Part {part} has no saves")
                }
                _ => return Ok(()),
            },
            Command::Generate { prefix } if prefix.starts_with("~") => {
                "the shell has not replaced the ~; write the folder without quotes".to_owned()
            }
            _ => return Ok(()),
        };
        Err(Cli::command().error(ErrorKind::ArgumentConflict, problem))
    }

    /// Checks that no file is overwritten that the user may want to keep.
    /// Fails if an option names one.
    pub(super) fn check_outputs(&self) -> Result<(), Failure> {
        match self {
            Command::Trace(TraceArgs { output, .. }) => TRACE.check(output.output.as_deref()),
            Command::Shot(ShotArgs { output, .. }) => PICTURE.check(Some(output)),
            Command::Steps(StepsArgs { output, .. }) => PICTURE.check(output.as_deref()),
            _ => Ok(()),
        }
    }
}

impl TraceArgs {
    /// Returns the form of the trace.
    pub const fn form(&self) -> Form {
        match (self.full, self.brief) {
            _ if self.colors => Form::Colors,
            (true, _) => Form::Full,
            (_, true) => Form::Brief,
            _ => Form::Normal,
        }
    }
}
