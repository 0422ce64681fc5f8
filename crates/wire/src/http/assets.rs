//! Where a client finds assets.

use parlor_kernel::AssetId;

/// The header that says how many bytes an asset has once it is unpacked.
pub const ASSET_BYTES: &str = "x-asset-bytes";

/// The address of an asset in a house. Names of assets need no escaping.
pub fn asset_path(id: &AssetId) -> String {
    let AssetId { kind, name, digest } = id;
    format!("/api/assets/{kind}/{name}/{digest}")
}
