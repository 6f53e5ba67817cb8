//! A verdict for people.

use std::io::{self, Write};

use super::{Cause, Divergence, Verdict, picture};
use crate::support::text::visible;
use crate::trace::Kind;

/// More differing lines than this are counted, not shown.
const LINES: usize = 20;

/// Tells how a file compares.
///
/// # Errors
/// When writing fails.
pub fn verdict(out: &mut dyn Write, name: &str, verdict: &Verdict, color: bool) -> io::Result<()> {
    let (steps, name) = (verdict.steps, visible(name));
    let gaps = match verdict.not_compared.as_slice() {
        [] => String::new(),
        left_out => format!("not compared: {}", left_out.join(", ")),
    };
    let Some(divergence) = &verdict.divergence else {
        let gaps = if gaps.is_empty() { gaps } else { format!("; {gaps}") };
        return writeln!(out, "ok {name} ({steps} steps{gaps})");
    };
    let (bold, plain) = if color { ("\x1b[1m", "\x1b[0m") } else { ("", "") };
    let Divergence { expected, .. } = divergence;
    writeln!(out, "{bold}differs {name}: step {} of {steps}, {}{plain}", expected.step, expected.key_name())?;
    for difference in divergence.differences.iter().take(LINES) {
        writeln!(out, "  {}", visible(&difference.words))?;
    }
    if let Some(more) = divergence.differences.len().checked_sub(LINES).filter(|&more| more > 0) {
        writeln!(out, "  ... and {more} more differences")?;
    }
    lines(out, divergence)?;
    pictures(out, divergence, color)?;
    let keys: Vec<&str> = divergence.keys.iter().map(|key| key.name()).collect();
    writeln!(out)?;
    if !keys.is_empty() {
        writeln!(out, "  last keys: {}", keys.join(" "))?;
    }
    cause(out, divergence, steps, [bold, plain])?;
    if let Some(hint) = divergence.hint {
        writeln!(out, "  hint: {hint}")?;
    }
    if !gaps.is_empty() {
        writeln!(out, "  {gaps}")?;
    }
    Ok(())
}

/// The differing lines, one below the other.
fn lines(out: &mut dyn Write, divergence: &Divergence) -> io::Result<()> {
    writeln!(out)?;
    if divergence.brief && divergence.worked_out {
        writeln!(
            out,
            "  The trace is brief; what it recorded is worked out from the cause, which gives its hash.\n"
        )?;
    }
    for difference in divergence.differences.iter().take(LINES) {
        let sides = [("expected", &difference.expected), ("recorded", &difference.recorded)];
        if sides.iter().all(|(_, line)| line.is_none()) {
            continue;
        }
        for (side, line) in sides {
            writeln!(out, "  {side}  {}", visible(line.as_deref().unwrap_or("-")))?;
        }
    }
    Ok(())
}

fn pictures(out: &mut dyn Write, divergence: &Divergence, color: bool) -> io::Result<()> {
    let expected = &divergence.expected;
    let differs = |kind| divergence.differences.iter().any(|difference| difference.kind == Some(kind));
    let unknown = divergence.differences.iter().any(|difference| difference.kind.is_none());
    if differs(Kind::Tiles) && !expected.tiles.is_empty() {
        let ours = picture::tiles(&expected.tiles);
        let theirs = divergence.tiles.as_deref().map(picture::tiles);
        pair(out, "map", &ours, theirs.as_deref(), divergence, color)?;
        let seen = expected.tiles.iter().any(|row| row.bytes().any(|tile| tile > b'1'));
        writeln!(out, "  {}", if seen { picture::LEGEND } else { picture::PLAIN_LEGEND })?;
    }
    let theirs = divergence.screen.as_deref();
    // Where only tiles look other on the screen that are other on the map, the map's picture has told it all.
    let told = differs(Kind::Tiles)
        && theirs.is_none_or(|theirs| {
            divergence.tiles.as_ref().is_some_and(|tiles| {
                let screen = picture::changes(&expected.screen, theirs);
                let map = picture::changes(&expected.tiles, tiles);
                screen.iter().all(|place| map.contains(place))
            })
        });
    let same = theirs.is_some_and(|theirs| theirs == expected.screen.as_slice());
    if (differs(Kind::Frame) || unknown) && !told && !same {
        pair(out, "screen", &expected.screen, theirs, divergence, color)?;
    }
    Ok(())
}

/// Two pictures, or the one that is known.
fn pair(
    out: &mut dyn Write,
    what: &str,
    ours: &[String],
    theirs: Option<&[String]>,
    divergence: &Divergence,
    color: bool,
) -> io::Result<()> {
    writeln!(out)?;
    let Some(theirs) = theirs else {
        let only = "the recording has only its hash; record with --full to see both";
        return picture::alone(out, &format!("{what}, expected ({only})"), ours);
    };
    let recorded = if divergence.worked_out { "recorded (worked out from the cause)" } else { "recorded" };
    picture::both(out, [&format!("{what}, expected"), recorded], [ours, theirs], color)
}

fn cause(
    out: &mut dyn Write,
    divergence: &Divergence,
    steps: usize,
    [bold, plain]: [&str; 2],
) -> io::Result<()> {
    let Some(cause) = &divergence.cause else {
        return writeln!(out, "  likely cause: none of the mistakes known here gives what was recorded");
    };
    writeln!(out, "  {bold}likely cause: {}{plain}", cause.text)?;
    if cause.unexplained.is_empty() {
        writeln!(out, "  {}", reach(cause, divergence, steps))?;
    } else {
        let words: Vec<&str> = cause.unexplained.iter().map(|kind| kind.word()).collect();
        writeln!(out, "  but not alone: it does not explain {}", words.join(", "))?;
    }
    if !cause.others.is_empty() {
        const MOST: usize = 3;
        for other in cause.others.iter().take(MOST) {
            writeln!(out, "  it could as well be: {other}")?;
        }
        if cause.others.len() > MOST {
            writeln!(out, "  ... or one of {} more", cause.others.len() - MOST)?;
        }
    }
    Ok(())
}

/// How far the cause leads.
fn reach(cause: &Cause, divergence: &Divergence, steps: usize) -> String {
    let step = divergence.expected.step;
    let last = step + cause.steps - 1;
    match (cause.from_start, last == steps) {
        (true, true) if divergence.leaves_out => {
            "with that mistake all that is recorded comes out".to_owned()
        }
        (true, true) => "with that mistake the whole recording comes out as it is".to_owned(),
        (true, false) => {
            let then = if cause.cut_short { "further was not tried" } else { "then there is something else" };
            format!("with that mistake everything comes out as recorded up to step {last}; {then}")
        }
        (false, true) => format!(
            "made from step {step} on, that mistake gives the rest of the recording, though not what comes before"
        ),
        (false, false) if cause.cut_short => {
            format!(
                "made from step {step} on, that mistake gives what was recorded up to step {last}; further was not tried"
            )
        }
        (false, false) if last == step => {
            "made in this step alone, that mistake gives what was recorded".to_owned()
        }
        (false, false) => {
            format!("made from step {step} on, that mistake gives what was recorded up to step {last}")
        }
    }
}
