//! What players have reported to administrators: a queue with one entry for each target, and who has reported
//! it. An open entry stays when those who have reported it are erased.

use chrono::{DateTime, Utc};
use diesel::sql_types::{BigInt, Integer, Nullable, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::by_hand::{One, row};
use super::clearing::{BY_ONE_ROW, clear};
use super::run::Run;
use super::{Failure, Postgres, stored, unreadable};
use lapidary_model::auth::PlayerId;
use lapidary_model::player::Occupant;
use lapidary_model::report::{
    DECIDED_KEPT, PlayerReport, REASONS_MAX, REPORTERS_MAX, ReportDecision, ReportId, ReportOutcome,
    SHOWN_MAX,
};
use lapidary_model::text_target::{TextKind, TextTarget};

row! {
    /// A text, and what it belongs to.
    pub struct ReportedText {
        /// The text; none where there is none, and for an account.
        pub shown: Option<String>,
        /// What it belongs to: `game`, `club`, `tournament`, `series`, or `nothing` that hides it.
        pub part: String,
        /// The id of that.
        pub place: Uuid,
    }
}

/// Returns the text of a target, whoever may see it; none if there is no such thing.
pub async fn text(connection: &mut Postgres, target: &TextTarget) -> Result<Option<ReportedText>, Failure> {
    let shown = match target.kind.field() {
        "account" => "NULL",
        "description" if target.kind == TextKind::TournamentDescription => {
            "(SELECT string_agg(line, E'\\n') FROM jsonb_array_elements_text(t.settings -> 'description') line)"
        }
        "description" => "array_to_string(t.description, E'\\n')",
        "groups" => "array_to_string(t.group_names, E'\\n')",
        "team" | "name" => "t.name",
        field => field,
    };
    let (part, place, table) = match target.kind {
        TextKind::Account | TextKind::Username | TextKind::DisplayName => {
            ("'nothing'", "t.id", "players t WHERE t.id = $1")
        }
        TextKind::GameLabel => ("'game'", "t.id", "games t WHERE t.id = $1"),
        TextKind::AnnulmentReason => ("'nothing'", "t.game_id", "annulments t WHERE t.game_id = $1"),
        TextKind::ClubName | TextKind::ClubDescription => ("'club'", "t.id", "clubs t WHERE t.id = $1"),
        TextKind::LadderName => ("'club'", "t.club_id", "club_ladders t WHERE t.id = $1"),
        TextKind::SeasonName => (
            "'club'",
            "l.club_id",
            "club_seasons t JOIN club_ladders l ON l.id = t.ladder_id WHERE t.id = $1",
        ),
        TextKind::TournamentName | TextKind::TournamentDescription => {
            ("'tournament'", "t.id", "tournaments t WHERE t.id = $1")
        }
        TextKind::TeamName => {
            ("'tournament'", "$1", "tournament_teams t WHERE t.tournament_id = $1 AND t.number = $2")
        }
        TextKind::GuestName => {
            ("'tournament'", "$1", "tournament_entries t WHERE t.tournament_id = $1 AND t.number = $2")
        }
        TextKind::SeriesName | TextKind::SeriesDescription | TextKind::GroupNames => {
            ("'series'", "t.id", "series t WHERE t.id = $1")
        }
        TextKind::AuditNote => (
            "CASE WHEN t.tournament_id IS NOT NULL THEN 'tournament' WHEN t.club_id IS NOT NULL THEN 'club' ELSE 'series' END",
            "coalesce(t.tournament_id, t.club_id, t.series_id)",
            "tournament_events t WHERE t.id = $1 AND t.account_id IS NULL",
        ),
    };
    let sql = format!("SELECT {shown} AS shown, {part} AS part, {place} AS place FROM {table}");
    let statement = diesel::sql_query(sql).bind::<SqlUuid, _>(target.id);
    Ok(statement
        .bind::<Nullable<Integer>, _>(target.number.map(u32::cast_signed))
        .returned_row(connection)
        .await?)
}

/// Locks the reports of a target until the transaction ends. Whoever stores its text there, or takes the text
/// down, holds this lock before that.
async fn lock_text(connection: &Postgres, target: &TextTarget) -> Result<(), Failure> {
    diesel::sql_query("SELECT pg_advisory_xact_lock(hashtextextended('report of ' || $1, 0))")
        .bind::<Text, _>(target.text())
        .run(connection)
        .await
}

/// Deletes the text of a target, which was taken down, from its reports, and from those of notes that have
/// gone with it: nothing else changes a note.
pub async fn forget(connection: &mut Postgres, target: &TextTarget) -> Result<(), Failure> {
    lock_text(connection, target).await?;
    let statement = diesel::sql_query(
        "UPDATE player_reports r SET shown = NULL WHERE r.outcome IS NULL AND (r.target = $1 OR r.target LIKE 'audit_note %' \
         AND r.shown IS DISTINCT FROM (SELECT e.note FROM tournament_events e WHERE e.id = split_part(r.target, ' ', 2)::uuid))",
    );
    statement.bind::<Text, _>(target.text()).run(connection).await
}

row! {
    /// What somebody has reported.
    pub struct OwnReport {
        pub reason: String,
        pub reported_at: DateTime<Utc>,
    }
}

/// Returns the open report of a target by a player.
pub async fn own(
    connection: &mut Postgres,
    reporter: PlayerId,
    target: &TextTarget,
) -> Result<Option<OwnReport>, Failure> {
    let statement = diesel::sql_query(
        "SELECT o.reason, o.reported_at FROM player_reports r JOIN reporters o ON o.report_id = r.id \
         WHERE r.target = $1 AND r.outcome IS NULL AND o.player_id = $2",
    );
    let statement = statement.bind::<Text, _>(target.text()).bind::<SqlUuid, _>(reporter.0);
    Ok(statement.returned_row(connection).await?)
}

/// Counts the open reports of a player.
pub async fn count(connection: &mut Postgres, reporter: PlayerId) -> Result<i64, Failure> {
    let statement = diesel::sql_query("SELECT count(*) FROM reporters WHERE player_id = $1");
    let One(count) = statement.bind::<SqlUuid, _>(reporter.0).get_result(connection).await?;
    Ok(count)
}

/// Adds a report to the entry of its target, or begins one, with the text that stands there now: so nobody
/// hides what others report by a report before it. Beyond the bound of an entry, no reporter is stored. Old
/// decided entries are deleted.
pub async fn insert(
    connection: &mut Postgres,
    (reporter, player): (PlayerId, PlayerId),
    target: &TextTarget,
    reason: &str,
) -> Result<OwnReport, Failure> {
    clear(connection, "player_reports", "decided_at", DECIDED_KEPT, BY_ONE_ROW).await?;
    lock_text(connection, target).await?;
    let shown = text(connection, target).await?.and_then(|text| text.shown);
    // The update waits for a decision, after which the entry is another one.
    let One(report): One<Uuid> = diesel::sql_query(
        "INSERT INTO player_reports AS r (id, target, player_id, shown) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (target) WHERE outcome IS NULL DO UPDATE SET shown = CASE \
         WHEN right(r.shown, length(excluded.shown)) = excluded.shown THEN r.shown \
         ELSE right(concat_ws(E'\\n\\n', r.shown, excluded.shown), $5) END RETURNING id",
    )
    .bind::<SqlUuid, _>(ReportId::generate().0)
    .bind::<Text, _>(target.text())
    .bind::<SqlUuid, _>(player.0)
    .bind::<Nullable<Text>, _>(shown)
    .bind::<Integer, _>(SHOWN_MAX)
    .get_result(connection)
    .await?;
    diesel::sql_query(
        "INSERT INTO reporters (report_id, player_id, reason) \
         SELECT $1, $2, $3 WHERE (SELECT count(*) FROM reporters WHERE report_id = $1) < $4",
    )
    .bind::<SqlUuid, _>(report)
    .bind::<SqlUuid, _>(reporter.0)
    .bind::<Text, _>(reason)
    .bind::<BigInt, _>(REPORTERS_MAX)
    .run::<Failure>(connection)
    .await?;
    let own = own(connection, reporter, target).await?;
    Ok(own.unwrap_or_else(|| OwnReport { reason: reason.to_owned(), reported_at: Utc::now() }))
}

row! {
    struct QueuedRow {
        id: Uuid,
        target: String,
        shown: Option<String>,
        player_id: Uuid,
        username: Option<String>,
        bot: bool,
        reporters: i64,
        reasons: Vec<String>,
        reported_at: DateTime<Utc>,
        outcome: Option<String>,
        decision: Option<String>,
        decided_at: Option<DateTime<Utc>>,
    }
}

fn read(row: QueuedRow) -> Result<PlayerReport, Failure> {
    let decision = match (row.outcome, row.decision, row.decided_at) {
        (Some(outcome), Some(reason), Some(decided_at)) => {
            let outcome =
                ReportOutcome::named(&outcome).ok_or_else(|| unreadable("the outcome of a report"))?;
            Some(ReportDecision { outcome, reason, decided_at })
        }
        _ => None,
    };
    Ok(PlayerReport {
        id: ReportId(row.id),
        target: TextTarget::parse(&row.target).ok_or_else(|| unreadable("the target of a report"))?,
        shown: row.shown,
        player: Occupant { player: PlayerId(row.player_id), username: row.username, bot: row.bot },
        reporters: stored(row.reporters, "the number of reporters")?,
        reasons: row.reasons,
        reported_at: row.reported_at,
        decision,
    })
}

/// Returns the entries that `rows` has, the oldest first.
async fn load(
    connection: &mut Postgres,
    rows: &str,
    id: Option<ReportId>,
    limit: i64,
) -> Result<Vec<PlayerReport>, Failure> {
    let rows: Vec<QueuedRow> = diesel::sql_query(format!(
        "SELECT r.id, r.target, r.shown, r.player_id, p.username, p.bot, r.reported_at, r.outcome, r.decision, r.decided_at, \
         coalesce(r.reporters, (SELECT count(*) FROM reporters o WHERE o.report_id = r.id)) AS reporters, \
         ARRAY(SELECT o.reason FROM (SELECT reason, reported_at, row_number() OVER (ORDER BY reported_at, player_id) AS first, \
         row_number() OVER (ORDER BY reported_at DESC, player_id DESC) AS last FROM reporters WHERE report_id = r.id) o \
         WHERE least(o.first, o.last) <= $3 / 2 ORDER BY o.first) AS reasons \
         FROM player_reports r JOIN players p ON p.id = r.player_id WHERE {rows} ORDER BY r.id LIMIT $2"
    ))
    .bind::<SqlUuid, _>(id.map_or(Uuid::nil(), |id| id.0))
    .bind::<BigInt, _>(limit)
    .bind::<BigInt, _>(REASONS_MAX)
    .load(connection)
    .await?;
    rows.into_iter().map(read).collect()
}

/// Returns a page of the entries with this outcome, or else of the open ones, the oldest first.
pub async fn page(
    connection: &mut Postgres,
    outcome: Option<ReportOutcome>,
    after: Option<ReportId>,
    limit: i64,
) -> Result<Vec<PlayerReport>, Failure> {
    let which = match outcome {
        None => "r.outcome IS NULL",
        Some(ReportOutcome::Dismissed) => "r.outcome = 'dismissed'",
        Some(ReportOutcome::Acted) => "r.outcome = 'acted'",
    };
    load(connection, &format!("r.id > $1 AND {which}"), after, limit).await
}

/// Returns an entry.
pub async fn find(connection: &mut Postgres, id: ReportId) -> Result<Option<PlayerReport>, Failure> {
    Ok(load(connection, "r.id = $1", Some(id), 1).await?.pop())
}

/// Returns who has reported what an entry is about.
pub async fn reporters(connection: &mut Postgres, id: ReportId) -> Result<Vec<PlayerId>, Failure> {
    let statement = diesel::sql_query("SELECT player_id FROM reporters WHERE report_id = $1");
    let found: Vec<One<Uuid>> = statement.bind::<SqlUuid, _>(id.0).load(connection).await?;
    Ok(found.into_iter().map(|One(id)| PlayerId(id)).collect())
}

/// Locks an entry until the transaction ends, so that nobody is added to it. Returns whether it is open.
pub async fn lock(connection: &mut Postgres, id: ReportId) -> Result<bool, Failure> {
    let open = "SELECT id FROM player_reports WHERE id = $1 AND outcome IS NULL FOR UPDATE";
    let open: Option<One<Uuid>> =
        diesel::sql_query(open).bind::<SqlUuid, _>(id.0).returned_row(connection).await?;
    Ok(open.is_some())
}

/// Decides an entry, which the caller has locked, and forgets its text and who has reported it. Call it after
/// all that touches the accounts of reporters: an erasure holds its account before the reports.
pub async fn decide(
    connection: &mut Postgres,
    id: ReportId,
    (outcome, reason): (ReportOutcome, &str),
    reporters: usize,
) -> Result<(), Failure> {
    diesel::sql_query(
        "UPDATE player_reports SET outcome = $2, decision = $3, decided_at = clock_timestamp(), reporters = $4, \
         shown = NULL WHERE id = $1",
    )
    .bind::<SqlUuid, _>(id.0)
    .bind::<Text, _>(outcome.name())
    .bind::<Text, _>(reason)
    .bind::<Integer, _>(i32::try_from(reporters).unwrap_or(i32::MAX))
    .run::<Failure>(connection)
    .await?;
    let statement = diesel::sql_query("DELETE FROM reporters WHERE report_id = $1");
    statement.bind::<SqlUuid, _>(id.0).run(connection).await
}
