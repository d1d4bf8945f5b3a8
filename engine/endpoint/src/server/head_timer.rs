//! The time that the head of a request may take, from its first byte.
//!
//! hyper measures one time from the end of a request to the end of the next head, in which an idle connection waits too.
//! A client may send the beginning of a head together with the request before it. hyper buffers these bytes and does not
//! report them, so they are counted here: what follows a head and is longer than the body belongs to the next head.

use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::http::Request;
use hyper::body::{Body as _, Incoming};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{self, Instant};
use tower_service::Service;

/// Where a connection is in its requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// No byte of a request has arrived.
    Idle,
    /// A part of a head has arrived; its first byte at this time.
    Head(Instant),
    /// A head is complete, and its request is not answered yet.
    Request,
    /// A request is answered, and not all bytes of its body have arrived; there are so many.
    Rest(u64),
}

/// How much of a request has been received.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Received {
    /// A part of the head, which ends with so many bytes of [`HEAD_END`].
    Head { end: usize },
    /// The head, and so many bytes after it.
    AfterHead(u64),
    /// It is not known where the request began: bytes of it may have arrived with the request before it.
    Unknown,
}

/// What is at the end of a head. The end of a head with other line endings is not found.
const HEAD_END: &[u8] = b"\r\n\r\n";

/// Where a connection is, and how much of the request it has received.
#[derive(Debug)]
struct Progress {
    phase: Phase,
    received: Received,
}

/// What of its requests a connection has received.
#[derive(Debug, Default)]
pub(crate) struct HeadTimer {
    progress: Mutex<Progress>,
}

/// A socket that notes when a head begins.
pub(crate) struct TimedStream {
    pub(crate) stream: TcpStream,
    pub(crate) head: Arc<HeadTimer>,
}

/// A service that notes when a head is complete, and when its request is answered.
#[derive(Clone)]
pub(crate) struct TimedService<S> {
    pub(crate) service: S,
    pub(crate) head: Arc<HeadTimer>,
}

impl HeadTimer {
    /// Waits until a head has taken longer than `limit`.
    pub(crate) async fn overdue(&self, limit: Duration) {
        loop {
            // A head that begins while this sleeps is not overdue when it wakes. So no request has to wake it.
            let phase = self.phase();
            let first_byte = match phase {
                Phase::Head(first_byte) => Some(first_byte),
                Phase::Idle | Phase::Request | Phase::Rest(_) => None,
            };
            time::sleep_until(first_byte.unwrap_or_else(Instant::now) + limit).await;
            if first_byte.is_some() && self.phase() == phase {
                return;
            }
        }
    }

    fn phase(&self) -> Phase {
        self.progress().phase
    }

    fn progress(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn note_bytes(&self, bytes: &[u8]) {
        let mut progress = self.progress();
        let is_new = match progress.phase {
            Phase::Idle => true,
            Phase::Head(_) => progress.received == Received::Unknown,
            Phase::Request | Phase::Rest(_) => false,
        };
        if is_new {
            *progress = Progress { phase: Phase::Head(Instant::now()), ..Progress::default() };
        }
        progress.received = progress.received.with(bytes);
        if let Phase::Rest(body_length) = progress.phase {
            progress.end_request(Some(body_length));
        }
    }

    fn note_request(&self) {
        self.progress().phase = Phase::Request;
    }

    /// A request with a body of so many bytes is answered; `None` if the length is not known in advance.
    fn note_answer(&self, body_length: Option<u64>) {
        self.progress().end_request(body_length);
    }
}

impl Progress {
    /// What follows a request that is answered. If the next head may have begun, its time starts here.
    fn end_request(&mut self, body_length: Option<u64>) {
        match (self.received, body_length) {
            (Received::AfterHead(count), Some(length)) if count < length => {
                self.phase = Phase::Rest(length);
            }
            (Received::AfterHead(count), Some(length)) if count == length => {
                self.phase = Phase::Idle;
            }
            (Received::AfterHead(_) | Received::Head { .. } | Received::Unknown, _) => {
                *self = Self { phase: Phase::Head(Instant::now()), received: Received::Unknown };
            }
        }
    }
}

impl Default for Progress {
    fn default() -> Self {
        Self { phase: Phase::Idle, received: Received::Head { end: 0 } }
    }
}

impl Received {
    /// The same after more bytes.
    fn with(self, bytes: &[u8]) -> Self {
        let mut end = match self {
            Self::Head { end } => end,
            Self::AfterHead(count) => return Self::AfterHead(count + bytes.len() as u64),
            Self::Unknown => return self,
        };
        for (position, byte) in bytes.iter().enumerate() {
            end = if *byte == HEAD_END[end] { end + 1 } else { usize::from(*byte == HEAD_END[0]) };
            if end == HEAD_END.len() {
                return Self::AfterHead((bytes.len() - position - 1) as u64);
            }
        }
        Self::Head { end }
    }
}

impl AsyncRead for TimedStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let polled = Pin::new(&mut self.stream).poll_read(context, buffer);
        let bytes = &buffer.filled()[before..];
        if !bytes.is_empty() {
            self.head.note_bytes(bytes);
        }
        polled
    }
}

impl AsyncWrite for TimedStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffers: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(context, buffers)
    }
}

impl<S> Service<Request<Incoming>> for TimedService<S>
where
    S: Service<Request<Incoming>>,
    S::Future: Send + 'static,
{
    type Response = S::Response;
    type Error = S::Error;
    type Future = Pin<Box<dyn Future<Output = Result<S::Response, S::Error>> + Send>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.service.poll_ready(context)
    }

    fn call(&mut self, request: Request<Incoming>) -> Self::Future {
        self.head.note_request();
        let body_length = request.body().size_hint().exact();
        let (answer, head) = (self.service.call(request), Arc::clone(&self.head));
        Box::pin(async move {
            let answer = answer.await;
            head.note_answer(body_length);
            answer
        })
    }
}
