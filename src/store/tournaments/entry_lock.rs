//! The secrets that players send to enter a tournament: the hash of a password, and the digest of a code.

use diesel::dsl::exists;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use super::Locked;
use crate::run::Run;
use crate::schema::tournament_secrets;
use crate::{Failure, Postgres};
use lapidary_model::tournament::TournamentId;

/// Stores the hash of a password, or that there is none; a code ends.
pub async fn set_password(db: &mut Locked<'_>, hash: Option<&str>) -> Result<(), Failure> {
    diesel::update(tournament_secrets::table.find(db.id.0))
        .set((tournament_secrets::entry_hash.eq(hash), tournament_secrets::entry_digest.eq(None::<Vec<u8>>)))
        .execute(&mut **db)
        .await?;
    Ok(())
}

/// Stores the digest of a code, which replaces an earlier one.
pub async fn set_code(db: &mut Locked<'_>, digest: &[u8; 32]) -> Result<(), Failure> {
    diesel::update(tournament_secrets::table.find(db.id.0))
        .set(tournament_secrets::entry_digest.eq(digest.as_slice()))
        .execute(&mut **db)
        .await?;
    Ok(())
}

/// Returns the hash of the password of a tournament.
pub async fn password_hash(connection: &mut Postgres, id: TournamentId) -> Result<Option<String>, Failure> {
    let hash: Option<Option<String>> = tournament_secrets::table
        .find(id.0)
        .select(tournament_secrets::entry_hash)
        .first_row(connection)
        .await?;
    Ok(hash.flatten())
}

/// Returns whether the code with this digest lets players into the tournament.
pub async fn has_code(
    connection: &mut Postgres,
    id: TournamentId,
    digest: &[u8; 32],
) -> Result<bool, Failure> {
    let own =
        tournament_secrets::table.find(id.0).filter(tournament_secrets::entry_digest.eq(digest.as_slice()));
    Ok(diesel::select(exists(own)).get_result(connection).await?)
}
