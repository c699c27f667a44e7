//! The uses of access tokens on this server that are not stored yet.
//!
//! Only the first use of a token on a server is noted, so a busy client costs nothing. A job stores the
//! notes.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};

use super::SessionId;

/// The maximum number of sessions with a note. Further uses are not noted.
const NOTES_MAX: usize = 65_536;
/// How long a note that cannot be stored is kept: its session may have been deleted.
const KEPT_FOR: TimeDelta = TimeDelta::minutes(1);

/// The use of an access token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TokenUse {
    pub session: SessionId,
    /// When the token was issued.
    pub issued_at: DateTime<Utc>,
    pub used_at: DateTime<Utc>,
}

/// The notes: for each session the use of its newest token.
#[derive(Default)]
pub struct TokenUses(Mutex<HashMap<SessionId, TokenUse>>);

impl TokenUses {
    /// Notes a use. The newest token of a session counts.
    pub fn note(&self, used: TokenUse) {
        let mut notes = self.open();
        if notes.len() >= NOTES_MAX && !notes.contains_key(&used.session) {
            return;
        }
        let note = notes.entry(used.session).or_insert(used);
        note.issued_at = note.issued_at.max(used.issued_at);
        note.used_at = note.used_at.max(used.used_at);
    }

    /// Takes all notes, to store them.
    pub fn take(&self) -> Vec<TokenUse> {
        std::mem::take(&mut *self.open()).into_values().collect()
    }

    /// Notes uses again that could not be stored, except old ones.
    pub fn put_back(&self, uses: impl IntoIterator<Item = TokenUse>, now: DateTime<Utc>) {
        uses.into_iter().filter(|used| now - used.used_at < KEPT_FOR).for_each(|used| self.note(used));
    }

    fn open(&self) -> MutexGuard<'_, HashMap<SessionId, TokenUse>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(1_800_000_000 + seconds, 0).unwrap()
    }

    fn used(session: u128, issued: i64, used: i64) -> TokenUse {
        TokenUse { session: SessionId(Uuid::from_u128(session)), issued_at: at(issued), used_at: at(used) }
    }

    #[test]
    fn the_newest_token_of_a_session_is_noted() {
        let uses = TokenUses::default();
        uses.note(used(1, 600, 610));
        uses.note(used(1, 0, 620));
        assert_eq!(uses.take(), [used(1, 600, 620)]);
        assert_eq!(uses.take(), []);
    }

    #[test]
    fn a_note_that_cannot_be_stored_is_kept_for_a_while() {
        let uses = TokenUses::default();
        uses.put_back([used(1, 0, 0), used(2, 0, 1)], at(60));
        assert_eq!(uses.take(), [used(2, 0, 1)]);
    }

    #[test]
    fn the_number_of_notes_is_limited() {
        let uses = TokenUses::default();
        (0..=NOTES_MAX as u128).for_each(|session| uses.note(used(session, 0, 0)));
        uses.note(used(0, 5, 5));
        let notes = uses.take();
        assert_eq!(notes.len(), NOTES_MAX);
        assert!(notes.contains(&used(0, 5, 5)), "a session with a note keeps it");
    }
}
