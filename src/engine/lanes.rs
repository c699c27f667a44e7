//! Arithmetic on small counts that are the bytes of one word, so that one operation handles all of them at
//! once. It does not know what is counted.
//!
//! A count never exceeds 127, so that the top bit of each byte is free for a borrow or carry.

/// The top bit of each byte.
pub const GUARD: u64 = 0x8080_8080_8080_8080;
/// One in each byte.
pub const ONES: u64 = 0x0101_0101_0101_0101;

/// The difference `a - b` in each byte; zero where `b` is larger.
#[inline]
pub const fn saturating_sub(a: u64, b: u64) -> u64 {
    let difference = (a | GUARD) - b;
    let kept = difference & GUARD;
    difference & (kept - (kept >> 7))
}

/// Whether every byte of `a` is at least that of `b`.
#[inline]
pub const fn covers(a: u64, b: u64) -> bool {
    ((a | GUARD) - b) & GUARD == GUARD
}

/// The sum of all bytes.
#[inline]
pub const fn total(lanes: u64) -> u8 {
    (lanes.wrapping_mul(ONES) >> 56) as u8
}
