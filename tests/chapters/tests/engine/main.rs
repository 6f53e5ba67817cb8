//! What is cut, and what stays, on small programs.

mod decided;
mod plain;
mod unused;

use chapters::chapter::format;
use chapters::cut::cut;
use chapters::known::Choice;
use chapters::program::Sources;

/// The questions that the small programs ask.
const PART: &str = "
pub struct Part(u8);
const NAMES: [&str; 3] = [\"Map\", \"Player\", \"View & Fog\"];
impl Part {
    pub const LAST: Part = Part(3);
    pub const fn number(self) -> u8 { self.0 }
    pub const fn name(self) -> &'static str { NAMES[self.0 as usize - 1] }
    pub const fn has_player(self) -> bool { self.0 >= 2 }
    pub const fn has_fog(self) -> bool { self.0 >= 3 }
    pub const fn rows(self) -> i32 { if self.has_fog() { 41 } else { 36 } }
    pub const fn version(self) -> Option<u32> { match self.0 { 1 => None, 2 => Some(2), _ => Some(3) } }
}
impl std::fmt::Display for Part {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { self.0.fmt(f) }
}
";

const STDLIB: &str = "
#[derive(Clone, Copy, Default)]
pub enum StdLib { #[default] Gcc, Clang }
pub struct Rng { state: u32, library: StdLib }
impl Rng {
    pub fn new(seed: u32, library: StdLib) -> Rng { Rng { state: seed, library } }
    pub fn library(&self) -> StdLib { self.library }
    pub fn draw(&mut self) -> u32 {
        self.state += 1;
        match self.library { StdLib::Gcc => self.gcc(), StdLib::Clang => self.clang() }
    }
    /// GCC's way.
    fn gcc(&self) -> u32 { self.state * 2 }
    /// Clang's way.
    fn clang(&self) -> u32 { self.state * 3 }
}
";

/// The files of a chapter of a small program. `main.rs` comes with `mod` declarations for the others.
fn files(part: u8, library: &str, files: &[(&str, &str)]) -> Sources {
    let mut sources: Sources =
        files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect();
    for (path, text) in [("part.rs", PART), ("rng.rs", STDLIB)] {
        sources.insert(path.to_owned(), text.to_owned());
    }
    let modules = "mod part;\nmod rng;\n";
    let main = sources.get_mut("main.rs").unwrap();
    *main = format!("{modules}{main}");
    let choice = Choice { part, library: library.to_owned() };
    let cut = cut(&sources, &choice).unwrap();
    format(cut.clone()).unwrap_or_else(|error| panic!("{error}: {cut:#?}"))
}

/// The `main.rs` of a chapter of a program in one file.
fn main_of(part: u8, main: &str) -> String {
    let mut files = files(part, "Gcc", &[("main.rs", main)]);
    let main = files.remove("main.rs").unwrap();
    assert!(files.is_empty(), "more than main.rs is left: {files:#?}, {main}");
    main
}

/// Compares two programs, each formatted.
fn same(cut: &str, expected: &str) {
    let mut sources = Sources::from([("main.rs".to_owned(), expected.to_owned())]);
    // rustfmt looks for the modules.
    let modules = expected.lines().filter_map(|line| line.trim().strip_prefix("mod ")?.strip_suffix(';'));
    sources.extend(modules.map(|module| (format!("{module}.rs"), String::new())));
    let expected = format(sources).unwrap().remove("main.rs").unwrap();
    assert_eq!(cut.trim_start(), expected.trim_start());
}
