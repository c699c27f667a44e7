//! Lists of games: the public ones, those of one player, or those to which a player is invited; in the order
//! of their creation.
//!
//! Words of the server are part of the statement's text; values of readers are bound. So a list that is often
//! read is prepared once for each connection (see [`ListGames::is_prepared`]).

use chrono::{DateTime, TimeDelta, Utc};
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::coordinator::CoordinatorFacts;
use super::list_rows::{AT_TABLE, Row, ShardRow, listed, named, push_other_columns, push_shard_columns};
use crate::by_hand::{Sql, bind, push_sql};
use crate::{Failure, Postgres, unreadable};
use lapidary_contest::rating::pool::{Pace, PlayerKind, Pool, TableSize};
use lapidary_engine::ruleset::Ruleset;
use lapidary_engine::seat::SeatCount;
use lapidary_model::auth::PlayerId;
use lapidary_model::game::{GameId, Status};
use lapidary_model::listing::{Filter, Listed, Order};
use lapidary_model::rating::pool_ruleset;
use lapidary_model::season::SeasonId;
use lapidary_model::stored::terms::options_text;

/// The games that fit, in their order, from after `cursor` on.
pub async fn list(
    connection: &mut Postgres,
    filter: &Filter,
    caller: Option<PlayerId>,
    cursor: Option<GameId>,
    limit: u8,
) -> Result<Vec<Listed>, Failure> {
    let query = ListGames {
        hidden_ends: false,
        order: filter.order,
        player: filter.player.map(|player| player.0),
        opponent: filter.opponent.map(|player| player.0),
        invited: filter.invited.map(|player| player.0),
        status: filter.status.map(Status::name),
        ruleset: filter.ruleset.clone(),
        played: filter.played.clone(),
        seats: filter.seats,
        rated: filter.rated,
        pool: filter.pool.as_ref().map(RatedTerms::of),
        tournament: filter.tournament.map(|tournament| tournament.0),
        label: filter.label.clone(),
        organizer: filter.organizer.map(|player| player.0),
        stalled_for: filter.stalled_for.map(|time| i64::try_from(time.as_millis()).unwrap_or(i64::MAX)),
        since: filter.since.map(|at| (at, first_id(at - ID_SKEW_MAX))),
        until: filter.until.map(|at| (at, first_id(at + ID_SKEW_MAX))),
        caller: caller.map(|caller| caller.0),
        caller_or_nobody: caller.map_or(Uuid::nil(), |caller| caller.0),
        cursor: cursor.map(|cursor| cursor.0),
        limit: limit.into(),
        beside: CoordinatorFacts::read_if_sharded(connection, filter.invited, filter.pool.is_some()).await?,
    };
    let mut rows: Vec<Row> = query.clone().rows(connection).await?;
    // For everybody who may not know yet that a game is over, it is active. Its seats know.
    if filter.status == Some(Status::Active) && (filter.player.is_none() || filter.player != caller) {
        let hidden = ListGames { status: None, hidden_ends: true, ..query };
        rows.extend(hidden.rows(connection).await?);
        match filter.order {
            Order::Newest => rows.sort_by_key(|row| std::cmp::Reverse(row.id)),
            Order::Oldest => rows.sort_by_key(|row| row.id),
        }
        rows.truncate(limit.into());
    }
    rows.into_iter().map(|row| listed(row).ok_or_else(|| unreadable("a listed game"))).collect()
}

/// The statuses of games that are not over.
const OPEN: [&str; 3] = [Status::Waiting.name(), Status::Active.name(), Status::Frozen.name()];

/// The maximum difference between the clock of the server, which makes the id of a game, and that of the
/// database, which says when the game was created.
const ID_SKEW_MAX: TimeDelta = TimeDelta::minutes(2);

/// Returns the first id that can be given at this time (RFC 9562, version 7: the time is in the first 48
/// bits).
fn first_id(at: DateTime<Utc>) -> Uuid {
    Uuid::from_u128(u128::from(at.timestamp_millis().max(0).unsigned_abs()) << 80)
}

/// The terms of the rated games in a pool.
#[derive(Clone)]
struct RatedTerms {
    ruleset: String,
    options: String,
    size: TableSize,
    pace: Pace,
    players: PlayerKind,
    season: Option<Uuid>,
}

impl RatedTerms {
    fn of(pool: &Pool) -> RatedTerms {
        // A pool of no ruleset has no games.
        let ruleset = Ruleset::every().find(|&ruleset| pool_ruleset(ruleset) == pool.ruleset());
        RatedTerms {
            ruleset: ruleset.map(Ruleset::deal_name).unwrap_or_default(),
            options: ruleset.map(options_text).unwrap_or_default(),
            size: pool.size(),
            pace: pool.pace(),
            players: pool.players(),
            season: SeasonId::of(pool).map(|season| season.0),
        }
    }
}

/// The statement.
#[derive(Clone)]
struct ListGames {
    /// Only games that are over and whose end the caller may not know yet.
    hidden_ends: bool,
    order: Order,
    player: Option<Uuid>,
    opponent: Option<Uuid>,
    invited: Option<Uuid>,
    status: Option<&'static str>,
    ruleset: Option<String>,
    /// The ruleset with exactly these modules.
    played: Option<String>,
    seats: Option<SeatCount>,
    rated: Option<bool>,
    pool: Option<RatedTerms>,
    tournament: Option<Uuid>,
    label: Option<String>,
    organizer: Option<Uuid>,
    /// In milliseconds.
    stalled_for: Option<i64>,
    /// When the games were created, and the first id of that time.
    since: Option<(DateTime<Utc>, Uuid)>,
    until: Option<(DateTime<Utc>, Uuid)>,
    caller: Option<Uuid>,
    /// The caller, or an id that nobody has.
    caller_or_nobody: Uuid,
    cursor: Option<Uuid>,
    limit: i64,
    /// What plain tables say, where games are sharded.
    beside: Option<CoordinatorFacts>,
}

/// Two statements are equal if their texts are: the words in them are not bound.
impl QueryId for ListGames {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl ListGames {
    /// Whether the statement is prepared once for each connection: with no filter beside who sits in the
    /// games and their status, or with one filter alone. All other combinations are too many to be kept.
    fn is_prepared(&self) -> bool {
        let others = [
            self.ruleset.is_some(),
            self.played.is_some(),
            self.seats.is_some(),
            self.rated.is_some(),
            self.pool.is_some(),
            self.opponent.is_some(),
            self.tournament.is_some(),
            self.label.is_some(),
            self.stalled_for.is_some(),
            self.since.is_some() || self.until.is_some(),
        ];
        match others.into_iter().filter(|is_set| *is_set).count() {
            0 => true,
            1 => self.status.is_none() && !self.hidden_ends,
            _ => false,
        }
    }

    /// The number of games for which the statement is planned. A plan for all values does not know a bound
    /// limit, and would sort what it should read in order; so this number is in the text.
    fn planned_games(&self) -> &'static str {
        match self.limit {
            ..=21 => "21",
            22..=101 => "101",
            _ => "256",
        }
    }
}

impl Query for ListGames {
    type SqlType = Sql<Row>;
}

impl QueryFragment<Pg> for ListGames {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        if !self.is_prepared() {
            out.unsafe_to_cache_prepared();
        }
        // A player's games are looked up one by one in the order of their seats, however many there are:
        // joined at will, all of them would be read and sorted for one page.
        let (games, id) = match (self.invited, self.player) {
            (Some(_), _) => (
                "invitations m CROSS JOIN LATERAL (SELECT * FROM games WHERE id = m.game_id LIMIT 1) AS g",
                "m.game_id",
            ),
            (None, Some(_)) => (
                "game_seats m CROSS JOIN LATERAL (SELECT * FROM games WHERE id = m.game_id LIMIT 1) AS g",
                "m.game_id",
            ),
            (None, None) => ("games g", "g.id"),
        };
        // The id is that by which the games are in order, so that the page needs no sorting.
        push_sql!(&mut out, "SELECT * FROM (SELECT ", id, " AS id");
        push_other_columns(&mut out);
        push_sql!(&mut out, " FROM ", games);
        if let Some(opponent) = &self.opponent {
            push_sql!(&mut out, " CROSS JOIN LATERAL (SELECT FROM game_seats WHERE game_id = ", id);
            push_sql!(&mut out, " AND player_id = ", bind(*opponent), " LIMIT 1) AS opponent");
        }
        push_sql!(&mut out, AT_TABLE, " WHERE ");
        self.push_conditions(&mut out, id)?;
        if let Some(pool) = &self.pool {
            pool.push_players(&mut out);
        }
        let direction = self.direction();
        push_sql!(&mut out, " ORDER BY ", id, direction, " LIMIT ", self.planned_games());
        push_sql!(&mut out, ") AS page ORDER BY id", direction, " LIMIT ", bind(self.limit));
        Ok(())
    }
}

/// The statement for the workers, where games are sharded.
#[derive(QueryId)]
struct ListOnShards(ListGames);

impl Query for ListOnShards {
    type SqlType = Sql<ShardRow>;
}

impl QueryFragment<Pg> for ListOnShards {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        let ListOnShards(list) = self;
        out.unsafe_to_cache_prepared();
        out.push_sql("SELECT ");
        push_shard_columns(&mut out);
        let (games, id) = match (list.invited, list.player) {
            (Some(_), _) => (" FROM invitations m JOIN games g ON g.id = m.game_id", "m.game_id"),
            (None, Some(_)) => (" FROM game_seats m JOIN games g ON g.id = m.game_id", "m.game_id"),
            (None, None) => (" FROM games g", "g.id"),
        };
        push_sql!(&mut out, games, " WHERE ");
        list.push_conditions(&mut out, id)?;
        if let Some(opponent) = &list.opponent {
            out.push_sql(" AND EXISTS (SELECT 1 FROM game_seats r WHERE r.game_id = g.id AND r.player_id = ");
            push_sql!(&mut out, bind(*opponent), ")");
        }
        if let (Some(pool), Some(beside)) = (&list.pool, &list.beside) {
            out.push_sql(match pool.players {
                PlayerKind::Human => " AND NOT EXISTS (",
                PlayerKind::Bot | PlayerKind::Endpoint => " AND EXISTS (",
            });
            out.push_sql("SELECT 1 FROM game_seats r WHERE r.game_id = g.id AND r.player_id = ANY (");
            beside.push_bots(&mut out)?;
            out.push_sql("))");
        }
        push_sql!(&mut out, " ORDER BY ", id, list.direction(), " LIMIT ", bind(list.limit));
        Ok(())
    }
}

impl ListGames {
    /// Loads the games.
    async fn rows(self, connection: &mut Postgres) -> Result<Vec<Row>, Failure> {
        match &self.beside {
            None => Ok(self.load(connection).await?),
            Some(_) => {
                let rows = ListOnShards(self).load(connection).await?;
                named(connection, rows).await
            }
        }
    }

    fn direction(&self) -> &'static str {
        match self.order {
            Order::Newest => " DESC",
            Order::Oldest => "",
        }
    }

    /// Adds the conditions of the games; `id` is the column of their ids.
    fn push_conditions<'b>(&'b self, out: &mut AstPass<'_, 'b, Pg>, id: &'static str) -> QueryResult<()> {
        self.push_visible(out)?;
        self.push_not_sealed(out)?;
        if let Some(status) = self.status {
            push_sql!(out, " AND g.status = '", status, "'");
            if !OPEN.contains(&status) {
                out.push_sql(" AND NOT ");
                self.push_end_is_hidden(out)?;
            }
        }
        if self.hidden_ends {
            out.push_sql(" AND NOT g.folded AND ");
            self.push_end_is_hidden(out)?;
        }
        self.push_terms(out)?;
        self.push_organizing(out)?;
        self.push_created(id, out)?;
        if let Some(cursor) = &self.cursor {
            let after = match self.order {
                Order::Newest => " < ",
                Order::Oldest => " > ",
            };
            push_sql!(out, " AND ", id, after, bind(*cursor));
        }
        Ok(())
    }

    /// Adds the conditions on the terms of the game.
    fn push_terms<'b>(&'b self, out: &mut AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        if let Some(ruleset) = &self.ruleset {
            out.push_sql(" AND split_part(g.ruleset, '+', 1) = ");
            match Ruleset::IDS.into_iter().find(|id| id == ruleset) {
                Some(known) => {
                    push_sql!(out, "'", known, "'");
                }
                None => bind(out, ruleset)?,
            }
        }
        if let Some(played) = &self.played {
            push_sql!(out, " AND g.ruleset = ", bind(*played));
        }
        if let Some(seats) = self.seats {
            let number = match seats.get() {
                2 => "2",
                3 => "3",
                _ => "4",
            };
            push_sql!(out, " AND g.seats = ", number);
        }
        match self.rated {
            Some(true) => out.push_sql(" AND g.rated = true"),
            Some(false) => out.push_sql(" AND g.rated = false"),
            None => {}
        }
        if let Some(tournament) = &self.tournament {
            push_sql!(out, " AND g.tournament_id = ", bind(*tournament));
        }
        self.pool.as_ref().map_or(Ok(()), |pool| pool.push(out))
    }

    /// Adds when the game was created: in the order of the list, and exactly.
    fn push_created<'b>(&'b self, id: &'static str, out: &mut AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        if let Some((since, first)) = &self.since {
            push_sql!(out, " AND ", id, " >= ", bind(*first), " AND g.created_at >= ", bind(*since));
        }
        if let Some((until, end)) = &self.until {
            push_sql!(out, " AND ", id, " < ", bind(*end), " AND g.created_at < ", bind(*until));
        }
        Ok(())
    }
}

impl RatedTerms {
    /// Adds the condition that the game `g` is rated with the terms of this pool.
    fn push<'b>(&'b self, out: &mut AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        push_sql!(out, " AND g.rated AND g.ruleset = ", bind(self.ruleset), " AND g.options = ");
        push_sql!(out, bind(self.options), " AND split_part(g.clock, ' ', 1) = '", self.pace.name(), "'");
        push_sql!(out, " AND CASE WHEN g.seats = 2 THEN 'duel' ELSE 'table' END = '", self.size.name(), "'");
        match &self.season {
            Some(season) => {
                push_sql!(out, " AND g.season_id = ", bind(*season));
            }
            None => out.push_sql(" AND g.season_id IS NULL"),
        }
        Ok(())
    }

    /// Adds the condition on the players of the game; [`AT_TABLE`] must be joined.
    fn push_players(&self, out: &mut AstPass<'_, '_, Pg>) {
        out.push_sql(match self.players {
            PlayerKind::Human => " AND NOT (true = ANY (at_table.bots))",
            PlayerKind::Bot => " AND at_table.bots <> '{}' AND NOT (false = ANY (at_table.bots))",
            // A bot match, not its game, is rated there.
            PlayerKind::Endpoint => " AND false",
        });
    }
}

impl ListGames {
    /// Adds the condition that the game is over and the caller, who has no seat in it, may not know it yet.
    fn push_end_is_hidden<'b>(&'b self, out: &mut AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql(
            "(g.spectator_ms > 0 AND g.status IN ('finished', 'aborted') AND g.snapshot IS NOT NULL \
             AND g.updated_at + g.spectator_ms * interval '1 millisecond' > ",
        );
        self.push_now(out)?;
        // Citus refuses `NOT EXISTS` together with some of the other conditions.
        push_sql!(
            out,
            " AND ",
            bind(self.caller_or_nobody),
            " <> ALL (ARRAY(SELECT o.player_id FROM game_seats o WHERE o.game_id = g.id)))",
        );
        Ok(())
    }

    /// Adds the condition that others than the seats may see the game, or that the caller has a seat. The
    /// deals that are not revealed are read once, because the planner counts a subquery for each game as
    /// expensive, even if it is rarely made.
    fn push_not_sealed<'b>(&'b self, out: &mut AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql(" AND (NOT (g.shared_deal IS NOT NULL AND g.shared_deal = ANY (");
        match &self.beside {
            Some(beside) => beside.push_sealed(out)?,
            None => out.push_sql("ARRAY(SELECT d.id FROM shared_deals d WHERE d.revealed_at IS NULL)"),
        }
        out.push_sql("))");
        if let Some(caller) = &self.caller {
            out.push_sql(" OR EXISTS (SELECT FROM game_seats e WHERE e.game_id = g.id AND e.player_id = ");
            push_sql!(out, bind(*caller), ")");
        }
        out.push_sql(")");
        Ok(())
    }

    /// Adds the time of the database, which is that of the coordinator where games are sharded.
    fn push_now<'b>(&'b self, out: &mut AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        match &self.beside {
            Some(beside) => beside.push_now(out),
            None => {
                out.push_sql("now()");
                Ok(())
            }
        }
    }

    /// Adds the conditions of those who organize games: the label, and how long nothing has happened.
    fn push_organizing<'b>(&'b self, out: &mut AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        if let Some(label) = &self.label {
            push_sql!(out, " AND g.label = ", bind(*label));
        }
        if let Some(stalled_for) = &self.stalled_for {
            // Whoever sees everything later is told later that nothing has happened.
            out.push_sql(" AND g.updated_at <= ");
            self.push_now(out)?;
            out.push_sql(" - interval '1 millisecond' * (g.spectator_ms + ");
            push_sql!(out, bind(*stalled_for), ")");
        }
        Ok(())
    }

    /// Adds the condition for the games that the caller may see.
    fn push_visible<'b>(&'b self, out: &mut AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        if let Some(invited) = &self.invited {
            push_invited(invited, out)?;
            // Players whom they have blocked cannot reach them this way.
            match &self.beside {
                Some(beside) => beside.push_reachable(out)?,
                None => out.push_sql(
                    " AND NOT EXISTS (SELECT FROM blocks b WHERE b.blocker_id = m.player_id AND b.blocked_id = g.creator_id)",
                ),
            }
            return Ok(());
        }
        if let Some(organizer) = &self.organizer {
            out.push_sql("g.organized AND g.creator_id = ");
            return bind(out, organizer);
        }
        let Some(player) = &self.player else {
            out.push_sql("g.visibility = 'public'");
            return Ok(());
        };
        push_sql!(out, "m.player_id = ", bind(*player));
        // These conditions leave out most games of a player who played many.
        if self.status.is_some_and(|status| OPEN.contains(&status)) {
            out.push_sql(" AND NOT m.over");
        }
        if self.hidden_ends {
            out.push_sql(" AND NOT m.folded");
        }
        out.push_sql(" AND (g.visibility = 'public'");
        if let Some(caller) = &self.caller {
            out.push_sql(" OR EXISTS (SELECT FROM game_seats c WHERE c.game_id = g.id AND c.player_id = ");
            push_sql!(
                out,
                bind(*caller),
                ") OR EXISTS (SELECT FROM invitations i WHERE i.game_id = g.id AND i.player_id = ",
                bind(*caller),
                ")",
            );
        }
        out.push_sql(")");
        Ok(())
    }
}

/// Adds the condition for the games that wait for this invited player.
fn push_invited<'b>(invited: &'b Uuid, out: &mut AstPass<'_, 'b, Pg>) -> QueryResult<()> {
    push_sql!(out, "m.player_id = ", bind(*invited));
    out.push_sql(
        " AND NOT m.folded AND g.status = 'waiting' \
         AND NOT EXISTS (SELECT FROM game_seats c WHERE c.game_id = g.id AND c.player_id = m.player_id)",
    );
    Ok(())
}
