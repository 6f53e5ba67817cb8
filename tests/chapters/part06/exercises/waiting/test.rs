/// The full stop lets a turn pass: the player stays, and the monsters act.
#[test]
fn waiting_lets_monsters_come() {
    let mut game = Game::new(SEED);
    game.level.monsters.truncate(1);
    let start = game.player.pos;
    game.level.monsters[0].entity.pos = start + crate::map::Pos::new(3, 0);
    for _ in 0..4 {
        game.press(Key(55));
    }
    assert_eq!(game.player.pos, start);
    assert!(game.player.hp < game.player.max_hp, "the monster came and bit");
}
