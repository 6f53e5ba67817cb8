//! The characters of drawn maps.

use roguelike::item::{FloorItem, Item, PotionType, ScrollType, armour_name_for, weapon_name_for};
use roguelike::level::Level;
use roguelike::map::Pos;
use roguelike::monster;
use roguelike::part::Part;
use roguelike::player::Player;

/// Places what a character stands for on floor: `@` the player, `>` the stairs, `r k g S` monsters, `!` a
/// potion of healing, `?` a scroll of lightning, `/` a weapon and `[` armour with these bonuses, `"` an
/// amulet; anything else is nothing.
pub fn place(part: Part, level: &mut Level, player: &mut Player, (pos, glyph): (Pos, u8), gear: [i32; 2]) {
    let item = match glyph {
        b'!' => Some(Item::Potion(PotionType::Healing)),
        b'?' => Some(Item::Scroll(ScrollType::Lightning)),
        b'/' => Some(Item::Weapon { name: weapon_name_for(gear[0]), bonus: gear[0] }),
        b'[' => Some(Item::Armour { name: armour_name_for(gear[1]), bonus: gear[1] }),
        b'"' => Some(Item::Amulet),
        _ => None,
    };
    level.items.extend(item.map(|item| FloorItem { item, pos }));
    let kind = monster::kinds(part).iter().find(|kind| kind.glyph == glyph);
    level.monsters.extend(kind.map(|kind| kind.spawn(part, 0, pos)));
    match glyph {
        b'@' => player.pos = pos,
        b'>' => level.stairs = pos,
        _ => {}
    }
}
