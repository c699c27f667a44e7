//! Bot accounts: creating, changing, listing and erasing them, and what they may do.

use serde_json::{Value, json};

use crate::api_tokens::issue;
use crate::app::{Caller, PASSWORD, TestApp, a_few_at_once};
use crate::games::stored::Stored;
use crate::games::table::{Table, terms, terms_with, turn};

/// Creates a bot and returns it with a token that has every scope.
pub async fn bot<'a>(app: &'a TestApp, owner: &Caller<'_>, name: &str) -> (Value, Caller<'a>) {
    let bot = owner.post("/v1/me/bots", json!({"username": name})).await.expect(201).json;
    let path = format!("/v1/me/bots/{name}/tokens");
    let issued = issue(owner, &path, &["read", "play", "challenge", "bots", "tournaments", "organize"]).await;
    (bot, app.with_token(issued["token"].as_str().expect("a token")))
}

#[tokio::test]
async fn a_bot_is_created_with_what_it_accepts_and_is_visibly_a_bot() {
    let app = TestApp::spawn().await;
    let ada = app.user("ada").await;
    let body = json!({"username": "Ada-bot", "accepts": {"rulesets": ["kids", "splendor", "kids"], "modules": ["mysteries"],
        "seats": [4, 2], "clocks": ["live"], "concurrent_games": 0}});
    let made = ada.post("/v1/me/bots", body).await.expect(201);
    assert_eq!(made.header("location"), "/v1/players/Ada-bot");
    let id = made.json["id"].clone();
    let owner = ada.get("/v1/me").await.expect(200).json["id"].clone();
    assert_eq!(
        made.json["accepts"],
        json!({"rulesets": ["kids", "splendor"], "modules": ["mysteries"], "seats": [2, 4], "clocks": ["live"],
            "concurrent_games": 0})
    );
    assert_eq!(made.json["owner"], json!({"id": owner, "username": "ada", "bot": false}));
    assert_eq!((&made.json["bot"], &made.json["online"]), (&json!(true), &json!(false)));
    assert_eq!(
        ada.get("/v1/me/bots").await.expect(200).json,
        json!({"items": [made.json], "next_cursor": null})
    );
    let profile = app.anonymous().get("/v1/players/ada-BOT").await.expect(200).json;
    assert_eq!((&profile["id"], &profile["bot"]), (&id, &json!(true)));
    assert_eq!(app.anonymous().get("/v1/players/ada").await.expect(200).json["bot"], false);
    assert_eq!(app.user("bob").await.get("/v1/me/bots").await.expect(200).json["items"], json!([]));
}

#[tokio::test]
async fn the_name_of_a_bot_is_unique_among_players_and_not_reserved() {
    let app = TestApp::spawn().await;
    let ada = app.user("ada").await;
    bot(&app, &ada, "ada-bot").await;
    for taken in ["ada", "ADA-bot", "greedy"] {
        ada.post("/v1/me/bots", json!({"username": taken})).await.expect_problem(409, "username_taken");
    }
    let account = json!({"username": "Ada-Bot", "password": PASSWORD});
    app.anonymous().post("/v1/accounts", account).await.expect_problem(409, "username_taken");
    assert_eq!(ada.get("/v1/me/bots").await.json["items"].as_array().map(Vec::len), Some(1));
}

#[tokio::test]
async fn a_bot_accepts_only_what_is_known() {
    let app = TestApp::shared().await;
    let ada = app.user("ada").await;
    let (_, token) = bot(&app, &ada, "ada-bot").await;
    let accepts = json!({"rulesets": ["chess"], "modules": ["orient", "moon"], "clocks": ["sun"]});
    let refused = token.patch("/v1/me/bots/ada-bot", json!({"accepts": accepts})).await;
    let refused = refused.expect_problem(422, "validation_failed");
    assert_eq!(refused.pointers(), ["/accepts/clocks/0", "/accepts/modules/1", "/accepts/rulesets/0"]);
    for (field, value) in [("seats", json!([5])), ("seats", json!([1])), ("concurrent_games", json!(1001))] {
        let body = json!({"accepts": {field: value}});
        token.patch("/v1/me/bots/ada-bot", body).await.expect_problem(422, "validation_failed");
    }
    let body = json!({"username": "other-bot", "accepts": accepts});
    ada.post("/v1/me/bots", body).await.expect_problem(422, "validation_failed");
}

#[tokio::test]
async fn a_bot_is_changed_by_its_owner_and_by_itself_with_the_scope_bots_and_by_nobody_else() {
    let app = TestApp::spawn().await;
    let (ada, eve) = (app.user("ada").await, app.user("eve").await);
    let (_, itself) = bot(&app, &ada, "ada-bot").await;
    let (_, other) = bot(&app, &ada, "other-bot").await;
    let path = "/v1/me/bots/Ada-Bot";
    let owners = app.with_token(issue(&ada, "/v1/me/tokens", &["bots"]).await["token"].as_str().unwrap());
    for (games, caller) in [(1, &ada), (2, &owners), (3, &itself)] {
        let changed = caller.patch(path, json!({"accepts": {"concurrent_games": games}})).await.expect(200);
        assert_eq!(changed.json["accepts"]["concurrent_games"], games);
        assert_eq!(changed.json["accepts"]["seats"], json!([2, 3, 4]), "other fields keep their values");
    }
    let body = json!({"accepts": {"concurrent_games": 9}});
    for stranger in [&eve, &other] {
        stranger.patch(path, &body).await.expect_problem(404, "not_found");
    }
    let player =
        app.with_token(issue(&ada, "/v1/me/tokens", &["read", "play"]).await["token"].as_str().unwrap());
    player.patch(path, &body).await.expect_problem(403, "forbidden");
    ada.patch("/v1/me/bots/ada", &body).await.expect_problem(404, "not_found");
    let unchanged = ada.patch(path, json!({})).await.expect(200);
    assert_eq!(unchanged.json["accepts"]["concurrent_games"], 3);
}

#[tokio::test]
async fn only_the_login_of_the_owner_gives_and_revokes_tokens_of_a_bot() {
    let app = TestApp::spawn().await;
    let (ada, eve) = (app.user("ada").await, app.user("eve").await);
    let (made, itself) = bot(&app, &ada, "ada-bot").await;
    let path = "/v1/me/bots/ada-bot/tokens";
    let id = ada.get(path).await.expect(200).json["items"][0]["id"].as_str().expect("an id").to_owned();
    let one = format!("{path}/{id}");
    let body = json!({"name": "n", "scopes": ["read"]});
    eve.post(path, &body).await.expect_problem(404, "not_found");
    eve.get(path).await.expect_problem(404, "not_found");
    eve.delete(&one).await.expect_problem(404, "not_found");
    // A token of a bot is not one of its owner, who could end it in the wrong list otherwise.
    ada.delete(&format!("/v1/me/tokens/{id}")).await.expect(204);
    for own in ["/v1/me/tokens", path] {
        itself.post(own, &body).await.expect_problem(403, "forbidden");
        itself.get(own).await.expect_problem(403, "forbidden");
    }
    itself.post("/v1/me/bots", json!({"username": "third"})).await.expect_problem(403, "forbidden");
    itself.delete("/v1/me/bots/ada-bot").await.expect_problem(403, "forbidden");
    itself.delete("/v1/me").await.expect_problem(403, "forbidden");
    itself.patch("/v1/me", json!({"email": "bot@example.org"})).await.expect_problem(403, "forbidden");
    let me = itself.get("/v1/me").await.expect(200).json;
    assert_eq!((&me["id"], &me["bot"], &me["email"]), (&made["id"], &json!(true), &Value::Null));
    ada.delete(&one).await.expect(204);
    itself.get("/v1/me").await.expect_problem(401, "unauthenticated");
    ada.delete(&one).await.expect(204);
}

#[tokio::test]
async fn nobody_can_log_in_as_a_bot() {
    let app = TestApp::spawn().await;
    let ada = app.user("ada").await;
    bot(&app, &ada, "ada-bot").await;
    for password in ["", PASSWORD] {
        let login = json!({"username": "ada-bot", "password": password});
        app.anonymous().post("/v1/sessions", login).await.expect_problem(401, "invalid_credentials");
    }
}

#[tokio::test]
async fn an_owner_has_a_limited_number_of_bots_and_a_bot_of_tokens() {
    let app = TestApp::shared().await;
    let ada = app.user("ada").await;
    let bots = (0..24).map(|number| ada.post("/v1/me/bots", json!({"username": format!("bot-{number}")})));
    let answers = a_few_at_once(bots).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 201).count(), 20);
    for answer in answers.into_iter().filter(|answer| answer.status != 201) {
        answer.expect_problem(409, "too_many_bots");
    }
    let items = ada.get("/v1/me/bots").await.expect(200).json["items"].clone();
    let path = format!("/v1/me/bots/{}/tokens", items[0]["username"].as_str().expect("a name"));
    for _ in 0..100 {
        issue(&ada, &path, &["read"]).await;
    }
    let body = json!({"name": "n", "scopes": ["read"]});
    ada.post(&path, body).await.expect_problem(409, "too_many_tokens");
    // The answers of an endpoint are played with a token of the bot.
    let endpoint = path.replace("/tokens", "/endpoint");
    let url = json!({"url": "https://example.com/turn"});
    ada.put(&endpoint, url).await.expect_problem(409, "too_many_tokens");
}

#[tokio::test]
async fn bots_are_listed_page_by_page_and_by_whether_they_are_online() {
    let app = TestApp::spawn_with(|settings| settings.opponents.opponent_threads = Some(0)).await;
    let built_in = ["master", "apprentice", "greedy", "random"];
    let ada = app.user("ada").await;
    let mut tokens = Vec::new();
    for name in ["bot-a", "bot-b", "bot-c"] {
        tokens.push(bot(&app, &ada, name).await.1);
    }
    let names = async |query: &str| -> Vec<String> {
        let page = app.anonymous().get(&format!("/v1/bots{query}")).await.expect(200).json;
        let names = page["items"].as_array().expect("a list").iter().map(|bot| bot["username"].as_str());
        names.map(|name| name.expect("a name").to_owned()).collect()
    };
    let all = [&["bot-c", "bot-b", "bot-a"][..], &built_in].concat();
    assert_eq!(names("").await, all);
    assert_eq!(names("?online=false").await, all);
    assert!(names("?online=true").await.is_empty());
    tokens[1].get("/v1/me").await.expect(200);
    assert_eq!(names("?online=true").await, ["bot-b"]);
    assert_eq!(names("?online=false").await, [&["bot-c", "bot-a"][..], &built_in].concat());
    assert_eq!(ada.get("/v1/me/bots").await.json["items"][1]["online"], true);
    Stored::of(&app).await.execute("UPDATE bots SET seen_at = seen_at - interval '6 minutes'").await;
    assert!(names("?online=true").await.is_empty());

    let first = app.anonymous().get("/v1/bots?online=false&limit=4").await.expect(200);
    let cursor = first.json["next_cursor"].as_str().expect("a cursor").to_owned();
    assert_eq!(
        first.header("link"),
        format!("</v1/bots?online=false&limit=4&cursor={cursor}>; rel=\"next\"")
    );
    let second =
        app.anonymous().get(&format!("/v1/bots?online=false&limit=4&cursor={cursor}")).await.expect(200);
    assert_eq!(second.json["items"][0]["username"], "apprentice");
    assert_eq!((&second.json["next_cursor"], second.header("link")), (&Value::Null, ""));
    for wrong in ["?limit=0", "?limit=101", "?online=yes", "?cursor=abc"] {
        app.anonymous().get(&format!("/v1/bots{wrong}")).await.expect_problem(400, "malformed");
    }
}

/// Returns the number of listed bots that somebody owns.
async fn owned(app: &TestApp) -> usize {
    let listed = app.anonymous().get("/v1/bots").await.expect(200).json;
    let items = listed["items"].as_array().expect("a list");
    items.iter().filter(|bot| !bot["owner"].is_null()).count()
}

#[tokio::test]
async fn a_bot_of_the_server_has_no_owner() {
    let app = TestApp::spawn().await;
    let ada = app.user("ada").await;
    bot(&app, &ada, "ada-bot").await;
    Stored::of(&app).await.execute("UPDATE bots SET owner_id = NULL").await;
    let listed = app.anonymous().get("/v1/bots").await.expect(200).json;
    assert_eq!(listed["items"][0]["owner"], Value::Null);
    ada.delete("/v1/me/bots/ada-bot").await.expect_problem(404, "not_found");
}

#[tokio::test]
async fn a_bot_is_named_as_one_in_games_invitations_and_blocks() {
    let app = TestApp::spawn().await;
    let ada = app.user("ada").await;
    let (made, itself) = bot(&app, &ada, "ada-bot").await;
    let shown = json!({"id": made["id"], "username": "ada-bot", "bot": true});
    let game = ada.post("/v1/games", terms_with(2, "visibility", json!("private"))).await.expect(201).json;
    assert_eq!(game["seats"][0]["player"]["bot"], false);
    let path = format!("/v1/games/{}", game["id"].as_str().expect("an id"));
    let invitations =
        ada.post(&format!("{path}/invitations"), json!({"username": "ada-bot"})).await.expect(200);
    assert_eq!(invitations.json["items"][0]["player"], shown);
    let joined = itself.post_empty(&format!("{path}/join")).await.expect(200).json;
    assert_eq!(joined["seats"][1]["player"], shown);
    let listed = itself.get("/v1/games?player=ada-bot").await.expect(200).json;
    assert_eq!(listed["items"][0]["seats"][1]["player"], shown);
    let events = ada.get(&format!("{path}/events?since=0")).await.expect(200).json;
    assert_eq!(events["events"][0]["data"]["seats"][1]["player"], shown);
    assert_eq!(events["events"][0]["data"]["contributions"][1]["player"], shown);
    let block = ada.request(reqwest::Method::PUT, "/v1/me/blocks/ada-bot");
    crate::app::Answer::to(block).await.expect(204);
    assert_eq!(ada.get("/v1/me/blocks").await.expect(200).json["items"][0]["player"], shown);
    // The format of exports is frozen.
    ada.post_empty(&format!("{path}/resign")).await.expect(200);
    let export = ada.get(&format!("{path}/export")).await.expect(200);
    assert!(!export.text.contains("\"bot\""), "{}", export.text);
}

#[tokio::test]
async fn a_bot_takes_no_more_games_than_it_accepts() {
    let app = TestApp::spawn().await;
    let ada = app.user("ada").await;
    let (_, itself) = bot(&app, &ada, "ada-bot").await;
    itself.patch("/v1/me/bots/ada-bot", json!({"accepts": {"concurrent_games": 1}})).await.expect(200);
    let mut paths = Vec::new();
    for _ in 0..2 {
        let game = ada.post("/v1/games", terms(3)).await.expect(201).json;
        paths.push(format!("/v1/games/{}", game["id"].as_str().expect("an id")));
    }
    let join = |path: &str| format!("{path}/join");
    itself.post_empty(&join(&paths[0])).await.expect(200);
    itself.post_empty(&join(&paths[0])).await.expect(200);
    let refused = itself.post_empty(&join(&paths[1])).await.expect_problem(409, "too_many_games");
    assert!(refused.text.contains("at most 1 games"), "{}", refused.text);
    itself.post("/v1/games", terms(2)).await.expect_problem(409, "too_many_games");
    itself.patch("/v1/me/bots/ada-bot", json!({"accepts": {"concurrent_games": 2}})).await.expect(200);
    itself.post_empty(&join(&paths[1])).await.expect(200);
}

#[tokio::test]
async fn nobody_asks_a_bot_for_a_game_that_it_does_not_accept() {
    let app = TestApp::spawn().await;
    let ada = app.user("ada").await;
    let (_, itself) = bot(&app, &ada, "ada-bot").await;
    let challenge = |name: &str, value: Value| {
        let mut body = json!({"ruleset": "splendor", "seats": 2, "to": ["ada-bot"]});
        body[name] = value;
        body
    };
    let clock = json!({"kind": "live", "initial_ms": 60_000, "increment_ms": 0});
    itself.patch("/v1/me/bots/ada-bot", json!({"accepts": {"clocks": ["none"]}})).await.expect(200);
    let declined = [
        challenge("ruleset", json!("kids")),
        challenge("modules", json!(["orient"])),
        challenge("clock", clock.clone()),
    ];
    for body in &declined {
        let refused = ada.post("/v1/challenges", body).await.expect_problem(422, "validation_failed");
        assert_eq!(refused.json["errors"][0]["pointer"], "/to/0");
        assert!(refused.text.contains("does not accept"), "{}", refused.text);
    }
    let wanted = json!({"accepts": {"rulesets": ["splendor", "kids"], "modules": ["orient"], "clocks": ["live", "none"]}});
    itself.patch("/v1/me/bots/ada-bot", &wanted).await.expect(200);
    for body in &declined {
        ada.post("/v1/challenges", body).await.expect(201);
    }
    let game = ada.post("/v1/games", terms_with(2, "modules", json!(["orient"]))).await.expect(201).json;
    let path = format!("/v1/games/{}", game["id"].as_str().expect("an id"));
    itself.patch("/v1/me/bots/ada-bot", json!({"accepts": {"modules": []}})).await.expect(200);
    let invite = ada.post(&format!("{path}/invitations"), json!({"username": "ada-bot"})).await;
    let refused = invite.expect_problem(422, "validation_failed");
    assert_eq!(refused.json["errors"][0]["pointer"], "/username");
    // What the bot does itself is its own choice; but nobody asks it for the same again.
    itself.post_empty(&format!("{path}/join")).await.expect(200);
    itself.post_empty(&format!("{path}/resign")).await.expect(200);
    ada.post_empty(&format!("{path}/rematch")).await.expect_problem(422, "not_available");
    itself.post_empty(&format!("{path}/rematch")).await.expect(200);
}

/// Lets a bot sit in a waiting game and in a running one against ada, and returns the paths of both.
async fn seated(ada: &Caller<'_>, itself: &Caller<'_>) -> (String, String) {
    let open = async |seats: usize| {
        let game = ada.post("/v1/games", terms(seats)).await.expect(201).json;
        let path = format!("/v1/games/{}", game["id"].as_str().expect("an id"));
        itself.post_empty(&format!("{path}/join")).await.expect(200);
        path
    };
    (open(3).await, open(2).await)
}

#[tokio::test]
async fn an_erased_bot_leaves_its_games_and_keeps_nothing_but_its_seats() {
    let app = TestApp::spawn().await;
    let (ada, eve) = (app.user("ada").await, app.user("eve").await);
    let (made, itself) = bot(&app, &ada, "ada-bot").await;
    let (waiting, running) = seated(&ada, &itself).await;
    eve.delete("/v1/me/bots/ada-bot").await.expect_problem(404, "not_found");
    ada.delete("/v1/me/bots/ada-bot").await.expect(204);
    itself.get("/v1/rulesets").await.expect_problem(401, "unauthenticated");
    itself.get(&running).await.expect_problem(401, "unauthenticated");
    let game = ada.get(&running).await.expect(200).json;
    assert_eq!(game["status"], "finished");
    assert_eq!(game["seats"][1]["player"], json!({"id": made["id"], "username": null, "bot": true}));
    assert_eq!(ada.get(&waiting).await.expect(200).json["seats"].as_array().map(Vec::len), Some(1));
    assert_eq!(ada.get("/v1/me/bots").await.expect(200).json["items"], json!([]));
    assert_eq!(owned(&app).await, 0);
    ada.delete("/v1/me/bots/ada-bot").await.expect_problem(404, "not_found");
    let mut stored = Stored::of(&app).await;
    let id = made["id"].as_str().expect("an id");
    let left = format!(
        "SELECT id::text FROM sessions WHERE player_id = '{id}' UNION ALL \
         SELECT player_id::text FROM bots WHERE owner_id IS NOT NULL"
    );
    assert!(stored.texts(&left).await.is_empty());
    ada.post("/v1/me/bots", json!({"username": "ada-bot"})).await.expect(201);
}

#[tokio::test]
async fn two_requests_can_erase_a_bot_at_once() {
    let app = TestApp::spawn().await;
    let ada = app.user("ada").await;
    for _ in 0..8 {
        let (_, itself) = bot(&app, &ada, "ada-bot").await;
        seated(&ada, &itself).await;
        let both = futures_util::future::join_all((0..3).map(|_| ada.delete("/v1/me/bots/ada-bot"))).await;
        assert!(both.iter().any(|answer| answer.status == 204));
        assert!(both.iter().all(|answer| matches!(answer.status.as_u16(), 204 | 404)), "{both:?}");
    }
    let mut stored = Stored::of(&app).await;
    let left = "SELECT s.id::text FROM sessions s JOIN players p ON p.id = s.player_id WHERE p.erased_at IS NOT NULL";
    assert!(stored.texts(left).await.is_empty());
}

#[tokio::test]
async fn erasing_the_owner_erases_the_bots() {
    let app = TestApp::spawn().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let (_, one) = bot(&app, &ada, "bot-a").await;
    let (_, two) = bot(&app, &ada, "bot-b").await;
    let (_, running) = seated(&bob, &two).await;
    ada.erase().await.expect(204);
    for token in [&one, &two] {
        token.get("/v1/me").await.expect_problem(401, "unauthenticated");
    }
    assert_eq!(bob.get(&running).await.expect(200).json["status"], "finished");
    assert_eq!(owned(&app).await, 0);
    app.anonymous().get("/v1/players/bot-a").await.expect_problem(404, "not_found");
    assert!(
        Stored::of(&app)
            .await
            .texts("SELECT player_id::text FROM bots WHERE owner_id IS NOT NULL")
            .await
            .is_empty()
    );
}

#[tokio::test]
async fn a_bot_that_is_created_while_its_owner_is_erased_does_not_stay() {
    let app = TestApp::spawn().await;
    for round in 0..8 {
        let ada = app.user("ada").await;
        let body = json!({"username": format!("bot-{round}")});
        let (made, erased) = tokio::join!(ada.post("/v1/me/bots", &body), ada.erase());
        assert!(matches!(made.status.as_u16(), 201 | 401), "{}", made.text);
        erased.expect(204);
        let name = format!("/v1/players/bot-{round}");
        app.anonymous().get(&name).await.expect_problem(404, "not_found");
    }
}

#[tokio::test]
async fn a_bot_can_change_itself_in_parallel() {
    let app = TestApp::spawn().await;
    let ada = app.user("ada").await;
    let (_, itself) = bot(&app, &ada, "ada-bot").await;
    let body = json!({"accepts": {"seats": [2]}});
    let changes = (0..12).map(|number| if number % 2 == 0 { &itself } else { &ada });
    let changes = changes.map(|caller| caller.patch("/v1/me/bots/ada-bot", &body));
    for changed in futures_util::future::join_all(changes).await {
        changed.expect(200);
    }
}

#[tokio::test]
async fn a_bot_plays_a_turn() {
    let app = TestApp::shared().await;
    let table = Table::waiting(&app, terms(2)).await;
    let (_, itself) = bot(&app, &table.seats[1], "bobs-bot").await;
    itself.post_empty(&table.path("/join")).await.expect(200);
    let take = json!([{"type": "take", "gems": ["white", "blue", "green"]}]);
    table.post(0, &json!(1), take.clone()).await.expect(200);
    itself.post(&table.path("/actions"), turn(&json!(2), take)).await.expect(200);
    assert_eq!(table.public_view().await["version"], 3);
}
