//! Games on small drawn maps, for the tests of this folder.

use crate::game::{Game, Setup};
use crate::item::{FloorItem, Item, PotionType, ScrollType};
use crate::key::Key;
use crate::level::Level;
use crate::map::{Pos, TileType};
use crate::monster::KINDS;
use crate::part::Part;

/// A game on this drawing: `#` wall, `@` the player, `>` the stairs, `r k g S` monsters, `!` a potion of
/// healing, `?` a scroll of lightning, `/` a sword, `[` chain mail, `"` an amulet, anything else floor. What
/// is not drawn is wall. From Part 14 on the player is a fighter.
pub fn game(part: u8, drawing: &[&str]) -> Game {
    let part = Part::new(part).unwrap();
    let mut game = Game::new(Setup::new(part, 1));
    if part.has_classes() {
        game.press(Key::NUM_1);
    }
    // Stairs that are not drawn are in a corner out of view.
    *game.cur_mut() = Level { stairs: Pos::new(63, 35), ..Level::default() };
    for (y, row) in (1..).zip(drawing) {
        for (x, glyph) in (1..).zip(row.bytes()) {
            draw(&mut game, Pos::new(x, y), glyph);
        }
    }
    if part.has_fog() {
        game.update_view();
    }
    game
}

fn draw(game: &mut Game, pos: Pos, glyph: u8) {
    if glyph == b'#' {
        return;
    }
    let part = game.part();
    let level = game.cur_mut();
    level.map.carve_tile(pos.x, pos.y, TileType::Floor);
    let item = match glyph {
        b'!' => Some(Item::Potion(PotionType::Healing)),
        b'?' => Some(Item::Scroll(ScrollType::Lightning)),
        b'/' => Some(Item::Weapon(4)),
        b'[' => Some(Item::Armour(3)),
        b'"' => Some(Item::Amulet),
        _ => None,
    };
    level.items.extend(item.map(|item| FloorItem { item, pos }));
    let kind = KINDS.iter().find(|kind| kind.glyph == glyph);
    level.monsters.extend(kind.map(|kind| kind.spawn(part, 0, pos)));
    match glyph {
        b'@' => game.player.pos = pos,
        b'>' => level.stairs = pos,
        _ => {}
    }
}
