//! The field of view of Part 3 with mistakes.

use super::KnownMistake;
use crate::fov::{self, RADIUS};
use crate::map::{Map, Pos, TileType};
use crate::part::Part;

mistakes! {
    /// A mistake in `FOV`, or in calling it.
    ViewMistake as View {
        /// The radius is this.
        Radius(i32),
        /// One number of an octant's transform has the wrong sign: octant, number.
        OctantSign(usize, usize),
        /// An octant is missing.
        OctantMissing(usize),
        /// An octant has the transform of another one.
        OctantTwice(usize, usize),
        /// The slopes of a tile's left and right edge are computed with these halves instead of the right
        /// ones.
        Slopes(Halves),
        /// The first arc begins or ends elsewhere: its bounds in hundredths.
        FirstArc {
            /// 100 in the series.
            start: u8,
            /// 0 in the series.
            end: u8,
        },
    }
    Square FOG "view-square" "the lit area is a square, not a disc: dx*dx + dy*dy <= radius*radius is missing"
    Diamond FOG "view-square" "the lit area is a diamond, not a disc: the test is |dx| + |dy| <= radius"
    DiscOpen FOG "view-disc" "the lit disc lacks its rim: < radius*radius instead of <= (FOV::castLight)"
    DiscWide FOG "view-disc" "the lit disc is too wide: < (radius + 1)*(radius + 1) (FOV::castLight)"
    DiscRounded FOG "view-disc"
        "the lit disc is a little too wide: the test is dx*dx + dy*dy <= radius*radius + radius, or the \
         rounded distance (FOV::castLight)"
    RowsShort FOG "view-rows" "each octant lacks its last row: distance < radius, not <= (FOV::castLight)"
    Kept FOG "view-kept" "the visible flags are not cleared before the view is computed (FOV::compute)"
    Unexplored FOG "explored-not-set" "explored is not set by the view, but for the player's own tile"
    /// What is in view is drawn all the same.
    UnexploredDrawn FOG "explored-not-set" "explored is not set by the view, but for the player's own tile"
    NeverExplored FOG "explored-not-set" "explored is never set"
    /// What is in view is drawn all the same.
    NeverExploredDrawn FOG "explored-not-set" "explored is never set"
    Forgotten FOG "explored-cleared" "explored is cleared together with visible, so nothing is remembered"
    AllExplored FOG "explored-all" "every tile is explored from the start"
    OriginDark FOG "view-origin" "the player's own tile is not lit (FOV::compute)"
    OriginUnexplored FOG "view-origin" "the player's own tile is lit but not explored (FOV::compute)"
    WallsDark FOG "view-walls" "walls are not lit: the view stops in front of them (FOV::castLight)"
    WallsClear FOG "view-through-walls" "walls do not block the view (FOV::castLight)"
    WallsUnexplored FOG "view-walls" "walls in view are not marked as explored (FOV::castLight)"
    ArcKept FOG "view-arc"
        "the arc does not begin anew behind a wall: start = newStart is missing (FOV::castLight)"
    NewStartFirst FOG "view-arc"
        "newStart does not move along a wall: newStart = rightSlope is missing there (FOV::castLight)"
    NewStartLate FOG "view-arc" "newStart is not set where a wall begins (FOV::castLight)"
    NewStartLeft FOG "view-arc" "newStart is the left slope of a wall, not the right one (FOV::castLight)"
    StillBlocked FOG "view-arc" "blocked is not reset behind a wall (FOV::castLight)"
    RowsGoOn FOG "view-rows" "the scan goes on after a row that ended blocked (FOV::castLight)"
    NoRecursion FOG "view-recursion" "the call of castLight for the tiles left of a wall is missing"
    RecursionHere FOG "view-recursion" "castLight recurses into the same row instead of the next one"
    RecursionRight FOG "view-recursion" "castLight recurses with the wall's right slope as its end, not left"
    RecursionWide FOG "view-recursion" "castLight recurses with its own end, not the left slope of the wall"
    SlopesSwapped FOG "view-slopes" "the left and the right slope of a tile are swapped (FOV::castLight)"
    SlopesWhole FOG "view-slopes" "the slopes are those of tile centres: no halves (FOV::castLight)"
    SlopesInteger FOG "view-slopes" "the slopes are divided as whole numbers (FOV::castLight)"
    /// With a slightly narrower first arc nearly every view is the same.
    EmptyArc FOG "view-edges"
        "start < end at the beginning is written <= (FOV::castLight), or the first arc begins a little \
         below 1.0, at 0.9 for example (FOV::compute)"
    EdgeIncluded FOG "view-edges" "start < rightSlope is written <= (FOV::castLight)"
    EndIncluded FOG "view-edges" "end > leftSlope is written >= (FOV::castLight)"
    SkipsStop FOG "view-edges"
        "the scan of a row stops at the first tile before the arc: break for continue (FOV::castLight)"
    EmptyArcScanned FOG "view-edges" "the test start < end at the beginning is missing (FOV::castLight)"
    NothingLit FOG "view-edges"
        "only the player's own tile is lit: start < end at the beginning is turned round (FOV::castLight), \
         or 1.0 and 0.0 are exchanged (FOV::compute)"
    AxisMissing FOG "view-edges" "the tiles in line with the player are missing: dx < 0 (FOV::castLight)"
    DiagonalMissing FOG "view-edges" "the diagonals are missing: dx begins one tile too late (FOV::castLight)"
    RowZero FOG "view-edges" "castLight begins at row 0 or 2: the tiles next to the player are missing"
    FourOctants FOG "view-octant" "only the first four octants are scanned (FOV::compute)"
    TilesSwapped FOG "tiles-swapped" "the view asks tiles[x][y] instead of tiles[y][x]"
    ColumnSwapped FOG "view-swapped" "dx and dy are swapped in the octants' transform, in the line for x"
    RowSwapped FOG "view-swapped" "dx and dy are swapped in the octants' transform, in the line for y"
    Stale FOG "view-stale" "the view is not computed again after a step"
    BeforeStep FOG "view-stale" "the view is computed before the step: that of the position before"
    NotAtStart FOG "view-not-at-start" "the view is not computed when a dungeon is made"
    NotBelow FLOORS "view-not-at-start" "the view is not computed on arrival below (Game::descend)"
    AfterMonsters MONSTERS "view-order" "the monsters act before the view is computed"
}

/// The halves that are added to dx and dy for the left slope and for the right slope: -1, 1, or 0 where a
/// half is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Halves {
    left: [i8; 2],
    right: [i8; 2],
}

/// The halves of the series.
const HALVES: Halves = Halves { left: [-1, 1], right: [1, -1] };

/// Returns the mistakes that come in families.
pub(super) fn families(part: Part) -> Vec<KnownMistake> {
    if !part.has_fog() {
        return Vec::new();
    }
    let known = |mistake: ViewMistake, name, text: String| KnownMistake::new(mistake, name, text);
    let mut all = Vec::new();
    for (octant, numbers) in fov::MULT.iter().enumerate() {
        let names = ["xx", "xy", "yx", "yy"].into_iter().enumerate();
        for (number, name) in names.filter(|(number, _)| numbers[*number] != 0) {
            let text = format!("{name} of octant {octant} (counted from 0) has the wrong sign (MULT)");
            all.push(known(ViewMistake::OctantSign(octant, number), "view-octant", text));
        }
    }
    let octants = 0..fov::MULT.len();
    all.extend(octants.clone().map(|octant| {
        let text = format!("octant {octant} (counted from 0) is missing from the view (FOV::compute)");
        known(ViewMistake::OctantMissing(octant), "view-octant", text)
    }));
    for octant in octants.clone() {
        all.extend(octants.clone().filter(|&other| other != octant).map(|other| {
            let text = format!("octant {octant} (counted from 0) has the numbers of octant {other} (MULT)");
            known(ViewMistake::OctantTwice(octant, other), "view-octant", text)
        }));
    }
    let mut radii: Vec<i32> = (2..=30).filter(|&radius| radius != RADIUS).collect();
    radii.sort_by_key(|radius| radius.abs_diff(RADIUS));
    all.extend(radii.into_iter().map(|radius| {
        let text = format!("the radius of the view is {radius} instead of {RADIUS} (FOV::RADIUS)");
        known(ViewMistake::Radius(radius), "view-radius", text)
    }));
    all.extend(slopes());
    // The slopes of tiles leave gaps, so a bound of the first arc stands for those near it as well. Beyond
    // 1.0 and below 0.0 nothing changes. At 0.9 the words are the same, as the views nearly always are.
    let alike = ViewMistake::TABLE.iter().filter(|row| row.mistake == ViewMistake::EmptyArc);
    let narrow = ViewMistake::FirstArc { start: 90, end: 0 };
    all.extend(alike.map(|row| known(narrow, row.name, row.text.to_owned())));
    let part_of_1 = |hundredths: u8| f32::from(hundredths) / 100.0;
    all.extend([85, 80, 75, 70, 60, 50, 25, 0].map(|start| {
        let text = format!("the first arc begins at {} instead of 1.0 (FOV::compute)", part_of_1(start));
        known(ViewMistake::FirstArc { start, end: 0 }, "view-arc", text)
    }));
    all.extend([10, 5, 15, 20, 25, 30, 40, 50, 75, 100].map(|end| {
        let text = format!("the first arc ends at {} instead of 0.0 (FOV::compute)", part_of_1(end));
        known(ViewMistake::FirstArc { start: 100, end }, "view-arc", text)
    }));
    all
}

/// Returns the mistakes in the signs of the four halves, and the halves that can be missing.
fn slopes() -> impl Iterator<Item = KnownMistake> {
    let sign = |bit: i32| if bit == 0 { -1 } else { 1 };
    let signs = (0..16).map(move |bits: i32| Halves {
        left: [sign(bits & 1), sign(bits & 2)],
        right: [sign(bits & 4), sign(bits & 8)],
    });
    // Both halves of dy, of dx, of a slope, or one half.
    let missing = [0b1010, 0b0101, 0b0011, 0b1100, 1, 2, 4, 8].map(|bits: i32| {
        let keep = |half: i8, bit: i32| if bits & bit == 0 { half } else { 0 };
        let Halves { left, right } = HALVES;
        Halves { left: [keep(left[0], 1), keep(left[1], 2)], right: [keep(right[0], 4), keep(right[1], 8)] }
    });
    let swapped = Halves { left: HALVES.right, right: HALVES.left };
    let signs = signs.filter(move |&halves| halves != HALVES && halves != swapped);
    signs.chain(missing).map(|halves| {
        let sum = |delta: &str, half: i8| match half {
            0 => delta.to_owned(),
            half => format!("({delta} {} 0.5f)", if half < 0 { "-" } else { "+" }),
        };
        let slope = |[dx, dy]: [i8; 2]| format!("{} / {}", sum("dx", dx), sum("dy", dy));
        let wrong: Vec<String> = [("left", halves.left, HALVES.left), ("right", halves.right, HALVES.right)]
            .into_iter()
            .filter(|(_, is, should)| is != should)
            .map(|(side, is, should)| {
                format!("the {side} slope is {} instead of {}", slope(is), slope(should))
            })
            .collect();
        let text = format!("{} (FOV::castLight)", wrong.join(", and "));
        KnownMistake::new(ViewMistake::Slopes(halves), "view-slopes", text)
    })
}

/// Computes the view with this mistake.
pub(super) fn compute(map: &mut Map, origin: Pos, mistake: ViewMistake) {
    for tile in map.tiles.as_flattened_mut() {
        tile.visible = tile.visible && mistake == ViewMistake::Kept;
        tile.explored = match mistake {
            ViewMistake::Forgotten => false,
            ViewMistake::AllExplored => true,
            _ => tile.explored,
        };
    }
    map.view_origin = None;
    let before = map.tiles;
    light(map, origin);
    let radius = if let ViewMistake::Radius(radius) = mistake { radius } else { RADIUS };
    for (index, octant) in fov::MULT.into_iter().enumerate() {
        let [xx, xy, yx, yy] = octant;
        let octant = match mistake {
            ViewMistake::OctantMissing(missing) if missing == index => continue,
            ViewMistake::FourOctants if index >= 4 => continue,
            ViewMistake::OctantSign(wrong, number) if wrong == index => {
                std::array::from_fn(|it| if it == number { -octant[it] } else { octant[it] })
            }
            ViewMistake::OctantTwice(wrong, other) if wrong == index => fov::MULT[other],
            ViewMistake::ColumnSwapped => [xy, xx, yx, yy],
            ViewMistake::RowSwapped => [xx, xy, yy, yx],
            _ => octant,
        };
        let first = if mistake == ViewMistake::RowZero { 2 } else { 1 };
        let (start, end) =
            if let ViewMistake::FirstArc { start, end } = mistake { (start, end) } else { (100, 0) };
        let [start, end] = [start, end].map(|bound| f64::from(f32::from(bound) / 100.0));
        Light { map: &mut *map, origin, octant, radius, mistake, calls: 0, depth: 0 }.cast(first, start, end);
    }
    use ViewMistake::{NeverExplored, NeverExploredDrawn, OriginDark, OriginUnexplored};
    use ViewMistake::{Unexplored, UnexploredDrawn, WallsUnexplored};
    for (pos, before) in Map::positions().zip(before.as_flattened()) {
        let Some(tile) = map.tile_mut(pos) else { continue };
        let is_origin = pos == origin;
        let as_before = match mistake {
            NeverExplored | NeverExploredDrawn => true,
            Unexplored | UnexploredDrawn => !is_origin,
            OriginDark | OriginUnexplored => is_origin,
            WallsUnexplored => tile.kind == TileType::Wall,
            _ => false,
        };
        if as_before {
            tile.explored = before.explored;
        }
        tile.visible &= !(is_origin && mistake == OriginDark);
    }
}

/// Brings a tile into view, and so into memory.
fn light(map: &mut Map, pos: Pos) {
    if let Some(tile) = map.tile_mut(pos) {
        tile.visible = true;
        tile.explored = true;
    }
}

/// Maximum number of calls for one octant. Some mistakes make very many.
const MAX_CALLS: u32 = 5_000;
/// Maximum number of calls inside each other. One mistake would recurse without end and overflow the stack.
/// Without mistakes there are no more than rows.
const MAX_DEPTH: u32 = 100;

/// One octant that is lit.
struct Light<'m> {
    map: &'m mut Map,
    origin: Pos,
    octant: [i32; 4],
    radius: i32,
    mistake: ViewMistake,
    /// Number of calls made so far.
    calls: u32,
    /// Number of calls that have not returned.
    depth: u32,
}

impl Light<'_> {
    fn cast(&mut self, row: i32, mut start: f64, end: f64) {
        self.calls += 1;
        let empty = match self.mistake {
            ViewMistake::EmptyArc => start <= end,
            ViewMistake::EmptyArcScanned => false,
            ViewMistake::NothingLit => start > end,
            _ => start < end,
        };
        if empty || self.calls > MAX_CALLS || self.depth > MAX_DEPTH || row > self.radius {
            return;
        }
        let mut next_start = start;
        let mut blocked = false;
        let last = self.radius - i32::from(self.mistake == ViewMistake::RowsShort);
        for distance in row..=last {
            let dy = -distance;
            let first = if self.mistake == ViewMistake::DiagonalMissing { 1 - distance } else { -distance };
            let beyond = i32::from(self.mistake != ViewMistake::AxisMissing);
            for dx in first..beyond {
                let (left, right) = self.slopes(dx, dy);
                if start < right || self.mistake == ViewMistake::EdgeIncluded && start <= right {
                    if self.mistake == ViewMistake::SkipsStop {
                        break;
                    }
                    continue;
                }
                if end > left || self.mistake == ViewMistake::EndIncluded && end >= left {
                    break;
                }
                let pos = self.place(dx, dy);
                if !Map::in_bounds(pos) {
                    continue;
                }
                let wall = self.is_wall(pos);
                self.light(pos, dx, dy, wall);
                if blocked {
                    if wall {
                        if self.mistake != ViewMistake::NewStartFirst {
                            next_start = self.behind(left, right);
                        }
                    } else {
                        blocked = self.mistake == ViewMistake::StillBlocked;
                        if self.mistake != ViewMistake::ArcKept {
                            start = next_start;
                        }
                    }
                } else if wall && distance < self.radius {
                    blocked = true;
                    self.recurse(distance, [start, end], [left, right]);
                    if self.mistake != ViewMistake::NewStartLate {
                        next_start = self.behind(left, right);
                    }
                }
            }
            if blocked && self.mistake != ViewMistake::RowsGoOn {
                break;
            }
        }
    }

    fn behind(&self, left: f64, right: f64) -> f64 {
        if self.mistake == ViewMistake::NewStartLeft { left } else { right }
    }

    fn recurse(&mut self, distance: i32, [start, end]: [f64; 2], [left, right]: [f64; 2]) {
        self.depth += 1;
        match self.mistake {
            ViewMistake::NoRecursion => {}
            ViewMistake::RecursionHere => self.cast(distance, start, left),
            ViewMistake::RecursionRight => self.cast(distance + 1, start, right),
            ViewMistake::RecursionWide => self.cast(distance + 1, start, end),
            _ => self.cast(distance + 1, start, left),
        }
        self.depth -= 1;
    }

    /// Returns the slopes of a tile's left and right edge. They are floats, but for one mistake.
    fn slopes(&self, dx: i32, dy: i32) -> (f64, f64) {
        let slope = |[x, y]: [i8; 2]| {
            let x = dx as f32 + f32::from(x) / 2.0;
            f64::from(x / (dy as f32 + f32::from(y) / 2.0))
        };
        let (left, right) = (slope(HALVES.left), slope(HALVES.right));
        match self.mistake {
            ViewMistake::Slopes(halves) => (slope(halves.left), slope(halves.right)),
            ViewMistake::SlopesSwapped => (right, left),
            ViewMistake::SlopesWhole => (slope([0, 0]), slope([0, 0])),
            ViewMistake::SlopesInteger => (f64::from(dx / dy), f64::from(dx / dy)),
            _ => (left, right),
        }
    }

    fn place(&self, dx: i32, dy: i32) -> Pos {
        let [xx, xy, yx, yy] = self.octant;
        self.origin + Pos::new(dx * xx + dy * xy, dx * yx + dy * yy)
    }

    fn is_wall(&self, pos: Pos) -> bool {
        match self.mistake {
            ViewMistake::WallsClear => false,
            ViewMistake::TilesSwapped => !self.map.is_floor(Pos::new(pos.y, pos.x)),
            _ => !self.map.is_floor(pos),
        }
    }

    fn light(&mut self, pos: Pos, dx: i32, dy: i32, wall: bool) {
        let square = dx * dx + dy * dy;
        let inside = match self.mistake {
            ViewMistake::Square => true,
            ViewMistake::Diamond => dx.abs() + dy.abs() <= self.radius,
            ViewMistake::DiscOpen => square < self.radius * self.radius,
            ViewMistake::DiscWide => square < (self.radius + 1) * (self.radius + 1),
            ViewMistake::DiscRounded => square <= self.radius * (self.radius + 1),
            ViewMistake::WallsDark => !wall && square <= self.radius * self.radius,
            _ => square <= self.radius * self.radius,
        };
        if inside {
            light(self.map, pos);
        }
    }
}
