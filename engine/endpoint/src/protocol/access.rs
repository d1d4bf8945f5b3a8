//! Who is answered: pages of other origins only if they are named, and only under names that are the endpoint's own.
//!
//! A browser sends the requests of any page to any address. It names the origin of the page, except in what reads nothing and
//! changes nothing. A page whose name leads to this machine (DNS rebinding) is of no other origin for the browser, but the
//! browser asks under the name of that page.

use std::net::IpAddr;

use axum::http::HeaderMap;
use axum::http::header::{HOST, ORIGIN};

use crate::rejection::Rejection;

/// The name under which a machine reaches itself, alone or behind a dot. Source: RFC 6761, section 6.3
const LOOPBACK_NAME: &str = "localhost";

/// What stands for every origin.
pub(crate) const ANY_ORIGIN: &str = "*";

/// The origins and names that are answered.
#[derive(Debug, Clone, Default)]
pub(crate) struct Access {
    /// Origins of pages, such as `http://localhost:3000`; `*` is every one.
    pub(crate) origins: Vec<String>,
    /// Names of hosts beside those that are always the endpoint's own.
    pub(crate) hosts: Vec<String>,
}

impl Access {
    /// Why a request is not answered, if it is not.
    pub(super) fn fault(&self, headers: &HeaderMap) -> Option<Rejection> {
        // Without a host the request is not of a browser.
        if let Some(host) = headers.get(HOST) {
            let name = host.to_str().map(name_of).unwrap_or_default();
            if !self.is_own_name(name) {
                let host = String::from_utf8_lossy(host.as_bytes()).into_owned();
                return Some(Rejection::OtherHost { host });
            }
        }
        let origin = headers.get(ORIGIN)?;
        let origin = String::from_utf8_lossy(origin.as_bytes()).into_owned();
        self.allowed_origin(headers).is_none().then_some(Rejection::OtherOrigin { origin })
    }

    /// The origin of the page that asks, or `*`, if it may read the reply.
    pub(super) fn allowed_origin(&self, headers: &HeaderMap) -> Option<&str> {
        let origin = headers.get(ORIGIN)?.to_str().ok()?.trim();
        let is_allowed =
            |known: &&String| *known == ANY_ORIGIN || known.eq_ignore_ascii_case(origin);
        self.origins.iter().find(is_allowed).map(String::as_str)
    }

    /// An address cannot lead elsewhere, so no page of another origin is reached under one.
    fn is_own_name(&self, name: &str) -> bool {
        let name = name.to_ascii_lowercase();
        let name = name.strip_suffix('.').unwrap_or(&name);
        let address =
            name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
        let is_loopback_name = name
            .strip_suffix(LOOPBACK_NAME)
            .is_some_and(|rest| rest.is_empty() || rest.ends_with('.'));
        address.parse::<IpAddr>().is_ok()
            || is_loopback_name
            || self.hosts.iter().any(|own| own.eq_ignore_ascii_case(name))
    }
}

/// The name in a `Host`, without the port.
fn name_of(host: &str) -> &str {
    let host = host.trim();
    match host.rsplit_once(':') {
        // The colons of an address in brackets are not before a port.
        Some((name, port)) if port.bytes().all(|it| it.is_ascii_digit()) => name,
        Some(_) | None => host,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_loopback_names_and_named_hosts_are_the_endpoints_own() {
        let access = Access { hosts: vec!["Database.internal".to_owned()], ..Access::default() };
        for own in [
            "localhost",
            "LOCALHOST:8000",
            "localhost.:8000",
            "table.localhost:8000",
            "127.0.0.1:8000",
            "127.8.9.1",
            "192.168.1.7:8000",
            "[::1]:8000",
            "[::1]",
            "database.internal:8000",
        ] {
            assert!(access.is_own_name(name_of(own)), "{own}");
        }
        for other in [
            "",
            "evil.example",
            "evil.example:8000",
            "localhost.evil.example:8000",
            "evillocalhost",
            "127.0.0.1.evil.example",
            "internal",
            "a:b",
        ] {
            assert!(!access.is_own_name(name_of(other)), "{other}");
        }
    }
}
