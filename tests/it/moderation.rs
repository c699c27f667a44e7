//! What administrators do to accounts: locks, ends of sessions, erasures, and the audit of it.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::timeout;

use crate::api_tokens::{issue, with_api_token};
use crate::app::{Answer, Caller, PASSWORD, TestApp, look_again};
use crate::finding::{challenge, id, ids, terms};
use crate::games::stored::{Stored, shift};
use crate::games::table::{self, Table};
use crate::ladders::promote;
use crate::operating::{stderr, stdout};
use crate::process::run;

/// How long the end of a wait may take.
const WAIT_MAX: Duration = Duration::from_secs(60);

async fn judge(app: &TestApp) -> Caller<'_> {
    let judge = app.user("judge").await;
    promote(app, "judge").await;
    judge
}

async fn act(judge: &Caller<'_>, name: &str, act: &str, reason: &str) -> Answer {
    judge.post(&format!("/v1/admin/players/{name}/{act}"), json!({"reason": reason})).await
}

async fn log_in(app: &TestApp, name: &str, password: &str) -> Answer {
    app.anonymous().post("/v1/sessions", json!({"username": name, "password": password})).await
}

/// Returns the acts of an audit: kind, player and reason.
async fn acts(caller: &Caller<'_>, path: &str) -> Vec<[String; 3]> {
    let audit = caller.get(path).await.expect(200).json;
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let items = audit["items"].as_array().expect("acts").iter();
    items.map(|act| [text(&act["kind"]), text(&act["player"]["username"]), text(&act["note"])]).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_locked_account_and_its_bots_do_nothing_until_they_are_unlocked() {
    let app = TestApp::spawn().await;
    let (judge, ada, bob) = (judge(&app).await, app.user("ada").await, app.user("bob").await);
    let token = with_api_token(&app, &ada, &["read", "play"]).await;
    let account = json!({"username": "ada", "password": PASSWORD});
    let session = app.anonymous().post("/v1/sessions", &account).await.expect(200).json;
    ada.post("/v1/me/bots", json!({"username": "ada-bot"})).await.expect(201);
    let of_bot = issue(&ada, "/v1/me/bots/ada-bot/tokens", &["read", "play"]).await;
    let bot = app.with_token(of_bot["token"].as_str().expect("a token"));
    let endpoint = json!({"url": "https://bots.example.org/"});
    ada.put("/v1/me/bots/ada-bot/endpoint", &endpoint).await.expect(200);
    bot.get("/v1/me").await.expect(200);
    let seek = ada.post("/v1/seeks", terms(2)).await.expect(201);
    let challenge = challenge(&ada, json!("bob"), 2).await;
    let waiting = id(&ada.post("/v1/games", table::terms(2)).await.expect(201));
    let of_bob = id(&bob.post("/v1/games", table::terms(3)).await.expect(201));
    token.post_empty(&format!("/v1/games/{of_bob}/join")).await.expect(200);

    let lock = json!({"reason": "Insults", "ends_at": "2126-11-30T14:00:00+02:00"});
    judge.post("/v1/admin/players/ADA/lock", &lock).await.expect(204);
    for ended in [&ada, &token, &bot] {
        ended.get("/v1/me").await.expect_problem(401, "unauthenticated");
        ended.post("/v1/games", table::terms(2)).await.expect_problem(401, "unauthenticated");
    }
    let refresh = json!({"refresh_token": session["refresh_token"]});
    let refused = app.anonymous().post("/v1/sessions/refresh", refresh).await;
    refused.expect_problem(401, "invalid_refresh_token");
    let open = "SELECT s.id::text FROM sessions s JOIN players p ON p.id = s.player_id \
        WHERE p.username LIKE 'ada%' AND s.revoked_at IS NULL";
    assert!(Stored::of(&app).await.texts(open).await.is_empty());

    // Only whoever knows the password learns why.
    let refused = log_in(&app, "ada", PASSWORD).await.expect_problem(403, "account_locked");
    assert_eq!(refused.json["lock"], json!({"reason": "Insults", "ends_at": "2126-11-30T12:00:00.000Z"}));
    assert_eq!(refused.json["detail"], "The account is locked until 2126-11-30T12:00:00.000Z: Insults");
    let wrong = log_in(&app, "ada", "wrong").await.expect_problem(401, "invalid_credentials");
    assert_eq!(wrong.json.get("lock"), None);

    assert!(ids(&bob, "/v1/seeks").await.is_empty(), "{}", seek.text);
    assert_eq!(bob.get(&challenge).await.expect(200).json["status"], "withdrawn");
    assert_eq!(bob.get(&format!("/v1/games/{waiting}")).await.expect(200).json["status"], "aborted");
    let seats = bob.get(&format!("/v1/games/{of_bob}")).await.expect(200).json["seats"].clone();
    assert_eq!(seats.as_array().expect("seats").len(), 1, "{seats}");

    act(&judge, "ada", "lock", "Insults again").await.expect(204);
    let refused = log_in(&app, "ada", PASSWORD).await.expect_problem(403, "account_locked");
    assert_eq!(refused.json["lock"], json!({"reason": "Insults again", "ends_at": null}));
    assert_eq!(refused.json["detail"], "The account is locked: Insults again");

    act(&judge, "ada", "unlock", "Sorry").await.expect(204);
    act(&judge, "ada", "unlock", "Sorry").await.expect(204);
    let ada = app.user("ada").await;
    issue(&ada, "/v1/me/bots/ada-bot/tokens", &["read"]).await;
    ada.put("/v1/me/bots/ada-bot/endpoint", &endpoint).await.expect(200);
    let done =
        [["account_unlocked", "Sorry"], ["account_locked", "Insults again"], ["account_locked", "Insults"]];
    let done = done.map(|[kind, reason]| [kind, "ada", reason].map(str::to_owned));
    assert_eq!(acts(&judge, "/v1/admin/audit").await, done);
    assert_eq!(acts(&ada, "/v1/me/audit").await, done);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lock_loses_no_game_and_ends_waits() {
    let app = TestApp::spawn().await;
    let (judge, table) = (judge(&app).await, Table::started(&app, table::terms(2)).await);
    let take = |version: u32| json!({"version": version, "actions": [{"type": "take", "gems": ["white", "blue", "green"]}]});
    table.seats[0].post(&table.path("/actions"), take(1)).await.expect(200);
    let (path, ada) = (table.path("?wait=my_turn"), table.seats[0].clone());
    let (waited, _) = tokio::join!(timeout(WAIT_MAX, ada.get(&path)), async {
        look_again().await;
        act(&judge, "ada", "lock", "Insults").await.expect(204);
    });
    waited.expect("the wait ends").expect_problem(401, "unauthenticated");
    let played = table.seats[1].post(&table.path("/actions"), take(2)).await.expect(200).json;
    assert_eq!(played["game"]["status"], "active");
    table.seats[0].post(&table.path("/actions"), take(3)).await.expect_problem(401, "unauthenticated");

    // An end that passes unlocks by itself.
    let sql = "UPDATE players SET locked_until = now() - interval '1 millisecond' WHERE username = 'ada'";
    Stored::of(&app).await.execute(sql).await;
    let ada = app.user("ada").await;
    ada.post(&table.path("/actions"), take(3)).await.expect(200);
    // Then there is nothing to unlock, and nothing to record.
    act(&judge, "ada", "unlock", "late").await.expect(204);
    assert_eq!(acts(&ada, "/v1/me/audit").await.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn another_server_obeys_a_lock() {
    let app = TestApp::spawn().await;
    let url = app.database_url.clone();
    let other = TestApp::spawn_with(move |settings| settings.database.database_url = Some(url)).await;
    let (judge, ada) = (judge(&app).await, app.user("ada").await);
    let token = with_api_token(&app, &ada, &["read", "play"]).await;
    let [ada, token] = [&ada, &token].map(|caller| other.with_token(caller.token()));
    ada.get("/v1/me").await.expect(200);
    token.get("/v1/me").await.expect(200);
    act(&judge, "ada", "lock", "Insults").await.expect(204);
    for remembered in [ada, token] {
        remembered.get("/v1/me").await.expect_problem(401, "unauthenticated");
        remembered.post("/v1/games", table::terms(2)).await.expect_problem(401, "unauthenticated");
    }
    log_in(&other, "ada", PASSWORD).await.expect_problem(403, "account_locked");
}

#[tokio::test(flavor = "multi_thread")]
async fn only_administrators_lock_and_no_administrator_is_locked() {
    let app = TestApp::spawn().await;
    let (judge, ada) = (judge(&app).await, app.user("ada").await);
    for name in ["lock", "unlock", "end-sessions", "erase"] {
        act(&ada, "judge", name, "revenge").await.expect_problem(403, "forbidden");
        act(&judge, "nobody", name, "a typo").await.expect_problem(404, "not_found");
        act(&judge, "ada", name, "").await.expect_problem(422, "validation_failed");
        act(&judge, "ada", name, "two\nlines").await.expect_problem(422, "validation_failed");
        act(&judge, "ada", name, &"x".repeat(501)).await.expect_problem(422, "validation_failed");
        act(&judge, "greedy", name, "too strong").await.expect_problem(403, "forbidden");
    }
    app.user("eve").await;
    promote(&app, "eve").await;
    // Neither itself nor another one, so the last administrator is never locked.
    for name in ["judge", "eve"] {
        for what in ["lock", "erase"] {
            let refused = act(&judge, name, what, "a quarrel").await.expect_problem(403, "forbidden");
            assert!(refused.json["detail"].as_str().expect("a sentence").contains("lapidary admin revoke"));
        }
    }
    for wrong in ["tomorrow", "2026-01-01T00:00:00Z"] {
        let lock = json!({"reason": "Insults", "ends_at": wrong});
        let refused = judge.post("/v1/admin/players/ada/lock", lock).await;
        assert_eq!(refused.expect_problem(422, "validation_failed").pointers(), ["/ends_at"], "{wrong}");
    }
    ada.get("/v1/admin/audit").await.expect_problem(403, "forbidden");
    judge.get("/v1/admin/audit?username=nobody").await.expect_problem(404, "not_found");
    assert!(acts(&judge, "/v1/admin/audit").await.is_empty(), "a refusal changes nothing");
    ada.get("/v1/me").await.expect(200);
    log_in(&app, "ada", PASSWORD).await.expect(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_is_locked_alone_and_its_owner_learns_why() {
    let app = TestApp::spawn().await;
    let (judge, ada) = (judge(&app).await, app.user("ada").await);
    ada.post("/v1/me/bots", json!({"username": "ada-bot"})).await.expect(201);
    let of_bot = issue(&ada, "/v1/me/bots/ada-bot/tokens", &["read"]).await;
    act(&judge, "ada-bot", "lock", "It asks too often").await.expect(204);
    let bot = app.with_token(of_bot["token"].as_str().expect("a token"));
    bot.get("/v1/me").await.expect_problem(401, "unauthenticated");
    let refused = ada.post("/v1/me/bots/ada-bot/tokens", json!({"name": "b", "scopes": ["read"]})).await;
    let refused = refused.expect_problem(403, "account_locked");
    assert_eq!(refused.json["lock"]["reason"], "It asks too often");
    let endpoint = json!({"url": "https://bots.example.org/"});
    let refused = ada.put("/v1/me/bots/ada-bot/endpoint", &endpoint).await;
    refused.expect_problem(403, "account_locked");
    issue(&ada, "/v1/me/tokens", &["read"]).await;
    act(&judge, "ada-bot", "unlock", "Better").await.expect(204);
    issue(&ada, "/v1/me/bots/ada-bot/tokens", &["read"]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn all_sessions_of_an_account_end_and_its_owner_logs_in_again() {
    let app = TestApp::spawn().await;
    let (judge, ada) = (judge(&app).await, app.user("ada").await);
    let token = with_api_token(&app, &ada, &["read"]).await;
    let game = id(&ada.post("/v1/games", table::terms(2)).await.expect(201));
    act(&judge, "ada", "end-sessions", "A stolen telephone").await.expect(204);
    ada.get("/v1/me").await.expect_problem(401, "unauthenticated");
    token.get("/v1/me").await.expect_problem(401, "unauthenticated");
    let ada = app.user("ada").await;
    assert_eq!(ada.get(&format!("/v1/games/{game}")).await.expect(200).json["status"], "waiting");
    act(&judge, "judge", "end-sessions", "My own telephone").await.expect(204);
    judge.get("/v1/me").await.expect_problem(401, "unauthenticated");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_is_erased_for_its_owner_after_a_fresh_login() {
    let app = TestApp::spawn().await;
    let table = Table::started(&app, table::terms(2)).await;
    let old = judge(&app).await;
    table.seats[0].post("/v1/me/bots", json!({"username": "ada-bot"})).await.expect(201);
    let older = format!("UPDATE sessions SET {}", shift("created_at", "- interval '601 seconds'"));
    Stored::of(&app).await.execute(&older).await;
    act(&old, "ada", "erase", "She has asked for it").await.expect_problem(403, "fresh_login_needed");
    log_in(&app, "ada", PASSWORD).await.expect(200);

    let judge = app.user("judge").await;
    act(&judge, "ada", "erase", "She has asked for it").await.expect(204);
    act(&judge, "ada", "erase", "Again").await.expect_problem(404, "not_found");
    for name in ["ada", "ada-bot"] {
        app.anonymous().get(&format!("/v1/players/{name}")).await.expect_problem(404, "not_found");
    }
    table.seats[0].get("/v1/me").await.expect_problem(401, "unauthenticated");
    let game = table.seats[1].get(&table.path("")).await.expect(200).json;
    assert_eq!((&game["status"], &game["result"]["reason"]), (&json!("finished"), &json!("last_seat")));
    // The audit stays, without the name, and whoever takes the name is not locked.
    let erased = [["account_erased", "", "She has asked for it"].map(str::to_owned)];
    assert_eq!(acts(&judge, "/v1/admin/audit").await, erased);
    let namesake = app.user("ada").await;
    assert!(acts(&namesake, "/v1/me/audit").await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_ends_sessions_meanwhile_stops_no_erasure() {
    let app = TestApp::spawn().await;
    let (judge, ada) = (judge(&app).await, app.user("ada").await);
    for _ in 0..8 {
        ada.post("/v1/games", table::terms(2)).await.expect(201);
    }
    let erase = act(&judge, "ada", "erase", "She has asked for it");
    let meanwhile = async {
        for _ in 0..3 {
            act(&judge, "ada", "end-sessions", "A stolen telephone").await;
        }
    };
    let (erased, ()) = futures_util::future::join(erase, meanwhile).await;
    erased.expect(204);
    app.anonymous().get("/v1/players/ada").await.expect_problem(404, "not_found");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lock_of_an_owner_stops_matches_and_ends_no_longer_lock_of_a_bot() {
    let app = TestApp::spawn().await;
    let (judge, ada, bob) = (judge(&app).await, app.user("ada").await, app.user("bob").await);
    for (owner, bot) in [(&ada, "ada-bot"), (&bob, "bob-bot")] {
        owner.post("/v1/me/bots", json!({"username": bot})).await.expect(201);
    }
    let bots = json!([{"bot": "bob-bot"}, {"bot": "ada-bot"}]);
    let asked = json!({"bots": bots, "games": 2, "ruleset": "splendor"});
    bob.post("/v1/bot-matches", asked).await.expect(201);
    act(&judge, "ada-bot", "lock", "Floods").await.expect(204);
    let lock = json!({"reason": "Insults", "ends_at": "2126-11-30T14:00:00Z"});
    judge.post("/v1/admin/players/ada/lock", lock).await.expect(204);
    assert_eq!(Stored::of(&app).await.texts("SELECT reason FROM bot_matches").await, ["bot_locked"]);
    let ends = "SELECT username || ' ' || (locked_until = 'infinity') FROM players \
        WHERE locked_until IS NOT NULL ORDER BY username";
    assert_eq!(Stored::of(&app).await.texts(ends).await, ["ada false", "ada-bot true"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_audit_is_paged_and_hides_administrators_from_players() {
    let app = TestApp::spawn().await;
    let (judge, bob) = (judge(&app).await, app.user("bob").await);
    for name in ["ada", "cleo"] {
        app.user(name).await;
        let lock = json!({"reason": "Insults", "ends_at": "2126-11-30T12:00:00Z"});
        judge.post(&format!("/v1/admin/players/{name}/lock"), lock).await.expect(204);
        act(&judge, name, "unlock", "Sorry").await.expect(204);
    }
    let first = judge.get("/v1/admin/audit?limit=3").await.expect(200).json;
    let rest = format!("/v1/admin/audit?limit=3&cursor={}", first["next_cursor"].as_str().expect("a cursor"));
    assert_eq!(acts(&judge, &rest).await, [["account_locked", "ada", "Insults"].map(str::to_owned)]);
    assert_eq!(acts(&judge, "/v1/admin/audit?username=CLEO").await.len(), 2);
    let act = &first["items"][1];
    assert_eq!(act["by"]["username"], "judge");
    let change = json!([{"field": "ends_at", "before": null, "after": "2126-11-30T12:00:00.000Z"}]);
    assert_eq!((&act["kind"], &act["changes"]), (&json!("account_locked"), &change));
    let own = app.user("cleo").await.get("/v1/me/audit?limit=1").await.expect(200).json;
    assert_eq!((&own["items"][0]["by"], own["next_cursor"].is_string()), (&Value::Null, true));
    assert!(acts(&bob, "/v1/me/audit").await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_operator_locks_unlocks_and_erases_without_the_api() {
    let app = TestApp::spawn().await;
    let ada = app.user("ada").await;
    let game = id(&ada.post("/v1/games", table::terms(2)).await.expect(201));
    let admin = async |words: &[&str]| {
        let words: Vec<String> = [&["admin"], words, &["--database-url", &app.database_url]]
            .concat()
            .iter()
            .map(|word| word.to_string())
            .collect();
        let run = move || run(&words.iter().map(String::as_str).collect::<Vec<_>>());
        tokio::task::spawn_blocking(run).await.expect("an output")
    };
    let refused = admin(&["lock", "ada"]).await;
    assert!(!refused.status.success() && stderr(&refused).contains("--reason"), "{}", stderr(&refused));
    for (words, told) in [
        (["ada", "--reason", "x", "--until", "2026-01-01T00:00:00Z"], "must be a time in the future"),
        (["ada", "--reason", "x", "--until", "tomorrow"], "must be a time (RFC 3339)"),
        (["ada", "--reason", "", "--until", "2126-01-01T00:00:00Z"], "must have 1 to 500"),
        (["nobody", "--reason", "x", "--until", "2126-01-01T00:00:00Z"], "No player has this name"),
    ] {
        let refused = admin(&[&["lock"], &words[..]].concat()).await;
        assert!(!refused.status.success() && stderr(&refused).contains(told), "{}", stderr(&refused));
    }
    let locked = admin(&["lock", "ada", "--reason", "Insults", "--until", "2126-01-01T00:00:00Z"]).await;
    assert_eq!(stdout(&locked), "ada is locked.\n", "{}", stderr(&locked));
    ada.get("/v1/me").await.expect_problem(401, "unauthenticated");
    log_in(&app, "ada", PASSWORD).await.expect_problem(403, "account_locked");
    assert_eq!(app.anonymous().get(&format!("/v1/games/{game}")).await.expect(200).json["status"], "aborted");
    assert_eq!(stdout(&admin(&["unlock", "ada", "--reason", "Sorry"]).await), "ada is not locked.\n");
    let ada = app.user("ada").await;
    assert_eq!(
        stdout(&admin(&["end-sessions", "ada", "--reason", "A thief"]).await),
        "ada has no session.\n"
    );
    ada.get("/v1/me").await.expect_problem(401, "unauthenticated");
    let log = stdout(&admin(&["log", "ada"]).await);
    let lines: Vec<&str> = log.lines().map(|line| line.split_once(' ').expect("a time").1).collect();
    assert_eq!(
        lines,
        [
            "sessions_ended ada by the operator: A thief",
            "account_unlocked ada by the operator: Sorry",
            "account_locked ada until 2126-01-01T00:00:00.000Z by the operator: Insults",
        ]
    );
    assert_eq!(stdout(&admin(&["erase", "ada", "--reason", "She has asked"]).await), "ada is erased.\n");
    app.anonymous().get("/v1/players/ada").await.expect_problem(404, "not_found");
    assert!(
        stdout(&admin(&["log"]).await).contains("account_erased (erased) by the operator: She has asked")
    );
}
