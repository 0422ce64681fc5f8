//! The page in parts: the lobby comes at once, everything else when it is needed.
//!
//! Each function with `#[wasm_split(NAME, …)]` is the way into the part NAME; `xtask` cuts the client there. It gives out
//! pointers to functions or a trait object, so that later calls are ordinary ones. What the lobby calls in any other way is
//! part of the lobby. The games have theirs in their own folders.

mod above;
mod later;
mod pages;

pub use above::Above;
pub use later::{later, missing};
pub use pages::Page;
// Bodies of functions that are both public and asynchronous are compiled into everything, the unit tests too, and all
// screens of all games with these.
pub(crate) use {
    above::above,
    pages::{admin, page, table},
};

use leptos::wasm_split::SplitLoaderError;
use thiserror::Error;

/// Why a part of the page is not here.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Unloaded {
    /// There is no such part: the house has a game that this page does not know.
    #[error("This page cannot show {0} yet.")]
    Unknown(String),
    /// It did not come.
    #[error("This part of the page could not be fetched. Check your connection and try again, or reload the page.")]
    Unreachable,
}

impl From<SplitLoaderError> for Unloaded {
    fn from(_: SplitLoaderError) -> Self {
        Self::Unreachable
    }
}
