//! Descriptions of tiles and of everything on them, as far as the player knows.

use crate::color::Color;
use crate::desktop::assist::stop::sentence;
use crate::desktop::assist::travel::{known_stairs, knows};
use crate::entity::Entity;
use crate::explorer::seen_monsters;
use crate::game::magic::{FIREBALL_DMG, LIGHTNING_DMG};
use crate::game::pack::{HEALING, POISON, POISON_TURNS, REGEN_TURNS};
use crate::game::turn::{VENOM_TURNS, damage};
use crate::game::{AMULETS_TO_WIN, Game};
use crate::item::{FloorItem, Item, PotionType, ScrollType};
use crate::map::Pos;
use crate::monster::Monster;
use crate::screen::STAIRS_LIT;
use crate::support::text::counted;

/// The subject of a line about a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum About {
    /// Floor in view, which needs no words where something lies on it.
    BareFloor,
    /// How a fight would end.
    Outcome,
    /// Anything else.
    Fact,
}

/// Describes a tile: first the thing that is drawn on top, then the things below it. Things that are neither
/// in view nor remembered are left out.
pub fn look(game: &Game, pos: Pos) -> Vec<String> {
    told(game, pos).into_iter().map(|(text, _)| text).collect()
}

/// Describes a tile, like [`look`], with the subject of each line.
pub(crate) fn told(game: &Game, pos: Pos) -> Vec<(String, About)> {
    let level = game.cur();
    let fact = |text: String| (text, About::Fact);
    if !game.has_run() || !knows(game, pos) {
        return vec![fact("You have not seen this place yet.".to_owned())];
    }
    let mut lines = Vec::new();
    if game.part().has_player() && game.player().pos == pos {
        lines.extend(player_lines(game).into_iter().map(fact));
    }
    let monsters = seen_monsters(game.cur()).filter(|(_, monster)| monster.entity.pos == pos);
    lines.extend(monsters.flat_map(|(_, monster)| monster_lines(game, monster)));
    let items = level.items.iter().filter(|lying| game.part().has_items() && lying.pos == pos);
    lines.extend(items.map(|lying| fact(item_line(game, lying.item))));
    let remembered = game.part().has_fog() && !level.map.tile(pos).visible;
    let (ground, about) = match level.map.is_floor(pos) {
        _ if known_stairs(game) == Some(pos) => ("Stairs down", About::Fact),
        true if !remembered => ("Floor", About::BareFloor),
        true => ("Floor", About::Fact),
        false => ("Wall", About::Fact),
    };
    lines.push((format!("{ground}{}.", if remembered { " (remembered)" } else { "" }), about));
    lines
}

/// A thing on the map that has a name: a monster, an item, or the stairs.
pub(crate) struct Sight<'g> {
    pub name: String,
    /// Its character on the map, and the colour of that.
    pub glyph: (u8, Color),
    pub pos: Pos,
    /// The monster; `None` for anything else.
    pub body: Option<&'g Entity>,
    /// The item; `None` for anything else.
    pub item: Option<Item>,
}

/// Returns monsters in view, items in view or all that are known, and the stairs if they are known. The
/// nearest of each kind comes first. Monsters count also in Part 4, where they do no harm.
pub(crate) fn sights(game: &Game, all_items: bool) -> Vec<Sight<'_>> {
    let level = game.cur();
    let is_shown = |pos| if all_items { knows(game, pos) } else { level.map.tile(pos).visible };
    let monsters = seen_monsters(level).map(|(_, Monster { entity: body, .. })| {
        let glyph = (body.glyph, body.color);
        Sight { name: bare(body.name).to_owned(), glyph, pos: body.pos, body: Some(body), item: None }
    });
    let items = level.items.iter().filter(|lying| game.part().has_items() && is_shown(lying.pos));
    let items = items.map(|&FloorItem { item, pos }| {
        let (name, glyph) = (game.item_label(item), item.look());
        Sight { name, glyph, pos, body: None, item: Some(item) }
    });
    let stairs = known_stairs(game).map(|pos| {
        let name = if level.map.tile(pos).visible { "stairs" } else { "stairs (remembered)" };
        Sight { name: name.to_owned(), glyph: (b'>', STAIRS_LIT), pos, body: None, item: None }
    });
    let mut kinds = [monsters.collect::<Vec<_>>(), items.collect(), stairs.into_iter().collect()];
    kinds.iter_mut().for_each(|kind| kind.sort_by_key(|sight| sight.pos.manhattan(game.player().pos)));
    kinds.into_iter().flatten().collect()
}

fn player_lines(game: &Game) -> Vec<String> {
    let part = game.part();
    let body = &game.player();
    let class = game.class().map_or_else(String::new, |class| format!(", the {}", class.name()));
    let mut lines = vec![format!("You{class}: {} of {} health.", body.hp, body.max_hp)];
    if part.has_equipment() {
        lines.push(format!("Power {}, defense {}.", body.power, body.defense));
    } else if part.has_melee() {
        lines.push(format!("Power {}.", body.power));
    }
    lines
}

fn monster_lines(game: &Game, monster: &Monster) -> Vec<(String, About)> {
    let part = game.part();
    let (body, you) = (&monster.entity, game.player());
    let fact = |text: String| (text, About::Fact);
    let name = sentence(bare(body.name));
    let mut lines = vec![fact(format!("{name}: {} of {} health.", body.hp, body.max_hp))];
    if !part.has_melee() {
        return lines;
    }
    let (yours, its) = (damage(part, you, body), damage(part, body, you));
    lines.push(fact(format!("You hit it for {yours}, it hits you for {its}.")));
    let hits = |defender: &Entity, damage: i32| {
        counted(defender.hp.max(1).unsigned_abs().div_ceil(damage.unsigned_abs()), "hit")
    };
    let outcome = format!("You kill it in {}, it kills you in {}.", hits(body, yours), hits(you, its));
    lines.push((outcome, About::Outcome));
    if part.has_statuses() && monster.venomous {
        lines.push(fact(format!("Its bite poisons you for {VENOM_TURNS} turns.")));
    }
    if part.has_dijkstra_maps() && body.flees() {
        lines.push(fact("It is badly hurt and flees.".to_owned()));
    }
    lines
}

/// Returns an item's name as far as the player knows it, and what it does if that is known.
pub fn item_line(game: &Game, item: Item) -> String {
    let name = sentence(&game.item_label(item));
    format!("{name}: {}.", effect(game, item))
}

fn effect(game: &Game, item: Item) -> String {
    let (part, player) = (game.part(), game.player());
    match item {
        Item::Potion(potion) if !game.potion_ident[potion as usize] => {
            let types = PotionType::of(part).iter();
            let unknown = types.filter(|&&other| !game.potion_ident[other as usize]);
            could_be(unknown.map(|&other| other.effect()))
        }
        Item::Scroll(scroll) if !game.scroll_ident[scroll as usize] => {
            let unknown = ScrollType::ALL.iter().filter(|&&other| !game.scroll_ident[other as usize]);
            could_be(unknown.map(|&other| other.effect()))
        }
        Item::Potion(PotionType::Healing) => format!("restores {HEALING} health"),
        Item::Potion(PotionType::Poison) if part.has_statuses() => {
            format!("poisons you for {POISON_TURNS} turns")
        }
        Item::Potion(PotionType::Poison) => format!("costs {POISON} health"),
        Item::Potion(PotionType::Strength) => "adds 1 power for the rest of the run".to_owned(),
        Item::Potion(PotionType::Regen) => {
            format!("restores 1 health a turn for {REGEN_TURNS} turns")
        }
        Item::Scroll(ScrollType::Lightning) => {
            format!("hits the nearest monster in view for {}", LIGHTNING_DMG + game.magic_bonus)
        }
        Item::Scroll(ScrollType::Fireball) => {
            let damage = FIREBALL_DMG + game.magic_bonus;
            format!("hits the nearest monster in view and those next to it for {damage}")
        }
        Item::Weapon { bonus, .. } => {
            let now = player.power;
            let weapon = game.weapon.map_or(0, Item::bonus);
            format!("your power would be {}; it is {now} now", now - weapon + bonus)
        }
        Item::Armour { bonus, .. } => format!("your defense would be {bonus}; it is {} now", player.defense),
        Item::Amulet => format!("{AMULETS_TO_WIN} of them win the game; you have {}", game.amulets()),
    }
}

fn could_be<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<&str> = names.collect();
    match &names[..] {
        [only] => format!("can only be {only}"),
        [first @ .., last] => format!("could be {} or {last}", first.join(", ")),
        [] => "unknown".to_owned(),
    }
}

/// Returns a monster's name without its article.
fn bare(name: &str) -> &str {
    name.strip_prefix("the ").unwrap_or(name)
}
