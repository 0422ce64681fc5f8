//! What the sources and style sheets of the page must hold to. Within the crate, because tests beside it would have the
//! whole page compiled for this machine, where it never runs.

mod addresses;
mod classes;
mod contrast;
mod one_place;
mod sheets;
