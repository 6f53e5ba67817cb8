//! The view: shadowcasting, as in Part 3, and the other algorithms of the laboratory.

use super::{BLUE, GREY, Line, OLIVE, ORANGE, PINK, Stage};
use crate::fov::{MULT, RADIUS, cast_light};
use crate::fov_lab::tile_set::TileSet;
use crate::fov_lab::{Algorithm, light};
use crate::game::Game;
use crate::map::{Map, Pos, TileType};
use crate::support::text::counted;

/// How the light of one octant is cast: a row of [`MULT`], or `None` for an algorithm without octants.
type Cast<'f> = &'f dyn Fn(&mut Map, Option<[i32; 4]>);

/// Returns how the view of a game's player is computed, row by row: by the algorithm of the series in each of
/// eight octants, or all around by the other algorithms.
pub(super) fn stages(game: &Game) -> Vec<Stage> {
    let (algorithm, origin) = (Algorithm::of(game.other_view), game.player.pos);
    if algorithm == Algorithm::Shadowcast {
        return octants(game, RADIUS, &|map, octant| cast_light(map, origin, 1, 1.0, 0.0, octant));
    }
    rows(game, algorithm, RADIUS, &[None], &|map, _| algorithm.compute(map, origin))
}

/// Returns how an algorithm like that of the series lights octant after octant within a radius.
pub fn octants(game: &Game, radius: i32, cast: &dyn Fn(&mut Map, [i32; 4])) -> Vec<Stage> {
    let cast =
        |map: &mut Map, octant: Option<[i32; 4]>| octant.into_iter().for_each(|octant| cast(map, octant));
    rows(game, Algorithm::Shadowcast, radius, &MULT.map(Some), &cast)
}

fn rows(
    game: &Game,
    algorithm: Algorithm,
    radius: i32,
    octants: &[Option<[i32; 4]>],
    cast: Cast,
) -> Vec<Stage> {
    let (mut game, origin) = (game.clone(), game.player.pos);
    let distance = |pos: Pos| (pos.x - origin.x).abs().max((pos.y - origin.y).abs());
    let mut dark = game.cur().map.clone();
    dark.tiles.as_flattened_mut().iter_mut().for_each(|tile| tile.visible = false);
    let mut view = dark.clone();
    light(&mut view, origin);
    octants.iter().for_each(|&octant| cast(&mut view, octant));
    let seen = TileSet::visible(&view);
    let farthest = seen.tiles().map(distance).max().unwrap_or(0);
    game.levels[game.depth].map.clone_from(&dark);
    light(&mut game.levels[game.depth].map, origin);
    let mut stages = Vec::new();
    for (number, &octant) in (0..).zip(octants) {
        for row in 1..=farthest {
            // Tiles past a row cannot change which of its tiles are lit.
            let cast = |beyond| {
                let mut map = dark.clone();
                let hidden = Map::positions().filter(|&pos| distance(pos) > row);
                hidden.for_each(|Pos { x, y }| map.carve_tile(x, y, beyond));
                cast(&mut map, octant);
                TileSet::visible(&map).tiles()
            };
            let lit: Vec<Pos> = cast(TileType::Wall).filter(|&pos| distance(pos) == row).collect();
            if lit.is_empty() {
                continue;
            }
            // As far as light would go if everything past the row were floor.
            let beyond = cast(TileType::Floor).filter(|&pos| distance(pos) > row);
            let before = TileSet::visible(&game.cur().map).tiles();
            lit.iter().for_each(|&pos| light(&mut game.levels[game.depth].map, pos));
            let lit_tiles = counted(lit.len(), "tile");
            let (walls, floor): (Vec<Pos>, Vec<Pos>) = lit.into_iter().partition(|&pos| !dark.is_floor(pos));
            let (text, lines) =
                octant.map_or_else(Default::default, |octant| slopes(origin, radius, octant, row, &walls));
            let part = octant.map_or(algorithm.to_string(), |_| format!("Octant {number}"));
            let stage = Stage::new(&game, format!("{part}, row {row}: {lit_tiles} lit.{text}"));
            let stage =
                stage.color(beyond, GREY).color(before, BLUE).color(floor, OLIVE).color(walls, ORANGE);
            stages.push(Stage { lines, ..stage });
        }
    }
    game.levels[game.depth].map = view;
    let mut last = Stage::new(&game, format!("{algorithm}: {} in view.", counted(seen.count(), "tile")));
    if algorithm == Algorithm::Shadowcast {
        last.text += " None is outside of the circle.";
        let [x0, y0] = middle(origin);
        // Each point of the circle is the last one, turned by an eighth of a right angle.
        let (sine, cosine) = (0.195_090_32, 0.980_785_25);
        let (mut x, mut y) = (radius as f32, 0.0);
        for _ in 0..32 {
            let start = [x0 + x, y0 + y];
            (x, y) = (x * cosine - y * sine, x * sine + y * cosine);
            last.lines.push((start, [x0 + x, y0 + y], PINK));
        }
    }
    stages.push(last.color(seen.tiles(), BLUE));
    stages
}

/// Returns what each algorithm but the game's own sees from the player's place, a stage each.
pub(super) fn others(game: &Game) -> Vec<Stage> {
    let algorithm = Algorithm::of(game.other_view);
    let (mut game, origin) = (game.clone(), game.player.pos);
    algorithm.compute(&mut game.levels[game.depth].map, origin);
    let seen = TileSet::visible(&game.cur().map);
    let others = Algorithm::ALL.into_iter().filter(|other| *other != algorithm);
    others.map(|other| compared(&mut game, origin, algorithm, &seen, other)).collect()
}

/// Returns the field of view of another algorithm from the same place, with the tiles that only one of the
/// two sees.
fn compared(game: &mut Game, origin: Pos, algorithm: Algorithm, seen: &TileSet, other: Algorithm) -> Stage {
    other.compute(&mut game.levels[game.depth].map, origin);
    let view = TileSet::visible(&game.cur().map);
    let (more, less) = (view.without(seen), seen.without(&view));
    let in_view = counted(view.count(), "tile");
    let text = format!(
        "{other}: {in_view} in view, {} more than {algorithm} and {} fewer.",
        more.count(),
        less.count()
    );
    Stage::new(game, text).color(view.tiles(), BLUE).color(more.tiles(), OLIVE).color(less.tiles(), ORANGE)
}

/// Returns the middle of a tile.
pub(super) fn middle(pos: Pos) -> [f32; 2] {
    [pos.x as f32 + 0.5, pos.y as f32 + 0.5]
}

/// Returns where the walls of a row end the light in an octant, and where it starts again past them.
fn slopes(
    origin: Pos,
    radius: i32,
    [xx, xy, yx, yy]: [i32; 4],
    row: i32,
    walls: &[Pos],
) -> (String, Vec<Line>) {
    let is_wall =
        |dx| walls.contains(&Pos::new(origin.x + dx * xx - row * xy, origin.y + dx * yx - row * yy));
    let end = |x: f32, y: f32| {
        let [x, y] = [x, y].map(|length| length * radius as f32 / x.hypot(y));
        let [x0, y0] = middle(origin);
        [x0 + x * xx as f32 + y * xy as f32, y0 + x * yx as f32 + y * yy as f32]
    };
    let mut text = String::new();
    let mut lines = vec![(middle(origin), end(-1.0, -1.0), PINK), (middle(origin), end(0.0, -1.0), ORANGE)];
    for dx in (-row..=0).filter(|&dx| is_wall(dx)) {
        // The near left corner of the first wall, and the far right corner of the last one.
        let corners = [
            (dx - 1, dx as f32 - 0.5, 0.5 - row as f32, "The arc ends at slope", ORANGE),
            (dx + 1, dx as f32 + 0.5, -0.5 - row as f32, "The next start slope is", PINK),
        ];
        for (next, x, y, words, color) in corners {
            if !is_wall(next) && (0.0..1.0).contains(&(x / y)) {
                text += &format!(" {words} {:.2}.", x / y);
                lines.push((middle(origin), end(x, y), color));
            }
        }
    }
    (text, lines)
}
