//! The accounts of players.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::result::{DatabaseErrorKind, Error as DieselError};
use diesel::sql_types::{BigInt, Bool, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::schema::{bots, players};
use super::{Failure, Postgres, stored, unreadable};
use crate::by_hand::row;
use crate::run::Run;
use lapidary_model::auth::{PlayerId, Username};
use lapidary_model::player::{Player, Role};

/// The beginning of the condition that a player has this username. Bind the name in lower case. Usernames are
/// ASCII, and compared as such: what else `lower` does depends on the locale of the database.
pub(super) const IS_NAMED: &str = "lower(players.username COLLATE \"C\") = ";
/// The maximum number of administrators that are listed.
const ADMINISTRATORS_MAX: i64 = 1_000;
/// The maximum number of changed display names that are read at once.
const NAMES_AT_ONCE: i64 = 10_000;
/// How long the change of a display name may take from its time to its commit.
const NAMES_OVERLAP: TimeDelta = TimeDelta::seconds(60);

/// The data that a login is checked against.
pub struct Credentials {
    pub player: Player,
    pub password_hash: Option<String>,
}

/// Why a player could not be added.
#[derive(Debug, thiserror::Error)]
pub enum InsertFailure {
    #[error("the username is taken")]
    UsernameTaken,
    #[error(transparent)]
    Storage(#[from] Failure),
}

impl From<DieselError> for InsertFailure {
    fn from(error: DieselError) -> Self {
        match error {
            DieselError::DatabaseError(DatabaseErrorKind::UniqueViolation, _) => InsertFailure::UsernameTaken,
            error => Failure::from(error).into(),
        }
    }
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = players)]
struct AccountRow {
    id: Uuid,
    username: Option<String>,
    email: Option<String>,
    role: String,
    bot: bool,
    created_at: DateTime<Utc>,
    display_name: Option<String>,
    avatar: i16,
}

impl TryFrom<AccountRow> for Player {
    type Error = Failure;

    fn try_from(row: AccountRow) -> Result<Self, Failure> {
        Ok(Player {
            id: PlayerId(row.id),
            username: row.username,
            email: row.email,
            role: Role::named(&row.role).ok_or_else(|| unreadable("the role of a player"))?,
            bot: row.bot,
            created_at: row.created_at,
            display_name: row.display_name,
            avatar: stored(row.avatar, "the avatar of a player")?,
        })
    }
}

/// Adds a player.
pub async fn insert(
    connection: &mut Postgres,
    username: &Username,
    email: Option<&str>,
    password_hash: &str,
) -> Result<Player, InsertFailure> {
    let inserted = diesel::insert_into(players::table)
        .values((
            players::id.eq(PlayerId::generate().0),
            players::username.eq(username.as_str()),
            players::email.eq(email),
            players::password_hash.eq(password_hash),
        ))
        .returning(AccountRow::as_returning())
        .get_result(connection)
        .await;
    Ok(Player::try_from(inserted?)?)
}

/// Adds a player that is a bot: it has neither a password nor an e-mail address.
pub async fn insert_bot(connection: &mut Postgres, username: &Username) -> Result<Player, InsertFailure> {
    let inserted = diesel::insert_into(players::table)
        .values((
            players::id.eq(PlayerId::generate().0),
            players::username.eq(username.as_str()),
            players::bot.eq(true),
        ))
        .returning(AccountRow::as_returning())
        .get_result(connection)
        .await;
    Ok(Player::try_from(inserted?)?)
}

/// Returns the player with this name, ignoring case.
pub async fn by_username(connection: &mut Postgres, username: &str) -> Result<Option<Player>, Failure> {
    let row = players::table
        .filter(sql::<Bool>(IS_NAMED).bind::<Text, _>(username.to_ascii_lowercase()))
        .select(AccountRow::as_select())
        .first_row(connection)
        .await?;
    row.map(Player::try_from).transpose()
}

/// Returns a page of the players whose names begin with `prefix`, ignoring case, in the order of the bytes of
/// their names in lower case, after the name `after`.
///
/// The names are a range of an index, so no character of the prefix stands for others.
pub async fn by_prefix(
    connection: &mut Postgres,
    prefix: &str,
    after: Option<&str>,
    limit: i64,
) -> Result<Vec<Player>, Failure> {
    let first = prefix.to_ascii_lowercase();
    let end = format!("{first}{}", char::MAX);
    let after = after.map(str::to_ascii_lowercase).unwrap_or_default();
    let rows = players::table
        .filter(sql::<Bool>("lower(username COLLATE \"C\") >= ").bind::<Text, _>(first))
        .filter(sql::<Bool>("lower(username COLLATE \"C\") < ").bind::<Text, _>(end))
        .filter(sql::<Bool>("lower(username COLLATE \"C\") > ").bind::<Text, _>(after))
        .order(sql::<Text>("lower(username COLLATE \"C\")"))
        .limit(limit)
        .select(AccountRow::as_select())
        .load(connection)
        .await?;
    rows.into_iter().map(Player::try_from).collect()
}

/// Returns the data that a login with this name is checked against.
pub async fn credentials(connection: &mut Postgres, username: &str) -> Result<Option<Credentials>, Failure> {
    let row: Option<(AccountRow, Option<String>)> = players::table
        .filter(sql::<Bool>(IS_NAMED).bind::<Text, _>(username.to_ascii_lowercase()))
        .select((AccountRow::as_select(), players::password_hash))
        .first_row(connection)
        .await?;
    let read = |(row, password_hash)| Ok(Credentials { player: Player::try_from(row)?, password_hash });
    row.map(read).transpose()
}

/// Returns the player with this id, unless the account was erased.
pub async fn by_id(connection: &mut Postgres, id: PlayerId) -> Result<Option<Player>, Failure> {
    let row = players::table
        .filter(players::id.eq(id.0).and(players::erased_at.is_null()))
        .select(AccountRow::as_select())
        .first_row(connection)
        .await?;
    row.map(Player::try_from).transpose()
}

/// Returns the hash of a player's password, if they have one.
pub async fn password_hash(connection: &mut Postgres, id: PlayerId) -> Result<Option<String>, Failure> {
    let hash: Option<Option<String>> =
        players::table.find(id.0).select(players::password_hash).first_row(connection).await?;
    Ok(hash.flatten())
}

/// Locks a player against changes and erasure until the transaction ends, and returns the current player;
/// none if they were erased.
pub async fn lock(connection: &mut Postgres, id: PlayerId) -> Result<Option<Credentials>, Failure> {
    let row: Option<(AccountRow, Option<String>)> = players::table
        .filter(players::id.eq(id.0).and(players::erased_at.is_null()))
        .select((AccountRow::as_select(), players::password_hash))
        .for_share()
        .first_row(connection)
        .await?;
    let read = |(row, password_hash)| Ok(Credentials { player: Player::try_from(row)?, password_hash });
    row.map(read).transpose()
}

/// Locks players against erasure until the transaction ends, in the order of their ids. Returns those who are
/// not erased.
pub async fn lock_all(mut connection: &Postgres, ids: &[PlayerId]) -> Result<Vec<PlayerId>, Failure> {
    let held: Vec<Uuid> = players::table
        .filter(players::id.eq_any(ids.iter().map(|id| id.0).collect::<Vec<_>>()))
        .filter(players::erased_at.is_null())
        .order(players::id)
        .select(players::id)
        .for_share()
        .load(&mut connection)
        .await?;
    Ok(held.into_iter().map(PlayerId).collect())
}

/// Locks players against all other changes until the transaction ends, in the order of their ids.
pub async fn lock_all_alone(connection: &mut Postgres, ids: &[PlayerId]) -> Result<(), Failure> {
    let held = players::table
        .filter(players::id.eq_any(ids.iter().map(|id| id.0).collect::<Vec<_>>()))
        .order(players::id)
        .select(players::id)
        .for_update();
    Ok(held.load::<Uuid>(connection).await.map(drop)?)
}

/// Returns the player with this name and locks them against erasure until the transaction ends.
pub async fn lock_by_username(connection: &mut Postgres, username: &str) -> Result<Option<Player>, Failure> {
    let row = players::table
        .filter(sql::<Bool>(IS_NAMED).bind::<Text, _>(username.to_ascii_lowercase()))
        .select(AccountRow::as_select())
        .for_share()
        .first_row(connection)
        .await?;
    row.map(Player::try_from).transpose()
}

/// Returns whether the hash of a player's password is still `known`.
pub async fn has_password(connection: &mut Postgres, id: PlayerId, known: &str) -> Result<bool, Failure> {
    let same = players::table.find(id.0).filter(players::password_hash.eq(known));
    Ok(diesel::select(diesel::dsl::exists(same)).get_result(connection).await?)
}

/// Returns some players with a password and this e-mail address, ignoring the case of ASCII letters: the
/// oldest accounts first. Addresses are not unique.
pub async fn by_email(
    connection: &mut Postgres,
    email: &str,
    players_max: i64,
) -> Result<Vec<Player>, Failure> {
    let rows = players::table
        .filter(players::email.is_not_null())
        .filter(sql::<Bool>("lower(email COLLATE \"C\") = ").bind::<Text, _>(email.to_ascii_lowercase()))
        .filter(players::erased_at.is_null().and(players::password_hash.is_not_null()))
        .order(players::id)
        .limit(players_max)
        .select(AccountRow::as_select())
        .load(connection)
        .await?;
    rows.into_iter().map(Player::try_from).collect()
}

/// Returns whether one of these players is a bot that somebody owns, or is erased.
pub async fn any_bot(connection: &mut Postgres, ids: &[PlayerId]) -> Result<bool, Failure> {
    let ids: Vec<Uuid> = ids.iter().map(|player| player.0).collect();
    let bots = bots::table.filter(bots::owner_id.is_not_null()).select(bots::player_id);
    let such = players::erased_at.is_not_null().or(players::id.eq_any(bots));
    let found = players::table.filter(players::id.eq_any(ids).and(such));
    Ok(diesel::select(diesel::dsl::exists(found)).get_result(connection).await?)
}

/// Locks a player against all other changes until the transaction ends; returns false if they were erased or
/// have no password.
pub async fn lock_with_password(connection: &mut Postgres, id: PlayerId) -> Result<bool, Failure> {
    let row: Option<Uuid> = players::table
        .filter(players::id.eq(id.0).and(players::password_hash.is_not_null()))
        .select(players::id)
        .for_update()
        .first_row(connection)
        .await?;
    Ok(row.is_some())
}

/// Sets the password of a player who has one.
pub async fn set_password(
    connection: &mut Postgres,
    id: PlayerId,
    password_hash: &str,
) -> Result<(), Failure> {
    diesel::update(players::table.find(id.0).filter(players::password_hash.is_not_null()))
        .set(players::password_hash.eq(password_hash))
        .run(connection)
        .await
}

/// Replaces the e-mail address of a player and returns the player, unless the account was erased.
pub async fn set_email(
    connection: &mut Postgres,
    id: PlayerId,
    email: Option<&str>,
) -> Result<Option<Player>, Failure> {
    let row = diesel::update(players::table.find(id.0).filter(players::erased_at.is_null()))
        .set(players::email.eq(email))
        .returning(AccountRow::as_returning())
        .returned_row(connection)
        .await?;
    row.map(Player::try_from).transpose()
}

/// Gives a player another username. The caller must hold the player alone.
pub async fn set_username(
    connection: &mut Postgres,
    id: PlayerId,
    username: &Username,
) -> Result<(), Failure> {
    diesel::update(players::table.find(id.0))
        .set(players::username.eq(username.as_str()))
        .run(connection)
        .await
}

/// Sets the display name of a player.
pub async fn set_display_name(
    connection: &mut Postgres,
    id: PlayerId,
    name: Option<&str>,
) -> Result<(), Failure> {
    diesel::sql_query(
        "UPDATE players SET display_name = $2, named_at = clock_timestamp() WHERE id = $1 AND erased_at IS NULL",
    )
    .bind::<SqlUuid, _>(id.0)
    .bind::<Nullable<Text>, _>(name)
    .run(connection)
    .await
}

/// Sets the number of the picture that a player has chosen.
pub async fn set_avatar(connection: &mut Postgres, id: PlayerId, avatar: u8) -> Result<(), Failure> {
    diesel::update(players::table.find(id.0)).set(players::avatar.eq(i16::from(avatar))).run(connection).await
}

/// Where a server is in the changes of display names.
pub type NamesPlace = Option<(DateTime<Utc>, Uuid)>;

/// Display names that have changed.
pub struct NamesPage {
    /// The players, each with the display name or none.
    pub names: Vec<(PlayerId, Option<String>)>,
    /// Where the next page begins.
    pub next: NamesPlace,
    /// Whether these are all for now.
    pub is_last: bool,
}

row! {
    struct NamedRow {
        id: Uuid,
        display_name: Option<String>,
        named_at: DateTime<Utc>,
    }
}

/// Returns the display names that have changed after this place, at most 10,000 of them. The next place is
/// some time before the last of them, because an earlier change may be committed later.
pub async fn names_since(connection: &mut Postgres, since: NamesPlace) -> Result<NamesPage, Failure> {
    let (at, id) = since.unwrap_or((DateTime::UNIX_EPOCH, Uuid::nil()));
    let query = diesel::sql_query(
        "SELECT id, display_name, named_at FROM players WHERE named_at IS NOT NULL AND (named_at, id) > ($1, $2) \
         ORDER BY named_at, id LIMIT $3",
    )
    .bind::<Timestamptz, _>(at)
    .bind::<SqlUuid, _>(id)
    .bind::<BigInt, _>(NAMES_AT_ONCE);
    let rows: Vec<NamedRow> = query.prepared().load(connection).await?;
    let is_last = (rows.len() as i64) < NAMES_AT_ONCE;
    let last = rows.last().map(|row| (row.named_at, row.id));
    let next = match last {
        Some((at, _)) if is_last => Some((at - NAMES_OVERLAP, Uuid::nil())).max(since),
        Some(place) => Some(place),
        None => since,
    };
    let names = rows.into_iter().map(|row| (PlayerId(row.id), row.display_name)).collect();
    Ok(NamesPage { names, next, is_last })
}

/// Gives the player with this name a role and returns them, if there is one.
pub async fn set_role(
    connection: &mut Postgres,
    username: &str,
    role: Role,
) -> Result<Option<Player>, Failure> {
    let named = players::table
        .filter(sql::<Bool>(IS_NAMED).bind::<Text, _>(username.to_ascii_lowercase()))
        .filter(players::bot.eq(false));
    let row = diesel::update(named)
        .set(players::role.eq(role.name()))
        .returning(AccountRow::as_returning())
        .returned_row(connection)
        .await?;
    row.map(Player::try_from).transpose()
}

/// Returns the administrators, in the order of their names.
pub async fn administrators(connection: &mut Postgres) -> Result<Vec<Player>, Failure> {
    let rows = players::table
        .filter(players::role.eq(Role::Administrator.name()).and(players::erased_at.is_null()))
        .order(sql::<Text>("username COLLATE \"C\""))
        .limit(ADMINISTRATORS_MAX)
        .select(AccountRow::as_select())
        .load(connection)
        .await?;
    rows.into_iter().map(Player::try_from).collect()
}

/// Deletes a player's name, e-mail address, password and lock; the id stays.
pub async fn erase(connection: &mut Postgres, id: PlayerId) -> Result<(), Failure> {
    diesel::update(players::table.find(id.0))
        .set((
            players::username.eq(None::<String>),
            players::email.eq(None::<String>),
            players::password_hash.eq(None::<String>),
            players::display_name.eq(None::<String>),
            players::named_at.eq(diesel::dsl::now),
            players::erased_at.eq(diesel::dsl::now),
            players::locked_until.eq(None::<DateTime<Utc>>),
            players::lock_reason.eq(None::<String>),
        ))
        .run(connection)
        .await
}

/// Returns all erased accounts, each with the instant of its erasure.
pub async fn erased(connection: &mut Postgres) -> Result<Vec<(PlayerId, DateTime<Utc>)>, Failure> {
    let rows: Vec<(Uuid, DateTime<Utc>)> = players::table
        .filter(players::erased_at.is_not_null())
        .order(players::id)
        .select((players::id, players::erased_at.assume_not_null()))
        .load(connection)
        .await?;
    Ok(rows.into_iter().map(|(id, at)| (PlayerId(id), at)).collect())
}

/// Returns those of these accounts that exist and are not erased.
pub async fn not_erased(connection: &mut Postgres, ids: &[PlayerId]) -> Result<Vec<PlayerId>, Failure> {
    let ids = ids.iter().map(|id| id.0).collect::<Vec<_>>();
    let own = players::table.filter(players::id.eq_any(ids)).filter(players::erased_at.is_null());
    let rows: Vec<Uuid> = own.order(players::id).select(players::id).load(connection).await?;
    Ok(rows.into_iter().map(PlayerId).collect())
}
