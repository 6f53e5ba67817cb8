//! `roguelike diff`: two recordings of a program with rules of its own, before and after a change of its
//! code.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use super::miniature::change;
use super::{record, verify};
use roguelike::trace::Form;

/// A file that is removed at the end.
struct File(PathBuf);

impl File {
    fn new(name: &str, text: &str) -> File {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("diff-{}-{name}", std::process::id()));
        fs::write(&path, text).unwrap();
        File(path)
    }
}

impl Drop for File {
    fn drop(&mut self) {
        fs::remove_file(&self.0).unwrap();
    }
}

fn diff(arguments: &[&str], old: &File, new: &File) -> (i32, String, String) {
    let Output { status, stdout, stderr } = Command::new(env!("CARGO_BIN_EXE_roguelike-compare"))
        .arg("diff")
        .args(arguments)
        .args([&old.0, &new.0])
        .env_remove("DISPLAY")
        .output()
        .unwrap();
    let [out, errors] = [stdout, stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    (status.code().unwrap(), out, errors)
}

/// A program whose player is stronger than that of the series.
fn own(form: Form) -> String {
    record(7, 42, "Right Left Down Up", form).replace(" power 5 alive 1", " power 8 alive 1")
}

#[test]
fn a_refactored_program_is_equal_to_itself() {
    assert!(!verify(&own(Form::Normal)).is_ok());
    let old = File::new("old.trace", &own(Form::Normal));
    for form in [Form::Normal, Form::Full] {
        let new = File::new("new.trace", &own(form));
        let (code, out, errors) = diff(&[], &old, &new);
        assert!(code == 0 && out.starts_with("ok ") && out.contains(" (4 steps)\n"), "{out}");
        assert_eq!(errors, "");
        let (code, out, _) = diff(&["--json"], &old, &new);
        assert!(code == 0 && out.contains("\"ok\":true") && out.contains("\"not_reached\":[]"), "{out}");
    }
}

#[test]
fn the_first_step_that_differs_is_named_and_drawn() {
    let old = File::new("before.trace", &own(Form::Full));
    let text = change(&own(Form::Full), 3, "player ", |line| line.replacen("hp 30/", "hp 29/", 1));
    let new = File::new("after.trace", &text);
    let png = File::new("both.png", "");
    let (code, out, errors) = diff(&["--picture", png.0.to_str().unwrap()], &old, &new);
    assert!(code == 1 && out.starts_with("differs "), "{out}");
    assert!(
        out.contains(": step 3 of 4, Down\n") && out.contains("\n  player: hp 30, recorded 29\n"),
        "{out}"
    );
    // The rules of the series and the mistakes in them have nothing to say here.
    assert!(!out.contains("cause") && !out.contains("expected:") && errors.is_empty(), "{out}{errors}");
    assert!(fs::read(&png.0).unwrap().starts_with(b"\x89PNG\r\n\x1a\n"));
    let (code, out, _) = diff(&["--json"], &old, &new);
    assert!(code == 1 && out.contains("\"cause\":null") && out.contains("\"step\":3,"), "{out}");
    // A list that is empty in one of them is compared.
    let lines = own(Form::Normal);
    let none: String =
        lines.lines().filter(|line| !line.starts_with("monster ")).map(|line| format!("{line}\n")).collect();
    let none = File::new("none.trace", &none);
    assert!(diff(&[], &old, &none).1.contains("\n  no monsters, "));
    assert!(diff(&[], &none, &old).1.contains(" is recorded, but should not be there\n"));
}

/// A recording that was cut off has the same keys, as far as it goes.
#[test]
fn what_one_of_the_two_lacks_is_named() {
    let text = own(Form::Normal);
    let whole = File::new("whole.trace", &text);
    let cut = File::new("cut.trace", &text[..text.find("\nstep 4 ").unwrap() + 20]);
    let lines = text.split_inclusive('\n').filter(|line| !line.starts_with("player "));
    let without = File::new("without.trace", &lines.collect::<String>());
    for (old, new, words) in [
        (&whole, &cut, "the steps after step 3 ("),
        (&cut, &whole, "the steps after step 3, where the older recording ends"),
        (&whole, &without, "not compared: player"),
        (&without, &whole, "not compared: player (not in the older recording)"),
    ] {
        let (code, out, errors) = diff(&[], old, new);
        assert!(code == 0 && out.starts_with("ok ") && out.contains(words), "{words}: {out}{errors}");
    }
    // A program that used to crash ends as its keys say.
    let quitting = record(7, 42, "Right Left Escape", Form::Normal).replacen(
        "\nstep 0",
        "\n# marks keys end close\nstep 0",
        1,
    );
    let crashed = File::new("crashed.trace", quitting.split("step 2 ").next().unwrap());
    let quitting = File::new("quitting.trace", &(quitting + "# end\n"));
    let (code, out, errors) = diff(&[], &crashed, &quitting);
    assert!(code == 0 && out.contains("where the older recording ends"), "{out}{errors}");
    // One of them goes on for a step.
    let longer = text.clone() + "step 5 X\n" + text.split("step 4 Up\n").nth(1).unwrap();
    let longer = File::new("longer.trace", &longer);
    for (old, new, words) in [
        (&whole, &longer, "not compared: the steps after step 4, where the older recording ends"),
        (&longer, &whole, "not compared: the steps of the older recording after step 4"),
    ] {
        let (code, out, errors) = diff(&[], old, new);
        assert!(code == 0 && out.starts_with("ok ") && out.contains(words), "{words}: {out}{errors}");
    }
    // Nothing is right where the two have nothing in common.
    let only = |kind: &str| {
        let is_kept = |line: &&str| {
            ["rogue", "part", "seed", "std", "step", kind].iter().any(|it| line.starts_with(it))
        };
        text.split_inclusive('\n').filter(is_kept).collect::<String>()
    };
    let (titles, players) =
        (File::new("titles.trace", &only("title")), File::new("players.trace", &only("player")));
    let (code, out, errors) = diff(&[], &titles, &players);
    assert!(code == 2 && errors.contains("nothing could be compared"), "{out}{errors}");
}

#[test]
fn recordings_of_other_games_are_refused() {
    let old = File::new("one.trace", &own(Form::Normal));
    for (text, words) in [
        (record(7, 43, "Right Left Down Up", Form::Normal), "another part, seed, standard library or view"),
        (
            own(Form::Normal).replacen("step 2 Left", "step 2 Right", 1),
            "the key is Right, but Left in the older",
        ),
        ("my own text\n".to_owned(), "this is not a trace"),
    ] {
        let new = File::new("other.trace", &text);
        let (code, out, errors) = diff(&[], &old, &new);
        assert!(code == 2 && errors.contains(words) && errors.lines().count() == 1, "{words}: {out}{errors}");
    }
    let brief = File::new("brief.trace", &record(7, 42, "Right", Form::Brief));
    let (code, _, errors) = diff(&[], &brief, &old);
    assert!(code == 2 && errors.contains("without --brief"), "{errors}");
}
