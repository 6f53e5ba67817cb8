//! The game at a desk: a real window on a real (virtual) screen, real keys, real files. Whatever these tests need and do not find
//! makes them fail.

#[path = "desktop/display.rs"]
mod display;
#[path = "desktop/image.rs"]
mod image;

use display::Display;
use image::Image;

#[test]
fn trial() {
    let display = Display::bare("trial", 1920, 1080);
    let game = display.play(&["--seed", "42"]);
    println!("{:?} {}", game.geometry(), game.title());
    display.press(&["1"]);
    std::thread::sleep(std::time::Duration::from_millis(500));
    game.look().save(std::path::Path::new("/tmp/helpers/d1.png"));
    let io = || std::fs::read_to_string(format!("/proc/{}/io", game.pid())).unwrap().replace('\n', " ");
    println!("{}", io());
    for key in ["F3", "F3", "z", "F1", "F3", "i", "F2", "Escape"] {
        display.press(&[key]);
        std::thread::sleep(std::time::Duration::from_millis(300));
        println!("{key} {}", io());
    }
}
