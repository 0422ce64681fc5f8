//! The line to the house: a WebSocket that comes back by itself. What it does when is for [`parlor_client::Line`] to say.

use super::{House, http};
use crate::{
    browser::{is_online, is_visible, now_ms, random_bits},
    parts,
    place::address_of,
};
use leptos::{ev, prelude::*, task::spawn_local};
use parlor_client::{Attempt, Duty, Line as Plan, LineStatus, Session};
use parlor_wire::{ClientFrame, frame::SIGNED_OUT};
use std::time::Duration;
use wasm_bindgen::{JsCast, closure::Closure};
use web_sys::{CloseEvent, MessageEvent, WebSocket};

/// The line to the house. Copy it freely.
#[derive(Clone, Copy)]
pub struct Line {
    link: StoredValue<Link, LocalStorage>,
    status: RwSignal<LineStatus>,
    online: RwSignal<bool>,
}

/// What the line is made of.
struct Link {
    socket: Option<Socket>,
    plan: Plan,
}

impl Line {
    pub(super) fn new() -> Self {
        Self {
            link: StoredValue::new_local(Link { socket: None, plan: Plan::new(random_bits()) }),
            status: RwSignal::new(LineStatus::Idle),
            online: RwSignal::new(is_online()),
        }
    }

    /// Its state.
    pub fn status(&self) -> Signal<LineStatus> {
        self.status.into()
    }

    /// Whether the device has a network, as far as the browser knows.
    pub fn online(&self) -> Signal<bool> {
        self.online.into()
    }

    /// When the house was last heard, on the screen's clock.
    pub fn heard_ms(&self) -> f64 {
        self.link.with_value(|link| link.plan.heard_ms())
    }

    /// Shows what has become of it.
    fn show(self) {
        let status = self.link.with_value(|link| link.plan.status());
        if self.status.get_untracked() != status {
            self.status.set(status);
        }
    }

    /// Whether nothing has been tried since.
    fn is_current(self, attempt: Attempt) -> bool {
        self.link.with_value(|link| link.plan.is_current(attempt))
    }

    /// Sends frames, if it is up.
    fn send<'a>(self, frames: impl IntoIterator<Item = &'a ClientFrame>) {
        self.link.with_value(|link| {
            // On a socket that is about to close nothing is sent: the session repeats what was not answered.
            let open = link.socket.as_ref().map(|socket| &socket.socket);
            let Some(socket) = open.filter(|socket| socket.ready_state() == WebSocket::OPEN) else { return };
            for frame in frames {
                // The same holds if this fails.
                let _ = socket.send_with_str(&frame.text());
            }
        });
    }
}

/// An open socket and the closures it calls.
struct Socket {
    socket: WebSocket,
    _opened: Closure<dyn Fn()>,
    _closed: Closure<dyn Fn(CloseEvent)>,
    _heard: Closure<dyn Fn(MessageEvent)>,
}

impl Drop for Socket {
    fn drop(&mut self) {
        self.socket.set_onopen(None);
        self.socket.set_onclose(None);
        self.socket.set_onmessage(None);
        // A socket that is closed already does not mind.
        let _ = self.socket.close();
    }
}

impl House {
    /// Sets the line up, unless it is up or being set up.
    pub(super) fn connect(self) {
        self.tell_line(Plan::wanted);
    }

    /// Sends what the session wants to say.
    pub(super) fn flush(self) {
        if self.line.status.get_untracked() == LineStatus::Up
            && let Some(frames) = self.session.try_update_value(Session::outgoing)
        {
            self.line.send(&frames);
        }
    }

    /// Listens to what the browser knows about the network and the page.
    pub(super) fn follow_network(self) {
        window_event_listener(ev::offline, move |_| {
            self.line.online.set(is_online());
            self.tell_line(Plan::offline);
        });
        window_event_listener(ev::online, move |_| {
            self.line.online.set(true);
            self.tell_line(Plan::hopeful);
        });
        // A page that is left may be kept as it is, for when the player comes back to it.
        window_event_listener_untyped("pagehide", move |_| self.put_away());
        window_event_listener_untyped("pageshow", move |_| self.tell_line(Plan::hopeful));
        document()
            .add_event_listener_with_callback("visibilitychange", &{
                let seen = Closure::<dyn Fn()>::new(move || {
                    if is_visible() {
                        self.tell_line(Plan::hopeful);
                    }
                });
                seen.into_js_value().unchecked_into()
            })
            .unwrap_or_default();
    }

    /// Looks after the line.
    pub(super) fn tend(self) {
        self.tell_line(Plan::tick);
    }

    /// Tells the line something, and does what it asks for.
    fn tell_line(self, told: impl FnOnce(&mut Plan, f64) -> Option<Duty>) {
        let duty = self.line.link.try_update_value(|link| told(&mut link.plan, now_ms())).flatten();
        match duty {
            None => return,
            Some(Duty::Ping) => {
                self.session.update_value(Session::ping);
                self.flush();
            }
            Some(Duty::Drop) => self.drop_socket(),
            Some(Duty::Connect(attempt)) => self.fetch_and_dial(attempt),
        }
        self.line.show();
    }

    /// Connects, once what understands the house is here: the lobby shows itself without it.
    fn fetch_and_dial(self, attempt: Attempt) {
        spawn_local(async move {
            match parts::above().await {
                Ok(above) if self.line.is_current(attempt) => (above.dial)(self, attempt),
                Ok(_) => {}
                Err(_) => self.closed(attempt),
            }
        });
    }

    /// Connects. A browser does not say why a socket failed, so the house is asked first whether it still knows us.
    pub(crate) fn dial(self, attempt: Attempt) {
        if self.line.link.with_value(|link| link.plan.status()) != LineStatus::Lost {
            return self.open_socket(attempt);
        }
        spawn_local(async move {
            let known = http::me().await;
            if !self.line.is_current(attempt) {
                return;
            }
            match known {
                // Another tab may have signed in as another user.
                Ok(me) if self.visitor.id_untracked().is_some_and(|known| known != me.id) => {
                    self.turn_into(Some(me));
                }
                Ok(_) => self.open_socket(attempt),
                Err(problem) if problem.status == 401 => self.forgotten(),
                Err(_) => self.closed(attempt),
            }
        });
    }

    fn open_socket(self, attempt: Attempt) {
        let opened = Closure::<dyn Fn()>::new(move || self.opened(attempt));
        let closed = Closure::<dyn Fn(CloseEvent)>::new(move |event: CloseEvent| match event.code() {
            SIGNED_OUT if self.line.is_current(attempt) => self.shown_out(),
            _ => self.closed(attempt),
        });
        let heard = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| self.heard(&event));
        match WebSocket::new(&address_of("/ws").replacen("http", "ws", 1)) {
            Ok(socket) => {
                socket.set_onopen(Some(opened.as_ref().unchecked_ref()));
                socket.set_onclose(Some(closed.as_ref().unchecked_ref()));
                socket.set_onmessage(Some(heard.as_ref().unchecked_ref()));
                let socket = Socket { socket, _opened: opened, _closed: closed, _heard: heard };
                self.line.link.update_value(|link| link.socket = Some(socket));
            }
            Err(_) => self.closed(attempt),
        }
    }

    fn opened(self, attempt: Attempt) {
        if self.line.link.try_update_value(|link| link.plan.opened(attempt, now_ms())) == Some(true) {
            self.session.update_value(Session::opened);
            self.line.show();
            self.flush();
        }
    }

    fn heard(self, event: &MessageEvent) {
        self.line.link.update_value(|link| link.plan.heard(now_ms()));
        if let Some(text) = event.data().as_string() {
            self.receive(&text);
        }
    }

    fn closed(self, attempt: Attempt) {
        if self.line.link.try_update_value(|link| link.plan.closed(attempt, now_ms())) == Some(true) {
            self.drop_socket();
            self.line.show();
        }
    }

    fn drop_socket(self) {
        // Dropped later: this may run inside one of its closures.
        let socket = self.line.link.try_update_value(|link| link.socket.take());
        set_timeout(move || drop(socket), Duration::ZERO);
        self.session.update_value(Session::closed);
    }

    /// Ends the line for as long as the page is not shown. Right now: a page that is left gets no other moment.
    fn put_away(self) {
        let socket = self.line.link.try_update_value(|link| {
            link.plan.put_away();
            link.socket.take()
        });
        drop(socket);
        self.session.update_value(Session::closed);
        self.line.show();
    }

    /// Ends the line and does not set it up again.
    pub(super) fn hang_up(self) {
        self.line.link.update_value(|link| link.plan.hang_up());
        self.drop_socket();
        self.line.show();
    }

    /// Sets a line up again that was ended for nothing.
    pub(super) fn resume(self) {
        if self.visitor.id_untracked().is_some() {
            self.connect();
        }
    }
}
