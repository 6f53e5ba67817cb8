//! Writing files when the program is killed, the disk is full, or two programs write at once: the old or
//! the new file survives whole, no other file changes, and the player learns what happened. Real processes,
//! real files.
//!
//! `ROGUELIKE_KILLS=500 cargo test --test files -- --nocapture` kills more often.
#![cfg(unix)]

mod overwrite;
#[path = "../common/program.rs"]
mod program;
#[path = "../common/recording.rs"]
mod recording;
mod saves;
#[path = "../common/scratch.rs"]
mod scratch;
mod written;

use std::process::Command;

use program::started_by;

const PROGRAM: &str = env!("CARGO_BIN_EXE_roguelike");

/// Returns the command with the rights of an ordinary user. Root may write to every file.
fn without_privileges(command: &Command) -> Command {
    let user = Command::new("id").arg("-u").output().unwrap();
    let limits = ["setpriv", "--bounding-set=-dac_override,-dac_read_search", "--inh-caps=-all", "--"];
    started_by(if user.stdout == b"0\n" { &limits } else { &["env"] }, command)
}
