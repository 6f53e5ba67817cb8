//! Right and doctored recordings, and the command that judges them.

use std::fs;

use std::process::{Command, Output, Stdio};

use super::miniature::change;
use super::recording::parse;
use super::root::root;
use super::{
    Answer, Golden, answer, answer_in, cause, difference, divergence, everything, file, golden, goldens,
    in_parallel, record, record_keys, record_with, script, steps, verify,
};
use roguelike::game::Setup;
use roguelike::part::Part;
use roguelike::rng::{Rng, StdLib};
use roguelike::support::hash::Fnv;
use roguelike::trace::{Form, Header, Kind, Tracer};
use roguelike_compare::verify::{Divergence, Format, Gap, Of, Options, Wanted, compare};

fn words(found: &Divergence) -> Vec<&'static str> {
    found.differences.iter().map(|difference| &*difference.words().leak()).collect()
}

// ---- what is right ----

#[test]
fn every_recording_is_right_in_every_form() {
    in_parallel(&goldens(), |Golden { name, text }| {
        let recording = parse(text.as_bytes()).unwrap();
        let verdict = compare(text.as_bytes(), &Options::default()).unwrap();
        assert!(verdict.is_ok() && verdict.not_compared.is_empty(), "{name}: {verdict:?}");
        assert_eq!(
            verdict.steps,
            text.lines().filter(|line| line.starts_with("step ")).count() - 1,
            "{name}"
        );

        // Long runs say the same again; the short ones are enough for the other forms.
        let most = if everything() { 150 } else { 30 };
        for form in [Form::Normal, Form::Full, Form::Brief, Form::Colors] {
            let text = record_keys(recording.header.setup(), recording.keys().take(most), form);
            let read = parse(text.as_bytes()).unwrap();
            assert_eq!(read.steps[0].step.colors.is_some(), form == Form::Colors, "{name}");
            let verdict = compare(text.as_bytes(), &Options::default()).unwrap();
            assert!(verdict.is_ok() && verdict.not_compared.is_empty(), "{name}: {verdict:?}");
        }
    });
}

#[test]
fn what_is_left_out_is_not_compared_and_named() {
    let recording = parse(golden("part05-libstdc++-seed42.trace").as_bytes()).unwrap();
    let full = record_keys(recording.header.setup(), recording.keys(), Form::Full);
    let keep = |wanted: &[&str]| {
        let mut keeps = true;
        let mut text = String::new();
        for line in full.lines() {
            // Rows go with the line above them.
            let word = line.split(' ').next().unwrap();
            let header = ["roguelike-trace", "part", "seed", "stdlib", "step"].contains(&word);
            keeps = if line.starts_with('|') { keeps } else { header || wanted.contains(&word) };
            if keeps {
                text += line;
                text.push('\n');
            }
        }
        text
    };
    let gaps = |text: &str| {
        let verdict = verify(text);
        assert!(verdict.main().is_none(), "{verdict:?}");
        verdict.not_compared.iter().map(Gap::to_string).collect::<Vec<_>>().join(", ")
    };
    let all = ["log", "title", "screen", "player", "monster", "rng", "tiles", "frame"];
    assert_eq!(gaps(&keep(&all)), "");
    assert_eq!(gaps(&keep(&["tiles"])), "log, title, screen, player, monster, rng, frame");
    assert_eq!(gaps(&keep(&["monster", "frame"])), "log, title, screen, player, rng, tiles");
    assert_eq!(gaps(&keep(&[])), all.join(", "));
    // Fields may be missing too, and a line in some steps only.
    let text = keep(&all).replace(" power 5 alive 1", "");
    assert_eq!(gaps(&text), "player alive, player power");
    let text = full.replacen("title Roguelike - Part 5   |   HP: 30 / 30\n", "", 1);
    assert_eq!(gaps(&text), "title (1 of 121)");
    // What is there is compared: one monster missing among others is a difference.
    let monster = full.lines().find(|line| line.starts_with("monster 7 ")).unwrap();
    let found = difference(&full.replacen(&format!("{monster}\n"), "", 1));
    assert_eq!((found.expected.number, words(&found)), (0, vec!["monster 7 is not recorded"]));
}

/// A brief recording of a part with these first lines after its header, without lines of some kinds.
fn brief_without(left_out: &[&str], marks: &str) -> String {
    let keys = script("1 Right*3 Down I Escape Left*4 Up*2");
    let setup = Setup::new(Part::LAST, 7);
    let mut text = Header::new(&setup, Form::Brief).to_string() + marks;
    let (mut tracer, first) = Tracer::new(setup);
    let steps = std::iter::once(first).chain(keys.into_iter().map(|key| tracer.press(key)));
    for step in steps {
        let facts = step.facts().iter().filter(|fact| !left_out.contains(&fact.kind.word()));
        let lines: String = facts.map(|fact| format!("{fact}\n")).collect();
        text += &format!("step {} {} {:016x}\n", step.number, step.key_name(), Fnv::of(lines.as_bytes()));
    }
    text
}

/// A hash says nothing about lines that are left out, so there is no answer but to record all.
#[test]
fn a_brief_trace_that_leaves_lines_out_is_refused() {
    let all = "# records title screen class player bonus amulets depth monster item pack wield wear potion \
               scroll rng tiles frame log sound\n";
    let problem = |text: &str, options: &Options| compare(text.as_bytes(), options).unwrap_err().to_string();
    for marks in ["", all] {
        assert!(verify(&brief_without(&[], marks)).main().is_none());
    }
    for left_out in ["frame", "log", "potion"] {
        let marks = all.replace(&format!(" {left_out}"), "");
        let told = problem(&brief_without(&[left_out], &marks), &Options::default());
        assert!(told.contains(left_out) && told.ends_with("record without --brief"), "{told}");
    }
    let options = Options { ignore: vec![Kind::Title], ..Options::default() };
    assert!(problem(&brief_without(&[], ""), &options).contains("cannot be compared without title"));
    // Without marks the first step says only that something is missing or wrong.
    let told = problem(&brief_without(&["title"], ""), &Options::default());
    assert!(told.starts_with("line 5: ") && told.ends_with("record without --brief"), "{told}");
    // Lines that only later steps should have are missing there.
    let found = difference(&brief_without(&["log"], ""));
    assert!(found.expected.number > 0 && words(&found)[0].contains("a brief trace has no details"));
}

#[test]
fn line_ends_of_windows_and_byte_order_marks_do_no_harm() {
    for form in [Form::Normal, Form::Full, Form::Brief] {
        let text = record(8, 3, "Right Down I Escape Escape", form);
        let windows = format!("\u{feff}{}", text.replace('\n', "\r\n"));
        let verdict = verify(&windows);
        assert!(verdict.is_ok() && verdict.not_compared.is_empty(), "{verdict:?}");
    }
}

// ---- what is wrong, and why: doctored recordings ----

#[test]
fn a_changed_number_is_told_in_words() {
    let text = golden("part05-libstdc++-seed42.trace");
    let found = divergence(&change(&text, 17, "monster 3 ", |line| line.replace("hp 3/3", "hp 2/3")));
    let line = text.lines().find(|line| line.starts_with("monster 3 ")).unwrap();
    assert!(line.contains("hp 3/3"), "{line}");
    assert_eq!((found.expected.number, words(&found)), (17, vec!["monster 3: hp 3, recorded 2"]));
    assert_eq!(cause(&found), "none");
    assert_eq!(found.keys.len(), 10);

    let moved = change(&text, 20, "player ", |_| "player 1 2 hp 30/30 power 5 alive 0".to_owned());
    let found = difference(&moved);
    assert_eq!(found.expected.number, 20);
    assert!(
        words(&found)[0].starts_with("player: at ") && words(&found)[0].contains(", recorded at 1 2; "),
        "{found:?}"
    );
    assert!(words(&found)[0].ends_with("alive 1, recorded 0"), "{found:?}");
}

#[test]
fn messages_and_lists_are_told_in_words() {
    let text = golden("part08-libstdc++-seed42.trace");
    let step = |start: &str| {
        let at = text.lines().position(|line| line.starts_with(start)).unwrap();
        text.lines().take(at).filter(|line| line.starts_with("step ")).count() - 1
    };
    let said = step("log ");
    let first = text.lines().find_map(|line| line.strip_prefix("log ")).unwrap();
    let found = difference(&change(&text, said, "log ", |_| String::new()));
    assert_eq!(
        (found.expected.number, words(&found)),
        (said, vec![format!("message '{first}' is not recorded").as_str()])
    );
    let found = difference(&change(&text, said, "log ", |line| format!("{line}\nlog Ouch!")));
    assert_eq!(words(&found), ["message 'Ouch!' is recorded, but should not come"]);
    let packed = step("pack ");
    let found = difference(&change(&text, packed, "pack ", |_| String::new()));
    assert_eq!(
        (found.expected.number, words(&found)),
        (packed, vec!["no items in the inventory, 1 expected"])
    );
    let found = difference(&change(&text, 5, "potion healing", |line| line.replace("known 0", "known 1")));
    assert_eq!(words(&found), ["potion healing: known 0, recorded 1"]);
    let found = difference(&change(&text, 5, "title", |_| "title Rogue".to_owned()));
    assert!(words(&found)[0].ends_with(", recorded 'Rogue'"), "{found:?}");
}

#[test]
fn a_generator_that_drew_too_often_is_told_in_draws() {
    let text = golden("part04-libstdc++-seed42.trace");
    // What the generator will give later stands in later steps, two draws on or more.
    let rng =
        |step: usize| steps(&text)[step].lines().find(|line| line.starts_with("rng ")).unwrap().to_owned();
    let found = difference(&change(&text, 1, "rng ", |_| rng(2)));
    assert_eq!(found.expected.number, 1);
    assert!(
        words(&found)[0].starts_with("the program has rolled ")
            && words(&found)[0].ends_with(" random numbers more than it should"),
        "{found:?}"
    );
    let found = difference(&change(&text, 2, "rng ", |_| rng(1)));
    assert!(words(&found)[0].ends_with(" random numbers fewer than it should"), "{found:?}");
    // The state of another seed.
    let told = |seed| {
        let line = format!("rng {}", Rng::new(seed, StdLib::default()).peek());
        words(&difference(&change(&text, 1, "rng ", |_| line.clone())))[0].to_owned()
    };
    assert_eq!(told(5489), "the recorded generator was never seeded, and has rolled 0 random numbers");
    assert_eq!(
        told(45),
        "the recorded generator was seeded with 45, not 42, and has rolled 0 random numbers"
    );
    assert!(told(99).starts_with("rng: "), "{}", told(99));
}

#[test]
fn the_end_of_the_program_is_compared() {
    let text = golden("part01-libstdc++-seed5-quit.trace");
    let on = text.replace("\nquit\n", &format!("\n{}\n", steps(&text)[4].split_once('\n').unwrap().1));
    let found = difference(&on);
    assert_eq!(words(&found), ["the program should end with this key, but goes on"]);
    let short =
        record(2, 9, "Right Left", Form::Normal).replacen("step 2 Left\n", "step 2 Left\nquit\nxxx", 1);
    let short = short.split("xxx").next().unwrap();
    let found = difference(short);
    assert_eq!(
        (found.expected.number, words(&found)),
        (2, vec!["the program ends with this key, but should go on"])
    );
    // A brief trace has only the hash of that line, which tells as much.
    let quit = record(3, 1, "Right Escape", Form::Brief);
    let on = record(3, 1, "Right Right", Form::Brief);
    let (before, hash) = on.trim_end().rsplit_once(' ').unwrap();
    let (start, end) = quit.trim_end().rsplit_once(' ').unwrap();
    let found = difference(&format!("{start} {hash}\n"));
    assert_eq!(words(&found), ["the program should end with this key, but goes on"]);
    let found = difference(&format!("{before} {end}\n"));
    assert_eq!(words(&found), ["the program ends with this key, but should go on"]);
}

/// The same recording, said to be made with another standard library: every program finds this cause.
fn with_another_library(text: &str) -> String {
    text.replacen("stdlib libstdc++\n", "stdlib libc++\n", 1)
}

// ---- what is only shown or said ----

/// A wrong title hides nothing: it is told once, and the rules are compared on.
#[test]
fn the_rules_are_compared_on_behind_a_wrong_title() {
    let text = golden("part05-libstdc++-seed42.trace");
    let title = |text: &str| text.replace("title Roguelike - Part 5", "title My Roguelike");
    let verdict = verify(&title(&text));
    assert!(verdict.of(Of::Rules).is_none() && !verdict.is_ok());
    assert_eq!(verdict.divergences.iter().map(|found| found.expected.number).collect::<Vec<_>>(), [0]);

    let both = title(&change(&text, 17, "monster 3 ", |line| line.replace("hp 3/3", "hp 2/3")));
    let options = Options { wanted: Wanted::Differences, ..Options::default() };
    let verdict = compare(both.as_bytes(), &options).unwrap();
    assert_eq!(verdict.divergences.len(), 2);
    let found = verdict.of(Of::Rules).unwrap();
    assert_eq!((found.expected.number, words(found)), (17, vec!["monster 3: hp 3, recorded 2"]));

    let options = Options { ignore: vec![Kind::Title, Kind::Monster], ..Options::default() };
    let verdict = compare(both.as_bytes(), &options).unwrap();
    assert!(verdict.is_ok());
    assert_eq!(verdict.not_compared, [Kind::Title, Kind::Monster].map(Gap::Ignored));
}

/// What a recording never comes to is said, so that a short run is not taken for a proof.
#[test]
fn what_is_not_reached_is_named() {
    let verdict = verify(&record(5, 42, "Right Left", Form::Normal));
    assert!(verdict.is_ok() && verdict.not_reached.contains(&"a death"), "{verdict:?}");
    assert!(!verdict.not_reached.contains(&"a step") && !verdict.not_reached.contains(&"the stairs"));
}

// ---- the command ----

/// The cause is on the second line, and the report fits on a screen.
#[test]
fn reports_are_short() {
    const FORMS: [Form; 3] = [Form::Normal, Form::Full, Form::Brief];
    for part in (1..=17).step_by(if everything() { 1 } else { 4 }) {
        let tried = if everything() { &FORMS[..] } else { &FORMS[part / 4 % 3..][..1] };
        for &form in tried {
            let keys = "1 Right*3 Down*3 Left*3";
            let text = record(part as u8, 7, keys, form).replacen("seed 7", "seed 6", 1);
            let told = answer(&text, &Options::default()).out;
            assert!(!told.lines().nth(1).unwrap().contains("unknown"), "{part} {form:?}: {told}");
            assert!(told.lines().count() <= 40, "{part} {form:?}: {told}");
        }
    }
}

fn roguelike(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_roguelike-compare"))
        .arg("verify")
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

#[test]
fn the_exit_code_is_the_worst_of_all_files() {
    let good = file("good.trace", record(4, 1, "Right Left", Form::Normal));
    let wrong = file("wrong.trace", with_another_library(&record(4, 1, "Right Left", Form::Normal)));
    let none = file("none.trace", "roguelike-trace 1\npart 0\n");
    let check = |arguments: &[&str], code: i32, told: usize, complaints: usize| {
        let output = roguelike(arguments);
        assert_eq!(output.status.code(), Some(code), "{arguments:?} {output:?}");
        let text = String::from_utf8(output.stdout).unwrap();
        let files =
            text.lines().filter(|line| line.starts_with("ok ") || line.starts_with("differs ")).count();
        assert_eq!(
            (files, String::from_utf8(output.stderr).unwrap().lines().count()),
            (told, complaints),
            "{text}"
        );
        text
    };
    assert_eq!(check(&[&good], 0, 1, 2), format!("ok {good} (2 steps)\n"));
    check(&[&good, &wrong, &good], 1, 3, 2);
    check(&[&none, &good, &wrong], 2, 2, 2);
    check(&["/nowhere/at.all", &good], 3, 1, 2);
    let text = check(&[&wrong], 1, 1, 0);
    assert!(text.contains("perhaps: ") && text.contains("recorded") && !text.contains('\x1b'), "{text}");
    assert_eq!(roguelike(&[]).status.code(), Some(2));
    assert_eq!(roguelike(&[&good, "--save-file", "/nowhere/at.all"]).status.code(), Some(3));
    for path in [good, wrong, none] {
        fs::remove_file(path).unwrap();
    }
}

/// Where nothing is recorded nothing differs, but that is not to say that all is well.
#[test]
fn a_trace_that_says_nothing_is_not_right() {
    let bare = "\npart 3\nseed 1\nstdlib libstdc++\nstep 0 start\nstep 1 Right\n";
    let normal = file("bare.trace", format!("roguelike-trace 1{bare}"));
    let empty = "cbf29ce484222325";
    let brief = bare.replace("start", &format!("start {empty}")).replace("Right", &format!("Right {empty}"));
    let brief = file("bare.brief", format!("roguelike-trace 1 brief{brief}"));
    for (path, words) in [(normal, "nothing could be compared: "), (brief, "record without --brief")] {
        let output = roguelike(&[&path]);
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{output:?}");
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(told.contains(words) && told.lines().count() == 1, "{told}");
        let output = roguelike(&["--json", &path]);
        assert_eq!((output.status.code(), output.stderr.len()), (Some(2), 0), "{output:?}");
        let told = String::from_utf8(output.stdout).unwrap();
        assert!(
            told.contains("\"ok\":false") && told.contains("\"error\":") && told.contains(words),
            "{told}"
        );
        fs::remove_file(path).unwrap();
    }
    let quit = "roguelike-trace 1\npart 3\nseed 1\nstdlib libstdc++\nstep 0 start\nstep 1 Escape\nquit\n";
    assert!(verify(quit).is_ok());
}

/// On a terminal what is most important is bold.
#[test]
fn the_cause_is_bold_on_a_terminal() {
    let wrong = with_another_library(&record(3, 1, "Right Left", Form::Full));
    let told = |color: bool| {
        let format = Format::Text { color, long: false };
        let Answer { code, out, errors } = answer_in(format, &wrong, &Options::default());
        assert_eq!((code, errors.len()), (1, 0));
        out
    };
    let (plain, bold) = (told(false), told(true));
    assert!(plain.contains("\n  map: it differs in ") && plain.contains("--picture"), "{plain}");
    assert!(bold.contains("\x1b[1mperhaps: ") && !plain.contains('\x1b'), "{bold}");
}

/// What a trace says goes to a terminal, which would obey it.
#[test]
fn control_characters_are_not_passed_on() {
    let golden = golden("part05-libstdc++-seed42.trace");
    // The steps after the differences would only be searched.
    let (text, _) = golden.split_once("step 12 ").unwrap();
    // Windows has no such names.
    let name = if cfg!(unix) { "control \x1b[0m.trace" } else { "control.trace" };
    let title = change(text, 0, "title ", |_| "title \x1b[2J\u{9b}A\x07".to_owned());
    let said = change(text, 11, "log ", |line| format!("{line}\nlog \x1b]0;hello\x07"));
    let glyph = change(text, 0, "monster 0 ", |line| line.replacen("monster 0 k", "monster 0 \x08", 1));
    let header = text.replacen("stdlib libstdc++", "stdlib \x1b[31m", 1);
    let (start, steps) = text.split_once("step 0 ").unwrap();
    let steps: String = steps.split_inclusive('\n').filter(|line| !line.starts_with("rng ")).collect();
    let hint = format!("{start}# marks keys end\n# left out rng: \x1b[35mnone\nstep 0 {steps}# end\n");
    for (text, shown) in [
        (title, "\\u{1b}[2J\\u{9b}A"),
        (said, "\\u{1b}]0;hello"),
        (glyph, "\\u{8}"),
        (header, "\\u{1b}[31m"),
        (hint, "rng is not recorded: \\u{1b}[35mnone"),
    ] {
        let path = file(name, text);
        let output = roguelike(&[&path]);
        let told = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        assert!(told.contains(shown), "{told}");
        assert!(!told.chars().any(|c| c.is_control() && c != '\n'), "{told:?}");
        fs::remove_file(path).unwrap();
    }
}

#[test]
fn scripts_are_answered_in_json() {
    let wrong = with_another_library(&record(3, 1, "Right Left", Form::Full));
    let wrong = file("json \"wrong\"\u{202e}\u{2028}.trace", wrong);
    let none = file("json-none.trace", "roguelike-trace 1\npart 0\n");
    let output = roguelike(&["--json", &wrong, &none]);
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stderr.is_empty());
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 2);
    assert!(lines.iter().all(|line| line.starts_with("{\"format\":4,\"file\":")), "{lines:?}");
    for part in [
        "\\\"wrong\\\"\\u202e\\u2028.trace\",\"ok\":false,\"part\":3,\"seed\":1,",
        "\"step\":0,\"key\":\"start\"",
        "\"cause\":{\"name\":\"library\"",
        "\"tiles\":{\"expected\":[\"",
    ] {
        assert!(lines[0].contains(part), "{part}: {}", lines[0]);
    }
    assert!(lines[1].contains("\"line\":2"), "{}", lines[1]);
    for path in [wrong, none] {
        fs::remove_file(path).unwrap();
    }
}

/// A script gets the kind of each difference, and its values as numbers.
#[test]
fn differences_in_json_have_their_values() {
    let wrong = record(5, 7, "Right", Form::Normal).replacen(" hp 30/30 ", " hp 7/30 ", 1);
    let options = Options { wanted: Wanted::Differences, ..Options::default() };
    let Answer { out, .. } = answer_in(Format::Json, &wrong, &options);
    let fields = "\"kind\":\"player\",\"fields\":[{\"name\":\"hp\",\"expected\":30,\"recorded\":7}]";
    assert!(out.contains(fields), "{out}");
}

/// A run that begins with a save is verified with that save, which is never written to, whatever the keys do.
#[test]
fn a_save_file_is_read_and_never_written() {
    let folder = root().join("tests/golden/saves");
    let mut count = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let Some(save) =
            path.to_str().unwrap().strip_suffix(".after-load.trace").map(|stem| format!("{stem}.save"))
        else {
            continue;
        };
        let content = fs::read_to_string(&save).unwrap();
        let recording = fs::read_to_string(&path).unwrap();
        let setup = parse(recording.as_bytes()).unwrap().header.setup();
        let setup =
            Setup { slot: roguelike::support::save_slot::SaveSlot::Memory(Some(content.clone())), ..setup };
        let trace = file("saved.trace", record_with(setup, "F9 Right F5 Left F9 Down", Form::Brief));
        let save = file("run.save", &content);
        let output = roguelike(&["--save-file", &save, path.to_str().unwrap(), &trace]);
        assert!(output.status.success(), "{output:?}");
        assert_eq!(fs::read_to_string(&save).unwrap(), content);
        let output = roguelike(&[path.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(1));
        assert!(String::from_utf8(output.stdout).unwrap().contains("--save-file"));
        fs::remove_file(save).unwrap();
        fs::remove_file(trace).unwrap();
        count += 1;
    }
    assert!(count >= 5);
}
