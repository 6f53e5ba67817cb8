//! Completions, desktop entry and icons.

use std::fs;
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
        (output.status.success(), said.into_owned())
    };
    let entry = check("desktop-file-validate", &[], "applications/roguelike.desktop");
    assert_eq!(entry, (true, String::new()));
    let completions = check("bash", &[], "bash-completion/completions/roguelike");
    assert!(completions.0, "{}", completions.1);
    let (is_valid, said) =
        check("appstreamcli", &["validate", "--no-net"], "metainfo/roguelike.metainfo.xml");
    // AppStream 1.0 takes this for a fault; the project has no home page yet.
    let is_fault = |line: &&str| line.starts_with(['E', 'W']) && !line.ends_with("url-homepage-missing");
    let faults: Vec<_> = said.lines().filter(is_fault).collect();
    assert!(faults.is_empty() && (is_valid || said.contains("url-homepage-missing")), "{said}");
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

/// The date is that of the last release, or the one that a packager sets.
#[test]
fn manual_pages_have_a_date() {
    let display = Display::bare("manual", 640, 480);
    let headings = || {
        let pages = fs::read_dir(display.home().join("share/man/man1")).unwrap();
        let texts = pages.map(|page| fs::read_to_string(page.unwrap().path()).unwrap());
        let headings =
            texts.map(|text| text.lines().find(|line| line.starts_with(".TH")).unwrap().to_owned());
        headings.collect::<Vec<_>>()
    };
    let is_date = |word: &str| word.len() == 10 && word.starts_with("20") && word.matches('-').count() == 2;
    display.run(&["generate", "."]);
    for heading in headings() {
        let words: Vec<&str> = heading.split(['"', ' ']).collect();
        assert!(words.iter().any(|word| is_date(&word.replace("\\-", "-"))), "{heading}");
    }
    display.run_with(&["generate", "."], &[("SOURCE_DATE_EPOCH", "1000000000")]);
    for heading in headings() {
        assert!(heading.replace("\\-", "-").contains("2001-09-09"), "{heading}");
    }
}
