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
