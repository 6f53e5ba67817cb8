/// Part 9: draws what is wielded and worn, and what is carried (`drawInventory`).
fn draw_inventory(game: &Game, frame: &mut Frame) {
    let (x0, y0) = (8, 4);
    let col_text = x0 + 3;
    frame.draw_left(x0, y0, "== INVENTORY ==", UI_TITLE);
    let gear = game.weapon.map_or("(bare fists)".to_owned(), |weapon| game.item_label(weapon));
    frame.draw_left(x0, y0 + 2, &format!("Wielding: {gear}"), UI_GEAR);
    let gear = game.armour.map_or("(no armour)".to_owned(), |armour| game.item_label(armour));
    frame.draw_left(x0, y0 + 3, &format!("Wearing:  {gear}"), UI_GEAR);
    frame.draw_left(x0, y0 + 5, "Pack:", UI_TITLE);
    if game.inventory.is_empty() {
        frame.draw_left(
            col_text,
            y0 + 6,
            if game.part.has_classes() { "(empty)" } else { "(empty - explore to find loot!)" },
            UI_HINT,
        );
    }
    for (slot, &item) in (0..).zip(&game.inventory) {
        // Quirk: from Part 16 on the letters go on through ASCII after `z`.
        let letter = (i32::from(b'a') + slot) as u8 as char;
        let line = format!("{letter})  {}", game.item_label(item));
        frame.draw_left(col_text, y0 + 6 + slot, &line, UI_TEXT);
    }
    frame.draw_left(
        x0,
        MAP_HEIGHT - 3,
        if game.part.has_scrolls() {
            "letter to use/read/equip      i / ESC  close"
        } else {
            "letter to use/equip      i / ESC  close"
        },
        UI_HINT,
    );
}
