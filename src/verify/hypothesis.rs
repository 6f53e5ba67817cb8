//! What is tried on a recording besides edits of the series: other headers, and words, glyphs and colours of
//! the recording.

use super::functions;
use super::picture;
use crate::color::Color;
use crate::fov_lab::Algorithm;
use crate::game::{Game, GameState, Setup};
use crate::map::{MAP_HEIGHT, Pos};
use crate::part::Part;
use crate::rng::StdLib;
use crate::screen::{self, Cell, Frame};
use crate::support::text::visible;
use crate::trace::{Kind, Step, Tracer, colors_of};

/// Maximum length of words that are compared as other words, in bytes.
pub(super) const LONGEST_WORDS: usize = 100;

/// A mistake to be tried.
pub(super) struct Hypothesis {
    pub name: &'static str,
    pub text: String,
    pub test: Test,
}

/// Edits of the series that are active at once, by their numbers; 0 is none.
pub(super) type Edits = [u32; 3];

/// How a hypothesis is played.
#[derive(Clone, Debug)]
pub(super) enum Test {
    /// The right rules, started otherwise than the header says.
    Setup(Box<Setup>),
    /// The right rules, but wherever the first glyph belongs, the second is drawn: on the map, or on the
    /// other screens.
    Glyph(u8, u8, Screens),
    /// The right rules, but wherever this cell belongs, it is drawn in this colour.
    Colour(Cell, Color),
    /// The right rules, but messages or the title have other words.
    Words(Rewording),
    /// Edits of the series.
    Edits(Edits),
}

impl From<Edits> for Test {
    fn from(edits: Edits) -> Test {
        Test::Edits(edits)
    }
}

/// Where a glyph belongs: letters of texts are other glyphs than those of the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Screens {
    Map,
    Others,
}

impl Screens {
    /// Returns where a screen belongs.
    pub fn of(state: GameState) -> Screens {
        if state == GameState::Playing { Screens::Map } else { Screens::Others }
    }
}

impl Test {
    /// Returns a step of the right rules as it would be. `tracer` has just made the step.
    pub fn shown(&self, step: Step, tracer: &Tracer) -> Step {
        let frame = self.repainted(tracer).filter(|_| !step.quits());
        if frame.is_none() && !matches!(self, Test::Words(_)) {
            return step;
        }
        let lines = step.lines().filter(|line| frame.is_none() || !line.starts_with(Kind::Frame.word()));
        let lines = lines.map(|line| match self {
            Test::Words(words) => words.line(line),
            _ => line.to_owned(),
        });
        let mut shown = Step::new(step.number, step.key, lines);
        if let Some(frame) = &frame {
            shown.push_frame(frame);
        }
        if step.screen.is_some() {
            shown.add_pictures(tracer.game(), frame.as_ref().unwrap_or(tracer.frame()));
        }
        shown
    }

    /// Returns what is drawn, if it is not what the right rules draw.
    fn repainted(&self, tracer: &Tracer) -> Option<Frame> {
        let (game, right) = (tracer.game(), tracer.frame());
        let change = |change: &dyn Fn(Pos, Cell) -> Cell| {
            let mut frame = Frame::new(right.rows());
            for &(pos, cell) in right.cells() {
                let cell = change(pos, cell);
                frame.draw_glyph(pos, cell.glyph, cell.color);
            }
            frame
        };
        let swapped =
            |cell: Cell, from, to| if cell.glyph == from { Cell { glyph: to, ..cell } } else { cell };
        match *self {
            Test::Words(ref words) => words.repainted(game, right),
            Test::Glyph(from, to, screens) if screens == Screens::of(game.state()) => {
                let is_meant = |pos: Pos| screens == Screens::Others || pos.y < MAP_HEIGHT;
                Some(change(&|pos, cell| if is_meant(pos) { swapped(cell, from, to) } else { cell }))
            }
            Test::Colour(from, color) => {
                Some(change(&|_, cell| if cell == from { Cell { color, ..cell } } else { cell }))
            }
            Test::Setup(_) | Test::Glyph(..) | Test::Edits(_) => None,
        }
    }
}

/// Words that a program writes in messages or in the title instead of those of the series.
#[derive(Clone, Debug)]
pub(super) struct Rewording {
    kind: Kind,
    from: String,
    to: String,
}

impl Rewording {
    /// Returns the ways in which a line could have been reworded, those with the fewest words first.
    pub fn all(kind: Kind, expected: &str, recorded: &str) -> Vec<Rewording> {
        let split = |line: &str| line.split(' ').skip(1).map(str::to_owned).collect::<Vec<String>>();
        let (ours, theirs) = (split(expected), split(recorded));
        let front = ours.iter().zip(&theirs).take_while(|(a, b)| a == b).count();
        let (rest, other) = (&ours[front..], &theirs[front..]);
        let back = rest.iter().rev().zip(other.iter().rev()).take_while(|(a, b)| a == b).count();
        // A word of those around tells apart what is also written elsewhere.
        let around = [(0, 0), (1, 0), (0, 1), (1, 1), (front, back)];
        let wide = around.into_iter().filter(|&(before, after)| before <= front && after <= back);
        let rewordings = wide.map(|(before, after)| {
            let words = |all: &[String]| all[front - before..all.len() - back + after].join(" ");
            Rewording { kind, from: words(&ours), to: words(&theirs) }
        });
        // Other numbers come from other rules.
        let without_numbers = |text: &str| text.replace(|c: char| c.is_ascii_digit(), "");
        let is_reworded = |words: &Rewording| without_numbers(&words.from) != without_numbers(&words.to);
        let fits = |words: &Rewording| !words.from.is_empty() && words.from.len() <= LONGEST_WORDS;
        rewordings.filter(|words| fits(words) && is_reworded(words)).collect()
    }

    pub fn hypothesis(self) -> Hypothesis {
        let where_to = match self.kind {
            Kind::Title => "the title has",
            _ => "messages have",
        };
        let [to, from] = [&self.to, &self.from].map(|text| visible(text));
        let text = format!("{where_to} '{to}' where the series has '{from}'");
        Hypothesis { name: "words", text, test: Test::Words(self) }
    }

    /// Returns a frame on which the messages have these words; none if that changes nothing.
    fn repainted(&self, game: &Game, right: &Frame) -> Option<Frame> {
        let is_shown = self.kind == Kind::Log && game.part().has_hud() && game.state() == GameState::Playing;
        if !is_shown || game.log.lines().iter().all(|line| self.reword(line) == *line) {
            return None;
        }
        let mut game = game.clone();
        for line in std::mem::take(&mut game.log).lines() {
            game.log(self.reword(line));
        }
        let mut frame = Frame::new(right.rows());
        screen::render(&game, &mut frame);
        Some(frame)
    }

    /// Returns a line of the series as the program writes it.
    fn line(&self, line: &str) -> String {
        match line.split_once(' ') {
            Some((word, text)) if word == self.kind.word() => {
                format!("{word} {}", self.reword(text))
            }
            _ => line.to_owned(),
        }
    }

    /// Returns a text of the series as the program writes it.
    fn reword(&self, text: &str) -> String {
        text.replace(&self.from, &self.to)
    }
}

/// Returns every hypothesis about a recording, the likeliest first.
pub(super) fn hypotheses(setup: &Setup) -> Vec<Hypothesis> {
    let mut all = Vec::new();
    let other = |setup: Setup| Test::Setup(Box::new(setup));
    for library in StdLib::ALL.into_iter().filter(|&library| library != setup.library) {
        let text = format!(
            "these are the random numbers of {library} ({}), but the header says {}",
            library.compilers(),
            setup.library
        );
        all.push(Hypothesis { name: "library", text, test: other(Setup { library, ..setup.clone() }) });
    }
    let right = Algorithm::of(setup.other_view);
    for algorithm in Algorithm::distinct().filter(|&algorithm| algorithm != right) {
        let text = format!("the view is that of {algorithm}, not of {right}");
        let test = other(Setup { other_view: algorithm.other_view(), ..setup.clone() });
        all.push(Hypothesis { name: "algorithm", text, test });
    }
    for part in Part::all().filter(|&part| part != setup.part) {
        let text = format!("this is what Part {part} does, but the header says part {}", setup.part);
        all.push(Hypothesis { name: "part", text, test: other(Setup { part, ..setup.clone() }) });
    }
    all
}

/// Returns what is drawn in the first rows of a frame, each cell once.
fn different_cells(frame: &Frame, rows: i32) -> Vec<Cell> {
    let mut cells = Vec::new();
    for &(pos, cell) in frame.cells() {
        if pos.y < rows && !cells.contains(&cell) {
            cells.push(cell);
        }
    }
    cells
}

/// Returns the hypotheses that a glyph, or a colour, is used for another one. Where the frame is recorded it
/// tells which.
pub(super) fn swaps(frame: &Frame, step: &Step, game: &Game) -> Vec<Hypothesis> {
    let screens = Screens::of(game.state());
    let cells = different_cells(frame, frame.rows());
    // Below the map the same glyphs are letters of texts.
    let on_map = different_cells(frame, if screens == Screens::Map { MAP_HEIGHT } else { 0 });
    let function = |is_meant: &dyn Fn(&Cell) -> bool| {
        let cell = on_map.iter().find(|cell| is_meant(cell));
        cell.map_or_else(String::new, |cell| functions::of_glyph(cell.glyph, game.part()))
    };
    let mut used: Vec<u8> = cells.iter().map(|cell| cell.glyph).collect();
    used.sort_unstable();
    used.dedup();
    let is_shown = |glyph: u8| {
        step.screen.as_ref().is_none_or(|rows| rows.iter().any(|row| row.as_bytes().contains(&glyph)))
    };
    let glyphs = used.iter().flat_map(|&from| (b'!'..=b'~').map(move |to| (from, to)));
    let glyphs = glyphs.filter(|&(from, to)| from != to && is_shown(to)).map(|(from, to)| Hypothesis {
        name: "glyph",
        text: format!(
            "'{}' is drawn where '{}' should be{}",
            char::from(to),
            char::from(from),
            function(&|cell| cell.glyph == from)
        ),
        test: Test::Glyph(from, to, screens),
    });
    let mut shown: Vec<Color> = step.colors.iter().flatten().flat_map(|row| colors_of(row)).collect();
    if step.colors.is_none() {
        shown.extend(cells.iter().map(|cell| cell.color));
    }
    // The colour of what has none, which may lie under something else.
    shown.push(Color(255, 255, 255));
    shown.sort_unstable_by_key(|&Color(r, g, b)| (r, g, b));
    shown.dedup();
    let colors = cells.iter().flat_map(|&cell| shown.iter().map(move |&color| (cell, color)));
    let colors = colors.filter(|(cell, color)| cell.color != *color).map(|(cell, color)| Hypothesis {
        name: "colour",
        text: picture::recolored_words(cell, color) + &function(&|other| *other == cell),
        test: Test::Colour(cell, color),
    });
    colors.chain(glyphs).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::key::Key;

    /// A colour is named with the function that gives it, but not where the same glyph is a letter of a text.
    #[test]
    fn functions_are_named_of_what_is_on_the_map() {
        let (mut tracer, _) = Tracer::new(Setup::new(Part::LAST, 3));
        tracer.press(Key::NUM_1);
        let texts = |glyph: char| {
            let all = swaps(tracer.frame(), &Step::default(), tracer.game());
            let of_glyph = |text: &String| text.starts_with(&format!("'{glyph}' is drawn "));
            let colours = all.into_iter().filter(|hypothesis| hypothesis.name == "colour");
            colours.map(|hypothesis| hypothesis.text).filter(of_glyph).collect::<Vec<String>>()
        };
        let (player, slash) = (texts('@'), texts('/'));
        assert!(
            !player.is_empty() && player.iter().all(|text| text.ends_with(" (Player::Player)")),
            "{player:?}"
        );
        // It stands in the HUD, between the hit points and their maximum.
        assert!(!slash.is_empty() && slash.iter().all(|text| !text.contains('(')), "{slash:?}");
    }
}
