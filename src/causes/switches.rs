//! Functions that the copy of the series calls while it plays. They choose between its text and the active
//! edits, and end a step that takes too much work.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::thread::LocalKey;

use crate::map::Pos;
use crate::rng::Rng;
use crate::{Edits, MOST, TWICE};

/// Maximum depth of calls in a step. The series itself needs far less.
const DEEPEST: u32 = 150;
/// Number of edits that share a group.
const GROUP: u32 = 8;

/// A point of the copy that was reached: the steps in which it was first and last, and how many edits it has.
#[derive(Clone, Copy, Debug)]
pub struct Reached {
    pub id: u32,
    pub count: u32,
    pub first: usize,
    pub last: usize,
    /// True if only drawing reached it, so that its edits change no line but that of the frame.
    pub draws: bool,
}

thread_local! {
    /// The groups of numbers that have an active edit, one bit each; all of them while points are recorded.
    /// Nearly every question is about another group, and takes one instruction.
    static GROUPS: Cell<u64> = const { Cell::new(0) };
    /// The functions of `TWICE` with an active edit, one bit each.
    static EDITED: Cell<u128> = const { Cell::new(0) };
    /// Those, and the ones that are still to be recorded.
    static ASKED: Cell<u128> = const { Cell::new(0) };
    static ACTIVE: Cell<Edits> = const { Cell::new([0; MOST]) };
    static FUEL: Cell<u32> = const { Cell::new(u32::MAX) };
    static DEPTH: Cell<u32> = const { Cell::new(0) };
    static COVERAGE: Cell<Coverage> = const { Cell::new(Coverage::Off) };
    static STEP: Cell<usize> = const { Cell::new(0) };
    static DRAWS: Cell<bool> = const { Cell::new(false) };
    static POINTS: RefCell<Vec<Option<Reached>>> = const { RefCell::new(Vec::new()) };
    /// The functions of `TWICE` that were recorded as a whole.
    static FUNCTIONS: RefCell<Vec<Option<Reached>>> = const { RefCell::new(Vec::new()) };
}

/// What is recorded of the points that a step reaches.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Coverage {
    Off,
    /// All points, but the functions of `TWICE` as a whole: as if each call reached all points in them.
    Functions,
    Points,
}

/// A function or constant that stands in the copy twice, once without its own edits.
pub struct Twice {
    /// The number of its first edit.
    pub first: u32,
    /// Number of its edits.
    pub count: u32,
    /// The numbers of the rows in it.
    pub rows: &'static [u32],
}

/// Why a copy did not come to the end of a step: its work was used up.
pub struct OutOfFuel;

/// Activates edits, with some fuel: the maximum number of passes of loops and calls.
pub fn activate(active: Edits, fuel: u32) {
    FUEL.set(fuel);
    DEPTH.set(0);
    let edits = || active.into_iter().filter(|&edit| edit > 0);
    if ACTIVE.replace(active) != active {
        EDITED.set(edits().fold(0, |all, edit| all | twice_with(edit)));
    }
    let is_played = COVERAGE.get() == Coverage::Off;
    GROUPS.set(if is_played { edits().fold(0, |groups, edit| groups | of(edit, 1)) } else { u64::MAX });
    ASKED.set(if is_played { EDITED.get() } else { u128::MAX });
}

/// Returns the functions of `TWICE` that have this edit, one bit each.
fn twice_with(edit: u32) -> u128 {
    let has = |twice: &Twice| edit.wrapping_sub(twice.first) < twice.count || twice.rows.contains(&edit);
    (0..).zip(TWICE).filter(|(_, twice)| has(twice)).fold(0, |all, (index, _)| all | 1 << index)
}

/// Returns the groups of some numbers in a row.
#[inline(always)]
const fn of(first: u32, count: u32) -> u64 {
    let (from, to) = (first / GROUP, (first + count - 1) / GROUP);
    if to - from >= 63 { u64::MAX } else { ((1 << (to - from + 1)) - 1_u64).rotate_left(from % 64) }
}

/// Returns how much of the fuel is left.
pub fn left() -> u32 {
    FUEL.get()
}

/// Forgets which points were reached.
pub fn start_coverage() {
    POINTS.with_borrow_mut(Vec::clear);
    FUNCTIONS.with_borrow_mut(Vec::clear);
}

/// Sets which step is played, and what is recorded of it.
pub fn cover_step(step: usize, coverage: Coverage) {
    STEP.set(step);
    COVERAGE.set(coverage);
}

/// Sets whether the points that are reached from now on only draw.
pub fn cover_drawing(draws: bool) {
    DRAWS.set(draws);
}

/// Ends recording, and returns the points that were reached.
pub fn take_coverage() -> Vec<Reached> {
    COVERAGE.set(Coverage::Off);
    let mut points: Vec<Reached> = POINTS.with_borrow_mut(|all| all.drain(..).flatten().collect());
    for function in FUNCTIONS.with_borrow_mut(|all| all.drain(..).flatten().collect::<Vec<_>>()) {
        let mut open: BTreeSet<u32> = (function.id..function.id + function.count).collect();
        for point in &mut points {
            if !open.contains(&point.id) {
                continue;
            }
            (point.first, point.draws) = (function.first, point.draws && function.draws);
            (point.id..point.id + point.count).for_each(|id| _ = open.remove(&id));
        }
        points.extend(open.into_iter().map(|id| Reached { id, count: 1, ..function }));
    }
    points
}

/// Records that a point, or a function, is reached.
fn record(all: &'static LocalKey<RefCell<Vec<Option<Reached>>>>, id: u32, count: u32) {
    let (step, draws) = (STEP.get(), DRAWS.get());
    all.with_borrow_mut(|all| {
        let index = id as usize;
        if all.len() <= index {
            all.resize(index + 1, None);
        }
        let point = all[index].get_or_insert(Reached { id, count, first: step, last: step, draws });
        (point.last, point.draws) = (step, point.draws && draws);
    })
}

/// Returns 0 for the original, or the number of the alternative.
#[inline(always)]
pub fn sel(id: u32, count: u32) -> u32 {
    if GROUPS.get() & of(id, count) == 0 { 0 } else { alternative(id, count) }
}

#[cold]
#[inline(never)]
fn alternative(id: u32, count: u32) -> u32 {
    for edit in ACTIVE.get() {
        let alternative = edit.wrapping_sub(id);
        if alternative < count {
            return alternative + 1;
        }
    }
    if COVERAGE.get() != Coverage::Off {
        record(&POINTS, id, count);
    }
    0
}

/// Returns 0 for the original, or which of these rows is active, from 1. Their numbers rise.
#[inline(always)]
pub fn row(rows: &[u32]) -> u32 {
    if GROUPS.get() & of_rows(rows) == 0 { 0 } else { which(rows) }
}

/// Returns the groups of some rows. Their numbers rise.
#[inline(always)]
const fn of_rows(rows: &[u32]) -> u64 {
    match rows {
        [first, .., last] => of(*first, *last - *first + 1),
        [one] => of(*one, 1),
        [] => 0,
    }
}

#[cold]
#[inline(never)]
fn which(rows: &[u32]) -> u32 {
    for edit in ACTIVE.get() {
        if edit > 0
            && let Ok(index) = rows.binary_search(&edit)
        {
            return index as u32 + 1;
        }
    }
    if COVERAGE.get() != Coverage::Off {
        rows.iter().for_each(|&row| record(&POINTS, row, 1));
    }
    0
}

/// Returns the value of the active row, whose numbers begin with `first`.
pub fn nth<T: Copy>(first: u32, values: &[T]) -> T {
    let active = ACTIVE.get().into_iter();
    let mut values_of = active.filter_map(|edit| values.get(edit.checked_sub(first)? as usize));
    values_of.next().copied().unwrap_or(values[0])
}

thread_local! {
    static KEPT: RefCell<Option<Rng>> = const { RefCell::new(None) };
}

/// Returns the generator of the last dungeon, for rows in which it goes on.
pub fn kept() -> Option<Rng> {
    KEPT.with_borrow(Clone::clone)
}

/// Keeps the generator of a dungeon.
pub fn keep(rng: &Rng) {
    KEPT.set(Some(rng.clone()));
}

/// Sets the generator that was kept, and returns the one before.
pub fn exchange_kept(rng: Option<Rng>) -> Option<Rng> {
    KEPT.replace(rng)
}

#[cold]
#[inline(never)]
fn give_up() -> ! {
    std::panic::resume_unwind(Box::new(OutOfFuel))
}

/// An alternative that does not exist.
pub fn never() -> ! {
    give_up()
}

/// Counts a pass of a loop.
pub fn tick() {
    let left = FUEL.get();
    if left == 0 {
        give_up();
    }
    FUEL.set(left - 1);
}

/// A call of a function.
pub struct Call;

impl Call {
    pub fn enter() -> Call {
        tick();
        let depth = DEPTH.get();
        if depth > DEEPEST {
            give_up();
        }
        DEPTH.set(depth + 1);
        Call
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        DEPTH.set(DEPTH.get().saturating_sub(1));
    }
}

/// Returns true if a function of `TWICE` can run without its edits: none of them is active, and the points in
/// it are not recorded.
#[inline(always)]
pub fn is_plain(index: u32) -> bool {
    ASKED.get() & 1 << index == 0 || is_only_recorded(index)
}

#[cold]
#[inline(never)]
fn is_only_recorded(index: u32) -> bool {
    if EDITED.get() & 1 << index != 0 || COVERAGE.get() == Coverage::Points {
        return false;
    }
    let Twice { first, count, rows } = TWICE[index as usize];
    record(&FUNCTIONS, first, count);
    rows.iter().for_each(|&row| record(&POINTS, row, 1));
    // Once is enough until edits are activated again.
    ASKED.set(ASKED.get() & !(1 << index));
    true
}

/// Calls what a function or constant is with its edits.
#[cold]
#[inline(never)]
pub fn edited<T>(function: impl FnOnce() -> T) -> T {
    function()
}

/// The six comparisons, true and false.
#[inline(always)]
pub fn compare<T: PartialOrd + ?Sized>(id: u32, operator: &str, left: &T, right: &T) -> bool {
    match (sel(id, 8), operator) {
        (0, "<") | (1, _) => left < right,
        (0, "<=") | (2, _) => left <= right,
        (0, ">") | (3, _) => left > right,
        (0, ">=") | (4, _) => left >= right,
        (0, "==") | (5, _) => left == right,
        (0, _) | (6, _) => left != right,
        (alternative, _) => alternative == 7,
    }
}

/// Equal or not, true and false.
#[inline(always)]
pub fn equal<T: PartialEq<U> + ?Sized, U: ?Sized>(id: u32, operator: &str, left: &T, right: &U) -> bool {
    match (sel(id, 4), operator) {
        (0, "==") | (1, _) => left == right,
        (0, _) | (2, _) => left != right,
        (alternative, _) => alternative == 3,
    }
}

/// `&&` or `||`, the other of them, one side alone, true and false, one side negated.
#[inline(always)]
pub fn logic(id: u32, is_and: bool, left: bool, right: impl FnOnce() -> bool) -> bool {
    match sel(id, 7) {
        0 if is_and => left && right(),
        0 => left || right(),
        1 if is_and => left || right(),
        1 => left && right(),
        2 => left,
        3 => right(),
        6 if is_and => !left && right(),
        6 => !left || right(),
        7 if is_and => left && !right(),
        7 => left || !right(),
        alternative => alternative == 4,
    }
}

/// A condition, true, false, and its opposite.
#[inline(always)]
pub fn condition(id: u32, value: bool) -> bool {
    match sel(id, 3) {
        0 => value,
        1 => true,
        2 => false,
        _ => !value,
    }
}

/// A number of some type.
pub trait Number: Copy {
    /// Returns what an operator gives.
    fn combine(operator: u8, a: Self, b: Self) -> Self;

    /// Returns the whole number that is nearest to 0, negated, doubled, halved, or some more or less.
    fn changed(self, change: u32) -> Self;
}

macro_rules! numbers {
    ($combine:expr, $changed:expr, $($number:ty)*) => { $(
        impl Number for $number {
            #[inline(always)]
            fn combine(operator: u8, a: $number, b: $number) -> $number {
                let combine: fn(u8, $number, $number) -> $number = $combine;
                combine(operator, a, b)
            }

            fn changed(self, change: u32) -> $number {
                let changed: fn($number, u32) -> $number = $changed;
                changed(self, change)
            }
        }
    )* };
}
numbers! {
    |operator, a, b| match operator {
        b'+' => a.wrapping_add(b),
        b'-' => a.wrapping_sub(b),
        b'*' => a.wrapping_mul(b),
        b'/' => a.wrapping_div(b),
        _ => a.wrapping_rem(b),
    },
    |number, change| {
        let value = number as i64;
        let other = match change {
            1 => 0,
            2 => -value,
            3 => value * 2,
            4 => value / 2,
            // One more, one less, two more, and so on.
            odd if odd % 2 == 1 => value + i64::from(odd / 2) - 1,
            even => value - i64::from(even / 2) + 2,
        };
        other as _
    },
    i32 u32 usize u8 u64 i64
}
numbers! {
    |operator, a, b| match operator {
        b'+' => a + b,
        b'-' => a - b,
        b'*' => a * b,
        b'/' => a / b,
        _ => a % b,
    },
    |number, change| match change {
        1 => 0.0,
        2 => -number,
        _ => number + number,
    },
    f32 f64
}
impl Number for Pos {
    #[inline(always)]
    fn combine(operator: u8, a: Pos, b: Pos) -> Pos {
        Pos::new(i32::combine(operator, a.x, b.x), i32::combine(operator, a.y, b.y))
    }

    fn changed(self, _: u32) -> Pos {
        self
    }
}

/// A number, or one of as many others.
#[inline(always)]
pub fn number<T: Number>(id: u32, count: u32, value: T) -> T {
    match sel(id, count) {
        0 => value,
        change => value.changed(change),
    }
}

/// The five operators, each side alone, and the sides exchanged.
#[inline(always)]
pub fn arithmetic<T: Number>(id: u32, operator: u8, left: T, right: T) -> T {
    match sel(id, 8) {
        0 => T::combine(operator, left, right),
        6 => left,
        7 => right,
        8 => T::combine(operator, right, left),
        other => T::combine(b"+-*/%"[other as usize - 1], left, right),
    }
}

/// What a loop passes over: as it is, or a list of it that was changed.
pub enum Items<I: Iterator> {
    Plain(I),
    List(std::vec::IntoIter<I::Item>),
}

impl<I: Iterator> Iterator for Items<I> {
    type Item = I::Item;

    #[inline(always)]
    fn next(&mut self) -> Option<I::Item> {
        match self {
            Items::Plain(items) => items.next(),
            Items::List(items) => items.next(),
        }
    }
}

/// What a loop passes over, in reverse, without the first, without the last, nothing, and only the first.
#[inline(always)]
pub fn iter<I: IntoIterator>(id: u32, items: I) -> Items<I::IntoIter> {
    let alternative = sel(id, 5);
    if alternative == 0 {
        return Items::Plain(items.into_iter());
    }
    let mut list: Vec<I::Item> = items.into_iter().take(100_000).collect();
    match alternative {
        1 => list.reverse(),
        2 => drop(list.drain(..list.len().min(1))),
        3 => drop(list.pop()),
        4 => list.clear(),
        _ => list.truncate(1),
    }
    Items::List(list.into_iter())
}

/// Draws that differ from those of the series.
impl Rng {
    /// A draw by the remainder of a division.
    pub fn remainder(&mut self, a: i32, b: i32) -> i32 {
        a + (self.next_u32() % (b.max(a) - a + 1) as u32) as i32
    }

    /// The same without the upper bound.
    pub fn short_remainder(&mut self, a: i32, b: i32) -> i32 {
        self.remainder(a, b - 1)
    }

    /// A draw without the upper bound.
    pub fn short_uniform(&mut self, a: i32, b: i32) -> i32 {
        self.uniform(a, (b - 1).max(a))
    }

    pub fn edited_uniform(&mut self, id: u32, a: i32, b: i32) -> i32 {
        match sel(id, 11) {
            0 => self.uniform(a, b),
            1 => self.uniform(a.saturating_add(1).min(b), b),
            2 => self.uniform(a - 1, b),
            3 => self.uniform(a, b + 1),
            4 => self.short_uniform(a, b),
            5 => {
                self.next_u32();
                self.uniform(a, b)
            }
            6 => {
                let drawn = self.uniform(a, b);
                self.next_u32();
                drawn
            }
            7 => a,
            8 => b,
            9 => a + (b - a) / 2,
            10 => self.remainder(a, b),
            _ => self.clone().uniform(a, b),
        }
    }

    pub fn edited_coin_flip(&mut self, id: u32) -> bool {
        match sel(id, 7) {
            0 => self.coin_flip(),
            1 => !self.coin_flip(),
            2 => true,
            3 => false,
            4 => self.uniform(0, 1) == 1,
            5 => self.uniform(0, 1) == 0,
            6 => self.next_u32() > 0 && self.coin_flip(),
            _ => self.clone().coin_flip(),
        }
    }

    pub fn edited_shuffle<T>(&mut self, id: u32, items: &mut [T]) {
        let count = items.len();
        match sel(id, 6) {
            0 => self.shuffle(items),
            1 => {}
            2 => self.shuffle(&mut items[..count.saturating_sub(1)]),
            3 => {
                self.shuffle(items);
                self.shuffle(items);
            }
            4 => self.clone().shuffle(items),
            alternative => {
                for last in (1..count).rev() {
                    let bound = last as i32;
                    let drawn =
                        if alternative == 5 { self.remainder(0, bound) } else { self.uniform(0, bound) };
                    items.swap(last, drawn as usize);
                }
            }
        }
    }
}
