//! Keys that are held.

use super::{Control, Keymap};
use crate::{games::kit::keys::is_meant, ui::list_keys};
use leptos::{ev, html, prelude::*};
use std::{cell::RefCell, rc::Rc};

/// Calls `heard` whenever a key of the game in `root` goes down or up, until the view is gone. A player who looks elsewhere
/// holds no keys. The list of keys shows those of a `pair` at one keyboard, or of one player.
pub fn listen(root: NodeRef<html::Div>, keymap: Keymap, pair: bool, heard: impl Fn(&'static Control, bool) + 'static) {
    list_keys(keymap.title(), Signal::derive(move || keymap.list(pair)));
    let held = Rc::new(RefCell::new(Vec::<&'static Control>::new()));
    let heard = Rc::new(heard);
    let down = {
        let (held, heard) = (Rc::clone(&held), Rc::clone(&heard));
        window_event_listener(ev::keydown, move |event| {
            let plain = !event.ctrl_key() && !event.alt_key() && !event.meta_key();
            let Some(root) = root.get_untracked() else { return };
            let Some(control) = keymap.control(&event.code()) else { return };
            // The list of keys is asked for with a key that may be one of ours, but not while ours makes it a question mark.
            let shifts = |held: &&'static Control| untrack(|| keymap.key(held)).starts_with("Shift");
            let asks = event.key() == "?" && !held.borrow().iter().any(shifts);
            if !plain || asks || crate::browser::is_typing(&event) || !is_meant(&event, &root) {
                return;
            }
            event.prevent_default();
            if !event.repeat() && !held.borrow().contains(&control) {
                held.borrow_mut().push(control);
                heard(control, true);
            }
        })
    };
    let release = {
        let (held, heard) = (Rc::clone(&held), Rc::clone(&heard));
        move |which: Option<&'static Control>| {
            let released: Vec<_> =
                held.borrow_mut().extract_if(.., |control| which.is_none_or(|which| *control == which)).collect();
            released.into_iter().for_each(|control| heard(control, false));
        }
    };
    let up = {
        let release = release.clone();
        window_event_listener(ev::keyup, move |event| {
            if let Some(control) = keymap.control(&event.code()) {
                release(Some(control));
            }
        })
    };
    let away = window_event_listener(ev::blur, move |_| release(None));
    on_cleanup(move || {
        down.remove();
        up.remove();
        away.remove();
    });
}
