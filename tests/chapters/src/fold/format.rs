//! Format strings: what is known is written into the text.

use std::ops::Range;

use syn::visit::{self, Visit};
use syn::{Macro, Pat};

use super::Folder;
use crate::facts::{Facts, Local};
use crate::known::Const;
use crate::names::Kind;
use crate::program::{Inside, macro_name};
use crate::text::{Change, range, remove_elements};

impl<'s> Folder<'s, '_, '_> {
    /// Writes what is known into the format string itself. Returns which arguments of the macro stay.
    pub(super) fn format(&mut self, mac: &Macro, inside: &Inside) -> Vec<bool> {
        let mut keep = vec![true; inside.args.len()];
        let Some(index) = inside.format else { return keep };
        let text = self.text();
        let placeholders = inside.placeholders(text);
        let mut change = Change::default();
        let mut position = 0;
        for placeholder in &placeholders {
            let arg = inside.argument(placeholder, position);
            let shown = match (arg, &placeholder.name) {
                (Some(arg), _) => {
                    self.studied.facts.known(arg).filter(|known| known.fixed).map(|known| &known.value)
                }
                (None, Some(name)) => self.inline(mac, name),
                _ => None,
            };
            if placeholder.name.is_none() {
                position += 1;
            }
            let shown = match shown {
                Some(Const::Str(text)) => text.clone(),
                Some(Const::Int(number)) => number.to_string(),
                Some(Const::Struct(_, values)) => match &values[..] {
                    [Const::Int(number)] => number.to_string(),
                    _ => continue,
                },
                _ => continue,
            };
            if !placeholder.plain || placeholder.debug {
                continue;
            }
            let literal = format!("{shown:?}");
            let literal = literal[1..literal.len() - 1].replace('{', "{{").replace('}', "}}");
            change.replace(self.file, placeholder.range.clone(), literal);
            if let (Some(arg), None) = (arg, &placeholder.name) {
                let arg = inside.args.iter().position(|known| std::ptr::eq(known, arg));
                if let Some(arg) = arg {
                    keep[arg] = false;
                }
            }
        }
        if !change.is_empty() {
            let elements: Vec<_> = inside.args.iter().map(range).collect();
            remove_elements(&mut change, self.file, text, &elements, &keep);
            self.changes.push(change);
        } else if macro_name(mac) == "format" && placeholders.is_empty() && inside.args.len() == 1 {
            // Nothing is put into the text any more.
            let literal = text[range(&inside.args[index])].replace("{{", "{").replace("}}", "}");
            self.changes.replace(self.file, range(mac), format!("{literal}.to_owned()"));
        }
        keep
    }

    /// The value of a variable that a format string names: one of a type that has a single value.
    fn inline(&self, mac: &Macro, name: &str) -> Option<&'s Const> {
        let at = range(mac).start;
        let facts = self.studied.facts;
        // The last one of that name that is declared before, in this function.
        let function = self.studied.names.defs.iter().filter(|def| {
            matches!(def.kind, Kind::Fn { .. }) && def.file == self.file && def.range.contains(&at)
        });
        let function = function.map(|def| def.range.clone()).min_by_key(|range| range.len())?;
        let mut here = Declarations { facts, name, function, at, best: None };
        here.visit_file(&self.studied.program.files[self.file].tree);
        let known = here.best?.1.val.known.as_ref().filter(|known| known.fixed)?;
        Some(&known.value)
    }
}

/// Finds the declaration of a variable that is nearest before a place.
struct Declarations<'f, 's> {
    facts: &'s Facts<'s>,
    name: &'f str,
    function: Range<usize>,
    at: usize,
    best: Option<(usize, &'s Local)>,
}

impl<'ast> Visit<'ast> for Declarations<'_, '_> {
    fn visit_pat(&mut self, pat: &'ast Pat) {
        if let Some(local) = self.facts.bound(pat).filter(|local| local.name == self.name) {
            let start = range(pat).start;
            if self.function.contains(&start)
                && start < self.at
                && self.best.is_none_or(|(best, _)| best < start)
            {
                self.best = Some((start, local));
            }
        }
        visit::visit_pat(self, pat);
    }
}
