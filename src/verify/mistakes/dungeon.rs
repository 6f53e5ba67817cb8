//! The dungeon generator of Part 1 with mistakes (`Map::generate`).

use super::Mistake;
use super::draw::{Dice, Draw};
use super::number::Number;
use crate::map::{MAP_HEIGHT, MAP_WIDTH, Map, Pos, Room, TileType};
use crate::part::Part;
use crate::rng::Rng;

mistakes! {
    /// A mistake in `Map::generate`.
    DungeonMistake as Dungeon {}
    CutTurned ALWAYS "cut-turned" "areas are cut along their longer side instead of across it (Map::split)"
    CutLonger ALWAYS "cut-turned" "an area that can be cut both ways is cut into left and right (Map::split)"
    CutFlat ALWAYS "cut-turned" "an area that can be cut both ways is cut into upper and lower (Map::split)"
    CutByCoin ALWAYS "cut-turned" "a coin decides how every area is cut, not only a square one (Map::split)"
    CutByRatio ALWAYS "cut-turned" "areas less than 1.25 times as long as wide are cut by a coin (Map::split)"
    TieFlat ALWAYS "cut-tie" "a square area is always cut into upper and lower, without a coin (Map::split)"
    TieTall ALWAYS "cut-tie" "a square area is always cut into left and right, without a coin (Map::split)"
    CutHalf ALWAYS "cut-half" "an area is cut in the middle, without a draw (Map::split)"
    SmallLeaf ALWAYS "leaf-bounds" "an area of twice the least size is not cut: > instead of >= (Map::split)"
    EitherTooSmall ALWAYS "leaf-bounds" "an area is only cut if it is large enough both ways (Map::split)"
    HalvesOverlap ALWAYS "cut-halves" "the second half of an area keeps the size of the whole (Map::split)"
    RoomWhole ALWAYS "room-whole" "a room fills its area, without draws for its size (Map::buildRooms)"
    HeightFirst ALWAYS "draw-order" "a room's height is drawn before its width (Map::buildRooms)"
    RowFirst ALWAYS "draw-order" "a room's y is drawn before its x (Map::buildRooms)"
    PlaceFirst ALWAYS "draw-order" "a room's place is drawn before its size (Map::buildRooms)"
    WidthThenX ALWAYS "draw-order"
        "a room's x is drawn right after its width; sizes should come before places (Map::buildRooms)"
    RoomInner ALWAYS "room-edges" "a room is carved without its outermost rows and columns (Map::buildRooms)"
    SizesSwapped ALWAYS "room-swapped" "a room's width and height are swapped in placing it (Map::buildRooms)"
    RoomShort ALWAYS "room-edges" "a room lacks its last row: < y + h - 1 instead of y + h (Map::buildRooms)"
    RoomNarrow ALWAYS "room-edges" "a room lacks its last column (Map::buildRooms)"
    RoomWide ALWAYS "room-edges" "a room has a column too many: <= instead of < (Map::buildRooms)"
    RoomTall ALWAYS "room-edges" "a room has a row too many: <= instead of < (Map::buildRooms)"
    RoomLarge ALWAYS "room-edges" "a room has a row and a column too many: <= instead of < (Map::buildRooms)"
    SecondFirst ALWAYS "half-order" "an area's second half comes first (Map::buildRooms, Map::connectRooms)"
    ConnectSecond ALWAYS "half-order" "an area's second half is joined before the first (Map::connectRooms)"
    Bend ALWAYS "corridor-bend"
        "corridors bend the other way: heads is the column first, tails the row first (Map::connectRooms)"
    NeverBend ALWAYS "corridor-bend" "corridors always begin along the row: no coin (Map::connectRooms)"
    BendDrawn ALWAYS "corridor-bend" "corridors begin along the row, whatever the coin (Map::connectRooms)"
    BothBends ALWAYS "corridor-bend" "corridors are carved both ways round (Map::connectRooms)"
    ParentsFirst ALWAYS "corridor-order" "an area is joined before its halves (Map::connectRooms)"
    SecondLeafFirst ALWAYS "corridor-order" "the second half's room is picked first (Map::connectRooms)"
    CoinFirst ALWAYS "corridor-order"
        "the coin for the corner is flipped before the rooms are picked (Map::connectRooms)"
    FirstLeaf ALWAYS "corridor-leaf" "each half's first room is joined, without a coin (Map::connectRooms)"
    LastLeaf ALWAYS "corridor-leaf" "each half's last room is joined, without a coin (Map::connectRooms)"
    Chain ALWAYS "corridor-chain"
        "each room is joined with the next of the list, not the halves of an area (Map::connectRooms)"
    Corners ALWAYS "corridor-ends" "corridors join corners of rooms, not their centres (Map::connectRooms)"
    CentreLow ALWAYS "centre" "a room's centre is rounded down: (w - 1) / 2 (Room::centreX, Room::centreY)"
    CentreLowX ALWAYS "centre" "a room's centreX is rounded down: (w - 1) / 2 instead of w / 2"
    CentreLowY ALWAYS "centre" "a room's centreY is rounded down: (h - 1) / 2 instead of h / 2"
    CentreSwapped ALWAYS "centre" "centreX uses the height and centreY the width"
    LineShort ALWAYS "corridor-ends"
        "a corridor's lines lack their last tile: < instead of <= (Map::carveHLine, Map::carveVLine)"
    LineForward ALWAYS "corridor-ends"
        "corridors lead right and down only: min and max are missing (Map::carveHLine, Map::carveVLine)"
    NoRows ALWAYS "corridor-ends" "the horizontal part of corridors is missing (Map::carveHLine)"
    NoColumns ALWAYS "corridor-ends" "the vertical part of corridors is missing (Map::carveVLine)"
    LinesWide ALWAYS "corridor-width"
        "corridors are two tiles wide, down and to the right (Map::carveHLine, Map::carveVLine)"
    LinesWideBefore ALWAYS "corridor-width"
        "corridors are two tiles wide, up and to the left (Map::carveHLine, Map::carveVLine)"
    LinesThree ALWAYS "corridor-width"
        "corridors are three tiles wide, to both sides (Map::carveHLine, Map::carveVLine)"
    RowsWide ALWAYS "corridor-width"
        "the horizontal part of corridors is two tiles wide: the row below is carved too (Map::carveHLine)"
    ColumnsWide ALWAYS "corridor-width"
        "the vertical part of corridors is two tiles wide: the right column, too (Map::carveVLine)"
    NoCorridors ALWAYS "no-corridors" "no corridors are carved (Map::connectRooms)"
    SplitCopies ALWAYS "draw-copied" "the generator is passed by value, not by reference: Map::split"
    SplitCopy ALWAYS "draw-copied"
        "a copy of the generator cuts the areas: rooms are drawn with the same numbers (Map::generate)"
    BuildCopy ALWAYS "draw-copied"
        "a copy of the generator builds rooms: corridors are drawn with the same numbers (Map::generate)"
    RoomsCopy ALWAYS "draw-copied" "the generator is passed by value, not by reference: Map::buildRooms"
    ConnectCopies ALWAYS "draw-copied" "the generator is passed by value, not by reference: Map::connectRooms"
    LeafCopies ALWAYS "draw-copied" "the generator is passed by value, not by reference, for a room to join"
}

/// Carves a dungeon with the generator as it is, unlike `Map::generate`, which seeds it.
pub(super) fn dig(map: &mut Map, part: Part, rng: &mut Rng, mistake: Mistake, seeds: &mut u32) {
    *map = Map::default();
    let mut digger = Digger { part, dice: Dice { rng, mistake, seeds } };
    digger.dice.begin(Draw::Cut);
    let whole = Room { x: 0, y: 0, w: MAP_WIDTH, h: MAP_HEIGHT };
    let mut root = digger.by_value(DungeonMistake::SplitCopy, |digger| digger.split(whole, 0));
    digger.dice.begin(Draw::RoomWidth);
    digger.by_value(DungeonMistake::BuildCopy, |digger| digger.build_rooms(&mut root, map));
    digger.dice.begin(Draw::LeafCoin);
    if digger.is(DungeonMistake::Chain) {
        for pair in map.rooms.clone().windows(2) {
            digger.corridor(pair[0], pair[1], map);
        }
    } else {
        digger.connect(&root, map);
    }
}

/// A generator at work.
struct Digger<'a> {
    part: Part,
    dice: Dice<'a>,
}

/// An area with its halves or its room.
struct Node {
    area: Room,
    halves: Vec<Node>,
    room: Option<Room>,
}

impl Digger<'_> {
    fn is(&self, mistake: DungeonMistake) -> bool {
        self.dice.mistake == Mistake::Dungeon(mistake)
    }

    fn number(&self, number: Number) -> i32 {
        self.dice.mistake.number(number, self.part)
    }

    /// Runs a function, and brings the generator back to where it was if it was passed by value.
    fn by_value<T>(&mut self, mistake: DungeonMistake, run: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.is(mistake).then(|| self.dice.rng.clone());
        let result = run(self);
        if let Some(before) = before {
            *self.dice.rng = before;
        }
        result
    }

    fn split(&mut self, area: Room, depth: i32) -> Node {
        self.by_value(DungeonMistake::SplitCopies, |digger| digger.split_area(area, depth))
    }

    fn split_area(&mut self, area: Room, depth: i32) -> Node {
        let Room { x, y, w, h } = area;
        let (min_w, min_h) = (self.number(Number::MinLeafWidth), self.number(Number::MinLeafHeight));
        let spare = i32::from(self.is(DungeonMistake::SmallLeaf));
        let across = h >= 2 * min_h + spare;
        let down = w >= 2 * min_w + spare;
        let too_small =
            if self.is(DungeonMistake::EitherTooSmall) { !across || !down } else { !across && !down };
        if depth == self.number(Number::MaxDepth) || too_small {
            return Node { area, halves: Vec::new(), room: None };
        }
        let horizontal = match (across, down) {
            (true, true) if self.is(DungeonMistake::CutLonger) => false,
            (true, true) if self.is(DungeonMistake::CutFlat) => true,
            (true, true) if self.is(DungeonMistake::CutByRatio) => match (4 * w >= 5 * h, 4 * h >= 5 * w) {
                (true, _) => false,
                (_, true) => true,
                _ => self.dice.coin(Draw::SplitCoin),
            },
            (true, true) if w == h && self.is(DungeonMistake::TieFlat) => true,
            (true, true) if w == h && self.is(DungeonMistake::TieTall) => false,
            (true, true) if w == h || self.is(DungeonMistake::CutByCoin) => self.dice.coin(Draw::SplitCoin),
            (true, true) => (h > w) != self.is(DungeonMistake::CutTurned),
            (possible, _) => possible,
        };
        let cut = if horizontal { (y + min_h, y + h - min_h) } else { (x + min_w, x + w - min_w) };
        let cut = if self.is(DungeonMistake::CutHalf) {
            if horizontal { y + h / 2 } else { x + w / 2 }
        } else {
            self.dice.uniform(Draw::Cut, cut.0, cut.1)
        };
        let mut halves = if horizontal {
            [Room { h: cut - y, ..area }, Room { y: cut, h: y + h - cut, ..area }]
        } else {
            [Room { w: cut - x, ..area }, Room { x: cut, w: x + w - cut, ..area }]
        };
        if self.is(DungeonMistake::HalvesOverlap) {
            halves[1] = Room { w, h, ..halves[1] };
        }
        let halves = halves.into_iter().map(|half| self.split(half, depth + 1)).collect();
        Node { area, halves, room: None }
    }

    fn build_rooms(&mut self, node: &mut Node, map: &mut Map) {
        self.by_value(DungeonMistake::RoomsCopy, |digger| digger.build(node, map));
    }

    fn build(&mut self, node: &mut Node, map: &mut Map) {
        if !node.halves.is_empty() {
            if self.is(DungeonMistake::SecondFirst) {
                node.halves.iter_mut().rev().for_each(|half| self.build_rooms(half, map));
            } else {
                node.halves.iter_mut().for_each(|half| self.build_rooms(half, map));
            }
            return;
        }
        let least = self.number(Number::MinRoom);
        let margin = self.number(Number::RoomMargin);
        let (max_w, max_h) = (node.area.w - margin, node.area.h - margin);
        if max_w < least || max_h < least {
            return;
        }
        let room = self.place_room(node.area, least, max_w, max_h);
        let more = i32::from(self.is(DungeonMistake::RoomLarge));
        let wide = i32::from(self.is(DungeonMistake::RoomWide));
        let tall = i32::from(self.is(DungeonMistake::RoomTall));
        let columns = room.w + more + wide - i32::from(self.is(DungeonMistake::RoomNarrow));
        let rows = room.h + more + tall - i32::from(self.is(DungeonMistake::RoomShort));
        let inner = i32::from(self.is(DungeonMistake::RoomInner));
        for y in room.y + inner..room.y + rows - inner {
            line(map, Pos::new(room.x + inner, y), Pos::new(room.x + columns - 1 - inner, y));
        }
        map.rooms.push(room);
        node.room = Some(room);
    }

    fn place_room(&mut self, area: Room, least: i32, max_w: i32, max_h: i32) -> Room {
        let offset = self.number(Number::RoomOffset);
        let (left, top) = (area.x + offset, area.y + offset);
        if self.is(DungeonMistake::RoomWhole) {
            return Room { x: left, y: top, w: max_w, h: max_h };
        }
        use Draw::{RoomHeight as H, RoomWidth as W, RoomX as X, RoomY as Y};
        let order = match self.dice.mistake {
            Mistake::Dungeon(DungeonMistake::HeightFirst) => [H, W, X, Y],
            Mistake::Dungeon(DungeonMistake::RowFirst) => [W, H, Y, X],
            Mistake::Dungeon(DungeonMistake::PlaceFirst) => [X, Y, W, H],
            Mistake::Dungeon(DungeonMistake::WidthThenX) => [W, X, H, Y],
            _ => [W, H, X, Y],
        };
        // What is not drawn yet has its least value.
        let [mut dx, mut dy, mut w, mut h] = [0, 0, least, least];
        for draw in order {
            let (number, from, to) = match draw {
                W => (&mut w, least, max_w - dx),
                H => (&mut h, least, max_h - dy),
                X => (&mut dx, 0, max_w - w),
                _ => (&mut dy, 0, max_h - h),
            };
            *number = self.dice.uniform(draw, from, to);
        }
        let (w, h) = if self.is(DungeonMistake::SizesSwapped) { (h, w) } else { (w, h) };
        Room { x: left + dx, y: top + dy, w, h }
    }

    fn connect(&mut self, node: &Node, map: &mut Map) {
        self.by_value(DungeonMistake::ConnectCopies, |digger| digger.connect_halves(node, map));
    }

    fn connect_halves(&mut self, node: &Node, map: &mut Map) {
        let [first, second] = node.halves.as_slice() else { return };
        let parents_first = self.is(DungeonMistake::ParentsFirst);
        let (before, after) =
            match self.is(DungeonMistake::SecondFirst) || self.is(DungeonMistake::ConnectSecond) {
                true => (second, first),
                false => (first, second),
            };
        if !parents_first {
            self.connect(before, map);
            self.connect(after, map);
        }
        let coin = self.is(DungeonMistake::CoinFirst).then(|| self.dice.coin(Draw::CornerCoin));
        let ends = if self.is(DungeonMistake::SecondLeafFirst) {
            let second = self.some_room(second);
            (self.some_room(first), second)
        } else {
            (self.some_room(first), self.some_room(second))
        };
        if let (Some(from), Some(to)) = ends {
            match coin {
                Some(coin) => self.carve(from, to, coin, map),
                None => self.corridor(from, to, map),
            }
        }
        if parents_first {
            self.connect(before, map);
            self.connect(after, map);
        }
    }

    fn some_room(&mut self, node: &Node) -> Option<Room> {
        self.by_value(DungeonMistake::LeafCopies, |digger| match node.halves.as_slice() {
            [first, second] => {
                let heads = if digger.is(DungeonMistake::FirstLeaf) {
                    true
                } else if digger.is(DungeonMistake::LastLeaf) {
                    false
                } else {
                    digger.dice.coin(Draw::LeafCoin)
                };
                digger.some_room(if heads { first } else { second })
            }
            _ => node.room,
        })
    }

    fn corridor(&mut self, from: Room, to: Room, map: &mut Map) {
        let row_first = self.is(DungeonMistake::NeverBend) || self.dice.coin(Draw::CornerCoin);
        self.carve(from, to, row_first, map);
    }

    fn carve(&self, from: Room, to: Room, row_first: bool, map: &mut Map) {
        let (a, b) = (self.centre(from), self.centre(to));
        let row_first = (row_first || self.is(DungeonMistake::BendDrawn)) != self.is(DungeonMistake::Bend);
        if self.is(DungeonMistake::NoCorridors) {
            return;
        }
        // Each corner, and whether the row comes before it.
        let corners = [(Pos::new(b.x, a.y), true), (Pos::new(a.x, b.y), false)];
        let count = if self.is(DungeonMistake::BothBends) { 2 } else { 1 };
        let corners = corners.into_iter().skip(usize::from(!row_first && count == 1)).take(count);
        let lines = corners.flat_map(|(corner, row_first)| [(a, corner, row_first), (corner, b, !row_first)]);
        for (from, to, is_row) in lines {
            if is_row && self.is(DungeonMistake::NoRows) || !is_row && self.is(DungeonMistake::NoColumns) {
                continue;
            }
            if self.is(DungeonMistake::LineForward) && (from.x > to.x || from.y > to.y) {
                continue;
            }
            self.widen(from, to, is_row, map);
            let last = Pos::new(from.x.max(to.x), from.y.max(to.y));
            let floor_before = map.is_floor(last);
            line(map, from, to);
            if self.is(DungeonMistake::LineShort) && !floor_before {
                map.carve_tile(last.x, last.y, TileType::Wall);
            }
        }
    }

    /// Carves what a corridor has beside its line.
    fn widen(&self, from: Pos, to: Pos, is_row: bool, map: &mut Map) {
        let beside: &[i32] = match self.dice.mistake {
            Mistake::Dungeon(DungeonMistake::LinesWide) => &[1],
            Mistake::Dungeon(DungeonMistake::LinesWideBefore) => &[-1],
            Mistake::Dungeon(DungeonMistake::LinesThree) => &[-1, 1],
            Mistake::Dungeon(DungeonMistake::RowsWide) if is_row => &[1],
            Mistake::Dungeon(DungeonMistake::ColumnsWide) if !is_row => &[1],
            _ => &[],
        };
        for &by in beside {
            let step = if is_row { Pos::new(0, by) } else { Pos::new(by, 0) };
            line(map, from + step, to + step);
        }
    }

    /// Returns what corridors take for a room's centre.
    fn centre(&self, room: Room) -> Pos {
        if self.is(DungeonMistake::Corners) {
            Pos::new(room.x, room.y)
        } else {
            centre(room, self.dice.mistake)
        }
    }
}

/// Returns the centre of a room as the mistaken program has it.
pub(super) fn centre(room: Room, mistake: Mistake) -> Pos {
    let Room { x, y, w, h } = room;
    match mistake {
        Mistake::Dungeon(DungeonMistake::CentreLow) => Pos::new(x + (w - 1) / 2, y + (h - 1) / 2),
        Mistake::Dungeon(DungeonMistake::CentreLowX) => Pos::new(x + (w - 1) / 2, y + h / 2),
        Mistake::Dungeon(DungeonMistake::CentreLowY) => Pos::new(x + w / 2, y + (h - 1) / 2),
        Mistake::Dungeon(DungeonMistake::CentreSwapped) => Pos::new(x + h / 2, y + w / 2),
        _ => room.centre(),
    }
}

/// Makes a straight line floor.
fn line(map: &mut Map, a: Pos, b: Pos) {
    for y in a.y.min(b.y)..=a.y.max(b.y) {
        for x in a.x.min(b.x)..=a.x.max(b.x) {
            map.carve_tile(x, y, TileType::Floor);
        }
    }
}
