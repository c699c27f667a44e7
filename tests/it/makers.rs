//! What acts by itself for an account can do no more than what made it, and ends with it.
//!
//! Every operation that may change something is listed with what becomes of what it makes, so none is added
//! without saying so.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::alerts::push_service;
use crate::api_tokens::issue;
use crate::app::{Caller, PASSWORD, TestApp};
use crate::contract::{Operation, operations};
use crate::games::stored::Stored;
use crate::games::table::terms_with;
use crate::oauth::browser::{Browser, parameter, request_with, text};
use crate::scopes::needed;

/// What becomes of what each operation makes, one operation on each line.
const LIST: &str = include_str!("makers.txt");

/// Returns the operations of the list with their words.
fn listed() -> BTreeMap<&'static str, &'static str> {
    let lines = LIST.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split_once(' ').expect("an operation and a word")).collect()
}

fn id(operation: &Operation) -> &str {
    text(&operation.description["operationId"])
}

#[tokio::test]
async fn every_operation_says_what_becomes_of_what_it_makes() {
    let (app, listed) = (TestApp::spawn().await, listed());
    let mut operations = operations(&app).await;
    operations.retain(|operation| operation.method != "GET");
    let mut ids: Vec<&str> = operations.iter().map(id).collect();
    ids.sort_unstable();
    assert_eq!(listed.keys().copied().collect::<Vec<_>>(), ids, "makers.txt lists every operation but GET");
    let sorted: Vec<&str> = LIST.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(sorted.is_sorted(), "makers.txt is sorted");
    for operation in &operations {
        let (name, needed) = (id(operation), needed(&operation.description["security"]));
        match listed[name] {
            // A token of a part of the scopes must not make what it cannot do itself.
            "login" => assert!(needed.is_empty() || needed == crate::scopes::SCOPES, "{name}: {needed:?}"),
            // The same scope is needed by what reads for an account.
            "maker" => assert!(needed.contains(&"read"), "{name} tells what `read` shows: {needed:?}"),
            "account" | "done" => {}
            other => panic!("{name}: {other} is not a word of the list"),
        }
    }
}

/// How a token or a grant ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    TokenRevoked,
    TokenExpired,
    GrantEnded,
    GrantGivenUp,
    GrantExpired,
    NewPassword,
}

const ENDS: [End; 6] = [
    End::TokenRevoked,
    End::TokenExpired,
    End::GrantEnded,
    End::GrantGivenUp,
    End::GrantExpired,
    End::NewPassword,
];

/// Something that has made something, and its id as an API token or as a grant.
struct Maker<'a> {
    caller: Caller<'a>,
    id: String,
}

/// Returns an API token or a grant, whichever ends like this, of a player with these scopes.
async fn maker<'a>(app: &'a TestApp, owner: &Caller<'_>, name: &str, end: End, scopes: &[&str]) -> Maker<'a> {
    if matches!(end, End::TokenRevoked | End::TokenExpired) {
        let issued = issue(owner, "/v1/me/tokens", scopes).await;
        return Maker { caller: app.with_token(text(&issued["token"])), id: text(&issued["id"]).to_owned() };
    }
    let browser = Browser::at(app);
    let asked = request_with(&[("scope", &scopes.join(" "))]);
    let code = parameter(&browser.allow(&asked, name).await, "code").expect("a code");
    let tokens = browser.exchange(&code).await.expect(200).json;
    let grants = owner.get("/v1/me/grants").await.expect(200).json;
    let id = text(&grants["items"][0]["id"]).to_owned();
    Maker { caller: app.with_token(text(&tokens["access_token"])), id }
}

/// Ends what has made something.
async fn end(app: &TestApp, owner: &Caller<'_>, maker: &Maker<'_>, end: End) {
    let (mut stored, id) = (Stored::of(app).await, &maker.id);
    let past = "now() - interval '1 minute'";
    match end {
        End::TokenRevoked => drop(owner.delete(&format!("/v1/me/tokens/{id}")).await.expect(204)),
        End::TokenExpired => {
            stored.execute(&format!("UPDATE sessions SET expires_at = {past} WHERE id = '{id}'")).await;
        }
        End::GrantEnded => drop(owner.delete(&format!("/v1/me/grants/{id}")).await.expect(204)),
        End::GrantGivenUp => {
            let form = [("token", maker.caller.token()), ("client_id", crate::oauth::browser::CLIENT)];
            Browser::at(app).send("/oauth/revoke", &form).await.expect(200);
        }
        End::GrantExpired => {
            let expire = "UPDATE refresh_tokens SET expires_at =";
            stored.execute(&format!("{expire} {past} WHERE session_id = '{id}'")).await;
        }
        End::NewPassword => {
            let change = json!({"current": PASSWORD, "new": "staple horse battery"});
            owner.put("/v1/me/password", change).await.expect(204);
        }
    }
}

/// Calls an operation that makes something which acts by itself, and returns where one sees whether it does.
///
/// # Panics
/// If nobody has said here how to see it.
async fn make(app: &TestApp, operation: &str, owner: &Caller<'_>, maker: &Caller<'_>, name: &str) -> String {
    let hook = json!({"url": "https://hooks.example.org/", "events": ["game.finished"]});
    match operation {
        "create_push" => {
            let browser = push_service::Browser::at("https://push.example.org/send".to_owned());
            maker.post("/v1/me/push", browser.subscription()).await.expect(201);
            "/v1/me/push".to_owned()
        }
        "create_stream_ticket" => {
            let game = owner.post("/v1/games", terms_with(2, "visibility", json!("private"))).await;
            let path = format!("/v1/games/{}/events", text(&game.expect(201).json["id"]));
            let ticket = maker.post("/v1/stream-tickets", json!({"path": path})).await.expect(201).json;
            format!("{path}?ticket={}", text(&ticket["ticket"]))
        }
        "create_webhook" => {
            let made = maker.post("/v1/webhooks", hook).await.expect(201).json;
            format!("/v1/webhooks/{}", text(&made["id"]))
        }
        "set_endpoint" => {
            owner.post("/v1/me/bots", json!({"username": format!("{name}-bot")})).await.expect(201);
            let path = format!("/v1/me/bots/{name}-bot/endpoint");
            maker.put(&path, json!({"url": "https://bots.example.org/"})).await.expect(200);
            path
        }
        // It takes over a webhook whose maker has ended.
        "update_webhook" => {
            let first = issue(owner, "/v1/me/tokens", &["read", "tournaments"]).await;
            let path = format!("/v1/me/tokens/{}", text(&first["id"]));
            let first = app.with_token(text(&first["token"]));
            let made = first.post("/v1/webhooks", hook).await.expect(201).json;
            owner.delete(&path).await.expect(204);
            let path = format!("/v1/webhooks/{}", text(&made["id"]));
            maker.patch(&path, json!({"enabled": true})).await.expect(200);
            path
        }
        other => panic!("say here how to see that what `{other}` makes ends with its maker"),
    }
}

/// Returns whether what was made still acts, as its owner sees it.
async fn acts(app: &TestApp, owner: &Caller<'_>, path: &str) -> bool {
    if path.contains("?ticket=") {
        return app.anonymous().get(path).await.status == 200;
    }
    let shown = owner.get(path).await.expect(200).json;
    match shown["items"].as_array() {
        Some(items) => !items.is_empty(),
        None => {
            let reason = if shown["enabled"] == true { Value::Null } else { json!("session_ended") };
            assert_eq!(shown["disabled_reason"], reason, "{path}");
            shown["enabled"] == true
        }
    }
}

#[tokio::test]
async fn what_acts_by_itself_ends_with_what_made_it() {
    let (app, listed) = (TestApp::spawn().await, listed());
    let mut operations = operations(&app).await;
    operations.retain(|operation| listed.get(id(operation)) == Some(&"maker"));
    assert!(operations.len() > 3);
    for (number, operation) in operations.iter().enumerate() {
        let scopes = needed(&operation.description["security"]);
        for (turn, how) in ENDS.into_iter().enumerate() {
            let name = format!("ada-{number}-{turn}");
            let owner = app.user(&name).await;
            let maker = maker(&app, &owner, &name, how, &scopes).await;
            let made = make(&app, id(operation), &owner, &maker.caller, &name).await;
            assert!(acts(&app, &owner, &made).await, "{}", operation.name());
            end(&app, &owner, &maker, how).await;
            assert!(!acts(&app, &owner, &made).await, "{} survives {how:?}", operation.name());
        }
    }
}

#[tokio::test]
async fn what_a_login_makes_stays_when_it_logs_out_but_for_its_browser() {
    let app = TestApp::spawn().await;
    let (first, owner) = (app.user("ada").await, app.user("ada").await);
    let webhook = make(&app, "create_webhook", &owner, &first, "ada").await;
    let endpoint = make(&app, "set_endpoint", &owner, &first, "ada").await;
    let push = make(&app, "create_push", &owner, &first, "ada").await;
    first.delete("/v1/sessions/current").await.expect(204);
    assert!(acts(&app, &owner, &webhook).await && acts(&app, &owner, &endpoint).await);
    assert!(!acts(&app, &owner, &push).await);
}

#[tokio::test]
async fn an_endpoint_needs_the_scopes_with_which_it_plays() {
    let app = TestApp::spawn().await;
    let ada = app.user("ada").await;
    ada.post("/v1/me/bots", json!({"username": "ada-bot"})).await.expect(201);
    let (path, tokens) = ("/v1/me/bots/ada-bot/endpoint", "/v1/me/bots/ada-bot/tokens");
    let set = json!({"url": "https://bots.example.org/"});
    for (scopes, lacks) in [
        (&["bots"][..], "scopes `read`, `play`, `challenge`"),
        (&["read", "bots", "challenge", "tournaments"], "scope `play`"),
    ] {
        for place in ["/v1/me/tokens", tokens] {
            let issued = issue(&ada, place, scopes).await;
            let refused = app.with_token(text(&issued["token"])).put(path, &set).await;
            let refused = refused.expect_problem(403, "forbidden");
            assert_eq!(refused.json["detail"], format!("The access token lacks the {lacks}."));
            assert!(refused.header("www-authenticate").ends_with("scope=\"read play challenge bots\""));
        }
    }
    // The bot itself may set it, and what it has set ends with its token too.
    let needed = ["read", "play", "challenge", "bots"];
    let issued = issue(&ada, tokens, &needed).await;
    app.with_token(text(&issued["token"])).put(path, &set).await.expect(200);
    let listed = ada.get(tokens).await.expect(200).json;
    let own = listed["items"].as_array().expect("tokens").iter().find(|token| token["name"] == "endpoint");
    let scopes = own.expect("the token of the endpoint")["scopes"].as_array().expect("scopes").clone();
    assert!(scopes.iter().all(|scope| needed.contains(&text(scope))), "{scopes:?}");
    assert!(acts(&app, &ada, path).await);
    ada.delete(&format!("{tokens}/{}", text(&issued["id"]))).await.expect(204);
    assert!(!acts(&app, &ada, path).await);
    // A login sets it again, for good.
    ada.put(path, &set).await.expect(200);
    assert!(acts(&app, &ada, path).await);
}
