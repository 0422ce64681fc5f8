//! For stores in front of another one: what `#[derive(Delegate)]` of `ambassador` needs to pass on the concerns that such a
//! store does not change.

pub use crate::{
    invitations::ambassador_impl_Invitations,
    keeping::ambassador_impl_Keeping,
    ledger::ambassador_impl_Ledger,
    matches::{ambassador_impl_Logs, ambassador_impl_Matches},
    moderation::ambassador_impl_Moderation,
    notices::ambassador_impl_Notices,
    people::{ambassador_impl_People, ambassador_impl_Sessions},
    results::ambassador_impl_Results,
    runs::ambassador_impl_Runs,
    store::ambassador_impl_Writes,
    tables::ambassador_impl_Tables,
};
