//! Front page to come.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod autosave;
pub mod bindings;
pub mod cli;
pub mod color;
pub mod commands;
pub mod dijkstra_map;
pub mod entity;
pub mod event;
pub mod file;
pub mod fov;
pub mod game;
pub mod glyph_cache;
pub mod hash;
pub mod help;
pub mod item;
pub mod key;
pub mod level;
pub mod map;
pub mod message_log;
pub mod monster;
pub mod part;
pub mod pictures;
pub mod player;
pub mod record;
pub mod replay;
pub mod rng;
pub mod screen;
pub mod session;
pub mod sound;
pub mod trace;
pub mod window;
