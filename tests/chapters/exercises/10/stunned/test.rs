/// A stunned monster does nothing for as many turns as were given, whatever is beside it.
#[test]
fn stunned_monsters_wait() {
    use crate::entity::Status;
    use crate::map::Pos;
    let mut game = Game::new(SEED);
    game.monsters.truncate(1);
    let pos = game.player.pos + Pos::new(2, 0);
    game.monsters[0].entity.pos = pos;
    game.monsters[0].entity.add_status(Status::Stunned, 4);
    // In the second and fourth turn the player stands beside it.
    for (key, left) in [(Scancode::Left, 3), (Scancode::Right, 2), (Scancode::Right, 1), (Scancode::Left, 0)] {
        game.press(key);
        assert_eq!(game.monsters[0].entity.status_turns[Status::Stunned as usize], left);
    }
    assert_eq!(game.monsters[0].entity.pos, pos, "it took a step");
    assert_eq!(game.player.hp, game.player.max_hp, "it attacked");
    game.press(Scancode::Left);
    assert!(game.monsters[0].entity.pos != pos, "four turns are over");
}
