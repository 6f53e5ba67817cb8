/// Draws the current screen of the game (`render`; in Parts 1 to 5 the lambda `draw`).
pub fn render(game: &Game, frame: &mut Frame) {
    frame.cells.clear();
    if game.state == GameState::Dead {
        draw_death_screen(game, frame);
    } else {
        draw_level(game, frame);
    }
}
