//! How letters are drawn: those of the series' texts, and those of the panel.

/// How close together the letters of the series' texts are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LetterWidth {
    /// Narrow, but wide if a part was asked for.
    #[default]
    Automatic,
    /// A tile for each letter, as in the series.
    Wide,
    /// As wide as the font has them.
    Narrow,
}

impl LetterWidth {
    /// All values, in the order of the settings.
    pub(crate) const ALL: [LetterWidth; 3] = [LetterWidth::Automatic, LetterWidth::Wide, LetterWidth::Narrow];
    /// Their names in the file of settings, and on the page.
    pub(crate) const NAMES: &[(&str, &str)] = &[("fit", "automatic"), ("wide", "wide"), ("narrow", "narrow")];

    /// Returns true if letters are narrow.
    pub(crate) fn is_narrow(self, free_play: bool) -> bool {
        match self {
            LetterWidth::Automatic => free_play,
            LetterWidth::Wide => false,
            LetterWidth::Narrow => true,
        }
    }
}

/// Returns how many columns of tiles are as wide as some narrow letters. In a monospaced font a letter has
/// about 3/5 of its height.
pub(crate) const fn narrow_columns(letters: i32) -> i32 {
    (letters * 3 + 4) / 5
}

/// Size of the letters in the panel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TextSize {
    /// Two thirds of a tile.
    Small,
    /// Three quarters of a tile.
    #[default]
    Medium,
    /// Nine tenths of a tile.
    Large,
}

impl TextSize {
    /// All sizes, in the order of the settings page.
    pub const ALL: [TextSize; 3] = [TextSize::Small, TextSize::Medium, TextSize::Large];
    /// Their names in the file of settings, and on the page.
    pub(crate) const NAMES: &[(&str, &str)] = &[("small", "small"), ("medium", "medium"), ("large", "large")];

    /// Returns the size in percent of a tile.
    pub(crate) const fn percent(self) -> i32 {
        [65, 75, 90][self as usize]
    }
}
