//! The secrets that all nodes share, made by whichever node starts first.

use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use super::Failure;
use super::schema::server_secrets;

/// What a secret is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Signs access tokens.
    AccessCurrent,
    /// Will sign them after the next change of keys.
    AccessNext,
    /// Derives each refresh token from the one before.
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

/// The secret for a purpose; `fresh` becomes it if there is none yet.
///
/// Of several nodes that start at once one writes, the others wait for it and read what it wrote.
pub async fn get_or_insert(
    connection: &mut AsyncPgConnection,
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
