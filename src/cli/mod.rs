//! The command line: its options, and all commands but `play`.

mod args;
mod commands;
mod exit;
mod font;
mod generate;
mod output;
mod overwrite;
mod progress;
mod runs;

use std::process::ExitCode;

use args::Command;
pub use args::PlayArgs;
pub use exit::Failure;
pub use font::load_font;

use crate::explorer::files::key_file;

/// Runs the command that the command line names, and returns the program's exit code. `play` opens the
/// window.
pub fn run(play: impl FnOnce(&PlayArgs) -> Result<(), Failure>) -> ExitCode {
    // Before anything is printed, because the output may be a file with a limit.
    return_errors_of_writes();
    let command = match exit::read_command_line() {
        Ok(command) => command,
        Err(code) => return code,
    };
    let success = |()| ExitCode::SUCCESS;
    exit::exit_code(command.check_outputs().map_err(Failure::from).and_then(|()| match &command {
        Command::Play(args) => play(args).map(success),
        Command::Trace(args) => commands::trace(args),
        Command::Shot(args) => commands::shot(args),
        Command::Steps(args) => commands::steps(args),
        Command::Fov(args) => commands::fov(args).map(success),
        Command::Runs { give_up } => runs::runs(give_up.as_deref()).map(success),
        Command::Keys { part, stdlib, output } => {
            let keys = key_file(*part, stdlib.unwrap_or_default());
            output::write_output(output.output.as_deref(), keys.as_bytes()).map(success)
        }
        Command::Attach { part, folder, output } => commands::attach(*part, folder, output.output.as_deref()),
        Command::Check(args) => commands::check(args),
        Command::Generate { prefix } => generate::generate(prefix).map(success),
        Command::Verify(args) => commands::verify(args),
        Command::Diff(args) => commands::diff(args),
    }))
}

/// Makes a write beyond the limit for the size of files (`ulimit -f`) return an error, like one on a full
/// disk. By default the signal SIGXFSZ ends the program in the middle of the write.
fn return_errors_of_writes() {
    // The flag is never read. Without a handler the signal has its default effect.
    #[cfg(unix)]
    signal_hook::flag::register(signal_hook::consts::SIGXFSZ, std::sync::Arc::default()).ok();
}
