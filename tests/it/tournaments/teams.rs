//! Teams: making and joining them, the start, pairings that keep members apart, and standings.

use reqwest::Method;
use serde_json::{Value, json};

use super::arena::{arena, recompute, rest};
use super::csv_reader::read_csv;
use super::execute;
use super::scene::{Scene, entries, seatings, settings};
use crate::app::{Answer, Caller, TestApp};

/// Returns changed settings: tables of two, two rounds, and teams of up to `size_max`.
fn with_teams(size_max: u8, more: &Value) -> Value {
    let mut changed =
        json!({"ruleset": "splendor", "seats": 2, "teams": {"size_max": size_max, "size_min": 1}});
    changed.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
    changed
}

/// Makes a team of an organizer, which these entries join.
pub async fn team(scene: &Scene<'_>, name: &str, members: &[u64]) -> u64 {
    let made = scene.post("/teams", json!({"name": name})).await.expect(201).json;
    let number = made["team"].as_u64().expect("a number");
    for member in members {
        put(&scene.organizer, scene, *member, json!({"team": number})).await.expect(200);
    }
    number
}

async fn put(caller: &Caller<'_>, scene: &Scene<'_>, entry: u64, body: Value) -> Answer {
    caller.put(&scene.at(&format!("/entries/{entry}/team")), body).await
}

async fn take_out(caller: &Caller<'_>, scene: &Scene<'_>, entry: u64) -> Answer {
    caller.delete(&scene.at(&format!("/entries/{entry}/team"))).await
}

/// Makes a code of a team.
async fn code(caller: &Caller<'_>, scene: &Scene<'_>, team: u64) -> String {
    let made = caller.post_empty(&scene.at(&format!("/teams/{team}/code"))).await.expect(201).json;
    assert_eq!(made["team"], team);
    made["code"].as_str().expect("a code").to_owned()
}

/// Returns the teams: their numbers, captains and members.
async fn teams(scene: &Scene<'_>) -> Vec<(u64, Option<u64>, Vec<u64>)> {
    let found = scene.get("/teams?limit=100").await;
    let team = |team: &Value| {
        let members = team["members"].as_array().expect("members").iter();
        let members = members.map(|member| member["entry"].as_u64().expect("a number"));
        (team["team"].as_u64().expect("a number"), team["captain"].as_u64(), members.collect())
    };
    found["items"].as_array().expect("teams").iter().map(team).collect()
}

/// Returns what a page of standings of teams says: the teams in order with their points.
fn points(standings: &Value) -> Vec<(u64, f64)> {
    let line =
        |line: &Value| (line["team"].as_u64().expect("a team"), line["points"].as_f64().expect("points"));
    standings["items"].as_array().expect("lines").iter().map(line).collect()
}

fn detail(refused: &Answer) -> &str {
    refused.json["detail"].as_str().expect("a detail")
}

fn check(export: &Value) {
    if let Some(checked) = recompute(export) {
        checked.expect("the export agrees with itself");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn players_make_teams_join_them_with_codes_and_play_for_them() {
    let app = TestApp::shared().await;
    let scene = Scene::new(&app, with_teams(2, &json!({"teams": {"size_max": 2, "counted": 1}})), 3).await;
    assert_eq!(scene.get("").await["teams"], json!({"size_max": 2, "size_min": 2, "counted": 1}));
    let (first, second, third) = (&scene.players[&1], &scene.players[&2], &scene.players[&3]);
    let made = first.post(&scene.at("/teams"), json!({"name": " Rubies "})).await.expect(201).json;
    assert_eq!((&made["team"], &made["name"], &made["captain"]), (&json!(1), &json!("Rubies"), &json!(1)));
    assert_eq!(made["members"][0]["player"]["username"], app.name("player1"));
    let again = first.post(&scene.at("/teams"), json!({"name": "Others"})).await;
    again.expect_problem(409, "already_in_team");
    let taken = second.post(&scene.at("/teams"), json!({"name": "RUBIES"})).await;
    assert_eq!(taken.expect_problem(422, "validation_failed").pointers(), ["/name"]);
    // Nobody joins without the code of the team, and only its captain and organizers make one.
    for key in [json!({"team": 1}), json!({"team": 1, "code": "BCDF-GHJK-LMNP"})] {
        let refused = put(second, &scene, 2, key).await.expect_problem(403, "entry_locked");
        assert!(detail(&refused).contains("captain"), "{}", refused.json);
    }
    second.post_empty(&scene.at("/teams/1/code")).await.expect_problem(403, "not_captain");
    let old = code(first, &scene, 1).await;
    let new = code(first, &scene, 1).await;
    put(second, &scene, 2, json!({"team": 1, "code": old})).await.expect_problem(403, "entry_locked");
    put(third, &scene, 2, json!({"team": 1, "code": new})).await.expect_problem(403, "not_organizer");
    let typed = new.to_lowercase().replace('-', "");
    let joined = put(second, &scene, 2, json!({"team": 1, "code": typed})).await.expect(200).json;
    assert_eq!((&joined["entry"], &joined["team"]), (&json!(2), &json!(1)));
    let seen = second.get(&scene.path).await.expect(200).json;
    assert_eq!(seen["my_entry"]["team"], 1);
    let full = put(third, &scene, 3, json!({"team": 1, "code": new})).await.expect_problem(409, "team_full");
    assert!(detail(&full).contains("2 members"), "{}", full.json);
    // Whoever enters can join at once.
    third.post(&scene.at("/teams"), json!({"name": "Emeralds"})).await.expect(201);
    let key = code(third, &scene, 2).await;
    let fourth = app.user("player4").await;
    let entered =
        fourth.post(&scene.at("/enter"), json!({"team": 2, "team_code": key})).await.expect(200).json;
    assert_eq!((&entered["entry"], &entered["team"]), (&json!(4), &json!(2)));
    assert_eq!(teams(&scene).await, [(1, Some(1), vec![1, 2]), (2, Some(3), vec![3, 4])]);
    assert_eq!(scene.get("/standings/teams").await["items"].as_array().map(Vec::len), Some(2));
    // The best of each team counts: the lower entry wins, and nobody meets the own team.
    let mut scene = scene;
    scene.players.insert(4, fourth);
    scene.start().await;
    for number in 1..=2 {
        let round = scene.next().await;
        for seats in seatings(&round) {
            assert_ne!(seats[0] <= 2, seats[1] <= 2, "{round}");
        }
        scene.play_round(&round).await;
        scene.until(&format!("/rounds/{number}"), |round| round["status"] == "closed").await;
    }
    let standings = scene.get("/standings/teams").await;
    assert_eq!(points(&standings), [(1, 8.0), (2, 0.0)]);
    let (best, worst) = (&standings["items"][0], &standings["items"][1]);
    let counts: Vec<&Value> =
        best["members"].as_array().expect("two").iter().map(|one| &one["counts"]).collect();
    assert_eq!(counts, [&json!(true), &json!(false)]);
    assert_eq!(
        (&best["wins"], &best["best_place"], &best["decided_by"]),
        (&json!(2.0), &json!(1), &Value::Null)
    );
    assert_eq!((&worst["decided_by"], &worst["place"]), (&json!("points"), &json!(2)));
    let after = scene.get("/standings/teams?after=1").await;
    assert_eq!((points(&after), &after["rounds"]), (vec![(1, 4.0), (2, 0.0)], &json!(1)));
    scene.organizer.get(&scene.at("/standings/teams?after=3")).await.expect_problem(404, "not_found");
    scene.post("/close", json!({})).await.expect(200);
    let export = scene.get("/export").await;
    assert_eq!(
        export["teams"],
        json!([{"team": 1, "name": "Rubies", "captain": 1}, {"team": 2, "name": "Emeralds", "captain": 3}])
    );
    assert_eq!(export["team_standings"], scene.get("/standings/teams").await["items"]);
    check(&export);
    // Whoever changes the export is found.
    for (place, wrong) in [
        ("/team_standings/0/points_twelfths", json!(1)),
        ("/team_standings/0/wins_twelfths", json!(1)),
        ("/team_standings/0/team", json!(2)),
        ("/team_standings/0/members/1/counts", json!(true)),
        ("/entries/0/team", json!(2)),
        ("/rounds/0/tables/0/cost/forbidden", json!(1)),
    ] {
        let mut forged = export.clone();
        *forged.pointer_mut(place).expect("a place") = wrong;
        if let Some(checked) = recompute(&forged) {
            assert!(checked.is_err(), "{place}");
        }
    }
    let audit = scene.get("/audit?limit=100").await.to_string();
    assert!(audit.contains("team_made") && audit.contains("team_joined") && audit.contains("team_code_made"));
    assert!(!audit.contains("Rubies") && !audit.contains(&new), "{audit}");
}

#[tokio::test(flavor = "multi_thread")]
async fn organizers_make_change_and_empty_teams_until_the_start() {
    let app = TestApp::shared().await;
    let scene = Scene::new(&app, with_teams(3, &json!({})), 4).await;
    let refused = scene.post("/teams", json!({"name": "A", "captain": 9})).await;
    assert_eq!(refused.expect_problem(422, "validation_failed").pointers(), ["/captain"]);
    assert_eq!(team(&scene, "A", &[1, 2]).await, 1);
    let made = scene.post("/teams", json!({"name": "B", "captain": 3})).await.expect(201).json;
    assert_eq!((&made["captain"], made["members"].as_array().map(Vec::len)), (&json!(3), Some(1)));
    scene.post("/teams", json!({"name": "C", "captain": 3})).await.expect_problem(409, "already_in_team");
    // A player makes a team for nobody else.
    let (first, second, fourth) = (&scene.players[&1], &scene.players[&2], &scene.players[&4]);
    let other = fourth.post(&scene.at("/teams"), json!({"name": "D", "captain": 1})).await;
    other.expect_problem(403, "not_organizer");
    app.user("stranger")
        .await
        .post(&scene.at("/teams"), json!({"name": "D"}))
        .await
        .expect_problem(409, "not_entered");
    let taken = scene.organizer.patch(&scene.at("/teams/2"), json!({"name": "a"})).await;
    assert_eq!(taken.expect_problem(422, "validation_failed").pointers(), ["/name"]);
    scene.organizer.patch(&scene.at("/teams/2"), json!({"name": "b"})).await.expect(200);
    // The first member leads a team for which nobody was chosen, until somebody is.
    second.patch(&scene.at("/teams/1"), json!({"captain": 2})).await.expect_problem(403, "not_captain");
    let stranger = first.patch(&scene.at("/teams/1"), json!({"captain": 3})).await;
    assert_eq!(stranger.expect_problem(422, "validation_failed").pointers(), ["/captain"]);
    let led = first.patch(&scene.at("/teams/1"), json!({"captain": 2, "name": "A!"})).await.expect(200).json;
    assert_eq!((&led["captain"], &led["name"]), (&json!(2), &json!("A!")));
    first.patch(&scene.at("/teams/1"), json!({"captain": 1})).await.expect_problem(403, "not_captain");
    take_out(fourth, &scene, 1).await.expect_problem(403, "not_captain");
    take_out(second, &scene, 1).await.expect(200);
    take_out(second, &scene, 1).await.expect_problem(403, "not_captain");
    assert_eq!(take_out(first, &scene, 1).await.expect(200).json["team"], Value::Null, "nothing changes");
    // Whoever leaves leads nobody, and a team that its last member leaves is gone.
    take_out(second, &scene, 2).await.expect(200);
    assert_eq!(teams(&scene).await, [(2, Some(3), vec![3])]);
    // One that an organizer empties stays.
    take_out(&scene.organizer, &scene, 3).await.expect(200);
    assert_eq!(teams(&scene).await, [(2, None, vec![])]);
    put(&scene.organizer, &scene, 4, json!({"team": 2})).await.expect(200);
    put(&scene.organizer, &scene, 4, json!({"team": 2})).await.expect(200);
    let unknown = put(&scene.organizer, &scene, 4, json!({"team": 7})).await;
    assert_eq!(unknown.expect_problem(422, "validation_failed").pointers(), ["/team"]);
    put(&scene.organizer, &scene, 9, json!({"team": 2})).await.expect_problem(404, "not_found");
    take_out(&scene.organizer, &scene, 9).await.expect_problem(404, "not_found");
    // A withdrawal deletes the entry; the next player gets its number, and nothing else of it.
    fourth.post_empty(&scene.at("/withdraw")).await.expect(204);
    assert_eq!(teams(&scene).await, []);
    let fifth = app.user("player5").await;
    assert_eq!(fifth.post_empty(&scene.at("/enter")).await.expect(200).json["team"], Value::Null);
    // Whoever leads a team deletes it, and its members stay without one.
    team(&scene, "E", &[1, 2]).await;
    second.delete(&scene.at("/teams/1")).await.expect_problem(403, "not_captain");
    first.delete(&scene.at("/teams/1")).await.expect(204);
    first.delete(&scene.at("/teams/1")).await.expect_problem(404, "not_found");
    first.patch(&scene.at("/teams/1"), json!({})).await.expect_problem(404, "not_found");
    first.post_empty(&scene.at("/teams/1/code")).await.expect_problem(404, "not_found");
    let list = scene.get("/entries").await;
    assert!(
        list["items"].as_array().expect("entries").iter().all(|entry| entry["team"] == Value::Null),
        "{list}"
    );
    // Not more teams than entries.
    scene.organizer.patch(&scene.path, json!({"entries_max": 2})).await.expect(200);
    team(&scene, "F", &[]).await;
    team(&scene, "G", &[]).await;
    scene.post("/teams", json!({"name": "H"})).await.expect_problem(409, "tournament_full");
    // After the start only organizers change anything, and only names and captains.
    let [f, g] = [1, 2];
    for (entry, team) in [(1, f), (2, f), (3, g), (4, g)] {
        put(&scene.organizer, &scene, entry, json!({"team": team})).await.expect(200);
    }
    scene.start().await;
    for refused in [
        first.patch(&scene.at("/teams/1"), json!({"name": "I"})).await,
        first.delete(&scene.at("/teams/1")).await,
        scene.organizer.delete(&scene.at("/teams/1")).await,
        scene.post("/teams", json!({"name": "I"})).await,
        put(&scene.organizer, &scene, 1, json!({"team": 2})).await,
        put(first, &scene, 1, json!({"team": 2, "code": "BCDF-GHJK-LMNP"})).await,
        take_out(first, &scene, 1).await,
        take_out(&scene.organizer, &scene, 1).await,
    ] {
        refused.expect_problem(409, "tournament_state");
    }
    scene.organizer.patch(&scene.at("/teams/1"), json!({"name": "I", "captain": 2})).await.expect(200);
    code(second, &scene, 1).await;
    scene.post("/close", json!({"cancel": true})).await.expect(200);
    second.post_empty(&scene.at("/teams/1/code")).await.expect_problem(409, "tournament_state");
    let led = scene.organizer.patch(&scene.at("/teams/1"), json!({"captain": 1})).await;
    led.expect_problem(409, "tournament_state");
    scene.organizer.patch(&scene.at("/teams/1"), json!({"name": "J"})).await.expect(200);
    put(&scene.organizer, &scene, 1, json!({"team": 2})).await.expect_problem(409, "tournament_state");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tournament_starts_with_complete_teams_and_names_what_is_missing() {
    let app = TestApp::spawn().await;
    let changed = with_teams(3, &json!({"teams": {"size_max": 3, "size_min": 2}}));
    let scene = Scene::new(&app, changed, 5).await;
    let refused = async |names: &str| {
        let refused = scene.organizer.post_empty(&scene.at("/start")).await;
        let refused = refused.expect_problem(409, "teams_incomplete");
        assert!(detail(&refused).contains(names), "{}", refused.json);
    };
    refused("Entries 1, 2, 3, 4, 5 have no team.").await;
    team(&scene, "A", &[1, 2, 3]).await;
    refused("Entries 4, 5 have no team.").await;
    team(&scene, "B", &[4]).await;
    refused("Entry 5 has no team; team 2 has fewer than 2 members who take part.").await;
    put(&scene.organizer, &scene, 5, json!({"team": 2})).await.expect(200);
    // Who is removed does not take part, and whoever has erased the account neither.
    let reason = json!({"reason": "x"});
    scene.post("/entries/5/remove", reason.clone()).await.expect(204);
    refused("Team 2 has fewer than 2 members who take part.").await;
    scene.post("/entries/5/reinstate", reason.clone()).await.expect(204);
    team(&scene, "C", &[]).await;
    refused("Team 3 has fewer").await;
    // The time to start does not help, and organizers read why.
    let soon = chrono::Utc::now() + chrono::TimeDelta::days(1);
    scene.organizer.patch(&scene.path, json!({"starts_at": soon.to_rfc3339()})).await.expect(200);
    execute(&app, "UPDATE tournaments SET starts_at = now()").await;
    let audit = scene.until("/audit", |audit| audit.to_string().contains("start_failed")).await;
    assert!(audit.to_string().contains("Team 3 has fewer than 2 members"), "{audit}");
    scene.organizer.delete(&scene.at("/teams/3")).await.expect(204);
    scene.organizer.delete(&scene.at("/teams/2")).await.expect(204);
    for entry in [4, 5] {
        scene.post(&format!("/entries/{entry}/remove"), reason.clone()).await.expect(204);
    }
    refused("There is only one team.").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn late_entries_take_the_places_of_members_who_have_left() {
    let app = TestApp::spawn().await;
    let changed = with_teams(2, &json!({"late_entries": true, "rounds": 4}));
    let mut scene = Scene::new(&app, changed, 4).await;
    team(&scene, "A", &[1, 2]).await;
    team(&scene, "B", &[3, 4]).await;
    let reason = json!({"reason": "x"});
    scene.start().await;
    let round = scene.next().await;
    scene.play_round(&round).await;
    scene.until("/rounds/1", |round| round["status"] == "closed").await;
    let won = scene.get("/standings/teams").await;
    assert_eq!(points(&won), [(1, 8.0), (2, 0.0)]);
    let key = code(&scene.organizer, &scene, 1).await;
    let late = app.user("late").await;
    let join = json!({"team": 1, "team_code": key});
    let without = late.post_empty(&scene.at("/enter")).await.expect_problem(422, "validation_failed");
    assert_eq!(without.pointers(), ["/team"]);
    late.post(&scene.at("/enter"), &join).await.expect_problem(409, "team_full");
    // Whoever pauses keeps the place, and whoever leaves gives it away.
    scene.players[&2].post(&scene.at("/withdraw"), json!({"pause": true})).await.expect(204);
    late.post(&scene.at("/enter"), &join).await.expect_problem(409, "team_full");
    let other = scene.players[&2].post(&scene.at("/enter"), json!({"team": 2, "team_code": key})).await;
    assert_eq!(other.expect_problem(422, "validation_failed").pointers(), ["/team"]);
    scene.players[&2].post(&scene.at("/enter"), &join).await.expect(200);
    scene.players[&2].post_empty(&scene.at("/withdraw")).await.expect(204);
    assert_eq!(late.post(&scene.at("/enter"), &join).await.expect(200).json["team"], 1);
    assert_eq!(teams(&scene).await[0], (1, Some(1), vec![1, 2, 5]));
    scene.post("/entries/2/reinstate", reason.clone()).await.expect_problem(409, "team_full");
    scene.players.insert(5, late);
    let before = scene.get("/standings/teams").await;
    let second = scene.next().await;
    for seats in seatings(&second) {
        assert_ne!(seats[0] <= 2 || seats[0] == 5, seats[1] <= 2 || seats[1] == 5, "{second}");
    }
    scene.play_round(&second).await;
    scene.until("/rounds/2", |round| round["status"] == "closed").await;
    // The one who has left keeps the points, and of three members the best two count.
    let standings = scene.get("/standings/teams").await;
    let members = standings["items"][0]["members"].as_array().expect("members");
    let summary: Vec<(u64, &Value, &Value)> = members
        .iter()
        .map(|one| (one["entry"].as_u64().expect("a number"), &one["status"], &one["counts"]))
        .collect();
    let (active, dropped, yes, no) = (json!("active"), json!("dropped"), json!(true), json!(false));
    assert_eq!(summary, [(1, &active, &yes), (2, &dropped, &yes), (5, &active, &no)]);
    assert_eq!(points(&standings)[0], (1, 12.0));
    // Whatever happens before the second round is paired belongs to the standings after the first one.
    let after = scene.get("/standings/teams?after=1").await;
    assert_eq!(after["items"], before["items"]);
    // A removed member keeps what was scored too, and one who has no team comes back with one.
    scene.post("/entries/1/remove", reason.clone()).await.expect(204);
    assert_eq!(points(&scene.get("/standings/teams").await)[0], (1, 12.0));
    scene.post("/entries/1/reinstate", reason.clone()).await.expect(204);
    scene.players[&5].post_empty(&scene.at("/withdraw")).await.expect(204);
    scene.post("/entries/2/reinstate", reason.clone()).await.expect(204);
    // An erased account keeps its results, without a name.
    scene.players[&4].erase().await.expect(204);
    let erased = scene.get("/standings/teams").await["items"][1]["members"].clone();
    let erased =
        erased.as_array().expect("members").iter().find(|one| one["entry"] == 4).expect("a member").clone();
    assert_eq!((&erased["player"]["username"], &erased["status"]), (&Value::Null, &json!("dropped")));
    execute(&app, "UPDATE tournament_entries SET team = NULL WHERE number = 5").await;
    scene.post("/entries/5/reinstate", reason.clone()).await.expect_problem(409, "teams_incomplete");
    put(&scene.organizer, &scene, 5, json!({"team": 1})).await.expect(200);
    scene.post("/entries/5/reinstate", reason.clone()).await.expect_problem(409, "team_full");
    scene.post("/entries/2/remove", reason.clone()).await.expect(204);
    scene.post("/entries/5/reinstate", reason).await.expect(204);
    let third = scene.next().await;
    scene.play_round(&third).await;
    scene.until("/rounds/3", |round| round["status"] == "closed").await;
    scene.post("/close", json!({})).await.expect(200);
    check(&scene.get("/export").await);
}

#[tokio::test(flavor = "multi_thread")]
async fn members_are_seated_together_neither_by_hand_nor_in_an_arena() {
    let app = TestApp::spawn().await;
    let scene = Scene::new(&app, with_teams(2, &json!({})), 4).await;
    team(&scene, "A", &[1, 2]).await;
    team(&scene, "B", &[3, 4]).await;
    scene.start().await;
    let manual = json!({"manual": [{"entries": [1, 2]}]});
    scene.post("/rounds/next", manual).await.expect_problem(422, "not_pairable");
    let round = scene.next().await;
    let table = &round["tables"][0]["table"];
    let seat = json!({"entries": [1, 2], "reason": "x"});
    scene.post(&format!("/tables/{table}/substitute"), seat).await.expect_problem(422, "not_pairable");
    let export = scene.get("/export").await;
    assert_eq!(export["seed"], Value::Null);
    check(&export);

    let organizer = &scene.organizer;
    let changed = arena(2, &json!({"teams": {"size_max": 8}}));
    let made = organizer.post("/v1/tournaments", settings(&changed)).await.expect(201).json;
    let path = format!("/v1/tournaments/{}", made["id"].as_str().expect("an id"));
    let mut arena = Scene { organizer: organizer.clone(), players: scene.players.clone(), path };
    for player in 1..=4 {
        let entered = arena.players[&player].post_empty(&arena.at("/enter")).await.expect(200).json;
        assert_eq!(entered["entry"], player);
    }
    let late = app.user("late").await;
    assert_eq!(late.post_empty(&arena.at("/enter")).await.expect(200).json["entry"], 5);
    arena.players.insert(5, late);
    team(&arena, "A", &[1, 2, 3]).await;
    team(&arena, "B", &[4, 5]).await;
    arena.start().await;
    // Three of the one team and two of the other: one of the three waits alone.
    let round = arena.until("/rounds/1", |now| now["tables"].as_array().map(Vec::len) == Some(2)).await;
    for seats in seatings(&round) {
        assert_ne!(seats[0] <= 3, seats[1] <= 3, "{round}");
    }
    // When a table is over, whoever waits meets the other team again, never the own one.
    let table = &round["tables"][0];
    let mut order = entries(table);
    order.sort_unstable();
    arena.play(table, &order).await;
    rest(&app).await;
    let round = arena.until("/rounds/1", |now| now["tables"].as_array().map(Vec::len) == Some(3)).await;
    let seats = entries(&round["tables"][2]);
    assert!(seats.iter().any(|seat| *seat > 3) && seats.iter().any(|seat| *seat <= 3), "{round}");
    assert_eq!(points(&arena.get("/standings/teams").await)[0], (1, 4.0));
    check(&arena.get("/export").await);
}

async fn send_csv(scene: &Scene<'_>, list: &str) -> Answer {
    let request =
        scene.organizer.request(Method::POST, &scene.at("/entries")).header("content-type", "text/csv");
    Answer::to(request.body(list.to_owned())).await
}

#[tokio::test(flavor = "multi_thread")]
async fn teams_over_the_board_come_from_a_list_and_are_printed() {
    let app = TestApp::spawn().await;
    let changed = with_teams(2, &json!({"play": "over_the_board", "rounds": 3, "teams": {"size_max": 2}}));
    let scene = Scene::new(&app, changed, 0).await;
    let full = send_csv(&scene, "guest,team\nAda,Rubies\nGrace,rubies\nJoan,RUBIES").await;
    assert_eq!(full.expect_problem(422, "validation_failed").pointers(), ["/lines/4/team"]);
    assert_eq!(teams(&scene).await, [], "all or none");
    let list = "guest,team\nAda,Rubies\nGrace,ＲＵＢＩＥＳ\nJoan,<b>Emeralds\nMary,";
    let added = send_csv(&scene, list).await.expect(201).json;
    let of = |entry: &Value| (entry["guest"].as_str().expect("a name").to_owned(), entry["team"].as_u64());
    let added: Vec<_> = added["items"].as_array().expect("entries").iter().map(of).collect();
    let expected = [("Ada", Some(1)), ("Grace", Some(1)), ("Joan", Some(2)), ("Mary", None)];
    assert_eq!(added, expected.map(|(name, team)| (name.to_owned(), team)));
    let hedy = scene.post("/entries", json!({"guest": "Hedy", "team": "<b>emeralds"})).await.expect(201).json;
    assert_eq!(hedy["items"][0]["team"], 2);
    assert_eq!(teams(&scene).await, [(1, Some(1), vec![1, 2]), (2, Some(3), vec![3, 5])]);
    scene.post("/entries/4/remove", json!({"reason": "x"})).await.expect(204);
    scene.start().await;
    // After the start, everybody who is added has a team that there is.
    for wrong in [
        json!({"guest": "Emmy"}),
        json!({"guest": "Emmy", "team": "Opals"}),
        json!({"guest": "Emmy", "team": "Rubies"}),
    ] {
        let refused = scene.post("/entries", wrong.clone()).await.expect_problem(422, "validation_failed");
        assert_eq!(refused.pointers(), ["/team"], "{wrong}");
    }
    scene.post("/entries/2/remove", json!({"reason": "x"})).await.expect(204);
    let emmy = scene.post("/entries", json!({"guest": "Emmy", "team": "Rubies"})).await.expect(201).json;
    assert_eq!(emmy["items"][0]["team"], 1);
    let round = scene.next().await;
    for table in round["tables"].as_array().expect("tables") {
        let result = json!({"places": [1, 1], "reason": "x"});
        scene.post(&format!("/tables/{}/result", table["table"]), result).await.expect(204);
    }
    let csv = scene.organizer.get(&scene.at("/standings/teams?format=csv")).await.expect(200);
    assert!(csv.header("content-type").starts_with("text/csv"));
    let lines = read_csv(&csv.text);
    assert_eq!(lines.len(), 2);
    let rubies = lines.iter().find(|line| line["team"] == "1").expect("a line");
    assert_eq!([&rubies["name"], &rubies["points"], &rubies["points_twelfths"]], ["Rubies", "4", "48"]);
    assert_eq!((rubies["members"].as_str(), rubies["counted"].len()), ("3", 3), "who was removed is listed");
    let page = page_of(&scene);
    let html = app.anonymous().get(&page).await.expect(200).text;
    assert!(html.contains("Rubies") && html.contains("Emeralds") && !html.contains("<b>"), "{html}");
    assert!(html.contains("standings/teams?format=csv") && html.contains("(Grace 0)"), "{html}");
    scene.until("/rounds/1", |round| round["status"] == "closed").await;
    check(&scene.get("/export").await);
    // A guest who claims the entry stays in the team.
    let code = scene.organizer.post_empty(&scene.at("/entries/1/claim-code")).await.expect(201).json;
    let ada = app.user("ada").await;
    let claimed = ada.post(&scene.at("/claim"), json!({"code": code["code"]})).await.expect(200).json;
    assert_eq!(claimed["team"], 1);
    let alone = Scene::new_of(&scene, json!({"play": "over_the_board"})).await;
    let refused = alone.post("/entries", json!({"guest": "Ada", "team": "Rubies"})).await;
    assert_eq!(refused.expect_problem(422, "validation_failed").pointers(), ["/team"]);
    let none = app.anonymous().get(&page_of(&alone)).await;
    assert_eq!(none.status, 200);
    assert!(!none.text.contains("standings/teams"), "{}", none.text);
}

/// Returns the address of the printed standings.
fn page_of(scene: &Scene<'_>) -> String {
    format!("/t/{}/standings", scene.path.trim_start_matches("/v1/tournaments/"))
}

impl<'a> Scene<'a> {
    /// Creates another tournament of the organizer, which nobody has entered.
    async fn new_of(other: &Scene<'a>, changed: Value) -> Scene<'a> {
        let made = other.organizer.post("/v1/tournaments", settings(&changed)).await.expect(201).json;
        let path = format!("/v1/tournaments/{}", made["id"].as_str().expect("an id"));
        Scene { organizer: other.organizer.clone(), players: other.players.clone(), path }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn rules_for_teams_fit_the_format_and_the_teams() {
    let app = TestApp::shared().await;
    let organizer = app.user("organizer").await;
    let teams = json!({"size_max": 4});
    for (changed, pointer) in [
        (json!({"format": "round_robin", "rounds": null, "seats": 2, "teams": teams}), "/teams"),
        (json!({"format": "single_elimination", "rounds": null, "seats": 2, "teams": teams}), "/teams"),
        (json!({"teams": {"size_max": 1}}), "/teams/size_max"),
        (json!({"teams": {"size_max": 9}}), "/teams/size_max"),
        (json!({"teams": {"size_min": 2}}), "/teams/size_max"),
        (json!({"teams": {"size_max": 4, "size_min": 5}}), "/teams/size_min"),
        (json!({"teams": {"size_max": 4, "size_min": 0}}), "/teams/size_min"),
        (json!({"teams": {"size_max": 4, "counted": 5}}), "/teams/counted"),
        (json!({"teams": {"size_max": 4, "counted": 0}}), "/teams/counted"),
        (json!({"teams": {"size_max": 4, "best": 2}}), "/teams/best"),
    ] {
        let refused = organizer.post("/v1/tournaments", settings(&changed)).await;
        assert_eq!(refused.expect_problem(422, "validation_failed").pointers(), [pointer], "{changed}");
    }
    let scene = Scene::new(&app, with_teams(3, &json!({})), 3).await;
    team(&scene, "A", &[1, 2, 3]).await;
    let patch = async |body: Value| scene.organizer.patch(&scene.path, body).await;
    for wrong in [
        json!({"teams": null}),
        json!({"teams": {"size_max": 2, "size_min": 1}}),
        json!({"format": "round_robin"}),
    ] {
        let refused = patch(wrong.clone()).await.expect_problem(422, "validation_failed");
        assert_eq!(refused.pointers(), ["/teams"], "{wrong}");
        assert!(refused.json.to_string().contains("team 1"), "{}", refused.json);
    }
    let kept = patch(json!({"name": "Teams"})).await.expect(200).json;
    assert_eq!(kept["teams"], json!({"size_max": 3, "size_min": 1, "counted": null}));
    patch(json!({"teams": {"size_max": 4, "counted": 4}})).await.expect(200);
    scene.organizer.delete(&scene.at("/teams/1")).await.expect(204);
    assert_eq!(patch(json!({"format": "round_robin"})).await.expect(200).json["teams"], Value::Null);
    // Without teams there are no requests about them.
    let first = &scene.players[&1];
    for refused in [
        scene.post("/teams", json!({"name": "B"})).await,
        scene.organizer.patch(&scene.at("/teams/1"), json!({"name": "B"})).await,
        scene.organizer.delete(&scene.at("/teams/1")).await,
        scene.organizer.post_empty(&scene.at("/teams/1/code")).await,
        put(first, &scene, 1, json!({"team": 1})).await,
        take_out(first, &scene, 1).await,
        app.anonymous().get(&scene.at("/standings/teams")).await,
        app.user("late").await.post(&scene.at("/enter"), json!({"team": 1})).await,
    ] {
        refused.expect_problem(422, "not_available");
    }
    assert_eq!(scene.get("/teams").await, json!({"items": [], "next_cursor": null}));
    let lone = app.user("late").await.post(&scene.at("/enter"), json!({"team_code": "BCDF-GHJK-LMNP"})).await;
    assert_eq!(lone.expect_problem(422, "validation_failed").pointers(), ["/team"]);
    scene.start().await;
    patch(json!({"teams": {"size_max": 4}})).await.expect_problem(409, "tournament_state");
    assert_eq!(scene.get("/export").await.get("teams"), None);
}

#[tokio::test(flavor = "multi_thread")]
async fn teams_are_as_hidden_as_their_tournament_and_their_codes_open_no_other_door() {
    let app = TestApp::spawn().await;
    let changed = with_teams(2, &json!({"visibility": "private", "entry": {"password": "emeralds first"}}));
    let scene = Scene::new(&app, changed, 0).await;
    let (ada, grace) = (app.user("ada").await, app.user("grace").await);
    scene.organizer.patch(&scene.path, json!({"invited": ["ada"]})).await.expect(200);
    ada.post(&scene.at("/enter"), json!({"password": "emeralds first"})).await.expect(200);
    ada.post(&scene.at("/teams"), json!({"name": "Rubies"})).await.expect(201);
    let key = code(&ada, &scene, 1).await;
    let join = json!({"team": 1, "team_code": key});
    grace.post(&scene.at("/enter"), &join).await.expect_problem(404, "not_found");
    for refused in [
        grace.get(&scene.at("/teams")).await,
        app.anonymous().get(&scene.at("/teams")).await,
        grace.get(&scene.at("/standings/teams")).await,
        grace.post(&scene.at("/teams"), json!({"name": "Others"})).await,
        grace.patch(&scene.at("/teams/1"), json!({"name": "Others"})).await,
        grace.delete(&scene.at("/teams/1")).await,
        grace.post_empty(&scene.at("/teams/1/code")).await,
        put(&grace, &scene, 1, json!({"team": 1, "code": key})).await,
        take_out(&grace, &scene, 1).await,
    ] {
        refused.expect_problem(404, "not_found");
    }
    scene.organizer.patch(&scene.path, json!({"invited": ["grace"]})).await.expect(200);
    grace.post(&scene.at("/enter"), &join).await.expect_problem(403, "entry_locked");
    let both = json!({"team": 1, "team_code": key, "password": "emeralds first"});
    assert_eq!(grace.post(&scene.at("/enter"), &both).await.expect(200).json["team"], 1);
    let unknown = json!({"team": 9, "team_code": key, "password": "emeralds first"});
    let joan = app.user("joan").await;
    scene.organizer.patch(&scene.path, json!({"invited": ["joan"]})).await.expect(200);
    let refused = joan.post(&scene.at("/enter"), &unknown).await.expect_problem(422, "validation_failed");
    assert_eq!(refused.pointers(), ["/team"]);
    let body = scene.get("/teams").await.to_string() + &scene.get("/export").await.to_string();
    assert!(!body.contains(&key), "{body}");
    // Nobody acts for an entry that was removed.
    scene.post("/entries/2/remove", json!({"reason": "x"})).await.expect(204);
    put(&grace, &scene, 2, json!({"team": 1, "code": key})).await.expect_problem(409, "not_entered");
    // A draft is its organizers' alone.
    let draft = Scene::new_of(&scene, with_teams(2, &json!({"open": false}))).await;
    app.anonymous().get(&draft.at("/teams")).await.expect_problem(404, "not_found");
    draft.post("/teams", json!({"name": "Rubies"})).await.expect(201);
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_players_at_the_same_time_as_many_join_as_there_is_room() {
    let app = TestApp::shared().await;
    let scene = Scene::new(&app, with_teams(3, &json!({})), 6).await;
    team(&scene, "A", &[1, 2]).await;
    let key = code(&scene.players[&1], &scene, 1).await;
    let late: Vec<Caller<'_>> = vec![app.user("late1").await, app.user("late2").await];
    // Four who have entered, and two who enter, want the last place.
    let (path, body) = (scene.at("/enter"), json!({"team": 1, "team_code": key}));
    let own: Vec<_> = (3..=6)
        .map(|entry| put(&scene.players[&entry], &scene, entry, json!({"team": 1, "code": key})))
        .collect();
    let (joined, entered) = tokio::join!(
        futures_util::future::join_all(own),
        futures_util::future::join_all(late.iter().map(|player| player.post(&path, &body))),
    );
    let all: Vec<Answer> = joined.into_iter().chain(entered).collect();
    assert_eq!(all.iter().filter(|answer| answer.status == 200).count(), 1, "one place was left");
    for refused in all.into_iter().filter(|answer| answer.status != 200) {
        refused.expect_problem(409, "team_full");
    }
    assert_eq!(teams(&scene).await[0].2.len(), 3);
    // Two make a team of the same name: one of them does.
    let names = [3, 4, 5, 6].map(|entry| {
        let (player, path) = (scene.players[&entry].clone(), scene.at("/teams"));
        async move { player.post(&path, json!({"name": "Opals"})).await }
    });
    let made = futures_util::future::join_all(names).await;
    assert_eq!(made.iter().filter(|answer| answer.status == 201).count(), 1);
    // The last member leaves while somebody joins: either both are there, or the team is gone.
    let (number, captain) =
        teams(&scene).await.last().map(|(team, captain, _)| (*team, *captain)).expect("two");
    let captain = captain.expect("a captain");
    let key = code(&scene.players[&captain], &scene, number).await;
    let join = json!({"team": number, "team_code": key});
    let newcomer = app.user("newcomer").await;
    let (left, joined) =
        tokio::join!(take_out(&scene.players[&captain], &scene, captain), newcomer.post(&path, &join));
    left.expect(200);
    let now = teams(&scene).await;
    match joined.status.as_u16() {
        200 => assert_eq!(now.len(), 2, "{now:?}"),
        _ => assert_eq!(now.len(), 1, "{now:?}"),
    }
}
