//! C++ programs: the recorder's header, `roguelike attach` and `roguelike check`, all with a real compiler.

mod attach;
#[cfg(unix)]
mod check;
mod compiler;
mod header;
#[cfg(unix)]
mod names;
#[path = "../common/parallel.rs"]
mod parallel;
mod program;
#[path = "../common/recording.rs"]
mod recording;
mod recordings;
#[cfg(target_os = "linux")]
mod sanitized;
#[cfg(unix)]
mod watch;
#[cfg(unix)]
mod watching;
