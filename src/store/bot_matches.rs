//! Series of games between bots: their terms, their bots, and which of their games have started.

use std::collections::HashMap;
use std::time::Duration;

use chrono::{DateTime, Utc};
use diesel::dsl::{count_star, now, sql};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Interval, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::bots;
use super::games::{TermsRow, read_terms};
use super::schema::{bot_match_bots, bot_match_games, bot_matches, shared_deals};
use super::{Failure, Postgres, unreadable};
use crate::by_hand::{interval, row};
use crate::run::Run;
use lapidary_contest::event::duplicate::beacon;
use lapidary_model::auth::PlayerId;
use lapidary_model::bot_match::{
    AT_ONCE_MAX, BotMatch, BotMatchId, BotMatchStatus, GAMES_MAX, MatchBot, MatchGame, MatchSecret,
    StopReason,
};
use lapidary_model::built_in::Strength;
use lapidary_model::game::{GameId, Terms};
use lapidary_model::player::Occupant;
use lapidary_model::stored::terms::options_text;

/// A series to add.
pub struct NewMatch {
    pub id: BotMatchId,
    pub creator: PlayerId,
    pub terms: Terms,
    pub games: u32,
    pub at_once: u8,
    pub secret: MatchSecret,
    /// Its bots in the order of their places. Each has its strength if it is part of the server, and whether
    /// it has accepted.
    pub bots: Vec<(PlayerId, Option<Strength>, bool)>,
    /// Whether the server makes it by itself.
    pub ladder: bool,
}

/// Adds a series that waits until all bots have accepted, and hides its deals. The caller must have opened a
/// transaction.
pub async fn insert(connection: &mut Postgres, new: &NewMatch) -> Result<(), Failure> {
    let commitment = new.secret.commitment(new.id);
    diesel::insert_into(bot_matches::table)
        .values((
            bot_matches::id.eq(new.id.0),
            bot_matches::creator_id.eq(new.creator.0),
            bot_matches::ruleset.eq(new.terms.ruleset.deal_name()),
            bot_matches::options.eq(options_text(new.terms.ruleset)),
            bot_matches::seats.eq(new.terms.seats.get() as i16),
            bot_matches::visibility.eq(new.terms.visibility.name()),
            bot_matches::clock.eq(new.terms.clock.to_string()),
            bot_matches::games.eq(new.games.cast_signed()),
            bot_matches::at_once.eq(i16::from(new.at_once)),
            bot_matches::status.eq(BotMatchStatus::Waiting.name()),
            bot_matches::ladder.eq(new.ladder),
            bot_matches::secret.eq(new.secret.0.as_slice()),
            bot_matches::commitment.eq(commitment.as_slice()),
            // Not when the transaction began: an owner that it sees has waited for longer than who plays now.
            bot_matches::created_at.eq(sql::<Timestamptz>("clock_timestamp()")),
        ))
        .execute(connection)
        .await?;
    for (place, (player, strength, accepted)) in (0_i16..).zip(&new.bots) {
        let row = (
            bot_match_bots::match_id.eq(new.id.0),
            bot_match_bots::place.eq(place),
            bot_match_bots::player_id.eq(player.0),
            bot_match_bots::strength.eq(strength.map(|strength| i16::from(strength.percent()))),
        );
        diesel::insert_into(bot_match_bots::table).values(row).execute(connection).await?;
        if *accepted {
            accept(connection, new.id, *player).await?;
        }
    }
    let none: [i32; 0] = [];
    let entropies: [&[u8]; 0] = [];
    diesel::insert_into(shared_deals::table)
        .values((
            shared_deals::id.eq(new.id.0),
            shared_deals::round.eq(0_i16),
            shared_deals::seats.eq(new.terms.seats.get() as i16),
            shared_deals::commitment.eq(commitment.as_slice()),
            shared_deals::beacon.eq(beacon([]).as_slice()),
            shared_deals::entries.eq(none.as_slice()),
            shared_deals::entropies.eq(entropies.as_slice()),
        ))
        .run(connection)
        .await
}

/// Stores that a bot, or its owner, has accepted.
pub async fn accept(connection: &mut Postgres, id: BotMatchId, bot: PlayerId) -> Result<(), Failure> {
    let of_bot = bot_match_bots::match_id.eq(id.0).and(bot_match_bots::player_id.eq(bot.0));
    diesel::update(bot_match_bots::table)
        .filter(of_bot.and(bot_match_bots::accepted_at.is_null()))
        .set(bot_match_bots::accepted_at.eq(now))
        .run(connection)
        .await
}

/// Starts a series. The caller must hold its lock.
pub async fn start(connection: &mut Postgres, id: BotMatchId) -> Result<(), Failure> {
    diesel::update(bot_matches::table.find(id.0))
        .set((bot_matches::status.eq(BotMatchStatus::Playing.name()), bot_matches::started_at.eq(now)))
        .run(connection)
        .await
}

/// Marks the unfinished series of a bot: the next look at each of them ends it for this reason.
pub async fn mark_to_stop(
    connection: &mut Postgres,
    bot: PlayerId,
    reason: StopReason,
) -> Result<(), Failure> {
    let sql = "UPDATE bot_matches SET reason = $2 WHERE ended_at IS NULL AND reason IS NULL \
         AND id IN (SELECT match_id FROM bot_match_bots WHERE player_id = $1)";
    diesel::sql_query(sql).bind::<SqlUuid, _>(bot.0).bind::<Text, _>(reason.name()).run(connection).await
}

/// Ends a series, and reveals all of its deals. With a reason it is stopped, otherwise it is finished. The
/// caller must hold its lock, and all of its games must be over.
pub async fn end(
    connection: &mut Postgres,
    id: BotMatchId,
    reason: Option<StopReason>,
) -> Result<(), Failure> {
    let status = if reason.is_some() { BotMatchStatus::Stopped } else { BotMatchStatus::Finished };
    diesel::update(bot_matches::table.find(id.0))
        .set((
            bot_matches::status.eq(status.name()),
            bot_matches::reason.eq(reason.map(StopReason::name)),
            bot_matches::ended_at.eq(now),
        ))
        .execute(connection)
        .await?;
    diesel::update(shared_deals::table.find(id.0))
        .set(shared_deals::revealed_at.eq(now))
        .run(connection)
        .await
}

/// Locks a series until the transaction ends. Returns false if there is none.
pub async fn lock(connection: &mut Postgres, id: BotMatchId) -> Result<bool, Failure> {
    let row = bot_matches::table.find(id.0).select(bot_matches::id).for_no_key_update();
    let locked: Option<Uuid> = row.first_row(connection).await?;
    Ok(locked.is_some())
}

/// Locks a series that is not over until the transaction ends, unless somebody else has locked it.
pub async fn try_lock(connection: &mut Postgres, id: BotMatchId) -> Result<bool, Failure> {
    let locked: Option<Uuid> = bot_matches::table
        .find(id.0)
        .filter(bot_matches::ended_at.is_null())
        .select(bot_matches::id)
        .for_no_key_update()
        .skip_locked()
        .first_row(connection)
        .await?;
    Ok(locked.is_some())
}

/// Returns the ids of series that a server has to look after, in the order of their ids: those that are
/// played or to be stopped, and those that have waited this long.
pub async fn due(
    connection: &mut Postgres,
    expiry: Duration,
    after: Option<BotMatchId>,
    limit: i64,
) -> Result<Vec<BotMatchId>, Failure> {
    row! {
        struct BotMatchRow {
            id: Uuid,
        }
    }
    let sql = "SELECT id FROM bot_matches WHERE ended_at IS NULL AND ($1 IS NULL OR id > $1) \
         AND (status = 'playing' OR reason IS NOT NULL OR created_at < now() - $2) ORDER BY id LIMIT $3";
    let query = diesel::sql_query(sql)
        .bind::<Nullable<SqlUuid>, _>(after.map(|after| after.0))
        .bind::<Interval, _>(interval(expiry))
        .bind::<BigInt, _>(limit);
    let rows: Vec<BotMatchRow> = query.prepared().load(connection).await?;
    Ok(rows.into_iter().map(|row| BotMatchId(row.id)).collect())
}

/// Counts the series of a creator that are not over.
pub async fn count_unfinished(connection: &mut Postgres, creator: PlayerId) -> Result<i64, Failure> {
    let theirs = bot_matches::creator_id.eq(creator.0).and(bot_matches::ended_at.is_null());
    Ok(bot_matches::table.filter(theirs).select(count_star()).first(connection).await?)
}

/// Returns the secret of a series. Only its deals may use it while the series is not over.
pub async fn secret(connection: &mut Postgres, id: BotMatchId) -> Result<MatchSecret, Failure> {
    let bytes: Vec<u8> = bot_matches::table.find(id.0).select(bot_matches::secret).first(connection).await?;
    bytes.try_into().map(MatchSecret).map_err(|_| unreadable("the secret of a bot match"))
}

/// Returns a page of the ids of the series of a player, the newest first: those that they created, and those
/// in which they or their bots take part. A series that waits for a bot is left out if the bot or the player
/// has blocked its creator.
pub async fn page(
    connection: &mut Postgres,
    player: PlayerId,
    after: Option<BotMatchId>,
    limit: i64,
) -> Result<Vec<BotMatchId>, Failure> {
    row! {
        struct BotMatchRow {
            id: Uuid,
        }
    }
    let mut players = bots::owned(connection, player).await?;
    players.push(player);
    let players: Vec<Uuid> = players.into_iter().map(|player| player.0).collect();
    let created = "(SELECT m.id FROM bot_matches m WHERE m.creator_id = $1 AND ($3 IS NULL OR m.id < $3) \
         ORDER BY m.id DESC LIMIT $4)";
    // Each player's are read from the index, newest first, before they are put together.
    let taken_part = "SELECT b.match_id AS id FROM unnest($2) p (id) CROSS JOIN LATERAL ( \
         SELECT b.match_id FROM bot_match_bots b JOIN bot_matches m ON m.id = b.match_id \
         WHERE b.player_id = p.id AND ($3 IS NULL OR b.match_id < $3) \
         AND NOT (m.status = 'waiting' AND EXISTS (SELECT FROM blocks k WHERE k.blocker_id IN (p.id, $1) \
         AND k.blocked_id = m.creator_id)) ORDER BY b.match_id DESC LIMIT $4) AS b";
    let sql =
        format!("SELECT id FROM ({created} UNION {taken_part}) AS found (id) ORDER BY id DESC LIMIT $4");
    let rows: Vec<BotMatchRow> = diesel::sql_query(sql)
        .bind::<SqlUuid, _>(player.0)
        .bind::<Array<SqlUuid>, _>(players)
        .bind::<Nullable<SqlUuid>, _>(after.map(|after| after.0))
        .bind::<BigInt, _>(limit)
        .load(connection)
        .await?;
    Ok(rows.into_iter().map(|row| BotMatchId(row.id)).collect())
}

row! {
    struct BotMatchRow {
        id: Uuid,
        creator_id: Uuid,
        creator: Option<String>,
        creator_bot: bool,
        ruleset: String,
        options: String,
        seats: i16,
        visibility: String,
        clock: String,
        games: i32,
        at_once: i16,
        ladder: bool,
        status: String,
        reason: Option<String>,
        commitment: Vec<u8>,
        created_at: DateTime<Utc>,
        started_at: Option<DateTime<Utc>>,
        ended_at: Option<DateTime<Utc>>,
    }
}

row! {
    struct BotRow {
        match_id: Uuid,
        player_id: Uuid,
        username: Option<String>,
        bot: bool,
        owner_id: Option<Uuid>,
        strength: Option<i16>,
        accepted: bool,
    }
}

const LOAD: &str = "SELECT m.id, m.creator_id, p.username AS creator, p.bot AS creator_bot, m.ruleset, m.options, \
    m.seats::smallint AS seats, m.visibility::text AS visibility, m.clock, m.games, m.at_once, m.ladder, m.status, m.reason, \
    m.commitment::bytea AS commitment, m.created_at, m.started_at, m.ended_at \
    FROM bot_matches m JOIN players p ON p.id = m.creator_id WHERE m.id = ANY ($1) ORDER BY m.id DESC";

const LOAD_BOTS: &str = "SELECT b.match_id, b.player_id, p.username, p.bot, o.owner_id, b.strength, \
    b.accepted_at IS NOT NULL AS accepted \
    FROM bot_match_bots b JOIN players p ON p.id = b.player_id LEFT JOIN bots o ON o.player_id = b.player_id \
    WHERE b.match_id = ANY ($1) ORDER BY b.match_id, b.place";

/// Returns the series with these ids, the newest first.
pub async fn load(connection: &mut Postgres, ids: &[BotMatchId]) -> Result<Vec<BotMatch>, Failure> {
    let ids: Vec<Uuid> = ids.iter().map(|id| id.0).collect();
    let rows: Vec<BotMatchRow> =
        diesel::sql_query(LOAD).bind::<Array<SqlUuid>, _>(&ids).load(connection).await?;
    let bots: Vec<BotRow> =
        diesel::sql_query(LOAD_BOTS).bind::<Array<SqlUuid>, _>(&ids).load(connection).await?;
    let mut by_match: HashMap<Uuid, Vec<BotRow>> = HashMap::new();
    for bot in bots {
        by_match.entry(bot.match_id).or_default().push(bot);
    }
    let read = |row: BotMatchRow| {
        let bots = by_match.remove(&row.id).unwrap_or_default();
        read_match(row, bots).ok_or_else(|| unreadable("a bot match"))
    };
    rows.into_iter().map(read).collect()
}

/// Returns one series.
pub async fn find(connection: &mut Postgres, id: BotMatchId) -> Result<Option<BotMatch>, Failure> {
    Ok(load(connection, &[id]).await?.pop())
}

/// Seats follow the order of the bots, and spectators see the games when the series is over.
fn read_match(row: BotMatchRow, bots: Vec<BotRow>) -> Option<BotMatch> {
    let terms = TermsRow {
        ruleset: row.ruleset,
        options: row.options,
        seats: row.seats,
        visibility: row.visibility,
        seating: "join_order".to_owned(),
        clock: row.clock,
        spectator_turns: 0,
        spectator_ms: 0,
        rated: false,
        ladder: row.ladder,
        tournament_id: None,
        season_id: None,
    };
    let bots: Option<Vec<MatchBot>> = bots.into_iter().map(read_bot).collect();
    let reason = match row.reason {
        Some(name) => Some(StopReason::named(&name)?),
        None => None,
    };
    Some(BotMatch {
        id: BotMatchId(row.id),
        creator: Occupant { player: PlayerId(row.creator_id), username: row.creator, bot: row.creator_bot },
        terms: read_terms(terms)?,
        games: u32::try_from(row.games).ok().filter(|&games| games <= GAMES_MAX)?,
        at_once: u8::try_from(row.at_once).ok().filter(|&games| games <= AT_ONCE_MAX)?,
        bots: bots?,
        ladder: row.ladder,
        status: BotMatchStatus::named(&row.status)?,
        reason,
        commitment: row.commitment.try_into().ok()?,
        created_at: row.created_at,
        started_at: row.started_at,
        ended_at: row.ended_at,
    })
}

fn read_bot(row: BotRow) -> Option<MatchBot> {
    let strength = match row.strength {
        Some(percent) => Some(Strength::new(u8::try_from(percent).ok()?)?),
        None => None,
    };
    Some(MatchBot {
        player: Occupant { player: PlayerId(row.player_id), username: row.username, bot: row.bot },
        owner: row.owner_id.map(PlayerId),
        strength,
        accepted: row.accepted,
    })
}

/// Adds a game of a series, which has started. The caller must hold the lock of the series.
pub async fn add_game(
    connection: &mut Postgres,
    id: BotMatchId,
    number: u32,
    game: GameId,
) -> Result<(), Failure> {
    let row = (
        bot_match_games::match_id.eq(id.0),
        bot_match_games::number.eq(number.cast_signed()),
        bot_match_games::game_id.eq(game.0),
    );
    diesel::insert_into(bot_match_games::table).values(row).run(connection).await
}

/// Stores that a game of a series is over, with the ranks of its seats if it has a result. The caller must
/// hold the lock of the series.
pub async fn end_game(
    connection: &mut Postgres,
    id: BotMatchId,
    number: u32,
    ranks: Option<&[u8]>,
) -> Result<(), Failure> {
    let ranks: Option<Vec<i16>> = ranks.map(|ranks| ranks.iter().map(|&rank| rank.into()).collect());
    diesel::update(bot_match_games::table.find((id.0, number.cast_signed())))
        .set((bot_match_games::ranks.eq(ranks), bot_match_games::ended_at.eq(now)))
        .run(connection)
        .await
}

/// The rows of the games of a series.
#[derive(Queryable, Selectable)]
#[diesel(table_name = bot_match_games)]
#[diesel(check_for_backend(diesel::pg::Pg))]
struct GameRow {
    number: i32,
    game_id: Uuid,
    ranks: Option<Vec<i16>>,
    ended_at: Option<DateTime<Utc>>,
}

/// Which games of a series are read.
#[derive(Debug, Clone, Copy)]
pub enum Which {
    /// Those that are not over.
    Running,
    /// Those with a number above the first one, at most as many as the second one.
    Above(u32, u32),
}

/// Returns games of a series, in the order of their numbers.
pub async fn games(
    connection: &mut Postgres,
    id: BotMatchId,
    which: Which,
) -> Result<Vec<MatchGame>, Failure> {
    let all = bot_match_games::table
        .filter(bot_match_games::match_id.eq(id.0))
        .order(bot_match_games::number)
        .select(GameRow::as_select());
    let rows: Vec<GameRow> = match which {
        Which::Running => all.filter(bot_match_games::ended_at.is_null()).load(connection).await?,
        Which::Above(number, most) => {
            let above = bot_match_games::number.gt(number.cast_signed());
            all.filter(above).limit(most.into()).load(connection).await?
        }
    };
    rows.into_iter().map(|row| read_game(row).ok_or_else(|| unreadable("a game of a bot match"))).collect()
}

fn read_game(row: GameRow) -> Option<MatchGame> {
    let ranks: Option<Vec<u8>> = match row.ranks {
        Some(ranks) => Some(ranks.into_iter().map(|rank| u8::try_from(rank).ok()).collect::<Option<_>>()?),
        None => None,
    };
    Some(MatchGame {
        number: u32::try_from(row.number).ok()?,
        game: GameId(row.game_id),
        ranks,
        ended_at: row.ended_at,
    })
}

/// Returns the number of the last game of a series that has started; 0 if there is none.
pub async fn last_number(connection: &mut Postgres, id: BotMatchId) -> Result<u32, Failure> {
    let of_match = bot_match_games::table.filter(bot_match_games::match_id.eq(id.0));
    let last: Option<i32> =
        of_match.select(diesel::dsl::max(bot_match_games::number)).first(connection).await?;
    Ok(last.map_or(0, i32::cast_unsigned))
}
