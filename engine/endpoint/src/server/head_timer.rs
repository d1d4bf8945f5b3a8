//! The time that the head of a request may take, from its first byte.
//!
//! hyper measures one time from the end of a request to the end of the next head, in which an idle connection waits too.

use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::Notify;
use tokio::time::{self, Instant};
use tower_service::Service;

/// Where a connection is in its requests.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Phase {
    /// No byte of a request has arrived.
    #[default]
    Idle,
    /// A part of a head has arrived; its first byte at this time.
    Head(Instant),
    /// A head is complete, and its request is not answered yet.
    Request,
}

/// What of its requests a connection has received.
#[derive(Debug, Default)]
pub(crate) struct HeadTimer {
    phase: Mutex<Phase>,
    /// Signals that the first byte of a head has arrived.
    begun: Notify,
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
            self.begun.notified().await;
            let head = self.phase();
            let Phase::Head(first_byte) = head else { continue };
            time::sleep_until(first_byte + limit).await;
            if self.phase() == head {
                return;
            }
        }
    }

    fn phase(&self) -> Phase {
        *self.phase.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn set(&self, phase: Phase) {
        *self.phase.lock().unwrap_or_else(PoisonError::into_inner) = phase;
    }

    fn note_bytes(&self) {
        if self.phase() == Phase::Idle {
            self.set(Phase::Head(Instant::now()));
            self.begun.notify_one();
        }
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
        if buffer.filled().len() > before {
            self.head.note_bytes();
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

impl<S, R> Service<R> for TimedService<S>
where
    S: Service<R>,
    S::Future: Send + 'static,
{
    type Response = S::Response;
    type Error = S::Error;
    type Future = Pin<Box<dyn Future<Output = Result<S::Response, S::Error>> + Send>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.service.poll_ready(context)
    }

    fn call(&mut self, request: R) -> Self::Future {
        self.head.set(Phase::Request);
        let (answer, head) = (self.service.call(request), Arc::clone(&self.head));
        Box::pin(async move {
            let answer = answer.await;
            head.set(Phase::Idle);
            answer
        })
    }
}
