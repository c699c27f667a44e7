//! Seeds and ratings that organizers give entries, and the schedules of round robins.

use serde_json::{Value, json};

use super::arena::recompute;
use super::exports::check_results;
use super::over_the_board::send_csv;
use super::scene::{Scene, entries, seatings, settings};
use crate::app::TestApp;

fn entrants(round: &Value) -> Vec<u64> {
    round["entrants"].as_array().expect("a list").iter().filter_map(Value::as_u64).collect()
}

pub async fn guests(scene: &Scene<'_>, list: &[(Option<u64>, Option<u64>)]) {
    for (number, (seed, rating)) in list.iter().enumerate() {
        let mut guest = json!({"guest": format!("Guest {number}")});
        for (name, value) in [("seed", seed), ("rating", rating)] {
            value.iter().for_each(|value| guest[name] = json!(value));
        }
        scene.post("/entries", guest).await.expect(201);
    }
}

pub async fn set_places(scene: &Scene<'_>, round: &Value) {
    for table in round["tables"].as_array().expect("tables") {
        let places: Vec<usize> = (1..=entries(table).len()).collect();
        let result = json!({"places": places, "reason": "played"});
        scene.post(&format!("/tables/{}/result", table["table"]), result).await.expect(204);
    }
}

pub async fn close_and_recompute(scene: &Scene<'_>) {
    scene.post("/close", json!({})).await.expect(200);
    let export = scene.get("/export").await;
    let verdict = recompute(&export);
    assert!(verdict.as_ref().is_none_or(|verdict| *verdict == Ok(())), "{verdict:?} {export}");
}

#[tokio::test]
async fn nobody_wins_a_match_that_both_have_forfeited_also_if_one_of_them_has_left() {
    let app = TestApp::shared().await;
    let box_ = json!({"play": "over_the_board", "format": "single_elimination", "seats": 2, "rounds": null});
    let scene = Scene::new(&app, box_, 0).await;
    guests(&scene, &[(Some(1), None), (Some(2), None), (Some(3), None), (Some(4), None)]).await;
    scene.start().await;
    let round = scene.next().await;
    scene.post("/entries/4/withdraw", json!({"reason": "the last train"})).await.expect(204);
    for table in round["tables"].as_array().expect("tables") {
        let result = match entries(table).contains(&4) {
            true => json!({"places": [1, 1], "forfeits": [0, 1], "reason": "nobody came"}),
            false => json!({"places": [1, 2], "reason": "a slip"}),
        };
        scene.post(&format!("/tables/{}/result", table["table"]), result).await.expect(204);
    }
    close_and_recompute(&scene).await;
}

#[tokio::test]
async fn seeds_order_a_bracket_before_ratings() {
    let app = TestApp::shared().await;
    let box_ = json!({"play": "over_the_board", "format": "single_elimination", "seats": 2, "rounds": null});
    let scene = Scene::new(&app, box_, 0).await;
    guests(&scene, &[(None, Some(1600)), (Some(2), None), (None, Some(1900)), (Some(1), Some(1000))]).await;
    scene.start().await;
    let round = scene.next().await;
    assert_eq!(entrants(&round), [4, 2, 3, 1], "seeds 1 and 2, then the ratings 1900 and 1600");
    set_places(&scene, &round).await;
    let round = scene.next().await;
    set_places(&scene, &round).await;
    close_and_recompute(&scene).await;
}

#[tokio::test]
async fn an_organizer_seeds_players_who_have_entered_until_the_first_round_is_paired() {
    let app = TestApp::spawn().await;
    let scene = Scene::new(&app, json!({"seats": 2, "rounds": 2}), 4).await;
    let seed = |entry: u64, body: Value| {
        let path = scene.at(&format!("/entries/{entry}"));
        let organizer = &scene.organizer;
        async move { organizer.patch(&path, body).await }
    };
    for (entry, number) in [(4, 1), (3, 2), (2, 3), (1, 4)] {
        assert_eq!(seed(entry, json!({"seed": number})).await.expect(200).json["seed"], number);
    }
    assert_eq!(seed(1, json!({"seed": null})).await.expect(200).json["seed"], Value::Null);
    seed(1, json!({"seed": 4})).await.expect(200);
    for wrong in [json!({"seed": 0}), json!({"seed": 2049}), json!({"rating": 1700}), json!({"guest": null})]
    {
        seed(1, wrong).await.expect_problem(422, "validation_failed");
    }
    seed(1, json!({"guest": "Ada"})).await.expect_problem(422, "not_available");
    seed(9, json!({"seed": 1})).await.expect_problem(404, "not_found");
    let player = scene.players[&1].patch(&scene.at("/entries/1"), json!({"seed": 1})).await;
    player.expect_problem(403, "not_organizer");
    scene.start().await;
    let preview = scene.organizer.post_empty(&scene.at("/rounds/next?dry_run=true")).await.expect(200).json;
    let pairs: Vec<Vec<u64>> = seatings(&preview)
        .into_iter()
        .map(|mut pair| {
            pair.sort_unstable();
            pair
        })
        .collect();
    assert_eq!(pairs, [[2, 4], [1, 3]], "the upper half of the seeds meets the lower half");
    scene.next().await;
    let late = seed(1, json!({"seed": 1})).await.expect_problem(409, "tournament_state");
    assert!(late.text.contains("unpair"), "{}", late.text);
    let audit = scene.get("/audit?limit=100").await.to_string();
    assert!(audit.contains("entry_changed") && audit.contains(r#""field":"seed""#), "{audit}");
}

#[tokio::test]
async fn a_list_of_names_has_seeds_and_ratings() {
    let app = TestApp::spawn().await;
    let box_ = json!({"play": "over_the_board", "seats": 2, "rounds": 1});
    let scene = Scene::new(&app, box_, 0).await;
    let path = scene.at("/entries");
    let send = |list: &'static str| send_csv(&scene.organizer, &path, list);
    let added = send("guest;rating;seed\nAda;1720;\nGrace;;1").await.expect(201).json;
    assert_eq!((&added["items"][0]["rating"], &added["items"][0]["seed"]), (&json!(1720), &Value::Null));
    assert_eq!((&added["items"][1]["rating"], &added["items"][1]["seed"]), (&json!(1500), &json!(1)));
    for wrong in
        ["guest,seed\nJoan,0", "guest,seed\nJoan,first", "guest,rating\nJoan,-1", "guest,rating\nJoan,10000"]
    {
        let refused = send(wrong).await.expect_problem(422, "validation_failed");
        assert!(refused.text.contains("/lines/2/"), "{}", refused.text);
    }
}

#[tokio::test]
async fn a_double_round_robin_has_every_pair_twice_with_turned_seats() {
    let app = TestApp::shared().await;
    let changed =
        json!({"play": "over_the_board", "format": "round_robin", "seats": 2, "rounds": null, "cycles": 2});
    let scene = Scene::new(&app, changed, 0).await;
    guests(&scene, &[(Some(1), None), (None, None), (Some(2), None), (None, None)]).await;
    scene.start().await;
    let preview = scene.organizer.post_empty(&scene.at("/rounds/next?dry_run=true")).await.expect(200).json;
    assert_eq!(preview["schedule"], json!({"rounds": 6, "met_min": 2, "met_max": 2}));
    let mut met = std::collections::BTreeSet::new();
    for number in 1..=6 {
        let round = scene.next().await;
        assert_eq!(entrants(&round)[..2], [1, 3], "seeds, then lots");
        for pair in seatings(&round) {
            assert!(met.insert(pair.clone()), "round {number} has {pair:?} again with the same seats");
        }
        set_places(&scene, &round).await;
    }
    assert_eq!(met.len(), 12);
    scene.organizer.post_empty(&scene.at("/rounds/next")).await.expect_problem(409, "no_more_rounds");
    close_and_recompute(&scene).await;
}

#[tokio::test]
async fn whoever_leaves_a_round_robin_before_half_of_it_counts_for_nobody() {
    let app = TestApp::spawn().await;
    for (leaves_after, annulled) in [(1, true), (2, true), (3, false)] {
        let changed = json!({"play": "over_the_board", "format": "round_robin", "seats": 2, "rounds": null,
            "early_leavers": "annul"});
        let scene = Scene::new(&app, changed, 0).await;
        guests(&scene, &[1, 2, 3, 4, 5, 6].map(|seed| (Some(seed), None))).await;
        scene.start().await;
        for number in 1..=5 {
            let round = scene.next().await;
            set_places(&scene, &round).await;
            scene.organizer.post_empty(&scene.at("/rounds/close")).await.expect(200);
            if number == leaves_after {
                scene.post("/entries/2/withdraw", json!({"reason": "ill"})).await.expect(204);
            }
        }
        let standings = scene.get("/standings").await;
        let lines = standings["items"].as_array().expect("lines");
        let own = lines.iter().find(|line| line["entry"] == 2).expect("a line");
        assert_eq!((&own["status"], own["annulled"] == true), (&json!("dropped"), annulled), "{standings}");
        let games: i64 = lines.iter().filter_map(|line| line["games"].as_i64()).sum();
        let byes: i64 = lines.iter().filter_map(|line| line["byes"].as_i64()).sum();
        // 15 games of six; without the second entry, 10 of five.
        let expected = if annulled { (20, 0) } else { (26, 2) };
        assert_eq!((games, byes), expected, "{standings}");
        // The standings after the first round are those of that moment.
        assert!(!scene.get("/standings?after=1").await.to_string().contains("annulled"));
        close_and_recompute(&scene).await;
        let csv = scene.organizer.get(&scene.at("/export?format=csv")).await.expect(200).text;
        check_results(&scene.get("/export").await, &csv);
    }
    let organizer = app.user("other").await;
    let refused = settings(&json!({"early_leavers": "annul", "format": "swiss"}));
    organizer.post("/v1/tournaments", refused).await.expect_problem(422, "validation_failed");
}

#[tokio::test]
async fn a_group_of_seven_in_fours_says_how_even_its_schedule_is() {
    let app = TestApp::spawn().await;
    let changed = json!({"play": "over_the_board", "format": "round_robin", "seats": 4, "rounds": null});
    let scene = Scene::new(&app, changed, 0).await;
    guests(&scene, &[(None, None); 7]).await;
    scene.start().await;
    let preview = scene.organizer.post_empty(&scene.at("/rounds/next?dry_run=true")).await.expect(200).json;
    assert_eq!(preview["schedule"], json!({"rounds": 7, "met_min": 3, "met_max": 3}));
    for _ in 1..=7 {
        let round = scene.next().await;
        assert_eq!(seatings(&round).iter().map(Vec::len).collect::<Vec<_>>(), [4, 3]);
        set_places(&scene, &round).await;
    }
    scene.organizer.post_empty(&scene.at("/rounds/next")).await.expect_problem(409, "no_more_rounds");
    close_and_recompute(&scene).await;
    let organizer = &scene.organizer;
    let wrong = settings(&json!({"cycles": 2}));
    organizer.post("/v1/tournaments", wrong).await.expect_problem(422, "validation_failed");
}
