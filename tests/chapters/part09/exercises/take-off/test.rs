/// T takes the armour off, which takes a turn, and changes nothing where none is worn.
#[test]
fn take_off_armour() {
    use crate::item::{ARMOURS, Item, WEAPONS};
    let mut game = Game::new(SEED);
    game.monsters.truncate(1);
    game.inventory = vec![ARMOURS[1], WEAPONS[0]];
    game.press(Scancode::I);
    game.press(Scancode::A);
    let worn = game.player.defense;
    // A monster beside the player bites in each turn.
    game.monsters[0].entity.pos = game.player.pos + crate::map::Pos::new(1, 0);
    let hp = game.player.hp;
    game.press(Scancode::T);
    assert_eq!(game.player.defense, worn - 3);
    let bite = hp - game.player.hp;
    assert_eq!(bite, game.monsters[0].entity.power, "one turn without armour");
    let carried = &game.inventory[..];
    let both = matches!(carried, [Item::Weapon { .. }, Item::Armour { bonus: 3, .. }]);
    assert!(both, "the armour comes behind the weapon; carried are {carried:?}");
    game.press(Scancode::T);
    assert_eq!((game.player.defense, game.inventory.len()), (worn - 3, 2));
    assert_eq!(game.player.hp, hp - bite, "nothing happens, so it is no turn");
}
