//! The screen of a game with a mistake in it.

use super::hud;
use crate::color::Color;
use crate::game::{Game, GameState};
use crate::map::{Map, Pos, Tile};
use crate::screen::{self, Cell, Frame, draw_tile};
use crate::verify::mistakes::{Mistake, MistakenGame, PaintMistake};

/// Paints the game's current screen as its mistake has it.
pub fn compose(mistaken: &MistakenGame, frame: &mut Frame) {
    screen::render(&mistaken.drawn_game(), frame);
    let is_playing = mistaken.game().state() == GameState::Playing;
    let mistake = match mistaken.mistake() {
        Mistake::Paint(mistake) => mistake,
        Mistake::Hud(mistake) if is_playing => return hud::compose(mistaken.game(), mistake, frame),
        _ => return,
    };
    let painter = Painter(mistaken.game());
    let is_swap = matches!(mistake, PaintMistake::Glyph(..) | PaintMistake::Colour(..));
    if !is_playing && !is_swap {
        return;
    }
    let cells = frame.cells().to_vec();
    frame.clear();
    for (pos, cell) in painter.repaint(mistake, cells) {
        frame.draw_glyph(pos, cell.glyph, cell.color);
    }
}

/// A cell on its tile.
type Drawn = (Pos, Cell);

/// Draws this game.
struct Painter<'g>(&'g Game);

impl Painter<'_> {
    fn repaint(&self, mistake: PaintMistake, mut drawn: Vec<Drawn>) -> Vec<Drawn> {
        let player = &self.0.player();
        let is_player = |drawn: &Drawn| drawn.0 == player.pos && drawn.1.glyph == player.glyph;
        match mistake {
            PaintMistake::PlayerBelow => {
                let first = drawn.iter().position(|drawn| drawn.0 == player.pos && self.is_monster(drawn));
                if let (Some(from), Some(to)) = (drawn.iter().rposition(is_player), first) {
                    let cell = drawn.remove(from);
                    drawn.insert(to, cell);
                }
            }
            PaintMistake::NoPlayer => drawn.retain(|drawn| !is_player(drawn)),
            PaintMistake::NoMonsters => drawn.retain(|drawn| !self.is_monster(drawn)),
            PaintMistake::FloorLit => self.recolor(&mut drawn, |glyph| glyph == b'.'),
            PaintMistake::MemoryLit => self.recolor(&mut drawn, |_| true),
            PaintMistake::NoMemory => {
                drawn.retain(|drawn| self.tile(drawn).visible || self.lit(drawn).is_none())
            }
            PaintMistake::NoFog => {
                let dark = Map::positions().map(|pos| (pos, self.0.cur().map.tile(pos)));
                let dark = dark.filter(|(_, tile)| !tile.explored).filter_map(|(pos, tile)| {
                    draw_tile(Tile { explored: true, ..tile }).map(|cell| (pos, cell))
                });
                drawn.extend(dark);
            }
            PaintMistake::HiddenShown | PaintMistake::DeadShown => {
                let shown = self.0.cur().monsters.iter().map(|monster| &monster.entity).filter(|body| {
                    let visible = self.0.cur().map.tile(body.pos).visible;
                    if mistake == PaintMistake::DeadShown { visible } else { body.is_alive() }
                });
                let cells = shown.map(|body| (body.pos, Cell { glyph: body.glyph, color: body.color }));
                let cells: Vec<Drawn> = cells.collect();
                drawn.retain(|drawn| !self.is_monster(drawn));
                let player = drawn.iter().rposition(is_player).unwrap_or(drawn.len());
                drawn.splice(player..player, cells);
            }
            PaintMistake::Glyph(from, to) => {
                drawn.iter_mut().filter(|drawn| drawn.1.glyph == from).for_each(|drawn| drawn.1.glyph = to);
            }
            PaintMistake::Colour(from, to) => {
                drawn.iter_mut().filter(|drawn| drawn.1 == from).for_each(|drawn| drawn.1.color = to);
            }
            PaintMistake::ItemsMemoryLit | PaintMistake::StairsMemoryLit => {
                self.brighten(mistake, &mut drawn)
            }
            PaintMistake::ItemsForgotten => {
                drawn.retain(|drawn| self.tile(drawn).visible || self.item(drawn).is_none());
            }
            PaintMistake::StairsForgotten => {
                drawn.retain(|drawn| self.tile(drawn).visible || !self.is_stairs(drawn));
            }
            PaintMistake::StairsMissing => drawn.retain(|drawn| !self.is_stairs(drawn)),
            PaintMistake::ItemsShown => {
                let lying: Vec<Pos> = self.0.cur().items.iter().map(|lying| lying.pos).collect();
                drawn.extend(self.unexplored(&lying));
            }
            PaintMistake::StairsShown => drawn.extend(self.unexplored(&[self.0.cur().stairs])),
            PaintMistake::ItemsOnTop => {
                let items: Vec<Drawn> =
                    drawn.iter().filter(|drawn| self.item(drawn).is_some()).copied().collect();
                let player = drawn.iter().rposition(is_player).unwrap_or(drawn.len());
                drawn.splice(player..player, items);
            }
            // Nothing is drawn then.
            PaintMistake::Stale => {}
        }
        drawn
    }

    /// The colour of an item in view, if what was drawn is an item.
    fn item(&self, drawn: &Drawn) -> Option<Color> {
        let mut lying = self.0.cur().items.iter().filter(|lying| lying.pos == drawn.0);
        lying.find_map(|lying| {
            let (glyph, color) = lying.item.look();
            (glyph == drawn.1.glyph).then_some(color)
        })
    }

    fn is_stairs(&self, drawn: &Drawn) -> bool {
        self.0.cur().stairs == drawn.0 && drawn.1.glyph == b'>'
    }

    /// Draws what is remembered in the colours that it has in view.
    fn brighten(&self, mistake: PaintMistake, drawn: &mut [Drawn]) {
        for drawn in drawn {
            if mistake == PaintMistake::ItemsMemoryLit {
                drawn.1.color = self.item(drawn).unwrap_or(drawn.1.color);
            } else if self.is_stairs(drawn) {
                drawn.1.color = screen::STAIRS_LIT;
            }
        }
    }

    /// Returns what is drawn on some tiles beside the tiles themselves, as if they were remembered.
    fn unexplored(&self, places: &[Pos]) -> Vec<Drawn> {
        let mut game = self.0.clone();
        let dark = |pos: &Pos| !self.0.cur().map.tile(*pos).explored;
        let places: Vec<Pos> = places.iter().copied().filter(dark).collect();
        for &pos in &places {
            if let Some(tile) = game.cur_mut().map.tile_mut(pos) {
                tile.explored = true;
            }
        }
        let mut frame = Frame::new(screen::rows(game.part()));
        screen::draw_level(&game, &mut frame);
        let tile = |drawn: &Drawn| draw_tile(game.cur().map.tile(drawn.0)) == Some(drawn.1);
        frame.cells().iter().filter(|drawn| places.contains(&drawn.0) && !tile(drawn)).copied().collect()
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
