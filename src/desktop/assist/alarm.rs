//! What stops a held key, a journey, and the repeat of a game pad.
//!
//! Walking on by itself is only safe as long as nothing happens. So the game is looked at before and after
//! each step, and what is new stops the walk until the player presses a key again.

use crate::event::Event;
use crate::game::{Game, GameState, direction};
use crate::key::Key;
use crate::map::Pos;
use crate::player;
use crate::rng::SeedStream;

/// What the player knew before a key.
#[derive(Clone, Debug)]
pub struct Snapshot {
    state: GameState,
    depth: usize,
    seeds: SeedStream,
    pos: Pos,
    hp: i32,
    /// The indices of the living monsters in view.
    monsters: Vec<usize>,
}

/// Why a walk stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alarm {
    /// Another screen is shown, or another floor.
    NewPlace,
    /// A monster attacked the player, or the player attacked.
    Attack,
    /// Hit points were lost.
    Hurt,
    /// A living monster came into view.
    Monster,
    /// Something was picked up.
    PickedUp,
}

impl Snapshot {
    /// Remembers what the player knows now.
    pub fn new(game: &Game) -> Snapshot {
        Snapshot {
            state: game.state(),
            depth: game.depth(),
            seeds: game.seeds,
            pos: game.player().pos,
            hp: game.player().hp,
            monsters: monsters_in_view(game).collect(),
        }
    }

    /// Returns true if the key, which was just pressed, took a turn: a step, an attack, or an item used.
    pub fn took_turn(&self, key: Key, game: &Game) -> bool {
        match self.state {
            GameState::Playing => {
                let attacked =
                    |event: &Event| matches!(event, Event::Hit { attacker, .. } if *attacker == player::NAME);
                let moved = game.player().pos != self.pos || game.events().iter().any(attacked);
                direction(key).is_some() && moved
            }
            GameState::Inventory => {
                game.state() != GameState::Inventory && key != Key::I && key != Key::ESCAPE
            }
            _ => false,
        }
    }

    /// Returns true if another run is played now: a new one, or one that was loaded. A new run takes a seed
    /// for its first dungeon. Deeper dungeons take seeds, too.
    pub fn began_run(&self, game: &Game) -> bool {
        let is_new = game.seeds != self.seeds && game.depth() == 0;
        is_new || game.events().contains(&Event::Loaded)
    }

    /// Returns the most urgent reason to stop that the last key brought.
    pub fn alarm(&self, game: &Game) -> Option<Alarm> {
        if (game.state(), game.depth()) != (self.state, self.depth) {
            return Some(Alarm::NewPlace);
        }
        // Monsters attack only the player, so the player takes part in every attack.
        if game.events().iter().any(|event| matches!(event, Event::Hit { .. })) {
            return Some(Alarm::Attack);
        }
        if game.player().hp < self.hp {
            return Some(Alarm::Hurt);
        }
        if monsters_in_view(game).any(|index| !self.monsters.contains(&index)) {
            return Some(Alarm::Monster);
        }
        let picked_up = |event: &Event| matches!(event, Event::PickedUp(_) | Event::SeizedAmulet { .. });
        game.events().iter().any(picked_up).then_some(Alarm::PickedUp)
    }
}

/// Returns the indices of the living monsters in view. Before Part 5 monsters do no harm, so there are none
/// to be careful of.
pub fn monsters_in_view(game: &Game) -> impl Iterator<Item = usize> {
    let level = game.cur();
    let dangerous = game.part().has_melee();
    (0..level.monsters.len()).filter(move |&index| {
        let body = &level.monsters[index].entity;
        dangerous && body.is_alive() && level.map.tile(body.pos).visible
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desktop::drawn;
    use crate::entity::Status;
    /// Presses a key and returns what stops the next.
    fn alarm(game: &mut Game, key: Key) -> Option<Alarm> {
        let before = Snapshot::new(game);
        game.press(key);
        before.alarm(game)
    }

    #[test]
    fn an_empty_corridor_is_walked_without_alarm() {
        let mut game = drawn::game(17, &["@......."]);
        for _ in 0..9 {
            assert_eq!(alarm(&mut game, Key::RIGHT), None, "also at the wall");
        }
    }

    #[test]
    fn a_monster_in_view_alarms_once_and_each_attack_again() {
        // The corner hides the goblin until the player stands at it.
        let mut game = drawn::game(17, &["@..", "##.", "##.", "##g"]);
        assert_eq!(alarm(&mut game, Key::RIGHT), None);
        assert_eq!(alarm(&mut game, Key::RIGHT), Some(Alarm::Monster));
        let first = alarm(&mut game, Key::DOWN);
        assert_eq!(first, Some(Alarm::Attack), "it came nearer and struck");
        assert_eq!(alarm(&mut game, Key::DOWN), Some(Alarm::Attack), "the player struck");
    }

    #[test]
    fn a_monster_that_stays_in_view_is_known() {
        let mut game = drawn::game(17, &["@.........r"]);
        assert_eq!(alarm(&mut game, Key::RIGHT), None, "it was in view before");
    }

    #[test]
    fn poison_alarms_every_turn_and_monsters_out_of_view_never() {
        let mut game = drawn::game(10, &["@.......#S"]);
        game.cur_mut().monsters[0].entity.add_status(Status::Poisoned, 3);
        assert_eq!(alarm(&mut game, Key::RIGHT), None);
        game.player.add_status(Status::Poisoned, 2);
        assert_eq!(alarm(&mut game, Key::RIGHT), Some(Alarm::Hurt));
        assert_eq!(alarm(&mut game, Key::RIGHT), Some(Alarm::Hurt));
        assert_eq!(alarm(&mut game, Key::RIGHT), None);
    }

    #[test]
    fn what_is_picked_up_alarms() {
        let mut game = drawn::game(17, &["@!.\""]);
        assert_eq!(alarm(&mut game, Key::RIGHT), Some(Alarm::PickedUp));
        assert_eq!(alarm(&mut game, Key::RIGHT), None);
        assert_eq!(alarm(&mut game, Key::RIGHT), Some(Alarm::PickedUp), "an amulet");
    }

    #[test]
    fn another_screen_or_floor_alarms() {
        let mut game = drawn::game(17, &["@>."]);
        assert_eq!(alarm(&mut game, Key::I), Some(Alarm::NewPlace));
        assert_eq!(alarm(&mut game, Key::I), Some(Alarm::NewPlace));
        assert_eq!(alarm(&mut game, Key::RIGHT), None);
        assert_eq!(alarm(&mut game, Key::PERIOD), Some(Alarm::NewPlace));
    }

    #[test]
    fn steps_attacks_and_items_take_a_turn() {
        let mut game = drawn::game(17, &["@.r>"]);
        let mut turn = |key| {
            let before = Snapshot::new(&game);
            game.press(key);
            (before.took_turn(key, &game), before.began_run(&game))
        };
        assert_eq!(turn(Key::RIGHT), (true, false), "a step");
        assert_eq!(turn(Key::D), (true, false), "an attack");
        for key in [Key::UP, Key::PERIOD, Key::I, Key::ESCAPE, Key::I, Key::I, Key::F5] {
            assert_eq!(turn(key), (false, false), "{key:?}");
        }
        assert_eq!(turn(Key::I), (false, false));
        assert_eq!(turn(Key::A), (true, false), "the potion");
        assert_eq!(turn(Key::F9), (false, true));
        assert_eq!((turn(Key::RIGHT), turn(Key::RIGHT)), ((true, false), (true, false)));
        assert_eq!(turn(Key::PERIOD), (false, false), "the stairs take none");
    }

    #[test]
    fn a_new_dungeon_is_a_new_run() {
        let mut game = drawn::game(8, &["@."]);
        let before = Snapshot::new(&game);
        game.press(Key::SPACE);
        assert!(before.began_run(&game) && !before.took_turn(Key::SPACE, &game));
        let mut menu = Game::new(crate::game::Setup::new(crate::part::Part::LAST, 1));
        let before = Snapshot::new(&menu);
        menu.press(Key::NUM_2);
        assert!(before.began_run(&menu));
    }

    #[test]
    fn monsters_that_harm_nobody_alarm_nobody() {
        let mut game = drawn::game(4, &["@..", "##.", "##.", "##g"]);
        assert_eq!(alarm(&mut game, Key::RIGHT), None);
        assert_eq!(alarm(&mut game, Key::RIGHT), None);
    }
}
