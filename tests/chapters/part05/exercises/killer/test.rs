/// The death screen names who struck the last blow.
#[test]
fn killer_is_named() {
    let mut game = Game::new(SEED);
    game.level.monsters.truncate(1);
    game.level.monsters[0].entity.pos = game.player.pos + crate::map::Pos::new(2, 0);
    let name = game.level.monsters[0].entity.name;
    game.player.hp = 1;
    game.press(Key::RIGHT);
    game.press(Key::LEFT);
    let mut frame = Frame::new(MAP_HEIGHT);
    draw(&game, &mut frame);
    let mut row: Vec<_> = frame.cells.iter().filter(|(pos, _)| pos.y == 17).collect();
    row.sort_by_key(|(pos, _)| pos.x);
    let letters: String = row.iter().map(|(_, cell)| char::from(cell.glyph)).collect();
    assert!(letters.contains(&format!("Killed by {name}.").replace(' ', "")), "{letters}");
    game.press(Key::SPACE);
    assert!(game.player.is_alive());
}
