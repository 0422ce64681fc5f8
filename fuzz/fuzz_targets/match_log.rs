//! Logs from anywhere: read or refused, verified or not, but never a panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use parlor_kernel::Record;

fuzz_target!(|text: &str| {
    let Ok(record) = Record::from_text(text) else { return };
    if let Some(game) = parlor_catalog::registry().game(&record.header.game) {
        let _ = game.verify(record);
    }
});
