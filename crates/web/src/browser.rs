//! What the browser offers, in the few forms the house needs.

use leptos::{ev, prelude::*};
use parlor_kernel::Key;
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use wasm_bindgen_futures::JsFuture;

/// Milliseconds on a clock that never jumps.
pub fn now_ms() -> f64 {
    window().performance().map_or(0.0, |clock| clock.now())
}

/// Random bits, good enough to tell clients apart.
pub fn random_bits() -> u64 {
    let half = || (js_sys::Math::random() * f64::from(u32::MAX)) as u64;
    half() << 32 | half()
}

/// An unpredictable key for dice.
pub fn random_key() -> Key {
    let mut key = [0; 32];
    // Every browser that runs WebAssembly has it; without it the dice are still different every time.
    if window().crypto().and_then(|crypto| crypto.get_random_values_with_u8_array(&mut key)).is_err() {
        key.chunks_mut(8).for_each(|part| part.copy_from_slice(&random_bits().to_le_bytes()));
    }
    Key(key)
}

/// Whether the device has a network, as far as the browser knows.
pub fn is_online() -> bool {
    window().navigator().on_line()
}

/// Whether keys go to this page and not to another window.
pub fn has_focus() -> bool {
    document().has_focus().unwrap_or(true)
}

/// Whether the page can be seen.
pub fn is_visible() -> bool {
    !document().hidden()
}

/// A text as part of an address.
pub fn encoded(text: &str) -> String {
    js_sys::encode_uri_component(text).into()
}

/// Follows a media query.
pub fn media(query: &str) -> Signal<bool> {
    let Ok(Some(list)) = window().match_media(query) else {
        return Signal::stored(false);
    };
    let (matches, set_matches) = signal(list.matches());
    let heard = Closure::<dyn Fn(JsValue)>::new({
        let list = list.clone();
        move |_| _ = set_matches.try_set(list.matches())
    });
    list.set_onchange(Some(heard.as_ref().unchecked_ref()));
    // The query lives as long as the page, even when it is no longer asked.
    heard.forget();
    matches.into()
}

/// Whether things should fade rather than move, by the device's setting or the house's.
pub fn is_still() -> bool {
    let device = window().match_media("(prefers-reduced-motion: reduce)").ok().flatten();
    let house = document().document_element().and_then(|root| root.get_attribute("data-motion"));
    device.is_some_and(|query| query.matches()) || house.is_some_and(|motion| motion == "reduced")
}

/// Puts text on the clipboard; `false` if the browser will not.
pub async fn copy(text: &str) -> bool {
    // Only pages from a secure origin have a clipboard, and houses on a home network often are not.
    let has_clipboard = js_sys::Reflect::get(&window().navigator(), &"clipboard".into()).is_ok_and(|it| it.is_object());
    if has_clipboard && JsFuture::from(window().navigator().clipboard().write_text(text)).await.is_ok() {
        return true;
    }
    copy_by_selection(text).unwrap_or(false)
}

/// The old way to copy, which also works on plain HTTP.
fn copy_by_selection(text: &str) -> Option<bool> {
    let field: web_sys::HtmlInputElement = document().create_element("input").ok()?.dyn_into().ok()?;
    field.set_value(text);
    // Inside an open dialog nothing outside of it can take the focus.
    let parent: web_sys::Node = match document().query_selector("dialog[open]").ok()? {
        Some(dialog) => dialog.into(),
        None => document().body()?.into(),
    };
    let focused = focused();
    parent.append_child(&field).ok()?;
    field.select();
    let copied = document().unchecked_into::<web_sys::HtmlDocument>().exec_command("copy").unwrap_or(false);
    field.remove();
    // The field has taken the focus with it.
    if let Some(focused) = focused {
        // It fails only for an element that is gone.
        let _ = focused.focus();
    }
    Some(copied)
}

/// Whether the device has its own way to share a link.
pub fn can_share() -> bool {
    js_sys::Reflect::get(&window().navigator(), &"share".into()).is_ok_and(|it| it.is_function())
}

/// Offers the device's way to share a link.
pub fn share(title: &str, url: &str) {
    let data = web_sys::ShareData::new();
    data.set_title(title);
    data.set_url(url);
    // Closing the sheet without choosing is no mistake.
    let shared = JsFuture::from(window().navigator().share_with_data(&data));
    leptos::task::spawn_local(async move {
        let _ = shared.await;
    });
}

/// Offers a picture to other people by the device's own way, with a link, where that takes pictures; and else puts it
/// among the downloads. `false` if the browser makes no picture.
pub async fn share_picture(canvas: &web_sys::HtmlCanvasElement, name: &str, title: &str, url: &str) -> bool {
    if let Some(data) = shareable(canvas, name, title, url).await {
        // Closing the sheet without choosing is no mistake.
        let _ = JsFuture::from(window().navigator().share_with_data(&data)).await;
        return true;
    }
    download(canvas, name).is_some()
}

/// A picture as what the device can share; nothing if it cannot.
async fn shareable(
    canvas: &web_sys::HtmlCanvasElement,
    name: &str,
    title: &str,
    url: &str,
) -> Option<web_sys::ShareData> {
    let navigator = window().navigator();
    let can_share = js_sys::Reflect::get(&navigator, &"canShare".into()).ok()?.dyn_into::<js_sys::Function>().ok()?;
    let drawn = js_sys::Promise::new(&mut |done, fail| {
        if let Err(error) = canvas.to_blob(&done) {
            // The promise is there to hear of it.
            let _ = fail.call1(&JsValue::UNDEFINED, &error);
        }
    });
    let blob = JsFuture::from(drawn).await.ok().filter(JsValue::is_object)?;
    let options = js_sys::Object::new();
    js_sys::Reflect::set(&options, &"type".into(), &"image/png".into()).ok()?;
    let file = js_sys::Reflect::get(&window(), &"File".into()).ok()?.dyn_into::<js_sys::Function>().ok()?;
    let parts = js_sys::Array::of3(&js_sys::Array::of1(&blob), &name.into(), &options);
    let file = js_sys::Reflect::construct(&file, &parts).ok()?;
    let data = web_sys::ShareData::new();
    data.set_title(title);
    data.set_url(url);
    data.set_files(&js_sys::Array::of1(&file));
    can_share.call1(&navigator, &data).ok()?.is_truthy().then_some(data)
}

/// Puts a picture among the downloads.
fn download(canvas: &web_sys::HtmlCanvasElement, name: &str) -> Option<()> {
    let link: web_sys::HtmlElement = document().create_element("a").ok()?.dyn_into().ok()?;
    link.set_attribute("href", &canvas.to_data_url().ok()?).ok()?;
    link.set_attribute("download", name).ok()?;
    link.click();
    Some(())
}

/// Whether a dialog is open over the page.
pub fn is_dialog_open() -> bool {
    document().query_selector("dialog[open]").is_ok_and(|found| found.is_some())
}

fn focused() -> Option<web_sys::HtmlElement> {
    document().active_element()?.dyn_into().ok()
}

/// Takes the focus from whatever has it: keys are for the game, not for what was pressed or written in last.
pub fn let_go() {
    if let Some(focused) = focused() {
        // It fails only for an element that is gone.
        let _ = focused.blur();
    }
}

/// Whether a key press is meant for a text field.
pub fn is_typing(event: &ev::KeyboardEvent) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    target.is_some_and(|element| match element.tag_name().as_str() {
        "TEXTAREA" | "SELECT" => true,
        "INPUT" => !element.matches("[type=range], [type=checkbox], [type=radio], [type=file]").unwrap_or(false),
        _ => false,
    })
}
