//! What players show of themselves: display names, pictures, and what they have played.

use serde_json::{Value, json};
use tokio::time::timeout;

use crate::app::{Caller, TestApp, look_again};
use crate::games::reader::{LINES, Reader};
use crate::games::stored::Stored;
use crate::games::table::{Table, dice, terms, terms_with};
use crate::webhooks::receiver::WAIT_MAX;

async fn name(caller: &Caller<'_>, display_name: Value) -> Value {
    caller.patch("/v1/me", json!({"display_name": display_name})).await.expect(200).json
}

/// Waits until this server has learnt a display name that was changed on another one.
async fn until_shown(app: &TestApp, path: &str, pointer: &str, display_name: &Value) {
    loop {
        let shown = app.anonymous().get(path).await.expect(200).json;
        if shown.pointer(pointer).unwrap_or(&Value::Null) == display_name {
            return;
        }
        look_again().await;
    }
}

#[tokio::test]
async fn a_display_name_is_shown_beside_the_username_and_never_instead_of_it() {
    let app = TestApp::spawn().await;
    let database = app.database_url.clone();
    let other = TestApp::spawn_with(|settings| settings.database.database_url = Some(database)).await;
    let table = Table::started(&app, terms(2)).await;
    let ada = &table.seats[0];
    let before = table.view(0).await;
    assert_eq!(before["seats"][0]["player"].get("display_name"), None);
    let me = name(ada, json!("Ada L. ♟")).await;
    assert_eq!((&me["username"], &me["display_name"]), (&json!("ada"), &json!("Ada L. ♟")));
    let player = &table.view(0).await["seats"][0]["player"];
    assert_eq!((&player["username"], &player["display_name"]), (&json!("ada"), &json!("Ada L. ♟")));
    // The same where the game is remembered, listed, followed, and on another server.
    let path = table.path("");
    until_shown(&other, &path, "/seats/0/player/display_name", &json!("Ada L. ♟")).await;
    let listed = app.anonymous().get("/v1/games?player=ada").await.expect(200).json;
    assert_eq!(listed["items"][0]["seats"][0]["player"]["display_name"], "Ada L. ♟", "{listed}");
    let mut reader = Reader::open(ada, &table.path("/events"), LINES).await;
    let snapshot = reader.expect("snapshot").await;
    assert_eq!(snapshot.pointer("/data/seats/0/player/display_name"), Some(&json!("Ada L. ♟")), "{snapshot}");
    let found = app.anonymous().get("/v1/players?prefix=ad").await.expect(200).json;
    assert_eq!(found["items"][0]["display_name"], "Ada L. ♟");
    let profile = app.anonymous().get("/v1/players/ADA").await.expect(200).json;
    assert_eq!((&profile["username"], &profile["display_name"]), (&json!("ada"), &json!("Ada L. ♟")));

    name(ada, json!(null)).await;
    assert_eq!(table.view(0).await["seats"][0]["player"].get("display_name"), None);
    until_shown(&other, &path, "/seats/0/player/display_name", &Value::Null).await;
    name(ada, json!("Gone soon")).await;
    until_shown(&other, &path, "/seats/0/player/display_name", &json!("Gone soon")).await;
    ada.erase().await.expect(204);
    for server in [&app, &other] {
        until_shown(server, &path, "/seats/0/player/display_name", &Value::Null).await;
    }
    let mut stored = Stored::of(&app).await;
    let kept = "SELECT count(*)::text FROM players WHERE display_name IS NOT NULL";
    assert_eq!(stored.texts(kept).await, ["0"]);
}

#[tokio::test]
async fn what_is_no_display_name_or_picture_is_refused_and_changes_nothing() {
    let app = TestApp::spawn().await;
    let ada = app.user("ada").await;
    name(&ada, json!("Ada")).await;
    for refused in ["", "two\nlines", &"long".repeat(11), "\u{202e}adA"] {
        let answer = ada.patch("/v1/me", json!({"display_name": refused, "avatar": 3})).await;
        assert_eq!(
            answer.expect_problem(422, "validation_failed").pointers(),
            ["/display_name"],
            "{refused:?}"
        );
    }
    for refused in [json!(16), json!(-1), json!("3")] {
        let answer = ada.patch("/v1/me", json!({"display_name": "Eve", "avatar": refused})).await;
        assert_eq!(answer.expect_problem(422, "validation_failed").pointers(), ["/avatar"], "{refused}");
    }
    let me = ada.get("/v1/me").await.expect(200).json;
    assert_eq!((&me["display_name"], &me["avatar"]), (&json!("Ada"), &json!(0)));

    let picture = async |query: &str| {
        app.anonymous().get(&format!("/v1/players/ada/avatar.svg{query}")).await.expect(200).text
    };
    let first = picture("").await;
    assert_eq!(ada.patch("/v1/me", json!({"avatar": 7})).await.expect(200).json["avatar"], 7);
    assert_eq!(picture("").await, picture("?variant=7").await);
    assert_eq!(picture("?variant=0").await, first);
    assert_ne!(picture("").await, first);
}

#[tokio::test]
async fn totals_are_added_up_while_somebody_holds_an_account() {
    let app = TestApp::spawn().await;
    let (mut stored, mut holder) = (Stored::of(&app).await, Stored::of(&app).await);
    let table = Table::started(&app, terms(2)).await;
    let held = table.seats[1].get("/v1/me").await.expect(200).json["id"].as_str().unwrap().to_owned();
    holder.execute("BEGIN").await;
    holder.execute(&format!("SELECT FROM players WHERE id = '{held}' FOR UPDATE")).await;
    // Without the checks of foreign keys, which would wait for the holder.
    stored.execute("SET session_replication_role = replica").await;
    stored
        .execute(
            "INSERT INTO finished_seats (player_id, ruleset, seats, won) \
             SELECT id, 'splendor', 2, true FROM players WHERE username IS NOT NULL",
        )
        .await;
    let left = "SELECT player_id::text FROM finished_seats";
    let added = async {
        while stored.texts(left).await != [held.as_str()] {
            look_again().await;
        }
    };
    timeout(WAIT_MAX, added).await.expect("the seat of the other player is added up");
    // An erasure deletes the seats of the account that it holds.
    holder.execute(&format!("DELETE FROM finished_seats WHERE player_id = '{held}'")).await;
    holder.execute("COMMIT").await;
    let counted = format!("SELECT player_id::text FROM player_totals WHERE player_id = '{held}'");
    assert_eq!(stored.texts(&counted).await, Vec::<String>::new());
}

#[tokio::test]
async fn a_profile_counts_what_a_player_has_finished_and_won() {
    let app = TestApp::spawn().await;
    let mut stored = Stored::of(&app).await;
    let path = "/v1/players/ada";
    let totals = async || app.anonymous().get(path).await.expect(200).json["totals"].clone();
    app.user("ada").await;
    assert_eq!(totals().await, json!([]));
    // The second seat wins, then both times the others; an aborted game counts for nobody.
    let resigned = async |terms: Value, seat: usize| {
        let table = Table::started(&app, terms).await;
        table.seats[seat].post_empty(&table.path("/resign")).await.expect(200);
    };
    resigned(terms(2), 0).await;
    resigned(terms(2), 1).await;
    let delayed = terms_with(2, "spectator_delay", json!({"turns": 3}));
    resigned(delayed, 1).await;
    // Of games that not everybody finds, nobody else learns.
    resigned(terms_with(2, "visibility", json!("unlisted")), 1).await;
    let private = Table::waiting(&app, terms_with(2, "visibility", json!("private"))).await;
    private.seats[0].post(&private.path("/invitations"), json!({"username": "bob"})).await.expect(200);
    private.seats[1].post_empty(&private.path("/join")).await.expect(200);
    private.seats[1].post_empty(&private.path("/resign")).await.expect(200);
    let aborted = Table::started(&app, terms(2)).await;
    for seat in 0..2 {
        aborted.seats[seat].post_empty(&aborted.path("/abort")).await.expect(200);
    }
    let played = Table::started(&app, terms(3)).await;
    let mut dice = dice(5);
    let mut last = None;
    while let Some(played) = played.play_random(&mut dice).await {
        last = Some(played.answer);
    }
    assert!(last.is_some());
    let won = won_by_first(&played).await;
    let counted = json!([
        {"ruleset": "splendor", "seats": 2, "games": 2, "wins": 1},
        {"ruleset": "splendor", "seats": 3, "games": 1, "wins": i32::from(won)},
    ]);
    assert_eq!(totals().await, counted);
    // The same before and after they are added up, by whichever server.
    while stored.texts("SELECT count(*)::text FROM finished_seats").await != ["0"] {
        assert_eq!(totals().await, counted);
        look_again().await;
    }
    assert_eq!(totals().await, counted);
    assert_eq!(stored.texts("SELECT sum(games)::text FROM player_totals").await, ["7"]);
    let history = app.anonymous().get(path).await.expect(200).json["history"].clone();
    let history = app.anonymous().get(history.as_str().unwrap()).await.expect(200).json;
    assert!(history["items"].as_array().is_some_and(|items| items.len() >= 3), "{history}");
}

#[tokio::test]
async fn a_stored_value_that_cannot_be_read_is_an_error_and_not_a_guess() {
    let app = TestApp::spawn().await;
    let mut stored = Stored::of(&app).await;
    app.user("ada").await;
    stored.execute("ALTER TABLE players DROP CONSTRAINT players_role_check").await;
    let total = "INSERT INTO player_totals SELECT id, 'splendor', 2, -1, 0 FROM players";
    for (broken, whole) in [
        ("UPDATE players SET role = 'emperor'", "UPDATE players SET role = 'player'"),
        ("UPDATE players SET avatar = -1", "UPDATE players SET avatar = 0"),
        (total, "DELETE FROM player_totals"),
    ] {
        stored.execute(broken).await;
        let refused = app.anonymous().get("/v1/players/ada").await.expect(500).json;
        assert_eq!(refused["code"], "internal_error", "{broken}");
        stored.execute(whole).await;
        app.anonymous().get("/v1/players/ada").await.expect(200);
    }
}

/// Returns whether the first seat has the best rank in the result of a game.
async fn won_by_first(table: &Table<'_>) -> bool {
    let result = table.view(0).await["result"].clone();
    let ranks = result["ranks"].as_array().cloned().unwrap_or_default();
    assert!(!ranks.is_empty(), "{result}");
    ranks[0] == json!(1)
}
