//! Where assets come from, and what has been made of them.

use crate::{Asset, AssetDigest, AssetError, AssetId};
use std::{
    any::{Any, TypeId},
    collections::HashMap,
    fmt,
    sync::{Arc, Mutex, PoisonError, RwLock},
};

/// A place that has the bytes of assets.
pub trait Shelf: Send + Sync {
    /// The bytes of an asset.
    ///
    /// # Errors
    /// [`AssetError::MissingAsset`], if it is not here.
    fn asset(&self, id: &AssetId) -> Result<Arc<[u8]>, AssetError>;

    /// The asset that has this name now.
    fn find(&self, kind: &str, name: &str) -> Option<AssetId>;
}

/// Assets in memory: those a program was built with, or those a page has fetched.
#[derive(Default)]
pub struct MemoryShelf(RwLock<Vec<(AssetId, Arc<[u8]>)>>);

impl MemoryShelf {
    /// Puts an asset on the shelf. One that had the same name can still be had by its digest.
    pub fn put(&self, kind: &'static str, name: &str, bytes: impl Into<Arc<[u8]>>) -> AssetId {
        let bytes = bytes.into();
        let id = AssetId { kind: kind.into(), name: name.to_owned(), digest: AssetDigest::of(&bytes) };
        self.push(id.clone(), bytes);
        id
    }

    /// Puts an asset on the shelf that came from elsewhere, if it is the one that was asked for.
    ///
    /// # Errors
    /// [`AssetError::WrongAsset`], if it is another.
    pub fn keep(&self, id: AssetId, bytes: impl Into<Arc<[u8]>>) -> Result<(), AssetError> {
        let bytes = bytes.into();
        if AssetDigest::of(&bytes) != id.digest {
            return Err(AssetError::WrongAsset(id));
        }
        self.push(id, bytes);
        Ok(())
    }

    fn push(&self, id: AssetId, bytes: Arc<[u8]>) {
        self.0.write().unwrap_or_else(PoisonError::into_inner).push((id, bytes));
    }
}

impl Shelf for MemoryShelf {
    fn asset(&self, id: &AssetId) -> Result<Arc<[u8]>, AssetError> {
        let shelf = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let found = shelf.iter().find(|(known, _)| known == id).map(|(_, bytes)| Arc::clone(bytes));
        found.ok_or_else(|| AssetError::MissingAsset(id.clone()))
    }

    fn find(&self, kind: &str, name: &str) -> Option<AssetId> {
        let shelf = self.0.read().unwrap_or_else(PoisonError::into_inner);
        shelf.iter().rev().map(|(id, _)| id).find(|id| id.kind == kind && id.name == name).cloned()
    }
}

/// What was made of an asset, by its type and its digest.
type Made = HashMap<(TypeId, AssetDigest), Arc<dyn Any + Send + Sync>>;

/// A shelf, and all that has been made of its assets: each is read once and shared. Clones are the same library.
#[derive(Clone)]
pub struct Library {
    shelf: Arc<dyn Shelf>,
    made: Arc<Mutex<Made>>,
}

impl Library {
    /// The library of a shelf.
    pub fn new(shelf: Arc<dyn Shelf>) -> Self {
        Self { shelf, made: Arc::default() }
    }

    /// The shelf.
    pub fn shelf(&self) -> &dyn Shelf {
        &*self.shelf
    }

    /// The bytes of an asset, which are what its digest says.
    ///
    /// # Errors
    /// If it is not here, or another one is.
    pub fn bytes(&self, id: &AssetId) -> Result<Arc<[u8]>, AssetError> {
        let bytes = self.shelf.asset(id)?;
        if AssetDigest::of(&bytes) == id.digest { Ok(bytes) } else { Err(AssetError::WrongAsset(id.clone())) }
    }

    /// An asset, ready for use.
    ///
    /// # Errors
    /// If it is not here, is another one, or makes no sense.
    pub fn load<T: Asset>(&self, id: &AssetId) -> Result<Arc<T>, AssetError> {
        if id.kind != T::KIND {
            return Err(AssetError::WrongAsset(id.clone()));
        }
        // Held while an asset is read, so that no two matches read the same one.
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (TypeId::of::<T>(), id.digest);
        if let Some(known) = made.get(&key).and_then(|known| Arc::clone(known).downcast().ok()) {
            return Ok(known);
        }
        let new = Arc::new(T::parse(self.bytes(id)?)?);
        made.insert(key, Arc::clone(&new) as _);
        Ok(new)
    }
}

impl Default for Library {
    /// A library without assets.
    fn default() -> Self {
        Self::new(Arc::<MemoryShelf>::default())
    }
}

impl fmt::Debug for Library {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Library").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    struct Words(Vec<String>);

    thread_local! {
        /// How many were read by this test: each has a thread of its own.
        static READ: Cell<u32> = const { Cell::new(0) };
    }

    impl Asset for Words {
        const KIND: &'static str = "words";

        fn parse(bytes: Arc<[u8]>) -> Result<Self, AssetError> {
            READ.set(READ.get() + 1);
            let text = std::str::from_utf8(&bytes).map_err(|_| AssetError::MalformedAsset("it is no text".into()))?;
            Ok(Self(text.lines().map(str::to_owned).collect()))
        }
    }

    /// A shelf that gives the same bytes whatever is asked for.
    struct Sloppy;

    impl Shelf for Sloppy {
        fn asset(&self, _: &AssetId) -> Result<Arc<[u8]>, AssetError> {
            Ok(Arc::from(*b"other"))
        }

        fn find(&self, _: &str, _: &str) -> Option<AssetId> {
            None
        }
    }

    #[test]
    fn assets_are_read_once_and_shared() {
        let shelf = Arc::new(MemoryShelf::default());
        let library = Library::new(Arc::clone(&shelf) as _);
        let id = shelf.put("words", "few", *b"one\ntwo");
        let first = library.load::<Words>(&id).unwrap();
        let again = library.clone().load::<Words>(&id).unwrap();
        assert_eq!(first.0, ["one", "two"]);
        assert!(Arc::ptr_eq(&first, &again));
        assert_eq!(READ.get(), 1);
        let newer = shelf.put("words", "few", *b"three");
        assert_eq!(shelf.find("words", "few").as_ref(), Some(&newer));
        assert_eq!(library.load::<Words>(&id).unwrap().0.len(), 2, "the older one is still there");
    }

    #[test]
    fn missing_and_wrong_assets_are_told_apart() {
        let shelf = Arc::new(MemoryShelf::default());
        let library = Library::new(Arc::clone(&shelf) as _);
        let nonsense = shelf.put("words", "noise", [0xFF]);
        let missing = AssetId { name: "many".into(), ..nonsense.clone() };
        let card = shelf.put("card", "few", *b"one");
        let said = |id: &AssetId| library.load::<Words>(id).err().unwrap();
        assert_eq!(said(&missing), AssetError::MissingAsset(missing.clone()));
        assert_eq!(said(&card), AssetError::WrongAsset(card.clone()));
        assert!(matches!(said(&nonsense), AssetError::MalformedAsset(_)));
        assert_eq!(shelf.keep(missing.clone(), *b"one"), Err(AssetError::WrongAsset(missing.clone())));
        assert_eq!(shelf.keep(card.clone(), *b"one"), Ok(()));
        let wrong = Library::new(Arc::new(Sloppy)).bytes(&missing);
        assert_eq!(wrong, Err(AssetError::WrongAsset(missing)));
    }
}
