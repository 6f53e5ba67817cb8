//! Expressions and names of the series in the reader's own sources, as they are written there.

use std::collections::{BTreeSet, HashMap};

use super::members::OwnName;
use super::places::{definitions, plain_name};
use super::source::{GroupKind, Source, is_name};
use crate::verify::{OwnSources, Place};
use roguelike_causes::Replaced;

/// Minimum number of tokens of an expression that is searched: fewer are everywhere.
const LEAST_TOKENS: usize = 3;
/// Words that cannot be the name of a variable.
const WORDS: [&str; 8] = ["return", "if", "else", "for", "while", "true", "false", "new"];

/// The sources of a program.
pub(super) struct Words<'s> {
    pub sources: &'s [Source],
    /// The names of members that may differ from those of the series.
    pub members: &'s [OwnName],
}

impl Words<'_> {
    /// Returns the only name in the sources that is spelled in another way: `max_hp` for `maxHp`.
    fn spelled_like(&self, name: &str) -> Option<String> {
        let letters = |name: &str| plain_name(name).replace('_', "").to_lowercase();
        let tokens = self.sources.iter().flat_map(|source| (0..source.len()).map(|at| source.token(at)));
        let is_like = |token: &&str| is_name(token) && letters(token) == letters(name);
        let like: BTreeSet<&str> = tokens.filter(is_like).collect();
        like.first().filter(|_| like.len() == 1).map(|&own| own.to_owned())
    }
}

impl OwnSources for Words<'_> {
    /// Finds the wrong expression in one of the functions, with any names for variables, and returns the
    /// right one with these names. Returns `None` if it is in none of them, or in several places.
    fn find(&self, replaced: &Replaced) -> Option<Place> {
        let [wrong, right] = [&replaced.wrong, &replaced.right].map(|text| words(text));
        let length = wrong.len();
        if length < LEAST_TOKENS {
            return None;
        }
        let is_named =
            |name: &str| replaced.functions.iter().any(|full| full.rsplit("::").next() == Some(name));
        let functions = || definitions(self.sources, GroupKind::Function);
        // Lambdas are in `main`.
        let is_lambda = !functions().any(|(source, function)| is_named(source.name_of(function)));
        let is_wanted = |name: &str| is_named(name) || is_lambda && name == "main";
        let mut found = Vec::new();
        for (source, function) in functions().filter(|(source, it)| is_wanted(source.name_of(it))) {
            let firsts = (function.open..function.close).filter_map(|first| {
                let theirs: Vec<&str> = (first..first + length).map(|index| source.token(index)).collect();
                Some((source, first, names(&wrong, &theirs)?))
            });
            found.extend(firsts);
        }
        let [(source, first, names)] = &found[..] else { return None };
        let is_known = |index| !is_variable(&right, index) || names.contains_key(right[index].as_str());
        let is_translated = (0..right.len()).all(is_known);
        Some(Place {
            file: source.name.clone(),
            line: source.line(*first),
            wrong: renamed(&replaced.wrong, names),
            right: is_translated.then(|| renamed(&replaced.right, names)),
        })
    }

    /// Finds the name of a member as the recorder does, and other names by their letters.
    fn own_name(&self, name: &str) -> Option<String> {
        if self.sources.iter().any(|source| source.places(name).next().is_some()) {
            return None;
        }
        let member = self.members.iter().find(|(series, _)| *series == plain_name(name));
        member.map(|(_, own)| own.clone()).or_else(|| self.spelled_like(name))
    }
}

/// Divides an expression into its tokens.
fn words(text: &str) -> Vec<String> {
    let source = Source::new(String::new(), text.as_bytes().to_owned());
    (0..source.len()).map(|index| source.token(index).to_owned()).collect()
}

/// Returns true if a token is the name of a variable, and not of a member, a function, a type or a constant.
fn is_variable(tokens: &[String], index: usize) -> bool {
    let token = |index: usize| tokens.get(index).map_or("", String::as_str);
    let is_member = matches!(token(index.wrapping_sub(1)), "." | "->" | "::");
    let is_qualified = matches!(token(index + 1), "(" | "::");
    is_name(token(index))
        && token(index).starts_with(char::is_lowercase)
        && !is_member
        && !is_qualified
        && !WORDS.contains(&token(index))
}

/// Returns the reader's name of each variable, if the tokens are the same except for these names. At least
/// one name must be the same.
fn names<'a>(ours: &'a [String], theirs: &[&'a str]) -> Option<HashMap<&'a str, &'a str>> {
    let (mut names, mut back) = (HashMap::new(), HashMap::new());
    for (index, (our, &their)) in ours.iter().zip(theirs).enumerate() {
        let is_same = if is_variable(ours, index) {
            let is_one = *names.entry(our.as_str()).or_insert(their) == their;
            is_one && *back.entry(their).or_insert(our) == our && is_name(their) && !WORDS.contains(&their)
        } else {
            our == their
        };
        if !is_same {
            return None;
        }
    }
    let is_like = ours.iter().zip(theirs).any(|(our, their)| is_name(our) && our == their);
    is_like.then_some(names)
}

/// Returns an expression with other names of variables.
fn renamed(text: &str, names: &HashMap<&str, &str>) -> String {
    let (mut out, mut rest) = (String::new(), text);
    while let Some(start) = rest.find(|c: char| c.is_alphabetic() || c == '_') {
        let end = rest[start..]
            .find(|c: char| !c.is_alphanumeric() && c != '_')
            .map_or(rest.len(), |end| start + end);
        let (before, word) = (&rest[..start], &rest[start..end]);
        let is_member = before.ends_with(['.', ':', '>']) || before.is_empty() && out.ends_with(['.', ':']);
        let name = names.get(word).filter(|_| !is_member && !rest[end..].starts_with("::"));
        out += before;
        out += name.copied().unwrap_or(word);
        rest = &rest[end..];
    }
    out + rest
}
