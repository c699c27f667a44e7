//! The row of a tournament, and its secret.

use std::collections::BTreeMap;
use std::time::Duration;

use chrono::{DateTime, SecondsFormat, Utc};
use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_types::{Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use serde::Serialize;
use serde_json::Value;
use uuid::Uuid;

use super::Locked;
use super::numbers::{pair_numbers, pairs};
use crate::by_hand::One;
use crate::occupant::OccupantRow;
use crate::run::Run;
use crate::schema::{players, tournament_details, tournament_secrets, tournaments};
use crate::{Failure, Postgres, unreadable};
use lapidary_contest::event::seed::EventSeed;
use lapidary_contest::pairing::request::Odd;
use lapidary_contest::standings::tie_break::TieBreak;
use lapidary_model::auth::PlayerId;
use lapidary_model::club::ClubId;
use lapidary_model::field_change::FieldChange;
use lapidary_model::game::Visibility;
use lapidary_model::names::words;
use lapidary_model::season::LadderId;
use lapidary_model::stored::terms::{options_text, ruleset_named};
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::event::Tournament;
use lapidary_model::tournaments::settings::{
    Format, NextRound, Players, Status, TournamentSettings, points_read, points_text, table_seats,
};

/// A tournament to add.
pub struct NewTournament<'a> {
    pub id: TournamentId,
    /// Who creates it.
    pub creator: PlayerId,
    /// How far it is.
    pub status: Status,
    pub settings: &'a TournamentSettings,
    /// The secret seed.
    pub seed: &'a [u8; 32],
    /// The commitment to the seed.
    pub commitment: [u8; 32],
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = tournaments)]
#[diesel(check_for_backend(diesel::pg::Pg))]
pub(super) struct TournamentRow {
    id: Uuid,
    status: String,
    #[diesel(embed)]
    settings: SettingsColumns,
    commitment: Vec<u8>,
    started_at: Option<DateTime<Utc>>,
    ended_at: Option<DateTime<Utc>>,
}

/// The rest of the columns.
#[derive(Queryable, Selectable)]
#[diesel(table_name = tournament_details)]
#[diesel(check_for_backend(diesel::pg::Pg))]
pub(super) struct Details {
    created_at: DateTime<Utc>,
    forbidden: Vec<i32>,
    seed_revealed: bool,
    club_id: Option<Uuid>,
    ladder_id: Option<Uuid>,
    starts_at: Option<DateTime<Utc>>,
    first_round_at: Option<DateTime<Utc>>,
    settings: Value,
}

/// All columns of a tournament, and its creator.
pub(super) type Rows = (TournamentRow, Details, OccupantRow);

/// The settings as the database stores them, without those among the rest of the columns.
#[derive(Queryable, Selectable, AsChangeset, Insertable, Serialize)]
#[diesel(table_name = tournaments)]
#[diesel(check_for_backend(diesel::pg::Pg))]
#[diesel(treat_none_as_null = true)]
pub(super) struct SettingsColumns {
    name: String,
    visibility: String,
    ruleset: String,
    options: String,
    clock: String,
    format: String,
    seats: i16,
    rounds: Option<i16>,
    cut: Option<i16>,
    best_of: i16,
    odd: String,
    points: String,
    tie_breaks: Vec<String>,
    rated: bool,
    entries_max: i32,
    rating_min: Option<i32>,
    rating_max: Option<i32>,
    registration_closes_at: Option<DateTime<Utc>>,
    late_entries: bool,
    ready_check_ms: i64,
    next_round: String,
    duration_ms: Option<i64>,
    duplicate: bool,
    players: Option<String>,
    next_round_after_ms: i64,
}

/// The settings among the rest of the columns: those that statements look for, and the document of all
/// others.
#[derive(AsChangeset)]
#[diesel(table_name = tournament_details)]
#[diesel(treat_none_as_null = true)]
struct DetailsColumns {
    club_id: Option<Uuid>,
    ladder_id: Option<Uuid>,
    starts_at: Option<DateTime<Utc>>,
    settings: Value,
    name_words: Vec<String>,
    words_of: String,
}

impl From<&TournamentSettings> for SettingsColumns {
    fn from(settings: &TournamentSettings) -> Self {
        SettingsColumns {
            name: settings.name.clone(),
            visibility: settings.visibility.name().to_owned(),
            ruleset: settings.ruleset.deal_name(),
            options: options_text(settings.ruleset),
            clock: settings.clock.to_string(),
            format: settings.format.name().to_owned(),
            seats: settings.seats.count() as i16,
            rounds: settings.rounds.map(i16::from),
            cut: settings.cut.map(u16::cast_signed),
            best_of: settings.best_of.into(),
            odd: settings.odd.name().to_owned(),
            points: points_text(&settings.points),
            tie_breaks: settings.tie_breaks.iter().map(|tie_break| tie_break.name().to_owned()).collect(),
            rated: settings.rated,
            entries_max: settings.entries_max.into(),
            rating_min: settings.rating_min.map(i32::from),
            rating_max: settings.rating_max.map(i32::from),
            registration_closes_at: settings.registration_closes_at,
            late_entries: settings.late_entries,
            ready_check_ms: milliseconds(settings.ready_check),
            next_round: settings.next_round.name().to_owned(),
            duration_ms: settings.duration.map(milliseconds),
            duplicate: settings.duplicate,
            players: settings.players.map(|players| players.name().to_owned()),
            next_round_after_ms: milliseconds(settings.next_round_after),
        }
    }
}

impl DetailsColumns {
    fn of(settings: &TournamentSettings) -> Result<DetailsColumns, Failure> {
        Ok(DetailsColumns {
            club_id: settings.club.map(|club| club.0),
            ladder_id: settings.ladder.map(|ladder| ladder.0),
            starts_at: settings.starts_at,
            settings: serde_json::to_value(settings)
                .map_err(|_| unreadable("the settings of a tournament"))?,
            name_words: words(&settings.name),
            words_of: settings.name.clone(),
        })
    }
}

/// Returns the settings that differ, with their texts as they are stored.
pub fn setting_differences(
    before: &TournamentSettings,
    after: &TournamentSettings,
) -> Result<Vec<FieldChange>, Failure> {
    Ok(FieldChange::between(setting_texts(before)?, setting_texts(after)?))
}

/// Returns the text of each setting; none for one that is not set.
fn setting_texts(settings: &TournamentSettings) -> Result<BTreeMap<String, Option<String>>, Failure> {
    let columns = serde_json::to_value(SettingsColumns::from(settings));
    let document = DetailsColumns::of(settings)?.settings;
    let rest = serde_json::json!({
        "club": settings.club.map(|club| club.0),
        "ladder": settings.ladder.map(|ladder| ladder.0),
        "starts_at": settings.starts_at,
    });
    let mut texts = BTreeMap::new();
    for part in [columns.map_err(|_| unreadable("the settings of a tournament"))?, document, rest] {
        let Value::Object(part) = part else { continue };
        texts.extend(part.into_iter().map(|(field, value)| (field, text(value))));
    }
    Ok(texts)
}

/// Returns a value as text, with times as the API spells them.
fn text(value: Value) -> Option<String> {
    let instant = |text: &str| DateTime::parse_from_rfc3339(text).ok();
    match value {
        Value::Null => None,
        Value::String(text) => Some(match instant(&text) {
            Some(at) => at.to_utc().to_rfc3339_opts(SecondsFormat::Millis, true),
            None => text,
        }),
        Value::Array(items) => Some(items.into_iter().filter_map(text).collect::<Vec<_>>().join(", ")),
        value => Some(value.to_string()),
    }
}

fn milliseconds(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

/// Returns the columns of a tournament as one.
pub(super) fn tournament(rows: Rows) -> Result<Tournament, Failure> {
    read(rows).ok_or_else(|| unreadable("a tournament"))
}

fn read((own, details, creator): Rows) -> Option<Tournament> {
    let row = own.settings;
    let tie_breaks: Option<Vec<TieBreak>> = row.tie_breaks.iter().map(|name| TieBreak::named(name)).collect();
    let settings = TournamentSettings {
        name: row.name,
        club: details.club_id.map(ClubId),
        ladder: details.ladder_id.map(LadderId),
        visibility: Visibility::named(&row.visibility)?,
        ruleset: ruleset_named(&row.ruleset, &row.options)?,
        clock: row.clock.parse().ok()?,
        format: Format::named(&row.format)?,
        seats: table_seats(row.seats.try_into().ok()?)?,
        duplicate: row.duplicate,
        rounds: row.rounds.map(TryInto::try_into).transpose().ok()?,
        duration: row.duration_ms.map(TryInto::try_into).transpose().ok()?.map(Duration::from_millis),
        cut: row.cut.map(i16::cast_unsigned),
        best_of: row.best_of.try_into().ok()?,
        odd: Odd::named(&row.odd)?,
        points: points_read(&row.points)?,
        tie_breaks: tie_breaks?,
        rated: row.rated,
        players: match row.players {
            Some(name) => Some(Players::named(&name)?),
            None => None,
        },
        entries_max: row.entries_max.try_into().ok()?,
        rating_min: row.rating_min.map(TryInto::try_into).transpose().ok()?,
        rating_max: row.rating_max.map(TryInto::try_into).transpose().ok()?,
        registration_closes_at: row.registration_closes_at,
        starts_at: details.starts_at,
        late_entries: row.late_entries,
        ready_check: Duration::from_millis(row.ready_check_ms.try_into().ok()?),
        next_round: NextRound::named(&row.next_round)?,
        next_round_after: Duration::from_millis(row.next_round_after_ms.try_into().ok()?),
        ..serde_json::from_value(details.settings).ok()?
    };
    Some(Tournament {
        id: TournamentId(own.id),
        status: Status::named(&own.status)?,
        settings,
        creator: creator.into(),
        forbidden: pairs(&details.forbidden),
        commitment: own.commitment.try_into().ok()?,
        created_at: details.created_at,
        started_at: own.started_at,
        ended_at: own.ended_at,
        seed_revealed: details.seed_revealed,
        first_round_at: details.first_round_at,
    })
}

/// Adds a tournament and its secret. Nobody else sees it before the transaction ends.
pub async fn insert<'t>(
    connection: &'t mut Postgres,
    new: &NewTournament<'_>,
) -> Result<Locked<'t>, Failure> {
    diesel::insert_into(tournaments::table)
        .values((
            tournaments::id.eq(new.id.0),
            tournaments::creator_id.eq(new.creator.0),
            tournaments::status.eq(new.status.name()),
            tournaments::commitment.eq(new.commitment.as_slice()),
            SettingsColumns::from(new.settings),
        ))
        .execute(connection)
        .await?;
    diesel::update(tournament_details::table.find(new.id.0))
        .set(DetailsColumns::of(new.settings)?)
        .execute(connection)
        .await?;
    diesel::insert_into(tournament_secrets::table)
        .values((
            tournament_secrets::tournament_id.eq(new.id.0),
            tournament_secrets::seed.eq(new.seed.as_slice()),
        ))
        .execute(connection)
        .await?;
    Ok(Locked::new(connection, new.id))
}

/// Stores how far a tournament is, and its settings.
pub(super) async fn update(db: &mut Locked<'_>, now: &Tournament) -> Result<(), Failure> {
    diesel::update(tournaments::table.find(db.id.0))
        .set((
            SettingsColumns::from(&now.settings),
            tournaments::status.eq(now.status.name()),
            tournaments::commitment.eq(now.commitment.as_slice()),
            tournaments::started_at.eq(now.started_at),
            tournaments::ended_at.eq(now.ended_at),
        ))
        .execute(&mut **db)
        .await?;
    diesel::update(tournament_details::table.find(db.id.0))
        .set((
            DetailsColumns::of(&now.settings)?,
            tournament_details::forbidden.eq(pair_numbers(&now.forbidden)),
            tournament_details::seed_revealed.eq(now.seed_revealed),
            tournament_details::first_round_at.eq(now.first_round_at),
        ))
        .execute(&mut **db)
        .await?;
    Ok(())
}

/// Deletes a tournament with everything in it. The rows of its guests stay in `players` without a name,
/// because deleting them would search all other tables.
pub async fn delete(db: Locked<'_>) -> Result<(), Failure> {
    let id = db.id.0;
    diesel::delete(tournaments::table.find(id)).run(&db).await
}

/// Replaces the secret seed of a tournament in which nothing was drawn.
pub async fn replace_seed(db: &mut Locked<'_>, seed: &[u8; 32]) -> Result<(), Failure> {
    diesel::update(tournament_secrets::table.find(db.id.0))
        .set(tournament_secrets::seed.eq(seed.as_slice()))
        .execute(&mut **db)
        .await?;
    Ok(())
}

/// Returns the secret seed of a tournament, and the time of the database.
pub async fn secret(
    connection: &mut Postgres,
    id: TournamentId,
) -> Result<(EventSeed, DateTime<Utc>), Failure> {
    let (seed, now): (Vec<u8>, DateTime<Utc>) = tournament_secrets::table
        .find(id.0)
        .select((tournament_secrets::seed, sql::<Timestamptz>("clock_timestamp()")))
        .first(connection)
        .await?;
    Ok((EventSeed::new(seed.try_into().map_err(|_| unreadable("a seed"))?), now))
}

/// Returns a tournament.
pub async fn find(connection: &mut Postgres, id: TournamentId) -> Result<Option<Tournament>, Failure> {
    let rows: Option<Rows> = tournaments::table
        .inner_join(tournament_details::table)
        .inner_join(players::table.on(players::id.eq(tournaments::creator_id)))
        .filter(tournaments::id.eq(id.0))
        .select(Rows::as_select())
        .first_row(connection)
        .await?;
    rows.map(tournament).transpose()
}

/// Counts the tournaments that are not over: those of a club, or those of a creator that belong to no club.
pub async fn unfinished_count(
    connection: &mut Postgres,
    creator: PlayerId,
    club: Option<ClubId>,
) -> Result<i64, Failure> {
    let (own, id) = match club {
        Some(club) => ("club_id = $1", club.0),
        None => ("creator_id = $1 AND club_id IS NULL", creator.0),
    };
    let One(unfinished) = diesel::sql_query(format!(
        "SELECT count(*) FROM tournaments WHERE {own} AND status NOT IN ('finished', 'cancelled')"
    ))
    .bind::<SqlUuid, _>(id)
    .get_result(connection)
    .await?;
    Ok(unfinished)
}

/// Cancels the tournaments that have not started and whose organizers have all erased their accounts, except
/// those of a club, whose managers organize them, and returns them.
pub async fn cancel_orphans(connection: &mut Postgres) -> Result<Vec<TournamentId>, Failure> {
    let sql = "UPDATE tournaments t SET status = 'cancelled', ended_at = clock_timestamp() FROM players p \
         WHERE p.id = t.creator_id AND p.username IS NULL AND t.status IN ('draft', 'registration') \
         AND NOT EXISTS (SELECT FROM tournament_members m JOIN players o ON o.id = m.player_id \
         WHERE m.tournament_id = t.id AND m.role = 'organizer' AND o.username IS NOT NULL) \
         AND NOT EXISTS (SELECT FROM clubs c WHERE c.id = t.club_id AND c.closed_at IS NULL) RETURNING t.id";
    let cancelled: Vec<One<Uuid>> = diesel::sql_query(sql).get_results(connection).await?;
    Ok(cancelled.into_iter().map(|One(id)| TournamentId(id)).collect())
}
