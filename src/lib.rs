//! *Roguelikes in C++ with SDL3*, chapter by chapter, in Rust on SDL2. This page is src/README.md; here its
//! links lead to the modules.
//!
//! [dijkstra_map.rs]: mod@dijkstra_map
//! [entity.rs]: mod@entity
//! [fov.rs]: mod@fov
//! [game.rs]: mod@game
//! [game/magic.rs]: mod@game
//! [game/pack.rs]: mod@game
//! [game/save.rs]: mod@game
//! [game/title.rs]: mod@game
//! [game/turn.rs]: mod@game
//! [glyph_cache.rs]: mod@glyph_cache
//! [item.rs]: mod@item
//! [key.rs]: mod@key
//! [level.rs]: mod@level
//! [main.rs]: crate
//! [map.rs]: mod@map
//! [message_log.rs]: mod@message_log
//! [monster.rs]: mod@monster
//! [part.rs]: mod@part
//! [player.rs]: mod@player
//! [rng.rs]: mod@rng
//! [screen.rs]: mod@screen
//! [sound.rs]: mod@sound
//! [cli]: mod@cli
//! [desktop]: mod@desktop
//! [explorer]: mod@explorer
//! [fov_lab]: mod@fov_lab
//! [keys]: mod@keys
//! [picture]: mod@picture
//! [support]: mod@support
//! [trace]: mod@trace
//!
#![doc = include_str!("README.md")]
#![forbid(unsafe_code)]
#![warn(missing_docs)]
// Outside of tests nothing panics on purpose.
#![warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable, clippy::todo)]

// The series
pub mod color;
pub mod dijkstra_map;
pub mod entity;
pub mod fov;
pub mod game;
#[cfg(feature = "picture")]
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

// The other folders
#[cfg(feature = "command-line")]
pub mod cli;
#[cfg(feature = "desktop")]
pub mod desktop;
pub mod explorer;
pub mod fov_lab;
pub mod keys;
#[cfg(feature = "picture")]
pub mod picture;
pub mod support;
pub mod trace;
