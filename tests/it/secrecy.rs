//! No log contains a secret of the database or of the players, at any log level.

use std::collections::BTreeSet;

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE};
use diesel::QueryableByName;
use diesel::sql_types::{Binary, Text};
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use serde_json::json;

use crate::app::TestApp;
use crate::games::table::{Table, dice, terms};
use crate::process::Process;
use crate::test_database;

/// The most detailed level, for everything and for each driver by its name.
const EVERYTHING: &str = "trace,lapidary=trace,tokio_postgres=trace,tokio_postgres::query=trace,postgres_protocol=trace,\
                          diesel=trace,diesel_async=trace,deadpool=trace,rustls=trace,h2=trace,hyper=trace,actix_http=trace,\
                          actix_web=trace,mio=trace,log=trace";

/// The test searches for parts of a secret with this length, because a log may contain a secret in the middle of other
/// text or only partly.
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
    for name in
        ["password hash", "e-mail", "key access_current", "server seed", "deck order", "position", "entropy"]
    {
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
    caller.patch("/v1/me", json!({"email": format!("{name}@after.example")})).await.expect(200);
    let change = json!({"current": first, "new": second});
    caller.put("/v1/me/password", &change).await.expect(204);
    let again = app.anonymous().post("/v1/sessions", login(&second)).await.expect(200).json;
    let tokens = [&session, &refreshed, &again].into_iter().flat_map(|session| {
        ["access_token", "refresh_token"]
            .map(|kind| Secret::text(kind, session[kind].as_str().expect("a token")))
    });
    let texts =
        [("password", first), ("password", second), ("e-mail", email), ("guess", "a wrong guess".into())];
    tokens.chain(texts.map(|(name, text)| Secret::text(name, &text))).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn no_log_level_writes_a_secret() {
    let database = test_database::create().await;
    let server = Process::serve(&["--database-url", &database.url, "--log", EVERYTHING]);
    let app = TestApp::elsewhere(server.address(), database.url.clone());
    let mut secrets = live(&app, "grace").await;
    secrets.extend(live(&app, "hopper").await);
    let table = Table::waiting(&app, terms(2)).await;
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
