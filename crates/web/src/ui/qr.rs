//! QR codes.

use leptos::prelude::*;
use qrcodegen::{QrCode, QrCodeEcc};
use std::fmt::Write;

/// Modules of light that scanners need around a code.
const QUIET: i32 = 3;

/// A link to point a phone at. Draws nothing if the link is too long for a code.
#[component]
pub fn Qr(
    /// Where it leads.
    #[prop(into)]
    link: String,
) -> impl IntoView {
    QrCode::encode_text(&link, QrCodeEcc::Medium).ok().map(|code| {
        let side = code.size() + 2 * QUIET;
        view! {
            <svg class="qr" viewBox=format!("0 0 {side} {side}") role="img" aria-label="QR code of the link">
                <path d=modules(&code) />
            </svg>
        }
    })
}

/// Every dark module as a square.
fn modules(code: &QrCode) -> String {
    let mut path = String::new();
    for y in 0..code.size() {
        for x in (0..code.size()).filter(|&x| code.get_module(x, y)) {
            write!(path, "M{} {}h1v1h-1z", x + QUIET, y + QUIET).expect("strings take everything");
        }
    }
    path
}
