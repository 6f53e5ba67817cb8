//! The command line of `roguelike-compare`. Its commands are also commands of `roguelike`.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::error::ErrorKind;
use clap::{ArgGroup, Args, CommandFactory, Parser, Subcommand};
use roguelike::cli::VERSION;
use roguelike::cli::exit::Failure;
use roguelike::cli::overwrite::{Output, PICTURE};
use roguelike::cli::values::{OutputArg, number, one_of, place};
use roguelike::fov_lab::Algorithm;
use roguelike::map::Pos;
use roguelike::part::Part;
use roguelike::rng::StdLib;
use roguelike::trace::Kind;

use crate::attach::MARK;
use crate::verify::{LONGEST_SEARCH, OwnConstant};

/// The examples, and what belongs to them, at the end of the help of a command.
macro_rules! help {
    ($name:literal) => {
        include_str!(concat!("help/", $name, ".txt")).trim_ascii_end()
    };
}

/// The picture that `verify` draws.
pub(crate) const SIDE_BY_SIDE: Output = Output { option: "--picture", ..PICTURE };
/// The patch of `attach`.
pub(crate) const PATCH: Output = Output::replacing("patch", |start| start.starts_with(MARK.as_bytes()));

/// The output of `keys`.
pub(crate) const KEYS: Output = Output::replacing("file of keys from this command", is_keys);

/// Returns true for the first bytes of a file of `keys`: `# Part 3, seed 0, `.
fn is_keys(start: &[u8]) -> bool {
    let start = String::from_utf8_lossy(start);
    let part = start.strip_prefix("# Part ").and_then(|rest| rest.split_once(", seed "));
    part.is_some_and(|(part, _)| part.parse::<u8>().is_ok())
}

/// Compares C++ programs with the series 'Roguelikes in C++ with SDL3', step by step.
#[derive(Debug, Parser)]
#[command(name = "roguelike-compare", bin_name = "roguelike", version = VERSION)]
#[command(override_usage = "roguelike-compare <COMMAND>", after_help = help!("compare"))]
pub struct Cli {
    /// The command.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Build, record and compare your C++ program, in a copy of its folder.
    #[command(after_help = help!("check"))]
    Check(CheckArgs),
    /// Replay recordings, and find the first step that differs and the bug behind it.
    #[command(after_help = help!("verify"))]
    Verify(VerifyArgs),
    /// Compare two recordings of the same keys with each other.
    #[command(after_help = help!("diff"))]
    Diff(DiffArgs),
    /// Print a patch that lets your C++ program record its games.
    #[command(after_help = help!("attach"), allow_negative_numbers = true)]
    Attach {
        /// The part that your sources have reached, 1 to 17
        #[arg(long, value_name = "N")]
        part: Part,
        /// The folder that contains main.cpp
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        #[command(flatten)]
        output: OutputArg,
    },
    /// Print keys that reveal most bugs in a part.
    #[command(after_help = help!("keys"), allow_negative_numbers = true)]
    Keys {
        /// The part, 1 to 17
        #[arg(long, value_name = "N", default_value_t = Part::LAST)]
        part: Part,
        /// The C++ standard library that your program uses [default: libstdc++]
        #[arg(long, value_name = "NAME", value_parser = one_of(StdLib::ALL, StdLib::name))]
        stdlib: Option<StdLib>,
        #[command(flatten)]
        output: OutputArg,
    },
    /// Show what each FOV algorithm sees in a dungeon, and count their errors.
    #[command(after_help = help!("fov"))]
    Fov(FovArgs),
    /// Write manual pages and shell completions of these commands below a folder like ~/.local.
    #[command(name = "generate-compare")]
    Generate {
        /// The folder that contains, or will contain, `share`
        prefix: PathBuf,
    },
}

/// The options of `verify`.
#[derive(Clone, Debug, Args)]
pub struct VerifyArgs {
    /// Recordings in any form, or - for standard input
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The save file that the games started with. It is not changed
    #[arg(long, value_name = "PATH")]
    pub save_file: Option<PathBuf>,
    /// A constant that your program changes on purpose, like RADIUS=8; up to three
    #[arg(long, value_name = "NAME=VALUE")]
    pub set: Vec<OwnConstant>,
    /// How long to search for the bug, in seconds of processor time [default: 10]
    #[arg(long, value_name = "SECONDS", value_parser = number("a time in seconds", 1..=LONGEST_SEARCH))]
    pub search: Option<u32>,
    #[command(flatten)]
    pub answer: AnswerArgs,
}

/// The options of `diff`.
#[derive(Clone, Debug, Args)]
pub struct DiffArgs {
    /// The older recording, which takes the place of the series. It cannot be a brief one
    #[arg(value_name = "OLD")]
    pub old: PathBuf,
    /// The newer one, in any form, or - for standard input
    #[arg(value_name = "NEW")]
    pub new: PathBuf,
    #[command(flatten)]
    pub answer: AnswerArgs,
}

/// The options of the answers of `verify` and `diff`.
#[derive(Clone, Debug, Args)]
pub struct AnswerArgs {
    /// Print the results as JSON, one object for each file
    #[arg(long)]
    pub json: bool,
    /// Kinds of facts to leave out of the comparison, separated by commas, like log,title,frame
    #[arg(long, value_name = "KINDS", value_delimiter = ',')]
    // Where a program ends is always compared.
    #[arg(value_parser = one_of(Kind::all().filter(|&kind| kind != Kind::Quit), Kind::word))]
    #[arg(hide_possible_values = true)]
    pub ignore: Vec<Kind>,
    /// Also print this step, expected and recorded. Only for one FILE
    #[arg(long, value_name = "N", conflicts_with = "json")]
    pub step: Option<usize>,
    /// Also draw both sides of a step into this PNG file: the step given by --step, or else the first that
    /// differs, or else the last. Only for one FILE
    #[arg(long, value_name = "FILE.png", conflicts_with = "json")]
    pub picture: Option<PathBuf>,
    /// Show every difference, with all its lines
    #[arg(long, conflicts_with = "json")]
    pub long: bool,
}

/// The options of `check`.
#[derive(Clone, Debug, Args)]
#[command(allow_negative_numbers = true)]
pub struct CheckArgs {
    /// The part that your sources have reached, 1 to 17 [default: detected from the sources]
    #[arg(long, value_name = "N")]
    pub part: Option<Part>,
    /// The folder that contains main.cpp
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// The command that builds the program, run in the copy of DIR [default: CMake, make, or the compiler in
    /// $CXX]
    #[arg(long, value_name = "CMD")]
    pub build: Option<String>,
    /// The program that the build produces, as a path in DIR [default: check searches for it]
    #[arg(long, value_name = "PATH")]
    pub exe: Option<PathBuf>,
    /// How many dungeons to play if nothing differs
    #[arg(long, value_name = "1|all", default_value = "all", value_parser = ["1", "all"])]
    pub seeds: String,
    /// Where to create the folder roguelike-check, which holds the copy, the program and the recordings
    /// [default: the cache]
    #[arg(long, value_name = "DIR")]
    pub keep: Option<PathBuf>,
    /// A constant that your program changes on purpose, like RADIUS=8; up to three
    #[arg(long, value_name = "NAME=VALUE")]
    pub set: Vec<OwnConstant>,
    /// Time limit for the build and for each recording, in seconds
    #[arg(long, value_name = "N", default_value_t = 600)]
    #[arg(value_parser = number("a time in seconds", 1..=86_400_u64))]
    pub timeout: u64,
    /// Memory limit for each recording, in MiB. A build may use eight times as much
    #[arg(long, value_name = "N", default_value_t = 1024)]
    #[arg(value_parser = number("a memory limit in MiB", 16..=1_048_576_u64))]
    pub memory: u64,
    /// How long to search for the bug, in seconds of processor time [default: 10]
    #[arg(long, value_name = "SECONDS", value_parser = number("a time in seconds", 1..=LONGEST_SEARCH))]
    pub search: Option<u32>,
    /// If nothing differs, look for undefined behaviour in a second build with the compiler's sanitizers
    #[arg(long)]
    pub sanitize: bool,
    /// Check again whenever a file changes
    #[arg(long)]
    pub watch: bool,
}

/// The options of `fov`.
#[derive(Clone, Debug, Args)]
#[command(allow_negative_numbers = true)]
#[command(group = ArgGroup::new("task").args(["at", "digest", "compare"]).required(true))]
pub struct FovArgs {
    /// The seed of the dungeon
    #[arg(long, value_name = "N", value_parser = number("a seed", 0..=u32::MAX))]
    pub seed: Option<u32>,
    /// The seeds of the dungeons to compare, from A to B
    #[arg(long, value_name = "A..B", value_parser = parse_seeds)]
    #[arg(allow_hyphen_values = true, conflicts_with_all = ["at", "digest"])]
    pub seeds: Option<RangeInclusive<u32>>,
    /// The C++ standard library whose random numbers to use [default: libstdc++]
    #[arg(long, value_name = "NAME", value_parser = one_of(StdLib::ALL, StdLib::name))]
    pub stdlib: Option<StdLib>,
    /// Use only this algorithm [default: all]
    #[arg(long, value_name = "NAME", value_parser = one_of(Algorithm::ALL, Algorithm::name))]
    pub algorithm: Option<Algorithm>,
    /// The radius, in tiles [default: 11 as in the game, but 12 for octant and 50 for bresenham]
    #[arg(long, value_name = "R", value_parser = number("a radius", 0..=i32::MAX))]
    pub radius: Option<i32>,
    /// Draw the field of view from column X of row Y, which may be a wall
    #[arg(long, value_name = "X,Y", value_parser = place)]
    #[arg(allow_hyphen_values = true, requires = "seed")]
    pub at: Option<Pos>,
    /// Print a hash of the fields of view from all floor tiles
    #[arg(long, requires = "seed")]
    pub digest: bool,
    /// Print a table of the algorithms' errors
    #[arg(long, requires = "seeds", conflicts_with_all = ["seed", "algorithm", "radius"])]
    pub compare: bool,
}

impl Command {
    /// Checks that its options go together.
    /// Fails if one of them makes no sense beside another.
    pub(crate) fn check(&self) -> Result<(), clap::Error> {
        let problem = match self {
            Command::Verify(VerifyArgs { set, .. }) | Command::Check(CheckArgs { set, .. })
                if !OwnConstant::go_together(set) =>
            {
                "--set takes at most three constants, each only once"
            }
            Command::Verify(VerifyArgs { answer, .. }) | Command::Diff(DiffArgs { answer, .. })
                if answer.picture.as_ref().is_some_and(|path| path.as_os_str() == "-") =>
            {
                "--picture needs a file; the answer goes to standard output"
            }
            Command::Verify(VerifyArgs { files, answer, .. })
                if files.len() > 1 && (answer.step.is_some() || answer.picture.is_some()) =>
            {
                "--step and --picture are for one FILE at a time"
            }
            _ => return Ok(()),
        };
        Err(Cli::command().error(ErrorKind::ArgumentConflict, problem))
    }

    /// Checks that no file is overwritten that the user may want to keep.
    /// Fails if an option names one.
    pub(crate) fn check_outputs(&self) -> Result<(), Failure> {
        match self {
            Command::Verify(VerifyArgs { answer, .. }) | Command::Diff(DiffArgs { answer, .. }) => {
                SIDE_BY_SIDE.check(answer.picture.as_deref())
            }
            Command::Attach { output, .. } => PATCH.check(output.output.as_deref()),
            Command::Keys { output, .. } => KEYS.check(output.output.as_deref()),
            Command::Check(_) | Command::Fov(_) | Command::Generate { .. } => Ok(()),
        }
    }
}

/// A range of seeds that cannot be read.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("give seeds as A..B, the smaller one first, such as 1..1000")]
struct NoSeeds;

fn parse_seeds(text: &str) -> Result<RangeInclusive<u32>, NoSeeds> {
    let ends = text.split_once("..").and_then(|(a, b)| Some(a.parse().ok()?..=b.parse().ok()?));
    ends.filter(|seeds| !seeds.is_empty()).ok_or(NoSeeds)
}
