//! Go's sine and cosine, equal to the last bit on every platform.
//!
//! Mathematical libraries round sines differently, and a ray along the edge of a tile makes the
//! difference visible. Additions and multiplications are exact in the same way everywhere, so sine and
//! cosine are computed with only these: the angle is reduced to at most an eighth of a turn from the
//! next axis, and there a polynomial of the Cephes library gives the result.

/// π/4, an eighth of a turn, as the sum of three numbers. The first two have few digits, so that their
/// products with small whole numbers are exact. The third is the rest.
const EIGHTH_TURN: [f64; 3] = [
    f64::from_bits(0x3fe9_21fb_4000_0000),
    f64::from_bits(0x3e64_442d_0000_0000),
    f64::from_bits(0x3ce8_4698_98cc_5170),
];

/// Coefficients of x¹³, x¹¹ ... x³.
const SINE: [f64; 6] = [
    f64::from_bits(0x3de5_d8fd_1fd1_9ccd),
    f64::from_bits(0xbe5a_e5e5_a929_1f5d),
    f64::from_bits(0x3ec7_1de3_567d_48a1),
    f64::from_bits(0xbf2a_01a0_19bf_df03),
    f64::from_bits(0x3f81_1111_1110_f7d0),
    f64::from_bits(0xbfc5_5555_5555_5548),
];

/// Coefficients of x¹⁴, x¹² ... x⁴.
const COSINE: [f64; 6] = [
    f64::from_bits(0xbda8_fa49_a086_1a9b),
    f64::from_bits(0x3e21_ee9d_7b4e_3f05),
    f64::from_bits(0xbe92_7e4f_7eac_4bc6),
    f64::from_bits(0x3efa_01a0_19c8_44f5),
    f64::from_bits(0xbf56_c16c_16c1_4f91),
    f64::from_bits(0x3fa5_5555_5555_554b),
];

/// Returns sine and cosine of an angle from 0 to a few turns, in radians.
pub fn sin_cos(angle: f64) -> (f64, f64) {
    let eighths = (angle * (4.0 * std::f64::consts::FRAC_1_PI)) as u64;
    let axis = eighths.div_ceil(2);
    let steps = (2 * axis) as f64;
    let rest = EIGHTH_TURN.iter().fold(angle, |rest, part| rest - steps * part);
    let square = rest * rest;
    let sine = rest + rest * square * polynomial(SINE, square);
    let cosine = 1.0 - 0.5 * square + square * square * polynomial(COSINE, square);
    match axis % 4 {
        0 => (sine, cosine),
        1 => (cosine, -sine),
        2 => (-sine, -cosine),
        _ => (-cosine, sine),
    }
}

/// Returns the value of a polynomial of degree 5 at `x`. The coefficient of the highest power comes first.
fn polynomial(coefficients: [f64; 6], x: f64) -> f64 {
    coefficients.into_iter().fold(0.0, |sum, coefficient| sum * x + coefficient)
}
