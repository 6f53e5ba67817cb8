//! The tree of a dungeon, as far as it is split in a stage of figure 1.

use roguelike::fov_lab::steps::Stage;
use roguelike::map::{MAP_HEIGHT, MAP_WIDTH, Room};
use serde::Serialize;

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
    room: Option<(usize, usize)>,
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

/// Returns the tree in a stage: each line of the stages before cuts one leaf in two, from side to side.
pub fn areas(stages: &[Stage], stage: usize) -> Vec<Area> {
    let mut areas = vec![Area::new([0, 0, MAP_WIDTH, MAP_HEIGHT], 0, 0)];
    let mut lines = 0;
    for (number, shown) in stages.iter().enumerate().take(stage + 1) {
        // A cave has no lines, and so a tree of one node.
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
                area.room.get_or_insert((room, number));
            }
        }
    }
    areas
}
