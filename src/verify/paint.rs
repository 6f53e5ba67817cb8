//! The screen of a game with a mistake in it.

use crate::game::{Game, GameState};
use crate::map::{Map, Pos, Tile, TileType};
use crate::screen::{self, Cell, Frame, draw_tile};
use crate::verify::slips::{PaintSlip, Slip, Slipped};

/// Paints the game's current screen as its mistake has it.
pub fn compose(slipped: &Slipped, frame: &mut Frame) {
    screen::render(&slipped.drawn_game(), frame);
    let Slip::Paint(slip) = slipped.slip() else { return };
    let painter = Painter(slipped.game());
    let is_swap = matches!(slip, PaintSlip::Glyph(..) | PaintSlip::Colour(..));
    if painter.0.state() != GameState::Playing && !is_swap {
        return;
    }
    let cells = frame.cells().to_vec();
    frame.clear();
    for (pos, cell) in painter.repaint(slip, cells) {
        frame.draw_glyph(pos, cell.glyph, cell.color);
    }
}

/// Returns what a cell shows, in words: a kind of tile, or the glyph.
pub(super) fn words(cell: Cell) -> String {
    let tiles = [(TileType::Wall, "wall"), (TileType::Floor, "floor")];
    let ways = [(true, "lit"), (false, "remembered")];
    for (kind, name) in tiles {
        for (visible, way) in ways {
            if draw_tile(Tile { kind, visible, explored: true }) == Some(cell) {
                return format!("a tile of {way} {name}");
            }
        }
    }
    format!("'{}'", char::from(cell.glyph))
}

/// A cell on its tile.
type Drawn = (Pos, Cell);

/// Who paints this game.
struct Painter<'g>(&'g Game);

impl Painter<'_> {
    fn repaint(&self, slip: PaintSlip, mut drawn: Vec<Drawn>) -> Vec<Drawn> {
        let player = &self.0.player().entity;
        let is_player = |drawn: &Drawn| drawn.0 == player.pos && drawn.1.glyph == player.glyph;
        match slip {
            PaintSlip::PlayerBelow => {
                let first = drawn.iter().position(|drawn| drawn.0 == player.pos && self.is_monster(drawn));
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
                let dark = Map::positions().map(|pos| (pos, self.0.cur().map.tile(pos)));
                let dark = dark.filter(|(_, tile)| !tile.explored).filter_map(|(pos, tile)| {
                    draw_tile(Tile { explored: true, ..tile }).map(|cell| (pos, cell))
                });
                drawn.extend(dark);
            }
            PaintSlip::HiddenShown | PaintSlip::DeadShown => {
                let shown = self.0.cur().monsters.iter().map(|monster| &monster.entity).filter(|body| {
                    let visible = self.0.cur().map.is_visible(body.pos);
                    if slip == PaintSlip::DeadShown { visible } else { body.is_alive() }
                });
                let cells = shown.map(|body| (body.pos, Cell { glyph: body.glyph, color: body.color }));
                let cells: Vec<Drawn> = cells.collect();
                drawn.retain(|drawn| !self.is_monster(drawn));
                let player = drawn.iter().rposition(is_player).unwrap_or(drawn.len());
                drawn.splice(player..player, cells);
            }
            PaintSlip::Glyph(from, to) => {
                drawn.iter_mut().filter(|drawn| drawn.1.glyph == from).for_each(|drawn| drawn.1.glyph = to);
            }
            PaintSlip::Colour(from, to) => {
                drawn.iter_mut().filter(|drawn| drawn.1 == from).for_each(|drawn| drawn.1.color = to);
            }
            PaintSlip::Stale => {}
        }
        drawn
    }

    fn tile(&self, drawn: &Drawn) -> Tile {
        self.0.cur().map.tile(drawn.0)
    }

    /// The lit cell of a tile, if what was drawn is that tile as it is remembered.
    fn lit(&self, drawn: &Drawn) -> Option<Cell> {
        let tile = self.tile(drawn);
        let remembered = !tile.visible && draw_tile(tile) == Some(drawn.1);
        if remembered { draw_tile(Tile { visible: true, ..tile }) } else { None }
    }

    fn recolor(&self, drawn: &mut [Drawn], which: impl Fn(u8) -> bool) {
        for drawn in drawn {
            if let Some(lit) = self.lit(drawn).filter(|lit| which(lit.glyph)) {
                drawn.1 = lit;
            }
        }
    }

    fn is_monster(&self, drawn: &Drawn) -> bool {
        self.0.cur().monsters.iter().map(|monster| &monster.entity).any(|body| {
            body.is_alive()
                && body.pos == drawn.0
                && (body.glyph, body.color) == (drawn.1.glyph, drawn.1.color)
        })
    }
}
