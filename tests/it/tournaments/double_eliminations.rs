//! Double elimination: two losses, the grand final, and what happens if somebody leaves.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::arena::recompute;
use super::scene::{Scene, entries, seatings};
use crate::app::TestApp;

async fn with_guests(app: &TestApp, guests: u64) -> Scene<'_> {
    let changed =
        json!({"play": "over_the_board", "format": "double_elimination", "seats": 2, "rounds": null});
    let scene = Scene::new(app, changed, 0).await;
    for guest in 1..=guests {
        scene.post("/entries", json!({"guest": format!("Guest {guest}"), "seed": guest})).await.expect(201);
    }
    scene.start().await;
    scene
}

/// Lets these entries win their tables, and the lowest entry all other tables.
async fn decide(scene: &Scene<'_>, round: &Value, winners: &[u64]) {
    for table in round["tables"].as_array().expect("tables") {
        let seats = entries(table);
        let winner = seats.iter().find(|one| winners.contains(one)).or(seats.iter().min()).expect("a seat");
        let places = if seats[0] == *winner { [1, 2] } else { [2, 1] };
        let result = json!({"places": places, "reason": "played"});
        scene.post(&format!("/tables/{}/result", table["table"]), result).await.expect(204);
    }
}

async fn close(scene: &Scene<'_>) -> Vec<u64> {
    scene.post("/rounds/next", json!({})).await.expect_problem(409, "no_more_rounds");
    scene.post("/close", json!({})).await.expect(200);
    let export = scene.get("/export").await;
    let verdict = recompute(&export);
    assert!(verdict.as_ref().is_none_or(|verdict| *verdict == Ok(())), "{verdict:?} {export}");
    let lines = export["standings"].as_array().expect("lines").iter();
    lines.filter_map(|line| line["entry"].as_u64()).collect()
}

#[tokio::test]
async fn places_follow_from_the_round_of_the_second_loss() {
    let app = TestApp::shared().await;
    let scene = with_guests(&app, 6).await;
    let mut last_loss: BTreeMap<u64, u64> = BTreeMap::new();
    let mut rounds = 0;
    loop {
        let next = scene.organizer.post_empty(&scene.at("/rounds/next")).await;
        if next.status == 409 {
            break;
        }
        let round = next.expect(201).json;
        rounds += 1;
        for pair in seatings(&round) {
            last_loss.insert(*pair.iter().max().expect("a pair"), rounds);
        }
        decide(&scene, &round, &[]).await;
    }
    let order = close(&scene).await;
    assert_eq!((order[0], last_loss.len()), (1, 5));
    let losses: Vec<u64> = order[1..].iter().map(|entry| last_loss[entry]).collect();
    assert!(losses.is_sorted_by(|a, b| a >= b), "{order:?} {losses:?}");
    let report = scene.organizer.get(&scene.at("/export?format=trf")).await.expect(200).text;
    assert_eq!(report.lines().filter(|line| line.starts_with("001")).count(), 6);
}

#[tokio::test]
async fn a_grand_final_that_the_unbeaten_one_loses_is_played_again() {
    let app = TestApp::shared().await;
    let scene = with_guests(&app, 4).await;
    for _ in 0..3 {
        let round = scene.next().await;
        decide(&scene, &round, &[]).await;
    }
    let grand_final = scene.next().await;
    let pair = seatings(&grand_final);
    assert_eq!((pair.len(), pair[0].contains(&1)), (1, true));
    let other = *pair[0].iter().max().expect("a pair");
    decide(&scene, &grand_final, &[other]).await;
    let second = scene.next().await;
    assert_eq!(seatings(&second)[0].iter().max(), Some(&other));
    decide(&scene, &second, &[other]).await;
    assert_eq!(close(&scene).await[..2], [other, 1]);
}

#[tokio::test]
async fn whoever_leaves_gives_the_opponent_a_free_way_and_wins_nothing() {
    let app = TestApp::shared().await;
    // Before the grand final: the unbeaten one, or the other one. Those who have played less stay behind.
    for unbeaten in [true, false] {
        let scene = with_guests(&app, 4).await;
        let mut alive = Vec::new();
        for _ in 0..3 {
            let round = scene.next().await;
            alive = seatings(&round).concat();
            decide(&scene, &round, &[]).await;
        }
        scene.organizer.post_empty(&scene.at("/rounds/close")).await.expect(200);
        let other = *alive.iter().min().expect("the winner of the losers' bracket");
        let (gone, stays) = if unbeaten { (1, other) } else { (other, 1) };
        scene.post(&format!("/entries/{gone}/withdraw"), json!({"reason": "ill"})).await.expect(204);
        assert_eq!(close(&scene).await[0], stays, "{gone} has left");
    }
    // Somebody who has lost once and leaves meets nobody in the losers' bracket.
    let scene = with_guests(&app, 4).await;
    let round = scene.next().await;
    decide(&scene, &round, &[]).await;
    scene.organizer.post_empty(&scene.at("/rounds/close")).await.expect(200);
    scene.post("/entries/4/remove", json!({"reason": "did not come"})).await.expect(204);
    let round = scene.next().await;
    assert_eq!(round["byes"][0]["entry"], 3, "{round}");
    assert_eq!(seatings(&round).len(), 1);
    decide(&scene, &round, &[]).await;
    for _ in 0..2 {
        let round = scene.next().await;
        decide(&scene, &round, &[]).await;
    }
    let order = close(&scene).await;
    assert_eq!((order[0], order[3]), (1, 4));
}

#[tokio::test]
async fn two_organizers_who_pair_at_once_and_a_withdrawal_leave_one_bracket() {
    let app = TestApp::shared().await;
    let scene = with_guests(&app, 5).await;
    let round = scene.next().await;
    decide(&scene, &round, &[]).await;
    let (pair, withdraw) = (scene.at("/rounds/next"), scene.at("/entries/2/withdraw"));
    let (one, other, left) = tokio::join!(
        scene.organizer.post_empty(&pair),
        scene.organizer.post_empty(&pair),
        scene.organizer.post(&withdraw, json!({"reason": "ill"})),
    );
    left.expect(204);
    assert_eq!([one.status, other.status].iter().filter(|&&status| status == 201).count(), 1);
    let mut round = scene.get("/rounds/2").await;
    loop {
        decide(&scene, &round, &[]).await;
        let next = scene.organizer.post_empty(&scene.at("/rounds/next")).await;
        if next.status == 409 {
            break;
        }
        round = next.expect(201).json;
    }
    assert_eq!(close(&scene).await[0], 1);
}

#[tokio::test]
async fn a_double_elimination_has_two_seats_and_no_third_place() {
    let app = TestApp::spawn().await;
    let organizer = app.user("organizer").await;
    let refused = [
        json!({"format": "double_elimination", "rounds": null, "seats": 4}),
        json!({"format": "double_elimination", "rounds": 3, "seats": 2}),
        json!({"format": "double_elimination", "rounds": null, "seats": 2, "third_place": true}),
        json!({"format": "double_elimination", "rounds": null, "seats": 2, "cut": 4}),
        json!({"format": "double_elimination", "rounds": null, "seats": 2, "duplicate": true}),
    ];
    for changed in refused {
        let made = organizer.post("/v1/tournaments", super::scene::settings(&changed)).await;
        made.expect_problem(422, "validation_failed");
    }
}
