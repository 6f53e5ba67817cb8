//! How texts are written: their size and their weight.

/// The faces of the font. The series has the first one for everything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Weight {
    Light,
    #[default]
    Medium,
    Bold,
}

impl Weight {
    /// All weights, in the order of the settings.
    pub const ALL: [Weight; 3] = [Weight::Light, Weight::Medium, Weight::Bold];
}

/// Size of all texts but the series'.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum TextSize {
    Small,
    #[default]
    Medium,
    Large,
    Huge,
}

impl TextSize {
    /// All sizes, in the order of the settings.
    pub const ALL: [TextSize; 4] = [TextSize::Small, TextSize::Medium, TextSize::Large, TextSize::Huge];
    /// Their names in the settings file, and on the screen.
    pub(crate) const NAMES: &[(&str, &str)] =
        &[("small", "small"), ("medium", "medium"), ("large", "large"), ("huge", "huge")];

    /// Returns the size in percent of what suits the window.
    pub const fn percent(self) -> i32 {
        [85, 100, 120, 145][self as usize]
    }
}
