//! Killed while it saves, out of space, two at once, every kind of path: the save file is the old or the new one, whole, and
//! the player is told what happened. Real processes and real files.
//!
//! `ROGUELIKE_KILLS=500 cargo test --test unbreakable -- --nocapture` kills more often. `ROGUELIKE_NO_MOUNT=1` does without a
//! full disk where nobody may mount one, which fails otherwise.
#![cfg(unix)]

#[path = "common/scratch.rs"]
mod scratch;

use std::collections::HashSet;
use std::env;
use std::ffi::OsStr;
use std::fs::{self, File, Permissions};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::process::{self, Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use roguelike::event::Event;
use roguelike::game::{Game, Setup};
use roguelike::part::Part;
use roguelike::rng::{Rng, StdLib};
use roguelike::support::file::write_whole;
use roguelike::trace::key_script::KeyReader;
use roguelike::trace::record::Recorder;
use scratch::scratch;

/// The program, about to play Part 17 with this seed and these keys without a window.
fn roguelike(seed: u32, save_file: &Path, keys: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_roguelike"));
    command.args(["trace", "--seed", &seed.to_string(), "--keys", keys, "--save-file"]).arg(save_file);
    command
}

/// What a run printed that has come to its end.
struct Told {
    out: String,
    err: String,
}

fn finish(output: Output) -> Told {
    let told = Told {
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    };
    assert_eq!(output.status.code(), Some(0), "{}", told.err);
    assert!(!told.err.contains("panicked"), "{}", told.err);
    told
}

fn run(save_file: &Path, keys: &str) -> Told {
    finish(roguelike(42, save_file, keys).output().unwrap())
}

impl Told {
    /// The game said this, and nothing on standard error.
    fn says(&self, message: &str) {
        assert!(self.out.contains(&format!("\nlog {message}\n")), "{message} is missing: {}", self.err);
        assert_eq!(self.err, "");
    }

    /// The game said this, and why, in one line that names the file.
    fn complains(&self, message: &str, reason: &str) {
        assert!(self.out.contains(&format!("\nlog {message}\n")), "{message} is missing: {}", self.err);
        assert!(self.err.starts_with("roguelike: cannot "), "{}", self.err);
        assert!(self.err.contains(reason), "not {reason}: {}", self.err);
        assert_eq!(self.err.lines().count(), 1, "{}", self.err);
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
        if game.events() == [Event::Saved] {
            saves.push(game.save_text());
        }
    }
    saves
}

/// Waits until a child has replaced the file, which takes it a while to get to where there is much else to do.
fn wait_for_a_save(child: &mut Child, path: &Path, old: &str) {
    const PATIENCE: Duration = Duration::from_secs(60);
    let start = Instant::now();
    while fs::read_to_string(path).unwrap() == old {
        let ended = child.try_wait().unwrap();
        assert!(
            start.elapsed() < PATIENCE,
            "after {PATIENCE:?} the child has saved nothing new; it: {ended:?}"
        );
        thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn killed_at_any_moment_it_leaves_a_whole_file() {
    let kills = match env::var("ROGUELIKE_KILLS") {
        Ok(number) => number.parse().expect("ROGUELIKE_KILLS is a number"),
        Err(_) => 25,
    };
    let folder = scratch("killed");
    let path = folder.join("game.save");
    let keys = restless(3_000);
    let saves = saves_of(42, &keys);
    let whole: HashSet<&str> = saves.iter().map(String::as_str).collect();
    assert!(whole.len() > 5_000, "the run saves too seldom to be caught at it");
    let mut text = saves[0].clone();
    fs::write(&path, &text).unwrap();
    let mut moments = Rng::new(process::id(), StdLib::default());
    let (mut found, mut interrupted) = (HashSet::new(), 0);
    for _ in 0..kills {
        let mut child = roguelike(42, &path, &keys)
            .arg("--brief")
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        wait_for_a_save(&mut child, &path, &text);
        thread::sleep(Duration::from_micros(moments.uniform(0, 60_000).unsigned_abs().into()));
        child.kill().unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
        text = fs::read_to_string(&path).unwrap();
        assert!(whole.contains(text.as_str()), "neither the old nor the new file: {text}");
        let left = leftovers(&folder);
        assert!(left <= 1, "{left} unfinished files: nobody tidies up");
        interrupted += left;
        found.insert(text.clone());
    }
    println!(
        "{kills} kills, {interrupted} of them in the middle of a file; {} different saves found",
        found.len()
    );
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
    }
    println!("{looks} looks at the file while two games saved to it");
    for (game, seed) in games.into_iter().zip([42, 43]) {
        assert_eq!(finish(game.wait_with_output().unwrap()).err, "");
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
    // A limit far below a save's size, and no signal when it is met: writing fails as on a full disk.
    let game = roguelike(42, &path, "1 Right Down F5");
    let mut limited = Command::new("sh");
    limited
        .args(["-c", "trap '' XFSZ; ulimit -f 1; exec \"$@\"", "sh"])
        .arg(game.get_program())
        .args(game.get_args());
    finish(limited.output().unwrap()).complains("Could not save.", "game.save");
    assert_eq!(fs::read(&path).unwrap(), old);
    assert_eq!(leftovers(&folder), 0);
    run(&path, "2 F9 Left").says("Game loaded.");
}

/// Plays on a disk that is full, if one can be had: a small one that is mounted for the purpose, by whoever may become root of a
/// namespace or is root, or what a container has for shared memory. Gives a folder with what was found, and the program's output.
fn on_a_full_disk() -> Option<(PathBuf, Output)> {
    let mount = "mount -t tmpfs -o size=16k tmpfs \"$disk\"";
    // A desktop's shared memory is half of all it has; nobody wants that to be full.
    let share = "test $(df --output=size --block-size=1M \"$disk\" | tail -n 1) -le 1024";
    let ways: [(&[&str], &str, &str); 3] = [
        (&["unshare", "--user", "--map-root-user", "--mount"], mount, "disk"),
        (&["unshare", "--mount"], mount, "disk"),
        (&["env"], share, "/dev/shm/roguelike-full-disk"),
    ];
    ways.into_iter().find_map(|(way, make, disk)| {
        let folder = scratch("full_disk");
        let mut command = Command::new(way[0]);
        command.args(&way[1..]).args(["sh", "-c", &make_and_fill(make), "sh"]);
        let output =
            command.arg(&folder).arg(folder.join(disk)).arg(env!("CARGO_BIN_EXE_roguelike")).output();
        let made = folder.join("made").exists();
        if !made {
            println!("{}: {output:?}", way.join(" "));
        }
        output.ok().filter(|_| made).map(|output| (folder, output))
    })
}

/// A script: makes a disk, saves, fills the rest of the disk, saves again.
fn make_and_fill(make: &str) -> String {
    format!(
        "set -e
        folder=$1 disk=$2 program=$3
        mkdir \"$disk\"
        trap 'rm -rf \"$disk\"/*; cd /; umount \"$disk\" 2> /dev/null || :; rmdir \"$disk\"' EXIT
        {make}
        touch \"$folder/made\"
        save=$disk/game.save
        \"$program\" trace --seed 42 --save-file \"$save\" --keys '1 F5' > \"$folder/first\"
        cp \"$save\" \"$folder/old\"
        head -c 2G /dev/zero > \"$disk/full\" 2> /dev/null || :
        \"$program\" trace --seed 42 --save-file \"$save\" --keys '1 Right Down F5'
        cp \"$save\" \"$folder/kept\"
        ls -A \"$disk\" > \"$folder/list\""
    )
}

#[test]
fn a_full_disk_keeps_the_old_save() {
    let Some((folder, output)) = on_a_full_disk() else {
        assert!(
            env::var_os("ROGUELIKE_FULL_DISK").is_none(),
            "no small disk was to be had, though ROGUELIKE_FULL_DISK says that one is"
        );
        // Who may not make one is no worse off: a file that may not grow meets the same code, above.
        return println!(
            "skipped: it takes user namespaces (unshare --user), root (unshare --mount) or a small /dev/shm"
        );
    };
    finish(output).complains("Could not save.", "No space left on device");
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    assert!(read("first").contains("\nlog Game saved.\n"));
    assert!(read("old").starts_with("RLSAVE 3\n"));
    assert_eq!(read("kept"), read("old"));
    assert_eq!(read("list"), "full\ngame.save\n");
}

#[test]
fn a_folder_in_the_way_stays() {
    let path = scratch("folder").join("game.save");
    fs::create_dir(&path).unwrap();
    run(&path, "1 F5").complains("Could not save.", "it is a folder");
    run(&path, "1 F9").complains("Bad save file.", "it is no regular file");
    assert_eq!(fs::read_dir(&path).unwrap().count(), 0);
}

#[test]
fn what_is_no_file_stays_what_it_is() {
    let folder = scratch("no_file");
    let socket = folder.join("socket");
    let _listener = UnixListener::bind(&socket).unwrap();
    let pipe = folder.join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for path in [&socket, &pipe, Path::new("/dev/null")] {
        let kind = fs::metadata(path).unwrap().file_type();
        // Opening the pipe would wait for somebody at its other end.
        run(path, "1 F5").complains("Could not save.", "it is no regular file");
        run(path, "1 F9").complains("Bad save file.", "it is no regular file");
        assert_eq!(fs::metadata(path).unwrap().file_type(), kind);
    }
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
    let circle = folder.join("circle");
    symlink("circle", &circle).unwrap();
    run(&circle, "1 F5").complains("Could not save.", "circle");
    run(&circle, "1 F9").complains("Bad save file.", "circle");
    assert!(circle.is_symlink());
}

#[test]
fn a_write_protected_save_is_kept() {
    let path = scratch("protected").join("game.save");
    run(&path, "1 F5").says("Game saved.");
    let old = fs::read(&path).unwrap();
    fs::set_permissions(&path, Permissions::from_mode(0o444)).unwrap();
    run(&path, "1 Right F5").complains("Could not save.", "it is write-protected");
    assert_eq!(fs::read(&path).unwrap(), old);
    run(&path, "2 F9").says("Game loaded.");
}

#[test]
fn a_private_save_stays_private() {
    let path = scratch("private").join("game.save");
    run(&path, "1 F5").says("Game saved.");
    for mode in [0o600, 0o640] {
        fs::set_permissions(&path, Permissions::from_mode(mode)).unwrap();
        run(&path, "1 Right F5").says("Game saved.");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, mode);
    }
}

#[test]
fn places_come_and_go_between_runs() {
    let folder = scratch("come_and_go").join("mine");
    let path = folder.join("game.save");
    run(&path, "1 F9").says("No save found.");
    run(&path, "1 F5").complains("Could not save.", "No such file or directory");
    fs::create_dir(&folder).unwrap();
    run(&path, "1 F5").says("Game saved.");
    fs::remove_file(&path).unwrap();
    run(&path, "1 F9").says("No save found.");
    fs::remove_dir(&folder).unwrap();
    run(&path, "1 F5").complains("Could not save.", "No such file or directory");
    // A file where there was a folder.
    fs::write(&folder, "").unwrap();
    run(&path, "1 F5").complains("Could not save.", "Not a directory");
    run(&path, "1 F9").complains("Bad save file.", "Not a directory");
    assert_eq!(fs::read(&folder).unwrap(), b"");
}

#[test]
fn any_name_will_do() {
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
    finish(here.current_dir(&folder).output().unwrap()).says("Game loaded.");
    assert!(folder.join("here.save").exists());
    for (path, reason) in [("..", "it is a folder"), ("missing/..", ""), ("/", "it is a folder")] {
        let mut game = roguelike(42, Path::new(path), "1 F5");
        finish(game.current_dir(&folder).output().unwrap()).complains("Could not save.", reason);
    }
    assert_eq!(leftovers(&folder), 0);
}

#[test]
fn what_cannot_be_text_is_refused() {
    let path = scratch("no_text").join("game.save");
    fs::write(&path, b"RLSAVE 3\n\xff").unwrap();
    run(&path, "1 F9").complains("Bad save file.", "line 2: this is not UTF-8");
    // All of it holes, which cost no disk.
    File::create(&path).unwrap().set_len(300 << 20).unwrap();
    run(&path, "1 F9").complains("Bad save file.", "it is larger than");
    fs::write(&path, b"").unwrap();
    run(&path, "1 F9").complains("Bad save file.", "line 1");
}

#[test]
fn only_what_nobody_holds_is_tidied_away() {
    let folder = scratch("tidied");
    let left = |name: &str| folder.join(name);
    let abandoned = left(".roguelike-1-0.tmp");
    let held = left(".roguelike-2-0.tmp");
    let others =
        [left("game.save.tmp"), left(".roguelike"), left("roguelike-1-0.tmp"), left(".roguelike-1-0.save")];
    fs::write(&abandoned, "half a fi").unwrap();
    fs::write(&held, "half a fi").unwrap();
    fs::create_dir(left(".roguelike-3-0.tmp")).unwrap();
    symlink(&held, left(".roguelike-4-0.tmp")).unwrap();
    others.iter().for_each(|other| fs::write(other, "").unwrap());
    let file = File::options().write(true).open(&held).unwrap();
    file.lock().unwrap();
    write_whole(&left("game.save"), b"new").unwrap();
    assert!(!abandoned.exists());
    assert!(held.exists() && others.iter().all(|other| other.exists()));
    assert!(left(".roguelike-3-0.tmp").is_dir() && left(".roguelike-4-0.tmp").is_symlink());
    drop(file);
    write_whole(&left("game.save"), b"newer").unwrap();
    assert!(!held.exists());
    assert_eq!(fs::read(left("game.save")).unwrap(), b"newer");
}

#[test]
fn many_writers_and_readers_of_one_file_see_whole_files() {
    let folder = scratch("many_writers");
    let path = folder.join("file");
    // Each writer has a letter and a length of its own.
    let contents: Vec<Vec<u8>> =
        (0..4).map(|writer| vec![b'a' + writer; 1 + 70_000 * usize::from(writer)]).collect();
    write_whole(&path, &contents[0]).unwrap();
    thread::scope(|scope| {
        for content in &contents {
            scope.spawn(|| (0..25).for_each(|_| write_whole(&path, content).unwrap()));
        }
        scope.spawn(|| {
            for _ in 0..400 {
                assert!(contents.contains(&fs::read(&path).unwrap()), "a mixture");
            }
        });
    });
    assert_eq!(leftovers(&folder), 0);
}

#[test]
fn pictures_and_recordings_fail_in_one_line() {
    let folder = scratch("pictures");
    let protected = folder.join("protected.png");
    fs::write(&protected, "mine").unwrap();
    fs::set_permissions(&protected, Permissions::from_mode(0o444)).unwrap();
    for path in
        [folder.clone(), folder.join("missing/map.png"), protected.clone(), PathBuf::from("/dev/null")]
    {
        let mut shot = Command::new(env!("CARGO_BIN_EXE_roguelike"));
        let output = shot.args(["shot", "--part", "1", "--seed", "1", "-o"]).arg(&path).output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{err}");
        assert!(err.starts_with("roguelike: ") && err.contains(path.to_str().unwrap()), "{err}");
        assert_eq!(err.lines().count(), 1, "{err}");
    }
    assert_eq!(fs::read(&protected).unwrap(), b"mine");
    assert!(!fs::metadata("/dev/null").unwrap().is_file());

    let setup = Setup::new(Part::LAST, 1);
    let game = Game::new(setup.clone());
    for path in [folder.clone(), folder.join("missing/run.trace"), protected.join("run.trace")] {
        assert!(Recorder::new(&path, &setup, &game).is_err(), "{}", path.display());
    }
    let path = folder.join("run.trace");
    Recorder::new(&path, &setup, &game).unwrap();
    assert!(fs::read_to_string(&path).unwrap().starts_with("roguelike-trace 1\npart 17\nseed 1\n"));
}
