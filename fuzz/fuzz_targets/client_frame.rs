//! Frames from clients: refused or understood, and what is understood reads back the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use parlor_wire::ClientFrame;

fuzz_target!(|text: &str| {
    let Ok(frame) = serde_json::from_str::<ClientFrame>(text) else { return };
    let written = serde_json::to_string(&frame).expect("frames are JSON");
    let again: ClientFrame = serde_json::from_str(&written).expect("what we write we can read");
    assert_eq!(serde_json::to_string(&again).expect("frames are JSON"), written);
});
