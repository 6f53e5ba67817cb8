/// The death screen names who struck the last blow.
#[test]
fn killer_is_named() {
    let mut game = Game::new(SEED);
    for names in [["the rat", "the goblin"], ["the kobold", "the rat"]] {
        // The first of them kills. The second one strikes as well in the same turn.
        game.monsters.truncate(2);
        for (index, name) in names.into_iter().enumerate() {
            let entity = &mut game.monsters[index].entity;
            (entity.name, entity.power, entity.hp) = (name, 5, 99);
            entity.pos = game.player.pos + crate::map::Pos::new(1, 0);
        }
        game.monsters[1].entity.pos = game.player.pos + crate::map::Pos::new(-1, 0);
        game.player.hp = 1;
        game.press(Scancode::Right);
        let mut frame = Frame::default();
        draw(&game, &mut frame);
        let mut row: Vec<_> = frame.cells.iter().filter(|(pos, ..)| pos.y == 17).collect();
        row.sort_by_key(|(pos, ..)| pos.x);
        let letters: String = row.iter().map(|&&(_, glyph, _)| char::from(glyph)).collect();
        assert!(letters.contains(&format!("Killed by {}.", names[0]).replace(' ', "")), "{letters}");
        game.press(Scancode::Space);
        assert!(game.player.is_alive());
    }
}
