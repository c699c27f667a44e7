//! No log contains a secret of the database or of the players, at any log level.

use std::collections::BTreeSet;

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE};
use diesel::QueryableByName;
use diesel::sql_types::{Binary, Text};
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use lapidary::auth::ApiToken;
use serde_json::json;

use crate::api_tokens::issue;
use crate::app::{Caller, TestApp};
use crate::games::reader::{Reader, SSE};
use crate::games::table::{Table, dice, terms};
use crate::oauth::browser::{self, Browser, VERIFIER};
use crate::process::Process;
use crate::recovery::link;
use crate::test_database;

/// The most detailed level, for everything and for each driver by its name.
const EVERYTHING: &str = "trace,lapidary=trace,tokio_postgres=trace,tokio_postgres::query=trace,postgres_protocol=trace,\
                          diesel=trace,diesel_async=trace,deadpool=trace,rustls=trace,h2=trace,hyper=trace,actix_http=trace,\
                          actix_web=trace,mio=trace,log=trace";

/// The test searches for parts of a secret with this length, because a log may contain a secret in the middle
/// of other text or only partly.
const PART_BYTES: usize = 12;

/// A part with fewer different bytes may occur by chance.
const DIFFERENT_BYTES_MIN: usize = 7;

/// Something that must not be in a log.
#[derive(QueryableByName)]
struct Secret {
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Binary)]
    bytes: Vec<u8>,
}

/// Returns every secret in the database.
const STORED: &str = "\
SELECT name, bytes FROM (
SELECT 'password hash' AS name, convert_to(password_hash, 'UTF8') AS bytes FROM players
UNION ALL SELECT 'e-mail', convert_to(email, 'UTF8') FROM players
UNION ALL SELECT 'key ' || purpose, secret FROM server_secrets
UNION ALL SELECT 'digest of a refresh token', digest FROM refresh_tokens
UNION ALL SELECT 'digest of an API token', token_digest FROM sessions
UNION ALL SELECT 'digest of a code', digest FROM oauth_codes
UNION ALL SELECT 'digest of a device code', digest FROM device_codes
UNION ALL SELECT 'digest of a ticket', digest FROM stream_tickets
UNION ALL SELECT 'address for mails', convert_to(email, 'UTF8') FROM mail_digests
UNION ALL SELECT 'token that ends mails', convert_to(end_token, 'UTF8') FROM mail_digests
UNION ALL SELECT 'server seed', server_seed FROM game_secrets
UNION ALL SELECT 'deck order', opening FROM game_secrets
UNION ALL SELECT 'position', snapshot FROM games
UNION ALL SELECT 'entropy', entropy FROM game_contributions
) AS secrets WHERE bytes IS NOT NULL";

impl Secret {
    fn text(name: &str, text: &str) -> Secret {
        Secret { name: name.to_owned(), bytes: text.as_bytes().to_vec() }
    }

    /// Returns the whole secret, and parts of it in the encodings that can be cut.
    fn forms(&self) -> BTreeSet<String> {
        let mut forms = BTreeSet::from([
            STANDARD.encode(&self.bytes).trim_end_matches('=').to_owned(),
            URL_SAFE.encode(&self.bytes).trim_end_matches('=').to_owned(),
        ]);
        if let Ok(text) = std::str::from_utf8(&self.bytes) {
            forms.insert(text.to_owned());
        }
        let parts = self.bytes.chunks_exact(PART_BYTES);
        let recognizable =
            parts.filter(|part| part.iter().collect::<BTreeSet<_>>().len() >= DIFFERENT_BYTES_MIN);
        for part in recognizable {
            let list: Vec<String> = part.iter().map(u8::to_string).collect();
            let hex_list: Vec<String> = part.iter().map(|byte| format!("{byte:02x}")).collect();
            forms.extend([list.join(", "), list.join(","), list.join(" ")]);
            forms.extend([hex::encode(part), hex::encode_upper(part), hex_list.join(" ")]);
            forms.insert(part.escape_ascii().to_string());
        }
        forms
    }
}

async fn stored(url: &str) -> Vec<Secret> {
    let mut connection = AsyncPgConnection::establish(url).await.expect("the database answers");
    let rows: Vec<Secret> =
        diesel::sql_query(STORED).load(&mut connection).await.expect("the secrets can be read");
    for name in [
        "password hash",
        "e-mail",
        "key access_current",
        "digest of an API token",
        "digest of a code",
        "digest of a device code",
        "digest of a ticket",
        "server seed",
        "deck order",
        "position",
        "entropy",
    ] {
        assert!(rows.iter().any(|row| row.name == name), "no {name}");
    }
    rows
}

/// Registers, logs in, refreshes, moves and changes the password; returns the secrets of the player.
async fn live(app: &TestApp, name: &str) -> Vec<Secret> {
    let (first, second) = (format!("first secret of {name}"), format!("second secret of {name}"));
    let email = format!("{name}@before.example");
    let account = json!({"username": name, "password": first, "email": email});
    app.anonymous().post("/v1/accounts", &account).await.expect(201);
    let login = |password: &str| json!({"username": name, "password": password});
    app.anonymous()
        .post("/v1/sessions", login("a wrong guess"))
        .await
        .expect_problem(401, "invalid_credentials");
    let session = app.anonymous().post("/v1/sessions", login(&first)).await.expect(200).json;
    let refresh = json!({"refresh_token": session["refresh_token"]});
    let refreshed = app.anonymous().post("/v1/sessions/refresh", &refresh).await.expect(200).json;
    let caller = app.with_token(refreshed["access_token"].as_str().expect("a token"));
    caller
        .patch("/v1/me", json!({"email": format!("{name}@after.example"), "password": first}))
        .await
        .expect(200);
    let change = json!({"current": first, "new": second});
    caller.put("/v1/me/password", &change).await.expect(204);
    let again = app.anonymous().post("/v1/sessions", login(&second)).await.expect(200).json;
    let forgotten = json!({"email": format!("{name}@after.example")});
    app.anonymous().post("/v1/password-resets", forgotten).await.expect(202);
    let reset_tokens = reset(app, &caller).await;
    let tokens = [&session, &refreshed, &again].into_iter().flat_map(|session| {
        ["access_token", "refresh_token"]
            .map(|kind| Secret::text(kind, session[kind].as_str().expect("a token")))
    });
    let texts =
        [("password", first), ("password", second), ("e-mail", email), ("guess", "a wrong guess".into())];
    let after = Secret::text("e-mail", &format!("{name}@after.example"));
    let texts = texts.map(|(name, text)| Secret::text(name, &text));
    tokens.chain(texts).chain(reset_tokens).chain([after]).collect()
}

/// Creates API tokens of a player and of a bot, and uses them where they are valid and where they are not.
async fn use_tokens(app: &TestApp, owner: &Caller<'_>) -> Vec<Secret> {
    owner.post("/v1/me/bots", json!({"username": "logged-bot"})).await.expect(201);
    let mut secrets = Vec::new();
    for path in ["/v1/me/tokens", "/v1/me/bots/logged-bot/tokens"] {
        let issued = issue(owner, path, &["read", "play"]).await;
        let text = issued["token"].as_str().expect("a token").to_owned();
        let token = app.with_token(&text);
        token.get("/v1/me").await.expect(200);
        token.get("/v1/me/tokens").await.expect_problem(403, "forbidden");
        app.with_token(&text[..39]).get("/v1/me").await.expect_problem(401, "unauthenticated");
        let unknown = ApiToken::generate().expect("a token");
        app.with_token(unknown.as_text()).get("/v1/me").await.expect_problem(401, "unauthenticated");
        secrets.extend([Secret::text("API token", &text), Secret::text("API token", unknown.as_text())]);
    }
    secrets
}

/// Opens streams with tickets, where they are valid and where they are not.
async fn use_tickets(app: &TestApp, table: &Table<'_>) -> Vec<Secret> {
    let mut secrets = Vec::new();
    for path in [table.path("/events"), "/v1/me/events".to_owned(), "/v1/lobby/events".to_owned()] {
        let created = table.seats[0].post("/v1/stream-tickets", json!({"path": path})).await.expect(201).json;
        let ticket = created["ticket"].as_str().expect("a ticket");
        let path = format!("{path}?ticket={ticket}");
        Reader::open(&app.anonymous(), &path, SSE).await.expect("snapshot").await;
        app.anonymous().get(&path).await.expect(200);
        app.anonymous().get(&format!("{path}&since=x")).await.expect(400);
        table.seats[0].get(&path).await.expect_problem(400, "malformed");
        app.anonymous().get(&format!("/v1/me?ticket={ticket}")).await.expect(401);
        app.anonymous().get(&format!("/v1/nothing?ticket={ticket}")).await.expect(404);
        let cut = format!("/v1/me/events?ticket={}", &ticket[1..]);
        app.anonymous().get(&cut).await.expect_problem(401, "invalid_ticket");
        secrets.extend([Secret::text("ticket", ticket), Secret::text("part of a ticket", &ticket[1..])]);
    }
    secrets
}

/// Opens the page of a link and sets a new password with another; returns their tokens.
async fn reset(app: &TestApp, caller: &Caller<'_>) -> Vec<Secret> {
    let player =
        caller.get("/v1/me").await.expect(200).json["id"].as_str().expect("an id").parse().expect("an id");
    let (seen, used) = (link(app, player).await, link(app, player).await);
    app.anonymous().get(&format!("/account/reset?token={seen}")).await.expect(200);
    let body = json!({"token": used, "new_password": "third secret of everybody"});
    app.anonymous().post("/v1/password-resets/confirm", body).await.expect(204);
    [seen, used].iter().map(|token| Secret::text("reset token", token)).collect()
}

/// Gives an app and a device access, and uses up what they got; returns their secrets.
async fn give_access(app: &TestApp, name: &str) -> Vec<Secret> {
    let browser = Browser::at(app);
    let field = browser.consent_field(&browser::request(), name).await;
    let back = browser::location(&browser.decide(&field, "allow").await);
    let code = browser::parameter(&back, "code").expect("a code");
    browser.exchange_with(&code, &[("client_id", "evil")]).await.expect(400);
    let tokens = browser.exchange(&code).await.expect(200).json;
    let refreshed = browser.refresh(&tokens["refresh_token"], &[]).await.expect(200).json;
    let device = browser.device().await;
    browser.poll(&device).await.expect(400);
    browser.decide_device(&device, name, "allow").await.expect(200);
    let devices = browser.poll(&device).await.expect(200).json;
    browser.poll(&device).await.expect(400);
    browser.exchange(&code).await.expect(400);
    browser.send("/oauth/revoke", &[("token", browser::text(&devices["refresh_token"]))]).await.expect(200);
    let tokens = [&tokens, &refreshed, &devices].into_iter().flat_map(|tokens| {
        ["access_token", "refresh_token"].map(|kind| Secret::text(kind, browser::text(&tokens[kind])))
    });
    let codes = ["device_code", "user_code"].map(|kind| Secret::text(kind, browser::text(&device[kind])));
    let others = [("code", code.as_str()), ("verifier", VERIFIER), ("field", &field.0)];
    tokens.chain(codes).chain(others.map(|(kind, text)| Secret::text(kind, text))).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn no_log_level_writes_a_secret() {
    let database = test_database::create().await;
    let mail =
        ["--mail-url", "smtp://lapidary:secret-of-smtp@127.0.0.1:9", "--mail-from", "games@games.example"];
    let public = ["--public-url", "https://games.example"];
    let log = ["--database-url", &database.url, "--log", EVERYTHING];
    let server = Process::serve(&[&log[..], &mail, &public].concat());
    let app = TestApp::elsewhere(server.address(), database.url.clone());
    let mut secrets = live(&app, "grace").await;
    secrets.push(Secret::text("password of SMTP", "secret-of-smtp"));
    secrets.extend(live(&app, "hopper").await);
    let table = Table::waiting(&app, terms(2)).await;
    secrets.extend(use_tokens(&app, &table.seats[0]).await);
    secrets.extend(give_access(&app, "ada").await);
    secrets.extend(use_tickets(&app, &table).await);
    let entropy = json!({"entropy": "00c0ffee11c0ffee22c0ffee33c0ffee"});
    table.seats[1].post(&table.path("/join"), &entropy).await.expect(200);
    table.play_some(&mut dice(7), 12).await;
    // The game must still run, because at its end one of its secrets becomes public.
    secrets.extend(stored(&database.url).await);
    table.play_to_the_end(&mut dice(8)).await;
    secrets.extend(stored(&database.url).await);
    secrets.extend(table.seats.iter().map(|seat| Secret::text("access_token", seat.token())));

    let (_, _, log) = server.stop();
    let requests = log.iter().filter(|line| line.contains("lapidary::access")).count();
    assert!(requests > 50, "the log is written: {requests} requests");
    let log = log.join("\n");
    let leaked = secrets.iter().find(|secret| secret.forms().iter().any(|form| log.contains(form)));
    assert!(leaked.is_none(), "the log tells: {}", leaked.map_or("", |secret| &secret.name));
    database.remove().await;
}

#[test]
fn the_search_finds_a_secret_in_the_format_of_a_driver() {
    let secret = Secret { name: "key".into(), bytes: (7..39).collect() };
    let forms = secret.forms();
    for line in [
        "executing statement s1 with parameters: [7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]",
        "0708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20212223242526",
        "BwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyAhIiMkJSY=",
    ] {
        assert!(forms.iter().any(|form| line.contains(form)), "{line}");
    }
}
