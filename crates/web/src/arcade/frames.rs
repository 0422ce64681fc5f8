//! One call for every picture the screen shows.

use leptos::prelude::*;
use std::{
    cell::RefCell,
    rc::Rc,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

/// Calls `draw` before every picture until the current component goes. A page that cannot be seen has no pictures.
pub fn each_frame(draw: impl FnMut() + 'static) {
    let alive = Arc::new(AtomicBool::new(true));
    next(Arc::clone(&alive), Rc::new(RefCell::new(draw)));
    on_cleanup(move || alive.store(false, Ordering::Relaxed));
}

fn next(alive: Arc<AtomicBool>, draw: Rc<RefCell<dyn FnMut()>>) {
    request_animation_frame(move || {
        if alive.load(Ordering::Relaxed) {
            (draw.borrow_mut())();
            next(alive, draw);
        }
    });
}
