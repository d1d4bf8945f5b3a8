//! A connection to anything that speaks DynamoDB's protocol: HTTP/1.1, kept open, one call after another.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use crate::failure::Failure;

/// Endpoints for tests want a signature, and verify none.
const SIGNATURE: &str = "AWS4-HMAC-SHA256 \
    Credential=local/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0";

/// An endpoint that takes longer to answer has stopped.
const PATIENCE: Duration = Duration::from_secs(30);

/// An open connection.
pub(crate) struct Connection {
    host: String,
    stream: BufReader<TcpStream>,
}

/// What came back.
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) body: Vec<u8>,
}

impl Connection {
    /// Connects to `http://host:port`.
    pub(crate) fn open(address: &str) -> Result<Self, Failure> {
        let host = address.strip_prefix("http://").map(|rest| rest.trim_end_matches('/'));
        let host = host.ok_or_else(|| {
            Failure::new(format!("`{address}` is no address such as http://127.0.0.1:8000."))
        })?;
        let failure = |error| Failure::new(format!("Nobody answers on {address}: {error}."));
        let stream = TcpStream::connect(host).map_err(failure)?;
        stream.set_nodelay(true).map_err(failure)?;
        stream.set_read_timeout(Some(PATIENCE)).map_err(failure)?;
        Ok(Self { host: host.to_owned(), stream: BufReader::new(stream) })
    }

    /// Makes a call that must succeed.
    pub(crate) fn call(&mut self, operation: &str, request: &str) -> Result<Reply, Failure> {
        let reply = self.send(operation, request)?;
        match reply.status {
            200 => Ok(reply),
            status => {
                let body = String::from_utf8_lossy(&reply.body).into_owned();
                Err(Failure::new(format!("{operation} was answered with {status}: {body}")))
            }
        }
    }

    /// Makes a call, whatever comes of it.
    pub(crate) fn send(&mut self, operation: &str, request: &str) -> Result<Reply, Failure> {
        let broken = |error| Failure::new(format!("The connection broke in {operation}: {error}."));
        let head = format!(
            "POST / HTTP/1.1\r\nHost: {}\r\nX-Amz-Target: DynamoDB_20120810.{operation}\r\n\
             Content-Type: application/x-amz-json-1.0\r\nX-Amz-Date: 20260101T000000Z\r\n\
             Authorization: {SIGNATURE}\r\nContent-Length: {}\r\n\r\n",
            self.host,
            request.len()
        );
        let message = [head.as_bytes(), request.as_bytes()].concat();
        self.stream.get_mut().write_all(&message).map_err(broken)?;
        self.read().map_err(broken)
    }

    fn read(&mut self) -> std::io::Result<Reply> {
        let status = self.line()?.split(' ').nth(1).and_then(|code| code.parse().ok());
        let (mut size, mut is_chunked) = (0, false);
        loop {
            let line = self.line()?.to_ascii_lowercase();
            match line.split_once(':') {
                None => break,
                Some(("content-length", count)) => size = count.trim().parse().unwrap_or_default(),
                Some(("transfer-encoding", coding)) => is_chunked = coding.trim() == "chunked",
                Some(_) => {}
            }
        }
        let mut body = Vec::new();
        if is_chunked {
            self.read_chunks(&mut body)?;
        } else {
            self.stream.by_ref().take(size).read_to_end(&mut body)?;
        }
        Ok(Reply { status: status.unwrap_or_default(), body })
    }

    fn read_chunks(&mut self, body: &mut Vec<u8>) -> std::io::Result<()> {
        loop {
            let size = u64::from_str_radix(&self.line()?, 16).unwrap_or_default();
            self.stream.by_ref().take(size).read_to_end(body)?;
            self.line()?;
            if size == 0 {
                return Ok(());
            }
        }
    }

    fn line(&mut self) -> std::io::Result<String> {
        let mut line = String::new();
        match self.stream.read_line(&mut line)? {
            0 => Err(std::io::ErrorKind::UnexpectedEof.into()),
            _ => Ok(line.trim_end().to_owned()),
        }
    }
}
