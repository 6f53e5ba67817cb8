//! Looks for SDL2 and SDL2_ttf before anything is linked, so that a missing library is one message with the way out instead of a
//! page of linker output.

use std::env;
use std::process::ExitCode;

/// The libraries, and the oldest version of each that has everything we call.
const LIBRARIES: [(&str, &str); 2] = [("sdl2", "2.0.16"), ("SDL2_ttf", "2.0.15")];

const HOW_TO_INSTALL: &str = "\
Install SDL2 and SDL2_ttf with their development files:
  Debian, Ubuntu   sudo apt-get install -y pkg-config libsdl2-dev libsdl2-ttf-dev
  Fedora           sudo dnf install -y pkgconf-pkg-config SDL2-devel SDL2_ttf-devel
  Arch             sudo pacman -S --needed pkgconf sdl2 sdl2_ttf
  macOS            brew install pkg-config sdl2 sdl2_ttf
  Windows          vcpkg install sdl2 sdl2-ttf, then cargo build --features use-vcpkg
or let cargo build SDL2 itself (needs CMake; SDL2_ttf is still taken from the system):
  cargo build --features bundled";

fn main() -> ExitCode {
    println!("cargo::rerun-if-changed=build.rs");
    // vcpkg brings its own way of finding things.
    if env::var_os("CARGO_FEATURE_USE_VCPKG").is_some() {
        return ExitCode::SUCCESS;
    }
    let bundled = env::var_os("CARGO_FEATURE_BUNDLED").is_some();
    let wanted = LIBRARIES.iter().filter(|(name, _)| !(bundled && *name == "sdl2"));
    let problems: Vec<String> = wanted.filter_map(|&(name, version)| problem(name, version)).collect();
    if problems.is_empty() {
        return ExitCode::SUCCESS;
    }
    eprintln!("\n{}\n\n{HOW_TO_INSTALL}\n", problems.join("\n"));
    ExitCode::FAILURE
}

/// What is wrong with a library, if anything is; tells cargo where it lies otherwise.
fn problem(name: &str, version: &str) -> Option<String> {
    let statically = env::var_os("CARGO_FEATURE_STATIC_LINK").is_some();
    let found = config().atleast_version(version).statik(statically).probe(name);
    Some(match found.err()? {
        pkg_config::Error::Command { .. } => {
            format!("{name} cannot be looked for, because pkg-config is not installed.")
        }
        // pkg-config is there and knows the library, only not this version of it.
        _ if config().cargo_metadata(false).probe(name).is_ok() => {
            format!("{name} is installed, but older than {version}.")
        }
        _ => format!("{name} {version} or later is not installed, or pkg-config does not find it."),
    })
}

/// Without the list of variables that cargo should watch: a script that failed is run again anyway.
fn config() -> pkg_config::Config {
    let mut config = pkg_config::Config::new();
    config.env_metadata(false);
    config
}
