//! The colours of the window, as eyes of several kinds see them.

use std::collections::BTreeSet;

use roguelike::color::Color;
use roguelike::desktop::scene::Shape;
use roguelike::desktop::scene::theme::Theme;
use roguelike::desktop::settings::palette::{BARS, Palette};
use roguelike::fov_lab::steps::COLORS;
use roguelike::game::{Game, Setup};
use roguelike::item::{ARMOURS, Item, PotionType, ScrollType, WEAPONS};
use roguelike::key::Key;
use roguelike::map::MAP_HEIGHT;
use roguelike::monster::KINDS;
use roguelike::part::Part;
use roguelike::screen::{self, Frame};

use crate::{drawn, on};

/// Brightness as the eye weighs it, 0 to 1 (the relative luminance of WCAG).
fn luminance(Color(r, g, b): Color) -> f64 {
    let [r, g, b] = [r, g, b].map(linear);
    0.2126 * r + 0.7152 * g + 0.0722 * b
}

fn linear(channel: u8) -> f64 {
    let value = f64::from(channel) / 255.0;
    if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
}

/// The contrast of two colours, 1 to 21 (WCAG).
fn contrast(a: Color, b: Color) -> f64 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// The colours of what is drawn with this glyph after a walk: remembered, and in view.
fn colors_of(glyph: u8) -> [Color; 2] {
    let mut game = Game::new(Setup::new(Part::LAST, 42));
    game.press(Key::NUM_1);
    (0..7).for_each(|_| _ = game.press(Key::DOWN));
    let mut frame = Frame::new(screen::rows(game.part()));
    screen::render(&game, &mut frame);
    let map = frame.cells().iter().filter(|(pos, cell)| pos.y < MAP_HEIGHT && cell.glyph == glyph);
    let colors: BTreeSet<[u8; 3]> = map.map(|(_, cell)| [cell.color.0, cell.color.1, cell.color.2]).collect();
    let colors: Vec<Color> = colors.into_iter().map(|[r, g, b]| Color(r, g, b)).collect();
    colors.try_into().expect("two colours")
}

/// In plain play what is remembered is seen, and old messages are read. So they are in the palette for
/// colour-blind eyes.
#[test]
fn memory_and_old_messages_are_seen_in_plain_play() {
    const MSG_OLD: Color = Color(110, 106, 120);
    for palette in [Palette::Automatic, Palette::ColorBlind] {
        let [memory, lit] = colors_of(b'#').map(|color| palette.apply(color));
        let on_background = |color| contrast(color, palette.apply(screen::BG));
        assert!(on_background(memory) >= 3.0 && contrast(lit, memory) >= 1.6, "{memory:?} {lit:?}");
        assert!(on_background(palette.apply(MSG_OLD)) >= 4.5);
    }
}

#[test]
fn the_original_is_left_alone() {
    for red in 0..=255 {
        let color = Color(red, 255 - red, 7);
        assert_eq!(Palette::Original.apply(color), color);
    }
}

/// How an eye without one kind of cones sees a colour: 0 without red, 1 without green, 2 without blue
/// (matrices of Machado, Oliveira and Fernandes, 2009).
fn seen_without(cone: usize, Color(r, g, b): Color) -> [f64; 3] {
    const MATRICES: [[[f64; 3]; 3]; 3] = [
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
    ];
    let rgb = [r, g, b].map(linear);
    MATRICES[cone].map(|row| row.iter().zip(rgb).map(|(weight, value)| weight * value).sum::<f64>())
}

/// The distance of two colours in CIE Lab. From about 10 on they are told apart at a glance.
fn distance(a: [f64; 3], b: [f64; 3]) -> f64 {
    let [a, b] = [a, b].map(lab);
    a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
}

fn lab([r, g, b]: [f64; 3]) -> [f64; 3] {
    let x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505;
    let y = 0.2126 * r + 0.7152 * g + 0.0722 * b;
    let z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089;
    let [x, y, z] = [x, y, z].map(|t: f64| {
        let t = t.max(0.0);
        if t > 0.008856 { t.cbrt() } else { 7.787 * t + 16.0 / 116.0 }
    });
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

/// The smallest distance of two colours among these to any of the three kinds of eyes.
fn closest(palette: Palette, colors: &[Color]) -> f64 {
    let mut closest = f64::MAX;
    for cone in 0..3 {
        for (index, &a) in colors.iter().enumerate() {
            for &b in &colors[..index] {
                let [a, b] = [a, b].map(|color| seen_without(cone, palette.apply(color)));
                closest = closest.min(distance(a, b));
            }
        }
    }
    closest
}

#[test]
fn colour_blind_eyes_tell_monsters_and_items_apart() {
    let monsters: Vec<Color> = KINDS.iter().map(|kind| kind.color).collect();
    let items = [
        Item::Potion(PotionType::Healing),
        Item::Scroll(ScrollType::Lightning),
        WEAPONS[1],
        ARMOURS[1],
        Item::Amulet,
    ];
    let items = items.map(|item| item.look().1);
    for colors in [&monsters[..], &items] {
        let original = closest(Palette::Original, colors);
        let replaced = closest(Palette::ColorBlind, colors);
        assert!(original < 6.0, "the original's are close to each other: {original}");
        assert!(replaced >= 15.0, "{replaced}");
    }
}

/// The bars of the panel: many hit points, few, very few.
#[test]
fn colour_blind_eyes_tell_full_half_and_low_bars_apart() {
    let original = closest(Palette::Original, &BARS);
    let replaced = closest(Palette::ColorBlind, &BARS);
    assert!(replaced >= 25.0 && replaced > original, "{replaced}, the original's {original}");
    let others: Vec<Color> = KINDS.iter().map(|kind| kind.color).collect();
    assert!(BARS.iter().all(|color| !others.contains(color)), "a palette could not tell them apart");
}

/// Some lie on each other, all on the background.
#[test]
fn colour_blind_eyes_tell_the_colors_of_steps_apart() {
    let colors = [&COLORS[..], &[screen::BG]].concat();
    let distance = closest(Palette::Original, &colors);
    assert!(distance >= 15.0, "{distance}");
}

/// Light and memory differ for eyes that see no hue, and texts are readable, in every palette.
#[test]
fn light_memory_and_texts_differ_enough_in_every_palette() {
    for palette in Palette::ALL {
        let theme = Theme::of(palette);
        let ratio = |color, behind| contrast(color, behind);
        assert!(ratio(theme.floor[0], theme.floor_remembered) >= 2.0, "{palette:?}: near the hero");
        assert!(
            ratio(theme.floor[1], theme.floor_remembered) >= 1.3,
            "{palette:?}: at the edge of the light"
        );
        for (text, behind) in [
            (theme.text, theme.background),
            (theme.text, theme.card),
            (theme.text, theme.chosen),
            (theme.title, theme.background),
            (theme.title, theme.chosen),
        ] {
            assert!(ratio(text, behind) >= 4.5, "{palette:?}: {text:?} on {behind:?}");
        }
        assert!(ratio(theme.label, theme.background) >= 3.0, "{palette:?}");
    }
}

/// Every text of the map of free play, as it is drawn.
#[test]
fn texts_and_glyphs_are_readable_where_they_are() {
    for palette in Palette::ALL {
        let mut session = on(drawn::game(17, &["@rkgS!?/[\">"]));
        session.set_free_play(true);
        session.change_settings(|settings| settings.palette = palette);
        let scene = session.scene();
        for shape in &scene.shapes {
            match shape {
                Shape::Text { text, color, .. } => {
                    let ratio = contrast(*color, scene.look.theme.background);
                    assert!(ratio >= 4.4, "{palette:?}: {text}: {ratio}");
                }
                Shape::Tiles(tiles) => {
                    for look in tiles.looks.iter().flatten() {
                        let ratio = look.glyph.map_or(9.0, |(_, color)| contrast(color, look.fill));
                        assert!(ratio >= 3.0, "{palette:?}: {look:?}: {ratio}");
                    }
                }
                _ => {}
            }
        }
    }
}
