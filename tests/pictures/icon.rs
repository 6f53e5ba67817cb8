//! The icon of roguelike.exe is the one that `roguelike generate` makes for other desktops.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::scratch::scratch;

/// The sides of the pictures in the icon.
const SIDES: [u32; 4] = [16, 32, 48, 256];

/// An icon file for Windows: a header, an entry for each picture with its size and place, and the pictures as
/// PNG.
fn icon(pictures: &[(u32, Vec<u8>)]) -> Vec<u8> {
    let count = pictures.len() as u16;
    let mut bytes = [0, 1, count].map(u16::to_le_bytes).concat();
    let mut place = 6 + 16 * pictures.len();
    for (side, picture) in pictures {
        // A side of 256 is written as 0. No palette, one plane, 32 bits a pixel.
        bytes.extend([*side as u8, *side as u8, 0, 0, 1, 0, 32, 0]);
        bytes.extend([picture.len(), place].map(|number| (number as u32).to_le_bytes()).concat());
        place += picture.len();
    }
    for (_, picture) in pictures {
        bytes.extend(picture);
    }
    bytes
}

#[test]
fn the_exe_has_the_desktops_icon() {
    let folder = scratch("icon");
    let generated =
        Command::new(env!("CARGO_BIN_EXE_roguelike")).arg("generate").arg(&folder).output().unwrap();
    assert!(generated.status.success(), "{}", String::from_utf8_lossy(&generated.stderr));
    let icons = folder.join("share/icons/hicolor");
    let picture = |side| fs::read(icons.join(format!("{side}x{side}/apps/roguelike.png"))).unwrap();
    let right = icon(&SIDES.map(|side| (side, picture(side))));
    let committed = Path::new(env!("CARGO_MANIFEST_DIR")).join("fonts/roguelike.ico");
    if fs::read(&committed).ok().as_ref() != Some(&right) {
        let correct = folder.join("roguelike.ico");
        fs::write(&correct, &right).unwrap();
        panic!("{} is not the icon of the desktop: copy {} over it", committed.display(), correct.display());
    }
}
