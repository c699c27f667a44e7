//! The audit of tournaments, clubs, series and accounts: what has happened in them.

use std::ops::Range;
use std::time::Duration;

use chrono::{DateTime, Utc};
use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Interval, Nullable, SmallInt, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::Locked;
use super::numbers::{entry, number};
use crate::by_hand::{One, interval};
use crate::clearing::BY_ONE_ROW;
use crate::run::Run;
use crate::schema::{players, tournament_events};
use crate::{Failure, Postgres, unreadable};
use lapidary_model::audit::{Audience, AuditEntry, AuditKind, AuditSubject, StoredAuditEntry};
use lapidary_model::auth::PlayerId;
use lapidary_model::club::{ClubId, ClubRole};
use lapidary_model::field_change::FieldChange;
use lapidary_model::player::Occupant;
use lapidary_model::text_target::TextTarget;
use lapidary_model::tournament::TournamentId;

/// How long an entry stays in the audit of a club or a series: three years.
const KEPT: Duration = Duration::from_secs(3 * 366 * 86_400);

/// Adds entries, and returns when each of them happened. An entry is for everybody who can see its subject
/// now. Those of a club or a series take the place of its old ones.
pub async fn insert(
    connection: &mut Postgres,
    entries: &[AuditEntry],
) -> Result<Vec<DateTime<Utc>>, Failure> {
    let rows: Vec<_> = entries
        .iter()
        .map(|added| {
            let changes = || added.changes.iter();
            let fields: Vec<&str> = changes().map(|change| change.field.as_str()).collect();
            let before: Vec<Option<&str>> = changes().map(|change| change.before.as_deref()).collect();
            let after: Vec<Option<&str>> = changes().map(|change| change.after.as_deref()).collect();
            let (tournament, club, series, account) = match added.subject {
                AuditSubject::Tournament(id) => (Some(id.0), None, None, None),
                AuditSubject::Club(id) => (None, Some(id.0), None, None),
                AuditSubject::Series(id) => (None, None, Some(id.0), None),
                AuditSubject::Account(id) => (None, None, None, Some(id.0)),
            };
            (
                tournament_events::id.eq(Uuid::now_v7()),
                (
                    tournament_events::tournament_id.eq(tournament),
                    tournament_events::club_id.eq(club),
                    tournament_events::series_id.eq(series),
                    tournament_events::account_id.eq(account),
                ),
                tournament_events::kind.eq(added.kind.name()),
                tournament_events::player_id.eq(added.by.map(|player| player.0)),
                tournament_events::round.eq(added.round.map(u16::cast_signed)),
                tournament_events::table_number.eq(added.table.map(u32::cast_signed)),
                tournament_events::entry.eq(added.entry.map(number)),
                tournament_events::concerned_id.eq(added.player.map(|player| player.0)),
                tournament_events::note.eq(added.note.as_deref()),
                tournament_events::changed_fields.eq(fields),
                tournament_events::texts_before.eq(before),
                tournament_events::texts_after.eq(after),
                tournament_events::target.eq(added.target.map(|target| target.text())),
                // The column is read in the transaction that writes it, so nothing becomes public meanwhile.
                tournament_events::audience.eq(sql::<SmallInt>("greatest(")
                    .bind::<SmallInt, _>(added.audience as i16)
                    .sql(", (SELECT CASE WHEN status = 'draft' THEN 2 WHEN visibility = 'private' THEN 1 END FROM tournaments WHERE id = ")
                    .bind::<Nullable<SqlUuid>, _>(tournament)
                    .sql("), (SELECT 1 FROM clubs WHERE visibility = 'private' AND id = ")
                    .bind::<Nullable<SqlUuid>, _>(club)
                    .sql("))")),
            )
        })
        .collect();
    let at = tournament_events::at;
    let times = diesel::insert_into(tournament_events::table).values(rows).returning(at);
    let times = times.get_results(connection).await?;
    match entries.first().map(|entry| entry.subject) {
        Some(AuditSubject::Club(id)) => forget(connection, "club_id", id.0).await?,
        Some(AuditSubject::Series(id)) => forget(connection, "series_id", id.0).await?,
        Some(AuditSubject::Tournament(_) | AuditSubject::Account(_)) | None => {}
    }
    Ok(times)
}

/// Deletes some of the oldest entries of an audit, if they are too old.
async fn forget(connection: &mut Postgres, subject: &str, id: Uuid) -> Result<(), Failure> {
    diesel::sql_query(format!(
        "DELETE FROM tournament_events WHERE id IN (SELECT id FROM \
         (SELECT id, at FROM tournament_events WHERE {subject} = $1 ORDER BY id LIMIT $2) o WHERE at < now() - $3)"
    ))
    .bind::<SqlUuid, _>(id)
    .bind::<BigInt, _>(BY_ONE_ROW)
    .bind::<Interval, _>(interval(KEPT))
    .run(connection)
    .await
}

/// Counts the entries of the audit of a tournament, which are never deleted.
pub async fn count(connection: &mut Postgres, id: TournamentId) -> Result<i64, Failure> {
    Ok(tournament_events::table
        .filter(tournament_events::tournament_id.eq(id.0))
        .select(diesel::dsl::count_star())
        .first(connection)
        .await?)
}

/// Returns whether something has happened in a tournament.
pub async fn has_happened(
    connection: &mut Postgres,
    id: TournamentId,
    kind: AuditKind,
) -> Result<bool, Failure> {
    let such = tournament_events::tournament_id.eq(id.0).and(tournament_events::kind.eq(kind.name()));
    let found = diesel::dsl::exists(tournament_events::table.filter(such));
    Ok(diesel::select(found).get_result(connection).await?)
}

/// Returns whether something has happened at a table in a span of time.
pub async fn has_happened_at(
    connection: &mut Postgres,
    id: TournamentId,
    table: u32,
    (kind, span): (AuditKind, Range<DateTime<Utc>>),
) -> Result<bool, Failure> {
    let such = tournament_events::table
        .filter(tournament_events::tournament_id.eq(id.0).and(tournament_events::kind.eq(kind.name())))
        .filter(tournament_events::table_number.eq(table.cast_signed()))
        .filter(tournament_events::at.ge(span.start).and(tournament_events::at.le(span.end)));
    Ok(diesel::select(diesel::dsl::exists(such)).get_result(connection).await?)
}

/// Returns whether a player or a bot of theirs has acted in a tournament since a time, in any way or in this
/// one. For a bot: whether its owner or a bot of the owner has.
pub async fn has_acted_since(
    db: &mut Locked<'_>,
    player: PlayerId,
    since: DateTime<Utc>,
    kind: Option<AuditKind>,
) -> Result<bool, Failure> {
    let One(found) = diesel::sql_query(
        "SELECT EXISTS (SELECT FROM tournament_events e LEFT JOIN bots b ON b.player_id = e.player_id \
         WHERE e.tournament_id = $1 AND e.at >= $3 AND ($4 IS NULL OR e.kind = $4) AND coalesce(b.owner_id, e.player_id) = \
         coalesce((SELECT owner_id FROM bots WHERE player_id = $2), $2))",
    )
    .bind::<SqlUuid, _>(db.id().0)
    .bind::<SqlUuid, _>(player.0)
    .bind::<Timestamptz, _>(since)
    .bind::<Nullable<Text>, _>(kind.map(AuditKind::name))
    .get_result(&mut **db)
    .await?;
    Ok(found)
}

/// Returns who organizes a tournament by name, has created it, or has done something in it that players do
/// not do for themselves, some of it with a note.
pub async fn organizing(db: &mut Locked<'_>) -> Result<Vec<PlayerId>, Failure> {
    let people: Vec<One<Uuid>> = diesel::sql_query(
        "SELECT player_id FROM tournament_members WHERE tournament_id = $1 AND role = 'organizer' \
         UNION SELECT player_id FROM tournament_events \
         WHERE tournament_id = $1 AND player_id IS NOT NULL AND kind NOT IN ('entered', 'entry_claimed', 'result_reported', \
         'result_disputed', 'result_confirmed', 'organizer_left', 'team_made', 'team_changed', 'team_code_made', 'team_joined', \
         'team_left', 'team_deleted') AND (kind NOT IN ('withdrawn', 'bye_requested', 'bye_taken_back') OR note IS NOT NULL)",
    )
    .bind::<SqlUuid, _>(db.id().0)
    .get_results(&mut **db)
    .await?;
    Ok(people.into_iter().map(|One(person)| PlayerId(person)).collect())
}

/// Returns who has handed a club over since a time.
pub async fn handed_over_since(
    connection: &mut Postgres,
    club: ClubId,
    since: DateTime<Utc>,
) -> Result<Vec<PlayerId>, Failure> {
    let by: Vec<Option<Uuid>> = tournament_events::table
        .filter(tournament_events::club_id.eq(club.0).and(tournament_events::at.ge(since)))
        .filter(tournament_events::kind.eq(AuditKind::RoleChanged.name()))
        .filter(tournament_events::texts_after.contains(vec![Some(ClubRole::Owner.name())]))
        .select(tournament_events::player_id)
        .load(connection)
        .await?;
    Ok(by.into_iter().flatten().map(PlayerId).collect())
}

/// Counts the announcements of a tournament in the last 24 hours.
pub async fn announced_today(connection: &mut Postgres, id: TournamentId) -> Result<i64, Failure> {
    let last_day = sql::<diesel::sql_types::Bool>("at > clock_timestamp() - interval '24 hours'");
    Ok(tournament_events::table
        .filter(tournament_events::tournament_id.eq(id.0))
        .filter(tournament_events::kind.eq(AuditKind::Announced.name()))
        .filter(last_day)
        .select(diesel::dsl::count_star())
        .first(connection)
        .await?)
}

/// What the audit says of a table that was decided, or at which somebody else was seated.
const DECISIONS: [AuditKind; 4] =
    [AuditKind::TableFinished, AuditKind::ResultSet, AuditKind::ResultConfirmed, AuditKind::TableSeated];

/// Returns whether a table of a round was decided, or seated anew, since the round was paired; in a rated
/// tournament, also whether one was reported.
pub async fn is_decided(
    connection: &mut Postgres,
    id: TournamentId,
    round: u16,
    is_rated: bool,
) -> Result<bool, Failure> {
    let of_round =
        tournament_events::tournament_id.eq(id.0).and(tournament_events::round.eq(round.cast_signed()));
    let last = |kinds: &[AuditKind]| {
        let names: Vec<&str> = kinds.iter().map(|kind| kind.name()).collect();
        tournament_events::table
            .filter(of_round.and(tournament_events::kind.eq_any(names)))
            .select(diesel::dsl::max(tournament_events::at))
    };
    let reported = is_rated.then_some(AuditKind::ResultReported);
    let decisions: Vec<AuditKind> = DECISIONS.into_iter().chain(reported).collect();
    let decided: Option<DateTime<Utc>> = last(&decisions).first(connection).await?;
    let paired: Option<DateTime<Utc>> = last(&[AuditKind::RoundPaired]).first(connection).await?;
    Ok(decided > paired)
}

type EventRow = (Uuid, DateTime<Utc>, String, Option<i16>, Option<i32>, Option<i32>, Option<String>, bool);
type Texts = (Vec<String>, Vec<Option<String>>, Vec<Option<String>>, Option<String>);
type PlayerRow = Option<(Uuid, Option<String>, bool)>;

/// Which notes a reader sees.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notes {
    /// Those that were written for everybody.
    Public,
    /// All.
    All,
}

diesel::alias!(players as concerned: Concerned);

/// Returns a page of an audit, the newest entry first: those that are for a reader like this. Without a
/// subject, it is that of all accounts.
pub async fn list(
    connection: &mut Postgres,
    subject: Option<AuditSubject>,
    (notes, reader): (Notes, Audience),
    after: Option<Uuid>,
    limit: i64,
) -> Result<Vec<StoredAuditEntry>, Failure> {
    let mut query = tournament_events::table
        .left_join(players::table.on(players::id.nullable().eq(tournament_events::player_id)))
        .left_join(concerned.on(concerned.field(players::id).nullable().eq(tournament_events::concerned_id)))
        .filter(tournament_events::audience.le(reader as i16))
        .order(tournament_events::id.desc())
        .limit(limit)
        .select((
            (
                tournament_events::id,
                tournament_events::at,
                tournament_events::kind,
                tournament_events::round,
                tournament_events::table_number,
                tournament_events::entry,
                tournament_events::note,
                tournament_events::note_public,
            ),
            (
                tournament_events::changed_fields,
                tournament_events::texts_before,
                tournament_events::texts_after,
                tournament_events::target,
            ),
            (players::id, players::username, players::bot).nullable(),
            concerned.fields((players::id, players::username, players::bot)).nullable(),
        ))
        .into_boxed();
    query = match subject {
        Some(AuditSubject::Tournament(id)) => query.filter(tournament_events::tournament_id.eq(id.0)),
        Some(AuditSubject::Club(id)) => query.filter(tournament_events::club_id.eq(id.0)),
        Some(AuditSubject::Series(id)) => query.filter(tournament_events::series_id.eq(id.0)),
        Some(AuditSubject::Account(id)) => query.filter(tournament_events::account_id.eq(id.0)),
        None => query.filter(tournament_events::account_id.is_not_null()),
    };
    // Reporters alone read what they are told.
    if reader == Audience::Organizers {
        query = query.filter(tournament_events::kind.ne(AuditKind::ReportAnswered.name()));
    }
    if let Some(after) = after {
        query = query.filter(tournament_events::id.lt(after));
    }
    let rows: Vec<(EventRow, Texts, PlayerRow, PlayerRow)> = query.load(connection).await?;
    let read = |row| read(row, notes).ok_or_else(|| unreadable("an audit"));
    rows.into_iter().map(read).collect()
}

fn read(
    ((id, at, kind, round, table, of, note, is_public), (fields, before, after, target), by, player): (
        EventRow,
        Texts,
        PlayerRow,
        PlayerRow,
    ),
    notes: Notes,
) -> Option<StoredAuditEntry> {
    let texts = fields.into_iter().zip(before.into_iter().zip(after));
    let occupant = |(player, username, bot)| Occupant { player: PlayerId(player), username, bot };
    Some(StoredAuditEntry {
        id,
        at,
        kind: AuditKind::named(&kind)?,
        by: by.map(occupant),
        round: round.map(i16::cast_unsigned),
        table: table.map(i32::cast_unsigned),
        entry: of.map(entry),
        player: player.map(occupant),
        note: note.filter(|_| is_public || notes == Notes::All),
        changes: texts.map(|(field, (before, after))| FieldChange { field, before, after }).collect(),
        target: match target {
            Some(text) => Some(TextTarget::parse(&text)?),
            None => None,
        },
    })
}
