//! Completions, desktop entry and icons.

use std::process::Command;

use crate::display::{Display, INSTALL};
use crate::image::{BACKGROUND, Image};

#[test]
fn completions_desktop_entry_and_icons_are_what_they_should_be() {
    let display = Display::bare("generate", 640, 480);
    let output = display.run(&["generate", "."]);
    assert!(output.status.success());
    let share = display.home().join("share");
    let check = |program: &str, arguments: &[&str], file: &str| {
        let path = share.join(file);
        let output = Command::new(program).args(arguments).arg(&path).output();
        let output = output.unwrap_or_else(|error| panic!("{program}: {error}; {INSTALL}"));
        let said = String::from_utf8_lossy(&output.stderr) + String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{file}: {said}");
        said.into_owned()
    };
    let entry = check("desktop-file-validate", &[], "applications/roguelike.desktop");
    assert_eq!(entry, "");
    check("bash", &[], "bash-completion/completions/roguelike");
    for side in [16, 32, 48, 64, 128, 256] {
        let icon = Image::open(&share.join(format!("icons/hicolor/{side}x{side}/apps/roguelike.png")));
        assert_eq!((icon.width, icon.height), (side, side));
        assert!(
            icon.difference(&Image::plain(side, side, BACKGROUND)).is_some(),
            "the icon of {side} is empty"
        );
    }
}

#[test]
fn the_desktop_knows_the_window_by_the_entrys_name() {
    let display = Display::bare("class", 1280, 823);
    let window = display.play(&["--seed", "42"]);
    let found = display.xdotool(&["search", "--onlyvisible", "--class", "^roguelike$"]);
    assert_eq!(found.trim(), window.id());
}
