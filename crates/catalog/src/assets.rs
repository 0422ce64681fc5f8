//! The assets that a program is built with.

use parlor_kernel::{Library, MemoryShelf};
use std::sync::Arc;

/// A kind, a name and the bytes.
type Embedded = (&'static str, &'static str, &'static [u8]);

/// None of the games needs any yet.
#[cfg(feature = "assets")]
const EMBEDDED: &[Embedded] = &[];

/// A page fetches what it needs.
#[cfg(not(feature = "assets"))]
const EMBEDDED: &[Embedded] = &[];

/// All of them.
pub(crate) fn library() -> Library {
    let shelf = MemoryShelf::default();
    for &(kind, name, bytes) in EMBEDDED {
        shelf.put(kind, name, bytes);
    }
    Library::new(Arc::new(shelf))
}
