//! Pieces that every page is made of.

mod button;
mod dialog;
mod header;
mod icon;
mod keys;
mod name;
mod qr;
mod settings;
mod toast;

pub use button::Press;
pub use dialog::Dialog;
pub use header::{Header, LineState};
pub use icon::{Icon, icon};
pub use keys::Keys;
pub use name::{NameDialog, NameTag};
pub use qr::Qr;
pub use settings::Settings;
pub use toast::Toast;

use leptos::prelude::*;

/// Dialogs that belong to no page.
#[derive(Clone, Copy)]
pub struct Chrome {
    /// The settings.
    pub settings: RwSignal<bool>,
    /// The list of keys.
    pub keys: RwSignal<bool>,
    /// The display name.
    pub name: RwSignal<bool>,
}

impl Chrome {
    /// All closed.
    pub fn new() -> Self {
        Self { settings: RwSignal::new(false), keys: RwSignal::new(false), name: RwSignal::new(false) }
    }

    /// The dialogs, from anywhere below the app.
    pub fn expect() -> Self {
        expect_context()
    }
}
