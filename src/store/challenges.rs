//! Challenges. The game of a challenge, its seats and its invitations are in the tables of games.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Bool, Nullable, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use futures_util::future::try_join;
use uuid::Uuid;

use super::database::sharding::{Placement, placement};
use super::games::{TermsRow, read_terms};
use super::schema::{blocks, challenges, games, invitations};
use super::{Failure, Postgres, unreadable};
use crate::by_hand::row;
use crate::run::Run;
use lapidary_model::auth::PlayerId;
use lapidary_model::challenge::{Challenge, ChallengeStatus, Challenged, DeclineReason, Declined, Direction};
use lapidary_model::game::{GameId, Visibility};
use lapidary_model::player::Occupant;

/// What makes a waiting private game a challenge.
#[derive(Debug, Clone, Copy)]
pub struct NewChallenge {
    pub game: GameId,
    pub challenger: PlayerId,
    /// What the game becomes when it starts.
    pub visibility: Visibility,
    pub rematch_of: Option<GameId>,
}

/// Adds a challenge. The caller must have added its game in the same transaction.
pub async fn insert(connection: &Postgres, new: &NewChallenge) -> Result<(), Failure> {
    diesel::insert_into(challenges::table)
        .values((
            challenges::game_id.eq(new.game.0),
            challenges::challenger_id.eq(new.challenger.0),
            challenges::visibility.eq(new.visibility.name()),
            challenges::rematch_of.eq(new.rematch_of.map(|game| game.0)),
        ))
        .run(connection)
        .await
}

/// Ends an open challenge, if the game belongs to one. The caller must hold the lock of the game.
pub async fn end(
    connection: &mut Postgres,
    game: GameId,
    status: ChallengeStatus,
    declined: Option<Declined>,
) -> Result<(), Failure> {
    let open = challenges::table.find(game.0).filter(challenges::status.eq(ChallengeStatus::Open.name()));
    diesel::update(open)
        .set((
            challenges::status.eq(status.name()),
            challenges::declined_by.eq(declined.map(|declined| declined.by.0)),
            challenges::reason.eq(declined.map(|declined| declined.reason.name())),
        ))
        .run(connection)
        .await
}

/// Returns what the game of a challenge becomes when it starts; none if the game belongs to no challenge.
pub async fn visibility(connection: &Postgres, game: GameId) -> Result<Option<Visibility>, Failure> {
    let visibility: Option<String> =
        challenges::table.find(game.0).select(challenges::visibility).first_row(connection).await?;
    visibility.map(|name| Visibility::named(&name).ok_or_else(|| unreadable("a challenge"))).transpose()
}

/// Marks the challenge of a game that starts as accepted, and makes the game what the challenge says. The
/// caller must hold the lock of the game.
pub async fn accept(connection: &Postgres, game: GameId, visibility: Visibility) -> Result<(), Failure> {
    let accepted = challenges::status.eq(ChallengeStatus::Accepted.name());
    let seen = games::visibility.eq(visibility.name());
    let accept = diesel::update(challenges::table.find(game.0)).set(accepted).run(connection);
    let show = diesel::update(games::table.find(game.0)).set(seen).run(connection);
    try_join(accept, show).await.map(|_| ())
}

/// Returns a page of the ids of challenges that a player sent or received, newest first. Challenges of
/// players whom they have blocked are left out.
pub async fn page(
    connection: &mut Postgres,
    player: PlayerId,
    direction: Direction,
    after: Option<GameId>,
    limit: i64,
) -> Result<Vec<GameId>, Failure> {
    row! {
        struct ChallengeRow {
            game_id: Uuid,
        }
    }
    let sent = "SELECT c.game_id FROM challenges c WHERE c.challenger_id = $1 \
         AND ($2 IS NULL OR c.game_id < $2) ORDER BY c.game_id DESC LIMIT $3";
    // The challenges are looked up one by one in the order of the invitations: joined at will, all of them
    // would be sorted.
    let received = "SELECT m.game_id FROM invitations m \
         CROSS JOIN LATERAL (SELECT * FROM challenges WHERE game_id = m.game_id LIMIT 1) AS c \
         WHERE m.player_id = $1 AND NOT m.folded AND ($2 IS NULL OR m.game_id < $2) \
         AND NOT EXISTS (SELECT FROM blocks b WHERE b.blocker_id = $1 AND b.blocked_id = c.challenger_id) \
         ORDER BY m.game_id DESC LIMIT $3";
    let sharded = "WITH c AS MATERIALIZED (SELECT m.game_id, c.challenger_id FROM invitations m \
         JOIN challenges c ON c.game_id = m.game_id WHERE m.player_id = $1 AND NOT m.folded \
         AND ($2 IS NULL OR m.game_id < $2)) \
         SELECT c.game_id FROM c \
         WHERE NOT EXISTS (SELECT FROM blocks b WHERE b.blocker_id = $1 AND b.blocked_id = c.challenger_id) \
         ORDER BY c.game_id DESC LIMIT $3";
    let sql = match (direction, placement()) {
        (Direction::In, Placement::OneNode) => received,
        (Direction::In, Placement::Sharded) => sharded,
        (Direction::Out, _) => sent,
    };
    let rows: Vec<ChallengeRow> = diesel::sql_query(sql)
        .bind::<SqlUuid, _>(player.0)
        .bind::<Nullable<SqlUuid>, _>(after.map(|game| game.0))
        .bind::<BigInt, _>(limit)
        .load(connection)
        .await?;
    Ok(rows.into_iter().map(|row| GameId(row.game_id)).collect())
}

/// Returns the challenges with these ids, newest first. Each waits this long for answers.
pub async fn load(
    mut connection: &Postgres,
    ids: &[GameId],
    lifetime: Duration,
) -> Result<Vec<Challenge>, Failure> {
    let ids: Vec<Uuid> = ids.iter().map(|id| id.0).collect();
    let rows: Vec<ChallengeRow> =
        diesel::sql_query(LOAD).bind::<Array<SqlUuid>, _>(&ids).prepared().load(&mut connection).await?;
    rows.into_iter().map(|row| challenge(row, lifetime).ok_or_else(|| unreadable("a challenge"))).collect()
}

/// Reads the challenges with their games, and the invitations with their seats, then adds the names of the
/// players.
const LOAD: &str = "WITH c AS MATERIALIZED (SELECT c.game_id, c.challenger_id, \
    c.visibility::text AS visibility, c.status, c.declined_by, c.reason, c.rematch_of, \
    g.ruleset, g.options, g.seats::smallint AS seats, g.seating::text AS seating, g.clock, \
    g.commitment::bytea AS commitment, g.created_at, g.rated, g.season_id \
    FROM challenges c JOIN games g ON g.id = c.game_id WHERE c.game_id = ANY($1)), \
    i AS MATERIALIZED (SELECT i.game_id, i.player_id, i.place, s.player_id IS NOT NULL AS accepted \
    FROM invitations i LEFT JOIN game_seats s ON s.game_id = i.game_id AND s.player_id = i.player_id \
    WHERE i.game_id = ANY($1)) \
    SELECT c.*, p.username AS challenger, p.bot AS challenger_bot, \
    invited.ids, invited.names, invited.bots, invited.accepted FROM c \
    CROSS JOIN LATERAL (SELECT * FROM players WHERE id = c.challenger_id LIMIT 1) AS p \
    CROSS JOIN LATERAL (SELECT \
        coalesce(array_agg(i.player_id ORDER BY i.place, q.id), '{}') AS ids, \
        coalesce(array_agg(q.username ORDER BY i.place, q.id), '{}') AS names, \
        coalesce(array_agg(q.bot ORDER BY i.place, q.id), '{}') AS bots, \
        coalesce(array_agg(i.accepted ORDER BY i.place, q.id), '{}') AS accepted \
        FROM i JOIN players q ON q.id = i.player_id WHERE i.game_id = c.game_id) AS invited \
    ORDER BY c.game_id DESC";

/// Returns whether a player has blocked another one.
pub async fn is_blocked(
    mut connection: &Postgres,
    blocker: PlayerId,
    blocked: PlayerId,
) -> Result<bool, Failure> {
    let block = blocks::table.find((blocker.0, blocked.0));
    Ok(diesel::select(diesel::dsl::exists(block)).prepared().get_result(&mut connection).await?)
}

/// Returns some open challenges that wait for a player who is to be erased, whoever sent them.
pub async fn waiting_for(
    connection: &mut Postgres,
    player: PlayerId,
    limit: i64,
) -> Result<Vec<GameId>, Failure> {
    let ids: Vec<Uuid> = invitations::table
        .inner_join(challenges::table.on(challenges::game_id.eq(invitations::game_id)))
        .filter(invitations::player_id.eq(player.0).and(sql::<Bool>("NOT invitations.folded")))
        .filter(challenges::status.eq(ChallengeStatus::Open.name()))
        .order(invitations::game_id)
        .limit(limit)
        .select(invitations::game_id)
        .load(connection)
        .await?;
    Ok(ids.into_iter().map(GameId).collect())
}

row! {
    struct ChallengeRow {
        game_id: Uuid,
        challenger_id: Uuid,
        challenger: Option<String>,
        challenger_bot: bool,
        visibility: String,
        status: String,
        declined_by: Option<Uuid>,
        reason: Option<String>,
        rematch_of: Option<Uuid>,
        ruleset: String,
        options: String,
        seats: i16,
        seating: String,
        clock: String,
        commitment: Vec<u8>,
        created_at: DateTime<Utc>,
        rated: bool,
        season_id: Option<Uuid>,
        ids: Vec<Uuid>,
        names: Vec<Option<String>>,
        bots: Vec<bool>,
        accepted: Vec<bool>,
    }
}

/// The delay of spectators is left out: the game itself shows it.
fn challenge(row: ChallengeRow, lifetime: Duration) -> Option<Challenge> {
    let lifetime = TimeDelta::from_std(lifetime).unwrap_or(TimeDelta::MAX);
    let terms = TermsRow {
        ruleset: row.ruleset,
        options: row.options,
        seats: row.seats,
        visibility: row.visibility,
        seating: row.seating,
        clock: row.clock,
        spectator_turns: 0,
        spectator_ms: 0,
        rated: row.rated,
        ladder: false,
        tournament_id: None,
        season_id: row.season_id,
    };
    let invited = row.ids.into_iter().zip(row.names).zip(row.bots).zip(row.accepted);
    let challenged = |(((player, username), bot), accepted): (((Uuid, Option<String>), bool), bool)| {
        Challenged { player: Occupant { player: PlayerId(player), username, bot }, accepted }
    };
    let declined = match row.declined_by.zip(row.reason) {
        Some((by, reason)) => Some(Declined { by: PlayerId(by), reason: DeclineReason::named(&reason)? }),
        None => None,
    };
    Some(Challenge {
        id: GameId(row.game_id),
        terms: read_terms(terms)?,
        challenger: Occupant {
            player: PlayerId(row.challenger_id),
            username: row.challenger,
            bot: row.challenger_bot,
        },
        to: invited.map(challenged).collect(),
        status: ChallengeStatus::named(&row.status)?,
        declined,
        rematch_of: row.rematch_of.map(GameId),
        commitment: row.commitment.try_into().ok()?,
        created_at: row.created_at,
        expires_at: row.created_at.checked_add_signed(lifetime).unwrap_or(DateTime::<Utc>::MAX_UTC),
    })
}
