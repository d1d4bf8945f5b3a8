//! A request handler for the AWS SDK for JavaScript v3, in place of the network: HTTP requests in, replies out.
//!
//! The SDK signs, retries and reads as it always does. No time passes, nothing is lost, and no signature is looked at.

use std::rc::Rc;

use js_sys::{ArrayBuffer, Error, Object, Promise, Reflect, TypeError, Uint8Array};
use serde_json::{Value, json};
use wasm_bindgen::prelude::{JsCast, JsValue, wasm_bindgen};

use crate::api::{self, protocol};
use crate::js::value::{Shared, json, parsed};
use crate::operation::Operation;

const OK: u16 = 200;

/// Answers the AWS SDK for JavaScript v3: `new DynamoDBClient({ requestHandler: database.requestHandler() })`.
/// One handler may serve any number of clients, for items and for streams.
#[wasm_bindgen]
#[derive(Debug)]
pub struct RequestHandler {
    shared: Rc<Shared>,
}

/// A request without a reply, because it is invalid or was aborted.
type Fault = JsValue;

impl RequestHandler {
    pub(super) fn new(shared: Rc<Shared>) -> Self {
        Self { shared }
    }
}

#[wasm_bindgen]
impl RequestHandler {
    /// Answers a request as DynamoDB does.
    #[wasm_bindgen(unchecked_return_type = "Promise<HttpHandlerOutput>")]
    pub fn handle(
        &self,
        #[wasm_bindgen(unchecked_param_type = "HttpRequest")] request: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "HttpHandlerOptions")] options: &JsValue,
    ) -> Promise {
        match self.answer(request, options) {
            Ok(output) => Promise::resolve(&output),
            Err(fault) => Promise::reject(&fault),
        }
    }
}

#[wasm_bindgen]
#[expect(clippy::unused_self, reason = "the SDK finds them on the handler")]
impl RequestHandler {
    /// What kind of handler this is.
    #[wasm_bindgen(getter, unchecked_return_type = "{ handlerProtocol: string }")]
    pub fn metadata(&self) -> JsValue {
        parsed(r#"{ "handlerProtocol": "http/1.1" }"#)
    }

    /// Does nothing: there is no connection to close, and others may use the handler.
    pub fn destroy(&self) {}

    /// Does nothing: there is nothing to set.
    #[wasm_bindgen(js_name = updateHttpClientConfig)]
    pub fn update_http_client_config(&self) {}

    /// No settings.
    #[wasm_bindgen(js_name = httpHandlerConfigs)]
    pub fn http_handler_configs(&self) -> Object {
        Object::new()
    }
}

impl RequestHandler {
    fn answer(&self, request: &JsValue, options: &JsValue) -> Result<JsValue, Fault> {
        if member(&member(options, "abortSignal"), "aborted").is_truthy() {
            return Err(aborted().into());
        }
        let target = header(&member(request, "headers"), "x-amz-target").unwrap_or_default();
        let body = body(&member(request, "body"))?;
        Ok(self.reply(protocol::operation(&target), &body))
    }

    /// The engine knows no operation without a name, and says so.
    fn reply(&self, operation: Option<Operation>, request: &str) -> JsValue {
        let operation = operation.map(Operation::name).unwrap_or_default();
        let reply = api::call(&mut self.shared.database.borrow_mut(), operation, request);
        let (status, body) = match reply {
            Ok(reply) => (OK, reply),
            Err(error) => (error.code().status(), error.to_json().to_string()),
        };
        let count = self.shared.request_count.get();
        self.shared.request_count.set(count + 1);
        let head = json!({
            "statusCode": status,
            "headers": {
                "content-length": body.len().to_string(),
                "content-type": protocol::MEDIA_TYPE,
                "x-amz-crc32": protocol::crc32(body.as_bytes()).to_string(),
                "x-amzn-requestid": protocol::request_id(u128::from(count)),
            },
        });
        let response = parsed(&head.to_string());
        set_member(&response, "body", &Uint8Array::from(body.as_bytes()));
        let output = Object::new();
        set_member(&output, "response", &response);
        output.into()
    }
}

/// Sets a member of an object of ours.
fn set_member(object: &JsValue, name: &str, member: &JsValue) {
    Reflect::set(object, &name.into(), member).expect("a plain object takes any member");
}

/// A member of an object; `undefined` of what is none.
fn member(object: &JsValue, name: &str) -> JsValue {
    Reflect::get(object, &name.into()).unwrap_or(JsValue::UNDEFINED)
}

/// A header, however its name is spelled.
fn header(headers: &JsValue, name: &str) -> Option<String> {
    let headers: Value = serde_json::from_str(&json(headers)?).ok()?;
    let mut headers = headers.as_object()?.iter();
    let (_, text) = headers.find(|(spelled, _)| spelled.eq_ignore_ascii_case(name))?;
    text.as_str().map(str::to_owned)
}

/// The text of a request. Bytes that are no text are no JSON either, and rejected as such.
fn body(body: &JsValue) -> Result<String, Fault> {
    let text = |bytes: Uint8Array| String::from_utf8(bytes.to_vec()).unwrap_or_default();
    if let Some(text) = body.as_string() {
        Ok(text)
    } else if let Some(bytes) = body.dyn_ref::<Uint8Array>() {
        Ok(text(bytes.clone()))
    } else if let Some(bytes) = body.dyn_ref::<ArrayBuffer>() {
        Ok(text(Uint8Array::new(bytes)))
    } else if body.is_null() || body.is_undefined() {
        Ok(String::new())
    } else {
        Err(TypeError::new("The body of a request is a text or bytes.").into())
    }
}

/// As the SDK's own handlers say it.
fn aborted() -> Error {
    let error = Error::new("Request aborted");
    error.set_name("AbortError");
    error
}
