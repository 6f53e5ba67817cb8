//! Marks: the lines of a recording that begin with `#`. They show how complete it is, and other readers skip
//! them.

use std::collections::{BTreeMap, BTreeSet};

use super::block::COLOR_DIGITS;
use super::kinds::Kind;
use super::record::MAX_RECORDED_SAVE;
use crate::key::Key;
use crate::map::MAP_WIDTH;
use crate::part::Part;
use crate::screen;

/// The marks of a recording, up to the line that was read last.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// Kinds of lines that the program records (`# records monster item`). A step that has none has no such
    /// things.
    pub records: BTreeSet<Kind>,
    /// Kinds of lines that it cannot write, each with the reason (`# left out rng: REASON`).
    pub left_out: BTreeMap<Kind, String>,
    /// True if each key and the end of the program are marked (`# marks keys end`).
    pub promised: bool,
    /// True if the close button is marked, too (`# marks keys end close`): the keys come from a script.
    pub promised_close: bool,
    /// The event that the program received after the last step, noted before it was handled.
    pub pending: Option<PendingEvent>,
    /// True if the program exited normally (`# end`).
    pub ended: bool,
    /// Number of seeds that the program has taken from `trace::seeded_device` so far (`# seeds 2`). Older
    /// headers do not record it.
    pub seeds: Option<u32>,
    /// The lines that F5 wrote into the save file (`# saved LINE`). They precede the step of that key.
    pub(super) saved: Option<String>,
    /// The colours of the frame, row by row as in a picture. Changes are in `# colors ROW COLUMN DIGITS`.
    pub(super) colors: Option<Vec<String>>,
    /// Why the recorder stopped the program (`# stopped REASON`).
    pub stopped: Option<String>,
}

/// An event that a program received.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PendingEvent {
    /// A key (`# key Right`).
    Key(Key),
    /// The close button of the window (`# close`).
    Close,
}

impl Marks {
    /// Notes a line that begins with `#`. Unknown marks are skipped, because they may come from a later
    /// version.
    pub(super) fn note(&mut self, line: &str) {
        let text = line.trim_start_matches('#').trim();
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        match word {
            "marks" => {
                self.promised = true;
                self.promised_close = rest.split(' ').any(|word| word == "close");
            }
            "records" => self.records.extend(rest.split(' ').filter_map(Kind::from_word)),
            "key" => self.pending = Key::from_name(rest).map(PendingEvent::Key),
            "close" => self.pending = Some(PendingEvent::Close),
            "colors" => _ = self.change_colors(rest),
            "seeds" => self.seeds = rest.parse().ok(),
            "saved" => {
                let saved = self.saved.get_or_insert_default();
                // No save file is as long; a step that holds so much is refused elsewhere.
                if saved.len() < MAX_RECORDED_SAVE {
                    *saved += rest;
                    saved.push('\n');
                }
            }
            "end" => self.ended = true,
            "stopped" => self.stopped = Some(rest.to_owned()),
            "left" => {
                let reason = rest.strip_prefix("out ").and_then(|rest| rest.split_once(": "));
                let kind =
                    reason.and_then(|(word, reason)| Some((Kind::from_word(word)?, reason.to_owned())));
                self.left_out.extend(kind);
            }
            _ => {}
        }
    }

    /// Changes the colours of a row from a column on; `------` is none. A malformed line changes nothing.
    fn change_colors(&mut self, text: &str) -> Option<()> {
        let mut words = text.split(' ');
        let (row, column): (usize, usize) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
        let digits = words.next()?;
        let is_color = |color: &[u8]| color == b"------" || color.iter().all(u8::is_ascii_hexdigit);
        let (width, begin) = (COLOR_DIGITS * MAP_WIDTH as usize, COLOR_DIGITS.checked_mul(column)?);
        let end = begin.checked_add(digits.len()).filter(|&end| end <= width)?;
        let is_whole = digits.len().is_multiple_of(COLOR_DIGITS);
        if !is_whole || !digits.as_bytes().chunks(COLOR_DIGITS).all(is_color) {
            return None;
        }
        let rows = self.colors.get_or_insert_default();
        rows.resize(screen::rows(Part::LAST) as usize, " ".repeat(width));
        rows.get_mut(row)?.replace_range(begin..end, &digits.replace('-', " "));
        Some(())
    }

    /// Returns true if the program ended before it was closed. The last step may be the reason.
    pub const fn ended_early(&self) -> bool {
        self.promised_close && self.ended && !matches!(self.pending, Some(PendingEvent::Close))
    }

    /// Returns true if the recording promised a mark at its end and has none.
    pub const fn broke_off(&self) -> bool {
        self.promised && !self.ended
    }
}
