//! The command line: every command and option, and how options become a game.

use std::io::{self, Read};
use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{ArgGroup, Args, CommandFactory, Parser, Subcommand};

use crate::cli::help::{
    ATTACH_EXAMPLES, EXAMPLES, FOV_EXAMPLES, KEYS_EXAMPLES, PLAY_EXAMPLES, RUNS_EXAMPLES, SHOT_EXAMPLES,
    TRACE_EXAMPLES, TRACE_FORMAT, VERIFY_EXAMPLES,
};
use crate::cli::overwrite::{self, Output, Overwrite};
use crate::desktop::keys_text;
use crate::desktop::settings::Settings;
use crate::desktop::window::Opening;
use crate::desktop::window::close_texts::Texts;
use crate::fov_lab::Algorithm;
use crate::fov_lab::lab::{OutsideMap, Specimen};
use crate::game::Setup;
use crate::key::Key;
use crate::keys::script::{KeyReader, read_all};
use crate::map::{Map, Pos};
use crate::part::Part;
use crate::rng::StdLib;
use crate::support::file;
use crate::support::save_slot::SaveSlot;
use crate::trace::input::InputError;
use crate::trace::replay::Replay;
use crate::trace::{Form, Kind};

/// The version, with the commit that the program was built from and its date, as far as they are known.
pub(super) const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " (", env!("ROGUELIKE_COMMIT"), ")");

/// Roguelikes in C++ with SDL3, translated to Rust on SDL2: all 17 parts, to the bit.
#[derive(Debug, Parser)]
#[command(name = "roguelike", version = VERSION, args_conflicts_with_subcommands = true, after_help = EXAMPLES)]
pub struct Cli {
    /// The command. Without one, the game is played.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// How to play.
    #[command(flatten)]
    pub play: PlayArgs,
}

/// What the program can do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Play in a window (the default).
    #[command(after_help = PLAY_EXAMPLES, after_long_help = format!("{PLAY_EXAMPLES}\n\n{}", keys_text()))]
    Play(PlayArgs),
    /// Print a run as text, step by step.
    #[command(after_help = TRACE_EXAMPLES, after_long_help = format!("{TRACE_EXAMPLES}\n\n{TRACE_FORMAT}"))]
    Trace(TraceArgs),
    /// Render the last screen of a run to a PNG file, without a display.
    #[command(after_help = SHOT_EXAMPLES)]
    Shot(ShotArgs),
    /// Show what the algorithms of the view see of a dungeon, and compare them.
    #[command(after_help = FOV_EXAMPLES)]
    Fov(FovArgs),
    /// Replay recorded runs, and find the first step that differs and its cause.
    #[command(after_help = VERIFY_EXAMPLES)]
    Verify(VerifyArgs),
    /// Print keys for a recording in which most mistakes of a part would show.
    #[command(after_help = KEYS_EXAMPLES)]
    Keys(KeysArgs),
    /// Print a patch that lets your C++ program record its runs. No file is changed.
    #[command(after_help = ATTACH_EXAMPLES)]
    Attach(AttachArgs),
    /// List the runs that were left or played.
    #[command(after_help = RUNS_EXAMPLES)]
    Runs(RunsArgs),
    /// Write manual pages, shell completions, a desktop entry and icons below a folder like ~/.local.
    Generate {
        /// The folder above `share`
        prefix: PathBuf,
    },
}

/// The options that choose a game.
#[derive(Clone, Debug, Default, Args)]
pub struct GameArgs {
    /// The chapter, 1 to 17 [default: 17, the whole game]
    #[arg(long, value_name = "N", value_parser = parse::<Part>, allow_negative_numbers = true)]
    pub part: Option<Part>,
    /// The seed, 0 to 4294967295. The same seed and keys give the same run [default: a random one]
    #[arg(long, value_name = "N", value_parser = parse_seed, allow_negative_numbers = true)]
    pub seed: Option<u32>,
    /// The C++ library whose random numbers are drawn [default: libstdc++]
    #[arg(long, value_name = "NAME", value_parser = one_of(StdLib::ALL, StdLib::name))]
    pub stdlib: Option<StdLib>,
    /// The algorithm of the view [default: shadowcast]
    #[arg(long, value_name = "ALGORITHM", value_parser = one_of(Algorithm::ALL, Algorithm::name))]
    pub fov: Option<Algorithm>,
    /// The file that F5 saves to and F9 loads from, in Parts 15 to 17
    #[arg(long, value_name = "PATH")]
    pub save_file: Option<PathBuf>,
}

/// The options that choose keys.
#[derive(Clone, Debug, Default, Args)]
#[group(multiple = false)]
pub struct KeyArgs {
    /// Keys to press, like "Right*5 Down I"
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub keys: Option<String>,
    /// A file of keys to press, or - for standard input
    #[arg(long, value_name = "PATH")]
    pub keys_file: Option<PathBuf>,
}

/// The options of `play`.
#[derive(Clone, Debug, Default, Args)]
pub struct PlayArgs {
    /// The game.
    #[command(flatten)]
    pub game: GameArgs,
    /// Keys to begin with.
    #[command(flatten)]
    pub keys: KeyArgs,
    /// Press the keys of this trace or key file one after another. Then the player takes over. Until then
    /// nothing is saved
    #[arg(long, value_name = "FILE", conflicts_with_all = ["keys", "keys_file"])]
    pub replay: Option<PathBuf>,
    /// Milliseconds between replayed keys
    #[arg(
        long,
        value_name = "MS",
        default_value_t = 100,
        value_parser = parse_delay,
        allow_negative_numbers = true
    )]
    pub delay: u64,
    /// End the program after the last key
    #[arg(long)]
    pub exit: bool,
    /// Record the run to this file, as a trace
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// A TrueType or OpenType font, in place of the built-in one
    #[arg(long, value_name = "PATH")]
    pub font: Option<PathBuf>,
    /// Play no sounds
    #[arg(long)]
    pub mute: bool,
    /// Begin in fullscreen
    #[arg(long)]
    pub fullscreen: bool,
    /// The size of the window, times the original's. If it does not fit the screen, a line says so, and
    /// a size that fits is taken [default: as suits the screen]
    #[arg(long, value_name = "N", value_parser = parse_scale, allow_negative_numbers = true)]
    pub scale: Option<u32>,
    /// How texts are drawn: a tile for each letter, as in the series, or close together. The map is the
    /// same [default: close; with --part or --replay as in the series]
    #[arg(long, value_name = "WAY", value_parser = one_of([Texts::Series, Texts::Close], Texts::name))]
    pub texts: Option<Texts>,
}

/// The options of `trace`.
#[derive(Clone, Debug, Args)]
pub struct TraceArgs {
    /// The game.
    #[command(flatten)]
    pub game: GameArgs,
    /// The keys.
    #[command(flatten)]
    pub keys: KeyArgs,
    /// Also print tiles and screen as pictures
    #[arg(long, conflicts_with = "brief")]
    pub full: bool,
    /// Print only a hash for each step
    #[arg(long)]
    pub brief: bool,
    /// Also print the colours of the screen; includes --full
    #[arg(long, conflicts_with = "brief")]
    pub colors: bool,
    /// Write the trace to this file. A shell's > may write another encoding: in Windows PowerShell it does
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// The options of `verify`.
#[derive(Clone, Debug, Args)]
pub struct VerifyArgs {
    /// Traces in any form, or - for standard input
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The save file that the runs began with. It is not changed
    #[arg(long, value_name = "PATH")]
    pub save_file: Option<PathBuf>,
    /// Print the results as JSON, one object for each file
    #[arg(long)]
    pub json: bool,
    /// Kinds of lines that are not compared, separated by commas, like log,title,frame
    #[arg(
        long,
        value_name = "KINDS",
        value_delimiter = ',',
        value_parser = one_of(compared(), Kind::word),
        hide_possible_values = true
    )]
    pub ignore: Vec<Kind>,
    /// Also print a step of both runs, the expected and the recorded one. Only for one FILE
    #[arg(long, value_name = "N", conflicts_with = "json")]
    pub step: Option<usize>,
    /// Also draw a step of both runs into this PNG file: that of --step, or the first that differs, or the
    /// last one if none does. Only for one FILE
    #[arg(long, value_name = "FILE.png", conflicts_with = "json")]
    pub picture: Option<PathBuf>,
    /// Show every difference, with its lines
    #[arg(long, conflicts_with = "json")]
    pub long: bool,
}

/// The options of `runs`.
#[derive(Clone, Debug, Args)]
pub struct RunsArgs {
    /// Give up a run that was left, which stays on the list, or remove a damaged one
    #[arg(long, value_name = "FILE")]
    pub give_up: Option<PathBuf>,
}

/// The options of `keys`.
#[derive(Clone, Debug, Args)]
pub struct KeysArgs {
    /// The chapter, 1 to 17 [default: 17, the whole game]
    #[arg(long, value_name = "N", value_parser = parse::<Part>, allow_negative_numbers = true)]
    pub part: Option<Part>,
    /// The seed, 0 to 4294967295 [default: a seed with which the keys reach a lot]
    #[arg(long, value_name = "N", value_parser = parse_seed, allow_negative_numbers = true)]
    pub seed: Option<u32>,
    /// The C++ library that your program is built with [default: libstdc++]
    #[arg(long, value_name = "NAME", value_parser = one_of(StdLib::ALL, StdLib::name))]
    pub stdlib: Option<StdLib>,
    /// Write the keys to this file. A shell's > may write another encoding: in Windows PowerShell it does
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// The options of `attach`.
#[derive(Clone, Debug, Args)]
pub struct AttachArgs {
    /// The chapter that your sources have reached, 1 to 17
    #[arg(long, value_name = "N", value_parser = parse::<Part>, allow_negative_numbers = true)]
    pub part: Part,
    /// The folder that has main.cpp
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Write the patch to this file. A shell's > may write another encoding: in Windows PowerShell it does
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// The options of `shot`.
#[derive(Clone, Debug, Args)]
pub struct ShotArgs {
    /// The game.
    #[command(flatten)]
    pub game: GameArgs,
    /// The keys.
    #[command(flatten)]
    pub keys: KeyArgs,
    /// The PNG file to write, or - for standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// A TrueType or OpenType font, in place of the built-in one
    #[arg(long, value_name = "PATH")]
    pub font: Option<PathBuf>,
}

/// The options of `fov`.
#[derive(Clone, Debug, Args)]
#[command(group = ArgGroup::new("task").args(["at", "digest", "compare"]).required(true))]
pub struct FovArgs {
    /// The seed of the dungeon
    #[arg(
        long,
        value_name = "N",
        value_parser = parse_seed,
        allow_negative_numbers = true,
        conflicts_with = "compare"
    )]
    pub seed: Option<u32>,
    /// The seeds of the dungeons to compare, from A to B
    #[arg(
        long,
        value_name = "A..B",
        value_parser = parse_seeds,
        allow_hyphen_values = true,
        conflicts_with_all = ["at", "digest"]
    )]
    pub seeds: Option<RangeInclusive<u32>>,
    /// The C++ library whose random numbers are drawn [default: libstdc++]
    #[arg(long, value_name = "NAME", value_parser = one_of(StdLib::ALL, StdLib::name))]
    pub stdlib: Option<StdLib>,
    /// Only this algorithm [default: the first four; --compare takes all]
    #[arg(long, value_name = "NAME", value_parser = one_of(Algorithm::ALL, Algorithm::name), conflicts_with = "compare")]
    pub algorithm: Option<Algorithm>,
    /// The radius of the view, in tiles [default: as in the game; 11, but 12 for octant and 50 for bresenham]
    #[arg(
        long,
        value_name = "R",
        value_parser = parse_radius,
        allow_negative_numbers = true,
        conflicts_with = "compare"
    )]
    pub radius: Option<i32>,
    /// Draw what is seen from column X of row Y, a floor or a wall
    #[arg(
        long,
        value_name = "X,Y",
        value_parser = parse_place,
        allow_hyphen_values = true,
        requires = "seed"
    )]
    pub at: Option<Pos>,
    /// Print a hash over the views from all floor tiles
    #[arg(long, requires = "seed")]
    pub digest: bool,
    /// Print a table of the algorithms' mistakes
    #[arg(long, requires = "seeds")]
    pub compare: bool,
}

impl GameArgs {
    /// Returns the game that the options describe. By default it is the whole game, with GCC's random numbers
    /// and shadowcasting, and with a random seed.
    pub fn setup(&self) -> Setup {
        let seed = self.seed.unwrap_or_else(rand::random);
        Setup {
            library: self.stdlib.unwrap_or_default(),
            other_view: self.fov.and_then(Algorithm::other_view),
            slot: self.save_file.clone().map_or_else(SaveSlot::default, SaveSlot::File),
            ..Setup::new(self.part.unwrap_or(Part::LAST), seed)
        }
    }
}

impl PlayArgs {
    /// Returns what is replayed; none without `--replay`.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn replay(&self) -> Result<Option<Replay>, InputError> {
        self.replay.as_deref().map(Replay::read).transpose()
    }

    /// Returns how the window begins. Options have precedence over the player's settings.
    pub fn opening<'s>(&self, part: Part, settings: &'s Settings) -> Opening<'s> {
        let fullscreen = self.fullscreen || settings.fullscreen;
        let texts = self.texts.unwrap_or(settings.texts);
        let chapter = self.game.part.is_some() || self.replay.is_some();
        Opening { part, scale: self.scale, fullscreen, texts, chapter, settings }
    }

    /// Returns the game to play. Options have precedence over the header of a replayed trace. A replay does
    /// not write the save file: F5 and F9 use a slot in memory, which begins with the contents of
    /// `--save-file`.
    ///
    /// # Errors
    /// If the save file of a replay cannot be read.
    pub fn setup(&self, replay: Option<&Replay>) -> Result<Setup, InputError> {
        let mut game = self.game.clone();
        if let Some(header) = replay.and_then(|replay| replay.header.as_ref()) {
            game.part = game.part.or(Some(header.part));
            game.seed = game.seed.or(Some(header.seed));
            game.stdlib = game.stdlib.or(Some(header.library));
            game.fov = game.fov.or(Some(header.algorithm));
        }
        let mut setup = game.setup();
        if replay.is_some() {
            let path = self.game.save_file.clone().unwrap_or_default();
            let saved = setup.slot.read();
            setup.slot = SaveSlot::Memory(
                saved.map_err(|error| InputError::Read { path: path.display().to_string(), error })?,
            );
        }
        Ok(setup)
    }
}

impl Command {
    /// Returns the command if its options go together.
    ///
    /// # Errors
    /// If one of them is of no use beside another one.
    pub(super) fn checked(self) -> Result<Command, clap::Error> {
        if let Command::Play(PlayArgs { game, .. })
        | Command::Trace(TraceArgs { game, .. })
        | Command::Shot(ShotArgs { game, .. }) = &self
            && let Some(part) = game.part.filter(|part| !part.has_saves() && game.save_file.is_some())
        {
            let problem = format!("--save-file is for Parts 15 to 17, and Part {part} has no saves");
            return Err(Cli::command().error(ErrorKind::ArgumentConflict, problem));
        }
        if let Command::Verify(VerifyArgs { files, step, picture, .. }) = &self {
            let is_stdout = picture.as_ref().is_some_and(|path| path.as_os_str() == "-");
            let problem = match (step.is_some() || picture.is_some(), &files[..]) {
                _ if is_stdout => "--picture needs a file; the answer goes to standard output",
                (true, [_, _, ..]) => "--step and --picture are for one FILE at a time",
                _ => return Ok(self),
            };
            return Err(Cli::command().error(ErrorKind::ArgumentConflict, problem));
        }
        Ok(self)
    }

    /// Checks that no file is overwritten that the user may want to keep.
    ///
    /// # Errors
    /// If an option names one.
    pub(super) fn check_outputs(&self) -> Result<(), Overwrite> {
        let (output, path, game, others) = match self {
            Command::Play(PlayArgs { game, keys, replay, record, font, .. }) => {
                (Output::Recording, record, game, [&keys.keys_file, replay, font])
            }
            Command::Trace(TraceArgs { game, keys, output, .. }) => {
                (Output::Trace, output, game, [&keys.keys_file, &None, &None])
            }
            Command::Shot(ShotArgs { game, keys, output, font }) => {
                (Output::Picture, &Some(output.clone()), game, [&keys.keys_file, &None, font])
            }
            Command::Keys(KeysArgs { output, .. }) => {
                return overwrite::check(Output::Keys, output.as_ref(), &[]);
            }
            Command::Verify(VerifyArgs { files, save_file, picture, .. }) => {
                let mut others = vec![("--save-file", save_file.as_ref())];
                others.extend(files.iter().map(|file| ("FILE", Some(file))));
                return overwrite::check(Output::SideBySide, picture.as_ref(), &others);
            }
            Command::Attach(AttachArgs { output, .. }) => {
                return overwrite::check(Output::Patch, output.as_ref(), &[]);
            }
            _ => return Ok(()),
        };
        let inputs = ["--keys-file", "--replay", "--font"].into_iter().zip(others.map(Option::as_ref));
        let save = ("--save-file", game.save_file.as_ref());
        let mut others: Vec<_> = inputs.collect();
        overwrite::check(Output::Save, save.1, &others)?;
        others.push(save);
        overwrite::check(output, path.as_ref(), &others)
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

impl FovArgs {
    /// Returns the dungeon of `--seed`, and the algorithms that look at it; none with `--seeds`.
    pub fn specimen(&self) -> Option<Specimen> {
        let (algorithm, radius) = (self.algorithm, self.radius);
        self.seed.map(|seed| Specimen { seed, library: self.stdlib.unwrap_or_default(), algorithm, radius })
    }
}

impl KeyArgs {
    /// Returns the keys one after another. Text and files are read whole first, so that a mistake in them is
    /// reported before the first key. Standard input is read as it comes.
    ///
    /// # Errors
    /// If a file cannot be read, or a word is not a key.
    pub fn read(&self) -> Result<Box<dyn Iterator<Item = Result<Key, InputError>>>, InputError> {
        match &self.keys_file {
            Some(path) if path.as_os_str() == "-" => Ok(Box::new(
                KeyReader::new(io::stdin().lock())
                    .map(|key| key.map_err(|error| InputError::from_keys(STANDARD_INPUT, error))),
            )),
            _ => Ok(Box::new(self.read_whole()?.into_iter().map(Ok))),
        }
    }

    /// Returns all keys. Standard input is read to its end.
    ///
    /// # Errors
    /// If a file cannot be read, a word is not a key, or there are too many.
    pub fn read_whole(&self) -> Result<Vec<Key>, InputError> {
        match (&self.keys, &self.keys_file) {
            (Some(text), _) => read_script(text.as_bytes(), "--keys"),
            (_, Some(path)) if path.as_os_str() == "-" => read_script(io::stdin().lock(), STANDARD_INPUT),
            (_, Some(path)) => {
                let name = path.display().to_string();
                match file::open(path) {
                    Ok(file) => read_script(file, &name),
                    Err(error) => Err(InputError::Read { path: name, error }),
                }
            }
            _ => Ok(Vec::new()),
        }
    }
}

/// What errors call standard input.
const STANDARD_INPUT: &str = "standard input";

/// Reads a key script to its end.
fn read_script(script: impl Read, name: &str) -> Result<Vec<Key>, InputError> {
    read_all(script).map_err(|error| InputError::from_keys(name, error))
}

/// Returns a parser for values that have names. Help and completions list the names.
fn one_of<T>(
    values: impl IntoIterator<Item = T>,
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T>
where
    T: Copy + Send + Sync + 'static,
{
    let values: Vec<T> = values.into_iter().collect();
    PossibleValuesParser::new(values.iter().map(|&value| name(value))).try_map(move |word| {
        values.iter().copied().find(|&value| name(value) == word).ok_or("this name is not known")
    })
}

/// Returns the kinds of lines that `verify` can leave out. Where a program ends is always compared.
fn compared() -> impl Iterator<Item = Kind> {
    Kind::all().filter(|&kind| kind != Kind::Quit)
}

/// Parses a value with its own type's parser.
fn parse<T: std::str::FromStr<Err: std::fmt::Display>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|error: T::Err| error.to_string())
}

fn parse_seed(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| "a seed is a whole number from 0 to 4294967295".to_owned())
}

fn parse_seeds(text: &str) -> Result<RangeInclusive<u32>, String> {
    let ends = text.split_once("..").and_then(|(a, b)| Some(a.parse().ok()?..=b.parse().ok()?));
    ends.filter(|seeds| !seeds.is_empty())
        .ok_or_else(|| "seeds are given as A..B, from the smaller to the larger, like 1..1000".to_owned())
}

fn parse_delay(text: &str) -> Result<u64, String> {
    let delay = text.parse().ok().filter(|&delay| delay <= 60_000);
    delay.ok_or_else(|| "a delay is a whole number from 0 to 60000, in milliseconds".to_owned())
}

fn parse_scale(text: &str) -> Result<u32, String> {
    let scale = text.parse().ok().filter(|scale| (1..=16).contains(scale));
    scale.ok_or_else(|| "a scale is a whole number from 1 to 16".to_owned())
}

fn parse_radius(text: &str) -> Result<i32, String> {
    let radius = text.parse().ok().filter(|&radius| radius >= 0);
    radius.ok_or_else(|| format!("a radius is a whole number from 0 to {}", i32::MAX))
}

fn parse_place(text: &str) -> Result<Pos, String> {
    let place = text.split_once(',').and_then(|(x, y)| Some(Pos::new(x.parse().ok()?, y.parse().ok()?)));
    let pos = place.ok_or_else(|| "a place is given as X,Y, like 30,12".to_owned())?;
    if Map::in_bounds(pos) { Ok(pos) } else { Err(OutsideMap(pos).to_string()) }
}
