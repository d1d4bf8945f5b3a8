//! A connection to an endpoint with DynamoDB's protocol: HTTP/1.1, kept open, one call after another.

use std::time::Duration;

use ureq::Agent;

use crate::failure::Failure;

/// Endpoints for tests require a signature, but do not verify it.
const SIGNATURE: &str = "AWS4-HMAC-SHA256 \
    Credential=local/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0";

/// An endpoint that takes longer to answer has stopped.
const PATIENCE: Duration = Duration::from_secs(30);

/// An open connection.
pub(crate) struct Connection {
    address: String,
    agent: Agent,
}

pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) body: Vec<u8>,
}

impl Connection {
    /// To `http://host:port`. The first call connects.
    pub(crate) fn new(address: &str) -> Result<Self, Failure> {
        if !address.starts_with("http://") {
            return Err(Failure::new(format!(
                "`{address}` is no address such as http://127.0.0.1:8000."
            )));
        }
        let config = Agent::config_builder()
            .http_status_as_error(false)
            // A limit on the whole call would make ureq start a thread for each one, to look up the host.
            .timeout_recv_response(Some(PATIENCE))
            .timeout_recv_body(Some(PATIENCE))
            .proxy(None)
            .build();
        Ok(Self { address: address.to_owned(), agent: config.new_agent() })
    }

    /// Makes a call that must succeed.
    pub(crate) fn call(&self, operation: &str, request: &str) -> Result<Reply, Failure> {
        let reply = self.send(operation, request)?;
        match reply.status {
            200 => Ok(reply),
            status => {
                let body = String::from_utf8_lossy(&reply.body).into_owned();
                Err(Failure::new(format!("{operation} was answered with {status}: {body}")))
            }
        }
    }

    /// Makes a call, and returns its reply or error.
    pub(crate) fn send(&self, operation: &str, request: &str) -> Result<Reply, Failure> {
        let failure = |error| {
            Failure::new(format!("{operation} was not answered by {}: {error}.", self.address))
        };
        let response = self
            .agent
            .post(&self.address)
            .header("X-Amz-Target", format!("DynamoDB_20120810.{operation}"))
            .header("Content-Type", "application/x-amz-json-1.0")
            .header("X-Amz-Date", "20260101T000000Z")
            .header("Authorization", SIGNATURE)
            .send(request);
        let mut response = response.map_err(failure)?;
        let body = response.body_mut().read_to_vec().map_err(failure)?;
        Ok(Reply { status: response.status().as_u16(), body })
    }
}
