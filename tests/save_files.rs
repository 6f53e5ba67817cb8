//! The game loads and writes saves exactly as the original does, and an invalid file leaves the game
//! unchanged.

#[path = "common/golden.rs"]
mod golden;
#[path = "common/parallel.rs"]
mod parallel;
#[path = "common/recording.rs"]
mod recording;
#[path = "common/scratch.rs"]
mod scratch;

use std::fs;
use std::path::PathBuf;

use golden::{golden, recording};
use parallel::in_parallel;
use recording::parse;
use roguelike::game::{Game, GameState, SaveResult, Setup};
use roguelike::key::Key;
use roguelike::keys::script::KeyReader;
use roguelike::map::{MAP_HEIGHT, Map};
use roguelike::part::Part;
use roguelike::support::save_slot::SaveSlot;
use roguelike::support::save_words::{FLAG, Words};
use roguelike::trace::{Form, Header, Tracer, last_key};
use scratch::scratch;

/// A save file that the original wrote.
struct Original {
    name: String,
    path: PathBuf,
    text: String,
    /// The trace it was written in, and after how many of its steps.
    trace: String,
    step: usize,
    part: Part,
    seed: u32,
}

fn originals() -> Vec<Original> {
    let mut paths: Vec<_> =
        fs::read_dir(golden("saves")).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "save"));
    paths.sort();
    assert_eq!(paths.len(), 5);
    paths.into_iter().map(original).collect()
}

fn original(path: PathBuf) -> Original {
    let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
    let (trace, step) = name.rsplit_once("-step").unwrap();
    let (_, seed) = trace.split_once("-seed").unwrap();
    Original {
        trace: trace.to_owned(),
        step: step.parse().unwrap(),
        part: name[4..6].parse().unwrap(),
        seed: seed.split('-').next().unwrap().parse().unwrap(),
        text: fs::read_to_string(&path).unwrap(),
        name,
        path,
    }
}

/// Returns the save of Part 17 with the most in it: a full pack, three levels, and items on the last.
fn rich() -> Original {
    original(golden("saves").join("part17-libstdc++-seed1-win-step500.save"))
}

fn setup(original: &Original, save: SaveSlot) -> Setup {
    Setup { slot: save, ..Setup::new(original.part, original.seed) }
}

/// The result of F5 or F9.
fn save_result(game: &Game) -> &SaveResult {
    game.save_result().expect("saving and loading have a result")
}

/// What the player reads of it.
fn notice(game: &Game) -> &str {
    let [text] = last_key::texts(game).collect::<Vec<_>>()[..] else { panic!("there is one message") };
    text
}

/// Why the last F5 or F9 failed, in one line.
fn problem(game: &Game) -> &str {
    let problem = last_key::problem(game).expect("a reason is given");
    assert!(!problem.contains('\n'), "{problem}");
    problem
}

/// Returns everything in a game that a load could change.
fn fingerprint(game: &Game) -> impl PartialEq + std::fmt::Debug + use<> {
    (
        (game.state(), game.class(), game.player().clone(), game.cur().clone()),
        (
            game.depth(),
            game.level_count(),
            game.inventory().to_vec(),
            (game.potions(), game.scrolls(), game.strength_bonus),
        ),
        (game.amulets(), game.rng().peek(), game.save_text()),
    )
}

fn press(game: &mut Game, script: &str) {
    for key in KeyReader::new(script.as_bytes()) {
        game.press(key.unwrap());
    }
}

/// A game of a part that is well under way, saving to `save`.
fn busy_game(part: Part, save: SaveSlot) -> Game {
    let mut game = Game::new(Setup { slot: save, ..Setup::new(part, 42) });
    press(&mut game, "2 Right*6 Down*3 I B Left*2");
    assert_eq!(game.state(), GameState::Playing);
    game
}

#[test]
fn the_originals_saves_play_on_as_recorded() {
    for original in originals() {
        let recorded = golden("saves").join(format!("{}.after-load.trace", original.name));
        let recorded = fs::read_to_string(recorded).unwrap();
        for save in [SaveSlot::File(original.path.clone()), SaveSlot::Memory(Some(original.text.clone()))] {
            let setup = setup(&original, save);
            let header = Header::new(&setup, Form::Normal);
            let (mut tracer, first) = Tracer::new(setup);
            let mut text = header.to_string() + &first.to_text(Form::Normal);
            for key in parse(recorded.as_bytes()).unwrap().keys() {
                text += &tracer.press(key).to_text(Form::Normal);
            }
            assert_eq!(text, recorded, "{}", original.name);
        }
    }
}

/// Once loaded, and when the run that the original saved is played again.
#[test]
fn the_originals_saves_are_written_to_the_byte() {
    let path = scratch("to_the_byte").join("game.save");
    for original in originals() {
        let game = || Game::new(setup(&original, SaveSlot::File(path.clone())));
        let mut loaded = game();
        fs::write(&path, &original.text).unwrap();
        loaded.press(Key::F9);
        assert_eq!(save_result(&loaded), &SaveResult::Loaded, "{}", original.name);
        assert_eq!(loaded.save_text(), original.text, "{}", original.name);
        // The run of the original had no save before.
        fs::remove_file(&path).unwrap();
        let mut played = game();
        recording(&original.trace).keys().take(original.step).for_each(|key| _ = played.press(key));
        for mut game in [loaded, played] {
            fs::remove_file(&path).ok();
            game.press(Key::F5);
            assert_eq!(save_result(&game), &SaveResult::Saved, "{}", original.name);
            assert_eq!(fs::read_to_string(&path).unwrap(), original.text, "{}", original.name);
        }
    }
}

/// Returns the text with another value for one word. Lines and words are counted from 1.
fn change(text: &str, line: usize, word: usize, value: &str) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let mut words: Vec<&str> = lines[line - 1].split(' ').collect();
    words[word - 1] = value;
    lines[line - 1] = words.join(" ");
    lines.join("\n") + "\n"
}

/// Asserts that the file is refused because of this line and leaves the game as it was. Returns the reason.
fn refused(game: &mut Game, text: &str, line: usize) -> String {
    let before = fingerprint(game);
    let error = game.load_text(text).expect_err("the file is accepted").to_string();
    assert!(error.starts_with(&format!("line {line}: ")), "should be about line {line}: {error}");
    assert!(!error.contains('\n'), "more than a line: {error}");
    assert!(error.len() < 500, "the message is too long: {error}");
    assert_eq!(fingerprint(game), before, "{error}");
    error
}

#[test]
fn no_word_can_be_replaced_by_nonsense() {
    in_parallel(&originals(), |original| {
        let mut game = busy_game(original.part, SaveSlot::default());
        for (index, line) in original.text.lines().enumerate() {
            for (word, _) in line.split(' ').filter(|word| !word.is_empty()).enumerate() {
                for nonsense in ["x", "-1", "2147483648", "99999999999999999999", "1.5", "0x1", "é", "1-"] {
                    let text = change(&original.text, index + 1, word + 1, nonsense);
                    refused(&mut game, &text, index + 1);
                }
            }
        }
    });
}

#[test]
fn every_value_is_checked() {
    let original = rich();
    let text = &original.text;
    let mut game = busy_game(original.part, SaveSlot::default());
    // The lines of the file.
    let (potion, weapon, scroll) = (9, 13, 18);
    let (levels, stairs, rows) = (19, 20, 21);
    let monsters = rows + MAP_HEIGHT as usize;
    let monster = monsters + 1;
    let item = text.lines().count();
    let items = item - 2;
    let line = |line: usize| text.lines().nth(line - 1).unwrap();
    assert_eq!((line(8), line(levels), line(monsters), line(items)), ("10", "3", "8", "2"));
    assert_eq!((line(potion), line(weapon), line(scroll)), ("0 0 0 0", "1 0 0 4", "3 0 1 0"));
    let first_word = |number| line(number).split(' ').next().unwrap();
    type Places<'p> = &'p [(usize, usize)];
    let bad: &[(&str, &str, Places)] = &[
        ("RLSAVF", "begins with RLSAVE", &[(1, 1)]),
        ("2", "reads version 3", &[(1, 2)]),
        ("4", "reads version 3", &[(1, 2)]),
        ("3", "0 to 2", &[(2, 1), (2, 3)]),
        ("3", "less than", &[(2, 2)]),
        ("1000", "0 to 999", &[(2, 2)]),
        ("1000001", "0 to 1000000", &[(3, 1), (3, 3), (3, 4), (4, 5), (4, 6), (5, 2), (5, 4)]),
        ("1000001", "0 to 1000000", &[(weapon, 4), (monster, 6)]),
        ("0", "1 to 1000000", &[(3, 2)]),
        ("64", "0 to 63", &[(4, 1), (stairs, 1), (monster, 2), (item, 5)]),
        ("36", "0 to 35", &[(4, 2), (stairs, 2), (monster, 3), (item, 6)]),
        ("0", "which is not floor", &[(4, 1), (stairs, 1), (monster, 2), (item, 5)]),
        ("0", "1 to", &[(4, 3), (monster, 5)]),
        ("999999", "1 to", &[(4, 3)]),
        // The maximum is that of the class.
        ("0", "should be", &[(4, 4)]),
        ("1000", "should be", &[(4, 4)]),
        ("2", "0 to 1", &[(5, 1), (5, 3), (6, 2), (7, 4), (scroll, 3)]),
        ("6", "0 to 5", &[(6, 1)]),
        ("5", "0 to 4", &[(7, 1), (item, 1)]),
        (first_word(6), "once", &[(6, 3)]),
        (first_word(7), "once", &[(7, 3)]),
        ("10001", "0 to 10000", &[(8, 1)]),
        // An amulet is never in the pack.
        ("4", "0 to 3", &[(potion, 1), (potion, 2), (item, 2)]),
        ("5", "0 to 3", &[(potion, 1)]),
        ("1", "should be 0", &[(potion, 3), (potion, 4), (weapon, 2), (weapon, 3), (scroll, 2), (scroll, 4)]),
        // No monster is ever poisoned or regenerates.
        ("1", "should be 0", &[(monster, 7), (monster, 8), (item, 3), (item, 4)]),
        ("0", "1 to 1000", &[(levels, 1)]),
        ("1001", "1 to 1000", &[(levels, 1)]),
        (&"0".repeat(63), "64 digits", &[(rows, 1)]),
        (&"0".repeat(65), "64 digits", &[(rows, 1)]),
        (&"4".repeat(64), "64 digits", &[(rows + 3, 1)]),
        ("2305", "0 to 2304", &[(monsters, 1), (items, 1)]),
        ("q", "the character of a kind", &[(monster, 1)]),
        ("rr", "the character of a kind", &[(monster, 1)]),
        ("1000", "0 to", &[(monster, 4)]),
    ];
    for &(value, reason, places) in bad {
        for &(line, word) in places {
            let error = refused(&mut game, &change(text, line, word, value), line);
            assert!(error.contains(reason), "line {line}, word {word}: {error}");
        }
    }
}

#[test]
fn monsters_are_of_their_kind_and_may_be_half_dead() {
    let original = rich();
    let mut game = busy_game(original.part, SaveSlot::default());
    let find = |what: &dyn Fn(&[&str]) -> bool| {
        let is_it = |line: &&str| {
            let words: Vec<&str> = line.split(' ').collect();
            ["r", "k", "g", "S"].contains(&words[0]) && what(&words)
        };
        1 + original.text.lines().position(|line| is_it(&line)).expect("such a monster")
    };
    let living = find(&|words| words[3] != "0");
    let dead = find(&|words| words[3] == "0");
    let snake = find(&|words| words[0] == "S");
    let other = find(&|words| words[0] != "S");
    for (line, word, value, reason) in [
        (living, 10, "2", "whether a monster is alive is '2', which should be 0 to 1"),
        (snake, 9, "0", "whether a monster is venomous is '0', which should be 1"),
        (other, 9, "1", "whether a monster is venomous is '1', which should be 0"),
        (other, 1, "S", "whether a monster is venomous is '0', which should be 1"),
    ] {
        let error = refused(&mut game, &change(&original.text, line, word, value), line);
        assert!(error.contains(reason), "line {line}, word {word}: {error}");
    }
    // The original keeps both, and so does a run here: it is saved as it was loaded.
    for (line, word, value) in [(living, 10, "0"), (living, 4, "0"), (dead, 10, "1"), (dead, 4, "1")] {
        let text = change(&original.text, line, word, value);
        game.load_text(&text).unwrap();
        assert_eq!(game.save_text(), text, "line {line}, word {word}");
        game.checked_save().unwrap();
    }
}

#[test]
fn nothing_may_be_missing_or_follow() {
    let original = rich();
    let mut game = busy_game(original.part, SaveSlot::default());
    let lines = original.text.lines().count();
    let error = refused(&mut game, &(original.text.clone() + " \n\n  more\n"), lines + 3);
    assert!(error.contains("'more' after the end"), "{error}");
    for part in Part::all().filter(|part| !part.has_saves()) {
        let error = Game::new(Setup::new(part, 1)).load_text(&original.text).unwrap_err().to_string();
        assert!(error.contains("has no save files"), "{error}");
    }
}

#[test]
fn a_file_cut_short_anywhere_is_refused() {
    for original in originals() {
        let text = &original.text;
        let mut game = busy_game(original.part, SaveSlot::default());
        let before = fingerprint(&game);
        let last_word = text.trim_end().rfind(char::is_whitespace).unwrap();
        // Every place in the shortest file and in the parts where lines differ, some of the long rows of
        // tiles.
        for length in (0..=last_word + 1).filter(|length| *length < 3_000 || length % 5 == 0) {
            assert!(game.load_text(&text[..length]).is_err(), "{}: {length} bytes", original.name);
        }
        assert_eq!(fingerprint(&game), before, "{}", original.name);
    }
}

#[test]
fn the_same_white_space_separates_as_in_the_original() {
    let original = rich();
    for blank in [" ", "\t", "\n", "\r", "\u{b}", "\u{c}"] {
        let mut game = busy_game(original.part, SaveSlot::default());
        let text = blank.to_owned() + &original.text.replace(' ', &blank.repeat(2)) + &blank.repeat(2);
        assert_eq!(game.load_text(&text), Ok(()), "{blank:?}");
        assert_eq!(game.save_text(), original.text, "{blank:?}");
    }
    // What C++ takes for part of a word is no white space here either.
    for other in ["\0", "\u{1c}", "\u{85}", "\u{a0}", "\u{2003}"] {
        let mut game = busy_game(original.part, SaveSlot::default());
        refused(&mut game, &original.text.replacen(' ', other, 1), 1);
    }
}

#[test]
fn what_is_not_utf_8_is_refused_with_its_line() {
    let path = scratch("not_utf_8").join("game.save");
    let original = rich();
    let text = original.text.as_bytes();
    let ends: Vec<usize> = (0..text.len()).filter(|&at| text[at] == b'\n').collect();
    let refuses = |bytes: &[u8], line: usize| {
        fs::write(&path, bytes).unwrap();
        let mut game = busy_game(original.part, SaveSlot::File(path.clone()));
        let before = fingerprint(&game);
        game.press(Key::F9);
        assert_eq!(notice(&game), "Bad save file.");
        assert!(problem(&game).contains(&format!("game.save: line {line}: ")), "{}", problem(&game));
        assert_eq!(fingerprint(&game), before);
    };
    for line in [1, 2, 21, ends.len()] {
        let (before, after) = text.split_at(ends[line - 1]);
        // A byte that UTF-8 never has, and a character that is cut off.
        for wrong in [&b"\xff"[..], b"\xe2\x80"] {
            refuses(&[before, wrong, after].concat(), line);
        }
    }
    // The file ends in the middle of a character.
    refuses(b"RLSAVE 3\n\xe2\x80", 2);
}

#[test]
fn parts_read_their_own_version_only() {
    for original in originals() {
        for part in Part::all().filter(|part| part.has_saves()) {
            let mut game = busy_game(part, SaveSlot::default());
            let fits = part.has_amulets() == original.part.has_amulets();
            assert_eq!(game.load_text(&original.text).is_ok(), fits, "{} in Part {part}", original.name);
        }
    }
}

#[test]
fn a_game_too_large_to_save_replaces_no_good_save() {
    let original = rich();
    let path = scratch("outgrown").join("game.save");
    // The strongest player that loads, about to drink another potion of strength.
    let mut text = change(&original.text, 3, 3, "1000000");
    text = change(&text, 9, 2, "2");
    fs::write(&path, &text).unwrap();
    let mut game = Game::new(setup(&original, SaveSlot::File(path.clone())));
    game.press(Key::F9);
    assert_eq!(notice(&game), "Game loaded.", "{:?}", save_result(&game));
    press(&mut game, "I A F5");
    assert_eq!(game.strength_bonus, 1_000_001);
    assert_eq!(notice(&game), "Could not save.");
    assert!(problem(&game).contains("line 3: the strength bonus"), "{}", problem(&game));
    assert!(game.checked_save().unwrap_err().to_string().contains("line 3: the strength bonus"));
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
}

#[test]
fn a_level_without_rooms_can_be_entered() {
    // A run of the original never has a level below the one it is on; a file may say otherwise.
    let original = rich();
    let (x, y) = original.text.lines().nth(19).unwrap().split_once(' ').unwrap();
    let text = change(&original.text, 2, 2, "0");
    let text = change(&change(&text, 4, 1, x), 4, 2, y);
    let mut game = busy_game(original.part, SaveSlot::default());
    game.load_text(&text).unwrap();
    game.press(Key::PERIOD);
    assert_eq!(game.depth(), 1);
    let start = game.player().pos;
    assert_eq!(Map::positions().find(|&pos| game.cur().map.is_floor(pos)), Some(start));
    assert!(game.cur().map.tile(start).visible);
}

#[test]
fn only_who_trusts_a_text_believes_its_numbers() {
    let read =
        |mut words: Words<'_>| (words.number("the hit points", FLAG).ok(), words.check(false, String::new));
    assert_eq!(read(Words::trusting("-7")), (Some(-7), Ok(())));
    let (number, checked) = read(Words::new("-7"));
    assert!(number.is_none() && checked.is_err());
    assert!(Words::trusting("seven").number("the hit points", FLAG).is_err());
}
