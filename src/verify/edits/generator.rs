//! Writes a copy of the series in which every edit is chosen by a number: the build script calls it.
//!
//! It edits text by byte ranges: an alternative is the original's text with one edit, and only the original
//! branch holds further edits, so the copy grows with nesting and not exponentially.
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write as _;
use std::fs;
use std::ops::Range;
use std::path::Path;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::*;

/// Functions that are not the series'.
const SKIP_FNS: &[&str] = &[
    "positions",
    "drawn",
    "cells",
    "rows_of",
    "in_bounds",
    "on_level",
    "eq",
    "default",
    "cur",
    "cur_mut",
    "part",
    "clear_visible",
    "checked_save",
    "check_save",
    "resume",
    "play",
    "catch_up",
    "is_busy",
    "is_silent",
    "set_loudness",
    "problem",
    "potions",
    "scrolls",
    "tile_mut",
];

#[derive(Default)]
struct World {
    /// field -> (struct, type)
    fields: BTreeMap<String, Vec<(String, String)>>,
    structs: BTreeMap<String, Vec<(String, String)>>,
    enums: BTreeMap<String, Vec<(String, String)>>,
    /// fn name -> types of arguments without self
    fns: BTreeMap<String, Vec<Vec<String>>>,
    /// const -> (module path, type)
    consts: BTreeMap<String, (String, String)>,
    aliases: BTreeMap<String, String>,
}

struct Edit {
    file: String,
    line: usize,
    func: String,
    doc: String,
    op: String,
    from: String,
    to: String,
}

struct Gen<'a> {
    world: &'a World,
    src: &'a str,
    file: &'a str,
    /// Keys of what does not compile, and of the functions in which edits are made.
    checked: &'a Checked,
    /// True in a function that is as it was checked.
    is_checked: bool,
    /// Keys of functions, as they are now.
    functions: Vec<String>,
    /// Number of edits in this function with the same text.
    same: HashMap<String, usize>,
    next: u32,
    all: Vec<Edit>,
    func: String,
    doc: String,
    /// pairs of locals that look alike, by function
    alike: BTreeMap<String, Vec<String>>,
    extra: String,
    own: String,
    tables: &'a mut BTreeMap<String, Vec<(String, String)>>,
    rows: &'a [Row],
    /// The edits of rows in this function, and where the first edit of each row is.
    pending: Vec<Pending>,
    placed: &'a mut BTreeMap<u32, Edit>,
    left_out: &'a mut Vec<String>,
    row_keys: &'a mut Vec<String>,
}
/// A mistake of `rows.txt`: one edit or several.
#[derive(Default)]
pub struct Row {
    name: String,
    /// The parts that have it, as "5-15".
    parts: String,
    told: String,
    edits: Vec<RowEdit>,
    /// The values that `{}` stands for, and their words.
    values: Vec<(String, String)>,
    /// The number of its first edit.
    first: u32,
}

/// A text of a function or constant, and what stands in its place.
struct RowEdit {
    file: String,
    func: String,
    find: String,
    /// Which of several: from 1; 0 for all of them.
    which: usize,
    put: String,
    /// True if the next line of text to find belongs to it.
    goes_on: bool,
}

/// An edit of a row in the function that is written.
struct Pending {
    row: usize,
    key: String,
    range: Range<usize>,
    put: String,
    /// What the edits of the row in this function span.
    span: Range<usize>,
    is_made: bool,
}

fn ts<T: quote::ToTokens>(t: &T) -> String {
    t.to_token_stream().to_string()
}
fn rng_of<T: Spanned>(t: &T) -> Range<usize> {
    t.span().byte_range()
}
fn is_int_ty(t: &str) -> bool {
    matches!(t, "i32" | "u32" | "usize" | "u8" | "u64" | "i64")
}
fn is_scalar(t: &str) -> bool {
    is_int_ty(t) || matches!(t, "f32" | "bool" | "Pos" | "& 'static str" | "Color")
}

/// The direct children of an expression or statement that may be mutated.
#[derive(Default)]
struct Kids<'a> {
    exprs: Vec<&'a Expr>,
    blocks: Vec<&'a Block>,
}
impl<'a> Visit<'a> for Kids<'a> {
    fn visit_expr(&mut self, e: &'a Expr) {
        self.exprs.push(e);
    }
    fn visit_block(&mut self, b: &'a Block) {
        self.blocks.push(b);
    }
    fn visit_pat(&mut self, _: &'a Pat) {}
    fn visit_type(&mut self, _: &'a Type) {}
    fn visit_item(&mut self, _: &'a Item) {}
    fn visit_macro(&mut self, _: &'a Macro) {}
    fn visit_generic_argument(&mut self, _: &'a GenericArgument) {}
    fn visit_expr_repeat(&mut self, r: &'a ExprRepeat) {
        self.exprs.push(&r.expr);
    }
    fn visit_expr_const(&mut self, _: &'a ExprConst) {}
}

struct HasLet(bool);
impl<'a> Visit<'a> for HasLet {
    fn visit_expr_let(&mut self, _: &'a ExprLet) {
        self.0 = true;
    }
    fn visit_block(&mut self, _: &'a Block) {}
}
fn has_let(e: &Expr) -> bool {
    let mut h = HasLet(false);
    h.visit_expr(e);
    h.0
}

/// Returns true if an expression can stand as a statement without a semicolon.
fn is_statement(e: &Expr) -> bool {
    matches!(e, Expr::If(_) | Expr::ForLoop(_) | Expr::While(_) | Expr::Match(_))
}

/// Returns true for an `if` that gives nothing, so that it can be left out at the end of a block.
fn is_unit_if(e: &Expr) -> bool {
    let Expr::If(i) = e else { return false };
    !matches!(i.then_branch.stmts.last(), Some(Stmt::Expr(x, None)) if !is_statement(x))
}

struct Idents(BTreeSet<String>);
fn idents(text: &str) -> BTreeSet<String> {
    let mut set = Idents(BTreeSet::new());
    let mut word = String::new();
    for c in text.chars().chain(" ".chars()) {
        if c.is_alphanumeric() || c == '_' {
            word.push(c)
        } else {
            if !word.is_empty() {
                set.0.insert(std::mem::take(&mut word));
            }
        }
    }
    set.0
}
struct PatIdents(BTreeSet<String>);
impl<'a> Visit<'a> for PatIdents {
    fn visit_pat_ident(&mut self, p: &'a PatIdent) {
        self.0.insert(p.ident.to_string());
        visit::visit_pat_ident(self, p)
    }
    fn visit_field_pat(&mut self, p: &'a FieldPat) {
        self.visit_pat(&p.pat)
    }
}

impl<'a> Gen<'a> {
    fn raw<T: Spanned>(&self, t: &T) -> &'a str {
        &self.src[rng_of(t)]
    }
    fn line(&self, at: usize) -> usize {
        self.src[..at].matches('\n').count() + 1
    }
    fn splice(&self, range: Range<usize>, mut parts: Vec<(Range<usize>, String)>) -> String {
        parts.sort_by_key(|p| p.0.start);
        let mut out = String::new();
        let mut at = range.start;
        for (r, text) in parts {
            out += &self.src[at..r.start];
            out += &text;
            at = r.end;
        }
        out + &self.src[at..range.end]
    }
    fn note(&mut self, at: usize, op: &'static str, from: &str, to: &str) -> u32 {
        let id = self.next;
        self.next += 1;
        let short = |t: &str| {
            let t: String = t.split_whitespace().collect::<Vec<_>>().join(" ");
            if t.len() > 110 { t.chars().take(107).collect::<String>() + "..." } else { t }
        };
        let line = self.line(at);
        self.all.push(Edit {
            file: self.file.to_owned(),
            line,
            func: self.func.clone(),
            doc: self.doc.clone(),
            op: op.to_owned(),
            from: short(from),
            to: short(to),
        });
        id
    }
    /// Returns the key of an edit: it stays the same where other places of the file change.
    fn key(&mut self, op: &str, from: &str, to: &str) -> String {
        let text = format!("{}\t{}\t{}\t{op}\t{from}\t{to}", self.file, self.own, self.func);
        let n = self.same.entry(text.clone()).or_default();
        *n += 1;
        hash(&format!("{text}\t{n}"))
    }
    fn is_dropped(&self, key: &str) -> bool {
        !self.is_checked || self.checked.dropped.contains(key)
    }
    fn marked(&self, key: &str, text: &str) -> String {
        if self.checked.all { format!("/*@{key}*/{text}/*#*/") } else { text.to_owned() }
    }
    /// A node with one runtime function around it, which has `tos.len()` alternatives.
    fn node(
        &mut self,
        at: usize,
        op: &'static str,
        from: &str,
        tos: &[String],
        make: impl Fn(u32) -> String,
        base: String,
    ) -> String {
        let key = self.key(op, from, "");
        if self.is_dropped(&key) {
            return base;
        }
        let first = self.next;
        for to in tos {
            self.note(at, op, from, to);
        }
        self.marked(&key, &make(first))
    }
    /// `match sel(..)` with the alternatives as texts.
    fn alts(&mut self, at: usize, from: &str, list: Vec<(&'static str, String)>, base: String) -> String {
        self.alts_n(at, from, list, base, false)
    }
    fn alts_n(
        &mut self,
        at: usize,
        from: &str,
        list: Vec<(&'static str, String)>,
        base: String,
        stmt: bool,
    ) -> String {
        let mut kept = Vec::new();
        for (op, text) in list {
            let key = self.key(op, from, &text);
            if !self.is_dropped(&key) {
                kept.push((op, key, text));
            }
        }
        if kept.is_empty() {
            return base;
        }
        let first = self.next;
        let mut out = String::new();
        for (k, (op, key, text)) in kept.iter().enumerate() {
            self.note(at, op, from, text);
            let _ = write!(out, "\n{} => {{ {} }}", k + 1, self.marked(key, text));
        }
        let body = format!(
            "match crate::m::sel({first}, {}) {{\n0 => {{ {base} }}{out}\n_ => crate::m::never() }}",
            kept.len()
        );
        if stmt { body } else { format!("({body})") }
    }

    fn kids_of(&mut self, e: &Expr) -> (Vec<(Range<usize>, String)>,) {
        let mut k = Kids::default();
        visit::visit_expr(&mut k, e);
        let mut parts = Vec::new();
        for x in k.exprs {
            parts.push((rng_of(x), self.expr(x, false)));
        }
        for b in k.blocks {
            parts.push((rng_of(b), self.block(b, true, true)));
        }
        (parts,)
    }

    fn is_int_like(&self, e: &Expr) -> bool {
        match e {
            Expr::Lit(l) => matches!(l.lit, Lit::Int(_)),
            Expr::Cast(c) => is_int_ty(&ts(&c.ty)),
            Expr::Paren(p) => self.is_int_like(&p.expr),
            Expr::Path(p) => self
                .world
                .consts
                .get(&p.path.segments.last().unwrap().ident.to_string())
                .is_some_and(|c| is_int_ty(&c.1)),
            Expr::MethodCall(m) => {
                matches!(m.method.to_string().as_str(), "len" | "manhattan" | "abs" | "signum")
            }
            Expr::Binary(b) => {
                matches!(b.op, BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_) | BinOp::Rem(_) | BinOp::Div(_))
                    && (self.is_int_like(&b.left) || self.is_int_like(&b.right))
            }
            Expr::Field(f) => {
                let Member::Named(name) = &f.member else { return false };
                let types = self.world.fields.get(&name.to_string());
                types.is_some_and(|types| types.iter().all(|(_, t)| is_int_ty(t)))
            }
            Expr::Unary(u) => matches!(u.op, UnOp::Neg(_)) && self.is_int_like(&u.expr),
            _ => false,
        }
    }

    /// Returns the mutated text of an expression. `value`: its place is not needed.
    fn expr(&mut self, e: &Expr, value: bool) -> String {
        let r = rng_of(e);
        let at = r.start;
        let raw = self.raw(e).to_owned();
        match e {
            Expr::Lit(l) => match &l.lit {
                Lit::Int(i) if i.suffix().is_empty() => {
                    let tos: Vec<String> = INTS.iter().map(|t| t.to_string()).collect();
                    self.node(at, "int", &raw, &tos, |id| format!("crate::m::int({id}, {raw})"), raw.clone())
                }
                Lit::Float(_) => {
                    let tos: Vec<String> =
                        ["0", "negated", "doubled"].iter().map(|t| t.to_string()).collect();
                    self.node(
                        at,
                        "float",
                        &raw,
                        &tos,
                        |id| format!("crate::m::flt({id}, {raw})"),
                        raw.clone(),
                    )
                }
                Lit::Bool(b) => self.alts(at, &raw, vec![("bool", (!b.value).to_string())], raw.clone()),
                _ => raw,
            },
            Expr::Path(p) if p.qself.is_none() => self.path(p, &raw, at, value),
            Expr::Binary(b) => {
                let text = self.binary(b, r.clone(), at, &raw);
                self.with_rows_in_value(e, text)
            }
            Expr::Unary(u) => {
                let (parts,) = if matches!(u.op, UnOp::Neg(_)) && matches!(&*u.expr, Expr::Lit(_)) {
                    (vec![],)
                } else if matches!(u.op, UnOp::Not(_) | UnOp::Neg(_)) {
                    (vec![(rng_of(&*u.expr), self.expr(&u.expr, true))],)
                } else {
                    self.kids_of(e)
                };
                let base = self.splice(r, parts);
                match u.op {
                    UnOp::Not(_) => {
                        let inner = self.raw(&u.expr).to_owned();
                        self.alts(at, &raw, vec![("not", inner)], base)
                    }
                    UnOp::Neg(_) => {
                        let inner = self.raw(&u.expr).to_owned();
                        self.alts(at, &raw, vec![("sign", inner), ("sign", "0".into())], base)
                    }
                    _ => base,
                }
            }
            Expr::Field(f) => {
                let (parts,) = self.kids_of(e);
                let base = self.splice(r, parts);
                if !value {
                    return base;
                }
                let mut list = Vec::new();
                if let Member::Named(n) = &f.member {
                    let n = n.to_string();
                    let recv = self.raw(&f.base).to_owned();
                    for (s, t) in self.world.fields.get(&n).into_iter().flatten() {
                        if !is_scalar(t) {
                            continue;
                        }
                        for (g, u) in &self.world.structs[s] {
                            if g != &n
                                && u == t
                                && list.len() < 12
                                && !(s == "Game" && t == "bool" && !n.starts_with("has"))
                            {
                                list.push(("field", format!("{recv}.{g}")));
                            }
                        }
                    }
                }
                list.sort();
                list.dedup();
                self.alts(at, &raw, list, base)
            }
            Expr::If(i) => {
                let cond = self.cond(&i.cond);
                let then = self.block(&i.then_branch, true, true);
                let mut parts = vec![(rng_of(&i.cond), cond), (rng_of(&i.then_branch), then)];
                if let Some((_, els)) = &i.else_branch {
                    parts.push((rng_of(els), self.expr(els, false)));
                }
                self.splice(r, parts)
            }
            Expr::While(w) => {
                let cond = self.cond(&w.cond);
                let body = self.block(&w.body, true, true);
                let body = format!("{{ crate::m::tick(); {}", &body[1..]);
                self.splice(r, vec![(rng_of(&w.cond), cond), (rng_of(&w.body), body)])
            }
            Expr::ForLoop(f) => {
                let iter = self.expr(&f.expr, false);
                let raw_iter = self.raw(&f.expr).to_owned();
                let tos: Vec<String> = ["in reverse", "without the first", "without the last", "never"]
                    .iter()
                    .map(|t| t.to_string())
                    .collect();
                let iter = self.node(
                    rng_of(&f.expr).start,
                    "loop",
                    &format!("for {} in {raw_iter}", self.raw(&f.pat)),
                    &tos,
                    |id| format!("crate::m::iter({id}, {iter})"),
                    iter.clone(),
                );
                let body = self.block(&f.body, true, true);
                let body = format!("{{ crate::m::tick(); {}", &body[1..]);
                self.splice(r, vec![(rng_of(&f.expr), iter), (rng_of(&f.body), body)])
            }
            Expr::Block(b) => {
                let t = self.block(&b.block, true, true);
                self.splice(r, vec![(rng_of(&b.block), t)])
            }
            Expr::Loop(l) => {
                let t = self.block(&l.body, true, true);
                self.splice(r, vec![(rng_of(&l.body), format!("{{ crate::m::tick(); {}", &t[1..]))])
            }
            Expr::Match(m) => self.match_(m, r),
            Expr::Let(l) => {
                let t = self.expr(&l.expr, false);
                self.splice(r, vec![(rng_of(&l.expr), t)])
            }
            Expr::Assign(a) => {
                let right = self.expr(&a.right, true);
                let left = if matches!(&*a.left, Expr::Tuple(_) | Expr::Array(_)) {
                    self.raw(&a.left).to_owned()
                } else {
                    self.expr(&a.left, false)
                };
                let base = self.splice(r, vec![(rng_of(&a.left), left), (rng_of(&a.right), right)]);
                let mut list = Vec::new();
                let rhs = self.raw(&a.right).to_owned();
                if let Expr::Tuple(t) = &*a.left {
                    for k in 0..t.elems.len() {
                        let l: Vec<String> = t
                            .elems
                            .iter()
                            .enumerate()
                            .map(|(j, x)| if j == k { "_".into() } else { self.raw(x).to_owned() })
                            .collect();
                        list.push(("assign", format!("({}) = {rhs}", l.join(", "))));
                    }
                }
                if let Expr::Field(f) = &*a.left
                    && let Member::Named(n) = &f.member
                {
                    let n = n.to_string();
                    let recv = self.raw(&f.base).to_owned();
                    for (s, t) in self.world.fields.get(&n).into_iter().flatten() {
                        for (g, u) in &self.world.structs[s] {
                            if g != &n
                                && u == t
                                && is_scalar(t)
                                && !(s == "Game" && t == "bool" && !n.starts_with("has"))
                            {
                                list.push(("assign", format!("{recv}.{g} = {rhs}")));
                            }
                        }
                    }
                    for op in ["+=", "-="] {
                        list.push(("assign", format!("{} {op} {rhs}", self.raw(&a.left))));
                    }
                    if self.world.fields.get(&n).into_iter().flatten().any(|(_, t)| t == "Pos") {
                        list.push(("assign", format!("{}.x = ({rhs}).x", self.raw(&a.left))));
                        list.push(("assign", format!("{}.y = ({rhs}).y", self.raw(&a.left))));
                    }
                }
                if !rhs.contains("match") && rhs.contains('(') {
                    list.push(("unstored", format!("_ = {rhs}")));
                }
                let ty = match &*a.left {
                    Expr::Field(f) => {
                        if let Member::Named(n) = &f.member {
                            self.world.fields.get(&n.to_string()).map(|v| v[0].1.clone()).unwrap_or_default()
                        } else {
                            String::new()
                        }
                    }
                    Expr::Unary(_) if self.raw(&a.left) == "*self" => self.own.clone(),
                    _ => String::new(),
                };
                let ty = self.world.aliases.get(&ty).cloned().unwrap_or(ty);
                let place = self.raw(&a.left).to_owned();
                if ty.starts_with('[') {
                    list.push((
                        "assign",
                        format!("{{ let mut all = {rhs}; all.reverse(); {place} = all; }}"),
                    ));
                }
                if matches!(&*a.left, Expr::Unary(_)) {
                    for op in ["+=", "-="] {
                        list.push(("assign", format!("{} {op} {rhs}", self.raw(&a.left))));
                    }
                }
                self.alts(at, &raw, list, base)
            }
            Expr::Call(c) => {
                let mut parts = vec![];
                for a in &c.args {
                    parts.push((rng_of(a), self.expr(a, true)));
                }
                let base = self.splice(r, parts);
                let name = if let Expr::Path(p) = &*c.func {
                    p.path.segments.last().unwrap().ident.to_string()
                } else {
                    String::new()
                };
                let func = self.raw(&c.func).to_owned();
                let mut list = self.swapped_args(&name, &func, &c.args);
                list.extend(self.on_copies(e, &c.args));
                if let Expr::Path(p) = &*c.func
                    && p.path.segments.len() >= 2
                {
                    let en = p.path.segments[p.path.segments.len() - 2].ident.to_string();
                    if let Some(vs) = self.world.enums.get(&en)
                        && let Some((_, pay)) = vs.iter().find(|v| v.0 == name)
                    {
                        for (v, q) in vs {
                            if v != &name && q == pay {
                                list.push((
                                    "variant",
                                    raw.replacen(&format!("::{name}"), &format!("::{v}"), 1),
                                ));
                            }
                        }
                    }
                }
                if raw.starts_with("Rng::new") {
                    for s in ["5489", "0", "1", "42", "12345"] {
                        list.push(("seed", format!("Rng::new({s}, {})", self.raw(&c.args[1]))));
                    }
                    list.push((
                        "seed",
                        format!(
                            "Rng::new(({}).wrapping_add(1), {})",
                            self.raw(&c.args[0]),
                            self.raw(&c.args[1])
                        ),
                    ));
                }
                self.alts(at, &raw, list, base)
            }
            Expr::MethodCall(m) => self.method(e, m, r, &raw),
            Expr::Struct(s) => {
                let mut parts = vec![];
                for f in &s.fields {
                    if f.colon_token.is_some() {
                        parts.push((rng_of(&f.expr), self.expr(&f.expr, true)));
                    }
                }
                if let Some(x) = &s.rest {
                    parts.push((rng_of(x), self.expr(x, false)));
                }
                let base = self.splice(r.clone(), parts);
                let name = s.path.segments.last().unwrap().ident.to_string();
                let mut list = Vec::new();
                if let Some(fs) = self.world.structs.get(&name)
                    && self.func != "before_first_run"
                {
                    let ty = |m: &Member| {
                        if let Member::Named(n) = m {
                            fs.iter().find(|f| n == &f.0).map(|f| f.1.clone())
                        } else {
                            None
                        }
                    };
                    let v: Vec<&FieldValue> = s.fields.iter().collect();
                    for a in 0..v.len() {
                        for b in a + 1..v.len() {
                            if ty(&v[a].member).is_some() && ty(&v[a].member) == ty(&v[b].member) {
                                let txt = self.splice(
                                    r.clone(),
                                    vec![
                                        (
                                            rng_of(v[a]),
                                            format!("{}: {}", self.raw(&v[a].member), self.raw(&v[b].expr)),
                                        ),
                                        (
                                            rng_of(v[b]),
                                            format!("{}: {}", self.raw(&v[b].member), self.raw(&v[a].expr)),
                                        ),
                                    ],
                                );
                                list.push(("args", txt));
                            }
                        }
                    }
                }
                self.alts(at, &raw, list, base)
            }
            Expr::Return(x) => {
                let parts = x.expr.iter().map(|x| (rng_of(&**x), self.expr(x, true))).collect();
                self.splice(r, parts)
            }
            Expr::Break(_) => self.alts(at, "break", vec![("jump", "continue".into())], raw.clone()),
            Expr::Continue(_) => self.alts(at, "continue", vec![("jump", "break".into())], raw.clone()),
            Expr::Reference(_)
            | Expr::Macro(_)
            | Expr::Repeat(_)
            | Expr::Try(_)
            | Expr::Index(_)
            | Expr::Paren(_)
            | Expr::Array(_)
            | Expr::Tuple(_)
            | Expr::Range(_)
            | Expr::Cast(_)
            | Expr::Closure(_) => {
                if let Expr::Macro(m) = e {
                    return self.macro_(&m.mac, r);
                }
                let mut k = Kids::default();
                visit::visit_expr(&mut k, e);
                let val = matches!(
                    e,
                    Expr::Paren(_)
                        | Expr::Array(_)
                        | Expr::Tuple(_)
                        | Expr::Range(_)
                        | Expr::Cast(_)
                        | Expr::Closure(_)
                );
                let mut parts = Vec::new();
                for x in k.exprs {
                    let v = val || (value && matches!(e, Expr::Paren(_)));
                    parts.push((rng_of(x), self.expr(x, v)));
                }
                for b in k.blocks {
                    parts.push((rng_of(b), self.block(b, true, true)));
                }
                let base = self.splice(r.clone(), parts);
                let mut list = Vec::new();
                match e {
                    Expr::Array(a) if a.elems.len() == 2 => list
                        .push(("order", format!("[{}, {}]", self.raw(&a.elems[1]), self.raw(&a.elems[0])))),
                    Expr::Tuple(a) if a.elems.len() == 2 => {
                        list.push(("args", format!("({}, {})", self.raw(&a.elems[1]), self.raw(&a.elems[0]))))
                    }
                    _ => {}
                }
                self.alts(at, &raw, list, base)
            }
            _ => {
                let (parts,) = self.kids_of(e);
                self.splice(r, parts)
            }
        }
    }

    /// Calls of a function with a copy in place of what it should change.
    fn on_copies(
        &self,
        whole: &Expr,
        args: &punctuated::Punctuated<Expr, Token![,]>,
    ) -> Vec<(&'static str, String)> {
        let mut list = Vec::new();
        for arg in args {
            if let Expr::Reference(x) = arg
                && x.mutability.is_some()
            {
                let inner = self.raw(&x.expr);
                list.push((
                    "copy",
                    self.splice(rng_of(whole), vec![(rng_of(arg), format!("&mut ({inner}).clone()"))]),
                ));
            }
        }
        list
    }

    fn macro_(&mut self, m: &Macro, r: Range<usize>) -> String {
        // format!("..", a, b): only the arguments after the text, where they parse.
        if !m.path.is_ident("format") {
            return self.src[r].to_owned();
        }
        let Ok(args) = m.parse_body_with(punctuated::Punctuated::<Expr, Token![,]>::parse_terminated) else {
            return self.src[r].to_owned();
        };
        let text = self.src[r.clone()].to_owned();
        let mut parts = Vec::new();
        for a in args.iter().skip(1) {
            if !matches!(a, Expr::Assign(_)) {
                parts.push((rng_of(a), self.expr(a, true)));
            }
        }
        let base = self.splice(r.clone(), parts);
        // words in braces of the same sort exchanged
        let names: Vec<&str> = text
            .split('{')
            .skip(1)
            .filter_map(|p| p.split('}').next())
            .filter(|n| !n.is_empty() && n.chars().all(|c| c.is_alphanumeric() || c == '_'))
            .collect();
        let mut list = Vec::new();
        for a in 0..names.len() {
            for b in a + 1..names.len() {
                if names[a] != names[b] {
                    list.push((
                        "words",
                        text.replace(&format!("{{{}}}", names[a]), "{\u{1}}")
                            .replace(&format!("{{{}}}", names[b]), &format!("{{{}}}", names[a]))
                            .replace("{\u{1}}", &format!("{{{}}}", names[b])),
                    ));
                }
            }
        }
        for n in &names {
            list.push(("words", text.replace(&format!("{{{n}}}"), "")));
            if self.file.ends_with("save.rs") {
                list.push(("words", text.replace(&format!("{{{n}}}"), "0")));
            }
        }
        self.alts(r.start, &text, list, base)
    }

    fn swapped_args(
        &self,
        name: &str,
        func: &str,
        args: &punctuated::Punctuated<Expr, Token![,]>,
    ) -> Vec<(&'static str, String)> {
        let mut list = Vec::new();
        let Some(sigs) = self.world.fns.get(name) else { return list };
        for sig in sigs.iter().filter(|s| s.len() == args.len()) {
            for a in 0..sig.len() {
                for b in a + 1..sig.len() {
                    if sig[a] == sig[b] && ts(&args[a]) != ts(&args[b]) {
                        let t: Vec<&str> = (0..sig.len())
                            .map(|k| {
                                self.raw(
                                    &args[if k == a {
                                        b
                                    } else if k == b {
                                        a
                                    } else {
                                        k
                                    }],
                                )
                            })
                            .collect();
                        list.push(("args", format!("{func}({})", t.join(", "))));
                        if is_scalar(&sig[a]) {
                            for (x, y) in [(a, b), (b, a)] {
                                let t: Vec<&str> = (0..sig.len())
                                    .map(|k| self.raw(&args[if k == x { y } else { k }]))
                                    .collect();
                                list.push(("args", format!("{func}({})", t.join(", "))));
                            }
                        }
                    }
                }
            }
        }
        for sig in sigs.iter().filter(|s| s.len() == args.len()) {
            for k in 0..sig.len() {
                if sig[k] == "Pos" {
                    for put in ["crate::map::Pos::new(p.y, p.x)", "crate::map::Pos::new(p.x, 0)"] {
                        let t: Vec<String> = (0..sig.len())
                            .map(|j| {
                                if j == k {
                                    format!("{{ let p = {}; {put} }}", self.raw(&args[j]))
                                } else {
                                    self.raw(&args[j]).to_owned()
                                }
                            })
                            .collect();
                        if put.contains("p.y") {
                            list.push(("transpose", format!("{func}({})", t.join(", "))));
                        }
                    }
                }
            }
        }
        list.dedup();
        list
    }

    fn method(&mut self, e: &Expr, m: &ExprMethodCall, r: Range<usize>, raw: &str) -> String {
        let at = r.start;
        let name = m.method.to_string();
        let recv = self.raw(&m.receiver).to_owned();
        let mut parts = vec![(rng_of(&m.receiver), self.expr(&m.receiver, false))];
        for a in &m.args {
            parts.push((rng_of(a), self.expr(a, true)));
        }
        let args: Vec<String> = m.args.iter().map(|a| self.raw(a).to_owned()).collect();
        if name == "uniform" && args.len() == 2 {
            let (p0, p1) = (parts[1].1.clone(), parts[2].1.clone());
            let tos: Vec<String> = DRAWS.iter().map(|t| t.to_string()).collect();
            let base = self.splice(r, parts);
            return self.node(
                rng_of(&m.method).start,
                "draw",
                raw,
                &tos,
                |id| {
                    format!("crate::m::draw({id}, &mut {recv}, {p0}, {p1})").replace("&mut rng", "&mut *rng")
                },
                base,
            );
        }
        if name == "coin_flip" {
            let tos: Vec<String> = COINS.iter().map(|t| t.to_string()).collect();
            let base = self.splice(r, parts);
            return self.node(
                rng_of(&m.method).start,
                "coin",
                raw,
                &tos,
                |id| format!("crate::m::coin({id}, &mut {recv})").replace("&mut rng", "&mut *rng"),
                base,
            );
        }
        if name == "shuffle" {
            let p1 = parts[1].1.clone();
            let tos: Vec<String> = SHUFFLES.iter().map(|t| t.to_string()).collect();
            let base = self.splice(r, parts);
            return self.node(
                rng_of(&m.method).start,
                "shuffle",
                raw,
                &tos,
                |id| format!("crate::m::shuffle({id}, &mut {recv}, {p1})").replace("&mut rng", "&mut *rng"),
                base,
            );
        }
        let parts2 = parts.clone();
        let base = self.splice(r.clone(), parts);
        let call = |n: &str| format!("{recv}.{n}({})", args.join(", "));
        let mut list: Vec<(&'static str, String)> =
            self.swapped_args(&name, &format!("{recv}.{name}"), &m.args);
        list.extend(self.on_copies(e, &m.args));
        let t = |x: String| ("method", x);
        match name.as_str() {
            "next_seed" => {
                for put in [
                    format!("{recv}.clone().next_seed()"),
                    format!("{{ {recv}.next_seed(); {recv}.next_seed() }}"),
                    "0".into(),
                    "5489".into(),
                    "1".into(),
                    "self.rng.next_u32()".into(),
                    "self.rng.peek()".into(),
                ] {
                    list.push(("seed", put));
                }
            }
            "enumerate" | "map" | "filter" | "filter_map" | "position" | "for_each" | "min_by_key" if matches!(&*m.receiver, Expr::MethodCall(x) if matches!(x.method.to_string().as_str(), "iter" | "iter_mut" | "range" | "enumerate" | "skip" | "take" | "into_iter" | "bytes")) =>
            {
                let tos: Vec<String> = ["in reverse", "without the first", "without the last", "never"]
                    .iter()
                    .map(|t| t.to_string())
                    .collect();
                let rr = rng_of(&m.receiver);
                let inner = parts2[0].1.clone();
                let put = self.node(
                    rr.start,
                    "chain",
                    raw,
                    &tos,
                    |id| format!("crate::m::iter({id}, {inner})"),
                    inner.clone(),
                );
                let mut p = parts2.clone();
                p[0].1 = put;
                let text = self.splice(r.clone(), p);
                let key = if name == "min_by_key" {
                    vec![(
                        "method",
                        format!(
                            "{{ let key = {}; {recv}.collect::<Vec<_>>().into_iter().rev().min_by_key(key) }}",
                            args[0]
                        ),
                    )]
                } else {
                    vec![]
                };
                return self.alts(at, raw, key, text);
            }
            "max" => list.extend([t(call("min")), t(recv.clone()), t(args[0].clone())]),
            "min" => list.extend([t(call("max")), t(recv.clone()), t(args[0].clone())]),
            "abs" | "signum" => list.extend([t(recv.clone()), t(format!("-{raw}"))]),
            "first" => list.push(t(call("last"))),
            "last" => list.extend([t(call("first")), t(format!("{recv}.iter().rev().nth(1)"))]),
            "is_none" => list.push(t(call("is_some"))),
            "skip" | "take" => {
                list.push(t(format!("{recv}.{name}(if {} > 100 {{ 0 }} else {{ 1000 }})", args[0])))
            }
            "push" => list.push(t(format!("{recv}.insert(0, {})", args[0]))),
            "remove" => list.push(t(format!("{recv}[{}].clone()", args[0]))),
            "is_alive" => list.extend([t(format!("{recv}.alive")), t(format!("({recv}.hp > 0)"))]),
            "manhattan" => list.extend([
                t(format!(
                    "{{ let (a, b) = ({recv}, {}); (a.x - b.x).abs().max((a.y - b.y).abs()) }}",
                    args[0]
                )),
                t(format!(
                    "{{ let (a, b) = ({recv}, {}); (a.x - b.x).abs().min((a.y - b.y).abs()) }}",
                    args[0]
                )),
                t(format!("{{ let (a, b) = ({recv}, {}); (a.x - b.x).abs() }}", args[0])),
            ]),
            "centre" => list.push(t(format!("{{ let room = {recv}; Pos::new(room.x, room.y) }}"))),
            "min_by_key" => list.push(t(format!(
                "{{ let key = {}; {recv}.collect::<Vec<_>>().into_iter().rev().min_by_key(key) }}",
                args[0]
            ))),
            "map_or" | "is_some" | "get" | "iter" | "then" => {}
            _ => {}
        }
        // bool-valued tests
        if matches!(
            name.as_str(),
            "is_alive"
                | "is_floor"
                | "has_status"
                | "flees"
                | "is_empty"
                | "is_none"
                | "contains"
                | "visible"
        ) || name.starts_with("is_")
        {
            list.extend([("cond", "true".into()), ("cond", "false".into()), ("cond", format!("!{raw}"))]);
        }
        list.dedup();
        self.alts(at, raw, list, base)
    }

    fn path(&mut self, p: &ExprPath, raw: &str, at: usize, value: bool) -> String {
        let seg = p.path.segments.last().unwrap().ident.to_string();
        if let Some((module, ty)) = self.world.consts.get(&seg)
            && (p.path.segments.len() == 1 || p.path.segments[0].ident != "Self")
            && !raw.starts_with("std")
        {
            let shared = format!("crate::{module}m_{seg}()");
            let key = self.key("const", raw, "");
            if self.is_dropped(&key) {
                return raw.to_owned();
            }
            let base = self.marked(&key, &shared);
            if is_int_ty(ty) {
                let tos: Vec<String> = INTS.iter().map(|t| t.to_string()).collect();
                return self.node(
                    at,
                    "int",
                    raw,
                    &tos,
                    |id| format!("crate::m::int({id}, {base})"),
                    base.clone(),
                );
            }
            if seg == "DIRECTIONS"
                && let Some(list) = self.tables.get(&seg).cloned()
            {
                let full = "[Pos; 4]";
                let list =
                    list.into_iter().map(|(_, v)| ("use", format!("const V: {full} = {v}; V"))).collect();
                return self.alts(at, raw, list, base);
            }
            // siblings of the same type in this file
            let list = self
                .world
                .consts
                .iter()
                .filter(|(n, c)| c.1 == *ty && c.0 == *module && **n != seg && p.path.segments.len() == 1)
                .map(|(n, _)| ("sibling", n.clone()))
                .collect();
            return self.alts(at, raw, list, base);
        }
        if p.path.segments.len() == 2 {
            let en = p.path.segments[0].ident.to_string();
            if let Some(vs) = self.world.enums.get(&en)
                && vs.iter().any(|v| v.0 == seg && v.1.is_empty())
            {
                let list = vs
                    .iter()
                    .filter(|v| v.0 != seg && v.1.is_empty() && vs.len() < 12)
                    .map(|v| ("variant", format!("{en}::{}", v.0)))
                    .collect();
                return self.alts(at, raw, list, raw.to_owned());
            }
        }
        if value && let Some(list) = self.alike.get(raw) {
            let list = list.iter().map(|v| ("local", v.clone())).collect();
            return self.alts(at, raw, list, raw.to_owned());
        }
        raw.to_owned()
    }

    fn cond(&mut self, c: &Expr) -> String {
        let base = self.expr(c, true);
        let base = self.with_rows_in_value(c, base);
        if has_let(c) || matches!(c, Expr::Binary(_)) {
            return base;
        }
        let raw = self.raw(c).to_owned();
        let raw2 = raw.clone();
        let tos: Vec<String> =
            ["true", "false"].iter().map(|t| t.to_string()).chain([format!("!({raw2})")]).collect();
        self.node(
            rng_of(c).start,
            "cond",
            &raw,
            &tos,
            |id| format!("crate::m::cond({id}, {base})"),
            base.clone(),
        )
    }

    fn binary(&mut self, b: &ExprBinary, r: Range<usize>, at: usize, raw: &str) -> String {
        let value = !matches!(b.op, BinOp::AddAssign(_) | BinOp::SubAssign(_) | BinOp::MulAssign(_));
        let l = self.expr(&b.left, value);
        let rr = self.expr(&b.right, true);
        let base = self.splice(r, vec![(rng_of(&b.left), l.clone()), (rng_of(&b.right), rr.clone())]);
        let (lr, rw) = (self.raw(&b.left).to_owned(), self.raw(&b.right).to_owned());
        let ops = |list: &[&str]| list.iter().map(|o| format!("{lr} {o} {rw}")).collect::<Vec<_>>();
        let op = ts(&b.op);
        let opat = rng_of(&b.op).start;
        match op.as_str() {
            "<" | "<=" | ">" | ">=" | "==" | "!=" => {
                let ord = matches!(op.as_str(), "<" | "<=" | ">" | ">=")
                    || self.is_int_like(&b.left)
                    || self.is_int_like(&b.right);
                if ord {
                    let mut tos = ops(&["<", "<=", ">", ">=", "==", "!="]);
                    tos.extend(["true".into(), "false".into()]);
                    self.node(
                        opat,
                        "compare",
                        raw,
                        &tos,
                        |id| format!("crate::m::compare({id}, \"{op}\", &({l}), &({rr}))"),
                        base,
                    )
                } else {
                    let mut tos = ops(&["==", "!="]);
                    tos.extend(["true".into(), "false".into()]);
                    self.node(
                        opat,
                        "equal",
                        raw,
                        &tos,
                        |id| format!("crate::m::equal({id}, \"{op}\", &({l}), &({rr}))"),
                        base,
                    )
                }
            }
            "&&" | "||" => {
                if has_let(&b.left) || has_let(&b.right) {
                    return base;
                }
                let tos = vec![
                    format!("{lr} {} {rw}", if op == "&&" { "||" } else { "&&" }),
                    lr.clone(),
                    rw.clone(),
                    "true".into(),
                    "false".into(),
                ];
                let is_and = op == "&&";
                self.node(opat, "logic", raw, &tos, |id| format!("{{ let l: bool = {l}; let (s, on) = crate::m::logic({id}, l, {is_and}); if on {{ {rr} }} else {{ crate::m::undecided(s, l, {is_and}) }} }}"), base)
            }
            "+" | "-" | "*" | "/" | "%" => {
                let mut tos = ops(&["+", "-", "*", "/", "%"]);
                tos.extend([lr.clone(), rw.clone(), format!("{rw} {op} {lr}")]);
                let text = self.node(
                    opat,
                    "arith",
                    raw,
                    &tos,
                    |id| format!("crate::m::arith({id}, b'{op}', {l}, {rr})"),
                    base,
                );
                if let Expr::Paren(p) = &*b.left
                    && let Expr::Binary(q) = &*p.expr
                    && matches!(op.as_str(), "/" | "*" | "%")
                {
                    let put = format!("{} {} {} {op} {rw}", self.raw(&q.left), ts(&q.op), self.raw(&q.right));
                    return self.alts(at, raw, vec![("parens", put)], text);
                }
                text
            }
            "+=" | "-=" => {
                let list = ["+=", "-=", "="]
                    .iter()
                    .filter(|o| **o != op)
                    .map(|o| {
                        (
                            "assign",
                            if rw.contains("format!") {
                                format!("{lr} {o} ({rw}).to_string()")
                            } else {
                                format!("{lr} {o} {rw}")
                            },
                        )
                    })
                    .collect();
                self.alts(opat, raw, list, base)
            }
            _ => base,
        }
    }

    fn match_(&mut self, m: &ExprMatch, r: Range<usize>) -> String {
        let mut parts = vec![(rng_of(&m.expr), self.expr(&m.expr, false))];
        let n = m.arms.len();
        for (k, arm) in m.arms.iter().enumerate() {
            if let Pat::Guard(guarded) = &arm.pat {
                let condition = self.cond(&guarded.guard);
                parts.push((rng_of(&*guarded.guard), condition));
            }
            let body = self.expr(&arm.body, true);
            let br = rng_of(&arm.body);
            let own = self.raw(&arm.body).to_owned();
            let mut list = Vec::new();
            for (j, other) in m.arms.iter().enumerate() {
                let near = n <= 8 || j.abs_diff(k) <= 1 || j + 1 == n;
                let text = self.raw(&other.body).to_owned();
                if j != k && near && text != own {
                    list.push(("arm", text));
                }
            }
            if k + 1 < n {
                let next = self.raw(&m.arms[k + 1].body).to_owned();
                list.push(("fall", format!("{own}; {next}")));
            }
            let text = self.alts(br.start, &own, list, body);
            parts.push((
                br,
                if arm.comma.is_none() && matches!(&*arm.body, Expr::Block(_)) && text.starts_with('(') {
                    format!("{text},")
                } else {
                    text
                },
            ));
        }
        // guards deleted: handled by cond. Arms with ranges are patterns: one edit a number.
        let base = self.splice(r.clone(), parts);
        let mut list = Vec::new();
        for arm in &m.arms {
            let mut nums = PatNums(Vec::new());
            nums.visit_pat(&arm.pat);
            for (pr, v) in nums.0 {
                for d in [1i64, -1, 5, -5, 10, -10] {
                    list.push((
                        "pattern",
                        format!("{}{}{}", &self.src[r.start..pr.start], v + d, &self.src[pr.end..r.end]),
                    ));
                }
            }
        }
        // two members of or-patterns exchanged, or one missing
        let mut ors: Vec<&Pat> = Vec::new();
        for arm in &m.arms {
            let pat = if let Pat::Guard(guarded) = &arm.pat { &guarded.pat } else { &arm.pat };
            if let Pat::Or(o) = pat {
                ors.extend(o.cases.iter());
            }
        }
        for a in 0..ors.len() {
            for b in a + 1..ors.len() {
                if ors.len() <= 12 {
                    list.push((
                        "pattern",
                        self.splice(
                            r.clone(),
                            vec![
                                (rng_of(ors[a]), self.raw(ors[b]).to_owned()),
                                (rng_of(ors[b]), self.raw(ors[a]).to_owned()),
                            ],
                        ),
                    ));
                }
            }
        }
        // two arms' patterns exchanged
        let raw = self.src[r.clone()].to_owned();
        if n <= 8 {
            for a in 0..n {
                for b in a + 1..n {
                    let (pa, pb) = (&m.arms[a], &m.arms[b]);
                    if ts(&pa.pat) == "_" || ts(&pb.pat) == "_" || ts(&pa.body) == ts(&pb.body) {
                        continue;
                    }
                    let txt = self.splice(
                        r.clone(),
                        vec![
                            (rng_of(&pa.body), self.raw(&pb.body).to_owned()),
                            (rng_of(&pb.body), self.raw(&pa.body).to_owned()),
                        ],
                    );
                    list.push(("arms", txt));
                }
            }
        }
        self.alts(r.start, &raw, list, base)
    }

    fn stmt(&mut self, s: &Stmt, last: bool, unit: bool) -> String {
        let r = rng_of(s);
        match s {
            Stmt::Local(l) => {
                let mut parts = Vec::new();
                if let Some(init) = &l.init {
                    parts.push((rng_of(&init.expr), self.expr(&init.expr, true)));
                    // The block behind `else` has to leave the function, so nothing in it is changed.
                }
                self.splice(r, parts)
            }
            Stmt::Expr(e, semi) => {
                let inner = self.expr(e, false);
                let base = format!("{inner}{}", if semi.is_some() { ";" } else { "" });
                let can = semi.is_some()
                    || !last && is_statement(e)
                    || last && unit && (matches!(e, Expr::ForLoop(_) | Expr::While(_)) || is_unit_if(e));
                if !can {
                    return base;
                }
                let raw = self.src[r.clone()].to_owned();
                let mut list = vec![("delete", String::new())];
                if matches!(e, Expr::MethodCall(_) | Expr::Call(_)) {
                    list.push(("twice", format!("{raw} {raw}")));
                    if let Expr::MethodCall(m) = e
                        && !raw.contains("rng")
                        && !raw.starts_with("log")
                        && !raw.starts_with("self.log")
                        && m.method != "push"
                    {
                        let rest = &self.src[rng_of(&m.receiver).end..r.end];
                        list.push(("copy", format!("({}).clone(){rest}", self.raw(&m.receiver))));
                    }
                }
                if let Expr::If(i) = e
                    && let Some((_, els)) = &i.else_branch
                    && !has_let(&i.cond)
                {
                    list.push((
                        "else",
                        format!("if {} {}\n{}", self.raw(&i.cond), self.raw(&i.then_branch), self.raw(els)),
                    ));
                    list.push((
                        "else",
                        format!(
                            "if {} {} else {}",
                            self.raw(&i.cond),
                            self.raw(els),
                            self.raw(&i.then_branch)
                        ),
                    ));
                }
                self.alts_n(r.start, &raw, list, base, true)
            }
            Stmt::Item(_) => self.src[r].to_owned(),
            Stmt::Macro(_) => self.src[r].to_owned(),
        }
    }

    /// Finds the places of the rows in a function or a constant.
    fn find_rows(&mut self, around: Range<usize>) {
        self.pending.clear();
        for (row, hand) in self.rows.iter().enumerate() {
            let mut all = Vec::new();
            for edit in hand.edits.iter().filter(|e| e.file == self.file && e.func == self.func) {
                let found = places(&self.src[around.clone()], &edit.find);
                let found: Vec<Range<usize>> = match edit.which {
                    0 => found,
                    which => found.into_iter().skip(which - 1).take(1).collect(),
                };
                if found.is_empty() {
                    self.left_out.push(format!("{}: its text is gone from {}", hand.told, edit.func));
                }
                all.extend(
                    found.into_iter().map(|f| (around.start + f.start..around.start + f.end, &edit.put)),
                );
            }
            let key = hash(&format!("row\t{}\t{}\t{}\t{all:?}", self.file, self.func, hand.told));
            if all.is_empty() {
                continue;
            }
            if self.is_checked {
                self.row_keys.push(key.clone());
            }
            if self.is_dropped(&key) || !self.checked.has_row(&key) {
                let what = if self.is_checked { "the row was" } else { "the function was" };
                self.left_out
                    .push(format!("{}: {what} not checked since it was changed ({})", hand.told, self.func));
                continue;
            }
            for (number, told) in (hand.first..).zip(hand.sentences()) {
                let place = Edit {
                    file: self.file.to_owned(),
                    line: self.line(all[0].0.start),
                    func: self.func.clone(),
                    doc: self.doc.clone(),
                    op: "row".to_owned(),
                    from: format!("{} {} {}", hand.name, hand.parts, hand.first),
                    to: told,
                };
                self.placed.entry(number).or_insert(place);
            }
            let span = all.iter().fold(all[0].0.clone(), |span, (range, _)| {
                span.start.min(range.start)..span.end.max(range.end)
            });
            let pending = |(range, put): (Range<usize>, &String)| Pending {
                row,
                key: key.clone(),
                range,
                put: put.clone(),
                span: span.clone(),
                is_made: false,
            };
            self.pending.extend(all.into_iter().map(pending));
        }
    }

    /// Puts the alternatives of the rows around a block or a value that no smaller one could take.
    fn with_rows(&mut self, r: Range<usize>, base: String) -> String {
        let inside = |p: &Pending| r.start <= p.span.start && p.span.end <= r.end;
        let rows: BTreeSet<usize> =
            self.pending.iter().filter(|p| !p.is_made && inside(p)).map(|p| p.row).collect();
        if rows.is_empty() {
            return base;
        }
        let (mut out, mut numbers) = (String::new(), Vec::new());
        for row in &rows {
            let hand = &self.rows[*row];
            let of_row = self.pending.iter().filter(|p| p.row == *row && inside(p));
            let (mut key, mut parts) = ("", Vec::new());
            for p in of_row {
                key = &p.key;
                parts.push((p.range.clone(), hand.with_values(&p.put)));
            }
            let text = self.splice(r.clone(), parts);
            let count = hand.values.len().max(1);
            let _ = write!(
                out,
                "\n{}..={} => {{ {} }}",
                numbers.len() + 1,
                numbers.len() + count,
                self.marked(key, &text)
            );
            numbers.extend((hand.first..).take(count).map(|number| number.to_string()));
        }
        self.pending.iter_mut().filter(|p| inside(p)).for_each(|p| p.is_made = true);
        format!(
            "{{ match crate::m::row(&[{}]) {{\n0 => {{ {base} }}{out}\n_ => crate::m::never() }} }}",
            numbers.join(", ")
        )
    }

    /// The same for a value, so that edits around it can be made as well.
    fn with_rows_in_value(&mut self, e: &Expr, base: String) -> String {
        let is_change = |e: &Expr| {
            matches!(e, Expr::Binary(b)
                if matches!(b.op, BinOp::AddAssign(_) | BinOp::SubAssign(_) | BinOp::MulAssign(_)))
        };
        if has_let(e) || is_change(e) {
            return base;
        }
        let text = self.with_rows(rng_of(e), base.clone());
        if text == base { base } else { format!("({text})") }
    }

    fn block(&mut self, b: &Block, unit: bool, orders: bool) -> String {
        let text = self.block_alone(b, unit, orders);
        self.with_rows(rng_of(b), text)
    }

    /// `unit`: a tail of type () may be deleted.
    fn block_alone(&mut self, b: &Block, unit: bool, orders: bool) -> String {
        let r = rng_of(b);
        let n = b.stmts.len();
        let mut parts = Vec::new();
        for (k, s) in b.stmts.iter().enumerate() {
            let sr = rng_of(s);
            // a diverging block has to end as it does
            let ends = k + 1 == n
                && matches!(s, Stmt::Expr(Expr::Return(_) | Expr::Break(_) | Expr::Continue(_), _));
            let only = n == 1;
            let text = if ends && only && matches!(s, Stmt::Expr(Expr::Return(x), _) if x.expr.is_some()) {
                self.stmt(s, true, unit)
            } else {
                self.stmt(s, k + 1 == n, unit)
            };
            parts.push((sr, text));
        }
        let base = self.splice(r.clone(), parts);
        if !orders || n < 2 {
            return base;
        }
        // statements in another order
        let mut list = Vec::new();
        let texts: Vec<&str> = b.stmts.iter().map(|s| self.raw(s)).collect();
        let binds: Vec<BTreeSet<String>> = b
            .stmts
            .iter()
            .map(|s| {
                let mut p = PatIdents(BTreeSet::new());
                if let Stmt::Local(l) = s {
                    p.visit_pat(&l.pat)
                }
                p.0
            })
            .collect();
        let uses: Vec<BTreeSet<String>> = texts.iter().map(|t| idents(t)).collect();
        let tail = match b.stmts.last() {
            Some(Stmt::Expr(Expr::If(i), None)) => i.else_branch.is_some(),
            Some(Stmt::Expr(Expr::ForLoop(_) | Expr::While(_), None)) => false,
            Some(Stmt::Expr(_, None)) => true,
            _ => false,
        };
        let last = if tail { n - 1 } else { n };
        for a in 0..last {
            for c in a + 1..last.min(a + 3) {
                // move statement a behind c, or c before a
                for forward in [true, false] {
                    if c == a + 1 && !forward {
                        continue;
                    }
                    let span: Vec<usize> = (a..=c).collect();
                    let moved = if forward { a } else { c };
                    let ok = span
                        .iter()
                        .filter(|&&k| k != moved)
                        .all(|&k| binds[moved].is_disjoint(&uses[k]) && binds[k].is_disjoint(&uses[moved]));
                    if !ok {
                        continue;
                    }
                    let both_let = c == a + 1 && !binds[a].is_empty() && !binds[c].is_empty();
                    if both_let
                        && !(texts[a].contains("rng") && texts[c].contains("rng")
                            || texts[a].contains("words"))
                    {
                        continue;
                    }
                    if !both_let && c == a + 1 && !binds[a].is_empty() && !texts[a].contains("rng") {
                        continue;
                    }
                    let mut order: Vec<usize> = (0..n).collect();
                    if forward {
                        order.remove(a);
                        order.insert(c, a);
                    } else {
                        order.remove(c);
                        order.insert(a, c);
                    }
                    let txt: Vec<&str> = order.iter().map(|&k| texts[k]).collect();
                    list.push(("order", txt.join("\n"), format!("{} | {}", texts[a], texts[c])));
                }
            }
        }
        for a in 0..last {
            let is_if =
                |k: usize| matches!(&b.stmts[k], Stmt::Expr(Expr::If(i), None) if i.else_branch.is_none());
            for c in a + 1..last.min(a + 3) {
                if c == a + 1 && is_if(a) && is_if(c) {
                    let mut v = texts.clone();
                    let j = format!("{} else {}", texts[a], texts[c]);
                    v[a] = &j;
                    v.remove(c);
                    list.push(("joined", v.join("\n"), format!("{} | {}", texts[a], texts[c])));
                }
            }
        }
        list.truncate(90);
        if list.is_empty() {
            return base;
        }
        let first = self.next;
        let at = r.start;
        let mut out = String::new();
        let mut k = 0;
        for (op, text, told) in &list {
            let key = self.key(op, told, text);
            if self.is_dropped(&key) {
                continue;
            }
            k += 1;
            self.note(
                at,
                op,
                told,
                match *op {
                    "order" => "in another order",
                    "joined" => "joined by else",
                    _ => "both deleted",
                },
            );
            let _ = write!(out, "\n{k} => {{ {} }}", self.marked(&key, text));
        }
        if k == 0 {
            return base;
        }
        format!("{{ match crate::m::sel({first}, {k}) {{\n0 => {base},{out}\n_ => crate::m::never() }} }}")
    }

    fn function(
        &mut self,
        sig: &Signature,
        attrs: &[Attribute],
        body: &Block,
    ) -> Option<(Range<usize>, String)> {
        self.func = sig.ident.to_string();
        if SKIP_FNS.contains(&self.func.as_str()) || sig.constness.is_some() {
            return None;
        }
        self.check(&format!("{} {}", ts(sig), self.raw(body)));
        let doc: String = attrs.iter().filter(|a| a.path().is_ident("doc")).map(ts).collect();
        self.doc = doc
            .split('`')
            .filter(|w| {
                w.contains("::")
                    || w.chars().next().is_some_and(char::is_lowercase)
                        && w.chars().all(|c| c.is_alphanumeric())
            })
            .find(|w| !w.contains(' '))
            .unwrap_or("")
            .to_owned();
        if !self.doc.is_empty() && !self.doc.contains("::") && !self.own.is_empty() {
            self.doc = format!("{}::{}", self.own, self.doc);
        }
        self.alike.clear();
        let mut groups: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for i in &sig.inputs {
            if let FnArg::Typed(t) = i
                && let Pat::Ident(p) = &*t.pat
            {
                let ty = ts(&t.ty);
                if is_scalar(&ty) {
                    groups.entry(ty).or_default().push(p.ident.to_string());
                }
            }
        }
        let mut lets = Lets(Vec::new());
        lets.visit_block(body);
        for (name, shape) in lets.0 {
            groups.entry(shape).or_default().push(name);
        }
        for g in groups.values() {
            for a in g {
                for b in g {
                    if a != b {
                        self.alike.entry(a.clone()).or_default().push(b.clone());
                    }
                }
            }
        }
        let unit = matches!(sig.output, ReturnType::Default);
        self.find_rows(rng_of(body));
        let text = self.block(body, unit, true);
        // a parameter transposed, or another one in its place
        let mut at_start: Vec<(String, String)> = Vec::new();
        for i in &sig.inputs {
            if let FnArg::Typed(t) = i
                && let Pat::Ident(p) = &*t.pat
                && ts(&t.ty) == "Pos"
            {
                at_start.push((
                    format!("{} of {}", p.ident, self.func),
                    format!("let {0} = crate::map::Pos::new({0}.y, {0}.x);", p.ident),
                ));
            }
        }
        let own = self.raw(body).to_owned();
        let mut list = Vec::new();
        let mut text = text;
        for (told, put) in at_start {
            list.push((format!("{told}: x and y exchanged"), format!("{{ {put} {}", &own[1..])));
        }
        if !list.is_empty() {
            let first = self.next;
            let (mut out, mut k) = (String::new(), 0);
            for (told, put) in &list {
                let key = self.key("transpose", told, put);
                if self.is_dropped(&key) {
                    continue;
                }
                k += 1;
                self.note(rng_of(body).start, "transpose", "", told);
                let _ = write!(out, "\n{k} => {},", self.marked(&key, put));
            }
            if k > 0 {
                text = format!(
                    "{{ match crate::m::sel({first}, {k}) {{\n0 => {text},{out}\n_ => crate::m::never() }} }}"
                );
            }
        }
        Some((rng_of(body), format!("{{ let _call = crate::m::Call::enter(); {}", &text[1..])))
    }

    /// Begins a function or a table: it gets edits if its text is as it was checked.
    fn check(&mut self, text: &str) {
        let key = hash(&format!("{}\t{}\t{}\t{text}", self.file, self.own, self.func));
        self.is_checked = self.checked.all || self.checked.functions.contains(&key);
        self.functions.push(key);
        self.same.clear();
    }

    fn constant(&mut self, c: &ItemConst) {
        let name = c.ident.to_string();
        let Some((_, ty)) = self.world.consts.get(&name) else { return };
        let raw = self.raw(&*c.expr).to_owned();
        let r = rng_of(&*c.expr);
        self.func = name.clone();
        self.doc = name.clone();
        self.check(&raw);
        let full = self.raw(&*c.ty).replace("&'static ", "&").replace('&', "&'static ");
        if is_int_ty(ty) {
            let first = self.next;
            for t in INTS {
                self.note(r.start, "constant", &format!("{name} = {raw}"), t);
            }
            self.find_rows(r.clone());
            let value = self.with_rows(r, format!("crate::m::int({first}, {name})"));
            let _ = writeln!(
                self.extra,
                "#[allow(non_snake_case, dead_code)] pub(crate) fn m_{name}() -> {full} {{ {value} }}"
            );
            return;
        }
        // numbers, order and flags in a table
        let mut list: Vec<(&'static str, String)> = Vec::new();
        if !matches!(ty.as_str(), "Color") {
            let mut t = TableWalk::default();
            t.visit_expr(&c.expr);
            let put = |pr: &Range<usize>, v: &str| {
                format!("{}{v}{}", &self.src[r.start..pr.start], &self.src[pr.end..r.end])
            };
            for (pr, v) in &t.ints {
                for w in [v + 1, v - 1, v + 2, v - 2, v * 2, v / 2, 0, -v, v + 3, v - 3] {
                    if w != *v {
                        list.push(("table", put(pr, &w.to_string())));
                    }
                }
            }
            for (pr, v) in &t.bools {
                list.push(("table", put(pr, &(!v).to_string())));
            }
            for (pr, v) in &t.negs {
                list.push(("table", put(pr, v)));
            }
            for (a, b) in &t.swaps {
                list.push((
                    "table",
                    self.splice(
                        r.clone(),
                        vec![
                            (a.clone(), self.src[b.clone()].to_owned()),
                            (b.clone(), self.src[a.clone()].to_owned()),
                        ],
                    ),
                ));
            }
        }
        if name == "DIRECTIONS" {
            self.tables
                .insert(name.clone(), list.iter().map(|(o, t)| ((*o).to_owned(), t.clone())).collect());
        }
        let mut out = String::new();
        let first = self.next;
        let mut k = 0;
        for (op, text) in &list {
            let key = self.key(op, &name, text);
            if self.is_dropped(&key) {
                continue;
            }
            k += 1;
            let mut from = 0;
            let (x, y) = (raw.as_bytes(), text.as_bytes());
            while from < x.len() && from < y.len() && x[from] == y[from] {
                from += 1;
            }
            let lo = (0..from.saturating_sub(25) + 1)
                .rev()
                .find(|&i| raw.is_char_boundary(i) && text.is_char_boundary(i))
                .unwrap_or(0);
            let clip = |t: &str| t[lo..].chars().take(60).collect::<String>();
            self.note(r.start, op, &clip(&raw), &clip(text));
            let _ =
                write!(out, "\n{k} => {{ {} }}", self.marked(&key, &format!("const V: {full} = {text}; V")));
        }
        self.find_rows(r.clone());
        let value = match k {
            0 => name.clone(),
            _ => {
                format!("match crate::m::sel({first}, {k}) {{\n0 => {name},{out}\n_ => crate::m::never() }}")
            }
        };
        let value = self.with_rows(r, value);
        let _ = writeln!(
            self.extra,
            "#[allow(non_snake_case, dead_code)] pub(crate) fn m_{name}() -> {full} {{ {value} }}"
        );
    }
}

#[derive(Default)]
struct TableWalk {
    ints: Vec<(Range<usize>, i64)>,
    bools: Vec<(Range<usize>, bool)>,
    negs: Vec<(Range<usize>, String)>,
    swaps: Vec<(Range<usize>, Range<usize>)>,
}
impl<'a> Visit<'a> for TableWalk {
    fn visit_expr(&mut self, e: &'a Expr) {
        match e {
            Expr::Lit(l) => match &l.lit {
                Lit::Int(i) => self.ints.push((rng_of(e), i.base10_parse().unwrap_or(0))),
                Lit::Bool(b) => self.bools.push((rng_of(e), b.value)),
                _ => {}
            },
            Expr::Unary(u) if matches!(u.op, UnOp::Neg(_)) => {
                if let Expr::Lit(l) = &*u.expr
                    && let Lit::Int(i) = &l.lit
                {
                    self.negs.push((rng_of(e), i.to_string()));
                    self.negs.push((rng_of(e), "0".into()));
                }
            }
            Expr::Array(a) => {
                for x in 0..a.elems.len() {
                    for y in x + 1..a.elems.len() {
                        if ts(&a.elems[x]) != ts(&a.elems[y]) {
                            self.swaps.push((rng_of(&a.elems[x]), rng_of(&a.elems[y])));
                        }
                    }
                }
                visit::visit_expr(self, e)
            }
            Expr::Call(c) => {
                if ts(&c.func) == "Color" {
                    return;
                }
                let lit = |e: &Expr| {
                    matches!(e, Expr::Lit(l) if matches!(l.lit, Lit::Int(_))) || matches!(e, Expr::Unary(_))
                };
                for x in 0..c.args.len() {
                    for y in x + 1..c.args.len() {
                        if lit(&c.args[x]) && lit(&c.args[y]) {
                            self.swaps.push((rng_of(&c.args[x]), rng_of(&c.args[y])));
                        }
                    }
                }
                visit::visit_expr(self, e)
            }
            _ => visit::visit_expr(self, e),
        }
    }
}
struct PatNums(Vec<(Range<usize>, i64)>);
impl<'a> Visit<'a> for PatNums {
    fn visit_pat(&mut self, p: &'a Pat) {
        if let Pat::Range(r) = p {
            for x in r.start.iter().chain(&r.end) {
                if let Expr::Lit(l) = &**x
                    && let Lit::Int(i) = &l.lit
                {
                    self.0.push((rng_of(&**x), i.base10_parse().unwrap()));
                }
            }
        }
    }
}
struct Lets(Vec<(String, String)>);
impl<'a> Visit<'a> for Lets {
    fn visit_local(&mut self, l: &'a Local) {
        if let Some(init) = &l.init {
            let shape: String = ts(&init.expr)
                .split(' ')
                .map(|w| {
                    if w.chars().next().is_some_and(|c| c.is_alphanumeric()) {
                        if w.len() > 2
                            && matches!(w, "uniform" | "centre" | "clone" | "as" | "f32" | "random_leaf")
                        {
                            w
                        } else {
                            "i"
                        }
                    } else {
                        w
                    }
                })
                .collect();
            let mut names = PatIdents(BTreeSet::new());
            names.visit_pat(&l.pat);
            for n in names.0 {
                self.0.push((
                    n,
                    if matches!(&l.pat, Pat::Ident(_)) {
                        shape.clone()
                    } else {
                        format!("{:?}", rng_of(&l.pat))
                    },
                ));
            }
        }
        visit::visit_local(self, l);
    }
}

const INTS: &[&str] = &[
    "+1", "-1", "0", "negated", "+2", "-2", "doubled", "halved", "+3", "-3", "+4", "-4", "+5", "-5", "+10",
    "-10",
];
const DRAWS: &[&str] = &[
    "lower bound +1",
    "lower bound -1",
    "upper bound +1",
    "upper bound -1",
    "a draw more before",
    "a draw more after",
    "the lower bound without a draw",
    "the upper bound without a draw",
    "by rng() % n",
    "from a copy of the generator",
    "from a new generator (5489)",
    "drawn again and the second taken",
    "the middle without a draw",
];
const COINS: &[&str] = &[
    "turned round",
    "true without a draw",
    "false without a draw",
    "uniform(0, 1) == 1",
    "uniform(0, 1) == 0",
    "a draw more",
    "from a copy",
];
const SHUFFLES: &[&str] = &[
    "not shuffled",
    "without the last",
    "without the first",
    "twice",
    "from a copy of the generator",
    "not shuffled, but drawn",
    "by rng() % n, backwards",
    "Fisher-Yates by uniform, forwards",
    "Fisher-Yates by uniform, backwards",
];

fn collect(items: &[Item], module: &str, w: &mut World) {
    for it in items {
        match it {
            Item::Struct(s) => {
                for f in &s.fields {
                    if let Some(n) = &f.ident {
                        let (s, n, t) = (s.ident.to_string(), n.to_string(), ts(&f.ty));
                        w.fields.entry(n.clone()).or_default().push((s.clone(), t.clone()));
                        w.structs.entry(s).or_default().push((n, t));
                    }
                }
            }
            Item::Enum(e) => {
                for v in &e.variants {
                    if let Fields::Named(n) = &v.fields {
                        for f in &n.named {
                            w.structs
                                .entry(v.ident.to_string())
                                .or_default()
                                .push((f.ident.as_ref().unwrap().to_string(), ts(&f.ty)));
                        }
                    }
                }
                w.enums.insert(
                    e.ident.to_string(),
                    e.variants
                        .iter()
                        .map(|v| {
                            (
                                v.ident.to_string(),
                                match &v.fields {
                                    Fields::Unit => String::new(),
                                    f => ts(f),
                                },
                            )
                        })
                        .collect(),
                );
            }
            Item::Type(t) => {
                w.aliases.insert(t.ident.to_string(), ts(&t.ty));
            }
            Item::Const(c) => {
                w.consts.insert(c.ident.to_string(), (module.to_owned(), ts(&c.ty)));
            }
            Item::Fn(f) => {
                w.fns.entry(f.sig.ident.to_string()).or_default().push(types(&f.sig));
            }
            Item::Impl(i) => {
                for x in &i.items {
                    if let ImplItem::Fn(f) = x {
                        w.fns.entry(f.sig.ident.to_string()).or_default().push(types(&f.sig));
                    }
                }
            }
            _ => {}
        }
    }
}
fn types(s: &Signature) -> Vec<String> {
    s.inputs.iter().filter_map(|i| if let FnArg::Typed(t) = i { Some(ts(&t.ty)) } else { None }).collect()
}

/// What was checked by compiling: the functions in which edits are made, and the edits that do not compile.
pub struct Checked {
    functions: BTreeSet<String>,
    rows: BTreeSet<String>,
    dropped: BTreeSet<String>,
    world: String,
    all: bool,
}

impl Checked {
    /// Reads the list. With `all`, every function counts as checked.
    pub fn read(list: &str, all: bool) -> Checked {
        let words = |begin: &str| {
            list.lines()
                .filter_map(|l| l.strip_prefix(begin))
                .flat_map(str::split_whitespace)
                .map(str::to_owned)
                .collect::<BTreeSet<_>>()
        };
        Checked {
            functions: words("functions "),
            rows: words("rows "),
            dropped: words("dropped "),
            world: words("declarations ").into_iter().next().unwrap_or_default(),
            all,
        }
    }
}

impl Checked {
    fn has_row(&self, key: &str) -> bool {
        self.all || self.rows.contains(key)
    }
}

/// Returns the first 32 bits of the FNV-1a hash of a text in hexadecimal.
fn hash(text: &str) -> String {
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{:08x}", hash >> 32)
}

/// The files of the series of which a copy is made, in the order of lib.rs. The others know no mistakes.
fn modules(src: &Path) -> Vec<String> {
    let lib = fs::read_to_string(src.join("lib.rs")).unwrap_or_default();
    let series = lib
        .split("// The series")
        .nth(1)
        .and_then(|rest| rest.split("// The other rooms").next())
        .unwrap_or_default();
    let names = series.lines().filter_map(|line| line.trim().strip_prefix("pub mod ")?.strip_suffix(';'));
    names
        .filter(|name| !["color", "glyph_cache", "key", "part", "rng", "sound"].contains(name))
        .map(str::to_owned)
        .collect()
}

/// A file of the series with the files of its modules.
struct Source {
    name: String,
    text: String,
    parsed: File,
    children: Vec<Source>,
}

impl Source {
    fn read(src: &Path, name: &str) -> std::result::Result<Source, String> {
        let path = src.join(format!("{name}.rs"));
        let text =
            fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?.replace('\r', "");
        let parsed = parse_file(&text).map_err(|e| format!("{}: {e}", path.display()))?;
        let mut children = Vec::new();
        for item in &parsed.items {
            if let Item::Mod(module) = item
                && module.content.is_none()
                && !ts(module).contains("cfg (test)")
            {
                children.push(Source::read(src, &format!("{name}/{}", module.ident))?);
            }
        }
        Ok(Source { name: name.to_owned(), text, parsed, children })
    }
    fn walk<'s>(&'s self, out: &mut Vec<&'s Source>) {
        out.push(self);
        for child in &self.children {
            child.walk(out);
        }
    }
}

/// What is written: the copy, and the list of its edits.
pub struct Copy {
    pub series: String,
    pub edits: String,
    pub functions: Vec<String>,
    pub declarations: String,
    /// Keys of the rows, as they are now.
    pub rows: Vec<String>,
    /// The rows that are not in the copy, each with the reason.
    pub left_out: Vec<String>,
}

/// Makes the copy of the series in the folder `src`.
///
/// # Errors
/// When a file cannot be read or parsed.
pub fn copy(src: &Path, checked: &Checked, rows: &str) -> std::result::Result<Copy, String> {
    let modules = modules(src);
    let sources: Vec<Source> =
        modules.iter().map(|name| Source::read(src, name)).collect::<std::result::Result<_, _>>()?;
    let mut all = Vec::new();
    for source in &sources {
        source.walk(&mut all);
    }
    let mut world = World::default();
    for source in &all {
        collect(&source.parsed.items, &(source.name.replace('/', "::") + "::"), &mut world);
    }
    for name in ["LABELS", "COLOURS", "MAX_QUEUE", "HELD", "NEVER"] {
        world.consts.remove(name);
    }
    // Numbers of elements are no reason to leave an edit out.
    let declarations: String =
        format!("{:?}{:?}{:?}{:?}", world.fields, world.enums, world.fns, world.consts)
            .chars()
            .filter(|c| !c.is_ascii_digit())
            .collect();
    let declarations = hash(&declarations);
    let hand = Row::read(rows)?;
    let next = hand.last().map_or(1, |row| row.first + row.values.len().max(1) as u32);
    let mut state = State { next, ..State::default() };
    let usable = checked.all || checked.world == declarations;
    let mut series = String::new();
    for source in &sources {
        source.write(&world, checked, &hand, usable, &mut state, &mut series);
    }
    // What describes a step looks at the copy's game.
    for name in ["block", "happened"] {
        let path = src.join(format!("trace/{name}.rs"));
        let text = fs::read_to_string(path).map_err(|e| e.to_string())?.replace('\r', "");
        let text = text.replace("use super::Form;", "use crate::trace::Form;");
        let text: Vec<&str> = text.lines().filter(|line| !line.starts_with("//!")).collect();
        let _ = write!(series, "pub mod {name} {{\n{}\n}}\n", text.join("\n"));
    }
    for module in modules.iter().map(String::as_str).chain(["m"]) {
        let own = if module == "m" {
            "crate::verify::edits::switches".to_owned()
        } else {
            format!("crate::verify::edits::series::{module}")
        };
        for end in ["::", ";"] {
            series = series.replace(&format!("crate::{module}{end}"), &format!("{own}{end}"));
        }
    }
    let mut list = String::new();
    let mut last: Option<(&str, &str, usize, &str)> = None;
    // A row that is left out keeps its number.
    let nowhere = || Edit {
        file: String::new(),
        line: 0,
        func: String::new(),
        doc: String::new(),
        op: "none".to_owned(),
        from: String::new(),
        to: String::new(),
    };
    for row in hand.iter().filter(|row| !state.placed.contains_key(&row.first)) {
        if !state.left_out.iter().any(|told| told.starts_with(&row.told)) {
            state.left_out.push(format!("{}: its function or constant is gone", row.told));
        }
    }
    let rows: Vec<Edit> =
        (1..next).map(|number| state.placed.remove(&number).unwrap_or_else(nowhere)).collect();
    for e in rows.iter().chain(&state.edits) {
        let place = (e.file.as_str(), e.func.as_str(), e.line, e.from.as_str());
        if last == Some(place) {
            let _ = writeln!(list, "{}\t{}", e.op, e.to);
        } else {
            let _ = writeln!(
                list,
                "{}\t{}\t{}\t{}\t{}\t{}\t{}",
                e.op, e.to, e.file, e.func, e.doc, e.line, e.from
            );
        }
        last = Some(place);
    }
    Ok(Copy {
        series,
        edits: list,
        functions: state.functions,
        declarations,
        left_out: state.left_out,
        rows: state.row_keys,
    })
}

#[derive(Default)]
struct State {
    next: u32,
    placed: BTreeMap<u32, Edit>,
    left_out: Vec<String>,
    row_keys: Vec<String>,
    edits: Vec<Edit>,
    functions: Vec<String>,
    tables: BTreeMap<String, Vec<(String, String)>>,
}

impl Row {
    /// Reads `rows.txt`, whose first lines explain its form.
    ///
    /// # Errors
    /// When a line has another form.
    pub fn read(text: &str) -> std::result::Result<Vec<Row>, String> {
        let (mut rows, mut place, mut here): (Vec<Row>, (String, String), (String, String)) =
            Default::default();
        for (number, line) in text.lines().enumerate().skip_while(|(_, line)| !line.starts_with("# ")) {
            let wrong = |what: &str| format!("src/verify/edits/rows.txt:{}: {what}", number + 1);
            let (begin, rest) = line.split_once(' ').unwrap_or((line, ""));
            let in_two = |text: &str| {
                let two = text.split_once(' ').ok_or_else(|| wrong("a file and a function are missing"));
                two.map(|(file, func)| (file.to_owned(), func.trim().to_owned()))
            };
            match begin.chars().next() {
                None => {}
                Some('#') => place = in_two(rest)?,
                Some('@') => {
                    here = in_two(rest)?;
                    let edits = rows.last_mut().into_iter().flat_map(|row| &mut row.edits);
                    edits.for_each(|edit| edit.goes_on = false);
                }
                Some('=') => {
                    let row = rows.last_mut().ok_or_else(|| wrong("there is no row yet"))?;
                    let value = |text: &str| {
                        let (value, words) = text.split_once(" : ").unwrap_or((text, text));
                        (value.to_owned(), words.to_owned())
                    };
                    row.values = rest.split(" | ").map(value).collect();
                }
                Some('-') => {
                    let edits = &mut rows.last_mut().ok_or_else(|| wrong("there is no row yet"))?.edits;
                    match edits.last_mut().filter(|edit| edit.goes_on && begin == "-") {
                        Some(edit) => edit.find = format!("{} {rest}", edit.find),
                        None => edits.push(RowEdit {
                            file: here.0.clone(),
                            func: here.1.clone(),
                            find: rest.to_owned(),
                            which: match &begin[1..] {
                                "" => 1,
                                "*" => 0,
                                number => number.parse().map_err(|_| wrong("which of the texts"))?,
                            },
                            put: String::new(),
                            goes_on: begin == "-",
                        }),
                    }
                }
                Some('+') => {
                    let edit = rows.last_mut().and_then(|row| row.edits.last_mut());
                    let edit = edit.ok_or_else(|| wrong("there is no text to find yet"))?;
                    edit.put = format!("{} {rest}", edit.put);
                    edit.goes_on = false;
                }
                _ => {
                    here = place.clone();
                    let (parts, told) = rest.split_once(' ').ok_or_else(|| wrong("a sentence is missing"))?;
                    rows.push(Row {
                        name: begin.into(),
                        parts: parts.into(),
                        told: told.into(),
                        ..Row::default()
                    });
                }
            }
        }
        let mut next = 1;
        for row in &mut rows {
            row.first = next;
            next += row.values.len().max(1) as u32;
        }
        Ok(rows)
    }

    /// Returns its sentence, with each value.
    fn sentences(&self) -> Vec<String> {
        match self.values.as_slice() {
            [] => vec![self.told.clone()],
            values => values.iter().map(|(_, words)| self.told.replace("{}", words)).collect(),
        }
    }

    /// Returns a text that is put, with the value that is made.
    fn with_values(&self, put: &str) -> String {
        if self.values.is_empty() {
            return put.to_owned();
        }
        let values: Vec<&str> = self.values.iter().map(|(value, _)| value.as_str()).collect();
        put.replace("{}", &format!("crate::m::nth({}, &[{}])", self.first, values.join(", ")))
    }
}

/// Returns a text with blanks in place of its comments.
fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let code =
            line.find("// ").map_or(line.len(), |at| if line[..at].contains('"') { line.len() } else { at });
        out += &line[..code];
        out.extend(line[code..].bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }));
    }
    out
}

/// Returns where a text stands in another, whatever blanks and comments there are.
fn places(text: &str, find: &str) -> Vec<Range<usize>> {
    let dense = |text: &str| -> Vec<(usize, char)> {
        text.char_indices().filter(|(_, c)| !c.is_whitespace()).collect()
    };
    let all = without_comments(text);
    let find = dense(find);
    let all = dense(&all);
    if find.is_empty() {
        return Vec::new();
    }
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let at_word = |at: usize| {
        at > 0 && at < text.len() && text[..at].ends_with(is_word) && text[at..].starts_with(is_word)
    };
    let mut found = Vec::new();
    let mut from = 0;
    while from + find.len() <= all.len() {
        let window = &all[from..from + find.len()];
        let (start, last) = (window[0].0, window[find.len() - 1]);
        let end = last.0 + last.1.len_utf8();
        let is_here = window.iter().zip(&find).all(|(a, b)| a.1 == b.1);
        if is_here && !at_word(start) && !at_word(end) {
            found.push(start..end);
            from += find.len();
        } else {
            from += 1;
        }
    }
    found
}

impl Source {
    fn write(
        &self,
        world: &World,
        checked: &Checked,
        rows: &[Row],
        usable: bool,
        state: &mut State,
        out: &mut String,
    ) {
        let file = self.name.clone() + ".rs";
        let mut g = Gen {
            world,
            src: &self.text,
            file: &file,
            checked,
            is_checked: false,
            functions: Vec::new(),
            same: HashMap::new(),
            next: state.next,
            all: Vec::new(),
            func: String::new(),
            doc: String::new(),
            alike: BTreeMap::new(),
            extra: String::new(),
            own: String::new(),
            tables: &mut state.tables,
            rows,
            pending: Vec::new(),
            placed: &mut state.placed,
            left_out: &mut state.left_out,
            row_keys: &mut state.row_keys,
        };
        let mut parts = Vec::new();
        for it in &self.parsed.items {
            match it {
                _ if !usable => {}
                Item::Fn(x) => {
                    g.own.clear();
                    parts.extend(g.function(&x.sig, &x.attrs, &x.block));
                }
                Item::Impl(i) => {
                    g.own = ts(&i.self_ty);
                    for x in &i.items {
                        if let ImplItem::Fn(x) = x {
                            parts.extend(g.function(&x.sig, &x.attrs, &x.block));
                        }
                    }
                }
                Item::Const(c) => {
                    g.own.clear();
                    g.constant(c);
                }
                _ => {}
            }
        }
        for it in &self.parsed.items {
            if let Item::Mod(module) = it {
                let mut text = String::new();
                if module.content.is_none() {
                    parts.push((rng_of(module), format!("/*{}*/", module.ident)));
                } else {
                    parts.push((rng_of(module), std::mem::take(&mut text)));
                }
            }
        }
        let mut text = g.splice(0..self.text.len(), parts);
        text += "\n";
        text += &g.extra;
        state.next = g.next;
        state.edits.append(&mut g.all);
        state.functions.append(&mut g.functions);
        let name = self.name.rsplit('/').next().unwrap_or_default();
        let _ = writeln!(out, "pub mod {name} {{\n{text}");
        for child in &self.children {
            child.write(world, checked, rows, usable, state, out);
        }
        out.push_str("}\n");
    }
}
