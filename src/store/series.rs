//! Series and their events.
//!
//! Whoever changes a series, or adds an event to it or removes one, locks the accounts that are concerned,
//! then the tournaments in the order of ids, then the row of the series.

use chrono::{DateTime, Utc};
use diesel::dsl::count_star;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Nullable, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::by_hand::{One, row};
use super::schema::{series, series_events};
use super::{Failure, Postgres, name_words, stored, unreadable};
use crate::run::Run;
use lapidary_contest::event::entry::EntryId;
use lapidary_contest::series::table::SeriesPoints;
use lapidary_model::auth::PlayerId;
use lapidary_model::club::ClubId;
use lapidary_model::game::Visibility;
use lapidary_model::names::words;
use lapidary_model::player::Occupant;
use lapidary_model::series::{
    EVENTS_MAX, EventSeries, LeagueGroup, SeasonGroup, SeriesEvent, SeriesId, SeriesOf, SeriesSettings,
};
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::settings::Status;

/// A series with the name of its owner.
const SERIES: &str = "SELECT s.id, s.owner_id, p.username AS owner_name, p.bot AS owner_bot, s.club_id, s.name, \
    s.description, s.visibility, s.place_points, s.best_of, s.group_names, s.group_sizes, s.promoted, s.season, \
    s.created_at FROM series s JOIN players p ON p.id = s.owner_id";

row! {
    struct SeriesRow {
        id: Uuid,
        owner_id: Uuid,
        owner_name: Option<String>,
        owner_bot: bool,
        club_id: Option<Uuid>,
        name: String,
        description: Vec<String>,
        visibility: String,
        place_points: Option<Vec<i32>>,
        best_of: Option<i16>,
        group_names: Vec<String>,
        group_sizes: Vec<i16>,
        promoted: i16,
        season: i16,
        created_at: DateTime<Utc>,
    }
}

/// A series to add.
pub struct NewSeries<'a> {
    pub id: SeriesId,
    /// Who makes it.
    pub owner: PlayerId,
    /// The club to which it belongs.
    pub club: Option<ClubId>,
    /// Who may find and see it.
    pub visibility: Visibility,
    /// What can change.
    pub settings: &'a SeriesSettings,
}

/// The settings as the database stores them.
#[derive(AsChangeset, Insertable)]
#[diesel(table_name = series)]
#[diesel(treat_none_as_null = true)]
struct SeriesSettingsColumns<'a> {
    name: &'a str,
    name_words: Vec<String>,
    words_of: &'a str,
    description: &'a [String],
    place_points: Option<Vec<i32>>,
    best_of: Option<i16>,
    group_names: Vec<&'a str>,
    group_sizes: Vec<i16>,
    promoted: i16,
}

impl<'a> From<&'a SeriesSettings> for SeriesSettingsColumns<'a> {
    fn from(settings: &'a SeriesSettings) -> Self {
        SeriesSettingsColumns {
            name: &settings.name,
            name_words: words(&settings.name),
            words_of: &settings.name,
            description: &settings.description,
            place_points: match &settings.points {
                SeriesPoints::Places(list) => Some(list.iter().map(|points| points.cast_signed()).collect()),
                SeriesPoints::Events => None,
            },
            best_of: settings.best_of.map(u16::cast_signed),
            group_names: settings.groups.iter().map(|group| group.name.as_str()).collect(),
            group_sizes: settings.groups.iter().map(|group| group.size.cast_signed()).collect(),
            promoted: settings.promoted.cast_signed(),
        }
    }
}

fn read(row: SeriesRow) -> Result<EventSeries, Failure> {
    let unknown = || unreadable("a series");
    let groups = row.group_names.into_iter().zip(row.group_sizes);
    let groups =
        groups.map(|(name, size)| Ok(LeagueGroup { name, size: stored(size, "the size of a group")? }));
    let points = match row.place_points {
        Some(list) => {
            let list = list.into_iter().map(|points| stored(points, "the points of a place"));
            SeriesPoints::Places(list.collect::<Result<_, _>>()?)
        }
        None => SeriesPoints::Events,
    };
    Ok(EventSeries {
        id: SeriesId(row.id),
        owner: Occupant { player: PlayerId(row.owner_id), username: row.owner_name, bot: row.owner_bot },
        club: row.club_id.map(ClubId),
        visibility: Visibility::named(&row.visibility).ok_or_else(unknown)?,
        settings: SeriesSettings {
            name: row.name,
            description: row.description,
            points,
            best_of: row.best_of.map(i16::cast_unsigned),
            groups: groups.collect::<Result<_, Failure>>()?,
            promoted: row.promoted.cast_unsigned(),
        },
        season: row.season.cast_unsigned(),
        created_at: row.created_at,
    })
}

/// Adds a series.
pub async fn insert(connection: &mut Postgres, new: &NewSeries<'_>) -> Result<(), Failure> {
    diesel::insert_into(series::table)
        .values((
            series::id.eq(new.id.0),
            series::owner_id.eq(new.owner.0),
            series::club_id.eq(new.club.map(|club| club.0)),
            series::visibility.eq(new.visibility.name()),
            SeriesSettingsColumns::from(new.settings),
        ))
        .run(connection)
        .await
}

/// Changes the settings of a series. The caller must hold its lock.
pub async fn update(
    connection: &mut Postgres,
    id: SeriesId,
    settings: &SeriesSettings,
) -> Result<(), Failure> {
    diesel::update(series::table.find(id.0)).set(SeriesSettingsColumns::from(settings)).run(connection).await
}

/// Stores the number of the last season of a league. The caller must hold its lock.
pub async fn set_season(connection: &mut Postgres, id: SeriesId, season: u16) -> Result<(), Failure> {
    diesel::update(series::table.find(id.0))
        .set(series::season.eq(season.cast_signed()))
        .run(connection)
        .await
}

/// Deletes a series. Its events stay. The caller must hold its lock.
pub async fn delete(connection: &mut Postgres, id: SeriesId) -> Result<(), Failure> {
    diesel::delete(series::table.find(id.0)).run(connection).await
}

/// Locks a series until the transaction ends; returns false if there is none.
pub async fn lock(connection: &mut Postgres, id: SeriesId) -> Result<bool, Failure> {
    let locked: Option<Uuid> =
        series::table.find(id.0).select(series::id).for_no_key_update().first_row(connection).await?;
    Ok(locked.is_some())
}

/// Returns a series.
pub async fn find(connection: &mut Postgres, id: SeriesId) -> Result<Option<EventSeries>, Failure> {
    let row: Option<SeriesRow> = diesel::sql_query(format!("{SERIES} WHERE s.id = $1"))
        .bind::<SqlUuid, _>(id.0)
        .returned_row(connection)
        .await?;
    row.map(read).transpose()
}

/// Returns a page of the public series before one of them, perhaps of one club only, or only those whose
/// names have the words of a text; the newest first.
pub async fn list_public(
    connection: &mut Postgres,
    club: Option<ClubId>,
    name: Option<&str>,
    before: Option<SeriesId>,
    limit: i64,
) -> Result<Vec<EventSeries>, Failure> {
    let has_words = match name {
        Some(_) => "array_to_tsvector(s.name_words) @@ $4::tsquery",
        None => "true",
    };
    let mut statement = diesel::sql_query(format!(
        "{SERIES} WHERE s.visibility = 'public' AND ($1 IS NULL OR s.club_id = $1) AND ($2 IS NULL OR s.id < $2) \
         AND {has_words} ORDER BY s.id DESC LIMIT $3"
    ))
    .into_boxed::<Pg>()
    .bind::<Nullable<SqlUuid>, _>(club.map(|club| club.0))
    .bind::<Nullable<SqlUuid>, _>(before.map(|before| before.0))
    .bind::<BigInt, _>(limit);
    if let Some(name) = name {
        let Some(words) = name_words::query(name) else { return Ok(Vec::new()) };
        statement = statement.bind::<Text, _>(words);
    }
    let rows: Vec<SeriesRow> = statement.load(connection).await?;
    rows.into_iter().map(read).collect()
}

/// Counts the series that a player has made.
pub async fn count_of(connection: &mut Postgres, owner: PlayerId) -> Result<i64, Failure> {
    let own = series::table.filter(series::owner_id.eq(owner.0));
    Ok(own.select(count_star()).first(connection).await?)
}

/// Adds an event to a series. The caller must hold the locks of the tournament and of the series; the event
/// must be in no other one.
pub async fn add_event(
    connection: &mut Postgres,
    id: SeriesId,
    event: TournamentId,
    place: Option<SeasonGroup>,
) -> Result<(), Failure> {
    diesel::insert_into(series_events::table)
        .values((
            series_events::tournament_id.eq(event.0),
            series_events::series_id.eq(id.0),
            series_events::season.eq(place.map(|place| place.season.cast_signed())),
            series_events::group_number.eq(place.map(|place| place.group.cast_signed())),
            series_events::invited_only.eq(place.is_some_and(|place| place.invited_only)),
        ))
        .run(connection)
        .await
}

/// Removes an event from a series; returns whether it was in it. The caller must hold the locks of the
/// tournament and of the series.
pub async fn remove_event(
    connection: &mut Postgres,
    id: SeriesId,
    event: TournamentId,
) -> Result<bool, Failure> {
    let own = series_events::table.find(event.0).filter(series_events::series_id.eq(id.0));
    Ok(diesel::delete(own).execute(connection).await? > 0)
}

fn season_group(season: Option<i16>, group: Option<i16>, invited_only: bool) -> Option<SeasonGroup> {
    let (season, group) = (season?.cast_unsigned(), group?.cast_unsigned());
    Some(SeasonGroup { season, group, invited_only })
}

/// Returns the series of a tournament.
pub async fn of_event(connection: &mut Postgres, event: TournamentId) -> Result<Option<SeriesOf>, Failure> {
    let row: Option<(Uuid, Option<i16>, Option<i16>, bool)> = series_events::table
        .find(event.0)
        .select((
            series_events::series_id,
            series_events::season,
            series_events::group_number,
            series_events::invited_only,
        ))
        .first_row(connection)
        .await?;
    Ok(row.map(|(id, season, group, invited_only)| SeriesOf {
        series: SeriesId(id),
        place: season_group(season, group, invited_only),
    }))
}

row! {
    struct SeriesEventRow {
        tournament_id: Uuid,
        name: String,
        status: String,
        ended_at: Option<DateTime<Utc>>,
        season: Option<i16>,
        group_number: Option<i16>,
        invited_only: bool,
        opened: bool,
    }
}

/// Returns the events of a series: those that are over first, in the order in which they ended, then the
/// others by their ids.
pub async fn events(connection: &mut Postgres, id: SeriesId) -> Result<Vec<SeriesEvent>, Failure> {
    let rows: Vec<SeriesEventRow> = diesel::sql_query(
        "SELECT e.tournament_id, t.name, t.status, t.ended_at, e.season, e.group_number, e.invited_only, \
         t.status <> 'draft' AND (t.status <> 'cancelled' OR t.started_at IS NOT NULL OR EXISTS (SELECT FROM \
         tournament_events n WHERE n.tournament_id = t.id AND n.kind = 'registration_opened')) AS opened \
         FROM series_events e JOIN tournaments t ON t.id = e.tournament_id WHERE e.series_id = $1 \
         ORDER BY t.ended_at NULLS LAST, e.tournament_id LIMIT $2",
    )
    .bind::<SqlUuid, _>(id.0)
    .bind::<BigInt, _>(EVENTS_MAX)
    .load(connection)
    .await?;
    let event = |row: SeriesEventRow| {
        Ok(SeriesEvent {
            tournament: TournamentId(row.tournament_id),
            name: row.name,
            status: Status::named(&row.status).ok_or_else(|| unreadable("a tournament"))?,
            ended_at: row.ended_at,
            place: season_group(row.season, row.group_number, row.invited_only),
            opened: row.opened,
        })
    };
    rows.into_iter().map(event).collect()
}

/// Counts the events of a series.
pub async fn event_count(connection: &mut Postgres, id: SeriesId) -> Result<i64, Failure> {
    let own = series_events::table.filter(series_events::series_id.eq(id.0));
    Ok(own.select(count_star()).first(connection).await?)
}

row! {
    struct ReservedRow {
        tournament_id: Uuid,
        number: i32,
        reserved_for: Uuid,
    }
}

/// Returns the entries in the events of a series that an organizer has added by the names of accounts and
/// that nobody has taken over. They come with the accounts, which only the table of the series shows.
pub async fn reserved_entries(
    connection: &mut Postgres,
    id: SeriesId,
) -> Result<Vec<(TournamentId, EntryId, PlayerId)>, Failure> {
    let rows: Vec<ReservedRow> = diesel::sql_query(
        "SELECT n.tournament_id, n.number, n.reserved_for FROM series_events e JOIN tournament_entries n \
         ON n.tournament_id = e.tournament_id WHERE e.series_id = $1 AND n.reserved_for IS NOT NULL",
    )
    .bind::<SqlUuid, _>(id.0)
    .load(connection)
    .await?;
    let entry = |row: ReservedRow| {
        (TournamentId(row.tournament_id), EntryId(row.number.cast_unsigned()), PlayerId(row.reserved_for))
    };
    Ok(rows.into_iter().map(entry).collect())
}

/// Counts the entries of all events of a series that are finished.
pub async fn finished_entries(connection: &mut Postgres, id: SeriesId) -> Result<i64, Failure> {
    let One(entries) = diesel::sql_query(
        "SELECT count(*) FROM series_events e JOIN tournaments t ON t.id = e.tournament_id \
         JOIN tournament_entries n ON n.tournament_id = t.id WHERE e.series_id = $1 AND t.status = 'finished'",
    )
    .bind::<SqlUuid, _>(id.0)
    .get_result(connection)
    .await?;
    Ok(entries)
}
