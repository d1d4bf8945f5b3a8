//! What a killed endpoint, a full disk and damage may lose: nothing that was acknowledged.
//!
//! `KILLS=200 cargo test -p endpoint --test durability` kills more often; `SEED=…` repeats the times.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "the helpers of a test end it where something fails")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use engine::api::{self, snapshot};
use engine::database::{Config, Database};
use engine::receipt::UnitKind;
use engine::throughput::scaling::ScalingPolicy;
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
        Self::of(command(data, before, arguments))
    }

    fn of(mut command: Command) -> Self {
        let mut process = command.spawn().unwrap();
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

/// What a writer knows of its items and counters.
#[derive(Default)]
struct Known {
    /// The number of the next item.
    next: u64,
    acknowledged: BTreeSet<u64>,
    refused: BTreeSet<u64>,
    /// Items of the last request, if it was not answered.
    unknown: BTreeSet<u64>,
    /// For each counter, how often it was raised at least and at most.
    raised: [(u64, u64); COUNTER_COUNT],
}

const COUNTER_COUNT: usize = 3;

/// A database with less throughput than the writers ask for. Its table follows what is used, and items of it expire.
#[expect(clippy::disallowed_types, reason = "the database begins now, as the endpoint's own would")]
fn scarce_database() -> String {
    let since = std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap().as_secs();
    let mut database = Database::new(Config { epoch_seconds: since, ..Config::default() });
    let definition = |name, kind| json!({ "AttributeName": name, "AttributeType": kind });
    let key = |name, kind| json!({ "AttributeName": name, "KeyType": kind });
    let rates = |reads, writes| json!({ "ReadCapacityUnits": reads, "WriteCapacityUnits": writes });
    let table = json!({
        "TableName": "Notes",
        "ProvisionedThroughput": rates(2_000, 20),
        "AttributeDefinitions": [definition("writer", "S"), definition("n", "N")],
        "KeySchema": [key("writer", "HASH"), key("n", "RANGE")],
        "GlobalSecondaryIndexes": [{
            "IndexName": "ByNumber", "KeySchema": [key("n", "HASH")],
            "Projection": { "ProjectionType": "ALL" }, "ProvisionedThroughput": rates(10, 10),
        }],
    });
    let time_to_live = json!({
        "TableName": "Notes",
        "TimeToLiveSpecification": { "AttributeName": "until", "Enabled": true },
    });
    for (operation, request) in [("CreateTable", table), ("UpdateTimeToLive", time_to_live)] {
        api::call(&mut database, operation, &request.to_string()).unwrap();
    }
    for writer in 0..WRITER_COUNT {
        for counter in 0..COUNTER_COUNT {
            let item = json!({
                "writer": { "S": writer.to_string() }, "n": { "N": format!("-{}", counter + 1) },
                "total": { "N": "0" },
            });
            let put = json!({ "TableName": "Notes", "Item": item });
            api::call(&mut database, "PutItem", &put.to_string()).unwrap();
        }
    }
    let policy = ScalingPolicy { units_min: 5, units_max: 60, target_percent: 70 };
    database.set_scaling("Notes", None, UnitKind::Write, Some(policy)).unwrap();
    snapshot::save(&database)
}

impl Known {
    /// Puts a batch of items of which one expires at once, then raises all counters with PartiQL. `None` when the
    /// connection breaks.
    fn write(&mut self, writer: usize, connection: &mut Connection) -> Option<()> {
        self.unknown = (self.next..self.next + 6).collect();
        self.next += 6;
        let put = |number: &u64| {
            let mut item = json!({
                "writer": { "S": writer.to_string() }, "n": { "N": number.to_string() },
                "note": { "S": "x".repeat(600) },
            });
            if number % 6 == 5 {
                item["until"] = json!({ "N": "1" });
            }
            json!({ "PutRequest": { "Item": item } })
        };
        let puts: Vec<Value> = self.unknown.iter().map(put).collect();
        let (status, reply) =
            connection.call("BatchWriteItem", &json!({ "RequestItems": { "Notes": puts } }))?;
        let left = reply["UnprocessedItems"]["Notes"].as_array().into_iter().flatten();
        let number = |put: &Value| put["PutRequest"]["Item"]["n"]["N"].as_str()?.parse().ok();
        let left: BTreeSet<u64> = left.filter_map(number).collect();
        for number in std::mem::take(&mut self.unknown) {
            match status == 200 && !left.contains(&number) {
                true => self.acknowledged.insert(number),
                false => self.refused.insert(number),
            };
        }
        self.raised.iter_mut().for_each(|(_, most)| *most += 1);
        let raise = |counter: usize| {
            let place = format!("writer = '{writer}' AND n = -{}", counter + 1);
            json!({ "Statement": format!("UPDATE Notes SET total = total + 1 WHERE {place}") })
        };
        let statements: Vec<Value> = (0..COUNTER_COUNT).map(raise).collect();
        let (status, reply) =
            connection.call("BatchExecuteStatement", &json!({ "Statements": statements }))?;
        for (counter, (least, most)) in self.raised.iter_mut().enumerate() {
            match status == 200 && reply["Responses"][counter].get("Error").is_none() {
                true => *least += 1,
                false => *most -= 1,
            }
        }
        Some(())
    }

    /// Compares what is known with what is there.
    fn check(&mut self, writer: usize, connection: &mut Connection, context: &str) {
        let request = json!({
            "TableName": "Notes", "ConsistentRead": true, "KeyConditionExpression": "writer = :w",
            "ProjectionExpression": "n, #t", "ExpressionAttributeNames": { "#t": "total" },
            "ExpressionAttributeValues": { ":w": { "S": writer.to_string() } },
        });
        let mut items = BTreeMap::new();
        let mut start = None;
        loop {
            let mut request = request.clone();
            if let Some(start) = start.take() {
                request["ExclusiveStartKey"] = start;
            }
            let (status, reply) = connection.call("Query", &request).unwrap();
            if status != 200 {
                // Reads are limited too.
                thread::sleep(Duration::from_millis(100));
                continue;
            }
            for item in reply["Items"].as_array().unwrap() {
                let number: i64 = item["n"]["N"].as_str().unwrap().parse().unwrap();
                items.insert(
                    number,
                    item["total"]["N"].as_str().map(|it| it.parse::<u64>().unwrap()),
                );
            }
            match reply.get("LastEvaluatedKey") {
                Some(key) => start = Some(key.clone()),
                None => break,
            }
        }
        for (counter, (least, most)) in self.raised.iter_mut().enumerate() {
            let total = items.remove(&(-1 - i64::try_from(counter).unwrap())).flatten().unwrap();
            assert!((*least..=*most).contains(&total), "{context}: {least} to {most}, not {total}");
            (*least, *most) = (total, total);
        }
        let there: BTreeSet<u64> = items.into_keys().map(|it| u64::try_from(it).unwrap()).collect();
        let performed: Vec<_> = there.intersection(&self.refused).collect();
        assert!(performed.is_empty(), "{context}: {performed:?} were refused");
        let known = self.acknowledged.union(&self.unknown).copied().collect();
        assert!(there.is_subset(&known), "{context}");
        // One of six expires, at any time.
        let lost = self.acknowledged.difference(&there).filter(|number| *number % 6 != 5);
        assert_eq!(
            lost.collect::<Vec<_>>(),
            Vec::<&u64>::new(),
            "{context}: they were acknowledged"
        );
        for number in std::mem::take(&mut self.unknown) {
            match there.contains(&number) {
                true => self.acknowledged.insert(number),
                false => self.refused.insert(number),
            };
        }
    }
}

#[test]
fn a_kill_while_throughput_is_limited_performs_nothing_that_was_refused() {
    let seed = number_from("SEED").unwrap_or_else(|| fastrand::u64(..1_000_000));
    let mut chance = fastrand::Rng::with_seed(seed);
    let (_folder, data) = data_file();
    fs::write(&data, scarce_database()).unwrap();
    let arguments = ["--throttle", "--delay", "40", "--log-size", "200000"];
    let mut known: Vec<Known> = (0..WRITER_COUNT).map(|_| Known::default()).collect();
    for round in 0..=number_from("KILLS").unwrap_or(4) {
        let endpoint = Endpoint::start(&data, "", &arguments);
        let mut connection = endpoint.connect();
        for (writer, known) in known.iter_mut().enumerate() {
            let context = format!("SEED={seed}, kill {round}, writer {writer}");
            known.check(writer, &mut connection, &context);
        }
        let complaints = thread::scope(|scope| {
            for (writer, known) in known.iter_mut().enumerate() {
                let mut connection = endpoint.connect();
                scope.spawn(move || while known.write(writer, &mut connection).is_some() {});
            }
            thread::sleep(Duration::from_millis(chance.u64(5..300)));
            endpoint.kill()
        });
        assert_eq!(complaints, "", "SEED={seed}, kill {round}");
    }
    let refused: usize = known.iter().map(|known| known.refused.len()).sum();
    let acknowledged: usize = known.iter().map(|known| known.acknowledged.len()).sum();
    assert!(refused > 0 && acknowledged > 0, "{refused} refused, {acknowledged} acknowledged");
    assert_eq!(Endpoint::start(&data, "", &arguments).stop(), "");
}

/// A small disk that is there for the endpoints on it, and as long as this value.
#[cfg(target_os = "linux")]
struct Disk {
    holder: Child,
    folder: TempDir,
}

#[cfg(target_os = "linux")]
impl Disk {
    /// `None` if this process may have none.
    #[expect(clippy::print_stderr, reason = "a test that does nothing says so")]
    fn make() -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let mut command = Command::new("unshare");
        let script = "mount -t tmpfs -o size=5m none \"$0\" && echo mounted && exec sleep 1000";
        command.args(["-rm", "sh", "-c", script]).arg(folder.path());
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut holder = command.spawn().ok()?;
        let mut line = String::new();
        BufReader::new(holder.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let disk = Self { holder, folder };
        if line.is_empty() {
            eprintln!("This test needs a disk of its own, which this process may not have.");
        }
        (!line.is_empty()).then_some(disk)
    }

    fn start(&self, arguments: &[&str]) -> Endpoint {
        let mut command = Command::new("nsenter");
        command.args(["-U", "-m", "--preserve-credentials", "-t", &self.holder.id().to_string()]);
        command.arg(env!("CARGO_BIN_EXE_endpoint")).args(["--port", "0", "--data"]);
        command.arg(self.folder.path().join("data.json")).args(arguments);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        Endpoint::of(command)
    }
}

#[cfg(target_os = "linux")]
impl Drop for Disk {
    fn drop(&mut self) {
        drop(self.holder.kill());
        drop(self.holder.wait());
    }
}

#[cfg(target_os = "linux")]
impl Endpoint {
    /// What it says of its health: the status, and the text.
    fn health(&self) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let request = "GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
        stream.write_all(request.as_bytes()).unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        let body = text.rsplit("\r\n").next().unwrap().to_owned();
        format!("{} {body}", text.split(' ').nth(1).unwrap())
    }

    fn wait_for_health(&self, expected: &str) {
        while self.health() != expected {
            thread::sleep(Duration::from_millis(100));
        }
    }
}

#[cfg(target_os = "linux")]
impl Connection {
    /// Makes a table, and puts items of a writer until the disk is full. Returns how many were acknowledged.
    fn fill(&mut self, writer: usize) -> u64 {
        self.create_table();
        let mut count = 0;
        while self.put(writer, count, 50_000) == Some(true) {
            count += 1;
            assert!(count < 2_000, "the disk is full at some time");
        }
        assert!(count > 2, "{count}");
        count
    }

    fn delete(&mut self, writer: usize, numbers: std::ops::Range<u64>) {
        for number in numbers {
            let key =
                json!({ "writer": { "S": writer.to_string() }, "n": { "N": number.to_string() } });
            self.expect("DeleteItem", &json!({ "TableName": "Notes", "Key": key }));
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn on_a_full_disk_deletes_are_accepted_until_there_is_space_again() {
    let Some(disk) = Disk::make() else { return };
    let endpoint = disk.start(&[]);
    let mut connection = endpoint.connect();
    let count = connection.fill(0);
    let item =
        json!({ "writer": { "S": "1" }, "n": { "N": "1" }, "note": { "S": "x".repeat(50_000) } });
    let put = json!({ "TableName": "Notes", "Item": item });
    let (status, reply) = connection.call("PutItem", &put).unwrap();
    assert_eq!(status, 500);
    assert!(reply["message"].as_str().unwrap().contains("free space on the disk"), "{reply}");
    assert_eq!(connection.count(0), count, "nothing of it was performed");
    connection.delete(0, 0..count);
    assert_eq!(connection.count(0), 0);
    // A snapshot takes the place of the log, which makes space.
    while connection.put(1, 1, 50_000) != Some(true) {
        thread::sleep(Duration::from_millis(100));
    }
    let complaints = endpoint.stop();
    assert!(complaints.contains("only writes that delete are accepted"), "{complaints}");
}

#[cfg(target_os = "linux")]
#[test]
fn an_endpoint_starts_on_a_full_disk_and_goes_on_with_its_log() {
    for ends in [Endpoint::kill, Endpoint::stop] {
        let Some(disk) = Disk::make() else { return };
        let endpoint = disk.start(&[]);
        let count = endpoint.connect().fill(0);
        ends(endpoint);
        for round in 0..2 {
            let endpoint = disk.start(&[]);
            let mut connection = endpoint.connect();
            assert_eq!(connection.count(0), count - round * 2, "what was acknowledged is there");
            assert_eq!(connection.put(1, 1, 50_000), Some(false));
            connection.delete(0, round * 2..round * 2 + 2);
            let complaints = ends(endpoint);
            assert!(complaints.contains("The endpoint starts with what is there"), "{complaints}");
        }
        let endpoint = disk.start(&[]);
        let mut connection = endpoint.connect();
        connection.delete(0, 4..count);
        while connection.put(1, 1, 50_000) != Some(true) {
            thread::sleep(Duration::from_millis(100));
        }
        endpoint.wait_for_health(r#"200 {"status":"healthy"}"#);
        ends(endpoint);
        let endpoint = disk.start(&[]);
        let mut connection = endpoint.connect();
        assert_eq!((connection.count(0), connection.count(1)), (0, 1));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_endpoint_without_a_log_says_in_its_health_that_changes_cannot_be_saved() {
    let Some(disk) = Disk::make() else { return };
    let endpoint = disk.start(&["--durability", "snapshot"]);
    endpoint.wait_for_health(r#"200 {"status":"healthy"}"#);
    let mut connection = endpoint.connect();
    connection.create_table();
    for number in 0..150 {
        assert_eq!(connection.put(0, number, 50_000), Some(true));
    }
    endpoint.wait_for_health(r#"503 {"status":"changes cannot be saved"}"#);
    connection.delete(0, 0..150);
    endpoint.wait_for_health(r#"200 {"status":"healthy"}"#);
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
fn a_log_with_arns_of_another_account_is_not_repeated_and_not_lost() {
    let (_folder, data) = data_file();
    let account = ["--account", "123456789012", "--region", "eu-north-1"];
    let endpoint = Endpoint::start(&data, "", &account);
    let mut connection = endpoint.connect();
    connection.create_table();
    let arn = "arn:aws:dynamodb:eu-north-1:123456789012:table/Notes";
    let table = connection.expect("DescribeTable", &json!({ "TableName": "Notes" }));
    assert_eq!(table["Table"]["TableArn"], arn);
    let item = json!({ "writer": { "S": "0" }, "n": { "N": "0" }, "note": { "S": "x" } });
    connection.expect("PutItem", &json!({ "TableName": arn, "Item": item }));
    let other = arn.replace("123456789012", "000000000000");
    let (status, denied) =
        connection.call("PutItem", &json!({ "TableName": other, "Item": item })).unwrap();
    assert_eq!(status, 400);
    assert!(denied["__type"].as_str().unwrap().ends_with("#AccessDeniedException"), "{denied}");
    endpoint.kill();
    let mut process = command(&data, "", &[]).spawn().unwrap();
    let refusal = complaints(&mut process);
    assert!(refusal.contains("--account 123456789012 --region eu-north-1"), "{refusal}");
    let endpoint = Endpoint::start(&data, "", &account);
    assert_eq!(endpoint.connect().count(0), 1);
    endpoint.stop();
    assert_eq!(Endpoint::start(&data, "", &[]).connect().count(0), 1);
}

#[test]
fn lines_are_json_on_request_and_each_request_has_one() {
    let (_folder, data) = data_file();
    let arguments = ["--log-format", "json", "--log-requests"];
    let mut process = command(&data, "", &arguments).spawn().unwrap();
    let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
    let mut line = || serde_json::from_str::<Value>(&lines.next().unwrap().unwrap()).unwrap();
    let first = line();
    let (_, address) = first["message"].as_str().unwrap().split_once("http://").unwrap();
    let endpoint = Endpoint { address: address.to_owned(), process };
    endpoint.connect().expect("ListTables", &json!({}));
    let served = line();
    assert_eq!(
        (&served["target"], &served["status"]),
        (&json!("DynamoDB_20120810.ListTables"), &json!(200))
    );
    assert!(served["us"].is_u64() && served["unix_ms"].is_u64(), "{served}");
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
