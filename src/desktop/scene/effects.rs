//! Short effects that make a step visible: a flash under whoever was hit, the number of lost hit points, the
//! path of a bolt, the tiles of a fireball, and the dead fading. They are computed by comparing the game
//! before and after a key.

use std::time::{Duration, Instant};

use crate::color::Color;
use crate::desktop::scene::map::Marks;
use crate::desktop::scene::theme::{Theme, mix};
use crate::desktop::scene::tiles::Grid;
use crate::desktop::scene::{Scene, Shape, Weight, advance_of};
use crate::explorer::snapshot::Snapshot;
use crate::game::{Game, GameState};
use crate::item::{Item, ScrollType};
use crate::key::Key;
use crate::map::Pos;

/// Time between two pictures.
const PICTURE: Duration = Duration::from_millis(25);
/// Seconds for which a flash, the dead, and a number can be seen. The number lasts longest.
const FLASH: f32 = 0.16;
const DEAD: f32 = 0.4;
const NUMBER: f32 = 0.6;
/// Colours of a flash under the hero and under a monster, of a bolt, and of a fireball.
const HERO_STRUCK: Color = Color(214, 48, 40);
const STRUCK: Color = Color(250, 244, 226);
const BOLT: Color = Color(255, 240, 140);
const FIRE: Color = Color(255, 140, 50);

/// The effects of the last step.
#[derive(Clone, Debug, Default)]
pub(crate) struct Effects {
    begun: Option<Instant>,
    flashes: Vec<(Pos, Color)>,
    /// The tile, and the points that were lost there.
    numbers: Vec<(Pos, i32, Color)>,
    dead: Vec<(Pos, u8, Color)>,
    /// Points that the hero lost.
    lost: i32,
}

impl Effects {
    /// Compares the game with `before`, the snapshot from before the last key.
    pub fn of(before: &Snapshot, key: Key, game: &Game) -> Effects {
        let mut effects = Effects::default();
        if game.state() != GameState::Playing || game.depth() != before.depth || before.began_run(game) {
            return effects;
        }
        let you = game.player();
        match (before.used(key), before.targets().first()) {
            (Some(Item::Scroll(ScrollType::Lightning)), Some(&target)) => {
                effects.flashes.extend(line(you.pos, target).map(|pos| (pos, BOLT)));
            }
            (Some(Item::Scroll(ScrollType::Fireball)), Some(&Pos { x, y })) => {
                let tiles = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| Pos::new(x + dx, y + dy)));
                let floor = tiles.filter(|&tile| game.cur().map.is_floor(tile));
                effects.flashes.extend(floor.map(|pos| (pos, FIRE)));
            }
            _ => {}
        }
        for (pos, old, body) in before.hurt_from(game) {
            let lost = old - body.hp.max(0);
            if body.is_alive() {
                effects.strike(body.pos, lost, STRUCK);
            } else {
                effects.strike(pos, lost, STRUCK);
                effects.dead.push((pos, body.glyph, body.color));
            }
        }
        if you.hp < before.player.hp {
            effects.lost = before.player.hp - you.hp;
            effects.strike(you.pos, effects.lost, HERO_STRUCK);
        }
        effects.begun = (!effects.flashes.is_empty()).then(Instant::now);
        effects
    }

    fn strike(&mut self, pos: Pos, lost: i32, color: Color) {
        self.flashes.push((pos, color));
        if lost > 0 {
            self.numbers.push((pos, lost, color));
        }
    }

    /// The seconds since the step, while something is seen.
    fn seconds(&self) -> Option<f32> {
        Some(self.begun?.elapsed().as_secs_f32())
    }

    /// Points that the hero is just losing, for the bar.
    pub fn lost(&self) -> i32 {
        let left = self.seconds().map_or(0.0, |seconds| (1.0 - seconds / NUMBER).clamp(0.0, 1.0));
        (self.lost as f32 * left).ceil() as i32
    }

    /// Marks the tiles that flash, and the dead.
    pub fn mark(&self, theme: &Theme, marks: &mut Marks) {
        let Some(seconds) = self.seconds() else { return };
        if seconds < FLASH {
            marks.fills.extend(&self.flashes);
        }
        let ground = theme.floor[0];
        let fading = self.dead.iter().filter(|_| seconds < DEAD);
        let faded = |color| mix(color, ground, seconds / DEAD);
        marks.glyphs.extend(fading.map(|&(pos, glyph, color)| (pos, glyph, faded(color))));
    }

    /// Draws the numbers, which rise.
    pub fn numbers(&self, grid: Grid, scene: &mut Scene) {
        let Some(seconds) = self.seconds().filter(|seconds| *seconds < NUMBER) else { return };
        let (size, weight) = (grid.tile.max(scene.look.unit), Weight::Bold);
        let advance = advance_of(size);
        for &(pos, lost, color) in &self.numbers {
            let (x, y) = grid.centre(pos);
            let rise = grid.tile / 2 + (grid.tile as f32 * seconds / NUMBER) as i32;
            let text = format!("-{lost}");
            let x = x - text.len() as i32 * advance / 2;
            for (shift, color) in [(size / 12 + 1, Color(8, 6, 4)), (0, mix(color, STRUCK, 0.25))] {
                let (x, y, text) = (x + shift, y - rise + shift, text.clone());
                scene.shapes.push(Shape::Text { x, y, text, size, weight, advance, color });
            }
        }
    }

    /// Returns the time until the next picture; `None` if nothing is seen.
    pub fn timeout(&self) -> Option<Duration> {
        self.begun.map(|_| PICTURE)
    }

    /// Removes finished effects. Returns true if the picture changes.
    pub fn end_if_due(&mut self) -> bool {
        let Some(seconds) = self.seconds() else { return false };
        if seconds >= NUMBER {
            *self = Effects::default();
        }
        true
    }
}

/// Returns the tiles between two others.
fn line(from: Pos, to: Pos) -> impl Iterator<Item = Pos> {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let count = dx.abs().max(dy.abs());
    let part = move |way: i32, step: i32| (2 * way * step + count * way.signum()) / (2 * count);
    (1..count).map(move |step| from + Pos::new(part(dx, step), part(dy, step)))
}
