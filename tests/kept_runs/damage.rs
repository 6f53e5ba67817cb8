//! Files of runs that were cut off or damaged.

use std::fs;
use std::path::Path;

use roguelike::desktop::kept::Fate;
use roguelike::game::Game;
use roguelike::key::Key;
use roguelike::trace::record::whole_length;
use roguelike::trace::replay::{Replay, press as replay_key};

use super::parallel::in_parallel;
use super::{Home, KEYS, continue_run, game_after, keys_alone, press, problems, with_run};

/// Returns the text of the steps of a recording that are whole: each with all lines of its save.
fn whole_steps(text: &str) -> String {
    let mut lines: Vec<&str> = text.split_inclusive('\n').filter(|line| line.ends_with('\n')).collect();
    let mark = lines.iter().rposition(|line| line.starts_with("# save "));
    if let Some(at) = mark {
        let count: usize = lines[at].trim_end().rsplit(' ').next().unwrap().parse().unwrap();
        if lines.len() < at + 2 + count {
            lines.truncate(at);
        }
    }
    lines.concat()
}

/// Each prefix is what a crash could have left. The run goes on from its last whole step, in the same file.
#[test]
fn every_prefix_of_a_run_goes_on_at_its_last_whole_line() {
    let home = Home::new("prefixes");
    let mut session = home.session(42);
    press(&mut session, &KEYS);
    press(&mut session, &[Key::F5, Key::F9, Key::DOWN, Key::F5, Key::RIGHT]);
    (0..40).for_each(|_| press(&mut session, &[Key::I, Key::I, Key::LEFT, Key::RIGHT]));
    drop(session);
    let run = home.left_run().unwrap();
    let (name, text) = (run.path().file_name().unwrap(), fs::read_to_string(run.path()).unwrap());
    // The first 2,000 bytes, and what lies around the end of each later line.
    let ends = text.match_indices('\n').flat_map(|(end, _)| [end, end + 1, end + 2]);
    let ends = (0..2_000).chain(ends.filter(|&end| (2_000..=text.len()).contains(&end)));
    let ends: Vec<usize> = ends.collect();
    // Each part of them in a home of its own.
    let continued = in_parallel(&ends.chunks(ends.len() / 8).collect::<Vec<_>>(), |ends| {
        let home = Home::new(&format!("prefixes-{}", ends[0]));
        let run = home.data("runs").join(name);
        ends.iter().filter(|end| goes_on(&home, &run, &text[..**end])).count()
    });
    let continued: usize = continued.iter().sum();
    println!("{continued} prefixes went on");
    assert!(continued > 1_900, "{continued}");
}

/// Continues the run of which this text is left, if it is on the list and can go on. Returns whether it goes
/// on.
fn goes_on(home: &Home, run: &Path, text: &str) -> bool {
    let end = text.len();
    fs::write(run, text).unwrap();
    let whole = whole_steps(text);
    if home.left_run().is_none() {
        assert!(!whole.contains("\nstep 1 "), "{end}: a run of {} bytes is lost", whole.len());
        return false;
    }
    let expected = Replay::of(whole.as_bytes()).ok().map(|replay| {
        let mut game = Game::new(replay.setup().unwrap());
        replay.keys.iter().for_each(|recorded| _ = replay_key(&mut game, recorded));
        game
    });
    let mut session = home.session(7);
    press(&mut session, &[Key::C]);
    let Some(expected) = expected.filter(Game::is_run_alive) else {
        let told = problems(&mut session);
        assert!(told.len() == 1 && told[0].contains("cannot continue the game: "), "{end}: {told:?}");
        assert_eq!(fs::read_to_string(run).unwrap(), whole, "{end}");
        return false;
    };
    assert!(session.game().save_text() == expected.save_text(), "{end}");
    assert_eq!(session.game().rng().peek(), expected.rng().peek(), "{end}");
    assert_eq!(problems(&mut session), Vec::<String>::new(), "{end}");
    press(&mut session, &[Key::I]);
    drop(session);
    let now = fs::read_to_string(run).unwrap();
    assert!(now.starts_with(&whole) && now[whole.len()..].contains(" I\n"), "{end}");
    true
}

/// A save that lacks lines was cut off only if nothing follows it.
#[test]
fn a_wrong_number_of_lines_in_the_middle_cuts_nothing_off() {
    let text = "step 1 2\n# save 9\nstep 2 F9\nsave a\nstep 3 Left\n# now\n";
    assert_eq!(whole_length(text.as_bytes()), text.len());
    assert_eq!(whole_length(text.split("step 3").next().unwrap().as_bytes()), "step 1 2\n".len());
}

#[test]
fn a_game_damaged_in_the_middle_goes_on_from_there() {
    let (home, run, text) = with_run("middle");
    let text = text.replace("step 3 Right", "step 3 Rigth");
    fs::write(&run, &text).unwrap();
    let (game, told) = continue_run(&home);
    assert_eq!(game.save_text(), game_after(2).save_text());
    assert!(
        told.len() == 1 && told[0].contains("it is damaged, line ") && told[0].contains("'Rigth'"),
        "{told:?}"
    );
    assert_eq!(fs::read_to_string(&run).unwrap(), text);
    let (game, told) = continue_run(&home);
    assert_eq!((game.save_text(), told), (game_after(2).save_text(), Vec::new()), "the new one is offered");
    // The damaged one can be given up, and watched.
    home.lines(&["runs", "--give-up", run.file_name().unwrap().to_str().unwrap()]);
    assert!(fs::read_to_string(&run).unwrap().starts_with(&text));
    assert_eq!(home.runs().games()[1].end, Fate::Ended);
}

#[test]
fn zeros_after_a_power_cut_cost_no_step() {
    let (home, run, text) = with_run("zeros");
    for (cut, zeros) in [(0, 4_096), (0, 300_000), (10, 4_096)] {
        fs::write(&run, [&text.as_bytes()[..text.len() - cut], &vec![0; zeros]].concat()).unwrap();
        let listed = home.left_run().unwrap();
        assert!(listed.to_string().contains("Rogue    depth 1"), "{listed}");
        let (game, told) = continue_run(&home);
        assert_eq!((game.save_text(), told), (game_after(6).save_text(), Vec::new()));
        assert!(!fs::read(&run).unwrap().contains(&0));
    }
}

#[test]
fn unreadable_games_are_listed_and_only_our_own_removed() {
    let home = Home::new("unreadable");
    let header = "roguelike-trace 1\npart 17\nseed 42\nstdlib libstdc++\n";
    let files = [
        ("20260101-000000-part17-rogue.trace", "", "it is empty", true),
        ("20260102-000000-part17-rogue.trace", "\0\0\0", "it is empty", true),
        ("20260103-000000-part17-rogue.trace", header, "it ends before its first step", true),
        ("20260104-000000-part17-rogue.trace", &header[..30], "it is not a recording", true),
        ("20260105-000000-part17-rogue.trace", "Dear reader", "it is not a recording", false),
        ("letter.trace", "Dear reader", "it is not a recording", false),
        ("mine.trace", "", "it is empty", false),
    ];
    for (name, text, ..) in files {
        fs::write(home.data("runs").join(name), text).unwrap();
        fs::write(home.data("runs").join(name).with_extension("txt"), "a text").unwrap();
    }
    let lines = home.lines(&["runs"]);
    assert_eq!(lines.len(), files.len(), "{lines:#?}");
    // The window plays all the same.
    assert_eq!(home.play(&["--seed", "1", "--keys", "1 Right"]), "");
    for (name, _, reason, is_own) in files {
        let line = lines.iter().find(|line| line.contains(name)).expect(name);
        assert!(line.starts_with("damaged ") && line.ends_with(reason), "{line}");
        let told = home.run(&["runs", "--give-up", name]);
        match is_own {
            true => assert_eq!(told.code, Some(0), "{name}: {told:?}"),
            false => told.fails(1, "not made by this program"),
        }
        let path = home.data("runs").join(name);
        assert_eq!((path.exists(), path.with_extension("txt").exists()), (!is_own, true), "{name}");
    }
}

/// Keys that the player put there are watched, and those of a part without saves, but not continued.
#[test]
fn recordings_of_the_player_are_on_the_list() {
    let home = Home::new("foreign");
    fs::write(home.data("runs/mine.trace"), keys_alone(["2", "Q", "Q"])).unwrap();
    let run = &home.runs().games()[0];
    assert_eq!(run.end, Fate::Ended);
    assert!(run.to_string().contains("seed 42") && run.to_string().ends_with("mine.trace"), "{run}");
    assert!(home.left_run().is_none());
    home.run(&["runs", "--give-up", "mine.trace"]).fails(1, "mine.trace");
}
