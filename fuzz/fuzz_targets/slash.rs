//! Typed commands: refused or understood, and what is understood is written in one way that reads back the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use parlor_wire::slash::{Slash, complete};

fuzz_target!(|line: &str| {
    let _ = complete(line, &["Ada"]);
    let Ok(slash) = line.parse::<Slash>() else { return };
    let written = slash.to_string();
    assert_eq!(written.parse::<Slash>().as_ref(), Ok(&slash));
});
