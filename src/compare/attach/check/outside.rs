//! Places that a build names and a copy does not have: above the folder, and in the folder by its own path.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use super::error::CheckError;
use super::listing::{entries, is_of_build};
use crate::attach::folder::{Entry, file_name, is_source};
use roguelike::support::file;
use roguelike::support::terminal::complain;
use roguelike::support::text::visible;

/// The variables whose words may name programs and files.
pub(super) const COMMANDS: [&str; 6] = ["CC", "CXX", "CFLAGS", "CXXFLAGS", "LDFLAGS", "CMAKE_TOOLCHAIN_FILE"];
/// Maximum size of a file that is searched, in bytes.
const MAX_SIZE: u64 = 1 << 20;
/// Characters that end a path.
const ENDS: &str = "\"'`<>(){}[]|&;:,=";
/// Characters after which a path is not known before the build.
const UNKNOWN: &str = "*?$%\\";
const ABOVE: &str = "../";

/// Places outside of the copy that a build names.
#[derive(Default)]
pub(super) struct Outside {
    /// The files and folders above the folder as they are written, each with the file that names it.
    above: BTreeSet<(String, String)>,
    /// The files, variables and options that name the folder itself.
    itself: BTreeSet<String>,
}

impl Outside {
    /// Searches the files of make and CMake, the sources, the variables with options, and the user's own
    /// command.
    /// Fails if the folder cannot be read.
    pub fn of(folder: &Path, command: Option<&str>) -> Result<Outside, CheckError> {
        let mut outside = Outside::default();
        let real = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
        let all = entries(&real)?;
        let known: BTreeSet<String> = all.iter().map(|entry| file_name(&entry.name).to_owned()).collect();
        let mut builds = Vec::new();
        for Entry { name, path, about } in all {
            let last = file_name(&name);
            let is_of_build = is_of_build(last);
            if about.is_dir() || !is_of_build && !is_source(last) {
                continue;
            }
            let Ok(bytes) = file::read_regular(&path, MAX_SIZE) else { continue };
            let text = String::from_utf8_lossy(&bytes);
            let comment = if is_of_build { "#" } else { "//" };
            let lines: Vec<&str> = text.lines().map(|line| without_comment(line, comment)).collect();
            for line in &lines {
                let above = above(line, path.parent().unwrap_or(&real), &real);
                outside.above.extend(above.map(|place| (place, name.clone())));
                if is_of_build && names(line, &real) {
                    outside.itself.insert(name.clone());
                }
            }
            if is_of_build {
                builds.push((name, lines.join("\n")));
            }
        }
        // A build may have the way to a file above in a variable, but it has the name.
        for (up, folder) in ["..", "../.."].into_iter().zip(real.ancestors().skip(1)) {
            let files =
                fs::read_dir(folder).into_iter().flatten().flatten().filter(|file| file.path().is_file());
            let names = files.filter_map(|file| file.file_name().into_string().ok());
            for name in names.filter(|name| name.contains('.') && !known.contains(name)) {
                let naming = builds.iter().find(|(_, text)| has_word(text, &name));
                outside.above.extend(naming.map(|(build, _)| (format!("{up}/{name}"), build.clone())));
            }
        }
        let variables = COMMANDS.iter().filter_map(|name| Some((*name, env::var(name).ok()?)));
        let texts = variables.chain(command.map(|command| ("--build", command.to_owned())));
        let naming = texts.filter(|(_, text)| names(text, &real));
        outside.itself.extend(naming.map(|(name, _)| name.to_owned()));
        Ok(outside)
    }

    /// Tells what the answer is not certain of.
    pub fn tell(&self, folder: &Path) {
        for (place, name) in &self.above {
            let (place, name) = (visible(place), visible(name));
            complain(&format!("not in the copy: {place}, because it is above the folder ({name} names it)"));
        }
        for name in &self.itself {
            let (name, folder) = (visible(name), folder.display());
            complain(&format!(
                "{name} names {folder} itself, so the build may use older files there, and the answer is not \
                 certain; a relative path leads into the copy"
            ));
        }
    }
}

/// Returns a line up to its comment. A mark within a word begins none: it may be part of a text or a colour.
fn without_comment<'t>(line: &'t str, mark: &str) -> &'t str {
    let begins = |at: usize| line[..at].chars().next_back().is_none_or(char::is_whitespace);
    line.match_indices(mark).find(|(at, _)| begins(*at)).map_or(line, |(at, _)| &line[..at])
}

/// Returns the paths in a line that lead from a folder to something above `root` that is there.
fn above<'t>(line: &'t str, folder: &'t Path, root: &'t Path) -> impl Iterator<Item = String> + use<'t> {
    let words = line.split(|c: char| c.is_whitespace() || ENDS.contains(c));
    words.filter_map(move |word| {
        let at = word.find(ABOVE)?;
        // Options, like -I, may be before it, but not folders.
        let is_begin =
            matches!(word[..at].chars().next(), None | Some('-' | '@')) && !word[..at].contains('/');
        let path = word[at..].split(|c: char| UNKNOWN.contains(c)).next().filter(|_| is_begin)?;
        // Of an unknown name the folder counts.
        let known = if path.len() < word.len() - at { &path[..=path.rfind('/')?] } else { path };
        let place: PathBuf = fs::canonicalize(folder.join(known)).ok()?;
        let is_named = known.split('/').any(|part| !matches!(part, "" | "." | ".."));
        (is_named && !place.starts_with(root)).then(|| known.to_owned())
    })
}

/// Returns true if a text has the path of a folder or of something in it.
fn names(text: &str, folder: &Path) -> bool {
    let path = folder.to_string_lossy();
    text.match_indices(&*path).any(|(at, _)| !text[at + path.len()..].starts_with(is_of_name))
}

/// Returns true if a text has the name of a file.
fn has_word(text: &str, name: &str) -> bool {
    let is_whole =
        |at: usize| !text[..at].ends_with(is_of_name) && !text[at + name.len()..].starts_with(is_of_name);
    text.match_indices(name).any(|(at, _)| is_whole(at))
}

fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || "-_.".contains(c)
}
