//! Measures of what is drawn: nothing is cut, nothing overlaps, text can be read, and light is brighter than
//! memory.

use roguelike::color::Color;
use roguelike::desktop::scene::area::Area;
use roguelike::desktop::scene::theme::contrast;
use roguelike::desktop::scene::{Scene, Shape, Style};
use roguelike::desktop::settings::ZOOMS;
use roguelike::desktop::settings::palette::Palette;
use roguelike::desktop::settings::text::TextSize;
use roguelike::desktop::{Input, Session};
use roguelike::fov::RADIUS;
use roguelike::game::Game;
use roguelike::item::{FloorItem, Item, PotionType, WEAPONS};
use roguelike::key::Key;
use roguelike::level::Level;
use roguelike::map::{Map, Pos};

use super::drawn;
use super::gallery::{self, Drawn, MOMENTS, scaled_font, with_renderer};

/// From the smallest window to the largest: usual screens, narrow, flat and tall ones.
const SIZES: [(i32, i32); 16] = [
    (640, 410),
    (700, 1000),
    (700, 500),
    (800, 600),
    (900, 520),
    (1024, 600),
    (1280, 720),
    (1280, 823),
    (1366, 768),
    (1880, 420),
    (1080, 1920),
    (1600, 823),
    (1920, 1080),
    (2560, 1440),
    (3440, 1440),
    (3840, 2160),
];

/// Returns all texts of a scene: the number of the shape, its letters, and the pixels that they may cover, with
/// the parts below the line.
fn texts(scene: &Scene) -> Vec<(usize, &str, Area)> {
    let behind = scene.shapes.len() - scene.front().len();
    let texts = scene.shapes.iter().enumerate().skip(behind).filter_map(|(number, shape)| match shape {
        Shape::Text { x, y, text, size, advance, .. } => {
            let area = Area::new(*x, y - size * 37 / 100, text.chars().count() as i32 * advance, *size);
            Some((number, text.as_str(), area))
        }
        _ => None,
    });
    texts.collect()
}

/// Returns the opaque fills, with the number of each shape.
fn fills(scene: &Scene) -> Vec<(usize, Area)> {
    let fills = scene.shapes.iter().enumerate().filter_map(|(number, shape)| match shape {
        Shape::Fill { area, alpha: 255, .. } => Some((number, *area)),
        _ => None,
    });
    fills.collect()
}

/// Returns the texts that no box hides.
fn seen_texts(scene: &Scene) -> Vec<(usize, &str, Area)> {
    let fills = fills(scene);
    let is_seen = |&(number, _, area): &(usize, &str, Area)| {
        !fills.iter().any(|&(above, fill)| above > number && fill.intersection(area) == area)
    };
    texts(scene).into_iter().filter(is_seen).collect()
}

/// Returns everything that is wrong with where texts are.
fn misplaced(scene: &Scene) -> Vec<String> {
    let (seen, fills) = (seen_texts(scene), fills(scene));
    let mut faults = Vec::new();
    for (index, &(number, text, area)) in seen.iter().enumerate() {
        if area.intersection(scene.look.window()) != area {
            faults.push(format!("'{text}' leaves the window: {area:?}"));
        }
        // A box that a text begins in has the whole text.
        let around = fills.iter().rev().find(|(below, fill)| {
            *below < number && fill.contains((area.x, area.middle())) && fill.h > area.h / 2
        });
        if let Some((_, fill)) = around.filter(|(_, fill)| area.right() > fill.right()) {
            faults.push(format!("'{text}' leaves its box: {area:?}, {fill:?}"));
        }
        let cut = fills.iter().find(|(above, fill)| *above > number && !fill.intersection(area).is_empty());
        if let Some((_, fill)) = cut {
            faults.push(format!("'{text}' is cut by {fill:?}"));
        }
        for &(_, other, its) in &seen[..index] {
            if !area.intersection(its).is_empty() {
                faults.push(format!("'{text}' lies on '{other}': {area:?}, {its:?}"));
            }
        }
    }
    faults
}

#[test]
fn no_text_is_cut_or_lies_on_another_in_any_window() {
    let mut faults = Vec::new();
    for moment in &MOMENTS {
        let mut session = moment.session();
        for text in TextSize::ALL {
            session.change_settings(|settings| settings.text = text);
            for size in SIZES {
                session.set_window(size);
                let scene = session.scene();
                let cut = cut_behind(&scene).into_iter().map(|cut| format!("'{cut}' is cut by the card"));
                let found = misplaced(&scene).into_iter().chain(cut);
                let place = format!("{} at {size:?}, {text:?}", moment.name);
                faults.extend(found.map(|fault| format!("{place}: {fault}")));
            }
        }
    }
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

/// Returns the texts and glyphs behind the card of a scene that the card covers in part.
fn cut_behind(scene: &Scene) -> Vec<String> {
    let (behind, front) = scene.shapes.split_at(scene.shapes.len() - scene.front().len());
    let card = front.iter().skip(1).find_map(|shape| match shape {
        Shape::Fill { area, alpha: 255, .. } => Some(*area),
        _ => None,
    });
    let Some(card) = card else { return Vec::new() };
    let is_cut = |area: Area| {
        let covered = area.intersection(card);
        !covered.is_empty() && covered != area
    };
    let cut = behind.iter().flat_map(|shape| match shape {
        Shape::Text { text, .. } if is_cut(shape.area()) => vec![text.clone()],
        Shape::Tiles(tiles) => {
            let looks = Map::positions().zip(&tiles.looks);
            let glyphs = looks.filter_map(|(pos, look)| Some((pos, look.as_ref()?.glyph?.0)));
            let cut = glyphs.filter(|(pos, _)| is_cut(tiles.grid.place(*pos)));
            cut.map(|(pos, glyph)| format!("{} at {pos:?}", char::from(glyph))).collect()
        }
        _ => Vec::new(),
    });
    cut.collect()
}

/// In a small window a game has fewer messages on its screen, and letters as large as those of its headings.
#[test]
fn the_letters_about_a_game_are_no_smaller_than_labels() {
    for moment in MOMENTS.iter().filter(|moment| ["character", "story"].contains(&moment.name)) {
        let mut session = moment.session();
        session.set_window((900, 520));
        let scene = session.scene();
        let sizes = scene.front().iter().filter_map(|shape| match shape {
            Shape::Text { size, .. } => Some(*size),
            _ => None,
        });
        assert_eq!(sizes.min(), Some(scene.look.font(Style::Label).0), "{}", moment.name);
    }
}

/// What has no room in the panel is counted below the rows that have.
#[test]
fn the_panel_counts_what_it_does_not_show() {
    let mut session = MOMENTS.iter().find(|moment| moment.name == "rich").unwrap().session();
    let mut rows = |text: TextSize, size: (i32, i32)| {
        session.change_settings(|settings| settings.text = text);
        session.set_window(size);
        let scene = session.scene();
        let sign = scene.look.font(Style::Strong);
        let of_style = scene.shapes.iter().filter_map(|shape| match shape {
            Shape::Text { text, size, weight, .. } => Some((text.as_str(), (*size, *weight) == sign)),
            _ => None,
        });
        let texts: Vec<(&str, bool)> = of_style.collect();
        let is_sign = |text: &str| text.len() == 1 && text.parse::<u8>().is_err();
        let shown = texts.iter().filter(|(text, is_strong)| *is_strong && is_sign(text)).count();
        let more = texts.iter().filter_map(|(text, _)| text.strip_prefix("and ")?.split_once(" more"));
        let left_out: usize = more.map(|(number, _)| number.parse::<usize>().unwrap()).sum();
        let has = |heading: &str| texts.iter().any(|(text, _)| *text == heading);
        (has("IN VIEW"), has("INVENTORY"), shown, left_out)
    };
    let (_, _, all, left_out) = rows(TextSize::default(), (3840, 2160));
    assert_eq!(left_out, 0);
    let kinds = rows(TextSize::default(), (1366, 768));
    assert_eq!(kinds, (true, true, all, 0), "a usual window has room for all");
    let mut counted = 0;
    for (text, size) in TextSize::ALL.into_iter().flat_map(|text| SIZES.map(|size| (text, size))) {
        let (view, inventory, shown, left_out) = rows(text, size);
        if view && inventory {
            assert_eq!(shown + left_out, all, "{size:?}, {text:?}");
            counted += usize::from(left_out > 0);
        }
    }
    assert!(counted > 0, "some window has no room for all");
}

/// Each monster in view has its row: items, the inventory, old messages and at last the keys make room for
/// it.
#[test]
fn the_panel_leaves_out_no_monster() {
    let things = (1..).zip(WEAPONS).map(|(x, item)| FloorItem { item, pos: Pos::new(x, 3) });
    for (monsters, size) in (1..=10).flat_map(|count| gallery::SIZES.map(|size| (count, size))) {
        let change = |level: &mut Level| {
            // Monsters with other hit points have their own rows.
            (1..).zip(&mut level.monsters).for_each(|(hp, monster)| monster.entity.hp = hp);
            level.items.extend(things.clone());
        };
        let game = drawn::game_with(17, &["@....", &"r".repeat(monsters), "....."], |_| {}, change);
        let mut session = Session::new(game, None, None);
        session.set_free_play(true);
        session.set_window(size);
        // A description has the place of messages, and in a small window often that of the panel.
        let cursor = Some((Some(Key::E), 5)).filter(|_| size.1 > 520);
        for (key, least) in [(None, 7)].into_iter().chain(cursor) {
            key.into_iter().for_each(|key| session.handle(Input::key(key)));
            let scene = session.scene();
            let count = |words: &str| texts(&scene).iter().filter(|(_, text, _)| *text == words).count();
            let (shown, place) = (count("rat"), format!("{monsters} at {size:?}, {key:?}"));
            assert_eq!(misplaced(&scene), [""; 0], "{place}");
            let is_full = shown >= least && count("character") == 0;
            assert!(shown == monsters || is_full, "{place}: {shown}");
        }
    }
}

/// The letters of any font stay in the space that a scene has for them.
#[test]
fn letters_of_larger_fonts_fit() {
    for font in [None, Some(scaled_font(5, 4)), Some(scaled_font(2, 1))] {
        let moment = MOMENTS.iter().find(|moment| moment.name == "character").unwrap();
        let mut session = moment.session();
        session.set_window((1366, 768));
        with_renderer(font.as_deref(), |draw| {
            let mut scene = session.scene();
            let full = draw(&scene);
            let spaces: Vec<Area> = texts(&scene).into_iter().map(|(.., area)| area).collect();
            let mut front = scene.shapes.split_off(scene.shapes.len() - scene.front().len());
            front.retain(|shape| !matches!(shape, Shape::Text { .. }));
            scene.shapes.extend(front);
            let bare = draw(&scene);
            let (mut inked, mut outside) = (0, Vec::new());
            for (x, y) in
                pixels(scene.look.window()).filter(|(x, y)| full.pixel(*x, *y) != bare.pixel(*x, *y))
            {
                inked += 1;
                // A bracket may reach a little further: a fourteenth of the height.
                let is_inside = |space: &Area| space.inset(-1 - space.h / 14).contains((x, y));
                outside.extend((!spaces.iter().any(is_inside)).then_some((x, y)));
            }
            let first = outside.first();
            assert!(inked > 5_000 && first.is_none(), "{inked} pixels, {} outside: {first:?}", outside.len());
        });
    }
}

/// Returns the pixels of an area, row by row.
fn pixels(area: Area) -> impl Iterator<Item = (i32, i32)> {
    (area.y..area.bottom()).flat_map(move |y| (area.x..area.right()).map(move |x| (x, y)))
}

/// Returns the contrast of a text to what is behind it, as it is drawn: of half of its letters it is at least
/// as much. `bare` is the same picture without any text.
fn drawn_contrast(full: &Drawn, bare: &Drawn, (text, area): (&str, Area)) -> f32 {
    let width = area.w / text.chars().count() as i32;
    let letters = (0..).zip(text.chars()).filter(|(_, letter)| letter.is_alphanumeric());
    let mut strongest: Vec<f32> = letters
        .map(|(index, _)| {
            let letter = Area { x: area.x + index * width, w: width, ..area };
            let contrasts = pixels(letter).map(|(x, y)| contrast(full.pixel(x, y), bare.pixel(x, y)));
            contrasts.fold(1.0, f32::max)
        })
        .collect();
    strongest.sort_by(f32::total_cmp);
    strongest.get(strongest.len() / 2).copied().unwrap_or(21.0)
}

#[test]
fn every_text_can_be_read_in_every_palette() {
    let mut faults = Vec::new();
    let mut measure = |name: &str, scene: Scene, draw: &mut dyn FnMut(&Scene) -> Drawn| {
        let full = draw(&scene);
        let mut bare = Scene::new(scene.look);
        let (behind, front) = scene.shapes.split_at(scene.shapes.len() - scene.front().len());
        let shapes = front.iter().filter(|shape| !matches!(shape, Shape::Text { .. }));
        bare.shapes.extend(behind.iter().chain(shapes).cloned());
        let bare = draw(&bare);
        let label = scene.look.font(Style::Label).0;
        for (number, text, area) in seen_texts(&scene) {
            let is_label = matches!(scene.shapes[number], Shape::Text { size, .. } if size <= label);
            let least = if is_label { 3.0 } else { 4.5 };
            let found = drawn_contrast(&full, &bare, (text, area));
            faults.extend((found < least).then(|| format!("{name}: '{text}' has {found:.2}:1")));
        }
    };
    with_renderer(None, |draw| {
        for moment in &MOMENTS {
            let mut session = moment.session();
            for (palette, size) in
                Palette::ALL.into_iter().zip([(1366, 768), (640, 410), (1280, 720), (700, 1000)])
            {
                session.change_settings(|settings| settings.palette = palette);
                session.set_window(size);
                measure(&format!("{} at {size:?}, {palette:?}", moment.name), session.scene(), draw);
            }
        }
    });
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

/// Returns the colour of the ground of a tile that has nothing on it, away from the dot in its middle.
fn ground(scene: &Scene, drawn: &Drawn, pos: Pos) -> Option<Color> {
    let grid = scene.map_grid()?;
    let Area { x, y, .. } = grid.place(pos);
    let point = (x + grid.tile / 4, y + grid.tile / 4);
    grid.area.contains(point).then(|| drawn.pixel(point.0, point.1))
}

#[test]
fn light_is_brighter_than_memory_in_every_palette() {
    let moment = MOMENTS.iter().find(|moment| moment.name == "play").unwrap();
    let mut session = moment.session();
    session.set_window((1366, 768));
    with_renderer(None, |draw| {
        for palette in Palette::ALL {
            session.change_settings(|settings| settings.palette = palette);
            let scene = session.scene();
            let drawn = draw(&scene);
            let (map, hero, stairs) =
                (&session.game().cur().map, session.game().player().pos, session.game().cur().stairs);
            let monsters = &session.game().cur().monsters;
            let has_body = |pos: Pos| pos == hero || monsters.iter().any(|other| other.entity.pos == pos);
            let is_ground = |pos: Pos| pos != stairs && !has_body(pos);
            let is_bare = |pos: &Pos| map.is_floor(*pos) && map.tile(*pos).explored && is_ground(*pos);
            let color = |pos: Pos| ground(&scene, &drawn, pos);
            let distance = |pos: Pos| f64::from((pos.x - hero.x).pow(2) + (pos.y - hero.y).pow(2)).sqrt();
            let colors = |is: &dyn Fn(Pos) -> bool| -> Vec<Color> {
                Map::positions().filter(is_bare).filter(|pos| is(*pos)).filter_map(color).collect()
            };
            let seen = |pos: Pos| map.tile(pos).visible;
            let remembered = colors(&|pos| !seen(pos));
            let near = colors(&|pos| seen(pos) && distance(pos) < 2.0);
            let edge = colors(&|pos| seen(pos) && distance(pos) > f64::from(RADIUS) - 2.0);
            assert!(remembered.len() > 100 && near.len() > 4 && edge.len() > 4, "{palette:?}");
            for (name, lit, least) in [("near the hero", near, 2.0), ("at the edge", edge, 1.3)] {
                let pairs = lit.iter().flat_map(|lit| remembered.iter().map(|old| contrast(*lit, *old)));
                let found = pairs.fold(21.0, f32::min);
                assert!(found >= least, "{palette:?}, {name}: {found:.2}:1");
            }
        }
    });
}

/// The rules leave out walls that the light of the floor beside them reaches.
#[test]
fn a_wall_beside_floor_in_view_is_lit() {
    let moment = MOMENTS.iter().find(|moment| moment.name == "rich").unwrap();
    let mut session = moment.session();
    session.set_window((1366, 768));
    let (scene, map) = (session.scene(), &session.game().cur().map);
    let is_lit = |pos: &Pos| map.is_floor(*pos) && map.tile(*pos).visible;
    let sides = |pos: Pos| (0..9).map(move |side| pos + Pos::new(side % 3 - 1, side / 3 - 1));
    let is_left_out = |pos: &Pos| {
        let tile = map.tile(*pos);
        tile.explored && !tile.visible && !map.is_floor(*pos) && sides(*pos).filter(is_lit).count() > 1
    };
    let walls: Vec<Pos> = Map::positions().filter(is_left_out).collect();
    with_renderer(None, |draw| {
        let drawn = draw(&scene);
        let colors = walls.iter().filter_map(|pos| ground(&scene, &drawn, *pos));
        let colors: Vec<Color> = colors.collect();
        assert!(!colors.is_empty() && colors.iter().all(|Color(red, _, blue)| red > blue), "{colors:?}");
    });
}

/// A heading is in the middle to the pixel, where its letters have as much space on their left as on their
/// right: the most that a letter has on one side is a quarter.
#[test]
fn titles_are_in_the_middle_of_the_window() {
    let screens = ["title", "inventory", "games", "settings", "keys", "messages", "character", "pause"];
    with_renderer(None, |draw| {
        for moment in MOMENTS.iter().filter(|moment| screens.contains(&moment.name)) {
            let mut session = moment.session();
            for size in [(1366, 768), (700, 1000), (1280, 720), (2560, 1440)] {
                session.set_window(size);
                let mut scene = session.scene();
                let heads = [Style::Title, Style::Name].map(|style| scene.look.font(style).0);
                let is_head =
                    |shape: &Shape| matches!(shape, Shape::Text { size, .. } if heads.contains(size));
                let behind = scene.shapes.len() - scene.front().len();
                let number = behind + scene.front().iter().position(is_head).expect("a heading");
                let (_, text, area) = *texts(&scene).iter().find(|(its, ..)| *its == number).unwrap();
                let place = format!("{}, {size:?}: '{text}'", moment.name);
                assert!((area.x + area.right() - size.0).abs() <= 1, "{place} {area:?}");
                let space = area.w / text.chars().count() as i32 / 4;
                let full = draw(&scene);
                scene.shapes.remove(number);
                let bare = draw(&scene);
                let row = Area { x: 0, w: size.0, ..area };
                let inked = || pixels(row).filter(|(x, y)| full.pixel(*x, *y) != bare.pixel(*x, *y));
                let (first, last) =
                    (inked().map(|it| it.0).min().unwrap(), inked().map(|it| it.0).max().unwrap());
                assert!((first - (size.0 - 1 - last)).abs() <= space, "{place} from {first} to {last}");
            }
        }
    });
}

/// Faults that players saw: the amulet under a dagger and a potion, and a snake on a scroll.
#[test]
fn one_glyph_is_drawn_on_a_tile() {
    let pos = Pos::new(5, 1);
    let things = [WEAPONS[0], Item::Potion(PotionType::Healing)].map(|item| FloorItem { item, pos });
    with_renderer(None, |draw| {
        let mut tile = |game: Game| -> Vec<Color> {
            let mut session = Session::new(game, None, None);
            session.set_free_play(true);
            session.set_window((1366, 768));
            let scene = session.scene();
            let drawn = draw(&scene);
            pixels(scene.map_grid().unwrap().place(pos)).map(|(x, y)| drawn.pixel(x, y)).collect()
        };
        for (top, row) in [("an amulet", "@...\"..."), ("a snake", "@...S..."), ("the stairs", "@...>...")] {
            let without = tile(drawn::game(17, &[row]));
            let with = tile(drawn::game_with(17, &[row], |_| {}, |level| level.items.extend(things)));
            assert!(with == without, "{top} is all that is seen");
        }
    });
}

/// With every zoom the tile of the hero is seen whole, wherever the hero goes.
#[test]
fn the_map_follows_the_hero() {
    let recorded = super::golden::recording("part17-libstdc++-seed3-win");
    let mut session = Session::new(Game::new(recorded.header.setup()), None, None);
    session.set_free_play(true);
    for key in recorded.keys().take(600) {
        session.press(key);
        for (zoom, size) in
            ZOOMS.into_iter().zip([(1366, 768), (640, 410), (700, 1000), (1880, 420)].repeat(2))
        {
            session.change_settings(|settings| settings.zoom = zoom);
            session.set_window(size);
            let Some(grid) = session.scene().grid else { continue };
            let tile = grid.place(session.game().player().pos);
            assert_eq!(tile.intersection(grid.area), tile, "zoom {zoom} at {size:?}");
        }
    }
}
