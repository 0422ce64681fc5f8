//! Positions that fit a view.

use crate::{state::Words, tiles::Tiles, view::View};
use parlor_kernel::{Rng, Rules, Seat};
use std::sync::Arc;

/// A random position that looks like `view`: the tiles that its viewer has not seen are dealt anew.
pub(crate) fn imagine(rules: &Arc<Rules<Words>>, view: &View, rng: &mut Rng) -> Words {
    let mut unseen = deck(&view.unseen(&rules.config), rng);
    let racks = Seat::all(view.common.seats()).map(|seat| {
        let known = view.racks[seat.index()];
        known.unwrap_or_else(|| unseen.by_ref().take(view.common.hands[seat.index()].into()).collect())
    });
    let racks = racks.collect();
    Words { rules: Arc::clone(rules), common: view.common.clone(), racks, bag: unseen.collect() }
}

/// Tiles in a random order.
pub(crate) fn deck(tiles: &Tiles, rng: &mut Rng) -> std::vec::IntoIter<crate::Tile> {
    let mut tiles: Vec<_> = tiles.iter().collect();
    rng.shuffle(&mut tiles);
    tiles.into_iter()
}
