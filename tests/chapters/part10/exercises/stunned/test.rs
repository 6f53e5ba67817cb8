/// A stunned monster does nothing for as many turns as were given.
#[test]
fn stunned_monsters_wait() {
    use crate::entity::Status;
    use crate::map::Pos;
    let mut game = Game::new(SEED);
    game.level.monsters.truncate(1);
    let pos = game.player.pos + Pos::new(4, 0);
    game.level.monsters[0].entity.pos = pos;
    game.level.monsters[0].entity.add_status(Status::Stunned, 4);
    for key in [Key::LEFT, Key::RIGHT, Key::LEFT, Key::RIGHT] {
        game.press(key);
    }
    assert!(game.level.monsters[0].entity.pos == pos && game.player.hp == game.player.max_hp);
    game.press(Key::LEFT);
    assert!(game.level.monsters[0].entity.pos != pos, "four turns are over");
}
