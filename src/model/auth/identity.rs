//! The player of a token, and the permissions of the token.

use crate::id::id;
use lapidary_words::words;

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};

id! {
    /// The id of a player, which stays the same when the name changes.
    PlayerId
}

id! {
    /// The id of a session: a login, an API token, or the grant of an app, with all tokens derived from it.
    SessionId
}

words! {
    /// What kind of access a session gives.
    SessionKind:
    /// The owner of the account has logged in with the password.
    Login = "login",
    /// The owner made an API token for a program.
    Token = "token",
    /// The owner allowed an app to act for them.
    Grant = "grant",
}

impl SessionKind {
    /// Returns its name in the API.
    pub const fn word(self) -> &'static str {
        match self {
            SessionKind::Login => "login",
            SessionKind::Token => "api_token",
            SessionKind::Grant => "grant",
        }
    }
}

/// The content of a valid access token or API token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Identity {
    pub player: PlayerId,
    /// The session, which may have ended since the token was issued.
    pub session: SessionId,
    /// The kind of the session.
    pub kind: SessionKind,
    /// What the token allows.
    pub scopes: Scopes,
}

impl Identity {
    /// Returns whether the caller has logged in. False for programs and apps that act for the owner.
    pub fn has_logged_in(&self) -> bool {
        self.kind == SessionKind::Login && self.scopes == Scopes::ALL
    }

    /// Returns whether the caller may act as an organizer for their account.
    pub fn may_organize(&self) -> bool {
        self.scopes.contains(Scope::Organize)
    }
}

words! {
    /// One permission of a token.
    Scope:
    /// Reading what the account sees.
    Read = "read",
    /// Creating, joining and playing games.
    Play = "play",
    /// Challenging players.
    Challenge = "challenge",
    /// Declaring what a bot accepts.
    Bots = "bots",
    /// Taking part in tournaments and clubs, and webhooks.
    Tournaments = "tournaments",
    /// Running tournaments, clubs and series.
    Organize = "organize",
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A set of [`Scope`]s, written as their names separated by spaces.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Scopes(u8);

impl Scopes {
    /// Everything that players may do for themselves.
    pub const ALL: Scopes = Scopes(0b11_1111);

    /// Whether the set contains a scope.
    pub fn contains(self, scope: Scope) -> bool {
        self.0 & (1 << scope as u8) != 0
    }

    /// Whether the set contains every scope of another set.
    pub fn includes(self, other: Scopes) -> bool {
        other.0 & !self.0 == 0
    }

    /// Returns the scopes of this set that another set lacks.
    pub fn without(self, other: Scopes) -> Scopes {
        Scopes(self.0 & !other.0)
    }

    /// Whether the set contains no scope.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the scopes in the set.
    pub fn iter(self) -> impl Iterator<Item = Scope> {
        Scope::ALL.into_iter().filter(move |scope| self.contains(*scope))
    }

    /// Returns the set as it is stored and signed.
    pub fn written(self) -> WrittenScopes {
        let others: Scopes = self.iter().filter(|scope| *scope != Scope::Organize).collect();
        WrittenScopes { words: others.to_string(), organize: Some(self.contains(Scope::Organize)) }
    }
}

/// A set of scopes in its stored and signed form. Servers of 0.1.0 may run beside this one and refuse unknown
/// words, so `organize` is separate from the words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenScopes {
    /// The other scopes, as their names separated by spaces.
    pub words: String,
    /// Whether the set contains `organize`. None if 0.1.0 has written it.
    pub organize: Option<bool>,
}

impl WrittenScopes {
    /// Returns the set for a session of this kind.
    ///
    /// In 0.1.0, `tournaments` allowed what `organize` allows now. Owners of accounts made API tokens for
    /// that, but apps told players only about entering and leaving tournaments.
    pub fn read(&self, kind: SessionKind) -> Result<Scopes, UnknownScope> {
        let words: Scopes = self.words.parse()?;
        let had = kind != SessionKind::Grant && words.contains(Scope::Tournaments);
        let organize = self.organize.unwrap_or(had).then_some(Scope::Organize);
        Ok(words.iter().chain(organize).collect())
    }
}

impl From<Scope> for Scopes {
    fn from(scope: Scope) -> Self {
        Scopes(1 << scope as u8)
    }
}

impl FromIterator<Scope> for Scopes {
    fn from_iter<I: IntoIterator<Item = Scope>>(scopes: I) -> Self {
        scopes.into_iter().fold(Scopes(0), |set, scope| Scopes(set.0 | (1 << scope as u8)))
    }
}

impl Scopes {
    /// Writes the names of the scopes as one text.
    pub fn as_text<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Writes the scopes as a list.
impl Serialize for Scopes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl fmt::Display for Scopes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.iter().map(Scope::name).collect::<Vec<_>>().join(" "))
    }
}

/// The name is not a scope.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown scope")]
pub struct UnknownScope;

impl FromStr for Scopes {
    type Err = UnknownScope;

    fn from_str(text: &str) -> Result<Self, UnknownScope> {
        let scope = |name| Scope::named(name).ok_or(UnknownScope);
        text.split_ascii_whitespace().map(scope).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scopes_are_parsed_from_their_written_form() {
        assert_eq!(Scopes::ALL.to_string(), "read play challenge bots tournaments organize");
        assert_eq!(Scopes::ALL.to_string().parse(), Ok(Scopes::ALL));
        let some: Scopes = "play read".parse().unwrap();
        assert!(some.contains(Scope::Play) && !some.contains(Scope::Bots));
        assert_eq!(some.to_string(), "read play");
        assert_eq!([Scope::Play, Scope::Read, Scope::Play].into_iter().collect::<Scopes>(), some);
        assert_eq!(some.iter().map(Scope::name).collect::<Vec<_>>(), ["read", "play"]);
        assert_eq!("root".parse::<Scopes>(), Err(UnknownScope));
    }

    #[test]
    fn a_set_includes_its_parts_only() {
        let scopes = |text: &str| text.parse::<Scopes>().unwrap();
        assert!(scopes("read play").includes(scopes("play")) && scopes("read").includes(scopes("")));
        assert!(!scopes("play").includes(scopes("read play")));
        assert_eq!(scopes("read play bots").without(scopes("play tournaments")), scopes("read bots"));
        assert!(scopes("").is_empty() && !scopes("bots").is_empty());
        assert_eq!(scopes("bots read").iter().collect::<Vec<_>>(), [Scope::Read, Scope::Bots]);
    }

    #[test]
    fn a_written_set_has_only_words_of_0_1_0_and_is_read_again() {
        for text in ["", "read", "organize", "tournaments", "read play challenge bots tournaments organize"] {
            let scopes: Scopes = text.parse().unwrap();
            let written = scopes.written();
            assert!(!written.words.contains("organize"), "{written:?}");
            for kind in SessionKind::ALL {
                assert_eq!(written.read(kind), Ok(scopes), "{written:?}");
            }
        }
    }

    #[test]
    fn only_apps_lose_what_tournaments_allowed_in_0_1_0() {
        let read = |words: &str, kind| WrittenScopes { words: words.to_owned(), organize: None }.read(kind);
        let scopes = |text: &str| Ok(text.parse::<Scopes>().unwrap());
        assert_eq!(read("read play challenge bots tournaments", SessionKind::Login), Ok(Scopes::ALL));
        assert_eq!(read("tournaments", SessionKind::Token), scopes("tournaments organize"));
        assert_eq!(read("read play", SessionKind::Token), scopes("read play"));
        assert_eq!(read("read tournaments", SessionKind::Grant), scopes("read tournaments"));
        assert_eq!(read("root", SessionKind::Token), Err(UnknownScope));
    }
}
