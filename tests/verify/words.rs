//! What a report says beside the cause: no line misleads, none comes twice, and numbers agree with nouns.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use super::faults::trace_of;
use super::known::record_mistaken;
use super::names::{Names, names_in};
use super::side_by_side::look;
use super::{
    divergence, everything, golden, goldens, in_parallel, is_chosen, record_with, script, steps, verify,
};
use roguelike::explorer::script::Script;
use roguelike::game::{Game, Setup};
use roguelike::map::Pos;
use roguelike::part::Part;
use roguelike::rng::StdLib;
use roguelike::trace::{self, Form};
use roguelike::verify::mistakes;
use roguelike::verify::{Options, compare, verify_files};

/// The answer of the command about a recording.
pub fn report(text: &str, search_time: Duration) -> String {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let name = format!("words-{}-{}.trace", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).unwrap();
    let options = Options { search_time: Some(search_time), ..Options::default() };
    let mut out = Vec::new();
    verify_files(std::slice::from_ref(&path), &options, &mut out, &mut Vec::new()).unwrap();
    fs::remove_file(&path).unwrap();
    String::from_utf8(out).unwrap()
}

/// What the miniature records with a fault, for the keys of `roguelike keys`.
pub fn faulty(part: u8, form: &str, fault: &str) -> String {
    trace_of(&arguments_of_part(part), form, Some(fault).filter(|fault| !fault.is_empty()))
}

/// The arguments with which the miniature plays the keys of `roguelike keys`.
pub fn arguments_of_part(part: u8) -> [String; 5] {
    let Script { setup, keys, .. } = Script::new(Part::new(part).unwrap(), StdLib::default(), None);
    let keys: Vec<&str> = keys.iter().map(|key| key.name()).collect();
    let (seed, keys) = (setup.seed.to_string(), keys.join(" "));
    [part.to_string(), "--seed".to_owned(), seed, "--keys".to_owned(), keys]
}

/// Changes the first line of a step that begins so.
pub(super) fn change(text: &str, step: usize, start: &str, change: impl Fn(&str) -> String) -> String {
    let at = text.find(&format!("\nstep {step} ")).unwrap();
    let line = at + text[at..].find(&format!("\n{start}")).unwrap() + 1;
    let end = line + text[line..].find('\n').unwrap();
    text[..line].to_owned() + &change(&text[line..end]) + &text[end..]
}

/// Where the player or the map differs, the view follows from it. Only a view that differs alone is
/// explained.
#[test]
fn a_view_is_explained_only_where_it_differs_alone() {
    // No known mistake has this view: the search gets no time.
    let text = faulty(3, "--full", "view-kept");
    assert!(report(&text, Duration::ZERO).contains("(FOV::castLight)"));
    let step = verify(&text).main().unwrap().expected.number;
    let moved = change(&text, step, "player ", |_| "player 1 1 hp 30/30".to_owned());
    assert!(!report(&moved, Duration::ZERO).contains("castLight"));
    let dug = faulty(3, "--full", "corridor-bend");
    assert!(!report(&dug, Duration::ZERO).contains("castLight"));
}

/// Returns the words of a text between two others.
fn between<'t>(text: &'t str, start: &str, end: &str) -> &'t str {
    let rest = text.split_once(start).unwrap_or_else(|| panic!("no '{start}' in\n{text}")).1;
    rest.split_once(end).unwrap_or_else(|| panic!("no '{end}' in\n{text}")).0
}

/// The nearest tile that is in view in one run only is told with its place in the scan.
#[test]
fn a_view_is_explained_by_octant_row_and_distance() {
    let told = report(&faulty(3, "--full", "view-kept"), Duration::ZERO);
    let number = |start, end| between(&told, start, end).parse::<i32>().unwrap();
    assert!((0..8).contains(&number("should not be in view: octant ", " counted from 0")));
    let (row, dx) = (number(" row ", ", dx"), number(", dx ", ", slopes"));
    assert!(-row <= dx && dx <= 0, "{told}");
    let distance = between(&told, ", slopes ", " of 121 from the player").rsplit(' ').next();
    assert_eq!(distance, Some((row * row + dx * dx).to_string().as_str()), "{told}");
}

/// A hunter's ways are those of the Dijkstra map, and the best one is taken.
#[test]
fn a_hunter_is_explained_by_the_steps_of_its_ways() {
    let told = report(&faulty(7, "--full", "never-hunt"), Duration::ZERO);
    let steps: i32 = between(&told, " is in view and hunts: it is ", " step").parse().unwrap();
    let ways = between(&told, "; the ways lead to ", ": it goes ").split(", ");
    let ways = ways.map(|way| way.split_once(' ').unwrap());
    let best = ways.min_by_key(|(_, steps)| steps.parse::<i32>().unwrap()).unwrap();
    assert_eq!(best, (between(&told, ": it goes ", " (DijkstraMap::at"), (steps - 1).to_string().as_str()));
}

/// A badly hurt monster that is not next to the player flees.
#[test]
fn a_monster_that_flees_is_explained_by_its_hit_points() {
    let mut count = 0;
    for recorded in goldens().iter().filter(|recorded| recorded.text.contains("\nmonster ")) {
        let recording = trace::parse(recorded.text.as_bytes()).unwrap();
        let mut game = Game::new(recording.setup());
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
            let told = report(&stayed, Duration::ZERO);
            let reason = "is in view and flees, because it has a third of its hp or less: it is ";
            assert!(told.contains(reason), "{told}");
            count += 1;
            break;
        }
    }
    assert!(count > 0, "no monster flees in the recordings");
}

fn without_seeds(text: &str) -> String {
    text.lines().filter(|line| !line.starts_with("# seeds ")).map(|line| format!("{line}\n")).collect()
}

/// Where every seed was taken, other numbers come from other draws, and no device is asked for.
#[test]
fn no_device_is_asked_for_where_every_seed_was_taken() {
    let arguments = ["4", "--seed", "7", "--keys", "Right Left"].map(str::to_owned);
    let text = trace_of(&arguments, "", Some("own-device"));
    let taken = text.replace("# seeds 1\n", "# seeds 2\n");
    assert_ne!(taken, text);
    let told = report(&taken, Duration::ZERO);
    assert!(told.contains("hint: every seed was taken") && !told.contains("random_device"), "{told}");
}

/// A std::random_device gives another map and another generator in every step.
#[test]
fn a_random_device_is_asked_for_only_where_nothing_agrees() {
    let arguments = ["4", "--seed", "7", "--keys", "Right Space Right Space Left"].map(str::to_owned);
    let right = trace_of(&arguments, "", None);
    for (fault, kinds) in [("own-device", ["tiles", "frame"]), ("game-device", ["rng", "monster"])] {
        let wrong = trace_of(&arguments, "", Some(fault));
        let told = report(&wrong, Duration::ZERO);
        assert!(told.contains("fewer seeds from trace::seeded_device"), "{fault}: {told}");
        // A recording of an older header does not tell the number of seeds.
        let wrong = without_seeds(&wrong);
        assert!(report(&wrong, Duration::ZERO).contains("std::random_device"), "{fault}");
        // The last step agrees.
        let last = |text: &str| text.rfind("\nstep ").unwrap();
        let mended = without_seeds(&(wrong[..last(&wrong)].to_owned() + &right[last(&right)..]));
        assert_eq!(steps(&wrong).len(), steps(&mended).len());
        assert!(!report(&mended, Duration::ZERO).contains("std::random_device"), "{fault} {kinds:?}");
    }
}

/// Every sentence of a report comes once, and no number has a noun of the other kind. Every second fault is
/// tried.
#[test]
fn sentences_come_once_and_numbers_agree() {
    let faults = [
        "goblin-9+title-word",
        "view-radius+ghosts",
        "hit-word+names-swapped",
        "view-octant+title-word",
        "kobold-3+hp-kept",
        "extra-draw",
        "corridor-bend+dies-late",
    ];
    let chosen: Vec<_> = faults.iter().enumerate().filter(|(index, _)| is_chosen(*index, 2)).collect();
    in_parallel(&chosen, |(_, fault)| {
        let form = ["", "--full", "--colors"][fault.len() % 3];
        let told = report(&faulty(5, form, fault), Duration::from_secs(2));
        let mut seen = Vec::new();
        for sentence in told.lines().map(str::trim).filter(|line| line.matches(' ').count() > 4) {
            assert!(!seen.contains(&sentence), "{fault}: '{sentence}' comes twice in\n{told}");
            // Rows of a picture have no words.
            if sentence.contains(|c: char| c.is_ascii_lowercase()) {
                seen.push(sentence);
            }
        }
        agrees(&told);
    });
    agrees(&report(&change(&faulty(5, "", "coin"), 0, "title ", |_| "title x".to_owned()), Duration::ZERO));
}

fn agrees(told: &str) {
    let words: Vec<&str> = told.split([' ', ',', ';', '\n', '(', ')']).collect();
    for pair in words.windows(2).filter(|pair| pair[0] == "1") {
        let is_plural = ["steps", "tiles", "draws", "keys", "monsters", "items", "differences", "columns"];
        assert!(!is_plural.contains(&pair[1]), "'1 {}' in\n{told}", pair[1]);
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
        let keys = &keys[..if everything() { keys.len() } else { keys.len().min(800) }];
        let words: Vec<String> = keys.iter().map(|key| key.name().replace(' ', "_")).collect();
        let text = record_with(setup, &words.join(" "), Form::Normal);
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
            let options = Options { search_time: Some(Duration::ZERO), ..Options::default() };
            let mut verdict = compare(wrong.as_bytes(), &options).unwrap();
            let explanation =
                verdict.divergence.take().and_then(|found| found.explanation).unwrap_or_default();
            for name in names_in(&explanation) {
                assert!(names.has(&name, part), "part {part}: {name} in '{explanation}'");
            }
        }
        told.len()
    });
    assert!(counts.iter().sum::<usize>() > if everything() { 100 } else { 30 }, "{counts:?}");
}

/// What the rules record with one of the mistakes that are known by this text, for the keys of its part.
fn mistaken(part: u8, text: &str) -> String {
    let part = Part::new(part).unwrap();
    let known = mistakes::all(part)
        .into_iter()
        .find(|known| known.text.contains(text))
        .unwrap_or_else(|| panic!("{text}"));
    let Script { setup, keys, .. } = Script::new(part, StdLib::default(), None);
    record_mistaken(&setup, &keys, &[known.number])
}

/// Where several places in a program have the same effect, the answer names the effect and these places.
/// Every third case is tried.
#[test]
fn the_places_of_an_effect_are_named() {
    type Case = (fn() -> String, &'static str);
    let cases: [Case; 9] = [
        (|| faulty(5, "", "copies-act"), "the loop has copies of them"),
        (|| faulty(5, "", "death-early"), "tested before the monsters act: a turn too late"),
        (
            || faulty(5, "", "no-death"),
            "the test is missing, comes before the monsters act, or a later line sets",
        ),
        (|| faulty(5, "", "power-default"), "the line that copies it from KINDS is missing"),
        (|| faulty(5, "", "goblin-9"), "9 in place of '8' (FIRST_KINDS, newGame) in monster.rs"),
        (|| mistaken(8, "potions of healing and poison"), "or the members of PotionType"),
        (|| mistaken(10, "the snake is never venomous"), "or the line that copies it into the monster"),
        (|| mistaken(11, "the key . does nothing"), "another key code stands there"),
        (|| mistaken(8, "the items do not come into the list"), "push_back is missing"),
    ];
    let chosen: Vec<_> = cases.iter().enumerate().filter(|(index, _)| is_chosen(*index, 3)).collect();
    in_parallel(&chosen, |(_, (text, words))| {
        let told = report(&text(), Duration::from_secs(600));
        let cause = told.lines().nth(1).unwrap_or_default();
        assert!(cause.starts_with("  likely cause: ") && told.contains(words), "{words}:\n{told}");
    });
}

/// One of two calls is missing, or one of two kinds is concerned: a like mistake is not named instead.
/// Every third case is tried.
#[test]
fn a_mistake_is_told_from_a_like_one() {
    let cases = [
        (4, "a bump into a wall lets the monsters act"),
        (5, "a bump into a wall lets the monsters act"),
        (4, "the monsters do not come into the list"),
        (5, "a new dungeon leaves a dead player's alive at false"),
        (8, "the items do not come into the list"),
        (8, "monstersAct is missing after an item is used"),
        (9, "the monsters do not act after an item is used"),
        (9, "a replaced weapon does not go back into the pack"),
        (9, "replaced armour does not go back into the pack"),
        (13, "a potion that is quaffed is called by its name"),
        (13, "a scroll that is read is called by its name"),
        (14, "recomputeStats is called before the class is set up"),
        (15, "recomputeStats is not called after loading"),
    ];
    let chosen: Vec<_> = cases.iter().enumerate().filter(|(index, _)| is_chosen(*index, 3)).collect();
    in_parallel(&chosen, |&(_, &(part, text))| {
        let told = report(&mistaken(part, text), Duration::from_secs(600));
        let cause = told.lines().nth(1).unwrap_or_default();
        assert!(cause.starts_with("  likely cause: ") && told.contains(text), "{part}: {text}:\n{told}");
    });
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
    let found = divergence(&(lines.join("\n") + "\n"));
    let messages: Vec<&str> = found.differences.iter().map(|difference| difference.words.as_str()).collect();
    assert!(messages[0].ends_with("recorded 'Something else.'"), "{messages:?}");
    assert_eq!(messages[1..], ["message 'More.' is recorded, but should not come"]);
}

/// A number of the rules is the same in every dungeon, so one that the first had right is no mistake later.
#[test]
fn a_number_that_was_right_before_is_no_further_mistake() {
    let setup = Setup::new(Part::new(5).unwrap(), 7);
    let keys = script("Up*9 Left*9 Down*9 Space Up*9 Left*9 Down*9 Right*9");
    let bump = mistakes::all(setup.part).into_iter().find(|known| known.name == "bump-turn").unwrap();
    let text = record_mistaken(&setup, &keys, &[bump.number]);
    let (first, second) = text.split_once(" Space\n").unwrap();
    let changed = format!("{first} Space\n{}", second.replace(" power 5 alive 1", " power 6 alive 1"));
    assert_ne!(changed, text);
    let told = report(&changed, Duration::from_secs(600));
    assert!(!told.contains("second cause"), "{told}");
}

/// A missing sound beside another text: two mistakes, and neither is that of a missing message.
#[test]
fn a_missing_sound_beside_another_text_is_named() {
    let part = Part::new(17).unwrap();
    let Script { setup, keys, .. } = Script::new(part, StdLib::default(), None);
    let text = record_mistaken(&setup, &keys, &[]).replace("\nsound hit\n", "\n");
    // The picture has the words as well.
    let text: String = text
        .replace("sound hit\n", "")
        .lines()
        .filter(|line| !line.starts_with("frame "))
        .map(|line| {
            if line.starts_with("log ") {
                line.replace(" hits ", " strikes ") + "\n"
            } else {
                format!("{line}\n")
            }
        })
        .collect();
    let told = report(&text, Duration::from_secs(600));
    assert!(told.contains("messages have 'strikes' where the series has 'hits'"), "{told}");
    assert!(told.contains("sound 'hit' is not recorded") && !told.contains("there is no message"), "{told}");
}

/// The word at the end of a message is another one in every message, so that no words tell what is missing.
#[test]
fn another_end_of_messages_is_told_once() {
    let part = Part::new(9).unwrap();
    let Script { setup, keys, .. } = Script::new(part, StdLib::default(), None);
    let right = record_mistaken(&setup, &keys, &[]);
    let identified = right.lines().filter(|line| line.starts_with("log It was "));
    let kinds: std::collections::BTreeSet<&str> = identified.collect();
    assert!(kinds.len() > 1, "{kinds:?}");
    let shorten = |line: &str| if kinds.contains(line) { &line[..line.len() - 1] } else { line }.to_owned();
    let text = right.lines().map(|line| shorten(line) + "\n").collect::<String>();
    let told = report(&text, Duration::from_secs(600));
    let cause = "likely cause: messages have '' at the end where the series has '!', after 'It was'\n";
    assert!(told.contains(cause) && !told.contains("it could as well be: messages"), "{told}");
}

/// A wrong title beside a wrong rule in the same step has a cause of its own.
#[test]
fn a_title_is_no_reason_for_doubt() {
    for fault in ["coin+title-word", "goblin-9+title-word", "view-radius+title-word"] {
        let told = report(&faulty(5, "", fault), Duration::from_secs(600));
        assert!(told.lines().nth(1).unwrap().starts_with("  likely cause: "), "{fault}: {told}");
        assert!(told.contains("the title has 'Rogue' where the series has 'Roguelike'"), "{fault}: {told}");
        assert!(!told.contains("not alone"), "{fault}: {told}");
    }
}

/// One line of texts, sounds or pictures that no known mistake gives is told as such: no rule is wrong.
#[test]
fn a_slip_in_one_line_is_none_of_the_rules() {
    let Script { setup, keys, .. } = Script::new(Part::LAST, StdLib::default(), None);
    let text = record_mistaken(&setup, &keys[..300], &[]);
    let blocks = steps(&text);
    let slip = |start: &str, changed: fn(&str) -> String| {
        // Other words that came everywhere would be a cause.
        let comes_again = |line: &&str| text.matches(&format!("\n{line}\n")).count() > 1;
        let line = text.lines().filter(|line| line.starts_with(start)).find(comes_again).unwrap();
        let step = blocks.iter().position(|block| block.lines().any(|other| other == line)).unwrap();
        let told = report(&change(&text, step, line, changed), Duration::from_secs(600));
        told.lines().nth(1).unwrap_or_default().to_owned()
    };
    type Case = (&'static str, fn(&str) -> String, &'static str);
    let cases: [Case; 4] = [
        ("log ", |line| format!("{line}!?"), "texts of messages, not the rules: "),
        ("sound ", |_| "sound bang".to_owned(), "sounds, not the rules: "),
        ("title ", |line| format!("{line}!?"), "the title, not the rules: "),
        ("frame ", |_| "frame 0123456789abcdef".to_owned(), "what is drawn, not the rules: "),
    ];
    for (start, changed, words) in cases {
        let cause = slip(start, changed);
        assert!(cause.starts_with(&format!("  likely cause: {words}")), "{start}: {cause}");
    }
}

/// The key and the kind of difference name the function: a mistake in loading is none of the monsters' ways.
#[test]
fn the_key_and_the_difference_name_the_function() {
    let part = Part::LAST;
    let Script { setup, keys, .. } = Script::new(part, StdLib::default(), None);
    let words: Vec<String> = keys.iter().map(|key| key.name().replace(' ', "_")).collect();
    let text = record_with(setup, &words.join(" "), Form::Full);
    let blocks = steps(&text);
    // Returns the report on the last such step, in which a line of another kind is wrong.
    let told = |key: &str, has: &str, start: &str, from: &str, to: &str| {
        let is_one = |block: &&str| {
            block.lines().next().is_some_and(|head| head.ends_with(key))
                && block.contains(has)
                && block.lines().any(|line| line.starts_with(start) && line.contains(from))
        };
        let step = blocks.iter().rposition(is_one).unwrap_or_else(|| panic!("{key} {has}"));
        let end = text.find(&format!("\nstep {} ", step + 1)).map_or(text.len(), |end| end + 1);
        // Which of the rows of a picture it is.
        let row = blocks[step].lines().find(|line| line.starts_with(start) && line.contains(from)).unwrap();
        report(&change(&text[..end], step, row, |line| line.replacen(from, to, 1)), Duration::ZERO)
    };
    let cases = [
        (told(" F9", "log Game loaded.", "monster ", " hp ", " hp 7"), "F9 loads", "(Game::load)"),
        (told(" F5", "log Game saved.", "player ", " hp ", " hp 7"), "F5 saves", "(Game::save)"),
        (
            told(" .", "log You descend", "monster ", " hp ", " hp 7"),
            ". goes down",
            "(Game::descend, Level::generate)",
        ),
        (told(" 3", "screen map", "monster ", " hp ", " hp 7"), "3 begins a new run", "(Game::newGame)"),
        (told(" I", "screen inventory", "bonus ", "magic ", "magic 7"), "I opens the pack", "(Game::run)"),
        (
            told("", "screen dead", "|", "Y O U   D I E D", "Y O U   L O S E"),
            "only the death screen differs: row ",
            "(Game::drawDeathScreen)",
        ),
        (
            told("", "screen inventory", "|", "INVENTORY", "THE PACK."),
            "only the pack differs: row ",
            "(Game::drawInventory)",
        ),
        (
            told("", "screen map", "|", "Depth ", "Floor "),
            "only the HUD differs: row 36 is '",
            "(Game::drawHud)",
        ),
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
    let told = report(&change(&text, 3, "player ", |line| line.replacen(" hp ", " hp 1", 1)), Duration::ZERO);
    let cause = "\n  likely cause: a save file of an earlier run was there: remove it before you record, ";
    assert!(told.contains(cause) && told.matches("--save-file").count() == 1, "{told}");
}

/// A save file that differs is told by member and level, also where nothing else does.
#[test]
fn a_save_file_is_compared_by_member() {
    let setup = Setup::new(Part::LAST, 3);
    let text = record_with(setup.clone(), "3 Right F5 Left F9 Up", Form::Normal);
    let mut game = Game::new(setup);
    script("3 Right F5").into_iter().for_each(|key| _ = game.press(key));
    let saved: String = game.save_text().lines().map(|line| format!("# saved {line}\n")).collect();
    let with = |saved: &str| text.replacen("\nstep 3 ", &format!("\n{saved}step 3 "), 1);
    assert!(verify(&with(&saved)).is_ok());
    let wrong = with(&saved.replacen("# saved 2 0 0\n", "# saved 2 1 0\n", 1));
    let told = report(&wrong, Duration::ZERO);
    assert!(told.starts_with("differs ") && told.contains(": step 3 of 6, F5\n"), "{told}");
    let cause = "\n  likely cause: what F5 writes: save: depth 0, recorded 1 (Game::save)\n";
    assert!(told.contains(cause) && !told.contains("only what is shown"), "{told}");
    let (_, both, _) = look("saved-by-member.trace", &wrong, None);
    let texts: Vec<String> = both.unwrap().texts().into_iter().map(|(_, text)| text).collect();
    assert_eq!(texts[1..3], ["step 3 of 6, F5: it differs", "save: depth 0, recorded 1"]);
    // What follows is compared on.
    let told =
        report(&change(&wrong, 5, "player ", |line| line.replacen(" hp ", " hp 1", 1)), Duration::ZERO);
    assert!(told.contains(cause) && told.contains("\n  also, from step 5 (F9) on: player: "), "{told}");
    // Each word of the file has a name.
    let saved = game.save_text();
    let words: Vec<&str> = saved.split_ascii_whitespace().collect();
    let told = |changed: &[&str]| {
        let lines: String = changed.iter().map(|word| format!("# saved {word}\n")).collect();
        let found = verify(&with(&lines)).wrong_save.map(|found| found.differences).unwrap_or_default();
        found.into_iter().map(|difference| difference.words).collect::<Vec<String>>()
    };
    assert_eq!(told(&words), [""; 0]);
    let last_row = words.iter().rposition(|word| word.len() == 64).unwrap();
    let named = [(8, "magicBonus "), (12, "player maxHp "), (last_row, "level 0: row 35 of the map ")];
    for (index, name) in named.into_iter().chain([(words.len() - 1, "level 0: items ")]) {
        let mut changed = words.clone();
        changed[index] = "7";
        let told = told(&changed);
        assert!(told.len() == 1 && told[0].starts_with(&format!("save: {name}")), "{name}: {told:?}");
    }
    assert!(told(&words[..words.len() / 2]).iter().any(|told| told.contains(" is not recorded")));
    // A value that is written twice moves the others: the line tells it.
    let twice = saved.replacen("\n2 0 0\n", "\n2 0 0 0\n", 1);
    let lines: Vec<&str> = twice.lines().collect();
    assert_eq!(told(&lines), ["save: line 2 is '2 0 0', recorded '2 0 0 0'"]);
    // F5 on a screen on which it does nothing writes nothing.
    let idle = record_with(Setup::new(Part::LAST, 3), "F5 3", Form::Normal);
    assert!(verify(&idle.replacen("\nstep 1 ", "\n# saved old\nstep 1 ", 1)).is_ok());
}
