//! Decides the part checks: removes the branches, arms and conditions that they decide, by syntax only. The
//! rest of the text does not change, so it keeps its comments and line numbers.

use std::collections::HashSet;
use std::ops::Range;

use syn::visit::{self, Visit};
use syn::{BinOp, Block, Expr, ExprIf, Pat, Stmt, UnOp};

use crate::part_checks::PartChecks;
use crate::program::{Program, visit_inside};
use crate::text::{Changes, line_end, range, with_comments};

/// Finds the changes that follow from the part checks.
///
/// # Errors
/// If a part check is in a place where it cannot be decided; the error names the line.
pub fn fold(program: &Program, part_checks: &PartChecks) -> Result<Changes, String> {
    let mut changes = Changes::default();
    for (file, source) in program.files.iter().enumerate() {
        let mut folder = Folder { file, text: source.text(), part_checks, changes, problem: None };
        folder.visit_file(&source.tree);
        if let Some((at, problem)) = folder.problem {
            return Err(format!(
                "{}: {problem} (see tests/chapters/README.md)",
                program.place(&source.path, at)
            ));
        }
        changes = folder.changes;
    }
    Ok(changes)
}

/// Where an expression stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// It is a statement.
    Statement,
    /// It is the last of a block, and its value.
    Last,
    /// Something else has its value.
    Value,
    /// It follows on an `else` that begins here.
    Else(usize),
}

struct Folder<'p> {
    file: usize,
    text: &'p str,
    part_checks: &'p PartChecks,
    changes: Changes,
    /// The first part check that cannot be decided, with its place.
    problem: Option<(usize, String)>,
}

impl Folder<'_> {
    fn is_part(&self, expr: &Expr) -> bool {
        is_called(&self.text[range(expr)], "part")
    }

    /// The value of a condition, if it is decided.
    fn eval(&self, expr: &Expr) -> Option<bool> {
        match expr {
            Expr::MethodCall(call) if call.args.is_empty() && self.is_part(&call.receiver) => {
                self.part_checks.answer(&call.method.to_string())
            }
            Expr::Paren(node) => self.eval(&node.expr),
            Expr::Unary(node) if matches!(node.op, UnOp::Not(_)) => self.eval(&node.expr).map(|value| !value),
            Expr::Binary(node) => {
                let (left, right) = (self.eval(&node.left), self.eval(&node.right));
                let decisive = match node.op {
                    BinOp::And(_) => false,
                    BinOp::Or(_) => true,
                    _ => return None,
                };
                match (left, right) {
                    (Some(value), _) if value == decisive => Some(decisive),
                    (Some(_), right) => right,
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Keeps a part of something larger, and takes away all around it. What is in it is looked at in the next
    /// round.
    fn keep(&mut self, whole: Range<usize>, part: Range<usize>, end: &str) {
        self.changes.replace(self.file, whole, format!("{}{end}", &self.text[part]));
    }

    /// Keeps a block in place of an expression that it is a part of.
    fn keep_block(&mut self, whole: Range<usize>, block: &Block, place: Place, ends: bool) {
        match (place, &block.stmts[..]) {
            (Place::Statement | Place::Last, [.., last]) => {
                let inner = self.inside(block);
                let open = matches!(last, Stmt::Expr(expr, None) if !is_block(expr));
                let semicolon = if open && ends { ";" } else { "" };
                self.keep(whole, inner, semicolon);
            }
            (Place::Value, [Stmt::Expr(expr, None)]) => {
                let comments = self.text[range(block).start..range(expr).start].contains("//");
                self.keep(whole, if comments { range(block) } else { range(expr) }, "");
            }
            _ => self.keep(whole, range(block), ""),
        }
    }

    /// What stands between the braces of a block, without the line of the first one.
    fn inside(&self, block: &Block) -> Range<usize> {
        let whole = range(block);
        let (start, end) = (whole.start + 1, whole.end - 1);
        let line = line_end(self.text, start);
        let start = if self.text[start..line].trim().is_empty() && line < end { line + 1 } else { start };
        let end = start + self.text[start..end].trim_end().len();
        start..end.max(start)
    }

    /// Decides an `if`, or visits its parts.
    fn decide(&mut self, node: &ExprIf, place: Place) {
        let whole = range(node);
        let otherwise = node.else_branch.as_ref().map(|(_, other)| &**other);
        match (self.eval(&node.cond), otherwise) {
            (Some(true), _) => {
                let ends = otherwise.is_none() || place == Place::Statement;
                self.keep_block(whole, &node.then_branch, place, ends);
            }
            (Some(false), Some(Expr::If(other))) => {
                self.changes.delete(self.file, whole.start..range(other).start);
                self.decide(other, place);
            }
            (Some(false), Some(Expr::Block(other))) => {
                self.keep_block(whole, &other.block, place, place == Place::Statement);
            }
            (Some(false), _) => match place {
                Place::Else(start) => self.changes.delete(self.file, start..whole.end),
                _ => self.changes.delete(self.file, with_comments(self.text, whole)),
            },
            (None, _) => {
                self.expr(&node.cond, Place::Value);
                self.block(&node.then_branch);
                match otherwise {
                    Some(Expr::If(other)) => self.decide(other, Place::Else(range(&node.then_branch).end)),
                    Some(other) => self.expr(other, Place::Value),
                    None => {}
                }
            }
        }
    }

    fn block(&mut self, block: &Block) {
        let count = block.stmts.len();
        for (index, stmt) in block.stmts.iter().enumerate() {
            let last = index + 1 == count;
            let Stmt::Expr(expr, semicolon) = stmt else {
                self.visit_stmt(stmt);
                continue;
            };
            if !last && matches!(expr, Expr::Return(_) | Expr::Continue(_) | Expr::Break(_)) {
                // Nothing behind it is reached.
                let end = self.inside(block).end;
                self.changes.delete(self.file, range(stmt).end..end);
                self.expr(expr, Place::Value);
                return;
            }
            let place = if last && semicolon.is_none() { Place::Last } else { Place::Statement };
            let rest = &block.stmts[index + 1..];
            let place = if self.clashes(expr, rest) { Place::Value } else { place };
            self.expr(expr, place);
        }
    }

    /// Returns true if a variable of a branch has a name that is used behind it too.
    fn clashes(&self, expr: &Expr, rest: &[Stmt]) -> bool {
        let (Expr::If(node), [first, .., last] | [first @ last]) = (expr, rest) else { return false };
        if self.eval(&node.cond).is_none() {
            return false;
        }
        let words = |text: &str| -> HashSet<String> {
            let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
            words.filter(|word| word.starts_with(char::is_lowercase)).map(str::to_owned).collect()
        };
        let behind = words(&self.text[range(first).start..range(last).end]);
        let branches = [Some(&node.then_branch), else_block(node)];
        branches.into_iter().flatten().flat_map(|block| &block.stmts).any(|stmt| match stmt {
            Stmt::Local(local) => !words(&self.text[range(&local.pat)]).is_disjoint(&behind),
            _ => false,
        })
    }

    fn expr(&mut self, expr: &Expr, place: Place) {
        match expr {
            Expr::If(node) => self.decide(node, place),
            Expr::Match(node) => {
                let is_library = is_called(&self.text[range(&node.expr)], "library");
                let library = format!("StdLib::{}", self.part_checks.library);
                let has =
                    |arm: &&syn::Arm| self.text[range(&arm.pat)].split(" | ").any(|case| case == library);
                match node.arms.iter().find(has).filter(|_| is_library).map(|arm| &*arm.body) {
                    Some(Expr::Block(body)) => {
                        self.keep_block(range(expr), &body.block, place, place == Place::Statement);
                    }
                    Some(body) => {
                        let end = if place == Place::Statement { ";" } else { "" };
                        self.keep(range(expr), range(body), end);
                    }
                    None => visit::visit_expr(self, expr),
                }
            }
            Expr::Block(node) if node.label.is_none() => self.block(&node.block),
            Expr::Binary(node) if matches!(node.op, BinOp::And(_) | BinOp::Or(_)) => {
                let and = matches!(node.op, BinOp::And(_));
                match (self.eval(expr), self.eval(&node.left), self.eval(&node.right)) {
                    (Some(value), ..) => self.changes.replace(self.file, range(expr), value.to_string()),
                    (None, Some(left), _) if left == and => self.keep(range(expr), range(&node.right), ""),
                    (None, _, Some(right)) if right == and => self.keep(range(expr), range(&node.left), ""),
                    (None, _, Some(_)) => self.stop(
                        range(&node.right).start,
                        "write the part check before the call, so that it short-circuits",
                    ),
                    _ => visit::visit_expr(self, expr),
                }
            }
            Expr::Unary(node) if matches!(node.op, UnOp::Not(_)) && self.eval(&node.expr).is_some() => {
                self.stop(range(expr).start, USE_DIRECTLY);
            }
            Expr::MethodCall(call) if self.is_part(&call.receiver) => self.ask(expr, call),
            _ => visit::visit_expr(self, expr),
        }
    }

    /// Reports a part check in any other place.
    fn ask(&mut self, expr: &Expr, call: &syn::ExprMethodCall) {
        let name = call.method.to_string();
        match self.part_checks.answer(&name) {
            Some(_) => self.stop(range(expr).start, USE_DIRECTLY),
            None => self.stop(
                range(expr).start,
                &format!("`{name}` is not a part check of src/part.rs: each compares with one number"),
            ),
        }
    }

    fn stop(&mut self, at: usize, problem: &str) {
        self.problem.get_or_insert_with(|| (at, problem.to_owned()));
    }
}

const USE_DIRECTLY: &str =
    "use a part check directly in an `if`, a guard, `&&` or `||`: its result cannot be stored or passed on";

/// Returns true if an expression is called this: `part`, `self.part` or `game.part()`.
pub fn is_called(expr: &str, name: &str) -> bool {
    let before = expr.trim_end_matches("()").strip_suffix(name);
    before.is_some_and(|before| before.is_empty() || before.ends_with('.'))
}

/// The block behind the last `else`.
fn else_block(node: &ExprIf) -> Option<&Block> {
    match &*node.else_branch.as_ref()?.1 {
        Expr::If(other) => else_block(other),
        Expr::Block(other) => Some(&other.block),
        _ => None,
    }
}

/// Returns true if an expression ends a statement without a semicolon.
fn is_block(expr: &Expr) -> bool {
    use Expr::{Block, ForLoop, If, Loop, Match, While};
    matches!(expr, Block(_) | ForLoop(_) | If(_) | Loop(_) | Match(_) | While(_))
}

impl<'ast> Visit<'ast> for Folder<'_> {
    fn visit_block(&mut self, block: &'ast Block) {
        self.block(block);
    }

    fn visit_expr(&mut self, expr: &'ast Expr) {
        self.expr(expr, Place::Value);
    }

    fn visit_local(&mut self, node: &'ast syn::Local) {
        match &node.init {
            Some(init) if self.eval(&init.expr).is_some() => {
                self.stop(range(&init.expr).start, USE_DIRECTLY);
            }
            _ => visit::visit_local(self, node),
        }
    }

    fn visit_arm(&mut self, arm: &'ast syn::Arm) {
        if let Pat::Guard(guarded) = &arm.pat {
            match self.eval(&guarded.guard) {
                Some(true) => {
                    return self
                        .changes
                        .delete(self.file, range(&guarded.pat).end..range(&guarded.guard).end);
                }
                Some(false) => return self.changes.delete(self.file, with_comments(self.text, range(arm))),
                None => {}
            }
        }
        visit::visit_arm(self, arm);
    }

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        visit_inside(self, mac);
    }
}
