/// Part 8: draws the inventory in a box that grows with it (`drawInventory`).
fn draw_inventory_box(game: &Game, frame: &mut Frame) {
    let count = game.inventory.len() as i32;
    let (box_w, box_h) = (46, 4 + count.max(1));
    let (x0, y0) = ((MAP_WIDTH - box_w) / 2, 6);
    frame.draw_box(x0, y0, box_w, box_h, UI_FRAME);
    frame.draw_centred(y0 + 1, "I N V E N T O R Y", UI_TITLE);
    if count == 0 {
        frame.draw_centred(y0 + 3, "(empty - find some potions!)", UI_HINT);
    }
    for (slot, &potion) in (0..).zip(&game.inventory) {
        let letter = (i32::from(b'a') + slot) as u8 as char;
        let line = format!("{letter})  {}", game.potion_name(potion));
        for (column, byte) in (x0 + 3..).zip(line.bytes()) {
            frame.put(Pos::new(column, y0 + 3 + slot), byte, UI_TEXT);
        }
    }
    frame.draw_centred(y0 + box_h + 1, "letter to quaff      i / ESC  close", UI_HINT);
}
