//! Whether a request is signed, in its header or in its address. The signature itself is not verified.

use axum::http::header::{AUTHORIZATION, DATE};

use crate::protocol::Call;
use crate::rejection::Rejection;

/// What every scheme of the service is called.
const SCHEME: &str = "AWS4-";

const HEADER_PARTS: [&str; 3] = ["Credential", "Signature", "SignedHeaders"];

const QUERY_PARTS: [&str; 5] =
    ["X-Amz-Algorithm", "X-Amz-Credential", "X-Amz-Signature", "X-Amz-SignedHeaders", "X-Amz-Date"];

/// What is wrong with the signature, if anything is.
pub(crate) fn fault(call: &Call<'_>) -> Option<Rejection> {
    let header = call.text(AUTHORIZATION.as_str());
    let in_query = |name: &str| {
        let mut pairs = call.query.unwrap_or_default().split('&');
        pairs.any(|pair| pair.split('=').next() == Some(name))
    };
    match (header, in_query("X-Amz-Algorithm")) {
        (Some(_), true) => Some(Rejection::TwoSignatures),
        (None, false) => Some(Rejection::NoSignature),
        (Some(header), false) if !header.starts_with(SCHEME) => Some(Rejection::NoSignature),
        (Some(header), false) => header_fault(header, call),
        (None, true) => {
            let missing: Vec<_> = QUERY_PARTS.into_iter().filter(|part| !in_query(part)).collect();
            (!missing.is_empty()).then_some(Rejection::IncompleteQuery { missing })
        }
    }
}

fn header_fault(header: &str, call: &Call<'_>) -> Option<Rejection> {
    let mut words = header.split([',', ' ']);
    let algorithm = words.next().unwrap_or_default().to_owned();
    let parts: Vec<_> = words.filter_map(|word| word.split_once('=')).collect();
    let has = |name: &str| parts.iter().any(|(part, text)| *part == name && !text.is_empty());
    let missing: Vec<_> = HEADER_PARTS.into_iter().filter(|part| !has(part)).collect();
    let dated = ["x-amz-date", DATE.as_str()].iter().any(|name| call.headers.contains_key(*name));
    let is_whole = missing.is_empty() && dated;
    (!is_whole).then_some(Rejection::IncompleteHeader { missing, dated, algorithm })
}
