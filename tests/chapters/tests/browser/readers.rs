//! What a reader gets besides games and figures: code beside a figure, links, search, paper, narrow screens,
//! colours with contrast, and the filter of the names.

use chapters::chapter::root;
use serde_json::json;

use super::chromium::{Browser, Look};
use super::{book, page, parts};

const NARROW: Look = Look { width: 400, height: 900, is_dark: false, scale: 1.0 };
const WIDE: Look = Look { width: 1280, height: 900, ..NARROW };
/// Parts whose figure lights the chapter's code.
const WITH_CODE: [u8; 6] = [1, 3, 5, 7, 12, 13];
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
        // The picture stays in the window while the reader steps through the code.
        browser.run("document.querySelector('.acting .code').scrollIntoView({block: 'end'})");
        let bottom = browser.run("document.querySelector('.touch canvas').getBoundingClientRect().bottom");
        assert!(bottom.as_f64().unwrap() > 400.0, "part {part}: the picture ends at {bottom}");
        browser.look(NARROW);
        let small = browser.run(
            "[...document.querySelectorAll('.caption, .legend li, .values, .tree text')].filter((text) => \
             parseFloat(getComputedStyle(text).fontSize) < 14).length",
        );
        assert_eq!(small, json!(0), "part {part}: texts below 14 pixels");
        browser.assert_quiet(&format!("part {part}"));
    }
}

/// The radius changes the view, and what is said about it.
#[test]
fn the_radius_of_the_view_is_chosen() {
    let Some((html, chromium)) = book() else { return };
    let mut browser = Browser::start(chromium);
    browser.look(WIDE);
    browser.open(&format!("{}#steps?seed=18&player=18.6&stage=999", page(html, 3)));
    browser.until("document.querySelector('#figure').dataset.ready");
    let whole = browser.run(STATE);
    browser.run(
        "{ const slider = document.querySelector('#figure [name=radius]'); slider.value = 4; \
         slider.dispatchEvent(new Event('input')); document.querySelector('#figure [name=stage]').value = 999; \
         document.querySelector('#figure [name=stage]').dispatchEvent(new Event('input')); }",
    );
    let small = browser.run(STATE);
    assert!(whole[0] != small[0] && whole[3] != small[3], "{}", small[0]);
    let link = browser.run("document.querySelector('#figure [name=link]').href");
    assert!(link.as_str().unwrap().contains("radius=4"), "{link}");
    browser.open(link.as_str().unwrap());
    browser.until("document.querySelector('#figure').dataset.ready");
    assert!(browser.run(STATE) == small, "{link} leads to another state");
    browser.assert_quiet("part 3");
}

/// A monster that was moved out of sight is still drawn, and the caption says what it does. A monster has its
/// distance beside its letter.
#[test]
fn a_monster_out_of_sight_does_not_vanish() {
    let Some((html, chromium)) = book() else { return };
    let mut browser = Browser::start(chromium);
    browser.look(WIDE);
    browser.open(&format!("{}#steps?seed=214&keys=Right*12&stage=16", page(html, 7)));
    browser.until("document.querySelector('#figure').dataset.ready");
    let caption = "document.querySelector('.touch > .caption').textContent";
    assert!(browser.run(caption).as_str().unwrap().contains("Distances: its own 11, up 10"));
    // How bright the brightest pixel of a tile is.
    let bright = |browser: &mut Browser, [x, y]: [i64; 2]| {
        let bright = browser.run(&format!(
            "(() => {{ const canvas = document.querySelector('.touch canvas'); const tile = canvas.width / canvas.view.columns; \
             const place = [({x} - canvas.view.x) * tile, ({y} - canvas.view.y) * tile]; \
             return Math.max(...canvas.getContext('2d').getImageData(...place, tile, tile).data.filter((_, at) => at % 4 < 3)); }})()"
        ));
        bright.as_i64().unwrap()
    };
    let monsters = "Series.ask('steps?part=7&seed=214&keys=Right*12').monsters";
    let hidden = browser.run(&format!("{monsters}.filter(({{ visible, y }}) => !visible && y < 20)"));
    let place = [hidden[0]["x"].as_i64().unwrap(), hidden[0]["y"].as_i64().unwrap()];
    assert!(bright(&mut browser, place) > 100, "{hidden}");
    // The goblin goes to a tile beside it.
    let next = [place[0] + 1, place[1]];
    assert!(bright(&mut browser, next) < 100, "{hidden}");
    let moved = format!("seed=214&keys=Right*12&monsters=3.{}.{}&stage=16", next[0], next[1]);
    browser.open(&format!("{}#steps?{moved}", page(html, 7)));
    browser.until("document.querySelector('#figure').dataset.ready");
    assert!(bright(&mut browser, next) > 100, "{hidden}");
    let caption = browser.run(caption);
    assert!(caption.as_str().unwrap().contains("You don't see the goblin"), "{caption}");
    browser.assert_quiet("part 7");
}

/// The boxes of a grid are below each other, and what is filled in is judged.
#[test]
fn a_grid_is_filled_in() {
    let Some((html, chromium)) = book() else { return };
    let mut browser = Browser::start(chromium);
    browser.look(NARROW);
    browser.open(&page(html, 7));
    let columns = browser.run(
        "new Set([...document.querySelectorAll('.grid input')].map((box) => Math.round(box.offsetLeft))).size",
    );
    assert_eq!(columns, json!(5), "boxes are not in 5 columns");
    let fill = |browser: &mut Browser, first: &str| {
        browser.run(&format!(
            "(() => {{ const grid = document.querySelector('.grid'); const verdict = document.querySelector('.verdict'); \
             const details = verdict.nextElementSibling; const answer = details.querySelector('pre code').textContent.trim(); \
             const boxes = [...grid.childNodes].flatMap((node) => node.value === undefined ? [...node.textContent] : [node]); \
             boxes.forEach((box, at) => {{ if (box.matches) box.value = answer[at]; }}); \
             if ('{first}') grid.querySelector('input').value = '{first}'; \
             verdict.previousElementSibling.click(); return verdict.textContent; }})()"
        ))
    };
    assert_eq!(fill(&mut browser, "7"), json!("Not quite. Try again."));
    assert!(fill(&mut browser, "").as_str().unwrap().starts_with("Right."));
    browser.assert_quiet("part 7");
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
