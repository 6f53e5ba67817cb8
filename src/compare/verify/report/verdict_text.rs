//! The text of the parts of a verdict around its differences.

use std::fmt;

use crate::verify::data::{Ending, Gap, Own, Thing};

/// The complaint about a trace that has nothing to compare.
pub(super) const NOTHING: &str =
    "nothing could be compared: the steps of the trace have no lines, or none that are wanted";

impl fmt::Display for Own {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Own::Map(reason) => write!(f, "the map cannot be compared: {reason}"),
            Own::Monster { glyph, known } => {
                let known: Vec<String> = known.iter().map(|glyph| format!("'{glyph}'")).collect();
                write!(f, "a kind of monster of your own, '{glyph}'; the part has {}", known.join(", "))
            }
            Own::Thing(thing) => {
                let name = match thing {
                    Thing::Potion => "a potion",
                    Thing::Scroll => "a scroll",
                    Thing::Item => "a type of item",
                    Thing::Class => "a class",
                    Thing::Screen => "a screen",
                };
                write!(f, "{name} of your own, which the part does not have")
            }
            Own::Key(key) => {
                write!(
                    f,
                    "{} does nothing here in the series, but something in your program: a key of your own?",
                    key.name()
                )
            }
            Own::Unset { subject, field, value } => {
                write!(
                    f,
                    "{subject} has {field} {value}: a member without a value, or a wrong index, reference \
                     or pointer"
                )
            }
        }
    }
}

impl fmt::Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Gap::Missing { kind, field, count, all } => {
                f.write_str(format!("{} {field}", kind.word()).trim_end())?;
                if count < all { write!(f, " ({count} of {all})") } else { Ok(()) }
            }
            Gap::Save => f.write_str("the save file (if its name is yours, trace::save_file() = \"NAME\";)"),
            Gap::SaveWithSet => f.write_str("the save file (with --set)"),
            Gap::Ignored(kind) => write!(f, "{} (ignored)", kind.word()),
            Gap::NotInOlder(kind) => write!(f, "{} (not in the older recording)", kind.word()),
            Gap::Unreadable(step, error) => write!(f, "the steps after step {step} ({error})"),
            Gap::OlderEnds(step) => {
                write!(f, "the steps after step {step}, where the older recording ends")
            }
            Gap::NewerEnds(step) => write!(f, "the steps of the older recording after step {step}"),
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Ending::Stopped(reason) => return write!(f, "the recorder stopped the program: {reason}"),
            Ending::InKey => "the program never finished handling this key: it crashed, hung or was ended",
            Ending::Closing => {
                "the window's close button was pressed, and the program did not end in an orderly way"
            }
            Ending::NoKey => "the program never called trace::wait: does it still call SDL_WaitEvent?",
            Ending::Early => "the program ended before the keys did, although nothing in the series ends it",
            Ending::Waiting => "between two keys: the program was ended, or crashed while it waited",
        })
    }
}
