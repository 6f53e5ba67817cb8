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
/// Number of words that have a bit for each number of an edit.
const WORDS: usize = 1 << NUMBER_BITS >> 6;

/// A point of the copy that was reached: the steps in which it was first and last, and how many edits it has.
#[derive(Clone, Copy, Debug)]
pub struct Reached {
    pub id: u32,
    pub count: u32,
    pub first: usize,
    pub last: usize,
}

thread_local! {
    /// The bits of the active edits; all bits while points are recorded. Nearly every question is about
    /// another edit, and takes one instruction.
    static BITS: [Cell<u64>; WORDS] = const { [const { Cell::new(0) }; WORDS] };
    static ACTIVE: Cell<Edits> = const { Cell::new(Edits([0; MOST])) };
    /// The lowest and the highest number that has a bit. The edits of a long function are in dozens of words,
    /// which need not be read if all of its numbers are lower or higher.
    static ENDS: Cell<(u32, u32)> = const { Cell::new((u32::MAX, 0)) };
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
    let before = ACTIVE.replace(active);
    if STEP.get().is_some() {
        return;
    }
    BITS.with(|bits| {
        for number in before.iter().map(number_of) {
            bits[number as usize / 64].set(0);
        }
        let mut ends = (u32::MAX, 0);
        for number in active.iter().map(number_of) {
            bits[number as usize / 64].update(|word| word | 1 << (number % 64));
            ends = (ends.0.min(number), ends.1.max(number));
        }
        ENDS.set(ends);
    });
}

/// Returns the number of an edit without the change of a constant.
const fn number_of(edit: u32) -> u32 {
    edit & ((1 << NUMBER_BITS) - 1)
}

/// Returns the bits of a word that belong to the numbers from `first` to `last`.
#[inline(always)]
fn bits_of(word: u32, first: u32, last: u32) -> u64 {
    let from = if word == first / 64 { u64::MAX << (first % 64) } else { u64::MAX };
    let to = if word == last / 64 { u64::MAX >> (63 - last % 64) } else { u64::MAX };
    BITS.with(|bits| bits[word as usize % WORDS].get() & from & to)
}

/// Returns true if one of some numbers in a row is active, or points are recorded.
#[inline(always)]
fn is_active(first: u32, count: u32) -> bool {
    let last = first + count - 1;
    if last / 64 - first / 64 > 1 {
        let (lowest, highest) = ENDS.get();
        return first <= highest && lowest <= last && is_one_active(first, last);
    }
    bits_of(first / 64, first, last) | bits_of(last / 64, first, last) != 0
}

#[inline(never)]
fn is_one_active(first: u32, last: u32) -> bool {
    (first / 64..=last / 64).any(|word| bits_of(word, first, last) != 0)
}

/// Records from now on which points this step reaches. The two versions of a function are one point.
pub fn record_step(step: usize) {
    STEP.set(Some(step));
    set_all(u64::MAX, (0, u32::MAX));
}

fn set_all(word: u64, ends: (u32, u32)) {
    BITS.with(|bits| bits.iter().for_each(|bits| bits.set(word)));
    ENDS.set(ends);
}

/// Ends recording, and returns the points that were reached.
pub fn take_record() -> Vec<Reached> {
    STEP.set(None);
    set_all(0, (u32::MAX, 0));
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
    if count > 0 && is_active(id, count) { alternative(id, count) } else { 0 }
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

/// Returns 0 for the original, or which of these rows, whose numbers rise, is active. `words` has their bits.
#[inline(always)]
pub fn row(words: &[(usize, u64)], rows: &[u32]) -> u32 {
    let active = BITS.with(|bits| words.iter().fold(0, |active, (word, of)| active | bits[*word].get() & of));
    if active == 0 { 0 } else { which(rows) }
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
