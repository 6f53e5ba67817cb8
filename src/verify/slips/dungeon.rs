//! The dungeon generator of Part 1 as people get it wrong.

use crate::map::{MAP_HEIGHT, MAP_WIDTH, Map, Pos, Room, TileType};
use crate::rng::Rng;

slips! {
    /// A mistake in `Map::generate`.
    DungeonSlip:
    CutLacksLast "cut-bounds"
        "a cut is drawn from bounds that are off by one: the last place is left out (both bounds of uniform_int_distribution are included)"
    CutTurned "cut-turned" "areas are cut along their longer side instead of across it"
    ThreeDeep "depth-limit"
        "the areas are cut 3 times deep instead of 4 (a comparison with the depth limit is off by one)"
    FiveDeep "depth-limit"
        "the areas are cut 5 times deep instead of 4 (a comparison with the depth limit is off by one)"
    SmallLeaf "leaf-bounds" "an area of exactly twice the smallest size is not cut (> instead of >=)"
    RoomNarrow "room-bounds" "the bounds of a room's width are off by one: the widest room is never drawn"
    RoomLow "room-bounds" "the bounds of a room's height are off by one: the highest room is never drawn"
    RoomWide "room-border"
        "rooms may take the border of their area: the largest size is area - 1 instead of area - 2"
    LeastThree "room-bounds" "the smallest room is 3 tiles wide and high instead of 4"
    LeastFive "room-bounds" "the smallest room is 5 tiles wide and high instead of 4"
    HeightFirst "draw-order" "a room's height is drawn before its width"
    RowFirst "draw-order" "a room's y is drawn before its x"
    NoBorder "room-border" "a room's position lacks the + 1 that keeps it off the border of its area"
    SecondFirst "half-order" "the second half of an area is furnished and connected before the first"
    Coin "coin" "heads and tails are swapped: heads is when the lowest bit of the output is 0"
    Bend "corridor-bend"
        "corridors bend the other way: on heads along the row first, on tails along the column first"
    ParentsFirst "corridor-order" "corridors are dug in another order: parents before their children"
    Corners "corridor-ends" "corridors join the corners of rooms instead of their centres"
    LineShort "corridor-ends" "a corridor's lines lack their last tile (< instead of <=)"
    NoCorridors "no-corridors" "no corridors are dug"
}

const MIN_LEAF_WIDTH: i32 = 12;
const MIN_LEAF_HEIGHT: i32 = 9;

/// A generator at work, with its mistake, or without one.
pub(super) struct Digger<'a> {
    pub rng: &'a mut Rng,
    pub slip: Option<DungeonSlip>,
}

/// An area, its halves or its room.
struct Node {
    area: Room,
    halves: Vec<Node>,
    room: Option<Room>,
}

impl Digger<'_> {
    fn is(&self, slip: DungeonSlip) -> bool {
        self.slip == Some(slip)
    }

    /// Carves a dungeon with the generator as it is, unlike [`Map::generate`], which seeds it.
    pub fn dig(&mut self, map: &mut Map) {
        *map = Map::new();
        let mut root = self.split(Room { x: 0, y: 0, w: MAP_WIDTH, h: MAP_HEIGHT }, 0);
        self.furnish(&mut root, map);
        self.connect(&root, map);
    }

    fn split(&mut self, area: Room, depth: u32) -> Node {
        let Room { x, y, w, h } = area;
        let spare = i32::from(self.is(DungeonSlip::SmallLeaf));
        let across = h >= 2 * MIN_LEAF_HEIGHT + spare;
        let down = w >= 2 * MIN_LEAF_WIDTH + spare;
        let deepest = match self.slip {
            Some(DungeonSlip::ThreeDeep) => 3,
            Some(DungeonSlip::FiveDeep) => 5,
            _ => 4,
        };
        if depth == deepest || !(across || down) {
            return Node { area, halves: Vec::new(), room: None };
        }
        let horizontal = match (across, down) {
            (true, true) if w == h => self.heads(),
            (true, true) => (h > w) != self.is(DungeonSlip::CutTurned),
            (possible, _) => possible,
        };
        let less = i32::from(self.is(DungeonSlip::CutLacksLast));
        let halves = if horizontal {
            let last = (y + h - MIN_LEAF_HEIGHT - less).max(y + MIN_LEAF_HEIGHT);
            let cut = self.rng.uniform(y + MIN_LEAF_HEIGHT, last);
            [Room { h: cut - y, ..area }, Room { y: cut, h: y + h - cut, ..area }]
        } else {
            let last = (x + w - MIN_LEAF_WIDTH - less).max(x + MIN_LEAF_WIDTH);
            let cut = self.rng.uniform(x + MIN_LEAF_WIDTH, last);
            [Room { w: cut - x, ..area }, Room { x: cut, w: x + w - cut, ..area }]
        };
        Node {
            area,
            halves: halves.into_iter().map(|half| self.split(half, depth + 1)).collect(),
            room: None,
        }
    }

    fn furnish(&mut self, node: &mut Node, map: &mut Map) {
        if !node.halves.is_empty() {
            if self.is(DungeonSlip::SecondFirst) {
                node.halves.iter_mut().rev().for_each(|half| self.furnish(half, map));
            } else {
                node.halves.iter_mut().for_each(|half| self.furnish(half, map));
            }
            return;
        }
        let least = match self.slip {
            Some(DungeonSlip::LeastThree) => 3,
            Some(DungeonSlip::LeastFive) => 5,
            _ => 4,
        };
        let border = if self.is(DungeonSlip::RoomWide) { 1 } else { 2 };
        let (max_w, max_h) = (node.area.w - border, node.area.h - border);
        if max_w < least || max_h < least {
            return;
        }
        let room = self.place_room(node.area, least, max_w, max_h);
        for y in room.y..room.y + room.h {
            line(map, Pos::new(room.x, y), Pos::new(room.x + room.w - 1, y));
        }
        map.rooms.push(room);
        node.room = Some(room);
    }

    fn place_room(&mut self, area: Room, least: i32, max_w: i32, max_h: i32) -> Room {
        let widest = (max_w - i32::from(self.is(DungeonSlip::RoomNarrow))).max(least);
        let highest = (max_h - i32::from(self.is(DungeonSlip::RoomLow))).max(least);
        let (w, h) = if self.is(DungeonSlip::HeightFirst) {
            let h = self.rng.uniform(least, highest);
            (self.rng.uniform(least, widest), h)
        } else {
            let w = self.rng.uniform(least, widest);
            (w, self.rng.uniform(least, highest))
        };
        let (dx, dy) = if self.is(DungeonSlip::RowFirst) {
            let dy = self.rng.uniform(0, max_h - h);
            (self.rng.uniform(0, max_w - w), dy)
        } else {
            let dx = self.rng.uniform(0, max_w - w);
            (dx, self.rng.uniform(0, max_h - h))
        };
        let margin = i32::from(!self.is(DungeonSlip::NoBorder));
        Room { x: area.x + margin + dx, y: area.y + margin + dy, w, h }
    }

    fn connect(&mut self, node: &Node, map: &mut Map) {
        let [first, second] = node.halves.as_slice() else { return };
        let parents_first = self.is(DungeonSlip::ParentsFirst);
        let (before, after) =
            if self.is(DungeonSlip::SecondFirst) { (second, first) } else { (first, second) };
        if !parents_first {
            self.connect(before, map);
            self.connect(after, map);
        }
        let ends = (self.some_leaf(first).room, self.some_leaf(second).room);
        if let (Some(from), Some(to)) = ends {
            self.corridor(from, to, map);
        }
        if parents_first {
            self.connect(before, map);
            self.connect(after, map);
        }
    }

    fn some_leaf<'n>(&mut self, node: &'n Node) -> &'n Node {
        match node.halves.as_slice() {
            [first, second] => {
                let half = if self.heads() { first } else { second };
                self.some_leaf(half)
            }
            _ => node,
        }
    }

    fn corridor(&mut self, from: Room, to: Room, map: &mut Map) {
        let end =
            |room: Room| if self.is(DungeonSlip::Corners) { Pos::new(room.x, room.y) } else { room.centre() };
        let (a, b) = (end(from), end(to));
        let row_first = self.heads() != self.is(DungeonSlip::Bend);
        if self.is(DungeonSlip::NoCorridors) {
            return;
        }
        let corner = if row_first { Pos::new(b.x, a.y) } else { Pos::new(a.x, b.y) };
        for (from, to) in [(a, corner), (corner, b)] {
            let floor_before = map.is_floor(Pos::new(from.x.max(to.x), from.y.max(to.y)));
            line(map, from, to);
            if self.is(DungeonSlip::LineShort) && !floor_before {
                map.set_kind(Pos::new(from.x.max(to.x), from.y.max(to.y)), TileType::Wall);
            }
        }
    }

    fn heads(&mut self) -> bool {
        self.rng.coin_flip() != self.is(DungeonSlip::Coin)
    }
}

/// Makes a straight line floor.
fn line(map: &mut Map, a: Pos, b: Pos) {
    for y in a.y.min(b.y)..=a.y.max(b.y) {
        for x in a.x.min(b.x)..=a.x.max(b.x) {
            map.set_kind(Pos::new(x, y), TileType::Floor);
        }
    }
}
