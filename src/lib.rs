//! *Roguelikes in C++ with SDL3*, chapter by chapter, in Rust on SDL2.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod color;
pub mod dijkstra_map;
pub mod entity;
pub mod event;
pub mod fov;
pub mod game;
pub mod glyph_cache;
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
pub mod sound;

pub mod cli;
pub mod desktop;
pub mod fov_lab;
pub mod support;
pub mod trace;
pub mod verify;
