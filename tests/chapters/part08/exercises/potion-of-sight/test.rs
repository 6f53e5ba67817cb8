/// A fourth kind of potion shows the whole floor.
#[test]
fn potion_of_sight_shows_the_floor() {
    use crate::item::{PotionType, TRUE_NAME};
    let mut game = Game::new(SEED);
    let sight = *PotionType::ALL.get(3).expect("there are four kinds");
    assert_eq!(TRUE_NAME[sight as usize], "potion of sight");
    game.inventory.push(sight);
    game.press(Key::I);
    game.press(Key::A);
    assert!(game.level.map.tiles.as_flattened().iter().all(|tile| tile.explored));
}
