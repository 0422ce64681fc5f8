//! Messages in, messages out.

use parlor_wire::MAX_FRAME;
use std::{
    io::{self, Cursor},
    mem::{MaybeUninit, take},
    pin::Pin,
    task::{Context, Poll, ready},
};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tungstenite::protocol::frame::{
    FrameHeader,
    coding::{Control, Data, OpCode},
};

/// How much is read at a time. Most messages of clients are shorter.
const READ: usize = 2048;
/// The longest payload of a control frame.
const CONTROL: usize = 125;

/// The longest header of a frame from the house.
const HEADER: usize = 10;

/// What a client says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Message {
    /// A message.
    Text(String),
    /// A message of bytes, which mean nothing here.
    Bytes,
    /// Only that it is there.
    Alive,
    /// That it goes.
    Close,
}

/// Why nothing more can be heard of a client.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// A message is too long.
    TooLong,
    /// What was sent is not of the protocol.
    Broken,
    /// The connection is gone.
    Gone,
}

/// The server's end of a WebSocket.
#[derive(Debug)]
pub struct WebSocket<S> {
    stream: S,
    /// What has been read; what comes before `parsed` is done with.
    read: Vec<u8>,
    parsed: usize,
    /// A message of several frames that is not complete.
    begun: Option<(Data, Vec<u8>)>,
    /// What waits to be written; what comes before `written` has been.
    unsent: Vec<u8>,
    written: usize,
    /// The payload of the latest ping that is not answered.
    pinged: Option<Vec<u8>>,
}

/// A frame of a client.
struct Frame {
    code: OpCode,
    is_final: bool,
    payload: Vec<u8>,
}

impl<S: AsyncRead + AsyncWrite + Unpin> WebSocket<S> {
    /// A WebSocket on a connection that was agreed to be one, of which so much has been read already.
    pub const fn new(stream: S, read: Vec<u8>) -> Self {
        Self { stream, read, parsed: 0, begun: None, unsent: Vec::new(), written: 0, pinged: None }
    }

    /// What the client says next.
    pub fn poll_message(&mut self, cx: &mut Context<'_>) -> Poll<Result<Message, Fault>> {
        loop {
            while let Some(frame) = self.frame()? {
                if let Some(message) = self.take_in(frame)? {
                    return Poll::Ready(Ok(message));
                }
            }
            let mut space = [MaybeUninit::uninit(); READ];
            let mut space = ReadBuf::uninit(&mut space);
            ready!(Pin::new(&mut self.stream).poll_read(cx, &mut space)).map_err(|_| Fault::Gone)?;
            if space.filled().is_empty() {
                return Poll::Ready(Err(Fault::Gone));
            }
            self.read.drain(..take(&mut self.parsed));
            self.read.extend_from_slice(space.filled());
        }
    }

    /// The next frame, if all of it has been read.
    fn frame(&mut self) -> Result<Option<Frame>, Fault> {
        let mut rest = Cursor::new(&self.read[self.parsed..]);
        let Some((header, length)) = FrameHeader::parse(&mut rest).map_err(|_| Fault::Broken)? else {
            return Ok(None);
        };
        let FrameHeader { is_final, rsv1, rsv2, rsv3, opcode: code, mask } = header;
        let mask = mask.filter(|_| !(rsv1 || rsv2 || rsv3)).ok_or(Fault::Broken)?;
        let is_control = matches!(code, OpCode::Control(_));
        if is_control && !(is_final && length <= CONTROL as u64) {
            return Err(Fault::Broken);
        }
        if length > MAX_FRAME as u64 {
            return Err(Fault::TooLong);
        }
        let start = self.parsed + rest.position() as usize;
        let end = start + length as usize;
        if self.read.len() < end {
            return Ok(None);
        }
        let mut payload = if self.read.len() == end {
            // It is all there is: taken over as it is.
            self.parsed = 0;
            let mut payload = take(&mut self.read);
            payload.drain(..start);
            payload
        } else {
            self.parsed = end;
            self.read[start..end].to_vec()
        };
        for four in payload.chunks_mut(mask.len()) {
            four.iter_mut().zip(mask).for_each(|(byte, mask)| *byte ^= mask);
        }
        Ok(Some(Frame { code, is_final, payload }))
    }

    /// Takes in a frame: the message that is complete with it, if one is.
    fn take_in(&mut self, Frame { code, is_final, payload }: Frame) -> Result<Option<Message>, Fault> {
        let (kind, whole) = match (code, self.begun.take()) {
            (OpCode::Control(control), begun) => {
                self.begun = begun;
                return match control {
                    Control::Ping => {
                        self.pinged = Some(payload);
                        Ok(Some(Message::Alive))
                    }
                    Control::Pong => Ok(Some(Message::Alive)),
                    Control::Close => Ok(Some(Message::Close)),
                    Control::Reserved(_) => Err(Fault::Broken),
                };
            }
            (OpCode::Data(kind @ (Data::Text | Data::Binary)), None) => (kind, payload),
            (OpCode::Data(Data::Continue), Some((kind, mut whole))) => {
                if whole.len() + payload.len() > MAX_FRAME {
                    return Err(Fault::TooLong);
                }
                whole.extend(payload);
                (kind, whole)
            }
            (OpCode::Data(_), _) => return Err(Fault::Broken),
        };
        if !is_final {
            self.begun = Some((kind, whole));
            return Ok(None);
        }
        match kind {
            Data::Text => String::from_utf8(whole).map(|text| Some(Message::Text(text))).map_err(|_| Fault::Broken),
            _ => Ok(Some(Message::Bytes)),
        }
    }

    /// Adds a message to what waits to be written.
    pub fn say(&mut self, text: &str) {
        self.put(OpCode::Data(Data::Text), text.as_bytes());
    }

    /// Adds several messages: room for all of them is made once.
    pub fn say_all<'a>(&mut self, texts: impl Iterator<Item = &'a str> + Clone) {
        self.unsent.reserve(texts.clone().map(|text| HEADER + text.len()).sum());
        texts.for_each(|text| self.say(text));
    }

    /// Adds a question whether the client is there.
    pub fn ping(&mut self) {
        self.put(OpCode::Control(Control::Ping), &[]);
    }

    /// Adds the last word: why the house ends the connection.
    pub fn close(&mut self, code: u16, reason: &str) {
        let payload = [&code.to_be_bytes(), reason.as_bytes()].concat();
        self.put(OpCode::Control(Control::Close), &payload);
    }

    fn put(&mut self, opcode: OpCode, payload: &[u8]) {
        let header = FrameHeader { opcode, is_final: true, rsv1: false, rsv2: false, rsv3: false, mask: None };
        let length = payload.len() as u64;
        self.unsent.reserve(header.len(length) + payload.len());
        // Writing to memory does not fail.
        let _ = header.format(length, &mut self.unsent);
        self.unsent.extend_from_slice(payload);
    }

    /// How much of what waits to be written has been written.
    pub const fn written(&self) -> usize {
        self.written
    }

    /// Writes all that waits to be written, and then an answer to the client's latest ping.
    pub fn poll_flush(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        loop {
            if self.unsent.is_empty() {
                match self.pinged.take() {
                    Some(payload) => self.put(OpCode::Control(Control::Pong), &payload),
                    None => return Poll::Ready(Ok(())),
                }
            }
            while self.written < self.unsent.len() {
                match ready!(Pin::new(&mut self.stream).poll_write(cx, &self.unsent[self.written..]))? {
                    0 => return Poll::Ready(Err(io::ErrorKind::WriteZero.into())),
                    written => self.written += written,
                }
            }
            ready!(Pin::new(&mut self.stream).poll_flush(cx))?;
            (self.unsent, self.written) = (Vec::new(), 0);
        }
    }
}

#[cfg(test)]
mod tests;
