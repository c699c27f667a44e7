//! Races between pairs of requests on one account: whichever comes first, no session and no seat is left that
//! should be gone.

use std::collections::BTreeSet;

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use diesel::QueryableByName;
use diesel::sql_types::{BigInt, Uuid as SqlUuid};
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use futures_util::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::app::{Answer, Caller, PASSWORD, TestApp};
use crate::games::table::terms;
use crate::ladders::promote;
use crate::races::races;
use crate::recovery::link;

/// The number of races at the same time.
const RACES_AT_ONCE: usize = 4;
/// The password after a change.
const NEW_PASSWORD: &str = "staple horse battery";

/// A request of a player on their account, or with its session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Act {
    LogIn,
    Refresh,
    ChangePassword,
    UpdateMe,
    Erase,
    CreateGame,
    JoinGame,
    LeaveGame,
    LogOut,
    EndOtherLogins,
    EndTheFirstLogin,
    Reset,
    Block,
    BeBlocked,
    BeLocked,
}

const ACTS: [Act; 15] = [
    Act::LogIn,
    Act::Refresh,
    Act::ChangePassword,
    Act::UpdateMe,
    Act::Erase,
    Act::CreateGame,
    Act::JoinGame,
    Act::LeaveGame,
    Act::LogOut,
    Act::EndOtherLogins,
    Act::EndTheFirstLogin,
    Act::Reset,
    Act::Block,
    Act::BeBlocked,
    Act::BeLocked,
];

/// A session of the raced account.
struct Session<'a> {
    caller: Caller<'a>,
    refresh_token: Value,
    id: Uuid,
}

impl<'a> Session<'a> {
    fn of(app: &'a TestApp, answer: &Value) -> Session<'a> {
        let token = answer["access_token"].as_str().unwrap();
        let refresh_token = answer["refresh_token"].clone();
        Session { caller: app.with_token(token), refresh_token, id: session_of(answer).unwrap() }
    }
}

/// Returns the session of a successful login or refresh.
fn session_of(answer: &Value) -> Option<Uuid> {
    let claims = answer["access_token"].as_str()?.split('.').nth(1)?;
    let claims: Value = serde_json::from_slice(&BASE64_URL_SAFE_NO_PAD.decode(claims).unwrap()).unwrap();
    claims["sid"].as_str().unwrap().parse().ok()
}

/// An account with two sessions, and games for the requests that need one.
struct Subject<'a> {
    app: &'a TestApp,
    name: String,
    player: Uuid,
    sessions: [Session<'a>; 2],
    /// A game for two that waits for the second player.
    open: String,
    /// A game for three in which the subject waits.
    joined: String,
    /// A player who blocks and is blocked.
    neighbor: Option<Caller<'a>>,
    /// The token of a link that sets a new password.
    reset_token: String,
    /// An administrator, for a lock.
    judge: Option<Caller<'a>>,
}

impl<'a> Subject<'a> {
    async fn new(app: &'a TestApp, name: String, acts: [Act; 2]) -> Subject<'a> {
        let account = json!({"username": name, "password": PASSWORD});
        let made = app.anonymous().post("/v1/accounts", &account).await.expect(201).json;
        let log_in = || async { app.anonymous().post("/v1/sessions", &account).await.expect(200).json };
        let sessions = [Session::of(app, &log_in().await), Session::of(app, &log_in().await)];
        let (mut open, mut joined) = (String::new(), String::new());
        if acts.contains(&Act::JoinGame) || acts.contains(&Act::LeaveGame) {
            let host = app.user(&format!("host-of-{name}")).await;
            open = create(&host, 2).await;
            joined = create(&host, 3).await;
            sessions[0].caller.post_empty(&format!("/v1/games/{joined}/join")).await.expect(200);
        }
        let blocking = acts.iter().any(|act| matches!(act, Act::Block | Act::BeBlocked));
        let neighbor = if blocking { Some(app.user(&neighbor_of(&name)).await) } else { None };
        let player = made["id"].as_str().unwrap().parse().unwrap();
        let reset_token = if acts.contains(&Act::Reset) { link(app, player).await } else { String::new() };
        let judge = if acts.contains(&Act::BeLocked) { Some(judge(app, &name).await) } else { None };
        Subject { app, name, player, sessions, open, joined, neighbor, reset_token, judge }
    }

    async fn act(&self, act: Act, by: &Session<'a>) -> Answer {
        let anonymous = self.app.anonymous();
        match act {
            Act::LogIn => {
                let body = json!({"username": self.name, "password": PASSWORD});
                anonymous.post("/v1/sessions", body).await
            }
            Act::Refresh => {
                let body = json!({"refresh_token": by.refresh_token});
                anonymous.post("/v1/sessions/refresh", body).await
            }
            Act::ChangePassword => {
                by.caller.put("/v1/me/password", json!({"current": PASSWORD, "new": NEW_PASSWORD})).await
            }
            Act::UpdateMe => {
                by.caller.patch("/v1/me", json!({"email": "ada@example.org", "password": PASSWORD})).await
            }
            Act::Erase => by.caller.erase().await,
            Act::CreateGame => {
                let request = by.caller.request(Method::POST, "/v1/games");
                let key = Uuid::new_v4().to_string();
                Answer::to(request.header("idempotency-key", key).json(&terms(2))).await
            }
            Act::JoinGame => by.caller.post_empty(&format!("/v1/games/{}/join", self.open)).await,
            Act::LeaveGame => by.caller.post_empty(&format!("/v1/games/{}/leave", self.joined)).await,
            Act::LogOut => by.caller.delete("/v1/sessions/current").await,
            Act::EndOtherLogins => by.caller.delete("/v1/me/sessions").await,
            Act::EndTheFirstLogin => {
                by.caller.delete(&format!("/v1/me/sessions/{}", self.sessions[0].id)).await
            }
            Act::Reset => {
                let body = json!({"token": self.reset_token, "new_password": NEW_PASSWORD});
                anonymous.post("/v1/password-resets/confirm", body).await
            }
            Act::Block => {
                let path = format!("/v1/me/blocks/{}", neighbor_of(&self.name));
                Answer::to(by.caller.request(Method::PUT, &path)).await
            }
            Act::BeBlocked => {
                let neighbor = self.neighbor.as_ref().unwrap();
                Answer::to(neighbor.request(Method::PUT, &format!("/v1/me/blocks/{}", self.name))).await
            }
            Act::BeLocked => {
                let path = format!("/v1/admin/players/{}/lock", self.name);
                self.judge.as_ref().unwrap().post(&path, json!({"reason": "a race"})).await
            }
        }
    }
}

async fn judge<'a>(app: &'a TestApp, name: &str) -> Caller<'a> {
    let judge = format!("judge-{name}");
    let caller = app.user(&judge).await;
    promote(app, &judge).await;
    caller
}

fn neighbor_of(name: &str) -> String {
    format!("by-{name}")
}

async fn create(host: &Caller<'_>, seats: usize) -> String {
    let game = host.post("/v1/games", terms(seats)).await.expect(201).json;
    game["id"].as_str().unwrap().to_owned()
}

#[derive(QueryableByName)]
struct Live {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
}

#[derive(QueryableByName)]
struct Count {
    #[diesel(sql_type = BigInt)]
    count: i64,
}

/// Returns the sessions of a player that can still write.
async fn live(database: &mut AsyncPgConnection, player: Uuid) -> BTreeSet<Uuid> {
    let sql = "SELECT id FROM sessions WHERE player_id = $1 AND revoked_at IS NULL";
    let rows: Vec<Live> = diesel::sql_query(sql).bind::<SqlUuid, _>(player).load(database).await.unwrap();
    rows.into_iter().map(|row| row.id).collect()
}

/// The data that must be gone when an account is erased. The games of these races end when one of their two
/// players resigns.
const LEFTOVERS: [(&str, &str); 6] = [
    ("a session", "SELECT count(*) FROM sessions WHERE player_id = $1"),
    ("a name", "SELECT count(*) FROM players WHERE id = $1 AND erased_at IS NULL"),
    ("a kept answer", "SELECT count(*) FROM idempotency_keys WHERE player_id = $1"),
    ("a link", "SELECT count(*) FROM password_resets WHERE player_id = $1"),
    ("a block", "SELECT count(*) FROM blocks WHERE blocker_id = $1 OR blocked_id = $1"),
    (
        "a seat in play",
        "SELECT count(*) FROM game_seats s JOIN games g ON g.id = s.game_id \
         WHERE s.player_id = $1 AND g.status IN ('waiting', 'active')",
    ),
];

/// Races two requests, the first with one session and the second with the other, and compares the resulting
/// state with the responses.
async fn race(app: &TestApp, name: String, acts: [Act; 2]) {
    let subject = Subject::new(app, name, acts).await;
    let [first, second] = &subject.sessions;
    let answers = tokio::join!(subject.act(acts[0], first), subject.act(acts[1], second));
    let done = [(acts[0], first, &answers.0), (acts[1], second, &answers.1)];
    for (act, _, answer) in &done {
        assert!(answer.status.as_u16() < 429, "{act:?} of {acts:?}: {} {}", answer.status, answer.text);
    }
    let mut database = AsyncPgConnection::establish(&app.database_url).await.unwrap();
    let succeeded =
        |act: Act| done.iter().filter(move |(did, _, answer)| *did == act && answer.status.is_success());

    let live = live(&mut database, subject.player).await;
    if succeeded(Act::Erase).next().is_some() {
        for (what, sql) in LEFTOVERS {
            let query = diesel::sql_query(sql).bind::<SqlUuid, _>(subject.player);
            let left: Count = query.get_result(&mut database).await.unwrap();
            assert_eq!(left.count, 0, "{acts:?}: {what} of an erased player is left");
        }
        return;
    }
    let mut expected: BTreeSet<Uuid> = [first.id, second.id].into();
    expected.extend(succeeded(Act::LogIn).filter_map(|(_, _, answer)| session_of(&answer.json)));
    if let Some((_, changer, _)) = succeeded(Act::ChangePassword).next() {
        assert_eq!(succeeded(Act::ChangePassword).count(), 1, "one password is changed once");
        expected = [changer.id].into();
    }
    for (_, ended, _) in succeeded(Act::LogOut) {
        expected.remove(&ended.id);
    }
    if succeeded(Act::EndTheFirstLogin).next().is_some() {
        expected.remove(&first.id);
    }
    if succeeded(Act::Reset).next().is_some() {
        let others = [Act::Reset, Act::ChangePassword].into_iter().flat_map(succeeded).count();
        assert_eq!(others, 1, "{acts:?}: one password is replaced once");
        expected.clear();
    }
    if let Some((_, caller, _)) = succeeded(Act::EndOtherLogins).next() {
        assert_eq!(succeeded(Act::EndOtherLogins).count(), 1, "of two, one has ended the other");
        // A login at the same moment is older or newer than the end of the others.
        let is_known = |id: &Uuid| [first.id, second.id].contains(id);
        expected.retain(|id| *id == caller.id || (!is_known(id) && live.contains(id)));
    }
    if succeeded(Act::BeLocked).next().is_some() {
        expected.clear();
    }
    assert_eq!(live, expected, "{acts:?}: sessions that live");
}

async fn race_with_every_act(act: Act) {
    let app = TestApp::spawn_with(|settings| settings.database.database_connections = 16).await;
    let others = ACTS.iter().position(|known| *known == act).unwrap();
    let at_once = races().min(RACES_AT_ONCE);
    for (number, &other) in ACTS.iter().enumerate().skip(others) {
        for round in 0..races().div_ceil(at_once) {
            let names = (0..at_once).map(|place| format!("s{number}-{}", round * at_once + place));
            // Both orders are tested, because the request that is sent first has a head start.
            let pairs = names.enumerate().map(|(place, name)| match place % 2 {
                0 => (name, [act, other]),
                _ => (name, [other, act]),
            });
            join_all(pairs.map(|(name, acts)| race(&app, name, acts))).await;
        }
    }
}

#[tokio::test]
async fn a_login_races_with_every_act() {
    race_with_every_act(Act::LogIn).await;
}

#[tokio::test]
async fn a_refresh_races_with_every_act() {
    race_with_every_act(Act::Refresh).await;
}

#[tokio::test]
async fn a_change_of_password_races_with_every_act() {
    race_with_every_act(Act::ChangePassword).await;
}

#[tokio::test]
async fn a_change_of_email_races_with_every_act() {
    race_with_every_act(Act::UpdateMe).await;
}

#[tokio::test]
async fn an_erasure_races_with_every_act() {
    race_with_every_act(Act::Erase).await;
}

#[tokio::test]
async fn ends_of_logins_race_with_every_act() {
    race_with_every_act(Act::EndOtherLogins).await;
    race_with_every_act(Act::EndTheFirstLogin).await;
}

#[tokio::test]
async fn a_reset_races_with_every_act() {
    race_with_every_act(Act::Reset).await;
}

#[tokio::test]
async fn a_lock_races_with_every_act() {
    race_with_every_act(Act::BeLocked).await;
}

#[tokio::test]
async fn games_and_logouts_race_with_each_other() {
    for act in [Act::CreateGame, Act::JoinGame, Act::LeaveGame, Act::LogOut] {
        race_with_every_act(act).await;
    }
}
