//! Which limit a request falls under.

use actix_web::http::Method;

/// What is limited together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Class {
    /// Turns, on their own: looking can never keep a player from moving.
    Turns,
    /// Looking at a game and waiting for it.
    Views,
    /// Accounts, logins and refreshes, which are dear and come without an account.
    Logins,
    /// Everything else that changes nothing.
    Reads,
    /// Everything else.
    Writes,
}

impl Class {
    /// The class of a request; what stands outside the API has none.
    pub fn of(method: &Method, path: &str) -> Option<Class> {
        let mut segments = path.strip_prefix("/v1/")?.split('/');
        let first = segments.next().unwrap_or_default();
        let (id, verb, more) = (segments.next(), segments.next(), segments.next());
        let reads = matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS);
        Some(match (first, id, verb, more) {
            ("games", Some(_), Some("actions"), None) if !reads => Class::Turns,
            ("games", Some(_), None | Some("legal-actions" | "events"), None) if reads => Class::Views,
            ("accounts" | "sessions", _, _, _) if !reads => Class::Logins,
            _ if reads => Class::Reads,
            _ => Class::Writes,
        })
    }

    /// The name in the headers.
    pub const fn name(self) -> &'static str {
        match self {
            Class::Turns => "turns",
            Class::Views => "views",
            Class::Logins => "logins",
            Class::Reads => "reads",
            Class::Writes => "writes",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn playing_is_limited_apart_from_everything_else() {
        let of = |method: Method, path| Class::of(&method, path);
        assert_eq!(of(Method::POST, "/v1/games/1/actions"), Some(Class::Turns));
        for view in ["/v1/games/1", "/v1/games/1/legal-actions", "/v1/games/1/events"] {
            assert_eq!(of(Method::GET, view), Some(Class::Views), "{view}");
        }
        assert_eq!(of(Method::GET, "/v1/games"), Some(Class::Reads));
        assert_eq!(of(Method::POST, "/v1/games"), Some(Class::Writes));
        assert_eq!(of(Method::POST, "/v1/games/1/join"), Some(Class::Writes));
        assert_eq!(of(Method::POST, "/v1/sessions/refresh"), Some(Class::Logins));
        assert_eq!(of(Method::DELETE, "/v1/me"), Some(Class::Writes));
        assert_eq!(of(Method::GET, "/livez"), None);
    }
}
