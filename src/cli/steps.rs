//! `roguelike steps`: an algorithm of a part at work.

use std::fs;
use std::process::ExitCode;

use crate::cli::args::StepsArgs;
use crate::cli::commands::played;
use crate::cli::exit::Failure;
use crate::cli::output::{named_file, write_output};
use crate::fov_lab::steps::topic_of;
use crate::glyph_cache::{FONT, TILE_SIZE};
use crate::part::Part;
use crate::picture::stages;
use crate::picture::to_png;

/// Writes pictures of what a part brings. From the first floor, Part 12 goes down to a cave.
/// Fails if the part brings nothing, keys cannot be read, or pictures cannot be written.
pub fn steps(args: &StepsArgs) -> Result<ExitCode, Failure> {
    let part = args.game.part.unwrap_or(Part::LAST);
    let nothing = || format!("Part {part} brings no algorithm to watch; give --part 1, 3, 5, 7, 12 or 13");
    let topic = topic_of(part).ok_or_else(nothing)?;
    if args.at.is_some() && !topic.has_place {
        return Err("how a floor is made does not depend on a place; leave --at out".into());
    }
    let to_stdout = args.output.is_some() && named_file(args.output.as_deref()).is_none();
    let (tracer, code) = played(&args.game, &args.keys, to_stdout)?;
    let mut game = tracer.game().clone();
    if let Some(at) = args.at {
        game.player.pos = at;
        game.update_view();
    } else if !topic.has_place && part.has_caves() && game.depth == 0 {
        game.player.pos = game.cur().stairs;
        game.descend();
    }
    let stages = (topic.stages)(&game);
    if args.output.is_some() {
        write_output(args.output.as_deref(), &stages::animation(&stages, TILE_SIZE, FONT)?)?;
    }
    if let Some(folder) = &args.frames {
        let failed = |error| format!("cannot make the folder {}: {error}; give a new one", folder.display());
        fs::create_dir(folder).map_err(failed)?;
        let mut names = (1..).map(|number| folder.join(format!("{number:03}.png")));
        stages::draw_each(&stages, TILE_SIZE, FONT, |surface| {
            write_output(names.next().as_deref(), &to_png(surface)?)
        })?;
    }
    Ok(code)
}
