//! The map of free play: warm light that fades with the distance, cold memory, solid walls, and one glyph on
//! a tile.

use std::collections::HashSet;

use crate::color::Color;
use crate::desktop::scene::area::Area;
use crate::desktop::scene::theme::{Fading, Theme, mix, readable};
use crate::desktop::scene::tiles::{Glow, Grid, TileLook, Tiles};
use crate::desktop::scene::{Scene, Shape};
use crate::explorer::seen_monsters;
use crate::fov::RADIUS;
use crate::game::Game;
use crate::item::{FloorItem, Item};
use crate::map::{MAP_HEIGHT, MAP_WIDTH, Map, Pos, TileType};

/// The smallest tile that a map is shown with as a whole, in pixels. In smaller windows the map follows the
/// hero.
const SMALLEST_TILE: i32 = 14;
/// The steps by which tiles may be larger while little of the map is known.
const CLOSER: i32 = 3;
/// How far from the edge of its area a map that goes on there fades, in tiles.
const FADE: f32 = 2.5;
/// The whole map, in tiles.
pub const WHOLE: Area = Area::new(0, 0, MAP_WIDTH, MAP_HEIGHT);
/// The contrast of a glyph to its tile.
const GLYPH_CONTRAST: f32 = 4.5;

/// How much darker the ground under the stairs is than their sign, in each channel.
const DEEP: u8 = 126;

/// The colours of unidentified potions, in the order of [`COLOURS`](crate::item::COLOURS): red, blue, fizzy,
/// murky, glowing, silver.
const POTIONS: [Color; 6] = [
    Color(236, 84, 72),
    Color(96, 150, 255),
    Color(214, 120, 226),
    Color(150, 150, 92),
    Color(250, 232, 120),
    Color(206, 214, 226),
];

/// Marks that are drawn on a map in addition to the game's own things.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    /// The tile with a line around it.
    pub outlined: Option<Pos>,
    /// The tiles that a click would lead over.
    pub path: Vec<Pos>,
    /// Tiles with another fill, such as one that is struck.
    pub fills: Vec<(Pos, Color)>,
    /// Glyphs in place of those of the game, such as one that fades.
    pub glyphs: Vec<(Pos, u8, Color)>,
    /// Light: the tile, its radius in tenths of a tile, its colour and its strength.
    pub glows: Vec<(Pos, i32, Color, u8)>,
    /// True if remembered tiles are darker than usual.
    pub dims_memory: bool,
}

/// Returns the part of a map that the player knows, with a tile around it, in tiles.
pub fn known(game: &Game) -> Area {
    let tiles = Map::positions().filter(|pos| game.cur().map.tile(*pos).explored);
    let known = tiles.fold(Area::default(), |known, Pos { x, y }| known.union(Area::new(x, y, 1, 1)));
    if known.is_empty() { WHOLE } else { known.inset(-1) }
}

/// Returns tiles of this size on an area. In a window with too few rows for the known map, what hangs
/// together with the hero in the rows that are seen is in the middle.
pub fn grid(game: &Game, area: Area, tile: i32, strides: [i32; 2]) -> Grid {
    let new = |known: Area| Grid::new(area, tile, strides, (known, game.player().pos));
    new(framed(game, new(known(game))))
}

/// Returns the part of the known map that a grid frames, in tiles.
fn framed(game: &Game, grid: Grid) -> Area {
    let (known, map) = (known(game), &game.cur().map);
    let is_seen = |y: i32| {
        let row = grid.place(Pos::new(0, y));
        row.bottom() > grid.area.y && row.y < grid.area.bottom()
    };
    if (known.y + 1..known.bottom() - 1).all(is_seen) {
        return known;
    }
    let (mut part, mut open, mut reached) = (Area::default(), vec![game.player().pos], HashSet::new());
    while let Some(pos) = open.pop() {
        if is_seen(pos.y) && map.tile(pos).explored && reached.insert(pos) {
            part = part.union(Area::new(pos.x, pos.y, 1, 1));
            open.extend(around(pos));
        }
    }
    let Area { x, w, .. } = if part.is_empty() { known } else { part.inset(-1) };
    Area { x, w, ..known }
}

/// Returns the size of a tile on an area: the largest with which the whole map is seen, some steps of a fifth
/// more as long as the known part has room, and `zoom` steps more or less.
pub fn tile_size(area: Area, known: Area, zoom: i32) -> i32 {
    let whole = (area.w / MAP_WIDTH).min(area.h / MAP_HEIGHT);
    let least = whole.max(SMALLEST_TILE);
    let tile = |steps: i32| least + steps * (least / 5).max(1);
    let has_room = |steps: &i32| known.w * tile(*steps) <= area.w && known.h * tile(*steps) <= area.h;
    let closer = (1..=CLOSER).rev().find(has_room).unwrap_or_default();
    tile(closer + zoom).clamp(whole.clamp(4, SMALLEST_TILE), 96)
}

/// Returns the colour in which an item is drawn, on the map and in lists.
pub fn item_color(game: &Game, item: Item, theme: &Theme) -> Color {
    match item {
        Item::Potion(potion) => POTIONS[game.potions()[potion as usize].0 % POTIONS.len()],
        Item::Amulet => theme.amulet,
        _ => item.look().1,
    }
}

/// Draws the map on a grid.
pub fn draw(game: &Game, grid: Grid, marks: &Marks, scene: &mut Scene) {
    let theme = scene.look.theme;
    let mut looks = looks(game, &theme, marks);
    let part = framed(game, grid);
    for (pos, look) in Map::positions().zip(&mut looks) {
        let is_shown = (part.x..part.right()).contains(&pos.x) || marks.outlined == Some(pos);
        *look = look.filter(|_| is_shown);
    }
    fade_ends(&mut looks, part, grid, &theme);
    let glow = |(pos, tenths, color, alpha): (Pos, i32, Color, u8)| Glow {
        centre: grid.centre(pos),
        radius: (grid.tile * tenths / 10).max(1),
        color,
        alpha,
        adds: false,
    };
    let amulets = game.cur().items.iter().filter(|lying| lying.item == Item::Amulet);
    let in_view = |pos: Pos| game.cur().map.tile(pos).visible;
    let lights = amulets.filter(|lying| in_view(lying.pos)).map(|lying| (lying.pos, 42, theme.glow, 150));
    let stairs = game.cur().stairs;
    let is_lit = game.part().has_floors() && in_view(stairs);
    let of_stairs = is_lit.then(|| glow((stairs, 10, deep(theme.stairs), 140)));
    let of_stairs = of_stairs.map(|light| Glow { adds: true, ..light });
    let glows = lights.chain(marks.glows.iter().copied()).map(glow).chain(of_stairs).collect();
    scene.shapes.push(Shape::Tiles(Tiles { area: grid.area, grid, looks, glows }));
}

/// Darkens the ground near the ends of an area beyond which the known map goes on.
fn fade_ends(looks: &mut [Option<TileLook>], known: Area, grid: Grid, theme: &Theme) {
    let known = known.inset(1);
    let first = grid.place(Pos::new(known.x, known.y));
    let last = grid.place(Pos::new(known.right() - 1, known.bottom() - 1));
    let Area { x, y, .. } = grid.area;
    let is_cut =
        [first.x < x, last.right() > grid.area.right(), first.y < y, last.bottom() > grid.area.bottom()];
    for (pos, look) in Map::positions().zip(looks) {
        let (across, down) = grid.centre(pos);
        let distances = [across - x, grid.area.right() - across, down - y, grid.area.bottom() - down];
        let cut = distances.into_iter().zip(is_cut).filter(|(_, is_cut)| *is_cut);
        let Some((nearest, look)) = cut.map(|(distance, _)| distance).min().zip(look.as_mut()) else {
            continue;
        };
        look.mix(theme.background, 1.0 - nearest as f32 / (FADE * grid.tile as f32));
    }
}

/// Returns the dark, pure colour of the ground under something that shines.
fn deep(Color(r, g, b): Color) -> Color {
    let dark = |channel: u8| channel.saturating_sub(DEEP);
    Color(dark(r), dark(g), dark(b))
}

/// Returns the looks of all tiles.
pub fn looks(game: &Game, theme: &Theme, marks: &Marks) -> Vec<Option<TileLook>> {
    let map = &game.cur().map;
    let hero = game.player().pos;
    let mut looks: Vec<_> = Map::positions().map(|pos| ground(map, pos, hero, theme)).collect();
    // The hero's tile has the brightest light.
    if game.part().has_player()
        && let Some(look) = at(&mut looks, hero)
    {
        look.fill = mix(look.fill, theme.hero, 0.12);
    }
    // The stairs are a place: their ground has a colour of its own.
    if game.part().has_floors()
        && let Some(look) = at(&mut looks, game.cur().stairs)
    {
        let is_seen = map.tile(game.cur().stairs).visible;
        let lit = mix(deep(theme.stairs), theme.background, 0.3);
        look.fill = if is_seen { lit } else { mix(look.fill, theme.stairs, 0.16) };
    }
    for &(pos, color) in &marks.fills {
        if let Some(look) = at(&mut looks, pos) {
            look.fill = color;
        }
    }
    let mut put = |pos: Pos, glyph: u8, color: Color| {
        if let Some(look) = at(&mut looks, pos).filter(|look| look.glyph.is_none()) {
            (look.glyph, look.dot) = (Some((glyph, readable(color, look.fill, GLYPH_CONTRAST))), None);
        }
    };
    // The first glyph of a tile is the one that is drawn.
    marks.glyphs.iter().for_each(|&(pos, glyph, color)| put(pos, glyph, color));
    if game.part().has_player() {
        put(hero, game.player().glyph, theme.hero);
    }
    for (_, monster) in seen_monsters(game.cur()) {
        put(monster.entity.pos, monster.entity.glyph, monster.entity.color);
    }
    let remembered = |pos: Pos, color: Color| match map.tile(pos).visible {
        true => color,
        false => mix(color, theme.wall_remembered, 0.45),
    };
    let is_amulet = |lying: &&FloorItem| lying.item == Item::Amulet;
    let items = &game.cur().items;
    for &FloorItem { item, pos } in items.iter().filter(is_amulet) {
        put(pos, item.look().0, remembered(pos, theme.amulet));
    }
    if game.part().has_floors() {
        put(game.cur().stairs, b'>', remembered(game.cur().stairs, theme.stairs));
    }
    for &FloorItem { item, pos } in items.iter().filter(|lying| !is_amulet(lying)) {
        put(pos, item.look().0, remembered(pos, item_color(game, item, theme)));
    }
    for &pos in &marks.path {
        if let Some(look) = at(&mut looks, pos) {
            look.dot = Some(theme.title);
        }
    }
    if marks.dims_memory {
        let looks = looks.iter_mut().zip(Map::positions()).filter(|(_, pos)| !map.tile(*pos).visible);
        looks.filter_map(|(look, _)| look.as_mut()).for_each(|look| look.mix(theme.background, 0.5));
    }
    if let Some(look) = marks.outlined.and_then(|pos| at_any(&mut looks, pos, theme)) {
        look.outline = Some(theme.title);
    }
    looks
}

/// Returns the look of a tile that is known.
fn at(looks: &mut [Option<TileLook>], pos: Pos) -> Option<&mut TileLook> {
    let index = Map::in_bounds(pos).then_some((pos.y * MAP_WIDTH + pos.x) as usize)?;
    looks.get_mut(index)?.as_mut()
}

/// Returns the look of any tile: what is not known can be outlined, too.
fn at_any<'l>(looks: &'l mut [Option<TileLook>], pos: Pos, theme: &Theme) -> Option<&'l mut TileLook> {
    let index = Map::in_bounds(pos).then_some((pos.y * MAP_WIDTH + pos.x) as usize)?;
    Some(looks.get_mut(index)?.get_or_insert(TileLook::of(theme.background)))
}

/// Returns the floor or the wall of a tile; `None` if it is not known.
fn ground(map: &Map, pos: Pos, hero: Pos, theme: &Theme) -> Option<TileLook> {
    let tile = map.tile(pos);
    if !tile.explored {
        return None;
    }
    let (dx, dy) = ((pos.x - hero.x) as f32, (pos.y - hero.y) as f32);
    let distance = (dx * dx + dy * dy).sqrt() / RADIUS as f32;
    // The light falls on a wall beside floor in view, also where the rules do not see it. A single tile of
    // floor may be a door.
    let is_lit = |pos: &Pos| map.is_floor(*pos) && map.tile(*pos).visible;
    let is_seen = tile.visible || tile.kind == TileType::Wall && around(pos).filter(is_lit).nth(1).is_some();
    let lit = |[near, edge]: Fading, remembered: Color| match is_seen {
        true => grained(mix(near, edge, distance.powf(0.8)), pos, 0.05),
        false => grained(remembered, pos, 0.03),
    };
    let below = pos + Pos::new(0, 1);
    let has_face = map.is_floor(below) && map.tile(below).explored;
    Some(match tile.kind {
        TileType::Floor => {
            let dot =
                if tile.visible { mix(theme.dot[0], theme.dot[1], distance) } else { theme.dot_remembered };
            TileLook { dot: Some(dot), ..TileLook::of(lit(theme.floor, theme.floor_remembered)) }
        }
        TileType::Wall => {
            let fill = lit(theme.wall, theme.wall_remembered);
            let face = has_face.then(|| lit(theme.face, theme.face_remembered));
            TileLook { face, joint: Some(mix(fill, theme.text, 0.10)), ..TileLook::of(fill) }
        }
    })
}

/// Returns a tile and those next to it.
pub(crate) fn around(pos: Pos) -> impl Iterator<Item = Pos> {
    (0..9).map(move |side| pos + Pos::new(side % 3 - 1, side / 3 - 1))
}

/// Returns a colour a little darker than that of the next tile, or lighter, so that stone looks like stone.
fn grained(color: Color, pos: Pos, most: f32) -> Color {
    let hash = (pos.x as u32).wrapping_mul(0x9e37_79b1) ^ (pos.y as u32).wrapping_mul(0x85eb_ca77);
    let hash = (hash ^ (hash >> 15)).wrapping_mul(0x2c1b_3c6d) >> 24;
    let part = (hash as f32 / 255.0 - 0.5) * 2.0 * most;
    let scaled = |channel: u8| (f32::from(channel) * (1.0 + part)).round().clamp(0.0, 255.0) as u8;
    Color(scaled(color.0), scaled(color.1), scaled(color.2))
}

/// Returns the looks of a map with nothing on it. The light is on a tile.
pub fn bare(map: &Map, light: Pos, theme: &Theme) -> Vec<Option<TileLook>> {
    Map::positions().map(|pos| ground(map, pos, light, theme)).collect()
}
