//! Texts that administrators take down: who has written them, and where they are stored apart from the
//! settings of what they belong to.

use diesel::sql_types::{Integer, Nullable, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::by_hand::{One, row};
use super::run::Run;
use super::{Failure, Postgres};
use lapidary_model::audit::{AuditKind, AuditSubject};
use lapidary_model::auth::PlayerId;
use lapidary_model::club::ClubId;
use lapidary_model::game::GameId;
use lapidary_model::season::{LadderId, SeasonId};
use lapidary_model::series::SeriesId;
use lapidary_model::text_target::{TextKind, TextTarget};
use lapidary_model::tournament::TournamentId;

/// What stands where a note or a reason was taken down.
const TAKEN_DOWN: &str = "Taken down";

/// Returns who answers for a text: its author, or the owner of what has it; none if there is no such thing.
pub async fn author(connection: &mut Postgres, target: &TextTarget) -> Result<Option<PlayerId>, Failure> {
    let sql = match target.kind {
        TextKind::Account | TextKind::Username | TextKind::DisplayName => {
            "SELECT id FROM players WHERE id = $1 AND erased_at IS NULL AND NOT guest"
        }
        TextKind::GameLabel => return creator(connection, GameId(target.id)).await,
        TextKind::AnnulmentReason => "SELECT annulled_by FROM annulments WHERE game_id = $1",
        TextKind::ClubName | TextKind::ClubDescription => {
            "SELECT player_id FROM club_members WHERE club_id = $1 AND role = 'owner'"
        }
        TextKind::LadderName => {
            "SELECT o.player_id FROM club_ladders l JOIN club_members o ON o.club_id = l.club_id AND o.role = 'owner' \
             WHERE l.id = $1"
        }
        TextKind::SeasonName => {
            "SELECT o.player_id FROM club_seasons s JOIN club_ladders l ON l.id = s.ladder_id \
             JOIN club_members o ON o.club_id = l.club_id AND o.role = 'owner' WHERE s.id = $1"
        }
        TextKind::TournamentName | TextKind::TournamentDescription | TextKind::GuestName => {
            "SELECT creator_id FROM tournaments WHERE id = $1"
        }
        TextKind::TeamName => {
            "SELECT coalesce((SELECT e.player_id FROM tournament_teams m JOIN tournament_entries e \
             ON e.tournament_id = m.tournament_id AND e.number = m.captain AND e.guest IS NULL \
             WHERE m.tournament_id = $1 AND m.number = $2), t.creator_id) FROM tournaments t WHERE t.id = $1"
        }
        TextKind::SeriesName | TextKind::SeriesDescription | TextKind::GroupNames => {
            "SELECT owner_id FROM series WHERE id = $1"
        }
        TextKind::AuditNote => {
            "SELECT player_id FROM tournament_events \
             WHERE id = $1 AND account_id IS NULL AND player_id IS NOT NULL AND note IS NOT NULL"
        }
    };
    let found: Option<One<Uuid>> = diesel::sql_query(sql)
        .bind::<SqlUuid, _>(target.id)
        .bind::<Nullable<Integer>, _>(target.number.map(u32::cast_signed))
        .returned_row(connection)
        .await?;
    Ok(found.map(|One(id)| PlayerId(id)))
}

async fn creator(connection: &mut Postgres, game: GameId) -> Result<Option<PlayerId>, Failure> {
    let statement = diesel::sql_query("SELECT creator_id FROM games WHERE id = $1");
    let found: Option<One<Uuid>> = statement.bind::<SqlUuid, _>(game.0).returned_row(connection).await?;
    Ok(found.map(|One(id)| PlayerId(id)))
}

/// Deletes the label of a game. A remembered copy of the game is outdated then. Returns whether it had one.
pub async fn delete_label(connection: &mut Postgres, game: GameId) -> Result<bool, Failure> {
    let sql = "UPDATE games SET label = NULL WHERE id = $1 AND label IS NOT NULL";
    Ok(diesel::sql_query(sql).bind::<SqlUuid, _>(game.0).execute(connection).await? > 0)
}

/// Makes remembered copies of a game in play outdated, because a player of it has another name. Nothing of
/// the game changes.
pub async fn outdate(connection: &mut Postgres, game: GameId) -> Result<(), Failure> {
    let sql = "UPDATE games SET label = label WHERE id = $1 AND status = 'active'";
    diesel::sql_query(sql).bind::<SqlUuid, _>(game.0).run(connection).await
}

/// Replaces the reason for which a game was annulled. Returns whether it was another one.
pub async fn replace_annulment_reason(connection: &mut Postgres, game: GameId) -> Result<bool, Failure> {
    let changed = diesel::sql_query("UPDATE annulments SET reason = $2 WHERE game_id = $1 AND reason <> $2")
        .bind::<SqlUuid, _>(game.0)
        .bind::<Text, _>(TAKEN_DOWN)
        .execute(connection)
        .await?;
    Ok(changed > 0)
}

/// Returns the ladder of a season.
pub async fn ladder_of_season(
    connection: &mut Postgres,
    season: SeasonId,
) -> Result<Option<LadderId>, Failure> {
    let found: Option<One<Uuid>> = diesel::sql_query("SELECT ladder_id FROM club_seasons WHERE id = $1")
        .bind::<SqlUuid, _>(season.0)
        .returned_row(connection)
        .await?;
    Ok(found.map(|One(id)| LadderId(id)))
}

/// Deletes the name of a season. The caller must hold the lock of the club. Returns whether it had one.
pub async fn delete_season_name(connection: &mut Postgres, season: SeasonId) -> Result<bool, Failure> {
    let sql = "UPDATE club_seasons SET name = NULL WHERE id = $1 AND name IS NOT NULL";
    Ok(diesel::sql_query(sql).bind::<SqlUuid, _>(season.0).execute(connection).await? > 0)
}

row! {
    struct SubjectRow {
        tournament_id: Option<Uuid>,
        club_id: Option<Uuid>,
        series_id: Option<Uuid>,
    }
}

/// Replaces the note of an entry of an audit, and a reason for points that repeats it. Returns whose audit it
/// is; none if the note was replaced before. A note is never deleted, because what organizers have done for
/// others has one.
pub async fn replace_note(connection: &mut Postgres, entry: Uuid) -> Result<Option<AuditSubject>, Failure> {
    diesel::sql_query(
        "UPDATE tournament_adjustments a SET reason = $2 FROM tournament_events e \
         WHERE e.id = $1 AND e.kind = 'points_adjusted' AND a.tournament_id = e.tournament_id AND a.reason = e.note",
    )
    .bind::<SqlUuid, _>(entry)
    .bind::<Text, _>(TAKEN_DOWN)
    .execute(connection)
    .await?;
    let row: Option<SubjectRow> = diesel::sql_query(
        "UPDATE tournament_events SET note = $2 WHERE id = $1 AND account_id IS NULL AND note <> $2 \
         RETURNING tournament_id, club_id, series_id",
    )
    .bind::<SqlUuid, _>(entry)
    .bind::<Text, _>(TAKEN_DOWN)
    .returned_row(connection)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let tournament = row.tournament_id.map(|id| TournamentId(id).into());
    let club = row.club_id.map(|id| ClubId(id).into());
    Ok(tournament.or(club).or(row.series_id.map(|id| SeriesId(id).into())))
}

/// Deletes what a field had before and after from the changes that an audit has of this kind. Returns whether
/// there was any.
pub async fn forget_field(
    connection: &mut Postgres,
    subject: AuditSubject,
    kind: AuditKind,
    field: &str,
) -> Result<bool, Failure> {
    let (column, id) = match subject {
        AuditSubject::Tournament(id) => ("tournament_id", id.0),
        AuditSubject::Club(id) => ("club_id", id.0),
        AuditSubject::Series(id) => ("series_id", id.0),
        AuditSubject::Account(id) => ("account_id", id.0),
    };
    let without = |texts: &str| {
        format!(
            "{texts} = ARRAY(SELECT CASE WHEN f.name <> $3 THEN f.value END \
             FROM unnest(changed_fields, {texts}) WITH ORDINALITY AS f (name, value, place) ORDER BY f.place)"
        )
    };
    let sql = format!(
        "UPDATE tournament_events SET {}, {} WHERE {column} = $1 AND kind = $2 AND $3 = ANY (changed_fields) \
         AND EXISTS (SELECT FROM unnest(changed_fields, texts_before, texts_after) AS f (name, before, after) \
         WHERE f.name = $3 AND coalesce(f.before, f.after) IS NOT NULL)",
        without("texts_before"),
        without("texts_after"),
    );
    let changed = diesel::sql_query(sql)
        .bind::<SqlUuid, _>(id)
        .bind::<Text, _>(kind.name())
        .bind::<Text, _>(field)
        .execute(connection)
        .await?;
    Ok(changed > 0)
}

/// Deletes the name of a ladder, and all earlier names of ladders of its club, from the notes of the audit of
/// the club. Call it while the audit still has the changes of these names.
pub async fn forget_ladder(connection: &mut Postgres, club: ClubId, name: &str) -> Result<(), Failure> {
    diesel::sql_query(
        "UPDATE tournament_events e SET note = NULL WHERE e.club_id = $1 AND EXISTS (SELECT FROM \
         (SELECT $2 AS name UNION SELECT unnest(c.texts_before || c.texts_after) FROM tournament_events c \
         WHERE c.club_id = $1 AND c.kind = 'ladder_changed' AND 'name' = ANY (c.changed_fields)) n \
         WHERE e.kind IN ('ladder_created', 'ladder_changed', 'ladder_closed') AND e.note = n.name \
         OR e.kind IN ('season_started', 'season_ended') AND starts_with(e.note, n.name || ', '))",
    )
    .bind::<SqlUuid, _>(club.0)
    .bind::<Text, _>(name)
    .run(connection)
    .await
}
