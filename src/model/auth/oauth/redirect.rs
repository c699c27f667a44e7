//! The address that receives an authorization code, and its origin, which a player trusts.
//!
//! Apps do not register, so only the address is known about them. It must be in the normal form of URLs: then
//! this server and every browser read it in the same way.

use url::{Host, Url};

use crate::auth::host_name::is_host_name;

/// The maximum length of an address in bytes.
const LENGTH_MAX: usize = 1024;
/// The names of a program on the same device (RFC 8252, 7.3).
const LOOPBACK: [&str; 3] = ["127.0.0.1", "[::1]", "localhost"];
/// The parameters of a response. The address must not contain them already.
const OF_A_RESPONSE: [&str; 5] = ["code", "state", "iss", "error", "error_description"];

/// An address that may receive a code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RedirectUri {
    text: String,
    origin: String,
    kind: RedirectKind,
}

/// The kind of receiver at an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RedirectKind {
    /// A site.
    Site,
    /// A program on the device of the player.
    Loopback,
    /// An app that has registered a private scheme on the player's device.
    PrivateScheme,
}

/// Why an address cannot receive a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadRedirect {
    #[error("it is longer than {LENGTH_MAX} bytes")]
    TooLong,
    #[error("it is not an absolute URL in normal form")]
    NotNormal,
    #[error("its host is not a name of letters, digits, hyphens and dots, and not an address")]
    Host,
    #[error("it has a fragment")]
    Fragment,
    #[error("it has a user name or a password")]
    UserInfo,
    #[error("its query has a parameter of the response")]
    OfAResponse,
    #[error(
        "its scheme must be https; http is allowed for 127.0.0.1, [::1] and localhost, and other schemes if they \
         contain a dot"
    )]
    Scheme,
}

impl RedirectUri {
    /// Parses an address.
    pub fn parse(text: &str) -> Result<RedirectUri, BadRedirect> {
        if text.len() > LENGTH_MAX {
            return Err(BadRedirect::TooLong);
        }
        let url = Url::parse(text).map_err(|_| BadRedirect::NotNormal)?;
        if !url.username().is_empty() || url.password().is_some() {
            return Err(BadRedirect::UserInfo);
        }
        if url.fragment().is_some() {
            return Err(BadRedirect::Fragment);
        }
        if !is_normal(&url, text) {
            return Err(BadRedirect::NotNormal);
        }
        if url.query_pairs().any(|(name, _)| OF_A_RESPONSE.contains(&&*name)) {
            return Err(BadRedirect::OfAResponse);
        }
        let kind = kind(&url)?;
        let origin = match kind {
            RedirectKind::Site | RedirectKind::Loopback => url.origin().ascii_serialization(),
            RedirectKind::PrivateScheme => format!("{}:", url.scheme()),
        };
        Ok(RedirectUri { text: text.to_owned(), origin, kind })
    }

    /// Returns the address as the app has written it.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns the origin, such as `https://app.example`, or a private scheme with its colon.
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// Returns whether a program on the player's device receives the code.
    pub fn is_loopback(&self) -> bool {
        self.kind == RedirectKind::Loopback
    }

    /// Returns whether an app with a private scheme receives the code.
    pub fn is_private_scheme(&self) -> bool {
        self.kind == RedirectKind::PrivateScheme
    }

    /// Returns the source in a Content-Security-Policy that lets a form lead to this address.
    pub fn form_target(&self) -> &str {
        // Policies have no syntax for IPv6 addresses. The scheme alone is enough: the form goes to this
        // server, which redirects only to this address.
        match self.origin.split_once("//[") {
            Some((scheme, _)) => scheme,
            None => &self.origin,
        }
    }

    /// Returns the address with the parameters of a response.
    pub fn with(&self, parameters: &[(&str, &str)]) -> String {
        let added = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(parameters).finish();
        // Some clients read `+` literally. All read `%20` as a space.
        let added = added.replace('+', "%20");
        let joint = match self.text.split_once('?') {
            None => "?",
            Some((_, "")) => "",
            Some(_) => "&",
        };
        format!("{}{joint}{added}", self.text)
    }
}

/// Returns whether a parser would write the same text. Only the slash after the host may be missing.
fn is_normal(url: &Url, text: &str) -> bool {
    let with_slash = || {
        let (start, query) = text.split_once('?').map_or((text, None), |(start, query)| (start, Some(query)));
        query.map_or_else(|| format!("{start}/"), |query| format!("{start}/?{query}"))
    };
    let is_plain = text.bytes().all(|byte| byte.is_ascii_graphic() && !b"\"'<>\\^`{|}".contains(&byte));
    is_plain && (url.as_str() == text || url.path() == "/" && url.as_str() == with_slash())
}

fn kind(url: &Url) -> Result<RedirectKind, BadRedirect> {
    match (url.scheme(), url.host()) {
        // The origin of a site becomes part of a policy.
        ("https", Some(Host::Domain(name))) if !is_host_name(name) => Err(BadRedirect::Host),
        ("https", Some(_)) => Ok(RedirectKind::Site),
        ("http", _) if url.host_str().is_some_and(|host| LOOPBACK.contains(&host)) => {
            Ok(RedirectKind::Loopback)
        }
        // A dot distinguishes the scheme of an app from those of the system, such as `javascript` and `data`.
        (scheme, _) if scheme.contains('.') => Ok(RedirectKind::PrivateScheme),
        _ => Err(BadRedirect::Scheme),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sites_loopback_addresses_and_private_schemes_may_receive_codes() {
        for (text, origin) in [
            ("https://app.example/back", "https://app.example"),
            ("https://app.example", "https://app.example"),
            ("https://app.example?from=x", "https://app.example"),
            ("https://app.example:8443/back?from=x&to=y", "https://app.example:8443"),
            ("https://xn--80ak6aa92e.example/", "https://xn--80ak6aa92e.example"),
            ("http://127.0.0.1:4711/back", "http://127.0.0.1:4711"),
            ("http://[::1]:4711/back", "http://[::1]:4711"),
            ("https://[2606:4700::1111]/back", "https://[2606:4700::1111]"),
            ("https://app.example./back", "https://app.example."),
            ("http://localhost/back", "http://localhost"),
            ("com.example.app:/back", "com.example.app:"),
            ("com.example.app://host/back", "com.example.app:"),
        ] {
            let uri = RedirectUri::parse(text).unwrap_or_else(|fault| panic!("{text}: {fault}"));
            assert_eq!((uri.as_str(), uri.origin()), (text, origin));
        }
    }

    #[test]
    fn other_spellings_and_schemes_may_not() {
        use BadRedirect::{Fragment, Host, NotNormal, OfAResponse, Scheme, TooLong, UserInfo};
        for (text, fault) in [
            ("", NotNormal),
            ("/back", NotNormal),
            ("//evil.example/back", NotNormal),
            ("app.example/back", NotNormal),
            ("https:", NotNormal),
            ("https:/evil.example", NotNormal),
            ("https:evil.example", NotNormal),
            ("https:///evil.example", NotNormal),
            ("https:\\\\evil.example", NotNormal),
            ("https://good.example\\@evil.example", NotNormal),
            ("https://good.example\\.evil.example/", NotNormal),
            ("HTTPS://evil.example/", NotNormal),
            ("https://EVIL.example/", NotNormal),
            ("https://evil.example:443/", NotNormal),
            ("https://evil.example/a/../b", NotNormal),
            ("https://evil.example/%2e%2e/b", NotNormal),
            (" https://evil.example/", NotNormal),
            ("https://evil.example/\n", NotNormal),
            ("ht\ttps://evil.example/", NotNormal),
            ("https://evil.example/a b", NotNormal),
            ("https://evil.example/ä", NotNormal),
            ("https://аррӏе.example/", NotNormal),
            ("https://evil\u{3002}example/", NotNormal),
            ("https://evil.example/\"onclick=", NotNormal),
            ("https://good.example@evil.example/", UserInfo),
            ("https://good.example:pass@evil.example/", UserInfo),
            ("https://@evil.example/", NotNormal),
            ("http://127.0.0.1@evil.example/", UserInfo),
            ("https://a;sandbox/", Host),
            ("https://a;script-src=*/", Host),
            ("https://a,b.example/", Host),
            ("https://*.example/", Host),
            ("https://*/", Host),
            ("https://a'unsafe-inline'/", NotNormal),
            ("https://a$b.example/", Host),
            ("https://a_b.example/", Host),
            ("https://-a.example/", Host),
            ("https://a..example/", Host),
            ("https://./", Host),
            ("https://app.example/#", Fragment),
            ("https://app.example/#/back", Fragment),
            ("com.example.app:/back#x", Fragment),
            ("https://app.example/?code=1", OfAResponse),
            ("https://app.example/?st%61te=1", OfAResponse),
            ("http://app.example/", Scheme),
            ("http://localhost.evil.example/", Scheme),
            ("http://127.0.0.1.evil.example/", Scheme),
            ("http://127.0.0.2/", Scheme),
            ("http://127.1/", NotNormal),
            ("http://0x7f000001/", NotNormal),
            ("http://[::ffff:127.0.0.1]/", NotNormal),
            ("http://0.0.0.0/", Scheme),
            ("javascript:alert(1)", Scheme),
            ("data:text/html,x", Scheme),
            ("file:///etc/passwd", Scheme),
            ("myapp://back", Scheme),
            ("urn:ietf:wg:oauth:2.0:oob", Scheme),
            ("blob:https://app.example/x", Scheme),
        ] {
            assert_eq!(RedirectUri::parse(text).err(), Some(fault), "{text}");
        }
        let long = format!("https://app.example/{}", "a".repeat(LENGTH_MAX));
        assert_eq!(RedirectUri::parse(&long), Err(TooLong));
    }

    #[test]
    fn a_response_is_added_to_the_query() {
        let with = |text: &str| RedirectUri::parse(text).unwrap().with(&[("code", "a&b"), ("state", "ä= +")]);
        let added = "code=a%26b&state=%C3%A4%3D%20%2B";
        assert_eq!(with("https://app.example/back"), format!("https://app.example/back?{added}"));
        assert_eq!(with("https://app.example"), format!("https://app.example?{added}"));
        assert_eq!(with("https://app.example/?x=y"), format!("https://app.example/?x=y&{added}"));
        assert_eq!(with("https://app.example/?"), format!("https://app.example/?{added}"));
        assert_eq!(with("com.example.app:/back"), format!("com.example.app:/back?{added}"));
    }

    #[test]
    fn a_policy_names_the_origin_if_it_can() {
        let target = |text: &str| RedirectUri::parse(text).unwrap().form_target().to_owned();
        assert_eq!(target("https://app.example:8443/back"), "https://app.example:8443");
        assert_eq!(target("http://127.0.0.1:4711/"), "http://127.0.0.1:4711");
        assert_eq!(target("http://[::1]:4711/"), "http:");
        assert_eq!(target("https://[2606:4700::1111]:8443/back"), "https:");
        assert_eq!(target("com.example.app:/back"), "com.example.app:");
    }
}
