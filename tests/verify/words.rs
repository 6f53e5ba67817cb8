//! What a report says beside the cause: no line misleads.

use super::explorer::Script;
use super::miniature::{change, faulty, report_of_differences, trace_of};
use super::names::{Names, names_in};
use super::recording::parse;
use super::side_by_side::look;
use super::{
    difference, everything, explanation, golden, goldens, in_parallel, record_keys, record_with, script,
    steps, verify,
};
use roguelike::game::{Game, Setup};
use roguelike::map::Pos;
use roguelike::part::Part;
use roguelike::rng::StdLib;
use roguelike::trace::Form;
use roguelike_compare::verify::{Difference, Gap, Of, Options, Wanted, compare};

/// Where the player or the map differs, the view follows from it. Only a view that differs alone is
/// explained.
#[test]
fn a_view_is_explained_only_where_it_differs_alone() {
    // No known mistake has this view: the search gets no time.
    let text = faulty(3, "--full", "view-kept");
    assert!(report_of_differences(&text).contains("(FOV::castLight)"));
    let step = verify(&text).main().unwrap().expected.number;
    let moved = change(&text, step, "player ", |_| "player 1 1 hp 30/30".to_owned());
    assert!(!report_of_differences(&moved).contains("castLight"));
    let dug = faulty(3, "--full", "corridor-bend");
    assert!(!report_of_differences(&dug).contains("castLight"));
}

/// Returns the words of a text between two others.
fn between<'t>(text: &'t str, start: &str, end: &str) -> &'t str {
    let rest = text.split_once(start).unwrap_or_else(|| panic!("no '{start}' in\n{text}")).1;
    rest.split_once(end).unwrap_or_else(|| panic!("no '{end}' in\n{text}")).0
}

/// The nearest tile that is in view in one run only is named with its distance.
#[test]
fn a_view_is_explained_by_the_nearest_tile() {
    let told = report_of_differences(&faulty(3, "--full", "view-kept"));
    let number = |start, end| between(&told, start, end).parse::<i32>().unwrap();
    let columns = number("should not be in view: ", " column");
    let rows = between(&told, "should not be in view: ", " from the player").rsplit(' ').nth(1).unwrap();
    let rows: i32 = rows.parse().unwrap();
    assert!((1..=121).contains(&(columns.pow(2) + rows.pow(2))), "{told}");
}

/// A hunter's ways are those of the Dijkstra map, and the best one is taken.
#[test]
fn a_hunter_is_explained_by_the_steps_of_its_ways() {
    let told = report_of_differences(&faulty(7, "--full", "never-hunt"));
    let steps: i32 = between(&told, " is in view and hunts: it is ", " step").parse().unwrap();
    let ways = between(&told, "; the steps lead to ", ": it goes ").split(", ");
    let ways = ways.map(|way| way.split_once(' ').unwrap());
    let best = ways.min_by_key(|(_, steps)| steps.parse::<i32>().unwrap()).unwrap();
    assert_eq!(best, (between(&told, ": it goes ", " (DijkstraMap::at"), (steps - 1).to_string().as_str()));
}

/// A badly hurt monster that is not next to the player flees.
#[test]
fn a_monster_that_flees_is_explained_by_its_hit_points() {
    let mut count = 0;
    for recorded in goldens().iter().filter(|recorded| recorded.text.contains("\nmonster ")) {
        let recording = parse(recorded.text.as_bytes()).unwrap();
        let mut game = Game::new(recording.header.setup());
        for (step, key) in (1..).zip(recording.keys()) {
            let before = game.clone();
            game.press(key);
            let (map, player) = (&game.cur().map, game.player().pos);
            let monsters = before.cur().monsters.iter().zip(&game.cur().monsters).enumerate();
            let flight = { monsters }.find(|(_, (was, is))| {
                let (was, is) = (&was.entity, &is.entity);
                let is_free_to_go = map.tile(was.pos).visible && was.pos.manhattan(player) > 1;
                was.is_alive() && was.flees() && is_free_to_go && was.pos != is.pos
            });
            let Some((number, (was, is))) = flight else { continue };
            let place = |pos: Pos| format!(" {} {} hp ", pos.x, pos.y);
            let stayed = change(&recorded.text, step, &format!("monster {number} "), |line| {
                line.replacen(&place(is.entity.pos), &place(was.entity.pos), 1)
            });
            let told = report_of_differences(&stayed);
            let reason = "is in view and flees, because it has a third of its hp or less: it is ";
            assert!(told.contains(reason), "{told}");
            count += 1;
            break;
        }
    }
    assert!(count > 0, "no monster flees in the recordings");
}

/// A std::random_device gives another map and another generator in every step. Only the number of seeds shows
/// it: other numbers alone may come from any mistake.
#[test]
fn a_random_device_is_named_where_seeds_are_missing() {
    let arguments = ["4", "--seed", "7", "--keys", "Right Space Right Space Left"].map(str::to_owned);
    let hint =
        "hint: up to this step, the program has taken fewer seeds from trace::seeded_device than the series";
    for fault in ["own-device", "game-device"] {
        let wrong = trace_of(&arguments, "", Some(fault));
        let told = report_of_differences(&wrong);
        assert!(told.contains(hint) && told.contains("std::random_device is left"), "{fault}: {told}");
        let taken = wrong.lines().map(|line| match line.strip_prefix("# seeds ") {
            Some(_) => String::new(),
            None => format!("{line}\n"),
        });
        let taken: String = taken.collect::<String>().replacen("\nstep 0 ", "\n# seeds 2\nstep 0 ", 1);
        let told = report_of_differences(&taken);
        assert!(told.starts_with("differs ") && !told.contains("random_device"), "{fault}: {told}");
    }
}

/// Every function that a report names without a known cause is one of the recording's part.
#[test]
fn explanations_name_functions_of_the_part() {
    let names = Names::read();
    // Three parts; with MISTAKES=all each of them.
    let chosen = |part: &Part| part.has_player() && (everything() || [7, 13, 17].contains(&part.number()));
    let parts: Vec<Part> = Part::all().filter(chosen).collect();
    let counts = in_parallel(&parts, |&part| {
        let Script { setup, keys, .. } = Script::new(part, StdLib::default(), None);
        // Most kinds of events come in the first steps, and each is compared from the start on.
        let most = if everything() { keys.len() } else { 800 };
        let text = record_keys(setup, keys.into_iter().take(most), Form::Normal);
        let mut told: Vec<String> = Vec::new();
        for (step, block) in steps(&text).iter().enumerate() {
            // A kind of event each, and now and then a monster.
            let message = block.lines().find(|line| line.starts_with("log "));
            let message = message.map(|line| line.replace(|c: char| !c.is_ascii_alphabetic(), ""));
            let is_new = message.is_some_and(|message| {
                !told.contains(&message) && {
                    told.push(message);
                    true
                }
            });
            let start = match step % 100 {
                _ if is_new => "player ",
                99 if block.contains("\nmonster 1 ") => "monster 1 ",
                _ => continue,
            };
            let wrong = change(&text, step, start, |line| line.replacen(" hp ", " hp 7", 1));
            // Later steps tell nothing more.
            let end = wrong.find(&format!("\nstep {} ", step + 1)).map_or(wrong.len(), |end| end + 1);
            let wrong = &wrong[..end];
            let options = Options { wanted: Wanted::Differences, ..Options::default() };
            let verdict = compare(wrong.as_bytes(), &options).unwrap();
            let explanation = verdict.of(Of::Rules).map(explanation).unwrap_or_default();
            for name in names_in(&explanation) {
                assert!(names.has(&name, part), "part {part}: {name} in '{explanation}'");
            }
        }
        told.len()
    });
    assert!(counts.iter().sum::<usize>() > if everything() { 100 } else { 30 }, "{counts:?}");
}

/// Other messages may have an equal one between them, which is no difference.
#[test]
fn no_message_differs_from_itself() {
    let text = golden("part05-libstdc++-seed42.trace");
    let mut lines: Vec<&str> = text.lines().collect();
    let said = |pair: &[&str]| pair.iter().all(|line| line.starts_with("log "));
    let at = lines.windows(2).position(said).unwrap();
    lines[at] = "log Something else.";
    lines.insert(at + 2, "log More.");
    let found = difference(&(lines.join("\n") + "\n"));
    let messages: Vec<String> = found.differences.iter().map(Difference::words).collect();
    assert!(messages[0].ends_with("recorded 'Something else.'"), "{messages:?}");
    assert_eq!(messages[1..], ["message 'More.' is recorded, but should not come"]);
}

/// The key and the kind of difference name the function: a mistake in loading is none of the monsters' ways.
#[test]
fn the_key_and_the_difference_name_the_function() {
    let part = Part::LAST;
    let Script { setup, keys, .. } = Script::new(part, StdLib::default(), None);
    let text = record_keys(setup, keys, Form::Full);
    let blocks = steps(&text);
    // Returns the report on the first such step, in which a line of another kind is wrong.
    let told = |key: &str, has: &str, start: &str, from: &str, to: &str| {
        let is_one = |block: &&str| {
            block.lines().next().is_some_and(|head| head.ends_with(key))
                && block.contains(has)
                && block.lines().any(|line| line.starts_with(start) && line.contains(from))
        };
        let step = blocks.iter().position(is_one).unwrap_or_else(|| panic!("{key} {has}"));
        let end = text.find(&format!("\nstep {} ", step + 1)).map_or(text.len(), |end| end + 1);
        // Which of the rows of a picture it is.
        let row = blocks[step].lines().find(|line| line.starts_with(start) && line.contains(from)).unwrap();
        report_of_differences(&change(&text[..end], step, row, |line| line.replacen(from, to, 1)))
    };
    let cases = [
        (told(" F9", "log Game loaded.", "monster ", " hp ", " hp 7"), "F9 loads", "(Game::load)"),
        (told(" F5", "log Game saved.", "player ", " hp ", " hp 7"), "F5 saves", "(Game::save)"),
        (
            told(" .", "log You descend", "monster ", " hp ", " hp 7"),
            ". goes down",
            "(Game::descend, Level::generate)",
        ),
        (told(" 3", "screen map", "monster ", " hp ", " hp 7"), "3 begins a new game", "(Game::newGame)"),
        (
            told(" I", "screen inventory", "bonus ", "magic ", "magic 7"),
            "I opens the inventory",
            "(Game::run)",
        ),
        (
            told("", "screen dead", "|", "Y O U   D I E D", "Y O U   L O S E"),
            "the death screen differs: row ",
            "(Game::drawDeathScreen)",
        ),
        (
            told("", "screen inventory", "|", "INVENTORY", "THE PACK."),
            "the inventory differs: row ",
            "(Game::drawInventory)",
        ),
        (told("", "screen map", "|", "Depth ", "Floor "), "the HUD differs: row 36 is '", "(Game::drawHud)"),
        (
            told("", "screen map", "title ", "Roguelike", "Game"),
            "the window is called 'Roguelike",
            "(Game::updateTitle)",
        ),
    ];
    for (told, words, function) in cases {
        let expected =
            told.lines().find(|line| line.starts_with("  expected: ")).unwrap_or_else(|| panic!("{told}"));
        assert!(expected.contains(words) && expected.ends_with(function), "{words}: {expected}");
    }
}

/// Where the rules find no save and the program loaded one, a file of an earlier run was there.
#[test]
fn a_save_of_an_earlier_run_leads_the_report() {
    let setup = Setup::new(Part::new(15).unwrap(), 3);
    let text = record_with(setup, "2 Right F9 Left", Form::Normal);
    let wrong = change(&text, 3, "player ", |line| line.replacen(" hp ", " hp 1", 1));
    let cause = "\n  cause: a save file of an earlier run was there: remove it before you record, ";
    let told = report_of_differences(&change(&wrong, 3, "title ", |_| "title Game loaded.".to_owned()));
    assert!(told.contains(cause) && told.matches("--save-file").count() == 1, "{told}");
    // A program that has loaded nothing has read no file: its text or its rules are its own.
    for other in [wrong, change(&text, 3, "title ", |_| "title Nothing to load.".to_owned())] {
        let told = report_of_differences(&other);
        assert!(told.starts_with("differs ") && !told.contains("save file"), "{told}");
    }
}

/// A save file that differs is named with its line, also where nothing else differs.
#[test]
fn a_save_file_is_compared_by_line() {
    let setup = Setup::new(Part::LAST, 3);
    let text = record_with(setup.clone(), "3 Right F5 Left F9 Up", Form::Normal);
    let mut game = Game::new(setup);
    script("3 Right F5").into_iter().for_each(|key| _ = game.press(key));
    let saved = game.save_text();
    let with = |saved: &str| {
        let lines: String = saved.lines().map(|line| format!("# saved {line}\n")).collect();
        text.replacen("\nstep 3 ", &format!("\n{lines}step 3 "), 1)
    };
    // A file of one word a line is read as the same.
    assert!(verify(&with(&saved)).is_ok() && verify(&with(&saved.replace(' ', "\n"))).is_ok());
    let wrong = with(&saved.replacen("\n2 0 0\n", "\n2 1 0\n", 1));
    let told = report_of_differences(&wrong);
    assert!(told.starts_with("differs ") && told.contains(": step 3 of 6, F5\n"), "{told}");
    let words = "save: line 2 is '2 0 0', recorded '2 1 0'";
    let cause = "\n  F5 writes a different save file (Game::save)\n";
    assert!(told.contains(cause) && !told.contains("only what is shown"), "{told}");
    let (_, both, _) = look("saved-by-line.trace", &wrong, None);
    let texts: Vec<String> = both.unwrap().texts().into_iter().map(|(_, text)| text).collect();
    assert_eq!(texts[1..3], ["step 3 of 6, F5: it differs", words]);
    // What follows is compared on.
    let told = report_of_differences(&change(&wrong, 5, "player ", |line| line.replacen(" hp ", " hp 1", 1)));
    assert!(told.contains(cause) && told.contains("\n  also, first in step 5 (F9): player: "), "{told}");
    let (half, _) = saved.rsplit_once('\n').unwrap().0.rsplit_once('\n').unwrap();
    let options = Options { wanted: Wanted::Differences, ..Options::default() };
    let told = |saved: &str| {
        let verdict = compare(with(saved).as_bytes(), &options).unwrap();
        verdict.of(Of::SaveFile).unwrap().differences[0].words()
    };
    assert!(told(half).ends_with(" is not recorded"));
    assert!(told(&format!("{saved}1\n")).ends_with("'1' is recorded, but should not be there"));
    // Without a word of what F5 wrote, the file may have another name. Only the recorder promises that word.
    let marked =
        |text: &str| text.replacen("\nstep 0", "\n# marks keys end close\nstep 0", 1) + "# close\n# end\n";
    let silent = verify(&marked(&text));
    assert!(silent.is_ok() && silent.not_compared == [Gap::Save], "{silent:?}");
    let told = report_of_differences(&marked(&change(&text, 5, "player ", |line| {
        line.replacen(" hp ", " hp 1", 1)
    })));
    assert!(told.contains("not compared: the save file (") && told.contains("trace::save_file()"), "{told}");
    assert_eq!(verify(&marked(&with(&saved))).not_compared, []);
    assert_eq!(verify(&text).not_compared, []);
    // Before Part 15, F5 means nothing.
    assert_eq!(verify(&marked(&super::record(14, 3, "1 F5", Form::Normal))).not_compared, []);
    // F5 on a screen on which it does nothing writes nothing.
    let idle = record_with(Setup::new(Part::LAST, 3), "F5 3", Form::Normal);
    assert!(verify(&idle.replacen("\nstep 1 ", "\n# saved old\nstep 1 ", 1)).is_ok());
}

/// The first line says what the series does not have: a kind of monster, a class, a type of item, a key, a
/// size of map, colours, a member without a value.
#[test]
fn things_of_the_readers_own_are_said_first() {
    let text = super::record(10, 7, "Right*3 Down*3", Form::Normal);
    let says = |wrong: &str, words: &str| {
        let told = report_of_differences(wrong);
        let first = told.lines().nth(1).unwrap_or_default();
        assert!(first.starts_with(&format!("  {words}")), "{words}: {told}");
    };
    let with = |start: &str, from: &str, to: &str| change(&text, 2, start, |line| line.replacen(from, to, 1));
    let glyph = text.lines().find_map(|line| line.strip_prefix("monster 0 ")).unwrap()[..1].to_owned();
    let stranger = with("monster 0 ", &format!("monster 0 {glyph} "), "monster 0 D ");
    says(&stranger, "a kind of monster of your own, 'D'; the part has 'r', ");
    let unset = with("monster 0 ", " poison 0 ", " poison 32574 ");
    says(&unset, "monster 0 has poison 32574: a member without a value");

    let text = record_with(Setup::new(Part::LAST, 3), "1 Right Left", Form::Normal);
    let with = |start: &str, line: &str| change(&text, 2, start, |_| line.to_owned());
    says(&with("class ", "class unknown"), "a class of your own");
    for (what, words) in
        [("potion:unknown", "a potion"), ("scroll:unknown", "a scroll"), ("unknown", "a type of item")]
    {
        let item = change(&text, 2, "item 0 ", |line| {
            let mut values: Vec<&str> = line.split(' ').collect();
            values[2] = what;
            values.join(" ")
        });
        says(&item, &format!("{words} of your own"));
    }

    // The inventory of Part 7 is a later part's, and so is its key.
    let text = super::record(7, 7, "Right I Left", Form::Normal);
    let key = change(&text, 2, "monster 0 ", |line| line.replacen(" hp ", " hp 7", 1));
    says(&key, "I does nothing here in the series, but something in your program: ");

    // Only the map is missing: the rest is compared on.
    let text = super::record(4, 7, "Right Left", Form::Normal);
    let lines = text.lines().filter(|line| !line.starts_with("tiles ")).map(|line| format!("{line}\n"));
    let reason = "# left out tiles: the map is 80x45, the series has 64x36\nstep 0 ";
    let sized = lines.collect::<String>().replacen("step 0 ", reason, 1);
    let moved = change(&sized, 0, "player ", |_| "player 1 1 hp 30/30".to_owned());
    says(&moved, "the map cannot be compared: the map is 80x45, the series has 64x36");

    let text = super::record(3, 7, "Right Left", Form::Colors);
    let rows = text.lines().filter(|line| line.len() > 300).map(|row| row.trim_matches(['|', ' ', '-']));
    let color = rows.filter_map(|row| row.get(..6)).next().unwrap().to_owned();
    let text = change(&text, 0, "frame ", |_| "frame 0123456789abcdef".to_owned());
    says(&text.replace(&color, "0a0b0c"), "the colours differ, not the rules");
}

/// Other words for appearances hide no rule: they are said once, and the rest is compared on.
#[test]
fn own_words_for_appearances_are_no_rules() {
    let text = super::record(13, 7, "Right Left", Form::Normal);
    let own = text.replace(" looks XYZZY", " looks PLUGH").replace(" looks murky", " looks sticky");
    let told = report_of_differences(&own);
    assert!(told.lines().nth(1).unwrap().contains("an appearance"), "{told}");
    assert!(told.contains("looks XYZZY, recorded PLUGH") && told.contains("no rule differs"), "{told}");
    let moved = report_of_differences(&change(&own, 2, "player ", |_| "player 1 1 hp 30/30".to_owned()));
    assert!(moved.contains("step 2 of 2"), "{moved}");
    // A word of the series in the wrong place is the work of a rule.
    let swapped = text.replace(" looks XYZZY", " looks VENZAR");
    assert!(!report_of_differences(&swapped).contains("no rule differs"));
}
