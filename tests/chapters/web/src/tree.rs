//! The tree of a dungeon, as far as it is split in a stage of figure 1.

use roguelike::fov_lab::steps::Stage;
use roguelike::map::{MAP_HEIGHT, MAP_WIDTH, Pos, Room};
use serde::Serialize;

use crate::trace::{Summary, Trace, Value};

/// A node of the tree: an area of the map, in tiles.
#[derive(Serialize)]
pub struct Area {
    x: i32,
    y: i32,
    w: i32,
    h: i32,
    /// Number of splits between the whole map and this area.
    depth: usize,
    /// The indices of its halves.
    halves: Option<[usize; 2]>,
    /// The stage that made this area by splitting another.
    stage: usize,
    /// The number of its room on the map, if it has one in this stage, and the stage that carved it.
    pub room: Option<[usize; 2]>,
}

impl Area {
    fn new([x, y, w, h]: [i32; 4], depth: usize, stage: usize) -> Area {
        Area { x, y, w, h, depth, halves: None, stage, room: None }
    }

    fn holds(&self, room: &Room) -> bool {
        let is_inside = |a: i32, length: i32, b: i32| (b..b + length).contains(&a);
        self.halves.is_none() && is_inside(room.x, self.w, self.x) && is_inside(room.y, self.h, self.y)
    }
}

/// Returns the calls that make the stages of a dungeon after the first one: splits, rooms, and corridors.
/// `None` if their number isn't that of the stages: then this seed makes another level.
pub fn calls(lines: &Trace, stages: usize) -> Option<Vec<usize>> {
    let all = lines.calls();
    let of = |function| all.iter().filter(move |call| call.function == function && !call.returned);
    let begun = |function| (0..all.len()).filter(move |&call| of(function).any(|other| other.call == call));
    // An area is split before its halves, and joined after them.
    let calls: Vec<usize> =
        begun("split").chain(begun("build_rooms")).chain(of("connect_rooms").map(|call| call.call)).collect();
    (calls.len() + 2 == stages).then_some(calls)
}

/// Returns the tiles of the corridors that begin or end in the middle of a room.
pub fn corridors(lines: &Trace, room: Pos) -> Vec<Pos> {
    let calls = lines.calls();
    let number = |call: &Summary, name: &str| match call.values.iter().find(|(known, _)| *known == name) {
        Some((_, Value::Int(number))) => *number,
        _ => 0,
    };
    let mut tiles = Vec::new();
    for join in calls.iter().filter(|call| call.function == "connect_rooms" && !call.returned) {
        let [x1, y1, x2, y2] = ["x1", "y1", "x2", "y2"].map(|name| number(join, name));
        if ![(x1, y1), (x2, y2)].contains(&(room.x, room.y)) {
            continue;
        }
        let first =
            calls.iter().find(|call| call.caller == Some(join.call) && call.function.starts_with("carve"));
        // The corner is in the row of the first room, or in its column.
        let (x, y) =
            if first.is_some_and(|call| call.function == "carve_h_line") { (x2, y1) } else { (x1, y2) };
        tiles.extend((x1.min(x2)..=x1.max(x2)).map(|x| Pos::new(x, y)));
        tiles.extend((y1.min(y2)..=y1.max(y2)).map(|y| Pos::new(x, y)));
    }
    tiles
}

/// Returns the tree in a stage: each line of the stages before cuts one leaf in two, from side to side.
pub fn areas(stages: &[Stage], stage: usize) -> Vec<Area> {
    let mut areas = vec![Area::new([0, 0, MAP_WIDTH, MAP_HEIGHT], 0, 0)];
    let mut lines = 0;
    for (number, shown) in stages.iter().enumerate().take(stage + 1) {
        // A cave has no lines, so its tree is a single node.
        for &([x, y], end, _) in shown.lines.iter().skip(lines) {
            let (x, y, is_upright) = (x as i32, y as i32, end[0] == x);
            let cuts = |area: &Area| {
                let (from, to) = if is_upright { (area.y, area.x) } else { (area.x, area.y) };
                let (start, place) = if is_upright { (y, x) } else { (x, y) };
                let length = if is_upright { area.w } else { area.h };
                area.halves.is_none() && start == from && place > to && place < to + length
            };
            let Some(at) = areas.iter().position(cuts) else { continue };
            let Area { x: x0, y: y0, w, h, depth, .. } = areas[at];
            let (left, right) = if is_upright {
                ([x0, y0, x - x0, h], [x, y0, x0 + w - x, h])
            } else {
                ([x0, y0, w, y - y0], [x0, y, w, y0 + h - y])
            };
            areas[at].halves = Some([areas.len(), areas.len() + 1]);
            areas.extend([left, right].map(|half| Area::new(half, depth + 1, number)));
        }
        lines = lines.max(shown.lines.len());
        for (room, carved) in shown.game.cur().map.rooms.iter().enumerate() {
            if let Some(area) = areas.iter_mut().find(|area| area.holds(carved)) {
                area.room.get_or_insert([room, number]);
            }
        }
    }
    areas
}
