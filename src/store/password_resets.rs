//! Links that set a new password, stored as digests of their tokens.

use std::time::Duration;

use diesel::dsl::{IntervalDsl, now};
use diesel::prelude::*;
use diesel::sql_types::Timestamptz;
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::clearing::{BY_ONE_ROW, clear};
use super::schema::{password_resets, players};
use super::{Failure, Postgres};
use crate::run::Run;
use lapidary_model::auth::PlayerId;
use lapidary_model::auth::secret_token::TokenDigest;

/// How long a link is valid, in minutes.
pub const LIFETIME_MINUTES: i32 = 30;
/// The maximum number of mails with a link for one account in an hour.
pub const MAILS_PER_HOUR: i64 = 3;
/// How long a row is kept: longer than its link is valid, and as long as mails are counted.
const KEPT: Duration = Duration::from_secs(60 * 60);

/// How a link reaches its player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// By mail, which counts against the limit of the account.
    Mail,
    /// The operator hands it over.
    Operator,
}

/// The account that an open link is for.
pub struct Holder {
    pub player: PlayerId,
    pub username: String,
}

/// Stores a new link of a player, which replaces their earlier one.
pub async fn insert(
    connection: &mut Postgres,
    digest: &TokenDigest,
    player: PlayerId,
    way: Way,
) -> Result<(), Failure> {
    clear(connection, "password_resets", "created_at", KEPT, BY_ONE_ROW).await?;
    end_all(connection, player).await?;
    diesel::insert_into(password_resets::table)
        .values((
            password_resets::digest.eq(digest.as_slice()),
            password_resets::player_id.eq(player.0),
            password_resets::mailed.eq(way == Way::Mail),
            password_resets::expires_at.eq(now.into_sql::<Timestamptz>() + LIFETIME_MINUTES.minutes()),
        ))
        .run(connection)
        .await
}

/// Returns how many links of a player were sent by mail within the last hour.
pub async fn mails_of_last_hour(connection: &mut Postgres, player: PlayerId) -> Result<i64, Failure> {
    let recent = password_resets::created_at.gt(now.into_sql::<Timestamptz>() - 60.minutes());
    let mails = password_resets::player_id.eq(player.0).and(password_resets::mailed).and(recent);
    Ok(password_resets::table.filter(mails).count().get_result(connection).await?)
}

/// Returns the account of a link that can still be used.
pub async fn holder(connection: &mut Postgres, digest: &TokenDigest) -> Result<Option<Holder>, Failure> {
    let open = password_resets::ended_at.is_null().and(password_resets::expires_at.gt(now));
    let found: Option<(Uuid, Option<String>)> = password_resets::table
        .inner_join(players::table)
        .filter(password_resets::digest.eq(digest.as_slice()).and(open))
        .filter(players::erased_at.is_null().and(players::password_hash.is_not_null()))
        .select((players::id, players::username))
        .first_row(connection)
        .await?;
    Ok(found.map(|(id, username)| Holder { player: PlayerId(id), username: username.unwrap_or_default() }))
}

/// Uses a link up; returns false if it cannot be used any more.
pub async fn consume(connection: &mut Postgres, digest: &TokenDigest) -> Result<bool, Failure> {
    let open = password_resets::ended_at.is_null().and(password_resets::expires_at.gt(now));
    let used = diesel::update(password_resets::table.find(digest.as_slice()).filter(open))
        .set(password_resets::ended_at.eq(now))
        .execute(connection)
        .await?;
    Ok(used > 0)
}

/// Ends the links of a player.
pub async fn end_all(connection: &mut Postgres, player: PlayerId) -> Result<(), Failure> {
    let open = password_resets::player_id.eq(player.0).and(password_resets::ended_at.is_null());
    diesel::update(password_resets::table.filter(open))
        .set(password_resets::ended_at.eq(now))
        .run(connection)
        .await
}
