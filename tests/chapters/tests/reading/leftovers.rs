//! What the cut could leave over: blocks without need, patterns without fields, functions that only call
//! another or name a constant, and comments about what comes later.

use std::cell::RefCell;
use std::collections::HashSet;
use std::fs;

use chapters::chapter::root;
use chapters::cut::later_names;
use chapters::docs::{Reader, parts};
use chapters::nodes::defined;
use chapters::program::Program;
use syn::visit::{self, Visit};
use syn::{Arm, Block, Expr, FnArg, Pat, Signature, Stmt};

use crate::chapters_of_the_repository;

/// Words of comments, and the first chapter that has what they mean.
const WORDS: [(&str, u8); 14] = [
    ("the player", 2),
    ("in view", 3),
    ("monster", 4),
    ("hit point", 4),
    ("full health", 4),
    ("attack", 5),
    ("potion", 8),
    ("inventory", 8),
    ("armour", 9),
    ("weapon", 9),
    ("first floor", 11),
    ("stairs", 11),
    ("scroll", 13),
    ("amulet", 17),
];

/// What is found in a file, in words.
struct Leftovers<'n> {
    /// Names of the original, in the spelling of Rust: where it has such a function, so may a chapter.
    original: &'n HashSet<String>,
    found: Vec<String>,
}

impl Leftovers<'_> {
    fn function(&mut self, sig: &Signature, block: &Block) {
        let [Stmt::Expr(Expr::MethodCall(call), None)] = &block.stmts[..] else { return };
        let is_self = matches!(&*call.receiver, Expr::Path(path) if path.path.is_ident("self"));
        let params = sig.inputs.iter().filter_map(|input| match input {
            FnArg::Typed(param) => match &*param.pat {
                Pat::Ident(name) => Some(name.ident.to_string()),
                _ => None,
            },
            FnArg::Receiver(_) => None,
        });
        let args = call.args.iter().map(|arg| match arg {
            Expr::Path(path) => path.path.get_ident().map_or_else(String::new, ToString::to_string),
            _ => String::new(),
        });
        if is_self && params.eq(args) && !self.original.contains(&sig.ident.to_string()) {
            self.found.push(format!("{} only calls {}", sig.ident, call.method));
        }
    }
}

impl<'ast> Visit<'ast> for Leftovers<'_> {
    fn visit_impl_item_fn(&mut self, node: &'ast syn::ImplItemFn) {
        self.function(&node.sig, &node.block);
        visit::visit_impl_item_fn(self, node);
    }

    fn visit_stmt(&mut self, stmt: &'ast Stmt) {
        if let Stmt::Expr(Expr::Block(node), _) = stmt
            && node.label.is_none()
        {
            self.found.push("a block without need".to_owned());
        }
        if let Stmt::Local(local) = stmt
            && let Pat::Struct(pat) = &local.pat
            && pat.fields.is_empty()
        {
            self.found.push("a pattern without fields".to_owned());
        }
        visit::visit_stmt(self, stmt);
    }

    fn visit_arm(&mut self, arm: &'ast Arm) {
        if let Expr::Block(body) = &*arm.body
            && let [Stmt::Expr(Expr::Call(_) | Expr::MethodCall(_), Some(_))] = &body.block.stmts[..]
        {
            self.found.push("an arm that is a block without need".to_owned());
        }
        visit::visit_arm(self, arm);
    }

    fn visit_item_fn(&mut self, node: &'ast syn::ItemFn) {
        let is_constant = |path: &syn::ExprPath| {
            let name = path.path.segments.last().map(|segment| segment.ident.to_string());
            name.is_some_and(|name| name.chars().all(|c| c.is_uppercase() || c == '_'))
        };
        if let [Stmt::Expr(Expr::Path(path), None)] = &node.block.stmts[..]
            && is_constant(path)
        {
            self.found.push(format!("{} only names a constant", node.sig.ident));
        }
        visit::visit_item_fn(self, node);
    }
}

/// The names of the original in snake case.
fn original() -> HashSet<String> {
    let list = fs::read_to_string(root().join("tests/names/names.tsv")).unwrap();
    let snake = |name: &str| -> String {
        let letter =
            |c: char| if c.is_uppercase() { format!("_{}", c.to_lowercase()) } else { c.to_string() };
        name.chars().map(letter).collect::<String>().trim_start_matches('_').to_owned()
    };
    list.lines().filter_map(|line| line.split('\t').nth(1)).map(snake).collect()
}

#[test]
fn nothing_is_left_over_from_the_cut() {
    let original = original();
    let mut all = Vec::new();
    for chapter in &chapters_of_the_repository() {
        let program = Program::parse(&chapter.sources).unwrap();
        for file in &program.files {
            let mut leftovers = Leftovers { original: &original, found: Vec::new() };
            leftovers.visit_file(&file.tree);
            all.extend(
                leftovers.found.iter().map(|found| format!("{} {}: {found}", chapter.part, file.path)),
            );
        }
    }
    assert!(all.is_empty(), "{all:#?}");
}

/// A chapter knows no numbers of parts. Its own stands in the title of the window.
#[test]
fn chapters_know_no_numbers_of_parts() {
    let mut all = Vec::new();
    for chapter in &chapters_of_the_repository() {
        let title = format!("\"Roguelike - Part {}", chapter.part);
        for (path, text) in &chapter.sources {
            let lines = text.lines().filter(|line| !parts(line).is_empty() && !line.contains(&title));
            all.extend(lines.map(|line| format!("{} {path}: {}", chapter.part, line.trim())));
        }
    }
    assert!(all.is_empty(), "{all:#?}");
}

#[test]
fn chapters_have_the_names_of_their_part() {
    // A name, and the chapters that have it.
    for (name, parts) in [
        ("struct Player", 2..=3),
        ("struct Entity", 4..=17),
        ("struct Level", 11..=17),
        ("dead: bool", 5..=5),
        ("appearance: [", 8..=12),
        ("identified: [", 8..=12),
        ("potion_appear: [", 13..=14),
        ("potion_appear_idx: [", 15..=17),
        ("weapon: Option<Item>", 9..=17),
        ("last_weapon_bonus: i32", 15..=17),
        ("fn press_when_dead", 6..=16),
        ("fn press_at_the_end", 17..=17),
        ("fn draw_inventory(", 8..=17),
        ("const ROWS", 16..=17),
    ] {
        for chapter in &chapters_of_the_repository() {
            let has = chapter.sources.values().any(|text| text.contains(name));
            assert_eq!(has, parts.contains(&chapter.part), "chapter {}: {name}", chapter.part);
        }
    }
}

#[test]
fn comments_speak_of_what_a_chapter_has() {
    let mut all = Vec::new();
    for chapter in &chapters_of_the_repository() {
        let later = later_names(chapter.part).unwrap();
        let program = Program::parse(&chapter.sources).unwrap();
        let own: HashSet<String> =
            program.files.iter().flat_map(|file| defined(&file.tree, file.text())).collect();
        for file in &program.files {
            for line in file.text().lines() {
                let Some((_, comment)) = line.split_once("//") else { continue };
                let names = comment.split('`').skip(1).step_by(2);
                let early = names.filter(|name| later.contains(*name) && !own.contains(*name));
                let words =
                    WORDS.iter().filter(|(word, first)| chapter.part < *first && comment.contains(word));
                let found: Vec<&str> = early.chain(words.map(|(word, _)| *word)).collect();
                if !found.is_empty() {
                    all.push(format!("{} {}: {found:?} in '{comment}'", chapter.part, file.path));
                }
            }
        }
    }
    assert!(all.is_empty(), "{all:#?}");
}

#[test]
fn sentences_that_refer_to_one_that_is_gone_are_found() {
    let (gone, later) = (HashSet::new(), HashSet::new());
    let reader = Reader { part: 3, gone: &gone, later: &later, dangling: RefCell::default() };
    let read = reader.paragraph("A floor. From Part 9 on it is wet. So it shines.");
    assert_eq!(read, "A floor. So it shines.");
    assert_eq!(reader.dangling.borrow().len(), 1);
}
