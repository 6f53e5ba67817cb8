//! Functions that the copy of the series calls while it plays. They choose between its text and the active
//! edits, and end a step that takes too much work.

use std::cell::{Cell, RefCell};
use std::vec;

use crate::rng::Rng;
use crate::{Edits, MOST};

/// Maximum depth of calls in a step. The series itself needs far less.
const DEEPEST: u32 = 150;
/// Maximum number of passes of a loop, which may never end with an edit. The series itself needs far less.
const MOST_PASSES: usize = 100_000;
/// The bits of an edit that are its number. The others are the change of a constant, where the edit has one.
pub const NUMBER_BITS: u32 = 16;

/// A point of the copy that was reached: the steps in which it was first and last, and how many edits it has.
#[derive(Clone, Copy, Debug)]
pub struct Reached {
    pub id: u32,
    pub count: u32,
    pub first: usize,
    pub last: usize,
}

/// The ends if nothing is active.
const NO_ENDS: (u32, u32, bool) = (u32::MAX, 0, false);

thread_local! {
    static ACTIVE: Cell<Edits> = const { Cell::new(Edits([0; MOST])) };
    /// The lowest and the highest active number, and whether others between them are active. Nearly every
    /// question is about other edits, and takes a few comparisons. While points are recorded, all are active.
    static ENDS: Cell<(u32, u32, bool)> = const { Cell::new(NO_ENDS) };
    /// How much of the fuel is left.
    pub static FUEL: Cell<u32> = const { Cell::new(u32::MAX) };
    static DEPTH: Cell<u32> = const { Cell::new(0) };
    /// The step that is played, while points are recorded.
    static STEP: Cell<Option<usize>> = const { Cell::new(None) };
    static POINTS: RefCell<Vec<Option<Reached>>> = const { RefCell::new(Vec::new()) };
    /// The generator of the last dungeon, for rows in which it goes on.
    pub static KEPT: RefCell<Option<Rng>> = const { RefCell::new(None) };
}

/// Activates edits, with some fuel: the maximum number of passes of loops and calls.
pub fn activate(active: Edits, fuel: u32) {
    FUEL.set(fuel);
    DEPTH.set(0);
    ACTIVE.set(active);
    if STEP.get().is_none() {
        let numbers = || active.iter().map(number_of);
        let (lowest, highest, _) = NO_ENDS;
        let ends = (numbers().min().unwrap_or(lowest), numbers().max().unwrap_or(highest));
        ENDS.set((ends.0, ends.1, active.count() > 2));
    }
}

/// Returns the number of an edit without the change of a constant.
const fn number_of(edit: u32) -> u32 {
    edit & ((1 << NUMBER_BITS) - 1)
}

/// Returns true if one of some numbers in a row may be active, or points are recorded.
#[inline(always)]
fn may_be_active(first: u32, count: u32) -> bool {
    let (lowest, highest, has_others) = ENDS.get();
    let is_among = |number: u32| number.wrapping_sub(first) < count;
    is_among(lowest) || is_among(highest) || has_others && first <= highest && lowest < first + count
}

/// Records from now on which points this step reaches. The two versions of a function are one point.
pub fn record_step(step: usize) {
    STEP.set(Some(step));
    ENDS.set((0, u32::MAX, true));
}

/// Ends recording, and returns the points that were reached.
pub fn take_record() -> Vec<Reached> {
    STEP.set(None);
    ENDS.set(NO_ENDS);
    POINTS.take().into_iter().flatten().collect()
}

/// Records that a point is reached, if points are recorded.
fn record(id: u32, count: u32) {
    let Some(step) = STEP.get() else { return };
    POINTS.with_borrow_mut(|points| {
        let index = id as usize;
        if points.len() <= index {
            points.resize(index + 1, None);
        }
        let point = points[index].get_or_insert(Reached { id, count, first: step, last: step });
        (point.count, point.last) = (point.count.max(count), step);
    });
}

/// Returns 0 for the original, or the number of the alternative.
#[inline(always)]
pub fn sel(id: u32, count: u32) -> u32 {
    if count > 0 && may_be_active(id, count) { alternative(id, count) } else { 0 }
}

#[cold]
#[inline(never)]
fn alternative(id: u32, count: u32) -> u32 {
    for edit in ACTIVE.get().iter() {
        let alternative = number_of(edit).wrapping_sub(id);
        if alternative < count {
            return alternative + 1;
        }
    }
    record(id, count);
    0
}

/// Returns 0 for the original, or which of these rows, whose numbers rise, is active.
#[inline(always)]
pub fn row(rows: &[u32]) -> u32 {
    let ends = rows.first().zip(rows.last());
    if ends.is_some_and(|(first, last)| may_be_active(*first, last - first + 1)) { which(rows) } else { 0 }
}

#[cold]
#[inline(never)]
fn which(rows: &[u32]) -> u32 {
    for edit in ACTIVE.get().iter() {
        if let Ok(index) = rows.binary_search(&edit) {
            return index as u32 + 1;
        }
    }
    rows.iter().take_while(|_| STEP.get().is_some()).for_each(|&row| record(row, 1));
    0
}

/// Returns the value of the active row, whose numbers begin with `first`.
pub fn nth<T: Copy>(first: u32, values: &[T]) -> T {
    let active = ACTIVE.get().iter();
    let mut values_of = active.filter_map(|edit| values.get(edit.checked_sub(first)? as usize));
    values_of.next().copied().unwrap_or(values[0])
}

/// Returns the generator of the last dungeon.
pub fn kept() -> Option<Rng> {
    KEPT.with_borrow(Clone::clone)
}

/// Keeps the generator of a dungeon.
pub fn keep(rng: &Rng) {
    KEPT.set(Some(rng.clone()));
}

/// Ends a step that takes too much work, or has an alternative that does not exist.
#[cold]
#[inline(never)]
pub fn never() -> ! {
    std::panic::resume_unwind(Box::new(()))
}

/// Counts a pass of a loop.
pub fn tick() {
    let left = FUEL.get();
    if left == 0 {
        never();
    }
    FUEL.set(left - 1);
}

/// A call of a function.
pub struct Call;

impl Call {
    #[inline(never)]
    pub fn enter() -> Call {
        tick();
        let depth = DEPTH.get();
        if depth > DEEPEST {
            never();
        }
        DEPTH.set(depth + 1);
        Call
    }
}

impl Drop for Call {
    #[inline(never)]
    fn drop(&mut self) {
        DEPTH.set(DEPTH.get().saturating_sub(1));
    }
}

/// Calls what a function or constant is with its edits.
#[cold]
#[inline(never)]
pub fn edited<T>(function: impl FnOnce() -> T) -> T {
    function()
}

/// A number in the text. It changes to 0, negated, doubled, halved, one more, one less, two more, and so on.
pub trait Number: Copy {
    /// Returns the number after a change, counted from 1.
    fn changed(self, change: u32) -> Self;
}

macro_rules! numbers {
    ($wide:ty: $($number:ty)*) => { $(
        impl Number for $number {
            #[cold]
            #[inline(never)]
            fn changed(self, change: u32) -> $number {
                let (value, by) = (self as $wide, (change / 2) as $wide);
                let other = match change {
                    1 => 0 as $wide,
                    2 => -value,
                    3 => value * 2 as $wide,
                    4 => value / 2 as $wide,
                    odd if odd % 2 == 1 => value + by - 1 as $wide,
                    _ => value - by + 2 as $wide,
                };
                other as _
            }
        }
    )* };
}
numbers! { i64: i32 u32 usize u8 u64 i64 }
numbers! { f64: f32 f64 }

/// A number, or one of as many others, or a constant with a value of the program's own.
#[inline(always)]
pub fn number<T: Number>(id: u32, count: u32, value: T) -> T {
    match sel(id, count) {
        0 => value,
        change => value.changed(own_change(id).unwrap_or(change)),
    }
}

/// Returns the change of the constant whose first edit has this number, if the edit has one.
#[cold]
#[inline(never)]
fn own_change(id: u32) -> Option<u32> {
    let own = ACTIVE.get().iter().find(|edit| edit >> NUMBER_BITS > 0 && number_of(*edit) == id);
    own.map(|edit| edit >> NUMBER_BITS)
}

/// Returns the change that adds to a number.
pub const fn change_by(difference: i32) -> u32 {
    if difference > 0 { 3 + 2 * difference.unsigned_abs() } else { 4 + 2 * difference.unsigned_abs() }
}

/// The items of a loop: all, reversed, without the first, without the last, none, or only the first.
#[inline(never)]
pub fn iter<I: IntoIterator>(id: u32, items: I) -> vec::IntoIter<I::Item> {
    let mut list: Vec<I::Item> = items.into_iter().take(MOST_PASSES).collect();
    match sel(id, 5) {
        0 => {}
        1 => list.reverse(),
        2 => drop(list.drain(..list.len().min(1))),
        3 => drop(list.pop()),
        4 => list.clear(),
        _ => list.truncate(1),
    }
    list.into_iter()
}

/// All of some items, or those that pass one of the tests.
#[inline(never)]
pub fn among<T>(id: u32, items: impl Iterator<Item = T>, tests: &[fn(&T) -> bool]) -> vec::IntoIter<T> {
    let test = sel(id, tests.len() as u32).checked_sub(1).map(|index| tests[index as usize]);
    items.filter(|item| test.is_none_or(|passes| passes(item))).collect::<Vec<_>>().into_iter()
}

/// Draws that differ from those of the series. Every module of the copy has them.
pub trait Draws {
    /// A draw by the remainder of a division.
    fn remainder(&mut self, a: i32, b: i32) -> i32;
    /// The same without the upper bound.
    fn short_remainder(&mut self, a: i32, b: i32) -> i32;
    /// A draw without the upper bound.
    fn short_uniform(&mut self, a: i32, b: i32) -> i32;
}

impl Draws for Rng {
    fn remainder(&mut self, a: i32, b: i32) -> i32 {
        a + (self.next_u32() % (b.max(a) - a + 1) as u32) as i32
    }

    fn short_remainder(&mut self, a: i32, b: i32) -> i32 {
        self.remainder(a, b - 1)
    }

    fn short_uniform(&mut self, a: i32, b: i32) -> i32 {
        self.uniform(a, (b - 1).max(a))
    }
}

/// Shuffles from the last item on, each with one before it or with itself.
pub fn shuffle_backwards<T>(items: &mut [T], mut draw: impl FnMut(i32) -> i32) {
    for last in (1..items.len()).rev() {
        items.swap(last, draw(last as i32) as usize);
    }
}
