//! Messages to this browser by its push service: whether it takes them, and how to make it.

use js_sys::{JSON, Reflect};
use leptos::prelude::*;
use parlor_wire::http::PushSubscription;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Notification, PushManager, PushSubscriptionOptionsInit, ServiceWorkerRegistration};

/// Why this browser takes no messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoPush {
    /// It cannot, or may not on this page.
    Unsupported,
    /// Its owner does not want any.
    Denied,
    /// Its push service cannot be reached.
    Failed,
}

impl NoPush {
    /// What to do about it.
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::Unsupported => {
                "Notifications do not work here. They need https, and on some phones Parlor must be added to the home \
                 screen first."
            }
            Self::Denied => {
                "Notifications are blocked for this site. You can change that in the settings of your browser."
            }
            Self::Failed => "The push service of this browser cannot be reached. Please try again later.",
        }
    }
}

/// Whether this browser can take messages on this page.
pub fn is_supported() -> bool {
    let has = |target: &JsValue, name: &str| Reflect::has(target, &name.into()).unwrap_or(false);
    let window = window();
    has(&window.navigator(), "serviceWorker") && has(&window, "PushManager") && has(&window, "Notification")
}

/// The subscription of this browser, if it has one.
pub async fn subscription() -> Option<PushSubscription> {
    let known = JsFuture::from(manager().await.ok()?.get_subscription().ok()?).await.ok()?;
    read(&known)
}

/// Asks the owner of the browser, and then its push service.
///
/// # Errors
/// If one of them refuses.
pub async fn subscribe(key: &str) -> Result<PushSubscription, NoPush> {
    if !is_supported() {
        return Err(NoPush::Unsupported);
    }
    let asked = Notification::request_permission().map_err(|_| NoPush::Unsupported)?;
    let answer = JsFuture::from(asked).await.map_err(|_| NoPush::Denied)?;
    if answer.as_string().as_deref() != Some("granted") {
        return Err(NoPush::Denied);
    }
    let options = PushSubscriptionOptionsInit::new();
    options.set_user_visible_only(true);
    options.set_application_server_key_opt_str(Some(key));
    let asked = manager().await?.subscribe_with_options(&options).map_err(|_| NoPush::Failed)?;
    let made = JsFuture::from(asked).await.map_err(|_| NoPush::Failed)?;
    read(&made).ok_or(NoPush::Failed)
}

/// Takes no more messages.
pub async fn unsubscribe() {
    let Ok(manager) = manager().await else { return };
    let Ok(asked) = manager.get_subscription() else { return };
    let known = JsFuture::from(asked).await.ok().and_then(|known| known.dyn_into::<web_sys::PushSubscription>().ok());
    if let Some(Ok(done)) = known.map(|known| known.unsubscribe()) {
        // The house has forgotten it already: what the browser makes of it does not matter.
        let _ = JsFuture::from(done).await;
    }
}

async fn manager() -> Result<PushManager, NoPush> {
    if !is_supported() {
        return Err(NoPush::Unsupported);
    }
    let ready = window().navigator().service_worker().ready().map_err(|_| NoPush::Unsupported)?;
    let worker: ServiceWorkerRegistration =
        JsFuture::from(ready).await.map_err(|_| NoPush::Unsupported)?.dyn_into().map_err(|_| NoPush::Unsupported)?;
    worker.push_manager().map_err(|_| NoPush::Unsupported)
}

/// A subscription as the browser writes it.
fn read(subscription: &JsValue) -> Option<PushSubscription> {
    if subscription.is_null() || subscription.is_undefined() {
        return None;
    }
    let text = JSON::stringify(subscription).ok()?.as_string()?;
    serde_json::from_str(&text).ok()
}
