//! A row of the table of operations in `routes.rs`: who may call an operation, its limit, and its specific
//! refusals.

use super::activity::Activity;
use super::call::Handler;
use crate::Code;
use crate::limit::Class;
use lapidary_model::auth::Scopes;

/// Who may call an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Permission {
    /// Everybody. Tokens are not read: probes and scrapers must always get a response, and OAuth has its own
    /// credentials.
    Outside,
    /// Everybody. The response is the same for all, but a bad token is refused so that the client notices.
    Public,
    /// Everybody. The response depends on the caller, so a token must allow this activity.
    PublicOr(Activity),
    /// A token that allows this.
    Needs(Activity),
    /// A token of a session, which has every scope. For the administration of the account.
    Session,
}

impl Permission {
    /// Returns the scopes that a token needs, if there is one.
    pub fn scopes(self) -> Scopes {
        match self {
            Permission::Outside | Permission::Public => Scopes::default(),
            Permission::PublicOr(activity) | Permission::Needs(activity) => {
                activity.scopes().iter().copied().collect()
            }
            Permission::Session => Scopes::ALL,
        }
    }
}

/// Whose rules the requests and refusals of an operation follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Protocol {
    /// Ours: unknown parameters are refused, and refusals are problems.
    Api,
    /// OAuth 2.1 for programs: unknown parameters are ignored, and refusals are those of its RFCs.
    OAuth,
    /// Pages of OAuth 2.1 for people: unknown parameters are ignored, refusals are pages, and scripts of
    /// other origins cannot read them.
    OAuthPages,
}

/// What the contract does not know about an operation.
#[derive(Debug)]
pub struct Row {
    /// The id in the contract.
    pub id: &'static str,
    /// Who may call it.
    pub permission: Permission,
    /// The class of its limit, if it is limited.
    pub limit: Option<Class>,
    /// The error codes that are specific to this operation.
    refusals: &'static [Code],
    uses_database: bool,
    /// Whose rules it follows.
    pub protocol: Protocol,
    /// What serves it.
    pub(super) handler: Option<Handler>,
}

/// Returns the row of an operation with our rules.
pub const fn api(permission: Permission, limit: Class, refusals: &'static [Code]) -> Row {
    let protocol = Protocol::Api;
    Row { id: "", permission, limit: Some(limit), refusals, uses_database: true, protocol, handler: None }
}

/// Returns the row of an operation outside the game, without database and limit.
pub const fn outside(refusals: &'static [Code]) -> Row {
    let (permission, protocol) = (Permission::Outside, Protocol::Api);
    Row { id: "", permission, limit: None, refusals, uses_database: false, protocol, handler: None }
}

/// Returns the row of an operation of OAuth for programs.
pub const fn oauth(limit: Class, refusals: &'static [Code]) -> Row {
    let (permission, protocol) = (Permission::Outside, Protocol::OAuth);
    Row { id: "", permission, limit: Some(limit), refusals, uses_database: true, protocol, handler: None }
}

/// Returns the row of a page of OAuth.
pub const fn oauth_page(limit: Class, refusals: &'static [Code]) -> Row {
    let row = oauth(limit, refusals);
    Row { protocol: Protocol::OAuthPages, ..row }
}

impl Row {
    /// Rulesets are part of the program and need no database.
    pub const fn without_database(mut self) -> Row {
        self.uses_database = false;
        self
    }

    /// Sets the handler, and the id: the handler's name at the end of this path.
    pub(crate) const fn of(mut self, path: &'static str, handler: Handler) -> Row {
        let mut start = path.len();
        while start > 0 && path.as_bytes()[start - 1] != b':' {
            start -= 1;
        }
        self.id = path.split_at(start).1.trim_ascii();
        self.handler = Some(handler);
        self
    }

    /// Returns every error code that the operation may return, in the order of the table of codes.
    ///
    /// Only `internal_error` is left out: any operation may return it.
    pub fn codes(&self, has_body: bool) -> Vec<Code> {
        Code::ALL
            .into_iter()
            .filter(|code| self.refusals.contains(code) || self.shares(*code, has_body))
            .collect()
    }

    /// Returns whether all operations of this kind have this code.
    fn shares(&self, code: Code, has_body: bool) -> bool {
        use Permission as P;
        match code {
            // Unknown query parameters, and unexpected or unreadable bodies.
            Code::Malformed => self.protocol == Protocol::Api || !has_body,
            Code::Unauthenticated => self.permission != P::Outside,
            Code::Forbidden => !self.permission.scopes().is_empty(),
            Code::TooManyRequests => self.limit.is_some(),
            Code::Unavailable => self.uses_database,
            Code::RequestTimeout | Code::PayloadTooLarge => has_body,
            Code::ValidationFailed | Code::UnsupportedMediaType => has_body && self.protocol == Protocol::Api,
            _ => false,
        }
    }
}
