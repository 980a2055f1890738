//! Protection against cross-site request forgery: only our own pages may use the cookies of a browser.
//!
//! The operator can say which origins are ours; otherwise it is the host that the request is for. Browsers send in `Sec-Fetch-Site` how the requesting page is related to the server (over HTTPS and on
//! the local machine), and in `Origin` the site of the page. No page can set either header. A request with neither
//! does not come from a browser, so its sender has the cookie anyway.

use std::fmt;
use std::str::FromStr;

use axum::http::header::{HOST, HeaderMap, HeaderName, ORIGIN};
use axum::http::{HeaderValue, Method};

use crate::cookies::Scheme;
use crate::host::{is_well_formed, lower_case};

const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Why a request is refused as cross-site.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum CrossSite {
    /// By the header `Sec-Fetch-Site`.
    #[error("the browser says that another site made this request (Sec-Fetch-Site)")]
    FetchSite,
    /// By the header `Origin`, which is not ours.
    #[error("another site made this request: its Origin is not ours")]
    Origin,
}

/// An origin of the server: where browsers find its pages.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origin {
    scheme: Scheme,
    /// In lower case, and without the usual port of the scheme.
    authority: String,
}

/// A text that is not an origin.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("an origin is http://HOST, https://HOST or the same with :PORT, without a path")]
pub struct OriginError;

impl FromStr for Origin {
    type Err = OriginError;

    fn from_str(text: &str) -> Result<Self, OriginError> {
        let text = text.to_ascii_lowercase();
        let (scheme, authority) = if let Some(authority) = text.strip_prefix("https://") {
            (Scheme::Https, authority)
        } else if let Some(authority) = text.strip_prefix("http://") {
            (Scheme::Http, authority)
        } else {
            return Err(OriginError);
        };
        if !is_well_formed(authority) {
            return Err(OriginError);
        }
        Ok(Self { scheme, authority: without_usual_port(scheme, authority).to_owned() })
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = match self.scheme {
            Scheme::Http => "http",
            Scheme::Https => "https",
        };
        write!(f, "{scheme}://{}", self.authority)
    }
}

impl Origin {
    /// How browsers reach it.
    pub fn scheme(&self) -> Scheme {
        self.scheme
    }

    /// Whether a request with this `Host` is for this origin.
    pub(crate) fn has_host(&self, host: &str) -> bool {
        // Browsers leave out the usual port, but some proxies add it.
        without_usual_port(self.scheme, host).eq_ignore_ascii_case(&self.authority)
    }
}

fn without_usual_port(scheme: Scheme, authority: &str) -> &str {
    let usual = match scheme {
        Scheme::Http => ":80",
        Scheme::Https => ":443",
    };
    authority.strip_suffix(usual).unwrap_or(authority)
}

/// Checks the origin of a request that is authenticated by a cookie, or that may set one. Without known origins, ours is
/// the host that the request is for.
pub(crate) fn allowed(origins: &[Origin], method: &Method, headers: &HeaderMap) -> Result<(), CrossSite> {
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
    let host = headers.get(HOST).and_then(lower_case).unwrap_or_default();
    let ours = |text: &HeaderValue| {
        let origin = text.to_str().ok().and_then(|text| text.parse::<Origin>().ok());
        origin.is_some_and(|origin| {
            if origins.is_empty() { origin.has_host(&host) } else { origins.contains(&origin) }
        })
    };
    if headers.get_all(ORIGIN).iter().all(ours) { Ok(()) } else { Err(CrossSite::Origin) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(method: &Method, headers: &[(&'static str, &'static str)]) -> Result<(), CrossSite> {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(*name, HeaderValue::from_static(value));
        }
        allowed(&[], method, &map)
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

    #[test]
    fn where_origins_are_known_no_other_is_ours_whatever_the_host() {
        let known: Vec<Origin> = vec!["https://club.example:443".parse().unwrap()];
        for (origin, expected) in [
            ("https://club.example", Ok(())),
            ("http://club.example", Err(CrossSite::Origin)),
            ("https://evil.example", Err(CrossSite::Origin)),
        ] {
            let mut headers = HeaderMap::new();
            headers.append("host", HeaderValue::from_static("evil.example"));
            headers.append("origin", HeaderValue::from_static(origin));
            assert_eq!(allowed(&known, &Method::POST, &headers), expected, "{origin}");
        }
    }

    #[test]
    fn an_origin_is_a_scheme_and_a_host_and_nothing_else() {
        for (text, shown) in [
            ("https://club.example", "https://club.example"),
            ("HTTPS://Club.Example:443", "https://club.example"),
            ("http://127.0.0.1:7070", "http://127.0.0.1:7070"),
            ("http://[::1]:80", "http://[::1]"),
        ] {
            assert_eq!(text.parse::<Origin>().unwrap().to_string(), shown);
        }
        for text in [
            "",
            "club.example",
            "ftp://club.example",
            "https://",
            "https://club.example/",
            "https://a@b",
            "null",
        ] {
            assert_eq!(text.parse::<Origin>(), Err(OriginError), "{text}");
        }
    }
}
