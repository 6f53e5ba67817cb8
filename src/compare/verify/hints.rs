//! What would help to find more: another option, a shorter script, a line of trace.hpp; and reasons for a
//! difference that lie around the rules.

use std::cmp::Ordering;

use super::picture;
use roguelike::game::{Game, SaveResult, Setup};
use roguelike::key::Key;
use roguelike::keys::script::words;
use roguelike::part::Part;
use roguelike::support::save_slot::SaveSlot;
use roguelike::support::text::visible;
use roguelike::trace::{Kind, Marks, RecordedStep, Step};

/// Reasons that lie in the program's save file. They stand above any mistake that explains less than all.
pub(super) const OF_SAVE_FILE: [&str; 3] = [LOST_SAVE, DAMAGED_SAVE, UNWRITABLE_SAVE];
const LOST_SAVE: &str =
    "a save file of an earlier run was there: remove it before you record, or name it with --save-file";
const DAMAGED_SAVE: &str =
    "the save file is damaged or of another version, and the program believes what it says: remove it";
pub(super) const UNWRITABLE_SAVE: &str =
    "the program cannot write its save file: let it run in a folder in which it may write";
/// Hints where no known mistake explains a difference. Each says what can be the reason, and not that it is.
const FEWER_SEEDS: &str = "up to this step the program has taken fewer seeds from trace::seeded_device than \
     the series: a std::random_device left in the program does that, a generator seeded by time() or never, \
     or a map that is not made";
const MORE_SEEDS: &str = "up to this step the program has taken more seeds from trace::seeded_device than \
     the series: a generator that is made or seeded anew in each step does that, or one map too many";
const FLOATS: &str = "nothing but few tiles of the view differ: if the program is compiled with -ffast-math \
     or for x87 arithmetic (-m32, -mfpmath=387), compile it without, because these round equal slopes apart";
/// The message of a load.
const LOADED: &str = "Game loaded.";
/// Maximum number of tiles of which rounding changes the view.
const MOST_ROUNDED: usize = 8;
/// Maximum length of a script of keys that is written out, in bytes.
const LONGEST_SCRIPT: usize = 300;

/// Returns what would compare these kinds of lines as well, of which the recording has none. Only a program
/// with trace.hpp marks what it can record.
pub(super) fn for_missing(missing: &[Kind], marks: &Marks, part: Part) -> Vec<String> {
    let hint = |&kind: &Kind| match marks.left_out.get(&kind) {
        Some(reason) => format!("{} is not recorded: {}", kind.word(), visible(reason)),
        None => format!("to compare {} as well, {}", kind.word(), line_for(kind, part)),
    };
    missing.iter().filter(|_| marks.promised).map(hint).collect()
}

/// Returns what records lines of a kind, in words.
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

/// Returns which keys are enough to show the step that differs first: `steps` are those up to it, and `all`
/// is the number of keys of the recording. Keys alone do not bring a save file along.
pub(super) fn shorter(setup: &Setup, steps: &[RecordedStep], all: usize) -> Option<String> {
    let keys: Vec<Key> = steps.iter().filter_map(|recorded| recorded.step.key).collect();
    let has_save = setup.slot != SaveSlot::default() || steps.iter().any(|recorded| recorded.slot.is_some());
    let which = match keys.len() {
        0 => return None,
        count if count == all || has_save => return None,
        1 => "the first key is enough".to_owned(),
        count => format!("the first {count} keys are enough"),
    };
    let script = words(&keys).collect::<Vec<String>>().join(" ");
    // A word that is `#` begins a comment.
    let quoted = if script.len() <= LONGEST_SCRIPT && !script.contains(['\'', '#']) {
        format!(": --seed {} --keys '{script}'", setup.seed)
    } else {
        String::new()
    };
    Some(which + " to show it" + &quoted)
}

/// Returns what shows more of a step in which nothing but the frame differs.
pub(super) fn colors(kinds: &[Kind], step: &Step) -> Option<String> {
    let is_unknown = kinds == [Kind::Frame] && step.colors.is_none();
    is_unknown.then(|| "record with --colors: then the colours are compared tile by tile".to_owned())
}

/// Returns what is wrong with the save file of a program that says other things of it than it should. A
/// program that loads where there is nothing to load has a file of another run.
pub(super) fn for_save_file(right: &Game, recorded: &RecordedStep) -> Option<&'static str> {
    let has = |words| recorded.step.lines().any(|line| line.ends_with(words));
    match right.save_result()? {
        SaveResult::NoSave if has(LOADED) => Some(LOST_SAVE),
        SaveResult::BadSave(_) if has(LOADED) => Some(DAMAGED_SAVE),
        SaveResult::Saved if recorded.saved.is_none() && has("Could not save.") => Some(UNWRITABLE_SAVE),
        _ => None,
    }
}

/// Returns the hint for a program that has taken more or fewer seeds than the right game, which began with
/// `seed`.
pub(super) fn for_seeds(right: &Game, seed: u32, recorded: &RecordedStep) -> Option<&'static str> {
    match recorded.seeds?.cmp(&right.seed_stream().0.wrapping_sub(seed)) {
        Ordering::Less => Some(FEWER_SEEDS),
        Ordering::Greater => Some(MORE_SEEDS),
        Ordering::Equal => None,
    }
}

/// Returns the hint for a map that differs in nothing but the view or the memory of few tiles.
pub(super) fn for_floats(expected: &Step, step: &Step) -> Option<&'static str> {
    let changed = picture::tile_changes(expected, step).filter(|&change| change != 0).count();
    let is_rounded = (1..=MOST_ROUNDED).contains(&changed) && !picture::has_other_floor(expected, step);
    is_rounded.then_some(FLOATS)
}
