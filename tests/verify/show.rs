//! What the window of `--show` shows, without the window: keys go in, and pictures and texts come out.

use roguelike::color::Color;
use roguelike::desktop::show::{Side, Sides, View, Viewer};
use roguelike::fov_lab::Algorithm;
use roguelike::game::Setup;
use roguelike::key::Key;
use roguelike::map::Pos;
use roguelike::monster::KINDS;
use roguelike::part::Part;
use roguelike::screen::Cell;
use roguelike::trace::{Fact, Form, Header, Tracer};

use super::side_by_side::open;
use super::{record, record_with};

/// The colour of what differs out of view.
const HIDDEN: Color = Color(160, 152, 172);
const N: &str = "N";

/// Looks at a recording of this text.
fn viewer(name: &str, text: &str) -> Viewer {
    Viewer::new(open(&format!("show-{name}.trace"), text)).unwrap()
}

/// A recording of Part 7 in which the title is wrong in these steps.
fn with_wrong_titles(name: &str, steps: usize, wrong: &[usize]) -> Viewer {
    let text = record(7, 42, &"Right Left ".repeat(steps / 2), Form::Full);
    let changed = wrong.iter().fold(text, |text, &step| change(&text, step, "title ", "title Not "));
    viewer(name, &changed)
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

/// Returns the text with a wrong hash in a step.
fn with_other_hash(text: &str, step: usize, kind: &str) -> String {
    let line = line_of(text, step, &format!("{kind} "));
    change(text, step, &line, &format!("{kind} 0123456789abcdef"))
}

/// Presses keys, compares steps until what each asks for is shown, and returns the places that are shown.
fn press(viewer: &mut Viewer, keys: &str) -> Vec<String> {
    let press = |name: &str| {
        viewer.press(Key::from_name(name).unwrap(), false);
        while viewer.work().unwrap() {}
        let title = viewer.view().unwrap().title;
        title.split(": step ").nth(1).unwrap().split(' ').next().unwrap().to_owned()
    };
    keys.split(' ').map(press).collect()
}

/// Returns the title without the file, and both texts.
fn told(viewer: &Viewer) -> (String, [Vec<String>; 2]) {
    let View { title, texts, .. } = viewer.view().unwrap();
    let title = title.split_once(".trace: ").unwrap().1.to_owned();
    (title, texts.map(|lines| lines.into_iter().map(|line| line.text).collect()))
}

/// Returns what a step looks like, and where the player should be.
fn sides(name: &str, text: &str, step: usize) -> (Sides, Pos) {
    let player = open(&format!("show-{name}.trace"), text).pair(step).unwrap().game.player().pos;
    let mut viewer = viewer(name, text);
    while viewer.work().unwrap() {}
    viewer.press(Key::HOME, false);
    (0..step).for_each(|_| _ = viewer.press(Key::RIGHT, false));
    (viewer.view().unwrap().sides, player)
}

fn at(side: &Side, pos: Pos) -> Option<Cell> {
    side.cells[(pos.y * 64 + pos.x) as usize]
}

/// Returns the rows of a side as text.
fn rows(side: &Side) -> String {
    let glyphs: Vec<u8> = side.cells.iter().map(|cell| cell.map_or(b' ', |cell| cell.glyph)).collect();
    String::from_utf8(glyphs).unwrap()
}

#[test]
fn keys_lead_back_and_forth_and_to_the_ends() {
    let mut viewer = with_wrong_titles("keys", 30, &[7]);
    assert_eq!(told(&viewer).0, "step 7 of 30, Right, differs");
    assert_eq!(
        press(&mut viewer, "Left Right PageDown PageDown PageDown Down"),
        ["6", "7", "17", "27", "30", "30"]
    );
    assert_eq!(press(&mut viewer, "PageUp Home Left End Up"), ["20", "0", "0", "30", "29"]);
    assert!(!viewer.press(Key::X, false));
}

/// A key leads to a step when it is compared, and not before.
#[test]
fn keys_wait_until_steps_are_compared() {
    let mut viewer = with_wrong_titles("waiting", 60, &[7, 40]);
    for (key, step) in [(Key::TAB, "40"), (Key::END, "60")] {
        let mut viewer = with_wrong_titles("waiting", 60, &[7, 40]);
        assert!(viewer.is_busy() && viewer.press(key, false));
        let (title, [text, _]) = told(&viewer);
        assert!(
            title.starts_with("step 7 of 60") && text[2] == "8 of 60 steps are compared so far",
            "{title}"
        );
        while viewer.work().unwrap() {}
        assert!(told(&viewer).0.starts_with(&format!("step {step} of 60")));
    }
    assert_eq!(press(&mut viewer, "End"), ["60"]);
}

#[test]
fn keys_lead_from_difference_to_difference() {
    let mut viewer = with_wrong_titles("differences", 60, &[7, 8, 40]);
    let notice = |viewer: &Viewer| told(viewer).1[0][2].clone();
    assert_eq!(press(&mut viewer, &format!("{N} Tab {N}")), ["8", "40", "40"]);
    assert_eq!(notice(&viewer), "No later step differs.");
    assert_eq!(press(&mut viewer, "P P P"), ["8", "7", "7"]);
    assert_eq!(notice(&viewer), "No earlier step differs.");
    assert_eq!(press(&mut viewer, "Right"), ["8"]);
    assert_eq!(notice(&viewer), "");
    viewer.press(Key::TAB, true);
    assert!(told(&viewer).0.starts_with("step 7 "), "Shift and Tab go back");
}

#[test]
fn an_equal_recording_begins_at_step_0_and_says_so() {
    let mut viewer = with_wrong_titles("equal", 12, &[]);
    let (title, [text, _]) = told(&viewer);
    assert_eq!(title, "step 0 of 12, start, equal");
    assert!(text.iter().any(|text| text.contains("equal to the expected run, in all its steps")));
    assert_eq!(press(&mut viewer, N), ["0"]);
    assert_eq!(told(&viewer).1[0][2], "No later step differs.");
    assert!(!viewer.is_busy());
}

#[test]
fn the_words_of_the_report_are_told() {
    let mut viewer = with_wrong_titles("report", 12, &[5]);
    let (title, texts) = told(&viewer);
    assert_eq!(title, "step 5 of 12, Right, differs");
    let right = "Roguelike - Part 7   |   HP: 30 / 30";
    assert_eq!(texts[0][..2], ["EXPECTED   part 7, seed 42, libstdc++", "step 5 of 12, Right"]);
    assert!(texts[0].contains(&format!("title: '{right}', recorded 'Not {right}'")), "{texts:?}");
    assert!(texts[1].contains(&format!("expected  title {right}")), "{texts:?}");
    assert!(texts[1].contains(&format!("recorded  title Not {right}")), "{texts:?}");
    press(&mut viewer, "Right");
    assert!(told(&viewer).1[0].contains(&"from step 5 (Right) on: title".to_owned()));
}

#[test]
fn a_character_that_differs_is_marked_and_has_the_colour_of_what_it_is() {
    let text = record(7, 42, "Down", Form::Full);
    let (right, player) = sides("right", &text, 1);
    assert!(right.are_equal() && right.note.contains("has no colours"));
    assert_eq!(right.columns, player.x - 2..player.x + 3);
    let (wrong, _) = sides("character", &change(&text, 1, "@.", "k@"), 1);
    let [expected, recorded] = &wrong.both;
    assert!(!wrong.are_equal() && expected.cells == right.both[0].cells);
    let beside = Pos::new(player.x + 1, player.y);
    assert_eq!([&expected.marks, &recorded.marks], [&[player, beside]; 2]);
    let kobold = Cell { glyph: b'k', color: KINDS[1].color };
    assert_eq!(at(recorded, player), Some(kobold));
    assert_eq!(at(recorded, beside), at(expected, player));
    assert_eq!(wrong.columns, player.x - 2..beside.x + 3);
    let (frame, marks) = recorded.from_column(player.x, 36);
    assert!(frame.cells().contains(&(Pos::new(0, player.y), kobold)));
    assert_eq!(marks[1], Pos::new(1, player.y));
}

/// The player is in the middle, unless that is too far from what differs, or beyond the map.
#[test]
fn the_columns_of_what_differs_are_seen() {
    let (mut sides, Pos { x, .. }) = sides("columns", &record(7, 42, "Down", Form::Full), 1);
    let mut first = |columns, count| {
        sides.columns = columns;
        sides.first_of(count)
    };
    let middle = [first(x..x + 1, 8), first(x - 2..x + 9, 8), first(x - 6..x - 3, 8)];
    assert_eq!(middle, [x - 4, x - 2, x - 6]);
    assert_eq!([first(0..64, 64), first(0..3, 40), first(61..64, 40)], [0, 0, 24]);
}

#[test]
fn recorded_colours_are_shown_and_compared() {
    let text = record(3, 42, "Down", Form::Colors);
    let player = roguelike::player::new();
    let Color(r, g, b) = player.color;
    let wrong = change(&text, 1, &format!("{r:02x}{g:02x}{b:02x}"), "010203");
    let (Sides { both: [expected, recorded], note, .. }, pos) = sides("colours", &wrong, 1);
    assert!(note.is_empty() && at(&expected, pos) == Some(Cell { glyph: b'@', color: player.color }));
    assert_eq!(recorded.marks, [pos]);
    assert_eq!(at(&recorded, pos), Some(Cell { glyph: b'@', color: Color(1, 2, 3) }));
}

/// What differs in its lines only is drawn in its mark, on each side at its own place.
#[test]
fn a_monster_out_of_view_is_marked_where_it_is() {
    let text = record(7, 42, "Down", Form::Normal);
    let line = line_of(&text, 1, "monster 3 r");
    let wrong = change(&text, 1, &line, "monster 3 r 60 33 hp 3/3 power 1 alive 1");
    let (Sides { both: [expected, recorded], note, .. }, _) = sides("monster", &wrong, 1);
    let [ours, theirs] = [Fact::parse(&line).unwrap().place().unwrap(), Pos::new(60, 33)];
    assert!(note.is_empty(), "the hash of the frame is right");
    assert_eq!([&expected.marks, &recorded.marks], [&[ours], &[theirs]]);
    let hidden = Some(Cell { glyph: b'r', color: HIDDEN });
    assert_eq!([at(&expected, ours), at(&recorded, theirs), at(&recorded, ours)], [hidden, hidden, None]);
    let dead = change(&wrong, 1, "hp 3/3 power 1 alive 1", "hp 0/3 power 1 alive 0");
    let recorded = &sides("dead", &dead, 1).0.both[1];
    assert_eq!((recorded.marks.len(), at(recorded, theirs)), (1, None), "the dead are not drawn");
}

/// Where only the frame's hash is wrong, the picture that is made of the other lines is the expected one, in
/// all its characters and colours.
#[test]
fn a_picture_is_made_of_map_and_lines() {
    for part in [1, 2, 3, 7, 11, 13, 17] {
        let text = record(part, 42, "1 Right*3 Down*4 Left*2 Up Right*9 Down*3", Form::Normal);
        for step in [1, 5, 21] {
            let (rebuilt, _) = sides("rebuilt", &with_other_hash(&text, step, "frame"), step);
            assert!(rebuilt.are_equal(), "part {part}, step {step}");
            assert!(rebuilt.note.contains("made of its map"), "{}", rebuilt.note);
        }
    }
}

/// What the lines tell of elsewhere in view is drawn there, as it would be drawn there.
#[test]
fn a_picture_has_things_where_the_lines_tell() {
    let text = with_other_hash(&record(8, 42, "Down", Form::Normal), 1, "frame");
    let (_, player) = sides("told", &text, 1);
    let [beside, other] = [Pos::new(player.x + 1, player.y), Pos::new(player.x, player.y + 1)];
    let item = line_of(&text, 1, "item 0 ");
    let text = change(&text, 1, &item, &format!("item 0 potion:poison {} {}", beside.x, beside.y));
    let monster = line_of(&text, 1, "monster 0 ");
    let text =
        change(&text, 1, &monster, &format!("monster 0 g {} {} hp 8/8 power 3 alive 1", other.x, other.y));
    let (Sides { both: [expected, recorded], .. }, _) = sides("told", &text, 1);
    assert_eq!(at(&recorded, beside), Some(Cell { glyph: b'!', color: Color(200, 120, 220) }));
    assert_eq!(at(&recorded, other), Some(Cell { glyph: b'g', color: KINDS[2].color }));
    assert!(recorded.marks.contains(&beside) && recorded.marks.contains(&other));
    assert!(expected.marks.len() == 2 && !expected.marks.contains(&beside));
    let text = with_other_hash(&record(17, 42, "1 Down", Form::Normal), 2, "frame");
    let (wounded, _) = sides("wounded", &change(&text, 2, " hp 36/36", " hp 35/36"), 2);
    let [expected, recorded] = wounded.both.map(|side| rows(&side));
    assert!(expected.contains("HP 36/36  POW 10") && recorded.contains("HP 35/36  POW 10"), "{recorded}");
}

#[test]
fn without_the_map_there_are_things_and_without_things_there_is_a_message() {
    let text = record(8, 42, "Down I", Form::Normal);
    let text = with_other_hash(&with_other_hash(&with_other_hash(&text, 1, "frame"), 1, "tiles"), 2, "frame");
    let (things, _) = sides("things", &text, 1);
    assert!(things.note.contains("made of its other lines"), "{}", things.note);
    let step = text.split("step 1 ").nth(1).unwrap().split("step 2 ").next().unwrap();
    let is_thing = |line: &&str| ["player", "monster", "item"].iter().any(|word| line.starts_with(word));
    assert_eq!(things.both[1].cells.iter().flatten().count(), step.lines().filter(is_thing).count());
    let Sides { both: [expected, recorded], note, .. } = sides("pack", &text, 2).0;
    let told = rows(&recorded);
    assert!(told.contains("Screen: inventory") && told.contains("--full records it"), "{told}");
    assert!(note.is_empty() && rows(&expected).contains("I N V E N T O R Y"));
}

/// A view that differs is marked, although the characters are the same. Their colours are those of the
/// recorded map.
#[test]
fn a_view_that_differs_is_marked_and_has_the_colours_of_the_recorded_map() {
    let right = Setup::new(Part::new(3).unwrap(), 42);
    let setup = Setup { other_view: Algorithm::Octant.other_view(), ..right.clone() };
    let header = |setup: &Setup| Header::new(setup, Form::Full).to_string();
    let text = record_with(setup.clone(), "Down", Form::Full).replace(&header(&setup), &header(&right));
    let recorded = &sides("view", &text, 1).0.both[1];
    let mut tracer = Tracer::new(setup).0;
    tracer.press(Key::DOWN);
    assert!(!recorded.marks.is_empty());
    for &(pos, cell) in tracer.frame().cells().iter().filter(|(pos, _)| *pos != tracer.game().player().pos) {
        assert_eq!(at(recorded, pos), Some(cell), "{pos:?}");
    }
}

#[test]
fn the_end_of_the_program_is_told() {
    let text = record(4, 42, "Right Escape", Form::Full);
    let both = sides("end", &text, 2).0.both;
    assert!(both.iter().all(|side| rows(side).contains("The program ends with this key.")));
    let going_on = record(1, 42, "Space Space", Form::Full).replacen("step 1 Space", "step 1 Escape", 1);
    let [expected, recorded] = sides("goes-on", &going_on, 2).0.both;
    assert!(rows(&expected).contains("The program should have ended before."));
    assert!(rows(&recorded).contains("####"));
}
