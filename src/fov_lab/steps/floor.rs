//! How a floor is made: a dungeon, as in Part 1, or a cave, as in Part 12.

use super::{BLUE, COLORS, GREY, Line, ORANGE, Stage};
use crate::fov_lab::tile_set::TileSet;
use crate::game::{Game, Setup};
use crate::map::{
    BspNode, CROWDED, MAP_HEIGHT, MAP_WIDTH, Map, Pos, Room, SMOOTHING_PASSES, TileType, random_leaf,
};
use crate::part::Part;
use crate::rng::{Rng, StdLib};

/// Returns how the current floor of a game was made; nothing if its seed is not one of this run.
pub(super) fn stages(game: &Game) -> Vec<Stage> {
    // Each floor takes a seed of the stream.
    let seed = game.seeds.0.wrapping_sub((game.levels.len() - game.depth) as u32);
    // The first one is that of the run, which from Part 4 on the game's own generator takes.
    let others = game.depth as u32 + u32::from(game.part().has_monsters());
    let mut place = format!("Seed {}", seed.wrapping_sub(others));
    if game.part().has_floors() {
        place += &format!(", depth {}", game.depth + 1);
    }
    let stages = [dungeon, cave].map(|make| make(seed, game.rng.library(), &place));
    let floor_of = |game: &Game| TileSet::floor(&game.cur().map);
    let is_it =
        |stages: &Vec<Stage>| stages.last().is_some_and(|last| floor_of(&last.game) == floor_of(game));
    stages.into_iter().find(is_it).unwrap_or_default()
}

/// Returns a stage that follows others. Tiles that are not what they were in the last one have colours.
fn after(stages: &[Stage], map: &Map, text: impl Into<String>) -> Stage {
    let mut game = Game::before_first_run(Setup::new(Part::FIRST, 0));
    game.levels[0].map = map.clone();
    let mut stage = Stage::new(&game, text);
    if let Some(last) = stages.last() {
        let [before, now] = [&last.game.cur().map, map].map(TileSet::floor);
        stage = stage.color(now.without(&before).tiles(), ORANGE).color(before.without(&now).tiles(), BLUE);
    }
    stage.numbers = map.rooms.iter().map(Room::centre).zip(1..).collect();
    stage.color(map.rooms.iter().map(Room::centre), BLUE)
}

/// Returns the stages of [`Map::generate`]. `place` is the seed of the run and the depth.
fn dungeon(seed: u32, library: StdLib, place: &str) -> Vec<Stage> {
    let (mut map, mut rng, mut stages) = (Map::default(), Rng::new(seed, library), Vec::new());
    stages.push(after(&stages, &map, format!("{place}: the dungeon begins as solid wall.")));
    let mut root = BspNode { w: MAP_WIDTH, h: MAP_HEIGHT, ..BspNode::default() };
    Map::split(&mut root, 0, &mut rng);
    let (mut one_room, mut room_rng) = (map.clone(), rng.clone());
    map.build_rooms(&mut root, &mut rng);
    let (mut areas, mut joins, mut lines) = (Vec::new(), Vec::new(), Vec::<Line>::new());
    list(&root, &mut areas, &mut joins);
    for [left, right] in areas.iter().copied().filter_map(halves) {
        let (x, y) = (right.x as f32, right.y as f32);
        let end = if right.y == left.y { [x, y + right.h as f32] } else { [x + right.w as f32, y] };
        lines.push(([x, y], end, ORANGE));
        let [left, right] = [left, right].map(|half| format!("{} x {}", half.w, half.h));
        let text = format!("An area is split: {left} and {right}.");
        stages.push(Stage { lines: lines.clone(), ..after(&stages, &one_room, text) });
        lines.iter_mut().for_each(|line| line.2 = GREY);
    }
    for &&BspNode { x, y, w, h, .. } in areas.iter().filter(|area| halves(area).is_none()) {
        one_room.build_rooms(&mut BspNode { x, y, w, h, ..BspNode::default() }, &mut room_rng);
        let text = format!("A room in the area of {w} x {h}.");
        stages.push(Stage { lines: lines.clone(), ..after(&stages, &one_room, text) });
    }
    let (mut joined, mut joint_rng) = (map.clone(), rng.clone());
    for halves in joins.into_iter().filter_map(halves) {
        let rooms = halves.map(|half| random_leaf(half, &mut joint_rng).room);
        let [from, to] = rooms.map(|end| map.rooms.iter().take_while(|&&room| Some(room) != end).count() + 1);
        // Everything below the halves is joined already.
        let [left, right] = rooms.map(|room| Some(Box::new(BspNode { room, ..BspNode::default() })));
        joined.connect_rooms(&BspNode { left, right, ..BspNode::default() }, &mut joint_rng);
        stages.push(after(&stages, &joined, format!("Two halves are joined: room {from} to room {to}.")));
    }
    map.connect_rooms(&root, &mut rng);
    stages.push(after(&stages, &map, format!("The {} rooms in their order.", map.rooms.len())));
    stages
}

fn halves(area: &BspNode) -> Option<[&BspNode; 2]> {
    Some([area.left.as_deref()?, area.right.as_deref()?])
}

/// Lists all areas: each before its halves, and each after its halves.
fn list<'n>(area: &'n BspNode, before: &mut Vec<&'n BspNode>, after: &mut Vec<&'n BspNode>) {
    before.push(area);
    halves(area).into_iter().flatten().for_each(|half| list(half, before, after));
    after.push(area);
}

/// Returns the stages of [`Map::generate_caves`].
fn cave(seed: u32, library: StdLib, place: &str) -> Vec<Stage> {
    let (mut map, mut rng, mut stages) = (Map::default(), Rng::new(seed, library), Vec::new());
    map.fill_with_noise(&mut rng);
    stages.push(after(&stages, &map, format!("{place}: the cave begins as noise.")));
    for pass in 1..=SMOOTHING_PASSES {
        map.smooth();
        let text = format!(
            "Pass {pass} of {SMOOTHING_PASSES}: {CROWDED} walls around a tile make it wall (blue), \
             fewer floor (orange)."
        );
        stages.push(after(&stages, &map, text));
    }
    let mut best = map.largest_region();
    let (mut rest, mut tiles, mut numbers) = (map.clone(), Vec::new(), Vec::new());
    // Without the largest region, the next one is the largest.
    for (number, color) in (1..).zip(COLORS.into_iter().cycle()) {
        let region = rest.largest_region();
        let Some(&first) = region.first() else { break };
        region.iter().for_each(|&Pos { x, y }| rest.carve_tile(x, y, TileType::Wall));
        tiles.extend(region.into_iter().map(|pos| (pos, color)));
        numbers.push((first, number));
    }
    let text = format!("Regions: {}. The largest has {} tiles.", numbers.len(), best.len());
    stages.push(Stage { tiles, numbers, ..after(&stages, &map, text) });
    map.keep_only(&best);
    stages.push(after(&stages, &map, "Only the largest region is kept."));
    rng.shuffle(&mut best);
    map.place_rooms(&best);
    stages.push(after(&stages, &map, "Rooms of a tile: 1 is the start. The last, the farthest, has stairs."));
    stages
}
