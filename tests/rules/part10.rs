//! Part 10: poison and regeneration that last for turns, and snakes.

use roguelike::color::Color;
use roguelike::entity::Status;
use roguelike::game::GameState;
use roguelike::item::{Item, PotionType};
use roguelike::key::Key;

use crate::scene::{Scene, carrying, fresh, game, messages, monsters_hp, press, top, use_first};

#[test]
fn poison_takes_a_hit_point_a_turn_for_6_turns() {
    let mut game = carrying(10, Item::Potion(PotionType::Poison), |_| {});
    use_first(&mut game);
    // The first turn is that of drinking.
    assert_eq!(messages(&game)[1], "Your veins burn — poison!");
    assert_eq!(messages(&game).last().unwrap(), "You is wracked by poison. (hp 29)");
    assert_eq!(
        game.title(),
        "Roguelike - Part 10   |   HP: 29/30   POW:5 DEF:0  POISON(5)   (i = inventory)"
    );
    for (key, hp) in [Key::RIGHT, Key::LEFT].repeat(4).into_iter().zip([28, 27, 26, 25, 24, 24, 24, 24]) {
        press(&mut game, &[key]);
        assert_eq!(game.player().hp, hp);
    }
    assert!(!game.player().has_status(Status::Poisoned));
}

#[test]
fn regeneration_heals_a_hit_point_a_turn_for_12_turns() {
    for (before, after) in [(10, 22), (25, 30)] {
        let mut game = carrying(10, Item::Potion(PotionType::Regen), |player| player.hp = before);
        use_first(&mut game);
        assert_eq!(
            messages(&game)[1..],
            ["Your wounds begin to knit closed.", "It was potion of regeneration!"]
        );
        assert_eq!(game.player().hp, before + 1);
        assert!(game.title().contains("DEF:0  REGEN(11)   (i"));
        press(&mut game, &[Key::RIGHT, Key::LEFT].repeat(10));
        assert_eq!(game.player().hp, after);
        assert_eq!(game.player().status_turns[Status::Regen as usize], 0);
    }
}

#[test]
fn of_an_old_and_a_new_status_the_longer_one_counts() {
    let mut body = Scene::hall(10).player;
    body.add_status(Status::Poisoned, 5);
    body.add_status(Status::Poisoned, 3);
    assert_eq!(
        (body.status_turns[Status::Poisoned as usize], body.status_turns[Status::Regen as usize]),
        (5, 0)
    );
    body.add_status(Status::Poisoned, 6);
    body.add_status(Status::Regen, 1);
    assert_eq!(
        (body.status_turns[Status::Poisoned as usize], body.status_turns[Status::Regen as usize]),
        (6, 1)
    );
    assert!(body.has_status(Status::Regen));
}

#[test]
fn a_snakes_bite_poisons_for_5_turns() {
    let mut game = Scene::drawn(10, &["####", "#@S#", "####"]).stats(|game| game.strength_bonus = -4).begin();
    press(&mut game, &[Key::RIGHT]);
    let told = [
        "You hits the snake for 1. (the snake: 3 hp)",
        "the snake hits You for 3. (You: 27 hp)",
        "the snake's bite is venomous!",
        "You is wracked by poison. (hp 26)",
    ];
    assert_eq!(messages(&game), told);
    assert_eq!(game.player().status_turns[Status::Poisoned as usize], 4, "the first turn has passed");
    assert_eq!(top(&game, 2, 1), Some(('S', Color(90, 200, 90))));
}

#[test]
fn only_snakes_poison_and_the_dead_are_not_poisoned() {
    let mut game = Scene::drawn(10, &["####", "#@r#", "####"]).stats(|game| game.strength_bonus = -4).begin();
    press(&mut game, &[Key::RIGHT]);
    assert_eq!(game.player().status_turns[Status::Poisoned as usize], 0);
    let mut game = Scene::drawn(10, &["####", "#@S#", "####"])
        .stats(|game| game.strength_bonus = -4)
        .player(|player| player.hp = 3)
        .begin();
    press(&mut game, &[Key::RIGHT]);
    assert_eq!(game.state(), GameState::Dead);
    assert_eq!(game.player().status_turns[Status::Poisoned as usize], 0);
}

#[test]
fn the_player_can_die_of_poison() {
    let mut game = Scene::hall(10)
        .player(|player| {
            player.hp = 1;
            player.status_turns[Status::Poisoned as usize] = 1;
        })
        .begin();
    press(&mut game, &[Key::RIGHT]);
    assert_eq!(messages(&game), ["You is wracked by poison. (hp 0)", "You succumbs to poison."]);
    assert_eq!(game.state(), GameState::Dead);
}

#[test]
fn a_monster_suffers_before_it_acts_and_acts_if_it_lives() {
    for (hp, bites) in [(2, false), (3, true)] {
        let mut game = Scene::drawn(10, &["####", "#@r#", "####"])
            .monster(0, |rat| {
                rat.entity.hp = hp;
                rat.entity.status_turns[Status::Poisoned as usize] = 3;
            })
            .stats(|game| game.strength_bonus = -4)
            .begin();
        press(&mut game, &[Key::RIGHT]);
        // The player's blow takes one, the poison another.
        assert_eq!(monsters_hp(&game), [hp - 2]);
        assert_eq!(messages(&game).contains(&"the rat succumbs to poison.".to_owned()), !bites);
        assert_eq!(game.player().hp, if bites { 28 } else { 30 });
        assert_eq!(game.cur().monsters[0].entity.status_turns[Status::Poisoned as usize], 2);
    }
}

#[test]
fn a_monster_regenerates_too_and_without_a_word() {
    let mut game = Scene::drawn(10, &["########", "#@....g#", "########"])
        .monster(0, |goblin| {
            goblin.entity.hp = 5;
            goblin.entity.status_turns[Status::Regen as usize] = 2;
        })
        .begin();
    press(&mut game, &[Key::UP]);
    assert_eq!(monsters_hp(&game), [5], "a step into the wall is no turn");
    press(&mut game, &[Key::RIGHT]);
    assert_eq!((monsters_hp(&game), messages(&game).len()), (vec![6], 0));
}

/// Quirk: hit points decide whether the player is dead, and the flag whether bites poison.
#[test]
fn regeneration_lets_a_poisoned_player_play_on_half_dead() {
    let mut game = Scene::drawn(10, &["####", "#@S#", "####"])
        .stats(|game| game.strength_bonus = -5)
        .player(|player| {
            player.hp = 4;
            player.status_turns[Status::Poisoned as usize] = 1;
            player.status_turns[Status::Regen as usize] = 9;
        })
        .monster(0, |snake| snake.entity.defense = 0)
        .begin();
    // The bite takes three and the poison the last one; then regeneration gives one back.
    press(&mut game, &[Key::RIGHT]);
    let body = &game.player();
    assert_eq!((game.state(), body.hp, body.alive), (GameState::Playing, 1, false));
    assert_eq!(body.status_turns[Status::Poisoned as usize], 4);
}

#[test]
fn no_bite_poisons_the_half_dead() {
    let mut game = Scene::drawn(10, &["####", "#@S#", "####"])
        .stats(|game| game.strength_bonus = -4)
        .player(|player| player.alive = false)
        .begin();
    press(&mut game, &[Key::RIGHT]);
    assert_eq!((game.state(), game.player().hp), (GameState::Playing, 27));
    assert_eq!(game.player().status_turns[Status::Poisoned as usize], 0);
}

#[test]
fn a_new_dungeon_heals_everything() {
    let mut game = Scene::hall(10)
        .player(|player| {
            player.status_turns[Status::Poisoned as usize] = 9;
            player.status_turns[Status::Regen as usize] = 9;
            player.hp = 5;
        })
        .begin();
    assert!(game.title().contains("DEF:0  POISON(9)  REGEN(9)   (i"));
    press(&mut game, &[Key::SPACE]);
    assert_eq!((game.player().hp, game.player().status_turns), (30, [0, 0]));
}

#[test]
fn snakes_and_potions_of_regeneration_come_with_part_10() {
    let found = |part| {
        let games: Vec<_> = (0..30).map(|seed| fresh(part, seed)).collect();
        let snakes = games.iter().any(|game| game.cur().monsters.iter().any(|monster| monster.venomous));
        let potion = Item::Potion(PotionType::Regen);
        (snakes, games.iter().any(|game| game.cur().items.iter().any(|lying| lying.item == potion)))
    };
    assert_eq!((found(9), found(10)), ((false, false), (true, true)));
    assert_eq!(game(10, &["###", "#S#"]).cur().monsters[0].entity.hp, 4);
}
