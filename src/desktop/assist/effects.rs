//! Short effects that show what a step did: the glyph that was struck, the path of a bolt, and the tiles of
//! a fireball. They are worked out from what the step changed.

use std::time::{Duration, Instant};

use crate::color::Color;
use crate::explorer::snapshot::Snapshot;
use crate::game::{Game, GameState};
use crate::item::{Item, ScrollType};
use crate::key::Key;
use crate::map::Pos;
use crate::screen::{Cell, Frame};

/// Time for which they are seen.
const TIME: Duration = Duration::from_millis(140);
/// The colours of the player and of a monster that were struck, of a bolt, and of a fireball.
const PLAYER_HIT: Color = Color(255, 60, 60);
const MONSTER_HIT: Color = Color(255, 255, 255);
const BOLT: Color = Color(255, 240, 140);
const FIRE: Color = Color(255, 140, 50);

/// The effects of the last step: glyphs on tiles, and when they go.
#[derive(Clone, Debug, Default)]
pub(crate) struct Effects {
    glyphs: Vec<(Pos, Cell)>,
    end: Option<Instant>,
}

impl Effects {
    /// Works out what the last key led to. `before` is the game before it.
    pub fn of(before: &Snapshot, key: Key, game: &Game) -> Effects {
        let mut effects = Effects::default();
        if game.state() != GameState::Playing || game.depth() != before.depth || before.began_run(game) {
            return effects;
        }
        let you = game.player();
        match (before.used(key), before.targets().first()) {
            (Some(Item::Scroll(ScrollType::Lightning)), Some(&target)) => {
                effects.add(line(you.pos, target), b'*', BOLT);
            }
            (Some(Item::Scroll(ScrollType::Fireball)), Some(&Pos { x, y })) => {
                let tiles = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| Pos::new(x + dx, y + dy)));
                effects.add(tiles.filter(|&tile| game.cur().map.is_floor(tile)), b'*', FIRE);
            }
            _ => {}
        }
        for (pos, body) in before.hurt(game) {
            // What died is gone.
            let pos = if body.is_alive() { body.pos } else { pos };
            effects.add([pos], body.glyph, MONSTER_HIT);
        }
        if you.hp < before.player.hp {
            effects.add([you.pos], you.glyph, PLAYER_HIT);
        }
        effects
    }

    fn add(&mut self, tiles: impl IntoIterator<Item = Pos>, glyph: u8, color: Color) {
        self.glyphs.extend(tiles.into_iter().map(|pos| (pos, Cell { glyph, color })));
        self.end = Some(Instant::now() + TIME);
    }

    /// Draws what is seen now.
    pub fn draw(&self, frame: &mut Frame) {
        for &(pos, Cell { glyph, color }) in &self.glyphs {
            frame.erase(|tile| tile == pos);
            frame.put(pos, glyph, color);
        }
    }

    /// Returns the time until the effects go; none if nothing is seen.
    pub fn timeout(&self) -> Option<Duration> {
        Some(self.end?.saturating_duration_since(Instant::now()))
    }

    /// Removes what is over. Returns true if something was.
    pub fn end_if_due(&mut self) -> bool {
        let is_due = self.end.take_if(|end| *end <= Instant::now()).is_some();
        self.glyphs.retain(|_| !is_due);
        is_due
    }
}

/// Returns the tiles between two others.
fn line(from: Pos, to: Pos) -> impl Iterator<Item = Pos> {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let count = dx.abs().max(dy.abs());
    let part = move |way: i32, step: i32| (2 * way * step + count * way.signum()) / (2 * count);
    (1..count).map(move |step| from + Pos::new(part(dx, step), part(dy, step)))
}
