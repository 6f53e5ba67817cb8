/// Potions and armour are no weapons.
#[test]
fn best_weapon_is_found() {
    use crate::item::{Item, PotionType};
    let mut game = Game::new(SEED);
    assert_eq!(game.best_weapon(), None);
    game.inventory.extend([Item::Armour(9), Item::Weapon(2), Item::Potion(PotionType::Poison)]);
    assert_eq!(game.best_weapon(), Some(1));
    game.inventory.push(Item::Weapon(4));
    assert_eq!(game.best_weapon(), Some(3));
}
