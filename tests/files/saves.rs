//! Save files, written and read where anything may be in the way.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs::{self, File, FileType, Permissions};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use roguelike::game::{Game, SaveResult, Setup};
use roguelike::keys::script::KeyReader;
use roguelike::part::Part;
use roguelike::support::file::write_whole;

use crate::program::{Told, at_home, make_pipe, may_write_blocks, moments, number, wait_until};
use crate::scratch::scratch;
use crate::{PROGRAM, without_privileges};

/// The program, about to play Part 17 with this seed and these keys without a window.
fn roguelike(seed: u32, save_file: &Path, keys: &str) -> Command {
    let mut command = Command::new(PROGRAM);
    command.args(["trace", "--seed", &seed.to_string(), "--keys", keys, "--save-file"]).arg(save_file);
    command
}

fn run(save_file: &Path, keys: &str) -> Told {
    Told::by(&mut roguelike(42, save_file, keys))
}

impl Told {
    /// The game said this, and nothing on standard error.
    fn says(&self, message: &str) {
        assert!(self.out.contains(&format!("\nlog {message}\n")), "{message} is missing: {}", self.err);
        assert_eq!((self.code, self.err.as_str()), (Some(0), ""));
    }

    /// The game said this and went on. The program says why, and reports the failure in the end.
    fn complains(&self, message: &str, reason: &str) {
        assert!(self.out.contains(&format!("\nlog {message}\n")), "{message} is missing: {}", self.err);
        self.fails(1, reason);
        assert!(self.err.starts_with("roguelike: cannot "), "{}", self.err);
    }
}

/// Unfinished files in a folder.
fn leftovers(folder: &Path) -> usize {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    names.filter(|name| name.to_string_lossy().starts_with(".roguelike-")).count()
}

/// A run that saves after every step; when the hero dies the next one goes on.
fn restless(rounds: usize) -> String {
    "1 ".to_owned() + &"Left F5 Right F5 Up F5 Down F5 Space 1 ".repeat(rounds)
}

/// Every file that the run writes, one after the other.
fn saves_of(seed: u32, keys: &str) -> Vec<String> {
    let mut game = Game::new(Setup::new(Part::LAST, seed));
    let mut saves = Vec::new();
    for key in KeyReader::new(keys.as_bytes()) {
        game.press(key.unwrap());
        if game.save_result() == Some(&SaveResult::Saved) {
            saves.push(game.save_text());
        }
    }
    saves
}

#[test]
fn killed_at_any_moment_it_leaves_a_whole_file() {
    let kills = number("ROGUELIKE_KILLS", 25);
    let folder = scratch("killed");
    let path = folder.join("game.save");
    let keys = restless(3_000);
    let saves = saves_of(42, &keys);
    let whole: HashSet<&str> = saves.iter().map(String::as_str).collect();
    assert!(whole.len() > 5_000, "the run saves too seldom to be caught at it");
    let read = || fs::read_to_string(&path).unwrap();
    fs::write(&path, &saves[0]).unwrap();
    let mut moments = moments();
    let (mut kill, mut interrupted) = (0, 0);
    // Kills have to hit the writing too, or the test says nothing about it.
    while kill < kills || interrupted == 0 {
        assert!(kill < kills + 200, "none of {kill} kills hit a file that was being written");
        let before = read();
        let mut game = roguelike(42, &path, &keys);
        let mut child = game.arg("--brief").stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        wait_until("a save", || read() != before);
        // Every other kill waits for a number of saves, the others for a file that is being written.
        if kill % 2 == 0 {
            for _ in 0..moments.uniform(0, 5) {
                let last = read();
                wait_until("another save", || read() != last);
            }
        } else {
            wait_until("a save that is being written", || leftovers(&folder) > 0);
        }
        child.kill().unwrap();
        assert_eq!(Told::from(child.wait_with_output().unwrap()).err, "");
        assert!(whole.contains(read().as_str()), "neither the old nor the new file: {}", read());
        let left = leftovers(&folder);
        assert!(left <= 1, "{left} unfinished files: those before are not removed");
        interrupted += left;
        kill += 1;
    }
    println!("{kill} kills, {interrupted} of them in the middle of a file");
    run(&path, "1 F5").says("Game saved.");
    assert_eq!(leftovers(&folder), 0);
}

#[test]
fn two_games_may_save_to_one_file() {
    let folder = scratch("two_games");
    let path = folder.join("game.save");
    let keys = restless(50);
    let saves = [42, 43].map(|seed| saves_of(seed, &keys));
    let whole: HashSet<&str> = saves.iter().flatten().map(String::as_str).collect();
    fs::write(&path, &saves[0][0]).unwrap();
    let mut games = [42, 43].map(|seed| {
        let mut game = roguelike(seed, &path, &keys);
        let out = File::create(folder.join(format!("{seed}.trace"))).unwrap();
        game.stdout(out).stderr(Stdio::piped()).spawn().unwrap()
    });
    let mut looks = 0;
    while games.iter_mut().any(|game| game.try_wait().unwrap().is_none()) {
        let text = fs::read_to_string(&path).unwrap();
        assert!(whole.contains(text.as_str()), "a mixture: {text}");
        looks += 1;
        thread::sleep(Duration::from_micros(50));
    }
    println!("{looks} looks at the file while two games saved to it");
    for (game, seed) in games.into_iter().zip([42, 43]) {
        assert_eq!(Told::from(game.wait_with_output().unwrap()).err, "");
        let out = fs::read_to_string(folder.join(format!("{seed}.trace"))).unwrap();
        assert!(out.contains("\nlog Game saved.\n") && !out.contains("Could not save."), "seed {seed}");
    }
    let text = fs::read_to_string(&path).unwrap();
    assert!(saves.iter().any(|saves| saves.last() == Some(&text)), "the last save of neither");
    assert_eq!(leftovers(&folder), 0);
}

#[test]
fn a_file_that_may_not_grow_keeps_the_old_save() {
    let folder = scratch("no_growth");
    let path = folder.join("game.save");
    run(&path, "1 F5").says("Game saved.");
    let old = fs::read(&path).unwrap();
    // A limit far below a save's size. Its signal does not end the game: the save fails as on a full disk.
    let told = Told::by(&mut may_write_blocks(1, &roguelike(42, &path, "1 Right Down F5 Left")));
    told.complains("Could not save.", "game.save");
    assert!(told.out.contains("\nstep 5 Left\n"), "the game goes on");
    assert_eq!(fs::read(&path).unwrap(), old);
    assert_eq!(leftovers(&folder), 0);
    run(&path, "2 F9 Left").says("Game loaded.");
}

/// What is at a path, and in it.
fn what_is(path: &Path) -> (FileType, Option<Vec<u8>>) {
    let kind = fs::symlink_metadata(path).unwrap().file_type();
    (kind, if kind.is_file() { fs::read(path).ok() } else { None })
}

#[test]
fn what_is_no_save_file_stays_what_it_is() {
    let folder = scratch("in_the_way");
    const NO_FILE: &str = "it is not a regular file";
    const NO_SAVE: [&str; 2] = ["it is not a save file", "line 1"];
    type Make = fn(&Path);
    let ways: &[(&str, Make, [&str; 2])] = &[
        ("folder", |path| fs::create_dir(path).unwrap(), ["it is a folder"; 2]),
        ("socket", |path| drop(UnixListener::bind(path).unwrap()), [NO_FILE; 2]),
        // Opening the pipe would wait for a process at its other end.
        ("pipe", make_pipe, [NO_FILE; 2]),
        ("device", |path| symlink("/dev/null", path).unwrap(), [NO_FILE; 2]),
        ("circle", |path| symlink("circle", path).unwrap(), ["circle"; 2]),
        ("trace", |path| fs::write(path, "roguelike-trace 1\n").unwrap(), NO_SAVE),
        ("letter", |path| fs::write(path, "my letter").unwrap(), NO_SAVE),
        ("blank", |path| fs::write(path, "\n").unwrap(), NO_SAVE),
        ("begun", |path| fs::write(path, "RLSAV").unwrap(), NO_SAVE),
        ("link", |path| symlink("letter", path).unwrap(), NO_SAVE),
    ];
    for (name, make, [of_save, of_load]) in ways {
        let path = folder.join(name);
        make(&path);
        let before = what_is(&path);
        run(&path, "1 F5").complains("Could not save.", of_save);
        run(&path, "1 F9").complains("Bad save file.", of_load);
        assert_eq!(what_is(&path), before, "{name}");
    }
    run(Path::new("/dev/null"), "1 F5").complains("Could not save.", NO_FILE);
    assert_eq!(leftovers(&folder), 0);
    // A save that cannot be loaded is one, and so is an empty file.
    for text in [&b" \nRLSAVE 3\nold"[..], b"", b"RLSAVE 3\n\xff"] {
        let path = folder.join("game.save");
        fs::write(&path, text).unwrap();
        run(&path, "1 F9").complains("Bad save file.", "line ");
        run(&path, "1 F5").says("Game saved.");
    }
    // A sparse file, which takes no space on the disk.
    let path = folder.join("large");
    File::create(&path).unwrap().set_len(300 << 20).unwrap();
    run(&path, "1 F9").complains("Bad save file.", "it is larger than");
}

#[test]
fn links_are_followed_and_stay() {
    let folder = scratch("links");
    fs::create_dir(folder.join("far")).unwrap();
    let (target, link, second) =
        (folder.join("far/real.save"), folder.join("game.save"), folder.join("second"));
    symlink("far/real.save", &link).unwrap();
    symlink(&link, &second).unwrap();
    // The first save goes where a link leads to nothing yet, the second replaces what is there then.
    for (path, keys) in [(&second, "1 F5"), (&link, "1 Right F5"), (&second, "1 Right Right F5")] {
        let before = fs::read(&target).ok();
        run(path, keys).says("Game saved.");
        assert_ne!(fs::read(&target).ok(), before);
        assert!(link.is_symlink() && second.is_symlink() && !target.is_symlink());
        run(path, "1 F9").says("Game loaded.");
    }
    assert_eq!(leftovers(&folder) + leftovers(&folder.join("far")), 0);
}

#[test]
fn private_saves_stay_private_and_protected_ones_unchanged() {
    let path = scratch("protected").join("game.save");
    run(&path, "1 F5").says("Game saved.");
    for mode in [0o600, 0o640] {
        fs::set_permissions(&path, Permissions::from_mode(mode)).unwrap();
        run(&path, "1 Right F5").says("Game saved.");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, mode);
    }
    let old = fs::read(&path).unwrap();
    fs::set_permissions(&path, Permissions::from_mode(0o444)).unwrap();
    let mut game = without_privileges(&roguelike(42, &path, "1 Left F5"));
    Told::by(&mut game).complains("Could not save.", "it is write-protected");
    assert_eq!(fs::read(&path).unwrap(), old);
    run(&path, "2 F9").says("Game loaded.");
}

#[test]
fn what_cannot_be_read_is_neither_empty_nor_replaced() {
    let home = scratch("closed");
    let data = home.join(".local/share/roguelike-sdl2");
    fs::create_dir_all(&data).unwrap();
    let letter = home.join("letter");
    fs::write(&letter, "Dear reader").unwrap();
    fs::set_permissions(&letter, Permissions::from_mode(0o200)).unwrap();
    fs::set_permissions(&data, Permissions::from_mode(0o000)).unwrap();
    let cases = [
        (vec!["runs"], 1, "cannot read the folder"),
        (vec!["trace", "--seed", "3", "-o", letter.to_str().unwrap()], 2, "its contents cannot be read"),
    ];
    let told = cases.map(|(arguments, code, words)| {
        (Told::by(&mut without_privileges(at_home(PROGRAM, &home).args(arguments))), code, words)
    });
    // The folder of the tests can be removed again.
    fs::set_permissions(&data, Permissions::from_mode(0o755)).unwrap();
    told.iter().for_each(|(told, code, words)| told.fails(*code, words));
    fs::set_permissions(&letter, Permissions::from_mode(0o600)).unwrap();
    assert_eq!(fs::read(&letter).unwrap(), b"Dear reader");
}

#[test]
fn any_file_name_can_be_used() {
    let folder = scratch("names");
    let longest = "n".repeat(255);
    let names =
        [OsStr::new("a b'c\"$"), OsStr::new("größe"), OsStr::from_bytes(b"\xff\xfe"), OsStr::new(&longest)];
    for name in names {
        let path = folder.join(name);
        run(&path, "1 F5").says("Game saved.");
        run(&path, "1 F9").says("Game loaded.");
    }
    let mut here = roguelike(42, Path::new("here.save"), "1 F5 F9");
    Told::by(here.current_dir(&folder)).says("Game loaded.");
    assert!(folder.join("here.save").exists());
    for (path, reason) in [("..", "it is a folder"), ("missing/..", ""), ("/", "it is a folder")] {
        let mut game = roguelike(42, Path::new(path), "1 F5");
        Told::by(game.current_dir(&folder)).complains("Could not save.", reason);
    }
    assert_eq!(leftovers(&folder), 0);
}

#[test]
fn only_unlocked_temporary_files_are_removed() {
    let folder = scratch("tidied");
    let left = |name: &str| folder.join(name);
    let [abandoned, held, link, sub] =
        ["0123456789abcdef", "0123456789abcde0", "4444444444444444", "3333333333333333"]
            .map(|number| left(&format!(".roguelike-{number}.tmp")));
    let others = [
        "game.save.tmp",
        ".roguelike",
        "roguelike-0123456789abcdef.tmp",
        ".roguelike-0123456789abcdef.save",
        ".roguelike-notes.tmp",
        ".roguelike-0123456789abcde.tmp",
        ".roguelike-0123456789ABCDEF.tmp",
    ];
    let others = others.map(left);
    others.iter().chain([&abandoned, &held]).for_each(|path| fs::write(path, "half a fi").unwrap());
    fs::create_dir(&sub).unwrap();
    symlink(&held, &link).unwrap();
    let file = File::options().write(true).open(&held).unwrap();
    file.lock().unwrap();
    write_whole(&left("game.save"), b"new").unwrap();
    assert!(!abandoned.exists());
    assert!(held.exists() && others.iter().all(|other| other.exists()));
    assert!(sub.is_dir() && link.is_symlink());
    // Closing it is not enough: a process that another test starts at this moment has it open as well.
    file.unlock().unwrap();
    drop(file);
    write_whole(&left("game.save"), b"newer").unwrap();
    assert!(!held.exists());
    assert_eq!(fs::read(left("game.save")).unwrap(), b"newer");
}

/// `--save-file` of another part: its save is not worth less than a letter.
#[test]
fn a_save_of_another_format_is_not_replaced() {
    let path = scratch("other_format").join("game.save");
    run(&path, "1 F5").says("Game saved.");
    let save = fs::read(&path).unwrap();
    let arguments = ["trace", "--part", "15", "--seed", "1", "--keys", "1 Right F5", "--save-file"];
    let told = Told::by(Command::new(PROGRAM).args(arguments).arg(&path));
    assert!(told.err.contains("it is the save of a part with another format"), "{told:?}");
    assert_eq!(fs::read(&path).unwrap(), save);
}
