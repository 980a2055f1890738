//! The host that a request is for: one of the server's own, if they are known.

use std::net::Ipv6Addr;

use axum::http::header::{HOST, HeaderMap};
use axum::http::{HeaderValue, Uri};

use crate::origin::Origin;

/// Why a request is not for this server.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum HostError {
    /// There is no `Host`, or more than one.
    #[error("a request has one `Host`")]
    Number,
    /// `Host` is no host with an optional port.
    #[error("`Host` is a host name or an address, with or without a port")]
    Malformed,
    /// The address in the request line is for another host than `Host` says.
    #[error("the address of the request has another host than `Host`")]
    Different,
    /// The host is not one of the server's.
    #[error("this server has another host name")]
    Unknown,
}

/// Checks that a request is for one of these origins; with none of them, that its host is well-formed.
pub(crate) fn check(origins: &[Origin], uri: &Uri, headers: &HeaderMap) -> Result<(), HostError> {
    let mut hosts = headers.get_all(HOST).iter();
    let (Some(host), None) = (hosts.next(), hosts.next()) else { return Err(HostError::Number) };
    let host = host.to_str().map_err(|_| HostError::Malformed)?;
    if !is_well_formed(host) {
        return Err(HostError::Malformed);
    }
    // The request line may have a whole address, as for a proxy.
    if uri.authority().is_some_and(|authority| !authority.as_str().eq_ignore_ascii_case(host)) {
        return Err(HostError::Different);
    }
    if origins.is_empty() || origins.iter().any(|origin| origin.has_host(host)) {
        Ok(())
    } else {
        Err(HostError::Unknown)
    }
}

/// Whether this is `HOST` or `HOST:PORT`.
pub(crate) fn is_well_formed(text: &str) -> bool {
    // The colons of an IPv6 address are within brackets.
    let (host, port) = match text.rsplit_once(':') {
        Some((host, port)) if !port.ends_with(']') => (host, Some(port)),
        Some(_) | None => (text, None),
    };
    let is_name = |host: &str| {
        let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-._".contains(&byte);
        !host.is_empty() && host.len() <= 253 && host.bytes().all(allowed)
    };
    let address = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
    let is_port = |port: &str| port.bytes().all(|byte| byte.is_ascii_digit()) && port.parse::<u16>().is_ok();
    address.map_or_else(|| is_name(host), |address| address.parse::<Ipv6Addr>().is_ok())
        && port.is_none_or(is_port)
}

/// The text of a header in lower case.
pub(crate) fn lower_case(value: &HeaderValue) -> Option<String> {
    value.to_str().ok().map(str::to_ascii_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_a_name_or_an_address_with_or_without_a_port() {
        for (text, expected) in [
            ("club.example", true),
            ("club.example:8080", true),
            ("CLUB.example", true),
            ("my_club", true),
            ("x", true),
            ("127.0.0.1:7070", true),
            ("[::1]", true),
            ("[::1]:7070", true),
            ("", false),
            (":80", false),
            ("club.example:", false),
            ("club.example:+80", false),
            ("club.example:99999", false),
            ("club.example:80:80", false),
            ("::1", false),
            ("[::1", false),
            ("[club]", false),
            ("ana@club.example", false),
            ("club.example/path", false),
            ("club.example?", false),
            ("club example", false),
            ("club.example, evil.example", false),
            ("é.example", false),
        ] {
            assert_eq!(is_well_formed(text), expected, "{text}");
        }
    }

    #[test]
    fn a_request_is_for_a_known_host_where_hosts_are_known() {
        use HostError::{Different, Malformed, Number, Unknown};
        let known: Vec<Origin> =
            ["https://club.example", "http://127.0.0.1:7070"].map(|text| text.parse().unwrap()).into();
        for (uri, hosts, anywhere, at_known) in [
            ("/", vec!["club.example"], Ok(()), Ok(())),
            ("/", vec!["CLUB.example:443"], Ok(()), Ok(())),
            ("/", vec!["127.0.0.1:7070"], Ok(()), Ok(())),
            ("/", vec!["club.example:80"], Ok(()), Err(Unknown)),
            ("/", vec!["127.0.0.1"], Ok(()), Err(Unknown)),
            ("/", vec!["evil.example"], Ok(()), Err(Unknown)),
            ("/", vec!["club.example.evil.example"], Ok(()), Err(Unknown)),
            ("/", vec!["club.example@evil.example"], Err(Malformed), Err(Malformed)),
            ("/", vec![""], Err(Malformed), Err(Malformed)),
            ("/", vec![], Err(Number), Err(Number)),
            ("/", vec!["club.example", "club.example"], Err(Number), Err(Number)),
            ("http://club.example/", vec!["club.example"], Ok(()), Ok(())),
            ("http://evil.example/", vec!["club.example"], Err(Different), Err(Different)),
            ("http://evil.example/", vec!["evil.example"], Ok(()), Err(Unknown)),
        ] {
            let mut headers = HeaderMap::new();
            for host in &hosts {
                headers.append(HOST, HeaderValue::from_static(host));
            }
            let uri: Uri = uri.parse().unwrap();
            assert_eq!(check(&[], &uri, &headers), anywhere, "{uri} {hosts:?}");
            assert_eq!(check(&known, &uri, &headers), at_known, "{uri} {hosts:?}");
        }
    }
}
