//! What the options that name a file to write never overwrite: inputs, settings, kept runs, files of another
//! kind. Real processes and real files.
#![cfg(unix)]

#[path = "common/scratch.rs"]
mod scratch;

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use roguelike::glyph_cache::FONT;
use scratch::scratch;

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
        fs::copy(place.work.join("old.trace"), data.join("runs/20260101-000000-part3-seed1.trace")).unwrap();
        fs::copy(place.work.join("old.trace"), data.join("part17.save.autosave.1.trace")).unwrap();
        fs::copy(place.work.join("my.save"), data.join("part17.save.autosave")).unwrap();
        fs::copy(place.work.join("my.save"), data.join("part17.save")).unwrap();
        fs::copy(place.work.join("my.save"), place.work.join("my.save.autosave")).unwrap();
        fs::write(place.home.join(".config/roguelike-sdl2/settings.txt"), "mute = yes\n").unwrap();
        fs::write(place.work.join("run.keys"), "Right\n").unwrap();
        fs::write(place.work.join("font.ttf"), FONT).unwrap();
        fs::write(place.work.join("letter"), "Dear reader").unwrap();
        symlink(&place.work, place.work.join("here")).unwrap();
        symlink("run.keys", place.work.join("link")).unwrap();
        symlink(&data, place.work.join("data")).unwrap();
        symlink("data/part17.save.autosave", place.work.join("innocent")).unwrap();
        place
    }

    fn run(&self, arguments: &[&str]) -> Output {
        let mut program = Command::new(env!("CARGO_BIN_EXE_roguelike"));
        program.args(arguments).current_dir(&self.work).env_clear().env("HOME", &self.home);
        program.envs([("SDL_VIDEODRIVER", "dummy"), ("SDL_AUDIODRIVER", "dummy")]);
        program.output().unwrap()
    }

    fn runs(&self, arguments: &[&str]) {
        let output = self.run(arguments);
        assert!(output.status.success(), "{arguments:?}: {output:?}");
    }

    /// Every file with its contents.
    fn files(&self) -> Vec<(PathBuf, Vec<u8>)> {
        fn add(folder: &Path, files: &mut Vec<(PathBuf, Vec<u8>)>) {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_symlink() {
                    files.push((
                        path.clone(),
                        fs::read_link(&path).unwrap().into_os_string().into_encoded_bytes(),
                    ));
                } else if path.is_dir() {
                    add(&path, files);
                } else {
                    files.push((path.clone(), fs::read(&path).unwrap()));
                }
            }
        }
        let mut files = Vec::new();
        add(&self.home, &mut files);
        files.sort();
        files
    }

    /// The command line is refused: one line with these words, exit code 2, and no file is changed or made.
    fn refuses(&self, arguments: &[&str], words: &str) {
        let before = self.files();
        let output = self.run(arguments);
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), told.lines().count()), (Some(2), 1), "{arguments:?}: {told}");
        assert!(told.starts_with("roguelike: ") && told.contains(words), "{arguments:?}: {told}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
        assert!(self.files() == before, "{arguments:?} changed a file");
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
        place.refuses(&["shot", "--seed", "2", "-o", file], "it is no PNG file");
    }
    for file in ["letter", "my.save", "old.trace", "empty", "data/part16.save"] {
        place.refuses(&["play", "--seed", "2", "--record", file], file);
    }
    // The first word alone does not make a file one of these.
    for (text, command) in [
        ("# Part 3 of my notes\n\nprecious\n", "keys"),
        ("# Part 3, my seed of doubt\n", "keys"),
        ("roguelike-trace-notes: my diary\n", "trace"),
    ] {
        fs::write(place.work.join("notes"), text).unwrap();
        place.refuses(&[command, "--part", "3", "-o", "notes"], "it is no ");
    }
    for text in ["\n   RLSAVE format notes\n", "RLSAVED 3 diaries\n"] {
        fs::write(place.work.join("notes"), text).unwrap();
        let output = place.run(&["trace", "--seed", "1", "--keys", "1 F5", "--save-file", "notes"]);
        assert!(String::from_utf8(output.stderr).unwrap().contains("it is no save file"));
        assert_eq!(read("notes"), text.as_bytes());
    }
    // What the command itself wrote is replaced.
    place.runs(&["keys", "--part", "3", "-o", "my.keys"]);
    place.runs(&["keys", "--part", "2", "-o", "my.keys"]);
}

#[test]
fn what_the_command_reads_is_not_overwritten() {
    let place = Workspace::new("inputs");
    // An input that is of the kind of the output, and one that is not there yet.
    let keys = "here/./run.keys";
    for same in ["run.keys", "here/run.keys", "./link", "here/here/link"] {
        place.refuses(
            &["trace", "--seed", "1", "--keys-file", keys, "-o", same],
            "--keys-file names the same file",
        );
        place.refuses(
            &["trace", "--seed", "1", "--keys-file", same, "--save-file", keys],
            "--save-file would",
        );
        place.refuses(&["play", "--seed", "1", "--keys-file", same, "--record", keys], "--record would");
    }
    place.refuses(
        &["trace", "--keys-file", "old.trace", "-o", "old.trace"],
        "--keys-file names the same file",
    );
    place.refuses(&["trace", "--save-file", "new", "-o", "here/new"], "--save-file names the same file");
    place.refuses(&["play", "--save-file", "new", "--record", "here/new"], "--save-file names the same file");
    place.refuses(&["shot", "--font", "font.ttf", "-o", "here/font.ttf"], "--font names the same file");
    place
        .refuses(&["shot", "--font", "font.ttf", "--save-file", "font.ttf", "-o", "new.png"], "--font names");
    place.refuses(
        &["play", "--font", "font.ttf", "--save-file", "here/font.ttf"],
        "--font names the same file",
    );
    place.refuses(
        &["play", "--replay", "old.trace", "--save-file", "here/old.trace"],
        "--replay names the same file",
    );
    place.refuses(
        &["play", "--replay", "old.trace", "--record", "here/old.trace"],
        "--replay names the same file",
    );
}

#[test]
fn settings_and_kept_runs_are_not_overwritten() {
    let place = Workspace::new("kept");
    let settings = "../.config/roguelike-sdl2/settings.txt";
    let runs = [
        "data/runs/20260101-000000-part3-seed1.trace",
        "data/runs/new.trace",
        "data/part17.save.autosave",
        "data/part17.save.autosave.1.trace",
        "my.save.autosave",
        "my.save.autosave.trace",
        "innocent",
    ];
    for (path, words) in
        runs.map(|run| (run, "it is the file of a kept run")).into_iter().chain([(settings, "settings")])
    {
        place.refuses(&["trace", "--seed", "1", "-o", path], words);
        place.refuses(&["trace", "--seed", "1", "--keys", "1 F5", "--save-file", path], words);
        place.refuses(&["shot", "--seed", "1", "-o", path], words);
        place.refuses(&["play", "--seed", "1", "--exit", "--record", path], words);
        place.refuses(&["play", "--seed", "1", "--exit", "--save-file", path], words);
    }
    // Also before there are any.
    fs::remove_file(place.work.join(settings)).unwrap();
    place.refuses(&["trace", "--seed", "1", "-o", settings], "settings");
    // A name need not be UTF-8.
    let keys = place.work.join(OsStr::from_bytes(b"bad\xffname.save.autosave.trace"));
    fs::copy(place.work.join("old.trace"), &keys).unwrap();
    let mut program = Command::new(env!("CARGO_BIN_EXE_roguelike"));
    program.args(["trace", "--seed", "1", "-o"]).arg(&keys).env("HOME", &place.home);
    assert_eq!(program.output().unwrap().status.code(), Some(2));
    // The save that F5 writes by default is as good as any other.
    place.runs(&["trace", "--seed", "1", "--keys", "1 F5", "--save-file", "data/part17.save"]);
}
