//! What acts by itself ends with what made it.
//!
//! Webhooks, push subscriptions, endpoints of bots and tickets for streams act or speak for an account while
//! nobody asks for it. Each of their tables has a column with the session that made the row, and each of
//! their readers has this condition. So nothing else has to be done when a session ends.

use lapidary_model::auth::{Identity, SessionId, SessionKind};

/// The condition that the session in a column has not ended. A login and a grant are open as long as they can
/// get new tokens. Without a session, the row belongs to the account, and ends with it.
macro_rules! maker_is_open {
    ($column:literal) => {
        concat!(
            "(",
            $column,
            " IS NULL OR EXISTS (SELECT FROM sessions maker WHERE maker.id = ",
            $column,
            " AND maker.revoked_at IS NULL AND (maker.expires_at IS NULL OR maker.expires_at > now()) ",
            "AND (maker.kind = 'token' OR EXISTS (SELECT FROM refresh_tokens r ",
            "WHERE r.session_id = maker.id AND r.expires_at > now()))))"
        )
    };
}

pub(crate) use maker_is_open;

/// Returns the session with which the things that this caller makes end. For a login it is none: its owner
/// may log out, and what they have made belongs to the account.
pub fn bound_to(caller: &Identity) -> Option<SessionId> {
    (caller.kind != SessionKind::Login).then_some(caller.session)
}
