//! A verdict for people.

use std::io::{self, Write};

use super::{Cause, Divergence, Verdict, picture};
use crate::trace::Kind;

/// More differing lines than this are counted, not shown.
const LINES: usize = 20;

/// Tells how a file compares.
///
/// # Errors
/// When writing fails.
pub fn verdict(out: &mut dyn Write, name: &str, verdict: &Verdict, color: bool) -> io::Result<()> {
    let steps = verdict.steps;
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
        writeln!(out, "  {}", difference.words)?;
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
    for difference in divergence.differences.iter().take(LINES) {
        let sides = [("expected", &difference.expected), ("recorded", &difference.recorded)];
        if sides.iter().all(|(_, line)| line.is_none()) {
            continue;
        }
        for (side, line) in sides {
            writeln!(out, "  {side}  {}", line.as_deref().unwrap_or("-"))?;
        }
    }
    Ok(())
}

fn pictures(out: &mut dyn Write, divergence: &Divergence, color: bool) -> io::Result<()> {
    let expected = &divergence.expected;
    let differs = |kind| divergence.differences.iter().any(|difference| difference.kind == Some(kind));
    let unknown = divergence.differences.iter().any(|difference| difference.kind.is_none());
    let recorded =
        if divergence.worked_out { "recorded (as the cause below explains it)" } else { "recorded" };
    if differs(Kind::Tiles) && !expected.tiles.is_empty() {
        writeln!(out)?;
        let ours = picture::tiles(&expected.tiles);
        match &divergence.tiles {
            Some(theirs) => {
                let theirs = picture::tiles(theirs);
                picture::side_by_side(out, ["map, expected", recorded], [&ours, &theirs], color)?;
            }
            None => picture::alone(
                out,
                "map, expected (the recording has only its hash; record with --full to see both)",
                &ours,
            )?,
        }
        let seen = expected.tiles.iter().any(|row| row.bytes().any(|tile| tile > b'1'));
        writeln!(out, "  {}", if seen { picture::LEGEND } else { picture::PLAIN_LEGEND })?;
    }
    if differs(Kind::Frame) || unknown {
        match &divergence.screen {
            Some(theirs) if *theirs != expected.screen => {
                writeln!(out)?;
                picture::side_by_side(
                    out,
                    ["screen, expected", recorded],
                    [&expected.screen, theirs],
                    color,
                )?;
            }
            Some(_) => {}
            None if differs(Kind::Tiles) => {}
            None => {
                writeln!(out)?;
                let title =
                    "screen, expected (the recording has only its hash; record with --full to see both)";
                picture::alone(out, title, &expected.screen)?;
            }
        }
    }
    Ok(())
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
    writeln!(out, "  {}", reach(cause, divergence.expected.step, steps))?;
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
fn reach(cause: &Cause, step: usize, steps: usize) -> String {
    let last = step + cause.steps - 1;
    match (cause.from_start, last == steps) {
        (true, true) => "with that mistake the whole recording comes out as it is".to_owned(),
        (true, false) => format!(
            "with that mistake everything comes out as recorded up to step {last}; then there is something else"
        ),
        (false, true) => format!(
            "made from step {step} on, that mistake gives the rest of the recording, though not what comes before"
        ),
        (false, false) if last == step => {
            "made in this step alone, that mistake gives what was recorded".to_owned()
        }
        (false, false) => {
            format!("made from step {step} on, that mistake gives what was recorded up to step {last}")
        }
    }
}
