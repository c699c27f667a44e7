//! The ladders of clubs.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_types::{Array, Nullable, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use crate::by_hand::One;
use crate::run::Run;
use crate::schema::club_ladders;
use crate::{Failure, Postgres, stored, unreadable};
use lapidary_contest::rating::leaderboard::ListingRules;
use lapidary_contest::rating::pool::Pool;
use lapidary_model::auth::PlayerId;
use lapidary_model::club::ClubId;
use lapidary_model::season::{ClubLadder, LADDERS_EVER_MAX, LadderId, LadderSettings};

#[derive(Queryable, Selectable)]
#[diesel(table_name = club_ladders)]
#[diesel(check_for_backend(diesel::pg::Pg))]
struct LadderRow {
    id: Uuid,
    club_id: Uuid,
    name: String,
    base_pool: String,
    members_only: bool,
    rd_max: i16,
    opponents_min: i16,
    days_idle_max: i16,
    created_at: DateTime<Utc>,
    closed_at: Option<DateTime<Utc>>,
    member_days_min: i16,
    account_days_min: i16,
}

/// Returns the rules of a leaderboard, from their columns.
pub(super) fn listing(
    (rd_max, opponents_min, days_idle_max): (i16, i16, i16),
) -> Result<ListingRules, Failure> {
    Ok(ListingRules {
        rd_max: stored(rd_max, "a rule of a leaderboard")?,
        opponents_min: stored(opponents_min, "a rule of a leaderboard")?,
        days_idle_max: stored(days_idle_max, "a rule of a leaderboard")?,
    })
}

fn ladder(row: LadderRow) -> Result<ClubLadder, Failure> {
    let base_pool: Pool = row.base_pool.parse().map_err(|_| unreadable("the pool of a ladder"))?;
    Ok(ClubLadder {
        id: LadderId(row.id),
        club: ClubId(row.club_id),
        settings: LadderSettings {
            name: row.name,
            members_only: row.members_only,
            member_days_min: stored(row.member_days_min, "a rule of a ladder")?,
            account_days_min: stored(row.account_days_min, "a rule of a ladder")?,
            listing: listing((row.rd_max, row.opponents_min, row.days_idle_max))?,
        },
        base_pool,
        created_at: row.created_at,
        closed_at: row.closed_at,
    })
}

/// The settings as the database stores them.
#[derive(AsChangeset, Insertable)]
#[diesel(table_name = club_ladders)]
struct LadderSettingsColumns<'a> {
    name: &'a str,
    members_only: bool,
    member_days_min: i16,
    account_days_min: i16,
    rd_max: i16,
    opponents_min: i16,
    days_idle_max: i16,
}

impl<'a> From<&'a LadderSettings> for LadderSettingsColumns<'a> {
    fn from(settings: &'a LadderSettings) -> Self {
        let small = |value: u32| i16::try_from(value).unwrap_or(i16::MAX);
        LadderSettingsColumns {
            name: &settings.name,
            members_only: settings.members_only,
            member_days_min: small(settings.member_days_min.into()),
            account_days_min: small(settings.account_days_min.into()),
            rd_max: small(settings.listing.rd_max.into()),
            opponents_min: small(settings.listing.opponents_min),
            days_idle_max: small(settings.listing.days_idle_max),
        }
    }
}

/// Adds a ladder. The caller must hold the lock of the club.
pub async fn insert(
    connection: &mut Postgres,
    id: LadderId,
    club: ClubId,
    base: &Pool,
    settings: &LadderSettings,
) -> Result<(), Failure> {
    diesel::insert_into(club_ladders::table)
        .values((
            club_ladders::id.eq(id.0),
            club_ladders::club_id.eq(club.0),
            club_ladders::base_pool.eq(base.to_string()),
            LadderSettingsColumns::from(settings),
        ))
        .run(connection)
        .await
}

/// Changes the settings of a ladder. The caller must hold the lock of the club.
pub async fn update(
    connection: &mut Postgres,
    id: LadderId,
    settings: &LadderSettings,
) -> Result<(), Failure> {
    diesel::update(club_ladders::table.find(id.0))
        .set(LadderSettingsColumns::from(settings))
        .run(connection)
        .await
}

/// Closes a ladder. The caller must hold the lock of the club.
pub async fn close(connection: &mut Postgres, id: LadderId) -> Result<(), Failure> {
    let own = club_ladders::table.find(id.0).filter(club_ladders::closed_at.is_null());
    diesel::update(own)
        .set(club_ladders::closed_at.eq(sql::<Nullable<Timestamptz>>("clock_timestamp()")))
        .run(connection)
        .await
}

/// Deletes a ladder that never had a season, and that no tournament names. The caller must hold the lock of
/// the club.
pub async fn delete(connection: &mut Postgres, id: LadderId) -> Result<(), Failure> {
    diesel::delete(club_ladders::table.find(id.0)).run(connection).await
}

/// Returns a ladder.
pub async fn find(connection: &mut Postgres, id: LadderId) -> Result<Option<ClubLadder>, Failure> {
    let found = club_ladders::table.find(id.0).select(LadderRow::as_select()).first_row(connection).await?;
    found.map(ladder).transpose()
}

/// Returns which of these players are too new for their games in a ladder to be rated, as members of its club
/// or by their accounts, or may not play in it.
pub async fn too_new(
    connection: &mut Postgres,
    ladder: LadderId,
    players: &[PlayerId],
) -> Result<HashSet<PlayerId>, Failure> {
    let rows: Vec<One<Uuid>> = diesel::sql_query(
        "SELECT p.id FROM club_ladders l JOIN players p ON p.id = ANY ($2) \
         LEFT JOIN club_members m ON m.club_id = l.club_id AND m.player_id = p.id WHERE l.id = $1 AND \
         (l.members_only AND m.player_id IS NULL OR l.account_days_min > 0 AND p.created_at > clock_timestamp() - make_interval(days => l.account_days_min) \
         OR l.member_days_min > 0 \
         AND coalesce(m.since > clock_timestamp() - make_interval(days => l.member_days_min), true))",
    )
    .bind::<SqlUuid, _>(ladder.0)
    .bind::<Array<SqlUuid>, _>(players.iter().map(|player| player.0).collect::<Vec<_>>())
    .load(connection)
    .await?;
    Ok(rows.into_iter().map(|One(id)| PlayerId(id)).collect())
}

/// Returns the ladders of a club, closed ones included, the oldest first.
pub async fn list(connection: &mut Postgres, club: ClubId) -> Result<Vec<ClubLadder>, Failure> {
    let rows: Vec<LadderRow> = club_ladders::table
        .filter(club_ladders::club_id.eq(club.0))
        .order(club_ladders::id)
        .limit(LADDERS_EVER_MAX)
        .select(LadderRow::as_select())
        .load(connection)
        .await?;
    rows.into_iter().map(ladder).collect()
}
