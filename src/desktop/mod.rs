//! What a game needs to be played in a window on a desktop.

pub mod autosave;
pub mod bindings;
pub mod caution;
#[cfg(test)]
mod drawn;
pub mod help;
pub mod keys;
pub mod look;
pub mod picture;
pub mod pictures;
mod readable;
pub mod repaint;
pub mod session;
pub mod travel;
pub mod window;
