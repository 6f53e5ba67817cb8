//! The page at the end of a run, which is also a text file: what happened, and the map.

use crate::desktop::assist::alarm::Snapshot;
use crate::desktop::pages::messages::{Messages, wrap};
use crate::desktop::pages::{HEADING, HINT, TEXT};
use crate::game::AMULETS_TO_WIN;
use crate::game::{Game, GameState};
use crate::key::Key;
use crate::map::MAP_HEIGHT;
use crate::screen::{self, Frame};
use crate::trace::happened;

/// Columns that a line has on the page.
const WIDTH: usize = 58;
/// Columns of a fact's name.
const NAME: usize = 11;
/// Number of messages on the page.
const LAST_MESSAGES: usize = 8;

/// What is counted while a run is played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Turns taken.
    pub turns: u64,
    /// The names of the monsters that died, and how many of each, in the order of the first death.
    pub kills: Vec<(&'static str, u64)>,
    /// True if the run was loaded, so that only what came after is counted.
    pub continued: bool,
    killer: Option<&'static str>,
}

impl Tally {
    /// Counts what a key led to. `before` is what the player knew before it.
    pub fn count(&mut self, before: &Snapshot, key: Key, game: &Game) {
        if before.began_run(game) {
            *self = Tally { continued: happened::has_loaded(game), ..Tally::default() };
            return;
        }
        self.turns += u64::from(before.took_turn(key, game));
        before.killed(game).for_each(|name| self.add_kill(name));
        self.killer = before.killer(game).or(self.killer);
    }

    fn add_kill(&mut self, name: &'static str) {
        match self.kills.iter_mut().find(|(known, _)| *known == name) {
            Some((_, number)) => *number += 1,
            None => self.kills.push((name, 1)),
        }
    }

    /// Returns the cause of the player's death: a monster's name, or poison.
    pub const fn killer(&self) -> Option<&'static str> {
        self.killer
    }

    /// Returns the kills in a line: `9: 5 rats, 4 kobolds`.
    fn kills_line(&self) -> String {
        let total: u64 = self.kills.iter().map(|(_, number)| number).sum();
        let each = self.kills.iter().map(|(name, number)| {
            let name = name.strip_prefix("the ").unwrap_or(name);
            format!("{number} {name}{}", if *number == 1 { "" } else { "s" })
        });
        match total {
            0 => "none".to_owned(),
            _ => format!("{total}: {}", each.collect::<Vec<_>>().join(", ")),
        }
    }
}

/// Everything that is known of a run.
#[derive(Clone, Copy)]
pub struct Summary<'g> {
    /// The game, at the end of the run or at any time before.
    pub game: &'g Game,
    /// What was counted.
    pub tally: &'g Tally,
    /// The messages.
    pub messages: &'g Messages,
    /// The seed that gives the same run again; none if it is not known.
    pub seed: Option<u32>,
}

impl Summary<'_> {
    /// Returns the whole summary as a text for a file.
    pub fn text(&self) -> String {
        let mut lines = vec![self.heading(), String::new()];
        lines.extend(self.facts());
        lines.extend([String::new(), "The last messages:".to_owned()]);
        lines.extend(self.last_messages());
        lines.extend([String::new(), "The map:".to_owned()]);
        lines.extend(map_rows(self.game));
        lines.join("\n") + "\n"
    }

    /// Draws the page with everything but the map.
    pub fn draw(&self, frame: &mut Frame) {
        frame.clear();
        frame.draw_centred(3, &self.heading(), HEADING);
        let mut row = 6;
        let mut draw = |lines: Vec<String>, color| {
            for line in lines {
                frame.draw_left(3, row, &line, color);
                row += 1;
            }
            row += 1;
        };
        draw(self.facts().iter().flat_map(|fact| wrapped(fact)).collect(), TEXT);
        draw(self.last_messages().flat_map(|message| wrap(&message, WIDTH)).collect(), HINT);
        frame.draw_centred(frame.rows() - 2, "M  the map      ESC  back", HINT);
    }

    /// Draws the floor that the run ended on, as far as it was explored.
    pub fn draw_map(&self, frame: &mut Frame) {
        frame.clear();
        screen::draw_level(self.game, frame);
    }

    /// Draws the cause of the end below the box of the death or win screen, which is centred, and the key of
    /// the page if `hint` says so. Nothing of it crosses the box.
    pub fn draw_ending(&self, hint: bool, frame: &mut Frame) {
        if !matches!(self.game.state(), GameState::Dead | GameState::Won) {
            return;
        }
        let below = frame.cells().iter().map(|(pos, _)| pos.y).max().unwrap_or_default() + 2;
        frame.draw_centred(below, &format!("{}.", self.heading()), TEXT);
        if hint {
            frame.draw_centred(below + 2, "P  the whole run", HINT);
        }
    }

    fn heading(&self) -> String {
        let place = if self.game.part().has_floors() {
            format!(" on depth {}", self.game.depth() + 1)
        } else {
            String::new()
        };
        match (self.game.state(), self.tally.killer()) {
            (GameState::Won, _) => format!("You have won{place}"),
            (GameState::Dead, Some(killer)) => format!("Killed by {killer}{place}"),
            (GameState::Dead, None) => format!("You died{place}"),
            _ => format!("You are alive{place}"),
        }
    }

    fn facts(&self) -> Vec<String> {
        let (game, tally) = (self.game, self.tally);
        let (part, player) = (game.part(), game.player());
        let body = &player;
        let mut facts = Vec::new();
        let mut add = |name: &str, value: String| facts.push(format!("{name:<NAME$}{value}"));
        if let Some(class) = game.class() {
            add("Class", class.name().to_owned());
        }
        add("Hit points", format!("{} of {}", body.hp, body.max_hp));
        if part.has_equipment() {
            add("Power", body.power.to_string());
            add("Defense", body.defense.to_string());
        }
        if part.has_amulets() {
            add("Amulets", format!("{} of {AMULETS_TO_WIN}", game.amulets()));
        }
        let since = if tally.continued { " since the run was loaded" } else { "" };
        add("Turns", format!("{}{since}", tally.turns));
        add("Kills", tally.kills_line());
        if part.has_items() {
            let items = counted(game.inventory().iter().map(|&item| game.item_label(item)));
            add("Pack", if items.is_empty() { "empty".to_owned() } else { items.join(", ") });
        }
        if part.has_equipment() {
            let gear = [game.wielded(), game.worn()];
            let gear: Vec<String> = gear.into_iter().flatten().map(|item| game.item_label(item)).collect();
            add("Gear", if gear.is_empty() { "none".to_owned() } else { gear.join(", ") });
        }
        add("Part", format!("{part}, {}", part.name()));
        add("Seed", self.seed.map_or_else(|| "not known".to_owned(), |seed| seed.to_string()));
        facts
    }

    fn last_messages(&self) -> impl Iterator<Item = String> {
        let messages = self.messages.messages();
        messages[messages.len().saturating_sub(LAST_MESSAGES)..].iter().cloned()
    }
}

/// Returns each text once, in the order of the first, with its number if there are several: `red potion x3`.
pub(crate) fn counted(texts: impl Iterator<Item = String>) -> Vec<String> {
    let mut counts: Vec<(String, u32)> = Vec::new();
    for text in texts {
        match counts.iter_mut().find(|(known, _)| *known == text) {
            Some((_, number)) => *number += 1,
            None => counts.push((text, 1)),
        }
    }
    let text = |(text, number)| if number == 1 { text } else { format!("{text} x{number}") };
    counts.into_iter().map(text).collect()
}

/// Breaks a fact into lines of the page. All but the first are indented like its value.
fn wrapped(fact: &str) -> Vec<String> {
    let Some((name, value)) = fact.split_at_checked(NAME).filter(|_| fact.len() > WIDTH) else {
        return vec![fact.to_owned()];
    };
    let lines = wrap(value, WIDTH - NAME).into_iter().enumerate();
    lines.map(|(number, line)| format!("{:<NAME$}{line}", if number == 0 { name } else { "" })).collect()
}

/// Returns the explored map as text, without empty rows above and below it.
fn map_rows(game: &Game) -> Vec<String> {
    let mut frame = Frame::new(MAP_HEIGHT);
    screen::draw_level(game, &mut frame);
    let rows = text_rows(&frame);
    let is_empty = |row: &String| row.is_empty();
    let first = rows.iter().position(|row| !is_empty(row)).unwrap_or(rows.len());
    let last = rows.iter().rposition(|row| !is_empty(row)).map_or(first, |last| last + 1);
    rows[first..last].to_vec()
}

/// Returns the rows of a frame as text without colours and without blanks at their ends.
pub(crate) fn text_rows(frame: &Frame) -> Vec<String> {
    let mut rows = vec![String::new(); usize::try_from(frame.rows()).unwrap_or_default()];
    for &(pos, cell) in frame.cells() {
        let (Ok(x), Ok(y)) = (usize::try_from(pos.x), usize::try_from(pos.y)) else { continue };
        let row = &mut rows[y];
        while row.len() <= x {
            row.push(' ');
        }
        // All glyphs are ASCII, so a column is a byte.
        row.replace_range(x..=x, char::from(cell.glyph).encode_utf8(&mut [0; 4]));
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_facts_are_indented_and_equal_items_counted() {
        let items = ["red potion", "dagger (+2 pow)", "red potion"].map(str::to_owned);
        assert_eq!(counted(items.into_iter()), ["red potion x2", "dagger (+2 pow)"]);
        let fact = format!("Pack       {}", ["a red potion"; 6].join(", "));
        let expected = [
            "Pack       a red potion, a red potion, a red potion, a red",
            "           potion, a red potion, a red potion",
        ];
        assert_eq!(wrapped(&fact), expected);
        assert_eq!(wrapped("Seed       42"), ["Seed       42"]);
    }
}
