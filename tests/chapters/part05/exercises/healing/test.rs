/// A step heals one hit point while no living monster is in view, up to the maximum. A blow is no step.
#[test]
fn healing_needs_peace() {
    let mut game = Game::new(SEED);
    let mut monster = game.monsters[0].clone();
    game.monsters.clear();
    game.player.hp = 27;
    for (key, hp) in [(Scancode::Left, 28), (Scancode::Right, 29), (Scancode::Left, 30), (Scancode::Right, 30)] {
        game.press(key);
        assert_eq!(game.player.hp, hp);
    }
    // A monster beside the player, which one blow kills.
    monster.entity.pos = game.player.pos + crate::map::Pos::new(1, 0);
    monster.entity.hp = 1;
    game.monsters.push(monster.clone());
    game.player.hp = 20;
    game.press(Scancode::Right);
    assert_eq!(game.player.hp, 20, "a blow is no step");
    game.press(Scancode::Left);
    assert_eq!(game.player.hp, 21, "the dead do not disturb");
    monster.entity.pos = game.player.pos + crate::map::Pos::new(3, 0);
    game.monsters = vec![monster];
    game.press(Scancode::Left);
    assert_eq!(game.player.hp, 21, "a monster is in view");
}
