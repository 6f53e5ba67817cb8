//! The stages of an algorithm as pictures, and as an animation: a PNG file with many frames.

use std::slice;

use sdl2::rect::{Point, Rect};
use sdl2::surface::SurfaceRef;

use crate::color::Color;
use crate::fov_lab::steps::Stage;
use crate::glyph_cache::{FONT, GlyphCache, TILE_SIZE};
use crate::map::{MAP_HEIGHT, MAP_WIDTH, Pos};
use crate::picture::{GlyphError, Picture, draw_text, picture_of_size, pixels, rgb, start_ttf, tile_area};
use crate::screen::{self, BG, Cell, Frame};
use crate::support::text::wrap;

/// The colour of texts and numbers, and that of letters and numbers on bright tiles.
const LIGHT: Color = Color(235, 230, 220);
const DARK: Color = Color(0, 0, 0);
/// The colour of walls: blocks, because a map that is only remembered would be a black picture.
const WALL: Color = Color(43, 40, 51);
/// Columns and rows of the map that a view takes, and rows below the map for the text.
const NEAR: (i32, i32) = (42, 24);
const TEXT_ROWS: u32 = 2;
/// The colour of pixels that an animation leaves as they are. Nothing is drawn in this colour.
const SAME: [u8; 3] = [255, 0, 255];

/// Draws stages with tiles of this size in pixels, and hands each picture to `take`.
/// Fails if the font cannot be used, SDL fails, or `take` does.
pub(crate) fn draw_each<E: From<GlyphError>>(
    stages: &[Stage],
    tile: i32,
    font: &[u8],
    mut take: impl FnMut(&SurfaceRef) -> Result<(), E>,
) -> Result<(), E> {
    let (area, (width, height)) = (area(stages), size(stages, tile));
    let mut picture = picture_of_size(width, height)?;
    let (creator, ttf) = (picture.texture_creator(), start_ttf()?);
    let cache = |points: i32, line| {
        GlyphCache::for_text(&ttf, &creator, font, points.max(1), line).map_err(GlyphError::from)
    };
    let (mut digits, mut letters) = (cache(tile * 11 / 20, None)?, cache(tile * 16 / 20, Some(tile))?);
    let mut glyphs = GlyphCache::new(&ttf, &creator, font, tile).map_err(GlyphError::from)?;
    for stage in stages {
        picture.set_draw_color(rgb(BG));
        picture.clear();
        let below = area.height().cast_signed() * tile;
        let columns = width.cast_signed() / letters.tile().x - 1;
        for (row, line) in (0..).zip(wrap(&stage.text, columns.max(1) as usize)) {
            let start = Point::new(letters.tile().x / 2, below + row * tile);
            draw_text(&line, start, LIGHT, &mut letters, &mut picture)?;
        }
        let [right, bottom] = [area.right(), area.bottom()].map(|tiles| (tiles * tile).unsigned_abs());
        picture.set_viewport(Rect::new(-area.x() * tile, -area.y() * tile, right, bottom));
        draw_map(stage, [&mut glyphs, &mut digits], &mut picture)?;
        picture.set_viewport(None);
        picture.present();
        take(picture.surface())?;
    }
    Ok(())
}

/// Shows a stage as large as it fits on an area of a surface. Returns the area.
/// Fails if SDL cannot draw.
pub(crate) fn show(
    stage: &Stage,
    font: &[u8],
    area: Rect,
    surface: &mut SurfaceRef,
) -> Result<Rect, GlyphError> {
    surface.fill_rect(area, rgb(BG)).map_err(GlyphError::draw)?;
    let stage = slice::from_ref(stage);
    let (columns, rows) = size(stage, 1);
    let tile = (area.width() / columns).min(area.height() / rows).max(1);
    draw_each(stage, tile.cast_signed(), font, |picture| {
        let left = area.x() + (area.width().cast_signed() - picture.width().cast_signed()) / 2;
        let place = Rect::new(left, area.y(), picture.width(), picture.height());
        picture.blit(None, surface, place).map(drop).map_err(GlyphError::draw)
    })?;
    Ok(area)
}

/// Returns the tiles that pictures show: those near the player, or of a floor that is made the whole map.
fn area(stages: &[Stage]) -> Rect {
    let near = stages.iter().map(|stage| &stage.game).find(|game| game.part().has_player());
    let Some(Pos { x, y }) = near.map(|game| game.player().pos) else {
        return Rect::new(0, 0, MAP_WIDTH as u32, MAP_HEIGHT as u32);
    };
    let (x, y) = (x - NEAR.0 / 2, y - NEAR.1 / 2);
    let (x, y) = (x.clamp(0, MAP_WIDTH - NEAR.0), y.clamp(0, MAP_HEIGHT - NEAR.1));
    Rect::new(x, y, NEAR.0 as u32, NEAR.1 as u32)
}

/// Returns width and height of pictures with tiles of this size.
fn size(stages: &[Stage], tile: i32) -> (u32, u32) {
    let (area, tile) = (area(stages), tile.unsigned_abs());
    (area.width() * tile, (area.height() + TEXT_ROWS) * tile)
}

/// Draws the map of a stage: colours, glyphs, numbers, lines.
fn draw_map(
    stage: &Stage,
    [glyphs, digits]: [&mut GlyphCache; 2],
    canvas: &mut Picture,
) -> Result<(), GlyphError> {
    let (tile, digit) = (glyphs.tile().x, digits.tile());
    let mut frame = Frame::new(screen::rows(stage.game.part()));
    screen::draw_level(&stage.game, &mut frame);
    let walls = frame.cells().iter().filter(|(_, cell)| cell.glyph == b'#').map(|&(pos, _)| (pos, WALL));
    for (pos, color) in walls.chain(stage.tiles.iter().copied()) {
        canvas.set_draw_color(rgb(color));
        canvas.fill_rect(tile_area(pos, glyphs.tile())).map_err(GlyphError::draw)?;
    }
    let (floor, others): (Vec<_>, Vec<_>) = frame.cells().iter().partition(|(_, cell)| cell.glyph == b'.');
    // A number takes the place of the point that is drawn for floor.
    let is_numbered = |pos| stage.numbers.iter().any(|&(numbered, _)| numbered == pos);
    let is_bright = |pos| {
        let behind = stage.tiles.iter().rfind(|tile| tile.0 == pos).map_or(BG, |tile| tile.1);
        u16::from(behind.0) + u16::from(behind.1) > 250
    };
    for &(pos, cell) in floor.iter().filter(|(pos, _)| !is_numbered(*pos)).chain(&others) {
        let color = if is_bright(pos) { DARK } else { cell.color };
        glyphs.draw_glyph(pos, Cell { color, ..cell }, canvas).map_err(GlyphError::draw)?;
    }
    for &(pos, number) in &stage.numbers {
        if others.iter().all(|&(other, _)| other != pos) {
            let color = if is_bright(pos) { DARK } else { LIGHT };
            let text = number.to_string();
            let x = pos.x * tile + (tile - digit.x * text.len() as i32) / 2;
            draw_text(&text, Point::new(x, pos.y * tile + (tile - digit.y) / 2), color, digits, canvas)?;
        }
    }
    for &(from, to, color) in &stage.lines {
        canvas.set_draw_color(rgb(color));
        let [from, to] = [from, to].map(|ends| ends.map(|end| (end * tile as f32) as i32));
        for side in [(0, 0), (1, 0), (0, 1), (-1, 0), (0, -1)].map(Point::from) {
            let ends = [from, to].map(|end| Point::from((end[0], end[1])) + side);
            canvas.draw_line(ends[0], ends[1]).map_err(GlyphError::draw)?;
        }
    }
    Ok(())
}

/// Returns stages as an animation. The last one stays for three seconds.
/// Fails if SDL or the encoder fails.
pub(crate) fn animation(stages: &[Stage]) -> Result<Vec<u8>, GlyphError> {
    let (mut bytes, mut shown, mut left) = (Vec::new(), Vec::new(), stages.len());
    let (width, height) = size(stages, TILE_SIZE);
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_trns(SAME.map(u16::from).map(u16::to_be_bytes).concat());
    encoder.set_compression(png::Compression::High);
    encoder.set_filter(png::Filter::NoFilter);
    encoder.set_animated(left as u32, 0)?;
    encoder.set_blend_op(png::BlendOp::Over)?;
    encoder.set_frame_delay((40_000 / left.max(1)).clamp(150, 1500) as u16, 1000)?;
    let mut writer = encoder.write_header()?;
    draw_each(stages, TILE_SIZE, FONT, |surface| {
        let new = pixels(surface).as_chunks::<3>().0.to_vec();
        let is_same = |index: usize| shown.get(index) == new.get(index);
        let changes = (0..new.len()).map(|index| if is_same(index) { SAME } else { new[index] });
        let changes = changes.flatten().collect::<Vec<u8>>();
        (shown, left) = (new, left - 1);
        if left == 0 {
            writer.set_frame_delay(3, 1)?;
        }
        writer.write_image_data(&changes).map_err(GlyphError::from)
    })?;
    writer.finish()?;
    Ok(bytes)
}
