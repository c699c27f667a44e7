//! A Swiss event with a cut: who goes on, by which rule, and what happens around the cut.

use serde_json::{Value, json};

use super::arena::recompute;
use super::exports::check_results;
use super::scene::{Scene, entries};
use crate::app::TestApp;

fn with_cut(seats: u64, cut: u64) -> Value {
    json!({"play": "over_the_board", "seats": seats, "rounds": 2, "cut": cut, "tie_breaks": ["points"]})
}

/// Sets the results of the tables of a round: places in the order of entries.
async fn decide(scene: &Scene<'_>, round: &Value) {
    for table in round["tables"].as_array().expect("tables") {
        let seats = entries(table);
        let place = |own: &u64| 1 + seats.iter().filter(|other| *other < own).count();
        let places: Vec<usize> = seats.iter().map(place).collect();
        let result = json!({"places": places, "reason": "played"});
        scene.post(&format!("/tables/{}/result", table["table"]), result).await.expect(204);
    }
}

/// Enters this many guests and plays the rounds before the cut.
async fn before_the_cut<'a>(app: &'a TestApp, settings: Value, guests: u64) -> Scene<'a> {
    let scene = Scene::new(app, settings, 0).await;
    for guest in 1..=guests {
        scene.post("/entries", json!({"guest": format!("Guest {guest}")})).await.expect(201);
    }
    scene.start().await;
    for _ in 0..2 {
        let round = scene.next().await;
        decide(&scene, &round).await;
    }
    scene.organizer.post_empty(&scene.at("/rounds/close")).await.expect(200);
    scene
}

/// Plays the knock-out to its end, closes the tournament, and recomputes its export.
async fn to_the_end(scene: &Scene<'_>) -> Value {
    loop {
        let next = scene.organizer.post_empty(&scene.at("/rounds/next")).await;
        if next.status == 409 {
            break;
        }
        decide(scene, &next.expect(201).json).await;
    }
    scene.post("/close", json!({})).await.expect(200);
    let export = scene.get("/export").await;
    let verdict = recompute(&export);
    assert!(verdict.as_ref().is_none_or(|verdict| *verdict == Ok(())), "{verdict:?} {export}");
    check_results(&export, &scene.organizer.get(&scene.at("/export?format=csv")).await.expect(200).text);
    export
}

fn numbers(list: &Value) -> Vec<u64> {
    list.as_array().expect("a list").iter().filter_map(Value::as_u64).collect()
}

fn order(standings: &Value) -> Vec<u64> {
    let items = standings["items"].as_array().expect("lines").iter();
    items.filter_map(|line| line["entry"].as_u64()).collect()
}

#[tokio::test]
async fn the_best_of_a_swiss_event_go_on_and_its_standings_stay() {
    let app = TestApp::shared().await;
    let scene = before_the_cut(&app, with_cut(4, 16), 20).await;
    let swiss = scene.get("/standings?after=2").await;
    let cut = &swiss["cut"];
    assert_eq!((&cut["paired"], numbers(&cut["entries"]).len()), (&json!(false), 16));
    let preview = scene.organizer.post_empty(&scene.at("/rounds/next?dry_run=true")).await.expect(200).json;
    assert_eq!(
        (&preview["stage"], preview["tables"].as_array().map(Vec::len)),
        (&json!("knock_out"), Some(4))
    );
    assert_eq!(
        scene.get("/standings?after=1").await["cut"],
        Value::Null,
        "the rounds before it are not over"
    );
    let round = scene.next().await;
    assert_eq!(numbers(&round["entrants"]), numbers(&cut["entries"]));
    let first: Vec<u64> =
        round["tables"].as_array().expect("tables").iter().map(|table| entries(table)[0]).collect();
    assert_eq!(first.len(), 4);
    decide(&scene, &round).await;
    let export = to_the_end(&scene).await;
    assert_eq!(export["rounds"].as_array().map(Vec::len), Some(4), "two of the Swiss event, 16, 4");
    let after = scene.get("/standings").await;
    let points = |standings: &Value, entry: u64| {
        let items = standings["items"].as_array().expect("lines").iter();
        items.clone().find(|line| line["entry"] == entry).map(|line| line["points_twelfths"].clone())
    };
    for entry in 1..=20 {
        assert_eq!(points(&after, entry), points(&swiss, entry), "the knock-out gives no points");
    }
    let on = numbers(&cut["entries"]);
    let out: Vec<u64> = order(&swiss).into_iter().filter(|entry| !on.contains(entry)).collect();
    assert_eq!(order(&after)[16..], out, "those who are out keep their order");
}

#[tokio::test]
async fn a_tie_at_the_edge_of_the_cut_is_decided_by_lot_and_shown() {
    let app = TestApp::shared().await;
    let scene = before_the_cut(&app, with_cut(2, 3), 6).await;
    let swiss = scene.get("/standings").await;
    let place = |entry: u64| {
        let items = swiss["items"].as_array().expect("lines").iter();
        items.clone().find(|line| line["entry"] == entry).and_then(|line| line["place"].as_u64())
    };
    // Six entries after two rounds: one or two have won twice, and the others at the edge once.
    let (on, out) =
        (numbers(&swiss["cut"]["entries"]), swiss["cut"]["first_out"].as_u64().expect("an entry"));
    assert_eq!(place(on[2]), place(out), "{swiss}");
    assert_eq!(swiss["cut"]["decided_by"], "lot");
    to_the_end(&scene).await;
}

#[tokio::test]
async fn the_next_one_moves_up_until_the_knock_out_is_paired_and_when_it_is_paired_again() {
    let app = TestApp::shared().await;
    let scene = before_the_cut(&app, with_cut(2, 4), 8).await;
    let cut = scene.get("/standings").await["cut"].clone();
    let (on, next) = (numbers(&cut["entries"]), cut["first_out"].as_u64().expect("an entry"));
    scene.post(&format!("/entries/{}/withdraw", on[0]), json!({"reason": "ill"})).await.expect(204);
    let moved = scene.get("/standings").await["cut"].clone();
    assert_eq!(numbers(&moved["entries"]), [&on[1..], &[next][..]].concat());
    let paired = scene.next().await;
    assert_eq!(numbers(&paired["entrants"]), numbers(&moved["entries"]));
    // Once it is paired, nobody takes the place of a finalist who leaves.
    scene.post(&format!("/entries/{}/remove", on[1]), json!({"reason": "did not come"})).await.expect(204);
    assert_eq!(numbers(&scene.get("/standings").await["cut"]["entries"]), numbers(&moved["entries"]));
    // Unless it is taken back before anything was played.
    scene.post("/rounds/3/unpair", json!({"reason": "one is missing"})).await.expect(200);
    let again = scene.next().await;
    let last = moved["first_out"].as_u64().expect("an entry");
    assert_eq!(numbers(&again["entrants"]), [&on[2..], &[next, last][..]].concat());
    decide(&scene, &again).await;
    to_the_end(&scene).await;
}

#[tokio::test]
async fn a_finalist_who_leaves_after_the_pairing_loses_the_place_and_the_opponent_goes_on() {
    let app = TestApp::shared().await;
    let scene = before_the_cut(&app, with_cut(2, 4), 8).await;
    let round = scene.next().await;
    let gone = entries(&round["tables"][0]);
    decide(&scene, &round).await;
    scene.organizer.post_empty(&scene.at("/rounds/close")).await.expect(200);
    let winner = *gone.iter().min().expect("a seat");
    scene.post(&format!("/entries/{winner}/withdraw"), json!({"reason": "ill"})).await.expect(204);
    let export = to_the_end(&scene).await;
    let other = *entries(&round["tables"][1]).iter().min().expect("a seat");
    assert_eq!(export["standings"][0]["entry"], other, "the other finalist wins: {}", export["standings"]);
}

#[tokio::test]
async fn a_correction_after_the_cut_says_who_would_have_gone_on_and_pairs_nothing_again() {
    let app = TestApp::spawn().await;
    let scene = before_the_cut(&app, with_cut(2, 4), 8).await;
    let first = scene.get("/rounds/1").await;
    let knock_out = scene.next().await;
    let on = numbers(&knock_out["entrants"]);
    // Whoever went on with a win of the first round loses it afterwards.
    let tables = first["tables"].as_array().expect("tables").iter();
    let table = tables.max_by_key(|table| entries(table).iter().filter(|one| on.contains(one)).count() == 1);
    let table = table.expect("a table");
    let seats = entries(table);
    let winner = *seats.iter().min().expect("a seat");
    let places = if seats[0] == winner { json!([2, 1]) } else { json!([1, 2]) };
    let path = format!("/tables/{}/correct", table["table"]);
    let wrong = json!({"places": places, "reason": "typed wrong"});
    let preview = scene.post(&format!("{path}?dry_run=true"), wrong.clone()).await.expect(200).json;
    let corrected = scene.post(&path, wrong).await.expect(200).json;
    let changes = ["changes", "would_go_on", "would_not_go_on"];
    changes.iter().for_each(|name| assert_eq!(corrected[name], preview[name]));
    let count = |name: &str| corrected[name].as_array().map(Vec::len);
    assert_eq!(count("would_go_on"), count("would_not_go_on"));
    assert_eq!(scene.get("/rounds/3").await["tables"], knock_out["tables"]);
    assert_eq!(numbers(&scene.get("/standings").await["cut"]["entries"]), on, "the cut stays");
    decide(&scene, &knock_out).await;
    to_the_end(&scene).await;
}

#[tokio::test]
async fn a_guest_who_is_claimed_during_the_cut_stays_in_it() {
    let app = TestApp::spawn().await;
    let scene = before_the_cut(&app, with_cut(2, 4), 8).await;
    let round = scene.next().await;
    let finalist = numbers(&round["entrants"])[0];
    let code =
        scene.organizer.post_empty(&scene.at(&format!("/entries/{finalist}/claim-code"))).await.expect(201);
    let ada = app.user("ada").await;
    let claim = json!({"code": code.json["code"]});
    // The claim and the results of the round meet: both are done, in either order.
    let path = scene.at("/claim");
    let (claimed, ()) = tokio::join!(ada.post(&path, claim), decide(&scene, &round));
    assert_eq!(claimed.expect(200).json["entry"], finalist);
    let export = to_the_end(&scene).await;
    let lines = export["standings"].as_array().expect("lines");
    let own = lines.iter().find(|line| line["entry"] == finalist).expect("a line");
    assert_eq!((&own["player"]["username"], own["knock_out"].is_u64()), (&json!("ada"), true));
}

#[tokio::test]
async fn withdrawals_and_the_cut_at_the_same_moment_leave_one_bracket() {
    let app = TestApp::shared().await;
    let scene = before_the_cut(&app, with_cut(2, 4), 8).await;
    let best = numbers(&scene.get("/standings").await["cut"]["entries"])[0];
    let withdraw = scene.at(&format!("/entries/{best}/withdraw"));
    let pair = scene.at("/rounds/next");
    let (left, paired, again) = tokio::join!(
        scene.organizer.post(&withdraw, json!({"reason": "ill"})),
        scene.organizer.post_empty(&pair),
        scene.organizer.post_empty(&pair),
    );
    left.expect(204);
    assert_eq!([paired.status, again.status].iter().filter(|&&status| status == 201).count(), 1);
    let entrants = numbers(&scene.get("/rounds/3").await["entrants"]);
    assert_eq!(entrants, numbers(&scene.get("/standings").await["cut"]["entries"]));
    let round = scene.get("/rounds/3").await;
    decide(&scene, &round).await;
    to_the_end(&scene).await;
}

#[tokio::test]
async fn a_cut_belongs_to_swiss_events_and_heats() {
    let app = TestApp::spawn().await;
    let organizer = app.user("organizer").await;
    let refused = [
        json!({"format": "round_robin", "seats": 2, "rounds": null, "cut": 4}),
        json!({"format": "heats", "rounds": 2}),
        json!({"format": "swiss", "rounds": 2, "advance": 2}),
        json!({"format": "swiss", "rounds": 2, "cut": 1}),
    ];
    for changed in refused {
        let made = organizer.post("/v1/tournaments", super::scene::settings(&changed)).await;
        made.expect_problem(422, "validation_failed");
    }
    let changed = json!({"format": "swiss", "rounds": 2, "cut": 8, "advance": 2});
    let made = organizer.post("/v1/tournaments", super::scene::settings(&changed)).await.expect(201).json;
    assert_eq!((&made["cut"], &made["advance"]), (&json!(8), &json!(2)));
    let path = format!("/v1/tournaments/{}", made["id"].as_str().expect("an id"));
    organizer.patch(&path, json!({"cut": null})).await.expect_problem(422, "validation_failed");
    let plain = organizer.patch(&path, json!({"cut": null, "advance": 1})).await.expect(200).json;
    assert_eq!(plain["cut"], Value::Null);
    let heats = organizer.patch(&path, json!({"format": "heats", "cut": 4})).await.expect(200).json;
    assert_eq!(heats["cut"], 4);
    let swiss = organizer.patch(&path, json!({"format": "swiss"})).await.expect(200).json;
    assert_eq!(swiss["cut"], Value::Null, "another format begins without a cut");
}
