//! The commands of `roguelike-compare`.

#[cfg(feature = "picture")]
use std::fmt::Display;
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use roguelike::cli::exit::Failure;
use roguelike::cli::output::{IgnoreClosedPipe, named_file, write_output};
use roguelike::part::Part;
use roguelike::support::file;
use roguelike::support::save_slot::MAX_SAVE_FILE;
use roguelike::support::terminal::{complain, has_colors};
use roguelike::support::text::{quoted, visible};
use roguelike::trace::input::{InputError, name_of};
#[cfg(feature = "picture")]
use {crate::args::SIDE_BY_SIDE, crate::drawing};

use crate::args::{AnswerArgs, CheckArgs, DiffArgs, FovArgs, PATCH, VerifyArgs};
use crate::attach::check::{Check, Limits};
use crate::attach::{self, LeftOut};
use crate::failure::CompareFailure;
use crate::fov::{Specimen, table};
use crate::progress::Progress;
use crate::verify::{
    Format, Options, Output, SideBySide, Stage, StoredTrace, Wanted, verify_files, verify_step,
};

/// `roguelike verify`: replays recordings and prints where they differ. The exit code is that of all files,
/// also if the reader of the output closed it. `--picture` draws a step of both runs, too.
/// Fails with exit code 3 if the save file cannot be read, or the answers cannot be written. Code 1 is for a
/// recording that differs.
pub fn verify(args: &VerifyArgs) -> Result<ExitCode, CompareFailure> {
    let read = |path: &Path| {
        let read = file::read_text(path, MAX_SAVE_FILE);
        read.map_err(|error| InputError::Read { path: name_of(path), error })
    };
    let save = args.save_file.as_deref().map(read).transpose()?;
    let options = Options { save, own: args.set.clone(), search: args.search, ..Options::default() };
    compare(&args.files, &args.answer, options)
}

/// `roguelike diff`: compares a recording with an older one, and prints where they differ.
/// Fails if the older recording cannot be read, or the answers cannot be written.
pub fn diff(args: &DiffArgs) -> Result<ExitCode, CompareFailure> {
    let older = StoredTrace::open(&args.old, &name_of(&args.old))?;
    let options = Options { older: Some(&older), ..Options::default() };
    compare(std::slice::from_ref(&args.new), &args.answer, options)
}

/// Compares recordings, and prints the answers.
fn compare(files: &[PathBuf], args: &AnswerArgs, options: Options<'_>) -> Result<ExitCode, CompareFailure> {
    let is_one = files.len() == 1 && options.older.is_none();
    let wanted = if is_one { Wanted::HiddenBugs } else { Wanted::Causes };
    let options = Options { ignore: args.ignore.clone(), wanted, ..options };
    let progress = Progress::new();
    let mut output = Output {
        format: if args.json { Format::Json } else { Format::Text { color: has_colors(), long: args.long } },
        out: &mut BufWriter::new(IgnoreClosedPipe(io::stdout().lock())),
        complaints: &mut IgnoreClosedPipe(io::stderr()),
        progress: &|stage| match stage {
            Stage::Steps(done, total) => progress.show(done as u64, total as u64),
            Stage::Search(100) => progress.clear(),
            Stage::Search(percent) => progress.print(&format!("still searching: {percent} %")),
        },
    };
    let written = match files {
        [file] if args.step.is_some() || args.picture.is_some() => {
            verify_step(file, args.step, &options, &mut output)
        }
        files => verify_files(files, &options, &mut output).map(|code| (code, None)),
    };
    let (code, both) = written.map_err(CompareFailure::Answers)?;
    if let Some((both, path)) = both.zip(args.picture.as_ref()) {
        draw(&both, path)?;
    }
    Ok(ExitCode::from(code))
}

/// Draws a step of both runs.
#[cfg(feature = "picture")]
fn draw(both: &SideBySide, path: &Path) -> Result<(), CompareFailure> {
    let [left, right] = both.sides();
    let sides = [(&left.frame, &left.marks[..]), (&right.frame, &right.marks[..])];
    let failed = |problem: &dyn Display| CompareFailure::Picture(problem.to_string());
    let png = drawing::render(sides, &both.texts()).map_err(|error| failed(&error))?;
    SIDE_BY_SIDE.write(Some(path), &png).map_err(|error| failed(&error))
}

#[cfg(not(feature = "picture"))]
fn draw(_: &SideBySide, _: &Path) -> Result<(), CompareFailure> {
    let problem =
        "this program draws no pictures; 'cargo install --locked --path src/compare' installs one that does";
    Err(CompareFailure::Picture(problem.to_owned()))
}

/// `roguelike check`: builds, records and compares the program in a folder.
/// Fails if the answer of `--watch` cannot be written. Every other error has an exit code of its own, as in
/// [`verify`].
pub fn check(args: &CheckArgs) -> Result<ExitCode, CompareFailure> {
    let check = Check {
        part: args.part,
        folder: &args.folder,
        command: args.build.as_deref(),
        program: args.exe.as_deref(),
        all_seeds: args.seeds == "all",
        keep: args.keep.as_deref(),
        sanitize: args.sanitize,
        watch: args.watch,
        limits: Limits { seconds: args.timeout, memory: args.memory },
        options: Options { own: args.set.clone(), search: args.search, ..Options::default() },
        color: has_colors(),
    };
    let mut ignoring = BufWriter::new(IgnoreClosedPipe(io::stdout()));
    let mut failing = BufWriter::new(io::stdout());
    // Without a reader a single check goes on for its exit code, and one that watches ends.
    let out: &mut dyn Write = if args.watch { &mut failing } else { &mut ignoring };
    check.run(out).map(ExitCode::from).map_err(|error| match error.kind() {
        ErrorKind::BrokenPipe => Failure::Output(error).into(),
        _ => CompareFailure::Answers(error),
    })
}

/// `roguelike attach`: prints a patch for C++ sources, or writes it to a file. Lines without
/// a place are reported on standard error, and make the exit code a failure, unless a library in a deep
/// folder has them.
/// Fails if the sources cannot be read, or the patch cannot be written.
pub fn attach(part: Part, folder: &Path, output: Option<&Path>) -> Result<ExitCode, CompareFailure> {
    let attachment = attach::attach(part, folder)?;
    PATCH.write(output, &attachment.patch)?;
    for line in &attachment.left_out {
        complain(&format!("left out of the patch: {line}"));
    }
    if let Some(patch) = named_file(output) {
        let files: Vec<String> = attachment.files.iter().map(|name| visible(name)).collect();
        let (folder, patch) = (quoted(folder), quoted(patch));
        let next = format!("the patch changes {}; next: patch -d {folder} -p1 < {patch}", files.join(", "));
        complain(&next);
    }
    let is_whole = attachment.left_out.iter().all(|line| matches!(line, LeftOut::Far(_)));
    Ok(if is_whole { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// `roguelike fov`: prints one view, a digest of all views, or a table about many dungeons.
/// Fails if the output is closed.
pub fn fov(args: &FovArgs) -> Result<ExitCode, CompareFailure> {
    let FovArgs { algorithm, radius, .. } = *args;
    let (library, seed) = (args.stdlib.unwrap_or_default(), args.seed.unwrap_or_default());
    let specimen = Specimen { seed, library, algorithm, radius };
    let text = match (&args.seeds, args.at) {
        (Some(seeds), _) => {
            let (progress, total) = (Progress::new(), u64::from(seeds.end() - seeds.start()) + 1);
            table(seeds, library, |done| progress.show(done, total))
        }
        (None, Some(at)) => specimen.picture(at),
        (None, None) => specimen.digest(),
    };
    write_output(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}
