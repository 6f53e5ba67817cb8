/// Draws the current screen of the game (`render`; in Parts 1 to 5 the lambda `draw`). From Part 2 on the
/// player comes last, so its `@` is on top.
pub fn render(game: &Game, frame: &mut Frame) {
    let part = game.part;
    frame.cells.clear();
    if part.has_items() {
        match game.state {
            GameState::ClassSelect => return draw_class_select(game.part, frame),
            GameState::Dead => return draw_death_screen(game, frame),
            GameState::Won => return draw_win_screen(frame),
            GameState::Inventory if part.has_equipment() => return draw_inventory(game, frame),
            GameState::Inventory => return draw_inventory_box(game, frame),
            GameState::Playing => {}
        }
    }
    if part.has_melee() && !part.has_items() && game.state == GameState::Dead {
        draw_death_screen(game, frame);
        return;
    }
    let level = game.cur();
    for pos in Map::positions() {
        let tile = level.map.tile(pos);
        if !part.has_fog() {
            let (glyph, color) = if tile.kind == TileType::Floor { (b'.', FLOOR) } else { (b'#', WALL) };
            frame.put(pos, glyph, color);
        } else {
            draw_tile(pos, tile, frame);
        }
    }
    if part.has_floors() {
        draw_remembered(level.stairs, &level.map, b'>', STAIRS_LIT, STAIRS_MEM, frame);
    }
    if part.has_items() {
        for lying in &level.items {
            let (glyph, color) = lying.item.look();
            let memory = if part.has_equipment() { ITEM_MEM } else { POTION_MEM };
            draw_remembered(lying.pos, &level.map, glyph, color, memory, frame);
        }
    }
    if part.has_monsters() {
        for monster in &level.monsters {
            let body = &monster.entity;
            // Monsters are not remembered: out of view they may have gone anywhere.
            if body.is_alive() && level.map.tile(body.pos).visible {
                frame.put(body.pos, body.glyph, body.color);
            }
        }
    }
    if part.has_player() {
        let body = &game.player;
        frame.put(body.pos, body.glyph, body.color);
    }
    if part.has_hud() {
        draw_hud(game, frame);
    }
}
/// Part 3: draws a tile (`drawTile`): lit in view, dim from memory, nothing if it is unexplored.
fn draw_tile(pos: Pos, tile: Tile, frame: &mut Frame) {
    if !tile.explored {
        return;
    }
    let (glyph, color) = match (tile.kind, tile.visible) {
        (TileType::Floor, true) => (b'.', FLOOR_LIT),
        (TileType::Wall, true) => (b'#', WALL_LIT),
        (TileType::Floor, false) => (b'.', FLOOR_MEM),
        (TileType::Wall, false) => (b'#', WALL_MEM),
    };
    frame.put(pos, glyph, color);
}
