/// A step heals one hit point while no living monster is in view, up to the maximum. An attack does not.
#[test]
fn healing_needs_peace() {
    let mut game = Game::new(SEED);
    let mut monster = game.monsters.swap_remove(0);
    game.monsters.clear();
    game.player.hp = 27;
    for (key, hp) in [(Scancode::Left, 28), (Scancode::Right, 29), (Scancode::Left, 30), (Scancode::Right, 30)] {
        game.press(key);
        assert_eq!(game.player.hp, hp);
    }
    // A monster beside the player, which one attack kills.
    monster.entity.pos = game.player.pos + crate::map::Pos::new(1, 0);
    monster.entity.hp = 1;
    game.monsters.push(monster);
    game.player.hp = 20;
    game.press(Scancode::Right);
    assert_eq!(game.player.hp, 20, "an attack heals nothing");
    game.press(Scancode::Left);
    assert_eq!(game.player.hp, 21, "the dead do not disturb");
    let entity = &mut game.monsters[0].entity;
    entity.pos = game.player.pos + crate::map::Pos::new(3, 0);
    entity.hp = 1;
    entity.alive = true;
    game.press(Scancode::Left);
    assert_eq!(game.player.hp, 21, "a monster is in view");
}
