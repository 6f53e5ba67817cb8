//! Drawing the window's picture at the original's size and at that of a 4K screen: all of it, or only what a
//! step changed.
//!
//! The time is that of one picture: the average over the first repaints of the recorded victory in Part 17.

use criterion::{Criterion, criterion_group, criterion_main};
use roguelike::desktop::settings::palette::Palette;
use roguelike::desktop::window::drawing::Drawing;
use roguelike::game::{Game, Outcome};
use roguelike::glyph_cache::{FONT, GlyphCache};
use roguelike::map::MAP_WIDTH;
use roguelike::screen::{self, Frame};
use roguelike_bench::{per_case, victory};
use sdl2::pixels::PixelFormatEnum;
use sdl2::surface::Surface;

/// Number of frames that a pass draws.
const FRAMES: usize = 60;

/// Returns the first frames of the victory, in order.
fn frames() -> Vec<Frame> {
    let (setup, keys) = victory();
    let mut game = Game::new(setup);
    let shown = |game: &Game| {
        let mut frame = Frame::new(screen::rows(game.part()));
        screen::render(game, &mut frame);
        frame
    };
    let mut frames = vec![shown(&game)];
    for key in keys {
        if game.press(key) == Outcome::Redraw {
            frames.push(shown(&game));
        }
    }
    frames.truncate(FRAMES);
    frames
}

fn redraw(criterion: &mut Criterion) {
    let frames = frames();
    let first = &frames[0];
    let ttf = sdl2::ttf::init().expect("SDL_ttf starts");
    let mut group = criterion.benchmark_group("draw");
    // A pass draws many pictures, so ten passes are enough.
    group.sample_size(10);
    for (size, tile) in [("1280x820", 20), ("3840x2160", 52)] {
        let [width, height] = [MAP_WIDTH, first.rows()].map(|tiles| (tiles * tile).unsigned_abs());
        let mut picture = Surface::new(width, height, PixelFormatEnum::RGB888)
            .and_then(Surface::into_canvas)
            .expect("a picture");
        let creator = picture.texture_creator();
        let mut glyphs = GlyphCache::new(&ttf, &creator, FONT, tile).expect("the font of the game");
        group.bench_function(format!("full {size}"), |bencher| {
            per_case(bencher, frames.len() - 1, || {
                for frame in &frames[1..] {
                    glyphs.draw(frame, &mut picture).expect("drawn");
                    // SDL collects what is to be drawn, and draws it now.
                    picture.present();
                }
            });
        });
        // Letters stand on tiles.
        let draw = |frame, glyphs: &GlyphCache| Drawing::new((frame, None), false, glyphs, Palette::Original);
        group.bench_function(format!("step {size}"), |bencher| {
            per_case(bencher, frames.len() - 1, || {
                glyphs.draw(first, &mut picture).expect("drawn");
                let mut shown = draw(first, &glyphs);
                for frame in &frames[1..] {
                    let drawing = draw(frame, &glyphs);
                    for part in drawing.parts(Some(&shown), picture.surface().rect()) {
                        drawing.draw(part, &mut glyphs, &mut picture).expect("drawn");
                    }
                    picture.present();
                    shown = drawing;
                }
            });
        });
    }
    group.finish();
}

criterion_group!(benches, redraw);
criterion_main!(benches);
