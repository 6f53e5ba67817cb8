//! Writes manual pages and shell completions, made from the definition of a command line, below a folder like
//! `~/.local`.

use std::env;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use chrono::DateTime;
use clap::builder::Resettable;
use clap_complete::Shell;

use crate::cli::exit::Failure;
use crate::cli::output::{IgnoreClosedPipe, replace_file};
use crate::support::file;
use crate::support::text::visible;

/// The list of changes. The heading of a release is like `## 1.0.0, 2026-11-22`.
const CHANGES: &str = include_str!("../../.ci/CHANGELOG.md");

/// Returns the version and date of each release, the newest first.
pub(super) fn releases() -> impl Iterator<Item = (&'static str, &'static str)> {
    CHANGES.lines().filter_map(|line| line.strip_prefix("## ")?.split_once(", "))
}

/// Returns the date of manual pages: that in `SOURCE_DATE_EPOCH`, which packagers set for packages that can
/// be reproduced to the byte, or the day of the newest release.
fn date() -> String {
    let seconds = env::var("SOURCE_DATE_EPOCH").ok().and_then(|seconds| seconds.parse().ok());
    let moment = seconds.and_then(|seconds| DateTime::from_timestamp(seconds, 0));
    let day = moment.map(|moment| moment.format("%Y-%m-%d").to_string());
    day.or_else(|| Some(releases().next()?.1.to_owned())).unwrap_or_default()
}

/// Words near the beginning of every file of this command. A file without them belongs to somebody else.
pub const MARK: &str = "roguelike generate";
/// Number of bytes that contain these words.
const START: u64 = 128;

/// Files for the folder `share` of a prefix. All are checked before the first is written.
pub struct Share {
    folder: PathBuf,
    files: Vec<(PathBuf, Vec<u8>)>,
}

impl Share {
    /// The folder of this prefix.
    pub fn of(prefix: &Path) -> Share {
        Share { folder: prefix.join("share"), files: Vec::new() }
    }

    /// Adds a file whose first 128 bytes contain the [`MARK`].
    pub fn add(&mut self, place: &str, bytes: Vec<u8>) {
        self.files.push((self.folder.join(place), bytes));
    }

    /// Writes all files, and prints their paths.
    ///
    /// # Errors
    /// If there is a file or a link of such a name that this command did not make, or one cannot be written.
    pub fn write(&self) -> Result<(), Failure> {
        self.files.iter().try_for_each(|(path, _)| check(path))?;
        for (path, bytes) in &self.files {
            if let Some(folder) = path.parent() {
                fs::create_dir_all(folder)
                    .map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
            }
            // Meanwhile another file may have taken this name.
            replace_file(path, |file| {
                file.write_all(bytes)?;
                check(path)
            })?;
            writeln!(IgnoreClosedPipe(io::stdout()), "{}", visible(&path.display().to_string()))?;
        }
        Ok(())
    }

    /// Adds the manual pages and completions of a program. The pages of its commands are named after
    /// `roguelike`.
    ///
    /// # Errors
    /// If one cannot be made.
    pub fn describe(&mut self, mut program: clap::Command) -> Result<(), Failure> {
        let name = program.get_name().to_owned();
        // The program's page would name a page of `help`, which does not exist.
        let mut built = program.clone().display_name("roguelike").disable_help_subcommand(true);
        built.build();
        let commands: Vec<clap::Command> = built.get_subcommands().cloned().collect();
        for command in commands.into_iter().chain([built.display_name(&name)]) {
            let (file, page) = manual_page(command)?;
            let page = page.replace(&format!("{}\\-", name.replace('-', "\\-")), "roguelike\\-");
            self.add(&format!("man/man1/{file}"), format!(".\\\" {MARK}\n{page}").into_bytes());
        }
        for (shell, place) in [
            (Shell::Bash, format!("bash-completion/completions/{name}")),
            (Shell::Zsh, format!("zsh/site-functions/_{name}")),
            (Shell::Fish, format!("fish/vendor_completions.d/{name}.fish")),
        ] {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut program, &name, &mut script);
            // In a script for zsh the first line has to stay the first.
            let first = script.iter().position(|&byte| byte == b'\n').filter(|_| shell == Shell::Zsh);
            let at = first.map_or(0, |end| end + 1);
            script.splice(at..at, format!("# {MARK}\n").into_bytes());
            self.add(&place, script);
        }
        Ok(())
    }
}

/// Checks that a path is free, or has a file of this command.
/// Fails if anything else is there.
fn check(path: &Path) -> Result<(), Failure> {
    let refused = |reason: &str| {
        let path = path.display();
        let problem =
            format!("generate would overwrite {path}: {reason}; move it away, or give another prefix");
        Err(Failure::WrongUse(problem))
    };
    match fs::symlink_metadata(path) {
        Err(_) => Ok(()),
        Ok(about) if about.is_symlink() => refused("it is a link"),
        Ok(_) => {
            let start = file::start_of(path, START).ok().flatten().unwrap_or_default();
            let is_ours = start.windows(MARK.len()).any(|words| words == MARK.as_bytes());
            if is_ours { Ok(()) } else { refused("this command did not make it") }
        }
    }
}

/// Returns the file name and the text of a command's manual page. The examples come last.
fn manual_page(command: clap::Command) -> io::Result<(String, String)> {
    let examples = command.get_after_long_help().or(command.get_after_help()).map(ToString::to_string);
    let page =
        clap_mangen::Man::new(command.after_help(Resettable::Reset).after_long_help(Resettable::Reset))
            .source(concat!("roguelike ", env!("CARGO_PKG_VERSION")))
            .manual("Roguelike")
            .date(date());
    let mut text = Vec::new();
    page.render(&mut text)?;
    if let Some(examples) = examples {
        text.extend_from_slice(b".SH EXAMPLES\n");
        write_examples(&mut text, examples.trim_start_matches("Examples:").trim_start_matches('\n'));
    }
    Ok((page.get_filename(), String::from_utf8_lossy(&text).into_owned()))
}

/// Writes paragraphs for a manual page. Indented lines are commands and tables: they stay lines of their own
/// (`.nf`), while all other lines are filled.
fn write_examples(page: &mut Vec<u8>, text: &str) {
    let mut is_filled = true;
    for line in text.lines() {
        let fills = !line.starts_with(' ');
        if fills != is_filled && !line.is_empty() {
            page.extend_from_slice(if fills { b".fi\n" } else { b".nf\n" });
            is_filled = fills;
        }
        // A point or an apostrophe at the start of a line would begin a request.
        let guard = if line.starts_with(['.', '\'']) { "\\&" } else { "" };
        let line = line.replace('\\', "\\e").replace('-', "\\-").replace('\'', "\\(aq");
        let line = if line.is_empty() { ".PP".to_owned() } else { format!("{guard}{line}") };
        page.extend_from_slice(line.as_bytes());
        page.push(b'\n');
    }
    if !is_filled {
        page.extend_from_slice(b".fi\n");
    }
}
