//! A screen of the test's own (Xvfb), fingers (xdotool), and the window of a chapter on it.

#[path = "../../../common/decode.rs"]
mod decode;

use std::env;
use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::name;
use crate::workspace::Workspace;

const INSTALL: &str = "install what this test needs: apt-get install -y xvfb xdotool";
/// Nothing that is waited for takes longer, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

struct Screen {
    server: Child,
    name: String,
    folder: PathBuf,
}

impl Screen {
    fn new(folder: PathBuf) -> Screen {
        let mut server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-nolisten", "tcp", "-noreset", "-nocursor", "-fbdir"])
            .arg(&folder)
            .args(["-screen", "0", "1280x820x24"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|error| panic!("Xvfb: {error}; {INSTALL}"));
        let mut number = String::new();
        BufReader::new(server.stdout.as_mut().unwrap()).read_line(&mut number).unwrap();
        assert!(!number.trim().is_empty(), "Xvfb ended at once; {INSTALL}");
        Screen { server, name: format!(":{}", number.trim()), folder }
    }

    fn here(&self, mut command: Command) -> Command {
        command
            .env_clear()
            .env("PATH", env::var_os("PATH").unwrap_or_default())
            .env("DISPLAY", &self.name)
            .env("HOME", &self.folder)
            .env("SDL_AUDIODRIVER", "dummy")
            .current_dir(&self.folder)
            .stdin(Stdio::null());
        command
    }

    fn xdotool(&self, words: &[&str]) -> String {
        let output = self.here(Command::new("xdotool")).args(words).output();
        let output = output.unwrap_or_else(|error| panic!("xdotool: {error}; {INSTALL}"));
        String::from_utf8_lossy(&output.stdout).trim_end().to_owned()
    }

    /// The pixels of a window, row by row.
    fn look(&self, window: &str) -> (u32, u32, Vec<[u8; 3]>) {
        let geometry = self.xdotool(&["getwindowgeometry", "--shell", window]);
        let value = |name: &str| {
            let line = geometry.lines().find_map(|line| line.strip_prefix(name));
            line.and_then(|value| value.parse::<usize>().ok()).unwrap_or_default()
        };
        let (x, y, width, height) = (value("X="), value("Y="), value("WIDTH="), value("HEIGHT="));
        let dump = fs::read(self.folder.join("Xvfb_screen0")).unwrap();
        let word =
            |index: usize| u32::from_be_bytes(dump[4 * index..4 * index + 4].try_into().unwrap()) as usize;
        let (header, big_endian, line, colors) = (word(0), word(7) == 1, word(12), word(19));
        assert_eq!(word(11), 32, "bits a pixel");
        let data = &dump[header + 12 * colors..];
        let rows =
            data.chunks(line).skip(y).take(height).flat_map(|row| row[4 * x..4 * (x + width)].chunks(4));
        let pixels = rows.map(|p| if big_endian { [p[1], p[2], p[3]] } else { [p[2], p[1], p[0]] });
        (width as u32, height as u32, pixels.collect())
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        self.server.kill().ok();
        self.server.wait().ok();
        fs::remove_file(self.folder.join("Xvfb_screen0")).ok();
    }
}

/// Ends a program with the test.
struct Game(Child);

impl Drop for Game {
    fn drop(&mut self) {
        self.0.kill().ok();
        self.0.wait().ok();
    }
}

fn eventually<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(start.elapsed() < PATIENCE, "waited in vain: {what}");
        sleep(Duration::from_millis(20));
    }
}

/// X's name of a key that SDL calls so.
fn x_name(key: &str) -> String {
    match key {
        "Space" => "space".to_owned(),
        "." => "period".to_owned(),
        letter if letter.len() == 1 => letter.to_lowercase(),
        other => other.to_owned(),
    }
}

/// Plays as far as a frame was recorded, in a window, and compares each pixel, and the title.
pub fn compare(workspace: &Workspace, part: u8, frame: &Path) {
    let file = name(frame);
    let (run, step) = file.trim_end_matches(".png").rsplit_once("-step").unwrap();
    let step: usize = step.parse().unwrap();
    let traces = frame.parent().unwrap().with_file_name("traces");
    let recording = ["trace", "brief"].map(|form| traces.join(format!("{run}.{form}")));
    let recording = recording.iter().find_map(|path| fs::read_to_string(path).ok());
    let recording = recording.unwrap_or_else(|| panic!("no recording of {run}"));
    let seed = recording.lines().find_map(|line| line.strip_prefix("seed ")).unwrap();
    let steps = recording.lines().filter_map(|line| line.strip_prefix("step "));
    let keys: Vec<String> =
        steps.skip(1).take(step).map(|line| x_name(line.split(' ').nth(1).unwrap())).collect();
    assert_eq!(keys.len(), step, "{run} is shorter than its frame");

    let screen = Screen::new(workspace.empty_folder(&format!("window{part:02}")));
    let errors = screen.folder.join("errors");
    let mut command = screen.here(workspace.command(&format!("part{part:02}")));
    command.arg(seed).stdout(Stdio::null()).stderr(File::create(&errors).unwrap());
    let mut game = Game(command.spawn().unwrap());
    let pid = game.0.id().to_string();
    let window = eventually("a window that listens", || {
        let ended = game.0.try_wait().unwrap();
        assert!(ended.is_none(), "the game ended: {}", fs::read_to_string(&errors).unwrap_or_default());
        let window = screen.xdotool(&["search", "--onlyvisible", "--pid", &pid, "--name", "."]);
        let window = window.lines().next()?.to_owned();
        (screen.xdotool(&["getwindowfocus"]) == window).then_some(window)
    });
    for keys in keys.chunks(50) {
        let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
        // Any faster, and the same key twice counts as held.
        screen.xdotool(&[&["key", "--delay", "8"], &keys[..]].concat());
    }
    let recorded = decode::decode(BufReader::new(File::open(frame).unwrap()));
    eventually(&format!("the picture of {file}"), || (screen.look(&window) == recorded).then_some(()));
    let mut lines = recording.lines().skip_while(|line| !line.starts_with(&format!("step {step} ")));
    if let Some(title) = lines.nth(1).and_then(|line| line.strip_prefix("title ")) {
        assert_eq!(screen.xdotool(&["getwindowname", &window]), title, "{file}");
    }
}
