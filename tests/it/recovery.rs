//! A forgotten password: links, their pages, and what a reset ends.

use diesel::QueryableByName;
use diesel::sql_types::{BigInt, Binary, Uuid as SqlUuid};
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use futures_util::future::join_all;
use lapidary::auth::SecretToken;
use lapidary::settings::{PublicUrl, Settings};
use reqwest::Method;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::app::{Answer, PASSWORD, TestApp, look_again};
use crate::process::run;

/// The password after a reset.
const NEW: &str = "staple horse battery";

/// Sets up mail with an SMTP server that nobody runs.
pub fn with_mail(settings: &mut Settings) {
    settings.mail.mail_url = Some("smtp://lapidary:secret@127.0.0.1:9".to_owned().into());
    settings.mail.mail_from = Some("Lapidary <games@games.example>".to_owned());
    settings.http.public_url = Some(PublicUrl::of_listener(([127, 0, 0, 1], 80).into()));
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

/// Returns how many links of this account pass a condition.
async fn links(app: &TestApp, name: &str, condition: &str) -> i64 {
    let sql = format!(
        "SELECT count(*) FROM password_resets r JOIN players p ON p.id = r.player_id \
         WHERE p.username = '{name}' AND {condition}"
    );
    let count: Count = diesel::sql_query(sql).get_result(&mut connect(app).await).await.unwrap();
    count.count
}

/// Stores a link of this account and returns its token.
pub async fn link(app: &TestApp, player: Uuid) -> String {
    let token = SecretToken::generate().unwrap();
    let sql = "INSERT INTO password_resets (digest, player_id, mailed, expires_at) \
               VALUES ($1, $2, false, now() + interval '30 minutes')";
    let insert = diesel::sql_query(sql).bind::<Binary, _>(token.digest().to_vec());
    insert.bind::<SqlUuid, _>(player).execute(&mut connect(app).await).await.unwrap();
    token.to_text()
}

/// Creates an account with an e-mail address, and returns its id.
async fn account(app: &TestApp, name: &str, email: &str) -> Uuid {
    let account = json!({"username": name, "password": PASSWORD, "email": email});
    let made = app.anonymous().post("/v1/accounts", account).await.expect(201).json;
    made["id"].as_str().unwrap().parse().unwrap()
}

async fn ask(app: &TestApp, email: &str) -> Answer {
    app.anonymous().post("/v1/password-resets", json!({"email": email})).await
}

async fn confirm(app: &TestApp, token: &str, password: &str) -> Answer {
    let body = json!({"token": token, "new_password": password});
    app.anonymous().post("/v1/password-resets/confirm", body).await
}

async fn log_in(app: &TestApp, name: &str, password: &str) -> Answer {
    app.anonymous().post("/v1/sessions", json!({"username": name, "password": password})).await
}

async fn expect_bad(app: &TestApp, token: &str) {
    confirm(app, token, NEW).await.expect_problem(401, "invalid_reset_token");
}

/// Waits until the requests for links so far are handled: they are handled in their order.
async fn handled(app: &TestApp, marker: &str) {
    account(app, marker, &format!("{marker}@marker.example")).await;
    ask(app, &format!("{marker}@marker.example")).await.expect(202);
    while links(app, marker, "mailed").await == 0 {
        look_again().await;
    }
}

#[tokio::test]
async fn a_server_without_mail_says_so() {
    let app = TestApp::spawn().await;
    ask(&app, "ada@example.org").await.expect_problem(422, "not_available");
    ask(&app, "nonsense").await.expect_problem(422, "validation_failed");
}

#[tokio::test]
async fn known_and_unknown_addresses_get_the_same_response() {
    let app = TestApp::spawn_with(with_mail).await;
    account(&app, "ada", "ada@example.org").await;
    let known = ask(&app, "ada@example.org").await.expect(202);
    let unknown = ask(&app, "bob@example.org").await.expect(202);
    let told = |answer: &Answer| {
        let headers =
            answer.headers.iter().filter(|(name, _)| !matches!(name.as_str(), "x-request-id" | "date"));
        (headers.map(|(name, value)| (name.clone(), value.clone())).collect::<Vec<_>>(), answer.text.clone())
    };
    assert_eq!(told(&known), told(&unknown));
    handled(&app, "marker").await;
    assert_eq!(links(&app, "ada", "mailed AND ended_at IS NULL").await, 1);
}

#[tokio::test]
async fn every_account_with_the_address_gets_a_link_and_accounts_without_a_password_get_none() {
    let app = TestApp::spawn_with(with_mail).await;
    for (name, email) in [
        ("ada", "shared@example.org"),
        ("bob", "Shared@Example.org"),
        ("bot", "shared@example.org"),
        ("eve", "eve@example.org"),
    ] {
        account(&app, name, email).await;
    }
    execute(&app, "UPDATE players SET password_hash = NULL WHERE username = 'bot'").await;
    ask(&app, "SHARED@example.org").await.expect(202);
    handled(&app, "marker").await;
    for (name, number) in [("ada", 1), ("bob", 1), ("bot", 0), ("eve", 0)] {
        assert_eq!(links(&app, name, "mailed").await, number, "{name}");
    }
}

#[tokio::test]
async fn an_account_gets_few_mails_in_an_hour_and_only_the_last_link_works() {
    let app = TestApp::spawn_with(with_mail).await;
    account(&app, "ada", "ada@example.org").await;
    for _ in 0..6 {
        ask(&app, "ada@example.org").await.expect(202);
    }
    handled(&app, "marker").await;
    assert_eq!(links(&app, "ada", "mailed").await, 3);
    assert_eq!(links(&app, "ada", "ended_at IS NULL").await, 1);
}

#[tokio::test]
async fn an_address_gets_few_mails_in_an_hour_whichever_accounts_name_it() {
    let app = TestApp::spawn_with(with_mail).await;
    for name in ["ada", "bob", "cid", "dee", "eve"] {
        account(&app, name, "victim@example.org").await;
        ask(&app, "victim@example.org").await.expect(202);
        handled(&app, &format!("after-{name}")).await;
        // The account is gone when the next one names the address.
        app.user(name).await.erase().await.expect(204);
        let _ = links(&app, name, "mailed").await;
    }
    account(&app, "fay", "victim@example.org").await;
    ask(&app, "victim@example.org").await.expect(202);
    handled(&app, "after-fay").await;
    assert_eq!(links(&app, "fay", "mailed").await, 0);
}

#[tokio::test]
async fn a_reset_sets_the_password_and_ends_logins_and_apps() {
    let app = TestApp::spawn().await;
    let id = account(&app, "ada", "ada@example.org").await;
    let (ada, token) = (app.user("ada").await, link(&app, id).await);
    execute(
        &app,
        "INSERT INTO sessions (id, player_id, kind, token_digest) \
         SELECT gen_random_uuid(), id, 'grant', NULL FROM players WHERE NOT bot UNION ALL \
         SELECT gen_random_uuid(), id, 'token', decode(repeat('ab', 32), 'hex') FROM players WHERE NOT bot",
    )
    .await;
    confirm(&app, &token, NEW).await.expect(204);
    ada.get("/v1/me").await.expect_problem(401, "unauthenticated");
    let sql = "SELECT count(*) FROM sessions WHERE revoked_at IS NULL AND kind <> 'token' \
               AND label IS DISTINCT FROM 'built-in opponent'";
    let open: Count = diesel::sql_query(sql).get_result(&mut connect(&app).await).await.unwrap();
    assert_eq!(open.count, 0);
    let sql = "SELECT count(*) FROM sessions WHERE revoked_at IS NULL AND kind = 'token'";
    let tokens: Count = diesel::sql_query(sql).get_result(&mut connect(&app).await).await.unwrap();
    assert_eq!(tokens.count, 1, "an API token stays");
    log_in(&app, "ada", PASSWORD).await.expect_problem(401, "invalid_credentials");
    log_in(&app, "ada", NEW).await.expect(200);
    expect_bad(&app, &token).await;
}

#[tokio::test]
async fn a_link_ends_with_its_time_its_successor_and_every_other_change() {
    let app = TestApp::spawn().await;
    let id = account(&app, "ada", "ada@example.org").await;
    for garbage in ["", "nonsense", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"] {
        expect_bad(&app, garbage).await;
    }
    let token = link(&app, id).await;
    execute(&app, "UPDATE password_resets SET expires_at = now() - interval '1 second'").await;
    expect_bad(&app, &token).await;

    let token = link(&app, id).await;
    let ada = app.user("ada").await;
    let email = json!({"email": "new@example.org", "password": PASSWORD});
    ada.patch("/v1/me", email).await.expect(200);
    expect_bad(&app, &token).await;

    let token = link(&app, id).await;
    let change = json!({"current": PASSWORD, "new": NEW});
    ada.put("/v1/me/password", change).await.expect(204);
    expect_bad(&app, &token).await;
    log_in(&app, "ada", NEW).await.expect(200);

    let token = link(&app, id).await;
    let erase = ada.request(Method::DELETE, "/v1/me").json(&json!({"password": NEW}));
    Answer::to(erase).await.expect(204);
    expect_bad(&app, &token).await;
}

#[tokio::test]
async fn a_password_that_is_not_allowed_leaves_the_link_usable() {
    let app = TestApp::spawn().await;
    let id = account(&app, "ada", "ada@example.org").await;
    let token = link(&app, id).await;
    let refused = confirm(&app, &token, "password").await.expect_problem(422, "validation_failed");
    assert_eq!(refused.pointers(), ["/new_password"]);
    confirm(&app, &token, NEW).await.expect(204);
}

#[tokio::test]
async fn of_many_confirmations_at_once_one_succeeds() {
    let app = TestApp::spawn_with(|settings| settings.database.database_connections = 16).await;
    let id = account(&app, "ada", "ada@example.org").await;
    for round in 0..25 {
        let token = link(&app, id).await;
        let tries = (0..4).map(|number| {
            let (app, token) = (&app, &token);
            async move { (number, confirm(app, token, &format!("password {round} {number}")).await) }
        });
        let answers = join_all(tries).await;
        let done: Vec<i32> =
            answers.iter().filter(|(_, answer)| answer.status == 204).map(|(number, _)| *number).collect();
        assert_eq!(done.len(), 1, "{answers:?}");
        log_in(&app, "ada", &format!("password {round} {}", done[0])).await.expect(200);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_operator_makes_a_link_without_mail() {
    let app = TestApp::spawn().await;
    account(&app, "ada", "ada@example.org").await;
    let admin = |name: &str| {
        let options = ["--database-url", &app.database_url, "--public-url", &app.address];
        run(&[&["admin", "reset-password", name][..], &options].concat())
    };
    let says = |output: &std::process::Output| String::from_utf8_lossy(&output.stderr).into_owned();
    let nowhere = run(&["admin", "reset-password", "ada", "--database-url", &app.database_url]);
    assert!(nowhere.stdout.starts_with(b"http://127.0.0.1:8080/account/reset?token="), "{nowhere:?}");
    assert!(says(&nowhere).contains("`LAPIDARY_PUBLIC_URL` is not set here"), "{nowhere:?}");
    let (first, second) = (admin("ADA"), admin("ada"));
    assert!(!says(&first).contains("LAPIDARY_PUBLIC_URL"), "{first:?}");
    let token = |output: &std::process::Output| {
        let line = String::from_utf8_lossy(&output.stdout).into_owned();
        let link = line.strip_prefix(&format!("{}/account/reset?token=", app.address));
        link.expect("a link").trim_end().to_owned()
    };
    expect_bad(&app, &token(&first)).await;
    let page = app.anonymous().get(&format!("/account/reset?token={}", token(&second))).await.expect(200);
    assert!(page.text.contains("<b>ada</b>"), "{}", page.text);
    confirm(&app, &token(&second), NEW).await.expect(204);
    log_in(&app, "ada", NEW).await.expect(200);

    let unknown = admin("nobody");
    assert!(!unknown.status.success() && unknown.stdout.is_empty());
    execute(&app, "UPDATE players SET password_hash = NULL").await;
    let bot = admin("ada");
    assert!(!bot.status.success() && bot.stdout.is_empty());
    assert!(says(&bot).contains("has no password"));
}

/// Sends the form of the page.
async fn send_form(app: &TestApp, token: &str, passwords: [&str; 2]) -> Answer {
    let [new, repeated] = passwords.map(|password| password.replace(' ', "+"));
    let body = format!("token={token}&username=ada&new_password={new}&repeated={repeated}");
    let request = app.anonymous().request(Method::POST, "/account/reset").body(body);
    Answer::to(request.header("content-type", "application/x-www-form-urlencoded")).await
}

#[tokio::test]
async fn the_page_of_a_link_sets_the_password() {
    let app = TestApp::spawn().await;
    let id = account(&app, "ada", "ada@example.org").await;
    let token = link(&app, id).await;
    let path = format!("/account/reset?token={token}");
    for _ in 0..2 {
        // Programs that check mail open links too.
        let page = app.anonymous().get(&path).await.expect(200);
        assert!(page.text.contains("<b>ada</b>") && page.text.contains(&format!("value=\"{token}\"")));
        for (name, value) in
            [("referrer-policy", "same-origin"), ("cache-control", "no-store"), ("x-frame-options", "DENY")]
        {
            assert_eq!(page.header(name), value);
        }
        assert!(page.header("content-security-policy").contains("default-src 'none'"));
        assert_eq!(page.header("set-cookie"), "");
    }
    let differing = send_form(&app, &token, [NEW, "staple horse"]).await.expect(422);
    assert!(differing.text.contains("the two passwords differ"), "{}", differing.text);
    let common = send_form(&app, &token, ["password", "password"]).await.expect(422);
    assert!(common.text.contains("one of the most common passwords"), "{}", common.text);
    send_form(&app, &token, [NEW, NEW]).await.expect(200);
    log_in(&app, "ada", NEW).await.expect(200);
    let used = send_form(&app, &token, [NEW, NEW]).await.expect(410);
    assert!(used.text.contains("does not work any more"), "{}", used.text);
    app.anonymous().get(&path).await.expect(410);
}

#[tokio::test]
async fn the_page_refuses_what_is_not_its_form() {
    let app = TestApp::spawn().await;
    for path in ["/account/reset", "/account/reset?token=%3Cscript%3E", "/account/reset?token=a&token=b"] {
        let page = app.anonymous().get(path).await.expect(410);
        assert_eq!(page.header("content-type"), "text/html; charset=utf-8");
        assert!(!page.text.contains("script"), "{}", page.text);
    }
    let head = app.anonymous().request(Method::HEAD, "/account/reset");
    Answer::to(head).await.expect(410);
    app.anonymous().post("/account/reset", json!({})).await.expect(415);
    let large = "token=".to_owned() + &"a".repeat(20_000);
    let large = app.anonymous().request(Method::POST, "/account/reset").body(large);
    Answer::to(large.header("content-type", "application/x-www-form-urlencoded")).await.expect(413);
    let refused = app.anonymous().put("/account/reset", Value::Null).await;
    let refused = refused.expect_problem(405, "method_not_allowed");
    assert_eq!(refused.header("allow"), "GET, POST, HEAD, OPTIONS");
}

#[test]
fn mail_that_cannot_work_is_refused_at_the_start_without_its_password() {
    let refused = |options: &[&str]| {
        let always = ["serve", "--listen=127.0.0.1:0", "--database-url=postgres://127.0.0.1:1/none"];
        let done = run(&[&always[..], options].concat());
        assert!(!done.status.success());
        let told = String::from_utf8_lossy(&done.stderr).into_owned();
        assert!(!told.contains("hunter2"), "{told}");
        told
    };
    let (url, from) = ("--mail-url=smtps://ada:hunter2@mail.example", "--mail-from=games@games.example");
    let public = "--public-url=https://games.example";
    assert!(refused(&[url, from]).contains("LAPIDARY_PUBLIC_URL"));
    assert!(refused(&[url, public]).contains("LAPIDARY_MAIL_FROM"));
    assert!(refused(&[url, "--mail-from=hunter2", public]).contains("LAPIDARY_MAIL_FROM"));
    for wrong in ["https://ada:hunter2@mail.example", "hunter2", "smtp://ada:hunter2@mail.example?tls=maybe"]
    {
        let url = format!("--mail-url={wrong}");
        assert!(refused(&[&url, from, public]).contains("LAPIDARY_MAIL_URL"), "{wrong}");
    }
    let missing = refused(&[url, from, public, "--mail-ca=/nonexistent.pem"]);
    assert!(missing.contains("/nonexistent.pem"), "{missing}");
}
