//! Part 5: melee combat, monsters that hunt, and death.

use roguelike::color::Color;
use roguelike::game::{GameState, Outcome};
use roguelike::key::Key;

use crate::scene::{
    Scene, color, column, frame, fresh, game, messages, monsters_at, monsters_hp, player_at, press, row,
    sounds,
};

#[test]
fn walking_into_a_monster_attacks_it() {
    let mut game = game(5, &["#####", "#@g##", "#####"]);
    assert_eq!(game.press(Key::RIGHT), Outcome::Redraw);
    assert_eq!((player_at(&game), monsters_hp(&game)), ((1, 1), vec![3]));
    assert_eq!(
        messages(&game),
        ["You hits the goblin for 5. (the goblin: 3 hp)", "the goblin hits You for 3. (You: 27 hp)"]
    );
    press(&mut game, &[Key::RIGHT]);
    assert_eq!(monsters_hp(&game), [0]);
    assert_eq!(messages(&game), ["You hits the goblin for 5. (the goblin: 0 hp)", "the goblin dies."]);
    assert!(!game.cur().monsters[0].entity.alive);
    assert_eq!(game.title(), "Roguelike - Part 5   |   HP: 27 / 30");
}

#[test]
fn exactly_enough_damage_kills() {
    let mut game = game(5, &["#####", "#@k##", "#####"]);
    press(&mut game, &[Key::RIGHT]);
    assert_eq!(monsters_hp(&game), [0]);
    assert_eq!(game.player().hp, 30, "the dead do not strike back");
    press(&mut game, &[Key::RIGHT]);
    assert_eq!(player_at(&game), (2, 1), "and are not in the way");
}

#[test]
fn the_first_living_monster_of_a_tile_is_attacked() {
    let mut game = Scene::drawn(5, &["######", "#@gk.#", "######"])
        .monster(1, |kobold| kobold.entity.pos.x = 2)
        .monster(0, |goblin| goblin.entity.alive = false)
        .begin();
    press(&mut game, &[Key::RIGHT]);
    assert_eq!(monsters_hp(&game), [8, 0]);
}

#[test]
fn rats_take_1_kobolds_2_and_goblins_3() {
    for (drawing, left) in [("#@r#", 29), ("#@k#", 28), ("#@g#", 27)] {
        let mut game =
            Scene::drawn(5, &["####", "#.##", drawing, "####"]).player(|player| player.power = 1).begin();
        press(&mut game, &[Key::RIGHT]);
        assert_eq!(game.player().hp, left);
    }
}

#[test]
fn a_hunter_steps_along_the_longer_way_and_on_a_tie_sideways() {
    for (rows, key, expected) in [
        // Three to the left and one up, then two and one after the player's step.
        (["......", ".@....", "....g.", "......", "......"], Key::UP, (3, 2)),
        (["......", ".@....", "......", "......", "..g..."], Key::UP, (2, 3)),
        // As far to the left as up.
        (["......", ".@....", "......", "......", "...g.."], Key::DOWN, (2, 4)),
    ] {
        let mut game = game(5, &rows);
        press(&mut game, &[key]);
        assert_eq!(monsters_at(&game), [expected], "{rows:?}");
    }
}

#[test]
fn if_that_way_is_not_free_the_other_one_is_tried() {
    // The longer way is to the left, where a wall or another monster is.
    for blocked in ["...#g..", "...kg.."] {
        let mut game = game(5, &["@......", ".......", blocked, "......."]);
        press(&mut game, &[Key::RIGHT]);
        let goblin = *monsters_at(&game).last().unwrap();
        assert_eq!(goblin, if blocked.contains('k') { (3, 2) } else { (4, 1) }, "the kobold has gone on");
    }
    // The player is straight above, so there is no other way to try.
    let mut game = game(5, &["#@#", "#.#", "#r#", "#g#", "###"]);
    press(&mut game, &[Key::LEFT]);
    assert_eq!(monsters_at(&game), [(1, 2), (1, 3)]);
}

#[test]
fn a_hunter_steps_onto_no_living_monster_but_over_the_dead() {
    for (alive, expected) in [(true, (4, 1)), (false, (3, 1))] {
        let mut game = Scene::drawn(5, &["#######", "#@.rg.#", "#######"])
            .monster(0, |rat| {
                rat.entity.alive = alive;
                // Next to the player, but its turn does not come: it cannot move.
                rat.entity.pos.x = 3;
            })
            .player(|player| player.power = 0)
            .begin();
        let rat_blocks = alive;
        press(&mut game, &[Key::RIGHT]);
        assert_eq!(monsters_at(&game)[1], expected, "the rat blocks: {rat_blocks}");
    }
}

#[test]
fn out_of_view_a_monster_wanders() {
    let mut game = game(5, &["########", "#@.#..g#", "########"]);
    let mut rng = game.rng().clone();
    press(&mut game, &[Key::RIGHT]);
    let step = [0, 0, -1, 0, 0][rng.uniform(0, 4) as usize];
    assert_eq!(monsters_at(&game), [(6 + step, 1)]);
    assert_eq!(game.rng().peek(), rng.peek());
}

#[test]
fn no_monster_attacks_diagonally() {
    let mut game = game(5, &["####", "#@##", "##g#", "####"]);
    assert_eq!(game.press(Key::UP), Outcome::Nothing);
    let mut game2 = Scene::drawn(5, &["#####", "#@.##", "##.g#", "#####"]).begin();
    press(&mut game2, &[Key::RIGHT]);
    assert_eq!((monsters_at(&game2), game2.player().hp), (vec![(2, 2)], 30));
}

#[test]
fn monsters_go_on_attacking_the_dead() {
    let mut game = Scene::drawn(5, &["#####", "#g@g#", "#.#.#", "#####"])
        .player(|player| {
            player.hp = 1;
            player.power = 1;
        })
        .begin();
    press(&mut game, &[Key::LEFT]);
    let deaths = messages(&game).iter().filter(|message| *message == "You dies.").count();
    assert_eq!((deaths, game.state(), game.player().hp), (2, GameState::Dead, 0));
}

#[test]
fn a_step_into_a_wall_is_no_turn() {
    let mut game = game(5, &["####", "#@g#", "####"]);
    assert_eq!(game.press(Key::UP), Outcome::Nothing);
    assert_eq!((game.player().hp, messages(&game).len()), (30, 0));
}

#[test]
fn the_dead_only_try_again_or_quit() {
    let mut game = Scene::drawn(5, &["####", "#@g#", "####"]).player(|player| player.hp = 3).begin();
    press(&mut game, &[Key::RIGHT]);
    assert_eq!((game.state(), game.title()), (GameState::Dead, "Roguelike - Part 5   |   HP: 0 / 30"));
    for key in [Key::LEFT, Key::I, Key::NUM_1, Key::F9] {
        assert_eq!(game.press(key), Outcome::Nothing);
    }
    assert_eq!(game.clone().press(Key::ESCAPE), Outcome::Quit);
    assert_eq!(game.press(Key::SPACE), Outcome::Redraw);
    assert_eq!((game.state(), game.player().hp, game.player().alive), (GameState::Playing, 30, true));
    assert_eq!(game.title(), "Roguelike - Part 5   |   HP: 30 / 30");
    assert_eq!(fresh(5, 1).title(), "Roguelike - Part 5   |   HP: 30 / 30");
}

#[test]
fn the_death_screen_is_a_box_in_the_middle() {
    let mut game = Scene::drawn(5, &["####", "#@g#", "####"]).player(|player| player.hp = 3).begin();
    press(&mut game, &[Key::RIGHT]);
    let border = format!("|{}|", "=".repeat(38));
    assert_eq!((row(&game, 13), row(&game, 21)), (border.clone(), border));
    assert_eq!((column(&game, 13), color(&game, 13)), (12, Color(150, 60, 60)));
    let line = |y| row(&game, y).trim_matches(['|', ' ']).to_owned();
    assert_eq!(line(15), "Y O U   D I E D");
    assert_eq!(line(17), "The dungeon claims another.");
    assert_eq!(line(19), "SPACE  try again        ESC  quit");
    assert_eq!(line(14), "");
    assert!(frame(&game).cells().iter().all(|(pos, _)| (13..=21).contains(&pos.y)));
    assert_eq!(sounds(&game), Vec::<&str>::new(), "they come with Part 16");
}

#[test]
fn alive_means_the_flag_and_hit_points() {
    let mut body = Scene::hall(5).player;
    assert!(body.is_alive());
    body.hp = 0;
    assert!(!body.is_alive());
    (body.hp, body.alive) = (1, false);
    assert!(!body.is_alive());
}
