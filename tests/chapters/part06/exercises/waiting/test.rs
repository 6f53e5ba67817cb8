/// The full stop lets a turn pass: the player stays, and the monsters act once.
#[test]
fn waiting_lets_monsters_come() {
    use crate::map::Pos;
    let mut game = Game::new(SEED);
    game.monsters.truncate(1);
    let start = game.player.pos;
    game.monsters[0].entity.pos = start + Pos::new(3, 0);
    for distance in [2, 1, 1] {
        game.press(Scancode::Period);
        assert_eq!((game.player.pos, game.monsters[0].entity.pos), (start, start + Pos::new(distance, 0)));
    }
    let hp = game.player.hp;
    assert!(hp < game.player.max_hp, "the monster came and bit");
    assert!(game.title.contains(&format!("HP: {hp} /")), "the title shows it: {}", game.title);
    game.player.hp = 1;
    game.press(Scancode::Period);
    let mut frame = Frame::default();
    render(&game, &mut frame);
    assert!(frame.cells.iter().all(|&(_, glyph, _)| glyph != b'@'), "waiting can kill");
}
