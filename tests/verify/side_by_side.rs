//! One step of both runs: what `--step` prints, and what `--picture` draws.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use super::recording::parse;
use super::root::root;
use super::{file, golden, record, record_keys, record_with};
use roguelike::color::Color;
use roguelike::fov_lab::Algorithm;
use roguelike::game::Setup;
use roguelike::map::Pos;
use roguelike::part::Part;
use roguelike::screen::Cell;
use roguelike::trace::{Fact, Form, Header, Tracer};
use roguelike_compare::drawing::fitted;
use roguelike_compare::verify::{self, Format, Options, Side, SideBySide, Wanted, verify_step};

/// Looks at a step of a recording. Returns the exit code, both sides if there are any, and all that is
/// written.
pub fn look(name: &str, text: &str, step: Option<usize>) -> (u8, Option<SideBySide>, String) {
    let path = file(name, text);
    let options = Options { wanted: Wanted::Differences, ..Options::default() };
    let (mut out, mut complaints) = (Vec::new(), Vec::new());
    let mut output = verify::Output::new(Format::default(), &mut out, &mut complaints);
    let (code, both) = verify_step(Path::new(&path), step, &options, &mut output).unwrap();
    fs::remove_file(path).unwrap();
    (code, both, String::from_utf8([out, complaints].concat()).unwrap())
}

fn sides(name: &str, text: &str, step: usize) -> [Side; 2] {
    look(name, text, Some(step)).1.unwrap().sides()
}

/// Puts a text in the place of the first one in a step, which has to have it.
fn change(text: &str, step: usize, from: &str, to: &str) -> String {
    let start = text.find(&format!("step {step} ")).unwrap();
    let end = text.find(&format!("step {} ", step + 1)).unwrap_or(text.len());
    assert!(text[start..end].contains(from), "{from}");
    text[..start].to_owned() + &text[start..end].replacen(from, to, 1) + &text[end..]
}

/// Returns the first line of a step that begins so.
fn line_of(text: &str, step: usize, begin: &str) -> String {
    let start = text.find(&format!("step {step} ")).unwrap();
    text[start..].lines().find(|line| line.starts_with(begin)).unwrap().to_owned()
}

/// Returns the topmost character of a tile.
fn at(side: &Side, pos: Pos) -> Option<Cell> {
    side.frame.cells().iter().rfind(|(place, _)| *place == pos).map(|(_, cell)| *cell)
}

/// Returns the letters of a side, without blanks.
fn letters(side: &Side) -> String {
    side.frame.cells().iter().map(|(_, cell)| char::from(cell.glyph)).collect()
}

#[test]
fn a_step_is_written_as_it_is_in_both_runs() {
    let right = record(7, 42, "Right Left Right", Form::Normal);
    let title = line_of(&right, 2, "title ");
    let wrong = change(&right, 2, "title ", "title Not ");
    let at_step = |text: &str, step| look("step.trace", text, Some(step));
    let (code, _, told) = at_step(&wrong, 2);
    assert_eq!(code, 1);
    let (_, step) = told.split_once("\nstep 2 of 3, Left: it differs\n").unwrap();
    assert!(step.contains(&format!("\n    expected  {title}\n    recorded  title Not ")), "{step}");
    // A step that is right has its lines, and names the first that differs.
    let (code, _, told) = at_step(&wrong, 1);
    let (_, step) = told.split_once("\nstep 1 of 3, Right: as expected\n").unwrap();
    assert!(
        code == 1 && step.contains("\n  player ") && step.contains("\n  first in step 2 (Left): "),
        "{step}"
    );
    let (code, _, told) = at_step(&right, 3);
    assert!(code == 0 && told.contains("\nstep 3 of 3, Right: as expected\n"), "{told}");
    // There is nothing behind the end.
    let (code, both, told) = at_step(&right, 4);
    assert!(
        code == 2 && both.is_none() && told.contains("there is no step 4, the last one is step 3"),
        "{told}"
    );
}

#[test]
fn without_a_number_it_is_the_first_difference_or_the_end() {
    let right = record(7, 42, "Right Left Right", Form::Full);
    let wrong = change(&right, 2, "title ", "title Not ");
    let heading = |text: &str| look("first.trace", text, None).1.unwrap().texts()[1].1.clone();
    assert_eq!(heading(&right), "step 3 of 3, Right: as expected");
    assert_eq!(heading(&wrong), "step 2 of 3, Left: it differs");
    let [expected, recorded] = look("first.trace", &right, None).1.unwrap().sides();
    assert!(expected.frame == recorded.frame && expected.marks.is_empty() && recorded.marks.is_empty());
}

#[test]
fn characters_colours_and_places_that_differ_are_marked() {
    let text = record(3, 42, "Down", Form::Colors);
    let player = roguelike::player::new();
    let Color(r, g, b) = player.color;
    let wrong = change(&text, 1, &format!("{r:02x}{g:02x}{b:02x}"), "010203");
    let [expected, recorded] = sides("colours.trace", &wrong, 1);
    let [pos] = recorded.marks[..] else { panic!("{:?}", recorded.marks) };
    assert_eq!(expected.marks, recorded.marks);
    assert_eq!(at(&expected, pos), Some(Cell { glyph: b'@', color: player.color }));
    assert_eq!(at(&recorded, pos), Some(Cell { glyph: b'@', color: Color(1, 2, 3) }));
    // Without colours the recorded side has the expected ones.
    let text = record(7, 42, "Down", Form::Full);
    let [expected, recorded] = sides("characters.trace", &change(&text, 1, "@.", "k@"), 1);
    let beside = pos_of(&expected, b'@') + Pos::new(1, 0);
    assert_eq!(at(&recorded, beside), at(&expected, pos_of(&expected, b'@')));
    assert!(recorded.marks.contains(&beside) && expected.marks == recorded.marks);
    // A monster out of view is marked where it should be, and where it was.
    let text = record(7, 42, "Down", Form::Normal);
    let line = line_of(&text, 1, "monster 3 r");
    let wrong = change(&text, 1, &line, "monster 3 r 60 33 hp 3/3 power 1 alive 1");
    let [expected, recorded] = sides("monster.trace", &wrong, 1);
    let place = Fact::parse(&line).unwrap().place().unwrap();
    assert_eq!([expected.marks, recorded.marks], [vec![place], vec![Pos::new(60, 33)]]);
}

fn pos_of(side: &Side, glyph: u8) -> Pos {
    side.frame.cells().iter().find(|(_, cell)| cell.glyph == glyph).unwrap().0
}

/// A view that differs is marked, although the characters are the same.
#[test]
fn a_view_that_differs_is_marked() {
    let right = Setup::new(Part::new(3).unwrap(), 42);
    let setup = Setup { other_view: Algorithm::Octant.other_view(), ..right.clone() };
    let header = |setup: &Setup| Header::new(setup, Form::Full).to_string();
    let text = record_with(setup.clone(), "Down", Form::Full).replace(&header(&setup), &header(&right));
    assert!(sides("view.trace", &text, 1).iter().all(|side| !side.marks.is_empty()));
}

#[test]
fn what_has_no_picture_says_so() {
    let text = record(8, 42, "Down", Form::Normal);
    let frame = line_of(&text, 1, "frame ");
    let [expected, recorded] = sides("hash.trace", &change(&text, 1, &frame, "frame 0123456789abcdef"), 1);
    assert!(letters(&recorded).contains("--fullrecordsit.") && letters(&expected).contains('@'));
    let end = record(4, 42, "Right Escape", Form::Full);
    assert!(sides("end.trace", &end, 2).iter().all(|side| letters(side).contains("endswiththiskey")));
    // The program should have ended with the first key, so there is nothing to compare behind it.
    let going_on = record(1, 42, "Space Space", Form::Full).replacen("step 1 Space", "step 1 Escape", 1);
    let (code, both, told) = look("goes-on.trace", &going_on, Some(2));
    assert!(
        code == 2 && both.is_none() && told.contains("there is no step 2, the last one is step 1"),
        "{told}"
    );
    // The hash of a right step of a brief recording says what its picture is.
    let [expected, recorded] = sides("brief.trace", &record(8, 42, "Down", Form::Brief), 1);
    assert_eq!(expected.frame, recorded.frame);
}

fn roguelike(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_roguelike-compare"))
        .args(arguments)
        .env_remove("DISPLAY")
        .output()
        .unwrap()
}

#[test]
fn a_picture_is_drawn_into_its_file_and_into_no_other() {
    let text = change(&record(7, 42, "Down Up", Form::Full), 1, "@.", "k@");
    let mine = file("mine.trace", &text);
    let png = file("picture.png", "");
    let [mine, png] = [mine.as_str(), &png];
    let output = roguelike(&["verify", "--picture", png, mine]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(String::from_utf8(output.stdout).unwrap().starts_with("differs "));
    let picture = fs::read(png).unwrap();
    assert!(picture.starts_with(b"\x89PNG\r\n\x1a\n"));
    // A PNG file is replaced; anything else is not.
    assert_eq!(roguelike(&["verify", "--picture", png, "--step", "0", mine]).status.code(), Some(1));
    assert_ne!(fs::read(png).unwrap(), picture);
    let other = file("other.txt", "mine");
    let other = other.as_str();
    for (arguments, words) in [
        (&["--picture", mine, mine][..], "it exists and is not a PNG file"),
        (&["--picture", other, mine], "it exists and is not a PNG file"),
        (&["--picture", "-", mine], "--picture needs a file"),
        (&["--picture", png, mine, mine], "for one FILE at a time"),
        (&["--step", "1", mine, mine], "for one FILE at a time"),
        (&["--step", "1", "--json", mine], "--json"),
        (&["--step", "9", mine], "there is no step 9"),
    ] {
        let output = roguelike(&[&["verify"], arguments].concat());
        let errors = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(2) && errors.contains(words), "{arguments:?}: {errors}");
    }
    assert_eq!(fs::read(other).unwrap(), b"mine");
    [mine, png, other].iter().for_each(|path| fs::remove_file(path).unwrap());
}

/// The picture of the READMEs: a goblin of a recording that goes right where it should go left.
/// `SCREENSHOTS=write cargo test --test verify side_by_side` makes it anew.
#[test]
fn the_readmes_picture_is_drawn_by_the_command() {
    const STEP: usize = 227;
    let mut tracer = Tracer::new(Setup::new(Part::new(8).unwrap(), 314)).0;
    let recorded = parse(golden("part08-libstdc++-seed314-victim.trace").as_bytes()).unwrap();
    let steps = recorded.keys().take(STEP).map(|key| tracer.press(key));
    let frame = line_of(&steps.last().unwrap().to_text(Form::Normal), STEP, "frame ");
    let text = record_keys(recorded.header.setup(), recorded.keys().take(235), Form::Full);
    let text = change(&text, STEP, "monster 6 g 55 7 ", "monster 6 g 57 7 ");
    let text = change(&text, STEP, "@..g......#", "@....g....#");
    let text = change(&text, STEP, &frame, "frame 0123456789abcdef");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("readme-{}", std::process::id()));
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("mine.trace"), text).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_roguelike-compare"));
    let output = command
        .args(["verify", "--search", "1", "--picture", "both.png", "mine.trace"])
        .current_dir(&folder)
        .env_remove("DISPLAY")
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let drawn = fs::read(folder.join("both.png")).unwrap();
    fs::remove_dir_all(folder).unwrap();
    let path = root().join("tests/screenshots/side-by-side.png");
    if std::env::var("SCREENSHOTS").is_ok_and(|value| value == "write") {
        fs::write(&path, &drawn).unwrap();
    }
    assert!(fs::read(path).unwrap() == drawn, "the picture is another one");
}

#[test]
fn lines_that_do_not_fit_into_a_picture_are_broken_and_counted() {
    let texts = |lines: &[String]| {
        let lines: Vec<_> = lines.iter().map(|text| (Color(0, 0, 0), text.clone())).collect();
        fitted(&lines, 12).into_iter().map(|(_, text)| text).collect::<Vec<String>>()
    };
    let lines = ["too long for it", "just as long", "é — …"].map(str::to_owned);
    assert_eq!(texts(&lines), ["too long for", "it", "just as long", "? - ..."]);
    let many = texts(&Vec::from_iter((0..20).map(|number| format!("line {number}"))));
    assert_eq!(many.len(), 14);
    assert_eq!(many[12..], ["line 12", "... and 7 more lines"]);
}
