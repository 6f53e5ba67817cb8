//! Games and keys made of any bytes.

#![allow(dead_code, reason = "the files that share this need different parts of it")]

use std::env;
use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, Ordering};

use roguelike::game::Setup;
use roguelike::key::Key;
use roguelike::keys::script::KeyReader;
use roguelike::part::Part;
use roguelike::rng::StdLib;
use roguelike::trace::{Step, Tracer};

/// Panics if an error message is not a single line that a terminal can show.
pub fn check_message(message: &str) {
    assert!(!message.is_empty() && message.len() < 1_000, "{message:?}");
    assert!(!message.chars().any(char::is_control), "{message:?}");
}

/// Maximum number of steps of a run that is played. Longer ones are only read, because playing takes
/// time.
pub const MAX_STEPS: usize = 6;

/// Returns the first bytes, and the others; missing bytes count as 0.
pub fn head<const N: usize>(data: &[u8]) -> ([u8; N], &[u8]) {
    let (first, rest) = data.split_at(data.len().min(N));
    let mut head = [0; N];
    head[..first.len()].copy_from_slice(first);
    (head, rest)
}

/// Plays a game with the keys of the bytes from the seventh on, until it quits. Calls `step` for each step.
pub fn record(setup: &Setup, data: &[u8], most_keys: usize, mut step: impl FnMut(&Step)) {
    let (mut tracer, first) = Tracer::new(setup.clone());
    step(&first);
    for key in data.iter().skip(6).copied().flat_map(keys_of_byte).take(most_keys) {
        let played = tracer.press(key);
        step(&played);
        if played.quits() {
            break;
        }
    }
}

/// Keys that have a meaning, the directions several times.
pub static KEYS: LazyLock<Vec<Key>> = LazyLock::new(|| {
    keys_of(
        "Up Down Left Right W A S D Up Down Left Right Up Down Left Right I*2 A .*3 Space 1 2 3 F5*2 F9 Escape W S",
    )
});

/// Returns the keys of a script that is known to be right.
pub fn keys_of(script: &str) -> Vec<Key> {
    KeyReader::new(script.as_bytes()).collect::<Result<_, _>>().expect("the keys are known")
}

/// Returns the key of a byte, 1 to 8 times.
pub fn keys_of_byte(byte: u8) -> impl Iterator<Item = Key> {
    std::iter::repeat_n(KEYS[usize::from(byte % 32)], usize::from(byte / 32) + 1)
}

/// Returns a setup with part, library and seed from the first six bytes. Missing bytes count as 0.
pub fn setup(data: &[u8]) -> Setup {
    let byte = |index: usize| data.get(index).copied().unwrap_or_default();
    let part = Part::all().nth(usize::from(byte(0)) % 17).expect("there are 17");
    let library = StdLib::ALL[usize::from(byte(1)) % StdLib::ALL.len()];
    let seed = u32::from_le_bytes([byte(2), byte(3), byte(4), byte(5)]);
    Setup { library, ..Setup::new(part, seed) }
}

/// A folder for one call of a target, which is removed after it.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new() -> Folder {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        // Files in memory need not wait for a disk.
        let memory = PathBuf::from("/dev/shm");
        let base = if memory.is_dir() { memory } else { env::temp_dir() };
        let folder = base.join(format!("roguelike-fuzz-{}-{number}", std::process::id()));
        fs::create_dir_all(&folder).expect("there is a folder for temporary files");
        Folder(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).ok();
    }
}
