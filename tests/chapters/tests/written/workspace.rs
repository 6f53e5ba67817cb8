//! All chapters in one workspace, so that what they depend on is compiled once.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use chapters::chapter::{Chapter, LAST, chapter, playable, root, series};
use chapters::check::target;
use chapters::files::write_all;
use chapters::part_checks::Choice;
use chapters::program::Sources;
use chapters::repository::{self, steady};

use crate::parallel::in_parallel;
use crate::texts::TEXTS;

/// Beside each chapter, what it takes to play its recordings: the facts that traces tell.
const TRACE: &str = include_str!("../played/trace.rs");
const LAST_KEY: &str = include_str!("../played/last_key.rs");
const FACT: &str = include_str!("../played/fact.rs");
const SNAPSHOT: &str = include_str!("../played/snapshot.rs");
const REPLAY: &str = include_str!("../played/replay.rs");
const REPLAY_FIRST: &str = "fn main() -> Result<(), Box<dyn Error>> {
    if env::args().nth(1).as_deref() == Some(\"--replay\") {
        return Ok(replay::replay_all(env::args().skip(2))?);
    }
";

/// The chapters, written and compiled: `part07` as it is, `played07` with what it takes to play recordings.
pub struct Workspace {
    /// The chapters that play their recordings.
    pub parts: Vec<u8>,
    /// Those of them whose windows are looked at.
    pub shown: Vec<u8>,
    /// All of them, as they are handed out.
    pub chapters: Vec<Chapter>,
    /// These, and those of the repository in place of the others.
    pub all: Vec<Chapter>,
    folder: PathBuf,
}

/// The chapters that are played and those that are shown. Without `CHAPTERS` all are played, and one of each
/// third of the series is shown: the first, the first with a death screen and a flood, and one with a HUD. With
/// `PLAYED=shown` only these three are played, see `.ci/chapters`.
fn chosen() -> (Vec<u8>, Vec<u8>) {
    let all: Vec<u8> = (1..=LAST).collect();
    match env::var("CHAPTERS").as_deref() {
        Ok("all") => (all.clone(), all),
        Ok(list) => {
            let numbers = list.split(',').map(|number| number.trim().parse());
            let parts: Vec<u8> = numbers.map(|part| part.expect("CHAPTERS is 'all' or numbers")).collect();
            (parts.clone(), parts)
        }
        Err(_) => {
            let shown = vec![1, 7, 16];
            (if env::var("PLAYED").is_ok_and(|it| it == "shown") { shown.clone() } else { all }, shown)
        }
    }
}

impl Workspace {
    /// Writes and compiles the chapters, once for all tests.
    pub fn get() -> &'static Workspace {
        static WORKSPACE: OnceLock<Workspace> = OnceLock::new();
        WORKSPACE.get_or_init(Workspace::write)
    }

    fn write() -> Workspace {
        let (parts, shown) = chosen();
        println!("windows of {}", shown.iter().map(u8::to_string).collect::<Vec<_>>().join(","));
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("written");
        fs::remove_dir_all(&folder).ok();
        fs::create_dir_all(&folder).unwrap();
        let sources = series().unwrap();
        let with_replay = with_replay(&sources);
        // Each as it is handed out, and with what it takes to play recordings.
        let cut = in_parallel(&parts, |&part| {
            let choice = Choice { part, library: "Libstdcxx".to_owned() };
            (chapter(&sources, &choice).unwrap(), playable(&with_replay, &choice, TEXTS).unwrap())
        });
        // A page leads from the chapter before, and that may be one that is not cut here.
        let mut all = repository::read().unwrap();
        for (written, _) in &cut {
            all[usize::from(written.part) - 1] = written.clone();
        }
        steady(&mut all).unwrap();
        let mut chapters: Vec<Chapter> = Vec::new();
        for (&part, (_, played)) in parts.iter().zip(&cut) {
            let at = usize::from(part) - 1;
            let written = &all[at];
            println!("part {part}: {} lines in {} files", written.lines().count(), written.sources.len());
            let before = at.checked_sub(1).map(|at| &all[at]);
            let files = written.files(before).unwrap();
            let in_workspace = |mut files: BTreeMap<String, Vec<u8>>, name: &str| {
                let text = String::from_utf8(files["Cargo.toml"].clone()).unwrap();
                let text = text.replace(&format!("\"part{part:02}\""), &format!("\"{name}\""));
                files.insert("Cargo.toml".to_owned(), text.replace("[workspace]\n", "").into_bytes());
                write_all(&folder.join(name), &files).unwrap();
            };
            // The same project with other sources.
            let mut replay = files.clone();
            replay.retain(|path, _| !path.starts_with("src/"));
            for (path, text) in played {
                replay.insert(format!("src/{path}"), text.clone().into_bytes());
            }
            in_workspace(files, &format!("part{part:02}"));
            in_workspace(replay, &format!("played{part:02}"));
            chapters.push(written.clone());
        }
        fs::write(folder.join("Cargo.toml"), "[workspace]\nresolver = \"3\"\nmembers = [\"p*\"]\n").unwrap();
        // The versions that the repository is tested with.
        fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
        let workspace = Workspace { parts, shown, chapters, all, folder };
        workspace.compile();
        workspace
    }

    /// Builds what is played and what is shown, and asks clippy about all that is handed out.
    fn compile(&self) {
        let played = self.parts.iter().map(|part| format!("--package=played{part:02}"));
        let shown = self.shown.iter().map(|part| format!("--package=part{part:02}"));
        self.cargo("build", played.chain(shown).collect());
        let handed_out = self.parts.iter().map(|part| format!("--package=part{part:02}"));
        // What the cut could leave over, besides what clippy reports by itself.
        let lints = [
            "--",
            "-Dwarnings",
            "-Wclippy::unnecessary_wraps",
            "-Wclippy::needless_continue",
            "-Wclippy::unused_self",
        ];
        self.cargo("clippy", handed_out.chain(lints.map(str::to_owned)).collect());
    }

    fn cargo(&self, command: &str, packages: Vec<String>) {
        let output = Command::new(env!("CARGO"))
            .args([command, "--quiet", "--target-dir"])
            .arg(target())
            .args(packages)
            .current_dir(&self.folder)
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }

    /// A program of the workspace.
    pub fn command(&self, name: &str) -> Command {
        Command::new(target().join("debug").join(name))
    }

    /// An empty folder for a program to run in.
    pub fn empty_folder(&self, name: &str) -> PathBuf {
        let folder = self.folder.with_file_name("written-runs").join(name);
        fs::remove_dir_all(&folder).ok();
        fs::create_dir_all(&folder).unwrap();
        folder
    }
}

/// The sources with a writer and a player of recordings beside the chapter's own `main`.
fn with_replay(sources: &Sources) -> Sources {
    let mut sources = sources.clone();
    let read = |path: &str| {
        let text = fs::read_to_string(root().join("src").join(path)).unwrap();
        text.replace("crate::support::", "crate::")
    };
    sources.insert("trace.rs".to_owned(), TRACE.to_owned());
    sources.insert("replay.rs".to_owned(), REPLAY.to_owned());
    sources.insert("key.rs".to_owned(), read("key.rs"));
    sources.insert("hash.rs".to_owned(), read("support/hash.rs"));
    let block = read("trace/block.rs").replace("use super::kinds::Kind;", "use super::fact::Kind;");
    sources.insert("trace/block.rs".to_owned(), block);
    sources.insert("trace/fact.rs".to_owned(), FACT.to_owned());
    let text = read("trace/snapshot.rs");
    let [words, colors] = ["/// Returns an item as traces write it", "/// Returns the colour of the topmost"]
        .map(|comment| text.find(comment).unwrap());
    sources.insert("trace/snapshot.rs".to_owned(), format!("{SNAPSHOT}\n{}", &text[words..colors]));
    let text = read("trace/last_key.rs");
    let sounds = text.find("/// The sound effects").unwrap();
    sources.insert("trace/last_key.rs".to_owned(), LAST_KEY.to_owned() + &text[sounds..]);
    sources.insert("key_names.rs".to_owned(), read("keys/names.rs"));
    let main = sources.get_mut("main.rs").unwrap();
    *main = main
        .replacen(
            "mod color;\n",
            "mod color;\nmod hash;\n#[allow(dead_code)]\nmod key_names;\nmod replay;\nmod trace;\n",
            1,
        )
        .replacen("fn main() -> Result<(), Box<dyn Error>> {\n", REPLAY_FIRST, 1);
    assert!(main.contains("replay_all") && main.contains("mod replay;"), "main.rs has another shape");
    sources
}
