//! Why a step should be as it is: what the rules decide from, in words. It helps where no known mistake is
//! the cause.

use super::compare::Difference;
use super::functions;
use super::{mistakes, picture};
use crate::dijkstra_map::UNREACHABLE;
use crate::fov::{MULT, RADIUS};
use crate::game::Game;
use crate::map::{DIRECTIONS, Map, Pos};
use crate::support::text::counted;
use crate::trace::{Block, Fact, Kind, Step};

const DIRECTION_NAMES: [&str; 4] = ["up", "down", "left", "right"];

/// Returns why the first thing that differs should be as it is: a monster, the view, or what happened.
pub(super) fn explain(
    before: &Game,
    after: &Game,
    expected: &Block,
    differences: &[Difference],
    step: &Step,
) -> Option<String> {
    let scene = Scene { before, after };
    // Where anything else differs the view follows from it.
    let is_of_view = |difference: &Difference| matches!(difference.kind, Some(Kind::Tiles | Kind::Frame));
    let view_alone = differences.iter().all(is_of_view);
    let same_map = |rows: &&[String]| picture::dug_otherwise(&expected.tiles, rows) == 0;
    let monster = first_monster(differences).and_then(|index| scene.monster(index));
    let monster = monster.map(|text| functions::of_part(&text, after.part()));
    monster
        .or_else(|| scene.view(step.tiles.as_deref().filter(same_map).filter(|_| view_alone)?))
        .or_else(|| events(after))
}

/// Returns the number of the first monster that differs.
fn first_monster(differences: &[Difference]) -> Option<usize> {
    let monsters = differences.iter().filter(|difference| difference.kind == Some(Kind::Monster));
    let mut numbers = monsters.filter_map(|difference| Fact::parse(difference.expected.as_deref()?).ok());
    numbers.find_map(|fact| fact.which.parse().ok())
}

/// A turn of the right rules.
struct Scene<'a> {
    before: &'a Game,
    after: &'a Game,
}

impl Scene<'_> {
    fn monster(&self, index: usize) -> Option<String> {
        let is_same_level = self.before.depth() == self.after.depth();
        let was = &self.before.cur().monsters.get(index).filter(|_| is_same_level)?.entity;
        let is = &self.after.cur().monsters.get(index)?.entity;
        let player = self.after.player().pos;
        let who = format!("monster {index} ({})", was.name.trim_start_matches("the "));
        if !was.is_alive() {
            return Some(format!("{who} is dead and does nothing (Game::monstersAct)"));
        }
        if is.hp < was.hp {
            let lost = was.hp - is.hp;
            return Some(format!("{who} loses {lost} of its {} hp in this step", was.hp));
        }
        if self.after.player().pos == self.before.player().pos && is == was {
            return None;
        }
        let part = self.after.part();
        let went = match DIRECTIONS.iter().position(|&step| was.pos + step == is.pos) {
            Some(way) => format!("it goes {}", DIRECTION_NAMES[way]),
            None => "it stays".to_owned(),
        };
        if !part.has_melee() || !self.after.cur().map.tile(was.pos).visible {
            let seen = if part.has_melee() { "is not in view, so it" } else { "" };
            return Some(
                format!("{who} {seen} wanders; by the draw {went} (Monster::wander)").replace("  ", " "),
            );
        }
        if was.pos.manhattan(player) == 1 {
            return Some(format!(
                "{who} is in view and next to the player, so it attacks (Game::monstersAct)"
            ));
        }
        if !part.has_dijkstra_maps() {
            let (dx, dy) = (player.x - was.pos.x, player.y - was.pos.y);
            return Some(format!(
                "{who} is in view and hunts: to the player dx is {dx} and dy is {dy}; it tries the longer axis \
                 first, x on a tie: {went} (Game::monstersAct)"
            ));
        }
        let why = if was.flees() { "flees, because it has a third of its hp or less" } else { "hunts" };
        let at = self.steps_to_player(was.pos);
        let ways: Vec<String> = DIRECTIONS
            .iter()
            .zip(DIRECTION_NAMES)
            .filter_map(|(&step, name)| Some(format!("{name} {}", self.steps_to_player(was.pos + step)?)))
            .collect();
        Some(format!(
            "{who} is in view and {why}: it is {} from the player; the ways lead to {}: {went} \
             (DijkstraMap::at, Game::monstersAct)",
            at.map_or_else(|| "no steps".to_owned(), |steps| counted(steps, "step")),
            ways.join(", ")
        ))
    }

    /// Returns where in the scan of the view the nearest tile lies that is in view in one map only.
    fn view(&self, recorded: &[String]) -> Option<String> {
        let (map, origin) = (&self.after.cur().map, self.after.player().pos);
        let was_seen = |pos: Pos| {
            let digit = recorded.get(pos.y as usize)?.as_bytes().get(pos.x as usize)?;
            Some(digit & 2 != 0)
        };
        let differing =
            Map::positions().filter(|&pos| was_seen(pos).is_some_and(|seen| seen != map.tile(pos).visible));
        let square = |pos: Pos| (pos.x - origin.x).pow(2) + (pos.y - origin.y).pow(2);
        let tile = differing.min_by_key(|&pos| square(pos)).filter(|_| self.after.other_view.is_none())?;
        let row = (tile.x - origin.x).abs().max((tile.y - origin.y).abs());
        let (octant, dx) = (0..MULT.len()).flat_map(|octant| (-row..=0).map(move |dx| (octant, dx))).find(
            |&(octant, dx)| {
                let [xx, xy, yx, yy] = MULT[octant];
                origin + Pos::new(dx * xx - row * xy, dx * yx - row * yy) == tile
            },
        )?;
        let seen = if map.tile(tile).visible { "should be in view" } else { "should not be in view" };
        let kind = if map.is_floor(tile) { "floor" } else { "wall" };
        Some(format!(
            "the nearest tile that differs, {} {} ({kind}), {seen}: octant {octant} counted from 0, \
             row {row}, dx {dx}, slopes {:.3} to {:.3}, {} of {} from the player (FOV::castLight)",
            tile.x,
            tile.y,
            (dx as f32 - 0.5) / (0.5 - row as f32),
            (dx as f32 + 0.5) / (-0.5 - row as f32),
            square(tile),
            RADIUS * RADIUS
        ))
    }

    /// Returns the number of steps to the player, as the Dijkstra map of this turn has it.
    fn steps_to_player(&self, pos: Pos) -> Option<i32> {
        Some(self.after.to_player.at(pos)).filter(|&steps| steps != UNREACHABLE)
    }
}

/// Returns what happened in the last step of a game, with the functions of the series.
pub(super) fn events(game: &Game) -> Option<String> {
    let part = game.part();
    let told = game.events().iter().filter_map(|event| {
        let text = event.message(part)?;
        let function = functions::name_in(mistakes::function(event), part);
        Some(format!("'{}' ({function})", text.trim_end_matches('.')))
    });
    let told: Vec<String> = told.collect();
    (!told.is_empty()).then(|| format!("in this step {}", told.join(", then ")))
}
