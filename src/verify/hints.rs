//! What would help to find more: another option, a shorter script, a line of trace.hpp.

use super::stored_trace::Survey;
use crate::game::Setup;
use crate::key::Key;
use crate::keys::script::words;
use crate::part::Part;
use crate::trace::{Kind, Step};

/// Maximum length of a script of keys that is written out, in bytes.
const LONGEST_SCRIPT: usize = 300;

/// Returns what would compare these kinds of lines as well, of which the recording has none.
pub(super) fn for_missing(missing: &[Kind], survey: &Survey, part: Part) -> Vec<String> {
    let marks = &survey.marks;
    if !marks.promised {
        let lists: Vec<&str> =
            missing.iter().filter(|kind| kind.is_list()).map(|kind| kind.plural()).collect();
        let note = format!(
            "a recording of an older trace.hpp does not tell whether {} are left out or never there; \
             record with the present one",
            lists.join(", ")
        );
        return Some(note).filter(|_| !lists.is_empty()).into_iter().collect();
    }
    let reason = |kind| marks.left_out.iter().find(|(left_out, _)| *left_out == kind);
    let hint = |&kind: &Kind| match reason(kind) {
        Some((_, reason)) => format!("{} is not recorded: {reason}", kind.word()),
        None => format!("to compare {} as well, {}", kind.word(), line_for(kind, part)),
    };
    missing.iter().map(hint).collect()
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

/// Returns which keys are enough to show the step that differs first: `keys` are those up to it, and
/// `steps` is the number of keys of the recording.
pub(super) fn shorter(setup: &Setup, keys: &[Key], steps: usize) -> Option<String> {
    let count = keys.len();
    if count == 0 || count == steps {
        return None;
    }
    let which = if count == 1 {
        "the first key is enough".to_owned()
    } else {
        format!("the first {count} keys are enough")
    };
    let script = words(keys).collect::<Vec<String>>().join(" ");
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
