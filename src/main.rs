//! The program: parses the command line and does what it says.
#![forbid(unsafe_code)]

use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;
use roguelike::cli::{Cli, Command, ShotArgs, TraceArgs, read_file};
use roguelike::file;
use roguelike::game::Game;
use roguelike::glyph_cache::{FONT, GlyphCache, new_picture, to_png};
use roguelike::trace::{Header, Tracer};

/// The exit code for a command line that makes no sense.
const WRONG_USE: u8 = 2;

type Failure = Box<dyn Error>;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return explain(&error),
    };
    match run(cli) {
        Ok(code) => code,
        Err(error) if is_closed_pipe(error.as_ref()) => ExitCode::SUCCESS,
        Err(error) => {
            complain(&error.to_string());
            ExitCode::FAILURE
        }
    }
}

fn run(cli: Cli) -> Result<ExitCode, Failure> {
    match cli.command.unwrap_or(Command::Play(cli.play)) {
        Command::Play(_) => Ok(ExitCode::SUCCESS),
        Command::Trace(args) => trace(&args),
        Command::Shot(args) => shot(&args),
        Command::Generate { .. } => Ok(ExitCode::SUCCESS),
    }
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

/// One line on standard error. If even that is closed there is nobody left to tell.
fn complain(problem: &str) {
    writeln!(io::stderr(), "roguelike: {problem}").ok();
}

/// Whoever read our output has seen enough.
fn is_closed_pipe(error: &(dyn Error + 'static)) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// Why saving or loading failed in the last step, if it did.
fn report_problems(game: &Game) {
    game.events().iter().filter_map(|event| event.problem()).for_each(complain);
}

/// `roguelike trace`: prints the run step by step, each step before the next key is read.
fn trace(args: &TraceArgs) -> Result<ExitCode, Failure> {
    let (setup, form) = (args.game.setup(), args.form());
    let keys = args.keys.read()?;
    let mut out = io::BufWriter::with_capacity(1 << 16, io::stdout().lock());
    write!(out, "{}", Header::new(&setup, form))?;
    let (mut tracer, first) = Tracer::new(setup);
    out.write_all(first.to_text(form).as_bytes())?;
    out.flush()?;
    for key in keys {
        let block = tracer.press(key?);
        report_problems(tracer.game());
        out.write_all(block.to_text(form).as_bytes())?;
        out.flush()?;
        if block.quits() {
            break;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// `roguelike shot`: renders what is on the screen after the last key.
fn shot(args: &ShotArgs) -> Result<ExitCode, Failure> {
    let setup = args.game.setup();
    if args.game.seed.is_none() {
        writeln!(io::stdout(), "seed {}", setup.seed)?;
    }
    let font = load_font(args.font.as_deref())?;
    let (mut tracer, _) = Tracer::new(setup);
    for key in args.keys.read()? {
        let block = tracer.press(key?);
        report_problems(tracer.game());
        if block.quits() {
            break;
        }
    }
    let frame = tracer.frame();
    let ttf = sdl2::ttf::init().map_err(|error| error.to_string())?;
    let mut picture = new_picture(frame.columns(), frame.rows())?;
    let creator = picture.texture_creator();
    GlyphCache::new(&ttf, &creator, &font)?.draw(frame, &mut picture)?;
    let path = &args.output;
    file::write_whole(path, &to_png(&picture)?)
        .map_err(|error| format!("cannot write {}: {error}; give another place with -o", path.display()))?;
    Ok(ExitCode::SUCCESS)
}

/// The font given on the command line, or the built-in one.
fn load_font(path: Option<&std::path::Path>) -> Result<std::borrow::Cow<'static, [u8]>, Failure> {
    Ok(match path {
        Some(path) => read_file(path)?.into(),
        None => FONT.into(),
    })
}
