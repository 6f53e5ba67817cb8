//! The paths of modules in Rust code, read as tokens: comments and texts are no code.

use std::collections::BTreeSet;
use std::iter::Peekable;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// The names that lead from the root of a crate to a module.
pub type Module = Vec<String>;

type Tokens = Peekable<proc_macro2::token_stream::IntoIter>;

/// Returns the paths in a module's code that begin with one of these names, as paths from there, and those
/// that begin with `super`, where `parent` is the path of the module above. `None` if the code is not made of
/// Rust's tokens.
pub fn paths_of(text: &str, roots: &[&str], parent: Option<&[String]>) -> Option<BTreeSet<Module>> {
    let mut paths = BTreeSet::new();
    collect(text.parse().ok()?, roots, parent, &mut paths);
    Some(paths)
}

fn collect(tokens: TokenStream, roots: &[&str], parent: Option<&[String]>, paths: &mut BTreeSet<Module>) {
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Group(group) => collect(group.stream(), roots, parent, paths),
            TokenTree::Ident(ident) => {
                let name = ident.to_string();
                let start = match parent {
                    _ if roots.contains(&name.as_str()) => Some(Module::new()),
                    Some(parent) if name == "super" => Some(parent.to_vec()),
                    _ => None,
                };
                if let Some(start) = start.filter(|_| skip_colons(&mut tokens)) {
                    follow(&mut tokens, start, paths);
                }
            }
            _ => {}
        }
    }
}

/// Follows a path after its `::`, with all ends of a group.
fn follow(tokens: &mut Tokens, mut path: Module, paths: &mut BTreeSet<Module>) {
    loop {
        match tokens.peek() {
            Some(TokenTree::Ident(ident)) => {
                match ident.to_string().as_str() {
                    "super" => drop(path.pop()),
                    name => path.push(name.to_owned()),
                }
                tokens.next();
                if !skip_colons(tokens) {
                    break;
                }
            }
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => {
                let mut inner = group.stream().into_iter().peekable();
                while inner.peek().is_some() {
                    follow(&mut inner, path.clone(), paths);
                    // What follows is `as NAME`, or the next end.
                    while inner.next().is_some_and(|token| token.to_string() != ",") {}
                }
                return;
            }
            _ => break,
        }
    }
    paths.insert(path);
}

/// Takes `::`, and returns true if it was there.
fn skip_colons(tokens: &mut Tokens) -> bool {
    let is_colon = |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ':');
    let found = tokens.next_if(is_colon).is_some();
    found && tokens.next_if(is_colon).is_some()
}
