//! `roguelike generate`: files for a Linux desktop, made from the command line's own definition.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use clap::CommandFactory;
use clap::builder::Resettable;
use clap_complete::Shell;

use crate::cli::args::Cli;
use crate::cli::exit::Failure;
use crate::cli::output::{IgnoreClosedPipe, write_file};
use crate::picture;
use crate::support::text::visible;

/// Sides of the icons that desktops use, in pixels.
const ICONS: [u32; 6] = [16, 32, 48, 64, 128, 256];

/// The entry in the menu of a Linux desktop.
const DESKTOP_ENTRY: &[u8] = include_bytes!("roguelike.desktop");

/// Writes manual pages, completions, desktop entry and icons below the `share` folder of `prefix`.
/// Fails if a file cannot be written.
pub fn generate(prefix: &Path) -> Result<(), Failure> {
    let share = prefix.join("share");
    let mut command = Cli::command();
    let write = |place: &str, bytes: &[u8]| -> Result<(), Failure> {
        let path = share.join(place);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)
                .map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
        }
        write_file(&path, bytes)?;
        Ok(writeln!(IgnoreClosedPipe(io::stdout()), "{}", visible(&path.display().to_string()))?)
    };
    // The page of the program would name one of `help`, which there is not.
    let mut built = command.clone().disable_help_subcommand(true);
    built.build();
    let commands: Vec<clap::Command> = built.get_subcommands().cloned().collect();
    for command in commands.into_iter().chain([built]) {
        let (name, page) = manual_page(command)?;
        write(&format!("man/man1/{name}"), &page)?;
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
    write("applications/roguelike.desktop", DESKTOP_ENTRY)?;
    for side in ICONS {
        let icon = picture::to_png(picture::icon(side)?.surface())?;
        write(&format!("icons/hicolor/{side}x{side}/apps/roguelike.png"), &icon)?;
    }
    Ok(())
}

/// Returns the manual page of a command, as file name and text. The examples stand at its end.
fn manual_page(command: clap::Command) -> io::Result<(String, Vec<u8>)> {
    let examples = command.get_after_long_help().or(command.get_after_help()).map(ToString::to_string);
    let page =
        clap_mangen::Man::new(command.after_help(Resettable::Reset).after_long_help(Resettable::Reset))
            .source(concat!("roguelike ", env!("CARGO_PKG_VERSION")))
            .manual("Roguelike");
    let mut text = Vec::new();
    page.render(&mut text)?;
    if let Some(examples) = examples {
        text.extend_from_slice(b".SH EXAMPLES\n");
        write_examples(&mut text, examples.trim_start_matches("Examples:").trim_start_matches('\n'));
    }
    Ok((page.get_filename(), text))
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
        // A point or an apostrophe at the start of a line would be a request.
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
