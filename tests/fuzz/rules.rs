//! What is true of every game at every moment.

use roguelike::game::{Game, GameState};
use roguelike::item::Item;
use roguelike::map::{MAP_WIDTH, Map, Pos};
use roguelike::screen::Frame;
use roguelike::trace::last_key;

/// Panics if the game is in an impossible state.
pub fn check(game: &Game) {
    assert!(!game.title().is_empty() && !game.title().contains('\n'));
    assert!(last_key::texts(game).all(|text| !text.is_empty()));
    if game.has_run() {
        check_player(game);
        check_level(game);
        check_ends(game);
    } else {
        assert_eq!(game.state(), GameState::ClassSelect);
    }
}

fn check_player(game: &Game) {
    let (part, body) = (game.part(), &game.player());
    assert!(body.max_hp > 0 && body.hp <= body.max_hp, "{} of {} hit points", body.hp, body.max_hp);
    // In Parts 8 and 9 a potion of poison takes six points at once, and the number may fall below 0.
    let lowest = if part.has_items() && !part.has_statuses() { -5 } else { 0 };
    assert!(body.hp >= lowest, "{} hit points", body.hp);
    assert!(body.status_turns.iter().all(|&turns| turns >= 0));
    let map = &game.cur().map;
    if part.has_player() {
        assert!(map.is_floor(body.pos), "the player stands in a wall at {:?}", body.pos);
    }
    if part.has_fog() {
        assert!(map.tile(body.pos).visible, "the player does not see himself");
    }
    assert!(!game.inventory().contains(&Item::Amulet), "an amulet is carried like a potion");
}

fn check_level(game: &Game) {
    if game.part().has_floors() {
        assert!(game.depth() < game.level_count());
    }
    let level = game.cur();
    for pos in Map::positions() {
        let tile = level.map.tile(pos);
        assert!(tile.explored || !tile.visible, "{pos:?} is seen and not remembered");
    }
    let on_floor = |pos: Pos, what: &str| assert!(level.map.is_floor(pos), "{what} in a wall at {pos:?}");
    for body in level.monsters.iter().map(|monster| &monster.entity) {
        on_floor(body.pos, body.name);
        assert!((0..=body.max_hp).contains(&body.hp), "{}: {} hit points", body.name, body.hp);
    }
    for lying in &level.items {
        on_floor(lying.pos, "an item");
    }
    if game.part().has_floors() {
        on_floor(level.stairs, "stairs");
    }
}

/// Panics if the state of the game does not fit the player's hit points and amulets.
fn check_ends(game: &Game) {
    let hp = game.player().hp;
    match game.state() {
        GameState::Playing | GameState::Inventory => assert!(hp > 0, "plays on with {hp} hit points"),
        GameState::Dead => assert!(hp <= 0, "dead with {hp} hit points"),
        GameState::Won => assert_eq!(game.amulets(), 3),
        // The menu after the end of a run.
        GameState::ClassSelect => {}
    }
    if game.state() != GameState::ClassSelect {
        assert_eq!(game.amulets() >= 3, game.state() == GameState::Won, "{} amulets", game.amulets());
    }
}

/// Panics if a cell is outside the window or its glyph is not printable.
pub fn check_frame(frame: &Frame) {
    for (pos, cell) in frame.cells() {
        assert!((0..MAP_WIDTH).contains(&pos.x) && (0..frame.rows()).contains(&pos.y));
        assert!(cell.glyph.is_ascii_graphic(), "{cell:?}");
    }
}
