//! Protection against cross-site request forgery: only our own pages may use the cookies of a browser.
//!
//! Browsers send in `Sec-Fetch-Site` how the requesting page is related to the server (over HTTPS and on
//! the local machine), and in `Origin` the site of the page. No page can set either header. A request with neither
//! does not come from a browser, so its sender has the cookie anyway.

use axum::http::header::{HOST, HeaderMap, HeaderName, ORIGIN};
use axum::http::{HeaderValue, Method};

const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Why a request is refused as cross-site.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum CrossSite {
    /// By the header `Sec-Fetch-Site`.
    #[error("the browser says that another site made this request (Sec-Fetch-Site)")]
    FetchSite,
    /// By the headers `Origin` and `Host`, which differ.
    #[error("another site made this request: its Origin is not this Host")]
    Origin,
}

/// Checks the origin of a request that is authenticated by a cookie, or that may set one.
pub(crate) fn allowed(method: &Method, headers: &HeaderMap) -> Result<(), CrossSite> {
    if [Method::GET, Method::HEAD, Method::OPTIONS].contains(method) {
        return Ok(());
    }
    if headers.contains_key(SEC_FETCH_SITE) {
        let ours = |site: &HeaderValue| site == "same-origin" || site == "none";
        return if headers.get_all(SEC_FETCH_SITE).iter().all(ours) {
            Ok(())
        } else {
            Err(CrossSite::FetchSite)
        };
    }
    if headers.get_all(ORIGIN).iter().all(|origin| same_host(origin, headers.get(HOST))) {
        Ok(())
    } else {
        Err(CrossSite::Origin)
    }
}

fn same_host(origin: &HeaderValue, host: Option<&HeaderValue>) -> bool {
    let text = |value: &'_ HeaderValue| value.to_str().ok().map(str::to_ascii_lowercase);
    let (Some(origin), Some(host)) = (text(origin), host.and_then(text)) else {
        return false;
    };
    // Browsers leave out the default port, but some proxies add it to `Host`.
    let (authority, usual) = if let Some(authority) = origin.strip_prefix("https://") {
        (authority, ":443")
    } else if let Some(authority) = origin.strip_prefix("http://") {
        (authority, ":80")
    } else {
        return false;
    };
    let bare = |authority: &str| authority.strip_suffix(usual).unwrap_or(authority).to_owned();
    !authority.is_empty() && bare(authority) == bare(&host)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(method: &Method, headers: &[(&'static str, &'static str)]) -> Result<(), CrossSite> {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(*name, HeaderValue::from_static(value));
        }
        allowed(method, &map)
    }

    #[test]
    fn a_request_that_changes_nothing_passes_from_anywhere() {
        for method in [Method::GET, Method::HEAD, Method::OPTIONS] {
            let headers = [("sec-fetch-site", "cross-site"), ("origin", "https://evil.example")];
            assert_eq!(ask(&method, &headers), Ok(()));
        }
    }

    #[test]
    fn a_request_that_changes_something_passes_only_from_our_pages_and_from_programs() {
        use CrossSite::{FetchSite, Origin};
        let host = ("host", "club.example");
        for (headers, expected) in [
            (vec![], Ok(())),
            (vec![host], Ok(())),
            (vec![host, ("sec-fetch-site", "same-origin")], Ok(())),
            (vec![host, ("sec-fetch-site", "none")], Ok(())),
            (vec![host, ("sec-fetch-site", "same-site")], Err(FetchSite)),
            (vec![host, ("sec-fetch-site", "cross-site")], Err(FetchSite)),
            (vec![host, ("sec-fetch-site", "")], Err(FetchSite)),
            (vec![host, ("sec-fetch-site", "same-origin, cross-site")], Err(FetchSite)),
            (vec![host, ("sec-fetch-site", "same-origin"), ("sec-fetch-site", "cross-site")], Err(FetchSite)),
            (
                vec![host, ("sec-fetch-site", "cross-site"), ("origin", "https://club.example")],
                Err(FetchSite),
            ),
            (vec![host, ("origin", "https://club.example")], Ok(())),
            (vec![host, ("origin", "http://club.example")], Ok(())),
            (vec![host, ("origin", "https://CLUB.example")], Ok(())),
            (vec![("host", "club.example:443"), ("origin", "https://club.example")], Ok(())),
            (vec![("host", "127.0.0.1:8080"), ("origin", "http://127.0.0.1:8080")], Ok(())),
            (vec![("host", "[::1]:8080"), ("origin", "http://[::1]:8080")], Ok(())),
            (vec![("host", "127.0.0.1:8080"), ("origin", "http://127.0.0.1:8081")], Err(Origin)),
            (vec![("host", "club.example:80"), ("origin", "https://club.example")], Err(Origin)),
            (vec![host, ("origin", "https://evil.example")], Err(Origin)),
            (vec![host, ("origin", "https://club.example.evil.example")], Err(Origin)),
            (vec![host, ("origin", "https://evil.example/club.example")], Err(Origin)),
            (vec![host, ("origin", "https://sub.club.example")], Err(Origin)),
            (vec![host, ("origin", "null")], Err(Origin)),
            (vec![("host", ""), ("origin", "https://")], Err(Origin)),
            (vec![host, ("origin", "club.example")], Err(Origin)),
            (vec![host, ("origin", "")], Err(Origin)),
            (vec![host, ("origin", "https://club.example"), ("origin", "https://evil.example")], Err(Origin)),
            (vec![("origin", "https://club.example")], Err(Origin)),
        ] {
            for method in [Method::POST, Method::PUT, Method::PATCH, Method::DELETE] {
                assert_eq!(ask(&method, &headers), expected, "{method} {headers:?}");
            }
        }
    }
}
