//! Names and facts, with the last messages beside them or below.

use crate::desktop::scene::area::Area;
use crate::desktop::scene::{Look, Scene, Style};
use crate::support::text::wrap_words;

/// The letters of the name of a fact.
const NAME: i32 = 13;

/// Returns the height with which all of it is seen.
pub(super) fn height(facts: &[(&str, String)], messages: &[String], area: Area, look: &Look) -> i32 {
    let (lines, texts) = facts_in_lines(facts, messages, area, look);
    let (lines, texts) = (lines.len(), texts.len() + 1);
    let rows = if is_wide(area, look) { lines.max(texts) } else { lines + 1 + texts };
    rows as i32 * look.line()
}

/// Draws names and facts, and the last messages: side by side, or one below the other with room for the
/// last messages. Too many facts get smaller letters.
pub(super) fn draw(facts: &[(&str, String)], messages: &[String], area: Area, scene: &mut Scene) {
    let whole = scene.look;
    let (lines, texts) = loop {
        let (lines, texts) = facts_in_lines(facts, messages, area, &scene.look);
        if lines.len() as i32 * scene.look.unit <= area.h || scene.look.unit <= 6 {
            break (lines, texts);
        }
        scene.look.unit -= 1;
    };
    let look = scene.look;
    let (theme, advance) = (look.theme, look.advance(Style::Body));
    let is_wide = is_wide(area, &look);
    // Lines are closer where there are many.
    let rows = lines.len() as i32 + if is_wide { 0 } else { texts.len().min(4) as i32 + 2 };
    let line = look.line().min(area.h / rows.max(1)).max(look.unit);
    for (row, (name, text)) in (0..).zip(&lines) {
        let y = area.y + row * line + line / 2;
        scene.text((area.x, y), *name, Style::Body, theme.label);
        scene.text((area.x + NAME * advance, y), text.clone(), Style::Body, theme.text);
    }
    let (x, y) = match is_wide {
        true => (area.x + area.w * 5 / 8 + 2 * advance, area.y),
        false => (area.x, area.y + (lines.len() as i32 + 1) * line),
    };
    let room = usize::try_from((area.bottom() - y) / line - 1).unwrap_or_default();
    if room > 0 {
        scene.text((x, y + line / 2), "LAST MESSAGES", Style::Label, theme.label);
    }
    for (row, text) in (1..).zip(texts.iter().skip(texts.len().saturating_sub(room))) {
        scene.text((x, y + row * line + line / 2), text.clone(), Style::Body, theme.text);
    }
    scene.look = whole;
}

/// Returns true if messages have room beside the facts.
fn is_wide(area: Area, look: &Look) -> bool {
    area.w >= 80 * look.advance(Style::Body)
}

/// Breaks facts, after commas, and messages into lines.
fn facts_in_lines<'f>(
    facts: &[(&'f str, String)],
    messages: &[String],
    area: Area,
    look: &Look,
) -> (Vec<(&'f str, String)>, Vec<String>) {
    let advance = look.advance(Style::Body);
    let (left, right) = if is_wide(area, look) { area.cut_left(area.w * 5 / 8) } else { (area, area) };
    let columns = ((left.w - (NAME + 1) * advance) / advance).max(8) as usize;
    let in_lines = |(name, value): &(&'f str, String)| {
        let lines = wrap_words(value.split_inclusive(", ").map(str::trim_end), columns);
        let name = *name;
        let lines = lines.into_iter().enumerate();
        lines.map(move |(row, text)| (if row == 0 { name } else { "" }, text)).collect::<Vec<_>>()
    };
    let texts = messages.iter().flat_map(|text| look.wrapped(text, Style::Body, right.w - 2 * advance));
    (facts.iter().flat_map(in_lines).collect(), texts.collect())
}
