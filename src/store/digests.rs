//! Mails about turns: who wants them, what they were told, and the mails that are to be sent.
//!
//! A mail is removed before it is sent, and comes back only if it was certainly not accepted. So it is sent
//! at most once, even if a server dies while it sends.

use std::collections::HashMap;
use std::time::Duration;

use chrono::{DateTime, Utc};
use diesel::sql_types::{
    Array, BigInt, Binary, Integer, Interval, Nullable, SmallInt, Text, Timestamptz, Uuid as SqlUuid,
};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::{Failure, Postgres, alerts};
use crate::by_hand::{One, interval, row};
use crate::run::Run;
use lapidary_model::auth::PlayerId;
use lapidary_model::auth::secret_token::TokenDigest;
use lapidary_model::digest::{
    AskedPlayer, CONFIRM_HOURS, CONFIRMATIONS_PER_HOUR, ClaimedLetter, DigestChoice, DueDigest, LetterKind,
    SlowTurn,
};
use lapidary_model::game::GameId;

/// The condition that the player `p` gets the mails of the row `d`.
const IS_ON: &str = "d.every_hours IS NOT NULL AND d.confirmed_at IS NOT NULL AND d.email = p.email \
     AND p.erased_at IS NULL";

row! {
    struct ChoiceRow {
        every_hours: Option<i16>,
        confirmed: bool,
    }
}

/// Returns what a player has chosen.
pub async fn choice(connection: &mut Postgres, player: PlayerId) -> Result<DigestChoice, Failure> {
    let row: Option<ChoiceRow> = diesel::sql_query(
        "SELECT d.every_hours, d.confirmed_at IS NOT NULL AND d.email IS NOT DISTINCT FROM p.email AS confirmed \
         FROM mail_digests d JOIN players p ON p.id = d.player_id WHERE d.player_id = $1",
    )
    .bind::<SqlUuid, _>(player.0)
    .returned_row(connection)
    .await?;
    let choice = row.map(|row| DigestChoice { every_hours: row.every_hours, confirmed: row.confirmed });
    Ok(choice.unwrap_or_default())
}

/// Stores what a player has chosen, for this address. An agreement for another address ends.
pub async fn choose(
    connection: &mut Postgres,
    player: PlayerId,
    email: &str,
    every_hours: i16,
    end_token: &str,
) -> Result<(), Failure> {
    diesel::sql_query(
        "INSERT INTO mail_digests AS d (player_id, email, every_hours, end_token) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (player_id) DO UPDATE SET email = $2, every_hours = $3, \
         confirmed_at = CASE WHEN d.email = $2 THEN d.confirmed_at END, \
         confirm_digest = CASE WHEN d.email = $2 THEN d.confirm_digest END",
    )
    .bind::<SqlUuid, _>(player.0)
    .bind::<Text, _>(email)
    .bind::<SmallInt, _>(every_hours)
    .bind::<Text, _>(end_token)
    .run(connection)
    .await
}

/// Notes that a player wants no mails. The address stays confirmed.
pub async fn end(connection: &mut Postgres, player: PlayerId) -> Result<(), Failure> {
    diesel::sql_query(format!("{END} WHERE player_id = $1"))
        .bind::<SqlUuid, _>(player.0)
        .run(connection)
        .await
}

/// Ends the mails of a player; the condition is missing.
const END: &str = "UPDATE mail_digests SET every_hours = NULL, check_at = NULL, letter = NULL, due_at = NULL, \
     lines = '{}', confirm_digest = NULL";

/// Returns the name of the player whose mails a token ends.
pub async fn of_end_token(connection: &mut Postgres, token: &str) -> Result<Option<String>, Failure> {
    let row: Option<One<Option<String>>> = diesel::sql_query(
        "SELECT p.username FROM mail_digests d JOIN players p ON p.id = d.player_id WHERE d.end_token = $1",
    )
    .bind::<Text, _>(token)
    .returned_row(connection)
    .await?;
    Ok(row.and_then(|One(username)| username))
}

/// Ends the mails that have a link with this token; returns false if there are none.
pub async fn end_by_token(connection: &mut Postgres, token: &str) -> Result<bool, Failure> {
    let ended = diesel::sql_query(format!("{END} WHERE end_token = $1"))
        .bind::<Text, _>(token)
        .execute(connection)
        .await?;
    Ok(ended > 0)
}

/// Asks the player to agree, by a mail that is due at once; returns false if they were asked too often.
pub async fn ask(connection: &mut Postgres, player: PlayerId) -> Result<bool, Failure> {
    let asked = diesel::sql_query(
        "UPDATE mail_digests SET letter = $2, due_at = now(), tries = 0, lines = '{}', \
         asked = CASE WHEN asked_since > now() - interval '1 hour' THEN asked + 1 ELSE 1 END, \
         asked_since = CASE WHEN asked_since > now() - interval '1 hour' THEN asked_since ELSE now() END \
         WHERE player_id = $1 AND (asked < $3 OR asked_since <= now() - interval '1 hour')",
    )
    .bind::<SqlUuid, _>(player.0)
    .bind::<Text, _>(LetterKind::CONFIRMATION)
    .bind::<SmallInt, _>(CONFIRMATIONS_PER_HOUR)
    .execute(connection)
    .await?;
    Ok(asked > 0)
}

row! {
    struct AskedRow {
        player_id: Uuid,
        username: Option<String>,
        has_agreed: bool,
    }
}

/// The condition that a link agrees, or has agreed before.
const AGREES: &str = "(confirmed_at IS NOT NULL OR confirm_until > now())";

/// Returns the player who can agree with this link, or has done so.
pub async fn of_confirmation(
    connection: &mut Postgres,
    digest: &TokenDigest,
) -> Result<Option<AskedPlayer>, Failure> {
    let row: Option<AskedRow> = diesel::sql_query(format!(
        "SELECT d.player_id, p.username, d.confirmed_at IS NOT NULL AS has_agreed \
         FROM mail_digests d JOIN players p ON p.id = d.player_id \
         WHERE d.confirm_digest = $1 AND {AGREES} AND d.every_hours IS NOT NULL \
         AND d.email = p.email AND p.erased_at IS NULL",
    ))
    .bind::<Binary, _>(digest.as_slice())
    .returned_row(connection)
    .await?;
    Ok(row.map(|row| AskedPlayer {
        player: PlayerId(row.player_id),
        username: row.username.unwrap_or_default(),
        has_agreed: row.has_agreed,
    }))
}

/// Notes that a player agrees by this link; returns false if the link does not work any more. What waits for
/// the player is looked at from now on. Repeating it changes nothing.
///
/// The row of the player's alerts is locked first, as everywhere.
pub async fn confirm(
    connection: &mut Postgres,
    player: PlayerId,
    digest: &TokenDigest,
    known_within: Duration,
) -> Result<bool, Failure> {
    alerts::listen(connection, player, known_within).await?;
    let confirmed = diesel::sql_query(format!(
        "UPDATE mail_digests SET confirmed_at = coalesce(confirmed_at, now()) \
         WHERE player_id = $1 AND confirm_digest = $2 AND {AGREES}",
    ))
    .bind::<SqlUuid, _>(player.0)
    .bind::<Binary, _>(digest.as_slice())
    .execute(connection)
    .await?;
    Ok(confirmed > 0)
}

/// Returns whether a player gets mails about turns.
pub async fn is_on(connection: &mut Postgres, player: PlayerId) -> Result<bool, Failure> {
    let One(is_on) = diesel::sql_query(format!(
        "SELECT EXISTS (SELECT FROM mail_digests d JOIN players p ON p.id = d.player_id \
         WHERE d.player_id = $1 AND {IS_ON})",
    ))
    .bind::<SqlUuid, _>(player.0)
    .get_result(connection)
    .await?;
    Ok(is_on)
}

/// Notes that the slow games of a player are read after this time, but not before another mail may be
/// written.
pub async fn note(connection: &mut Postgres, player: PlayerId, after: Duration) -> Result<(), Failure> {
    diesel::sql_query(
        "UPDATE mail_digests SET check_at = greatest(now() + $2, written_at + make_interval(hours => every_hours)) \
         WHERE player_id = $1 AND check_at IS NULL AND every_hours IS NOT NULL",
    )
    .bind::<SqlUuid, _>(player.0)
    .bind::<Interval, _>(interval(after))
    .run(connection)
    .await
}

row! {
    struct DueDigestRow {
        player_id: Uuid,
        quiet_from: Option<i16>,
        quiet_until: Option<i16>,
        utc_offset: Option<i16>,
        now: DateTime<Utc>,
    }
}

/// Locks the player whose slow games have been due for the longest time, if there is one. The caller must
/// have opened a transaction.
pub async fn claim(connection: &mut Postgres) -> Result<Option<DueDigest>, Failure> {
    let query = diesel::sql_query(
        "SELECT d.player_id, a.quiet_from, a.quiet_until, a.utc_offset, now() AS now FROM mail_digests d \
         LEFT JOIN alerts a ON a.player_id = d.player_id WHERE d.check_at <= now() \
         ORDER BY d.check_at LIMIT 1 FOR NO KEY UPDATE OF d SKIP LOCKED",
    );
    let row: Option<DueDigestRow> = query.prepared().returned_row(connection).await?;
    Ok(row.map(|row| DueDigest {
        player: PlayerId(row.player_id),
        quiet: alerts::quiet(row.quiet_from, row.quiet_until, row.utc_offset),
        now: row.now,
    }))
}

/// Reads the games of a claimed player at this time, or when they are noted again.
pub async fn put_off(
    connection: &mut Postgres,
    player: PlayerId,
    until: Option<DateTime<Utc>>,
) -> Result<(), Failure> {
    diesel::sql_query("UPDATE mail_digests SET check_at = $2 WHERE player_id = $1")
        .bind::<SqlUuid, _>(player.0)
        .bind::<Nullable<Timestamptz>, _>(until)
        .run(connection)
        .await
}

row! {
    struct ToldRow {
        game_id: Uuid,
        number: i64,
    }
}

/// Returns what a player was told by mail, with the highest number of the turns of each game.
pub async fn told(connection: &mut Postgres, player: PlayerId) -> Result<HashMap<GameId, i64>, Failure> {
    let rows: Vec<ToldRow> =
        diesel::sql_query("SELECT game_id, number FROM mail_digests_told WHERE player_id = $1")
            .bind::<SqlUuid, _>(player.0)
            .load(connection)
            .await?;
    Ok(rows.into_iter().map(|row| (GameId(row.game_id), row.number)).collect())
}

/// Forgets what a player was told of other games than these, which are not over.
pub async fn forget_others(
    connection: &mut Postgres,
    player: PlayerId,
    games: impl Iterator<Item = GameId>,
) -> Result<(), Failure> {
    let games: Vec<Uuid> = games.map(|game| game.0).collect();
    diesel::sql_query("DELETE FROM mail_digests_told WHERE player_id = $1 AND game_id <> ALL ($2)")
        .bind::<SqlUuid, _>(player.0)
        .bind::<Array<SqlUuid>, _>(games)
        .run(connection)
        .await
}

/// Writes a mail about these turns to a claimed player, which is due at once, unless another one is still to
/// be sent; notes that they are told. Returns whether it was written.
pub async fn write(
    connection: &mut Postgres,
    player: PlayerId,
    turns: &[SlowTurn<'_>],
    lines: &[String],
) -> Result<bool, Failure> {
    let number = i32::try_from(turns.len()).unwrap_or(i32::MAX);
    let written = diesel::sql_query(
        "UPDATE mail_digests SET letter = $2, lines = $3, turns = $4, due_at = now(), tries = 0, check_at = NULL, \
         written_at = now() WHERE player_id = $1 AND letter IS NULL",
    )
    .bind::<SqlUuid, _>(player.0)
    .bind::<Text, _>(LetterKind::TURNS)
    .bind::<Array<Text>, _>(lines)
    .bind::<Integer, _>(number)
    .execute(connection)
    .await?;
    if written == 0 {
        return Ok(false);
    }
    let (games, numbers): (Vec<Uuid>, Vec<i64>) =
        turns.iter().map(|turn| (turn.game.listed.id.0, turn.number)).unzip();
    diesel::sql_query(
        "INSERT INTO mail_digests_told (player_id, game_id, number) SELECT $1, * FROM unnest($2, $3) \
         ON CONFLICT (player_id, game_id) DO UPDATE SET number = excluded.number",
    )
    .bind::<SqlUuid, _>(player.0)
    .bind::<Array<SqlUuid>, _>(games)
    .bind::<Array<BigInt>, _>(numbers)
    .execute(connection)
    .await?;
    Ok(true)
}

row! {
    struct LetterRow {
        player_id: Uuid,
        username: Option<String>,
        email: String,
        letter: String,
        lines: Vec<String>,
        turns: i32,
        every_hours: Option<i16>,
        end_token: String,
        tries: i16,
        wanted: bool,
    }
}

/// Takes the mail that has been due for the longest time. If it asks the player to agree, its link gets this
/// digest, and earlier links end.
///
/// Returns none if nothing is due, and an empty letter if nobody wants the mail any more.
pub async fn take_letter(
    connection: &mut Postgres,
    fresh: &TokenDigest,
) -> Result<Option<Option<ClaimedLetter>>, Failure> {
    let row: Option<LetterRow> = diesel::sql_query(format!(
        "WITH next AS (SELECT player_id, letter, lines, tries FROM mail_digests WHERE due_at <= now() \
         ORDER BY due_at LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED) \
         UPDATE mail_digests d SET letter = NULL, due_at = NULL, lines = '{{}}', \
         confirm_digest = CASE WHEN next.letter = $2 THEN $1 ELSE d.confirm_digest END, \
         confirm_until = CASE WHEN next.letter = $2 THEN now() + make_interval(hours => $3) \
         ELSE d.confirm_until END \
         FROM next JOIN players p ON p.id = next.player_id WHERE d.player_id = next.player_id \
         RETURNING d.player_id, p.username, d.email, coalesce(next.letter, '') AS letter, next.lines, d.turns, \
         d.every_hours, d.end_token, next.tries, ({IS_ON}) OR (next.letter = $2 AND d.every_hours IS NOT NULL \
         AND d.email = p.email AND p.erased_at IS NULL) AS wanted",
    ))
    .bind::<Binary, _>(fresh.as_slice())
    .bind::<Text, _>(LetterKind::CONFIRMATION)
    .bind::<Integer, _>(CONFIRM_HOURS)
    .returned_row(connection)
    .await?;
    Ok(row.map(letter))
}

fn letter(row: LetterRow) -> Option<ClaimedLetter> {
    let kind = match row.letter.as_str() {
        LetterKind::CONFIRMATION => LetterKind::Confirmation,
        LetterKind::TURNS => LetterKind::Turns { lines: row.lines, turns: row.turns },
        _ => return None,
    };
    Some(ClaimedLetter {
        player: PlayerId(row.player_id),
        username: row.username?,
        email: row.email,
        kind,
        every_hours: row.every_hours.filter(|_| row.wanted)?,
        end_token: row.end_token,
        tries: row.tries,
    })
}

/// Gives back a mail that was certainly not accepted. It is tried again after this time, unless there is
/// another one.
pub async fn give_back(
    connection: &mut Postgres,
    claimed: &ClaimedLetter,
    pause: Duration,
) -> Result<(), Failure> {
    let lines: &[String] = match &claimed.kind {
        LetterKind::Confirmation => &[],
        LetterKind::Turns { lines, .. } => lines,
    };
    diesel::sql_query(
        "UPDATE mail_digests SET letter = $2, lines = $3, tries = $4, due_at = now() + $5 \
         WHERE player_id = $1 AND letter IS NULL AND every_hours IS NOT NULL",
    )
    .bind::<SqlUuid, _>(claimed.player.0)
    .bind::<Text, _>(claimed.kind.name())
    .bind::<Array<Text>, _>(lines)
    .bind::<SmallInt, _>(claimed.tries + 1)
    .bind::<Interval, _>(interval(pause))
    .run(connection)
    .await
}
