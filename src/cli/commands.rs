//! The commands that need no window: `trace`, `verify`, `shot`, `fov` and `generate`.

use std::borrow::Cow;
use std::error::Error;
use std::fs;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::CommandFactory;
use clap_complete::Shell;

use crate::cli::args::{Cli, FovArgs, ShotArgs, TraceArgs, VerifyArgs};
use crate::desktop::picture;
use crate::fov_lab::{compare, lab};
use crate::game::Game;
use crate::glyph_cache::FONT;
use crate::support::file;
use crate::support::save_slot::SaveSlot;
use crate::trace::input::{InputError, read_file};
use crate::trace::{Header, Tracer};
use crate::verify::{Options, verify_files};

/// The exit code for wrong use: a command line that makes no sense, or a file given to `verify` that is no trace.
pub const WRONG_USE: u8 = 2;

/// Anything that ends a command: its text is the line that the user reads.
pub type Failure = Box<dyn Error>;

/// One line on standard error. If even that is closed there is nobody left to tell.
pub fn complain(problem: &str) {
    writeln!(io::stderr(), "roguelike: {problem}").ok();
}

/// An output that nobody has to read: when its reader has left, what is written is dropped and the work goes on, because it is
/// done for its files or its exit code, too.
struct Unread<W>(W);

impl<W: Write> Write for Unread<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        unless_closed(self.0.write(bytes), bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        unless_closed(self.0.flush(), ())
    }
}

fn unless_closed<T>(result: io::Result<T>, done: T) -> io::Result<T> {
    match result {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(done),
        result => result,
    }
}

/// Why saving or loading failed in the last step, if it did.
fn report_problems(game: &Game) {
    game.events().iter().filter_map(|event| event.problem()).for_each(complain);
}

/// `roguelike trace`: prints the run step by step, each step before the next key is read.
///
/// # Errors
/// When keys or save file cannot be read, or nobody reads the output.
pub fn trace(args: &TraceArgs) -> Result<(), Failure> {
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
    Ok(())
}

/// `roguelike shot`: renders what is on the screen after the last key. Where the picture goes to standard output, a seed that nobody
/// gave is told on standard error.
///
/// # Errors
/// When keys or font cannot be read, or the file cannot be written.
pub fn shot(args: &ShotArgs) -> Result<(), Failure> {
    let setup = args.game.setup();
    let to_stdout = args.output.as_os_str() == "-";
    match args.game.seed {
        Some(_) => {}
        None if to_stdout => writeln!(Unread(io::stderr()), "seed {}", setup.seed)?,
        None => writeln!(Unread(io::stdout()), "seed {}", setup.seed)?,
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
    let png = picture::render(tracer.frame(), &font)?;
    if to_stdout {
        let mut out = io::stdout().lock();
        out.write_all(&png)?;
        return Ok(out.flush()?);
    }
    write_output(&args.output, &png, "give another place with -o")
}

/// `roguelike fov`: a view as pictures, a digest of all views, or a table of many dungeons.
///
/// # Errors
/// When nobody reads the output.
pub fn fov(args: &FovArgs) -> Result<(), Failure> {
    let text = match (args.specimen(), args.at, &args.seeds) {
        (Some(specimen), Some(at), _) => specimen.picture(at)?,
        (Some(specimen), None, _) => specimen.digest(),
        (None, _, Some(seeds)) => {
            let library = args.stdlib.unwrap_or_default();
            let mut bar = ProgressBar::new(u64::from(seeds.end() - seeds.start()) + 1);
            let table = compare::compare(seeds.clone(), library, |done| bar.show(done));
            bar.clear();
            lab::table(seeds, library, &table)
        }
        (None, _, None) => return Err("which dungeon? Give --seed or --seeds".into()),
    };
    Ok(io::stdout().write_all(text.as_bytes())?)
}

/// How far a long work has come, on a terminal.
struct ProgressBar {
    total: u64,
    begin: Instant,
    /// When it was drawn last, if it was.
    drawn: Option<Instant>,
}

impl ProgressBar {
    /// Work that is done sooner needs none.
    const PATIENCE: Duration = Duration::from_secs(1);
    const PAUSE: Duration = Duration::from_millis(100);
    const WIDTH: u64 = 40;

    fn new(total: u64) -> ProgressBar {
        ProgressBar { total, begin: Instant::now(), drawn: None }
    }

    /// Draws the bar, unless that was just done. It is only a comfort, so a terminal that is gone is no reason to stop.
    fn show(&mut self, done: u64) {
        let is_due =
            self.drawn.map_or(self.begin.elapsed() > Self::PATIENCE, |last| last.elapsed() > Self::PAUSE);
        if is_due && io::stderr().is_terminal() {
            let full = "#".repeat((Self::WIDTH * done / self.total) as usize);
            let width = Self::WIDTH as usize;
            write!(io::stderr(), "\r[{full:width$}] {done} of {}", self.total).ok();
            self.drawn = Some(Instant::now());
        }
    }

    fn clear(&self) {
        if self.drawn.is_some() {
            write!(io::stderr(), "\r\x1b[K").ok();
        }
    }
}

/// `roguelike verify`: replays recordings and says where they differ. Gives the exit code that tells it, also when nobody reads the
/// rest.
///
/// # Errors
/// When the answers cannot be written.
pub fn verify(args: &VerifyArgs) -> Result<ExitCode, Failure> {
    let mut options = Options { json: args.json, color: wants_color(), ..Options::default() };
    if let Some(path) = &args.save_file {
        match SaveSlot::File(path.clone()).read() {
            Ok(Some(text)) => options.save = Some(text),
            Ok(None) => return Ok(refuse(path, "there is no such file")),
            Err(error) => return Ok(refuse(path, &error.to_string())),
        }
    }
    let mut out = io::BufWriter::new(Unread(io::stdout().lock()));
    let code = verify_files(&args.files, &options, &mut out, &mut Unread(io::stderr()))?;
    Ok(ExitCode::from(code))
}

/// A save file that cannot be read is a wrong use.
fn refuse(path: &Path, reason: &str) -> ExitCode {
    let path = path.display();
    complain(&format!("cannot read the save file {path}: {reason}; give the save that the run began with"));
    ExitCode::from(WRONG_USE)
}

/// Colours are for people at a terminal who did not ask to be spared them (no-color.org).
fn wants_color() -> bool {
    io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// The font given on the command line, or the built-in one.
///
/// # Errors
/// When the file cannot be read.
pub fn load_font(path: Option<&Path>) -> Result<Cow<'static, [u8]>, InputError> {
    Ok(match path {
        Some(path) => read_file(path)?.into(),
        None => FONT.into(),
    })
}

fn write_output(path: &Path, bytes: &[u8], way_out: &str) -> Result<(), Failure> {
    file::write_whole(path, bytes)
        .map_err(|error| format!("cannot write {}: {error}; {way_out}", path.display()).into())
}

/// Sides of the icons that desktops look for, in pixels.
const ICONS: [u32; 6] = [16, 32, 48, 64, 128, 256];

/// What a Linux desktop shows in its menu.
const DESKTOP_ENTRY: &str = "\
[Desktop Entry]
Type=Application
Version=1.0
Name=Roguelike
GenericName=Dungeon crawler
Comment=Recover the three Amulets of SDL from the deep
Exec=roguelike
Icon=roguelike
Terminal=false
Categories=Game;RolePlaying;
Keywords=roguelike;dungeon;ascii;
StartupWMClass=roguelike
";

/// `roguelike generate`: everything that belongs below a `share` folder.
///
/// # Errors
/// When something cannot be written.
pub fn generate(prefix: &Path) -> Result<(), Failure> {
    let share = prefix.join("share");
    let mut command = Cli::command();
    let write = |place: &str, bytes: &[u8]| -> Result<(), Failure> {
        let path = share.join(place);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)
                .map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
        }
        write_output(&path, bytes, "give another folder")?;
        Ok(writeln!(Unread(io::stdout()), "{}", path.display())?)
    };
    for page in manual_pages(&command)? {
        write(&format!("man/man1/{}", page.0), &page.1)?;
    }
    for (shell, place) in [
        (Shell::Bash, "bash-completion/completions/roguelike"),
        (Shell::Zsh, "zsh/site-functions/_roguelike"),
        (Shell::Fish, "fish/vendor_completions.d/roguelike.fish"),
    ] {
        let mut script = Vec::new();
        clap_complete::generate(shell, &mut command, "roguelike", &mut script);
        write(place, &script)?;
    }
    write("applications/roguelike.desktop", DESKTOP_ENTRY.as_bytes())?;
    for side in ICONS {
        let icon = picture::render_icon(side)?;
        write(&format!("icons/hicolor/{side}x{side}/apps/roguelike.png"), &icon)?;
    }
    Ok(())
}

/// A manual page for the program and one for each command, as file name and text.
fn manual_pages(command: &clap::Command) -> io::Result<Vec<(String, Vec<u8>)>> {
    let mut pages = Vec::new();
    let mut render = |command: clap::Command| {
        let page = clap_mangen::Man::new(command);
        let mut text = Vec::new();
        page.render(&mut text)?;
        pages.push((page.get_filename(), text));
        io::Result::Ok(())
    };
    let mut built = command.clone();
    built.build();
    for subcommand in built.get_subcommands() {
        if subcommand.get_name() != "help" {
            render(subcommand.clone())?;
        }
    }
    render(command.clone())?;
    Ok(pages)
}
