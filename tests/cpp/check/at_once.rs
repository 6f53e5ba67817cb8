//! Many checks share one cache: at once, killed, and over weeks.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, SystemTime};

use super::place::{CMAKE, FAST, HEADER, Place, SMALL, has_cmake, makefile, place};
use crate::program::files;

/// A folder of the next test: how it is built, and which answer it has.
struct Checked {
    place: Place,
    build: Option<&'static str>,
    round: usize,
}

impl Checked {
    /// Changes the program, checks it, and returns the answer with the right one. Some checks are killed in the
    /// middle, and have none.
    fn check(&mut self, chance: u32) -> Option<(Output, i32)> {
        self.round += 1;
        let (main, code) = match self.round % 3 {
            0 => (SMALL.replace("Map Gen", "Mop Gen"), 1),
            1 => (SMALL.to_owned(), 0),
            _ => (SMALL.replace("SDL_Event event;", "SDL_Event event = nonsense;"), 4),
        };
        fs::write(self.place.folder.join("main.cpp"), format!("{main}// {}\n", self.round)).unwrap();
        let build =
            self.build.map(|name| if name == "make" { makefile(&self.place, "") } else { CMAKE.to_owned() });
        let name = if self.build == Some("make") { "Makefile" } else { "CMakeLists.txt" };
        build.iter().for_each(|text| fs::write(self.place.folder.join(name), text).unwrap());
        let mut command = self.place.command(&["--part", "1", "--seeds", "1"]);
        let mut child = command.envs([FAST]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        if !chance.is_multiple_of(4) {
            return Some((child.wait_with_output().unwrap(), code));
        }
        std::thread::sleep(Duration::from_millis(u64::from(chance) % 2000));
        child.kill().unwrap();
        child.wait().unwrap();
        None
    }
}

/// Many checks of one cache at a time, of which some are killed, give right answers only. The cache has room for
/// few of the folders.
#[test]
fn checks_at_once_give_right_answers() {
    let is_long = std::env::var("CHECKS").is_ok_and(|value| value == "all");
    let (count, folders, threads) = if is_long { (200, 20, 8) } else { (24, 6, 4) };
    let first = place("at-once", SMALL, &[]);
    let folders: Vec<_> = (0..folders)
        .map(|number| {
            let folder = first.around.join(format!("game{number}"));
            fs::create_dir(&folder).unwrap();
            fs::write(folder.join("trace.hpp"), HEADER).unwrap();
            let build = [None, Some("make"), has_cmake().then_some("cmake")][number % 3];
            let place = Place { folder, around: first.around.clone() };
            Mutex::new(Checked { place, build, round: number })
        })
        .collect();
    let (next, answers) = (AtomicUsize::new(0), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count {
                        return;
                    }
                    let chance = (number as u32 + 1).wrapping_mul(2_654_435_761) >> 8;
                    let mut folder = folders[number % folders.len()].lock().unwrap();
                    if let Some((output, code)) = folder.check(chance) {
                        assert_eq!(output.status.code(), Some(code), "check {number}: {output:?}");
                        answers.fetch_add(1, Ordering::Relaxed);
                    }
                }
            });
        }
    });
    println!("{count} checks, {} answers, all right; the others were killed", answers.into_inner());
    // What lies under our name without a lock is taken over.
    for copy in fs::read_dir(first.around.join("cache/roguelike-sdl2/check")).unwrap() {
        fs::remove_file(copy.unwrap().path().join("roguelike-check.lock")).ok();
    }
    let (output, code) = folders[0].lock().unwrap().check(1).unwrap();
    assert_eq!(output.status.code(), Some(code), "{output:?}");
}

/// Nothing that was started goes on when the check is killed, and the next check is not in its way.
#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_check_leaves_its_cache_alone() {
    let place = Place::new("check-killed", &[("main.cpp", SMALL), ("trace.hpp", HEADER)]);
    let mut command = place.command(&["--seeds", "1"]);
    let mut child = command.env("MISTAKE", "hang").envs([FAST]).stdout(Stdio::null()).spawn().unwrap();
    let of_cache = || {
        let cache = place.around.join("cache").into_os_string().into_string().unwrap();
        let all = fs::read_dir("/proc")
            .unwrap()
            .filter_map(|entry| fs::read(entry.ok()?.path().join("cmdline")).ok());
        all.map(|line| String::from_utf8_lossy(&line).into_owned())
            .filter(|line| line.contains(&cache))
            .count()
    };
    // The compiler first, then the program with its keys.
    let hangs = |(path, text): &(PathBuf, Vec<u8>)| {
        // While it is being written, a recording has this name.
        path.ends_with("run/trace") && String::from_utf8_lossy(text).contains("# key Space")
    };
    let is_recorded = || files(&place.around).iter().any(hangs);
    while !is_recorded() {
        assert!(child.try_wait().unwrap().is_none());
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(of_cache() > 0);
    child.kill().unwrap();
    child.wait().unwrap();
    while of_cache() > 0 {
        std::thread::sleep(Duration::from_millis(20));
    }
    let output = place.command(&["--seeds", "1"]).envs([FAST]).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
}

/// The cache has the copies that were used last, and all that are recent.
#[test]
fn the_cache_is_bounded() {
    let main = "int main(int argc, char** argv) { trace::begin(1, argc, argv); }\n";
    let place = Place::new("check-cache", &[("main.cpp", main)]);
    let folders = place.around.join("cache/roguelike-sdl2/check");
    for number in 0..6 {
        let folder = place.around.join(format!("game{number}"));
        fs::create_dir(&folder).unwrap();
        fs::write(folder.join("main.cpp"), main).unwrap();
        let mut command = place.command(&["--build", "true"]);
        assert_eq!(command.arg(folder).output().unwrap().status.code(), Some(2), "one folder at a time");
        let mut command = Command::new(env!("CARGO_BIN_EXE_roguelike-compare"));
        command.env("XDG_CACHE_HOME", place.around.join("cache")).args(["check", "--build", "true"]);
        assert_eq!(
            command.arg(place.around.join(format!("game{number}"))).output().unwrap().status.code(),
            Some(4)
        );
    }
    let left = || {
        let copies = fs::read_dir(&folders).unwrap().map(|copy| copy.unwrap().path());
        let mut copies: Vec<PathBuf> = copies.collect();
        copies.sort();
        copies
    };
    assert_eq!(left().len(), 6, "all are recent");
    let week = Duration::from_secs(7 * 24 * 60 * 60);
    for (number, copy) in (0..).zip(left()) {
        let lock = fs::File::options().append(true).open(copy.join("roguelike-check.lock")).unwrap();
        lock.set_modified(SystemTime::now() - 2 * week + number * Duration::from_secs(60)).unwrap();
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_roguelike-compare"));
    command.env("XDG_CACHE_HOME", place.around.join("cache")).args(["check", "--build", "true"]);
    command.arg(place.around.join("game5")).output().unwrap();
    let names: Vec<String> =
        left().iter().map(|copy| copy.file_name().unwrap().to_string_lossy()[..5].to_owned()).collect();
    assert_eq!(names, ["game2", "game3", "game4", "game5"]);
}
