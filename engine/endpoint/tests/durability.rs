//! What a killed endpoint, a full disk and damage may lose: nothing that was acknowledged.
//!
//! `KILLS=200 cargo test -p endpoint --test durability` kills more often; `SEED=…` repeats the times.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "the helpers of a test end it where something fails")]

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;

const WRITER_COUNT: usize = 8;

/// An endpoint on a file.
struct Endpoint {
    process: Child,
    address: String,
}

/// What it wrote to its error output.
fn complaints(process: &mut Child) -> String {
    let mut text = String::new();
    process.stderr.take().unwrap().read_to_string(&mut text).unwrap();
    process.wait().unwrap();
    text
}

/// The command that starts an endpoint, from a shell that has run `before`.
fn command(data: &Path, before: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", &format!("{before} exec \"$@\""), "sh", env!("CARGO_BIN_EXE_endpoint")]);
    command.args(["--port", "0", "--data"]).arg(data).args(arguments);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

impl Endpoint {
    fn start(data: &Path, before: &str, arguments: &[&str]) -> Self {
        let mut process = command(data, before, arguments).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let Some((_, address)) = line.trim().split_once("http://") else {
            panic!("it did not start: {}", complaints(&mut process));
        };
        Self { address: address.to_owned(), process }
    }

    fn connect(&self) -> Connection {
        let stream = TcpStream::connect(&self.address).unwrap();
        stream.set_nodelay(true).unwrap();
        Connection { stream: BufReader::new(stream) }
    }

    /// Kills it, and returns what it complained about.
    fn kill(mut self) -> String {
        self.process.kill().unwrap();
        complaints(&mut self.process)
    }

    /// Asks it to stop, and returns what it complained about.
    fn stop(mut self) -> String {
        let id = self.process.id().to_string();
        assert!(Command::new("kill").arg(id).status().unwrap().success());
        complaints(&mut self.process)
    }
}

impl Drop for Endpoint {
    fn drop(&mut self) {
        drop(self.process.kill());
        drop(self.process.wait());
    }
}

struct Connection {
    stream: BufReader<TcpStream>,
}

impl Connection {
    /// Calls an operation. `None` if the connection breaks before the reply is complete.
    fn call(&mut self, operation: &str, request: &Value) -> Option<(u16, Value)> {
        let body = request.to_string();
        let head = format!(
            "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-amz-json-1.0\r\n\
             X-Amz-Target: DynamoDB_20120810.{operation}\r\nX-Amz-Date: 20261120T130000Z\r\n\
             Authorization: AWS4-HMAC-SHA256 Credential=a/b/c/d/aws4_request, SignedHeaders=host, \
             Signature=00\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        self.stream.get_mut().write_all(head.as_bytes()).ok()?;
        let mut line = String::new();
        self.stream.read_line(&mut line).ok()?;
        let status = line.split(' ').nth(1)?.parse().ok()?;
        let mut size = 0;
        loop {
            let mut header = String::new();
            self.stream.read_line(&mut header).ok()?;
            if header.trim().is_empty() {
                break;
            }
            if let Some(text) = header.to_ascii_lowercase().strip_prefix("content-length:") {
                size = text.trim().parse().ok()?;
            }
        }
        let mut bytes = vec![0; size];
        self.stream.read_exact(&mut bytes).ok()?;
        Some((status, serde_json::from_slice(&bytes).ok()?))
    }

    /// Calls an operation that must succeed.
    #[track_caller]
    fn expect(&mut self, operation: &str, request: &Value) -> Value {
        let (status, reply) = self.call(operation, request).unwrap();
        assert_eq!(status, 200, "{operation}: {reply}");
        reply
    }

    fn create_table(&mut self) {
        let definition = |name, kind| json!({ "AttributeName": name, "AttributeType": kind });
        self.expect(
            "CreateTable",
            &json!({
                "TableName": "Notes",
                "BillingMode": "PAY_PER_REQUEST",
                "AttributeDefinitions": [definition("writer", "S"), definition("n", "N")],
                "KeySchema": [
                    { "AttributeName": "writer", "KeyType": "HASH" },
                    { "AttributeName": "n", "KeyType": "RANGE" },
                ],
            }),
        );
    }

    /// Puts the item of a writer with a number. Whether it was acknowledged; `None` if the connection breaks.
    fn put(&mut self, writer: usize, number: u64, size: usize) -> Option<bool> {
        let item = json!({
            "writer": { "S": writer.to_string() },
            "n": { "N": number.to_string() },
            "note": { "S": "x".repeat(size) },
        });
        let put = json!({ "TableName": "Notes", "Item": item });
        self.call("PutItem", &put).map(|(status, _)| status == 200)
    }

    /// How many items of a writer there are.
    fn count(&mut self, writer: usize) -> u64 {
        let mut request = json!({
            "TableName": "Notes",
            "KeyConditionExpression": "writer = :w",
            "FilterExpression": "attribute_exists(note)",
            "ExpressionAttributeValues": { ":w": { "S": writer.to_string() } },
            "Select": "COUNT",
        });
        let mut count = 0;
        loop {
            let reply = self.expect("Query", &request);
            count += reply["Count"].as_u64().unwrap();
            match reply.get("LastEvaluatedKey") {
                Some(key) => request["ExclusiveStartKey"] = key.clone(),
                None => return count,
            }
        }
    }

    /// Adds 1 to the counter of a writer.
    fn add(&mut self, writer: usize) -> Option<bool> {
        let update = json!({
            "TableName": "Notes",
            "Key": counter_key(writer),
            "UpdateExpression": "ADD total :one",
            "ExpressionAttributeValues": { ":one": { "N": "1" } },
        });
        self.call("UpdateItem", &update).map(|(status, _)| status == 200)
    }

    fn total(&mut self, writer: usize) -> u64 {
        let get = json!({ "TableName": "Notes", "Key": counter_key(writer) });
        let reply = self.expect("GetItem", &get);
        reply["Item"]["total"]["N"].as_str().map_or(0, |total| total.parse().unwrap())
    }
}

fn counter_key(writer: usize) -> Value {
    json!({ "writer": { "S": writer.to_string() }, "n": { "N": "-1" } })
}

fn data_file() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("data.json");
    (folder, path)
}

fn number_from(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// Kills an endpoint at random times while eight writers put items and count, and checks after each start that everything
/// acknowledged is there, and nothing twice.
fn kill_again_and_again(arguments: &[&str]) {
    let seed = number_from("SEED").unwrap_or_else(|| fastrand::u64(..1_000_000));
    let mut chance = fastrand::Rng::with_seed(seed);
    let (_folder, data) = data_file();
    let mut puts = [0; WRITER_COUNT];
    let mut adds = [0; WRITER_COUNT];
    for round in 0..=number_from("KILLS").unwrap_or(4) {
        let endpoint = Endpoint::start(&data, "", arguments);
        let mut connection = endpoint.connect();
        if round == 0 {
            connection.create_table();
        }
        for writer in 0..WRITER_COUNT {
            let context = format!("SEED={seed}, kill {round}, writer {writer}");
            let (count, total) = (connection.count(writer), connection.total(writer));
            let (puts, adds) = (&mut puts[writer], &mut adds[writer]);
            // One request of each writer may have been under way.
            assert!((*puts..=*puts + 1).contains(&count), "{context}: {count} of {puts} items");
            assert!((*adds..=*adds + 1).contains(&total), "{context}: {total} of {adds}");
            (*puts, *adds) = (count, total);
        }
        let acknowledged = AtomicU64::new(0);
        let complaints = thread::scope(|scope| {
            for (writer, (puts, adds)) in puts.iter_mut().zip(&mut adds).enumerate() {
                let (mut connection, acknowledged) = (endpoint.connect(), &acknowledged);
                scope.spawn(move || {
                    while connection.put(writer, *puts, 300) == Some(true) {
                        *puts += 1;
                        acknowledged.fetch_add(1, Ordering::Relaxed);
                        if connection.add(writer) != Some(true) {
                            break;
                        }
                        *adds += 1;
                    }
                });
            }
            thread::sleep(Duration::from_millis(chance.u64(5..300)));
            endpoint.kill()
        });
        assert_eq!(complaints, "", "SEED={seed}, kill {round}");
    }
    let endpoint = Endpoint::start(&data, "", arguments);
    assert_eq!(endpoint.stop(), "");
    let names = fs::read_dir(data.parent().unwrap()).unwrap();
    let names: Vec<_> = names.map(|file| file.unwrap().file_name()).collect();
    assert_eq!(names, ["data.json"], "a stop leaves one file");
}

#[test]
fn an_acknowledged_write_survives_a_kill() {
    kill_again_and_again(&[]);
}

#[test]
fn an_acknowledged_write_survives_a_kill_while_snapshots_are_made() {
    kill_again_and_again(&["--log-size", "20000"]);
}

#[test]
fn on_a_full_disk_a_write_is_rejected_and_nothing_acknowledged_is_lost() {
    let (_folder, data) = data_file();
    // Files of a process may have 2 MB here; the signal is ignored, so that writing fails.
    let endpoint = Endpoint::start(&data, "trap '' XFSZ; ulimit -f 4096;", &[]);
    let mut connection = endpoint.connect();
    connection.create_table();
    let mut acknowledged = 0;
    while connection.put(0, acknowledged, 50_000) == Some(true) {
        acknowledged += 1;
        assert!(acknowledged < 1_000, "the disk is full at some time");
    }
    assert!(acknowledged > 2, "{acknowledged}");
    assert_eq!(connection.put(1, 0, 50_000), Some(false));
    assert!(connection.count(0) >= acknowledged, "reads are answered");
    let complaints = endpoint.kill();
    assert!(complaints.contains("Writes are rejected until it can be written"), "{complaints}");
    let endpoint = Endpoint::start(&data, "", &[]);
    let count = endpoint.connect().count(0);
    assert!((acknowledged..=acknowledged + 1).contains(&count), "{count} of {acknowledged}");
}

#[test]
fn a_file_that_cannot_be_written_stays_as_it_is() {
    let (_folder, data) = data_file();
    let endpoint = Endpoint::start(&data, "", &[]);
    endpoint.connect().create_table();
    endpoint.stop();
    let before = fs::read(&data).unwrap();
    let mut process = command(&data, "trap '' XFSZ; ulimit -f 0;", &[]).spawn().unwrap();
    let complaints = complaints(&mut process);
    assert!(complaints.starts_with("Cannot write "), "{complaints}");
    assert_eq!(fs::read(&data).unwrap(), before);
    assert_eq!(Endpoint::start(&data, "", &[]).connect().count(0), 0);
}

#[test]
fn a_read_only_file_is_not_opened_and_not_replaced() {
    for arguments in [&[][..], &["--durability", "snapshot"]] {
        let (folder, data) = data_file();
        let endpoint = Endpoint::start(&data, "", &[]);
        endpoint.connect().create_table();
        endpoint.stop();
        let before = fs::read(&data).unwrap();
        let mut permissions = fs::metadata(&data).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&data, permissions).unwrap();
        let mut process = command(&data, "", arguments).spawn().unwrap();
        let complaints = complaints(&mut process);
        assert!(complaints.contains(" is read-only, so no write could be saved."), "{complaints}");
        assert!(!process.wait().unwrap().success());
        assert_eq!(fs::read(&data).unwrap(), before);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left beside it");
    }
}

#[test]
fn a_damaged_log_is_reported_and_loses_only_what_is_damaged() {
    let (folder, data) = data_file();
    let endpoint = Endpoint::start(&data, "", &[]);
    let mut connection = endpoint.connect();
    connection.create_table();
    for number in 0..50 {
        assert_eq!(connection.put(0, number, 100), Some(true));
    }
    endpoint.kill();
    let log = folder.path().join("data.json.log");
    let mut bytes = fs::read(&log).unwrap();
    let number = br#""N":"25""#;
    let places = bytes.windows(number.len()).enumerate().filter(|(_, found)| *found == number);
    let places: Vec<usize> = places.map(|(place, _)| place).collect();
    assert!(!places.is_empty());
    for place in places {
        bytes[place + 5] = b'9';
    }
    fs::write(&log, bytes).unwrap();
    let endpoint = Endpoint::start(&data, "", &[]);
    let count = endpoint.connect().count(0);
    let complaints = endpoint.kill();
    assert!(complaints.contains(" are missing."), "{complaints}");
    assert!(complaints.contains("A copy of the log is "), "{complaints}");
    assert_eq!(count, 49);
}

#[test]
fn a_log_that_does_not_belong_to_the_file_is_kept_and_reported() {
    let (folder, data) = data_file();
    let endpoint = Endpoint::start(&data, "", &[]);
    endpoint.connect().create_table();
    endpoint.kill();
    fs::remove_file(&data).unwrap();
    let complaints = Endpoint::start(&data, "", &[]).kill();
    assert!(complaints.contains("does not belong to"), "{complaints}");
    assert!(folder.path().join("data.json.log.damaged-1").exists());
}

#[test]
fn the_log_of_a_killed_endpoint_is_read_by_one_that_makes_snapshots_only() {
    let (folder, data) = data_file();
    let endpoint = Endpoint::start(&data, "", &[]);
    let mut connection = endpoint.connect();
    connection.create_table();
    assert_eq!(connection.put(0, 0, 10), Some(true));
    endpoint.kill();
    let endpoint = Endpoint::start(&data, "", &["--durability", "snapshot"]);
    assert!(!folder.path().join("data.json.log").exists());
    assert_eq!(endpoint.connect().count(0), 1);
    endpoint.kill();
    assert_eq!(Endpoint::start(&data, "", &[]).connect().count(0), 1);
}
