//! What an explanation claims of a step is so in the game: each claim is looked for in many steps, also in
//! those in which it is false.

use super::miniature::{change, report_of_differences};
use super::recording::parse;
use super::{difference, explanation, golden, in_parallel, record, record_with, script, steps};
use roguelike::entity::Entity;
use roguelike::game::{Game, GameState, Setup};
use roguelike::part::Part;
use roguelike::support::hash::Fnv;
use roguelike::trace::Form;

/// A step of the right rules, and one of its monsters.
struct Scene<'a> {
    before: &'a Game,
    after: &'a Game,
    was: &'a Entity,
    is: &'a Entity,
}

impl Scene<'_> {
    /// Returns true if the monster has its turn, and sees the player then.
    fn is_seen(&self) -> bool {
        self.after.cur().map.tile(self.was.pos).visible
    }

    /// Returns the distance of the monster and the player when the monster has its turn.
    fn distance(&self) -> i32 {
        self.was.pos.manhattan(self.after.player().pos)
    }

    /// Returns true if a monster stood there before the step.
    fn was_at(&self, x: i32, y: i32) -> bool {
        self.before.cur().monsters.iter().any(|one| (one.entity.pos.x, one.entity.pos.y) == (x, y))
    }

    /// Returns true if the monster went so far.
    fn went(&self, columns: i32, rows: i32) -> bool {
        (self.is.pos.x - self.was.pos.x, self.is.pos.y - self.was.pos.y) == (columns, rows)
    }

    /// Returns true if the player went one tile.
    fn player_went(&self) -> bool {
        self.before.player().pos.manhattan(self.after.player().pos) == 1
    }
}

/// Words of explanations, and when they are true. Numbers follow the first words of a blow.
type Claim = (&'static str, fn(&Scene<'_>, &str) -> bool);

const OF_MONSTERS: [Claim; 13] = [
    (" loses ", |scene, _| scene.is.hp < scene.was.hp),
    (" is dead and does nothing", |scene, _| !scene.was.alive),
    (") wanders; by its roll, ", |scene, _| scene.after.part().number() == 4),
    (" is not in view, so it wanders; ", |scene, _| !scene.is_seen() && scene.was.alive),
    (" next to the player, so it attacks", |scene, _| scene.is_seen() && scene.distance() == 1),
    (" is in view and hunts: ", |scene, _| scene.is_seen() && scene.distance() != 1),
    (" it tries the longer axis first", |scene, _| (5..7).contains(&scene.after.part().number())),
    (" the steps lead to ", |scene, _| scene.after.part().number() >= 7),
    ("it stays ", |scene, _| scene.went(0, 0)),
    ("it goes up ", |scene, _| scene.went(0, -1)),
    ("it goes down ", |scene, _| scene.went(0, 1)),
    ("it goes left ", |scene, _| scene.went(-1, 0)),
    ("it goes right ", |scene, _| scene.went(1, 0)),
];
const OF_PLAYERS: [Claim; 3] = [
    (" moves the player to ", |scene, _| scene.player_went()),
    (" is an attack on the monster at ", |scene, place| {
        let mut numbers = place.split(' ').filter_map(|word| word.parse().ok());
        let place = numbers.next().zip(numbers.next());
        !scene.player_went() && place.is_some_and(|(x, y)| scene.was_at(x, y))
    }),
    ("the player stays, because ", |scene, _| !scene.player_went()),
];

/// A monster and the player of every second step are said to be elsewhere or otherwise.
#[test]
fn claims_of_monsters_and_players_are_so() {
    let names =
        ["04-libstdc++-seed42", "05-libstdc++-seed42", "07-libstdc++-seed42", "10-libstdc++-seed300-victim"];
    let seen = in_parallel(&names, |part| {
        let text = golden(&format!("part{part}.trace"));
        let recording = parse(text.as_bytes()).unwrap();
        let mut game = Game::new(recording.header.setup());
        let mut seen = Vec::new();
        for (step, key) in (1..).zip(recording.keys()) {
            let before = game.clone();
            game.press(key);
            let is_turn = before.state() == GameState::Playing && game.state() == GameState::Playing;
            if step % 2 == 0 || !is_turn || before.depth() != game.depth() {
                continue;
            }
            let end = text.find(&format!("\nstep {} ", step + 1)).map_or(text.len(), |end| end + 1);
            let text = &text[..end];
            let monsters = before.cur().monsters.iter().zip(&game.cur().monsters).enumerate();
            let nearest = monsters.min_by_key(|(_, (was, _))| was.entity.pos.manhattan(game.player().pos));
            let Some((index, (was, is))) = nearest else { continue };
            let scene = Scene { before: &before, after: &game, was: &was.entity, is: &is.entity };
            let otherwise = [
                (format!("monster {index} "), " hp ", " hp 7", &OF_MONSTERS[..]),
                ("player ".to_owned(), "player ", "player 6", &OF_PLAYERS[..]),
            ];
            for (line, from, to, claims) in otherwise {
                let wrong = change(text, step, &line, |line| line.replacen(from, to, 1));
                let told = explanation(&difference(&wrong));
                for (words, is_so) in claims {
                    let Some((_, rest)) = told.split_once(words) else { continue };
                    assert!(is_so(&scene, rest), "{part}, step {step}: {told}");
                    seen.push(*words);
                }
            }
        }
        seen
    });
    let all = OF_MONSTERS.iter().chain(&OF_PLAYERS).map(|(words, _)| *words);
    let never: Vec<&str> = all.filter(|words| !seen.iter().flatten().any(|one| one == words)).collect();
    assert!(never.is_empty(), "no step has {never:?}");
}

/// Words of what a key that is no turn does, and when they are true of the game before and after it.
type KeyClaim = (&'static str, fn(&Game, &Game) -> bool);

const OF_KEYS: [KeyClaim; 8] = [
    (" goes down the stairs ", |before, after| after.depth() > before.depth()),
    (", and there are none here ", |before, after| after.depth() == before.depth()),
    (" begins a new game ", |before, after| before.state() != GameState::Playing && after.depth() == 0),
    (" opens the inventory ", |_, after| after.state() == GameState::Inventory),
    (" closes the inventory ", |before, _| before.state() == GameState::Inventory),
    (" opens the class menu ", |_, after| after.state() == GameState::ClassSelect),
    (" saves the game ", |before, _| before.state() == GameState::Playing),
    (" does nothing on this screen ", |before, after| before.save_text() == after.save_text()),
];

/// What a key does is told from what happened, not from its name.
#[test]
fn claims_of_keys_are_so() {
    let mut seen = Vec::new();
    for (part, keys) in [(17, "I 2 . F5 I F9 I . X Right Escape"), (7, "F5 F9 I .")] {
        let setup = Setup::new(Part::new(part).unwrap(), 3);
        let text = record_with(setup.clone(), keys, Form::Normal);
        let mut game = Game::new(setup);
        for (step, key) in (1..).zip(script(keys)) {
            let before = game.clone();
            game.press(key);
            // The last step has no lines, and the choice of classes has no player.
            if !steps(&text)[step].contains("\nplayer ") {
                continue;
            }
            let wrong = change(&text, step, "player ", |line| line.replacen(" hp ", " hp 7", 1));
            let told = explanation(&difference(&wrong));
            for (words, is_so) in OF_KEYS {
                if told.contains(words) {
                    assert!(is_so(&before, &game), "part {part}, step {step}: {told}");
                    seen.push(words);
                }
            }
        }
    }
    // All of these keys but a step and the end.
    assert!(seen.len() >= 12, "{seen:?}");
}

/// Where a recording breaks off is told from its marks alone.
#[test]
fn the_end_of_a_recording_is_told_by_its_marks() {
    let right = record(5, 42, "Right", Form::Normal).replacen("\nstep 0", "\n# marks keys end\nstep 0", 1);
    let claims = [
        ("# key Down\n", "the program never finished handling this key"),
        ("# close\n", "the window's close button was pressed"),
        ("# stopped it is too long\n", "the recorder stopped the program: it is too long\n"),
        ("", "between two keys: "),
    ];
    let up_to_there = "up to there, everything that was recorded is right";
    for (mark, words) in claims {
        let told = report_of_differences(&format!("{right}{mark}"));
        let others = claims.iter().filter(|(other, _)| *other != mark);
        assert!(told.contains(words) && told.contains(up_to_there), "{told}");
        assert!({ others }.all(|(_, other)| !told.contains(other)) && !told.contains("for no key"), "{told}");
        let wrong = change(&right, 1, "player ", |line| line.replacen(" hp ", " hp 7", 1)) + mark;
        let told = report_of_differences(&wrong);
        assert!(told.contains(words) && !told.contains(up_to_there), "{told}");
    }
    assert!(report_of_differences(&format!("{right}# end\n")).starts_with("ok "));
}

/// Few tiles of the view that differ may be rounded. Many are not, and walls and monsters are not either.
#[test]
fn arithmetic_is_suspected_only_where_few_tiles_differ() {
    let text = record(5, 42, "Right", Form::Full);
    let suspects = |tiles: usize, bit: u8, other: &str| {
        let (start, step) = text.split_once("\nstep 1 ").unwrap();
        let mut count = 0;
        let mut lines: Vec<String> = step.lines().map(str::to_owned).collect();
        let at = lines.iter().position(|line| line.starts_with("tiles ")).unwrap();
        for line in lines[at + 1..].iter_mut().take_while(|line| line.starts_with('|')) {
            let flipped = line.chars().map(|digit| match digit {
                // What is floor and in view.
                '7' if count < tiles => {
                    count += 1;
                    char::from(b'7' ^ bit)
                }
                digit => digit,
            });
            *line = flipped.collect();
        }
        assert_eq!(count, tiles);
        let digits = lines[at + 1..].iter().take_while(|line| line.starts_with('|'));
        let digits = digits.flat_map(|line| line.trim_matches('|').bytes()).map(|digit| digit - b'0');
        lines[at] = format!("tiles {:016x}", Fnv::of(&digits.collect::<Vec<u8>>()));
        let wrong = format!("{start}\nstep 1 {}\n", lines.join("\n"));
        let wrong = change(&wrong, 1, "player ", |line| line.replacen(" power 5", other, 1));
        report_of_differences(&wrong).contains("-ffast-math")
    };
    assert!(suspects(1, 2, " power 5") && suspects(8, 2, " power 5"));
    assert!(!suspects(9, 2, " power 5") && !suspects(1, 1, " power 5") && !suspects(1, 2, " power 6"));
}
