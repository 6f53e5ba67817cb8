//! `verify --set`: constants that a program changes on purpose. The search has to be there: it plays
//! the rules with them.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::record;
use roguelike::trace::Form;

/// Returns the exit code, the output and the errors of the command.
fn verify(arguments: &[&str]) -> (i32, String, String) {
    let command =
        Command::new(env!("CARGO_BIN_EXE_roguelike-compare")).arg("verify").args(arguments).output();
    let output = command.unwrap();
    let [out, errors] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    (output.status.code().unwrap(), out, errors)
}

#[test]
fn own_constants_are_set_on_the_command_line() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("set-{}.trace", std::process::id()));
    let text = record(7, 42, "Right Left Down Up", Form::Full);
    fs::write(&path, text.replace(" power 5 alive 1", " power 8 alive 1")).unwrap();
    let name = path.to_str().unwrap();
    let is_refused = |set: &[&str], words: &str| {
        let sets: Vec<&str> = set.iter().flat_map(|set| ["--set", set]).collect();
        let (code, out, errors) = verify(&[&sets, &[name][..]].concat());
        assert!(code == 2 && out.is_empty() && errors.lines().count() == 1, "{set:?}: {out}{errors}");
        assert!(errors.contains(words), "{set:?}: {errors}");
    };
    let (code, out, errors) = verify(&["--set", "POWER=8", "--step", "2", name]);
    assert_eq!(code, 0, "{out}{errors}");
    assert!(out.starts_with("with POWER 8 as in your program:\nok "), "{out}");
    assert!(out.contains("\nstep 2 of 4, Left: as expected\n"), "{out}");
    let (code, out, _) = verify(&["--set", "POWER=7", "--json", name]);
    assert!(code == 1 && out.contains("\"set\":[\"POWER 7\"]") && out.contains(" power 7, rec"), "{out}");
    is_refused(&["POWR=8"], "no constant POWR can be set; there are ");
    is_refused(&["POWR=8"], " RADIUS");
    is_refused(&["POWER=8", "RADIUS=9", "HP=31", "ROOM_MIN=5"], "at most three constants");
    is_refused(&["POWER=8", "POWER=7"], "each only once");
    is_refused(&["POWER=many"], "with a value from 0 to 9999");
    // The rules with other constants do not save.
    let text = record(15, 3, "1 F5", Form::Normal).replacen("\nstep 2 ", "\n# saved garbage\nstep 2 ", 1);
    fs::write(&path, text).unwrap();
    let (code, out, _) = verify(&["--set", "RADIUS=11", name]);
    assert!(code == 0 && out.contains("not compared: the save file (with --set)"), "{out}");
    fs::remove_file(path).unwrap();
}
