//! What a hall needs: tables numbered in each round, fixed tables, the tables that are outstanding, slips,
//! the results of a round at once, and byes that organizers give.

use reqwest::Method;
use serde_json::{Value, json};

use super::csv_reader::read_csv;
use super::scene::{Scene, entries};
use crate::app::{Answer, Caller, TestApp};

/// Returns a tournament over the board with guests that has started.
async fn hall(app: &TestApp, seats: u8, guests: usize) -> Scene<'_> {
    let changed = json!({"ruleset": "splendor", "seats": seats, "rounds": 5, "play": "over_the_board",
        "byes": {"max": 2, "points": "half"}, "entries_max": 2048});
    let scene = Scene::new(app, changed, 0).await;
    let names: Vec<String> = (1..=guests).map(|number| format!("Guest {number}")).collect();
    for names in names.chunks(500) {
        let list = format!("guest\n{}", names.join("\n"));
        send_csv(&scene.organizer, &scene.at("/entries"), &list).await.expect(201);
    }
    scene.start().await;
    scene
}

async fn send_csv(caller: &Caller<'_>, path: &str, list: &str) -> Answer {
    let request = caller.request(Method::POST, path).header("content-type", "text/csv");
    Answer::to(request.body(list.to_owned())).await
}

async fn put(scene: &Scene<'_>, rest: &str, body: Value) -> Answer {
    Answer::to(scene.organizer.request(Method::PUT, &scene.at(rest)).json(&body)).await
}

fn tables(round: &Value) -> &Vec<Value> {
    round["tables"].as_array().expect("tables")
}

/// Returns a number of each table.
fn numbers(round: &Value, name: &str) -> Vec<u64> {
    tables(round).iter().map(|table| table[name].as_u64().expect("a number")).collect()
}

/// Returns the result by which the lower entry wins a table of two.
fn lower_wins(table: &Value) -> Value {
    let seats = entries(table);
    let places = if seats[0] < seats[1] { [1, 2] } else { [2, 1] };
    json!({"table": table["table"], "places": places})
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_are_numbered_from_one_in_each_round_and_a_fixed_one_keeps_its_number() {
    let app = TestApp::shared().await;
    let scene = hall(&app, 2, 8).await;
    assert_eq!(
        put(&scene, "/entries/8/fixed-table", json!({"table": 2})).await.expect(200).json["fixed_table"],
        2
    );
    let taken = put(&scene, "/entries/7/fixed-table", json!({"table": 2})).await;
    let taken = taken.expect_problem(422, "validation_failed");
    assert!(taken.pointers() == ["/table"] && taken.text.contains("entry 8"), "{}", taken.text);
    put(&scene, "/entries/9/fixed-table", json!({"table": 3})).await.expect_problem(404, "not_found");
    put(&scene, "/entries/1/fixed-table", json!({"table": 0})).await.expect_problem(422, "validation_failed");
    put(&scene, "/entries/1/fixed-table", json!({})).await.expect_problem(422, "validation_failed");
    for number in 1..=3_u64 {
        let planned =
            scene.organizer.post_empty(&scene.at("/rounds/next?dry_run=true")).await.expect(200).json;
        let round = scene.next().await;
        assert_eq!(numbers(&planned, "number_in_round"), numbers(&round, "number_in_round"));
        let mut in_round = numbers(&round, "number_in_round");
        in_round.sort_unstable();
        assert_eq!(in_round, [1, 2, 3, 4]);
        assert_eq!(numbers(&round, "table"), (4 * number - 3..=4 * number).collect::<Vec<_>>());
        let at = |entry: u64| {
            tables(&round).iter().find(|table| entries(table).contains(&entry)).expect("a table")
        };
        assert_eq!(at(8)["number_in_round"], 2);
        if number > 1 {
            // Entry 1 wins everything, so it sits at the first table that is free.
            assert_eq!(at(1)["number_in_round"], if entries(at(1)).contains(&8) { 2 } else { 1 });
        }
        let results: Vec<Value> = tables(&round).iter().map(lower_wins).collect();
        let body = json!({"results": results, "reason": "slips"});
        scene.post(&format!("/rounds/{number}/results"), body).await.expect(204);
        scene.until(&format!("/rounds/{number}"), |round| round["status"] == "closed").await;
    }
    // Where two fixed tables meet, the first entry keeps its table, and the audit says so.
    for entry in 1..=8 {
        put(&scene, &format!("/entries/{entry}/fixed-table"), json!({"table": null})).await.expect(200);
    }
    for entry in 1..=8 {
        let fixed = json!({"table": 10 + entry});
        put(&scene, &format!("/entries/{entry}/fixed-table"), fixed).await.expect(200);
    }
    let round = scene.next().await;
    for table in tables(&round) {
        let first = entries(table).into_iter().min().expect("an entry");
        assert_eq!(table["number_in_round"], 10 + first);
    }
    let audit = scene.get("/audit?limit=100").await;
    let paired = audit["items"].as_array().expect("acts").iter().find(|act| act["kind"] == "round_paired");
    let note = paired.expect("a round")["note"].as_str().expect("a note").to_owned();
    assert_eq!(note.matches("not at its fixed table").count(), 4, "{note}");
    let unknown = app.user("nobody").await;
    let path = scene.at("/entries/1/fixed-table");
    let request = unknown.request(Method::PUT, &path).json(&json!({"table": 5}));
    Answer::to(request).await.expect_problem(403, "not_organizer");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_file_of_a_round_is_filled_in_and_sent_back() {
    let app = TestApp::shared().await;
    let scene = hall(&app, 3, 9).await;
    scene.next().await;
    let file = scene.organizer.get(&scene.at("/rounds/1?format=csv")).await.expect(200).text;
    let lines = read_csv(&file);
    assert_eq!(lines.len(), 9);
    let filled = |places: [&str; 3], prestige: [&str; 3], tables: &[&str]| -> String {
        let seats = lines.iter().filter(|line| tables.contains(&line["table"].as_str()));
        let line = |line: &super::csv_reader::Line| {
            let seat: usize = line["seat"].parse().expect("a seat");
            let (table, entry, version) = (&line["table"], &line["entry"], &line["version"]);
            format!("{table};{seat};{entry};\"{}\";{};{version}\r\n", places[seat], prestige[seat])
        };
        std::iter::once("\u{feff}table;seat;entry;place;prestige;version\r\n".to_owned())
            .chain(seats.map(line))
            .collect()
    };
    let path = scene.at("/rounds/1/results");
    let right = filled(["2", "1", "3"], ["14", "16", "9"], &["1", "2"]);
    // A list of which one table does not fit changes nothing.
    let wrong = format!("{right}3;0;1;1;;\r\n3;1;2;2;;\r\n");
    let refused = send_csv(&scene.organizer, &path, &wrong).await;
    assert_eq!(refused.expect_problem(422, "validation_failed").pointers(), ["/lines/8/entry"]);
    let both = format!("{}3;0;;1;;\r\n3;1;;2;;\r\n", filled(["1", "2", "3"], ["9", "14", "16"], &["1"]));
    let refused = send_csv(&scene.organizer, &path, &both).await;
    assert_eq!(
        refused.expect_problem(422, "validation_failed").pointers(),
        ["/lines/2/places", "/lines/5/places"]
    );
    assert_eq!(tables(&scene.get("/rounds/1?unfinished=true").await).len(), 3);
    send_csv(&scene.organizer, &path, &right).await.expect(204);
    let left = scene.get("/rounds/1?unfinished=true").await;
    assert_eq!(numbers(&left, "table"), [3]);
    let left = scene.organizer.get(&scene.at("/rounds/1?unfinished=true&format=csv")).await.expect(200).text;
    assert_eq!(read_csv(&left).len(), 3);
    // Sent again, with outdated versions, it changes nothing, because the results are the same.
    let versions = |round: &Value| numbers(round, "version");
    let before = versions(&scene.get("/rounds/1").await);
    send_csv(&scene.organizer, &path, &right).await.expect(204);
    assert_eq!(versions(&scene.get("/rounds/1").await), before);
    // Another result by an outdated version is refused with what stands there, and so is all of the list.
    let outdated = filled(["1", "2", "3"], ["16", "14", "9"], &["2", "3"]);
    let refused = send_csv(&scene.organizer, &path, &outdated).await;
    let refused = refused.expect_problem(409, "table_changed");
    assert!(refused.text.contains("table 2") && refused.text.contains("2, 1, 3"), "{}", refused.text);
    assert_eq!(versions(&scene.get("/rounds/1").await), before);
    let audit = scene.get("/audit?limit=100").await;
    let set = audit["items"].as_array().expect("acts").iter().filter(|act| act["kind"] == "result_set");
    assert_eq!(set.count(), 2);
    // The whole file, with all of its columns.
    let file = scene.organizer.get(&scene.at("/rounds/1?format=csv")).await.expect(200).text;
    let whole = file.lines().map(|line| {
        let mut cells: Vec<&str> = line.split(',').collect();
        if cells[1] == "3" {
            cells[5] = ["3", "1", "2"][cells[2].parse::<usize>().expect("a seat")];
        }
        cells.join(",") + "\r\n"
    });
    send_csv(&scene.organizer, &path, &whole.collect::<String>()).await.expect(204);
    assert_eq!(read_csv(&file).iter().filter(|line| line["place"].is_empty()).count(), 3);
    let lines = read_csv(&scene.organizer.get(&scene.at("/rounds/1?format=csv")).await.expect(200).text);
    let third: Vec<&str> =
        lines.iter().filter(|line| line["table"] == "3").map(|line| line["place"].as_str()).collect();
    assert_eq!(third, ["3", "1", "2"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_results_of_a_round_are_set_all_or_none() {
    let app = TestApp::shared().await;
    let scene = hall(&app, 2, 6).await;
    let body = |results: Value| json!({"results": results, "reason": "slips"});
    let one = json!([{"table": 1, "places": [1, 2]}]);
    scene.post("/rounds/1/results", body(one.clone())).await.expect_problem(404, "not_found");
    scene.next().await;
    for (wrong, pointers) in [
        (json!([]), vec!["/results"]),
        (json!([{"places": [1, 2]}]), vec!["/results/0"]),
        (json!([{"table": 1, "number_in_round": 1, "places": [1, 2]}]), vec!["/results/0"]),
        (json!([{"table": 1, "places": [1, 2]}, {"table": 1, "places": [1, 2]}]), vec!["/results/1/table"]),
        (
            json!([{"table": 1, "places": [1, 2]}, {"number_in_round": 9, "places": [1, 2]}]),
            vec!["/results/1/number_in_round"],
        ),
        (
            json!([{"table": 1, "places": [1, 2]}, {"table": 2, "places": [2, 2]}, {"table": 3, "places": [1, 2], "prestige": [1]}]),
            vec!["/results/1/places", "/results/2/prestige"],
        ),
    ] {
        let refused = scene.post("/rounds/1/results", body(wrong)).await;
        assert_eq!(refused.expect_problem(422, "validation_failed").pointers(), pointers);
    }
    let unknown = json!([{"table": 1, "places": [1, 2]}, {"table": 7, "places": [1, 2]}]);
    scene.post("/rounds/1/results", body(unknown)).await.expect_problem(404, "not_found");
    assert_eq!(tables(&scene.get("/rounds/1?unfinished=true").await).len(), 3);
    let player = app.user("nobody").await;
    player.post(&scene.at("/rounds/1/results"), body(one.clone())).await.expect_problem(403, "not_organizer");
    // Of two organizers who type other results for the same version, one succeeds.
    let typed = |places: [u8; 2]| {
        body(
            json!([{"table": 1, "places": places, "version": 1}, {"table": 2, "places": places, "version": 1}]),
        )
    };
    let (first, second) = tokio::join!(
        scene.post("/rounds/1/results", typed([1, 2])),
        scene.post("/rounds/1/results", typed([2, 1]))
    );
    let mut statuses = [first.status.as_u16(), second.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [204, 409]);
    let round = scene.get("/rounds/1").await;
    assert_eq!(tables(&round)[0]["seats"][0]["place"], tables(&round)[1]["seats"][0]["place"]);
    let last = json!([{"number_in_round": numbers(&round, "number_in_round")[2], "places": [1, 2], "forfeits": [1]}]);
    scene.post("/rounds/1/results", body(last)).await.expect(204);
    scene.until("/rounds/1", |round| round["status"] == "closed").await;
    scene.next().await;
    scene.post("/rounds/1/results", body(one.clone())).await.expect_problem(409, "round_closed");
    scene.post("/close", json!({"cancel": true})).await.expect(200);
    scene.post("/rounds/2/results", body(one)).await.expect_problem(409, "tournament_state");
}

#[tokio::test(flavor = "multi_thread")]
async fn two_void_tables_do_not_come_back_with_the_same_entry() {
    let app = TestApp::shared().await;
    let scene = hall(&app, 2, 6).await;
    let round = scene.next().await;
    let (first, second) = (entries(&tables(&round)[0]), entries(&tables(&round)[1]));
    for table in [1, 2] {
        scene.post(&format!("/tables/{table}/void"), json!({"reason": "x"})).await.expect(204);
    }
    // Two of them play at the second table, which does not count in the end.
    let seats = json!({"entries": [first[0], second[0]], "reason": "x"});
    scene.post("/tables/2/substitute", seats).await.expect(204);
    scene.post("/tables/2/void", json!({"reason": "x"})).await.expect(204);
    let both =
        json!({"results": [{"table": 1, "places": [1, 2]}, {"table": 2, "places": [1, 2]}], "reason": "x"});
    let refused = scene.post("/rounds/1/results", both).await;
    assert!(refused.expect_problem(422, "not_pairable").text.contains("table 2"));
    let round = scene.get("/rounds/1").await;
    assert_eq!(
        (&tables(&round)[0]["status"], &tables(&round)[1]["status"]),
        (&json!("void"), &json!("void"))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn slips_have_the_numbers_that_stand_on_the_tables() {
    let app = TestApp::shared().await;
    let scene = hall(&app, 2, 4).await;
    let page = |rest: &str| format!("/t/{}{rest}", scene.id());
    app.anonymous().get(&page("/slips")).await.expect(404);
    put(&scene, "/entries/3/fixed-table", json!({"table": 17})).await.expect(200);
    let round = scene.next().await;
    scene.until("/rounds/1", |round| round["status"] == "open").await;
    let results: Vec<Value> = tables(&round).iter().map(lower_wins).collect();
    scene.post("/rounds/1/results", json!({"results": results, "reason": "x"})).await.expect(204);
    scene.until("/rounds/1", |round| round["status"] == "closed").await;
    scene.next().await;
    for rest in ["/slips", "/slips/2"] {
        let html = app.anonymous().get(&page(rest)).await.expect(200).text;
        assert!(html.contains("<h2>Table 1</h2>") && html.contains("<h2>Table 17</h2>"), "{html}");
        assert!(
            html.contains("round 2") && html.contains("Guest 4") && !html.contains("<h2>Table 3</h2>"),
            "{html}"
        );
    }
    let pairings = app.anonymous().get(&page("/pairings/2")).await.expect(200).text;
    assert!(pairings.contains("Table 17"), "{pairings}");
    for rest in ["/slips/3", "/slips/x", "/slips/99999"] {
        app.anonymous().get(&page(rest)).await.expect(404);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_organizer_gives_a_guest_a_bye_and_takes_it_back() {
    let app = TestApp::shared().await;
    let scene = hall(&app, 2, 5).await;
    let given = put(&scene, "/entries/2/byes", json!({"rounds": [3, 1]})).await.expect(200).json;
    assert_eq!(given["requested_byes"], json!([1, 3]));
    put(&scene, "/entries/2/byes", json!({"rounds": [1, 2, 3]})).await.expect_problem(409, "too_many_byes");
    let wrong = put(&scene, "/entries/2/byes", json!({"rounds": [6]})).await;
    assert_eq!(wrong.expect_problem(422, "validation_failed").pointers(), ["/rounds"]);
    let round = scene.next().await;
    assert_eq!(round["requested_byes"][0]["entry"], 2);
    // The bye of the round that is paired stays.
    put(&scene, "/entries/3/byes", json!({"rounds": [1]})).await.expect_problem(409, "round_closed");
    let taken = put(&scene, "/entries/2/byes", json!({"rounds": []})).await.expect(200).json;
    assert_eq!(taken["requested_byes"], json!([1]));
    let standings = scene.get("/standings").await;
    let of_guest = standings["items"].as_array().expect("lines").iter().find(|line| line["entry"] == 2);
    assert_eq!(of_guest.expect("a line")["points"], 2.0);
    let audit = scene.organizer.get(&scene.at("/audit?limit=100")).await.expect(200).text;
    assert!(audit.matches("bye_requested").count() == 2 && audit.contains("bye_taken_back"), "{audit}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_and_a_member_leave_and_come_back_without_loss() {
    let app = TestApp::shared().await;
    let scene = hall(&app, 2, 3).await;
    let member = app.user("member").await;
    scene.post("/entries", json!({"username": app.name("member")})).await.expect(201);
    assert_eq!(member.post_empty(&scene.at("/enter")).await.expect(200).json["entry"], 4);
    let round = scene.next().await;
    let results: Vec<Value> = tables(&round).iter().map(lower_wins).collect();
    scene.post("/rounds/1/results", json!({"results": results, "reason": "x"})).await.expect(204);
    scene.until("/rounds/1", |round| round["status"] == "closed").await;
    let before = scene.get("/standings").await["items"].clone();
    scene.post("/entries/1/withdraw", json!({"pause": true, "reason": "lunch"})).await.expect(204);
    scene.post("/entries/4/withdraw", json!({"reason": "a train"})).await.expect(204);
    let round = scene.next().await;
    assert_eq!((tables(&round).len(), entries(&tables(&round)[0]).len()), (1, 2));
    scene.post("/rounds/2/unpair", json!({"reason": "both are here"})).await.expect(200);
    for entry in [1, 4] {
        scene.post(&format!("/entries/{entry}/reinstate"), json!({"reason": "is here"})).await.expect(204);
    }
    assert_eq!(scene.get("/standings").await["items"], before);
    assert_eq!(tables(&scene.next().await).len(), 2);
    // Somebody who comes now has a place in the standings, and is paired in the next round.
    scene.post("/entries", json!({"guest": "Late"})).await.expect(201);
    let round = scene.get("/rounds/2").await;
    let results: Vec<Value> = tables(&round).iter().map(lower_wins).collect();
    scene.post("/rounds/2/results", json!({"results": results, "reason": "x"})).await.expect(204);
    scene.until("/rounds/2", |round| round["status"] == "closed").await;
    let round = scene.next().await;
    let seated: Vec<u64> = tables(&round).iter().flat_map(entries).collect();
    let byes = round["byes"].as_array().expect("byes");
    assert!(seated.contains(&5) || byes.iter().any(|bye| bye["entry"] == 5), "{round}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_results_of_the_largest_hall_are_one_list() {
    let app = TestApp::spawn().await;
    let scene = hall(&app, 2, 2048).await;
    let round = scene.next().await;
    assert_eq!(numbers(&round, "number_in_round").into_iter().max(), Some(1024));
    // Both numbers of a line name the same table, or nothing is set.
    let table = &tables(&round)[0];
    let (number, own) = (&table["table"], table["number_in_round"].as_u64().expect("a number"));
    let other = own % 1024 + 1;
    let both = format!("table,number_in_round,seat,place\n{number},{other},0,1\n{number},{other},1,2\n");
    let refused = send_csv(&scene.organizer, &scene.at("/rounds/1/results"), &both).await;
    assert_eq!(refused.expect_problem(422, "validation_failed").pointers(), ["/lines/2/number_in_round"]);
    let line = |table: u64| format!("{table},0,1\n{table},1,2\n");
    let list: String =
        std::iter::once("number_in_round,seat,place\n".to_owned()).chain((1..=1024).map(line)).collect();
    send_csv(&scene.organizer, &scene.at("/rounds/1/results"), &list).await.expect(204);
    let closed = scene.until("/rounds/1", |round| round["status"] == "closed").await;
    assert!(tables(&closed).iter().all(|table| table["decided_by"] == "arbiter"));
    // The same as JSON, with everything that is known of a seat.
    let result = |table: u64| json!({"number_in_round": table, "places": [1, 2], "prestige": [15, 11], "cards": [12, 9], "forfeits": [], "version": 2});
    let results: Vec<Value> = (1..=1024).map(result).collect();
    let list = json!({"results": results, "reason": "slips of the round"});
    assert!(list.to_string().len() > 64 * 1024);
    let path = scene.at("/rounds/1/results");
    app.user("stranger").await.post(&path, &list).await.expect_problem(403, "not_organizer");
    app.anonymous().post(&path, &list).await.expect_problem(401, "unauthenticated");
    let changed = scene.organizer.post(&path, &list).await;
    let version = tables(&closed)[0]["version"].as_u64().expect("a version");
    assert_eq!((changed.status.as_u16(), version), (204, 2), "{}", changed.text);
    let too_large = json!({"results": results, "reason": "x".repeat(512 * 1024)});
    scene.organizer.post(&path, &too_large).await.expect_problem(413, "payload_too_large");
}

#[tokio::test(flavor = "multi_thread")]
async fn byes_tables_and_results_are_for_organizers_who_do_not_play_while_the_event_goes_on() {
    let app = TestApp::shared().await;
    let scene = hall(&app, 2, 4).await;
    let stranger = app.user("stranger").await;
    let request = stranger.request(Method::PUT, &scene.at("/entries/1/byes")).json(&json!({"rounds": [1]}));
    Answer::to(request).await.expect_problem(403, "not_organizer");
    scene.post("/close", json!({"cancel": true})).await.expect(200);
    put(&scene, "/entries/1/byes", json!({"rounds": [1]})).await.expect_problem(409, "tournament_state");
    put(&scene, "/entries/1/fixed-table", json!({"table": 1})).await.expect_problem(409, "tournament_state");

    let changed = json!({"ruleset": "splendor", "seats": 2, "rated": true, "ready_check_ms": 0,
        "clock": {"kind": "live", "initial_ms": 600_000, "increment_ms": 0}});
    let scene = Scene::new(&app, changed, 1).await;
    put(&scene, "/entries/1/byes", json!({"rounds": [1]})).await.expect_problem(422, "not_available");
    scene.organizer.post_empty(&scene.at("/enter")).await.expect(200);
    scene.start().await;
    scene.next().await;
    put(&scene, "/entries/1/byes", json!({"rounds": [2]})).await.expect_problem(403, "organizer_seated");
    let list = json!({"results": [{"table": 1, "places": [1, 2]}], "reason": "I won"});
    scene.post("/rounds/1/results", list).await.expect_problem(403, "organizer_seated");
}
