//! The dungeon in the background of the title screen while it is carved: room after room, then the passages.

use std::time::{Duration, Instant};

use crate::desktop::scene::map::around;
use crate::fov_lab::steps::topic_of;
use crate::game::{Game, Setup};
use crate::map::{Map, Pos};
use crate::part::Part;

/// Time between two stages.
const STAGE: Duration = Duration::from_millis(90);

/// A dungeon, and how far it is carved. It ends with the whole dungeon, which costs nothing.
pub(crate) struct Carving {
    seed: u32,
    /// The stages in which something is carved, without the last one.
    stages: Vec<Map>,
    /// The number of the stage that is shown; that of the stages once the dungeon is whole.
    stage: usize,
    due: Instant,
}

impl Carving {
    /// Begins with solid rock.
    pub fn new(seed: u32) -> Carving {
        let game = Game::new(Setup::new(Part::FIRST, seed));
        let stages = topic_of(Part::FIRST).map_or_else(Vec::new, |topic| (topic.stages)(&game));
        let mut stages: Vec<Map> = stages.into_iter().map(|stage| stage.game.cur().map.clone()).collect();
        stages.dedup_by(|next, last| Map::positions().all(|pos| next.is_floor(pos) == last.is_floor(pos)));
        stages.pop();
        Carving { seed, stages, stage: 0, due: Instant::now() + STAGE }
    }

    pub const fn seed(&self) -> u32 {
        self.seed
    }

    /// Returns the time until the next stage; `None` once the dungeon is whole.
    pub fn timeout(&self) -> Option<Duration> {
        let is_whole = self.stage == self.stages.len();
        (!is_whole).then(|| self.due.saturating_duration_since(Instant::now()))
    }

    /// Shows the next stage if it is due. Returns true if it does.
    pub fn advance(&mut self) -> bool {
        let is_due = self.timeout().is_some_and(|timeout| timeout.is_zero());
        if is_due {
            self.stage += 1;
            self.due = Instant::now() + STAGE;
        }
        is_due
    }

    /// Returns the dungeon as it is now, with a light on what was just carved; `None` once it is whole.
    pub fn now(&self) -> Option<(Map, Pos)> {
        let mut map = self.stages.get(self.stage)?.clone();
        let before = self.stage.checked_sub(1).and_then(|before| self.stages.get(before));
        let is_new = |pos: Pos| map.is_floor(pos) && before.is_none_or(|before| !before.is_floor(pos));
        let new: Vec<Pos> = Map::positions().filter(|pos| is_new(*pos)).collect();
        let light = new.get(new.len() / 2).copied().unwrap_or_default();
        for pos in Map::positions() {
            let (known, lit) = (near_floor(&map, pos), around(pos).any(|pos| new.contains(&pos)));
            let tile = map.tile_mut(pos);
            tile.into_iter().for_each(|tile| (tile.explored, tile.visible) = (known, lit));
        }
        Some((map, light))
    }
}

/// Returns true for floor and the walls around it.
pub(crate) fn near_floor(map: &Map, pos: Pos) -> bool {
    around(pos).any(|pos| map.is_floor(pos))
}
