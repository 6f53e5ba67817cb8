/// 4 chooses a Ranger: 25 hit points, base power 4, a dagger, no armour and two potions of healing.
#[test]
fn ranger_is_a_class() {
    use crate::item::{Item, PotionType};
    let mut game = Game::new(SEED);
    game.press(Scancode::Num4);
    assert_eq!(game.class.name(), "Ranger");
    assert_eq!((game.player.hp, game.player.max_hp), (25, 25));
    assert!(matches!(game.weapon, Some(Item::Weapon { bonus: 2, .. })), "{:?}", game.weapon);
    assert!(game.armour.is_none(), "{:?}", game.armour);
    assert_eq!(game.player.power, 6);
    let healing = |item: &Item| matches!(item, Item::Potion(PotionType::Healing));
    let two = game.inventory.len() == 2 && game.inventory.iter().all(healing);
    assert!(two, "{:?}", game.inventory);
}
