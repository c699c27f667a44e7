//! The lock of a tournament.

use std::ops::{Deref, DerefMut};

use diesel::prelude::*;
use uuid::Uuid;

use crate::run::Run;
use crate::schema::tournaments;
use crate::{Failure, Postgres};
use lapidary_model::tournament::TournamentId;

/// A tournament whose row is locked until the transaction ends: whatever changes a tournament takes one, and
/// only the lock makes one. It is the connection of the transaction, too.
pub struct Locked<'t> {
    connection: &'t mut Postgres,
    pub(super) id: TournamentId,
}

impl<'t> Locked<'t> {
    /// Returns a tournament that this transaction has locked, or added.
    pub(super) const fn new(connection: &'t mut Postgres, id: TournamentId) -> Locked<'t> {
        Locked { connection, id }
    }

    /// Returns the id of the tournament.
    pub const fn id(&self) -> TournamentId {
        self.id
    }
}

impl Deref for Locked<'_> {
    type Target = Postgres;

    fn deref(&self) -> &Postgres {
        self.connection
    }
}

impl DerefMut for Locked<'_> {
    fn deref_mut(&mut self) -> &mut Postgres {
        self.connection
    }
}

/// Locks a tournament; returns none if there is none.
pub async fn lock(connection: &mut Postgres, id: TournamentId) -> Result<Option<Locked<'_>>, Failure> {
    let row = tournaments::table.find(id.0).select(tournaments::id).for_no_key_update();
    let found: Option<Uuid> = row.first_row(connection).await?;
    Ok(found.map(|_| Locked::new(connection, id)))
}

/// Does the same unless somebody else has locked it.
pub async fn try_lock(connection: &mut Postgres, id: TournamentId) -> Result<Option<Locked<'_>>, Failure> {
    let row = tournaments::table.find(id.0).select(tournaments::id).for_no_key_update().skip_locked();
    let found: Option<Uuid> = row.first_row(connection).await?;
    Ok(found.map(|_| Locked::new(connection, id)))
}
