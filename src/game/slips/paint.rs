//! Drawing as people get it wrong.

use super::{Slip, Slipped, ViewSlip};
use crate::game::{Outcome, State};
use crate::map::{Map, Tile};
use crate::screen::{self, Drawn, Frame, tile_cell};

slips! {
    /// A mistake in what is painted, or when.
    PaintSlip:
    PlayerBelow "player-below" "the player is drawn before the monsters, not last"
    FloorLit "memory-lit" "remembered floor is drawn in the colour of lit floor"
    MemoryLit "memory-lit" "remembered tiles are drawn in the colours of lit ones"
    NoMemory "memory-dark" "remembered tiles are not drawn"
    NoFog "no-fog" "unexplored tiles are drawn"
    HiddenShown "hidden-shown" "monsters are drawn on tiles that are not visible"
    DeadShown "dead-shown" "dead monsters are drawn"
    NoMonsters "monsters-not-drawn" "monsters in view are not drawn"
    NoPlayer "player-not-drawn" "the player is not drawn"
    Stale "not-repainted" "the window is not repainted after this key"
    Always "repainted" "the window is repainted after a key that changes nothing"
}

impl Slipped {
    /// Does a key with this outcome repaint?
    pub(super) fn repaints(&self, outcome: Outcome) -> bool {
        match self.slip {
            Slip::Paint(PaintSlip::Stale) => false,
            Slip::Paint(PaintSlip::Always) => true,
            _ => outcome.redraw,
        }
    }

    /// Paints the game's current screen.
    pub fn compose(&self, frame: &mut Frame) {
        if let Slip::View(ViewSlip::UnexploredDrawn | ViewSlip::NeverExploredDrawn) = self.slip {
            let mut game = self.game.clone();
            let depth = game.depth;
            let map = &mut game.levels[depth].map;
            Map::positions()
                .filter(|&pos| self.game.level().map.is_visible(pos))
                .for_each(|pos| map.reveal(pos));
            screen::compose(&game, frame);
        } else {
            screen::compose(&self.game, frame);
        }
        let Slip::Paint(slip) = self.slip else { return };
        if self.game.state != State::Playing {
            return;
        }
        let drawn = frame.drawn().to_vec();
        frame.clear();
        for drawn in self.repaint(slip, drawn) {
            frame.put(drawn.pos, drawn.cell.glyph, drawn.cell.color);
        }
    }

    fn repaint(&self, slip: PaintSlip, mut drawn: Vec<Drawn>) -> Vec<Drawn> {
        let player = &self.game.player.entity;
        let is_player = |drawn: &Drawn| drawn.pos == player.pos && drawn.cell.glyph == player.glyph;
        match slip {
            PaintSlip::PlayerBelow => {
                let first = drawn.iter().position(|drawn| drawn.pos == player.pos && self.is_monster(drawn));
                if let (Some(from), Some(to)) = (drawn.iter().rposition(is_player), first) {
                    let cell = drawn.remove(from);
                    drawn.insert(to, cell);
                }
            }
            PaintSlip::NoPlayer => drawn.retain(|drawn| !is_player(drawn)),
            PaintSlip::NoMonsters => drawn.retain(|drawn| !self.is_monster(drawn)),
            PaintSlip::FloorLit => self.recolor(&mut drawn, |glyph| glyph == b'.'),
            PaintSlip::MemoryLit => self.recolor(&mut drawn, |_| true),
            PaintSlip::NoMemory => {
                drawn.retain(|drawn| self.tile(drawn).visible || self.lit(drawn).is_none())
            }
            PaintSlip::NoFog => {
                let dark = Map::positions().map(|pos| (pos, self.game.level().map.tile(pos)));
                let dark = dark.filter(|(_, tile)| !tile.explored).filter_map(|(pos, tile)| {
                    tile_cell(Tile { explored: true, ..tile }).map(|cell| Drawn { pos, cell })
                });
                drawn.extend(dark);
            }
            PaintSlip::HiddenShown | PaintSlip::DeadShown => {
                let shown = self.game.level().monsters.iter().map(|monster| &monster.entity).filter(|body| {
                    let visible = self.game.level().map.is_visible(body.pos);
                    if slip == PaintSlip::DeadShown { visible } else { body.is_alive() }
                });
                let cells = shown.map(|body| Drawn {
                    pos: body.pos,
                    cell: screen::Cell { glyph: body.glyph, color: body.color },
                });
                let cells: Vec<Drawn> = cells.collect();
                drawn.retain(|drawn| !self.is_monster(drawn));
                let player = drawn.iter().rposition(is_player).unwrap_or(drawn.len());
                drawn.splice(player..player, cells);
            }
            PaintSlip::Stale | PaintSlip::Always => {}
        }
        drawn
    }

    fn tile(&self, drawn: &Drawn) -> Tile {
        self.game.level().map.tile(drawn.pos)
    }

    /// The lit cell of a tile, if what was drawn is that tile as it is remembered.
    fn lit(&self, drawn: &Drawn) -> Option<screen::Cell> {
        let tile = self.tile(drawn);
        let remembered = !tile.visible && tile_cell(tile) == Some(drawn.cell);
        if remembered { tile_cell(Tile { visible: true, ..tile }) } else { None }
    }

    fn recolor(&self, drawn: &mut [Drawn], which: impl Fn(u8) -> bool) {
        for drawn in drawn {
            if let Some(lit) = self.lit(drawn).filter(|lit| which(lit.glyph)) {
                drawn.cell = lit;
            }
        }
    }

    fn is_monster(&self, drawn: &Drawn) -> bool {
        self.game.level().monsters.iter().map(|monster| &monster.entity).any(|body| {
            body.is_alive()
                && body.pos == drawn.pos
                && (body.glyph, body.color) == (drawn.cell.glyph, drawn.cell.color)
        })
    }
}
