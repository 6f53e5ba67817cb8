//! Colours of the window. Pictures and frames keep the original's.

use crate::color::Color;
use crate::item::{ARMOURS, Item, PotionType, ScrollType, WEAPONS};
use crate::monster::KINDS;
use crate::screen::BG;

/// The colours of bars: with more than half of the hit points, with less, and where they are low. Nothing
/// else has these colours, so a palette can replace them.
pub const BARS: [Color; 3] = [Color(112, 201, 122), Color(236, 216, 92), Color(222, 92, 88)];

/// The pointer, and what it points at.
pub(crate) const CHOSEN: Color = Color(255, 230, 150);

/// A palette of the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Palette {
    /// The original's, with remembered walls and old messages that are easy to see; with a part or a replay
    /// exactly the original's.
    #[default]
    Automatic,
    /// The original's colours.
    Original,
    /// Colours that differ also for eyes that lack one kind of cones.
    ColorBlind,
    /// Bright colours on black.
    HighContrast,
}

impl Palette {
    /// All palettes, in the order of the settings page.
    pub const ALL: [Palette; 4] =
        [Palette::Automatic, Palette::Original, Palette::ColorBlind, Palette::HighContrast];
    /// Their names in the file of settings, and on the page.
    pub(crate) const NAMES: &[(&str, &str)] = &[
        ("automatic", "automatic"),
        ("original", "original"),
        ("colour-blind", "colour-blind"),
        ("high-contrast", "high contrast"),
    ];

    /// Returns the colour that the window shows in place of one of the original's.
    pub fn apply(self, color: Color) -> Color {
        match self {
            Palette::Automatic => readable(color),
            Palette::Original => color,
            Palette::ColorBlind => readable(replaced(color)),
            Palette::HighContrast => readable(readable(color)),
        }
    }

    /// Returns the palette that a window has.
    pub(crate) fn of_window(self, free_play: bool) -> Palette {
        if self == Palette::Automatic && !free_play { Palette::Original } else { self }
    }
}

/// Raises dark colours until what is remembered has a contrast of 3:1 to the background, and what the
/// original shows of less importance one of 4.5:1. Other colours and the background stay.
fn readable(color: Color) -> Color {
    let Color(r, g, b) = color;
    let percent = match r.max(g).max(b) {
        _ if color == BG => 100,
        0..100 => 170,
        100..=132 => 115,
        _ => 100,
    };
    let [r, g, b] = [r, g, b].map(|channel| (u16::from(channel) * percent / 100) as u8);
    Color(r, g, b)
}

/// Returns the colour that the colour-blind palette has in place of this one. The new colours differ in
/// brightness and along the axis from blue to yellow, which most colour-blind eyes see.
fn replaced(color: Color) -> Color {
    let replaced = [
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
        // Bars: many hit points, few, very few.
        (BARS[0], Color(86, 180, 233)),
        (BARS[1], Color(240, 228, 66)),
        (BARS[2], Color(213, 94, 0)),
    ];
    replaced
        .into_iter()
        .find(|(original, _)| *original == color)
        .map_or(color, |(_, replacement)| replacement)
}
