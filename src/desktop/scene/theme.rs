//! The colours of the scene in each palette.
//!
//! Floor in view and floor remembered differ in luminance, at least 2:1 near the hero and 1.3:1 at the edge
//! of the light, so that colour-blind players can distinguish them. [`readable`] guarantees the contrast of
//! text.

use crate::color::Color;
use crate::desktop::settings::palette::Palette;

/// Two ends of the light: beside the hero, and as far as the hero sees.
pub type Fading = [Color; 2];

/// The colours of a palette.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Theme {
    pub background: Color,
    pub floor: Fading,
    pub dot: Fading,
    pub floor_remembered: Color,
    pub dot_remembered: Color,
    pub wall: Fading,
    pub face: Fading,
    pub wall_remembered: Color,
    pub face_remembered: Color,
    pub hero: Color,
    pub amulet: Color,
    pub glow: Color,
    pub stairs: Color,
    pub health: Color,
    pub hurt: Color,
    pub low: Color,
    pub title: Color,
    pub text: Color,
    pub label: Color,
    /// Background of boxes.
    pub card: Color,
    pub key: Color,
    pub line: Color,
    /// Background of the selected row.
    pub chosen: Color,
    pub gear: Color,
}

const STANDARD: Theme = Theme {
    background: Color(11, 11, 16),
    floor: [Color(104, 82, 48), Color(54, 46, 38)],
    dot: [Color(186, 156, 108), Color(120, 106, 88)],
    floor_remembered: Color(17, 19, 29),
    dot_remembered: Color(40, 44, 62),
    wall: [Color(164, 138, 100), Color(100, 89, 78)],
    face: [Color(112, 90, 60), Color(76, 66, 58)],
    wall_remembered: Color(52, 57, 80),
    face_remembered: Color(33, 37, 54),
    hero: Color(255, 238, 190),
    amulet: Color(255, 214, 96),
    glow: Color(240, 168, 40),
    stairs: Color(170, 188, 255),
    health: Color(96, 170, 92),
    hurt: Color(226, 190, 84),
    low: Color(214, 72, 64),
    title: Color(244, 222, 160),
    text: Color(214, 208, 196),
    label: Color(134, 130, 146),
    card: Color(20, 18, 24),
    key: Color(42, 40, 52),
    line: Color(46, 44, 58),
    chosen: Color(54, 44, 30),
    gear: Color(138, 178, 132),
};

impl Theme {
    /// Returns the colours of a palette.
    pub const fn of(palette: Palette) -> Theme {
        match palette {
            Palette::Automatic => STANDARD,
            // The series' own violet, brown and yellow.
            Palette::Original => Theme {
                background: Color(12, 12, 16),
                floor: [Color(100, 92, 80), Color(60, 55, 49)],
                dot: [Color(178, 166, 146), Color(120, 111, 98)],
                floor_remembered: Color(22, 20, 20),
                dot_remembered: Color(58, 54, 50),
                wall: [Color(150, 140, 175), Color(112, 104, 132)],
                face: [Color(96, 88, 114), Color(74, 68, 88)],
                wall_remembered: Color(58, 54, 72),
                face_remembered: Color(40, 37, 50),
                hero: Color(255, 230, 150),
                stairs: Color(235, 215, 90),
                ..STANDARD
            },
            // These differ in brightness and along the axis from blue to yellow.
            Palette::ColorBlind => Theme {
                health: Color(86, 180, 233),
                hurt: Color(240, 228, 66),
                low: Color(222, 104, 10),
                gear: Color(120, 180, 220),
                ..STANDARD
            },
            Palette::HighContrast => Theme {
                background: Color(0, 0, 0),
                floor: [Color(126, 102, 62), Color(86, 76, 60)],
                dot: [Color(240, 214, 166), Color(190, 174, 148)],
                floor_remembered: Color(12, 14, 30),
                dot_remembered: Color(92, 100, 140),
                wall: [Color(255, 226, 172), Color(214, 196, 168)],
                face: [Color(166, 138, 96), Color(132, 118, 98)],
                wall_remembered: Color(126, 136, 190),
                face_remembered: Color(74, 82, 122),
                hero: Color(255, 255, 255),
                amulet: Color(255, 226, 90),
                stairs: Color(200, 214, 255),
                health: Color(110, 220, 110),
                hurt: Color(255, 220, 90),
                low: Color(255, 96, 84),
                title: Color(255, 238, 180),
                text: Color(255, 255, 255),
                label: Color(196, 196, 210),
                card: Color(8, 8, 12),
                key: Color(50, 50, 66),
                line: Color(120, 120, 140),
                chosen: Color(70, 54, 20),
                gear: Color(170, 230, 160),
                ..STANDARD
            },
        }
    }
}

impl Theme {
    /// Returns the theme of what is less important than the rest of the window.
    pub fn dimmed(self) -> Theme {
        let dim = |color: Color| mix(color, self.background, 0.4);
        Theme {
            title: dim(self.title),
            text: dim(self.text),
            health: dim(self.health),
            hurt: dim(self.hurt),
            low: dim(self.low),
            amulet: dim(self.amulet),
            gear: dim(self.gear),
            ..self
        }
    }
}

/// Returns a colour between two: the first at 0, the second at 1.
pub fn mix(a: Color, b: Color, part: f32) -> Color {
    let part = part.clamp(0.0, 1.0);
    let channel = |a: u8, b: u8| (f32::from(a) + (f32::from(b) - f32::from(a)) * part).round() as u8;
    Color(channel(a.0, b.0), channel(a.1, b.1), channel(a.2, b.2))
}

/// Returns the relative luminance of a colour (WCAG 2), 0 to 1.
fn luminance(Color(r, g, b): Color) -> f32 {
    let linear = |channel: u8| match f32::from(channel) / 255.0 {
        low if low <= 0.040_45 => low / 12.92,
        high => ((high + 0.055) / 1.055).powf(2.4),
    };
    0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
}

/// Returns the contrast of two colours (WCAG 2), 1 to 21.
pub fn contrast(a: Color, b: Color) -> f32 {
    let [a, b] = [a, b].map(luminance);
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// Lightens a colour until it has this contrast to the dark colour it is drawn on.
pub fn readable(color: Color, behind: Color, ratio: f32) -> Color {
    let lighter = (0..20).map(|step| mix(color, Color(255, 255, 255), step as f32 / 20.0));
    lighter.into_iter().find(|it| contrast(*it, behind) >= ratio).unwrap_or(Color(255, 255, 255))
}
