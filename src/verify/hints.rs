//! What would help to find more: another option, a shorter script, a line of trace.hpp.

use crate::game::Setup;
use crate::key::Key;
use crate::keys::script::words;
use crate::part::Part;
use crate::support::save_slot::SaveSlot;
use crate::trace::{Kind, Marks, RecordedStep, Step};

/// Maximum length of a script of keys that is written out, in bytes.
const LONGEST_SCRIPT: usize = 300;

/// Returns what would compare these kinds of lines as well, of which the recording has none. Only a program
/// with trace.hpp marks what it can record.
pub(super) fn for_missing(missing: &[Kind], marks: &Marks, part: Part) -> Vec<String> {
    let hint = |&kind: &Kind| match marks.left_out.iter().find(|(left_out, _)| *left_out == kind) {
        Some((_, reason)) => format!("{} is not recorded: {reason}", kind.word()),
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
    let quoted = if script.len() <= LONGEST_SCRIPT && !script.contains('\'') {
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
