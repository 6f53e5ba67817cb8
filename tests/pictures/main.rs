//! Pictures made without a window: the original's frames, every screen of free play in many sizes, the
//! steps in the pages, the icon.

#[path = "../common/decode.rs"]
mod decode;
#[path = "../common/drawn.rs"]
mod drawn;
mod gallery;
#[path = "../common/golden.rs"]
mod golden;
mod icon;
mod measures;
mod pixels;
mod readme;
#[path = "../common/recording.rs"]
mod recording;
#[path = "../common/scratch.rs"]
mod scratch;
mod steps;
#[path = "../common/surface.rs"]
mod surface;
