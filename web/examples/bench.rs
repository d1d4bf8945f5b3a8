//! The engine's benchmark for a browser, and how long rewinding takes: `tests/browser/bench.mjs` loads it and holds the
//! clock.

#[path = "../playground/benches/history.rs"]
mod history;
#[path = "../../engine/benches/million.rs"]
mod million;
#[path = "../../engine/benches/mix.rs"]
mod mix;

use engine::database::Database;
use million::Keys;
use mix::Call;
use wasm_bindgen::prelude::*;

/// The names of the kinds of request.
#[wasm_bindgen]
pub fn calls() -> Vec<String> {
    Call::ALL.map(|call| call.to_string()).to_vec()
}

/// A table, and requests that wait for it.
#[wasm_bindgen]
pub struct Workload {
    database: Database,
    item_count: usize,
    call: Call,
    turn: usize,
    requests: Vec<String>,
}

#[wasm_bindgen]
impl Workload {
    /// A table of so many items.
    #[wasm_bindgen(constructor)]
    pub fn new(item_count: usize) -> Self {
        let database = mix::load(item_count);
        Self { database, item_count, call: Call::PutNew, turn: 0, requests: Vec::new() }
    }

    /// Writes so many requests of a kind down, so that this is not timed.
    pub fn prepare(&mut self, name: &str, count: usize) {
        let call = Call::ALL.into_iter().find(|call| call.to_string() == name);
        self.call = call.expect("`calls` lists the names");
        let turns = self.turn..self.turn + count;
        self.requests = turns.map(|turn| self.call.request(turn, self.item_count)).collect();
        self.turn += count;
    }

    /// Sends them and returns the size of the replies.
    pub fn send(&mut self) -> usize {
        let requests = self.requests.drain(..);
        let replies = requests.map(|it| mix::send(&mut self.database, self.call.operation(), &it));
        replies.map(|reply| reply.len()).sum()
    }
}

/// The names of the ways in which a million writes choose their keys.
#[wasm_bindgen]
pub fn keys() -> Vec<String> {
    Keys::ALL.map(|keys| keys.to_string()).to_vec()
}

/// Makes a million writes of a workload, and returns how many succeeded.
#[wasm_bindgen]
pub fn million(name: &str) -> u32 {
    let keys = Keys::ALL.into_iter().find(|keys| keys.to_string() == name);
    let keys = keys.expect("`keys` lists the names");
    let succeeded = million::run(&mut million::database(), keys);
    u32::try_from(succeeded).expect("a million is less")
}

/// A sandbox in which much has happened.
#[wasm_bindgen]
pub struct Past {
    history: history::History,
}

#[wasm_bindgen]
impl Past {
    /// So many operations.
    #[wasm_bindgen(constructor)]
    pub fn new(operation_count: usize) -> Self {
        Self { history: history::History::new(operation_count) }
    }

    /// Shows the moment so many operations ago, and returns to now.
    pub fn rewind(&mut self, operation_count: usize) {
        self.history.rewind(operation_count);
    }
}

fn main() {}
