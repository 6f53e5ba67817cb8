//! How a floor is made: a dungeon, as in Part 1, or a cave, as in Part 12.

use super::{BLUE, COLORS, GREY, Line, ORANGE, Stage};
use crate::game::{Game, Setup};
use crate::map::{BspNode, MAP_HEIGHT, MAP_WIDTH, Map, Pos, Room, SMOOTHING_PASSES, TileType, random_leaf};
use crate::part::Part;
use crate::rng::{Rng, StdLib};

/// Returns how the current floor of a game was made; nothing if its seed is not one of this run.
pub(super) fn stages(game: &Game) -> Vec<Stage> {
    // Each floor takes a seed of the stream.
    let seed = game.seeds.0.wrapping_sub((game.levels.len() - game.depth) as u32);
    let floor = |map: &Map| Map::positions().map(|pos| map.is_floor(pos)).collect::<Vec<bool>>();
    let made = floor(&game.cur().map);
    let stages = [dungeon, cave].map(|make| make(seed, game.rng.library()));
    let is_it = |stages: &Vec<Stage>| stages.last().is_some_and(|last| floor(&last.game.cur().map) == made);
    stages.into_iter().find(is_it).unwrap_or_default()
}

/// Adds a stage, in which the tiles have colours that are not what they were in the last one.
fn show(map: &Map, lines: &[Line], text: String, stages: &mut Vec<Stage>) {
    let mut game = Game::before_first_run(Setup::new(Part::FIRST, 0));
    game.levels[0].map = map.clone();
    let mut stage = Stage::new(&game, text);
    if let Some(before) = stages.last().map(|last| &last.game.cur().map) {
        let changed = |is: bool| {
            Map::positions().filter(move |&pos| (before.is_floor(pos), map.is_floor(pos)) == (!is, is))
        };
        stage = stage.color(changed(true), ORANGE).color(changed(false), BLUE);
    }
    stage = stage.color(map.rooms.iter().map(Room::centre), BLUE);
    stage.numbers = map.rooms.iter().map(Room::centre).zip(1..).collect();
    stage.lines = lines.to_vec();
    stages.push(stage);
}

/// Returns the stages of [`Map::generate`].
fn dungeon(seed: u32, library: StdLib) -> Vec<Stage> {
    let (mut map, mut rng, mut stages) = (Map::default(), Rng::new(seed, library), Vec::new());
    let mut root = BspNode { w: MAP_WIDTH, h: MAP_HEIGHT, ..BspNode::default() };
    show(&map, &[], format!("The dungeon of seed {seed} begins as solid wall."), &mut stages);
    Map::split(&mut root, 0, &mut rng);
    let mut lines: Vec<Line> = Vec::new();
    let (mut splits, mut joins) = (Vec::new(), Vec::new());
    list_splits(&root, &mut splits, &mut Vec::new());
    for [area, left, right] in splits {
        let [x, y] = [right.x, right.y].map(|edge| edge as f32);
        let end = if right.x > area.x { [x, (y + right.h as f32)] } else { [x + right.w as f32, y] };
        lines.iter_mut().for_each(|line| line.2 = GREY);
        lines.push(([x, y], end, ORANGE));
        let sizes = [area, left, right].map(|area| format!("{} x {}", area.w, area.h));
        show(
            &map,
            &lines,
            format!("An area of {} tiles is split: {} and {}.", sizes[0], sizes[1], sizes[2]),
            &mut stages,
        );
    }
    lines.iter_mut().for_each(|line| line.2 = GREY);
    for_each_leaf(&mut root, &mut |leaf| {
        map.build_rooms(leaf, &mut rng);
        if let Some(Room { w, h, .. }) = leaf.room {
            show(
                &map,
                &lines,
                format!("A room of {w} x {h} in an area of {} x {}.", leaf.w, leaf.h),
                &mut stages,
            );
        }
    });
    list_splits(&root, &mut Vec::new(), &mut joins);
    let join = |trees: &[&BspNode]| {
        let (mut map, mut rng) = (map.clone(), rng.clone());
        trees.iter().for_each(|tree| map.connect_rooms(tree, &mut rng));
        (map, rng)
    };
    // The largest trees of which all rooms are joined. To join them again gives the map after each corridor.
    let mut joined = Vec::new();
    for [area, left, right] in joins {
        let (_, mut rng) = join(&joined);
        let number = |room: Option<Room>| {
            map.rooms.iter().position(|&one| Some(one) == room).map_or(0, |index| index + 1)
        };
        let [from, to] = [left, right].map(|half| number(random_leaf(half, &mut rng).room));
        joined.truncate(joined.len() - [left, right].iter().filter(|half| half.left.is_some()).count());
        joined.push(area);
        let text = format!("Two halves of {} x {} are joined: room {from} to room {to}.", area.w, area.h);
        show(&join(&joined).0, &[], text, &mut stages);
    }
    map.connect_rooms(&root, &mut rng);
    show(&map, &[], format!("The {} rooms in their order.", map.rooms.len()), &mut stages);
    stages
}

/// Lists the areas that are split, each with its halves: as they are split, and as they are joined.
fn list_splits<'n>(area: &'n BspNode, splits: &mut Vec<[&'n BspNode; 3]>, joins: &mut Vec<[&'n BspNode; 3]>) {
    if let (Some(left), Some(right)) = (&area.left, &area.right) {
        splits.push([area, left, right]);
        list_splits(left, splits, joins);
        list_splits(right, splits, joins);
        joins.push([area, left, right]);
    }
}

fn for_each_leaf(area: &mut BspNode, visit: &mut impl FnMut(&mut BspNode)) {
    if let (Some(left), Some(right)) = (&mut area.left, &mut area.right) {
        for_each_leaf(left, visit);
        for_each_leaf(right, visit);
    } else {
        visit(area);
    }
}

/// Returns the stages of [`Map::generate_caves`].
fn cave(seed: u32, library: StdLib) -> Vec<Stage> {
    let (mut map, mut rng, mut stages) = (Map::default(), Rng::new(seed, library), Vec::new());
    map.fill_with_noise(&mut rng);
    show(&map, &[], format!("The cave of seed {seed} begins as noise."), &mut stages);
    for pass in 1..=SMOOTHING_PASSES {
        map.smooth();
        show(&map, &[], format!("Pass {pass} of {SMOOTHING_PASSES} smooths it."), &mut stages);
    }
    let mut best = map.largest_region();
    if best.is_empty() {
        show(&map, &[], "No floor is left. A dungeon takes its place.".to_owned(), &mut stages);
        stages.extend(dungeon(seed, library));
        return stages;
    }
    let (mut rest, mut regions) = (map.clone(), Vec::new());
    // Without the largest region, the next one is the largest.
    for (number, color) in (1..).zip(COLORS.into_iter().cycle()) {
        let region = rest.largest_region();
        let Some(&first) = region.first() else { break };
        region.iter().for_each(|&Pos { x, y }| rest.carve_tile(x, y, TileType::Wall));
        regions.push((region, color, (first, number)));
    }
    show(
        &map,
        &[],
        format!("Regions: {}. The largest has {} tiles.", regions.len(), best.len()),
        &mut stages,
    );
    for (region, color, number) in regions {
        let Some(stage) = stages.last_mut() else { break };
        stage.tiles.extend(region.into_iter().map(|pos| (pos, color)));
        stage.numbers.push(number);
    }
    map.keep_only(&best);
    show(&map, &[], "Only the largest region is kept.".to_owned(), &mut stages);
    rng.shuffle(&mut best);
    map.place_rooms(&best);
    show(
        &map,
        &[],
        "Rooms of a tile: 1 is the start. The last, the farthest, has stairs.".to_owned(),
        &mut stages,
    );
    stages
}
