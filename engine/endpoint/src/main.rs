//! The engine behind a real HTTP port, for any AWS SDK.
//!
//! `cargo xtask endpoint [--port 8000] [--host 127.0.0.1] [--data sandbox.json] [--delay MS] [--throttle]`
//!
//! One database, one lock: calls happen one after another, and before each of them virtual time catches up with
//! the clock of the machine. [`protocol`] decides what a request is answered with and knows no socket; [`server`]
//! knows sockets, this file signals, [`service`] the clock and the lock, [`data_file`] the disk.

mod arguments;
mod console;
mod data_file;
mod gzip;
mod keeper;
mod protocol;
mod rejection;
mod server;
mod service;

use std::process::ExitCode;
use std::sync::Arc;

use clap::Parser;
use engine::throughput::model::ThroughputModel;
use tokio::net::TcpListener;

use crate::arguments::Arguments;
use crate::console::{complain, say};
use crate::data_file::DataFile;
use crate::keeper::Keeper;
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
    let (file, found) = match &arguments.data {
        None => (None, None),
        Some(path) => DataFile::open(path).map(|(file, found)| (Some(file), found))?,
    };
    for sentence in found.iter().flat_map(|found| &found.damages) {
        complain(sentence);
    }
    let found = found.map(|found| found.database);
    let mut database = found.unwrap_or_else(Service::empty_database);
    if let Some(delay_ms) = arguments.delay_ms {
        database.set_propagation_delay(delay_ms);
    }
    if arguments.throttles {
        let model = database.config().throughput;
        database.set_throughput_model(ThroughputModel { is_enforced: true, ..model });
    }
    let listener = listen(&arguments).await?;
    let service = Arc::new(Service::new(database));
    let mut keeper = file.map(|file| Keeper::new(Arc::clone(&service), file));
    let keeping = async {
        match &mut keeper {
            None => std::future::pending().await,
            Some(keeper) => keeper.keep().await,
        }
    };
    tokio::select! {
        () = server::serve(listener, service, LIMITS, wait_for_signal()) => {}
        () = keeping => {}
    }
    match &mut keeper {
        None => Ok(()),
        Some(keeper) => keeper.save().await,
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

/// Until a signal asks the endpoint to stop.
async fn wait_for_signal() {
    let interrupted = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let Ok(mut terminated) = signal(SignalKind::terminate()) else { return };
        tokio::select! { _ = interrupted => {}, _ = terminated.recv() => {} }
    }
    #[cfg(not(unix))]
    drop(interrupted.await);
}
