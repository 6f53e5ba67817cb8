//! The screen of a game with a mistake in it.

use crate::game::slips::{PaintSlip, Slip, Slipped};
use crate::game::{Game, State};
use crate::map::{Map, Tile};
use crate::screen::{self, Drawn, Frame, tile_cell};

/// Paints the game's current screen as its mistake has it.
pub fn compose(slipped: &Slipped, frame: &mut Frame) {
    screen::compose(&slipped.drawn_game(), frame);
    let Slip::Paint(slip) = slipped.slip() else { return };
    let painter = Painter(slipped.game());
    if painter.0.state() != State::Playing {
        return;
    }
    let drawn = frame.drawn().to_vec();
    frame.clear();
    for drawn in painter.repaint(slip, drawn) {
        frame.put(drawn.pos, drawn.cell.glyph, drawn.cell.color);
    }
}

/// Who paints this game.
struct Painter<'g>(&'g Game);

impl Painter<'_> {
    fn repaint(&self, slip: PaintSlip, mut drawn: Vec<Drawn>) -> Vec<Drawn> {
        let player = &self.0.player().entity;
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
                let dark = Map::positions().map(|pos| (pos, self.0.level().map.tile(pos)));
                let dark = dark.filter(|(_, tile)| !tile.explored).filter_map(|(pos, tile)| {
                    tile_cell(Tile { explored: true, ..tile }).map(|cell| Drawn { pos, cell })
                });
                drawn.extend(dark);
            }
            PaintSlip::HiddenShown | PaintSlip::DeadShown => {
                let shown = self.0.level().monsters.iter().map(|monster| &monster.entity).filter(|body| {
                    let visible = self.0.level().map.is_visible(body.pos);
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
        self.0.level().map.tile(drawn.pos)
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
        self.0.level().monsters.iter().map(|monster| &monster.entity).any(|body| {
            body.is_alive()
                && body.pos == drawn.pos
                && (body.glyph, body.color) == (drawn.cell.glyph, drawn.cell.color)
        })
    }
}
