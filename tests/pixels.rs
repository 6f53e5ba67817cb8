//! Screens drawn with the real font and SDL's software renderer equal the original's windows, pixel for pixel.

use std::fs::{self, File};
use std::io::BufReader;
use std::path::{Path, PathBuf};

use roguelike::game::Setup;
use roguelike::glyph_cache::{FONT, GlyphCache, Picture, new_picture, to_png};
use roguelike::key::Key;
use roguelike::part::Part;
use roguelike::trace::Tracer;

type Image = (u32, u32, Vec<u8>);

fn golden(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(folder)
}

/// Width, height and RGB bytes of a PNG, whatever its colour type.
fn decode(reader: impl std::io::BufRead + std::io::Seek) -> Image {
    let mut decoder = png::Decoder::new(reader);
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut bytes).unwrap();
    let samples = info.color_type.samples();
    let pixels = bytes[..info.buffer_size()].chunks(samples).flat_map(|p| [p[0], p[1], p[2]]).collect();
    (info.width, info.height, pixels)
}

/// The run of `trace` up to and including `step`.
fn replay(trace: &str, step: usize) -> Tracer {
    let path = golden("traces");
    let text = fs::read_to_string(path.join(format!("{trace}.trace")))
        .or_else(|_| fs::read_to_string(path.join(format!("{trace}.brief"))))
        .unwrap();
    let value = |name: &str| {
        let line = text.lines().find(|line| line.starts_with(name)).unwrap();
        line[name.len() + 1..].to_owned()
    };
    let part: Part = value("part").parse().unwrap();
    let mut setup = Setup::new(part, value("seed").parse().unwrap());
    setup.library = value("stdlib").parse().unwrap();
    let (mut tracer, _) = Tracer::new(setup);
    for line in text.lines().filter(|line| line.starts_with("step ")).skip(1).take(step) {
        tracer.press(Key::from_name(line.split(' ').nth(2).unwrap()).unwrap());
    }
    tracer
}

fn pixels(picture: &Picture) -> Image {
    decode(std::io::Cursor::new(to_png(picture.surface()).unwrap()))
}

#[test]
fn every_frame_of_the_original_is_drawn_exactly() {
    let ttf = sdl2::ttf::init().unwrap();
    let mut files: Vec<_> = fs::read_dir(golden("frames")).unwrap().map(|e| e.unwrap().path()).collect();
    files.sort();
    assert_eq!(files.len(), 23);
    for file in files {
        let name = file.file_stem().unwrap().to_str().unwrap();
        let (trace, step) = name.rsplit_once("-step").unwrap();
        let tracer = replay(trace, step.parse().unwrap());
        let frame = tracer.frame();
        let mut picture = new_picture(frame.columns(), frame.rows()).unwrap();
        let creator = picture.texture_creator();
        let mut glyphs = GlyphCache::new(&ttf, &creator, FONT).unwrap();
        glyphs.draw(frame, &mut picture).unwrap();
        let ours = pixels(&picture);
        let original = decode(BufReader::new(File::open(&file).unwrap()));
        assert_eq!((ours.0, ours.1), (original.0, original.1), "{name}: size");
        let different = ours.2.chunks(3).zip(original.2.chunks(3)).filter(|(a, b)| a != b).count();
        let first = ours.2.chunks(3).zip(original.2.chunks(3)).position(|(a, b)| a != b);
        assert_eq!(
            different,
            0,
            "{name}: first at {:?} {:?} {:?}",
            first.map(|i| (i as u32 % ours.0, i as u32 / ours.0)),
            first.map(|i| &ours.2[3 * i..3 * i + 3]),
            first.map(|i| &original.2[3 * i..3 * i + 3])
        );
    }
}
