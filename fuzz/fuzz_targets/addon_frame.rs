//! Addon frames: refused or understood; cut into parts they are written as they were read, and what is understood is
//! written in one way that reads back the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use parlor_wire::addon::{AddonFrame, Raw};

fuzz_target!(|line: &str| {
    let Ok(raw) = line.parse::<Raw>() else { return };
    assert_eq!(raw.to_string(), line);
    let Ok(frame) = AddonFrame::try_from(&raw) else { return };
    let written = frame.to_string();
    assert_eq!(written.parse::<AddonFrame>(), Ok(frame));
});
