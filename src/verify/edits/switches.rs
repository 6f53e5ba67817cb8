//! What the copy of the series asks while it plays: which edit is made, and whether it may go on.

use std::cell::{Cell, RefCell};

use crate::rng::Rng;
use crate::verify::edits::series::map::Pos;

use super::MOST;
/// Maximum depth of calls in a step. The series itself needs far less.
const DEEPEST: u32 = 150;
/// Number of edits that share a group.
const GROUP: u32 = 64;

/// A point of the copy that was reached: the steps in which it was first and last, and how many edits it has.
#[derive(Clone, Copy, Debug)]
pub struct Reached {
    pub id: u32,
    pub count: u32,
    pub first: usize,
    pub last: usize,
}

thread_local! {
    /// The groups of numbers in which an edit is made, one bit each; all of them while points are noted.
    /// Nearly every question is about another group, and takes one instruction.
    static GROUPS: Cell<u32> = const { Cell::new(0) };
    static MADE: Cell<[u32; MOST]> = const { Cell::new([0; MOST]) };
    static FUEL: Cell<u32> = const { Cell::new(u32::MAX) };
    static DEPTH: Cell<u32> = const { Cell::new(0) };
    static NOTES: Cell<bool> = const { Cell::new(false) };
    static STEP: Cell<usize> = const { Cell::new(0) };
    static REACHED: RefCell<Vec<Option<Reached>>> = const { RefCell::new(Vec::new()) };
}

/// Why a copy did not come to the end of a step: its work was used up.
pub struct OutOfFuel;

/// Makes these edits from now on, with so much work.
pub fn set(made: [u32; MOST], fuel: u32) {
    MADE.set(made);
    FUEL.set(fuel);
    DEPTH.set(0);
    let groups = made.into_iter().filter(|&edit| edit > 0).fold(0, |groups, edit| groups | of(edit, 1));
    GROUPS.set(if NOTES.get() { u32::MAX } else { groups });
}

/// Returns the groups of some numbers in a row.
#[inline(always)]
const fn of(first: u32, count: u32) -> u32 {
    let (from, to) = (first / GROUP, (first + count - 1) / GROUP);
    if to - from >= 31 { u32::MAX } else { ((1 << (to - from + 1)) - 1_u32).rotate_left(from % 32) }
}

/// Returns how much of the work is left.
pub fn left() -> u32 {
    FUEL.get()
}

/// Begins to note which points the steps reach.
pub fn begin_notes() {
    NOTES.set(true);
    REACHED.with_borrow_mut(Vec::clear);
}

/// Says which step is played.
pub fn note_step(step: usize) {
    STEP.set(step);
}

/// Returns the points that were reached.
pub fn end_notes() -> Vec<Reached> {
    NOTES.set(false);
    REACHED.with_borrow_mut(|all| all.drain(..).flatten().collect())
}

#[cold]
#[inline(never)]
fn note(id: u32, count: u32) {
    let step = STEP.get();
    REACHED.with_borrow_mut(|all| {
        let index = id as usize;
        if all.len() <= index {
            all.resize(index + 1, None);
        }
        all[index].get_or_insert(Reached { id, count, first: step, last: step }).last = step;
    });
}

/// Returns 0 for the original, or the number of the alternative.
#[inline(always)]
pub fn sel(id: u32, count: u32) -> u32 {
    if GROUPS.get() & of(id, count) == 0 { 0 } else { alternative(id, count) }
}

#[cold]
#[inline(never)]
fn alternative(id: u32, count: u32) -> u32 {
    for made in MADE.get() {
        let alternative = made.wrapping_sub(id);
        if alternative < count {
            return alternative + 1;
        }
    }
    if NOTES.get() {
        note(id, count);
    }
    0
}

/// Returns 0 for the original, or which of these rows is made, from 1. Their numbers rise.
#[inline(always)]
pub fn row(rows: &[u32]) -> u32 {
    let groups = match rows {
        [first, .., last] => of(*first, last - first + 1),
        [one] => of(*one, 1),
        [] => return 0,
    };
    if GROUPS.get() & groups == 0 { 0 } else { which(rows) }
}

#[cold]
#[inline(never)]
fn which(rows: &[u32]) -> u32 {
    for made in MADE.get() {
        if made > 0
            && let Ok(index) = rows.binary_search(&made)
        {
            return index as u32 + 1;
        }
    }
    if NOTES.get() {
        rows.iter().for_each(|&row| note(row, 1));
    }
    0
}

/// Returns the value of the row that is made, whose first number is given.
pub fn nth<T: Copy>(first: u32, values: &[T]) -> T {
    let made = MADE.get().into_iter().filter_map(|made| values.get(made.checked_sub(first)? as usize));
    made.copied().next().unwrap_or(values[0])
}

/// A draw by the remainder of a division.
pub fn remainder(rng: &mut Rng, a: i32, b: i32) -> i32 {
    a + (rng.next_u32() % (b.max(a) - a + 1) as u32) as i32
}

/// The same without the upper bound.
pub fn short(rng: &mut Rng, a: i32, b: i32) -> i32 {
    a + (rng.next_u32() % (b - a).max(1) as u32) as i32
}

/// A draw without the upper bound.
pub fn below(rng: &mut Rng, a: i32, b: i32) -> i32 {
    rng.uniform(a, (b - 1).max(a))
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

/// The six comparisons, true and false.
pub fn compare<T: PartialOrd + ?Sized>(id: u32, op: &str, l: &T, r: &T) -> bool {
    match (sel(id, 8), op) {
        (0, "<") | (1, _) => l < r,
        (0, "<=") | (2, _) => l <= r,
        (0, ">") | (3, _) => l > r,
        (0, ">=") | (4, _) => l >= r,
        (0, "==") | (5, _) => l == r,
        (0, _) | (6, _) => l != r,
        (7, _) => true,
        _ => false,
    }
}

/// Equal or not, true and false.
pub fn equal<T: PartialEq<U> + ?Sized, U: ?Sized>(id: u32, op: &str, l: &T, r: &U) -> bool {
    match (sel(id, 4), op) {
        (0, "==") | (1, _) => l == r,
        (0, _) | (2, _) => l != r,
        (3, _) => true,
        _ => false,
    }
}

/// The left side of `&&` or `||`: which alternative is made, and true if the right side decides.
pub fn logic(id: u32, l: bool, is_and: bool) -> (u32, bool) {
    let s = sel(id, 5);
    let goes_on = match s {
        0 => l == is_and,
        1 => l != is_and,
        2 => false,
        3 => true,
        _ => false,
    };
    (s, goes_on)
}

/// What `&&` or `||` gives where the right side is not asked.
pub fn undecided(s: u32, l: bool, is_and: bool) -> bool {
    match s {
        0 => !is_and,
        1 => is_and,
        2 => l,
        4 => true,
        _ => false,
    }
}

pub trait MInt: Copy {
    fn i(self) -> i64;
    fn of(v: i64) -> Self;
}
macro_rules! ints {
    ($($t:ty)*) => { $(
        impl MInt for $t {
            fn i(self) -> i64 {
                self as i64
            }
            fn of(v: i64) -> Self {
                v as $t
            }
        }

        impl Arith for $t {
            fn ar(op: u8, a: Self, b: Self) -> Self {
                match op {
                    b'+' => a.wrapping_add(b),
                    b'-' => a.wrapping_sub(b),
                    b'*' => a.wrapping_mul(b),
                    b'/' => a.wrapping_div(b),
                    _ => a.wrapping_rem(b),
                }
            }
        }
    )* };
}
pub trait Arith: Copy {
    fn ar(op: u8, a: Self, b: Self) -> Self;
}
ints!(i32 u32 usize u8 u64 i64);
macro_rules! floats {
    ($($t:ty)*) => { $(
        impl Arith for $t {
            fn ar(op: u8, a: Self, b: Self) -> Self {
                match op {
                    b'+' => a + b,
                    b'-' => a - b,
                    b'*' => a * b,
                    b'/' => a / b,
                    _ => a % b,
                }
            }
        }
    )* };
}
floats!(f32 f64);
impl Arith for Pos {
    #[inline(always)]
    fn ar(op: u8, a: Pos, b: Pos) -> Pos {
        match op {
            b'+' => Pos::new(a.x.wrapping_add(b.x), a.y.wrapping_add(b.y)),
            _ => Pos::new(a.x.wrapping_sub(b.x), a.y.wrapping_sub(b.y)),
        }
    }
}
#[inline(always)]
pub fn int<T: MInt>(id: u32, v: T) -> T {
    let s = sel(id, 16);
    if s == 0 {
        return v;
    }
    let x = v.i();
    T::of(match s {
        1 => x + 1,
        2 => x - 1,
        3 => 0,
        4 => -x,
        5 => x + 2,
        6 => x - 2,
        7 => x * 2,
        8 => x / 2,
        9 => x + 3,
        10 => x - 3,
        11 => x + 4,
        12 => x - 4,
        13 => x + 5,
        14 => x - 5,
        15 => x + 10,
        _ => x - 10,
    })
}
#[inline(always)]
pub fn flt<T: Default + std::ops::Neg<Output = T> + std::ops::Add<Output = T> + Copy>(id: u32, v: T) -> T {
    match sel(id, 3) {
        0 => v,
        1 => T::default(),
        2 => -v,
        _ => v + v,
    }
}
#[inline(always)]
pub fn arith<T: Arith>(id: u32, op: u8, a: T, b: T) -> T {
    match sel(id, 8) {
        0 => T::ar(op, a, b),
        1 => T::ar(b'+', a, b),
        2 => T::ar(b'-', a, b),
        3 => T::ar(b'*', a, b),
        4 => T::ar(b'/', a, b),
        5 => T::ar(b'%', a, b),
        6 => a,
        7 => b,
        _ => T::ar(op, b, a),
    }
}
#[inline(always)]
pub fn cond(id: u32, c: bool) -> bool {
    match sel(id, 3) {
        0 => c,
        1 => true,
        2 => false,
        _ => !c,
    }
}
pub enum Iter<I: Iterator> {
    Plain(I),
    List(std::vec::IntoIter<I::Item>),
}
impl<I: Iterator> Iterator for Iter<I> {
    type Item = I::Item;
    #[inline(always)]
    fn next(&mut self) -> Option<I::Item> {
        match self {
            Iter::Plain(i) => i.next(),
            Iter::List(i) => i.next(),
        }
    }
}
#[inline(always)]
pub fn iter<I: IntoIterator>(id: u32, i: I) -> Iter<I::IntoIter> {
    match sel(id, 4) {
        0 => Iter::Plain(i.into_iter()),
        s => {
            let mut v: Vec<I::Item> = i.into_iter().take(100_000).collect();
            match s {
                1 => v.reverse(),
                2 => {
                    if !v.is_empty() {
                        v.remove(0);
                    }
                }
                3 => {
                    v.pop();
                }
                _ => v.clear(),
            }
            Iter::List(v.into_iter())
        }
    }
}
#[inline(always)]
pub fn draw(id: u32, rng: &mut Rng, a: i32, b: i32) -> i32 {
    let safe = |rng: &mut Rng, a: i32, b: i32| if a > b { a } else { rng.uniform(a, b) };
    match sel(id, 13) {
        0 => rng.uniform(a, b),
        1 => safe(rng, a + 1, b),
        2 => rng.uniform(a - 1, b),
        3 => rng.uniform(a, b + 1),
        4 => safe(rng, a, b - 1),
        5 => {
            rng.next_u32();
            rng.uniform(a, b)
        }
        6 => {
            let v = rng.uniform(a, b);
            rng.next_u32();
            v
        }
        7 => a,
        8 => b,
        9 => a + (rng.next_u32() % (b - a + 1).max(1) as u32) as i32,
        10 => rng.clone().uniform(a, b),
        11 => Rng::new(5489, rng.library()).uniform(a, b),
        12 => {
            rng.uniform(a, b);
            rng.uniform(a, b)
        }
        _ => a + (b - a) / 2,
    }
}
#[inline(always)]
pub fn coin(id: u32, rng: &mut Rng) -> bool {
    match sel(id, 7) {
        0 => rng.coin_flip(),
        1 => !rng.coin_flip(),
        2 => true,
        3 => false,
        4 => rng.uniform(0, 1) == 1,
        5 => rng.uniform(0, 1) == 0,
        6 => {
            rng.next_u32();
            rng.coin_flip()
        }
        _ => rng.clone().coin_flip(),
    }
}
pub fn shuffle<T>(id: u32, rng: &mut Rng, items: &mut [T]) {
    let n = items.len();
    match sel(id, 9) {
        0 => rng.shuffle(items),
        1 => {}
        2 => {
            if n > 0 {
                rng.shuffle(&mut items[..n - 1])
            }
        }
        3 => {
            if n > 0 {
                rng.shuffle(&mut items[1..])
            }
        }
        4 => {
            rng.shuffle(items);
            rng.shuffle(items)
        }
        5 => rng.clone().shuffle(items),
        6 => {
            let mut all: Vec<usize> = (0..n).collect();
            rng.shuffle(&mut all)
        }
        7 => {
            for i in (1..n).rev() {
                let k = (rng.next_u32() % (i as u32 + 1)) as usize;
                items.swap(i, k)
            }
        }
        8 => {
            for i in 0..n.saturating_sub(1) {
                let k = rng.uniform(i as i32, n as i32 - 1) as usize;
                items.swap(i, k)
            }
        }
        _ => {
            for i in (1..n).rev() {
                let k = rng.uniform(0, i as i32) as usize;
                items.swap(i, k)
            }
        }
    }
}
