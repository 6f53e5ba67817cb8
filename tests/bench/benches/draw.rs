//! Drawing free play in a window of 1280 x 820 and on a 4K screen: all of it, or only what a step changed.
//!
//! The time is that of one scene: the average over the first repaints of the recorded victory in Part 17.

use criterion::{Criterion, criterion_group, criterion_main};
use roguelike::desktop::Session;
use roguelike::desktop::scene::Scene;
use roguelike::desktop::scene::renderer::Renderer;
use roguelike::game::Game;
use roguelike::picture::new_picture;
use roguelike_bench::{per_case, victory};
use sdl2::pixels::PixelFormatEnum;
use sdl2::surface::Surface;

/// Number of scenes that a pass draws.
const SCENES: usize = 60;

/// Returns the first scenes of the victory in a window of this size.
fn scenes(size: (i32, i32)) -> Vec<Scene> {
    let (setup, keys) = victory();
    let mut session = Session::new(Game::new(setup), None, None);
    session.set_free_play(true);
    session.set_window(size);
    let scenes = keys.into_iter().filter_map(|key| {
        session.press(key);
        session.take_redraw().then(|| session.scene())
    });
    scenes.take(SCENES).collect()
}

fn redraw(criterion: &mut Criterion) {
    let ttf = sdl2::ttf::init().expect("SDL_ttf starts");
    let mut group = criterion.benchmark_group("draw");
    // A pass draws many scenes, so ten passes are enough.
    group.sample_size(10);
    for (w, h) in [(1280, 820), (3840, 2160)] {
        let picture = new_picture(8).expect("a renderer");
        let creator = picture.texture_creator();
        let mut renderer = Renderer::new((picture, &creator), &ttf, None).expect("the font of the game");
        let scenes = scenes((w, h));
        let mut surface = Surface::new(w as u32, h as u32, PixelFormatEnum::RGB888).expect("a surface");
        for (name, is_whole) in [("full", true), ("step", false)] {
            group.bench_function(format!("{name} {w}x{h}"), |bencher| {
                per_case(bencher, scenes.len() - 1, || {
                    for scene in &scenes[1..] {
                        if is_whole {
                            renderer.forget();
                        }
                        renderer.show(scene, &mut surface).expect("drawn");
                    }
                });
            });
        }
    }
    group.finish();
}

criterion_group!(benches, redraw);
criterion_main!(benches);
