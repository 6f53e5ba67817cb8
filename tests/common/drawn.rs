//! Games on small drawn maps, for tests of what the desktop adds.

use roguelike::game::{Game, Setup};
use roguelike::item::{ARMOURS, WEAPONS};
use roguelike::level::Level;
use roguelike::map::{Pos, TileType};
use roguelike::part::Part;
use roguelike::player::{self, Player};

#[path = "glyphs.rs"]
mod glyphs;
use glyphs::place;

/// A game on this drawing, which begins at 1,1: `#` is wall, and so is what is not drawn; the characters of
/// [`place`], of which `/` is a sword and `[` chain mail, stand on floor. From Part 14 on the player is a
/// fighter with an empty pack.
pub fn game(part: u8, drawing: &[&str]) -> Game {
    game_with(part, drawing, |_| {}, |_| {})
}

/// The same, with another player and with other monsters, items or tiles.
pub fn game_with(
    part: u8,
    drawing: &[&str],
    change_player: impl FnOnce(&mut Player),
    change_level: impl FnOnce(&mut Level),
) -> Game {
    let part = Part::new(part).unwrap();
    let (mut level, mut player) = place_all(part, drawing);
    change_player(&mut player);
    change_level(&mut level);
    begin(part, level, player)
}

fn place_all(part: Part, drawing: &[&str]) -> (Level, Player) {
    // Stairs that are not drawn are in a corner out of view.
    let mut level = Level { stairs: Pos::new(63, 35), ..Level::default() };
    let mut player = player::new();
    for (y, row) in (1..).zip(drawing) {
        for (x, glyph) in (1..).zip(row.bytes()) {
            if glyph != b'#' {
                level.map.carve_tile(x, y, TileType::Floor);
                place(part, &mut level, &mut player, (Pos::new(x, y), glyph), [4, 3]);
            }
        }
    }
    if part.has_classes() {
        (player.hp, player.max_hp) = (36, 36);
    }
    (level, player)
}

fn begin(part: Part, level: Level, player: Player) -> Game {
    let mut game = Game::on_level(Setup::new(part, 1), level, player);
    if part.has_classes() {
        (game.base_max_hp, game.base_power) = (36, 6);
        (game.weapon, game.armour) = (Some(WEAPONS[1]), Some(ARMOURS[1]));
        game.recompute_stats();
    }
    game
}
