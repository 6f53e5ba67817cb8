//! The commands besides `play`, `runs` and `generate`.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use crate::cli::args::{PlayArgs, RunArgs, ShotArgs, StepsArgs, TraceArgs};
use crate::cli::exit::Failure;
use crate::cli::font::load_font;
use crate::cli::output::{IgnoreClosedPipe, named_file};
use crate::cli::overwrite::{PICTURE, TRACE};
use crate::desktop::session::lines;
use crate::fov_lab::steps::{Changes, topic_of};
use crate::game::Setup;
use crate::glyph_cache::{FONT, TILE_SIZE};
use crate::key::Key;
use crate::part::Part;
use crate::picture::{self, stages};
use crate::support::terminal::complain;
use crate::trace::input::InputError;
use crate::trace::{Header, Step, Tracer, last_key};

/// Plays a game, and calls `show` with each step before it reads the next key. Returns the game after the
/// last key, and the exit code, which is a failure if a save or a load has failed. Playing goes on after
/// that.
fn play(
    setup: Setup,
    keys: impl Iterator<Item = Result<Key, InputError>>,
    mut show: impl FnMut(&Step) -> io::Result<()>,
) -> Result<(Tracer, ExitCode), Failure> {
    let mut code = ExitCode::SUCCESS;
    let (mut tracer, first) = Tracer::new(setup);
    show(&first)?;
    for key in keys {
        let step = tracer.press(key?);
        if let Some(problem) = last_key::problem(tracer.game()) {
            complain(problem);
            code = ExitCode::FAILURE;
        }
        show(&step)?;
        if step.quits() {
            break;
        }
    }
    Ok((tracer, code))
}

/// `roguelike play --text`: plays with the lines of standard input, until they end.
/// Fails if the game cannot begin, lines cannot be read, or the output is closed. The game is kept then, too.
pub fn play_text(args: &PlayArgs) -> Result<(), Failure> {
    let mut start = args.start()?;
    let mut session = start.session()?;
    start.begin(&mut session, || false);
    let played = lines::play(&mut session, io::stdin().lock(), io::stdout().lock());
    session.keep_run();
    Ok(played?)
}

/// `roguelike trace`: prints a game step by step, each step before it reads the next key, so that another
/// program can choose the key by the step.
/// Fails if keys cannot be read, or the output is closed or cannot be written.
pub fn trace(args: &TraceArgs) -> Result<ExitCode, Failure> {
    match named_file(args.output.output.as_deref()) {
        Some(path) => TRACE.replace(path, |file| write_trace(args, BufWriter::new(file))),
        None => write_trace(args, BufWriter::with_capacity(1 << 16, io::stdout().lock())),
    }
}

fn write_trace(args: &TraceArgs, mut out: impl Write) -> Result<ExitCode, Failure> {
    let (setup, form) = (args.run.setup(None), args.form());
    let keys = args.run.read_keys()?;
    write!(out, "{}", Header::new(&setup, form))?;
    let played = play(setup, keys, |step| {
        out.write_all(step.to_text(form).as_bytes())?;
        out.flush()
    });
    played.map(|(_, code)| code)
}

/// `roguelike shot`: renders the screen after the last key. Without --seed it prints the random one, on
/// standard error if the picture goes to standard output.
/// Fails if keys or font cannot be read, or the picture cannot be written.
pub fn shot(args: &ShotArgs) -> Result<ExitCode, Failure> {
    let font = load_font(args.font.as_deref())?;
    let (tracer, code) = played(&args.run, named_file(Some(&args.output)).is_none())?;
    let picture = picture::draw(tracer.frame(), &font)?;
    PICTURE.write(Some(&args.output), &picture::to_png(picture.surface())?)?;
    Ok(code)
}

/// Returns a game after the last key, and the exit code. Without --seed it prints the random one, on standard
/// error if a picture goes to standard output.
fn played(args: &RunArgs, is_output_taken: bool) -> Result<(Tracer, ExitCode), Failure> {
    let setup = args.setup(None);
    if args.seed.is_none() {
        let seed = format!("seed {}\n", setup.seed);
        match is_output_taken {
            false => IgnoreClosedPipe(io::stdout()).write_all(seed.as_bytes())?,
            true => IgnoreClosedPipe(io::stderr()).write_all(seed.as_bytes())?,
        }
    }
    play(setup, args.read_keys()?, |_| Ok(()))
}

/// `roguelike steps`: writes pictures of a part's algorithm at work. Part 12 goes down to a cave first.
/// Fails if the part lacks a new algorithm, keys cannot be read, or pictures cannot be written.
pub fn steps(args: &StepsArgs) -> Result<ExitCode, Failure> {
    let part = args.run.part.unwrap_or(Part::LAST);
    let nothing =
        || format!("Part {part} has no algorithm of its own to show; give --part 1, 3, 5, 7, 12 or 13");
    let topic = topic_of(part).ok_or_else(nothing)?;
    if args.at.is_some() && !topic.has_place {
        return Err("--at makes no difference to how a level is generated; leave it out".to_owned().into());
    }
    let to_stdout = args.output.is_some() && named_file(args.output.as_deref()).is_none();
    let (tracer, code) = played(&args.run, to_stdout)?;
    let mut game = tracer.game().clone();
    topic.prepare(&mut game, &Changes { player: args.at, ..Changes::default() });
    let stages = (topic.stages)(&game);
    if args.output.is_some() {
        PICTURE.write(args.output.as_deref(), &stages::animation(&stages)?)?;
    }
    if let Some(folder) = &args.frames {
        let failed = |error| format!("cannot make the folder {}: {error}; give a new one", folder.display());
        fs::create_dir(folder).map_err(failed)?;
        let mut made = Vec::new();
        let drawn = stages::draw_each(&stages, TILE_SIZE, FONT, |surface| {
            made.push(folder.join(format!("{:03}.png", made.len() + 1)));
            PICTURE.write(made.last().map(PathBuf::as_path), &picture::to_png(surface)?)
        });
        if drawn.is_err() {
            // So the next attempt can make the folder again.
            made.iter().for_each(|file| _ = fs::remove_file(file));
            fs::remove_dir(folder).ok();
        }
        drawn?;
    }
    Ok(code)
}
