//! The lines of the chapters that were executed. Functions that build.rs copies note them here.

use std::cell::RefCell;
use std::fmt;

use roguelike::entity::Entity;
use roguelike::item::ScrollType;
use roguelike::map::Pos;
use serde::Serialize;

/// A value of a variable.
#[derive(Clone, Copy, Serialize)]
#[serde(untagged)]
pub enum Value {
    Int(i32),
    /// A slope. JSON would have all its digits.
    #[serde(serialize_with = "rounded")]
    Real(f32),
    Flag(bool),
    Place(i32, i32),
    /// The name of a variant.
    #[serde(serialize_with = "debugged")]
    Scroll(ScrollType),
    /// The number of a monster.
    #[serde(serialize_with = "debugged")]
    Index(Option<usize>),
    /// A monster, and where it is.
    #[serde(serialize_with = "named")]
    Body(&'static str, Pos),
}

/// A type whose values a figure shows.
pub trait Shown {
    fn value(&self) -> Value;
}

fn rounded<S: serde::Serializer>(value: &f32, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&format_args!("{value:.2}"))
}

fn debugged<S: serde::Serializer>(value: &impl fmt::Debug, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&format_args!("{value:?}"))
}

fn named<S: serde::Serializer>(name: &str, pos: &Pos, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&format_args!("{name} at ({}, {})", pos.x, pos.y))
}

/// The effect of a line.
#[derive(Clone, Copy)]
enum Deed {
    Call(&'static str),
    /// The end of a call.
    End,
    /// True if the line may return from its function.
    Executed(bool),
    Declared(&'static str, Value),
    Assigned(&'static str, Value),
}

/// Notes of some calls, in the order of execution: the number of a line, and what it did.
#[derive(Default)]
pub struct Trace(Vec<(usize, Deed)>);

thread_local! {
    /// Notes are taken while this is not `None`.
    static NOTES: RefCell<Option<Trace>> = const { RefCell::new(None) };
}

/// Returns the notes of what is executed by `run`.
pub fn trace(run: impl FnOnce()) -> Trace {
    NOTES.set(Some(Trace::default()));
    run();
    NOTES.take().unwrap_or_default()
}

#[inline(never)]
fn note(line: usize, deed: Deed) {
    NOTES.with_borrow_mut(|notes| {
        if let Some(Trace(notes)) = notes {
            notes.push((line, deed));
        }
    });
}

/// Ends the call when it is dropped.
pub struct Call;

impl Drop for Call {
    fn drop(&mut self) {
        note(0, Deed::End);
    }
}

/// Notes that a function begins.
pub fn call(function: &'static str) -> Call {
    note(0, Deed::Call(function));
    Call
}

/// Notes that a line is executed next.
pub fn executed(line: usize, may_return: bool) {
    note(line, Deed::Executed(may_return));
}

/// Notes a new variable.
pub fn declared(line: usize, name: &'static str, value: &impl Shown) {
    note(line, Deed::Declared(name, value.value()));
}

/// Notes the value that a closure of this name returns, and returns it.
pub fn returned<T: Shown>(line: usize, name: &'static str, value: T) -> T {
    declared(line, name, &value);
    value
}

/// Notes a new value of a variable.
pub fn assigned(line: usize, name: &'static str, value: &impl Shown) {
    note(line, Deed::Assigned(name, value.value()));
}

/// A call while a line of it is executed.
pub struct Frame {
    pub function: &'static str,
    /// The number of the call, from 0.
    pub call: usize,
    /// The number of the call that nothing traced has called, from 0.
    pub outermost: usize,
    pub values: Vec<(&'static str, Value)>,
}

impl Frame {
    pub fn value(&self, name: &str) -> Option<Value> {
        self.values.iter().find(|(known, _)| *known == name).map(|&(_, value)| value)
    }

    /// Makes a change. A declaration ends what was declared after an earlier one of the same name: a loop
    /// begins again.
    fn change(&mut self, deed: Deed) {
        let (Deed::Declared(name, value) | Deed::Assigned(name, value)) = deed else { return };
        let at = self.values.iter().position(|(known, _)| *known == name);
        match (at, deed) {
            (Some(at), Deed::Assigned(..)) => self.values[at].1 = value,
            (at, _) => {
                self.values.truncate(at.unwrap_or(self.values.len()));
                self.values.push((name, value));
            }
        }
    }
}

/// A call as a whole.
pub struct Summary {
    pub function: &'static str,
    pub call: usize,
    /// The number of the call that called it.
    pub caller: Option<usize>,
    /// True if the last line that was executed is one that may return.
    pub returned: bool,
    pub values: Vec<(&'static str, Value)>,
}

/// An executed line with what was known then.
#[derive(Serialize)]
pub struct Acting {
    pub function: &'static str,
    /// The number of the line in the function, from 0.
    pub line: usize,
    values: Vec<(&'static str, Value)>,
    /// The tile that the function looks at.
    pub tile: Option<(i32, i32)>,
    /// Which one it is of so many lines.
    pub at: usize,
    count: usize,
}

impl Trace {
    /// Visits the executed lines. `visit` gets the line, its call with the values after it, what it assigned,
    /// and whether it gave a variable another value. `end` gets the calls that end.
    fn replay(
        &self,
        visit: &mut dyn FnMut(usize, &Frame, Deed),
        end: &mut dyn FnMut(&Frame, Option<&Frame>, bool),
    ) {
        let mut frames: Vec<(Frame, bool)> = Vec::new();
        let (mut calls, mut outermost) = (0, 0);
        for &(line, deed) in &self.0 {
            match (deed, frames.last_mut()) {
                (Deed::Call(function), last) => {
                    outermost += usize::from(last.is_none());
                    let frame = Frame { function, call: calls, outermost: outermost - 1, values: Vec::new() };
                    frames.push((frame, false));
                    calls += 1;
                }
                (Deed::End, _) => {
                    if let Some((frame, returned)) = frames.pop() {
                        end(&frame, frames.last().map(|caller| &caller.0), returned);
                    }
                }
                (deed, Some((frame, returned))) => {
                    *returned = matches!(deed, Deed::Executed(true));
                    frame.change(deed);
                    visit(line, frame, deed);
                }
                (_, None) => {}
            }
        }
    }

    /// Returns all calls, in the order in which they end.
    pub fn calls(&self) -> Vec<Summary> {
        let mut calls = Vec::new();
        let mut end = |frame: &Frame, caller: Option<&Frame>, returned| {
            let Frame { function, call, ref values, .. } = *frame;
            let (caller, values) = (caller.map(|caller| caller.call), values.clone());
            calls.push(Summary { function, call, caller, returned, values });
        };
        self.replay(&mut |_, _, _| {}, &mut end);
        calls
    }

    /// Visits each line that assigns to a variable of this name.
    pub fn assignments(&self, name: &str, visit: &mut dyn FnMut(&Frame)) {
        let mut visit = |_, frame: &Frame, deed| {
            if matches!(deed, Deed::Assigned(assigned, _) if assigned == name) {
                visit(frame);
            }
        };
        self.replay(&mut visit, &mut |_, _, _| {});
    }

    /// Returns one of the lines that `is_shown` chooses: the one at this place, or the last one that assigned
    /// to a variable, or the one after which most variables are known. `None` if no line is chosen.
    pub fn acting(&self, at: Option<usize>, is_shown: &dyn Fn(&Frame) -> bool) -> Option<Acting> {
        let (mut count, mut most, mut wanted) = (0_usize, 0, [None; 2]);
        let mut visit = |_, frame: &Frame, deed| {
            if is_shown(frame) {
                if let Deed::Assigned(..) = deed {
                    wanted[0] = Some(count);
                } else if matches!(deed, Deed::Declared(..)) && frame.values.len() >= most {
                    most = frame.values.len();
                    wanted[1] = Some(count);
                }
                count += 1;
            }
        };
        self.replay(&mut visit, &mut |_, _, _| {});
        let last = count.checked_sub(1)?;
        let at = at.or(wanted[0]).or(wanted[1]).unwrap_or(last).min(last);
        let (mut number, mut acting) = (0, None);
        let mut visit = |line, frame: &Frame, _| {
            if is_shown(frame) {
                if number == at {
                    let Frame { function, ref values, .. } = *frame;
                    let tile = tile(frame);
                    acting = Some(Acting { function, line, values: values.clone(), tile, at, count });
                }
                number += 1;
            }
        };
        self.replay(&mut visit, &mut |_, _, _| {});
        acting
    }
}

/// Returns the tile that was looked at last: a place, or a column and a row.
fn tile(frame: &Frame) -> Option<(i32, i32)> {
    let mut places = frame.values.iter().filter_map(|&(name, value)| match value {
        Value::Place(x, y) if !name.starts_with("best") && name != "stairs" => Some((x, y)),
        Value::Body(_, pos) => Some((pos.x, pos.y)),
        _ => None,
    });
    let pair = || match (frame.value("x")?, frame.value("y")?) {
        (Value::Int(x), Value::Int(y)) => Some((x, y)),
        _ => None,
    };
    places.next_back().or_else(pair)
}

/// Implements [`Shown`] for types whose values are copied.
macro_rules! shown {
    ($($kind:ty => |$value:ident| $shown:expr;)*) => {
        $(impl Shown for $kind {
            fn value(&self) -> Value {
                let $value = *self;
                $shown
            }
        })*
    };
}

shown! {
    i32 => |value| Value::Int(value);
    u32 => |value| Value::Int(value.cast_signed());
    usize => |value| Value::Int(value as i32);
    f32 => |value| Value::Real(value);
    bool => |value| Value::Flag(value);
    Pos => |value| Value::Place(value.x, value.y);
    ScrollType => |value| Value::Scroll(value);
    Option<usize> => |value| Value::Index(value);
}

impl Shown for Entity {
    fn value(&self) -> Value {
        Value::Body(self.name, self.pos)
    }
}

impl<T: Shown> Shown for &T {
    fn value(&self) -> Value {
        (**self).value()
    }
}

impl<T: Shown> Shown for &mut T {
    fn value(&self) -> Value {
        (**self).value()
    }
}
