//! All that the generator knows of the series by name. Everything else it reads from the syntax. A test
//! fails when one of these names is gone from the series, or has no edits any more.

/// The files of which a copy is made, in the order of lib.rs.
pub const FILES: [&str; 11] = [
    "dijkstra_map",
    "entity",
    "fov",
    "game",
    "item",
    "level",
    "map",
    "message_log",
    "monster",
    "player",
    "screen",
];
/// The file with what only tools read and set: no mistake of a program is in it. It has edits of rows alone.
pub const OF_TOOLS: &str = "game/inspect";
/// Files that read the game of the copy, as they read that of the series: they have no edits.
pub const READERS: [&str; 2] = ["trace/last_key", "trace/snapshot"];
/// The type that has the functions of screen.rs in the original.
pub const SCREEN: (&str, &str) = ("screen", "Game");

/// A function that checks what a save file says, and the one that believes it, which takes its place: the
/// original believes a save file, and so does a program with a mistake.
pub const TRUSTING: ([&str; 2], &str) = (["Words", "new"], "trusting");

/// A position, and how the names of variables end that are positions.
pub const POSITION: &str = "Pos";
pub const POSITIONS: [&str; 2] = ["pos", "stairs"];
/// A step that is added to a position.
pub const STEP: &str = "step";

/// A draw among choices, which is a draw of a number at each place of the original.
pub const CHOICE: &str = "pick";
/// The draws of the generator of random numbers.
pub const UNIFORM: &str = "uniform";
pub const COIN: &str = "coin_flip";
pub const SHUFFLE: &str = "shuffle";

/// What makes a new entity, and a new monster.
pub const NEW_ENTITY: [&str; 2] = ["Entity", "new"];
pub const NEW_MONSTER: &str = "spawn";
/// The members of the original's `Entity`, those of ours, and what they are before they are set.
pub const MEMBERS: [(&str, &[&str], &str); 10] = [
    ("x", &["pos.x"], "0"),
    ("y", &["pos.y"], "0"),
    ("hp", &["hp"], "1"),
    ("maxHp", &["max_hp"], "1"),
    ("hp = maxHp", &["hp", "max_hp"], "1"),
    ("power", &["power"], "1"),
    ("name", &["name"], "\"thing\""),
    ("color", &["color"], "crate::color::Color(255, 255, 255)"),
    ("glyph", &["glyph"], "b'?'"),
    ("alive", &["alive"], "false"),
];
