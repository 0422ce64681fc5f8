//! What may come in, from where, and how often.

pub mod admission;
pub mod host;
pub mod limits;
pub mod lockout;
pub mod networks;
pub mod place;
mod together;
