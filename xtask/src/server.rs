//! A small web server for one folder, on this machine only.
//!
//! One thread and one request a connection: enough for a person and a browser. Nothing may be cached, because
//! the next build may answer differently. Pages get one line more than is in their file: it reloads them after
//! a build.

use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;

use crate::failure::Failure;

/// Where a page listens for the next build.
const BUILDS: &str = "/builds";

const RELOAD: &str =
    "<script>new EventSource(\"/builds\").onmessage = () => location.reload();</script>\n";

/// No line of a request may be longer, and no request may have more lines.
const REQUEST_LINE_BYTES: u64 = 8 * 1024;
const REQUEST_LINES: usize = 100;

/// Takes the port, so that nobody waits for a build that cannot be served.
pub(crate) fn listen(port: u16) -> Result<TcpListener, Failure> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(|error| match error.kind() {
        io::ErrorKind::AddrInUse => Failure::new(format!(
            "Port {port} is taken: choose another with `cargo xtask serve --port {}`.",
            port.checked_add(1).unwrap_or(8080)
        )),
        _ => Failure::new(format!("Cannot listen on port {port}: {error}.")),
    })
}

/// How many builds there have been, and a way to wait for the next.
#[derive(Default)]
pub(crate) struct Builds {
    count: Mutex<u64>,
    changed: Condvar,
}

impl Builds {
    pub(crate) fn announce(&self) {
        *self.count.lock().expect("nobody panics while counting") += 1;
        self.changed.notify_all();
    }

    fn wait_for_next(&self) {
        let count = self.count.lock().expect("nobody panics while counting");
        let before = *count;
        let next = self.changed.wait_while(count, |count| *count == before);
        drop(next.expect("nobody panics while counting"));
    }
}

/// Answers for as long as the program runs.
pub(crate) fn answer(listener: TcpListener, folder: PathBuf, builds: Arc<Builds>) {
    let folder = Arc::new(folder);
    for stream in listener.incoming().flatten() {
        let (folder, builds) = (Arc::clone(&folder), Arc::clone(&builds));
        // A browser that goes away in the middle of an answer is no news.
        thread::spawn(move || drop(converse(stream, &folder, &builds)));
    }
}

fn converse(mut stream: TcpStream, folder: &Path, builds: &Builds) -> io::Result<()> {
    let Some((method, target)) = request(&stream)? else { return Ok(()) };
    if target == BUILDS {
        return follow(stream, builds);
    }
    let (status, media_type, body) = match (method.as_str(), file(folder, &target)) {
        ("GET" | "HEAD", Some((media_type, body))) => ("200 OK", media_type, body),
        ("GET" | "HEAD", None) => ("404 Not Found", "text/plain", b"There is no such file.".into()),
        _ => ("405 Method Not Allowed", "text/plain", b"This server only reads.".into()),
    };
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {media_type}\r\nContent-Length: {}\r\n\
         Cache-Control: no-store\r\nConnection: close\r\n\r\n",
        body.len()
    )?;
    if method == "GET" { stream.write_all(&body) } else { Ok(()) }
}

/// The method and the target of a request; nothing else in it matters here.
fn request(stream: &TcpStream) -> io::Result<Option<(String, String)>> {
    let mut lines = BufReader::new(stream);
    let mut first = String::new();
    lines.by_ref().take(REQUEST_LINE_BYTES).read_line(&mut first)?;
    for _ in 0..REQUEST_LINES {
        let mut header = String::new();
        if lines.by_ref().take(REQUEST_LINE_BYTES).read_line(&mut header)? <= "\r\n".len() {
            break;
        }
    }
    let mut words = first.split(' ').map(str::to_owned);
    Ok(words.next().zip(words.next()))
}

/// Tells a page of each build until it goes away.
fn follow(mut stream: TcpStream, builds: &Builds) -> io::Result<()> {
    stream.write_all(
        b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-store\r\n\r\n",
    )?;
    loop {
        builds.wait_for_next();
        stream.write_all(b"data: built\n\n")?;
    }
}

/// The media type and the bytes of the file that a request names.
fn file(folder: &Path, target: &str) -> Option<(&'static str, Vec<u8>)> {
    let path = folder.join(relative_path(target)?);
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    let mut body = fs::read(&path).ok()?;
    if extension == "html" {
        body.extend(RELOAD.as_bytes());
    }
    Some((media_type(extension), body))
}

/// A path below the folder; nothing for one that could lead out of it, or that no file of ours has.
fn relative_path(target: &str) -> Option<&str> {
    let path = target.split(['?', '#']).next()?.strip_prefix('/')?;
    let is_plain = |name: &str| {
        !name.starts_with('.')
            && name.chars().all(|it| it.is_ascii_alphanumeric() || "-_.".contains(it))
    };
    match path {
        "" => Some("index.html"),
        _ => path.split('/').all(|name| !name.is_empty() && is_plain(name)).then_some(path),
    }
}

fn media_type(extension: &str) -> &'static str {
    match extension {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "json" => "application/json",
        "md" => "text/markdown; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "txt" => "text/plain; charset=utf-8",
        // Browsers compile a module while it arrives only if it says what it is.
        "wasm" => "application/wasm",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_stays_below_the_folder() {
        assert_eq!(relative_path("/"), Some("index.html"));
        assert_eq!(relative_path("/?theme=dark"), Some("index.html"));
        assert_eq!(relative_path("/words/en.json"), Some("words/en.json"));
        for outside in ["/../secret", "/a/..", "//etc/passwd", "/.git/config", "/a%2e", "a", "/C:"]
        {
            assert_eq!(relative_path(outside), None, "{outside}");
        }
    }

    #[test]
    fn a_taken_port_says_how_to_choose_another() {
        let taken = listen(0).expect("some port is free");
        let port = taken.local_addr().expect("it is bound").port();
        let failure = listen(port).expect_err("it is taken").to_string();
        assert!(failure.starts_with(&format!("Port {port} is taken: choose another")), "{failure}");
    }
}
