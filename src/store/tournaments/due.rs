//! What tournaments need a server to do. All servers look several times a second, so it is one statement, and
//! takes no lock.

use diesel::sql_types::{BigInt, Nullable, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::arena;
use crate::by_hand::row;
use crate::run::Run;
use crate::{Failure, Postgres, unreadable};
use lapidary_model::tournament::TournamentId;

/// What tournaments wait for.
#[derive(Debug, Default)]
pub struct PendingTournaments {
    /// Tournaments in whose rounds something may follow, in the order of ids.
    pub rounds: Vec<TournamentId>,
    /// Running ones whose first round is due, the earliest first.
    pub to_begin: Vec<TournamentId>,
    /// Those in registration whose time to start has come, the earliest first.
    pub to_start: Vec<TournamentId>,
}

const TO_BEGIN: &str =
    "SELECT 'begin', id FROM tournaments WHERE first_round_at <= now() ORDER BY first_round_at LIMIT $1";

const TO_START: &str = "SELECT 'start', id FROM tournaments WHERE status = 'registration' AND starts_at <= now() \
    ORDER BY starts_at LIMIT $1";

/// Returns the statement for tournaments whose last round may have to be opened, continued, closed or
/// followed by the next one: its ready check or its time has ended, no table has a game to wait for, nobody
/// has objected to a reported result in time, the wait after it has ended, or in an arena enough entries wait
/// for a table.
fn rounds() -> String {
    format!(
        "SELECT 'round' AS step, t.id FROM tournament_rounds r JOIN tournaments t ON t.id = r.tournament_id \
         WHERE (r.status <> 'closed' OR r.next_round_at IS NOT NULL) AND ($2 IS NULL OR r.tournament_id > $2) \
         AND (r.status = 'paired' AND r.ready_until <= clock_timestamp() OR r.next_round_at <= clock_timestamp() \
         OR r.status = 'open' AND r.unfinished = 'void' AND r.ends_at <= clock_timestamp() AND NOT EXISTS (SELECT \
         FROM tournament_tables w WHERE w.tournament_id = t.id AND (w.final_at IS NOT NULL \
         OR t.rated AND w.status = 'playing' AND w.reports <> '[]')) \
         OR r.status = 'open' AND t.id IN (SELECT tournament_id FROM tournament_tables WHERE final_at <= clock_timestamp()) \
         OR r.status = 'open' AND r.stage <> 'arena' AND (r.stage = 'knock_out' OR NOT EXISTS (SELECT \
         FROM tournament_tables b WHERE b.tournament_id = t.id AND b.round = r.number AND b.status IN ('waiting', 'playing'))) \
         OR {}) ORDER BY r.tournament_id LIMIT $1",
        arena::DUE
    )
}

row! {
    struct DueStep {
        step: String,
        id: Uuid,
    }
}

/// Returns what tournaments wait for, of each kind at most `limit`.
pub async fn due(connection: &mut Postgres, limit: i64) -> Result<PendingTournaments, Failure> {
    let sql = format!("({}) UNION ALL ({TO_BEGIN}) UNION ALL ({TO_START})", rounds());
    let steps = diesel::sql_query(sql).bind::<BigInt, _>(limit).bind::<Nullable<SqlUuid>, _>(None::<Uuid>);
    let steps: Vec<DueStep> = steps.prepared().load(connection).await?;
    let mut due = PendingTournaments::default();
    for DueStep { step, id } in steps {
        let list = match step.as_str() {
            "round" => &mut due.rounds,
            "begin" => &mut due.to_begin,
            "start" => &mut due.to_start,
            _ => return Err(unreadable("a step of a tournament")),
        };
        list.push(TournamentId(id));
    }
    Ok(due)
}

/// Returns the next of [`PendingTournaments::rounds`], with ids above `after`.
pub async fn due_rounds(
    connection: &mut Postgres,
    after: TournamentId,
    limit: i64,
) -> Result<Vec<TournamentId>, Failure> {
    let steps: Vec<DueStep> = diesel::sql_query(rounds())
        .bind::<BigInt, _>(limit)
        .bind::<Nullable<SqlUuid>, _>(Some(after.0))
        .load(connection)
        .await?;
    Ok(steps.into_iter().map(|step| TournamentId(step.id)).collect())
}
