//! Tables of the pages that are made from the program: checked, or written with `TABLES=write`.

use std::env;
use std::fs;
use std::path::Path;

/// Checks what stands between `<!-- NAME -->` and `<!-- end of NAME -->` on a page. `TABLES=write` writes it.
pub fn check_section(page: &str, name: &str, expected: &str) {
    // The package of the tests is in the folder of the repository, or in a folder below.
    let mut folders = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let path = folders.find(|folder| folder.join("tests/common").is_dir()).unwrap().join(page);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{page}: {error}"));
    let (begin, end) = (format!("<!-- {name} -->\n\n"), format!("\n<!-- end of {name} -->"));
    let start = text.find(&begin).unwrap_or_else(|| panic!("{page} lacks {begin}")) + begin.len();
    let stop = start + text[start..].find(&end).unwrap_or_else(|| panic!("{page} lacks {end}"));
    if env::var_os("TABLES").is_some_and(|value| value == "write") {
        fs::write(&path, format!("{}{expected}{}", &text[..start], &text[stop..])).unwrap();
        return;
    }
    assert!(
        text[start..stop] == *expected,
        "`{name}` on {page} is old: `TABLES=write cargo test --workspace --test names --test readme --test causes` writes it"
    );
}
