//! The tournaments that wait for a player or in which a player waits.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use diesel::sql_types::{BigInt, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::numbers::entry;
use crate::by_hand::row;
use crate::{Failure, Postgres, unreadable};
use lapidary_model::auth::PlayerId;
use lapidary_model::game::GameId;
use lapidary_model::own::{OWN_TOURNAMENTS_MAX, OwnTournament};
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::round::RoundStatus;
use lapidary_model::tournaments::settings::Status;

const OWN: &str = "SELECT t.id, t.name, t.status, e.number AS entry, r.number AS round, r.status AS round_status, \
    r.ready_until, coalesce(e.number = ANY (r.ready), false) AS ready, b.number AS table_number, b.game_id \
    FROM tournament_entries e JOIN tournaments t ON t.id = e.tournament_id \
    LEFT JOIN LATERAL (SELECT * FROM tournament_rounds WHERE tournament_id = t.id ORDER BY number DESC LIMIT 1) r ON true \
    LEFT JOIN LATERAL (SELECT number, game_id FROM tournament_tables WHERE tournament_id = t.id AND round = r.number \
    AND e.number = ANY (seats) AND status <> 'void' ORDER BY number DESC LIMIT 1) b ON true \
    WHERE e.player_id = $1 AND t.status IN ('registration', 'running') AND e.status IN ('active', 'paused') \
    ORDER BY t.id DESC LIMIT $2";

row! {
    struct OwnTournamentRow {
        id: Uuid,
        name: String,
        status: String,
        entry: i32,
        round: Option<i16>,
        round_status: Option<String>,
        ready_until: Option<DateTime<Utc>>,
        ready: bool,
        table_number: Option<i32>,
        game_id: Option<Uuid>,
    }
}

/// Returns the tournaments of a player that are not over, the newest.
pub async fn own_tournaments(
    connection: &mut Postgres,
    player: PlayerId,
) -> Result<BTreeMap<TournamentId, OwnTournament>, Failure> {
    let rows: Vec<OwnTournamentRow> = diesel::sql_query(OWN)
        .bind::<SqlUuid, _>(player.0)
        .bind::<BigInt, _>(OWN_TOURNAMENTS_MAX)
        .load(connection)
        .await?;
    let read = |row: OwnTournamentRow| {
        let own = own(row)?;
        Some((own.id, own))
    };
    rows.into_iter().map(|row| read(row).ok_or_else(|| unreadable("a tournament of a player"))).collect()
}

fn own(row: OwnTournamentRow) -> Option<OwnTournament> {
    let round_status = match row.round_status {
        Some(name) => Some(RoundStatus::named(&name)?),
        None => None,
    };
    let waits = round_status == Some(RoundStatus::Paired) && row.table_number.is_some();
    Some(OwnTournament {
        id: TournamentId(row.id),
        name: row.name,
        status: Status::named(&row.status)?,
        entry: entry(row.entry),
        round: row.round.map(i16::cast_unsigned),
        round_status,
        ready_until: row.ready_until,
        ready_check: waits && !row.ready,
        table: row.table_number.map(i32::cast_unsigned),
        game: row.game_id.map(GameId),
    })
}
