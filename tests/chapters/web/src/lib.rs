//! The series as WebAssembly: one module for the games and the figures of the whole book.
//!
//! A page sends a [request](ask), such as `play?part=7&seed=42&keys=Right*12`, and gets JSON. An answer
//! depends on nothing but its request, so each state of a game or a figure has a link. The module caches the
//! last game and the last figure, because most requests differ from the last one by a key or a stage.

#![forbid(unsafe_code)]

mod cave;
mod chapters;
mod figure;
mod lines;
mod picture;
mod play;
mod request;
mod trace;
mod tree;

use serde::Serialize;

use request::Request;

#[cfg(target_arch = "wasm32")]
wasm_minimal_protocol::initiate_protocol!();

/// Answers a request:
///
/// | request | answer |
/// |---|---|
/// | `play` | a game after some keys: [`play::State`] |
/// | `trace` | the recording of that game, as text |
/// | `steps` | a stage of the algorithm that a part brings: [`figure::Shown`] |
/// | `views` | what other algorithms for the field of view see: [`figure::View`] |
/// | `cave` | a stage of a cave with constants of the reader's own: [`figure::Shown`] |
///
/// # Errors
/// If the request is not understood: a sentence for the reader of the page.
#[cfg_attr(target_arch = "wasm32", wasm_minimal_protocol::wasm_func)]
pub fn ask(request: &[u8]) -> Result<Vec<u8>, String> {
    let text = str::from_utf8(request).map_err(|error| error.to_string())?;
    let (name, request) = Request::parse(text)?;
    match name {
        "play" => play::with(&request, |played| json(&played.state()))?,
        "trace" => Ok(play::trace(&request)?.into_bytes()),
        "steps" => json(&figure::stages(&request)?),
        "views" => json(&figure::views(&request)?),
        "cave" => json(&cave::stages(&request)?),
        _ => Err(format!("nothing answers '{name}'")),
    }
}

fn json(reply: &impl Serialize) -> Result<Vec<u8>, String> {
    serde_json::to_vec(reply).map_err(|error| error.to_string())
}
