//! Why a step should be as it is: what the rules decide from, in words. It helps where no known mistake is
//! the cause.

use super::compare::Difference;
use crate::dijkstra_map::UNREACHABLE;
use crate::game::Game;
use crate::map::{DIRECTIONS, Pos};
use crate::trace::{Fact, Kind};

const DIRECTION_NAMES: [&str; 4] = ["up", "down", "left", "right"];

/// Returns why the first monster that differs acts as it should, or none if no monster differs.
pub(super) fn explain(before: &Game, after: &Game, differences: &[Difference]) -> Option<String> {
    let monsters = differences.iter().filter(|difference| difference.kind == Some(Kind::Monster));
    let mut numbers = monsters.filter_map(|difference| Fact::parse(difference.expected.as_deref()?).ok());
    let index: usize = numbers.find_map(|fact| fact.which.parse().ok())?;
    Scene { before, after }.monster(index)
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
        let player = self.after.player().entity.pos;
        let who = format!("monster {index} ({})", was.name.trim_start_matches("the "));
        if !was.is_alive() {
            return Some(format!("{who} is dead and does nothing (Game::monstersAct)"));
        }
        if is.hp < was.hp {
            let lost = was.hp - is.hp;
            return Some(format!("{who} loses {lost} of its {} hp in this step", was.hp));
        }
        if self.after.player().entity.pos == self.before.player().entity.pos && is == was {
            return None;
        }
        let part = self.after.part();
        let went = match DIRECTIONS.iter().position(|&step| was.pos + step == is.pos) {
            Some(way) => format!("it goes {}", DIRECTION_NAMES[way]),
            None => "it stays".to_owned(),
        };
        if !part.has_melee() || !self.after.cur().map.is_visible(was.pos) {
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
                "{who} is in view and hunts: the player is {dx} columns and {dy} rows away; it tries the longer axis \
                 first, x on a tie: {went} (Game::monstersAct)"
            ));
        }
        let flees = was.hp.saturating_mul(3) <= was.max_hp;
        let why = if flees { "flees, because it has a third of its hp or less" } else { "hunts" };
        let at = self.steps_to_player(was.pos);
        let ways: Vec<String> = DIRECTIONS
            .iter()
            .zip(DIRECTION_NAMES)
            .filter_map(|(&step, name)| Some(format!("{name} {}", self.steps_to_player(was.pos + step)?)))
            .collect();
        Some(format!(
            "{who} is in view and {why}: it is {} steps from the player; the ways lead to {}: {went} \
             (DijkstraMap::at, Game::monstersAct)",
            at.map_or_else(|| "no".to_owned(), |steps| steps.to_string()),
            ways.join(", ")
        ))
    }

    /// Returns the number of steps to the player, as the Dijkstra map of this turn has it.
    fn steps_to_player(&self, pos: Pos) -> Option<i32> {
        Some(self.after.dijkstra_map.at(pos)).filter(|&steps| steps != UNREACHABLE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Setup;
    use crate::part::Part;

    /// A hunter's ways are those of the Dijkstra map, and the best one is taken.
    #[test]
    fn a_hunter_is_explained_by_the_steps_of_its_ways() {
        let mut game = Game::new(Setup::new(Part::new(7).unwrap(), 7));
        let player = game.player.entity.pos;
        let free =
            |game: &Game, pos: Pos| game.level.map.is_floor(pos) && game.level.monster_at(pos).is_none();
        let place = DIRECTIONS.map(|step| player + step + step).into_iter().find(|&pos| {
            free(&game, pos) && free(&game, Pos::new((pos.x + player.x) / 2, (pos.y + player.y) / 2))
        });
        game.level.monsters[0].entity.pos = place.unwrap();
        let before = game.clone();
        game.end_player_turn();
        assert_eq!(game.level.monsters[0].entity.pos.manhattan(player), 1);
        let difference = Difference {
            kind: Some(Kind::Monster),
            words: String::new(),
            expected: Some("monster 0 r 1 1".to_owned()),
            recorded: None,
        };
        let text = Scene { before: &before, after: &game }.monster(0);
        let by_rule = explain(&before, &game, &[difference]);
        assert_eq!(text, by_rule);
        let text = text.unwrap();
        assert!(
            text.contains("hunts: it is 2 steps from the player") && text.contains(": it goes "),
            "{text}"
        );
    }
}
