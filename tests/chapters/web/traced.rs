//! The functions of the chapters whose lines a figure lights. The build script of the module and the tool
//! that makes the book both read their table.

/// A row of the table.
pub struct Traced {
    pub chapter: u8,
    /// The chapter's file, such as `game/turn.rs`.
    pub file: &'static str,
    pub function: &'static str,
    /// The variables whose values are shown.
    pub variables: Vec<&'static str>,
}

impl Traced {
    /// Returns the table.
    pub fn all() -> Vec<Traced> {
        let rows = include_str!("traced.txt").lines().filter(|line| !line.starts_with('#'));
        let row = |line: &'static str| {
            let mut words = line.split(' ');
            let chapter = words.next()?.parse().ok()?;
            Some(Traced { chapter, file: words.next()?, function: words.next()?, variables: words.collect() })
        };
        rows.filter_map(row).collect()
    }
}

/// Returns a function of a formatted file without its documentation, and the number of its first line.
pub fn function<'t>(text: &'t str, name: &str) -> Option<(usize, &'t str)> {
    let named = text.find(&format!("fn {name}("))?;
    let start = text[..named].rfind('\n')? + 1;
    let indent = text[start..].len() - text[start..].trim_start().len();
    let end = format!("\n{}}}\n", " ".repeat(indent));
    let length = text[start..].find(&end)? + end.len();
    Some((text[..start].matches('\n').count() + 1, &text[start..start + length]))
}
