//! The engine behind a real HTTP port, for any AWS SDK.
//!
//! `cargo xtask endpoint [--port 8000] [--data FILE] …`: `--help` names all arguments.
//!
//! One database, one lock: calls happen one after another, and before each of them virtual time catches up with
//! the clock of the machine. [`protocol`] decides what a request is answered with and knows no socket; [`server`]
//! knows sockets, this file signals, [`service`] the clock and the lock, [`data_file`] and [`log`] the disk.

mod arguments;
mod clock;
mod console;
mod data_file;
mod gzip;
mod keeper;
mod log;
mod protocol;
mod rejection;
mod server;
mod service;

use std::fs;
use std::process::ExitCode;
use std::sync::Arc;

use clap::Parser;
use engine::database::Database;
use engine::throughput::model::ThroughputModel;
use tokio::net::TcpListener;

use crate::arguments::{Arguments, Durability, LogFormat};
use crate::clock::Moment;
use crate::console::{Style, complain, say};
use crate::data_file::DataFile;
use crate::keeper::Keeper;
use crate::log::recorder::Recorder;
use crate::log::{Log, LogPosition};
use crate::protocol::Protocol;
use crate::protocol::access::Access;
use crate::server::LIMITS;
use crate::service::Service;

#[tokio::main]
async fn main() -> ExitCode {
    match run(Arguments::parse()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            complain(&sentence);
            ExitCode::FAILURE
        }
    }
}

async fn run(arguments: Arguments) -> Result<(), String> {
    console::set_style(Style {
        is_json: arguments.log_format == LogFormat::Json,
        has_requests: arguments.log_requests,
    });
    if let Some(fault) = Moment::now().date_fault() {
        return Err(fault.to_owned());
    }
    // Before a database is made or read: names of its tables are ARNs of this account.
    engine::api::set_owner(&arguments.region, &arguments.account);
    // Before the log is done again: it has requests as they were sent.
    engine::api::ignore_unknown_members();
    let (file, found) = match &arguments.data {
        None => (None, None),
        Some(path) => {
            DataFile::open(path, &owner(&arguments)).map(|(file, found)| (Some(file), found))?
        }
    };
    for sentence in found.iter().flat_map(|found| &found.damages) {
        complain(sentence);
    }
    let is_intact = found.as_ref().is_some_and(|found| found.damages.is_empty());
    let position = found.as_ref().and_then(|found| found.position);
    let found = found.map(|found| found.database);
    let mut database = found.unwrap_or_else(Service::empty_database);
    if let Some(delay_ms) = arguments.delay_ms {
        database.set_propagation_delay(delay_ms);
    }
    if arguments.throttles {
        let model = database.config().throughput;
        database.set_throughput_model(ThroughputModel { is_enforced: true, ..model });
    }
    let Begun { recorder, is_saved } = match &file {
        None => Begun { recorder: None, is_saved: true },
        Some(file) => begin(file, &database, (position, is_intact), arguments.durability)?,
    };
    // Before the endpoint says where it is: a client may then ask it to stop.
    let stop = stop_signal()?;
    let listener = listen(&arguments).await?;
    let service = Arc::new(Service::new(database, recorder));
    let mut keeper = file.map(|file| Keeper::new(&service, file, arguments.log_size, is_saved));
    let keeping = async {
        match &mut keeper {
            None => std::future::pending().await,
            Some(keeper) => keeper.keep().await,
        }
    };
    let stop = async {
        tokio::select! { () = stop => {}, () = service.broken() => {} }
    };
    let protocol = Protocol { service: Arc::clone(&service), access: access(&arguments) };
    tokio::select! {
        () = server::serve(listener, protocol, LIMITS, stop) => {}
        () = keeping => {}
    }
    match &mut keeper {
        None if service.is_broken() => Err(keeper::BROKEN_WITHOUT_FILE.to_owned()),
        None => Ok(()),
        Some(keeper) => keeper.finish().await,
    }
}

/// The account and the Region, as arguments.
fn owner(Arguments { account, region, .. }: &Arguments) -> String {
    format!("--account {account} --region {region}")
}

/// Who is answered. The name under which it listens is one of its own.
fn access(arguments: &Arguments) -> Access {
    let mut hosts = arguments.allow_host.clone();
    hosts.push(arguments.host.clone());
    Access { origins: arguments.allow_origin.clone(), hosts }
}

/// What stores changes from now on.
struct Begun {
    recorder: Option<Recorder>,
    /// Whether the file has all of the database.
    is_saved: bool,
}

/// Begins to store what happens. If nothing can be saved, as on a full disk, what was found is served, its log goes on, and it is
/// saved when there is space. Fails with a sentence if there is no such log, or what was found was damaged.
fn begin(
    file: &DataFile,
    database: &Database,
    (position, is_intact): (Option<LogPosition>, bool),
    durability: Durability,
) -> Result<Begun, String> {
    let sentence = match begin_saved(file, database, position, durability) {
        Ok(recorder) => return Ok(Begun { recorder, is_saved: true }),
        Err(sentence) if !is_intact => return Err(sentence),
        Err(sentence) => sentence,
    };
    let recorder = match (durability, position, file.log_path().exists()) {
        (Durability::Snapshot, _, false) => None,
        (Durability::Log, Some(position), true) => {
            let log = Log::resume(&file.log_path(), position);
            Some(Recorder::start(log, position, file.reserve()))
        }
        (Durability::Snapshot, _, true) | (Durability::Log, ..) => return Err(sentence),
    };
    complain(&format!("{sentence} The endpoint starts with what is there."));
    Ok(Begun { recorder, is_saved: false })
}

/// Brings what was found to the file, so that the log begins anew. A log of an earlier run is removed when the file has its
/// entries.
fn begin_saved(
    file: &DataFile,
    database: &Database,
    position: Option<LogPosition>,
    durability: Durability,
) -> Result<Option<Recorder>, String> {
    match durability {
        Durability::Snapshot => {
            // The file is there from now on, so that it is locked.
            file.save(database, position)?;
            file.remove_log();
            Ok(None)
        }
        Durability::Log => {
            if file.log_path().exists() {
                file.save(database, position)?;
            }
            let position = LogPosition { id: fastrand::u64(..), through: 0 };
            let log = Log::create(&file.log_path(), position.id)?;
            file.save(database, Some(position)).inspect_err(|_| {
                // The snapshot before has everything, and no entries may follow it in a log that is not its own.
                drop(fs::remove_file(file.log_path()));
            })?;
            Ok(Some(Recorder::start(log, position, file.reserve())))
        }
    }
}

async fn listen(arguments: &Arguments) -> Result<TcpListener, String> {
    let address = format!("{}:{}", arguments.host, arguments.port);
    let listener = TcpListener::bind((arguments.host.as_str(), arguments.port)).await;
    let listener = listener.map_err(|error| format!("Cannot listen on {address}: {error}."))?;
    let bound = listener.local_addr();
    let bound = bound.map_err(|error| format!("Cannot tell which port {address} is: {error}."))?;
    say(&format!("Sparsebox answers as DynamoDB on http://{bound}"));
    Ok(listener)
}

/// Waits until a signal asks the endpoint to stop. Signals count from the call of this function, and not only from the time
/// at which its future is polled.
#[cfg(unix)]
fn stop_signal() -> Result<impl Future<Output = ()>, String> {
    use tokio::signal::unix::{SignalKind, signal};
    let failure = |error| format!("Cannot wait for signals: {error}.");
    let mut interrupted = signal(SignalKind::interrupt()).map_err(failure)?;
    let mut terminated = signal(SignalKind::terminate()).map_err(failure)?;
    Ok(async move {
        tokio::select! { _ = interrupted.recv() => {}, _ = terminated.recv() => {} }
    })
}

/// Waits until a signal asks the endpoint to stop.
#[cfg(not(unix))]
fn stop_signal() -> Result<impl Future<Output = ()>, String> {
    Ok(async { drop(tokio::signal::ctrl_c().await) })
}
