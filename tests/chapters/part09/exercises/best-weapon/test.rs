/// Potions and armour are no weapons.
#[test]
fn best_weapon_is_found() {
    use crate::item::{ARMOURS, Item, PotionType, WEAPONS};
    let mut game = Game::new(SEED);
    assert_eq!(game.best_weapon(), None);
    let [dagger, sword] = WEAPONS;
    game.inventory.extend([ARMOURS[1], dagger, Item::Potion(PotionType::Poison)]);
    assert_eq!(game.best_weapon(), Some(1));
    game.inventory.push(sword);
    game.inventory.push(Item::Armour { name: "plate", bonus: 9 });
    assert_eq!(game.best_weapon(), Some(3));
}
