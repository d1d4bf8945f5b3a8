//! The database for JavaScript, and what answers the AWS SDK in its place of the network: conversion only.
//!
//! Everything but texts and bytes crosses as JSON, which the engine uses anyway and which JavaScript reads faster
//! than it is handed objects member by member. `types.d.ts` holds the types of what has no class here.
//! Virtual time passes only when it is advanced, so what a page shows does not depend on when it is shown.

mod config;
mod event;
mod request_handler;
mod value;

use std::cell::{Cell, RefCell};
use std::panic;
use std::rc::Rc;

use js_sys::{Error, Object, RangeError, SyntaxError, TypeError};
use serde_json::Value;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};
use wasm_bindgen::throw_str;

use crate::api::error::ApiError;
use crate::api::{self, snapshot};
use crate::database;
use crate::js::request_handler::RequestHandler;
use crate::js::value::{Shared, json, parsed};
use crate::operation::Operation;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("types.d.ts");

/// A database of its own: tables, indexes, streams, and virtual time.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Database {
    shared: Rc<Shared>,
}

#[wasm_bindgen]
impl Database {
    /// An empty database at virtual time zero. Throws a `TypeError` if a setting is not one.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_optional_param_type = "Config")] config: &JsValue,
    ) -> Result<Self, TypeError> {
        let config = json(config).map_or_else(|| Ok(config::default()), |text| config::read(&text));
        let config = config.map_err(|error| TypeError::new(&error.to_string()))?;
        let database = RefCell::new(database::Database::new(config));
        Ok(Self { shared: Rc::new(Shared { database, request_count: Cell::new(0) }) })
    }

    /// The names of all operations.
    #[wasm_bindgen(unchecked_return_type = "OperationName[]")]
    pub fn operations() -> Vec<String> {
        Operation::ALL.iter().map(|operation| operation.name().to_owned()).collect()
    }

    /// Runs an operation on a request in DynamoDB's JSON and returns the reply in DynamoDB's JSON.
    /// Throws a `DynamoDBError` if DynamoDB would reject.
    #[wasm_bindgen(unchecked_return_type = "Reply")]
    pub fn call(
        &self,
        #[wasm_bindgen(unchecked_param_type = "OperationName")] operation: &str,
        #[wasm_bindgen(unchecked_optional_param_type = "object")] request: &JsValue,
    ) -> Result<JsValue, Error> {
        // Before the database is borrowed: this may call a `toJSON` that uses it.
        let request = json(request).unwrap_or_else(|| "{}".to_owned());
        let reply = api::call(&mut self.shared.database.borrow_mut(), operation, &request);
        reply.map(|reply| parsed(&reply)).map_err(|error| thrown(&error))
    }

    /// Milliseconds of virtual time since the database was made.
    #[wasm_bindgen(unchecked_return_type = "number")]
    pub fn now(&self) -> JsValue {
        parsed(&self.shared.database.borrow().now().0.to_string())
    }

    /// Advances virtual time by a number of whole milliseconds, and runs everything that is due by then.
    /// Throws a `RangeError` for any other number.
    pub fn advance(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] ms: &JsValue,
    ) -> Result<(), RangeError> {
        let whole = json(ms).and_then(|text| text.parse().ok());
        let ms: u64 = whole.ok_or_else(|| {
            RangeError::new("`advance` takes a whole number of milliseconds that is not negative.")
        })?;
        let mut database = self.shared.database.borrow_mut();
        let later = database.now().after(ms);
        database.advance_to(later);
        Ok(())
    }

    /// What happened since the last time, oldest first. The oldest of more than 4,096 are lost.
    #[wasm_bindgen(unchecked_return_type = "DatabaseEvent[]")]
    pub fn events(&self) -> JsValue {
        let events = self.shared.database.borrow_mut().drain_events();
        let events: Value = events.iter().map(event::to_json).collect();
        parsed(&events.to_string())
    }

    /// Everything that later calls depend on, as a text of JSON that `load` takes.
    pub fn save(&self) -> String {
        snapshot::save(&self.shared.database.borrow())
    }

    /// Becomes the database that was saved, with its settings and its time. Reads sandboxes of the page, too.
    /// Events that were not drained are dropped. Throws a `SyntaxError` and changes nothing if the text is not a saved database.
    pub fn load(&self, saved: &str) -> Result<(), SyntaxError> {
        let loaded = snapshot::load(saved)
            .map_err(|error| SyntaxError::new(&format!("This is no saved database: {error}.")))?;
        self.shared.database.replace(loaded);
        Ok(())
    }

    /// What the AWS SDK for JavaScript v3 takes as `requestHandler`: a client with it sends its requests here.
    #[wasm_bindgen(js_name = requestHandler)]
    pub fn request_handler(&self) -> RequestHandler {
        RequestHandler::new(Rc::clone(&self.shared))
    }
}

/// A broken invariant is thrown with its sentence, and not as a bare trap of the machine.
#[wasm_bindgen(start)]
fn throw_panics() {
    panic::set_hook(Box::new(|panic| throw_str(&panic.to_string())));
}

/// An error as an exception: `name` and `message`, and all members of the reply that the service would send.
fn thrown(error: &ApiError) -> Error {
    let exception = Error::new(&error.to_string());
    exception.set_name(error.code().name());
    Object::assign(&exception, &Object::from(parsed(&error.to_json().to_string())));
    exception
}
