//! Looks for SDL2 and SDL2_ttf before anything is linked, so that a missing library is one message with the
//! way out.

use std::process::{Command, ExitCode};

const HOW_TO_INSTALL: &str = "\
Install SDL2 and SDL2_ttf with their development files:
  Debian, Ubuntu   sudo apt-get install -y pkg-config libsdl2-dev libsdl2-ttf-dev
  Fedora           sudo dnf install -y pkgconf-pkg-config SDL2-devel SDL2_ttf-devel
  Arch             sudo pacman -S --needed pkgconf sdl2 sdl2_ttf
  macOS            brew install pkg-config sdl2 sdl2_ttf";

fn main() -> ExitCode {
    println!("cargo::rerun-if-changed=build.rs");
    if cfg!(windows) {
        // There the linker is told where the libraries are, see the documentation of the sdl2 crate.
        return ExitCode::SUCCESS;
    }
    match Command::new("pkg-config").args(["--libs-only-L", "sdl2", "SDL2_ttf"]).output() {
        Ok(output) if output.status.success() => {
            for folder in String::from_utf8_lossy(&output.stdout).split_whitespace() {
                println!("cargo::rustc-link-search=native={}", folder.trim_start_matches("-L"));
            }
            ExitCode::SUCCESS
        }
        Ok(output) => {
            eprintln!("\n{}\n{HOW_TO_INSTALL}\n", String::from_utf8_lossy(&output.stderr));
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("\ncannot run pkg-config: {error}\n\n{HOW_TO_INSTALL}\n");
            ExitCode::FAILURE
        }
    }
}
