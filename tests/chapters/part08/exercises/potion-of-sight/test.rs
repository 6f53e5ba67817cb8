/// A fourth kind of potion makes every tile explored. What is in view stays as it is.
#[test]
fn potion_of_sight_shows_the_floor() {
    use crate::item::{PotionType, TRUE_NAME};
    let mut game = Game::new(SEED);
    let sight = *PotionType::ALL.get(3).expect("PotionType::ALL has no fourth kind");
    assert_eq!(TRUE_NAME[sight as usize], "potion of sight");
    game.inventory.push(sight);
    game.monsters.clear();
    let visible = |game: &Game| game.map.tiles.as_flattened().iter().filter(|tile| tile.visible).count();
    let (before, hp) = (visible(&game), game.player.hp);
    game.press(Scancode::I);
    game.press(Scancode::A);
    assert!(game.map.tiles.as_flattened().iter().all(|tile| tile.explored), "a tile is not explored");
    assert_eq!((visible(&game), game.player.hp), (before, hp));
    assert_eq!(game.potion_name(sight), "potion of sight");
}
