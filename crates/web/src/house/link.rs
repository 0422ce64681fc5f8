//! The line to the house: a WebSocket that comes back by itself.

use super::{House, http};
use crate::browser::{is_online, is_visible, now_ms, random_bits};
use leptos::{ev, prelude::*, task::spawn_local};
use parlor_client::Backoff;
use parlor_wire::Command;
use std::time::Duration;
use wasm_bindgen::{JsCast, closure::Closure};
use web_sys::{CloseEvent, MessageEvent, WebSocket};

/// A line this quiet is asked whether it lives.
const QUIET_MS: f64 = 20_000.0;
/// A line that lives answers within this time.
const ANSWER_MS: f64 = 15_000.0;

/// Why the house closes a line whose session has ended.
const SIGNED_OUT: u16 = 4001;

/// The state of the line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Line {
    /// Nothing needs it yet.
    Idle,
    /// Being set up.
    Connecting,
    /// It works.
    Up,
    /// It broke, and is being set up again.
    Broken,
}

/// What the line is made of.
pub(super) struct Link {
    socket: Option<Socket>,
    /// Tells the current attempt from earlier ones that may still report.
    attempt: u64,
    backoff: Backoff,
    heard_ms: f64,
    /// When the line was asked whether it lives, unless it has answered since.
    pinged_at: Option<f64>,
}

impl Link {
    pub(super) fn new() -> Self {
        Self { socket: None, attempt: 0, backoff: Backoff::new(random_bits()), heard_ms: 0.0, pinged_at: None }
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
        if self.link.with_value(|link| link.socket.is_some()) {
            return;
        }
        if self.line.get_untracked() == Line::Idle {
            self.line.set(Line::Connecting);
        }
        let attempt = self.next_attempt();
        let opened = Closure::<dyn Fn()>::new(move || self.opened(attempt));
        let closed = Closure::<dyn Fn(CloseEvent)>::new(move |event: CloseEvent| match event.code() {
            SIGNED_OUT if self.is_current(attempt) => self.shown_out(),
            _ => self.closed(attempt),
        });
        let heard = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| self.heard(&event));
        match WebSocket::new(&crate::browser::address_of("/ws").replacen("http", "ws", 1)) {
            Ok(socket) => {
                socket.set_onopen(Some(opened.as_ref().unchecked_ref()));
                socket.set_onclose(Some(closed.as_ref().unchecked_ref()));
                socket.set_onmessage(Some(heard.as_ref().unchecked_ref()));
                let socket = Socket { socket, _opened: opened, _closed: closed, _heard: heard };
                self.link.update_value(|link| link.socket = Some(socket));
            }
            Err(_) => self.closed(attempt),
        }
    }

    /// Sends what the session wants to say.
    pub(super) fn flush(self) {
        if self.line.get_untracked() != Line::Up {
            return;
        }
        let Some(frames) = self.session.try_update_value(parlor_client::Session::outgoing) else {
            return;
        };
        self.link.with_value(|link| {
            let Some(socket) = &link.socket else { return };
            for frame in frames {
                // If it fails the line is about to close, and the session will repeat what was not answered.
                let _ = socket.socket.send_with_str(&frame);
            }
        });
    }

    /// Loses the line as soon as the browser has no network, and comes back at once when there is reason to hope.
    pub(super) fn follow_network(self) {
        window_event_listener(ev::offline, move |_| self.lose());
        window_event_listener(ev::online, move |_| {
            self.online.set(true);
            self.retry_now();
        });
        // A page that is left may be kept as it is, in case somebody comes back: nobody sits in front of it.
        window_event_listener_untyped("pagehide", move |_| self.put_down());
        window_event_listener_untyped("pageshow", move |_| self.retry_now());
        document()
            .add_event_listener_with_callback("visibilitychange", &{
                let seen = Closure::<dyn Fn()>::new(move || {
                    if is_visible() {
                        self.retry_now();
                    }
                });
                seen.into_js_value().unchecked_into()
            })
            .unwrap_or_default();
    }

    /// Looks after the line: asks a quiet one whether it lives, drops one that does not answer. Silence alone proves
    /// nothing: a browser lets a tab in the background look only once a minute.
    pub(super) fn tend(self) {
        if self.line.get_untracked() != Line::Up {
            return;
        }
        let now = now_ms();
        let (heard_ms, pinged_at, attempt) = self.link.with_value(|link| (link.heard_ms, link.pinged_at, link.attempt));
        match pinged_at {
            Some(pinged_at) if now - pinged_at > ANSWER_MS => self.closed(attempt),
            None if now - heard_ms > QUIET_MS => {
                self.link.update_value(|link| link.pinged_at = Some(now));
                self.session.update_value(|session| _ = session.command(Command::Ping));
                self.flush();
            }
            _ => {}
        }
    }

    fn next_attempt(self) -> u64 {
        self.link
            .try_update_value(|link| {
                link.attempt += 1;
                link.attempt
            })
            .unwrap_or_default()
    }

    fn opened(self, attempt: u64) {
        if !self.is_current(attempt) {
            return;
        }
        self.link.update_value(|link| {
            link.backoff.reset();
            link.heard_ms = now_ms();
            link.pinged_at = None;
        });
        self.session.update_value(parlor_client::Session::opened);
        self.seek_again();
        self.line.set(Line::Up);
        self.flush();
    }

    fn heard(self, event: &MessageEvent) {
        self.link.update_value(|link| {
            link.heard_ms = now_ms();
            link.pinged_at = None;
        });
        if let Some(text) = event.data().as_string() {
            self.receive(&text);
        }
    }

    fn closed(self, attempt: u64) {
        if !self.is_current(attempt) {
            return;
        }
        self.drop_socket();
        self.line.set(Line::Broken);
        let delay = self.link.try_update_value(|link| link.backoff.next_delay_ms());
        let again = move || {
            if self.is_current(attempt) {
                self.retry();
            }
        };
        set_timeout(again, Duration::from_millis(delay.unwrap_or(1_000).into()));
    }

    /// The browser has no network. A socket would notice only when nothing has answered for a long time.
    fn lose(self) {
        self.online.set(is_online());
        if matches!(self.line.get_untracked(), Line::Up | Line::Connecting) {
            self.closed(self.link.with_value(|link| link.attempt));
        }
    }

    fn drop_socket(self) {
        // Dropped later: this may run inside one of its closures.
        let socket = self.link.try_update_value(|link| link.socket.take());
        set_timeout(move || drop(socket), Duration::ZERO);
        self.interrupt();
    }

    /// What has not been answered is sent again by the next line, and may come too late then.
    fn interrupt(self) {
        self.session.update_value(parlor_client::Session::closed);
        self.unanswered.update_value(|asked| asked.values_mut().for_each(|asked| asked.late = true));
    }

    /// Ends the line for as long as the page is not shown. Right now: a page that is left gets no other moment.
    fn put_down(self) {
        if self.line.get_untracked() == Line::Idle {
            return;
        }
        self.next_attempt();
        drop(self.link.try_update_value(|link| link.socket.take()));
        self.interrupt();
        self.line.set(Line::Broken);
    }

    /// Ends the line and does not set it up again.
    pub(super) fn hang_up(self) {
        self.next_attempt();
        self.drop_socket();
        self.line.set(Line::Idle);
    }

    /// Sets a line up again that was ended for nothing.
    pub(super) fn resume(self) {
        if self.line.get_untracked() == Line::Idle && self.me.with_untracked(Option::is_some) {
            self.connect();
        }
    }

    /// Whether nothing has been tried since.
    fn is_current(self, attempt: u64) -> bool {
        self.link.with_value(|link| link.attempt == attempt)
    }

    fn retry_now(self) {
        if self.line.get_untracked() == Line::Broken && self.link.with_value(|link| link.socket.is_none()) {
            self.retry();
        }
    }

    /// Tries again. A browser does not say why a socket failed, so ask first whether the house still knows us.
    fn retry(self) {
        let attempt = self.next_attempt();
        spawn_local(async move {
            match http::me().await {
                // Another tab may have signed in as somebody else.
                Ok(me) if self.me.with_untracked(|known| known.as_ref().is_some_and(|known| known.id != me.id)) => {
                    return self.turn_into(Some(me));
                }
                Ok(_) => {}
                Err(problem) if problem.status == 401 => {
                    if self.is_current(attempt) {
                        self.forgotten();
                    }
                    return;
                }
                Err(_) => return self.closed(attempt),
            }
            if self.is_current(attempt) {
                self.connect();
            }
        });
    }
}
