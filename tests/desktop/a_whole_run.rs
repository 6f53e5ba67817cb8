//! A whole run in a window, played with the keys that explore and travel, and with blows. The player knows
//! only what the window shows. It is the longest test, and the first by its name, so that others run beside
//! it.

use std::collections::VecDeque;
use std::fs;

use roguelike::desktop::assist::alarm::{Snapshot, monsters_in_view};
use roguelike::desktop::assist::stop::Stop;
use roguelike::desktop::assist::travel::{Journey, known_stairs, knows};
use roguelike::game::{Game, GameState, Setup};
use roguelike::key::Key;
use roguelike::map::{DIRECTIONS, Pos};
use roguelike::part::Part;

use crate::display::{Display, eventually};
use crate::{same, text};

/// The seed of the run. Without the pack, no seed is known that is won; with this one the player finds an
/// amulet and dies on depth 4.
const SEED: &str = "7";

/// What the player does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Command {
    /// A key of the original.
    Key(&'static str, Key),
    /// X.
    Explore,
    /// The key `>`.
    Stairs,
}

impl Command {
    /// The key for xdotool.
    const fn press(self) -> &'static str {
        match self {
            Command::Key(name, _) => name,
            Command::Explore => "x",
            Command::Stairs => "greater",
        }
    }

    /// Executes the command in a game without a window. Returns the keys of the original that it presses.
    fn give(self, game: &mut Game) -> Vec<Key> {
        let journey = match self {
            Command::Key(_, key) => {
                game.press(key);
                return vec![key];
            }
            Command::Stairs if known_stairs(game) == Some(game.player().pos) => {
                game.press(Key::PERIOD);
                return vec![Key::PERIOD];
            }
            Command::Stairs => Journey::Stairs,
            Command::Explore => Journey::Explore,
        };
        let mut keys = Vec::new();
        while let Ok(key) = journey.next_key(game) {
            let before = Snapshot::new(game);
            game.press(key);
            keys.push(key);
            if before.stop(game).is_some() {
                break;
            }
        }
        keys
    }
}

const STEPS: [Command; 4] = [
    Command::Key("Up", Key::UP),
    Command::Key("Down", Key::DOWN),
    Command::Key("Left", Key::LEFT),
    Command::Key("Right", Key::RIGHT),
];

/// Returns what the player does next; none if nothing is left to do.
fn next_command(game: &Game) -> Option<Command> {
    match game.state() {
        GameState::ClassSelect => Some(Command::Key("1", Key::NUM_1)),
        GameState::Playing if monsters_in_view(game).next().is_some() => Some(attack(game)),
        GameState::Playing if Journey::Explore.next_key(game) == Err(Stop::Explored) => {
            known_stairs(game).map(|_| Command::Stairs)
        }
        GameState::Playing => Some(Command::Explore),
        _ => None,
    }
}

/// A step to the nearest monster in view, or a blow if it is next to the player.
fn attack(game: &Game) -> Command {
    let level = game.cur();
    let monsters: Vec<Pos> = monsters_in_view(game).map(|index| level.monsters[index].entity.pos).collect();
    let here = game.player().pos;
    let is_floor = |pos: Pos| knows(game, pos) && level.map.is_floor(pos);
    let mut reached = vec![here];
    // Each tile with the first step of the way there.
    let mut next: VecDeque<(Pos, Command)> =
        DIRECTIONS.into_iter().zip(STEPS).map(|(step, command)| (here + step, command)).collect();
    while let Some((pos, command)) = next.pop_front() {
        if monsters.contains(&pos) {
            return command;
        }
        if is_floor(pos) && !reached.contains(&pos) {
            reached.push(pos);
            next.extend(DIRECTIONS.map(|step| (pos + step, command)));
        }
    }
    // No way that the player knows leads there, so the monster has to come.
    let free = DIRECTIONS.into_iter().zip(STEPS).find(|&(step, _)| is_floor(here + step));
    free.map_or(STEPS[0], |(_, command)| command)
}

#[test]
fn exploring_and_travelling_play_a_run_to_its_end() {
    let display = Display::bare("whole_run", 1280, 823);
    let record = display.home().join("run.trace");
    let window = display.play(&["--seed", SEED, "--mute", "--record", text(&record)]);
    // The same run without a window tells which keys are to be expected.
    let mut game = Game::new(Setup::new(Part::LAST, SEED.parse().unwrap()));
    let mut keys = Vec::new();
    let mut hp = 0;
    while let Some(command) = next_command(&game) {
        let depth = game.depth();
        display.press(&[command.press()]);
        // The first X after a loss of hit points only says so.
        if command == Command::Explore && std::mem::replace(&mut hp, game.player().hp) > game.player().hp {
            continue;
        }
        keys.extend(command.give(&mut game));
        hp = hp.max(game.player().hp);
        let last = format!("\nstep {} ", keys.len());
        eventually("the command's last key", || {
            fs::read_to_string(&record).unwrap().contains(&last).then_some(())
        });
        if game.depth() != depth {
            let shot = display.shot(&["--seed", SEED, "--keys", &script(&keys)]);
            window.shows("a new floor", &shot);
            window.look().save(&display.home().join(format!("depth{}.png", game.depth() + 1)));
        }
    }
    assert_eq!((game.state(), game.depth() + 1, game.amulets()), (GameState::Dead, 4, 1));
    let arguments = ["--seed", SEED, "--keys", &script(&keys)];
    window.shows("the end", &display.shot(&arguments));
    window.look().save(&display.home().join("end.png"));
    same(&fs::read_to_string(&record).unwrap(), &display.trace(&arguments));
}

fn script(keys: &[Key]) -> String {
    keys.iter().map(|key| format!("{} ", key.name())).collect()
}
