//! Whole numbers for fractions of a pixel, so that native code and WASM agree to the last bit.

use crate::Config;

pub(crate) const TICKS_PER_SECOND: u32 = 60;

/// One pixel. Positions are multiples of its 65,536th part, velocities those per tick.
pub const PIXEL: i32 = 1 << 16;

/// One tick as a number of moments, for what happens inside it.
pub(crate) const TICK: i64 = 1 << 16;

/// Pixels as a length.
pub(crate) const fn pixels(pixels: u16) -> i32 {
    pixels as i32 * PIXEL
}

/// Half of so many pixels.
pub(crate) const fn half(pixels: u16) -> i32 {
    pixels as i32 * (PIXEL / 2)
}

/// Pixels per second as a velocity.
pub(crate) const fn per_tick(pixels_per_second: u32) -> i32 {
    (pixels_per_second as i64 * PIXEL as i64 / TICKS_PER_SECOND as i64) as i32
}

/// The sine of so many whole degrees, at most 90, times 65,536.
pub(crate) const fn sine(degrees: u8) -> i64 {
    SINE[degrees as usize] as i64
}

/// The cosine of so many whole degrees, at most 90, times 65,536.
pub(crate) const fn cosine(degrees: u8) -> i64 {
    sine(90 - degrees)
}

/// Sines from 0 to 90 degrees: a table, because `sin` differs between machines.
#[rustfmt::skip]
const SINE: [u32; 91] = [
    0, 1_144, 2_287, 3_430, 4_572, 5_712, 6_850, 7_987, 9_121, 10_252,
    11_380, 12_505, 13_626, 14_742, 15_855, 16_962, 18_064, 19_161, 20_252, 21_336,
    22_415, 23_486, 24_550, 25_607, 26_656, 27_697, 28_729, 29_753, 30_767, 31_772,
    32_768, 33_754, 34_729, 35_693, 36_647, 37_590, 38_521, 39_441, 40_348, 41_243,
    42_126, 42_995, 43_852, 44_695, 45_525, 46_341, 47_143, 47_930, 48_703, 49_461,
    50_203, 50_931, 51_643, 52_339, 53_020, 53_684, 54_332, 54_963, 55_578, 56_175,
    56_756, 57_319, 57_865, 58_393, 58_903, 59_396, 59_870, 60_326, 60_764, 61_183,
    61_584, 61_966, 62_328, 62_672, 62_997, 63_303, 63_589, 63_856, 64_104, 64_332,
    64_540, 64_729, 64_898, 65_048, 65_177, 65_287, 65_376, 65_446, 65_496, 65_526,
    65_536,
];

/// Where things are in a court, for the centre of a ball.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lines {
    /// Half the ball.
    pub(crate) radius: i32,
    /// Where the ball touches the lower wall; at the upper one it is at `radius`.
    pub(crate) bottom: i32,
    /// Where it touches the front of the left paddle.
    pub(crate) left: i32,
    /// Where it touches the front of the right paddle.
    pub(crate) right: i32,
    /// From that line until it is all behind the paddle.
    pub(crate) depth: i32,
    /// From the middle of a paddle to the middle of a ball that just touches its end.
    pub(crate) reach: i32,
    /// The other goal line.
    pub(crate) width: i32,
}

impl Lines {
    #[inline]
    pub(crate) const fn of(config: &Config) -> Self {
        let (court, paddle, ball) = (config.court, config.paddle, config.ball);
        let (radius, width) = (half(ball.size), pixels(court.width));
        let left = pixels(paddle.margin + paddle.width) + radius;
        Self {
            radius,
            bottom: pixels(court.height) - radius,
            left,
            right: width - left,
            depth: pixels(paddle.width + ball.size),
            reach: half(paddle.height) + radius,
            width,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sines_are_sines() {
        for degrees in 0..=90u8 {
            let exact = f64::from(degrees).to_radians().sin() * 65_536.0;
            assert!((exact - sine(degrees) as f64).abs() <= 0.5, "{degrees}");
        }
        assert_eq!(cosine(60), 32_768);
    }

    #[test]
    fn speeds_are_per_tick() {
        assert_eq!(per_tick(300), 5 * PIXEL);
        assert_eq!(per_tick(200), 218_453);
    }
}
