//! A session over a real connection, for everything that is no browser.

use crate::{BadFrame, Notice, Session, typed};
use futures_util::{SinkExt, StreamExt};
use parlor_kernel::Registry;
use parlor_wire::{
    Command, Person, TableCode, TableInfo,
    frame::SIGNED_OUT,
    http::{GuestRequest, OpenTable, Problem, Welcome},
};
use serde::{Serialize, de::DeserializeOwned};
use std::time::Instant;
use thiserror::Error;
use tokio::net::TcpStream;
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream, connect_async_with_config,
    tungstenite::{
        self, Message,
        client::IntoClientRequest,
        http::{StatusCode, header},
        protocol::WebSocketConfig,
    },
};

/// Most frames are small, and one process may hold thousands of connections. What does not fit makes a buffer grow.
const BUFFER: usize = 4 * 1024;

/// What can go wrong between a client and a house.
#[derive(Debug, Error)]
pub enum NativeError {
    /// The house cannot be reached.
    #[error("the house cannot be reached: {0}")]
    Http(#[from] reqwest::Error),
    /// The connection failed.
    #[error("the connection failed: {0}")]
    Socket(#[from] Box<tungstenite::Error>),
    /// The house refused a request.
    #[error("{} ({})", .0.detail, .0.code)]
    Problem(Problem),
    /// The house refused a command.
    #[error("{message} ({code})")]
    Refused {
        /// Stable code.
        code: String,
        /// A sentence for people.
        message: String,
    },
    /// The house speaks another version.
    #[error(transparent)]
    Frame(#[from] BadFrame),
    /// The connection is gone.
    #[error("the connection was closed")]
    Closed,
    /// The session has ended: sign in again.
    #[error("signed out: sign in again")]
    SignedOut,
}

impl From<tungstenite::Error> for NativeError {
    fn from(error: tungstenite::Error) -> Self {
        Self::Socket(Box::new(error))
    }
}

impl NativeError {
    /// The stable code of a refusal, if it is one.
    pub fn code(&self) -> Option<&str> {
        match self {
            Self::Problem(problem) => Some(&problem.code),
            Self::Refused { code, .. } => Some(code),
            _ => None,
        }
    }
}

/// A user who has come into a house.
#[derive(Clone, Debug)]
pub struct Visitor {
    base: String,
    http: reqwest::Client,
    token: String,
    me: Person,
}

impl Visitor {
    /// Comes in as a guest at `base`, for example `http://127.0.0.1:8080`.
    ///
    /// # Errors
    /// If the house cannot be reached or refuses.
    pub async fn enter(base: &str, name: &str) -> Result<Self, NativeError> {
        Self::guest(base, GuestRequest { name: Some(name.to_owned()) }).await
    }

    /// Comes in as a guest whom the house gives a name.
    ///
    /// # Errors
    /// If the house cannot be reached or refuses.
    pub async fn enter_nameless(base: &str) -> Result<Self, NativeError> {
        Self::guest(base, GuestRequest { name: None }).await
    }

    async fn guest(base: &str, request: GuestRequest) -> Result<Self, NativeError> {
        Self::guest_over(reqwest::Client::new(), base, request).await
    }

    async fn guest_over(http: reqwest::Client, base: &str, request: GuestRequest) -> Result<Self, NativeError> {
        let response = http.post(format!("{base}/api/guest")).json(&request).send().await?;
        let Welcome { me, token } = read(response).await?;
        Ok(Self { base: base.to_owned(), http, token, me })
    }

    /// Another guest in the same house, whose requests go over the same connections.
    ///
    /// # Errors
    /// If the house cannot be reached or refuses.
    pub async fn companion(&self) -> Result<Self, NativeError> {
        Self::guest_over(self.http.clone(), &self.base, GuestRequest { name: None }).await
    }

    /// Comes in with a token: of a session that was begun elsewhere, or of a bot.
    ///
    /// # Errors
    /// If the house cannot be reached or refuses.
    pub async fn with_token(base: &str, token: &str) -> Result<Self, NativeError> {
        let http = reqwest::Client::new();
        let me = read(http.get(format!("{base}/api/me")).bearer_auth(token).send().await?).await?;
        Ok(Self { base: base.to_owned(), http, token: token.to_owned(), me })
    }

    /// Who the house takes us for.
    pub const fn me(&self) -> &Person {
        &self.me
    }

    /// The secret that proves it.
    pub fn token(&self) -> &str {
        &self.token
    }

    /// The same person at another address (a house that moved or restarted).
    #[must_use]
    pub fn at(&self, base: &str) -> Self {
        Self { base: base.to_owned(), ..self.clone() }
    }

    /// The same address with another token, perhaps of another user.
    #[must_use]
    pub fn with(&self, token: &str) -> Self {
        Self { token: token.to_owned(), ..self.clone() }
    }

    /// Asks for something under `/api`.
    ///
    /// # Errors
    /// If the house cannot be reached or refuses.
    pub async fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, NativeError> {
        read(self.http.get(format!("{}{path}", self.base)).bearer_auth(&self.token).send().await?).await
    }

    /// Asks for a text under `/api`.
    ///
    /// # Errors
    /// If the house cannot be reached or refuses.
    pub async fn get_text(&self, path: &str) -> Result<String, NativeError> {
        let response = self.http.get(format!("{}{path}", self.base)).bearer_auth(&self.token).send().await?;
        if response.status().is_success() {
            Ok(response.text().await?)
        } else {
            Err(NativeError::Problem(response.json().await?))
        }
    }

    /// Posts something under `/api`.
    ///
    /// # Errors
    /// If the house cannot be reached or refuses.
    pub async fn post<T: DeserializeOwned>(
        &self,
        path: &str,
        body: &(impl Serialize + Sync),
    ) -> Result<T, NativeError> {
        read(self.http.post(format!("{}{path}", self.base)).bearer_auth(&self.token).json(body).send().await?).await
    }

    /// The account or bot of that name.
    ///
    /// # Errors
    /// If no account has, or the house cannot be reached.
    pub async fn person_called(&self, name: &str) -> Result<Person, NativeError> {
        let url = reqwest::Url::parse_with_params(&format!("{}/api/people", self.base), &[("name", name)]);
        let url = url.map_err(|_| NativeError::Closed)?;
        read(self.http.get(url).bearer_auth(&self.token).send().await?).await
    }

    /// Opens a table.
    ///
    /// # Errors
    /// If the house cannot be reached or refuses.
    pub async fn open_table(&self, wish: &OpenTable) -> Result<TableInfo, NativeError> {
        self.post("/api/tables", wish).await
    }

    /// Opens a connection with a session of its own, called `name`.
    ///
    /// # Errors
    /// If the house cannot be reached or refuses.
    pub async fn connect(&self, registry: Registry, name: &str) -> Result<Connection, NativeError> {
        self.connect_as(registry, name).await
    }

    /// The same for an owner who tells its commands apart.
    ///
    /// # Errors
    /// If the house cannot be reached or refuses.
    pub async fn connect_as<T: Default>(&self, registry: Registry, name: &str) -> Result<Connection<T>, NativeError> {
        let mut session = Session::new(registry, name.to_owned());
        session.type_in(typed::GAMES);
        let mut connection = Connection { visitor: self.clone(), session, socket: None, started: Instant::now() };
        connection.reconnect().await?;
        Ok(connection)
    }
}

async fn read<T: DeserializeOwned>(response: reqwest::Response) -> Result<T, NativeError> {
    if response.status().is_success() {
        Ok(response.json().await?)
    } else {
        Err(NativeError::Problem(response.json().await?))
    }
}

/// A session and the connection it runs over.
pub struct Connection<T = ()> {
    visitor: Visitor,
    session: Session<T>,
    socket: Option<WebSocketStream<MaybeTlsStream<TcpStream>>>,
    started: Instant,
}

impl<T: Default> Connection<T> {
    /// The session.
    pub const fn session(&mut self) -> &mut Session<T> {
        &mut self.session
    }

    /// The client's own clock, in milliseconds: what the session is told with every frame.
    pub fn now_ms(&self) -> f64 {
        self.started.elapsed().as_secs_f64() * 1000.0
    }

    /// Drops the connection without a word, as a network would.
    pub fn drop_connection(&mut self) {
        self.socket = None;
        self.session.closed();
    }

    /// Goes on at another address.
    pub fn moved(&mut self, base: &str) {
        self.visitor = self.visitor.at(base);
    }

    /// Opens the connection again: the session resumes where it was.
    ///
    /// # Errors
    /// If the house cannot be reached or refuses.
    pub async fn reconnect(&mut self) -> Result<(), NativeError> {
        let url = format!("{}/ws", self.visitor.base.replacen("http", "ws", 1));
        let mut request = url.into_client_request()?;
        let bearer = format!("Bearer {}", self.visitor.token);
        let bearer = bearer.parse().map_err(|_| NativeError::Closed)?;
        request.headers_mut().insert(header::AUTHORIZATION, bearer);
        let config = WebSocketConfig::default().read_buffer_size(BUFFER).write_buffer_size(BUFFER);
        let (socket, _) =
            connect_async_with_config(request, Some(config), true).await.map_err(|error| match error {
                tungstenite::Error::Http(response) if response.status() == StatusCode::UNAUTHORIZED => {
                    NativeError::SignedOut
                }
                other => other.into(),
            })?;
        self.socket = Some(socket);
        self.session.opened();
        self.flush().await
    }

    /// Says goodbye to the house. A seat stays taken, as after any other drop.
    pub async fn leave(mut self) {
        if let Some(socket) = &mut self.socket {
            // The house notices in any case.
            let _ = socket.close(None).await;
        }
    }

    /// Sends what the session wants sent. Call this before [`Self::next`] if that may be dropped before it is ready: what
    /// is being sent then would be lost until the next connection.
    ///
    /// # Errors
    /// If the connection is gone.
    pub async fn flush(&mut self) -> Result<(), NativeError> {
        for frame in self.session.outgoing() {
            self.send_raw(Message::text(frame.text())).await?;
        }
        Ok(())
    }

    /// Sends a raw message.
    ///
    /// # Errors
    /// If the connection is gone.
    pub async fn send_raw(&mut self, message: Message) -> Result<(), NativeError> {
        Ok(self.socket.as_mut().ok_or(NativeError::Closed)?.send(message).await?)
    }

    /// Sends what the session wants sent and waits for the next frame.
    ///
    /// # Errors
    /// If the connection is gone; the session can resume over a new one.
    pub async fn next(&mut self) -> Result<(String, Option<Notice<T>>), NativeError> {
        let result = self.pump().await;
        if result.is_err() {
            self.drop_connection();
        }
        result
    }

    async fn pump(&mut self) -> Result<(String, Option<Notice<T>>), NativeError> {
        self.flush().await?;
        let socket = self.socket.as_mut().ok_or(NativeError::Closed)?;
        loop {
            match socket.next().await.ok_or(NativeError::Closed)?? {
                Message::Text(text) => {
                    let now_ms = self.started.elapsed().as_secs_f64() * 1000.0;
                    let notice = self.session.receive(&text, now_ms)?;
                    return Ok((text.to_string(), notice));
                }
                Message::Close(Some(frame)) if u16::from(frame.code) == SIGNED_OUT => {
                    return Err(NativeError::SignedOut);
                }
                Message::Close(_) => return Err(NativeError::Closed),
                _ => {}
            }
        }
    }

    /// Gives a command and waits for its answer.
    ///
    /// # Errors
    /// If it is refused or the connection is gone.
    pub async fn command(&mut self, command: Command) -> Result<(), NativeError> {
        let id = self.session.command(command);
        loop {
            match self.next().await?.1 {
                Some(Notice::Done { id: done, .. }) if done == id => return Ok(()),
                Some(Notice::Refused { id: Some(refused), code, message, .. }) if refused == id => {
                    return Err(NativeError::Refused { code, message });
                }
                _ => {}
            }
        }
    }

    /// Follows a table and waits until all is known about it.
    ///
    /// # Errors
    /// If there is no such table or the connection is gone.
    pub async fn follow(&mut self, table: TableCode) -> Result<(), NativeError> {
        self.session.watch(table);
        while self.session.table(table).is_none() {
            if let Some(Notice::NotFollowed { code, message, .. }) = self.next().await?.1 {
                return Err(NativeError::Refused { code, message });
            }
        }
        Ok(())
    }

    /// Takes in frames until `look` finds what it looks for.
    ///
    /// # Errors
    /// If the connection is gone.
    pub async fn until<R>(&mut self, mut look: impl FnMut(&Session<T>) -> Option<R>) -> Result<R, NativeError> {
        loop {
            if let Some(found) = look(&self.session) {
                return Ok(found);
            }
            self.next().await?;
        }
    }
}
