//! `roguelike steps`: what it shows is what the game does, and its files are those of the pages

use std::fs::{self, File};
use std::io::BufReader;
use std::path::Path;
use std::process::{Command, Output};

use super::scratch::scratch;
use roguelike::dijkstra_map::{DijkstraMap, UNREACHABLE};
use roguelike::fov_lab::Algorithm;
use roguelike::fov_lab::steps::{Stage, topic_of};
use roguelike::game::{Game, Setup};
use roguelike::key::Key;
use roguelike::level::Level;
use roguelike::map::{Map, Pos};
use roguelike::part::Part;
use roguelike::player::{self, Player};
use roguelike::rng::StdLib;

/// Games of a hundred seeds, with the random numbers of all libraries.
fn setups(part: u8) -> impl Iterator<Item = Setup> {
    let part = Part::new(part).unwrap();
    (1..=100)
        .zip(StdLib::ALL.into_iter().cycle())
        .map(move |(seed, library)| Setup { library, ..Setup::new(part, seed) })
}

fn stages(game: &Game) -> Vec<Stage> {
    let stages = (topic_of(game.part()).unwrap().stages)(game);
    assert!(!stages.is_empty());
    stages
}

fn map(stage: &Stage) -> &Map {
    &stage.game.cur().map
}

fn floor(map: &Map) -> Vec<Pos> {
    Map::positions().filter(|&pos| map.is_floor(pos)).collect()
}

fn visible(map: &Map) -> Vec<Pos> {
    Map::positions().filter(|&pos| map.tile(pos).visible).collect()
}

/// Positions and hit points of all monsters.
fn monsters(game: &Game) -> Vec<(Pos, i32)> {
    game.cur().monsters.iter().map(|monster| (monster.entity.pos, monster.entity.hp)).collect()
}

#[test]
fn the_stages_of_a_dungeon_end_with_the_dungeon_of_the_game() {
    for setup in setups(1) {
        let mut game = Game::new(setup);
        for _ in 0..2 {
            let (stages, rooms) = (stages(&game), game.cur().map.rooms.clone());
            // Solid wall, the splits, the rooms, the corridors, the numbers.
            assert_eq!(stages.len(), 1 + (rooms.len() - 1) + rooms.len() + (rooms.len() - 1) + 1);
            assert!(floor(map(&stages[0])).is_empty());
            let carved = &stages[rooms.len()..2 * rooms.len()];
            for (number, stage) in (1..).zip(carved) {
                assert_eq!(map(stage).rooms, rooms[..number]);
            }
            let last = stages.last().unwrap();
            assert_eq!((floor(map(last)), &map(last).rooms), (floor(&game.cur().map), &rooms));
            let numbers: Vec<Pos> = last.numbers.iter().map(|&(pos, _)| pos).collect();
            assert_eq!(numbers, rooms.iter().map(|room| room.centre()).collect::<Vec<_>>());
            // Corridors are dug one after the other.
            for pair in stages.windows(2) {
                assert!(floor(map(&pair[0])).iter().all(|&pos| map(&pair[1]).is_floor(pos)));
            }
            game.press(Key::SPACE);
        }
    }
}

#[test]
fn the_stages_of_a_cave_end_with_the_cave_of_the_game() {
    for setup in setups(12) {
        let mut level = Level::default();
        level.map.generate_caves(setup.seed, setup.library);
        let player = Player { pos: level.start(), ..player::new() };
        let game = Game::on_level(setup, level, player);
        let stages = stages(&game);
        let last = stages.last().unwrap();
        assert_eq!((floor(map(last)), &map(last).rooms), (floor(&game.cur().map), &game.cur().map.rooms));
        // Noise, five passes, the regions, the largest one, the rooms.
        assert_eq!(stages.len(), 9);
        let (regions, largest) = (&stages[6], floor(map(last)));
        let colored: Vec<Pos> =
            regions.tiles.iter().map(|&(pos, _)| pos).filter(|&pos| map(regions).is_floor(pos)).collect();
        assert_eq!(colored.len(), floor(map(regions)).len(), "each tile of floor is in one region");
        assert!(colored[..largest.len()].iter().all(|pos| largest.contains(pos)), "the largest comes first");
    }
}

/// A floor that the seeds of the run do not make cannot be shown.
#[test]
fn a_floor_of_another_run_has_no_stages() {
    let level = Level { map: Map::drawn(&["###", "#.#", "###"]), ..Level::default() };
    let player = Player { pos: Pos::new(1, 1), ..player::new() };
    let game = Game::on_level(Setup::new(Part::new(12).unwrap(), 1), level, player);
    assert!((topic_of(game.part()).unwrap().stages)(&game).is_empty());
}

#[test]
fn the_rows_of_a_view_add_up_to_the_view_of_the_game() {
    for setup in setups(3) {
        for algorithm in
            Algorithm::ALL.into_iter().take(if setup.seed % 10 == 0 { Algorithm::ALL.len() } else { 1 })
        {
            let game = Game::new(Setup { other_view: algorithm.other_view(), ..setup.clone() });
            let stages = stages(&game);
            let [.., rows, last] = &stages[..] else { panic!("two stages at least") };
            let view = visible(&game.cur().map);
            assert_eq!(visible(map(last)), view, "{algorithm}");
            assert_eq!(visible(map(rows)), view, "{algorithm}");
            // A stage lights nothing that the view lacks, and takes nothing back.
            for pair in stages.windows(2) {
                assert!(visible(map(&pair[0])).iter().all(|&pos| map(&pair[1]).tile(pos).visible));
            }
        }
    }
}

#[test]
fn the_distances_and_the_turn_are_those_of_the_game() {
    let mut steps = 0;
    for setup in setups(7) {
        let mut game = Game::new(setup);
        (0..12).for_each(|_| _ = game.press(Key::DOWN));
        (0..4).for_each(|_| _ = game.press(Key::RIGHT));
        let stages = stages(&game);
        let mut distances = DijkstraMap::new();
        distances.compute(&game.cur().map, game.player().pos);
        let reached: Vec<(Pos, i32)> = Map::positions()
            .map(|pos| (pos, distances.at(pos)))
            .filter(|&(_, at)| at < UNREACHABLE)
            .collect();
        let all = stages.iter().position(|stage| stage.numbers == reached).unwrap();
        // A wave is all that is at most as far away.
        for (far, stage) in (0..).zip(&stages[..all]) {
            let near: Vec<_> = reached.iter().copied().filter(|&(_, at)| at <= far).collect();
            assert_eq!(stage.numbers, near);
        }
        // A hunting monster chooses the least number, or stays; a hurt one the largest.
        for stage in &stages[all + 1..stages.len() - 1] {
            let [pos, to] =
                [stage.tiles.first(), stage.tiles.last()].map(|tile| distances.at(tile.unwrap().0));
            let around = stage.numbers.iter().map(|&(_, number)| number);
            let hunts = stage.text.contains("hunts");
            let best = if hunts { around.chain([pos]).min() } else { around.chain([pos]).max() };
            assert_eq!(best, Some(to), "{}", stage.text);
            steps += 1;
        }
        game.end_player_turn();
        let last = stages.last().unwrap();
        assert_eq!((monsters(&last.game), last.game.player()), (monsters(&game), game.player()));
    }
    assert!(steps >= 20, "{steps}");
}

fn steps(arguments: &str, folder: &Path) -> Output {
    let program = env!("CARGO_BIN_EXE_roguelike");
    Command::new(program).current_dir(folder).args(arguments.split_whitespace()).output().unwrap()
}

/// The frames of an animation: each pixel that changes.
fn frames(path: &Path) -> Vec<Vec<u8>> {
    let mut reader = png::Decoder::new(BufReader::new(File::open(path).unwrap())).read_info().unwrap();
    let count = reader.info().animation_control.unwrap().num_frames;
    let frames = (0..count).map(|_| {
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        pixels
    });
    frames.collect()
}

/// The stills of the chapters' pages, by their names: of each command one of its pictures. After an intended change
/// `SCREENSHOTS=write cargo test --test pictures` writes them again.
#[test]
fn the_pictures_of_the_pages_are_what_their_commands_write() {
    let pages = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/chapters/steps");
    let commands = fs::read_to_string(pages.join("commands.txt")).unwrap();
    for line in commands.lines() {
        let (name, command) = line.split_once(": ").unwrap();
        let (command, picture) = command.split_once(" # ").unwrap();
        let arguments = command.strip_prefix("roguelike ").unwrap();
        let folder = scratch(&format!("page-{name}"));
        let output = steps(&arguments.replace('\'', ""), &folder);
        assert!(output.status.success() && output.stderr.is_empty(), "{command}: {output:?}");
        let (made, kept) = (folder.join(picture), pages.join(name));
        if std::env::var("SCREENSHOTS").is_ok_and(|value| value == "write") {
            fs::copy(&made, &kept).unwrap();
        }
        let [new, old] = [&made, &kept].map(|path| pixels(path));
        assert!(new == old, "{} is not {picture} of `{command}`", kept.display());
        let black = old.as_chunks::<3>().0.iter().filter(|pixel| **pixel == [12, 12, 16]).count();
        let share = 300 * black / old.len();
        assert!(share < 60, "{}: {share} % of it are black", kept.display());
    }
    assert_eq!(commands.lines().count(), fs::read_dir(pages).unwrap().count() - 1);
}

/// The pixels of a picture, three bytes each.
fn pixels(path: &Path) -> Vec<u8> {
    let mut reader = png::Decoder::new(BufReader::new(File::open(path).unwrap())).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    pixels
}

#[test]
fn single_pictures_go_to_a_new_folder() {
    let folder = scratch("single");
    let output = steps("steps --part 13 --seed 62 --keys Down*7 --frames pictures -o all.png", &folder);
    assert!(output.status.success(), "{output:?}");
    let mut names: Vec<_> =
        fs::read_dir(folder.join("pictures")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    let count = frames(&folder.join("all.png")).len();
    assert_eq!(
        names,
        (1..=count).map(|number| format!("{number:03}.png").into()).collect::<Vec<std::ffi::OsString>>()
    );
    // Laid over each other, the frames of the animation are these pictures. Magenta stays as it was.
    let mut shown = Vec::new();
    for (frame, name) in frames(&folder.join("all.png")).into_iter().zip(&names) {
        let changes = frame.as_chunks::<3>().0.iter().enumerate();
        shown = changes.map(|(index, &new)| if new == [255, 0, 255] { shown[index] } else { new }).collect();
        let path = folder.join("pictures").join(name);
        assert!(shown.as_flattened() == pixels(&path), "{name:?}");
    }
    let again = steps("steps --part 13 --seed 62 --frames pictures", &folder);
    assert_eq!(again.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&again.stderr).contains("give a new one"), "{again:?}");
}

/// The second floor is the same whether the player walks there or not.
#[test]
fn part_12_begins_in_a_cave() {
    let folder = scratch("cave");
    for (keys, name) in [("", "without.png"), ("--keys-file walk.keys", "with.png")] {
        fs::write(folder.join("walk.keys"), "Down*21 Right*43 .").unwrap();
        let output = steps(&format!("steps --part 12 --seed 40 {keys} -o {name}"), &folder);
        assert!(output.status.success(), "{output:?}");
    }
    assert!(frames(&folder.join("with.png")) == frames(&folder.join("without.png")));
}

#[test]
fn each_algorithm_has_a_picture() {
    let folder = scratch("algorithms");
    let mut pictures = Vec::new();
    for algorithm in Algorithm::ALL {
        let command = format!("steps --part 3 --fov {algorithm} --seed 18 --at 18,6 -o view.png");
        let output = steps(&command, &folder);
        assert!(output.status.success() && output.stdout.is_empty(), "{output:?}");
        pictures.push(frames(&folder.join("view.png")));
    }
    assert!((1..pictures.len()).all(|number| pictures[number] != pictures[number - 1]));
}
