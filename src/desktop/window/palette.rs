//! Colours of the window. Pictures and frames keep the original's.

use std::borrow::Cow;
use std::sync::LazyLock;

use crate::color::Color;
use crate::item::{ARMOURS, Item, PotionType, ScrollType, WEAPONS};
use crate::monster::KINDS;
use crate::screen::{BG, Frame};

/// What the window does to the original's colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Palette {
    /// The original's colours.
    #[default]
    Original,
    /// Everything is brighter on black, what is remembered most of all.
    HighContrast,
    /// Colours that differ also for eyes that lack one kind of cones.
    ColorBlind,
}

/// A row of the table of palettes.
type Row = (&'static str, &'static str, fn(Color) -> Color);

impl Palette {
    /// All palettes, in the order of the settings page.
    pub const ALL: [Palette; 3] = [Palette::Original, Palette::HighContrast, Palette::ColorBlind];
    /// The palettes in this order: the name in the file of settings, the name on the page, and what becomes
    /// of one of the original's colours.
    const TABLE: [Row; 3] = [
        ("original", "the original's", |color| color),
        ("high-contrast", "high contrast", raised),
        ("colour-blind", "for colour-blind eyes", replaced),
    ];
    /// Their names in the file of settings, and on the page.
    pub(crate) const NAMES: &[&str] = &[Palette::TABLE[0].0, Palette::TABLE[1].0, Palette::TABLE[2].0];
    pub(crate) const WORDS: &[&str] = &[Palette::TABLE[0].1, Palette::TABLE[1].1, Palette::TABLE[2].1];

    /// Returns the colour that the window shows in place of one of the original's.
    pub fn apply(self, color: Color) -> Color {
        Palette::TABLE[self as usize].2(color)
    }

    /// Returns a frame in the window's colours.
    pub(crate) fn repaint(self, frame: &Frame) -> Cow<'_, Frame> {
        if self == Palette::Original {
            return Cow::Borrowed(frame);
        }
        let mut repainted = Frame::new(frame.rows());
        for &(pos, cell) in frame.cells() {
            repainted.draw_glyph(pos, cell.glyph, self.apply(cell.color));
        }
        Cow::Owned(repainted)
    }
}

/// Raises all channels, dark ones more than bright ones: the square root on a scale from 0 to 1. The
/// background becomes black.
fn raised(color: Color) -> Color {
    let raised = |channel: u8| (255.0 * (f32::from(channel) / 255.0).sqrt()).round() as u8;
    let Color(r, g, b) = color;
    if color == BG { Color(0, 0, 0) } else { Color(raised(r), raised(g), raised(b)) }
}

/// Returns the colour that the colour-blind palette has in place of this one.
fn replaced(color: Color) -> Color {
    REPLACED.iter().find(|(original, _)| *original == color).map_or(color, |(_, replacement)| *replacement)
}

/// What the colour-blind palette replaces. The new colours differ in brightness and along the axis from blue
/// to yellow, which most colour-blind eyes see.
static REPLACED: LazyLock<[(Color, Color); 9]> = LazyLock::new(|| {
    [
        // The rat, the kobold, the goblin and the snake.
        (KINDS[0].color, Color(150, 150, 150)),
        (KINDS[1].color, Color(240, 228, 66)),
        (KINDS[2].color, Color(86, 180, 233)),
        (KINDS[3].color, Color(213, 94, 0)),
        (Item::Potion(PotionType::Healing).look().1, Color(204, 121, 167)),
        (Item::Scroll(ScrollType::Lightning).look().1, Color(86, 180, 233)),
        (WEAPONS[0].look().1, Color(225, 225, 225)),
        (ARMOURS[0].look().1, Color(213, 94, 0)),
        (Item::Amulet.look().1, Color(240, 228, 66)),
    ]
});

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desktop::drawn;
    use crate::map::{Tile, TileType};
    use crate::screen;

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

    fn tile(kind: TileType, visible: bool) -> Color {
        screen::draw_tile(Tile { kind, visible, explored: true }).unwrap().color
    }

    #[test]
    fn memory_stands_out_in_high_contrast() {
        let palette = Palette::HighContrast;
        let background = palette.apply(BG);
        for kind in [TileType::Floor, TileType::Wall] {
            let (memory, lit) = (palette.apply(tile(kind, false)), palette.apply(tile(kind, true)));
            assert!(contrast(memory, background) >= 3.0, "{memory:?}");
            assert!(contrast(lit, background) >= 7.0, "{lit:?}");
            assert!(contrast(lit, memory) >= 1.8, "what is in view still differs from memory");
        }
        assert!(contrast(tile(TileType::Floor, false), BG) < 1.5, "the original's is faint");
    }

    #[test]
    fn every_color_of_the_screens_is_readable_in_high_contrast() {
        let palette = Palette::HighContrast;
        let mut game = drawn::game(17, &["@rkgS!?/[\">."]);
        let mut frame = Frame::new(screen::rows(game.part()));
        screen::render(&game, &mut frame);
        let mut colors: Vec<Color> = frame.cells().iter().map(|(_, cell)| cell.color).collect();
        game.press(crate::key::Key::I);
        screen::render(&game, &mut frame);
        colors.extend(frame.cells().iter().map(|(_, cell)| cell.color));
        for color in colors {
            assert!(contrast(palette.apply(color), palette.apply(BG)) >= 4.5, "{color:?}");
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
            [
                [0.152286, 1.052583, -0.204868],
                [0.114503, 0.786281, 0.099216],
                [-0.003882, -0.048116, 1.051998],
            ],
            [
                [0.367322, 0.860646, -0.227968],
                [0.280085, 0.672501, 0.047413],
                [-0.011820, 0.042940, 0.968881],
            ],
            [
                [1.255528, -0.076749, -0.178779],
                [-0.078411, 0.930809, 0.147602],
                [0.004733, 0.691367, 0.303900],
            ],
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
            Item::Weapon(4),
            Item::Armour(3),
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

    #[test]
    fn every_replaced_color_is_one_of_the_game() {
        let game = drawn::game(17, &["@rkgS!?/[\">."]);
        let mut frame = Frame::new(screen::rows(game.part()));
        screen::render(&game, &mut frame);
        for (original, _) in *REPLACED {
            assert!(frame.cells().iter().any(|(_, cell)| cell.color == original), "{original:?}");
        }
    }
}
