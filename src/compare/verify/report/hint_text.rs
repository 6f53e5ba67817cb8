//! The text of hints and suspicions.

use std::fmt;

use crate::verify::data::{Hint, Suspicion};
use roguelike::key::Key;
use roguelike::keys::script::words;
use roguelike::part::Part;
use roguelike::support::text::visible;
use roguelike::trace::Kind;

/// Maximum length of a script of keys that is written out, in bytes.
const LONGEST_SCRIPT: usize = 300;

impl fmt::Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Hint::NotRecorded(kind, reason) => {
                write!(f, "{} is not recorded: {}", kind.word(), visible(reason))
            }
            Hint::Record(kind, part) => {
                write!(f, "to compare {} as well, {}", kind.word(), line_for(*kind, *part))
            }
            Hint::Shorter(seed, keys) => f.write_str(&shorter(*seed, keys)),
            Hint::Colors => f.write_str("record with --colors: then the colours are compared tile by tile"),
        }
    }
}

/// Returns what records lines of a kind.
fn line_for(kind: Kind, part: Part) -> String {
    let call = |call: &str| match part.has_game_class() {
        true => format!("write trace::step(*this){call} in Game::run"),
        false => format!("add {call} to trace::step()"),
    };
    match kind {
        Kind::Log if part.has_hud() => "write trace::log(line); in MessageLog::add".to_owned(),
        Kind::Log => {
            "write SDL_SetLogOutputFunction(trace::sdl_log, nullptr); after trace::begin in main".to_owned()
        }
        Kind::Sound => "write trace::sound(\"hit\"); in Sound::hit, and so on".to_owned(),
        Kind::Frame => "write trace::glyph(col, row, ch, color); first in GlyphCache::drawGlyph".to_owned(),
        Kind::Title => call(".title(SDL_GetWindowTitle(window))"),
        Kind::Screen => call(".state(\"map\"), or \"dead\" and so on"),
        Kind::Player => call(".player(player)"),
        Kind::Monster => call(".monsters(monsters)"),
        Kind::Item => call(".items(items)"),
        Kind::Pack => call(".pack(inventory)"),
        Kind::Rng => call(".rng(rng)"),
        Kind::Tiles => call(".map(map)"),
        _ => "give the member of Game one of the names in the first comment of trace.hpp".to_owned(),
    }
}

/// Returns which keys are enough.
fn shorter(seed: u32, keys: &[Key]) -> String {
    let which = match keys.len() {
        1 => "the first key is enough".to_owned(),
        count => format!("the first {count} keys are enough"),
    };
    let script = words(keys).collect::<Vec<String>>().join(" ");
    // A word that is `#` begins a comment.
    let is_quoted = script.len() <= LONGEST_SCRIPT && !script.contains(['\'', '#']);
    let quoted = if is_quoted { format!(": --seed {seed} --keys '{script}'") } else { String::new() };
    which + " to show it" + &quoted
}

/// A possible reason, which need not be the right one.
impl fmt::Display for Suspicion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Suspicion::LostSave => {
                "a save file of an earlier run was there: remove it before you record, or name it with \
                 --save-file"
            }
            Suspicion::DamagedSave => {
                "the save file is damaged or of another version, and the program does not notice: remove it"
            }
            Suspicion::UnwritableSave => {
                "the program cannot write its save file: run it in a folder in which it may write"
            }
            Suspicion::FewerSeeds => {
                "up to this step, the program has taken fewer seeds from trace::seeded_device than \
                 the series: perhaps a std::random_device is left in it, a generator is seeded by time() or \
                 not at all, or a map is not generated"
            }
            Suspicion::MoreSeeds => {
                "up to this step, the program has taken more seeds from trace::seeded_device than the \
                 series: perhaps a generator is made or seeded again in each step, or a map too many is \
                 generated"
            }
            Suspicion::Rounding => {
                "only a few tiles of the view differ: if the program is compiled with -ffast-math or for x87 \
                 arithmetic (-m32, -mfpmath=387), compile it without, because these round equal slopes \
                 differently"
            }
        })
    }
}
