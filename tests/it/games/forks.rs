//! Forks: a position of a game that is over becomes a new game, whose hidden cards are dealt anew and
//! provably.

use lapidary::cli::verify;
use reqwest::Method;
use serde_json::{Value, json};

use super::board_pictures::is_drawn_as_by_the_server;
use super::stored::{Stored, shift};
use super::table::{NAMES, Table, dice, terms, terms_with};
use crate::app::{Answer, Caller, TestApp};

/// What everybody sees of a position, without what belongs to the game as a whole.
fn table_of(view: &Value) -> Vec<Value> {
    [
        "ruleset",
        "modules",
        "options",
        "supply",
        "market",
        "nobles",
        "cities",
        "board",
        "tiled_villages",
        "turn",
        "to_act",
    ]
    .map(|field| view[field].clone())
    .to_vec()
}

/// Forks a game at a version as its first player, and lets the others join.
async fn fork<'a>(over: &Table<'a>, at: u64, body: Value) -> Table<'a> {
    let creator = over.app.user(NAMES[0]).await;
    let made = creator.post(&over.path(&format!("/fork?at={at}")), body).await.expect(201);
    let id = made.json["id"].as_str().expect("an id").to_owned();
    assert_eq!(made.header("location"), format!("/v1/games/{id}"));
    assert_eq!(made.json["origin"]["game"], over.id.as_str());
    assert_eq!((&made.json["status"], &made.json["version"]), (&json!("waiting"), &json!(0)));
    let mut seats = vec![creator];
    for name in &NAMES[1..over.seats.len()] {
        let caller = over.app.user(name).await;
        caller.post_empty(&format!("/v1/games/{id}/join")).await.expect(200);
        seats.push(caller);
    }
    Table { app: over.app, id, seats }.seated().await
}

async fn export(table: &Table<'_>) -> Answer {
    let export = table.app.anonymous().get(&table.path("/export")).await.expect(200);
    let sides = lapidary::boards::load(None).expect("our boards are sound");
    verify::check(&export.text, &sides).unwrap_or_else(|difference| panic!("{difference}\n{}", export.text));
    is_drawn_as_by_the_server(table, &export.json).await;
    export
}

/// Checks that a fork shows the position of its origin, without anything that was hidden there.
async fn shows_the_position(over: &Table<'_>, forked: &Table<'_>) {
    let at = forked.public_view().await["origin"]["at"].clone();
    let then = forked.app.anonymous().get(&over.path(&format!("?at={at}"))).await.expect(200).json;
    let now = forked.public_view().await;
    assert_eq!(table_of(&now), table_of(&then), "{now}");
    for (seat, owned) in now["seats"].as_array().expect("a list").iter().enumerate() {
        let before = &then["seats"][seat];
        for field in ["tokens", "cards", "bonuses", "nobles", "prestige", "tiles", "place"] {
            assert_eq!(owned[field], before[field], "{field} of seat {seat}");
        }
        for (place, held) in owned["hand"].as_array().into_iter().flatten().enumerate() {
            let was = &before["hand"][place];
            assert_eq!(held["hidden"] == true, was["blind"] == true, "{held} was {was}");
        }
        let own = forked.view(seat).await["seats"][seat].clone();
        assert!(own["hand"].as_array().into_iter().flatten().all(|held| held["card"].is_string()));
    }
    // The first entry has the position too, for each viewer with their own cards.
    for viewer in [forked.seats[0].clone(), forked.app.anonymous()] {
        let events = viewer.get(&forked.path("/events")).await.expect(200).json;
        let (start, view) = (&events["events"][0], viewer.get(&forked.path("?at=1")).await.expect(200).json);
        assert_eq!((&start["seq"], &start["type"]), (&json!(1), &json!("started")));
        let fork = &start["data"]["fork"];
        assert_eq!((&fork["origin"], &fork["turn"]), (&view["origin"], &view["turn"]));
        for (seat, holdings) in fork["holdings"].as_array().expect("a list").iter().enumerate() {
            assert_eq!(holdings["hand"], view["seats"][seat]["hand"]);
            assert_eq!(holdings["tokens"], view["seats"][seat]["tokens"]);
        }
    }
}

#[tokio::test]
async fn a_fork_goes_on_from_the_position_and_its_export_proves_every_deal() {
    let app = TestApp::spawn().await;
    let mut dice = dice(91);
    for (seats, ruleset, modules) in [
        (2, "splendor", json!([])),
        (3, "splendor", json!(["orient", "strongholds", "trading_posts", "cities"])),
        (2, "kids", json!(["mysteries"])),
    ] {
        let mut terms = terms_with(seats, "ruleset", json!(ruleset));
        terms["modules"] = modules;
        let over = Table::started(&app, terms).await;
        over.play_to_the_end(&mut dice).await;
        let end = over.public_view().await;
        let versions = end["version"].as_u64().expect("a version");
        let mut last = None;
        for at in [versions / 2, versions - 8] {
            let forked = fork(&over, at, json!({"entropy": "c0ffee"})).await;
            let view = forked.public_view().await;
            assert_eq!(
                (&view["version"], &view["status"], &view["rated"]),
                (&json!(1), &json!("active"), &json!(false))
            );
            assert!(view["commitment"] != end["commitment"]);
            shows_the_position(&over, &forked).await;
            forked.play_to_the_end(&mut dice).await;
            let export = export(&forked).await;
            assert_eq!(export.json["format"], "lapidary-export-2");
            assert!(export.json["deal"]["deal_id"] != export.json["ancestors"][0]["deal_id"]);
            assert_eq!(forked.public_view().await["status"], "finished");
            last = Some(forked);
        }
        // A fork can be forked, and its export then begins with the first game.
        let last = last.expect("a fork");
        let again = fork(&last, 1, json!({"seat": 1})).await;
        assert_eq!(again.seats[1].get("/v1/me").await.json["username"], NAMES[0], "the creator has the seat");
        again.play_to_the_end(&mut dice).await;
        assert_eq!(export(&again).await.json["ancestors"].as_array().map(Vec::len), Some(2));
        keep(&again, ruleset).await;
        assert!(over.app.anonymous().get(&over.path("/export")).await.json.get("ancestors").is_none());
    }
}

/// Writes the export where the environment says, to become one of the kept exports.
async fn keep(table: &Table<'_>, name: &str) {
    if let Some(directory) = std::env::var_os("LAPIDARY_KEEP_EXPORTS") {
        let export = table.app.anonymous().get(&table.path("/export")).await.expect(200);
        let path = std::path::Path::new(&directory).join(format!("{name}-fork.json"));
        std::fs::write(path, export.text).expect("the file can be written");
    }
}

#[tokio::test]
async fn only_a_position_of_a_game_that_is_over_can_be_forked() {
    let app = TestApp::spawn().await;
    let ada = app.user("ada").await;
    let forked = async |caller: &Caller<'_>, table: &Table<'_>, query: &str, body: Value| {
        caller.post(&table.path(&format!("/fork{query}")), body).await
    };
    let waiting = Table::waiting(&app, terms(2)).await;
    forked(&ada, &waiting, "?at=1", json!({})).await.expect_problem(409, "game_not_started");
    ada.post_empty(&waiting.path("/abort")).await.expect(200);
    forked(&ada, &waiting, "?at=1", json!({})).await.expect_problem(409, "game_not_started");

    let table = Table::started(&app, terms(2)).await;
    forked(&ada, &table, "?at=1", json!({})).await.expect_problem(409, "game_not_finished");
    table.play_some(&mut dice(92), 6).await;
    table.seats[1].post_empty(&table.path("/resign")).await.expect(200);
    let end = table.public_view().await["version"].as_u64().expect("a version");
    for query in ["", "?at=0", "?at=-1", "?at=x", "?at=99", "?at=1&at=2", "?at=1&x=1"] {
        forked(&ada, &table, query, json!({})).await.expect_problem(400, "malformed");
    }
    for at in [end - 1, end] {
        let refused = forked(&ada, &table, &format!("?at={at}"), json!({})).await;
        refused.expect_problem(409, "game_finished");
    }
    for body in
        [json!({"seat": 2}), json!({"seat": 4}), json!({"seats": 2}), json!({"entropy": "0"}), json!([])]
    {
        forked(&ada, &table, "?at=1", body).await.expect_problem(422, "validation_failed");
    }
    // Somebody without a seat can fork it too, once for each key and position.
    let stranger = app.user("stranger").await;
    let keyed = async |at: u64, body: Value| {
        let request = stranger.request(Method::POST, &table.path(&format!("/fork?at={at}")));
        Answer::to(request.header("idempotency-key", "k").json(&body)).await
    };
    let first = keyed(2, json!({})).await.expect(201).json["id"].clone();
    assert_eq!(keyed(2, json!({})).await.expect(201).json["id"], first);
    assert!(keyed(3, json!({})).await.expect(201).json["id"] != first, "another position is another fork");
    keyed(2, json!({"seat": 0})).await.expect_problem(422, "idempotency_key_reused");

    let player = stranger.get("/v1/me").await.json["id"].as_str().expect("an id").to_owned();
    let claim = format!("hashtextextended('{player} POST {} k', 0)", table.path("/fork?at=4"));
    let mut stored = Stored::of(&app).await;
    stored.execute(&format!("SELECT pg_advisory_lock({claim})")).await;
    keyed(4, json!({})).await.expect_problem(409, "idempotency_in_progress");
    stored.execute(&format!("SELECT pg_advisory_unlock({claim})")).await;

    let text = format!("/v1/games/{}/export", first.as_str().expect("an id"));
    let text = app.anonymous().request(Method::GET, &text).header("accept", "text/plain");
    Answer::to(text).await.expect_problem(422, "not_available");

    let private = Table::waiting(&app, terms_with(2, "visibility", json!("private"))).await;
    let path = private.path("/invitations");
    private.seats[0].post(&path, json!({"username": "bob"})).await.expect(200);
    private.seats[1].post_empty(&private.path("/join")).await.expect(200);
    private.seats[1].post_empty(&private.path("/resign")).await.expect(200);
    forked(&stranger, &private, "?at=1", json!({})).await.expect_problem(404, "not_found");
    let public = forked(&ada, &private, "?at=1", json!({"visibility": "public"})).await;
    public.expect_problem(422, "validation_failed");
    let made = forked(&ada, &private, "?at=1", json!({})).await.expect(201);
    assert_eq!(made.json["visibility"], "private");

    let frozen = Table::started(&app, terms(2)).await;
    let id = &frozen.id;
    let freeze = format!("UPDATE games SET status = 'frozen' WHERE id = '{id}'");
    stored.execute(&freeze).await;
    forked(&ada, &frozen, "?at=1", json!({})).await.expect_problem(409, "game_frozen");
}

#[tokio::test]
async fn a_position_without_a_seat_or_with_too_many_ancestors_is_no_fork() {
    let app = TestApp::spawn_with(|settings| settings.games.waiting_games_per_account = 1).await;
    let table = Table::started(&app, terms(3)).await;
    table.seats[2].post_empty(&table.path("/resign")).await.expect(200);
    table.play_some(&mut dice(93), 3).await;
    table.seats[1].post_empty(&table.path("/resign")).await.expect(200);
    let refused = table.seats[0].post(&table.path("/fork?at=3"), json!({})).await;
    refused.expect_problem(422, "not_available");

    let mut table = table;
    for _ in 0..4 {
        table = fork(&table, 1, json!({"seat": 0})).await;
        for seat in [0, 1] {
            table.seats[seat].post_empty(&table.path("/resign")).await.expect(200);
        }
    }
    export(&table).await;
    let refused = table.seats[2].post(&table.path("/fork?at=1"), json!({})).await;
    refused.expect_problem(422, "not_available");

    table.seats[0].post("/v1/games", terms(2)).await.expect(201);
    let over = Table {
        app: &app,
        id: table.public_view().await["origin"]["game"].as_str().expect("an id").to_owned(),
        seats: Vec::new(),
    };
    let refused = table.seats[0].post(&over.path("/fork?at=1"), json!({})).await;
    refused.expect_problem(409, "too_many_games");
}

#[tokio::test]
async fn a_fork_shows_nobody_the_end_of_a_game_before_they_may_see_it() {
    let app = TestApp::spawn().await;
    let table = Table::started(&app, terms_with(2, "spectator_delay", json!({"ms": 3_600_000}))).await;
    table.seats[1].post_empty(&table.path("/resign")).await.expect(200);
    let path = table.path("/fork?at=1");
    table.seats[0].post(&path, json!({})).await.expect_problem(409, "game_not_finished");
    let id = &table.id;
    let earlier = shift("at", "- interval '2 hours'");
    let moved = format!("UPDATE game_log SET {earlier} WHERE game_id = '{id}'");
    Stored::of(&app).await.execute(&moved).await;
    table.seats[0].post(&path, json!({})).await.expect(201);
}
