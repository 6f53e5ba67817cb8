//! The command line of `roguelike-compare`. Its commands are also commands of `roguelike`.

use std::path::PathBuf;

use clap::error::ErrorKind;
use clap::{Args, CommandFactory, Parser, Subcommand};
use roguelike::cli::VERSION;
use roguelike::cli::exit::Failure;
use roguelike::cli::overwrite::{Output, PICTURE};
use roguelike::cli::values::{OutputArg, one_of};
use roguelike::part::Part;
use roguelike::trace::Kind;

use crate::verify::OwnConstant;

/// The examples, and what belongs to them, at the end of the help of a command.
macro_rules! help {
    ($name:literal) => {
        include_str!(concat!("help/", $name, ".txt")).trim_ascii_end()
    };
}

/// The picture that `verify` draws.
const SIDE_BY_SIDE: Output = Output { option: "--picture", ..PICTURE };
/// What `attach` writes.
const PATCH: Output = Output::replacing("patch", |start| start.starts_with(b"diff --git a/"));

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
    /// Replay recorded runs, and find the first step that differs and its cause.
    #[command(after_help = help!("verify"))]
    Verify(VerifyArgs),
    /// Compare two recordings of the same keys with each other, as `verify` compares one with the series.
    #[command(after_help = help!("diff"))]
    Diff(DiffArgs),
    /// Print a patch that lets your C++ program record its runs. No file is changed.
    #[command(after_help = help!("attach"), allow_negative_numbers = true)]
    Attach {
        /// The chapter that your sources have reached, 1 to 17
        #[arg(long, value_name = "N")]
        part: Part,
        /// The folder that has main.cpp
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        #[command(flatten)]
        output: OutputArg,
    },
    /// Write manual pages and shell completions of these commands below a folder like ~/.local.
    #[command(name = "generate-compare")]
    Generate {
        /// The folder above `share`
        prefix: PathBuf,
    },
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
    /// A constant that your program changes on purpose, like RADIUS=8. Up to three can be set
    #[arg(long, value_name = "NAME=VALUE")]
    pub set: Vec<OwnConstant>,
    #[command(flatten)]
    pub answer: AnswerArgs,
}

/// The options of `diff`.
#[derive(Clone, Debug, Args)]
pub struct DiffArgs {
    /// The older recording, which is expected. It must not be a brief one
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
    /// Kinds of lines that are not compared, separated by commas, like log,title,frame
    #[arg(long, value_name = "KINDS", value_delimiter = ',')]
    // Where a program ends is always compared.
    #[arg(value_parser = one_of(Kind::all().filter(|&kind| kind != Kind::Quit), Kind::word))]
    #[arg(hide_possible_values = true)]
    pub ignore: Vec<Kind>,
    /// Also print a step of both runs, the expected and the recorded one. Only for one FILE
    #[arg(long, value_name = "N", conflicts_with = "json")]
    pub step: Option<usize>,
    /// Also draw a step of both runs into this PNG file: that of --step, or that of the report, or the last
    /// one if none differs. Only for one FILE
    #[arg(long, value_name = "FILE.png", conflicts_with = "json")]
    pub picture: Option<PathBuf>,
    /// Show every difference, with its lines
    #[arg(long, conflicts_with = "json")]
    pub long: bool,
}

/// The options of `check`.
#[derive(Clone, Debug, Args)]
#[command(allow_negative_numbers = true)]
pub struct CheckArgs {
    /// The chapter that your sources have reached, 1 to 17 [default: the highest one whose names they have]
    #[arg(long, value_name = "N")]
    pub part: Option<Part>,
    /// The folder that has main.cpp
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// The command that builds the program, run in the copy of DIR [default: CMake, make, or the compiler
    /// that CXX names]
    #[arg(long, value_name = "CMD")]
    pub build: Option<String>,
    /// The program that the build makes, by its path in DIR [default: it is searched]
    #[arg(long, value_name = "PATH")]
    pub exe: Option<PathBuf>,
    /// How many dungeons are played as long as everything is right
    #[arg(long, value_name = "1|all", default_value = "all", value_parser = ["1", "all"])]
    pub seeds: String,
    /// A new folder for copy, program and recordings [default: in the cache]
    #[arg(long, value_name = "DIR")]
    pub keep: Option<PathBuf>,
    /// A constant that your program changes on purpose, like RADIUS=8. Up to three can be set
    #[arg(long, value_name = "NAME=VALUE")]
    pub set: Vec<OwnConstant>,
    /// Check again after each change of a file
    #[arg(long)]
    pub watch: bool,
}

impl Command {
    /// Checks that its options go together.
    /// Fails if one of them makes no sense beside another.
    pub(crate) fn check(&self) -> Result<(), clap::Error> {
        let problem = match self {
            Command::Verify(VerifyArgs { set, .. }) | Command::Check(CheckArgs { set, .. })
                if !OwnConstant::go_together(set) =>
            {
                "--set is for three constants at most, each of them once"
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
                SIDE_BY_SIDE.check(answer.picture.as_deref(), None)
            }
            Command::Attach { output, .. } => PATCH.check(output.output.as_deref(), None),
            Command::Check(_) | Command::Generate { .. } => Ok(()),
        }
    }
}
