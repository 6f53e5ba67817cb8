//! Killed while it saves, out of space, two at once, every kind of path: the save file is the old or the new
//! one, whole, and the player is told what happened. Real processes and real files.
//!
//! `ROGUELIKE_KILLS=500 cargo test --test unbreakable -- --nocapture` kills more often.
//! `ROGUELIKE_FULL_DISK=1` makes it a failure if no full disk can be made.
#![cfg(unix)]

#[path = "common/limited.rs"]
mod limited;
#[path = "common/scratch.rs"]
mod scratch;

use std::collections::HashSet;
use std::env;
use std::ffi::OsStr;
use std::fs::{self, File, Permissions};
use std::io::{self, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use limited::{may_write_blocks, without_privileges};
use roguelike::game::{Answer, Game, Setup};
use roguelike::keys::script::KeyReader;
use roguelike::part::Part;
use roguelike::rng::{Rng, StdLib};
use roguelike::support::file::write_whole;
use scratch::scratch;

/// The program, about to play Part 17 with this seed and these keys without a window.
fn roguelike(seed: u32, save_file: &Path, keys: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_roguelike"));
    command.args(["trace", "--seed", &seed.to_string(), "--keys", keys, "--save-file"]).arg(save_file);
    command
}

/// The output of a run that has ended.
struct RunOutput {
    out: String,
    err: String,
}

fn finish(output: Output) -> RunOutput {
    let told = RunOutput {
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    };
    // A run goes on after a save or load that failed, but its exit code reports the failure.
    let expected = if told.err.is_empty() { 0 } else { 1 };
    assert_eq!(output.status.code(), Some(expected), "{}", told.err);
    assert!(!told.err.contains("panicked"), "{}", told.err);
    told
}

fn run(save_file: &Path, keys: &str) -> RunOutput {
    finish(roguelike(42, save_file, keys).output().unwrap())
}

impl RunOutput {
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
        if game.answer() == Some(&Answer::Saved) {
            saves.push(game.save_text());
        }
    }
    saves
}

/// Waits for something, with pauses that are shorter than the writing of a file. A test that waits for
/// nothing fails.
fn wait_until(what: &str, child: &mut Child, mut happened: impl FnMut() -> bool) {
    const PATIENCE: Duration = Duration::from_secs(60);
    let start = Instant::now();
    while !happened() {
        assert!(start.elapsed() < PATIENCE, "{what}: not in {PATIENCE:?}; the child: {:?}", child.try_wait());
        thread::sleep(Duration::from_micros(50));
    }
}

/// Returns another seed in every run of the tests, and prints it.
fn new_seed(test: &str) -> u32 {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap();
    let seed = env::var("ROGUELIKE_SEED").map_or(now.subsec_nanos(), |seed| seed.parse().expect("a seed"));
    println!("{test}: seed {seed}; ROGUELIKE_SEED={seed} repeats it");
    seed
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
    let mut moments = Rng::new(new_seed("kills"), StdLib::default());
    let (mut found, mut interrupted) = (HashSet::new(), 0);
    for kill in 0.. {
        // Every other kill waits for a number of saves, the others for a file that is being written.
        let mut child = roguelike(42, &path, &keys)
            .arg("--brief")
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        wait_until("a save", &mut child, || fs::read_to_string(&path).unwrap() != text);
        if kill % 2 == 0 {
            for _ in 0..moments.uniform(0, 5) {
                let last = fs::read_to_string(&path).unwrap();
                wait_until("another save", &mut child, || fs::read_to_string(&path).unwrap() != last);
            }
        } else {
            wait_until("a save that is being written", &mut child, || leftovers(&folder) > 0);
        }
        child.kill().unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
        text = fs::read_to_string(&path).unwrap();
        assert!(whole.contains(text.as_str()), "neither the old nor the new file: {text}");
        let left = leftovers(&folder);
        assert!(left <= 1, "{left} unfinished files: those before are not removed");
        interrupted += left;
        found.insert(text.clone());
        // Kills have to hit the writing too, or the test says nothing about it.
        if kill + 1 >= kills && interrupted > 0 {
            println!(
                "{} kills, {interrupted} of them in the middle of a file; {} saves found",
                kill + 1,
                found.len()
            );
            break;
        }
        assert!(kill < kills + 200, "none of {kill} kills hit a file that was being written");
    }
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
    // A limit far below a save's size. Its signal does not end the game: the save fails as on a full disk.
    let game = roguelike(42, &path, "1 Right Down F5 Left");
    let mut limited = may_write_blocks(1);
    limited.arg(game.get_program()).args(game.get_args());
    let told = finish(limited.output().unwrap());
    told.complains("Could not save.", "game.save");
    assert!(told.out.contains("\nstep 5 Left\n"), "the game goes on");
    assert_eq!(fs::read(&path).unwrap(), old);
    assert_eq!(leftovers(&folder), 0);
    run(&path, "2 F9 Left").says("Game loaded.");
}

/// Plays on a disk that is full, if one can be made: a small one that is mounted for the purpose, by a
/// process that may become root of a namespace or is root, or what a container has for shared memory. Returns
/// a folder with the files that it had, and the program's output.
fn on_a_full_disk() -> Option<(PathBuf, Output)> {
    let mount = "mount -t tmpfs -o size=16k tmpfs \"$disk\"";
    // A desktop's shared memory is half of all it has; a test must not fill it.
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
        \"$program\" trace --seed 42 --save-file \"$save\" --keys '1 Right Down F5' || code=$?
        cp \"$save\" \"$folder/kept\"
        ls -A \"$disk\" > \"$folder/list\"
        exit $code"
    )
}

#[test]
fn a_full_disk_keeps_the_old_save() {
    let Some((folder, output)) = on_a_full_disk() else {
        assert!(
            env::var_os("ROGUELIKE_FULL_DISK").is_none(),
            "no small disk could be made, but ROGUELIKE_FULL_DISK requires one"
        );
        // The test above with a file that may not grow covers the same code.
        // The harness hides what `println!` prints in a test that passes.
        let reason = "it takes user namespaces (unshare --user), root (unshare --mount) or a small /dev/shm";
        return writeln!(io::stderr(), "a_full_disk_keeps_the_old_save was left out: {reason}").unwrap();
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
        // Opening the pipe would wait for a process at its other end.
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
    let mut game = without_privileges(&roguelike(42, &path, "1 Right F5"));
    finish(game.output().unwrap()).complains("Could not save.", "it is write-protected");
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
        (vec!["keys", "--part", "3", "-o", letter.to_str().unwrap()], 2, "what is in it cannot be seen"),
    ];
    let outputs = cases.map(|(arguments, code, words)| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_roguelike"));
        let mut limited = without_privileges(command.args(arguments));
        (limited.env("HOME", &home).env_remove("XDG_DATA_HOME").output().unwrap(), code, words)
    });
    // The folder of the tests can be removed again.
    fs::set_permissions(&data, Permissions::from_mode(0o755)).unwrap();
    for (output, code, words) in outputs {
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), told.lines().count()), (Some(code), 1), "{told}");
        assert!(told.contains(words), "{words}: {told}");
    }
    fs::set_permissions(&letter, Permissions::from_mode(0o600)).unwrap();
    assert_eq!(fs::read(&letter).unwrap(), b"Dear reader");
}

#[test]
fn f5_replaces_a_save_or_an_empty_file_and_nothing_else() {
    let folder = scratch("foreign");
    let path = folder.join("game.save");
    fs::write(&path, "").unwrap();
    run(&path, "1 F5").says("Game saved.");
    // Also one that cannot be loaded, and what a link leads to.
    fs::write(&path, " \nRLSAVE 2\nold").unwrap();
    run(&path, "1 F5").says("Game saved.");
    let link = folder.join("link");
    symlink(&path, &link).unwrap();
    for foreign in ["roguelike-trace 1\n", "my letter", "\n", "RLSAV"] {
        fs::write(&path, foreign).unwrap();
        for path in [&path, &link] {
            run(path, "1 F5").complains("Could not save.", "it is no save file");
        }
        assert_eq!(fs::read_to_string(&path).unwrap(), foreign);
    }
    assert_eq!(leftovers(&folder), 0);
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
    // A sparse file, which takes no space on the disk.
    File::create(&path).unwrap().set_len(300 << 20).unwrap();
    run(&path, "1 F9").complains("Bad save file.", "it is larger than");
    fs::write(&path, b"").unwrap();
    run(&path, "1 F9").complains("Bad save file.", "line 1");
}

#[test]
fn only_unlocked_temporary_files_are_removed() {
    let folder = scratch("tidied");
    let left = |name: &str| folder.join(name);
    let abandoned = left(".roguelike-0123456789abcdef.tmp");
    let held = left(".roguelike-0123456789abcde0.tmp");
    let others = [
        "game.save.tmp",
        ".roguelike",
        "roguelike-0123456789abcdef.tmp",
        ".roguelike-0123456789abcdef.save",
        ".roguelike-notes.tmp",
        ".roguelike-0123456789abcde.tmp",
        ".roguelike-0123456789ABCDEF.tmp",
    ]
    .map(left);
    fs::write(&abandoned, "half a fi").unwrap();
    fs::write(&held, "half a fi").unwrap();
    fs::create_dir(left(".roguelike-3333333333333333.tmp")).unwrap();
    symlink(&held, left(".roguelike-4444444444444444.tmp")).unwrap();
    others.iter().for_each(|other| fs::write(other, "").unwrap());
    let file = File::options().write(true).open(&held).unwrap();
    file.lock().unwrap();
    write_whole(&left("game.save"), b"new").unwrap();
    assert!(!abandoned.exists());
    assert!(held.exists() && others.iter().all(|other| other.exists()));
    assert!(
        left(".roguelike-3333333333333333.tmp").is_dir()
            && left(".roguelike-4444444444444444.tmp").is_symlink()
    );
    // Closing it is not enough: a process that another test starts at this moment has it open as well.
    file.unlock().unwrap();
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
