//! Moments of free play, and what each looks like in windows of many shapes. `PICTURES=folder cargo test
//! --test pictures gallery` writes all of them into a folder. The measures of this test program use the same
//! moments.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use roguelike::color::Color;
use roguelike::desktop::kept::GamesFolder;
use roguelike::desktop::scene::area::Area;
use roguelike::desktop::scene::renderer::Renderer;
use roguelike::desktop::scene::{Scene, Shape};
use roguelike::desktop::settings::Settings;
use roguelike::desktop::{Input, Session, Start};
use roguelike::game::{GameState, Setup};
use roguelike::glyph_cache::FONT;
use roguelike::key::Key;
use roguelike::part::Part;
use roguelike::picture::{new_picture, pixels};
use sdl2::pixels::PixelFormatEnum;
use sdl2::surface::Surface;

use super::golden::recording;
use super::scratch::scratch;
use super::surface::engine;

/// The windows in which people look at the pictures: usual screens, and a tall one.
pub const SIZES: [(i32, i32); 6] =
    [(1280, 720), (1366, 768), (1920, 1080), (2560, 1440), (700, 1000), (900, 520)];

/// A moment of a game: its recording, and then inputs.
pub struct Moment {
    pub name: &'static str,
    game: Option<Played>,
    inputs: &'static [Key],
}

/// A recording, the number of its keys that are pressed, and whether the hero then walks to and fro among
/// monsters until the end.
#[derive(Clone, Copy)]
struct Played(&'static str, usize, bool);

const fn moment(name: &'static str, game: Option<Played>, inputs: &'static [Key]) -> Moment {
    Moment { name, game, inputs }
}

const FIGHT: Option<Played> = Some(Played("part17-libstdc++-seed3-win", 625, false));
const HOARD: Option<Played> = Some(Played("part17-libstdc++-seed701-hoard", 480, false));
const DEATH: Option<Played> = Some(Played("part17-libstdc++-seed701-hoard", 478, true));
const VICTIM: Option<Played> = Some(Played("part17-libstdc++-seed300-victim", usize::MAX, false));
const WIN: Option<Played> = Some(Played("part17-libstdc++-seed1-win", usize::MAX, false));
const BEGUN: Option<Played> = Some(Played("part17-libstdc++-seed42", 300, false));

/// All moments.
#[rustfmt::skip]
pub const MOMENTS: [Moment; 20] = [
    moment("title", None, &[]),
    moment("today", None, &[Key::T]),
    moment("play", FIGHT, &[]),
    moment("rich", HOARD, &[]),
    moment("examine", FIGHT, &[Key::E]),
    moment("inventory", HOARD, &[Key::I, Key::DOWN, Key::DOWN]),
    moment("death", DEATH, &[]),
    moment("victory", WIN, &[]),
    moment("copied", DEATH, &[Key::C]),
    moment("games", None, &[Key::R]),
    moment("shared", None, &[Key::R, Key::C]),
    moment("give-up", None, &[Key::R, Key::G]),
    moment("settings", FIGHT, &[Key::F2]),
    moment("keys", FIGHT, &[Key::F1]),
    moment("messages", FIGHT, &[Key::M]),
    moment("character", HOARD, &[Key::P]),
    moment("story", DEATH, &[Key::P]),
    moment("pause", FIGHT, &[Key::ESCAPE]),
    moment("seed", None, &[Key::N]),
    moment("quit", None, &[Key::ESCAPE]),
];

impl Moment {
    /// Returns a session at this moment.
    pub fn session(&self) -> Session {
        // Tests run side by side, and each keeps its own games.
        static SESSIONS: AtomicUsize = AtomicUsize::new(0);
        let number = SESSIONS.fetch_add(1, Ordering::Relaxed);
        let folder = scratch(&format!("moments/{}-{number}", self.name));
        if self.game.is_none() {
            keep_games(&folder);
        }
        let mut session = begin(&folder, self.game);
        self.inputs.iter().for_each(|key| give(&mut session, *key));
        session
    }
}

/// Returns a session that plays a recording from its start, or shows the title screen. Nothing moves.
fn begin(folder: &Path, game: Option<Played>) -> Session {
    let recorded = game.map(|played| recording(played.0));
    let setup = recorded.as_ref().map_or_else(|| Setup::new(Part::LAST, 4), |it| it.header.setup());
    let runs = Some(GamesFolder::new(folder.join("runs")));
    let start = Start::new(setup, Some(folder.join("game.save")));
    let mut session = Start { games: runs, free_play: true, ..start }.session().unwrap();
    session.change_settings(|settings| {
        *settings = Settings { effects: false, hints: false, ..Settings::default() }
    });
    let Played(_, count, dies) = game.unwrap_or(Played("", 0, false));
    let recorded: Vec<Key> = recorded.iter().flat_map(|it| it.keys()).take(count).collect();
    let dying = [Key::LEFT, Key::RIGHT].into_iter().cycle().take(if dies { 500 } else { 0 });
    for key in recorded.into_iter().chain(dying) {
        session.press(key);
        if matches!(session.game().state(), GameState::Dead | GameState::Won) {
            break;
        }
    }
    session.change_settings(|settings| settings.hints = true);
    // A text that a recorded key brought goes with the next key.
    [Key::M, Key::M].into_iter().for_each(|key| give(&mut session, key));
    session
}

fn give(session: &mut Session, key: Key) {
    session.handle(Input::key(key));
    while session.is_busy() {
        session.due_key();
    }
}

/// Fills a folder with games of every fate.
fn keep_games(folder: &Path) {
    for game in [WIN, VICTIM, HOARD, FIGHT, BEGUN] {
        begin(folder, game).keep_run();
    }
    fs::write(folder.join("runs/20261123-142500-part17-mage.trace"), "damaged").unwrap();
}

/// Returns the game's font with glyphs this many times as large: the font's own scale, units per em, is
/// divided.
pub fn scaled_font(times: u16, by: u16) -> Vec<u8> {
    let mut font = FONT.to_vec();
    let number = |at: usize| u32::from_be_bytes(FONT[at..at + 4].try_into().unwrap()) as usize;
    let tables = usize::from(u16::from_be_bytes([FONT[4], FONT[5]]));
    let entry = (0..tables).map(|table| 12 + 16 * table).find(|&at| &FONT[at..at + 4] == b"head").unwrap();
    let units = number(entry + 8) + 18;
    let scale = u16::from_be_bytes([FONT[units], FONT[units + 1]]) * by / times;
    font[units..units + 2].copy_from_slice(&scale.to_be_bytes());
    font
}

/// A drawn scene.
pub struct Drawn {
    width: usize,
    height: usize,
    pixels: Vec<u8>,
}

impl Drawn {
    pub fn pixel(&self, x: i32, y: i32) -> Color {
        let at = (y as usize * self.width + x as usize) * 3;
        Color(self.pixels[at], self.pixels[at + 1], self.pixels[at + 2])
    }
}

impl Drawn {
    /// Returns the smallest area in which it differs from another picture of its size.
    pub fn changes(&self, other: &Drawn) -> Area {
        let pairs = self.pixels.chunks(3).zip(other.pixels.chunks(3)).enumerate();
        let changed = pairs.filter(|(_, (now, before))| now != before).map(|(index, _)| index);
        let places = changed.map(|index| ((index % self.width) as i32, (index / self.width) as i32));
        places.fold(Area::default(), |area, (x, y)| area.union(Area::new(x, y, 1, 1)))
    }

    /// Returns the bytes of an area with alpha. Pixels that are the same in another picture are transparent.
    pub fn differing(&self, area: Area, other: Option<&Drawn>) -> Vec<u8> {
        let now = self.bytes(area);
        let before = other.map(|other| other.bytes(area));
        let before = |index: usize| before.as_ref().map(|bytes| &bytes[3 * index..3 * index + 3]);
        let pixels = now.chunks(3).enumerate().map(|(index, pixel)| match before(index) {
            Some(before) if before == pixel => [0; 4],
            _ => [pixel[0], pixel[1], pixel[2], 255],
        });
        pixels.collect::<Vec<_>>().into_flattened()
    }

    fn save(&self, path: &Path) {
        let (w, h) = (self.width as u32, self.height as u32);
        let mut encoder = png::Encoder::new(File::create(path).unwrap(), w, h);
        encoder.set_color(png::ColorType::Rgb);
        encoder.write_header().unwrap().write_image_data(&self.pixels).unwrap();
    }

    /// Returns the bytes of an area, as red, green and blue.
    pub fn bytes(&self, area: Area) -> Vec<u8> {
        let row = |y: i32| (y as usize * self.width + area.x as usize) * 3;
        let rows = (area.y..area.bottom()).map(|y| &self.pixels[row(y)..][..area.w as usize * 3]);
        rows.collect::<Vec<_>>().concat()
    }
}

/// Lets `work` draw scenes as a window does, with the fonts of the program or another one.
pub fn with_renderer(font: Option<&[u8]>, work: impl FnOnce(&mut dyn FnMut(&Scene) -> Drawn)) {
    let engine = engine();
    let picture = new_picture(16).unwrap();
    let creator = picture.texture_creator();
    let mut renderer = Renderer::new((picture, &creator), &engine.ttf, font).unwrap();
    work(&mut |scene| {
        let (w, h) = (scene.look.size.0.unsigned_abs(), scene.look.size.1.unsigned_abs());
        let mut surface = Surface::new(w, h, PixelFormatEnum::RGB888).unwrap();
        renderer.forget();
        renderer.show(scene, &mut surface).unwrap();
        Drawn { width: w as usize, height: h as usize, pixels: pixels(&surface) }
    });
}

/// Writes the pictures. Without a folder for them it draws some of them.
#[test]
fn the_gallery_is_drawn_in_every_window() {
    let folder = std::env::var_os("PICTURES");
    let only = std::env::var("ONLY").unwrap_or_default();
    let sizes = if folder.is_some() { &SIZES[..] } else { &SIZES[..1] };
    with_renderer(None, |draw| {
        for moment in MOMENTS.iter().filter(|moment| moment.name.starts_with(&only)) {
            let mut session = moment.session();
            for &(w, h) in sizes {
                session.set_window((w, h));
                let drawn = draw(&session.scene());
                let colors = drawn.pixels.chunks(3).collect::<BTreeSet<_>>().len();
                assert!(colors > 20, "{}: an empty picture", moment.name);
                if let Some(folder) = &folder {
                    fs::create_dir_all(folder).unwrap();
                    drawn.save(&Path::new(folder).join(format!("{}-{w}x{h}.png", moment.name)));
                }
            }
        }
    });
}

#[test]
fn the_title_names_what_return_does() {
    let mut session = MOMENTS[0].session();
    for meaning in ["continue", "begin", "open", "open"] {
        let text = session.text();
        assert!(text.contains(&format!("RETURN  {meaning}")), "{text}");
        give(&mut session, Key::DOWN);
    }
}

/// Fault 18 of the players: two groups without a heading, no amulets, and no mark of the best game.
#[test]
fn the_list_of_games_has_headings_and_a_best_game() {
    let moment = MOMENTS.iter().find(|moment| moment.name == "games").unwrap();
    let mut session = moment.session();
    session.set_window((1366, 768));
    let (page, scene) = (session.text(), session.scene());
    let row = |words: &str| page.lines().position(|line| line.contains(words)).expect(words);
    assert!(row("Unfinished") < row(" health") && row(" health") < row("Finished"), "{page}");
    assert!(row("Finished") < row("won") && row("won") < row("Other files"), "{page}");
    assert!(row("amulets") == row("Unfinished") && page.contains("won  5  804  3"), "{page}");
    session.set_window((700, 1000));
    assert!(session.text().contains("won  5  804  3"), "{}", session.text());
    // What was won is golden, and three diamonds are its amulets.
    let won = scene.shapes.iter().find_map(|shape| match shape {
        Shape::Text { text, y, color, .. } if text == "won" && *color == scene.look.theme.amulet => Some(*y),
        _ => None,
    });
    let golden = scene.shapes.iter().filter_map(|shape| match shape {
        Shape::Fill { area, color, .. } if *color == scene.look.theme.amulet => Some((area.centre(), area.y)),
        _ => None,
    });
    let unit = scene.look.unit;
    let of_row = golden.filter(|(_, y)| (y - won.unwrap()).abs() < unit).map(|(x, _)| x);
    assert_eq!(of_row.collect::<BTreeSet<_>>().len(), 3);
}
