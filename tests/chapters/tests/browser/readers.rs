//! What a reader gets besides games and figures: code beside a figure, links, search, paper, narrow screens,
//! colours with contrast, and the filter of the names.

use chapters::chapter::root;
use serde_json::json;

use super::chromium::{Browser, Look};
use super::{book, page, parts};

const NARROW: Look = Look { width: 400, height: 900, is_dark: false, scale: 1.0 };
const WIDE: Look = Look { width: 1280, height: 900, ..NARROW };
/// Parts whose figure lights the chapter's code.
const WITH_CODE: [u8; 5] = [1, 3, 5, 7, 12];
/// The contrast of text that everybody can read.
const CONTRAST: f64 = 4.5;

/// What a reader sees of a figure's state.
const STATE: &str = "(() => { const text = (selector) => document.querySelector(selector)?.textContent; \
    return [text('.touch > .caption'), text('.acting .now'), text('.values'), \
    document.querySelector('.touch canvas').toDataURL()]; })()";

fn open_figure(browser: &mut Browser, address: &str) {
    browser.open(address);
    browser.run("document.querySelector('img[src$=\"-steps.png\"]').scrollIntoView()");
    browser.until("document.querySelector('#figure').dataset.ready");
}

/// The line that acts is one of the chapter's file, another line acts after a step, and a link brings each
/// state back.
#[test]
fn the_line_that_acts_is_lit_and_has_a_link() {
    let Some((html, chromium)) = book() else { return };
    let mut browser = Browser::start(chromium);
    for part in WITH_CODE.into_iter().filter(|part| parts().contains(part)) {
        browser.look(WIDE);
        open_figure(&mut browser, &page(html, part));
        browser.run("document.querySelector('#figure [name=on]').click()");
        let before = browser.run(STATE);
        browser.run("document.querySelector('#figure [name=before]').click()");
        let state = browser.run(STATE);
        assert_ne!(before[1], state[1], "part {part}: the line stays");
        let acting = browser.run(
            "(() => { const line = document.querySelector('.acting .now'); return [line.textContent, line.dataset.line, \
             document.querySelector('.acting .caption').textContent.split(',')[0]]; })()",
        );
        let file = format!("tests/chapters/part{part:02}/src/{}", acting[2].as_str().unwrap());
        let source = root().join(file);
        let source = std::fs::read_to_string(source).unwrap();
        let number: usize = acting[1].as_str().unwrap().parse().unwrap();
        assert_eq!(source.lines().nth(number - 1), acting[0].as_str().map(str::trim_end), "part {part}");
        let link = browser.run("document.querySelector('#figure [name=link]').href");
        browser.open(link.as_str().unwrap());
        browser.until("document.querySelector('#figure').dataset.ready");
        assert!(browser.run(STATE) == state, "part {part}: {link} leads to another state");
        browser.look(NARROW);
        let small = browser.run(
            "[...document.querySelectorAll('.caption, .legend li, .values, .tree text')].filter((text) => \
             parseFloat(getComputedStyle(text).fontSize) < 14).length",
        );
        assert_eq!(small, json!(0), "part {part}: texts below 14 pixels");
        browser.assert_quiet(&format!("part {part}"));
    }
}

/// Names of the standard library are found by their last word, and no search shows a solution.
#[test]
fn the_search_finds_names_and_no_solutions() {
    let Some((html, chromium)) = book() else { return };
    let mut browser = Browser::start(chromium);
    for (words, wanted) in [("mt19937", "part01/"), ("random_device", "part01/"), ("wander", "part04/")] {
        browser.open(&format!("file://{}/using.html?search={words}", html.display()));
        browser.until("document.querySelector('#mdbook-searchresults li')");
        let found = browser.run(
            "[...document.querySelectorAll('#mdbook-searchresults a')].map((link) => link.getAttribute('href'))",
        );
        let found: Vec<&str> = found.as_array().unwrap().iter().map(|link| link.as_str().unwrap()).collect();
        assert!(found.iter().any(|link| link.contains(wanted)), "{words}: {found:?}");
        assert!(
            found.iter().all(|link| !link.contains("solution") && !link.contains("/src/")),
            "{words}: {found:?}"
        );
    }
}

#[test]
fn answers_are_open_on_paper() {
    let Some((html, chromium)) = book() else { return };
    let mut browser = Browser::start(chromium);
    browser.open(&page(html, 3));
    assert_eq!(browser.run("document.querySelectorAll('main details[open]').length"), json!(0));
    browser.run("window.paper = null; window.addEventListener('beforeprint', () => { window.paper = \
         ['main details:not([open])', 'main details'].map((all) => document.querySelectorAll(all).length); })");
    browser.print();
    let [folded, all] = [0, 1].map(|at| browser.run("window.paper")[at].as_u64().unwrap());
    assert!(folded == 0 && all > 5, "{folded} of {all} are folded");
    browser.until("document.querySelectorAll('main details[open]').length === 0");
}

/// On a narrow screen the cells of a row are below each other.
#[test]
fn tables_stack_on_narrow_screens() {
    let Some((html, chromium)) = book() else { return };
    let mut browser = Browser::start(chromium);
    browser.open(&format!("file://{}/names.html", html.display()));
    for (look, cells) in [(WIDE, 1), (NARROW, 5)] {
        browser.look(look);
        let tops = browser.run(
            "new Set([...document.querySelectorAll('main tbody tr:first-child td')].slice(0, 5) \
             .map((cell) => cell.getBoundingClientRect().top)).size",
        );
        assert_eq!(tops, json!(cells), "{} pixels", look.width);
    }
}

/// The colours of removed and added lines, in each theme.
#[test]
fn diffs_have_contrast() {
    let Some((html, chromium)) = book() else { return };
    let mut browser = Browser::start(chromium);
    let page = format!("file://{}/diff02-03.html", html.display());
    browser.open(&page);
    for theme in ["light", "rust", "coal", "navy", "ayu"] {
        browser.run(&format!("localStorage.setItem('mdbook-theme', '{theme}')"));
        browser.open(&page);
        for kind in ["addition", "deletion"] {
            let contrast = browser.run(&format!(
                "(() => {{ const light = (color) => {{ const [r, g, b] = color.match(/[\\d.]+/g).map((value) => {{ \
                 const part = value / 255; return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4; }}); \
                 return 0.2126 * r + 0.7152 * g + 0.0722 * b; }}; \
                 const text = document.querySelector('.hljs-{kind}'); let behind = text; \
                 while (/, 0\\)$|transparent/.test(getComputedStyle(behind).backgroundColor)) behind = behind.parentElement; \
                 const [a, b] = [getComputedStyle(text).color, getComputedStyle(behind).backgroundColor].map(light); \
                 return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05); }})()"
            ));
            let contrast = contrast.as_f64().unwrap();
            println!("{theme}: {kind} {contrast:.1}:1");
            assert!(contrast >= CONTRAST, "{theme}: {kind} {contrast:.2}:1");
        }
    }
}

#[test]
fn names_are_filtered_and_have_anchors() {
    let Some((html, chromium)) = book() else { return };
    let mut browser = Browser::start(chromium);
    browser.open(&format!("file://{}/names.html#castLight", html.display()));
    let visible = "[...document.querySelectorAll('main tbody tr')].filter((row) => row.offsetParent).length";
    let (all, top) = (
        browser.run(visible),
        browser.run("document.querySelector('#castLight').getBoundingClientRect().top"),
    );
    assert!(top.as_f64().unwrap() < 900.0, "{top}");
    let shown = browser.run(&format!(
        "(() => {{ const box = document.querySelector('[name=filter]'); box.value = 'castlight'; \
         box.dispatchEvent(new Event('input')); return [{visible}, document.querySelector('#castLight').offsetParent !== null]; }})()"
    ));
    assert!(all.as_u64().unwrap() > 300 && shown[0].as_u64().unwrap() < 60, "{all}, {shown}");
    assert_eq!(shown[1], json!(true));
}
