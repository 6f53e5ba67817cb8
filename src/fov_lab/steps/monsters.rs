//! The decisions of the monsters in view, as in Parts 5 and 7, and whom a scroll hits, as in Part 13.

use super::view::middle;
use super::{BLUE, OLIVE, ORANGE, PINK, Stage};
use crate::color::Color;
use crate::dijkstra_map::UNREACHABLE;
use crate::entity::Entity;
use crate::game::Game;
use crate::item::ScrollType;
use crate::map::{DIRECTIONS, Map, Pos};
use crate::support::text::counted;

/// Returns what each monster in view would do now, and then what all of them do.
pub(super) fn stages(game: &Game) -> Vec<Stage> {
    let (mut game, mut stages) = (game.clone(), Vec::new());
    let has_distances = game.part().has_dijkstra_maps();
    if has_distances {
        game.to_player.compute(&game.levels[game.depth].map, game.player.pos);
        flood(&game, &mut stages);
    }
    let seen = in_view(&game);
    // Beside the player a monster attacks, and does not choose a step.
    for (index, body) in seen.iter().filter(|(_, body)| body.pos.manhattan(game.player.pos) > 1) {
        stages.push(step(&game, *index, body.max_hp));
        if has_distances {
            stages.push(step(&game, *index, 1));
        }
    }
    game.end_player_turn();
    let (count, messages) = (seen.len(), game.log.new.join(" "));
    let text = format!("Monsters in view: {count}. All act, one after the other. {messages}");
    let [before, now] = [seen, in_view(&game)].map(|seen| seen.into_iter().map(|(_, body)| body.pos));
    stages.push(Stage::new(&game, text).color(before, OLIVE).color(now, ORANGE));
    stages
}

/// Returns the living monsters in view, with their indices.
fn in_view(game: &Game) -> Vec<(usize, Entity)> {
    let bodies = game.cur().monsters.iter().map(|monster| monster.entity.clone()).enumerate();
    bodies.filter(|(_, body)| body.is_alive() && game.cur().map.tile(body.pos).visible).collect()
}

/// Shows the distances to the player as the flood reaches what is in view, and then all of them.
fn flood(game: &Game, stages: &mut Vec<Stage>) {
    let distances = Map::positions().map(|pos| (pos, game.to_player.at(pos)));
    let reached: Vec<(Pos, i32)> = distances.filter(|&(_, steps)| steps < UNREACHABLE).collect();
    let in_view = reached.iter().filter(|(pos, _)| game.cur().map.tile(*pos).visible);
    let farthest = in_view.map(|&(_, steps)| steps).max().unwrap_or(0);
    // From bright yellow to dark blue.
    let fade = |steps: i32| (240 - 6 * steps).max(20) as u8;
    for far in (0..=farthest).chain([UNREACHABLE]) {
        let text = match far {
            UNREACHABLE => "All distances.".to_owned(),
            _ => format!("Distance {far} is reached."),
        };
        let numbers: Vec<(Pos, i32)> = reached.iter().copied().filter(|&(_, steps)| steps <= far).collect();
        let tiles = numbers.iter().map(|&(pos, steps)| (pos, Color(fade(steps), fade(steps), 70))).collect();
        stages.push(Stage { numbers, tiles, ..Stage::new(game, text) });
    }
}

/// Shows the step of a monster with these hit points: along an axis, or by the distances around it.
fn step(game: &Game, index: usize, hp: i32) -> Stage {
    let mut after = game.clone();
    let body = &mut after.levels[after.depth].monsters[index].entity;
    body.hp = hp;
    let Entity { pos, name, .. } = *body;
    let is_hurt = body.flees();
    let free = DIRECTIONS.map(|step| pos + step).into_iter().filter(|&next| game.is_free(next));
    let mut stage = Stage::new(game, "").color([pos], OLIVE).color(free.clone(), BLUE);
    if game.part().has_dijkstra_maps() {
        after.follow_dijkstra_map(index);
        let [now, then] = [pos, after.cur().monsters[index].entity.pos].map(|pos| game.to_player.at(pos));
        let (deed, better) =
            if is_hurt { ("With 1 hit point", "farther") } else { ("In full health", "nearer") };
        let verb = if is_hurt { "flees" } else { "hunts" };
        let end = match (now, then) {
            (UNREACHABLE, _) => "No path leads to the player, so it stays.".to_owned(),
            _ if now == then => format!("No free neighbour is {better} than {now}, so it stays."),
            _ => format!("It goes from distance {now} to {then}."),
        };
        stage.text = format!("{deed} {name} {verb}. {end}");
        stage.numbers = free.map(|next| (next, game.to_player.at(next))).collect();
    } else {
        after.chase(index);
        let (player, corner) = (game.player.pos, Pos::new(game.player.pos.x, pos.y));
        let columns = counted((player.x - pos.x).abs(), "column");
        let rows = counted((player.y - pos.y).abs(), "row");
        stage.text = format!("{columns} and {rows} away, {name} tries the longer way first.");
        stage.lines = vec![(middle(pos), middle(corner), PINK), (middle(corner), middle(player), PINK)];
    }
    stage.color([after.cur().monsters[index].entity.pos], ORANGE)
}

/// Returns whom each scroll hits.
pub(super) fn scrolls(game: &Game) -> Vec<Stage> {
    let seen = in_view(game);
    let shown = |text: String| Stage::new(game, text).color(seen.iter().map(|(_, body)| body.pos), BLUE);
    let mut stages = vec![shown(format!("Monsters in view: {}.", seen.len()))];
    let Some(nearest) = game.nearest_visible_monster() else { return stages };
    let target = game.cur().monsters[nearest].entity.pos;
    for scroll in [ScrollType::Lightning, ScrollType::Fireball] {
        let mut after = game.clone();
        after.read_scroll(scroll);
        let is_hit = |(index, body): &&(usize, Entity)| after.cur().monsters[*index].entity.hp < body.hp;
        let hit = seen.iter().filter(is_hit).map(|(_, body)| body.pos);
        let steps = counted(target.manhattan(game.player.pos) as usize, "step");
        let text = format!("{scroll:?} strikes the first of the nearest monsters, {steps} away.");
        let lines = vec![(middle(game.player.pos), middle(target), PINK)];
        stages.push(Stage { lines, ..shown(text).color(hit, ORANGE) });
    }
    stages
}
