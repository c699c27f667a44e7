//! Lists of games: the public ones, those of one player, or those to which a player is invited; newest first.

use chrono::{DateTime, Utc};
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::sql_types::Uuid as SqlUuid;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use super::beside::{Beside, names_of};
use super::load::{PlayersRow, TermsRow, occupants, read_terms};
use crate::by_hand::{Column, Sql, bind, columns, push_sql};
use crate::{Failure, unreadable};
use lapidary_engine::game::Game;
use lapidary_engine::outcome::{Outcome, Reason};
use lapidary_engine::seat::Seat;
use lapidary_model::auth::PlayerId;
use lapidary_model::game::{GameId, Status, Version};
use lapidary_model::listing::{Filter, Listed};

/// The games that fit, newest first, from after `cursor` on.
pub async fn list(
    connection: &mut AsyncPgConnection,
    filter: &Filter,
    caller: Option<PlayerId>,
    cursor: Option<GameId>,
    limit: u8,
) -> Result<Vec<Listed>, Failure> {
    let query = ListGames {
        hidden_ends: false,
        player: filter.player.map(|player| player.0),
        invited: filter.invited.map(|player| player.0),
        status: filter.status.map(Status::name),
        ruleset: filter.ruleset.clone(),
        seats: filter.seats.map(|seats| seats.get() as i16),
        label: filter.label.clone(),
        organizer: filter.organizer.map(|player| player.0),
        stalled_for: filter.stalled_for.map(|time| i64::try_from(time.as_millis()).unwrap_or(i64::MAX)),
        caller: caller.map(|caller| caller.0),
        caller_or_nobody: caller.map_or(Uuid::nil(), |caller| caller.0),
        cursor: cursor.map(|cursor| cursor.0),
        limit: limit.into(),
        beside: Beside::read_if_sharded(connection, filter.invited).await?,
    };
    let mut rows: Vec<Row> = query.clone().rows(connection).await?;
    // To those who may not know yet that a game is over, it is active. Its seats know.
    if filter.status == Some(Status::Active) && (filter.player.is_none() || filter.player != caller) {
        let hidden = ListGames { status: None, hidden_ends: true, ..query };
        rows.extend(hidden.rows(connection).await?);
        rows.sort_by_key(|row| std::cmp::Reverse(row.id));
        rows.truncate(limit.into());
    }
    rows.into_iter().map(|row| listed(row).ok_or_else(|| unreadable("a listed game"))).collect()
}

/// The statuses of games that are not over.
const OPEN: [&str; 3] = [Status::Waiting.name(), Status::Active.name(), Status::Frozen.name()];

/// The statement. It is planned for each call, because the filters decide which index is best.
#[derive(QueryId, Clone)]
struct ListGames {
    /// Only games that are over and whose end the caller may not know yet.
    hidden_ends: bool,
    player: Option<Uuid>,
    invited: Option<Uuid>,
    status: Option<&'static str>,
    ruleset: Option<String>,
    seats: Option<i16>,
    label: Option<String>,
    organizer: Option<Uuid>,
    /// In milliseconds.
    stalled_for: Option<i64>,
    caller: Option<Uuid>,
    /// The caller, or an id that nobody has.
    caller_or_nobody: Uuid,
    cursor: Option<Uuid>,
    limit: i64,
    /// What plain tables say, where games are sharded.
    beside: Option<Beside>,
}

/// The players of the game `g`.
pub(super) const AT_TABLE: &str = " CROSS JOIN LATERAL ( \
     SELECT coalesce(array_agg(s.player_id ORDER BY s.seat, s.join_order), '{}') AS ids, \
     coalesce(array_agg(p.username ORDER BY s.seat, s.join_order), '{}') AS names, \
     coalesce(array_agg(p.bot ORDER BY s.seat, s.join_order), '{}') AS bots \
     FROM game_seats s JOIN players p ON p.id = s.player_id WHERE s.game_id = g.id) AS at_table";

columns! {
    /// What a list shows of the game `g` besides its terms.
    pub(super) struct StateRow {
        status: String = "g.status",
        version: i32 = "g.version",
        creator_id: Uuid = "g.creator_id",
        created_at: DateTime<Utc> = "g.created_at",
        updated_at: DateTime<Utc> = "g.updated_at",
        label: Option<String> = "g.label",
        organized: bool = "g.organized",
        reason: Option<String> = "g.reason",
        ranks: Option<Vec<i16>> = "g.ranks",
        snapshot: Option<Vec<u8>> = "CASE WHEN g.status = 'active' THEN g.snapshot END",
    }
}

columns! {
    /// The seat of the game `g` whose clock runs, and when it has no time left.
    pub(super) struct ClockRow {
        running: Option<i16> = "(SELECT c.running FROM game_clocks c WHERE c.game_id = g.id AND g.clock <> 'none')",
        deadline: Option<DateTime<Utc>> =
            "(SELECT c.deadline FROM game_clocks c WHERE c.game_id = g.id AND g.clock <> 'none')",
    }
}

/// The columns that [`push_columns`] adds.
#[derive(Queryable)]
pub(super) struct Row {
    id: Uuid,
    terms: TermsRow,
    state: StateRow,
    players: PlayersRow,
    clock: ClockRow,
}

impl Column for Row {
    type Sql = (SqlUuid, Sql<TermsRow>, Sql<StateRow>, Sql<PlayersRow>, Sql<ClockRow>);
}

/// Adds what a list shows of the game `g`; [`AT_TABLE`] must be joined.
pub(super) fn push_columns(out: &mut AstPass<'_, '_, Pg>) {
    out.push_sql("g.id");
    for columns in [TermsRow::COLUMNS, StateRow::COLUMNS, PlayersRow::COLUMNS, ClockRow::COLUMNS] {
        out.push_sql(", ");
        out.push_sql(columns);
    }
}

/// The same without the names of the players, where games are sharded.
#[derive(Queryable)]
pub(super) struct ShardRow {
    id: Uuid,
    terms: TermsRow,
    state: StateRow,
    players: Vec<Uuid>,
    clock: ClockRow,
}

impl Column for ShardRow {
    type Sql = (SqlUuid, Sql<TermsRow>, Sql<StateRow>, Sql<Vec<Uuid>>, Sql<ClockRow>);
}

/// Where games are sharded: adds what the workers read of the game `g`, with the players in the order of
/// their seats.
pub(super) fn push_shard_columns(out: &mut AstPass<'_, '_, Pg>) {
    push_sql!(out, "g.id, ", TermsRow::COLUMNS, ", ", StateRow::COLUMNS);
    out.push_sql(
        ", (SELECT coalesce(array_agg(s.player_id ORDER BY s.seat, s.join_order), '{}') FROM game_seats s \
         WHERE s.game_id = g.id), ",
    );
    out.push_sql(ClockRow::COLUMNS);
}

/// Where games are sharded: adds the names of the players, which the coordinator knows, to rows of workers.
pub(super) async fn named(
    connection: &mut AsyncPgConnection,
    rows: Vec<ShardRow>,
) -> Result<Vec<Row>, Failure> {
    let known = names_of(connection, rows.iter().flat_map(|row| row.players.iter().copied())).await?;
    let named = |ShardRow { id, terms, state, players: ids, clock }: ShardRow| {
        let (names, bots) = ids.iter().map(|player| known.get(player).cloned().unwrap_or_default()).unzip();
        Row { id, terms, state, players: PlayersRow { ids, names, bots }, clock }
    };
    Ok(rows.into_iter().map(named).collect())
}

impl Query for ListGames {
    type SqlType = Sql<Row>;
}

impl QueryFragment<Pg> for ListGames {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.unsafe_to_cache_prepared();
        out.push_sql("SELECT ");
        push_columns(&mut out);
        out.push_sql(" FROM ");
        // A player's games are looked up one by one in the order of their seats, however many there are:
        // joined at will, all of them would be read and sorted for one page.
        let (games, order) = match (self.invited, self.player) {
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
        push_sql!(&mut out, games, AT_TABLE, " WHERE ");
        self.push_conditions(&mut out, order)
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
        let (games, order) = match (list.invited, list.player) {
            (Some(_), _) => (" FROM invitations m JOIN games g ON g.id = m.game_id", "m.game_id"),
            (None, Some(_)) => (" FROM game_seats m JOIN games g ON g.id = m.game_id", "m.game_id"),
            (None, None) => (" FROM games g", "g.id"),
        };
        push_sql!(&mut out, games, " WHERE ");
        list.push_conditions(&mut out, order)
    }
}

impl ListGames {
    /// Loads the games.
    async fn rows(self, connection: &mut AsyncPgConnection) -> Result<Vec<Row>, Failure> {
        match &self.beside {
            None => Ok(self.load(connection).await?),
            Some(_) => {
                let rows = ListOnShards(self).load(connection).await?;
                named(connection, rows).await
            }
        }
    }

    /// Adds the conditions of the games, and in which order how many are listed.
    fn push_conditions<'b>(&'b self, out: &mut AstPass<'_, 'b, Pg>, order: &'static str) -> QueryResult<()> {
        self.push_visible(out)?;
        self.push_not_sealed(out)?;
        if let Some(status) = &self.status {
            push_sql!(out, " AND g.status = ", bind(*status));
            if !OPEN.contains(status) {
                out.push_sql(" AND NOT ");
                self.push_end_is_hidden(out)?;
            }
        }
        if self.hidden_ends {
            out.push_sql(" AND NOT g.folded AND ");
            self.push_end_is_hidden(out)?;
        }
        if let Some(ruleset) = &self.ruleset {
            push_sql!(out, " AND split_part(g.ruleset, '+', 1) = ", bind(*ruleset));
        }
        if let Some(seats) = &self.seats {
            push_sql!(out, " AND g.seats = ", bind(*seats));
        }
        self.push_organizing(out)?;
        if let Some(cursor) = &self.cursor {
            push_sql!(out, " AND ", order, " < ", bind(*cursor));
        }
        push_sql!(out, " ORDER BY ", order, " DESC LIMIT ", bind(self.limit));
        Ok(())
    }

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

    /// Adds the condition that not only the seats of the game may see it, or that the caller has one. The
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
            // Whom they have blocked cannot reach them this way.
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

pub(super) fn listed(row: Row) -> Option<Listed> {
    let (terms, state) = (read_terms(row.terms)?, row.state);
    // A position that cannot be read is the concern of its own game: a list with all others is still shown.
    let game = state.snapshot.and_then(|bytes| Game::decode(terms.ruleset, &bytes).ok());
    Some(Listed {
        id: GameId(row.id),
        terms,
        status: Status::named(&state.status)?,
        version: Version(state.version.try_into().ok()?),
        creator: PlayerId(state.creator_id),
        label: state.label,
        organized: state.organized,
        created_at: state.created_at,
        updated_at: state.updated_at,
        to_act: game.as_ref().and_then(Game::to_act),
        turn: game.as_ref().and_then(Game::turn),
        outcome: match state.reason.zip(state.ranks) {
            Some((reason, ranks)) => Some(outcome(&reason, ranks)?),
            None => None,
        },
        occupants: occupants(row.players),
        deadline: deadline(&row.clock),
        present: Vec::new(),
    })
}

/// Returns the seat whose clock runs, and when it has no time left.
fn deadline(clock: &ClockRow) -> Option<(Seat, DateTime<Utc>)> {
    clock.running.and_then(|seat| Seat::new(seat.try_into().ok()?)).zip(clock.deadline)
}

fn outcome(reason: &str, ranks: Vec<i16>) -> Option<Outcome> {
    let reason = Reason::ALL.into_iter().find(|known| known.name() == reason)?;
    let ranks = ranks.into_iter().map(u8::try_from).collect::<Result<_, _>>().ok()?;
    Some(Outcome { reason, ranks })
}
