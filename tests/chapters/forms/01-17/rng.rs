impl Rng {
    /// `std::uniform_int_distribution<int>(a, b)`: a number from `a` to `b`, both included. Expects `a <= b`.
    pub fn uniform(&mut self, a: i32, b: i32) -> i32 {
        let range = b - a + 1;
        a + self.below(range as u32) as i32
    }
}
