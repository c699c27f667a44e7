//! Pairing seeks: who can be paired, under which locks, and what has become of a group.

use std::collections::HashMap;
use std::time::Duration;

use chrono::{DateTime, Utc};
use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Bool, Nullable, SmallInt, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::{RunQueryDsl, SimpleAsyncConnection};
use futures_util::future::try_join;
use uuid::Uuid;

use super::lock::{OPEN, lock};
use crate::by_hand::row;
use crate::run::Run;
use crate::schema::{blocks, seek_secrets, seeks};
use crate::{Failure, Postgres, unreadable};
use lapidary_engine::deal::{DealId, Entropy, ServerSeed};
use lapidary_model::auth::PlayerId;
use lapidary_model::clock::Clock;
use lapidary_model::game::{GameId, Terms};
use lapidary_model::seek::{Blocks, Candidate, OpenSeeks, RatingRange, SeekId, SeekStatus};
use lapidary_model::stored::terms::options_text;

/// The secret part of a seek.
pub struct Secret {
    pub deal_id: DealId,
    pub server_seed: ServerSeed,
    pub entropy: Option<Entropy>,
}

/// The text that equal terms share, and no others.
fn key(terms: &Terms) -> String {
    let ruleset = terms.ruleset;
    let rated = match (terms.rated, terms.season) {
        (false, _) => String::new(),
        (true, None) => " rated".to_owned(),
        (true, Some(season)) => format!(" rated in {season}"),
    };
    format!("{} {} {} {}{rated}", ruleset.deal_name(), options_text(ruleset), terms.seats.get(), terms.clock)
}

/// Locks the terms until the transaction ends: on every server together, one seek on these terms is paired at
/// a time.
pub async fn lock_terms(connection: &Postgres, terms: &Terms) -> Result<(), Failure> {
    lock(connection, format!("seeks on {}", key(terms))).await
}

/// Returns the open seeks on these terms, the oldest first.
pub async fn candidates(
    mut connection: &Postgres,
    terms: &Terms,
    limit: i64,
) -> Result<Vec<Candidate>, Failure> {
    let rows: Vec<CandidateRow> = diesel::sql_query(format!(
        "{CANDIDATES} WHERE s.ruleset = $1 AND s.options = $2 AND s.seats = $3 AND s.clock = $4 AND s.rated = $5 \
         AND s.season_id IS NOT DISTINCT FROM $7 AND s.status = 'open' AND s.expires_at > now() \
         ORDER BY s.created_at, s.id LIMIT $6",
    ))
    .bind::<Text, _>(terms.ruleset.deal_name())
    .bind::<Text, _>(options_text(terms.ruleset))
    .bind::<SmallInt, _>(terms.seats.get() as i16)
    .bind::<Text, _>(terms.clock.to_string())
    .bind::<Bool, _>(terms.rated)
    .bind::<BigInt, _>(limit)
    .bind::<Nullable<SqlUuid>, _>(terms.season.map(|season| season.0))
    .prepared()
    .load(&mut connection)
    .await?;
    Ok(rows.into_iter().map(Candidate::from).collect())
}

/// Returns one open seek as it is paired.
pub async fn candidate(connection: &Postgres, id: SeekId) -> Result<Option<Candidate>, Failure> {
    let row: Option<CandidateRow> =
        diesel::sql_query(format!("{CANDIDATES} WHERE s.id = $1 AND s.status = 'open'"))
            .bind::<SqlUuid, _>(id.0)
            .prepared()
            .returned_row(connection)
            .await?;
    Ok(row.map(Candidate::from))
}

/// Returns when the newest seek on these terms that can be read now was made.
pub async fn newest(connection: &Postgres, terms: &Terms) -> Result<Option<DateTime<Utc>>, Failure> {
    let ruleset = terms.ruleset;
    Ok(seeks::table
        .filter(seeks::ruleset.eq(ruleset.deal_name()).and(seeks::options.eq(options_text(ruleset))))
        .filter(seeks::seats.eq(terms.seats.get() as i16).and(seeks::clock.eq(terms.clock.to_string())))
        .filter(seeks::rated.eq(terms.rated).and(sql::<Bool>("status = 'open'")))
        .filter(seeks::season_id.is_not_distinct_from(terms.season.map(|season| season.0)))
        .order((seeks::created_at.desc(), seeks::id.desc()))
        .select(seeks::created_at)
        .limit(1)
        .prepared()
        .returned_row(connection)
        .await?)
}

const CANDIDATES: &str = "SELECT s.id, s.player_id, coalesce(b.owner_id, s.player_id) AS owner_id, s.created_at, \
    s.seen_until, b.player_id IS NOT NULL AS bot, s.rating_min, s.rating_max, \
    (extract(epoch FROM clock_timestamp() - s.created_at) * 1000)::bigint AS waited_ms \
    FROM seeks s LEFT JOIN bots b ON b.player_id = s.player_id";

row! {
    struct CandidateRow {
        id: Uuid,
        player_id: Uuid,
        owner_id: Uuid,
        created_at: DateTime<Utc>,
        seen_until: Option<DateTime<Utc>>,
        bot: bool,
        rating_min: Option<i16>,
        rating_max: Option<i16>,
        waited_ms: i64,
    }
}

impl From<CandidateRow> for Candidate {
    fn from(row: CandidateRow) -> Self {
        Candidate {
            id: SeekId(row.id),
            player: PlayerId(row.player_id),
            owner: PlayerId(row.owner_id),
            created_at: row.created_at,
            seen_until: row.seen_until,
            bot: row.bot,
            range: RatingRange { min: row.rating_min, max: row.rating_max },
            waited: Duration::from_millis(row.waited_ms.try_into().unwrap_or_default()),
            rated: None,
        }
    }
}

/// Returns the blocks among these players.
pub async fn blocks_among(mut connection: &Postgres, players: &[PlayerId]) -> Result<Blocks, Failure> {
    let ids: Vec<Uuid> = players.iter().map(|player| player.0).collect();
    let rows: Vec<(Uuid, Uuid)> = blocks::table
        .filter(blocks::blocker_id.eq_any(&ids).and(blocks::blocked_id.eq_any(&ids)))
        .select((blocks::blocker_id, blocks::blocked_id))
        .load(&mut connection)
        .await?;
    Ok(rows.into_iter().map(|(blocker, blocked)| (PlayerId(blocker), PlayerId(blocked))).collect())
}

row! {
    struct PairRow {
        one: Uuid,
        other: Uuid,
    }
}

/// Returns the pairs of these players that have met in this many ladder games within a day.
pub async fn met_often(
    mut connection: &Postgres,
    players: &[PlayerId],
    games: i64,
) -> Result<Blocks, Failure> {
    let ids: Vec<Uuid> = players.iter().map(|player| player.0).collect();
    let rows: Vec<PairRow> = diesel::sql_query(
        "SELECT a.player_id AS one, b.player_id AS other FROM seeks a JOIN seeks b ON b.game_id = a.game_id \
         AND b.player_id > a.player_id WHERE a.rated AND a.status = 'paired' AND a.player_id = ANY (ARRAY(SELECT unnest($1))) \
         AND a.paired_at > clock_timestamp() - interval '1 day' AND b.rated AND b.status = 'paired' \
         AND b.player_id = ANY (ARRAY(SELECT unnest($1))) AND b.paired_at > clock_timestamp() - interval '1 day' \
         GROUP BY a.player_id, b.player_id HAVING count(*) >= $2",
    )
    .bind::<Array<SqlUuid>, _>(ids)
    .bind::<BigInt, _>(games)
    .prepared()
    .load(&mut connection)
    .await?;
    Ok(rows.into_iter().map(|row| (PlayerId(row.one), PlayerId(row.other))).collect())
}

/// Marks where a group is locked, for [`give_up`].
pub async fn begin_group(mut connection: &Postgres) -> Result<(), Failure> {
    Ok(connection.batch_execute("SAVEPOINT pairing").await?)
}

/// Releases the locks of the last group.
pub async fn give_up(mut connection: &Postgres) -> Result<(), Failure> {
    Ok(connection.batch_execute("ROLLBACK TO SAVEPOINT pairing").await?)
}

/// Locks these seeks until the transaction ends, and returns those that are still open.
pub async fn lock_open(mut connection: &Postgres, ids: &[SeekId]) -> Result<Vec<SeekId>, Failure> {
    let ids: Vec<Uuid> = ids.iter().map(|id| id.0).collect();
    let open: Vec<Uuid> = seeks::table
        .filter(seeks::id.eq_any(&ids).and(seeks::status.eq(OPEN)))
        .order(seeks::id)
        .select(seeks::id)
        .for_update()
        .load(&mut connection)
        .await?;
    Ok(open.into_iter().map(SeekId).collect())
}

/// The secret part of a seek as stored: its id, the deal, the seed, and the entropy.
type SeekSecretRow = (Uuid, Uuid, Vec<u8>, Option<Vec<u8>>);

/// Returns the secret parts of these seeks.
pub async fn secrets(mut connection: &Postgres, ids: &[SeekId]) -> Result<HashMap<SeekId, Secret>, Failure> {
    let ids: Vec<Uuid> = ids.iter().map(|id| id.0).collect();
    let rows: Vec<SeekSecretRow> = seek_secrets::table
        .filter(seek_secrets::seek_id.eq_any(ids))
        .select((
            seek_secrets::seek_id,
            seek_secrets::deal_id,
            seek_secrets::server_seed,
            seek_secrets::entropy,
        ))
        .load(&mut connection)
        .await?;
    let secret = |(id, deal_id, seed, entropy): SeekSecretRow| {
        let seed = seed.try_into().map_err(|_| unreadable("a seed"))?;
        let entropy = entropy.map(Entropy::try_from).transpose().map_err(|_| unreadable("a contribution"))?;
        let deal_id = DealId(deal_id.into_bytes());
        Ok((SeekId(id), Secret { deal_id, server_seed: ServerSeed::new(seed), entropy }))
    };
    rows.into_iter().map(secret).collect()
}

/// Marks seeks as paired in a game, and deletes their secrets. The game has the one that is used.
pub async fn pair(connection: &Postgres, ids: &[SeekId], game: GameId) -> Result<(), Failure> {
    let ids: Vec<Uuid> = ids.iter().map(|id| id.0).collect();
    let paired = diesel::update(seeks::table.filter(seeks::id.eq_any(&ids)))
        .set((
            seeks::status.eq(SeekStatus::Paired.name()),
            seeks::game_id.eq(game.0),
            seeks::paired_at.eq(sql::<Nullable<Timestamptz>>("clock_timestamp()")),
        ))
        .prepared()
        .run(connection);
    let secrets =
        diesel::delete(seek_secrets::table.filter(seek_secrets::seek_id.eq_any(&ids))).run(connection);
    try_join(paired, secrets).await.map(|_| ())
}

/// Withdraws the open seeks of these players for games with a live clock: nobody can give attention to two of
/// them. The caller must hold the locks of their accounts.
pub async fn withdraw_live(connection: &Postgres, players: &[PlayerId]) -> Result<(), Failure> {
    let ids: Vec<Uuid> = players.iter().map(|player| player.0).collect();
    let open = seeks::table.filter(seeks::player_id.eq_any(&ids).and(seeks::status.eq(OPEN)));
    diesel::update(open.filter(seeks::clock.like(format!("{} %", Clock::LIVE))))
        .set(seeks::status.eq(SeekStatus::Withdrawn.name()))
        .prepared()
        .run(connection)
        .await
}

/// Returns some open seeks with their players, the oldest first, after `after`.
pub async fn open(
    connection: &mut Postgres,
    which: OpenSeeks,
    after: Option<SeekId>,
    limit: i64,
) -> Result<Vec<(SeekId, PlayerId)>, Failure> {
    let mut query = seeks::table
        .filter(sql::<Bool>("status = 'open' AND expires_at > now()"))
        .order(seeks::id)
        .limit(limit)
        .select((seeks::id, seeks::player_id))
        .into_boxed();
    if let Some(after) = after {
        query = query.filter(seeks::id.gt(after.0));
    }
    if which == OpenSeeks::Rated {
        query = query.filter(sql::<Bool>("rated"));
    }
    let rows: Vec<(Uuid, Uuid)> = query.load(connection).await?;
    Ok(rows.into_iter().map(|(id, player)| (SeekId(id), PlayerId(player))).collect())
}
