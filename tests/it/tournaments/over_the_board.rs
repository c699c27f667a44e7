//! Tournaments over the board: no games are made, guests take part, and people tell the results.

use std::collections::BTreeSet;

use reqwest::Method;
use serde_json::{Value, json};

use super::arena::recompute;
use super::invariants::check_export;
use super::scene::{Scene, entries, seatings, settings};
use crate::app::{Answer, Caller, TestApp};

/// Returns changed settings: tables of two with the box.
fn with_the_box() -> Value {
    json!({"ruleset": "splendor", "seats": 2, "rounds": 2, "play": "over_the_board"})
}

pub async fn send_csv(caller: &Caller<'_>, path: &str, list: &str) -> Answer {
    let request = caller.request(Method::POST, path).header("content-type", "text/csv");
    Answer::to(request.body(list.to_owned())).await
}

#[tokio::test]
async fn a_list_of_five_hundred_has_room_and_may_come_from_any_spreadsheet() {
    let app = TestApp::shared().await;
    let mut changed = with_the_box();
    changed["entries_max"] = json!(1_000);
    let scene = Scene::new(&app, changed, 0).await;
    let path = scene.at("/entries");
    let guests = |separator: &str| {
        let lines = (1..=500).map(|number| format!("Гость из далёкого города {number}{separator}\n"));
        std::iter::once(format!("guest{separator}username\n")).chain(lines).collect::<String>()
    };
    let list = guests(";");
    assert!(list.len() > 20_000);
    let added = send_csv(&scene.organizer, &path, &list).await.expect(201).json;
    assert_eq!(added["items"][499]["guest"], "Гость из далёкого города 500");
    // Each is there already.
    let again = send_csv(&scene.organizer, &path, &guests("\t")).await;
    assert_eq!(again.expect_problem(422, "validation_failed").pointers(), ["/lines/2/guest"]);
    let unquoted = send_csv(&scene.organizer, &path, "guest\nHopper, Grace\n").await;
    assert_eq!(unquoted.expect_problem(422, "validation_failed").pointers(), ["/lines/2"]);
    let large = send_csv(&scene.organizer, &path, &"x".repeat(512 * 1024 + 1)).await;
    assert!(large.expect_problem(413, "payload_too_large").text.contains("512 KiB"));
    // Nobody else has room for so much.
    let stranger = app.user("stranger").await;
    let refused = send_csv(&stranger, &path, &"x".repeat(100 * 1024)).await;
    refused.expect_problem(403, "not_organizer");
}

#[tokio::test]
async fn five_hundred_lines_of_any_length_are_one_list() {
    let app = TestApp::shared().await;
    let mut changed = with_the_box();
    changed["entries_max"] = json!(1_000);
    changed["teams"] = json!({"size_max": 2, "size_min": 1});
    let scene = Scene::new(&app, changed, 0).await;
    let long = |number: usize| format!("{number:03}{}", "\u{20000}".repeat(57));
    let lines = (0..500).map(|number| format!("{};{};1;1500\n", long(number), long(number / 2)));
    let list: String = std::iter::once("guest;team;seed;rating\n".to_owned()).chain(lines).collect();
    assert!(list.len() > 230_000, "{}", list.len());
    let added = send_csv(&scene.organizer, &scene.at("/entries"), &list).await.expect(201).json;
    assert_eq!(added["items"][499]["guest"], long(499));
    // The same connection has no more room than others after it.
    assert_eq!(counted(&scene.organizer, &scene.path).await, 100);
}

async fn counted(caller: &Caller<'_>, path: &str) -> usize {
    let entries = caller.get(&format!("{path}/entries?limit=100")).await.expect(200);
    entries.json["items"].as_array().expect("entries").len()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_swiss_of_fifteen_is_played_without_one_game() {
    let app = TestApp::shared().await;
    let changed = json!({"ruleset": "splendor", "seats": 3, "rounds": 4, "play": "over_the_board",
        "description": ["Town hall, Saturday at 10:00.", "Bring your own box."]});
    let scene = Scene::new(&app, changed, 0).await;
    let names: Vec<String> = (1..=15).map(|number| format!("Guest {number}")).collect();
    let list = format!("guest\r\n{}\r\n", names.join("\r\n"));
    let added = send_csv(&scene.organizer, &scene.at("/entries"), &list).await.expect(201).json;
    assert_eq!(added["items"][14]["entry"], 15);
    assert_eq!(added["items"][14]["guest"], "Guest 15");
    assert_eq!(added["items"][14]["player"]["username"], Value::Null);
    scene.start().await;
    let mut met = BTreeSet::new();
    for number in 1..=4_u64 {
        let round = scene.next().await;
        assert_eq!((&round["status"], round["tables"].as_array().map(Vec::len)), (&json!("open"), Some(5)));
        for table in round["tables"].as_array().expect("tables") {
            assert_eq!((&table["status"], &table["game"]), (&json!("playing"), &Value::Null));
            let seats = entries(table);
            for (place, one) in seats.iter().enumerate() {
                met.extend(seats[..place].iter().map(|other| (*one.min(other), *one.max(other))));
            }
            let result = json!({"places": [2, 1, 3], "prestige": [14, 16, 9], "reason": "slip of the table"});
            scene.post(&format!("/tables/{}/result", table["table"]), result).await.expect(204);
        }
        let path = format!("/rounds/{number}");
        let closed = scene.until(&path, |round| round["status"] == "closed").await;
        assert_eq!(closed["tables"][0]["decided_by"], "arbiter");
    }
    assert_eq!(met.len(), 60, "nobody meets anybody twice");
    scene.organizer.post_empty(&scene.at("/close")).await.expect(200);
    let tournament = scene.get("").await;
    assert_eq!((&tournament["status"], &tournament["play"]), (&json!("finished"), &json!("over_the_board")));
    assert_eq!(tournament["description"], json!(["Town hall, Saturday at 10:00.", "Bring your own box."]));
    let export = scene.get("/export").await;
    assert_eq!(export["games"], json!([]));
    check_export(&export);
    let verdict = recompute(&export);
    assert!(verdict.as_ref().is_none_or(|verdict| *verdict == Ok(())), "{verdict:?}");
    let games = scene.organizer.get("/v1/me/organized-games").await.expect(200).json;
    assert_eq!(games["items"], json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_report_file_has_the_names_of_guests() {
    let app = TestApp::shared().await;
    let scene = Scene::new(&app, with_the_box(), 0).await;
    send_csv(&scene.organizer, &scene.at("/entries"), "guest\nAda L.\n\"Hopper, Grace\"").await.expect(201);
    scene.start().await;
    let round = scene.next().await;
    let table = &round["tables"][0]["table"];
    scene
        .post(&format!("/tables/{table}/result"), json!({"places": [1, 2], "reason": "x"}))
        .await
        .expect(204);
    scene.until("/rounds/1", |round| round["status"] == "closed").await;
    let report = scene.organizer.get(&scene.at("/export?format=trf")).await.expect(200).text;
    assert!(report.contains("Ada L.") && report.contains("Hopper, Grace"), "{report}");
    let pairings = scene.organizer.get(&scene.at("/rounds/1?format=csv")).await.expect(200);
    assert_eq!(pairings.header("content-type"), "text/csv; charset=utf-8");
    assert!(pairings.text.contains("\"Hopper, Grace\""), "{}", pairings.text);
    let standings = scene.organizer.get(&scene.at("/standings?format=csv")).await.expect(200).text;
    assert!(standings.contains("Ada L."), "{standings}");
}

#[tokio::test(flavor = "multi_thread")]
async fn two_players_of_a_table_confirm_each_other() {
    let app = TestApp::spawn().await;
    let scene = Scene::new(&app, with_the_box(), 4).await;
    scene.start().await;
    let round = scene.next().await;
    let table = &round["tables"][0];
    let (seats, path) = (entries(table), scene.at(&format!("/tables/{}/report", table["table"])));
    let (first, second) = (&scene.players[&seats[0]], &scene.players[&seats[1]]);
    let said = json!({"places": [1, 2], "prestige": [16, 11]});
    let reported = first.post(&path, &said).await.expect(200).json;
    assert_eq!(reported["status"], "playing");
    assert_eq!(
        reported["report"],
        json!({"entry": seats[0], "places": [1, 2], "prestige": [16, 11], "cards": null})
    );
    // Nobody confirms themself, and reports that contradict each other decide nothing.
    assert_eq!(first.post(&path, &said).await.expect(200).json["status"], "playing");
    let other = second.post(&path, json!({"places": [2, 1]})).await.expect(200).json;
    assert_eq!((&other["status"], &other["report"]["entry"]), (&json!("playing"), &json!(seats[1])));
    assert_eq!((&other["disputed"], &other["final_at"]), (&json!(true), &Value::Null));
    first.post(&path, &said).await.expect(200);
    let confirmed = second.post(&path, &said).await.expect(200).json;
    assert_eq!((&confirmed["status"], &confirmed["decided_by"]), (&json!("done"), &json!("players")));
    assert_eq!(confirmed["report"], Value::Null);
    assert_eq!(confirmed["seats"][0]["prestige"], 16);
    second.post(&path, &said).await.expect_problem(409, "table_state");
    // Until the next round is paired, an organizer corrects it.
    let set = json!({"places": [2, 1], "reason": "typed wrong"});
    scene.post(&format!("/tables/{}/result", table["table"]), set).await.expect(204);
    let now = scene.get("/rounds/1").await;
    assert_eq!(
        (&now["tables"][0]["decided_by"], &now["tables"][0]["seats"][0]["place"]),
        (&json!("arbiter"), &json!(2))
    );
    // Those who have no seat there have no say.
    let stranger = scene.players.iter().find(|(entry, _)| !seats.contains(entry)).expect("another player").1;
    stranger.post(&path, &said).await.expect_problem(403, "not_seated");
    let open = scene.at(&format!("/tables/{}/report", round["tables"][1]["table"]));
    scene.organizer.post(&open, &said).await.expect_problem(403, "not_seated");
    let own = &scene.players[&entries(&round["tables"][1])[0]];
    own.post(&open, json!({"places": [1, 3]})).await.expect_problem(422, "validation_failed");
    own.post(&scene.at("/tables/99/report"), &said).await.expect_problem(404, "not_found");
    let audit = scene.get("/audit?limit=100").await;
    let kinds: Vec<&str> =
        audit["items"].as_array().expect("a page").iter().filter_map(|one| one["kind"].as_str()).collect();
    let count = |kind: &str| kinds.iter().filter(|known| **known == kind).count();
    assert_eq!((count("result_reported"), count("result_confirmed"), count("table_started")), (2, 1, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn two_reports_at_the_same_moment_decide_a_table_once() {
    let app = TestApp::spawn().await;
    for _ in 0..4 {
        let organizer = app.user("organizer").await;
        let made = organizer.post("/v1/tournaments", settings(&with_the_box())).await.expect(201);
        let path = format!("/v1/tournaments/{}", made.json["id"].as_str().expect("an id"));
        let (ada, grace) = (app.user("ada").await, app.user("grace").await);
        for player in [&ada, &grace] {
            player.post_empty(&format!("{path}/enter")).await.expect(200);
        }
        organizer.post_empty(&format!("{path}/start")).await.expect(200);
        let round = organizer.post_empty(&format!("{path}/rounds/next")).await.expect(201).json;
        let report = format!("{path}/tables/{}/report", round["tables"][0]["table"]);
        let said = json!({"places": [1, 2]});
        let (one, other) = tokio::join!(ada.post(&report, &said), grace.post(&report, &said));
        one.expect(200);
        other.expect(200);
        // A response shows the table as it is when it is read, so the first one may show both reports
        // already.
        let audit = organizer.get(&format!("{path}/audit?limit=100")).await.expect(200).json;
        let kinds = audit["items"].as_array().expect("a page").iter().map(|one| &one["kind"]);
        let of_kind = |wanted: &str| kinds.clone().filter(|kind| *kind == wanted).count();
        assert_eq!((of_kind("result_reported"), of_kind("result_confirmed")), (1, 1), "{audit}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_is_claimed_with_a_code_and_keeps_the_results() {
    let app = TestApp::spawn().await;
    let mut changed = with_the_box();
    changed["visibility"] = json!("private");
    let scene = Scene::new(&app, changed, 0).await;
    for name in ["Ada", "Grace"] {
        scene.post("/entries", json!({"guest": name})).await.expect(201);
    }
    scene.start().await;
    let round = scene.next().await;
    let table = &round["tables"][0];
    scene
        .post(&format!("/tables/{}/result", table["table"]), json!({"places": [1, 2], "reason": "x"}))
        .await
        .expect(204);
    let winner = entries(table)[0];
    let (ada, eve) = (app.user("ada").await, app.user("eve").await);
    ada.get(&scene.path).await.expect_problem(404, "not_found");
    let old =
        scene.organizer.post_empty(&scene.at(&format!("/entries/{winner}/claim-code"))).await.expect(201);
    let code =
        scene.organizer.post_empty(&scene.at(&format!("/entries/{winner}/claim-code"))).await.expect(201);
    let code = code.json["code"].as_str().expect("a code").to_owned();
    ada.post(&scene.at("/claim"), json!({"code": old.json["code"]})).await.expect_problem(404, "not_found");
    let claimed = ada.post(&scene.at("/claim"), json!({"code": code.to_lowercase()})).await.expect(200).json;
    assert_eq!((&claimed["entry"], &claimed["player"]["username"]), (&json!(winner), &json!("ada")));
    assert_eq!(claimed["guest"], Value::Null);
    eve.post(&scene.at("/claim"), json!({"code": code})).await.expect_problem(404, "not_found");
    let standings = ada.get(&scene.at("/standings")).await.expect(200).json;
    assert_eq!(standings["items"][0]["player"]["username"], "ada");
    // An entry of a player with an account is no guest's any more, and nobody has two.
    let own = format!("/entries/{winner}");
    scene.organizer.patch(&scene.at(&own), json!({"guest": "x"})).await.expect_problem(422, "not_available");
    let again = scene.organizer.post_empty(&scene.at(&format!("{own}/claim-code"))).await;
    again.expect_problem(422, "not_available");
    let loser = entries(table)[1];
    let code =
        scene.organizer.post_empty(&scene.at(&format!("/entries/{loser}/claim-code"))).await.expect(201);
    let second = ada.post(&scene.at("/claim"), json!({"code": code.json["code"]})).await;
    second.expect_problem(409, "already_entered");
    let renamed =
        scene.organizer.patch(&scene.at(&format!("/entries/{loser}")), json!({"guest": "Grace H."})).await;
    assert_eq!(renamed.expect(200).json["guest"], "Grace H.");
    let audit = scene.get("/audit?limit=100").await.to_string();
    assert!(audit.contains("guest_renamed") && audit.contains("entry_claimed"), "{audit}");
    assert!(!audit.contains("Grace"), "the audit keeps no names of guests: {audit}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_who_is_entered_by_name_takes_the_entry_by_entering() {
    let app = TestApp::spawn().await;
    let scene = Scene::new(&app, with_the_box(), 0).await;
    let ada = app.user("ada").await;
    let list = "guest,username\n,ada\nGrace,";
    let added = send_csv(&scene.organizer, &scene.at("/entries"), list).await.expect(201).json;
    // Nothing links the account to the tournament before the player says so.
    assert_eq!(
        (&added["items"][0]["guest"], &added["items"][0]["player"]["username"]),
        (&json!("ada"), &Value::Null)
    );
    let mine = ada.get("/v1/me/tournaments").await.expect(200).json;
    assert_eq!(mine["items"][0]["id"], scene.get("").await["id"]);
    scene.start().await;
    scene.next().await;
    let own = ada.post_empty(&scene.at("/enter")).await.expect(200).json;
    assert_eq!((&own["entry"], &own["player"]["username"]), (&json!(1), &json!("ada")));
    ada.post_empty(&scene.at("/enter")).await.expect_problem(409, "already_entered");
    assert_eq!(seatings(&scene.get("/rounds/1").await).concat().len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn mistakes_with_entries_change_nothing() {
    let app = TestApp::spawn().await;
    let mut changed = with_the_box();
    changed["entries_max"] = json!(5);
    let scene = Scene::new(&app, changed, 1).await;
    let path = scene.at("/entries");
    for (list, pointer) in [
        ("name\nAda", "/lines/1"),
        ("guest\n\n", "/lines"),
        ("guest\nAda\nada", "/lines/3/guest"),
        ("guest\nAda\nplayer1", "/lines/3/guest"),
        ("username\nnobody", "/lines/2/username"),
        ("username\nplayer1", "/lines/2/username"),
        ("username\nmaster", "/lines/2/username"),
        ("guest,username\nAda,player1", "/lines/2"),
    ] {
        let refused = send_csv(&scene.organizer, &path, list).await.expect_problem(422, "validation_failed");
        assert_eq!(refused.pointers(), [pointer], "{list:?}");
    }
    send_csv(&scene.organizer, &path, "guest\n\"Ada").await.expect_problem(400, "malformed");
    let full = send_csv(&scene.organizer, &path, "guest\nA\nB\nC\nD\nE").await;
    full.expect_problem(409, "tournament_full");
    for body in [json!({}), json!({"guest": "Ada", "username": "player1"})] {
        scene.post("/entries", body).await.expect_problem(422, "validation_failed");
    }
    let player = &scene.players[&1];
    player.post(&path, json!({"guest": "Ada"})).await.expect_problem(403, "not_organizer");
    player.patch(&scene.at("/entries/1"), json!({"guest": "Ada"})).await.expect_problem(403, "not_organizer");
    player.post_empty(&scene.at("/entries/1/claim-code")).await.expect_problem(403, "not_organizer");
    for (method, rest) in [(Method::PATCH, "/entries/9"), (Method::POST, "/entries/9/claim-code")] {
        let request = scene.organizer.request(method.clone(), &scene.at(rest));
        let request = if method == Method::PATCH { request.json(&json!({"guest": "x"})) } else { request };
        Answer::to(request).await.expect_problem(404, "not_found");
    }
    assert_eq!(counted(&scene.organizer, &scene.path).await, 1);
    send_csv(&scene.organizer, &path, "guest\nA\nB").await.expect(201);
    // The same list again adds nobody.
    send_csv(&scene.organizer, &path, "guest\nA\nB").await.expect_problem(422, "validation_failed");
    let renamed = scene.organizer.patch(&scene.at("/entries/2"), json!({"guest": "b"})).await;
    renamed.expect_problem(422, "validation_failed");
    scene.start().await;
    for number in 1..=2 {
        let round = scene.next().await;
        for table in round["tables"].as_array().expect("tables") {
            let set = json!({"places": [1, 2], "reason": "x"});
            scene.post(&format!("/tables/{}/result", table["table"]), set).await.expect(204);
        }
        scene.until(&format!("/rounds/{number}"), |round| round["status"] == "closed").await;
    }
    scene.post("/entries", json!({"guest": "late"})).await.expect_problem(409, "registration_closed");
    let code = scene.organizer.post_empty(&scene.at("/entries/2/claim-code")).await.expect(201).json;
    scene.organizer.post(&scene.at("/close"), json!({"cancel": true})).await.expect(200);
    scene.post("/entries", json!({"guest": "late"})).await.expect_problem(409, "tournament_state");
    let late = app.user("late").await.post(&scene.at("/claim"), json!({"code": code["code"]})).await;
    late.expect_problem(409, "tournament_state");
    assert_eq!(counted(&scene.organizer, &scene.path).await, 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn only_events_over_the_board_have_guests_and_reports() {
    let app = TestApp::shared().await;
    let scene = Scene::new(&app, json!({"seats": 2, "play": "server"}), 2).await;
    scene.post("/entries", json!({"guest": "Ada"})).await.expect_problem(422, "not_available");
    let early = scene.players[&1].post(&scene.at("/tables/1/report"), json!({"places": [1, 2]})).await;
    early.expect_problem(422, "not_available");
    for changed in [
        json!({"clock": {"kind": "live", "initial_ms": 600_000, "increment_ms": 0}}),
        json!({"rated": true}),
        json!({"duplicate": true}),
        json!({"format": "arena", "rounds": null, "duration_ms": 600_000}),
        json!({"ready_check_ms": 1_000}),
        json!({"players": "bot"}),
    ] {
        let mut changed = changed;
        changed["play"] = json!("over_the_board");
        let refused = scene.organizer.post("/v1/tournaments", settings(&changed)).await;
        refused.expect_problem(422, "validation_failed");
    }
    // A tournament that has guests stays over the board.
    scene.organizer.patch(&scene.path, json!({"play": "over_the_board"})).await.expect(200);
    let before = scene.players[&1].post(&scene.at("/tables/1/report"), json!({"places": [1, 2]})).await;
    before.expect_problem(409, "tournament_state");
    scene.post("/entries", json!({"guest": "Ada"})).await.expect(201);
    let back = scene.organizer.patch(&scene.path, json!({"play": "server"})).await;
    assert_eq!(back.expect_problem(422, "validation_failed").pointers(), ["/play"]);
    scene.start().await;
    scene
        .organizer
        .patch(&scene.path, json!({"play": "server"}))
        .await
        .expect_problem(409, "tournament_state");
    scene.organizer.patch(&scene.path, json!({"description": ["Moved to room 2."]})).await.expect(200);
    let round = scene.next().await;
    let pause =
        scene.post(&format!("/tables/{}/pause", round["tables"][0]["table"]), json!({"reason": "x"})).await;
    pause.expect_problem(422, "not_available");
    scene.post("/rounds/1/unpair", json!({"reason": "wrong list"})).await.expect(200);
    let round = scene.next().await;
    let table = &round["tables"][0];
    let swapped: Vec<u64> = entries(table).into_iter().rev().collect();
    let seats = json!({"entries": swapped, "reason": "wrong seats"});
    scene.post(&format!("/tables/{}/substitute", table["table"]), seats).await.expect(204);
    assert_eq!(entries(&scene.get("/rounds/1").await["tables"][0]), swapped);
    scene
        .post(&format!("/tables/{}/result", table["table"]), json!({"places": [1, 2], "reason": "x"}))
        .await
        .expect(204);
    scene.until("/rounds/1", |round| round["status"] == "closed").await;
    let closed = scene.players[&1].post(&scene.at("/tables/1/report"), json!({"places": [1, 2]})).await;
    closed.expect_problem(409, "round_closed");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_has_no_seat_at_a_table_with_the_box() {
    let app = TestApp::shared().await;
    let scene = Scene::new(&app, with_the_box(), 0).await;
    scene.post("/entries", json!({"guest": "Ada"})).await.expect(201);
    let owner = app.user("owner").await;
    owner.post("/v1/me/bots", json!({"username": "robot"})).await.expect(201);
    let token = owner
        .post("/v1/me/bots/robot/tokens", json!({"name": "t", "scopes": ["read", "play", "tournaments"]}));
    let token = token.await.expect(201).json["token"].as_str().expect("a token").to_owned();
    let bot = app.with_token(&token);
    bot.post_empty(&scene.at("/enter")).await.expect_problem(403, "player_kind");
    let code = scene.organizer.post_empty(&scene.at("/entries/1/claim-code")).await.expect(201).json;
    bot.post(&scene.at("/claim"), json!({"code": code["code"]})).await.expect_problem(403, "player_kind");
}

#[tokio::test(flavor = "multi_thread")]
async fn pairings_and_standings_are_printed_without_a_token() {
    let app = TestApp::shared().await;
    let scene = Scene::new(&app, with_the_box(), 0).await;
    send_csv(&scene.organizer, &scene.at("/entries"), "guest\n<b>Ada</b>\nGrace\nJoan").await.expect(201);
    let page = |rest: &str| format!("/t/{}{rest}", scene.path.trim_start_matches("/v1/tournaments/"));
    app.anonymous().get(&page("/pairings")).await.expect(404);
    scene.start().await;
    let round = scene.next().await;
    for rest in ["/pairings", "/pairings/1", "/standings"] {
        let html = app.anonymous().get(&page(rest)).await.expect(200);
        assert!(html.header("content-type").starts_with("text/html"), "{rest}");
        assert!(html.text.contains("Grace") && !html.text.contains("<b>Ada"), "{}", html.text);
        assert!(
            html.text.contains("http-equiv=\"refresh\"") && html.text.contains("format=csv"),
            "{}",
            html.text
        );
    }
    let table = &round["tables"][0]["table"];
    scene
        .post(&format!("/tables/{table}/result"), json!({"places": [1, 2], "reason": "x"}))
        .await
        .expect(204);
    for rest in ["/pairings/1", "/standings"] {
        let html = app.anonymous().get(&page(rest)).await.expect(200);
        assert!(html.text.contains("Grace") && !html.text.contains("<b>Ada"), "{}", html.text);
    }
    for rest in ["/pairings/2", "/pairings/x", "/pairings/99999"] {
        app.anonymous().get(&page(rest)).await.expect(404);
    }
    for path in ["/t/x/pairings", "/t/x/standings", "/t/01920000-0000-7000-8000-000000000000/standings"] {
        app.anonymous().get(path).await.expect(404);
    }
    // Nobody prints what only those who are invited may see.
    let mut private = with_the_box();
    private["visibility"] = json!("private");
    let hidden = scene.organizer.post("/v1/tournaments", settings(&private)).await.expect(201).json;
    let hidden = format!("/t/{}/standings", hidden["id"].as_str().expect("an id"));
    app.anonymous().get(&hidden).await.expect(404);
}
