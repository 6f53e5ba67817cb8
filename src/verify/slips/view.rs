//! The field of view of Part 3 as people get it wrong.

use crate::fov::{self, RADIUS};
use crate::map::{Map, Pos};

slips! {
    /// A mistake in `FOV`, or in calling it.
    ViewSlip {
        /// The radius is this.
        Radius(i32),
        /// One number of an octant's transform has the wrong sign: octant, number.
        OctantSign(usize, usize),
        /// An octant is missing.
        OctantMissing(usize),
    }:
    Square "view-square"
        "the lit area is a square, not a disc: the test dx*dx + dy*dy <= radius*radius is missing"
    DiscOpen "view-disc" "the lit disc lacks its rim: < radius*radius instead of <="
    Kept "view-kept" "the visible flags are not cleared before the view is computed"
    Unexplored "explored-not-set" "explored is not set by the view: only the player's own tile is remembered"
    /// What is in view is drawn all the same.
    UnexploredDrawn "explored-not-set"
        "explored is not set by the view: only the player's own tile is remembered"
    NeverExplored "explored-not-set" "explored is never set"
    /// What is in view is drawn all the same.
    NeverExploredDrawn "explored-not-set" "explored is never set"
    Forgotten "explored-cleared" "explored is cleared together with visible, so nothing is remembered"
    OriginDark "view-origin" "the player's own tile is not lit"
    WallsDark "view-walls" "walls are not lit: the view stops in front of them"
    WallsClear "view-through-walls" "walls do not block the view"
    ArcKept "view-arc" "the arc does not begin anew behind a wall: start = next start is missing"
    RowsGoOn "view-rows" "the scan goes on after a row that ended blocked"
    TilesSwapped "tiles-swapped" "the view asks tiles[x][y] instead of tiles[y][x]"
    ColumnSwapped "view-swapped" "dx and dy are swapped in the octants' transform, in the line for x"
    RowSwapped "view-swapped" "dx and dy are swapped in the octants' transform, in the line for y"
    Stale "view-stale" "the view is not computed again after a step"
    BeforeStep "view-stale" "the view is computed before the step, so it is that of the position before"
    NotAtStart "view-not-at-start" "the view is not computed when a dungeon is made"
    AfterMonsters "view-order" "the monsters act before the view is computed"
}

const OCTANT_NUMBERS: [&str; 4] = ["xx", "xy", "yx", "yy"];

/// Mistakes that come in families, in words made for each.
pub(super) fn families() -> impl Iterator<Item = (ViewSlip, &'static str, String)> {
    let radii = (2..=24).filter(|&radius| radius != RADIUS);
    let radii = radii.map(|radius| {
        (
            ViewSlip::Radius(radius),
            "view-radius",
            format!("the radius of the view is {radius} instead of {RADIUS}"),
        )
    });
    let missing = (0..8).map(|octant| {
        (
            ViewSlip::OctantMissing(octant),
            "view-octant",
            format!("octant {octant} (counted from 0) is missing from the view"),
        )
    });
    let signs = (0..8).flat_map(|octant| (0..4).map(move |number| (octant, number)));
    let signs = signs.filter(|&(octant, number)| fov::MULT[octant][number] != 0).map(|(octant, number)| {
        let text =
            format!("{} of octant {octant} (counted from 0) has the wrong sign", OCTANT_NUMBERS[number]);
        (ViewSlip::OctantSign(octant, number), "view-octant", text)
    });
    signs.chain(missing).chain(radii)
}

/// Computes the view with this mistake.
pub(super) fn compute(map: &mut Map, origin: Pos, slip: ViewSlip) {
    if slip != ViewSlip::Kept {
        map.clear_visible();
    }
    if slip == ViewSlip::Forgotten {
        Map::positions().for_each(|pos| map.set_explored(pos, false));
    }
    let explored = map.clone();
    map.reveal(origin);
    let radius = if let ViewSlip::Radius(radius) = slip { radius } else { RADIUS };
    for (index, octant) in fov::MULT.into_iter().enumerate() {
        let mut octant = octant;
        match slip {
            ViewSlip::OctantMissing(missing) if missing == index => continue,
            ViewSlip::OctantSign(wrong, number) if wrong == index => octant[number] = -octant[number],
            ViewSlip::ColumnSwapped => octant.swap(0, 1),
            ViewSlip::RowSwapped => octant.swap(2, 3),
            _ => {}
        }
        Light { map: &mut *map, origin, octant, radius, slip }.cast(1, 1.0, 0.0);
    }
    let origin_only = matches!(slip, ViewSlip::Unexplored | ViewSlip::UnexploredDrawn);
    if origin_only || matches!(slip, ViewSlip::NeverExplored | ViewSlip::NeverExploredDrawn) {
        Map::positions().for_each(|pos| map.set_explored(pos, explored.is_explored(pos)));
    }
    if origin_only {
        map.reveal(origin);
    }
    if slip == ViewSlip::OriginDark {
        hide(map, origin, explored.is_explored(origin));
    }
}

/// Takes one tile out of view.
fn hide(map: &mut Map, pos: Pos, explored: bool) {
    let visible: Vec<Pos> = Map::positions().filter(|&other| other != pos && map.is_visible(other)).collect();
    map.clear_visible();
    visible.into_iter().for_each(|other| map.reveal(other));
    map.set_explored(pos, explored);
}

/// One octant being lit.
struct Light<'m> {
    map: &'m mut Map,
    origin: Pos,
    octant: [i32; 4],
    radius: i32,
    slip: ViewSlip,
}

impl Light<'_> {
    fn cast(&mut self, row: i32, mut start: f32, end: f32) {
        if start < end {
            return;
        }
        let mut next_start = start;
        let mut blocked = false;
        for distance in row..=self.radius {
            let dy = -distance;
            for dx in -distance..=0 {
                let left = (dx as f32 - 0.5) / (dy as f32 + 0.5);
                let right = (dx as f32 + 0.5) / (dy as f32 - 0.5);
                if start < right {
                    continue;
                }
                if end > left {
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
                        next_start = right;
                    } else {
                        blocked = false;
                        if self.slip != ViewSlip::ArcKept {
                            start = next_start;
                        }
                    }
                } else if wall && distance < self.radius {
                    blocked = true;
                    self.cast(distance + 1, start, left);
                    next_start = right;
                }
            }
            if blocked && self.slip != ViewSlip::RowsGoOn {
                break;
            }
        }
    }

    fn place(&self, dx: i32, dy: i32) -> Pos {
        let [xx, xy, yx, yy] = self.octant;
        self.origin + Pos::new(dx * xx + dy * xy, dx * yx + dy * yy)
    }

    fn is_wall(&self, pos: Pos) -> bool {
        match self.slip {
            ViewSlip::WallsClear => false,
            ViewSlip::TilesSwapped => !self.map.is_floor(Pos::new(pos.y, pos.x)),
            _ => !self.map.is_floor(pos),
        }
    }

    fn light(&mut self, pos: Pos, dx: i32, dy: i32, wall: bool) {
        let square = dx * dx + dy * dy;
        let inside = match self.slip {
            ViewSlip::Square => true,
            ViewSlip::DiscOpen => square < self.radius * self.radius,
            ViewSlip::WallsDark => !wall && square <= self.radius * self.radius,
            _ => square <= self.radius * self.radius,
        };
        if inside {
            self.map.reveal(pos);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::StdLib;

    #[test]
    fn with_the_right_radius_the_view_is_right() {
        let mut map = Map::new();
        map.generate(42, StdLib::default());
        for room in map.rooms.clone() {
            let mut right = map.clone();
            fov::compute(&mut right, room.centre(), RADIUS);
            let mut ours = map.clone();
            compute(&mut ours, room.centre(), ViewSlip::Radius(RADIUS));
            assert!(right == ours, "{room:?}");
        }
    }
}
