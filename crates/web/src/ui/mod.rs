//! Pieces that every page is made of.

mod achieved;
mod button;
mod called;
mod code;
mod confirm;
mod copy;
mod dialog;
mod field;
mod header;
mod icon;
mod keys;
mod loaded;
mod menu;
mod name;
mod person;
mod qr;
mod rated;
mod report;
mod settings;
mod title;
mod toast;
mod when;

pub use achieved::{achieved, ahead, figure};
pub use button::Press;
pub use called::bot_name;
pub use code::table_code;
pub use confirm::Confirm;
pub use copy::CopyButton;
pub use dialog::Dialog;
pub use field::{PasswordField, TextField, Typed};
pub use header::{Header, LineState};
pub use icon::{Icon, icon};
pub use keys::{KeyGroup, KeyRow, Keys, hear_keys, list_keys};
pub use loaded::once_loaded;
pub use menu::Who;
pub use name::NameDialog;
pub use parlor_client::words::thousands;
pub use person::{kind_mark, occupant_name, person_name, profile_of};
pub use qr::Qr;
pub use rated::rated_mark;
pub use report::{Grievance, Peace, ReportDialog};
pub use settings::{Preferences, Settings};
pub use title::Title;
pub use toast::Toast;
pub use when::{day, stretch, when};

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
    /// The keys of what is on the screen, for the list of them.
    pub groups: RwSignal<Vec<KeyGroup>>,
    /// Those that show, the last on top, each known by what opens it.
    raised: RwSignal<Vec<RwSignal<bool>>>,
    /// What the page that is shown wants to be called, if its path does not tell.
    called: RwSignal<Option<String>>,
}

impl Chrome {
    /// All closed.
    pub fn new() -> Self {
        let closed = || RwSignal::new(false);
        Self {
            settings: closed(),
            keys: closed(),
            name: closed(),
            groups: RwSignal::new(Vec::new()),
            raised: RwSignal::new(Vec::new()),
            called: RwSignal::new(None),
        }
    }

    /// The dialogs, from anywhere below the app.
    pub fn expect() -> Self {
        expect_context()
    }

    /// The dialog on top of all, known by what opens it.
    fn top(self) -> Option<RwSignal<bool>> {
        self.raised.with(|raised| raised.last().copied())
    }

    /// A dialog shows, above those that did.
    fn raise(self, dialog: RwSignal<bool>) {
        self.lower(dialog);
        self.raised.update(|raised| raised.push(dialog));
    }

    /// A dialog shows no more.
    fn lower(self, dialog: RwSignal<bool>) {
        self.raised.try_maybe_update(|raised| {
            let before = raised.len();
            raised.retain(|other| *other != dialog);
            (raised.len() != before, ())
        });
    }

    /// Calls the page by more than its path tells, until the current component goes.
    pub fn call_page(self, name: impl Fn() -> String + 'static) {
        Effect::new(move |_| self.called.set(Some(name())));
        on_cleanup(move || _ = self.called.try_set(None));
    }
}
