//! The command line: every command and option, and how options become a game.

use std::io;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgGroup, Args, Parser, Subcommand};

use crate::fov_lab::Algorithm;
use crate::fov_lab::lab::{OutsideMap, Specimen};
use crate::game::Setup;
use crate::key::Key;
use crate::map::{Map, Pos};
use crate::part::Part;
use crate::rng::StdLib;
use crate::support::save_slot::SaveSlot;
use crate::trace::Form;
use crate::trace::input::{InputError, read_file};
use crate::trace::key_script::KeyReader;
use crate::trace::replay::Replay;

/// Roguelikes in C++ with SDL3, translated to Rust on SDL2: all 17 parts, to the bit.
#[derive(Debug, Parser)]
#[command(name = "roguelike", version, args_conflicts_with_subcommands = true, after_help = EXAMPLES)]
pub struct Cli {
    /// What to do; without a command, play.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// How to play.
    #[command(flatten)]
    pub play: PlayArgs,
}

const EXAMPLES: &str = "\
Examples:
  roguelike                              play the whole game
  roguelike --part 3 --seed 42           play what chapter 3 plays, in the dungeon of seed 42
  roguelike trace --part 7 --keys 'Right*5 Down I'
                                         print that run as text
  roguelike verify my-build.trace        find where another build's run departs from the series
  roguelike shot --part 3 -o map.png     the window as a picture
  roguelike fov --seed 42 --at 30,12     what four algorithms see from there
  roguelike play --replay run.trace      watch a recorded run

Every command has a --help of its own.";

/// What the program can do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Play in a window (the default).
    #[command(after_help = PLAY_EXAMPLES)]
    Play(PlayArgs),
    /// Print a run as text, step by step.
    #[command(after_help = TRACE_EXAMPLES, after_long_help = format!("{TRACE_EXAMPLES}\n\n{TRACE_FORMAT}"))]
    Trace(TraceArgs),
    /// Render the last screen of a run to a PNG file, without a display.
    #[command(after_help = SHOT_EXAMPLES)]
    Shot(ShotArgs),
    /// Look at a dungeon with four algorithms, and compare what they see.
    #[command(after_help = FOV_EXAMPLES)]
    Fov(FovArgs),
    /// Replay recorded runs and find the first step that differs, and why.
    #[command(after_help = VERIFY_EXAMPLES)]
    Verify(VerifyArgs),
    /// Write manual pages, shell completions, a desktop entry and icons below a folder like ~/.local.
    Generate {
        /// The folder that has, or will have, `share` in it.
        prefix: PathBuf,
    },
}

const PLAY_EXAMPLES: &str = "\
Examples:
  roguelike play --part 5                chapter 5, in a dungeon that nobody has seen yet
  roguelike play --seed 42 --record run.trace
                                         the whole game, written down while it is played
  roguelike play --replay run.trace --delay 50
                                         watch it; Escape takes over

F1 shows the keys.";

const TRACE_EXAMPLES: &str = "\
Examples:
  roguelike trace --part 3 --seed 42 --keys 'Right*5 Down'
  roguelike trace --part 17 --seed 1 --stdlib libc++ --keys-file run.keys --brief
  my-bot | roguelike trace --keys-file -     each step is written before the next key is read

Keys have SDL's names (Up, Space, Escape, F5, A, 1, .), in any case, separated by white space; a blank in
a name is written _, Right*5 is five times Right, # begins a comment.";

/// What a trace looks like, for those who read one or have a program of theirs write one.
const TRACE_FORMAT: &str = "\
The format of a trace is UTF-8 text, one fact a line, every line ended by a line feed. The header comes
first, then a block of lines for step 0, the state after the first drawing, then one for each key. [N]
is the part from which on a line or a field is there. All lines have this order, but any of a step's
may be left out, and is not compared then. B is 0 for no and 1 for yes.

The header:
  roguelike-trace 1      'roguelike-trace 1 brief' in the brief form
  part N                 1 to 17
  seed N                 0 to 4294967295
  stdlib NAME            as after --stdlib
  fov NAME               as after --fov; only if not shadowcast

A step:
  step N KEY             N from 0; KEY as SDL names it, start in step 0
  quit                   the key ended the program; nothing follows
  log TEXT               each message of this step, in order [5]
  sound NAME             likewise hit pickup descend zap die win [16]
  title TEXT             the window's
  screen NAME            map, dead [5], inventory [8],
                         class-select [14], won [17]
  class NAME             Fighter, Rogue or Mage [14]
  player X Y hp H/M power P defense D poison N regen N alive B
                         column, row, H hit points of M [2],
                         alive [4], power [5], defense [9],
                         poison, regen: turns left [10]
  bonus strength N magic N
                         from potions and class [9], magic [13]
  amulets N              in the pack [17]
  depth D of N stairs X Y
                         D from 0, N levels made so far [11]
  monster I G X Y hp H/M power P poison N regen N venom B alive B
                         I from 0, glyph, place, the dead too [4],
                         power [5], poison, regen, venom [10]
  item I WHAT X Y        lies on this level's floor [8]
  pack I WHAT            is carried [8]
  wield WHAT             the weapon, or - [9]
  wear WHAT              the armour, or - [9]
  potion TYPE looks LOOK known B
                         a line for each type [8]
  scroll TYPE looks LABEL known B
                         likewise [13]
  rng N                  what the game's generator gives next; it is
                         not advanced [4]
  tiles HASH             the map
  frame HASH             the screen as it was painted last

WHAT is potion:TYPE, scroll:TYPE, weapon:BONUS, armour:BONUS or amulet. A potion's TYPE is healing, poison,
strength or regeneration, a scroll's lightning or fireball. Before a hero is chosen [14] there are no
lines from class to scroll, and no tiles.

A HASH is FNV-1a with 64 bits (offset 14695981039346656037, prime 1099511628211), in 16 hexadecimal
digits. That of the tiles is over one byte a tile, row by row: 1 for floor, 2 for visible and 4 for
explored [3], added up. That of the frame is over six bytes for each glyph in the window that is no
blank: column, row, character (? for what is not printable), red, green, blue; tile by tile in rows,
and on one tile in the order of drawing. A window has 36 rows, or 41 [16].

The three forms are normal, as above; full (--full), with rows of 64 characters between bars after
tiles (|0000677...|, the numbers of the hash) and after frame (the topmost glyph of each tile); and
brief (--brief), where a step is one line, 'step N KEY HASH', over all bytes of its other lines.";

const VERIFY_EXAMPLES: &str = "\
Examples:
  roguelike verify my-build.trace           what a C++ build recorded with tests/cpp/trace.hpp
  roguelike verify runs/*.trace --json      one JSON object a line, for scripts
  ./mygame --seed 42 --keys 'Right*5' --full | roguelike verify -

What a trace leaves out is not compared. A trace recorded with --full shows the most. The exit code is
0 when all is as it should be, 1 when something differs, and 2 when a file is no trace or has nothing
in it to compare.";

const SHOT_EXAMPLES: &str = "\
Examples:
  roguelike shot --part 1 --seed 42 -o dungeon.png
  roguelike shot --seed 42 --keys '2 Right*3 I' -o pack.png
  roguelike shot --part 3 --seed 42 -o - | display";

const FOV_EXAMPLES: &str = "\
Examples:
  roguelike fov --seed 42 --at 30,12                   what is seen from there, four times
  roguelike fov --seed 42 --digest --algorithm raycast
  roguelike fov --seeds 1..1000 --compare

In pictures @ is where one stands, # and . what is visible, + what shadowcast does not see, - what only shadowcast sees.
The table is about all floor tiles as origins. Blind spots: tiles within 11 tiles with a clear line from centre to centre, but
dark. Through walls: lit tiles to which no line leads. Asymmetric pairs: one floor tile sees the other, but is not seen from it.";

/// Which game.
#[derive(Clone, Debug, Default, Args)]
pub struct GameArgs {
    /// The chapter, 1 to 17 [default: 17, the whole game]
    #[arg(long, value_name = "N", value_parser = parse::<Part>, allow_negative_numbers = true)]
    pub part: Option<Part>,
    /// The seed, 0 to 4294967295; the same seed and keys give the same run [default: a new one]
    #[arg(long, value_name = "N", value_parser = parse_seed, allow_negative_numbers = true)]
    pub seed: Option<u32>,
    /// Whose random numbers: libstdc++, libstdc++-10, libc++, msvc, msvc-2022 or msvc-2019 [default: libstdc++]
    #[arg(long, value_name = "NAME", value_parser = parse::<StdLib>)]
    pub stdlib: Option<StdLib>,
    /// How the view is computed [default: shadowcast]
    #[arg(long, value_name = "ALGORITHM", value_parser = parse::<Algorithm>)]
    pub fov: Option<Algorithm>,
    /// Where F5 saves and F9 loads, in Parts 15 to 17
    #[arg(long, value_name = "PATH")]
    pub save_file: Option<PathBuf>,
}

/// Which keys are pressed.
#[derive(Clone, Debug, Default, Args)]
#[group(multiple = false)]
pub struct KeyArgs {
    /// Keys to press, like 'Right*5 Down I'
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub keys: Option<String>,
    /// A file of keys to press; - for standard input
    #[arg(long, value_name = "PATH")]
    pub keys_file: Option<PathBuf>,
}

/// How to play in a window.
#[derive(Clone, Debug, Default, Args)]
pub struct PlayArgs {
    /// Which game.
    #[command(flatten)]
    pub game: GameArgs,
    /// Keys to begin with.
    #[command(flatten)]
    pub keys: KeyArgs,
    /// Play the keys of this trace or key file before handing over; nothing is saved before
    #[arg(long, value_name = "FILE", conflicts_with_all = ["keys", "keys_file"])]
    pub replay: Option<PathBuf>,
    /// Milliseconds between replayed keys
    #[arg(long, value_name = "MS", default_value_t = 100, value_parser = parse_delay, allow_negative_numbers = true)]
    pub delay: u64,
    /// End after the last replayed key
    #[arg(long)]
    pub exit: bool,
    /// Write the run to this file as a trace while it is played
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Another font than the built-in one, TrueType or OpenType
    #[arg(long, value_name = "PATH")]
    pub font: Option<PathBuf>,
    /// No sound
    #[arg(long)]
    pub mute: bool,
    /// Begin in fullscreen
    #[arg(long)]
    pub fullscreen: bool,
    /// Begin with a window of this many times the original's size [default: what fits the screen]
    #[arg(long, value_name = "N", value_parser = parse_scale, allow_negative_numbers = true)]
    pub scale: Option<u32>,
}

/// Which run to print, and how.
#[derive(Clone, Debug, Args)]
pub struct TraceArgs {
    /// Which game.
    #[command(flatten)]
    pub game: GameArgs,
    /// Which keys.
    #[command(flatten)]
    pub keys: KeyArgs,
    /// Add tiles and screen as pictures
    #[arg(long, conflicts_with = "brief")]
    pub full: bool,
    /// Only a hash for each step
    #[arg(long)]
    pub brief: bool,
}

/// Which recordings to compare.
#[derive(Clone, Debug, Args)]
pub struct VerifyArgs {
    /// Traces, in any form; - for standard input
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The save file that the runs began with; it is only read
    #[arg(long, value_name = "PATH")]
    pub save_file: Option<PathBuf>,
    /// Answer in JSON, one object a file
    #[arg(long)]
    pub json: bool,
}

/// Which run to picture.
#[derive(Clone, Debug, Args)]
pub struct ShotArgs {
    /// Which game.
    #[command(flatten)]
    pub game: GameArgs,
    /// Which keys.
    #[command(flatten)]
    pub keys: KeyArgs,
    /// The PNG file to write; - for standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// Another font than the built-in one, TrueType or OpenType
    #[arg(long, value_name = "PATH")]
    pub font: Option<PathBuf>,
}

/// Which dungeons to look at, and how.
#[derive(Clone, Debug, Args)]
#[command(group = ArgGroup::new("task").args(["at", "digest", "compare"]).required(true))]
pub struct FovArgs {
    /// The dungeon's seed
    #[arg(long, value_name = "N", value_parser = parse_seed, allow_negative_numbers = true, conflicts_with = "compare")]
    pub seed: Option<u32>,
    /// The seeds of the dungeons to compare, from A to B
    #[arg(long, value_name = "A..B", value_parser = parse_seeds, allow_hyphen_values = true, conflicts_with_all = ["at", "digest"])]
    pub seeds: Option<RangeInclusive<u32>>,
    /// Whose random numbers: libstdc++, libstdc++-10, libc++, msvc, msvc-2022 or msvc-2019 [default: libstdc++]
    #[arg(long, value_name = "NAME", value_parser = parse::<StdLib>)]
    pub stdlib: Option<StdLib>,
    /// Only this one: shadowcast, raycast, bresenham or octant [default: all]
    #[arg(long, value_name = "NAME", value_parser = parse::<Algorithm>, conflicts_with = "compare")]
    pub algorithm: Option<Algorithm>,
    /// How far to look, in tiles [default: as in the game, 11, 12 for octant, 50 for bresenham]
    #[arg(long, value_name = "R", value_parser = parse_radius, allow_negative_numbers = true, conflicts_with = "compare")]
    pub radius: Option<i32>,
    /// Draw what is seen from column X of row Y, be it floor or wall
    #[arg(long, value_name = "X,Y", value_parser = parse_place, allow_hyphen_values = true, requires = "seed")]
    pub at: Option<Pos>,
    /// Print a hash over the views from all floor tiles
    #[arg(long, requires = "seed")]
    pub digest: bool,
    /// Print a table of what the algorithms miss and make up
    #[arg(long, requires = "seeds")]
    pub compare: bool,
}

impl GameArgs {
    /// The game that the options describe. What they leave open is the whole game with GCC's random numbers and shadowcasting;
    /// a missing seed is drawn from the operating system.
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
    /// What is to be replayed; nothing without `--replay`.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn replay(&self) -> Result<Replay, InputError> {
        self.replay.as_deref().map_or_else(|| Ok(Replay::default()), Replay::read)
    }

    /// The game to play. What a replayed trace says about it counts where the options say nothing. A replay saves nowhere: F5 and F9
    /// find a slot of its own, which holds what `--save-file` held.
    ///
    /// # Errors
    /// When the save file of a replay cannot be read.
    pub fn setup(&self, replay: &Replay) -> Result<Setup, InputError> {
        let mut game = self.game.clone();
        if let Some(header) = &replay.header {
            game.part = game.part.or(Some(header.part));
            game.seed = game.seed.or(Some(header.seed));
            game.stdlib = game.stdlib.or(Some(header.library));
            game.fov = game.fov.or(Some(header.algorithm));
        }
        let mut setup = game.setup();
        if self.replay.is_some() {
            let path = self.game.save_file.clone().unwrap_or_default();
            let saved = setup.slot.read();
            setup.slot = SaveSlot::Memory(
                saved.map_err(|error| InputError::Read { path: path.display().to_string(), error })?,
            );
        }
        Ok(setup)
    }

    /// Time between two replayed keys.
    pub const fn pause(&self) -> Duration {
        Duration::from_millis(self.delay)
    }
}

impl TraceArgs {
    /// The form that the options ask for.
    pub const fn form(&self) -> Form {
        match (self.full, self.brief) {
            (true, _) => Form::Full,
            (_, true) => Form::Brief,
            _ => Form::Normal,
        }
    }
}

impl FovArgs {
    /// What is looked at, if it is a single dungeon.
    pub fn specimen(&self) -> Option<Specimen> {
        let (algorithm, radius) = (self.algorithm, self.radius);
        self.seed.map(|seed| Specimen { seed, library: self.stdlib.unwrap_or_default(), algorithm, radius })
    }
}

impl KeyArgs {
    /// The keys one after the other. Text and files are read whole first, so that a slip in them shows before the first key;
    /// standard input is read as it comes.
    ///
    /// # Errors
    /// When a file cannot be read or a word is no key.
    pub fn read(&self) -> Result<Box<dyn Iterator<Item = Result<Key, InputError>>>, InputError> {
        match (&self.keys, &self.keys_file) {
            (Some(text), _) => whole(text.as_bytes(), "--keys"),
            (_, Some(path)) if path.as_os_str() == "-" => {
                let name = "standard input";
                Ok(Box::new(
                    KeyReader::new(io::stdin().lock())
                        .map(move |key| key.map_err(|error| InputError::from_keys(name, error))),
                ))
            }
            (_, Some(path)) => {
                let name = path.display().to_string();
                let bytes = read_file(path)?;
                whole(&bytes[..], &name)
            }
            _ => Ok(Box::new(std::iter::empty())),
        }
    }
}

fn whole(bytes: &[u8], name: &str) -> Result<Box<dyn Iterator<Item = Result<Key, InputError>>>, InputError> {
    let keys: Vec<Key> = KeyReader::new(bytes)
        .collect::<Result<_, _>>()
        .map_err(|error| InputError::from_keys(name, error))?;
    Ok(Box::new(keys.into_iter().map(Ok)))
}

/// The library's own parser, its error as text.
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
