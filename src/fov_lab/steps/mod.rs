//! The algorithms of the series at work, stage by stage (`roguelike steps`).
//!
//! A stage shows what functions of the series return. Where one of them does much in a single call, it is
//! called with less: a map that ends after some rows, some of the trees of a dungeon, a copy of the game.

mod floor;
mod monsters;
mod view;

pub use view::octants as view_by_octants;

use crate::color::Color;
use crate::game::Game;
use crate::map::{Pos, TileType};
use crate::part::Part;

/// The colours of tiles' backgrounds and of lines. Colour-blind eyes can tell them apart, too.
pub const COLORS: [Color; 5] = [ORANGE, BLUE, OLIVE, PINK, GREY];
const ORANGE: Color = Color(168, 52, 8);
const BLUE: Color = Color(20, 50, 160);
const OLIVE: Color = Color(174, 165, 23);
const PINK: Color = Color(190, 90, 170);
const GREY: Color = Color(84, 82, 80);

/// A straight line between two points, in tiles from the upper left corner of the map.
pub type Line = ([f32; 2], [f32; 2], Color);

/// An algorithm at one moment of its work.
pub struct Stage {
    /// A sentence about the stage.
    pub text: String,
    /// The game at this moment, with the whole map explored.
    pub game: Game,
    /// Background colours of tiles. Later ones lie on top.
    pub tiles: Vec<(Pos, Color)>,
    /// Numbers on tiles.
    pub numbers: Vec<(Pos, i32)>,
    /// Lines over the tiles.
    pub lines: Vec<Line>,
}

impl Stage {
    fn new(game: &Game, text: impl Into<String>) -> Stage {
        let mut game = game.clone();
        let map = &mut game.levels[game.depth].map;
        map.tiles.as_flattened_mut().iter_mut().for_each(|tile| tile.explored = true);
        Stage { text: text.into(), game, tiles: Vec::new(), numbers: Vec::new(), lines: Vec::new() }
    }

    fn color(mut self, tiles: impl IntoIterator<Item = Pos>, color: Color) -> Stage {
        self.tiles.extend(tiles.into_iter().map(|pos| (pos, color)));
        self
    }
}

/// Something that can be watched.
pub struct Topic {
    /// The subject, for a title.
    pub name: &'static str,
    /// The features whose parts bring it, or a form of it.
    brought_by: &'static [fn(Part) -> bool],
    /// True if it depends on where the player is.
    pub has_place: bool,
    /// Returns the stages for a game; none for a floor of another run.
    pub stages: fn(&Game) -> Vec<Stage>,
}

/// The changes a figure makes to a game before it shows an algorithm.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Changes {
    /// Tiles that become wall or floor.
    pub tiles: Vec<(Pos, TileType)>,
    /// Where monsters go, by their index on the level.
    pub monsters: Vec<(usize, Pos)>,
    /// Where the player goes.
    pub player: Option<Pos>,
}

impl Topic {
    /// Makes the changes. Without any, a game that has caves goes down to its first one where the making of a
    /// level is watched, because the first level is none. An index that no monster has is ignored.
    pub fn prepare(&self, game: &mut Game, changes: &Changes) {
        if !self.has_place {
            if game.part().has_caves() && game.depth == 0 && game.has_run() {
                game.player.pos = game.cur().stairs;
                game.descend();
            }
            return;
        }
        if *changes == Changes::default() {
            return;
        }
        let level = &mut game.levels[game.depth];
        changes.tiles.iter().for_each(|&(Pos { x, y }, kind)| level.map.carve_tile(x, y, kind));
        for &(index, pos) in &changes.monsters {
            if let Some(monster) = level.monsters.get_mut(index) {
                monster.entity.pos = pos;
            }
        }
        if let Some(pos) = changes.player {
            game.player.pos = pos;
        }
        game.update_view();
    }
}

/// How a floor is made, what the player sees, what monsters decide, whom a scroll hits.
static TOPICS: [Topic; 5] = [
    Topic {
        name: "How this level was generated",
        brought_by: &[|_| true, Part::has_caves],
        has_place: false,
        stages: floor::stages,
    },
    Topic { name: "The field of view", brought_by: &[Part::has_fog], has_place: true, stages: view::stages },
    Topic {
        name: "The view by other algorithms",
        brought_by: &[Part::has_fog],
        has_place: true,
        stages: view::others,
    },
    Topic {
        name: "The decisions of monsters",
        brought_by: &[Part::has_melee, Part::has_dijkstra_maps],
        has_place: true,
        stages: monsters::stages,
    },
    Topic {
        name: "Whom a scroll hits",
        brought_by: &[Part::has_scrolls],
        has_place: true,
        stages: monsters::scrolls,
    },
];

/// Returns what can be watched in the games of a part.
pub fn topics_of(part: Part) -> impl Iterator<Item = &'static Topic> {
    TOPICS.iter().filter(move |topic| topic.brought_by.iter().any(|has| has(part)))
}

/// Returns what a part brings: Parts 1, 3, 5, 7, 12 and 13 bring something.
pub fn topic_of(part: Part) -> Option<&'static Topic> {
    let brings = |has: &fn(Part) -> bool| Part::all().find(|&part| has(part)) == Some(part);
    TOPICS.iter().find(|topic| topic.brought_by.iter().any(brings))
}
