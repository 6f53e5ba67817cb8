//! Short effects that show what a step did: the glyph that was struck, the path of a bolt, and the tiles of
//! a fireball. They are worked out from what the step changed.

use std::time::{Duration, Instant};

use crate::color::Color;
use crate::desktop::run::snapshot::Snapshot;
use crate::game::{Game, GameState};
use crate::item::{Item, ScrollType};
use crate::key::Key;
use crate::map::Pos;
use crate::screen::Frame;

/// Durations of the effects of a blow, and of a bolt or a fireball.
const BLOW: Duration = Duration::from_millis(120);
const MAGIC: Duration = Duration::from_millis(150);
/// The colours of the player and of a monster that were struck, of a bolt, and of a fireball.
const YOU: Color = Color(255, 60, 60);
const IT: Color = Color(255, 255, 255);
const BOLT: Color = Color(255, 240, 140);
const FIRE: Color = Color(255, 140, 50);

/// A glyph that is shown on a tile until a moment.
#[derive(Clone, Copy, Debug)]
struct Effect {
    pos: Pos,
    glyph: u8,
    color: Color,
    end: Instant,
}

/// The effects of the last step.
#[derive(Clone, Debug, Default)]
pub(crate) struct Effects(Vec<Effect>);

impl Effects {
    /// Works out what the last key led to. `before` is the game before it.
    pub fn of(before: &Snapshot, key: Key, game: &Game) -> Effects {
        let mut effects = Effects::default();
        if game.state() != GameState::Playing || game.depth() != before.depth || before.began_run(game) {
            return effects;
        }
        let you = game.player();
        match (before.used(key), before.target) {
            (Some(Item::Scroll(ScrollType::Lightning)), Some(target)) => {
                effects.add(line(you.pos, target), b'*', BOLT, MAGIC);
            }
            (Some(Item::Scroll(ScrollType::Fireball)), Some(Pos { x, y })) => {
                let tiles = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| Pos::new(x + dx, y + dy)));
                effects.add(tiles.filter(|&tile| game.cur().map.is_floor(tile)), b'*', FIRE, MAGIC);
            }
            _ => {}
        }
        for (pos, body) in before.hurt(game) {
            // What died is gone.
            let pos = if body.is_alive() { body.pos } else { pos };
            effects.add([pos], body.glyph, IT, BLOW);
        }
        if you.hp < before.hp {
            effects.add([you.pos], you.glyph, YOU, BLOW);
        }
        effects
    }

    fn add(&mut self, tiles: impl IntoIterator<Item = Pos>, glyph: u8, color: Color, time: Duration) {
        let end = Instant::now() + time;
        self.0.extend(tiles.into_iter().map(|pos| Effect { pos, glyph, color, end }));
    }

    /// Draws what is seen now.
    pub fn draw(&self, frame: &mut Frame) {
        for &Effect { pos, glyph, color, .. } in &self.0 {
            frame.erase(|tile| tile == pos);
            frame.put(pos, glyph, color);
        }
    }

    /// Returns the time until something of it goes; none if nothing is seen.
    pub fn timeout(&self) -> Option<Duration> {
        let end = self.0.iter().map(|effect| effect.end).min()?;
        Some(end.saturating_duration_since(Instant::now()))
    }

    /// Removes what is over. Returns true if something was.
    pub fn end_if_due(&mut self) -> bool {
        let (count, now) = (self.0.len(), Instant::now());
        self.0.retain(|effect| effect.end > now);
        self.0.len() < count
    }
}

/// Returns the tiles between two others.
fn line(from: Pos, to: Pos) -> impl Iterator<Item = Pos> {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let count = dx.abs().max(dy.abs());
    let part = move |way: i32, step: i32| (2 * way * step + count * way.signum()) / (2 * count);
    (1..count).map(move |step| from + Pos::new(part(dx, step), part(dy, step)))
}
