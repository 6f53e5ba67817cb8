//! Front page to come.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod cli;
pub mod color;
pub mod dijkstra_map;
pub mod entity;
pub mod event;
pub mod file;
pub mod fov;
pub mod game;
pub mod glyph_cache;
pub mod hash;
pub mod item;
pub mod key;
pub mod level;
pub mod map;
pub mod message_log;
pub mod monster;
pub mod part;
pub mod player;
pub mod rng;
pub mod screen;
pub mod trace;
