//! Takes away assignments to fields that nothing reads: the compiler counts an assignment as use.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use syn::visit::{self, Visit};
use syn::{Expr, Member, Stmt};

use crate::program::{Program, visit_inside};
use crate::pure::{Purity, is_assignment};
use crate::text::{Changes, range, with_comments};

/// Finds those assignments. Fields of the same name are not told apart.
pub fn unread(program: &Program) -> Changes {
    let mut fields = Fields {
        file: 0,
        declared: HashSet::new(),
        read: HashSet::new(),
        written: HashMap::new(),
        purity: Purity::of(program),
    };
    for (file, source) in program.files.iter().enumerate() {
        fields.file = file;
        fields.visit_file(&source.tree);
    }
    let mut changes = Changes::default();
    for (_, places) in fields
        .written
        .iter()
        .filter(|(name, _)| fields.declared.contains(*name) && !fields.read.contains(*name))
    {
        for (file, place) in places {
            changes.delete(*file, with_comments(program.files[*file].text(), place.clone()));
        }
    }
    changes
}

struct Fields {
    file: usize,
    /// Fields of this program; others may be read elsewhere.
    declared: HashSet<String>,
    read: HashSet<String>,
    written: HashMap<String, Vec<(usize, Range<usize>)>>,
    purity: Purity,
}

impl<'ast> Visit<'ast> for Fields {
    fn visit_stmt(&mut self, stmt: &'ast Stmt) {
        let assigned = match stmt {
            Stmt::Expr(Expr::Assign(node), _) => Some((&*node.left, &*node.right)),
            Stmt::Expr(Expr::Binary(node), _) if is_assignment(&node.op) => Some((&*node.left, &*node.right)),
            _ => None,
        };
        if let Some((Expr::Field(field), value)) = assigned
            && let Member::Named(name) = &field.member
            && self.purity.is_pure(value)
        {
            self.written.entry(name.to_string()).or_default().push((self.file, range(stmt)));
            self.visit_expr(&field.base);
            self.visit_expr(value);
        } else {
            visit::visit_stmt(self, stmt);
        }
    }

    fn visit_field(&mut self, node: &'ast syn::Field) {
        self.declared.extend(node.ident.as_ref().map(ToString::to_string));
    }

    fn visit_expr_field(&mut self, node: &'ast syn::ExprField) {
        if let Member::Named(name) = &node.member {
            self.read.insert(name.to_string());
        }
        visit::visit_expr_field(self, node);
    }

    fn visit_field_pat(&mut self, node: &'ast syn::FieldPat) {
        if let Member::Named(name) = &node.member {
            self.read.insert(name.to_string());
        }
        visit::visit_field_pat(self, node);
    }

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        visit_inside(self, mac);
    }
}
