//! The texts in Rust code, read as tokens, and of the documentation only what the command line shows.

use proc_macro2::{TokenStream, TokenTree};

/// Returns the contents of the code's string literals, without the tests at its end. The documentation of
/// items is left out, but for the types of the command line, whose documentation is their help. `None` if
/// the code is not made of Rust's tokens.
pub fn texts_of(code: &str) -> Option<Vec<String>> {
    let is_help = code.contains("use clap::");
    let code = code.split("#[cfg(test)]").next()?;
    let mut texts = Vec::new();
    collect(code.parse().ok()?, is_help, &mut texts);
    Some(texts)
}

fn collect(tokens: TokenStream, is_help: bool, texts: &mut Vec<String>) {
    let mut is_documentation = false;
    for token in tokens {
        match token {
            TokenTree::Group(group) => collect(group.stream(), is_help, texts),
            TokenTree::Ident(ident) => is_documentation = ident == "doc",
            TokenTree::Literal(literal) if is_help || !is_documentation => {
                let literal = literal.to_string();
                if let Some((_, text)) = literal.split_once('"') {
                    texts.push(text.trim_end_matches(['"', '#']).replace("\\n", " ").replace('\\', ""));
                }
            }
            _ => {}
        }
    }
}
