//! Teams that play matches, board against board: a whole event over the board, absent members, and games on
//! the server.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::arena::recompute;
use super::csv_reader::read_csv;
use super::execute;
use super::over_the_board::send_csv;
use super::scene::{Scene, entries, settings};
use super::teams::team;
use crate::app::TestApp;

/// Returns changed settings: matches of teams at this many boards.
fn matches(boards: u8, size_max: u8, more: &Value) -> Value {
    let mut changed =
        json!({"ruleset": "splendor", "seats": 2, "teams": {"size_max": size_max, "boards": boards}});
    changed.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
    changed
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

/// The teams and the entries in the order of seats at each board of a match.
type Boards = Vec<(Vec<u64>, Vec<u64>)>;

/// Returns the tables of each match of a round.
fn boards(round: &Value) -> BTreeMap<u64, Boards> {
    let mut found: BTreeMap<u64, Boards> = BTreeMap::new();
    for table in list(&round["tables"]) {
        let own = found.entry(table["match"].as_u64().expect("a match")).or_default();
        own.push((
            list(&table["teams"]).iter().map(|team| team.as_u64().expect("a team")).collect(),
            entries(table),
        ));
        assert_eq!(table["board"], own.len(), "{table}");
    }
    found
}

/// Sets the results of a round: the lower entry wins, wherever there is no result.
async fn play(scene: &Scene<'_>, round: &Value) {
    for table in list(&round["tables"]).iter().filter(|table| table["status"] == "playing") {
        let seats = entries(table);
        let places = if seats[0] < seats[1] { [1, 2] } else { [2, 1] };
        let result = json!({"places": places, "reason": "slip"});
        scene.post(&format!("/tables/{}/result", table["table"]), result).await.expect(204);
    }
    scene.until(&format!("/rounds/{}", round["round"]), |round| round["status"] == "closed").await;
}

/// Returns the standings of teams: team, match points, board points and what has decided.
async fn standings(scene: &Scene<'_>, rest: &str) -> Vec<(u64, f64, f64, String)> {
    let found = scene.get(&format!("/standings/teams{rest}")).await;
    let line = |line: &Value| {
        let number = |name: &str| line[name].as_f64().expect("a number");
        let decided = line["decided_by"].as_str().unwrap_or_default().to_owned();
        (line["team"].as_u64().expect("a team"), number("match_points"), number("points"), decided)
    };
    list(&found["items"]).iter().map(line).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn six_teams_of_three_boards_play_a_swiss_with_a_bye_an_absent_member_and_a_correction() {
    let app = TestApp::spawn().await;
    let scene = Scene::new(&app, matches(3, 4, &json!({"rounds": 3, "play": "over_the_board"})), 0).await;
    assert_eq!(
        scene.get("").await["teams"],
        json!({"size_max": 4, "size_min": 3, "counted": null, "boards": 3})
    );
    // Team 1 has a reserve: entries 1 to 4, then three each.
    let names =
        ["A", "A", "A", "A", "B", "B", "B", "C", "C", "C", "D", "D", "D", "E", "E", "E", "F", "F", "F"];
    let lines = names.iter().zip(1..).map(|(team, number)| format!("Guest {number},{team},{number}\n"));
    let guests = std::iter::once("guest,team,seed\n".to_owned()).chain(lines).collect::<String>();
    send_csv(&scene.organizer, &scene.at("/entries"), &guests).await.expect(201);
    // The order of boards is that of the organizer, and names everybody.
    for wrong in [json!([1, 2, 3]), json!([1, 1, 2, 3]), json!([1, 2, 3, 5]), json!([1, 2, 3, 4, 5])] {
        let refused = scene.organizer.patch(&scene.at("/teams/1"), json!({"members": wrong})).await;
        assert_eq!(refused.expect_problem(422, "validation_failed").pointers(), ["/members"], "{wrong}");
    }
    let ordered = json!({"members": [2, 1, 3, 4]});
    let ordered = scene.organizer.patch(&scene.at("/teams/1"), ordered).await.expect(200).json;
    let members: Value = list(&ordered["members"]).iter().map(|one| one["entry"].clone()).collect();
    assert_eq!(members, json!([2, 1, 3, 4]));
    scene.start().await;
    let late = scene.organizer.patch(&scene.at("/teams/1"), json!({"members": [1, 2, 3, 4]})).await;
    late.expect_problem(409, "tournament_state");
    let manual = scene.post("/rounds/next", json!({"manual": [{"entries": [1, 5]}]})).await;
    assert_eq!(manual.expect_problem(422, "validation_failed").pointers(), ["/manual"]);
    let plan = scene.organizer.post_empty(&scene.at("/rounds/next?dry_run=true")).await.expect(200).json;
    let planned: Vec<&Value> = list(&plan["tables"]).iter().map(|table| &table["board"]).collect();
    assert_eq!(json!(planned), json!([1, 2, 3, 1, 2, 3, 1, 2, 3]));

    // Who plays first alternates by board, and the reserve does not play.
    let first = scene.next().await;
    let found = boards(&first);
    assert_eq!(found.len(), 3);
    for own in found.values() {
        let teams = &own[0].0;
        assert_eq!((&own[1].0, &own[2].0), (&vec![teams[1], teams[0]], teams));
        for team in teams.iter().filter(|team| **team == 1) {
            let side = |(teams, seats): &(Vec<u64>, Vec<u64>)| seats[usize::from(teams[0] != *team)];
            assert_eq!(own.iter().map(side).collect::<Vec<_>>(), [2, 1, 3]);
        }
    }
    // A match counts when its last board has a result.
    let tables = list(&first["tables"]);
    let of_one = |table: &&Value| list(&table["teams"]).contains(&json!(1));
    let board = tables.iter().find(|table| of_one(table) && table["board"] == 1).expect("a board");
    let one = json!({"places": if entries(board)[0] == 2 { [1, 2] } else { [2, 1] }, "reason": "slip"});
    scene.post(&format!("/tables/{}/result", board["table"]), one).await.expect(204);
    assert_eq!(standings(&scene, "").await[0], (1, 0.0, 4.0, String::new()));
    let stranger = json!({"entries": [2, 1], "reason": "x"});
    let other = tables.iter().find(|table| !of_one(table)).expect("another match");
    let seat = format!("/tables/{}/substitute", other["table"]);
    scene.post(&seat, stranger).await.expect_problem(422, "not_pairable");
    let mut away = entries(other);
    away[0] = 4;
    let refused = scene.post(&seat, json!({"entries": away, "reason": "x"})).await;
    assert_eq!(refused.expect_problem(422, "validation_failed").pointers(), ["/entries"]);
    let reserve: Vec<u64> =
        entries(tables.iter().find(|table| of_one(table) && table["board"] == 3).expect("a board"));
    let reserve: Vec<u64> = reserve.into_iter().map(|entry| if entry == 3 { 4 } else { entry }).collect();
    let last = tables.iter().find(|table| of_one(table) && table["board"] == 3).expect("a board");
    let seat = json!({"entries": reserve, "reason": "the reserve plays"});
    scene.post(&format!("/tables/{}/substitute", last["table"]), seat).await.expect(204);
    play(&scene, &scene.get("/rounds/1").await).await;
    let after = standings(&scene, "").await;
    assert_eq!(after.iter().map(|line| line.1).collect::<Vec<_>>(), [2.0, 2.0, 2.0, 0.0, 0.0, 0.0]);
    assert_eq!(after[0].2, 12.0);

    // The first member of team 1 and the last one of team 2 are absent, and all of team 6.
    let pause = json!({"pause": true, "reason": "absent"});
    for entry in [2, 7, 17, 18, 19] {
        scene.post(&format!("/entries/{entry}/withdraw"), pause.clone()).await.expect(204);
    }
    let second = scene.next().await;
    let byes: Vec<&Value> = list(&second["byes"]).iter().map(|bye| &bye["entry"]).collect();
    assert_eq!((list(&second["tables"]).len(), byes.len()), (6, 3), "{second}");
    for (teams, seats) in boards(&second).into_values().flatten() {
        assert!(!teams.contains(&6) && !seats.contains(&2), "{second}");
    }
    let absent = list(&second["tables"]).iter().find(|table| entries(table).contains(&7)).expect("a board");
    assert_eq!(
        (&absent["board"], &absent["status"], &absent["decided_by"]),
        (&json!(3), &json!("done"), &Value::Null)
    );
    let seat = list(&absent["seats"]).iter().find(|seat| seat["entry"] == 7).expect("a seat");
    assert_eq!((&seat["forfeit"], &seat["points"], &seat["place"]), (&json!(true), &json!(0.0), &json!(2)));
    play(&scene, &second).await;
    let early = scene.get("/standings/teams?after=1").await;

    // Everybody is back, and a board of round 1 is corrected: the match stays won, with a board less.
    for entry in [2, 7, 17, 18, 19] {
        scene.post(&format!("/entries/{entry}/reinstate"), json!({"reason": "here"})).await.expect(204);
    }
    let places = if entries(board)[0] == 2 { [2, 1] } else { [1, 2] };
    let body = json!({"places": places, "reason": "typed wrong"});
    scene.post(&format!("/tables/{}/correct", board["table"]), body).await.expect(200);
    let corrected = standings(&scene, "?after=1").await;
    assert!(corrected.contains(&(1, 2.0, 8.0, "points".to_owned())), "{corrected:?}");
    assert_ne!(scene.get("/standings/teams?after=1").await, early);
    let third = scene.next().await;
    assert_eq!((boards(&third).len(), list(&third["byes"]).len()), (3, 0));
    play(&scene, &third).await;
    scene.post("/close", json!({})).await.expect(200);

    let export = scene.get("/export").await;
    assert_eq!(export["teams"][0]["members"], json!([2, 1, 3, 4]));
    let verdict = recompute(&export);
    assert!(verdict.as_ref().is_none_or(|verdict| *verdict == Ok(())), "{verdict:?}");
    for (place, wrong) in [
        ("/team_standings/0/match_points", json!(1)),
        ("/team_standings/0/sonneborn_berger", json!(1)),
        ("/team_standings/0/buchholz_average", json!(1)),
        ("/team_standings/0/points_twelfths", json!(1)),
        ("/rounds/0/tables/0/board", json!(2)),
        ("/rounds/0/tables/0/match", json!(9)),
        ("/teams/1/members", json!([7, 6, 5])),
        ("/entries/5/team", json!(3)),
    ] {
        let mut forged = export.clone();
        *forged.pointer_mut(place).expect("a place") = wrong;
        if let Some(checked) = recompute(&forged) {
            assert!(checked.is_err(), "{place}");
        }
    }
    let line = list(&export["standings"]).iter().find(|line| line["entry"] == 2).expect("a line");
    assert_eq!(line["board"], 1);
    let csv = async |path: &str| read_csv(&scene.organizer.get(&scene.at(path)).await.expect(200).text);
    let lines = csv("/standings?format=csv").await;
    assert_eq!(lines.iter().find(|line| line["entry"] == "4").expect("a line")["board"], "4");
    let lines = csv("/standings/teams?format=csv").await;
    assert!(lines.iter().all(|line| line["matches"] == "3" || line["matches"] == "2"), "{lines:?}");
    let lines = csv("/export?format=csv").await;
    let of_seven = lines.iter().filter(|line| line["entry"] == "7" && line["kind"] == "table");
    assert!(of_seven.clone().count() > 0 && of_seven.clone().all(|line| line["team"] == "2"), "{lines:?}");
    let lines = csv("/rounds/1?format=csv").await;
    assert_eq!(lines.iter().map(|line| line["board"].as_str()).max(), Some("3"));
    let report = scene.organizer.get(&scene.at("/export?format=trf")).await.expect(200).text;
    assert!(report.contains(&format!("\n013 {:<32}   2    1    3    4\n", "A")), "{report}");
    let page = format!("/t/{}/standings", scene.id());
    let html = app.anonymous().get(&page).await.expect(200).text;
    let best = &scene.get("/standings/teams").await["items"][0];
    assert!(
        html.contains(&format!(
            "{} ({})",
            best["match_points"].as_f64().expect("points"),
            best["points"].as_f64().expect("points")
        )),
        "{html}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_round_robin_of_teams_on_the_server_gives_the_board_of_whoever_is_not_ready_to_the_opponent() {
    let app = TestApp::spawn().await;
    let changed = matches(
        2,
        3,
        &json!({"format": "round_robin", "rounds": null, "clock": {"kind": "live", "initial_ms": 600_000, "increment_ms": 0}}),
    );
    let scene = Scene::new(&app, changed, 6).await;
    let starts = scene.organizer.post_empty(&scene.at("/start")).await;
    starts.expect_problem(409, "teams_incomplete");
    for (name, members) in [("A", [1, 2]), ("B", [3, 4]), ("C", [5, 6])] {
        team(&scene, name, &members).await;
    }
    // The captain orders the boards; a member does not.
    let order = json!({"members": [2, 1]});
    scene.players[&2].patch(&scene.at("/teams/1"), &order).await.expect_problem(403, "not_captain");
    scene.players[&1].patch(&scene.at("/teams/1"), &order).await.expect(200);
    scene.start().await;
    let mut missed = BTreeSet::new();
    for number in 1..=3 {
        let round = scene.next().await;
        assert_eq!((list(&round["tables"]).len(), list(&round["byes"]).len()), (2, 0), "one team is free");
        let seated: Vec<u64> = list(&round["tables"]).iter().flat_map(entries).collect();
        let missing = seated.iter().copied().find(|entry| missed.insert(*entry)).expect("somebody new");
        for entry in seated.iter().filter(|entry| **entry != missing) {
            scene.players[entry].post_empty(&scene.at("/ready")).await.expect(204);
        }
        execute(&app, "UPDATE tournament_rounds SET ready_until = now() WHERE status = 'paired'").await;
        let path = format!("/rounds/{number}");
        let open = scene.until(&path, |round| round["status"] == "open").await;
        assert_eq!(open["no_shows"][0]["entry"], missing);
        let (lost, played): (Vec<&Value>, Vec<&Value>) =
            list(&open["tables"]).iter().partition(|table| entries(table).contains(&missing));
        let (lost, played) = (lost[0], played[0]);
        assert_eq!(
            (&lost["status"], &lost["game"], &played["status"]),
            (&json!("done"), &Value::Null, &json!("playing"))
        );
        for seat in list(&lost["seats"]) {
            let is_missing = seat["entry"] == missing;
            let points = if is_missing { 0.0 } else { 4.0 };
            assert_eq!((&seat["forfeit"], &seat["points"]), (&json!(is_missing), &json!(points)));
        }
        let mut order = entries(played);
        order.sort_unstable();
        scene.play(played, &order).await;
        scene.until(&path, |round| round["status"] == "closed").await;
    }
    scene.organizer.post_empty(&scene.at("/rounds/next")).await.expect_problem(409, "no_more_rounds");
    scene.post("/close", json!({})).await.expect(200);
    let all = standings(&scene, "").await;
    assert_eq!(all.iter().map(|line| line.1).sum::<f64>(), 6.0, "two match points for each match: {all:?}");
    let verdict = recompute(&scene.get("/export").await);
    assert!(verdict.as_ref().is_none_or(|verdict| *verdict == Ok(())), "{verdict:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn settings_that_make_no_sense_with_matches_of_teams_are_refused() {
    let app = TestApp::shared().await;
    let organizer = app.user("organizer").await;
    for (changed, pointer) in [
        (json!({"format": "heats", "cut": 4}), "/teams/boards"),
        (json!({"cut": 4}), "/teams/boards"),
        (json!({"format": "single_elimination", "rounds": null}), "/teams/boards"),
        (json!({"seats": 4}), "/seats"),
        (json!({"odd": "three"}), "/odd"),
        (json!({"acceleration": "baku"}), "/acceleration"),
        (json!({"byes": {"max": 1, "points": "half"}}), "/byes"),
        (json!({"format": "round_robin", "rounds": null, "early_leavers": "annul"}), "/early_leavers"),
        (json!({"teams": {"size_max": 4, "boards": 1}}), "/teams/boards"),
        (json!({"teams": {"size_max": 4, "boards": 9}}), "/teams/boards"),
        (json!({"teams": {"size_max": 4, "boards": 5}}), "/teams/boards"),
        (json!({"teams": {"size_max": 4, "size_min": 2, "boards": 3}}), "/teams/size_min"),
        (json!({"teams": {"size_max": 4, "counted": 2, "boards": 3}}), "/teams/counted"),
    ] {
        let refused = organizer.post("/v1/tournaments", settings(&matches(3, 4, &changed))).await;
        assert_eq!(refused.expect_problem(422, "validation_failed").pointers(), [pointer], "{changed}");
    }
    // Without boards, members have no order.
    let scene = Scene::new(&app, json!({"seats": 2, "teams": {"size_max": 4}}), 2).await;
    let number = team(&scene, "A", &[1, 2]).await;
    let refused =
        scene.organizer.patch(&scene.at(&format!("/teams/{number}")), json!({"members": [2, 1]})).await;
    assert_eq!(refused.expect_problem(422, "validation_failed").pointers(), ["/members"]);
    // Another format keeps the teams where they can play matches.
    let draft =
        organizer.post("/v1/tournaments", settings(&matches(3, 4, &json!({})))).await.expect(201).json;
    let path = format!("/v1/tournaments/{}", draft["id"].as_str().expect("an id"));
    let changed = organizer.patch(&path, json!({"format": "round_robin"})).await.expect(200).json;
    assert_eq!(changed["teams"]["boards"], 3);
    let changed = organizer.patch(&path, json!({"teams": {"size_max": 4}})).await;
    assert_eq!(changed.expect_problem(422, "validation_failed").pointers(), ["/teams"]);
}
