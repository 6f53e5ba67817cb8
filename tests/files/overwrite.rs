//! What the options that name a file to write never overwrite: inputs, settings, kept games, files of another
//! kind.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use roguelike::glyph_cache::FONT;

use crate::PROGRAM;
use crate::program::{Told, at_home};
use crate::scratch::scratch;

/// A home folder, and a working folder with files that must stay.
struct Workspace {
    home: PathBuf,
    work: PathBuf,
}

impl Workspace {
    fn new(test: &str) -> Workspace {
        let home = scratch(test);
        let work = home.join("work");
        let data = home.join(".local/share/roguelike-sdl2");
        for folder in [&work, &data.join("runs"), &home.join(".config/roguelike-sdl2")] {
            fs::create_dir_all(folder).unwrap();
        }
        let place = Workspace { home, work };
        place.runs(&["trace", "--part", "3", "--seed", "1", "--keys", "Right", "-o", "old.trace"]);
        place.runs(&["shot", "--part", "3", "--seed", "1", "-o", "old.png"]);
        place.runs(&["trace", "--seed", "1", "--keys", "1 F5", "--save-file", "my.save"]);
        let work = |name: &str| place.work.join(name);
        for (from, to) in [
            ("old.trace", data.join("runs/20260101-000000-part3.trace")),
            ("my.save", data.join("part17.save")),
        ] {
            fs::copy(work(from), to).unwrap();
        }
        fs::write(place.home.join(".config/roguelike-sdl2/settings.txt"), "mute = yes\n").unwrap();
        for (name, text) in [("run.keys", &b"Right\n"[..]), ("font.ttf", FONT), ("letter", b"Dear reader")] {
            fs::write(work(name), text).unwrap();
        }
        for (link, to) in [("link", "run.keys"), ("innocent", "data/runs/20260101-000000-part3.trace")] {
            symlink(to, work(link)).unwrap();
        }
        symlink(&place.work, work("here")).unwrap();
        symlink(&data, work("data")).unwrap();
        place
    }

    fn run(&self, arguments: &[impl AsRef<OsStr>]) -> Told {
        Told::by(at_home(PROGRAM, &self.home).args(arguments).current_dir(&self.work))
    }

    fn runs(&self, arguments: &[&str]) {
        let told = self.run(arguments);
        assert_eq!(told.code, Some(0), "{arguments:?}: {told:?}");
    }

    /// Every file with its contents, and every link with the path in it.
    fn files(&self) -> Vec<(PathBuf, Vec<u8>)> {
        fn add(folder: &Path, files: &mut Vec<(PathBuf, Vec<u8>)>) {
            for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
                match fs::read_link(&path) {
                    Ok(to) => files.push((path, to.into_os_string().into_encoded_bytes())),
                    Err(_) if path.is_dir() => add(&path, files),
                    Err(_) => files.push((path.clone(), fs::read(&path).unwrap())),
                }
            }
        }
        let mut files = Vec::new();
        add(&self.home, &mut files);
        files.sort();
        files
    }

    /// The command line is refused: one line with these words, exit code 2, and no file is changed or made.
    fn refuses(&self, arguments: &[impl AsRef<OsStr> + std::fmt::Debug], words: &str) {
        let before = self.files();
        let told = self.run(arguments);
        told.fails(2, words);
        assert!(told.out.is_empty() && self.files() == before, "{arguments:?} changed a file");
    }
}

#[test]
fn an_older_file_of_the_same_kind_is_replaced_and_no_other() {
    let place = Workspace::new("kinds");
    let read = |name: &str| fs::read(place.work.join(name)).unwrap();
    let old = read("old.trace");
    place.runs(&["trace", "--part", "3", "--seed", "2", "-o", "old.trace"]);
    assert_ne!(read("old.trace"), old);
    let old = read("old.png");
    place.runs(&["shot", "--part", "3", "--seed", "2", "-o", "old.png"]);
    assert_ne!(read("old.png"), old);
    fs::write(place.work.join("empty"), "").unwrap();
    place.runs(&["trace", "--seed", "2", "-o", "empty"]);

    for file in ["letter", "my.save", "old.png", "font.ttf", "run.keys", "data/part17.save"] {
        place.refuses(&["trace", "--seed", "2", "-o", file], file);
    }
    for file in ["letter", "my.save", "old.trace", "font.ttf"] {
        place.refuses(&["shot", "--seed", "2", "-o", file], "it exists and is not a PNG file");
    }
    // A recording takes no name that is taken: by a file, a folder, a link that leads nowhere, a device.
    symlink("nowhere", place.work.join("dangling")).unwrap();
    for file in ["letter", "my.save", "old.trace", "empty", "here", "dangling", "/dev/null"] {
        place.refuses(&["play", "--seed", "2", "--record", file], file);
    }
    // The first word alone does not make a file one of these.
    fs::write(place.work.join("notes"), "roguelike-trace-notes: my diary\n").unwrap();
    place.refuses(&["trace", "--part", "3", "-o", "notes"], "it exists and is not a trace");
    for text in ["\n   RLSAVE format notes\n", "RLSAVED 3 diaries\n"] {
        fs::write(place.work.join("notes"), text).unwrap();
        place
            .run(&["trace", "--seed", "1", "--keys", "1 F5", "--save-file", "notes"])
            .fails(1, "it is not a save file");
        assert_eq!(read("notes"), text.as_bytes());
    }
}

/// What a command reads is of another kind than what it writes.
#[test]
fn what_the_command_reads_is_not_overwritten() {
    let place = Workspace::new("inputs");
    let refuses = |words: &str, told: &str| place.refuses(&words.split(' ').collect::<Vec<_>>(), told);
    for same in ["run.keys", "here/run.keys", "./link", "here/here/link"] {
        refuses(&format!("trace --seed 1 --keys-file run.keys -o {same}"), "it exists and is not a trace");
        refuses(&format!("play --seed 1 --keys-file run.keys --record {same}"), same);
    }
    for (words, reason) in [
        ("shot --font font.ttf -o here/font.ttf", "it exists and is not a PNG file"),
        ("play --replay old.trace --record here/old.trace", "here/old.trace"),
    ] {
        refuses(words, reason);
    }
    // What shows only while the keys are read or pressed.
    fs::write(place.work.join("save.keys"), "1 F5\n").unwrap();
    let before = place.files();
    let fails = |words: &str, told: &str| {
        place.run(&words.split(' ').collect::<Vec<_>>()).fails(1, told);
        assert!(place.files() == before, "{words} changed a file");
    };
    fails("trace --seed 1 --keys-file save.keys --save-file here/save.keys", "it is not a save file");
    fails("trace --seed 1 --keys-file old.trace -o old.trace", "unknown key");
}

/// A file that comes while a command is at work stays, too.
#[test]
fn a_file_that_comes_meanwhile_is_not_overwritten() {
    let place = Workspace::new("meanwhile");
    let count = || fs::read_dir(&place.work).unwrap().count();
    let before = count();
    let mut command = at_home(PROGRAM, &place.home);
    command.args(["trace", "--seed", "1", "--keys-file", "-", "-o", "new.trace"]).current_dir(&place.work);
    let mut child = command.stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // It waits for keys, with an unfinished file beside the new one.
    while count() == before {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    fs::write(place.work.join("new.trace"), "Dear reader").unwrap();
    drop(child.stdin.take());
    let told = Told::from(child.wait_with_output().unwrap());
    told.fails(2, "it exists and is not a trace");
    assert_eq!(fs::read(place.work.join("new.trace")).unwrap(), b"Dear reader");
    assert_eq!(count(), before + 1);
}

#[test]
fn settings_and_kept_games_are_not_overwritten() {
    let place = Workspace::new("kept");
    let settings = "../.config/roguelike-sdl2/settings.txt";
    let game = "data/runs/20260101-000000-part3.trace";
    let own = "the game keeps its own files there";
    for path in [game, "innocent", "data/runs/new.trace", "data/part17.save", settings] {
        place.refuses(&["trace", "--seed", "1", "-o", path], own);
        place.refuses(&["shot", "--seed", "1", "-o", path], own);
    }
    let before = place.files();
    for path in [game, "innocent", settings] {
        place
            .run(&["trace", "--seed", "1", "--keys", "1 F5", "--save-file", path])
            .fails(1, "it is not a save file");
        place.refuses(&["play", "--seed", "1", "--exit", "--record", path], "it exists already");
    }
    assert!(place.files() == before, "a file was changed");
    // Also before there are any.
    fs::remove_file(place.work.join(settings)).unwrap();
    place.refuses(&["trace", "--seed", "1", "-o", settings], own);
    // A name need not be UTF-8.
    let game = place.work.join("data/runs").join(OsStr::from_bytes(b"bad\xffname.trace"));
    place.refuses(&[OsStr::new("trace"), OsStr::new("-o"), game.as_os_str()], own);
    // The save that F5 writes by default is as good as any other.
    place.runs(&["trace", "--seed", "1", "--keys", "1 F5", "--save-file", "data/part17.save"]);
}
