//! What rule sets name: lexicons, cards, lists. Fetched when a page needs them, checked, and kept.
//!
//! The page itself puts them into the browser's cache, not the service worker: only there are they known to be right, and a
//! page that was opened for the first time has no worker yet.

use crate::place::address_of;
use gloo_net::http::{Request, Response};
use js_sys::{Array, Reflect, Uint8Array};
use leptos::{prelude::*, task::spawn_local};
use parlor_kernel::{AssetId, Library, MemoryShelf, Shelf};
use parlor_wire::http::{ASSET_BYTES, asset_path};
use std::{collections::BTreeMap, sync::Arc};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Cache, ReadableStreamDefaultReader};

/// What the browser calls our cache of assets. It outlives versions of the client: an address names what it holds.
const CACHE: &str = "assets";

/// How far something is that the page has asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Coming {
    /// So many bytes of so many are here; of zero, if it is not known how many.
    Under(usize, usize),
    /// It cannot be had; the sentence says why.
    Failed(String),
}

/// The assets of this page. Copy it freely.
#[derive(Clone, Copy)]
pub struct Assets {
    shelf: StoredValue<Arc<MemoryShelf>>,
    coming: RwSignal<BTreeMap<AssetId, Coming>>,
}

impl Assets {
    pub(super) fn new() -> Self {
        Self { shelf: StoredValue::new(Arc::default()), coming: RwSignal::default() }
    }

    /// A library of what is here, now and later.
    pub(super) fn library(self) -> Library {
        Library::new(self.shelf.get_value())
    }

    /// Puts down what came with a game: a kind, a name and the bytes of each.
    pub(super) fn put(self, embedded: Vec<(&'static str, &'static str, &'static [u8])>) {
        self.shelf
            .with_value(|shelf| embedded.into_iter().for_each(|(kind, name, bytes)| _ = shelf.put(kind, name, bytes)));
    }

    /// Those that are not here.
    pub fn missing(self, ids: &[AssetId]) -> Vec<AssetId> {
        self.shelf.with_value(|shelf| ids.iter().filter(|id| shelf.asset(id).is_err()).cloned().collect())
    }

    /// How far each is of those that are not here; tells of every change.
    pub fn coming(self, ids: &[AssetId]) -> Vec<(AssetId, Coming)> {
        let coming = self.coming.read();
        let known = |id: AssetId| {
            let how = coming.get(&id).cloned().unwrap_or(Coming::Under(0, 0));
            (id, how)
        };
        self.missing(ids).into_iter().map(known).collect()
    }

    /// Fetches what is neither here nor on its way. What failed before is tried again.
    pub fn fetch(self, ids: &[AssetId]) {
        for id in self.missing(ids) {
            let on_its_way = self.coming.with_untracked(|coming| matches!(coming.get(&id), Some(Coming::Under(..))));
            if !on_its_way {
                self.tell(&id, Some(Coming::Under(0, 0)));
                spawn_local(async move {
                    let failed = self.bring(&id).await.err();
                    self.tell(&id, failed.map(Coming::Failed));
                });
            }
        }
    }

    fn tell(self, id: &AssetId, how: Option<Coming>) {
        self.coming.update(|coming| match how {
            Some(how) => _ = coming.insert(id.clone(), how),
            None => _ = coming.remove(id),
        });
    }

    /// Puts an asset on the shelf: from the browser's cache, or else from the house.
    async fn bring(self, id: &AssetId) -> Result<(), String> {
        let address = address_of(&asset_path(id));
        let keep = |bytes: Vec<u8>| self.shelf.with_value(|shelf| shelf.keep(id.clone(), bytes));
        let cache = open_cache().await;
        if let Some(cache) = &cache
            && let Some(bytes) = cached(cache, &address).await
            && keep(bytes).is_ok()
        {
            return Ok(());
        }
        let bytes = self.download(id, &address).await?;
        keep(bytes.clone()).map_err(|error| format!("{error} Please reload the page."))?;
        if let Some(cache) = &cache {
            // A browser without room for it fetches it again next time.
            let _ = put(cache, &address, &mut { bytes }).await;
        }
        Ok(())
    }

    async fn download(self, id: &AssetId, address: &str) -> Result<Vec<u8>, String> {
        let answer = Request::get(address).send().await.map_err(|_| unreachable())?;
        match answer.status() {
            200 => {}
            404 => {
                let (kind, name) = (&id.kind, &id.name);
                return Err(format!("This house does not have the {kind} {name} that these rules need."));
            }
            _ => return Err(format!("The house could not send the {} just now. Please try again.", id.kind)),
        }
        let whole = answer.headers().get(ASSET_BYTES).and_then(|bytes| bytes.parse().ok()).unwrap_or(0);
        read(&answer, |got| self.tell(id, Some(Coming::Under(got, whole)))).await.ok_or_else(unreachable)
    }
}

fn unreachable() -> String {
    "The house cannot be reached. Check your connection and try again.".into()
}

/// The body of an answer; `progress` is told how many bytes are there.
async fn read(answer: &Response, progress: impl Fn(usize)) -> Option<Vec<u8>> {
    let reader = answer.body()?.get_reader().unchecked_into::<ReadableStreamDefaultReader>();
    let mut bytes = Vec::new();
    loop {
        let chunk = JsFuture::from(reader.read()).await.ok()?;
        let value = Reflect::get(&chunk, &"value".into()).ok()?;
        if value.is_undefined() {
            return Some(bytes);
        }
        bytes.extend(value.dyn_into::<Uint8Array>().ok()?.to_vec());
        progress(bytes.len());
    }
}

/// The browser's cache, which only pages from a secure origin have.
async fn open_cache() -> Option<Cache> {
    let has_caches = Reflect::get(&window(), &"caches".into()).is_ok_and(|caches| caches.is_object());
    let caches = window().caches().ok().filter(|_| has_caches)?;
    JsFuture::from(caches.open(CACHE)).await.ok()?.dyn_into().ok()
}

async fn cached(cache: &Cache, address: &str) -> Option<Vec<u8>> {
    let answer: web_sys::Response = JsFuture::from(cache.match_with_str(address)).await.ok()?.dyn_into().ok()?;
    let buffer = JsFuture::from(answer.array_buffer().ok()?).await.ok()?;
    Some(Uint8Array::new(&buffer).to_vec())
}

/// Keeps an asset in place of the one that had its name before.
async fn put(cache: &Cache, address: &str, bytes: &mut [u8]) -> Result<(), JsValue> {
    let name = address.rsplit_once('/').map_or(address, |(name, _)| name);
    let kept: Array = JsFuture::from(cache.keys()).await?.into();
    for request in kept.iter().filter_map(|request| request.dyn_into::<web_sys::Request>().ok()) {
        let older = request.url().rsplit_once('/').is_some_and(|(before, _)| before == name);
        if older {
            JsFuture::from(cache.delete_with_request(&request)).await?;
        }
    }
    let answer = web_sys::Response::new_with_opt_u8_array(Some(bytes))?;
    JsFuture::from(cache.put_with_str(address, &answer)).await.map(drop)
}
