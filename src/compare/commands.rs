//! The commands of `roguelike-compare`.

use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use roguelike::cli::exit::{CodedError, Failure};
use roguelike::cli::output::{IgnoreClosedPipe, named_file, write_output};
use roguelike::cli::progress::Progress;
use roguelike::part::Part;
use roguelike::support::file;
use roguelike::support::save_slot::MAX_SAVE_FILE;
use roguelike::support::terminal::{complain, has_colors};
use roguelike::support::text::{quoted, visible};
use roguelike::trace::input::{InputError, name_of};
#[cfg(feature = "picture")]
use {crate::drawing, roguelike::cli::output::write_file};

use crate::args::{AnswerArgs, CheckArgs, DiffArgs, VerifyArgs};
use crate::attach;
use crate::attach::check::Check;
use crate::verify::{Options, SideBySide, StoredTrace, UNREADABLE, exit_code, verify_files, verify_step};

/// `roguelike verify`: replays recordings and prints where they differ. The exit code is that of all files,
/// also if the reader of the output closed it. `--picture` draws a step of both runs, too.
/// Fails if the save file cannot be read, or the answers cannot be written. Then the exit code is 3: 1 says
/// that a recording differs.
pub fn verify(args: &VerifyArgs) -> Result<ExitCode, Failure> {
    let read = |path: &Path| {
        let read = file::read_text(path, MAX_SAVE_FILE);
        read.map_err(|error| cannot_verify(InputError::Read { path: name_of(path), error }))
    };
    let save = args.save_file.as_deref().map(read).transpose()?;
    compare(&args.files, &args.answer, Options { save, own: args.set.clone(), ..Options::default() })
}

/// `roguelike diff`: compares a recording with an older one, and prints where they differ.
/// Fails if the older recording cannot be read, or the answers cannot be written.
pub fn diff(args: &DiffArgs) -> Result<ExitCode, Failure> {
    let older = StoredTrace::open(&args.old, &name_of(&args.old))
        .map_err(|error| CodedError(exit_code(&error), error.to_string()))?;
    let options = Options { older: Some(&older), ..Options::default() };
    compare(std::slice::from_ref(&args.new), &args.answer, options)
}

/// Compares recordings, and prints the answers.
fn compare(files: &[PathBuf], args: &AnswerArgs, options: Options<'_>) -> Result<ExitCode, Failure> {
    let progress = Progress::new();
    let show = |done: usize, total: usize| progress.show(done as u64, total as u64);
    let options = Options {
        json: args.json,
        color: has_colors(),
        long: args.long,
        ignore: args.ignore.clone(),
        progress: Some(&show),
        ..options
    };
    let mut out = BufWriter::new(IgnoreClosedPipe(io::stdout().lock()));
    let mut complaints = IgnoreClosedPipe(io::stderr());
    let written = match files {
        [file] if args.step.is_some() || args.picture.is_some() => {
            verify_step(file, args.step, &options, &mut out, &mut complaints)
        }
        files => verify_files(files, &options, &mut out, &mut complaints).map(|code| (code, None)),
    };
    let failed = |error| format!("cannot write the answers: {error}; send them to another place");
    let (code, both) = written.map_err(failed).map_err(cannot_verify)?;
    if let Some((both, path)) = both.zip(args.picture.as_ref()) {
        draw(&both, path)?;
    }
    Ok(ExitCode::from(code))
}

/// Draws a step of both runs.
#[cfg(feature = "picture")]
fn draw(both: &SideBySide, path: &Path) -> Result<(), Failure> {
    let [left, right] = both.sides();
    let sides = [(&left.frame, &left.marks[..]), (&right.frame, &right.marks[..])];
    let png = drawing::render(sides, &both.texts()).map_err(cannot_verify)?;
    Ok(write_file(path, &png).map_err(cannot_verify)?)
}

#[cfg(not(feature = "picture"))]
fn draw(_: &SideBySide, _: &Path) -> Result<(), Failure> {
    Err(cannot_verify(
        "this program draws no pictures; 'cargo install --locked --path src/compare' installs one that does",
    )
    .into())
}

/// Returns the error for what `verify` and `diff` cannot read or write. 1 says that a recording differs.
fn cannot_verify(problem: impl ToString) -> CodedError {
    CodedError(UNREADABLE, problem.to_string())
}

/// `roguelike check`: builds, records and compares the program in a folder.
/// Fails if the answer of `--watch` cannot be written. Every other error has an exit code of its own, as in
/// [`verify`].
pub fn check(args: &CheckArgs) -> Result<ExitCode, Failure> {
    let check = Check {
        part: args.part,
        folder: &args.folder,
        build: args.build.as_deref(),
        program: args.exe.as_deref(),
        all_seeds: args.seeds == "all",
        keep: args.keep.as_deref(),
        watch: args.watch,
        options: Options { color: has_colors(), own: args.set.clone(), ..Options::default() },
    };
    let mut ignoring = BufWriter::new(IgnoreClosedPipe(io::stdout()));
    let mut failing = BufWriter::new(io::stdout());
    // Without a reader a single check goes on for its exit code, and one that watches ends.
    let out: &mut dyn Write = if args.watch { &mut failing } else { &mut ignoring };
    check.run(out).map(ExitCode::from).map_err(|error| match error.kind() {
        ErrorKind::BrokenPipe => error.into(),
        _ => cannot_verify(format!("cannot write the answer: {error}; send it to another place")).into(),
    })
}

/// `roguelike attach`: prints a patch for C++ sources, or writes it to a file. Lines without
/// a place are reported on standard error, and make the exit code a failure.
/// Fails if the sources cannot be read, or the patch cannot be written.
pub fn attach(part: Part, folder: &Path, output: Option<&Path>) -> Result<ExitCode, Failure> {
    let attachment = attach::attach(part, folder)?;
    write_output(output, &attachment.patch)?;
    for line in &attachment.left_out {
        complain(&format!("left out of the patch: {line}"));
    }
    if let Some(patch) = named_file(output) {
        let files: Vec<String> = attachment.files.iter().map(|name| visible(name)).collect();
        let (folder, patch) = (quoted(folder), quoted(patch));
        let next = format!("the patch changes {}; next: patch -d {folder} -p1 < {patch}", files.join(", "));
        complain(&next);
    }
    Ok(if attachment.left_out.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
