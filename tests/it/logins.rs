//! The list of logins, and ending them.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use diesel::QueryableByName;
use diesel::sql_types::{BigInt, Text, Uuid as SqlUuid};
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use reqwest::Method;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::app::{Answer, Caller, PASSWORD, TestApp};
use crate::games::table::{Table, terms};

const FIREFOX: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
/// The documented maximum of open logins.
const LOGINS_MAX: usize = 100;

/// Logs in to an existing account, and returns the response.
async fn log_in(app: &TestApp, name: &str, agent: Option<&str>) -> Value {
    let request = app.anonymous().request(Method::POST, "/v1/sessions");
    let request = agent.into_iter().fold(request, |request, agent| request.header("user-agent", agent));
    Answer::to(request.json(&json!({"username": name, "password": PASSWORD}))).await.expect(200).json
}

fn caller<'a>(app: &'a TestApp, session: &Value) -> Caller<'a> {
    app.with_token(session["access_token"].as_str().expect("a token"))
}

async fn logins(caller: &Caller<'_>) -> Vec<Value> {
    let list = caller.get("/v1/me/sessions").await.expect(200).json;
    assert_eq!(list["next_cursor"], Value::Null);
    list["items"].as_array().expect("a list").clone()
}

async fn current(caller: &Caller<'_>) -> String {
    let own = logins(caller).await.into_iter().find(|login| login["current"] == true);
    own.expect("the own login is listed")["id"].as_str().expect("an id").to_owned()
}

fn time(login: &Value, field: &str) -> DateTime<Utc> {
    login[field].as_str().expect("a time").parse().expect("a time")
}

async fn connect(app: &TestApp) -> AsyncPgConnection {
    AsyncPgConnection::establish(&app.database_url).await.unwrap()
}

async fn execute(app: &TestApp, sql: &str) {
    diesel::sql_query(sql).execute(&mut connect(app).await).await.unwrap();
}

#[derive(QueryableByName)]
struct Count {
    #[diesel(sql_type = BigInt)]
    count: i64,
}

async fn count(app: &TestApp, sql: &str) -> i64 {
    let count: Count = diesel::sql_query(sql).get_result(&mut connect(app).await).await.unwrap();
    count.count
}

#[tokio::test]
async fn the_list_has_each_open_login_newest_first() {
    let app = TestApp::spawn().await;
    let (first, _) = (app.user("ada").await, app.user("bob").await);
    let second = log_in(&app, "ada", Some(FIREFOX)).await;
    let third = caller(&app, &log_in(&app, "ada", Some("curl/8.14.1")).await);
    let clients = |logins: &[Value]| logins.iter().map(|login| login["client"].clone()).collect::<Vec<_>>();
    let list = logins(&first).await;
    assert_eq!(clients(&list), [json!("curl"), json!("Firefox on Linux"), Value::Null]);
    assert_eq!(
        list.iter().map(|login| login["current"].clone()).collect::<Vec<_>>(),
        [json!(false), json!(false), json!(true)]
    );
    assert_eq!(time(&list[1], "created_at"), time(&list[1], "last_used_at"));

    let refresh = json!({"refresh_token": second["refresh_token"]});
    app.anonymous().post("/v1/sessions/refresh", refresh).await.expect(200);
    let list = logins(&first).await;
    assert!(time(&list[1], "last_used_at") > time(&list[1], "created_at"), "{list:?}");

    third.delete("/v1/sessions/current").await.expect(204);
    assert_eq!(clients(&logins(&first).await), [json!("Firefox on Linux"), Value::Null]);
}

#[tokio::test]
async fn a_login_that_cannot_be_refreshed_any_more_is_not_listed() {
    let app = TestApp::spawn().await;
    let first = app.user("ada").await;
    execute(&app, "UPDATE refresh_tokens SET expires_at = now() - interval '1 second'").await;
    assert_eq!(logins(&first).await, Vec::<Value>::new());
}

#[tokio::test]
async fn a_login_ends_for_requests_and_refreshes() {
    let app = TestApp::spawn().await;
    let table = Table::started(&app, terms(2)).await;
    let other = log_in(&app, "bob", None).await;
    let (here, there) = (&table.seats[1], caller(&app, &other));
    let path = format!("/v1/me/sessions/{}", current(&there).await);
    there.get(&table.path("")).await.expect(200);
    here.delete(&path).await.expect(204);
    there.get(&table.path("")).await.expect_problem(401, "unauthenticated");
    there.get("/v1/me").await.expect_problem(401, "unauthenticated");
    let refresh = json!({"refresh_token": other["refresh_token"]});
    let refused = app.anonymous().post("/v1/sessions/refresh", refresh).await;
    refused.expect_problem(401, "invalid_refresh_token");
    here.get("/v1/me").await.expect(200);
    here.delete(&path).await.expect(204);
}

#[tokio::test]
async fn the_current_login_can_be_ended() {
    let app = TestApp::shared().await;
    let ada = app.user("ada").await;
    ada.delete(&format!("/v1/me/sessions/{}", current(&ada).await)).await.expect(204);
    ada.get("/v1/me/sessions").await.expect_problem(401, "unauthenticated");
    ada.delete("/v1/me/sessions").await.expect_problem(401, "unauthenticated");
    let anything = format!("/v1/me/sessions/{}", Uuid::nil());
    ada.delete(&anything).await.expect_problem(401, "unauthenticated");
}

#[tokio::test]
async fn ids_of_other_accounts_and_unknown_ids_get_the_same_response() {
    let app = TestApp::shared().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let foreign = ada.delete(&format!("/v1/me/sessions/{}", current(&bob).await)).await.expect(204);
    let unknown = ada.delete(&format!("/v1/me/sessions/{}", Uuid::nil())).await.expect(204);
    let names = |answer: &Answer| answer.headers.keys().cloned().collect::<HashSet<_>>();
    assert_eq!((names(&foreign), foreign.text), (names(&unknown), unknown.text));
    bob.get("/v1/me").await.expect(200);
    ada.delete("/v1/me/sessions/nonsense").await.expect_problem(400, "malformed");
}

/// Adds a session of a kind other than a login to the account of this caller.
async fn add_session(app: &TestApp, name: &str, kind: &str) -> Uuid {
    let id = Uuid::new_v4();
    let digest = if kind == "token" { "decode(repeat('ab', 32), 'hex')" } else { "NULL" };
    let sql = format!(
        "INSERT INTO sessions (id, player_id, kind, label, token_digest) \
         SELECT $1, id, $2, 'test', {digest} FROM players WHERE username = '{name}'"
    );
    let insert = diesel::sql_query(sql).bind::<SqlUuid, _>(id).bind::<Text, _>(kind);
    insert.execute(&mut connect(app).await).await.unwrap();
    id
}

async fn is_open(app: &TestApp, session: Uuid) -> bool {
    count(app, &format!("SELECT count(*) FROM sessions WHERE id = '{session}' AND revoked_at IS NULL")).await
        > 0
}

#[tokio::test]
async fn ending_all_others_leaves_tokens_and_apps_and_other_accounts() {
    let app = TestApp::spawn().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let others = [app.user("ada").await, app.user("ada").await];
    let (token, grant) = (add_session(&app, "ada", "token").await, add_session(&app, "ada", "grant").await);
    assert_eq!(logins(&ada).await.len(), 3, "only logins are listed");
    for id in [token, grant] {
        ada.delete(&format!("/v1/me/sessions/{id}")).await.expect(204);
    }
    ada.delete("/v1/me/sessions").await.expect(204);
    assert!(is_open(&app, token).await && is_open(&app, grant).await);
    for other in others {
        other.get("/v1/me").await.expect_problem(401, "unauthenticated");
    }
    assert_eq!(logins(&ada).await.len(), 1);
    bob.get("/v1/me").await.expect(200);
}

#[tokio::test]
async fn a_new_password_ends_logins_and_apps_and_leaves_tokens() {
    let app = TestApp::spawn().await;
    let (ada, other) = (app.user("ada").await, app.user("ada").await);
    let (token, grant) = (add_session(&app, "ada", "token").await, add_session(&app, "ada", "grant").await);
    let change = json!({"current": PASSWORD, "new": "staple horse battery"});
    ada.put("/v1/me/password", change).await.expect(204);
    assert!(is_open(&app, token).await && !is_open(&app, grant).await);
    ada.get("/v1/me").await.expect(200);
    other.get("/v1/me").await.expect_problem(401, "unauthenticated");
}

/// Adds logins to every account, used long ago, each a minute after the one before; the `state` says when
/// they ended.
async fn add_logins(app: &TestApp, logins: usize, state: &str) {
    let sql = format!(
        "WITH added AS (INSERT INTO sessions (id, player_id, created_at, last_used_at, revoked_at) \
         SELECT gen_random_uuid(), p.id, t, t, {state} FROM (SELECT id FROM players WHERE NOT bot) AS p, \
         generate_series(1, {logins}) AS n, LATERAL (SELECT now() - interval '1 day' + n * interval '1 minute') AS a(t) \
         RETURNING id) INSERT INTO refresh_tokens (digest, session_id, expires_at) \
         SELECT sha256(id::text::bytea), id, now() + interval '1 day' FROM added"
    );
    execute(app, &sql).await;
}

#[tokio::test]
async fn one_login_too_many_ends_the_one_that_was_not_used_for_the_longest_time() {
    let app = TestApp::spawn().await;
    let ada = app.user("ada").await;
    add_logins(&app, LOGINS_MAX - 1, "NULL").await;
    let before = logins(&ada).await;
    assert_eq!(before.len(), LOGINS_MAX);
    let newest = caller(&app, &log_in(&app, "ada", None).await);
    let after = logins(&newest).await;
    assert_eq!(after.len(), LOGINS_MAX);
    let oldest = before.last().expect("a login");
    assert!(!after.iter().any(|login| login["id"] == oldest["id"]), "the oldest has ended");
    assert!(before[..LOGINS_MAX - 1].iter().all(|kept| after.iter().any(|login| login["id"] == kept["id"])));
    ada.get("/v1/me").await.expect(200);
}

#[tokio::test]
async fn logins_at_once_keep_to_the_limit() {
    let app = TestApp::spawn_with(|settings| settings.database.database_connections = 16).await;
    let ada = app.user("ada").await;
    add_logins(&app, LOGINS_MAX - 1, "NULL").await;
    futures_util::future::join_all((0..40).map(|_| log_in(&app, "ada", None))).await;
    log_in(&app, "ada", None).await;
    assert_eq!(logins(&ada).await.len(), LOGINS_MAX);
    assert_eq!(
        count(&app, "SELECT count(*) FROM sessions WHERE revoked_at IS NULL AND label IS DISTINCT FROM 'built-in opponent'").await,
        LOGINS_MAX as i64
    );
}

#[tokio::test]
async fn ended_logins_do_not_fill_the_tables() {
    let app = TestApp::spawn().await;
    app.user("ada").await;
    add_logins(&app, 250, "now() - interval '1 hour' + n * interval '1 second'").await;
    let newest = "SELECT count(*) FROM sessions WHERE revoked_at >= (SELECT max(revoked_at) FROM sessions) - interval '99 seconds'";
    for _ in 0..3 {
        log_in(&app, "ada", None).await;
    }
    assert_eq!(count(&app, "SELECT count(*) FROM sessions WHERE revoked_at IS NOT NULL").await, 100);
    assert_eq!(count(&app, newest).await, 100, "the newest are kept");
    assert_eq!(count(&app, "SELECT count(*) FROM refresh_tokens").await, 104, "with their tokens alone");
}
