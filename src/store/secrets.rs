//! The secrets that all servers share; the server that starts first generates them.

use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use super::schema::server_secrets;
use super::{Failure, Postgres};

/// The purpose of a secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// The key that signs access tokens.
    AccessCurrent,
    /// The key that will sign them after the next key rotation.
    AccessNext,
    /// The key that derives each refresh token from the previous one.
    Refresh,
}

impl Purpose {
    const fn name(self) -> &'static str {
        match self {
            Purpose::AccessCurrent => "access_current",
            Purpose::AccessNext => "access_next",
            Purpose::Refresh => "refresh",
        }
    }
}

/// Returns the secret for a purpose; if there is none yet, stores `fresh` as the secret.
///
/// If several servers start at once, one writes the secret; the others wait and read it.
pub async fn get_or_insert(
    connection: &mut Postgres,
    purpose: Purpose,
    fresh: [u8; 32],
) -> Result<[u8; 32], Failure> {
    diesel::insert_into(server_secrets::table)
        .values((server_secrets::purpose.eq(purpose.name()), server_secrets::secret.eq(fresh.as_slice())))
        .on_conflict_do_nothing()
        .execute(connection)
        .await?;
    let secret: Vec<u8> =
        server_secrets::table.find(purpose.name()).select(server_secrets::secret).first(connection).await?;
    secret.try_into().map_err(|_| {
        Failure::Broken(diesel::result::Error::DeserializationError("a secret has 32 bytes".into()))
    })
}
