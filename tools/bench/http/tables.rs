//! Tables to play at: a few games dealt through the API, and as many copies of them as needed.
//!
//! The benchmark owns the database, so it can read the hidden cards. It computes whole games beforehand, so
//! that the clients only have to post them.

use std::error::Error;
use std::net::SocketAddr;
use std::sync::Arc;

use clap::ValueEnum;
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection};
use serde::Serialize;
use serde_json::{Value, json};
use uuid::Uuid;

use super::connection::{Connection, headers_and_body, line_and_host};
use lapidary_api::play::action::ActionBody;
use lapidary_engine::game::{Game, GameLog, Payments};
use lapidary_model::game::{GameId, Version};
use lapidary_store::games;

/// The minimum of accounts, and the number of clients for each. Two accounts play each game. The numbers keep
/// each account below its limit of turns in progress.
const ACCOUNTS_MIN: usize = 8;
const CLIENTS_PER_ACCOUNT: usize = 8;
/// The number of games that are dealt.
const DEALS: usize = 32;
/// The seed of the random players.
const SEED: u64 = 1;
/// The password of every account.
const PASSWORD: &str = "a password of the bench";

/// The tokens with which the players call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ValueEnum)]
#[serde(rename_all = "snake_case")]
pub enum TokenKind {
    /// The access tokens of logins.
    Session,
    /// API tokens.
    Api,
}

impl TokenKind {
    /// The word in the names of the accounts.
    const fn name(self) -> &'static str {
        match self {
            TokenKind::Session => "session",
            TokenKind::Api => "api",
        }
    }
}

/// A table and the progress of its game.
#[derive(Clone)]
pub struct Table {
    id: Uuid,
    deal: Arc<Script>,
    next: usize,
}

/// The kinds of turns.
#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum TurnKind {
    /// The response has the view of the game after the turn.
    Turn,
    /// The response has only the version and the events, as the client prefers.
    MinimalTurn,
}

impl TurnKind {
    /// All kinds of turns that are measured.
    pub const ALL: [TurnKind; 2] = [TurnKind::Turn, TurnKind::MinimalTurn];
}

/// The kinds of reads.
#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Reading {
    /// The view of a seat.
    ViewOfSeat,
    /// The view of a spectator.
    ViewOfWatcher,
    /// A view that has not changed since the client read it.
    NotModified,
    /// The legal actions of the seat that must decide.
    LegalActions,
    /// `GET /livez`, which needs no game and no database: what HTTP alone costs.
    Livez,
}

impl Reading {
    /// All kinds of reads that are measured.
    pub const ALL: [Reading; 5] = [
        Reading::Livez,
        Reading::ViewOfSeat,
        Reading::ViewOfWatcher,
        Reading::NotModified,
        Reading::LegalActions,
    ];
}

/// A request that takes a turn, without its first line and its preference.
type Turn = Vec<u8>;
/// The end of the first line of a turn.
const LINE_END: &str = "/actions HTTP/1.1\r\n";
/// The header of a [`TurnKind::MinimalTurn`].
const PREFERENCE: &str = "prefer: return=minimal\r\n";

impl Table {
    /// A game that has started, at its beginning; the tokens are in the order of seats.
    pub async fn of(
        connection: &AsyncPgConnection,
        id: Uuid,
        tokens: Vec<String>,
        rng: &mut fastrand::Rng,
    ) -> Result<Table, Box<dyn Error + Send + Sync>> {
        Ok(Table { id, deal: Script::of(connection, id, tokens, rng).await?, next: 0 })
    }

    /// The id of the game.
    pub const fn id(&self) -> Uuid {
        self.id
    }

    /// The number of turns until the end of the game.
    pub fn turns_left(&self) -> usize {
        self.deal.line.len() - self.next
    }

    /// Writes the request for the next turn; returns false when the game is over.
    pub fn write_turn(&mut self, kind: TurnKind, request: &mut Vec<u8>) -> bool {
        let Some(turn) = self.deal.line.get(self.next) else { return false };
        self.next += 1;
        request.clear();
        request.extend_from_slice(b"POST /v1/games/");
        request.extend_from_slice(self.id.hyphenated().encode_lower(&mut Uuid::encode_buffer()).as_bytes());
        request.extend_from_slice(LINE_END.as_bytes());
        if kind == TurnKind::MinimalTurn {
            request.extend_from_slice(PREFERENCE.as_bytes());
        }
        request.extend_from_slice(turn);
        true
    }

    /// Writes the request with which a seat resigns.
    pub fn write_resignation(&self, seat: usize, request: &mut Vec<u8>) {
        request.clear();
        request.extend_from_slice(format!("POST /v1/games/{}/resign HTTP/1.1\r\n", self.id).as_bytes());
        request.extend(headers_and_body(self.deal.tokens.get(seat).map(String::as_str), b"{}"));
    }

    /// Returns the request for this kind of read; `tag` is the entity tag of the newest view.
    pub fn read(&self, what: Reading, tag: Option<&str>) -> Vec<u8> {
        let first = self.deal.tokens.as_slice().first().map(String::as_str);
        let rest = match what {
            Reading::ViewOfSeat | Reading::NotModified => line_and_host("", first),
            Reading::ViewOfWatcher => line_and_host("", None),
            Reading::LegalActions => line_and_host("/legal-actions", first),
            Reading::Livez => return format!("GET {}\r\n", line_and_host("/livez", None)).into_bytes(),
        };
        let tag = tag.map_or(String::new(), |tag| format!("if-none-match: {tag}\r\n"));
        format!("GET /v1/games/{}{rest}{tag}\r\n", self.id).into_bytes()
    }
}

/// All turns of one game to its end, and the tokens of its seats.
struct Script {
    line: Vec<Turn>,
    tokens: Vec<String>,
}

impl Script {
    /// Plays a game that has started randomly to its end in memory.
    async fn of(
        connection: &AsyncPgConnection,
        id: Uuid,
        tokens: Vec<String>,
        rng: &mut fastrand::Rng,
    ) -> Result<Arc<Script>, Box<dyn Error + Send + Sync>> {
        let record = games::load(connection, GameId(id), None).await?.record;
        let game = record.game.ok_or("the game has not started")?;
        Ok(Arc::new(Script { line: line(game, record.version, &tokens, rng)?, tokens }))
    }
}

/// A dealt game and all requests of one random game to its end.
struct Deal {
    id: Uuid,
    script: Arc<Script>,
}

/// The dealt games.
pub struct Deals {
    deals: Vec<Deal>,
    connection: AsyncPgConnection,
}

impl Deals {
    /// Creates accounts with tokens of this kind, and games, for at most so many clients, and plays each game
    /// randomly to its end in memory.
    pub async fn make(
        address: SocketAddr,
        database_url: &str,
        kind: TokenKind,
        clients_max: usize,
    ) -> Result<Deals, Box<dyn Error + Send + Sync>> {
        Deals::with_clock(address, database_url, kind, clients_max, &json!({"kind": "none"})).await
    }

    /// Does the same with games that have this clock.
    pub async fn with_clock(
        address: SocketAddr,
        database_url: &str,
        kind: TokenKind,
        clients_max: usize,
        clock: &Value,
    ) -> Result<Deals, Box<dyn Error + Send + Sync>> {
        let mut http = Connection::open(address).await?;
        let connection = AsyncPgConnection::establish(database_url).await?;
        let mut tokens = Vec::new();
        // An even number, for pairs.
        let accounts = clients_max.div_ceil(CLIENTS_PER_ACCOUNT * 2) * 2;
        for number in 0..accounts.max(ACCOUNTS_MIN) {
            tokens.push(token(&mut http, kind, &format!("bench-{}-{number}", kind.name())).await?);
        }
        let mut rng = fastrand::Rng::with_seed(SEED);
        let mut deals = Vec::new();
        for number in 0..DEALS {
            let pair = number % (tokens.len() / 2) * 2;
            let players = [tokens[pair].as_str(), tokens[pair + 1].as_str()];
            let id = deal(&mut http, players, clock).await?;
            let script = Script::of(&connection, id, players.map(str::to_owned).to_vec(), &mut rng).await?;
            deals.push(Deal { id, script });
        }
        Ok(Deals { deals, connection })
    }

    /// Copies the dealt games to `count` new tables.
    pub async fn tables(&mut self, count: usize) -> Result<Vec<Table>, Box<dyn Error + Send + Sync>> {
        let tables = self.copy(count).await?;
        // The server would do both in the course of time; without them, the measurement would include their
        // cost.
        self.connection.batch_execute("ANALYZE; CHECKPOINT").await?;
        Ok(tables)
    }

    /// Does the same, and leaves to the database what it does in the course of time.
    pub async fn copy(&mut self, count: usize) -> Result<Vec<Table>, Box<dyn Error + Send + Sync>> {
        let mut tables = Vec::with_capacity(count);
        for number in 0..count {
            let deal = &self.deals[number % self.deals.len()];
            tables.push(Table { id: Uuid::now_v7(), deal: deal.script.clone(), next: 0 });
        }
        let copies: Vec<Uuid> = tables.iter().map(|table| table.id).collect();
        let originals: Vec<Uuid> = self.deals.iter().map(|deal| deal.id).cycle().take(count).collect();
        type Ids = diesel::sql_types::Array<diesel::sql_types::Uuid>;
        for columns in COPIED {
            diesel::sql_query(statement(columns))
                .bind::<Ids, _>(&copies)
                .bind::<Ids, _>(&originals)
                .execute(&mut self.connection)
                .await?;
        }
        Ok(tables)
    }
}

/// The tables of the database that contain a game, each with its id column and the other columns to copy.
const COPIED: [(&str, &str, &str); 6] = [
    (
        "games",
        "id",
        "ruleset, options, seats, visibility, seating, status, version, snapshot, commitment, creator_id, clock",
    ),
    ("game_seats", "game_id", "join_order, player_id, seat"),
    ("game_secrets", "game_id", "deal_id, server_seed, opening"),
    ("game_contributions", "game_id", "player_id, entropy, after_commitment"),
    ("game_log", "game_id", "seq, seat, by, kind, action"),
    ("game_clocks", "game_id", "remaining_ms, running, since, deadline, lag_ms, days_off, withheld_ms"),
];

fn statement((table, id, columns): (&str, &str, &str)) -> String {
    format!(
        "INSERT INTO {table} ({id}, {columns}) SELECT copied.copy, {columns} \
         FROM unnest($1, $2) AS copied (copy, original) JOIN {table} ON {table}.{id} = copied.original"
    )
}

/// Creates another account than those of [`Deals`], and returns the token of its login.
pub async fn another_account(
    http: &mut Connection,
    number: usize,
) -> Result<String, Box<dyn Error + Send + Sync>> {
    token(http, TokenKind::Session, &format!("bench-another-{number}")).await
}

/// Creates an account with this name, and returns a token of this kind for it.
pub async fn token(
    http: &mut Connection,
    kind: TokenKind,
    name: &str,
) -> Result<String, Box<dyn Error + Send + Sync>> {
    let account = json!({"username": name, "password": PASSWORD});
    http.post("/v1/accounts", None, &account).await?;
    let session = http.post("/v1/sessions", None, &account).await?;
    let login = text(&session, "access_token")?;
    match kind {
        TokenKind::Session => Ok(login),
        TokenKind::Api => {
            let wanted = json!({"name": "bench", "scopes": ["read", "play"]});
            text(&http.post("/v1/me/tokens", Some(&login), &wanted).await?, "token")
        }
    }
}

/// Creates a game for two players with this clock and returns its id.
pub async fn deal(
    http: &mut Connection,
    players: [&str; 2],
    clock: &Value,
) -> Result<Uuid, Box<dyn Error + Send + Sync>> {
    let terms = json!({"ruleset": "splendor", "seats": 2, "seating": "join_order", "clock": clock});
    let id = text(&http.post("/v1/games", Some(players[0]), &terms).await?, "id")?;
    http.post(&format!("/v1/games/{id}/join"), Some(players[1]), &json!({})).await?;
    Ok(id.parse()?)
}

fn text(answer: &Value, field: &str) -> Result<String, Box<dyn Error + Send + Sync>> {
    let text = answer[field].as_str().ok_or_else(|| format!("a response without {field}"))?;
    Ok(text.to_owned())
}

/// Plays a game randomly to its end and returns a request for each turn.
fn line(
    mut game: Game,
    mut version: Version,
    tokens: &[String],
    rng: &mut fastrand::Rng,
) -> Result<Vec<Turn>, Box<dyn Error + Send + Sync>> {
    let mut turns = Vec::new();
    while let Some((seat, _)) = game.to_act() {
        let (mut log, mut actions) = (GameLog::default(), Vec::new());
        loop {
            let legal = game.legal_actions(Payments::Canonical);
            let action = legal.get(rng.usize(..legal.len().max(1))).ok_or("nothing is legal")?;
            actions.push(ActionBody::from(action));
            game.play(action, &mut log)?;
            // Decisions that follow the main action belong to the same turn.
            if game.to_act().is_none_or(|(asked, decision)| asked != seat || decision == "main") {
                break;
            }
        }
        let body = serde_json::to_vec(&json!({"version": version.0, "actions": actions}))?;
        turns.push(headers_and_body(tokens.get(seat.index()).map(String::as_str), &body));
        version = version.plus(log.0.len());
    }
    Ok(turns)
}
