//! What lists show of a game: the columns that a statement reads, and what they say.
//!
//! Where games are sharded, a list is read in two steps: workers know the players by their ids, the
//! coordinator knows their names.

use chrono::{DateTime, Utc};
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::query_builder::AstPass;
use diesel::sql_types::Uuid as SqlUuid;
use uuid::Uuid;

use super::coordinator::names_of;
use super::load::{PlayersRow, occupants};
use super::terms_row::{TermsRow, read_terms};
use crate::by_hand::{Column, Sql, columns, push_sql};
use crate::{Failure, Postgres};
use lapidary_engine::game::Game;
use lapidary_engine::outcome::{Outcome, Reason};
use lapidary_engine::seat::Seat;
use lapidary_model::auth::PlayerId;
use lapidary_model::game::{GameId, Status, Version};
use lapidary_model::listing::Listed;

/// The players of the game `g`. The limit makes PostgreSQL look up each of them, and they are sorted once.
pub(super) const AT_TABLE: &str = " CROSS JOIN LATERAL ( \
     SELECT coalesce(array_agg(player_id), '{}') AS ids, coalesce(array_agg(username), '{}') AS names, \
     coalesce(array_agg(bot), '{}') AS bots FROM (SELECT s.player_id, p.username, p.bot \
     FROM game_seats s CROSS JOIN LATERAL (SELECT username, bot FROM players WHERE id = s.player_id LIMIT 1) AS p \
     WHERE s.game_id = g.id ORDER BY s.seat, s.join_order) AS seated) AS at_table";

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
    pub(super) id: Uuid,
    pub(super) terms: TermsRow,
    pub(super) state: StateRow,
    pub(super) players: PlayersRow,
    pub(super) clock: ClockRow,
}

impl Column for Row {
    type Sql = (SqlUuid, Sql<TermsRow>, Sql<StateRow>, Sql<PlayersRow>, Sql<ClockRow>);
}

/// Adds what a list shows of the game `g`; [`AT_TABLE`] must be joined.
pub(super) fn push_columns(out: &mut AstPass<'_, '_, Pg>) {
    out.push_sql("g.id");
    push_other_columns(out);
}

/// Adds the columns after the id.
pub(super) fn push_other_columns(out: &mut AstPass<'_, '_, Pg>) {
    for columns in [TermsRow::COLUMNS, StateRow::COLUMNS, PlayersRow::COLUMNS, ClockRow::COLUMNS] {
        out.push_sql(", ");
        out.push_sql(columns);
    }
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
        watchers: 0,
    })
}

/// Returns the seat whose clock runs, and when it has no time left.
fn deadline(clock: &ClockRow) -> Option<(Seat, DateTime<Utc>)> {
    clock.running.and_then(|seat| Seat::new(seat.try_into().ok()?)).zip(clock.deadline)
}

fn outcome(reason: &str, ranks: Vec<i16>) -> Option<Outcome> {
    let reason = Reason::named(reason)?;
    let ranks = ranks.into_iter().map(u8::try_from).collect::<Result<_, _>>().ok()?;
    Some(Outcome { reason, ranks })
}

/// The columns that [`push_shard_columns`] adds.
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
pub(super) async fn named(connection: &mut Postgres, rows: Vec<ShardRow>) -> Result<Vec<Row>, Failure> {
    let known = names_of(connection, rows.iter().flat_map(|row| row.players.iter().copied())).await?;
    let named = |ShardRow { id, terms, state, players: ids, clock }: ShardRow| {
        let (names, bots) = ids.iter().map(|player| known.get(player).cloned().unwrap_or_default()).unzip();
        Row { id, terms, state, players: PlayersRow { ids, names, bots }, clock }
    };
    Ok(rows.into_iter().map(named).collect())
}
