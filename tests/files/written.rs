//! Recordings, pictures and texts that cannot be written as wished, and inputs without an end: each gets one
//! line, and a recording always ends with a whole step.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use roguelike::game::{Game, Setup};
use roguelike::part::Part;
use roguelike::trace::record::{RecordError, Recorder};
use roguelike::trace::replay::Replay;

use crate::program::{Told, at_home, make_pipe, may_write_blocks};
use crate::recording::parse;
use crate::scratch::scratch;
use crate::{PROGRAM, without_privileges};

#[test]
fn pictures_and_recordings_fail_in_one_line() {
    let folder = scratch("pictures");
    let protected = folder.join("protected.png");
    let shot = |seed: &str, path: &Path| {
        let mut shot = Command::new(PROGRAM);
        shot.args(["shot", "--part", "1", "--seed", seed, "-o"]).arg(path);
        Told::by(&mut without_privileges(&shot))
    };
    assert_eq!(shot("2", &protected).code, Some(0));
    let old = fs::read(&protected).unwrap();
    fs::set_permissions(&protected, Permissions::from_mode(0o444)).unwrap();
    for path in
        [folder.clone(), folder.join("missing/map.png"), protected.clone(), PathBuf::from("/dev/null")]
    {
        shot("1", &path).fails(1, path.to_str().unwrap());
    }
    assert_eq!(fs::read(&protected).unwrap(), old);
    assert!(!fs::metadata("/dev/null").unwrap().is_file());

    let setup = Setup::new(Part::LAST, 1);
    let game = Game::new(setup.clone());
    for path in [folder.join("missing/run.trace"), protected.join("run.trace")] {
        let error = Recorder::new(&path, &setup, &game).err().expect("an error");
        assert!(
            !matches!(error, RecordError::Exists(_)) && error.to_string().contains(path.to_str().unwrap()),
            "{error}"
        );
    }
    let path = folder.join("run.trace");
    Recorder::new(&path, &setup, &game).unwrap();
    assert!(fs::read_to_string(&path).unwrap().starts_with("roguelike-trace 1\npart 17\nseed 1\n"));
}

#[test]
fn a_recording_on_a_full_disk_ends_with_a_whole_step() {
    let folder = scratch("full_recording");
    let path = folder.join("run.trace");
    let mut game = at_home(PROGRAM, &folder);
    game.args(["play", "--seed", "42", "--keys", "1 Right*20 Left*20", "--exit", "--mute", "--record"]);
    let told = Told::by(&mut may_write_blocks(20, game.arg(&path)));
    told.fails(1, "run.trace ends here: ");
    assert!(told.err.contains("begin another"), "{told:?}");
    let recorded = fs::read(&path).unwrap();
    let recording = parse(&recorded).unwrap();
    assert!((2..40).contains(&recording.steps.len()), "{} steps", recording.steps.len());
    assert!(recorded.len() > 8_000, "{} bytes", recorded.len());
    recording.assert_comes_out();
}

/// A script learns of it from the exit code, too. The recording has everything up to the end.
#[test]
fn a_failed_save_is_a_failure_and_is_recorded() {
    let folder = scratch("failed_save");
    let played = |name: &str, save: &Path, keys: &str| {
        let mut game = at_home(PROGRAM, &folder);
        game.args(["play", "--part", "17", "--seed", "8", "--exit", "--mute", "--keys", keys, "--save-file"]);
        let told = Told::by(game.arg(save).arg("--record").arg(folder.join(name)));
        parse(&fs::read(folder.join(name)).unwrap()).unwrap().assert_comes_out();
        told
    };
    let told = played("failed.trace", &folder.join("missing/x"), "2 Right*5 F5 Left");
    told.fails(1, "missing/x");
    assert!(fs::read_to_string(folder.join("failed.trace")).unwrap().contains("\nsave !\n"));
    let told = played("saved.trace", &folder.join("x"), "2 Right*5 F5 Left F9");
    assert_eq!((told.code, &*told.err), (Some(0), ""));
    fs::write(folder.join("x"), "RLSAVE 3 nonsense").unwrap();
    played("bad.trace", &folder.join("x"), "2 F9 Left").fails(1, "failed_save/x");
}

/// Pictures that cannot all be written leave nothing, so the next attempt can make their folder.
#[test]
fn frames_on_a_full_disk_leave_no_folder() {
    let folder = scratch("full_frames");
    let frames = folder.join("frames");
    let mut steps = at_home(PROGRAM, &folder);
    steps.args(["steps", "--part", "1", "--seed", "1", "--frames"]).arg(&frames);
    Told::by(&mut may_write_blocks(4, &steps)).fails(1, "frames/");
    assert!(!frames.exists());
    assert_eq!(Told::by(&mut steps).code, Some(0));
    assert!(frames.join("001.png").is_file());
}

#[test]
fn endless_inputs_are_refused() {
    let zero = Path::new("/dev/zero");
    let many = "Right*1000000 ".repeat(3_000);
    let pipe = scratch("endless").join("pipe");
    make_pipe(&pipe);
    for (arguments, reason) in [
        (vec!["trace", "--keys", &many], "more than 10000000 keys"),
        (vec!["trace", "--keys-file", "/dev/zero"], "unknown key"),
        (vec!["shot", "-o", "-", "--font", "/dev/zero"], "it is not a regular file"),
        (vec!["shot", "-o", "-", "--font", pipe.to_str().unwrap()], "it is not a regular file"),
        (vec!["play", "--replay", "/dev/zero"], "unknown key"),
    ] {
        let told = Told::by(Command::new(PROGRAM).args(&arguments));
        let problems: Vec<&str> = told.err.lines().filter(|line| line.starts_with("roguelike: ")).collect();
        assert!(told.code == Some(1) && problems.len() == 1 && problems[0].contains(reason), "{told:?}");
    }
    let error = Replay::read(zero).unwrap_err().to_string();
    assert!(error.contains("/dev/zero"), "{error}");
}
