//! The client of a request, for limits.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts, Request};
use axum::http::HeaderMap;
use axum::http::request::Parts;

/// The address that limits count the requests of a client by. The gate finds it before any handler runs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClientAddress(pub(crate) IpAddr);

impl ClientAddress {
    /// The client of a request.
    pub(crate) fn of(request: &Request, trust_proxy: bool) -> Self {
        let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(peer)| *peer);
        let unknown = SocketAddr::from((Ipv4Addr::UNSPECIFIED, 0));
        Self(client(peer.unwrap_or(unknown), request.headers(), trust_proxy))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for ClientAddress {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(parts.extensions.get().copied().unwrap_or(Self(Ipv4Addr::UNSPECIFIED.into())))
    }
}

/// The address of the client: the peer of the connection, or the address that a trusted proxy reports.
fn address(peer: SocketAddr, headers: &HeaderMap, trust_proxy: bool) -> IpAddr {
    let forwarded = || {
        // Only the last entry comes from the proxy; the client can forge those before it.
        let last = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
        let entry = last.rsplit(',').next()?.trim();
        let bare = entry.strip_prefix('[').and_then(|entry| entry.strip_suffix(']')).unwrap_or(entry);
        bare.parse().ok().or_else(|| Some(entry.parse::<SocketAddr>().ok()?.ip()))
    };
    trust_proxy.then(forwarded).flatten().unwrap_or_else(|| peer.ip())
}

fn client(peer: SocketAddr, headers: &HeaderMap, trust_proxy: bool) -> IpAddr {
    network(address(peer, headers, trust_proxy))
}

/// What limits count by: the IPv4 address, or the /64 network of an IPv6 address, because a single client has all
/// addresses of such a network. An IPv4 address that is written as IPv6 is the same as itself.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => address.into(),
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_is_known_by_peer_or_by_what_the_trusted_proxy_says() {
        let (v4, v6, mapped) = ("10.0.0.1:80", "[2001:db8:1:2:3:4:5:6]:80", "[::ffff:10.0.0.1]:80");
        for (peer, forwarded, trust, expected) in [
            (v4, vec![], false, "10.0.0.1"),
            (v4, vec![], true, "10.0.0.1"),
            (v4, vec!["192.0.2.1"], false, "10.0.0.1"),
            (v4, vec!["192.0.2.1"], true, "192.0.2.1"),
            (v4, vec!["198.51.100.1, 192.0.2.1"], true, "192.0.2.1"),
            (v4, vec!["198.51.100.1", "203.0.113.1 , 192.0.2.1 "], true, "192.0.2.1"),
            (v4, vec!["192.0.2.1:4711"], true, "192.0.2.1"),
            (v4, vec!["2001:db8:1:2:3:4:5:6"], true, "2001:db8:1:2::"),
            (v4, vec!["[2001:db8:1:2:3:4:5:6]"], true, "2001:db8:1:2::"),
            (v4, vec!["[2001:db8:1:2:3:4:5:6]:4711"], true, "2001:db8:1:2::"),
            (v4, vec!["192.0.2.1, unknown"], true, "10.0.0.1"),
            (v4, vec!["::ffff:192.0.2.1"], true, "192.0.2.1"),
            (v4, vec!["é"], true, "10.0.0.1"),
            (v4, vec![""], true, "10.0.0.1"),
            (v6, vec![], false, "2001:db8:1:2::"),
            (mapped, vec![], false, "10.0.0.1"),
        ] {
            let mut headers = HeaderMap::new();
            for value in &forwarded {
                headers.append("x-forwarded-for", value.parse().unwrap());
            }
            let client = client(peer.parse().unwrap(), &headers, trust);
            assert_eq!(client.to_string(), expected, "{peer} {forwarded:?} {trust}");
        }
    }
}
