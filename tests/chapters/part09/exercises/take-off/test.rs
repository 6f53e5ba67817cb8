/// T takes the armour off, and changes nothing where none is worn.
#[test]
fn take_off_armour() {
    use crate::item::Item;
    let mut game = Game::new(SEED);
    game.inventory.push(Item::Armour(3));
    game.press(Key::I);
    game.press(Key::A);
    let worn = game.player.defense;
    game.press(Key(23));
    assert_eq!(game.player.defense, worn - 3);
    assert!(!game.has_armour && matches!(game.inventory[..], [Item::Armour(3)]));
    game.press(Key(23));
    assert_eq!((game.player.defense, game.inventory.len()), (worn - 3, 1));
}
