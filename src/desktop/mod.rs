//! What a game needs to be played in a window on a desktop.

pub mod autosave;
pub mod bindings;
pub mod caution;
#[cfg(test)]
mod drawn;
pub mod help;
pub mod history;
pub mod keys;
pub mod look;
pub mod palette;
pub mod panel;
pub mod picture;
pub mod pictures;
mod readable;
pub mod repaint;
pub mod session;
pub mod settings;
pub mod summary;
pub mod travel;
pub mod window;
